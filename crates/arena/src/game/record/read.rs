//! Reads records.

use std::str::FromStr;
use std::time::Duration;

use abstract_game::Player;
use protocol::ReportedScore;
use thiserror::Error;

use super::Record;
use crate::engine::read_seconds;
use crate::game::{Cause, Ending, PlayedTurn, TurnInfo};

/// Why a text is not a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// The line of this number, from 1, or its value does not have the expected form: the text, and the form.
    #[error("line {0}: `{1}` is not {2}")]
    Line(usize, String, &'static str),
    /// A header is missing.
    #[error("the header `{0}:` is missing")]
    Missing(&'static str),
    /// The line of this number, from 1, repeats the header of this name.
    #[error("line {0}: a second header `{1}:`")]
    Twice(usize, String),
}

impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Record, RecordError> {
        let is_blank = |(_, text): &(usize, &str)| text.trim().is_empty();
        let lines = (1..).zip(text.lines()).filter(|(_, text)| !text.starts_with('#'));
        let mut lines = lines.skip_while(is_blank);
        let mut headers = Headers::default();
        for (line, text) in lines.by_ref().take_while(|line| !is_blank(line)) {
            headers.read(line, text)?;
        }
        let mut turns = Vec::new();
        for (line, text) in lines.filter(|line| !is_blank(line)) {
            let turn = read_turn(text, turns.len() + 1, &headers.seats);
            turns.push(turn.map_err(|expected| wrong(line, text, expected))?);
        }
        headers.record(turns)
    }
}

/// The headers of a record.
#[derive(Default)]
struct Headers {
    /// Names, values and numbers of the lines.
    all: Vec<(String, String, usize)>,
    /// The names of the seats, if the record has them.
    seats: Vec<String>,
}

impl Headers {
    fn read(&mut self, line: usize, text: &str) -> Result<(), RecordError> {
        let wrong = |expected| wrong(line, text, expected);
        let (name, value) = text.split_once(':').ok_or_else(|| wrong("a header, `Name: value`"))?;
        if name != "Rule" && self.all.iter().any(|(known, ..)| known == name) {
            return Err(RecordError::Twice(line, name.to_owned()));
        }
        let value = unescape(value.strip_prefix(' ').unwrap_or(value))
            .ok_or_else(|| wrong("a header with `\\n`, `\\r` or `\\\\` after each backslash"))?;
        if let Some(seat) = name.strip_prefix("Seat ") {
            if seat.is_empty() || seat.contains(char::is_whitespace) {
                return Err(wrong("the header of a seat, `Seat <word>: <name>`"));
            }
            self.seats.push(seat.to_owned());
        }
        self.all.push((name.to_owned(), value, line));
        Ok(())
    }

    /// The values of the headers of a name, as `read` reads them.
    fn values<T>(
        &self,
        name: &str,
        expected: &'static str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Vec<T>, RecordError> {
        let of_name = self.all.iter().filter(|(known, ..)| known == name);
        of_name.map(|(_, value, line)| read(value).ok_or_else(|| wrong(*line, value, expected))).collect()
    }

    fn text(&self, name: &str) -> Option<String> {
        self.all.iter().find(|(known, ..)| known == name).map(|(_, value, _)| value.clone())
    }

    fn record(self, turns: Vec<PlayedTurn>) -> Result<Record, RecordError> {
        let text = |name| self.text(name).ok_or(RecordError::Missing(name));
        let number = |name| Ok(self.values(name, "a whole number", |value| value.parse().ok())?.pop());
        let rule =
            |value: &str| value.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
        let rules = self.values("Rule", "a rule, `name=value`", rule)?;
        let expected = "a result, `P1 wins by <reason>`, `P2 wins by <reason>` or `draw by <reason>`";
        let result = self.values("Result", expected, read_result)?.pop();
        let (winner, cause) = result.ok_or(RecordError::Missing("Result"))?;
        let seat = |name: &str| self.seats.iter().position(|seat| seat == name);
        let decider = |seat: &String| Some((seat.clone(), self.text(&format!("Seat {seat}"))?));
        Ok(Record {
            culprit: self.values("Fault", "the name of a seat of the headers", seat)?.pop(),
            game: text("Game")?,
            rules,
            players: [text("P1")?, text("P2")?],
            seats: self.seats.iter().filter_map(decider).collect(),
            number: number("Number")?,
            round: number("Round")?,
            pair: number("Pair")?,
            seed: number("Seed")?,
            limits: self.text("Limits"),
            start: text("Start")?,
            ending: Ending { winner, cause, detail: self.text("Detail") },
            turns,
        })
    }
}

