//! The measured pieces of work, each defined once: criterion times them, callgrind counts their instructions.

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use abstract_game::random::SplitMix64;
use abstract_game::{Action as _, Match, Position, Rules, perft};
use agon_engine::games::{PlayerVisitor, visit};
use agon_engine::{GameEngine, PositionOf};
use search::{Evaluation as _, Mcts, MoveOrdering as _, SearchLimits, Searcher};

/// A piece of work that can be repeated.
pub struct Kernel {
    /// The game and what is done, separated by `/`.
    pub name: String,
    /// How many units one run does: actions, positions or playouts; `None` for the nodes that [`run`](Self::run) returns.
    pub units: Option<u64>,
    run: Box<dyn FnMut() -> u64>,
}

impl Kernel {
    /// Does the work. Returns a number that depends on it.
    pub fn run(&mut self) -> u64 {
        (self.run)()
    }
}

/// All kernels.
#[must_use]
pub fn kernels() -> Vec<Kernel> {
    struct OfGame;

    impl PlayerVisitor for OfGame {
        type Output = Vec<Kernel>;

        fn visit<G: GameEngine>(self) -> Vec<Kernel> {
            let mut kernels = Vec::new();
            Game::<G>::new().add_to(&mut kernels);
            kernels
        }
    }

    games::names().filter_map(|game| visit(game, OfGame)).flatten().collect()
}

/// What the kernels of a game work on.
struct Game<G: GameEngine> {
    start: PositionOf<G>,
    /// Busy positions, and positions of random games, those within a turn among them.
    positions: Arc<Vec<PositionOf<G>>>,
}

/// The number of actions after which a random game is stopped.
const LONGEST_GAME: usize = 100;

impl<G: GameEngine> Game<G> {
    fn new() -> Self {
        let rules = G::Rules::default();
        let start = rules.start();
        let busy = G::BENCH.busy.iter().map(|text| rules.read_position(text).expect("a position"));
        let mut positions: Vec<_> = busy.collect();
        let mut buffer = Vec::new();
        for seed in 1..=8 {
            let mut random = SplitMix64::new(seed);
            let mut position = start.clone();
            for played in 1..=LONGEST_GAME {
                let action = position.choose_action(&mut buffer, |count| random.below(count));
                position.play_unchecked(action);
                if position.end().is_some() {
                    break;
                }
                if played % 5 == 0 {
                    positions.push(position.clone());
                }
            }
        }
        Game { start, positions: Arc::new(positions) }
    }

    fn add_to(self, kernels: &mut Vec<Kernel>) {
        let mut add = |name: &str, units: Option<u64>, run: Box<dyn FnMut() -> u64>| {
            kernels.push(Kernel { name: format!("{}/{name}", G::Rules::NAME), units, run });
        };
        let lists: Vec<_> = self.positions.iter().map(Position::actions).collect();
        let actions = Some(lists.iter().map(|list| list.len() as u64).sum());
        let positions = Some(self.positions.len() as u64);

        add("generate", actions, {
            let (positions, mut buffer) = (self.positions.clone(), Vec::new());
            Box::new(move || {
                buffer.clear();
                black_box(&positions).iter().for_each(|position| position.actions_into(&mut buffer));
                buffer.len() as u64
            })
        });
        add("count", positions, {
            let positions = self.positions.clone();
            Box::new(move || {
                black_box(&positions).iter().map(|position| position.count_actions() as u64).sum()
            })
        });
        add("play", actions, {
            let (positions, lists) = (self.positions.clone(), lists.clone());
            Box::new(move || {
                let all = black_box(&positions).iter().zip(&lists);
                all.flat_map(|(position, list)| {
                    list.iter().map(|&action| position.after_unchecked(action).key())
                })
                .fold(0, |all, key| all ^ key)
            })
        });
        add("tag", actions, {
            let lists = lists.clone();
            Box::new(move || black_box(&lists).iter().flatten().map(|action| u64::from(action.tag())).sum())
        });
        add("perft", None, {
            let (start, depth) = (self.start.clone(), G::BENCH.perft_depth);
            Box::new(move || perft::count(black_box(&start), depth))
        });
        add("perft without bulk counting", None, {
            let (start, depth) = (self.start.clone(), G::BENCH.perft_depth);
            Box::new(move || perft::count_one_by_one(black_box(&start), depth))
        });
        add("playouts", Some(50), {
            let start = self.start.clone();
            Box::new(move || {
                let mut random = SplitMix64::new(1);
                let mut buffer = Vec::new();
                (0..50).map(|_| playout(black_box(start.clone()), &mut random, &mut buffer)).sum()
            })
        });
        add("analyse and evaluate", positions, {
            let (positions, knowledge) = (self.positions.clone(), G::Knowledge::default());
            Box::new(move || {
                black_box(&positions)
                    .iter()
                    .map(|position| knowledge.evaluate(position, &knowledge.analyse(position)) as i64 as u64)
                    .fold(0, u64::wrapping_add)
            })
        });
        add("order", actions, {
            let (positions, knowledge) = (self.positions.clone(), G::Knowledge::default());
            Box::new(move || {
                let mut priorities = Vec::new();
                for (position, list) in black_box(&positions).iter().zip(&lists) {
                    knowledge.priorities(position, &knowledge.analyse(position), list, &mut priorities);
                }
                priorities.iter().fold(0, |all, &priority| all ^ priority as u64)
            })
        });
        self.add_searches(add);
    }

    fn add_searches(self, mut add: impl FnMut(&str, Option<u64>, Box<dyn FnMut() -> u64>)) {
        let depth = SearchLimits::depth(G::BENCH.search_depth);
        let game = Match::new(self.start);
        let mut alpha_beta = G::alpha_beta(&G::PARAMETERS);
        alpha_beta.set_hash(1).expect("the memory is available");
        add("alpha-beta", None, Box::new(search_from(alpha_beta, game.clone(), depth)));

        let iterations = SearchLimits::nodes(200);
        let mut random = Mcts::without_knowledge();
        random.set_hash(16).expect("the memory is available");
        add(
            "Monte-Carlo with random playouts",
            None,
            Box::new(search_from(random, game.clone(), iterations)),
        );
        let mut knowing = G::mcts(&G::PARAMETERS);
        knowing.set_hash(16).expect("the memory is available");
        add(
            "Monte-Carlo with the engine's knowledge",
            None,
            Box::new(search_from(knowing, game, iterations)),
        );
    }
}

/// A search from scratch. Returns its nodes.
fn search_from<P: Position>(
    mut search: impl Searcher<P>,
    game: Match<P>,
    limits: SearchLimits,
) -> impl FnMut() -> u64 {
    move || {
        search.new_game();
        search.search(black_box(&game), &limits, &AtomicBool::new(false), &mut |_| ()).report.nodes
    }
}

/// A uniformly random game: without a rule of repetition some last for ever, so it is stopped. Returns its length.
fn playout<P: Position>(mut position: P, random: &mut SplitMix64, buffer: &mut Vec<P::Action>) -> u64 {
    let mut played = 0;
    position.play_out(LONGEST_GAME as u32, buffer, |count| {
        played += 1;
        random.below(count)
    });
    played
}
