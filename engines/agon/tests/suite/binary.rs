//! The engine as a child process: protocol lines, errors and robustness.

use std::io::Write as _;
use std::process::Output;
use std::time::{Duration, Instant};

use crate::process::{Engine, command};

/// Writes the whole input, closes it and waits for the process to exit.
fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = command(arguments).spawn().expect("the engine starts");
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // Writing fails if the engine has exited before the end of the input, which is allowed.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the engine ends");
    writer.join().expect("the writer does not panic");
    output
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("the engine writes text")
}

#[test]
fn long_lines_are_one_error_each() {
    for length in [(1 << 20) - 1, 1 << 20, (1 << 20) + 1, 3 << 20] {
        let mut input = vec![b'x'; length];
        input.extend_from_slice(b"\nisready\nposition startpos moves d4\nquery fen\n");
        let output = run(&[], &input);
        assert!(output.status.success());
        let lines: Vec<String> = text(&output).lines().map(str::to_owned).collect();
        assert_eq!(lines.len(), 3, "{lines:?}");
        assert!(lines[0].starts_with("info string error: ") && lines[0].len() < 300, "{}", lines[0]);
        assert_eq!(lines[1..], ["readyok", "response 7/7/7/3P3/7/7/7 g 1 s"]);
    }
}

#[test]
fn binary_input_is_answered_with_errors() {
    let mut junk: Vec<u8> = (0..100_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    junk.extend_from_slice(b"\nposition startpos moves a1\nquery fen\n");
    let output = run(&[], &junk);
    assert!(output.status.success());
    assert!(text(&output).ends_with("response 7/7/7/7/7/7/P6 g 1 s\n"));
    assert!(
        text(&output)
            .lines()
            .all(|line| line.starts_with("info string error: ") || line.starts_with("response "))
    );
}

#[test]
fn stop_right_after_go_gives_a_legal_turn() {
    for search in ["alphabeta", "mcts"] {
        let mut engine = Engine::start(&["--option", &format!("Search={search}")]);
        engine.send("position startpos moves d4 swap");
        for _ in 0..20 {
            engine.send("go infinite\nstop");
            let best = engine.until("bestmove ");
            let turn = best.strip_prefix("bestmove ").expect("two words");
            engine.send(&format!("query islegal {turn}"));
            assert_eq!(engine.line(), "response true", "{best}");
        }
    }
}

/// Searches that ignored the limit would end by their nodes.
#[test]
fn cpu_time_ends_a_search() {
    const NODES: u64 = 20_000_000;
    for (search, threads) in [("alphabeta", 1), ("alphabeta", 2), ("mcts", 1)] {
        let mut engine = Engine::start(&[
            "--option",
            &format!("Search={search}"),
            "--option",
            &format!("Threads={threads}"),
        ]);
        engine.send("isready");
        engine.until("readyok");
        let before = engine.cpu_time();
        engine.send(&format!("go cputime 200 nodes {NODES}"));
        let mut last = String::new();
        let turn = loop {
            let line = engine.line();
            if line.starts_with("bestmove ") {
                break line;
            }
            last = line;
        };
        assert_ne!(turn, "bestmove (none)");
        let mut words = last.split(' ').skip_while(|&word| word != "nodes").skip(1);
        let nodes: u64 = words.next().and_then(|word| word.parse().ok()).expect("the nodes of the search");
        assert!((1..NODES).contains(&nodes), "{search}: {last}");
        if let (Some(before), Some(after)) = (before, engine.cpu_time()) {
            // The system counts in steps of 10 ms, user and system time each.
            assert!(after - before >= Duration::from_millis(160), "{search}: {before:?} to {after:?}");
        }
    }
}

#[test]
fn during_a_search_isready_is_answered_and_other_commands_are_errors() {
    let mut engine = Engine::start(&[]);
    engine.send("go infinite\nisready\ngo depth 1\nposition startpos moves a1\nsetoption name Hash value 1");
    engine.until("readyok");
    for _ in 0..3 {
        assert!(engine.until("info string").starts_with("info string error: "));
    }
    engine.send("stop");
    engine.until("bestmove ");
    engine.send("query fen");
    assert_eq!(engine.line(), "response 7/7/7/7/7/7/7 p 1 -");
}

#[test]
fn the_engine_exits_when_the_input_ends_during_a_search() {
    let mut engine = Engine::start(&[]);
    engine.send("go infinite");
    engine.until("info depth");
    drop(engine.input);
    assert!(engine.child.wait().expect("the engine ends").success());
}

#[test]
fn an_illegal_turn_leaves_the_position_unchanged() {
    let output = run(&[], b"position startpos moves d4 c3\nposition startpos moves a1 b1 a1 c1\nquery fen\n");
    let text = text(&output);
    let [error, fen] = text.lines().collect::<Vec<_>>()[..] else { panic!("{text}") };
    assert!(error.starts_with("info string error: ") && error.contains("turn 3 `a1`"), "{error}");
    assert_eq!(fen, "response 7/7/7/3P3/2G4/7/7 p 1 -");
}

#[test]
fn the_last_info_before_bestmove_is_complete() {
    for search in ["alphabeta", "mcts"] {
        let output = run(&["--option", &format!("Search={search}")], b"go nodes 2000\nisready\n");
        let text = text(&output);
        let lines: Vec<&str> = text.lines().filter(|&line| line != "readyok").collect();
        let best = lines.iter().position(|line| line.starts_with("bestmove ")).expect("a turn");
        for word in ["depth", "score", "nodes", "time", "nps", "hashfull", "pv"] {
            assert!(lines[best - 1].split(' ').any(|w| w == word), "{}", lines[best - 1]);
        }
    }
}

#[test]
fn strict_exits_with_a_failure() {
    assert!(!run(&["--option", "Strict=true"], b"rubbish\nisready\n").status.success());
    assert!(run(&[], b"rubbish\nisready\n").status.success());
}

#[test]
fn an_unknown_game_is_one_message_with_the_known_ones() {
    let output = run(&["--game", "chess"], b"");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success());
    assert!(error.contains("chess") && error.contains("snorkels"), "{error}");
}

