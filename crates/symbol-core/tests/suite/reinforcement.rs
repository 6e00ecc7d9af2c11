//! New pieces: which, where, and how many.

use crate::both::{offers, only, plays, refuses};

/// "This is the only choice available as a first move after placing their kings".
#[test]
fn the_first_turns() {
    offers(
        "g1=K a7=k; 1 L3W3A3F3D3/l3w3a3f3d3",
        "",
        "+Lf1 +Lf2 +Lg1 +Lg2 +Af1 +Af2 +Ag1 +Ag2 +Ff1 +Ff2 +Fg1 +Fg2 +Df1 +Df2 +Dg1 +Dg2",
    );
}

/// The rulebook's figure: on the king's cell or one of the 8 around it.
#[test]
fn around_and_on_the_king() {
    for kind in ["A", "F", "D"] {
        offers(&format!("d4=K a7=k; 1 {kind}/-"), &format!("+{kind}"), "c3 c4 c5 d3 d4 d5 e3 e4 e5");
    }
    offers("a1=K a7=k; 1 A/-", "+", "Aa1 Aa2 Ab1 Ab2");
}

/// "The stack must be supported afterwards".
#[test]
fn land_and_water_need_support() {
    offers("d2=K a7=k; 1 LW/-", "+", "Lc1 Lc2 Ld1 Ld2 Le1 Le2 Wc3 Wd3 We3");
    offers("d2=K c3=W d3=A e3=D c2=F a7=k; 1 LW/-", "+", "Lc1 Lc2 Lc3 Ld1 Ld2 Ld3 Le1 Le2 Wc3 Wc2 Wd3 We3");
    offers("d4=K a7=k; 1 L/-", "+", "");
    offers("d4=KF a7=k; 1 L/-", "+", "Ld4");
}

#[test]
fn never_on_an_enemy() {
    offers("d4=K a7=k c3=w c4=w c5=w d3=d; 1 AD/-", "+", "Ad4 Ad5 Ae3 Ae4 Ae5 Dd4 Dd5 De3 De4 De5");
}

/// "a king could make any of his pieces on the board (other than another destruction piece) deploy a destruction piece
/// next to it".
#[test]
fn destruction_beside_any_other_piece() {
    offers("a1=K d4=W a7=k; 1 D/-", "+D", "a1 a2 b1 b2 c3 c4 c5 d3 d4 d5 e3 e4 e5");
    offers("a1=K d4=D a7=k; 1 D/-", "+D", "a1 a2 b1 b2");
    offers("a1=K g1=LD a7=k; 1 D/-", "+D", "a1 a2 b1 b2 f1 f2 g1 g2");
    offers("a1=K d4=w a7=k; 1 D/-", "+D", "a1 a2 b1 b2");
    // A piece placed this turn counts at once.
    offers("a1=K b2=A a7=k; 1 D/- a1:1:-:-", "+D", "a1 a2 a3 b1 b2 b3 c1 c2 c3");
    refuses("a1=K a7=k c5=A; 1 AD/-", "+Dc3", "no own K, L, W, A or F is there or next to it");
    plays("a1=K c1=A f1=A e3=A a7=k d7=l; 1 AD/-", "+Ab2,+Dc3", "a1=K b2=A c1=A f1=A e3=A c3=D a7=k d7=l; 2");
}

/// "One (1) new piece plus one (1) additional piece for every three (3) regions".
#[test]
fn one_more_for_each_three_regions() {
    for (cells, left) in [
        ("", 0),
        ("a1=A", 0),
        ("a1=A g1=A", 1),
        ("a1=A g1=A a3=A d4=A", 1),
        ("a1=A g1=A a3=A d4=A f5=A", 2),
        ("a1=A g1=A a3=A d4=A f5=A c6=A", 2),
    ] {
        let state = if left == 0 { "2 L4/-".to_owned() } else { format!("1 L4/- d1:{left}:L:-") };
        plays(&format!("d1=K {cells} a7=k; 1 L5/-"), "+Ld1", &format!("d1=KL {cells} a7=k; {state}"));
    }
}

