//! One worker: takes the next game until there is none, then closes its engines.

use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use super::claims::Claims;
use super::pool::RunningEngines;
use super::{Extended, LOOK, Profile, WorkerContext, lock, read_opening};
use crate::engine::{Engine, EngineLimits, Seating};
use crate::game::{Played, Setup, Unplayed, forfeit, play_seated};
use crate::openings::Opening;
use crate::schedule::Game;
use crate::seed;
use crate::store::{Claim, ClaimedGame, Token};
use crate::tournament::{Event, FinishedGame, TournamentError};

impl WorkerContext<'_> {
    /// Plays games until there is none left, or somebody says stop. Returns where the time went.
    pub(super) fn work(&self, mut pool: RunningEngines<'_>) -> Profile {
        let mut profile = Profile::default();
        while !self.stop.finishing() {
            match self.next(&mut pool, &mut profile) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => self.fail(error),
            }
        }
        if !self.stop.abandoned() {
            pool.quit();
        }
        profile
    }

    /// One step: a game, or what has to be done for one. False: the tournament is over.
    fn next(&self, pool: &mut RunningEngines<'_>, profile: &mut Profile) -> Result<bool, TournamentError> {
        let changes = self.changes();
        // Before the store is asked: what it says then may count games that are settled right after.
        let own = lock(&self.claims).held().len();
        let asked = Instant::now();
        let claim = self.claim()?;
        profile.store += asked.elapsed();
        match claim {
            Claim::Game(claimed) => self.play(&claimed, pool, profile)?,
            Claim::Closed { running: 0, .. } => return Ok(false),
            Claim::Closed { running, .. } => self.idle(changes, running.saturating_sub(own), LOOK)?,
            Claim::NothingOpen { .. } => {
                self.extended(profile)?;
            }
            Claim::Wait { running, until } => {
                if self.extended(profile)? == Extended::NotYet {
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
        let claim = self.store.claim(&self.name, self.work.lease)?;
        if let Claim::Game(claimed) = &claim {
            claims.add(claimed.token);
        }
        Ok(claim)
    }

    /// Adds games to the schedule.
    fn extended(&self, profile: &mut Profile) -> Result<Extended, TournamentError> {
        let asked = Instant::now();
        let extended = self.extend(0);
        profile.openings += asked.elapsed();
        extended
    }

    /// Waits for games that are being played, so many of them elsewhere.
    fn idle(&self, changes: u64, elsewhere: usize, until: Duration) -> Result<(), TournamentError> {
        if elsewhere > 0 {
            self.emit(Event::Waiting { running: elsewhere, lease: until });
        }
        self.wait(changes, until);
        self.look()
    }

    /// Plays a game that was claimed, and hands its result in.
    fn play(
        &self,
        claimed: &ClaimedGame,
        pool: &mut RunningEngines<'_>,
        profile: &mut Profile,
    ) -> Result<(), TournamentError> {
        let _abandoned = IfPanicking(&self.claims, claimed.token);
        let game = claimed.game;
        self.tournament.check_game(&game)?;
        self.emit(Event::GameStarted(&game));
        let opening = read_opening(&claimed.opening)?;
        let played = match self.game(&game, &opening, pool) {
            Ok(played) => played,
            Err(unplayed) => {
                self.store.release(claimed.token)?;
                lock(&self.claims).settled(claimed.token);
                self.emit(Event::GameAbandoned(&game));
                return match unplayed {
                    Unplayed::Abandoned => Ok(()),
                    error => Err(TournamentError::Unplayable { number: game.number, error }),
                };
            }
        };
        profile.engines += played.timing.engines;
        profile.judge += played.timing.judge;
        let deciders = self.tournament.deciders(&game);
        self.tray.put(claimed.token, FinishedGame { game, deciders, played });
        Ok(())
    }

    fn game(
        &self,
        game: &Game,
        opening: &Opening,
        pool: &mut RunningEngines<'_>,
    ) -> Result<Played, Unplayed> {
        let tournament = self.tournament;
        let deciders = tournament.deciders(game);
        let seating = Seating::new(tournament.rules().seats(), &deciders);
        // Nobody plays for both teams, so each player is another engine.
        let engine = |player| deciders[seating.first_seat(player)];
        let limits: Vec<EngineLimits> =
            (0..seating.players()).map(|player| tournament.limits(engine(player))).collect();
        let number = game.number as u64;
        let setup = Setup {
            rules: tournament.rules(),
            opening,
            limits: &limits,
            judging: tournament.settings().judging,
            seeds: [1, 2].map(|side| seed::mix(tournament.settings().seed, &[number, side])),
            stop: self.stop,
        };
        let mut players: Vec<Box<dyn Engine>> = Vec::with_capacity(seating.players());
        for player in 0..seating.players() {
            match pool.take(engine(player)) {
                Ok(contestant) => players.push(contestant),
                Err(fault) => {
                    for (earlier, contestant) in players.into_iter().enumerate() {
                        pool.keep(engine(earlier), contestant);
                    }
                    return forfeit(&setup, seating.first_seat(player), &fault);
                }
            }
        }
        let mut seated: Vec<&mut dyn Engine> = Vec::with_capacity(players.len());
        for player in &mut players {
            seated.push(&mut **player);
        }
        let played = play_seated(&setup, &seating, &mut seated, &mut |position, turn| {
            self.emit(Event::TurnPlayed { game, position, turn });
        })?;
        // Whoever committed a fault is started anew: what state it is in, nobody knows.
        let culprit = played.culprit.map(|seat| seating.player(seat));
        for (player, contestant) in players.into_iter().enumerate() {
            if culprit != Some(player) {
                pool.keep(engine(player), contestant);
            }
        }
        Ok(played)
    }
}

/// Lets go of a game whose worker panics: its lease is no longer renewed, and somebody else gets it.
struct IfPanicking<'a>(&'a Mutex<Claims>, Token);

impl Drop for IfPanicking<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            lock(self.0).settled(self.1);
        }
    }
}
