//! How a game ended: by its rules, by adjudication, or through a fault.

use std::fmt;
use std::time::Duration;

use abstract_game::{End, Player};
use serde::de::{IntoDeserializer, value};
use serde::{Deserialize, Serialize};

/// The winner of a game, the cause, and details.
///
/// ```
/// use abstract_game::Player;
/// use game_record::{Cause, Ending};
/// let ending = Ending::lost(Player::P1, Cause::IllegalTurn, "`z9` is no cell");
/// assert_eq!(ending.to_string(), "P2 wins by illegal-turn");
/// assert!(ending.cause.is_fault());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ending {
    /// The winner; `None` is a draw.
    pub winner: Option<Player>,
    /// Why the game ended.
    pub cause: Cause,
    /// What exactly happened.
    pub detail: Option<String>,
}

/// Why a game ended. Its text, also in records and stores, is the reason of the rules or the name of the variant: `illegal-turn`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// Adjudicated as a win, since all engines agreed.
    AdjudicatedWin,
    /// The game goes on: the record is of a game that was saved. There is no winner.
    #[default]
    Unfinished,
    /// Adjudicated as a draw, since all engines agreed.
    AdjudicatedDraw,
    /// The maximum number of turns was reached: a draw.
    Length,
    /// The loser's turn was not legal.
    IllegalTurn,
    /// The loser's answer came after its time and the margin.
    Time,
    /// The loser did not answer, not even to `stop`.
    Stall,
    /// The loser's process exited.
    Crash,
    /// The loser's process closed its output and kept running.
    Disconnect,
    /// The loser could not be started, or was never ready for its first game.
    Start,
    /// The loser broke the protocol.
    Protocol,
    /// The rules ended it, for this reason (`capture`).
    #[serde(untagged)]
    Rules(String),
}

impl Cause {
    /// The cause with a word, as `to_string` writes it; an unknown word is a reason of the rules.
    pub fn from_word(word: &str) -> Cause {
        let known = Cause::deserialize(IntoDeserializer::<value::Error>::into_deserializer(word));
        known.unwrap_or_else(|_| Cause::Rules(word.to_owned()))
    }

    /// Whether the loser's engine is at fault.
    pub fn is_fault(&self) -> bool {
        use Cause::{AdjudicatedDraw, AdjudicatedWin, Length, Rules, Unfinished};
        !matches!(self, Rules(_) | Unfinished | AdjudicatedWin | AdjudicatedDraw | Length)
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl Ending {
    /// A draw by the maximum number of turns.
    pub fn too_long() -> Ending {
        Ending { winner: None, cause: Cause::Length, detail: None }
    }

    /// Adjudicated as a win or a draw, for the reason in `detail`.
    pub fn adjudicated(winner: Option<Player>, detail: impl Into<String>) -> Ending {
        let cause = if winner.is_some() { Cause::AdjudicatedWin } else { Cause::AdjudicatedDraw };
        Ending { winner, cause, detail: Some(detail.into()) }
    }

    /// `loser` lost through its own fault.
    pub fn lost(loser: Player, cause: Cause, detail: impl Into<String>) -> Ending {
        Ending { winner: Some(loser.opponent()), cause, detail: Some(detail.into()) }
    }

    /// `loser` answered after its budget, or, without one, after its deadline. `stopped`: it answered only after
    /// `stop`.
    pub fn late(loser: Player, elapsed: Duration, budget: Option<Duration>, stopped: bool) -> Ending {
        let allowed = match budget {
            Some(budget) => format!("{} ms allowed", budget.as_millis()),
            None => "no limit of time".to_owned(),
        };
        let when = if stopped { "; answered after `stop`" } else { "" };
        Ending::lost(loser, Cause::Time, format!("{} ms used, {allowed}{when}", elapsed.as_millis()))
    }

    /// The engine of `loser` used too much CPU time.
    pub fn late_in_cpu_time(loser: Player, used: Duration, limit: Duration) -> Ending {
        let (used, limit) = (used.as_millis(), limit.as_millis());
        Ending::lost(loser, Cause::Time, format!("{used} ms of CPU time used, {limit} ms allowed"))
    }

    /// The half points of a player: 2 for a win, 1 for a draw, 0 for a loss.
    pub fn half_points(&self, player: Player) -> usize {
        self.winner.map_or(1, |winner| 2 * usize::from(winner == player))
    }

    /// The side at fault, if the game ended through a fault.
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
            None if self.cause == Cause::Unfinished => write!(f, "{}", self.cause),
            None => write!(f, "draw by {}", self.cause),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_back_as_their_causes() {
        for (cause, word) in [
            (Cause::Unfinished, "unfinished"),
            (Cause::AdjudicatedWin, "adjudicated-win"),
            (Cause::AdjudicatedDraw, "adjudicated-draw"),
            (Cause::Length, "length"),
            (Cause::IllegalTurn, "illegal-turn"),
            (Cause::Time, "time"),
            (Cause::Stall, "stall"),
            (Cause::Crash, "crash"),
            (Cause::Disconnect, "disconnect"),
            (Cause::Start, "start"),
            (Cause::Protocol, "protocol"),
        ] {
            assert_eq!((Cause::from_word(word), cause.to_string()), (cause, word.to_owned()));
        }
        assert_eq!(Cause::from_word("capture"), Cause::Rules("capture".into()));
    }

    #[test]
    fn only_a_mistake_of_the_loser_is_a_fault() {
        assert_eq!(Ending::too_long().culprit(), None);
        let stall = Ending::lost(Player::P2, Cause::Stall, "no answer");
        assert_eq!((stall.winner, stall.culprit()), (Some(Player::P1), Some(Player::P2)));
        assert_eq!(stall.detail.as_deref(), Some("no answer"));
        for winner in [None, Some(Player::P1)] {
            assert_eq!(Ending::adjudicated(winner, "all agree").culprit(), None);
        }
    }

    #[test]
    fn a_late_answer_has_its_times_as_detail() {
        let detail = |budget: Option<u64>, stopped| {
            let budget = budget.map(Duration::from_millis);
            Ending::late(Player::P1, Duration::from_millis(1151), budget, stopped).detail.unwrap()
        };
        assert_eq!(detail(Some(1000), false), "1151 ms used, 1000 ms allowed");
        assert_eq!(detail(Some(1000), true), "1151 ms used, 1000 ms allowed; answered after `stop`");
        assert_eq!(detail(None, true), "1151 ms used, no limit of time; answered after `stop`");
    }
}