#[test]
fn the_bench_has_the_same_node_count_each_time() {
    let nodes = |output: Output| {
        let text = text(&output);
        let last = text.lines().last().expect("a summary").to_owned();
        last.split(' ').nth(1).expect("a number").parse::<u64>().expect("a number")
    };
    let first = nodes(run(&["bench", "4"], b""));
    assert!(first > 1000);
    assert_eq!(nodes(run(&["bench", "4"], b"")), first);
    let mut engine = Engine::start(&[]);
    engine.send("bench 4");
    let summary = engine.until("nodes ");
    assert!(summary.starts_with(&format!("nodes {first} ")), "the command `bench`: {summary}");
}

#[test]
fn long_position_lines_are_read_quickly() {
    // Front-ends send the whole match with every `position`.
    let mut engine = Engine::start(&[]);
    engine.send("setoption name Snorkels.size value 8");
    let line = "position startpos moves a1 swap c1 e1 g1 b2 d2 f2 h2 a3 c3 e3 g3 b4 d4 f4 h4 a5 c5 e5 g5";
    for _ in 0..500 {
        engine.send(line);
    }
    engine.send("isready\nquery gameover");
    assert_eq!(engine.line(), "readyok");
    assert_eq!(engine.line(), "response false");
}

#[test]
fn the_proof_line_precedes_bestmove() {
    let small = ["--option", "Snorkels.size=3", "--option", "Snorkels.pie=false"];
    let mut engine = Engine::start(&small);
    for (go, proof) in [
        ("go prove", "proof win in 7 turns"),
        ("go mate 7", "proof win in 7 turns"),
        ("go mate 6", "proof unknown in 6 turns"),
    ] {
        engine.send(go);
        assert_eq!(engine.until("info string"), format!("info string {proof}"), "{go}");
        assert!(engine.line().starts_with("bestmove "), "{go}");
    }
    engine.send("position startpos moves a1\ngo prove");
    assert_eq!(engine.until("info string"), "info string proof win in 5 turns", "for the player to act");
}

