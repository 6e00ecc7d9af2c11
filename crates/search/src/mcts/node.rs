//! A node of the tree: the statistics and proved bounds of one action.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed};

use abstract_game::{End, Player, Verdict};

/// The value of a win in the fixed-point numbers of the tree; a loss is 0. Integer sums do not depend on the
/// order of additions.
pub(super) const WIN_VALUE: u32 = 1 << 16;

/// The value of a result.
pub(super) const fn verdict_value(verdict: Verdict) -> u32 {
    match verdict {
        Verdict::Loss => 0,
        Verdict::Draw => WIN_VALUE / 2,
        Verdict::Win => WIN_VALUE,
    }
}

/// Converts a value between the views of player 1 and of `viewer`.
pub(super) const fn value_for(viewer: Player, of_first: u32) -> u32 {
    match viewer {
        Player::P1 => of_first,
        Player::P2 => WIN_VALUE - of_first,
    }
}

/// The proved bounds of a node's result: at least `lower` and at most `upper`; if both are equal, with the
/// distance in turns. With bounds, a proved draw also prunes children that cannot win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds(u16);

impl Bounds {
    /// Nothing is proved.
    pub(super) const UNKNOWN: Bounds = Bounds::new(Verdict::Loss, Verdict::Win, 0);
    const MAX_TURNS: u16 = 0xfff;

    pub(super) const fn new(lower: Verdict, upper: Verdict, turns: u16) -> Bounds {
        let turns = if turns > Self::MAX_TURNS { Self::MAX_TURNS } else { turns };
        Bounds(lower as u16 | (upper as u16) << 2 | turns << 4)
    }

    pub(super) const fn proved(verdict: Verdict, turns: u16) -> Bounds {
        Bounds::new(verdict, verdict, turns)
    }

    const fn unpack(bits: u16) -> Verdict {
        match bits & 3 {
            0 => Verdict::Loss,
            1 => Verdict::Draw,
            _ => Verdict::Win,
        }
    }

    pub(super) const fn lower(self) -> Verdict {
        Self::unpack(self.0)
    }

    pub(super) const fn upper(self) -> Verdict {
        Self::unpack(self.0 >> 2)
    }

    /// The proved result, if there is one.
    pub(super) fn verdict(self) -> Option<Verdict> {
        (self.lower() == self.upper()).then(|| self.lower())
    }

    /// The distance of a proved result, in turns.
    pub(super) const fn turns(self) -> u16 {
        self.0 >> 4
    }

    /// The bounds from the other player's view.
    pub(super) const fn reversed(self) -> Bounds {
        Bounds::new(self.upper().reversed(), self.lower().reversed(), self.turns())
    }

    pub(super) fn reversed_if(self, reverse: bool) -> Bounds {
        if reverse { self.reversed() } else { self }
    }

    /// Clamps a value to the bounds.
    #[inline]
    pub(super) fn clamp(self, value: u32) -> u32 {
        value.clamp(verdict_value(self.lower()), verdict_value(self.upper()))
    }
}

/// The constant properties of a node, in one byte; zero until they are known.
#[derive(Clone, Copy, Debug)]
struct Flags(u8);

impl Flags {
    const ENDS_TURN: u8 = 1;
    const P2_TO_ACT: u8 = 2;
    const REPETITION: u8 = 4;
    const KNOWN: u8 = 32;

    fn new(ends_turn: bool, actor: Player, repetition: Option<End>) -> Flags {
        let mut bits = Self::KNOWN;
        if ends_turn {
            bits |= Self::ENDS_TURN;
        }
        if actor == Player::P2 {
            bits |= Self::P2_TO_ACT;
        }
        if let Some(end) = repetition {
            bits |= Self::REPETITION | (end.verdict(Player::P1) as u8) << 3;
        }
        Flags(bits)
    }
}

/// An action with the statistics and proved bounds of the position after it. Values and bounds are from the
/// view of the player who plays the action, the `parent_player`. The player to act after the action, the
/// `actor`, may be the same.
///
/// A search only adds to a tree and never removes from it, so threads share it without locks.
pub(super) struct Node<A> {
    /// One child per legal action; set when the node is expanded.
    pub(super) children: OnceLock<Box<[Node<A>]>>,
    /// The sum of the values of all playouts through this node.
    sum: AtomicU64,
    /// The playouts through this node, including those in progress, which count as lost (virtual loss).
    visits: AtomicU32,
    /// The prior of the action, in natural logarithms of odds.
    pub(super) prior: f32,
    /// The action that leads here; meaningless for the root.
    pub(super) action: A,
    bounds: AtomicU16,
    flags: AtomicU8,
}

