//! Stores that are created, resumed and printed, and the exports from them.

use std::fs;

use arena::game::record::Record;
use serde_json::Value;

use super::{Done, Folder, TAKE_TWO, plan};

fn steady(folder: &Folder) -> [String; 2] {
    ["one", "two"].map(|name| folder.engine(name, "steady"))
}

/// The lines of a report without times.
fn standings(done: &Done) -> String {
    let of_time =
        |line: &&str| line.starts_with("one ") || line.starts_with("two ") || line.contains("games");
    done.out.lines().filter(of_time).take(2).collect::<Vec<_>>().join("\n")
}

#[test]
fn new_resume_table_work_export_and_replay() {
    let folder = Folder::new("new");
    let engines = steady(&folder);
    let heading = "take-two heaps=4; 1 node; openings of 1 random turn; seed 5\n";
    let made = folder.arena(&plan(&["new", "--store", "t.arena", "-n", "6"], &engines)).with(0);
    assert_eq!(made.out, format!("{heading}\nstore: t.arena\n"));
    folder.arena(&["table", "t.arena"]).with(0).says("\n0 of 6 games\n");
    assert_eq!(folder.diary("one").count("start"), 0, "no game is played yet");

    let resumed = folder.arena(&["resume", "t.arena"]).with(0).says(heading).says("\n6 of 6 games");
    assert!(resumed.err.lines().next_back().unwrap().starts_with("6/6 one "), "{}", resumed.err);
    let table = folder.arena(&["table", "t.arena"]).with(0);
    assert_eq!(resumed.out, format!("{}\nstore: t.arena\n", table.out.trim_end()));

    // No game is left.
    for again in ["work", "resume"] {
        folder.arena(&[again, "t.arena"]).with(0).says("\n6 of 6 games");
    }
    assert_eq!(folder.diary("one").count("game"), 6);

    let folders = ["export", "t.arena", "--records", "records", "--json", "games.jsonl"];
    let exported = folder.arena(&[&folders[..], &["--positions", "positions.jsonl"]].concat()).with(0);
    assert!(exported.out.is_empty() && exported.err.is_empty(), "{exported:?}");
    folder.arena(&["replay", "records"]).with(0).says("6 records, 0 of them wrong\n");
    the_same_games(&folder);
    let standard = folder.arena(&["export", "t.arena", "--json", "-"]).with(0);
    assert_eq!(standard.out, folder.read("games.jsonl"));

    // Existing files are not overwritten.
    folder.arena(&["export", "t.arena", "--json", "games.jsonl"]).with(1).tells("cannot write `games.jsonl`");
    folder.arena(&["export", "t.arena", "--records", "records"]).with(1).tells("`records` is not empty");
    folder.arena(&["export", "t.arena"]).with(2).tells("--json <FILE>|--records <DIR>|--positions <FILE>");
}

