//! Knockout: who loses an encounter is out.
//!
//! The entrants are seeded in their order. The bracket is the usual one: if the better seed always wins, the
//! first meets the last, and the best two, four, eight ... are left in the last rounds. If their number is no power
//! of two, the best seeds have no opponent in the first round.
//!
//! Who is level after the pairs of an encounter plays further pairs, one at a time, until one is ahead, but no
//! more than [`EXTRA_PAIRS`]; then the better seed goes on.

use std::fmt::Write as _;

use serde::Serialize;

use super::stage::Builder;
use super::words::{self, name, points};
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

    /// How many games were scheduled beyond the `pairs` of every match.
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

    /// A line for each match with its score and who went on, then the places.
    #[must_use]
    pub fn to_text<S: AsRef<str>>(&self, names: &[S]) -> String {
        let mut text = String::new();
        for (round, matches) in self.rounds.iter().enumerate() {
            for m in matches {
                text += &self.line(round, m, names);
            }
        }
        for Placing { best, entrants } in self.placings() {
            let last = best + entrants.len() - 1;
            let places = if last == best { format!("place {best}") } else { format!("places {best}-{last}") };
            let who: Vec<_> = entrants.iter().map(|&entrant| name(names, entrant)).collect();
            let _ = writeln!(text, "{places}: {}", who.join(", "));
        }
        text
    }

    /// A match in a line.
    fn line<S: AsRef<str>>(&self, round: usize, m: &Match, names: &[S]) -> String {
        let [a, b] = self.sides(round, m, names);
        let [of_a, of_b] = m.half_points.map(points);
        let extra = match m.extra_pairs(self.pairs) {
            0 => String::new(),
            extra => format!(" after {} more", words::pairs(extra)),
        };
        let round = round + 1;
        match m.state {
            State::Bye(entrant) => format!("round {round}: {} has no opponent\n", name(names, entrant)),
            State::Won(w) => {
                format!("round {round}: {a} {of_a} - {of_b} {b}{extra}, {} goes on\n", name(names, w))
            }
            State::WonAsBetterSeed(w) => {
                format!(
                    "round {round}: {a} {of_a} - {of_b} {b}{extra}, {} goes on as the better seed\n",
                    name(names, w)
                )
            }
            State::Playing => format!("round {round}: {a} {of_a} - {of_b} {b}, being played\n"),
            State::Due if m.games > 0 => format!("round {round}: {a} {of_a} - {of_b} {b}{extra}, level\n"),
            State::Due | State::Waiting => format!("round {round}: {a} - {b}, not yet played\n"),
        }
    }

    /// A line for each match with its openings, if no match is extended.
    pub(super) fn plan<S: AsRef<str>>(&self, names: &[S]) -> String {
        let mut text = String::new();
        for (round, matches) in self.rounds.iter().enumerate() {
            let first = self.pairs.saturating_mul(round);
            for m in matches {
                text += &match m.state {
                    State::Bye(_) => self.line(round, m, names),
                    _ => words::encounter(
                        round + 1..round + 2,
                        self.sides(round, m, names),
                        self.pairs,
                        first..first.saturating_add(self.pairs),
                    ),
                };
            }
        }
        let _ =
            writeln!(text, "who is level plays up to {EXTRA_PAIRS} pairs more, and later openings move on");
        text
    }

    /// Both sides of a match in words.
    fn sides<S: AsRef<str>>(&self, round: usize, m: &Match, names: &[S]) -> [String; 2] {
        m.sides.map(|side| match side {
            Side::Entrant(entrant) => name(names, entrant).into_owned(),
            Side::Nobody => "nobody".to_owned(),
            Side::Winner(i) => match self.rounds[round - 1][i].entrants() {
                Some([a, b]) => format!("winner of {}/{}", name(names, a), name(names, b)),
                None => format!("winner of match {} of round {round}", i + 1),
            },
        })
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

#[cfg(test)]
mod tests {
    use abstract_game::random::SplitMix64;
    use proptest::prelude::*;

    use super::*;
    use crate::schedule::{Format, Schedule};

    /// The brackets of eight and of sixteen as they are usual, for example in the regions of the NCAA
    /// basketball tournament: 1-16 and 8-9 play for one place, 5-12 and 4-13, 6-11 and 3-14, 7-10 and 2-15;
    /// their winners meet as written there, the first two groups in one half, the others in the other.
    #[test]
    fn the_bracket_is_the_usual_one() {
        let groups = |size: usize, of: usize| -> Vec<Vec<usize>> {
            let seeds = seeds(size);
            let mut groups: Vec<Vec<usize>> =
                seeds.chunks(of).map(|group| group.iter().map(|seed| seed + 1).collect()).collect();
            groups.iter_mut().for_each(|group| group.sort_unstable());
            groups.sort();
            groups
        };
        assert_eq!(groups(8, 2), [[1, 8], [2, 7], [3, 6], [4, 5]]);
        assert_eq!(groups(8, 4), [[1, 4, 5, 8], [2, 3, 6, 7]]);
        let first = [[1, 16], [2, 15], [3, 14], [4, 13], [5, 12], [6, 11], [7, 10], [8, 9]];
        assert_eq!(groups(16, 2), first);
        assert_eq!(groups(16, 4), [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]);
        assert_eq!(groups(16, 8), [[1, 4, 5, 8, 9, 12, 13, 16], [2, 3, 6, 7, 10, 11, 14, 15]]);
    }

    /// Plays a knockout; `result` makes the half points of the first entrant of a game.
    fn play(
        entrants: usize,
        pairs: usize,
        mut result: impl FnMut(usize, usize) -> u64,
    ) -> (Schedule, Vec<Stage>, Scheduled) {
        let schedule = Schedule::new(Format::Knockout, entrants, pairs).unwrap();
        let (mut scheduled, mut stages) = (Scheduled::new(), Vec::new());
        while let Some(stage) = schedule.next(&scheduled).unwrap() {
            assert_eq!(schedule.next(&scheduled).unwrap().as_ref(), Some(&stage));
            for game in &stage.games {
                let of_p1 = result(game.entrants[0], game.entrants[1]);
                scheduled.add(game, Some([of_p1, 2 - of_p1]));
            }
            stages.push(stage);
        }
        (schedule, stages, scheduled)
    }

    proptest! {
        #[test]
        fn one_is_left_and_all_others_have_lost_once(n in 2_usize..=17, pairs in 1_usize..4, seed: u64) {
            let mut random = SplitMix64::new(seed);
            let (schedule, stages, scheduled) = play(n, pairs, |_, _| random.below(3) as u64);
            let games: Vec<_> = stages.iter().flat_map(|stage| &stage.games).collect();
            for (i, game) in games.iter().enumerate() {
                prop_assert_eq!((game.number, game.pair), (i + 1, i / 2 + 1));
            }
            // No opening comes twice for the same two, and none is left out.
            let mut openings: Vec<usize> = games.iter().map(|game| game.opening).collect();
            openings.sort_unstable();
            openings.dedup();
            prop_assert_eq!(&openings, &(0..openings.len()).collect::<Vec<_>>());
            prop_assert!(games.len() >= schedule.at_least().unwrap());
            let bracket = Bracket::new(n, pairs, &scheduled).unwrap();
            let champion = bracket.champion().unwrap();
            prop_assert_eq!(scheduled.encounters().count(), n - 1);
            let mut losers: Vec<usize> = bracket.rounds.iter().flatten().filter_map(Match::loser).collect();
            losers.sort_unstable();
            prop_assert_eq!(losers, (0..n).filter(|&e| e != champion).collect::<Vec<_>>());
            let placings = bracket.placings();
            prop_assert_eq!(&placings[0], &Placing { best: 1, entrants: vec![champion] });
            prop_assert_eq!(placings.iter().map(|placing| placing.entrants.len()).sum::<usize>(), n);
            prop_assert_eq!((placings[1].best, placings[1].entrants.len()), (2, 1));
        }
    }

    #[test]
    fn the_best_seeds_wait_for_the_first_round_and_win_if_they_are_better() {
        let (schedule, stages, scheduled) = play(6, 2, |a, b| if a < b { 2 } else { 0 });
        assert_eq!(
            stages.iter().map(|stage| stage.byes.clone()).collect::<Vec<_>>(),
            [vec![0, 1], vec![], vec![]]
        );
        assert_eq!(stages.iter().map(Stage::openings).collect::<Vec<_>>(), [0..2, 2..4, 4..6]);
        assert_eq!(
            schedule.table(&scheduled, &["A", "B", "C", "D", "E", "F"]).unwrap().unwrap(),
            "round 1: A has no opponent\n\
             round 1: D 4.0 - 0.0 E, D goes on\n\
             round 1: B has no opponent\n\
             round 1: C 4.0 - 0.0 F, C goes on\n\
             round 2: A 4.0 - 0.0 D, A goes on\n\
             round 2: B 4.0 - 0.0 C, B goes on\n\
             round 3: A 4.0 - 0.0 B, A goes on\n\
             place 1: A\n\
             place 2: B\n\
             places 3-4: C, D\n\
             places 5-6: E, F\n"
        );
    }

    #[test]
    fn who_is_level_plays_on_then_the_better_seed_goes_on() {
        let (_, stages, scheduled) =
            play(4, 2, |a, b| if [a, b] == [1, 2] || [a, b] == [2, 1] { 1 } else { 2 * u64::from(a < b) });
        // Round 1, then a pair at a time of the one match that is level, then the final.
        assert_eq!(stages.len(), 1 + EXTRA_PAIRS + 1);
        assert_eq!(
            stages[1].games.iter().map(|game| (game.round, game.opening, game.entrants)).collect::<Vec<_>>(),
            [(1, 2, [1, 2]), (1, 2, [2, 1])]
        );
        // In the next pair the other one begins.
        assert_eq!((stages[2].games[0].opening, stages[2].games[0].entrants), (3, [2, 1]));
        assert_eq!(stages.last().map(Stage::openings), Some(10..12));
        let text = Bracket::new(4, 2, &scheduled).unwrap().to_text(&["A", "B", "C", "D"]);
        assert!(
            text.contains("round 1: B 10.0 - 10.0 C after 8 pairs more, B goes on as the better seed\n"),
            "{text}"
        );
    }

    #[test]
    fn all_who_are_level_share_the_openings_of_their_further_pairs() {
        let mut count = 0;
        let (_, stages, _) = play(4, 1, |_, _| {
            count += 1;
            // Both matches are level after the first pair, one after the second.
            [1, 1, 1, 1, 2, 0, 1, 1, 2, 0, 2, 0][count - 1]
        });
        let openings =
            stages.iter().map(|stage| (stage.games.len() / 2, stage.openings())).collect::<Vec<_>>();
        assert_eq!(openings, [(2, 0..1), (2, 1..2), (1, 2..3), (1, 3..4)]);
    }

    #[test]
    fn while_games_are_played_nothing_is_next() {
        let schedule = Schedule::new(Format::Knockout, 4, 1).unwrap();
        let stage = schedule.next(&Scheduled::new()).unwrap().unwrap();
        let mut scheduled = Scheduled::new();
        for (i, game) in stage.games.iter().enumerate() {
            scheduled.add(game, (i != 1).then_some([2, 0]));
        }
        assert!(matches!(schedule.next(&scheduled), Err(ScheduleError::Unfinished { round: 1, .. })));
        let text = schedule.table(&scheduled, &["A", "B", "C"]).unwrap().unwrap();
        assert!(
            text.starts_with("round 1: A 1.0 - 0.0 #4, being played\nround 1: B 1.0 - 1.0 C, level\n"),
            "{text}"
        );
        assert!(
            text.contains("round 2: winner of A/#4 - winner of B/C, not yet played\nplaces 1-4"),
            "{text}"
        );
    }
}
