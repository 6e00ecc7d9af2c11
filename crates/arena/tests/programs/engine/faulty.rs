//! An engine that plays legal turns, and fails once in its second game.

use std::io::{BufRead as _, Read as _, Write as _};
use std::path::Path;
use std::process::{Command as Program, Stdio};
use std::thread::sleep;
use std::time::Duration;

use abstract_game::facade::AnyMatch;
use protocol::{Command, Dialect, JobRequest, Start};

use crate::diary::Diary;
use crate::{say, set_up};

const FOREVER: Duration = Duration::from_secs(600);

/// Plays until `quit`.
pub(crate) fn play(way: &str, folder: &Path) {
    if way == "sleeps" {
        sleep(FOREVER);
    }
    let diary = Diary::of(folder, "bad");
    diary.note(&format!("start {}", std::process::id()));
    if way == "never starts" || (way == "crashes at start" && diary.count("start") == 2) {
        eprintln!("no network file");
        std::process::exit(3);
    }
    let mut game = set_up(&Start::Startpos, &[]);
    let mut asked = 0;
    let mut late = false;
    for line in std::io::stdin().lock().lines() {
        match Command::parse(&line.unwrap(), Dialect::Ugi) {
            Ok(Command::Ugi) => say("id name mock\nid author test\nugiok"),
            Ok(Command::IsReady) => say("readyok"),
            Ok(Command::NewGame) => {
                diary.note("game");
                asked = 0;
            }
            Ok(Command::Position { start, moves }) => game = set_up(&start, &moves),
            Ok(Command::Run(JobRequest::Go(_))) => {
                asked += 1;
                if asked == 2 && diary.count("game") >= 2 && diary.count("mischief") == 0 {
                    diary.note("mischief");
                    late = way == "answers late";
                    mischief(way, &*game, &diary);
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

fn answer(game: &dyn AnyMatch) {
    let turn = game.legal_turns(1).pop().unwrap();
    say(&format!("info depth 1 score cp 0 nodes 1 time 0\nbestmove {turn}"));
}

/// The failure.
fn mischief(way: &str, game: &dyn AnyMatch, diary: &Diary) {
    match way {
        "crashes at start" | "crashes in mid game" => {
            eprintln!("one\ntwo\n\nthree\nfour\u{1b}[2J");
            std::process::exit(7);
        }
        "leaves a process" => {
            // In another session, with the engine's output.
            let left = Program::new("setsid").args(["sleep", "600"]).spawn().unwrap();
            diary.note(&format!("leaves {}", left.id()));
            std::process::exit(7);
        }
        "deletes itself" => {
            std::fs::remove_file(std::env::current_exe().unwrap()).unwrap();
            std::process::exit(7);
        }
        "changes itself" => {
            std::fs::write("engine.txt", "version 2").unwrap();
            std::process::exit(7);
        }
        "hangs" => sleep(FOREVER),
        "plays an illegal turn" => say("bestmove z9"),
        "says garbage" => {
            let _ = std::io::stdout().write_all(b"\x00\xff\xfegarb\x1bage\nSegmentation fault\n\n\x07\n");
            let _ = std::io::stdout().flush();
        }
        // It answers after `stop`; see above.
        "answers late" => {}
        "answers twice" => {
            answer(game);
            answer(game);
        }
        "ignores stop" => loop {
            say("info depth 1 nodes 1");
            sleep(Duration::from_millis(50));
        },
        "writes no line" => {
            // The reader may have ended.
            let _ = std::io::copy(&mut std::io::repeat(b'x').take(200 << 20), &mut std::io::stdout());
            sleep(FOREVER);
        }
        "closes stdout" => {
            // The same process with another output; the old one closes.
            let itself = std::env::current_exe().unwrap();
            let mut program = Program::new(itself);
            program.args(["faulty", "sleeps", "."]).stdout(Stdio::null());
            panic!("{}", std::os::unix::process::CommandExt::exec(&mut program));
        }
        "floods stderr" => {
            let mut stderr = std::io::stderr().lock();
            for _ in 0..100 {
                // Without line ends.
                let _ = stderr.write_all(&[b'!'; 1 << 20]);
            }
            answer(game);
        }
        _ => panic!("no way `{way}`"),
    }
}
