//! An engine for Take Two: this very binary, which runs nothing but the test `engine`. What it plays depends on the
//! position alone.

use std::fs;
use std::io::{BufRead, Write};
use std::thread::sleep;
use std::time::Duration;

use abstract_game::facade::AnyMatch;
use abstract_game::random::SplitMix64;

use super::Folder;

/// What the name of the skipped test begins with; the rest is the pause before each turn, in milliseconds. A test
/// binary takes no arguments of other kinds.
const ROLE: &str = "engine with a pause of ";

/// With this pause, a game takes about as long as a process lives before it is killed.
pub(crate) const PAUSE: Duration = Duration::from_millis(12);

/// The script that starts the engine: what the arena takes for the engine's version is its text. That of this
/// binary, with a hundred megabytes, would be what processes are busy with when they are killed.
pub(crate) const SCRIPT: &str = "engine.sh";

/// Writes the script that starts the engine.
pub(crate) fn install(folder: &Folder) {
    let program = std::env::current_exe().unwrap();
    // `--skip` may be given twice; the name tells the processes of a test apart.
    let arguments = format!("--exact engine --nocapture --quiet --skip \"{ROLE}$1\" --skip \"$2\"");
    fs::write(folder.0.join(SCRIPT), format!("exec '{}' {arguments}\n", program.display())).unwrap();
}

/// How it is written on a command line of the arena that is started in the folder.
pub(crate) fn spec(name: &str, pause: Duration) -> String {
    format!("name={name} cmd=\"sh {SCRIPT} {} {name}\"", pause.as_millis())
}

/// Plays, if this process was started as an engine.
pub(crate) fn play_if_asked() {
    let role = std::env::args().skip_while(|argument| argument != "--skip").nth(1);
    let Some(pause) = role.as_deref().and_then(|role| role.strip_prefix(ROLE)) else { return };
    play(Duration::from_millis(pause.parse().unwrap()));
    std::process::exit(0);
}

fn play(pause: Duration) {
    let say = |text: &str| {
        let mut out = std::io::stdout().lock();
        // Nobody may be listening any more: whoever asked was killed.
        let _ = writeln!(out, "{text}").and_then(|()| out.flush());
    };
    let mut game: Option<Box<dyn AnyMatch>> = None;
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        match line.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["ugi"] => say("id name slow\nugiok"),
            ["isready"] => say("readyok"),
            ["position", rest @ ..] => game = Some(position(rest)),
            ["go", ..] => {
                sleep(pause);
                let game = game.as_ref().expect("a position comes before `go`");
                let turns = game.legal_turns(usize::MAX);
                let turn =
                    SplitMix64::new(game.key()).choose(&turns).expect("a game that is not over").clone();
                say(&format!("info depth 1 score cp 0 nodes 1 time {}\nbestmove {turn}", pause.as_millis()));
            }
            ["quit"] => return,
            _ => {}
        }
    }
}

/// `startpos moves ...` or `fen <position> moves ...`.
fn position(words: &[&str]) -> Box<dyn AnyMatch> {
    let rules = games::by_name("take-two").unwrap();
    let (start, turns) = match words.iter().position(|word| *word == "moves") {
        Some(moves) => (&words[..moves], &words[moves + 1..]),
        None => (words, &[][..]),
    };
    let mut game = match start {
        ["fen", fen @ ..] => rules.read_position(&fen.join(" ")).unwrap(),
        _ => rules.start(),
    };
    for turn in turns {
        game.play_turn(turn).unwrap();
    }
    game
}

/// Whether, after a while, no process plays any more.
pub(crate) fn all_gone() -> bool {
    let program = std::env::current_exe().unwrap();
    let plays = |arguments: Vec<u8>| {
        let arguments = String::from_utf8_lossy(&arguments).into_owned();
        arguments.starts_with(&*program.to_string_lossy()) && arguments.contains(ROLE)
    };
    super::wait_for(|| {
        let processes = std::fs::read_dir("/proc").unwrap().flatten();
        let mut command_lines = processes.flat_map(|process| std::fs::read(process.path().join("cmdline")));
        !command_lines.any(plays)
    })
}
