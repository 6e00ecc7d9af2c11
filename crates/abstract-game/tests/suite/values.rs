//! Players, ends, reasons, verdicts.

use abstract_game::{End, Player, Reason, Verdict};

#[test]
fn players() {
    for player in Player::BOTH {
        assert_eq!(player.opponent().opponent(), player);
        assert_ne!(player.opponent(), player);
        assert_eq!(Player::BOTH[player.index()], player);
    }
    assert_eq!(Player::BOTH.map(|player| player.to_string()), ["P1", "P2"]);
    assert!(Player::P1 < Player::P2);
}

#[test]
fn ends_as_each_player_sees_them() {
    let win = End::win(Player::P1, Reason::RESIGNATION);
    let draw = End::draw(Reason::AGREEMENT);
    assert_eq!(Player::BOTH.map(|player| win.verdict(player)), [Verdict::Win, Verdict::Loss]);
    assert_eq!(Player::BOTH.map(|player| draw.verdict(player)), [Verdict::Draw, Verdict::Draw]);
    for end in [win, draw] {
        assert_eq!(end.verdict(Player::P2), end.verdict(Player::P1).reversed());
    }
    assert!(Verdict::Loss < Verdict::Draw && Verdict::Draw < Verdict::Win);
    assert_eq!(win.to_string(), "P1 wins by resignation");
    assert_eq!(draw.to_string(), "draw by agreement");
}

#[test]
fn reasons_are_words() {
    assert_eq!(Reason::new("self-capture").as_str(), "self-capture");
    for wrong in ["", "Capture", "two words", "é", "a1"] {
        assert!(std::panic::catch_unwind(|| Reason::new(wrong)).is_err(), "{wrong}");
    }
}

/// The names of the prelude can be written, and a type of the same name hides no method.
mod prelude {
    use abstract_game::prelude::*;
    use abstract_game::sample::{Heaps, Take, TakeTwo};

    fn first_action<R: Rules>(rules: &R) -> <R::Position as Position>::Action {
        rules.start().actions()[0]
    }

    fn tag<A: Action>(action: A) -> u32 {
        action.tag()
    }

    #[test]
    fn generic_code_names_the_traits() {
        assert_eq!(first_action(&TakeTwo::default()), Take::From { heap: 0, count: 1 });
        assert_eq!(tag(Take::EndTurn), u32::MAX);
    }

    #[test]
    fn a_game_without_events_and_symmetries_has_the_defaults() {
        let position: Heaps = TakeTwo::default().start();
        let explanation = position.explain("a3".parse().unwrap()).unwrap();
        assert_eq!((explanation.events.len(), explanation.after.to_string()), (0, "0,4,5 1 1".to_string()));
        assert!(position.explain(Take::EndTurn).is_err());
        assert_eq!((position.symmetries().len(), position.canonical()), (1, position.clone()));
        assert_eq!(position.action_text(Take::EndTurn), "end");
    }
}
