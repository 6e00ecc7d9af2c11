//! Many games, several at a time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use abstract_game::Player;
use abstract_game::facade::{AnyMatch, AnyRules};
use thiserror::Error;

use crate::contestant::{Contestant, Entrant, Fault};
use crate::ending::Ending;
use crate::limits::Limits;
use crate::opening::{OpeningError, random_openings};
use crate::play::{self, Played, PlayedTurn, Setup, Unplayed};
use crate::schedule::{Game, round_robin};
use crate::seed;
use crate::stop::Stop;

/// What a tournament is, but for the game and the entrants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How many pairs of games each two entrants play.
    pub pairs: usize,
    /// How many random turns are played before the players take over.
    pub opening_turns: usize,
    /// The limits of each turn.
    pub limits: Limits,
    /// How many games at a time.
    pub concurrency: usize,
    /// Where openings and the players' chance come from.
    pub seed: u64,
    /// A game is a draw after so many turns.
    pub max_turns: Option<usize>,
}

impl Default for Settings {
    /// One pair, no opening, no limits, one game at a time.
    fn default() -> Self {
        Settings {
            pairs: 1,
            opening_turns: 0,
            limits: Limits::default(),
            concurrency: 1,
            seed: 0,
            max_turns: None,
        }
    }
}

/// Why a tournament cannot be held.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TournamentError {
    /// Nobody to play against.
    #[error("a tournament needs two entrants or more, not {0}")]
    TooFew(usize),
    /// Two entrants have the same name.
    #[error("two entrants are called `{0}`: names must differ")]
    SameName(String),
    /// No opening of the length that is wanted.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// An entrant does not start.
    #[error("engine `{name}` cannot be started: {fault}")]
    Start {
        /// The entrant.
        name: String,
        /// What happened.
        fault: Fault,
    },
}

/// A tournament with its schedule, ready to be run.
///
/// ```
/// use abstract_game::facade::AnyRules;
/// use abstract_game::sample::TakeTwo;
/// use arena::random_player::RandomPlayer;
/// use arena::stop::Stop;
/// use arena::tournament::{Settings, Tournament};
///
/// let settings = Settings { pairs: 10, opening_turns: 1, seed: 7, ..Settings::default() };
/// let rules = TakeTwo::default().boxed_clone();
/// let tournament = Tournament::new(rules, ["heads", "tails"].map(RandomPlayer::entrant).into(), settings)?;
/// let results = tournament.run(&Stop::new(), &())?;
/// assert_eq!(results.games.len(), 20);
/// println!("{}", arena::report::report(&results));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Tournament {
    rules: Box<dyn AnyRules>,
    entrants: Vec<Entrant>,
    settings: Settings,
    openings: Vec<Vec<String>>,
    schedule: Vec<Game>,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// What the schedule says about it.
    pub game: Game,
    /// What happened.
    pub played: Played,
}

/// What a tournament, or the part of it that was played, has shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    /// The entrants' names.
    pub names: Vec<String>,
    /// How many games there were to be.
    pub scheduled: usize,
    /// The games that were played, by number.
    pub games: Vec<FinishedGame>,
}

/// Sees what happens in a tournament while it happens. Called by the workers, several at a time: what
/// takes long here holds the game up (but no clock runs).
pub trait Observer: Sync {
    /// A game begins.
    fn game_started(&self, _tournament: &Tournament, _game: &Game) {}
    /// A turn was played; `position` is the match after it.
    fn turn_played(
        &self,
        _tournament: &Tournament,
        _game: &Game,
        _position: &dyn AnyMatch,
        _turn: &PlayedTurn,
    ) {
    }
    /// A game is over.
    fn game_finished(&self, _tournament: &Tournament, _finished: &FinishedGame) {}
    /// A game was given up.
    fn game_abandoned(&self, _tournament: &Tournament, _game: &Game) {}
}

/// Sees nothing.
impl Observer for () {}

/// Several observers, told in order.
impl Observer for [&dyn Observer] {
    fn game_started(&self, tournament: &Tournament, game: &Game) {
        self.iter().for_each(|o| o.game_started(tournament, game));
    }

    fn turn_played(&self, tournament: &Tournament, game: &Game, position: &dyn AnyMatch, turn: &PlayedTurn) {
        self.iter().for_each(|o| o.turn_played(tournament, game, position, turn));
    }

    fn game_finished(&self, tournament: &Tournament, finished: &FinishedGame) {
        self.iter().for_each(|o| o.game_finished(tournament, finished));
    }

    fn game_abandoned(&self, tournament: &Tournament, game: &Game) {
        self.iter().for_each(|o| o.game_abandoned(tournament, game));
    }
}

/// The contestants that one worker has started, by entrant.
type Pool = Vec<Option<Box<dyn Contestant>>>;

