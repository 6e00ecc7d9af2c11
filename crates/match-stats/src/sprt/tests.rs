use super::*;

fn sprt(model: EloModel, elo0: f64, elo1: f64) -> Sprt {
    Sprt::new(model, EloBounds::new(elo0, elo1).unwrap(), 0.05, 0.05).unwrap()
}

/// The expected values of fastchess (app/tests/sprt_test.cpp), which gives two decimals and tells apart
/// pairs of a win and a loss from pairs of two draws: they are added here. Its large value is off in
/// the second decimal, since its iteration stops earlier; the next test has the exact one.
#[test]
fn ratios_published_by_fastchess() {
    use EloModel::{Logistic, Normalised};
    for (model, elo0, elo1, counts, llr) in [
        (Normalised, 0.0, 2.0, [365, 16_618, 36_029 + 200, 16_974, 390], 2.25),
        (Normalised, -1.75, 0.25, [127, 4_883, 10_311 + 401, 5_150, 104], 3.01),
        (Normalised, 0.0, 5.0, [0, 0, 0, 0, 5_550], 111.82),
        (Logistic, 0.5, 2.5, [223, 9_863, 20_279 + 1_000, 10_037, 246], -3.07),
        (Logistic, 0.0, 2.0, [871, 26_175, 55_003 + 980, 26_678, 821], -4.98),
    ] {
        let test = sprt(model, elo0, elo1);
        let found = test.llr(&Pentanomial(counts));
        let precise = 0.005 + 2e-4 * f64::abs(llr);
        assert!((found - llr).abs() < precise, "{test}: {found} is not {llr}");
    }
}

/// With all pairs won, the likeliest distribution with a given t-value is one of lost and won pairs. Its mean
/// is `1/2 + t σ` and its variance `m (1 - m)`, so `m = 1/2 + t / (2 √(1 + t²))`, and the ratio is
/// `n ln(m1 / m0)`, whatever stands for 0.
#[test]
fn all_pairs_won_have_a_ratio_in_closed_form() {
    for (elo0, elo1) in [(0.0, 5.0), (-10.0, 30.0), (0.0, 200.0)] {
        let m = |elo: f64| {
            let t = elo * 10_f64.ln() / 800.0 * 2_f64.sqrt();
            0.5 + t / (2.0 * (1.0 + t * t).sqrt())
        };
        let expected = 100_000.0 * (m(elo1) / m(elo0)).ln();
        let found = sprt(EloModel::Normalised, elo0, elo1).llr(&Pentanomial([0, 0, 0, 0, 100_000]));
        assert!((found / expected - 1.0).abs() < 1e-5, "{found} is not {expected}");
    }
    let found = sprt(EloModel::Logistic, 0.0, 100.0).llr(&Pentanomial([0, 0, 0, 0, 100_000]));
    let expected = 100_000.0 * (score_of(100.0) / 0.5).ln();
    assert!((found / expected - 1.0).abs() < 1e-5, "{found} is not {expected}");
}

#[test]
fn near_the_bounds_the_ratio_is_close_to_the_normal_approximation() {
    // fishtest's LLRcalc.py, LLR_alt2 (logistic) and LLR_normalized_alt: N (s1 - s0)(2m - s0 - s1) / 2v and
    // N ln((1 + (t - t0)²) / (1 + (t - t1)²)) / 2, for pairs.
    let pairs = Pentanomial([1_150, 3_900, 9_000, 4_100, 1_200]);
    let (n, m) = (pairs.total() as f64, pairs.mean().unwrap());
    let v = pairs.variance().unwrap();
    let (s0, s1) = (score_of(0.0), score_of(5.0));
    let expected = n * (s1 - s0) * (2.0 * m - s0 - s1) / v / 2.0;
    let found = sprt(EloModel::Logistic, 0.0, 5.0).llr(&pairs);
    assert!((found - expected).abs() < 0.01 * expected.abs(), "{found} is not {expected}");

    let t = (m - 0.5) / v.sqrt();
    let [t0, t1] = [0.0, 5.0].map(|elo: f64| elo * 10_f64.ln() / 800.0 * 2_f64.sqrt());
    let expected = n / 2.0 * ((1.0 + (t - t0).powi(2)) / (1.0 + (t - t1).powi(2))).ln();
    let found = sprt(EloModel::Normalised, 0.0, 5.0).llr(&pairs);
    assert!((found - expected).abs() < 0.01 * expected.abs(), "{found} is not {expected}");
}

#[test]
fn swapped_players_change_the_sign_of_the_ratio() {
    for model in [EloModel::Logistic, EloModel::Normalised] {
        let (there, back) = (sprt(model, -3.0, 12.0), sprt(model, -12.0, 3.0));
        for counts in [[1, 2, 3, 4, 5], [0, 0, 7, 0, 1], [40, 0, 0, 0, 0], [0, 12, 3, 90, 0]] {
            let mut turned = counts;
            turned.reverse();
            let sum = there.llr(&Pentanomial(counts)) + back.llr(&Pentanomial(turned));
            assert!(sum.abs() < 1e-9, "{model} {counts:?}: {sum}");
        }
    }
}

