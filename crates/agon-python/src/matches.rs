//! The class `Match`.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use abstract_game::facade::GameError;
use abstract_game::{Player, Reason, random::SplitMix64};
use numpy::{PyArray1, PyArray2, PyArrayMethods as _};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict as _, PyBytes, PyDict};

use crate::error::IllegalTurn;
use crate::game::Game;
use crate::legal::LegalActions;
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
/// >>> import copy
/// >>> copy.copy(game) == game, game == Rules("snorkels", size=3).start()
/// (True, False)
#[pyclass(module = "agon")]
pub(crate) struct Match {
    pub(crate) rules: Rules,
    pub(crate) game: Box<dyn Game>,
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

/// The value of a match: start, finished turns, turn in progress, and the end if the turns do not show it, which is the player who
/// resigned or -1 for an agreed draw.
type State = (String, Vec<String>, Vec<String>, Option<i8>);

impl Match {
    fn state(&self) -> State {
        let end = self.game.result().and_then(|end| match (end.reason, end.winner) {
            (Reason::RESIGNATION, Some(winner)) => Some(winner.opponent().index() as i8),
            (Reason::AGREEMENT, _) => Some(-1),
            _ => None,
        });
        (self.game.start_text(), self.game.turns(), self.game.pending(), end)
    }

