//! What `D` does when it is removed.

use crate::both::{ends, offers, plays, refuses};

/// The rulebook's figure of the black piece: everything in the surrounding cells goes.
#[test]
fn an_explosion_removes_everything_on_the_eight_cells_around() {
    plays(
        "d4=D c3=w d3=W e3=a c4=a e4=A c5=a d5=w e5=AF c2=a d2=L f4=w a1=K a7=k",
        "!d4",
        "c2=a d2=L f4=w a1=K a7=k; 2",
    );
    plays("a1=D a2=l b2=A a3=w c1=l g1=K a7=k", "!a1", "a3=w c1=l g1=K a7=k; 2");
}

#[test]
fn a_detonation_needs_a_bomb() {
    offers("d4=D c3=WD a1=K a7=kd", "!", "d4 c3");
    refuses("d4=D a1=K a7=kd", "!a7", "P2's pieces stand there");
    refuses("d4=A a1=K a7=kd", "!d4", "there is no D on");
}

#[test]
fn captured_bombs_explode() {
    plays("b4=A d4=d e5=w f4=w a1=K a7=k", "b4:A>d4", "f4=w a1=K a7=k; 2");
    plays("b4=A d4=wd2 e5=w f4=w a1=K a7=k", "b4:A>d4", "f4=w a1=K a7=k; 2");
}

#[test]
fn bombs_set_off_bombs() {
    plays("b4=D c4=d d5=D e5=WD f6=d g7=a g5=A f3=a a1=K a7=k", "!b4", "f3=a a1=K a7=k; 2");
    // Those in reserve never.
    plays("b4=D a1=K c5=a a7=k; 1 D3/d3", "!b4", "a1=K a7=k; 2 D3/d3");
}

/// **Ruling** (`blast-centre`): "whatever stands on the bomb's own cell (stack-mates, a capturing attacker) goes too".
#[test]
fn pieces_with_the_bomb_are_destroyed_or_spared() {
    plays("d4=WAD2 a1=K a7=k d5=a f4=w", "!d4", "f4=w a1=K a7=k; 2");
    plays("d4=WAD2 a1=K a7=k d5=a; 1 -/- - blast-centre=spared", "!d4", "d4=WAD a1=K a7=k; 2");
    plays("b4=A d4=d2 d5=a a1=K a7=k; 1 -/- - blast-centre=spared", "b4:A>d4", "d4=A a1=K a7=k; 2");
}

/// "a cell is spared only from the bomb on it, not from the others of the chain".
#[test]
fn a_cell_is_spared_only_from_its_own_bomb() {
    plays("d4=WAD d5=d g1=A a1=K a7=k; 1 -/- - blast-centre=spared", "!d4", "g1=A a1=K a7=k; 2");
    // The other bomb on the cell goes with the chain, and explodes.
    plays("d4=WD2 e5=d f4=w g1=A a1=K a7=k; 1 -/- - blast-centre=spared", "!d4", "g1=A a1=K a7=k; 2");
    plays("b4=A d4=d e5=D g1=A a1=K a7=k; 1 -/- - blast-centre=spared", "b4:A>d4", "g1=A a1=K a7=k; 2");
    // Alone it stays unexploded.
    plays("d4=D3 e5=w a1=K a7=k; 1 -/- - blast-centre=spared", "!d4", "d4=D2 a1=K a7=k; 2");
}

#[test]
fn a_spared_attacker_continues_the_turn() {
    // It detonates the bomb that it brought.
    plays(
        "b4=AD d4=d f4=w a1=K a7=k; 1 -/- - blast-centre=spared",
        "b4:AD>d4",
        "d4=AD f4=w a1=K a7=k; 1 -/- d4:0:-:AD",
    );
    plays("b4=AD d4=d f4=w a1=K a7=k; 1 -/- - blast-centre=spared", "b4:AD>d4,!d4", "d4=A f4=w a1=K a7=k; 2");
}

#[test]
fn detonating_after_the_move() {
    plays("d2=AD d5=w g1=A a1=K a7=k", "d2:AD>d4,!d4", "g1=A a1=K a7=k; 2");
    plays("d2=AD d5=w a1=K a7=k", "d2:AD>d4", "d4=AD d5=w a1=K a7=k; 1 -/- d4:0:-:AD");
    offers("d4=AD d5=w a1=K a7=k; 1 -/- d4:0:-:AD", "", "end !d4");
}

/// **Ruling**: "`D`s of the active cell that did not move cannot be detonated after the move"; nor those who waited.
#[test]
fn after_the_move_only_moved_bombs_detonate() {
    plays("d2=AD a1=K a7=k", "d2:A>d4", "d2=D d4=A a1=K a7=k; 2");
    plays("d2=A d4=D a1=K a7=k", "d2:A>d4", "d4=AD a1=K a7=k; 2");
    offers("d4=AD a1=K a7=k d3=D; 1 -/- d4:0:-:AD", "!", "d4");
}

