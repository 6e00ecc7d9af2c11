//! What the search leaves out: nodes whose result is known, and actions that will not raise alpha.

use abstract_game::Position;

use super::parameters::AlphaBetaParameters;
use super::stack::Node;
use super::thread::SearchThread;
use crate::transposition_table::{Bound, StoredResult};
use crate::{MoveOrdering, Score, StaticResult};

/// How a node is searched.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// In actions.
    pub(super) depth: u32,
}

impl Window {
    /// Whether the node belongs to the principal variation: other nodes have a null window.
    #[inline]
    pub(super) fn is_pv(self) -> bool {
        self.beta.raw() - self.alpha.raw() > 1
    }

    /// How a score of this window bounds the true score.
    #[inline]
    pub(super) fn bound(self, score: Score) -> Bound {
        if score >= self.beta {
            Bound::Lower
        } else if score <= self.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }

    /// Mate distance pruning: the game ends at the end of this turn at the earliest.
    #[inline]
    pub(super) fn within_mate_distance(self, turns: u16) -> Window {
        let alpha = self.alpha.max(Score::loss_in(turns + 1));
        let beta = self.beta.min(Score::win_in(turns + 1));
        Window { alpha, beta, ..self }
    }
}

/// How many actions of a node are searched, beside the [urgent](crate::URGENT) ones.
#[derive(Clone, Copy)]
pub(super) struct ActionLimit {
    pub(super) actions: usize,
    /// The greatest [gap](super::ordering::MovePicker::gap) of an action but the first.
    pub(super) gap: i32,
    /// Whether it holds where all of them lose, too.
    pub(super) is_strict: bool,
}

/// What remains of a node before its actions are searched.
pub(super) enum Pruned {
    /// This score; no action is searched.
    Node(Score),
    /// Its actions up to this limit.
    Actions(ActionLimit),
}

impl<P: Position, K: MoveOrdering<P>> SearchThread<'_, P, K> {
    /// The stored score of a node outside of the principal variation, if it decides the window.
    #[inline]
    pub(super) fn table_cutoff(hit: Option<StoredResult>, window: Window) -> Option<Score> {
        let hit = hit?;
        let is_deep = u32::from(hit.depth) >= window.depth || P::REPETITIONS.is_none() && hit.is_proof();
        let decides = match hit.bound {
            Bound::Exact => true,
            Bound::Lower => hit.score >= window.beta,
            Bound::Upper => hit.score <= window.alpha,
        };
        (!window.is_pv() && is_deep && decides).then_some(hit.score)
    }

    /// The score that the rules imply without a search. If there is none, `data.static_actions` has the actions to search;
    /// all of them, if it is empty.
    #[inline]
    pub(super) fn static_score(&mut self, node: &Node<'_, P, K>) -> Option<Score> {
        let actions = &mut self.data.static_actions;
        actions.clear();
        match self.knowledge.static_result(node.position, node.analysis, actions) {
            StaticResult::Win(turns) => Some(Score::win_in(node.ply.turns + turns)),
            StaticResult::Loss(turns) => Some(Score::loss_in(node.ply.turns + turns)),
            StaticResult::Open | StaticResult::Only => None,
        }
    }

    /// Reverse futility pruning, futility pruning, and the limit of late move pruning.
    #[inline]
    pub(super) fn prune(&mut self, node: &Node<'_, P, K>, window: Window) -> Pruned {
        let parameters = self.parameters;
        let Window { alpha, beta, depth } = window;
        let limit = ActionLimit {
            actions: parameters.late_moves_at(depth, window.is_pv()),
            gap: parameters.late_gap_at(depth, window.is_pv()),
            is_strict: false,
        };
        let reverse_futility = !window.is_pv()
            && parameters.reverse_futility_margin > 0
            && depth <= parameters.reverse_futility_max_depth
            && node.position.at_turn_start()
            && !beta.is_decisive();
        let futility = !window.is_pv()
            && parameters.futility_margin > 0
            && depth <= parameters.futility_max_depth
            && !alpha.is_decisive();
        if reverse_futility || futility {
            let evaluation = self.static_evaluation(node);
            let margin = |per_action| per_action * depth as i32;
            if reverse_futility && evaluation >= beta.offset(margin(parameters.reverse_futility_margin)) {
                return Pruned::Node(evaluation);
            }
            if futility && evaluation.offset(margin(parameters.futility_margin)) <= alpha {
                return Pruned::Actions(ActionLimit { actions: 1, ..limit });
            }
        }
        Pruned::Actions(limit)
    }
}

