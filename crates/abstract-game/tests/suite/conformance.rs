//! The suite passes correct games and names defects.

use abstract_game::conformance::{Check, GameSymmetry, Suite, Violation};
use abstract_game::sample::{Heaps, LAST_COUNTER, Take, TakeTwo};
use abstract_game::{Position as _, Reason, Rules};

use crate::broken::{Broken, BrokenRules, Defect};
use crate::heaps;
use crate::ring::{Ring, RingDefect, RingRules, Step};

fn takes() -> Vec<Take> {
    let takes = (0..10).flat_map(|heap| (0..6).map(move |count| Take::From { heap, count }));
    takes.chain([Take::EndTurn]).collect()
}

/// The heaps in reverse order.
fn mirror(position: &Heaps) -> Heaps {
    let text = position.to_string();
    let (heaps, rest) = text.split_once(' ').unwrap();
    let heaps: Vec<&str> = heaps.rsplit(',').collect();
    crate::heaps(&format!("{} {rest}", heaps.join(",")))
}

fn mirror_take(position: &Heaps, take: Take) -> Take {
    let last = position.to_string().matches(',').count() as u8;
    match take {
        Take::From { heap, count } => Take::From { heap: last - heap, count },
        Take::EndTurn => take,
    }
}

/// The same heaps with the other player to act.
fn exchange(position: &Heaps) -> Heaps {
    position.exchange_players().unwrap()
}

fn suite() -> Suite<TakeTwo> {
    Suite::new(TakeTwo::default()).universe(|_| takes())
}

fn exchanging() -> GameSymmetry<Heaps> {
    GameSymmetry::new("exchange", exchange, |_, take| take).exchanging_players()
}

#[test]
fn the_sample_passes() {
    let summary = suite()
        .games(25)
        .seed(7)
        .from(heaps("9,9,9,9,9,9,9,9 2 1"))
        .from(heaps("0,0 1 2"))
        .symmetry(GameSymmetry::new("reverse", mirror, mirror_take))
        .symmetry(exchanging())
        .check();
    assert_eq!((summary.games, summary.finished), (75, 75));
    assert_eq!(summary.ends.into_iter().collect::<Vec<_>>(), [(LAST_COUNTER, 75)]);
    assert_eq!(summary.most_actions, 25);
    assert_eq!(summary.shared_tags, 0);
    assert!(summary.longest > 5 && summary.positions > 500);
}

#[test]
fn all_options_pass() {
    for heaps in 1..=7 {
        let mut rules = TakeTwo::default();
        rules.set_option("heaps", &heaps.to_string()).unwrap();
        Suite::new(rules).universe(|_| takes()).games(4).check();
    }
}

#[test]
fn a_game_of_repetition_passes() {
    let suite = Suite::new(RingRules)
        .max_turns(100)
        .from(Ring { steps_left: 1, ..RingRules.start() })
        .cycle(RingRules.start(), &["l,r", "r,l"])
        .cycle(RingRules.start(), &["l,l"; 14])
        .universe(|_| vec![Step::Left, Step::Right])
        .symmetry(GameSymmetry::new(
            "mirror",
            |ring: &Ring| Ring { cell: (7 - ring.cell) % 7, ..*ring },
            |_, step| if step == Step::Left { Step::Right } else { Step::Left },
        ));
    let summary = suite.check();
    assert_eq!(summary.ends.into_iter().collect::<Vec<_>>(), [(Reason::REPETITION, 40)]);
}

#[test]
fn a_run_is_reproducible_and_the_seed_matters() {
    let run = |seed| suite().seed(seed).games(5).check();
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
}

#[test]
fn games_stop_at_the_limit_of_turns() {
    let summary = Suite::new(RingRules).games(3).max_turns(2).check();
    assert_eq!((summary.finished, summary.longest), (0, 2));
    assert!(summary.ends.is_empty());
}

