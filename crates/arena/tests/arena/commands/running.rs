//! Commands in the background of a test.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use rustix::process::{Pid, Signal, kill_process};

use super::{Done, Folder, wait_for};

/// A running command. It is killed if the test fails.
pub(crate) struct Running {
    child: Child,
    out: Option<JoinHandle<String>>,
    told: Arc<Mutex<String>>,
    listener: Option<JoinHandle<()>>,
}

impl Folder {
    pub(crate) fn start(&self, args: &[&str]) -> Running {
        Folder::spawn(self.command(args))
    }

    /// Starts a command that ignores a signal.
    pub(crate) fn start_ignoring(&self, signal: &str, args: &[&str]) -> Running {
        let arena = self.command(args);
        let mut shell = Command::new("sh");
        shell
            .arg("-c")
            .arg(format!("trap '' {signal}; exec \"$@\""))
            .arg("sh")
            .arg(env!("CARGO_BIN_EXE_arena"));
        shell.args(args).current_dir(&self.0).env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
        shell
            .envs(arena.get_envs().filter_map(|(name, value)| Some((name, value?))))
            .env_remove("ARENA_STORE");
        Folder::spawn(shell)
    }

    fn spawn(mut command: Command) -> Running {
        crate::inherited_signals::receive();
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (out, err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let told = Arc::new(Mutex::new(String::new()));
        let here = Arc::clone(&told);
        let listener = thread::spawn(move || {
            for line in BufReader::new(err).lines().map_while(Result::ok) {
                *here.lock().unwrap() += &format!("{line}\n");
            }
        });
        Running { child, out: Some(thread::spawn(|| read(out))), told, listener: Some(listener) }
    }

    /// Waits until all processes of an engine have ended.
    pub(crate) fn all_gone(&self, name: &str) {
        let processes = self.diary(name).processes();
        wait_for("the end of the engines", || !processes.iter().any(|&process| lives(process)));
    }
}

fn read(mut out: ChildStdout) -> String {
    let mut text = String::new();
    out.read_to_string(&mut text).unwrap();
    text
}

/// Whether a process is alive: not a zombie.
pub(crate) fn lives(process: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat"));
    stat.is_ok_and(|stat| !stat.contains(") Z "))
}

impl Running {
    /// Waits until standard error contains these words.
    #[track_caller]
    pub(crate) fn until(&self, words: &str) {
        wait_for(words, || self.told.lock().unwrap().contains(words));
    }

    /// Sends the signal of Ctrl-C.
    pub(crate) fn interrupt(&self) {
        self.signal(Signal::INT);
    }

    pub(crate) fn signal(&self, signal: Signal) {
        let process = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw).unwrap();
        kill_process(process, signal).unwrap();
    }

    /// Waits until the command ends.
    pub(crate) fn end(mut self) -> Done {
        let mut status = None;
        wait_for("the end of the command", || {
            status = self.child.try_wait().unwrap();
            status.is_some()
        });
        let out = self.out.take().unwrap().join().unwrap();
        self.listener.take().unwrap().join().unwrap();
        let err = self.told.lock().unwrap().clone();
        Done { code: status.unwrap().code(), out, err }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // An error means that the process has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
