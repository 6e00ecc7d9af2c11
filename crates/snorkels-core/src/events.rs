//! The events of an action, in order.

use abstract_game::{End, GameError, Player};
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
pub type Explanation = abstract_game::Explanation<Position>;

impl Position {
    /// The events of an action and the position after it. This position does not change.
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
    ///
    /// # Errors
    /// The action is not legal.
    pub fn explain(&self, action: Action) -> Result<Explanation, GameError> {
        self.check(action)?;
        let after = self.after_unchecked(action);
        let mut events = Vec::new();
        match action.cell() {
            None => events.push(Event::Swapped { purple: after.purple_owner }),
            Some(cell) => {
                let placer = self.to_place;
                events.push(Event::Placed { colour: placer, cell });
                let (own, enemy): (Vec<_>, Vec<_>) =
                    after.dead_groups().partition(|&(colour, _)| colour == placer);
                events.extend(enemy.into_iter().map(|(colour, group)| Event::Captured { colour, group }));
                events.extend(own.into_iter().map(|(colour, group)| Event::SelfCaptured { colour, group }));
            }
        }
        events.push(Event::TurnEnded { player: self.player_to_act() });
        events.extend(after.end().map(|end| Event::GameEnded { end }));
        Ok(Explanation::new(events, after))
    }
}
