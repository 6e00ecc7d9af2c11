//! Judges positions as openings of matches: not decided, and equal for both sides.

use std::sync::atomic::AtomicBool;

use abstract_game::facade::{AnyRules, GameError};
use abstract_game::{Match, Position as _, Rules};
use search::{ScoreKind, SearchLimits};

use crate::game_engine::{GameEngine, ParametersOf, PositionOf};
use crate::games::PlayerVisitor;
use crate::setup::{SearchKind, Setup};

/// The memory of the search and of the proof search, in MiB.
const HASH: usize = 16;

/// In games with an exact solver the nodes of a proof are cheaper by this factor, so there are as many more of them.
const SOLVER: u64 = 8;

/// A search of this part of the nodes refuses most unequal openings.
const FILTER: u64 = 10;

/// What an opening has to pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningChecks {
    /// Nodes of the search whose score counts, and a tenth of them for one before it; 0 does not search.
    pub nodes: u64,
    /// The greatest score for either side, in centipawns.
    pub score: u16,
    /// Nodes of the proof search, which must not find who wins, and eight times as many in games with an exact solver; 0 does
    /// not search.
    pub effort: u64,
}

impl OpeningChecks {
    /// The checks of `genfens` and of tournaments.
    pub const DEFAULT: OpeningChecks = OpeningChecks { nodes: 20_000, score: 50, effort: 12_000 };
}

/// A position as an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningJudgement {
    /// It passes all checks.
    Accepted,
    /// The game is over, the result is proved, or the search expects the game to end in its principal variation.
    Decided,
    /// A search scores it too high for one side.
    OneSided,
}

/// Judges a position, given as text, by the engine's search and the best proof search for the game, each with one thread and 16
/// MiB. The answer depends on the arguments only, and is the same on every machine. The history is unknown, so repetitions of
/// earlier positions do not count. `None` for a game that [`visit`](crate::games::visit) does not know.
///
/// # Errors
/// The position cannot be read.
///
/// ```
/// use agon_engine::{OpeningChecks, OpeningJudgement, judge_opening};
///
/// let rules = games::by_name("snorkels")?;
/// let judge = |position| judge_opening(&*rules, position, &OpeningChecks::DEFAULT).expect("the registry has the game");
/// assert_eq!(judge("G2/3/1P1 g 1 -")?, OpeningJudgement::Decided);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn judge_opening(
    rules: &dyn AnyRules,
    position: &str,
    checks: &OpeningChecks,
) -> Option<Result<OpeningJudgement, GameError>> {
    crate::games::visit(rules.name(), Judge { rules, position, checks }).flatten()
}

struct Judge<'a> {
    rules: &'a dyn AnyRules,
    position: &'a str,
    checks: &'a OpeningChecks,
}

impl PlayerVisitor for Judge<'_> {
    type Output = Option<Result<OpeningJudgement, GameError>>;

    fn visit<G: GameEngine>(self) -> Self::Output {
        let rules = self.rules.as_any().downcast_ref::<G::Rules>()?;
        let position = Rules::read_position(rules, self.position);
        Some(position.map(|position| judge::<G>(&Match::new(position), &G::PARAMETERS, self.checks)))
    }
}

/// Judges the position of a match with the parameters of an engine.
pub(crate) fn judge<G: GameEngine>(
    game: &Match<PositionOf<G>>,
    parameters: &ParametersOf<G>,
    checks: &OpeningChecks,
) -> OpeningJudgement {
    if game.result().is_some() {
        return OpeningJudgement::Decided;
    }
    let stop = AtomicBool::new(false);
    let setup = Setup { search: Some(SearchKind::AlphaBeta), hash: HASH, ..Setup::default() };
    // The solver has its own nodes, after the search.
    let mut search = Setup { solver: false, ..setup.clone() }.fitting_search::<G>(parameters);
    for nodes in [checks.nodes / FILTER, checks.nodes].into_iter().filter(|&nodes| nodes > 0) {
        search.new_game();
        let found = search.search(game, &SearchLimits::nodes(nodes), &stop, &mut |_| ());
        // The search sees the end of the game: a draw, unless the score says more.
        let mut last = game.position().clone();
        found.report.principal_variation.iter().for_each(|&action| last.play(action));
        if last.end().is_some() {
            return OpeningJudgement::Decided;
        }
        match found.report.score.kind() {
            ScoreKind::Centipawns(score) if score.unsigned_abs() <= checks.score => {}
            ScoreKind::Centipawns(_) => return OpeningJudgement::OneSided,
            ScoreKind::Win(_) | ScoreKind::Loss(_) => return OpeningJudgement::Decided,
        }
    }
    if checks.effort == 0 {
        return OpeningJudgement::Accepted;
    }
    let factor = if G::solver().is_some() { SOLVER } else { 1 };
    let limits = SearchLimits::nodes(checks.effort.saturating_mul(factor));
    match setup.solving_prover::<G>(parameters).prove(game, &limits, &stop, &mut |_| ()).verdict {
        Some(_) => OpeningJudgement::Decided,
        None => OpeningJudgement::Accepted,
    }
}

