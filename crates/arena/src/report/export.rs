//! Exports the games of a store: records, PGN, CSV, lines of JSON, positions.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use abstract_game::facade::AnyRules;
use protocol::ReportedScore;
use serde::Serialize;
use serde_json::{Value, json};
use thiserror::Error;

use super::watch::utc;
use super::{csv, pgn};
use crate::game::PlayedTurn;
use crate::game::record::{Record, RecordError, replay};
use crate::store::{FinishedRow, Store, StoreError};
use crate::tournament::TournamentError;

/// Why an export failed.
#[derive(Debug, Error)]
pub enum ExportError {
    /// The folder is not empty.
    #[error("`{}` is not empty: records go to a new folder, so that none is overwritten", .0.display())]
    NotEmpty(PathBuf),
    /// A file or folder cannot be created.
    #[error("cannot write `{}`: {}", .0.display(), .1)]
    Io(PathBuf, #[source] io::Error),
    /// The output cannot be written.
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The store does not hold a tournament of this version.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    /// The record of the game of this number cannot be read, is of an unknown game, or contradicts the rules.
    #[error("game {0} of the store: {1}")]
    Game(usize, #[source] Box<dyn Error>),
}

/// Creates a folder for records; it may exist if it is empty.
///
/// # Errors
/// It cannot be created, or is not empty.
pub fn make_folder(folder: &Path) -> Result<(), ExportError> {
    let failed = |error| ExportError::Io(folder.to_owned(), error);
    fs::create_dir_all(folder).map_err(failed)?;
    if fs::read_dir(folder).map_err(failed)?.next().is_some() {
        return Err(ExportError::NotEmpty(folder.to_owned()));
    }
    Ok(())
}

/// Writes the record of every finished game into a folder, as `game-0001.txt` and so on, made printable.
///
/// # Errors
/// The store cannot be read, or a file cannot be written.
pub fn records(store: &Store, folder: &Path) -> Result<(), ExportError> {
    let counts = store.counts()?;
    let digits = counts.scheduled().to_string().len().max(4);
    for row in store.records() {
        let (row, text) = row?;
        let path = folder.join(format!("game-{:0digits$}.txt", row.game.number));
        fs::write(&path, printable::lines(&text)).map_err(|error| ExportError::Io(path, error))?;
    }
    Ok(())
}

/// Writes the table of a tournament into a folder, as `results.txt`, made printable.
///
/// # Errors
/// It cannot be written.
pub fn table(folder: &Path, text: &str) -> Result<(), ExportError> {
    let path = folder.join("results.txt");
    fs::write(&path, printable::lines(text)).map_err(|error| ExportError::Io(path, error))
}

/// Writes every finished game as a [line of JSON](json_line).
///
/// # Errors
/// The store cannot be read, or the output cannot be written.
pub fn json(store: &Store, out: &mut dyn Write) -> Result<(), ExportError> {
    each_record(store, |_, record| Ok(writeln!(out, "{}", json_line(record))?))
}

/// Writes every finished game as PGN: the tags of chess, and the turns in the notation of their own game.
///
/// # Errors
/// The store cannot be read, or the output cannot be written.
pub fn pgn(store: &Store, out: &mut dyn Write) -> Result<(), ExportError> {
    // A store of `trainer` has other settings.
    let settings: Value = serde_json::from_str(&store.header()?.definition).unwrap_or_default();
    let event = settings["settings"]["event"].as_str();
    each_record(store, |row, record| Ok(writeln!(out, "{}", pgn::game(record, event, &utc(row.at)))?))
}

/// Writes a line of comma-separated values for every finished game, after a line of headings.
///
/// # Errors
/// The store cannot be read, or the output cannot be written.
pub fn csv(store: &Store, out: &mut dyn Write) -> Result<(), ExportError> {
    out.write_all(csv::HEADINGS.as_bytes())?;
    each_record(store, |row, record| Ok(out.write_all(csv::line(row, record, &utc(row.at)).as_bytes())?))
}

/// Writes every [position](samples) of every finished game as a line of JSON.
///
/// # Errors
/// The store cannot be read, a game contradicts the rules of this version, or the output cannot be written.
pub fn positions(store: &Store, out: &mut dyn Write) -> Result<(), ExportError> {
    each_record(store, |_, record| {
        for sample in samples(record, &*games::by_name(&record.game)?)? {
            writeln!(out, "{}", printable_json(&serde_json::to_string(&sample)?))?;
        }
        Ok(())
    })
}

/// Creates a file to write to; `-` is standard output.
///
/// # Errors
/// The file exists, or cannot be created.
pub fn output(path: &Path) -> Result<Box<dyn Write>, ExportError> {
    if path == Path::new("-") {
        return Ok(Box::new(BufWriter::new(io::stdout())));
    }
    let file = File::create_new(path).map_err(|error| ExportError::Io(path.to_owned(), error))?;
    Ok(Box::new(BufWriter::new(file)))
}

/// Calls `each` with the record of every finished game, by number.
pub(super) fn each_record(
    store: &Store,
    mut each: impl FnMut(&FinishedRow, &Record) -> Result<(), Box<dyn Error>>,
) -> Result<(), ExportError> {
    for row in store.records() {
        let (row, text) = row?;
        let done = text.parse().map_err(Into::into).and_then(|record| each(&row, &record));
        done.map_err(|error| match error.downcast() {
            Ok(error) => ExportError::Output(*error),
            Err(error) => ExportError::Game(row.game.number, error),
        })?;
    }
    Ok(())
}

/// A record as one line of JSON, without the line's end. The keys are the names of the headers in small letters;
/// `winner` is `P1`, `P2` or `null`; `turns` has an object for each turn.
///
/// ```
/// let record: arena::game::record::Record = "\
/// Game: take-two
/// P1: A
/// P2: B
/// Start: 1,1 1 2
/// Result: P1 wins by last-counter
///
/// 1. P1 a1,b1  ; score +100 time 0.003
/// ".parse()?;
/// let line = arena::report::export::json_line(&record);
/// assert!(line.contains(r#""winner":"P1","cause":"last-counter""#), "{line}");
/// assert!(line.ends_with(r#""turns":[{"turn":"a1,b1","player":"P1","score":100,"time":0.003}]}"#), "{line}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn json_line(record: &Record) -> String {
    let ending = &record.ending;
    let mut game = json!({
        "number": record.number,
        "round": record.round,
        "pair": record.pair,
        "game": record.game,
        "rules": object(&record.rules),
        "p1": record.players[0],
        "p2": record.players[1],
        "seats": (!record.seats.is_empty()).then(|| object(&record.seats)),
        "seed": record.seed,
        "limits": record.limits,
        "start": record.start,
        "winner": ending.winner.map(|winner| winner.to_string()),
        "cause": ending.cause,
        "detail": ending.detail,
        "fault": record.culprit.and_then(|seat| record.seat(seat)),
        "turns": record.turns.iter().map(|turn| json_turn(record, turn)).collect::<Vec<_>>(),
    });
    leave_out_nulls(&mut game, |key| ["seats", "detail", "fault"].contains(&key));
    printable_json(&game.to_string())
}

/// JSON with the escapes of JSON for all characters that are not printable: the same data.
pub(super) fn printable_json(json: &str) -> String {
    let mut shown = String::with_capacity(json.len());
    for c in json.chars() {
        if c == '\n' || printable::is_printable(c) {
            shown.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(shown, "\\u{unit:04x}");
            }
        }
    }
    shown
}

