//! The solver: values of positions, within limits of memory and nodes.

use std::fs::{self, File};
use std::io::{self, BufRead, ErrorKind, Read, Seek as _, Write};
use std::path::{Path, PathBuf};

use resources::memory::Unavailable;
use snorkels_core::{Bitboard64, Cell, Position};
use thiserror::Error;

use crate::check::{CheckError, Side};
use crate::distance::Distances;
use crate::numbers::{LOSS, Numbers, WIN};
use crate::search::Search;
use crate::state::State;
use crate::table::{Entry, Table};

/// The winner of a position with best play, as far as it is known.
///
/// [`Side::First`] is the player who places next. The pie rule plays no part: see [`Solver::new`].
pub type Value = Option<Side>;

/// The knowledge about a position while the search goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The winner, once proved.
    pub value: Value,
    /// The proof number: the least number of positions to decide, as estimated, for a win of the first player.
    pub proof: u32,
    /// The disproof number: the same for a win of the second player.
    pub disproof: u32,
    /// The number of nodes that the solver has searched so far, those of earlier sessions included.
    pub nodes: u64,
}

impl Progress {
    pub(crate) fn new(numbers: Numbers, nodes: u64) -> Progress {
        let value = match numbers {
            WIN => Some(Side::First),
            LOSS => Some(Side::Second),
            _ => None,
        };
        Progress { value, proof: numbers.phi, disproof: numbers.delta, nodes }
    }
}

/// Why the solver cannot work on a position or with a file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SolverError {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The position offers a swap.
    #[error("the position offers a swap: the solver plays without the pie rule")]
    Swap,
    /// The position has another board, or other stones, than the solver.
    #[error("the position has another board or other stones than the solver")]
    Board,
    /// There is too little memory for a table.
    #[error(transparent)]
    Memory(#[from] Unavailable),
    /// A file cannot be read or written, or is no saved state for the board.
    #[error("`{}`: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: io::Error,
    },
    /// The strategy that follows from the table does not win: a state that was read is wrong.
    #[error("the search holds a wrong result: {0}")]
    Wrong(CheckError),
}

/// A solver for the positions of one board. It remembers what it has found.
///
/// ```
/// use snorkels_core::Position;
/// use snorkels_solver::{Side, Solver};
/// let position: Position = "4/4/4/4 p 1 -".parse()?;
/// let mut solver = Solver::new(&position, 1 << 20)?;
/// let progress = solver.solve(&position, u64::MAX)?;
/// assert_eq!(progress.value, Some(Side::Second));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    board: [u64; 3],
    pub(crate) search: Search,
}

const STATE: &[u8; 16] = b"snorkels-state 1";

impl Solver {
    /// A solver for the board and the stones of a position, with a table of at most `memory` bytes (of at least 128).
    ///
    /// # Errors
    /// [`SolverError::Over`], [`SolverError::Swap`] or [`SolverError::Memory`].
    pub fn new(position: &Position, memory: usize) -> Result<Solver, SolverError> {
        let free = position.board() - position.stones();
        let search = Search::new(position.topology(), free, memory)?;
        let solver = Solver { board: board(position), search };
        solver.state(position)?;
        Ok(solver)
    }

    /// From now on searches have this number of threads, at least 1. With more than one the number of nodes differs from run to run.
    pub fn set_threads(&mut self, threads: usize) {
        self.search.set_threads(threads);
    }

    /// Takes all memory of the table from the system now. Threads that take it during the search interrupt each other.
    pub fn take_memory(&mut self) {
        self.search.context.table.touch();
    }

    /// The number of nodes searched so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// Searches a position until its value is proved or `nodes` more nodes are searched. A later call goes on from there.
    ///
    /// # Errors
    /// The position is not one of this solver's board, is finished, or offers a swap.
    pub fn solve(&mut self, position: &Position, nodes: u64) -> Result<Progress, SolverError> {
        let state = self.state(position)?;
        let numbers = self.limited(nodes).run(&state);
        Ok(Progress::new(numbers, self.search.nodes))
    }