#[test]
fn every_result_has_a_finite_ratio() {
    for model in [EloModel::Logistic, EloModel::Normalised] {
        for (elo0, elo1) in [(0.0, 5.0), (-model.limit(), model.limit()), (0.0, 1e-9)] {
            let test = sprt(model, elo0, elo1);
            for code in 0..4_u64.pow(5) {
                let digit = |i: u32| [0, 1, 1_000_000, 1_000_000_000_000][(code / 4_u64.pow(i) % 4) as usize];
                let counts = [digit(0), digit(1), digit(2), digit(3), digit(4)];
                let llr = test.llr(&Pentanomial(counts));
                assert!(llr.is_finite(), "{test} {counts:?}: {llr}");
            }
        }
    }
    assert_eq!(sprt(EloModel::Normalised, 1.0, 5.0).llr(&Pentanomial::default()), 0.0);
}

#[test]
fn better_results_raise_the_ratio() {
    for model in [EloModel::Logistic, EloModel::Normalised] {
        let test = sprt(model, 0.0, 10.0);
        let mut pairs = Pentanomial([20, 50, 100, 50, 20]);
        let mut before = f64::NEG_INFINITY;
        while test.verdict(&pairs).is_none() {
            let llr = test.llr(&pairs);
            assert!(llr > before, "{pairs:?}: {llr}");
            before = llr;
            pairs.add(4);
        }
        assert_eq!(test.verdict(&pairs), Some(Hypothesis::H1));
        assert!(test.status(&pairs).to_string().ends_with("H1 accepted"));
        assert_eq!(test.verdict(&Pentanomial([900, 0, 300, 0, 300])), Some(Hypothesis::H0));
    }
}

#[test]
fn settings_out_of_range_are_refused() {
    let message = |e: SprtError| e.to_string();
    let bounds = |text: &str| message(text.parse::<EloBounds>().unwrap_err());
    let expected = "expected ELO0,ELO1, two numbers as in `0,5`";
    for text in ["", "5", "0;5", "0,five", "0,5,10", "0..5"] {
        assert_eq!(bounds(text), format!("`{text}` are no bounds of an SPRT: {expected}"));
    }
    let order = "the first must be below the second, and both finite";
    assert_eq!(bounds("5,0"), format!("the bounds of an SPRT are 5 and 0: {order}"));
    assert_eq!(bounds("0,inf"), format!("the bounds of an SPRT are 0 and inf: {order}"));
    assert!(bounds("nan,1").ends_with(order) && bounds("1,1").ends_with(order));

    let test = |elo: &str, a, b| Sprt::new(EloModel::Normalised, elo.parse().unwrap(), a, b).unwrap_err();
    assert_eq!(
        message(test("0,201", 0.05, 0.05)),
        "a bound of the SPRT is 201 Elo: expected at most 200 normalised Elo to either side of 0"
    );
    let rate = "expected an error rate above 0 and below 0.5";
    assert_eq!(message(test("0,5", 0.0, 0.05)), format!("alpha of the SPRT is 0: {rate}"));
    assert_eq!(message(test("0,5", 0.05, 0.5)), format!("beta of the SPRT is 0.5: {rate}"));
    assert_eq!(message(test("0,5", f64::NAN, 0.5)), format!("alpha of the SPRT is NaN: {rate}"));
}

#[test]
fn a_test_survives_toml_and_json() {
    let short: Sprt = toml::from_str("elo0 = 0\nelo1 = 5").unwrap();
    assert_eq!(short, sprt(EloModel::Normalised, 0.0, 5.0));
    let long = "model = \"logistic\"\nelo0 = -1.5\nelo1 = 2.0\nalpha = 0.1\nbeta = 0.01\n";
    let test: Sprt = toml::from_str(long).unwrap();
    assert_eq!(test.to_string(), "SPRT logistic [-1.5, 2], alpha 0.1, beta 0.01");
    assert_eq!(toml::to_string(&test).unwrap(), long);
    let json = serde_json::to_string(&test).unwrap();
    assert_eq!(serde_json::from_str::<Sprt>(&json).unwrap(), test);
    for wrong in ["elo0 = 5\nelo1 = 0", "elo0 = 0\nelo1 = 5\nalpha = 0.7", "elo0 = 0\nelo1 = 5\ngamma = 1"] {
        assert!(toml::from_str::<Sprt>(wrong).is_err(), "{wrong}");
    }
    let model = |text: &str| toml::from_str::<Sprt>(&format!("model = \"{text}\"\nelo0 = 0\nelo1 = 5"));
    assert_eq!(model("normalized"), Ok(short));
    let unknown = model("bayesian").unwrap_err().to_string();
    assert!(unknown.contains("`bayesian`, expected one of `logistic`, `normalised`"), "{unknown}");
}
