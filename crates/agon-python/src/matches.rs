//! The class `Match`.

use abstract_game::facade::{AnyMatch, GameError};
use abstract_game::{Player, random::SplitMix64};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict as _, PyBytes, PyDict};

use crate::error::IllegalTurn;
use crate::rules::Rules;

/// A game in progress: a start position and the turns since.
///
/// A turn is one or more actions. Turns, actions and positions are text; actions also have an index. Players are 0 and 1.
///
/// >>> game = Rules("snorkels", size=3).start()
/// >>> game.play("b2")
/// >>> game.player, game.legal_turns(3)
/// (1, ['a1', 'b1', 'c1'])
/// >>> game.play("b2")
/// Traceback (most recent call last):
/// ...
/// agon.IllegalTurn: no snorkel can be placed on b2: a purple snorkel is there
/// >>> game.play_all("a1 a2 c3 b1")
/// >>> game.result
/// Result(winner=0, reason='capture')
/// >>> print(game)
///  3  . . G
///  2  P P .
///  1  g P .
///     a b c
/// P1 wins by capture
#[pyclass(module = "agon")]
pub(crate) struct Match {
    pub(crate) rules: Rules,
    pub(crate) game: Box<dyn AnyMatch>,
}

/// The end of a match.
///
/// >>> game = Rules("nika").start()
/// >>> game.agree_draw()
/// >>> game.result
/// Result(winner=None, reason='agreement')
#[pyclass(module = "agon", frozen, get_all, eq)]
#[derive(Clone, PartialEq)]
pub(crate) struct Result {
    /// The player who won, 0 or 1; None after a draw.
    winner: Option<usize>,
    /// Why the match ended, in one word.
    reason: &'static str,
}

#[pymethods]
impl Result {
    fn __repr__(&self) -> String {
        let winner = self.winner.map_or("None".to_owned(), |winner| winner.to_string());
        format!("Result(winner={winner}, reason='{}')", self.reason)
    }
}

/// What the match refused.
fn illegal(error: GameError) -> PyErr {
    IllegalTurn::new_err(error.to_string())
}

/// A player from its number.
fn player(number: usize) -> PyResult<Player> {
    let player = Player::BOTH.get(number).copied();
    player.ok_or_else(|| PyValueError::new_err(format!("players are 0 and 1, not {number}")))
}

#[pymethods]
impl Match {
    /// The rules.
    #[getter(rules)]
    fn get_rules(&self) -> Rules {
        self.rules.copy()
    }

    /// The text of the present position. `rules.start(text)` reads it, unless the match is over.
    #[getter]
    fn position(&self) -> String {
        self.game.position_text()
    }

    /// The text of the first position.
    #[getter]
    fn start_position(&self) -> String {
        self.game.start_text()
    }

    /// The finished turns.
    #[getter]
    fn turns(&self) -> Vec<String> {
        self.game.turns()
    }

    /// The actions of the turn in progress.
    ///
    /// >>> game = Rules("nika").start()
    /// >>> game.play_action("k4k5>n")
    /// >>> game.pending, game.player
    /// (['k4k5>n'], 0)
    #[getter]
    fn pending(&self) -> Vec<String> {
        self.game.pending()
    }

    /// The player to act, 0 or 1. Meaningless when the match is over.
    #[getter]
    fn player(&self) -> usize {
        self.game.player_to_act().index()
    }

    /// The seat to act, an index into `rules.seats`. Meaningless when the match is over.
    #[getter]
    fn seat(&self) -> usize {
        self.game.seat_to_act()
    }

    /// How the match ended: a `Result`, or None while it goes on.
    #[getter]
    fn result(&self) -> Option<Result> {
        let end = self.game.result()?;
        Some(Result { winner: end.winner.map(Player::index), reason: end.reason.as_str() })
    }

