//! Attacks across the shore, from both sides.

use crate::both::{ends, offers, plays, refuses};

/// The dots of the rulebook's figure of the green piece.
#[test]
fn land_reaches_the_coast_within_two_steps() {
    // From d2 itself, or after one step to a neighbour on the shore.
    offers("d2=L a3=w g5=K a7=k", "d2*", "");
    offers("d2=L b3=w g5=K a7=k", "d2*", "");
    offers("d2=L c3=w g5=K a7=k", "d2*", "c3");
    offers("d2=L c3=w d3=w e3=w g5=K a7=k", "d2*", "c3 d3 e3");
    offers("d2=L b3=w g5=K a7=k", "d2:L>c2*", "b3");
    offers("d2=L c3=w g5=K a7=k", "d2:L>c2*", "c3");
    offers("d2=L d3=w g5=K a7=k", "d2:L>c2*", "d3");
    offers("d2=L d3=w g5=K a7=k", "d2:L>e2*", "d3");
    offers("d2=L f3=w g5=K a7=k", "d2:L>e2*", "f3");
    for rest in ["b1", "b2", "c1", "c2", "d1", "e1", "e2", "f1", "f2"] {
        for far in ["a3", "g3"] {
            refuses("d2=L a3=w g3=w g5=K a7=k", &format!("d2:L>{rest}*{far}"), "attack");
        }
    }
    // Two steps and an attack are too many, and rank 1 is not beside the water.
    refuses("d2=L b3=w g5=K a7=k", "d2:L>b2*b3", "moves at most 1 step before an attack");
    refuses("d2=L c3=w g5=K a7=k", "d2:L>c1*c3", "attacks from a cell next to");
    plays("d2=L b3=w2 g5=K a7=k", "d2:L>c2*b3", "c2=L g5=K a7=k; 2");
}

/// The dots of the rulebook's figure of the blue piece.
#[test]
fn water_reaches_the_shore_within_three_steps_in_line() {
    // From the middle, after one step.
    plays("d4=W d2=a g7=K a7=k", "d4:W>d3*d2", "d3=W g7=K a7=k; 2");
    plays("d4=W b2=a g7=K a7=k", "d4:W>c3*b2", "c3=W g7=K a7=k; 2");
    offers("d4=W c2=a d6=a f6=a g6=a g7=K a7=k", "d4:W>d5*", "d6");
    offers("d4=W c2=a d6=a f6=a g6=a g7=K a7=k", "d4:W>e5*", "f6");
    // The step and the attack are one line.
    refuses("d4=W c2=a g7=K a7=k", "d4:W>d3*c2", "attacks straight on");
    refuses("d4=W c2=a g7=K a7=k", "d4:W>c3*c2", "attacks straight on");
    // After two steps, from standstill, and never after three.
    plays("e5=W b2=a g7=K a7=k", "e5:W>c3*b2", "c3=W g7=K a7=k; 2");
    offers("d3=W c2=a d2=l e2=d g7=K a7=k", "d3*", "c2 d2 e2");
    refuses("a3=W e2=a g7=K a7=k", "a3:W>d3*e2", "moves at most 2 steps before an attack");
}

#[test]
fn an_attack_from_standstill_names_no_subset() {
    plays("d2=LAFD d3=lw2 g7=K a7=k", "d2*d3", "d2=LAFD g7=K a7=k; 2");
}

#[test]
fn the_attacker_stands_on_its_own_terrain() {
    // `L` at sea and `W` in port are passengers.
    offers("d3=LW d4=w d2=a g7=K a7=k", "d3*", "d2");
    offers("d2=LW d1=l d3=w g7=K a7=k", "d2*", "d3");
    offers("d3=LA d2=a d4=a g7=K a7=k", "d3*", "");
    offers("d2=WA d3=a g7=K a7=k", "d2*", "");
    // `A` and `F` take by entering.
    offers("d2=AF d3=a g7=K a7=k", "d2*", "");
    // On the same terrain there is nothing to reach across.
    offers("d2=L d1=a e2=a g7=K a7=k", "d2*", "");
}

