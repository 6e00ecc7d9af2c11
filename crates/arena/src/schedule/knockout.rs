//! Knockout: the loser of an encounter is out.
//!
//! The entrants are seeded in their order. In the usual bracket, the first seed meets the last, and the best two, four,
//! eight ... are left in the last rounds if the better seed always wins. If the number of entrants is not a power of two,
//! the best seeds have no opponent in the first round.
//!
//! Entrants who are level after the pairs of an encounter play further pairs, one at a time, until one is ahead, but at
//! most [`EXTRA_PAIRS`]. Then the better seed advances.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::game::{GameList, Stage, counted, encounter_line, name, numbered, points_text};
use super::{Result, Schedule, ScheduleError, Scheduled};

/// The most further pairs of games of an encounter that is level.
const EXTRA_PAIRS: usize = 8;

/// The state of a knockout.
#[derive(Debug)]
pub(super) struct Bracket {
    /// The matches by round. The winners of the matches 2m and 2m + 1 (from 0) meet in match m of the next round.
    rounds: Vec<Vec<BracketMatch>>,
    /// Its `pairs` are those of each match, without further ones.
    schedule: Schedule,
}

/// Two sides of the bracket, with the games of their encounter.
#[derive(Clone, Copy, Debug)]
struct BracketMatch {
    /// The entrants, from 0. `None` is the winner of an undecided match; of a bye, one number is that of no entrant.
    sides: [Option<usize>; 2],
    games: usize,
    half_points: [u64; 2],
    state: MatchState,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum MatchState {
    /// Some matches of earlier rounds are undecided.
    Waiting,
    /// The first games, or one more pair of a match that is level, are to be scheduled.
    Due,
    /// Some games are unfinished.
    Playing,
    /// This entrant advances; of level sides, the better seed.
    Won(usize),
    /// This entrant advances without an opponent.
    Bye(usize),
}

impl BracketMatch {
    fn winner(&self) -> Option<usize> {
        match self.state {
            MatchState::Won(winner) | MatchState::Bye(winner) => Some(winner),
            MatchState::Waiting | MatchState::Due | MatchState::Playing => None,
        }
    }

    /// The two entrants, if they are known.
    fn entrants(&self) -> Option<[usize; 2]> {
        let [a, b] = self.sides;
        Some([a?, b?]).filter(|_| !matches!(self.state, MatchState::Bye(_)))
    }

    fn loser(&self) -> Option<usize> {
        let winner = self.winner()?;
        self.entrants()?.into_iter().find(|&entrant| entrant != winner)
    }
}

impl Bracket {
    /// The match of these sides, with what was scheduled. It is `open` when all earlier rounds are decided.
    fn meet(&self, sides: [Option<usize>; 2], open: bool, scheduled: &Scheduled) -> Result<BracketMatch> {
        let (round, Schedule { entrants, pairs, .. }) = (self.rounds.len() + 1, self.schedule);
        let without_games = |state| Ok(BracketMatch { sides, games: 0, half_points: [0, 0], state });
        let [a, b] = match sides {
            [Some(a), Some(b)] if a.max(b) >= entrants => return without_games(MatchState::Bye(a.min(b))),
            [Some(a), Some(b)] if open => [a, b],
            _ => return without_games(MatchState::Waiting),
        };
        let Some(encounter) = scheduled.encounter(round, [a, b]) else {
            return without_games(MatchState::Due);
        };
        let games = encounter.games;
        if encounter.pairs() < pairs {
            let what = format!("{games} games of {} and {} are less than {pairs} pairs", a + 1, b + 1);
            return Err(ScheduleError::foreign(round, what));
        }
        let mut half_points = encounter.half_points;
        if encounter.entrants != [a, b] {
            half_points.reverse();
        }
        let [of_a, of_b] = half_points;
        let state = match of_a.cmp(&of_b) {
            _ if !encounter.finished() => MatchState::Playing,
            Ordering::Equal if encounter.pairs() - pairs < EXTRA_PAIRS => MatchState::Due,
            Ordering::Equal => MatchState::Won(a.min(b)),
            Ordering::Greater => MatchState::Won(a),
            Ordering::Less => MatchState::Won(b),
        };
        Ok(BracketMatch { sides, games, half_points, state })
    }

    /// The bracket with the scheduled games.
    ///
    /// # Errors
    /// There are encounters that are not in the bracket.
    pub(super) fn new(schedule: &Schedule, scheduled: &Scheduled) -> Result<Bracket> {
        let mut bracket = Bracket { rounds: Vec::new(), schedule: *schedule };
        let seeds = seeds(schedule.entrants.next_power_of_two());
        let mut sides: Vec<Option<usize>> = seeds.into_iter().map(Some).collect();
        let (mut open, mut met) = (true, BTreeSet::new());
        while sides.len() > 1 {
            let meet = |two: &[Option<usize>]| bracket.meet([two[0], two[1]], open, scheduled);
            let matches: Vec<BracketMatch> = sides.chunks_exact(2).map(meet).collect::<Result<_, _>>()?;
            let games = matches.iter().filter(|m| m.games > 0).filter_map(BracketMatch::entrants);
            met.extend(games.map(|[a, b]| (bracket.rounds.len() + 1, [a.min(b), a.max(b)])));
            sides = matches.iter().map(BracketMatch::winner).collect();
            open &= sides.iter().all(Option::is_some);
            bracket.rounds.push(matches);
        }
        if let Some(stranger) = scheduled.encounters().find(|e| !met.contains(&(e.round, e.entrants))) {
            let [a, b] = stranger.entrants;
            let what = format!("entrants {} and {} do not meet there", a + 1, b + 1);
            return Err(ScheduleError::foreign(stranger.round, what));
        }
        Ok(bracket)
    }

