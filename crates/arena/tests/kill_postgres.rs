//! A tournament on a real PostgreSQL server, which `.ci/postgres` creates, starts and removes: `kill -9` of workers at
//! random moments, and a server that stops for a while.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a failed helper fails its test")]

mod kills;

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use arena::store::{Address, Store};
use kills::{
    Folder, GAMES, alone, arena, complete, engine, kill_and_resume, kill_and_run_again, make, undisturbed,
    wait_for,
};
use postgres::{Client, NoTls};

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("{name} is not set: run `.ci/postgres`"))
}

/// The schema of a tournament.
fn schema(name: &str, number: usize) -> String {
    format!("arena-kill-{}-{name}-{number}", std::process::id())
}

/// A tournament in a schema of its own.
fn url(name: &str, number: usize) -> String {
    format!("{}?tournament={}", variable("ARENA_TEST_POSTGRES"), schema(name, number))
}

fn client() -> Client {
    Client::connect(&format!("{}?sslmode=disable", variable("ARENA_TEST_POSTGRES")), NoTls).unwrap()
}

/// The number of processes that have worked on a tournament.
fn registered(url: &str) -> usize {
    let (_, schema) = url.rsplit_once('=').unwrap();
    let row = client().query_one(&format!("SELECT count(*) FROM \"{schema}\".worker"), &[]).unwrap();
    row.get::<_, i64>(0) as usize
}

/// Starts or stops the server.
fn control(word: &str) {
    let status = Command::new(variable("ARENA_TEST_POSTGRES_CTL")).arg(word).status().unwrap();
    assert!(status.success(), "{word}: {status}");
}

#[test]
fn a_tournament_survives_50_kills() {
    let _alone = alone();
    let folder = Folder::new("postgres-kills");
    kill_and_resume(&folder, 50, 3, &mut |number| url("workers", number));
}

#[test]
fn a_tournament_created_in_part_is_created_and_played() {
    let _alone = alone();
    let folder = Folder::new("postgres-half-made");
    let left = |address: &str| {
        let (_, schema) = address.rsplit_once('=').unwrap();
        let question = "SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = $1";
        if client().query(question, &[&schema]).unwrap().is_empty() { "no schema" } else { "a tournament" }
    };
    kill_and_run_again(&folder, 10, 4, &mut |number| url("making", number), &mut { left });
}

#[test]
fn workers_with_another_version_of_the_engine_are_refused() {
    let _alone = alone();
    let (folder, url) = (Folder::new("postgres-versions"), url("versions", 0));
    make(&folder, &url);
    let script = folder.0.join(engine::SCRIPT);
    let text = fs::read(&script).unwrap();
    fs::write(&script, [&text[..], b"# a newer version\n"].concat()).unwrap();
    for args in [["work", &url].as_slice(), &["resume", &url]] {
        let refused = arena(&folder, args).stderr(Stdio::piped()).output().unwrap();
        let told = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(1), "{told}");
        assert!(told.contains("the engine `one` here is another version"), "{told}");
    }
    let store = Store::open(&url.parse::<Address>().unwrap()).unwrap();
    assert_eq!(registered(&url), 0);
    assert_eq!(store.counts().unwrap().scheduled(), 0);

    fs::write(&script, text).unwrap();
    assert!(arena(&folder, &["work", &url, "-c", "8"]).status().unwrap().success());
    complete(&url, GAMES);
}

/// A worker process and the file of its standard error.
struct Worker(Child, PathBuf);

impl Worker {
    fn start(folder: &Folder, url: &str, number: usize) -> Worker {
        let told = folder.0.join(format!("told-{number}"));
        let mut command = arena(folder, &["work", url, "--quiet"]);
        Worker(command.stderr(File::create(&told).unwrap()).spawn().unwrap(), told)
    }

    fn told(&self) -> String {
        fs::read_to_string(&self.1).unwrap()
    }

    /// Waits for `what` in its standard error after the first `before` bytes.
    fn tells(&self, before: usize, what: &str) {
        assert!(wait_for(|| self.told()[before..].contains(what)), "no `{what}` in\n{}", self.told());
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // Still running only if the test failed.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn workers_wait_for_a_stopped_server_and_continue() {
    let _alone = alone();
    let folder = Folder::new("postgres-away");
    let expected = undisturbed(&folder, GAMES);
    let url = url("away", 0);
    make(&folder, &url);
    let address: Address = url.parse().unwrap();
    let mut workers = [0, 1].map(|number| Worker::start(&folder, &url, number));
    let mut late_ones: Vec<Worker> = Vec::new();
    for (word, games) in [("stop", 30), ("crash", 80)] {
        let both_at_work = || {
            let store = Store::open(&address).unwrap();
            registered(&url) == 2 + late_ones.len() && store.counts().unwrap().finished >= games
        };
        assert!(wait_for(both_at_work), "{games} games are not finished by all");
        let before = workers.each_ref().map(|worker| worker.told().len());
        control(word);
        for (worker, before) in workers.iter().zip(before) {
            worker.tells(before, "the store does not answer");
        }
        // A worker that starts now waits too.
        let late = Worker::start(&folder, &url, 2 + late_ones.len());
        late.tells(0, "the store does not answer");
        late_ones.push(late);
        let before = workers.each_ref().map(|worker| worker.told().len());
        control("start");
        for (worker, before) in workers.iter().zip(before) {
            worker.tells(before, "the store answers again");
        }
    }
    for worker in workers.iter_mut().chain(&mut late_ones) {
        let status = worker.0.wait().unwrap();
        assert_eq!(status.code(), Some(0), "{}", worker.told());
    }
    assert_eq!(complete(&url, GAMES), expected);
    assert!(engine::all_gone(), "an engine was left behind");
}
