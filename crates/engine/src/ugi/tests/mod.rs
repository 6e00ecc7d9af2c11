//! Tests of the engine behind the protocol that need more than one of its modules.

mod eval;
mod eval_file;
mod parameters;
mod rules_only;
