//! Positions with the best action, score and result, as lines of text.

use std::fmt;

use abstract_game::{Position, Rules};

/// The words for the results.
const RESULTS: [(Option<f32>, &str); 4] =
    [(Some(1.0), "won"), (Some(0.0), "lost"), (Some(0.5), "drawn"), (None, "unknown")];

/// A position with what the search and the game say about it. As text: the result, the score, the best action, the position.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample<P: Position> {
    /// The position.
    pub position: P,
    /// The action that the search found best.
    pub best: P::Action,
    /// The score of the search in centipawns, for the player to act.
    pub score: i16,
    /// The result of the game for the player to act: 1 for a win, 0.5 for a draw, 0 for a loss; `None` if the position was not
    /// played on.
    pub result: Option<f32>,
}

impl<P: Position> fmt::Display for Sample<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = RESULTS.iter().find(|(result, _)| *result == self.result).map_or("", |(_, name)| name);
        write!(f, "{name} {} {} {}", self.score, self.position.action_text(self.best), self.position)
    }
}

impl<P: Position> Sample<P> {
    /// Reads the text of a sample of a game with these rules.
    ///
    /// # Errors
    /// It is not a result, a score, a legal action and a position.
    pub fn read<R: Rules<Position = P>>(rules: &R, text: &str) -> Result<Sample<P>, String> {
        let sample = || {
            let (name, rest) = text.split_once(' ')?;
            let (score, rest) = rest.split_once(' ')?;
            let (best, position) = rest.split_once(' ')?;
            let &(result, _) = RESULTS.iter().find(|(_, other)| *other == name)?;
            let position = rules.read_position(position).ok()?;
            let best = position.read_action(best).ok()?;
            Some(Sample { position, best, score: score.parse().ok()?, result })
        };
        sample().ok_or_else(|| format!("`{text}` is not a result, a score, a legal action and a position"))
    }
}

#[cfg(test)]
mod tests {
    use abstract_game::sample::TakeTwo;

    use super::Sample;

    #[test]
    fn a_sample_survives_writing_and_others_are_refused() {
        for text in [
            "won -56 b3 3,4,5 1 2",
            "lost 3000 b3 0,3,2 2 1",
            "drawn 0 a1 3,4,5 1 2",
            "unknown 0 a1 3,4,5 1 2",
        ] {
            assert_eq!(Sample::read(&TakeTwo::default(), text).unwrap().to_string(), text);
        }
        for text in [
            "",
            "won",
            "won 7",
            "won 7 a1",
            "other 7 a1 3,4,5 1 2",
            "won 70000 a1 3,4,5 1 2",
            "won 7 a1 3,4 x 2",
            "won 7 a3 0,4 1 2",
        ] {
            assert!(Sample::read(&TakeTwo::default(), text).is_err(), "{text}");
        }
    }
}
