//! The games of the engine: one module and one line in `sessions` per game.

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
