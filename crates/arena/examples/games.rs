//! Tournaments of instant engines: how the number of games changes the games per second, the memory of the process, and
//! the time of the table. Each number of games has its own process and its own store: a file in the temporary folder, or on a
//! PostgreSQL server a schema `games_N`, which stays there.
//!
//! ```text
//! cargo run --release -p agon-arena --example games [-- GAMES...]
//! cargo run --release -p agon-arena --features postgres --example games -- postgres://ann@db.example/games GAMES...
//! ```

use std::error::Error;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use arena::engine::EngineSpec;
use arena::openings::{Openings, RandomOpenings};
use arena::stop::Stop;
use arena::store::Address;
use arena::table::Table;
use arena::tournament::{Settings, Tournament, TournamentEvent};
use arena::worker::WorkSettings;

/// What is measured of a tournament.
const COLUMNS: [&str; 8] = [
    "games",
    "games/s",
    "CPU per game: first tenth",
    "last tenth",
    "reads, writes per game",
    "peak memory",
    "table",
    "store per game",
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    if args.first().is_some_and(|arg| arg == "--one") {
        println!("{}", measure(args[1].parse()?, args.get(2))?.join("\t"));
        return Ok(());
    }
    let server = args.first().filter(|arg| arg.contains("://")).cloned();
    args.drain(..server.iter().len());
    if args.is_empty() {
        args = ["10000", "100000", "1000000"].map(str::to_owned).into();
    }
    let mut table = Table::new(COLUMNS);
    for games in args {
        let one = Command::new(std::env::current_exe()?).args(["--one", &games]).args(&server).output()?;
        if !one.status.success() {
            return Err(String::from_utf8_lossy(&one.stderr).into());
        }
        table.row(String::from_utf8(one.stdout)?.trim_end().split('\t').map(str::to_owned));
    }
    print!("{table}");
    Ok(())
}

/// Plays a tournament of two random players and returns its row.
fn measure(games: usize, server: Option<&String>) -> Result<[String; COLUMNS.len()], Box<dyn Error>> {
    // Without the search for decided openings, which would take most of the time.
    let openings = Openings::Random(RandomOpenings::unchecked(4));
    let settings = Settings { pairs: games.div_ceil(2), openings, seed: 1, ..Settings::default() };
    let engines = ["one", "two"].map(EngineSpec::random);
    let tournament = Tournament::new(games::by_name("snorkels")?, engines, settings)?;
    let folder = std::env::temp_dir().join(format!("arena-games-{}", std::process::id()));
    std::fs::create_dir(&folder)?;
    let file = folder.join("games.arena");
    let address = match server {
        Some(url) => format!("{url}?tournament=games_{games}").parse()?,
        None => Address::Sqlite(file.clone()),
    };
    let store = tournament.create(&address)?;

    let (finished, times) = (AtomicUsize::new(0), Mutex::new([Duration::ZERO; 2]));
    let (began, cpu_before) = (Instant::now(), cpu_time()?);
    let observer = |_: &Tournament, event: TournamentEvent<'_>| {
        if matches!(event, TournamentEvent::GameFinished(_)) {
            let number = finished.fetch_add(1, Ordering::Relaxed) + 1;
            for (index, tenth) in [1, 9].into_iter().enumerate() {
                if number == games * tenth / 10
                    && let Ok(mut times) = times.lock()
                {
                    times[index] = cpu_time().unwrap_or_default();
                }
            }
        }
    };
    tournament.work(&store, &WorkSettings::default(), &Stop::new(), &observer)?;
    let calls = calls_per_game(games);
    let (all, cpu_after, [first, last]) = (began.elapsed(), cpu_time()?, times.into_inner()?);

    let reading = Instant::now();
    let results = tournament.results(&store)?;
    let table = reading.elapsed();
    if results.summary.games != games as u64 {
        return Err(format!("{} of {games} games", results.summary.games).into());
    }
    drop(store);
    let bytes = std::fs::metadata(&file).ok().map(|file| file.len());
    std::fs::remove_dir_all(folder)?;
    let per_game = |time: Duration| format!("{:.0} us", 1e7 * time.as_secs_f64() / games as f64);
    Ok([
        games.to_string(),
        format!("{:.0}", games as f64 / all.as_secs_f64()),
        per_game(first.saturating_sub(cpu_before)),
        per_game(cpu_after.saturating_sub(last)),
        calls.unwrap_or_else(|| "-".to_owned()),
        peak_memory().unwrap_or_else(|| "-".to_owned()),
        format!("{:.1} ms", table.as_secs_f64() * 1e3),
        bytes.map_or_else(|| "-".to_owned(), |bytes| format!("{} bytes", bytes / games as u64)),
    ])
}

/// The processor time of all threads of this process so far, which says more than the time on a machine that does other
/// work, too. To 10 ms, by Linux.
fn cpu_time() -> Result<Duration, Box<dyn Error>> {
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    // The fields after the name, which ends with the last parenthesis; the time in user and in kernel mode.
    let (_, fields) = stat.rsplit_once(") ").ok_or("no name in /proc/self/stat")?;
    let ticks: u64 = fields.split(' ').skip(11).take(2).map(|ticks| ticks.parse().unwrap_or(0)).sum();
    Ok(Duration::from_millis(10 * ticks))
}

/// The calls of this process to read and to write files so far, per game, where the system tells: exact, unlike times.
fn calls_per_game(games: usize) -> Option<String> {
    let counts = std::fs::read_to_string("/proc/self/io").ok()?;
    let count =
        |name: &str| counts.lines().find_map(|line| line.strip_prefix(name))?.trim().parse::<f64>().ok();
    let per_game = |count: f64| count / games as f64;
    Some(format!("{:.1}, {:.1}", per_game(count("syscr:")?), per_game(count("syscw:")?)))
}

/// The most memory that this process had so far, where the system tells.
fn peak_memory() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?.split_whitespace().next()?;
    Some(format!("{:.1} MiB", kilobytes.parse::<f64>().ok()? / 1024.0))
}
