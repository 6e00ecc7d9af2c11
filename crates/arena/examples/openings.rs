//! Makes random openings of every game that has some with the default checks, and says what was refused and how long that
//! took: by default 50 openings of the default number of turns.
//!
//! ```text
//! cargo run --release -p agon-arena --example openings [-- COUNT [TURNS...]]
//! ```

use std::time::{Duration, Instant};

use arena::openings::{Candidates, OpeningCounts, Openings, RandomOpenings};
use arena::store::{Address, Header, Store};
use arena::table::Table;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let numbers: Result<Vec<usize>, _> = std::env::args().skip(1).map(|number| number.parse()).collect();
    let numbers = numbers?;
    let count = numbers.first().copied().unwrap_or(50);
    let default = [RandomOpenings::default().turns];
    let lengths = if numbers.len() > 1 { &numbers[1..] } else { &default };

    let headings =
        ["game", "turns", "tried", "ended", "repeated", "decided", "one-sided", "the same", "seconds"];
    let mut table = Table::new(headings);
    for game in games::names() {
        let rules = [games::by_name(game)?];
        for &turns in lengths {
            let openings = Openings::Random(RandomOpenings { turns, ..RandomOpenings::default() });
            let candidates = Candidates::new(&rules, &openings, 1)?;
            if let Err(error) = candidates.check() {
                eprintln!("{error}");
                continue;
            }
            let store = Store::create(&Address::Memory, &Header::default())?;
            let (mut made, mut again, mut counts) = (0_u64, 0, OpeningCounts::default());
            let began = Instant::now();
            while let Some(piece) = store.claim_openings(count, 1, Duration::from_secs(60))? {
                let candidate = candidates.get(piece.start, &mut counts)?;
                again += store.add_openings(piece.start, &[candidate], candidates.differ())?;
                made += 1;
            }
            let seconds = began.elapsed().as_secs_f64();
            let share = |part: u64| format!("{:.1}%", 100.0 * part as f64 / counts.tried as f64);
            table.row([
                game.to_owned(),
                turns.to_string(),
                counts.tried.to_string(),
                share(counts.ended),
                share(made - count as u64),
                share(counts.decided),
                share(counts.one_sided),
                again.to_string(),
                format!("{seconds:.1}"),
            ]);
        }
    }
    print!("{table}");
    Ok(())
}
