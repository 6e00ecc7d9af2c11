#![doc = include_str!("../README.md")]
#![no_std]

mod bitboard;
pub mod bytes;
mod cell;
mod direction;
mod drawing;
mod flood;
mod name;
mod numbering;
mod shape;
mod shift;
mod symmetry;
mod topology;

pub use bitboard::{Bitboard, Bitboard64, Cells};
pub use cell::Cell;
pub use direction::Direction;
pub use drawing::Drawing;
pub use name::{CellError, CellName};
pub use numbering::Numbering;
pub use shape::Shape;
pub use symmetry::Symmetry;
pub use topology::Topology;