/// Values that published proofs and the certificates of the solver state; the distances are not asked for.
#[test]
fn a_solver_proves_results_beyond_the_first_horizons() {
    let proved = |engine: &mut Engine, go: &str| {
        engine.send(go);
        let line = engine.until("info string");
        let turn = engine.line().split(' ').nth(1).expect("a turn").to_owned();
        (line.strip_prefix("info string proof ").expect("a proof").to_owned(), turn)
    };
    let mut engine = Engine::start(&["--option", "Snorkels.pie=false", "--option", "Snorkels.size=4"]);
    for first in ["a1", "b1", "b2"] {
        engine.send(&format!("position startpos moves {first}"));
        let (proof, _) = proved(&mut engine, "go prove");
        assert!(proof.starts_with("win"), "{first}: {proof}");
    }
    engine.send("setoption name Snorkels.size value 5");
    for (first, result) in
        [("a1", "win"), ("b1", "win"), ("c1", "win"), ("b2", "loss"), ("c2", "loss"), ("c3", "loss")]
    {
        engine.send(&format!("position startpos moves {first}"));
        let (proof, turn) = proved(&mut engine, "go prove");
        assert!(proof.starts_with(result), "{first}: {proof}");
        // The turn of a win keeps it.
        if result == "win" {
            engine.send(&format!("position startpos moves {first} {turn}"));
            let (proof, _) = proved(&mut engine, "go prove");
            assert!(proof.starts_with("loss"), "{first} {turn}: {proof}");
        }
    }
    // No game is longer than 25 turns; and after a lost placement no win is searched for.
    engine.send("position startpos");
    assert_eq!(proved(&mut engine, "go mate 25").0, "win");
    engine.send("position startpos moves c3");
    assert_eq!(proved(&mut engine, "go mate 20").0, "unknown in 24 turns");
    engine.send("setoption name Snorkels.size value 6\nsetoption name Snorkels.width value 5");
    engine.send("position startpos");
    assert_eq!(proved(&mut engine, "go prove").0, "win");
}

#[test]
fn perft_prints_counts_per_action_and_the_sum() {
    let mut engine = Engine::start(&["--option", "Snorkels.size=2"]);
    engine.send("go perft 3");
    let counts: Vec<String> = (0..4).map(|_| engine.line()).collect();
    assert_eq!(counts, ["a1: 9", "b1: 9", "a2: 9", "b2: 9"]);
    assert!(engine.line().starts_with("nodes 36 time "));
}

/// The perft of the first action alone would take years.
#[test]
fn a_long_perft_is_stopped() {
    let mut engine = Engine::start(&[]);
    engine.send("go perft 20\nisready");
    engine.until("readyok");
    engine.send("stop");
    assert!(engine.line().starts_with("info string perft was stopped"));
    assert!(engine.line().starts_with("nodes 0 time "));
    engine.send("go perft 20\nquit");
    assert!(engine.child.wait().expect("the engine ends").success());
}

/// Its summary alone would look like that of a whole bench.
#[test]
fn a_bench_that_is_stopped_says_so() {
    let stopped = "info string the bench was stopped: the counts are not complete";
    for command in ["bench 60", "speedtest 1 1 60000"] {
        let mut engine = Engine::start(&[]);
        engine.send(command);
        engine.send("isready");
        engine.until("readyok");
        engine.send("stop");
        assert_eq!(engine.until("info string"), stopped, "{command}");
        assert!(engine.line().starts_with("nodes "), "{command}");
        engine.send("bench 1");
        let mut lines = Vec::new();
        while !lines.last().is_some_and(|line: &String| line.contains(" nps ")) {
            lines.push(engine.line());
        }
        assert!(!lines.iter().any(|line| line == stopped), "{lines:?}");
        engine.send(&format!("{command}\nquit"));
        assert_eq!(engine.until("info string"), stopped, "{command}");
        assert!(engine.child.wait().expect("the engine ends").success());
    }
}

