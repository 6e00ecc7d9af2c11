//! Proof search: can a player force a win, and in how many turns?
//!
//! df-pn (depth-first proof-number search) within a horizon of turns that grows by one, so that the first
//! win found is the shortest. Answers are proofs, apart from the chance (one in some billions) that two
//! positions share a key of 64 bits.
//!
//! - The player who wants to win, the *attacker*, may act several times in a row, and so may the
//!   defender; turns are counted where they end, those of both sides.
//! - What was refuted within a horizon may still be a win beyond it. It is *refuted for good* if the
//!   horizon did not matter. A draw is proved when the wins of both sides are refuted for good.
//! - A state from the match that ends the game when it stands there once more ends it in the search
//!   as well. Other repetition need not be looked at: who can win need never return to a state.

mod dfpn;
mod principal_variation;
mod table;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use abstract_game::{Match, Player, Position, Turn, Verdict};

use self::dfpn::{Dfpn, ProofGoal};
use self::principal_variation::LineBuilder;
use self::table::{ProofTable, UNBOUNDED};
use crate::control::SearchControl;
use crate::{Knowledge, Score, SearchLimits};

/// The answer to whether a player can force a win within a number of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofResult {
    /// Yes.
    Proved {
        /// Within so many turns, both players' counted; not necessarily the fewest.
        turns: u32,
    },
    /// No.
    Refuted {
        /// Neither within any greater number of turns.
        unbounded: bool,
    },
    /// Not found out within the limits.
    Unknown,
}

/// How a proof search gets on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Whose win is being looked for.
    pub attacker: Player,
    /// Within how many turns.
    pub turns: u32,
    /// Nodes searched so far.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
}

/// What a proof search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof<P: Position> {
    /// The result with best play, for the player to act; `None` is unknown.
    pub verdict: Option<Verdict>,
    /// Of a win or a loss: in how many turns the winner forces it, both players' turns counted, the
    /// unfinished turn as one. Otherwise the turns within which the player to act has no forced
    /// win, [`UNBOUNDED`](Self::UNBOUNDED) if there is none at all.
    pub turns: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
    /// How full the table is, in per mille.
    pub hashfull: u32,
    /// The turn to play, whole: the first of the winning line; in a lost position the one that holds
    /// out longest; otherwise one that does not lose as far as is known.
    pub turn: Turn<P::Action>,
    /// The line that proves a win or a loss, as far as it is still known, beginning with the turn;
    /// otherwise the turn alone.
    pub principal_variation: Vec<P::Action>,
}

impl<P: Position> Proof<P> {
    /// So many turns means for good.
    pub const UNBOUNDED: u32 = UNBOUNDED;

    /// The score that this proof stands for, if the result is known.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        let turns = u16::try_from(self.turns).unwrap_or(Score::MAX_TURNS);
        Some(match self.verdict? {
            Verdict::Win => Score::win_in(turns),
            Verdict::Loss => Score::loss_in(turns),
            Verdict::Draw => Score::DRAW,
        })
    }
}

/// Proof search with a table that outlives a search. One thread; the same calls with the same limits on
/// nodes give the same answers.
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
pub struct Prover<P: Position, K: Knowledge<P>> {
    knowledge: Arc<K>,
    table: ProofTable,
    position: std::marker::PhantomData<fn(P)>,
}

impl<P: Position, K: Knowledge<P>> Prover<P, K> {
    /// The greatest distance looked for, in turns.
    pub const MAX_TURNS: u32 = Score::MAX_TURNS as u32;

    /// A prover with a table of so many MiB, at least 1. Of the knowledge, it uses
    /// [`Knowledge::priority`] between actions equally promising.
    #[must_use]
    pub fn new(knowledge: Arc<K>, mebibytes: usize) -> Self {
        Prover { knowledge, table: ProofTable::new(mebibytes), position: std::marker::PhantomData }
    }

    /// Forgets everything and takes a table of so many MiB, at least 1.
    pub fn set_hash(&mut self, mebibytes: usize) {
        // Two tables at a time could be too much.
        self.table = ProofTable::new(1);
        self.table = ProofTable::new(mebibytes);
    }

