//! The option `EvalFile` of each game that has a network.

use std::{env, fs, process};

use abstract_game::Rules as _;
use abstract_game::sample::TakeTwo;
use protocol::Print;

use crate::game_engine::GameEngine;
use crate::games::RulesOnly;
use crate::games::nika::NikaEngine;
use crate::games::snorkels::SnorkelsEngine;
use crate::games::symbol::SymbolEngine;
use crate::ugi::handler::{GameHandler, Handler};
use crate::ugi::options::EngineOptions;

fn declares_a_file(handler: &dyn GameHandler) -> bool {
    handler.own_options().iter().any(|option| option.declaration.name.ends_with(".EvalFile"))
}

/// Tests the option with the engine's own network, and one with an offset of a pawn more in each bucket.
fn takes_a_file<G: GameEngine>(own: &[u8], buckets: usize) {
    let title = G::Rules::TITLE;
    let folder = env::temp_dir().join(format!("agon-eval-file-{}-{title}", process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, bytes).expect("the file is written");
        path.to_str().expect("a path in Unicode").to_owned()
    };
    let mut more = own.to_vec();
    let offsets = more.len() - 2 * buckets;
    for offset in more[offsets..].as_chunks_mut::<2>().0 {
        *offset = (i16::from_le_bytes(*offset) + 100).to_le_bytes();
    }
    let (same, more, short) = (write("same", own), write("more", &more), write("short", &own[2..]));
    let missing = folder.join("missing").to_str().expect("a path in Unicode").to_owned();

    let mut handler = Handler::<G>::new();
    assert!(declares_a_file(&handler));
    let options = EngineOptions::default();
    let name = format!("{title}.EvalFile");
    let sum = |handler: &Handler<G>| handler.terms().iter().map(|term| term.centipawns).sum::<i32>();
    let before = sum(&handler);
    for (path, change) in [(&*same, 0), (&more, 100), ("", 0), (&more, 100)] {
        handler.prepare(&options);
        assert_eq!(handler.set_own(&name, path), Some(Ok(())));
        assert_eq!(sum(&handler), before + change, "{title}: {path}");
    }
    for (path, expected) in [
        (short, format!("a network of this game has {} bytes, the file has {}", own.len(), own.len() - 2)),
        (missing, "No such file".to_owned()),
    ] {
        let refused = handler.set_own(&name, &path).expect("an option of the game").unwrap_err().to_string();
        assert!(refused.contains(&format!("`{path}`: {expected}")), "{refused}");
        assert_eq!(sum(&handler), before + 100, "the network stays");
    }
    let printed = handler.print(Print::Eval).expect("a text");
    assert!(printed.contains("network"), "{printed}");
    fs::remove_dir_all(&folder).expect("the folder is removed");
}

#[test]
fn each_network_can_be_replaced() {
    takes_a_file::<SnorkelsEngine>(include_bytes!("../../games/snorkels/network.bin"), 6);
    takes_a_file::<SymbolEngine>(include_bytes!("../../games/symbol/network.bin"), 3);
    takes_a_file::<NikaEngine>(include_bytes!("../../games/nika/network.bin"), 2);
}

#[test]
fn only_games_with_a_network_have_the_option() {
    let mut handler = Handler::<RulesOnly<TakeTwo>>::new();
    assert!(!declares_a_file(&handler));
    let refused = handler.set_own("TakeTwo.EvalFile", "");
    assert!(!matches!(refused, Some(Ok(()))), "{refused:?}");
}
