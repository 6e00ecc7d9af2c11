//! Whether results have finite ratings.

use petgraph::algo::{bellman_ford, kosaraju_scc};
use petgraph::graph::{DiGraph, NodeIndex};

use crate::tally::HeadToHead;

/// Whether the likelihood of the results, with or without a worth of moving first, has one finite maximum.
///
/// It has none if the parameters can move in some direction for ever without making any result less likely. Such a
/// direction changes the ratings by `r` and the worth of moving first by `a`. If `i` moved first against `j`, `r_i - r_j + a`
/// is not negative where `i` scored, and not positive where `j` scored.
/// - With `a = 0` there is such a direction unless every player is connected to every other over games in which the former
///   scored (Ford, "Solution of a ranking problem from binary comparisons", 1957): one strong component.
/// - With `a = 1` or `a = -1` these are inequalities between differences. They have a solution unless they have a cycle with
///   a negative sum (Bellman and Ford).
pub(super) fn has_finite_maximum(players: usize, games: &[HeadToHead], with_first_move: bool) -> bool {
    // An edge from each player who scored to the opponent, with the side of the former: 1 first, -1 second.
    let mut scored = DiGraph::<(), f64>::with_capacity(players, 2 * games.len());
    let nodes: Vec<NodeIndex> = (0..players).map(|_| scored.add_node(())).collect();
    for &HeadToHead { first, second, tally } in games {
        if tally.wins > 0 || tally.draws > 0 {
            scored.add_edge(nodes[first], nodes[second], 1.0);
        }
        if tally.losses > 0 || tally.draws > 0 {
            scored.add_edge(nodes[second], nodes[first], -1.0);
        }
    }
    let has_negative_cycle =
        |a: f64| bellman_ford(&scored.map(|_, ()| (), |_, side| side * a), NodeIndex::new(0)).is_err();
    kosaraju_scc(&scored).len() == 1 && (!with_first_move || [1.0, -1.0].into_iter().all(has_negative_cycle))
}
