//! A small network as the evaluation.
//!
//! Every cell has one of [`CLASSES`] classes. A hidden unit adds up a weight for the class of each cell. Each unit has eight images
//! under the symmetries of the square. So the evaluation of a position and of its images is the same number, and the file holds the
//! weights of one image.
//!
//! The weights are those of a 7×7 board. A cell of another board has the weights of the cell as far from the nearest edges.

use std::array;
use std::cmp::Ordering;
use std::sync::LazyLock;

use games::snorkels_core::air::{beside, beside_two};
use games::snorkels_core::{Position, board, rectangle};
use grid_topology::bytes::{number_of, numbers};
use grid_topology::{Bitboard64, Cell, Symmetry};
use wide::i16x8;

use super::Analysis;
use super::reach::reach;
use crate::games::network::{Weights, output};
use crate::games::weights::weights;
use crate::training::WrongLength;

/// The number of files and ranks of the weights.
pub(super) const SIZE: u8 = 7;
/// The classes of a cell: own snorkels by the airs of their group (1, 2, 3, more), enemy snorkels likewise, twelve classes of
/// empty cells by the colours that place there safely and the colour that reaches the cell first. Stones have none.
pub(super) const CLASSES: usize = 20;
/// Hidden units without their images.
pub(super) const UNITS: usize = 32;
const EIGHTS: usize = UNITS / 8;
/// The images that are computed together: as many as have their sums in the 16 vector registers of most processors.
const TOGETHER: usize = 2;
/// The output weights depend on the number of snorkels, divided by this, on a board of 49 cells; on others in proportion.
const BUCKET: u32 = 5;
/// The number of sets of output weights.
pub(super) const BUCKETS: usize = 6;

/// A code is the number of a class, with a gap after each three classes of empty cells.
pub(super) const CODES: usize = 1 << 5;

/// The class of a code; `None` in the gaps.
fn class(code: usize) -> Option<usize> {
    match code {
        0..8 => Some(code),
        16.. if code % 4 < 3 => Some(8 + (code - 16) / 4 * 3 + code % 4),
        _ => None,
    }
}

const CELLS: usize = (SIZE as usize).pow(2);
/// The weights as `trainer train` writes them.
static FILE: &[u8] = include_bytes!("network.bin");

pub(super) static NETWORK: LazyLock<Network> =
    LazyLock::new(|| Network::read(&weights("snorkels", FILE)).expect("the file is complete"));

/// The code of stones and of places without a cell: it has no class.
const NO_CLASS: u8 = 8;

/// What the network sees of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Inputs {
    /// The code of each cell of the 8×8 frame, a byte for each. Every cell has one, so that a loop over them runs as often on every
    /// board, while loops over the cells of classes are hard to predict.
    pub(super) codes: [u64; 8],
    /// The numbers of files and ranks of the board.
    width: u8,
    height: u8,
    /// Which output weights apply, from 0 to [`BUCKETS`] - 1.
    pub(super) bucket: usize,
}

impl Inputs {
    /// The inputs of a position.
    pub(super) fn new(position: &Position) -> Inputs {
        Inputs::of(position, &Analysis::of(position))
    }

