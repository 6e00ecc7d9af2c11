//! A network with one hidden layer, and its training.
//!
//! The inputs are sparse: an example lists the inputs that are 1. The hidden units are the images of a few units under the
//! symmetries of the game, so that training sees every example in all its images at once.

use abstract_game::random::{SplitMix64, mix};
use agon_engine::training::Shape;
use rayon::prelude::*;

use crate::logit;

/// Number of examples whose gradients are added up together. It is fixed, so that the order of the additions, and with it
/// every bit of the result, does not depend on the number of threads.
const CHUNK: usize = 128;
/// Number of parameters that a thread changes at a time.
const RANGE: usize = 4_096;
/// The 1 of the quantised weights and biases.
const ONE: f32 = 255.0;
/// The 1 of the quantised output weights.
const OUTPUT_ONE: f32 = 64.0;
/// The greatest sum of a unit that fits a quantised one's integer.
const MAX_SUM: f32 = i16::MAX as f32 / ONE;
const MAX_OUTPUT: f32 = 127.0 / OUTPUT_ONE;

/// A position as the network sees it, with the expected result.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// The inputs that are 1.
    pub inputs: Box<[u16]>,
    /// Which output weights apply.
    pub bucket: u8,
    /// What the network's output is added to: the natural logarithm of the winning odds.
    pub base: f32,
    /// The expected result for the player to act, from 0 to 1.
    pub target: f32,
}

/// The settings of a training.
#[derive(Clone, Debug, PartialEq, clap::Args)]
pub struct Training {
    /// How often training goes through the positions.
    #[arg(long, default_value_t = 6)]
    pub epochs: u32,
    /// Number of positions for each step.
    #[arg(long, default_value_t = 2_048)]
    pub batch: usize,
    /// The first rate of learning of Adam; it falls to 0 along a cosine.
    #[arg(long, default_value_t = 0.004)]
    pub rate: f32,
    /// The part of each weight of the inputs that a step takes away, times the rate.
    #[arg(long, default_value_t = 0.0)]
    pub decay: f32,
    /// Seed of the first weights and of the order of the positions.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// A network: the inputs' weights for each unit, the units' biases, and for each bucket output weights and an offset.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    shape: Shape,
    /// `inputs` rows of the units, one row of biases, `buckets` rows of output weights, `buckets` offsets.
    parameters: Vec<f32>,
}

impl Network {
    /// A network with random weights.
    pub fn random(shape: Shape, seed: u64) -> Network {
        let mut random = SplitMix64::new(seed);
        let mut uniform = |max: f32| (random.next_u64() as f64 / 2_f64.powi(63) - 1.0) as f32 * max;
        let units = shape.units;
        let mut parameters: Vec<f32> = (0..shape.inputs * units).map(|_| uniform(0.1)).collect();
        parameters.extend(vec![0.4; units]);
        let outputs: Vec<f32> = (0..units).map(|_| uniform(0.4)).collect();
        parameters.extend(outputs.repeat(shape.buckets));
        parameters.resize(parameters.len() + shape.buckets, 0.0);
        Network { shape, parameters }
    }

    /// The network with quantised weights, as [`to_bytes`](Self::to_bytes) writes them. `None` if they do not have the shape.
    pub fn from_bytes(shape: Shape, bytes: &[u8]) -> Option<Network> {
        let (numbers, []) = bytes.as_chunks::<2>() else { return None };
        let numbers: Vec<f32> = numbers.iter().map(|&number| i16::from_le_bytes(number).into()).collect();
        let units = shape.units;
        let (weights, others) = numbers.split_at_checked(shape.rows.len() * units)?;
        let mut network = Network { parameters: vec![0.0; shape.inputs * units], shape };
        let mut rows_of_input = vec![0; network.shape.inputs];
        network.shape.rows.iter().flatten().for_each(|&input| rows_of_input[usize::from(input)] += 1);
        for (row, weights) in network.shape.rows.iter().zip(weights.chunks(units)) {
            // The other parts of the row belong to several rows.
            let own = usize::from(*row.iter().find(|&&input| rows_of_input[usize::from(input)] == 1)?);
            let parameters = &mut network.parameters[own * units..][..units];
            parameters.iter_mut().zip(weights).for_each(|(parameter, weight)| *parameter = weight / ONE);
        }
        let (biases, others) = others.split_at_checked(units)?;
        let (outputs, offsets) = others.split_at_checked(units * network.shape.buckets)?;
        network.parameters.extend(biases.iter().map(|bias| bias / ONE));
        network.parameters.extend(outputs.iter().map(|output| output / OUTPUT_ONE));
        network.parameters.extend(offsets.iter().map(|&offset| logit(offset as i32)));
        (offsets.len() == network.shape.buckets).then_some(network)
    }

