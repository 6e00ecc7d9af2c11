//! One game: its clock, the judge, and how it is played to its end.

pub mod clock;
pub mod ending;
pub mod judge;
pub mod play;
pub mod record;
pub mod thinking;
