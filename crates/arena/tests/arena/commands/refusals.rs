//! Stores that the commands refuse.

use rusqlite::Connection;

use super::{Folder, engine, plan, plan_with};

#[test]
fn another_tournament_is_not_resumed() {
    let folder = Folder::new("another");
    let engines = ["one", "two"].map(|name| folder.engine(name, "steady"));
    folder.arena(&plan(&["new", "--store", "t.arena", "-n", "4"], &engines)).with(0);
    let message = |differences: &str| {
        format!(
            "arena: error: `t.arena` holds another tournament: {differences}. Continue it with `arena resume`, or name \
             another store for this one\n"
        )
    };
    let others = [
        (&["-n", "2"][..], "`games` is 4 there and 2 here"),
        (&["-n", "4", "--margin", "60"], "`margin` is 50 there and 60 here"),
        (
            &["-n", "4", "--no-swap", "--sprt", "0,5"],
            "`alpha` is not set there and 0.05 here; `beta` is not set there and 0.05 here; `no-swap` is not set there \
             and true here; `sprt-elo0` is not set there and 0.0 here; `sprt-elo1` is not set there and 5.0 here; \
             `sprt-model` is not set there and normalised here",
        ),
        (
            &["-n", "6", "--max-turns", "9"],
            "`games` is 4 there and 6 here; `max-turns` is 1000 there and 9 here",
        ),
        (&["-n", "4", "--resign", "500,4"], "`resign` is not set there and 500,4 here"),
        (&["-n", "4", "--openings-score", "60"], "`openings-score` is 50 there and 60 here"),
        (&["-n", "4", "--format", "knockout"], "`format` is round-robin there and knockout here"),
        (
            &["-n", "4", "--each", "option.Hash=5"],
            "`engine 1 option.Hash` is not set there and 5 here; `engine 2",
        ),
        (
            &["-n", "4", "--each", "option.x=\u{1b}"],
            "`engine 1 option.x` is not set there and \\u{1b} here; ",
        ),
    ];
    for (other, differences) in others {
        let done = folder.arena(&plan(&[&["run", "--store", "t.arena"], other].concat(), &engines)).with(1);
        let told = message("").split_once(". ").map(|(begin, _)| begin.to_owned() + differences).unwrap();
        assert!(done.err.starts_with(&told), "{other:?}: {}", done.err);
    }
    let run = ["run", "--store", "t.arena", "-n", "4"];
    let rule = folder.arena(&plan_with(&run, ["heaps=5", "1"], &engines)).with(1);
    assert_eq!(rule.err, message("`rule heaps` is 4 there and 5 here"));
    let swapped = [engines[1].clone(), engines[0].clone()];
    let done = folder.arena(&plan(&run, &swapped)).with(1);
    let names = "`engine 1 cmd` differs; `engine 1 name` is one there and two here; `engine 2 cmd` differs; \
                 `engine 2 name` is two there and one here";
    assert_eq!(done.err, message(names));
    let there = folder.arena(&plan(&["new", "--store", "t.arena", "-n", "2"], &engines)).with(1);
    assert_eq!(there.err, "arena: error: t.arena: there is a tournament already\n");
    assert_eq!(folder.counts("t.arena").finished, 0);
}

#[test]
fn another_version_of_an_engine_is_refused() {
    let folder = Folder::new("changed");
    folder.write("book.txt", "version 1");
    let book = folder.0.join("book.txt");
    let engines = [folder.engine("one", "steady"), engine::engine_with("two", "steady", &folder.0, &[&book])];
    let run = plan(&["run", "--store", "t.arena", "-n", "2"], &engines);
    folder.arena(&run).with(0);
    let table = folder.arena(&["table", "t.arena"]).with(0).out;

    folder.write("book.txt", "version 2");
    let started = folder.diary("one").count("start");
    for command in [&run[..], &["resume", "t.arena"], &["work", "t.arena"]] {
        let refused = folder.arena(command).with(1);
        let begins = "arena: error: the engine `two` here is another version than the one with which the tournament \
                      began (fingerprint ";
        assert!(refused.err.starts_with(begins), "{}", refused.err);
    }
    assert_eq!(folder.diary("one").count("start"), started, "no engine was started");
    // Reading the results needs no engine.
    assert_eq!(folder.arena(&["table", "t.arena"]).with(0).out, table);
    folder.write("book.txt", "version 1");
    folder.arena(&["resume", "t.arena"]).with(0);
}