/// Records are files of people too.
#[cfg(unix)]
#[test]
fn only_regular_files_are_read_as_records() {
    for command in ["review", "puzzles"] {
        let output = run(&[command, "/dev/zero"], b"");
        assert_eq!(output.status.code(), Some(2));
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(error, "agon: /dev/zero: not a regular file\n");
    }
}

#[test]
fn queries_are_answered() {
    let mut engine = Engine::start(&["--option", "Snorkels.size=2"]);
    for (line, response) in [
        ("query p1turn", "response true"),
        ("query gameover", "response false"),
        ("query result", "response none"),
        ("query termination", "response none"),
        ("query turns", "response a1 b1 a2 b2"),
        ("query turns 2", "response a1 b1"),
        ("query actions", "response a1 b1 a2 b2"),
        ("query actions a1", "response ."),
        ("query islegal swap", "response false"),
        ("position startpos moves a1\nquery islegal swap", "response true"),
        ("query p1turn", "response false"),
        ("position startpos moves a1 b1 a2 b2\nquery gameover", "response true"),
        ("query result", "response p2win"),
        ("query termination", "response mutual"),
        ("query turns", "response"),
    ] {
        engine.send(line);
        assert_eq!(engine.line(), response, "{line}");
    }
}

#[test]
fn a_finished_game_has_a_score() {
    let mut engine = Engine::start(&["--option", "Snorkels.size=2"]);
    for go in ["go", "go mate 3", "go prove", "go movetime 5", "go nodes 3"] {
        engine.send(&format!("position startpos moves a1 b1 a2 b2\n{go}"));
        assert_eq!(engine.line(), "info depth 0 score mate 0", "{go}: P1 has lost");
        assert_eq!(engine.line(), "bestmove (none)", "{go}");
    }
    // All four cities have passed.
    engine.send("setoption name Game value nika");
    engine.send("position fen k12n/d5ed6e/j13sk13sl13s/r8w M 2 4\ngo infinite\nquery result");
    let mut lines = [engine.line(), engine.line()];
    lines.sort();
    assert_eq!(lines, ["info depth 0 score cp 0", "response draw"]);
    engine.send("stop");
    assert_eq!(engine.line(), "bestmove (none)");
}

#[test]
fn a_hash_size_beyond_the_memory_is_refused() {
    let agon = env!("CARGO_BIN_EXE_agon");
    for search in ["alphabeta", "mcts"] {
        let limited = format!("ulimit -v 4000000 && exec {agon} --option Search={search}");
        let mut shell = std::process::Command::new("sh");
        let mut engine = Engine::of(shell.args(["-c", &limited]));
        engine.send("setoption name Hash value 65536\nisready");
        let answer = engine.line();
        if search == "alphabeta" {
            assert!(answer.starts_with("info string error: setoption Hash: 65536 MiB are not"), "{answer}");
            assert_eq!(engine.line(), "readyok");
        }
        engine.send("position startpos moves d4\ngo nodes 2000");
        let last = engine.until("bestmove ");
        assert_ne!(last, "bestmove (none)");
        engine.send("go mate 3\nbench 1\nquery p1turn");
        engine.until("response false");
    }
}

