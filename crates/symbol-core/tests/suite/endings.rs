//! What ends a game, and who wins.

use crate::both::{ends, has_result, only, plays};

#[test]
fn a_king_captured_loses_at_once() {
    ends("d2=L e2=k g7=K", "d2:L>e2", "e2=L g7=K; 2", "P1 wins by king");
    ends("d6=a c7=K d1=k; 2", "d6:A>c7", "c7=a d1=k; 1", "P2 wins by king");
}

#[test]
fn no_action_follows_the_end() {
    only("d2=K; 1 A/a", "");
    only("d2=K; 2 A/a", "");
    only("; 1 A/a", "");
}

/// "A side with no king at all is read as a finished game."
#[test]
fn positions_without_a_king_are_finished() {
    has_result("d2=K d4=w", "P1 wins by king");
    has_result("d2=K d4=w; 2", "P1 wins by king");
    has_result("d2=k d4=W; 1 L/l", "P2 wins by king");
    has_result("d4=W; 1 L/l", "draw by both-kings");
    // In reserve it is not gone.
    has_result("d2=K d4=W; 2 L/kl", "not over");
}

/// "A finished position is written as if the turn had ended."
#[test]
fn a_finished_position_has_no_turn_state() {
    ends("d2=KA a1=A g1=A d4=k; 1 L5/a", "+Ld2,d2:A>d4", "d2=KL d4=A a1=A g1=A; 2 L4/a", "P1 wins by king");
}

/// **Ruling**: "when neither side has any `L W A F D` on the board or in reserve: draw".
#[test]
fn resources() {
    has_result("d2=K d7=k", "draw by resources");
    has_result("d2=K d7=k; 2", "draw by resources");
    has_result("d2=K d7=k; 1 L/-", "not over");
    has_result("d2=K d7=k; 1 -/d", "not over");
    has_result("d2=K d7=k a4=d; 2", "not over");
    has_result("; 1 K/k", "draw by resources");
    ends("d2=K d7=k d4=D", "!d4", "d2=K d7=k; 2", "draw by resources");
    ends("d2=K d7=k d4=D c5=w", "!d4", "d2=K d7=k; 2", "draw by resources");
    // With `unlimited` the bomb comes back.
    plays("d2=K d7=k d4=D; 1 -/- - variant=unlimited", "!d4", "d2=K d7=k; 2 D/-");
}

/// "if neither player could act on this board: draw".
#[test]
fn neither_can_act() {
    has_result("d4=K d7=k; 1 L5/-", "draw by pass");
    has_result("d4=K b4=k; 2 L5/l2", "draw by pass");
    has_result("d4=K d7=k; 1 L5/a", "not over");
    ends("d4=K d7=k c3=D; 1 L5/w", "!c3", "d7=k; 2 L5/w", "P2 wins by king");
    ends("d4=K d7=k a3=D; 1 L5/w", "!a3", "d4=K d7=k; 2 L5/w", "draw by pass");
    // Water for a king on land: W has its place only at the coast.
    has_result("a1=K a7=k; 1 W/w", "draw by pass");
    has_result("a2=K a7=k; 1 W/w", "not over");
    // The player to act has a pass where only the other one can act.
    only("d4=K d7=k; 1 L5/l", "-");
}

/// "Variant `tiebreak=regions`: any draw is won by the player who controls more regions on the final board; equal
/// stays a draw."
#[test]
fn tiebreak_regions() {
    has_result("d2=K d7=k; 1 -/- - tiebreak=regions", "draw by resources");
    has_result("d4=K c1=k; 1 L5/- - tiebreak=regions", "draw by pass");
    // Both kings gone: what is left on the final board decides.
    ends("d4=D e5=K c3=k a1=A; 1 -/- - tiebreak=regions", "!d4", "a1=A; 2", "P1 wins by both-kings");
    ends(
        "d4=D e5=K c3=k a1=A b2=a g7=l; 1 -/- - tiebreak=regions",
        "!d4",
        "a1=A b2=a g7=l; 2",
        "P2 wins by both-kings",
    );
    ends("d4=D e5=K c3=k a1=A b2=a; 1 -/- - tiebreak=regions", "!d4", "a1=A b2=a; 2", "draw by both-kings");
    // The regions of the option.
    ends(
        "d4=D e5=K c3=k c1=A b1=A g7=a; 1 -/- - tiebreak=regions",
        "!d4",
        "c1=A b1=A g7=a; 2",
        "P1 wins by both-kings",
    );
    ends(
        "d4=D e5=K c3=k c1=A b1=A g7=a; 1 -/- - regions=3-1-3;tiebreak=regions",
        "!d4",
        "c1=A b1=A g7=a; 2",
        "draw by both-kings",
    );
    // A lost king is no draw.
    ends("d4=D e5=K a7=k a1=A g1=A; 1 -/- - tiebreak=regions", "!d4", "a7=k a1=A g1=A; 2", "P2 wins by king");
}

