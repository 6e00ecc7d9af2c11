//! The record: its text and its replay.

use std::fmt;
use std::str::FromStr;

use abstract_game::Player;
use abstract_game::facade::{AnyMatch, AnyRules};
use protocol::ReportedScore;
use thiserror::Error;

use crate::ending::{Cause, Ending};
use crate::time::{read_seconds, seconds};
use crate::turn::{PlayedTurn, TurnInfo};

/// The first line of a record.
const TITLE: &str = "# a game of the arena, format 1";

/// A game of the arena. `to_string` writes it, `parse` reads it, and [`replay`] checks it.
///
/// ```
/// use game_record::{Record, replay};
/// let record: Record = "\
/// Game: take-two
/// P1: A
/// P2: B
/// Start: 1,1 1 2
/// Result: P1 wins by last-counter
///
/// 1. P1 a1,b1  ; score +100 time 0.003
/// ".parse()?;
/// assert_eq!(record.players, ["A", "B"]);
/// let rules = abstract_game::sample::TakeTwo::default();
/// let last = replay(&record, &rules, &mut |_, _| ())?;
/// assert_eq!(last.position_text(), "0,0 2 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The game's name.
    pub game: String,
    /// The options of its rules.
    pub rules: Vec<(String, String)>,
    /// The names of P1 and P2: players or teams.
    pub players: [String; 2],
    /// If a side can have several engines: every seat, in the game's order, with the name of its engine. The turns'
    /// seats are indices into this.
    pub seats: Vec<(String, String)>,
    /// Its number in the tournament.
    pub number: Option<u64>,
    /// The round of the tournament.
    pub round: Option<u64>,
    /// The number of its pair.
    pub pair: Option<u64>,
    /// The tournament's seed.
    pub seed: Option<u64>,
    /// The engines' limits.
    pub limits: Option<String>,
    /// The first position.
    pub start: String,
    /// How it ended.
    pub ending: Ending,
    /// The index in [`seats`](Self::seats) of the seat at fault, if the game ended by a fault.
    pub culprit: Option<usize>,
    /// The turns.
    pub turns: Vec<PlayedTurn>,
}

impl Record {
    /// The name of a seat, if the record has seats.
    pub fn seat(&self, seat: usize) -> Option<&str> {
        self.seats.get(seat).map(|(name, _)| name.as_str())
    }

    /// The turns of the opening: the first ones, which no engine chose.
    pub fn opening(&self) -> impl Iterator<Item = &str> {
        self.turns.iter().take_while(|turn| turn.info.is_none()).map(|turn| turn.turn.as_str())
    }

    /// The name of the player of a turn, or the seat and the name of its engine.
    ///
    /// # Panics
    /// The turn is of another record with more seats.
    pub fn who(&self, turn: &PlayedTurn) -> String {
        if self.seats.is_empty() {
            return self.players[turn.player.index()].clone();
        }
        let (seat, name) = &self.seats[turn.seat];
        format!("{seat} {name}")
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{TITLE}")?;
        header(f, "Game", Some(&self.game))?;
        for (name, value) in &self.rules {
            header(f, "Rule", Some(format!("{name}={value}")))?;
        }
        header(f, "P1", Some(&self.players[0]))?;
        header(f, "P2", Some(&self.players[1]))?;
        for (seat, name) in &self.seats {
            header(f, &format!("Seat {seat}"), Some(name))?;
        }
        header(f, "Number", self.number)?;
        header(f, "Round", self.round)?;
        header(f, "Pair", self.pair)?;
        header(f, "Seed", self.seed)?;
        header(f, "Limits", self.limits.as_ref())?;
        header(f, "Start", Some(&self.start))?;
        header(f, "Result", Some(&self.ending))?;
        header(f, "Detail", self.ending.detail.as_ref())?;
        header(f, "Fault", self.culprit.and_then(|seat| self.seat(seat)))?;
        writeln!(f)?;
        for (number, turn) in (1..).zip(&self.turns) {
            write!(f, "{number}. {}", turn.player)?;
            if let Some(seat) = self.seat(turn.seat) {
                write!(f, ":{seat}")?;
            }
            write_turn(f, turn)?;
        }
        Ok(())
    }
}

/// A header, if it has a value. [`unescape`] reads what is escaped in it.
fn header(f: &mut fmt::Formatter<'_>, name: &str, value: Option<impl ToString>) -> fmt::Result {
    let Some(value) = value else { return Ok(()) };
    writeln!(f, "{name}: {}", printable::line(&value.to_string().replace('\\', "\\\\")))
}

