//! One game, judged by its rules.

use std::time::{Duration, Instant};

use abstract_game::Player;
use abstract_game::facade::{AnyMatch, AnyRules, GameError};
use thiserror::Error;

use crate::engine::contestant::{Contestant, Fault, Info, Question};
use crate::engine::limits::Limits;
use crate::engine::seating::Seating;
use crate::game::clock::Clock;
use crate::game::ending::{Cause, Ending};
use crate::game::judge::{Judge, Judging};
use crate::openings::{Opening, OpeningFault};
use crate::seed;
use crate::stop::Stop;

/// Everything about a game but the players.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'a> {
    /// The rules, which judge.
    pub rules: &'a dyn AnyRules,
    /// Where the game begins.
    pub opening: &'a Opening,
    /// The limits of each player, P1's first, or as the seating numbers them; one alone holds for all.
    pub limits: &'a [Limits],
    /// When the game ends although its rules do not end it.
    pub judging: Judging,
    /// Where the chance of P1 and P2 comes from; that of further players of a side is made from it.
    pub seeds: [u64; 2],
    /// Gives the game up when abandoned.
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
    /// What the player said about it and how long it took; `None` in the opening.
    pub thought: Option<Thought>,
}

/// What is known about how a turn was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// What the player said.
    pub info: Info,
    /// How long it took.
    pub time: Duration,
}

impl Thought {
    /// How much more the player was charged with than it says that it used: what the way to it and back, and its
    /// own house-keeping, cost. `None` where it says nothing. Engines tell whole milliseconds, so of each turn up to
    /// one may be their rounding.
    ///
    /// ```
    /// use std::time::Duration;
    /// use arena::engine::contestant::Info;
    /// use arena::game::play::Thought;
    /// let info = Info { time: Some(Duration::from_millis(100)), ..Info::default() };
    /// let thought = Thought { info, time: Duration::from_millis(103) };
    /// assert_eq!(thought.overhead(), Some(Duration::from_millis(3)));
    /// ```
    #[must_use]
    pub fn overhead(&self) -> Option<Duration> {
        self.info.time.map(|said| self.time.saturating_sub(said))
    }
}

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The first position.
    pub start: String,
    /// The turns, the opening's first.
    pub turns: Vec<PlayedTurn>,
    /// How it ended.
    pub ending: Ending,
    /// The seat at fault, where the game ended by a fault: its player is to blame, its side has lost.
    pub culprit: Option<usize>,
    /// Where the time went.
    pub timing: Timing,
}

/// Where the time of a game went; what is neither was spent by whoever watched or held the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timing {
    /// Waiting for the players: to be ready, and for their turns.
    pub engines: Duration,
    /// In the rules: the opening, the turns played and the ends looked for; adjudication among it.
    pub judge: Duration,
}

impl std::ops::AddAssign for Timing {
    fn add_assign(&mut self, other: Timing) {
        self.engines += other.engines;
        self.judge += other.judge;
    }
}

/// Why there is no finished game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unplayed {
    /// It was given up.
    #[error("the game was abandoned")]
    Abandoned,
    /// The opening's position cannot be read.
    #[error("opening: {0}")]
    Start(OpeningFault),
    /// The opening cannot be played.
    #[error("opening turn {number}: {error}")]
    Opening {
        /// Which of its turns, from 1.
        number: usize,
        /// What is wrong with it.
        error: GameError,
    },
}

