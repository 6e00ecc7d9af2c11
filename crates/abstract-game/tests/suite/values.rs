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
