//! Lists of openings, from a file or from records of games.

use std::collections::HashMap;

use abstract_game::facade::AnyRules;
use game_record::Record;
use printable::excerpt;

use super::opening::{Opening, OpeningError};

/// The openings of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpeningList {
    /// The openings, in the order of the file, each reaching another position.
    pub openings: Vec<Opening>,
    /// The numbers of the lines, from 1, that are left out because they reach the position of an earlier one, and of the
    /// earlier one.
    pub duplicates: Vec<(usize, usize)>,
    /// The numbers of the records, from 1, that are left out because their games are over before.
    pub short: Vec<usize>,
    /// The line or record that first reached each position.
    seen: HashMap<String, usize>,
}

impl OpeningList {
    /// Adds the opening of a line or record, unless an earlier one reaches the same position.
    fn add(&mut self, line: usize, opening: Opening, rules: &dyn AnyRules) -> Result<(), OpeningError> {
        let first = *self.seen.entry(opening.reach(rules)?.position_text()).or_insert(line);
        if first == line {
            self.openings.push(opening);
        } else {
            self.duplicates.push((line, first));
        }
        Ok(())
    }

    fn not_empty(self) -> Result<OpeningList, OpeningError> {
        if self.openings.is_empty() { Err(OpeningError::Empty) } else { Ok(self) }
    }
}

/// Reads openings, one a line; with `plies`, the first turns of each only, but all are checked. A line is one of
///
/// ```text
/// d4 c3                turns from the first position, as after `position startpos moves`
/// startpos moves d4 c3 the same
/// 7/7/7/3P3/7/7/7 g 1 s          a position
/// fen 7/7/7/3P3/7/7/7 g 1 s      the same
/// 7/7/7/3P3/7/7/7 g 1 s moves c3 a position, and turns from there
/// ```
///
/// The word `position` may come first, as in a command to an engine. Empty lines and comments are skipped; a comment
/// begins with `#` and a space, or is nothing but `#`. (In Snorkels a `#` at the beginning of a position is a stone.)
///
/// The rules check every line. Of openings that reach the same position only the first is kept; the others are
/// reported as [duplicates](OpeningList::duplicates). So a collection with transpositions can be used unchanged.
///
/// ```
/// let rules = games::by_name("snorkels")?;
/// let list = arena::openings::parse_openings("d4 c3 e5\n# the same in another order\ne5 c3 d4\n", None, &*rules)?;
/// assert_eq!((list.openings.len(), list.duplicates[0]), (1, (3, 1)));
/// let error = arena::openings::parse_openings("d4 c3\n\nd4 c3 z9\n", None, &*rules).unwrap_err();
/// assert!(error.to_string().starts_with("line 3: turn 3 `z9`: "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A line is wrong (the error has its number, the turn and the reason), or there is no opening.
pub fn parse_openings(
    text: &str,
    plies: Option<usize>,
    rules: &dyn AnyRules,
) -> Result<OpeningList, OpeningError> {
    let mut list = OpeningList::default();
    // Some editors write a byte order mark first.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (line, content) in (1..).zip(text.lines()) {
        let words: Vec<&str> = content.split_whitespace().collect();
        if matches!(words.as_slice(), [] | ["#", ..]) {
            continue;
        }
        let wrong = |fault| format!("line {line}: {fault}");
        let mut opening = read(&words, rules).map_err(wrong)?;
        opening.reach(rules).map_err(|error| wrong(error.to_string()))?;
        opening.turns.truncate(plies.unwrap_or(usize::MAX));
        list.add(line, opening, rules)?;
    }
    list.not_empty()
}

/// Whether a text looks like a [record](game_record::Record) of a game, not like a list of openings.
pub fn is_record(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("Game: "))
}

/// The openings of records: the turns that no engine chose, or the first `plies` turns of each game. Records whose games
/// are over before are left out.
///
/// ```
/// use arena::openings::openings_of_records;
/// let record = "\
/// Game: snorkels
/// P1: A
/// P2: B
/// Start: 7/7/7/7/7/7/7 p 1 -
/// Result: unfinished
///
/// 1. P1 b4  ; opening
/// 2. P2 f2  ; time 0.001
/// ";
/// let rules = games::by_name("snorkels")?;
/// let opening = |plies| openings_of_records(&[record.to_owned()], plies, &*rules).map(|list| list.openings[0].to_string());
/// assert_eq!((opening(None)?, opening(Some(2))?), ("b4".to_owned(), "b4 f2".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A text is no record, its game cannot be played by these rules, or no record is left.
pub fn openings_of_records(
    records: &[String],
    plies: Option<usize>,
    rules: &dyn AnyRules,
) -> Result<OpeningList, OpeningError> {
    let mut list = OpeningList::default();
    for (number, text) in (1..).zip(records) {
        let wrong = |fault: String| OpeningError::from(format!("record {number}: {fault}"));
        let record: Record = text.parse().map_err(|error| wrong(format!("no record: {error}")))?;
        if record.game != rules.name() {
            return Err(wrong(format!("it is of the game `{}`, not of `{}`", record.game, rules.name())));
        }
        let plies_of_record = plies.unwrap_or(record.opening().count());
        let turns = record.turns.iter().take(plies_of_record).map(|turn| turn.turn.clone());
        let start = Some(record.start).filter(|start| *start != rules.start().start_text());
        let opening = Opening { start, ..Opening::of_turns(turns) };
        let mut game = opening.begin(rules).map_err(|error| wrong(error.to_string()))?;
        let played = opening.turns.iter().try_for_each(|turn| game.play_turn(turn));
        played.map_err(|error| wrong(error.to_string()))?;
        if game.result().is_some() || plies.is_some_and(|plies| opening.turns.len() < plies) {
            list.short.push(number);
        } else {
            list.add(number, opening, rules)?;
        }
    }
    list.not_empty()
}

