#![doc = include_str!("../README.md")]

mod clock;
mod message;
mod session;
mod tree;

pub use abstract_game::view::{self, Attempt};
pub use abstract_game::{End, Player, Seat};
pub use clock::Clock;
pub use message::{ClockRequest, ClockView, GameInfo, KeptClock, Preview, Reply, Request, State};
pub use session::{MAX_MESSAGE, MAX_PREVIEW, SearchInput, Session, read_request, to_json};
pub use tree::{Header, MAX_COMMENT, MAX_NODES, MAX_TURNS, Node, NodeId, TIME, Tree};
