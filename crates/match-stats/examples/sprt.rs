//! Asks a sequential test after each pair of games.

use std::error::Error;

use abstract_game::random::SplitMix64;
use match_stats::simulation::GameModel;
use match_stats::{EloModel, Pentanomial, Sprt};

fn main() -> Result<(), Box<dyn Error>> {
    let sprt = Sprt::new(EloModel::Normalised, "0,30".parse()?, 0.05, 0.05)?;
    println!("{sprt}");

    // Simulates two engines, the first of which is stronger by 40 normalised Elo.
    let games = GameModel { draw_ratio: 0.1, biases: vec![-50.0, 50.0] };
    let pair = games.pair(EloModel::Normalised, 40.0).ok_or("no such strength")?;
    let mut random = SplitMix64::new(1);

    let mut pairs = Pentanomial::default();
    while sprt.verdict(&pairs).is_none() {
        pairs.add(pair.sample(random.next_u64()));
        if pairs.total() % 50 == 0 {
            println!("{:>4} pairs: {}", pairs.total(), sprt.status(&pairs));
        }
    }
    println!("{:>4} pairs: {}", pairs.total(), sprt.status(&pairs));
    Ok(())
}
