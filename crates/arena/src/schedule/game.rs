//! Games and results, the errors in them, and the words for them that all formats share.

use std::collections::BTreeMap;
use std::ops::Range;

use abstract_game::Player;
use thiserror::Error;

/// One game of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    /// Its number, from 1 without gaps.
    pub number: usize,
    /// The round, from 1. In a round robin and a gauntlet a round is a cycle: every two entrants who are to meet play
    /// one pair of games.
    pub round: usize,
    /// The number of its pair, from 1: two games of the same two entrants from the same opening, the sides swapped. The
    /// games 2p - 1 and 2p are pair p.
    pub pair: usize,
    /// The opening, from 0; all encounters of a round share it.
    pub opening: usize,
    /// The entrants that play P1 and P2, from 0.
    pub entrants: [usize; 2],
}

impl Game {
    /// The entrant on that side.
    pub fn entrant(&self, player: Player) -> usize {
        self.entrants[player.index()]
    }
}

/// Two entrants who meet in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encounter {
    /// The round, from 1.
    pub round: usize,
    /// The two, from 0.
    pub entrants: [usize; 2],
    /// The number of their games, finished or not.
    pub games: usize,
    /// The half points of each so far: 2 for a game won, 1 for a draw.
    pub half_points: [u64; 2],
}

impl Encounter {
    /// The number of pairs of games.
    pub fn pairs(&self) -> usize {
        self.games / 2
    }

    /// The half points of unfinished games.
    pub fn left(&self) -> u64 {
        (2 * self.games as u64).saturating_sub(self.half_points.iter().sum())
    }

    /// Whether all games have a result.
    pub fn finished(&self) -> bool {
        self.left() == 0
    }
}

/// All games scheduled so far: how many, and who met whom in which round with which result.
///
/// It is made by [adding](Self::add) games. For formats that do not [need results](super::Schedule::needs_results), the
/// [number of games](Self::count) is enough.
///
/// ```
/// use arena::schedule::{Game, Scheduled};
/// let mut scheduled = Scheduled::default();
/// let game = Game { number: 1, round: 1, pair: 1, opening: 0, entrants: [0, 1] };
/// scheduled.add(&game, Some([2, 0]));
/// scheduled.add(&Game { number: 2, entrants: [1, 0], ..game }, None);
/// let encounter = scheduled.encounters().next().expect("two have met");
/// assert_eq!((encounter.pairs(), encounter.half_points, encounter.finished()), (1, [2, 0], false));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scheduled {
    games: usize,
    /// By round and the two entrants in ascending order.
    encounters: BTreeMap<(usize, [usize; 2]), Encounter>,
}

impl Scheduled {
    /// A number of games, without their results.
    pub fn count(games: usize) -> Scheduled {
        Scheduled { games, encounters: BTreeMap::new() }
    }

    /// Adds a game; if it is finished, with the half points of its P1 and P2 (2 for a win, 1 for a draw). The order of
    /// games does not matter.
    pub fn add(&mut self, game: &Game, half_points: Option<[u64; 2]>) {
        let half_points = half_points.unwrap_or_default();
        self.merge(Encounter { round: game.round, entrants: game.entrants, games: 1, half_points });
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.games
    }

    /// The encounters, by round.
    pub fn encounters(&self) -> impl Iterator<Item = &Encounter> {
        self.encounters.values()
    }

    /// The encounter of these two in that round.
    pub(super) fn encounter(&self, round: usize, [a, b]: [usize; 2]) -> Option<&Encounter> {
        self.encounters.get(&(round, [a.min(b), a.max(b)]))
    }

    fn merge(&mut self, more: Encounter) {
        self.games = self.games.saturating_add(more.games);
        let Encounter { round, mut entrants, games, mut half_points } = more;
        if entrants[0] > entrants[1] {
            entrants.reverse();
            half_points.reverse();
        }
        let known = self.encounters.entry((round, entrants));
        let known = known.or_insert(Encounter { round, entrants, games: 0, half_points: [0, 0] });
        known.games = known.games.saturating_add(games);
        known.half_points = [0, 1].map(|i| known.half_points[i].saturating_add(half_points[i]));
    }

