//! Every table against plain coordinates, on boards of all sorts.

use crate::shapes::NIKA;
use grid_topology::{Bitboard, Cell, Direction, Numbering, Shape, Symmetry, Topology};
use std::collections::{BTreeSet, HashMap};

/// Knuth's linear congruential generator; the low bits are the weak ones.
struct Random(u64);

impl Random {
    fn word(&mut self) -> u64 {
        let mut half = || {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            self.0 >> 32
        };
        half() << 32 | half()
    }

    /// A set of cells of the board: about 1/8, 1/4, 1/2, 3/4 or 7/8 of them.
    fn set<const C: usize, const W: usize>(&mut self, board: &Topology<C, W>) -> Bitboard<W> {
        let mut words = || Bitboard::from_words(std::array::from_fn(|_| self.word()));
        let (a, b, c) = (words(), words(), words());
        let set = match self.word() >> 40 & 7 {
            0 => a & b & c,
            1 | 2 => a & b,
            3 | 4 => a,
            5 | 6 => a | b,
            _ => a | b | c,
        };
        set & board.cells()
    }
}

type Square = (i32, i32);

/// The board without any table: which squares are cells, and their numbers.
struct Naive {
    numbers: HashMap<Square, usize>,
    shape: Shape,
}

impl Naive {
    fn new(shape: Shape, numbering: Numbering) -> Self {
        let squares = (0..shape.height()).flat_map(|rank| (0..shape.width()).map(move |file| (file, rank)));
        let numbers = squares
            .filter(|&(file, rank)| shape.contains(file, rank))
            .enumerate()
            .map(|(count, (file, rank))| {
                let number = match numbering {
                    Numbering::Dense => count,
                    Numbering::Strided(stride) => usize::from(rank) * usize::from(stride) + usize::from(file),
                };
                ((file.into(), rank.into()), number)
            })
            .collect();
        Self { numbers, shape }
    }

    fn step(square: Square, direction: Direction) -> Square {
        let (files, ranks) = direction.delta();
        (square.0 + i32::from(files), square.1 + i32::from(ranks))
    }

    fn neighbours(&self, square: Square, directions: &[Direction]) -> BTreeSet<usize> {
        directions.iter().filter_map(|&d| self.numbers.get(&Self::step(square, d)).copied()).collect()
    }

    fn ray(&self, square: Square, direction: Direction) -> BTreeSet<usize> {
        std::iter::successors(Some(square), |&at| Some(Self::step(at, direction)))
            .skip(1)
            .map_while(|at| self.numbers.get(&at).copied())
            .collect()
    }

    fn squares(&self, set: &BTreeSet<usize>) -> Vec<Square> {
        self.numbers.iter().filter(|(_, number)| set.contains(number)).map(|(&square, _)| square).collect()
    }

    fn flood(&self, seed: &BTreeSet<usize>, within: &BTreeSet<usize>) -> BTreeSet<usize> {
        let mut reached = BTreeSet::new();
        let mut open: Vec<Square> = self.squares(&(seed & within));
        while let Some(square) = open.pop() {
            if reached.insert(self.numbers[&square]) {
                let next = &self.neighbours(square, &Direction::ORTHOGONAL) & within;
                open.extend(self.squares(&next));
            }
        }
        reached
    }

    /// By matrices, which the crate does not use.
    fn image(&self, square: Square, symmetry: Symmetry) -> Square {
        let (x, y) = (
            2 * square.0 - i32::from(self.shape.width()) + 1,
            2 * square.1 - i32::from(self.shape.height()) + 1,
        );
        let [a, b, c, d] = match symmetry {
            Symmetry::Identity => [1, 0, 0, 1],
            Symmetry::Rotate90 => [0, 1, -1, 0],
            Symmetry::Rotate180 => [-1, 0, 0, -1],
            Symmetry::Rotate270 => [0, -1, 1, 0],
            Symmetry::MirrorFiles => [-1, 0, 0, 1],
            Symmetry::MirrorRanks => [1, 0, 0, -1],
            Symmetry::Transpose => [0, 1, 1, 0],
            Symmetry::AntiTranspose => [0, -1, -1, 0],
        };
        let (x, y) = (a * x + b * y, c * x + d * y);
        ((x + i32::from(self.shape.width()) - 1) / 2, (y + i32::from(self.shape.height()) - 1) / 2)
    }
}

