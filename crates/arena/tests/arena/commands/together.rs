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
    assert_eq!(a.table(), b.table());
    assert_eq!(a.table(), format!("{}\nstore: t.arena", folder.arena(&["table", "t.arena"]).out.trim_end()));
    for done in [&a, &b] {
        // Both have played; the progress of each counts the other's games.
        assert!(done.out.contains("\ntime of this process: "), "{}", done.out);
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
fn workers_report_the_number_of_their_games() {
    let folder = Folder::new("workers");
    let engines = [folder.engine("one", "meets"), folder.engine("two", "steady")];
    folder.arena(&plan(&["new", "--store", "t.arena", "-n", "10"], &engines)).with(0);
    let both = [0, 1].map(|_| folder.start(&["work", "--store", "t.arena", "--quiet"]));
    let played = both.map(|running| {
        let done = running.end().with(0);
        assert_eq!(done.err, "");
        let games = done.out.strip_suffix(" games played here; 10 in all\n").unwrap();
        games.parse::<u32>().unwrap()
    });
    assert!(played.iter().all(|&games| games > 0) && played.iter().sum::<u32>() == 10, "{played:?}");
}
