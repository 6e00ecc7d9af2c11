//! Playing one game.

use std::time::Instant;

use abstract_game::facade::{AnyMatch, AnyRules, GameError};
use abstract_game::random::mix;
use abstract_game::{End, Player, Reason};
use game_record::{Cause, Ending, PlayedTurn, TurnInfo};
use protocol::{Announcement, GoLimits, Start};
use thiserror::Error;

use super::clock::GameClock;
use super::judge::{Judge, Judging};
use crate::engine::{Engine, EngineLimits, Fault, Seating, TurnRequest, with_errors};
use crate::openings::{Opening, OpeningError};
use crate::stop::Stop;

/// Limit of the characters of an ending's detail.
const LONGEST_DETAIL: usize = 1000;

/// Everything about a game except its engines.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'a> {
    /// The rules.
    pub rules: &'a dyn AnyRules,
    /// Where the game begins.
    pub opening: &'a Opening,
    /// The player that decides for each seat.
    pub seating: &'a Seating,
    /// The limits of each player.
    pub limits: &'a [EngineLimits],
    /// When the game ends before its rules end it.
    pub judging: Judging,
    /// The seeds of P1 and P2; those of further players of a side are derived from them.
    pub seeds: [u64; 2],
    /// Abandons the game.
    pub stop: &'a Stop,
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
}

/// Why there is no finished game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unplayed {
    /// It was abandoned.
    #[error("the game was abandoned")]
    Abandoned,
    /// The engine of the player of this number did not start.
    #[error("{1}")]
    NotStarted(usize, Fault),
    /// The position of the opening cannot be read.
    #[error("opening: {0}")]
    Start(OpeningError),
    /// The turn of the opening with this number, from 1, cannot be played.
    #[error("opening turn {0}: {1}")]
    Opening(usize, GameError),
}

/// Plays a game of these engines, numbered as the players of the seating. A fault of an engine costs its side the game.
/// `observe` gets the match after each turn, including the opening's.
///
/// ```
/// use abstract_game::Seat;
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
///     seating: &Seating::new(Seat::ONE_A_SIDE, &[0, 1]),
///     limits: &[EngineLimits::default(), EngineLimits::default()],
///     judging: Judging { max_turns: Some(100), ..Judging::default() },
///     seeds: [1, 2],
///     stop: &Stop::new(),
/// };
/// let (mut p1, mut p2) = (RandomPlayer::default(), RandomPlayer::default());
/// let played = play(&setup, &mut [&mut p1, &mut p2], &mut |game, turn| {
///     println!("{}: {}\n{}", turn.player, turn.turn, game.drawing());
/// })?;
/// assert!(played.ending.winner.is_some());
/// # Ok::<(), arena::game::Unplayed>(())
/// ```
///
/// # Errors
/// The game was abandoned, an engine does not start, or the opening cannot be played. A fault of an engine is an ordinary [`Ending`].
///
/// # Panics
/// If the number of engines or of limits is not that of the seating's players.
pub fn play(
    setup: &Setup<'_>,
    engines: &mut [&mut dyn Engine],
    observe: &mut dyn FnMut(&dyn AnyMatch, &PlayedTurn),
) -> Result<Played, Unplayed> {
    let seating = setup.seating;
    assert_eq!(engines.len(), seating.players(), "each player is an engine");
    assert_eq!(setup.limits.len(), seating.players(), "each player has limits");
    let mut game = GameInProgress::open(setup, observe)?;
    for (player, engine) in engines.iter_mut().enumerate() {
        let (side, rank) = (seating.side(player), seating.rank(player));
        let seed = setup.seeds[side.index()];
        let seed = if rank == 0 { seed } else { mix(seed, &[rank as u64]) };
        match engine.set_rules(setup.rules).and_then(|()| engine.new_game(seed)) {
            Ok(()) => {}
            Err(_) if setup.stop.abandoned() => return Err(Unplayed::Abandoned),
            Err(fault @ (Fault::Start(_) | Fault::Machine(_))) => {
                return Err(Unplayed::NotStarted(player, fault));
            }
            Err(fault) => return game.close(fault_ending(side, &fault), seating.seats(player)[0], &**engine),
        }
    }
    let played = loop {
        let seat = game.position.seat_to_act();
        let player = seating.player(seat);
        let ended = game.ended();
        if ended.is_none() && setup.stop.abandoned() {
            break Err(Unplayed::Abandoned);
        }
        if let Err(ending) = ended.map_or_else(|| game.turn(engines[player], player), Err) {
            break game.close(ending, seat, engines[player]);
        }
    };
    engines.iter_mut().for_each(|engine| engine.stop_pondering());
    played
}