#[test]
fn a_detonation_ends_the_turn() {
    plays("d2=KAD a1=A g1=A a7=k; 1 L5/-", "d2:AD>d4,!d4", "d2=K a1=A g1=A a7=k; 2 L5/-");
    ends("d2=KD a7=k g2=A; 1 L5/-", "!d2", "a7=k g2=A; 2 L5/-", "P2 wins by king");
}

#[test]
fn kings_in_a_blast() {
    ends("d4=D e5=k a1=K", "!d4", "a1=K; 2", "P1 wins by king");
    // "An own blast that removes only the own king loses."
    ends("d4=D e5=K a7=k", "!d4", "a7=k; 2", "P2 wins by king");
    ends("d4=D e5=K c3=k", "!d4", "; 2", "draw by both-kings");
    // In a chain it is one event all the same.
    ends("d4=D e5=K c3=d b2=k", "!d4", "; 2", "draw by both-kings");
    ends("c4=K d4=D e5=d g6=k f6=l; 1 -/- -", "!d4", "g6=k; 2", "P2 wins by king");
}

/// "A king captured together with a `D` ends the game before that `D` explodes."
#[test]
fn a_king_captured_with_a_bomb() {
    ends("b4=A d4=kd e5=K", "b4:A>d4", "d4=A e5=K; 2", "P1 wins by king");
    ends("c3=W c2=kd b3=K", "c3*c2", "b3=K c3=W; 2", "P1 wins by king");
    // A bomb captured beside the kings is not captured with them.
    ends("b4=A d4=d e5=K c3=k", "b4:A>d4", "; 2", "draw by both-kings");
}

/// "captured stack (and an unsupported rest, `left-behind=removed`) is removed": one event.
#[test]
fn the_rest_left_behind_goes_with_the_captured() {
    // Its bombs explode on the origin, with the captured ones.
    plays(
        "c4=LWD d4=w c5=a d5=w f5=w a1=K a7=k; 1 -/- - left-behind=removed",
        "c4:W>d4",
        "f5=w a1=K a7=k; 2",
    );
    plays("c4=LWD f4=w c5=a a1=K a7=k; 1 -/- - left-behind=removed", "c4:W>f4", "f4=W a1=K a7=k; 2");
    ends("c4=KLW f4=w a7=k; 1 -/- - left-behind=removed", "c4:W>f4", "f4=W a7=k; 2", "P2 wins by king");
    ends("c4=KLW f4=k; 1 -/- - left-behind=removed", "c4:W>f4", "f4=W; 2", "draw by both-kings");
    // Before the bombs explode.
    ends("c4=KLWD d5=k; 1 -/- - left-behind=removed", "c4:W>c3", "c3=W d5=k; 2", "P2 wins by king");
    // The king's own bombs left behind, the king having gone ahead: the blast ends it.
    ends("c4=KLWD a7=k; 1 -/- - left-behind=removed", "c4:KW>d4", "a7=k; 2", "P2 wins by king");
    plays("c4=KLWD a7=k; 1 -/- - left-behind=removed", "c4:KW>e4", "e4=KW a7=k; 2");
}

/// "the `F` pushes → `D`s removed by the push explode → ... detonation (if the movers still exist)".
#[test]
fn the_order_inside_a_move() {
    // Captured bomb first: the stacks around are gone before anybody could be pushed; the movers as well.
    plays("b3=AFD d3=wd e4=w g4=w a1=K a7=k", "b3:AFD>d3", "g4=w a1=K a7=k; 2");
    // Pushed bombs second.
    plays("b3=AFD e4=d f5=w g5=w a1=K a7=k", "b3:AFD>d3", "g5=w a1=K a7=k; 2");
    // Own detonation last.
    plays("b3=AFD e4=w g6=a g4=w a1=K a7=k", "b3:AFD>d3,!d3", "f5=w g4=w g6=a a1=K a7=k; 2");
}

#[test]
fn reinforcements_stay_when_the_movers_died() {
    plays("d2=KA d4=d a7=k; 1 L/-", "d2:A>d4", "d2=K a7=k; 1 L/- d4:1:-:*");
    plays("d2=KA d4=d a7=k; 1 L/-", "d2:A>d4,+Ld2", "d2=KL a7=k; 2");
    // A bomb placed on the cell where they died is not theirs to detonate.
    plays("d2=KA c3=L2W d4=d a7=k; 1 D2/-", "d2:A>d4", "d2=K a7=k; 1 D2/- d4:1:-:*");
    plays("d2=KA d4=d a7=k; 1 L/- - blast-centre=spared", "d2:A>d4", "d2=K d4=A a7=k; 1 L/- d4:1:-:A");
    offers("d2=KL c3=D a7=k; 1 L/- c3:1:-:*", "!", "");
}
