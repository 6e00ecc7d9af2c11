//! The transposition table.
