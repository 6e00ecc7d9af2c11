//! Openings: the positions and first turns of games, from a file or random.
//!
//! An [`Opening`] is a position and turns that are played before the players take over. [`Openings`] is the setting of
//! a tournament: a list, as [`parse_openings`] reads it from a file, or [`RandomOpenings`]. [`Candidates`] are made in any
//! order, by any number of processes; their [`Numbering`] makes them the openings of a tournament. A [`Source`] does
//! both in one process.
//!
//! ```
//! use arena::openings::{Openings, RandomOpenings, Source, parse_openings};
//!
//! let rules = games::by_name("snorkels")?;
//! let file = "# two openings\nd4 swap c3\n7/7/7/3P3/7/7/7 g 1 s moves c3\n";
//! let list = parse_openings(file, &*rules)?;
//! assert_eq!(list.openings[1].to_string(), "fen 7/7/7/3P3/7/7/7 g 1 s moves c3");
//!
//! let random = Openings::Random(RandomOpenings { turns: 4, ..RandomOpenings::default() });
//! let mut source = Source::new(&*rules, &random, 1)?;
//! assert_eq!(source.next()?.turns.len(), 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod candidates;
mod list;
mod opening;
mod random;

pub use candidates::{Candidate, Candidates, Numbering, Source, Use};
pub use list::{OpeningList, is_record, openings_of_records, parse_openings, parse_openings_to};
pub use opening::{Opening, OpeningError, Openings};
pub use random::{OpeningCounts, RandomOpenings};
