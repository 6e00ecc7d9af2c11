//! A member of a table: the end of the queues between its connection and the table.

use tokio::sync::{mpsc, oneshot};

use super::message::TableInfo;

/// The number of messages that wait for a slow device.
pub(super) const OUTBOX: usize = 64;

/// What is sent to a device.
#[derive(Debug)]
pub(crate) enum Outgoing {
    /// The reply to a request.
    Reply(String),
    /// A message that answers no request.
    Unasked(String),
    /// The end of the connection.
    Close(Closing),
}

/// Why the server ends a connection to a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Closing {
    /// No table has this key.
    NoTable,
    /// Another device has claimed the seat.
    Taken,
    /// The device has opened the table again.
    Replaced,
    /// Too many devices watch.
    Full,
    /// The table was removed.
    Removed,
    /// The device takes too long to read its messages.
    Slow,
}

impl Closing {
    /// The code of the close frame, and the reason.
    pub(crate) fn frame(self) -> (u16, &'static str) {
        match self {
            Closing::NoTable => (4001, "there is no such table"),
            Closing::Taken => (4002, "the seat belongs to another device"),
            Closing::Replaced => (4003, "this device has opened the table elsewhere"),
            Closing::Full => (4004, "too many devices watch this table"),
            Closing::Removed => (4005, "the table was removed"),
            Closing::Slow => (4006, "the connection is too slow"),
        }
    }
}

/// What a device claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// The seats of a person, with the secret of the device if it has one.
    Person { person: usize, device: Option<String> },
    /// To watch.
    Watch,
}

/// The number of a member.
pub(super) type MemberId = u64;

/// What a table is asked. Dropping `reply` refuses.
pub(super) enum Input {
    /// A device connects.
    Join { claim: Claim, outbox: mpsc::Sender<Outgoing>, reply: oneshot::Sender<Result<MemberId, Closing>> },
    /// A member sends a message.
    Message { member: MemberId, text: String },
    /// A member's connection has ended.
    Leave { member: MemberId },
    /// The owner asks what the table is.
    Describe { reply: oneshot::Sender<Result<TableInfo, String>> },
    /// The owner lets another device have the seats of a person.
    Free { person: String, reply: oneshot::Sender<Result<(), String>> },
    /// The owner, or the time, removes the table.
    Remove,
}

/// A member, as its connection has it.
pub(crate) struct TableMember {
    id: MemberId,
    inbox: mpsc::Sender<Input>,
    outbox: mpsc::Receiver<Outgoing>,
    /// Whether a request was sent whose reply has not come.
    is_waiting: bool,
}

impl TableMember {
    /// Joins the table behind `inbox`.
    pub(super) async fn join(inbox: mpsc::Sender<Input>, claim: Claim) -> Result<TableMember, Closing> {
        let (sender, outbox) = mpsc::channel(OUTBOX);
        let (reply, answer) = oneshot::channel();
        let sent = inbox.send(Input::Join { claim, outbox: sender, reply }).await;
        sent.map_err(|_| Closing::NoTable)?;
        let id = answer.await.map_err(|_| Closing::NoTable)??;
        Ok(TableMember { id, inbox, outbox, is_waiting: false })
    }

    /// Whether the reply to a request has not come: until then the device's next message is not read.
    pub(crate) fn is_waiting(&self) -> bool {
        self.is_waiting
    }

    /// Sends a request to the table. Its reply comes with [`next`](Self::next).
    pub(crate) async fn request(&mut self, text: String) {
        // A table that has ended closes the outbox.
        self.is_waiting = self.inbox.send(Input::Message { member: self.id, text }).await.is_ok();
    }

    /// The next message to the device. A call that is given up loses none.
    pub(crate) async fn next(&mut self) -> Outgoing {
        let next = self.outbox.recv().await.unwrap_or(Outgoing::Close(Closing::Removed));
        if matches!(next, Outgoing::Reply(_)) {
            self.is_waiting = false;
        }
        next
    }

    /// Tells the table that the connection has ended.
    pub(crate) async fn leave(self) {
        let _ = self.inbox.send(Input::Leave { member: self.id }).await;
    }
}
