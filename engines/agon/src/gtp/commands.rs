//! The table of commands, and those of the standard.

use std::str::FromStr;
use std::time::{Duration, Instant};

use games::snorkels_core::Colour;
use printable::excerpt;
use protocol::Go;
use protocol::server::ProtocolEngine as _;

use super::analysis::{self, Format, Wanted};
use super::clock::{TimeLeft, TimeSettings};
use super::line::{colour, letter, number, vertices};
use super::{Answer, Server, gogui, sgf};

/// Runs a command with its arguments.
type Run = fn(&mut Server, &[&str]) -> Answer;

/// Every command, in the order of `list_commands`.
const COMMANDS: &[(&str, Run)] = &[
    ("protocol_version", |_, _| Ok("2".to_owned())),
    ("name", |_, _| Ok("Agon".to_owned())),
    ("version", |_, _| Ok(env!("CARGO_PKG_VERSION").to_owned())),
    ("known_command", |_, words| Ok(words.first().is_some_and(|word| find(word).is_some()).to_string())),
    ("list_commands", |_, _| Ok(COMMANDS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join("\n"))),
    ("quit", |server, _| {
        server.quit = true;
        Ok(String::new())
    }),
    ("boardsize", board_size),
    ("rectangular_boardsize", board_size),
    ("clear_board", |server, _| {
        server.game.clear();
        server.new_game();
        Ok(String::new())
    }),
    ("komi", |_, words| number::<f64>(argument(words, 0, "a number")?).map(|_| String::new())),
    ("play", |server, words| {
        server.game.play(side(words)?, argument(words, 1, "a vertex")?).map(|()| String::new())
    }),
    ("genmove", |server, words| server.genmove(side(words)?, Wanted::default())),
    ("reg_genmove", |server, words| server.find_turn(side(words)?, Wanted::default())),
    ("undo", |server, _| server.game.undo(1).map(|()| String::new())),
    ("gg-undo", |server, words| server.game.undo(number_or(words, 0, 1)?).map(|()| String::new())),
    ("snorkels-swap", |server, _| server.game.swap().map(|()| String::new())),
    ("showboard", |server, _| Ok(format!("\n{}", server.game.current().position().drawing()))),
    ("loadsgf", sgf::load),
    ("time_settings", time_settings),
    ("time_left", time_left),
    ("final_score", |server, _| match server.game.winner() {
        Some(winner) => Ok(format!("{}+", letter(winner).to_ascii_uppercase())),
        None => Err("cannot score: the game is not over".to_owned()),
    }),
    ("final_status_list", final_status_list),
    ("lz-analyze", |server, words| analysis::analyze(server, Format::Lz, words)),
    ("kata-analyze", |server, words| analysis::analyze(server, Format::Kata, words)),
    ("lz-genmove_analyze", |server, words| analysis::genmove_analyze(server, Format::Lz, words)),
    ("kata-genmove_analyze", |server, words| analysis::genmove_analyze(server, Format::Kata, words)),
    ("gogui-interrupt", |_, _| Ok(String::new())),
    ("gogui-play_sequence", gogui::play_sequence),
    ("gogui-setup", gogui::setup),
    ("gogui-setup_player", |server, words| server.game.set_to_place(side(words)?).map(|()| String::new())),
    ("gogui-title", |server, _| Ok(gogui::title(server))),
    ("gogui-rules_game_id", |_, _| Ok("Snorkels".to_owned())),
    ("gogui-rules_board", |server, _| Ok(gogui::board(server))),
    ("gogui-rules_board_size", |server, _| {
        let position = server.game.position();
        Ok(match (position.width(), position.height()) {
            (width, height) if width == height => width.to_string(),
            (width, height) => format!("{width} {height}"),
        })
    }),
    ("gogui-rules_legal_moves", |server, _| {
        Ok(server.game.current().legal_turns(usize::MAX).join(" ").to_ascii_uppercase())
    }),
    ("gogui-rules_side_to_move", |server, _| Ok(letter(server.game.to_place()).to_owned())),
    ("gogui-rules_final_result", |server, _| Ok(gogui::final_result(server))),
    ("gogui-analyze_commands", |_, _| Ok(gogui::analyze_commands())),
    ("agon-candidates", |server, _| gogui::candidates(server)),
    ("agon-evaluation", |server, _| gogui::evaluation(server)),
    ("agon-pv", |server, _| gogui::principal_variation(server)),
    ("agon-short_of_air", |server, _| Ok(gogui::short_of_air(server))),
    ("agon-air", |server, _| Ok(gogui::air(server))),
    ("agon-last_air", |server, words| Ok(vertices(server.game.position().last_air(side(words)?)))),
    ("agon-terms", |server, _| gogui::terms(server)),
    ("agon-position", |server, _| Ok(server.game.position().to_string())),
    ("agon-prove", |server, words| gogui::prove(server, number_or(words, 0, gogui::PROOF_NODES)?)),
    ("agon-param", gogui::param),
];

