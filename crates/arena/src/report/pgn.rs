//! A game as PGN (Edwards, "Portable Game Notation Specification and Implementation Guide", 1994): its tags, and the
//! turns in the notation of the game. White is P1, the player who moves first, whatever the colour of the pieces.

use std::fmt::Write as _;

use abstract_game::Player;
use game_record::seconds;
use protocol::ReportedScore;

use crate::game::record::Record;
use crate::game::{Cause, Ending, TurnInfo};

/// The longest line of turns.
const LINE: usize = 80;

/// A game of an event that was finished at that time, `2026-11-22T09:05:00Z`.
pub(super) fn game(record: &Record, event: Option<&str>, finished: &str) -> String {
    let (result, [white, black]) = (result(&record.ending), &record.players);
    let number = |number: Option<u64>| number.map_or("?".to_owned(), |number| number.to_string());
    let assigned = |pairs: &[(String, String)]| {
        let words: Vec<_> = pairs.iter().map(|(name, value)| format!("{name}={value}")).collect();
        (!pairs.is_empty()).then(|| words.join("; "))
    };
    let ending = &record.ending;
    let detail = ending.detail.as_ref().map_or(String::new(), |detail| format!(": {detail}"));
    let tags = [
        ("Event", Some(event.map_or_else(|| format!("arena: {}", record.game), str::to_owned))),
        ("Site", Some("?".to_owned())),
        ("Date", Some(finished[..10].replace('-', "."))),
        // The games of a pair have the same number, other games another one.
        ("Round", Some(format!("{}.{}", number(record.round), number(record.pair)))),
        ("White", Some(white.clone())),
        ("Black", Some(black.clone())),
        ("Result", Some(result.to_owned())),
        ("Variant", Some(record.game.clone())),
        ("Rules", assigned(&record.rules)),
        ("Seats", assigned(&record.seats)),
        ("SetUp", Some("1".to_owned())),
        ("FEN", Some(record.start.clone())),
        ("GameNumber", record.number.map(|number| number.to_string())),
        ("Limits", record.limits.clone()),
        ("PlyCount", Some(record.turns.len().to_string())),
        ("Termination", Some(termination(&ending.cause).to_owned())),
        ("TerminationDetails", Some(format!("{}{detail}", ending.cause))),
        ("GameEndTime", Some(finished.to_owned())),
    ];
    let tag = |(name, value): (&str, Option<String>)| Some(format!("[{name} \"{}\"]\n", tag_value(&value?)));
    let mut text = tags.into_iter().filter_map(tag).collect::<String>() + "\n";
    // The length of the line with the space or the end after its last word.
    let mut length = 0;
    for word in printable::line(&turns(record)).split_whitespace().chain([result]) {
        let word_length = word.chars().count();
        if length > 0 {
            let fits = length + word_length <= LINE;
            text.push(if fits { ' ' } else { '\n' });
            length = if fits { length } else { 0 };
        }
        text.push_str(word);
        length += word_length + 1;
    }
    text + "\n"
}

/// The turns, each with its number where it is needed and a comment. A number counts a turn of P1 and the next of P2.
fn turns(record: &Record) -> String {
    let mut text = String::new();
    let (mut number, mut last) = (0_u32, Player::P2);
    for turn in &record.turns {
        if turn.player == Player::P1 || last == Player::P2 {
            number += 1;
        }
        last = turn.player;
        // A comment precedes each turn but the first, so each has its number.
        let dots = if turn.player == Player::P1 { "." } else { "..." };
        let _ = write!(text, "{number}{dots} {} {{", turn.turn);
        if let Some(seat) = record.seat(turn.seat) {
            let _ = write!(text, "{seat} ");
        }
        match &turn.info {
            None => text.push_str("book"),
            Some(info) => write_info(&mut text, info),
        }
        text.push_str("} ");
    }
    text
}

