//! Asks a sequential test after each pair of games.

use std::error::Error;

use abstract_game::random::SplitMix64;
use match_stats::{EloModel, Pentanomial, Sprt};

fn main() -> Result<(), Box<dyn Error>> {
    let sprt = Sprt::new(EloModel::Normalised, "0,30".parse()?, 0.05, 0.05)?;
    println!("{sprt}");

    // The share of the pairs in which the first engine scores no more than 0, ½, 1, 1½ and 2 points: it is the stronger one.
    let shares = [0.13, 0.23, 0.65, 0.77, 1.0];
    let mut random = SplitMix64::new(1);

    let mut pairs = Pentanomial::default();
    while sprt.verdict(&pairs).is_none() {
        let number = (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        pairs.add(shares.iter().filter(|&&share| number >= share).count());
        if pairs.total() % 50 == 0 {
            println!("{:>4} pairs: {}", pairs.total(), sprt.status(&pairs));
        }
    }
    println!("{:>4} pairs: {}", pairs.total(), sprt.status(&pairs));
    Ok(())
}
