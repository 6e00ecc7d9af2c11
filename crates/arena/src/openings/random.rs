//! Random openings and the checks that they pass, and the openings of a tournament, one after the other.

use std::collections::HashSet;
use std::fmt;

use abstract_game::Rules;
use abstract_game::facade::{AnyRules, GameError};
use abstract_game::random::{SplitMix64, mix};
use games::RulesVisitor;
use search::{Appraisal, Effort};
use serde::{Deserialize, Serialize};

use super::{Opening, OpeningError, Openings};

/// The number of playouts that measure balance. The measured share of points is off by less than 7 % in 95 of 100
/// cases.
const PLAYOUTS: u32 = 200;

/// Openings of random legal turns. None of them ends the game. None reaches a position of an earlier one, unless there
/// are no others. None is decided as far as a short search sees, and none is one-sided.
///
/// [`search::appraise`] makes the last two checks; it uses the rules only. For a game that is not in the registry of
/// [`games`] these checks are skipped and counted in [`OpeningCounts::unchecked`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RandomOpenings {
    /// The number of turns. With 0 every game begins with the first position, without any check.
    pub turns: usize,
    /// The most that either side may score, in percent of the points, in 200 games of random players from the opening:
    /// 50 to 100. 100 turns the check off.
    pub balance: u8,
    /// The nodes of a proof search that must not find the result. 0 turns the check off.
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

    /// Whether a position is neither decided nor one-sided; what it fails is counted. The answer depends on the position
    /// alone.
    fn accepts(
        &self,
        rules: &dyn AnyRules,
        position: &str,
        counts: &mut OpeningCounts,
    ) -> Result<bool, OpeningError> {
        let playouts = if self.balance < 100 { PLAYOUTS } else { 0 };
        if (self.effort, playouts) == (0, 0) {
            return Ok(true);
        }
        let effort = &Effort { nodes: self.effort, playouts };
        let Some(found) = games::visit(rules, Appraise { position, effort }) else {
            counts.unchecked += 1;
            return Ok(true);
        };
        let found = found.map_err(|error| format!("an opening cannot be checked: {error}"))?;
        let decided = found.verdict.is_some();
        let unbalanced = !decided && found.playouts.is_one_sided(self.balance);
        counts.decided += u64::from(decided);
        counts.unbalanced += u64::from(unbalanced);
        Ok(!decided && !unbalanced)
    }
}

/// Appraises a position, given as text, by the rules alone.
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

/// How many random openings were tried, and how many of them failed which check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpeningCounts {
    /// All openings tried.
    pub tried: u64,
    /// The game was over.
    pub ended: u64,
    /// Not legal, or over, with the armies of another game.
    pub illegal: u64,
    /// The opening reached the position of an earlier one.
    pub repeated: u64,
    /// A short search proved the result.
    pub decided: u64,
    /// One side scored too much with random players.
    pub unbalanced: u64,
    /// Accepted without these two checks, because the game is not in the list of [`games`].
    pub unchecked: u64,
}

