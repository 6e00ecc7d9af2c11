//! df-pn: depth-first proof-number search within a horizon of turns.
//!
//! A node's *proof number* tells how far off a proof of the attacker's win is, its *disproof number* how
//! far off a refutation. The search goes where the least is missing. All state is in one stack of its
//! own, so that no line is too long for the thread's.
//!
//! Because every node has its number of turns left, play cannot go round in circles. What is proved
//! goes into the table for any horizon; the numbers of what is not, only for their own.

use std::collections::HashMap;
use std::marker::PhantomData;

use abstract_game::random::SplitMix64;
use abstract_game::{Match, Player, Position, Reason, Verdict};
use fxhash::FxBuildHasher;

use super::table::{INFINITE, ProofBounds, ProofTable, UNBOUNDED};
use crate::Knowledge;
use crate::control::SearchControl;

/// The goal: can `attacker` force a win?
pub(super) struct ProofGoal<'a, P: Position, K> {
    pub(super) attacker: Player,
    pub(super) knowledge: &'a K,
    /// How often each state stood at the start of a turn, in games in which repetition matters.
    history: HashMap<u64, u32, FxBuildHasher>,
    /// Mixed into the table's keys: proofs for one attacker and history are none for another.
    salt: u64,
    position: PhantomData<P>,
}

fn mix(number: u64) -> u64 {
    SplitMix64::new(number).next_u64()
}

impl<'a, P: Position, K: Knowledge<P>> ProofGoal<'a, P, K> {
    pub(super) fn new(game: &Match<P>, attacker: Player, knowledge: &'a K) -> Self {
        let mut history: HashMap<u64, u32, FxBuildHasher> = HashMap::default();
        if P::REPETITIONS.is_some() {
            for start in game.turn_starts().iter().filter(|start| start.at_turn_start()) {
                *history.entry(start.repetition_key()).or_default() += 1;
            }
        }
        // Only what ends the game at its next occurrence matters.
        history.retain(|_, count| P::REPETITIONS.is_some_and(|most| *count + 1 >= most));
        let salt = history.keys().fold(attacker.index() as u64, |sum, &key| sum.wrapping_add(mix(key)));
        ProofGoal { attacker, knowledge, history, salt: mix(salt), position: PhantomData }
    }

    /// The key of a position in the table, for this goal.
    pub(super) fn key(&self, position: &P) -> u64 {
        // Mixed once more, as a key that is not well spread would crowd a few buckets.
        mix(position.key() ^ self.salt)
    }

    /// The verdict for the attacker if the game ends here.
    pub(super) fn verdict(&self, position: &P) -> Option<Verdict> {
        let end = position.end().or_else(|| {
            let ends = !self.history.is_empty()
                && position.at_turn_start()
                && self.history.contains_key(&position.repetition_key());
            // Within the tree nothing repeats: whoever can win need never go round in circles.
            ends.then(|| position.settle_draw(Reason::REPETITION))
        });
        end.map(|end| end.verdict(self.attacker))
    }

    /// What a refutation for so many turns, found with that horizon, is worth.
    fn refutation(&self, position: &P, turns: u32, horizon: u32) -> ProofBounds {
        let at_turn_start = position.at_turn_start();
        let wins_by_repetition = P::REPETITIONS.is_some()
            && at_turn_start
            && position.settle_draw(Reason::REPETITION).verdict(self.attacker) == Verdict::Win;
        if wins_by_repetition {
            // Play in circles was not looked at, so nothing is refuted for good.
            return ProofBounds::refuted(turns.min(horizon));
        }
        // The unfinished turn may not be among those that are left.
        let rest = position.max_remaining_turns().map(|rest| rest.saturating_add(u32::from(!at_turn_start)));
        ProofBounds::refuted(if rest.is_some_and(|rest| turns >= rest) { UNBOUNDED } else { turns })
    }
}

/// What is known of one action of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<A> {
    pub(super) action: A,
    /// Whether it ends the turn.
    pub(super) ends_turn: bool,
    /// The turns left after it.
    pub(super) horizon: u32,
    /// What is missing for a proof and for a refutation.
    proof: u32,
    disproof: u32,
    /// What is proved of the position after it; at least one of both once a number is decided.
    pub(super) facts: ProofBounds,
    key: u64,
}

impl<A> Edge<A> {
    pub(super) fn is_won(&self) -> bool {
        self.proof == 0
    }

    pub(super) fn is_refuted(&self) -> bool {
        self.disproof == 0
    }

    /// Turns from the parent to the win.
    pub(super) fn won_within(&self) -> u32 {
        self.facts.won_within.saturating_add(u32::from(self.ends_turn))
    }

    /// Turns from the parent within which there is no win.
    pub(super) fn refuted_to(&self) -> u32 {
        self.facts.refuted_to().unwrap_or(0).saturating_add(u32::from(self.ends_turn))
    }
}