impl<A> Node<A> {
    /// A node whose action was not played yet.
    pub(super) fn new(action: A, prior: f32) -> Self {
        Node {
            children: OnceLock::new(),
            sum: AtomicU64::new(0),
            visits: AtomicU32::new(0),
            // With NaN or infinity, selection could never choose this or any other child.
            prior: if prior.is_finite() { prior } else { 0.0 },
            action,
            bounds: AtomicU16::new(Bounds::UNKNOWN.0),
            flags: AtomicU8::new(0),
        }
    }

    /// Sets the properties of the position after the action. `bounds` are those of a finished game, or unknown.
    pub(super) fn open(&self, ends_turn: bool, actor: Player, bounds: Bounds, repetition: Option<End>) {
        if bounds != Bounds::UNKNOWN {
            self.bounds.store(bounds.0, Relaxed);
        }
        self.flags.store(Flags::new(ends_turn, actor, repetition).0, Relaxed);
    }

    /// Whether [`open`](Self::open) was called. The properties below are meaningless before.
    #[inline]
    pub(super) fn is_open(&self) -> bool {
        self.flags.load(Relaxed) & Flags::KNOWN != 0
    }

    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// The mean value; the value of a draw without visits.
    pub(super) fn mean(&self) -> u32 {
        let mean = self.sum.load(Relaxed).checked_div(u64::from(self.visits()));
        mean.map_or(WIN_VALUE / 2, |mean| mean as u32)
    }

    /// The visits, and the mean value from 0 to 1 (NaN without visits).
    #[inline]
    pub(super) fn visits_and_mean(&self) -> (f32, f32) {
        let visits = self.visits() as f32;
        (visits, self.sum.load(Relaxed) as f32 / (visits * WIN_VALUE as f32))
    }

    /// Adds the virtual loss of a playout that passes this node. Returns the visits before.
    #[inline]
    pub(super) fn add_virtual_loss(&self, virtual_loss: u32) -> u32 {
        self.visits.fetch_add(virtual_loss, Relaxed)
    }

    /// Adds the value of a finished playout and removes its virtual loss but one visit.
    #[inline]
    pub(super) fn back_up(&self, value: u32, virtual_loss: u32) {
        self.sum.fetch_add(u64::from(value), Relaxed);
        if virtual_loss > 1 {
            self.visits.fetch_sub(virtual_loss - 1, Relaxed);
        }
    }

    #[inline]
    pub(super) fn bounds(&self) -> Bounds {
        Bounds(self.bounds.load(Relaxed))
    }

    /// The player who acts after the action.
    #[inline]
    pub(super) fn actor(&self) -> Player {
        if self.flags.load(Relaxed) & Flags::P2_TO_ACT == 0 { Player::P1 } else { Player::P2 }
    }

    /// Whether the action ends the turn.
    #[inline]
    pub(super) fn ends_turn(&self) -> bool {
        self.flags.load(Relaxed) & Flags::ENDS_TURN != 0
    }

    /// The value for player 1 if the state is a repetition. It depends on the path, so it is never a proof.
    #[inline]
    pub(super) fn repetition(&self) -> Option<u32> {
        let flags = self.flags.load(Relaxed);
        (flags & Flags::REPETITION != 0).then(|| verdict_value(Bounds::unpack(u16::from(flags >> 3))))
    }

    /// The bounds with the distance counted from the parent.
    pub(super) fn bounds_from_parent(&self) -> Bounds {
        let bounds = self.bounds();
        if bounds.verdict().is_some() {
            Bounds::new(bounds.lower(), bounds.upper(), bounds.turns() + u16::from(self.ends_turn()))
        } else {
            bounds
        }
    }

    /// Sets the bounds of a leaf.
    pub(super) fn set_bounds(&self, bounds: Bounds) {
        self.bounds.store(bounds.0, Relaxed);
    }