    fn biases_at(&self) -> usize {
        self.shape.inputs * self.shape.units
    }

    fn outputs_at(&self, bucket: usize) -> usize {
        self.biases_at() + self.shape.units * (1 + bucket)
    }

    fn offset_at(&self, bucket: usize) -> usize {
        self.outputs_at(self.shape.buckets) + bucket
    }

    fn row(&self, at: usize) -> &[f32] {
        &self.parameters[at..at + self.shape.units]
    }

    /// The sums of the units, image after image.
    fn sums(&self, example: &Example, sums: &mut Vec<f32>) {
        sums.clear();
        for image in &self.shape.images {
            let first = sums.len();
            sums.extend(self.row(self.biases_at()));
            for &input in &example.inputs {
                let row = self.row(usize::from(image[usize::from(input)]) * self.shape.units);
                for (sum, weight) in sums[first..].iter_mut().zip(row) {
                    *sum += weight;
                }
            }
        }
    }

    fn output(&self, example: &Example, sums: &[f32]) -> f32 {
        let bucket = usize::from(example.bucket);
        let outputs = self.row(self.outputs_at(bucket));
        let of_image = |sums: &[f32]| -> f32 {
            sums.iter().zip(outputs).map(|(sum, output)| sum.clamp(0.0, 1.0).powi(2) * output).sum()
        };
        let output = sums.chunks(self.shape.units).map(of_image).sum::<f32>();
        example.base + self.parameters[self.offset_at(bucket)] + output
    }

    /// The natural logarithm of the winning odds.
    pub fn evaluate(&self, example: &Example) -> f32 {
        let mut sums = Vec::new();
        self.sums(example, &mut sums);
        self.output(example, &sums)
    }

    /// The mean cross entropy of the expected results, in nats.
    pub fn loss(&self, examples: &[Example]) -> f64 {
        let loss = |example: &Example| cross_entropy(self.evaluate(example).into(), example.target.into());
        let sums: Vec<f64> = examples.par_chunks(CHUNK).map(|chunk| chunk.iter().map(loss).sum()).collect();
        sums.iter().sum::<f64>() / examples.len() as f64
    }

    /// Adds the gradient of the loss of an example.
    fn add_gradient(&self, example: &Example, sums: &mut Vec<f32>, gradient: &mut [f32]) {
        self.sums(example, sums);
        let units = self.shape.units;
        let bucket = usize::from(example.bucket);
        let logit = self.output(example, sums);
        let slope = 1.0 / (1.0 + (-logit).exp()) - example.target;
        gradient[self.offset_at(bucket)] += slope;
        let outputs_at = self.outputs_at(bucket);
        for (image, sums) in self.shape.images.iter().zip(sums.chunks_mut(units)) {
            // The sums give way to their gradients.
            for (unit, sum) in sums.iter_mut().enumerate() {
                let active = sum.clamp(0.0, 1.0);
                gradient[outputs_at + unit] += slope * active * active;
                let is_linear = active > 0.0 && active < 1.0;
                *sum =
                    if is_linear { slope * self.parameters[outputs_at + unit] * 2.0 * active } else { 0.0 };
            }
            let mut add = |at: usize| {
                for (gradient, of_sum) in gradient[at..at + units].iter_mut().zip(&*sums) {
                    *gradient += of_sum;
                }
            };
            add(self.biases_at());
            for &input in &example.inputs {
                add(usize::from(image[usize::from(input)]) * units);
            }
        }
    }

