//! The search of one node and everything below it.

use abstract_game::{Action, Match, Position, Reason};
use arrayvec::ArrayVec;

use super::Settings;
use super::history::{History, Killers};
use super::move_picker::{MoveBuffers, MovePicker};
use crate::control::SearchControl;
use crate::transposition_table::{Bound, TranspositionTable};
use crate::{Knowledge, Score};

/// The greatest distance from the root in actions; nodes beyond are evaluated as they stand.
pub(super) const MAX_PLY: usize = 250;
/// Looking at the clock at every node would take longer than searching it.
const NODES_BETWEEN_CHECKS: u64 = 1024;

/// A principal variation; what does not fit is left out.
pub(super) type Line<A> = ArrayVec<A, 64>;

/// One thread's part of a search.
pub(super) struct SearchThread<'a, P: Position, K> {
    pub(super) knowledge: &'a K,
    settings: &'a Settings,
    pub(super) table: &'a TranspositionTable,
    pub(super) control: &'a SearchControl<'a>,
    pub(super) history: History,
    killers: Vec<Killers>,
    /// Lists to generate into and to order, taken and given back by each node.
    actions: Vec<Vec<P::Action>>,
    move_buffers: Vec<MoveBuffers<P::Action>>,
    /// The keys for repetition at the turn starts before the root, then of those down to this node.
    path: Vec<u64>,
    game_turn_starts: usize,
    /// Nodes not yet counted in the control.
    uncounted: u64,
    nodes_between_counts: u64,
    pub(super) selective_depth: u32,
}

/// Where a node stands.
#[derive(Clone, Copy)]
pub(super) struct Ply {
    /// Actions from the root.
    pub(super) actions: usize,
    /// Turns ended since the root.
    pub(super) turns: u16,
}

impl Ply {
    pub(super) const ROOT: Ply = Ply { actions: 0, turns: 0 };

    /// The ply of a position one action on.
    pub(super) fn after<P: Position>(self, child: &P) -> Ply {
        Ply { actions: self.actions + 1, turns: self.turns + u16::from(child.at_turn_start()) }
    }
}

impl<'a, P: Position, K: Knowledge<P>> SearchThread<'a, P, K> {
    pub(super) fn new(
        game: &Match<P>,
        knowledge: &'a K,
        settings: &'a Settings,
        table: &'a TranspositionTable,
        control: &'a SearchControl<'a>,
        threads: usize,
    ) -> Self {
        // The root itself is the last turn start; as a node it puts itself on the path.
        let before = game.turn_starts().len() - usize::from(game.position().at_turn_start());
        let path: Vec<u64> = if P::REPETITIONS.is_some() {
            game.turn_starts()[..before].iter().map(P::repetition_key).collect()
        } else {
            Vec::new()
        };
        // One thread alone can count exactly without disturbing another.
        let exact = threads == 1 && control.limits().nodes.is_some();
        SearchThread {
            knowledge,
            settings,
            table,
            control,
            history: History::new(),
            killers: vec![Killers::default(); MAX_PLY + 1],
            actions: Vec::new(),
            move_buffers: Vec::new(),
            game_turn_starts: path.len(),
            path,
            uncounted: 0,
            nodes_between_counts: if exact { 1 } else { NODES_BETWEEN_CHECKS },
            selective_depth: 0,
        }
    }

