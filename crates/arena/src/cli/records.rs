//! The commands that read games: `arena export`, `arena report` and `arena replay`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::game::record::{Record, replay};
use crate::report::export::{self, ExportError};
use crate::report::html;
use crate::report::watch::{board, ending_sentence, turn_line};
use crate::store::{GivenAddress, Store};
use crate::tournament::Tournament;

use super::output::{FAILED, Failure, print, tell};

#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("what").required(true).multiple(true))]
pub(super) struct Export {
    /// Store of the tournament: a file, or `postgres://...`.
    #[arg(value_name = "FILE|URL", env = "ARENA_STORE", hide_env_values = true)]
    store: GivenAddress,
    /// New file for the games as PGN, with the turns in the notation of their game; `-` is standard output.
    #[arg(long, value_name = "FILE", group = "what")]
    pgn: Option<PathBuf>,
    /// New file for the games as comma-separated values, a line each; `-` is standard output.
    #[arg(long, value_name = "FILE", group = "what")]
    csv: Option<PathBuf>,
    /// New file for the games, a line of JSON each; `-` is standard output.
    #[arg(long, value_name = "FILE", group = "what")]
    json: Option<PathBuf>,
    /// New folder for a readable record of each game.
    #[arg(long, value_name = "DIR", group = "what")]
    records: Option<PathBuf>,
    /// New file for each position in which an engine chose a turn, with the turn, the score and the result, a line of
    /// JSON each; `-` is standard output.
    #[arg(long, value_name = "FILE", group = "what")]
    positions: Option<PathBuf>,
}

pub(super) fn export_games(args: &Export) -> Result<(), Failure> {
    let store = Store::open_read_only(args.store.get().map_err(Failure::usage)?)?;
    if let Some(folder) = &args.records {
        export::make_folder(folder)?;
        export::records(&store, folder)?;
    }
    type Write = fn(&Store, &mut dyn io::Write) -> Result<(), ExportError>;
    let outputs: [(_, Write); 4] = [
        (&args.pgn, export::pgn),
        (&args.csv, export::csv),
        (&args.json, export::json),
        (&args.positions, export::positions),
    ];
    for (file, write) in outputs {
        let Some(file) = file else { continue };
        write_to(file, |out| write(&store, out))?;
    }
    Ok(())
}

/// Writes a new file; `-` is standard output.
fn write_to(
    path: &Path,
    write: impl FnOnce(&mut dyn io::Write) -> Result<(), ExportError>,
) -> Result<(), Failure> {
    let mut out = export::output(path)?;
    match write(&mut *out).and_then(|()| Ok(out.flush()?)) {
        // Who reads standard output has enough.
        Err(ExportError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => Ok(written?),
    }
}

#[derive(Debug, clap::Args)]
pub(super) struct Report {
    /// Store of the tournament: a file, or `postgres://...`.
    #[arg(value_name = "FILE|URL", env = "ARENA_STORE", hide_env_values = true)]
    store: GivenAddress,
    /// New file for the page; `-` is standard output, the default.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn report(args: &Report) -> Result<(), Failure> {
    let store = Store::open_read_only(args.store.get().map_err(Failure::usage)?)?;
    let page = html(&Tournament::of_store(&store)?, &store)?;
    write_to(args.output.as_deref().unwrap_or("-".as_ref()), |out| Ok(out.write_all(page.as_bytes())?))
}

#[derive(Debug, clap::Args)]
pub(super) struct Replay {
    /// Records, or folders of records.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Draw the board after each turn.
    #[arg(long)]
    boards: bool,
    /// Milliseconds that `--boards` pauses after each board.
    #[arg(long, value_name = "MS", default_value_t = 0)]
    pause: u64,
}

pub(super) fn replay_records(args: &Replay) -> Result<u8, Failure> {
    let files = files(&args.files)?;
    let mut bad = 0_usize;
    for (i, file) in files.iter().enumerate() {
        if i > 0 {
            print("\n")?;
        }
        let mut printed = Ok(());
        let replayed = replay_file(file, args, &mut |text| {
            if printed.is_ok() {
                printed = print(text);
            }
            printed.is_ok()
        });
        printed?;
        if let Err(message) = replayed {
            bad += 1;
            tell(&format!("arena: error: {}: {message}", file.display()));
        }
    }
    if files.len() > 1 {
        print(&format!("\n{} records, {bad} of them wrong\n", files.len()))?;
    }
    Ok(if bad == 0 { 0 } else { FAILED })
}

/// Replays a record. `show` prints, and returns whether it could.
fn replay_file(file: &Path, args: &Replay, show: &mut dyn FnMut(&str) -> bool) -> Result<(), String> {
    let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
    let record: Record = text.parse().map_err(|error| format!("no record: {error}"))?;
    let rules = games::by_name(&record.game).map_err(|error| error.to_string())?;
    let names = [&*record.players[0], &*record.players[1]];
    let title = format!("{}: {} (P1) against {} (P2), {}", file.display(), names[0], names[1], record.game);
    show(&format!("{}\n", printable::line(&title)));
    if !record.seats.is_empty() {
        let seats: Vec<_> = record.seats.iter().map(|(seat, name)| format!("{seat} {name}")).collect();
        show(&format!("{}\n", printable::line(&seats.join(", "))));
    }
    let mut number = 0;
    let last = replay(&record, &*rules, &mut |game, turn| {
        number += 1;
        let text = || format!("{}{}", turn_line(number, turn, &record.who(turn)), board(game));
        if args.boards && show(&text()) {
            thread::sleep(Duration::from_millis(args.pause));
        }
    });
    let last = last.map_err(|contradiction| format!("contradicts the rules: {contradiction}"))?;
    let board = if args.boards { String::new() } else { board(&*last) };
    let ending = ending_sentence(&record.ending, names, record.turns.len());
    show(&format!("{board}{ending}\n"));
    Ok(())
}

/// The given files, and those in the given folders.
fn files(named: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let inside = |path: &PathBuf| if path.is_dir() { record_files(path) } else { Ok(vec![path.clone()]) };
    Ok(named.iter().map(inside).collect::<Result<Vec<_>, _>>()?.concat())
}

/// The records in a folder, by name.
pub(super) fn record_files(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    let failed = |error| Failure::Other(format!("cannot read `{}`: {error}", path.display()));
    let entries = fs::read_dir(path).map_err(failed)?;
    let mut inside: Vec<PathBuf> =
        entries.map(|entry| Ok(entry?.path())).collect::<Result<_, _>>().map_err(failed)?;
    inside.retain(|file| {
        let name = file.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        name.starts_with("game-") && name.ends_with(".txt")
    });
    if inside.is_empty() {
        return Err(Failure::Other(format!("no record `game-*.txt` in `{}`", path.display())));
    }
    inside.sort();
    Ok(inside)
}
