//! A bracket as text.

use std::fmt::Write as _;

use super::{Bracket, EXTRA_PAIRS, Match, Placing, Side, State};
use crate::schedule::words::{self, name, points};

impl Bracket {
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
    pub(in crate::schedule) fn plan<S: AsRef<str>>(&self, names: &[S]) -> String {
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
