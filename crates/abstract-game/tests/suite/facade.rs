//! Any game by name and text.

use abstract_game::facade::{AnyMatch, AnyRules, GameError};
use abstract_game::random::SplitMix64;
use abstract_game::sample::{LAST_COUNTER, TakeTwo};
use abstract_game::view::{Attempt, Choice, SignColour};
use abstract_game::{End, OptionKind, Player, Reason};

use crate::ring::RingRules;

fn games() -> Vec<Box<dyn AnyRules>> {
    vec![Box::new(TakeTwo::default()), Box::new(RingRules)]
}

fn take_two(position: &str) -> Box<dyn AnyMatch> {
    AnyRules::read_position(&TakeTwo::default(), position).unwrap()
}

#[test]
fn rules_by_name() {
    let mut games = games();
    assert_eq!(games.iter().map(|rules| rules.name()).collect::<Vec<_>>(), ["take-two", "ring"]);
    let rules = &mut games[0];
    assert_eq!(rules.options()[0].kind, OptionKind::Spin { default: 3, min: 1, max: 7 });
    assert_eq!((rules.option("heaps"), rules.option("x")), (Some("3".into()), None));
    let copy = rules.boxed_clone();
    rules.set_option("heaps", "2").unwrap();
    assert_eq!(rules.start().position_text(), "3,4 1 2");
    assert_eq!(copy.start().position_text(), "3,4,5 1 2");
    assert!(rules.set_option("heaps", "8").is_err() && rules.set_option("x", "1").is_err());
    assert_eq!(rules.option("heaps"), Some("2".into()));
}

#[test]
fn errors_contain_the_message_of_the_game() {
    let rules = TakeTwo::default();
    let error = AnyRules::read_position(&rules, "3,4 3 2").map(|_| ()).unwrap_err();
    assert_eq!(error, GameError::new("`3` is not player `1` or `2`"));
    let mut game = take_two("3,4,5 1 2");
    let error = game.play_turn("a1,a3").unwrap_err();
    assert_eq!(error.to_string(), "in `a1,a3`, action 2: cannot take 3 from heap a: it has 2");
    assert_eq!(game.check_turn("a1,a3"), Err(error));
    assert_eq!((game.turn_count(), game.position_text().as_str()), (0, "3,4,5 1 2"));
}

#[test]
fn a_match_from_start_to_end() {
    let mut game = take_two("3,1 1 2");
    assert_eq!((game.result(), game.player_to_act(), game.turn_count()), (None, Player::P1, 0));
    assert_eq!(game.check_turn("a1"), Ok(()));
    game.play_turn("a1").unwrap();
    let copy = game.boxed_clone();
    assert_ne!(game.key(), take_two("3,1 1 2").key());
    assert_eq!(game.key(), take_two("2,1 2 2").key());
    game.play_turn("a2,b1").unwrap();
    assert_eq!(game.result(), Some(End::win(Player::P2, LAST_COUNTER)));
    assert_eq!((game.turns(), game.turn_count()), (vec!["a1".into(), "a2,b1".into()], 2));
    assert_eq!((game.start_text().as_str(), game.position_text().as_str()), ("3,1 1 2", "0,0 1 2"));
    assert_eq!(game.play_turn("a1").unwrap_err().to_string(), "the game is over: P2 wins by last-counter");
    assert_eq!(game.check_turn("a1"), game.boxed_clone().play_turn("a1"));
    assert_eq!(game.undo(), Some("a2,b1".into()));
    assert_eq!((game.result(), game.position_text()), (None, copy.position_text()));
    assert_eq!((game.undo(), game.undo()), (Some("a1".into()), None));
    // The copy went its own way.
    assert_eq!(copy.turn_count(), 1);
}