    /// The next games, or `None` after the final: the first games of a round, or one more pair of each match of the round
    /// that is level.
    pub(super) fn next(&self, scheduled: &Scheduled) -> Result<Option<Stage>> {
        scheduled.require_results()?;
        let mut opening = 0;
        for (round, matches) in (1..).zip(&self.rounds) {
            let due = matches.iter().filter(|m| m.state == MatchState::Due);
            let due: Vec<_> = due.filter_map(|m| Some((m, m.entrants()?))).collect();
            if due.is_empty() {
                opening += matches.iter().map(|m| m.games / 2).max().unwrap_or(0);
                continue;
            }
            let mut list = GameList::after(scheduled.games());
            let end = |m: &BracketMatch| if m.games == 0 { self.schedule.pairs } else { m.games / 2 + 1 };
            let first = due.iter().map(|(m, _)| m.games / 2).min().unwrap_or(0);
            for pair in first..due.iter().map(|(m, _)| end(m)).max().unwrap_or(0) {
                for (_, two) in due.iter().filter(|(m, _)| (m.games / 2..end(m)).contains(&pair)) {
                    list.add_pair(round, opening + pair, *two, pair);
                }
            }
            let byes = matches.iter().filter(|_| first == 0).filter_map(|m| match m.state {
                MatchState::Bye(entrant) => Some(entrant),
                _ => None,
            });
            return Ok(Some(Stage { games: list.games, byes: byes.collect() }));
        }
        Ok(None)
    }

    /// The entrants by place, the best first. Those who lost in the same round share their places; so do those who are
    /// not out. Each entry has the best of its places, from 1, and the entrants by seed.
    fn places(&self) -> Vec<(usize, Vec<usize>)> {
        let losers =
            |matches: &Vec<BracketMatch>| matches.iter().filter_map(BracketMatch::loser).collect::<Vec<_>>();
        let mut groups: Vec<Vec<usize>> = self.rounds.iter().map(losers).collect();
        let not_out = |entrant: &usize| !groups.iter().flatten().any(|loser| loser == entrant);
        groups.push((0..self.schedule.entrants).filter(not_out).collect());
        let mut best = 1;
        let place = |mut entrants: Vec<usize>| {
            entrants.sort_unstable();
            best += entrants.len();
            (best - entrants.len(), entrants)
        };
        groups.into_iter().rev().filter(|entrants| !entrants.is_empty()).map(place).collect()
    }

    /// A line for each match with its score and who advances, then the places.
    pub(super) fn to_text(&self, names: &[&str]) -> String {
        let mut text = self.lines(names, false);
        for (best, entrants) in self.places() {
            let entrants: Vec<_> = entrants.iter().map(|&entrant| name(names, entrant)).collect();
            let _ =
                writeln!(text, "{}: {}", numbered("place", best..best + entrants.len()), entrants.join(", "));
        }
        text
    }

    /// A line for each match with its openings, without further pairs.
    pub(super) fn plan(&self, names: &[&str]) -> String {
        let note = format!(
            "a level encounter continues for up to {EXTRA_PAIRS} more pairs, which move later openings\n"
        );
        self.lines(names, true) + &note
    }

    fn lines(&self, names: &[&str], with_openings: bool) -> String {
        let (mut text, pairs) = (String::new(), self.schedule.pairs);
        for (round, matches) in (1..).zip(&self.rounds) {
            for (index, m) in matches.iter().enumerate() {
                let sides = [0, 1].map(|side| self.side(round, index, side, names));
                let [a, b] = &sides;
                let score =
                    format!("{a} {} - {} {b}", points_text(m.half_points[0]), points_text(m.half_points[1]));
                let extra = match (m.games / 2).saturating_sub(pairs) {
                    0 => String::new(),
                    extra => format!(" after {} more", counted(extra, "pair")),
                };
                let line = match m.state {
                    MatchState::Bye(entrant) => format!("{} has no opponent", name(names, entrant)),
                    MatchState::Won(winner) => {
                        let level = m.half_points[0] == m.half_points[1];
                        let level = if level { " as the better seed" } else { "" };
                        format!("{score}{extra}, {} advances{level}", name(names, winner))
                    }
                    MatchState::Playing => format!("{score}, being played"),
                    MatchState::Due if m.games > 0 => format!("{score}{extra}, level"),
                    MatchState::Due | MatchState::Waiting if with_openings => {
                        let opening = pairs.saturating_mul(round - 1);
                        text += &encounter_line(round..round + 1, sides, pairs, opening);
                        continue;
                    }
                    MatchState::Due | MatchState::Waiting => format!("{a} - {b}, not yet played"),
                };
                let _ = writeln!(text, "round {round}: {line}");
            }
        }
        text
    }

    /// The name of a side of a match. Rounds count from 1, matches and sides from 0.
    fn side(&self, round: usize, index: usize, side: usize, names: &[&str]) -> String {
        if let Some(entrant) = self.rounds[round - 1][index].sides[side] {
            return name(names, entrant);
        }
        let number = 2 * index + side;
        match self.rounds[round - 2][number].entrants() {
            Some([a, b]) => format!("winner of {}/{}", name(names, a), name(names, b)),
            None => format!("winner of match {} of round {}", number + 1, round - 1),
        }
    }
}

/// The seeds, from 0, in the order of the bracket: neighbours meet, then the winners of neighbours. The seed numbers of
/// opponents add up to the best plus the last seed of their round.
fn seeds(size: usize) -> Vec<usize> {
    let mut seeds = vec![0];
    while seeds.len() < size {
        let last = 2 * seeds.len() - 1;
        seeds = seeds.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    seeds
}

#[cfg(test)]
mod tests;
