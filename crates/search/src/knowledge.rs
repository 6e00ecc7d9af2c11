//! Game-specific knowledge: the interface between the searches and an engine.

use abstract_game::{Position, Verdict};

use crate::{Random, Score};

/// The result of [`Evaluation::static_result`], for the player to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StaticResult {
    /// Nothing is known.
    Open,
    /// A win in this number of turns, an unfinished turn included; no win is nearer. The list has one action
    /// that begins it.
    Win(u16),
    /// A loss in this number of turns against the longest resistance.
    Loss(u16),
    /// All actions but the listed ones lose, and no listed one loses sooner. The list has at least one action.
    Only,
}

/// The value of positions of one game: what a player knows, and what the rules imply without a search.
///
/// A search analyses each node once and passes the analysis to all questions about that node. All methods but
/// [`analyse`](Self::analyse) have a neutral default, so a search can play any game by its rules alone.
///
/// Evaluations are in centipawns from the view of the player to act; 400 centipawns are winning odds of
/// ten to one (see [`Score::expectation`]).
pub trait Evaluation<P: Position>: Send + Sync {
    /// The properties of a position that several methods need: groups, attacks, distances.
    type Analysis;

    /// Analyses an unfinished position.
    fn analyse(&self, position: &P) -> Self::Analysis;

    /// Analyses an unfinished position after an action on the unfinished position `before`, whose analysis is
    /// known. Override it where updating an analysis is cheaper than making one.
    fn analyse_after(
        &self,
        _parent: &Self::Analysis,
        _before: &P,
        _action: P::Action,
        position: &P,
    ) -> Self::Analysis {
        self.analyse(position)
    }

    /// What the rules imply for an unfinished position, found without a search. It must be exact: searches
    /// take it as a proof. `actions` is empty and receives the actions that belong to the result.
    fn static_result(
        &self,
        _position: &P,
        _analysis: &Self::Analysis,
        _actions: &mut Vec<P::Action>,
    ) -> StaticResult {
        StaticResult::Open
    }

    /// Whether the player to act, in an unfinished turn, probably loses unless further actions of the turn prevent it. The
    /// evaluation of such a position is not reliable, so alpha-beta searches some of them where its depth ends.
    fn is_unsettled(&self, _position: &P, _analysis: &Self::Analysis) -> bool {
        false
    }

    /// A win or a loss by a line of forced actions, where [`static_result`](Self::static_result) does not decide the position, with the
    /// number of turns to the end, at most. It must be true, too. Monte-Carlo tree search asks for it once for each action that
    /// it visits.
    fn forced_result(&self, _position: &P, _analysis: &Self::Analysis) -> Option<(Verdict, u16)> {
        None
    }

    /// The static evaluation of an unfinished position for the player to act, in centipawns. Searches ask for it only
    /// where the static result does not decide the position.
    fn evaluate(&self, _position: &P, _analysis: &Self::Analysis) -> i32 {
        0
    }

    /// The static evaluation of an unfinished position that is not analysed yet.
    fn static_score(&self, position: &P) -> Score {
        Score::centipawns(self.evaluate(position, &self.analyse(position)))
    }
}

/// Actions with at least this priority are searched before killers and history actions and without
/// late move reductions. Actions with at most `-URGENT` are searched last.
pub const URGENT: i32 = 1 << 20;

/// Which actions of a position are promising: their order in alpha-beta and proof searches, their priors in Monte-Carlo tree
/// search, and which need no search. All methods have a neutral default.
pub trait MoveOrdering<P: Position>: Evaluation<P> {
    /// Whether an action may have a priority of at least [`URGENT`] or at most `-URGENT`. In a game without such actions alpha-beta tries
    /// the killers before it generates the others.
    const HAS_URGENT: bool = true;

    /// Appends the move ordering score of each action, in the order of `actions`: higher scores are searched
    /// earlier. Scores lie within ±2^30. Searches add killer and history scores, which stay below
    /// [`URGENT`].
    fn priorities(
        &self,
        _position: &P,
        _analysis: &Self::Analysis,
        actions: &[P::Action],
        priorities: &mut Vec<i32>,
    ) {
        priorities.extend(actions.iter().map(|_| 0));
    }

    /// Appends the prior of each action in Monte-Carlo tree search, in the order of `actions`: natural
    /// logarithms of odds; 0 is neutral. Actions with a higher prior are visited earlier.
    fn priors(
        &self,
        _position: &P,
        _analysis: &Self::Analysis,
        actions: &[P::Action],
        priors: &mut Vec<f32>,
    ) {
        priors.extend(actions.iter().map(|_| 0.0));
    }

    /// Whether `second`, which is legal after `first` on `before` in the same turn, is legal before `first`, too, with the same
    /// result. Searches follow one of the two orders.
    fn commute(&self, _before: &P, _first: P::Action, _second: P::Action) -> bool {
        false
    }

    /// Whether `second`, which is legal after `first` on `before` in the same turn, can be left out, because another turn leads to
    /// the same game.
    fn is_superfluous(&self, _before: &P, _first: P::Action, _second: P::Action) -> bool {
        false
    }

    /// Appends the actions that raise the evaluation at once by about `least_gain` centipawns or more, such as captures, the most
    /// promising first. The quiescence search of alpha-beta tries them where the depth ends.
    fn noisy_actions(
        &self,
        _position: &P,
        _analysis: &Self::Analysis,
        _least_gain: i32,
        _actions: &mut Vec<P::Action>,
    ) {
    }
}