    /// Forgets everything learned.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Whether `attacker` can force a win of the match within `turns` turns, an unfinished one counted.
    /// Of the limits, nodes and time hold.
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
        progress: &mut dyn FnMut(Progress),
    ) -> ProofResult {
        assert!(game.result().is_none(), "the game is over: there is nothing to prove");
        let knowledge = Arc::clone(&self.knowledge);
        let goal = ProofGoal::new(game, attacker, &*knowledge);
        let control = SearchControl::new(*limits, stop);
        self.ask(&goal, game.position(), turns, &control, progress)
    }

    /// Whether the player to act can force a win within `turns` turns, an unfinished one counted, and
    /// the shortest way. The verdict is a win or unknown. Of the limits, nodes and time hold.
    ///
    /// # Panics
    /// If the match is over.
    pub fn mate(
        &mut self,
        game: &Match<P>,
        turns: u32,
        limits: &SearchLimits,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(Progress),
    ) -> Proof<P> {
        self.search(game, &[game.player_to_act()], turns, limits, stop, progress)
    }

    /// Who wins, and in how many turns: looks for the wins of both sides within one turn, two turns,
    /// and so on until the result is known. Of the limits, nodes and time hold; without any it goes on
    /// until it is stopped or the distance is [`MAX_TURNS`](Self::MAX_TURNS).
    ///
    /// # Panics
    /// If the match is over.
    pub fn prove(
        &mut self,
        game: &Match<P>,
        limits: &SearchLimits,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(Progress),
    ) -> Proof<P> {
        let actor = game.player_to_act();
        self.search(game, &[actor, actor.opponent()], Self::MAX_TURNS, limits, stop, progress)
    }

    /// The result with best play for `player`, as [`prove`](Self::prove) finds it, and nothing more: without a
    /// turn to play or a line, which take a search of their own. `None` is unknown.
    ///
    /// ```
    /// use std::sync::{Arc, atomic::AtomicBool};
    /// use abstract_game::{Match, Player, Rules, Verdict, sample::TakeTwo};
    /// use search::{SearchLimits, NoKnowledge, proof::Prover};
    ///
    /// let game = Match::new(TakeTwo::default().read_position("2,3 1 2")?);
    /// let mut prover = Prover::new(Arc::new(NoKnowledge), 1);
    /// let limits = SearchLimits { nodes: Some(1_000), ..SearchLimits::default() };
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
        assert!(game.result().is_none(), "the game is over: there is nothing to prove");
        let knowledge = Arc::clone(&self.knowledge);
        let goals = Player::BOTH.map(|attacker| ProofGoal::new(game, attacker, &*knowledge));
        let control = SearchControl::new(*limits, stop);
        let actor = game.player_to_act();
        let attackers = [actor, actor.opponent()];
        match self.deepen(&goals, game.position(), &attackers, Self::MAX_TURNS, &control, &mut |_| {}) {
            (Some((winner, _)), _) if winner == player => Some(Verdict::Win),
            (Some(_), _) => Some(Verdict::Loss),
            (None, refuted) => (refuted == [UNBOUNDED; 2]).then_some(Verdict::Draw),
        }
    }

    fn search(
        &mut self,
        game: &Match<P>,
        attackers: &[Player],
        turns: u32,
        limits: &SearchLimits,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(Progress),
    ) -> Proof<P> {
        assert!(game.result().is_none(), "the game is over: there is nothing to prove");
        let knowledge = Arc::clone(&self.knowledge);
        let actor = game.player_to_act();
        let control = SearchControl::new(*limits, stop);
        let goals = Player::BOTH.map(|attacker| ProofGoal::new(game, attacker, &*knowledge));
        let (won, refuted) = self.deepen(&goals, game.position(), attackers, turns, &control, progress);
        let mut proof = Proof {
            verdict: None,
            turns: refuted[actor.index()],
            nodes: control.nodes(),
            time: control.elapsed(),
            hashfull: self.table.hashfull(),
            turn: Turn::new(),
            principal_variation: Vec::new(),
        };
        // The way is in the table; what was overwritten there is searched again, but not for ever.
        let again = SearchLimits { nodes: Some(proof.nodes.max(10_000)), ..SearchLimits::default() };
        let again = SearchControl::new(again, stop);
        let opponent = actor.opponent();
        match won {
            Some((winner, turns)) => {
                proof.verdict = Some(if winner == actor { Verdict::Win } else { Verdict::Loss });
                proof.turns = turns;
                let goal = &goals[winner.index()];
                let mut builder = LineBuilder::new(goal, &mut self.table, &again, game.position());
                if winner == actor {
                    builder.win(turns);
                } else {
                    builder.resist(turns - 1);
                    builder.win(turns);
                }
                (proof.turn, proof.principal_variation) = builder.finish();
            }
            None => {
                if refuted == [UNBOUNDED; 2] {
                    proof.verdict = Some(Verdict::Draw);
                }
                let goal = &goals[opponent.index()];
                let mut builder = LineBuilder::new(goal, &mut self.table, &again, game.position());
                builder.resist(refuted[opponent.index()]);
                (proof.turn, proof.principal_variation) = builder.finish();
            }
        }
        proof
    }

    /// Looks for the attackers' wins within one turn, two turns, and so on. Returns the win found, by whom and
    /// within how many turns, and the turns within which each side has none.
    fn deepen(
        &mut self,
        goals: &[ProofGoal<'_, P, K>; 2],
        position: &P,
        attackers: &[Player],
        turns: u32,
        control: &SearchControl<'_>,
        progress: &mut dyn FnMut(Progress),
    ) -> (Option<(Player, u32)>, [u32; 2]) {
        let mut refuted = [0; 2];
        for horizon in 1..=turns.min(Self::MAX_TURNS) {
            for &attacker in attackers {
                if refuted[attacker.index()] >= horizon {
                    continue;
                }
                match self.ask(&goals[attacker.index()], position, horizon, control, progress) {
                    ProofResult::Proved { turns } => return (Some((attacker, turns)), refuted),
                    ProofResult::Refuted { unbounded: true } => refuted[attacker.index()] = UNBOUNDED,
                    ProofResult::Refuted { unbounded: false } => refuted[attacker.index()] = horizon,
                    ProofResult::Unknown => return (None, refuted),
                }
            }
            if attackers.iter().all(|attacker| refuted[attacker.index()] == UNBOUNDED) {
                break;
            }
        }
        (None, refuted)
    }

    fn ask(
        &mut self,
        goal: &ProofGoal<'_, P, K>,
        position: &P,
        horizon: u32,
        control: &SearchControl<'_>,
        progress: &mut dyn FnMut(Progress),
    ) -> ProofResult {
        let attacker = goal.attacker;
        let mut tell = || {
            progress(Progress { attacker, turns: horizon, nodes: control.nodes(), time: control.elapsed() })
        };
        if horizon == 0 {
            return ProofResult::Refuted { unbounded: false };
        }
        control.check_limits();
        let found = Dfpn::new(goal, &mut self.table, control).run(position, horizon, &mut tell);
        if found.is_won {
            ProofResult::Proved { turns: found.facts.won_within }
        } else if found.is_refuted {
            tell();
            ProofResult::Refuted { unbounded: found.facts.refuted_to() == Some(UNBOUNDED) }
        } else {
            ProofResult::Unknown
        }
    }
}
