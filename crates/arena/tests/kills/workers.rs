//! Kills of the workers of a tournament.

use std::collections::BTreeSet;
use std::process::Child;
use std::thread::sleep;
use std::time::{Duration, Instant};

use abstract_game::random::SplitMix64;
use arena::store::{Address, Store};

use super::{Folder, GAMES, arena, complete, engine, make, undisturbed};

/// Kills one of two workers `kills` times in all, in one tournament after the other. Afterwards `arena resume` must
/// complete each.
pub(crate) fn kill_and_resume(
    folder: &Folder,
    kills: usize,
    seed: u64,
    address: &mut dyn FnMut(usize) -> String,
) {
    let expected = undisturbed(folder, GAMES);
    let mut random = SplitMix64::new(seed);
    let (mut killed, mut tournaments, mut at_work) = (0, 0, 0);
    while killed < kills {
        let address = address(tournaments);
        tournaments += 1;
        let begun = Instant::now();
        make(folder, &address);
        // A process that creates a tournament starts about as fast as one that joins it. Kills hit both the start
        // and the work, also on slow machines.
        let longest = usize::try_from((2 * begun.elapsed()).as_micros()).unwrap() + 100_000;
        let worker = || arena(folder, &["work", &address, "--lease", "1", "--quiet"]).spawn().unwrap();
        let mut workers = [worker(), worker()];
        while killed < kills && !over(&mut workers) {
            sleep(Duration::from_micros(random.below(longest) as u64));
            let victim = random.below(2);
            if workers[victim].try_wait().unwrap().is_none() {
                // On Unix this is SIGKILL: the process cannot clean up.
                workers[victim].kill().unwrap();
                workers[victim].wait().unwrap();
                killed += 1;
            }
            workers[victim] = worker();
        }
        for worker in &mut workers {
            worker.kill().unwrap();
            worker.wait().unwrap();
        }
        let resumed = arena(folder, &["resume", &address, "--lease", "1", "-c", "2"]).status().unwrap();
        assert_eq!(resumed.code(), Some(0), "tournament {tournaments}");
        assert_eq!(complete(&address, GAMES), expected);
        let store = Store::open(&address.parse::<Address>().unwrap()).unwrap();
        let workers = store.finished(0).map(|row| row.unwrap().worker);
        at_work += workers.collect::<BTreeSet<_>>().len();
    }
    println!("{killed} kills in {tournaments} tournaments of {GAMES} games; {at_work} processes joined");
    assert!(engine::all_gone(), "an engine was left behind");
}

/// Whether a worker has ended by itself: no game is left.
fn over(workers: &mut [Child; 2]) -> bool {
    workers.iter_mut().any(|worker| worker.try_wait().unwrap().is_some())
}
