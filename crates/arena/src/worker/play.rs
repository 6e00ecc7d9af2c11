//! A worker: it plays games until there are none left, then ends its engines.

use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::{Duration, Instant};

use abstract_game::random::mix;

use super::context::{ClaimedResult, OPENINGS_POLL, STORE_POLL, WorkerContext};
use crate::engine::{Engine, EngineLimits, Fault, Seating};
use crate::game::{Played, Setup, Unplayed, play};
use crate::openings::Opening;
use crate::schedule::Game;
use crate::store::{Claim, ClaimedGame, Token};
use crate::tournament::{Extended, FinishedGame, TournamentError, TournamentEvent};

/// The pauses between attempts to start an engine.
const START_PAUSES: [Duration; 2] = [Duration::from_millis(300), Duration::from_secs(1)];

/// Number of open games of teams whose engines do not start, from which on none are scheduled for the others.
const MAX_WITHHELD: usize = 1000;

/// The engines of a worker: each is started when it is needed, and kept from game to game.
pub(super) struct WorkerEngines {
    /// The number of the worker, from 0.
    pub(super) worker: usize,
    /// By the number of the engine.
    pub(super) running: Vec<Option<Box<dyn Engine>>>,
}

impl WorkerEngines {
    /// This number of engines, none of which runs.
    pub(super) fn new(worker: usize, engines: usize) -> WorkerEngines {
        WorkerEngines { worker, running: (0..engines).map(|_| None).collect() }
    }
}