impl fmt::Display for OpeningCounts {
    /// One line: `1000 tried, 3 ended the game, 40 decided, 12 one-sided`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} tried", self.tried)?;
        let parts = [
            (self.ended, "ended the game"),
            (self.illegal, "illegal with other armies"),
            (self.repeated, "repeated"),
            (self.decided, "decided"),
            (self.unbalanced, "one-sided"),
            (self.unchecked, "taken without a search"),
        ];
        let mut parts = parts.iter().filter(|(count, _)| *count > 0);
        parts.try_for_each(|(count, check)| write!(f, ", {count} {check}"))
    }
}

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
    /// Other rules under which each opening can be played.
    others: &'a [Box<dyn AnyRules>],
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
                    SplitMix64::new(mix(seed, &[SHUFFLE])).shuffle(openings);
                }
            }
            Openings::Random(RandomOpenings { balance: 50..=100, .. }) => {}
            Openings::Random(RandomOpenings { balance, .. }) => {
                let range = "expected 50 to 100, the most that either side may score";
                return Err(format!("a balance of {balance} %: {range}").into());
            }
        }
        let seen = positions(rules, &earlier, " of those already made")?;
        let (others, counts) = (&[], OpeningCounts::default());
        Ok(Source { rules, others, openings, seed, made: earlier, seen, counts })
    }

    /// Makes only openings that can be played under these rules, too.
    ///
    /// # Errors
    /// An opening of a list cannot be played under one of them.
    pub fn also_legal(mut self, others: &'a [Box<dyn AnyRules>]) -> Result<Source<'a>, OpeningError> {
        if let Openings::Listed { openings, .. } = &self.openings {
            others.iter().try_for_each(|rules| positions(&**rules, openings, "").map(drop))?;
        }
        self.others = others;
        Ok(self)
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
    pub fn made(&self) -> &[Opening] {
        &self.made
    }

    /// The number of openings so far, the earlier ones included, that reach a position of one before them. Above 0
    /// after the end of a list, or where no new random opening was found.
    pub fn repeated(&self) -> usize {
        self.made.len() - self.seen.len()
    }

    /// How many random openings this source has tried, and which checks they failed.
    pub fn counts(&self) -> OpeningCounts {
        self.counts
    }

    fn random(&mut self, wanted: RandomOpenings) -> Result<Opening, OpeningError> {
        let mut random = SplitMix64::new(mix(self.seed, &[self.made.len() as u64]));
        // After the first repetition a new opening is rare, and looking for one each time would take long.
        let used_up = self.repeated() > 0;
        for _ in 0..TRIES {
            self.counts.tried += 1;
            let mut game = self.rules.start();
            let turns = (0..wanted.turns).map_while(|_| {
                let turn = game.random_turn(&mut random)?;
                game.play_turn(&turn).ok()?;
                Some(turn)
            });
            let opening = Opening::of_turns(turns);
            if opening.turns.len() < wanted.turns || game.result().is_some() {
                self.counts.ended += 1;
                continue;
            }
            if self.others.iter().any(|rules| opening.reach(&**rules).is_err()) {
                self.counts.illegal += 1;
                continue;
            }
            let position = game.position_text();
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
            return Err(OpeningError::NoneFound(self.rules.name(), wanted.turns, self.counts));
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

#[cfg(test)]
mod tests {
    use abstract_game::Verdict;
    use games::by_name;
    use search::Playouts;

    use super::*;

    /// `search` stops after this number of unfinished playouts.
    const FIRST_PLAYOUTS: u32 = 20;

    /// Appraises a position of a game that the registry has.
    fn appraise(rules: &dyn AnyRules, position: &str, effort: &Effort) -> Result<Appraisal, GameError> {
        games::visit(rules, Appraise { position, effort }).expect("the registry has the game")
    }

    const EFFORT: Effort = Effort { nodes: 2_000, playouts: 50 };

    fn snorkels(size: &str) -> Box<dyn AnyRules> {
        let mut rules = by_name("snorkels").unwrap();
        rules.set_option("size", size).unwrap();
        rules.set_option("pie", "false").unwrap();
        rules
    }

    #[test]
    fn counts_as_text() {
        let counts =
            OpeningCounts { tried: 10, ended: 5, decided: 3, unbalanced: 2, ..OpeningCounts::default() };
        assert_eq!(counts.to_string(), "10 tried, 5 ended the game, 3 decided, 2 one-sided");
    }

    #[test]
    fn a_decided_position_is_refused_and_counted_each_time() {
        let rules = games::by_name("take-two").unwrap();
        let mut counts = OpeningCounts::default();
        let wanted = RandomOpenings::default();
        for time in 1..=3 {
            let accepted = wanted.accepts(&*rules, "1,1 1 2", &mut counts).unwrap();
            assert_eq!((accepted, counts.decided, counts.unbalanced), (false, time, 0));
        }
        let unchecked = RandomOpenings::unchecked(1);
        assert!(unchecked.accepts(&*rules, "1,1 1 2", &mut counts).unwrap());
    }

    #[test]
    fn an_opening_that_favours_a_side_is_unbalanced() {
        // Two counters: the player to act may take both at once or one after the other.
        let rules = games::by_name("take-two").unwrap();
        let wanted = RandomOpenings { turns: 1, balance: 55, effort: 0 };
        let mut counts = OpeningCounts::default();
        let accepted = wanted.accepts(&*rules, "2 1 2", &mut counts).unwrap();
        assert_eq!((accepted, counts.unbalanced, counts.decided), (false, 1, 0));
    }

    #[test]
    fn small_boards_are_solved() {
        // By brute force: the second player wins 2×2, the first 3×3.
        for (size, verdict) in [("2", Verdict::Loss), ("3", Verdict::Win)] {
            let rules = snorkels(size);
            let effort = Effort { nodes: 100_000, playouts: 10 };
            let found = appraise(&*rules, &rules.start().position_text(), &effort).unwrap();
            assert_eq!(found, Appraisal { verdict: Some(verdict), playouts: Playouts::default() });
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
        assert_eq!(found.playouts, Playouts { unfinished: FIRST_PLAYOUTS, ..Playouts::default() });
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
