//! One worker: takes the next game until there is none, then closes its engines.

use std::time::{Duration, Instant};

use super::pool::Pool;
use super::{Desk, Done, Extended, LOOK, lock, stage};
use crate::contestant::Contestant;
use crate::limits::Limits;
use crate::opening::Opening;
use crate::play::{self, Played, Setup, Unplayed};
use crate::record::Record;
use crate::schedule::Game;
use crate::seating::Seating;
use crate::seed;
use crate::store::{Claim, ClaimedGame, Kept};
use crate::tournament::{FinishedGame, Observer, TournamentError};

impl<O: Observer + ?Sized> Desk<'_, O> {
    /// Plays games until there is none left, or somebody says stop.
    pub(super) fn work(&self, mut pool: Pool<'_>) -> Done {
        let mut done = Done::default();
        while !self.stop.finishing() {
            match self.next(&mut pool, &mut done) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => self.fail(error),
            }
        }
        if !self.stop.abandoned() {
            pool.quit();
        }
        done
    }

    /// One step: a game, or what has to be done for one. False: the tournament is over.
    fn next(&self, pool: &mut Pool<'_>, done: &mut Done) -> Result<bool, TournamentError> {
        let changes = self.changes();
        let asked = Instant::now();
        let claim = self.store.claim(&self.name, self.work.lease)?;
        done.profile.store += asked.elapsed();
        match claim {
            Claim::Game(claimed) => {
                lock(&self.claims).push(claimed.token);
                let played = self.play(&claimed, pool, done);
                lock(&self.claims).retain(|&token| token != claimed.token);
                played?;
            }
            Claim::Closed { running: 0, .. } => return Ok(false),
            Claim::Closed { running, .. } => self.idle(changes, running, LOOK)?,
            Claim::NothingOpen { .. } => {
                self.extended(done)?;
            }
            Claim::Wait { running, until } => {
                if self.extended(done)? == Extended::NotYet {
                    self.idle(changes, running, until)?;
                }
            }
        }
        Ok(true)
    }

    /// Adds games to the schedule.
    fn extended(&self, done: &mut Done) -> Result<Extended, TournamentError> {
        let asked = Instant::now();
        let extended = self.extend();
        done.profile.openings += asked.elapsed();
        extended
    }

    /// Waits for games that are being played, here or elsewhere.
    fn idle(&self, changes: u64, running: usize, until: Duration) -> Result<(), TournamentError> {
        let elsewhere = running.saturating_sub(lock(&self.claims).len());
        if elsewhere > 0 {
            self.observer.waiting(self.tournament, elsewhere, until);
        }
        self.wait(changes, until);
        self.look()
    }

    /// Plays a game that was claimed, and puts its result into the store.
    fn play(
        &self,
        claimed: &ClaimedGame,
        pool: &mut Pool<'_>,
        done: &mut Done,
    ) -> Result<(), TournamentError> {
        let game = Game::from(claimed.game);
        self.observer.game_started(self.tournament, &game);
        let opening = stage::read_opening(&claimed.opening)?;
        let played = match self.game(&game, &opening, pool) {
            Ok(played) => played,
            Err(Unplayed::Abandoned) => {
                self.store.release(claimed.token)?;
                self.observer.game_abandoned(self.tournament, &game);
                return Ok(());
            }
            Err(error) => {
                self.store.release(claimed.token)?;
                return Err(TournamentError::Unplayable { number: game.number, error });
            }
        };
        done.profile.engines += played.timing.engines;
        done.profile.judge += played.timing.judge;
        let finished = FinishedGame { game, deciders: self.tournament.deciders(&game), played };
        let record = Record::new(self.tournament, &finished).to_string();
        let result = finished.outcome().row();
        let asked = Instant::now();
        let kept = self.store.finish(claimed.token, &result, &record)?;
        done.profile.store += asked.elapsed();
        match kept {
            Kept::Yes => {
                done.games += 1;
                self.observer.game_finished(self.tournament, &finished);
                self.wake();
                self.look()?;
            }
            Kept::LeaseLost => self.observer.lease_lost(self.tournament, &game),
        }
        Ok(())
    }

    fn game(&self, game: &Game, opening: &Opening, pool: &mut Pool<'_>) -> Result<Played, Unplayed> {
        let tournament = self.tournament;
        let deciders = tournament.deciders(game);
        let seating = Seating::new(tournament.rules.seats(), &deciders);
        // Nobody plays for both teams, so each player is another engine.
        let engine = |player| deciders[seating.first_seat(player)];
        let limits: Vec<Limits> =
            (0..seating.players()).map(|player| tournament.limits(engine(player))).collect();
        let number = game.number as u64;
        let setup = Setup {
            rules: &*tournament.rules,
            opening,
            limits: &limits,
            judging: tournament.settings.judging,
            seeds: [1, 2].map(|side| seed::mix(tournament.settings.seed, &[number, side])),
            stop: self.stop,
        };
        let mut players: Vec<Box<dyn Contestant>> = Vec::with_capacity(seating.players());
        for player in 0..seating.players() {
            match pool.take(engine(player)) {
                Ok(contestant) => players.push(contestant),
                Err(fault) => {
                    for (earlier, contestant) in players.into_iter().enumerate() {
                        pool.keep(engine(earlier), contestant);
                    }
                    return play::forfeit(&setup, seating.first_seat(player), &fault);
                }
            }
        }
        let mut seated: Vec<&mut dyn Contestant> = Vec::with_capacity(players.len());
        for player in &mut players {
            seated.push(&mut **player);
        }
        let played = play::play_seated(&setup, &seating, &mut seated, &mut |position, turn| {
            self.observer.turn_played(tournament, game, position, turn);
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
