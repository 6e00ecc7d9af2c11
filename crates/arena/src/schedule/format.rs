//! The formats.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How a tournament decides who meets whom.
///
/// As data, for example in TOML: `kind = "swiss"` and `rounds = 7`.
///
/// ```
/// use arena::schedule::Format;
/// let format: Format = toml::from_str("kind = \"gauntlet\"\nchallengers = 2")?;
/// assert_eq!(format, Format::Gauntlet { challengers: 2 });
/// assert_eq!(format.to_string(), "gauntlet of 2 challengers");
/// # Ok::<(), toml::de::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind", deny_unknown_fields)]
pub enum Format {
    /// Everyone meets everyone.
    RoundRobin,
    /// The first entrants meet all others, but not each other.
    Gauntlet {
        /// How many they are, from 1.
        challengers: usize,
    },
    /// In each round those meet who stand about equally.
    Swiss {
        /// How many rounds, from 1.
        rounds: usize,
    },
    /// Who loses an encounter is out.
    Knockout,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Format::RoundRobin => f.write_str("round robin"),
            Format::Gauntlet { challengers: 1 } => f.write_str("gauntlet of 1 challenger"),
            Format::Gauntlet { challengers } => write!(f, "gauntlet of {challengers} challengers"),
            Format::Swiss { rounds: 1 } => f.write_str("Swiss tournament of 1 round"),
            Format::Swiss { rounds } => write!(f, "Swiss tournament of {rounds} rounds"),
            Format::Knockout => f.write_str("knockout"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_survives_json() {
        for (format, json) in [
            (Format::RoundRobin, r#"{"kind":"round-robin"}"#),
            (Format::Gauntlet { challengers: 1 }, r#"{"kind":"gauntlet","challengers":1}"#),
            (Format::Swiss { rounds: 7 }, r#"{"kind":"swiss","rounds":7}"#),
            (Format::Knockout, r#"{"kind":"knockout"}"#),
        ] {
            assert_eq!(serde_json::to_string(&format).unwrap(), json);
            assert_eq!(serde_json::from_str::<Format>(json).unwrap(), format);
        }
        assert!(serde_json::from_str::<Format>(r#"{"kind":"swiss"}"#).is_err());
        assert!(serde_json::from_str::<Format>(r#"{"kind":"swiss","rounds":7,"turns":7}"#).is_err());
    }
}
