//! "Move one piece", "Rotate" and which sets of pieces may act.

use crate::both::{counts, offers, plays, refuses};

/// "Move one piece one step in any of the four directions; it ends facing that direction."
#[test]
fn a_piece_moves_in_any_direction_and_faces_it() {
    for facing in ["n", "e", "s", "w"] {
        let before = format!("e5{facing}/-/-/-");
        for (action, after) in [("e5>n", "e6n"), ("e5>e", "f5e"), ("e5>s", "e4s"), ("e5>w", "d5w")] {
            plays(&before, action, &format!("{after}/-/-/- A 1 0"));
        }
        counts(&before, '>', 4);
    }
}

/// "any piece may act twice"
#[test]
fn a_piece_may_act_twice() {
    plays("e5n/-/-/-", "e5>n,e6>n", "e7n/-/-/- S 2 0");
    plays("e5n/-/-/-", "e5>n,e6@w", "e6w/-/-/- S 2 0");
    plays("e5n/-/-/-", "e5>n,e6>s", "e5s/-/-/- S 2 0");
}

/// "held by an enemy piece that does not face the mover ...: that piece is routed (weight does not matter)".
#[test]
fn a_piece_routs_what_does_not_face_it() {
    for facing in ["n", "e", "s"] {
        plays(&format!("e5e/f5{facing}/-/-"), "e5>e", "f5e/-/-/- A 1 0");
        plays(&format!("e5n/f5{facing}g5wh5w/-/-"), "e5>e", "f5e/g5wh5w/-/-");
        plays(&format!("e5e/-/-/f5{facing}"), "e5>e", "f5e/-/-/-");
    }
    refuses("e5e/f5w/-/-", "e5>e", "a single piece never pushes, and Sparta's f5 faces it");
    plays("e5e/-/f5e/- M", "f5>e", "e5e/-/g5e/-");
    plays("-/e5s/e4e/- S", "e5>s", "-/e4s/-/-");
}

/// "A single piece never pushes."
#[test]
fn a_piece_does_not_push() {
    refuses("e5e/f5w/-/-", "e5>e", "a single piece never pushes, and Sparta's f5 faces it");
    // However many stand behind it.
    refuses("d5ee5e/f5w/-/-", "e5>e", "a single piece never pushes");
    plays("d5ee5e/f5w/-/-", "d5e5>e", "e5ef5e/g5w/-/-");
}

/// "It cannot enter a cell held by its own or its ally's piece."
#[test]
fn a_piece_does_not_enter_its_own_teams_cells() {
    refuses("e5ef5n/-/-/-", "e5>e", "f5 holds an own piece");
    refuses("e5e/-/f5n/-", "e5>e", "f5 holds a piece of the ally");
    refuses("-/e5e/-/f5n S", "e5>e", "f5 holds a piece of the ally");
    refuses("-/f5e/-/e5n T", "e5>e", "f5 holds a piece of the ally");
}

/// The edges, and "the mural: off the board (g..o 7..9)".
#[test]
fn a_piece_stays_on_the_board() {
    offers("f8n/-/-/-", ">e", "");
    offers("f8n/-/-/-", ">n", "f8");
    offers("k6n/-/-/-", ">n", "");
    offers("p8w/-/-/-", ">w", "");
    offers("k10n/-/-/-", ">s", "");
    counts("d12n/-/-/-", '>', 2);
    counts("r4n/-/-/-", '>', 2);
    for (before, action, words) in [
        ("f8e/-/-/-", "f8>e", "east of f8 is the mural"),
        ("j6n/-/-/-", "j6>n", "north of j6 is the mural"),
        ("p8w/-/-/-", "p8>w", "west of p8 is the mural"),
        ("k10w/-/-/-", "k10>s", "south of k10 is the mural"),
        ("d12n/-/-/-", "d12>n", "north of d12 is the edge of the board"),
        ("d12n/-/-/-", "d12>w", "west of d12 is the edge of the board"),
        ("i4n/-/-/-", "i4>s", "south of i4 is the edge of the board"),
        ("j3n/-/-/-", "j3>w", "west of j3 is the edge of the board"),
        ("-/a8e/-/- S", "a8>w", "west of a8 is the edge of the board"),
    ] {
        refuses(before, action, words);
    }
}

