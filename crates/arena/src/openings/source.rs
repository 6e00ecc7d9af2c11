//! Openings one after the other.

use std::collections::HashSet;

use abstract_game::facade::AnyRules;
use abstract_game::random::SplitMix64;

use super::random::{Inspector, random_opening};
use super::{Counts, Opening, OpeningError, Openings, RandomOpenings};
use crate::seed;

/// How many random openings are tried for one.
const TRIES: usize = 1000;

/// Says which part of a tournament the order of a shuffled list is, where seeds are made.
const SHUFFLE: u64 = u64::MAX;

/// Gives the openings of a tournament, as many as are wanted. The one of a given number depends on the openings
/// wanted, the seed and the ones before, on nothing else: a process that knows those goes on as the one that
/// made them would have.
///
/// ```
/// use arena::openings::{Openings, RandomOpenings, Source};
/// let rules = games::by_name("snorkels")?;
/// let openings = Openings::Random(RandomOpenings { turns: 2, ..RandomOpenings::default() });
/// let mut source = Source::new(&*rules, &openings, 7, Vec::new())?;
/// for _ in 0..5 {
///     println!("{}", source.next()?);
/// }
/// assert_eq!(source.repeated(), 0);
/// println!("{}", source.counts());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Source<'a> {
    rules: &'a dyn AnyRules,
    kind: Kind<'a>,
    seed: u64,
    made: Vec<Opening>,
    /// The positions that these reach.
    seen: HashSet<String>,
    counts: Counts,
}

#[derive(Debug)]
enum Kind<'a> {
    /// Openings in the order in which they are used, and the positions that they reach.
    Listed(Vec<(&'a Opening, String)>),
    Random(RandomOpenings, Inspector),
}

impl<'a> Source<'a> {
    /// A source that goes on after `earlier`, all the openings made so far, by whomever.
    ///
    /// # Errors
    /// A list is empty or an opening of it or an earlier one cannot be played; the limit of balance makes no
    /// sense.
    pub fn new(
        rules: &'a dyn AnyRules,
        openings: &'a Openings,
        seed: u64,
        earlier: Vec<Opening>,
    ) -> Result<Source<'a>, OpeningError> {
        let kind = match openings {
            Openings::Listed { openings, shuffled } => {
                if openings.is_empty() {
                    return Err(OpeningError::Empty);
                }
                // All at once, so that no mistake shows itself in the middle of a tournament.
                let mut order = Vec::with_capacity(openings.len());
                for (number, opening) in (1..).zip(openings) {
                    let game =
                        opening.reach(rules).map_err(|fault| OpeningError::Listed { number, fault })?;
                    order.push((opening, game.position_text()));
                }
                if *shuffled {
                    shuffle(&mut order, seed);
                }
                Kind::Listed(order)
            }
            Openings::Random(wanted) => {
                wanted.validate()?;
                Kind::Random(*wanted, Inspector::default())
            }
        };
        let mut seen = HashSet::new();
        for (number, opening) in (1..).zip(&earlier) {
            let game = opening.reach(rules).map_err(|fault| OpeningError::Earlier { number, fault })?;
            seen.insert(game.position_text());
        }
        Ok(Source { rules, kind, seed, made: earlier, seen, counts: Counts::default() })
    }

    /// The next opening.
    ///
    /// Random openings come again where new ones cannot be found, rather than that a tournament ends: a small
    /// board may have few. [`repeated`](Self::repeated) tells it.
    ///
    /// # Errors
    /// There is not one random opening that passes the checks, or the game cannot be checked.
    #[expect(clippy::should_implement_trait, reason = "there is no end, so nothing to tell by `None`")]
    pub fn next(&mut self) -> Result<Opening, OpeningError> {
        let (opening, position) = match &mut self.kind {
            Kind::Listed(order) => {
                let (opening, position) = &order[self.made.len() % order.len()];
                ((*opening).clone(), position.clone())
            }
            Kind::Random(RandomOpenings { turns: 0, .. }, _) => {
                (Opening::default(), self.rules.start().position_text())
            }
            Kind::Random(wanted, inspector) => {
                let random = SplitMix64::new(seed::mix(self.seed, &[self.made.len() as u64]));
                let mut maker = Maker {
                    rules: self.rules,
                    wanted,
                    made: &self.made,
                    seen: &self.seen,
                    inspector,
                    counts: &mut self.counts,
                };
                maker.make(random)?
            }
        };
        self.seen.insert(position);
        self.made.push(opening.clone());
        Ok(opening)
    }

    /// All openings so far, the earlier ones first.
    #[must_use]
    pub fn made(&self) -> &[Opening] {
        &self.made
    }

    /// How many of the openings so far, the earlier ones included, reach a position that one before reached. Not
    /// 0 where a list was used up, or where no new random opening was found.
    #[must_use]
    pub fn repeated(&self) -> usize {
        self.made.len() - self.seen.len()
    }

    /// What became of the random openings that this source has tried.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counts
    }
}

/// The order of Fisher and Yates.
fn shuffle<T>(items: &mut [T], seed: u64) {
    let mut random = SplitMix64::new(seed::mix(seed, &[SHUFFLE]));
    for last in (1..items.len()).rev() {
        items.swap(last, random.below(last + 1));
    }
}

/// Makes one random opening.
struct Maker<'a> {
    rules: &'a dyn AnyRules,
    wanted: &'a RandomOpenings,
    made: &'a [Opening],
    seen: &'a HashSet<String>,
    inspector: &'a mut Inspector,
    counts: &'a mut Counts,
}

impl Maker<'_> {
    /// An opening and the position it reaches.
    fn make(&mut self, mut random: SplitMix64) -> Result<(Opening, String), OpeningError> {
        // Once there was no new one to be found, looking for one each time would take long.
        let is_used_up = self.seen.len() < self.made.len();
        for _ in 0..TRIES {
            self.counts.tried += 1;
            let Some((opening, position)) = random_opening(self.rules, self.wanted.turns, &mut random) else {
                self.counts.ended += 1;
                continue;
            };
            if self.seen.contains(&position) {
                self.counts.repeated += 1;
                if is_used_up {
                    return Ok((opening, position));
                }
                continue;
            }
            if self.inspector.flaw(self.rules, self.wanted, &position, self.counts)?.is_none() {
                return Ok((opening, position));
            }
        }
        if self.made.is_empty() {
            let (game, turns, counts) = (self.rules.name(), self.wanted.turns, *self.counts);
            return Err(OpeningError::NoneFound { game, turns, counts });
        }
        let index = random.below(self.made.len());
        let again = self.made[index].clone();
        let reached = again.reach(self.rules);
        let game = reached.map_err(|fault| OpeningError::Earlier { number: index + 1, fault })?;
        Ok((again, game.position_text()))
    }
}