impl AlphaBetaParameters {
    /// Late move pruning: the greatest number of actions of a node below the root.
    fn late_moves_at(&self, depth: u32, pv_node: bool) -> usize {
        let least = if pv_node { self.late_pv_moves } else { self.late_moves };
        match least {
            0 => usize::MAX,
            _ => least + (self.late_widening * depth * depth / 100) as usize,
        }
    }

    /// Late move pruning: the greatest gap of an action at a node below the root.
    fn late_gap_at(&self, depth: u32, pv_node: bool) -> i32 {
        if pv_node { i32::MAX } else { self.late_gap.saturating_add(self.late_gap_widening * depth as i32) }
    }

    /// The late move reduction of the action with this number (from 0) at a node below the root, in plies.
    #[inline]
    pub(super) fn late_move_reduction(&self, depth: u32, number: usize, pv_node: bool) -> u32 {
        self.reduction(self.lmr_percent, depth, number).saturating_sub(u32::from(pv_node))
    }

    /// The same at the root.
    pub(super) fn root_reduction(&self, depth: u32, number: usize) -> u32 {
        self.reduction(self.lmr_root_percent, depth, number)
    }

    /// Integer arithmetic, so that node counts are the same on every machine.
    #[inline]
    fn reduction(&self, percent: u32, depth: u32, number: usize) -> u32 {
        if depth < self.lmr_min_depth || number < self.lmr_full_depth_actions {
            return 0;
        }
        let product = log2_in_256ths(depth) * log2_in_256ths(number as u32 + 1) / 256;
        product * percent / (256 * 100)
    }
}

/// The logarithm of a number to base 2, times 256: linear between the powers of 2.
#[inline]
fn log2_in_256ths(number: u32) -> u32 {
    let whole = number.ilog2();
    256 * whole + ((256 * number) >> whole) - 256
}

#[cfg(test)]
mod tests {
    use super::{AlphaBetaParameters, log2_in_256ths};

    #[test]
    fn the_logarithm_is_near_the_real_one() {
        for number in 1..5_000_u32 {
            let exact = 256.0 * f64::from(number).log2();
            let difference = exact - f64::from(log2_in_256ths(number));
            assert!((0.0..24.0).contains(&difference), "{number}: {difference}");
        }
        assert_eq!([1, 2, 3, 4, 6, 8, 4_096].map(log2_in_256ths), [0, 256, 384, 512, 640, 768, 3_072]);
    }

    #[test]
    fn late_move_reductions_grow_with_depth_and_number() {
        let parameters = AlphaBetaParameters {
            lmr_min_depth: 3,
            lmr_full_depth_actions: 2,
            lmr_percent: 70,
            lmr_root_percent: 35,
            ..AlphaBetaParameters::default()
        };
        let numbers = [0, 1, 2, 3, 7, 30];
        let reductions =
            |depth, pv_node| numbers.map(|number| parameters.late_move_reduction(depth, number, pv_node));
        assert_eq!(reductions(2, false), [0; 6]);
        assert_eq!(reductions(3, false), [0, 0, 1, 2, 3, 5]);
        assert_eq!(reductions(8, false), [0, 0, 3, 4, 6, 10]);
        assert_eq!(reductions(8, true), [0, 0, 2, 3, 5, 9]);
        assert_eq!(numbers.map(|number| parameters.root_reduction(8, number)), [0, 0, 1, 2, 3, 5]);
    }

    #[test]
    fn late_move_pruning_widens_with_the_square_of_the_depth() {
        let parameters = AlphaBetaParameters {
            late_moves: 4,
            late_pv_moves: 12,
            late_widening: 10,
            ..AlphaBetaParameters::default()
        };
        assert_eq!([1, 3, 4, 7, 10].map(|depth| parameters.late_moves_at(depth, false)), [4, 4, 5, 8, 14]);
        assert_eq!([1, 4, 10].map(|depth| parameters.late_moves_at(depth, true)), [12, 13, 22]);
        let without = AlphaBetaParameters { late_moves: 0, late_pv_moves: 0, ..parameters };
        assert_eq!([false, true].map(|pv_node| without.late_moves_at(10, pv_node)), [usize::MAX; 2]);
    }

    #[test]
    fn the_gap_of_late_move_pruning_widens_with_the_depth() {
        let parameters = AlphaBetaParameters {
            late_gap: 7_000,
            late_gap_widening: 1_000,
            ..AlphaBetaParameters::default()
        };
        assert_eq!([1, 4, 10].map(|depth| parameters.late_gap_at(depth, false)), [8_000, 11_000, 17_000]);
        assert_eq!(parameters.late_gap_at(4, true), i32::MAX);
    }
}
