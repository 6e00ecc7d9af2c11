//! The suite that every game must pass; for tests.
//!
//! It plays random games and asks at every position whether the game keeps its contract. What it
//! asks, and why, is told by [`Check`]. What it cannot know, the game tells it: which actions are
//! worth asking about beside the legal ones, which symmetries there are, which turns lead back to
//! where they began, and which positions random play would hardly reach.
//!
//! ```
//! use abstract_game::{conformance::Suite, sample::{Take, TakeTwo}};
//!
//! let summary = Suite::new(TakeTwo::default())
//!     .games(10)
//!     .universe(|_| {
//!         let takes = (0..9).flat_map(|heap| (0..5).map(move |count| Take::From { heap, count }));
//!         takes.chain([Take::EndTurn]).collect()
//!     })
//!     .check();
//! assert_eq!(summary.finished, 10);
//! ```
//!
//! The README shows the rest. A longer run is a matter of [`games`](Suite::games) and
//! [`seed`](Suite::seed); the [`Summary`] tells a test whether enough was seen, such as every kind of
//! end.

mod actions;
mod agreement;
mod by_text;
mod counts;
mod garbled;
mod history;
mod keys;
mod options;
mod positions;
mod second;
mod size;
mod symmetry;
mod text;
mod violation;

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use crate::random::SplitMix64;
use crate::{Match, Position, Reason, Rules};
use violation::Finding;

pub use agreement::{RandomGames, Tally};
pub use counts::{
    Count, check_counts, check_counts_of_second, positions_of_counts, read_counts, write_counts,
};
pub use options::check_options;
pub use positions::{
    check_damaged_positions, check_invalid_positions, check_long_positions, check_position_text,
    check_valid_positions, rules_with,
};
pub use second::{Comparison, RealAction, RealPosition, SecondEnd, SecondImplementation, perft_of_second};
pub use size::{TEST_SIZE, in_parallel, sized};
pub use symmetry::{MapAction, MapPosition, Symmetry};
pub use violation::{Check, Violation};

/// What the suite shall play and ask. Made by [`new`](Suite::new), refined by the other methods, set
/// going by [`check`](Suite::check) or [`run`](Suite::run).
pub struct Suite<R: Rules> {
    rules: R,
    games: u32,
    max_turns: usize,
    seed: u64,
    starts: Vec<R::Position>,
    cycles: Vec<(R::Position, Vec<String>)>,
    universe: Universe<R::Position>,
    symmetries: Vec<Symmetry<R::Position>>,
}

type Universe<P> = Box<dyn Fn(&P) -> Vec<<P as Position>::Action>>;

/// What a run of the suite has seen; to assert that it saw enough.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Games played.
    pub games: u32,
    /// Games that came to an end within the limit of turns.
    pub finished: u32,
    /// Positions checked, the finished ones included.
    pub positions: u64,
    /// The most turns in a game.
    pub longest: usize,
    /// The most legal actions on a position.
    pub most_actions: usize,
    /// How the finished games ended.
    pub ends: BTreeMap<Reason, u32>,
    /// Pairs of neighbours among the legal actions of a position, sorted by
    /// [tag](crate::Action::tag), that share one. Legal, but each costs a search a little.
    pub shared_tags: u64,
}

/// A position, its legal actions, and the actions to ask about.
struct Case<'a, P: Position> {
    position: &'a P,
    /// As generated.
    actions: Vec<P::Action>,
    /// The game's universe, and what was legal one action before.
    asked: Vec<P::Action>,
    /// Whether the universe is the game's own, so that it must hold every legal action.
    has_universe: bool,
    /// Texts of actions that were legal one action before.
    texts_before: &'a [String],
}

impl<R: Rules> Suite<R> {
    /// A suite over a game with these options: 20 games of at most 200 turns, seed 1.
    #[must_use]
    pub fn new(rules: R) -> Self {
        Suite {
            rules,
            games: 20,
            max_turns: 200,
            seed: 1,
            starts: Vec::new(),
            cycles: Vec::new(),
            universe: Box::new(|_| Vec::new()),
            symmetries: Vec::new(),
        }
    }

    /// How many games to play from each start position.
    #[must_use]
    pub fn games(mut self, games: u32) -> Self {
        self.games = games;
        self
    }

    /// After how many turns to break a game off.
    #[must_use]
    pub fn max_turns(mut self, turns: usize) -> Self {
        self.max_turns = turns;
        self
    }

    /// The seed of the random games. Equal seeds give equal games.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Plays as many games from this position as from the rules' own start. It may stand within a
    /// turn or be finished.
    #[must_use]
    pub fn from(mut self, position: R::Position) -> Self {
        self.starts.push(position);
        self
    }

    /// Turns that lead from `start` back to the same state. Played again and again they must end the
    /// game by repetition, and not a turn too soon; random games hardly ever get there.
    #[must_use]
    pub fn cycle(mut self, start: R::Position, turns: &[&str]) -> Self {
        self.cycles.push((start, turns.iter().map(|&turn| turn.into()).collect()));
        self
    }

    /// The actions to ask about on a position: at the least all legal ones, better all that a person
    /// or a transposition table could come up with. Each is legal exactly when it is generated.
    #[must_use]
    pub fn universe(mut self, actions: impl Fn(&R::Position) -> Vec<ActionOf<R>> + 'static) -> Self {
        self.universe = Box::new(actions);
        self
    }

