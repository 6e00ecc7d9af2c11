//! Proof search: proves whether a player can force a win, and in how many turns.
//!
//! df-pn (depth-first proof-number search) answers two questions. Results are proofs up to collisions of 64-bit keys.
//!
//! - Who wins? One search without a horizon. It proves that a player wins, within a number of turns that need not be the
//!   least.
//! - How soon? Searches with a horizon, a maximum number of turns, that grows by one, so that the first win found is
//!   the shortest.
//!
//! | file | content |
//! | --- | --- |
//! | `dfpn.rs` | df-pn, within a horizon or without one |
//! | `parameters.rs` | the tunable parameters |
//! | `table.rs` | the proof table: proved bounds, proof and disproof numbers |
//! | `principal_variation.rs` | extracts a line of best play from the proof table |
//!
//! An exact solver of the game ([`RootSolver`]), if the prover has one, is asked who wins in place of df-pn.
//!
//! - The *attacker* tries to force a win, the *defender* to prevent it. Either may act several times in a
//!   row. Turns of both players count, where they end.
//! - A win refuted within a horizon may exist beyond it. A refutation is *unbounded* if it holds for every
//!   horizon. A draw is proved when the wins of both players are refuted without bound.
//! - A state of the match whose next occurrence ends the game also ends it in the search. Other repetitions
//!   are ignored: a player who can force a win never needs to return to a state.

mod dfpn;
mod parameters;
mod principal_variation;
mod table;

use std::collections::TryReserveError;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use abstract_game::{Match, Player, Position, Turn, Verdict};

use self::dfpn::{Dfpn, ProofGoal, RunResult};
pub use self::parameters::ProofParameters;
use self::principal_variation::LineExtractor;
use self::table::{NO_HORIZON, ProofTable, UNBOUNDED};
use crate::control::SearchControl;
use crate::solved::solve;
use crate::{MoveOrdering, RootSolver, Score, SearchLimits};

/// Whether a player can force a win within a number of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofResult {
    /// The win is proved.
    Proved {
        /// The maximum number of turns to the win, both players' counted; a shorter win may exist.
        turns: u32,
    },
    /// There is no forced win within the number of turns.
    Refuted {
        /// Whether there is none within any number of turns.
        unbounded: bool,
    },
    /// The limits ended the search.
    Unknown,
}

/// The state of a running proof search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProofProgress {
    /// The player whose win is searched.
    pub attacker: Player,
    /// The horizon, in turns; in a search without one the number of turns within which there is no win.
    pub turns: u32,
    /// The nodes searched so far.
    pub nodes: u64,
    /// The time since the search began.
    pub time: Duration,
}

impl ProofProgress {
    /// The nodes of a control, and those before.
    fn new(attacker: Player, turns: u32, control: &SearchControl<'_>, before: u64) -> Self {
        ProofProgress { attacker, turns, nodes: before + control.nodes(), time: control.elapsed() }
    }
}

/// The result of a proof search with the turn to play.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Proof<P: Position> {
    /// The result with best play for the player to act; `None`: unknown.
    pub verdict: Option<Verdict>,
    /// For a win or a loss, its distance in turns: both players' turns count, an unfinished turn as one.
    /// Otherwise the number of turns within which the player to act has no forced win,
    /// [`UNBOUNDED`](Self::UNBOUNDED) if there is none at all.
    pub turns: u32,
    /// Whether `turns` is only an upper bound of the distance: the question who wins does not prove distances.
    pub is_bound: bool,
    /// The nodes searched.
    pub nodes: u64,
    /// The time used.
    pub time: Duration,
    /// How full the proof table is, in per mille.
    pub hashfull: u32,
    /// The complete turn to play: the first of the shortest win; in a lost position that of the longest
    /// resistance; otherwise one that is not known to lose.
    pub turn: Turn<P::Action>,
    /// The line of the win or loss, starting with `turn`, as far as the proof table still has it; otherwise
    /// `turn` alone.
    pub principal_variation: Vec<P::Action>,
}

impl<P: Position> Proof<P> {
    /// The number of turns of an unbounded refutation.
    pub const UNBOUNDED: u32 = UNBOUNDED;

