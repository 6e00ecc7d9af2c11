//! Positions with scores and results, as lines of text.

use std::fmt;

use abstract_game::Rules;

/// The words for the results.
const RESULTS: [(Option<f32>, &str); 4] =
    [(Some(1.0), "won"), (Some(0.0), "lost"), (Some(0.5), "drawn"), (None, "unknown")];

/// A position with what the search and the game say about it. As text: the result, the score, the position.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample<P> {
    /// The position.
    pub position: P,
    /// The score of the search in centipawns, for the player to act.
    pub score: i16,
    /// The result of the game for the player to act: 1 for a win, 0.5 for a draw, 0 for a loss; `None` if the position was not
    /// played on.
    pub result: Option<f32>,
}

impl<P: fmt::Display> fmt::Display for Sample<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = RESULTS.iter().find(|(result, _)| *result == self.result).map_or("", |(_, name)| name);
        write!(f, "{name} {} {}", self.score, self.position)
    }
}

impl<P> Sample<P> {
    /// Reads the text of a sample of a game with these rules.
    ///
    /// # Errors
    /// It is not a result, a score and a position.
    pub fn read<R: Rules<Position = P>>(rules: &R, text: &str) -> Result<Sample<P>, String> {
        let sample = || {
            let (name, rest) = text.split_once(' ')?;
            let (score, position) = rest.split_once(' ')?;
            let &(result, _) = RESULTS.iter().find(|(_, other)| *other == name)?;
            let position = rules.read_position(position).ok()?;
            Some(Sample { position, score: score.parse().ok()?, result })
        };
        sample().ok_or_else(|| format!("`{text}` is not a result, a score and a position"))
    }
}

#[cfg(test)]
mod tests {
    use abstract_game::sample::TakeTwo;

    use super::Sample;

    #[test]
    fn a_sample_survives_writing_and_others_are_refused() {
        for text in ["won -56 3,4,5 1 2", "lost 3000 0,3,2 2 1", "drawn 0 3,4,5 1 2", "unknown 0 3,4,5 1 2"] {
            assert_eq!(Sample::read(&TakeTwo::default(), text).unwrap().to_string(), text);
        }
        for text in ["", "won", "won 7", "other 7 3,4,5 1 2", "won 70000 3,4,5 1 2", "won 7 3,4 x 2"] {
            assert!(Sample::read(&TakeTwo::default(), text).is_err(), "{text}");
        }
    }
}