/// A node being searched.
struct Frame<P: Position> {
    position: P,
    key: u64,
    horizon: u32,
    attacks: bool,
    /// The search goes back up when a number reaches its limit.
    proof_threshold: u32,
    disproof_threshold: u32,
    edges: Vec<Edge<P::Action>>,
    /// The edge under search.
    current: usize,
    work: u32,
}

/// What one run found out of its root.
pub(super) struct RunResult<A> {
    /// ProofBounds on the root: won within so many turns, refuted for so many, or neither when the search was
    /// stopped.
    pub(super) facts: ProofBounds,
    pub(super) is_won: bool,
    pub(super) is_refuted: bool,
    /// What is known of each action.
    pub(super) edges: Vec<Edge<A>>,
}

/// The numbers of a node from those of its edges, and where to go on.
struct NodeNumbers {
    proof: u32,
    disproof: u32,
    best: usize,
    /// The limits for the best edge.
    proof_threshold: u32,
    disproof_threshold: u32,
}

/// The machinery of a run, to be used again.
pub(super) struct Dfpn<'a, P: Position, K> {
    pub(super) goal: &'a ProofGoal<'a, P, K>,
    pub(super) table: &'a mut ProofTable,
    pub(super) control: &'a SearchControl<'a>,
    actions: Vec<P::Action>,
    priorities: Vec<i32>,
    order: Vec<(i32, P::Action)>,
    /// Lists of finished frames, to spare allocations.
    spare: Vec<Vec<Edge<P::Action>>>,
}

impl<'a, P: Position, K: Knowledge<P>> Dfpn<'a, P, K> {
    pub(super) fn new(
        goal: &'a ProofGoal<'a, P, K>,
        table: &'a mut ProofTable,
        control: &'a SearchControl<'a>,
    ) -> Self {
        Dfpn {
            goal,
            table,
            control,
            actions: Vec::new(),
            priorities: Vec::new(),
            order: Vec::new(),
            spare: Vec::new(),
        }
    }

    /// Searches until the attacker's win within `horizon` turns is proved or refuted, or until the control
    /// stops it. `horizon` is at least 1; an unfinished turn counts. `progress` is called now and then.
    pub(super) fn run(
        &mut self,
        position: &P,
        horizon: u32,
        progress: &mut dyn FnMut(),
    ) -> RunResult<P::Action> {
        self.table.next_run();
        let key = self.goal.key(position);
        let mut stack = vec![self.open(position.clone(), key, horizon, INFINITE, INFINITE)];
        loop {
            let frame = stack.last_mut().expect("the root is there until the end");
            let sums = frame.sums();
            let is_stopped = self.control.is_stopped();
            if sums.proof >= frame.proof_threshold || sums.disproof >= frame.disproof_threshold || is_stopped
            {
                let frame = stack.pop().expect("it was there just now");
                let facts = self.close(&frame, &sums);
                let Some(parent) = stack.last_mut() else {
                    return RunResult {
                        facts,
                        is_won: sums.proof == 0,
                        is_refuted: sums.disproof == 0,
                        edges: frame.edges,
                    };
                };
                parent.work = parent.work.saturating_add(frame.work);
                let edge = &mut parent.edges[parent.current];
                (edge.proof, edge.disproof, edge.facts) = (sums.proof, sums.disproof, facts);
                self.spare.push(frame.edges);
                continue;
            }
            frame.current = sums.best;
            let edge = frame.edges[sums.best];
            let after = frame.position.after(edge.action);
            let child =
                self.open(after, edge.key, edge.horizon, sums.proof_threshold, sums.disproof_threshold);
            stack.push(child);
            let nodes = self.control.nodes();
            if nodes.is_multiple_of(64) {
                self.control.check_limits();
                if nodes.is_multiple_of(1 << 18) {
                    progress();
                }
            }
        }
    }

    /// Begins the search of a node: looks up what is known of every action.
    fn open(
        &mut self,
        position: P,
        key: u64,
        horizon: u32,
        proof_threshold: u32,
        disproof_threshold: u32,
    ) -> Frame<P> {
        self.control.count(1);
        self.actions.clear();
        position.generate(&mut self.actions);
        let knowledge = self.goal.knowledge;
        self.priorities.clear();
        knowledge.priorities(&position, &self.actions, &mut self.priorities);
        self.order.clear();
        self.order.extend(self.priorities.iter().copied().zip(self.actions.iter().copied()));
        // Stable, so that equals stay in the order of generation.
        self.order.sort_by_key(|&(priority, _)| std::cmp::Reverse(priority));
        let mut edges = self.spare.pop().unwrap_or_default();
        edges.clear();
        edges.extend(self.order.iter().map(|&(_, action)| self.edge(&position, action, horizon)));
        let attacks = position.player_to_act() == self.goal.attacker;
        Frame {
            position,
            key,
            horizon,
            attacks,
            proof_threshold,
            disproof_threshold,
            edges,
            current: 0,
            work: 1,
        }
    }

