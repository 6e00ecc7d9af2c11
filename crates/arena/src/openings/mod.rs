//! Openings: the positions and first turns of games, from a file or random.
//!
//! An [`Opening`] is a position and turns that are played before the players take over. [`Openings`] is the setting of
//! a tournament: a list, as [`parse_openings`] reads it from a file, or [`RandomOpenings`]. [`Candidates`] are made in any
//! order, by any number of processes; a [store](crate::store) makes them the openings of a tournament.
//!
//! ```
//! use arena::openings::{Candidates, OpeningCounts, Openings, RandomOpenings, parse_openings};
//!
//! let rules = games::by_name("snorkels")?;
//! let file = "# two openings\nd4 swap c3\n7/7/7/3P3/7/7/7 g 1 s moves c3\n";
//! let list = parse_openings(file, None, &*rules)?;
//! assert_eq!(list.openings[1].to_string(), "fen 7/7/7/3P3/7/7/7 g 1 s moves c3");
//!
//! let random = Openings::Random(RandomOpenings { turns: 4, ..RandomOpenings::default() });
//! let variants = [rules];
//! let candidates = Candidates::new(&variants, &random, 1)?;
//! let mut counts = OpeningCounts::default();
//! let first = candidates.get(0, &mut counts)?.expect("there are many");
//! assert_eq!(first.opening.turns.len(), 4);
//! println!("{}: {counts}", first.opening);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod candidates;
mod list;
mod opening;
mod random;

pub(crate) use candidates::TRIES;
pub use candidates::{Candidate, Candidates};
pub use list::{OpeningList, is_record, openings_of_records, parse_openings};
pub use opening::{Opening, OpeningError, Openings};
pub use random::{OpeningCounts, RandomOpenings};
