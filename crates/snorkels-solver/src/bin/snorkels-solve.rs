//! Solves positions of Snorkels; `--help` lists the flags.

use std::error::Error;
use std::fmt::Display;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::builder::RangedU64ValueParser;
use clap::{Parser, value_parser};
use command_docs::CommandDocs;
use database::{Access, Database, GivenAddress};
use printable::excerpt;
use resources::file;
use resources::memory::{self, MAX_MEBIBYTES};
use snorkels_core::{Action, Cell, Position, Snorkels, cell_name};
use snorkels_solver::jobs::{CONTENTS, Jobs, Settings, Shared};
use snorkels_solver::{
    Progress, Side, Solver, Value, certificate, chart, classes, line, map, progress_points, value,
};

/// Solves a position of Snorkels: the player to place ("first") or the other one ("second") wins.
///
/// The pie rule plays no part. The last line is `value first|second|open nodes N seconds S`.
#[derive(Parser)]
#[command(
    name = "snorkels-solve",
    version,
    subcommand_negates_reqs = true,
    args_conflicts_with_subcommands = true
)]
struct Flags {
    #[command(subcommand)]
    command: Option<CommandDocs>,
    /// The board, as in 5x6: width x height, each 2 to 8
    #[arg(required_unless_present = "chart")]
    board: Option<String>,
    /// A position on this board instead of the empty one: `<rows> <turn> <purple> -`
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Write a certificate of the value, which `snorkels-check` accepts
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Decide every placement of the position, one by one
    #[arg(long)]
    openings: bool,
    /// Also find the number of placements to the end, when the winner hurries and the loser delays: this takes far longer
    /// than the value. --nodes and --memory hold for it too
    #[arg(long)]
    distance: bool,
    /// Draw the values of the placements as an SVG image; needs --openings
    #[arg(long, value_name = "FILE", requires = "openings")]
    map: Option<PathBuf>,
    /// Read what an earlier run found from this file, and write it there from time to time and at the end
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Also read what another run found; can be repeated
    #[arg(long, value_name = "FILE")]
    read: Vec<PathBuf>,
    /// Share the search with other processes: the jobs are in this SQLite file, or, with other machines, in a schema of a
    /// PostgreSQL server: postgres://USER@HOST/DATABASE?schema=NAME. Memory is that of each job
    #[arg(long, value_name = "STORE", conflicts_with_all = ["openings", "state", "certificate", "distance"])]
    jobs: Option<GivenAddress>,
    /// The maximum number of nodes of a job, when the store is made
    #[arg(long, default_value_t = 10_000_000, value_name = "N", requires = "jobs", value_parser = value_parser!(u64).range(1..))]
    job_nodes: u64,
    /// The maximum number of jobs that are open at a time, when the store is made
    #[arg(long, default_value_t = 8, value_name = "N", requires = "jobs", value_parser = value_parser!(u32).range(1..))]
    round: u32,
    /// Seconds after which the job of a process that was killed is free again, 0.01 to 86400
    #[arg(long, default_value = "60", value_name = "S", requires = "jobs", value_parser = lease)]
    lease: Duration,
    /// Memory of the table, in MiB, 1 to 65536. --distance takes a second table
    #[arg(long, default_value_t = 64, value_name = "MIB", value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_MEBIBYTES as u64))]
    memory: usize,
    /// Threads of the search, 1 to 256
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=256))]
    threads: usize,
    /// Stop after this number of nodes; with --openings, of nodes for each placement
    #[arg(long, default_value_t = u64::MAX, hide_default_value = true, value_name = "N")]
    nodes: u64,
    /// Seconds between two lines of progress; the state is written then
    #[arg(long, default_value_t = 60, value_name = "S")]
    interval: u64,
    /// The nodes between two looks at the clock: about a second
    #[arg(long, default_value_t = 1 << 20, hide = true, value_parser = value_parser!(u64).range(1..))]
    slice: u64,
    /// Draw the lines of progress of an earlier run's output, and do nothing else: an SVG image on standard output
    #[arg(long, value_name = "LOG", exclusive = true)]
    chart: Option<PathBuf>,
}

/// Reads the length of a lease.
fn lease(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.01..=86_400.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "expected seconds from 0.01 to 86400".to_owned())
}