/// The playouts of Monte-Carlo tree search. All methods have a neutral default: whole games of random actions.
pub trait Playouts<P: Position>: Evaluation<P> {
    /// The playout policy: a legal action of an unfinished position. `buffer` is scratch space for action
    /// generation. It gets no analysis: a policy asks one question about each position, and computes only what it needs.
    fn playout_action(&self, position: &P, random: &mut Random, buffer: &mut Vec<P::Action>) -> P::Action {
        position.choose_action(buffer, |count| random.below(count))
    }

    /// Plays up to `limit` actions of a playout, until the game is over.
    fn play_out(&self, position: &mut P, limit: u32, random: &mut Random, buffer: &mut Vec<P::Action>) {
        for _ in 0..limit {
            if position.end().is_some() {
                return;
            }
            let action = self.playout_action(position, random, buffer);
            position.play_unchecked(action);
        }
    }

    /// The number of actions after which a playout stops and [`Evaluation::evaluate`] replaces its
    /// result. 0: leaves are evaluated without a playout.
    fn playout_length(&self) -> u32 {
        u32::MAX
    }
}

/// What a player knows about a game, for all searches. Implemented for every type that has the parts.
pub trait Knowledge<P: Position>: MoveOrdering<P> + Playouts<P> {}

impl<P: Position, K: MoveOrdering<P> + Playouts<P>> Knowledge<P> for K {}

/// No knowledge beyond the rules: every default of the parts of [`Knowledge`].
///
/// [`MctsParameters::without_knowledge`](crate::mcts::MctsParameters::without_knowledge) suits its equal priors and random playouts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoKnowledge;

impl<P: Position> Evaluation<P> for NoKnowledge {
    type Analysis = ();

    fn analyse(&self, _position: &P) {}
}

impl<P: Position> MoveOrdering<P> for NoKnowledge {}

impl<P: Position> Playouts<P> for NoKnowledge {
    fn play_out(&self, position: &mut P, limit: u32, random: &mut Random, buffer: &mut Vec<P::Action>) {
        position.play_out(limit, buffer, |count| random.below(count));
    }
}

#[cfg(test)]
mod tests {
    use abstract_game::sample::{Heaps, TakeTwo};
    use abstract_game::{Player, Position as _, Rules as _};

    use super::{Evaluation, MoveOrdering, NoKnowledge, Playouts, Random};
    use crate::{Score, StaticResult};

    /// The methods that it inherits: [`NoKnowledge`] has others.
    struct Defaults;

    impl Evaluation<Heaps> for Defaults {
        type Analysis = ();

        fn analyse(&self, _: &Heaps) {}

        fn evaluate(&self, position: &Heaps, (): &()) -> i32 {
            position.max_remaining_turns().map_or(0, |turns| turns as i32)
        }
    }

    impl MoveOrdering<Heaps> for Defaults {}

    impl Playouts<Heaps> for Defaults {}

    fn heaps(text: &str) -> Heaps {
        TakeTwo::default().read_position(text).expect("a position")
    }

    #[test]
    fn defaults_are_neutral() {
        let position = heaps("3,4 1 2");
        let actions = position.actions();
        let (mut priorities, mut priors) = (vec![9], vec![9.0]);
        Defaults.priorities(&position, &(), &actions, &mut priorities);
        Defaults.priors(&position, &(), &actions, &mut priors);
        assert_eq!(priorities, [9, 0, 0, 0, 0, 0, 0]);
        assert_eq!(priors, [9.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(Defaults.static_result(&position, &(), &mut Vec::new()), StaticResult::Open);
        assert_eq!(Defaults.static_score(&position), Score::centipawns(7));
        assert!(!Defaults.commute(&position, actions[0], actions[0]));
        assert!(!Defaults.is_superfluous(&position, actions[0], actions[0]));
        assert_eq!(NoKnowledge.evaluate(&position, &()), 0);
        assert_eq!(Defaults.playout_length(), u32::MAX);
    }

    #[test]
    fn a_playout_has_a_limit_and_depends_on_the_seed() {
        let start = heaps("9,9,9,9 1 2");
        let play = |knowledge: &dyn Fn(&mut Heaps, u32, &mut Random), limit, seed| {
            let mut position = start.clone();
            knowledge(&mut position, limit, &mut Random::new(seed));
            position
        };
        let defaults = |position: &mut Heaps, limit, random: &mut Random| {
            Defaults.play_out(position, limit, random, &mut Vec::new());
        };
        let none = |position: &mut Heaps, limit, random: &mut Random| {
            NoKnowledge.play_out(position, limit, random, &mut Vec::new());
        };
        for knowledge in [&defaults as &dyn Fn(&mut Heaps, u32, &mut Random), &none] {
            assert_eq!(play(knowledge, 0, 1), start);
            let one = play(knowledge, 1, 1);
            assert!(start.actions().into_iter().any(|action| start.after(action) == one));
            assert_eq!(play(knowledge, 3, 1), play(knowledge, 3, 1));
            assert!((2..20).any(|seed| play(knowledge, 3, seed) != play(knowledge, 3, 1)));
            let end = play(knowledge, u32::MAX, 1);
            assert!(end.end().is_some_and(|end| Player::BOTH.map(Some).contains(&end.winner)));
        }
    }
}
