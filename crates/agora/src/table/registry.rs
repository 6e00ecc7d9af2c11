//! The tables of the server: made by the owner, found by the keys of invitations, and kept in the store.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;

use database::Address;
use parking_lot::Mutex;
use session::{read_request, to_json};
use tokio::sync::{mpsc, oneshot};
use tokio::task::spawn_blocking;

use super::actor::Table;
use super::game::TableGame;
use super::member::{Claim, Closing, Input, TableMember};
use super::message::{NewTable, OwnerRequest, TableInfo, TableMessage};
use super::store::Store;
use crate::conversation::{Engines as _, error};
use crate::key::equal;
use crate::processes::{EnginePool, Processes};

/// The greatest number of tables.
const MAX_TABLES: usize = 32;
/// The number of inputs that wait for a table.
const INBOX: usize = 64;

/// What an address of a WebSocket claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Invitation {
    /// The secret of the link.
    key: String,
    /// Whether the link is one for spectators.
    watches: bool,
    /// The secret of the device.
    device: Option<String>,
}

impl Invitation {
    /// The invitation in the query of an address, if there is one.
    pub(crate) fn read(query: &str) -> Option<Invitation> {
        let get = |name| query.split('&').filter_map(|pair| pair.split_once('=')).find(|pair| pair.0 == name);
        let (name, key) = get("seat").or_else(|| get("watch"))?;
        let device = get("device").map(|(_, device)| device.to_owned());
        Some(Invitation { key: key.to_owned(), watches: name == "watch", device })
    }
}

/// All tables of a server.
pub(crate) struct Tables {
    /// Where the tables are kept.
    address: Address,
    /// Open from the first table on.
    store: Mutex<Option<Arc<Store>>>,
    pool: Arc<EnginePool>,
    /// The addresses of the server.
    addresses: Arc<[SocketAddr]>,
    open: Mutex<BTreeMap<u64, Entry>>,
}

/// A running table.
struct Entry {
    /// The keys of the people, in their order.
    people: Vec<String>,
    watch: String,
    inbox: mpsc::Sender<Input>,
}

impl Tables {
    /// The tables that are kept at `address`, which run from now on. If they cannot be read, the terminal says why, and there are
    /// none.
    pub(crate) async fn open(address: Address, pool: Arc<EnginePool>, addresses: Vec<SocketAddr>) -> Arc<Tables> {
        let exists = matches!(&address, Address::Sqlite(path) if path.exists());
        let (store, open) = (Mutex::default(), Mutex::default());
        let tables = Arc::new(Tables { address, store, pool, addresses: addresses.into(), open });
        if exists && let Err(problem) = tables.restore().await {
            eprintln!("agora: the tables are not open: {}", printable::lines(&problem));
        }
        tables
    }

    async fn restore(&self) -> Result<(), String> {
        let store = self.store().await?;
        self.remove_old(&store).await?;
        let reading = Arc::clone(&store);
        for (number, saved) in blocking(move || reading.all()).await? {
            match TableGame::restore(saved) {
                Ok(game) => self.start(number, game, &store),
                Err(problem) => eprintln!("agora: table {number} cannot be opened: {}", printable::lines(&problem)),
            }
        }
        Ok(())
    }

    /// The store, which is opened or created if necessary.
    async fn store(&self) -> Result<Arc<Store>, String> {
        if let Some(store) = &*self.store.lock() {
            return Ok(Arc::clone(store));
        }
        let address = self.address.clone();
        let store = Arc::new(blocking(move || Store::open(&address)).await?);
        Ok(Arc::clone(self.store.lock().get_or_insert(store)))
    }

    /// Starts the task of a table.
    fn start(&self, number: u64, game: TableGame, store: &Arc<Store>) {
        let (inbox, inputs) = mpsc::channel(INBOX);
        let people = game.seating.people.iter().map(|person| person.key.clone()).collect();
        let entry = Entry { people, watch: game.watch.clone(), inbox };
        let engines = Processes::new(Arc::clone(&self.pool));
        let table = Table::new(number, game, engines, Arc::clone(store), Arc::clone(&self.addresses));
        self.open.lock().insert(number, entry);
        tokio::spawn(table.run(inputs));
    }

    /// Joins the table of an invitation.
    pub(crate) async fn join(&self, invitation: Invitation) -> Result<TableMember, Closing> {
        let (inbox, claim) = self.find(invitation).ok_or(Closing::NoTable)?;
        TableMember::join(inbox, claim).await
    }

