//! Writing certificates.

use snorkels_core::Position;

use crate::check::{Board, CheckError, FORCED, Guide, Replay, Side, TITLE, checksum};
use crate::solver::{Solver, SolverError};
use crate::state::State;

/// The certificate of a proved position: the winner's strategy, in the format that [`check`](crate::check::check) reads.
///
/// What the table has lost is searched again. `None` if the position is not proved.
///
/// # Errors
/// The position is not one of the solver's board, is finished, or offers a swap; or [`SolverError::Wrong`].
pub fn certificate(solver: &mut Solver, position: &Position) -> Result<Option<Vec<u8>>, SolverError> {
    let state = solver.state(position)?;
    let Some(winner) = solver.known(position)?.value else { return Ok(None) };
    let text = position.to_string();
    let mut bytes = format!("{TITLE}\nposition {text}\nwinner {winner}\n").into_bytes();
    let board = Board::read(&text).expect("the text of a position in play can be read");
    let mut replay = Replay::new(board, winner, Author { solver, start: state, strategy: Vec::new() });
    replay.run().map_err(SolverError::Wrong)?;
    bytes.append(&mut replay.guide.strategy);
    bytes.extend(checksum(&bytes).to_le_bytes());
    Ok(Some(bytes))
}

/// Names the winner's placements from the solver's knowledge.
struct Author<'a> {
    solver: &'a mut Solver,
    start: State,
    strategy: Vec<u8>,
}

impl Guide for Author<'_> {
    fn byte(&mut self, board: &mut Board, winner: Side, line: &[usize]) -> Result<u8, CheckError> {
        let byte = if board.has_forced_win(winner) {
            FORCED
        } else {
            let cell_set = |&cell: &usize| 1 << (cell / board.width() * 8 + cell % board.width());
            let state = line.iter().map(cell_set).fold(self.start.clone(), |state, at| state.after(at));
            let at = self.solver.winning(&state, u64::MAX);
            let at = at.ok_or_else(|| CheckError::strategy(board, line, "no placement wins"))?;
            let bit = at.trailing_zeros() as usize;
            (bit / 8 * board.width() + bit % 8) as u8
        };
        self.strategy.push(byte);
        Ok(byte)
    }
}