/// Reads one opening, or says what is wrong with it.
fn read(words: &[&str], rules: &dyn AnyRules) -> Result<Opening, String> {
    let words = words.strip_prefix(&["position"]).unwrap_or(words);
    let moves = words.iter().position(|&word| word == "moves");
    let (start, turns) = words.split_at(moves.unwrap_or(words.len()));
    let of_turns = |turns: &[&str]| Opening::of_turns(turns.iter().copied());
    let at = |start: &[&str]| Opening {
        start: Some(start.join(" ")),
        ..of_turns(turns.get(1..).unwrap_or_default())
    };
    match start {
        ["startpos"] => Ok(of_turns(turns.get(1..).unwrap_or_default())),
        ["startpos", word, ..] => {
            Err(format!("`{}` after `startpos`: expected `moves` and turns, or nothing", excerpt(word)))
        }
        ["fen", fen @ ..] => Ok(at(fen)),
        _ if moves.is_some() => Ok(at(start)),
        [] => Ok(Opening::default()),
        // A position or turns.
        [first, ..] => match (rules.read_position(&start.join(" ")), rules.start().play_turn(first)) {
            (Ok(_), _) => Ok(at(start)),
            // The first word is not a turn, so the line may be a wrong position.
            (Err(position), Err(turn)) if start.len() > 1 => Err(format!(
                "neither turns nor a position: turn 1 `{}`: {turn}; as a position: {position}",
                excerpt(first)
            )),
            _ => Ok(of_turns(start)),
        },
    }
}

#[cfg(test)]
mod tests {
    use abstract_game::facade::AnyMatch;
    use abstract_game::random::SplitMix64;
    use proptest::prelude::*;

    use super::super::{Openings, RandomOpenings};
    use super::*;

    #[test]
    fn settings_are_data() {
        let listed = Openings::Listed {
            openings: vec![Opening::default(), Opening::of_turns(["d4"])],
            shuffled: true,
        };
        let unchecked = Openings::Random(RandomOpenings::unchecked(2));
        for openings in [Openings::default(), unchecked, listed] {
            let text = serde_json::to_string(&openings).unwrap();
            assert_eq!(serde_json::from_str::<Openings>(&text).unwrap(), openings, "{text}");
            let text = toml::to_string(&openings).unwrap();
            assert_eq!(toml::from_str::<Openings>(&text).unwrap(), openings, "{text}");
        }
        let short: Openings = toml::from_str("kind = 'random'\nturns = 6").unwrap();
        assert_eq!(short, Openings::Random(RandomOpenings { turns: 6, ..RandomOpenings::default() }));
        assert!(toml::from_str::<Openings>("kind = 'random'\ntruns = 6").is_err());
        assert!(toml::from_str::<Openings>("kind = 'listed'").is_err());
    }

    #[test]
    fn an_opening_must_not_end_the_game() {
        let rules = games::by_name("take-two").unwrap();
        let over = Opening { start: Some("1 1 2".into()), turns: vec!["a1".into()] };
        assert_eq!(over.reach(&*rules).unwrap_err().to_string(), "the game is over: P1 wins by last-counter");
        let garbled = Opening { start: Some("x".into()), turns: Vec::new() };
        let message = garbled.reach(&*rules).unwrap_err().to_string();
        assert!(message.starts_with("`x` is not a position of the game: "), "{message}");
    }

    fn parse(text: &str) -> Result<OpeningList, OpeningError> {
        parse_openings(text, None, &*games::by_name("snorkels").unwrap())
    }

