//! Small systems of linear equations.

/// A pivot below this part of its diagonal element is rounding: the unknown depends on those before it.
const DEPENDENT: f64 = 1e-10;

/// The Cholesky factor of a symmetric matrix. Unknowns that the matrix does not determine are left out: they are 0 in
/// every solution.
pub(super) struct Cholesky {
    /// The lower triangle.
    rows: Vec<Vec<f64>>,
}

impl Cholesky {
    /// Factorises a matrix, of which the lower triangle is read.
    pub(super) fn of(mut rows: Vec<Vec<f64>>) -> Cholesky {
        for i in 0..rows.len() {
            let diagonal = rows[i][i];
            for j in 0..=i {
                let products: f64 = (0..j).map(|k| rows[i][k] * rows[j][k]).sum();
                let rest = rows[i][j] - products;
                rows[i][j] = if i == j {
                    if rest > DEPENDENT * diagonal { rest.sqrt() } else { 0.0 }
                } else if rows[j][j] > 0.0 {
                    rest / rows[j][j]
                } else {
                    0.0
                };
            }
        }
        Cholesky { rows }
    }

    /// Whether the matrix determines this unknown.
    pub(super) fn determines(&self, unknown: usize) -> bool {
        self.rows[unknown][unknown] > 0.0
    }

    /// The solution for a right-hand side.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let size = self.rows.len();
        let mut solution = right.to_vec();
        for i in 0..size {
            let known: f64 = (0..i).map(|k| self.rows[i][k] * solution[k]).sum();
            solution[i] = self.divided(i, solution[i] - known);
        }
        for i in (0..size).rev() {
            let known: f64 = (i + 1..size).map(|k| self.rows[k][i] * solution[k]).sum();
            solution[i] = self.divided(i, solution[i] - known);
        }
        solution
    }

    fn divided(&self, unknown: usize, value: f64) -> f64 {
        if self.determines(unknown) { value / self.rows[unknown][unknown] } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_is_solved() {
        let factor = Cholesky::of(vec![vec![4.0], vec![2.0, 5.0], vec![2.0, 3.0, 6.0]]);
        let solution = factor.solve(&[8.0, 10.0, 11.0]);
        for (found, expected) in solution.iter().zip([1.0, 1.0, 1.0]) {
            assert!((found - expected).abs() < 1e-12, "{solution:?}");
        }
    }

    #[test]
    fn a_repeated_unknown_is_left_out() {
        let factor = Cholesky::of(vec![vec![1.0], vec![2.0, 4.0], vec![0.0, 0.0, 4.0]]);
        assert_eq!([0, 1, 2].map(|i| factor.determines(i)), [true, false, true]);
        assert_eq!(factor.solve(&[3.0, 6.0, 8.0]), [3.0, 0.0, 2.0]);
    }
}
