//! The chances of win, draw and loss by the score.

use search::{Score, ScoreKind};

/// The chances of win, draw and loss by the score, fitted to games (`trainer wdl`): a win has the chance
/// 1 / (1 + 10^((draw width − factor · score) / 400)), a loss that of a win with the opposite score; the rest is a draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WdlModel {
    /// The factor of the score.
    pub factor: f64,
    /// Half the distance between the scores at which a win and a loss have even chances, in centipawns, at least 0.
    pub draw_width: f64,
}

impl WdlModel {
    /// The chances of a win, a draw and a loss at a score in centipawns. Their sum is 1.
    #[must_use]
    pub fn chances(&self, score: f64) -> [f64; 3] {
        let chance = |score: f64| 1.0 / (1.0 + 10_f64.powf((self.draw_width - self.factor * score) / 400.0));
        let (win, loss) = (chance(score), chance(-score));
        [win, 1.0 - win - loss, loss]
    }

    /// The expected result at a score in centipawns, from 0 to 1; a draw counts 0.5.
    #[must_use]
    pub fn expectation(&self, score: f64) -> f64 {
        let [win, draw, _] = self.chances(score);
        win + draw / 2.0
    }

    /// The chances of a win, a draw and a loss in per mille. A proved result is certain.
    #[must_use]
    pub fn per_mille(&self, score: Score) -> (u16, u16, u16) {
        let centipawns = match score.kind() {
            ScoreKind::Win(_) => return (1000, 0, 0),
            ScoreKind::Loss(_) => return (0, 0, 1000),
            ScoreKind::Centipawns(centipawns) => centipawns,
        };
        let [win, _, loss] = self.chances(centipawns.into()).map(|chance| (1000.0 * chance).round() as u16);
        let loss = if self.draw_width == 0.0 { 1000 - win } else { loss.min(1000 - win) };
        (win, 1000 - win - loss, loss)
    }
}

#[cfg(test)]
mod tests {
    use search::Score;

    use super::WdlModel;

    #[test]
    fn chances_sum_to_a_thousand_and_mirror_the_score() {
        let model = WdlModel { factor: 0.8, draw_width: 60.0 };
        for cp in [0, 1, 40, 333, 5_000] {
            let (win, draw, loss) = model.per_mille(Score::centipawns(cp));
            assert_eq!(win + draw + loss, 1000);
            assert_eq!(model.per_mille(Score::centipawns(-cp)), (loss, draw, win));
            assert!(win >= loss);
        }
        assert_eq!(model.per_mille(Score::DRAW), (415, 170, 415));
        // 75 · 80% is the draw width: even chances of a win.
        assert_eq!(model.per_mille(Score::centipawns(75)).0, 500);
        assert_eq!(model.per_mille(Score::win_in(9)), (1000, 0, 0));
        assert_eq!(model.per_mille(Score::loss_in(9)), (0, 0, 1000));
        let without_draws = WdlModel { factor: 1.0, draw_width: 0.0 };
        assert_eq!(without_draws.per_mille(Score::centipawns(400)), (909, 0, 91));
        assert!((without_draws.expectation(400.0) - 10.0 / 11.0).abs() < 1e-9);
        assert!((model.expectation(0.0) - 0.5).abs() < 1e-9);
        assert!((model.expectation(75.0) + model.expectation(-75.0) - 1.0).abs() < 1e-9);
        assert_eq!(without_draws.per_mille(Score::centipawns(7)), (510, 0, 490));
    }

    #[test]
    fn the_chances_in_per_mille_are_the_rounded_ones() {
        for model in [WdlModel { factor: 0.56, draw_width: 53.0 }, WdlModel { factor: 1.29, draw_width: 0.0 }]
        {
            for cp in (-900..900).step_by(7) {
                let [win, draw, loss] = model.chances(cp.into());
                assert!((win + draw + loss - 1.0).abs() < 1e-9);
                let (win_rounded, draw_rounded, loss_rounded) = model.per_mille(Score::centipawns(cp));
                for (exact, rounded) in [(win, win_rounded), (draw, draw_rounded), (loss, loss_rounded)] {
                    assert!((1000.0 * exact - f64::from(rounded)).abs() <= 1.0, "{cp}");
                }
            }
        }
    }
}