    fn edge(&self, position: &P, action: P::Action, horizon: u32) -> Edge<P::Action> {
        let after = position.after(action);
        let ends_turn = after.at_turn_start();
        let mut edge = Edge {
            action,
            ends_turn,
            horizon: horizon - u32::from(ends_turn),
            proof: 1,
            disproof: 1,
            facts: ProofBounds::NONE,
            key: 0,
        };
        match self.goal.verdict(&after) {
            Some(Verdict::Win) => edge.facts = ProofBounds::won(0),
            Some(_) => edge.facts = ProofBounds::refuted(UNBOUNDED),
            None => {
                edge.key = self.goal.key(&after);
                edge.facts = self.table.facts(edge.key);
                if edge.horizon == 0 {
                    // Nothing more may be played, and nothing is won.
                    edge.facts.refuted_below = edge.facts.refuted_below.max(1);
                }
            }
        }
        if edge.facts.won_within <= edge.horizon {
            (edge.proof, edge.disproof) = (0, INFINITE);
        } else if edge.facts.refuted_to().is_some_and(|turns| turns >= edge.horizon) {
            (edge.proof, edge.disproof) = (INFINITE, 0);
        } else if let Some(numbers) = self.table.numbers(numbers_key(edge.key, edge.horizon)) {
            (edge.proof, edge.disproof) = numbers;
        }
        edge
    }

    /// Ends the search of a node for now: puts what was found into the table. Returns what is proved.
    fn close(&mut self, frame: &Frame<P>, sums: &NodeNumbers) -> ProofBounds {
        let edges = &frame.edges;
        if sums.proof == 0 {
            let won = edges.iter().filter(|edge| edge.is_won()).map(Edge::won_within);
            let turns = if frame.attacks { won.min() } else { won.max() };
            let facts = ProofBounds::won(turns.unwrap_or(frame.horizon));
            self.table.add_facts(frame.key, facts, frame.work);
            facts
        } else if sums.disproof == 0 {
            let refuted = edges.iter().filter(|edge| edge.is_refuted()).map(Edge::refuted_to);
            let turns = if frame.attacks { refuted.min() } else { refuted.max() };
            let turns = turns.unwrap_or(frame.horizon);
            let facts = self.goal.refutation(&frame.position, turns, frame.horizon);
            self.table.add_facts(frame.key, facts, frame.work);
            facts
        } else {
            let key = numbers_key(frame.key, frame.horizon);
            self.table.set_numbers(key, (sums.proof, sums.disproof), frame.work);
            self.table.facts(frame.key)
        }
    }
}

/// The key of a node's numbers, which hold for one horizon only.
fn numbers_key(key: u64, horizon: u32) -> u64 {
    mix(key ^ (u64::from(horizon) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

impl<P: Position> Frame<P> {
    /// The attacker needs one won edge and the defender one refuted one, whoever acts before and
    /// after. Where all edges count, the number is that of the worst plus one for each other: a sum
    /// would count what several edges share again and again.
    fn sums(&self) -> NodeNumbers {
        // `one` is the number of which one edge is enough, `all` the other.
        let numbers = |edge: &Edge<P::Action>| {
            if self.attacks { (edge.proof, edge.disproof) } else { (edge.disproof, edge.proof) }
        };
        let (mut one, mut second, mut best) = (INFINITE, INFINITE, 0);
        let (mut worst, mut open) = (0, 0_u32);
        for (index, edge) in self.edges.iter().enumerate() {
            let (branch_one, branch_all) = numbers(edge);
            if branch_one < one {
                (second, one, best) = (one, branch_one, index);
            } else if branch_one < second {
                second = branch_one;
            }
            if branch_all > 0 {
                worst = worst.max(branch_all);
                open += 1;
            }
        }
        let others = open.saturating_sub(1);
        let all = match worst {
            0 => 0,
            INFINITE => INFINITE,
            _ => worst.saturating_add(others).min(INFINITE - 1),
        };
        let (most_one, most_all) = if self.attacks {
            (self.proof_threshold, self.disproof_threshold)
        } else {
            (self.disproof_threshold, self.proof_threshold)
        };
        // A quarter more than where the second best would be better: fewer changes between both.
        let most_one = most_one.min(second.saturating_add(second / 4).saturating_add(1));
        let most_all = if most_all == INFINITE { INFINITE } else { most_all.saturating_sub(others) };
        if self.attacks {
            NodeNumbers {
                proof: one,
                disproof: all,
                best,
                proof_threshold: most_one,
                disproof_threshold: most_all,
            }
        } else {
            NodeNumbers {
                proof: all,
                disproof: one,
                best,
                proof_threshold: most_all,
                disproof_threshold: most_one,
            }
        }
    }
}
