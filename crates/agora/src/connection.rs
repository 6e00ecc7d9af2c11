//! The connection of a device: a page of the owner, or a member of a table.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use session::MAX_MESSAGE;
use tokio::time::{Instant, interval, timeout};

use crate::conversation::error;
use crate::page_member::PageMember;
use crate::table::{Closing, Outgoing, TableMember};

/// The greatest size of a frame. What is longer than [`MAX_MESSAGE`] is refused with the reason, what is longer than this
/// ends the connection.
pub(crate) const MAX_FRAME: usize = 2 * MAX_MESSAGE;
/// Interval between two messages that find out whether the device is still there.
const PING_INTERVAL: Duration = Duration::from_secs(20);
/// How long a device may be silent, which answers each ping, or take to read a message.
const SILENCE: Duration = Duration::from_secs(70);

/// Who is connected.
pub(crate) enum Member {
    /// A page of the owner.
    Page(Box<PageMember>),
    /// A member of a table.
    Table(TableMember),
}

impl Member {
    /// Whether the next message of the device is not read yet.
    fn is_waiting(&self) -> bool {
        matches!(self, Member::Table(member) if member.is_waiting())
    }

    /// Takes a message of the device. Returns the reply, unless that comes with [`next`](Self::next).
    async fn request(&mut self, text: String) -> Option<String> {
        match self {
            Member::Page(page) => Some(page.answer(text).await),
            Member::Table(member) => {
                member.request(text).await;
                None
            }
        }
    }

    /// The next message to the device.
    async fn next(&mut self) -> Result<Option<String>, Closing> {
        match self {
            Member::Page(page) => Ok(page.next().await),
            Member::Table(member) => match member.next().await {
                Outgoing::Reply(text) | Outgoing::Unasked(text) => Ok(Some(text)),
                Outgoing::Close(reason) => Err(reason),
            },
        }
    }
}

/// Serves a device until its connection ends.
pub(crate) async fn run(mut socket: WebSocket, mut member: Member) {
    serve(&mut socket, &mut member).await;
    if let Member::Table(member) = member {
        member.leave().await;
    }
}

async fn serve(socket: &mut WebSocket, member: &mut Member) {
    let mut pings = interval(PING_INTERVAL);
    let mut heard = Instant::now();
    loop {
        let is_waiting = member.is_waiting();
        let message = tokio::select! {
            received = socket.recv(), if !is_waiting => {
                heard = Instant::now();
                match received {
                    Some(Ok(Message::Text(text))) => member.request(text.as_str().to_owned()).await,
                    Some(Ok(Message::Binary(_))) => Some(error("a message is text, not bytes".into())),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => None,
                    Some(Ok(Message::Close(_))) | None => return,
                    Some(Err(problem)) => {
                        let reason: String = problem.to_string().chars().take(100).collect();
                        return close(socket, close_code::SIZE, &reason).await;
                    }
                }
            }
            next = member.next() => match next {
                Ok(text) => text,
                Err(reason) => return refuse(socket, reason).await,
            },
            _ = pings.tick() => {
                if heard.elapsed() > SILENCE || !send(socket, Message::Ping(Bytes::new())).await {
                    return;
                }
                None
            }
        };
        if let Some(text) = message
            && !send(socket, Message::Text(text.into())).await
        {
            return;
        }
    }
}

/// Tells a device why it is no member of a table, or no longer one.
pub(crate) async fn refuse(socket: &mut WebSocket, reason: Closing) {
    let (code, reason) = reason.frame();
    close(socket, code, reason).await;
}

async fn close(socket: &mut WebSocket, code: u16, reason: &str) {
    send(socket, Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
}

/// Sends a message. Returns false if the connection has ended, or the device does not read.
async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(timeout(SILENCE, socket.send(message)).await, Ok(Ok(())))
}
