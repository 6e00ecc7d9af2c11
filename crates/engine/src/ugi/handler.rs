//! The handler of one game: its rules, the match that is set, and its search.

use std::cmp::Reverse;
use std::fmt::Display;
use std::fs;
use std::sync::Arc;
use std::time::Duration;

use abstract_game::facade::AnyMatch;
use abstract_game::{Match, OptionSpec, Player, Position as _, Rules, turn};
use grid_topology::CellName;
use parking_lot::Mutex;
use protocol::server::{EngineError, Job};
use protocol::{Go, GoTask, JobRequest, OptionDecl, Print, Query, Start};
use resources::memory;
use search::{Parameter, Parameters as _};

use crate::game_engine::{GameEngine, ParametersOf, PositionOf, Term};
use crate::games;
use crate::setup::{SearchKind, Setup};
use crate::training::SetNetwork;
use crate::ugi::announce::HopelessRuns;
use crate::ugi::jobs;
use crate::ugi::options::{self, DocumentedOption, EngineOptions};
use crate::ugi::search_setup::{SearchSetup, SharedSearch};
use crate::ugi::variety::{self, SharedRandom};

/// The answer to `license`.
const LICENSE: &str = concat!(
    "Agon is free software: you may use it under the MIT licence or the Apache License 2.0, as you choose.\n",
    include_str!("../../LICENSE-MIT")
);

/// The answer to `compiler`.
const COMPILER: &str = concat!(
    "Agon ",
    env!("CARGO_PKG_VERSION"),
    ", compiled by ",
    env!("AGON_RUSTC"),
    " for ",
    env!("AGON_TARGET")
);

/// The answer to `query limits`.
const LIMITS: &str = "p1time p2time p1inc p2inc movestogo movetime cputime depth nodes infinite";

/// The option with the file of a network, after the game's title.
const EVAL_FILE: &str = "EvalFile";

/// The kind, solver, hash size and level of a search.
type Config = (Option<SearchKind>, bool, usize, Option<u32>);

/// The handler of any game.
pub(crate) trait GameHandler: Send {
    /// The game's name.
    fn name(&self) -> &'static str;
    /// The options of the rules and of the network, with the game's title as a prefix.
    fn own_options(&self) -> Vec<DocumentedOption>;
    /// The parameters that change something in this game, as options with its title as a prefix.
    fn parameters(&self) -> Vec<DocumentedOption>;
    /// Sets an option of the rules or of the network or, in a build for tuning, a parameter by its full name. `None` if it is not one of this game's.
    fn set_own(&mut self, name: &str, value: &str) -> Option<Result<(), EngineError>>;
    /// Applies changed options to the search. On an error, too little memory, the search stays as it is.
    fn apply(&mut self, options: &EngineOptions) -> Result<(), EngineError>;
    /// Creates the search, so that no game clock runs while its memory is allocated.
    fn prepare(&mut self, options: &EngineOptions);
    /// Frees the search: another game is chosen.
    fn close(&mut self);
    /// Clears what the search has kept.
    fn new_game(&mut self);
    /// Sets the match; on an error the match before stays.
    fn set_position(&mut self, start: &Start, turns: &[String]) -> Result<(), EngineError>;
    /// Answers a query.
    fn query(&self, query: &Query) -> Result<String, EngineError>;
    /// The terms of the static evaluation for the player to act; none if the game is over.
    fn terms(&self) -> Vec<Term>;
    /// For each piece or stack by how many centipawns the network's output for the player to act is higher than without it; none if
    /// the game is over.
    fn shares(&self) -> Vec<(CellName, i32)>;
    /// The legal actions with their probabilities before any search; none if the game is over.
    fn priors(&self) -> Vec<(String, f32)>;
    /// The answer to a command that prints text.
    fn print(&mut self, what: Print) -> Result<String, EngineError>;
    /// The time of a turn from `ponderhit` on, if it is limited.
    fn ponder_time(&self, go: &Go, options: &EngineOptions) -> Option<Duration>;
    /// The job of a command that starts one.
    fn job(&self, request: &JobRequest, options: &EngineOptions) -> Result<Job, EngineError>;
}

/// A handler of every game. The first game is the default.
pub(crate) fn handlers() -> Vec<Box<dyn GameHandler>> {
    struct NewHandler;

    impl games::PlayerVisitor for NewHandler {
        type Output = Box<dyn GameHandler>;

        fn visit<G: GameEngine>(self) -> Self::Output {
            Handler::<G>::boxed()
        }
    }

    ::games::names().filter_map(|game| games::visit(game, NewHandler)).collect()
}

