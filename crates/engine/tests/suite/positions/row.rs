//! A row of a suite.

use std::fmt;
use std::str::FromStr;

/// What a position is about. `examiner.rs` checks each kind by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Kind {
    /// A win in one turn.
    Win,
    /// One turn is accepted.
    Only,
    /// A win in several turns, which the opponent would have if the player skipped the turn.
    Race,
    /// A win by threats to win at once.
    Ladder,
    /// The accepted turns explode a bomb.
    Explosion,
    /// The accepted turns push enemies.
    Push,
    /// The opponent would win if the player skipped the turn.
    Defence,
}

impl Kind {
    const NAMES: [(Kind, &str); 7] = [
        (Kind::Win, "win"),
        (Kind::Only, "only"),
        (Kind::Race, "race"),
        (Kind::Ladder, "ladder"),
        (Kind::Explosion, "explosion"),
        (Kind::Push, "push"),
        (Kind::Defence, "defence"),
    ];
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Kind::NAMES.iter().find(|(kind, _)| kind == self).expect("all kinds have names").1)
    }
}

/// What is proved of all turns. The number is that of the turns of both players, the first one included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    /// The accepted turns win within this number of turns, all other turns do not, and no win is shorter.
    Win(u32),
    /// All turns but the accepted ones lose within this number of turns.
    Hold(u32),
}

impl Claim {
    pub(super) fn turns(self) -> u32 {
        match self {
            Claim::Win(turns) | Claim::Hold(turns) => turns,
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Win(turns) => write!(f, "win {turns}"),
            Claim::Hold(turns) => write!(f, "hold {turns}"),
        }
    }
}

/// A position with its accepted turns: `position | kind | turns | claim`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) position: String,
    pub(super) kind: Kind,
    /// One turn to each accepted position.
    pub(super) turns: Vec<String>,
    pub(super) claim: Claim,
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} | {} | {} | {}", self.position, self.kind, self.turns.join(" "), self.claim)
    }
}

impl FromStr for Row {
    type Err = String;

    fn from_str(line: &str) -> Result<Row, String> {
        let wrong = || format!("`{line}`: expected `position | kind | turns | win N` or `hold N`");
        let [position, kind, turns, claim] = line.split(" | ").collect::<Vec<_>>()[..] else {
            return Err(wrong());
        };
        let (kind, _) = *Kind::NAMES.iter().find(|(_, name)| *name == kind).ok_or_else(wrong)?;
        let (word, number) = claim.split_once(' ').ok_or_else(wrong)?;
        let number = number.parse().map_err(|_| wrong())?;
        let claim = match word {
            "win" => Claim::Win(number),
            "hold" => Claim::Hold(number),
            _ => return Err(wrong()),
        };
        let turns = turns.split(' ').map(str::to_owned).collect();
        Ok(Row { position: position.to_owned(), kind, turns, claim })
    }
}
