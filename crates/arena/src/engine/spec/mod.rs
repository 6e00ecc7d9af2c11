//! Engines as they are written on a command line.
//!
//! | spec | what it is |
//! | --- | --- |
//! | `random` | plays random legal actions |
//! | `agon:alphabeta`, `agon:mcts` | the project's own engine with that search |
//! | `./my-engine --flag` | any program that speaks UGI, quoted as in a shell |
//!
//! Anything more is written as words `key=value`, quoted as in a shell: `name=` is what to call it,
//! `cmd=` is one of the specs above, `dir=` the folder to start it in, `option.NAME=` an option to set:
//! `'name=A cmd="./x --y" option.Hash=64'`. After a spec without spaces that is built in, `cmd=` may be
//! left out: `'agon:mcts option.Hash=64'`.
//!
//! `nodes=`, `depth=`, `movetime=`, `tc=`, `margin=` and `stall=` are [limits](LimitsOverride) of this engine alone,
//! over those of the tournament: `'agon:mcts nodes=2000'`.

mod text;

use std::fmt;
use std::path::PathBuf;

use abstract_game::facade::AnyRules;
use protocol::driver::EngineCommand;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::engine::agon::{self, AgonMissing};
use crate::engine::contestant::{Contestant, Entrant, Fault, Launcher};
use crate::engine::limits::{LimitsError, LimitsOverride};
use crate::engine::process::ProcessLauncher;
use crate::engine::random::RandomPlayer;
use crate::engine::traffic::TrafficLog;
use crate::stop::Stop;

/// The searches of the engine `agon`.
pub const AGON_SEARCHES: [&str; 2] = ["alphabeta", "mcts"];

/// An engine as it is written on a command line. As data it is its [text](EngineSpec::to_text).
///
/// ```
/// use arena::engine::spec::{EngineKind, EngineSpec};
/// let spec: EngineSpec = r#"name=A cmd="./x --y" option.Hash=64 nodes=500"#.parse()?;
/// assert_eq!(spec.to_string(), "A");
/// assert_eq!(spec.limits.nodes, Some(500));
/// assert_eq!(spec.to_text().parse(), Ok(spec.clone()));
/// assert_eq!(spec.kind, EngineKind::Command { program: "./x".into(), args: vec!["--y".into()] });
/// assert_eq!(spec.options, [("Hash".to_string(), "64".to_string())]);
/// # Ok::<(), arena::engine::spec::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct EngineSpec {
    /// What to call it, if that was said.
    pub name: Option<String>,
    /// What it is.
    pub kind: EngineKind,
    /// The folder to start it in.
    pub dir: Option<PathBuf>,
    /// Options to set, in this order.
    pub options: Vec<(String, String)>,
    /// Limits of its own.
    pub limits: LimitsOverride,
}

/// What an engine is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineKind {
    /// Plays random legal actions, in this process.
    Random,
    /// The project's own engine.
    Agon {
        /// One of [`AGON_SEARCHES`].
        search: &'static str,
    },
    /// Any program that speaks UGI.
    Command {
        /// The program.
        program: PathBuf,
        /// Its arguments.
        args: Vec<String>,
    },
}

/// A text is no engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpecError {
    /// A quotation mark has no partner.
    #[error("engine `{0}`: a quotation mark or a last backslash has nothing that belongs to it")]
    Quotes(String),
    /// There is nothing to start.
    #[error(
        "engine `{0}`: nothing to start; expected `random`, `agon:alphabeta`, `agon:mcts`, a command, or `cmd=...`"
    )]
    Empty(String),
    /// Among words `key=value` is one that is not.
    #[error(
        "engine `{spec}`: `{word}` is none of `name=`, `cmd=`, `dir=`, `option.NAME=` and of the limits `nodes=`, \
         `depth=`, `movetime=`, `tc=`, `margin=`, `stall=`"
    )]
    Word {
        /// The whole spec.
        spec: String,
        /// The word.
        word: String,
    },
    /// A key comes twice.
    #[error("engine `{spec}`: `{key}=` comes twice")]
    Twice {
        /// The whole spec.
        spec: String,
        /// The key.
        key: &'static str,
    },
    /// A limit of its own is none.
    #[error("engine `{spec}`: {error}")]
    Limits {
        /// The whole spec.
        spec: String,
        /// What is wrong.
        error: LimitsError,
    },
    /// A name that cannot stand in a table.
    #[error("engine `{0}`: a name has at least one letter and no line breaks")]
    Name(String),
    /// There is no such search.
    #[error("`agon:{0}` is no engine: expected agon:alphabeta or agon:mcts")]
    Search(String),
    /// The random player has nothing to set.
    #[error("engine `{0}`: `random` has no options and no folder")]
    RandomOptions(String),
    /// The project's own engine is not there.
    #[error(transparent)]
    Agon(#[from] AgonMissing),
}