fn json_turn(record: &Record, turn: &PlayedTurn) -> Value {
    let info = turn.info.as_ref();
    let (score, mate, proved) = score_keys(info.and_then(|info| info.score));
    let mut turn = json!({
        "turn": turn.turn,
        "player": turn.player.to_string(),
        "seat": record.seat(turn.seat),
        "opening": info.is_none().then_some(true),
        "score": score,
        "mate": mate,
        "proved": proved,
        "depth": info.and_then(|info| info.depth),
        "nodes": info.and_then(|info| info.nodes),
        "nps": info.and_then(|info| info.nps),
        // Records have milliseconds.
        "time": info.map(|info| info.time.as_millis() as f64 / 1000.0),
    });
    leave_out_nulls(&mut turn, |_| true);
    turn
}

/// Removes those of the `optional` keys that have no value.
pub(super) fn leave_out_nulls(object: &mut Value, optional: impl Fn(&str) -> bool) {
    let entries = object.as_object_mut().into_iter();
    entries.for_each(|entries| entries.retain(|key, value| !value.is_null() || !optional(key)));
}

/// Pairs as an object, sorted by name.
pub(super) fn object(pairs: &[(String, String)]) -> BTreeMap<&str, &str> {
    pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
}

/// A score in three keys: in hundredths for the player, or the number of turns until a win (a loss, if negative), or what is
/// proved without that number.
fn score_keys(score: Option<ReportedScore>) -> (Option<i32>, Option<i32>, Option<&'static str>) {
    match score {
        Some(ReportedScore::Cp(value)) => (Some(value), None, None),
        Some(ReportedScore::Mate(turns)) => (None, Some(turns), None),
        Some(ReportedScore::Win) => (None, None, Some("win")),
        Some(ReportedScore::Loss) => (None, None, Some("loss")),
        None => (None, None, None),
    }
}

/// A position of a game in which a player chose a turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sample {
    /// The game's number in its tournament.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u64>,
    /// The number of turns played before it.
    pub ply: usize,
    /// The position's text.
    pub position: String,
    /// The turn played.
    pub turn: String,
    /// The player's score in hundredths, if it reported one that is not a win or loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// The number of turns until the win that the player reported, or until the loss if negative.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// `win` or `loss` if the player reported a proof without a number of turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proved: Option<&'static str>,
    /// The player's result of the game: 1 for a win, 0.5 for a draw, 0 for a loss.
    pub result: f64,
}

/// The positions of a record in which a player chose a turn; those of the opening are omitted.
///
/// ```
/// use arena::game::record::Record;
/// use arena::report::export::samples;
/// let record: Record = "\
/// Game: take-two
/// P1: A
/// P2: B
/// Start: 1,1 1 2
/// Result: P1 wins by last-counter
///
/// 1. P1 a1,b1  ; score +100 time 0.003
/// ".parse()?;
/// let samples = samples(&record, &abstract_game::sample::TakeTwo::default())?;
/// assert_eq!((&*samples[0].position, samples[0].result), ("1,1 1 2", 1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first contradiction between the record and the rules.
pub fn samples(record: &Record, rules: &dyn AnyRules) -> Result<Vec<Sample>, RecordError> {
    let mut samples: Vec<Sample> = Vec::new();
    let (mut ply, mut next) = (0, record.start.clone());
    replay(record, rules, &mut |game, turn| {
        let position = std::mem::replace(&mut next, game.position_text());
        ply += 1;
        let Some(info) = &turn.info else { return };
        let (score, mate, proved) = score_keys(info.score);
        let result = record.ending.half_points(turn.player) as f64 / 2.0;
        let (turn, ply) = (turn.turn.clone(), ply - 1);
        let game = record.number;
        samples.push(Sample { game, ply, position, turn, score, mate, proved, result });
    })?;
    Ok(samples)
}
