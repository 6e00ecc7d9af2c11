//! Proof and disproof numbers: first ones, and those of a position by those of its children.

use crate::state::several;

/// A proof or disproof number that stands for infinity.
pub(crate) const INFINITE: u32 = u32::MAX;

/// Proof numbers for the player to place: `phi` of a win, `delta` of a loss. A win has `phi` 0, a loss has `delta` 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(crate) phi: u32,
    pub(crate) delta: u32,
}

pub(crate) const WIN: Numbers = Numbers { phi: 0, delta: INFINITE };
pub(crate) const LOSS: Numbers = Numbers { phi: INFINITE, delta: 0 };

impl Numbers {
    /// Whether the position is decided, or both numbers are between 0 and infinity.
    pub(crate) fn are_sound(self) -> bool {
        self.are_decided() || [self.phi, self.delta].iter().all(|number| (1..INFINITE).contains(number))
    }

    pub(crate) fn are_decided(self) -> bool {
        matches!(self, WIN | LOSS)
    }
}

/// The first number of a position whose only placement answers an atari. With its true number of placements, 1, such
/// positions would be searched before all others, however pointless the atari.
const FORCED_NUMBER: u32 = 4;

/// The first proof number for a win. A greater one than 1 makes room for fractions.
const FIRST: u32 = 8;

/// The number of placements that compete at a time, of `open` ones that are not refuted: the likeliest by the policy. Another one
/// enters when one of them is refuted.
#[inline]
const fn focus(open: u32) -> u32 {
    1 + open.div_ceil(5)
}

/// The numbers of a new position: [`FIRST`] for a win, that times the number of competing placements for a loss, less if the
/// placement that led to the position has often won: up to three eighths.
#[inline]
pub(crate) fn first_numbers(moves: u64, share: u32) -> Numbers {
    let count = if several(moves) { moves.count_ones() } else { FORCED_NUMBER };
    Numbers { phi: FIRST, delta: (FIRST * focus(count) * (32 - share * 12 / WHOLE) / 32).max(1) }
}

/// With each difference of this size from the best score of the policy, in thousandths, the first disproof number doubles.
const DOUBLING: u32 = 2_000;

/// A disproof number, more for a placement whose score by the policy is `less` thousandths below the best one's: up to three times as
/// much. Between doublings it rises in a straight line, so that it is the same on every machine.
#[inline]
pub(crate) fn unlikely(delta: u32, less: u32) -> u32 {
    let less = less.min(DOUBLING + DOUBLING / 2);
    delta * ((DOUBLING + less % DOUBLING) << (less / DOUBLING)) / DOUBLING
}

/// The share of wins of a placement that always won.
pub(crate) const WHOLE: u32 = 1 << 16;

/// The numbers of a child that another thread is searching: with a greater disproof number, so that this thread prefers others.
#[inline]
pub(crate) fn beside_another_thread(numbers: Numbers) -> Numbers {
    if numbers.are_decided() {
        return numbers;
    }
    let Numbers { phi, delta } = numbers;
    Numbers { phi, delta: delta.saturating_add(FIRST + delta / 4).min(INFINITE - 1) }
}

/// What the numbers of the children make of a position.
pub(crate) struct Best {
    /// The child with the least disproof number, the first of several.
    pub(crate) index: usize,
    /// The second least disproof number.
    pub(crate) second: u32,
    pub(crate) numbers: Numbers,
}

/// Combines the numbers of the children, the likeliest first.
#[inline]
pub(crate) fn combine(children: impl Iterator<Item = Numbers> + Clone) -> Best {
    let open = children.clone().filter(|numbers| numbers.phi != 0).count();
    let mut left = focus(open as u32);
    let mut index = 0;
    let (mut least, mut second) = (INFINITE, INFINITE);
    let (mut sum, mut greatest) = (0_u32, 0_u32);
    for (child, numbers) in children.enumerate() {
        // A win counts outside the focus, too.
        if numbers.phi == 0 || left == 0 && numbers.delta != 0 {
            continue;
        }
        left = left.saturating_sub(1);
        // INFINITE is the number of a loss; a sum of numbers of open positions stays below it.
        sum = sum.saturating_add(numbers.phi).min(INFINITE - 1);
        greatest = greatest.max(numbers.phi);
        if numbers.delta < least {
            second = least;
            least = numbers.delta;
            index = child;
        } else if numbers.delta < second {
            second = numbers.delta;
        }
    }
    let numbers = match (least, sum) {
        (0, _) => WIN,
        (_, 0) => LOSS,
        // Many lines meet in the same positions, so the sum counts too much and the maximum too little.
        _ => Numbers { phi: least, delta: sum - (sum - greatest) / 2 },
    };
    Best { index, second, numbers }
}

/// The share of a position's tree that is decided, 0 to 1: of all placements of the likely loser, each with the best answer.
/// It follows from the numbers of the position and of its children, and from the `share` of a child.
pub(crate) fn share_decided(numbers: Numbers, children: &[Numbers], share: impl Fn(usize) -> f64) -> f64 {
    if numbers.are_decided() {
        1.0
    } else if children.is_empty() {
        0.0
    } else if numbers.phi < numbers.delta {
        share(combine(children.iter().copied()).index)
    } else {
        (0..children.len()).map(share).sum::<f64>() / children.len() as f64
    }
}