    /// The inputs of a position with its analysis.
    pub(super) fn of(position: &Position, analysis: &Analysis) -> Inputs {
        let own = position.to_place();
        let [[own_cells], [enemy_cells], [empty]] =
            [position.snorkels(own), position.snorkels(own.opponent()), position.empty()]
                .map(|set| set.words());
        let [own_airs, enemy_airs] = [own, own.opponent()].map(|colour| analysis.airs[colour.index()]);
        let more = |cells: u64, [one, two, three]: [u64; 3]| cells & !(one | two | three);
        let [own_more, enemy_more] = [more(own_cells, own_airs), more(enemy_cells, enemy_airs)];
        // A placement is safe if it leaves its group two airs. Groups that it connects count as one of them.
        let open = empty & beside_two(empty);
        let half_open = beside(empty);
        let safe = |[_, two, three]: [u64; 3], more: u64| {
            empty & (open | beside(three | more) | beside(two) & half_open)
        };
        let (own_safe, enemy_safe) = (safe(own_airs, own_more), safe(enemy_airs, enemy_more));
        let [[own_reach], [enemy_reach]] = reach(position).map(|set| set.words());
        let [stones] = position.stones().words();
        let [[_, own_2, own_3], [_, enemy_2, enemy_3]] = [own_airs, enemy_airs];
        let more = own_more | enemy_more;
        let bits = [
            empty,
            empty & !own_safe | stones,
            enemy_cells | empty & !enemy_safe,
            own_3 | enemy_3 | more | empty & !(own_reach | enemy_reach),
            own_2 | enemy_2 | more | empty & enemy_reach,
        ];
        let filled = (own_cells | enemy_cells).count_ones();
        let cells = (own_cells | enemy_cells | empty).count_ones();
        let of_49 = if cells == CELLS as u32 { filled } else { filled * CELLS as u32 / cells.max(1) };
        Inputs {
            codes: numbers(bits.map(|cells| Bitboard64::from_words([cells]))),
            width: position.width(),
            height: position.height(),
            bucket: ((of_49 / BUCKET) as usize).min(BUCKETS - 1),
        }
    }

    /// The inputs that do not describe this cell: it has no class.
    pub(super) fn without(mut self, cell: Cell) -> Inputs {
        let shift = 8 * (cell.index() % 8);
        let codes = &mut self.codes[cell.index() / 8 % 8];
        *codes = *codes & !(0xff << shift) | u64::from(NO_CLASS) << shift;
        self
    }

    /// The cells of each class.
    pub(super) fn classes(&self) -> [u64; CLASSES] {
        let mut classes = [0; CLASSES];
        for cell in rectangle(self.width, self.height).cells() {
            if let Some(class) = class(number_of(&self.codes, cell)) {
                classes[class] |= 1 << cell.index();
            }
        }
        classes
    }

    /// The number of the weights of a cell: rank after rank.
    pub(super) fn number(&self, cell: Cell) -> usize {
        let board = rectangle(self.width, self.height);
        let [file, rank] = [(board.file(cell), self.width), (board.rank(cell), self.height)]
            .map(|(at, size)| usize::from(weights_of(place(at, size))));
        rank * usize::from(SIZE) + file
    }

    /// The code of each place of the frame.
    fn places(&self) -> [u64; 8] {
        let mut places = [[NO_CLASS; 8]; 8];
        for rank in 0..self.height {
            let codes = self.codes[usize::from(rank)].to_le_bytes();
            for file in 0..self.width {
                places[usize::from(place(rank, self.height))][usize::from(place(file, self.width))] =
                    codes[usize::from(file)];
            }
        }
        places.map(u64::from_le_bytes)
    }
}

/// The place in the frame of a file or rank of a board of this size: as far from the nearest edge of the 7×7 board. Smaller boards
/// leave places around the middle out. A board of 8 has two middles; the place of the second one is the last of the frame.
fn place(at: u8, size: u8) -> u8 {
    let (before, after) = (at, size - 1 - at);
    match before.cmp(&after) {
        Ordering::Less => before,
        Ordering::Equal => SIZE / 2,
        Ordering::Greater if after == SIZE / 2 => SIZE,
        Ordering::Greater => SIZE - 1 - after,
    }
}

/// The file or rank of the weights of a place in the frame.
fn weights_of(place: u8) -> u8 {
    if place == SIZE { SIZE / 2 } else { place }
}

/// The weights of a network, in the order of the computation.
#[derive(Debug, PartialEq)]
pub(super) struct Network {
    /// By code and place in the frame: the weights of the images of all units. Images are by [`Symmetry::index`].
    weights: Box<[[[[i16x8; EIGHTS]; 8]; 64]; CODES]>,
    biases: [i16x8; EIGHTS],
    /// By bucket.
    outputs: [[i16x8; EIGHTS]; BUCKETS],
    /// By bucket, in centipawns.
    offsets: [i32; BUCKETS],
}

