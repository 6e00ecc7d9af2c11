//! The two programs.

use std::process::{Child, Command, Output, Stdio};
use std::time::Instant;

use snorkels_core::abstract_game::random::SplitMix64;

fn solve(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_snorkels-solve")).args(arguments).output().unwrap()
}

fn check(file: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_snorkels-check")).arg(file).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn a_board_is_solved_certified_and_checked() {
    let folder = std::env::temp_dir().join(format!("snorkels-programs-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("4x4.certificate");
    let file = file.to_str().unwrap();
    let output = solve(&["4x4", "--certificate", file]);
    assert!(output.status.success());
    let last = text(&output.stdout).lines().last().unwrap().to_owned();
    let words: Vec<&str> = last.split(' ').collect();
    let ["value", "second", "nodes", nodes, "seconds", seconds] = words[..] else { panic!("{last}") };
    assert!(nodes.parse::<u64>().unwrap() < 3_000 && seconds.parse::<f64>().is_ok());

    let output = check(file);
    assert!(output.status.success());
    assert!(text(&output.stdout).contains("proved: the second player wins 4/4/4/4 p 1 -"));

    let mut bytes = std::fs::read(file).unwrap();
    let last = bytes.len() - 20;
    bytes[last] ^= 1;
    std::fs::write(file, bytes).unwrap();
    let output = check(file);
    assert!(!output.status.success());
    assert!(text(&output.stdout).contains("refused: the checksum does not fit"));

    let map = folder.join("4x4.svg");
    let output = solve(&["4x4", "--openings", "--map", map.to_str().unwrap()]);
    let lines = text(&output.stdout);
    assert_eq!(lines.lines().filter(|line| line.starts_with("opening ")).count(), 3, "{lines}");
    assert_eq!(std::fs::read_to_string(map).unwrap().matches(">loss</text>").count(), 16);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_limit_leaves_the_value_open() {
    let output = solve(&["5x5", "--nodes", "100"]);
    assert!(text(&output.stdout).lines().last().unwrap().starts_with("value open nodes 100 "));
    let output = solve(&["4x3", "--position", "1P2/2G1/4 p 1 -"]);
    assert!(text(&output.stdout).lines().last().unwrap().starts_with("value "));
}

/// Two processes work on a run, and one of them is killed at a random moment, 30 times in all: the value and the accepted
/// work are those of one process without kills. Fast machines finish several runs before the last kill.
#[test]
fn killed_processes_change_nothing() {
    let folder = std::env::temp_dir().join(format!("snorkels-jobs-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let start = |store: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_snorkels-solve"));
        command.args(["4x6", "--memory", "1", "--job-nodes", "2000", "--round", "4", "--lease", "0.1"]);
        command.arg("--jobs").arg(folder.join(store)).stdout(Stdio::piped()).spawn().unwrap()
    };
    // The line `value V nodes N`, without the seconds.
    let end = |child: Child| {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success());
        let line = text(&output.stdout).lines().last().unwrap().to_owned();
        line.split(" seconds").next().unwrap().to_owned()
    };
    let begun = Instant::now();
    let undisturbed = end(start("undisturbed"));
    let longest = begun.elapsed() / 4;
    assert!(undisturbed.starts_with("value first nodes "), "{undisturbed}");

    let mut random = SplitMix64::new(15);
    let (mut kills, mut runs) = (0, 0);
    while kills < 30 {
        runs += 1;
        let store = format!("killed-{runs}");
        let mut processes = [start(&store), start(&store)];
        while kills < 30 {
            std::thread::sleep(longest.mul_f64(random.below(1000) as f64 / 1000.0));
            let process = &mut processes[random.below(2)];
            if process.try_wait().unwrap().is_some() {
                break;
            }
            process.kill().unwrap();
            process.wait().unwrap();
            kills += 1;
            *process = start(&store);
        }
        for process in processes {
            assert_eq!(end(process), undisturbed, "run {runs}");
        }
    }
    println!("{kills} kills in {runs} runs");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn wrong_arguments_are_refused() {
    for (arguments, message) in [
        (&["5"][..], "expected width x height"),
        (&["9x5"], "expected 2 to 8"),
        (&["5x5", "--position", "4/4/4/4 p 1 -"], "not on a board of 5x5"),
        (&["3x3", "--position", "3/1P1/3 g 1 s"], "without the pie rule"),
    ] {
        let output = solve(arguments);
        assert!(!output.status.success());
        assert!(text(&output.stderr).contains(message), "{}", text(&output.stderr));
    }
}