    /// Adds a symmetry. One generator of each group is enough: what commutes with play does so
    /// however often it is applied.
    #[must_use]
    pub fn symmetry(mut self, symmetry: Symmetry<R::Position>) -> Self {
        self.symmetries.push(symmetry);
        self
    }

    /// Runs the suite.
    ///
    /// # Panics
    /// With the [`Violation`] when the game breaks its contract.
    #[track_caller]
    pub fn check(&self) -> Summary {
        match self.run() {
            Ok(summary) => summary,
            Err(violation) => panic!("{violation}"),
        }
    }

    /// Runs the suite.
    ///
    /// # Errors
    /// The first violation of the contract that was found.
    pub fn run(&self) -> Result<Summary, Violation> {
        options::check(&self.rules)?;
        for (start, turns) in &self.cycles {
            history::cycle(start, turns).map_err(|finding| finding.on(start, self.seed, None))?;
        }
        let mut summary = Summary::default();
        let mut seen = keys::Seen::default();
        let first = [self.rules.start()];
        for start in first.iter().chain(&self.starts) {
            for _ in 0..self.games {
                summary.games += 1;
                let ended = self.play(start, &mut seen, &mut summary)?;
                if let Some(reason) = ended {
                    summary.finished += 1;
                    *summary.ends.entry(reason).or_default() += 1;
                }
            }
        }
        Ok(summary)
    }

    /// Plays one random game, checks everything on the way, and says why the game ended.
    fn play(
        &self,
        start: &R::Position,
        seen: &mut keys::Seen<R::Position>,
        summary: &mut Summary,
    ) -> Result<Option<Reason>, Violation> {
        let number = summary.games;
        // Each game has a generator of its own: game 17 is the same whatever the others did.
        let mut random =
            SplitMix64::new(SplitMix64::new(self.seed.wrapping_add(u64::from(number))).next_u64());
        let mut game = Match::new(start.clone());
        let mut before: Option<(Vec<ActionOf<R>>, Vec<String>)> = None;
        loop {
            let position = game.position();
            let at = |finding: Finding| finding.on(position, self.seed, Some(number));
            let (actions_before, texts_before) = before.as_ref().map_or((&[][..], &[][..]), |(a, t)| (a, t));
            let case = self.case(position, actions_before, texts_before);
            self.check_position(&case).map_err(at)?;
            seen.check(position).map_err(at)?;
            symmetry::check(&case, &self.symmetries).map_err(at)?;
            history::check_repetition(&game).map_err(at)?;
            history::check_max_remaining_turns(&game).map_err(at)?;
            by_text::check(&game, &mut random).map_err(at)?;
            self.check_garbled(&case, &mut random, number)?;
            summary.positions += 1;
            summary.most_actions = summary.most_actions.max(case.actions.len());
            summary.shared_tags += keys::shared_tags(&case.actions);
            if game.result().is_some() || game.turns().len() >= self.max_turns {
                break;
            }
            let texts = text::of_all(&case).map_err(at)?;
            let actions = case.actions;
            let action = actions[random.below(actions.len())];
            game.try_play(action).expect("a generated action was found to be legal");
            before = Some((actions, texts));
        }
        history::check(&self.rules, &game)
            .map_err(|finding| finding.on(game.position(), self.seed, Some(number)))?;
        summary.longest = summary.longest.max(game.turns().len());
        Ok(game.result().map(|end| end.reason))
    }

    fn case<'a>(
        &self,
        position: &'a R::Position,
        actions_before: &[ActionOf<R>],
        texts_before: &'a [String],
    ) -> Case<'a, R::Position> {
        let mut asked = (self.universe)(position);
        let has_universe = !asked.is_empty();
        asked.extend_from_slice(actions_before);
        Case { position, actions: position.actions(), asked, has_universe, texts_before }
    }

    /// Everything that can be asked of a position alone. The order matters: a later check may rely on
    /// what an earlier one found to be in order.
    fn check_position(&self, case: &Case<'_, R::Position>) -> Result<(), Finding> {
        actions::check(case)?;
        keys::check(case)?;
        text::check(case, &self.rules)
    }

    /// Reads damaged texts. What the game's readers accept must be as sound as what play leads to.
    fn check_garbled(
        &self,
        case: &Case<'_, R::Position>,
        random: &mut SplitMix64,
        number: u32,
    ) -> Result<(), Violation> {
        let at = |finding: Finding| finding.on(case.position, self.seed, Some(number));
        garbled::check_actions(case, random).map_err(at)?;
        for text in garbled::texts(case.position, random) {
            if let Ok(position) = self.rules.read_position(&text) {
                let case = self.case(&position, &[], &[]);
                self.check_position(&case).map_err(|mut finding| {
                    finding.found.push_str(" (on a position read from a damaged text, `");
                    finding.found.push_str(&text);
                    finding.found.push_str("`, which should perhaps be refused)");
                    finding.on(&position, self.seed, Some(number))
                })?;
            }
        }
        Ok(())
    }
}

type ActionOf<R> = <<R as Rules>::Position as Position>::Action;
