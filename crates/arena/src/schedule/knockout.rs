//! Knockout: who loses an encounter is out.
//!
//! The entrants are seeded in their order. The bracket is the usual one: if the better seed always wins, the
//! first meets the last, and the best two, four, eight ... are left in the last rounds. If their number is no power
//! of two, the best seeds have no opponent in the first round.
//!
//! Who is level after the pairs of an encounter plays further pairs, one at a time, until one is ahead, but no
//! more than [`EXTRA_PAIRS`]; then the better seed goes on.

mod text;

#[cfg(test)]
mod tests;

use serde::Serialize;

use super::stage::Builder;
use super::{Encounter, ScheduleError, Scheduled, Stage};

/// So many pairs of games more are played at most in an encounter that is level.
pub const EXTRA_PAIRS: usize = 8;

/// A knockout as far as it is known.
///
/// ```
/// use arena::schedule::knockout::Bracket;
/// use arena::schedule::{Encounter, Scheduled};
///
/// let semifinal = Encounter { round: 1, entrants: [1, 2], games: 2, half_points: [1, 3] };
/// let bracket = Bracket::new(3, 1, &[semifinal].into_iter().collect())?;
/// assert_eq!(
///     bracket.to_text(&["A", "B", "C"]),
///     "round 1: A has no opponent\n\
///      round 1: B 0.5 - 1.5 C, C goes on\n\
///      round 2: A - C, not yet played\n\
///      places 1-2: A, C\n\
///      place 3: B\n"
/// );
/// # Ok::<(), arena::schedule::ScheduleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bracket {
    /// The matches by round; the winners of the matches 2m and 2m + 1 (from 0) meet in match m of the
    /// next round.
    pub rounds: Vec<Vec<Match>>,
    /// How many take part.
    pub entrants: usize,
    /// Over how many pairs of games each match goes if it does not end level.
    pub pairs: usize,
}

/// A place in the bracket where two meet, or one goes on alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Match {
    /// Who they are.
    pub sides: [Side; 2],
    /// How many games are scheduled.
    pub games: usize,
    /// The half points of each side so far.
    pub half_points: [u64; 2],
    /// How it stands.
    pub state: State,
}

/// Who is on one side of a match. Entrants are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// This entrant.
    Entrant(usize),
    /// Whoever wins that match of the round before, counted from 0.
    Winner(usize),
    /// Nobody: the other side goes on.
    Nobody,
}

/// How a match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// Not all matches of the rounds before are decided.
    Waiting,
    /// Games are to be scheduled: the first ones, or one pair more for a match that is level.
    Due,
    /// Games are scheduled and not all finished.
    Playing,
    /// Decided: this entrant goes on.
    Won(usize),
    /// Level after all extra pairs: this entrant goes on as the better seed.
    WonAsBetterSeed(usize),
    /// This entrant goes on without an opponent.
    Bye(usize),
}

impl Match {
    /// Who goes on, if that is decided.
    #[must_use]
    pub fn winner(&self) -> Option<usize> {
        match self.state {
            State::Won(winner) | State::WonAsBetterSeed(winner) | State::Bye(winner) => Some(winner),
            State::Waiting | State::Due | State::Playing => None,
        }
    }

    /// The two entrants, if both are known.
    #[must_use]
    pub fn entrants(&self) -> Option<[usize; 2]> {
        match self.sides {
            [Side::Entrant(a), Side::Entrant(b)] => Some([a, b]),
            _ => None,
        }
    }

    /// Who is out, if two have met and it is decided.
    fn loser(&self) -> Option<usize> {
        let winner = self.winner()?;
        self.entrants()?.into_iter().find(|&entrant| entrant != winner)
    }

    /// How many pairs were scheduled beyond the `pairs` of every match.
    fn extra_pairs(&self, pairs: usize) -> usize {
        (self.games / 2).saturating_sub(pairs)
    }
}

/// A place or a range of places with those who share it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Placing {
    /// The best of these places, from 1.
    pub best: usize,
    /// The entrants, by seed.
    pub entrants: Vec<usize>,
}

impl Bracket {
    /// The bracket of so many entrants, with what was scheduled.
    ///
    /// # Errors
    /// There are encounters that do not belong into it.
    pub fn new(entrants: usize, pairs: usize, scheduled: &Scheduled) -> Result<Bracket, ScheduleError> {
        if entrants < 2 {
            return Err(ScheduleError::TooFew(entrants));
        }
        scheduled.check(entrants)?;
        let mut rounds: Vec<Vec<Match>> = Vec::new();
        let mut sides: Vec<Side> = seeds(entrants.next_power_of_two())
            .into_iter()
            .map(|seed| if seed < entrants { Side::Entrant(seed) } else { Side::Nobody })
            .collect();
        let (mut open, mut known) = (true, 0);
        while sides.len() > 1 {
            let round = rounds.len() + 1;
            let meet = |two: &[Side]| meet([two[0], two[1]], round, open, pairs, scheduled);
            let matches: Vec<Match> = sides.chunks_exact(2).map(meet).collect::<Result<_, _>>()?;
            known += matches.iter().filter(|m| m.games > 0).count();
            open = open && matches.iter().all(|m| m.winner().is_some());
            sides =
                (0..).zip(&matches).map(|(i, m)| m.winner().map_or(Side::Winner(i), Side::Entrant)).collect();
            rounds.push(matches);
        }
        let bracket = Bracket { rounds, entrants, pairs };
        if known < scheduled.encounters().count() {
            return Err(bracket.stranger(scheduled));
        }
        Ok(bracket)
    }

