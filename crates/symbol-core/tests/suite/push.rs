//! What `F` does after it has moved.

use abstract_game::conformance::Comparison;
use symbol_core::Symbol;

use crate::both::{ends, plays};
use crate::naive::Naive;

/// The rulebook's figure of the red piece: it moves, and the water, the land and the air pieces go one cell straight
/// away; one land piece and the air piece go off the board.
#[test]
fn enemies_are_pushed_straight_away() {
    // To f6, from where f7 and e7 go off the board.
    plays("e5=F f7=l e7=a g5=w e6=l d1=K g1=k", "e5:F>f6", "f6=F d6=l d1=K g1=k; 2");
    plays("d3=F c3=w c4=w d5=w e5=w e3=a a1=K a7=k", "d3:F>d4", "b4=w d4=F f2=a a1=K a7=k; 2");
}

#[test]
fn in_all_eight_directions() {
    plays(
        "d3=F c3=a c4=a c5=a d5=a e5=a e4=a e3=a a1=K a7=k",
        "d3:F>d4",
        "d4=F b2=a b4=a b6=a d6=a f6=a f4=a f2=a a1=K a7=k; 2",
    );
}

#[test]
fn a_stack_pushed_off_the_board_is_removed() {
    plays("a1=F b3=W c1=a a2=l a4=K g7=k", "a1:F>b1", "b1=F b3=W d1=a a4=K g7=k; 2");
}

#[test]
fn a_stack_is_pushed_as_a_unit() {
    plays("d2=F e3=w2fd a1=K a7=k", "d2:F>d3", "d3=F f3=w2fd a1=K a7=k; 2");
    plays("d3=F d5=w2ad a1=K a7=k", "d3:F>d4", "d4=F d6=w2ad a1=K a7=k; 2");
}

#[test]
fn a_stack_pushed_onto_its_enemy_is_removed() {
    plays("d2=F d4=a d5=D a1=K a7=k", "d2:F>d3", "d3=F d5=D a1=K a7=k; 2");
}

/// "pushed into a location that ordinarily cannot support it, if there is a waiting friendly piece".
#[test]
fn a_pushed_stack_without_support_is_removed() {
    plays("d3=F d5=w a1=K a7=k", "d3:F>d4", "d4=F a1=K a7=k; 2");
    plays("d3=F d5=w d6=l a1=K a7=k", "d3:F>d4", "d4=F d6=lw a1=K a7=k; 2");
    plays("d3=F d5=w d6=ad a1=K a7=k", "d3:F>d4", "d4=F d6=wad a1=K a7=k; 2");
    plays("d3=F d5=w d6=d a1=K a7=k", "d3:F>d4", "d4=F d6=d a1=K a7=k; 2");
    // It may support those who wait, too, and carry its passengers.
    plays("d3=F d5=lw d6=d a1=K a7=k", "d3:F>d4", "d4=F d6=lwd a1=K a7=k; 2");
    plays("d1=F c3=l2w d2=l e2=lw3 a7=K g7=k", "d1:F>c2", "c2=F c4=l2w e2=l2w3 a7=K g7=k; 2");
}

#[test]
fn a_pushed_stack_joins_its_own_pieces() {
    plays("d2=F e3=w f3=kw2 a1=K", "d2:F>d3", "d3=F f3=kw3 a1=K; 2");
}

#[test]
fn a_pushed_stack_without_a_mobile_member_is_removed() {
    ends("d2=F d4=k a1=K", "d2:F>d3", "d3=F a1=K; 2", "P1 wins by king");
    // "then end the game if a king went, then explode".
    ends("d2=F d4=kd a1=K", "d2:F>d3", "d3=F a1=K; 2", "P1 wins by king");
    // A lone `D` explodes where it was pushed from, and the fire is beside it.
    plays("d2=F d4=d d6=a c6=a e5=a a1=K a7=k", "d2:F>d3", "d6=a c6=a a1=K a7=k; 2");
    // The king among others goes with them.
    plays("d2=F d4=kw a1=K", "d2:F>d3", "d3=F d5=kw a1=K; 2");
    // Where it cannot go, it is removed.
    ends("d3=F d5=kw a1=K", "d3:F>d4", "d4=F a1=K; 2", "P1 wins by king");
}

#[test]
fn pushed_kings_may_stay() {
    plays("d2=F d4=k a1=K; 1 -/- - pushed-king=stays", "d2:F>d3", "d3=F d4=k a1=K; 2");
    plays("d2=F d4=kd2 a1=K; 1 -/- - pushed-king=stays", "d2:F>d3", "d3=F d4=kd2 a1=K; 2");
    // Only an immovable one.
    ends("d3=F d5=kw a1=K; 1 -/- - pushed-king=stays", "d3:F>d4", "d4=F a1=K; 2", "P1 wins by king");
    plays("d2=F d4=d a1=K a7=k d5=a g3=w; 1 -/- - pushed-king=stays", "d2:F>d3", "a1=K a7=k g3=w; 2");
    // At the edge, too.
    plays("f1=F g2=k a1=K; 1 -/- - pushed-king=stays", "f1:F>f2", "f2=F g2=k a1=K; 2");
}

