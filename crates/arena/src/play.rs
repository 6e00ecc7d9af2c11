//! One game, judged by its rules.

use std::time::{Duration, Instant};

use abstract_game::Player;
use abstract_game::facade::{AnyMatch, AnyRules, GameError};
use thiserror::Error;

use crate::clock::Clock;
use crate::contestant::{Contestant, Fault, Info, Question};
use crate::ending::{Cause, Ending};
use crate::limits::Limits;
use crate::opening::{Opening, OpeningFault};
use crate::seating::Seating;
use crate::seed;
use crate::stop::Stop;

/// Everything about a game but the players.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'a> {
    /// The rules, which judge.
    pub rules: &'a dyn AnyRules,
    /// Where the game begins.
    pub opening: &'a Opening,
    /// The limits of each turn.
    pub limits: &'a Limits,
    /// The game is a draw after so many turns, the opening's among them.
    pub max_turns: Option<usize>,
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
/// use arena::{limits::Limits, opening::Opening, play, random_player::RandomPlayer, stop::Stop};
///
/// let setup = play::Setup {
///     rules: &TakeTwo::default(),
///     opening: &Opening::of_turns(["a1"]),
///     limits: &Limits::default(),
///     max_turns: Some(100),
///     seeds: [1, 2],
///     stop: &Stop::new(),
/// };
/// let (mut p1, mut p2) = (RandomPlayer::default(), RandomPlayer::default());
/// let played = play::play(&setup, [&mut p1, &mut p2], &mut |game, turn| {
///     println!("{}: {}\n{}", turn.player, turn.turn, game.drawing());
/// })?;
/// assert!(played.ending.winner.is_some());
/// # Ok::<(), arena::play::Unplayed>(())
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
    let mut players: [&mut dyn Contestant; 2] =
        if seating.side(0) == Player::P1 { [p1, p2] } else { [p2, p1] };
    play_seated(setup, &seating, &mut players, watch)
}

/// Plays a game of any number of players: `seating` says which of `players` is asked when it is a seat's turn.
/// A player's fault costs its side the game. Otherwise as [`play`].
///
/// # Errors
/// Those of [`play`].
///
/// # Panics
/// If there are not as many players as the seating has.
pub fn play_seated(
    setup: &Setup<'_>,
    seating: &Seating,
    players: &mut [&mut dyn Contestant],
    watch: &mut dyn FnMut(&dyn AnyMatch, &PlayedTurn),
) -> Result<Played, Unplayed> {
    assert_eq!(players.len(), seating.players(), "every player has a seat");
    let mut table = Table::open(setup, watch)?;
    for (number, player) in players.iter_mut().enumerate() {
        let seat = Seat { index: seating.first_seat(number), side: seating.side(number), player: number };
        if let Err(fault) = player.new_game(chance(setup.seeds, seating, number)) {
            return table.close(Ending::fault(seat.side, &fault), Some(seat.index));
        }
    }
    let mut clock = Clock::new(setup.limits.time, seating);
    loop {
        if let Some(ending) = table.ended(setup.max_turns) {
            return table.close(ending, None);
        }
        if setup.stop.abandoned() {
            return Err(Unplayed::Abandoned);
        }
        let (index, side) = (table.game.seat_to_act(), table.game.player_to_act());
        let seat = Seat { index, side, player: seating.player(index) };
        if let Err(ending) = table.turn(players[seat.player], seat, &mut clock) {
            return table.close(ending, Some(index));
        }
    }
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
struct Seat {
    index: usize,
    side: Player,
    /// Who decides for it.
    player: usize,
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
}

impl<'a, 'w> Table<'a, 'w> {
    /// Sets the game up and plays the opening.
    fn open(
        setup: &'a Setup<'a>,
        watch: &'w mut dyn FnMut(&dyn AnyMatch, &PlayedTurn),
    ) -> Result<Self, Unplayed> {
        let game = setup.opening.begin(setup.rules).map_err(Unplayed::Start)?;
        let start = game.start_text();
        let mut table = Table { setup, watch, start, game, texts: Vec::new(), turns: Vec::new() };
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
        self.game.play(&turn.turn)?;
        (self.watch)(&*self.game, &turn);
        self.texts.push(turn.turn.clone());
        self.turns.push(turn);
        Ok(())
    }

    fn ended(&self, max_turns: Option<usize>) -> Option<Ending> {
        let by_rules = self.game.end().map(Ending::from);
        by_rules.or_else(|| max_turns.filter(|&max| self.turns.len() >= max).map(|_| Ending::too_long()))
    }

    /// Asks the player for a turn and plays it, or says how that ended the game.
    fn turn(&mut self, player: &mut dyn Contestant, seat: Seat, clock: &mut Clock) -> Result<(), Ending> {
        let limits = self.setup.limits;
        let Seat { side, player: who, .. } = seat;
        let budget = clock.budget(who);
        let question = Question {
            start: &self.start,
            turns: &self.texts,
            game: &*self.game,
            nodes: limits.nodes,
            depth: limits.depth,
            time: clock.time(who),
            deadline: budget
                .map_or(limits.patience, |b| b.saturating_add(limits.margin).saturating_add(limits.patience)),
            stop: self.setup.stop,
        };
        let asked = Instant::now();
        let answer = player.answer(&question).map_err(|fault| Ending::fault(side, &fault))?;
        let time = answer.elapsed.unwrap_or_else(|| asked.elapsed());
        if !clock.charge(who, time, limits.margin) {
            return Err(Ending::late(side, time, budget.unwrap_or(Duration::MAX)));
        }
        let thought = Some(Thought { info: answer.info, time });
        let text = answer.turn.clone();
        self.push(PlayedTurn { turn: answer.turn, player: side, seat: seat.index, thought })
            .map_err(|error| Ending::lost(side, Cause::IllegalTurn, illegal(&text, &error)))
    }

    /// The game is over; `culprit` is the seat whose player has done something wrong.
    fn close(self, ending: Ending, culprit: Option<usize>) -> Result<Played, Unplayed> {
        // A player that was stopped with the game has done nothing wrong.
        if ending.cause.is_fault() && self.setup.stop.abandoned() {
            return Err(Unplayed::Abandoned);
        }
        Ok(Played { start: self.start, turns: self.turns, ending, culprit })
    }
}

fn illegal(turn: &str, error: &GameError) -> String {
    let error = error.to_string();
    if error.contains(turn) { error } else { format!("`{turn}`: {error}") }
}
