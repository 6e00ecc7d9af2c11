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
use super::{Answer, Server, gogui, parameters, print_sgf, raw_network, sgf};

/// Runs a command with its arguments.
type Run = fn(&mut Server, &[&str]) -> Answer;

/// A command.
pub(super) struct Entry {
    name: &'static str,
    /// The greatest number of arguments.
    most: usize,
    run: Run,
}

/// The number of arguments of a command that has a list of them.
const MANY: usize = usize::MAX;

/// Every command, in the order of `list_commands`.
const COMMANDS: &[Entry] = &[
    Entry::new("protocol_version", 0, |_, _| Ok("2".to_owned())),
    Entry::new("name", 0, |_, _| Ok("Agon".to_owned())),
    Entry::new("version", 0, |_, _| Ok(env!("CARGO_PKG_VERSION").to_owned())),
    Entry::new("known_command", 1, |_, words| {
        Ok(words.first().is_some_and(|word| find(word).is_some()).to_string())
    }),
    Entry::new("list_commands", 0, |_, _| {
        Ok(COMMANDS.iter().map(|entry| entry.name).collect::<Vec<_>>().join("\n"))
    }),
    Entry::new("quit", 0, |server, _| {
        server.quit = true;
        Ok(String::new())
    }),
    Entry::new("boardsize", 2, board_size),
    Entry::new("rectangular_boardsize", 2, board_size),
    Entry::new("clear_board", 0, |server, _| {
        server.game.clear();
        server.new_game();
        Ok(String::new())
    }),
    Entry::new("komi", 1, |_, words| number::<f64>(argument(words, 0, "a number")?).map(|_| String::new())),
    Entry::new("play", 2, |server, words| {
        server.game.play(side(words)?, argument(words, 1, "a vertex")?).map(|()| String::new())
    }),
    Entry::new("genmove", 1, |server, words| server.genmove(side(words)?, Wanted::to_play())),
    Entry::new("reg_genmove", 1, |server, words| server.find_turn(side(words)?, Wanted::to_play())),
    Entry::new("undo", 0, |server, _| server.game.undo(1).map(|()| String::new())),
    Entry::new("gg-undo", 1, |server, words| {
        server.game.undo(number_or(words, 0, 1)?).map(|()| String::new())
    }),
    Entry::new("snorkels-swap", 0, |server, _| server.game.swap().map(|()| String::new())),
    Entry::new("showboard", 0, |server, _| Ok(format!("\n{}", server.game.current().position().drawing()))),
    Entry::new("loadsgf", 2, sgf::load),
    Entry::new("printsgf", 1, print_sgf::print),
    Entry::new("time_settings", 3, time_settings),
    Entry::new("time_left", 3, time_left),
    Entry::new("final_score", 0, |server, _| match server.game.winner() {
        Some(winner) => Ok(format!("{}+", letter(winner).to_ascii_uppercase())),
        None => Err("cannot score: the game is not over".to_owned()),
    }),
    Entry::new("final_status_list", 1, final_status_list),
    Entry::new("cputime", 0, |_, _| cpu_time()),
    Entry::new("kata-time_settings", MANY, kata_time_settings),
    Entry::new("kgs-time_settings", MANY, kata_time_settings),
    Entry::new("kata-list_time_settings", 0, |_, _| Ok(TimeSettings::KINDS.join(" "))),
    Entry::new("kata-search", 1, |server, words| server.find_turn(side(words)?, Wanted::to_play())),
    Entry::new("kata-raw-nn", 3, raw_network::print),
    Entry::new("kata-list-params", 0, |server, _| Ok(parameters::list(server))),
    Entry::new("kata-get-param", 1, |server, words| {
        parameters::get(server, argument(words, 0, "a parameter")?)
    }),
    Entry::new("kata-set-param", MANY, |server, words| {
        parameters::set(server, argument(words, 0, "a parameter")?, &words[1..])
    }),
    Entry::new("analyze", MANY, |server, words| analysis::analyze(server, Format::Kata, words)),
    Entry::new("genmove_analyze", MANY, |server, words| {
        analysis::genmove_analyze(server, Format::Kata, words)
    }),
    Entry::new("kata-search_analyze", MANY, analysis::search_analyze),
    Entry::new("lz-analyze", MANY, |server, words| analysis::analyze(server, Format::Lz, words)),
    Entry::new("kata-analyze", MANY, |server, words| analysis::analyze(server, Format::Kata, words)),
    Entry::new("lz-genmove_analyze", MANY, |server, words| {
        analysis::genmove_analyze(server, Format::Lz, words)
    }),
    Entry::new("kata-genmove_analyze", MANY, |server, words| {
        analysis::genmove_analyze(server, Format::Kata, words)
    }),
    Entry::new("gogui-interrupt", 0, |_, _| Ok(String::new())),
    Entry::new("gogui-play_sequence", MANY, gogui::play_sequence),
    Entry::new("gogui-setup", MANY, gogui::setup),
    Entry::new("gogui-setup_player", 1, |server, words| {
        server.game.set_to_place(side(words)?).map(|()| String::new())
    }),
    Entry::new("gogui-title", 0, |server, _| Ok(gogui::title(server))),
    Entry::new("gogui-rules_game_id", 0, |_, _| Ok("Snorkels".to_owned())),
    Entry::new("gogui-rules_board", 0, |server, _| Ok(gogui::board(server))),
    Entry::new("gogui-rules_board_size", 0, |server, _| {
        let position = server.game.position();
        Ok(match (position.width(), position.height()) {
            (width, height) if width == height => width.to_string(),
            (width, height) => format!("{width} {height}"),
        })
    }),
    Entry::new("gogui-rules_legal_moves", 0, |server, _| {
        Ok(server.game.current().legal_turns(usize::MAX).join(" ").to_ascii_uppercase())
    }),
    Entry::new("gogui-rules_side_to_move", 0, |server, _| Ok(letter(server.game.to_place()).to_owned())),
    Entry::new("gogui-rules_final_result", 0, |server, _| Ok(gogui::final_result(server))),
    Entry::new("gogui-analyze_commands", 0, |_, _| Ok(gogui::analyze_commands())),
    Entry::new("agon-candidates", 0, |server, _| gogui::candidates(server)),
    Entry::new("agon-evaluation", 0, |server, _| gogui::evaluation(server)),
    Entry::new("agon-pv", 0, |server, _| gogui::principal_variation(server)),
    Entry::new("agon-short_of_air", 0, |server, _| Ok(gogui::short_of_air(server))),
    Entry::new("agon-air", 0, |server, _| Ok(gogui::air(server))),
    Entry::new("agon-last_air", 1, |server, words| {
        Ok(vertices(server.game.position().last_air(side(words)?)))
    }),
    Entry::new("agon-terms", 0, |server, _| gogui::terms(server)),
    Entry::new("agon-position", 0, |server, _| Ok(server.game.position().to_string())),
    Entry::new("agon-prove", 1, |server, words| {
        gogui::prove(server, number_or(words, 0, gogui::PROOF_NODES)?)
    }),
    Entry::new("agon-param", MANY, parameters::agon_param),
];

