//! Where the simple game differs.

use crate::both::{ends, offers, only, plays, refuses};

fn in_simple(short: &str) -> String {
    let (cells, rest) = short.split_once(';').unwrap_or((short, ""));
    let mut words: Vec<&str> = rest.split_whitespace().collect();
    for default in ["1", "-/-", "-"].into_iter().skip(words.len()) {
        words.push(default);
    }
    format!("{cells}; {} game=simple", words.join(" "))
}

/// The rulebook's figure of the king, and "could be placed around any of them".
#[test]
fn one_piece_beside_any_own_piece() {
    offers(&in_simple("d4=K a7=k; 1 A5/-"), "+", "Ac3 Ac4 Ac5 Ad3 Ad5 Ae3 Ae4 Ae5");
    offers(&in_simple("a1=K f1=L a7=k; 1 D5/-"), "+", "Da2 Db1 Db2 De1 De2 Df2 Dg1 Dg2");
    // "any non-black piece"; "empty".
    offers(&in_simple("a1=K f1=D a2=a b2=A a7=k; 1 D5/-"), "+", "Db1 Da3 Db3 Dc1 Dc2 Dc3");
    plays(&in_simple("a1=K f1=L a7=k; 1 D5/-"), "+Dg2", "a1=K f1=L g2=D a7=k; 2 D4/-");
}

#[test]
fn the_terrain_must_suit() {
    offers(&in_simple("d2=K a7=k; 1 LW/-"), "+", "Lc1 Lc2 Ld1 Le1 Le2 Wc3 Wd3 We3");
    refuses(&in_simple("d2=K a7=k c3=F; 1 L/-"), "+Lc3", "the cell is not empty");
}

/// "every turn is exactly one action", however many regions there are.
#[test]
fn every_turn_is_one_action() {
    plays(&in_simple("d1=K a1=L g1=L a7=k; 1 L5/-"), "+Ld2", "d1=K a1=L g1=L d2=L a7=k; 2 L4/-");
    plays(&in_simple("d1=K a7=k d4=F"), "d4:F>c4", "d1=K a7=k c4=F; 2");
    plays("; 1 KL15/kl15 - game=simple", "K@d2", "d2=K; 2 L15/kl15");
}

#[test]
fn nothing_joins() {
    // Over friends, but not onto them.
    offers(&in_simple("a1=A a2=L b2=L b1=K a7=k"), "a1:A>", "a3 c1 c3");
    offers(&in_simple("a3=W b3=W b4=W a4=A g1=K a7=k"), "a3:W>", "a5 c3 d3 c5");
    refuses(&in_simple("a3=W b3=A g1=K a7=k"), "a3:W>b3", "nothing joins in the simple game");
    refuses(&in_simple("d2=L d3=W g1=K a7=k"), "d2:L>d3", "nothing joins in the simple game");
}

#[test]
fn the_king_never_moves() {
    only(&in_simple("d2=K a7=k a6=l"), "-");
}

/// "Green pieces may also remove adjacent enemy pieces from the blue spaces".
#[test]
fn shore_attacks() {
    plays(&in_simple("d2=L d3=w g1=K a7=k"), "d2*d3", "d2=L g1=K a7=k; 2");
    plays(&in_simple("d2=L b3=w g1=K a7=k"), "d2:L>c2*b3", "c2=L g1=K a7=k; 2");
    plays(&in_simple("d4=W d2=a g1=K a7=k"), "d4:W>d3*d2", "d3=W g1=K a7=k; 2");
    // "the resting cell of a shore attack must be empty or the start cell".
    refuses(&in_simple("d2=L c2=A b3=w g1=K a7=k"), "d2:L>c2*b3", "nothing joins in the simple game");
    refuses(&in_simple("d4=W d3=W d2=a g1=K a7=k"), "d4:W>d3*d2", "nothing joins in the simple game");
    // Past a friend.
    plays(&in_simple("d5=W d4=W d2=a g1=K a7=k"), "d5:W>d3*d2", "d3=W d4=W g1=K a7=k; 2");
}

/// "or the space is occupied by another piece".
#[test]
fn pushes_onto_any_occupied_cell_remove() {
    plays(&in_simple("d2=F e4=a f5=l7 g1=K a7=k").replace("l7", "w"), "d2:F>d3", "d3=F f5=w g1=K a7=k; 2");
    plays(&in_simple("d2=F e4=a f5=W g1=K a7=k"), "d2:F>d3", "d3=F f5=W g1=K a7=k; 2");
    plays(&in_simple("d2=F e4=a g1=K a7=k"), "d2:F>d3", "d3=F f5=a g1=K a7=k; 2");
    plays(&in_simple("d3=F d5=w g1=K a7=k"), "d3:F>d4", "d4=F g1=K a7=k; 2");
    ends(&in_simple("d2=F d4=k g1=K"), "d2:F>d3", "d3=F g1=K; 2", "P1 wins by king");
    plays(
        &in_simple("d2=F d4=k g1=K").replace("simple", "simple;pushed-king=stays"),
        "d2:F>d3",
        "d3=F d4=k g1=K; 2",
    );
}

#[test]
fn bombs() {
    plays(&in_simple("d4=D c5=a g3=W g1=K a7=k"), "!d4", "g3=W g1=K a7=k; 2");
    plays(&in_simple("d4=A d5=d g3=W g1=K a7=k"), "d4:A>d5", "g3=W g1=K a7=k; 2");
    plays(
        &in_simple("d4=A d5=d g3=W g1=K a7=k").replace("simple", "simple;blast-centre=spared"),
        "d4:A>d5",
        "d5=A g3=W g1=K a7=k; 2",
    );
    plays(&in_simple("d2=F d4=d g3=W g1=K a7=k"), "d2:F>d3", "g3=W g1=K a7=k; 2");
}

/// The figures of the pieces are those of the simple game.
#[test]
fn the_figures() {
    offers(&in_simple("d2=L g4=K a4=k"), "d2:L>", "b1 b2 c1 c2 d1 e1 e2 f1 f2");
    offers(&in_simple("d4=W a1=K a7=k"), "d4:W>", "a4 b4 c4 e4 f4 g4 d3 d5 c3 e3 c5 e5");
    offers(&in_simple("d4=A a1=K a7=k"), "d4:A>", "d5 d6 d3 d2 c4 b4 e4 f4 c5 b6 e5 f6 c3 b2 e3 f2");
    offers(&in_simple("d3=F a1=K a7=k"), "d3:F>", "c2 d2 e2 c3 e3 c4 d4 e4");
    plays(&in_simple("e5=F f7=l e7=a g5=w e6=l d1=K g1=k"), "e5:F>f6", "f6=F d6=l d1=K g1=k; 2");
}

/// `deploy` and `left-behind` have no effect in it.
#[test]
fn options_without_effect() {
    for option in ["deploy=spanish", "left-behind=removed"] {
        let position =
            in_simple("a1=K f1=D a2=a b2=A a7=k; 1 D5/-").replace("simple", &format!("simple;{option}"));
        offers(&position, "+", "Db1 Da3 Db3 Dc1 Dc2 Dc3");
    }
}

/// A piece between friends and the edge.
#[test]
fn forced_pass() {
    only(&in_simple("a1=L a2=K b1=D a7=k; 2 -/-"), "-");
    offers(&in_simple("a1=L a2=A b1=A b2=A g1=K a7=k"), "a1", ":L>c1 :L>c2");
}
