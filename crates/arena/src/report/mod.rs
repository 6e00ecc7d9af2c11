//! What a tournament has shown, for people and for other programs: tables, progress, boards, files.

mod csv;
pub mod export;
mod html;
mod json;
mod pgn;
pub mod progress;
mod setup;
mod svg;
mod tables;
mod text;
pub mod watch;

pub use html::html;
pub use json::json;
pub use text::{heading, line, planned_games, report, result_line};
