//! A worker: it plays games until there are none left, then ends its engines.

use abstract_game::random::mix;
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::{Duration, Instant};

use super::context::{ClaimedResult, RunningEngines, STORE_POLL, WorkerContext, lock};
use super::profile::Profile;
use crate::engine::{Engine, EngineLimits, Seating};
use crate::game::{Played, Setup, Unplayed, forfeit, play};
use crate::openings::Opening;
use crate::schedule::Game;
use crate::store::{Claim, ClaimedGame, Token};
use crate::tournament::{Extended, FinishedGame, TournamentError, TournamentEvent, read_opening};

impl WorkerContext<'_> {
    /// Plays games until there are none left, or until the tournament is stopped.
    pub(super) fn play_games(
        &self,
        mut engines: RunningEngines,
        queue: &SyncSender<ClaimedResult>,
    ) -> Profile {
        let mut profile = Profile::default();
        while !self.stop.finishing() {
            match self.step(&mut engines, queue, &mut profile) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => self.fail(error),
            }
        }
        if !self.stop.abandoned() {
            engines.into_iter().flatten().for_each(Engine::quit);
        }
        profile
    }

    /// Plays a game, or does what is needed to get one. False: the tournament is complete.
    fn step(
        &self,
        engines: &mut RunningEngines,
        queue: &SyncSender<ClaimedResult>,
        profile: &mut Profile,
    ) -> Result<bool, TournamentError> {
        let changes = self.changes();
        // Counted first: the store's number of running games may include games that are settled meanwhile.
        let own = lock(&self.claims).len();
        let started = Instant::now();
        let claim = self.claim()?;
        profile.store += started.elapsed();
        match claim {
            Claim::Game(claimed) => self.play(&claimed, engines, queue, profile)?,
            Claim::Closed { running: 0, .. } => return Ok(false),
            Claim::Closed { running, .. } => {
                self.idle(changes, running.saturating_sub(own), STORE_POLL)?;
            }
            Claim::NothingOpen { .. } => {
                self.extend_now(profile)?;
            }
            Claim::Wait { running, until } => {
                if self.extend_now(profile)? == Extended::NotYet {
                    self.idle(changes, running.saturating_sub(own), until)?;
                }
            }
        }
        Ok(true)
    }

    /// Claims a game.
    fn claim(&self) -> Result<Claim, TournamentError> {
        // Locked meanwhile, so that no other thread takes a game claimed here for one of another process.
        let mut claims = lock(&self.claims);
        let claim = self.store.claim(&self.worker, self.settings.lease)?;
        if let Claim::Game(claimed) = &claim {
            claims.push(claimed.token);
        }
        Ok(claim)
    }

    /// Adds games to the schedule if none are open.
    fn extend_now(&self, profile: &mut Profile) -> Result<Extended, TournamentError> {
        let started = Instant::now();
        let extended = self.extend(0);
        profile.openings += started.elapsed();
        extended
    }

    /// Waits for running games, of which `elsewhere` are those of other processes.
    fn idle(&self, changes: u64, elsewhere: usize, until: Duration) -> Result<(), TournamentError> {
        if elsewhere > 0 {
            self.emit(TournamentEvent::Waiting { running: elsewhere, lease: until });
        }
        self.wait_for_change(changes, until);
        self.report_standing()
    }

    /// Plays a claimed game and queues its result.
    fn play(
        &self,
        claimed: &ClaimedGame,
        engines: &mut RunningEngines,
        queue: &SyncSender<ClaimedResult>,
        profile: &mut Profile,
    ) -> Result<(), TournamentError> {
        let _guard = SettleOnPanic(self, claimed.token);
        let game = claimed.game;
        self.tournament.check_game(&game)?;
        self.emit(TournamentEvent::GameStarted(&game));
        let opening = read_opening(&claimed.opening)?;
        let deciders = self.tournament.deciders(&game);
        match self.play_game(&game, &deciders, &opening, engines) {
            Ok(played) => {
                profile.engines += played.timing.engines;
                profile.judge += played.timing.judge;
                // It fails if the thread that stores results has panicked.
                if queue.send((claimed.token, FinishedGame { game, deciders, played })).is_err() {
                    self.stop.finish();
                }
                Ok(())
            }
            Err(unplayed) => {
                self.store.release(claimed.token)?;
                self.settle(claimed.token);
                self.emit(TournamentEvent::GameAbandoned(&game));
                match unplayed {
                    Unplayed::Abandoned => Ok(()),
                    error => Err(TournamentError::Unplayable(game.number, error)),
                }
            }
        }
    }

    fn play_game(
        &self,
        game: &Game,
        deciders: &[usize],
        opening: &Opening,
        engines: &mut RunningEngines,
    ) -> Result<Played, Unplayed> {
        let tournament = self.tournament;
        let seating = Seating::new(tournament.rules().seats(), deciders);
        // No engine plays for both teams, so each player is another engine.
        let numbers: Vec<usize> =
            (0..seating.players()).map(|player| deciders[seating.first_seat(player)]).collect();
        let limits: Vec<EngineLimits> = numbers.iter().map(|&number| tournament.limits(number)).collect();
        let settings = tournament.settings();
        let setup = Setup {
            rules: tournament.rules(),
            opening,
            limits: &limits,
            judging: settings.judging,
            seeds: [1, 2].map(|side| mix(settings.seed, &[game.number as u64, side])),
            stop: self.stop,
        };
        let mut players: Vec<Box<dyn Engine>> = Vec::with_capacity(numbers.len());
        for (player, &number) in numbers.iter().enumerate() {
            match engines[number].take().map_or_else(|| tournament.launch(number, self.stop), Ok) {
                Ok(engine) => players.push(engine),
                Err(fault) => {
                    for (&number, engine) in numbers.iter().zip(players) {
                        engines[number] = Some(engine);
                    }
                    return forfeit(&setup, seating.first_seat(player), &fault);
                }
            }
        }
        let mut seated: Vec<&mut dyn Engine> = players.iter_mut().map(|player| &mut **player as _).collect();
        let played = play(&setup, &seating, &mut seated, &mut |position, turn| {
            self.emit(TournamentEvent::TurnPlayed { game, position, turn });
        })?;
        // An engine at fault is restarted, since its state is unknown.
        let culprit = played.culprit.map(|seat| seating.player(seat));
        for (player, engine) in players.into_iter().enumerate() {
            if culprit != Some(player) {
                engines[numbers[player]] = Some(engine);
            }
        }
        Ok(played)
    }
}

/// Settles the claim of a game whose worker panics: its lease is no longer renewed, and another worker gets the game.
struct SettleOnPanic<'a, 'c>(&'a WorkerContext<'c>, Token);

impl Drop for SettleOnPanic<'_, '_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.settle(self.1);
        }
    }
}
