//! The options that every game has.

use std::fs::File;
use std::sync::Arc;
use std::time::Duration;

use protocol::server::EngineError;
use protocol::{ANNOUNCEMENTS, OptionDecl};
use resources::memory::MAX_MEBIBYTES;
use search::Score;

use crate::level::{ELO_STEP, FIRST_ELO, LAST_ELO};
use crate::parameters::LEVELS;
use crate::setup::{SearchKind, Setup};

/// The values of `Search`: alpha-beta and Monte-Carlo tree search.
const SEARCHES: [&str; 2] = ["alphabeta", "mcts"];

/// A declared option with its meaning.
pub struct DocumentedOption {
    /// What the engine declares.
    pub declaration: OptionDecl,
    /// The meaning in one sentence.
    pub meaning: String,
}

impl DocumentedOption {
    pub(crate) fn new(declaration: OptionDecl, meaning: impl Into<String>) -> Self {
        DocumentedOption { declaration, meaning: meaning.into() }
    }
}

/// The values of the options.
#[derive(Clone, Debug)]
pub struct EngineOptions {
    pub(crate) setup: Setup,
    pub(crate) move_overhead: Duration,
    /// A level, or [`FULL_STRENGTH`].
    pub(crate) skill_level: u32,
    pub(crate) limit_strength: bool,
    pub(crate) elo: u32,
    pub(crate) show_wdl: bool,
    pub(crate) show_visits: bool,
    pub(crate) strict: bool,
    pub(crate) announcements: bool,
    pub(crate) analyse_mode: bool,
    pub(crate) debug_log: Option<Arc<File>>,
    /// In centipawns, positive; 0 for never.
    pub(crate) resign_score: i32,
    pub(crate) resign_turns: u32,
    /// In centipawns.
    pub(crate) draw_score: i32,
}

const DEFAULT_MOVE_OVERHEAD: u64 = 10;
const DEFAULT_RESIGN_TURNS: u32 = 3;
/// The value of `Skill Level` for no level: one more than the highest.
const FULL_STRENGTH: u32 = LEVELS as u32 + 1;
const MAX_SCORE: i64 = Score::MAX_CENTIPAWNS as i64;

impl Default for EngineOptions {
    fn default() -> Self {
        EngineOptions {
            setup: Setup::default(),
            move_overhead: Duration::from_millis(DEFAULT_MOVE_OVERHEAD),
            skill_level: FULL_STRENGTH,
            limit_strength: false,
            elo: LAST_ELO,
            show_wdl: false,
            show_visits: false,
            strict: false,
            announcements: false,
            analyse_mode: false,
            debug_log: None,
            resign_score: 0,
            resign_turns: DEFAULT_RESIGN_TURNS,
            draw_score: 0,
        }
    }
}

impl From<Setup> for EngineOptions {
    fn from(setup: Setup) -> Self {
        EngineOptions { setup, ..EngineOptions::default() }
    }
}