impl Network {
    /// Reads the weights: those of all classes, cells and units, the biases of the units, and for each bucket the output weights and
    /// the offsets, as numbers of 16 bits, little-endian.
    pub(super) fn read(file: &[u8]) -> Result<Network, WrongLength> {
        let Weights { eights, offsets } = Weights::read(file, EIGHTS * (CLASSES * CELLS + 1 + BUCKETS))?;
        let rows = eights.as_chunks::<EIGHTS>().0;
        let (of_cells, others) = rows.split_at(CLASSES * CELLS);
        let board = board(SIZE);
        let mut weights = Box::new([[[[i16x8::default(); EIGHTS]; 8]; 64]; CODES]);
        for (code, weights) in weights.iter_mut().enumerate() {
            let Some(class) = class(code) else { continue };
            for (place, weights) in weights.iter_mut().enumerate() {
                let [rank, file] = [place / 8, place % 8].map(|place| weights_of(place as u8));
                let cell = board.at(file, rank).expect("the weights have this cell");
                for symmetry in Symmetry::ALL {
                    let image = board.map_cell(symmetry, cell);
                    weights[symmetry.index()] = of_cells[class * CELLS + number(image)];
                }
            }
        }
        let outputs = array::from_fn(|bucket| others[1 + bucket]);
        Ok(Network { weights, biases: others[0], outputs, offsets })
    }

    /// The evaluation for the colour to place, in centipawns.
    #[inline]
    pub(super) fn evaluate(&self, inputs: &Inputs) -> i32 {
        let outputs = &self.outputs[inputs.bucket];
        let output = if (inputs.width, inputs.height) == (SIZE, SIZE) {
            self.output::<{ SIZE as usize }>(&inputs.codes, outputs)
        } else {
            self.output::<8>(&inputs.places(), outputs)
        };
        output + self.offsets[inputs.bucket]
    }

    /// The output without its offset, from the codes of the first places of the frame.
    #[inline]
    fn output<const PLACES: usize>(&self, codes: &[u64; 8], outputs: &[i16x8; EIGHTS]) -> i32 {
        let sums = (0..8 / TOGETHER).flat_map(|group| self.sums::<PLACES>(codes, group));
        output(sums.flat_map(|sums| sums.into_iter().zip(*outputs)))
    }

    /// The sums of the units for the images of a group.
    #[inline]
    fn sums<const PLACES: usize>(&self, codes: &[u64; 8], group: usize) -> [[i16x8; EIGHTS]; TOGETHER] {
        let mut sums = [self.biases; TOGETHER];
        for (rank, codes) in codes.iter().enumerate().take(PLACES) {
            for (file, code) in codes.to_le_bytes().into_iter().enumerate().take(PLACES) {
                let of_cell = &self.weights[usize::from(code) % CODES][8 * rank + file];
                let of_group = &of_cell.as_chunks::<TOGETHER>().0[group];
                for (sum, weight) in sums.as_flattened_mut().iter_mut().zip(of_group.as_flattened()) {
                    *sum += *weight;
                }
            }
        }
        sums
    }
}

/// The number of a cell of the 7×7 board: rank after rank.
pub(super) fn number(cell: Cell) -> usize {
    let board = board(SIZE);
    usize::from(board.rank(cell)) * usize::from(SIZE) + usize::from(board.file(cell))
}

#[cfg(test)]
mod tests {
    use games::snorkels_core::{MAX_SIZE, MIN_SIZE, Position, Snorkels};
    use grid_topology::Symmetry;

    use super::{BUCKETS, CELLS, CLASSES, FILE, Inputs, NETWORK, Network, UNITS, number};
    use crate::games::network::tests::{assert_other_lengths_are_refused, checksum, random_positions};

    #[test]
    fn the_weights_are_those_that_won_the_matches() {
        assert_eq!(checksum(FILE), 0x27f65fe6d8e5b251);
    }

    #[test]
    fn a_file_of_another_length_is_refused() {
        assert_other_lengths_are_refused(FILE, Network::read);
    }

    /// Positions of random games on boards of all sizes, with stones and without.
    fn positions() -> impl Iterator<Item = Position> {
        let sizes =
            (MIN_SIZE..=MAX_SIZE).flat_map(|height| (MIN_SIZE..=MAX_SIZE).map(move |width| (width, height)));
        sizes.flat_map(|(width, height)| {
            let rules =
                Snorkels::new().with("size", height).expect("a size").with("width", width).expect("a width");
            let rules = rules.with("stones", (width + height) % 3).expect("a number of stones");
            let every = if (width, height) == (7, 7) { 1 } else { 10 };
            random_positions(&rules).into_iter().step_by(every)
        })
    }

