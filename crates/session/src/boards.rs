//! Each game as views: one file a game.

mod nika;
mod snorkels;
mod symbol;

use abstract_game::{Position, Rules};
use serde::Deserialize;

use crate::view::{ActionView, EventView, Scene};

/// The position of a [`BoardRules`].
pub(crate) type PositionOf<R> = <R as Rules>::Position;
/// The action of a [`BoardRules`].
pub(crate) type ActionOf<R> = <PositionOf<R> as Position>::Action;

/// A game that a page can draw.
pub(crate) trait BoardRules: Rules {
    /// The board and what is on it.
    fn scene(position: &PositionOf<Self>) -> Scene;

    /// The choices of a legal action.
    fn action(position: &PositionOf<Self>, action: ActionOf<Self>) -> ActionView;

    /// The events of a legal action.
    fn events(position: &PositionOf<Self>, action: ActionOf<Self>) -> Vec<EventView>;

    /// The texts of the actions that a person may have meant, the likeliest first.
    fn attempts(position: &PositionOf<Self>, attempt: &Attempt) -> Vec<String>;

    /// The words of a position's text after a turn without any action, for a position at the start of a turn.
    fn skip_turn(words: &mut [String]);
}

/// What a person tried: the selection and the cell that was clicked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    /// The selected cells.
    #[serde(default)]
    pub set: Vec<String>,
    /// The selected kind beside the board.
    #[serde(default)]
    pub reserve: Option<String>,
    /// The cell.
    pub cell: String,
}
