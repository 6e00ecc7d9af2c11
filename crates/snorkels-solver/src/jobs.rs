//! Searches shared by several processes: a best-first tree whose leaves are jobs, each a search of some million nodes.
//!
//! A database holds the jobs and their results, nothing else: the tree follows from the results. It is an SQLite file for the
//! processes of one machine, or, with the cargo feature `postgres`, a PostgreSQL server for those of many. Jobs come in rounds. A
//! round is chosen when all earlier jobs are finished, so it does not depend on which process worked on which job, nor on
//! the time this took. A job searches with an empty table of a fixed size, so its result is always the same; the first one
//! is accepted. Processes that are killed at any moment change neither the value nor the sum of the accepted nodes.
//!
//! A claim ends with its lease, unless it is renewed. Time is the clock of the database: machines need not agree on theirs.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::thread::sleep;
use std::time::Duration;

use database::{Contents, Database, StoreError, Value, corrupt, values};
use snorkels_core::Position;
use thiserror::Error;

use crate::numbers::{Numbers, combine, share_decided};
use crate::solver::{Progress, Solver, SolverError};

/// The settings of a store. A store that exists keeps its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The maximum number of nodes of a job.
    pub nodes: u64,
    /// The maximum number of jobs of a round: more processes than this wait.
    pub round: u32,
    /// The bytes of the table of a job.
    pub memory: usize,
}

/// Why jobs cannot go on.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JobsError {
    /// The solver refuses the position.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// The store belongs to another position.
    #[error("the store holds jobs of the position `{}`", printable::cut(.0, 80))]
    Position(String),
    /// The database does not answer or refuses, or holds something else.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What all processes have found so far.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Shared {
    /// The numbers of the whole tree; its `nodes` are those of all accepted jobs.
    pub progress: Progress,
    /// The number of finished jobs.
    pub jobs: usize,
    /// The share of the tree that is decided, 0 to 1: of all placements of the likely loser, each with the best answer.
    pub decided: f64,
}

/// The sets of cells of a position: those of the player to place, and those of the opponent.
type Key = [u64; 2];

/// A position of the tree.
#[derive(Default)]
struct Node {
    numbers: Numbers,
    /// Whether its job is finished.
    searched: bool,
    /// Empty in a leaf.
    children: Vec<Key>,
}

/// The tree, rebuilt from the results of jobs.
struct Tree {
    /// Judges positions without a search.
    judge: Solver,
    root: Key,
    nodes: HashMap<Key, Node>,
    round: u32,
}

impl Tree {
    fn new(position: &Position, round: u32) -> Result<Tree, SolverError> {
        let judge = Solver::new(position, 0)?;
        let state = judge.state(position)?;
        let mut tree = Tree { judge, root: [state.own, state.enemy], nodes: HashMap::new(), round };
        tree.node(tree.root).numbers = Numbers { phi: 1, delta: 1 };
        Ok(tree)
    }

    fn node(&mut self, key: Key) -> &mut Node {
        self.nodes.entry(key).or_default()
    }

    /// Gives a leaf its children.
    fn expand(&mut self, leaf: Key) {
        match self.judge.search.expand(&self.judge.state_of(leaf)) {
            Ok(children) => {
                self.node(leaf).children = children.iter().map(|(key, _)| *key).collect();
                for (key, numbers) in children {
                    self.nodes.entry(key).or_insert_with(|| Node { numbers, ..Node::default() });
                }
            }
            Err(numbers) => self.node(leaf).numbers = numbers,
        }
    }

    /// Computes all numbers again, those of children before those of their parents: each level has more snorkels.
    fn update(&mut self) {
        let inner = self.nodes.iter().filter(|(_, node)| !node.children.is_empty());
        let mut order: Vec<Key> = inner.map(|(&key, _)| key).collect();
        order.sort_by_key(|[own, enemy]| Reverse((own | enemy).count_ones()));
        for key in order {
            self.node(key).numbers = combine(self.of_children(key)).numbers;
        }
    }

    /// The numbers of a node's children.
    fn of_children(&self, key: Key) -> impl Iterator<Item = Numbers> + Clone {
        self.nodes[&key].children.iter().map(|child| self.nodes[child].numbers)
    }

    fn is_decided(&self) -> bool {
        self.nodes[&self.root].numbers.are_decided()
    }

