//! Effects of flags and engine specs: limits, the log, openings, adjudication.

use super::{Folder, plan};

#[test]
fn each_engine_has_its_own_limits_and_the_log_has_every_line() {
    let folder = Folder::new("limits");
    let one = format!("{} nodes=7 depth=2", folder.engine("one", "noting"));
    let two = format!("{} tc=60+0.5", folder.engine("two", "noting"));
    let engines = [one, two, folder.engine("three", "noting")];
    let args = ["run", "--no-store", "-n", "2", "--log", "traffic.log"];
    folder.arena(&plan(&args, &engines)).with(0);

    let log = folder.read("traffic.log");
    let heard = |name: &str| -> Vec<String> {
        let begins = format!(" {name}#1 > ");
        let said = |line: &str| Some(format!("> {}", line.split_once(&begins)?.1));
        log.lines().filter_map(said).collect()
    };
    for name in ["one", "two", "three"] {
        let diary = folder.diary(name);
        let noted: Vec<_> = diary.lines().into_iter().filter(|line| line.starts_with("> ")).collect();
        assert_eq!(heard(name), noted);
        assert_eq!(noted.first().map(String::as_str), Some("> ugi"));
        assert_eq!(noted.last().map(String::as_str), Some("> quit"));
        let asked = noted.iter().filter(|line| line.starts_with("> go")).count();
        let answers = log.lines().filter(|line| line.contains(&format!(" {name}#1 < bestmove "))).count();
        assert_eq!(asked, answers);
        let limits = |line: &str| match name {
            "one" => line == "> go depth 2 nodes 7",
            // Its own limits replace all limits of the tournament.
            "two" => line.starts_with("> go p1time ") && line.ends_with(" p1inc 500 p2inc 500"),
            _ => line == "> go nodes 1",
        };
        for line in noted.iter().filter(|line| line.starts_with("> go")) {
            assert!(limits(line), "{name}: {line}");
        }
    }
}

#[test]
fn an_engine_that_does_not_know_cpu_time_is_refused() {
    let folder = Folder::new("cputime");
    let engines = [folder.engine("one", "steady"), "random".to_owned()];
    let own = format!("{} cputime=20", engines[0]);
    for (more, engines) in [(&["--cputime", "20"][..], engines.clone()), (&[][..], [own, engines[1].clone()])]
    {
        let done = folder.arena(&plan(&[&["run", "--store", "t.arena"], more].concat(), &engines)).with(1);
        assert!(done.err.contains("one") && done.err.contains("does not know `go cputime`"), "{}", done.err);
        assert!(!folder.0.join("t.arena").exists());
    }
}

#[test]
fn the_line_of_a_test_has_everything_for_a_commit_message() {
    let folder = Folder::new("line");
    let engines = ["one", "two"].map(|name| folder.engine(name, "steady"));
    let args = ["run", "--store", "t.arena", "-n", "8", "--sprt", "0,10"];
    folder.arena(&plan(&args, &engines)).with(0);
    let line = folder.arena(&["table", "t.arena", "--line"]).with(0).out;
    assert_eq!(line.lines().count(), 1, "{line}");
    for words in
        ["take-two, 1 node: one - two ", "/8, Elo ", ", pairs ", ", SPRT normalised [0, 10], ", ": LLR "]
    {
        assert!(line.contains(words), "{words} is not in {line}");
    }
    folder.arena(&plan(&["new", "--store", "new.arena", "-n", "2"], &engines)).with(0);
    let none = folder.arena(&["table", "new.arena", "--line"]).with(1);
    assert!(none.err.contains("expected two engines and a finished pair of games"), "{}", none.err);
}

#[test]
fn texts_tell_one_from_many() {
    let folder = Folder::new("one");
    folder.write("one.txt", "a1\n");
    let engines = ["random", "random"].map(str::to_owned);
    let run = ["run", "--openings", "one.txt", "-n", "2"];
    let flags = ["--game", "take-two", "--tc", "1/60", "-e", &*engines[0], "-e", &*engines[1]];
    let done = |more: &[&str]| folder.arena(&[&run[..], &flags, more].concat());
    done(&["--dry-run"]).with(0).says("take-two; 60 s for 1 turn; 1 opening from a file; ");
    done(&["--openings-start", "2"]).with(2).tells("`one.txt` has 1 opening: none of number 2");
    done(&["--store", "t.arena"]).with(0);
    folder.arena(&["report", "t.arena"]).with(0).says(">1 opening; ");
}

#[test]
fn the_help_lists_the_faults_that_end_games() {
    let folder = Folder::new("help");
    let help = folder.arena(&["--help"]).with(0).out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("(illegal turn, time, stall, crash, disconnect, protocol)"), "{help}");
}

