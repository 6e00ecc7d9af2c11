//! Who plays whom, on which side, from which opening.

use abstract_game::Player;

/// One game of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its number, from 1.
    pub number: usize,
    /// The number of its pair, from 1: two games of the same two entrants from the same opening, the
    /// sides swapped.
    pub pair: usize,
    /// The opening, from 0; all pairings share it.
    pub opening: usize,
    /// The entrants that play P1 and P2.
    pub entrants: [usize; 2],
}

impl Game {
    /// The entrant on that side.
    #[must_use]
    pub fn entrant(&self, player: Player) -> usize {
        self.entrants[player.index()]
    }

    /// The side of that entrant, if it plays in this game.
    #[must_use]
    pub fn side(&self, entrant: usize) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.entrant(player) == entrant)
    }
}

/// A round robin: each of `entrants` meets each other one in `pairs` pairs of games.
///
/// Round by round, so that at every moment all have played about as often; in every second round the
/// other entrant of a pairing begins.
///
/// ```
/// use arena::schedule::round_robin;
/// let games = round_robin(2, 1);
/// assert_eq!(games[0].entrants, [0, 1]);
/// assert_eq!(games[1].entrants, [1, 0]);
/// assert_eq!(round_robin(4, 3).len(), 6 * 3 * 2);
/// ```
#[must_use]
pub fn round_robin(entrants: usize, pairs: usize) -> Vec<Game> {
    let mut games = Vec::new();
    let mut pair = 0;
    for opening in 0..pairs {
        for a in 0..entrants {
            for b in a + 1..entrants {
                pair += 1;
                let first = if opening % 2 == 0 { [a, b] } else { [b, a] };
                for entrants in [first, [first[1], first[0]]] {
                    games.push(Game { number: games.len() + 1, pair, opening, entrants });
                }
            }
        }
    }
    games
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_two_meet_equally_often_on_both_sides_of_every_opening(n in 0_usize..9, pairs in 0_usize..6) {
            let games = round_robin(n, pairs);
            prop_assert_eq!(games.len(), n * n.saturating_sub(1) * pairs);
            let mut met: HashMap<[usize; 2], usize> = HashMap::new();
            let mut seen = HashSet::new();
            for (i, game) in games.iter().enumerate() {
                prop_assert_eq!(game.number, i + 1);
                prop_assert!(game.entrants[0] != game.entrants[1]);
                prop_assert!(game.entrants.iter().all(|&e| e < n) && game.opening < pairs);
                *met.entry(game.entrants).or_default() += 1;
                prop_assert!(seen.insert((game.entrants, game.opening)));
            }
            prop_assert_eq!(met.len(), if pairs == 0 { 0 } else { n * n.saturating_sub(1) });
            prop_assert!(met.values().all(|&count| count == pairs));
            for two in games.chunks(2) {
                prop_assert_eq!(two[0].pair, two[1].pair);
                prop_assert_eq!(two[0].opening, two[1].opening);
                prop_assert_eq!(two[0].entrants, [two[1].entrants[1], two[1].entrants[0]]);
            }
        }
    }
}