/// Reads the line of turn `number`.
///
/// # Errors
/// The expected form.
fn read_turn(text: &str, number: usize, seats: &[String]) -> Result<PlayedTurn, &'static str> {
    let expected = if seats.is_empty() {
        "the next turn, `<number>. P1|P2 <turn>  ; <comment>`"
    } else {
        "the next turn, `<number>. P1|P2:<seat> <turn>  ; <comment>` with a seat of the headers"
    };
    let mut rest = text;
    let [found, who, turn] = [(); 3].map(|()| next_word(&mut rest));
    let rest = rest.trim();
    if found.strip_suffix('.').and_then(|found| found.parse().ok()) != Some(number)
        || turn.is_empty()
        || !(rest.is_empty() || rest.starts_with(';'))
    {
        return Err(expected);
    }
    let (player, seat) = read_who(who, seats).ok_or(expected)?;
    let info = match rest.strip_prefix(';').unwrap_or(rest).trim() {
        "opening" => None,
        comment => Some(read_info(comment).ok_or(
            "a turn with a comment of `score`, `win`, `loss`, `depth`, `nodes`, `nps` and `time`, each with its \
             number, or `opening`",
        )?),
    };
    Ok(PlayedTurn { turn: turn.to_owned(), player, seat, info })
}

/// The side and the seat of a turn, from `P1` or, with seats, `P1:athens`.
fn read_who(word: &str, seats: &[String]) -> Option<(Player, usize)> {
    if seats.is_empty() {
        return read_player(word).map(|player| (player, player.index()));
    }
    let (player, seat) = word.split_once(':')?;
    Some((read_player(player)?, seats.iter().position(|known| known == seat)?))
}

fn wrong(line: usize, text: &str, expected: &'static str) -> RecordError {
    let end = text.char_indices().nth(80).map(|(end, _)| format!("{}...", &text[..end]));
    let text = end.unwrap_or_else(|| text.to_owned());
    RecordError::Line(line, text, expected)
}

/// Removes the first word from a text; empty if there is none.
fn next_word<'a>(text: &mut &'a str) -> &'a str {
    let start = text.trim_start();
    let (word, rest) = start.split_at(start.find(char::is_whitespace).unwrap_or(start.len()));
    *text = rest;
    word
}

fn read_player(word: &str) -> Option<Player> {
    Player::BOTH.into_iter().find(|player| player.to_string() == word)
}

fn read_result(text: &str) -> Option<(Option<Player>, Cause)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.as_slice() {
        ["draw", "by", reason] => Some((None, Cause::from_word(reason))),
        [player, "wins", "by", reason] => Some((Some(read_player(player)?), Cause::from_word(reason))),
        _ => None,
    }
}

fn read_info(comment: &str) -> Option<TurnInfo> {
    let mut info = TurnInfo::default();
    let mut words = comment.split_whitespace();
    while let Some(word) = words.next() {
        let value = words.next()?;
        match word {
            "score" => info.score = Some(ReportedScore::Cp(value.parse().ok()?)),
            "win" => info.score = Some(ReportedScore::Mate(value.parse().ok().filter(|&n: &i32| n > 0)?)),
            // Read with its sign, as the longest loss is no `i32` without it.
            "loss" => info.score = Some(ReportedScore::Mate(format!("-{value}").parse().ok()?)),
            "depth" => info.depth = Some(value.parse().ok()?),
            "nodes" => info.nodes = Some(value.parse().ok()?),
            "nps" => info.nps = Some(value.parse().ok()?),
            "time" => info.time = read_time(value)?,
            _ => return None,
        }
    }
    Some(info)
}

/// Seconds with up to three decimals.
fn read_time(text: &str) -> Option<Duration> {
    read_seconds(text).filter(|time| time.subsec_nanos() % 1_000_000 == 0)
}

fn unescape(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        out.push(match c {
            '\\' => match chars.next()? {
                'n' => '\n',
                'r' => '\r',
                '\\' => '\\',
                _ => return None,
            },
            c => c,
        });
    }
    Some(out)
}
