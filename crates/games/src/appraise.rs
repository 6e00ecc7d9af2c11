//! What a short search says about a position of any game in the list.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use abstract_game::facade::{AnyRules, GameError};
use abstract_game::random::SplitMix64;
use abstract_game::{Match, OptionError, Player, Position, Rules, Verdict};
use search::proof::Prover;
use search::{NoKnowledge, SearchLimits};
use thiserror::Error;

use crate::UnknownGame;

/// After so many actions a playout is given up: in a game that can go round in circles, random players might
/// never end it.
const LONGEST_PLAYOUT: u32 = 300;

/// If none of the first so many playouts comes to an end, the others are not played: random players do not
/// end this game, and what they do says nothing about the position.
const FIRST_PLAYOUTS: u32 = 20;

/// The memory of the proof search, in MiB.
const TABLE: usize = 1;

/// How much a look at a position may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Nodes of the proof search; 0 for none.
    pub nodes: u64,
    /// Games played on by random players; 0 for none.
    pub playouts: u32,
}

/// What a look at a position has found. A function of the position, the rules and the effort alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Appraisal {
    /// The result for player 1 with best play, if it was proved or the game is over.
    pub verdict: Option<Verdict>,
    /// How random players went on; none played where there is a verdict.
    pub playouts: Playouts,
}

/// The results of playouts, as player 1 sees them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Playouts {
    /// Won by player 1.
    pub won: u32,
    /// Ended in a draw.
    pub drawn: u32,
    /// Won by player 2.
    pub lost: u32,
    /// Given up after 300 actions; they count as draws.
    pub unfinished: u32,
}

impl Playouts {
    /// How many there were.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.won + self.drawn + self.lost + self.unfinished
    }

    /// Whether one of the sides has more than `percent` of the points, a draw being half a point for each.
    ///
    /// ```
    /// let playouts = games::Playouts { won: 3, drawn: 1, lost: 16, unfinished: 0 };
    /// assert!(playouts.is_one_sided(80)); // 16.5 of 20 points are 82.5 %
    /// assert!(!playouts.is_one_sided(83));
    /// ```
    #[must_use]
    pub fn is_one_sided(&self, percent: u8) -> bool {
        // In half points and whole numbers: the same on every machine.
        let half_points = |won: u32| 2 * u64::from(won) + u64::from(self.drawn) + u64::from(self.unfinished);
        let most = half_points(self.won).max(half_points(self.lost));
        most * 100 > u64::from(percent) * 2 * u64::from(self.count())
    }

    fn add(&mut self, end: Option<Verdict>) {
        let count = match end {
            Some(Verdict::Win) => &mut self.won,
            Some(Verdict::Draw) => &mut self.drawn,
            Some(Verdict::Loss) => &mut self.lost,
            None => &mut self.unfinished,
        };
        *count += 1;
    }
}

/// Why a position cannot be appraised.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AppraisalError {
    /// The game is not in the list.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The rules have an option that the game of that name in the list has not.
    #[error("the rules are not those of the game in the list: {0}")]
    Option(#[from] OptionError),
    /// The position cannot be read.
    #[error("no position to appraise: {0}")]
    Position(GameError),
}

/// The same for one game: what the list holds.
pub(crate) type Appraise = fn(&dyn AnyRules, &str, &Effort) -> Result<Appraisal, AppraisalError>;

/// Looks at a position of the game `R`, whose options are those of `rules`.
pub(crate) fn appraise<R: Rules>(
    rules: &dyn AnyRules,
    position: &str,
    effort: &Effort,
) -> Result<Appraisal, AppraisalError> {
    let mut typed = R::default();
    for option in rules.options() {
        if let Some(value) = rules.option(option.name) {
            Rules::set_option(&mut typed, option.name, &value)?;
        }
    }
    let position = Rules::read_position(&typed, position);
    let position = position.map_err(|error| AppraisalError::Position(GameError::new(error)))?;
    if let Some(verdict) = result(&position) {
        return Ok(Appraisal { verdict: Some(verdict), ..Appraisal::default() });
    }
    let game = Match::new(position);
    if let Some(verdict) = proved(&game, effort.nodes) {
        return Ok(Appraisal { verdict: Some(verdict), ..Appraisal::default() });
    }
    Ok(Appraisal { verdict: None, playouts: playouts(game.position(), effort.playouts) })
}