/// "A victory area is open to the city that owns it (which wins by it) and to its ally (whose home it lies in); never
/// to the enemy team. A rally area is open to its own city only."
#[test]
fn victory_and_rally_areas() {
    // From the field into a victory area, beside the ally's rally area.
    for (action, cell, beyond, ally, enemies, owner) in [
        ("k12>n", "k12", "k13", 'M', ['S', 'T'], 'A'),
        ("k4>s", "k4", "k3", 'A', ['S', 'T'], 'M'),
        ("d8>w", "d8", "c8", 'S', ['A', 'M'], 'T'),
        ("r8>e", "r8", "s8", 'T', ['A', 'M'], 'S'),
    ] {
        let dir = action.chars().last().expect("a direction");
        let board = |city: char, cell: &str| {
            "ASMT"
                .chars()
                .map(|c| if c == city { format!("{cell}{dir}") } else { "-".to_owned() })
                .collect::<Vec<_>>()
                .join("/")
        };
        let start = |city: char| format!("{} {city}", board(city, cell));
        for enemy in enemies {
            refuses(&start(enemy), action, &format!("is not open to {}", name(enemy)));
        }
        plays(&start(ally), action, &format!("{} {ally} 1 0", board(ally, beyond)));
        let how = if "AM".contains(owner) { "P1 wins by victory-area" } else { "P2 wins by victory-area" };
        let next = "ASMTA".chars().skip_while(|&c| c != owner).nth(1).expect("a city");
        crate::both::ends(&start(owner), action, &format!("{} {next} 2 0", board(owner, beyond)), how);
    }
    // Within the home the ally goes as on the field.
    plays("-/-/k13n/- M", "k13>n,k14>n", "-/-/k15n/-");
    plays("-/-/k13n/- M", "k13>w,j13>s", "-/-/j12s/-");
    plays("k2n/-/-/-", "k2>n,k3>n", "k4n/-/-/-");
    plays("-/b8n/-/- S", "b8>e,c8>e", "-/d8e/-/-");
    plays("-/-/-/t7n T", "t7>w,s7>n", "-/-/-/s8n");
}

/// "Rotate one piece, or one phalanx (each piece turns on its own cell), to one of the three other facings."
#[test]
fn rotations() {
    plays("e5e/-/-/-", "e5@n", "e5n/-/-/- A 1 0");
    plays("e5ef5eg5e/-/-/-", "e5f5@s", "e5sf5sg5e/-/-/-");
    plays("e5ef5ef6e/-/-/-", "e5f5f6@w", "e5wf5wf6w/-/-/-");
    // "rotating to the facing already held is not an action"
    refuses("e5e/-/-/-", "e5@e", "e5 faces east already");
    refuses("e5ef5e/-/-/-", "e5f5@e", "e5f5 face east already");
    counts("e5e/-/-/-", '@', 3);
    counts("e5ef5eg5e/-/-/-", '@', 18);
}