    /// Trains the network. `report` gets the number of each finished epoch.
    pub fn train(
        &mut self,
        examples: &[Example],
        settings: &Training,
        mut report: impl FnMut(u32, &Network),
    ) {
        let mut order: Vec<u32> = (0..examples.len() as u32).collect();
        let steps = settings.epochs as usize * examples.len().div_ceil(settings.batch);
        let mut adam = Adam::new(self.parameters.len());
        let mut parts =
            vec![vec![0.0; self.parameters.len()]; settings.batch.min(examples.len()).div_ceil(CHUNK)];
        let mut step = 0;
        for epoch in 0..settings.epochs {
            SplitMix64::new(mix(settings.seed, &[u64::from(epoch)])).shuffle(&mut order);
            for batch in order.chunks(settings.batch) {
                let progress = step as f32 / steps as f32;
                let rate = settings.rate * 0.5 * (1.0 + (std::f32::consts::PI * progress).cos());
                let gradients = self.gradients(examples, batch, &mut parts);
                adam.step(&mut self.parameters, gradients, batch.len(), rate);
                self.limit(rate * settings.decay);
                step += 1;
            }
            report(epoch + 1, self);
        }
    }

    /// The gradients of the chunks of a batch; `parts` has the memory.
    fn gradients<'a>(
        &self,
        examples: &[Example],
        batch: &[u32],
        parts: &'a mut [Vec<f32>],
    ) -> &'a [Vec<f32>] {
        let parts = &mut parts[..batch.len().div_ceil(CHUNK)];
        parts.par_iter_mut().zip(batch.par_chunks(CHUNK)).for_each(|(gradient, chunk)| {
            gradient.fill(0.0);
            let mut sums = Vec::new();
            for &index in chunk {
                self.add_gradient(&examples[index as usize], &mut sums, gradient);
            }
        });
        parts
    }

    /// Takes away a part of the weights, and keeps them and the output weights within their bounds.
    fn limit(&mut self, decay: f32) {
        let (biases_at, outputs_at, offset_at) = (self.biases_at(), self.outputs_at(0), self.offset_at(0));
        // Of the inputs and the bias.
        let max_weight = MAX_SUM / (self.shape.most_inputs + 1) as f32;
        self.parameters[..biases_at].par_iter_mut().with_min_len(RANGE).for_each(|weight| {
            *weight = (*weight * (1.0 - decay)).clamp(-max_weight, max_weight);
        });
        for output in &mut self.parameters[outputs_at..offset_at] {
            *output = output.clamp(-MAX_OUTPUT, MAX_OUTPUT);
        }
    }

    /// The quantised weights: numbers of 16 bits, little-endian. Offsets are in centipawns.
    pub fn to_bytes(&self) -> Vec<u8> {
        let units = self.shape.units;
        let (biases_at, outputs_at, offset_at) = (self.biases_at(), self.outputs_at(0), self.offset_at(0));
        let per_logit = 400.0 / std::f32::consts::LN_10;
        let of_row = |row: &Vec<u16>| {
            let row = row.clone();
            let weight =
                move |unit| row.iter().map(|&input| self.parameters[usize::from(input) * units + unit]).sum();
            (0..units).map(weight)
        };
        let biases = self.parameters[biases_at..outputs_at].iter().copied();
        let weights = self.shape.rows.iter().flat_map(of_row).chain(biases);
        let outputs = self.parameters[outputs_at..offset_at].iter().copied();
        let offsets = self.parameters[offset_at..].iter().copied();
        let scaled = weights.map(|weight: f32| weight * ONE).chain(outputs.map(|output| output * OUTPUT_ONE));
        let numbers = scaled.chain(offsets.map(|offset| offset * per_logit));
        numbers.flat_map(|number| (number.round() as i16).to_le_bytes()).collect()
    }
}

/// The cross entropy of the result that a logarithm of odds predicts, in nats.
pub fn cross_entropy(logit: f64, target: f64) -> f64 {
    // ln(1 + e^logit) without overflow.
    logit.max(0.0) + (-logit.abs()).exp().ln_1p() - target * logit
}

/// The method of Kingma and Ba, 2015.
struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
}

impl Adam {
    const MEAN: f32 = 0.9;
    const SQUARE: f32 = 0.999;

    fn new(parameters: usize) -> Adam {
        Adam { means: vec![0.0; parameters], squares: vec![0.0; parameters], steps: 0 }
    }

