//! A store from elsewhere does not start its commands unless the user accepts them.

use rusqlite::Connection;

use super::{Done, Folder, plan};

/// The command, by a user whose list of trusted stores is in this folder.
fn by(folder: &Folder, user: &str, args: &[&str]) -> Done {
    Done::from(folder.command(args).env("XDG_STATE_HOME", folder.0.join(user)).output().unwrap())
}

#[test]
fn commands_of_a_store_from_elsewhere_need_trust() {
    let folder = Folder::new("trust");
    let engines = ["one", "two"].map(|name| folder.engine(name, "steady"));
    by(&folder, "ann", &plan(&["new", "--store", "t.arena", "-n", "2"], &engines)).with(0);
    for command in ["resume", "work"] {
        let refused = by(&folder, "bob", &[command, "t.arena"]).with(1);
        let begin = "arena: error: `t.arena` was not made by you on this machine, and would start `";
        assert!(refused.err.starts_with(begin), "{}", refused.err);
        assert!(
            ["name=one", "name=two", " and `"].iter().all(|part| refused.err.contains(part)),
            "{}",
            refused.err
        );
        refused.tells("give `--trust`");
    }
    assert_eq!((folder.counts("t.arena").finished, folder.diary("one").lines()), (0, Vec::new()));
    // Everything else starts nothing.
    by(&folder, "bob", &["table", "t.arena"]).with(0);
    // The user who made it, after it was moved; and whoever gives the same commands.
    std::fs::rename(folder.0.join("t.arena"), folder.0.join("moved.arena")).unwrap();
    by(&folder, "ann", &["resume", "moved.arena"]).with(0).says("\n2 of 2 games");
    by(&folder, "bob", &["resume", "moved.arena"]).with(0).says("\n2 of 2 games");
    by(&folder, "bob", &["resume", "moved.arena", "-n", "4"]).with(1).tells("--trust");
    by(&folder, "bob", &["resume", "moved.arena", "-n", "4", "--trust"]).with(0).says("\n4 of 4 games");
    by(&folder, "bob", &["resume", "moved.arena", "-n", "6"]).with(0).says("\n6 of 6 games");
    by(&folder, "eve", &plan(&["run", "--store", "moved.arena", "-n", "8"], &engines)).with(0);
    by(&folder, "eve", &["resume", "moved.arena", "-n", "10"]).with(0).says("\n10 of 10 games");
    assert_eq!(folder.read("bob/arena/trusted-stores").lines().count(), 1);
}

#[test]
fn another_command_in_a_known_store_needs_trust() {
    let folder = Folder::new("trust-changed");
    let engines = ["one", "two"].map(|name| folder.engine(name, "steady"));
    by(&folder, "ann", &plan(&["new", "--store", "t.arena", "-n", "2"], &engines)).with(0);
    let database = Connection::open(folder.0.join("t.arena")).unwrap();
    let change = "UPDATE tournament SET definition = replace(definition, 'steady', 'other\\u001b[2J')";
    assert_eq!(database.execute(change, []).unwrap(), 1);
    drop(database);
    let refused = by(&folder, "ann", &["resume", "t.arena"]).with(1);
    assert!(!refused.err.contains('\u{1b}'), "{}", refused.err);
    assert_eq!(folder.diary("one").lines(), Vec::<String>::new());
}

#[test]
fn built_in_engines_need_no_trust() {
    let folder = Folder::new("trust-built-in");
    let engines = ["random", "random"].map(str::to_owned);
    by(&folder, "ann", &plan(&["new", "--store", "t.arena", "-n", "2"], &engines)).with(0);
    by(&folder, "bob", &["resume", "t.arena"]).with(0).says("\n2 of 2 games");
    assert!(!folder.names().contains(&"ann".to_owned()));
}

#[test]
fn a_tournament_is_played_although_its_store_cannot_be_remembered() {
    let folder = Folder::new("trust-nowhere");
    let engines = ["one", "two"].map(|name| folder.engine(name, "steady"));
    for (home, why) in [("", "there is no folder for"), ("/dev/null/home", "cannot write")] {
        let run = plan(&["run", "--store", "t.arena", "-n", "2"], &engines);
        let mut command = folder.command(&run);
        command.env_remove("XDG_STATE_HOME").env("HOME", home);
        Done::from(command.output().unwrap())
            .with(0)
            .tells(why)
            .tells("`arena resume` will ask for `--trust`");
        std::fs::remove_file(folder.0.join("t.arena")).unwrap();
    }
}
