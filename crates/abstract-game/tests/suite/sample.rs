//! The sample game: what its readers refuse, and who wins it.

use std::collections::HashMap;

use abstract_game::sample::{Heaps, TakeTwo};
use abstract_game::{Position, Rules};
use proptest::prelude::*;

use crate::heaps;

fn read(text: &str) -> Result<Heaps, String> {
    TakeTwo::default().read_position(text).map_err(|error| error.to_string())
}

#[test]
fn invalid_positions_are_refused() {
    let form = "is not `<heaps> <player> <takes left>`";
    let counts = "is not up to 8 numbers from 0 to 9 joined by commas";
    let takes = "is not `2` takes left, or `1` while counters are left";
    for (text, error) in [
        ("", format!("`` {form}")),
        ("3,4 1", format!("`3,4 1` {form}")),
        ("3,4 1 2 2", format!("`3,4 1 2 2` {form}")),
        ("3,,4 1 2", format!("`3,,4` {counts}")),
        ("10 1 2", format!("`10` {counts}")),
        ("1,1,1,1,1,1,1,1,1 1 2", format!("`1,1,1,1,1,1,1,1,1` {counts}")),
        ("3 0 2", "`0` is not player `1` or `2`".into()),
        ("3 1 3", format!("`3` {takes}")),
        ("0 1 1", format!("`1` {takes}")),
    ] {
        assert_eq!(read(text), Err(error), "{text}");
    }
}

#[test]
#[should_panic(expected = "illegal action end on 3,4,5 1 2: cannot end the turn before taking anything")]
fn play_panics_with_the_rule() {
    TakeTwo::default().start().play(abstract_game::sample::Take::EndTurn);
}

/// Whether the player to act wins, by trying everything; the player may stay the same.
fn wins(position: &Heaps, known: &mut HashMap<Heaps, bool>) -> bool {
    if let Some(end) = position.end() {
        return end.winner == Some(position.player_to_act());
    }
    if let Some(&known) = known.get(position) {
        return known;
    }
    let result = position.actions().into_iter().any(|action| {
        let after = position.after(action);
        wins(&after, known) == (after.player_to_act() == position.player_to_act())
    });
    known.insert(position.clone(), result);
    result
}

/// From one heap a turn takes 1 to 6, so who faces a multiple of 7 has lost. (The heap is kept below 10
/// by the notation.)
#[test]
fn a_single_heap_is_lost_on_multiples_of_seven() {
    for counters in 1..=9 {
        let position = heaps(&format!("{counters} 1 2"));
        assert_eq!(wins(&position, &mut HashMap::new()), counters % 7 != 0, "{counters}");
    }
}

#[test]
fn the_winner_does_not_depend_on_the_number_of_the_player() {
    let result = |text| wins(&heaps(text), &mut HashMap::new());
    assert_eq!(result("3,4,5 1 2"), result("3,4,5 2 2"));
    assert!(result("1,1 1 2") && !result("1,1,1 2 2"));
}

proptest! {
    #[test]
    fn any_text_is_a_position_or_refused(text in any::<String>().boxed().prop_union("[0-9,]{1,6} [123] [123]".boxed())) {
        if let Ok(position) = read(&text) {
            prop_assert_eq!(read(&position.to_string()), Ok(position));
        }
    }
}
