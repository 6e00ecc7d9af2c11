//! Playing an action: its steps in their order.

use abstract_game::Player;
use grid_topology::{Bitboard64, Cell};

use crate::events::Effect;
use crate::outcome::{Kings, Over};
use crate::turn::TurnState;
use crate::{Action, Kind, Position, Stack, Terrain, Variant, zobrist};
use abstract_game::events::EventSink;

mod explosion;
mod push;

impl Position {
    pub(crate) fn play_recorded(&mut self, action: Action, events: &mut impl EventSink<Effect>) {
        let player = self.player;
        match action {
            Action::PlaceKing { cell } => {
                self.place(Kind::King, cell, events);
                self.begin_next_turn(events);
            }
            Action::Reinforce { kind, cell } => self.reinforce(kind, cell, events),
            Action::Move { from, to, pieces } => self.make_move(from, to, to, pieces, events),
            Action::MoveAndTake { from, to, target, pieces } => {
                self.make_move(from, to, target, pieces, events);
            }
            Action::Take { from, target } => self.take_from_standstill(from, target, events),
            Action::Detonate { cell } => {
                let bomb = Stack::of(Kind::Destruction);
                events.record(Effect::Detonated { player, cell });
                self.set_stack(player, cell, self.stack(cell).minus(bomb));
                let mut kings = Kings::default();
                self.lose(player, bomb, &mut kings, events);
                if self.explode(cell.into(), events).is_ok() {
                    self.begin_next_turn(events);
                }
            }
            Action::EndTurn | Action::Pass => self.begin_next_turn(events),
        }
    }

    /// Puts a piece of the reserve on the board.
    fn place(&mut self, kind: Kind, cell: Cell, events: &mut impl EventSink<Effect>) {
        let player = self.player;
        self.set_reserve(player, self.reserve(player).without(kind));
        self.add(player, cell, Stack::of(kind));
        events.record(Effect::Placed { player, kind, cell });
    }

    fn reinforce(&mut self, kind: Kind, cell: Cell, events: &mut impl EventSink<Effect>) {
        // Counted before the piece stands.
        let mut turn = match self.turn.active {
            Some(_) => self.turn,
            None => TurnState { active: self.king(self.player), left: self.quota(), ..TurnState::default() },
        };
        self.place(kind, cell, events);
        turn.left = turn.left.saturating_sub(1);
        if !turn.moved && turn.active == Some(cell) {
            turn.fresh = turn.fresh.with(kind);
        }
        self.go_on(turn, events);
    }

    /// How many reinforcements a move from that cell leaves for after it.
    fn left_for(&self, from: Cell) -> u8 {
        match self.turn.active {
            Some(_) => self.turn.left,
            None if self.stack(from).has(Kind::King) => self.quota(),
            None => 0,
        }
    }

    fn make_move(
        &mut self,
        from: Cell,
        to: Cell,
        target: Cell,
        pieces: Stack,
        events: &mut impl EventSink<Effect>,
    ) {
        let left = self.left_for(from);
        let Ok(movers) = self.moved_and_settled(from, to, target, pieces, events) else { return };
        let turn = TurnState { active: Some(to), left, moved: true, fresh: Stack::EMPTY, movers };
        self.go_on(turn, events);
    }

    /// Moves, captures, explodes, pushes, explodes; what is left of the movers.
    fn moved_and_settled(
        &mut self,
        from: Cell,
        to: Cell,
        target: Cell,
        pieces: Stack,
        events: &mut impl EventSink<Effect>,
    ) -> Result<Stack, Over> {
        let player = self.player;
        let mut kings = Kings::default();
        let mut bombs = Bitboard64::EMPTY;
        let rest = self.stack(from).minus(pieces);
        // Only with the option `left-behind=removed` may the rest be unsupported.
        let rest_stays = rest.is_supported_on(Terrain::of(from));
        self.set_stack(player, from, if rest_stays { rest } else { Stack::EMPTY });
        let enemies =
            if self.pieces(player.opponent()).contains(target) { self.stack(target) } else { Stack::EMPTY };
        if !enemies.is_empty() {
            self.set_stack(player.opponent(), target, Stack::EMPTY);
        }
        self.add(player, to, pieces);
        events.record(Effect::Moved { from, to, pieces });
        if !enemies.is_empty() {
            events.record(Effect::Captured { player: player.opponent(), cell: target, pieces: enemies });
            bombs.set(target, enemies.has(Kind::Destruction));
            self.lose(player.opponent(), enemies, &mut kings, events);
        }
        if !rest_stays {
            events.record(Effect::LeftBehind { player, cell: from, pieces: rest });
            bombs.set(from, rest.has(Kind::Destruction));
            self.lose(player, rest, &mut kings, events);
        }
        self.settle(kings, events)?;
        if self.explode(bombs, events)?.contains(to) {
            return Ok(Stack::EMPTY);
        }
        if pieces.has(Kind::Fire) {
            let bombs = self.push(to, events)?;
            if self.explode(bombs, events)?.contains(to) {
                return Ok(Stack::EMPTY);
            }
        }
        Ok(pieces)
    }

