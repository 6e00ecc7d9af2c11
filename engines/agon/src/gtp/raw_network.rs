//! What the network says about the position, without a search, in KataGo's words.

use agon_engine::Term;
use agon_engine::ugi::expectation;
use games::snorkels_core::Colour;
use printable::excerpt;
use protocol::server::ProtocolEngine as _;
use protocol::{ReportedScore, Start};

use super::commands::argument;
use super::line::colour;
use super::{Answer, Server, gogui};

/// `[colour] symmetry [optimism]`: the chance and the lead of White, and the prior of each turn. Numbers that the network does not
/// have are left out.
pub(super) fn print(server: &mut Server, words: &[&str]) -> Answer {
    server.game.check_running()?;
    let (side, words) = match words {
        [word, rest @ ..] if colour(word).is_ok() => (colour(word)?, rest),
        _ => (server.game.to_place(), words),
    };
    let symmetry = argument(words, 0, "a symmetry")?;
    if !["0", "all"].contains(&symmetry) {
        return Err(format!("`{}` is no symmetry that is known: expected 0 or all", excerpt(symmetry)));
    }
    server.set_up_engine()?;
    if side != server.game.to_place() {
        let skipped = server.game.position().skip_turn().ok_or("no turn can be skipped here")?;
        let set = server.engine.set_position(&Start::Fen(skipped.to_string()), &[]);
        set.map_err(|error| error.to_string())?;
    }
    let centipawns = Term::sum(&server.engine.terms());
    let priors = server.engine.priors();
    let white = if side == Colour::Green { centipawns } else { -centipawns };
    let win = expectation(ReportedScore::Cp(white));
    let policy = gogui::rows(server, |cell, _| {
        let name = games::snorkels_core::cell_name(cell).to_string();
        let prior = priors.iter().find(|(turn, _)| *turn == name);
        prior.map_or("NAN".to_owned(), |(_, prior)| format!("{prior:.6}"))
    });
    Ok(format!(
        "symmetry 0\nwhiteWin {win:.6}\nwhiteLoss {:.6}\nnoResult 0.000000\nwhiteLead {:.3}\npolicy{policy}\npolicyPass 0.000000",
        1.0 - win,
        f64::from(white) / 100.0
    ))
}
