//! What tells one version of an engine or of a game from another.
//!
//! The games of a tournament may be played by many processes on many machines, and a rebuilt engine or a
//! changed rule between them would mix two tournaments without anybody noticing. So a store keeps the
//! fingerprint of the game and of every engine, and who works on it has to have the same.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use abstract_game::facade::AnyRules;
use abstract_game::random::SplitMix64;
use protocol::driver::EngineCommand;
use sha2::{Digest as _, Sha256};

/// How many random games stand for a game's rules.
const GAMES: u64 = 24;
/// Games are cut off after so many turns.
const TURNS: usize = 150;

/// The fingerprint of a game with its options: made from how it is played, not from what somebody wrote
/// into a version number. It covers the first position, the options, and some seeded random games with
/// every position on the way, the number of legal turns in it (as far as it is small), and how they end.
///
/// ```
/// use abstract_game::facade::AnyRules;
/// use abstract_game::sample::TakeTwo;
/// let mut rules = TakeTwo::default().boxed_clone();
/// let before = arena::engine::fingerprint::of_game(&*rules);
/// rules.set_option("heaps", "5")?;
/// assert_ne!(arena::engine::fingerprint::of_game(&*rules), before);
/// # Ok::<(), abstract_game::OptionError>(())
/// ```
#[must_use]
pub fn of_game(rules: &dyn AnyRules) -> String {
    let mut hash = Hasher::default();
    hash.word(rules.name());
    for spec in rules.options() {
        hash.word(spec.name);
        hash.word(&rules.option(spec.name).unwrap_or_default());
    }
    for seat in rules.seats() {
        hash.word(seat.name);
        hash.word(&seat.player.to_string());
    }
    for seed in 0..GAMES {
        let (mut game, mut random) = (rules.start(), SplitMix64::new(seed));
        hash.word(&game.position_text());
        for _ in 0..TURNS {
            hash.word(&game.legal_turns(8).join(" "));
            let Some(turn) = game.random_turn(&mut random) else { break };
            hash.word(&turn);
            if let Err(error) = game.play_turn(&turn) {
                hash.word(&error.to_string());
                break;
            }
            hash.word(&game.position_text());
        }
        hash.word(&game.result().map(|end| end.to_string()).unwrap_or_default());
    }
    hash.finish()
}

/// The fingerprint of an engine that is started by a command: its arguments and options, the contents of the
/// program, and the contents of every argument that names a file (`python engine.py`). Where these files lie
/// does not matter, so that every machine may keep them in its own place. What the program itself loads, such
/// as libraries, is not covered.
///
/// # Errors
/// The program cannot be found or read.
pub fn of_command(command: &EngineCommand) -> io::Result<String> {
    let mut hash = Hasher::default();
    let program = find(&command.program).ok_or_else(|| {
        io::Error::new(io::ErrorKind::NotFound, format!("there is no program {}", command.program.display()))
    })?;
    hash.file(&program)?;
    for argument in &command.args {
        let file = command.dir.as_ref().map_or_else(|| PathBuf::from(argument), |dir| dir.join(argument));
        if file.is_file() {
            hash.file(&file)?;
        } else {
            hash.word(argument);
        }
    }
    for (name, value) in &command.options {
        hash.word(name);
        hash.word(value);
    }
    Ok(hash.finish())
}

/// Where the system would find a program: a path as it is, a mere name in `PATH`.
fn find(program: &Path) -> Option<PathBuf> {
    if program.components().count() > 1 {
        return Some(program.to_owned()).filter(|path| path.is_file());
    }
    let path = std::env::var_os("PATH")?;
    find_in(program, &path)
}

fn find_in(program: &Path, path: &OsStr) -> Option<PathBuf> {
    std::env::split_paths(path).map(|folder| folder.join(program)).find(|candidate| candidate.is_file())
}

/// A hash of words and files of which each is told from the next.
#[derive(Default)]
struct Hasher(Sha256);

impl Hasher {
    fn word(&mut self, word: &str) {
        self.0.update((word.len() as u64).to_le_bytes());
        self.0.update(word);
    }

    fn file(&mut self, path: &Path) -> io::Result<()> {
        let mut file = File::open(path)?;
        let mut contents = Sha256::new();
        let mut buffer = vec![0; 1 << 16];
        loop {
            match file.read(&mut buffer)? {
                0 => break,
                read => contents.update(&buffer[..read]),
            }
        }
        self.0.update(contents.finalize());
        Ok(())
    }

    /// The hash in 32 hexadecimal digits: half of it is plenty for telling versions apart.
    fn finish(self) -> String {
        self.0.finalize()[..16].iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn games_and_their_options_differ() {
        let mut all: Vec<String> = games::names()
            .map(|name| {
                let rules = games::by_name(name).unwrap();
                assert_eq!(of_game(&*rules), of_game(&*rules), "{name}");
                of_game(&*rules)
            })
            .collect();
        let mut small = games::by_name("snorkels").unwrap();
        small.set_option("size", "5").unwrap();
        all.push(of_game(&*small));
        let count = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn what_is_in_an_engines_files_counts_and_where_they_lie_does_not() {
        let folder = std::env::temp_dir().join(format!("arena-fingerprint-{}", std::process::id()));
        let print = |place: &str, text: &str, level: &str| {
            let dir = folder.join(place);
            fs::create_dir_all(&dir).unwrap();
            fs::write(dir.join("engine.sh"), text).unwrap();
            let options = vec![("Level".to_owned(), level.to_owned())];
            let args = vec!["engine.sh".to_owned(), "--fast".to_owned()];
            of_command(&EngineCommand { program: "sh".into(), args, dir: Some(dir), options, name: None })
        };
        let first = print("here", "one", "1").unwrap();
        assert_eq!(first, print("there", "one", "1").unwrap());
        assert_ne!(first, print("here", "two", "1").unwrap());
        assert_ne!(first, print("here", "one", "2").unwrap());
        fs::remove_dir_all(folder).unwrap();
        let missing = EngineCommand { program: "./no-such-engine".into(), ..EngineCommand::default() };
        assert_eq!(of_command(&missing).unwrap_err().kind(), io::ErrorKind::NotFound);
    }
}
