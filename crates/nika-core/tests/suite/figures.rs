//! The printed figures, "laid on ranks 5 (upper) and 4 (lower), all on field cells", and the example of the ruling.

use crate::both::{plays, refuses};

#[test]
fn first_figure_a_push() {
    plays("d5ee5e/f5w/-/-", "d5e5>e", "e5ef5e/g5w/-/- A 1 0");
}

/// "The whole phalanx may not move (the upper line is tied 2 to 2)."
#[test]
fn second_figure_the_lower_line_alone() {
    let before = "d4ee4ee5ef4ef5e/g4wg5wh4n/-/h5e";
    refuses(before, "d4e4e5f4f5>e", "the line e5f5 is tied 2 to 2");
    refuses(before, "e5f5>e", "tied 2 to 2");
    plays(before, "d4e4f4>e", "e4ee5ef4ef5eg4e/g5wh4wi4n/-/h5e");
}

#[test]
fn third_figure_a_rout() {
    plays("d5ee5e/f5s/-/-", "d5e5>e", "e5ef5e/-/-/-");
}

/// "Sparta h5 is routed (pushed into its enemy Messene), Sparta g4 is routed. Two Spartans routed, Messene unmoved."
#[test]
fn fourth_figure_push_and_rout_at_once() {
    plays("d5ee5ef4ef5e/g4ng5wh5e/i5w/-", "d5e5f4f5>e", "e5ef5eg4eg5e/h5w/i5w/-");
}

/// "Athens f4e; Messene h5e; Thebes e4w e5w f5w g4w g5w h4w: Thebes' `e4e5f5g4g5h4>w` is legal and routs f4."
#[test]
fn a_gap_in_a_line() {
    let before = "f4e/-/h5e/e4we5wf5wg4wg5wh4w T";
    plays(before, "e4e5f5g4g5h4>w", "-/-/h5e/d4wd5we5wf4wf5wg4w");
    // Without h4 the hind run is tied, so that nobody may go.
    refuses(before, "e4e5f5g4g5>w", "tied 1 to 1");
    refuses("f4e/-/h5e/e4we5wf5wg4wg5w T", "e4e5f5g4g5>w", "tied 1 to 1");
    // An enemy in the gap that does not face the phalanx is routed, whatever the weight.
    plays("f4n/-/h5e/e4we5wf5wg4wg5w T", "e4e5f5g4g5>w", "-/-/h5e/d4wd5we5wf4wf5w");
    // The same with an own piece in the gap.
    refuses("-/f4e/-/e4we5wf5wg4wg5wh4w T", "e4e5f5g4g5h4>w", "f4 holds a piece of the ally");
    // A wide gap: the hind run routs the piece next to it, and the one before that stays.
    plays("f4eg4n/-/-/e4we5wf5wg5wh4wh5w T", "e4e5f5g5h4h5>w", "f4e/-/-/d4wd5we5wf5wg4wg5w");
    // A gap in a column of a phalanx that goes north.
    plays("e8ne9ne10nf7nf8nf10n/f9s/-/-", "e8e9e10f7f8f10>n", "e9ne10ne11nf8nf9nf11n/-/-/-");
}
