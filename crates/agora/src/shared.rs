//! What all connections share.

use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::access::Access;
use crate::processes::EnginePool;
use crate::table::Tables;
use crate::tournament::WatchedTournament;

/// What all connections share.
pub(crate) struct Shared {
    pub(crate) access: Access,
    pub(crate) tournament: Option<WatchedTournament>,
    pub(crate) max_sessions: usize,
    /// A place for each page of the owner.
    pub(crate) sessions: Arc<Semaphore>,
    pub(crate) pool: Arc<EnginePool>,
    pub(crate) tables: Arc<Tables>,
}
