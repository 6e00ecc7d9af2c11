//! Boards that several tests use.

use grid_topology::Shape;

/// A 21 × 15 frame with four arms and a mural in the middle: 144 cells.
pub(crate) const NIKA: Shape = Shape::from_picture(&[
    ". . . . . . . . . m m m . . . . . . . . .",
    ". . . . . . . . . m m m . . . . . . . . .",
    ". . . . . . . . . A A A . . . . . . . . .",
    ". . . o o o o o o o o o o o o o o o . . .",
    ". . . o o o o o o o o o o o o o o o . . .",
    ". . . o o o o o o o o o o o o o o o . . .",
    "s s T o o o . . . . . . . . . o o o S t t",
    "s s T o o o . . . . . . . . . o o o S t t",
    "s s T o o o . . . . . . . . . o o o S t t",
    ". . . o o o o o o o o o o o o o o o . . .",
    ". . . o o o o o o o o o o o o o o o . . .",
    ". . . o o o o o o o o o o o o o o o . . .",
    ". . . . . . . . . M M M . . . . . . . . .",
    ". . . . . . . . . a a a . . . . . . . . .",
    ". . . . . . . . . a a a . . . . . . . . .",
]);
