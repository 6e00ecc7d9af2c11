//! The teams of a tournament and their engines, numbered.

use std::collections::HashSet;

use abstract_game::facade::AnyRules;
use abstract_game::{Player, Seat};

use crate::engine::contestant::Entrant;
use crate::engine::seating::seats_of;
use crate::engine::team::{Seats, Team};
use crate::schedule::Game;
use crate::tournament::{EngineDefinition, TeamDefinition, TournamentError};

/// Everyone who takes part.
#[derive(Debug)]
pub(crate) struct Roster {
    /// The players of all teams; nobody is in two.
    pub(crate) engines: Vec<Entrant>,
    /// Those who meet each other: the entrants of the [schedule](crate::schedule).
    pub(crate) teams: Vec<Seated>,
}

/// A team whose engines are numbered.
#[derive(Debug)]
pub(crate) struct Seated {
    pub(crate) name: String,
    /// The engine of a side's first, second, ... seat.
    engines: Vec<usize>,
    /// Whether it is one engine that decides for all seats, however many there are.
    alone: bool,
}

impl Roster {
    /// Numbers the engines, in the order of the teams.
    ///
    /// # Errors
    /// A team does not fit the seats of both sides, or two teams or engines have the same name.
    pub(crate) fn new(rules: &dyn AnyRules, teams: Vec<Team>) -> Result<Roster, TournamentError> {
        let sides = Player::BOTH.map(|side| seats_of(rules.seats(), side).count());
        let mut roster = Roster { engines: Vec::new(), teams: Vec::new() };
        for team in teams {
            let (name, first) = (team.name(), roster.engines.len());
            let alone = matches!(team.seats, Seats::All);
            let engines = match team.seats {
                Seats::All => vec![first; sides[0].max(sides[1])],
                Seats::Each(players) if sides == [players.len(); 2] => {
                    players.iter().map(|player| first + player).collect()
                }
                Seats::Each(players) => {
                    let names: Vec<_> = rules.seats().iter().map(|seat| seat.name).collect();
                    return Err(TournamentError::Seats {
                        team: name,
                        given: players.len(),
                        game: rules.name(),
                        sides: sides.map(|count| count.to_string()).join(" and "),
                        seats: names.join(", "),
                    });
                }
            };
            roster.engines.extend(team.players);
            roster.teams.push(Seated { name, engines, alone });
        }
        differ(roster.engines.iter().map(|engine| &engine.name))?;
        differ(roster.teams.iter().map(|team| &team.name))?;
        Ok(roster)
    }

    /// The teams as data.
    pub(crate) fn definitions(&self) -> Vec<TeamDefinition> {
        let team = |seated: &Seated| {
            let first = seated.engines.iter().copied().min().unwrap_or(0);
            let count = seated.engines.iter().map(|engine| engine - first + 1).max().unwrap_or(0);
            let engine = |engine: &Entrant| EngineDefinition {
                name: Some(engine.name.clone()),
                spec: engine.spec.clone(),
            };
            TeamDefinition {
                engines: self.engines[first..first + count].iter().map(engine).collect(),
                seats: (!seated.alone).then(|| seated.engines.iter().map(|engine| engine - first).collect()),
            }
        };
        self.teams.iter().map(team).collect()
    }

    /// The engine that decides for each of the game's seats.
    pub(crate) fn deciders(&self, seats: &[Seat], game: &Game) -> Vec<usize> {
        let mut deciders = vec![0; seats.len()];
        for side in Player::BOTH {
            for (seat, &engine) in seats_of(seats, side).zip(&self.teams[game.entrant(side)].engines) {
                deciders[seat] = engine;
            }
        }
        deciders
    }
}

/// Refuses two of the same name.
fn differ<'a>(names: impl Iterator<Item = &'a String>) -> Result<(), TournamentError> {
    let mut known = HashSet::new();
    for name in names {
        if !known.insert(name) {
            return Err(TournamentError::SameName(name.clone()));
        }
    }
    Ok(())
}
