//! What moves, pushes and explosions do to the board.

use super::board::{
    Cell, D, DIRECTIONS, F, K, Pieces, Stack, around, is_mobile, is_none, is_supported, name, step, without,
};
use super::text::write_pieces;
use super::{Moved, Naive, PushedKing, TurnState, Variant};

impl Naive {
    /// "**Order inside a move**".
    pub(super) fn make_move(&mut self, from: Cell, subset: Pieces, rest: Cell, takes: Option<Cell>) {
        let player = self.player;
        let left = self.left_when_active(from);
        let stays = without(&self.board[&from].pieces, &subset);
        self.board.remove(&from);
        self.record(|| format!("moved {} {} {}", name(from), write_pieces(&subset), name(rest)));

        // "captured stack (and an unsupported rest, `left-behind=removed`) is removed".
        let mut bombs = Vec::new();
        self.capture(takes.unwrap_or(rest), &mut bombs);
        let stays = (!is_none(&stays)).then_some(Stack { owner: player, pieces: stays });
        match stays {
            Some(stack) if !is_supported(&stack.pieces, from) => {
                assert!(self.options.left_behind_removed);
                // "the whole rest is removed instead, `K` and `D` included, in the same event as the move's capture;
                // its `D`s explode on the origin with the captured ones".
                self.remove("left behind", stack, from, &mut bombs);
            }
            Some(stack) => {
                self.board.insert(from, stack);
            }
            None => {}
        }
        let there = self.board.entry(rest).or_insert(Stack { owner: player, pieces: [0; 6] });
        assert_eq!(there.owner, player);
        for (count, more) in there.pieces.iter_mut().zip(subset) {
            *count += more;
        }

        // "if a king went, the game ends" "→ their `D`s explode".
        if self.end_now_if_a_king_went() {
            return;
        }
        self.explode(bombs);
        if self.end_now_if_a_king_went() {
            return;
        }

        // "if the movers still exist, **the moved subset** holds `F` and it changed its cell: it pushes".
        if self.board.contains_key(&rest) && subset[F] > 0 {
            let bombs = self.push_from(rest);
            // "resolve them all, then end the game if a king went, then explode removed `D`s".
            if self.end_now_if_a_king_went() {
                return;
            }
            self.explode(bombs);
            if self.end_now_if_a_king_went() {
                return;
            }
        }
        let movers_exist = self.board.contains_key(&rest);
        let moved = if movers_exist { Moved::Subset(subset) } else { Moved::Nothing };
        self.continue_turn(TurnState { active: rest, left, fresh: [0; 6], moved });
    }

    /// "nothing moves, no subset is named, nothing pushes, and no detonation may follow. Reinforcements left stay
    /// available."
    pub(super) fn attack_from_standstill(&mut self, from: Cell, takes: Cell) {
        let left = self.left_when_active(from);
        let mut bombs = Vec::new();
        self.capture(takes, &mut bombs);
        if self.end_now_if_a_king_went() {
            return;
        }
        self.explode(bombs);
        if self.end_now_if_a_king_went() {
            return;
        }
        self.continue_turn(TurnState { active: from, left, fresh: [0; 6], moved: Moved::Nothing });
    }

    pub(super) fn detonate(&mut self, cell: Cell) {
        let stack = self.board.get_mut(&cell).expect("a stack with a D");
        stack.pieces[D] -= 1;
        if is_none(&stack.pieces) {
            self.board.remove(&cell);
        }
        let mut pieces = [0; 6];
        pieces[D] = 1;
        let mut bombs = Vec::new();
        self.remove("detonated", Stack { owner: self.player, pieces }, cell, &mut bombs);
        self.explode(bombs);
    }

    /// The reinforcements left when the pieces of a cell are used; none "if the king's cell is not active".
    fn left_when_active(&self, cell: Cell) -> u8 {
        match self.turn {
            Some(state) => state.left,
            None if self.board[&cell].pieces[K] > 0 => self.allowance(),
            None => 0,
        }
    }

    fn end_now_if_a_king_went(&mut self) -> bool {
        let over = self.end_by_kings();
        if over {
            self.end_turn();
        }
        over
    }

    fn capture(&mut self, cell: Cell, bombs: &mut Vec<Cell>) {
        if self.board.get(&cell).is_some_and(|stack| stack.owner != self.player) {
            self.take_off("captured", cell, bombs);
        }
    }

    /// Removes what stands on a cell, if anything.
    fn take_off(&mut self, how: &str, cell: Cell, bombs: &mut Vec<Cell>) {
        if let Some(stack) = self.board.remove(&cell) {
            self.remove(how, stack, cell, bombs);
        }
    }

