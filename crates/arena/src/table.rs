//! Text in aligned columns.

/// Rows of cells, the first row the headings. The first column is aligned to the left, the others to
/// the right. Cells are made printable.
///
/// ```
/// let mut table = arena::table::Table::new(["engine", "games"]);
/// table.row(["mcts", "100"]);
/// assert_eq!(table.to_string(), "engine  games\nmcts      100\n");
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with those headings.
    pub fn new(headings: impl IntoIterator<Item = impl Into<String>>) -> Table {
        let mut table = Table { rows: Vec::new() };
        table.row(headings);
        table
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        self.rows.push(cells.into_iter().map(|cell| printable::line(&cell.into())).collect());
    }

    /// The rows of cells, from the headings on.
    pub fn rows(&self) -> impl Iterator<Item = &[String]> {
        self.rows.iter().map(Vec::as_slice)
    }
}

impl std::fmt::Display for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            self.rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max()
        };
        let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
        for row in &self.rows {
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| match column {
                0 => format!("{cell:<width$}"),
                _ => format!("{cell:>width$}"),
            });
            writeln!(f, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
        }
        Ok(())
    }
}