/// "pushed one cell like other pieces and removed only where they would be (Spanish and German: only black is immovable
/// there)".
#[test]
fn pushed_kings_may_be_pushed() {
    let rules = "1 -/- - pushed-king=pushed";
    plays(&format!("d2=F d4=k a1=K; {rules}"), "d2:F>d3", "d3=F d5=k a1=K; 2");
    plays(&format!("d2=F d4=kd2 a1=K; {rules}"), "d2:F>d3", "d3=F d5=kd2 a1=K; 2");
    // Onto friends, also across the shore.
    plays(&format!("d2=F d4=k d5=w a1=K; {rules}"), "d2:F>d3", "d3=F d5=kw a1=K; 2");
    plays(&format!("d4=F d6=k d7=l a1=K; {rules}"), "d4:F>d5", "d5=F d7=kl a1=K; 2");
    // Off the board and onto an enemy.
    ends(&format!("f1=F g2=k a1=K; {rules}"), "f1:F>f2", "f2=F a1=K; 2", "P1 wins by king");
    ends(&format!("d2=F d4=k d5=A a1=K; {rules}"), "d2:F>d3", "d3=F d5=A a1=K; 2", "P1 wins by king");
    // A lone `D` explodes.
    plays(&format!("d2=F d4=d a1=K a7=k d5=a g3=w; {rules}"), "d2:F>d3", "a1=K a7=k g3=w; 2");
    // In the simple game "any occupied target means removal".
    let simple = "1 -/- - game=simple;pushed-king=pushed";
    plays(&format!("d2=F d4=k a1=K; {simple}"), "d2:F>d3", "d3=F d5=k a1=K; 2");
    ends(&format!("d2=F d4=k d5=w a1=K; {simple}"), "d2:F>d3", "d3=F d5=w a1=K; 2", "P1 wins by king");
}

/// The printed editions in which only black is immovable.
#[test]
fn editions_push_the_king() {
    for edition in ["spanish", "german"] {
        // On the edge.
        let text = format!("x,k,x5/x7/x,F,x5/x7/x7/x7/x6,K 1 -/- - edition={edition}");
        let mut game = Comparison::<Naive>::read(Symbol::default(), &text);
        game.play_all("b5:F>b6");
        assert_eq!(game.result(), "P1 wins by king", "{edition}");
        let text = format!("x7/x,k,x5/x7/x,F,x5/x7/x7/x6,K 1 -/- - edition={edition}");
        let mut game = Comparison::<Naive>::read(Symbol::default(), &text);
        game.play_all("b4:F>b5");
        assert_eq!(game.result(), "not over", "{edition}");
        let text = game.second().text();
        assert!(text.starts_with("x,k,x5/x7/x,F,x5/x7/x7/x7/x6,K 2 -/- - "), "{text}");
    }
}

#[test]
fn pushes_are_simultaneous() {
    // b3 pushed from c3 joins a3; c4 joins c5: nobody waits for another.
    plays("d2=F b3=w a3=w c4=w c5=w b4=a a1=K a7=k", "d2:F>c3", "c3=F a3=w2 c5=w2 a5=a a1=K a7=k; 2");
    // A bomb pushed out takes what was pushed only if it is still beside the bomb.
    plays("d2=F c4=d d4=a b4=a a1=K a7=k", "d2:F>c3", "e5=a a5=a a1=K a7=k; 2");
    plays("d2=F c4=d b3=a e3=A a1=K a7=k", "d2:F>c3", "a3=a e3=A a1=K a7=k; 2");
}

#[test]
fn a_pushed_stack_may_land_beside_the_bomb() {
    // c3 is pushed to c4, beside the bomb on b3, d3 to e4.
    plays("c1=F b3=d c3=w d3=w a7=K g7=k", "c1:F>c2", "e4=w a7=K g7=k; 2");
}

#[test]
fn several_bombs_pushed_out_are_one_event() {
    ends("d2=F c4=d e4=d f5=k b5=K", "d2:F>d3", "; 2", "draw by both-kings");
}

/// Both kings in the pushes themselves: with `fire=all`.
#[test]
fn both_kings_pushed_out_is_a_draw() {
    ends("d2=F c4=k e4=K; 1 -/- - fire=all", "d2:F>d3", "d3=F; 2", "draw by both-kings");
    ends("d2=F c3=d c4=k e4=K; 1 -/- - fire=all", "d2:F>d3", "d3=F; 2", "draw by both-kings");
}

