//! The tests of the crate, one module per subject, in one program.

mod constants;
mod naive;
mod nika;
mod shapes;
