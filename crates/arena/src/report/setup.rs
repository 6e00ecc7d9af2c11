//! What a tournament was played with: engines, machines and dates.

use super::watch::utc;
use crate::engine::EngineSpec;
use crate::store::{MachineRow, Store, StoreError};
use crate::table::Table;
use crate::tournament::Tournament;

/// The engines: what they are started with, their options and limits, and their fingerprints.
pub(super) fn engines(tournament: &Tournament, store: &Store) -> Result<Table, StoreError> {
    let mut table = Table::new(["engine", "command", "options", "limits", "fingerprint"]);
    let rows = store.header()?.engines;
    for (number, engine) in tournament.engines().enumerate() {
        let spec = tournament.spec(number);
        let bare = EngineSpec { dir: spec.dir.clone(), ..spec.kind.clone().into() };
        let army = spec.army.iter().map(|army| format!("army={army}"));
        let options = spec.options.iter().map(|(name, value)| format!("{name}={value}"));
        let limits = tournament.limits(number).to_pairs().into_iter();
        table.row([
            engine.to_owned(),
            bare.to_text().unwrap_or_default(),
            army.chain(options).collect::<Vec<_>>().join(", "),
            limits.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(", "),
            rows.get(number).map_or(String::new(), |row| row.fingerprint.clone()),
        ]);
    }
    Ok(table)
}

/// The machines whose workers played, and when.
pub(super) fn machines(store: &Store) -> Result<Table, StoreError> {
    let mut table = Table::new(["machine", "first worker began", "last heard of", "games"]);
    for MachineRow { host, started, seen, games } in store.machines()? {
        table.row([host, utc(started), utc(seen), games.to_string()]);
    }
    Ok(table)
}
