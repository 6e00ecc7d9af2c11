//! Reading and writing actions, stacks and positions.

mod action;
mod position;
pub(crate) mod stack;
