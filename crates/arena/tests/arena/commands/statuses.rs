//! Exit statuses. The tests of Ctrl-C cover 130.

use super::{Folder, plan};

#[test]
fn faults_give_status_3_and_stay_in_the_store() {
    let folder = Folder::new("faults");
    let engines = [folder.engine("good", "steady"), folder.engine("bad", "illegal")];
    let run = plan(&["run", "--store", "t.arena", "-n", "4"], &engines);
    let done = folder.arena(&run).with(3).says("!!! FAULTS: 4 of 4 games\n!!! bad: illegal-turn 4\n");
    let done = done.says("!!! game 1: bad lost by illegal-turn: `z9`");
    assert_eq!(done.err.lines().filter(|line| line.starts_with("!!! game ")).count(), 4, "{}", done.err);
    // Later commands report them too.
    folder.arena(&["resume", "t.arena"]).with(3).says("!!! FAULTS: 4 of 4 games\n");
    folder.arena(&["work", "t.arena"]).with(3).says("!!! FAULTS: 4 of 4 games\n");
    folder.arena(&["table", "t.arena"]).with(0).says("!!! FAULTS: 4 of 4 games\n");
}

#[test]
fn failures_give_status_1_and_usage_errors_status_2() {
    let folder = Folder::new("statuses");
    let engines = ["random", "random"].map(str::to_owned);
    folder.arena(&plan(&["run", "--no-store", "-n", "2"], &engines)).with(0);
    let cannot: [&[&str]; 3] = [
        &["run", "--no-store", "-n", "2", "--log", "no/such/folder/log"],
        &["run", "--no-store", "-n", "2", "--out", "/proc/no"],
        &["run", "-n", "2", "--store", "postgres://127.0.0.1:1/none"],
    ];
    for command in cannot {
        let done = folder.arena(&plan(command, &engines)).with(1);
        assert!(done.err.starts_with("arena: error: ") && done.out.is_empty(), "{done:?}");
    }
    if cfg!(not(feature = "postgres")) {
        let server = ["run", "-n", "2", "--store", "postgres://u:secret@db.example/games"];
        let done = folder.arena(&plan(&server, &engines)).with(1);
        let expected = "arena: error: postgres://***: this arena was built without PostgreSQL; to use it, build with \
                        `cargo build --release -p agon-arena --features postgres`\n";
        assert_eq!(done.err, expected);
    }
    folder.arena(&plan(&["run", "--no-store", "-e", "./no-such-engine"], &engines)).with(1);
    let mistakes: [(&[&str], &str); 17] = [
        (&["run", "--format", "league"], "invalid value 'league'"),
        (&["run", "--format", "gauntlet", "--challengers", "2"], "challengers"),
        (&["run", "--sprt", "5,0"], "sprt"),
        (&["run", "--sprt", "0,5", "--format", "swiss"], "`--sprt` is for two engines"),
        (&["run", "--sprt", "0,5", "--alpha", "0.7"], "0.7"),
        (&["run", "--resign", "500"], "`500`"),
        (&["run", "--draw", "1,2"], "`1,2`"),
        (&["run", "--concurrency", "0"], "0 is not in 1..=4096"),
        (&["run", "--lease", "0"], "expected seconds from 0.1 to 86400"),
        (&["run", "--no-swap", "--games", "3"], "10000000: games are scheduled and counted in pairs\n"),
        (&["run", "--no-store", "--store", "x"], "cannot be used with"),
        (&["run", "--store", "mysql://x"], "mysql"),
        (&["run", "--openings-shuffled"], "`--openings-shuffled` is for `--openings <FILE>`"),
        (&["run", "--challengers", "1"], "`--challengers` is for `--format gauntlet`"),
        (&["run", "--alpha", "0.1"], "--sprt <ELO0,ELO1>"),
        (&["run", "--beta", "0.1"], "--sprt <ELO0,ELO1>"),
        (&["run", "--sprt-model", "logistic"], "--sprt <ELO0,ELO1>"),
    ];
    for (command, message) in mistakes {
        let done = folder.arena(&plan(command, &engines)).with(2);
        assert!(done.err.contains(message) && done.out.is_empty(), "{command:?}: {}", done.err);
    }
    let there = ["run", "-n", "2", "--out", "."];
    folder.write("something", "");
    folder.arena(&plan(&there, &engines)).with(1).tells("`.` is not empty");
    std::fs::remove_file(folder.0.join("something")).unwrap();
    folder.arena(&["resume"]).with(2).tells("<FILE|URL>");
    folder.arena(&["play"]).with(2).tells("unrecognized subcommand 'play'");
    assert!(folder.names().is_empty(), "{:?}", folder.names());
}
