//! The messages for illegal actions: each names the rule that forbids the action.

use abstract_game::turn;
use symbol_core::Symbol;

use crate::agreement::read;

#[track_caller]
fn refusal(position: &str, action: &str) -> String {
    match read(position).read_action(action) {
        Ok(_) => panic!("{action} is legal on {position}"),
        Err(error) => error.to_string(),
    }
}

const MIDDLE: &str = "x,kd,x5/x2,a,x4/d,x6/x3,LW,x,w,x/x5,D,x/x2,KLAD,D,x3/A,x5,L 1 LWD/lw - -";

#[test]
fn texts_that_are_no_action() {
    for (text, message) in [
        ("", "is no action: expected `K@d2`, `+Lc3`, `d2:LW>c3`"),
        ("e", "is no action: expected `K@d2`, `+Lc3`, `d2:LW>c3`"),
        ("END", "is no action: expected `K@d2`, `+Lc3`, `d2:LW>c3`"),
        ("+", "is no action: expected one of L, W, A, F and D after `+`"),
        ("+c2", "is no action: expected one of L, W, A, F and D after `+`"),
        ("+L", "is no action: expected a cell such as `a1`, found nothing"),
        ("+Xc2", "is no action: expected one of L, W, A, F and D after `+`"),
        ("+lc2", "is no action: expected one of L, W, A, F and D after `+`"),
        ("+Lh2", "is no action: `h2` is not on the board (a1 to g7)"),
        ("+Lc8", "is no action: `c8` is not on the board (a1 to g7)"),
        ("+Lc2 ", "is no action: expected nothing after `c2`, found ` `"),
        ("+Kc2", "is no action: expected one of L, W, A, F and D after `+`"),
        ("K@", "is no action: expected a cell such as `a1`, found nothing"),
        ("Kd2", "is no action: expected `K@d2`, `+Lc3`, `d2:LW>c3`"),
        ("!", "is no action: expected a cell such as `a1`, found nothing"),
        ("!!c2", "is no action: expected a cell such as `a1`, found `!`"),
        ("c2", "is no action: expected `K@d2`, `+Lc3`, `d2:LW>c3`"),
        ("c2:", "is no action: expected `K@d2`, `+Lc3`, `d2:LW>c3`"),
        ("c2:L", "is no action: expected `K@d2`, `+Lc3`, `d2:LW>c3`"),
        ("c2:L>", "is no action: expected a cell such as `a1`, found nothing"),
        ("c2:>c1", "is no action: expected pieces such as `L2W`, found nothing"),
        (
            "c2:l>c1",
            "is no action: `l` in the other case than the letters around it: a stack belongs to one player",
        ),
        ("c2:LK>c1", "is no action: `K` out of order: expected each kind once, in the order KLWAFD"),
        (
            "c2:KL1>c1",
            "is no action: the count of L is not a number from 2 to 30 (a count of one is not written)",
        ),
        (
            "c2:L0>c1",
            "is no action: the count of L is not a number from 2 to 30 (a count of one is not written)",
        ),
        ("c2:LL>c1", "is no action: `L` out of order: expected each kind once, in the order KLWAFD"),
        ("c2:L>c1*", "is no action: expected a cell such as `a1`, found nothing"),
        ("c2:L>c1,end", "is no action: expected nothing after `c1`, found `,`"),
        ("c2L>c1", "is no action: expected `K@d2`, `+Lc3`, `d2:LW>c3`"),
        ("c2-c1", "is no action: expected `K@d2`, `+Lc3`, `d2:LW>c3`"),
        ("c2>c1", "is no action: expected `K@d2`, `+Lc3`, `d2:LW>c3`"),
        ("c2*", "is no action: expected a cell such as `a1`, found nothing"),
        ("c2**c3", "is no action: expected a cell such as `a1`, found `*`"),
        ("é4", "is no action: expected `K@d2`, `+Lc3`, `d2:LW>c3`"),
    ] {
        let refusal = refusal(MIDDLE, text);
        assert!(refusal.contains(message) && refusal.starts_with(&format!("`{text}` ")), "{text}: {refusal}");
    }
}

