//! The sums over the finished games, compared with sums over all rows.

use std::collections::{BTreeMap, BTreeSet};

use abstract_game::Player;
use abstract_game::random::{SplitMix64, mix};
use arena::game::{Cause, Ending, EngineThinking, Thinking};
use arena::openings::Candidate;
use arena::schedule::{Encounter, Game};
use arena::store::{FinishedRow, GameResult, GameSum, Kept, PairSum, Store};

use super::{LONG, Place, claim, content, finish, worker};

/// The number of teams, and of openings, of which every second repeats the one before.
const TEAMS: usize = 4;
const OPENINGS: usize = 6;
const GAMES: usize = 96;

/// The games of pairs between any two teams, whose second game swaps the sides in every tournament but one `without_swap`.
fn games(without_swap: bool) -> Vec<Game> {
    let two = (0..TEAMS).flat_map(|a| (0..a).map(move |b| [b, a]));
    let pairs = two.cycle().take(GAMES / 2).zip(1..).map(|(two, pair)| {
        let sides = if pair % 3 == 0 { [two[1], two[0]] } else { two };
        let second = if without_swap { sides } else { [sides[1], sides[0]] };
        let game = |number, entrants, opening| Game { number, round: pair / 20 + 1, pair, opening, entrants };
        let opening = pair % (OPENINGS / 2);
        [
            game(2 * pair - 1, sides, opening),
            game(2 * pair, second, opening + if without_swap { 3 } else { 0 }),
        ]
    });
    pairs.flatten().collect()
}

/// A result that a few games of the same players have, too.
fn result(game: &Game, random: &mut SplitMix64) -> GameResult {
    let kind = random.below(5);
    let winner = [None, Some(Player::P1), Some(Player::P2)][kind % 3];
    let fault = kind > 2;
    let thinking = |engine, n: u64| EngineThinking {
        engine,
        side: Player::P1,
        thinking: Thinking {
            turns: n,
            nodes: 10 * n,
            longest: std::time::Duration::from_nanos(n),
            ..Thinking::default()
        },
    };
    let ending =
        Ending { winner, cause: Cause::from_word(if fault { "crash" } else { "length" }), detail: None };
    let [p1, p2] = game.entrants;
    GameResult {
        ending,
        culprit: fault.then_some(kind % 2),
        turns: 10 + kind,
        thinking: vec![thinking(p1, kind as u64 + 1), thinking(p2, random.below(100) as u64)],
        hash: mix(kind as u64, &[p1 as u64, p2 as u64]) >> 1,
    }
}

/// Everything that is summed up, read from the rows of the games.
#[derive(Debug, Default, PartialEq)]
struct Expected {
    games: Vec<GameSum>,
    pairs: BTreeMap<(usize, usize, usize), [u64; 2]>,
    /// Pairs with a repeated opening, and different openings.
    repeated: u64,
    openings: u64,
    thinking: BTreeMap<usize, Thinking>,
    encounters: BTreeMap<(usize, [usize; 2]), [u64; 2]>,
    /// By number: the half points, and whether it is a copy of one with a lower number.
    numbered: Vec<(usize, usize, bool)>,
}

/// The half points of the team with the lower number.
fn of_lower(row: &FinishedRow) -> usize {
    let game = &row.game;
    let side = if game.entrants[0] < game.entrants[1] { Player::P1 } else { Player::P2 };
    row.result.ending.half_points(side)
}

fn expected(rows: &[FinishedRow]) -> Expected {
    let mut expected = Expected::default();
    let mut known = BTreeSet::new();
    let mut by_pair: BTreeMap<usize, Vec<&FinishedRow>> = BTreeMap::new();
    for row in rows {
        let (game, result) = (&row.game, &row.result);
        let key =
            (game.entrants, result.ending.half_points(Player::P1), &result.ending.cause, result.culprit);
        let same = |sum: &&mut GameSum| (sum.entrants, sum.half_points, &sum.cause, sum.culprit) == key;
        let different = u64::from(known.insert(result.hash));
        if let Some(sum) = expected.games.iter_mut().find(same) {
            (sum.games, sum.different, sum.turns) =
                (sum.games + 1, sum.different + different, sum.turns + result.turns as u64);
        } else {
            let (entrants, half_points, cause, culprit) = (key.0, key.1, key.2.clone(), key.3);
            let turns = result.turns as u64;
            expected.games.push(GameSum {
                entrants,
                half_points,
                cause,
                culprit,
                games: 1,
                different,
                turns,
            });
        }
        for thinking in &result.thinking {
            expected.thinking.entry(thinking.engine).or_default().merge(&thinking.thinking);
        }
        let mut teams = game.entrants;
        teams.sort_unstable();
        let encounter = expected.encounters.entry((game.round, teams)).or_default();
        encounter[0] += of_lower(row) as u64;
        encounter[1] += 2 - of_lower(row) as u64;
        by_pair.entry(game.pair).or_default().push(row);
    }
    expected.games.sort_by_key(|sum| (sum.entrants, sum.half_points, sum.cause.to_string(), sum.culprit));
    let (mut pairs, mut played, mut openings) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for (number, mut rows) in by_pair.into_iter().filter(|(_, rows)| rows.len() == 2) {
        rows.sort_by_key(|row| row.game.number);
        let mut teams = rows[0].game.entrants;
        teams.sort_unstable();
        let mut hashes = [rows[0].result.hash, rows[1].result.hash];
        hashes.sort_unstable();
        let (points, new) = (of_lower(rows[0]) + of_lower(rows[1]), pairs.insert(hashes));
        let sum = expected.pairs.entry((teams[0], teams[1], points)).or_default();
        *sum = [sum[0] + 1, sum[1] + u64::from(new)];
        expected.numbered.push((number, points, !new));
        // Every second opening repeats the one before.
        let opening = rows[0].game.opening / 2;
        expected.repeated += u64::from(!played.insert((teams, opening)));
        expected.openings += u64::from(openings.insert(opening));
    }
    expected
}