#[cfg(test)]
mod tests {
    use abstract_game::facade::{AnyRules, GameError};
    use abstract_game::sample::TakeTwo;
    use abstract_game::{Match, Rules};
    use games::by_name;

    use super::OpeningJudgement::{Accepted, Decided, OneSided};
    use super::{OpeningChecks, OpeningJudgement, judge_opening};
    use crate::game_engine::GameEngine as _;
    use crate::games::RulesOnly;

    const NONE: OpeningChecks = OpeningChecks { nodes: 0, score: 0, effort: 0 };

    /// Judges a position of a game that the registry has.
    fn judge(
        rules: &dyn AnyRules,
        position: &str,
        checks: OpeningChecks,
    ) -> Result<OpeningJudgement, GameError> {
        judge_opening(rules, position, &checks).expect("the registry has the game")
    }

    #[test]
    fn each_search_refuses_what_it_decides() {
        // The first player takes both heaps at once; the solver proves small boards without the pie rule.
        let heaps = |position, checks| {
            let game = Match::new(Rules::read_position(&TakeTwo::default(), position).unwrap());
            super::judge::<RulesOnly<TakeTwo>>(&game, &RulesOnly::<TakeTwo>::PARAMETERS, &checks)
        };
        let mut board = by_name("snorkels").unwrap();
        board.set_option("size", "3").unwrap();
        board.set_option("pie", "false").unwrap();
        let start = board.start().position_text();
        let judges: [&dyn Fn(OpeningChecks) -> OpeningJudgement; 2] =
            [&|checks| heaps("1 1 2", checks), &|checks| judge(&*board, &start, checks).unwrap()];
        for judge in judges {
            assert_eq!(judge(NONE), Accepted);
            for checks in [
                OpeningChecks { effort: 10_000, ..NONE },
                OpeningChecks { nodes: 100_000, score: 10_000, ..NONE },
            ] {
                assert_eq!(judge(checks), Decided, "{checks:?}");
            }
        }
        assert_eq!(heaps("0 1 2", NONE), Decided, "the game is over");
    }

    #[test]
    fn a_draw_that_the_search_sees_is_refused() {
        // The player to act saves himself by a bomb that removes both kings.
        let text = "x7/x7/x3,kfd,x3/x7/x7/x4,F,x,KAD/x7 2 L3W3A2F2D2/l3w3a3f2d2 - -";
        let checks = OpeningChecks { nodes: 20_000, score: 0, effort: 0 };
        assert_eq!(judge(&*by_name("symbol").unwrap(), text, checks).unwrap(), Decided);
    }

    #[test]
    fn the_score_is_limited_in_every_game_with_an_engine() {
        for name in ["snorkels", "symbol", "nika"] {
            let rules = by_name(name).unwrap();
            let mut random = abstract_game::random::SplitMix64::new(3);
            let (mut wide, mut narrow) = (0, 0);
            for _ in 0..20 {
                let mut game = rules.start();
                for _ in 0..4 {
                    let turn = game.random_turn(&mut random).unwrap();
                    game.play_turn(&turn).unwrap();
                }
                let text = game.position_text();
                let with =
                    |score| judge(&*rules, &text, OpeningChecks { nodes: 300, score, effort: 0 }).unwrap();
                wide += i32::from(with(u16::MAX) != OneSided);
                narrow += i32::from(with(30) == Accepted);
                assert_eq!(with(30), with(30));
            }
            assert!(wide == 20 && narrow < 20, "{name}: {wide} {narrow}");
        }
    }

    #[test]
    fn an_unreadable_position_is_an_error() {
        let error = judge(&*by_name("nika").unwrap(), "x", NONE).unwrap_err();
        assert!(error.to_string().starts_with("expected four words"), "{error}");
    }
}
