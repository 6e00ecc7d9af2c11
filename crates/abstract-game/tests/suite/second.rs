//! The comparison with a second implementation: Take Two written twice, and one of the two with a defect.

use std::panic::catch_unwind;

use abstract_game::conformance::{
    Comparison, RandomGames, SecondEnd, SecondImplementation, check_counts, check_counts_of_second,
    check_damaged_positions, check_invalid_positions, check_long_positions, check_valid_positions,
    positions_of_counts, write_counts,
};
use abstract_game::sample::TakeTwo;
use abstract_game::{Player, Rules};

use crate::broken::{BrokenRules, Defect};

/// Take Two, compared with the rules `R`.
#[derive(Clone, Debug, PartialEq)]
struct Second<R> {
    heaps: Vec<u8>,
    player: u8,
    takes_left: u8,
    rules: std::marker::PhantomData<R>,
}

impl<R: Rules> SecondImplementation for Second<R> {
    type Rules = R;
    /// A heap and a number, or nothing to end the turn.
    type Action = Option<(u8, u8)>;

    fn read_position(_: &R, text: &str) -> Result<Self, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [heaps, player @ ("1" | "2"), takes @ ("1" | "2")] = words[..] else {
            return Err("three words".to_owned());
        };
        let heaps: Option<Vec<u8>> =
            heaps.split(',').map(|heap| heap.parse().ok().filter(|_| heap.len() == 1)).collect();
        let heaps = heaps.filter(|heaps| heaps.len() <= 8).ok_or("heaps")?;
        if takes == "1" && heaps.iter().all(|&heap| heap == 0) {
            return Err("the turn has ended".to_owned());
        }
        Ok(Second {
            heaps,
            player: player.parse().unwrap(),
            takes_left: takes.parse().unwrap(),
            rules: std::marker::PhantomData,
        })
    }

    fn text(&self) -> String {
        let heaps: Vec<String> = self.heaps.iter().map(u8::to_string).collect();
        format!("{} {} {}", heaps.join(","), self.player, self.takes_left)
    }

    fn player_to_act(&self) -> Player {
        Player::BOTH[usize::from(self.player) - 1]
    }

    fn at_turn_start(&self) -> bool {
        self.takes_left == 2
    }

    fn end(&self) -> Option<SecondEnd> {
        let over = self.heaps.iter().all(|&heap| heap == 0);
        over.then(|| (Some(self.player_to_act().opponent()), "last-counter"))
    }

    fn actions(&self) -> Vec<Self::Action> {
        let takes = |(heap, &has): (u8, &u8)| (1..=has.min(3)).map(move |count| Some((heap, count)));
        let mut actions: Vec<_> = (0..).zip(&self.heaps).flat_map(takes).collect();
        actions.extend((self.takes_left == 1).then_some(None));
        actions
    }

    fn action_text(action: &Self::Action) -> String {
        match action {
            None => "end".to_owned(),
            Some((heap, count)) => format!("{}{count}", char::from(b'a' + heap)),
        }
    }

    fn read_action(text: &str) -> Option<Self::Action> {
        match *text.as_bytes() {
            [heap, count] => Some(Some((heap.checked_sub(b'a')?, count.checked_sub(b'0')?))),
            _ => (text == "end").then_some(None),
        }
    }

    fn play(&mut self, action: &Self::Action) {
        self.takes_left -= 1;
        if let Some((heap, count)) = *action {
            self.heaps[usize::from(heap)] -= count;
        } else {
            self.takes_left = 0;
        }
        if self.takes_left == 0 || self.end().is_some() || self.heaps.iter().all(|&heap| heap == 0) {
            self.player = 3 - self.player;
            self.takes_left = 2;
        }
    }

    fn end_turn(&self) -> Option<Self::Action> {
        (self.takes_left == 1).then_some(None)
    }
}

type Game = Comparison<Second<TakeTwo>>;

fn game(text: &str) -> Game {
    Game::read(TakeTwo::default(), text)
}

fn games<R: Rules + Copy>(rules: R) -> RandomGames<Second<R>> {
    RandomGames::new(move |_, _| Comparison::read(rules, &rules.start().to_string()))
}

const COUNTS: [(&str, &str); 1] =
    [("take-two.perft", "# Two heaps.\n2,1 1 2; heaps=2; 1; 3\n2,1 1 2; heaps=2; 2; 8\n")];

