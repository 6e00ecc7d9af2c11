//! Matches: repetition, agreement, resignation, taking back, and errors that leave no trace.

use abstract_game::sample::{Heaps, LAST_COUNTER, Take, TakeTwo};
use abstract_game::{End, Match, MatchError, Player, Position, Reason, Rules, TurnError};
use proptest::prelude::*;

use crate::heaps;
use crate::ring::{Ring, RingRules, Step};

fn take_two(text: &str) -> Match<Heaps> {
    Match::new(heaps(text))
}

fn ring(start: Ring, turns: &[&str]) -> Match<Ring> {
    let mut game = Match::new(start);
    for turn in turns {
        game.play_turn(turn).unwrap();
    }
    game
}

const END: End = End::draw(Reason::REPETITION);

#[test]
fn the_third_occurrence_ends_the_game_the_start_counted() {
    let mut game = ring(RingRules.start(), &["l,r", "l,r", "l,r"]);
    assert_eq!((game.result(), game.occurrences()), (None, 2));
    game.play_turn("l,r").unwrap();
    assert_eq!((game.result(), game.occurrences()), (Some(END), 3));
    assert_eq!(game.play_turn("l,r"), Err(MatchError::Over(END)));
    assert_eq!(game.try_play(Step::Left), Err(MatchError::Over(END)));
    assert_eq!(game.read_turn("l,r"), Err(MatchError::Over(END)));
    assert_eq!(game.play_turn("l,r").unwrap_err().to_string(), "the game is over: draw by repetition");
}

#[test]
fn a_start_within_a_turn_is_no_occurrence() {
    let start = Ring { steps_left: 1, ..RingRules.start() };
    let mut game = Match::new(start.clone());
    assert_eq!(game.occurrences(), 1);
    for turn in ["l", "l,l", "l,l", "l,l"] {
        game.play_turn(turn).unwrap();
        assert_eq!((game.occurrences(), game.result()), (1, None), "after {turn}");
    }
    // The state is that of the start, which does not count: it stood within a turn.
    assert!(game.position().repeats(&start));
    for (turn, occurrences) in [("r,l", 1), ("r,l", 2), ("r,l", 2)] {
        game.play_turn(turn).unwrap();
        assert_eq!((game.occurrences(), game.result()), (occurrences, None));
    }
    game.play_turn("r,l").unwrap();
    assert_eq!(game.result(), Some(END));
    assert_eq!(game.turn_texts(), ["l", "l,l", "l,l", "l,l", "r,l", "r,l", "r,l", "r,l"]);
}

#[test]
fn a_tie_break_decides_repetition_and_agreement() {
    let start = Ring { cell: 3, ..RingRules.start() };
    let mut game = ring(start.clone(), &["l,r", "l,r", "l,r", "l,r"]);
    assert_eq!(game.result(), Some(End::win(Player::P2, Reason::REPETITION)));
    game.agree_draw();
    game.resign(Player::P2);
    assert_eq!(game.result().unwrap().reason, Reason::REPETITION);

    let mut game = Match::new(start);
    game.agree_draw();
    assert_eq!(game.result(), Some(End::win(Player::P2, Reason::AGREEMENT)));
}

#[test]
fn resignation_and_agreement_end_a_game_once() {
    let mut game = take_two("3,4,5 1 2");
    game.agree_draw();
    game.resign(Player::P1);
    assert_eq!(game.result(), Some(End::draw(Reason::AGREEMENT)));

    let mut game = take_two("3,4,5 1 2");
    game.resign(Player::P1);
    game.agree_draw();
    assert_eq!(game.result(), Some(End::win(Player::P2, Reason::RESIGNATION)));
    assert_eq!(
        game.try_play(Take::From { heap: 0, count: 1 }),
        Err(MatchError::Over(game.result().unwrap()))
    );
}

#[test]
fn undo_takes_back_the_unfinished_turn_first() {
    let mut game = take_two("3,4,5 1 2");
    game.play_turn("a1,b1").unwrap();
    let between = game.position().clone();
    let take = Take::From { heap: 2, count: 3 };
    game.try_play(take).unwrap();
    assert_eq!((game.pending(), game.turns().len(), game.turn_starts().len()), (&[take][..], 1, 2));

    assert_eq!(game.undo().unwrap().as_slice(), [take]);
    assert_eq!((game.position(), game.pending()), (&between, &[][..]));
    assert_eq!(game.undo().unwrap().len(), 2);
    assert_eq!((game.position(), game.turns().len()), (&TakeTwo::default().start(), 0));
    assert_eq!(game.undo(), None);
}