/// "**the moved subset** holds `F` (a waiting friend's `F` does not count)"
#[test]
fn only_fire_that_moved_pushes() {
    plays("d2=A d4=F e5=a a1=K a7=k", "d2:A>d4", "d4=AF e5=a a1=K a7=k; 2");
    plays("d2=AF e5=a a1=K a7=k", "d2:A>d4", "d2=F d4=A e5=a a1=K a7=k; 2");
    plays("d2=AF e5=a a1=K a7=k", "d2:AF>d4", "d4=AF f6=a a1=K a7=k; 2");
    plays("d3=W2F2 e4=w a1=K a7=k", "d3:W2F2>d5", "d5=W2F2 f3=w a1=K a7=k; 2");
}

/// "Reinforcing never pushes; a pushed `F` does not push."
#[test]
fn reinforced_and_pushed_fire_does_not_push() {
    plays("d2=K d3=a a7=k; 1 F/-", "+Fc2", "c2=F d2=K d3=a a7=k; 2");
    plays("d2=F d4=f d6=A c5=A a1=K a7=k", "d2:F>d3", "d3=F d5=f d6=A c5=A a1=K a7=k; 2");
}

#[test]
fn fire_pushes_after_a_capture() {
    plays("d3=F d4=w2 d5=a c4=w a1=K a7=k", "d3:F>d4", "d4=F d6=a b4=w a1=K a7=k; 2");
    // The captured bomb leaves nobody to push.
    plays("d2=F d3=d f4=a a1=K a7=k", "d2:F>d3", "f4=a a1=K a7=k; 2");
    // Unless its centre is spared.
    plays("d2=F d3=d c4=a f4=a a1=K a7=k; 1 -/- - blast-centre=spared", "d2:F>d3", "d3=F f4=a a1=K a7=k; 2");
    // What the blast took is not pushed, and what it did not reach is.
    plays("a1=LF b3=d a2=a c1=a d3=a g1=K a7=k", "a1:LF>b2*b3", "c1=a a7=k g1=K d3=a; 2");
}

/// The Spanish edition: "todas las piezas adyacentes son empujadas".
#[test]
fn fire_all_pushes_own_stacks() {
    plays("d2=F e4=A a1=K a7=k; 1 -/- - fire=all", "d2:F>d3", "d3=F f5=A a1=K a7=k; 2");
    // Joining friends, off the board, onto an enemy.
    plays("d2=F e4=A f5=LW a1=K a7=k; 1 -/- - fire=all", "d2:F>d3", "d3=F f5=LWA a1=K a7=k; 2");
    plays("f2=F g2=A a1=K a7=k; 1 -/- - fire=all", "f2:F>f1", "f1=F a1=K a7=k; 2");
    plays("d2=F e4=A f5=w a1=K a7=k; 1 -/- - fire=all", "d2:F>d3", "d3=F f5=w a1=K a7=k; 2");
    // The rest of the active stack.
    plays("d3=AF a1=K a7=k; 1 -/- - fire=all", "d3:F>d4", "d2=A d4=F a1=K a7=k; 2");
    plays("d3=WF a1=K a7=k; 1 -/- - fire=all", "d3:F>d4", "d4=F a1=K a7=k; 2");
    // Own bombs, and the own king.
    plays("d2=F c4=D e5=a g7=K a7=k; 1 -/- - fire=all", "d2:F>d3", "e5=a g7=K a7=k; 2");
    ends("d2=KF a7=k; 1 -/- - fire=all", "d2:F>d3", "d3=F a7=k; 2", "P2 wins by king");
    plays("d2=KF a7=k; 1 -/- - fire=all;pushed-king=stays", "d2:F>d3", "d2=K d3=F a7=k; 2");
    plays("d2=KF a7=k; 1 -/- - fire=all;pushed-king=pushed", "d2:F>d3", "d1=K d3=F a7=k; 2");
    plays("d2=KAF a7=k; 1 -/- - fire=all", "d2:F>d3", "d1=KA d3=F a7=k; 2");
    // Those who travel with it or wait where it rests are not adjacent.
    plays("d2=KF d3=A a7=k; 1 -/- - fire=all", "d2:KF>d3", "d3=KAF a7=k; 2");
}

/// Reinforcements "around the king, wherever it is now".
#[test]
fn the_pushed_king_reinforces_where_it_is() {
    plays("d2=KAF a7=k; 1 W/- - fire=all", "d2:F>d3", "d1=KA d3=F a7=k; 1 W/- d3:1:-:F");
    plays("d2=KAF a7=k; 1 L/- - fire=all", "d2:F>d3", "d1=KA d3=F a7=k; 1 L/- d3:1:-:F");
    plays("d2=KAF a7=k; 1 L/- - fire=all", "d2:F>d3,+Ld1", "d1=KLA d3=F a7=k; 2");
}
