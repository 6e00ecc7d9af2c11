//! The course of the parameters: a function of the settings and the results.

use abstract_game::random::mix;

use super::settings::{Parameter, SpsaSettings};

/// The usual exponents of the step and of the rate (Spall, 1998).
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// The stability constant, as a part of the iterations.
const STABILITY: f64 = 0.1;

/// The parameters after each iteration with a known result.
///
/// ```
/// use trainer::spsa::{Course, SpsaSettings};
/// let settings: SpsaSettings = r#"
///     game = "chess"
///     engine = "random"
///     iterations = 100
///     parameter = [{ name = "x", start = 50, min = 0, max = 100, c-end = 5 }]
/// "#.parse()?;
/// let mut course = Course::new(&settings);
/// let [plus, minus] = course.values(1);
/// course.add(2.0); // the engine with the values `plus` has won both games
/// assert_eq!(course.current()[0] > 50.0, plus[0] > minus[0]);
/// # Ok::<(), trainer::TrainerError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    settings: SpsaSettings,
    /// The start, and the parameters after each iteration.
    states: Vec<Vec<f64>>,
}

impl Course {
    /// The course before the first iteration.
    pub fn new(settings: &SpsaSettings) -> Course {
        let start = settings.parameters.iter().map(|parameter| parameter.start).collect();
        Course { settings: settings.clone(), states: vec![start] }
    }

    /// The parameters.
    pub fn parameters(&self) -> &[Parameter] {
        &self.settings.parameters
    }

    /// Number of iterations with a known result.
    pub fn results(&self) -> usize {
        self.states.len() - 1
    }

    /// Number of iterations that can be played or have been played: their values are known.
    pub fn playable(&self) -> usize {
        self.results().saturating_add(self.settings.ahead).min(self.settings.iterations)
    }

    /// Whether all iterations have a result.
    pub fn is_complete(&self) -> bool {
        self.results() == self.settings.iterations
    }

    /// The parameters after the last known result.
    pub fn current(&self) -> &[f64] {
        &self.states[self.results()]
    }

    /// The parameters at the start and after each iteration.
    pub fn states(&self) -> &[Vec<f64>] {
        &self.states
    }

    /// The values of the two engines in an iteration, from 1: with the changes, and with the opposite changes.
    ///
    /// Values between two whole numbers are rounded at random, both by the same random number, so that the mean of the
    /// difference is not rounded.
    ///
    /// # Panics
    /// The iteration is 0 or not [playable](Self::playable).
    pub fn values(&self, iteration: usize) -> [Vec<i64>; 2] {
        assert!((1..=self.playable()).contains(&iteration), "iteration {iteration} cannot be played yet");
        let state = &self.states[iteration.saturating_sub(self.settings.ahead)];
        [1.0, -1.0].map(|side| {
            let value = |(index, (parameter, value)): (usize, (&Parameter, &f64))| {
                let change = side * self.step(parameter, iteration) * self.direction(iteration, index);
                let changed = (value + change).clamp(parameter.min, parameter.max);
                let rounded = (changed + self.fraction(iteration, index)).floor();
                rounded.clamp(parameter.min.ceil(), parameter.max.floor()) as i64
            };
            self.settings.parameters.iter().zip(state).enumerate().map(value).collect()
        })
    }

    /// Adds the result of the next iteration: games won less games lost by the engine with the changes, from -2 to 2.
    pub fn add(&mut self, result: f64) {
        let iteration = self.results() + 1;
        let next = |(index, (parameter, value)): (usize, (&Parameter, &f64))| {
            let direction = self.direction(iteration, index);
            let movement = self.rate(parameter, iteration) * self.step(parameter, iteration);
            (value + movement * result * direction).clamp(parameter.min, parameter.max)
        };
        let state = self.settings.parameters.iter().zip(self.current()).enumerate().map(next).collect();
        self.states.push(state);
    }

    /// The change to each side.
    fn step(&self, parameter: &Parameter, iteration: usize) -> f64 {
        parameter.c_end * (self.settings.iterations as f64 / iteration as f64).powf(GAMMA)
    }

    /// The movement per step and half of the difference in games.
    fn rate(&self, parameter: &Parameter, iteration: usize) -> f64 {
        let stability = STABILITY * self.settings.iterations as f64;
        let a_end = parameter.r_end * parameter.c_end.powi(2);
        let (all, now) = (stability + self.settings.iterations as f64, stability + iteration as f64);
        a_end * (all / now).powf(ALPHA) / self.step(parameter, iteration).powi(2)
    }

    /// 1 or -1 at random.
    fn direction(&self, iteration: usize, index: usize) -> f64 {
        let up = mix(self.settings.seed, &[iteration as u64, index as u64, 0]) & 1 == 1;
        if up { 1.0 } else { -1.0 }
    }

    /// A random number from 0 to 1.
    fn fraction(&self, iteration: usize, index: usize) -> f64 {
        // 53 bits, so that it is below 1.
        (mix(self.settings.seed, &[iteration as u64, index as u64, 1]) >> 11) as f64 / 2_f64.powi(53)
    }
}