/// A game in progress.
struct GameInProgress<'a, 'o> {
    setup: &'a Setup<'a>,
    observe: &'o mut dyn FnMut(&dyn AnyMatch, &PlayedTurn),
    start: Start,
    position: Box<dyn AnyMatch>,
    clock: GameClock,
    judge: Judge,
    /// The texts of `turns`.
    texts: Vec<String>,
    turns: Vec<PlayedTurn>,
    /// The side that offered a draw with the last turn.
    offer: Option<Player>,
}

impl<'a, 'o> GameInProgress<'a, 'o> {
    /// Sets the game up and plays the opening.
    fn open(
        setup: &'a Setup<'a>,
        observe: &'o mut dyn FnMut(&dyn AnyMatch, &PlayedTurn),
    ) -> Result<Self, Unplayed> {
        let position = setup.opening.begin(setup.rules).map_err(Unplayed::Start)?;
        let (text, rules) = (position.start_text(), setup.rules);
        // Even an engine with another text for positions understands `startpos`.
        let known = rules.is_default() && text == rules.start().start_text();
        let start = if known { Start::Startpos } else { Start::Fen(text) };
        let controls: Vec<_> = setup.limits.iter().map(|limits| limits.time().unwrap_or_default()).collect();
        let clock = GameClock::new(&controls, setup.seating);
        let judge = Judge::new(setup.judging, controls.len());
        let (texts, turns, offer) = (Vec::new(), Vec::new(), None);
        let mut game = GameInProgress { setup, observe, start, position, clock, judge, texts, turns, offer };
        for (i, turn) in setup.opening.turns.iter().enumerate() {
            game.add_turn(turn.clone(), None).map_err(|error| Unplayed::Opening(i + 1, error))?;
        }
        Ok(game)
    }

    /// Plays a turn, unless it is not legal.
    fn add_turn(&mut self, turn: String, info: Option<TurnInfo>) -> Result<(), GameError> {
        let (player, seat) = (self.position.player_to_act(), self.position.seat_to_act());
        self.position.play_turn(&turn)?;
        self.texts.push(turn.clone());
        let turn = PlayedTurn { turn, player, seat, info };
        (self.observe)(&*self.position, &turn);
        self.turns.push(turn);
        Ok(())
    }

    /// How the game ended by its rules, or by its length.
    fn ended(&self) -> Option<Ending> {
        let too_long = self.setup.judging.max_turns.is_some_and(|most| self.turns.len() >= most);
        self.position.result().map(Ending::from).or_else(|| too_long.then(Ending::too_long))
    }

