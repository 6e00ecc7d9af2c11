//! Proves rows from the rules: every turn is generated, and proof search without an evaluation decides each.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use abstract_game::{Match, Player, Position, Rules, Turn, turn};
use agon_engine::games::nika::NikaEngine;
use agon_engine::games::snorkels::SnorkelsEngine;
use agon_engine::games::symbol::SymbolEngine;
use agon_engine::{GameEngine, PositionOf};
use games::{nika_core, symbol_core};
use search::proof::{ProofResult, Prover};
use search::{NoKnowledge, SearchLimits};

use super::row::{Claim, Kind, Row};

/// The greatest number of accepted turns.
pub(super) const MOST_ACCEPTED: usize = 5;

/// The greatest number of turns of plain search.
const MOST_TURNS: usize = 5;

/// A game with a suite.
pub(super) trait SuiteGame: GameEngine {
    /// The kinds of its positions.
    const KINDS: &'static [Kind];

    /// Whether plain search proves faster than proof search: turns are many, but short.
    const IS_PLAIN: bool = false;

    /// Whether an action pushes enemies.
    fn pushes(_position: &PositionOf<Self>, _action: ActionOf<Self>) -> bool {
        false
    }

    /// Whether an action explodes a bomb.
    fn explodes(_position: &PositionOf<Self>, _action: ActionOf<Self>) -> bool {
        false
    }
}

pub(super) type ActionOf<G> = <PositionOf<G> as Position>::Action;

impl SuiteGame for SnorkelsEngine {
    const KINDS: &'static [Kind] = &[Kind::Win, Kind::Only, Kind::Race, Kind::Ladder, Kind::Defence];
}

impl SuiteGame for SymbolEngine {
    const KINDS: &'static [Kind] =
        &[Kind::Win, Kind::Only, Kind::Race, Kind::Explosion, Kind::Push, Kind::Defence];

    fn pushes(position: &symbol_core::Position, action: symbol_core::Action) -> bool {
        use symbol_core::Event::{Pushed, PushedOut};
        let events = position.explain(action).expect("the action is legal").events;
        events.iter().any(|event| matches!(event, Pushed { .. } | PushedOut { .. }))
    }

    fn explodes(position: &symbol_core::Position, action: symbol_core::Action) -> bool {
        let events = position.explain(action).expect("the action is legal").events;
        events.iter().any(|event| matches!(event, symbol_core::Event::Exploded { .. }))
    }
}

impl SuiteGame for NikaEngine {
    const KINDS: &'static [Kind] = &[Kind::Win, Kind::Only, Kind::Race, Kind::Push, Kind::Defence];

    const IS_PLAIN: bool = true;

    fn pushes(position: &nika_core::Position, action: nika_core::Action) -> bool {
        use nika_core::{Event, Routed};
        let events = position.explain(action).expect("the action is legal").events;
        events.iter().any(|event| match event {
            Event::Pushed { .. } => true,
            Event::Routed { how, .. } => *how != Routed::Attacked,
            _ => false,
        })
    }
}

/// A turn and the position after it.
pub(super) struct Played<P: Position> {
    pub(super) turn: Turn<P::Action>,
    pub(super) after: P,
}

/// The turns of a position; of those that lead to the same position the first.
pub(super) fn different_turns<P: Position>(position: &P) -> Vec<Played<P>> {
    let mut seen = HashSet::new();
    let mut turns = Vec::new();
    let mut waiting = vec![Played { turn: Turn::new(), after: position.clone() }];
    while let Some(Played { turn, after }) = waiting.pop() {
        // The last one is taken first.
        for action in after.actions().into_iter().rev() {
            let mut played = Played { turn: turn.clone(), after: after.after(action) };
            played.turn.push(action);
            if seen.insert(played.after.clone()) {
                let is_turn = played.after.at_turn_start() || played.after.end().is_some();
                (if is_turn { &mut turns } else { &mut waiting }).push(played);
            }
        }
    }
    turns
}

