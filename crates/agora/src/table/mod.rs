//! Tables: games of several devices, each with one session on the server.
//!
//! The owner of the server makes a table and gets a link for each person and one for spectators. A device that opens such a
//! link is a member of that table, and of nothing else: it never gets a [page](crate::page_member) of its own.
// Each module imports only modules listed before it.

mod message;

mod seating;

mod game;
mod request;
mod store;

mod member;

mod actor;
mod registry;

pub(crate) use member::{Closing, Outgoing, TableMember};
pub(crate) use message::OWNER_WORDS;
pub(crate) use registry::{Invitation, Tables};
