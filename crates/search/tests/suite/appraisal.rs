//! Appraisals of positions: a proof, or the results of playouts.

use abstract_game::sample::TakeTwo;
use abstract_game::{Position, Rules, Verdict};
use search::{Effort, PlayoutCounts, appraise};

use crate::reference::ring::Ring;

const EFFORT: Effort = Effort { nodes: 2_000, playouts: 50 };

#[test]
fn a_decided_position_has_a_verdict_for_player_1() {
    for (text, verdict) in [("3,1 1 2", Verdict::Win), ("3,1 2 2", Verdict::Loss), ("0 1 2", Verdict::Loss)] {
        let position = TakeTwo::default().read_position(text).unwrap();
        let appraisal = appraise(position.clone(), &EFFORT);
        assert_eq!(
            (appraisal.verdict, appraisal.playouts),
            (Some(verdict), PlayoutCounts::default()),
            "{text}"
        );
        let unproved = appraise(position.clone(), &Effort { nodes: 0, ..EFFORT });
        assert_eq!(unproved.verdict, position.end().map(|_| verdict));
        assert_eq!(unproved.playouts.count(), if position.end().is_some() { 0 } else { 50 });
    }
}

/// Two tokens that meet early, sometimes, or never. If the first 20 playouts do not end, no others follow.
#[test]
fn playouts_end_after_300_actions() {
    for (size, expected) in [
        (8, PlayoutCounts { won: 37, drawn: 0, lost: 63, unfinished: 0 }),
        (60, PlayoutCounts { won: 16, drawn: 0, lost: 22, unfinished: 62 }),
        (127, PlayoutCounts { won: 0, drawn: 0, lost: 0, unfinished: 20 }),
    ] {
        let ring = Ring { well: 255, peace: None, ..Ring::new(size, [0, size / 2], None) };
        assert_eq!(appraise(ring, &Effort { nodes: 0, playouts: 100 }).playouts, expected, "{size}");
    }
}
