//! "Phalanx move, line by line": pushes and routs.

use crate::both::{ends, plays, refuses};

/// "The pushers must be strictly heavier".
#[test]
fn weights() {
    plays("d5ee5ef5e/g5wh5w/-/-", "d5e5f5>e", "e5ef5eg5e/h5wi5w/-/-");
    refuses("d5ee5e/f5wg5w/-/-", "d5e5>e", "tied 2 to 2");
    refuses("d5ee5e/f5wg5wh5w/-/-", "d5e5>e", "the line d5e5 is outweighed 2 to 3");
    // "the number of chosen pieces": a third piece behind counts only if it is chosen.
    refuses("d5ee5ef5e/g5wh5w/-/-", "e5f5>e", "tied 2 to 2");
    // "either city of the enemy team, any facing"; they keep their facing.
    plays("d5ee5ef5e/g5w/-/h5s", "d5e5f5>e", "e5ef5eg5e/h5w/-/i5s");
    plays("d5ee5ef5e/h5e/-/g5w", "d5e5f5>e", "e5ef5eg5e/i5e/-/h5w");
    refuses("d5ee5e/f5w/-/g5e", "d5e5>e", "tied 2 to 2");
    // Contiguous: one behind a gap has no weight.
    plays("d5ee5e/f5wh5w/-/-", "d5e5>e", "e5ef5e/g5wh5w/-/-");
    // Six against five, and against six.
    plays("d5ee5ef5eg5eh5ei5e/j5wk5wl5w/-/m5nn5n", "d5e5f5g5h5i5>e", "e5ef5eg5eh5ei5ej5e/k5wl5wm5w/-/n5no5n");
    refuses("d5ee5ef5eg5eh5ei5e/j5wk5wl5w/-/m5nn5no5n", "d5e5f5g5h5i5>e", "tied 6 to 6");
}

/// A line is "a run along the axis of movement": pieces beside it have no weight in it.
#[test]
fn weight_is_counted_line_by_line() {
    refuses("e4ee5e/f5w/-/-", "e4e5>e", "tied 1 to 1");
    refuses("d4ee4ee5ee6e/f5w/-/-", "d4e4e5e6>e", "tied 1 to 1");
    plays("d4ed5ee4ee5e/f4wf5w/-/-", "d4d5e4e5>e", "e4ee5ef4ef5e/g4wg5w/-/-");
    // One line pushes, one routs, one goes.
    plays("d5ee4ee5ee6e/f4sf5w/-/-", "d5e4e5e6>e", "e5ef4ef5ef6e/g5w/-/-");
}

/// All four directions.
#[test]
fn pushes_in_every_direction() {
    plays("e5ee6e/-/-/-", "e5e6>e", "f5ef6e/-/-/-");
    plays("e5ne6n/e7s/-/-", "e5e6>n", "e6ne7n/e8s/-/-");
    plays("e7se8s/e6n/-/-", "e7e8>s", "e6se7s/e5n/-/-");
    plays("h5wi5w/g5e/-/-", "h5i5>w", "g5wh5w/f5e/-/-");
    plays("h5ei5e/j5w/-/-", "h5i5>e", "i5ej5e/k5w/-/-");
}

/// "enemy piece not facing the phalanx ...: it is routed, never pushed"
#[test]
fn what_does_not_face_the_phalanx_is_routed() {
    for facing in ["n", "e", "s"] {
        plays(&format!("d5ee5e/f5{facing}/-/-"), "d5e5>e", "e5ef5e/-/-/-");
        // Only the front one, whatever the weight behind it.
        plays(&format!("d5ee5e/f5{facing}g5w/-/h5wi5w"), "d5e5>e", "e5ef5e/g5w/-/h5wi5w");
        // In a line of one.
        plays(&format!("e4ee5e/f5{facing}/-/-"), "e4e5>e", "f4ef5e/-/-/-");
    }
}

/// "The last of them is routed if the cell behind it is off the board or the mural".
#[test]
fn pushed_off_the_board() {
    plays("p5eq5e/r5w/-/-", "p5q5>e", "q5er5e/-/-/-");
    plays("d8ee8e/f8w/-/-", "d8e8>e", "e8ef8e/-/-/-");
    plays("o5ep5e/q5w/-/-", "o5p5>e", "p5eq5e/r5w/-/-");
    // Only the last: the others move up.
    plays("n5eo5ep5e/q5w/-/r5n", "n5o5p5>e", "o5ep5eq5e/r5w/-/-");
    // North and south: the edges beside the areas, and the mural from below.
    plays("i10ni11n/i12s/-/-", "i10i11>n", "i11ni12n/-/-/-");
    plays("h4nh5n/h6s/-/-", "h4h5>n", "h5nh6n/-/-/-");
    plays("p5sp6s/p4n/-/-", "p5p6>s", "p4sp5s/-/-/-");
    plays("q8wr8w/p8e/-/-", "q8r8>w", "p8wq8w/-/-/-");
}

