//! The actions of the nodes of the current line, with their scores and their order.

/// The lists of the nodes from the root to the current one, each node's after its parent's.
pub(in crate::alpha_beta) struct ActionLists<A> {
    /// The actions.
    pub(super) actions: Vec<A>,
    /// The scores of those actions, or [`TAKEN`].
    pub(super) scores: Vec<i32>,
    /// The actions in the order in which they are yielded, as far as it is known.
    pub(super) order: Vec<Rank>,
    /// The tags of the actions that are scored.
    pub(super) tags: Vec<u32>,
}

/// In the place of the score of an action whose rank is known.
pub(super) const TAKEN: i32 = i32::MIN;

/// The score of an action and its index, in one number that sorts by score. Among equal scores the first
/// generated ranks highest, so that the order depends on nothing else.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank(u64);

impl Rank {
    /// Flips the sign bit, so that unsigned numbers sort like signed ones.
    const SIGN: u32 = 1 << 31;

    #[inline]
    pub(super) fn new(score: i32, index: usize) -> Rank {
        Rank(u64::from(score.cast_unsigned() ^ Self::SIGN) << 32 | u64::from(!(index as u32)))
    }

    #[inline]
    pub(super) fn score(self) -> i32 {
        ((self.0 >> 32) as u32 ^ Self::SIGN).cast_signed()
    }

    #[inline]
    pub(super) fn index(self) -> usize {
        !(self.0 as u32) as usize
    }
}

/// The number of actions selected one at a time before the rest is sorted: a cutoff often makes sorting useless.
const SELECTED: usize = 8;

impl<A> ActionLists<A> {
    pub(in crate::alpha_beta) fn new() -> Self {
        ActionLists { actions: Vec::new(), scores: Vec::new(), order: Vec::new(), tags: Vec::new() }
    }

    /// Begins a search: no node has actions.
    pub(in crate::alpha_beta) fn clear(&mut self) {
        self.actions.clear();
        self.scores.clear();
        self.order.clear();
    }

    /// Extends the order of the last node, whose actions begin at `first` and whose order at `first_rank`, by the best of its
    /// scored actions or, after some, by all of them.
    #[inline]
    pub(super) fn select(&mut self, first: usize, first_rank: usize) {
        let ActionLists { scores, order, .. } = self;
        let scores = &mut scores[first..];
        if order.len() - first_rank < SELECTED {
            let best = scores.iter().copied().max().filter(|&best| best != TAKEN);
            if let Some(best) = best
                && let Some(index) = scores.iter().position(|&score| score == best)
            {
                scores[index] = TAKEN;
                order.push(Rank::new(best, index));
            }
        } else {
            let sorted = order.len();
            let rest = scores.iter().enumerate().filter(|&(_, &score)| score != TAKEN);
            order.extend(rest.map(|(index, &score)| Rank::new(score, index)));
            scores.fill(TAKEN);
            order[sorted..].sort_unstable_by(|a, b| b.cmp(a));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Rank;

    #[test]
    fn a_rank_sorts_by_score_then_by_index() {
        let ranks = [(i32::MAX, 9), (5, 0), (0, 3), (0, 4), (-1, 0), (i32::MIN, 2)]
            .map(|(score, index)| (Rank::new(score, index), score, index));
        for pair in ranks.windows(2) {
            assert!(pair[0].0 > pair[1].0);
        }
        for (rank, score, index) in ranks {
            assert_eq!((rank.score(), rank.index()), (score, index));
        }
    }
}
