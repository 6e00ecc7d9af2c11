//! Plays by values instead of texts, takes actions back, and saves a turn that is not complete.

use symbol_core::{Action, BOARD, Kind, Match, Symbol};

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let cell = |name| BOARD.parse_cell(name).expect("a cell");
    let mut game = Match::new(Symbol::new().start());
    // Actions of two turns at once; if one were illegal, none would be played.
    game.play_actions(&[Action::PlaceKing { cell: cell("d2") }, Action::PlaceKing { cell: cell("d6") }])?;
    // `play` panics if the action is illegal, `try_play` returns the reason.
    game.play(Action::Reinforce { kind: Kind::Air, cell: cell("d3") });
    assert_eq!(game.turn_texts(), ["K@d2", "K@d6", "+Ad3"]);

    // Two turns back, one forward.
    game.undo();
    game.undo();
    game.redo();
    assert_eq!(game.turn_texts(), ["K@d2", "K@d6"]);

    // A king that controls three regions brings two pieces: the turn goes on after the first.
    let position = "x7/x3,k,x3/x7/x7/F,x,F,x,F,x2/x3,K,x3/x7 1 LA/- - -".parse()?;
    let mut game = Match::new(position);
    game.play("+Ad2".parse()?);
    assert_eq!((game.turns().len(), game.pending_text().as_str()), (0, "+Ad2"));
    let mut copy = Match::new(game.start().clone());
    copy.begin_turn(&game.pending_text())?;
    copy.play("+Ld2".parse()?);
    copy.undo_action();
    assert_eq!(copy.position(), game.position());

    // The text of the position holds the turn in progress, too.
    assert_eq!(copy.position().to_string().parse(), Ok(copy.position().clone()));
    println!("{game:#}");
    Ok(())
}
