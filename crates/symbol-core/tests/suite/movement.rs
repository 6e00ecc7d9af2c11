//! Steps, transports, carrying, joining and splitting, captures.

use crate::both::{offers, only, plays, refuses};

/// The rulebook's figure of the green piece.
#[test]
fn land_moves_one_or_two_steps_on_land_and_may_turn() {
    offers("d2=L g4=K a4=k", "d2", ":L>b1 :L>b2 :L>c1 :L>c2 :L>d1 :L>e1 :L>e2 :L>f1 :L>f2");
    // In the corner; g2 is reached with a turn around the friend on f1, or over it.
    offers("g1=L f1=K a4=k", "g1:", "L>f1 L>f2 L>e1 L>e2 L>g2");
}

/// The rulebook's figure of the blue piece.
#[test]
fn water_moves_up_to_three_steps_straight_on_water() {
    offers("d4=W a1=K a7=k", "d4:W>", "a4 b4 c4 e4 f4 g4 d3 d5 c3 e3 c5 e5");
    offers("b4=W a1=K a7=k", "b4:W>", "a3 a4 a5 b3 b5 c3 c4 c5 d4 e4");
    offers("a3=W g1=K a7=k", "a3:W>", "b3 c3 d3 a4 a5 b4 c5");
}

/// The rulebook's figure of the white piece.
#[test]
fn air_moves_up_to_two_steps_straight_anywhere() {
    offers("d4=A a1=K a7=k", "d4:A>", "d5 d6 d3 d2 c4 b4 e4 f4 c5 b6 e5 f6 c3 b2 e3 f2");
    offers("a1=A g1=K a7=k", "a1:A>", "a2 a3 b1 c1 b2 c3");
}

#[test]
fn fire_moves_one_step_anywhere() {
    offers("d3=F a1=K a7=k", "d3:F>", "c2 d2 e2 c3 e3 c4 d4 e4");
}

#[test]
fn destruction_and_the_king_do_not_move() {
    only("d2=K c2=D a7=k", "!c2");
    only("d2=K c4=A a7=k; 2", "-");
    refuses("d2=K c2=D a7=k", "c2:D>c3", "cannot move: only L, W, A and F move");
    refuses("d2=K c2=D a7=k", "d2:K>d3", "cannot move: only L, W, A and F move");
    refuses("d2=KD a7=k", "d2:KD>d3", "cannot move: only L, W, A and F move");
}

#[test]
fn steps_pass_over_friends_and_never_over_an_enemy() {
    // Straight ahead a friend, an enemy, and the edge.
    offers("c1=A c2=D d1=a2 b1=d a7=K g7=k", "c1:A>", "c2 c3 d2 e3 b2 a3 b1 d1");
    // b2 and a2 only by way of a1; the enemy on b1 can be taken but not passed.
    offers("a1=L b1=a b2=a g7=K f7=k", "a1:L>", "a2 b1 b2");
    offers("a4=W c4=l2w a1=K a7=k", "a4:W>", "b4 c4 a3 a5 b3 b5");
}

#[test]
fn every_cell_passed_is_terrain_of_the_transport() {
    // Over the water lies no way for `L` from d2 to ... nor over the land for `W`.
    offers("a3=W g1=K g7=k", "a3:W>", "a4 a5 b3 c3 d3 b4 c5");
    // A ship waits on d3: an own `L` may end there, but not pass.
    offers("d2=L d3=W g7=K f7=k", "d2:L>", "b1 b2 c1 c2 d1 e1 e2 f1 f2 d3");
}

#[test]
fn coming_back_is_not_a_move() {
    refuses("d2=L g4=K a4=k", "d2:L>d2", "where it began");
}

