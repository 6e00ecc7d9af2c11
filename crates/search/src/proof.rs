//! Proof search.
