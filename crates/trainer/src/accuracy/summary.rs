//! The figures of judged turns.

use std::fmt;

use arena::table::Table;

use super::judged::{Judged, Judgement, Loss};

/// A turn that loses at least so much of the expected result is a bad one.
const BAD: f64 = 0.10;

/// The figures of judged turns. As text: a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The number of turns.
    pub turns: usize,
    /// Of proved wins: those that the turn keeps, those that it gives away, and open ones.
    pub kept: [usize; 3],
    /// Of reported wins and losses: true ones, false ones and open ones.
    pub claims: [usize; 3],
    /// The losses of the turns in centipawns, in ascending order.
    pub centipawns: Vec<i32>,
    /// The mean loss of the expected result.
    pub expectation: f64,
    /// The number of turns that lose 0.10 of it or more.
    pub bad: usize,
}

impl Summary {
    /// The figures of these turns. In centipawns wins, losses and greater estimates count as `cap`.
    pub fn new<'a>(turns: impl IntoIterator<Item = &'a Judged>, cap: u16) -> Summary {
        let turns: Vec<&Judged> = turns.into_iter().collect();
        let count = |part: fn(&Judged) -> Option<Judgement>| {
            [Judgement::Right, Judgement::Wrong, Judgement::Open]
                .map(|judgement| turns.iter().filter(|turn| part(turn) == Some(judgement)).count())
        };
        let losses: Vec<&Loss> = turns.iter().filter_map(|turn| turn.loss.as_ref()).collect();
        let mut centipawns: Vec<i32> = losses.iter().map(|loss| loss.centipawns(cap)).collect();
        centipawns.sort_unstable();
        let expectations: Vec<f64> = losses.iter().map(|loss| loss.expectation()).collect();
        Summary {
            turns: turns.len(),
            kept: count(|turn| turn.kept),
            claims: count(|turn| turn.claim),
            centipawns,
            expectation: expectations.iter().sum::<f64>() / losses.len().max(1) as f64,
            bad: expectations.iter().filter(|&&loss| loss >= BAD).count(),
        }
    }

    /// The mean loss in centipawns, and its standard error.
    #[must_use]
    pub fn mean(&self) -> (f64, f64) {
        let number = self.centipawns.len().max(1) as f64;
        let losses = || self.centipawns.iter().copied().map(f64::from);
        let mean = losses().sum::<f64>() / number;
        let variance = losses().map(|loss| (loss - mean).powi(2)).sum::<f64>() / (number - 1.0).max(1.0);
        (mean, (variance / number).sqrt())
    }

    /// The median loss in centipawns; of an even number of turns the greater of the two in the middle.
    #[must_use]
    pub fn median(&self) -> i32 {
        self.centipawns.get(self.centipawns.len() / 2).copied().unwrap_or(0)
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |part: usize, all: usize| format!("{:.1}%", 100.0 * part as f64 / all as f64);
        let mut table = Table::new(["judged turns", &self.turns.to_string(), ""]);
        let mut row = |name: &str, value: String, other: String| table.row([name.to_owned(), value, other]);
        for (counts, what) in [(self.kept, "proved wins"), (self.claims, "reported wins and losses")] {
            let all = counts.iter().sum();
            let names = if what == "proved wins" { ["kept", "given away"] } else { ["true", "false"] };
            for (name, count) in names.into_iter().chain(["open"]).zip(counts).filter(|_| all > 0) {
                row(&format!("{what}: {name}"), count.to_string(), share(count, all));
            }
        }
        if !self.centipawns.is_empty() {
            let (mean, error) = self.mean();
            row("turns with a measured loss", self.centipawns.len().to_string(), String::new());
            row("mean loss, centipawns", format!("{mean:.1}"), format!("± {error:.1}"));
            row("median loss, centipawns", self.median().to_string(), String::new());
            row("mean loss, expected result", format!("{:.4}", self.expectation), String::new());
            row("turns that lose 0.10 or more", self.bad.to_string(), share(self.bad, self.centipawns.len()));
        }
        table.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::{Judged, Summary};

    #[test]
    fn the_figures_of_some_turns() {
        let turns = [
            "0\tp\ta\t+0.00\tright\t-\t-\t-\t-",
            "1\tp\ta\twin\twrong\twrong\t-\t-\t-",
            "2\tp\ta\tloss\topen\tright\t-\t-\t-",
            "3\tp\ta\t+0.00\t-\t-\tb\t+0.40\t+0.00",
            "4\tp\ta\t+0.00\t-\t-\ta\t+1.00\t+1.00",
            "5\tp\ta\t+0.00\t-\t-\tb\twin\t+0.00",
        ];
        let turns = turns.map(|text| Judged::read(text).unwrap());
        let summary = Summary::new(&turns, 2_000);
        assert_eq!((summary.kept, summary.claims, summary.bad), ([1, 1, 1], [1, 1, 0], 1));
        assert_eq!((summary.centipawns.as_slice(), summary.median()), ([0, 40, 2_000].as_slice(), 40));
        let (mean, error) = summary.mean();
        assert!((mean - 680.0).abs() < 1e-9 && (error - 660.1).abs() < 0.1, "{mean} {error}");
        let text = summary.to_string();
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        for line in [
            "proved wins: given away 1 33.3%",
            "reported wins and losses: false 1 50.0%",
            "mean loss, centipawns 680.0 ± 660.1",
        ] {
            assert!(lines.contains(&line.split(' ').collect()), "{text}");
        }
        let empty = Summary::new([], 2_000);
        assert_eq!((empty.mean(), empty.median()), ((0.0, 0.0), 0));
    }
}
