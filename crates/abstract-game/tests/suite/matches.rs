//! Matches: repetition, agreement, resignation, taking back, and errors that leave no trace.

use abstract_game::sample::{Heaps, LAST_COUNTER, Take, TakeTwo};
use abstract_game::{End, GameError, Match, Player, Position, Reason, Rules};
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

fn over(end: End) -> GameError {
    GameError::new(format_args!("the game is over: {end}"))
}

#[test]
fn the_third_occurrence_ends_the_game_the_start_counted() {
    let mut game = ring(RingRules.start(), &["l,r", "l,r", "l,r"]);
    assert_eq!((game.result(), game.occurrences()), (None, 2));
    game.play_turn("l,r").unwrap();
    assert_eq!((game.result(), game.occurrences()), (Some(END), 3));
    assert_eq!(game.play_turn("l,r"), Err(over(END)));
    assert_eq!(game.try_play(Step::Left), Err(over(END)));
    assert_eq!(game.read_turn("l,r"), Err(over(END)));
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
    assert_eq!(game.try_play(Take::From { heap: 0, count: 1 }), Err(over(game.result().unwrap())));
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
    assert!(game.play_turn("a1,a1").unwrap_err().to_string().contains("the turn ends with action 1"));
}

#[test]
fn a_match_may_begin_at_its_end() {
    let mut game = take_two("0,0 2 2");
    let end = End::win(Player::P1, LAST_COUNTER);
    assert_eq!(game.result(), Some(end));
    assert_eq!(game.play_turn("a1"), Err(over(end)));
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
    assert_eq!(error, GameError::new(game.position().check(illegal).unwrap_err()));
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

fn take(text: &str) -> Take {
    text.parse().unwrap()
}

/// Everything of a match that can be asked.
fn state(game: &Match<Heaps>) -> impl PartialEq + std::fmt::Debug + use<> {
    let starts = game.turn_starts().to_vec();
    (starts, game.turn_texts(), game.pending_text(), game.position().clone(), game.result())
}

#[test]
fn actions_are_played_as_values() {
    let mut game = take_two("3,4,5 1 2");
    game.play(take("a1"));
    assert_eq!((game.pending_text(), game.turns().len()), ("a1".to_string(), 0));
    // The rest of the turn, a whole one, and the start of the next.
    game.play_actions(&[take("b1"), take("c1"), take("end"), take("c1")]).unwrap();
    assert_eq!((game.turn_texts(), game.pending_text()), (vec!["a1,b1".into(), "c1".into()], "c1".into()));
    game.play_actions(&[]).unwrap();
    assert_eq!(game.pending_text(), "c1");
}

#[test]
#[should_panic(expected = "illegal action b9 on 3,4,5 1 2: cannot take 9 from heap b: it has 4")]
fn an_illegal_action_is_not_silent() {
    take_two("3,4,5 1 2").play(Take::From { heap: 1, count: 9 });
}

#[test]
#[should_panic(expected = "illegal action b9 on 3,4,5 1 2: cannot take 9 from heap b: it has 4")]
fn the_position_after_an_illegal_action_does_not_exist() {
    let _ = heaps("3,4,5 1 2").after(Take::From { heap: 1, count: 9 });
}

#[test]
fn a_refused_list_of_actions_leaves_no_trace() {
    for (text, played) in [("3,4,5 1 2", 0), ("3,4,5 1 2", 1), ("1,1 1 2", 0)] {
        let mut game = take_two(text);
        game.play_actions(&[take("b1"), take("a1")][..played]).unwrap();
        let before = state(&game);
        for actions in [["a1", "a1", "a3", "c1"], ["a1", "b1", "a2", "a1"], ["a1", "end", "end", "a1"]] {
            let error = game.play_actions(&actions.map(take)).unwrap_err();
            assert!(state(&game) == before, "{text} {actions:?}: {error}");
        }
        // What was undone can still be redone.
        let Some(undone) = game.undo() else { continue };
        game.play_actions(&[take("b1"), take("b3"), take("b3")]).unwrap_err();
        assert_eq!(game.redo(), Some(undone));
        assert!(state(&game) == before);
    }
}

#[test]
fn single_actions_are_taken_back_and_played_again() {
    let turns = ["a1,b1", "c1", "a2,c2"];
    let mut game = take_two("3,4,5 1 2");
    let mut states = vec![state(&game)];
    for turn in turns {
        for action in game.read_turn(turn).unwrap() {
            game.play(action);
            states.push(state(&game));
        }
    }
    let last = states.len() - 1;
    for place in (0..last).rev() {
        assert!(game.undo_action().is_some());
        assert!(state(&game) == states[place], "{place}");
    }
    assert_eq!(game.undo_action(), None);
    for (place, expected) in states.iter().enumerate().skip(1) {
        assert_eq!(game.redo().map(|actions| actions.len()), Some(1));
        assert!(state(&game) == *expected, "{place}");
    }
    assert_eq!(game.redo(), None);
}

#[test]
fn redo_follows_what_was_undone_and_ends_with_another_action() {
    let mut game = take_two("3,4,5 1 2");
    game.play_turn("a1,b1").unwrap();
    game.play_turn("c1").unwrap();
    let played = state(&game);
    game.undo();
    game.undo();
    assert_eq!(game.redo().map(|turn| turn.len()), Some(2));
    assert_eq!(game.redo().map(|turn| turn.len()), Some(2)); // with `end`
    assert!(state(&game) == played);

    // A refused turn changes nothing, a resignation is taken back, but not redone.
    game.undo();
    game.play_turn("z9").unwrap_err();
    game.resign(Player::P1);
    assert_eq!(game.redo(), None);
    game.undo();
    assert_eq!(game.redo().map(|turn| turn.len()), Some(2));
    assert_eq!((game.turn_texts(), game.result()), (vec!["a1,b1".to_string()], None));
    for play in [
        |game: &mut Match<Heaps>| game.play(take("c3")),
        |game: &mut Match<Heaps>| game.play_turn("c3").unwrap(),
        |game: &mut Match<Heaps>| game.play_actions(&[take("c3")]).unwrap(),
        |game: &mut Match<Heaps>| game.begin_turn("c3").unwrap(),
    ] {
        let mut copy = game.clone();
        play(&mut copy);
        assert_eq!(copy.redo(), None);
    }
    assert!(game.redo().is_some());
}

#[test]
fn redo_restores_an_end_by_repetition() {
    let mut game = ring(RingRules.start(), &["l,r"; 4]);
    assert_eq!(game.undo_action(), Some(Step::Right));
    assert_eq!(game.result(), None);
    game.redo();
    assert_eq!((game.result(), game.occurrences()), (Some(END), 3));
}

#[test]
fn an_unfinished_turn_is_saved_and_read_again() {
    let mut game = take_two("3,4,5 1 2");
    game.play_turn("a1,b1").unwrap();
    assert_eq!(game.pending_text(), "");
    game.begin_turn("c1").unwrap();
    assert_eq!(game.pending_text(), "c1");

    let mut read = Match::new(game.start().clone());
    game.turn_texts().iter().for_each(|turn| read.play_turn(turn).unwrap());
    read.begin_turn(&game.pending_text()).unwrap();
    assert!(state(&read) == state(&game));
    // The rest of the turn, and no more.
    let before = state(&read);
    assert!(read.begin_turn("c1,c1").unwrap_err().to_string().contains("the turn ends with action 1"));
    assert!(read.begin_turn("").unwrap_err().to_string().contains("is not a heap's letter"));
    assert!(state(&read) == before);
    read.begin_turn("c1").unwrap();
    assert_eq!(read.turn_texts(), ["a1,b1", "c1,c1"]);
    read.resign(Player::P1);
    assert!(read.begin_turn("a1").unwrap_err().to_string().starts_with("the game is over"));
}
