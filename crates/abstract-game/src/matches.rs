//! A game in progress: a position and its history.

use alloc::string::String;
use alloc::vec::Vec;

use derive_more::Display;

use crate::{End, GameError, Player, Position, Reason, Turn, game_error, turn};

/// A game in progress: the start position, the turns played since, and the result.
///
/// A match adds to a position what depends on history: undo, repetition, resignation and agreement. Turns are
/// text, actions are values of the game's type. `{}` writes the text of the present position, `{:#}` draws it.
///
/// ```
/// use abstract_game::{Match, Player, Rules, sample::TakeTwo};
/// let mut game = Match::new(TakeTwo::default().start());
/// assert_eq!(game.legal_turns(3), ["a1,a1", "a1,a2", "a1,b1"]);
/// game.play_turn("a1,b3")?;
/// assert_eq!(game.player_to_act(), Player::P2);
/// assert!(game.play_turn("a9").is_err());
/// assert_eq!(game.to_string(), "2,1,5 2 2");
///
/// game.resign(Player::P2);
/// assert_eq!(game.result().unwrap().winner, Some(Player::P1));
/// assert!(game.legal_turns(3).is_empty());
/// game.undo();
/// assert_eq!(game.result(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Display)]
#[display("{current}")]
pub struct Match<P: Position> {
    /// The position before each turn, the start first. The last entry belongs to the turn in progress.
    turn_starts: Vec<P>,
    /// The repetition keys of `turn_starts`; empty in games without repetition.
    keys: Vec<u64>,
    /// The finished turns.
    turns: Vec<Turn<P::Action>>,
    /// The actions of the turn in progress.
    pending: Turn<P::Action>,
    /// What was taken back and not played again, the last one first to be redone.
    undone: Vec<Turn<P::Action>>,
    current: P,
    result: Option<End>,
}

impl<P: Position> Match<P> {
    /// A match that begins on `start`. The position may be within a turn or finished.
    #[must_use]
    pub fn new(start: P) -> Self {
        let result = start.end();
        Match {
            keys: P::REPETITIONS.map(|_| start.repetition_key()).into_iter().collect(),
            turn_starts: Vec::from([start.clone()]),
            turns: Vec::new(),
            pending: Turn::new(),
            undone: Vec::new(),
            current: start,
            result,
        }
    }

    /// The present position.
    #[must_use]
    pub fn position(&self) -> &P {
        &self.current
    }

    /// The first position.
    #[must_use]
    pub fn start(&self) -> &P {
        &self.turn_starts[0]
    }

    /// The finished turns.
    #[must_use]
    pub fn turns(&self) -> &[Turn<P::Action>] {
        &self.turns
    }

    /// The actions played in the turn in progress.
    #[must_use]
    pub fn pending(&self) -> &[P::Action] {
        &self.pending
    }

    /// The positions at the starts of the turns. One entry more than [`turns`](Self::turns): the last one is the
    /// start of the turn in progress.
    #[must_use]
    pub fn turn_starts(&self) -> &[P] {
        &self.turn_starts
    }

    /// How the game ended: by the rules, repetition, resignation or agreement. `None` while it goes on.
    #[must_use]
    pub fn result(&self) -> Option<End> {
        self.result
    }

    /// The player whose action is next. Meaningless when the game is over.
    #[must_use]
    pub fn player_to_act(&self) -> Player {
        self.current.player_to_act()
    }

    /// The number of turns that started with the present state, this one included. Always 1 in games without
    /// repetition and within a turn.
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

    /// An error if the game is over.
    pub(crate) fn check_running(&self) -> Result<(), GameError> {
        self.result.map_or(Ok(()), |end| Err(game_error!("the game is over: {end}")))
    }

    /// Plays a legal action.
    ///
    /// # Panics
    /// If the game is over or the action is illegal; the message names the rule.
    pub fn play(&mut self, action: P::Action) {
        self.try_play(action).unwrap_or_else(|error| panic!("illegal action {action} on {self}: {error}"));
    }

    /// Plays one action.
    ///
    /// # Errors
    /// The game is over, or the action is not legal; the match does not change.
    pub fn try_play(&mut self, action: P::Action) -> Result<(), GameError> {
        self.check_running()?;
        self.current.check(action).map_err(GameError::new)?;
        self.undone.clear();
        self.push(action);
        Ok(())
    }

    /// Plays actions in order: of one turn or of several, the last of which may be unfinished.
    ///
    /// # Errors
    /// The game is over, or one of the actions is not legal; the match does not change.
    pub fn play_actions(&mut self, actions: &[P::Action]) -> Result<(), GameError> {
        let undone = core::mem::take(&mut self.undone);
        for (played, &action) in actions.iter().enumerate() {
            if let Err(error) = self.try_play(action) {
                for _ in 0..played {
                    self.undo_action();
                }
                self.undone = undone;
                return Err(error);
            }
        }
        if actions.is_empty() {
            self.undone = undone;
        }
        Ok(())
    }

    /// Plays a whole turn, or the rest of the turn in progress, given as text.
    ///
    /// # Errors
    /// The game is over, or the turn is not legal; the match does not change.
    pub fn play_turn(&mut self, text: &str) -> Result<(), GameError> {
        let turn = self.read_turn(text)?;
        self.undone.clear();
        turn.into_iter().for_each(|action| self.push(action));
        Ok(())
    }