/// "every removed piece but a king returns to its owner's reserve at once".
#[test]
fn variant_unlimited() {
    let rules = "variant=unlimited";
    plays(&format!("d2=L e2=l2a g7=K a7=k; 1 -/l - {rules}"), "d2:L>e2", "e2=L g7=K a7=k; 2 -/l3a");
    plays(&format!("b4=A d4=d e5=wa g7=K a7=k; 1 W/- - {rules}"), "b4:A>d4", "g7=K a7=k; 2 WA/wad");
    plays(&format!("d4=WD g7=K a7=k; 1 -/- - {rules}"), "!d4", "g7=K a7=k; 2 WD/-");
    plays(&format!("d3=F d5=w a1=K a7=k; 1 -/- - {rules}"), "d3:F>d4", "d4=F a1=K a7=k; 2 -/w");
    plays(
        &format!("d4=LWD a1=K a7=k; 1 -/- - left-behind=removed;{rules}"),
        "d4:W>g4",
        "g4=W a1=K a7=k; 2 LD/-",
    );
    ends(&format!("d2=L e2=kl2 g7=K; 1 -/l - {rules}"), "d2:L>e2", "e2=L g7=K; 2 -/l3", "P1 wins by king");
    // At once: it can be placed again in the same turn.
    plays(&format!("d2=KAD a1=A g1=A a7=k; 1 -/- - {rules}"), "d2:A>d4", "d2=KD d4=A a1=A g1=A a7=k; 2");
    plays(
        &format!("d2=KA d4=d a1=L g1=L a7=k; 1 -/- - {rules}"),
        "d2:A>d4,+Ad2",
        "d2=KA a1=L g1=L a7=k; 2 -/d",
    );
}

/// "removed enemy pieces but kings go at once to the reserve of the player whose turn it is; own pieces removed are
/// lost. A `D` still explodes before it goes there".
#[test]
fn variant_enlisting() {
    let rules = "variant=enlisting";
    plays(&format!("d2=L e2=l2a g7=K a7=k; 1 -/l - {rules}"), "d2:L>e2", "e2=L g7=K a7=k; 2 L2A/l");
    plays(&format!("b4=A d4=d e5=wa g7=K a7=k; 1 W/- - {rules}"), "b4:A>d4", "g7=K a7=k; 2 W2AD/-");
    plays(&format!("d4=WD c4=a g7=K a7=k; 1 -/- - {rules}"), "!d4", "g7=K a7=k; 2 A/-");
    plays(&format!("d3=F d5=w a1=K a7=k; 1 -/- - {rules}"), "d3:F>d4", "d4=F a1=K a7=k; 2 W/-");
    // At once, in the same turn.
    plays(
        &format!("d2=KA d4=w a1=L g1=L a7=k; 1 -/- - {rules}"),
        "d2:KA>d4,+Wd5",
        "d4=KA d5=W a1=L g1=L a7=k; 2",
    );
    // The player whose turn it is: P2's own pieces are lost in P2's turn.
    plays(&format!("d4=wd c4=A g7=K a7=k; 2 -/- - {rules}"), "!d4", "g7=K a7=k; 1 -/a");
    ends(&format!("d2=L e2=kl2 g7=K; 1 -/l - {rules}"), "d2:L>e2", "e2=L g7=K; 2 L2/l", "P1 wins by king");
}
