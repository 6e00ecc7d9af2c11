//! Stores of jobs that are damaged.

use std::path::Path;
use std::time::Duration;

use database::{Access, Address, Database};
use snorkels_solver::jobs::{CONTENTS, Jobs, JobsError, Settings, Shared};

use crate::empty;

/// Opens a store and works until this number of nodes.
fn work(store: &Path, nodes: u64) -> Result<Shared, JobsError> {
    let store = Database::new(&Address::Sqlite(store.to_owned()), Access::Create, CONTENTS);
    let settings = Settings { nodes: 20, round: 3, memory: 1 << 14 };
    Jobs::open(store, &empty(4, 4), settings, Duration::from_secs(60))?.work(nodes, |_| ())
}

#[test]
fn a_damaged_round_is_refused() {
    let folder = std::env::temp_dir().join(format!("snorkels-damaged-jobs-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (whole, damaged) = (folder.join("whole"), folder.join("damaged"));
    assert!(work(&whole, 50).unwrap().jobs > 2);
    for change in
        ["round = 99", "own = 7", "enemy = -1", "proof = 0, disproof = 0", "proof = -1", "work = -1"]
    {
        std::fs::copy(&whole, &damaged).unwrap();
        let store = Database::new(&Address::Sqlite(damaged.clone()), Access::Write, CONTENTS);
        let update = format!("UPDATE solver_job SET {change} WHERE id = 1");
        assert_eq!(store.write(|connection, _| connection.execute(&update, &[])).unwrap(), 1);
        drop(store);
        let refused = work(&damaged, 50).unwrap_err().to_string();
        assert!(refused.contains("the tables are corrupt: "), "{change}: {refused}");
    }
    // No number of nodes is too great to be added up.
    let store = Database::new(&Address::Sqlite(whole.clone()), Access::Write, CONTENTS);
    let most = format!("UPDATE solver_job SET work = {}", i64::MAX);
    store.write(|connection, _| connection.execute(&most, &[])).unwrap();
    drop(store);
    assert_eq!(work(&whole, u64::MAX).unwrap().progress.nodes, u64::MAX);
    std::fs::remove_dir_all(folder).unwrap();
}
