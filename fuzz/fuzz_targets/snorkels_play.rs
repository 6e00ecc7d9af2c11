//! Bytes as actions on a board of any size: an action is generated exactly when it is legal.

#![no_main]

use abstract_game::Position as _;
use libfuzzer_sys::fuzz_target;
use snorkels_core::{Action, Snorkels};

fuzz_target!(|data: &[u8]| {
    let [size, stones, seed, actions @ ..] = data else { return };
    let rules = Snorkels::new()
        .with_size(2 + size % 7)
        .expect("2 to 8")
        .with_width((size & 64 != 0).then_some(2 + stones / 4 % 7))
        .expect("2 to 8")
        .with_pie(size & 128 == 0)
        .with_seed(u32::from(*seed))
        .with_stones(stones % 4)
        .expect("0 to 3");
    let mut position = rules.start();
    for &byte in actions {
        let Some(action) = Action::from_index(usize::from(byte) % Action::COUNT) else { continue };
        let generated = position.actions();
        assert_eq!(generated.contains(&action), position.is_legal(action), "{action:?} on {position}");
        assert_eq!(generated.len(), position.count_actions());
        let before = position;
        if position.try_play(action).is_err() {
            assert_eq!(position, before);
        }
        assert_eq!(position.key(), position.key_from_scratch());
        if position.end().is_none() {
            assert_eq!(rules.read_position(&position.to_string()), Ok(position));
        }
    }
});
