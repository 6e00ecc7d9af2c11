//! `go`: the task of a search and its limits.

use core::fmt;
use core::time::Duration;

use crate::{
    Announcement, CommandError, Dialect,
    dialect::{field, words},
    words::{Words, millis},
};

/// A `go` command.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Go {
    /// The limits.
    pub limits: GoLimits,
    /// The task.
    pub task: GoTask,
    /// What the opponent announced with the last turn: an offer of a draw or a claim.
    pub announced: Option<Announcement>,
    /// The turns to choose from; empty for all legal turns.
    pub searchmoves: Vec<String>,
    /// The last turn of the position is only expected: the answer waits for `ponderhit` or `stop`, and so do the limits of
    /// time.
    pub ponder: bool,
}

/// The task of a `go` command.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum GoTask {
    /// Find a good turn.
    #[default]
    Search,
    /// Whether the player to move wins within this number of turns of both players together. (The text of UCI counts only
    /// the turns of the player to move; this number never does.)
    Mate(u32),
    /// Whether the game is won, without a limit of turns.
    Prove,
    /// Count the sequences of this number of actions.
    Perft(u32),
}

/// When a search must stop. Several limits hold together; without any, the engine decides.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct GoLimits {
    /// The clocks of player one and player two.
    pub clock: [GoClock; 2],
    /// Turns until the clocks get more time.
    pub moves_to_go: Option<u32>,
    /// The time for this turn.
    pub move_time: Option<Duration>,
    /// The CPU time of the engine's process for this turn, all threads together (an extension).
    pub cpu_time: Option<Duration>,
    /// The depth.
    pub depth: Option<u32>,
    /// The number of nodes.
    pub nodes: Option<u64>,
    /// Search until `stop`; the answer is not written before.
    pub infinite: bool,
}

/// One player's clock.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct GoClock {
    /// The time left; `None` without a clock.
    pub time: Option<Duration>,
    /// The time added at each turn.
    pub increment: Duration,
}

impl GoLimits {
    /// A limit of the depth only.
    pub fn depth(depth: u32) -> Self {
        GoLimits { depth: Some(depth), ..GoLimits::default() }
    }

    /// A limit of the nodes only.
    pub fn nodes(nodes: u64) -> Self {
        GoLimits { nodes: Some(nodes), ..GoLimits::default() }
    }

    /// A limit of the time for this turn only.
    pub fn move_time(time: Duration) -> Self {
        GoLimits { move_time: Some(time), ..GoLimits::default() }
    }

    /// No limit but `stop`.
    pub fn infinite() -> Self {
        GoLimits { infinite: true, ..GoLimits::default() }
    }

    /// Both clocks: the time left and the increment, player one first.
    pub fn clocks(time: [Duration; 2], increment: [Duration; 2]) -> Self {
        let clock = |i: usize| GoClock { time: Some(time[i]), increment: increment[i] };
        GoLimits { clock: [clock(0), clock(1)], ..GoLimits::default() }
    }
}

/// A search for a turn within limits.
impl From<GoLimits> for Go {
    fn from(limits: GoLimits) -> Go {
        Go { limits, ..Go::default() }
    }
}

impl Go {
    /// Reads the words after `go`. Of a limit given twice, and of two tasks, the last one holds.
    pub(crate) fn parse(mut words: Words<'_>, dialect: Dialect) -> Result<Go, CommandError> {
        const COUNT: &str = "a whole number from 0 to 4294967295";
        const NODES: &str = "a whole number from 0 to 18446744073709551615";
        let Go { mut limits, mut task, mut announced, mut searchmoves, mut ponder } = Go::default();
        let mut lists_turns = false;
        while let Some(word) = words.next() {
            let lists = std::mem::take(&mut lists_turns);
            match word {
                "p1time" | "wtime" => limits.clock[0].time = Some(words.millis(word)?),
                "p2time" | "btime" => limits.clock[1].time = Some(words.millis(word)?),
                "p1inc" | "winc" => limits.clock[0].increment = words.millis(word)?,
                "p2inc" | "binc" => limits.clock[1].increment = words.millis(word)?,
                "movestogo" => limits.moves_to_go = Some(words.number(word, COUNT)?),
                "movetime" => limits.move_time = Some(words.millis(word)?),
                "cputime" => limits.cpu_time = Some(words.millis(word)?),
                "depth" => limits.depth = Some(words.number(word, COUNT)?),
                "nodes" => limits.nodes = Some(words.number(word, NODES)?),
                "infinite" => limits.infinite = true,
                "mate" => {
                    let turns: u32 = words.number(word, COUNT)?;
                    // In UCI, `n` turns of the mover have `n - 1` of the other between them.
                    let of_both = turns.saturating_mul(2).saturating_sub(1);
                    task = GoTask::Mate(if dialect == Dialect::Uci { of_both } else { turns });
                }
                "prove" => task = GoTask::Prove,
                "perft" => task = GoTask::Perft(words.number(word, COUNT)?),
                "draw" | "claim" => announced = Announcement::from_word(word),
                "ponder" => ponder = true,
                "searchmoves" => lists_turns = true,
                turn if lists => {
                    searchmoves.push(turn.into());
                    lists_turns = true;
                }
                _ => {} // unknown words are skipped, as UCI says
            }
        }
        Ok(Go { limits, task, announced, searchmoves, ponder })
    }

    /// Writes the words after `go`.
    pub(crate) fn write(&self, f: &mut fmt::Formatter<'_>, dialect: Dialect) -> fmt::Result {
        match self.task {
            GoTask::Search => {}
            GoTask::Mate(turns) if dialect == Dialect::Uci => write!(f, " mate {}", turns.div_ceil(2))?,
            GoTask::Mate(turns) => write!(f, " mate {turns}")?,
            GoTask::Prove => f.write_str(" prove")?,
            GoTask::Perft(depth) => write!(f, " perft {depth}")?,
        }
        if self.ponder {
            f.write_str(" ponder")?;
        }
        let limits = &self.limits;
        let (times, increments) = match dialect {
            Dialect::Ugi => (["p1time", "p2time"], ["p1inc", "p2inc"]),
            Dialect::Uci => (["wtime", "btime"], ["winc", "binc"]),
        };
        // UGI requires all arguments of the clocks if there is one of them.
        if limits.clock != [GoClock::default(); 2] {
            for (word, clock) in times.iter().zip(&limits.clock) {
                field(f, word, clock.time.map(millis))?;
            }
            for (word, clock) in increments.iter().zip(&limits.clock) {
                field(f, word, Some(millis(clock.increment)))?;
            }
        }
        field(f, "movestogo", limits.moves_to_go)?;
        field(f, "movetime", limits.move_time.map(millis))?;
        field(f, "cputime", limits.cpu_time.map(millis))?;
        field(f, "depth", limits.depth)?;
        field(f, "nodes", limits.nodes)?;
        if limits.infinite {
            f.write_str(" infinite")?;
        }
        if let Some(announced) = self.announced {
            write!(f, " {announced}")?;
        }
        if self.searchmoves.is_empty() { Ok(()) } else { words(f, " searchmoves", &self.searchmoves) }
    }
}