#[test]
fn a_tournament_with_openings_of_an_earlier_version_is_only_read() {
    let folder = Folder::new("balance");
    let engines = ["random", "random"].map(str::to_owned);
    folder.arena(&plan(&["run", "--store", "t.arena", "-n", "2"], &engines)).with(0);
    let table = folder.arena(&["table", "t.arena"]).with(0).out;
    let changed = Connection::open(folder.0.join("t.arena")).unwrap();
    let change =
        r#"UPDATE tournament SET definition = replace(definition, '"nodes":0,"score":50', '"balance":75')"#;
    changed.execute(change, []).unwrap();
    drop(changed);
    assert_eq!(folder.arena(&["table", "t.arena"]).with(0).out, table);
    let refused = folder.arena(&["resume", "t.arena", "-n", "4"]).with(1);
    assert!(refused.err.contains("have a limit of `balance`, of an earlier version"), "{}", refused.err);
}

#[test]
fn other_files_and_other_versions_are_refused() {
    let folder = Folder::new("foreign");
    let engines = ["random", "random"].map(str::to_owned);
    folder.write("text.arena", "this is a text, and no database at all, however long it is\n");
    let foreign = Connection::open(folder.0.join("foreign.arena")).unwrap();
    foreign.execute_batch("CREATE TABLE song (title TEXT)").unwrap();
    drop(foreign);
    for (store, version) in [("older.arena", 0), ("newer.arena", 99)] {
        folder.arena(&plan(&["new", "--store", store, "-n", "2"], &engines)).with(0);
        let changed = Connection::open(folder.0.join(store)).unwrap();
        changed.execute("UPDATE arena_schema SET version = ?", [version]).unwrap();
    }
    let cases = [
        ("text.arena", "this is not a tournament: the file is not an SQLite database"),
        ("foreign.arena", "this is not a tournament: there is a table `song`, and none named `arena_schema`"),
        (
            "older.arena",
            "an earlier arena made this tournament (version 0 of its tables) and can read it; this arena reads version 1",
        ),
        (
            "newer.arena",
            "a later arena made this tournament (version 99 of its tables) and can read it; this arena reads version 1",
        ),
    ];
    for (store, problem) in cases {
        let commands = [
            plan(&["run", "--store", store, "-n", "2"], &engines),
            plan(&["new", "--store", store], &engines),
            vec!["resume", store],
            vec!["work", store],
            vec!["table", store],
            vec!["export", store, "--json", "-"],
        ];
        for command in commands {
            let refused = folder.arena(&command).with(1);
            assert_eq!(refused.err, format!("arena: error: {store}: {problem}\n"), "{command:?}");
        }
    }
    let song = Connection::open(folder.0.join("foreign.arena")).unwrap();
    song.execute("INSERT INTO song VALUES ('left as it was')", []).unwrap();
}

#[test]
fn a_report_of_strangers_is_refused() {
    let folder = Folder::new("strangers");
    let engines = ["random", "name=dice cmd=random"].map(str::to_owned);
    folder.arena(&plan(&["run", "--store", "t.arena", "-n", "2"], &engines)).with(0);
    let changed = Connection::open(folder.0.join("t.arena")).unwrap();
    changed.execute_batch("UPDATE game SET p1 = 6 WHERE number = 1").unwrap();
    drop(changed);
    let refused = folder.arena(&["report", "t.arena"]).with(1);
    assert!(refused.err.contains("entrant 7 of 2 plays in them"), "{}", refused.err);
}

#[test]
fn a_missing_store_is_reported_and_not_created() {
    let folder = Folder::new("missing");
    let commands: [&[&str]; 4] = [
        &["resume", "no.arena"],
        &["work", "no.arena"],
        &["table", "no.arena"],
        &["export", "no.arena", "--positions", "-"],
    ];
    for command in commands {
        let refused = folder.arena(command).with(1);
        assert_eq!(refused.err, "arena: error: no.arena: there is no tournament\n", "{command:?}");
    }
    assert!(folder.names().is_empty());
    let nowhere = plan(&["new", "--store", "no/such/folder/t.arena"], &[]);
    let engines = ["-e", "random", "-e", "random"];
    folder.arena(&[&nowhere[..], &engines].concat()).with(1).tells("arena: error: no/such/folder/t.arena: ");
}