/// Score and depth, if the engine reported them, and time: `+0.88/2 0.001s`, `+M5/9 0.020s`, `+M/1 0.020s` for a proved win
/// without a distance.
fn write_info(text: &mut String, info: &TurnInfo) {
    let score = info.score.map(|score| match score {
        ReportedScore::Cp(hundredths) => format!("{:+.2}", f64::from(hundredths) / 100.0),
        ReportedScore::Mate(turns) if turns > 0 => format!("+M{turns}"),
        ReportedScore::Mate(turns) => format!("-M{}", turns.unsigned_abs()),
        ReportedScore::Win => "+M".to_owned(),
        ReportedScore::Loss => "-M".to_owned(),
    });
    if let Some(score) = score {
        text.push_str(&score);
        if let Some(depth) = info.depth {
            let _ = write!(text, "/{depth}");
        }
        text.push(' ');
    }
    let _ = write!(text, "{}s", seconds(info.time));
}

fn result(ending: &Ending) -> &'static str {
    match ending.winner {
        _ if ending.cause == Cause::Unfinished => "*",
        None => "1/2-1/2",
        Some(Player::P1) => "1-0",
        Some(Player::P2) => "0-1",
    }
}

/// The word of the PGN standard for how a game ended.
fn termination(cause: &Cause) -> &'static str {
    match cause {
        Cause::Rules(_) => "normal",
        Cause::AdjudicatedWin | Cause::AdjudicatedDraw | Cause::Length => "adjudication",
        Cause::Time | Cause::Stall => "time forfeit",
        Cause::IllegalTurn | Cause::Protocol => "rules infraction",
        Cause::Crash | Cause::Disconnect | Cause::Start => "abandoned",
        Cause::Unfinished => "unterminated",
    }
}

/// A text for a tag: made printable, with `"` and `\` escaped.
fn tag_value(text: &str) -> String {
    printable::line(text).replace('\\', "\\\\").replace('"', "\\\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_has_the_seven_tags_and_its_own_turns() {
        let record: Record = "Game: snorkels\nRule: size=3\nP1: A \"x\"\nP2: B\\\\\nRound: 2\nPair: 7\nNumber: 13\n\
            Start: 3/3/3 p 1 -\nResult: P2 wins by illegal-turn\nDetail: `[White \"C\"]`\\nnext\n\n\
            1. P1 a1  ; opening\n2. P2 b2  ; score -12 depth 3 nodes 5 time 0.003\n3. P1 c3  ; win 4 time 1.25\n\
            4. P2 a3  ; loss 5 depth 9 time 0\n5. P2 c1  ; time 0.01\n6. P1 c2  ; score +100000 depth 1 time 0.5\n"
            .parse()
            .unwrap();
        let text = game(&record, None, "2026-11-22T09:05:00Z");
        assert_eq!(
            text,
            "[Event \"arena: snorkels\"]\n[Site \"?\"]\n[Date \"2026.11.22\"]\n[Round \"2.7\"]\n\
             [White \"A \\\"x\\\"\"]\n[Black \"B\\\\\"]\n[Result \"0-1\"]\n[Variant \"snorkels\"]\n[Rules \"size=3\"]\n\
             [SetUp \"1\"]\n[FEN \"3/3/3 p 1 -\"]\n[GameNumber \"13\"]\n[PlyCount \"6\"]\n\
             [Termination \"rules infraction\"]\n[TerminationDetails \"illegal-turn: `[White \\\"C\\\"]`\\\\nnext\"]\n\
             [GameEndTime \"2026-11-22T09:05:00Z\"]\n\n\
             1. a1 {book} 1... b2 {-0.12/3 0.003s} 2. c3 {+M4 1.250s} 2... a3 {-M5/9 0.000s}\n\
             3... c1 {0.010s} 4. c2 {+1000.00/1 0.500s} 0-1\n"
        );
        assert!(text.lines().all(|line| line.len() <= LINE));
        let text = game(&record, Some("Cup \"2026\""), "2026-11-22T09:05:00Z");
        assert!(text.starts_with("[Event \"Cup \\\"2026\\\"\"]\n"), "{text}");
    }
}