impl Tournament {
    /// Makes the schedule and the openings.
    ///
    /// # Errors
    /// There are fewer than two entrants, two of one name, or no opening of that length.
    pub fn new(
        rules: Box<dyn AnyRules>,
        entrants: Vec<Entrant>,
        settings: Settings,
    ) -> Result<Tournament, TournamentError> {
        if entrants.len() < 2 {
            return Err(TournamentError::TooFew(entrants.len()));
        }
        for (i, entrant) in entrants.iter().enumerate() {
            if entrants[..i].iter().any(|earlier| earlier.name == entrant.name) {
                return Err(TournamentError::SameName(entrant.name.clone()));
            }
        }
        let openings = random_openings(&*rules, settings.opening_turns, settings.pairs, settings.seed)?;
        let schedule = round_robin(entrants.len(), settings.pairs);
        Ok(Tournament { rules, entrants, settings, openings, schedule })
    }

    /// The rules of the game.
    #[must_use]
    pub fn rules(&self) -> &dyn AnyRules {
        &*self.rules
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The games to be played.
    #[must_use]
    pub fn schedule(&self) -> &[Game] {
        &self.schedule
    }

    /// The entrants' names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entrants.iter().map(|entrant| entrant.name.as_str())
    }

    /// The name of the entrant on that side of a game.
    #[must_use]
    pub fn name(&self, game: &Game, player: Player) -> &str {
        &self.entrants[game.entrant(player)].name
    }

    /// The opening of a game.
    #[must_use]
    pub fn opening(&self, game: &Game) -> &[String] {
        &self.openings[game.opening]
    }

    /// Plays the games. Every entrant is started once before the first game, so that a mistake in a
    /// command line costs no game.
    ///
    /// # Errors
    /// An entrant does not start at all. Once games are being played, faults cost a game each and the
    /// tournament goes on.
    pub fn run<O: Observer + ?Sized>(&self, stop: &Stop, observer: &O) -> Result<Results, TournamentError> {
        let mut first_pool = Pool::new();
        for entrant in &self.entrants {
            let started = entrant.launcher.launch();
            let started =
                started.map_err(|fault| TournamentError::Start { name: entrant.name.clone(), fault })?;
            first_pool.push(Some(started));
        }
        let next = AtomicUsize::new(0);
        let finished = Mutex::new(Vec::new());
        let workers = self.settings.concurrency.clamp(1, self.schedule.len().max(1));
        thread::scope(|scope| {
            for worker in 0..workers {
                let pool = if worker == 0 {
                    std::mem::take(&mut first_pool)
                } else {
                    self.entrants.iter().map(|_| None).collect()
                };
                let (next, finished) = (&next, &finished);
                scope.spawn(move || self.work(pool, next, finished, stop, observer));
            }
        });
        let mut games = finished.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        games.sort_by_key(|finished: &FinishedGame| finished.game.number);
        let names = self.names().map(str::to_owned).collect();
        Ok(Results { names, scheduled: self.schedule.len(), games })
    }

    /// What one worker does: takes the next game until there is none, then closes its engines.
    fn work<O: Observer + ?Sized>(
        &self,
        mut pool: Pool,
        next: &AtomicUsize,
        finished: &Mutex<Vec<FinishedGame>>,
        stop: &Stop,
        observer: &O,
    ) {
        while !stop.finishing() {
            let Some(&game) = self.schedule.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
            observer.game_started(self, &game);
            match self.play(&game, &mut pool, stop, observer) {
                Ok(played) => {
                    let result = FinishedGame { game, played };
                    observer.game_finished(self, &result);
                    finished.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(result);
                }
                Err(_) => observer.game_abandoned(self, &game),
            }
        }
        if !stop.abandoned() {
            for contestant in pool.into_iter().flatten() {
                contestant.quit();
            }
        }
    }

    fn play<O: Observer + ?Sized>(
        &self,
        game: &Game,
        pool: &mut Pool,
        stop: &Stop,
        observer: &O,
    ) -> Result<Played, Unplayed> {
        let number = game.number as u64;
        let setup = Setup {
            rules: &*self.rules,
            opening: self.opening(game),
            limits: &self.settings.limits,
            max_turns: self.settings.max_turns,
            seeds: [1, 2].map(|side| seed::mix(self.settings.seed, &[number, side])),
            stop,
        };
        let mut seats = Vec::with_capacity(2);
        for player in Player::BOTH {
            let entrant = game.entrant(player);
            let seated = pool[entrant].take().map_or_else(|| self.entrants[entrant].launcher.launch(), Ok);
            match seated {
                Ok(contestant) => seats.push(contestant),
                Err(fault) => {
                    if let (Some(other), Player::P2) = (seats.pop(), player) {
                        pool[game.entrant(Player::P1)] = Some(other);
                    }
                    return play::forfeit(&setup, Ending::fault(player, &fault));
                }
            }
        }
        let (Some(mut p2), Some(mut p1)) = (seats.pop(), seats.pop()) else {
            return Err(Unplayed::Abandoned);
        };
        let played = play::play(&setup, [&mut *p1, &mut *p2], &mut |position, turn| {
            observer.turn_played(self, game, position, turn);
        })?;
        // Whoever committed a fault is started anew: what state it is in, nobody knows.
        let culprit = played.ending.culprit();
        for (player, contestant) in [(Player::P1, p1), (Player::P2, p2)] {
            if culprit != Some(player) {
                pool[game.entrant(player)] = Some(contestant);
            }
        }
        Ok(played)
    }
}
