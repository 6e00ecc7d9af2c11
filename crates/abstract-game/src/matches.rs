//! A game in progress: positions have no memory, matches do.

use alloc::vec::Vec;

use thiserror::Error;

use crate::{End, Player, Position, Reason, Turn, TurnError, turn};

/// A start position, the turns played since, and what repetition needs.
///
/// ```
/// use abstract_game::{Match, Player, Rules, sample::TakeTwo};
/// let mut game = Match::new(TakeTwo::default().start());
/// game.play_turn("a1,b3")?;
/// assert_eq!(game.player_to_act(), Player::P2);
/// game.resign(Player::P2);
/// assert_eq!(game.result().unwrap().winner, Some(Player::P1));
/// assert!(game.play_turn("a1").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Match<P: Position> {
    /// The position before each turn, the start first; the turn being played is the last one's.
    turn_starts: Vec<P>,
    /// The keys for repetition of these, to find the few worth comparing; empty in games without.
    keys: Vec<u64>,
    turns: Vec<Turn<P::Action>>,
    pending: Turn<P::Action>,
    current: P,
    result: Option<End>,
}

/// Why something could not be played in a match.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MatchError<E: core::error::Error + 'static> {
    /// The game is over.
    #[error("the game is over: {0}")]
    Over(End),
    /// The action is not legal.
    #[error("{0}")]
    Action(#[source] E),
    /// The text is not a turn.
    #[error("{0}")]
    Turn(#[source] TurnError<E>),
}

impl<P: Position> Match<P> {
    /// A match that begins on `start`, which may stand within a turn or be finished.
    #[must_use]
    pub fn new(start: P) -> Self {
        let result = start.end();
        Match {
            keys: P::REPETITIONS.map(|_| start.repetition_key()).into_iter().collect(),
            turn_starts: Vec::from([start.clone()]),
            turns: Vec::new(),
            pending: Turn::new(),
            current: start,
            result,
        }
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &P {
        &self.current
    }

    /// The first position.
    #[must_use]
    pub fn start(&self) -> &P {
        &self.turn_starts[0]
    }

    /// The turns played, the unfinished one not among them.
    #[must_use]
    pub fn turns(&self) -> &[Turn<P::Action>] {
        &self.turns
    }

    /// The actions already played of an unfinished turn.
    #[must_use]
    pub fn pending(&self) -> &[P::Action] {
        &self.pending
    }

    /// The positions at which the turns began, the first position first. Has one more entry than
    /// [`turns`](Self::turns): the last is where the next turn begins, or the unfinished one began.
    #[must_use]
    pub fn turn_starts(&self) -> &[P] {
        &self.turn_starts
    }

    /// How the game ended, repetition, resignation and agreement included.
    #[must_use]
    pub fn result(&self) -> Option<End> {
        self.result
    }

    /// The player whose action is next; without meaning when the game is over.
    #[must_use]
    pub fn player_to_act(&self) -> Player {
        self.current.player_to_act()
    }

    /// How often the present state has stood at the start of a turn, this time included; 1 in games
    /// without a rule of repetition.
    #[must_use]
    pub fn occurrences(&self) -> u32 {
        if P::REPETITIONS.is_none() || !self.current.at_turn_start() {
            return 1;
        }
        // The last entry is the present position itself.
        let key = self.current.repetition_key();
        let earlier = self.keys.iter().zip(&self.turn_starts).take(self.turn_starts.len() - 1);
        let alike = earlier.filter(|&(&other, _)| other == key);
        let before = alike.filter(|(_, p)| p.at_turn_start() && p.repeats(&self.current)).count();
        1 + u32::try_from(before).unwrap_or(u32::MAX - 1)
    }

    /// Plays one action.
    ///
    /// # Errors
    /// The game is over, or the action is not legal; the match stays as it was.
    pub fn try_play(&mut self, action: P::Action) -> Result<(), MatchError<P::ActionError>> {
        if let Some(end) = self.result {
            return Err(MatchError::Over(end));
        }
        self.current.check(action).map_err(MatchError::Action)?;
        self.push(action);
        Ok(())
    }

    /// Plays the text of one whole turn, or of the rest of an unfinished one.
    ///
    /// # Errors
    /// The game is over, or what is wrong with the turn; the match stays as it was.
    pub fn play_turn(&mut self, text: &str) -> Result<(), MatchError<P::ActionError>> {
        for action in self.read_turn(text)? {
            self.push(action);
        }
        Ok(())
    }

    /// Reads the text of one whole turn without playing it.
    ///
    /// # Errors
    /// The game is over, or what is wrong with the turn.
    pub fn read_turn(&self, text: &str) -> Result<Turn<P::Action>, MatchError<P::ActionError>> {
        match self.result {
            Some(end) => Err(MatchError::Over(end)),
            None => turn::read(&self.current, text).map_err(MatchError::Turn),
        }
    }

    fn push(&mut self, action: P::Action) {
        self.current.play_unchecked(action);
        self.pending.push(action);
        if self.current.at_turn_start() {
            self.turns.push(core::mem::take(&mut self.pending));
            self.turn_starts.push(self.current.clone());
            self.keys.extend(P::REPETITIONS.map(|_| self.current.repetition_key()));
        }
        self.result = self.current.end().or_else(|| self.end_by_repetition());
    }

    fn end_by_repetition(&self) -> Option<End> {
        let limit = P::REPETITIONS?;
        (self.current.at_turn_start() && self.occurrences() >= limit)
            .then(|| self.current.settle_draw(Reason::REPETITION))
    }

    /// Takes back the unfinished turn, or the last one where none is unfinished, and returns its
    /// actions; `None` at the start. A resignation or an agreement is taken back with it.
    pub fn undo(&mut self) -> Option<Turn<P::Action>> {
        let undone = if self.pending.is_empty() {
            let turn = self.turns.pop()?;
            self.turn_starts.pop();
            self.keys.pop();
            turn
        } else {
            core::mem::take(&mut self.pending)
        };
        self.current = self.turn_starts[self.turn_starts.len() - 1].clone();
        // The game went on from here, so no rule ended it here.
        self.result = None;
        Some(undone)
    }

    /// Ends the game: `player` gives up. Does nothing when it is over already.
    pub fn resign(&mut self, player: Player) {
        self.result = self.result.or(Some(End::win(player.opponent(), Reason::RESIGNATION)));
    }

    /// Ends the game in a draw by agreement (or as the game's tie-break has it). Does nothing when it
    /// is over already.
    pub fn agree_draw(&mut self) {
        self.result = self.result.or_else(|| Some(self.current.settle_draw(Reason::AGREEMENT)));
    }

    /// The text of every turn played, in order.
    #[must_use]
    pub fn turn_texts(&self) -> Vec<alloc::string::String> {
        self.turns.iter().zip(&self.turn_starts).map(|(t, from)| turn::write(from, t)).collect()
    }
}