    /// The score, if the result is known; without a distance, if that is only a bound.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        let known = u16::try_from(self.turns).ok().filter(|_| !self.is_bound);
        let turns = known.unwrap_or(u16::MAX);
        Some(match self.verdict? {
            Verdict::Win => Score::win_in(turns),
            Verdict::Loss => Score::loss_in(turns),
            Verdict::Draw => Score::DRAW,
        })
    }
}

/// A proved win.
struct Win {
    winner: Player,
    /// An upper bound of the distance.
    turns: u32,
    proof: WinProof,
}

impl Win {
    fn verdict(&self, player: Player) -> Verdict {
        if self.winner == player { Verdict::Win } else { Verdict::Loss }
    }
}

/// What has proved a win.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WinProof {
    /// No smaller horizon has one: `turns` is the distance.
    Distance,
    /// A search without a horizon for the winner's win.
    Win,
    /// A search without a horizon for the loser's win.
    Loss,
    /// The solver.
    Solver,
}

fn thousands(nodes: u32) -> u64 {
    1_000 * u64::from(nodes)
}

/// The nodes of the first of alternate searches; each time twice as many.
const FIRST_SLICE: u64 = 256;

/// Proof search with a proof table that it keeps between searches. It runs on one thread; the same sequence
/// of calls with the same node limits gives the same results.
///
/// ```
/// use std::sync::{Arc, atomic::AtomicBool};
/// use abstract_game::{Match, Rules, Verdict, sample::TakeTwo};
/// use search::proof::Prover;
/// use search::{SearchLimits, NoKnowledge};
///
/// let game = Match::new(TakeTwo::default().read_position("2,3 1 2")?);
/// let mut prover = Prover::new(Arc::new(NoKnowledge), 1);
/// let proof = prover.prove(&game, &SearchLimits::default(), &AtomicBool::new(false), &mut |_| {});
/// assert_eq!(proof.verdict, Some(Verdict::Win));
/// assert_eq!(proof.turns, 1);
/// assert_eq!(proof.turn.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Prover<P: Position, K: MoveOrdering<P>> {
    knowledge: Arc<K>,
    table: ProofTable,
    solver: Option<Box<dyn RootSolver<P>>>,
}

impl<P: Position, K: MoveOrdering<P>> Prover<P, K> {
    /// The maximum horizon, in turns.
    pub const MAX_TURNS: u32 = Score::MAX_TURNS as u32;

    /// A prover with a proof table of `mebibytes` MiB, at least 1. It uses [`MoveOrdering::priorities`] to order
    /// actions with equal numbers, and static evaluation to complete turns.
    ///
    /// # Panics
    /// The memory is not available.
    #[must_use]
    pub fn new(knowledge: Arc<K>, mebibytes: usize) -> Self {
        let table = ProofTable::new(mebibytes, ProofParameters::DEFAULT);
        let table = table.expect("the memory for the proof table is available");
        Prover { knowledge, table, solver: None }
    }

    /// Lets [`prove`](Self::prove) and [`mate`](Self::mate) ask a solver, whose memory is its own.
    #[must_use]
    pub fn with_solver(self, solver: Option<Box<dyn RootSolver<P>>>) -> Self {
        Prover { solver, ..self }
    }

    /// The same with the given parameters.
    #[must_use]
    pub fn with_parameters(mut self, parameters: ProofParameters) -> Self {
        self.table.parameters = parameters;
        self
    }

    /// Replaces the proof table by an empty one of `mebibytes` MiB, at least 1.
    ///
    /// # Errors
    /// The memory is not available; the table stays as it is.
    pub fn set_hash(&mut self, mebibytes: usize) -> Result<(), TryReserveError> {
        self.table = ProofTable::new(mebibytes, self.table.parameters)?;
        Ok(())
    }

    /// Clears the proof table.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Whether `attacker` can force a win of the match within `turns` turns, including an unfinished turn.
    /// Respects the limits on nodes and time.
    ///
    /// # Panics
    /// If the match is over.
    pub fn forced_win(
        &mut self,
        game: &Match<P>,
        attacker: Player,
        turns: u32,
        limits: &SearchLimits,
        stop: &AtomicBool,
    ) -> ProofResult {
        let control = SearchControl::new(*limits, stop);
        self.question(game, &control, &mut |_| ()).within(attacker, turns, &control)
    }

