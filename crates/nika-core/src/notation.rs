//! Texts: reading and writing actions and positions.

mod action;
mod position;

pub(crate) use action::read_action;
pub(crate) use position::read_position;
