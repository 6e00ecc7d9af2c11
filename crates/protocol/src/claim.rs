//! `query claim`: is the claim true that a player wins for certain?

use core::fmt;

use crate::{CommandError, words::Words};

/// A claim that a player can force a win, and limits for checking it. The answer is
/// `response proved N turns`, `response refuted` or `response unknown`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WinClaim {
    /// The player who claims the win, 0 for player one; `None` is the player to act.
    pub claimant: Option<usize>,
    /// Within how many turns of both players.
    pub turns: u32,
    /// Limit of the nodes; `None` for the limit of the engine.
    pub nodes: Option<u64>,
}

impl WinClaim {
    /// The number of turns if the command names none.
    pub const TURNS: u32 = 5;

    /// Reads the words after `query claim`.
    pub(crate) fn parse(mut words: Words<'_>) -> Result<WinClaim, CommandError> {
        const EXPECTED: &str = "p1, p2, a number of turns, or `nodes` and a number";
        let mut claim = WinClaim { claimant: None, turns: WinClaim::TURNS, nodes: None };
        while let Some(word) = words.next() {
            match word {
                "p1" => claim.claimant = Some(0),
                "p2" => claim.claimant = Some(1),
                "nodes" => claim.nodes = Some(words.number(word, "a whole number of nodes")?),
                turns => {
                    claim.turns = turns.parse().map_err(|_| words.unexpected(turns, "claim", EXPECTED))?;
                }
            }
        }
        Ok(claim)
    }
}

impl fmt::Display for WinClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("query claim")?;
        if let Some(claimant) = self.claimant {
            write!(f, " p{}", claimant + 1)?;
        }
        write!(f, " {}", self.turns)?;
        if let Some(nodes) = self.nodes { write!(f, " nodes {nodes}") } else { Ok(()) }
    }
}
