//! Playing one game.

use std::time::{Duration, Instant};

use abstract_game::Player;
use abstract_game::facade::{AnyMatch, AnyRules, GameError};
use abstract_game::random::mix;
use protocol::{GoLimits, ReportedScore};
use thiserror::Error;

use super::clock::GameClock;
use super::ending::{Cause, Ending};
use super::judge::{Judge, Judging};
use crate::engine::{Engine, EngineLimits, Fault, Seating, TurnRequest};
use crate::openings::{Opening, OpeningFault};
use crate::stop::Stop;

/// Everything about a game except its engines.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'a> {
    /// The rules.
    pub rules: &'a dyn AnyRules,
    /// Where the game begins.
    pub opening: &'a Opening,
    /// The limits of each player, as the seating numbers them; a single one is for all.
    pub limits: &'a [EngineLimits],
    /// When the game ends before its rules end it.
    pub judging: Judging,
    /// The seeds of P1 and P2; those of further players of a side are derived from them.
    pub seeds: [u64; 2],
    /// Abandons the game.
    pub stop: &'a Stop,
}

/// A turn that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedTurn {
    /// Its text.
    pub turn: String,
    /// The side that played it.
    pub player: Player,
    /// The seat that played it, as an index into the game's seats.
    pub seat: usize,
    /// The engine's report and its time; `None` in the opening.
    pub info: Option<TurnInfo>,
}

/// An engine's report about a turn, and the time of the turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TurnInfo {
    /// The position's value for the player.
    pub score: Option<ReportedScore>,
    /// The depth searched.
    pub depth: Option<u32>,
    /// Number of nodes searched.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// The time that the engine reports.
    pub reported_time: Option<Duration>,
    /// The time that the engine is charged with.
    pub time: Duration,
}

impl TurnInfo {
    /// The time charged beyond the time reported: communication and the engine's own overhead. Engines report whole
    /// milliseconds, so up to one of them may be rounding.
    ///
    /// ```
    /// use std::time::Duration;
    /// use arena::game::TurnInfo;
    /// let ms = Duration::from_millis;
    /// let info = TurnInfo { reported_time: Some(ms(100)), time: ms(103), ..TurnInfo::default() };
    /// assert_eq!(info.overhead(), Some(ms(3)));
    /// ```
    #[must_use]
    pub fn overhead(&self) -> Option<Duration> {
        self.reported_time.map(|reported| self.time.saturating_sub(reported))
    }
}

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Text of the start position.
    pub start: String,
    /// The turns, including those of the opening.
    pub turns: Vec<PlayedTurn>,
    /// How it ended.
    pub ending: Ending,
    /// The seat of the engine at fault, if the game ended through a fault.
    pub culprit: Option<usize>,
    /// Where the time went.
    pub timing: Timing,
}

/// Where the time of a game went; the rest was spent in observers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timing {
    /// Time of the engines: until they were ready, and for their turns.
    pub engines: Duration,
    /// Time in the rules: playing turns and detecting the end.
    pub judge: Duration,
}

/// Why there is no finished game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unplayed {
    /// It was abandoned.
    #[error("the game was abandoned")]
    Abandoned,
    /// The position of the opening cannot be read.
    #[error("opening: {0}")]
    Start(OpeningFault),
    /// The turn of the opening with this number, from 1, cannot be played.
    #[error("opening turn {0}: {1}")]
    Opening(usize, GameError),
}

