//! Which stores may start their engines on this machine.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::PathBuf;

use super::definition::{TournamentError, invalid};
use crate::engine::{EngineKind, EngineSpec, fingerprint_of_words};
use crate::store::{Address, Store, StoreError};

/// The stores whose commands a user has given or accepted on this machine.
///
/// The commands of the engines are in the store, and a store from elsewhere could start any program. The list has a
/// line for each store: the hash of the time at which it was created and of the engines that are commands. A store may
/// be moved and raised; one with another command is another one. The built-in engines need no trust.
#[derive(Clone, Debug)]
pub struct TrustedStores(Option<PathBuf>);

impl TrustedStores {
    /// The list of the user: the file `arena/trusted-stores` in the folder `XDG_STATE_HOME`, or else in
    /// `~/.local/state`, on Windows in `LOCALAPPDATA`. Without such a folder no store is in it, and none can be added.
    pub fn of_user() -> TrustedStores {
        let folder = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let others = || match cfg!(windows) {
            true => folder("LOCALAPPDATA"),
            false => folder("HOME").map(|home| home.join(".local/state")),
        };
        TrustedStores(
            folder("XDG_STATE_HOME").or_else(others).map(|state| state.join("arena/trusted-stores")),
        )
    }

    /// Refuses a store that is not in the list if one of its engines is a command.
    ///
    /// # Errors
    /// The commands, and how to accept them; or the store cannot be read.
    pub fn check(&self, store: &Store, engines: &[EngineSpec]) -> Result<(), TournamentError> {
        let Some(line) = line(store, engines)? else { return Ok(()) };
        if self.contains(&line) {
            return Ok(());
        }
        let commands: Vec<String> = commands(engines).map(|command| format!("`{command}`")).collect();
        invalid(format!(
            "`{}` was not made by you on this machine, and would start {}: give `--trust` to allow that; \
             the store is remembered",
            store.address(),
            commands.join(" and "),
        ))
    }

    /// Adds a store whose commands the user gave or accepted.
    ///
    /// # Errors
    /// The store cannot be read, or the list not be written.
    pub fn add(&self, store: &Store, engines: &[EngineSpec]) -> Result<(), TournamentError> {
        let Some(line) = line(store, engines)?.filter(|line| !self.contains(line)) else { return Ok(()) };
        let Some(file) = &self.0 else {
            return invalid("there is no folder for the list of trusted stores".to_owned());
        };
        let append = || -> io::Result<()> {
            fs::create_dir_all(file.parent().unwrap_or(file))?;
            let mut list = OpenOptions::new().create(true).append(true).open(file)?;
            list.write_all(format!("{line}\n").as_bytes())
        };
        append().or_else(|error| {
            invalid(format!("cannot write the list of trusted stores `{}`: {error}", file.display()))
        })
    }

    fn contains(&self, line: &str) -> bool {
        let list = self.0.as_ref().and_then(|file| fs::read_to_string(file).ok());
        list.is_some_and(|list| list.lines().any(|known| known == line))
    }
}

/// The engines that are commands, as texts.
fn commands(engines: &[EngineSpec]) -> impl Iterator<Item = String> {
    let commands = engines.iter().filter(|engine| matches!(engine.kind, EngineKind::Command { .. }));
    commands.filter_map(EngineSpec::to_text)
}

/// The line of a store; none if it needs no trust: it is in the memory of this process, or has no commands.
fn line(store: &Store, engines: &[EngineSpec]) -> Result<Option<String>, StoreError> {
    let mut words: Vec<String> = commands(engines).collect();
    if words.is_empty() || matches!(store.address(), Address::Memory) {
        return Ok(None);
    }
    words.push(humantime::format_rfc3339_millis(store.created()?).to_string());
    Ok(Some(fingerprint_of_words(&words)))
}
