//! The execution of one action, and the steps that the parts of an action share.

use abstract_game::Player;
use grid_topology::{Bitboard64, Cell};

use crate::turn::{Status, TurnState};
use crate::{Event, Kind, Position, Stack, Variant};

/// An action in execution.
pub(super) struct Execution<'a, E> {
    pub(super) position: &'a mut Position,
    pub(super) events: &'a mut E,
    /// The cells of removed `D`s that have not exploded yet.
    pub(super) bombs: Bitboard64,
    /// By [`Player::index`]: who has lost the king.
    kings_lost: [bool; 2],
}

/// A king was removed and the game is over. Returned as an error to end the action.
pub(super) struct GameOver;

impl<'a, E: FnMut(Event)> Execution<'a, E> {
    pub(super) fn new(position: &'a mut Position, events: &'a mut E) -> Self {
        Execution { position, events, bombs: Bitboard64::EMPTY, kings_lost: [false; 2] }
    }

    /// Moves a piece from the reserve to the board.
    pub(super) fn place(&mut self, kind: Kind, cell: Cell) {
        let player = self.position.player;
        self.position.place(player, cell, kind);
        (self.events)(Event::Placed { player, kind, cell });
    }

    /// Removes the stack of a player from a cell. `event` makes the event that tells why.
    #[inline]
    pub(super) fn remove(
        &mut self,
        player: Player,
        cell: Cell,
        event: impl Fn(Player, Cell, Stack) -> Event,
    ) {
        let pieces = self.position.stack(cell);
        self.position.set_stack(player, cell, Stack::EMPTY);
        (self.events)(event(player, cell, pieces));
        self.lose(player, cell, pieces);
    }

    /// Notes removed kings and `D`s, and returns removed pieces to a reserve if the variant says so.
    #[inline]
    pub(super) fn lose(&mut self, owner: Player, cell: Cell, pieces: Stack) {
        if pieces.has(Kind::Destruction) {
            self.bombs.insert(cell);
        }
        if pieces.has(Kind::King) {
            self.kings_lost[owner.index()] = true;
            (self.events)(Event::KingLost { player: owner });
        }
        let player = match self.position.options.variant {
            Variant::Standard => return,
            Variant::Unlimited => owner,
            Variant::Enlisting if owner == self.position.player => return,
            Variant::Enlisting => self.position.player,
        };
        let pieces = pieces.without_king();
        if !pieces.is_empty() {
            self.position.add_to_reserve(player, pieces);
            (self.events)(Event::Returned { player, pieces });
        }
    }

    /// Ends the game if a king was removed.
    #[inline]
    pub(super) fn end_if_king_lost(&mut self) -> Result<(), GameOver> {
        let Some(status) = Status::after_losing_kings(self.kings_lost) else { return Ok(()) };
        self.change_player();
        self.set_status(status);
        Err(GameOver)
    }

    /// Continues the turn in this state, or ends it if no other action is left.
    pub(super) fn continue_turn(&mut self, turn: TurnState) {
        let position = &mut *self.position;
        // A turn of the simple game is one action.
        if !position.options.is_simple() && position.can_act(position.player, &turn) {
            return position.set_turn(turn);
        }
        self.start_next_turn();
    }

    /// Ends the turn; the opponent moves next unless the game is over.
    #[inline]
    pub(super) fn start_next_turn(&mut self) {
        self.change_player();
        let status = self.position.status_of_turn();
        self.set_status(status);
    }

    #[inline]
    fn change_player(&mut self) {
        let position = &mut *self.position;
        (self.events)(Event::TurnEnded { player: position.player });
        if position.turn.active.is_some() {
            position.set_turn(TurnState::default());
        }
        position.set_player(position.player.opponent());
    }

    #[inline]
    fn set_status(&mut self, status: Status) {
        self.position.status = status;
        if self.position.is_over()
            && let Some(end) = self.position.computed_end()
        {
            (self.events)(Event::GameEnded { end });
        }
    }
}
