//! The processes that an engine has started, wherever they have gone.
//!
//! A process leaves its group by `setsid`, and loses its parent when that ends. It keeps the environment and the streams
//! that it was born with, unless it gives them up on purpose. So each engine has a variable of its own in its environment,
//! and on Linux its processes are found in `/proc`: those that have the variable or one of the engine's pipes, and the
//! descendants of these. Other systems know the process group only.
//!
//! A subreaper gets the rest, too, but cannot say whose it is: the orphans of all engines become its children, and those of
//! the other children of the program. It would kill processes that no engine has started.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process, kill_process_group};

/// What the variables of all engines of this process begin with; no other process uses it.
pub(super) fn marks() -> &'static str {
    static MARKS: OnceLock<String> = OnceLock::new();
    MARKS.get_or_init(|| {
        let begun = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        format!("ENGINE_{}_{begun}_", std::process::id())
    })
}

/// The name of the variable of one more engine. As it differs from that of every other engine, the engines of an engine
/// have both.
pub(super) fn new_mark() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    format!("{}{}", marks(), COUNT.fetch_add(1, Ordering::Relaxed))
}

/// By what the processes of engines are known.
#[derive(Debug)]
pub(super) struct Family {
    /// What a variable in their environment begins with, such as `NAME=`.
    pub(super) mark: String,
    /// Pipes that they have, as `/proc` shows them.
    pub(super) pipes: Vec<PathBuf>,
}

impl Family {
    /// Kills the processes, and `roots`, with all their descendants. A number in `roots` must not belong to another process
    /// by now.
    pub(super) fn kill(&self, roots: &BTreeSet<u32>) {
        let mut killed = BTreeSet::new();
        loop {
            // Until nothing is found that was born meanwhile.
            let new: Vec<_> = self.processes(roots).into_iter().filter(|&it| killed.insert(it)).collect();
            if new.is_empty() {
                return;
            }
            new.into_iter().for_each(|process| kill(process, false));
        }
    }

    fn processes(&self, roots: &BTreeSet<u32>) -> BTreeSet<u32> {
        let running = running();
        // A child of this process that has not yet begun its program has everything that this process has opened.
        let may_have_pipes = |parent| !self.pipes.is_empty() && parent != std::process::id();
        let known = |&(process, parent): &(u32, u32)| {
            roots.contains(&process)
                || self.is_marked(process)
                || may_have_pipes(parent) && self.has_pipe(process)
        };
        let mut found: BTreeSet<u32> = running.iter().filter(|it| known(it)).map(|it| it.0).collect();
        loop {
            let is_child = |it: &&(u32, u32)| found.contains(&it.1) && !found.contains(&it.0);
            let children: Vec<_> = running.iter().filter(is_child).map(|it| it.0).collect();
            if children.is_empty() {
                return found;
            }
            found.extend(children);
        }
    }

    fn is_marked(&self, process: u32) -> bool {
        let environment = fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
        environment.split(|&byte| byte == 0).any(|variable| variable.starts_with(self.mark.as_bytes()))
    }

    fn has_pipe(&self, process: u32) -> bool {
        let opened = fs::read_dir(format!("/proc/{process}/fd")).into_iter().flatten().flatten();
        opened.filter_map(|opened| fs::read_link(opened.path()).ok()).any(|file| self.pipes.contains(&file))
    }
}

/// The processes that run and are not older than this one, but for this one, with their parents; none on systems without
/// Linux' `/proc`. Engines are younger than the program that starts them, and than its supervisor.
fn running() -> Vec<(u32, u32)> {
    // The parent, the state, and the time of the start since that of the system.
    let read = |process: u32| -> Option<(u32, String, u64)> {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        let fields = fields_of_stat(&stat)?;
        Some((fields.get(1)?.parse().ok()?, (*fields.first()?).to_owned(), fields.get(19)?.parse().ok()?))
    };
    let own = std::process::id();
    let begun = read(own).map_or(0, |(.., begun)| begun);
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let processes = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let with_parent = |process: u32| {
        let (parent, state, born) = read(process)?;
        (born >= begun && !matches!(&*state, "Z" | "X")).then_some((process, parent))
    };
    processes.filter(|&process| process != own).filter_map(with_parent).collect()
}

/// The fields of a text of `/proc/<id>/stat` from the third one, the state, on.
pub(super) fn fields_of_stat(stat: &str) -> Option<Vec<&str>> {
    // The name of the program, field 2 in parentheses, can contain spaces and parentheses.
    Some(stat.rsplit_once(')')?.1.split_whitespace().collect())
}

/// Kills the process group of this number.
pub(super) fn kill_group(number: u32) {
    kill(number, true);
}

/// Kills the process of this number, or its group.
fn kill(number: u32, group: bool) {
    #[cfg(unix)]
    if let Some(number) = i32::try_from(number).ok().and_then(Pid::from_raw) {
        let send = if group { kill_process_group } else { kill_process };
        // An error means that it has ended.
        let _ = send(number, Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = (number, group);
}
