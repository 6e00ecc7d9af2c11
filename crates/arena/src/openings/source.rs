//! The openings of a tournament, one after the other.

use std::collections::HashSet;

use abstract_game::facade::AnyRules;
use abstract_game::random::{SplitMix64, mix};

use super::random::random_opening;
use super::{Opening, OpeningCounts, OpeningError, Openings, RandomOpenings};

/// How many random openings are tried for one.
const TRIES: usize = 1000;

/// The part of the seed for the order of a shuffled list. Random openings use their numbers.
const SHUFFLE: u64 = u64::MAX;

/// Makes the openings of a tournament, without an end. An opening depends on the settings, the seed and the openings
/// before it, on nothing else. So a process that knows the earlier openings continues as the one that made them.
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
    /// A list is in the order of use.
    openings: Openings,
    seed: u64,
    made: Vec<Opening>,
    /// The positions that these reach.
    seen: HashSet<String>,
    counts: OpeningCounts,
}

impl<'a> Source<'a> {
    /// A source that continues after the openings `earlier`.
    ///
    /// # Errors
    /// A list is empty, one of its openings or an earlier one cannot be played, or the limit of balance is out of
    /// range.
    pub fn new(
        rules: &'a dyn AnyRules,
        openings: &Openings,
        seed: u64,
        earlier: Vec<Opening>,
    ) -> Result<Source<'a>, OpeningError> {
        let mut openings = openings.clone();
        match &mut openings {
            Openings::Listed { openings, .. } if openings.is_empty() => return Err(OpeningError::Empty),
            Openings::Listed { openings, shuffled } => {
                // All of them now, so that a wrong one does not end a tournament later.
                positions(rules, openings, "")?;
                if *shuffled {
                    shuffle(openings, seed);
                }
            }
            Openings::Random(RandomOpenings { balance: 50..=100, .. }) => {}
            Openings::Random(wanted) => return Err(OpeningError::Balance(wanted.balance)),
        }
        let seen = positions(rules, &earlier, " of those already made")?;
        Ok(Source { rules, openings, seed, made: earlier, seen, counts: OpeningCounts::default() })
    }

    /// Makes the next opening.
    ///
    /// Where no new random opening can be found, earlier ones are used again, because a small board may have few.
    /// [`repeated`](Self::repeated) counts them.
    ///
    /// # Errors
    /// No random opening passes the checks, or the checks fail to run.
    #[expect(clippy::should_implement_trait, reason = "there is no end, and there are errors")]
    pub fn next(&mut self) -> Result<Opening, OpeningError> {
        let opening = match &self.openings {
            Openings::Listed { openings, .. } => openings[self.made.len() % openings.len()].clone(),
            Openings::Random(RandomOpenings { turns: 0, .. }) => Opening::default(),
            Openings::Random(wanted) => self.random(*wanted)?,
        };
        self.seen.extend(positions(self.rules, std::slice::from_ref(&opening), " of those made now")?);
        self.made.push(opening.clone());
        Ok(opening)
    }

    /// All openings so far, the earlier ones first.
    #[must_use]
    pub fn made(&self) -> &[Opening] {
        &self.made
    }

    /// The number of openings so far, the earlier ones included, that reach a position of one before them. Above 0
    /// after the end of a list, or where no new random opening was found.
    #[must_use]
    pub fn repeated(&self) -> usize {
        self.made.len() - self.seen.len()
    }

    /// How many random openings this source has tried, and which checks they failed.
    #[must_use]
    pub fn counts(&self) -> OpeningCounts {
        self.counts
    }

    fn random(&mut self, wanted: RandomOpenings) -> Result<Opening, OpeningError> {
        let mut random = SplitMix64::new(mix(self.seed, &[self.made.len() as u64]));
        // After the first repetition a new opening is rare, and looking for one each time would take long.
        let used_up = self.repeated() > 0;
        for _ in 0..TRIES {
            self.counts.tried += 1;
            let Some((opening, position)) = random_opening(self.rules, wanted.turns, &mut random) else {
                self.counts.ended += 1;
                continue;
            };
            let accepted = if self.seen.contains(&position) {
                self.counts.repeated += 1;
                used_up
            } else {
                wanted.accepts(self.rules, &position, &mut self.counts)?
            };
            if accepted {
                return Ok(opening);
            }
        }
        if self.made.is_empty() {
            let (game, turns, counts) = (self.rules.name(), wanted.turns, self.counts);
            return Err(OpeningError::NoneFound { game, turns, counts });
        }
        Ok(self.made[random.below(self.made.len())].clone())
    }
}

/// The positions that openings reach. `of` follows the number of an opening in an error.
fn positions(rules: &dyn AnyRules, openings: &[Opening], of: &str) -> Result<HashSet<String>, OpeningError> {
    let reach = |(number, opening): (usize, &Opening)| match opening.reach(rules) {
        Ok(game) => Ok(game.position_text()),
        Err(fault) => Err(format!("opening {number}{of}: {fault}").into()),
    };
    (1..).zip(openings).map(reach).collect()
}

/// Fisher and Yates's shuffle.
fn shuffle<T>(items: &mut [T], seed: u64) {
    let mut random = SplitMix64::new(mix(seed, &[SHUFFLE]));
    for last in (1..items.len()).rev() {
        items.swap(last, random.below(last + 1));
    }
}