    #[test]
    fn a_line_is_turns_or_a_position_or_both() {
        let fen = "7/7/7/3P3/7/7/7 g 1 s";
        let at = |turns: &[&str]| Opening {
            start: Some(fen.to_owned()),
            ..Opening::of_turns(turns.iter().copied())
        };
        for (line, expected) in [
            ("d4 c3", Opening::of_turns(["d4", "c3"])),
            ("  d4\tc3 \r", Opening::of_turns(["d4", "c3"])),
            ("startpos moves d4 c3", Opening::of_turns(["d4", "c3"])),
            ("position startpos moves d4 c3", Opening::of_turns(["d4", "c3"])),
            ("startpos", Opening::default()),
            ("startpos moves", Opening::default()),
            ("\u{feff}d4", Opening::of_turns(["d4"])),
            (fen, at(&[])),
            (&format!("fen {fen}"), at(&[])),
            (&format!("position fen {fen} moves c3"), at(&["c3"])),
            (&format!("{fen} moves swap c3"), at(&["swap", "c3"])),
        ] {
            let list = parse(line).unwrap();
            assert_eq!(list.openings, [expected], "{line}");
            assert_eq!(parse(&list.openings[0].to_string()).unwrap(), list, "{line}");
        }
    }

    #[test]
    fn comments_and_empty_lines_are_skipped_but_not_stones() {
        let list = parse("# openings\n\n   # indented\n#\nd4\n#6/7/7/7/7/7/7 p 1 -\n").unwrap();
        assert_eq!(list.openings.len(), 2);
        assert_eq!(list.openings[1].start.as_deref(), Some("#6/7/7/7/7/7/7 p 1 -"));
        assert_eq!(parse("# nothing\n\n").unwrap_err(), OpeningError::Empty);
        assert_eq!(parse("").unwrap_err(), OpeningError::Empty);
    }

    #[test]
    fn errors_name_the_line_and_the_turn() {
        for (text, expected) in [
            ("d4\n\nd4 c3 c3", "line 3: turn 3 `c3`: "),
            ("z9", "line 1: turn 1 `z9`: "),
            ("#comment", "line 1: turn 1 `#comment`: "),
            ("7/7/7/3X3/7/7/7 g 1 s", "line 1: neither turns nor a position: turn 1 `7/7/7/3X3/7/7/7`: "),
            ("d4\nfen nonsense", "line 2: `nonsense` is not a position of the game: "),
            ("moves d4", "line 1: `` is not a position of the game: "),
            ("startpos d4", "line 1: `d4` after `startpos`: expected `moves` and turns, or nothing"),
            ("7/7/7/3P3/7/7/7 g 1 s moves d4", "line 1: turn 1 `d4`: "),
        ] {
            let message = parse(text).unwrap_err().to_string();
            assert!(message.starts_with(expected), "{text}: {message}");
        }
        let over = parse_openings("3 1 2 moves a3", None, &*games::by_name("take-two").unwrap()).unwrap_err();
        assert_eq!(over.to_string(), "line 1: the game is over: P1 wins by last-counter");
    }

    #[test]
    fn only_the_first_opening_of_a_position_is_kept() {
        let list = parse("d4 c3 e5\nd4\n\ne5 c3 d4\nfen 7/7/7/3P3/7/7/7 g 1 s\n").unwrap();
        assert_eq!(list.openings, [Opening::of_turns(["d4", "c3", "e5"]), Opening::of_turns(["d4"])]);
        assert_eq!(list.duplicates, [(4, 1), (5, 2)]);
    }

    proptest! {
        #[test]
        fn written_openings_are_read_back(seed in any::<u64>(), before in 0_usize..4, after in 0_usize..4) {
            for name in games::names() {
                let rules = games::by_name(name).unwrap();
                let mut random = SplitMix64::new(seed);
                let play = |game: &mut Box<dyn AnyMatch>, count, random: &mut SplitMix64| {
                    for _ in 0..count {
                        let turn = game.random_turn(random);
                        turn.iter().for_each(|turn| game.play_turn(turn).unwrap());
                    }
                };
                let mut game = rules.start();
                play(&mut game, before, &mut random);
                if game.result().is_some() {
                    continue;
                }
                let start = game.position_text();
                let mut game = rules.read_position(&start).unwrap();
                play(&mut game, after, &mut random);
                if game.result().is_some() {
                    continue;
                }
                let opening = Opening { start: (before > 0).then_some(start), turns: game.turns() };
                let line = opening.to_string();
                let list = parse_openings(&line, None, &*rules).unwrap();
                prop_assert_eq!(&list.openings, std::slice::from_ref(&opening), "{}", line);
                prop_assert_eq!(opening.reach(&*rules).unwrap().key(), game.key());
                // The word `fen` may be left out.
                let bare = line.strip_prefix("fen ").unwrap_or(&line);
                prop_assert_eq!(parse_openings(bare, None, &*rules).unwrap(), list, "{}", bare);
            }
        }

        #[test]
        fn no_text_panics(text in "[ -~\n]{0,60}") {
            let _ = parse(&text);
        }
    }
}