impl WorkerContext<'_> {
    /// Plays games until there are none left, or until the tournament is stopped.
    pub(super) fn play_games(&self, mut engines: WorkerEngines, queue: &SyncSender<ClaimedResult>) {
        while !self.stop.finishing() {
            match self.step(&mut engines, queue) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => self.fail(error),
            }
        }
        if !self.stop.abandoned() {
            engines.running.into_iter().flatten().for_each(Engine::quit);
        }
    }

    /// Plays a game, or does what is needed to get one. False: the tournament is complete.
    fn step(
        &self,
        engines: &mut WorkerEngines,
        queue: &SyncSender<ClaimedResult>,
    ) -> Result<bool, TournamentError> {
        let changes = self.changes();
        // Counted first: the store's number of running games may include games that are settled meanwhile.
        let own = self.claims.lock().len();
        let without = self.without.lock().clone();
        match self.claim(&without)? {
            Claim::Game(claimed) => self.play(&claimed, engines, queue)?,
            Claim::Closed { running: 0, .. } => return Ok(false),
            Claim::Closed { running, .. } => {
                self.idle(changes, running.saturating_sub(own), STORE_POLL)?;
            }
            Claim::NothingOpen { .. } => {
                if let Extended::Openings(_) = self.extend(0)? {
                    self.wait_for_change(changes, OPENINGS_POLL);
                }
            }
            Claim::Wait { running, .. } if !without.is_empty() => {
                let teams = self.tournament.names().count() - without.len();
                let open = self.store.counts()?.open;
                // Games of the other teams may come later.
                if teams < 2 || open > MAX_WITHHELD || self.extend(open)? == Extended::NotYet {
                    if running == 0 {
                        return Ok(false);
                    }
                    self.idle(changes, running.saturating_sub(own), STORE_POLL)?;
                }
            }
            Claim::Wait { running, until } => match self.extend(0)? {
                Extended::NotYet => self.idle(changes, running.saturating_sub(own), until)?,
                Extended::Openings(_) => self.wait_for_change(changes, OPENINGS_POLL),
                Extended::Yes | Extended::Enough | Extended::Over => {}
            },
        }
        Ok(true)
    }

    /// Claims a game, but none of the teams `without`.
    fn claim(&self, without: &[usize]) -> Result<Claim, TournamentError> {
        // Locked meanwhile, so that no other thread takes a game claimed here for one of another process.
        let mut claims = self.claims.lock();
        let claim = self.store.claim(&self.worker, self.settings.lease, without)?;
        if let Claim::Game(claimed) = &claim {
            claims.push(claimed.token);
        }
        Ok(claim)
    }

    /// Waits for running games, of which `elsewhere` are those of other processes.
    fn idle(&self, changes: u64, elsewhere: usize, until: Duration) -> Result<(), TournamentError> {
        if elsewhere > 0 {
            self.emit(TournamentEvent::Waiting { running: elsewhere, lease: until });
        }
        self.wait_for_change(changes, until);
        self.plan.read(false)
    }

    /// Plays a claimed game and queues its result.
    fn play(
        &self,
        claimed: &ClaimedGame,
        engines: &mut WorkerEngines,
        queue: &SyncSender<ClaimedResult>,
    ) -> Result<(), TournamentError> {
        let _guard = EndOfGame(self, claimed.token);
        let game = claimed.game;
        self.tournament.check_game(&game, None)?;
        self.emit(TournamentEvent::GameStarted(&game));
        let deciders = self.tournament.deciders(&game);
        match self.play_game(claimed.token, (&game, &deciders), &claimed.opening, engines) {
            Ok(played) => {
                // It fails if the thread that stores results has panicked.
                if queue.send((claimed.token, FinishedGame { game, deciders, played })).is_err() {
                    self.stop.finish();
                }
                Ok(())
            }
            Err(error) => {
                // That an engine does not start costs it no game: this process plays no more of its team's games.
                let withheld = match &error {
                    TournamentError::Start(_, Fault::Machine(_)) => None,
                    TournamentError::Start(engine, fault) => Some((engine, fault)),
                    _ => None,
                };
                if let Some((engine, _)) = withheld {
                    let team = self.tournament.team_of(engine);
                    let mut without = self.without.lock();
                    if !without.contains(&team) {
                        without.push(team);
                    }
                }
                self.store.release(claimed.token)?;
                self.settle(claimed.token);
                self.emit(TournamentEvent::GameAbandoned(&game));
                match withheld {
                    _ if self.stop.abandoned() => Ok(()),
                    Some((engine, fault)) => {
                        self.emit(TournamentEvent::NotStarted { engine, fault, again: false });
                        Ok(())
                    }
                    None => Err(error),
                }
            }
        }
    }

    /// Starts an engine unless it runs, in several attempts.
    fn start(&self, engines: &mut WorkerEngines, number: usize) -> Result<(), TournamentError> {
        let mut pauses = START_PAUSES.into_iter();
        while engines.running[number].is_none() {
            match self.tournament.launch(number, engines.worker, self.stop) {
                Ok(engine) => engines.running[number] = Some(engine),
                Err(fault) => {
                    let engine = self.tournament.engine(number);
                    let Some(pause) = pauses.next().filter(|_| !self.stop.finishing()) else {
                        return Err(TournamentError::Start(engine.to_owned(), fault));
                    };
                    self.emit(TournamentEvent::NotStarted { engine, fault: &fault, again: true });
                    let until = Instant::now() + pause;
                    while Instant::now() < until && !self.stop.finishing() {
                        thread::sleep(Duration::from_millis(20));
                    }
                }
            }
        }
        Ok(())
    }

    fn play_game(
        &self,
        token: Token,
        (game, deciders): (&Game, &[usize]),
        opening: &Opening,
        engines: &mut WorkerEngines,
    ) -> Result<Played, TournamentError> {
        let (tournament, settings) = (self.tournament, self.tournament.settings());
        let rules = tournament.game_rules(game);
        let seating = Seating::new(rules.seats(), deciders);
        // No engine plays for both teams, so each player is another engine.
        let numbers = (0..seating.players()).map(|player| deciders[seating.seats(player)[0]]);
        let limits: Vec<EngineLimits> = numbers.clone().map(|number| tournament.limits(number)).collect();
        let setup = Setup {
            rules: &*rules,
            opening,
            seating: &seating,
            limits: &limits,
            judging: settings.judging,
            seeds: [1, 2].map(|side| mix(settings.seed, &[game.number as u64, side])),
            stop: self.stop,
        };
        for number in numbers.clone() {
            if let Some(engine) = self.plan.launch(game, number)?
                && let Some(earlier) = engines.running[number].replace(engine)
            {
                earlier.quit();
            }
            self.start(engines, number)?;
        }
        let mut free: Vec<_> = engines.running.iter_mut().map(Option::as_deref_mut).collect();
        let running = |number: usize| free[number].take().expect("each player is another engine") as _;
        let mut seated: Vec<&mut dyn Engine> = numbers.map(running).collect();
        let played = play(&setup, &mut seated, &mut |position, turn| {
            self.progress.turn_played(token, (game, deciders), position, turn);
            self.emit(TournamentEvent::TurnPlayed { game, position, turn });
        });
        let played = played.map_err(|unplayed| match unplayed {
            Unplayed::NotStarted(player, fault) => {
                let engine = deciders[seating.seats(player)[0]];
                engines.running[engine] = None;
                TournamentError::Start(tournament.engine(engine).to_owned(), fault)
            }
            unplayed => TournamentError::Unplayable(game.number, unplayed),
        })?;
        // An engine at fault is restarted, since its state is unknown.
        if let Some(seat) = played.culprit {
            engines.running[deciders[seat]] = None;
        }
        Ok(played)
    }
}

/// The end of a game in progress. If its worker panics, its claim is settled: its lease is no longer renewed, and another
/// worker gets the game.
struct EndOfGame<'a, 'c>(&'a WorkerContext<'c>, Token);

impl Drop for EndOfGame<'_, '_> {
    fn drop(&mut self) {
        self.0.progress.game_ended(self.1);
        if thread::panicking() {
            self.0.settle(self.1);
        }
    }
}
