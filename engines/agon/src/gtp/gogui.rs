//! The commands of GoGui: other rules than Go's, setup, and analysis shown on the board.

use agon_engine::ugi::expectation;
use games::snorkels_core::{Cell, Colour, Content, Position};
use protocol::server::ProtocolEngine as _;
use protocol::{Go, GoLimits, GoTask, Print};

use super::analysis::Wanted;
use super::commands::argument;
use super::line::{colour, colour_name, letter, vertex, vertex_of, vertices};
use super::{Answer, Server};

/// The nodes of a search for an analyze command.
const NODES: u64 = 200_000;
/// The nodes of a proof without an argument.
pub(super) const PROOF_NODES: u64 = 100_000;
/// The number of candidates to show.
const CANDIDATES: usize = 8;

/// The list that GoGui shows: type, label, command.
pub(super) fn analyze_commands() -> String {
    [
        "gfx/Best Turns/agon-candidates",
        "dboard/Evaluation of Every Cell/agon-evaluation",
        "var/Principal Variation/agon-pv",
        "gfx/Groups Short of Air/agon-short_of_air",
        "sboard/Air of Every Group/agon-air",
        "plist/Last Air/agon-last_air %c",
        "hstring/Terms of the Evaluation/agon-terms",
        "string/Proof/agon-prove",
        "string/Position/agon-position",
        "none/Swap/snorkels-swap",
        "param/Parameters/agon-param",
    ]
    .join("\n")
}

/// Plays a list of colours and vertices, all or none of them.
pub(super) fn play_sequence(server: &mut Server, words: &[&str]) -> Answer {
    let mut game = server.game.clone();
    for (number, pair) in (1..).zip(words.chunks(2)) {
        let side = colour(pair[0])?;
        let played = argument(pair, 1, "a vertex").and_then(|vertex| game.play(side, vertex));
        played.map_err(|error| format!("turn {number}: {error}"))?;
    }
    server.game = game;
    Ok(String::new())
}

/// Puts snorkels on the board.
pub(super) fn setup(server: &mut Server, words: &[&str]) -> Answer {
    let snorkel = |pair: &[&str]| Ok((colour(pair[0])?, vertex(argument(pair, 1, "a vertex")?)?));
    let snorkels = words.chunks(2).map(snorkel).collect::<Result<Vec<_>, String>>()?;
    server.game.setup(&snorkels).map(|()| String::new())
}

/// The title of GoGui's window.
pub(super) fn title(server: &Server) -> String {
    let colour = if server.game.is_swapped() { "White" } else { "Black" };
    format!("Snorkels: the first player is {colour}")
}

/// The board: `X` black, `O` white, `.` empty, `?` a stone.
pub(super) fn board(server: &Server) -> String {
    rows(server, |cell, position| {
        match position.content(cell) {
            Some(Content::Snorkel(Colour::Purple)) => "X",
            Some(Content::Snorkel(Colour::Green)) => "O",
            Some(Content::Empty) => ".",
            Some(Content::Stone) | None => "?",
        }
        .to_owned()
    })
}

/// The result for people; empty while the game goes on.
pub(super) fn final_result(server: &Server) -> String {
    let Some((end, winner)) = server.game.current().result().zip(server.game.winner()) else {
        return String::new();
    };
    let winner = if winner == Colour::Purple { "Black" } else { "White" };
    format!("{winner} wins by {}.", end.reason)
}

/// A line for each rank from the top, with a word for each cell.
pub(super) fn rows(server: &Server, word: impl Fn(Cell, &Position) -> String) -> String {
    let position = server.game.position();
    let cells: Vec<_> = server.game.cells().into_iter().map(|(cell, _)| word(cell, position)).collect();
    cells.chunks(position.width().into()).map(|row| format!("\n{}", row.join(" "))).collect()
}

/// The best turns with their chances of winning in per cent.
pub(super) fn candidates(server: &mut Server) -> Answer {
    let lines = server.analyse(CANDIDATES)?;
    let labels: Vec<_> = lines.iter().map(|(vertex, rate)| format!("{vertex} {:.0}", 100.0 * rate)).collect();
    let (best, rate) = &lines[0];
    let to_place = colour_name(server.game.to_place());
    Ok(format!(
        "LABEL {}\nCOLOR #77cc77 {best}\nTEXT {to_place} to place wins {:.0}% with {best}",
        labels.join(" "),
        100.0 * rate
    ))
}

