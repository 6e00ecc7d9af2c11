//! The shape of a board: the squares of a frame that are cells.

/// The maximum number of files and of ranks: the number of letters.
pub(crate) const MAX_SIDE: usize = 26;

/// The shape of a board: a frame of files and ranks, and the squares of it that are cells.
///
/// ```
/// use grid_topology::Shape;
///
/// const CHESS: Shape = Shape::rectangle::<8, 8>();
/// assert_eq!((CHESS.width(), CHESS.height()), (8, 8));
///
/// const RING: Shape = Shape::from_picture(&[
///     "o o o",
///     "o . o",
///     "o o o",
/// ]);
/// assert!(!RING.contains(1, 1));
/// assert!(!RING.contains(1, 1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    width: u8,
    height: u8,
    /// For each rank from the bottom, the files that are cells.
    ranks: [u32; MAX_SIDE],
}

impl Shape {
    /// A full rectangle of 1 to 26 files and 1 to 26 ranks; other sizes do not compile.
    ///
    /// ```
    /// # use grid_topology::Shape;
    /// const SNORKELS: Shape = Shape::rectangle::<7, 7>();
    /// assert_eq!((SNORKELS.width(), SNORKELS.height()), (7, 7));
    /// ```
    ///
    /// ```compile_fail
    /// # use grid_topology::Shape;
    /// const WIDE: Shape = Shape::rectangle::<27, 1>();
    /// ```
    pub const fn rectangle<const WIDTH: u8, const HEIGHT: u8>() -> Self {
        const { assert!(1 <= WIDTH && WIDTH as usize <= MAX_SIDE, "a board has 1 to 26 files") };
        const { assert!(1 <= HEIGHT && HEIGHT as usize <= MAX_SIDE, "a board has 1 to 26 ranks") };
        let mut ranks = [0; MAX_SIDE];
        let mut rank = 0;
        while rank < HEIGHT as usize {
            ranks[rank] = (1 << WIDTH) - 1;
            rank += 1;
        }
        Self { width: WIDTH, height: HEIGHT, ranks }
    }

    /// The shape drawn in a picture, the **top** rank first. `.` is a square without a cell; any other character is a
    /// cell. Spaces are ignored.
    ///
    /// ```
    /// # use grid_topology::Shape;
    /// const TEE: Shape = Shape::from_picture(&["ooo", ".o."]);
    /// assert_eq!(TEE, Shape::from_picture(&["A B C", ". # ."]));
    /// assert!(TEE.contains(1, 0) && !TEE.contains(0, 0) && TEE.contains(0, 1));
    /// ```
    ///
    /// # Panics
    /// If the ranks differ in length, or there are not 1 to 26 files and ranks. In a `const` this is a compile error.
    pub const fn from_picture(picture: &[&str]) -> Self {
        assert!(!picture.is_empty() && picture.len() <= MAX_SIDE, "a board has 1 to 26 ranks");
        let mut ranks = [0; MAX_SIDE];
        let mut width = 0;
        let mut row = 0;
        while row < picture.len() {
            let (cells, files) = read_row(picture[row]);
            assert!(
                row == 0 || files == width,
                "the ranks of the picture differ in length (spaces do not count: write `.` for no cell)"
            );
            width = files;
            ranks[picture.len() - 1 - row] = cells;
            row += 1;
        }
        assert!(width > 0, "a board has 1 to 26 files");
        Self { width, height: picture.len() as u8, ranks }
    }

    /// The number of files of the frame.
    ///
    /// ```
    /// # use grid_topology::Shape;
    /// assert_eq!(Shape::rectangle::<5, 3>().width(), 5);
    /// ```
    #[inline]
    pub const fn width(&self) -> u8 {
        self.width
    }

    /// The number of ranks of the frame.
    ///
    /// ```
    /// # use grid_topology::Shape;
    /// assert_eq!(Shape::rectangle::<5, 3>().height(), 3);
    /// ```
    #[inline]
    pub const fn height(&self) -> u8 {
        self.height
    }

    /// Whether the square at this file and rank, both counted from 0, is a cell. Squares outside the frame are not.
    ///
    /// ```
    /// # use grid_topology::Shape;
    /// let board = Shape::rectangle::<5, 3>();
    /// assert!(board.contains(4, 2) && !board.contains(2, 4));
    /// ```
    #[inline]
    pub const fn contains(&self, file: u8, rank: u8) -> bool {
        file < self.width && rank < self.height && self.ranks[rank as usize] >> file & 1 == 1
    }
}

/// The files of one row that are cells, and the number of its files.
const fn read_row(row: &str) -> (u32, u8) {
    let bytes = row.as_bytes();
    let (mut cells, mut files) = (0, 0);
    let mut i = 0;
    while i < bytes.len() {
        // A character beyond ASCII is counted at its first byte only.
        let continues = bytes[i] & 0b1100_0000 == 0b1000_0000;
        if bytes[i] != b' ' && !continues {
            assert!(files < MAX_SIDE as u8, "a board has 1 to 26 files");
            if bytes[i] != b'.' {
                cells |= 1 << files;
            }
            files += 1;
        }
        i += 1;
    }
    (cells, files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rectangle_is_full() {
        let board = Shape::rectangle::<26, 9>();
        for (file, rank) in (0..30).flat_map(|file| (0..30).map(move |rank| (file, rank))) {
            assert_eq!(board.contains(file, rank), file < 26 && rank < 9);
        }
    }

    #[test]
    fn a_picture_may_hold_any_character() {
        assert_eq!(Shape::from_picture(&["éo", "#☗"]), Shape::rectangle::<2, 2>());
        assert_eq!(Shape::from_picture(&["x x", " xx "]), Shape::rectangle::<2, 2>());
    }

    #[test]
    #[should_panic(expected = "differ in length")]
    fn spaces_are_not_holes() {
        Shape::from_picture(&["ooo", "o o"]);
    }

    #[test]
    #[should_panic(expected = "1 to 26 files")]
    fn too_wide() {
        Shape::from_picture(&["...........................", "..........................."]);
    }

    #[test]
    #[should_panic(expected = "1 to 26 files")]
    fn no_width() {
        Shape::from_picture(&["", ""]);
    }

    #[test]
    #[should_panic(expected = "1 to 26 ranks")]
    fn no_height() {
        Shape::from_picture(&[]);
    }
}
