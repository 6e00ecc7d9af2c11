//! The suite that every game must pass; for tests.
