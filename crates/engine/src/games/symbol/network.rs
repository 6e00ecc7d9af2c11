//! A network as the evaluation.
//!
//! The network sees the position from the side of the player to act; of a board and its mirror image, it sees the one with the
//! kings on the left. Its inputs describe each piece by its cell and whether either player reaches it, and by its offsets from both
//! kings; the numbers of pieces; and the turn.

use std::array;
use std::cell::RefCell;
use std::sync::LazyLock;

use abstract_game::Player;
use arrayvec::ArrayVec;
use games::symbol_core::{BOARD, Game, Kind, MAX_PIECES, Position, Stack};
use grid_topology::{Bitboard64, Cell, Symmetry};

use super::analysis::{Analysis, stage};
use crate::games::network::{SparseNetwork, Sums};
use crate::games::weights::weights;

/// The number of hidden units.
pub(super) const UNITS: usize = 128;
const EIGHTS: usize = UNITS / 8;
/// The output weights depend on the stage of the turn.
pub(super) const BUCKETS: usize = 3;

const CELLS: usize = BOARD.len();
/// The offsets of two cells: up to 6 files and ranks in each direction.
const OFFSETS: usize = 13 * 13;
/// Own and opposing pieces, by kind.
const PIECES: usize = 2 * Kind::ALL.len();
/// The distinguished numbers of pieces of a kind, from 0; the last one stands for all greater ones.
const COUNTS: usize = 5;

// The first input of each description.
const AT: usize = 0;
const FROM_KINGS: [usize; 2] = [PIECES * 4 * CELLS, PIECES * (4 * CELLS + OFFSETS)];
const RESERVES: usize = PIECES * (4 * CELLS + 2 * OFFSETS);
const TOTALS: usize = RESERVES + PIECES * COUNTS;
const TURN: usize = TOTALS + PIECES * COUNTS;
/// The number of inputs.
pub(super) const INPUTS: usize = TURN + 2 * BUCKETS * 4 * 2;
/// No position has more inputs that are 1: three of each piece and king, the numbers of pieces of both players, the turn.
pub(super) const MOST_INPUTS: usize = 3 * (MAX_PIECES as usize + 2) + 2 * 2 * 5 + 1;

/// The weights as `trainer train --game symbol` writes them.
static FILE: &[u8] = include_bytes!("network.bin");

/// The network of the engine.
pub(super) type Network = SparseNetwork<EIGHTS, BUCKETS>;

pub(super) static NETWORK: LazyLock<Network> =
    LazyLock::new(|| Network::read(&weights("symbol", FILE), INPUTS).expect("the file is complete"));

/// By whether the board is turned and mirrored.
const VIEWS: [[Symmetry; 2]; 2] =
    [[Symmetry::Identity, Symmetry::MirrorFiles], [Symmetry::Rotate180, Symmetry::MirrorRanks]];

/// By view: the image of each cell.
static IMAGES: LazyLock<[[[u8; CELLS]; 2]; 2]> = LazyLock::new(|| {
    VIEWS.map(|views| {
        views
            .map(|view| std::array::from_fn(|cell| BOARD.map_cell(view, Cell::new(cell as u8)).index() as u8))
    })
});

/// What the network sees of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    view: View,
    /// Own and opposing pieces, by kind.
    pieces: [Bitboard64; PIECES],
    /// The cells that the player to act and the opponent reach.
    reach: [Bitboard64; 2],
    /// The reserves of the player to act and of the opponent, then all their pieces.
    stacks: [Stack; 4],
    /// The input of the turn.
    turn: u16,
}

/// From where the network sees a position. Positions with the same view have the same input for the same piece on the same cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct View {
    /// Whether Player 2 acts.
    is_turned: bool,
    is_mirrored: bool,
    /// The kings of the player to act and of the opponent.
    kings: [Option<Cell>; 2],
}