/// A turn's text and comment.
fn write_turn(f: &mut fmt::Formatter<'_>, turn: &PlayedTurn) -> fmt::Result {
    write!(f, " {}  ;", turn.turn)?;
    let Some(info) = &turn.info else { return writeln!(f, " opening") };
    match info.score {
        Some(ReportedScore::Cp(value)) => write!(f, " score {value:+}")?,
        Some(ReportedScore::Mate(turns)) if turns > 0 => write!(f, " win {turns}")?,
        Some(ReportedScore::Mate(turns)) => write!(f, " loss {}", turns.unsigned_abs())?,
        Some(ReportedScore::Win) => f.write_str(" proved win")?,
        Some(ReportedScore::Loss) => f.write_str(" proved loss")?,
        None => {}
    }
    for (name, value) in [("depth", info.depth.map(u64::from)), ("nodes", info.nodes), ("nps", info.nps)] {
        if let Some(value) = value {
            write!(f, " {name} {value}")?;
        }
    }
    writeln!(f, " time {}", seconds(info.time))
}

/// Why a text is not a record: the line, its text, and the form that it should have; or a header that is missing or
/// repeated. Or why a record contradicts the rules: the turn or header, what it says, and what the rules say.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
#[non_exhaustive]
pub struct RecordError(String);

impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Record, RecordError> {
        let is_blank = |(_, text): &(usize, &str)| text.trim().is_empty();
        let lines = (1..).zip(text.lines()).filter(|(_, text)| !text.starts_with('#'));
        let mut lines = lines.skip_while(is_blank);
        let mut headers = Headers(Vec::new());
        for (line, text) in lines.by_ref().take_while(|line| !is_blank(line)) {
            headers.read(line, text)?;
        }
        let mut record = headers.record()?;
        for (line, text) in lines.filter(|line| !is_blank(line)) {
            let turn = read_turn(text, record.turns.len() + 1, &record.seats);
            record.turns.push(turn.map_err(|expected| wrong(line, text, expected))?);
        }
        Ok(record)
    }
}

/// The headers of a record: names, values and numbers of the lines.
struct Headers(Vec<(String, String, usize)>);

impl Headers {
    fn read(&mut self, line: usize, text: &str) -> Result<(), RecordError> {
        let wrong = |expected| wrong(line, text, expected);
        let (name, value) = text.split_once(':').ok_or_else(|| wrong("a header, `Name: value`"))?;
        if name != "Rule" && self.0.iter().any(|(known, ..)| known == name) {
            return Err(RecordError(format!("line {line}: a second header `{}:`", printable::excerpt(name))));
        }
        let value = unescape(value.strip_prefix(' ').unwrap_or(value))
            .ok_or_else(|| wrong("a header with `\\n`, `\\\\`, `\\u{1b}` or the like at each backslash"))?;
        let is_word = |seat: &str| !seat.is_empty() && !seat.contains(char::is_whitespace);
        if !name.strip_prefix("Seat ").is_none_or(is_word) {
            return Err(wrong("the header of a seat, `Seat <word>: <name>`"));
        }
        self.0.push((name.to_owned(), value, line));
        Ok(())
    }

    /// The values of the headers of a name, as `read` reads them.
    fn values<T>(
        &self,
        name: &str,
        expected: &'static str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Vec<T>, RecordError> {
        let of_name = self.0.iter().filter(|(known, ..)| known == name);
        of_name.map(|(_, value, line)| read(value).ok_or_else(|| wrong(*line, value, expected))).collect()
    }

    /// The record of these headers, without turns.
    fn record(&self) -> Result<Record, RecordError> {
        let text = |name| Ok(self.values(name, "", |value| Some(value.to_owned()))?.pop());
        let missing = |name| RecordError(format!("the header `{name}:` is missing"));
        let required = |name| text(name)?.ok_or_else(|| missing(name));
        let number = |name| Ok(self.values(name, "a whole number", |value| value.parse().ok())?.pop());
        let rule =
            |value: &str| value.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
        let rules = self.values("Rule", "a rule, `name=value`", rule)?;
        let expected =
            "a result, `P1 wins by <reason>`, `P2 wins by <reason>`, `draw by <reason>` or `unfinished`";
        let result = self.values("Result", expected, read_result)?.pop();
        let (winner, cause) = result.ok_or_else(|| missing("Result"))?;
        let seat = |(name, value, _): &(String, String, _)| {
            Some((name.strip_prefix("Seat ")?.to_owned(), value.clone()))
        };
        let seats: Vec<(String, String)> = self.0.iter().filter_map(seat).collect();
        let culprit = |name: &str| seats.iter().position(|(seat, _)| seat == name);
        Ok(Record {
            culprit: self.values("Fault", "the name of a seat of the headers", culprit)?.pop(),
            game: required("Game")?,
            rules,
            players: [required("P1")?, required("P2")?],
            number: number("Number")?,
            round: number("Round")?,
            pair: number("Pair")?,
            seed: number("Seed")?,
            limits: text("Limits")?,
            start: required("Start")?,
            ending: Ending { winner, cause, detail: text("Detail")? },
            seats,
            turns: Vec::new(),
        })
    }
}

