//! The crate `board-game` on our rules.

use std::fmt;
use std::ops::ControlFlow;

use board_game::ai::mcts::mcts_build_tree;
use board_game::board::{Alternating, Board, BoardDone, BoardMoves, Outcome, PlayError, Player};
use board_game::impl_unit_symmetry_board;
use internal_iterator::InternalIterator;
use rand08::{Rng, SeedableRng as _};
use snorkels_core::prelude::*;
use snorkels_core::{Action, Position};

#[derive(Clone, Debug, PartialEq, Eq)]
struct Snorkels(Position);

impl fmt::Display for Snorkels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

fn player(player: abstract_game::Player) -> Player {
    if player == abstract_game::Player::P1 { Player::A } else { Player::B }
}

impl Board for Snorkels {
    type Move = Action;

    fn next_player(&self) -> Player {
        player(self.0.player_to_act())
    }

    fn is_available_move(&self, action: Action) -> Result<bool, BoardDone> {
        self.check_done()?;
        Ok(self.0.is_legal(action))
    }

    fn random_available_move(&self, random: &mut impl Rng) -> Result<Action, BoardDone> {
        self.check_done()?;
        Ok(self.0.choose_action(&mut Vec::new(), |count| random.gen_range(0..count)))
    }

    fn play(&mut self, action: Action) -> Result<(), PlayError> {
        self.0.play_unchecked(action);
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = self.0.end()?.winner;
        Some(winner.map_or(Outcome::Draw, |winner| Outcome::WonBy(player(winner))))
    }

    fn can_lose_after_move() -> bool {
        true
    }
}

impl Alternating for Snorkels {}

impl_unit_symmetry_board!(Snorkels);

/// The actions of a position, all actions without one.
#[derive(Clone)]
struct Actions(Option<Position>);

impl InternalIterator for Actions {
    type Item = Action;

    fn try_for_each<R, F: FnMut(Action) -> ControlFlow<R>>(self, mut visit: F) -> ControlFlow<R> {
        match self.0 {
            Some(position) => position.empty().into_iter().map(Action::place).try_for_each(&mut visit),
            None => Action::all().try_for_each(visit),
        }
    }
}

impl<'a> BoardMoves<'a, Snorkels> for Snorkels {
    type AllMovesIterator = Actions;
    type AvailableMovesIterator = Actions;

    fn all_possible_moves() -> Actions {
        Actions(None)
    }

    fn available_moves(&'a self) -> Result<Actions, BoardDone> {
        self.check_done()?;
        Ok(Actions(Some(self.0)))
    }
}

/// Monte-Carlo tree search with the crate's playouts, which use our `choose_action`.
pub fn mcts(position: &Position, iterations: u64) -> Action {
    let mut random = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(1);
    mcts_build_tree(&Snorkels(*position), iterations, 1.0, &mut random).best_move()
}