#[test]
fn milliseconds_per_turn_are_the_default_only_without_another_limit() {
    let folder = Folder::new("defaults");
    for (limit, shown) in [
        (&[][..], "snorkels; 100 ms a turn; "),
        (&["--depth", "3"], "snorkels; depth 3; "),
        (&["--nodes", "30"], "snorkels; 30 nodes; "),
        (&["--cputime", "30"], "snorkels; 30 ms of CPU time a turn; "),
    ] {
        let done =
            folder.arena(&[&["run", "--dry-run", "-e", "random", "-e", "random"], limit].concat()).with(0);
        assert!(done.out.starts_with(shown), "{}", done.out);
    }
}

#[test]
fn openings_from_a_file() {
    let folder = Folder::new("openings");
    let engines = ["one", "two"].map(|name| folder.engine(name, "steady"));
    let args = ["run", "--game", "take-two", "--nodes", "1", "-n", "6", "--openings", "openings.txt"];
    let more = ["-q", "--store", "t.arena", "-e", &engines[0], "-e", &engines[1]];
    let run = [&args[..], &more].concat();
    // Turns; a position; a position and turns; the first position again, by another order of turns.
    folder.write("openings.txt", "a1 b1\n\n# more\n2,2,2 2 2\nfen 1,4,5 1 2 moves a1\nb1 a1\n");
    let done = folder.arena(&run).with(0).says("; 3 openings from a file; seed 1\n").says("6 of 6 games");
    assert_eq!(done.err, "arena: `openings.txt`, line 6: the same position as in line 1, left out\n");
    let exported = folder.arena(&["export", "t.arena", "--json", "-"]).with(0);
    let begun: Vec<_> = exported
        .out
        .lines()
        .map(|line| {
            let game: serde_json::Value = serde_json::from_str(line).unwrap();
            let opening = game["turns"].as_array().unwrap().iter().filter(|turn| turn["opening"] == true);
            let turns: Vec<_> = opening.map(|turn| turn["turn"].as_str().unwrap()).collect();
            format!(
                "{} {} {}",
                game["p1"].as_str().unwrap(),
                game["start"].as_str().unwrap(),
                turns.join(" ")
            )
        })
        .collect();
    let starts = ["3,4,5 1 2 a1 b1", "2,2,2 2 2 ", "1,4,5 1 2 a1"];
    let both = |start: &&str| ["one", "two"].map(|first| format!("{first} {start}"));
    let mut expected: Vec<_> = starts.iter().flat_map(both).collect();
    let mut found = begun.clone();
    expected.sort();
    found.sort();
    assert_eq!(found, expected, "{begun:?}");

    let mistakes = [
        ("a1\n\nb9\n", "`openings.txt`: line 3: "),
        ("a1\n9,9 1\n", "`openings.txt`: line 2: "),
        ("startpos moves a1 z1\n", "`openings.txt`: line 1: turn 2 `z1`: "),
        ("# nothing\n", "`openings.txt`: there are no openings"),
    ];
    for (text, message) in mistakes {
        folder.write("openings.txt", text);
        folder.arena(&run).with(1).tells(message);
    }
    std::fs::remove_file(folder.0.join("openings.txt")).unwrap();
    folder.arena(&run).with(1).tells("`openings.txt`: No such file");
}

#[test]
fn games_are_adjudicated_by_the_scores_of_both_engines() {
    let folder = Folder::new("adjudication");
    let ends = |ways: [&str; 2], flags: &[&str]| {
        let engines = [folder.engine("one", ways[0]), folder.engine("two", ways[1])];
        let args = [&["run", "--no-store", "-q", "-n", "4", "--openings-turns", "0"], flags].concat();
        let args = [&args[..], &["--game", "take-two", "--rule", "heaps=7", "--nodes", "1"]].concat();
        let done = folder.arena(&[&args[..], &["-e", &engines[0], "-e", &engines[1]]].concat()).with(0);
        done.out.lines().find_map(|line| line.strip_prefix("ends: ")).unwrap().to_owned()
    };
    let resign: &[&str] = &["--resign", "500,2"];
    assert_eq!(ends(["score 600", "score -600"], resign), "adjudicated-win 4");
    assert_eq!(ends(["score 600", "score -400"], resign), "last-counter 4");
    assert_eq!(ends(["score 600", "score -600"], &[]), "last-counter 4");
    let draw: &[&str] = &["--draw", "10,2,4"];
    assert_eq!(ends(["score 10", "score -10"], draw), "adjudicated-draw 4");
    assert_eq!(ends(["score 10", "score -11"], draw), "last-counter 4");
    assert_eq!(ends(["steady", "steady"], &["--max-turns", "3"]), "length 4");
}