impl Seen {
    #[inline]
    pub(super) fn of(position: &Position, analysis: &Analysis) -> Seen {
        let player = position.player_to_act();
        let players = [player, player.opponent()];
        let kings = players.map(|player| position.king(player));
        let is_mirrored = is_mirrored(position, players, kings);
        let left = usize::from(position.reinforcements_left().min(3));
        let game = usize::from(position.options().game == Game::Simple);
        let turn = ((game * BUCKETS + stage(position)) * 4 + left) * 2 + usize::from(analysis.in_danger);
        let [own, enemy] = players.map(|player| Kind::ALL.map(|kind| position.pieces_of(player, kind)));
        let mut pieces = [Bitboard64::EMPTY; PIECES];
        pieces[..Kind::ALL.len()].copy_from_slice(&own);
        pieces[Kind::ALL.len()..].copy_from_slice(&enemy);
        let [own, enemy] = players;
        Seen {
            view: View { is_turned: player == Player::P2, is_mirrored, kings },
            pieces,
            reach: analysis.reach,
            stacks: [
                position.reserve(own),
                position.reserve(enemy),
                position.total(own),
                position.total(enemy),
            ],
            turn: (TURN + turn) as u16,
        }
    }

    /// Whether either player reaches a cell, as a number.
    #[inline]
    fn reach_of(&self, cell: Cell) -> usize {
        let [own, enemy] = self.reach.map(|cells| usize::from(cells.contains(cell)));
        2 * own + enemy
    }

    /// Calls a function with each input that is 1, and the cell of the piece that it describes.
    pub(super) fn for_each_input(&self, mut see: impl FnMut(Option<Cell>, u16)) {
        self.for_each_change(None, |_, cell, input| see(cell, input));
    }

    /// Calls a function with each input that is different from those of another position with the same view, or from no inputs:
    /// whether it is 1 now, and the cell of the piece that it describes.
    #[inline]
    fn for_each_change(&self, before: Option<&Seen>, mut see: impl FnMut(bool, Option<Cell>, u16)) {
        let View { is_turned, is_mirrored, kings } = self.view;
        let images = &IMAGES[usize::from(is_turned)][usize::from(is_mirrored)];
        let image = |cell: Cell| usize::from(images[cell.index() % CELLS]);
        let kings = kings.map(|king| king.map(image));
        let reach_changed = before.map_or(Bitboard64::EMPTY, |before| {
            let [own, enemy] = array::from_fn(|side| self.reach[side] ^ before.reach[side]);
            own | enemy
        });
        for (piece, &now) in self.pieces.iter().enumerate() {
            let then = before.map_or(Bitboard64::EMPTY, |before| before.pieces[piece]);
            let at =
                |seen: &Seen, cell| (AT + (piece * 4 + seen.reach_of(cell)) * CELLS + image(cell)) as u16;
            for cell in now ^ then {
                let is_set = now.contains(cell);
                let seen = if is_set { self } else { before.unwrap_or(self) };
                see(is_set, Some(cell), at(seen, cell));
                for (first, king) in FROM_KINGS.into_iter().zip(kings) {
                    if let Some(king) = king {
                        see(is_set, Some(cell), (first + piece * OFFSETS + offset(king, image(cell))) as u16);
                    }
                }
            }
            for cell in now & then & reach_changed {
                see(true, Some(cell), at(self, cell));
                before.into_iter().for_each(|before| see(false, Some(cell), at(before, cell)));
            }
        }
        for (index, &now) in self.stacks.iter().enumerate() {
            let then = before.map(|before| before.stacks[index]);
            if then == Some(now) {
                continue;
            }
            for kind in Kind::ARMY {
                let piece = index % 2 * Kind::ALL.len() + kind.index();
                let first = [RESERVES, TOTALS][index / 2] + piece * COUNTS;
                let input = |stack: Stack| (first + usize::from(stack.count(kind)).min(COUNTS - 1)) as u16;
                see(true, None, input(now));
                then.into_iter().for_each(|then| see(false, None, input(then)));
            }
        }
        if before.is_none_or(|before| before.turn != self.turn) {
            see(true, None, self.turn);
            before.into_iter().for_each(|before| see(false, None, before.turn));
        }
    }
}

