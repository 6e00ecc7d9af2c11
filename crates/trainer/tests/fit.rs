//! The logistic fit on made data.

use abstract_game::random::SplitMix64;
use trainer::fit::{FitSettings, GameSamples, Report, Sample, Weight, fit, mean_loss};

const TRUE_WEIGHTS: [f64; 4] = [1.3, -0.7, 0.4, 0.0];

fn unit(random: &mut SplitMix64) -> f64 {
    random.next_u64() as f64 / 2_f64.powi(64)
}

/// Games of positions whose results follow the evaluation with the true weights.
fn made_games(count: usize, seed: u64) -> Vec<GameSamples> {
    let mut random = SplitMix64::new(seed);
    let mut game = || {
        let mut sample = || {
            let features: Vec<f64> = TRUE_WEIGHTS.iter().map(|_| 800.0 * unit(&mut random) - 400.0).collect();
            let sample = Sample { offset: 50.0, features, result: 0.0 };
            let wins = unit(&mut random) < sample.expectation(&TRUE_WEIGHTS);
            Sample { result: f64::from(u8::from(wins)), ..sample }
        };
        (0..4).map(|_| sample()).collect()
    };
    (0..count).map(|_| game()).collect()
}

#[test]
fn known_weights_are_recovered_within_their_errors() {
    let games = made_games(5_000, 1);
    let fitted = fit(&games, &FitSettings::new(vec![1.0; 4])).unwrap();
    for ((found, error), expected) in fitted.weights.iter().zip(&fitted.errors).zip(TRUE_WEIGHTS) {
        let error = error.expect("the data determine every weight");
        assert!((0.005..0.05).contains(&error), "{error}");
        assert!((found - expected).abs() < 3.0 * error, "{found} ± {error} for {expected}");
    }
    // No other weights have a smaller loss.
    for index in 0..4 {
        for change in [-0.01, 0.01] {
            let mut other = fitted.weights.clone();
            other[index] += change;
            assert!(mean_loss(&games, &other) > fitted.loss);
        }
    }
}

#[test]
fn errors_are_the_spread_of_repeated_fits() {
    let fits = (0..60).map(|seed| fit(&made_games(400, seed), &FitSettings::new(vec![1.0; 4])).unwrap());
    let fits: Vec<_> = fits.collect();
    let mean = fits.iter().map(|fit| fit.weights[0]).sum::<f64>() / 60.0;
    let spread = (fits.iter().map(|fit| (fit.weights[0] - mean).powi(2)).sum::<f64>() / 59.0).sqrt();
    let error = fits.iter().filter_map(|fit| fit.errors[0]).sum::<f64>() / 60.0;
    assert!((0.7..1.4).contains(&(spread / error)), "spread {spread}, error {error}");
}

#[test]
fn repeated_positions_of_a_game_do_not_shrink_the_errors() {
    let games = made_games(500, 3);
    let twice: Vec<GameSamples> = games.iter().map(|game| [game.clone(), game.clone()].concat()).collect();
    let settings = FitSettings::new(vec![1.0; 4]);
    let [once, twice] = [games, twice].map(|games| fit(&games, &settings).unwrap().errors[0].unwrap());
    assert!((once / twice - 1.0).abs() < 1e-6, "{once} {twice}");
}

#[test]
fn one_thread_and_two_give_the_same_bits() {
    let report = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| report(1_000))
    };
    let (one, two) = (report(1), report(2));
    let bits = |report: &Report| -> Vec<u64> {
        let errors = report.fit.errors.iter().flatten();
        let terms = report.terms.iter().map(|term| &term.increase);
        report.fit.weights.iter().chain(errors).chain(terms).map(|number| number.to_bits()).collect()
    };
    assert_eq!(bits(&one), bits(&two));
    assert_eq!(one.to_string(), two.to_string());
}

fn report(games: usize) -> Report {
    let games = made_games(games, 7);
    let (validation, training) = games.split_at(games.len() / 5);
    let weights =
        ["first", "second", "third", "useless"].map(|name| Weight { name: name.into(), value: 1.0 });
    Report::new(&weights, training, validation, 0.0).expect("made data have a fit")
}

#[test]
fn the_report_tells_useful_terms_from_useless_ones() {
    let report = report(4_000);
    let verdicts: Vec<_> = report.terms.iter().map(trainer::fit::TermReport::verdict).collect();
    assert_eq!(verdicts, ["earns its place", "earns its place", "earns its place", "unclear"], "{report}");
    let text = report.to_string();
    assert!(text.contains("training: 12800 positions of 3200 games"), "{text}");
    assert!(text.contains("validation: 3200 positions of 800 games"), "{text}");
}

#[test]
fn a_penalty_keeps_weights_near_their_start() {
    let games = made_games(500, 5);
    let distance = |l2| {
        let fitted = fit(&games, &FitSettings { l2, ..FitSettings::new(vec![1.0; 4]) }).unwrap();
        fitted.weights.iter().map(|weight| (weight - 1.0).powi(2)).sum::<f64>()
    };
    let [free, some, strong] = [0.0, 0.01, 100.0].map(distance);
    assert!(free > some && some > strong && strong < 1e-3, "{free} {some} {strong}");
}

#[test]
fn data_without_a_minimum_are_refused() {
    let sample =
        |feature: f64| Sample { offset: 0.0, features: vec![feature], result: f64::from(feature > 0.0) };
    let separated = vec![vec![sample(100.0)], vec![sample(-100.0)]];
    let settings = FitSettings::new(vec![1.0]);
    let refused = |games: &[GameSamples]| fit(games, &settings).unwrap_err().to_string();
    assert!(refused(&separated).starts_with("the fit does not converge"));
    assert!(fit(&separated, &FitSettings { l2: 0.01, ..settings.clone() }).is_ok());
    assert_eq!(refused(&[]), "no positions to fit to");
    assert_eq!(refused(&[vec![]]), "no positions to fit to");
    let wide = Sample { offset: 0.0, features: vec![1.0, 2.0], result: 0.5 };
    assert_eq!(refused(&[vec![wide]]), "a position with 2 features for 1 weights");
}

#[test]
fn a_weight_that_the_data_do_not_determine_keeps_its_start() {
    let sample = |result| Sample { offset: 0.0, features: vec![100.0, 0.0], result };
    let games: Vec<_> = [1.0, 0.0, 1.0].map(|result| vec![sample(result)]).into();
    let fitted = fit(&games, &FitSettings::new(vec![1.0, 5.0])).unwrap();
    assert_eq!((fitted.weights[1], fitted.errors[1]), (5.0, None));
}
