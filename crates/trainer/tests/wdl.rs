//! The fit of the chances of win, draw and loss on made data.

use abstract_game::random::SplitMix64;
use agon_engine::WdlModel;
use trainer::fit::{ScoredResult, fit_wdl};

fn made(model: WdlModel, count: usize) -> Vec<ScoredResult> {
    let mut random = SplitMix64::new(7);
    let mut unit = || random.next_u64() as f64 / 2_f64.powi(64);
    let mut sample = || {
        let score = 1_000.0 * unit() - 500.0;
        let [win, draw, _] = model.chances(score);
        let drawn = unit();
        let result = if drawn < win {
            1.0
        } else if drawn < win + draw {
            0.5
        } else {
            0.0
        };
        ScoredResult { score, result, weight: 1.0 }
    };
    (0..count).map(|_| sample()).collect()
}

#[test]
fn a_known_model_is_recovered() {
    let model = WdlModel { factor: 0.7, draw_width: 90.0 };
    let found = fit_wdl(&made(model, 20_000));
    assert!((found.factor - model.factor).abs() < 0.05, "{found:?}");
    assert!((found.draw_width - model.draw_width).abs() < 6.0, "{found:?}");
    let chances = found.chances(123.0);
    assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    let mut opposite = found.chances(-123.0);
    opposite.reverse();
    assert!(opposite.iter().zip(chances).all(|(other, chance)| (other - chance).abs() < 1e-9));
}

#[test]
fn without_draws_the_width_is_zero() {
    let found = fit_wdl(&made(WdlModel { factor: 1.2, draw_width: 0.0 }, 5_000));
    assert!(found.draw_width < 0.01, "{found:?}");
    assert!((found.factor - 1.2).abs() < 0.15, "{found:?}");
}
