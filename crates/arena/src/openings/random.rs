//! Random openings and the checks that they pass.

use std::fmt;

use abstract_game::facade::AnyRules;
use agon_engine::Effort;
use serde::{Deserialize, Serialize};

/// The number of playouts that measure balance. The measured share of points is off by less than 7 % in 95 of 100
/// cases.
const PLAYOUTS: u32 = 200;

/// Openings of random legal turns. None of them ends the game. None reaches a position of an earlier one, unless there
/// are no others. None is decided as far as a short search sees, and none is one-sided.
///
/// [`agon_engine::appraise`] makes the last two checks; it uses the rules only. For a game that is not in the registry of
/// [`games`] these checks are skipped. With 0 turns every game begins with the
/// first position, without any check. The balance is 50 to 100: the most that either side may score, in percent of the
/// points, in 200 games of random players from the opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::Args)]
#[serde(default, deny_unknown_fields)]
#[group(skip)]
pub struct RandomOpenings {
    /// Number of random turns of each opening.
    #[arg(id = "openings_turns", long = "openings-turns", value_name = "K", default_value_t = RandomOpenings::default().turns)]
    pub turns: usize,
    /// Leave out random openings from which one side wins more than this percentage of random games; 100 plays no
    /// random games.
    #[arg(long = "openings-balance", value_name = "PERCENT", conflicts_with = "openings",
          default_value_t = RandomOpenings::default().balance, value_parser = clap::value_parser!(u8).range(50..=100))]
    pub balance: u8,
    /// Leave out random openings that a search of this number of nodes proves to be won or lost; 0 does not search.
    #[arg(long = "openings-effort", value_name = "NODES", conflicts_with = "openings",
          default_value_t = RandomOpenings::default().effort)]
    pub effort: u64,
}

impl Default for RandomOpenings {
    /// Four turns, undecided within 2,000 nodes, and no side scores more than 75 %.
    fn default() -> Self {
        RandomOpenings { turns: 4, balance: 75, effort: 2_000 }
    }
}

impl RandomOpenings {
    /// Openings of `turns` turns that neither end the game nor repeat each other; there are no other checks.
    ///
    /// ```
    /// use arena::openings::RandomOpenings;
    /// assert_eq!(RandomOpenings::unchecked(2), RandomOpenings { turns: 2, balance: 100, effort: 0 });
    /// ```
    pub fn unchecked(turns: usize) -> RandomOpenings {
        RandomOpenings { turns, balance: 100, effort: 0 }
    }

    /// Judges a position. The answer depends on the position alone.
    pub(super) fn judge(&self, rules: &dyn AnyRules, position: &str) -> Result<Judgement, String> {
        let playouts = if self.balance < 100 { PLAYOUTS } else { 0 };
        if (self.effort, playouts) == (0, 0) {
            return Ok(Judgement::Accepted);
        }
        let effort = &Effort { nodes: self.effort, playouts };
        let Some(found) = agon_engine::appraise(rules, position, effort) else {
            return Ok(Judgement::Accepted);
        };
        let found = found.map_err(|error| format!("an opening cannot be checked: {error}"))?;
        Ok(if found.verdict.is_some() {
            Judgement::Decided
        } else if found.playouts.is_one_sided(self.balance) {
            Judgement::Unbalanced
        } else {
            Judgement::Accepted
        })
    }
}

/// What the checks say of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Judgement {
    Accepted,
    Decided,
    Unbalanced,
}

/// How many random openings were tried, and how many of them failed which check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpeningCounts {
    /// All openings tried.
    pub tried: u64,
    /// The game was over.
    pub ended: u64,
    /// Not legal, or over, with the armies of another game.
    pub illegal: u64,
    /// A short search proved the result.
    pub decided: u64,
    /// One side scored too much with random players.
    pub unbalanced: u64,
}

impl OpeningCounts {
    /// Counts a judgement, and returns whether the position is accepted.
    pub(super) fn accepts(&mut self, judgement: Judgement) -> bool {
        self.decided += u64::from(judgement == Judgement::Decided);
        self.unbalanced += u64::from(judgement == Judgement::Unbalanced);
        judgement == Judgement::Accepted
    }
}

impl fmt::Display for OpeningCounts {
    /// One line: `1000 tried, 3 ended the game, 40 decided, 12 one-sided`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} tried", self.tried)?;
        let parts = [
            (self.ended, "ended the game"),
            (self.illegal, "illegal with other armies"),
            (self.decided, "decided"),
            (self.unbalanced, "one-sided"),
        ];
        let mut parts = parts.iter().filter(|(count, _)| *count > 0);
        parts.try_for_each(|(count, check)| write!(f, ", {count} {check}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_as_text() {
        let counts =
            OpeningCounts { tried: 10, ended: 5, decided: 3, unbalanced: 2, ..OpeningCounts::default() };
        assert_eq!(counts.to_string(), "10 tried, 5 ended the game, 3 decided, 2 one-sided");
    }

    #[test]
    fn a_decided_position_is_refused() {
        let rules = games::by_name("take-two").unwrap();
        let judge = |wanted: RandomOpenings| wanted.judge(&*rules, "1,1 1 2").unwrap();
        assert_eq!(judge(RandomOpenings::default()), Judgement::Decided);
        assert_eq!(judge(RandomOpenings::unchecked(1)), Judgement::Accepted);
    }

    #[test]
    fn an_opening_that_favours_a_side_is_unbalanced() {
        // Two counters: the player to act may take both at once or one after the other.
        let rules = games::by_name("take-two").unwrap();
        let wanted = RandomOpenings { turns: 1, balance: 55, effort: 0 };
        assert_eq!(wanted.judge(&*rules, "2 1 2").unwrap(), Judgement::Unbalanced);
    }
}