    /// What becomes of a stack that has left the board at a cell.
    fn remove(&mut self, how: &str, stack: Stack, cell: Cell, bombs: &mut Vec<Cell>) {
        self.record(|| format!("{how} P{} {} {}", stack.owner + 1, name(cell), write_pieces(&stack.pieces)));
        if stack.pieces[K] > 0 {
            self.record(|| format!("king lost P{}", stack.owner + 1));
        }
        // "A `D` removed for any reason ... explodes on its cell".
        if stack.pieces[D] > 0 {
            bombs.push(cell);
        }
        let to = match self.options.variant {
            Variant::Standard => None,
            // "every removed piece but a king returns to its owner's reserve at once".
            Variant::Unlimited => Some(stack.owner),
            // "removed enemy pieces but kings go at once to the reserve of the player whose turn it is; own pieces
            // removed are lost".
            Variant::Enlisting => (stack.owner != self.player).then_some(self.player),
        };
        if let Some(to) = to {
            for kind in (0..6).filter(|&kind| kind != K) {
                self.reserve[to][kind] += stack.pieces[kind];
            }
        }
    }

    /// "everything on the 8 cells around it, of both players, is removed, and `D`s among it explode too"; "whatever
    /// stands on the bomb's own cell goes too"; "With `spared`, a cell is spared only from the bomb on it".
    fn explode(&mut self, mut bombs: Vec<Cell>) {
        while let Some(cell) = bombs.pop() {
            self.record(|| format!("exploded {}", name(cell)));
            for cell in around(cell) {
                self.take_off("destroyed", cell, &mut bombs);
            }
            if !self.options.centre_spared {
                self.take_off("destroyed", cell, &mut bombs);
            }
        }
    }

    /// "From the resting cell, every adjacent **enemy** stack is pushed one cell straight away". Returns where `D`s
    /// were pushed out.
    fn push_from(&mut self, rest: Cell) -> Vec<Cell> {
        let mut bombs = Vec::new();
        let before = self.board.clone();
        let mut arrivals = Vec::new();
        for direction in DIRECTIONS {
            let Some(cell) = step(rest, direction) else { continue };
            let Some(&stack) = before.get(&cell) else { continue };
            // "With `fire=all` own adjacent stacks are pushed by the same rules".
            if stack.owner == self.player && !self.options.fire_all {
                continue;
            }
            // "or if it has no mobile member (lone `K` or `D`, or `K`+`D`)". "what happens to a `K` (or `K`+`D`) without
            // a mobile member that is pushed": "A lone `D` always explodes."
            if !is_mobile(&stack.pieces) {
                match self.options.pushed_king {
                    // "stays (house rule)".
                    PushedKing::Stays if stack.pieces[K] > 0 => {
                        self.record(|| format!("stayed P{} {}", stack.owner + 1, name(cell)));
                        continue;
                    }
                    // "pushed one cell like other pieces and removed only where they would be".
                    PushedKing::Pushed if stack.pieces[K] > 0 => {}
                    _ => {
                        self.take_off("pushed out", cell, &mut bombs);
                        continue;
                    }
                }
            }
            let target = step(cell, direction);
            let waiting = target.and_then(|target| before.get(&target));
            let joined = match (target, waiting) {
                // "off the board".
                (None, _) => None,
                (Some(target), None) => Some((target, stack.pieces)),
                // "in the simple game any occupied target means removal".
                (Some(_), Some(_)) if self.options.simple => None,
                // "or holds a piece of its enemy".
                (Some(_), Some(waiting)) if waiting.owner != stack.owner => None,
                // "A target held by its own player's pieces is joined (and they count as supporters)".
                (Some(target), Some(waiting)) => {
                    Some((target, std::array::from_fn(|kind| stack.pieces[kind] + waiting.pieces[kind])))
                }
            };
            match joined {
                // "or if the resulting stack would be unsupported there".
                Some((target, pieces)) if is_supported(&pieces, target) => {
                    self.board.remove(&cell);
                    let moved = write_pieces(&stack.pieces);
                    self.record(|| {
                        format!("pushed P{} {} {moved} {}", stack.owner + 1, name(cell), name(target))
                    });
                    arrivals.push((target, Stack { owner: stack.owner, pieces }));
                }
                _ => self.take_off("pushed out", cell, &mut bombs),
            }
        }
        // "All targets differ and none is an origin, so the pushes are simultaneous".
        self.board.extend(arrivals);
        bombs
    }
}
