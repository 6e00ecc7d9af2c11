//! A linear model of the best action, and its training.

use std::fmt;

use abstract_game::random::{SplitMix64, mix};
use rayon::prelude::*;

/// Number of decisions whose gradients make a step.
const BATCH: usize = 32;
/// The weights are thousandths in 16 bits; those of an action add up.
const MAX_WEIGHT: f32 = 4.0;

/// The actions of a position as the policy sees them, with the best one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decision {
    /// The weights that add up, one action after the other.
    weights: Vec<u16>,
    /// Where the weights of each action end.
    ends: Vec<u32>,
    /// The index of the best action.
    best: usize,
}

impl Decision {
    /// The decision between actions with these weights.
    ///
    /// # Panics
    /// If there is no action with the index of the best one.
    pub fn new<A: IntoIterator<Item = u16>>(actions: impl IntoIterator<Item = A>, best: usize) -> Decision {
        let mut decision = Decision { best, ..Decision::default() };
        for action in actions {
            decision.weights.extend(action);
            decision.ends.push(decision.weights.len() as u32);
        }
        assert!(best < decision.ends.len(), "the best action is one of the actions");
        decision
    }

    /// The weights of each action.
    fn actions(&self) -> impl Iterator<Item = &[u16]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let end = end as usize;
            let action = &self.weights[start..end];
            start = end;
            action
        })
    }
}

/// The settings of a training.
#[derive(Clone, Debug, PartialEq, clap::Args)]
pub struct PolicySettings {
    /// How often training goes through the choices.
    #[arg(long, default_value_t = 6)]
    pub epochs: u32,
    /// The first rate of learning of `AdaGrad`; it falls to 0 in a straight line.
    #[arg(long, default_value_t = 0.1)]
    pub rate: f32,
    /// The part of each weight that is added to its gradient.
    #[arg(long, default_value_t = 1e-5)]
    pub decay: f32,
    /// Seed of the order of the choices.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// How well a policy predicts decisions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// The mean negative logarithm of the best action's probability, in nats.
    pub loss: f64,
    /// The part of the decisions in which no action is before the best one.
    pub first: f64,
    /// The part in which at most three are.
    pub among_four: f64,
}

impl fmt::Display for Prediction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Prediction { loss, first, among_four } = self;
        let [first, among_four] = [first, among_four].map(|part| 100.0 * part);
        write!(f, "loss {loss:.4}, best action first {first:.1}%, among the first four {among_four:.1}%")
    }
}

/// A policy: the logarithm of the odds of an action is the sum of its weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    weights: Vec<f32>,
}

impl Policy {
    /// The policy in which all actions are equal.
    pub fn new(weights: usize) -> Policy {
        Policy { weights: vec![0.0; weights] }
    }

    /// The policy of a file with this number of weights, as [`to_bytes`](Self::to_bytes) writes it; `None` if it has another length.
    pub fn from_bytes(weights: usize, bytes: &[u8]) -> Option<Policy> {
        let (numbers, rest) = bytes.as_chunks();
        let weight = |&number: &[u8; 2]| f32::from(i16::from_le_bytes(number)) / 1_000.0;
        let is_policy = numbers.len() == weights && rest.is_empty();
        is_policy.then(|| Policy { weights: numbers.iter().map(weight).collect() })
    }

    /// The logarithms of the odds of the actions.
    fn logits(&self, decision: &Decision, logits: &mut Vec<f32>) {
        let weight = |&weight: &u16| self.weights[usize::from(weight)];
        logits.clear();
        logits.extend(decision.actions().map(|action| action.iter().map(weight).sum::<f32>()));
    }

    /// The prediction of these decisions.
    pub fn prediction(&self, decisions: &[Decision]) -> Prediction {
        let of_one = |decision: &Decision| {
            let mut logits = Vec::new();
            self.logits(decision, &mut logits);
            let best = logits[decision.best];
            let odds: f64 = logits.iter().map(|&logit| f64::from(logit - best).exp()).sum();
            // Equal actions keep their order.
            let is_before =
                |&(index, &logit): &(usize, &f32)| logit > best || logit == best && index < decision.best;
            let before = logits.iter().enumerate().filter(is_before).count();
            [odds.ln(), f64::from(u8::from(before == 0)), f64::from(u8::from(before < 4))]
        };
        let all: Vec<[f64; 3]> = decisions.par_iter().map(of_one).collect();
        let mean = |index: usize| all.iter().map(|one| one[index]).sum::<f64>() / all.len() as f64;
        Prediction { loss: mean(0), first: mean(1), among_four: mean(2) }
    }

