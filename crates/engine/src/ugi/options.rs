//! The options that every game has.

use std::fs::File;
use std::sync::Arc;

use protocol::server::EngineError;
use protocol::{ANNOUNCEMENTS, OptionDecl};
use resources::memory::MAX_MEBIBYTES;
use search::{Number, Score};

use crate::level::{ELO_STEP, FIRST_ELO, LAST_ELO};
use crate::parameters::LEVELS;
use crate::setup::{SearchKind, Setup};

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
    /// In milliseconds.
    pub(crate) move_overhead: u64,
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
    /// In centipawns; 0 for none.
    pub(crate) variety: i32,
    pub(crate) variety_turns: usize,
    /// In centipawns, positive; 0 for never.
    pub(crate) resign_score: i32,
    pub(crate) resign_turns: u32,
    /// In centipawns.
    pub(crate) draw_score: i32,
}

/// The value of `Skill Level` for no level: one more than the highest.
const FULL_STRENGTH: u32 = LEVELS as u32 + 1;
const MAX_SCORE: i64 = Score::MAX_CENTIPAWNS as i64;

impl Default for EngineOptions {
    fn default() -> Self {
        EngineOptions {
            setup: Setup::default(),
            move_overhead: 10,
            skill_level: FULL_STRENGTH,
            limit_strength: false,
            elo: LAST_ELO,
            show_wdl: false,
            show_visits: false,
            strict: false,
            announcements: false,
            analyse_mode: false,
            debug_log: None,
            variety: 0,
            variety_turns: 6,
            resign_score: 0,
            resign_turns: 3,
            draw_score: 0,
        }
    }
}

impl EngineOptions {
    /// All options but `Game` and the rule options.
    #[must_use]
    pub fn declarations() -> Vec<DocumentedOption> {
        let documented = |one: EngineOption<'_>| DocumentedOption::new(one.declaration, one.meaning);
        EngineOptions::default().table().into_iter().map(documented).collect()
    }

    /// Each option: its name, its value with the range, and its meaning.
    fn table(&mut self) -> Vec<EngineOption<'_>> {
        let setup = &mut self.setup;
        vec![
            spin("Hash", &mut setup.hash, 1, MAX_MEBIBYTES as i64)
                .means("Memory of the transposition table or search tree, in MiB."),
            EngineOption::new(OptionDecl::button("Clear Hash"), |_| Ok(()))
                .means("Clears the transposition table or search tree, like `uginewgame`."),
            spin("Threads", &mut setup.threads, 1, 512)
                .means("Number of search threads; more than eight for each processor are not started."),
            EngineOption::new(OptionDecl::check("Ponder", false), |_| Ok(()))
                .means("Set by front-ends that will send `go ponder`; the engine always knows it."),
            search("Search", &mut setup.search)
                .means("Search that chooses the turn: alpha-beta or Monte-Carlo tree search; `auto` is the stronger one of the game."),
            check("Solver", &mut setup.solver)
                .means("Spends a part of each turn on proofs of who wins, in games that have a solver."),
            spin("MultiPV", &mut setup.multipv, 1, 256).means("Number of lines to report, the best first."),
            spin("MoveOverhead", &mut self.move_overhead, 0, 10_000).means(
                "Time lost per turn outside the engine, in ms; subtracted from the time to think.",
            ),
            spin("Seed", &mut setup.seed, 0, i64::MAX)
                .means("Seed of the random numbers of Monte-Carlo tree search, of the levels and of `Variety`."),
            spin("Variety", &mut self.variety, 0, 1_000).means(
                "Plays different games: in the first `VarietyTurns` turns a random one of the turns whose score is at most this below the best, in centipawns; 0 for none. At full strength, with one line.",
            ),
            spin("VarietyTurns", &mut self.variety_turns, 1, 1_000)
                .means("Number of turns of both players, from the start of the match, in which `Variety` counts."),
            spin("Skill Level", &mut self.skill_level, 1, FULL_STRENGTH.into()).means(
                "Level: 1 is the weakest, 8 the strongest; 9 is full strength.",
            ),
            check("UCI_LimitStrength", &mut self.limit_strength)
                .means("Plays as `UCI_Elo` says; `Skill Level` then has no effect."),
            spin("UCI_Elo", &mut self.elo, FIRST_ELO.into(), LAST_ELO.into())
                .means("Strength with `UCI_LimitStrength`: 1000 is level 1 of the game, 1700 is level 8."),
            check("ShowWDL", &mut self.show_wdl)
                .means("Adds `wdl` (win, draw and loss in per mille) to `info` lines."),
            check("ShowVisits", &mut self.show_visits).means(
                "Monte-Carlo tree search: sends `info string visits` with the visits of the actions of the root.",
            ),
            check("Strict", &mut self.strict).means("Exits with a failure status at the first error line."),
            check("UCI_AnalyseMode", &mut self.analyse_mode)
                .means("The position is analysed and not played: there are no announcements."),
            log_file("Debug Log File", &mut self.debug_log).means(
                "File that gets all lines, `>> ` before those read and `<< ` before those written; empty for none.",
            ),
            check(ANNOUNCEMENTS, &mut self.announcements).means(
                "Announces that it resigns, accepts a draw or claims the win, and answers the opponent's announcements.",
            ),
            spin("ResignScore", &mut self.resign_score, 0, MAX_SCORE).means(
                "With `Announcements`: resigns when it is behind by this score, in centipawns; 0 for never.",
            ),
            spin("ResignTurns", &mut self.resign_turns, 1, 1_000)
                .means("Number of own turns in a row with that score before it resigns."),
            spin("DrawScore", &mut self.draw_score, -MAX_SCORE, MAX_SCORE)
                .means("With `Announcements`: accepts a draw if its score is at most this, in centipawns."),
        ]
    }

    /// The Elo number of the level to play at; `None` for full strength.
    fn level_elo(&self) -> Option<u32> {
        let level = (self.skill_level < FULL_STRENGTH).then(|| FIRST_ELO + ELO_STEP * (self.skill_level - 1));
        if self.limit_strength { Some(self.elo) } else { level }
    }

    /// Sets an option to a value that its declaration accepts.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let option = self.table().into_iter().find(|option| option.declaration.name == name);
        let mut option = option.ok_or_else(|| EngineError::new(format!("there is no option `{name}`")))?;
        (option.set)(value)?;
        drop(option);
        self.setup.elo = self.level_elo();
        Ok(())
    }
}

