//! SPSA: simultaneous perturbation stochastic approximation. The numbers of an engine climb towards more won games.
//!
//! Each iteration changes all parameters at once, at random up or down, and plays a pair of games between the engine with
//! these changes and the engine with the opposite ones. The parameters then move towards the winner.
//!
//! A run is stored like a tournament: a [`Store`](arena::store::Store) assigns the games to any number of processes. The values of each game are a function of the settings and of the results of earlier iterations, so the
//! course does not depend on the workers if the engine is deterministic.

mod course;
mod plot;
mod run;
mod settings;
mod worker;

pub use course::Course;
pub use plot::plot;
pub use run::Spsa;
pub use settings::{Parameter, SpsaSettings};
pub use worker::{Event, Observer};