/// "The start cell may be off-terrain": from the ship a step to the shore, and from there an attack.
#[test]
fn from_the_ship_to_the_shore_and_back_at_the_sea() {
    plays("d3=LW c3=w g7=K a7=k", "d3:L>d2*c3", "d2=L d3=W g7=K a7=k; 2");
    refuses("d3=LW e4=W f4=w g7=K a7=k", "d3:L>e4*f4", "only from its own terrain");
}

#[test]
fn the_movers_rest_where_they_attack_from() {
    // They may hold friends there, and carry whom they like.
    plays("d2=LAD c2=F2 b3=w g7=K a7=k", "d2:LAD>c2*b3", "c2=LAF2D g7=K a7=k; 1 -/- c2:0:-:LAD");
    plays("d4=KW d3=D d2=a a7=k", "d4:KW>d3*d2", "d3=KWD a7=k; 2");
    // A friend's stack on the water is no place for `L` to attack from.
    refuses("d2=L d3=W e4=w g7=K a7=k", "d2:L>d3*e4", "only from its own terrain");
}

#[test]
fn the_target_is_an_enemy() {
    refuses("d2=L d3=W g7=K a7=k", "d2*d3", "there is no enemy on");
    refuses("d2=L g7=K a7=k", "d2*d3", "there is no enemy on");
    refuses("d2=L b3=W g7=K a7=k", "d2:L>c2*b3", "there is no enemy on");
    refuses("d2=L d4=w g7=K a7=k", "d2*d4", "is not next to");
}

#[test]
fn the_rest_needs_support() {
    refuses("d4=LW d2=a g7=K a7=k", "d4:W>d3*d2", "nothing in it supports it there");
    plays("d4=LW d2=a g7=K a7=k; 1 -/- - left-behind=removed", "d4:W>d3*d2", "d3=W g7=K a7=k; 2");
    // From standstill nobody leaves anything.
    plays("d3=LW d2=a g7=K a7=k", "d3*d2", "d3=LW g7=K a7=k; 2");
}

/// "nothing pushes, and no detonation may follow. Reinforcements left stay available."
#[test]
fn standstill_neither_pushes_nor_detonates() {
    plays("d2=LFD d3=w c3=a g7=K a7=k", "d2*d3", "d2=LFD c3=a g7=K a7=k; 2");
    plays("d2=KLD d3=w a7=k; 1 A/-", "d2*d3", "d2=KLD a7=k; 1 A/- d2:1:-:*");
    offers("d2=KLD a7=k; 1 A/- d2:1:-:*", "", "end +Ac1 +Ac2 +Ac3 +Ad1 +Ad2 +Ad3 +Ae1 +Ae2 +Ae3");
    plays("d2=KLD d3=w a7=k; 1 A/-", "d2*d3,+Ad3", "d2=KLD d3=A a7=k; 2");
}

/// With `F` among those who moved, an attack after a step pushes.
#[test]
fn a_shore_attack_after_a_step_pushes() {
    plays("d2=LF b3=w b2=l c3=w g7=K a7=k", "d2:LF>c2*b3", "c2=LF a2=l c4=w g7=K a7=k; 2");
    plays("d2=L b3=w c2=F b2=l g7=K a7=k", "d2:L>c2*b3", "b2=l c2=LF g7=K a7=k; 2");
}

#[test]
fn a_captured_bomb_explodes_on_its_cell() {
    // d2 is beside d3, f2 is not.
    plays("d2=L d3=d e4=a f2=a g7=K a7=k", "d2*d3", "f2=a g7=K a7=k; 2");
    plays("d2=L b3=d d1=A g7=K a7=k", "d2:L>c2*b3", "d1=A g7=K a7=k; 2");
    ends("d2=KL d3=d a7=k", "d2*d3", "a7=k; 2", "P2 wins by king");
}