#[test]
fn what_is_legal() {
    let game = take_two("2,1 1 2");
    assert_eq!(game.legal_turns(100), ["a1,a1", "a1,b1", "a1", "a2,b1", "a2", "b1,a1", "b1,a2", "b1"]);
    assert_eq!(game.legal_turns(2), ["a1,a1", "a1,b1"]);
    assert_eq!(game.legal_actions("").unwrap(), ["a1", "a2", "b1"]);
    assert_eq!(game.legal_actions("a1").unwrap(), ["a1", "b1", "."]);
    assert_eq!(game.legal_actions("a1,b1").unwrap(), ["."]);
    assert_eq!(
        game.legal_actions("a1,b2").unwrap_err().to_string(),
        "in `a1,b2`, action 2: cannot take 2 from heap b: it has 1"
    );
    assert!(game.legal_actions("a1,b1,a1").is_err());
}

#[test]
fn a_turn_that_is_only_its_end_is_written_out() {
    let mut game = take_two("2,1 1 1");
    assert_eq!(game.legal_actions("").unwrap(), ["a1", "a2", "b1", "end"]);
    assert_eq!(game.legal_actions("end").unwrap(), ["."]);
    assert!(game.legal_turns(9).contains(&"end".into()));
    game.play_turn("end").unwrap();
    assert_eq!((game.turns(), game.undo()), (vec!["end".into()], Some("end".into())));
}

#[test]
fn nothing_is_legal_when_the_game_is_over() {
    let mut resigned = take_two("3,4,5 1 2");
    resigned.resign(Player::P1);
    assert_eq!(resigned.result(), Some(End::win(Player::P2, Reason::RESIGNATION)));
    let mut agreed = take_two("3,4,5 1 2");
    agreed.agree_draw();
    assert_eq!(agreed.result(), Some(End::draw(Reason::AGREEMENT)));
    for game in [resigned, agreed, take_two("0 1 2")] {
        assert!(game.legal_turns(9).is_empty());
        assert_eq!(game.legal_actions(""), Ok(vec![]));
        assert_eq!(game.random_turn(&mut SplitMix64::new(1)), None);
        assert_eq!(game.winning_turn(), None);
        assert_eq!(game.careful_turn(&mut SplitMix64::new(1)), None);
        assert!(game.check_turn("a1").is_err());
    }
}

#[test]
fn a_winning_turn_is_found_by_trying_all() {
    for seed in 0..20 {
        let mut game = AnyRules::start(&TakeTwo::default());
        let mut random = SplitMix64::new(seed);
        let mut found = 0;
        while let Some(turn) = game.random_turn(&mut random) {
            let player = game.player_to_act();
            let wins = |turn: &String| {
                let mut after = game.boxed_clone();
                after.play_turn(turn).unwrap();
                after.result().is_some_and(|end| end.winner == Some(player))
            };
            let winning = game.legal_turns(usize::MAX).into_iter().find(wins);
            assert_eq!(game.winning_turn(), winning);
            found += usize::from(winning.is_some());
            game.play_turn(&turn).unwrap();
        }
        assert!(found > 0, "the last turn takes the last counter");
    }
}

#[test]
fn a_careful_turn_wins_in_one_or_does_not_lose_in_one() {
    let after = |game: &dyn AnyMatch, turn: &str| {
        let mut after = game.boxed_clone();
        after.play_turn(turn).unwrap();
        after
    };
    let (mut random, mut saved, mut careful) = (SplitMix64::new(5), 0, Vec::new());
    for _ in 0..20 {
        let mut game = AnyRules::start(&TakeTwo::default());
        while let Some(turn) = game.random_turn(&mut random) {
            let chosen = game.careful_turn(&mut random).unwrap();
            let is_safe = |turn: &str| after(&*game, turn).winning_turn().is_none();
            let turns = game.legal_turns(usize::MAX);
            if let Some(winning) = game.winning_turn() {
                assert_eq!(chosen, winning);
            } else if turns.iter().any(|turn| is_safe(turn)) {
                assert!(is_safe(&chosen), "{game:?}: {chosen}");
                saved += usize::from(!turns.iter().all(|turn| is_safe(turn)));
            }
            careful.push(chosen);
            game.play_turn(&turn).unwrap();
        }
    }
    assert!(saved > 0);
    assert!(careful.iter().step_by(3).any(|turn| *turn != careful[0]), "it is random otherwise: {careful:?}");
}

