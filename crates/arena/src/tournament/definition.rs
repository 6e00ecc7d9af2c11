//! A tournament as data, and why it cannot be created or continued.

use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

use abstract_game::OptionError;
use abstract_game::facade::AnyRules;
use games::UnknownGame;
use match_stats::Sprt;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::engine::{EngineLimits, EngineSpec, Fault, Team};
use crate::game::{Judging, Unplayed};
use crate::openings::{OpeningError, Openings, RandomOpenings};
use crate::schedule::{Format, Schedule, ScheduleError};
use crate::store::{Store, StoreError};

/// A tournament as data. A store keeps it, so that any process can work on the tournament.
///
/// ```
/// use arena::engine::{EngineSpec, Team};
/// use arena::tournament::{Definition, Settings};
/// let engines = ["random", "name=dice cmd=random"].map(|text| text.parse::<EngineSpec>().unwrap());
/// let definition = Definition {
///     game: "snorkels".into(),
///     rules: vec![("size".into(), "5".into())],
///     teams: engines.map(Team::from).into(),
///     settings: Settings::default(),
/// };
/// let tournament = definition.tournament()?;
/// assert_eq!(tournament.names().collect::<Vec<_>>(), ["random", "dice"]);
/// assert_eq!(definition.to_json().parse::<Definition>()?.teams, definition.teams);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Definition {
    /// The name of the game.
    pub game: String,
    /// All options of its rules.
    pub rules: Vec<(String, String)>,
    /// The teams that play each other.
    pub teams: Vec<Team>,
    /// Everything else.
    pub settings: Settings,
}

/// A tournament without its game and teams. Together they decide which games are played; the number of games at a time
/// and the workers do not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Settings {
    /// The name of the event, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// Who plays whom.
    pub format: Format,
    /// Number of pairs of games that two teams play when they meet; with [`sprt`](Self::sprt), the maximum.
    pub pairs: usize,
    /// Whether sides are not swapped: the team that comes first in the list is P1 in all its games.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_swap: bool,
    /// The sequential test that ends a tournament of two teams when it has decided.
    pub sprt: Option<Sprt>,
    /// Where the games begin.
    pub openings: Openings,
    /// The limits of each turn, unless an engine has its own.
    pub limits: EngineLimits,
    /// When a game ends before its rules end it.
    pub judging: Judging,
    /// The seed of openings and random engines.
    pub seed: u64,
}

impl Default for Settings {
    /// A round robin of one pair each, from the start position, without limits.
    fn default() -> Self {
        Settings {
            event: None,
            format: Format::RoundRobin,
            pairs: 1,
            no_swap: false,
            sprt: None,
            openings: Openings::Random(RandomOpenings::unchecked(0)),
            limits: EngineLimits::default(),
            judging: Judging::default(),
            seed: 0,
        }
    }
}

impl Settings {
    /// The schedule of this number of teams.
    pub(super) fn schedule(&self, teams: usize) -> Result<Schedule, ScheduleError> {
        Ok(Schedule::new(self.format, teams, self.pairs)?.without_swap(self.no_swap))
    }
}