    /// What is wrong when there are more encounters than matches.
    fn stranger(&self, scheduled: &Scheduled) -> ScheduleError {
        let known = |encounter: &Encounter| {
            let matches = self.rounds.get(encounter.round.wrapping_sub(1)).into_iter().flatten();
            let [a, b] = encounter.entrants;
            matches
                .filter(|m| m.games > 0)
                .filter_map(Match::entrants)
                .any(|two| two == [a, b] || two == [b, a])
        };
        let stranger = scheduled.encounters().find(|encounter| !known(encounter));
        let (round, [a, b]) = stranger.map_or((0, [0, 0]), |encounter| (encounter.round, encounter.entrants));
        ScheduleError::foreign(round, format!("entrants {} and {} do not meet there", a + 1, b + 1))
    }

    /// The next games, or `None` after the final.
    pub(super) fn next(&self, scheduled: &Scheduled) -> Result<Option<Stage>, ScheduleError> {
        scheduled.encounters().try_for_each(Encounter::must_be_finished)?;
        let mut opening = 0;
        for (round, matches) in (1..).zip(&self.rounds) {
            let due: Vec<&Match> = matches.iter().filter(|m| m.state == State::Due).collect();
            if !due.is_empty() {
                return Ok(self.stage(round, opening, &due, matches, scheduled.games()));
            }
            opening += matches.iter().map(|m| m.games / 2).max().unwrap_or(0);
        }
        Ok(None)
    }

    /// The first games of matches that have none, one pair more for those that are level.
    fn stage(
        &self,
        round: usize,
        opening: usize,
        due: &[&Match],
        matches: &[Match],
        known: usize,
    ) -> Option<Stage> {
        let mut games = Builder::after(known);
        let last = |m: &Match| if m.games == 0 { self.pairs } else { m.games / 2 + 1 };
        let first = due.iter().map(|m| m.games / 2).min()?;
        for pair in first..due.iter().map(|m| last(m)).max()? {
            for m in due.iter().filter(|m| (m.games / 2..last(m)).contains(&pair)) {
                games.pair(round, opening + pair, m.entrants()?, pair);
            }
        }
        let rest = matches.iter().filter(|_| first == 0).filter_map(|m| match m.state {
            State::Bye(entrant) => Some(entrant),
            _ => None,
        });
        Stage::unless_empty(games.finish(), rest.collect())
    }

    /// Who won the final, when it is played.
    #[must_use]
    pub fn champion(&self) -> Option<usize> {
        self.rounds.last()?.first()?.winner()
    }

    /// The places by the round reached, the best first: the two who lost their semifinals share the
    /// third place. Those who are still in it share the best places that are left.
    #[must_use]
    pub fn placings(&self) -> Vec<Placing> {
        let losers: Vec<Vec<usize>> =
            self.rounds.iter().map(|matches| matches.iter().filter_map(Match::loser).collect()).collect();
        let still_in = (0..self.entrants).filter(|entrant| !losers.iter().flatten().any(|e| e == entrant));
        let mut best = 1;
        let mut placings = Vec::new();
        for mut entrants in std::iter::once(still_in.collect::<Vec<_>>()).chain(losers.iter().rev().cloned())
        {
            if !entrants.is_empty() {
                entrants.sort_unstable();
                let next = best + entrants.len();
                placings.push(Placing { best, entrants });
                best = next;
            }
        }
        placings
    }
}

/// A match of these sides with what was scheduled of it; it is `open` if all before it is decided.
fn meet(
    sides: [Side; 2],
    round: usize,
    open: bool,
    pairs: usize,
    scheduled: &Scheduled,
) -> Result<Match, ScheduleError> {
    let nothing = |state| Match { sides, games: 0, half_points: [0, 0], state };
    let [a, b] = match sides {
        [Side::Entrant(a), Side::Entrant(b)] => [a, b],
        [Side::Entrant(alone), Side::Nobody] | [Side::Nobody, Side::Entrant(alone)] => {
            return Ok(nothing(State::Bye(alone)));
        }
        _ => return Ok(nothing(State::Waiting)),
    };
    if !open {
        return Ok(nothing(State::Waiting));
    }
    let Some(encounter) = scheduled.encounter(round, [a, b]) else { return Ok(nothing(State::Due)) };
    if encounter.pairs() < pairs {
        let what =
            format!("{} games of {} and {} are less than {pairs} pairs", encounter.games, a + 1, b + 1);
        return Err(ScheduleError::foreign(round, what));
    }
    let [first, second] = encounter.half_points;
    let half_points = if encounter.entrants == [a, b] { [first, second] } else { [second, first] };
    let state = if !encounter.finished() {
        State::Playing
    } else if half_points[0] != half_points[1] {
        State::Won(if half_points[0] > half_points[1] { a } else { b })
    } else if encounter.pairs() - pairs < EXTRA_PAIRS {
        State::Due
    } else {
        State::WonAsBetterSeed(a.min(b))
    };
    Ok(Match { sides, games: encounter.games, half_points, state })
}

/// The seeds, from 0, in the order of the bracket: neighbours meet, then the winners of neighbours. Each
/// seed is given the opponent with whom it makes the sum of the best and the last of its round.
fn seeds(size: usize) -> Vec<usize> {
    let mut seeds = vec![0];
    while seeds.len() < size {
        let last = 2 * seeds.len() - 1;
        seeds = seeds.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    seeds
}