impl fmt::Display for EngineSpec {
    /// What to call it, unless another has that name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.name, &self.kind) {
            (Some(name), _) => f.write_str(name),
            (None, EngineKind::Random) => f.write_str("random"),
            (None, EngineKind::Agon { search }) => write!(f, "agon:{search}"),
            (None, EngineKind::Command { program, .. }) => {
                let file = program.file_stem().unwrap_or(program.as_os_str());
                write!(f, "{}", file.to_string_lossy().replace(char::is_control, "?"))
            }
        }
    }
}

/// A name for each engine, all different: where some would be called the same, the second is called
/// `name-2` and so on.
///
/// ```
/// let specs = ["random", "agon:mcts", "random"].map(|spec| spec.parse().unwrap());
/// assert_eq!(arena::engine::spec::unique_names(&specs), ["random", "agon:mcts", "random-2"]);
/// ```
#[must_use]
pub fn unique_names(specs: &[EngineSpec]) -> Vec<String> {
    let mut names: Vec<String> = Vec::with_capacity(specs.len());
    // Names that somebody chose are not to be taken away by numbers.
    let chosen: Vec<&str> = specs.iter().filter_map(|spec| spec.name.as_deref()).collect();
    for spec in specs {
        let name = spec.to_string();
        let taken = |candidate: &str, names: &[String]| names.iter().any(|n| n == candidate);
        let mut unique = name.clone();
        let mut number = 2;
        while taken(&unique, &names) || (unique != name && chosen.contains(&unique.as_str())) {
            unique = format!("{name}-{number}");
            number += 1;
        }
        names.push(unique);
    }
    names
}

impl EngineSpec {
    /// What starts the engine for a game, under that name; `None` for the random player, who has no process.
    ///
    /// # Errors
    /// The project's own engine is wanted but is not there.
    pub fn command(&self, name: &str, game: &str) -> Result<Option<EngineCommand>, SpecError> {
        let (program, args, own) = match &self.kind {
            EngineKind::Random => return Ok(None),
            EngineKind::Agon { search } => {
                let own = [("Game", game), ("Search", *search)];
                (agon::find()?, Vec::new(), own.map(|(n, v)| (n.to_owned(), v.to_owned())).to_vec())
            }
            EngineKind::Command { program, args } => (program.clone(), args.clone(), Vec::new()),
        };
        let options = own.into_iter().chain(self.options.iter().cloned()).collect();
        let name = Some(name.to_owned());
        Ok(Some(EngineCommand { program, args, dir: self.dir.clone(), options, name }))
    }

    /// The entrant of that name for a game with those rules. Whether its program is here is seen when it is
    /// started.
    #[must_use]
    pub fn entrant(&self, name: &str, rules: &dyn AnyRules) -> Entrant {
        let entrant = match self.kind {
            EngineKind::Random => RandomPlayer::entrant(name),
            _ => Entrant::new(
                name,
                SpecLauncher {
                    spec: self.clone(),
                    name: name.to_owned(),
                    rules: rules.boxed_clone(),
                    log: None,
                },
            ),
        };
        // The name is the entrant's own, and stands beside the spec.
        let nameless = EngineSpec { name: None, ..self.clone() };
        entrant.with_limits(self.limits.clone()).with_spec(nameless.to_text())
    }
}

/// Starts the program of a spec, and looks for it only then: whoever reads a table needs no engines.
struct SpecLauncher {
    spec: EngineSpec,
    name: String,
    rules: Box<dyn AnyRules>,
    log: Option<TrafficLog>,
}

impl SpecLauncher {
    fn process(&self) -> Result<ProcessLauncher, Fault> {
        let command = self.spec.command(&self.name, self.rules.name());
        let command = command.map_err(|error| Fault::Start(error.to_string()))?;
        let command = command.ok_or_else(|| Fault::Start("this player has no process".to_owned()))?;
        let mut launcher = ProcessLauncher::new(command, &*self.rules);
        if let Some(log) = &self.log {
            launcher.log(log);
        }
        Ok(launcher)
    }
}

impl Launcher for SpecLauncher {
    fn launch(&self, stop: &Stop) -> Result<Box<dyn Contestant>, Fault> {
        self.process()?.launch(stop)
    }

    fn fingerprint(&self) -> Result<String, Fault> {
        self.process()?.fingerprint()
    }

    fn log(&mut self, log: &TrafficLog) {
        self.log = Some(log.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_unique_without_taking_chosen_ones() {
        let specs = ["random", "random", "name=random-2 cmd=x", "random", "name=random-2 cmd=y"]
            .map(|spec| spec.parse().unwrap());
        assert_eq!(unique_names(&specs), ["random", "random-3", "random-2", "random-4", "random-2-2"]);
    }
}