fn result<P: Position>(position: &P) -> Option<Verdict> {
    position.end().map(|end| end.verdict(Player::P1))
}

fn proved<P: Position>(game: &Match<P>, nodes: u64) -> Option<Verdict> {
    if nodes == 0 {
        return None;
    }
    let limits = SearchLimits { nodes: Some(nodes), ..SearchLimits::default() };
    let mut prover = Prover::new(Arc::new(NoKnowledge), TABLE);
    prover.verdict(game, Player::P1, &limits, &AtomicBool::new(false))
}

/// Lets random players go on from a position, which is also where their chance comes from.
fn playouts<P: Position>(start: &P, count: u32) -> Playouts {
    let mut random = SplitMix64::new(start.key());
    let mut actions = Vec::new();
    let mut playouts = Playouts::default();
    while playouts.count() < count {
        playouts.add(playout(start.clone(), &mut random, &mut actions));
        if playouts.unfinished == FIRST_PLAYOUTS && playouts.count() == FIRST_PLAYOUTS {
            break;
        }
    }
    playouts
}

/// One playout: how it ended for player 1, if it did.
fn playout<P: Position>(
    mut position: P,
    random: &mut SplitMix64,
    actions: &mut Vec<P::Action>,
) -> Option<Verdict> {
    for _ in 0..LONGEST_PLAYOUT {
        actions.clear();
        position.generate(actions);
        let Some(&action) = random.choose(actions) else { break };
        position.play_unchecked(action);
    }
    result(&position)
}

#[cfg(test)]
mod tests {
    use abstract_game::Verdict;
    use abstract_game::facade::AnyRules;
    use abstract_game::random::SplitMix64;

    use super::{Appraisal, AppraisalError, Effort, FIRST_PLAYOUTS, Playouts};
    use crate::{appraise, by_name};

    const EFFORT: Effort = Effort { nodes: 2_000, playouts: 50 };

    fn snorkels(size: &str) -> Box<dyn AnyRules> {
        let mut rules = by_name("snorkels").unwrap();
        rules.set_option("size", size).unwrap();
        rules.set_option("pie", "false").unwrap();
        rules
    }

    #[test]
    fn small_boards_are_solved() {
        // As alpha-beta and brute force have it: the second player wins 2×2, the first 3×3.
        for (size, verdict) in [("2", Verdict::Loss), ("3", Verdict::Win)] {
            let rules = snorkels(size);
            let effort = Effort { nodes: 100_000, playouts: 10 };
            let found = appraise(&*rules, &rules.start().position_text(), &effort).unwrap();
            assert_eq!(found, Appraisal { verdict: Some(verdict), playouts: Playouts::default() });
        }
    }

    #[test]
    fn an_open_position_is_played_on() {
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
    fn where_random_players_do_not_end_the_game_few_playouts_are_enough() {
        let rules = by_name("nika").unwrap();
        let found = appraise(&*rules, &rules.start().position_text(), &EFFORT).unwrap();
        assert_eq!(found.playouts, Playouts { unfinished: FIRST_PLAYOUTS, ..Playouts::default() });
        assert!(!found.playouts.is_one_sided(50));
    }

    #[test]
    fn no_effort_finds_nothing_but_the_end() {
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
        for name in crate::names() {
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
    fn what_cannot_be_read_is_told() {
        let error = appraise(&*by_name("nika").unwrap(), "x", &EFFORT).unwrap_err();
        assert!(matches!(error, AppraisalError::Position(_)));
        assert!(error.to_string().starts_with("no position to appraise: "), "{error}");
    }

    #[test]
    fn one_sided_is_more_than_the_percentage() {
        let playouts = Playouts { won: 30, drawn: 0, lost: 10, unfinished: 0 };
        assert!(playouts.is_one_sided(74) && !playouts.is_one_sided(75));
        let mirrored = Playouts { won: 10, lost: 30, ..playouts };
        assert!(mirrored.is_one_sided(74) && !mirrored.is_one_sided(75));
        let even = Playouts { won: 5, drawn: 7, lost: 5, unfinished: 9 };
        assert!(!even.is_one_sided(50));
    }
}
