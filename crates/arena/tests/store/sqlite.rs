//! SQLite: the suite on files, the tests with a single store in memory, other kinds of files, and locks.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use arena::store::{Address, Claim, Header, Kept, Store, StoreProblem};
use rusqlite::Connection;

use crate::suite::{LONG, Place, claim, extend, finish, result, unique_name, worker};

fn folder() -> PathBuf {
    let folder = std::env::temp_dir().join(unique_name());
    fs::create_dir(&folder).unwrap();
    folder
}

pub(crate) fn file() -> Place {
    let folder = folder();
    Place {
        address: Address::Sqlite(folder.join("a tournament.db")),
        folder: Some(folder),
        rows,
        _server: None,
    }
}

pub(crate) fn memory() -> Place {
    Place { address: Address::Memory, folder: None, rows, _server: None }
}

fn rows(address: &Address, sql: &str) -> Vec<Vec<i64>> {
    let Address::Sqlite(path) = address else { panic!("a file") };
    let raw = Connection::open(path).unwrap();
    let mut statement = raw.prepare(sql).unwrap();
    let columns = statement.column_count();
    let read = statement.query_map([], |row| (0..columns).map(|column| row.get(column)).collect());
    read.unwrap().map(Result::unwrap).collect()
}

pub(crate) fn path(place: &Place) -> &Path {
    let Address::Sqlite(path) = &place.address else { panic!("a file") };
    path
}

mod in_a_file {
    crate::suite!(crate::sqlite::file);
}

mod in_memory {
    crate::suite!(crate::sqlite::memory;
        claims: in_order, lease_that_ended, renewed, released, finished_twice, closed,
            closed_with_dead_workers;
        contents: header, extended, opening_that_is_missing, results, pages, voided, redefined;
        openings: pieces, leases, in_any_pieces, small_board;
        sums: of_random_results;
        model: interleavings;
    );
}

#[test]
fn existing_tournaments_are_not_overwritten() {
    let place = file();
    let error = Store::open(&place.address).unwrap_err();
    assert_eq!(error.problem, StoreProblem::Missing);
    assert!(!path(&place).exists());
    let store = place.with_games(3);
    let error = Store::create(&place.address, &Header::default()).unwrap_err();
    assert_eq!(error.problem, StoreProblem::Exists);
    assert_eq!(error.to_string(), format!("{}: there is a tournament already", path(&place).display()));
    drop(store);
    assert_eq!(place.open().counts().unwrap().open, 3);
    assert_eq!(Store::open(&Address::Memory).unwrap_err().problem, StoreProblem::Missing);
    let nowhere = Address::Sqlite(path(&place).with_file_name("no").join("folder.db"));
    let error = Store::create(&nowhere, &Header::default()).unwrap_err();
    assert!(matches!(error.problem, StoreProblem::Refused(_)), "{error}");
}

#[test]
fn an_empty_file_can_become_a_tournament() {
    let place = file();
    fs::write(path(&place), "").unwrap();
    assert_eq!(Store::open(&place.address).unwrap_err().problem, StoreProblem::Missing);
    place.with_games(1);
}

#[test]
fn a_file_without_tables_can_become_a_tournament() {
    let place = file();
    // The process was killed before the transaction of its tables was committed.
    let raw = Connection::open(path(&place)).unwrap();
    raw.execute_batch("PRAGMA journal_mode = WAL; BEGIN IMMEDIATE; CREATE TABLE half (made TEXT)").unwrap();
    assert_ne!(fs::metadata(path(&place)).unwrap().len(), 0);
    assert_eq!(Store::open(&place.address).unwrap_err().problem, StoreProblem::Missing);
    drop(raw);
    place.with_games(1);
}

#[test]
fn other_files_are_refused_and_unchanged() {
    let place = file();
    let refused = || {
        let before = fs::read(path(&place)).unwrap();
        for error in [
            Store::open(&place.address).unwrap_err(),
            Store::create(&place.address, &Header::default()).unwrap_err(),
        ] {
            assert!(matches!(error.problem, StoreProblem::Foreign(_)), "{error}");
        }
        assert_eq!(fs::read(path(&place)).unwrap(), before);
    };
    fs::write(path(&place), "# a game of the arena, format 1\n".repeat(100)).unwrap();
    refused();
    fs::remove_file(path(&place)).unwrap();
    Connection::open(path(&place)).unwrap().execute_batch("CREATE TABLE recipe (name TEXT)").unwrap();
    refused();
}

