//! The rules of Symbol.
