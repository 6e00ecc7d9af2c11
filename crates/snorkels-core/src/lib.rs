//! The rules of Snorkels.