/// Plays a game of one player a side. `watch` sees the match after every turn, the opening's included.
///
/// ```
/// use abstract_game::sample::TakeTwo;
/// use arena::game::judge::Judging;
/// use arena::engine::{limits::Limits, random::RandomPlayer};
/// use arena::{game::play, openings::Opening, stop::Stop};
///
/// let setup = play::Setup {
///     rules: &TakeTwo::default(),
///     opening: &Opening::of_turns(["a1"]),
///     limits: &[Limits::default()],
///     judging: Judging { max_turns: Some(100), ..Judging::default() },
///     seeds: [1, 2],
///     stop: &Stop::new(),
/// };
/// let (mut p1, mut p2) = (RandomPlayer::default(), RandomPlayer::default());
/// let played = play::play(&setup, [&mut p1, &mut p2], &mut |game, turn| {
///     println!("{}: {}\n{}", turn.player, turn.turn, game.drawing());
/// })?;
/// assert!(played.ending.winner.is_some());
/// # Ok::<(), arena::game::play::Unplayed>(())
/// ```
///
/// # Errors
/// The game was given up, or the opening cannot be played. Whatever the players do wrong is an
/// ordinary [`Ending`].
pub fn play(
    setup: &Setup<'_>,
    players: [&mut dyn Contestant; 2],
    watch: &mut dyn FnMut(&dyn AnyMatch, &PlayedTurn),
) -> Result<Played, Unplayed> {
    let [p1, p2] = players;
    let seating = Seating::one_a_side(setup.rules.seats());
    // Players are numbered by their first seats, and a game may give P2 the first.
    if seating.side(0) == Player::P1 {
        return play_seated(setup, &seating, &mut [p1, p2], watch);
    }
    let limits: Vec<Limits> = setup.limits.iter().rev().cloned().collect();
    play_seated(&Setup { limits: &limits, ..*setup }, &seating, &mut [p2, p1], watch)
}

/// Plays a game of any number of players: `seating` says which of `players` is asked when it is a seat's turn.
/// A player's fault costs its side the game. Otherwise as [`play`].
///
/// # Errors
/// Those of [`play`].
///
/// # Panics
/// If there are not as many players as the seating has, or neither as many limits nor one.
pub fn play_seated(
    setup: &Setup<'_>,
    seating: &Seating,
    players: &mut [&mut dyn Contestant],
    watch: &mut dyn FnMut(&dyn AnyMatch, &PlayedTurn),
) -> Result<Played, Unplayed> {
    assert_eq!(players.len(), seating.players(), "every player has a seat");
    let limits: Vec<&Limits> = match setup.limits {
        [all] => vec![all; players.len()],
        each => each.iter().collect(),
    };
    assert_eq!(limits.len(), players.len(), "every player has limits");
    let mut table = Table::open(setup, watch)?;
    for (number, player) in players.iter_mut().enumerate() {
        let (index, side) = (seating.first_seat(number), seating.side(number));
        let ready =
            timed(&mut table.timing.engines, || player.new_game(chance(setup.seeds, seating, number)));
        if let Err(fault) = ready {
            return table.close(Ending::fault(side, &fault), Some(index));
        }
    }
    let controls: Vec<_> = limits.iter().map(|limits| limits.time).collect();
    let mut clock = Clock::new(&controls, seating);
    let mut judge = Judge::new(setup.judging, players.len());
    loop {
        if let Some(ending) = table.ended() {
            return table.close(ending, None);
        }
        if setup.stop.abandoned() {
            return Err(Unplayed::Abandoned);
        }
        let (index, side) = (table.game.seat_to_act(), table.game.player_to_act());
        let player = seating.player(index);
        let seat = Seat { index, side, player, limits: limits[player] };
        if let Err(ending) = table.turn(players[player], seat, &mut clock, &mut judge) {
            let culprit = ending.cause.is_fault().then_some(index);
            return table.close(ending, culprit);
        }
    }
}

/// Does some work and adds the time it takes.
fn timed<T>(total: &mut Duration, work: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let done = work();
    *total += begun.elapsed();
    done
}

/// The seed of a player: the first of a side has the side's.
fn chance(seeds: [u64; 2], seating: &Seating, player: usize) -> u64 {
    let seed = seeds[seating.side(player).index()];
    match seating.rank(player) {
        0 => seed,
        rank => seed::mix(seed, &[rank as u64]),
    }
}

/// A game that cannot be played because the player at `seat` cannot be started: its side loses.
///
/// # Errors
/// The opening cannot be played.
pub fn forfeit(setup: &Setup<'_>, seat: usize, fault: &Fault) -> Result<Played, Unplayed> {
    let side = setup.rules.seats()[seat].player;
    Table::open(setup, &mut |_, _| ())?.close(Ending::fault(side, fault), Some(seat))
}

