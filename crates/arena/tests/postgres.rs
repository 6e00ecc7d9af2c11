//! The store on a PostgreSQL server, which `.ci/postgres` creates, starts and removes.

#![allow(clippy::unwrap_used, reason = "a failed helper fails its test")]

#[path = "store/suite/mod.rs"]
mod suite;

use std::net::TcpListener;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use arena::stop::Stop;
use arena::store::{Address, Claim, Header, Kept, Store, StoreProblem};
use parking_lot::{RwLock, RwLockReadGuard, RwLockWriteGuard};
use postgres::{Client, NoTls};

use suite::crowd::is_complete;
use suite::{LONG, Place, extend, finish, record, result, unique_name, worker};

suite!(crate::server);

/// Tests that stop the server run alone.
static SERVER: RwLock<()> = RwLock::new(());

fn shared() -> RwLockReadGuard<'static, ()> {
    SERVER.read()
}

fn alone() -> RwLockWriteGuard<'static, ()> {
    SERVER.write()
}

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("{name} is not set: run `.ci/postgres`"))
}

/// The server, without a tournament.
fn url() -> String {
    variable("ARENA_TEST_POSTGRES")
}

/// Starts or stops the server.
fn control(word: &str) {
    let status = Command::new(variable("ARENA_TEST_POSTGRES_CTL")).arg(word).status().unwrap();
    assert!(status.success(), "{word}: {status}");
}

/// A new tournament, with further parameters in the URL's query.
fn address(query: &str) -> Address {
    format!("{}?tournament={}{query}", url(), unique_name()).parse().unwrap()
}

pub(crate) fn server() -> Place {
    Place { address: address(""), folder: None, rows, _server: Some(shared()) }
}

/// The schema of a place.
fn schema(address: &Address) -> &str {
    let Address::Postgres(address) = address else { panic!("a server") };
    address.schema()
}

fn raw() -> Client {
    Client::connect(&format!("{}?sslmode=disable", url()), NoTls).unwrap()
}

fn rows(address: &Address, sql: &str) -> Vec<Vec<i64>> {
    let mut raw = raw();
    raw.batch_execute(&format!("SET search_path = \"{}\"", schema(address))).unwrap();
    let row = |row: &postgres::Row| (0..row.len()).map(|column| number(row, column)).collect();
    raw.query(sql, &[]).unwrap().iter().map(row).collect()
}

/// A column of 32 or 64 bits.
fn number(row: &postgres::Row, column: usize) -> i64 {
    row.try_get(column).unwrap_or_else(|_| row.get::<_, i32>(column).into())
}

/// The lines that a store has reported.
#[derive(Clone, Default)]
struct Reports(Arc<Mutex<Vec<String>>>);

impl Reports {
    fn lines(&self) -> MutexGuard<'_, Vec<String>> {
        self.0.lock().unwrap()
    }

    fn has(&self, what: &str) -> bool {
        self.lines().iter().any(|line| line.contains(what))
    }

    /// A store that retries and reports into this list.
    fn retrying(&self, store: Store, stop: &Stop) -> Store {
        let reports = self.clone();
        store.with_retries(stop.clone(), move |line| reports.lines().push(line.to_owned()))
    }
}

/// Ends the games on drop, also when the test fails.
struct Ending<'a>(&'a Stop, &'a AtomicBool);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.1.store(true, Ordering::SeqCst);
        if thread::panicking() {
            self.0.abandon();
        }
    }
}

fn until(condition: impl Fn() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < Duration::from_secs(120), "waited in vain");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Plays with two threads for each store and schedules further games until `enough`; `finished` counts them. Returns
/// the number of games.
fn play(stores: &[Store], finished: &AtomicUsize, enough: &AtomicBool) -> usize {
    let playing = |store: &Store| {
        let worker = worker(store);
        loop {
            match store.claim(&worker, LONG, &[]).unwrap() {
                Claim::Game(claimed) => {
                    let number = claimed.token.number;
                    let kept = finish(store, claimed.token, &result(number), &record(number));
                    assert_eq!(kept, Kept::Yes);
                    finished.fetch_add(1, Ordering::SeqCst);
                }
                Claim::Wait { .. } => thread::sleep(Duration::from_millis(1)),
                Claim::NothingOpen { .. } if enough.load(Ordering::SeqCst) => break,
                // This call or another has added games.
                Claim::NothingOpen { scheduled } => {
                    let more = scheduled + 40;
                    extend(store, scheduled, more);
                }
                Claim::Closed { .. } => panic!("the tournament is open"),
            }
        }
    };
    thread::scope(|scope| {
        for store in stores {
            for _ in 0..2 {
                scope.spawn(|| playing(store));
            }
        }
    });
    stores[0].counts().unwrap().scheduled()
}

