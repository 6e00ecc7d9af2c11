//! Claims: leases, renewal, release, results.

use std::time::Duration;

use arena::store::{Claim, Counts, GameState, Kept, Store};

use super::{ENDED, LONG, Place, claim, content, extend, finish, record, result, schedule, worker};

fn states(store: &Store) -> Vec<GameState> {
    store.schedule().map(|row| row.unwrap().1).collect()
}

pub(crate) fn in_order(place: fn() -> Place) {
    let place = place();
    let store = place.with_games(5);
    let worker = worker(&store);
    for number in 1..=5 {
        let claimed = claim(&store, &worker, LONG);
        assert_eq!(claimed.game, schedule(0, 5)[number - 1]);
        assert_eq!(claimed.opening, content((number - 1) / 2));
        assert_eq!(claimed.token.number, number);
        if number != 3 {
            assert_eq!(finish(&store, claimed.token, &result(number), &record(number)), Kept::Yes);
        }
    }
    let Claim::Wait { running: 1, until } = store.claim(&worker, LONG, &[]).unwrap() else {
        panic!("one is running")
    };
    assert!(until > Duration::ZERO && until <= LONG, "{until:?}");
    let expected = Counts { open: 0, running: 1, finished: 4, withdrawn: 0 };
    assert_eq!(store.counts().unwrap(), expected);
    assert_eq!(expected.scheduled(), 5);
    let finished = GameState::Finished;
    assert_eq!(states(&store), [finished, finished, GameState::Running, finished, finished]);
}

pub(crate) fn lease_that_ended(place: fn() -> Place) {
    let place = place();
    let store = place.with_games(2);
    let (slow, other) = (worker(&store), worker(&store));
    // No other worker has claimed it since: late, but kept.
    let late = claim(&store, &slow, ENDED);
    assert_eq!(finish(&store, late.token, &result(1), "late"), Kept::Yes);

    let lost = claim(&store, &slow, ENDED);
    let taken = claim(&store, &other, LONG);
    assert_eq!(taken.game, lost.game);
    assert_ne!(taken.token, lost.token);
    assert_eq!(finish(&store, lost.token, &result(3), "lost"), Kept::LeaseLost);
    store.release(lost.token).unwrap();
    assert_eq!(states(&store), [GameState::Finished, GameState::Running]);
    assert_eq!(finish(&store, taken.token, &result(2), "taken"), Kept::Yes);
    assert_eq!(finish(&store, lost.token, &result(3), "lost"), Kept::LeaseLost);

    let kept: Vec<_> = store.records().map(Result::unwrap).collect();
    let found: Vec<_> =
        kept.iter().map(|(row, text)| (row.worker, row.result.clone(), text.as_str())).collect();
    assert_eq!(found, [(slow.number, result(1), "late"), (other.number, result(2), "taken")]);
}

pub(crate) fn renewed(place: fn() -> Place) {
    let place = place();
    let store = place.with_games(3);
    let (slow, other) = (worker(&store), worker(&store));
    let [renewed, lost, finished] = [(); 3].map(|()| claim(&store, &slow, LONG).token);
    // Renewed with a lease that ends at once: the next claim takes it.
    store.renew(&slow, &[renewed, lost, finished], ENDED).unwrap();
    store.renew(&slow, &[renewed, finished], LONG).unwrap();
    assert_eq!(finish(&store, finished, &result(3), ""), Kept::Yes);
    assert_eq!(claim(&store, &other, LONG).token.number, lost.number);
    store.renew(&slow, &[renewed, lost, finished], LONG).unwrap();
    assert_eq!(finish(&store, lost, &result(2), ""), Kept::LeaseLost);
    assert!(matches!(store.claim(&other, LONG, &[]).unwrap(), Claim::Wait { running: 2, .. }));
    store.renew(&slow, &[], LONG).unwrap();
    assert_eq!(finish(&store, renewed, &result(1), ""), Kept::Yes);
}

pub(crate) fn released(place: fn() -> Place) {
    let place = place();
    let store = place.with_games(2);
    let worker = worker(&store);
    let first = claim(&store, &worker, LONG);
    store.release(first.token).unwrap();
    assert_eq!(states(&store), [GameState::Open, GameState::Open]);
    let again = claim(&store, &worker, LONG);
    assert_eq!(again.game, first.game);
    // The old claim has no effect on the new one, though game and worker are the same.
    store.release(first.token).unwrap();
    assert_eq!(finish(&store, first.token, &result(1), ""), Kept::LeaseLost);
    store.renew(&worker, &[first.token, again.token], LONG).unwrap();
    assert_eq!(states(&store), [GameState::Running, GameState::Open]);
    assert_eq!(finish(&store, again.token, &result(1), ""), Kept::Yes);
    store.release(again.token).unwrap();
    assert_eq!(states(&store), [GameState::Finished, GameState::Open]);
}

