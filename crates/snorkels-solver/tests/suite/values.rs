//! Values of boards, and what the solver refuses.

use std::thread;

use snorkels_core::{Action, Cell, Position, Snorkels, cell_name};
use snorkels_solver::{Side, Solver, SolverError, classes};

use crate::empty;

#[test]
fn winners_of_small_boards() {
    for (width, height, winner, most) in [
        (2, 2, Side::Second, 1),
        (3, 3, Side::First, 50),
        (4, 4, Side::Second, 3_000),
        (4, 5, Side::First, 10_000),
        (5, 4, Side::First, 10_000),
        (5, 5, Side::First, 10_000),
    ] {
        let start = empty(width, height);
        let mut solver = Solver::new(&start, 1 << 20).unwrap();
        let progress = solver.solve(&start, u64::MAX).unwrap();
        assert_eq!(progress.value, Some(winner), "{width}x{height}");
        assert!(progress.nodes <= most, "{width}x{height}: {progress:?}");
    }
}

fn names(cells: &[Cell]) -> String {
    cells.iter().map(|&cell| cell_name(cell).to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn openings_of_five_by_five() {
    let start = empty(5, 5);
    let mut solver = Solver::new(&start, 1 << 22).unwrap();
    let found: Vec<(String, bool)> = classes(&start)
        .into_iter()
        .map(|cells| {
            let after = start.after_unchecked(Action::place(cells[0]));
            let winner = solver.solve(&after, u64::MAX).unwrap().value.unwrap();
            (names(&cells[..1]), winner == Side::Second)
        })
        .collect();
    let expected = [("a1", false), ("b1", false), ("c1", false), ("b2", true), ("c2", true), ("c3", true)];
    assert!(found.iter().map(|(name, wins)| (name.as_str(), *wins)).eq(expected), "{found:?}");
}

#[test]
fn classes_follow_the_symmetry_of_the_position() {
    assert_eq!(classes(&empty(5, 6)).len(), 9);
    let position: Position = "4/4/1P2/4 g 1 -".parse().unwrap();
    let classes = classes(&position);
    assert_eq!(classes.len(), 9);
    assert_eq!(classes.iter().map(Vec::len).sum::<usize>(), 15);
}

#[test]
fn a_search_goes_on_from_a_saved_state() {
    let start = empty(5, 5);
    let folder = std::env::temp_dir().join(format!("snorkels-solver-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("state");
    let early = folder.join("early");
    let mut nodes = 0;
    let value = loop {
        let mut solver = Solver::new(&start, 1 << 22).unwrap();
        if path.exists() {
            std::fs::copy(&path, &early).unwrap();
            solver.load(&path).unwrap();
        }
        assert_eq!(solver.nodes(), nodes);
        let progress = solver.solve(&start, 200).unwrap();
        nodes = progress.nodes;
        solver.save(&path).unwrap();
        if let Some(value) = progress.value {
            break value;
        }
    };
    assert_eq!(value, Side::First);
    assert!((400..4_000).contains(&nodes), "{nodes}");

    // An earlier state takes nothing back.
    let mut solver = Solver::new(&start, 1 << 22).unwrap();
    solver.load(&path).unwrap();
    solver.load(&early).unwrap();
    assert_eq!(solver.known(&start).unwrap().value, Some(Side::First));

    let other = empty(5, 6);
    let refused = Solver::new(&other, 1 << 12).unwrap().load(&path);
    let refused = refused.unwrap_err().to_string();
    assert_eq!(refused, format!("`{}`: no saved state of this solver for this board", path.display()));
    std::fs::remove_dir_all(folder).unwrap();
}

/// The entry of a state: two sets of cells, both numbers, the work.
fn entry(own: u64, enemy: u64, phi: u32, delta: u32, work: u64) -> [u64; 4] {
    [own, enemy, u64::from(phi) | u64::from(delta) << 32, work]
}

/// A solver for 4 × 4 after it has read a state with this number of nodes and these entries; the last bytes are cut off.
fn load(nodes: u64, entries: &[[u64; 4]], cut: usize) -> (Solver, Result<(), SolverError>) {
    let mut bytes = b"snorkels-state 1".to_vec();
    let words = [[4, 4, 0x0f0f_0f0f, nodes]].iter().chain(entries).flatten().copied().collect::<Vec<u64>>();
    bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    bytes.truncate(bytes.len() - cut);
    let path = std::env::temp_dir().join(format!(
        "snorkels-state-{}-{:?}",
        std::process::id(),
        thread::current().id()
    ));
    std::fs::write(&path, bytes).unwrap();
    let mut solver = Solver::new(&empty(4, 4), 1 << 12).unwrap();
    let loaded = solver.load(&path);
    std::fs::remove_file(path).unwrap();
    (solver, loaded)
}

#[test]
fn a_damaged_state_is_refused() {
    let good = entry(1, 2, 3, 4, 5);
    // The start is won.
    let won = entry(0, 0, 0, u32::MAX, 1);
    let (solver, loaded) = load(7, &[good, won], 0);
    loaded.unwrap();
    assert_eq!((solver.nodes(), solver.known(&empty(4, 4)).unwrap().value), (7, Some(Side::First)));
    for (nodes, entries, cut) in [
        (7, &[good][..], 1),
        (7, &[good], 40),
        (7, &[good], 79),
        (u64::MAX, &[good], 0),
        (7, &[entry(1, 3, 3, 4, 5)], 0),
        (7, &[entry(0x10, 2, 3, 4, 5)], 0),
        (7, &[good, entry(1, 2, 0, 0, 5)], 0),
        (7, &[entry(1, 2, 0, 4, 5)], 0),
        (7, &[entry(1, 2, u32::MAX, 4, 5)], 0),
        (7, &[entry(1, 2, 3, 4, 0)], 0),
    ] {
        let (solver, refused) = load(nodes, &[&[won], entries].concat(), cut);
        let refused = refused.err().map(|error| error.to_string());
        assert!(refused.is_some_and(|text| text.contains("no saved state")), "{nodes} {entries:?} {cut}");
        // Nothing of it was taken.
        assert_eq!((solver.nodes(), solver.known(&empty(4, 4)).unwrap().value), (0, None));
    }
}

/// A state can be well-formed and wrong: this one says that the first player wins on 4 × 4.
#[test]
fn no_certificate_is_written_of_a_wrong_result() {
    let start = empty(4, 4);
    let (mut solver, _) = load(1, &[entry(0, 0, 0, u32::MAX, 1)], 0);
    assert_eq!(solver.known(&start).unwrap().value, Some(Side::First));
    let refused = snorkels_solver::certificate(&mut solver, &start);
    assert!(matches!(refused, Err(SolverError::Wrong(_))), "{refused:?}");
}

#[test]
fn positions_that_the_solver_refuses() {
    let offered = Snorkels::new().read_position("3/1P1/3 g 1 s").unwrap();
    assert!(matches!(Solver::new(&offered, 128), Err(SolverError::Swap)));
    let mut solver = Solver::new(&empty(4, 4), 128).unwrap();
    assert!(matches!(solver.solve(&empty(4, 5), 1), Err(SolverError::Board)));
    let stone = Snorkels::new().read_position("4/4/1#2/4 p 1 -").unwrap();
    assert!(matches!(solver.solve(&stone, 1), Err(SolverError::Board)));
}
