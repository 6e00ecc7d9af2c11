//! Tests of every kind of store. Each test has its own store.

pub(crate) mod claims;
pub(crate) mod contents;
pub(crate) mod crowd;
pub(crate) mod model;
pub(crate) mod openings;
pub(crate) mod sums;

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use abstract_game::Player;
use arena::game::{Cause, Ending};
use arena::game::{EngineThinking, Thinking};
use arena::openings::{Candidate, Opening};
use arena::schedule::Game;
use arena::store::{
    Address, Claim, ClaimedGame, Delivery, EngineRow, GameResult, Header, Kept, Store, Token, Worker,
};

/// Defines the tests in the calling module: `suite!(a function that returns a [`Place`])`.
#[macro_export]
macro_rules! suite {
    ($place:path) => {
        $crate::suite!($place;
            claims: in_order, lease_that_ended, renewed, released, finished_twice, progress, closed,
                closed_with_dead_workers;
            contents: header, extended, opening_that_is_missing, results, pages, workers, voided, redefined;
            openings: pieces, leases, in_any_pieces, small_board;
            sums: of_random_results;
            crowd: threads, races_to_extend, dying_workers;
            model: interleavings;
        );
    };
    ($place:path; $($module:ident: $($test:ident),+;)+) => {
        $(mod $module {
            $(#[test]
            fn $test() {
                $crate::suite::$module::$test($place);
            })+
        })+
    };
}

/// The address of a test's tournament, which is removed in the end.
pub(crate) struct Place {
    pub(crate) address: Address,
    /// The folder of the file.
    pub(crate) folder: Option<PathBuf>,
    /// Reads the rows of a query of whole numbers, without this program.
    pub(crate) rows: fn(&Address, &str) -> Vec<Vec<i64>>,
    /// Keeps the server, if any, from being stopped by other tests.
    pub(crate) _server: Option<parking_lot::RwLockReadGuard<'static, ()>>,
}

impl Place {
    pub(crate) fn create(&self) -> Store {
        Store::create(&self.address, &Header::default()).unwrap()
    }

    /// Creates a store with the games 1 to `games`.
    pub(crate) fn with_games(&self, games: usize) -> Store {
        let store = self.create();
        assert!(extend(&store, 0, games));
        store
    }

    /// Another connection to the same tournament.
    pub(crate) fn open(&self) -> Store {
        Store::open(&self.address).unwrap()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(folder) = &self.folder {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

/// A name that is unique in this run.
pub(crate) fn unique_name() -> String {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    format!("arena-test-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// A lease that outlives every test.
pub(crate) const LONG: Duration = Duration::from_secs(3600);

/// A lease of openings. If a connection is cut before the answer, the claim is lost until the lease ends.
const SHORT: Duration = Duration::from_secs(5);

/// A lease that ends at once.
pub(crate) const ENDED: Duration = Duration::ZERO;

/// Makes the openings of the games 1 to `games`, each with another position, or waits until others have made them.
pub(crate) fn make_openings(store: &Store, games: usize) {
    let wanted = games.div_ceil(2);
    while store.status().unwrap().openings < wanted {
        let Some(piece) = store.claim_openings(wanted, 1000, SHORT).unwrap() else {
            std::thread::yield_now();
            continue;
        };
        let row = |number| Some(Candidate { opening: content(number), position: number as u64 });
        let made: Vec<_> = piece.clone().map(row).collect();
        assert_eq!(store.add_openings(piece.start, &made, true).unwrap(), 0);
    }
}

/// Adds the games after `known` up to `games`, with their openings.
pub(crate) fn extend(store: &Store, known: usize, games: usize) -> bool {
    make_openings(store, games);
    store.extend(known, None, &schedule(known, games)).unwrap()
}

/// The opening with this number.
pub(crate) fn content(number: usize) -> Opening {
    Opening::of_turns([format!("opening {number}")])
}

/// The games after `known` up to `games`: pairs with sides swapped, ten in a round.
pub(crate) fn schedule(known: usize, games: usize) -> Vec<Game> {
    (known + 1..=games)
        .map(|number| {
            let pair = number.div_ceil(2);
            let entrants = if number % 2 == 1 { [0, 1] } else { [1, 0] };
            Game { number, round: number.div_ceil(10), pair, opening: pair - 1, entrants }
        })
        .collect()
}

pub(crate) fn worker(store: &Store) -> Worker {
    store.register("host", 7).unwrap()
}

/// Claims a game. Panics if no game is open.
pub(crate) fn claim(store: &Store, worker: &Worker, lease: Duration) -> ClaimedGame {
    match store.claim(worker, lease, &[]).unwrap() {
        Claim::Game(claimed) => claimed,
        other => panic!("{other:?}"),
    }
}

/// Stores the result of a game.
pub(crate) fn finish(store: &Store, token: Token, result: &GameResult, record: &str) -> Kept {
    let delivery = Delivery { token, result: result.clone(), record: record.to_owned() };
    store.finish(&[delivery]).unwrap()[0]
}

/// A result that differs from game to game.
pub(crate) fn result(number: usize) -> GameResult {
    let n = number as u64;
    let thinking = |engine, side, n: u64| EngineThinking {
        engine,
        side,
        thinking: Thinking {
            turns: n,
            depth: 3 * n,
            depth_turns: n / 2,
            nodes: 1 << (n % 60),
            nodes_time: Duration::from_nanos(n * 1_000_001),
            time: Duration::from_secs(n),
            longest: Duration::from_nanos(n),
            overhead: Duration::from_millis(n),
            overhead_turns: n / 3,
            longest_overhead: Duration::from_micros(n),
        },
    };
    GameResult {
        ending: Ending {
            winner: [None, Some(Player::P1), Some(Player::P2)][number % 3],
            cause: Cause::from_word(["length", "capture", "time"][number % 3]),
            detail: (number % 3 == 2).then(|| format!("'{number}' ms; \"zu spät\"\n")),
        },
        culprit: (number % 3 == 2).then_some(number % 4),
        turns: number,
        thinking: (0..number % 4).map(|i| thinking(3 - i, Player::BOTH[i % 2], n + i as u64)).collect(),
        hash: n << 40,
    }
}

pub(crate) fn record(number: usize) -> String {
    format!("# game {number}\n1. P1 a1 ; ½\n")
}

pub(crate) fn engine(name: &str, spec: Option<&str>) -> EngineRow {
    EngineRow { name: name.into(), spec: spec.map(str::to_owned), fingerprint: format!("of {name}") }
}