    /// What is known of a position without searching it.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    pub fn known(&self, position: &Position) -> Result<Progress, SolverError> {
        let state = self.state(position)?;
        Ok(Progress::new(self.search.known(&state), self.search.nodes))
    }

    /// The number of nodes of the searches below a position, as far as the table knows it; 0 if no search has visited the position.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    pub fn work(&self, position: &Position) -> Result<u64, SolverError> {
        Ok(self.search.work(&self.state(position)?))
    }

    /// The number of placements to the end, when the winner hurries and the loser delays; `None` if `nodes` more nodes do
    /// not suffice. This takes far more nodes than the value, and a table of `memory` bytes beside the solver's.
    ///
    /// # Errors
    /// As [`solve`](Self::solve), and [`SolverError::Memory`].
    pub fn distance(
        &mut self,
        position: &Position,
        memory: usize,
        nodes: u64,
    ) -> Result<Option<u32>, SolverError> {
        let state = self.state(position)?;
        let table = Table::new(memory)?;
        Ok(Distances { search: self.limited(nodes), table }.distance(&state))
    }

    /// The share of a position's tree that is decided, 0 to 1: of all placements of the likely loser in the first plies, each
    /// with the best answer.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    pub fn decided(&self, position: &Position) -> Result<f64, SolverError> {
        Ok(self.search.decided(&self.state(position)?, 4))
    }

    /// A winning placement; `None` if the player to place loses, or if `nodes` more nodes do not prove a win. For a position
    /// that [`solve`](Self::solve) has proved, only what the table has lost is searched.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    pub fn winning_placement(
        &mut self,
        position: &Position,
        nodes: u64,
    ) -> Result<Option<Cell>, SolverError> {
        let state = self.state(position)?;
        let at = self.limited(nodes).winning_placement(&state);
        Ok(at.and_then(|at| Bitboard64::from_words([at]).first()))
    }

    /// The search, for this number of nodes more.
    pub(crate) fn limited(&mut self, nodes: u64) -> &mut Search {
        self.search.limit = self.search.nodes.saturating_add(nodes);
        &mut self.search
    }

    pub(crate) fn state(&self, position: &Position) -> Result<State, SolverError> {
        let state = state(position)?;
        if board(position) != self.board {
            return Err(SolverError::Board);
        }
        Ok(state)
    }

    /// The position with these sets of the player to place and of the opponent.
    #[cfg(feature = "jobs")]
    pub(crate) fn state_of(&self, [own, enemy]: [u64; 2]) -> State {
        State::new(own, enemy, self.board[2] & !own & !enemy)
    }

    /// Writes everything that the solver has found to a file. The file is replaced in one step: a process that is killed
    /// leaves the old one or the new one.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), SolverError> {
        self.write(path).map_err(|source| SolverError::File { path: path.to_owned(), source })
    }

    fn write(&self, path: &Path) -> io::Result<()> {
        let new = path.with_extension("new");
        let mut file = io::BufWriter::new(File::create(&new)?);
        file.write_all(STATE)?;
        let [width, height, free] = self.board;
        let header = [width, height, free, self.search.nodes];
        let entries = self.search.context.table.entries().flat_map(Entry::words);
        for word in header.into_iter().chain(entries.flatten()) {
            file.write_all(&word.to_le_bytes())?;
        }
        file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        fs::rename(new, path)
    }

    /// Reads what [`save`](Self::save) wrote, for the same board. The memory of the table may differ. What is decided
    /// already stays.
    ///
    /// # Errors
    /// The file cannot be read, is not a regular one, or is no state for this board. Then nothing of it is taken.
    pub fn load(&mut self, path: &Path) -> Result<(), SolverError> {
        self.read(path).map_err(|error| {
            let source = match error.kind() {
                ErrorKind::UnexpectedEof | ErrorKind::InvalidData => {
                    io::Error::new(error.kind(), "no saved state of this solver for this board")
                }
                _ => error,
            };
            SolverError::File { path: path.to_owned(), source }
        })
    }

    fn read(&mut self, path: &Path) -> io::Result<()> {
        let mut file = io::BufReader::new(resources::file::open(path)?);
        // The whole file is checked before anything of it is taken.
        read_state(&mut file, self.board, |_| ())?;
        file.rewind()?;
        let table = &self.search.context.table;
        let nodes = read_state(&mut file, self.board, |entry| {
            // A file that another run began from may know less of a position than what is here.
            table.put(entry);
        })?;
        self.search.nodes = self.search.nodes.max(nodes);
        Ok(())
    }
}

/// The state of a position that is not over and offers no swap.
pub(crate) fn state(position: &Position) -> Result<State, SolverError> {
    if position.outcome().ends() {
        return Err(SolverError::Over);
    }
    if position.can_swap() {
        return Err(SolverError::Swap);
    }
    let own = word(position.snorkels(position.to_place()));
    let enemy = word(position.snorkels(position.to_place().opponent()));
    Ok(State::new(own, enemy, word(position.empty())))
}

/// Reads a state for a [`board`]. `take` gets each entry. Returns the number of
/// nodes.
fn read_state(file: &mut impl BufRead, board: [u64; 3], mut take: impl FnMut(Entry)) -> io::Result<u64> {
    let mut title = [0; STATE.len()];
    file.read_exact(&mut title)?;
    let [width, height, free, nodes] = read_words(file)?;
    // No search reaches half of the greatest number of nodes.
    if &title != STATE || [width, height, free] != board || nodes > u64::MAX / 2 {
        return Err(ErrorKind::InvalidData.into());
    }
    while !file.fill_buf()?.is_empty() {
        let [own, enemy, numbers, work] = read_words(file)?;
        let entry = Entry::from_words([[own, enemy], [numbers, work]]);
        if own & enemy != 0 || (own | enemy) & !free != 0 || !entry.numbers.are_sound() || work == 0 {
            return Err(ErrorKind::InvalidData.into());
        }
        take(entry);
    }
    Ok(nodes)
}

/// Four words of eight bytes.
fn read_words(file: &mut impl Read) -> io::Result<[u64; 4]> {
    let mut words = [[0; 8]; 4];
    file.read_exact(words.as_flattened_mut())?;
    Ok(words.map(u64::from_le_bytes))
}

/// The width and the height of a position's board, and the cells without a stone.
fn board(position: &Position) -> [u64; 3] {
    let free = word(position.board() - position.stones());
    [position.width().into(), position.height().into(), free]
}

fn word(set: Bitboard64) -> u64 {
    let [word] = set.words();
    word
}