/// What the suite says of the sample game with that defect.
fn violation(defect: Defect) -> Violation {
    let suite = Suite::new(BrokenRules(defect)).universe(|_| takes());
    suite.run().expect_err(&format!("{defect:?} goes unnoticed"))
}

#[test]
fn the_wrapper_without_a_defect_passes() {
    Suite::new(BrokenRules(Defect::None)).universe(|_| takes()).check();
}

/// `TurnText`, `Replay`, `Undo` and `Facade` are missing here: those ask about this crate's own code, which
/// a game can hardly break.
#[test]
fn every_defect_is_named() {
    let table = [
        (Defect::ActionTwice, Check::Duplicate),
        (Defect::AppendsInAnotherOrder, Check::Order),
        (Defect::CanCheat, Check::Refusal),
        (Defect::ClearsTheList, Check::Order),
        (Defect::ChoosesTheNext, Check::Choice),
        (Defect::PlaysOutOneMore, Check::Playout),
        (Defect::PlaysOutTheFirst, Check::Playout),
        (Defect::CountsOneMore, Check::Count),
        (Defect::DrawsNewlineAtEnd, Check::Drawing),
        (Defect::DrawsNothing, Check::Drawing),
        (Defect::DrawsOneLine, Check::Drawing),
        (Defect::EncodesBeyondTheLast, Check::Encoding),
        (Defect::EncodesTooFewPlanes, Check::Encoding),
        (Defect::EncodesTooLargeNumbers, Check::Encoding),
        (Defect::EndTurnAtOnce, Check::EndTurn),
        (Defect::ExchangesNobody, Check::ExchangePlayers),
        (Defect::ExchangesOnlyOnce, Check::ExchangePlayers),
        (Defect::ForgetsAnAction, Check::LegalIsGenerated),
        (Defect::GeneratesTooMuch, Check::GeneratedIsLegal),
        (Defect::HashesItsRoute, Check::EqualPositions),
        (Defect::IsLegalSaysNo, Check::GeneratedIsLegal),
        (Defect::KeyForgottenAtEndOfTurn, Check::Key),
        (Defect::KeyHoldsItsRoute, Check::EqualPositions),
        (Defect::KeyOfTheSumOnly, Check::DistinctKeys),
        (Defect::PassesThePlayerOn, Check::PlayerWithinTurn),
        (Defect::PlaysFirstActionOnError, Check::Refusal),
        (Defect::ReadsAnyPosition, Check::Key),
        (Defect::ReadsFirstAction, Check::ActionText),
        (Defect::ReadsIllegal, Check::ReadsIllegal),
        (Defect::ReadsUnfinishedAsWhole, Check::PositionText),
        (Defect::RestConstant, Check::MaxRemainingTurns),
        (Defect::RestWithdrawn, Check::MaxRemainingTurns),
        (Defect::SameChoicesForAll, Check::Choices),
        (Defect::SameTextForAll, Check::ActionTextDistinct),
        (Defect::ShowsAPieceBesideTheBoard, Check::Scene),
        (Defect::ShowsAnEventBesideTheBoard, Check::Scene),
        (Defect::SkipsNoTurn, Check::SkipTurn),
        (Defect::SkipsTheTurnAndACounter, Check::SkipTurn),
        (Defect::SkipsWithinTheTurn, Check::SkipTurn),
        (Defect::StuckOnLastCounter, Check::Stuck),
        (Defect::TakesWhenOver, Check::Finished),
        (Defect::TextOfTwoWords, Check::ActionTextForm),
        (Defect::TriesFirstAction, Check::Play),
        (Defect::TurnOpenWhenOver, Check::Finished),
        (Defect::TwoSpaces, Check::PositionTextForm),
    ];
    for (defect, check) in table {
        let violation = violation(defect);
        assert_eq!(violation.check, check, "{defect:?}: {violation}");
        assert!(!violation.position.is_empty() && violation.game.is_some(), "{violation}");
    }
}

