//! How far the engine is from the truth: its turns and its proved scores, judged by long searches and proofs.

mod judged;
mod summary;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use abstract_game::random::{SplitMix64, mix};
use abstract_game::{Match, Player, Position, Rules as _, Verdict, turn};
use agon_engine::{BoxedSearch, GameEngine, PositionOf, SearchKind, Setup};
use search::proof::Prover;
use search::{RootSolver, Score, ScoreKind, SearchLimits, SearchResult, Searcher, SolverProgress};

pub use self::judged::{Judged, Judgement, Loss};
pub use self::summary::Summary;
use crate::TrainerError;
use crate::error::invalid;
use crate::generate::{MAX_TURNS, random_opening};

/// The memory of the searches of a game that makes positions, in MiB.
const GAME_HASH: usize = 1;
/// The number of games in which one position is searched for.
const GAMES: u64 = 1_000;

/// What is measured. A position and its judgement depend on these settings, the seed and the position's number alone.
#[derive(Clone, Debug)]
pub struct Accuracy<G: GameEngine> {
    /// The rules with their options.
    pub rules: G::Rules,
    /// The search that chooses the turns that are judged.
    pub search: SearchKind,
    /// Its nodes.
    pub nodes: u64,
    /// The nodes of each search or proof of the judge.
    pub judge_nodes: u64,
    /// The memory of the engine, and of each search, solver and prover of the judge, in MiB.
    pub hash: usize,
    /// The nodes of each turn of the games that the positions are from.
    pub game_nodes: u64,
    /// The least and the greatest number of random turns at the start of a game.
    pub random_turns: (usize, usize),
    /// The least and the greatest number of turns to the longest end of the game from a position; `None`: any.
    pub turns_left: Option<(u32, u32)>,
    /// Takes only wins of the player to act that the exact solver proves with at least and at most so many nodes, and asks whether
    /// the engine's turn keeps the win. `None`: takes any position, and asks how much the turn loses.
    pub proof: Option<(u64, u64)>,
    /// The seed.
    pub seed: u64,
}

type MatchOf<G> = Match<PositionOf<G>>;

impl<G: GameEngine> Accuracy<G> {
    /// Finds the position with this number, and judges the engine's turn in it.
    ///
    /// # Errors
    /// The game has no exact solver and wins are to be proved, or a thousand games have no position that fits.
    ///
    /// # Panics
    /// If the least number of random turns is greater than the greatest, or there is too little memory.
    pub fn measure(&self, number: u64) -> Result<Judged, TrainerError> {
        let game = self.find(number)?;
        let mut chooser = searcher::<G>(self.search, self.hash);
        let chosen = run(&mut *chooser, &game, self.nodes);
        let after = played::<G>(&game, &chosen);
        let player = game.player_to_act();
        let kept = self.proof.map(|_| self.judge(&after, player));
        let claim = match chosen.report.score.kind() {
            // The turn must keep the win.
            ScoreKind::Win(_) => Some(self.judge(&after, player)),
            ScoreKind::Loss(_) => Some(self.judge(&game, player.opponent())),
            ScoreKind::Centipawns(_) => None,
        };
        Ok(Judged {
            number,
            position: game.position().to_string(),
            turn: turn::write(game.position(), &chosen.turn),
            score: chosen.report.score,
            loss: self.proof.is_none().then(|| self.loss(&game, &after)),
            kept,
            claim,
        })
    }

    /// Plays games until one has a position that fits, chosen at random among those of the game up to the first one that a search
    /// decides.
    fn find(&self, number: u64) -> Result<MatchOf<G>, TrainerError> {
        let mut solver = G::solver().filter(|_| self.proof.is_some());
        if self.proof.is_some() && solver.is_none() {
            return Err(invalid(format!("{} has no exact solver, which `proof` needs", G::Rules::TITLE)));
        }
        for attempt in 0..GAMES {
            let mut random = SplitMix64::new(mix(self.seed, &[number, attempt]));
            let mut positions = self.play(&mut random);
            random.shuffle(&mut positions);
            let fits = |position: &PositionOf<G>| match &mut solver {
                Some(solver) => self.is_hard_win(&mut **solver, position),
                None => true,
            };
            if let Some(position) = positions.into_iter().find(fits) {
                return Ok(Match::new(position));
            }
        }
        Err(invalid(format!(
            "{GAMES} games have no position {number} that fits the turns left and the proof"
        )))
    }