/// For every empty cell the expected result of a placement there: 1 if Black wins, -1 if White does.
pub(super) fn evaluation(server: &mut Server) -> Answer {
    let lines = server.analyse(usize::MAX)?;
    let sign = if server.game.to_place() == Colour::Purple { 1.0 } else { -1.0 };
    Ok(rows(server, |cell, _| {
        let name = vertex_of(cell);
        let rate = lines.iter().find(|(vertex, _)| *vertex == name).map(|(_, rate)| *rate);
        rate.map_or("0".to_owned(), |rate| format!("{:.2}", sign * (2.0 * rate - 1.0)))
    }))
}

/// The principal variation.
pub(super) fn principal_variation(server: &mut Server) -> Answer {
    server.game.check_running()?;
    let found = server.search(Go::from(GoLimits::nodes(NODES)), Wanted::default())?;
    let best = found.lines.first().ok_or("no line was found")?;
    Ok(best.pv.join(" ").to_ascii_uppercase())
}

/// Groups with one or two airs, and the last air.
pub(super) fn short_of_air(server: &Server) -> String {
    let position = server.game.position();
    let (mut lines, mut count) = (Vec::new(), [0; 3]);
    for group in Colour::BOTH.into_iter().flat_map(|colour| position.groups(colour)) {
        let air = position.air_of(group);
        let shade = match air.len() {
            0 => "black",
            1 => "red",
            2 => "yellow",
            _ => continue,
        };
        count[air.len() as usize] += 1;
        lines.push(format!("COLOR {shade} {}", vertices(group)));
        if air.len() == 1 {
            lines.push(format!("TRIANGLE {}", vertices(air)));
        }
    }
    let [none, one, two] = count;
    lines.push(format!("TEXT groups without air: {none}, with one air: {one}, with two: {two}"));
    lines.join("\n")
}

/// The airs of each snorkel's group.
pub(super) fn air(server: &Server) -> String {
    rows(server, |cell, position| match position.group_at(cell) {
        group if group.is_empty() => "\"\"".to_owned(),
        group => position.air_of(group).len().to_string(),
    })
}

/// The terms of the static evaluation.
pub(super) fn terms(server: &mut Server) -> Answer {
    server.set_up_engine()?;
    server.engine.print(Print::Eval).map_err(|error| error.to_string())
}

/// Who wins, by proof search.
pub(super) fn prove(server: &mut Server, nodes: u64) -> Answer {
    server.game.check_running()?;
    let go = Go { task: GoTask::Prove, ..Go::from(GoLimits::nodes(nodes)) };
    let found = server.search(go, Wanted::default())?;
    let proof = found.texts.iter().find(|text| text.starts_with("proof")).ok_or("no proof was reported")?;
    Ok(format!("{}: {proof}", colour_name(server.game.to_place())))
}

impl Server {
    /// Vertices and chances of winning of the best turns.
    fn analyse(&mut self, lines: usize) -> Result<Vec<(String, f64)>, String> {
        self.game.check_running()?;
        let turns = self.game.current().legal_turns(usize::MAX).len();
        let wanted = Wanted { lines: lines.min(turns), ..Wanted::default() };
        let found = self.search(Go::from(GoLimits::nodes(NODES)), wanted)?;
        let rate = |info: &protocol::Info| info.score.map_or(0.5, expectation);
        Ok(found.lines.iter().map(|info| (info.pv[0].to_ascii_uppercase(), rate(info))).collect())
    }

    /// Turns with their colours, from the present position on.
    pub(super) fn moves(&self, turns: &[String]) -> String {
        let first = self.game.to_place();
        let sides = [first, first.opponent()].into_iter().cycle();
        let word = |(side, turn): (_, &String)| format!("{} {}", letter(side), turn.to_ascii_uppercase());
        sides.zip(turns).map(word).collect::<Vec<_>>().join(" ")
    }
}