    /// The shortest forced win of the player to act within `turns` turns, including an unfinished turn. The
    /// verdict is a win or unknown. Respects the limits on nodes and time. A solver may end the search early: by a proof
    /// that the player loses, or that it wins where no game is longer than `turns`.
    ///
    /// # Panics
    /// If the match is over.
    pub fn mate(
        &mut self,
        game: &Match<P>,
        turns: u32,
        limits: &SearchLimits,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(ProofProgress),
    ) -> Proof<P> {
        let control = SearchControl::new(*limits, stop);
        self.question(game, &control, progress).prove(&[game.player_to_act()], turns)
    }

    /// The result with best play. The first nodes search for wins of both players within one turn, two turns and so on: a
    /// result that they find has its distance. The others ask who wins, without a horizon. Respects the limits on nodes and time;
    /// without limits it runs until the result is proved or it is stopped.
    ///
    /// # Panics
    /// If the match is over.
    pub fn prove(
        &mut self,
        game: &Match<P>,
        limits: &SearchLimits,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(ProofProgress),
    ) -> Proof<P> {
        let actor = game.player_to_act();
        let control = SearchControl::new(*limits, stop);
        self.question(game, &control, progress).prove(&[actor, actor.opponent()], Self::MAX_TURNS)
    }

    /// The result with best play for `player`, searched without a horizon; no turn, no line, no distance, no solver.
    /// `None`: unknown.
    ///
    /// ```
    /// use std::sync::{Arc, atomic::AtomicBool};
    /// use abstract_game::{Match, Player, Rules, Verdict, sample::TakeTwo};
    /// use search::{SearchLimits, NoKnowledge, proof::Prover};
    ///
    /// let game = Match::new(TakeTwo::default().read_position("2,3 1 2")?);
    /// let mut prover = Prover::new(Arc::new(NoKnowledge), 1);
    /// let limits = SearchLimits::nodes(1_000);
    /// let verdict = prover.verdict(&game, Player::P2, &limits, &AtomicBool::new(false));
    /// assert_eq!(verdict, Some(Verdict::Loss));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the match is over.
    pub fn verdict(
        &mut self,
        game: &Match<P>,
        player: Player,
        limits: &SearchLimits,
        stop: &AtomicBool,
    ) -> Option<Verdict> {
        let control = SearchControl::new(*limits, stop);
        match self.question(game, &control, &mut |_| ()).settle([0; 2]) {
            (Some(win), _) => Some(win.verdict(player)),
            (None, refuted) => (refuted == [UNBOUNDED; 2]).then_some(Verdict::Draw),
        }
    }

    fn question<'q>(
        &'q mut self,
        game: &'q Match<P>,
        control: &'q SearchControl<'q>,
        progress: &'q mut dyn FnMut(ProofProgress),
    ) -> Question<'q, P, K> {
        assert!(game.result().is_none(), "the match is over");
        Question {
            goals: Player::BOTH.map(|attacker| ProofGoal::new(game, attacker, &*self.knowledge)),
            table: &mut self.table,
            solver: self.solver.as_deref_mut(),
            position: game.position(),
            control,
            progress,
        }
    }
}

/// A question about a position of a match, with all that its answer needs.
struct Question<'q, P: Position, K> {
    /// By attacker.
    goals: [ProofGoal<'q, K>; 2],
    table: &'q mut ProofTable,
    solver: Option<&'q mut (dyn RootSolver<P> + 'static)>,
    position: &'q P,
    control: &'q SearchControl<'q>,
    progress: &'q mut dyn FnMut(ProofProgress),
}

/// A win, if one is proved, and per player the number of turns within which there is no win.
type Answer = (Option<Win>, [u32; 2]);

