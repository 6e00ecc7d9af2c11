//! At every position of random games: texts of turns, replay, undo and redo, and the facade, which returns as text what the
//! match returns.

use abstract_game::facade::AnyMatch;
use abstract_game::random::SplitMix64;
use abstract_game::sample::TakeTwo;
use abstract_game::{Match, Position, Rules, Turn, turn};

use crate::ring::RingRules;

fn check_games<R: Rules>(rules: &R) {
    for seed in 0..20 {
        let mut random = SplitMix64::new(seed);
        let mut game = Match::new(rules.start());
        while game.result().is_none() && game.turns().len() < 60 {
            check_state(&game);
            check_legal_turns(&game);
            check_legal_actions(&game, &mut random);
            let turns = turn::list(game.position(), usize::MAX);
            let text = turn::write(game.position(), random.choose(&turns).unwrap());
            game.play_turn(&text).unwrap();
        }
        check_state(&game);
        check_turn_texts(&game);
        check_replay(rules, &game);
        check_undo_and_redo(&game);
    }
}

#[test]
fn take_two_and_the_ring() {
    check_games(&TakeTwo::default());
    check_games(&RingRules);
}

fn check_state<P: Position>(game: &Match<P>)
where
    Match<P>: AnyMatch,
{
    let any: &dyn AnyMatch = game;
    assert_eq!(any.position_text(), game.position().to_string());
    assert_eq!(any.start_text(), game.start().to_string());
    assert_eq!(any.player_to_act(), game.player_to_act());
    assert_eq!(any.result(), game.result());
    assert_eq!(any.key(), game.position().key());
    assert_eq!(any.turn_count(), game.turns().len());
}

/// The number of whole turns that are listed and tried.
const TURNS: usize = 6;

/// Each turn listed is one that can be played, leads where its actions lead, and is the turn that its text says.
fn check_legal_turns<P: Position>(game: &Match<P>)
where
    Match<P>: AnyMatch,
{
    let any: &dyn AnyMatch = game;
    let turns = turn::list(game.position(), TURNS);
    let texts: Vec<String> = turns.iter().map(|turn| turn::write(game.position(), turn)).collect();
    assert!(!texts.is_empty());
    assert_eq!(any.legal_turns(TURNS), texts);
    for (text, turn) in texts.iter().zip(&turns) {
        let mut played = any.boxed_clone();
        any.check_turn(text).unwrap();
        played.play_turn(text).unwrap();
        let after = turn.iter().fold(game.position().clone(), |position, &action| position.after(action));
        assert_eq!(played.position_text(), after.to_string());
        assert_eq!(played.undo().as_ref(), Some(text));
        assert_eq!(played.position_text(), any.position_text());
    }
}

/// Builds a random turn action by action as a front-end does: at each step what is offered is what is legal, with `.` where
/// the turn may end or has ended.
fn check_legal_actions<P: Position>(game: &Match<P>, random: &mut SplitMix64)
where
    Match<P>: AnyMatch,
{
    let any: &dyn AnyMatch = game;
    let mut position = game.position().clone();
    let mut played: Turn<P::Action> = Turn::new();
    loop {
        let unfinished = turn::write(game.position(), &played);
        let offered = any.legal_actions(&unfinished).unwrap();
        if !played.is_empty() && position.at_turn_start() {
            assert_eq!(offered, ["."]);
            return;
        }
        let end = position.end_turn().filter(|_| !played.is_empty());
        let text = |a| if Some(a) == end { ".".to_string() } else { position.action_text(a) };
        assert_eq!(offered, position.actions().into_iter().map(text).collect::<Vec<_>>());
        let action = *random.choose(&position.actions()).unwrap();
        if end == Some(action) {
            // This ends the turn, whose text does not change.
            return;
        }
        position.play(action);
        played.push(action);
    }
}

/// Every turn's text is one word, and is read as that turn on the position where it was played.
fn check_turn_texts<P: Position>(game: &Match<P>) {
    for (played, start) in game.turns().iter().zip(game.turn_starts()) {
        let text = turn::write(start, played);
        assert!(!text.contains(char::is_whitespace));
        assert_eq!(turn::read(start, &text).as_ref(), Ok(played), "`{text}` on {start}");
    }
}

/// A record is the text of the start and those of the turns.
fn check_replay<R: Rules>(rules: &R, game: &Match<R::Position>) {
    let mut again = Match::new(rules.read_position(&game.start().to_string()).unwrap());
    game.turn_texts().iter().for_each(|text| again.play_turn(text).unwrap());
    assert_same(&again, game);
}

fn check_undo_and_redo<P: Position>(game: &Match<P>) {
    let mut copy = game.clone();
    for (played, start) in game.turns().iter().zip(game.turn_starts()).rev() {
        assert_eq!(copy.undo().as_ref(), Some(played));
        assert_eq!(copy.position(), start);
        assert_eq!(copy.result(), None);
    }
    assert_eq!(copy.undo(), None);
    let mut redone = copy.clone();
    while redone.redo().is_some() {}
    assert_same(&redone, game);
    game.turns().iter().flatten().for_each(|&action| copy.play(action));
    assert_same(&copy, game);
}

fn assert_same<P: Position>(one: &Match<P>, other: &Match<P>) {
    assert_eq!(one.position(), other.position());
    assert_eq!((one.turns(), one.result()), (other.turns(), other.result()));
}