#[test]
fn from_str_that_reads_something_else_is_named() {
    let violation = Suite::new(BrokenRules(Defect::None)).reads_from_str().run().unwrap_err();
    assert_eq!(violation.check, Check::FromStr);
    assert!(violation.expected.contains("a position with the text"), "{violation}");
    let violation = Suite::new(RingRules).reads_from_str().run().unwrap_err();
    assert_eq!(violation.check, Check::FromStr);
    assert!(violation.expected.contains("to be read as"), "{violation}");
}

#[test]
fn without_a_universe_earlier_legal_actions_are_tried() {
    let violation = Suite::new(BrokenRules(Defect::TakesWhenOver)).run().unwrap_err();
    assert_eq!(violation.check, Check::Finished);
}

#[test]
fn a_universe_too_small_is_named() {
    let violation = Suite::new(TakeTwo::default()).universe(|_| vec![Take::EndTurn]).run().unwrap_err();
    assert_eq!(violation.check, Check::Universe);
}

#[test]
fn symmetries_that_do_not_commute_are_named() {
    let cases = [
        ("actions left as they are", GameSymmetry::new("x", mirror, |_, take| take)),
        ("players not exchanged", GameSymmetry::new("x", exchange, |_, take| take)),
        ("players exchanged", GameSymmetry::new("x", mirror, mirror_take).exchanging_players()),
        ("positions left as they are", GameSymmetry::new("x", Heaps::clone, mirror_take)),
        (
            "a rule that sees the difference",
            GameSymmetry::new(
                "x",
                |position: &Heaps| heaps(&position.to_string().replace('5', "4")),
                |_, take| take,
            ),
        ),
    ];
    for (name, symmetry) in cases {
        let violation = suite().symmetry(symmetry).run().expect_err(name);
        assert_eq!(violation.check, Check::Symmetry, "{name}: {violation}");
        assert!(violation.expected.contains("`x`"), "{name}: {violation}");
    }
}

#[test]
fn repetition_gone_wrong_is_named() {
    for defect in [RingDefect::NothingRepeats, RingDefect::OneWay] {
        let start = Ring { defect: Some(defect), ..RingRules.start() };
        let violation = Suite::new(RingRules).cycle(start, &["l,r", "r,l"]).run().unwrap_err();
        assert_eq!(violation.check, Check::Repetition, "{defect:?}: {violation}");
    }
    // Turns that lead elsewhere, that are over too soon, that are none, and a game without a rule.
    for turns in [&["l,l"][..], &["l,r", "r,l", "l,r", "r,l"], &["x"]] {
        let violation = Suite::new(RingRules).cycle(RingRules.start(), turns).run().unwrap_err();
        assert_eq!(violation.check, Check::Repetition, "{turns:?}: {violation}");
    }
    let start = TakeTwo::default().start();
    let violation = suite().cycle(start, &["a1"]).run().unwrap_err();
    assert_eq!(violation.check, Check::Repetition);
}

#[test]
fn a_violation_displays_all_its_parts() {
    let text = violation(Defect::GeneratesTooMuch).to_string();
    assert_eq!(
        text,
        "an action is generated that is not legal (GeneratedIsLegal)\n  \
           position  3,4,5 1 2\n  \
           action    From { heap: 7, count: 3 }\n  \
           expected  a legal action\n  \
           found     `check` says: cannot take 3 from heap h: it has 0\n  \
           in game 1 of seed 1"
    );
    let text = violation(Defect::ReadsAnyPosition).to_string();
    assert!(text.contains("read from a damaged text"), "{text}");
}

#[test]
#[should_panic(expected = "an action is generated twice")]
fn check_panics_with_the_violation() {
    Suite::<BrokenRules>::new(BrokenRules(Defect::ActionTwice)).check();
}

#[test]
fn the_suite_serves_positions_beyond_the_rules_own_start() {
    let start: Broken = BrokenRules(Defect::KeyForgottenAtEndOfTurn).read_position("0,0,1 1 1").unwrap();
    let suite = Suite::new(BrokenRules(Defect::None)).games(1);
    assert_eq!(suite.from(start).run().unwrap_err().check, Check::Key);
}