/// The search gets its part of the memory, and nothing is left for the table that the solver makes at its first turn.
#[cfg(target_os = "linux")]
#[test]
fn a_solver_without_memory_does_not_end_the_engine() {
    let limited = format!("ulimit -v {} && exec {}", 1150 << 10, env!("CARGO_BIN_EXE_agon"));
    let mut engine = Engine::of(std::process::Command::new("sh").args(["-c", &limited]));
    engine.send("setoption name Hash value 1024\nsetoption name Snorkels.pie value false\nisready");
    assert_eq!(engine.line(), "readyok");
    engine.send("position startpos moves d4\ngo nodes 2000");
    assert_ne!(engine.until("bestmove "), "bestmove (none)");
}

#[test]
fn options_at_their_maximum_do_not_end_the_engine() {
    for option in ["MultiPV=256", "Threads=512", "Seed=9223372036854775807", "MoveOverhead=10000"] {
        for search in ["alphabeta", "mcts"] {
            let mut engine = Engine::start(&["--option", &format!("Search={search}"), "--option", option]);
            engine.send("position startpos moves d4\ngo nodes 300");
            assert_ne!(engine.until("bestmove "), "bestmove (none)", "{option}");
        }
    }
}

#[test]
fn every_option_at_its_ends_leaves_an_engine_that_plays() {
    let mut engine = Engine::start(&[]);
    engine.send("uci");
    let mut options = Vec::new();
    loop {
        let line = engine.line();
        if line == "uciok" {
            break;
        }
        let Some((name, range)) =
            line.strip_prefix("option name ").and_then(|line| line.split_once(" type spin "))
        else {
            continue;
        };
        let numbers: Vec<String> = range.split(' ').skip(1).step_by(2).map(str::to_owned).collect();
        options.push((name.to_owned(), numbers));
    }
    assert!(options.len() >= 10, "{options:?}");
    // A refused size of the table is another test.
    options.retain(|(name, _)| name != "Hash");
    for (name, numbers) in options {
        let [default, min, max] = &numbers[..] else { panic!("{name}: {numbers:?}") };
        for value in [min, max, default] {
            engine.send(&format!("setoption name {name} value {value}"));
            engine.send("position startpos moves a1\ngo nodes 50");
            assert_ne!(engine.until("bestmove "), "bestmove (none)", "{name} {value}");
        }
    }
}

#[test]
fn many_threads_reach_depth_one_in_little_time() {
    for search in ["alphabeta", "mcts"] {
        let mut engine = Engine::start(&["--option", &format!("Search={search}")]);
        engine.send("setoption name Threads value 512\nposition startpos moves d4 swap\ngo movetime 100");
        let mut last = String::new();
        let best = loop {
            match engine.line() {
                line if line.starts_with("bestmove ") => break line,
                line => last = line,
            }
        };
        assert!(last.starts_with("info depth ") && !last.starts_with("info depth 0 "), "{search}: {last}");
        engine.send(&format!("query islegal {}", &best["bestmove ".len()..]));
        assert_eq!(engine.line(), "response true");
    }
}

#[test]
fn a_search_right_after_stop_is_not_lost() {
    for search in ["alphabeta", "mcts"] {
        let mut engine = Engine::start(&["--option", &format!("Search={search}")]);
        for _ in 0..10 {
            engine.send(
                "position startpos\ngo infinite\nstop\nposition startpos moves d4\ngo nodes 100\nisready",
            );
            engine.until("bestmove ");
            engine.until("bestmove ");
        }
    }
}

#[test]
fn the_other_clock_replaces_a_missing_one() {
    let mut engine = Engine::start(&[]);
    for go in ["go p2time 100", "go btime 100 binc 1"] {
        engine.send(go);
        engine.until("bestmove ");
    }
}

#[test]
fn the_engine_exits_when_its_output_closes_during_a_search() {
    for search in ["alphabeta", "mcts"] {
        let mut engine = Engine::start(&["--option", &format!("Search={search}")]);
        engine.send("go infinite");
        engine.until("info depth ");
        let Engine { mut child, input, output } = engine;
        drop(output);
        assert!(child.wait().expect("the engine ends").success(), "its input is still open");
        drop(input);
    }
}

