//! Perft against a naive count.

use std::sync::atomic::AtomicBool;

use abstract_game::{Position, perft};

use crate::heaps;

/// Lists every sequence, the slowest way there is.
fn naive<P: Position>(position: &P, depth: u32) -> u64 {
    let mut level = vec![position.clone()];
    for _ in 0..depth {
        level = level.iter().flat_map(|p| p.actions().into_iter().map(|a| p.after(a))).collect();
    }
    level.len() as u64
}

#[test]
fn every_way_to_count_agrees() {
    for text in ["3,4,5 1 2", "3,4,5 2 1", "9,1 1 2", "1 1 2", "0,0 2 2"] {
        let position = heaps(text);
        for depth in 0..=5 {
            let count = perft::count(&position, depth);
            assert_eq!(count, naive(&position, depth), "{text} {depth}");
            let parallel = perft::par_count(&position, depth, &AtomicBool::new(false));
            assert_eq!(parallel, Some(count), "{text} {depth}");
            let divided = perft::divide(&position, depth);
            if depth > 0 {
                assert_eq!(count, divided.iter().map(|(_, n)| n).sum::<u64>());
                let actions: Vec<_> = divided.iter().map(|&(action, _)| action).collect();
                assert_eq!(actions, position.actions());
            } else {
                assert!(divided.is_empty());
            }
        }
    }
}

#[test]
fn counted_by_hand() {
    let count = |text, depth| perft::count(&heaps(text), depth);
    // One heap of two: a1 (then a1 or end), or a2.
    assert_eq!([0, 1, 2, 3, 4].map(|depth| count("2 1 2", depth)), [1, 2, 2, 1, 0]);
    // The action that ends the turn counts, and a finished game has no successors.
    assert_eq!([1, 2, 3].map(|depth| count("1 1 1", depth)), [2, 1, 0]);
    assert_eq!(count("0 1 2", 0), 1);
}
