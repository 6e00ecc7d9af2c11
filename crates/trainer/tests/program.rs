//! The program `trainer`.

#![allow(clippy::unwrap_used, reason = "a failed helper fails its test")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use agon_engine::GameEngine;
use agon_engine::games::{PlayerVisitor, visit};
use trainer::{read_shard, write_shard};

struct HasNetwork;

impl PlayerVisitor for HasNetwork {
    type Output = bool;

    fn visit<G: GameEngine>(self) -> bool {
        G::network().is_some()
    }
}

/// A game with a network.
fn game() -> &'static str {
    games::names().find(|game| visit(game, HasNetwork) == Some(true)).unwrap()
}

#[test]
fn hostile_files_are_quoted_safely() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("hostile-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("\u{1b}[31m.positions.gz"), "\u{1b}[31m\u{202e} 1 2\n").unwrap();
    let game = game();
    let missing = folder.join("\u{1b}[31m\u{202e}");
    for folder in [&folder, &missing] {
        let output = Command::new(env!("CARGO_BIN_EXE_trainer"))
            .args(["train", "--game", game])
            .arg(folder)
            .output()
            .unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && text.contains("\\u{1b}[31m"), "{text:?}");
        assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text:?}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_folder_without_positions_trains_nothing() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("empty-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_trainer"))
        .args(["train", "--game", game(), "--output"])
        .args([&folder.join("network.bin"), &folder])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && text.contains("0 files; expected at least two files"), "{text}");
    assert!(!folder.join("network.bin").exists());
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn games_of_a_network_of_another_length_are_refused() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("length-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let (network, positions) = (folder.join("network.bin"), folder.join("positions"));
    fs::write(&network, "12").unwrap();
    let game = game();
    let output = Command::new(env!("CARGO_BIN_EXE_trainer"))
        .args(["generate", "--game", game, "--network"])
        .args([&network, &positions])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && text.contains("network.bin: a network of this game has"), "{text}");
    assert!(!positions.exists());
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn parts_of_the_files_make_the_whole_and_others_are_refused() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("parts-{}", std::process::id()));
    let game = game();
    let generate = |name: &str, part: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_trainer"));
        command.args(["generate", "--game", game, "--files", "3", "--games", "1", "--nodes", "20"]);
        command.args(["--part", part]).arg(folder.join(name)).output().unwrap()
    };
    let files = |name: &str| {
        let paths = fs::read_dir(folder.join(name)).unwrap().map(|entry| entry.unwrap().path());
        let mut files: Vec<_> =
            paths.map(|path| (path.file_name().unwrap().to_owned(), fs::read(&path).unwrap())).collect();
        files.sort();
        files
    };
    for (name, part, expected) in [("whole", "1/1", 3), ("parts", "2/2", 1), ("parts", "1/2", 3)] {
        assert!(generate(name, part).status.success());
        assert_eq!(files(name).len(), expected, "{part}");
    }
    assert_eq!(files("parts"), files("whole"));
    for part in ["0/2", "3/2", "1", "1/", "a/b", "1/0"] {
        let message = String::from_utf8(generate("refused", part).stderr).unwrap();
        assert!(
            message.contains("not a number from 1, `/` and the number of parts, such as 2/50"),
            "{message}"
        );
    }
    fs::remove_dir_all(folder).unwrap();
}

struct HasSolverPolicy;

impl PlayerVisitor for HasSolverPolicy {
    type Output = bool;

    fn visit<G: GameEngine>(self) -> bool {
        G::solver_training().is_some()
    }
}

#[test]
fn the_policy_of_a_solver_that_has_none_is_refused() {
    let game = games::names().find(|game| visit(game, HasSolverPolicy) == Some(false)).unwrap();
    for task in ["policy", "generate"] {
        let output = Command::new(env!("CARGO_BIN_EXE_trainer"))
            .args([task, "folder", "--solver", "--game", game])
            .output()
            .unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && text.contains(" has no solver with a policy"), "{text}");
    }
}

/// Runs a command on the folder `games` of a folder.
fn run(folder: &Path, task: &str, rest: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_trainer"));
    command.current_dir(folder).args([task, "games", "--game", game()]).args(rest).output().unwrap()
}

/// Writes two files of positions, the least for training.
fn generate_games(folder: &Path) {
    fs::create_dir_all(folder).unwrap();
    assert!(run(folder, "generate", &["--files", "2", "--games", "2", "--nodes", "20"]).status.success());
}

#[test]
fn training_begins_with_no_other_file() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("start-{}", std::process::id()));
    generate_games(&folder);
    fs::write(folder.join("other.bin"), [0; 7]).unwrap();
    for (task, kind) in [("train", "network"), ("policy", "policy")] {
        for (file, message) in
            [("other.bin", format!("other.bin: no {kind} of ")), ("none", "none: ".to_owned())]
        {
            let output = run(&folder, task, &["--start", file]);
            let text = String::from_utf8(output.stderr).unwrap();
            assert!(!output.status.success() && text.contains(&message), "{task}: {text}");
            assert!(!folder.join(format!("{kind}.bin")).exists());
        }
    }
    fs::remove_dir_all(folder).unwrap();
}

/// Removes the results of all samples in the files of a folder.
struct RemoveResults<'a>(&'a Path);

impl PlayerVisitor for RemoveResults<'_> {
    type Output = ();

    fn visit<G: GameEngine>(self) {
        for entry in fs::read_dir(self.0).unwrap() {
            let path = entry.unwrap().path();
            let mut samples = read_shard(&G::Rules::default(), &path).unwrap();
            samples.iter_mut().for_each(|sample| sample.result = None);
            write_shard(&path, &samples).unwrap();
        }
    }
}

#[test]
fn scores_without_results_train_nothing() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("scores-{}", std::process::id()));
    generate_games(&folder);
    visit(game(), RemoveResults(&folder.join("games"))).unwrap();
    let output = run(&folder, "train", &[]);
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && text.contains("expected some with a result and a score"), "{text}");
    assert!(!folder.join("network.bin").exists());
    fs::remove_dir_all(folder).unwrap();
}
