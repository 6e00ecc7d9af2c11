//! Playing an action: its steps in the order of the rules.

use grid_topology::Cell;

use crate::turn::TurnState;
use crate::{Action, Event, Kind, Position, Stack, Terrain};

mod execution;
mod explosion;
mod push;

use execution::{Execution, GameOver};

impl Position {
    /// Plays a legal action and records its events.
    pub(crate) fn play_recorded(&mut self, action: Action, events: &mut impl FnMut(Event)) {
        let mut execution = Execution::new(self, events);
        // After a lost king nothing is left to do.
        let (Ok(()) | Err(GameOver)) = execution.run(action);
    }

    /// The state of a turn that uses the cell `from`, before the action.
    #[inline]
    fn turn_from(&self, from: Cell) -> TurnState {
        match self.turn.active {
            Some(_) => self.turn,
            None => TurnState { active: Some(from), left: self.quota_of(from), ..TurnState::default() },
        }
    }
}

impl<E: FnMut(Event)> Execution<'_, E> {
    fn run(&mut self, action: Action) -> Result<(), GameOver> {
        match action {
            Action::PlaceKing { cell } => {
                self.place(Kind::King, cell);
                self.start_next_turn();
            }
            Action::Reinforce { kind, cell } => self.reinforce(kind, cell),
            Action::Move { from, to, pieces } => self.make_move(from, to, to, pieces)?,
            Action::MoveAndTake { from, to, target, pieces } => self.make_move(from, to, target, pieces)?,
            Action::Take { from, target } => self.take(from, target)?,
            Action::Detonate { cell } => self.detonate(cell)?,
            Action::EndTurn | Action::Pass => self.start_next_turn(),
        }
        Ok(())
    }

    fn reinforce(&mut self, kind: Kind, cell: Cell) {
        let position = &mut *self.position;
        let Some(from) = position.turn.active.or_else(|| position.king(position.player)) else { return };
        // Regions are counted before the piece is placed.
        let mut turn = position.turn_from(from);
        self.place(kind, cell);
        turn.left = turn.left.saturating_sub(1);
        if !turn.moved && from == cell {
            turn.fresh = turn.fresh.with(kind);
        }
        self.continue_turn(turn);
    }

    /// Moves pieces to `to` and captures on `target`, which is `to` unless they attack across the shore.
    fn make_move(&mut self, from: Cell, to: Cell, target: Cell, pieces: Stack) -> Result<(), GameOver> {
        let turn = self.position.turn_from(from);
        self.move_and_capture(from, to, target, pieces);
        self.end_if_king_lost()?;
        let mut survive = !self.explode()?.contains(to);
        if survive && pieces.has(Kind::Fire) {
            self.push(to)?;
            survive = !self.explode()?.contains(to);
        }
        let movers = if survive { pieces } else { Stack::EMPTY };
        self.continue_turn(TurnState { active: Some(to), moved: true, fresh: Stack::EMPTY, movers, ..turn });
        Ok(())
    }

    fn move_and_capture(&mut self, from: Cell, to: Cell, target: Cell, pieces: Stack) {
        let player = self.position.player;
        let rest = self.position.stack(from).minus(pieces);
        (self.events)(Event::Moved { from, to, pieces });
        self.position.set_stack(player, from, rest);
        if self.position.pieces(player.opponent()).contains(target) {
            self.capture(target);
        }
        self.position.add(player, to, pieces);
        // Only the option `left-behind=removed` allows a rest without support.
        if !rest.is_supported_on(Terrain::of(from)) {
            self.remove(player, from, |player, cell, pieces| Event::LeftBehind { player, cell, pieces });
        }
    }

    fn capture(&mut self, target: Cell) {
        let enemy = self.position.player.opponent();
        self.remove(enemy, target, |player, cell, pieces| Event::Captured { player, cell, pieces });
    }

    /// Captures on `target` without a move.
    fn take(&mut self, from: Cell, target: Cell) -> Result<(), GameOver> {
        let turn = self.position.turn_from(from);
        self.capture(target);
        self.end_if_king_lost()?;
        self.explode()?;
        self.continue_turn(TurnState { moved: true, fresh: Stack::EMPTY, ..turn });
        Ok(())
    }

    fn detonate(&mut self, cell: Cell) -> Result<(), GameOver> {
        let (player, bomb) = (self.position.player, Stack::of(Kind::Destruction));
        (self.events)(Event::Detonated { player, cell });
        self.position.set_stack(player, cell, self.position.stack(cell).minus(bomb));
        self.lose(player, cell, bomb);
        self.explode()?;
        self.start_next_turn();
        Ok(())
    }
}
