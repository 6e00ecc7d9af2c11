//! An engine for Take Two: this very binary, which runs nothing but the test `engine`. What it plays depends on the
//! position alone, so the same tournament has the same games whoever plays them.

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::{BufRead as _, Write as _};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use abstract_game::facade::AnyMatch;
use abstract_game::random::SplitMix64;
use arena::engine::{EngineKind, EngineSpec};
use protocol::{Command, Dialect, Start};

/// What the name of the skipped test begins with. A test binary takes no arguments of other kinds.
const ROLE: &str = "engine of commands|";

/// An engine as a command line of the arena has it: `way` is how it behaves, and what it does is noted in `folder`.
///
/// The ways: `steady`; `score N`, which says that score always; `noting`, which also notes all that it hears;
/// `stuck MOMENT N`, which hangs, for a while, when its process or game number N comes to `ugi`, `isready`, `game` or
/// `go`; `meets`, which plays no turn before two processes of it have been asked for one; `illegal`, whose turns are
/// none.
pub(crate) fn engine(name: &str, way: &str, folder: &Path) -> String {
    engine_with(name, way, folder, &[])
}

/// As [`engine`], with more arguments, which only its fingerprint heeds.
pub(crate) fn engine_with(name: &str, way: &str, folder: &Path, more: &[&Path]) -> String {
    let skip = format!("{ROLE}{way}|{name}|{}", folder.display());
    let mut args =
        ["--exact", "engine", "--nocapture", "--quiet", "--skip", &skip].map(str::to_owned).to_vec();
    for path in more {
        args.extend(["--skip".to_owned(), path.display().to_string()]);
    }
    let program = std::env::current_exe().unwrap();
    let kind = EngineKind::Command { program, args };
    EngineSpec { name: Some(name.into()), ..kind.into() }.to_text()
}

/// Plays, if this process was started as an engine.
pub(crate) fn play_if_asked() {
    let skipped = std::env::args().skip_while(|argument| argument != "--skip").nth(1);
    let Some(role) = skipped.as_deref().and_then(|skipped| skipped.strip_prefix(ROLE)) else { return };
    let [way, name, folder] = role.splitn(3, '|').collect::<Vec<_>>()[..] else { panic!("no role: {role}") };
    let diary = Diary::of(Path::new(folder), name);
    diary.note(&format!("start {}", std::process::id()));
    Player { way: way.split(' ').collect(), process: diary.count("start"), diary }.play();
    std::process::exit(0);
}

/// What all processes of one engine have noted, line by line.
pub(crate) struct Diary {
    path: PathBuf,
    /// While this is not there, engines that are to hang do so.
    calm: PathBuf,
}

impl Diary {
    pub(crate) fn of(folder: &Path, name: &str) -> Diary {
        Diary { path: folder.join(format!("diary of {name}")), calm: folder.join("calm") }
    }

    fn note(&self, line: &str) {
        let mut file = OpenOptions::new().create(true).append(true).open(&self.path).unwrap();
        file.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    /// How many lines begin with a word.
    pub(crate) fn count(&self, word: &str) -> usize {
        self.lines().iter().filter(|line| line.starts_with(word)).count()
    }

    /// The numbers of all processes there were.
    pub(crate) fn processes(&self) -> Vec<u32> {
        self.lines().iter().filter_map(|line| line.strip_prefix("start ")?.parse().ok()).collect()
    }

    pub(crate) fn lines(&self) -> Vec<String> {
        let text = fs::read_to_string(&self.path).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// Nobody hangs any more.
    pub(crate) fn calm_down(&self) {
        fs::write(&self.calm, "").unwrap();
    }
}

struct Player<'a> {
    way: Vec<&'a str>,
    /// The how manieth process of this engine it is.
    process: usize,
    diary: Diary,
}

impl Player<'_> {
    fn play(self) {
        self.stuck("ugi", self.process);
        let mut game: Option<Box<dyn AnyMatch>> = None;
        for line in std::io::stdin().lock().lines() {
            let Ok(line) = line else { return };
            if self.way == ["noting"] {
                self.diary.note(&format!("> {line}"));
            }
            match Command::parse(&line, Dialect::Ugi) {
                Ok(Command::Ugi) => say("id name mock\nugiok"),
                Ok(Command::IsReady) => {
                    self.stuck("isready", self.process);
                    say("readyok");
                }
                Ok(Command::NewGame) => {
                    self.diary.note("game");
                    self.stuck("game", self.diary.count("game"));
                }
                Ok(Command::Position { start, moves }) => game = Some(set_up(&start, &moves)),
                Ok(Command::Go(_)) => {
                    self.stuck("go", self.diary.count("game"));
                    self.wait_for_others();
                    self.answer(&**game.as_ref().expect("a position comes before `go`"));
                }
                Ok(Command::Quit) => return,
                _ => {}
            }
        }
    }

    fn answer(&self, game: &dyn AnyMatch) {
        let turns = game.legal_turns(usize::MAX);
        let turn = SplitMix64::new(game.key()).choose(&turns).expect("a game that is not over").clone();
        let score = if let ["score", score] = self.way[..] { score } else { "0" };
        let turn = if self.way == ["illegal"] { "z9" } else { &turn };
        say(&format!("info depth 1 score cp {score} nodes 1 time 0\nbestmove {turn}"));
    }

    /// Hangs, if this is the moment for it, though not for ever: who waits for it sees that by its going on.
    fn stuck(&self, moment: &str, number: usize) {
        let here =
            matches!(self.way[..], ["stuck", at, which] if at == moment && which == number.to_string());
        if !here || self.diary.calm.exists() {
            return;
        }
        self.diary.note("stuck");
        // Elsewhere an engine is given up after 10 s, which would look like having been ended.
        let most = Duration::from_secs(if moment == "go" { 50 } else { 8 });
        let begun = Instant::now();
        while !self.diary.calm.exists() && begun.elapsed() < most {
            sleep(Duration::from_millis(10));
        }
        self.diary.note("went on");
    }

    /// Waits for the other processes that a way needs: otherwise this one could have played all games before.
    fn wait_for_others(&self) {
        match self.way[..] {
            ["meets"] => {
                self.diary.note(&format!("here {}", std::process::id()));
                super::wait_for("the other process", || {
                    let here = self.diary.lines().into_iter().filter(|line| line.starts_with("here"));
                    here.collect::<BTreeSet<_>>().len() > 1
                });
            }
            ["stuck", "ugi", number] => {
                let number = number.parse().unwrap();
                super::wait_for("the process that is stuck", || self.diary.count("start") >= number);
            }
            _ => {}
        }
    }
}

fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    // Nobody may be listening any more.
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.write_all(b"\n")).and_then(|()| out.flush());
}

fn set_up(start: &Start, moves: &[String]) -> Box<dyn AnyMatch> {
    let rules = games::by_name("take-two").unwrap();
    let mut game = match start {
        Start::Startpos => rules.start(),
        Start::Fen(text) => rules.read_position(text).unwrap(),
    };
    moves.iter().for_each(|turn| game.play_turn(turn).unwrap());
    game
}
