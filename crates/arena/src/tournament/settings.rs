//! What a tournament is, but for the game and the entrants.

use serde::{Deserialize, Serialize};

use crate::engine::limits::Limits;
use crate::game::judge::Judging;
use crate::openings::{Openings, RandomOpenings};
use crate::schedule::Format;
use match_stats::Sprt;

/// What a tournament is, but for the game and the entrants. All of it is kept in the store, and together with
/// them it decides which games are played; how many at a time, and by whom, has no say in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Settings {
    /// Who meets whom.
    pub format: Format,
    /// How many pairs of games two entrants play when they meet; with a [test](Self::sprt), at most.
    pub pairs: usize,
    /// The test that ends the tournament as soon as it has decided; for two entrants.
    pub sprt: Option<Sprt>,
    /// Where the games begin.
    pub openings: Openings,
    /// The limits of each turn, where an entrant has none of its own.
    pub limits: Limits,
    /// What ends a game besides the rules.
    pub judging: Judging,
    /// Where openings and the players' chance come from.
    pub seed: u64,
}

impl Default for Settings {
    /// A round robin of one pair each, from the first position, without limits.
    fn default() -> Self {
        Settings {
            format: Format::RoundRobin,
            pairs: 1,
            sprt: None,
            openings: Openings::Random(RandomOpenings::unchecked(0)),
            limits: Limits::default(),
            judging: Judging::default(),
            seed: 0,
        }
    }
}

/// How one process works on a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// How many games it plays at a time; 0 counts as 1.
    pub concurrency: usize,
    /// How long a claimed game stays its own without a sign of life. Signs are given three times as often.
    pub lease: std::time::Duration,
}

impl Default for Work {
    /// One game at a time, a lease of half a minute.
    fn default() -> Self {
        Work { concurrency: 1, lease: std::time::Duration::from_secs(30) }
    }
}