/// "A phalanx is a set of 2 to 6 pieces of one city, all with the same facing, orthogonally connected. Any connected
/// subset of a larger phalanx, and any single piece of it, may act alone. Allies are never part of it."
#[test]
fn what_may_act_together() {
    offers("e5ef5eg5e/-/-/-", "@n", "e5 f5 g5 e5f5 f5g5 e5f5g5");
    // A square of four: the diagonals are not connected.
    offers(
        "e5ee6ef5ef6e/-/-/-",
        "@n",
        "e5 e6 f5 f6 e5e6 e5f5 e6f6 f5f6 e5e6f5 e5e6f6 e5f5f6 e6f5f6 e5e6f5f6",
    );
    offers("e5ef6e/-/-/-", "@n", "e5 f6");
    offers("e5ef5s/-/-/-", "@n", "e5 f5");
    offers("e5e/-/f5e/-", "@n", "e5");
    // All six in a row: 6 + 5 + 4 + 3 + 2 + 1.
    counts("e5ef5eg5eh5ei5ej5e/-/-/-", '@', 63);
    // Around a mural corner: e9 to f10 by e10, but not by the mural.
    offers("f9ng10n/-/-/-", "@e", "f9 g10");
    for (before, action, words) in [
        ("e5ef6e/-/-/-", "e5f6@n", "they are not connected"),
        ("e5eg5e/-/-/-", "e5g5@n", "they are not connected"),
        ("e5ef5s/-/-/-", "e5f5@n", "e5 faces east, f5 faces south"),
        ("e5ef5s/-/-/-", "e5f5>e", "are no phalanx: e5 faces east, f5 faces south"),
        ("e5e/-/f5e/-", "e5f5@n", "Athens acts, and f5 is Messene's"),
        ("e5e/-/-/-", "e5f5@n", "nothing stands on f5"),
        ("e5e/f5e/-/-", "f5@n", "Athens acts, and f5 is Sparta's"),
        ("e5e/-/f5e/-", "f5@n", "Athens acts, and f5 is Messene's"),
        ("e5e/f5e/-/-", "f5>e", "Athens acts, and f5 is Sparta's"),
        ("e5e/-/-/-", "g5>e", "nothing stands on g5"),
    ] {
        refuses(before, action, words);
    }
}

/// "Move a phalanx one step in the direction it faces (no free rotation)."
#[test]
fn a_phalanx_moves_as_it_faces() {
    plays("e5ee6e/-/-/-", "e5e6>e", "f5ef6e/-/-/- A 1 0");
    offers("e5ee6e/-/-/-", ">n", "e6");
    for dir in ["n", "s", "w"] {
        refuses("e5ee6e/-/-/-", &format!("e5e6>{dir}"), "a phalanx moves only the way it faces, east");
    }
    // "All of the chosen pieces move, or the move is illegal".
    refuses("d11nd12n/-/-/-", "d11d12>n", "north of d12 is the edge of the board");
    refuses("e8ee9ee10e/-/-/-", "e8e10e9>e", "order");
    refuses("f8ef9ef10e/-/-/-", "f10f8f9>e", "order");
    refuses("f8ef9ef10e/-/-/-", "f8f9f10>e", "east of f8 is the mural");
    plays("f8ef9ef10e/-/-/-", "f10>e", "f8ef9eg10e/-/-/-");
    // Behind an own piece that is not chosen, and behind an ally.
    refuses("e5ef5eg5e/-/-/-", "e5f5>e", "g5 holds an own piece that does not move along");
    refuses("e5ef5e/-/g5w/-", "e5f5>e", "g5 holds a piece of the ally");
    plays("e5ef5eg5e/-/-/-", "f5g5>e", "e5eg5eh5e/-/-/-");
}

/// A phalanx enters the areas that are open to it, and no others.
#[test]
fn a_phalanx_and_the_areas() {
    refuses("-/j12nk12n/-/- S", "j12k12>n", "j13 is not open to Sparta: it lies in Athens' victory area");
    refuses("i12nj12n/-/-/-", "i12j12>n", "north of i12 is the edge of the board");
    plays("-/-/j12nk12n/- M", "j12k12>n", "-/-/j13nk13n/- M 1 0");
    plays("-/-/j13nk13n/- M", "j13k13>n", "-/-/j14nk14n/- M 1 0");
    crate::both::ends("j12nk12n/-/-/-", "j12k12>n", "j13nk13n/-/-/- S 2 0", "P1 wins by victory-area");
}

fn name(city: char) -> &'static str {
    match city {
        'A' => "Athens",
        'S' => "Sparta",
        'M' => "Messene",
        _ => "Thebes",
    }
}
