//! Processes that work on one store and are killed.

use std::process::{Child, Command, Stdio};
use std::time::Instant;

use snorkels_core::abstract_game::random::SplitMix64;

/// Two processes work on a run, and one of them is killed at a random moment, 30 times in all: the value and the accepted
/// work are those of one process without kills. Fast machines finish several runs before the last kill. `address` is the
/// address of the store of a name.
pub(crate) fn killed_processes_change_nothing(address: impl Fn(&str) -> String) {
    let start = |store: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_snorkels-solve"));
        command.args(["4x6", "--memory", "1", "--job-nodes", "2000", "--round", "4", "--lease", "0.1"]);
        command.arg("--jobs").arg(address(store)).stdout(Stdio::piped()).spawn().unwrap()
    };
    // The line `value V nodes N`, without the seconds.
    let end = |child: Child| {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success());
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().last().unwrap().split(" seconds").next().unwrap().to_owned()
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
}
