//! Texts: reading and writing actions, stacks and positions.

mod action;
mod position;
mod stack;

pub(crate) use action::read_action;
pub(crate) use position::read_position;
pub(crate) use stack::write_stack;
