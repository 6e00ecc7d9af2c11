//! Bytes as changes of the rows of a store: the first byte says of which, then a line each has a byte for the column, one for
//! the row, and the value; or `~`, a byte for a place in the text that is there, and what comes in its place.

#![no_main]

use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::Duration;

use abstract_game::Player;
use abstract_game::facade::AnyRules as _;
use abstract_game::sample::TakeTwo;
use agora::WatchedTournament;
use arena::engine::EngineSpec;
use arena::game::{Cause, Ending};
use arena::openings::{Candidate, Opening, Openings, RandomOpenings};
use arena::report::{export, heading, html, line, report};
use arena::schedule::{Format, Game};
use arena::stop::Stop;
use arena::store::{Address, Claim, Delivery, GameResult, Store};
use arena::tournament::{Settings, Tournament};
use arena::worker::WorkSettings;
use database::{Access, Database, Value};
use libfuzzer_sys::fuzz_target;
use serde_json::json;
use snorkels_solver::jobs::{CONTENTS, Jobs, JobsError, Settings as JobSettings};
use trainer::spsa::{Spsa, plot};

/// The lease of games and jobs.
const LEASE: Duration = Duration::from_secs(60);

fuzz_target!(|data: &[u8]| {
    static TOURNAMENT: LazyLock<Template> = LazyLock::new(|| Template::new("tournament", new_tournament));
    static SPSA: LazyLock<Template> = LazyLock::new(|| Template::new("spsa", new_spsa));
    static JOBS: LazyLock<Template> = LazyLock::new(|| Template::new("jobs", new_jobs));
    let Some((kind, changes)) = agon_fuzz::kind(data, 3) else { return };
    match kind {
        0 => tournament(&TOURNAMENT.changed(changes)),
        1 => spsa(&SPSA.changed(changes)),
        _ => jobs(&JOBS.changed(changes)),
    }
});

/// A store, and a copy to change.
struct Template {
    whole: PathBuf,
    copy: PathBuf,
    /// Tables and columns.
    columns: Vec<(String, String)>,
}

impl Template {
    fn new(name: &str, create: fn(&Address) -> Result<(), Box<dyn Error>>) -> Template {
        let [whole, copy] = ["whole", "copy"].map(|part| agon_fuzz::file(&format!("{name}-{part}")));
        let _ = fs::remove_file(&whole);
        let address = Address::Sqlite(whole.clone());
        create(&address).expect("a new store");
        // Others would wait for the end of a lease, and take the memory if it is there.
        let columns = "SELECT tables.name, columns.name FROM sqlite_schema AS tables \
                       JOIN pragma_table_info(tables.name) AS columns \
                       WHERE tables.type = 'table' AND columns.name NOT LIKE 'lease%' AND columns.name <> 'memory' \
                       ORDER BY 1, 2";
        let columns =
            Database::new(&address, Access::Read, CONTENTS).read(|connection| connection.all(columns, &[]));
        Template { whole, copy, columns: columns.expect("the store can be read") }
    }

    /// The store with changes. Those that the database refuses are left out.
    fn changed(&self, changes: &[u8]) -> Address {
        fs::copy(&self.whole, &self.copy).expect("a temporary file can be written");
        let address = Address::Sqlite(self.copy.clone());
        let database = Database::new(&address, Access::Write, CONTENTS);
        let script = "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON;";
        database.read(|connection| connection.run_script(script)).expect("settings of SQLite");
        for change in changes.split(|&byte| byte == b'\n').take(8) {
            let [column, row, value @ ..] = change else { continue };
            let (table, column) = &self.columns[usize::from(*column) % self.columns.len()];
            let row = Value::from(1 + row % 8);
            let present = format!("SELECT {column} FROM {table} WHERE rowid = $1");
            let update = format!("UPDATE {table} SET {column} = $1 WHERE rowid = $2");
            let _ = database.write(|connection, _| {
                let present = connection.first(&present, std::slice::from_ref(&row)).ok().flatten();
                connection.execute(&update, &[changed_value(present, value), row.clone()])
            });
        }
        address
    }
}

/// The value that a line means, where there is this text.
fn changed_value(present: Option<String>, value: &[u8]) -> Value {
    if let ([b'~', place, part @ ..], Some(text)) = (value, present) {
        let at = usize::from(*place) * text.len() / 256;
        let (before, after) = text.as_bytes().split_at(at);
        let after = after.get(part.len()..).unwrap_or_default();
        return String::from_utf8_lossy(&[before, part, after].concat()).into();
    }
    let text = String::from_utf8_lossy(value);
    let number = text.parse::<i64>().map(Value::from);
    if text == "null" { Value::Null } else { number.unwrap_or_else(|_| text.into()) }
}

