//! Bytes as what the solver of Snorkels reads: the first byte says which, the others are the file or a part of it.

#![no_main]

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use games::snorkels_core::Position;
use libfuzzer_sys::fuzz_target;
use snorkels_solver::check::{TITLE, check, checksum};
use snorkels_solver::{Solver, chart, progress_points};

/// The position that states are of.
const START: &str = "4/4/4 p 1 -";
/// The bytes of the solver's table.
const MEMORY: usize = 1 << 14;

fuzz_target!(|data: &[u8]| {
    let Some((kind, data)) = agon_fuzz::kind(data, 3) else { return };
    match kind {
        0 => certificate(data),
        1 => states(data),
        _ => logs(data),
    }
});

fn start() -> Position {
    START.parse().expect("a position")
}

/// A certificate without its title and its sum. What is proved is true.
fn certificate(data: &[u8]) {
    let mut bytes = [format!("{TITLE}\n").as_bytes(), data].concat();
    assert!(check(&bytes).is_err());
    bytes.extend(checksum(&bytes).to_le_bytes());
    let proved = match check(&bytes) {
        Ok(proved) => proved,
        Err(error) => return assert!(error.to_string().len() < 1000, "{error}"),
    };
    let position: Position = proved.position.parse().expect("a position that was checked");
    let mut solver = Solver::new(&position, 1 << 20).expect("a position in play");
    let value = solver.solve(&position, 200_000).expect("the position of the solver").value;
    assert!(value.is_none_or(|winner| winner == proved.winner), "{proved}");
    bytes.pop();
    assert!(check(&bytes).is_err());
}

/// The entries of a saved state. A file that is refused changes nothing; what is read is written and read again as the same.
fn states(data: &[u8]) {
    static FILE: LazyLock<PathBuf> = LazyLock::new(|| agon_fuzz::file("state"));
    /// The state of a solver that has searched some nodes.
    static SAVED: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let mut solver = solver();
        solver.solve(&start(), 20).expect("the position of the solver");
        saved(&solver)
    });
    fn solver() -> Solver {
        Solver::new(&start(), MEMORY).expect("a position in play")
    }
    fn saved(solver: &Solver) -> Vec<u8> {
        solver.save(&FILE).expect("a temporary file can be written");
        fs::read(&*FILE).expect("a temporary file can be read")
    }
    let load = |solver: &mut Solver, state: &[u8]| {
        fs::write(&*FILE, state).expect("a temporary file can be written");
        solver.load(&FILE)
    };
    let mut solver = solver();
    load(&mut solver, &SAVED).expect("a state that was saved");
    let before = saved(&solver);
    // The header, 48 bytes, is seldom met by chance.
    if load(&mut solver, &[&SAVED[..48], data].concat()).is_err() {
        assert_eq!(saved(&solver), before);
        return;
    }
    let after = saved(&solver);
    load(&mut solver, &after).expect("a state that was saved");
    assert_eq!(saved(&solver), after);
    solver.solve(&start(), 200).expect("the position of the solver");
    solver.decided(&start()).expect("the position of the solver");
}

/// The log of a search, drawn.
fn logs(data: &[u8]) {
    let points = progress_points(&String::from_utf8_lossy(data));
    assert!(points.iter().flatten().all(|&number| number > 0.0));
    let drawn = chart("log", &points);
    assert!(!drawn.contains("NaN") && !drawn.contains("inf"), "{drawn}");
}
