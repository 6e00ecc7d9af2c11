//! Records are written, read back, and replayed.

use std::time::Duration;

use abstract_game::Player;
use abstract_game::facade::AnyRules;
use abstract_game::sample::TakeTwo;
use arena::engine::EngineLimits;
use arena::engine::{RandomPlayer, Seating};
use arena::game::Judging;
use arena::game::record::{Record, replay};
use arena::game::{Cause, Ending};
use arena::game::{PlayedTurn, Setup, TurnInfo, play};
use arena::openings::Opening;
use arena::stop::Stop;
use proptest::option;
use proptest::prelude::*;
use protocol::ReportedScore;

fn player() -> impl Strategy<Value = Player> {
    prop_oneof![Just(Player::P1), Just(Player::P2)]
}

fn score() -> impl Strategy<Value = ReportedScore> {
    prop_oneof![
        any::<i32>().prop_map(ReportedScore::Cp),
        any::<i32>().prop_map(ReportedScore::Mate),
        Just(ReportedScore::Win),
        Just(ReportedScore::Loss),
    ]
}

fn info() -> impl Strategy<Value = TurnInfo> {
    let reported = (option::of(score()), any::<Option<u32>>(), any::<Option<u64>>(), any::<Option<u64>>());
    (reported, 0_u64..1 << 50).prop_map(|((score, depth, nodes, nps), ms)| TurnInfo {
        score,
        depth,
        nodes,
        nps,
        reported_time: None,
        time: Duration::from_millis(ms),
    })
}

fn turn() -> impl Strategy<Value = PlayedTurn> {
    // A turn is one word; only the game knows its notation.
    ("[!-~é]{1,12}", player(), option::of(info())).prop_map(|(turn, player, info)| PlayedTurn {
        turn,
        player,
        seat: player.index(),
        info,
    })
}

/// No names, or some different ones.
fn seats() -> impl Strategy<Value = Vec<(String, String)>> {
    prop::collection::btree_map("[a-z]{1,8}", r"(?s).*", 0..5).prop_map(|seats| seats.into_iter().collect())
}

fn ending() -> impl Strategy<Value = Ending> {
    ("[a-z-]{1,12}", option::of(player()), option::of(".*\n?.*")).prop_map(|(word, winner, detail)| Ending {
        winner,
        cause: Cause::from_word(&word),
        detail,
    })
}

fn record() -> impl Strategy<Value = Record> {
    let rules = prop::collection::vec(("[a-z]{1,8}", "[^=\n]*"), 0..4);
    let numbers = [(); 4].map(|()| any::<Option<u64>>());
    let texts = (".*", [r"(?s).*", r"(?s).*"], option::of(".*"), ".*");
    let turns = prop::collection::vec(turn(), 0..8);
    // The seats of the fault and of the turns; adjusted below.
    let chairs = (seats(), option::of(0_usize..5), prop::collection::vec(0_usize..5, 8));
    (texts, rules, numbers, ending(), turns, chairs).prop_map(
        |(
            (game, players, limits, start),
            rules,
            [number, round, pair, seed],
            ending,
            mut turns,
            (seats, culprit, chairs),
        )| {
            let count = seats.len();
            if count > 0 {
                turns.iter_mut().zip(chairs).for_each(|(turn, chair)| turn.seat = chair % count);
            }
            let culprit = culprit.filter(|_| count > 0).map(|seat| seat % count);
            Record {
                game,
                rules,
                players,
                seats,
                number,
                round,
                pair,
                seed,
                limits,
                start,
                ending,
                culprit,
                turns,
            }
        },
    )
}

proptest! {
    #[test]
    fn records_are_read_back_as_written(record in record()) {
        let text = record.to_string();
        let read = text.parse::<Record>();
        prop_assert_eq!(read, Ok(record), "{}", text);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "(?s)(#.*\n)?(Game: x\nP1: A\nP2: B\n)?.*\n\n.*") {
        let _ = text.parse::<Record>();
    }

    #[test]
    fn random_games_replay(seed in any::<u64>(), max_turns in option::of(1_usize..6)) {
        let rules = TakeTwo::default();
        let (seating, limits) = (Seating::new(rules.seats(), &[0, 1]), [(); 2].map(|()| EngineLimits::default()));
        let judging = Judging { max_turns, ..Judging::default() };
        let opening = Opening::default();
        let setup = Setup {
            rules: &rules,
            opening: &opening,
            seating: &seating,
            limits: &limits,
            judging,
            seeds: [seed, !seed],
            stop: &Stop::new(),
        };
        let (mut p1, mut p2) = (RandomPlayer::default(), RandomPlayer::default());
        let played = play(&setup, &mut [&mut p1, &mut p2], &mut |_, _| ()).unwrap();
        let record = Record {
            game: "take-two".into(),
            rules: vec![("heaps".into(), "3".into())],
            players: ["A".into(), "B".into()],
            seats: Vec::new(),
            number: None,
            round: None,
            pair: None,
            seed: None,
            limits: None,
            start: played.start,
            ending: played.ending,
            culprit: None,
            turns: played.turns,
        };
        let mut seen = 0;
        let last = replay(&record, &rules, &mut |_, _| seen += 1).unwrap();
        prop_assert_eq!((last.turn_count(), seen), (record.turns.len(), record.turns.len()));
    }
}

const GOOD: &str = "\
# a game of the arena, format 1
Game: take-two
Rule: heaps=2
P1: A
P2: B
Start: 3,4 1 2
Result: P2 wins by last-counter

1. P1 a3  ; opening
2. P2 b3,b1  ; score +100 depth 2 nodes 17 time 0.012
";