#[test]
fn pondering_uses_the_clock_only_after_ponderhit() {
    for search in ["alphabeta", "mcts"] {
        let mut engine = Engine::start(&["--option", &format!("Search={search}")]);
        engine.send("uci\nposition startpos moves d4\ngo ponder wtime 1 btime 1\nisready");
        engine.until("readyok");
        engine.send("ponderhit");
        let best = engine.until("bestmove ");
        assert!(best.split(' ').nth(2).is_none_or(|word| word == "ponder"), "{best}");
    }
}

#[test]
fn a_fixed_time_begins_at_ponderhit() {
    let mut engine = Engine::start(&[]);
    engine.send("isready\nposition startpos\ngo ponder movetime 700");
    std::thread::sleep(Duration::from_millis(500));
    let hit = Instant::now();
    engine.send("ponderhit");
    engine.until("bestmove ");
    assert!(hit.elapsed() >= Duration::from_millis(650), "{:?}", hit.elapsed());
}

/// The time for the proof of a claim belongs to the turn, too.
#[test]
fn the_reported_time_is_that_since_go() {
    let mut engine = Engine::start(&["--game", "nika", "--option", "Announcements=true"]);
    engine.send("isready\nposition startpos\ngo movetime 1000 claim");
    let mut last = String::new();
    loop {
        let line = engine.line();
        if line.starts_with("bestmove") {
            break;
        }
        last = line;
    }
    let time = last.split(" time ").nth(1).and_then(|rest| rest.split(' ').next()?.parse::<u64>().ok());
    assert!(time.is_some_and(|time| (950..1_500).contains(&time)), "{last}");
}

#[test]
fn searchmoves_restricts_the_answer() {
    let games = [
        ("snorkels", "position startpos moves d4 swap", ["a1", "g7", "c3"]),
        ("symbol", "position startpos", ["", "", ""]),
        ("nika", "position startpos", ["", "", ""]),
    ];
    for search in ["alphabeta", "mcts"] {
        for (game, position, turns) in games {
            let mut engine = Engine::start(&["--game", game, "--option", &format!("Search={search}")]);
            engine.send(&format!("{position}\nquery turns 400"));
            let legal = engine.line();
            let legal: Vec<&str> = legal.split(' ').skip(1).collect();
            let from_end = |n: usize| legal[legal.len() - 1 - n % legal.len()];
            let turns = if turns[0].is_empty() { [0, 7, 31].map(from_end) } else { turns };
            let list = turns.join(" ");
            for go in
                ["nodes 3000", "depth 3", "movetime 30", "cputime 20", "infinite", "ponder wtime 1 btime 1"]
            {
                engine.send(&format!("{position}\ngo searchmoves {list} {go}\nisready"));
                engine.send(if go.starts_with("ponder") { "ponderhit" } else { "" });
                engine.send(if go == "infinite" { "stop" } else { "" });
                let mut last = String::new();
                let best = loop {
                    match engine.line() {
                        line if line.starts_with("bestmove ") => break line,
                        line if line.starts_with("info depth ") => last = line,
                        line => assert_eq!(line, "readyok"),
                    }
                };
                let best = best.split(' ').nth(1).expect("a turn");
                assert!(turns.contains(&best), "{game} {search} {go}: {best}");
                assert!(last.contains(&format!(" pv {best}")), "{game} {search} {go}: {last}");
            }
        }
    }
}

