//! The mock engine as a command, and its processes.

use std::process;

use protocol::driver::EngineCommand;

use super::MOCK;

/// The mock engine that behaves in this way. A colon and more may follow the way, which makes its [`mark`] another.
pub(super) fn mock(way: &str) -> EngineCommand {
    let (program, first) = MOCK;
    let args = first.iter().map(|&arg| arg.to_owned()).chain([way.to_owned(), mark(way)]).collect();
    EngineCommand { program: program.into(), args, ..EngineCommand::default() }
}

/// An argument of the engine that identifies its process.
pub(super) fn mark(way: &str) -> String {
    format!("mark-{}-{}-end", process::id(), way.replace([' ', ':'], "-"))
}

/// The processes with this mark.
pub(super) fn processes(mark: &str) -> Vec<String> {
    let list = process::Command::new("ps").args(["-eo", "pid,stat,args"]).output().unwrap();
    let list = String::from_utf8_lossy(&list.stdout).into_owned();
    list.lines().filter(|line| line.contains(mark) && !line.contains("defunct")).map(str::to_owned).collect()
}
