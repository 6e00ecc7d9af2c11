//! `trainer spsa`.

use std::fs;
use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use arena::counted;
use arena::interrupts::{INTERRUPTED, interruptible};
use arena::report::progress::TimeLeft;
use arena::store::{GivenAddress, Store, StoreError, StoreProblem};
use arena::table::Table;
use arena::tournament::TrustedStores;
use arena::worker::WorkSettings;
use indicatif::{ProgressBar, ProgressStyle};
use parking_lot::Mutex;
use trainer::spsa::{Course, Event, Spsa, SpsaSettings, plot};

use super::{Failure, print};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Settings of the run, a TOML file. Not needed if the store exists.
    #[arg(value_name = "FILE")]
    settings: Option<PathBuf>,
    /// Store of the run: a file, or `postgres://...`. If it exists, the run is resumed; any number of processes can
    /// work on one run.
    #[arg(long, value_name = "FILE|URL")]
    store: GivenAddress,
    /// Number of games that this process plays at the same time.
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    concurrency: usize,
    /// Seconds after which a game of a process that has died is played again by another.
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    lease: u64,
    /// File for a picture of the course of each parameter, SVG; an existing file is overwritten.
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Play nothing: print the values so far, and draw them with `--plot`.
    #[arg(long)]
    show: bool,
    /// Print no progress, only faults and the values.
    #[arg(short, long)]
    quiet: bool,
    /// Start the engine of a store that was not made by you on this machine: its command is in the store. The store is
    /// remembered.
    #[arg(long)]
    trust: bool,
}

pub(super) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let given = args.settings.as_ref().map(|path| {
        let text =
            fs::read_to_string(path).map_err(|error| format!("cannot read `{}`: {error}", path.display()));
        let wrong = |error: &dyn std::fmt::Display| format!("`{}`: {error}", path.display());
        let settings = text?.parse::<SpsaSettings>().map_err(|error| wrong(&error))?;
        Spsa::new(settings).map_err(|error| wrong(&error))
    });
    let given = given.transpose()?;
    let address = args.store.get()?;
    let opened = match Store::open(address) {
        Err(StoreError { problem: StoreProblem::Missing, .. }) if given.is_some() && !args.show => None,
        opened => Some(opened?),
    };
    let commands_given = given.is_some() || args.trust;
    let (spsa, store) = match (given, opened) {
        (Some(spsa), opened) => {
            let store = opened.map_or_else(|| spsa.create(address), Ok)?;
            (spsa, store)
        }
        (None, opened) => {
            let store = opened.expect("opened or refused above");
            (Spsa::of_store(&store)?, store)
        }
    };
    if !args.show {
        admit(&spsa, &store, commands_given)?;
    }
    let course = if args.show { spsa.course(&store)? } else { work(&spsa, store, args)? };
    if let Some(path) = &args.plot {
        let failed = |error| format!("cannot write `{}`: {error}", path.display());
        fs::write(path, plot(&course)).map_err(failed)?;
    }
    print(&values(&course));
    let interrupted = !args.show && !course.is_complete();
    Ok(if interrupted { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// Refuses to start a command of a store that the user neither gave nor accepted. One that is given is remembered.
fn admit(spsa: &Spsa, store: &Store, given: bool) -> Result<(), Failure> {
    let (trusted, engines) = (TrustedStores::of_user(), [spsa.settings().engine.parse()?]);
    if !given {
        return Ok(trusted.check(store, &engines)?);
    }
    if let Err(error) = trusted.add(store, &engines) {
        eprintln!("trainer: {error}: the next run without settings will ask for `--trust`");
    }
    Ok(())
}

fn work(spsa: &Spsa, store: Store, args: &Args) -> Result<Course, Failure> {
    let total = 2 * spsa.settings().iterations as u64;
    let bar = if args.quiet { ProgressBar::hidden() } else { ProgressBar::new(0) };
    bar.set_style(ProgressStyle::with_template("{bar:24} {pos}/{len} {msg} [{elapsed_precise}{prefix}]")?);
    bar.set_length(total);
    let told = bar.clone();
    let stop = interruptible(move |what| told.suspend(|| eprintln!("trainer: {what}")))?;
    let report = bar.clone();
    let store = store.with_retries(stop.clone(), move |trouble| {
        report.suspend(|| eprintln!("{}", printable::line(trouble)));
    });
    // Without a terminal, a line for each twentieth of the run.
    let lines = !args.quiet && !std::io::stderr().is_terminal();
    let step = spsa.settings().iterations.div_ceil(20);
    let shown = Mutex::new(0);
    let left = Mutex::<TimeLeft>::default();
    let observer = |event: Event<'_>| match event {
        Event::GameFinished(finished) => {
            let ending = &finished.played.ending;
            if finished.played.culprit.is_some() {
                let line = printable::line(&format!("!!! game {}: {ending}", finished.game.number));
                bar.suspend(|| eprintln!("{line}"));
            }
        }
        Event::Progress { course, games } => {
            bar.set_message(short(course));
            let left = left.lock().text(games as u64, total, Instant::now());
            bar.set_prefix(left.map_or(String::new(), |left| format!(", {left}")));
            bar.set_position(games as u64);
            let mut shown = shown.lock();
            if lines && course.results() / step > *shown {
                *shown = course.results() / step;
                eprintln!("{}: {}", counted(course.results(), "iteration"), short(course));
            }
        }
    };
    let settings = WorkSettings { concurrency: args.concurrency, lease: Duration::from_secs(args.lease) };
    let course = spsa.work(&store, &settings, &stop, &observer);
    bar.finish_and_clear();
    Ok(course?)
}

/// The first values of a course, in one line.
fn short(course: &Course) -> String {
    let parameters = course.parameters().iter().zip(course.current()).take(4);
    let values: Vec<_> =
        parameters.map(|(parameter, value)| format!("{} {value:.1}", parameter.name)).collect();
    printable::line(&values.join(", "))
}

/// The values of a course, and the options to paste into the description of an engine.
fn values(course: &Course) -> String {
    let mut table = Table::new(["parameter", "start", "now", "mean of the last quarter"]);
    let mut options = Vec::new();
    let states = course.states();
    let quarter = &states[states.len() - states.len().div_ceil(4)..];
    for (index, parameter) in course.parameters().iter().enumerate() {
        let value = course.current()[index];
        let mean = quarter.iter().map(|state| state[index]).sum::<f64>() / quarter.len() as f64;
        let [start, now, mean] = [parameter.start, value, mean].map(|value| format!("{value:.2}"));
        table.row([parameter.name.clone(), start, now, mean]);
        options.push(format!("option.{}={}", parameter.name, value.round()));
    }
    let (iterations, options) = (counted(course.results(), "iteration"), printable::line(&options.join(" ")));
    format!("{iterations}\n{table}\n{options}\n")
}
