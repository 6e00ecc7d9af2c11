//! Tests that serve any game: the suite that checks the contract, and the comparison with a second
//! implementation of the rules.
//!
//! [`Suite`] plays random games and checks at every position that the game keeps its contract.
//! [`Check`] lists what it checks, and why. The game adds what the suite cannot know: illegal actions
//! to try, turns that lead back to the same state, and positions that random play hardly reaches.
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
//! The README shows the rest. [`games`](Suite::games) and [`seed`](Suite::seed) make a longer run; a
//! test asserts with the [`SuiteSummary`] that the run covered enough, such as every kind of end.
//!
//! A [`SecondImplementation`] of the rules, simple enough to be checked by reading, is compared with
//! the real one in [`RandomGames`], by a [`Comparison`] of chosen positions, by counts kept as data
//! ([`check_counts`], [`check_counts_of_second`]), by files of valid and invalid positions and by
//! damaged texts ([`check_valid_positions`] and so on).
//!
//! [`sized`] chooses the numbers of games and cases: small ones unless the environment variable
//! [`TEST_SIZE`] is `long`.

mod actions;
mod agreement;
mod counts;
mod faces;
mod garbled;
mod history;
mod keys;
mod options;
mod positions;
mod second;
mod sides;
mod size;
mod symmetry;
mod text;
mod violation;

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::str::FromStr;

use crate::random::SplitMix64;
use crate::{Match, Position, Reason, Rules};

pub use agreement::{GameTally, RandomGames};
pub use counts::{
    Count, check_counts, check_counts_of_second, positions_of_counts, read_counts, write_counts,
};
pub use positions::{
    check_damaged_positions, check_invalid_positions, check_long_positions, check_position_text,
    check_valid_positions, rules_with,
};
pub use second::{Comparison, RealAction, RealPosition, SecondEnd, SecondImplementation, perft_of_second};
pub use size::{TEST_SIZE, in_parallel, sized};
pub use violation::Check;
use violation::Place;

/// The suite that checks the contract. [`new`](Suite::new) makes it, other methods configure it,
/// [`check`](Suite::check) runs it.
pub struct Suite<R: Rules> {
    rules: R,
    games: u32,
    max_turns: usize,
    seed: u64,
    starts: Vec<R::Position>,
    cycles: Vec<(R::Position, Vec<String>)>,
    universe: Universe<R::Position>,
    from_str: FromStrCheck<R::Position>,
}

/// The check of `FromStr`, for the suites that ask for it.
type FromStrCheck<P> = Option<fn(&Case<'_, P>)>;

type Universe<P> = Box<dyn Fn(&P) -> Vec<<P as Position>::Action>>;

/// What a run of the suite covered. Tests assert that it was enough.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SuiteSummary {
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

/// A position, its legal actions, and the actions to try.
struct Case<'a, P: Position> {
    position: &'a P,
    /// As generated.
    actions: Vec<P::Action>,
    /// The game's universe, and the actions that were legal one action before.
    asked: Vec<P::Action>,
    /// Whether the game has a universe, which then holds every legal action.
    has_universe: bool,
    /// Texts of actions that were legal one action before.
    texts_before: &'a [String],
    place: Place<'a>,
}

