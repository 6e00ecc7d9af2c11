//! Random openings and the checks that they pass.

use std::fmt;

use abstract_game::facade::AnyRules;
use agon_engine::{OpeningChecks, OpeningJudgement};
use serde::{Deserialize, Serialize};

/// Openings of random legal turns. None of them ends the game. None reaches a position of an earlier one, unless there
/// are no others. None is decided or one-sided as far as [`agon_engine::judge_opening`] sees; for a game that is not in the
/// registry of [`games`] it is not asked. With 0 turns every game begins with the first position, without any check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::Args)]
#[serde(default, deny_unknown_fields)]
#[group(skip)]
pub struct RandomOpenings {
    /// Number of random turns of each opening.
    #[arg(id = "openings_turns", long = "openings-turns", value_name = "K", default_value_t = RandomOpenings::default().turns)]
    pub turns: usize,
    /// Leave out random openings that a search of this number of nodes finds unequal; 0 does not search.
    #[arg(id = "openings_nodes", long = "openings-nodes", value_name = "NODES", conflicts_with = "openings",
          default_value_t = RandomOpenings::default().nodes)]
    pub nodes: u64,
    /// The greatest score of that search for either side, in centipawns.
    #[arg(id = "openings_score", long = "openings-score", value_name = "CENTIPAWNS", conflicts_with = "openings",
          default_value_t = RandomOpenings::default().score)]
    pub score: u16,
    /// Leave out random openings that a proof search of this number of nodes decides, or of eight times as many in games with
    /// a solver; 0 does not search.
    #[arg(long = "openings-effort", value_name = "NODES", conflicts_with = "openings",
          default_value_t = RandomOpenings::default().effort)]
    pub effort: u64,
    /// The limit of random playouts, which judged openings up to version 0.2. A tournament with it is only read.
    #[arg(skip)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub balance: Option<u8>,
}

impl Default for RandomOpenings {
    /// Five turns and the default checks. In Nika the side to move is ahead after an even number of turns.
    fn default() -> Self {
        let OpeningChecks { nodes, score, effort } = OpeningChecks::DEFAULT;
        RandomOpenings { turns: 5, nodes, score, effort, balance: None }
    }
}

impl RandomOpenings {
    /// Openings of `turns` turns that neither end the game nor repeat each other; there are no other checks.
    ///
    /// ```
    /// use arena::openings::RandomOpenings;
    /// let unchecked = RandomOpenings::unchecked(2);
    /// assert_eq!((unchecked.turns, unchecked.nodes, unchecked.effort), (2, 0, 0));
    /// ```
    pub fn unchecked(turns: usize) -> RandomOpenings {
        RandomOpenings { turns, nodes: 0, effort: 0, ..RandomOpenings::default() }
    }

    /// Judges a position. The answer depends on the position alone.
    pub(super) fn judge(&self, rules: &dyn AnyRules, position: &str) -> Result<OpeningJudgement, String> {
        let checks = OpeningChecks { nodes: self.nodes, score: self.score, effort: self.effort };
        if (checks.nodes, checks.effort) == (0, 0) {
            return Ok(OpeningJudgement::Accepted);
        }
        agon_engine::judge_opening(rules, position, &checks)
            .unwrap_or(Ok(OpeningJudgement::Accepted))
            .map_err(|error| format!("an opening cannot be checked: {error}"))
    }
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
    /// A search proved the result.
    pub decided: u64,
    /// A search scored it too high for one side.
    pub one_sided: u64,
}

impl OpeningCounts {
    /// Counts a judgement, and returns whether the position is accepted.
    pub(super) fn accepts(&mut self, judgement: OpeningJudgement) -> bool {
        self.decided += u64::from(judgement == OpeningJudgement::Decided);
        self.one_sided += u64::from(judgement == OpeningJudgement::OneSided);
        judgement == OpeningJudgement::Accepted
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
            (self.one_sided, "one-sided"),
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
            OpeningCounts { tried: 10, ended: 5, decided: 3, one_sided: 2, ..OpeningCounts::default() };
        assert_eq!(counts.to_string(), "10 tried, 5 ended the game, 3 decided, 2 one-sided");
    }

    #[test]
    fn each_check_can_be_left_out() {
        let mut rules = games::by_name("snorkels").unwrap();
        rules.set_option("size", "3").unwrap();
        rules.set_option("pie", "false").unwrap();
        let start = rules.start().position_text();
        let judge = |wanted: RandomOpenings| wanted.judge(&*rules, &start).unwrap();
        let (wanted, unchecked) = (RandomOpenings::default(), RandomOpenings::unchecked(1));
        for wanted in [wanted, RandomOpenings { nodes: 0, ..wanted }, RandomOpenings { effort: 0, ..wanted }]
        {
            assert_eq!(judge(wanted), OpeningJudgement::Decided, "{wanted:?}");
        }
        assert_eq!(judge(unchecked), OpeningJudgement::Accepted);
    }

    #[test]
    fn an_opening_that_favours_a_side_is_one_sided() {
        // Six random turns leave one side ahead in some of 200 positions.
        let rules = games::by_name("symbol").unwrap();
        let position = rules.start().position_text();
        let wanted = |score| RandomOpenings { nodes: 500, score, ..RandomOpenings::unchecked(1) };
        assert_eq!(wanted(10_000).judge(&*rules, &position).unwrap(), OpeningJudgement::Accepted);
        let refused = (0..200).any(|seed| {
            let (mut random, mut game) = (abstract_game::random::SplitMix64::new(seed), rules.start());
            for _ in 0..6 {
                let turn = game.random_turn(&mut random).unwrap();
                game.play_turn(&turn).unwrap();
            }
            wanted(10).judge(&*rules, &game.position_text()).unwrap() == OpeningJudgement::OneSided
        });
        assert!(refused);
    }
}