/// The command with a name.
pub(super) fn find(name: &str) -> Option<Run> {
    COMMANDS.iter().find(|(other, _)| *other == name).map(|(_, run)| *run)
}

/// An argument that must be there.
pub(super) fn argument<'a>(words: &[&'a str], index: usize, expected: &str) -> Result<&'a str, String> {
    words.get(index).copied().ok_or_else(|| format!("syntax error: expected {expected}"))
}

/// A number that may be left out.
pub(super) fn number_or<N: FromStr>(words: &[&str], index: usize, default: N) -> Result<N, String> {
    words.get(index).map_or(Ok(default), |word| number(word))
}

/// The colour that is the first argument.
fn side(words: &[&str]) -> Result<Colour, String> {
    colour(argument(words, 0, "a colour")?)
}

fn board_size(server: &mut Server, words: &[&str]) -> Answer {
    let width = number(argument(words, 0, "a size")?)?;
    let height = number_or(words, 1, width)?;
    server.game.resize(width, height)?;
    server.new_game();
    Ok(String::new())
}

fn time_settings(server: &mut Server, words: &[&str]) -> Answer {
    let main = seconds(argument(words, 0, "the main time")?)?;
    let period = seconds(argument(words, 1, "the time of a period")?)?;
    let turns = number(argument(words, 2, "the turns of a period")?)?;
    server.clocks.set(TimeSettings { main, period, turns });
    Ok(String::new())
}

fn time_left(server: &mut Server, words: &[&str]) -> Answer {
    let side = side(words)?;
    let time = seconds(argument(words, 1, "a time")?)?;
    let turns = number_or(words, 2, 0)?;
    server.clocks.left[side.index()] = TimeLeft { time, turns };
    Ok(String::new())
}

/// A time in seconds. More than a thousand million, some thirty years, count as that many.
pub(super) fn seconds(word: &str) -> Result<Duration, String> {
    let seconds = word.parse::<f64>().ok().filter(|&seconds| seconds >= 0.0);
    let seconds = seconds.ok_or_else(|| {
        format!("syntax error: `{}` is not a time: expected seconds, a number from 0", excerpt(word))
    })?;
    Ok(Duration::from_secs_f64(seconds.min(1e9)))
}

/// The snorkels of groups without air are dead; the others are alive when the game is over.
fn final_status_list(server: &mut Server, words: &[&str]) -> Answer {
    let position = *server.game.position();
    let status = argument(words, 0, "alive, dead or seki")?;
    if server.game.current().result().is_none() {
        return Err("cannot score: the game is not over".to_owned());
    }
    let wanted = match status {
        "dead" => Some(true),
        "alive" => Some(false),
        "seki" => None,
        _ => return Err("syntax error: expected alive, dead or seki".to_owned()),
    };
    let groups = Colour::BOTH.into_iter().flat_map(|colour| position.groups(colour));
    let listed = groups.filter(|&group| wanted == Some(position.air_of(group).is_empty()));
    Ok(listed.map(vertices).collect::<Vec<_>>().join("\n"))
}

impl Server {
    /// A new game begins.
    pub(super) fn new_game(&mut self) {
        self.engine.new_game();
        self.clocks.restart();
    }

    /// Plays a turn of the engine for a colour and returns it.
    pub(super) fn genmove(&mut self, colour: Colour, wanted: Wanted) -> Answer {
        let begin = Instant::now();
        let turn = self.find_turn(colour, wanted)?;
        self.clocks.spend(colour, begin.elapsed());
        if turn != RESIGN {
            self.game.play(colour, &turn)?;
        }
        Ok(turn)
    }

    /// The engine's turn for a colour. When the game is over the loser resigns and the winner passes: so it ends also for
    /// programs that know only the end of Go.
    pub(super) fn find_turn(&mut self, colour: Colour, wanted: Wanted) -> Answer {
        if let Some(winner) = self.game.winner() {
            return Ok(if winner == colour { "pass" } else { RESIGN }.to_owned());
        }
        self.game.check_turn(colour)?;
        let found = self.search(Go::from(self.go_limits()), wanted)?;
        let turn = if found.resigns { Some(RESIGN.to_owned()) } else { found.turn };
        let turn = turn.ok_or("there is no legal turn")?;
        Ok(if turn == RESIGN { turn } else { turn.to_ascii_uppercase() })
    }
}

/// The answer of a colour that gives up.
const RESIGN: &str = "resign";