#[test]
fn searchmoves_finds_and_avoids_wins() {
    for search in ["alphabeta", "mcts"] {
        let mut engine = Engine::start(&["--option", &format!("Search={search}")]);
        engine.send("setoption name MultiPV value 2");
        // b1 captures.
        engine.send("position fen 3/G2/P2 g 1 -\ngo searchmoves c1 b1 nodes 1000");
        let lines: Vec<String> = (0..3).map(|_| engine.line()).collect();
        assert!(lines[0].contains(" multipv 1 score mate 1 ") && lines[0].ends_with(" pv b1"), "{lines:?}");
        assert!(lines[1].contains(" multipv 2 ") && lines[1].contains(" pv c1"), "{lines:?}");
        assert_eq!(lines[2], "bestmove b1");
        engine.send("go searchmoves b1 a9 nodes 5\ngo searchmoves b1 mate 3\nquery p1turn");
        assert!(engine.line().starts_with("info string error: go: searchmoves `a9` cannot be played: "));
        assert!(engine.line().starts_with("info string error: go: searchmoves is for a search"));
        assert_eq!(engine.line(), "response false");
    }
}

#[test]
fn genfens_makes_the_same_openings_for_a_seed() {
    for game in games::names().filter(|&game| game != "take-two") {
        // As OpenBench calls it.
        let openings = |seed: &str| {
            let genfens = format!("genfens 3 seed {seed} book None nodes 500 score 250 prove 1000");
            text(&run(&["--game", game, &genfens, "quit"], b""))
        };
        let first = openings("5");
        assert_eq!(first, openings("5"));
        assert_ne!(first, openings("6"));
        assert_eq!(first.lines().count(), 3);
        let mut engine = Engine::start(&["--game", game]);
        for line in first.lines() {
            let fen = line.strip_prefix("info string genfens ").expect("the prefix");
            engine.send(&format!("position fen {fen}\nquery fen\nquery gameover"));
            assert_eq!(engine.line(), format!("response {fen}"));
            assert_eq!(engine.line(), "response false");
        }
        engine.send("genfens\ngenfens 2 seed\nisready");
        assert!(engine.line().starts_with("info string error: genfens: expected a number of openings"));
        assert!(engine.line().starts_with("info string error: genfens: expected a number after `seed`"));
    }
}

#[test]
fn genfens_makes_openings_within_a_score_of_a_search() {
    for game in ["snorkels", "symbol", "nika"] {
        let openings =
            text(&run(&["--game", game, "genfens 4 seed 2 nodes 300 score 60 prove 100", "quit"], b""));
        let mut engine = Engine::start(&["--game", game, "--option", "Hash=16", "--option", "Solver=false"]);
        engine.send("setoption name Search value alphabeta");
        for line in openings.lines() {
            let fen = line.strip_prefix("info string genfens ").expect("the prefix");
            engine.send(&format!("uginewgame\nposition fen {fen}\ngo nodes 300"));
            let mut last = String::new();
            loop {
                let line = engine.line();
                if line.starts_with("bestmove") {
                    break;
                }
                last = line;
            }
            let score = last
                .split_once(" score cp ")
                .and_then(|(_, rest)| rest.split(' ').next()?.parse::<i32>().ok());
            assert!(score.is_some_and(|score| score.abs() <= 60), "{game} {fen}: {last}");
        }
    }
}

