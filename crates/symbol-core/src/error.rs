//! Why an action, a position, a stack or options are refused.

mod action;
mod position;
mod rules;
mod stack;

pub use action::{ActionError, NoDetonation, NoPlacement, Obstacle, TextProblem};
pub use position::{Part, PositionError, TurnProblem};
pub use rules::SetupError;
pub use stack::StackError;
