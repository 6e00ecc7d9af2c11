//! A game's rules as a value.

use alloc::string::{String, ToString};
use core::fmt;

use crate::encode::Encode;
use crate::view::View;
use crate::{GameError, OptionError, OptionSpec, Position, Seat};

/// The rules of a game: a value that holds its options. In the default value every option has its default. Every value
/// is playable.
pub trait Rules: Clone + Eq + Default + fmt::Debug + Send + Sync + 'static {
    /// The game's positions, with what faces show and learning reads of them: both have defaults.
    type Position: Position + View + Encode;

    /// The game's name: one lower-case word, for command lines and protocols.
    const NAME: &'static str;

    /// The game's name as people write it: `Snorkels`. Protocols prefix the rule options with it: `Snorkels.size`.
    const TITLE: &'static str;

    /// The seats, in the order in which they first act. Two, unless each partner of a team has a seat.
    const SEATS: &'static [Seat] = Seat::ONE_A_SIDE;

    /// All options, in the order in which they are written.
    fn options() -> &'static [OptionSpec];

    /// The value of an option as text; `None` if there is no such option.
    fn option(&self, name: &str) -> Option<String>;

    /// Sets an option.
    ///
    /// # Errors
    /// There is no such option, or it does not take the value; the rules do not change.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError>;

    /// These rules with an option set.
    ///
    /// ```
    /// use abstract_game::{Rules, sample::TakeTwo};
    /// assert_eq!(TakeTwo::default().with("heaps", 4)?.start().to_string(), "3,4,5,6 1 2");
    /// # Ok::<(), abstract_game::OptionError>(())
    /// ```
    ///
    /// # Errors
    /// There is no such option, or it does not take the value.
    fn with(mut self, name: &str, value: impl fmt::Display) -> Result<Self, OptionError> {
        self.set_option(name, &value.to_string())?;
        Ok(self)
    }

    /// The first position.
    fn start(&self) -> Self::Position;

    /// Reads a position. What its text contains, such as the size of the board, takes precedence over the options. Every
    /// unfinished position that play can reach is read back from its text; finished positions may be refused. Every
    /// accepted position satisfies the contract of [`Position`], even if play cannot reach it.
    ///
    /// # Errors
    /// What is wrong with the text, where, and what was expected.
    fn read_position(&self, text: &str) -> Result<Self::Position, GameError>;
}
