//! The list of games: a name, and its rules behind the dyn-safe facade.