#[test]
fn illegal_actions_name_the_rule() {
    for (text, message) in [
        ("+Fc2", "F is not in P1's reserve"),
        ("+Lg2", "L is placed on the king's cell c2 or next to it, not on g2"),
        ("+Wb1", "W may not be placed on land b1: no friendly supporter is there"),
        ("+Ac3", "A is not in P1's reserve"),
        ("+Lb7", "L may not be placed on b7: enemies stand there"),
        ("+Wb7", "W may not be placed on b7: enemies stand there"),
        ("+De7", "D may not be placed on e7: no own K, L, W, A or F is there or next to it"),
        ("+Dc6", "D may not be placed on c6: enemies stand there"),
        ("K@a1", "P1's king is on the board already"),
        ("!a1", "there is no D on a1 to detonate"),
        ("!e5", "nothing stands on e5"),
        ("!b7", "b7 is not P1's: P2's pieces stand there"),
        ("c2:L2>c1", "L2 is not on c2: KLAD stands there"),
        ("c2*c3", "there is no enemy on c3 to take"),
        ("b4:L>b5", "nothing stands on b4"),
        ("c2:L>c4", "L may not end on water c4: no friendly supporter waits there"),
        ("c2:A>c5", "A moves at most 2 steps, and c5 is 3 away"),
        ("c2:A>d4", "A moves in a straight line, and d4 lies on none from c2"),
        ("d4:LW>e6", "L may not move over water d5; W moves in a straight line, and e6 lies on none from d4"),
        ("d4:L>d2", "L may not move over water c3"),
        ("d4:W>g4", "the rest L may not stay on water d4: nothing in it supports it there"),
        ("d4:LW>f4*g4", "there is no enemy on g4 to take"),
        ("c2:KLAD>c2", "a move ends on another cell than c2, where it began"),
        ("c2:KD>c3", "KD cannot move: only L, W, A and F move and carry others"),
        ("!d4", "there is no D on d4 to detonate"),
        ("g1:L>g3", "L may not end on water g3: no friendly supporter waits there"),
        ("d4*e5", "there is no enemy on e5 to take"),
    ] {
        let refusal = refusal(MIDDLE, text);
        assert!(refusal.contains(message), "{text}: {refusal}");
    }
}

#[test]
fn turn_states_and_options_forbid_actions() {
    for (position, text, message) in [
        (
            "x6,k/x7/x7/x7/x7/x7/x7 1 KL15/l15 - -",
            "+La1",
            "P1 must place the king first: `K@` and a cell of ranks 1 and 2",
        ),
        ("x6,k/x7/x7/x7/x7/x7/x7 1 KL15/l15 - -", "K@d3", "P1 places the king on ranks 1 and 2, not on d3"),
        ("x6,k/x7/x7/x7/x7/x7/x7 1 KL15/l15 - -", "K@a7", "P1 places the king on ranks 1 and 2, not on a7"),
        (
            "x6,k/x7/x7/x7/x7/x7/x7 1 KL15/l15 - -",
            "g7:K>g6",
            "P1 must place the king first: `K@` and a cell of ranks 1 and 2",
        ),
        ("x6,k/x7/x7/x7/x7/x7/K,x6 1 L15/l15 - -", "K@a2", "P1's king is on the board already"),
        (
            "k,x6/x7/x7/x7/x7/x3,KA,x3/A,x5,A 1 L5/- d2:1:-:- -",
            "a1:A>a2",
            "a1 cannot act: this turn belongs to d2",
        ),
        (
            "k,x6/x7/x7/x7/x7/x3,KA,x3/A,x5,A 1 L5/- d2:1:A:- -",
            "d2:A>d4",
            "A may not move from d2: A was placed there in this turn",
        ),
        (
            "k,x6/x7/x7/x3,KAD,x3/x7/x7/A,x5,A 1 L5/- d4:1:-:KAD -",
            "d4:A>d5",
            "the move of this turn is made already",
        ),
        (
            "k,x6/x7/x7/x3,AD,x3/x7/x3,KD,x3/A,x5,A 1 L5/- d4:0:-:AD -",
            "!d2",
            "d2 cannot act: this turn belongs to d4",
        ),
        (
            "k,x6/x7/x7/x3,AD,x3/x7/x3,KD,x3/A,x5,A 1 L5/- d4:0:-:AD -",
            "+Ld2",
            "L cannot be placed: no reinforcement is left in this turn",
        ),
        (
            "k,x6/x7/x7/x3,AD,x3/x7/x3,KD,x3/A,x5,A 1 L5/- d4:0:-:AD -",
            "-",
            "there is no voluntary pass: P1 can act",
        ),
        (
            "k,x6/x7/x7/x3,K,x3/x7/x7/x7 1 L5/a - -",
            "end",
            "P1 can do nothing here: only the forced pass `-` is legal",
        ),
        (
            "k,x6/x7/x7/x3,K,x3/x7/x7/x7 1 L5/a - -",
            "+Ld4",
            "P1 can do nothing here: only the forced pass `-` is legal",
        ),
        ("k,x6/x7/x7/x3,a,x3/x7/x7/x7 1 L5/a - -", "+Ld4", "the game is over: P2 wins by king"),
        (
            "k,x6/x7/x7/x3,KAD,x3/x7/x7/A,x5,A 1 L5/- d4:1:-:* -",
            "!d4",
            "nothing on d4 may be detonated: no movers came to rest there in this turn",
        ),
        (
            "k,x6/x7/x7/x3,AD2,x3/x7/x7/K,x5,A 1 L5/- d4:1:-:A -",
            "!d4",
            "no D moved to d4: after a move only what moved is detonated",
        ),
        (
            "k,x6/x7/x7/x7/x7/x7/K,A,x5 1 L/- - deploy=spanish",
            "+Lb1",
            "L may not be placed on b1: the cell is not empty",
        ),
        (
            "k,x6/x7/x7/x7/x7/x7/K,A,x5 1 D/- - deploy=spanish",
            "+Df1",
            "D may not be placed on f1: no own piece is there or next to it",
        ),
    ] {
        let refusal = refusal(position, text);
        assert!(refusal.contains(message), "{text} on {position}: {refusal}");
    }
}