#[test]
fn random_turns_are_legal_and_reproducible() {
    for rules in games() {
        let mut game = rules.start();
        let mut random = SplitMix64::new(3);
        while let Some(turn) = game.random_turn(&mut random.clone()) {
            assert_eq!(game.random_turn(&mut random).as_ref(), Some(&turn));
            game.play_turn(&turn).unwrap();
        }
        assert!(game.result().is_some());
    }
}

#[test]
fn drawing_and_perft() {
    let game = take_two("3,0,1 1 2");
    assert_eq!(game.drawing(), "a ooo\nb \nc o\nP1 to take, 2 left\n");
    let counts = game.perft(2);
    assert_eq!(counts[0], ("a1".into(), 4));
    assert_eq!(counts.last().unwrap(), &("c1".into(), 4));
    assert!(game.perft(0).is_empty());
}

#[test]
fn any_game_is_printed_for_debugging() {
    for rules in games() {
        assert!(!format!("{rules:?} {:?}", rules.start()).is_empty());
    }
}

#[test]
fn a_turn_is_built_and_taken_back_action_by_action() {
    let mut game = take_two("3,4,5 1 2");
    game.play_action("a1").unwrap();
    assert_eq!((game.pending(), game.turn_count()), (vec!["a1".to_owned()], 0));
    let again = game.play_action("a9").unwrap_err().to_string();
    assert!(again.contains("`a9` is not a heap's letter"), "{again}");
    assert_eq!(game.skip_turn(), None);
    assert!(game.undo_action() && !game.undo_action());
    assert_eq!(
        (game.position_text().as_str(), game.skip_turn().as_deref()),
        ("3,4,5 1 2", Some("3,4,5 2 2"))
    );
    game.play_action("a1").unwrap();
    game.play_action("end").unwrap();
    assert_eq!((game.turns(), game.pending().len()), (vec!["a1".to_owned()], 0));
}

#[test]
fn a_game_with_rules_alone_has_a_view_and_an_encoding() {
    let mut rules: Box<dyn AnyRules> = Box::new(TakeTwo::default());
    rules.set_option("heaps", "1").unwrap();
    assert_eq!((rules.legend(), rules.sign_style('.').unwrap().colour), (None, SignColour::Dim));
    assert_eq!((rules.encoding().actions, rules.encoding().size), (1_024, (19, 19)));
    let mut game = rules.start();
    let button = |text: &str| [Choice::Button(text.to_owned().into())];
    let views = game.action_views();
    assert_eq!((views.len(), &*views[2].text, &views[2].path[..]), (3, "a3", &button("a3")[..]));
    let indexed = [(0, "a1"), (1, "a2"), (2, "a3")].map(|(index, text)| (index, text.to_owned()));
    assert_eq!((game.indexed_actions(), game.legal_indices()), (indexed.to_vec(), vec![0, 1, 2]));
    game.play_index(0).unwrap();
    assert_eq!(game.play_index(7).unwrap_err().to_string(), "no legal action has the index 7");
    let attempt = Attempt { cell: "a3".into(), ..Attempt::default() };
    assert_eq!(game.why_not(&attempt).as_deref(), Some("cannot take 3 from heap a: it has 2"));
    game.play_action("a2").unwrap();
    let texts = |skipped| game.event_views(skipped).into_iter().map(|event| event.text).collect::<Vec<_>>();
    assert_eq!((texts(0), texts(1)), (vec!["a1".to_owned(), "a2".to_owned()], vec!["a2".to_owned()]));
    let over = "the game is over: P1 wins by last-counter";
    assert_eq!(game.why_not(&attempt).as_deref(), Some(over));
    assert_eq!((game.action_views(), game.legal_indices(), game.skip_turn()), (vec![], vec![], None));
    assert_eq!(game.play_index(0).unwrap_err().to_string(), over);
    assert_eq!(game.play_action("a1").unwrap_err().to_string(), over);
    let planes = game.observation(Player::P2);
    assert_eq!((planes.len(), planes.iter().sum::<f32>()), (4 * 361, 361.0));
}
