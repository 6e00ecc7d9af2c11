//! The workers of a process: they claim games, play them and store the results.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use abstract_game::random::mix;
use arena::engine::{Engine, EngineLimits, Seating};
use arena::game::{Played, Setup, Unplayed, play};
use arena::openings::{Opening, Source};
use arena::schedule::Game;
use arena::stop::Stop;
use arena::store::{Claim, ClaimedGame, Delivery, Store, Token, Worker};
use arena::tournament::{FinishedGame, TournamentError};
use arena::worker::WorkSettings;

use super::course::Course;
use super::run::{Results, Spsa, SpsaError};

/// Time between two looks at the store of a worker that waits for others.
const POLL: Duration = Duration::from_millis(50);

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
    ) -> Result<Course, SpsaError> {
        self.check(store)?;
        let host = gethostname::gethostname().to_string_lossy().into_owned();
        let context = &Context {
            spsa: self,
            store,
            worker: store.register(&host, std::process::id())?,
            lease: settings.lease,
            stop,
            observer,
            results: Mutex::new(Results::new(self.settings())),
            source: Mutex::default(),
            claims: Mutex::default(),
            failure: Mutex::default(),
        };
        context.read()?;
        thread::scope(|scope| {
            let (working, workers_ended) = channel();
            scope.spawn(move || context.renew_leases(&workers_ended));
            let spawn = |_| scope.spawn(move || context.play_games());
            let workers: Vec<_> = (0..settings.concurrency.max(1)).map(spawn).collect();
            let ended: Vec<_> = workers.into_iter().map(thread::ScopedJoinHandle::join).collect();
            drop(working);
            if let Some(Err(panic)) = ended.into_iter().find(Result::is_err) {
                std::panic::resume_unwind(panic);
            }
        });
        if let Some(failure) = lock(&context.failure).take() {
            return Err(failure);
        }
        context.read()?;
        let course = lock(&context.results).course.clone();
        Ok(course)
    }
}

/// What the threads of a process share.
struct Context<'a> {
    spsa: &'a Spsa,
    store: &'a Store,
    worker: Worker,
    lease: Duration,
    stop: &'a Stop,
    observer: &'a Observer<'a>,
    results: Mutex<Results>,
    /// The source of the last openings; kept, since a new one has to play all openings of the store first.
    source: Mutex<Option<Source<'a>>>,
    /// The games that this process plays: their leases are renewed.
    claims: Mutex<Vec<Token>>,
    /// The error that ended the work.
    failure: Mutex<Option<SpsaError>>,
}

/// Lets the other threads end when a thread panics.
struct FinishOnPanic<'a>(&'a Stop);

impl Drop for FinishOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.finish();
        }
    }
}