/// The handler of one game.
pub(crate) struct Handler<G: GameEngine> {
    rules: G::Rules,
    game: Match<PositionOf<G>>,
    search: SharedSearch<PositionOf<G>>,
    parameters: ParametersOf<G>,
    hopeless: Arc<Mutex<HopelessRuns>>,
    /// Goes on through all games.
    random: SharedRandom,
    /// The kind, solver, hash size and level that `search` was or will be created with.
    search_config: Config,
    /// Whether no position was set yet: then changed rule options also change the match.
    at_default_start: bool,
}

impl<G: GameEngine> Handler<G> {
    pub(crate) fn new() -> Self {
        let rules = G::Rules::default();
        let game = Match::new(rules.start());
        let options = EngineOptions::default();
        Handler {
            rules,
            game,
            search: Arc::default(),
            parameters: G::PARAMETERS,
            hopeless: Arc::default(),
            random: variety::random(options.setup.seed),
            search_config: config(&options.setup),
            at_default_start: true,
        }
    }

    pub(crate) fn boxed() -> Box<dyn GameHandler> {
        Box::new(Self::new())
    }

    fn setup(&self, options: &EngineOptions) -> SearchSetup<G> {
        SearchSetup { options: options.clone(), parameters: self.parameters.clone() }
    }
}