/// Depth-first search without an evaluation and without a table.
struct PlainSearch<P: Position> {
    attacker: Player,
    /// The nodes that are left.
    nodes: u64,
    /// By the turns left, and whether a turn has begun: the last action that decided a position.
    killers: [[Option<P::Action>; 2]; MOST_TURNS + 1],
}

impl<P: Position> PlainSearch<P> {
    /// Whether the attacker can force a win within a number of turns; `None`: the nodes are used up.
    fn wins(&mut self, position: &P, turns: usize) -> Option<bool> {
        if let Some(end) = position.end() {
            return Some(end.winner == Some(self.attacker));
        }
        if turns == 0 {
            return Some(false);
        }
        self.nodes = self.nodes.checked_sub(1)?;
        let attacks = position.player_to_act() == self.attacker;
        let begun = usize::from(!position.at_turn_start());
        let mut actions = position.actions();
        if let Some(killer) = self.killers[turns][begun]
            && let Some(index) = actions.iter().position(|&action| action == killer)
        {
            actions.swap(0, index);
        }
        for action in actions {
            let after = position.after(action);
            if self.wins(&after, turns - usize::from(after.at_turn_start()))? == attacks {
                self.killers[turns][begun] = Some(action);
                return Some(attacks);
            }
        }
        Some(!attacks)
    }
}

/// Proves what a row claims.
pub(super) struct Examiner<G: SuiteGame> {
    prover: Prover<PositionOf<G>, NoKnowledge>,
    plain: PlainSearch<PositionOf<G>>,
    nodes: u64,
}

impl<G: SuiteGame> Examiner<G> {
    /// An examiner with a number of nodes for each question.
    pub(super) fn new(nodes: u64) -> Self {
        let plain = PlainSearch { attacker: Player::P1, nodes, killers: [[None; 2]; MOST_TURNS + 1] };
        Examiner { prover: Prover::new(Arc::new(NoKnowledge), 16), plain, nodes }
    }

    /// Whether a player can force a win within a number of turns; `None`: the nodes are used up.
    pub(super) fn wins(&mut self, position: &PositionOf<G>, player: Player, turns: u32) -> Option<bool> {
        if let Some(end) = position.end() {
            return Some(end.winner == Some(player));
        }
        if G::IS_PLAIN {
            (self.plain.attacker, self.plain.nodes) = (player, self.nodes);
            return self.plain.wins(position, turns as usize);
        }
        let limits = SearchLimits::nodes(self.nodes);
        let (game, stop) = (Match::new(position.clone()), AtomicBool::new(false));
        match self.prover.forced_win(&game, player, turns, &limits, &stop) {
            ProofResult::Proved { .. } => Some(true),
            ProofResult::Refuted { .. } => Some(false),
            ProofResult::Unknown => None,
        }
    }

    /// Whether the player wins within a number of turns if the opponent skips a turn.
    pub(super) fn threatens(&mut self, position: &PositionOf<G>, player: Player, turns: u32) -> bool {
        position.skip_turn().is_some_and(|skipped| self.wins(&skipped, player, turns) == Some(true))
    }

    /// All turns that a claim accepts; `None` if not all are decided or there are more than [`MOST_ACCEPTED`].
    pub(super) fn accepted(
        &mut self,
        position: &PositionOf<G>,
        claim: Claim,
    ) -> Option<Vec<Played<PositionOf<G>>>> {
        let own = position.player_to_act();
        let mut accepted = Vec::new();
        for played in different_turns(position) {
            let is_accepted = match claim {
                Claim::Win(turns) => self.wins(&played.after, own, turns - 1)?,
                Claim::Hold(turns) => !self.wins(&played.after, own.opponent(), turns - 1)?,
            };
            if is_accepted {
                accepted.push(played);
            }
            if accepted.len() > MOST_ACCEPTED {
                return None;
            }
        }
        Some(accepted)
    }

