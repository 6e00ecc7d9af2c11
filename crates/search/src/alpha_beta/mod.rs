//! Alpha-beta: iterative deepening of a principal variation search over actions.
//!
//! | file | content |
//! | --- | --- |
//! | `parameters.rs` | the tunable parameters |
//! | `search.rs` | the recursion |
//! | `stack.rs` | the line to the current node: actions, static evaluations, killers, repetitions |
//! | `pruning.rs` | what is left out: table cutoffs, futility, late moves; late move reductions |
//! | `quiescence.rs` | noisy actions and unsettled turns beyond the depth |
//! | `ordering/` | move ordering: table action, priorities, killers, history |
//! | `thread.rs` | what a thread keeps from search to search, its counts |
//! | `searching.rs` | which positions the threads are searching at this moment |
//! | `deepening.rs`, `root.rs` | iterative deepening, aspiration windows, MultiPV, when to stop |
//!
//! Threads search the same root and share the transposition table. A thread defers an action that another one is searching
//! (simplified ABDADA).

mod deepening;
mod ordering;
mod parameters;
mod pruning;
mod quiescence;
mod root;
mod search;
mod searching;
mod stack;
mod thread;

use std::collections::TryReserveError;
use std::iter::zip;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use abstract_game::{Match, Position};
use resources::threads::Helpers;

use self::deepening::deepen;
pub use self::parameters::AlphaBetaParameters;
use self::searching::Searching;
use self::thread::{SearchThread, Shared, ThreadData};
use crate::control::SearchControl;
use crate::repetition::{ending_states, set_key};
use crate::transposition_table::TranspositionTable;
use crate::{
    MoveOrdering, SearchLimits, SearchReport, SearchResult, SearchSettings, Searcher, TableParameters,
    TimeParameters,
};

/// Alpha-beta search with a transposition table that it keeps between searches.
///
/// ```
/// use std::sync::{Arc, atomic::AtomicBool};
/// use abstract_game::{Match, Rules, sample::TakeTwo, turn};
/// use search::{AlphaBeta, SearchLimits, NoKnowledge, Searcher};
///
/// let game = Match::new(TakeTwo::default().read_position("0,3,2 1 2")?);
/// let mut search = AlphaBeta::new(Arc::new(NoKnowledge));
/// let result = search.search(&game, &SearchLimits::default(), &AtomicBool::new(false), &mut |_| ());
/// assert_eq!(result.report.score.to_string(), "win in 1 turn");
/// assert_eq!(turn::write(game.position(), &result.turn), "b3,c2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct AlphaBeta<P: Position, K: MoveOrdering<P>> {
    knowledge: Arc<K>,
    parameters: AlphaBetaParameters,
    table_parameters: TableParameters,
    time_parameters: TimeParameters,
    /// Made when its size is set, or by the first search.
    table: Option<TranspositionTable>,
    settings: SearchSettings<P::Action>,
    /// What each thread has learned.
    data: Vec<ThreadData<P::Action>>,
    helpers: Helpers,
}

impl<P: Position, K: MoveOrdering<P>> AlphaBeta<P, K> {
    /// The default size of the table, in MiB.
    pub const DEFAULT_HASH: usize = 16;

    /// A search with the default parameters, one thread, one line and a table of [`DEFAULT_HASH`](Self::DEFAULT_HASH) MiB.
    #[must_use]
    pub fn new(knowledge: Arc<K>) -> Self {
        AlphaBeta {
            knowledge,
            parameters: AlphaBetaParameters::DEFAULT,
            table_parameters: TableParameters::DEFAULT,
            time_parameters: TimeParameters::DEFAULT,
            table: None,
            settings: SearchSettings::default(),
            data: Vec::new(),
            helpers: Helpers::new(),
        }
    }

    /// The same with the given parameters.
    #[must_use]
    pub fn with_parameters(self, parameters: AlphaBetaParameters) -> Self {
        AlphaBeta { parameters, ..self }
    }

    /// The same with the given parameters of the table. They apply from the next [`set_hash`](Searcher::set_hash) on.
    #[must_use]
    pub fn with_table_parameters(self, table_parameters: TableParameters) -> Self {
        AlphaBeta { table_parameters, ..self }
    }

    /// The same with the given parameters of time management.
    #[must_use]
    pub fn with_time_parameters(self, time_parameters: TimeParameters) -> Self {
        AlphaBeta { time_parameters, ..self }
    }
}

impl<P: Position, K: MoveOrdering<P>> Searcher<P> for AlphaBeta<P, K> {
    fn new_game(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
        self.data.clear();
    }

    fn set_hash(&mut self, mebibytes: usize) -> Result<(), TryReserveError> {
        self.table = Some(TranspositionTable::new(mebibytes, self.table_parameters)?);
        Ok(())
    }

    fn settings(&mut self) -> &mut SearchSettings<P::Action> {
        &mut self.settings
    }

    fn static_line(&self, position: &P) -> Option<SearchReport<P::Action>> {
        Some(crate::static_turn::report(position, &*self.knowledge))
    }

    fn search(
        &mut self,
        game: &Match<P>,
        limits: &SearchLimits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchReport<P::Action>),
    ) -> SearchResult<P> {
        assert!(game.result().is_none(), "the match is over");
        let default = || {
            let table = TranspositionTable::new(Self::DEFAULT_HASH, self.table_parameters);
            table.expect("the memory is available")
        };
        let table = self.table.get_or_insert_with(default);
        table.begin_search(set_key(&ending_states(game)));
        let mut control = SearchControl::new(*limits, stop).with_first_result();
        control.time_parameters = self.time_parameters;
        let control = &control;
        let SearchSettings { threads, lines, left_out, .. } = &self.settings;
        let threads = (*threads).max(1);
        let shared = &Shared { table, searching: Searching::new(threads) };
        self.data.resize_with(threads, ThreadData::new);
        let (knowledge, parameters) = (&*self.knowledge, &self.parameters);
        let run = |number: usize,
                   data: &mut ThreadData<_>,
                   lines,
                   report: &mut dyn FnMut(&SearchReport<P::Action>)| {
            data.begin_search(parameters);
            let mut thread = SearchThread::new(game, knowledge, parameters, shared, control, data);
            if threads == 1 && limits.nodes.is_some() {
                // Every node is counted at once, so that the limit is exact.
                thread.nodes_between_counts = 1;
            }
            deepen(&mut thread, game, left_out, lines, number, report)
        };
        let (first, others) = self.data.split_first_mut().expect("there is one thread at least");
        self.helpers.run(
            zip(1.., others),
            || {
                let _stop_helpers = control.stop_on_drop();
                run(0, first, (*lines).max(1), report)
            },
            |(number, data)| {
                run(number, data, 1, &mut |_| ());
            },
        )
    }
}
