//! Makes random openings of the three games with the default checks, and says what was refused and how long that
//! took.
//!
//! ```text
//! cargo run --release -p agon-arena --example openings [-- COUNT [TURNS...]]
//! ```

use std::time::Instant;

use arena::openings::{Openings, RandomOpenings, Source};
use arena::table::Table;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let numbers: Result<Vec<usize>, _> = std::env::args().skip(1).map(|number| number.parse()).collect();
    let numbers = numbers?;
    let count = numbers.first().copied().unwrap_or(1000);
    let lengths = if numbers.len() > 1 { &numbers[1..] } else { &[2, 4, 6, 8] };

    let headings =
        ["game", "turns", "tried", "ended", "repeated", "decided", "one-sided", "the same", "seconds"];
    let mut table = Table::new(headings);
    for game in games::names() {
        let rules = games::by_name(game)?;
        for &turns in lengths {
            let openings = Openings::Random(RandomOpenings { turns, ..RandomOpenings::default() });
            let mut source = Source::new(&*rules, &openings, 1)?;
            let began = Instant::now();
            for _ in 0..count {
                source.next()?;
            }
            let seconds = began.elapsed().as_secs_f64();
            let counts = source.counts();
            let share = |part: u64| format!("{:.1}%", 100.0 * part as f64 / counts.tried as f64);
            table.row([
                game.to_owned(),
                turns.to_string(),
                counts.tried.to_string(),
                share(counts.ended),
                share(counts.repeated),
                share(counts.decided),
                share(counts.unbalanced),
                source.repeated().to_string(),
                format!("{seconds:.1}"),
            ]);
        }
    }
    print!("{table}");
    Ok(())
}
