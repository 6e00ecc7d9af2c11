//! Which actions are legal.

use std::collections::BTreeSet;

use super::board::{
    A, Cell, D, DIRECTIONS, F, K, Kind, L, Pieces, W, around, everywhere, has_supporter, is_land_of, is_none,
    is_supported, is_water, step, subsets, suits, without,
};
use super::{Act, Moved, Naive};

impl Naive {
    /// Every legal action, once.
    pub(crate) fn acts(&self) -> Vec<Act> {
        if self.end.is_some() {
            return Vec::new();
        }
        if self.passes {
            return vec![Act::Pass];
        }
        let mut acts = Vec::new();
        self.add_acts(false, &mut acts);
        // "`EndTurn`: when at least one action was done and another is possible."
        if self.turn.is_some() && !acts.is_empty() {
            acts.push(Act::End);
        }
        // "`pass=king`: whoever has the king on the board may use it without placing a piece": "the turn `-` is legal at
        // each of his turns' starts".
        if self.turn.is_none() && self.options.pass_king && self.king(self.player).is_some() {
            acts.push(Act::Pass);
        }
        acts
    }

    /// Whether there is an action beside `EndTurn` and `Pass`.
    pub(super) fn can_act(&self) -> bool {
        let mut acts = Vec::new();
        self.add_acts(true, &mut acts);
        !acts.is_empty()
    }

    /// All of them but `EndTurn` and `Pass`, or some if one is enough.
    fn add_acts(&self, one_is_enough: bool, acts: &mut Vec<Act>) {
        // "Turn 1 of each player: place the king on any of the 14 cells of the own land area".
        if self.reserve[self.player][K] > 0 {
            let free = |cell: &Cell| is_land_of(self.player, *cell) && !self.is_enemy(*cell);
            acts.extend(everywhere().filter(free).map(Act::PlaceKing));
            return;
        }
        self.add_reinforcements(acts);
        // "a turn uses the pieces of **one** own cell, the *active cell*".
        let own = self.board.iter().filter(|(_, stack)| stack.owner == self.player).map(|(&cell, _)| cell);
        let cells: Vec<Cell> = match self.turn {
            None => own.collect(),
            Some(state) => vec![state.active],
        };
        for cell in cells {
            if one_is_enough && !acts.is_empty() {
                return;
            }
            match self.turn.map(|state| state.moved) {
                None | Some(Moved::NotYet) => {
                    let mut pieces = self.board[&cell].pieces;
                    if let Some(state) = self.turn {
                        // "only it may not move, attack or be detonated in this turn (*fresh*)".
                        pieces = without(&pieces, &state.fresh);
                    }
                    self.add_moves(cell, &pieces, acts);
                    self.add_standstill_attacks(cell, &pieces, acts);
                    // "a `D`, not fresh, of the active cell when nothing has moved".
                    if pieces[D] > 0 {
                        acts.push(Act::Detonate(cell));
                    }
                }
                // "or of the moved subset after the move".
                Some(Moved::Subset(subset)) if subset[D] > 0 => acts.push(Act::Detonate(cell)),
                Some(_) => {}
            }
        }
    }

    fn is_enemy(&self, cell: Cell) -> bool {
        self.board.get(&cell).is_some_and(|stack| stack.owner != self.player)
    }

    fn is_own(&self, cell: Cell) -> bool {
        self.board.get(&cell).is_some_and(|stack| stack.owner == self.player)
    }

    fn is_empty(&self, cell: Cell) -> bool {
        !self.board.contains_key(&cell)
    }

    fn add_reinforcements(&self, acts: &mut Vec<Act>) {
        let left = match self.turn {
            None => self.allowance(),
            Some(state) => state.left,
        };
        let Some(king) = self.king(self.player) else { return };
        if left == 0 {
            return;
        }
        for kind in [L, W, A, F, D] {
            if self.reserve[self.player][kind] == 0 {
                continue;
            }
            for cell in everywhere() {
                // "Never on an enemy; on friends allowed. The stack must be supported afterwards".
                let mut pieces = self.board.get(&cell).map_or([0; 6], |stack| stack.pieces);
                pieces[kind] += 1;
                if self.may_be_placed(kind, cell, king) && !self.is_enemy(cell) && is_supported(&pieces, cell)
                {
                    acts.push(Act::Reinforce(kind, cell));
                }
            }
        }
    }

    /// Whether the place is near enough.
    fn may_be_placed(&self, kind: Kind, cell: Cell, king: Cell) -> bool {
        let beside_king = around(king).any(|beside| beside == cell);
        let holds = |cell: Cell, kinds: &[Kind]| {
            self.is_own(cell) && kinds.iter().any(|&kind| self.board[&cell].pieces[kind] > 0)
        };
        if self.options.simple {
            // "adds **one** piece to an **empty** cell adjacent to any own non-`D` piece".
            return self.is_empty(cell) && around(cell).any(|beside| holds(beside, &[K, L, W, A, F]));
        }
        match (self.options.spanish_deploy, kind == D) {
            // "on the king's cell or one of the 8 around it".
            (false, false) => cell == king || beside_king,
            // "on or around the king **or any other own `L W A F`** (not around another `D`)".
            (false, true) => {
                around(cell).chain([cell]).any(|near| near == king || holds(near, &[L, W, A, F]))
            }
            // "`L W A F` on the king's cell or on **empty** adjacent cells".
            (true, false) => cell == king || (beside_king && self.is_empty(cell)),
            // "`D` on any own cell, or on an empty cell adjacent to any own piece, `D`s included".
            (true, true) => {
                self.is_own(cell) || (self.is_empty(cell) && around(cell).any(|beside| self.is_own(beside)))
            }
        }
    }

