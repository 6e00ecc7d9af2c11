//! The work on a run: the arena's workers, by the plan of the course.

use arena::engine::Engine;
use arena::schedule::Game;
use arena::stop::Stop;
use arena::store::Store;
use arena::tournament::{Extended, FinishedGame, Plan, TournamentError, TournamentEvent};
use arena::worker::WorkSettings;
use parking_lot::Mutex;

use super::course::Course;
use super::run::{Results, Spsa};
use crate::error::TrainerError;

/// An event of a run while this process works on it.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A game of this process is finished, and the store has its result.
    GameFinished(&'a FinishedGame),
    /// The course so far, with the number of finished games, of all processes.
    Progress {
        /// The course.
        course: &'a Course,
        /// Number of finished games.
        games: usize,
    },
}

/// Receives the events of a run, from several threads.
pub type Observer<'a> = dyn Fn(Event<'_>) + Sync + 'a;

impl Spsa {
    /// Works on the run in `store` until it is complete or stopped, and returns its course. Any number of processes may
    /// work on it at the same time; each game is played once.
    ///
    /// # Errors
    /// The store holds another run or fails, an engine does not start, or an opening cannot be made. A later fault of an
    /// engine costs it the game.
    pub fn work(
        &self,
        store: &Store,
        settings: &WorkSettings,
        stop: &Stop,
        observer: &Observer<'_>,
    ) -> Result<Course, TrainerError> {
        self.check(store)?;
        let results = Mutex::new(Results::new(self.settings()));
        let plan = CoursePlan { spsa: self, store, stop, observer, results };
        let events = |_: &_, event: TournamentEvent<'_>| {
            if let TournamentEvent::GameFinished(finished) = event {
                observer(Event::GameFinished(finished));
            }
        };
        self.tournament.start(stop)?.work(&plan, store, settings, &events)?;
        Ok(plan.results.into_inner().course)
    }
}

/// The games of the iterations whose values are known, between engines with these values.
struct CoursePlan<'a> {
    spsa: &'a Spsa,
    store: &'a Store,
    stop: &'a Stop,
    observer: &'a Observer<'a>,
    results: Mutex<Results>,
}

impl Plan for CoursePlan<'_> {
    fn extend(&self, _ahead: usize) -> Result<Extended, TournamentError> {
        let status = self.store.status()?;
        let known = status.counts.scheduled();
        self.read(true)?;
        let (playable, complete) = {
            let course = &self.results.lock().course;
            (course.playable(), course.is_complete())
        };
        if complete {
            self.store.close("complete", None)?;
            return Ok(Extended::Over);
        }
        let first = known / 2;
        if playable <= first {
            return Ok(Extended::NotYet);
        }
        if status.openings < playable {
            return Ok(Extended::Openings(playable));
        }
        let games: Vec<Game> = (first..playable).flat_map(games_of).collect();
        self.store.extend(known, None, &games)?;
        Ok(Extended::Yes)
    }

    fn read(&self, _now: bool) -> Result<(), TournamentError> {
        let mut results = self.results.lock();
        results.read(self.store)?;
        (self.observer)(Event::Progress { course: &results.course, games: results.games });
        Ok(())
    }

    fn launch(&self, game: &Game, engine: usize) -> Result<Option<Box<dyn Engine>>, TournamentError> {
        let values = {
            let mut results = self.results.lock();
            // Another process may have scheduled the game by results that are not read here yet.
            if results.course.playable() < game.pair {
                results.read(self.store)?;
            }
            results.course.values(game.pair)
        };
        let launched = self.spsa.launch(&values[engine], self.stop);
        launched.map(Some).map_err(|error| TournamentError::Invalid(error.to_string()))
    }
}

/// The two games of an iteration, here from 0.
fn games_of(iteration: usize) -> [Game; 2] {
    [[0, 1], [1, 0]].map(|entrants| Game {
        number: 2 * iteration + 1 + entrants[0],
        round: iteration + 1,
        pair: iteration + 1,
        opening: iteration,
        entrants,
    })
}
