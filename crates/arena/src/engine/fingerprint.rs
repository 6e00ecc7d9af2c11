//! Fingerprints: they tell one version of an engine or of a game from another.
//!
//! Many processes on many machines may play the games of one tournament. A rebuilt engine or a changed rule between
//! them would mix two tournaments unnoticed. A store therefore keeps the fingerprints of the game and of each engine,
//! and refuses workers with others.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use abstract_game::facade::AnyRules;
use abstract_game::random::SplitMix64;
use protocol::driver::EngineCommand;
use sha2::{Digest as _, Sha256};

/// Number of random games in a game's fingerprint.
const GAMES: u64 = 24;
/// Maximum number of turns of each.
const TURNS: usize = 150;

/// The fingerprint of a game with its options, made from how it is played: the first position, the options, and some
/// seeded random games with each position, its first legal turns, and the end.
///
/// ```
/// use abstract_game::facade::AnyRules;
/// use abstract_game::sample::TakeTwo;
/// let mut rules = TakeTwo::default().boxed_clone();
/// let before = arena::engine::game_fingerprint(&*rules);
/// rules.set_option("heaps", "5")?;
/// assert_ne!(arena::engine::game_fingerprint(&*rules), before);
/// # Ok::<(), abstract_game::OptionError>(())
/// ```
pub fn game_fingerprint(rules: &dyn AnyRules) -> String {
    let mut hash = Sha256::new();
    word(&mut hash, rules.name());
    for spec in rules.options() {
        word(&mut hash, spec.name);
        word(&mut hash, &rules.option(spec.name).unwrap_or_default());
    }
    for seat in rules.seats() {
        word(&mut hash, seat.name);
        word(&mut hash, &seat.player.to_string());
    }
    for seed in 0..GAMES {
        let (mut game, mut random) = (rules.start(), SplitMix64::new(seed));
        word(&mut hash, &game.position_text());
        for _ in 0..TURNS {
            word(&mut hash, &game.legal_turns(8).join(" "));
            let Some(turn) = game.random_turn(&mut random) else { break };
            word(&mut hash, &turn);
            if let Err(error) = game.play_turn(&turn) {
                word(&mut hash, &error.to_string());
                break;
            }
            word(&mut hash, &game.position_text());
        }
        word(&mut hash, &game.result().map(|end| end.to_string()).unwrap_or_default());
    }
    finish(hash)
}

/// The fingerprint of an engine that a command starts: its arguments and options, the contents of the program, and
/// the contents of each argument that names a file (`python engine.py`). The paths of these files do not matter, so
/// each machine may keep them in its own place. Files that the program itself loads, such as libraries, are not
/// covered.
///
/// # Errors
/// The program cannot be found or read.
pub fn command_fingerprint(command: &EngineCommand) -> io::Result<String> {
    let mut hash = Sha256::new();
    let program = which::which(&command.program).map_err(|_| {
        io::Error::new(io::ErrorKind::NotFound, format!("there is no program {}", command.program.display()))
    })?;
    file(&mut hash, &program)?;
    for argument in &command.args {
        let path = command.dir.as_deref().unwrap_or("".as_ref()).join(argument);
        if path.is_file() {
            file(&mut hash, &path)?;
        } else {
            word(&mut hash, argument);
        }
    }
    for (name, value) in &command.options {
        word(&mut hash, name);
        word(&mut hash, value);
    }
    Ok(finish(hash))
}

/// The fingerprint of a list of words.
pub(crate) fn fingerprint_of_words(words: &[String]) -> String {
    let mut hash = Sha256::new();
    words.iter().for_each(|next| word(&mut hash, next));
    finish(hash)
}

/// Adds a word; its length comes first, so that adjacent words are not confused.
fn word(hash: &mut Sha256, word: &str) {
    hash.update((word.len() as u64).to_le_bytes());
    hash.update(word);
}

/// Adds the hash of a file's contents.
fn file(hash: &mut Sha256, path: &Path) -> io::Result<()> {
    let (mut file, mut contents, mut buffer) = (File::open(path)?, Sha256::new(), vec![0; 1 << 16]);
    while let read @ 1.. = file.read(&mut buffer)? {
        contents.update(&buffer[..read]);
    }
    hash.update(contents.finalize());
    Ok(())
}

/// The first half of the hash in 32 hexadecimal digits.
fn finish(hash: Sha256) -> String {
    hash.finalize()[..16].iter().map(|byte| format!("{byte:02x}")).collect()
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
                assert_eq!(game_fingerprint(&*rules), game_fingerprint(&*rules), "{name}");
                game_fingerprint(&*rules)
            })
            .collect();
        let mut small = games::by_name("snorkels").unwrap();
        small.set_option("size", "5").unwrap();
        all.push(game_fingerprint(&*small));
        let count = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn the_contents_of_an_engines_files_count_and_their_paths_do_not() {
        let folder = std::env::temp_dir().join(format!("arena-fingerprint-{}", std::process::id()));
        let print = |place: &str, text: &str, level: &str| {
            let dir = folder.join(place);
            fs::create_dir_all(&dir).unwrap();
            fs::write(dir.join("engine.sh"), text).unwrap();
            let options = vec![("Level".to_owned(), level.to_owned())];
            let args = vec!["engine.sh".to_owned(), "--fast".to_owned()];
            command_fingerprint(&EngineCommand {
                program: "sh".into(),
                args,
                dir: Some(dir),
                options,
                ..EngineCommand::default()
            })
        };
        let first = print("here", "one", "1").unwrap();
        assert_eq!(first, print("there", "one", "1").unwrap());
        assert_ne!(first, print("here", "two", "1").unwrap());
        assert_ne!(first, print("here", "one", "2").unwrap());
        fs::remove_dir_all(folder).unwrap();
        let missing = EngineCommand { program: "./no-such-engine".into(), ..EngineCommand::default() };
        assert_eq!(command_fingerprint(&missing).unwrap_err().kind(), io::ErrorKind::NotFound);
    }
}