impl<G: GameEngine> GameHandler for Handler<G> {
    fn name(&self) -> &'static str {
        G::Rules::NAME
    }

    fn own_options(&self) -> Vec<DocumentedOption> {
        let option = |spec: &OptionSpec| {
            let name = format!("{}.{}", G::Rules::TITLE, spec.name);
            DocumentedOption::new(OptionDecl::of_kind(name, spec.kind), spec.about)
        };
        let network = G::network().map(|_| {
            let declaration = OptionDecl::string(format!("{}.{EVAL_FILE}", G::Rules::TITLE), "");
            DocumentedOption::new(
                declaration,
                "File of the evaluation's network, as `trainer train` writes it; empty for the engine's own.",
            )
        });
        G::Rules::options().iter().map(option).chain(network).collect()
    }

    fn parameters(&self) -> Vec<DocumentedOption> {
        let mut parameters = G::PARAMETERS;
        let option = |one: &Parameter<'_>| {
            let name = format!("{}.{}", G::Rules::TITLE, one.name);
            let declaration = OptionDecl::spin(name, one.get(), one.min, one.max);
            DocumentedOption::new(declaration, "A number of the engine, for tuning.")
        };
        effective::<G>(&mut parameters).map(|one| option(&one)).collect()
    }

    fn set_own(&mut self, name: &str, value: &str) -> Option<Result<(), EngineError>> {
        let own = name.strip_prefix(G::Rules::TITLE)?.strip_prefix('.')?;
        if cfg!(feature = "tune")
            && let Some(set) = self.set_parameter(own, value)
        {
            return Some(set);
        }
        if own == EVAL_FILE
            && let Some(network) = G::network()
        {
            return Some(self.set_network(network.set, value));
        }
        let changed = self.rules.set_option(own, value);
        if self.at_default_start {
            self.game = Match::new(self.rules.start());
        }
        Some(changed.map_err(|error| EngineError::new(error.to_string())))
    }

    fn apply(&mut self, options: &EngineOptions) -> Result<(), EngineError> {
        variety::seed(&self.random, options.setup.seed);
        let new_search = || options.setup.new_search::<G>(&self.parameters);
        let config = config(&options.setup);
        let mut search = self.search.lock();
        match search.as_mut() {
            Some(search) if config == self.search_config => options.setup.configure(&mut **search),
            // The search is created by `isready` or `go`; a changed size of its memory is tried at once.
            None if options.setup.hash == self.search_config.2 => {}
            _ => {
                let held = search.as_ref().map_or(0, |_| self.search_config.2);
                let created = match new_search() {
                    // Without memory for both, the old search makes room.
                    Err(_) if options.setup.hash <= memory::available().saturating_add(held) => {
                        *search = None;
                        new_search()
                    }
                    created => created,
                };
                *search = Some(created.map_err(|error| EngineError::new(error.to_string()))?);
            }
        }
        self.search_config = config;
        Ok(())
    }

    fn prepare(&mut self, options: &EngineOptions) {
        self.search.lock().get_or_insert_with(|| options.setup.fitting_search::<G>(&self.parameters));
    }

    fn close(&mut self) {
        *self.search.lock() = None;
    }

    fn new_game(&mut self) {
        self.hopeless = Arc::default();
        if let Some(search) = self.search.lock().as_mut() {
            search.new_game();
        }
    }

    fn set_position(&mut self, start: &Start, turns: &[String]) -> Result<(), EngineError> {
        let first = match start {
            Start::Startpos => self.rules.start(),
            Start::Fen(text) => {
                self.rules.read_position(text).map_err(|error| EngineError::new(error.to_string()))?
            }
        };
        let mut game = Match::new(first);
        for (number, text) in (1..).zip(turns) {
            game.play_turn(text).map_err(|error| {
                EngineError::new(format!("turn {number} `{text}` cannot be played: {error}"))
            })?;
        }
        self.game = game;
        self.at_default_start = false;
        Ok(())
    }

    fn query(&self, query: &Query) -> Result<String, EngineError> {
        let game: &dyn AnyMatch = &self.game;
        Ok(match query {
            Query::P1Turn => (game.player_to_act() == Player::P1).to_string(),
            Query::GameOver => game.result().is_some().to_string(),
            Query::Result => match game.result().map(|end| end.winner) {
                None => "none",
                Some(None) => "draw",
                Some(Some(Player::P1)) => "p1win",
                Some(Some(Player::P2)) => "p2win",
            }
            .to_owned(),
            Query::Fen => game.position_text(),
            Query::IsLegal(turn) => game.check_turn(turn).is_ok().to_string(),
            Query::Turns(limit) => game.legal_turns(limit.unwrap_or(usize::MAX)).join(" "),
            Query::Actions(unfinished) => game
                .legal_actions(unfinished.as_deref().unwrap_or(""))
                .map_err(|error| EngineError::new(error.to_string()))?
                .join(" "),
            Query::Limits => LIMITS.to_owned(),
            Query::Termination => game.result().map_or("none", |end| end.reason.as_str()).to_owned(),
        })
    }

    fn terms(&self) -> Vec<Term> {
        if self.game.result().is_some() {
            return Vec::new();
        }
        G::terms(&self.parameters.knowledge, self.game.position())
    }

    fn shares(&self) -> Vec<(CellName, i32)> {
        match G::network() {
            Some(network) if self.game.result().is_none() => {
                (network.shares)(&self.parameters.knowledge, self.game.position())
            }
            _ => Vec::new(),
        }
    }

    fn priors(&self) -> Vec<(String, f32)> {
        if self.game.result().is_some() {
            return Vec::new();
        }
        let position = self.game.position();
        let priors = G::mcts(&self.parameters).priors(position);
        priors.into_iter().map(|(action, prior)| (turn::write(position, &[action]), prior)).collect()
    }

    fn print(&mut self, what: Print) -> Result<String, EngineError> {
        Ok(match what {
            Print::Board => {
                let position = self.game.position();
                let drawing = position.drawing();
                format!("{}\nposition: {position}\nkey: {:016x}", drawing.trim_end(), position.key())
            }
            Print::Eval => self.evaluation(),
            Print::License => LICENSE.trim_end().to_owned(),
            Print::Compiler => COMPILER.to_owned(),
            Print::Flip => {
                let exchanged = self.game.position().exchange_players();
                let none = "no position here has the players exchanged";
                let exchanged = exchanged.ok_or_else(|| EngineError::new(none))?;
                let text = format!("position: {exchanged}");
                self.game = Match::new(exchanged);
                text
            }
        })
    }

    fn ponder_time(&self, go: &Go, options: &EngineOptions) -> Option<Duration> {
        self.setup(options).limits(&self.game, &go.limits).time.map(|budget| budget.soft)
    }

    fn job(&self, request: &JobRequest, options: &EngineOptions) -> Result<Job, EngineError> {
        let (game, setup) = (self.game.clone(), self.setup(options));
        Ok(match request {
            JobRequest::Go(go) if go.task != GoTask::Search && !go.searchmoves.is_empty() => {
                return Err(EngineError::new("searchmoves is for a search, not for mate, prove or perft"));
            }
            JobRequest::Go(go) => match go.task {
                GoTask::Perft(depth) => jobs::perft::job::<G>(game, depth),
                GoTask::Search => {
                    let search = Arc::clone(&self.search);
                    let kept = (Arc::clone(&self.hopeless), Arc::clone(&self.random));
                    jobs::search::job(game, search, kept, go.clone(), setup)?
                }
                GoTask::Mate(turns) => jobs::proof::job(game, Some(turns), &go.limits, setup),
                GoTask::Prove => jobs::proof::job(game, None, &go.limits, setup),
            },
            JobRequest::Claim(claim) => jobs::proof::claim(game, *claim, setup),
            JobRequest::Bench(arguments) => jobs::bench::job(arguments, &setup)?,
            JobRequest::SpeedTest(arguments) => jobs::bench::speed_test(arguments, &setup)?,
            JobRequest::GenFens(arguments) => jobs::openings::job(self.rules.clone(), arguments, &setup)?,
        })
    }
}