    /// A step by the mean gradient of `examples` examples. `gradients` are sums over parts of them.
    fn step(&mut self, parameters: &mut [f32], gradients: &[Vec<f32>], examples: usize, rate: f32) {
        self.steps += 1;
        let mean_part = 1.0 - Self::MEAN.powi(self.steps);
        let square_part = 1.0 - Self::SQUARE.powi(self.steps);
        let moments = self.means.par_chunks_mut(RANGE).zip(self.squares.par_chunks_mut(RANGE));
        parameters.par_chunks_mut(RANGE).zip(moments).enumerate().for_each(
            |(range, (parameters, (means, squares)))| {
                let mut total = [0.0; RANGE];
                for part in gradients {
                    for (total, gradient) in total.iter_mut().zip(&part[range * RANGE..]) {
                        *total += gradient / examples as f32;
                    }
                }
                let moments = means.iter_mut().zip(squares);
                for ((parameter, gradient), (mean, square)) in parameters.iter_mut().zip(total).zip(moments) {
                    *mean += (1.0 - Self::MEAN) * (gradient - *mean);
                    *square += (1.0 - Self::SQUARE) * (gradient * gradient - *square);
                    *parameter -= rate * (*mean / mean_part) / ((*square / square_part).sqrt() + 1e-8);
                }
            },
        );
    }
}

#[cfg(test)]
mod tests {
    use abstract_game::random::SplitMix64;

    use super::{Example, Network, Shape, Training};

    /// Two of ten inputs are 1; the image of an input is the one five further. The first player wins if both are in the same
    /// half, which no linear function tells.
    fn examples() -> Vec<Example> {
        let mut random = SplitMix64::new(3);
        let example = |_| {
            let (a, b) = (random.below(10) as u16, random.below(10) as u16);
            let target = if (a < 5) == (b < 5) { 0.9 } else { 0.1 };
            Example { inputs: [a, b].into(), bucket: (a % 2) as u8, base: 0.0, target }
        };
        (0..2_000).map(example).collect()
    }

    fn trained(threads: usize) -> (Network, f64) {
        let images = vec![(0..10).collect(), (0..10).map(|input| (input + 5) % 10).collect()];
        let mut network = Network::random(
            Shape { units: 8, inputs: 10, most_inputs: 2, rows: Vec::new(), images, buckets: 2 },
            1,
        );
        let settings = Training { epochs: 20, batch: 200, rate: 0.02, decay: 0.0, seed: 1 };
        let examples = examples();
        let threads = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        threads.install(|| {
            network.train(&examples, &settings, |_, _| ());
            let loss = network.loss(&examples);
            (network, loss)
        })
    }

    #[test]
    fn training_finds_a_function_that_is_not_linear_with_any_number_of_threads() {
        let (network, loss) = trained(1);
        // The least possible loss is the entropy of 0.9: 0.325 nats.
        assert!(loss < 0.34, "{loss}");
        assert_eq!((network, loss), trained(3));
    }

    /// Of three rows the last two share a part.
    #[test]
    fn a_network_goes_on_from_its_file() {
        let rows = vec![vec![0], vec![1, 3], vec![2, 3]];
        let images = vec![(0..4).collect()];
        let shape = Shape { units: 8, inputs: 4, most_inputs: 2, rows, images, buckets: 2 };
        let bytes = Network::random(shape.clone(), 1).to_bytes();
        let network = Network::from_bytes(shape.clone(), &bytes).expect("the shape is right");
        assert_eq!(network.to_bytes(), bytes);
        for bytes in [&bytes[2..], &[&bytes[..], &[0, 0]].concat()] {
            assert_eq!(Network::from_bytes(shape.clone(), bytes), None);
        }
    }

    #[test]
    fn an_example_and_its_image_have_the_same_evaluation() {
        let (network, _) = trained(1);
        let example = |inputs: [u16; 2]| Example { inputs: inputs.into(), bucket: 1, base: 0.0, target: 0.0 };
        let [value, image] = [[1, 8], [6, 3]].map(|inputs| network.evaluate(&example(inputs)));
        assert!((value - image).abs() < 1e-5);
    }
}