    /// The positions of a game with the turns left that are wanted, each at the start of a turn.
    fn play(&self, random: &mut SplitMix64) -> Vec<PositionOf<G>> {
        let mut game = random_opening::<G>(&self.rules, self.random_turns, random);
        let mut search = searcher::<G>(SearchKind::AlphaBeta, GAME_HASH);
        let (least, greatest) = self.turns_left.unwrap_or((0, u32::MAX));
        let mut positions = Vec::new();
        while game.result().is_none() && game.turns().len() < MAX_TURNS {
            let left = game.position().max_remaining_turns().unwrap_or(greatest);
            if left < least {
                break;
            }
            if left <= greatest {
                positions.push(game.position().clone());
            }
            let result = run(&mut *search, &game, self.game_nodes);
            if result.report.score.is_decisive() {
                break;
            }
            game = played::<G>(&game, &result);
        }
        positions
    }

    /// Whether the solver proves a win with the nodes that are wanted, from nothing.
    fn is_hard_win(&self, solver: &mut dyn RootSolver<PositionOf<G>>, position: &PositionOf<G>) -> bool {
        let (least, greatest) = self.proof.expect("wins are wanted");
        solver.set_hash(self.hash);
        solver.accepts(position) && {
            let SolverProgress { nodes, verdict, .. } = solver.solve(position, greatest, 1);
            verdict == Some(Verdict::Win) && nodes >= least
        }
    }

    /// Whether a proof finds that this player wins.
    fn judge(&self, game: &MatchOf<G>, winner: Player) -> Judgement {
        let actor = game.player_to_act();
        let mut solver = G::solver().filter(|solver| solver.accepts(game.position()));
        let verdict = match (game.result(), &mut solver) {
            (Some(end), _) => Some(end.verdict(actor)),
            (None, Some(solver)) => {
                solver.set_hash(self.hash);
                solver.solve(game.position(), self.judge_nodes, 1).verdict
            }
            (None, None) => {
                let mut prover = Prover::new(Arc::new(G::PARAMETERS.knowledge), self.hash)
                    .with_parameters(G::PARAMETERS.proof);
                let (limits, stop) = (SearchLimits::nodes(self.judge_nodes), AtomicBool::new(false));
                prover.prove(game, &limits, &stop, &mut |_| ()).verdict
            }
        };
        let expected = if actor == winner { Verdict::Win } else { Verdict::Loss };
        match verdict {
            Some(verdict) if verdict == expected => Judgement::Right,
            Some(_) => Judgement::Wrong,
            None => Judgement::Open,
        }
    }

    /// What the engine's turn loses by long searches of the position and of that after the turn.
    fn loss(&self, game: &MatchOf<G>, after: &MatchOf<G>) -> Loss {
        let best = self.long_search(game);
        let before = best.report.score;
        let is_same = played::<G>(game, &best).position() == after.position();
        let after = if is_same { before } else { self.long_score(after, game.player_to_act()) };
        Loss { turn: turn::write(game.position(), &best.turn), before, after }
    }

    /// The score of a long search for a player.
    fn long_score(&self, game: &MatchOf<G>, player: Player) -> Score {
        if let Some(end) = game.result() {
            return Score::from_end(end, player, 0);
        }
        let score = self.long_search(game).report.score;
        if game.player_to_act() == player { score } else { -score }
    }

    /// The answer of the judge's search.
    fn long_search(&self, game: &MatchOf<G>) -> SearchResult<PositionOf<G>> {
        run(&mut *searcher::<G>(SearchKind::AlphaBeta, self.hash), game, self.judge_nodes)
    }
}

/// A search of the engine with an empty table.
fn searcher<G: GameEngine>(kind: SearchKind, hash: usize) -> BoxedSearch<G> {
    let mut setup = Setup::default();
    (setup.search, setup.hash) = (Some(kind), hash);
    setup.new_search::<G>(&G::PARAMETERS).expect("there is memory for a search")
}

/// The answer of a search with this number of nodes.
fn run<P: Position>(search: &mut dyn Searcher<P>, game: &Match<P>, nodes: u64) -> SearchResult<P> {
    search.search(game, &SearchLimits::nodes(nodes), &AtomicBool::new(false), &mut |_| ())
}

/// The match after the turn that a search has chosen.
fn played<G: GameEngine>(game: &MatchOf<G>, result: &SearchResult<PositionOf<G>>) -> MatchOf<G> {
    let mut after = game.clone();
    after.play_actions(&result.turn).expect("a search plays legal turns");
    after
}
