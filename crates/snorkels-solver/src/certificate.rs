//! Writing certificates.

use snorkels_core::Position;

use crate::check::{FORCED, TITLE, checksum, replay};
use crate::solver::{Solver, SolverError};

/// The certificate of a proved position: the winner's strategy, in the format that [`check`](crate::check::check) reads.
///
/// What the table has lost is searched again. `None` if the position is not proved.
///
/// # Errors
/// The position is not one of the solver's board, is finished, or offers a swap; or [`SolverError::Wrong`].
pub fn certificate(solver: &mut Solver, position: &Position) -> Result<Option<Vec<u8>>, SolverError> {
    let start = solver.state(position)?;
    let Some(winner) = solver.known(position)?.value else { return Ok(None) };
    let (text, width) = (position.to_string(), usize::from(position.width()));
    let mut bytes = format!("{TITLE}\nposition {text}\nwinner {winner}\n").into_bytes();
    replay(&text, winner, |board, line| {
        let byte = if board.has_forced_win(winner) {
            FORCED
        } else {
            let cell_set = |&cell: &usize| 1 << (cell / width * 8 + cell % width);
            let state = line.iter().map(cell_set).fold(start.clone(), |state, at| state.after(at));
            let at = solver.limited(u64::MAX).winning_placement(&state).ok_or("no placement wins")?;
            let bit = at.trailing_zeros() as usize;
            (bit / 8 * width + bit % 8) as u8
        };
        bytes.push(byte);
        Ok(byte)
    })
    .map_err(SolverError::Wrong)?;
    bytes.extend(checksum(&bytes).to_le_bytes());
    Ok(Some(bytes))
}
