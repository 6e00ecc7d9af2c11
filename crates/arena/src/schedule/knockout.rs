//! Knockout: the loser of an encounter is out.
//!
//! The entrants are seeded in their order. In the usual bracket, the first seed meets the last, and the best two, four,
//! eight ... are left in the last rounds if the better seed always wins. If the number of entrants is not a power of two,
//! the best seeds have no opponent in the first round.
//!
//! Entrants who are level after the pairs of an encounter play further pairs, one at a time, until one is ahead, but at
//! most [`EXTRA_PAIRS`]. Then the better seed advances.

use std::cmp::{Ordering, Reverse};
use std::fmt::Write as _;

use super::game::{Encounter, Game, Result, ScheduleError, Scheduled, games_of_round, points_text};
use crate::counted;

/// The most further pairs of games of an encounter that is level.
const EXTRA_PAIRS: usize = 8;

/// The state of a knockout.
#[derive(Debug)]
pub(super) struct Bracket {
    /// The matches by round. The winners of the matches 2m and 2m + 1 (from 0) meet in match m of the next round.
    rounds: Vec<Vec<BracketMatch>>,
    entrants: usize,
    /// The pairs of games of each match, without further ones.
    pairs: usize,
}

/// Two sides of the bracket, with the games of their encounter.
#[derive(Clone, Copy, Debug)]
struct BracketMatch {
    /// The entrants, from 0. `None` is the winner of an undecided match; in the first round, nobody.
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
    /// This entrant advances; of level sides, the better seed. Without games it has no opponent.
    Won(usize),
}

impl BracketMatch {
    fn winner(&self) -> Option<usize> {
        if let MatchState::Won(winner) = self.state { Some(winner) } else { None }
    }

    /// The two entrants, if they are known.
    fn entrants(&self) -> Option<[usize; 2]> {
        let [a, b] = self.sides;
        Some([a?, b?])
    }

    fn loser(&self) -> Option<usize> {
        let winner = self.winner()?;
        self.entrants()?.into_iter().find(|&entrant| entrant != winner)
    }
}

impl Bracket {
    /// The match of these sides, with what was scheduled. It is `open` when all earlier rounds are decided.
    fn meet(&self, sides: [Option<usize>; 2], open: bool, scheduled: &Scheduled) -> Result<BracketMatch> {
        let (round, pairs) = (self.rounds.len() + 1, self.pairs);
        let without_games = |state| Ok(BracketMatch { sides, games: 0, half_points: [0, 0], state });
        let [a, b] = match sides {
            [Some(a), Some(b)] if open => [a, b],
            [Some(entrant), None] if round == 1 => return without_games(MatchState::Won(entrant)),
            _ => return without_games(MatchState::Waiting),
        };
        let Some(encounter) = scheduled.encounter(round, [a, b]) else {
            return without_games(MatchState::Due);
        };
        let Encounter { games, mut half_points, .. } = *encounter;
        if encounter.pairs() < pairs {
            let what = format!("{games} games of {} and {} are less than {pairs} pairs", a + 1, b + 1);
            return Err(ScheduleError::Foreign(round, what));
        }
        if a > b {
            half_points.reverse();
        }
        let state = match half_points[0].cmp(&half_points[1]) {
            _ if !encounter.finished() => MatchState::Playing,
            Ordering::Equal if encounter.pairs() - pairs < EXTRA_PAIRS => MatchState::Due,
            Ordering::Equal => MatchState::Won(a.min(b)),
            Ordering::Greater => MatchState::Won(a),
            Ordering::Less => MatchState::Won(b),
        };
        Ok(BracketMatch { sides, games, half_points, state })
    }

    /// The bracket of `entrants`, who meet in `pairs` pairs of games, with the scheduled games.
    ///
    /// # Errors
    /// There are encounters that are not in the bracket.
    pub(super) fn new(entrants: usize, pairs: usize, scheduled: &Scheduled) -> Result<Bracket> {
        let mut bracket = Bracket { rounds: Vec::new(), entrants, pairs };
        let seeds = seeds(entrants.next_power_of_two()).into_iter();
        let mut sides: Vec<_> = seeds.map(|seed| Some(seed).filter(|&seed| seed < entrants)).collect();
        let mut open = true;
        while sides.len() > 1 {
            let meet = |two: &[Option<usize>]| bracket.meet([two[0], two[1]], open, scheduled);
            let matches: Vec<BracketMatch> = sides.chunks_exact(2).map(meet).collect::<Result<_>>()?;
            sides = matches.iter().map(BracketMatch::winner).collect();
            open &= sides.iter().all(Option::is_some);
            bracket.rounds.push(matches);
        }
        let is_stranger = |encounter: &&Encounter| {
            let [a, b] = encounter.entrants;
            let mut round = bracket.rounds.iter().skip(encounter.round.wrapping_sub(1)).take(1).flatten();
            !round.any(|m| m.games > 0 && (m.entrants() == Some([a, b]) || m.entrants() == Some([b, a])))
        };
        if let Some(stranger) = scheduled.encounters().find(is_stranger) {
            let [a, b] = stranger.entrants;
            let what = format!("entrants {} and {} do not meet there", a + 1, b + 1);
            return Err(ScheduleError::Foreign(stranger.round, what));
        }
        Ok(bracket)
    }

