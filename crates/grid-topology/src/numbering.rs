//! How the cells of a shape get their indices.

/// How the cells of a [`Shape`](crate::Shape) are numbered: always rank by rank from the bottom, and from left
/// to right within a rank, so that `a1` comes first.
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
    /// Indices run from 0 without gaps. The tables are as small as can be.
    Dense,
    /// The index is `rank * stride + file`, whatever the shape: boards of several sizes with one stride number
    /// their common cells alike and shift by the same distances. Indices that are no cell are never set in
    /// anything the topology returns.
    Strided(u8),
}