#[test]
fn arguments_are_lines_of_the_protocol() {
    let output = run(&["position startpos moves d4", "query fen", "go nodes 20", "quit", "d"], b"");
    let text = text(&output);
    assert!(text.starts_with("response 7/7/7/3P3/7/7/7 g 1 s\ninfo depth "), "{text}");
    assert!(text.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{text}");
    let output = run(&["query", "p1turn"], b"");
    assert_eq!(self::text(&output), "response true\n");
    assert!(output.status.success());
    assert_eq!(run(&["bnech"], b"").status.code(), Some(1));
}

#[test]
fn flip_exchanges_the_players() {
    for (game, position, flipped) in [
        ("snorkels", "position fen 3/G2/P2 g 1 -", Some("position: 3/P2/G2 p 1 -")),
        ("snorkels", "position startpos", None),
        ("snorkels", "position startpos moves d4", None),
        ("nika", "position startpos", None),
    ] {
        let mut engine = Engine::start(&["--game", game]);
        engine.send(&format!("{position}\nflip"));
        match flipped {
            Some(text) => assert_eq!(engine.line(), text),
            None => assert!(engine.line().starts_with("info string error: flip: no position")),
        }
    }
    // Evaluation and moves of the flipped position are the same for the player to act.
    let mut engine = Engine::start(&["--game", "symbol"]);
    engine.send("genfens 1 seed 3");
    let fen = engine.line().replace("info string genfens ", "");
    let mut answers = |setup: &str| {
        engine.send(&format!("{setup}\neval\nisready\ngo perft 2"));
        let sum = engine.until("sum ");
        engine.until("readyok");
        let nodes = engine.until("nodes ");
        let words = |line: &str, n| line.split_whitespace().take(n).map(str::to_owned).collect::<Vec<_>>();
        (words(&sum, 2), words(&nodes, 2))
    };
    let before = answers(&format!("position fen {fen}"));
    assert_eq!(before, answers("flip"));
    assert_eq!(before, answers("flip"));
}

#[test]
fn the_speed_test_takes_threads_hash_and_time() {
    let mut engine = Engine::start(&[]);
    engine.send("speedtest 2 1 1");
    assert!(engine.until("nodes ").contains(" nps "));
    engine.send("speedtest 0\ncompiler");
    assert!(engine.line().starts_with("info string error: speedtest: `0` is not a number"));
    assert!(engine.line().contains("compiled by rustc "));
}

#[test]
fn the_debug_log_has_all_lines() {
    let path = std::env::temp_dir().join(format!("agon-{}.log", std::process::id()));
    let mut engine = Engine::start(&[]);
    engine.send(&format!("setoption name Debug Log File value {}", path.display()));
    engine.send("isready\nsetoption name Debug Log File value /no/such/folder/log\nquery p1turn");
    engine.until("response ");
    engine.send("setoption name Debug Log File value <empty>\nisready");
    engine.until("readyok");
    let log = std::fs::read_to_string(&path).expect("the log was created");
    let lines: Vec<&str> = log.lines().collect();
    assert_eq!(lines[..2], [">> isready", "<< readyok"]);
    assert!(lines[3].starts_with("<< info string error: setoption Debug Log File: `/no/such"), "{log}");
    assert_eq!(lines[4..6], [">> query p1turn", "<< response true"]);
    assert_eq!(lines.len(), 7, "{log}");
    std::fs::remove_file(path).expect("the log can be removed");
}

#[test]
fn the_engine_plays_every_game_of_the_registry() {
    // In a build of the whole workspace the tests of arena add the sample game to the registry.
    for game in games::names().filter(|&game| game != "take-two") {
        for search in ["alphabeta", "mcts"] {
            let mut engine = Engine::start(&["--game", game, "--option", &format!("Search={search}")]);
            let mut turns = String::new();
            for _ in 0..6 {
                engine.send(&format!("position startpos moves{turns}\ngo nodes 300"));
                let best = engine.until("bestmove ");
                let turn = best.strip_prefix("bestmove ").expect("two words");
                engine.send(&format!("query islegal {turn}"));
                assert_eq!(engine.line(), "response true", "{game}: {best} after{turns}");
                turns += &format!(" {turn}");
            }
        }
    }
}

#[test]
fn claims_are_checked() {
    let mut engine = Engine::start(&["--option", "Snorkels.size=3", "--option", "Snorkels.pie=false"]);
    for (query, response) in [
        ("query claim 7", "response proved 7 turns"),
        ("query claim p1 9", "response proved 7 turns"),
        ("query claim 6", "response refuted"),
        ("query claim p2 20", "response refuted"),
        ("query claim 7 nodes 3", "response unknown"),
        ("position startpos moves a1 b1 a2 b2 a3\nquery claim p2 0", "response refuted"),
    ] {
        engine.send(query);
        assert_eq!(engine.line(), response, "{query}");
    }
}
