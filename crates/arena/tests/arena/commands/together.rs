//! Several processes on one file.

use super::{Folder, plan};

#[test]
fn two_processes_share_the_games() {
    let folder = Folder::new("together");
    // The engine plays no turn before both processes have started it.
    let engines = [folder.engine("one", "meets"), folder.engine("two", "steady")];
    folder.arena(&plan(&["new", "--store", "t.arena", "-n", "20"], &engines)).with(0);
    let both = [0, 1].map(|_| folder.start(&["resume", "t.arena"]));
    let [a, b] = both.map(|running| running.end().with(0).says("\n20 of 20 games"));
    assert_eq!(a.out, b.out);
    assert_eq!(a.out, format!("{}\nstore: t.arena\n", folder.arena(&["table", "t.arena"]).out.trim_end()));
    let rows: Vec<_> = folder.store("t.arena").finished(0).map(Result::unwrap).collect();
    assert!(rows.iter().any(|row| row.worker != rows[0].worker), "both have played");
    for done in [&a, &b] {
        // The progress of each counts the other's games.
        let last = done.err.lines().rfind(|line| line.contains("/20 ")).unwrap();
        assert!(last.starts_with("20/20 one "), "{}", done.err);
    }
    for name in ["one", "two"] {
        assert_eq!(folder.diary(name).count("game"), 20, "each game was played once");
        folder.all_gone(name);
    }
    assert_eq!(folder.counts("t.arena").finished, 20);
    // Every game has the same turns as with one process.
    let alone = Folder::new("alone");
    let engines = ["one", "two"].map(|name| alone.engine(name, "steady"));
    alone.arena(&plan(&["run", "--store", "t.arena", "-n", "20"], &engines)).with(0);
    let turns = |folder: &Folder| -> Vec<String> {
        let records = folder.store("t.arena").records().map(|row| row.unwrap().1).collect::<Vec<_>>();
        let untimed = |line: &str| line.split("  ;").next().unwrap().to_owned();
        records.iter().flat_map(|record| record.lines().map(untimed)).collect()
    };
    assert_eq!(turns(&folder), turns(&alone));
}

#[test]
fn workers_share_the_games_and_print_the_table() {
    let folder = Folder::new("workers");
    let engines = [folder.engine("one", "meets"), folder.engine("two", "steady")];
    folder.arena(&plan(&["new", "--store", "t.arena", "-n", "10"], &engines)).with(0);
    let both = [0, 1].map(|_| folder.start(&["work", "t.arena", "--quiet"]));
    for running in both {
        let done = running.end().with(0).says("\n10 of 10 games");
        assert_eq!(done.err, "");
    }
    let played: Vec<_> = folder.store("t.arena").finished(0).map(|row| row.unwrap().worker).collect();
    assert!([1, 2].iter().all(|worker| played.contains(worker)) && played.len() == 10, "{played:?}");
}