    /// Requests a turn from the engine of the player to act and plays it.
    ///
    /// # Errors
    /// The game ends: by a fault, a resignation, an agreement, or adjudication.
    fn turn(&mut self, engine: &mut dyn Engine, player: usize) -> Result<(), Ending> {
        let (side, limits) = (self.position.player_to_act(), &self.setup.limits[player]);
        let budget = self.clock.budget(player);
        let offered = self.offer == Some(side.opponent());
        let announced = offered.then_some(Announcement::Draw);
        let request = TurnRequest { announced, ..self.request(&*self.position, player) };
        let requested = Instant::now();
        let answer = engine.best_turn(&request);
        let waited = requested.elapsed();
        let best = answer.map_err(|fault| fault_ending(side, &fault))?;
        // Engines in this process need not measure their time.
        let time = if best.elapsed.is_zero() { waited } else { best.elapsed };
        if !self.clock.charge(player, time, limits.margin()) || best.stopped {
            return Err(Ending::late(side, time, budget, best.stopped));
        }
        if let Some((limit, used)) = limits.cpu_time.zip(best.cpu_time)
            && used > limit.saturating_add(limits.margin())
        {
            return Err(Ending::late_in_cpu_time(side, used, limit));
        }
        let draw = best.announcement == Some(Announcement::Draw);
        if best.announcement == Some(Announcement::Resign) {
            return Err(End::win(side.opponent(), Reason::RESIGNATION).into());
        } else if draw && offered {
            return Err(End::draw(Reason::AGREEMENT).into());
        }
        self.offer = draw.then_some(side);
        let info = best.info.unwrap_or_default();
        let (score, depth, nodes, nps) = (info.score, info.depth, info.nodes, info.nps);
        let info = TurnInfo { score, depth, nodes, nps, reported_time: info.time, time };
        self.add_turn(best.turn.clone(), Some(info)).map_err(|error| {
            let error = error.to_string();
            let named = error.contains(&best.turn);
            let detail = if named { error } else { format!("`{}`: {error}", best.turn) };
            Ending::lost(side, Cause::IllegalTurn, detail)
        })?;
        let verdict = self.judge.record_score(self.turns.len(), player, side, score);
        // An end by the rules comes first.
        verdict.filter(|_| self.position.result().is_none()).map_or(Ok(()), Err)?;
        if limits.ponders() && self.ended().is_none() {
            self.ponder(engine, player, best.ponder);
        }
        Ok(())
    }

    /// Lets an engine think about the turn that it expects, if that is legal and the engine acts after it.
    fn ponder(&mut self, engine: &mut dyn Engine, player: usize, expected: Option<String>) {
        let Some(turn) = expected else { return };
        let mut position = self.position.boxed_clone();
        if position.play_turn(&turn).is_ok()
            && position.result().is_none()
            && self.setup.seating.player(position.seat_to_act()) == player
        {
            self.texts.push(turn);
            engine.ponder(&self.request(&*position, player));
            self.texts.pop();
        }
    }

    /// The request for a turn of a player in a position.
    fn request<'r>(&'r self, game: &'r dyn AnyMatch, player: usize) -> TurnRequest<'r> {
        let limits = &self.setup.limits[player];
        TurnRequest {
            start: &self.start,
            turns: &self.texts,
            game,
            limits: GoLimits {
                nodes: limits.nodes,
                depth: limits.depth,
                cpu_time: limits.cpu_time,
                ..self.clock.time(player)
            },
            announced: None,
            deadline: limits.deadline(self.clock.budget(player)),
            grace: limits.grace(),
            stop: self.setup.stop,
        }
    }

    /// Ends the game; if it ended through a fault, that of the engine of `seat`.
    fn close(self, ending: Ending, seat: usize, engine: &dyn Engine) -> Result<Played, Unplayed> {
        let culprit = ending.cause.is_fault().then_some(seat);
        // An engine that was ended together with its game is not at fault.
        if culprit.is_some() && self.setup.stop.abandoned() {
            return Err(Unplayed::Abandoned);
        }
        let errors = if culprit.is_some() { engine.last_errors() } else { Vec::new() };
        // The detail may quote the engine.
        let detail = ending.detail.map(|detail| with_errors(detail, &errors));
        let detail = detail.map(|detail| printable::cut(&detail, LONGEST_DETAIL));
        let start = self.position.start_text();
        Ok(Played { start, turns: self.turns, ending: Ending { detail, ..ending }, culprit })
    }
}

/// `loser` lost because its engine gave no turn.
fn fault_ending(loser: Player, fault: &Fault) -> Ending {
    Ending::lost(loser, fault.into(), fault.to_string())
}