/// Records, JSON lines and positions must describe the same games.
fn the_same_games(folder: &Folder) {
    let lines = |name: &str| -> Vec<Value> {
        folder.read(name).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let (games, positions) = (lines("games.jsonl"), lines("positions.jsonl"));
    assert_eq!(games.len(), 6);
    let mut places = positions.iter();
    for (number, game) in (1_u64..).zip(&games) {
        let text = folder.read(&format!("records/game-{number:04}.txt"));
        let record: Record = text.parse().unwrap();
        assert_eq!((record.number, game["number"].as_u64()), (Some(number), Some(number)));
        assert_eq!(game["winner"], record.ending.winner.unwrap().to_string());
        let turns = game["turns"].as_array().unwrap();
        assert_eq!(turns.len(), record.turns.len());
        let mut rules = games::by_name("take-two").unwrap();
        rules.set_option("heaps", "4").unwrap();
        let mut position = rules.read_position(&record.start).unwrap();
        for (ply, turn) in turns.iter().enumerate() {
            assert_eq!(turn["turn"], record.turns[ply].turn);
            if turn["opening"] != true {
                let place = places.next().unwrap();
                assert_eq!((&place["game"], &place["turn"]), (&game["number"], &turn["turn"]));
                assert_eq!((place["ply"].as_u64(), place["score"].as_i64()), (Some(ply as u64), Some(0)));
                assert_eq!(place["position"], position.position_text());
                let won = turn["player"] == game["winner"];
                assert_eq!(place["result"].as_f64(), Some(f64::from(u8::from(won))));
            }
            position.play_turn(turn["turn"].as_str().unwrap()).unwrap();
        }
        assert!(position.result().is_some());
    }
    assert!(places.next().is_none());
}

#[test]
fn run_resumes_its_own_tournament_and_plays_no_game_twice() {
    let folder = Folder::new("run twice");
    let engines = steady(&folder);
    let run = plan(&["run", "--store", "t.arena", "-n", "4"], &engines);
    folder.arena(&plan(&["new", "--store", "t.arena", "-n", "4"], &engines)).with(0);
    let first = folder.arena(&run).with(0).says("\n4 of 4 games");
    let second = folder.arena(&run).with(0).says("store: t.arena\n");
    assert_eq!((first.out, folder.diary("one").count("game")), (second.out, 4));
}

#[test]
fn stores_without_a_name_are_numbered() {
    let folder = Folder::new("numbers");
    let engines = ["random", "name=dice cmd=random"].map(str::to_owned);
    let run = plan(&["run", "--quiet", "-n", "2"], &engines);
    folder.write("take-two-2.arena.note", "");
    for number in 1..=2 {
        let done = folder.arena(&run).with(0).says(&format!("\nstore: take-two-{number}.arena\n"));
        assert_eq!(done.err, "");
    }
    folder.arena(&plan(&["new"], &engines)).with(0).says("\nstore: take-two-3.arena\n");
    let there = ["take-two-1.arena", "take-two-2.arena", "take-two-2.arena.note", "take-two-3.arena"];
    assert_eq!(folder.names(), there, "and no file beside them");

    let none = folder.arena(&plan(&["run", "-q", "--no-store", "-n", "2"], &engines)).with(0);
    assert!(none.out.contains("2 of 2 games") && !none.out.contains("store: "), "{}", none.out);
    for command in [&["run", "--dry-run"][..], &["new", "--dry-run"], &["run", "--dry-run", "--store", "x"]] {
        let dry = folder.arena(&plan(&[command, &["-n", "6"]].concat(), &engines)).with(0);
        assert!(dry.out.ends_with("; seed 5\n\n6 games\n"), "{}", dry.out);
    }
    assert_eq!(folder.names(), there);
}

#[test]
fn a_folder_of_results_has_records_and_the_table() {
    let folder = Folder::new("out");
    let engines = steady(&folder);
    let args = ["run", "--no-store", "-n", "4", "--out", "results"];
    let done = folder.arena(&plan(&args, &engines)).with(0).says("\nrecords: results\n");
    let table = folder.read("results/results.txt");
    assert!(done.out.starts_with(&table) && table.contains("4 of 4 games"), "{table}");
    assert_eq!(fs::read_dir(folder.0.join("results")).unwrap().count(), 5);
    folder.arena(&["replay", "results"]).with(0).says("4 records, 0 of them wrong");
}

#[test]
fn a_configuration_file_equals_flags_and_flags_override_it() {
    let folder = Folder::new("config");
    let mut flags = TAKE_TWO.iter();
    let mut text = String::new();
    while let (Some(flag), Some(value)) = (flags.next(), flags.next()) {
        text += &format!("{} = \"{value}\"\n", flag.trim_start_matches("--"));
    }
    text += "store = \"t.arena\"\ngames = 2\nquiet = true\nengine = [\n";
    for engine in steady(&folder) {
        text += &format!("    {},\n", toml::Value::String(engine));
    }
    folder.write("t.toml", &(text + "]\n"));
    let done = folder.arena(&["run", "--config", "t.toml", "--games", "4"]).with(0);
    assert!(done.err.is_empty(), "{}", done.err);
    // The same settings as flags give the same tournament.
    let flags = folder.arena(&plan(&["run", "--store", "t.arena", "-n", "4"], &steady(&folder))).with(0);
    assert_eq!(done.out, flags.out);
    let other = folder.arena(&["run", "--config", "t.toml"]).with(1);
    assert!(other.err.contains("`t.arena` holds another tournament"), "{}", other.err);
    folder.write("bad.toml", "game = \"take-two\"\npairs = 3\n");
    folder
        .arena(&["new", "--config", "bad.toml"])
        .with(2)
        .tells("error: `bad.toml`, line 2: there is no setting `pairs`");
}

#[test]
fn a_mistake_in_a_file_is_reported_with_its_line() {
    let folder = Folder::new("mistake");
    let of_line_4 = [
        ("rule = { heaps = 99 }", "option `heaps` does not take `99`"),
        ("gmae = 'take-two'", "there is no setting `gmae`"),
        ("movetime = 'x'", "invalid value 'x' for '--movetime <MS>'"),
        ("rounds = 3", "`--rounds` is for `--format swiss`"),
        ("store = 'mysql://x'", "`mysql://` is not a store"),
        ("no-swap = true\ngames = 3", ""),
    ];
    for (line, message) in of_line_4 {
        folder.write(
            "t.toml",
            &format!(
                "game = 'take-two'\nopenings-effort = 0\nopenings-turns = 1\n{line}\nopenings-nodes = 0\n[[engine]]\n\
            cmd = 'random'\n[[engine]]\ncmd = 'random'\n"
            ),
        );
        for command in ["run", "new"] {
            let done = folder.arena(&[command, "--config", "t.toml"]);
            let number = if message.is_empty() { 5 } else { 4 };
            assert!(matches!(done.code, Some(1 | 2)), "{line}: {done:?}");
            done.tells(&format!("`t.toml`, line {number}: {message}"));
        }
    }
    folder.write("t.toml", "engine = ['random', 'random']\n\nopenings = 'none.txt'\n");
    folder.arena(&["run", "--config", "t.toml"]).with(1).tells("`t.toml`, line 3: `none.txt`: No such file");
    assert_eq!(folder.names(), ["t.toml"]);
    // What comes from the command line is no mistake of the file.
    let done = folder.arena(&["run", "--config", "t.toml", "--games", "5"]).with(2);
    assert!(!done.err.contains("t.toml"), "{}", done.err);
}

#[test]
fn the_environment_names_the_store_to_work_on() {
    let folder = Folder::new("environment");
    let engines = steady(&folder);
    folder.arena(&plan(&["new", "--store", "t.arena", "-n", "2"], &engines)).with(0);
    folder.arena(&["work"]).with(2).tells("<FILE|URL>");
    let worked = folder.command(&["work"]).env("ARENA_STORE", "t.arena").output().unwrap();
    Done::from(worked).with(0).says("\n2 of 2 games").says("\nstore: t.arena\n");
    assert_eq!(standings(&folder.arena(&["table", "t.arena"])).lines().count(), 2);
}