#[test]
fn eight_regions_are_three_pieces_and_nine_four() {
    let eight = "a1=A g1=A a3=A d4=A f5=A a7=A g7=A";
    plays(
        &format!("d1=K {eight} d6=A e6=k; 1 L5/-"),
        "+Ld1",
        &format!("d1=KL {eight} d6=A e6=k; 1 L4/- d1:2:L:-"),
    );
    // All nine, while the other king is not yet placed.
    plays(&format!("d1=K {eight} d6=A; 1 L5/k"), "+Ld1", &format!("d1=KL {eight} d6=A; 1 L4/k d1:3:L:-"));
}

/// "while the opponent has none there".
#[test]
fn contested_regions_count_for_nobody() {
    plays("d1=K a1=A g1=A a2=a a7=k; 1 L5/-", "+Ld1", "d1=KL a1=A g1=A a2=a a7=k; 2 L4/-");
    plays("d1=K a1=A g1=A a3=a a7=k; 1 L5/-", "+Ld1", "d1=KL a1=A g1=A a3=a a7=k; 1 L4/- d1:1:L:-");
}

#[test]
fn regions_follow_the_option() {
    // c1 is of the middle by default, of the left with 3-1-3.
    plays("a1=K c1=A f1=A a7=k; 1 L5/-", "+La1", "a1=KL c1=A f1=A a7=k; 1 L4/- a1:1:L:-");
    plays("a1=K c1=A f1=A a7=k; 1 L5/- - regions=3-1-3", "+La1", "a1=KL c1=A f1=A a7=k; 2 L4/-");
    plays("c1=K d1=A e1=A a7=k; 1 L5/- - regions=3-1-3", "+Lc1", "c1=KL d1=A e1=A a7=k; 1 L4/- c1:1:L:-");
    plays("c1=K d1=A e1=A a7=k; 1 L5/-", "+Lc1", "c1=KL d1=A e1=A a7=k; 2 L4/-");
}

/// "counted **at the start of the turn**".
#[test]
fn counted_at_the_start_of_the_turn() {
    // The third region comes too late.
    plays("c1=K g1=A a7=k; 1 A5/-", "+Ab1", "c1=K b1=A g1=A a7=k; 2 A4/-");
    // The third region is left by the move, or the enemy is driven out by it.
    plays("c1=KA g1=A a1=A a7=k; 1 L5/-", "c1:KA>c3", "c3=KA g1=A a1=A a7=k; 1 L5/- c3:2:-:KA");
    plays("c1=KA a3=A c3=a a7=k; 1 L5/-", "c1:KA>c3", "c3=KA a3=A a7=k; 1 L5/- c3:1:-:KA");
}

#[test]
fn before_and_after_the_move() {
    let before = "d2=KA a1=A g1=A a7=k; 1 L5/-";
    plays(before, "+Lc1", "c1=L d2=KA a1=A g1=A a7=k; 1 L4/- d2:1:-:-");
    plays(before, "+Lc1,d2:KA>b2", "c1=L b2=KA a1=A g1=A a7=k; 1 L4/- b2:1:-:KA");
    plays(before, "+Lc1,d2:KA>b2,+La2", "c1=L b2=KA a1=A a2=L g1=A a7=k; 2 L3/-");
    plays(before, "d2:KA>b2,+La2", "b2=KA a1=A a2=L g1=A a7=k; 1 L4/- b2:1:-:KA");
    plays(before, "d2:KA>b2,+La2,+Lb1", "b2=KA a1=A a2=L b1=L g1=A a7=k; 2 L3/-");
    // When the king stays it is around the king, not around those who moved.
    plays(before, "d2:A>b2", "b2=A d2=K a1=A g1=A a7=k; 1 L5/- b2:2:-:A");
    offers("b2=A d2=K a1=A g1=A a7=k; 1 L5/- b2:2:-:A", "+", "Lc1 Lc2 Ld1 Ld2 Le1 Le2");
}

