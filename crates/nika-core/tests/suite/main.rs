//! The rules compared with a second implementation, with counts, and with the sentences of the rulebook.

mod agreement;
mod both;
mod conformance;
mod endings;
mod figures;
mod movement;
mod naive;
mod naive_tests;
mod notation;
mod perft;
mod positions;
mod push;
mod rally;
mod sampling;
mod symmetry;
