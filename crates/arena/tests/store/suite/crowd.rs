//! Many threads at once. Each has its own connection, so the database sees them as processes.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use arena::store::{Claim, Kept, Store};

use super::{ENDED, LONG, Place, extend, finish, record, result, worker};

/// Checks that every game is stored once and completely.
pub(crate) fn is_complete(store: &Store, games: usize) {
    assert_eq!(store.counts().unwrap().finished, games);
    let rows: Vec<_> = store.finished(0).map(Result::unwrap).collect();
    let numbers: HashSet<_> = rows.iter().map(|row| row.game.number).collect();
    assert_eq!((rows.len(), numbers.len()), (games, games));
    for (row, sequence) in rows.iter().zip(1..) {
        assert_eq!((row.sequence, &row.result), (sequence, &result(row.game.number)));
    }
    let mut count = 0;
    for row in store.records() {
        let (row, text) = row.unwrap();
        assert_eq!(text, record(row.game.number));
        count += 1;
    }
    assert_eq!(count, games);
}

/// Two processes of four threads play a thousand games while another thread reads.
pub(crate) fn threads(place: fn() -> Place) {
    let place = place();
    const GAMES: usize = 1000;
    let first = place.with_games(GAMES);
    let second = place.open();
    let played = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for store in [&first, &second] {
            let worker = &*Box::leak(Box::new(worker(store)));
            for _ in 0..4 {
                scope.spawn(|| {
                    loop {
                        match store.claim(worker, LONG, &[]).unwrap() {
                            Claim::Game(claimed) => {
                                let number = claimed.token.number;
                                played.lock().unwrap().push(number);
                                let kept = finish(store, claimed.token, &result(number), &record(number));
                                assert_eq!(kept, Kept::Yes);
                            }
                            // Other threads play the last games.
                            Claim::Wait { .. } => thread::sleep(Duration::from_millis(1)),
                            Claim::NothingOpen { scheduled } => {
                                assert_eq!(scheduled, GAMES);
                                break;
                            }
                            Claim::Closed { .. } => panic!("the tournament is open"),
                        }
                    }
                });
            }
        }
        // Rows read up to a sequence number stay complete.
        let (mut last, mut seen) = (0, 0);
        while seen < GAMES {
            for row in second.finished(last) {
                let row = row.unwrap();
                assert_eq!(row.sequence, last + 1);
                last = row.sequence;
                seen += 1;
            }
            thread::sleep(Duration::from_millis(1));
        }
    });
    let mut played = played.into_inner().unwrap();
    played.sort_unstable();
    assert_eq!(played, (1..=GAMES).collect::<Vec<_>>());
    is_complete(&first, GAMES);
}

/// Four threads add the same games: one of them succeeds each time.
pub(crate) fn races_to_extend(place: fn() -> Place) {
    let place = place();
    let store = place.create();
    let stores = [(); 4].map(|()| place.open());
    for known in (0..60).step_by(6) {
        let first = AtomicUsize::new(0);
        thread::scope(|scope| {
            for store in &stores {
                scope.spawn(|| {
                    if extend(store, known, known + 6) {
                        first.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
        });
        assert_eq!(first.into_inner(), 1);
    }
    assert_eq!(store.schedule().count(), 60);
}

/// Many workers die after a claim; each game is still finished once.
pub(crate) fn dying_workers(place: fn() -> Place) {
    let place = place();
    const GAMES: usize = 200;
    let store = place.with_games(GAMES);
    let stores = [(); 4].map(|()| place.open());
    thread::scope(|scope| {
        for store in &stores {
            scope.spawn(|| {
                let worker = worker(store);
                let mut count = 0;
                loop {
                    count += 1;
                    // Every third lease ends at once, as if the worker had died. Some of these workers still
                    // report a result, too late or just in time.
                    let lease = if count % 3 == 0 { ENDED } else { LONG };
                    match store.claim(&worker, lease, &[]).unwrap() {
                        Claim::Game(_) if count % 6 == 0 => {}
                        Claim::Game(claimed) => {
                            let number = claimed.token.number;
                            let kept = finish(store, claimed.token, &result(number), &record(number));
                            assert!(kept == Kept::Yes || lease == ENDED);
                        }
                        Claim::Wait { .. } => thread::sleep(Duration::from_millis(1)),
                        Claim::NothingOpen { .. } => break,
                        Claim::Closed { .. } => panic!("the tournament is open"),
                    }
                }
            });
        }
    });
    is_complete(&store, GAMES);
}
