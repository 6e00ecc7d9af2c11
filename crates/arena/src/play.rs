//! One game, judged by its rules.

use std::time::{Duration, Instant};

use abstract_game::Player;
use abstract_game::facade::{AnyMatch, AnyRules, GameError};
use thiserror::Error;

use crate::clock::Clock;
use crate::contestant::{Contestant, Info, Question};
use crate::ending::{Cause, Ending};
use crate::limits::Limits;
use crate::stop::Stop;

/// Everything about a game but the players.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'a> {
    /// The rules, which judge.
    pub rules: &'a dyn AnyRules,
    /// Turns that are played for the players.
    pub opening: &'a [String],
    /// The limits of each turn.
    pub limits: &'a Limits,
    /// The game is a draw after so many turns, the opening's among them.
    pub max_turns: Option<usize>,
    /// Where the chance of P1 and P2 comes from.
    pub seeds: [u64; 2],
    /// Gives the game up when abandoned.
    pub stop: &'a Stop,
}

/// A turn that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedTurn {
    /// Its text.
    pub turn: String,
    /// Who played it.
    pub player: Player,
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
}

/// Why there is no finished game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unplayed {
    /// It was given up.
    #[error("the game was abandoned")]
    Abandoned,
    /// The opening cannot be played.
    #[error("opening turn {number}: {error}")]
    Opening {
        /// Which of its turns, from 1.
        number: usize,
        /// What is wrong with it.
        error: GameError,
    },
}

/// Plays a game. `watch` sees the match after every turn, the opening's included.
///
/// ```
/// use abstract_game::sample::TakeTwo;
/// use arena::{limits::Limits, play, random_player::RandomPlayer, stop::Stop};
///
/// let setup = play::Setup {
///     rules: &TakeTwo::default(),
///     opening: &["a1".to_string()],
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
    let mut table = Table::open(setup, watch)?;
    for side in Player::BOTH {
        if let Err(fault) = players[side.index()].new_game(setup.seeds[side.index()]) {
            return table.close(Ending::fault(side, &fault));
        }
    }
    let mut clock = Clock::new(setup.limits.time);
    loop {
        if let Some(ending) = table.ended(setup.max_turns) {
            return table.close(ending);
        }
        if setup.stop.abandoned() {
            return Err(Unplayed::Abandoned);
        }
        let side = table.game.player_to_act();
        if let Err(ending) = table.turn(players[side.index()], side, &mut clock) {
            return table.close(ending);
        }
    }
}

/// A game that cannot be played because a player cannot be started: that player loses.
///
/// # Errors
/// The opening cannot be played.
pub fn forfeit(setup: &Setup<'_>, ending: Ending) -> Result<Played, Unplayed> {
    Table::open(setup, &mut |_, _| ())?.close(ending)
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
        let game = setup.rules.start();
        let start = game.start_text();
        let mut table = Table { setup, watch, start, game, texts: Vec::new(), turns: Vec::new() };
        for (i, turn) in setup.opening.iter().enumerate() {
            let player = table.game.player_to_act();
            table
                .push(PlayedTurn { turn: turn.clone(), player, thought: None })
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
    fn turn(&mut self, player: &mut dyn Contestant, side: Player, clock: &mut Clock) -> Result<(), Ending> {
        let limits = self.setup.limits;
        let budget = clock.budget(side);
        let question = Question {
            start: &self.start,
            turns: &self.texts,
            game: &*self.game,
            nodes: limits.nodes,
            depth: limits.depth,
            time: clock.time(),
            deadline: budget
                .map_or(limits.patience, |b| b.saturating_add(limits.margin).saturating_add(limits.patience)),
            stop: self.setup.stop,
        };
        let asked = Instant::now();
        let answer = player.answer(&question).map_err(|fault| Ending::fault(side, &fault))?;
        let time = answer.elapsed.unwrap_or_else(|| asked.elapsed());
        if !clock.charge(side, time, limits.margin) {
            return Err(Ending::late(side, time, budget.unwrap_or(Duration::MAX)));
        }
        let thought = Some(Thought { info: answer.info, time });
        let text = answer.turn.clone();
        self.push(PlayedTurn { turn: answer.turn, player: side, thought })
            .map_err(|error| Ending::lost(side, Cause::IllegalTurn, illegal(&text, &error)))
    }

    fn close(self, ending: Ending) -> Result<Played, Unplayed> {
        // A player that was stopped with the game has done nothing wrong.
        if ending.cause.is_fault() && self.setup.stop.abandoned() {
            return Err(Unplayed::Abandoned);
        }
        Ok(Played { start: self.start, turns: self.turns, ending })
    }
}

fn illegal(turn: &str, error: &GameError) -> String {
    let error = error.to_string();
    if error.contains(turn) { error } else { format!("`{turn}`: {error}") }
}