pub(crate) fn finished_twice(place: fn() -> Place) {
    let place = place();
    let store = place.with_games(1);
    let claimed = claim(&store, &worker(&store), LONG);
    for text in ["first", "second"] {
        assert_eq!(finish(&store, claimed.token, &result(7), text), Kept::Yes);
    }
    let all: Vec<_> = store.records().map(|row| row.unwrap().1).collect();
    assert_eq!(all, ["first"]);
    assert_eq!(store.counts().unwrap().finished, 1);
}

pub(crate) fn progress(place: fn() -> Place) {
    let place = place();
    let store = place.with_games(4);
    let (slow, other) = (worker(&store), worker(&store));
    let [first, second, lost] = [LONG, LONG, ENDED].map(|lease| claim(&store, &slow, lease).token);
    let shown = || {
        let games = store.running().unwrap().into_iter();
        games.map(|(game, record)| (game.number, record)).collect::<Vec<_>>()
    };
    let keep = |token, text: &str| store.keep_progress(&[(token, text.to_owned())]).unwrap();
    assert_eq!(shown(), [(1, None), (2, None), (3, None)]);
    store
        .keep_progress(&[first, second, lost].map(|token| (token, format!("{} so far", token.number))))
        .unwrap();
    keep(second, "2 a nul \0");
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(shown(), [(1, text("1 so far")), (2, text("2 a nul \u{fffd}")), (3, text("3 so far"))]);
    assert_eq!(store.record(1).unwrap(), text("1 so far"));
    assert_eq!((store.record(4).unwrap(), store.record(9).unwrap()), (None, None));

    // A claim that no longer holds changes nothing, and neither does a finished game.
    let taken = claim(&store, &other, LONG).token;
    assert_eq!(taken.number, lost.number);
    keep(lost, "too late");
    assert_eq!(shown()[2], (3, None));
    keep(taken, "again");
    assert_eq!(finish(&store, first, &result(1), &record(1)), Kept::Yes);
    keep(first, "too late");
    assert_eq!(store.record(1).unwrap(), Some(record(1)));
    store.release(second).unwrap();
    keep(second, "too late");
    assert_eq!(shown(), [(3, text("again"))]);
    assert_eq!(store.record(2).unwrap(), None);
    assert_eq!(store.records().count(), 1);
    let rows = (place.rows)(&place.address, "SELECT number FROM game WHERE progress IS NOT NULL");
    assert_eq!(rows, [[3]]);
}

pub(crate) fn closed(place: fn() -> Place) {
    let place = place();
    let store = place.with_games(6);
    let (one, two) = (worker(&store), worker(&store));
    let done = claim(&store, &one, LONG);
    finish(&store, done.token, &result(1), "");
    let [running, given_up] = [(); 2].map(|()| claim(&store, &one, LONG));

    assert!(store.close("H1 accepted", None).unwrap());
    assert!(!store.close("H0 accepted", None).unwrap());
    let is_closed = |running| Claim::Closed { verdict: "H1 accepted".into(), running };
    assert_eq!(store.claim(&two, LONG, &[]).unwrap(), is_closed(2));
    assert!(!extend(&store, 6, 8));
    assert_eq!(store.counts().unwrap(), Counts { open: 0, running: 2, finished: 1, withdrawn: 3 });

    assert_eq!(finish(&store, running.token, &result(2), ""), Kept::Yes);
    store.release(given_up.token).unwrap();
    assert_eq!(store.claim(&two, LONG, &[]).unwrap(), is_closed(0));
    assert_eq!(store.counts().unwrap(), Counts { open: 0, running: 0, finished: 2, withdrawn: 4 });
    let expected = [GameState::Finished, GameState::Finished, GameState::Withdrawn, GameState::Withdrawn];
    assert_eq!(states(&store)[..4], expected);
}

pub(crate) fn closed_with_dead_workers(place: fn() -> Place) {
    let place = place();
    let store = place.with_games(2);
    let (dead, other) = (worker(&store), worker(&store));
    let claimed = claim(&store, &dead, ENDED);
    assert!(store.close("enough", None).unwrap());
    // No worker plays it, and no claim waits for it.
    let closed = Claim::Closed { verdict: "enough".into(), running: 0 };
    assert_eq!(store.claim(&other, LONG, &[]).unwrap(), closed);
    assert_eq!(states(&store), [GameState::Withdrawn; 2]);
    assert_eq!(finish(&store, claimed.token, &result(1), ""), Kept::LeaseLost);
}
