//! Flags for organisers: what all engines share, lines and tables on the way, faults, processors, sides, openings.

use std::thread::available_parallelism;

use arena::engine::{EngineLimits, EngineSpec, Fault, LaunchSettings};
use arena::stop::Stop;

use super::{Folder, plan};

#[test]
fn each_completes_every_engine() {
    let folder = Folder::new("each");
    let engines = [format!("{} nodes=7", folder.engine("one", "noting")), folder.engine("two", "noting")];
    folder.arena(&plan(&["run", "--no-store", "-n", "2", "--each", "depth=3"], &engines)).with(0);
    let asked = |name: &str, line: &str| folder.diary(name).lines().iter().any(|noted| noted == line);
    assert!(asked("one", "> go nodes 7") && asked("two", "> go depth 3") && !asked("two", "> go nodes 7"));
    let wrong = folder.arena(&plan(&["run", "--each", "name=x"], &engines)).with(2);
    assert!(wrong.err.contains("`name=` and `cmd=` are not for all engines"), "{}", wrong.err);
}

#[test]
fn lines_and_tables_on_the_way() {
    let folder = Folder::new("lines");
    let engines = ["one", "two"].map(|name| folder.engine(name, "steady"));
    let args = ["run", "--no-store", "-n", "4", "--verbose", "--quiet", "--rating-interval", "2"];
    let done = folder.arena(&plan(&args, &engines)).with(0).says("after 4 games:\nengine ");
    let lines: Vec<_> = done.err.lines().filter(|line| line.starts_with("game ")).collect();
    assert_eq!(lines.len(), 4, "{}", done.err);
    for line in lines {
        let words = [", last-counter, ", " turns, ", " s"].iter().all(|words| line.contains(words));
        assert!(words && (line.contains(" 1-0, ") || line.contains(" 0-1, ")), "{line}");
    }
}

#[test]
fn lines_of_progress_fit_80_columns() {
    let folder = Folder::new("columns");
    let names = ["a", "b"].map(|letter| letter.repeat(60));
    let engines = names.map(|name| format!("random name={name}"));
    let done = folder.arena(&plan(&["run", "--no-store", "-n", "4"], &engines)).with(0);
    assert!(done.err.lines().any(|line| line.starts_with("4/4 aaa")), "{}", done.err);
    assert!(done.err.lines().all(|line| line.chars().count() <= 80), "{}", done.err);
}

#[test]
fn too_many_faults_end_the_work() {
    let folder = Folder::new("max-faults");
    let engines = [folder.engine("bad", "illegal"), folder.engine("other", "steady")];
    let args = ["run", "--store", "t.arena", "-n", "400", "--max-faults", "3"];
    folder.arena(&plan(&args, &engines)).with(3).tells("arena: bad has ");
    let counts = folder.counts("t.arena");
    assert!(counts.finished >= 3 && counts.finished < 400 && counts.running == 0, "{counts:?}");
}

#[test]
fn more_games_than_processors_warn() {
    let folder = Folder::new("processors");
    let engines = ["random", "random"].map(str::to_owned);
    let here = available_parallelism().unwrap().get();
    let warned = |games: usize| {
        let games = games.to_string();
        let done = folder.arena(&plan(&["run", "--no-store", "-n", "2", "-c", &games], &engines)).with(0);
        done.err.contains("engines will wait for each other")
    };
    assert!(warned(here + 1) && !warned(here));
}

#[test]
fn engines_are_bound_to_processors() {
    let folder = Folder::new("affinity");
    // It notes on which processors it may run.
    folder.write("engine.sh", "grep Cpus_allowed_list /proc/self/status >>cpus; exec \"$@\"\n");
    let engine = folder.engine("one", "steady");
    let spec: EngineSpec = engine.parse().unwrap();
    let command = spec.command("take-two").unwrap().unwrap();
    let words = [&[command.program.display().to_string()], &command.args[..]].concat();
    let quoted = shlex_join(&[&["sh".to_owned(), "engine.sh".to_owned()], &words[..]].concat());
    let engines = [format!("name=one cmd={}", shlex_join(&[quoted])), "random".to_owned()];
    let own = std::fs::read_to_string("/proc/self/status").unwrap();
    let own = own.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:")).unwrap().trim().to_owned();
    let first = own.split([',', '-']).next().unwrap().to_owned();
    folder.arena(&plan(&["run", "--no-store", "-n", "2", "--affinity", &first], &engines)).with(0);
    let cpus = folder.read("cpus");
    assert!(cpus.lines().all(|line| line.split_whitespace().nth(1) == Some(&first)), "{cpus}");
    let few = folder.arena(&plan(&["run", "--no-store", "-c", "9", "--affinity", &first], &engines)).with(2);
    assert!(few.err.contains("9 games at a time need 9 processors or more, not 1"), "{}", few.err);
}

/// Words quoted as in a shell.
fn shlex_join(words: &[String]) -> String {
    let quoted: Vec<_> = words.iter().map(|word| format!("'{}'", word.replace('\'', "'\\''"))).collect();
    quoted.join(" ")
}