#[test]
fn tournaments_of_one_database_are_separate() {
    let (one, two) = (server(), address(""));
    assert_eq!(Store::open(&one.address).unwrap_err().problem, StoreProblem::Missing);
    let store = one.with_games(3);
    let error = Store::create(&one.address, &Header::default()).unwrap_err();
    assert_eq!(error.problem, StoreProblem::Exists);
    assert!(!error.to_string().contains("secret"), "{error}");
    assert_eq!(Store::open(&two).unwrap_err().problem, StoreProblem::Missing);
    let other = Store::create(&two, &Header::default()).unwrap();
    assert_eq!((store.counts().unwrap().open, other.counts().unwrap().open), (3, 0));
}

#[test]
fn of_concurrent_creations_one_succeeds() {
    for _ in 0..5 {
        let place = server();
        let made = thread::scope(|scope| {
            let create = || Store::create(&place.address, &Header::default());
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(create)).collect();
            let made = threads.into_iter().map(|thread| thread.join().unwrap());
            made.filter(|made| match made {
                Ok(_) => true,
                Err(error) => {
                    assert_eq!(error.problem, StoreProblem::Exists);
                    false
                }
            })
            .count()
        });
        assert_eq!(made, 1);
        assert_eq!(place.open().counts().unwrap().scheduled(), 0);
    }
}

#[test]
fn foreign_schemas_and_newer_versions_are_refused() {
    let place = server();
    let name = schema(&place.address);
    let mut raw = raw();
    raw.batch_execute(&format!("CREATE SCHEMA \"{name}\"; CREATE TABLE \"{name}\".recipe (name text)"))
        .unwrap();
    let errors = || {
        [
            Store::open(&place.address).unwrap_err(),
            Store::create(&place.address, &Header::default()).unwrap_err(),
        ]
    };
    for error in errors() {
        assert!(matches!(&error.problem, StoreProblem::Foreign(why) if why.contains("recipe")), "{error}");
    }
    raw.batch_execute(&format!("DROP TABLE \"{name}\".recipe")).unwrap();
    place.with_games(1);
    raw.batch_execute(&format!("UPDATE \"{name}\".arena_schema SET version = 7")).unwrap();
    for error in errors() {
        assert!(matches!(error.problem, StoreProblem::Version { found: 7, known: 1 }), "{error}");
    }
}

#[test]
fn a_user_without_create_rights_can_use_an_existing_schema() {
    let place = server();
    let name = schema(&place.address);
    raw()
        .batch_execute(&format!(
            "CREATE ROLE \"{name}\" LOGIN PASSWORD 'hush'; CREATE SCHEMA \"{name}\" AUTHORIZATION \"{name}\""
        ))
        .unwrap();
    let text = format!("{}?tournament={name}", url()).replace("arena:secret", &format!("{name}:hush"));
    let guest: Address = text.parse().unwrap();
    Store::create(&guest, &Header::default()).unwrap();
    let elsewhere: Address = text.replace(&format!("tournament={name}"), "tournament=else").parse().unwrap();
    let error = Store::create(&elsewhere, &Header::default()).unwrap_err();
    assert!(
        matches!(&error.problem, StoreProblem::Refused(why) if why.contains("permission denied")),
        "{error}"
    );
}

#[test]
fn failed_connections_give_the_reason_without_the_password() {
    let _shared = shared();
    let wrong: Address = url().replace("secret", "guess").parse().unwrap();
    let error = Store::open(&wrong).unwrap_err();
    assert!(matches!(&error.problem, StoreProblem::Refused(why) if why.contains("password")), "{error}");
    assert!(!error.to_string().contains("guess"), "{error}");

    let unanswered = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let silent: Address = format!("postgres://arena@{unanswered}/games").parse().unwrap();
    let error = Store::open(&silent).unwrap_err();
    assert!(matches!(error.problem, StoreProblem::Unreachable(_)), "{error}");
}

