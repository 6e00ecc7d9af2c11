//! One call for a program that has a match.

use std::sync::atomic::AtomicBool;

use abstract_game::{Match, Position, Rules, Turn};
use resources::memory::Unavailable;
use search::{SearchLimits, SearchResult, Searcher};

use crate::game_engine::GameEngine;
use crate::setup::Setup;

/// A position of a game that the engine plays: of each game in `games`, and of any game whose program implements this trait,
/// with [`RulesOnly`](crate::games::RulesOnly) as its player if there is no knowledge of the game.
pub trait Playable: Position {
    /// The engine's part for the game.
    type Player: GameEngine<Rules: Rules<Position = Self>>;
}

/// A search to keep: with its table or tree it goes on where it ended a turn before.
///
/// # Errors
/// The memory of the table or tree is not available.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use agon_engine::{Limits, SearchKind, Setup, searcher};
/// use games::nika_core::{Match, Nika};
///
/// let mut setup = Setup::default();
/// (setup.search, setup.hash) = (Some(SearchKind::Mcts), 8);
/// let mut search = searcher(&setup)?;
/// let mut game = Match::new(Nika.start());
/// let stop = AtomicBool::new(false);
/// for _ in 0..2 {
///     let found = search.search(&game, &Limits::nodes(300), &stop, &mut |report| println!("{report:?}"));
///     for action in found.turn {
///         game.try_play(action)?;
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn searcher<P: Playable>(setup: &Setup) -> Result<Box<dyn Searcher<P>>, Unavailable> {
    setup.new_search::<P::Player>(&P::Player::PARAMETERS)
}

/// Searches the current position of a match, which may be within a turn, at full strength with one thread and a table of 64
/// MiB, which lives as long as the call: [`searcher`] keeps one. `None`: the game is over. Without limits the search ends only when the result is proved.
///
/// ```
/// use agon_engine::{Limits, search};
/// use games::snorkels_core::{Match, Snorkels};
///
/// let game = Match::new(Snorkels::new().start());
/// let found = search(&game, Limits::nodes(400)).expect("the game is not over");
/// assert_eq!((found.report.nodes, found.turn.len()), (400, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn search<P: Playable>(game: &Match<P>, limits: SearchLimits) -> Option<SearchResult<P>> {
    if game.result().is_some() {
        return None;
    }
    let mut search = Setup::default().fitting_search::<P::Player>(&P::Player::PARAMETERS);
    Some(search.search(game, &limits, &AtomicBool::new(false), &mut |_| ()))
}

/// The turn that [`search()`] finds.
///
/// ```
/// use agon_engine::{Limits, best_turn};
/// use games::symbol_core::{Match, Symbol};
///
/// let mut game = Match::new(Symbol::default().start());
/// for _ in 0..2 {
///     let turn = best_turn(&game, Limits::nodes(500)).expect("the game is not over");
///     for action in turn {
///         game.try_play(action)?;
///     }
/// }
/// assert_eq!(game.turn_texts().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn best_turn<P: Playable>(game: &Match<P>, limits: SearchLimits) -> Option<Turn<P::Action>> {
    search(game, limits).map(|found| found.turn)
}

#[cfg(test)]
mod tests {
    use abstract_game::sample::{Heaps, TakeTwo};
    use abstract_game::{Match, Rules};
    use search::SearchLimits;

    use super::{Playable, best_turn, searcher};
    use crate::games::RulesOnly;
    use crate::setup::Setup;

    impl Playable for Heaps {
        type Player = RulesOnly<TakeTwo>;
    }

    #[test]
    fn a_game_of_ones_own_is_played_to_its_end() {
        let start = TakeTwo::default().read_position("3,2 1 2").expect("a position");
        let mut game = Match::new(start);
        // Three counters and then two are all of them.
        for action in best_turn(&game, SearchLimits::nodes(2_000)).expect("the game is not over") {
            game.try_play(action).expect("a legal action");
        }
        assert_eq!(game.turn_texts(), ["a3,b2"]);
        assert_eq!(best_turn(&game, SearchLimits::nodes(2_000)), None, "the game is over");
    }

    #[test]
    fn too_much_memory_is_refused() {
        let refused = searcher::<Heaps>(&Setup { hash: usize::MAX >> 20, ..Setup::default() });
        assert!(refused.err().is_some_and(|error| error.mebibytes == usize::MAX >> 20));
    }
}