/// What a network saw last, with the sums of its units.
#[derive(Clone, Copy)]
struct Last {
    /// The network's `id`.
    network: u64,
    seen: Seen,
    sums: Sums<EIGHTS>,
}

/// The number of views whose last sums a thread keeps.
const KEPT: usize = 32;

thread_local! {
    /// By the place of the view. Successive evaluations of a search have most inputs in common, and only the others are computed.
    static LAST: RefCell<[Option<Last>; KEPT]> = const { RefCell::new([None; KEPT]) };
}

impl View {
    /// Where a thread keeps the last sums of this view, in the place of those of others.
    #[inline]
    fn place(self) -> usize {
        let [own, enemy] = self.kings.map(|king| king.map_or(CELLS, Cell::index));
        (own * 10 + enemy * 4 + 2 * usize::from(self.is_turned) + usize::from(self.is_mirrored)) % KEPT
    }
}

impl Last {
    /// The sums from all inputs.
    #[cold]
    fn of(network: &Network, seen: Seen) -> Last {
        let mut inputs = ArrayVec::<u16, MOST_INPUTS>::new();
        seen.for_each_input(|_, input| inputs.push(input));
        let mut sums = network.biases;
        network.change(&mut sums, &inputs, &[]);
        Last { network: network.id, seen, sums }
    }

    /// Sees another position with the same view.
    #[inline]
    fn update(&mut self, network: &Network, seen: Seen) {
        let [mut set, mut cleared] = [const { ArrayVec::<u16, MOST_INPUTS>::new_const() }; 2];
        seen.for_each_change(
            Some(&self.seen),
            |is_set, _, input| {
                if is_set { set.push(input) } else { cleared.push(input) }
            },
        );
        network.change(&mut self.sums, &set, &cleared);
        self.seen = seen;
    }
}

/// The evaluation for the player to act by a network, in centipawns.
#[inline]
pub(super) fn evaluate(network: &Network, position: &Position, analysis: &Analysis) -> i32 {
    let seen = Seen::of(position, analysis);
    LAST.with_borrow_mut(|last| {
        let last = &mut last[seen.view.place()];
        let last = match last {
            Some(last) if last.network == network.id && last.seen.view == seen.view => {
                last.update(network, seen);
                last
            }
            _ => last.insert(Last::of(network, seen)),
        };
        network.output(&last.sums, stage(position))
    })
}

/// The offset of a cell from another one, both numbered rank after rank.
#[inline]
fn offset(from: usize, to: usize) -> usize {
    /// By cell: the number of its offset from the first cell.
    const FROM_FIRST: [u8; CELLS] = {
        let mut numbers = [0; CELLS];
        let mut cell = 0;
        while cell < CELLS {
            numbers[cell] = (cell % 7 * 13 + cell / 7) as u8;
            cell += 1;
        }
        numbers
    };
    OFFSETS / 2 + usize::from(FROM_FIRST[to]) - usize::from(FROM_FIRST[from])
}

