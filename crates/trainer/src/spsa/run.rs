//! A run: its store, and its course so far.

use std::collections::BTreeMap;

use super::course::Course;
use super::settings::SpsaSettings;
use crate::error::{TrainerError, invalid};
use abstract_game::Player;
use arena::engine::{Engine, EngineSpec, Fault, LaunchSettings, Team, game_fingerprint};
use arena::stop::Stop;
use arena::store::{Address, EngineRow, FinishedRow, Header, Store, StoreError};
use arena::tournament::{Definition, Settings, Tournament};

/// A run, ready to be worked on.
#[derive(Debug)]
pub struct Spsa {
    settings: SpsaSettings,
    /// The two engines and the rules as the arena knows them.
    pub(super) tournament: Tournament,
}

impl Spsa {
    /// A run with these settings.
    ///
    /// # Errors
    /// The settings make no run, or the game, an option of its rules or the engine is unknown.
    pub fn new(settings: SpsaSettings) -> Result<Spsa, TrainerError> {
        settings.check()?;
        let engine: EngineSpec = settings.engine.parse()?;
        let teams =
            ["plus", "minus"].map(|name| EngineSpec { name: Some(name.to_owned()), ..engine.clone() });
        let definition = Definition {
            game: settings.game.clone(),
            rules: settings.rules.clone().into_iter().collect(),
            teams: teams.map(Team::from).into(),
            settings: Settings {
                pairs: settings.iterations,
                openings: settings.openings.clone(),
                limits: settings.limits.clone(),
                judging: settings.judging,
                seed: settings.seed,
                ..Settings::default()
            },
        };
        Ok(Spsa { settings, tournament: definition.tournament()? })
    }

    /// The run in a store.
    ///
    /// # Errors
    /// The store cannot be read, or holds a tournament.
    pub fn of_store(store: &Store) -> Result<Spsa, TrainerError> {
        let settings = SpsaSettings::from_json(&store.header()?.definition);
        Spsa::new(settings.map_err(|_| other_run(store))?)
    }

    /// Creates a store for this run.
    ///
    /// # Errors
    /// The address holds something already, the store cannot be written, or the engine's files cannot be read.
    pub fn create(&self, address: &Address) -> Result<Store, TrainerError> {
        Ok(Store::create(address, &self.header()?)?)
    }

    /// Refuses a store of another run, and one with games by another version of the engine or the game.
    pub(super) fn check(&self, store: &Store) -> Result<(), TrainerError> {
        let (there, here) = (store.header()?, self.header()?);
        let same = |text: &str| SpsaSettings::from_json(text).ok();
        if same(&there.definition) != same(&here.definition) {
            return Err(other_run(store));
        }
        let changed = [
            ("the rules of the game", there.game_fingerprint != here.game_fingerprint),
            ("the engine", there.engines != here.engines),
        ];
        match changed.into_iter().find(|(_, changed)| *changed) {
            Some((what, _)) => Err(invalid(format!(
                "{what} changed since the run began: games of both versions cannot be counted together"
            ))),
            None => Ok(()),
        }
    }

    fn header(&self) -> Result<Header, TrainerError> {
        let (definition, game) = (self.settings.to_json(), self.settings.game.clone());
        let spec: EngineSpec = self.settings.engine.parse()?;
        let fingerprint = spec.fingerprint(&game).map_err(|fault| not_started("", &fault))?;
        let engine = |name: &str| EngineRow {
            name: name.to_owned(),
            spec: spec.to_text(),
            fingerprint: fingerprint.clone(),
        };
        let game_fingerprint = game_fingerprint(self.tournament.rules());
        Ok(Header { definition, engines: ["plus", "minus"].map(engine).into(), game, game_fingerprint })
    }

    /// The settings.
    pub fn settings(&self) -> &SpsaSettings {
        &self.settings
    }

    /// The course in a store so far.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn course(&self, store: &Store) -> Result<Course, TrainerError> {
        let mut results = Results::new(&self.settings);
        results.read(store)?;
        Ok(results.course)
    }

    /// Starts the engine with values of the parameters.
    pub(super) fn launch(&self, values: &[i64], stop: &Stop) -> Result<Box<dyn Engine>, TrainerError> {
        let names = self.settings.parameters.iter().map(|parameter| parameter.name.clone());
        let options: Vec<_> = names.zip(values.iter().map(i64::to_string)).collect();
        let mut spec: EngineSpec = self.settings.engine.parse()?;
        spec.options.extend(options.iter().cloned());
        let (rules, limits) = (self.tournament.rules(), &self.tournament.limits(0));
        let started = spec.launch(&LaunchSettings { rules, limits, log: None, processors: &[], stop });
        started.map_err(|fault| {
            let options: Vec<_> = options.iter().map(|(name, value)| format!("{name}={value}")).collect();
            not_started(&options.join(" "), &fault)
        })
    }
}

fn other_run(store: &Store) -> TrainerError {
    invalid(format!("`{}` holds another run or a tournament", store.address()))
}

fn not_started(options: &str, fault: &Fault) -> TrainerError {
    invalid(format!("the engine does not start with {options}: {fault}"))
}

/// The results of a store, and the course that they make.
#[derive(Debug)]
pub(super) struct Results {
    pub(super) course: Course,
    /// Number of finished games.
    pub(super) games: usize,
    /// The last sequence number read from the store.
    read: u64,
    /// By iteration: the number of finished games, and games won less games lost by the engine with the changes.
    open: BTreeMap<usize, (usize, f64)>,
}

impl Results {
    pub(super) fn new(settings: &SpsaSettings) -> Results {
        Results { course: Course::new(settings), games: 0, read: 0, open: BTreeMap::new() }
    }

    /// Reads the new results of the store. The course takes them in the order of the iterations.
    pub(super) fn read(&mut self, store: &Store) -> Result<(), StoreError> {
        for row in store.finished(self.read) {
            let row = row?;
            self.read = row.sequence;
            self.games += 1;
            let (games, points) = self.open.entry(row.game.pair).or_default();
            *games += 1;
            *points += points_of_plus(&row);
            while let Some((2, points)) = self.open.get(&(self.course.results() + 1)).copied() {
                self.course.add(points);
                self.open.remove(&self.course.results());
            }
        }
        Ok(())
    }
}

/// 1 for a game won by the engine with the changes, -1 for a game lost.
fn points_of_plus(row: &FinishedRow) -> f64 {
    let winner = |player: Player| if row.game.entrant(player) == 0 { 1.0 } else { -1.0 };
    row.result.ending.winner.map_or(0.0, winner)
}
