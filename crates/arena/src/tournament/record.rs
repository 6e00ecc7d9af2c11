//! The record of a game of a tournament.

use abstract_game::Player;

use super::definition::options;
use super::finished_game::FinishedGame;
use super::ready::Tournament;
use crate::engine::has_partners;
use crate::game::record::Record;

impl Tournament {
    /// The record of a game of a tournament.
    #[must_use]
    pub fn record(&self, finished: &FinishedGame) -> Record {
        let FinishedGame { game, deciders, played } = finished;
        let partners = has_partners(self.rules().seats());
        Record {
            game: self.rules().name().to_owned(),
            rules: options(self.rules()),
            players: Player::BOTH.map(|side| self.name(game, side).to_owned()),
            seats: if partners { seats(self, deciders) } else { Vec::new() },
            number: Some(game.number as u64),
            round: Some(game.round as u64),
            pair: Some(game.pair as u64),
            seed: Some(self.settings().seed),
            limits: Some(limits(self, deciders)),
            start: played.start.clone(),
            ending: played.ending.clone(),
            culprit: played.culprit.filter(|_| partners),
            turns: played.turns.clone(),
        }
    }
}

/// Every seat with the name of its engine.
fn seats(tournament: &Tournament, deciders: &[usize]) -> Vec<(String, String)> {
    let seats = tournament.rules().seats().iter().zip(deciders);
    seats.map(|(seat, &engine)| (seat.name.to_owned(), tournament.engine(engine).to_owned())).collect()
}

/// The limits; those of each engine if they differ.
fn limits(tournament: &Tournament, deciders: &[usize]) -> String {
    let mut engines = deciders.to_vec();
    engines.sort_unstable();
    engines.dedup();
    let texts: Vec<_> = engines.iter().map(|&engine| tournament.limits(engine).to_string()).collect();
    match &texts[..] {
        [first, rest @ ..] if rest.iter().all(|text| text == first) => first.clone(),
        texts => {
            let named = engines.iter().zip(texts);
            let named = named.map(|(&engine, text)| format!("{}: {text}", tournament.engine(engine)));
            named.collect::<Vec<_>>().join("; ")
        }
    }
}