#[test]
fn another_version_is_refused() {
    let place = file();
    place.with_games(1);
    let raw = Connection::open(path(&place)).unwrap();
    for version in [0, 2] {
        raw.execute("UPDATE arena_schema SET version = ?", [version]).unwrap();
        for error in [
            Store::open(&place.address).unwrap_err(),
            Store::open_read_only(&place.address).unwrap_err(),
            Store::create(&place.address, &Header::default()).unwrap_err(),
        ] {
            assert!(
                matches!(error.problem, StoreProblem::Version { found, known: 1 } if found == version),
                "{error}"
            );
        }
    }
    raw.execute("UPDATE arena_schema SET version = 1", []).unwrap();
    place.open();
}

#[test]
fn corrupt_tables_are_reported() {
    let place = file();
    let store = place.with_games(1);
    let raw = Connection::open(path(&place)).unwrap();
    raw.execute_batch("PRAGMA foreign_keys = OFF; DELETE FROM opening; UPDATE game SET p1 = -1").unwrap();
    let error = store.schedule().next().unwrap().unwrap_err();
    assert!(matches!(error.problem, StoreProblem::Corrupt(_)), "{error}");
    raw.execute_batch("UPDATE game SET p1 = 1").unwrap();
    let error = store.claim(&worker(&store), LONG, &[]).unwrap_err();
    assert_eq!(error.problem, StoreProblem::Corrupt("there is no opening 0".into()));
    // It was not claimed.
    assert_eq!(store.counts().unwrap().open, 1);
}

#[test]
fn sums_that_do_not_fit_the_results_are_reported() {
    for change in [
        "UPDATE game_sum SET games = 9223372036854775807",
        "UPDATE game_sum SET turns = 9223372036854775807",
        "UPDATE game_sum SET different = 3",
        "UPDATE pair_sum SET pairs = 9223372036854775807",
        "UPDATE pair_sum SET openings = 2",
        "UPDATE state SET finished = 2",
        "DELETE FROM game_sum WHERE p1 = 0",
    ] {
        let place = file();
        let store = place.with_games(4);
        let worker = worker(&store);
        for number in 1..=4 {
            assert_eq!(finish(&store, claim(&store, &worker, LONG).token, &result(number), ""), Kept::Yes);
        }
        assert_eq!(store.sums(0).unwrap().status.counts.finished, 4);
        Connection::open(path(&place)).unwrap().execute_batch(change).unwrap();
        let error = store.sums(0).unwrap_err();
        assert!(matches!(error.problem, StoreProblem::Corrupt(_)), "{change}: {error}");
    }
}

#[test]
fn operations_wait_for_locks_of_other_processes() {
    let place = file();
    let store = place.with_games(1);
    let raw = Connection::open(path(&place)).unwrap();
    raw.execute_batch("BEGIN IMMEDIATE; UPDATE state SET scheduled = 2").unwrap();
    let released = AtomicBool::new(false);
    thread::scope(|scope| {
        let waiting = scope.spawn(|| {
            let claimed = claim(&store, &worker(&store), LONG);
            assert!(released.load(Ordering::SeqCst), "claimed while another transaction was writing");
            claimed
        });
        // Reading does not wait, and does not see uncommitted changes. The claim waits meanwhile.
        for _ in 0..100 {
            assert_eq!(place.open().counts().unwrap().scheduled(), 1);
        }
        released.store(true, Ordering::SeqCst);
        raw.execute_batch("ROLLBACK").unwrap();
        assert_eq!(waiting.join().unwrap().token.number, 1);
    });
    assert!(extend(&store, 1, 3));
}

#[test]
fn of_concurrent_creations_one_succeeds() {
    for _ in 0..20 {
        let place = file();
        let made = thread::scope(|scope| {
            let create = || Store::create(&place.address, &Header::default());
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(create)).collect();
            threads
                .into_iter()
                .map(|thread| thread.join().unwrap())
                .filter_map(|made| match made {
                    Ok(store) => Some(store),
                    Err(error) => {
                        assert_eq!(error.problem, StoreProblem::Exists);
                        None
                    }
                })
                .count()
        });
        assert_eq!(made, 1);
        assert_eq!(place.open().counts().unwrap().scheduled(), 0);
    }
}

#[test]
fn a_clock_that_jumps_back_does_not_hold_the_game_of_a_dead_worker() {
    let place = file();
    let store = place.with_games(1);
    let lease = Duration::from_secs(1);
    let (dead, other) = (worker(&store), worker(&store));
    let held = claim(&store, &dead, lease);
    // What an hour back does: the lease ends an hour later than it should.
    let raw = Connection::open(path(&place)).unwrap();
    raw.execute("UPDATE game SET lease_until = lease_until + 3600000", []).unwrap();
    let begun = Instant::now();
    let taken = loop {
        match store.claim(&other, lease, &[]).unwrap() {
            Claim::Game(taken) => break taken,
            Claim::Wait { running: 1, until } => assert!(until <= lease, "{until:?}"),
            other => panic!("{other:?}"),
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "the game is held");
        thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(taken.game, held.game);
    assert_ne!(taken.token, held.token);
}
