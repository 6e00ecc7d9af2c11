//! Why an action, a position or options are refused.

mod action;
mod position;
mod rules;

pub use action::{ActionError, NoSwap};
pub use position::PositionError;
pub use rules::SetupError;
