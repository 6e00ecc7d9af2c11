//! Candidates for the openings of a tournament.
//!
//! A candidate depends on the settings, the seed and its own number alone, so any process can make any of them. Opening
//! n is the n-th candidate, by number, whose position no candidate before it reaches: the [store](crate::store::Store)
//! numbers them, so the openings do not depend on who makes the candidates.

use std::collections::HashMap;

use abstract_game::facade::AnyRules;
use abstract_game::random::{SplitMix64, mix};
use agon_engine::OpeningJudgement;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use super::opening::{Opening, OpeningError, Openings};
use super::random::{OpeningCounts, RandomOpenings};
use crate::text_hash;

/// How many random openings are tried for a candidate, and the number of them without a new position after which
/// openings repeat.
pub(crate) const TRIES: usize = 2000;

/// The part of the seed for the order of a shuffled list. Random openings use their numbers.
const SHUFFLE: u64 = u64::MAX;

/// The most judgements of positions that are kept. Where there are more positions than this, few of them come again.
const KNOWN: usize = 4096;

/// A candidate for an opening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    /// The opening.
    pub opening: Opening,
    /// A hash of the position that it reaches; at most 2^63 - 1.
    pub position: u64,
}

/// The candidates for the openings of a tournament. Threads share it by reference.
///
/// ```
/// use arena::openings::{Candidates, OpeningCounts, Openings};
/// let rules = [games::by_name("snorkels")?];
/// let [one, other] = [(); 2].map(|()| Candidates::new(&rules, &Openings::default(), 7));
/// let counts = &mut OpeningCounts::default();
/// assert_eq!(one?.get(3, counts)?, other?.get(3, counts)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Candidates<'a> {
    /// The rules under which each opening can be played. The first ones make and judge random openings.
    rules: &'a [Box<dyn AnyRules>],
    openings: Openings,
    /// The order in which the openings of a list are used.
    order: Vec<usize>,
    seed: u64,
    /// Judgements of positions, by their hashes.
    known: Mutex<HashMap<u64, OpeningJudgement>>,
}

impl<'a> Candidates<'a> {
    /// The candidates of these settings that can be played under all these rules, such as those of the armies of a
    /// tournament. The openings of a list are not [checked](Self::check).
    ///
    /// # Errors
    /// A list is empty, or an earlier version judged the random openings.
    ///
    /// # Panics
    /// If there are no rules.
    pub fn new(
        rules: &'a [Box<dyn AnyRules>],
        openings: &Openings,
        seed: u64,
    ) -> Result<Candidates<'a>, OpeningError> {
        assert!(!rules.is_empty(), "a game has rules");
        let mut order = Vec::new();
        match openings {
            Openings::Listed { openings, .. } if openings.is_empty() => return Err(OpeningError::Empty),
            Openings::Listed { openings, shuffled } => {
                order.extend(0..openings.len());
                if *shuffled {
                    SplitMix64::new(mix(seed, &[SHUFFLE])).shuffle(&mut order);
                }
            }
            Openings::Random(RandomOpenings { balance: None, .. }) => {}
            Openings::Random(_) => {
                let fault = "the random openings have a limit of `balance`, of an earlier version: expected `nodes` and \
                             `score` instead. Tournaments with it can be read, not continued";
                return Err(fault.to_owned().into());
            }
        }
        let openings = openings.clone();
        Ok(Candidates { rules, openings, order, seed, known: Mutex::default() })
    }

    /// Checks that there is an opening, and all openings of a list, so that a wrong one does not end a tournament later.
    ///
    /// # Errors
    /// No random opening passes the checks, the checks fail to run, or an opening of a list cannot be played.
    pub fn check(&self) -> Result<(), OpeningError> {
        match &self.openings {
            Openings::Listed { openings, .. } => {
                for (number, opening) in (1..).zip(openings) {
                    for rules in self.rules {
                        opening.reach(&**rules).map_err(|fault| format!("opening {number}: {fault}"))?;
                    }
                }
            }
            Openings::Random(wanted) => {
                let mut counts = OpeningCounts::default();
                if self.get(0, &mut counts)?.is_none() {
                    return Err(OpeningError::NoneFound(self.rules[0].name(), wanted.turns, counts));
                }
            }
        }
        Ok(())
    }

    /// Whether no two openings are to reach the same position: they are not those of a list, and have turns.
    pub fn differ(&self) -> bool {
        matches!(&self.openings, Openings::Random(RandomOpenings { turns: 1.., .. }))
    }

    /// The candidate of this number, from 0; none if of a thousand random openings none passes the checks.
    ///
    /// # Errors
    /// The checks fail to run, or an opening of a list cannot be played.
    pub fn get(&self, number: usize, counts: &mut OpeningCounts) -> Result<Option<Candidate>, OpeningError> {
        let opening = match &self.openings {
            Openings::Listed { openings, .. } => openings[self.order[number % self.order.len()]].clone(),
            Openings::Random(RandomOpenings { turns: 0, .. }) => Opening::default(),
            Openings::Random(wanted) => return self.random(number, wanted, counts),
        };
        let position = text_hash(&opening.reach(&*self.rules[0])?.position_text());
        Ok(Some(Candidate { opening, position }))
    }

    fn random(
        &self,
        number: usize,
        wanted: &RandomOpenings,
        counts: &mut OpeningCounts,
    ) -> Result<Option<Candidate>, OpeningError> {
        let mut random = SplitMix64::new(mix(self.seed, &[number as u64]));
        for _ in 0..TRIES {
            counts.tried += 1;
            let mut game = self.rules[0].start();
            let turns = (0..wanted.turns).map_while(|_| {
                let turn = game.random_turn(&mut random)?;
                game.play_turn(&turn).ok()?;
                Some(turn)
            });
            let opening = Opening::of_turns(turns);
            if opening.turns.len() < wanted.turns || game.result().is_some() {
                counts.ended += 1;
                continue;
            }
            if self.rules[1..].iter().any(|rules| opening.reach(&**rules).is_err()) {
                counts.illegal += 1;
                continue;
            }
            let text = game.position_text();
            let position = text_hash(&text);
            let known = self.known.lock().get(&position).copied();
            let judgement = known.map_or_else(|| wanted.judge(&*self.rules[0], &text), Ok)?;
            if self.known.lock().len() < KNOWN {
                self.known.lock().insert(position, judgement);
            }
            if counts.accepts(judgement) {
                return Ok(Some(Candidate { opening, position }));
            }
        }
        Ok(None)
    }
}
