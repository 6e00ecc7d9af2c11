//! Appraisal: what a short search and random playouts tell about a position.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::proof::Prover;
use crate::{NoKnowledge, SearchLimits};
use abstract_game::random::SplitMix64;
use abstract_game::{Match, Player, Position, Verdict};

/// The maximum number of actions in a playout. In games with repetition, random players might never end the game.
const MAX_ACTIONS: u32 = 300;

/// If none of the first playouts ends, the remaining playouts are skipped: random players do not end this game, and
/// their playouts tell nothing about the position.
const FIRST_PLAYOUTS: u32 = 20;

/// The memory of the proof search, in MiB.
const TABLE: usize = 1;

/// The maximum cost of an appraisal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Nodes of the proof search; 0 for none.
    pub nodes: u64,
    /// The number of random playouts; 0 for none.
    pub playouts: u32,
}

/// The result of an appraisal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Appraisal {
    /// The result for player 1 with best play; `None` if the game is not over and nothing was proved.
    pub verdict: Option<Verdict>,
    /// The results of random playouts; none if there is a verdict.
    pub playouts: PlayoutCounts,
}

/// The results of playouts from the point of view of player 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayoutCounts {
    /// Won by player 1.
    pub won: u32,
    /// Ended in a draw.
    pub drawn: u32,
    /// Won by player 2.
    pub lost: u32,
    /// Stopped after 300 actions; they count as draws.
    pub unfinished: u32,
}

impl PlayoutCounts {
    /// The number of playouts.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.won + self.drawn + self.lost + self.unfinished
    }

    /// Whether one side has more than `percent` of the points. A draw is half a point for each side.
    ///
    /// ```
    /// let playouts = search::PlayoutCounts { won: 3, drawn: 1, lost: 16, unfinished: 0 };
    /// assert!(playouts.is_one_sided(80)); // 16.5 of 20 points are 82.5 %
    /// assert!(!playouts.is_one_sided(83));
    /// ```
    #[must_use]
    pub fn is_one_sided(&self, percent: u8) -> bool {
        // In half points, as integers: the same result on every machine.
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

/// Appraises a position: is it decided, and if not, how do random players continue? Uses the rules only, without the
/// knowledge of an engine, one thread, and a table of 1 MiB. The result depends on the position and the effort only, and
/// is the same on every machine. The history is unknown, so repetitions of earlier positions do not count.
///
/// ```
/// use abstract_game::Verdict;
/// use games::snorkels_core::Snorkels;
/// let effort = search::Effort { nodes: 2_000, playouts: 100 };
/// let start = search::appraise(Snorkels::new().start(), &effort);
/// assert_eq!(start.verdict, None);
/// assert_eq!(start.playouts.count(), 100);
///
/// // Without the pie rule player 2 wins on a board of 2×2.
/// let small = search::appraise(Snorkels::new().with("size", 2)?.with_pie(false).start(), &effort);
/// assert_eq!(small.verdict, Some(Verdict::Loss));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn appraise<P: Position>(position: P, effort: &Effort) -> Appraisal {
    let game = Match::new(position);
    let verdict = result(game.position()).or_else(|| proved(&game, effort.nodes));
    match verdict {
        Some(_) => Appraisal { verdict, ..Appraisal::default() },
        None => Appraisal { verdict, playouts: playouts(game.position(), effort.playouts) },
    }
}

fn result<P: Position>(position: &P) -> Option<Verdict> {
    position.end().map(|end| end.verdict(Player::P1))
}

fn proved<P: Position>(game: &Match<P>, nodes: u64) -> Option<Verdict> {
    if nodes == 0 {
        return None;
    }
    let mut prover = Prover::new(Arc::new(NoKnowledge), TABLE);
    prover.verdict(game, Player::P1, &SearchLimits::nodes(nodes), &AtomicBool::new(false))
}

/// Plays random playouts from a position. The position's key is the seed.
fn playouts<P: Position>(start: &P, count: u32) -> PlayoutCounts {
    let mut random = SplitMix64::new(start.key());
    let mut actions = Vec::new();
    let mut playouts = PlayoutCounts::default();
    while playouts.count() < count {
        let mut position = start.clone();
        for _ in 0..MAX_ACTIONS {
            if position.end().is_some() {
                break;
            }
            let action = position.choose_action(&mut actions, |count| random.below(count));
            position.play_unchecked(action);
        }
        playouts.add(result(&position));
        if playouts.unfinished == FIRST_PLAYOUTS && playouts.count() == FIRST_PLAYOUTS {
            break;
        }
    }
    playouts
}

#[cfg(test)]
mod tests {
    use super::PlayoutCounts;

    #[test]
    fn one_sided_is_more_than_the_percentage() {
        let playouts = PlayoutCounts { won: 30, drawn: 0, lost: 10, unfinished: 0 };
        assert!(playouts.is_one_sided(74) && !playouts.is_one_sided(75));
        let mirrored = PlayoutCounts { won: 10, lost: 30, ..playouts };
        assert!(mirrored.is_one_sided(74) && !mirrored.is_one_sided(75));
        let even = PlayoutCounts { won: 5, drawn: 7, lost: 5, unfinished: 9 };
        assert!(!even.is_one_sided(50));
    }
}
