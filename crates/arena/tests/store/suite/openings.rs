//! Pieces of the candidates for openings, and their numbering.

use std::collections::HashSet;
use std::time::Duration;

use abstract_game::random::SplitMix64;
use arena::openings::{Candidate, Candidates, Opening, OpeningCounts, Openings, RandomOpenings};
use arena::store::Store;

use super::{ENDED, LONG, Place};

/// A candidate with this position; negative: none.
fn row(position: i64) -> Option<Candidate> {
    let position = u64::try_from(position).ok()?;
    Some(Candidate { opening: Opening::of_turns([position.to_string()]), position })
}

fn add(store: &Store, first: usize, positions: &[i64]) -> usize {
    let made: Vec<_> = positions.iter().map(|&position| row(position)).collect();
    store.add_openings(first, &made, true).unwrap()
}

fn made(store: &Store) -> Vec<i64> {
    let made: Vec<i64> =
        store.openings(0).map(|opening| opening.unwrap().turns[0].parse().unwrap()).collect();
    assert_eq!(made.len(), store.status().unwrap().openings);
    made
}

pub(crate) fn pieces(place: fn() -> Place) {
    let place = place();
    let store = place.create();
    let claim = |wanted| store.claim_openings(wanted, 3, LONG).unwrap();
    // Each candidate is claimed once, and no more than are wanted.
    assert_eq!([claim(8), claim(8), claim(8), claim(8)], [Some(0..3), Some(3..6), Some(6..8), None]);
    assert_eq!(claim(9), Some(8..9));
    // They are numbered in their order, whichever is made first; a position counts once.
    assert_eq!((add(&store, 6, &[5, 1]), made(&store)), (0, vec![]));
    assert_eq!((add(&store, 0, &[4, 1, 4]), made(&store)), (0, vec![4, 1]));
    assert_eq!((add(&store, 3, &[7, -1, 1]), made(&store)), (3, vec![4, 1, 7, 1, 1, 5, 1]));
    assert_eq!(claim(8), None);
    // 7 openings are numbered, and one is being made: one is missing.
    assert_eq!(claim(9), Some(9..10));
    // The same again changes nothing.
    assert_eq!((add(&store, 3, &[2, 2, 2]), made(&store).len()), (0, 7));
    let error = store.add_openings(9, &[row(1), row(2)], true).unwrap_err();
    assert!(error.to_string().contains("2 openings for 1"), "{error}");
    assert_eq!((add(&store, 8, &[3]), add(&store, 9, &[6])), (0, 0));
    assert_eq!(made(&store)[7..], [3, 6]);
}

pub(crate) fn leases(place: fn() -> Place) {
    let place = place();
    let store = place.create();
    let claim = |lease| store.claim_openings(6, 2, lease).unwrap();
    assert_eq!([claim(LONG), claim(LONG)], [Some(0..2), Some(2..4)]);
    store.renew_openings(2, ENDED).unwrap();
    assert_eq!([claim(LONG), claim(LONG)], [Some(2..4), Some(4..6)]);
    store.release_openings(0).unwrap();
    assert_eq!([claim(LONG), claim(LONG)], [Some(0..2), None]);
    // The clock of the database has jumped back: these leases end later than one that begins now.
    assert_eq!(claim(LONG - Duration::from_secs(1)), Some(0..2));
    // A late maker made the same.
    assert_eq!((add(&store, 0, &[1, 2]), add(&store, 0, &[1, 2]), made(&store)), (0, 0, vec![1, 2]));
    store.release_openings(0).unwrap();
    assert_eq!(claim(LONG), None);
}

/// Makes openings by several workers in pieces of random sizes, in a random order, some twice and some not at once.
fn in_pieces(store: &Store, candidates: &Candidates<'_>, wanted: usize, random: &mut SplitMix64) -> usize {
    let (mut open, mut repeated) = (Vec::new(), 0);
    while store.status().unwrap().openings < wanted {
        let lease = if random.below(4) == 0 { ENDED } else { LONG };
        open.extend(store.claim_openings(wanted, 1 + random.below(7), lease).unwrap());
        for _ in 0..random.below(3) {
            if !open.is_empty() {
                let piece = open.swap_remove(random.below(open.len()));
                let make = |number| candidates.get(number, &mut OpeningCounts::default()).unwrap();
                let made: Vec<_> = piece.clone().map(make).collect();
                repeated += store.add_openings(piece.start, &made, candidates.differ()).unwrap();
            }
        }
    }
    repeated
}

/// The first `count` openings, without a store, and how many of them repeat the position of an earlier one.
fn one_by_one(candidates: &Candidates<'_>, count: usize) -> (Vec<Opening>, usize) {
    let (mut made, mut seen) = (Vec::<Opening>::new(), HashSet::new());
    let (mut repeated, mut in_vain) = (0, 0);
    for number in 0.. {
        if made.len() == count {
            break;
        }
        let candidate = candidates.get(number, &mut OpeningCounts::default()).unwrap();
        in_vain = match &candidate {
            Some(candidate) if seen.insert(candidate.position) => 0,
            Some(_) => in_vain + 1,
            None => in_vain + 2000,
        };
        if in_vain == 0 || repeated > 0 || in_vain >= 2000 {
            repeated += usize::from(in_vain > 0);
            let again = |made: &[Opening]| made[SplitMix64::new(number as u64).below(made.len())].clone();
            made.push(candidate.map_or_else(|| again(&made), |candidate| candidate.opening));
        }
    }
    (made, repeated)
}

/// The openings are those of one process that makes all, and repeat as often.
fn compare(place: &Place, game: &str, heaps: Option<&str>, wanted: RandomOpenings, count: usize) {
    let mut rules = games::by_name(game).unwrap();
    heaps.iter().for_each(|heaps| rules.set_option("heaps", heaps).unwrap());
    let openings = Openings::Random(wanted);
    let rules = [rules];
    let candidates = Candidates::new(&rules, &openings, 5).unwrap();
    let (expected, of_one) = one_by_one(&candidates, count);

    let (store, mut random) = (place.create(), SplitMix64::new(count as u64));
    let repeated = in_pieces(&store, &candidates, count, &mut random);
    let made: Vec<Opening> = store.openings(0).map(Result::unwrap).collect();
    assert_eq!(made[..count], expected);
    assert!(repeated >= of_one && repeated <= of_one + made.len() - count);
}

pub(crate) fn in_any_pieces(place: fn() -> Place) {
    let wanted = RandomOpenings { turns: 2, nodes: 100, score: 100, effort: 100, balance: None };
    compare(&place(), "snorkels", None, wanted, 60);
}

pub(crate) fn small_board(place: fn() -> Place) {
    // Two heaps of three have seven positions after two turns, of which some are refused.
    let wanted = RandomOpenings { effort: 1, ..RandomOpenings::unchecked(2) };
    compare(&place(), "take-two", Some("2"), wanted, 40);
}
