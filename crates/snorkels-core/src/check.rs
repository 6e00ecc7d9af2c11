//! Whether an action is legal, and which rule forbids it.

use alloc::format;
use alloc::string::String;

use abstract_game::{GameError, Player, game_error};

use crate::board::Extent;
use crate::{Action, Colour, Position, cell_name};

impl Position {
    /// The rule that forbids an illegal action.
    #[cold]
    pub(crate) fn reason_against(&self, action: Action) -> GameError {
        if let Some(end) = self.computed_end() {
            return game_error!("the game is over: {end}");
        }
        let Some(cell) = action.cell() else {
            let why = self.no_swap().unwrap_or_else(|| {
                "this position does not offer it (its text ends in `-`, not in `s`)".into()
            });
            return game_error!("`swap` is not legal: {why}");
        };
        let name = cell_name(cell);
        match self.content(cell) {
            Some(content) => game_error!("no snorkel can be placed on {name}: {content} is there"),
            None => {
                let extent = Extent(self.width, self.height);
                game_error!("no snorkel can be placed on {name}: it is not on the board ({extent})")
            }
        }
    }

    /// Why `swap` cannot be legal on this board, even with the pie rule; `None` if it can. It is legal only as the second
    /// player's first turn.
    pub(crate) fn no_swap(&self) -> Option<String> {
        let (purple, green) = (self.purple().len(), self.green().len());
        if green > 0 {
            Some(format!("it needs a board without green snorkels, and there are {green}"))
        } else if purple != 1 {
            Some(format!("it needs exactly one purple snorkel on the board, and there are {purple}"))
        } else if self.to_place != Colour::Green {
            Some("it is an answer to the first purple snorkel, and purple is to place".into())
        } else if self.purple_owner != Player::P1 {
            Some(format!("{} owns purple already", Player::P2))
        } else {
            None
        }
    }
}
