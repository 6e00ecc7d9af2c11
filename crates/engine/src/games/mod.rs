//! The players of the games: one module and one line in `player` for each game of which the engine knows more than the rules.

mod network;
pub mod nika;
mod rules_only;
pub mod snorkels;
pub mod symbol;
mod weights;

pub use rules_only::RulesOnly;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use weights::set_network_reader;

use abstract_game::Rules as _;

use crate::game_engine::GameEngine;

/// The player of a game.
macro_rules! player {
    (snorkels_core::Snorkels) => { snorkels::SnorkelsEngine };
    (symbol_core::Symbol) => { symbol::SymbolEngine };
    (nika_core::Nika) => { nika::NikaEngine };
    ($package:ident::$rules:ident) => { RulesOnly<::games::$package::$rules> };
}

/// A computation on the player of any game by its own type; see [`visit`].
pub trait PlayerVisitor {
    /// The result.
    type Output;

    /// Computes the result for one game.
    fn visit<G: GameEngine>(self) -> Self::Output;
}

macro_rules! players {
    ($($package:ident::$rules:ident,)*) => {
        /// Calls `visitor` with the player of the game with this name. `None`: there is no such game.
        pub fn visit<V: PlayerVisitor>(game: &str, visitor: V) -> Option<V::Output> {
            match game {
                $(<::games::$package::$rules>::NAME => Some(visitor.visit::<player!($package::$rules)>()),)*
                _ => None,
            }
        }

        $(
            impl crate::play::Playable for ::games::$package::Position {
                type Player = player!($package::$rules);
            }
        )*
    };
}

::games::each_game!(players);

#[cfg(test)]
mod tests {
    use std::fmt::Display;

    use abstract_game::Position;

    /// Checks that two actions of a turn are legal in the opposite order, too, with the same result.
    pub(super) fn assert_commute<P: Position<Action: Display>>(
        before: &P,
        first: P::Action,
        second: P::Action,
    ) {
        let pair = || format!("{before}: {first}, {second}");
        assert!(before.is_legal(second), "{}", pair());
        let other = before.after_unchecked(second);
        assert!(other.is_legal(first), "{}", pair());
        assert!(
            other.after_unchecked(first) == before.after_unchecked(first).after_unchecked(second),
            "{}",
            pair()
        );
    }
}
