//! Many games, several at a time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use abstract_game::Player;
use abstract_game::facade::{AnyMatch, AnyRules};
use thiserror::Error;

use crate::contestant::{Contestant, Entrant, Fault};
use crate::judging::Judging;
use crate::limits::Limits;
use crate::opening::{OpeningError, random_openings};
use crate::play::{self, Played, PlayedTurn, Setup, Unplayed};
use crate::roster::Roster;
use crate::schedule::{Game, round_robin};
use crate::seating::{Seating, has_partners};
use crate::seed;
use crate::stop::Stop;
use crate::team::Team;

/// What a tournament is, but for the game and the entrants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How many pairs of games each two entrants play.
    pub pairs: usize,
    /// How many random turns are played before the players take over.
    pub opening_turns: usize,
    /// The limits of each turn, where an entrant has none of its own.
    pub limits: Limits,
    /// How many games at a time.
    pub concurrency: usize,
    /// Where openings and the players' chance come from.
    pub seed: u64,
    /// When a game ends although its rules do not end it.
    pub judging: Judging,
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
            judging: Judging::default(),
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
    /// A team with the wrong number of seats.
    #[error(
        "the team `{team}` has players for {given} seats, but the sides of {game} have {sides} of {seats}: \
         teams change sides, so every side must fit"
    )]
    Seats {
        /// The team.
        team: String,
        /// For how many seats it has players.
        given: usize,
        /// The game.
        game: &'static str,
        /// How many seats each side has.
        sides: String,
        /// The names of all seats.
        seats: String,
    },
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
    roster: Roster,
    settings: Settings,
    openings: Vec<Vec<String>>,
    schedule: Vec<Game>,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// What the schedule says about it.
    pub game: Game,
    /// The engine that decided for each seat.
    pub deciders: Vec<usize>,
    /// What happened.
    pub played: Played,
}

/// What a tournament, or the part of it that was played, has shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    /// The names of those who met each other: entrants or teams.
    pub names: Vec<String>,
    /// The names of all engines; the same where every team is one engine.
    pub engines: Vec<String>,
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

/// The contestants that one worker has started, by engine.
type Pool = Vec<Option<Box<dyn Contestant>>>;

impl Tournament {
    /// A tournament of entrants who each decide for all seats of their side.
    ///
    /// # Errors
    /// There are fewer than two entrants, two of one name, or no opening of that length.
    pub fn new(
        rules: Box<dyn AnyRules>,
        entrants: Vec<Entrant>,
        settings: Settings,
    ) -> Result<Tournament, TournamentError> {
        Tournament::of_teams(rules, entrants.into_iter().map(Team::from).collect(), settings)
    }

    /// A tournament of teams. In the second game of a pair the teams have changed sides: who decided for the
    /// first seat of one side decides for the first of the other, and so on.
    ///
    /// # Errors
    /// There are fewer than two teams, two players or teams of one name, a team that does not fit the seats,
    /// or no opening of that length.
    pub fn of_teams(
        rules: Box<dyn AnyRules>,
        teams: Vec<Team>,
        settings: Settings,
    ) -> Result<Tournament, TournamentError> {
        if teams.len() < 2 {
            return Err(TournamentError::TooFew(teams.len()));
        }
        let roster = Roster::new(&*rules, teams)?;
        let openings = random_openings(&*rules, settings.opening_turns, settings.pairs, settings.seed)?;
        let schedule = round_robin(roster.teams.len(), settings.pairs);
        Ok(Tournament { rules, roster, settings, openings, schedule })
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

    /// The names of those who meet each other: entrants or teams.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.roster.teams.iter().map(|team| team.name.as_str())
    }

    /// The names of all engines; the same as the [names](Self::names) where every team is one engine.
    pub fn engines(&self) -> impl Iterator<Item = &str> {
        self.roster.engines.iter().map(|engine| engine.name.as_str())
    }

    /// The name of the entrant or team on that side of a game.
    #[must_use]
    pub fn name(&self, game: &Game, player: Player) -> &str {
        &self.roster.teams[game.entrant(player)].name
    }

    /// The engine that decides for each seat of a game, as an index into [`engines`](Self::engines).
    #[must_use]
    pub fn deciders(&self, game: &Game) -> Vec<usize> {
        self.roster.deciders(self.rules.seats(), game)
    }

    /// Who decides for a seat in a game, in words: the engine's name, after the seat's where partners can
    /// decide for themselves.
    #[must_use]
    pub fn who(&self, game: &Game, seat: usize) -> String {
        let (seats, name) = (self.rules.seats(), &self.roster.engines[self.deciders(game)[seat]].name);
        if has_partners(seats) { format!("{} {name}", seats[seat].name) } else { name.clone() }
    }

    /// The opening of a game.
    #[must_use]
    pub fn opening(&self, game: &Game) -> &[String] {
        &self.openings[game.opening]
    }

    /// Plays the games. Every engine is started once before the first game, so that a mistake in a
    /// command line costs no game.
    ///
    /// # Errors
    /// An engine does not start at all. Once games are being played, faults cost a game each and the
    /// tournament goes on.
    pub fn run<O: Observer + ?Sized>(&self, stop: &Stop, observer: &O) -> Result<Results, TournamentError> {
        let mut first_pool = Pool::new();
        for engine in &self.roster.engines {
            let started = engine.launcher.launch();
            let started =
                started.map_err(|fault| TournamentError::Start { name: engine.name.clone(), fault })?;
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
                    self.roster.engines.iter().map(|_| None).collect()
                };
                let (next, finished) = (&next, &finished);
                scope.spawn(move || self.work(pool, next, finished, stop, observer));
            }
        });
        let mut games = finished.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        games.sort_by_key(|finished: &FinishedGame| finished.game.number);
        let names = self.names().map(str::to_owned).collect();
        let engines = self.engines().map(str::to_owned).collect();
        Ok(Results { names, engines, scheduled: self.schedule.len(), games })
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
                    let result = FinishedGame { game, deciders: self.deciders(&game), played };
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
        let deciders = self.deciders(game);
        let seating = Seating::new(self.rules.seats(), &deciders);
        // Nobody plays for both teams, so each player is another engine.
        let engine = |player| deciders[seating.first_seat(player)];
        let own = |player| &self.roster.engines[engine(player)].limits;
        let limits: Vec<Limits> =
            (0..seating.players()).map(|player| own(player).over(&self.settings.limits)).collect();
        let setup = Setup {
            rules: &*self.rules,
            opening: self.opening(game),
            limits: &limits,
            judging: self.settings.judging,
            seeds: [1, 2].map(|side| seed::mix(self.settings.seed, &[number, side])),
            stop,
        };
        let mut players: Vec<Box<dyn Contestant>> = Vec::with_capacity(seating.players());
        for player in 0..seating.players() {
            let kept = pool[engine(player)].take();
            match kept.map_or_else(|| self.roster.engines[engine(player)].launcher.launch(), Ok) {
                Ok(contestant) => players.push(contestant),
                Err(fault) => {
                    for (earlier, contestant) in players.into_iter().enumerate() {
                        pool[engine(earlier)] = Some(contestant);
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
            observer.turn_played(self, game, position, turn);
        })?;
        // Whoever committed a fault is started anew: what state it is in, nobody knows.
        let culprit = played.culprit.map(|seat| seating.player(seat));
        for (player, contestant) in players.into_iter().enumerate() {
            if culprit != Some(player) {
                pool[engine(player)] = Some(contestant);
            }
        }
        Ok(played)
    }
}
