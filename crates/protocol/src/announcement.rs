//! What a player announces besides a turn: that it resigns, wants a draw, or claims the win.

use core::fmt;

/// The name of the option by which an engine declares that it knows announcements and a front-end allows them. An engine
/// without it receives no announcements, and its own are ignored.
pub const ANNOUNCEMENTS: &str = "Announcements";

/// What a player announces with a turn.
///
/// An engine announces it on a line of its own before `bestmove`: `info resign`, `info draw`, `info claim`. It receives the
/// opponent's announcement as `go draw` or `go claim`, beside the limits.
///
/// ```
/// use protocol::{Announcement, Dialect, Info};
/// let info = Info::parse("info draw", Dialect::Ugi).unwrap();
/// assert_eq!(info.announcement, Some(Announcement::Draw));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Announcement {
    /// The player resigns. Also the answer that concedes a claim.
    Resign,
    /// The player offers a draw or, if the opponent has just offered one, accepts it. To decline is to announce nothing.
    Draw,
    /// The player claims to win for certain. The opponent resigns or plays on.
    Claim,
}

impl Announcement {
    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Announcement::Resign => "resign",
            Announcement::Draw => "draw",
            Announcement::Claim => "claim",
        }
    }

    /// The announcement of this word.
    pub fn from_word(word: &str) -> Option<Announcement> {
        [Announcement::Resign, Announcement::Draw, Announcement::Claim].into_iter().find(|a| a.word() == word)
    }
}

impl fmt::Display for Announcement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}