fn main() -> ExitCode {
    run(&Flags::parse()).map(|()| ExitCode::SUCCESS).unwrap_or_else(|error| {
        eprintln!("snorkels-solve: {}", printable::line(&error.to_string()));
        ExitCode::FAILURE
    })
}

fn run(flags: &Flags) -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    if let Some(docs) = &flags.command {
        return Ok(docs.run::<Flags>()?);
    }
    if let Some(log) = &flags.chart {
        let points = progress_points(&file::read_text(log).map_err(|error| in_file(log, &error))?);
        let name = printable::line(&log.file_stem().unwrap_or_default().to_string_lossy());
        say(chart(&format!("Search of {name}"), &points).trim_end());
        return Ok(());
    }
    let board = flags.board.as_deref().unwrap_or_default();
    let rules = rules(board)?;
    let position = match &flags.position {
        Some(text) => rules.read_position(text)?,
        None => rules.start(),
    };
    if (position.width(), position.height()) != (rules.width(), rules.size()) {
        return Err(format!("the position is not on a board of {board}").into());
    }
    if let Some(store) = &flags.jobs {
        return jobs(flags, store, &position, start);
    }
    // The second table is made at the end of the search: it shall not fail then.
    memory::check(flags.memory * if flags.distance { 2 } else { 1 })?;
    let mut solver = Solver::new(&position, flags.memory << 20)?;
    solver.set_threads(flags.threads);
    if flags.threads > 1 {
        solver.take_memory();
    }
    let mut run = Run { solver, flags, written: Instant::now() };
    let mut states = flags.state.iter().filter(|state| state.exists()).chain(&flags.read);
    states.try_for_each(|state| run.solver.load(state))?;
    let value = if flags.openings { run.openings(&position)? } else { run.solve(&position, "")? };
    if value.is_some() {
        say(format_args!("line {}", names(&line(&mut run.solver, &position)?, " ")));
    }
    let distance = flags.distance.then(|| run.solver.distance(&position, flags.memory << 20, flags.nodes));
    run.save()?;
    match distance.transpose()? {
        Some(Some(distance)) => say(format_args!("distance {distance}")),
        Some(None) => eprintln!("snorkels-solve: the distance is open"),
        None => {}
    }
    if let Some(path) = &flags.certificate {
        match certificate(&mut run.solver, &position)? {
            Some(bytes) => write(path, &bytes)?,
            None => eprintln!("snorkels-solve: the value is open, no certificate is written"),
        }
    }
    conclude(value, run.solver.nodes(), start);
    Ok(())
}

/// Prints the last line.
fn conclude(value: Value, nodes: u64, start: Instant) {
    let value = value.map_or("open".to_owned(), |side| side.to_string());
    say(format_args!("value {value} nodes {nodes} seconds {:.2}", start.elapsed().as_secs_f64()));
}

/// Prints a line. Without an output the program ends: nobody would see the result.
fn say(line: impl Display) {
    if let Err(error) = writeln!(io::stdout(), "{line}") {
        eprintln!("snorkels-solve: standard output: {error}");
        std::process::exit(1);
    }
}

fn write(path: &Path, content: &[u8]) -> Result<(), String> {
    fs::write(path, content).map_err(|error| in_file(path, &error))
}

/// An error about a file.
fn in_file(path: &Path, error: &io::Error) -> String {
    format!("`{}`: {error}", path.display())
}

/// Works on the jobs of a store.
fn jobs(
    flags: &Flags,
    store: &GivenAddress,
    position: &Position,
    start: Instant,
) -> Result<(), Box<dyn Error>> {
    let settings = Settings { nodes: flags.job_nodes, round: flags.round, memory: flags.memory << 20 };
    let store = Database::new(store.get()?, Access::Create, CONTENTS);
    let store =
        store.with_retries(|| false, |trouble| eprintln!("snorkels-solve: {}", printable::line(trouble)));
    let jobs = Jobs::open(store, position, settings, flags.lease)?;
    let mut written = Instant::now();
    let shared = jobs.work(flags.nodes, |Shared { progress, jobs, decided, .. }| {
        if written.elapsed().as_secs() >= flags.interval {
            written = Instant::now();
            report(&format!("jobs {jobs} "), progress, decided);
        }
    })?;
    conclude(shared.progress.value, shared.progress.nodes, start);
    Ok(())
}

