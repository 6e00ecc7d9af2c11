//! A mock engine for Take Two that is correct, or misbehaves in one way.

use std::env;
use std::io::{self, BufRead, BufReader, Read, Stdin, Stdout, Write};
use std::process::{self, exit};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use abstract_game::Player;
use abstract_game::facade::{AnyMatch, AnyRules};
use abstract_game::sample::TakeTwo;
use protocol::server::{EngineError, Job, JobResult, Output, ProtocolEngine, ServeSettings, serve};
use protocol::{
    ANNOUNCEMENTS, Announcement, Go, Identity, Info, JobRequest, OptionDecl, Print, Query, ReportedScore,
    Start,
};

static SEARCHING: AtomicBool = AtomicBool::new(false);
/// Whether `quit` was read.
static QUIT: AtomicBool = AtomicBool::new(false);

/// Speaks the protocol until the end, in this way.
#[allow(clippy::zombie_processes, reason = "not to wait for a child is one of the ways")]
pub(crate) fn behave(way: &'static str) -> ! {
    if way == "crashes at start" {
        exit(3);
    }
    let mut output_filter = AlteredOutput { way, output: io::stdout(), line: Vec::new() };
    if way == "writes before the handshake" {
        output_filter.say("Mock 1 at your service");
    }
    if way == "floods its error stream" {
        // Several times what a pipe holds.
        for _ in 0..500 {
            eprintln!("{}", "noise ".repeat(100));
        }
    }
    if way == "leaves a child behind" {
        // Its name is in its arguments, as is the parent's.
        let mark = env::args().next_back().unwrap();
        let script = format!("sleep 600; echo {mark}");
        process::Command::new("sh").args(["-c", &script]).spawn().unwrap();
    }
    let input_filter = FilteredInput { way, input: BufReader::new(io::stdin()), line: Vec::new(), used: 0 };
    serve(input_filter, output_filter, &mut Mock::new(way), &ServeSettings::default());
    match way {
        "ignores the end of its input" if !QUIT.load(Ordering::SeqCst) => sleep(Duration::from_secs(600)),
        "ends with an error status" => exit(3),
        _ => {}
    }
    exit(0)
}

/// The input, line by line.
struct FilteredInput {
    way: &'static str,
    input: BufReader<Stdin>,
    line: Vec<u8>,
    used: usize,
}

impl FilteredInput {
    /// Whether the engine reads the line.
    fn reads(&self) -> bool {
        let word = self.line.split(|b| b.is_ascii_whitespace()).find(|word| !word.is_empty());
        QUIT.fetch_or(word == Some(b"quit"), Ordering::SeqCst);
        match self.way {
            "ends after bytes that are not UTF-8" if str::from_utf8(&self.line).is_err() => exit(9),
            "ends after long lines" if self.line.len() > 1 << 20 => exit(9),
            "ends after unknown commands" if word == Some(b"xyzzy") => exit(9),
            "ends after empty lines" if word.is_none() => exit(0),
            "ignores quit" => word != Some(b"quit"),
            "ignores stop" => word != Some(b"stop"),
            "ignores lines with tabs" => !self.line.contains(&b'\t'),
            _ => true,
        }
    }
}

impl BufRead for FilteredInput {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.used == self.line.len() {
            self.line.clear();
            self.used = 0;
            while self.way == "reads nothing during a search" && SEARCHING.load(Ordering::SeqCst) {
                sleep(Duration::from_millis(2));
            }
            if self.input.read_until(b'\n', &mut self.line)? == 0 {
                break;
            }
            if !self.reads() {
                self.used = self.line.len();
            }
            if self.way == "answers go infinite at once" && self.line.starts_with(b"go infinite") {
                self.line = b"go nodes 1\n".to_vec();
            }
        }
        Ok(&self.line[self.used..])
    }

    fn consume(&mut self, amount: usize) {
        self.used += amount;
    }
}

impl Read for FilteredInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

/// The output, line by line.
struct AlteredOutput {
    way: &'static str,
    output: Stdout,
    line: Vec<u8>,
}

impl AlteredOutput {
    fn say(&mut self, line: &str) {
        // The reader may have ended.
        let _ = self.output.write_all(format!("{line}\n").as_bytes());
    }

