//! Reads records.

use std::str::FromStr;
use std::time::Duration;

use abstract_game::Player;
use protocol::ReportedScore;
use thiserror::Error;

use super::Record;
use crate::game::{Cause, Ending};
use crate::game::{PlayedTurn, TurnInfo};

/// Why a text is not a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// A line cannot be read.
    #[error("line {line}: `{text}` is not {expected}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// The text of the line or value.
        text: String,
        /// The expected form.
        expected: &'static str,
    },
    /// A header is missing.
    #[error("the header `{0}:` is missing")]
    Missing(&'static str),
    /// A header is repeated.
    #[error("line {line}: a second header `{name}:`")]
    Twice {
        /// The number of the line, from 1.
        line: usize,
        /// The header's name.
        name: String,
    },
}

/// The parts read so far.
#[derive(Default)]
struct Reader {
    headers: Vec<(String, String, usize)>,
    /// The names of the seats, if the record has them.
    seats: Vec<String>,
    turns: Vec<PlayedTurn>,
}

impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Record, RecordError> {
        let mut reader = Reader::default();
        let mut in_headers = true;
        for (line, text) in (1..).zip(text.lines()) {
            if text.starts_with('#') {
                continue;
            }
            if text.trim().is_empty() {
                in_headers &= reader.headers.is_empty();
            } else if in_headers {
                reader.header(line, text)?;
            } else {
                reader.turn(line, text)?;
            }
        }
        reader.finish()
    }
}

impl Reader {
    fn header(&mut self, line: usize, text: &str) -> Result<(), RecordError> {
        let expected = "a header, `Name: value`";
        let (name, value) = text.split_once(':').ok_or_else(|| wrong(line, text, expected))?;
        if name != "Rule" && self.headers.iter().any(|(known, ..)| known == name) {
            return Err(RecordError::Twice { line, name: name.to_owned() });
        }
        let value = unescape(value.strip_prefix(' ').unwrap_or(value))
            .ok_or_else(|| wrong(line, text, "a header with `\\n`, `\\r` or `\\\\` after each backslash"))?;
        if let Some(seat) = name.strip_prefix("Seat ") {
            if seat.is_empty() || seat.contains(char::is_whitespace) {
                return Err(wrong(line, text, "the header of a seat, `Seat <word>: <name>`"));
            }
            self.seats.push(seat.to_owned());
        }
        self.headers.push((name.to_owned(), value, line));
        Ok(())
    }

    fn turn(&mut self, line: usize, text: &str) -> Result<(), RecordError> {
        let expected = if self.seats.is_empty() {
            "the next turn, `<number>. P1|P2 <turn>  ; <comment>`"
        } else {
            "the next turn, `<number>. P1|P2:<seat> <turn>  ; <comment>` with a seat of the headers"
        };
        let mut rest = text;
        let [number, player, turn] = [(); 3].map(|()| next_word(&mut rest));
        let comment = match rest.trim() {
            "" => None,
            rest => Some(rest.strip_prefix(';').ok_or_else(|| wrong(line, text, expected))?.trim()),
        };
        let number = number.strip_suffix('.').and_then(|number| number.parse().ok());
        let who = self.who(player).filter(|_| number == Some(self.turns.len() + 1) && !turn.is_empty());
        let (player, seat) = who.ok_or_else(|| wrong(line, text, expected))?;
        let info = match comment {
            None => Some(TurnInfo::default()),
            Some("opening") => None,
            Some(comment) => Some(read_info(comment).ok_or_else(|| {
                let expected = "a turn with a comment of `score`, `win`, `loss`, `depth`, `nodes`, `nps` and \
                                `time`, each with its number, or `opening`";
                wrong(line, text, expected)
            })?),
        };
        self.turns.push(PlayedTurn { turn: turn.to_owned(), player, seat, info });
        Ok(())
    }

    /// The side and the seat of a turn, from `P1` or, with seats, `P1:athens`.
    fn who(&self, word: &str) -> Option<(Player, usize)> {
        if self.seats.is_empty() {
            return read_player(word).map(|player| (player, player.index()));
        }
        let (player, seat) = word.split_once(':')?;
        Some((read_player(player)?, self.seat(seat)?))
    }

    fn seat(&self, name: &str) -> Option<usize> {
        self.seats.iter().position(|known| known == name)
    }

    fn finish(self) -> Result<Record, RecordError> {
        let find = |name: &str| self.headers.iter().find(|(known, ..)| known == name);
        let text = |name: &'static str| {
            find(name).map(|(_, value, _)| value.clone()).ok_or(RecordError::Missing(name))
        };
        let number = |name: &str| {
            let Some((_, value, line)) = find(name) else { return Ok(None) };
            let number = value.parse().map_err(|_| wrong(*line, value, "a whole number"))?;
            Ok(Some(number))
        };
        let mut rules = Vec::new();
        for (_, value, line) in self.headers.iter().filter(|(name, ..)| name == "Rule") {
            let (name, option) =
                value.split_once('=').ok_or_else(|| wrong(*line, value, "a rule, `name=value`"))?;
            rules.push((name.to_owned(), option.to_owned()));
        }
        let (_, result, line) = find("Result").ok_or(RecordError::Missing("Result"))?;
        let expected = "a result, `P1 wins by <reason>`, `P2 wins by <reason>` or `draw by <reason>`";
        let (winner, cause) = read_result(result).ok_or_else(|| wrong(*line, result, expected))?;
        let culprit = match find("Fault") {
            Some((_, seat, line)) => {
                Some(self.seat(seat).ok_or_else(|| wrong(*line, seat, "the name of a seat of the headers"))?)
            }
            None => None,
        };
        let decider = |seat: &String| {
            let (_, name, _) = find(&format!("Seat {seat}"))?;
            Some((seat.clone(), name.clone()))
        };
        let detail = find("Detail").map(|(_, value, _)| value.clone());
        Ok(Record {
            game: text("Game")?,
            rules,
            players: [text("P1")?, text("P2")?],
            seats: self.seats.iter().filter_map(decider).collect(),
            number: number("Number")?,
            round: number("Round")?,
            pair: number("Pair")?,
            seed: number("Seed")?,
            limits: text("Limits").ok(),
            start: text("Start")?,
            ending: Ending { winner, cause, detail },
            culprit,
            turns: self.turns,
        })
    }
}

fn wrong(line: usize, text: &str, expected: &'static str) -> RecordError {
    let end = text.char_indices().nth(80).map(|(end, _)| format!("{}...", &text[..end]));
    let text = end.unwrap_or_else(|| text.to_owned());
    RecordError::Line { line, text, expected }
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
            "loss" => {
                let turns: i64 = value.parse().ok().filter(|&n| n >= 0)?;
                info.score = Some(ReportedScore::Mate(i32::try_from(-turns).ok()?));
            }
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
    let (seconds, decimals) = text.split_once('.').unwrap_or((text, "0"));
    if decimals.is_empty() || decimals.len() > 3 || !decimals.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let ms: u64 = format!("{decimals:0<3}").parse().ok()?;
    Duration::from_secs(seconds.parse().ok()?).checked_add(Duration::from_millis(ms))
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
