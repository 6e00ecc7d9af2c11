//! The heart of the contract: what a position must be able to do.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::hash::Hash;

use crate::{End, Player, Reason};

/// A step of a turn. Small and `Copy`: aim for 4 bytes, 8 at the most, because searches hold many.
pub trait Action: Copy + Eq + Ord + Hash + fmt::Debug + Send + Sync + 'static {
    /// 32 bits that tell this action from the other legal actions of the same position, as well as
    /// 32 bits can. Searches store the tag in place of the action; two legal actions that share one
    /// cost a little speed, never correctness.
    #[must_use]
    fn tag(self) -> u32;
}

/// A position of a game: a plain value without history.
///
/// A game is played in *turns*; a turn is one or more *actions*. The rules work on actions. The
/// player to act is asked of the position and may be the same after an action as before it.
///
/// There are three ways to play: [`play`](Position::play) panics on an illegal action,
/// [`try_play`](Position::try_play) returns the reason and leaves the position as it was, and
/// [`play_unchecked`](Position::play_unchecked) trusts the caller.
///
/// `Display` has two forms:
/// - `{}` writes the position's text: words separated by single spaces, none of them `moves`, because in
///   protocols the turns follow after this word. [`Rules::read_position`](crate::Rules::read_position) reads it back.
/// - `{:#}` draws the board for people: several lines, the coordinates at the edges, and below the board a line
///   that says who acts or how the game ended, without a newline at the end.
pub trait Position: Clone + Eq + Hash + fmt::Debug + fmt::Display + Send + Sync + 'static {
    /// What a turn is made of.
    type Action: Action;
    /// Why a text is not an action, or why an action is not legal: it names the rule.
    type ActionError: core::error::Error + Clone + Eq + Send + Sync + 'static;

    /// The game ends when the same state stands at the start of a turn for the n-th time; `None`
    /// where repetition cannot happen or does not matter. [`Match`](crate::Match) watches over it.
    const REPETITIONS: Option<u32> = None;

    /// The player whose action is next; the same throughout a turn. Without meaning when the game is
    /// over.
    fn player_to_act(&self) -> Player;

    /// The seat whose action is next, as an index into [`Rules::SEATS`](crate::Rules::SEATS); it belongs to
    /// the [player to act](Self::player_to_act). Without meaning when the game is over.
    fn seat_to_act(&self) -> usize {
        self.player_to_act().index()
    }

    /// How the game ended on this position, or `None` while it goes on. Knows nothing of history
    /// (repetition) nor of what players say (resignation, agreement): that is
    /// [`Match::result`](crate::Match::result).
    fn end(&self) -> Option<End>;

    /// Whether a turn begins here. An action ended its turn exactly when this holds after it; an
    /// action that ends the game also ends its turn.
    fn at_turn_start(&self) -> bool;

    /// Appends every legal action once, in an order that is the same each time. Nothing when the
    /// game is over, otherwise at least one.
    fn generate(&self, actions: &mut Vec<Self::Action>);

    /// Every legal action.
    fn actions(&self) -> Vec<Self::Action> {
        let mut actions = Vec::new();
        self.generate(&mut actions);
        actions
    }

    /// How many actions are legal. Games override this where counting is cheaper than generating.
    fn count_actions(&self) -> usize {
        self.actions().len()
    }

    /// Why `action` is not legal here.
    ///
    /// # Errors
    /// The rule that forbids it.
    fn check(&self, action: Self::Action) -> Result<(), Self::ActionError>;

    /// Whether `action` is legal here.
    fn is_legal(&self, action: Self::Action) -> bool {
        self.check(action).is_ok()
    }

    /// Plays an action that the caller knows to be legal, as one from [`generate`](Self::generate).
    /// With an illegal one the position that results is unspecified (but no undefined behaviour).
    fn play_unchecked(&mut self, action: Self::Action);

    /// Plays an action, or says why it is not legal and leaves the position as it was.
    ///
    /// # Errors
    /// The rule that forbids it.
    fn try_play(&mut self, action: Self::Action) -> Result<(), Self::ActionError> {
        self.check(action)?;
        self.play_unchecked(action);
        Ok(())
    }

    /// Plays a legal action.
    ///
    /// # Panics
    /// If it is illegal, with the rule that forbids it.
    fn play(&mut self, action: Self::Action) {
        if let Err(error) = self.try_play(action) {
            panic!("illegal action {action:?} on {self}: {error}");
        }
    }

    /// The position after an action that the caller knows to be legal.
    #[must_use]
    fn after(&self, action: Self::Action) -> Self {
        let mut next = self.clone();
        next.play_unchecked(action);
        next
    }

    /// The action that does nothing but end the turn, where it is legal. Turns are written without
    /// it, unless it is the whole turn.
    fn end_turn(&self) -> Option<Self::Action> {
        None
    }

    /// A Zobrist key, kept up to date with each action. Covers everything that equality covers, the
    /// state within a turn included; equal on every run and machine.
    fn key(&self) -> u64;

    /// The same key computed anew, to check [`key`](Self::key) against.
    fn key_from_scratch(&self) -> u64;

    /// Whether `other` counts as the same state for repetition. Both stand at the start of a turn.
    fn repeats(&self, other: &Self) -> bool {
        self == other
    }

    /// A key that is equal for positions that [repeat](Self::repeats) each other. Games whose state for
    /// repetition leaves something out of equality override both.
    fn repetition_key(&self) -> u64 {
        self.key()
    }

    /// How the game is decided when it ends here in what is normally a draw (repetition,
    /// agreement). Games with a tie-break override this.
    fn settle_draw(&self, reason: Reason) -> End {
        End::draw(reason)
    }

    /// An upper bound on the turns the game can still last, or `None` where there is none. It shrinks
    /// with each turn and never grows; an unfinished turn may or may not be counted.
    fn max_remaining_turns(&self) -> Option<u32> {
        None
    }

    /// Reads a legal action.
    ///
    /// # Errors
    /// What is wrong with the text, or which rule forbids the action.
    fn read_action(&self, text: &str) -> Result<Self::Action, Self::ActionError>;

    /// Writes a legal action so that [`read_action`](Self::read_action) reads it back. The text has
    /// neither white space nor a comma and is not empty.
    ///
    /// # Errors
    /// Only those of `out`.
    fn write_action(&self, action: Self::Action, out: &mut dyn fmt::Write) -> fmt::Result;

    /// The drawn board, as `{:#}` writes it, with a newline at the end.
    fn drawing(&self) -> String {
        format!("{self:#}\n")
    }
}