/// Plays a game: `seating` has the number of the engine that decides for each seat. A fault of an engine costs its side
/// the game. `observe` gets the match after each turn, including the opening's.
///
/// ```
/// use abstract_game::sample::TakeTwo;
/// use arena::engine::{EngineLimits, RandomPlayer, Seating};
/// use arena::game::{Judging, Setup, play};
/// use arena::openings::Opening;
/// use arena::stop::Stop;
///
/// let rules = TakeTwo::default();
/// let setup = Setup {
///     rules: &rules,
///     opening: &Opening::of_turns(["a1"]),
///     limits: &[EngineLimits::default()],
///     judging: Judging { max_turns: Some(100), ..Judging::default() },
///     seeds: [1, 2],
///     stop: &Stop::new(),
/// };
/// let seating = Seating::one_a_side(setup.rules.seats());
/// let (mut p1, mut p2) = (RandomPlayer::default(), RandomPlayer::default());
/// let played = play(&setup, &seating, &mut [&mut p1, &mut p2], &mut |game, turn| {
///     println!("{}: {}\n{}", turn.player, turn.turn, game.drawing());
/// })?;
/// assert!(played.ending.winner.is_some());
/// # Ok::<(), arena::game::Unplayed>(())
/// ```
///
/// # Errors
/// The game was abandoned, or the opening cannot be played. A fault of an engine is an ordinary [`Ending`].
///
/// # Panics
/// If the number of engines is not that of the seating's players, or the number of limits is neither that nor 1.
pub fn play(
    setup: &Setup<'_>,
    seating: &Seating,
    engines: &mut [&mut dyn Engine],
    observe: &mut dyn FnMut(&dyn AnyMatch, &PlayedTurn),
) -> Result<Played, Unplayed> {
    assert_eq!(engines.len(), seating.players(), "each player is an engine");
    let limits: Vec<&EngineLimits> = match setup.limits {
        [all] => vec![all; engines.len()],
        each => each.iter().collect(),
    };
    assert_eq!(limits.len(), engines.len(), "each engine has limits");
    let mut game = GameInProgress::open(setup, observe)?;
    for (player, engine) in engines.iter_mut().enumerate() {
        let (seat, side) = (seating.first_seat(player), seating.side(player));
        let seed = player_seed(setup.seeds, seating, player);
        if let Err(fault) = timed(&mut game.timing.engines, || engine.new_game(seed)) {
            return game.close(Ending::fault(side, &fault), Some(seat));
        }
    }
    let controls: Vec<_> = limits.iter().map(|limits| limits.time.unwrap_or_default()).collect();
    let mut clock = GameClock::new(&controls, seating);
    let mut judge = Judge::new(setup.judging, engines.len());
    loop {
        if let Some(ending) = game.ended() {
            return game.close(ending, None);
        }
        if setup.stop.abandoned() {
            return Err(Unplayed::Abandoned);
        }
        let seat = game.position.seat_to_act();
        let player = seating.player(seat);
        if let Err(ending) = game.turn(engines[player], player, limits[player], &mut clock, &mut judge) {
            let culprit = ending.cause.is_fault().then_some(seat);
            return game.close(ending, culprit);
        }
    }
}

/// A game that cannot be played because the engine of `seat` cannot be started: its side loses.
///
/// # Errors
/// The opening cannot be played.
pub fn forfeit(setup: &Setup<'_>, seat: usize, fault: &Fault) -> Result<Played, Unplayed> {
    let side = setup.rules.seats()[seat].player;
    GameInProgress::open(setup, &mut |_, _| ())?.close(Ending::fault(side, fault), Some(seat))
}

/// Runs `work` and adds its time to `total`.
fn timed<T>(total: &mut Duration, work: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let result = work();
    *total += started.elapsed();
    result
}

/// The seed of a player: the side's for its first player.
fn player_seed(seeds: [u64; 2], seating: &Seating, player: usize) -> u64 {
    let seed = seeds[seating.side(player).index()];
    match seating.rank(player) {
        0 => seed,
        rank => mix(seed, &[rank as u64]),
    }
}

/// A game in progress.
struct GameInProgress<'a, 'o> {
    setup: &'a Setup<'a>,
    observe: &'o mut dyn FnMut(&dyn AnyMatch, &PlayedTurn),
    start: String,
    position: Box<dyn AnyMatch>,
    /// The texts of `turns`.
    texts: Vec<String>,
    turns: Vec<PlayedTurn>,
    timing: Timing,
}

