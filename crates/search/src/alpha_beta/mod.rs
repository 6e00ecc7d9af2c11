//! Alpha-beta.
/// x
pub struct AlphaBeta;