/// The issue's own example: "`L` may not end on water d4: no friendly supporter waits there".
#[test]
fn messages_for_people() {
    let position = "k,x6/x7/x7/x7/x7/x3,L,x3/K,x6 1 -/- - -";
    assert_eq!(refusal(position, "d2:L>d3"), "L may not end on water d3: no friendly supporter waits there");
}

#[test]
fn messages_shorten_long_texts() {
    for text in ["\u{e4}".repeat(100_000), format!("d2:{}>d3", "L15".repeat(10_000)), "+".repeat(100_000)] {
        let refusal = refusal(MIDDLE, &text);
        assert!(refusal.len() < 400, "{refusal}");
    }
}

/// "Turn: its actions joined by `,`; `EndTurn` is not written"; "Actions after the turn has ended by itself are an
/// error."
#[test]
fn whole_turns() {
    let position = read("k,x6/x7/x7/x7/x7/x3,KA,x3/A,x5,A 1 LW/- - -");
    let after = |text: &str, written: &str| {
        let actions = turn::read(&position, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(turn::write(&position, &actions), written);
        turn::try_play(&position, &actions).expect("legal actions").to_string()
    };
    let text = "+Lc1,d2:KA>d3,+Wd4";
    assert_eq!(after(text, text), "k,x6/x7/x7/x3,W,x3/x3,KA,x3/x7/A,x,L,x3,A 2 -/- - -");
    for text in ["+Lc1", "+Lc1,end"] {
        assert_eq!(after(text, "+Lc1"), "k,x6/x7/x7/x7/x7/x3,KA,x3/A,x,L,x3,A 2 W/- - -");
    }
    assert_eq!(after("d2:KA>d3", "d2:KA>d3"), "k,x6/x7/x7/x7/x3,KA,x3/x7/A,x5,A 2 LW/- - -");
}

#[test]
fn illegal_turns_name_the_action() {
    let start = Symbol::default().start();
    for (text, message) in [
        ("K@d2,+Ld2", "the turn ends with action 1"),
        ("K@d2,end", "the turn ends with action 1"),
        ("", "is no action"),
        ("K@d2,", "the turn ends with action 1"),
        ("K@d4", "P1 places the king on ranks 1 and 2"),
    ] {
        let Err(error) = turn::read(&start, text) else { panic!("{text}") };
        assert!(error.to_string().contains(message), "{text}: {error}");
    }
}

#[test]
#[should_panic(expected = "no own K, L, W, A or F is there or next to it")]
fn playing_an_illegal_action_panics_with_the_rule() {
    let mut there = read("k,x6/x7/x7/x7/x7/x7/K,x6 1 AD/- - -");
    let elsewhere = read("k,x6/x7/x7/x7/x7/x7/K,x3,A,x2 1 AD/- - -");
    let action = elsewhere.read_action("+Df2").expect("legal there");
    there.play(action);
}