/// "or holds a piece of its enemies (the pusher's team, any facing)".
#[test]
fn pushed_into_a_piece_of_the_pushers_team() {
    for facing in ["n", "e", "s", "w"] {
        plays(&format!("d5ee5e/f5w/g5{facing}/-"), "d5e5>e", &format!("e5ef5e/-/g5{facing}/-"));
        // An own piece, chosen for nothing.
        plays(&format!("d5ee5eg5{facing}/f5w/-/-"), "d5e5>e", &format!("e5ef5eg5{facing}/-/-/-"));
    }
    // Three of them: the last is routed, the others move up.
    plays("d5ee5ef5eg5e/h5wj5s/k5n/i5e", "d5e5f5g5>e", "e5ef5eg5eh5e/i5w/k5n/j5e");
}

/// "or is a victory area of its enemies. If that cell is a cell open to it, it simply moves there."
#[test]
fn pushed_into_a_victory_area() {
    let won = |player: usize| format!("P{player} wins by victory-area");
    // Athens' victory area j..l 13: the enemies of Athens are routed, Messene goes home, Athens wins.
    plays("k10nk11n/k12s/-/-", "k10k11>n", "k11nk12n/-/-/- A 1 0");
    plays("-/-/k10nk11n/k12s M", "k10k11>n", "-/-/k11nk12n/- M 1 0");
    plays("-/k10nk11n/k12s/- S", "k10k11>n", "-/k11nk12n/k13s/- S 1 0");
    ends("k12s/k10nk11n/-/- S", "k10k11>n", "k13s/k11nk12n/-/- M 2 0", &won(1));
    ends("k12s/-/-/k10nk11n T", "k10k11>n", "k13s/-/-/k11nk12n A 2 0", &won(1));
    // Messene's, j..l 3.
    plays("-/k4n/k5sk6s/- M", "k5k6>s", "-/-/k4sk5s/-");
    plays("k4n/k5sk6s/-/- S", "k5k6>s", "k3n/k4sk5s/-/-");
    ends("-/k5sk6s/k4n/- S", "k5k6>s", "-/k4sk5s/k3n/- M 2 0", &won(1));
    // Thebes', c 7..9.
    plays("d8e/e8wf8w/-/- S", "e8f8>w", "-/d8we8w/-/-");
    plays("e8wf8w/d8e/-/-", "e8f8>w", "d8we8w/c8e/-/-");
    ends("e8wf8w/-/-/d8e", "e8f8>w", "d8we8w/-/-/c8e S 2 0", &won(2));
    // Sparta's, s 7..9.
    plays("r8w/-/-/p8eq8e T", "p8q8>e", "-/-/-/q8er8e");
    plays("p8eq8e/-/-/r8w", "p8q8>e", "q8er8e/-/-/s8w");
    ends("p8eq8e/r8w/-/-", "p8q8>e", "q8er8e/s8w/-/- S 2 0", &won(2));
}

/// "A piece of its own team behind it is part of the weight, so never blocks."
#[test]
fn the_own_team_behind_adds_weight() {
    refuses("d5ee5e/f5w/-/g5w", "d5e5>e", "tied 2 to 2");
    plays("d5ee5ef5e/g5w/-/h5w", "d5e5f5>e", "e5ef5eg5e/h5w/-/i5w");
    // At home: Messene's piece has Athens' ... none but its own behind it.
    refuses("-/k10nk11n/k12sk13s/- S", "k10k11>n", "tied 2 to 2");
}

/// "A routed piece leaves the board and waits, without facing, in its city's routed pool."
#[test]
fn a_routed_piece_comes_back_by_a_rally() {
    plays("d5ee5e/f5s/-/-", "d5e5>e,-", "e5ef5e/-/-/- S 2 0");
    plays("e5ef5e/-/-/- S", "+a8e,a8>e", "e5ef5e/b8e/-/- M 2 0");
}

/// All of them go or none: one line that is too light holds up the others.
#[test]
fn one_line_forbids_the_move() {
    let before = "d4ed5ee4ee5e/f4wf5wg5w/-/-";
    refuses(before, "d4d5e4e5>e", "the line d5e5 is tied 2 to 2");
    plays(before, "d4e4>e", "d5ee4ee5ef4e/f5wg4wg5w/-/-");
}