    /// Writes a line, or what replaces it.
    fn write_line(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match (self.way, words.as_slice()) {
            ("has no name", ["id", "name", ..])
            | ("has no author", ["id", "author", ..])
            | ("reports no searches", ["info", "depth", ..])
            | ("reports no mistakes", ["info", "string", "error:", ..])
            | ("is never ready", ["readyok"]) => {}
            ("is ready twice", ["readyok"])
            | ("answers twice", ["bestmove", ..])
            | ("declares an option twice", ["option", "name", "Style", ..]) => {
                self.say(line);
                self.say(line);
            }
            ("declares an unknown type", ["option", "name", "Style", ..]) => {
                self.say(line);
                self.say("option name Odd type slider");
            }
            ("declares a default that does not fit", ["option", "name", "Style", ..]) => {
                self.say("option name Style type combo default loud var plain var bold");
            }
            ("adds a ponder turn", ["bestmove", turn]) => self.say(&format!("bestmove {turn} ponder {turn}")),
            ("writes text between its answers", ["bestmove", ..]) => {
                self.say("That was hard.");
                self.say(line);
            }
            ("writes odd infos", ["info", "depth", ..]) => self.say(&line.replace("time 0", "time 0.1")),
            ("reports a win too late", ["info", "depth", ..]) => self.say(&line.replace("mate 1", "mate 3")),
            ("reports the score of the opponent", ["info", "depth", ..]) => {
                self.say(&line.replace("mate 1", "cp -500"));
            }
            ("reports no mate scores", ["info", "depth", ..]) => self.say(&line.replace("mate 1", "cp 500")),
            ("reports an illegal pv", ["info", "depth", ..]) => self.say(&format!("{line} z9")),
            ("takes more nodes", ["info", "depth", ..]) => {
                self.say(&line.replace("nodes 1", "nodes 99999"));
            }
            ("answers no queries", ["response", ..]) => {}
            ("announces within a report", ["info", "claim"]) => self.say("info claim depth 1"),
            _ => self.say(line),
        }
    }
}

