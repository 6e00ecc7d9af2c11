//! "Rally: put one of your routed pieces on any empty cell of your own rally area, facing any of the four directions."

use crate::both::{counts, offers, plays, refuses};

/// Five pieces of any city, somewhere out of the way.
const FIVE: &str = "d4nd5ed6nf4nf6n";

fn board(city: usize, pieces: &str) -> String {
    let own = |at: usize| if at == city { pieces.to_owned() } else { "-".to_owned() };
    format!("{} {}", (0..4).map(own).collect::<Vec<_>>().join("/"), ["A", "S", "M", "T"][city])
}

#[test]
fn on_every_cell_of_the_own_area_in_every_facing() {
    let areas = ["j1 j2 k1 k2 l1 l2", "a7 a8 a9 b7 b8 b9", "j14 j15 k14 k15 l14 l15", "t7 t8 t9 u7 u8 u9"];
    for (city, area) in areas.into_iter().enumerate() {
        let before = board(city, FIVE);
        counts(&before, '+', 24);
        for cell in area.split(' ') {
            for facing in ["n", "e", "s", "w"] {
                let rally = format!("+{cell}{facing}");
                offers(&before, &rally, "=");
            }
        }
        for other in areas.into_iter().filter(|&other| other != area) {
            for cell in other.split(' ') {
                refuses(&before, &format!("+{cell}n"), "rally area");
            }
        }
        for cell in ["j3", "j13", "c7", "s7", "d4", "k12"] {
            refuses(&before, &format!("+{cell}n"), "rally area");
        }
    }
}

#[test]
fn only_routed_pieces() {
    refuses("d4nd5ed6nf4nf6nf7n/-/-/-", "+j1n", "routed");
    counts("d4nd5ed6nf4nf6nf7n/-/-/-", '+', 0);
    // The last routed piece comes back, so there is no second one.
    plays("d4nd5ed6nf4nf6n/-/-/-", "+k2n", "d4nd5ed6nf4nf6nk2n/-/-/- A 1 0");
    counts("d4nd5ed6nf4nf6nk2n/-/-/- A 1", '+', 0);
    // The other cities' routed pieces do not matter.
    counts("d4nd5ed6nf4nf6nf7n/-/-/- A", '+', 0);
}

#[test]
fn only_on_empty_cells() {
    refuses("k2n/-/-/-", "+k2s", "k2");
    counts("k2n/-/-/-", '+', 20);
    counts("j1nj2nk1nk2nl1n/-/-/-", '+', 4);
    // An ally never stands there, an enemy neither: a rally area is open to its own city only.
    plays("j1nj2nk1nk2nl1n/-/-/-", "+l2w", "j1nj2nk1nk2nl1nl2w/-/-/-");
}

/// A city without a piece on the board has nothing but rallies and the pass.
#[test]
fn a_city_without_pieces() {
    counts("-/-/-/-", '+', 24);
    offers("-/-/-/-", "-", "=");
    plays("-/-/-/-", "+k2n,k2>n", "k3n/-/-/- S 2 0");
    plays("-/-/-/-", "+k2n,+k1n", "k1nk2n/-/-/- S 2 0");
    plays("-/-/-/-", "-,-", "-/-/-/- S 2 1");
}

/// Every facing.
#[test]
fn facings() {
    for facing in ["n", "e", "s", "w"] {
        plays("-/-/-/-", &format!("+k2{facing}"), &format!("k2{facing}/-/-/- A 1 0"));
    }
}
