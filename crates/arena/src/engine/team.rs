//! Teams: the engines of one side, and the seats that each decides for.

use std::str::FromStr;

use abstract_game::Player;
use abstract_game::facade::AnyRules;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::seating::{Seating, seats_of};
use super::spec::{EngineSpec, SpecError, unique_names};

/// The engines that play on one side together. A single engine is a team of its own.
///
/// ```
/// use arena::engine::{EngineSpec, Team};
/// let partners = Team::partners(["Ann", "Ben"].map(EngineSpec::random).into(), vec![0, 1]);
/// assert_eq!(partners.name(), "Ann+Ben");
/// assert_eq!(Team::from(EngineSpec::random("Cleo")).name(), "Cleo");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Team {
    /// The engines.
    pub engines: Vec<EngineSpec>,
    /// For the first, second, ... seat of the team's side, the index of the engine that decides for it. `None`: the
    /// only engine decides for all seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<Vec<usize>>,
}

impl Team {
    /// A team in which `seats[k]` is the index of the engine that decides for the side's `k`-th seat, whichever side
    /// the team has.
    #[must_use]
    pub fn partners(engines: Vec<EngineSpec>, seats: Vec<usize>) -> Team {
        Team { engines, seats: Some(seats) }
    }

    /// The names of the engines, joined by `+`.
    #[must_use]
    pub fn name(&self) -> String {
        self.engines.iter().map(ToString::to_string).collect::<Vec<_>>().join("+")
    }

    /// Index of the engine that decides for the side's `seat`-th seat.
    pub(crate) fn engine_of(&self, seat: usize) -> usize {
        self.seats.as_ref().map_or(0, |seats| seats[seat])
    }

    /// Whether each engine has a seat, and each seat an engine.
    pub(crate) fn is_consistent(&self) -> bool {
        let count = self.engines.len();
        match &self.seats {
            None => count == 1,
            Some(seats) => {
                seats.iter().all(|&engine| engine < count) && (0..count).all(|engine| seats.contains(&engine))
            }
        }
    }
}

impl From<EngineSpec> for Team {
    /// The engine decides for all seats of its side.
    fn from(engine: EngineSpec) -> Team {
        Team { engines: vec![engine], seats: None }
    }
}

/// Gives each engine a name of its own, see [`unique_names`].
pub fn name_engines(teams: &mut [Team]) {
    let engines: Vec<EngineSpec> = teams.iter().flat_map(|team| team.engines.clone()).collect();
    let unnamed = teams.iter_mut().flat_map(|team| &mut team.engines);
    for (engine, name) in unnamed.zip(unique_names(&engines)) {
        engine.name = Some(name);
    }
}

/// A seat and the engine that decides for it, as written on a command line: `athens=agon:mcts`.
///
/// ```
/// use arena::engine::SeatSpec;
/// let spec: SeatSpec = "athens=agon:mcts option.Hash=64".parse()?;
/// assert_eq!((&*spec.seat, spec.engine.to_string()), ("athens", "agon:mcts".to_string()));
/// # Ok::<(), arena::engine::SeatError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatSpec {
    /// The name of the seat.
    pub seat: String,
    /// The engine.
    pub engine: EngineSpec,
}

/// Engines do not fit the seats, or a text is no engine for a seat.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct SeatError(String);

impl FromStr for SeatSpec {
    type Err = SeatError;

    fn from_str(text: &str) -> Result<SeatSpec, SeatError> {
        let parts = text.split_once('=').filter(|(seat, engine)| {
            !seat.is_empty() && !seat.contains(char::is_whitespace) && !engine.trim().is_empty()
        });
        let expected = "expected SEAT=ENGINE, as in `athens=random`";
        let wrong = || SeatError(format!("`{text}` is no engine for a seat: {expected}"));
        let (seat, engine) = parts.ok_or_else(wrong)?;
        let engine = engine.parse().map_err(|error: SpecError| SeatError(error.to_string()))?;
        Ok(SeatSpec { seat: seat.to_owned(), engine })
    }
}

/// The two teams of a game, P1's first, from the engines of its seats. Seats of one side with equal specs share one
/// engine; different names make them two.
///
/// ```
/// use abstract_game::sample::TakeTwo;
/// let specs = ["p1=random", "p2=name=dice cmd=random"].map(|spec| spec.parse().unwrap());
/// let teams = arena::engine::teams_of_seats(&TakeTwo::default(), &specs)?;
/// assert_eq!(teams.map(|team| team.engines.len()), [1, 1]);
/// # Ok::<(), arena::engine::SeatError>(())
/// ```
///
/// # Errors
/// A seat has no engine or more than one, or there is no seat of that name.
pub fn teams_of_seats(rules: &dyn AnyRules, specs: &[SeatSpec]) -> Result<[Team; 2], SeatError> {
    let seats = rules.seats();
    let engines: Vec<&EngineSpec> = assign(rules, specs)?;
    let seating = Seating::new(seats, &engines);
    let team = |side: Player| {
        let own = (0..seating.players()).filter(|&player| seating.side(player) == side);
        let own = own.map(|player| engines[seating.first_seat(player)].clone()).collect();
        Team::partners(own, seats_of(seats, side).map(|seat| seating.rank(seating.player(seat))).collect())
    };
    Ok([team(Player::P1), team(Player::P2)])
}

/// The engine of each seat.
fn assign<'a>(rules: &dyn AnyRules, specs: &'a [SeatSpec]) -> Result<Vec<&'a EngineSpec>, SeatError> {
    let seats = rules.seats();
    let mut engines = Vec::with_capacity(seats.len());
    let mut problems = Vec::new();
    for seat in seats {
        let mut of_seat = specs.iter().filter(|spec| spec.seat == seat.name).map(|spec| &spec.engine);
        match (of_seat.next(), of_seat.count()) {
            (None, _) => problems.push(format!("no engine for `{}`", seat.name)),
            (Some(engine), 0) => engines.push(engine),
            (Some(_), more) => problems.push(format!("{} engines for `{}`", more + 1, seat.name)),
        }
    }
    for spec in specs.iter().filter(|spec| !seats.iter().any(|seat| seat.name == spec.seat)) {
        problems.push(format!("no seat `{}`", spec.seat));
    }
    if problems.is_empty() {
        return Ok(engines);
    }
    let seats = seats.iter().map(|seat| seat.name).collect::<Vec<_>>().join(", ");
    let (problems, game) = (problems.join(", "), rules.name());
    Err(SeatError(format!("{problems}: the seats of {game} are {seats}, and each takes one engine")))
}
