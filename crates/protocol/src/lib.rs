#![doc = include_str!("../README.md")]

mod announcement;
mod answer;
#[cfg(feature = "checks")]
pub mod checks;
mod claim;
mod command;
mod dialect;
#[cfg(feature = "driver")]
pub mod driver;
mod error;
mod game_options;
mod go;
mod identity;
mod info;
mod line;
mod option;
mod query;
mod score;
#[cfg(feature = "server")]
pub mod server;
mod words;

pub use abstract_game::OptionKind;
pub use announcement::{ANNOUNCEMENTS, Announcement};
pub use answer::{after_word, is_error};
pub use claim::WinClaim;
pub use command::{Command, JobRequest, Print, Start};
pub use dialect::{Dialect, is_gtp};
pub use error::CommandError;
pub use game_options::GameOptions;
pub use go::{Go, GoClock, GoLimits, GoTask};
pub use identity::Identity;
pub use info::Info;
pub use line::{LineReader, MAX_LINE, NextLine};
pub use option::OptionDecl;
pub use query::Query;
pub use score::{ReportedScore, ScoreBound};
