//! The players of a game at the terminal, and how it begins.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use protocol::GoLimits;

use agon_engine::LEVELS;

/// Who decides for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// A person types the turns.
    Person,
    /// The engine at full strength.
    Engine,
    /// The engine at a level from 1.
    Level(u8),
}

impl FromStr for Role {
    type Err = String;

    fn from_str(text: &str) -> Result<Role, String> {
        match (text, text.parse::<u8>()) {
            ("person", _) => Ok(Role::Person),
            ("engine", _) => Ok(Role::Engine),
            (_, Ok(level)) if (1..=LEVELS).contains(&level.into()) => Ok(Role::Level(level)),
            _ => Err(format!("expected `person`, `engine` or a level from 1 to {LEVELS}")),
        }
    }
}

impl fmt::Display for Role {
    /// As it is typed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Role::Person => f.write_str("person"),
            Role::Engine => f.write_str("engine"),
            Role::Level(level) => write!(f, "{level}"),
        }
    }
}

impl Role {
    /// The name of the player.
    pub(super) fn name(self) -> String {
        match self {
            Role::Person => "person".to_owned(),
            Role::Engine => "agon".to_owned(),
            Role::Level(level) => format!("agon level {level}"),
        }
    }
}

/// How long the engine thinks at full strength.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct Thinking {
    /// Milliseconds that the engine thinks about a position at full strength
    #[arg(long, value_name = "MS", conflicts_with = "nodes")]
    movetime: Option<u64>,
    /// Nodes instead of a time: the same on every machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

impl Thinking {
    /// The limits; without a flag those given.
    pub(super) fn limits(self, default: GoLimits) -> GoLimits {
        match (self.nodes, self.movetime) {
            (Some(nodes), _) => GoLimits::nodes(nodes),
            (None, Some(ms)) => GoLimits::move_time(Duration::from_millis(ms)),
            (None, None) => default,
        }
    }
}
