#![doc = include_str!("../README.md")]

use abstract_game::Rules;
use abstract_game::facade::AnyRules;
use thiserror::Error;

/// A game's name, and what makes its rules with every option at its default.
type Game = (&'static str, fn() -> Box<dyn AnyRules>);

/// Every game, one line each.
const GAMES: &[Game] = &[
    game::<snorkels_core::Snorkels>(),
    game::<symbol_core::Symbol>(),
    game::<nika_core::Nika>(),
    #[cfg(feature = "sample")]
    game::<abstract_game::sample::TakeTwo>(),
];

const fn game<R: Rules>() -> Game {
    (R::NAME, || Box::new(R::default()))
}

/// No game has that name. The message lists the names there are.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no game `{name}`: expected one of {}", list())]
pub struct UnknownGame {
    /// The name that was given.
    pub name: String,
}

fn list() -> String {
    names().collect::<Vec<_>>().join(", ")
}

/// The names of the games, in a fixed order.
pub fn names() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|&(name, _)| name)
}

/// The rules of the game of that name, every option at its default.
///
/// # Errors
/// No game has that name.
pub fn by_name(name: &str) -> Result<Box<dyn AnyRules>, UnknownGame> {
    let found = GAMES.iter().find(|(known, _)| *known == name);
    found.map(|(_, make)| make()).ok_or_else(|| UnknownGame { name: name.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::{by_name, names};

    #[test]
    fn every_game_is_found_by_its_own_name() {
        for name in names() {
            assert_eq!(by_name(name).unwrap().name(), name);
        }
        for name in ["snorkels", "symbol", "nika"] {
            assert!(names().any(|known| known == name));
        }
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
