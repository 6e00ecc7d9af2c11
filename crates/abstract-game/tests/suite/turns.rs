//! The text of turns: reading, writing, and the messages for texts that are refused.

use abstract_game::sample::{Take, TakeTwo};
use abstract_game::{Position, Rules, turn};
use proptest::prelude::*;

use crate::heaps;
use crate::ring::RingRules;

const fn take(heap: u8, count: u8) -> Take {
    Take::From { heap, count }
}

#[test]
fn the_end_of_a_turn_is_written_only_alone() {
    let start = heaps("3,4,5 1 2");
    assert_eq!(turn::read(&start, "a1").unwrap().as_slice(), [take(0, 1), Take::EndTurn]);
    assert_eq!(turn::write(&start, &[take(0, 1), Take::EndTurn]), "a1");
    // A person may write it all the same.
    assert_eq!(turn::read(&start, "a1,end").unwrap().as_slice(), [take(0, 1), Take::EndTurn]);
    let within = heaps("3,4,5 1 1");
    assert_eq!(turn::read(&within, "end").unwrap().as_slice(), [Take::EndTurn]);
    assert_eq!(turn::write(&within, &[Take::EndTurn]), "end");
    assert_eq!(turn::write(&start, &[]), "");
}

#[test]
fn a_turn_ends_by_itself() {
    assert_eq!(turn::read(&heaps("3,4,5 1 2"), "a1,b3").unwrap().as_slice(), [take(0, 1), take(1, 3)]);
    assert_eq!(turn::read(&heaps("2 1 2"), "a2").unwrap().as_slice(), [take(0, 2)]);
    assert_eq!(turn::read(&heaps("3,4,5 1 1"), "c2").unwrap().as_slice(), [take(2, 2)]);
}

/// The message of the error of reading `text` on `position`.
fn refused(position: &str, text: &str) -> String {
    turn::read(&heaps(position), text).unwrap_err().to_string()
}

#[test]
fn errors_say_what_and_where() {
    let start = "3,4,5 1 2";
    let form = "is not a heap's letter and 1 to 3 counters (`a3`), or `end`";
    assert_eq!(refused(start, ""), format!("`` {form}"));
    assert_eq!(refused(start, "x"), format!("`x` {form}"));
    assert_eq!(refused(start, "a1,"), format!("in `a1,`, action 2: `` {form}"));
    assert_eq!(refused(start, ",a1"), format!("in `,a1`, action 1: `` {form}"));
    assert_eq!(refused(start, "a1, b1"), format!("in `a1, b1`, action 2: ` b1` {form}"));
    assert_eq!(refused(start, "end"), "cannot end the turn before taking anything");
    assert_eq!(refused("0 1 2", "a1"), "the game is over");
    assert_eq!(refused("1,4 1 2", "a2"), "cannot take 2 from heap a: it has 1");
    assert_eq!(
        refused(start, "a1,b1,c1"),
        "in `a1,b1,c1`: the turn ends with action 2, but more actions follow"
    );
    // What follows the end of the turn is not even looked at.
    assert_eq!(refused("2 1 2", "a2,x"), "in `a2,x`: the turn ends with action 1, but more actions follow");
    assert_eq!(
        turn::read(&RingRules.start(), "l").unwrap_err().to_string(),
        "in `l`: the turn is not finished, another action must follow"
    );
}

#[test]
fn errors_contain_the_error_of_the_game() {
    let error = heaps("2,4,5 1 1").check(take(0, 3)).unwrap_err();
    assert_eq!(refused("3,4,5 1 2", "a1,a3"), format!("in `a1,a3`, action 2: {error}"));
    let alone = heaps("3,4,5 1 2").read_action("a4").unwrap_err();
    assert_eq!(refused("3,4,5 1 2", "a4"), alone.to_string());
}

#[test]
fn the_start_of_a_turn_may_be_all_of_it() {
    let start = heaps("3,4,5 1 2");
    let (actions, after) = turn::read_start(&start, "a1").unwrap();
    assert_eq!((actions.as_slice(), after.to_string()), (&[take(0, 1)][..], "2,4,5 1 1".into()));
    let (actions, after) = turn::read_start(&start, "a1,b1").unwrap();
    assert_eq!((actions.len(), after.to_string()), (2, "2,3,5 2 2".into()));
    let error = turn::read_start(&start, "a1,b1,c1").unwrap_err().to_string();
    assert!(error.contains("the turn ends with action 2"), "{error}");
    assert!(turn::read_start(&RingRules.start(), "l").is_ok());
}

#[test]
fn actions_are_tried_in_order() {
    let start = heaps("3,4,5 1 2");
    let after = turn::try_play(&start, &[take(0, 1), take(1, 3)]).unwrap();
    assert_eq!(after.to_string(), "2,1,5 2 2");
    assert_eq!(turn::try_play(&start, &[]).unwrap(), start);
    let (number, error) = turn::try_play(&start, &[take(0, 2), take(0, 2)]).unwrap_err();
    assert_eq!((number, error.to_string().as_str()), (1, "cannot take 2 from heap a: it has 1"));
}

#[test]
fn every_turn_is_listed_once_up_to_the_limit() {
    let position = heaps("2,1 1 2");
    let texts = |limit| -> Vec<String> {
        turn::list(&position, limit).iter().map(|t| turn::write(&position, t)).collect()
    };
    assert_eq!(texts(100), ["a1,a1", "a1,b1", "a1", "a2,b1", "a2", "b1,a1", "b1,a2", "b1"]);
    assert_eq!(texts(3), ["a1,a1", "a1,b1", "a1"]);
    assert_eq!(texts(0), [""; 0]);
    assert!(turn::list(&heaps("0 1 2"), 100).is_empty());
}

proptest! {
    /// No text makes the reader panic; what it accepts is legal, and its written form means the same.
    #[test]
    fn any_text_is_read_or_refused(text in any::<String>().boxed().prop_union("[a-d1-3,end]{0,8}".boxed())) {
        let position = heaps("3,4,5 1 2");
        if let Ok(actions) = turn::read(&position, &text) {
            let after = turn::try_play(&position, &actions).unwrap();
            prop_assert!(after.at_turn_start());
            let written = turn::write(&position, &actions);
            prop_assert_eq!(turn::read(&position, &written).unwrap(), actions);
        }
    }

    /// Every listed turn is written and read back.
    #[test]
    fn listed_turns_round_trip(counts in prop::collection::vec(0..6_u8, 1..4), takes in 1..=2_u8) {
        let counts: Vec<String> = counts.iter().map(u8::to_string).collect();
        let text = format!("{} 1 {takes}", counts.join(","));
        if let Ok(position) = TakeTwo::default().read_position(&text) {
            for actions in turn::list(&position, 1000) {
                let text = turn::write(&position, &actions);
                prop_assert_eq!(turn::read(&position, &text).unwrap(), actions, "{}", text);
            }
        }
    }
}
