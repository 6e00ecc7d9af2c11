//! The rules held against a second implementation, against counts, and against their own sentences.

mod both;
mod endings;
mod explosion;
mod movement;
mod naive;
mod naive_tests;
mod push;
mod reinforcement;
mod sampling;
mod shore;
mod simple;
mod turns;
