//! The events of a tournament while a process works on it: finished games among them, with their records.

use std::time::Duration;

use abstract_game::facade::AnyMatch;
use abstract_game::{Player, Seat};

use super::ready::Tournament;
use super::results::Results;
use crate::engine::{Fault, has_partners};
use crate::game::record::Record;
use crate::game::{EngineThinking, Played, PlayedTurn, Thinking};
use crate::schedule::Game;
use crate::store::GameResult;
use crate::text_hash;

/// An event of a tournament while this process works on it.
#[derive(Clone, Copy, Debug)]
pub enum TournamentEvent<'a> {
    /// A game begins.
    GameStarted(&'a Game),
    /// A turn was played.
    TurnPlayed {
        /// The game.
        game: &'a Game,
        /// The match after the turn.
        position: &'a dyn AnyMatch,
        /// The turn.
        turn: &'a PlayedTurn,
    },
    /// A game is finished, and the store has its result.
    GameFinished(&'a FinishedGame),
    /// A running game was abandoned; it is open again in the store.
    GameAbandoned(&'a Game),
    /// A game is finished, but its lease ended before: another worker owns the game, and this result is discarded.
    LeaseLost(&'a Game),
    /// The standings changed, through games of this process or of others. Sent at most a few times a second, and once
    /// at the end.
    Standing(&'a Results),
    /// There are fewer different openings than the tournament needs: this number of the openings made last are
    /// repetitions.
    OpeningsRepeat(usize),
    /// The engine of this name does not start. It is tried again if `again`; otherwise this process plays no more of its
    /// games, which stay open.
    NotStarted {
        /// The engine.
        engine: &'a str,
        /// Why.
        fault: &'a Fault,
        /// Whether it is tried again.
        again: bool,
    },
    /// There is nothing to play until games of other workers finish or lose their leases.
    Waiting {
        /// Number of running games of other workers.
        running: usize,
        /// Time until the first of their leases ends.
        lease: Duration,
    },
}

/// Receives the events of a tournament. Several worker threads call it at the same time; a slow call delays the game,
/// but no engine's clock runs meanwhile.
pub type Observer<'a> = dyn Fn(&Tournament, TournamentEvent<'_>) + Sync + 'a;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// The game in the schedule.
    pub game: Game,
    /// The engine that decided for each seat.
    pub deciders: Vec<usize>,
    /// The turns and the ending.
    pub played: Played,
}

impl FinishedGame {
    /// The result as a store keeps it.
    pub fn result(&self) -> GameResult {
        let mut thinking: Vec<EngineThinking> = Vec::new();
        for turn in &self.played.turns {
            let Some(info) = &turn.info else { continue };
            let (engine, side) = (self.deciders[turn.seat], turn.player);
            let known = thinking.iter().position(|known| (known.engine, known.side) == (engine, side));
            let index = known.unwrap_or(thinking.len());
            if known.is_none() {
                thinking.push(EngineThinking { engine, side, thinking: Thinking::default() });
            }
            thinking[index].thinking.add(info);
        }
        let Played { turns, ending, culprit, .. } = &self.played;
        let hash = self.hash();
        GameResult { ending: ending.clone(), culprit: *culprit, turns: turns.len(), thinking, hash }
    }

    /// A number that is the same for copies of the game: the players, the start position, the turns and the ending are
    /// equal.
    fn hash(&self) -> u64 {
        let Played { start, turns, ending, .. } = &self.played;
        let turns = turns.iter().map(|turn| turn.turn.as_str());
        let [first, second] = self.game.entrants.map(|entrant| entrant.to_string());
        let winner = ending.winner.map_or_else(|| "none".to_owned(), |winner| winner.to_string());
        let cause = ending.cause.to_string();
        let facts = [&first, &second, start, &*winner, &*cause];
        let parts: Vec<&str> = facts.into_iter().chain(turns).collect();
        text_hash(&parts.join("\n"))
    }
}

impl Tournament {
    /// The record of a game of a tournament.
    pub fn record(&self, finished: &FinishedGame) -> Record {
        let FinishedGame { game, deciders, played } = finished;
        let seats = self.rules().seats();
        let partners = has_partners(seats);
        let named = |(seat, &engine): (&Seat, &usize)| (seat.name.to_owned(), self.engine(engine).to_owned());
        Record {
            game: self.rules().name().to_owned(),
            rules: self.game_rules(game).option_values(),
            players: Player::BOTH.map(|side| self.name(game, side).to_owned()),
            seats: seats.iter().zip(deciders).filter(|_| partners).map(named).collect(),
            number: Some(game.number as u64),
            round: Some(game.round as u64),
            pair: Some(game.pair as u64),
            seed: Some(self.settings().seed),
            limits: Some(self.limits_in_words(deciders.iter().copied())),
            start: played.start.clone(),
            ending: played.ending.clone(),
            culprit: played.culprit.filter(|_| partners),
            turns: played.turns.clone(),
        }
    }
}
