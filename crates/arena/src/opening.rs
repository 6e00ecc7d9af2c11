//! Openings: the first turns of a game, played for the players.

use std::collections::HashSet;

use abstract_game::facade::AnyRules;
use abstract_game::random::SplitMix64;
use thiserror::Error;

use crate::seed;

/// How many random openings are tried before one is given up.
const TRIES: usize = 1000;

/// There is no opening of that length.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "found no opening of {turns} random turns that leaves {game} unfinished (tried {TRIES} times): \
     use fewer opening turns"
)]
pub struct OpeningError {
    /// The game.
    pub game: &'static str,
    /// How many turns were wanted.
    pub turns: usize,
}

/// `count` openings of `turns` random turns each, from the seed. None of them ends the game, and none
/// comes twice while others can be found.
///
/// ```
/// use abstract_game::sample::TakeTwo;
/// use arena::opening::random_openings;
/// let openings = random_openings(&TakeTwo::default(), 2, 5, 1)?;
/// assert!(openings.iter().all(|opening| opening.len() == 2));
/// assert_eq!(openings, random_openings(&TakeTwo::default(), 2, 5, 1)?);
/// # Ok::<(), arena::opening::OpeningError>(())
/// ```
///
/// # Errors
/// The game is over sooner, whatever was tried.
pub fn random_openings(
    rules: &dyn AnyRules,
    turns: usize,
    count: usize,
    seed: u64,
) -> Result<Vec<Vec<String>>, OpeningError> {
    if turns == 0 {
        return Ok(vec![Vec::new(); count]);
    }
    let mut openings = Vec::with_capacity(count);
    let mut seen = HashSet::new();
    let mut novelty = true;
    for number in 0..count as u64 {
        let mut random = SplitMix64::new(seed::mix(seed, &[number]));
        let mut found = None;
        for _ in 0..TRIES {
            let Some(opening) = random_opening(rules, turns, &mut random) else { continue };
            let new = seen.insert(opening.clone());
            found = Some(opening);
            // Where all openings have been used, looking for new ones each time would take long.
            if new || !novelty {
                break;
            }
        }
        novelty &= seen.len() > openings.len();
        openings.push(found.ok_or(OpeningError { game: rules.name(), turns })?);
    }
    Ok(openings)
}

/// One opening, or `None` if it ends the game.
fn random_opening(rules: &dyn AnyRules, turns: usize, random: &mut SplitMix64) -> Option<Vec<String>> {
    let mut game = rules.start();
    let mut opening = Vec::with_capacity(turns);
    for _ in 0..turns {
        let turn = game.random_turn(random)?;
        game.play(&turn).ok()?;
        opening.push(turn);
    }
    game.end().is_none().then_some(opening)
}

#[cfg(test)]
mod tests {
    use abstract_game::sample::TakeTwo;

    use super::*;

    fn heaps(count: &str) -> Box<dyn AnyRules> {
        let mut rules: Box<dyn AnyRules> = Box::new(TakeTwo::default());
        rules.set_option("heaps", count).unwrap();
        rules
    }

    #[test]
    fn openings_are_legal_unfinished_and_different() {
        let rules = heaps("5");
        let openings = random_openings(&*rules, 3, 50, 9).unwrap();
        for opening in &openings {
            let mut game = rules.start();
            for turn in opening {
                game.play(turn).unwrap();
            }
            assert_eq!((opening.len(), game.end()), (3, None));
        }
        assert_eq!(openings.iter().collect::<HashSet<_>>().len(), 50);
        assert_ne!(openings, random_openings(&*rules, 3, 50, 10).unwrap());
    }

    #[test]
    fn a_game_with_fewer_openings_than_asked_for_repeats_them() {
        // One heap of three: a1, a2 and the turns of two takes that leave something: a1,a1.
        let openings = random_openings(&*heaps("1"), 1, 20, 0).unwrap();
        assert_eq!(openings.len(), 20);
        assert!(openings.iter().collect::<HashSet<_>>().len() <= 3);
    }

    #[test]
    fn a_game_that_is_over_sooner_is_refused() {
        let error = random_openings(&*heaps("1"), 9, 1, 0).unwrap_err();
        assert!(error.to_string().contains("no opening of 9 random turns that leaves take-two unfinished"));
    }
}
