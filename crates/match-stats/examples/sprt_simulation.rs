//! Measures how often a sequential test decides wrongly, and how long it takes, on simulated pairs between players of known
//! strength. Prints the table of the book.
//!
//! ```text
//! cargo run --release -p agon-match-stats --example sprt_simulation [RUNS] [SEED]
//! ```

use std::error::Error;

use abstract_game::random::SplitMix64;
use match_stats::{EloModel, Hypothesis, Sprt};

use self::simulation::{GameModel, simulate};

#[path = "../tests/sprt_simulation/simulation.rs"]
mod simulation;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |otherwise: u64| arguments.next().map_or(Ok(otherwise), |text| text.parse());
    let (runs, seed) = (number(2_000)?, number(1)?);

    let game_models = [
        ("no draws, even openings", GameModel { draw_ratio: 0.0, biases: vec![] }),
        ("no draws, openings worth 200 Elo", GameModel { draw_ratio: 0.0, biases: vec![-200.0, 200.0] }),
        (
            "60% draws, openings worth 0, 100 and 200 Elo",
            GameModel { draw_ratio: 0.6, biases: vec![0.0, 100.0, 200.0] },
        ),
    ];
    println!("{runs} runs each, alpha 0.05, beta 0.05, seed {seed}");
    let mut row = 0;
    for (name, games) in game_models {
        println!("\n{name}");
        println!("{:<20} {:>8}  {:>6}  {:>6}  {:>5}", "test", "true Elo", "H0", "H1", "pairs");
        for model in [EloModel::Logistic, EloModel::Normalised] {
            for elo1 in [10.0, 20.0, 50.0] {
                let sprt = Sprt::new(model, format!("0,{elo1}").parse()?, 0.05, 0.05)?;
                for elo in [0.0, elo1 / 2.0, elo1] {
                    row += 1;
                    let pair = games.pair(model, elo).ok_or("no such strength")?;
                    let outcomes = simulate(&sprt, &pair, runs, 1_000_000, |run| random_bits(seed, row, run));
                    println!(
                        "{:<20} {elo:>8}  {:>5.2}%  {:>5.2}%  {:>5.0}",
                        format!("{model} [0, {elo1}]"),
                        100.0 * outcomes.share(Hypothesis::H0),
                        100.0 * outcomes.share(Hypothesis::H1),
                        outcomes.average_pairs()
                    );
                }
            }
        }
    }
    Ok(())
}

/// The random bits of one run: `seed` with the numbers of the table's row and of the run mixed in.
fn random_bits(seed: u64, row: u64, run: u64) -> impl FnMut() -> u64 {
    let mix =
        |key: u64, part: u64| SplitMix64::new(key ^ part.wrapping_mul(0x9e37_79b9_7f4a_7c15)).next_u64();
    let row_seed = mix(SplitMix64::new(seed).next_u64(), row);
    let mut random = SplitMix64::new(mix(SplitMix64::new(row_seed).next_u64(), run));
    move || random.next_u64()
}
