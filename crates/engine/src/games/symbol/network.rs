//! A network as the evaluation.
//!
//! The network sees the position from the side of the player to act; of a board and its mirror image, it sees the one with the
//! kings on the left. Its inputs describe each piece by its cell and whether either player reaches it, and by its offsets from both
//! kings; the numbers of pieces; and the turn.

use std::sync::LazyLock;

use abstract_game::Player;
use games::symbol_core::{BOARD, Game, Kind, MAX_PIECES, Position, Stack};
use grid_topology::{Cell, Symmetry};

use super::analysis::{Analysis, stage};
use crate::games::network::SparseNetwork;
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

/// The evaluation for the player to act by a network, in centipawns.
#[inline]
pub(super) fn evaluate(network: &Network, position: &Position, analysis: &Analysis) -> i32 {
    let mut sums = network.sums();
    for_each_input(position, analysis, |_, input| sums.add(input));
    sums.output(stage(position))
}

/// Calls a function with each input that is 1, and the cell of the piece that it describes.
#[inline]
pub(super) fn for_each_input(
    position: &Position,
    analysis: &Analysis,
    mut see: impl FnMut(Option<Cell>, usize),
) {
    let player = position.player_to_act();
    let players = [player, player.opponent()];
    let kings = players.map(|player| position.king(player));
    let [own_reach, enemy_reach] = analysis.reach;
    let images = &IMAGES[usize::from(player == Player::P2)];
    let images = &images[usize::from(is_mirrored(position, players, kings))];
    let image = |cell: Cell| usize::from(images[cell.index() % CELLS]);
    let kings = kings.map(|king| king.map(image));
    for (side, player) in players.into_iter().enumerate() {
        for kind in Kind::ALL {
            let piece = side * Kind::ALL.len() + kind.index();
            for cell in position.pieces_of(player, kind) {
                let reach =
                    2 * usize::from(own_reach.contains(cell)) + usize::from(enemy_reach.contains(cell));
                let at = image(cell);
                see(Some(cell), AT + (piece * 4 + reach) * CELLS + at);
                for (first, king) in FROM_KINGS.into_iter().zip(kings) {
                    if let Some(king) = king {
                        see(Some(cell), first + piece * OFFSETS + offset(king, at));
                    }
                }
            }
        }
        let mut count = |first: usize, stack: Stack| {
            for kind in Kind::ARMY {
                let piece = side * Kind::ALL.len() + kind.index();
                see(None, first + piece * COUNTS + usize::from(stack.count(kind)).min(COUNTS - 1));
            }
        };
        count(RESERVES, position.reserve(player));
        count(TOTALS, position.total(player));
    }
    let left = usize::from(position.reinforcements_left().min(3));
    let in_danger = usize::from(analysis.in_danger);
    let game = usize::from(position.options().game == Game::Simple);
    see(None, TURN + ((game * BUCKETS + stage(position)) * 4 + left) * 2 + in_danger);
}

/// The offset of a cell from another one, both numbered rank after rank.
fn offset(from: usize, to: usize) -> usize {
    (to % 7 + 6 - from % 7) * 13 + to / 7 + 6 - from / 7
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
        Analysis, BUCKETS, FILE, INPUTS, MOST_INPUTS, NETWORK, Network, UNITS, evaluate, for_each_input,
        stage,
    };
    use crate::games::network::tests::{
        assert_other_lengths_are_refused, assert_sums_fit, checksum, random_positions,
    };

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
            let mut inputs = Vec::new();
            for_each_input(&position, &Analysis::of(&position), |_, input| inputs.push(input));
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

    /// The same network computed one number after the other.
    #[test]
    fn the_evaluation_is_that_of_the_definition() {
        let numbers: Vec<i32> =
            FILE.as_chunks::<2>().0.iter().map(|&pair| i16::from_le_bytes(pair).into()).collect();
        let (weights, rest) = numbers.split_at(UNITS * INPUTS);
        let (biases, rest) = rest.split_at(UNITS);
        let (outputs, offsets) = rest.split_at(UNITS * BUCKETS);
        for position in random_positions(&Symbol::default()) {
            let analysis = Analysis::of(&position);
            let bucket = stage(&position);
            let mut sums = biases.to_vec();
            for_each_input(&position, &analysis, |_, input| {
                for (sum, weight) in sums.iter_mut().zip(&weights[UNITS * input..]) {
                    *sum += weight;
                }
            });
            let outputs = &outputs[UNITS * bucket..];
            let total: i32 =
                sums.iter().zip(outputs).map(|(sum, output)| sum.clamp(&0, &255).pow(2) * output).sum();
            assert_eq!(evaluate(&NETWORK, &position, &analysis), total / 23_956 + offsets[bucket]);
        }
    }
}