    /// Fails if a game has no result yet.
    pub(super) fn require_results(&self) -> Result<()> {
        let open = self.encounters().find(|encounter| !encounter.finished());
        open.map_or(Ok(()), |encounter| Err(ScheduleError::Unfinished(*encounter)))
    }
}

impl FromIterator<Encounter> for Scheduled {
    fn from_iter<I: IntoIterator<Item = Encounter>>(encounters: I) -> Scheduled {
        let mut scheduled = Scheduled::default();
        encounters.into_iter().for_each(|encounter| scheduled.merge(encounter));
        scheduled
    }
}

/// A schedule or a part of it, or why there is none.
pub type Result<T, E = ScheduleError> = std::result::Result<T, E>;

/// Why there is no schedule, or why the next games are unknown. Messages count entrants from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ScheduleError {
    /// A number of the settings is out of range.
    #[error("{0}")]
    Settings(String),
    /// The next games depend on games of this encounter that are not finished.
    #[error(
        "round {} is not finished: entrants {} and {} have {} half points of {} to play for",
        .0.round, .0.entrants[0] + 1, .0.entrants[1] + 1, .0.left(), .0.games * 2
    )]
    Unfinished(Encounter),
    /// The scheduled games of this round cannot have come from this schedule, for this reason.
    #[error("the games of round {0} are not of this tournament: {1}")]
    Foreign(usize, String),
}

/// Both games of a pair; `number` is that of the first one. `index` counts the pairs of the encounter from 0; in every
/// second one the other entrant begins.
pub(super) fn pair_of_games(
    number: usize,
    round: usize,
    opening: usize,
    [a, b]: [usize; 2],
    index: usize,
) -> [Game; 2] {
    let sides = if index.is_multiple_of(2) { [[a, b], [b, a]] } else { [[b, a], [a, b]] };
    let pair = number.div_ceil(2);
    [0, 1].map(|i| Game { number: number + i, round, pair, opening, entrants: sides[i] })
}

/// The games of a round after the first `known` games of a tournament, pair by pair. `due` has the pairs of games to add of
/// each two, counted from 0; pair 0 has the opening `opening`, the next one the next.
pub(super) fn games_of_round(
    known: usize,
    round: usize,
    opening: usize,
    due: &[(Range<usize>, [usize; 2])],
) -> Vec<Game> {
    let mut games = Vec::new();
    for pair in 0..due.iter().map(|(pairs, _)| pairs.end).max().unwrap_or(0) {
        for (_, two) in due.iter().filter(|(pairs, _)| pairs.contains(&pair)) {
            games.extend(pair_of_games(known + games.len() + 1, round, opening + pair, *two, pair));
        }
    }
    games
}

/// Half points as points with one decimal.
pub(super) fn points_text(half_points: u64) -> String {
    format!("{:.1}", half_points as f64 / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_have_one_decimal() {
        assert_eq!([0, 1, 5, 8].map(points_text), ["0.0", "0.5", "2.5", "4.0"]);
    }

    #[test]
    fn the_order_of_games_and_sides_does_not_matter() {
        let game =
            |number, entrants| Game { number, round: 2, pair: number.div_ceil(2), opening: 5, entrants };
        let games = [
            (game(1, [3, 1]), Some([2, 0])),
            (game(2, [1, 3]), Some([1, 1])),
            (game(3, [1, 3]), None),
            (game(4, [3, 1]), Some([0, 2])),
        ];
        let [mut forth, mut back] = [Scheduled::default(), Scheduled::default()];
        games.iter().for_each(|(game, result)| forth.add(game, *result));
        games.iter().rev().for_each(|(game, result)| back.add(game, *result));
        assert_eq!(forth, back);
        let encounter = Encounter { round: 2, entrants: [1, 3], games: 4, half_points: [3, 3] };
        assert_eq!(forth.encounters().collect::<Vec<_>>(), [&encounter]);
        assert_eq!(forth.encounter(2, [3, 1]), Some(&encounter));
        assert_eq!((encounter.pairs(), encounter.left(), forth.games()), (2, 2, 4));
        assert_eq!([encounter].into_iter().collect::<Scheduled>(), forth);
    }
}