    pub(super) fn settings(&self) -> &'a Settings {
        self.settings
    }

    /// Brings the control's count up to date.
    pub(super) fn flush(&mut self) {
        self.control.count(std::mem::take(&mut self.uncounted));
    }

    /// Counts a node; whether the search must stop.
    fn enter(&mut self, ply: Ply) -> bool {
        if self.control.is_stopped() {
            return true;
        }
        self.selective_depth = self.selective_depth.max(ply.actions as u32);
        self.uncounted += 1;
        if self.uncounted >= self.nodes_between_counts {
            let before = self.control.nodes();
            self.flush();
            if before / NODES_BETWEEN_CHECKS != self.control.nodes() / NODES_BETWEEN_CHECKS {
                self.control.check_limits();
            }
        }
        self.control.is_stopped()
    }

    /// The worth of a position for its player to act, within the window from `alpha` to `beta`, with
    /// `depth` more actions looked at. Without meaning once the control has stopped.
    pub(super) fn search(
        &mut self,
        position: &P,
        alpha: Score,
        beta: Score,
        depth: u32,
        ply: Ply,
        line: &mut Line<P::Action>,
    ) -> Score {
        line.clear();
        if let Some(end) = position.end() {
            self.enter(ply);
            return Score::from_end(end, position.player_to_act(), ply.turns);
        }
        let watched = P::REPETITIONS.is_some() && position.at_turn_start();
        if watched {
            let key = position.repetition_key();
            if self.is_drawn_by_repetition(key) {
                let end = position.settle_draw(Reason::REPETITION);
                return Score::from_end(end, position.player_to_act(), ply.turns);
            }
            self.path.push(key);
        }
        let score = if depth == 0 || ply.actions >= MAX_PLY {
            self.quiescence(position, alpha, beta, self.settings.quiescence_depth, ply)
        } else {
            self.search_actions(position, alpha, beta, depth, ply, line)
        };
        if watched {
            self.path.pop();
        }
        score
    }

    /// What was repeated once below the root can be repeated again: it is taken as drawn at once.
    fn is_drawn_by_repetition(&self, key: u64) -> bool {
        let (in_game, in_tree) = self.path.split_at(self.game_turn_starts);
        let limit = P::REPETITIONS.unwrap_or(u32::MAX) as usize;
        in_tree.contains(&key) || in_game.iter().filter(|&&k| k == key).count() + 1 >= limit
    }

    fn search_actions(
        &mut self,
        position: &P,
        mut alpha: Score,
        mut beta: Score,
        depth: u32,
        ply: Ply,
        line: &mut Line<P::Action>,
    ) -> Score {
        if self.enter(ply) {
            return Score::DRAW;
        }
        // The game cannot end before this turn does; a better or worse score cannot come out.
        alpha = alpha.max(Score::loss_in(ply.turns + 1));
        beta = beta.min(Score::win_in(ply.turns + 1));
        if alpha >= beta {
            return alpha;
        }
        let pv_node = beta.raw() - alpha.raw() > 1;
        let key = position.key();
        let hit = self.table.probe(key, ply.turns);
        if let Some(hit) = hit
            && !pv_node
            && u32::from(hit.depth) >= depth
        {
            let cuts = match hit.bound {
                Bound::Exact => true,
                Bound::Lower => hit.score >= beta,
                Bound::Upper => hit.score <= alpha,
            };
            if cuts {
                return hit.score;
            }
        }

        let mut actions = self.actions.pop().unwrap_or_default();
        actions.clear();
        position.generate(&mut actions);
        let mut picker = MovePicker::new(
            self.knowledge,
            position,
            &actions,
            hit.and_then(|hit| hit.tag),
            self.killers[ply.actions],
            &self.history,
            self.move_buffers.pop().unwrap_or_default(),
        );
        let window = (alpha, beta);
        let mut best = -Score::INFINITY;
        let mut best_action = None;
        let mut child_line = Line::new();
        let mut number = 0;
        for (rank, action) in picker.by_ref() {
            let child = position.after(action);
            let reduction =
                if number == 0 || rank >= K::URGENT { 0 } else { self.reduction(depth, number, pv_node) };
            number += 1;
            let score = self.search_child(
                position,
                &child,
                (alpha, beta),
                depth,
                reduction,
                number == 1,
                ply,
                &mut child_line,
            );
            if self.control.is_stopped() {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_action = Some(action);
                    alpha = score;
                    line.clear();
                    line.push(action);
                    line.extend(child_line.iter().copied().take(line.remaining_capacity()));
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        if !self.control.is_stopped() {
            if let Some(action) = best_action.filter(|_| best >= beta) {
                self.update_history(position, action, picker.taken(), depth, ply);
            }
            let bound = if best >= window.1 {
                Bound::Lower
            } else if best <= window.0 {
                Bound::Upper
            } else {
                Bound::Exact
            };
            let stored_depth = depth.min(u32::from(u8::MAX)) as u8;
            self.table.store(key, best, bound, stored_depth, best_action.map(Action::tag), ply.turns);
        }
        self.move_buffers.push(picker.into_buffers());
        self.actions.push(actions);
        best
    }

    /// The worth of a child for the parent's player: first within a window of no width to see whether
    /// it can be better at all, less deep at first where `reduction` says so.
    #[expect(clippy::too_many_arguments, reason = "these are the coordinates of one edge of the tree")]
    fn search_child(
        &mut self,
        parent: &P,
        child: &P,
        (alpha, beta): (Score, Score),
        depth: u32,
        reduction: u32,
        first: bool,
        ply: Ply,
        line: &mut Line<P::Action>,
    ) -> Score {
        let depth = depth - 1;
        if !first {
            let above_alpha = alpha.offset(1);
            let mut score = self.search_for(
                parent,
                child,
                (alpha, above_alpha),
                depth.saturating_sub(reduction),
                ply,
                line,
            );
            if score > alpha && reduction > 0 && !self.control.is_stopped() {
                score = self.search_for(parent, child, (alpha, above_alpha), depth, ply, line);
            }
            if score <= alpha || score >= beta || self.control.is_stopped() {
                return score;
            }
        }
        self.search_for(parent, child, (alpha, beta), depth, ply, line)
    }

    /// The worth of `child` for the player to act at `parent`: turned round only where the player
    /// changes.
    pub(super) fn search_for(
        &mut self,
        parent: &P,
        child: &P,
        (alpha, beta): (Score, Score),
        depth: u32,
        ply: Ply,
        line: &mut Line<P::Action>,
    ) -> Score {
        let ply = ply.after(child);
        if child.player_to_act() == parent.player_to_act() {
            self.search(child, alpha, beta, depth, ply, line)
        } else {
            -self.search(child, -beta, -alpha, depth, ply, line)
        }
    }

    /// By how many plies the action of that number (from 0) is searched less deep.
    fn reduction(&self, depth: u32, number: usize, pv_node: bool) -> u32 {
        let settings = self.settings;
        if depth < settings.reduction_depth || number < settings.reduction_after {
            return 0;
        }
        // Whole numbers, so that every machine searches the same nodes.
        let plies = depth.ilog2() * (number + 1).ilog2() / settings.reduction_divisor;
        plies.saturating_sub(u32::from(pv_node)).min(depth - 1)
    }

    /// An action cut the node short: it is tried earlier from now on, those before it later.
    fn update_history(
        &mut self,
        position: &P,
        action: P::Action,
        tried: &[(i32, P::Action)],
        depth: u32,
        ply: Ply,
    ) {
        self.killers[ply.actions].add(action.tag());
        let player = position.player_to_act();
        let bonus = (depth * depth).min(2_000) as i32;
        for &(_, other) in tried {
            let bonus = if other == action { bonus } else { -bonus };
            self.history.update(player, self.knowledge.history_slot(position, other), bonus);
        }
    }

    /// Follows loud actions until the position is quiet enough to be evaluated.
    fn quiescence(&mut self, position: &P, mut alpha: Score, beta: Score, depth: u32, ply: Ply) -> Score {
        if self.enter(ply) {
            return Score::DRAW;
        }
        let mut best = Score::centipawns(self.knowledge.evaluate(position));
        if best >= beta || depth == 0 || ply.actions >= MAX_PLY {
            return best;
        }
        alpha = alpha.max(best);
        let mut actions = self.actions.pop().unwrap_or_default();
        actions.clear();
        self.knowledge.noisy_actions(position, &mut actions);
        for &action in &actions {
            let child = position.after(action);
            let ply = ply.after(&child);
            let score = if let Some(end) = child.end() {
                self.enter(ply);
                Score::from_end(end, position.player_to_act(), ply.turns)
            } else if child.player_to_act() == position.player_to_act() {
                self.quiescence(&child, alpha, beta, depth - 1, ply)
            } else {
                -self.quiescence(&child, -beta, -alpha, depth - 1, ply)
            };
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta || self.control.is_stopped() {
                break;
            }
        }
        self.actions.push(actions);
        best
    }
}