type Setter<'o> = Box<dyn FnMut(&str) -> Result<(), EngineError> + 'o>;

/// An option with the place of its value, which is the default in a declaration.
struct EngineOption<'o> {
    declaration: OptionDecl,
    set: Setter<'o>,
    meaning: &'static str,
}

impl<'o> EngineOption<'o> {
    fn new(declaration: OptionDecl, set: impl FnMut(&str) -> Result<(), EngineError> + 'o) -> Self {
        EngineOption { declaration, set: Box::new(set), meaning: "" }
    }

    fn means(self, meaning: &'static str) -> Self {
        EngineOption { meaning, ..self }
    }
}

fn check<'o>(name: &'static str, value: &'o mut bool) -> EngineOption<'o> {
    EngineOption::new(OptionDecl::check(name, *value), |text| {
        *value = text == "true";
        Ok(())
    })
}

fn spin<'o, N: Number>(name: &'static str, value: &'o mut N, min: i64, max: i64) -> EngineOption<'o> {
    EngineOption::new(OptionDecl::spin(name, value.to_whole(), min, max), move |text| {
        *value = N::from_whole(number(name, text)?);
        Ok(())
    })
}

/// The search by its name.
fn search<'o>(name: &'static str, value: &'o mut Option<SearchKind>) -> EngineOption<'o> {
    const AUTO: &str = "auto";
    const NAMES: [(&str, SearchKind); 2] = [("alphabeta", SearchKind::AlphaBeta), ("mcts", SearchKind::Mcts)];
    let known = NAMES.iter().find(|(_, kind)| Some(*kind) == *value);
    let default = known.map_or(AUTO, |(name, _)| *name);
    let all = [AUTO].into_iter().chain(NAMES.map(|(name, _)| name));
    EngineOption::new(OptionDecl::combo(name, default, all), |text| {
        *value = NAMES.iter().find(|(name, _)| *name == text).map(|(_, kind)| *kind);
        Ok(())
    })
}

/// The file of a log, which is created; none for an empty path.
fn log_file<'o>(name: &'static str, file: &'o mut Option<Arc<File>>) -> EngineOption<'o> {
    EngineOption::new(OptionDecl::string(name, ""), |path| {
        let create = || File::create(path).map_err(|error| EngineError::new(format!("`{path}`: {error}")));
        *file = if path.is_empty() { None } else { Some(Arc::new(create()?)) };
        Ok(())
    })
}

pub(crate) fn number<N: std::str::FromStr>(name: &str, value: &str) -> Result<N, EngineError> {
    value.parse().map_err(|_| {
        EngineError::new(format!("option `{name}` does not take `{value}`: expected a whole number"))
    })
}