fn error(text: &str) -> String {
    text.parse::<Record>().unwrap_err().to_string()
}

fn contradiction(from: &str, to: &str) -> String {
    assert!(GOOD.contains(from), "{from}");
    let record: Record = GOOD.replace(from, to).parse().unwrap();
    replay(&record, &TakeTwo::default(), &mut |_, _| ()).unwrap_err().to_string()
}

#[test]
fn a_handwritten_record_is_read() {
    let record: Record = GOOD.parse().unwrap();
    assert_eq!(record.rules, [("heaps".to_owned(), "2".to_owned())]);
    assert_eq!(record.turns[0].info, None);
    let info = record.turns[1].info.unwrap();
    assert_eq!((info.score, info.depth), (Some(ReportedScore::Cp(100)), Some(2)));
    assert_eq!((info.nodes, info.time), (Some(17), Duration::from_millis(12)));
    assert_eq!(record.to_string().parse::<Record>(), Ok(record.clone()));
    let rules: &dyn AnyRules = &TakeTwo::default();
    assert_eq!(replay(&record, rules, &mut |_, _| ()).unwrap().position_text(), "0,0 1 2");
    // CRLF line ends, turns without comments, unknown headers.
    let other = GOOD.replace('\n', "\r\n").replace("  ; opening", "").replace("P1: A", "P1: A\r\nEvent: x");
    assert_eq!(other.parse::<Record>().unwrap().turns[1], record.turns[1]);
}

#[test]
fn malformed_records_are_refused_with_their_line() {
    assert_eq!(error(""), "the header `Result:` is missing");
    assert_eq!(error("Game: x\nGame: y"), "line 2: a second header `Game:`");
    let cases = [
        ("Game: take-two\n", "Game take-two\n", "line 2: `Game take-two` is not a header"),
        ("P2: B\n", "", "the header `P2:` is missing"),
        ("P2 wins by last-counter", "B wins", "line 7: `B wins` is not a result"),
        (
            "2. P2",
            "3. P2",
            "line 10: `3. P2 b3,b1  ; score +100 depth 2 nodes 17 time 0.012` is not the next turn",
        ),
        ("2. P2", "2. P3", "is not the next turn"),
        ("depth 2", "depth two", "is not a turn with a comment of"),
        ("time 0.012", "time", "is not a turn with a comment of"),
        ("time 0.012", "time -1", "is not a turn with a comment of"),
        ("heaps=2", "heaps", "line 3: `heaps` is not a rule"),
        ("P1: A", "P1: A\\x", "at each backslash"),
    ];
    for (from, to, message) in cases {
        let text = error(&GOOD.replace(from, to));
        assert!(text.contains(message), "{text}");
    }
}

#[test]
fn contradictions_of_the_rules_are_reported() {
    let cases = [
        ("take-two", "chess", "of the game `chess`, not of `take-two`"),
        ("heaps=2", "heaps=9", "option `heaps` does not take `9`"),
        ("heaps=2", "stones=2", "there is no option `stones`"),
        ("3,4 1 2", "3,x 1 2", "start `3,x 1 2`: `3,x` is not"),
        ("b3,b1", "b3,b2", "turn 2, `b3,b2`: in `b3,b2`, action 2: cannot take 2 from heap b"),
        ("2. P2", "2. P1", "turn 2, `b3,b1`: it is P2's turn, not P1's"),
        ("P2 wins by last-counter", "P1 wins by last-counter", "the rules say `P2 wins by last-counter`"),
        ("last-counter", "resignation", "the record says `P2 wins by resignation`"),
        (
            "b3,b1",
            "b3",
            "the record says `P2 wins by last-counter`, the rules say `the game is not over, it is P1's turn`",
        ),
    ];
    for (from, to, message) in cases {
        let text = contradiction(from, to);
        assert!(text.contains(message), "{text}");
    }
}

#[test]
fn endings_by_the_arena_are_checked_for_consistency() {
    let verdict = |result: &str| {
        let text = GOOD.replace("b3,b1", "b3").replace("P2 wins by last-counter", result);
        replay(&text.parse().unwrap(), &TakeTwo::default(), &mut |_, _| ()).is_ok()
    };
    for (result, consistent) in [
        ("draw by length", true),
        ("P1 wins by length", false),
        ("P2 wins by stall", true), // it is P1's turn
        ("P1 wins by stall", false),
        ("P2 wins by disconnect", true),
        ("draw by start", false),
        ("P1 wins by adjudicated-win", true),
        ("draw by adjudicated-win", false),
        ("draw by adjudicated-draw", true),
        ("P2 wins by adjudicated-draw", false),
        ("draw by crash", false),
        ("P2 wins by resignation", true), // it is P1's turn
        ("P1 wins by resignation", false),
        ("draw by resignation", false),
        ("draw by agreement", true),
        ("P1 wins by agreement", false),
    ] {
        assert_eq!(verdict(result), consistent, "{result}");
    }
}

#[test]
fn a_fault_before_the_first_turn_can_be_of_either_side() {
    // P2 does not start; after the opening it is P1's turn.
    let text = |first: &str| {
        let turns = format!("1. P1 a3  ; {first}\n2. P2 b3  ; opening\n");
        let head = &GOOD[..GOOD.find("1. P1").unwrap()];
        head.replace("P2 wins by last-counter", "P1 wins by crash") + &turns
    };
    let consistent =
        |first| replay(&text(first).parse().unwrap(), &TakeTwo::default(), &mut |_, _| ()).is_ok();
    assert!(consistent("opening") && !consistent("time 0.001"));
}