    /// The next games, or `None` after the final: the first games of a round, or one more pair of each match of the round
    /// that is level.
    pub(super) fn next(&self, scheduled: &Scheduled) -> Result<Option<Vec<Game>>> {
        scheduled.require_results()?;
        let mut opening = 0;
        for (round, matches) in (1..).zip(&self.rounds) {
            // The pairs of games to add, counted from 0, by match.
            let due = matches.iter().filter(|m| m.state == MatchState::Due);
            let due = due.filter_map(|m| Some((m.games / 2..self.pairs.max(m.games / 2 + 1), m.entrants()?)));
            let due: Vec<_> = due.collect();
            if !due.is_empty() {
                return Ok(Some(games_of_round(scheduled.games(), round, opening, &due)));
            }
            opening += matches.iter().map(|m| m.games / 2).max().unwrap_or(0);
        }
        Ok(None)
    }

    /// The entrants by place, the best first. Those who lost in the same round share their places; so do those who are
    /// not out. Each entry has the best of its places, from 1, and the entrants by seed.
    fn places(&self) -> Vec<(usize, Vec<usize>)> {
        // The round in which each entrant lost, from 0; those who are not out come after all rounds.
        let mut lost = vec![self.rounds.len(); self.entrants];
        for (round, matches) in self.rounds.iter().enumerate() {
            matches.iter().filter_map(BracketMatch::loser).for_each(|loser| lost[loser] = round);
        }
        let mut ranking: Vec<usize> = (0..self.entrants).collect();
        ranking.sort_by_key(|&entrant| Reverse(lost[entrant]));
        let mut best = 1;
        let place = |entrants: &[usize]| {
            best += entrants.len();
            (best - entrants.len(), entrants.to_vec())
        };
        ranking.chunk_by(|&a, &b| lost[a] == lost[b]).map(place).collect()
    }

    /// The entrants, the best first; those who share their places by seed.
    pub(super) fn ranking(&self) -> Vec<usize> {
        self.places().into_iter().flat_map(|(_, entrants)| entrants).collect()
    }

    /// A line for each match with its score and who advances, then the places.
    pub(super) fn to_text(&self, names: &[&str]) -> String {
        let mut text = String::new();
        for (round, matches) in (1..).zip(&self.rounds) {
            for (index, m) in matches.iter().enumerate() {
                let line = self.line(round, index, m, names);
                let _ = writeln!(text, "round {round}: {}", printable::line(&line));
            }
        }
        for (best, entrants) in self.places() {
            let last = best + entrants.len() - 1;
            let places = if last == best { format!("place {best}") } else { format!("places {best}-{last}") };
            let entrants: Vec<_> = entrants.into_iter().map(|entrant| names[entrant]).collect();
            let _ = writeln!(text, "{places}: {}", printable::line(&entrants.join(", ")));
        }
        text
    }

    fn line(&self, round: usize, index: usize, m: &BracketMatch, names: &[&str]) -> String {
        if let (MatchState::Won(entrant), 0) = (m.state, m.games) {
            return format!("{} has no opponent", names[entrant]);
        }
        let [a, b] = [0, 1].map(|side| self.side(round, index, side, names));
        let [of_a, of_b] = m.half_points.map(points_text);
        let score = format!("{a} {of_a} - {of_b} {b}");
        let extra = match (m.games / 2).saturating_sub(self.pairs) {
            0 => String::new(),
            extra => format!(" after {} more", counted(extra, "pair")),
        };
        match m.state {
            MatchState::Won(winner) => {
                let level = m.half_points[0] == m.half_points[1];
                let level = if level { " as the better seed" } else { "" };
                format!("{score}{extra}, {} advances{level}", names[winner])
            }
            MatchState::Playing => format!("{score}, being played"),
            MatchState::Due if m.games > 0 => format!("{score}{extra}, level"),
            MatchState::Due | MatchState::Waiting => format!("{a} - {b}, not yet played"),
        }
    }

    /// The name of a side of a match. Rounds count from 1, matches and sides from 0.
    fn side(&self, round: usize, index: usize, side: usize, names: &[&str]) -> String {
        if let Some(entrant) = self.rounds[round - 1][index].sides[side] {
            return names[entrant].to_owned();
        }
        let number = 2 * index + side;
        match self.rounds[round - 2][number].entrants() {
            Some([a, b]) => format!("winner of {}/{}", names[a], names[b]),
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
