//! Positions from games of the engine against itself.

use std::sync::atomic::AtomicBool;

use abstract_game::random::{SplitMix64, mix};
use abstract_game::{Match, Position, Rules as _};
use agon_engine::training::Proofs;
use agon_engine::{BoxedSearch, EngineParameters, GameEngine, PositionOf, SearchKind, Setup};
use search::{Evaluation as _, MoveOrdering, Score, ScoreKind, SearchLimits};

use crate::{NetworkOf, Sample};

/// The memory of the search, in MiB. It is cleared for each game.
const HASH: usize = 1;
/// A game that is not over after this number of turns counts as drawn.
pub(crate) const MAX_TURNS: usize = 400;
/// The greatest number of likely actions before a position beside the game.
const ASIDE: usize = 3;
/// The number of random actions of which the likeliest is played.
const CANDIDATES: usize = 3;

/// What decides the games, except for the seed.
pub struct Generation<G: GameEngine> {
    /// The rules with their options.
    pub rules: G::Rules,
    /// What the player knows, with its network.
    pub knowledge: G::Knowledge,
    /// The number of games.
    pub games: u64,
    /// The number of nodes of alpha-beta for each action.
    pub nodes: u64,
    /// The least and the greatest number of random turns at the start.
    pub random_turns: (usize, usize),
    /// If the samples are to be won positions of proofs from a position of each game, with the actions of short proofs.
    pub proofs: Option<Proofs<PositionOf<G>>>,
}

/// Plays games of the engine against itself, without the solver, and collects the positions that suit the
/// [training](agon_engine::training::GameNetwork::is_kept) of a network, with the best actions. The same settings and the same seed give the same samples.
///
/// A game ends when the search has proved its result.
///
/// # Panics
/// If the least number of random turns is greater than the greatest.
pub fn generate<G: GameEngine>(
    network: NetworkOf<G>,
    settings: &Generation<G>,
    seed: u64,
) -> Vec<Sample<PositionOf<G>>> {
    let mut search = new_search::<G>(settings.knowledge.clone());
    let mut samples = Vec::new();
    for game in 0..settings.games {
        let mut random = SplitMix64::new(mix(seed, &[game]));
        play(network, settings, &mut search, &mut random, &mut samples);
    }
    samples
}

fn new_search<G: GameEngine>(knowledge: G::Knowledge) -> BoxedSearch<G> {
    let mut setup = Setup::default();
    (setup.search, setup.solver, setup.hash) = (Some(SearchKind::AlphaBeta), false, HASH);
    let parameters = EngineParameters { knowledge, ..G::PARAMETERS };
    setup.new_search::<G>(&parameters).expect("there is memory for a small table")
}

/// Plays one game.
fn play<G: GameEngine>(
    network: NetworkOf<G>,
    settings: &Generation<G>,
    search: &mut BoxedSearch<G>,
    random: &mut SplitMix64,
    samples: &mut Vec<Sample<PositionOf<G>>>,
) {
    let mut game = random_opening::<G>(&settings.rules, settings.random_turns, random);
    search.new_game();
    let limits = SearchLimits::nodes(settings.nodes);
    let mut run = |game: &Match<PositionOf<G>>| {
        let result = search.search(game, &limits, &AtomicBool::new(false), &mut |_| ());
        let player = game.player_to_act();
        let (score, winner) = match result.report.score.kind() {
            ScoreKind::Win(_) => (Score::MAX_CENTIPAWNS, Some(player)),
            ScoreKind::Loss(_) => (-Score::MAX_CENTIPAWNS, Some(player.opponent())),
            ScoreKind::Centipawns(score) => (score, None),
        };
        (score, winner, result.turn[0])
    };
    // Samples with the player to act; the result is not known yet.
    let mut found = Vec::new();
    let winner = loop {
        if let Some(end) = game.result() {
            break end.winner;
        }
        if game.turns().len() >= MAX_TURNS {
            break None;
        }
        let (player, position) = (game.player_to_act(), game.position().clone());
        let (score, winner, action) = run(&game);
        if (network.is_kept)(&position, action) {
            found.push((player, position.clone(), action, score));
        }
        if winner.is_some() {
            break winner;
        }
        if network.aside && random.below(2) == 0 {
            let mut aside = position;
            for _ in 0..=random.below(ASIDE) {
                if aside.end().is_none() {
                    aside.play_unchecked(likely_action::<G>(&settings.knowledge, &aside, random));
                }
            }
            if aside.end().is_none() {
                let (score, _, action) = run(&Match::new(aside.clone()));
                if (network.is_kept)(&aside, action) {
                    samples.push(Sample { position: aside, best: action, score, result: None });
                }
            }
        }
        game.try_play(action).expect("the search plays legal turns");
    };
    if let Some(proofs) = settings.proofs {
        let Some((_, start, ..)) = random.choose(&found) else { return };
        let of_proof =
            |(position, best)| Sample { position, best, score: Score::MAX_CENTIPAWNS, result: Some(1.0) };
        samples.extend(proofs(start, random).into_iter().map(of_proof));
        return;
    }
    samples.extend(found.into_iter().map(|(player, position, best, score)| {
        let result = winner.map_or(0.5, |winner| f32::from(u8::from(winner == player)));
        Sample { position, best, score, result: Some(result) }
    }));
}

/// Of some random actions the one with the highest [prior](MoveOrdering::priors).
fn likely_action<G: GameEngine>(
    knowledge: &G::Knowledge,
    position: &PositionOf<G>,
    random: &mut SplitMix64,
) -> <PositionOf<G> as Position>::Action {
    let all = position.actions();
    let candidates: Vec<_> = (0..CANDIDATES).map(|_| all[random.below(all.len())]).collect();
    let mut priors = Vec::new();
    knowledge.priors(position, &knowledge.analyse(position), &candidates, &mut priors);
    let best = candidates.into_iter().zip(priors).max_by(|(_, a), (_, b)| a.total_cmp(b));
    best.expect("there are candidates").0
}

/// An unfinished game after random turns.
pub(crate) fn random_opening<G: GameEngine>(
    rules: &G::Rules,
    (least, greatest): (usize, usize),
    random: &mut SplitMix64,
) -> Match<PositionOf<G>> {
    loop {
        let turns = least + random.below(greatest - least + 1);
        let mut game = Match::new(rules.start());
        while game.result().is_none() && game.turns().len() < turns {
            let actions = game.legal_actions();
            game.try_play(actions[random.below(actions.len())]).expect("the action is legal");
        }
        if game.result().is_none() {
            return game;
        }
    }
}