impl<G: GameEngine> Handler<G> {
    /// Sets a parameter; the search is created again. `None` if there is no such parameter.
    pub(crate) fn set_parameter(&mut self, name: &str, value: &str) -> Option<Result<(), EngineError>> {
        let mut found = effective::<G>(&mut self.parameters).find(|one| one.name == name)?;
        let set = options::number(name, value).map(|value| found.set(value));
        drop(found);
        self.close();
        Some(set)
    }

    /// Makes the evaluation use the network of a file, or the engine's own if the path is empty; the search is created again.
    fn set_network(&mut self, set: SetNetwork<G::Knowledge>, path: &str) -> Result<(), EngineError> {
        let failed = |error: &dyn Display| EngineError::new(format!("`{path}`: {error}"));
        let file = if path.is_empty() { None } else { Some(fs::read(path).map_err(|error| failed(&error))?) };
        set(&mut self.parameters.knowledge, file.as_deref()).map_err(|error| failed(&error))?;
        self.close();
        Ok(())
    }

    /// The static evaluation with its terms.
    fn evaluation(&self) -> String {
        if let Some(end) = self.game.result() {
            return format!("the game is over: {end}");
        }
        let terms = self.terms();
        if terms.is_empty() {
            return "there is no static evaluation: of this game the engine knows only the rules".to_owned();
        }
        let pawns = |centipawns| f64::from(centipawns) / 100.0;
        let mut text = String::new();
        for term in &terms {
            text += &format!("{:<16} {:+.2}\n", term.name, pawns(term.centipawns));
        }
        let sum = Term::sum(&terms);
        text += &format!("{:<16} {:+.2} for {}", "sum", pawns(sum), self.game.player_to_act());
        let mut shares = self.shares();
        shares.sort_by_key(|&(_, share)| Reverse(share.abs()));
        if !shares.is_empty() {
            text += "\nthe network's output less that without a piece or stack:";
        }
        for (cell, share) in shares {
            text += &format!("\n{:<16} {:+.2}", cell.to_string(), pawns(share));
        }
        text
    }
}

/// The parameters that change something in the game.
pub(crate) fn effective<G: GameEngine>(
    parameters: &mut ParametersOf<G>,
) -> impl Iterator<Item = Parameter<'_>> {
    let has_solver = G::solver().is_some();
    let is_of_solver = |name: &str| name.starts_with("Solved.") || name == "Proof.solver-nodes";
    let has_effect = move |one: &Parameter<'_>| {
        !G::WITHOUT_EFFECT.contains(&one.name.as_str()) && (has_solver || !is_of_solver(&one.name))
    };
    parameters.list().into_iter().filter(has_effect)
}

/// What a search is made with: for another one it is made again.
fn config(setup: &Setup) -> Config {
    (setup.search, setup.solver, setup.hash, setup.elo)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::nika::NikaEngine;
    use crate::games::snorkels::SnorkelsEngine;
    use crate::games::symbol::SymbolEngine;

    fn options(setup: Setup) -> EngineOptions {
        EngineOptions { setup, ..EngineOptions::default() }
    }

    #[test]
    fn the_table_is_made_when_the_option_is_set_and_at_isready() {
        let mut handler = Handler::<NikaEngine>::new();
        let two_threads = options(Setup { threads: 2, ..Setup::default() });
        handler.apply(&two_threads).expect("the options are fine");
        assert!(handler.search.lock().is_none(), "no table is made before its size is known");
        handler.prepare(&two_threads);
        assert!(handler.search.lock().is_some());
        handler.close();
        let larger = Setup { hash: 2, ..two_threads.setup };
        handler.apply(&options(larger)).expect("2 MiB are available");
        assert!(handler.search.lock().is_some());
    }

    #[test]
    fn a_refused_hash_keeps_the_table() {
        let mut handler = Handler::<NikaEngine>::new();
        handler.apply(&options(Setup { hash: 2, ..Setup::default() })).expect("2 MiB are available");
        let too_much = options(Setup { hash: usize::MAX >> 20, ..Setup::default() });
        assert!(handler.apply(&too_much).is_err());
        assert!(handler.search.lock().is_some());
        assert_eq!(handler.search_config.2, 2);
    }

    /// Both are options of the game when the engine is built for tuning.
    #[test]
    fn no_parameter_has_the_name_of_an_option_of_the_rules() {
        fn check<G: GameEngine>() {
            let mut parameters = G::PARAMETERS;
            let names: Vec<String> = parameters.list().into_iter().map(|one| one.name).collect();
            for option in G::Rules::options() {
                assert!(names.iter().all(|name| *name != option.name), "{}", option.name);
            }
        }
        check::<SnorkelsEngine>();
        check::<SymbolEngine>();
        check::<NikaEngine>();
    }
}