#[test]
fn the_start_cell_may_be_off_terrain() {
    // Ship to shore: the second step may turn.
    offers("d3=LW g7=K a7=k", "d3:L>", "c2 d2 e2 b1 b2 c1 d1 e1 f1 f2");
    // And to a ship that waits next to it.
    offers("d3=LW e4=W g7=K a7=k", "d3:L>", "c2 d2 e2 b1 b2 c1 d1 e1 f1 f2 e4");
    // `W` from the land back to the water, in one line with the start.
    offers("d2=LW g7=K a7=k", "d2:W>", "d3 d4 d5 c3 b4 a5 e3 f4 g5");
}

#[test]
fn the_last_cell_may_be_off_terrain_beside_a_waiting_supporter() {
    for ship in ["W", "A", "F", "AD"] {
        plays(
            &format!("d2=L d3={ship} g7=K a7=k"),
            "d2:L>d3",
            &format!("d3={} g7=K a7=k; 2", joined("L", ship)),
        );
    }
    for port in ["L", "A", "F", "AD"] {
        plays(
            &format!("d3=W d2={port} g7=K a7=k"),
            "d3:W>d2",
            &format!("d2={} g7=K a7=k; 2", joined("W", port)),
        );
    }
    for raft in ["D", "K"] {
        let king = if raft == "D" { "g7=K" } else { "" };
        refuses(&format!("d2=L d3={raft} {king} a7=k"), "d2:L>d3", "no friendly supporter waits there");
        refuses(&format!("d3=W d2={raft} {king} a7=k"), "d3:W>d2", "no friendly supporter waits there");
    }
    // A supporter among the movers does not wait: as `L` they stay on land, as `F` they take one step.
    offers("c2=LF g7=K a7=k", "c2:LF>", "b1 c1 d1 b2 d2 b3 c3 d3 a1 a2 e1 e2");
}

fn joined(first: &str, second: &str) -> String {
    let mut letters: Vec<char> = format!("{first}{second}").chars().collect();
    letters.sort_by_key(|&letter| "KLWAFD".find(letter));
    let text: String = letters.into_iter().collect();
    text.replace("LL", "L2").replace("WW", "W2")
}

/// "a blue piece cannot change directions, even if a green piece is in the stack".
#[test]
fn a_subset_moves_as_one_of_its_members() {
    // From the shore: `L` turns on land, `W` goes straight on water.
    offers("a2=LW g7=K f7=k", "a2:LW>", "a1 b1 b2 c1 c2 a3 a4 a5 b3 c4 d5");
    // `L` alone may not go to sea; `W` alone has the sea, but `L` stays.
    offers("a2=LW g7=K f7=k", "a2:L>", "");
    offers("a2=LW g7=K f7=k", "a2:W>", "a3 a4 a5 b3 c4 d5");
}

/// "That allows for water pieces to carry land pieces to the other side of the board".
#[test]
fn water_carries_land_across_in_two_turns() {
    plays("d2=L d3=W g1=K a7=k", "d2:L>d3", "d3=LW g1=K a7=k; 2");
    plays("d3=LW g1=K a7=k", "d3:LW>d5", "d5=LW g1=K a7=k; 2");
    plays("d5=LW g1=K a7=k", "d5:L>e7", "d5=W e7=L g1=K a7=k; 2");
}

#[test]
fn king_and_destruction_are_carried() {
    offers("d2=KAD g7=k", "d2:KD", "");
    plays("d2=KAD a7=k", "d2:KAD>d4", "d4=KAD a7=k; 1 -/- d4:1:-:KAD");
    plays("d2=KAD a7=k", "d2:KAD>d4,end", "d4=KAD a7=k; 2");
    plays("d2=KA2 a7=k", "d2:KA>f4", "d2=A f4=KA a7=k; 2");
    plays("d2=KAD a7=k", "d2:A>b2", "d2=KD b2=A a7=k; 2");
}

#[test]
fn joining_adds_and_splitting_leaves() {
    plays("d2=L2A2 e2=LF2D g7=K a7=k", "d2:LA>e2", "d2=LA e2=L2AF2D g7=K a7=k; 2");
    plays("d2=L12 e2=L3 g7=K a7=k", "d2:L11>e2", "d2=L e2=L14 g7=K a7=k; 2");
}