    /// "a non-empty subset `S` of the active cell's pieces moves as **one** of its mobile members".
    fn add_moves(&self, from: Cell, pieces: &Pieces, acts: &mut Vec<Act>) {
        let ways: [BTreeSet<(Cell, Option<Cell>)>; 6] =
            std::array::from_fn(
                |kind| {
                    if pieces[kind] > 0 { self.ways(from, kind) } else { BTreeSet::new() }
                },
            );
        if ways.iter().all(BTreeSet::is_empty) {
            return;
        }
        for subset in subsets(pieces) {
            // "splitting a stack so that the rest at the origin is unsupported is illegal".
            let rest = without(&self.board[&from].pieces, &subset);
            if !is_none(&rest) && !is_supported(&rest, from) && !self.options.left_behind_removed {
                continue;
            }
            // "Different transports or paths with the same subset, resting cell and target are the same action."
            let transports = (0..6).filter(|&kind| subset[kind] > 0);
            let all: BTreeSet<_> = transports.flat_map(|kind| ways[kind].iter().copied()).collect();
            acts.extend(all.into_iter().map(|(rest, takes)| Act::Move { from, subset, rest, takes }));
        }
    }

    /// Where a transport can come to rest, and what a shore attack takes from there.
    fn ways(&self, from: Cell, kind: Kind) -> BTreeSet<(Cell, Option<Cell>)> {
        let mut ways = BTreeSet::new();
        match kind {
            // "1 or 2 steps, the second in any direction".
            L => {
                for first in around(from) {
                    if self.may_be_last(kind, first) {
                        ways.insert((first, None));
                    }
                    if self.may_be_passed(kind, first) {
                        for second in around(first) {
                            // "Coming back to the start cell is not a move."
                            if second != from && self.may_be_last(kind, second) {
                                ways.insert((second, None));
                            }
                            // "The attack counts as the last step: `L` may move one step first (in any direction)".
                            if self.may_attack_from(kind, first) && self.is_shore_target(kind, second) {
                                ways.insert((first, Some(second)));
                            }
                        }
                    }
                }
            }
            // "`W`: 1–3 straight. `A`: 1–2 straight. `F`: 1."
            W | A | F => {
                let most = match kind {
                    W => 3,
                    A => 2,
                    _ => 1,
                };
                for direction in DIRECTIONS {
                    let mut here = from;
                    for steps in 1..=most {
                        let Some(next) = step(here, direction) else { break };
                        // "`W` up to two, in the same straight line as the attack".
                        if kind == W
                            && steps > 1
                            && self.may_attack_from(kind, here)
                            && self.is_shore_target(kind, next)
                        {
                            ways.insert((here, Some(next)));
                        }
                        if self.may_be_last(kind, next) {
                            ways.insert((next, None));
                        }
                        if !self.may_be_passed(kind, next) {
                            break;
                        }
                        here = next;
                    }
                }
            }
            // "`K` and `D`: does not move".
            _ => {}
        }
        ways
    }

    /// "Steps pass over empty or friendly cells only, never over an enemy. Every cell passed and the last one must be
    /// terrain of the transport".
    fn may_be_passed(&self, kind: Kind, cell: Cell) -> bool {
        !self.is_enemy(cell) && suits(kind, cell)
    }

    fn may_be_last(&self, kind: Kind, cell: Cell) -> bool {
        if self.is_own(cell) {
            // "except that the **last** cell may be off-terrain if a **waiting** friendly stack there contains a
            // supporter of that terrain". In the simple game "nothing joins".
            !self.options.simple && (suits(kind, cell) || has_supporter(&self.board[&cell].pieces, cell))
        } else {
            // "Ending on an enemy stack captures all of it (the last cell must be terrain of the transport)".
            suits(kind, cell)
        }
    }

    /// "The movers rest on the cell they attack from, which must be terrain of the transport and may hold friends";
    /// in the simple game it "must be empty".
    fn may_attack_from(&self, kind: Kind, cell: Cell) -> bool {
        self.may_be_passed(kind, cell) && !(self.options.simple && self.is_own(cell))
    }

    /// "an enemy stack on an adjacent cell of the other terrain (`L` on land takes on water, `W` on water takes on
    /// land)".
    fn is_shore_target(&self, kind: Kind, cell: Cell) -> bool {
        self.is_enemy(cell) && is_water(cell) == (kind == L)
    }

    /// "Attacking **from standstill** is allowed: the attacker is an `L` or `W` of the active cell that is not fresh".
    fn add_standstill_attacks(&self, from: Cell, pieces: &Pieces, acts: &mut Vec<Act>) {
        for takes in around(from) {
            let takes_it =
                |kind: Kind| pieces[kind] > 0 && suits(kind, from) && self.is_shore_target(kind, takes);
            if takes_it(L) || takes_it(W) {
                acts.push(Act::Standstill { from, takes });
            }
        }
    }
}