    /// Whether a player wins within a number of turns if each of its turns must threaten to win at once.
    fn wins_by_threats(&mut self, position: &PositionOf<G>, player: Player, turns: u32) -> bool {
        if let Some(end) = position.end() {
            return end.winner == Some(player);
        }
        if turns == 0 {
            return false;
        }
        let played = different_turns(position);
        if position.player_to_act() != player {
            return self.threatens(position, player, 1)
                && played.iter().all(|played| self.wins_by_threats(&played.after, player, turns - 1));
        }
        self.wins(position, player, 1) == Some(true)
            || played.iter().any(|played| self.wins_by_threats(&played.after, player, turns - 1))
    }

    /// Whether accepted turns are of a kind.
    pub(super) fn is_of_kind(
        &mut self,
        position: &PositionOf<G>,
        kind: Kind,
        accepted: &[Played<PositionOf<G>>],
        claim: Claim,
    ) -> bool {
        let own = position.player_to_act();
        match (kind, claim) {
            (Kind::Win, _) => claim == Claim::Win(1),
            (Kind::Only, _) => accepted.len() == 1 && claim != Claim::Win(1),
            (Kind::Race, Claim::Win(turns)) => turns > 1 && self.threatens(position, own.opponent(), turns),
            (Kind::Ladder, Claim::Win(turns)) => {
                turns >= 5
                    && accepted.iter().all(|played| self.wins_by_threats(&played.after, own, turns - 1))
            }
            (Kind::Defence, Claim::Hold(turns)) => self.threatens(position, own.opponent(), turns - 1),
            (Kind::Explosion, _) => accepted.iter().all(|played| any_action(position, played, G::explodes)),
            (Kind::Push, _) => accepted.iter().all(|played| any_action(position, played, G::pushes)),
            (Kind::Race | Kind::Ladder | Kind::Defence, _) => false,
        }
    }

    /// Proves a row, or says what is wrong.
    pub(super) fn prove(&mut self, row: &Row) -> Result<(), String> {
        let position = G::Rules::default().read_position(&row.position).map_err(|error| error.to_string())?;
        if position.to_string() != row.position || !position.at_turn_start() || position.end().is_some() {
            return Err(
                "the position is not written as the game writes it, or cannot be played on".to_owned()
            );
        }
        let accepted = self.accepted(&position, row.claim).ok_or("undecided, or too many turns")?;
        let mut expected = HashSet::new();
        for text in &row.turns {
            let turn = turn::read(&position, text).map_err(|error| error.to_string())?;
            expected.insert(turn::try_play(&position, &turn).map_err(|_| "not a turn")?);
        }
        let found: HashSet<_> = accepted.iter().map(|played| played.after.clone()).collect();
        if found != expected || expected.len() != row.turns.len() || found.is_empty() {
            return Err(format!("proved are {}", texts(&position, &accepted).join(" ")));
        }
        if let Claim::Win(turns) = row.claim
            && turns > 1
            && self.wins(&position, position.player_to_act(), turns - 1) != Some(false)
        {
            return Err("a win is shorter".to_owned());
        }
        if !self.is_of_kind(&position, row.kind, &accepted, row.claim) {
            return Err(format!("it is not of the kind `{}`", row.kind));
        }
        Ok(())
    }
}

/// The turns as texts.
pub(super) fn texts<P: Position>(position: &P, accepted: &[Played<P>]) -> Vec<String> {
    accepted.iter().map(|played| turn::write(position, &played.turn)).collect()
}

/// Whether one of the actions of a turn is of a sort.
fn any_action<P: Position>(position: &P, played: &Played<P>, is: impl Fn(&P, P::Action) -> bool) -> bool {
    let mut position = position.clone();
    played.turn.iter().any(|&action| {
        let result = is(&position, action);
        position.play(action);
        result
    })
}
