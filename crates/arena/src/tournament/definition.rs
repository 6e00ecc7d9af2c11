//! A tournament as data, from which any process can take part in it.

use std::str::FromStr;

use abstract_game::OptionError;
use abstract_game::facade::AnyRules;
use games::UnknownGame;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Settings, Tournament, TournamentError};
use crate::engine::contestant::Entrant;
use crate::engine::spec::{EngineSpec, SpecError, unique_names};
use crate::engine::team::Team;

/// A tournament as data: what a store keeps, so that a process that knows nothing but the store can take
/// part.
///
/// ```
/// use arena::tournament::{Definition, Settings, TeamDefinition};
/// let definition = Definition {
///     game: "snorkels".into(),
///     rules: vec![("size".into(), "5".into())],
///     teams: ["random", "name=dice cmd=random"].map(TeamDefinition::one).into(),
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
    /// The game's name.
    pub game: String,
    /// Every option of its rules.
    pub rules: Vec<(String, String)>,
    /// Those who meet each other.
    pub teams: Vec<TeamDefinition>,
    /// Everything else.
    pub settings: Settings,
}

/// A team as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TeamDefinition {
    /// Its engines.
    pub engines: Vec<EngineDefinition>,
    /// Which of them decides for a side's first, second, ... seat; without, the only one decides for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<Vec<usize>>,
}

/// An engine as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineDefinition {
    /// Its name; none is made from the spec.
    pub name: Option<String>,
    /// What it is, as written on a [command line](crate::engine::spec); none for a player that a program brings
    /// along.
    pub spec: Option<String>,
}

impl TeamDefinition {
    /// A team of one engine, which decides for all seats.
    pub fn one(spec: impl Into<String>) -> TeamDefinition {
        TeamDefinition {
            engines: vec![EngineDefinition { name: None, spec: Some(spec.into()) }],
            seats: None,
        }
    }
}

impl Definition {
    /// The tournament.
    ///
    /// # Errors
    /// Something in the data does not fit together, or an engine is not described by a spec.
    pub fn tournament(&self) -> Result<Tournament, TournamentError> {
        let mut rules = games::by_name(&self.game).map_err(DefinitionError::from)?;
        for (name, value) in &self.rules {
            rules.set_option(name, value).map_err(DefinitionError::from)?;
        }
        let teams = TeamDefinition::teams(&self.teams, &*rules)?;
        Tournament::of_teams(rules, teams, self.settings.clone())
    }

    /// The definition as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("words, numbers and lists of them are JSON")
    }
}

impl FromStr for Definition {
    type Err = DefinitionError;

    /// Reads JSON.
    fn from_str(text: &str) -> Result<Definition, DefinitionError> {
        serde_json::from_str(text).map_err(|error| DefinitionError::Json(error.to_string()))
    }
}

impl EngineDefinition {
    fn spec(&self) -> Result<EngineSpec, DefinitionError> {
        let unknown = || DefinitionError::NoSpec(self.name.clone().unwrap_or_default());
        let spec: EngineSpec = self.spec.as_ref().ok_or_else(unknown)?.parse()?;
        Ok(EngineSpec { name: self.name.clone().or_else(|| spec.name.clone()), ..spec })
    }
}

impl TeamDefinition {
    /// The teams of a game with those rules. Engines without a name get one from their specs; where some would be
    /// called the same, they are numbered.
    ///
    /// # Errors
    /// A spec cannot be read or is missing, or seats are not the players'.
    pub fn teams(teams: &[TeamDefinition], rules: &dyn AnyRules) -> Result<Vec<Team>, DefinitionError> {
        let engines = teams.iter().flat_map(|team| &team.engines);
        let specs = engines.map(EngineDefinition::spec).collect::<Result<Vec<_>, _>>()?;
        let named = specs.iter().zip(unique_names(&specs));
        let mut entrants = named.map(|(spec, name)| spec.entrant(&name, rules));
        teams.iter().map(|team| team.team(entrants.by_ref().take(team.engines.len()).collect())).collect()
    }

    fn team(&self, players: Vec<Entrant>) -> Result<Team, DefinitionError> {
        let count = players.len();
        match &self.seats {
            Some(seats) => {
                let fits = seats.iter().all(|&player| player < count)
                    && (0..count).all(|player| seats.contains(&player));
                if !fits {
                    return Err(DefinitionError::Seats { seats: seats.clone(), players: count });
                }
                Ok(Team::new(players, seats.clone()))
            }
            None => {
                let mut players = players.into_iter();
                let player = players.next().filter(|_| count == 1);
                player.map(Team::from).ok_or(DefinitionError::Seats { seats: Vec::new(), players: count })
            }
        }
    }
}

/// Data that is no tournament.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DefinitionError {
    /// It is no JSON of the form expected.
    #[error("the settings cannot be read: {0}")]
    Json(String),
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// There is no such option of the rules.
    #[error(transparent)]
    Rule(#[from] OptionError),
    /// An engine's spec cannot be read, or the engine is not there.
    #[error(transparent)]
    Engine(#[from] SpecError),
    /// An engine that was brought along by a program.
    #[error(
        "the engine `{0}` was brought along by the program that made the tournament, and only such a program can \
         work on it"
    )]
    NoSpec(String),
    /// Seats that are not the players'.
    #[error("the seats {seats:?} do not fit a team of {players}: each player decides for one seat or more")]
    Seats {
        /// The player of each seat.
        seats: Vec<usize>,
        /// How many players there are.
        players: usize,
    },
}