    /// Trains the policy. `report` gets the number of each finished epoch.
    pub fn train(
        &mut self,
        decisions: &[Decision],
        settings: &PolicySettings,
        mut report: impl FnMut(u32, &Policy),
    ) {
        let mut order: Vec<u32> = (0..decisions.len() as u32).collect();
        let mut gradient = vec![0.0; self.weights.len()];
        let mut squares = vec![1e-6; self.weights.len()];
        for epoch in 0..settings.epochs {
            SplitMix64::new(mix(settings.seed, &[u64::from(epoch)])).shuffle(&mut order);
            let rate = settings.rate * (1.0 - epoch as f32 / settings.epochs as f32);
            for batch in order.chunks(BATCH) {
                let mut changed = Vec::new();
                for &index in batch {
                    self.add_gradient(&decisions[index as usize], &mut gradient, &mut changed);
                }
                changed.sort_unstable();
                changed.dedup();
                for index in changed.into_iter().map(usize::from) {
                    let weight = &mut self.weights[index];
                    let slope = std::mem::take(&mut gradient[index]) / batch.len() as f32;
                    let slope: f32 = slope + settings.decay * *weight;
                    squares[index] += slope * slope;
                    *weight = (*weight - rate * slope / squares[index].sqrt()).clamp(-MAX_WEIGHT, MAX_WEIGHT);
                }
            }
            report(epoch + 1, self);
        }
    }

    /// Adds the gradient of the loss of a decision, and the indices of the weights that it changes.
    fn add_gradient(&self, decision: &Decision, gradient: &mut [f32], changed: &mut Vec<u16>) {
        let mut logits = Vec::new();
        self.logits(decision, &mut logits);
        let greatest = logits.iter().copied().fold(f32::MIN, f32::max);
        let odds: f32 = logits.iter().map(|logit| (logit - greatest).exp()).sum();
        for (index, (action, logit)) in decision.actions().zip(&logits).enumerate() {
            let expected = if index == decision.best { 1.0 } else { 0.0 };
            let slope = (logit - greatest).exp() / odds - expected;
            for &weight in action {
                gradient[usize::from(weight)] += slope;
            }
        }
        changed.extend(&decision.weights);
    }

    /// The weights in thousandths: numbers of 16 bits, little-endian.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.weights.iter().flat_map(|weight| ((weight * 1_000.0).round() as i16).to_le_bytes()).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;

    use abstract_game::random::SplitMix64;

    use super::{Decision, Policy, PolicySettings};

    /// Actions with two of ten weights; the best one has the greatest sum.
    fn decisions() -> Vec<Decision> {
        let mut random = SplitMix64::new(3);
        let mut decision = || {
            let actions: Vec<[u16; 2]> =
                (0..5).map(|_| [random.below(10) as u16, random.below(10) as u16]).collect();
            let best = (0..5).min_by_key(|&index: &usize| Reverse(actions[index].iter().sum::<u16>()));
            Decision::new(actions, best.expect("there are actions"))
        };
        (0..2_000).map(|_| decision()).collect()
    }

    #[test]
    fn training_finds_the_order_and_is_the_same_each_time() {
        let decisions = decisions();
        let trained = || {
            let mut policy = Policy::new(10);
            let equal = policy.prediction(&decisions);
            assert!((equal.loss - 5_f64.ln()).abs() < 1e-6 && equal.first < 0.5, "{equal}");
            let settings = PolicySettings { epochs: 10, rate: 0.3, decay: 0.0, seed: 1 };
            policy.train(&decisions, &settings, |_, _| ());
            policy
        };
        let policy = trained();
        let prediction = policy.prediction(&decisions);
        assert!(prediction.first > 0.85 && prediction.loss < 0.3, "{prediction}");
        assert!(policy.weights.is_sorted(), "{policy:?}");
        assert_eq!(policy, trained());
    }
}
