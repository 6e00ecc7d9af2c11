//! Several boards of one game, and its clocks.

use std::time::Duration;

use session::{Clock, Reply, Request, Session, State};

const NOW: Duration = Duration::ZERO;

fn request(session: &mut Session, request: Request) -> State {
    match session.handle(request, NOW) {
        Reply::State(state) => *state,
        other => panic!("{other:?}"),
    }
}

fn turn(session: &mut Session, turn: &str) -> State {
    request(session, Request::Turn { turn: turn.into() })
}

#[test]
fn a_follower_at_the_live_node_goes_on_and_another_one_stays() {
    let mut game = Session::new();
    let first = turn(&mut game, "d4");
    let (mut at_live, mut away) = (game.follower(), game.follower());
    assert_eq!(at_live.state(), game.state());
    request(&mut away, Request::Go { node: 0 });

    let second = turn(&mut game, "c3");
    let state = at_live.follow(&game, NOW);
    assert_eq!((state.node, state.live, &state.position), (second.node, second.node, &second.position));
    assert_eq!((state.events, state.tree.unwrap().len()), (second.events, 2));
    let state = away.follow(&game, NOW);
    assert_eq!((state.node, state.live, state.tree.unwrap().len()), (0, second.node, 2));
    assert!(state.events.is_empty() && state.position != second.position);

    // What one of them does is not seen by the others.
    request(&mut away, Request::Go { node: second.node });
    request(&mut at_live, Request::Go { node: second.node });
    turn(&mut at_live, "e5");
    assert_eq!((game.state().node, away.state().node), (second.node, second.node));
    let state = at_live.follow(&game, NOW);
    assert_eq!((state.node, state.tree.unwrap().len()), (second.node, 2));

    // Its node is removed: there is nothing to stay at.
    let mut removed = game.follower();
    let third = turn(&mut game, "e5");
    removed.follow(&game, NOW);
    turn(&mut game, "f6");
    removed.follow(&game, NOW);
    request(&mut removed, Request::Go { node: third.node });
    request(&mut game, Request::TakeBack);
    request(&mut game, Request::TakeBack);
    let state = removed.follow(&game, NOW);
    assert_eq!((state.node, state.events.len()), (second.node, 0));

    // A new game has the same numbers of nodes.
    request(
        &mut game,
        Request::New { game: "nika".into(), options: Default::default(), position: None, clock: None },
    );
    request(&mut removed, Request::Go { node: first.node });
    let state = removed.follow(&game, NOW);
    assert_eq!((state.game, state.node), ("nika", 0));
}

#[test]
fn the_clock_of_a_game_that_goes_on_starts_when_it_is_told() {
    let seconds = Duration::from_secs;
    let mut game = Session::new();
    turn(&mut game, "d4");
    game.start_clock(NOW);
    assert_eq!(game.time_to_flag(NOW), None, "there is no clock");
    game.set_clock(Some(Clock::with_left([seconds(7), seconds(9)], seconds(2))));
    assert_eq!(game.time_to_flag(seconds(5)), None);
    game.start_clock(seconds(5));
    game.start_clock(seconds(6));
    assert_eq!(game.time_to_flag(seconds(6)), Some(seconds(8)));
    assert_eq!(game.clocks(seconds(6)), Some(([seconds(7), seconds(8)], seconds(2))));
    let Reply::State(state) = game.handle(Request::Resign { player: 0 }, seconds(6)) else { panic!() };
    assert!(state.end.is_some());
    game.start_clock(seconds(6));
    assert_eq!(game.time_to_flag(seconds(6)), None, "the game is over");
}