impl<P: Position> Case<'_, P> {
    /// Each legal action, and what is checked there.
    fn each_action(&self) -> impl Iterator<Item = (P::Action, Place<'_>)> {
        self.actions.iter().map(|action| (*action, self.place.about(action)))
    }
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
            from_str: None,
        }
    }

    /// Sets the number of games from each start position.
    #[must_use]
    pub fn games(mut self, games: u32) -> Self {
        self.games = games;
        self
    }

    /// Sets the number of turns after which a game is stopped.
    #[must_use]
    pub fn max_turns(mut self, turns: usize) -> Self {
        self.max_turns = turns;
        self
    }

    /// Sets the seed of the random games. Equal seeds give equal games.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Adds a start position, with as many games as from the start of the rules. It may be within a
    /// turn or finished.
    #[must_use]
    pub fn from(mut self, position: R::Position) -> Self {
        self.starts.push(position);
        self
    }

    /// Adds turns that lead from `start` back to the same state. Repeated, they must end the game by
    /// repetition, and not a turn too soon; random games hardly ever do that.
    #[must_use]
    pub fn cycle(mut self, start: R::Position, turns: &[&str]) -> Self {
        self.cycles.push((start, turns.iter().map(|&turn| turn.into()).collect()));
        self
    }

    /// Sets the actions to try on a position: all legal ones and, better, every action that a person or a
    /// transposition table might produce. Each is legal exactly when it is generated.
    #[must_use]
    pub fn universe(mut self, actions: impl Fn(&R::Position) -> Vec<ActionOf<R>> + 'static) -> Self {
        self.universe = Box::new(actions);
        self
    }

    /// Also checks `FromStr`: the text of a position is read as a position with that text, the text of a legal action as
    /// that action.
    #[must_use]
    pub fn reads_from_str(mut self) -> Self
    where
        R::Position: FromStr,
        ActionOf<R>: FromStr,
    {
        self.from_str = Some(text::check_from_str);
        self
    }

    /// Runs the suite.
    ///
    /// # Panics
    /// When the game breaks its contract: with the [`Check`] that failed, the position, the action, what was expected and
    /// what was found.
    pub fn check(&self) -> SuiteSummary {
        let rules = Place { seed: self.seed, ..Place::default() };
        options::check(&self.rules, rules);
        for (start, turns) in &self.cycles {
            history::cycle(start, turns, Place { position: Some(start), ..rules });
        }
        let mut summary = SuiteSummary::default();
        let mut seen = keys::Seen::new();
        let first = [self.rules.start()];
        for start in first.iter().chain(&self.starts) {
            for _ in 0..self.games {
                summary.games += 1;
                self.play(start, &mut seen, &mut summary);
            }
        }
        summary
    }

    /// Plays one random game, and checks every position.
    fn play(&self, start: &R::Position, seen: &mut keys::Seen<R::Position>, summary: &mut SuiteSummary) {
        let number = summary.games;
        // Each game has its own generator: game 17 does not depend on the games before it.
        let mut random =
            SplitMix64::new(SplitMix64::new(self.seed.wrapping_add(u64::from(number))).next_u64());
        let mut game = Match::new(start.clone());
        let (mut actions_before, mut texts_before) = (Vec::new(), Vec::new());
        loop {
            let position = game.position();
            let place =
                Place { position: Some(position), game: Some(number), seed: self.seed, ..Place::default() };
            let case = self.case(position, &actions_before, &texts_before, place);
            self.check_position(&case);
            seen.check(&case);
            symmetry::check(&case);
            history::check_repetition(&game, place);
            history::check_max_remaining_turns(&game, place);
            self.check_garbled(&case, &mut random);
            summary.positions += 1;
            summary.most_actions = summary.most_actions.max(case.actions.len());
            summary.shared_tags += keys::shared_tags(&case.actions);
            if game.result().is_some() || game.turns().len() >= self.max_turns {
                break;
            }
            let action = case.actions[random.below(case.actions.len())];
            faces::check_events(&case, action);
            (texts_before, actions_before) = (text::of_all(&case), case.actions);
            game.try_play(action).expect("a generated action was found to be legal");
        }
        summary.longest = summary.longest.max(game.turns().len());
        if let Some(end) = game.result() {
            summary.finished += 1;
            *summary.ends.entry(end.reason).or_default() += 1;
        }
    }

    fn case<'a>(
        &self,
        position: &'a R::Position,
        actions_before: &[ActionOf<R>],
        texts_before: &'a [String],
        place: Place<'a>,
    ) -> Case<'a, R::Position> {
        let mut asked = (self.universe)(position);
        let has_universe = !asked.is_empty();
        asked.extend_from_slice(actions_before);
        Case { position, actions: position.actions(), asked, has_universe, texts_before, place }
    }

    /// The checks of a single position. The order matters: later checks rely on earlier ones.
    fn check_position(&self, case: &Case<'_, R::Position>) {
        actions::check(case);
        keys::check(case);
        text::check(case, &self.rules);
        sides::check(case);
        faces::check::<R>(case);
        if let Some(check) = self.from_str {
            check(case);
        }
    }

    /// Reads damaged texts. A position that the game's reader accepts must pass the same checks as one that play
    /// leads to.
    fn check_garbled(&self, case: &Case<'_, R::Position>, random: &mut SplitMix64) {
        garbled::check_actions(case, random);
        for text in garbled::texts(case.position, random) {
            if let Ok(position) = self.rules.read_position(&text) {
                let place = Place { position: Some(&position), damaged: Some(&text), ..case.place };
                self.check_position(&self.case(&position, &[], &[], place));
            }
        }
    }
}

type ActionOf<R> = <<R as Rules>::Position as Position>::Action;
