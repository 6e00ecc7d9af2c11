//! Openings of random turns, and what is asked of them.

use std::collections::HashMap;
use std::fmt;

use abstract_game::facade::AnyRules;
use abstract_game::random::SplitMix64;
use games::{AppraisalError, Effort};
use serde::{Deserialize, Serialize};

use super::{Opening, OpeningError};

/// The playouts that measure balance. Their share of points is off by less than 7 % in 95 of 100 cases.
const PLAYOUTS: u32 = 200;

/// Openings of random legal turns. None ends the game; none reaches a position that an earlier one reached, as
/// long as there are others; none is decided as far as a short search sees; and none is one-sided.
///
/// The checks by [`games::appraise`] know no more than the rules. A game that is not in its list is not checked
/// so, and [`Counts::unchecked`] says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RandomOpenings {
    /// How many turns. With 0 every game begins with the first position, and nothing is checked.
    pub turns: usize,
    /// The most that either side may score, in percent of the points, when random players go on 200 times from
    /// the opening: 50 to 100; 100 for any.
    pub balance: u8,
    /// The nodes of the proof search that must not find the result; 0 for none.
    pub effort: u64,
}

impl Default for RandomOpenings {
    /// Four turns, undecided within 2,000 nodes, and no side scores more than 75 %.
    fn default() -> Self {
        RandomOpenings { turns: 4, balance: 75, effort: 2_000 }
    }
}

impl RandomOpenings {
    /// Openings of so many turns that merely do not end the game and do not repeat each other.
    ///
    /// ```
    /// use arena::openings::RandomOpenings;
    /// assert_eq!(RandomOpenings::unchecked(2), RandomOpenings { turns: 2, balance: 100, effort: 0 });
    /// ```
    #[must_use]
    pub fn unchecked(turns: usize) -> RandomOpenings {
        RandomOpenings { turns, balance: 100, effort: 0 }
    }

    pub(super) fn validate(&self) -> Result<(), OpeningError> {
        if (50..=100).contains(&self.balance) { Ok(()) } else { Err(OpeningError::Balance(self.balance)) }
    }

    fn effort(&self) -> Effort {
        let playouts = if self.balance < 100 { PLAYOUTS } else { 0 };
        Effort { nodes: self.effort, playouts }
    }
}

/// What became of the openings that were tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// How many were tried. Those that nothing is said about below were taken.
    pub tried: u64,
    /// The game was over.
    pub ended: u64,
    /// The position was one that an earlier opening reached.
    pub repeated: u64,
    /// A short search proved the result.
    pub decided: u64,
    /// One side scored too much with random players.
    pub unbalanced: u64,
    /// Taken without a search, because the game is not in the list of [`games`].
    pub unchecked: u64,
}

impl Counts {
    /// What to change when too few pass.
    pub(super) fn advice(&self) -> &'static str {
        if self.ended >= self.decided.max(self.unbalanced) {
            "To find some, use fewer opening turns"
        } else if self.decided >= self.unbalanced {
            "To find some, use other opening turns, a larger board, or less effort (0: no search)"
        } else {
            "To find some, use other opening turns or a greater balance (100: any)"
        }
    }
}

impl fmt::Display for Counts {
    /// One line: `1000 tried, 3 ended the game, 40 decided, 12 one-sided`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} tried", self.tried)?;
        let parts = [
            (self.ended, "ended the game"),
            (self.repeated, "repeated"),
            (self.decided, "decided"),
            (self.unbalanced, "one-sided"),
            (self.unchecked, "taken without a search"),
        ];
        parts
            .iter()
            .filter(|(count, _)| *count > 0)
            .try_for_each(|(count, what)| write!(f, ", {count} {what}"))
    }
}

/// What is wrong with a position as the end of an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flaw {
    Decided,
    Unbalanced,
}

/// Looks at positions, and remembers those that it refused.
#[derive(Debug, Default)]
pub(super) struct Inspector {
    refused: HashMap<String, Flaw>,
}

impl Inspector {
    /// The flaw of a position, if it has one. What it says depends on the position alone, never on what was
    /// asked before.
    pub(super) fn flaw(
        &mut self,
        rules: &dyn AnyRules,
        wanted: &RandomOpenings,
        position: &str,
        counts: &mut Counts,
    ) -> Result<Option<Flaw>, OpeningError> {
        let effort = wanted.effort();
        if effort == (Effort { nodes: 0, playouts: 0 }) {
            return Ok(None);
        }
        let known = self.refused.get(position).copied();
        let flaw = match known {
            Some(flaw) => Some(flaw),
            None => match games::appraise(rules, position, &effort) {
                Ok(found) if found.verdict.is_some() => Some(Flaw::Decided),
                Ok(found) => found.playouts.is_one_sided(wanted.balance).then_some(Flaw::Unbalanced),
                Err(AppraisalError::Game(_)) => {
                    counts.unchecked += 1;
                    None
                }
                Err(error) => return Err(error.into()),
            },
        };
        match flaw {
            None => return Ok(None),
            Some(Flaw::Decided) => counts.decided += 1,
            Some(Flaw::Unbalanced) => counts.unbalanced += 1,
        }
        if known.is_none() {
            self.refused.extend(flaw.map(|flaw| (position.to_owned(), flaw)));
        }
        Ok(flaw)
    }
}

/// A random opening with the text of the position it reaches, or `None` if it ends the game.
pub(super) fn random_opening(
    rules: &dyn AnyRules,
    turns: usize,
    random: &mut SplitMix64,
) -> Option<(Opening, String)> {
    let mut game = rules.start();
    let mut opening = Opening::default();
    for _ in 0..turns {
        let turn = game.random_turn(random)?;
        game.play_turn(&turn).ok()?;
        opening.turns.push(turn);
    }
    game.result().is_none().then(|| (opening, game.position_text()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_goes_by_what_failed_most() {
        let counts = Counts { tried: 10, ended: 5, decided: 3, unbalanced: 2, ..Counts::default() };
        assert!(counts.advice().contains("fewer opening turns"));
        assert_eq!(counts.to_string(), "10 tried, 5 ended the game, 3 decided, 2 one-sided");
        assert!(Counts { decided: 9, ..counts }.advice().contains("less effort"));
        assert!(Counts { unbalanced: 9, ..counts }.advice().contains("greater balance"));
    }

    #[test]
    fn a_refused_position_is_refused_again_and_counted() {
        let rules = games::by_name("take-two").unwrap();
        let (mut inspector, mut counts) = (Inspector::default(), Counts::default());
        let wanted = RandomOpenings::default();
        for time in 1..=3 {
            let flaw = inspector.flaw(&*rules, &wanted, "1,1 1 2", &mut counts).unwrap();
            assert_eq!((flaw, counts.decided), (Some(Flaw::Decided), time));
        }
        let unchecked = RandomOpenings::unchecked(1);
        assert_eq!(Inspector::default().flaw(&*rules, &unchecked, "1,1 1 2", &mut counts).unwrap(), None);
    }

    #[test]
    fn an_opening_that_favours_a_side_is_unbalanced() {
        // Two counters: who is to act may take both at once or one after the other.
        let rules = games::by_name("take-two").unwrap();
        let wanted = RandomOpenings { turns: 1, balance: 55, effort: 0 };
        let mut counts = Counts::default();
        let flaw = Inspector::default().flaw(&*rules, &wanted, "2 1 2", &mut counts).unwrap();
        assert_eq!((flaw, counts.unbalanced), (Some(Flaw::Unbalanced), 1));
    }
}