/// Whether the network sees the mirror image: with the opposing king on the left; if it is in the middle, with the own king there;
/// if both are, with the lower set of cells of the first kind that tells left from right.
fn is_mirrored(position: &Position, players: [Player; 2], [own, enemy]: [Option<Cell>; 2]) -> bool {
    let is_turned = players[0] == Player::P2;
    for king in [enemy, own].into_iter().flatten() {
        let file = BOARD.file(king);
        if file != 3 {
            return (file > 3) != is_turned;
        }
    }
    let views = VIEWS[usize::from(is_turned)];
    for player in players {
        for kind in Kind::ALL {
            let [seen, mirrored] =
                views.map(|view| BOARD.map_set(view, position.pieces_of(player, kind)).words());
            if seen != mirrored {
                return mirrored < seen;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use games::symbol_core::{Symbol, Symmetry};

    use super::{
        Analysis, BUCKETS, FILE, INPUTS, MOST_INPUTS, NETWORK, Network, Position, Seen, UNITS, evaluate,
        stage,
    };
    use crate::games::network::tests::{
        assert_other_lengths_are_refused, assert_sums_fit, checksum, random_positions,
    };

    fn inputs(position: &Position) -> Vec<usize> {
        let mut inputs = Vec::new();
        let seen = Seen::of(position, &Analysis::of(position));
        seen.for_each_input(|_, input| inputs.push(input.into()));
        inputs
    }

    #[test]
    fn the_weights_are_those_that_won_the_matches() {
        assert_eq!(checksum(FILE), 0xdfec4c93752cfa24);
    }

    #[test]
    fn a_file_of_another_length_is_refused() {
        assert_other_lengths_are_refused(FILE, |file| Network::read(file, INPUTS));
    }

    #[test]
    fn inputs_are_different() {
        let (mut most, mut used) = (0, vec![false; INPUTS]);
        for position in random_positions(&Symbol::default()) {
            let mut inputs = inputs(&position);
            inputs.iter().for_each(|&input| used[input] = true);
            most = most.max(inputs.len());
            inputs.sort_unstable();
            assert!(inputs.is_sorted_by(|a, b| a < b), "{position}");
        }
        assert!((60..=MOST_INPUTS).contains(&most), "{most}");
        let used = used.into_iter().filter(|&used| used).count();
        assert!(used > INPUTS / 4, "{used} of {INPUTS}");
    }

    #[test]
    fn the_sums_fit_their_integers() {
        assert_sums_fit(FILE, UNITS, INPUTS, MOST_INPUTS);
    }

    #[test]
    fn images_have_the_same_evaluation() {
        for position in random_positions(&Symbol::default()) {
            let value = evaluate(&NETWORK, &position, &Analysis::of(&position));
            for symmetry in [Symmetry::Rotate180, Symmetry::MirrorFiles, Symmetry::MirrorRanks] {
                let image = position.mapped(symmetry);
                assert_eq!(
                    evaluate(&NETWORK, &image, &Analysis::of(&image)),
                    value,
                    "{position}: {symmetry:?}"
                );
            }
        }
    }

    /// Two networks in turns on the positions of games, each also computed one number after the other from all inputs.
    #[test]
    fn the_evaluation_is_that_of_the_definition() {
        let other: Vec<u8> = FILE
            .as_chunks::<2>()
            .0
            .iter()
            .flat_map(|pair| (i16::from_le_bytes(*pair) / 2).to_le_bytes())
            .collect();
        let other_network = Network::read(&other, INPUTS).expect("a network");
        for position in random_positions(&Symbol::default()) {
            for (network, file) in [(&*NETWORK, FILE), (&other_network, &other)] {
                let value = evaluate(network, &position, &Analysis::of(&position));
                assert_eq!(value, evaluation_by_definition(file, &position), "{position}");
            }
        }
    }

    fn evaluation_by_definition(file: &[u8], position: &Position) -> i32 {
        let number = |index: usize| i32::from(i16::from_le_bytes([file[2 * index], file[2 * index + 1]]));
        let (bucket, inputs) = (stage(position), inputs(position));
        let biases = UNITS * INPUTS;
        let outputs = biases + UNITS * (1 + bucket);
        let total: i32 = (0..UNITS)
            .map(|unit| {
                let of_inputs: i32 = inputs.iter().map(|input| number(UNITS * input + unit)).sum();
                (number(biases + unit) + of_inputs).clamp(0, 255).pow(2) * number(outputs + unit)
            })
            .sum();
        total / 23_956 + number(biases + UNITS * (1 + BUCKETS) + bucket)
    }
}
