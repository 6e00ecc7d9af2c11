//! Exact results of games with cycles: retrograde analysis of all positions that can be reached.

use std::collections::HashMap;

use abstract_game::{Match, Player, Position, Reason, Verdict};

/// The positions that can be reached in a match. A state whose next occurrence ends the match ends it here.
pub(crate) struct Graph<P: Position> {
    nodes: Vec<Node<P>>,
}

struct Node<P> {
    position: P,
    /// The winner, if it is the end and no draw.
    winner: Option<Player>,
    next: Vec<usize>,
}

impl<P: Position> Graph<P> {
    /// Every position that can be reached, the root first; `None` if there are more than `most`.
    pub(crate) fn new(game: &Match<P>, most: usize) -> Option<Graph<P>> {
        let occurrences = |position: &P| {
            let starts = game.turn_starts().iter().filter(|start| start.at_turn_start());
            starts.filter(|start| start.repetition_key() == position.repetition_key()).count() as u32
        };
        let root = game.position().clone();
        let mut graph = Graph { nodes: vec![Node { position: root, winner: None, next: Vec::new() }] };
        // Without the root: a return to it may be the end.
        let mut indices = HashMap::new();
        let mut index = 0;
        while index < graph.nodes.len() {
            let position = graph.nodes[index].position.clone();
            let repeats = position.at_turn_start()
                && P::REPETITIONS.is_some_and(|limit| occurrences(&position) + 1 >= limit);
            let end = position
                .end()
                .or_else(|| (repeats && index > 0).then(|| position.settle_draw(Reason::REPETITION)));
            if let Some(end) = end {
                graph.nodes[index].winner = end.winner;
            } else {
                for action in position.actions() {
                    let after = position.after_unchecked(action);
                    let count = graph.nodes.len();
                    let next = *indices.entry(after.clone()).or_insert(count);
                    if next == count {
                        graph.nodes.push(Node { position: after, winner: None, next: Vec::new() });
                    }
                    graph.nodes[index].next.push(next);
                }
            }
            if graph.nodes.len() > most {
                return None;
            }
            index += 1;
        }
        Some(graph)
    }

    /// Whether a player can force a win.
    fn is_won(&self, attacker: Player) -> bool {
        let mut won: Vec<bool> = self.nodes.iter().map(|node| node.winner == Some(attacker)).collect();
        loop {
            let mut changed = false;
            for (index, node) in self.nodes.iter().enumerate().rev() {
                let attacks = node.position.player_to_act() == attacker;
                let wins = match attacks {
                    _ if won[index] || node.next.is_empty() => continue,
                    true => node.next.iter().any(|&next| won[next]),
                    false => node.next.iter().all(|&next| won[next]),
                };
                won[index] = wins;
                changed |= wins;
            }
            if !changed {
                return won[0];
            }
        }
    }

    /// The result for the player to act at the root.
    pub(crate) fn verdict(&self) -> Verdict {
        let actor = self.nodes[0].position.player_to_act();
        if self.is_won(actor) {
            Verdict::Win
        } else if self.is_won(actor.opponent()) {
            Verdict::Loss
        } else {
            Verdict::Draw
        }
    }
}
