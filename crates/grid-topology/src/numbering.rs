//! The numbering of the cells of a shape.

/// The numbering of the cells of a [`Shape`](crate::Shape): rank by rank from the bottom, and from left to right within
/// a rank, so `a1` comes first.
///
/// ```
/// use grid_topology::{Cell, Numbering, Shape, Topology};
///
/// let dense: Topology<49, 1> = Topology::new(Shape::rectangle::<7, 7>(), Numbering::Dense);
/// assert_eq!(dense.at(0, 1), Some(Cell::new(7)));
///
/// let strided: Topology<56, 1> = Topology::new(Shape::rectangle::<7, 7>(), Numbering::Strided(8));
/// assert_eq!(strided.at(0, 1), Some(Cell::new(8)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Numbering {
    /// Indices from 0 without gaps. Gives the smallest tables.
    Dense,
    /// The index is `rank * stride + file`. Boards of different sizes with the same stride give their common cells the
    /// same indices and shift by the same distances. The sets that the topology returns contain cells only.
    Strided(u8),
}
