//! Every legal action, each once, and how many there are.

use alloc::vec::Vec;

use abstract_game::Player;
use grid_topology::{Bitboard64, Cell};

use crate::outcome::Status;
use crate::reach::{Reach, land_targets};
use crate::{Action, Kind, Position, Stack, land_of};

impl Position {
    pub(crate) fn generate_into(&self, actions: &mut Vec<Action>) {
        match self.status {
            Status::Playing => {}
            Status::MustPass => return actions.push(Action::Pass),
            _ => return,
        }
        let player = self.player;
        let turn = &self.turn;
        match turn.active {
            None => {
                if self.reserve(player).has(Kind::King) {
                    actions
                        .extend(self.king_places(player).into_iter().map(|cell| Action::PlaceKing { cell }));
                    return;
                }
                self.generate_reinforcements(actions);
                for cell in self.mobile(player) {
                    self.generate_moves(cell, Stack::EMPTY, actions);
                }
                let bombs = self.pieces_of(player, Kind::Destruction);
                actions.extend(bombs.into_iter().map(|cell| Action::Detonate { cell }));
            }
            Some(cell) => {
                if turn.left > 0 {
                    self.generate_reinforcements(actions);
                }
                if !turn.moved {
                    self.generate_moves(cell, turn.fresh, actions);
                }
                actions.extend(self.can_detonate(cell).then_some(Action::Detonate { cell }));
                actions.push(Action::EndTurn);
            }
        }
    }

    /// Where a player's king may be placed.
    pub(crate) fn king_places(&self, player: Player) -> Bitboard64 {
        land_of(player) - self.occupied()
    }

    /// Whether the active cell has a `D` that may be detonated; the turn has begun.
    #[inline]
    pub(crate) fn can_detonate(&self, active: Cell) -> bool {
        let turn = &self.turn;
        let bombs = if turn.moved { turn.movers } else { self.stack(active).minus(turn.fresh) };
        bombs.has(Kind::Destruction)
    }

    fn generate_reinforcements(&self, actions: &mut Vec<Action>) {
        let reserve = self.reserve(self.player);
        for kind in Kind::ARMY {
            if reserve.has(kind) {
                let cells = self.deployment(self.player, kind);
                actions.extend(cells.into_iter().map(|cell| Action::Reinforce { kind, cell }));
            }
        }
    }

    #[inline]
    fn generate_moves(&self, from: Cell, fresh: Stack, actions: &mut Vec<Action>) {
        let split = self.split(from, fresh);
        if !split.movable.is_mobile() {
            return;
        }
        let reach = self.reach(self.player, from, split.movable);
        let enemy = self.pieces(self.player.opponent());
        split.for_each(&reach, |pieces, to| {
            actions.extend(to.into_iter().map(|to| Action::Move { from, to, pieces }));
            if pieces.has(Kind::Land) {
                for to in reach.land_rests {
                    for target in land_targets(to, enemy) {
                        actions.push(Action::MoveAndTake { from, to, target, pieces });
                    }
                }
            }
            if pieces.has(Kind::Water) {
                for &(to, target) in reach.water_attacks() {
                    actions.push(Action::MoveAndTake { from, to, target, pieces });
                }
            }
        });
        actions.extend(reach.standstill.into_iter().map(|target| Action::Take { from, target }));
    }

    pub(crate) fn count_all(&self) -> usize {
        match self.status {
            Status::Playing => {}
            Status::MustPass => return 1,
            _ => return 0,
        }
        let player = self.player;
        let turn = &self.turn;
        match turn.active {
            None => {
                if self.reserve(player).has(Kind::King) {
                    return self.king_places(player).len() as usize;
                }
                let moves = self.mobile(player).into_iter().map(|cell| self.count_moves(cell, Stack::EMPTY));
                let bombs = self.pieces_of(player, Kind::Destruction).len() as usize;
                self.count_reinforcements() + moves.sum::<usize>() + bombs
            }
            Some(cell) => {
                let mut count = 1 + usize::from(self.can_detonate(cell));
                if turn.left > 0 {
                    count += self.count_reinforcements();
                }
                if !turn.moved {
                    count += self.count_moves(cell, turn.fresh);
                }
                count
            }
        }
    }

    fn count_reinforcements(&self) -> usize {
        let reserve = self.reserve(self.player);
        let kinds = Kind::ARMY.into_iter().filter(|&kind| reserve.has(kind));
        kinds.map(|kind| self.deployment(self.player, kind).len() as usize).sum()
    }

    /// How many moves and attacks a cell has.
    pub(crate) fn count_moves(&self, from: Cell, fresh: Stack) -> usize {
        let split = self.split(from, fresh);
        if !split.movable.is_mobile() {
            return 0;
        }
        let reach = self.reach(self.player, from, split.movable);
        let ways = self.ways(&reach);
        let mut count = reach.standstill.len() as usize;
        let present = split.mobile_kinds();
        for mask in (1..=present).filter(|mask| mask & !present == 0) {
            let parts = split.count(mask);
            let has = |index: usize| mask >> index & 1 == 1;
            let to = (0..4).filter(|&index| has(index)).fold(Bitboard64::EMPTY, |all, i| all | reach.to[i]);
            let attacks = (0..2).filter(|&index| has(index)).map(|index| ways[index]).sum::<usize>();
            count += parts * (to.len() as usize + attacks);
        }
        count
    }

    /// How many attacks after a step or more there are with `L`, and how many with `W`.
    fn ways(&self, reach: &Reach) -> [usize; 2] {
        let enemy = self.pieces(self.player.opponent());
        let land = reach.land_rests.into_iter().map(|rest| land_targets(rest, enemy).len() as usize).sum();
        [land, usize::from(reach.water_attack_count)]
    }

    /// Whether a player who begins a turn on this board can do anything.
    pub(crate) fn can_begin(&self, player: Player) -> bool {
        if self.reserve(player).has(Kind::King) {
            return !self.king_places(player).is_empty();
        }
        // A stack that can move at all can do so as a whole, whatever the rule for a rest.
        !self.pieces_of(player, Kind::Destruction).is_empty()
            || self.can_deploy(player)
            || self
                .mobile(player)
                .into_iter()
                .any(|cell| !self.reach(player, cell, self.stack(cell)).is_empty())
    }

    /// Whether anything is left to do in a turn that has begun.
    pub(crate) fn can_go_on(&self, active: Cell) -> bool {
        let turn = &self.turn;
        self.can_detonate(active)
            || turn.left > 0 && self.can_deploy(self.player)
            || !turn.moved && self.can_still_move(active)
    }

    /// Whether a legal move is left to the active cell.
    fn can_still_move(&self, active: Cell) -> bool {
        let split = self.split(active, self.turn.fresh);
        if split.may_leave(split.movable) {
            // All of them together can do what any of them can.
            split.movable.is_mobile() && !self.reach(self.player, active, split.movable).is_empty()
        } else {
            self.count_moves(active, self.turn.fresh) > 0
        }
    }
}
