//! The options that every game has.

use std::time::Duration;

use protocol::OptionDecl;
use protocol::server::EngineError;

/// Which search plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchKind {
    AlphaBeta,
    Mcts,
}

impl SearchKind {
    const WORDS: [&str; 2] = ["alphabeta", "mcts"];
}

/// The values of the options.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) hash: usize,
    pub(crate) threads: usize,
    pub(crate) search: SearchKind,
    pub(crate) lines: usize,
    pub(crate) move_overhead: Duration,
    pub(crate) seed: u64,
    pub(crate) show_wdl: bool,
    pub(crate) strict: bool,
}

const HASH: usize = 64;
const MOVE_OVERHEAD: u64 = 10;

impl Default for Options {
    fn default() -> Self {
        Options {
            hash: HASH,
            threads: 1,
            search: SearchKind::AlphaBeta,
            lines: 1,
            move_overhead: Duration::from_millis(MOVE_OVERHEAD),
            seed: 0,
            show_wdl: false,
            strict: false,
        }
    }
}

impl Options {
    /// What there is, apart from the game and its rules.
    pub(crate) fn declarations() -> Vec<OptionDecl> {
        vec![
            OptionDecl::spin("Hash", HASH as i64, 1, 1 << 16),
            OptionDecl::spin("Threads", 1, 1, 512),
            OptionDecl::combo("Search", SearchKind::WORDS[0], SearchKind::WORDS),
            OptionDecl::spin("MultiPV", 1, 1, 256),
            OptionDecl::spin("MoveOverhead", MOVE_OVERHEAD as i64, 0, 10_000),
            OptionDecl::spin("Seed", 0, 0, i64::MAX),
            OptionDecl::check("ShowWDL", false),
            OptionDecl::check("Strict", false),
        ]
    }

    /// Sets an option to a value that fits its declaration.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        match name {
            "Hash" => self.hash = number(name, value)?,
            "Threads" => self.threads = number(name, value)?,
            "Search" => {
                self.search =
                    if value == SearchKind::WORDS[0] { SearchKind::AlphaBeta } else { SearchKind::Mcts };
            }
            "MultiPV" => self.lines = number(name, value)?,
            "MoveOverhead" => self.move_overhead = Duration::from_millis(number(name, value)?),
            "Seed" => self.seed = number(name, value)?,
            "ShowWDL" => self.show_wdl = value == "true",
            "Strict" => self.strict = value == "true",
            _ => return Err(EngineError::new(format!("there is no option `{name}`"))),
        }
        Ok(())
    }
}

fn number<N: std::str::FromStr>(name: &str, value: &str) -> Result<N, EngineError> {
    value.parse().map_err(|_| {
        EngineError::new(format!("option `{name}` does not take `{value}`: expected a whole number"))
    })
}