impl<'a> Context<'a> {
    fn play_games(&self) {
        let _guard = FinishOnPanic(self.stop);
        while !self.stop.finishing() {
            match self.step() {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    self.stop.finish();
                    lock(&self.failure).get_or_insert(error);
                }
            }
        }
    }

    /// Plays a game, or does what is needed to get one. False: the run is complete.
    fn step(&self) -> Result<bool, SpsaError> {
        match self.claim()? {
            Claim::Game(claimed) => self.play(&claimed)?,
            Claim::Closed { running: 0, .. } => return Ok(false),
            Claim::Closed { .. } => thread::sleep(POLL),
            Claim::NothingOpen { .. } | Claim::Wait { .. } => {
                if !self.extend()? {
                    thread::sleep(POLL);
                }
            }
        }
        Ok(true)
    }

    fn claim(&self) -> Result<Claim, SpsaError> {
        let claim = self.store.claim(&self.worker, self.lease)?;
        if let Claim::Game(claimed) = &claim {
            lock(&self.claims).push(claimed.token);
        }
        Ok(claim)
    }

    /// Reads the new results.
    fn read(&self) -> Result<(), SpsaError> {
        let mut results = lock(&self.results);
        results.read(self.store)?;
        (self.observer)(Event::Progress { course: &results.course, games: results.games });
        Ok(())
    }

    /// Adds the games of the iterations whose values are known, or closes the run if all have results. Returns whether
    /// anything was done.
    fn extend(&self) -> Result<bool, SpsaError> {
        let mut source = lock(&self.source);
        let known = self.store.counts()?.scheduled();
        self.read()?;
        let (playable, complete) = {
            let course = &lock(&self.results).course;
            (course.playable(), course.is_complete())
        };
        if complete {
            return Ok(self.store.close("complete")?);
        }
        let first = known / 2;
        if playable <= first {
            return Ok(false);
        }
        let maker = self.source(&mut source, first)?;
        let mut openings = Vec::new();
        for number in first..playable {
            let text = serde_json::to_string(&maker.next()?).expect("texts and lists of them are JSON");
            openings.push((number, text));
        }
        let games: Vec<Game> = (first..playable).flat_map(games_of).collect();
        Ok(self.store.extend(known, &openings, &games)?)
    }

    /// The source of openings after the first `made`.
    fn source<'s>(
        &self,
        source: &'s mut Option<Source<'a>>,
        made: usize,
    ) -> Result<&'s mut Source<'a>, SpsaError> {
        if source.as_ref().is_none_or(|source| source.made().len() != made) {
            // Another process has made some openings.
            let earlier = self.store.openings(0).take(made).map(|text| read_opening(&text?));
            let earlier = earlier.collect::<Result<Vec<_>, SpsaError>>()?;
            *source = Some(self.spsa.tournament.openings(earlier)?);
        }
        Ok(source.as_mut().expect("just made"))
    }

    /// Plays a claimed game and stores its result.
    fn play(&self, claimed: &ClaimedGame) -> Result<(), SpsaError> {
        let game = claimed.game;
        let deciders = self.spsa.tournament.deciders(&game);
        let played = self.play_game(&game, &deciders, &claimed.opening);
        let result = match played {
            Ok(played) => {
                let finished = FinishedGame { game, deciders, played };
                let record = self.spsa.tournament.record(&finished).to_string();
                self.store.finish(&[Delivery { token: claimed.token, result: finished.result(), record }])?;
                (self.observer)(Event::GameFinished(&finished));
                self.read()
            }
            Err(error) => {
                self.store.release(claimed.token)?;
                match error {
                    SpsaError::Unplayable(_, Unplayed::Abandoned) => Ok(()),
                    SpsaError::Start(..) if self.stop.abandoned() => Ok(()),
                    error => Err(error),
                }
            }
        };
        lock(&self.claims).retain(|token| *token != claimed.token);
        result
    }

    fn play_game(&self, game: &Game, deciders: &[usize], opening: &str) -> Result<Played, SpsaError> {
        let tournament = &self.spsa.tournament;
        let opening = read_opening(opening)?;
        let values = {
            let mut results = lock(&self.results);
            // Another process may have scheduled the game by results that are not read here yet.
            if results.course.playable() < game.pair {
                results.read(self.store)?;
            }
            results.course.values(game.pair)
        };
        let rules = tournament.game_rules(game);
        let seating = Seating::new(rules.seats(), deciders);
        let sides: Vec<usize> =
            (0..seating.players()).map(|player| deciders[seating.seats(player)[0]]).collect();
        let limits: Vec<EngineLimits> = sides.iter().map(|&side| tournament.limits(side)).collect();
        let setup = Setup {
            rules: &*rules,
            opening: &opening,
            seating: &seating,
            limits: &limits,
            judging: self.spsa.settings().judging,
            seeds: [1, 2].map(|side| mix(self.spsa.settings().seed, &[game.number as u64, side])),
            stop: self.stop,
        };
        let launch = |&side: &usize| self.spsa.launch(&values[side], self.stop);
        let mut engines: Vec<Box<dyn Engine>> = sides.iter().map(launch).collect::<Result<_, _>>()?;
        let mut seated: Vec<&mut dyn Engine> = engines.iter_mut().map(|engine| &mut **engine as _).collect();
        let played = play(&setup, &mut seated, &mut |_, _| ());
        if !self.stop.abandoned() {
            engines.into_iter().for_each(Engine::quit);
        }
        played.map_err(|error| SpsaError::Unplayable(game.number, error))
    }

    fn renew_leases(&self, workers_ended: &Receiver<()>) {
        while workers_ended.recv_timeout(self.lease / 3) == Err(RecvTimeoutError::Timeout) {
            let claims = lock(&self.claims).clone();
            if let Err(error) = self.store.renew(&self.worker, &claims, self.lease) {
                self.stop.finish();
                lock(&self.failure).get_or_insert(error.into());
                return;
            }
        }
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

fn read_opening(text: &str) -> Result<Opening, SpsaError> {
    let wrong = |error: serde_json::Error| TournamentError::Data(error.to_string());
    Ok(serde_json::from_str(text).map_err(wrong)?)
}

/// Locks a mutex; a panic of another thread does not matter.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