    /// The legal actions with the number of parts that each has.
    fn legal(&self, turned: bool) -> (LegalActions, usize) {
        (self.game.legal(turned), self.rules.rules.encoding().parts.len())
    }
}

/// What the match refused.
fn illegal(error: GameError) -> PyErr {
    IllegalTurn::new_err(error.to_string())
}

/// No legal action has this index.
fn no_index(index: usize) -> PyErr {
    IllegalTurn::new_err(format!("no legal action has the index {index}"))
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

    /// legal_actions(turned=False)
    ///
    /// The legal actions: a dict from indices to texts, in the order of the indices. With `turned` the indices are those on the
    /// board turned to the seat to act.
    ///
    /// >>> Rules("snorkels", size=2).start().legal_actions()
    /// {0: 'a1', 1: 'b1', 8: 'a2', 9: 'b2'}
    #[pyo3(signature = (turned=false))]
    fn legal_actions<'py>(&self, py: Python<'py>, turned: bool) -> PyResult<Bound<'py, PyDict>> {
        let mut texts = self.game.texts(turned);
        texts.sort_unstable();
        texts.into_py_dict(py)
    }

    /// legal_indices(turned=False)
    ///
    /// The indices of the legal actions, in ascending order.
    #[pyo3(signature = (turned=false))]
    fn legal_indices(&self, turned: bool) -> Vec<usize> {
        let mut indices = self.game.indices(turned);
        indices.sort_unstable();
        indices
    }

    /// legal_parts(turned=False)
    ///
    /// The parts of the legal actions as a NumPy array: a row for each action, in the order of `legal_indices`; see
    /// `Rules.action_parts`.
    ///
    /// >>> Rules("symbol").start().legal_parts()[0].tolist()
    /// [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    #[pyo3(signature = (turned=false))]
    fn legal_parts<'py>(&self, py: Python<'py>, turned: bool) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let (legal, count) = self.legal(turned);
        let mut order: Vec<usize> = (0..legal.indices.len()).collect();
        order.sort_unstable_by_key(|&row| legal.indices[row]);
        let rows = order.iter().flat_map(|&row| &legal.parts[count * row..][..count]);
        PyArray1::from_iter(py, rows.copied()).reshape([order.len(), count])
    }

    /// part_mask(chosen, turned=False)
    ///
    /// The values that the next part of an action may have after the parts `chosen`: a NumPy array of 1 and 0. All are 0 if no
    /// legal action begins with them.
    ///
    /// >>> game = Rules("symbol").start()
    /// >>> game.part_mask(()).tolist()
    /// [1, 0, 0, 0, 0, 0, 0, 0]
    /// >>> int(game.part_mask((0, 0)).sum())
    /// 14
    #[pyo3(signature = (chosen, turned=false))]
    fn part_mask<'py>(
        &self,
        py: Python<'py>,
        chosen: Vec<i64>,
        turned: bool,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let (legal, count) = self.legal(turned);
        let parts = self.rules.rules.encoding().parts;
        let next = parts.get(chosen.len()).ok_or_else(|| {
            let (most, given) = (parts.len() - 1, chosen.len());
            PyValueError::new_err(format!("expected at most {most} chosen parts, not {given}"))
        })?;
        let mut mask = vec![0; next.1];
        for parts in legal.parts.chunks_exact(count).filter(|parts| parts.starts_with(&chosen)) {
            mask[parts[chosen.len()] as usize] = 1;
        }
        Ok(PyArray1::from_vec(py, mask))
    }

    /// parts_of(index, turned=False)
    ///
    /// The parts of the legal action with an index.
    ///
    /// >>> game = Rules("symbol").start()
    /// >>> game.parts_of(3), game.index_of(game.parts_of(3))
    /// ([0, 0, 3, 0, 0, 0, 0, 0, 0, 0], 3)
    #[pyo3(signature = (index, turned=false))]
    fn parts_of(&self, index: usize, turned: bool) -> PyResult<Vec<i64>> {
        let (legal, count) = self.legal(turned);
        let row = legal.indices.iter().position(|&other| usize::try_from(other) == Ok(index));
        Ok(legal.parts[count * row.ok_or_else(|| no_index(index))?..][..count].to_vec())
    }

    /// index_of(parts, turned=False)
    ///
    /// The index of the legal action with these parts.
    #[pyo3(signature = (parts, turned=false))]
    fn index_of(&self, parts: Vec<i64>, turned: bool) -> PyResult<i64> {
        let (legal, count) = self.legal(turned);
        let row = legal.parts.chunks_exact(count).position(|other| other == parts);
        let unknown = || IllegalTurn::new_err(format!("no legal action has the parts {parts:?}"));
        Ok(legal.indices[row.ok_or_else(unknown)?])
    }

    /// 1 or 0 for each index of an action: whether it is legal.
    fn _mask<'py>(&self, py: Python<'py>, turned: bool) -> PyResult<Bound<'py, PyBytes>> {
        PyBytes::new_with(py, self.rules.rules.encoding().actions, |bytes| {
            self.game.indices(turned).into_iter().for_each(|index| bytes[index] = 1);
            Ok(())
        })
    }

    /// The observation of a player: little-endian numbers of 32 bits.
    fn _observation<'py>(
        &self,
        py: Python<'py>,
        player: Option<usize>,
        turned: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let seen_by = player.map_or(Ok(self.game.player_to_act()), self::player)?;
        let numbers = self.game.planes(seen_by, turned);
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
        let mut game = self.game.copied();
        for (number, turn) in (1..).zip(&turns) {
            let played = game.play_turn(turn);
            played.map_err(|error| IllegalTurn::new_err(format!("turn {number}: {error}")))?;
        }
        self.game = game;
        Ok(())
    }

    /// play_action(action, turned=False)
    ///
    /// Plays one action of a turn, given by its text or its index. With `turned` the index is that on the board turned to the
    /// seat to act.
    ///
    /// >>> game = Rules("symbol").start()
    /// >>> game.play_action("K@d2"); game.play_action("K@d6")
    /// >>> game.play_action("+Ld2")
    /// >>> game.turns
    /// ['K@d2', 'K@d6', '+Ld2']
    #[pyo3(signature = (action, turned=false))]
    fn play_action(&mut self, action: &Bound<'_, PyAny>, turned: bool) -> PyResult<()> {
        let played = match action.extract::<usize>() {
            Ok(index) if turned && self.game.result().is_none() => {
                return if self.game.play_turned(index) { Ok(()) } else { Err(no_index(index)) };
            }
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

    /// play_random(seed, limit=None)
    ///
    /// Plays random actions until the match is over, at most `limit`. Returns how many.
    ///
    /// >>> game = Rules("snorkels", size=4).start()
    /// >>> game.play_random(seed=1, limit=3), len(game.turns)
    /// (3, 3)
    /// >>> rest = game.play_random(seed=2)
    /// >>> game.is_over
    /// True
    #[pyo3(signature = (seed, limit=None))]
    fn play_random(&mut self, py: Python<'_>, seed: u64, limit: Option<u32>) -> u32 {
        let game = &mut *self.game;
        py.detach(|| game.play_random(limit.unwrap_or(u32::MAX), &mut SplitMix64::new(seed)))
    }

    /// rollouts(count, seed=0, limit=1000)
    ///
    /// Plays random games from the present position, each at most `limit` actions long: how many player 0 won, how many nobody, how
    /// many player 1. The match does not change.
    ///
    /// >>> sum(Rules("snorkels").start().rollouts(100))
    /// 100
    #[pyo3(signature = (count, seed=0, limit=1000))]
    fn rollouts(&self, py: Python<'_>, count: u32, seed: u64, limit: u32) -> (u32, u32, u32) {
        let game = &*self.game;
        let [first, draws, second] = py.detach(|| game.rollouts(count, limit, &mut SplitMix64::new(seed)));
        (first, draws, second)
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
        Match { rules: self.rules.copy(), game: self.game.copied() }
    }

    fn __copy__(&self) -> Match {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Match {
        self.copy()
    }

    /// Matches are equal if their rules, first positions, turns and ends are.
    fn __eq__(&self, other: &Match) -> bool {
        self.rules.is(&other.rules) && self.state() == other.state()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.rules.rules.name(), self.state()).hash(&mut hasher);
        hasher.finish()
    }

    /// Matches can be pickled.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Rules, State))> {
        let game = slf.borrow();
        Ok((slf.py().import("agon")?.getattr("_make_match")?, (game.rules.copy(), game.state())))
    }

    /// The drawn board and the state.
    fn __str__(&self) -> String {
        self.game.drawing().trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        format!("<Match of {}: {}>", self.rules.rules.name(), self.game.position_text())
    }
}