impl Write for AlteredOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            if byte == b'\n' {
                let line = String::from_utf8(std::mem::take(&mut self.line)).unwrap();
                self.write_line(&line);
            } else {
                self.line.push(byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

struct Mock {
    way: &'static str,
    rules: Box<dyn AnyRules>,
    game: Box<dyn AnyMatch>,
    announcements: bool,
}

impl Mock {
    fn new(way: &'static str) -> Mock {
        let rules = TakeTwo::default().boxed_clone();
        let game = rules.start();
        Mock { way, rules, game, announcements: false }
    }

    /// How long to think, if the search has an end.
    fn time(&self, go: &Go) -> Option<Duration> {
        let mover = self.game.player_to_act();
        let clock = match self.way {
            "uses the wrong clock" => mover.opponent(),
            _ => mover,
        };
        let clock = &go.limits.clock[clock.index()];
        let share = clock.time.map(|left| match self.way {
            "uses its increment at once" => left / 20 + clock.increment,
            _ => left / 20,
        });
        // A wrong clock may be long; the tests do not wait for all of it.
        let time = go.limits.move_time.map(|time| time / 2).or(share).map(|time| time.min(LONG_THOUGHT));
        match self.way {
            "is late" if time.is_some() => {
                go.limits.move_time.or(clock.time).map(|time| time + Duration::from_millis(800))
            }
            _ if go.limits.infinite => None,
            _ => Some(time.unwrap_or_default()),
        }
    }
}

/// Longer than any margin in these tests.
const LONG_THOUGHT: Duration = Duration::from_millis(1700);

impl ProtocolEngine for Mock {
    fn identity(&self) -> Identity {
        Identity { name: "Mock 1".into(), author: "Nobody at all".into() }
    }

    fn options(&self) -> Vec<OptionDecl> {
        vec![
            OptionDecl::combo("Game", "take-two", ["take-two"]),
            OptionDecl::spin("Take-two.heaps", 3, 1, 7),
            OptionDecl::spin("Level", 5, 1, 9),
            OptionDecl::combo("Style", "plain", ["plain", "bold"]),
            OptionDecl::string("Path", ""),
            OptionDecl::check("Verbose", false),
            OptionDecl::check(ANNOUNCEMENTS, self.way == "announces by default"),
            OptionDecl::button("Explode"),
        ]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        match (self.way, name, value) {
            ("ends after a value", "Level", "9") | (_, "Explode", _) => exit(5),
            ("refuses a value", "Style", "bold") => Err("not today".into()),
            ("refuses the game", "Game", _) => Err("not this game".into()),
            (_, "Take-two.heaps", heaps) => {
                self.rules.set_option("heaps", heaps).map_err(|error| error.to_string().into())
            }
            (_, ANNOUNCEMENTS, value) => {
                self.announcements = value == "true";
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn new_game(&mut self) {
        if self.way == "ends after a new game" {
            exit(6);
        }
    }

    fn set_position(&mut self, start: &Start, moves: &[String]) -> Result<(), EngineError> {
        if self.way == "is slow to set up" {
            sleep(Duration::from_millis(40));
        }
        let mut game = match start {
            Start::Fen(_) if self.way == "accepts only startpos" => return Err("what is a fen?".into()),
            Start::Fen(text) => self.rules.read_position(text).map_err(|error| error.to_string())?,
            Start::Startpos => self.rules.start(),
        };
        for turn in moves {
            game.play_turn(turn).map_err(|error| {
                if self.way == "keeps part of an invalid position" {
                    self.game = game.boxed_clone();
                }
                error.to_string()
            })?;
        }
        if self.way == "ends after finished games" && game.result().is_some() {
            exit(4);
        }
        self.game = game;
        Ok(())
    }

    fn query(&self, query: &Query) -> Result<String, EngineError> {
        let game = &*self.game;
        let extension = !matches!(query, Query::P1Turn | Query::GameOver | Query::Result);
        if extension && self.way == "has no extensions" {
            return Err("no such question".into());
        }
        Ok(match query {
            Query::P1Turn if self.way == "confuses the players" => {
                (game.player_to_act() == Player::P2).to_string()
            }
            Query::P1Turn => (game.player_to_act() == Player::P1).to_string(),
            Query::GameOver if self.way == "reports no end of a game" => "false".into(),
            Query::GameOver => game.result().is_some().to_string(),
            Query::Result => match game.result().and_then(|end| end.winner) {
                None => "none".into(),
                Some(_) if self.way == "reports only wins of player 1" => "p1win".into(),
                Some(winner) => format!("p{}win", winner.index() + 1),
            },
            Query::Termination if self.way == "reports unknown reasons" => "checkmate".into(),
            Query::Termination => game.result().map_or("none", |end| end.reason.as_str()).into(),
            Query::Limits => return Err("no such question".into()),
            Query::Fen if self.way == "reports only the first position" => self.rules.start().position_text(),
            Query::Fen => game.position_text(),
            Query::IsLegal(_) if self.way == "accepts every turn" => "true".into(),
            Query::IsLegal(turn) => game.check_turn(turn).is_ok().to_string(),
            Query::Turns(limit) => {
                let mut turns = game.legal_turns(limit.unwrap_or(usize::MAX));
                if self.way == "omits a legal turn" && limit.is_none() {
                    turns.pop();
                }
                turns.join(" ")
            }
            Query::Actions(unfinished) => {
                let actions = game.legal_actions(unfinished.as_deref().unwrap_or(""));
                let mut actions = actions.map_err(|error| error.to_string())?;
                if self.way == "omits the end of a turn" {
                    actions.retain(|action| action != ".");
                }
                actions.join(" ")
            }
        })
    }

    fn job(&mut self, request: &JobRequest) -> Result<Job, EngineError> {
        let JobRequest::Go(go) = request else { return Err("this engine only searches".into()) };
        match self.way {
            "crashes in the search" => exit(7),
            // Finished games are not asked about their turns.
            "moves its position in a search" if self.game.turn_count() > 0 => {
                let game = std::mem::replace(&mut self.game, self.rules.start());
                return Mock { game, rules: self.rules.boxed_clone(), ..*self }.search(go);
            }
            _ => {}
        }
        self.search(go)
    }

    fn print(&mut self, what: Print) -> Result<String, EngineError> {
        match what {
            Print::Board => Ok(self.game.drawing()),
            Print::Eval => Err("this engine has no static evaluation".into()),
            Print::License => Ok("None.".into()),
            _ => Err("this engine does not know that".into()),
        }
    }
}

impl Mock {
    fn search(&self, go: &Go) -> Result<Job, EngineError> {
        let (way, game, time) = (self.way, self.game.boxed_clone(), self.time(go));
        let announcements = self.announcements;
        SEARCHING.store(true, Ordering::SeqCst);
        Ok(Box::new(move |stop, out| {
            let turns = game.legal_turns(100);
            if way == "floods its output" {
                loop {
                    out(Output::Info(Info { depth: Some(1), ..Info::default() }));
                }
            }
            let since = Instant::now();
            while time.is_none_or(|time| since.elapsed() < time)
                && !stop.load(Ordering::Relaxed)
                && !turns.is_empty()
            {
                sleep(Duration::from_millis(2));
            }
            if way == "is slow to stop" && stop.load(Ordering::Relaxed) {
                sleep(LONG_THOUGHT);
            }
            SEARCHING.store(false, Ordering::SeqCst);
            let Some(first) = turns.first() else { return JobResult::NoTurn };
            let wins = |turn: &&String| {
                let mut after = game.boxed_clone();
                after.play_turn(turn).unwrap();
                after.result().is_some()
            };
            let winning = turns.iter().find(wins);
            let best = winning.unwrap_or(first);
            let other = turns.last().filter(|_| way == "reports another pv").unwrap_or(best);
            out(Output::Info(Info {
                depth: Some(1),
                score: Some(winning.map_or(ReportedScore::Cp(0), |_| ReportedScore::Mate(1))),
                nodes: Some(1),
                nps: Some(1),
                hashfull: Some(0),
                time: Some(Duration::ZERO),
                pv: vec![other.clone()],
                ..Info::default()
            }));
            if announcements && winning.is_some() {
                out(Output::Info(Info::announce(Announcement::Claim)));
            }
            match way {
                "plays illegal turns" => JobResult::Turn("z9".into()),
                "plays illegal turns late" if game.turn_count() > 1 => JobResult::Turn("z9".into()),
                _ => JobResult::Turn(best.clone()),
            }
        }))
    }
}