#[test]
fn a_sound_game_passes() {
    let games =
        games(TakeTwo::default()).observe(|_, action, tally| tally.add("ends", action.is_none().into()));
    let tally = games.play(0, 50);
    assert_eq!((tally.games, tally.results_with("wins by last-counter")), (50, 50));
    assert!(tally.count("ends") > 0 && tally.actions > 100 && tally.most_actions >= 9, "{tally:?}");
    // Some lists of actions are not compared; the games are of the same kind.
    assert_eq!(games.compared_lists(2).max_actions(3).play(50, 50).results_with("not over"), 50);

    assert_eq!(game("2,1 1 2").check_tree(2), [1, 3, 8]);
    assert_eq!(game("3,4,5 1 2").check_perft(4), game("3,4,5 2 2").check_perft(4));
    let texts = |_: &_, check: &mut dyn FnMut(&str)| {
        check("end");
        for heap in 'a'..='z' {
            (0..10).for_each(|count| check(&format!("{heap}{count}")));
        }
    };
    assert_eq!(game("3,4,5 1 1").check_action_texts(texts), 261);
}

#[test]
fn examples() {
    let mut game = game("3,1 1 2");
    assert_eq!(game.action_texts(), ["a1", "a2", "a3", "b1"]);
    game.check_refusal("b2", "it has 1");
    game.play_all("a2,end,b1,a1");
    assert_eq!(
        (game.second().text(), game.result()),
        ("0,0 1 2".to_owned(), "P2 wins by last-counter".to_owned())
    );
}

#[test]
fn files_and_texts_of_positions() {
    let rules = TakeTwo::default();
    check_valid_positions::<Second<TakeTwo>>(&rules, "// Comment\n3,4,5 1 2\n\n0 2 2\n1 1 1\n");
    check_invalid_positions::<Second<TakeTwo>>(
        &rules,
        "3 3 2; player `1` or `2`\n0 1 1; while counters are left\n",
    );
    check_long_positions(&rules, &[("9,", 100_000)], &["@", "@9 1 2"], 2_000_000);
    let sample = |_: &mut _| (rules, "3,4,5 1 1".to_owned());
    let accepted = check_damaged_positions::<Second<TakeTwo>>(20, "0129, ", sample);
    assert!((50..700).contains(&accepted), "{accepted}");

    check_counts::<TakeTwo>(&COUNTS);
    assert_eq!(check_counts_of_second::<Second<TakeTwo>>(&COUNTS, 0), 1);
    assert_eq!(check_counts_of_second::<Second<TakeTwo>>(&COUNTS, 3), 2);
    let [position] = &positions_of_counts::<Second<TakeTwo>>(&COUNTS)[..] else { panic!("one position") };
    assert!(COUNTS[0].1.ends_with(&write_counts(position, "heaps=2", 2)));
}

#[test]
fn wrong_files_are_reported() {
    let rules = TakeTwo::default();
    let valid = |content: &str| check_valid_positions::<Second<TakeTwo>>(&rules, content);
    let invalid = |content: &str| check_invalid_positions::<Second<TakeTwo>>(&rules, content);
    let counts = |line: &'static str| check_counts::<TakeTwo>(&[("file", line)]);
    let second = |line: &'static str| check_counts_of_second::<Second<TakeTwo>>(&[("file", line)], 9);
    let long = |longest| check_long_positions(&rules, &[("1,", 4)], &["@"], longest);
    assert!(catch_unwind(|| valid("3 3 2")).is_err());
    assert!(catch_unwind(|| valid("3  1 2")).is_err());
    assert!(catch_unwind(|| invalid("3 1 2; player")).is_err());
    assert!(catch_unwind(|| invalid("3 3 2; heaps")).is_err());
    assert!(catch_unwind(|| counts("1 1 2; 1; 2")).is_err());
    assert!(catch_unwind(|| second("1 1 2; 1; 2")).is_err());
    assert!(catch_unwind(|| long(3)).is_err());
}

/// Each of these defects is found in a few games.
#[test]
fn defects_are_found() {
    for defect in [
        Defect::ActionTwice,
        Defect::CountsOneMore,
        Defect::EndTurnAtOnce,
        Defect::ForgetsAnAction,
        Defect::GeneratesTooMuch,
        Defect::KeyForgottenAtEndOfTurn,
        Defect::PassesThePlayerOn,
        Defect::ReadsFirstAction,
        Defect::ReadsUnfinishedAsWhole,
        Defect::SameTextForAll,
        Defect::StuckOnLastCounter,
        Defect::TriesFirstAction,
        Defect::TurnOpenWhenOver,
        Defect::TwoSpaces,
    ] {
        let games = || drop(games(BrokenRules(defect)).play(0, 20));
        assert!(catch_unwind(games).is_err(), "{defect:?}");
    }
    let tally = games(BrokenRules(Defect::None)).play(0, 20);
    assert_eq!(tally.games, 20);
}
