//! The messages about tables. All others of a member are those of `session`.

use std::collections::BTreeMap;

use session::{ClockRequest, End, Player};
use serde::{Deserialize, Serialize};

use crate::invitation::Link;
use crate::message::Limit;

/// A request of the owner about tables: an object with the word `do`. The reply to each is [`TableMessage::Tables`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum OwnerRequest {
    /// Makes a table; the reply has only this one.
    TableNew(NewTable),
    /// All tables, the newest first.
    Tables,
    /// Lets another device take the seats of a person, whose device lost its secret.
    TableFree { table: u64, person: String },
    /// Ends a table, also in the middle of a game.
    TableRemove { table: u64 },
}

/// The words of `do` that are requests of the owner about tables.
pub(crate) const OWNER_WORDS: [&str; 4] = ["table-new", "tables", "table-free", "table-remove"];

/// A new table: a new game as in [`session::Request::New`], and who sits where.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewTable {
    pub(crate) game: String,
    #[serde(default)]
    pub(crate) options: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) position: Option<String>,
    #[serde(default)]
    pub(crate) clock: Option<ClockRequest>,
    /// One for each seat of the game, in its order.
    pub(crate) seats: Vec<NewSeat>,
}

/// Who has a seat: a person, or an engine with its limit.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewSeat {
    /// The name of a person. The same name in two seats is one person, with one link.
    #[serde(default)]
    pub(crate) person: Option<String>,
    /// The name of an engine.
    #[serde(default)]
    pub(crate) engine: Option<String>,
    /// When a search of the engine ends.
    #[serde(default)]
    pub(crate) limit: Option<Limit>,
}

/// A request of a member that `session` does not know.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum MemberRequest {
    /// The names of the engines for analysis: a table has none.
    Engines,
    /// Offers another game, in which each has a seat of the other player. Also accepts this offer.
    Rematch,
    /// Accepts an offer of the other player.
    Accept { offer: Offer },
    /// Declines an offer of the other player, or withdraws the own one.
    Decline { offer: Offer },
}

/// The words of `do` that are [`MemberRequest`]s.
pub(crate) const MEMBER_WORDS: [&str; 4] = ["engines", "rematch", "accept", "decline"];

/// What a player offers to the other one. The requests `take-back` and `draw` of `session` are such offers at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Offer {
    /// To go back to the last turn of the one who asks.
    TakeBack,
    Draw,
    /// Another game, once this one is over.
    Rematch,
}

/// What the server sends about tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub(crate) enum TableMessage {
    /// To a member, at first and whenever something in it changes. It answers no request.
    Table(TableView),
    /// The reply to the requests of the owner.
    Tables {
        /// Whether other machines can reach the server: false if it listens on loopback.
        network: bool,
        tables: Vec<TableInfo>,
    },
}

/// A table as its members see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct TableView {
    /// The number of the game at this table; the first is 1.
    pub(crate) round: u32,
    /// Who has the seats, in the order of the seats of the game.
    pub(crate) seats: Vec<SeatView>,
    /// The seats of the member who gets this; empty for spectators.
    pub(crate) you: Vec<usize>,
    /// Their player; `None` for spectators.
    pub(crate) player: Option<Player>,
    /// The names of the people for whom the game waits. Clocks run when there is none.
    pub(crate) waits: Vec<String>,
    /// The offers that nobody has answered.
    pub(crate) offers: Vec<OfferView>,
    /// The number of spectators.
    pub(crate) watching: usize,
    /// The secret by which the device has its seat from now on: sent once, when it claims the seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) device: Option<String>,
}

/// Who has a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(crate) enum SeatView {
    Person {
        /// The name.
        person: String,
        /// Whether a device has claimed the seat.
        claimed: bool,
        /// Whether that device is connected.
        connected: bool,
    },
    Engine {
        /// The name.
        engine: String,
        limit: Limit,
        /// Why it does not play. It is asked again when a member connects, or the game changes.
        #[serde(skip_serializing_if = "Option::is_none")]
        problem: Option<String>,
    },
}

/// An offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct OfferView {
    pub(crate) offer: Offer,
    /// The player who offers.
    pub(crate) player: Player,
}

/// A table as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct TableInfo {
    /// Its number.
    pub(crate) table: u64,
    /// The name of the game.
    pub(crate) game: &'static str,
    pub(crate) round: u32,
    pub(crate) end: Option<End>,
    pub(crate) seats: Vec<SeatView>,
    pub(crate) people: Vec<PersonInfo>,
    /// The links for spectators, one for each address of this machine.
    pub(crate) watch: Vec<Link>,
    pub(crate) watching: usize,
}

/// The invitation of a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct PersonInfo {
    pub(crate) name: String,
    pub(crate) links: Vec<Link>,
}
