//! The messages about engines. All others are those of `session`.

use std::time::Duration;

use protocol::{ANNOUNCEMENTS, Go, GoLimits, GoTask, Info, ReportedScore, ScoreBound};
use serde::{Deserialize, Serialize};
use session::{SearchInput, State};

/// A request about engines: an object with the word `do`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum EngineRequest {
    /// The names of the engines.
    Engines,
    /// Searches the present position; a search of the same engine is stopped.
    Think {
        engine: String,
        limit: Limit,
        /// The number of principal variations.
        #[serde(default = "one")]
        lines: u8,
        /// Whether the turn that it finds is played.
        #[serde(default)]
        play: bool,
        /// Whether it searches what the opponent threatens instead: the position after a skipped turn.
        #[serde(default)]
        threat: bool,
        /// Whether the opponent offers a draw. If the engine accepts, the game ends instead of its turn.
        #[serde(default)]
        draw: bool,
    },
    /// Stops the search of an engine.
    Stop { engine: String },
}

const fn one() -> u8 {
    1
}

/// When a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Limit {
    /// Milliseconds.
    Time(u32),
    Nodes(u64),
    Depth(u32),
    /// The clocks of the game.
    Clock,
    /// A level, 1 to 8: that of the engine's option `Skill Level`, or nodes if it has none.
    Level(u8),
    /// Only `stop` ends it.
    Infinite,
    /// A proof search of this many nodes, instead of a search for a good turn.
    Prove(u64),
}

impl Limit {
    pub(crate) fn go(self, clocks: Option<([Duration; 2], Duration)>) -> Go {
        let limits = match (self, clocks) {
            (Limit::Time(milliseconds), _) => GoLimits::move_time(Duration::from_millis(milliseconds.into())),
            (Limit::Nodes(nodes) | Limit::Prove(nodes), _) => GoLimits::nodes(nodes),
            (Limit::Depth(depth), _) => GoLimits::depth(depth),
            (Limit::Clock, Some((left, increment))) => GoLimits::clocks(left, [increment; 2]),
            (Limit::Clock, None) => GoLimits::move_time(Duration::from_secs(1)),
            (Limit::Level(level), _) => {
                GoLimits::nodes(FIRST_LEVEL_NODES * 3_u64.pow(u32::from(level.clamp(1, LEVELS) - 1)))
            }
            (Limit::Infinite, _) => GoLimits::infinite(),
        };
        let task = if matches!(self, Limit::Prove(_)) { GoTask::Prove } else { GoTask::Search };
        Go { task, ..Go::from(limits) }
    }

    pub(crate) fn level(self) -> Option<u8> {
        match self {
            Limit::Level(level) => Some(level.clamp(1, LEVELS)),
            _ => None,
        }
    }
}

/// The number of levels.
const LEVELS: u8 = 8;
/// The value of `Skill Level` for full strength.
pub(crate) const FULL_STRENGTH: u8 = LEVELS + 1;
/// The nodes of level 1 of an engine without levels; each level has three times as many as the one below.
const FIRST_LEVEL_NODES: u64 = 20;
/// The nodes of a search at a level of the engine, which searches fewer.
const LEVEL_NODES: u64 = 1_000_000;

/// The words of `do` that are requests about engines.
pub(crate) const ENGINE_WORDS: [&str; 3] = ["engines", "think", "stop"];

/// A search.
#[derive(Clone, Debug)]
pub struct Job {
    /// The revision of the session.
    pub revision: u64,
    /// What is searched.
    pub input: SearchInput,
    /// How it is searched, and when the search ends. At a level: for engines without levels.
    pub go: Go,
    /// The level at which the engine plays, 1 to 8; `None` for full strength.
    pub level: Option<u8>,
    /// The seed of the turns that are drawn at a level.
    pub seed: u32,
    /// The number of principal variations.
    pub lines: u8,
    /// Whether the session plays the turn that is found.
    pub play: bool,
    /// Whether the search is for a threat.
    pub threat: bool,
}