impl Definition {
    /// The definition as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("texts, numbers and lists of them are JSON")
    }

    /// The definition in a store, as it was written.
    ///
    /// # Errors
    /// The store cannot be read, or holds no tournament.
    pub fn of_store(store: &Store) -> Result<Definition, TournamentError> {
        let text = store.header()?.definition;
        // The settings of a run of `trainer spsa` have parameters.
        if serde_json::from_str(&text).is_ok_and(|data: Value| data.get("parameter").is_some()) {
            return invalid(format!("`{}` holds a run of `trainer spsa`, no tournament", store.address()));
        }
        text.parse()
    }

    /// The settings that differ from those of a definition in a store, by their flags: "`games` is 4 there and 2 here".
    pub(super) fn differences(&self, there: &Definition) -> String {
        let (there, here) = (there.flags(), self.flags());
        let names: BTreeSet<&String> = there.keys().chain(here.keys()).collect();
        let differences = names.into_iter().filter(|name| there.get(*name) != here.get(*name)).map(|name| {
            let [there, here] = [&there, &here]
                .map(|flags| flags.get(name).map_or("not set".to_owned(), |text| printable::excerpt(text)));
            let name = printable::line(name);
            if there == here {
                format!("`{name}` differs")
            } else {
                format!("`{name}` is {there} there and {here} here")
            }
        });
        differences.collect::<Vec<_>>().join("; ")
    }

    /// All settings as texts, by the names of their flags.
    fn flags(&self) -> BTreeMap<String, String> {
        let mut flags = BTreeMap::from([
            ("game".to_owned(), self.game.clone()),
            ("games".to_owned(), (2 * self.settings.pairs).to_string()),
        ]);
        flags.extend(self.rules.iter().map(|(name, value)| (format!("rule {name}"), value.clone())));
        for (number, engine) in (1..).zip(self.teams.iter().flat_map(|team| &team.engines)) {
            // Of an engine with a name, all words are `key=value`, but for the built-in ones.
            let named = EngineSpec { name: Some(engine.to_string()), ..engine.clone() };
            let words = shlex::split(&named.to_text().unwrap_or_default()).unwrap_or_default();
            flags.extend(words.iter().map(|word| {
                let (key, value) = word.split_once('=').unwrap_or(("cmd", word));
                (format!("engine {number} {key}"), value.to_owned())
            }));
        }
        let seats = self.teams.iter().filter_map(|team| team.seats.as_ref()).collect::<Vec<_>>();
        flags.insert("seat".to_owned(), format!("{seats:?}"));
        let settings =
            serde_json::to_value(&self.settings).expect("texts, numbers and lists of them are JSON");
        for (name, value) in settings.as_object().into_iter().flatten().filter(|(name, _)| *name != "pairs") {
            match value.as_object() {
                None => flags.extend(text(value).map(|text| (name.clone(), text))),
                Some(parts) => flags.extend(parts.iter().filter_map(|(part, value)| {
                    let name = match (name.as_str(), part.as_str()) {
                        // The list of openings, longer than its kind, replaces it.
                        (_, "kind") | ("openings", "openings") => name.clone(),
                        ("openings", _) | ("sprt", "model" | "elo0" | "elo1") => format!("{name}-{part}"),
                        _ => part.clone(),
                    };
                    text(value).map(|text| (name, text))
                })),
            }
        }
        flags
    }
}

/// A value as the text of a flag, if it is set.
fn text(value: &Value) -> Option<String> {
    (!value.is_null()).then(|| value.as_str().map_or_else(|| value.to_string(), str::to_owned))
}

/// The rules of a game with these options.
///
/// # Errors
/// The game or an option is unknown, or an option does not take the value.
pub fn rules_with(game: &str, options: &[(String, String)]) -> Result<Box<dyn AnyRules>, TournamentError> {
    let mut rules = games::by_name(game)?;
    rules.set_options(options)?;
    Ok(rules)
}

/// Refuses what does not fit or cannot be read.
pub(super) fn invalid<T>(problem: String) -> Result<T, TournamentError> {
    Err(TournamentError::Invalid(problem))
}

/// Data of a store cannot be read.
pub(super) fn unreadable(error: serde_json::Error) -> TournamentError {
    TournamentError::Invalid(format!("the settings cannot be read: {error}"))
}

impl FromStr for Definition {
    type Err = TournamentError;

    /// Reads JSON.
    fn from_str(text: &str) -> Result<Definition, TournamentError> {
        serde_json::from_str(text).map_err(unreadable)
    }
}

/// Why a tournament cannot be created or continued.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TournamentError {
    /// The teams do not fit each other, the game or the settings; the store holds something else, or games by other
    /// versions of the game or of an engine; or its data cannot be read.
    #[error("{0}")]
    Invalid(String),
    /// An opening cannot be made.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The schedule is impossible, or the games of the store do not fit it.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// The opening of the game of this number cannot be played.
    #[error("game {0} cannot be played: {1}")]
    Unplayable(usize, Unplayed),
    /// The game is unknown.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// An option of the rules is unknown or does not take the value.
    #[error(transparent)]
    Rule(#[from] OptionError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// This machine cannot do what the work needs.
    #[error("this machine has not enough resources: {0}")]
    Machine(String),
    /// The engine of this name does not start.
    #[error("engine `{0}` cannot be started: {1}")]
    Start(String, Fault),
}
