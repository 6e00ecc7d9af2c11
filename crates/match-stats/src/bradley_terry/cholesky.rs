//! The inverse of a positive definite matrix.

/// The inverse of a symmetric, positive definite matrix, by its Cholesky decomposition; `None` if it is not
/// positive definite.
pub(super) fn inverse(matrix: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let n = matrix.len();
    // matrix = lower × its transpose
    let mut lower = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..=i {
            let rest = matrix[i][j] - dot(&lower[i][..j], &lower[j][..j]);
            if i > j {
                lower[i][j] = rest / lower[j][j];
            } else if rest > 0.0 {
                lower[i][i] = rest.sqrt();
            } else {
                return None;
            }
        }
    }
    // The rows of `inverse_lower` are columns of the inverse of `lower`, so that sums run along rows.
    let mut inverse_lower = vec![vec![0.0; n]; n];
    for column in 0..n {
        inverse_lower[column][column] = 1.0 / lower[column][column];
        for i in column + 1..n {
            let sum = dot(&lower[i][column..i], &inverse_lower[column][column..i]);
            inverse_lower[column][i] = -sum / lower[i][i];
        }
    }
    let entry = |i: usize, j: usize| dot(&inverse_lower[i][i.max(j)..], &inverse_lower[j][i.max(j)..]);
    Some((0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect())
}

pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_times_its_inverse_is_one() {
        let matrix = [vec![4.0, 2.0, -1.0], vec![2.0, 5.0, 0.5], vec![-1.0, 0.5, 3.0]];
        let inverse = inverse(&matrix).unwrap();
        for (i, row) in matrix.iter().enumerate() {
            for j in 0..3 {
                let column: Vec<f64> = inverse.iter().map(|row| row[j]).collect();
                assert!((dot(row, &column) - f64::from(u8::from(i == j))).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn a_matrix_that_is_not_positive_definite_has_none() {
        assert_eq!(inverse(&[vec![1.0, 2.0], vec![2.0, 1.0]]), None);
        assert_eq!(inverse(&[vec![0.0]]), None);
        assert_eq!(inverse(&[vec![f64::NAN]]), None);
        assert_eq!(inverse(&[]), Some(vec![]));
    }
}
