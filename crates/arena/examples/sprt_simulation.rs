//! Shows how often a sequential test decides wrongly, and how long it takes: engines are replaced by coins of known
//! strength. Prints the table of the book.
//!
//! ```text
//! cargo run --release -p arena --example sprt_simulation [RUNS] [SEED]
//! ```

use std::error::Error;

use arena::seed::mix;
use arena::statistics::simulation::{World, simulate};
use arena::statistics::{Accepted, EloModel, Sprt};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |otherwise: u64| arguments.next().map_or(Ok(otherwise), |text| text.parse());
    let (runs, seed) = (number(2_000)?, number(1)?);

    let worlds = [
        ("no draws, even openings", World { draw_ratio: 0.0, biases: vec![] }),
        ("no draws, openings worth 200 Elo", World { draw_ratio: 0.0, biases: vec![-200.0, 200.0] }),
        (
            "60% draws, openings worth 0, 100 and 200 Elo",
            World { draw_ratio: 0.6, biases: vec![0.0, 100.0, 200.0] },
        ),
    ];
    println!("{runs} runs each, alpha 0.05, beta 0.05, seed {seed}");
    let mut row = 0;
    for (name, world) in worlds {
        println!("\n{name}");
        println!("{:<20} {:>8}  {:>6}  {:>6}  {:>5}", "test", "true Elo", "H0", "H1", "pairs");
        for model in [EloModel::Logistic, EloModel::Normalised] {
            for elo1 in [10.0, 20.0, 50.0] {
                let sprt = Sprt::new(model, format!("0,{elo1}").parse()?, 0.05, 0.05)?;
                for elo in [0.0, elo1 / 2.0, elo1] {
                    row += 1;
                    let pair = world.pair(model, elo).ok_or("no such strength")?;
                    let outcomes = simulate(&sprt, &pair, runs, 1_000_000, mix(seed, &[row]));
                    println!(
                        "{:<20} {elo:>8}  {:>5.2}%  {:>5.2}%  {:>5.0}",
                        format!("{model} [0, {elo1}]"),
                        100.0 * outcomes.share(Accepted::H0),
                        100.0 * outcomes.share(Accepted::H1),
                        outcomes.average_pairs()
                    );
                }
            }
        }
    }
    Ok(())
}
