//! The engine that the protocol's command loop drives.

use std::fs::File;
use std::sync::Arc;
use std::time::Duration;

use grid_topology::CellName;
use protocol::server::{EngineError, Job, ProtocolEngine};
use protocol::{Go, Identity, JobRequest, OptionDecl, Print, Query, Start};

use crate::game_engine::Term;
use crate::ugi::handler::{self, GameHandler};
use crate::ugi::options::{DocumentedOption, EngineOptions};

/// The engine: the handlers of all games, the current game and the options.
///
/// ```
/// use protocol::server::ProtocolEngine as _;
/// use protocol::{Query, Start};
/// let mut engine = agon_engine::ugi::Agon::new();
/// engine.set_position(&Start::Startpos, &["d4".to_owned()])?;
/// assert_eq!(engine.query(&Query::Fen)?, "7/7/7/3P3/7/7/7 g 1 s");
/// # Ok::<(), protocol::server::EngineError>(())
/// ```
pub struct Agon {
    handlers: Vec<Box<dyn GameHandler>>,
    /// The index of the current game.
    current: usize,
    options: EngineOptions,
}

impl Default for Agon {
    fn default() -> Self {
        Self::new()
    }
}

impl Agon {
    /// An engine with the first game as the current one and every option at its default.
    #[must_use]
    pub fn new() -> Self {
        Agon { handlers: handler::handlers(), current: 0, options: EngineOptions::default() }
    }

    /// The names of the games.
    pub fn games(&self) -> impl Iterator<Item = &'static str> {
        self.handlers.iter().map(|handler| handler.name())
    }

    /// The terms of the static evaluation for the player to act; none if the game is over.
    #[must_use]
    pub fn terms(&self) -> Vec<Term> {
        self.handler().terms()
    }

    /// For each piece or stack by how many centipawns the network's output for the player to act is higher than without it; none if
    /// the game is over.
    #[must_use]
    pub fn shares(&self) -> Vec<(CellName, i32)> {
        self.handler().shares()
    }

    /// The legal actions with their probabilities before any search, the most likely first; none if the game is over. Monte-Carlo tree
    /// search begins with them.
    #[must_use]
    pub fn priors(&self) -> Vec<(String, f32)> {
        self.handler().priors()
    }

    /// Every option with its meaning.
    #[must_use]
    pub fn documented_options(&self) -> Vec<DocumentedOption> {
        let default = self.handlers[0].name();
        let game = OptionDecl::combo("Game", default, self.games());
        let mut options = vec![DocumentedOption::new(game, "Game to play.")];
        options.extend(EngineOptions::declarations());
        options.extend(self.handlers.iter().flat_map(|handler| handler.own_options()));
        if cfg!(feature = "tune") {
            options.extend(self.handlers.iter().flat_map(|handler| handler.parameters()));
        }
        options
    }

    fn handler(&self) -> &dyn GameHandler {
        &*self.handlers[self.current]
    }

    fn handler_mut(&mut self) -> &mut dyn GameHandler {
        &mut *self.handlers[self.current]
    }

    fn set_game(&mut self, name: &str) -> Result<(), EngineError> {
        let Some(game) = self.handlers.iter().position(|handler| handler.name() == name) else {
            let names: Vec<_> = self.games().collect();
            return Err(EngineError::new(format!(
                "there is no game `{name}`: expected one of {}",
                names.join(", ")
            )));
        };
        if game != self.current {
            self.handler_mut().close();
            self.current = game;
        }
        self.handlers[game].apply(&self.options)
    }
}

impl ProtocolEngine for Agon {
    fn identity(&self) -> Identity {
        Identity {
            name: concat!("Agon ", env!("CARGO_PKG_VERSION")).to_owned(),
            author: env!("CARGO_PKG_AUTHORS").to_owned(),
        }
    }

    fn options(&self) -> Vec<OptionDecl> {
        self.documented_options().into_iter().map(|option| option.declaration).collect()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        match name {
            "Game" => return self.set_game(value),
            "Clear Hash" => {
                self.handler_mut().new_game();
                return Ok(());
            }
            _ => {}
        }
        if let Some(set) = self.handlers.iter_mut().find_map(|handler| handler.set_own(name, value)) {
            return set;
        }
        let mut options = self.options.clone();
        options.set(name, value)?;
        self.handler_mut().apply(&options)?;
        self.options = options;
        Ok(())
    }

    fn prepare(&mut self) {
        self.handlers[self.current].prepare(&self.options);
    }

    fn new_game(&mut self) {
        self.handler_mut().new_game();
    }

    fn set_position(&mut self, start: &Start, moves: &[String]) -> Result<(), EngineError> {
        self.handler_mut().set_position(start, moves)
    }

    fn query(&self, query: &Query) -> Result<String, EngineError> {
        self.handler().query(query)
    }

    fn ponder_time(&self, go: &Go) -> Option<Duration> {
        self.handler().ponder_time(go, &self.options)
    }

    fn job(&mut self, request: &JobRequest) -> Result<Job, EngineError> {
        self.handler().job(request, &self.options)
    }

    fn print(&mut self, what: Print) -> Result<String, EngineError> {
        self.handler_mut().print(what)
    }

    fn debug_log(&self) -> Option<Arc<File>> {
        self.options.debug_log.clone()
    }

    fn strict(&self) -> bool {
        self.options.strict
    }
}
