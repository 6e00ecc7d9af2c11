//! What a turn is made of, and when it ends.

use crate::both::{has_result, offers, only, plays, refuses};

#[test]
fn the_first_turn_places_the_king() {
    only(
        "; 1 KL3W3A3F3D3/kl3w3a3f3d3",
        "K@a1 K@b1 K@c1 K@d1 K@e1 K@f1 K@g1 K@a2 K@b2 K@c2 K@d2 K@e2 K@f2 K@g2",
    );
    plays("; 1 KL15/kl15", "K@d2", "d2=K; 2 L15/kl15");
    only("d2=K; 2 L15/kl15", "K@a6 K@b6 K@c6 K@d6 K@e6 K@f6 K@g6 K@a7 K@b7 K@c7 K@d7 K@e7 K@f7 K@g7");
    plays("d2=K; 2 L15/kl15", "K@g7", "d2=K g7=k; 1 L15/l15");
}

#[test]
fn a_turn_uses_one_cell() {
    // After a reinforcement only the king's stack can be used, after a move only what moved.
    only("d2=K a1=A g1=A f4=AD a7=k; 1 L5/- d2:1:-:-", "+Lc1 +Lc2 +Ld1 +Ld2 +Le1 +Le2 end");
    only("d2=K a1=AD g1=A f4=AD a7=k; 1 -/- f4:0:-:AD", "!f4 end");
}

#[test]
fn at_most_one_move() {
    only("d4=KAD a7=k d2=A; 1 -/- d4:1:-:KAD", "!d4 end");
}

#[test]
fn a_turn_ends_by_itself() {
    plays("d2=K a7=k; 1 L5/-", "+Lc1", "c1=L d2=K a7=k; 2 L4/-");
    plays("d2=L g1=K a7=k", "d2:L>d1", "d1=L g1=K a7=k; 2");
    plays("d2=KL a7=k", "d2:KL>d1", "d1=KL a7=k; 2");
    // Left and reserve, but no place for it: the king is at sea, alone.
    plays("d3=KA a7=k; 1 L/-", "d3:A>d5", "d3=K d5=A a7=k; 1 L/- d5:1:-:A");
    plays("d4=KA a7=k; 1 L/-", "d4:A>d6", "d4=K d6=A a7=k; 2 L/-");
}

#[test]
fn end_is_written_only_alone() {
    refuses("d2=K a7=k; 1 L5/-", "end", "the turn cannot end before an action is done");
    refuses("d2=K a7=k; 1 L5/-", "-", "there is no voluntary pass");
    offers("d2=K a1=A g1=A a7=k; 1 L5/- d2:1:-:-", "e", "nd");
    plays("d2=K a1=A g1=A a7=k; 1 L5/- d2:1:-:-", "end", "d2=K a1=A g1=A a7=k; 2 L5/-");
}

#[test]
fn actions_may_come_in_any_order() {
    let before = "d2=KAD a1=A g1=A a7=k; 1 L5/-";
    plays(before, "d2:AD>d4,+Ld2,!d4", "d2=KL a1=A g1=A a7=k; 2 L4/-");
    plays(before, "d2:AD>d4,!d4", "d2=K a1=A g1=A a7=k; 2 L5/-");
    plays(before, "+Ld1,d2:AD>d4,+Ld2,!d4", "d1=L d2=KL a1=A g1=A a7=k; 2 L3/-");
    plays(before, "+Ld1,d2:AD>d4,+Ld2,end", "d1=L d2=KL d4=AD a1=A g1=A a7=k; 2 L3/-");
}

#[test]
fn there_is_no_voluntary_pass() {
    refuses("d2=K c2=L a7=k", "-", "there is no voluntary pass");
    refuses("d2=K c2=L a7=k", "end", "the turn cannot end before an action is done");
}

/// **Ruling**: "a player without any legal action at the start of a turn has exactly one action, the forced `Pass`".
#[test]
fn forced_pass() {
    only("d2=K d7=k a7=l", "-");
    plays("d2=K d7=k a7=l", "-", "d2=K d7=k a7=l; 2");
    // Reserve without a place, in the water.
    only("d4=K d7=k a7=l; 1 L5/-", "-");
    has_result("d2=K d7=k a7=l", "not over");
}

/// `pass=king`: "whoever has the king on the board may use it without placing a piece": "the turn `-` is legal at each of his
/// turns' starts".
#[test]
fn the_king_may_be_used_without_a_reinforcement() {
    let rules = "- pass=king";
    plays(&format!("d2=K c2=L a7=k; 1 L/- {rules}"), "-", "d2=K c2=L a7=k; 2 L/-");
    // Two passes are no draw.
    plays(&format!("d2=K c2=L a7=k a6=l; 1 -/- {rules}"), "-,-", "d2=K c2=L a7=k a6=l; 1");
    plays("d2=K c2=L a7=k a6=l; 1 -/- - game=simple;pass=king", "-,-", "d2=K c2=L a7=k a6=l; 1");
    // Whoever has no other action passes once, not twice.
    only(&format!("d2=K d7=k a7=l; 1 -/- {rules}"), "-");
    // The first turn places the king, and within a turn `end` is the word.
    refuses(&format!("; 1 KL5/kl5 {rules}"), "-", "P1 must place the king first");
    refuses("d2=K a1=A g1=A a7=k; 1 L5/- d2:1:-:- pass=king", "-", "a pass is a whole turn");
    // Where nobody could do anything else, the game is drawn.
    has_result(&format!("d4=K d7=k; 1 L5/- {rules}"), "draw by pass");
    has_result(&format!("d2=K d7=k; 1 -/- {rules}"), "draw by resources");
}
