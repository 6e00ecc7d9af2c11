//! Engine-against-engine tournaments: pairings, clocks, judging, statistics and records.
