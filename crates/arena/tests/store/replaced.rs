//! Files that are deleted or replaced while a store uses them, and what is in the file beside its write-ahead file.

use std::fs;
use std::path::{Path, PathBuf};

use arena::store::{Address, Header, Store, StoreProblem};

use crate::sqlite::{file, path};
use crate::suite::{LONG, Place, claim, extend, finish, record, result, worker};

fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(suffix);
    path.into()
}

#[track_caller]
fn is_gone<T>(result: Result<T, arena::store::StoreError>, why: &str) {
    let error = result.err().expect("the file is gone");
    assert!(matches!(&error.problem, StoreProblem::Gone(told) if told.contains(why)), "{error}");
}

/// Opens what is in the file without its write-ahead file.
fn without_log(place: &Place) -> Store {
    let copy = path(place).with_file_name("copy.db");
    fs::copy(path(place), &copy).unwrap();
    Store::open(&Address::Sqlite(copy)).unwrap()
}

#[test]
fn every_operation_on_a_deleted_file_fails() {
    let place = file();
    let store = place.with_games(3);
    let worker = worker(&store);
    let claimed = claim(&store, &worker, LONG).token;
    fs::remove_file(path(&place)).unwrap();
    let why = "deleted or moved away";
    is_gone(store.claim(&worker, LONG, &[]), why);
    is_gone(store.renew(&worker, &[claimed], LONG), why);
    is_gone(store.release(claimed), why);
    is_gone(store.counts(), why);
    is_gone(store.schedule().next().unwrap(), why);
    // A new tournament is not created among the files of the old one.
    let error = Store::create(&place.address, &Header::default()).unwrap_err();
    assert!(
        matches!(&error.problem, StoreProblem::Refused(why) if why.contains("-wal` belongs to")),
        "{error}"
    );
    drop(store);
    assert!(!beside(path(&place), "-wal").exists());
    place.create();
}

#[test]
fn every_operation_on_a_replaced_file_fails() {
    let (place, other) = (file(), file());
    let store = place.with_games(3);
    let worker = worker(&store);
    drop(other.with_games(5));
    let before = fs::read(path(&other)).unwrap();
    fs::rename(path(&other), path(&place)).unwrap();
    is_gone(store.claim(&worker, LONG, &[]), "another file was put in its place");
    is_gone(store.counts(), "another file was put in its place");
    is_gone(Store::open(&place.address), "-wal` belongs to another file");
    is_gone(Store::open_read_only(&place.address), "-wal` belongs to another file");
    drop(store);
    assert!(fs::read(path(&place)).unwrap() == before);
    assert_eq!(place.open().counts().unwrap().open, 5);
}

#[test]
fn a_file_in_the_place_of_a_killed_processs_file_is_not_read_through_its_write_ahead_file() {
    let (place, other) = (file(), file());
    let store = place.with_games(3);
    // One transaction, which changes nothing but a claim.
    claim(&store, &worker(&store), LONG);
    let left = ["-wal", "-shm"].map(|suffix| fs::read(beside(path(&place), suffix)).unwrap());
    drop(store);
    drop(other.with_games(5));
    fs::rename(path(&other), path(&place)).unwrap();
    fs::write(beside(path(&place), "-wal"), &left[0]).unwrap();
    is_gone(Store::open(&place.address), "-wal` belongs to another file");
    is_gone(Store::open_read_only(&place.address), "-wal` belongs to another file");
    fs::remove_file(beside(path(&place), "-wal")).unwrap();
    assert_eq!(place.open().counts().unwrap().open, 5);
}

#[test]
fn an_overwritten_file_is_not_written_to() {
    let (place, other) = (file(), file());
    let store = place.with_games(3);
    let worker = worker(&store);
    drop(other.with_games(5));
    let before = fs::read(path(&other)).unwrap();
    fs::write(path(&place), &before).unwrap();
    let error = (0..200).find_map(|_| store.renew(&worker, &[], LONG).err()).expect("it is noticed");
    assert!(matches!(&error.problem, StoreProblem::Gone(why) if why.contains("overwritten")), "{error}");
    drop(store);
    assert!(fs::read(path(&place)).unwrap() == before);
}

/// Overwriting a file begins with making it empty.
#[test]
fn an_empty_file_is_not_written_to() {
    let place = file();
    let store = place.with_games(3);
    let worker = worker(&store);
    fs::write(path(&place), "").unwrap();
    let error = (0..200).find_map(|_| store.renew(&worker, &[], LONG).err()).expect("it is noticed");
    assert!(matches!(&error.problem, StoreProblem::Gone(why) if why.contains("cannot be read")), "{error}");
    drop(store);
    assert_eq!(fs::read(path(&place)).unwrap(), b"");
}

/// A checkpoint writes the first page, which has the number of pages, before the others.
#[test]
fn a_file_whose_checkpoint_was_killed_loses_nothing() {
    const PAGE: usize = 4096;
    let (place, killed) = (file(), file());
    let store = place.create();
    let left = [path(&place).to_owned(), beside(path(&place), "-wal")].map(|file| fs::read(file).unwrap());
    drop(store);
    fs::write(path(&killed), &left[0][..PAGE]).unwrap();
    fs::write(beside(path(&killed), "-wal"), &left[1]).unwrap();
    let store = killed.open();
    assert!(extend(&store, 0, 3));
    drop(store);
    assert_eq!(killed.open().counts().unwrap().open, 3);
}

#[test]
fn the_file_itself_follows_its_write_ahead_file() {
    let place = file();
    let store = place.create();
    assert_eq!(without_log(&place).counts().unwrap().scheduled(), 0);
    assert!(extend(&store, 0, 400));
    let worker = worker(&store);
    for number in 1..=400 {
        let claimed = claim(&store, &worker, LONG);
        finish(&store, claimed.token, &result(number), &record(number));
        let behind = number - without_log(&place).counts().unwrap().finished;
        assert!(behind <= 100, "{behind} of {number} games are in the write-ahead file only");
    }
}
