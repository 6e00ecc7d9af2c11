//! The engine behind the protocol's loop.

use protocol::server::{EngineError, Identity, Job, ProtocolEngine};
use protocol::{Go, OptionDecl, Query, Start, WinClaim};

use crate::nika::NikaPlayer;
use crate::options::Options;
use crate::room::{GameRoom, Room};
use crate::snorkels::SnorkelsPlayer;
use crate::symbol::SymbolPlayer;

/// The engine: a room for each game, the options, and which game is being played.
///
/// ```
/// use protocol::server::{ServeSettings, serve};
/// let mut output = Vec::new();
/// let input = "ugi\nposition startpos moves d4\ngo depth 2\n".as_bytes();
/// let report = serve(input, &mut output, &mut agon::Agon::new(), &ServeSettings::default());
/// assert!(!report.failed);
/// ```
pub struct Agon {
    rooms: Vec<Box<dyn Room>>,
    /// The index of the game being played.
    playing: usize,
    options: Options,
}

impl Default for Agon {
    fn default() -> Self {
        Self::new()
    }
}

impl Agon {
    /// An engine that plays the first game, with every option at its default.
    #[must_use]
    pub fn new() -> Self {
        let rooms: Vec<Box<dyn Room>> = vec![
            Box::new(GameRoom::<SnorkelsPlayer>::new()),
            Box::new(GameRoom::<SymbolPlayer>::new()),
            Box::new(GameRoom::<NikaPlayer>::new()),
        ];
        let mut engine = Agon { rooms, playing: 0, options: Options::default() };
        engine.room_mut().apply(&Options::default());
        engine
    }

    /// The games it plays, by name.
    pub fn games(&self) -> impl Iterator<Item = &'static str> {
        self.rooms.iter().map(|room| room.name())
    }

    fn room(&self) -> &dyn Room {
        &*self.rooms[self.playing]
    }

    fn room_mut(&mut self) -> &mut dyn Room {
        &mut *self.rooms[self.playing]
    }

    fn set_game(&mut self, name: &str) -> Result<(), EngineError> {
        let Some(game) = self.rooms.iter().position(|room| room.name() == name) else {
            let names: Vec<_> = self.games().collect();
            return Err(EngineError::new(format!(
                "there is no game `{name}`: expected one of {}",
                names.join(", ")
            )));
        };
        if game != self.playing {
            self.room_mut().leave();
            self.playing = game;
        }
        let options = self.options.clone();
        self.room_mut().apply(&options);
        Ok(())
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
        let first = self.rooms[0].name();
        let mut declared = vec![OptionDecl::combo("Game", first, self.games())];
        declared.extend(Options::declarations());
        declared.extend(self.rooms.iter().flat_map(|room| room.declarations()));
        declared
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        if name == "Game" {
            return self.set_game(value);
        }
        if let Some(set) = self.rooms.iter_mut().find_map(|room| room.set_rule(name, value)) {
            return set;
        }
        self.options.set(name, value)?;
        let options = self.options.clone();
        self.room_mut().apply(&options);
        Ok(())
    }

    fn prepare(&mut self) {
        let options = self.options.clone();
        self.room_mut().prepare(&options);
    }

    fn new_game(&mut self) {
        self.room_mut().new_game();
    }

    fn set_position(&mut self, start: &Start, moves: &[String]) -> Result<(), EngineError> {
        self.room_mut().set_position(start, moves)
    }

    fn query(&self, query: &Query) -> Result<String, EngineError> {
        self.room().query(query)
    }

    fn go(&mut self, go: &Go) -> Result<Job, EngineError> {
        Ok(self.room().go(go, &self.options))
    }

    fn claim(&mut self, claim: &WinClaim) -> Result<Job, EngineError> {
        Ok(self.room().claim(claim, &self.options))
    }

    fn bench(&mut self, arguments: &[String]) -> Result<Job, EngineError> {
        let depth =
            match arguments {
                [] => None,
                [depth, ..] => {
                    Some(depth.parse().ok().filter(|&depth| depth > 0).ok_or_else(|| {
                        EngineError::new(format!("bench takes a depth from 1, not `{depth}`"))
                    })?)
                }
            };
        Ok(self.room().bench(depth, &self.options))
    }

    fn display(&self) -> String {
        self.room().display()
    }

    fn evaluation(&self) -> Result<String, EngineError> {
        Ok(self.room().evaluation())
    }

    fn license(&self) -> String {
        format!(
            "Agon is free software: you may use it under the MIT licence or the Apache License 2.0, as you choose.\n{}",
            include_str!("../../../LICENSE-MIT").trim_end()
        )
    }

    fn strict(&self) -> bool {
        self.options.strict
    }
}
