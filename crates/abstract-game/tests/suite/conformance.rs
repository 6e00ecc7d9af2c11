//! The suite passes correct games and names defects.

use std::panic::{AssertUnwindSafe, catch_unwind};

use abstract_game::conformance::{Check, Suite};
use abstract_game::sample::{LAST_COUNTER, Take, TakeTwo};
use abstract_game::{Reason, Rules};

use crate::broken::{Broken, BrokenRules, Defect};
use crate::heaps;
use crate::ring::{Ring, RingDefect, RingRules, Step};

fn takes() -> Vec<Take> {
    let takes = (0..10).flat_map(|heap| (0..6).map(move |count| Take::From { heap, count }));
    takes.chain([Take::EndTurn]).collect()
}

fn suite() -> Suite<TakeTwo> {
    Suite::new(TakeTwo::default()).universe(|_| takes())
}

#[test]
fn the_sample_passes() {
    let summary = suite().games(25).seed(7).from(heaps("9,9,9,9,9,9,9,9 2 1")).from(heaps("0,0 1 2")).check();
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
        .universe(|_| vec![Step::Left, Step::Right]);
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

/// What the suite says when it fails; `None` if it passes.
pub(crate) fn failure<R: Rules>(suite: &Suite<R>) -> Option<String> {
    let payload = catch_unwind(AssertUnwindSafe(|| suite.check())).err()?;
    Some(payload.downcast_ref::<String>().expect("a report").clone())
}

/// The suite fails with that check. Returns the report.
#[track_caller]
pub(crate) fn fails<R: Rules>(suite: &Suite<R>, check: Check) -> String {
    let report = failure(suite).unwrap_or_else(|| panic!("{check}: goes unnoticed"));
    assert_eq!(report.lines().next(), Some(&*check.to_string()), "{report}");
    report
}

/// The suite of the sample game with that defect.
fn broken(defect: Defect) -> Suite<BrokenRules> {
    Suite::new(BrokenRules(defect)).universe(|_| takes())
}

/// A line of a report.
pub(crate) fn part(report: &str, name: &str) -> Option<String> {
    report.lines().find_map(|line| Some(line.trim_start().strip_prefix(name)?.trim_start().to_owned()))
}

#[test]
fn the_wrapper_without_a_defect_passes() {
    Suite::new(BrokenRules(Defect::None)).universe(|_| takes()).check();
}

#[test]
fn every_defect_is_named() {
    let table = [
        (Defect::ActionTwice, Check::DUPLICATE),
        (Defect::AppendsInAnotherOrder, Check::ORDER),
        (Defect::CanCheat, Check::REFUSAL),
        (Defect::ClearsTheList, Check::ORDER),
        (Defect::ChoosesTheNext, Check::CHOICE),
        (Defect::PlaysOutOneMore, Check::PLAYOUT),
        (Defect::PlaysOutTheFirst, Check::PLAYOUT),
        (Defect::CountsOneMore, Check::COUNT),
        (Defect::DrawsNewlineAtEnd, Check::DRAWING),
        (Defect::DrawsNothing, Check::DRAWING),
        (Defect::DrawsOneLine, Check::DRAWING),
        (Defect::EncodesBeyondTheLast, Check::ENCODING),
        (Defect::EncodesTooFewPlanes, Check::ENCODING),
        (Defect::EncodesTooLargeNumbers, Check::ENCODING),
        (Defect::EncodesTooManyParts, Check::ENCODING),
        (Defect::EndTurnAtOnce, Check::END_TURN),
        (Defect::ExchangesNobody, Check::EXCHANGE_PLAYERS),
        (Defect::ExchangesOnlyOnce, Check::EXCHANGE_PLAYERS),
        (Defect::ForgetsAnAction, Check::LEGAL_IS_GENERATED),
        (Defect::GeneratesTooMuch, Check::GENERATED_IS_LEGAL),
        (Defect::HashesItsRoute, Check::EQUAL_POSITIONS),
        (Defect::IsLegalSaysNo, Check::GENERATED_IS_LEGAL),
        (Defect::KeyForgottenAtEndOfTurn, Check::KEY),
        (Defect::KeyHoldsItsRoute, Check::EQUAL_POSITIONS),
        (Defect::KeyOfTheSumOnly, Check::DISTINCT_KEYS),
        (Defect::PassesThePlayerOn, Check::PLAYER_WITHIN_TURN),
        (Defect::PlaysFirstActionOnError, Check::REFUSAL),
        (Defect::ReadsAnyPosition, Check::KEY),
        (Defect::ReadsFirstAction, Check::ACTION_TEXT),
        (Defect::ReadsIllegal, Check::READS_ILLEGAL),
        (Defect::ReadsUnfinishedAsWhole, Check::POSITION_TEXT),
        (Defect::RestConstant, Check::MAX_REMAINING_TURNS),
        (Defect::RestWithdrawn, Check::MAX_REMAINING_TURNS),
        (Defect::SameChoicesForAll, Check::CHOICES),
        (Defect::SameTextForAll, Check::ACTION_TEXT_DISTINCT),
        (Defect::ShowsAPieceBesideTheBoard, Check::SCENE),
        (Defect::ShowsAnEventBesideTheBoard, Check::SCENE),
        (Defect::SkipsNoTurn, Check::SKIP_TURN),
        (Defect::SkipsTheTurnAndACounter, Check::SKIP_TURN),
        (Defect::SkipsWithinTheTurn, Check::SKIP_TURN),
        (Defect::StuckOnLastCounter, Check::STUCK),
        (Defect::TakesWhenOver, Check::FINISHED),
        (Defect::TextOfTwoWords, Check::ACTION_TEXT_FORM),
        (Defect::TriesFirstAction, Check::PLAY),
        (Defect::TurnOpenWhenOver, Check::FINISHED),
        (Defect::TwoSpaces, Check::POSITION_TEXT_FORM),
    ];
    for (defect, check) in table {
        let report = fails(&broken(defect), check);
        assert!(part(&report, "position").is_some_and(|text| !text.is_empty()), "{report}");
        assert!(part(&report, "in game").is_some(), "{defect:?}: {report}");
    }
}

#[test]
fn from_str_that_reads_something_else_is_named() {
    let report = fails(&Suite::new(BrokenRules(Defect::None)).reads_from_str(), Check::FROM_STR);
    assert!(part(&report, "expected").unwrap().contains("a position with the text"), "{report}");
    let report = fails(&Suite::new(RingRules).reads_from_str(), Check::FROM_STR);
    assert!(part(&report, "expected").unwrap().contains("to be read as"), "{report}");
}

#[test]
fn without_a_universe_earlier_legal_actions_are_tried() {
    fails(&Suite::new(BrokenRules(Defect::TakesWhenOver)), Check::FINISHED);
}

#[test]
fn a_universe_too_small_is_named() {
    fails(&Suite::new(TakeTwo::default()).universe(|_| vec![Take::EndTurn]), Check::UNIVERSE);
}

#[test]
fn symmetries_that_do_not_commute_are_named() {
    for defect in [
        Defect::MapsNoActions,
        Defect::MapsActionsOnly,
        Defect::MirrorsAndExchanges,
        Defect::MirrorsInsteadOfExchanging,
        Defect::MapsToOtherHeaps,
    ] {
        fails(&broken(defect), Check::SYMMETRY);
    }
    for defect in [Defect::MapsNoActions, Defect::MapsActionsOnly] {
        let report = fails(&broken(defect), Check::SYMMETRY);
        assert!(part(&report, "expected").unwrap().contains("`MirrorFiles`"), "{report}");
    }
}

#[test]
fn repetition_gone_wrong_is_named() {
    for defect in [RingDefect::NothingRepeats, RingDefect::OneWay] {
        let start = Ring { defect: Some(defect), ..RingRules.start() };
        fails(&Suite::new(RingRules).cycle(start, &["l,r", "r,l"]), Check::REPETITION);
    }
    // Turns that lead elsewhere, that are over too soon, that are none, and a game without a rule.
    for turns in [&["l,l"][..], &["l,r", "r,l", "l,r", "r,l"], &["x"]] {
        fails(&Suite::new(RingRules).cycle(RingRules.start(), turns), Check::REPETITION);
    }
    let start = TakeTwo::default().start();
    fails(&suite().cycle(start, &["a1"]), Check::REPETITION);
}

#[test]
fn a_report_has_all_its_parts() {
    let text = fails(&broken(Defect::GeneratesTooMuch), Check::GENERATED_IS_LEGAL);
    assert_eq!(
        text,
        "an action is generated that is not legal\n  \
           position  3,4,5 1 2\n  \
           action    From { heap: 7, count: 3 }\n  \
           expected  a legal action\n  \
           found     `check` says: cannot take 3 from heap h: it has 0\n  \
           in game 1 of seed 1"
    );
    let text = fails(&broken(Defect::ReadsAnyPosition), Check::KEY);
    assert!(text.contains("read from a damaged text"), "{text}");
}

#[test]
fn the_suite_serves_positions_beyond_the_rules_own_start() {
    let start: Broken = BrokenRules(Defect::KeyForgottenAtEndOfTurn).read_position("0,0,1 1 1").unwrap();
    let suite = Suite::new(BrokenRules(Defect::None)).games(1);
    fails(&suite.from(start), Check::KEY);
}
