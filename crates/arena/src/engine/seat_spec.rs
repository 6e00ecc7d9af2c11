//! Engines for seats as they are written on a command line: `athens=agon:mcts`.

use std::str::FromStr;

use abstract_game::Player;
use abstract_game::facade::AnyRules;
use thiserror::Error;

use crate::engine::seating::{Seating, seats_of};
use crate::engine::spec::{EngineSpec, SpecError};
use crate::tournament::{EngineDefinition, TeamDefinition};

/// A seat and the engine that decides for it.
///
/// ```
/// use arena::engine::seat_spec::SeatSpec;
/// let spec: SeatSpec = "athens=agon:mcts option.Hash=64".parse()?;
/// assert_eq!((&*spec.seat, spec.engine.to_string()), ("athens", "agon:mcts".to_string()));
/// # Ok::<(), arena::engine::seat_spec::SeatError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatSpec {
    /// The seat's name.
    pub seat: String,
    /// The engine.
    pub engine: EngineSpec,
}

/// Engines do not fit the seats.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SeatError {
    /// A text is not `SEAT=ENGINE`.
    #[error("`{0}` is no engine for a seat: expected SEAT=ENGINE, as in `athens=random`")]
    Form(String),
    /// The engine is none.
    #[error(transparent)]
    Engine(#[from] SpecError),
    /// Not every seat has exactly one engine.
    #[error("{problems}: the seats of {game} are {seats}, and each takes one engine")]
    Seats {
        /// What is wrong: each missing, unknown and doubled seat.
        problems: String,
        /// The game.
        game: &'static str,
        /// The names of its seats.
        seats: String,
    },
}

impl FromStr for SeatSpec {
    type Err = SeatError;

    fn from_str(text: &str) -> Result<SeatSpec, SeatError> {
        let parts = text.split_once('=').filter(|(seat, engine)| {
            !seat.is_empty() && !seat.contains(char::is_whitespace) && !engine.trim().is_empty()
        });
        let (seat, engine) = parts.ok_or_else(|| SeatError::Form(text.to_owned()))?;
        Ok(SeatSpec { seat: seat.to_owned(), engine: engine.parse()? })
    }
}

/// The two teams of a game, P1's first. Within a team, seats with the same engine, options and name are decided
/// for by one player; to have it play each for itself, give it different names. Across the teams the same
/// engine is two players.
///
/// ```
/// use abstract_game::sample::TakeTwo;
/// use arena::engine::seat_spec::teams;
/// let specs = ["p1=random", "p2=name=dice cmd=random"].map(|spec| spec.parse().unwrap());
/// let teams = teams(&TakeTwo::default(), &specs)?;
/// assert_eq!(teams.map(|team| team.engines.len()), [1, 1]);
/// # Ok::<(), arena::engine::seat_spec::SeatError>(())
/// ```
///
/// # Errors
/// A seat has no engine or more than one, or there is no seat of that name.
pub fn teams(rules: &dyn AnyRules, specs: &[SeatSpec]) -> Result<[TeamDefinition; 2], SeatError> {
    let seats = rules.seats();
    let engines: Vec<&EngineSpec> = assign(rules, specs)?;
    let seating = Seating::new(seats, &engines);
    let team = |side: Player| {
        let own = (0..seating.players()).filter(|&player| seating.side(player) == side);
        let engine = |player| EngineDefinition {
            name: None,
            spec: Some(engines[seating.first_seat(player)].to_text()),
        };
        let rank = |seat| seating.rank(seating.player(seat));
        TeamDefinition {
            engines: own.map(engine).collect(),
            seats: Some(seats_of(seats, side).map(rank).collect()),
        }
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
    let problems = problems.join(", ");
    let seats = seats.iter().map(|seat| seat.name).collect::<Vec<_>>().join(", ");
    Err(SeatError::Seats { problems, game: rules.name(), seats })
}