#[test]
fn sides_are_not_swapped_on_request() {
    let folder = Folder::new("no-swap");
    let engines = ["one", "two", "three"].map(|name| folder.engine(name, "steady"));
    let args = ["run", "--store", "t.arena", "-n", "4", "--no-swap", "--format", "pyramid", "--seed", "7"];
    folder.arena(&plan(&args[..8], &engines)).with(0).says("pyramid; sides not swapped");
    let games = folder.arena(&["export", "t.arena", "--json", "-"]).with(0).out;
    let sides: Vec<_> = games
        .lines()
        .map(|line| {
            let game: serde_json::Value = serde_json::from_str(line).unwrap();
            format!("{}-{}", game["p1"].as_str().unwrap(), game["p2"].as_str().unwrap())
        })
        .collect();
    assert_eq!(sides.len(), 12);
    assert!(sides[..4].iter().all(|two| two == "one-two"), "{sides:?}");
    assert!(sides[4..].iter().all(|two| two == "one-three" || two == "two-three"), "{sides:?}");
}

#[test]
fn openings_come_from_records() {
    let folder = Folder::new("from-records");
    let engines = ["one", "two"].map(|name| folder.engine(name, "steady"));
    folder.arena(&plan(&["run", "--no-store", "-n", "4", "--out", "games"], &engines)).with(0);
    let head =
        ["run", "--game", "take-two", "--rule", "heaps=4", "--nodes", "1", "-n", "2", "--no-store", "-q"];
    let with = |more: &[&str], out: &str| {
        let more = [&head[..], &["--openings", "games"], more, &["--out", out]].concat();
        let run = [&more[..], &["-e", &engines[0], "-e", &engines[1]]].concat();
        folder.arena(&run).with(0);
        let text = folder.read(&format!("{out}/game-0001.txt"));
        text.lines().filter(|line| line.ends_with("; opening")).map(str::to_owned).collect::<Vec<_>>()
    };
    let turn = |line: &str| line.split_whitespace().nth(2).unwrap().to_owned();
    let of_game = |number: usize| {
        let text = folder.read(&format!("games/game-000{number}.txt"));
        text.lines().filter(|line| line.contains(". P")).map(turn).collect::<Vec<_>>()
    };
    let begun = |lines: Vec<String>| lines.iter().map(|line| turn(line)).collect::<Vec<_>>();
    // Games 1 and 2, and 3 and 4, have the same opening.
    assert_eq!(begun(with(&[], "own")), of_game(1)[..1]);
    assert_eq!(begun(with(&["--openings-start", "2"], "second")), of_game(3)[..1]);
    assert_eq!(begun(with(&["--openings-plies", "2"], "two")), of_game(1)[..2]);
    let none = [&head[..], &["--openings", "games", "--openings-start", "3", "-e", "random", "-e", "random"]];
    folder.arena(&none.concat()).with(2).tells("`games` has 2 openings: none of number 3");
}

#[test]
fn all_commands_read_the_store_of_the_environment() {
    let folder = Folder::new("environment");
    let engines = ["random", "random"].map(str::to_owned);
    let arena = |args: &[&str]| {
        super::Done::from(folder.command(args).env("ARENA_STORE", "env.arena").output().unwrap())
    };
    arena(&plan(&["new", "-n", "2"], &engines)).with(0).says("store: env.arena");
    arena(&["resume"]).with(0).says("2 of 2 games");
    arena(&["table"]).with(0).says("2 of 2 games");
    arena(&["export", "--records", "games"]).with(0);
    arena(&plan(&["run", "-n", "2"], &engines)).with(0).says("store: env.arena");
    arena(&plan(&["run", "-n", "2", "--no-store"], &engines)).with(0);
    assert_eq!(folder.names(), ["env.arena", "games"]);
}

#[test]
fn times_to_start_and_to_be_ready_are_settings() {
    let folder = Folder::new("times");
    let other = folder.engine("other", "steady");
    for (way, limit, words) in [
        ("stuck ugi 1", "start-time=0.2", "no `ugiok` within 0.2 s"),
        ("stuck isready 1", "ready-time=0.2", "no `readyok` within 0.2 s"),
    ] {
        let name = way.split(' ').nth(1).unwrap();
        let engines = [format!("{} {limit}", folder.engine(name, way)), other.clone()];
        folder.arena(&plan(&["run", "--no-store", "-n", "2"], &engines)).with(1).tells(words);
    }
}

#[test]
fn an_engine_that_was_never_ready_has_not_started_and_one_that_was_has_stalled() {
    let folder = Folder::new("ready");
    let rules = games::by_name("take-two").unwrap();
    let (limits, stop) = ("ready-time", Stop::new());
    for (name, way, ready) in [("never", "stuck game 1", 0), ("once", "stuck game 2", 1)] {
        let spec: EngineSpec = folder.engine(name, way).parse().unwrap();
        let mut limits_of_it = EngineLimits::default();
        limits_of_it.set(limits, "0.2").unwrap();
        let settings =
            LaunchSettings { rules: &*rules, limits: &limits_of_it, log: None, processors: &[], stop: &stop };
        let mut engine = spec.launch(&settings).unwrap();
        (0..ready).for_each(|_| engine.new_game(1).unwrap());
        let fault = engine.new_game(1).unwrap_err();
        assert!(fault.to_string().contains("no `readyok` within 0.2 s"), "{fault}");
        assert_eq!(matches!(fault, Fault::Start(_)), ready == 0, "{fault:?}");
        assert_eq!(matches!(fault, Fault::Stall(_)), ready == 1, "{fault:?}");
    }
}