    /// The leaves that the next round searches; none if the root is decided.
    fn next_round(&mut self) -> Vec<Key> {
        let mut chosen: Vec<(Key, Numbers)> = Vec::new();
        while chosen.len() < self.round as usize && !self.is_decided() {
            let mut leaf = self.root;
            while !self.nodes[&leaf].children.is_empty() {
                leaf = self.nodes[&leaf].children[combine(self.of_children(leaf)).index];
            }
            if chosen.iter().any(|&(key, _)| key == leaf) {
                break;
            }
            let Node { numbers, searched, .. } = self.node(leaf);
            if *searched {
                self.expand(leaf);
            } else {
                // Another leaf is chosen next unless this one is far better.
                chosen.push((leaf, *numbers));
                numbers.delta = numbers.delta.saturating_mul(4).saturating_add(16);
            }
            self.update();
        }
        let decided = self.is_decided();
        for &(key, numbers) in &chosen {
            self.node(key).numbers = numbers;
        }
        self.update();
        if decided { Vec::new() } else { chosen.into_iter().map(|(key, _)| key).collect() }
    }

    /// The share of a node's tree that is decided.
    fn decided(&self, key: Key) -> f64 {
        let Node { numbers, children, .. } = &self.nodes[&key];
        let of_children: Vec<_> = self.of_children(key).collect();
        share_decided(*numbers, &of_children, |child| self.decided(children[child]))
    }
}

/// Jobs of one position, in a database.
pub struct Jobs {
    position: Position,
    settings: Settings,
    store: Database,
    lease: Duration,
}

/// What a database of jobs holds.
pub const CONTENTS: Contents =
    Contents { what: "store of jobs", program: "snorkels-solve", package: env!("CARGO_PKG_NAME") };

/// The table that marks a database as a store of jobs.
const SETTINGS: &str = "solver_settings";

/// Sets of cells have the bit 8 * rank + file. A lease is the end of a claim, in milliseconds since 1970.
const TABLES: &str = "
CREATE TABLE solver_settings (
    position TEXT NOT NULL, nodes {integer} NOT NULL, round {integer} NOT NULL, memory {integer} NOT NULL
){strict};
CREATE TABLE solver_job (
    id {identity},
    round {integer} NOT NULL,
    own {integer} NOT NULL, enemy {integer} NOT NULL,
    claim {integer} NOT NULL DEFAULT 0,
    lease {integer} NOT NULL DEFAULT 0,
    proof {integer}, disproof {integer}, work {integer},
    UNIQUE (own, enemy)
){strict};
";

impl Jobs {
    /// Opens a store, or creates it. The database may wait for a server that does not answer
    /// ([`Database::with_retries`]).
    ///
    /// # Errors
    /// The database fails, or holds jobs of another position or something else; or there is too little memory for a job.
    pub fn open(
        store: Database,
        position: &Position,
        settings: Settings,
        lease: Duration,
    ) -> Result<Jobs, JobsError> {
        Solver::new(position, 0)?;
        let text = position.to_string();
        // The table of a job, made to see whether there is memory for it. A new store does not get a setting that cannot be met.
        let make_table = |settings: Settings| Solver::new(position, settings.memory).map(drop);
        let made = store.read(|connection| {
            let made = connection.has_tables(SETTINGS)?;
            connection.configure()?;
            Ok(made)
        })?;
        if !made {
            make_table(settings)?;
        }
        let (held, settings) = store.write(|connection, _| {
            connection.create_schema()?;
            if !connection.has_tables(SETTINGS)? {
                connection.run_script(TABLES)?;
                let Settings { nodes, round, memory } = settings;
                connection.execute(
                    "INSERT INTO solver_settings (position, nodes, round, memory) VALUES ($1, $2, $3, $4)",
                    values![text.as_str(), nodes, round, memory],
                )?;
            }
            let (held, nodes, round, memory): (String, _, _, _) =
                connection.one("SELECT position, nodes, round, memory FROM solver_settings", &[])?;
            Ok((held, Settings { nodes, round, memory }))
        })?;
        if held != text {
            return Err(JobsError::Position(held));
        }
        make_table(settings)?;
        Ok(Jobs { position: *position, settings, store, lease })
    }

    /// Works until the value of the position is known or all processes together have searched `nodes`. `report` gets the
    /// state after each round, the last one too.
    ///
    /// # Errors
    /// The database fails.
    pub fn work(&self, nodes: u64, mut report: impl FnMut(Shared)) -> Result<Shared, JobsError> {
        let mut tree = Tree::new(&self.position, self.settings.round)?;
        let (mut done, mut jobs, mut work) = (0, 0, 0);
        loop {
            // Replays the rounds that are finished, and adds the next one.
            let round = tree.next_round();
            let shared = Shared {
                progress: Progress::new(tree.nodes[&tree.root].numbers, work),
                jobs,
                decided: tree.decided(tree.root),
            };
            report(shared);
            if round.is_empty() || work >= nodes {
                return Ok(shared);
            }
            done += 1;
            self.add(done, &round)?;
            while !self.is_finished(done)? {
                if !self.work_on_one()? {
                    sleep(self.lease.min(Duration::from_millis(200)) / 4);
                }
            }
            for (key, numbers, nodes) in self.results(done, &round)? {
                *tree.node(key) = Node { numbers, searched: true, children: Vec::new() };
                jobs += 1;
                work = nodes.saturating_add(work);
            }
            tree.update();
        }
    }

