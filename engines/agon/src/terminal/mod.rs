//! The engine for people at a terminal: playing, reviewing a game, and looking for puzzles.
//!
//! | file | content |
//! | --- | --- |
//! | `analyst.rs` | questions to the engine about a match: the best turn, a proof, the terms of the evaluation |
//! | `colour.rs` | the board in colour |
//! | `reading.rs` | what a typed line means |
//! | `input.rs` | lines typed by a person, with completion |
//! | `wrapping.rs` | lines that fit a terminal |
//! | `setup.rs` | the players, and what a game is begun with |
//! | `table.rs` | a game at the terminal: the match, its players and its record |
//! | `explanation.rs` | explanations of turns and positions, and hints |
//! | `commands.rs` | the commands of `agon play` |
//! | `review.rs` | `agon review` |
//! | `puzzles.rs` | `agon puzzles` |
// Each module imports only modules listed before it.

mod analyst;
mod colour;
mod reading;

mod input;
mod wrapping;

mod setup;
mod table;

mod explanation;

mod commands;
mod puzzles;
mod review;

pub(crate) use commands::Play;
pub(crate) use puzzles::Puzzles;
pub(crate) use review::Review;
