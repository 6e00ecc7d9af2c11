//! Why an action or a position is refused.

mod action;
mod position;
mod text;

pub use action::{ActionError, Illegal, TextProblem};
pub use position::PositionError;