impl EngineOptions {
    /// All options but `Game` and the rule options.
    #[must_use]
    pub fn declarations() -> Vec<DocumentedOption> {
        let setup = Setup::default();
        vec![
            DocumentedOption::new(
                OptionDecl::spin("Hash", setup.hash as i64, 1, MAX_MEBIBYTES as i64),
                "Memory of the transposition table or search tree, in MiB.",
            ),
            DocumentedOption::new(
                OptionDecl::button("Clear Hash"),
                "Clears the transposition table or search tree, like `uginewgame`.",
            ),
            DocumentedOption::new(
                OptionDecl::spin("Threads", setup.threads as i64, 1, 512),
                "Number of search threads; more than eight for each processor are not started.",
            ),
            DocumentedOption::new(
                OptionDecl::check("Ponder", false),
                "Set by front-ends that will send `go ponder`; the engine always knows it.",
            ),
            DocumentedOption::new(
                OptionDecl::combo("Search", SEARCHES[0], SEARCHES),
                "Search that chooses the turn: alpha-beta or Monte-Carlo tree search.",
            ),
            DocumentedOption::new(
                OptionDecl::check("Solver", setup.solver),
                "Spends a part of each turn on proofs of who wins, in games that have a solver.",
            ),
            DocumentedOption::new(
                OptionDecl::spin("MultiPV", setup.multipv as i64, 1, 256),
                "Number of lines to report, the best last.",
            ),
            DocumentedOption::new(
                OptionDecl::spin("MoveOverhead", DEFAULT_MOVE_OVERHEAD as i64, 0, 10_000),
                "Time lost per turn outside the engine, in ms; subtracted from the time to think.",
            ),
            DocumentedOption::new(
                OptionDecl::spin("Seed", setup.seed as i64, 0, i64::MAX),
                "Seed of the random numbers of Monte-Carlo tree search and of the levels.",
            ),
            DocumentedOption::new(
                OptionDecl::spin("Skill Level", FULL_STRENGTH.into(), 1, FULL_STRENGTH.into()),
                "Level: 1 is the weakest, each of the following seven is about 100 Elo stronger; 9 is full strength.",
            ),
            DocumentedOption::new(
                OptionDecl::check("UCI_LimitStrength", false),
                "Plays as `UCI_Elo` says; `Skill Level` then has no effect.",
            ),
            DocumentedOption::new(
                OptionDecl::spin("UCI_Elo", LAST_ELO.into(), FIRST_ELO.into(), LAST_ELO.into()),
                "Strength with `UCI_LimitStrength`: 1000 is level 1 of the game, 1700 is level 8.",
            ),
            DocumentedOption::new(
                OptionDecl::check("ShowWDL", false),
                "Adds `wdl` (win, draw and loss in per mille) to `info` lines.",
            ),
            DocumentedOption::new(
                OptionDecl::check("ShowVisits", false),
                "Monte-Carlo tree search: sends `info string visits` with the visits of the actions of the root.",
            ),
            DocumentedOption::new(
                OptionDecl::check("Strict", false),
                "Exits with a failure status at the first error line.",
            ),
            DocumentedOption::new(
                OptionDecl::check("UCI_AnalyseMode", false),
                "The position is analysed and not played: there are no announcements.",
            ),
            DocumentedOption::new(
                OptionDecl::string("Debug Log File", ""),
                "File that gets all lines, `>> ` before those read and `<< ` before those written; empty for none.",
            ),
            DocumentedOption::new(
                OptionDecl::check(ANNOUNCEMENTS, false),
                "Announces that it resigns, accepts a draw or claims the win, and answers the opponent's announcements.",
            ),
            DocumentedOption::new(
                OptionDecl::spin("ResignScore", 0, 0, MAX_SCORE),
                "With `Announcements`: resigns when it is behind by this score, in centipawns; 0 for never.",
            ),
            DocumentedOption::new(
                OptionDecl::spin("ResignTurns", DEFAULT_RESIGN_TURNS.into(), 1, 1_000),
                "Number of own turns in a row with that score before it resigns.",
            ),
            DocumentedOption::new(
                OptionDecl::spin("DrawScore", 0, -MAX_SCORE, MAX_SCORE),
                "With `Announcements`: accepts a draw if its score is at most this, in centipawns.",
            ),
        ]
    }

    /// The Elo number of the level to play at; `None` for full strength.
    fn level_elo(&self) -> Option<u32> {
        let level = (self.skill_level < FULL_STRENGTH).then(|| FIRST_ELO + ELO_STEP * (self.skill_level - 1));
        if self.limit_strength { Some(self.elo) } else { level }
    }

    /// Sets an option to a value that its declaration accepts.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        match name {
            "Hash" => self.setup.hash = number(name, value)?,
            "Threads" => self.setup.threads = number(name, value)?,
            "Search" => {
                self.setup.search =
                    if value == SEARCHES[0] { SearchKind::AlphaBeta } else { SearchKind::Mcts };
            }
            "Solver" => self.setup.solver = value == "true",
            "MultiPV" => self.setup.multipv = number(name, value)?,
            "MoveOverhead" => self.move_overhead = Duration::from_millis(number(name, value)?),
            "Seed" => self.setup.seed = number(name, value)?,
            "Skill Level" => self.skill_level = number(name, value)?,
            "UCI_LimitStrength" => self.limit_strength = value == "true",
            "UCI_Elo" => self.elo = number(name, value)?,
            "ShowWDL" => self.show_wdl = value == "true",
            "ShowVisits" => self.show_visits = value == "true",
            "Strict" => self.strict = value == "true",
            // Only for the front-end.
            "Ponder" => {}
            "UCI_AnalyseMode" => self.analyse_mode = value == "true",
            "Debug Log File" => self.debug_log = log_file(value)?,
            ANNOUNCEMENTS => self.announcements = value == "true",
            "ResignScore" => self.resign_score = number(name, value)?,
            "ResignTurns" => self.resign_turns = number(name, value)?,
            "DrawScore" => self.draw_score = number(name, value)?,
            _ => return Err(EngineError::new(format!("there is no option `{name}`"))),
        }
        self.setup.elo = self.level_elo();
        Ok(())
    }
}

/// Creates the file of a log; `None` for an empty path.
fn log_file(path: &str) -> Result<Option<Arc<File>>, EngineError> {
    if path.is_empty() {
        return Ok(None);
    }
    let file = File::create(path).map_err(|error| EngineError::new(format!("`{path}`: {error}")))?;
    Ok(Some(Arc::new(file)))
}

pub(crate) fn number<N: std::str::FromStr>(name: &str, value: &str) -> Result<N, EngineError> {
    value.parse().map_err(|_| {
        EngineError::new(format!("option `{name}` does not take `{value}`: expected a whole number"))
    })
}
