//! What is known of a tournament before it begins, as text.

use super::knockout::Bracket;
use super::words::{self, name};
use super::{Format, Schedule, ScheduleError, Scheduled};

impl Schedule {
    /// The whole tournament, a line for each encounter as far as it is known, then the number of games: what
    /// a dry run prints.
    ///
    /// ```
    /// use arena::schedule::{Format, Schedule};
    /// let schedule = Schedule::new(Format::Gauntlet { challengers: 1 }, 3, 5)?;
    /// assert_eq!(
    ///     schedule.plan(&["A", "B", "C"])?,
    ///     "rounds 1-5: A - B, 5 pairs, openings 1-5\n\
    ///      rounds 1-5: A - C, 5 pairs, openings 1-5\n\
    ///      20 games\n"
    /// );
    /// # Ok::<(), arena::schedule::ScheduleError>(())
    /// ```
    ///
    /// # Errors
    /// None for a schedule that [`new`](Self::new) has made.
    pub fn plan<S: AsRef<str>>(&self, names: &[S]) -> Result<String, ScheduleError> {
        let (pairs, nothing) = (self.pairs, Scheduled::new());
        let mut text = match self.format {
            Format::RoundRobin | Format::Gauntlet { .. } => self
                .pairings()
                .into_iter()
                .map(|two| {
                    let rounds = 1..pairs.saturating_add(1);
                    words::encounter(rounds, two.map(|e| name(names, e)), pairs, 0..pairs)
                })
                .collect(),
            Format::Swiss { rounds } => {
                let first = self.next(&nothing)?.map(|stage| stage.to_text(names));
                first.unwrap_or_default() + &self.later_rounds(rounds)
            }
            Format::Knockout => Bracket::new(self.entrants, pairs, &nothing)?.plan(names),
        };
        let games = |number: Option<usize>| {
            number.map_or("more games than can be counted".into(), |n| format!("{n} games"))
        };
        text += &games(self.at_least());
        text += if self.total() == self.at_least() { "\n" } else { " or more\n" };
        Ok(text)
    }

    /// The rounds after the first of a Swiss tournament, in a line.
    fn later_rounds(&self, rounds: usize) -> String {
        if rounds == 1 {
            return String::new();
        }
        let openings = self.pairs..self.pairs.saturating_mul(rounds);
        let encounters = match self.entrants / 2 {
            1 => "1 encounter".to_owned(),
            encounters => format!("{encounters} encounters"),
        };
        format!(
            "{}: {encounters} a round by the results, {} each, {}\n",
            words::rounds(2..rounds.saturating_add(1)),
            words::pairs(self.pairs),
            words::openings(openings)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(format: Format, names: &[&str], pairs: usize) -> String {
        Schedule::new(format, names.len(), pairs).unwrap().plan(names).unwrap()
    }

    #[test]
    fn a_swiss_tournament_tells_its_first_round() {
        assert_eq!(
            plan(Format::Swiss { rounds: 3 }, &["A", "B", "C", "D", "E"], 2),
            "round 1: A - C, 2 pairs, openings 1-2\n\
             round 1: B - D, 2 pairs, openings 1-2\n\
             round 1: E has no opponent\n\
             rounds 2-3: 2 encounters a round by the results, 2 pairs each, openings 3-6\n\
             24 games\n"
        );
    }

    #[test]
    fn a_knockout_tells_its_bracket() {
        assert_eq!(
            plan(Format::Knockout, &["A", "B", "C", "D", "E"], 1),
            "round 1: A has no opponent\n\
             round 1: D - E, 1 pair, opening 1\n\
             round 1: B has no opponent\n\
             round 1: C has no opponent\n\
             round 2: A - winner of D/E, 1 pair, opening 2\n\
             round 2: B - C, 1 pair, opening 2\n\
             round 3: winner of match 1 of round 2 - winner of B/C, 1 pair, opening 3\n\
             who is level plays up to 8 pairs more, and later openings move on\n\
             8 games or more\n"
        );
    }

    #[test]
    fn numbers_that_are_too_large_are_told_without_a_panic() {
        let endless = plan(Format::RoundRobin, &["A", "B"], usize::MAX);
        assert!(endless.ends_with("\nmore games than can be counted\n"), "{endless}");
        assert!(plan(Format::Knockout, &["A", "B"], usize::MAX).contains("round 1: A - B"));
        assert!(plan(Format::Swiss { rounds: usize::MAX }, &["A", "B"], 1).contains("rounds 2-"));
    }
}
