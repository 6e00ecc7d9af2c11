//! The rules of Nika.
