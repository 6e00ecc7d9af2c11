//! Appraisals for a program that knows a game and its positions as text.

use abstract_game::Rules;
use abstract_game::facade::{AnyRules, GameError};
use games::RulesVisitor;
use search::{Appraisal, Effort};

/// Appraises a position, given as text, by the rules alone: see [`search::appraise`]. `None` if the registry of [`games`] does
/// not have the game.
///
/// # Errors
/// The position cannot be read.
///
/// ```
/// use abstract_game::Verdict;
/// use agon_engine::{Effort, appraise};
///
/// // By brute force: the first player wins 3×3 without the pie rule.
/// let mut rules = games::by_name("snorkels")?;
/// rules.set_option("size", "3")?;
/// rules.set_option("pie", "false")?;
/// let effort = Effort { nodes: 100_000, playouts: 10 };
/// let found = appraise(&*rules, &rules.start().position_text(), &effort).expect("the registry has the game")?;
/// assert_eq!(found.verdict, Some(Verdict::Win));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn appraise(
    rules: &dyn AnyRules,
    position: &str,
    effort: &Effort,
) -> Option<Result<Appraisal, GameError>> {
    games::visit(rules, Appraise { position, effort })
}

struct Appraise<'a> {
    position: &'a str,
    effort: &'a Effort,
}

impl RulesVisitor for Appraise<'_> {
    type Output = Result<Appraisal, GameError>;

    fn visit<R: Rules>(self, rules: &R) -> Self::Output {
        let position = rules.read_position(self.position).map_err(GameError::new)?;
        Ok(search::appraise(position, self.effort))
    }
}

#[cfg(test)]
mod tests {
    use abstract_game::Verdict;
    use abstract_game::facade::{AnyRules, GameError};
    use abstract_game::random::SplitMix64;
    use games::by_name;
    use search::{Appraisal, Effort, PlayoutCounts};

    /// `search` stops after this number of unfinished playouts.
    const FIRST_PLAYOUTS: u32 = 20;

    const EFFORT: Effort = Effort { nodes: 2_000, playouts: 50 };

    /// Appraises a position of a game that the registry has.
    fn appraise(rules: &dyn AnyRules, position: &str, effort: &Effort) -> Result<Appraisal, GameError> {
        super::appraise(rules, position, effort).expect("the registry has the game")
    }

    fn snorkels(size: &str) -> Box<dyn AnyRules> {
        let mut rules = by_name("snorkels").unwrap();
        rules.set_option("size", size).unwrap();
        rules.set_option("pie", "false").unwrap();
        rules
    }

    #[test]
    fn small_boards_are_solved() {
        // By brute force: the second player wins 2×2, the first 3×3.
        for (size, verdict) in [("2", Verdict::Loss), ("3", Verdict::Win)] {
            let rules = snorkels(size);
            let effort = Effort { nodes: 100_000, playouts: 10 };
            let found = appraise(&*rules, &rules.start().position_text(), &effort).unwrap();
            assert_eq!((found.verdict, found.playouts), (Some(verdict), PlayoutCounts::default()));
        }
    }

    #[test]
    fn an_undecided_position_is_played_out() {
        for name in ["snorkels", "symbol"] {
            let rules = by_name(name).unwrap();
            let text = rules.start().position_text();
            let found = appraise(&*rules, &text, &EFFORT).unwrap();
            assert_eq!(found.verdict, None, "{name}");
            assert_eq!(found.playouts.count(), EFFORT.playouts, "{name}");
            assert!(!found.playouts.is_one_sided(80), "{name}: {found:?}");
            assert_eq!(found, appraise(&*rules, &text, &EFFORT).unwrap());
        }
    }

    #[test]
    fn playouts_stop_early_if_random_players_do_not_end_the_game() {
        let rules = by_name("nika").unwrap();
        let found = appraise(&*rules, &rules.start().position_text(), &EFFORT).unwrap();
        assert_eq!(found.playouts, PlayoutCounts { unfinished: FIRST_PLAYOUTS, ..PlayoutCounts::default() });
        assert!(!found.playouts.is_one_sided(50));
    }

    #[test]
    fn without_effort_only_a_finished_game_has_a_verdict() {
        let rules = by_name("take-two").unwrap();
        let nothing = Effort { nodes: 0, playouts: 0 };
        let open = appraise(&*rules, "1 1 2", &nothing).unwrap();
        assert_eq!(open, Appraisal::default());
        assert!(!open.playouts.is_one_sided(50));
        assert_eq!(appraise(&*rules, "0 1 2", &nothing).unwrap().verdict, Some(Verdict::Loss));
        assert_eq!(appraise(&*rules, "1 1 2", &EFFORT).unwrap().verdict, Some(Verdict::Win));
        assert_eq!(appraise(&*rules, "1 2 2", &EFFORT).unwrap().verdict, Some(Verdict::Loss));
    }

    #[test]
    fn every_game_is_appraised_with_its_options() {
        for name in games::names() {
            let rules = by_name(name).unwrap();
            let mut random = SplitMix64::new(5);
            for turns in 0..4 {
                let mut game = rules.start();
                for _ in 0..turns {
                    let turn = game.random_turn(&mut random).unwrap();
                    game.play_turn(&turn).unwrap();
                }
                let effort = Effort { nodes: 200, playouts: 3 };
                appraise(&*rules, &game.position_text(), &effort).unwrap();
            }
        }
        let rules = snorkels("4");
        appraise(&*rules, "4/4/4/4 p 1 -", &EFFORT).unwrap();
    }

    #[test]
    fn an_unreadable_position_is_an_error() {
        let error = appraise(&*by_name("nika").unwrap(), "x", &EFFORT).unwrap_err();
        assert!(error.to_string().starts_with("expected four words"), "{error}");
    }
}