/// The command with a name.
pub(super) fn find(name: &str) -> Option<&'static Entry> {
    COMMANDS.iter().find(|entry| entry.name == name)
}

impl Entry {
    const fn new(name: &'static str, most: usize, run: Run) -> Entry {
        Entry { name, most, run }
    }

    /// Runs the command, unless it has too many arguments.
    pub(super) fn run(&self, server: &mut Server, words: &[&str]) -> Answer {
        let Entry { name, most, run } = self;
        match words.get(*most) {
            Some(word) => Err(format!(
                "syntax error: `{}` is too much: `{name}` takes at most {most} arguments",
                excerpt(word)
            )),
            None => run(server, words),
        }
    }
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
    server.clocks.set(TimeSettings::canadian(main, period, turns));
    Ok(String::new())
}

/// Time settings by the name of their kind.
fn kata_time_settings(server: &mut Server, words: &[&str]) -> Answer {
    let times = |index, expected| seconds(argument(words, index, expected)?);
    let main = || times(1, "the main time");
    let period = || times(2, "the time of a period");
    let (settings, most) = match argument(words, 0, "the kind of settings")? {
        "none" => (TimeSettings::default(), 1),
        "absolute" => (TimeSettings::absolute(main()?), 2),
        "fischer" => (TimeSettings::fischer(main()?, times(2, "the increment")?, None), 3),
        "fischer-capped" => {
            let (main, increment) = (main()?, times(2, "the increment")?);
            let most = limit(words, 3, "the most time on the clock")?;
            if most.is_some_and(|most| most < main) {
                return Err(
                    "syntax error: the main time is longer than the most time on the clock".to_owned()
                );
            }
            if limit(words, 4, "the most time of a turn")?.is_some() {
                return Err("there is no limit for the time of a turn: expected -1".to_owned());
            }
            (TimeSettings::fischer(main, increment, most), 5)
        }
        "canadian" => (
            TimeSettings::canadian(main()?, period()?, number(argument(words, 3, "the turns of a period")?)?),
            4,
        ),
        "byoyomi" => (
            TimeSettings::byoyomi(main()?, period()?, number(argument(words, 3, "the number of periods")?)?),
            4,
        ),
        other => {
            let kinds = TimeSettings::KINDS.join(", ");
            return Err(format!(
                "syntax error: `{}` is no kind of time settings: expected one of {kinds}",
                excerpt(other)
            ));
        }
    };
    if let Some(word) = words.get(most) {
        return Err(format!("syntax error: `{}` is too much", excerpt(word)));
    }
    server.clocks.set(settings);
    Ok(String::new())
}

/// A time; negative numbers mean that there is none.
fn limit(words: &[&str], index: usize, expected: &str) -> Result<Option<Duration>, String> {
    let word = argument(words, index, expected)?;
    if word.parse().is_ok_and(|number: f64| number < 0.0) { Ok(None) } else { seconds(word).map(Some) }
}

/// The CPU time of the process in seconds.
fn cpu_time() -> Answer {
    let time =
        cpu_time::ProcessTime::try_now().map_err(|error| format!("the system does not tell it: {error}"))?;
    Ok(format!("{:.3}", time.as_duration().as_secs_f64()))
}

fn time_left(server: &mut Server, words: &[&str]) -> Answer {
    let side = side(words)?;
    let time = seconds(argument(words, 1, "a time")?)?;
    let number = number_or(words, 2, 0)?;
    server.clocks.left[side.index()] = TimeLeft { time, number };
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