/// Prints a line of progress. The estimate of all nodes takes the decided part of the tree for a fair sample of it.
fn report(part: &str, progress: Progress, decided: f64) {
    let Progress { nodes, proof, disproof, .. } = progress;
    let total =
        if decided > 0.0 { format!("{:.1e} nodes", nodes as f64 / decided) } else { "unknown".into() };
    say(format_args!(
        "progress {part}nodes {nodes} proof {proof} disproof {disproof} decided {:.2}% estimate {total}",
        100.0 * decided
    ));
}

struct Run<'a> {
    solver: Solver,
    flags: &'a Flags,
    written: Instant,
}

impl Run<'_> {
    /// Searches a position to the end or to the limit of nodes, with lines of progress. Those of a `part` of the question,
    /// such as `opening c3 `, count its nodes alone.
    fn solve(&mut self, position: &Position, part: &str) -> Result<Value, Box<dyn Error>> {
        let start = self.solver.nodes();
        loop {
            let left = self.flags.nodes - (self.solver.nodes() - start).min(self.flags.nodes);
            let progress = self.solver.solve(position, left.min(self.flags.slice))?;
            if progress.value.is_some() || left <= self.flags.slice {
                return Ok(progress.value);
            }
            if self.written.elapsed().as_secs() >= self.flags.interval {
                let before = if part.is_empty() { 0 } else { start };
                let progress = Progress { nodes: progress.nodes - before, ..progress };
                report(part, progress, self.solver.decided(position)?);
                self.save()?;
            }
        }
    }

    /// Decides the placements of a position one by one, and the position by them.
    fn openings(&mut self, position: &Position) -> Result<Value, Box<dyn Error>> {
        let mut openings = Vec::new();
        for cells in classes(position) {
            let (start, before) = (Instant::now(), self.solver.nodes());
            let after = position.after_unchecked(Action::place(cells[0]));
            let part = format!("opening {} ", cell_name(cells[0]));
            let wins = match after.end() {
                Some(end) => Some(end.winner == Some(position.player_to_act())),
                None => self.solve(&after, &part)?.map(|side| side == Side::Second),
            };
            let nodes = self.solver.nodes() - before;
            let mut moves = vec![cells[0]];
            if wins.is_some() {
                moves.extend(line(&mut self.solver, &after)?);
            }
            let (names, line, value) = (names(&cells, ","), names(&moves, " "), value(wins));
            let seconds = start.elapsed().as_secs_f64();
            say(format_args!("opening {names} {value} nodes {nodes} seconds {seconds:.2} line {line}"));
            openings.push((cells, wins));
            self.save()?;
        }
        // With every placement decided, this is a short search.
        let are_decided = openings.iter().all(|(_, wins)| wins.is_some());
        let nodes = if are_decided { u64::MAX } else { 0 };
        let value = self.solver.solve(position, nodes)?.value;
        if let Some(path) = &self.flags.map {
            write(path, map(position, &openings).as_bytes())?;
        }
        Ok(value)
    }

    fn save(&mut self) -> Result<(), Box<dyn Error>> {
        self.written = Instant::now();
        if let Some(state) = &self.flags.state {
            self.solver.save(state)?;
        }
        Ok(())
    }
}

/// The rules for a board such as `5x6`.
fn rules(board: &str) -> Result<Snorkels, Box<dyn Error>> {
    let expected =
        || format!("the board `{}`: expected width x height, each 2 to 8, as in 5x6", excerpt(board));
    let (width, height) = board.split_once('x').ok_or_else(expected)?;
    let [width, height]: [Result<u8, _>; 2] = [width, height].map(str::parse);
    let (width, height) = (width.map_err(|_| expected())?, height.map_err(|_| expected())?);
    Ok(Snorkels::new().with_pie(false).with("size", height)?.with("width", width)?)
}

fn names(cells: &[Cell], separator: &str) -> String {
    cells.iter().map(|&cell| cell_name(cell).to_string()).collect::<Vec<_>>().join(separator)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_and_manual_pages_have_all_commands_and_flags() {
        assert_eq!(command_docs::missing::<Flags>(), [""; 0]);
    }
}
