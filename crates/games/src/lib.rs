#![doc = include_str!("../README.md")]

use abstract_game::Rules;
use abstract_game::facade::AnyRules;
use thiserror::Error;

/// The list of the games: passes the crate and the type of the rules of each to a macro, as in `nika_core::Nika,`.
/// [`visit`] is enough for most generic code; an engine that has a type of its own for each game uses this.
#[macro_export]
macro_rules! each_game {
    ($callback:ident) => {
        $callback! {
            snorkels_core::Snorkels,
            symbol_core::Symbol,
            nika_core::Nika,
        }
    };
}

/// An entry of the registry.
struct Entry {
    name: &'static str,
    /// Makes the game's rules with the default options.
    rules: fn() -> Box<dyn AnyRules>,
}

const fn game<R: Rules>() -> Entry {
    Entry { name: R::NAME, rules: || Box::new(R::default()) }
}

/// A computation on the rules of any game by their own type; see [`visit`].
pub trait RulesVisitor {
    /// The result.
    type Output;

    /// Computes the result for one game.
    fn visit<R: Rules>(self, rules: &R) -> Self::Output;
}

macro_rules! registry {
    ($($package:ident::$rules:ident,)*) => {
        /// The rules crates, so that an engine needs no dependency of its own on each game.
        pub use {$($package),*};

        const GAMES: &[Entry] = &[
            $(game::<$package::$rules>(),)*
            #[cfg(feature = "sample")]
            game::<abstract_game::sample::TakeTwo>(),
        ];

        /// Calls `visitor` with the game's own type of rules, for code that is generic over the game, such as searches.
        /// `None` if the rules belong to no game of the registry.
        ///
        /// ```
        /// use abstract_game::{Rules, perft};
        ///
        /// struct Perft(u32);
        ///
        /// impl games::RulesVisitor for Perft {
        ///     type Output = u64;
        ///
        ///     fn visit<R: Rules>(self, rules: &R) -> u64 {
        ///         perft::count(&rules.start(), self.0)
        ///     }
        /// }
        ///
        /// let rules = games::by_name("nika")?;
        /// assert_eq!(games::visit(&*rules, Perft(2)), Some(2_095));
        /// # Ok::<(), games::UnknownGame>(())
        /// ```
        pub fn visit<V: RulesVisitor>(rules: &dyn AnyRules, visitor: V) -> Option<V::Output> {
            $(
                if let Some(rules) = rules.as_any().downcast_ref::<$package::$rules>() {
                    return Some(visitor.visit(rules));
                }
            )*
            #[cfg(feature = "sample")]
            if let Some(rules) = rules.as_any().downcast_ref::<abstract_game::sample::TakeTwo>() {
                return Some(visitor.visit(rules));
            }
            None
        }
    };
}

each_game!(registry);

/// The name of the first game, the default of programs.
pub const DEFAULT: &str = GAMES[0].name;

/// The error for a name that no game has. The message lists the known names.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no game `{}`: expected one of {}", abstract_game::excerpt(.name), names().collect::<Vec<_>>().join(", "))]
#[non_exhaustive]
pub struct UnknownGame {
    /// The given name.
    pub name: String,
}

/// The names of the games, in a fixed order.
pub fn names() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|game| game.name)
}

/// The rules of the game with this name, with the default options.
///
/// ```
/// let mut rules = games::by_name("snorkels")?;
/// rules.set_option("size", "5")?;
/// let mut game = rules.start();
/// game.play_turn("c3")?;
/// assert!(game.result().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// No game has this name.
pub fn by_name(name: &str) -> Result<Box<dyn AnyRules>, UnknownGame> {
    let game = GAMES.iter().find(|game| game.name == name);
    game.map(|game| (game.rules)()).ok_or_else(|| UnknownGame { name: name.to_owned() })
}

#[cfg(test)]
mod tests {
    use abstract_game::view::Attempt;

    use super::{DEFAULT, by_name, names};

    #[test]
    fn every_game_is_found_by_its_own_name() {
        for name in names() {
            assert_eq!(by_name(name).unwrap().name(), name);
        }
        for name in ["snorkels", "symbol", "nika"] {
            assert!(names().any(|known| known == name));
        }
        assert_eq!(names().next(), Some(DEFAULT));
    }

    #[test]
    fn a_skipped_turn_leaves_the_board_to_the_opponent() {
        let skipped =
            |game: &str, position: &str| by_name(game).unwrap().read_position(position).unwrap().skip_turn();
        let snorkels = skipped("snorkels", "7/7/7/3P3/7/7/7 g 1 s");
        assert_eq!(snorkels.as_deref(), Some("7/7/7/3P3/7/7/7 p 1 -"));
        let symbol = skipped("symbol", "x3,k,x3/x7/x7/x7/x7/x7/L,x2,K,x2,L 2 A2/a - fire=all");
        assert_eq!(symbol.as_deref(), Some("x3,k,x3/x7/x7/x7/x7/x7/L,x2,K,x2,L 1 A2/a - fire=all"));
        let nika = skipped("nika", "d5ee5e/f5w/-/- T 2 1");
        assert_eq!(nika.as_deref(), Some("d5ee5e/f5w/-/- A 2 0"));
        // Within a turn there is none.
        assert_eq!(skipped("nika", "d5ee5e/f5w/-/- T 1 0"), None);
    }

    #[test]
    fn a_legal_attempt_has_no_reason_and_an_illegal_one_has() {
        let why_not = |game: &str, position: Option<&str>, set: &[&str], cell: &str| {
            let rules = by_name(game).unwrap();
            let game = position.map_or_else(|| rules.start(), |text| rules.read_position(text).unwrap());
            let set = set.iter().map(ToString::to_string).collect();
            game.why_not(&Attempt { set, reserve: None, cell: cell.into() })
        };
        assert_eq!(why_not("nika", None, &["k5", "k4"], "k6"), None);
        assert!(why_not("nika", None, &["k5", "k4"], "k4").is_none());
        assert!(why_not("nika", None, &["k4", "k5"], "l5").unwrap().contains("phalanx"));
        let position = "x7/x3,k,x3/x7/x7/w,x,d,x4/x,F,x5/x3,K,x3 1 A/- - -";
        assert_eq!(why_not("symbol", Some(position), &["b2"], "b3"), None);
        assert!(why_not("symbol", Some(position), &["b2"], "f7").is_some());
        assert!(why_not("symbol", None, &[], "a7").is_some());
        assert_eq!(why_not("snorkels", None, &[], "a1"), None);
    }

    #[test]
    fn names_differ() {
        let mut all: Vec<_> = names().collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), names().count());
    }

    #[test]
    fn an_unknown_game_is_told_with_the_names_there_are() {
        let message = by_name("chess").unwrap_err().to_string();
        assert!(message.starts_with("there is no game `chess`: expected one of snorkels"), "{message}");
    }
}