#[test]
fn subsets_are_of_kinds_not_of_pieces() {
    offers(
        "a7=L3 g1=K g7=k",
        "a7",
        ":L>a6 :L>b6 :L>b7 :L>c6 :L>c7 :L2>a6 :L2>b6 :L2>b7 :L2>c6 :L2>c7 :L3>a6 :L3>b6 :L3>b7 :L3>c6 :L3>c7",
    );
}

/// **Ruling**: splitting a stack so that the rest at the origin is unsupported is illegal.
#[test]
fn the_rest_must_be_supported() {
    refuses("d3=LW g7=K a7=k", "d3:W>d4", "nothing in it supports it there");
    refuses("d3=L2W g7=K a7=k", "d3:LW>d4", "nothing in it supports it there");
    refuses("d2=LWD g7=K a7=k", "d2:L>d1", "nothing in it supports it there");
    plays("d3=LWA g7=K a7=k", "d3:W>d4", "d3=LA d4=W g7=K a7=k; 2");
    // `K` and `D` may stay anywhere.
    plays("d4=KWD a7=k", "d4:W>c4", "c4=W d4=KD a7=k; 2");
}

/// "this is checked when the subset leaves, before captures, pushes and explosions".
#[test]
fn the_rest_is_checked_before_anything_else_happens() {
    // The blast of the captured `D` would have removed the rest.
    refuses("d3=LW d4=d g7=K a7=k", "d3:W>d4", "nothing in it supports it there");
    // Capturing the king would have ended the game.
    refuses("d3=LW d4=k g7=K", "d3:W>d4", "nothing in it supports it there");
    // The push would have thrown the rest out.
    refuses("d3=LF g7=K a7=k; 1 -/- - fire=all", "d3:F>d4", "nothing in it supports it there");
}

#[test]
fn left_behind_removed_takes_the_whole_rest() {
    plays("d3=L2WD g7=K a7=k; 1 -/- - left-behind=removed", "d3:LW>d5", "d5=LW g7=K a7=k; 2");
    plays("d3=L2W g7=K c2=a a7=k; 1 -/- - left-behind=removed", "d3:W>d4", "d4=W g7=K c2=a a7=k; 2");
    // What is supported stays as ever.
    plays("d3=LWA g7=K a7=k; 1 -/- - left-behind=removed", "d3:W>d4", "d3=LA d4=W g7=K a7=k; 2");
    plays("d4=KWD a7=k; 1 -/- - left-behind=removed", "d4:W>c4", "c4=W d4=KD a7=k; 2");
}

#[test]
fn captures_need_terrain_of_the_transport() {
    plays("d2=L c1=l2a3 g7=K a7=k", "d2:L>c1", "c1=L g7=K a7=k; 2");
    plays("d4=W a4=w2f g7=K a7=k", "d4:W>a4", "a4=W g7=K a7=k; 2");
    plays("d4=A d6=lwaf g7=K a7=k", "d4:A>d6", "d6=A g7=K a7=k; 2");
    refuses("d2=L d3=w g7=K a7=k", "d2:L>d3", "to capture: it attacks across the shore");
    refuses("d3=W d2=a g7=K a7=k", "d3:W>d2", "to capture: it attacks across the shore");
    // Not even with one aboard who could: it moves as one of them. As `A` the stack may.
    offers("d3=WA d2=a g7=K a7=k", "d3:W>", "a3 b3 c3 e3 f3 g3 d4 d5 c4 b5 e4 f5");
    plays("d3=WA d2=a g7=K a7=k", "d3:WA>d2", "d2=WA g7=K a7=k; 2");
}

/// "Different transports or paths with the same subset, resting cell and target are the same action."
#[test]
fn different_transports_and_paths_are_one_action() {
    // e2: in one step or in two, as `L`, as `A` or as `F`.
    offers("d2=LAF g7=K a7=k", "d2:LAF>e", "1 2 3");
    offers("d2=LAF g7=K a7=k", "d2:LAF>d", "1 3 4");
}