fn members<const W: usize>(set: Bitboard<W>) -> BTreeSet<usize> {
    set.into_iter().map(Cell::index).collect()
}

fn check<const C: usize, const W: usize>(shape: Shape, numbering: Numbering) {
    let board: Topology<C, W> = Topology::new(shape, numbering);
    let naive = Naive::new(shape, numbering);
    assert_eq!(board.len(), naive.numbers.len());
    assert_eq!(members(board.cells()), naive.numbers.values().copied().collect());
    check_cells(&board, &naive);
    check_sets(&board, &naive);
    check_symmetries(&board, &naive);
}

fn check_cells<const C: usize, const W: usize>(board: &Topology<C, W>, naive: &Naive) {
    for (file, rank) in
        (0..=board.width()).flat_map(|file| (0..=board.height()).map(move |rank| (file, rank)))
    {
        let number = naive.numbers.get(&(file.into(), rank.into()));
        assert_eq!(board.at(file, rank).map(Cell::index), number.copied());
    }
    for (&square, &number) in &naive.numbers {
        let cell = Cell::new(number as u8);
        assert_eq!((i32::from(board.file(cell)), i32::from(board.rank(cell))), square);
        assert_eq!(board.parse_cell(&board.name(cell).to_string()), Ok(cell));
        assert_eq!(members(board.neighbours(cell)), naive.neighbours(square, &Direction::ORTHOGONAL));
        assert_eq!(members(board.king_steps(cell)), naive.neighbours(square, &Direction::ALL));
        for direction in Direction::ALL {
            let next = naive.numbers.get(&Naive::step(square, direction));
            assert_eq!(board.step(cell, direction).map(Cell::index), next.copied());
            let ray = naive.ray(square, direction);
            assert_eq!(members(board.ray(cell, direction)), ray);
        }
    }
    for hole in (0..C).map(|i| Cell::new(i as u8)).filter(|&cell| !board.cells().contains(cell)) {
        assert!(board.neighbours(hole).is_empty() && board.king_steps(hole).is_empty());
        for direction in Direction::ALL {
            assert_eq!(board.step(hole, direction), None);
            assert!(board.ray(hole, direction).is_empty());
        }
    }
}

fn check_sets<const C: usize, const W: usize>(board: &Topology<C, W>, naive: &Naive) {
    let mut random = Random(board.len() as u64);
    let mut sets: Vec<_> = (0..16).map(|_| random.set(board)).collect();
    sets.extend([board.cells(), Bitboard::EMPTY]);
    for &set in &sets {
        let naive_set = members(set);
        let around = |directions| {
            let of_each =
                naive.squares(&naive_set).into_iter().map(|square| naive.neighbours(square, directions));
            of_each.fold(BTreeSet::new(), |all, some| &all | &some)
        };
        for direction in Direction::ALL {
            let stepped: Bitboard<W> =
                set.into_iter().filter_map(|cell| board.step(cell, direction)).collect();
            assert_eq!(board.shift(set, direction), stepped);
            // Indices that are no cells do not step either.
            assert_eq!(board.shift(set | !board.cells(), direction), stepped);
        }
        assert_eq!(members(board.expand(set)), &naive_set | &around(&Direction::ORTHOGONAL));
        assert_eq!(members(board.king_expand(set)), &naive_set | &around(&Direction::ALL));

        let seed = random.set(board) & random.set(board);
        assert_eq!(members(board.flood(seed, set)), naive.flood(&members(seed), &naive_set));
    }
}

