#![doc = include_str!("../README.md")]
// Each module imports only modules listed before it.

mod message;

mod conversation;
mod engine_search;

pub use conversation::{Conversation, Engines};
pub use engine_search::{AGON, EngineSearch};
pub use message::{EngineMessage, Job, Report};

/// Modules that a browser does not have.
macro_rules! native {
    ($($item:item)*) => { $(#[cfg(not(target_family = "wasm"))] $item)* };
}

native! {
    mod key;

    mod access;
    mod http;
    mod invitation;
    mod page;
    mod tournament;

    mod settings;

    mod engine;
    mod export;

    mod processes;
    mod table;
    mod shared;

    mod page_member;

    mod connection;
    mod server;

    pub use database::Address;
    pub use export::export;
    pub use invitation::{reachable_addresses, terminal_code};
    pub use server::serve;
    pub use settings::{EngineSettings, ServerOptions, Settings};
    pub use tournament::{TournamentReply, TournamentView, WatchedTournament};
}
