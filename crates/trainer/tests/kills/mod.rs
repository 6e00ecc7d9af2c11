//! A run of SPSA by processes that are killed at random moments. Afterwards the store must have every game exactly once,
//! with the same turns, and the same course as without kills.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use abstract_game::OptionKind;
use abstract_game::random::SplitMix64;
use arena::game::record::Record;
use arena::store::Store;
use trainer::spsa::{Course, Spsa};

/// An engine for this game whose turns depend on its seed.
pub(crate) fn engine() -> String {
    let program = env!("CARGO_BIN_EXE_trainer-test-engine");
    let (game, _) = small_game();
    format!("cmd=\"'{program}' --game {game}\" option.Hash=1 'option.Skill Level=2'")
}

/// A game with a small board: its name, and an option of its rules that is 2 more than the least value.
pub(crate) fn small_game() -> (&'static str, String) {
    let small = |game| {
        let first = games::by_name(game).unwrap().options().first()?;
        let OptionKind::Spin { min, .. } = first.kind else { return None };
        Some((game, format!("{} = '{}'", first.name, min + 2)))
    };
    games::names().find_map(small).expect("a game has an option that is a number")
}

/// The number of games of a run.
pub(crate) const GAMES: usize = 28;
const KILLS: usize = 5;

/// A folder for the files of a test; removed at its end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("trainer-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        let ((game, rules), engine) = (small_game(), engine());
        let toml = format!(
            "game = '{game}'\nengine = '''{engine}'''\n\
             limits = {{ nodes = 40 }}\nrules = {{ {rules} }}\niterations = {}\nahead = 2\n\
             openings = {{ kind = 'random', turns = 2, nodes = 0, effort = 0 }}\n\
             [[parameter]]\nname = 'Seed'\nstart = 500\nmin = 0\nmax = 1000\nc-end = 100\nr-end = 0.2\n",
            GAMES / 2
        );
        fs::write(path.join("run.toml"), toml).unwrap();
        Folder(path)
    }

    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A process that works on the run in a store.
pub(crate) fn start(folder: &Folder, store: &str) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_trainer"));
    command.arg("spsa").arg(folder.file("run.toml")).args(["--lease", "1", "--quiet", "--store", store]);
    command.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.arg("--plot").arg(folder.file("course.svg")).stdout(Stdio::piped()).spawn().unwrap()
}

/// The last plot of a process that was not killed.
pub(crate) fn plot(folder: &Folder) -> String {
    fs::read_to_string(folder.file("course.svg")).unwrap()
}

/// The number of finished games in a store, which may not exist yet.
pub(crate) fn finished(store: &str) -> usize {
    let counts = || Store::open(&store.parse().ok()?).ok()?.counts().ok();
    counts().map_or(0, |counts| counts.finished)
}

/// Waits for a condition. Returns whether it became true within two minutes.
pub(crate) fn wait_until(condition: impl Fn() -> bool) -> bool {
    let begun = Instant::now();
    while !condition() {
        if begun.elapsed() > Duration::from_secs(120) {
            return false;
        }
        thread::sleep(Duration::from_millis(5));
    }
    true
}

/// The course of a complete run, and the turns and the result of each game by number.
pub(crate) fn complete(store: &str) -> (Course, BTreeMap<usize, String>) {
    let store = Store::open(&store.parse().unwrap()).unwrap();
    let counts = store.counts().unwrap();
    assert_eq!((counts.finished, counts.open, counts.running), (GAMES, 0, 0));
    let mut games = BTreeMap::new();
    for row in store.records() {
        let (row, text) = row.unwrap();
        let record: Record = text.parse().unwrap();
        let turns: Vec<_> = record.turns.iter().map(|turn| turn.turn.as_str()).collect();
        let game = format!("{} {}", turns.join(" "), record.ending);
        assert!(games.insert(row.game.number, game).is_none(), "game {} is stored twice", row.game.number);
    }
    assert!(games.keys().copied().eq(1..=GAMES));
    (Spsa::of_store(&store).unwrap().course(&store).unwrap(), games)
}

/// The course and the games of one process that is left alone.
pub(crate) fn undisturbed(folder: &Folder) -> (Course, BTreeMap<usize, String>) {
    let store = folder.file("undisturbed.spsa");
    assert!(start(folder, &store).wait().unwrap().success());
    let all = complete(&store);
    assert!(all.0.states().iter().any(|state| state[0] != 500.0), "no pair was decided");
    assert_eq!(plot(folder).matches("<polyline").count(), 1);
    all
}

/// Two processes work on a run; in turn they are killed, and others take their places. `address` gives the store of a run
/// by its number: fast machines finish a run before the last kill.
pub(crate) fn kill_and_resume(folder: &Folder, address: impl Fn(usize) -> String) {
    let begun = Instant::now();
    let expected = undisturbed(folder);
    let longest = begun.elapsed() / 4;
    let mut random = SplitMix64::new(7);
    let (mut kills, mut runs) = (0, 0);
    while kills < KILLS {
        runs += 1;
        let store = address(runs);
        let first = start(folder, &store);
        assert!(wait_until(|| finished(&store) > 0));
        let mut workers = [first, start(folder, &store)];
        while kills < KILLS {
            thread::sleep(longest.mul_f64(random.below(1000) as f64 / 1000.0));
            let worker = &mut workers[kills % 2];
            if worker.try_wait().unwrap().is_some() {
                break;
            }
            worker.kill().unwrap();
            worker.wait().unwrap();
            kills += 1;
            *worker = start(folder, &store);
        }
        for mut worker in workers {
            assert!(worker.wait().unwrap().success());
        }
        assert_eq!(complete(&store), expected, "run {runs}");
    }
    println!("{kills} kills in {runs} runs");
}
