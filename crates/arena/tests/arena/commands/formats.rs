//! Tournament formats on the command line.

use super::{Done, Folder, plan};

/// Two engines that win every game against the two others, by adjudication of reported scores.
fn four(folder: &Folder) -> [String; 4] {
    [("gold", "score 900"), ("silver", "score 900"), ("tin", "score -900"), ("lead", "score -900")]
        .map(|(name, way)| folder.engine(name, way))
}

fn run(folder: &Folder, more: &[&str]) -> Done {
    let engines = four(folder);
    let args = [&["run", "--no-store", "-n", "2", "--resign", "500,1", "-c", "2"], more].concat();
    let planned = folder.arena(&plan(&[&args, &["--dry-run"][..]].concat(), &engines)).with(0);
    let done = folder.arena(&plan(&args, &engines)).with(0);
    let heading = done.out.lines().next().unwrap();
    assert!(planned.out.starts_with(heading), "{heading}\n{}", planned.out);
    // The planned games were played; the standings come last.
    let games = planned.out.lines().last().unwrap().split(' ').next().unwrap();
    let told: u32 = games.parse().unwrap();
    let number = |line: &str| line.split_once(" of ")?.0.parse::<u32>().ok();
    let played = done.out.lines().find_map(number).unwrap();
    assert!(played >= told && done.out.contains(&format!("{played} of {played} games")), "{}", done.out);
    done
}

/// The standing of an engine: games, won, drawn, lost.
fn standing(done: &Done, name: &str) -> Vec<u32> {
    let line = done.out.lines().find(|line| line.starts_with(&format!("{name} "))).unwrap();
    line.split_whitespace().skip(1).take(4).map(|number| number.parse().unwrap()).collect()
}

#[test]
fn round_robin() {
    let folder = Folder::new("round robin");
    let done =
        run(&folder, &[]).says("12 of 12 games").says("\nwon-drawn-lost against").says("adjudicated-win 8");
    assert_eq!((standing(&done, "gold"), standing(&done, "lead")), (vec![6, 5, 0, 1], vec![6, 1, 0, 5]));
}

#[test]
fn gauntlet() {
    let folder = Folder::new("gauntlet");
    let done = run(&folder, &["--format", "gauntlet"]).says("; gauntlet").says("6 of 6 games");
    assert_eq!((standing(&done, "gold"), standing(&done, "tin")), (vec![6, 5, 0, 1], vec![2, 0, 0, 2]));
    let two = run(&folder, &["--format", "gauntlet", "--challengers", "2"]);
    assert_eq!((standing(&two, "gold")[0], standing(&two, "lead")[0]), (4, 4), "{}", two.out);
    folder.arena(&plan(&["run", "--format", "gauntlet", "--challengers", "4"], &four(&folder))).with(2);
}

#[test]
fn swiss() {
    let folder = Folder::new("swiss");
    let done = run(&folder, &["--format", "swiss", "--rounds", "2"]).says("8 of 8 games");
    assert_eq!((standing(&done, "gold")[0], standing(&done, "lead")[0]), (4, 4));
    // The number of rounds after which one engine has won all its games.
    run(&folder, &["--format", "swiss"]).says("8 of 8 games");
    run(&folder, &["--format", "swiss", "--rounds", "3"]).says("12 of 12 games");
    folder.arena(&plan(&["run", "--rounds", "2"], &four(&folder))).with(2).tells("`--rounds` is for");
}

#[test]
fn knockout() {
    let folder = Folder::new("knockout");
    // In the final both play the same turns, so each pair of games is level: eight more games, then the better seed wins.
    let done =
        run(&folder, &["--format", "knockout"]).says("22 of 22 games").says("; resign 500,1; seed 5\n");
    let done = done.says("round 1: gold 2.0 - 0.0 lead, gold advances\n");
    let done = done.says("round 1: silver 2.0 - 0.0 tin, silver advances\n");
    let final_match = "round 2: gold 9.0 - 9.0 silver after 8 pairs more, gold advances as the better seed\n";
    done.says(final_match).says("place 1: gold\nplace 2: silver\nplaces 3-4: tin, lead\n");
}

#[test]
fn a_decided_sprt_ends_the_tournament() {
    let folder = Folder::new("test");
    let engines = four(&folder);
    let run = |better: usize, worse: usize, concurrency: &str| {
        let engines = [engines[better].clone(), engines[worse].clone()];
        let store = format!("{better}-{concurrency}.arena");
        let args =
            ["run", "--sprt", "0,100", "-n", "1000", "--resign", "500,1", "-c", concurrency, "--store"];
        let done = folder.arena(&plan(&[&args[..], &[&store]].concat(), &engines)).with(0);
        let counts = folder.counts(&store);
        // Games are scheduled on demand, so there may be none to withdraw.
        assert!(counts.finished < 200 && counts.scheduled() < 1000, "{counts:?}");
        assert_eq!((counts.open, counts.running), (0, 0));
        let said = |word: &str| done.out.lines().find(|line| line.contains(word)).unwrap().to_owned();
        // The tournament stays closed.
        folder.arena(&["resume", &store]).with(0).says(&said("ended: "));
        assert_eq!(folder.counts(&store), counts);
        (said("LLR"), said("ended: "))
    };
    let alone = run(0, 2, "1");
    assert!(alone.1 == "ended: H1 accepted" && alone.0.contains("H1 accepted"), "{alone:?}");
    assert_eq!(alone, run(0, 2, "4"));
    let worse = run(3, 1, "1");
    assert_eq!(worse.1, "ended: H0 accepted");
    assert_eq!(worse, run(3, 1, "4"));
    let three = plan(&["run", "--sprt", "0,5"], &engines);
    folder.arena(&three).with(2).tells("a sequential test is for two entrants, not 4");
}
