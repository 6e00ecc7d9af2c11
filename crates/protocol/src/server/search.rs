//! A search on its thread.

use std::any::Any;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Builder, Scope, ScopedJoinHandle};
use std::time::Duration;

use super::console::Console;
use super::engine::{Job, JobResult, Output, StopSignal};
use crate::{Dialect, Info};

/// A search on its thread; dropping it stops it and waits for its answer.
pub(super) struct Search<'scope> {
    thread: Option<ScopedJoinHandle<'scope, ()>>,
    signals: Arc<Signals>,
    hold: Hold,
}

/// What the loop and the thread of a search tell each other.
struct Signals {
    stop: StopSignal,
    /// The answer has not been written yet.
    running: AtomicBool,
    /// The answer waits.
    holding: AtomicBool,
}

impl Signals {
    fn new(hold: Hold) -> Signals {
        let holding = AtomicBool::new(!matches!(hold, Hold::Never));
        Signals { stop: StopSignal::default(), running: AtomicBool::new(true), holding }
    }
}

/// Until when an answer waits.
#[derive(Clone, Copy)]
pub(super) enum Hold {
    /// It does not wait.
    Never,
    /// Until `stop`.
    UntilStop,
    /// Until `stop` or `ponderhit`; the search then stops after this time.
    UntilPonderHit(Option<Duration>),
}

impl<'scope> Search<'scope> {
    /// Starts a job on a thread of its own, with a stack of that many bytes.
    pub(super) fn start<W: Write + Send>(
        job: Job,
        dialect: Dialect,
        hold: Hold,
        stack_size: usize,
        scope: &'scope Scope<'scope, '_>,
        console: &'scope Console<W>,
    ) -> io::Result<Self> {
        let signals = Arc::new(Signals::new(hold));
        let builder = Builder::new().name("search".into()).stack_size(stack_size);
        let of_thread = Arc::clone(&signals);
        let thread = builder.spawn_scoped(scope, move || work(job, dialect, &of_thread, console))?;
        Ok(Search { thread: Some(thread), signals, hold })
    }

    /// Whether the answer has not been written yet.
    pub(super) fn is_running(&self) -> bool {
        self.signals.running.load(Ordering::Acquire)
    }

    /// The turn was played that `go ponder` expected.
    pub(super) fn ponderhit(&mut self) {
        let Hold::UntilPonderHit(time) = self.hold else { return };
        self.hold = Hold::Never;
        self.signals.holding.store(false, Ordering::Release);
        self.unpark();
        if let Some(time) = time {
            let stop = self.signals.stop.clone();
            // Not of the scope: when the search ends earlier, nobody waits for this thread.
            thread::spawn(move || {
                thread::sleep(time);
                stop.store(true, Ordering::Release);
            });
        }
    }

    fn unpark(&self) {
        if let Some(thread) = &self.thread {
            thread.thread().unpark();
        }
    }
}

impl Drop for Search<'_> {
    fn drop(&mut self) {
        self.signals.stop.store(true, Ordering::Release);
        self.unpark();
        if let Some(thread) = self.thread.take() {
            // The thread has caught its panics already.
            let _ = thread.join();
        }
    }
}

/// Runs a job on this thread. Its answer does not wait.
pub(super) fn run_here<W: Write>(job: Job, dialect: Dialect, console: &Console<W>) {
    work(job, dialect, &Signals::new(Hold::Never), console);
}

fn work<W: Write>(job: Job, dialect: Dialect, signals: &Signals, console: &Console<W>) {
    let Signals { stop, running, holding } = signals;
    let mut last = None;
    let mut put_out = |output: Output| {
        match output {
            Output::Info(info) => {
                console.line(info.in_dialect(dialect));
                let is_best = info.multipv.is_none_or(|rank| rank == 1);
                if is_best && info.string.is_none() && info.announcement.is_none() {
                    last = Some(info);
                }
            }
            Output::Line(text) => console.text(&text),
        }
        if console.faults().broken {
            stop.store(true, Ordering::Release);
        }
    };
    let result = catch_unwind(AssertUnwindSafe(|| job(stop, &mut put_out))).unwrap_or_else(|payload| {
        console.panic(message(&*payload));
        JobResult::NoTurn
    });
    let turn = match result {
        // The sum of a job that finds no turn does not wait.
        JobResult::Summary(line) => {
            return console.line_and(line, || running.store(false, Ordering::Release));
        }
        JobResult::NoTurn => "(none)".to_owned(),
        JobResult::Turn(turn) if turn.split_whitespace().eq([&turn]) => {
            if cfg!(debug_assertions) {
                check(last.as_ref(), console);
            }
            turn + &ponder(last.as_ref(), dialect)
        }
        JobResult::Turn(turn) => {
            console.error(format_args!("internal: the search answered `{turn}`; expected one word"));
            "(none)".to_owned()
        }
    };
    while holding.load(Ordering::Acquire) && !stop.load(Ordering::Acquire) {
        thread::park();
    }
    // The reader of the last line may send the next command at once, so the search must be over before.
    console.line_and(format_args!("bestmove {turn}"), || running.store(false, Ordering::Release));
}

/// In UCI: ` ponder` and the reply that the search expects.
fn ponder(last: Option<&Info>, dialect: Dialect) -> String {
    match last.map(|info| &*info.pv) {
        Some([_, reply, ..]) if dialect == Dialect::Uci => format!(" ponder {reply}"),
        _ => String::new(),
    }
}

/// In debug builds: a complete `info` comes before every `bestmove`.
fn check<W: Write>(last: Option<&Info>, console: &Console<W>) {
    let Some(info) = last else {
        return console.error("internal: no info before bestmove");
    };
    let missing = info.missing();
    if !missing.is_empty() {
        console.error(format_args!("internal: the last info before bestmove has no {}", missing.join(", ")));
    }
}

fn message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}