#[test]
fn undo_takes_back_the_end_with_the_turn() {
    let mut game = take_two("1 1 2");
    game.play_turn("a1").unwrap();
    assert_eq!(game.result(), Some(End::win(Player::P1, LAST_COUNTER)));
    game.undo().unwrap();
    assert_eq!(game.result(), None);

    let mut game = take_two("3,4,5 1 2");
    game.play_turn("a1").unwrap();
    game.resign(Player::P2);
    game.undo().unwrap();
    assert_eq!(game.result(), None);
    // Nothing was played, so there is nothing that the resignation could go with.
    game.resign(Player::P2);
    assert_eq!(game.undo(), None);
    assert!(game.result().is_some());

    let mut game = ring(RingRules.start(), &["l,r"; 4]);
    game.undo().unwrap();
    assert_eq!((game.result(), game.occurrences()), (None, 2));
    game.play_turn("r,l").unwrap();
    assert_eq!(game.result(), Some(END));
}

#[test]
fn an_unfinished_turn_is_completed_by_text() {
    let mut game = take_two("3,4,5 1 2");
    game.try_play(Take::From { heap: 0, count: 1 }).unwrap();
    assert_eq!(game.player_to_act(), Player::P1);
    assert_eq!(game.turn_texts(), [""; 0]);
    game.play_turn("end").unwrap();
    assert_eq!(game.turn_texts(), ["a1"]);
    assert_eq!(game.player_to_act(), Player::P2);
}

#[test]
fn a_match_may_begin_within_a_turn() {
    let mut game = take_two("3,4 2 1");
    game.play_turn("end").unwrap();
    assert_eq!((game.turn_texts(), game.player_to_act()), (vec!["end".into()], Player::P1));
    assert_eq!(game.undo().unwrap().as_slice(), [Take::EndTurn]);
    assert_eq!(game.position(), game.start());
    // With one take left, a turn of two is too long.
    assert!(matches!(game.play_turn("a1,a1"), Err(MatchError::Turn(TurnError::TooLong { .. }))));
}

#[test]
fn a_match_may_begin_at_its_end() {
    let mut game = take_two("0,0 2 2");
    let end = End::win(Player::P1, LAST_COUNTER);
    assert_eq!(game.result(), Some(end));
    assert_eq!(game.play_turn("a1"), Err(MatchError::Over(end)));
    assert_eq!(game.undo(), None);
}

#[test]
fn errors_leave_the_match_as_it_was() {
    let mut game = take_two("3,4,5 1 2");
    game.play_turn("a1,b1").unwrap();
    let before = format!("{game:?}");
    // The second action is wrong, so neither is the first one played.
    let error = game.play_turn("c1,a3").unwrap_err();
    assert_eq!(error.to_string(), "in `c1,a3`, action 2: cannot take 3 from heap a: it has 2");
    assert_eq!(format!("{game:?}"), before);
    let illegal = Take::From { heap: 0, count: 3 };
    let error = game.try_play(illegal).unwrap_err();
    assert_eq!(error, MatchError::Action(game.position().check(illegal).unwrap_err()));
    assert_eq!(error.to_string(), "cannot take 3 from heap a: it has 2");
    assert_eq!(format!("{game:?}"), before);
    assert!(game.read_turn("c1").is_ok());
    assert_eq!(format!("{game:?}"), before);
}

proptest! {
    /// Any text is played as a whole turn or refused as a whole.
    #[test]
    fn text_is_played_whole_or_not_at_all(texts in prop::collection::vec("[a-d1-4,]{0,6}|end", 0..12)) {
        let mut game = take_two("3,4,5 1 2");
        for text in texts {
            let before = game.clone();
            match game.play_turn(&text) {
                Ok(()) => {
                    prop_assert_eq!(game.turns().len(), before.turns().len() + 1);
                    prop_assert!(game.pending().is_empty() && game.position().at_turn_start());
                }
                Err(_) => prop_assert_eq!(format!("{game:?}"), format!("{before:?}")),
            }
        }
    }
}
