//! Changes to a tournament by people: results taken back, changed engines accepted, more games.

use std::ops::RangeInclusive;
use std::time::SystemTime;

use super::definition::{Definition, TournamentError, invalid};
use super::ready::Tournament;
use super::results::Results;
use crate::game::Cause;
use crate::store::{FinishedRow, Store};

/// Finished games: those that fit every condition. An empty list and a missing time are no conditions.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)]
pub struct Selection {
    /// Numbers of games, as in `7` or `10-20`.
    #[arg(value_name = "GAMES", group = "which", value_parser = numbers)]
    pub games: Vec<RangeInclusive<usize>>,
    /// Games in which this engine plays; with `--fault`, games in which it is at fault. May be given several times.
    #[arg(long = "engine", value_name = "NAME", group = "which")]
    pub engines: Vec<String>,
    /// Games that ended by this fault: `time`, `crash`, `stall`, ... May be given several times.
    #[arg(long = "fault", value_name = "CAUSE", group = "which", value_parser = fault)]
    pub faults: Vec<Cause>,
    /// Games that were finished at or after this time: `2026-11-22T10:00:00Z`, or `2h` ago.
    #[arg(long, value_name = "TIME", group = "which", value_parser = time)]
    pub since: Option<SystemTime>,
    /// Games that were finished at or before this time.
    #[arg(long, value_name = "TIME", group = "which", value_parser = time)]
    pub until: Option<SystemTime>,
}

impl Tournament {
    /// The finished games of a selection, by their sequence.
    ///
    /// # Errors
    /// The store cannot be read, or there is no such engine.
    pub fn select(&self, store: &Store, selection: &Selection) -> Result<Vec<FinishedRow>, TournamentError> {
        let engines = selection.engines.iter().map(|name| self.engine_called(name));
        let engines = engines.collect::<Result<Vec<usize>, _>>()?;
        let fits = |row: &FinishedRow| {
            let (deciders, cause) = (self.deciders(&row.game), &row.result.ending.cause);
            let culprit = row.result.culprit.and_then(|seat| deciders.get(seat));
            let plays = |engine| match culprit {
                _ if selection.faults.is_empty() => deciders.contains(engine),
                culprit => culprit == Some(engine),
            };
            let Selection { games, faults, since, until, .. } = selection;
            (games.is_empty() || games.iter().any(|range| range.contains(&row.game.number)))
                && (engines.is_empty() || engines.iter().any(plays))
                && (faults.is_empty() || faults.contains(cause))
                && since.is_none_or(|since| row.at >= since)
                && until.is_none_or(|until| row.at <= until)
        };
        let mut selected = Vec::new();
        for row in store.finished(0) {
            let row = row?;
            self.check_game(&row.game, Some(&row.result))?;
            if fits(&row) {
                selected.push(row);
            }
        }
        Ok(selected)
    }

    /// Takes the results of finished games back, to be played again. Returns the number of results.
    ///
    /// # Errors
    /// The store fails; or later rounds are [possible only with the result](crate::schedule::Schedule::needs_same_results) of
    /// one of the games.
    pub fn void(&self, store: &Store, games: &[FinishedRow], reason: &str) -> Result<usize, TournamentError> {
        if self.schedule().needs_same_results() {
            let last = store.sums(0)?.encounters.iter().map(|encounter| encounter.round).max().unwrap_or(0);
            if let Some(early) = games.iter().find(|row| row.game.round < last) {
                let (number, round) = (early.game.number, early.game.round);
                let format = self.settings().format;
                return invalid(format!(
                    "game {number} is of round {round} of a {format}, and round {last} depends on its result"
                ));
            }
        }
        let numbers: Vec<usize> = games.iter().map(|row| row.game.number).collect();
        Ok(store.void(&numbers, reason)?)
    }

    /// If the store holds this tournament with fewer games of each two entrants, raises their number to that of this
    /// one. Returns whether it did.
    ///
    /// # Errors
    /// The store fails, or the format does not allow it.
    pub fn raise(&self, store: &Store) -> Result<bool, TournamentError> {
        let (text, mut there) = (store.header()?.definition, Definition::of_store(store)?);
        let pairs = self.settings().pairs;
        let fewer = there.settings.pairs < pairs;
        there.settings.pairs = pairs;
        if !fewer || there != self.as_written()? {
            return Ok(false);
        }
        if self.schedule().needs_results() {
            return invalid(format!(
                "the games of a {} cannot be raised: later rounds depend on them",
                self.settings().format
            ));
        }
        Ok(store.redefine(&text, &there.to_json(), Results::COMPLETE)?)
    }

    /// Accepts the version of an engine that this machine has: its games count together with those of the versions
    /// before. Returns its fingerprint.
    ///
    /// # Errors
    /// There is no such engine, it cannot be found, or the version is one of the tournament already; the store fails.
    pub fn accept(&self, store: &Store, engine: &str, name: &str) -> Result<String, TournamentError> {
        let number = self.engine_called(engine)?;
        let fingerprint = self.fingerprint(number)?;
        if self.accepted(store)?[number].contains(&fingerprint) {
            return invalid(format!(
                "the engine `{engine}` here (fingerprint {fingerprint}) is a version of the tournament already"
            ));
        }
        store.accept(number, &fingerprint, name)?;
        Ok(fingerprint)
    }

    /// The number of the engine of this name.
    fn engine_called(&self, name: &str) -> Result<usize, TournamentError> {
        self.engines().position(|engine| engine == name).ok_or_else(|| {
            let engines = self.engines().collect::<Vec<_>>().join(", ");
            TournamentError::Invalid(format!("there is no engine `{name}`: the engines are {engines}"))
        })
    }

    /// For each engine, the fingerprints with which it may play.
    pub(super) fn accepted(&self, store: &Store) -> Result<Vec<Vec<String>>, TournamentError> {
        let mut accepted: Vec<_> =
            store.header()?.engines.into_iter().map(|engine| vec![engine.fingerprint]).collect();
        for decision in store.decisions()? {
            let Some(of_engine) = accepted.get_mut(decision.engine) else {
                return invalid(format!("a decision is about engine {}: there is none", decision.engine + 1));
            };
            of_engine.push(decision.fingerprint);
        }
        Ok(accepted)
    }
}

fn numbers(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let range = first.parse().ok().zip(last.parse().ok()).filter(|(first, last)| (1..=*last).contains(first));
    let range = range.map(|(first, last): (usize, usize)| first..=last);
    range.ok_or_else(|| "expected a number of a game, or two as in `10-20`".to_owned())
}

fn fault(text: &str) -> Result<Cause, String> {
    const FAULTS: &str = "expected one of illegal-turn, time, stall, crash, disconnect, start, protocol";
    Some(Cause::from_word(text)).filter(Cause::is_fault).ok_or_else(|| FAULTS.to_owned())
}

fn time(text: &str) -> Result<SystemTime, String> {
    let ago = || SystemTime::now().checked_sub(humantime::parse_duration(text).ok()?);
    let time = humantime::parse_rfc3339_weak(text).ok().or_else(ago);
    time.ok_or_else(|| {
        "expected a time of UTC as in `2026-11-22T10:00:00Z`, or how long ago as in `2h 30m`".to_owned()
    })
}