fn check_symmetries<const C: usize, const W: usize>(board: &Topology<C, W>, naive: &Naive) {
    let mut random = Random(7);
    // A symmetry moves the whole frame onto itself, holes and all.
    let swaps = |symmetry: Symmetry| symmetry.apply(Direction::North).delta().0 != 0;
    let has = |symmetry| {
        (board.width() == board.height() || !swaps(symmetry))
            && naive.numbers.keys().all(|&at| naive.numbers.contains_key(&naive.image(at, symmetry)))
    };
    assert!(board.symmetries().eq(Symmetry::ALL.into_iter().filter(|&symmetry| has(symmetry))));
    for symmetry in board.symmetries() {
        for (&square, &number) in &naive.numbers {
            let cell = Cell::new(number as u8);
            let image = board.map_cell(symmetry, cell);
            assert_eq!(image.index(), naive.numbers[&naive.image(square, symmetry)]);
            for direction in Direction::ALL {
                let turned = symmetry.apply(direction);
                let step = board.step(cell, direction);
                assert_eq!(step.map(|next| board.map_cell(symmetry, next)), board.step(image, turned));
                assert_eq!(board.map_set(symmetry, board.ray(cell, direction)), board.ray(image, turned));
            }
        }
        let set = random.set(board);
        let images = set.into_iter().map(|cell| board.map_cell(symmetry, cell)).collect();
        assert_eq!(board.map_set(symmetry, set), images);
        assert_eq!(board.map_set(symmetry, board.expand(set)), board.expand(images));
    }
}

/// A full rectangle of any size.
fn rectangle(width: usize, height: usize) -> Shape {
    Shape::from_picture(&vec!["o".repeat(width).as_str(); height])
}

#[test]
fn rectangles_up_to_nine_by_nine() {
    for (width, height) in (1..=9).flat_map(|width| (1..=9).map(move |height| (width, height))) {
        if width * height <= 64 {
            check::<64, 1>(rectangle(width, height), Numbering::Dense);
        }
        if width <= 8 && height <= 8 {
            check::<64, 1>(rectangle(width, height), Numbering::Strided(8));
        }
        check::<81, 2>(rectangle(width, height), Numbering::Dense);
        check::<144, 3>(rectangle(width, height), Numbering::Strided(16));
    }
}

#[test]
fn exactly_as_many_indices_as_cells() {
    assert_eq!(rectangle(7, 5), Shape::rectangle::<7, 5>());
    check::<1, 1>(Shape::rectangle::<1, 1>(), Numbering::Dense);
    check::<35, 1>(Shape::rectangle::<7, 5>(), Numbering::Dense);
    check::<49, 1>(Shape::rectangle::<7, 7>(), Numbering::Dense);
    check::<55, 1>(Shape::rectangle::<7, 7>(), Numbering::Strided(8));
    check::<64, 1>(Shape::rectangle::<8, 8>(), Numbering::Dense);
}

#[test]
fn large_boards() {
    check::<256, 4>(Shape::rectangle::<16, 16>(), Numbering::Dense);
    check::<256, 4>(Shape::rectangle::<26, 8>(), Numbering::Strided(32));
    check::<208, 4>(Shape::rectangle::<26, 8>(), Numbering::Dense);
    check::<208, 4>(Shape::rectangle::<8, 26>(), Numbering::Dense);
    check::<252, 4>(Shape::rectangle::<21, 12>(), Numbering::Dense);
    check::<144, 3>(NIKA, Numbering::Dense);
}

#[test]
fn boards_with_holes() {
    let ring = Shape::from_picture(&["ooo", "o.o", "ooo"]);
    check::<8, 1>(ring, Numbering::Dense);
    check::<24, 1>(ring, Numbering::Strided(8));
    let ell = Shape::from_picture(&["o..", "o..", "ooo"]);
    check::<5, 1>(ell, Numbering::Dense);
    check::<1, 1>(Shape::from_picture(&["..", ".."]), Numbering::Dense);
}

/// More distances than a shift keeps.
#[test]
fn a_diamond() {
    let rows: Vec<String> = (-10_i32..=10)
        .map(|rank| {
            (-10_i32..=10).map(|file| if file.abs() + rank.abs() <= 10 { 'o' } else { '.' }).collect()
        })
        .collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    check::<221, 4>(Shape::from_picture(&rows), Numbering::Dense);
}

#[test]
fn random_masks() {
    let mut random = Random(42);
    for round in 0..60 {
        let (width, height) = (1 + random.word() as usize % 8, 1 + random.word() as usize % 8);
        let keep = [2, 4, 7][round % 3];
        let rows: Vec<String> = (0..height)
            .map(|_| (0..width).map(|_| if random.word() >> 40 & 7 < keep { 'o' } else { '.' }).collect())
            .collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let shape = Shape::from_picture(&rows);
        check::<64, 1>(shape, Numbering::Dense);
        check::<64, 1>(shape, Numbering::Strided(8));
        check::<256, 4>(shape, Numbering::Strided(32));
    }
}
