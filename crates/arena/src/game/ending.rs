//! How a game of a tournament ended: by its rules, or by the arena's.

use std::fmt;
use std::time::Duration;

use abstract_game::{End, Player};

use crate::engine::contestant::Fault;

/// Who won, why, and the particulars.
///
/// ```
/// use abstract_game::Player;
/// use arena::game::ending::{Cause, Ending};
/// let ending = Ending::lost(Player::P1, Cause::IllegalTurn, "`z9` is no cell");
/// assert_eq!(ending.to_string(), "P2 wins by illegal-turn");
/// assert!(ending.cause.is_fault());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The winner; `None` is a draw.
    pub winner: Option<Player>,
    /// Why.
    pub cause: Cause,
    /// What exactly happened, where there is something to tell.
    pub detail: Option<String>,
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// The rules ended it; the reason in the game's own word (`capture`).
    Rules(String),
    /// It was given to the winner, as all engines agreed: see [`judging`](crate::game::judge).
    AdjudicatedWin,
    /// It was given as a draw, as all engines agreed.
    AdjudicatedDraw,
    /// It had as many turns as the tournament allows: a draw.
    Length,
    /// The loser answered with a turn that is not legal.
    IllegalTurn,
    /// The loser answered after its time and the margin.
    Time,
    /// The loser did not answer, not even when it was told to stop.
    Stall,
    /// The loser's process ended.
    Crash,
    /// The loser's process closed its output and went on running.
    Disconnect,
    /// The loser could not be started, or failed before it was ready for the first time.
    Start,
    /// The loser said what the protocol does not have at this place.
    Protocol,
}

impl Cause {
    /// The causes that are the arena's and not the game's.
    pub const OWN: [Cause; 10] = [
        Cause::AdjudicatedWin,
        Cause::AdjudicatedDraw,
        Cause::Length,
        Cause::IllegalTurn,
        Cause::Time,
        Cause::Stall,
        Cause::Crash,
        Cause::Disconnect,
        Cause::Start,
        Cause::Protocol,
    ];

    /// The word for it.
    #[must_use]
    pub fn word(&self) -> &str {
        match self {
            Cause::Rules(word) => word,
            Cause::AdjudicatedWin => "adjudicated-win",
            Cause::AdjudicatedDraw => "adjudicated-draw",
            Cause::Length => "length",
            Cause::IllegalTurn => "illegal-turn",
            Cause::Time => "time",
            Cause::Stall => "stall",
            Cause::Crash => "crash",
            Cause::Disconnect => "disconnect",
            Cause::Start => "start",
            Cause::Protocol => "protocol",
        }
    }

    /// The cause with that word; any word that is none of the arena's own is a game's.
    #[must_use]
    pub fn from_word(word: &str) -> Cause {
        let own = Cause::OWN.into_iter().find(|cause| cause.word() == word);
        own.unwrap_or_else(|| Cause::Rules(word.to_owned()))
    }

    /// Whether the loser did something that no player should.
    #[must_use]
    pub fn is_fault(&self) -> bool {
        match self {
            Cause::Rules(_) | Cause::AdjudicatedWin | Cause::AdjudicatedDraw | Cause::Length => false,
            Cause::IllegalTurn
            | Cause::Time
            | Cause::Stall
            | Cause::Crash
            | Cause::Disconnect
            | Cause::Start
            | Cause::Protocol => true,
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl Ending {
    /// A draw because the game became too long.
    #[must_use]
    pub fn too_long() -> Ending {
        Ending { winner: None, cause: Cause::Length, detail: None }
    }

    /// It was given to `winner`, or as a draw, because of what the detail says.
    #[must_use]
    pub fn adjudicated(winner: Option<Player>, detail: impl Into<String>) -> Ending {
        let cause = if winner.is_some() { Cause::AdjudicatedWin } else { Cause::AdjudicatedDraw };
        Ending { winner, cause, detail: Some(detail.into()) }
    }

    /// `loser` lost through its own fault.
    #[must_use]
    pub fn lost(loser: Player, cause: Cause, detail: impl Into<String>) -> Ending {
        Ending { winner: Some(loser.opponent()), cause, detail: Some(detail.into()) }
    }

    /// `loser` lost because it gave no turn.
    #[must_use]
    pub fn fault(loser: Player, fault: &Fault) -> Ending {
        let cause = match fault {
            Fault::Start(_) => Cause::Start,
            Fault::Stall(_) => Cause::Stall,
            Fault::Crash(_) => Cause::Crash,
            Fault::Disconnect(_) => Cause::Disconnect,
            Fault::Protocol(_) => Cause::Protocol,
        };
        Ending::lost(loser, cause, fault.to_string())
    }

    /// `loser` answered too late: after its budget, or without one after everybody's patience. `stopped`: only after
    /// it was told to stop.
    #[must_use]
    pub fn late(loser: Player, elapsed: Duration, budget: Option<Duration>, stopped: bool) -> Ending {
        let allowed = match budget {
            Some(budget) => format!("{} ms allowed", budget.as_millis()),
            None => "no limit of time".to_owned(),
        };
        let when = if stopped { "; answered after `stop`" } else { "" };
        Ending::lost(loser, Cause::Time, format!("{} ms used, {allowed}{when}", elapsed.as_millis()))
    }

    /// Who is to blame, where somebody is.
    #[must_use]
    pub fn culprit(&self) -> Option<Player> {
        if self.cause.is_fault() { self.winner.map(Player::opponent) } else { None }
    }
}

impl From<End> for Ending {
    fn from(end: End) -> Ending {
        let cause = Cause::Rules(end.reason.as_str().to_owned());
        Ending { winner: end.winner, cause, detail: None }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(winner) => write!(f, "{winner} wins by {}", self.cause),
            None => write!(f, "draw by {}", self.cause),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_and_words_go_both_ways() {
        for cause in Cause::OWN {
            assert_eq!(Cause::from_word(cause.word()), cause);
        }
        assert_eq!(Cause::from_word("capture"), Cause::Rules("capture".into()));
    }

    #[test]
    fn only_the_losers_own_doing_is_a_fault() {
        assert_eq!(Ending::too_long().culprit(), None);
        let stall = Ending::fault(Player::P2, &Fault::Stall("no answer".into()));
        assert_eq!((stall.winner, stall.culprit()), (Some(Player::P1), Some(Player::P2)));
        assert_eq!(stall.detail.as_deref(), Some("no answer"));
        for winner in [None, Some(Player::P1)] {
            assert_eq!(Ending::adjudicated(winner, "all agree").culprit(), None);
        }
    }

    #[test]
    fn who_was_late_is_told_how() {
        let detail = |budget: Option<u64>, stopped| {
            let budget = budget.map(Duration::from_millis);
            Ending::late(Player::P1, Duration::from_millis(1151), budget, stopped).detail.unwrap()
        };
        assert_eq!(detail(Some(1000), false), "1151 ms used, 1000 ms allowed");
        assert_eq!(detail(Some(1000), true), "1151 ms used, 1000 ms allowed; answered after `stop`");
        assert_eq!(detail(None, true), "1151 ms used, no limit of time; answered after `stop`");
    }
}
