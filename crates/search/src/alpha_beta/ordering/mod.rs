//! Move ordering: what a thread has learned about actions, and the picker that yields them in that order.

pub(super) mod history;
pub(super) mod lists;
mod picker;

pub(super) use self::picker::{Choice, MovePicker};