/// Reads the line of turn `number`.
///
/// # Errors
/// The expected form.
fn read_turn(text: &str, number: usize, seats: &[(String, String)]) -> Result<PlayedTurn, &'static str> {
    let expected = if seats.is_empty() {
        "the next turn, `<number>. P1|P2 <turn>  ; <comment>`"
    } else {
        "the next turn, `<number>. P1|P2:<seat> <turn>  ; <comment>` with a seat of the headers"
    };
    let mut words = text.split_whitespace();
    let [found, who, turn] = [(); 3].map(|()| words.next().unwrap_or_default());
    let comment = words.collect::<Vec<_>>().join(" ");
    if found.strip_suffix('.').and_then(|found| found.parse().ok()) != Some(number)
        || turn.is_empty()
        || !(comment.is_empty() || comment.starts_with(';'))
    {
        return Err(expected);
    }
    let (side, seat) = who.split_once(':').map_or((who, None), |(side, seat)| (side, Some(seat)));
    let player = read_player(side).ok_or(expected)?;
    let seat = match seat {
        Some(seat) => seats.iter().position(|(known, _)| known == seat),
        None => seats.is_empty().then_some(player.index()),
    };
    let seat = seat.ok_or(expected)?;
    let info = match comment.strip_prefix(';').unwrap_or_default().trim() {
        "opening" => None,
        comment => Some(read_info(comment).ok_or(
            "a turn with a comment of `score`, `win`, `loss`, `depth`, `nodes`, `nps` and `time`, each with its \
             number, `proved win`, `proved loss`, or `opening`",
        )?),
    };
    Ok(PlayedTurn { turn: turn.to_owned(), player, seat, info })
}

fn wrong(line: usize, text: &str, expected: &'static str) -> RecordError {
    let text = printable::cut(text, 80);
    RecordError(format!("line {line}: `{text}` is not {expected}"))
}

fn read_player(word: &str) -> Option<Player> {
    Player::BOTH.into_iter().find(|player| player.to_string() == word)
}

fn read_result(text: &str) -> Option<(Option<Player>, Cause)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.as_slice() {
        ["unfinished"] => Some((None, Cause::Unfinished)),
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
            "proved" if value == "win" => info.score = Some(ReportedScore::Win),
            "proved" if value == "loss" => info.score = Some(ReportedScore::Loss),
            "depth" => info.depth = Some(value.parse().ok()?),
            "nodes" => info.nodes = Some(value.parse().ok()?),
            "nps" => info.nps = Some(value.parse().ok()?),
            "time" => {
                info.time = read_seconds(value).filter(|time| time.subsec_nanos() % 1_000_000 == 0)?;
            }
            _ => return None,
        }
    }
    Some(info)
}

/// Replaces the escapes by the characters that they mean, unless there is a backslash that begins none.
fn unescape(text: &str) -> Option<String> {
    let (mut meant, mut rest) = (String::new(), text);
    while let Some((before, escape)) = rest.split_once('\\') {
        meant.push_str(before);
        let mut after = escape.chars();
        meant.push(match after.next()? {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            '\\' => '\\',
            'u' => {
                let (code, behind) = after.as_str().strip_prefix('{')?.split_once('}')?;
                after = behind.chars();
                char::from_u32(u32::from_str_radix(code, 16).ok()?)?
            }
            _ => return None,
        });
        rest = after.as_str();
    }
    Some(meant + rest)
}

/// Fails with a formatted contradiction, made printable.
macro_rules! contradiction {
    ($($format:tt)+) => { Err(RecordError(printable::line(&format!($($format)+)))) };
}

