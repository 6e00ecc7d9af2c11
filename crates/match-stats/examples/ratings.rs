//! Rates three engines, two of which have not met.

use std::error::Error;

use match_stats::{FirstMoveAdvantage, HeadToHead, Tally, bradley_terry};

fn main() -> Result<(), Box<dyn Error>> {
    let games = |first, second, wins, draws, losses| HeadToHead {
        first,
        second,
        tally: Tally { wins, draws, losses },
    };
    let results = [games(0, 1, 8, 0, 2), games(1, 0, 4, 0, 6), games(1, 2, 7, 2, 1), games(2, 1, 5, 0, 5)];
    let ratings = bradley_terry(3, &results, FirstMoveAdvantage::Estimated)?;

    for (name, rating) in
        ["A", "B", "C", "first move"].iter().zip(ratings.players.iter().chain(&ratings.first_move))
    {
        println!("{name:<10}  {rating}");
    }
    if let Some(difference) = ratings.difference(0, 1) {
        println!("A - B       {difference}");
    }
    Ok(())
}
