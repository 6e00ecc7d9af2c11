//! Alpha-beta: iterative deepening over actions, with a transposition table shared by all threads.

mod history;
mod iterative_deepening;
mod move_picker;
mod root;
mod search;
mod settings;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use abstract_game::{Match, Position};

use self::iterative_deepening::deepen;
use self::search::SearchThread;
pub use self::settings::Settings;
use crate::control::SearchControl;
use crate::transposition_table::TranspositionTable;
use crate::{Knowledge, SearchLimits, SearchReport, SearchResult, Searcher, threads};

/// A search that looks at every action to some depth, deeper with each round, and trusts the
/// evaluation beyond.
///
/// ```
/// use std::sync::{Arc, atomic::AtomicBool};
/// use abstract_game::{Match, Rules, sample::TakeTwo, turn};
/// use search::{AlphaBeta, SearchLimits, NoKnowledge, Searcher};
///
/// let game = Match::new(TakeTwo::default().read_position("0,3,2 1 2")?);
/// let mut search = AlphaBeta::new(Arc::new(NoKnowledge));
/// let answer = search.search(&game, &SearchLimits::default(), &AtomicBool::new(false), &mut |_| ());
/// assert_eq!(answer.report.score.to_string(), "win in 1 turn");
/// assert_eq!(turn::write(game.position(), &answer.turn), "b3,c2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct AlphaBeta<P: Position, K: Knowledge<P>> {
    knowledge: Arc<K>,
    settings: Settings,
    table: TranspositionTable,
    threads: usize,
    lines: usize,
    /// `SearchThread` is per search; this only ties the type to its positions.
    positions: std::marker::PhantomData<fn() -> P>,
}

impl<P: Position, K: Knowledge<P>> AlphaBeta<P, K> {
    /// A search with one thread, one line and a table of 16 MiB.
    #[must_use]
    pub fn new(knowledge: Arc<K>) -> Self {
        Self::with_settings(knowledge, Settings::default())
    }

    /// The same with other settings.
    #[must_use]
    pub fn with_settings(knowledge: Arc<K>, settings: Settings) -> Self {
        AlphaBeta {
            knowledge,
            settings,
            table: TranspositionTable::new(16),
            threads: 1,
            lines: 1,
            positions: std::marker::PhantomData,
        }
    }
}

impl<P: Position, K: Knowledge<P>> Searcher<P> for AlphaBeta<P, K> {
    fn new_game(&mut self) {
        self.table.clear();
    }

    fn set_hash(&mut self, mebibytes: usize) {
        self.table = TranspositionTable::new(mebibytes);
    }

    fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    fn set_multipv(&mut self, lines: usize) {
        self.lines = lines.max(1);
    }

    /// Nothing here is random.
    fn set_seed(&mut self, _seed: u64) {}

    fn search(
        &mut self,
        game: &Match<P>,
        limits: &SearchLimits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchReport<P::Action>),
    ) -> SearchResult<P> {
        assert!(game.result().is_none(), "a finished game cannot be searched");
        self.table.next_generation();
        let control = SearchControl::new(*limits, stop);
        let thread =
            || SearchThread::new(game, &*self.knowledge, &self.settings, &self.table, &control, self.threads);
        threads::run(
            self.threads,
            || {
                let _stop_helpers = control.stop_on_drop();
                deepen(&mut thread(), game, self.lines, 0, report)
            },
            |number| {
                deepen(&mut thread(), game, 1, number, &mut |_| ());
            },
        )
    }
}