/// A seat whose turn it is.
#[derive(Clone, Copy)]
struct Seat<'a> {
    index: usize,
    side: Player,
    /// Who decides for it.
    player: usize,
    limits: &'a Limits,
}

/// A game in progress.
struct Table<'a, 'w> {
    setup: &'a Setup<'a>,
    watch: &'w mut dyn FnMut(&dyn AnyMatch, &PlayedTurn),
    start: String,
    game: Box<dyn AnyMatch>,
    /// The texts of `turns`, as questions want them.
    texts: Vec<String>,
    turns: Vec<PlayedTurn>,
    timing: Timing,
}

impl<'a, 'w> Table<'a, 'w> {
    /// Sets the game up and plays the opening.
    fn open(
        setup: &'a Setup<'a>,
        watch: &'w mut dyn FnMut(&dyn AnyMatch, &PlayedTurn),
    ) -> Result<Self, Unplayed> {
        let mut timing = Timing::default();
        let (game, start) = timed(&mut timing.judge, || {
            let game = setup.opening.begin(setup.rules).map_err(Unplayed::Start)?;
            let start = game.start_text();
            Ok((game, start))
        })?;
        let mut table = Table { setup, watch, start, game, texts: Vec::new(), turns: Vec::new(), timing };
        for (i, turn) in setup.opening.turns.iter().enumerate() {
            let (player, seat) = (table.game.player_to_act(), table.game.seat_to_act());
            table
                .push(PlayedTurn { turn: turn.clone(), player, seat, thought: None })
                .map_err(|error| Unplayed::Opening { number: i + 1, error })?;
        }
        Ok(table)
    }

    /// Plays a turn, unless it is not legal.
    fn push(&mut self, turn: PlayedTurn) -> Result<(), GameError> {
        timed(&mut self.timing.judge, || self.game.play_turn(&turn.turn))?;
        (self.watch)(&*self.game, &turn);
        self.texts.push(turn.turn.clone());
        self.turns.push(turn);
        Ok(())
    }

    /// How the game ended by its rules, or by its length.
    fn ended(&mut self) -> Option<Ending> {
        if let Some(end) = timed(&mut self.timing.judge, || self.game.result()) {
            return Some(Ending::from(end));
        }
        let too_long = self.setup.judging.max_turns.is_some_and(|most| self.turns.len() >= most);
        too_long.then(Ending::too_long)
    }

    /// Asks the player for a turn and plays it, or says how that ended the game before its rules did.
    fn turn(
        &mut self,
        player: &mut dyn Contestant,
        seat: Seat<'_>,
        clock: &mut Clock,
        judge: &mut Judge,
    ) -> Result<(), Ending> {
        let Seat { side, player: who, limits, .. } = seat;
        let budget = clock.budget(who);
        let question = Question {
            start: &self.start,
            turns: &self.texts,
            game: &*self.game,
            nodes: limits.nodes,
            depth: limits.depth,
            time: clock.time(who),
            deadline: limits.deadline(budget),
            grace: limits.grace(),
            stop: self.setup.stop,
        };
        let asked = Instant::now();
        let answer = player.answer(&question);
        let waited = asked.elapsed();
        self.timing.engines += waited;
        let answer = answer.map_err(|fault| Ending::fault(side, &fault))?;
        let time = answer.elapsed.unwrap_or(waited);
        if !clock.charge(who, time, limits.margin) || answer.stopped {
            return Err(Ending::late(side, time, budget, answer.stopped));
        }
        let thought = Some(Thought { info: answer.info, time });
        let text = answer.turn.clone();
        self.push(PlayedTurn { turn: answer.turn, player: side, seat: seat.index, thought })
            .map_err(|error| Ending::lost(side, Cause::IllegalTurn, illegal(&text, &error)))?;
        let verdict = judge.hear(self.turns.len(), who, side, answer.info.score);
        // The rules come first.
        verdict.filter(|_| self.game.result().is_none()).map_or(Ok(()), Err)
    }

    /// The game is over; `culprit` is the seat whose player has done something wrong.
    fn close(self, ending: Ending, culprit: Option<usize>) -> Result<Played, Unplayed> {
        // A player that was stopped with the game has done nothing wrong.
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