    /// Adds the jobs of a round, unless another process has done it.
    fn add(&self, round: u64, keys: &[Key]) -> Result<(), JobsError> {
        Ok(self.store.write(|connection, _| {
            for &[own, enemy] in keys {
                connection.execute(
                    "INSERT INTO solver_job (round, own, enemy) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                    values![round, set_value(own), set_value(enemy)],
                )?;
            }
            Ok(())
        })?)
    }

    fn is_finished(&self, round: u64) -> Result<bool, JobsError> {
        let open = "SELECT count(*) FROM solver_job WHERE round <= $1 AND work IS NULL";
        let open: u64 = self.store.read(|connection| connection.one(open, values![round]))?;
        Ok(open == 0)
    }

    /// In the order in which the jobs were added: one for each of the keys.
    fn results(&self, round: u64, keys: &[Key]) -> Result<Vec<(Key, Numbers, u64)>, JobsError> {
        let results = "SELECT own, enemy, proof, disproof, work FROM solver_job WHERE round = $1 ORDER BY id";
        Ok(self.store.read(|connection| {
            let rows: Vec<(i64, i64, u32, u32, u64)> = connection.all(results, values![round])?;
            let read =
                |(own, enemy, phi, delta, work)| ([own as u64, enemy as u64], Numbers { phi, delta }, work);
            let results: Vec<(Key, Numbers, u64)> = rows.into_iter().map(read).collect();
            let are_sound = results.iter().all(|(_, numbers, _)| numbers.are_sound());
            // Without all of them, the same round would come again and again.
            if !are_sound || !results.iter().map(|(key, ..)| key).eq(keys) {
                return Err(corrupt(format!(
                    "round {round} has not the jobs that follow from the rounds before it"
                )));
            }
            Ok(results)
        })?)
    }

    /// Claims a job and searches it; `false` if none is free.
    fn work_on_one(&self) -> Result<bool, JobsError> {
        let lease: Value = u64::try_from(self.lease.as_millis()).unwrap_or(u64::MAX >> 2).into();
        let claimed: Option<(u64, u64, i64, i64)> = self.store.write(|connection, _| {
            connection.first(
                "UPDATE solver_job SET claim = claim + 1, lease = {now} + $1 WHERE id = (SELECT id FROM solver_job \
                 WHERE work IS NULL AND lease < {now} ORDER BY id LIMIT 1 {skip locked}) \
                 RETURNING id, claim, own, enemy",
                std::slice::from_ref(&lease),
            )
        })?;
        let Some((id, claim, own, enemy)) = claimed else { return Ok(false) };
        let mut solver = Solver::new(&self.position, self.settings.memory)?;
        let state = solver.state_of([own as u64, enemy as u64]);
        loop {
            // Slices of a fixed size: the limit of a slice is part of what makes a result.
            let left = self.settings.nodes - solver.nodes();
            let numbers = solver.limited(left.min(SLICE)).run(&state);
            if numbers.are_decided() || solver.nodes() >= self.settings.nodes {
                self.change(
                    "UPDATE solver_job SET proof = $1, disproof = $2, work = $3 WHERE id = $4 AND work IS NULL",
                    values![numbers.phi, numbers.delta, solver.nodes(), id],
                )?;
                return Ok(true);
            }
            let renew =
                "UPDATE solver_job SET lease = {now} + $1 WHERE id = $2 AND claim = $3 AND work IS NULL";
            if self.change(renew, values![lease.clone(), id, claim])? == 0 {
                // The lease ended, and another process has the job.
                return Ok(true);
            }
        }
    }

    /// Runs a statement and returns the number of rows that it changed.
    fn change(&self, sql: &str, values: &[Value]) -> Result<u64, JobsError> {
        Ok(self.store.write(|connection, _| connection.execute(sql, values))?)
    }
}

/// A column of 64 bits with a sign.
fn set_value(set: u64) -> Value {
    (set as i64).into()
}

/// The nodes between two renewals of a lease: about a second.
const SLICE: u64 = 1 << 19;
