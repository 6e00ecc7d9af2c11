//! A turn of a game, and an engine's report about it.

use std::time::Duration;

use abstract_game::Player;
use protocol::ReportedScore;

/// A turn that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedTurn {
    /// Its text.
    pub turn: String,
    /// The side that played it.
    pub player: Player,
    /// The seat that played it, as an index into the game's seats.
    pub seat: usize,
    /// The engine's report and its time; `None` in the opening.
    pub info: Option<TurnInfo>,
}

/// An engine's report about a turn, and the time of the turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TurnInfo {
    /// The position's value for the player.
    pub score: Option<ReportedScore>,
    /// The depth searched.
    pub depth: Option<u32>,
    /// Number of nodes searched.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// The time that the engine reports.
    pub reported_time: Option<Duration>,
    /// The time that the engine is charged with.
    pub time: Duration,
}

impl TurnInfo {
    /// The time charged beyond the time reported: communication and the engine's own overhead. Engines report whole
    /// milliseconds, so up to one of them may be rounding.
    ///
    /// ```
    /// use std::time::Duration;
    /// use game_record::TurnInfo;
    /// let ms = Duration::from_millis;
    /// let info = TurnInfo { reported_time: Some(ms(100)), time: ms(103), ..TurnInfo::default() };
    /// assert_eq!(info.overhead(), Some(ms(3)));
    /// ```
    pub fn overhead(&self) -> Option<Duration> {
        self.reported_time.map(|reported| self.time.saturating_sub(reported))
    }
}