    /// Updates the bounds from those of the children. Returns whether they changed.
    pub(super) fn update_bounds(&self, parent_player: Player) -> bool {
        let Some(children) = self.children.get() else { return false };
        let (mut lower, mut upper) = (Verdict::Loss, Verdict::Loss);
        // The player to act chooses the nearest win, otherwise the farthest loss.
        let (mut nearest, mut farthest) = (u16::MAX, 0);
        for child in children {
            let bounds = child.bounds_from_parent();
            lower = lower.max(bounds.lower());
            upper = upper.max(bounds.upper());
            match bounds.verdict() {
                Some(Verdict::Win) => nearest = nearest.min(bounds.turns()),
                Some(Verdict::Loss) => farthest = farthest.max(bounds.turns()),
                _ => {}
            }
        }
        let turns = match (lower, upper) {
            (Verdict::Win, _) => nearest,
            (_, Verdict::Loss) => farthest,
            _ => 0,
        };
        let new = Bounds::new(lower, upper, turns).reversed_if(self.actor() != parent_player);
        // Another thread may have updated the bounds in between: they only ever become tighter.
        let tightened = |old: u16| {
            let old = Bounds(old);
            let (lower, upper) = (old.lower().max(new.lower()), old.upper().min(new.upper()));
            let changed = old.verdict().is_none() && (lower, upper) != (old.lower(), old.upper());
            changed.then(|| Bounds::new(lower, upper, new.turns()).0)
        };
        self.bounds.fetch_update(Relaxed, Relaxed, tightened).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use abstract_game::{End, Player, Reason, Verdict};

    use super::{Bounds, Node, WIN_VALUE};

    fn leaf(action: u32, bounds: Bounds, ends_turn: bool) -> Node<u32> {
        let node = Node::new(action, 0.0);
        node.open(ends_turn, Player::P1, bounds, None);
        node
    }

    fn parent(actor: Player, children: Vec<Node<u32>>) -> Node<u32> {
        let node = Node::new(0, 0.0);
        node.open(false, actor, Bounds::UNKNOWN, None);
        assert!(node.children.set(children.into()).is_ok());
        node
    }

    #[test]
    fn a_node_is_small() {
        assert_eq!(size_of::<Node<u32>>(), 48);
        assert!(size_of::<Node<u64>>() <= 56);
    }

    #[test]
    fn bounds_survive_packing_and_reversing() {
        for lower in [Verdict::Loss, Verdict::Draw, Verdict::Win] {
            for upper in [Verdict::Loss, Verdict::Draw, Verdict::Win] {
                let bounds = Bounds::new(lower, upper, 77);
                assert_eq!((bounds.lower(), bounds.upper(), bounds.turns()), (lower, upper, 77));
                assert_eq!(bounds.reversed().reversed(), bounds);
            }
        }
        assert_eq!(Bounds::proved(Verdict::Win, 3).reversed(), Bounds::proved(Verdict::Loss, 3));
    }

    #[test]
    fn the_nearest_win_is_backed_up_and_a_turn_counts_where_it_ends() {
        let win = |turns| Bounds::proved(Verdict::Win, turns);
        let node = parent(
            Player::P1,
            vec![leaf(1, win(3), true), leaf(2, win(3), false), leaf(3, Bounds::UNKNOWN, true)],
        );
        assert!(node.update_bounds(Player::P1));
        assert_eq!(node.bounds(), win(3));
        assert!(!node.update_bounds(Player::P1));
        // The parent player is the opponent.
        let node = parent(Player::P1, vec![leaf(1, win(3), true)]);
        assert!(node.update_bounds(Player::P2));
        assert_eq!(node.bounds(), Bounds::proved(Verdict::Loss, 4));
    }

    #[test]
    fn the_farthest_loss_is_backed_up_if_all_children_lose() {
        let loss = |turns| Bounds::proved(Verdict::Loss, turns);
        let node = parent(Player::P2, vec![leaf(1, loss(2), true), leaf(2, loss(6), true)]);
        assert!(node.update_bounds(Player::P1));
        assert_eq!(node.bounds(), Bounds::proved(Verdict::Win, 7));
    }

    #[test]
    fn a_draw_is_proved_if_no_child_can_win() {
        let draw = Bounds::proved(Verdict::Draw, 0);
        let no_win = Bounds::new(Verdict::Loss, Verdict::Draw, 0);
        let node = parent(Player::P1, vec![leaf(1, draw, true), leaf(2, Bounds::UNKNOWN, true)]);
        assert!(node.update_bounds(Player::P1));
        assert_eq!((node.bounds().lower(), node.bounds().upper()), (Verdict::Draw, Verdict::Win));
        let node = parent(Player::P1, vec![leaf(1, draw, true), leaf(2, no_win, true)]);
        assert!(node.update_bounds(Player::P1));
        assert_eq!(node.bounds().verdict(), Some(Verdict::Draw));
    }

    #[test]
    fn a_repetition_has_a_value_but_no_bounds() {
        let end = End::win(Player::P2, Reason::REPETITION);
        let node: Node<u32> = Node::new(0, f32::NAN);
        assert!(!node.is_open());
        node.open(true, Player::P1, Bounds::UNKNOWN, Some(end));
        assert!(node.is_open());
        assert_eq!(node.repetition(), Some(0));
        assert_eq!(node.bounds(), Bounds::UNKNOWN);
        assert_eq!(node.prior, 0.0);
        let end = End::draw(Reason::REPETITION);
        let node: Node<u32> = Node::new(0, 0.0);
        node.open(true, Player::P2, Bounds::UNKNOWN, Some(end));
        assert_eq!(node.repetition(), Some(WIN_VALUE / 2));
    }

    #[test]
    fn visits_and_values_add_up() {
        let node = leaf(1, Bounds::UNKNOWN, true);
        assert_eq!(node.add_virtual_loss(3), 0);
        assert_eq!(node.visits(), 3);
        node.back_up(WIN_VALUE, 3);
        assert_eq!((node.visits(), node.mean()), (1, WIN_VALUE));
    }
}
