//! An engine that plays well until, once, in its second game, it does not.

use std::fs::{self, OpenOptions};
use std::io::{BufRead as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command as Program, Stdio};
use std::thread::sleep;
use std::time::Duration;

use abstract_game::facade::{AnyMatch, AnyRules};
use abstract_game::sample::TakeTwo;
use protocol::{Command, Dialect, Start};

const FOR_EVER: Duration = Duration::from_secs(600);

/// What all processes of one engine have noted, line by line.
pub(crate) struct Diary(PathBuf);

impl Diary {
    pub(crate) fn of(folder: &Path) -> Diary {
        Diary(folder.join("diary"))
    }

    fn note(&self, line: &str) {
        let mut file = OpenOptions::new().create(true).append(true).open(&self.0).unwrap();
        file.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    pub(crate) fn count(&self, word: &str) -> usize {
        self.lines().iter().filter(|line| line.starts_with(word)).count()
    }

    /// The numbers of all processes there were.
    pub(crate) fn processes(&self) -> Vec<u32> {
        self.lines().iter().filter_map(|line| line.strip_prefix("start ")?.parse().ok()).collect()
    }

    fn lines(&self) -> Vec<String> {
        let text = fs::read_to_string(&self.0).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }
}

fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    // Nobody may be listening any more.
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.write_all(b"\n")).and_then(|()| out.flush());
}

/// The engine's side of the conversation.
pub(crate) fn behave(way: &str, folder: &Path) {
    let diary = Diary::of(folder);
    diary.note(&format!("start {}", std::process::id()));
    if way == "never starts" || (way == "crashes at start" && diary.count("start") == 2) {
        std::process::exit(3);
    }
    let rules = TakeTwo::default().boxed_clone();
    let mut game = rules.start();
    let mut asked = 0;
    let mut late = false;
    for line in std::io::stdin().lock().lines() {
        match Command::parse(&line.unwrap(), Dialect::Ugi) {
            Ok(Command::Ugi) => say("id name mock\nid author nobody\nugiok"),
            Ok(Command::IsReady) => say("readyok"),
            Ok(Command::NewGame) => {
                diary.note("game");
                asked = 0;
            }
            Ok(Command::Position { start, moves }) => game = set_up(&*rules, &start, &moves),
            Ok(Command::Go(_)) => {
                asked += 1;
                if asked == 2 && diary.count("game") >= 2 && diary.count("mischief") == 0 {
                    diary.note("mischief");
                    late = way == "answers late";
                    mischief(way, &*game);
                } else {
                    answer(&*game);
                }
            }
            Ok(Command::Stop) if late => {
                late = false;
                answer(&*game);
            }
            Ok(Command::Quit) => return,
            _ => {}
        }
    }
}

fn set_up(rules: &dyn AnyRules, start: &Start, moves: &[String]) -> Box<dyn AnyMatch> {
    let mut game = match start {
        Start::Startpos => rules.start(),
        Start::Fen(text) => rules.read_position(text).unwrap(),
    };
    moves.iter().for_each(|turn| game.play_turn(turn).unwrap());
    game
}

fn answer(game: &dyn AnyMatch) {
    let turn = game.legal_turns(1).pop().unwrap();
    say(&format!("info depth 1 score cp 0 nodes 1 time 0\nbestmove {turn}"));
}

/// What it does instead of an answer.
fn mischief(way: &str, game: &dyn AnyMatch) {
    match way {
        "crashes at start" | "crashes in mid game" => std::process::exit(7),
        "hangs" => sleep(FOR_EVER),
        "plays an illegal turn" => say("bestmove z9"),
        "says garbage" => {
            let _ = std::io::stdout().write_all(b"\x00\xff\xfegarb\x1bage\nSegmentation fault\n\n\x07\n");
            let _ = std::io::stdout().flush();
        }
        // As it is told to stop; see above.
        "answers late" => {}
        "answers twice" => {
            answer(game);
            answer(game);
        }
        "ignores stop" => loop {
            say("info depth 1 nodes 1");
            sleep(Duration::from_millis(50));
        },
        "closes stdout" => {
            // Itself, but with another output; the old one closes.
            let itself = std::env::current_exe().unwrap();
            let mut program = Program::new(itself);
            program.args(super::role("sleeps", Path::new("."))).stdout(Stdio::null());
            panic!("{}", std::os::unix::process::CommandExt::exec(&mut program));
        }
        "floods stderr" => {
            let mut stderr = std::io::stderr().lock();
            for _ in 0..100 {
                // A flood is no line.
                let _ = stderr.write_all(&[b'!'; 1 << 20]);
            }
            answer(game);
        }
        _ => panic!("no way `{way}`"),
    }
}
