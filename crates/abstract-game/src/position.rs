//! The contract of positions and actions.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::hash::Hash;

use grid_topology::Symmetry;

use crate::{End, Explanation, Player, Reason};

/// One action of a turn. Small and `Copy`: 4 to 8 bytes, because searches store many. `{}` writes its text.
pub trait Action: Copy + Eq + Ord + Hash + fmt::Debug + fmt::Display + Send + Sync + 'static {
    /// 32 bits that distinguish this action from the other legal actions of a position, as far as 32 bits can. Searches
    /// store the tag in place of the action. Two legal actions with the same tag cost some speed, never correctness.
    #[must_use]
    fn tag(self) -> u32;
}

/// A position of a game: a plain value without history.
///
/// A game is played in *turns* of one or more *actions*. The rules work on actions. The position knows the player to
/// act, who may be the same before and after an action.
///
/// There are three ways to play an action: [`play`](Position::play) panics if it is illegal,
/// [`try_play`](Position::try_play) returns the reason and does not change the position, and
/// [`play_unchecked`](Position::play_unchecked) does not check it.
///
/// `Display` has two forms:
/// - `{}` writes the position's text: words separated by single spaces, none of them `moves`, because in
///   protocols the turns follow after this word. [`Rules::read_position`](crate::Rules::read_position) reads it back.
/// - `{:#}` draws the board for people: several lines, the coordinates at the edges, and below the board a line
///   that says who acts or how the game ended, without a newline at the end.
pub trait Position: Clone + Eq + Hash + fmt::Debug + fmt::Display + Send + Sync + 'static {
    /// The actions of the game.
    type Action: Action;
    /// Why a text is not an action, or which rule forbids an action.
    type ActionError: core::error::Error + Clone + Eq + Send + Sync + 'static;
    /// What an action does, step by step; [`Infallible`](core::convert::Infallible) in a game that does not
    /// [explain](Self::explain) its actions. `{}` writes one line for people.
    type Event: Clone + Eq + fmt::Debug + fmt::Display + Send + Sync + 'static;

    /// The number of occurrences of the same state at the start of a turn that ends the game; `None` if repetition
    /// cannot happen or has no effect. [`Match`](crate::Match) counts the occurrences.
    const REPETITIONS: Option<u32> = None;

    /// The player whose action is next; the same throughout a turn. Meaningless when the game is over.
    fn player_to_act(&self) -> Player;

    /// The seat whose action is next, as an index into [`Rules::SEATS`](crate::Rules::SEATS); one of the seats of the
    /// [player to act](Self::player_to_act). Meaningless when the game is over.
    fn seat_to_act(&self) -> usize {
        self.player_to_act().index()
    }

    /// How the game ended on this position; `None` while it goes on. Repetition, resignation and agreement do not depend
    /// on the position alone: see [`Match::result`](crate::Match::result).
    fn end(&self) -> Option<End>;

    /// Whether a turn begins here. An action has ended its turn exactly if this is true after it. An action that ends
    /// the game also ends its turn.
    fn at_turn_start(&self) -> bool;

    /// Appends every legal action once, in an order that depends on the position only. Appends nothing when the game is
    /// over, otherwise at least one action.
    fn actions_into(&self, actions: &mut Vec<Self::Action>);

    /// All legal actions.
    fn actions(&self) -> Vec<Self::Action> {
        let mut actions = Vec::new();
        self.actions_into(&mut actions);
        actions
    }

    /// The number of legal actions. Games override this if counting is cheaper than generating.
    fn count_actions(&self) -> usize {
        self.actions().len()
    }

    /// One of the legal actions of an unfinished position: the one with the number, in the order of
    /// [`actions_into`](Self::actions_into), that `choose` returns for the number of legal actions. Random play uses this, because
    /// games override it if one action is cheaper to make than all. `buffer` is scratch space; its content is unspecified
    /// afterwards.
    ///
    /// ```
    /// use abstract_game::{Position, Rules, random::SplitMix64, sample::TakeTwo};
    /// let mut position = TakeTwo::default().start();
    /// let mut random = SplitMix64::new(1);
    /// let mut buffer = Vec::new();
    /// while position.end().is_none() {
    ///     let action = position.choose_action(&mut buffer, |count| random.below(count));
    ///     position.play_unchecked(action);
    /// }
    /// ```
    ///
    /// # Panics
    /// If the game is over, or `choose` returns its argument or more.
    fn choose_action(
        &self,
        buffer: &mut Vec<Self::Action>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Self::Action {
        buffer.clear();
        self.actions_into(buffer);
        buffer[choose(buffer.len())]
    }

    /// Plays up to `limit` actions, until the game is over: the ones with the numbers that `choose` returns for the numbers
    /// of legal actions, counted in any order. With uniformly random numbers this is a random playout. Games override it if
    /// a playout is cheaper than its single actions. `buffer` is scratch space; its content is unspecified afterwards.
    ///
    /// ```
    /// use abstract_game::{Position, Rules, random::SplitMix64, sample::TakeTwo};
    /// let mut position = TakeTwo::default().start();
    /// let mut random = SplitMix64::new(1);
    /// position.play_out(u32::MAX, &mut Vec::new(), |count| random.below(count));
    /// assert!(position.end().is_some());
    /// ```
    ///
    /// # Panics
    /// If `choose` returns its argument or more.
    fn play_out(
        &mut self,
        limit: u32,
        buffer: &mut Vec<Self::Action>,
        mut choose: impl FnMut(usize) -> usize,
    ) {
        for _ in 0..limit {
            if self.end().is_some() {
                return;
            }
            let action = self.choose_action(buffer, &mut choose);
            self.play_unchecked(action);
        }
    }

    /// Checks whether `action` is legal here.
    ///
    /// # Errors
    /// The rule that forbids it.
    fn check(&self, action: Self::Action) -> Result<(), Self::ActionError>;

    /// Whether `action` is legal here.
    fn is_legal(&self, action: Self::Action) -> bool {
        self.check(action).is_ok()
    }

    /// Plays an action without checking it: for searches, perft and other code that got the action from
    /// [`actions_into`](Self::actions_into) on an equal position, or from [`check`](Self::check) or
    /// [`read_action`](Self::read_action).
    ///
    /// The action must be legal. After an illegal action the position is unspecified, or the method panics; all later
    /// results on that position may be wrong, but there is no undefined behaviour. There is no undo: searches clone the
    /// position before the action, or use [`after_unchecked`](Self::after_unchecked).
    ///
    /// ```
    /// use abstract_game::{Position, Rules, perft, sample::TakeTwo};
    ///
    /// /// The number of positions reached by exactly `depth` actions.
    /// fn count<P: Position>(position: &P, depth: u32, buffer: &mut Vec<P::Action>) -> u64 {
    ///     if depth == 0 {
    ///         return 1;
    ///     }
    ///     let start = buffer.len();
    ///     position.actions_into(buffer);
    ///     let mut total = 0;
    ///     while buffer.len() > start {
    ///         let action = buffer.pop().unwrap();
    ///         let mut next = position.clone();
    ///         next.play_unchecked(action); // just generated on this position
    ///         total += count(&next, depth - 1, buffer);
    ///     }
    ///     total
    /// }
    /// let start = TakeTwo::default().start();
    /// assert_eq!(count(&start, 3, &mut Vec::new()), perft::count(&start, 3));
    /// ```
    fn play_unchecked(&mut self, action: Self::Action);

    /// Plays an action.
    ///
    /// # Errors
    /// The rule that forbids the action; the position does not change.
    fn try_play(&mut self, action: Self::Action) -> Result<(), Self::ActionError> {
        self.check(action)?;
        self.play_unchecked(action);
        Ok(())
    }

    /// Plays a legal action.
    ///
    /// # Panics
    /// If the action is illegal; the message names the rule.
    fn play(&mut self, action: Self::Action) {
        self.try_play(action).unwrap_or_else(|error| panic!("illegal action {action} on {self}: {error}"));
    }

    /// The position after a legal action.
    ///
    /// # Panics
    /// If the action is illegal; the message names the rule.
    #[must_use]
    fn after(&self, action: Self::Action) -> Self {
        let mut next = self.clone();
        next.play(action);
        next
    }

    /// The position after an action that is not checked, as in [`play_unchecked`](Self::play_unchecked).
    #[must_use]
    fn after_unchecked(&self, action: Self::Action) -> Self {
        let mut next = self.clone();
        next.play_unchecked(action);
        next
    }

    /// Plays an action like [`play_unchecked`](Self::play_unchecked), and passes its events to `record`, in order. Without
    /// events, unless the game overrides this.
    fn play_recorded(&mut self, action: Self::Action, _record: &mut impl FnMut(Self::Event)) {
        self.play_unchecked(action);
    }

    /// The events of a legal action and the position after it.
    ///
    /// # Errors
    /// The rule that forbids the action.
    fn explain(&self, action: Self::Action) -> Result<Explanation<Self>, Self::ActionError> {
        self.check(action)?;
        let (mut after, mut events) = (self.clone(), Vec::new());
        after.play_recorded(action, &mut |event| events.push(event));
        Ok(Explanation::new(events, after))
    }

    /// The action that only ends the turn; `None` if it is not legal here. The text of a turn omits it, unless it is the
    /// whole turn.
    fn end_turn(&self) -> Option<Self::Action> {
        None
    }

    /// The Zobrist key, updated with each action. Covers everything that equality covers, the state within a turn
    /// included. The same on every run and machine.
    fn key(&self) -> u64;

    /// The [`key`](Self::key) after a legal action, if it is much cheaper to compute than to play the action. Searches
    /// use it to load their memory of the next position early.
    fn key_after(&self, _action: Self::Action) -> Option<u64> {
        None
    }

    /// The key computed from the whole position, to verify [`key`](Self::key).
    fn key_from_scratch(&self) -> u64;

    /// Whether `other` is the same state for repetition. Both positions are at the start of a turn.
    fn repeats(&self, other: &Self) -> bool {
        self == other
    }

    /// A key that is equal for positions that [repeat](Self::repeats) each other. A game overrides both methods if
    /// repetition ignores a part of the position.
    fn repetition_key(&self) -> u64 {
        self.key()
    }

    /// The result if the game ends here by repetition or agreement. Games with a tie-break override this.
    fn settle_draw(&self, reason: Reason) -> End {
        End::draw(reason)
    }

    /// An upper bound on the number of remaining turns; `None` if there is none. It decreases with each turn and never
    /// increases. A turn in progress may or may not be counted.
    fn max_remaining_turns(&self) -> Option<u32> {
        None
    }

    /// The position as if the player to act had skipped the turn: the same board, and the opponent begins a turn in which it
    /// can act. `None` within a turn, when the game is over, and where the game has no such position. The game has none by
    /// default: then nothing is known of threats.
    #[must_use]
    fn skip_turn(&self) -> Option<Self> {
        None
    }

    /// The position with the players exchanged, if the game has such a symmetry: each player has what the other had, the
    /// other acts, and a result is the other's. Twice exchanged it is this position. `None` where there is no such
    /// position; by default there is none.
    #[must_use]
    fn exchange_players(&self) -> Option<Self> {
        None
    }

    /// Reads a legal action.
    ///
    /// # Errors
    /// The text is not an action, or a rule forbids the action.
    fn read_action(&self, text: &str) -> Result<Self::Action, Self::ActionError>;

    /// The text of a legal action, which [`read_action`](Self::read_action) reads back: not empty, without white space and
    /// commas. It is what the action's `{}` writes, unless the game overrides this.
    #[must_use]
    fn action_text(&self, action: Self::Action) -> String {
        action.to_string()
    }

    /// The symmetries of the game that fit this position's board, the identity first. Play commutes with them: the mapped
    /// actions are the legal actions of the mapped position, and lead to the mapped results.
    ///
    /// ```
    /// use abstract_game::Position;
    /// /// The number of positions that symmetries do not map to each other, among those after one action.
    /// fn different<P: Position>(position: &P) -> usize {
    ///     let after = position.actions().into_iter().map(|action| position.after(action).canonical());
    ///     after.collect::<std::collections::HashSet<_>>().len()
    /// }
    /// ```
    #[must_use]
    fn symmetries(&self) -> &'static [Symmetry] {
        &[Symmetry::Identity]
    }

    /// Whether a symmetry of the game exchanges the players: who acts and who wins.
    #[must_use]
    fn exchanges_players(_symmetry: Symmetry) -> bool {
        false
    }

    /// The position under one of its [symmetries](Self::symmetries).
    ///
    /// # Panics
    /// A game may panic if the symmetry is not one of them.
    #[must_use]
    fn mapped(&self, _symmetry: Symmetry) -> Self {
        self.clone()
    }

    /// The action on the [mapped](Self::mapped) position that corresponds to a legal action on this one.
    ///
    /// # Panics
    /// A game may panic if the symmetry is not one of the [symmetries](Self::symmetries).
    #[must_use]
    fn map_action(&self, _symmetry: Symmetry, action: Self::Action) -> Self::Action {
        action
    }

    /// The same position for all positions that [symmetries](Self::symmetries) map to each other: the one with the lowest
    /// [key](Self::key).
    #[must_use]
    fn canonical(&self) -> Self {
        let images = self.symmetries().iter().map(|&symmetry| self.mapped(symmetry));
        images.min_by_key(Position::key).unwrap_or_else(|| self.clone())
    }

    /// The drawn board, as `{:#}` writes it, with a newline at the end.
    fn drawing(&self) -> String {
        format!("{self:#}\n")
    }
}