    #[test]
    fn every_cell_but_stones_has_one_class() {
        for position in positions() {
            let classes = Inputs::new(&position).classes();
            let cells = position.board() - position.stones();
            assert_eq!(classes.iter().map(|set| set.count_ones()).sum::<u32>(), cells.len());
            assert_eq!(classes.iter().fold(0, |all, set| all | set), cells.words()[0]);
        }
    }

    #[test]
    fn without_a_cell_the_others_keep_their_classes() {
        for position in positions().step_by(20) {
            let inputs = Inputs::new(&position);
            for cell in position.board() {
                let expected = inputs.classes().map(|set| set & !(1 << cell.index()));
                assert_eq!(inputs.without(cell).classes(), expected);
            }
        }
    }

    /// The weights by file, rank after rank, counted from 0.
    #[test]
    fn a_cell_has_the_weights_of_the_cell_as_far_from_the_nearest_edges() {
        for (width, files) in [
            (2, &[0, 6][..]),
            (5, &[0, 1, 3, 5, 6]),
            (6, &[0, 1, 2, 4, 5, 6]),
            (7, &[0, 1, 2, 3, 4, 5, 6]),
            (8, &[0, 1, 2, 3, 3, 4, 5, 6]),
        ] {
            let rules =
                Snorkels::new().with("size", 2).expect("a size").with("width", width).expect("a width");
            let position = rules.start();
            let inputs = Inputs::new(&position);
            let numbers: Vec<usize> = position.board().into_iter().map(|cell| inputs.number(cell)).collect();
            let upper = files.iter().map(|file| 6 * 7 + file);
            assert_eq!(numbers, files.iter().copied().chain(upper).collect::<Vec<_>>());
        }
    }

    #[test]
    fn images_have_the_same_evaluation() {
        for position in positions() {
            let evaluate = |position: &Position| NETWORK.evaluate(&Inputs::new(position));
            let value = evaluate(&position);
            for symmetry in position.topology().symmetries() {
                let image = position.mapped(symmetry);
                assert_eq!(evaluate(&image), value);
            }
        }
    }

    /// The same network computed one number after the other, with integers and with floating-point numbers.
    #[test]
    fn the_evaluation_is_that_of_the_definition() {
        let numbers: Vec<i32> =
            FILE.chunks(2).map(|pair| i32::from(i16::from_le_bytes([pair[0], pair[1]]))).collect();
        let (weights, rest) = numbers.split_at(UNITS * CLASSES * CELLS);
        let (biases, rest) = rest.split_at(UNITS);
        let (outputs, offsets) = rest.split_at(UNITS * BUCKETS);
        let board = super::board(super::SIZE);
        for position in positions() {
            let seen = Inputs::new(&position);
            let (mut exact, mut logit) = (0, 0.0);
            for symmetry in Symmetry::ALL {
                for unit in 0..UNITS {
                    let mut sum = biases[unit];
                    for (class, cells) in seen.classes().iter().enumerate() {
                        for cell in position.board().into_iter().filter(|cell| cells >> cell.index() & 1 != 0)
                        {
                            let of_cell = seen.number(cell) as u8;
                            let of_cell = board.at(of_cell % 7, of_cell / 7).expect("a cell");
                            let image = number(board.map_cell(symmetry, of_cell));
                            sum += weights[UNITS * (class * CELLS + image) + unit];
                        }
                    }
                    let output = outputs[UNITS * seen.bucket + unit];
                    exact += sum.clamp(0, 255).pow(2) * output;
                    logit += (f64::from(sum) / 255.0).clamp(0.0, 1.0).powi(2) * f64::from(output) / 64.0;
                }
            }
            let value = NETWORK.evaluate(&seen);
            assert_eq!(value, exact / 23_956 + offsets[seen.bucket]);
            let float = logit * 400.0 / std::f64::consts::LN_10 + f64::from(offsets[seen.bucket]);
            assert!((f64::from(value) - float).abs() < 2.0, "{value}, {float}");
        }
    }
}
