//! The events of an action, in order.

use abstract_game::{End, Player};
use alloc::vec::Vec;
use derive_more::Display;
use grid_topology::{Bitboard64, Cell};

use crate::board::Names;
use crate::{Action, Colour, Position, cell_name};

/// One event of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display)]
#[non_exhaustive]
pub enum Event {
    /// A snorkel was placed.
    #[display("a {colour} snorkel is placed on {}", cell_name(*cell))]
    Placed {
        /// Its colour.
        colour: Colour,
        /// Its cell.
        cell: Cell,
    },
    /// The players exchanged their colours.
    #[display("the players swap colours: {purple} owns purple")]
    Swapped {
        /// The player who owns purple now.
        purple: Player,
    },
    /// An enemy group of the placer has no air any more.
    #[display("the {colour} group on {} is captured", Names(*group))]
    Captured {
        /// The group's colour.
        colour: Colour,
        /// Its cells.
        group: Bitboard64,
    },
    /// A group of the placer's colour has no air any more.
    #[display("the {colour} group on {} loses its own last air", Names(*group))]
    SelfCaptured {
        /// The group's colour.
        colour: Colour,
        /// Its cells.
        group: Bitboard64,
    },
    /// The turn is over.
    #[display("{player}'s turn is over")]
    TurnEnded {
        /// The player whose turn it was.
        player: Player,
    },
    /// The game is over.
    #[display("{end}")]
    GameEnded {
        /// How it ended.
        end: End,
    },
}

/// The events of a legal action and the position after it; made by [`Position::explain`].
///
/// ```
/// use snorkels_core::Position;
/// let position: Position = "3/G2/P2 g 1 -".parse()?;
/// let explanation = position.explain("b1".parse()?)?;
/// let events = [
///     "a green snorkel is placed on b1",
///     "the purple group on a1 is captured",
///     "P2's turn is over",
///     "P2 wins by capture",
/// ];
/// assert_eq!(explanation.to_string(), events.join("\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Explanation = abstract_game::Explanation<Position>;

impl Position {
    /// Plays an action, and passes its events to `record`.
    pub(crate) fn play_recorded(&mut self, action: Action, record: &mut impl FnMut(Event)) {
        let (player, placer) = (self.player_to_act(), self.to_place);
        self.play_unchecked(action);
        match action.cell() {
            None => record(Event::Swapped { purple: self.purple_owner }),
            Some(cell) => {
                record(Event::Placed { colour: placer, cell });
                let (own, enemy): (Vec<_>, Vec<_>) =
                    self.dead_groups().partition(|&(colour, _)| colour == placer);
                enemy.into_iter().for_each(|(colour, group)| record(Event::Captured { colour, group }));
                own.into_iter().for_each(|(colour, group)| record(Event::SelfCaptured { colour, group }));
            }
        }
        record(Event::TurnEnded { player });
        if let Some(end) = self.end() {
            record(Event::GameEnded { end });
        }
    }
}