    fn take_from_standstill(&mut self, from: Cell, target: Cell, events: &mut impl EventSink<Effect>) {
        let left = self.left_for(from);
        let enemy = self.player.opponent();
        let pieces = self.stack(target);
        let mut kings = Kings::default();
        self.set_stack(enemy, target, Stack::EMPTY);
        events.record(Effect::Captured { player: enemy, cell: target, pieces });
        self.lose(enemy, pieces, &mut kings, events);
        let bombs = if pieces.has(Kind::Destruction) { target.into() } else { Bitboard64::EMPTY };
        if self.settle(kings, events).and_then(|()| self.explode(bombs, events)).is_ok() {
            let turn = TurnState {
                active: Some(from),
                left,
                moved: true,
                fresh: Stack::EMPTY,
                movers: Stack::EMPTY,
            };
            self.go_on(turn, events);
        }
    }

    /// Pieces that were taken off the board go where the variant sends them. A king goes nowhere, but is noted.
    pub(crate) fn lose(
        &mut self,
        owner: Player,
        pieces: Stack,
        kings: &mut Kings,
        events: &mut impl EventSink<Effect>,
    ) {
        if pieces.has(Kind::King) {
            kings.lost[owner.index()] = true;
            events.record(Effect::KingLost { player: owner });
        }
        let army = pieces.without_king();
        let taker = match self.options.variant {
            Variant::Standard => return,
            Variant::Unlimited => owner,
            Variant::Enlisting if owner == self.player => return,
            Variant::Enlisting => self.player,
        };
        if !army.is_empty() {
            self.set_reserve(taker, self.reserve(taker).plus(army));
            events.record(Effect::Returned { player: taker, pieces: army });
        }
    }

    /// Ends the game if an event removed a king.
    pub(crate) fn settle(&mut self, kings: Kings, events: &mut impl EventSink<Effect>) -> Result<(), Over> {
        let Some(status) = kings.status() else { return Ok(()) };
        self.pass_turn(events);
        self.status = status;
        self.see_end(events);
        Err(Over)
    }

    /// The turn has come to that state: it goes on, or ends by itself.
    fn go_on(&mut self, turn: TurnState, events: &mut impl EventSink<Effect>) {
        // A turn of the simple game is one action.
        if !self.options.is_simple() {
            // Most turns end here, so the key waits until it is clear.
            let before = core::mem::replace(&mut self.turn, turn);
            if self.can_act(self.player, &turn) {
                self.key ^= zobrist::turn(&before) ^ zobrist::turn(&turn);
                return;
            }
            self.turn = before;
        }
        self.begin_next_turn(events);
    }

    fn begin_next_turn(&mut self, events: &mut impl EventSink<Effect>) {
        self.pass_turn(events);
        self.status = self.computed_status();
        self.see_end(events);
    }

    /// The opponent is to move.
    fn pass_turn(&mut self, events: &mut impl EventSink<Effect>) {
        events.record(Effect::TurnEnded { player: self.player });
        if self.turn.active.is_some() {
            self.set_turn(TurnState::default());
        }
        self.player = self.player.opponent();
        self.key ^= zobrist::PLAYER;
    }

    fn see_end(&self, events: &mut impl EventSink<Effect>) {
        if let Some(end) = self.computed_end() {
            events.record(Effect::GameEnded { end });
        }
    }
}