/// As for PostgreSQL's own programs.
#[test]
fn the_environment_has_the_user_and_the_password() {
    let _shared = shared();
    let (schema, folder) = (unique_name(), std::env::temp_dir().join(unique_name()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("passwords");
    let address = format!("{}?tournament={schema}", url().replace("arena:secret@", ""));
    let arena = |variables: &[(&str, &str)], args: &[&str]| {
        let mut arena = Command::new(env!("CARGO_BIN_EXE_arena"));
        arena.args(args).env_clear().env("ARENA_STORE", &address).envs(variables.iter().copied());
        let output = arena.output().unwrap();
        (output.status.success(), String::from_utf8(output.stderr).unwrap())
    };
    let file_name = file.to_str().unwrap();
    let [user, password, file_of] =
        [("PGUSER", "arena"), ("PGPASSWORD", "secret"), ("PGPASSFILE", file_name)];
    let new = ["new", "-e", "random", "-e", "random", "-n", "2"];
    assert_eq!(arena(&[user, password], &new), (true, String::new()));
    std::fs::write(&file, "127.0.0.1:*:postgres:arena:secret\n").unwrap();
    std::fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    let name = |shown: &str| {
        format!("arena: error: {address}: the database refused: the server asks for a password: {shown}\n")
    };
    assert_eq!(arena(&[user, file_of], &["table"]), (true, String::new()));
    assert!(!arena(&[file_of], &["table"]).0, "the file is for another user");
    let advice = "set the environment variable PGPASSWORD, or name a password file by PGPASSFILE";
    assert_eq!(arena(&[user], &["table"]), (false, name(advice)));
    std::fs::write(&file, "db.example:*:*:*:secret\n").unwrap();
    let none = format!("{advice}: `{file_name}` has no line for this address");
    assert_eq!(arena(&[user, file_of], &["table"]), (false, name(&none)));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn connections_are_encrypted_and_servers_verified_as_the_url_says() {
    let _shared = shared();
    let encrypted = |host: &str, mode: &str| {
        let name = unique_name();
        let text =
            format!("{}?tournament={name}&application_name={name}{mode}", url().replace("127.0.0.1", host));
        let _store = Store::create(&text.parse().unwrap(), &Header::default())?;
        let row = raw().query_one(
            "SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = $1",
            &[&name],
        );
        Ok::<bool, arena::store::StoreError>(row.unwrap().get(0))
    };
    assert!(!encrypted("127.0.0.1", "&sslmode=disable").unwrap());
    assert!(encrypted("127.0.0.1", "&sslmode=prefer").unwrap());
    assert!(encrypted("127.0.0.1", "&sslmode=require").unwrap());
    // SSL_CERT_FILE names the authority. The certificate is for another name than 127.0.0.1.
    assert!(encrypted("localhost", "&sslmode=verify-full").unwrap());
    let error = encrypted("127.0.0.1", "&sslmode=verify-full").unwrap_err();
    assert!(error.to_string().contains("certificate"), "{error}");
    // The default for a server on this machine.
    assert!(encrypted("127.0.0.1", "").unwrap());
    assert!(encrypted("localhost", "").unwrap());
}

#[test]
fn unknown_authorities_are_refused() {
    let _shared = shared();
    let place = Place { address: address(""), folder: None, rows, _server: None };
    place.create();
    let authority = variable("SSL_CERT_FILE");
    // The program instead of the library: it needs another SSL_CERT_FILE.
    let counts = |query: &str| {
        let url = url().replace("127.0.0.1", "localhost");
        let store = format!("{url}?tournament={}{query}", schema(&place.address));
        let mut arena = Command::new(env!("CARGO_BIN_EXE_arena"));
        let output = arena.args(["table", &store]).env("SSL_CERT_FILE", "/dev/null").output().unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    let error = counts("&sslmode=verify-full");
    assert!(error.contains("certificate") && !error.contains("secret"), "{error}");
    // With the authority the connection succeeds; then the store has no valid definition of a tournament.
    let error = counts(&format!("&sslmode=verify-full&sslrootcert={authority}"));
    assert!(error.contains("the settings cannot be read"), "{error}");
    // `require` with a file of authorities verifies them.
    let error = counts("&sslmode=require");
    assert!(error.contains("the settings cannot be read"), "{error}");
    let error = counts("&sslmode=require&sslrootcert=/dev/null");
    assert!(error.contains("certificate"), "{error}");
}

#[test]
fn connections_cut_at_any_moment_lose_nothing() {
    let name = unique_name();
    let address = address(&format!("&application_name={name}"));
    let place = Place { address, folder: None, rows, _server: Some(shared()) };
    place.create();
    let (stop, reports) = (Stop::new(), Reports::default());
    let stores = [(); 3].map(|()| reports.retrying(place.open(), &stop));
    let (finished, enough) = (AtomicUsize::new(0), AtomicBool::new(false));
    let games = thread::scope(|scope| {
        let playing = scope.spawn(|| play(&stores, &finished, &enough));
        let ending = Ending(&stop, &enough);
        let (mut raw, mut cut) = (raw(), 0);
        // A hundred connections, and ten times progress between two of them.
        for round in 0..10 {
            let before = finished.load(Ordering::SeqCst);
            while cut < 10 * (round + 1) {
                let cuts = raw.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1",
                    &[&name],
                );
                cut += cuts.unwrap();
                // A connection that is cut again while it is made pauses, each time for longer: mostly it has time.
                thread::sleep(Duration::from_millis(10 + 20 * (cut % 4)));
            }
            until(|| finished.load(Ordering::SeqCst) > before);
        }
        drop(ending);
        playing.join().unwrap()
    });
    is_complete(&stores[0], games);
}

#[test]
fn operations_wait_for_a_stopped_or_crashed_server() {
    let _alone = alone();
    let place = Place { address: address(""), folder: None, rows, _server: None };
    place.create();
    let (stop, reports_of_each) = (Stop::new(), [(); 3].map(|()| Reports::default()));
    let stores = [0, 1, 2].map(|i: usize| reports_of_each[i].retrying(place.open(), &stop));
    let (finished, enough) = (AtomicUsize::new(0), AtomicBool::new(false));
    let games = thread::scope(|scope| {
        let playing = scope.spawn(|| play(&stores, &finished, &enough));
        let ending = Ending(&stop, &enough);
        for word in ["stop", "crash"] {
            let before = finished.load(Ordering::SeqCst);
            until(|| finished.load(Ordering::SeqCst) >= before + 150);
            control(word);
            until(|| reports_of_each.iter().all(|reports| reports.has("the store does not answer")));
            let away = finished.load(Ordering::SeqCst);
            assert!(Client::connect(&url(), NoTls).is_err(), "the server is away");
            assert_eq!(finished.load(Ordering::SeqCst), away);
            assert!(!playing.is_finished());
            control("start");
            until(|| reports_of_each.iter().all(|reports| reports.has("the store answers again")));
            reports_of_each.iter().for_each(|reports| reports.lines().clear());
        }
        drop(ending);
        playing.join().unwrap()
    });
    is_complete(&stores[0], games);
}

#[test]
fn waiting_ends_when_the_program_is_stopped() {
    let _alone = alone();
    let place = Place { address: address(""), folder: None, rows, _server: None };
    let impatient = place.with_games(2);
    let (stop, reports) = (Stop::new(), Reports::default());
    let store = reports.retrying(place.open(), &stop);
    control("stop");
    let error = impatient.counts().unwrap_err();
    assert!(matches!(error.problem, StoreProblem::Unreachable(_)), "{error}");
    thread::scope(|scope| {
        let waiting = [(); 3].map(|()| scope.spawn(|| store.counts().unwrap_err()));
        until(|| reports.has("trying again in"));
        stop.abandon();
        for waiting in waiting {
            let error = waiting.join().unwrap();
            assert!(matches!(error.problem, StoreProblem::Stopped(_)), "{error}");
        }
    });
    control("start");
    assert_eq!(store.counts().unwrap().open, 2);
    assert!(reports.has("the store answers again"));
    // A thread that did not notice the stop of the server need not wait.
    control("restart");
    assert_eq!(impatient.counts().unwrap().open, 2);
}
