//! The script that trains the network and the policy of a game from its first games on.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a failed helper fails its test")]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use agon_engine::GameEngine;
use agon_engine::games::{PlayerVisitor, visit};

struct Lengths;

impl PlayerVisitor for Lengths {
    type Output = Option<[usize; 2]>;

    /// The lengths of the files of network and policy.
    fn visit<G: GameEngine>(self) -> Option<[usize; 2]> {
        let random = trainer::Network::random((G::network()?.shape)(), 1);
        Some([random.to_bytes().len(), 2 * G::policy()?.weights])
    }
}

/// The games with a course, and those lengths.
fn games_with_courses() -> impl Iterator<Item = (&'static str, [usize; 2])> {
    games::names().filter_map(|name| Some((name, visit(name, Lengths)??)))
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs the course with as few games as possible.
fn course(game: &str, folder: &Path) -> Command {
    let mut command = Command::new("bash");
    command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/course.sh")).arg(game).arg(folder).arg("100000");
    command.env("TRAINER", env!("CARGO_BIN_EXE_trainer")).env_remove("JOBS").env_remove("NETWORK");
    command
}

fn run(mut command: Command) -> String {
    let Output { status, stderr, .. } = command.output().unwrap();
    let text = String::from_utf8(stderr).unwrap();
    assert!(status.success(), "{text}");
    text
}

/// The network and the policy of a finished course.
fn results(folder: &Path) -> [Vec<u8>; 2] {
    ["network.bin", "policy.bin"].map(|name| fs::read(folder.join(name)).unwrap())
}

#[test]
fn each_game_has_a_course_that_continues_after_an_interrupt() {
    for (game, lengths) in games_with_courses() {
        let folder = folder(&format!("course-{game}"));
        assert!(run(course(game, &folder)).contains(" positions\n"));
        let whole = results(&folder);
        assert_eq!(whole.each_ref().map(Vec::len), lengths, "{game}");
        assert_eq!(run(course(game, &folder)), "", "nothing is left to play");
        fs::remove_dir_all(folder.join("2")).unwrap();
        fs::remove_dir_all(folder.join("3")).unwrap();
        run(course(game, &folder));
        assert_eq!(results(&folder), whole, "{game}");
        fs::remove_dir_all(folder).unwrap();
    }
}

/// A program in place of `sbatch` runs the tasks of an array job one after the other.
#[test]
fn jobs_of_slurm_play_the_same_games() {
    let (game, _) = games_with_courses().next().unwrap();
    let folder = folder("course jobs");
    let sbatch = folder.join("sbatch");
    let script = "#!/bin/bash\n\
        [ \"$1 $2 $3 $4\" = '--wait --array 1-3 --wrap' ] || exit 1\n\
        for SLURM_ARRAY_TASK_ID in 1 2 3; do eval \"$5\" || exit 1; done\n";
    fs::write(&sbatch, script).unwrap();
    fs::set_permissions(&sbatch, fs::Permissions::from_mode(0o755)).unwrap();
    let [alone, by_jobs] = ["alone", "by jobs"].map(|name| folder.join(name));
    run(course(game, &alone));
    let mut command = course(game, &by_jobs);
    let path = std::env::join_paths(
        [folder.clone()].into_iter().chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())),
    );
    command.env("JOBS", "3").env("PATH", path.unwrap());
    run(command);
    assert_eq!(results(&by_jobs), results(&alone));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_game_without_a_course_is_refused() {
    let output = course("chess", Path::new("unused")).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    let named = games_with_courses().all(|(name, _)| message.contains(name));
    assert!(!output.status.success() && named, "{message}");
}