impl Job {
    /// The options to set before the search, if the engine has them, and the limits. `has_levels`: whether its `Skill Level`
    /// has the levels of this page, [`FULL_STRENGTH`] being the greatest. Other engines have another range.
    pub(crate) fn settings(&self, has_levels: bool) -> (Vec<(&'static str, String)>, Go) {
        let mut options = vec![("MultiPV", self.lines.to_string()), ("ShowVisits", "true".to_owned())];
        if has_levels {
            options.push(("Skill Level", self.level.unwrap_or(FULL_STRENGTH).to_string()));
        }
        if self.go.announced.is_some() {
            options.push((ANNOUNCEMENTS, "true".to_owned()));
        }
        if self.level.is_some() {
            options.push(("Seed", self.seed.to_string()));
        }
        let plays_at_level = has_levels && self.level.is_some();
        let limits = if plays_at_level { GoLimits::nodes(LEVEL_NODES) } else { self.go.limits.clone() };
        (options, Go { limits, ..self.go.clone() })
    }
}

/// The visits in the text of `info string visits d4 12 c3 7`.
pub(crate) fn read_visits(text: &str) -> Option<Vec<(String, u64)>> {
    let words: Vec<&str> = text.strip_prefix("visits ")?.split_whitespace().collect();
    words.chunks(2).map(|pair| Some((pair[0].to_owned(), pair.get(1)?.parse().ok()?))).collect()
}

/// What the server sends about engines. `info`, `visits`, `played`, `best` and `engine-error` are no replies: they come at any time.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum EngineMessage {
    /// The reply to `think` and `stop`.
    Ok,
    /// The reply to `engines`.
    Engines {
        /// Their names.
        engines: Vec<String>,
    },
    /// A report of a search.
    Info(Report),
    /// How often a tree search has visited each first action.
    Visits {
        /// The name of the engine.
        engine: String,
        /// The revision of the session that is searched.
        revision: u64,
        /// Whether the search is for a threat.
        threat: bool,
        /// The actions and their visits, the most visited first.
        visits: Vec<(String, u64)>,
    },
    /// A search has ended.
    Best {
        /// The name of the engine.
        engine: String,
        /// The revision of the session that was searched.
        revision: u64,
        /// The turn found.
        turn: String,
        /// Whether the search was for a threat.
        threat: bool,
        /// The result of a proof search for the player to act: `win in 5 turns`, `unknown in 7 turns`.
        proof: Option<String>,
        /// Whether the session is to play it.
        #[serde(skip)]
        play: bool,
        /// Whether the engine accepts the draw that its opponent offered.
        #[serde(skip)]
        draw: bool,
    },
    /// The state changed without a request: an engine played, or a player's time is up.
    Played {
        /// The state after it.
        state: Box<State>,
    },
    /// An engine failed.
    EngineError {
        /// Its name.
        engine: String,
        /// What went wrong.
        message: String,
    },
}

/// A report of a search.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    engine: String,
    /// The revision of the session that is searched.
    revision: u64,
    /// Whether the search is for a threat.
    threat: bool,
    /// The rank of the variation, 1 for the best.
    line: u32,
    /// Hundredths, for player one.
    cp: Option<i32>,
    /// Turns to the win of player one; negative for player two.
    mate: Option<i32>,
    /// The proved winner where the number of turns is not known: 1 for player one, -1 for player two.
    proved: Option<i32>,
    /// `lower` or `upper` if the score is a bound, for player one.
    bound: Option<&'static str>,
    depth: u32,
    nodes: u64,
    nps: u64,
    /// Milliseconds.
    time: u64,
    pv: Vec<String>,
}

/// The greatest number of turns of a variation that is sent.
const MAX_PV: usize = 40;

impl Report {
    /// The report of an `info` line; `None` if it has no score.
    pub(crate) fn new(engine: &str, job: &Job, info: &Info) -> Option<Report> {
        let second = job.input.player.index() == 1;
        let own = |value: i32| if second { value.saturating_neg() } else { value };
        let (cp, mate, proved) = match info.score? {
            ReportedScore::Cp(cp) => (Some(own(cp)), None, None),
            ReportedScore::Mate(turns) => (None, Some(own(turns)), None),
            ReportedScore::Win => (None, None, Some(own(1))),
            ReportedScore::Loss => (None, None, Some(own(-1))),
        };
        let bound = info.bound.map(|bound| match (bound, second) {
            (ScoreBound::Lower, false) | (ScoreBound::Upper, true) => "lower",
            (ScoreBound::Upper, false) | (ScoreBound::Lower, true) => "upper",
        });
        Some(Report {
            engine: engine.to_owned(),
            revision: job.revision,
            threat: job.threat,
            line: info.multipv.unwrap_or(1),
            cp,
            mate,
            proved,
            bound,
            depth: info.depth.unwrap_or(0),
            nodes: info.nodes.unwrap_or(0),
            nps: info.nps.unwrap_or(0),
            time: info.time.map_or(0, |time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
            pv: info.pv.iter().take(MAX_PV).cloned().collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visits_are_pairs() {
        let read = |text| read_visits(text).map(|visits| format!("{visits:?}"));
        assert_eq!(read("visits d4 12 +Lc3 7").as_deref(), Some(r#"[("d4", 12), ("+Lc3", 7)]"#));
        for other in ["visits d4", "visits d4 x", "visit d4 12", "proof win in 3 turns"] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
