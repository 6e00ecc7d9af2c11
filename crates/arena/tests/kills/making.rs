//! Kills during the creation of a tournament.

use std::collections::BTreeMap;
use std::thread::sleep;
use std::time::Duration;

use abstract_game::random::SplitMix64;

use super::{Folder, arena, complete, engine, making, undisturbed, words};

/// Few games: this test is about the creation.
const FEW: usize = 4;

/// Kills `arena run` at `kills` random moments of its first 100 ms, each time in a new tournament. The same command must
/// then complete it. `left` describes what the killed process left.
pub(crate) fn kill_and_run_again(
    folder: &Folder,
    kills: usize,
    seed: u64,
    address: &mut dyn FnMut(usize) -> String,
    left: &mut dyn FnMut(&str) -> &'static str,
) {
    let expected = undisturbed(folder, FEW);
    let mut random = SplitMix64::new(seed);
    let mut remains: BTreeMap<&str, usize> = BTreeMap::new();
    for number in 0..kills {
        let address = address(number);
        let flags = making("run", &address, FEW, engine::PAUSE);
        let run = || arena(folder, &[&words(&flags)[..], &["--lease", "0.2"]].concat());
        let mut process = run().spawn().unwrap();
        // Early moments are more likely, since the store is created early.
        let latest = 1 + random.below(100_000);
        sleep(Duration::from_micros(random.below(latest) as u64));
        process.kill().unwrap();
        process.wait().unwrap();
        let what = left(&address);
        *remains.entry(what).or_default() += 1;
        let again = run().status().unwrap();
        assert_eq!(again.code(), Some(0), "kill {number} left {what}");
        assert_eq!(complete(&address, FEW), expected);
    }
    println!("what {kills} kills left: {remains:?}");
    assert!(engine::all_gone(), "an engine was left behind");
}