impl<'a, 'o> GameInProgress<'a, 'o> {
    /// Sets the game up and plays the opening.
    fn open(
        setup: &'a Setup<'a>,
        observe: &'o mut dyn FnMut(&dyn AnyMatch, &PlayedTurn),
    ) -> Result<Self, Unplayed> {
        let mut timing = Timing::default();
        let (position, start) = timed(&mut timing.judge, || {
            let position = setup.opening.begin(setup.rules).map_err(Unplayed::Start)?;
            let start = position.start_text();
            Ok((position, start))
        })?;
        let (texts, turns) = (Vec::new(), Vec::new());
        let mut game = GameInProgress { setup, observe, start, position, texts, turns, timing };
        for (i, turn) in setup.opening.turns.iter().enumerate() {
            let failed = |error| Unplayed::Opening(i + 1, error);
            game.play(turn.clone(), None).map_err(failed)?;
        }
        Ok(game)
    }

    /// Plays a turn, unless it is not legal.
    fn play(&mut self, turn: String, info: Option<TurnInfo>) -> Result<(), GameError> {
        let (player, seat) = (self.position.player_to_act(), self.position.seat_to_act());
        timed(&mut self.timing.judge, || self.position.play_turn(&turn))?;
        self.texts.push(turn.clone());
        let turn = PlayedTurn { turn, player, seat, info };
        (self.observe)(&*self.position, &turn);
        self.turns.push(turn);
        Ok(())
    }

    /// How the game ended by its rules, or by its length.
    fn ended(&mut self) -> Option<Ending> {
        if let Some(end) = timed(&mut self.timing.judge, || self.position.result()) {
            return Some(Ending::from(end));
        }
        let too_long = self.setup.judging.max_turns.is_some_and(|most| self.turns.len() >= most);
        too_long.then(Ending::too_long)
    }

    /// Requests a turn from the engine of the player to act and plays it.
    ///
    /// # Errors
    /// The game ends: by a fault, or by adjudication.
    fn turn(
        &mut self,
        engine: &mut dyn Engine,
        player: usize,
        limits: &EngineLimits,
        clock: &mut GameClock,
        judge: &mut Judge,
    ) -> Result<(), Ending> {
        let side = self.position.player_to_act();
        let budget = clock.budget(player);
        let request = TurnRequest {
            start: &self.start,
            turns: &self.texts,
            game: &*self.position,
            limits: GoLimits { nodes: limits.nodes, depth: limits.depth, ..clock.time(player) },
            deadline: limits.deadline(budget),
            grace: limits.grace(),
            stop: self.setup.stop,
        };
        let requested = Instant::now();
        let answer = engine.best_turn(&request);
        let waited = requested.elapsed();
        self.timing.engines += waited;
        let best = answer.map_err(|fault| Ending::fault(side, &fault))?;
        // Engines in this process need not measure their time.
        let time = if best.elapsed.is_zero() { waited } else { best.elapsed };
        if !clock.charge(player, time, limits.margin()) || best.stopped {
            return Err(Ending::late(side, time, budget, best.stopped));
        }
        let info = best.info.unwrap_or_default();
        let (score, depth, nodes, nps) = (info.score, info.depth, info.nodes, info.nps);
        let info = TurnInfo { score, depth, nodes, nps, reported_time: info.time, time };
        let illegal = |error| Ending::lost(side, Cause::IllegalTurn, illegal(&best.turn, &error));
        self.play(best.turn.clone(), Some(info)).map_err(illegal)?;
        let verdict = judge.record_score(self.turns.len(), player, side, score);
        // An end by the rules comes first.
        verdict.filter(|_| self.position.result().is_none()).map_or(Ok(()), Err)
    }

    /// Ends the game; `culprit` is the seat of the engine at fault.
    fn close(self, ending: Ending, culprit: Option<usize>) -> Result<Played, Unplayed> {
        // An engine that was ended together with its game is not at fault.
        if ending.cause.is_fault() && self.setup.stop.abandoned() {
            return Err(Unplayed::Abandoned);
        }
        Ok(Played { start: self.start, turns: self.turns, ending, culprit, timing: self.timing })
    }
}

fn illegal(turn: &str, error: &GameError) -> String {
    let error = error.to_string();
    if error.contains(turn) { error } else { format!("`{turn}`: {error}") }
}
