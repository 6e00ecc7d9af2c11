//! Positions from games of the engine against itself.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use abstract_game::random::{SplitMix64, mix};
use abstract_game::{Match, Player, Rules as _};
use agon_engine::training::Proofs;
use agon_engine::{GameEngine, PositionOf};
use search::{AlphaBeta, Score, ScoreKind, SearchLimits, Searcher as _};

use crate::recorder::Recorder;
use crate::{NetworkOf, Sample};

/// The memory of the search, in MiB. It is cleared for each game.
const HASH: usize = 1;
/// A game that is not over after this number of turns counts as drawn.
pub(crate) const MAX_TURNS: usize = 400;

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
    /// The number of *leaves* besides each position of a game: random ones of the positions that its search evaluates, each with
    /// a score by a search of its own. Proofs have none.
    pub leaves: usize,
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
    let leaves = if settings.proofs.is_some() { 0 } else { settings.leaves };
    let recorder = Arc::new(Recorder::new(settings.knowledge.clone(), leaves));
    let mut search = G::PARAMETERS.alpha_beta(Arc::clone(&recorder));
    search.set_hash(HASH).expect("there is memory for a small table");
    let mut generator = Generator { network, settings, recorder, search, samples: Vec::new() };
    for game in 0..settings.games {
        generator.play(&mut SplitMix64::new(mix(seed, &[game])));
    }
    generator.samples
}

type Recording<G> = Recorder<PositionOf<G>, <G as GameEngine>::Knowledge>;

struct Generator<'a, G: GameEngine> {
    network: NetworkOf<G>,
    settings: &'a Generation<G>,
    recorder: Arc<Recording<G>>,
    search: AlphaBeta<PositionOf<G>, Recording<G>>,
    samples: Vec<Sample<PositionOf<G>>>,
}

impl<G: GameEngine> Generator<'_, G> {
    /// Plays one game.
    fn play(&mut self, random: &mut SplitMix64) {
        let mut game = random_opening::<G>(&self.settings.rules, self.settings.random_turns, random);
        self.search.new_game();
        // With the player to act; the result is not known yet.
        let mut found = Vec::new();
        let winner = loop {
            if let Some(end) = game.result() {
                break end.winner;
            }
            if game.turns().len() >= MAX_TURNS {
                break None;
            }
            if self.settings.proofs.is_none() {
                self.recorder.restart(random.next_u64());
            }
            let (sample, winner) = self.sample(&game);
            let best = sample.best;
            if self.is_kept(&sample) {
                found.push((game.player_to_act(), sample));
            }
            for leaf in self.recorder.take() {
                let (sample, _) = self.sample(&Match::new(leaf));
                if self.is_kept(&sample) {
                    self.samples.push(sample);
                }
            }
            if winner.is_some() {
                break winner;
            }
            game.try_play(best).expect("the search plays legal turns");
        };
        let with_result = |(player, sample): (Player, _)| {
            let result = winner.map_or(0.5, |winner| f32::from(u8::from(winner == player)));
            Sample { result: Some(result), ..sample }
        };
        let Some(proofs) = self.settings.proofs else {
            return self.samples.extend(found.into_iter().map(with_result));
        };
        if let Some((_, start)) = random.choose(&found) {
            let of_proof =
                |(position, best)| Sample { position, best, score: Score::MAX_CENTIPAWNS, result: Some(1.0) };
            self.samples.extend(proofs(&start.position, random).into_iter().map(of_proof));
        }
    }

    /// Searches a position. Returns it without a result of the game, and the winner if the search proves one.
    fn sample(&mut self, game: &Match<PositionOf<G>>) -> (Sample<PositionOf<G>>, Option<Player>) {
        let limits = SearchLimits::nodes(self.settings.nodes);
        let found = self.search.search(game, &limits, &AtomicBool::new(false), &mut |_| ());
        let player = game.player_to_act();
        let (score, winner) = match found.report.score.kind() {
            ScoreKind::Win(_) => (Score::MAX_CENTIPAWNS, Some(player)),
            ScoreKind::Loss(_) => (-Score::MAX_CENTIPAWNS, Some(player.opponent())),
            ScoreKind::Centipawns(score) => (score, None),
        };
        let position = game.position().clone();
        (Sample { position, best: found.turn[0], score, result: None }, winner)
    }

    /// Whether training gets a sample.
    fn is_kept(&self, sample: &Sample<PositionOf<G>>) -> bool {
        (self.network.is_kept)(&sample.position, sample.best)
    }
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
