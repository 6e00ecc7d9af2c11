//! The games of the engine: one module and one line in `sessions` per game.

mod network;
pub mod nika;
pub mod snorkels;
pub mod symbol;

use crate::session::{GameSession, Session};

/// A session of every game. The first game is the default.
pub(crate) fn sessions() -> Vec<Box<dyn GameSession>> {
    vec![
        Session::<snorkels::SnorkelsEngine>::boxed(),
        Session::<symbol::SymbolEngine>::boxed(),
        Session::<nika::NikaEngine>::boxed(),
    ]
}

#[cfg(test)]
mod tests {
    use std::fmt::Display;

    use abstract_game::Position;

    /// Checks that two actions of a turn are legal in the opposite order, too, with the same result.
    pub(super) fn assert_transposed<P: Position<Action: Display>>(
        before: &P,
        first: P::Action,
        second: P::Action,
    ) {
        let pair = || format!("{before}: {first}, {second}");
        assert!(before.is_legal(second), "{}", pair());
        let other = before.after(second);
        assert!(other.is_legal(first), "{}", pair());
        assert!(other.after(first) == before.after(first).after(second), "{}", pair());
    }
}