/// "only it may not move, attack or be detonated in this turn (*fresh*)".
#[test]
fn fresh_pieces_stay_behind() {
    // Of two `A` on the king's cell one is fresh.
    let within = "d2=KA2 a1=A g1=A a7=k; 1 L5/- d2:1:A:-";
    offers(within, "d2:KA>d", "1 3 4");
    offers(within, "d2:A2", "");
    offers(within, "d2:KA2", "");
    plays("d2=KA a1=A g1=A a7=k; 1 A5/-", "+Ad2,d2:KA>d4", "d2=A d4=KA a1=A g1=A a7=k; 1 A4/- d4:1:-:KA");
    // The attacker from standstill, and the bomb.
    refuses("d2=KL a1=A g1=A d3=w a7=k; 1 L5/- d2:1:L:-", "d2*d3", "placed before this turn");
    offers("d2=KL2 a1=A g1=A d3=w a7=k; 1 L5/- d2:1:L:-", "d2*", "d3");
    refuses(
        "d2=KD a1=A g1=A a7=k; 1 L5/- d2:1:D:-",
        "!d2",
        "was placed in this turn and may not be detonated",
    );
    offers("d2=KD2 a1=A g1=A a7=k; 1 L5/- d2:1:D:-", "!", "d2");
}

/// "counts at once as an own piece for everything (placing a `D` beside it, supporting, being joined)".
#[test]
fn fresh_pieces_support_and_are_joined() {
    // The fresh `F` supports what stays.
    refuses("d3=KLW a1=A g1=A a7=k; 1 F5/-", "d3:W>d4", "nothing in it supports it there");
    plays("d3=KLW a1=A g1=A a7=k; 1 F5/-", "+Fd3,d3:W>d4", "d3=KLF d4=W a1=A g1=A a7=k; 1 F4/- d4:1:-:W");
    // A ship that has just been placed waits.
    plays("d2=KL a1=A g1=A a7=k; 1 W5/-", "+Wd3,d2:KL>d3", "d3=KLW a1=A g1=A a7=k; 1 W4/- d3:1:-:KL");
    // A bomb placed where the movers come to rest is not theirs.
    plays("d2=KA a1=A g1=A a7=k; 1 D5/-", "+Dd3,d2:KA>d3", "d3=KAD a1=A g1=A a7=k; 1 D4/- d3:1:-:KA");
    offers("d3=KAD a1=A g1=A a7=k; 1 D4/- d3:1:-:KA", "!", "");
}

#[test]
fn unsupported_without_the_fresh_piece_cannot_be() {
    // `left-behind=removed` takes the fresh pieces too.
    plays(
        "d3=KW a1=A g1=A a7=k; 1 L5/- - left-behind=removed",
        "+Ld3,d3:KW>d4",
        "d4=KW a1=A g1=A a7=k; 1 L4/- d4:1:-:KW",
    );
}

#[test]
fn the_reserve_need_not_be_used_up() {
    plays("d2=K a1=A g1=A a7=k; 1 L5/-", "+Ld1,end", "d1=L d2=K a1=A g1=A a7=k; 2 L4/-");
    // "not capped by the reserve".
    plays("d2=KAD a1=A g1=A a7=k; 1 L/-", "+Ld1", "d1=L d2=KAD a1=A g1=A a7=k; 1 -/- d2:1:-:-");
}

/// The Spanish edition: "en una casilla vacía cualquiera adyacente a su líder o sobre él mismo"; "Las piezas de
/// 'muerte' ... pueden añadirse a cualquier casilla adyacente a cualquier pieza".
#[test]
fn deploy_spanish() {
    offers(
        "d2=K c2=A c1=d d5=D a7=k; 1 LD/- - deploy=spanish",
        "+",
        "Ld1 Ld2 Le1 Le2 Dd1 Dd2 De1 De2 Dc2 Dc3 Dd3 De3 Db1 Db2 Db3 Dc4 Dd4 De4 Dc5 Dd5 De5 Dc6 Dd6 De6",
    );
    // The terrain must suit in any case.
    offers("d3=KW d4=W a7=k; 1 LW/- - deploy=spanish", "+", "Ld3 Lc2 Ld2 Le2 Wd3 Wc3 We3 Wc4 We4");
}

#[test]
fn only_with_the_king_active() {
    only("d2=K d4=AD a7=k; 1 L3/- d4:0:-:AD", "!d4 end");
    plays("d2=K g1=A a1=A d4=A a7=k; 1 L3/-", "d4:A>d3", "d2=K g1=A a1=A d3=A a7=k; 2 L3/-");
    // Joining the king on the way does not make it active.
    plays("d2=K g1=A a1=A d4=A a7=k; 1 L3/-", "d4:A>d2", "d2=KA g1=A a1=A a7=k; 2 L3/-");
}