/// Plays the turns of a record by the rules, with the options that the record names, and returns the match at its end.
/// `watch` gets the match after each turn.
///
/// Checks every turn, its side and its seat, and the result. Where the rules end the game, the result is theirs. Where
/// they do not, it is a cause of the arena's own, a resignation or an agreement, and a fault is that of the player to
/// move. If the record names no seats, the turns passed to `watch` have the seats of the rules.
///
/// # Errors
/// The first contradiction between the record and the rules.
///
/// See [`Record`] for an example.
pub fn replay(
    record: &Record,
    rules: &dyn AnyRules,
    watch: &mut dyn FnMut(&dyn AnyMatch, &PlayedTurn),
) -> Result<Box<dyn AnyMatch>, RecordError> {
    if record.game != rules.name() {
        return contradiction!("the record is of the game `{}`, not of `{}`", record.game, rules.name());
    }
    let mut rules = rules.boxed_clone();
    rules.set_options(&record.rules).map_err(|error| RecordError(error.to_string()))?;
    let record_seats: Vec<_> = record.seats.iter().map(|(seat, _)| seat.as_str()).collect();
    let seats: Vec<_> = rules.seats().iter().map(|seat| seat.name).collect();
    if !record_seats.is_empty() && record_seats != seats {
        let (record, rules) = (record_seats.join(", "), seats.join(", "));
        return contradiction!("the record has the seats {record}, the game has {rules}");
    }
    let mut game = match rules.read_position(&record.start) {
        Ok(game) => game,
        Err(error) => return contradiction!("start `{}`: {error}", record.start),
    };
    for (number, played) in (1..).zip(&record.turns) {
        let (player, seat, turn) = (game.player_to_act(), game.seat_to_act(), &played.turn);
        if let Err(error) = game.play_turn(turn) {
            return contradiction!("turn {number}, `{turn}`: {error}");
        }
        if player != played.player {
            return contradiction!("turn {number}, `{turn}`: it is {player}'s turn, not {}'s", played.player);
        }
        if !record.seats.is_empty() && seat != played.seat {
            let found = record_seats[played.seat];
            return contradiction!("turn {number}, `{turn}`: {} is to act, not {found}", seats[seat]);
        }
        watch(&*game, &PlayedTurn { seat, ..played.clone() });
    }
    check_ending(record, &*rules, &*game)?;
    Ok(game)
}

/// Refuses an ending that the rules contradict, and a fault of a seat that cannot have committed it.
fn check_ending(record: &Record, rules: &dyn AnyRules, game: &dyn AnyMatch) -> Result<(), RecordError> {
    let (ending, player, to_act) = (&record.ending, game.player_to_act(), game.seat_to_act());
    // An engine can also fail while the game is set up.
    let no_engine_played = record.turns.iter().all(|turn| turn.info.is_none());
    let (consistent, rules_say) = match game.result() {
        Some(end) => {
            let same = ending.winner == end.winner && ending.cause.to_string() == end.reason.as_str();
            (same, end.to_string())
        }
        None => {
            let consistent = match &ending.cause {
                Cause::Unfinished | Cause::Length | Cause::AdjudicatedDraw => ending.winner.is_none(),
                Cause::AdjudicatedWin => ending.winner.is_some(),
                Cause::Rules(reason) if reason == "agreement" => ending.winner.is_none(),
                Cause::Rules(reason) if reason == "resignation" => ending.winner == Some(player.opponent()),
                Cause::Rules(_) => false,
                _ if no_engine_played => ending.winner.is_some(),
                _ => ending.winner == Some(player.opponent()),
            };
            (consistent, format!("the game is not over, it is {player}'s turn"))
        }
    };
    if !consistent {
        return contradiction!("the record says `{ending}`, the rules say `{rules_say}`");
    }
    let Some(culprit) = record.culprit else { return Ok(()) };
    let reason = match ending.culprit() {
        None => format!("`{ending}` is no fault"),
        Some(side) if rules.seats().get(culprit).is_none_or(|seat| seat.player != side) => {
            format!("{side} is the side that lost by it")
        }
        Some(_) if !no_engine_played && to_act != culprit => {
            format!("{} is to act", rules.seats()[to_act].name)
        }
        Some(_) => return Ok(()),
    };
    let found = record.seat(culprit).map_or_else(|| culprit.to_string(), str::to_owned);
    contradiction!("the fault is said to be {found}'s, but {reason}")
}

#[cfg(test)]
mod tests {
    use abstract_game::sample::TakeTwo;

    use super::*;

    const SAVED: &str =
        "Game: take-two\nP1: A\nP2: B\nStart: 2,2 1 2\nResult: unfinished\n\n1. P1 a1,b1  ; time 0.003\n";

    #[test]
    fn a_saved_game_is_unfinished() {
        let record: Record = SAVED.parse().unwrap();
        assert_eq!((&record.ending.cause, record.ending.winner), (&Cause::Unfinished, None));
        assert_eq!(record.to_string().parse::<Record>().unwrap(), record);
        replay(&record, &TakeTwo::default(), &mut |_, _| ()).unwrap();
        // A game that the rules have ended is not unfinished.
        let ended: Record = SAVED.replace("2,2 1 2", "1,1 1 2").parse().unwrap();
        let error = replay(&ended, &TakeTwo::default(), &mut |_, _| ()).unwrap_err().to_string();
        assert!(error.contains("the record says `unfinished`"), "{error}");
    }

    #[test]
    fn seconds_have_up_to_three_decimals() {
        let ms = |text| read_info(&format!("time {text}")).map(|info| info.time.as_millis());
        assert_eq!(["0.003", "1.5", "2", "0.0010"].map(ms), [3, 1500, 2000, 1].map(Some));
        assert_eq!(["0.0001", "1.", ".5", "-1", "+1", ""].map(ms), [None; 6]);
    }
}