    /// Plays the first actions of a turn, or the next ones of the turn in progress, given as text: what
    /// [`pending_text`](Self::pending_text) writes. The turn may end with them.
    ///
    /// ```
    /// use abstract_game::{Match, Rules, sample::TakeTwo};
    /// let mut game = Match::new(TakeTwo::default().start());
    /// game.begin_turn("a2")?;
    /// // Saved, and read again.
    /// let (turns, pending) = (game.turn_texts(), game.pending_text());
    /// assert_eq!((turns.len(), pending.as_str()), (0, "a2"));
    /// let mut copy = Match::new(game.start().clone());
    /// copy.begin_turn(&pending)?;
    /// assert_eq!((copy.position(), copy.pending()), (game.position(), game.pending()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The game is over, an action is not legal, or the turn ends before the last one; the match does not change.
    pub fn begin_turn(&mut self, text: &str) -> Result<(), GameError> {
        self.check_running()?;
        let (actions, _) = turn::read_start(&self.current, text)?;
        self.undone.clear();
        actions.into_iter().for_each(|action| self.push(action));
        Ok(())
    }

    /// Reads the text of a whole turn without playing it.
    ///
    /// # Errors
    /// The game is over, or the turn is not legal.
    pub fn read_turn(&self, text: &str) -> Result<Turn<P::Action>, GameError> {
        self.check_running()?;
        turn::read(&self.current, text)
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

    /// Takes back the actions of the turn in progress, or the last turn if none is in progress, and returns them;
    /// `None` at the start. Also takes back a resignation or an agreement. [`redo`](Self::redo) plays them again.
    pub fn undo(&mut self) -> Option<Turn<P::Action>> {
        self.take_back(|_| 0)
    }

    /// Takes back the last action, be it of the turn in progress or of the last turn, and returns it; `None` at the start.
    /// Also takes back a resignation or an agreement. [`redo`](Self::redo) plays it again.
    ///
    /// ```
    /// use abstract_game::{Match, Rules, sample::TakeTwo};
    /// let mut game = Match::new(TakeTwo::default().start());
    /// game.play_turn("a1,b3")?;
    /// game.undo_action();
    /// assert_eq!((game.turns().len(), game.pending_text().as_str()), (0, "a1"));
    /// game.redo();
    /// assert_eq!(game.turn_texts(), ["a1,b3"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn undo_action(&mut self) -> Option<P::Action> {
        self.take_back(|actions| actions - 1)?.pop()
    }

    /// Takes back the actions of the turn in progress, or of the last turn if none is in progress, but the first ones: as many
    /// as `kept` returns for the number of all.
    fn take_back(&mut self, kept: impl FnOnce(usize) -> usize) -> Option<Turn<P::Action>> {
        if self.pending.is_empty() {
            self.pending = self.turns.pop()?;
            self.turn_starts.pop();
            self.keys.pop();
        }
        let undone = self.pending.split_off(kept(self.pending.len()));
        self.current = self.turn_starts[self.turn_starts.len() - 1].clone();
        self.pending.iter().for_each(|&earlier| self.current.play_unchecked(earlier));
        // The game continued from this position, so no rule ended it here.
        self.result = None;
        self.undone.push(undone.clone());
        Some(undone)
    }

    /// Plays again what the last [`undo`](Self::undo) or [`undo_action`](Self::undo_action) took back, and returns it; `None`
    /// if there is nothing, because something else was played since, or if the game is over. A resignation and an agreement
    /// are not restored.
    pub fn redo(&mut self) -> Option<Turn<P::Action>> {
        if self.result.is_some() {
            return None;
        }
        let actions = self.undone.pop()?;
        actions.iter().for_each(|&action| self.push(action));
        Some(actions)
    }

    /// Ends the game: `player` resigns. Does nothing if the game is over.
    pub fn resign(&mut self, player: Player) {
        self.result = self.result.or(Some(End::win(player.opponent(), Reason::RESIGNATION)));
    }

    /// Ends the game by agreement on a draw. A game with a tie-break may have a winner then. Does nothing if the
    /// game is over.
    pub fn agree_draw(&mut self) {
        self.result = self.result.or_else(|| Some(self.current.settle_draw(Reason::AGREEMENT)));
    }

    /// The texts of the finished turns, in order.
    #[must_use]
    pub fn turn_texts(&self) -> Vec<String> {
        self.turns.iter().zip(&self.turn_starts).map(|(t, from)| turn::write(from, t)).collect()
    }

    /// The text of the actions played in the turn in progress; empty if there are none. [`begin_turn`](Self::begin_turn) reads
    /// it.
    #[must_use]
    pub fn pending_text(&self) -> String {
        turn::write(&self.turn_starts[self.turns.len()], &self.pending)
    }

    /// The texts of up to `limit` legal turns, in the order of generation: what [`play_turn`](Self::play_turn)
    /// accepts. None when the game is over.
    #[must_use]
    pub fn legal_turns(&self, limit: usize) -> Vec<String> {
        if self.result.is_some() {
            return Vec::new();
        }
        turn::list(&self.current, limit).iter().map(|actions| turn::write(&self.current, actions)).collect()
    }

    /// The legal actions: what [`try_play`](Self::try_play) accepts. None when the game is over.
    #[must_use]
    pub fn legal_actions(&self) -> Vec<P::Action> {
        if self.result.is_some() { Vec::new() } else { self.current.actions() }
    }
}