    fn find(&self, Invitation { key, watches, device }: Invitation) -> Option<(mpsc::Sender<Input>, Claim)> {
        self.open.lock().values().find_map(|entry| {
            let claim = if watches {
                equal(&key, &entry.watch).then_some(Claim::Watch)?
            } else {
                let person = entry.people.iter().position(|known| equal(&key, known))?;
                Claim::Person { person, device: device.clone() }
            };
            Some((entry.inbox.clone(), claim))
        })
    }

    /// Answers a message of the owner.
    pub(crate) async fn answer(&self, text: &str) -> String {
        let tables = match read_request(text) {
            Ok(request) => self.request(request).await,
            Err(problem) => Err(problem),
        };
        let network = self.addresses.iter().any(|address| !address.ip().is_loopback());
        tables.map_or_else(error, |tables| to_json(&TableMessage::Tables { network, tables }))
    }

    /// Does what the owner wants. The result are the tables to show.
    async fn request(&self, request: OwnerRequest) -> Result<Vec<TableInfo>, String> {
        match request {
            OwnerRequest::TableNew(new) => {
                let number = self.add(new).await?;
                return Ok(vec![self.describe(number).await?]);
            }
            OwnerRequest::TableFree { table, person } => {
                self.ask(table, |reply| Input::Free { person, reply }).await??;
            }
            OwnerRequest::TableRemove { table } => {
                if !self.open.lock().contains_key(&table) {
                    return Err(format!("there is no table {table}"));
                }
                let store = self.store().await?;
                self.remove(&store, table).await?;
            }
            OwnerRequest::Tables => {}
        }
        let numbers: Vec<_> = self.open.lock().keys().rev().copied().collect();
        let mut tables = Vec::new();
        for number in numbers {
            tables.push(self.describe(number).await?);
        }
        Ok(tables)
    }

    async fn add(&self, new: NewTable) -> Result<u64, String> {
        let engines = Processes::new(Arc::clone(&self.pool)).names();
        let mut game = TableGame::new(new, &engines)?;
        let store = self.store().await?;
        self.remove_old(&store).await?;
        if self.open.lock().len() >= MAX_TABLES {
            return Err(format!("{MAX_TABLES} tables are kept, and no more are allowed: remove one"));
        }
        let (saved, adding) = (game.save(Default::default()), Arc::clone(&store));
        let number = blocking(move || adding.add(&saved)).await?;
        self.start(number, game, &store);
        Ok(number)
    }

    async fn remove_old(&self, store: &Arc<Store>) -> Result<(), String> {
        let reading = Arc::clone(store);
        for number in blocking(move || reading.old()).await? {
            self.remove(store, number).await?;
        }
        Ok(())
    }

    /// Removes a table from the store and ends its task, if it has one.
    async fn remove(&self, store: &Arc<Store>, number: u64) -> Result<(), String> {
        let removing = Arc::clone(store);
        blocking(move || removing.remove(number)).await?;
        let entry = self.open.lock().remove(&number);
        if let Some(entry) = entry {
            let _ = entry.inbox.send(Input::Remove).await;
        }
        Ok(())
    }

    async fn describe(&self, number: u64) -> Result<TableInfo, String> {
        self.ask(number, |reply| Input::Describe { reply }).await?
    }

    /// Asks a table.
    async fn ask<T>(&self, number: u64, input: impl FnOnce(oneshot::Sender<T>) -> Input) -> Result<T, String> {
        let missing = || format!("there is no table {number}");
        let inbox = self.open.lock().get(&number).ok_or_else(missing)?.inbox.clone();
        let (reply, answer) = oneshot::channel();
        inbox.send(input(reply)).await.map_err(|_| missing())?;
        answer.await.map_err(|_| missing())
    }
}

/// Runs what waits for the disk on a thread that may wait.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, String> + Send + 'static,
) -> Result<T, String> {
    spawn_blocking(work).await.unwrap_or_else(|problem| Err(problem.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invitation_is_read_from_a_query() {
        let read = |query| Invitation::read(query).map(|found| (found.key, found.watches, found.device));
        assert_eq!(read("seat=a"), Some(("a".into(), false, None)));
        assert_eq!(read("device=d&seat=a&token=t"), Some(("a".into(), false, Some("d".into()))));
        assert_eq!(read("watch=w"), Some(("w".into(), true, None)));
        for query in ["", "token=t", "device=d", "seats=a", "seat"] {
            assert_eq!(read(query), None, "{query}");
        }
    }
}
