//! Positions with scores and results, as lines of text.

use std::fmt;
use std::str::FromStr;

use games::snorkels_core::Position;

/// A position with what the search and the game say about it. As text: `won` or `lost`, the score, the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The position.
    pub position: Position,
    /// The score of the search in centipawns, for the colour to place.
    pub score: i16,
    /// Whether the colour to place won the game.
    pub won: bool,
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", if self.won { "won" } else { "lost" }, self.score, self.position)
    }
}

impl FromStr for Sample {
    type Err = String;

    fn from_str(text: &str) -> Result<Sample, String> {
        let sample = || {
            let (result, rest) = text.split_once(' ')?;
            let (score, position) = rest.split_once(' ')?;
            let won = match result {
                "won" => true,
                "lost" => false,
                _ => return None,
            };
            Some(Sample { position: position.parse().ok()?, score: score.parse().ok()?, won })
        };
        sample().ok_or_else(|| format!("`{text}` is not a result, a score and a position of Snorkels"))
    }
}

#[cfg(test)]
mod tests {
    use super::Sample;

    #[test]
    fn a_sample_survives_writing_and_others_are_refused() {
        for text in ["won -56 7/7/7/7/7/7/7 p 1 -", "lost 3000 3#3/7/7/3P3/7/7/7 g 1 s"] {
            assert_eq!(text.parse::<Sample>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "won",
            "won 7",
            "drawn 7 7/7/7/7/7/7/7 p 1 -",
            "won 70000 7/7/7/7/7/7/7 p 1 -",
            "won 7 6/7 p 1 -",
        ] {
            assert!(text.parse::<Sample>().is_err(), "{text}");
        }
    }
}
