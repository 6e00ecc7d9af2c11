#![doc = include_str!("../README.md")]

mod appraise;

use abstract_game::Rules;
use abstract_game::facade::AnyRules;
use thiserror::Error;

pub use self::appraise::{Appraisal, AppraisalError, Effort, Playouts};
/// The rules crates, so that an engine needs no dependency of its own on each game.
pub use {nika_core, snorkels_core, symbol_core};

/// What the list holds of a game.
struct Game {
    name: &'static str,
    /// Makes its rules with every option at its default.
    rules: fn() -> Box<dyn AnyRules>,
    appraise: appraise::Appraise,
}

/// Every game, one line each.
const GAMES: &[Game] = &[
    game::<snorkels_core::Snorkels>(),
    game::<symbol_core::Symbol>(),
    game::<nika_core::Nika>(),
    #[cfg(feature = "sample")]
    game::<abstract_game::sample::TakeTwo>(),
];

const fn game<R: Rules>() -> Game {
    Game { name: R::NAME, rules: || Box::new(R::default()), appraise: appraise::appraise::<R> }
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

fn find(name: &str) -> Result<&'static Game, UnknownGame> {
    GAMES.iter().find(|game| game.name == name).ok_or_else(|| UnknownGame { name: name.to_owned() })
}

/// The names of the games, in a fixed order.
pub fn names() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|game| game.name)
}

/// The rules of the game of that name, every option at its default.
///
/// # Errors
/// No game has that name.
pub fn by_name(name: &str) -> Result<Box<dyn AnyRules>, UnknownGame> {
    find(name).map(|game| (game.rules)())
}

/// A short look at a position, given as text: is it decided, and if not, how do random players go on from
/// there? By the rules alone, without the knowledge of an engine; one thread, a table of 1 MiB. The same
/// position, rules and effort give the same answer on every machine. What was played before the position
/// has no say, so a repetition of what came earlier is not seen.
///
/// ```
/// use abstract_game::Verdict;
/// let rules = games::by_name("snorkels")?;
/// let effort = games::Effort { nodes: 2_000, playouts: 100 };
/// let start = games::appraise(&*rules, &rules.start().position_text(), &effort)?;
/// assert_eq!(start.verdict, None);
/// assert_eq!(start.playouts.count(), 100);
///
/// // Without the pie rule player 2 wins on a board of 2×2.
/// let small = games::appraise(&*rules, "2/2 p 1 -", &effort)?;
/// assert_eq!(small.verdict, Some(Verdict::Loss));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The game is not in the list, or the position cannot be read.
pub fn appraise(rules: &dyn AnyRules, position: &str, effort: &Effort) -> Result<Appraisal, AppraisalError> {
    (find(rules.name())?.appraise)(rules, position, effort)
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