fn found(store: &Store) -> Expected {
    let sums = store.sums(3).unwrap();
    let pairs = sums
        .pairs
        .iter()
        .map(|sum: &PairSum| ((sum.team, sum.opponent, sum.half_points), [sum.pairs, sum.different]));
    let half_points = |encounter: &Encounter| ((encounter.round, encounter.entrants), encounter.half_points);
    let rows: Vec<FinishedRow> = store.finished(0).map(Result::unwrap).collect();
    let faults: Vec<_> = rows.iter().filter(|row| row.result.culprit.is_some()).take(3).cloned().collect();
    assert_eq!(sums.faults, faults);
    let latest: Vec<_> = rows.iter().rev().skip(2).take(5).cloned().collect();
    assert_eq!(store.latest(2, 5).unwrap(), latest);
    Expected {
        games: sums.games,
        pairs: pairs.filter(|(_, sums)| *sums != [0, 0]).collect(),
        repeated: sums.pairs.iter().map(|sum| sum.repeated).sum(),
        openings: sums.pairs.iter().map(|sum| sum.openings).sum(),
        thinking: sums.thinking.into_iter().collect(),
        encounters: sums.encounters.iter().map(half_points).filter(|(_, points)| *points != [0, 0]).collect(),
        numbered: store.pairs(0).map(Result::unwrap).map(|p| (p.number, p.half_points, p.copy)).collect(),
    }
}

fn check(store: &Store) {
    let rows: Vec<FinishedRow> = store.finished(0).map(Result::unwrap).collect();
    assert_eq!(found(store), expected(&rows));
}

pub(crate) fn of_random_results(place: fn() -> Place) {
    for without_swap in [false, true] {
        let place = place();
        let store = place.create();
        let piece = store.claim_openings(OPENINGS, OPENINGS, LONG).unwrap().unwrap();
        let row = |number| Some(Candidate { opening: content(number), position: number as u64 / 2 });
        let made: Vec<_> = piece.map(row).collect();
        assert_eq!(store.add_openings(0, &made, false).unwrap(), OPENINGS / 2);
        let games = games(without_swap);
        assert!(store.extend(0, Some(0), &games[..50]).unwrap());
        // These depend on results that are not those of the store.
        assert!(!store.extend(50, Some(1), &games[50..]).unwrap());
        assert!(store.extend(50, Some(0), &games[50..]).unwrap());
        let scheduled: usize =
            store.sums(0).unwrap().encounters.iter().map(|encounter| encounter.games).sum();
        assert_eq!(scheduled, GAMES);
        let mut random = SplitMix64::new(7);
        let worker = worker(&store);
        let mut claimed: Vec<_> = (0..GAMES).map(|_| claim(&store, &worker, LONG)).collect();
        random.shuffle(&mut claimed);
        for (count, claimed) in (1..).zip(&claimed) {
            let result = result(&claimed.game, &mut random);
            assert_eq!(finish(&store, claimed.token, &result, ""), Kept::Yes);
            if count % 9 == 0 {
                check(&store);
            }
        }
        check(&store);
        // Taken back, in part twice, and played again.
        for _ in 0..4 {
            let some: Vec<usize> = (0..20).map(|_| 1 + random.below(GAMES)).collect();
            store.keep_test("kept", store.status().unwrap().voids).unwrap();
            assert_eq!(store.test().unwrap().content.as_deref(), Some("kept"));
            assert!(store.void(&some, "why").unwrap() > 0);
            assert_eq!(store.test().unwrap().content, None);
            store.keep_test("late", 0).unwrap();
            assert_eq!(store.test().unwrap().content, None);
            check(&store);
            for _ in 0..10 {
                let again = claim(&store, &worker, LONG);
                finish(&store, again.token, &result(&again.game, &mut random), "");
            }
            check(&store);
        }
        // A row for each way in which games of two teams end, however many games there are.
        assert!(store.sums(0).unwrap().games.len() <= TEAMS * (TEAMS - 1) * 5);
    }
}