impl<P: Position, K: MoveOrdering<P>> Question<'_, P, K> {
    fn prove(mut self, attackers: &[Player], turns: u32) -> Proof<P> {
        let actor = self.position.player_to_act();
        let opponent = actor.opponent();
        let (win, refuted) = self.decide(attackers, turns);
        let draw = (refuted == [UNBOUNDED; 2]).then_some(Verdict::Draw);
        let mut proof = Proof {
            verdict: win.as_ref().map_or(draw, |win| Some(win.verdict(actor))),
            turns: win.as_ref().map_or(refuted[actor.index()], |win| win.turns),
            is_bound: win.as_ref().is_some_and(|win| win.proof != WinProof::Distance),
            nodes: self.control.nodes(),
            time: self.control.elapsed(),
            hashfull: self.table.hashfull(),
            turn: Turn::new(),
            principal_variation: Vec::new(),
        };
        let win = win.filter(|win| win.proof != WinProof::Solver);
        if win.is_none()
            && proof.verdict == Some(Verdict::Win)
            && let Some(action) = self.solver.and_then(|solver| solver.winning_action(self.position))
        {
            (proof.turn, proof.principal_variation) = (Turn::from([action]), vec![action]);
            return proof;
        }
        // The proof table contains the line; overwritten entries are searched again, within a limit.
        let line_nodes = proof.nodes.max(thousands(self.table.parameters.line_nodes));
        let control = SearchControl::new(SearchLimits::nodes(line_nodes), self.control.stop_requested);
        let attacker = match win {
            None => opponent,
            Some(Win { winner, proof: WinProof::Loss, .. }) => winner.opponent(),
            Some(Win { winner, .. }) => winner,
        };
        let goal = &self.goals[attacker.index()];
        let mut line = LineExtractor::new(goal, self.table, &control, self.position);
        match win {
            None => line.defend(refuted[opponent.index()]),
            Some(Win { proof: WinProof::Loss, .. }) => line.lose(),
            Some(Win { winner, turns, proof }) => {
                if winner == opponent && proof == WinProof::Distance {
                    line.defend(turns - 1);
                }
                line.win(turns);
            }
        }
        (proof.turn, proof.principal_variation) = line.finish();
        proof
    }

    /// Searches for the nearest win. If the first nodes do not find it, and the wins of both players are searched or there is a
    /// solver, it searches without a horizon.
    fn decide(&mut self, attackers: &[Player], turns: u32) -> Answer {
        let (both, control) = (attackers.len() == 2, self.control);
        let is_solved = self.solver.as_ref().is_some_and(|solver| solver.accepts(self.position));
        if !both && !is_solved {
            return self.deepen(attackers, turns, control);
        }
        let first = control.part(thousands(self.table.parameters.first_nodes));
        let (win, mut refuted) = self.deepen(attackers, turns, &first);
        control.count(first.nodes());
        if win.is_some() || !first.is_stopped() {
            return (win, refuted);
        }
        if !is_solved {
            return self.settle(refuted);
        }
        let (position, actor) = (self.position, self.position.player_to_act());
        let solver_nodes = thousands(self.table.parameters.solver_nodes);
        let part = control.part(if both { u64::MAX } else { solver_nodes });
        let turns_refuted = refuted[actor.index()];
        let mut send_progress = |_| {
            (self.progress)(ProofProgress::new(actor, turns_refuted, &part, control.nodes()));
            true
        };
        let solver = self.solver.as_deref_mut().expect("it has accepted the position");
        let solved = solve(solver, position, 1, &part, &mut send_progress);
        control.count(part.nodes());
        let most_turns = position.max_remaining_turns();
        match solved {
            Some(Verdict::Loss) if !both => {
                refuted[actor.index()] = UNBOUNDED;
                (None, refuted)
            }
            Some(verdict @ (Verdict::Win | Verdict::Loss))
                if both || most_turns.is_some_and(|most| turns >= most) =>
            {
                let winner = if verdict == Verdict::Win { actor } else { actor.opponent() };
                let turns = most_turns.unwrap_or(Prover::<P, K>::MAX_TURNS);
                (Some(Win { winner, turns, proof: WinProof::Solver }), refuted)
            }
            Some(Verdict::Draw) if both => (None, [UNBOUNDED; 2]),
            _ if control.is_stopped() => (None, refuted),
            _ => self.deepen(attackers, turns, control),
        }
    }

    /// Who wins, searched without a horizon. Returns a win, and per player the number of turns within which there is no win, at
    /// least `refuted`.
    ///
    /// Where nothing but a repetition draws, one search decides: what refutes the win of one player proves that of the other. A
    /// game that may not end is hardly ever refuted, so there the searches for the wins of both players alternate.
    fn settle(&mut self, mut refuted: [u32; 2]) -> Answer {
        let (actor, control) = (self.position.player_to_act(), self.control);
        let mut attackers = vec![actor, actor.opponent()];
        attackers.retain(|attacker| refuted[attacker.index()] < UNBOUNDED);
        let is_finite = self.position.max_remaining_turns().is_some();
        let mut slice = if is_finite { u64::MAX } else { FIRST_SLICE };
        control.check_limits();
        while !attackers.is_empty() && !control.is_stopped() {
            let mut open = Vec::new();
            for attacker in attackers {
                if control.is_stopped() {
                    break;
                }
                let part = control.part(slice);
                let turns = refuted[attacker.index()];
                let result = self.run(attacker, NO_HORIZON, turns, &part, control.nodes());
                control.count(part.nodes());
                let lost_within = result.bounds.lost_within;
                if result.is_won {
                    let turns = result.bounds.won_within;
                    return (Some(Win { winner: attacker, turns, proof: WinProof::Win }), refuted);
                } else if lost_within < UNBOUNDED {
                    let winner = attacker.opponent();
                    return (Some(Win { winner, turns: lost_within, proof: WinProof::Loss }), refuted);
                } else if result.is_refuted {
                    refuted[attacker.index()] = UNBOUNDED;
                } else if part.is_stopped() {
                    open.push(attacker);
                }
            }
            attackers = open;
            control.check_limits();
            slice = slice.saturating_mul(2);
        }
        (None, refuted)
    }

    /// Iterative deepening of the horizon over the wins of all attackers. Finds the nearest win.
    fn deepen(&mut self, attackers: &[Player], turns: u32, control: &SearchControl<'_>) -> Answer {
        let mut refuted = [0; 2];
        for horizon in 1..=turns.min(Prover::<P, K>::MAX_TURNS) {
            for &attacker in attackers {
                if refuted[attacker.index()] >= horizon {
                    continue;
                }
                refuted[attacker.index()] = match self.within(attacker, horizon, control) {
                    ProofResult::Proved { turns } => {
                        return (Some(Win { winner: attacker, turns, proof: WinProof::Distance }), refuted);
                    }
                    ProofResult::Refuted { unbounded: true } => UNBOUNDED,
                    ProofResult::Refuted { unbounded: false } => horizon,
                    ProofResult::Unknown => return (None, refuted),
                };
            }
            if attackers.iter().all(|attacker| refuted[attacker.index()] == UNBOUNDED) {
                break;
            }
        }
        (None, refuted)
    }

    /// Whether an attacker wins within a number of turns.
    fn within(&mut self, attacker: Player, turns: u32, control: &SearchControl<'_>) -> ProofResult {
        if turns == 0 {
            return ProofResult::Refuted { unbounded: false };
        }
        control.check_limits();
        let result = self.run(attacker, turns, turns, control, 0);
        if result.is_won {
            ProofResult::Proved { turns: result.bounds.won_within }
        } else if result.is_refuted {
            (self.progress)(ProofProgress::new(attacker, turns, control, 0));
            ProofResult::Refuted { unbounded: result.bounds.refuted_to() == Some(UNBOUNDED) }
        } else {
            ProofResult::Unknown
        }
    }

    /// A run of df-pn. Its progress tells `turns`, and the nodes of its control and those before.
    fn run(
        &mut self,
        attacker: Player,
        horizon: u32,
        turns: u32,
        control: &SearchControl<'_>,
        before: u64,
    ) -> RunResult<P::Action> {
        let mut send_progress = || (self.progress)(ProofProgress::new(attacker, turns, control, before));
        let mut search = Dfpn::new(&self.goals[attacker.index()], self.table, control);
        search.run(self.position, horizon, &mut send_progress)
    }
}