    /// Whether the match is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.game.result().is_some()
    }

    /// The returns of both players: 1 for a win, -1 for a loss, 0 for a draw and while the match goes on.
    #[getter]
    fn returns(&self) -> (f64, f64) {
        match self.game.result().and_then(|end| end.winner) {
            None => (0.0, 0.0),
            Some(Player::P1) => (1.0, -1.0),
            Some(Player::P2) => (-1.0, 1.0),
        }
    }

    /// The Zobrist key of the position, 64 bits.
    #[getter]
    fn key(&self) -> u64 {
        self.game.key()
    }

    /// legal_turns(limit=None)
    ///
    /// The legal turns, at most `limit`. Some games have thousands.
    ///
    /// >>> len(Rules("nika").start().legal_turns(100))
    /// 100
    #[pyo3(signature = (limit=None))]
    fn legal_turns(&self, limit: Option<usize>) -> Vec<String> {
        self.game.legal_turns(limit.unwrap_or(usize::MAX))
    }

    /// legal_actions()
    ///
    /// The legal actions: a dict from indices to texts, in a fixed order.
    ///
    /// >>> Rules("snorkels", size=2).start().legal_actions()
    /// {0: 'a1', 1: 'b1', 8: 'a2', 9: 'b2'}
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.game.indexed_actions().into_py_dict(py)
    }

    /// legal_indices()
    ///
    /// The indices of the legal actions, in ascending order.
    fn legal_indices(&self) -> Vec<usize> {
        let mut indices = self.game.legal_indices();
        indices.sort_unstable();
        indices
    }

    /// The mask of the legal actions: a byte for each index.
    fn _mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let indices = self.game.legal_indices();
        PyBytes::new_with(py, self.rules.rules.encoding().actions, |bytes| {
            bytes.fill(0);
            indices.into_iter().for_each(|index| bytes[index] = 1);
            Ok(())
        })
    }

    /// The observation of a player: little-endian numbers of 32 bits.
    #[pyo3(signature = (player=None))]
    fn _observation<'py>(&self, py: Python<'py>, player: Option<usize>) -> PyResult<Bound<'py, PyBytes>> {
        let seen_by = player.map_or(Ok(self.game.player_to_act()), self::player)?;
        let numbers = self.game.observation(seen_by);
        PyBytes::new_with(py, 4 * numbers.len(), |bytes| {
            for (bytes, number) in bytes.chunks_exact_mut(4).zip(numbers) {
                bytes.copy_from_slice(&number.to_le_bytes());
            }
            Ok(())
        })
    }

    /// play(turn)
    ///
    /// Plays a whole turn, or the rest of the turn in progress.
    fn play(&mut self, turn: &str) -> PyResult<()> {
        self.game.play_turn(turn).map_err(illegal)
    }

    /// play_all(turns)
    ///
    /// Plays turns separated by spaces, or a sequence of them. If one is illegal the match does not change.
    fn play_all(&mut self, turns: &Bound<'_, PyAny>) -> PyResult<()> {
        let turns: Vec<String> = match turns.extract::<String>() {
            Ok(text) => text.split_whitespace().map(str::to_owned).collect(),
            Err(_) => turns.extract()?,
        };
        let mut game = self.game.boxed_clone();
        for (number, turn) in (1..).zip(&turns) {
            let played = game.play_turn(turn);
            played.map_err(|error| IllegalTurn::new_err(format!("turn {number}: {error}")))?;
        }
        self.game = game;
        Ok(())
    }

    /// play_action(action)
    ///
    /// Plays one action of a turn, given by its text or its index.
    ///
    /// >>> game = Rules("symbol").start()
    /// >>> game.play_action("K@d2"); game.play_action("K@d6")
    /// >>> game.play_action("+Ld2")
    /// >>> game.turns
    /// ['K@d2', 'K@d6', '+Ld2']
    fn play_action(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let played = match action.extract::<usize>() {
            Ok(index) => self.game.play_index(index),
            Err(_) => self.game.play_action(&action.extract::<String>()?),
        };
        played.map_err(illegal)
    }

    /// is_legal(turn)
    ///
    /// Whether a turn is legal.
    fn is_legal(&self, turn: &str) -> bool {
        self.game.check_turn(turn).is_ok()
    }

    /// undo()
    ///
    /// Takes back the turn in progress, or the last turn, or the agreement that ended the match with it. Returns whether there
    /// was one.
    fn undo(&mut self) -> bool {
        self.game.undo().is_some()
    }

    /// resign(player=None)
    ///
    /// A player resigns: the one to act, unless it is given.
    #[pyo3(signature = (player=None))]
    fn resign(&mut self, player: Option<usize>) -> PyResult<()> {
        let player = player.map_or(Ok(self.game.player_to_act()), self::player)?;
        self.game.resign(player);
        Ok(())
    }

    /// agree_draw()
    ///
    /// The players agree to a draw.
    fn agree_draw(&mut self) {
        self.game.agree_draw();
    }

    /// random_turn(seed)
    ///
    /// A random turn: each action is drawn from the legal ones. None when the match is over.
    fn random_turn(&self, seed: u64) -> Option<String> {
        self.game.random_turn(&mut SplitMix64::new(seed))
    }

    /// perft(depth, divide=False)
    ///
    /// The number of sequences of `depth` actions; with `divide` a dict from each first action to its number.
    ///
    /// >>> Rules("snorkels").start().perft(3)
    /// 112896
    /// >>> Rules("snorkels", size=2).start().perft(2, divide=True)
    /// {'a1': 4, 'b1': 4, 'a2': 4, 'b2': 4}
    #[pyo3(signature = (depth, divide=false))]
    fn perft<'py>(&self, py: Python<'py>, depth: u32, divide: bool) -> PyResult<Bound<'py, PyAny>> {
        let game = &*self.game;
        let counts = if depth == 0 { Vec::new() } else { py.detach(|| game.perft(depth)) };
        if divide {
            return Ok(counts.into_py_dict(py)?.into_any());
        }
        let sum = if depth == 0 { 1 } else { counts.iter().map(|(_, count)| count).sum::<u64>() };
        Ok(sum.into_pyobject(py)?.into_any())
    }

    /// copy()
    ///
    /// A copy, with its history.
    fn copy(&self) -> Match {
        Match { rules: self.rules.copy(), game: self.game.boxed_clone() }
    }

    fn __copy__(&self) -> Match {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Match {
        self.copy()
    }

    /// The drawn board and the state.
    fn __str__(&self) -> String {
        self.game.drawing().trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        format!("<Match of {}: {}>", self.rules.rules.name(), self.game.position_text())
    }
}