/// A tournament with finished games, one that was taken back, one that runs, and a decision.
fn new_tournament(address: &Address) -> Result<(), Box<dyn Error>> {
    let openings = Openings::Random(RandomOpenings::unchecked(0));
    let settings =
        Settings { format: Format::Swiss { rounds: 2 }, pairs: 1, openings, ..Settings::default() };
    let engines = ["heads", "tails", "edge"].map(EngineSpec::random);
    let tournament = Tournament::new(TakeTwo::default().boxed_clone(), engines, settings)?;
    let store = tournament.create(address)?;
    tournament.work(&store, &WorkSettings::default(), &Stop::new(), &|_, _| ())?;
    store.void(&[2, 3], "a reason")?;
    store.accept(0, "another fingerprint", "a decision")?;
    let worker = store.register("host", 1)?;
    if let Claim::Game(game) = store.claim(&worker, LEASE, &[])? {
        let record = store.record(1)?.ok_or("it is finished")?;
        store.keep_progress(&[(game.token, record)])?;
    }
    Ok(())
}

/// Everything that is read of a tournament.
fn tournament(address: &Address) {
    let store = match Store::open(address) {
        Ok(store) => store,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let _ = (store.voided(), store.decisions(), store.running(), store.counts());
    for number in 0..8 {
        let _ = store.record(number);
    }
    assert!(store.openings(0).take(100).count() < 100 && store.schedule().take(100).count() < 100);
    for export in [export::json, export::pgn, export::csv, export::positions] {
        let _ = export(&store, &mut Vec::new());
    }
    let Ok(tournament) = Tournament::of_store(&store) else { return };
    watched(address);
    let _ = (heading(&tournament), html(&tournament, &store), tournament.check(&store));
    if let Ok(results) = tournament.results(&store) {
        let _ = (report(&tournament, &results), line(&tournament, &results));
    }
}

/// What pages read of a tournament.
fn watched(address: &Address) {
    let Ok(watched) = WatchedTournament::open(address) else { return };
    for skip in [0, 1, usize::MAX] {
        if let Ok(reply) = watched.answer(&json!({ "do": "tournament", "skip": skip }).to_string()) {
            assert!(serde_json::to_string(&reply).is_ok());
        }
    }
    for number in 0..8 {
        for known in [None, Some(0), Some(usize::MAX)] {
            let _ = watched
                .answer(&json!({ "do": "tournament-game", "number": number, "known": known }).to_string());
        }
    }
}

/// A run of SPSA with four finished games.
fn new_spsa(address: &Address) -> Result<(), Box<dyn Error>> {
    let settings = r#"
        game = "take-two"
        engine = "random"
        iterations = 3
        openings = { kind = "random", turns = 0 }
        parameter = [{ name = "x", start = 5, min = 0, max = 10, c-end = 1 }]
    "#;
    let store = Spsa::new(settings.parse()?)?.create(address)?;
    let game = |number: usize| Game {
        number,
        round: 1,
        pair: number.div_ceil(2),
        opening: 0,
        entrants: [(number + 1) % 2, number % 2],
    };
    store.claim_openings(1, 1, LEASE)?;
    store.add_openings(0, &[Some(Candidate { opening: Opening::default(), position: 0 })], false)?;
    store.extend(0, None, &[1, 2, 3, 4].map(game))?;
    let worker = store.register("host", 1)?;
    while let Claim::Game(claimed) = store.claim(&worker, LEASE, &[])? {
        let ending = Ending { winner: Some(Player::P1), cause: Cause::from_word("capture"), detail: None };
        let result = GameResult {
            ending,
            culprit: None,
            turns: 2,
            thinking: Vec::new(),
            hash: claimed.game.number as u64,
        };
        store.finish(&[Delivery { token: claimed.token, result, record: String::new() }])?;
    }
    Ok(())
}

/// The course of a run.
fn spsa(address: &Address) {
    let Ok(store) = Store::open(address) else { return };
    let Ok(spsa) = Spsa::of_store(&store) else { return };
    if let Ok(course) = spsa.course(&store) {
        assert!(course.results() <= 4);
        let _ = plot(&course);
    }
}

fn open_jobs(address: &Address) -> Result<Jobs, JobsError> {
    let settings = JobSettings { nodes: 20, round: 3, memory: 1 << 14 };
    let position = "4/4/4/4 p 1 -".parse().expect("a position");
    Jobs::open(Database::new(address, Access::Create, CONTENTS), &position, settings, LEASE)
}

/// A position of which some jobs are done.
fn new_jobs(address: &Address) -> Result<(), Box<dyn Error>> {
    let shared = open_jobs(address)?.work(1, |_| ())?;
    assert!(shared.progress.value.is_none() && shared.jobs > 0, "{shared:?}");
    let free = "UPDATE solver_job SET lease = 0";
    Database::new(address, Access::Write, CONTENTS).write(|connection, _| connection.execute(free, &[]))?;
    Ok(())
}

/// The work goes on, and ends.
fn jobs(address: &Address) {
    if let Err(error) = open_jobs(address).and_then(|jobs| jobs.work(200, |_| ())) {
        assert!(!error.to_string().is_empty());
    }
}
