//! One game in the engine: its rules, the match being played and the searches that think about it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use abstract_game::facade::AnyMatch;
use abstract_game::{Match, OptionKind as RuleKind, OptionSpec, Player, Position, Rules};
use protocol::server::{EngineError, Job};
use protocol::{Go, OptionDecl, Query, Start, WinClaim};
use search::{AlphaBeta, Mcts, Searcher};

use crate::options::{Options, SearchKind};
use crate::{GameEngine, Term, bench, go, proof};

/// What the engine asks of a game, whichever it is.
pub(crate) trait GameSession: Send {
    fn name(&self) -> &'static str;
    /// The rule options, with the game's title in front.
    fn declarations(&self) -> Vec<OptionDecl>;
    /// Sets a rule option by its full name; `None` if it is not one of this game's.
    fn set_rule(&mut self, name: &str, value: &str) -> Option<Result<(), EngineError>>;
    /// Takes over changed options.
    fn apply(&mut self, options: &Options);
    /// Makes the search ready, so that its memory is not asked for while a clock runs.
    fn prepare(&mut self, options: &Options);
    /// Gives the search's memory back: another game is played now.
    fn leave(&mut self);
    fn new_game(&mut self);
    fn set_position(&mut self, start: &Start, turns: &[String]) -> Result<(), EngineError>;
    fn query(&self, query: &Query) -> Result<String, EngineError>;
    fn display(&self) -> String;
    fn evaluation(&self) -> String;
    fn go(&self, go: &Go, options: &Options) -> Job;
    fn claim(&self, claim: &WinClaim, options: &Options) -> Job;
    fn bench(&self, depth: Option<u32>, options: &Options) -> Job;
}

pub(crate) type PositionOf<G> = <<G as GameEngine>::Rules as Rules>::Position;

/// The search in use; made when it is first needed, because its memory is large.
pub(crate) type SharedSearch<P> = Arc<Mutex<Option<Box<dyn Searcher<P>>>>>;

pub(crate) struct Session<G: GameEngine> {
    rules: G::Rules,
    game: Match<PositionOf<G>>,
    search: SharedSearch<PositionOf<G>>,
    searched_with: Option<(SearchKind, usize)>,
    /// No position was set yet: the match stands on the first position of whatever rules are chosen.
    untouched: bool,
}

impl<G: GameEngine> Session<G> {
    pub(crate) fn new() -> Self {
        let rules = G::Rules::default();
        let game = Match::new(rules.start());
        Session { rules, game, search: Arc::default(), searched_with: None, untouched: true }
    }

    /// No search runs while the engine is asked for anything that needs it, so nobody waits here.
    fn locked(&self) -> MutexGuard<'_, Option<Box<dyn Searcher<PositionOf<G>>>>> {
        self.search.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A new search of the kind chosen, with the options chosen.
pub(crate) fn new_search<G: GameEngine>(options: &Options) -> Box<dyn Searcher<PositionOf<G>>> {
    let knowledge = Arc::new(G::Knowledge::default());
    let mut search: Box<dyn Searcher<PositionOf<G>>> = match options.search {
        SearchKind::AlphaBeta => Box::new(AlphaBeta::new(knowledge)),
        SearchKind::Mcts => Box::new(Mcts::new(knowledge)),
    };
    search.set_hash(options.hash);
    configure(&mut *search, options);
    search
}

fn configure<P: Position>(search: &mut dyn Searcher<P>, options: &Options) {
    search.set_threads(options.threads);
    search.set_multipv(options.lines);
    search.set_seed(options.seed);
}

impl<G: GameEngine> GameSession for Session<G> {
    fn name(&self) -> &'static str {
        G::Rules::NAME
    }

    fn declarations(&self) -> Vec<OptionDecl> {
        G::Rules::options().iter().map(|spec| declaration(G::Rules::TITLE, spec)).collect()
    }

    fn set_rule(&mut self, name: &str, value: &str) -> Option<Result<(), EngineError>> {
        let rule = name.strip_prefix(G::Rules::TITLE)?.strip_prefix('.')?;
        let changed = self.rules.set_option(rule, value);
        if self.untouched {
            self.game = Match::new(self.rules.start());
        }
        Some(changed.map_err(|error| EngineError::new(error.to_string())))
    }

    fn apply(&mut self, options: &Options) {
        let needed = (options.search, options.hash);
        let mut search = self.locked();
        if let Some(search) = search.as_mut().filter(|_| self.searched_with == Some(needed)) {
            configure(&mut **search, options);
        } else {
            // Another search, or another size of its memory: what was learned is lost with it.
            *search = None;
        }
        drop(search);
        self.searched_with = Some(needed);
    }

    fn prepare(&mut self, options: &Options) {
        self.locked().get_or_insert_with(|| new_search::<G>(options));
    }

    fn leave(&mut self) {
        *self.locked() = None;
    }

    fn new_game(&mut self) {
        if let Some(search) = self.locked().as_mut() {
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
        self.untouched = false;
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
            Query::Termination => game.result().map_or("none", |end| end.reason.as_str()).to_owned(),
        })
    }

    fn display(&self) -> String {
        let game: &dyn AnyMatch = &self.game;
        format!("{}\nposition: {}\nkey: {:016x}", game.drawing().trim_end(), game.position_text(), game.key())
    }

    fn evaluation(&self) -> String {
        if let Some(end) = self.game.result() {
            return format!("the game is over: {end}");
        }
        let terms = G::terms(self.game.position());
        let mut text = String::new();
        for term in &terms {
            text.push_str(&format!("{:<16} {:+.2}\n", term.name, f64::from(term.centipawns) / 100.0));
        }
        let sum = Term::sum(&terms);
        text + &format!("{:<16} {:+.2} for {}", "sum", f64::from(sum) / 100.0, self.game.player_to_act())
    }

    fn go(&self, go: &Go, options: &Options) -> Job {
        go::job::<G>(self.game.clone(), Arc::clone(&self.search), go, options)
    }

    fn claim(&self, claim: &WinClaim, options: &Options) -> Job {
        proof::claim::<G>(self.game.clone(), *claim, options)
    }

    fn bench(&self, depth: Option<u32>, options: &Options) -> Job {
        bench::job::<G>(depth.unwrap_or(G::BENCH_DEPTH), options)
    }
}

fn declaration(title: &str, spec: &OptionSpec) -> OptionDecl {
    let name = format!("{title}.{}", spec.name);
    match spec.kind {
        RuleKind::Check { default } => OptionDecl::check(name, default),
        RuleKind::Spin { default, min, max } => OptionDecl::spin(name, default, min, max),
        RuleKind::Combo { default, values } => OptionDecl::combo(name, default, values.iter().copied()),
        RuleKind::Text { default } => OptionDecl::string(name, default),
    }
}
