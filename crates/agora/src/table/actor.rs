//! A running table: a task that gets the messages of all members in one queue.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use printable::excerpt;
use protocol::Announcement;
use session::{Reply, Request, Session, to_json};
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep};

use super::game::{EngineTurn, TableGame};
use super::member::{Claim, Closing, Input, MemberId, Outgoing};
use super::message::{PersonInfo, SeatView, TableInfo, TableMessage, TableView};
use super::request::{Answer, answer};
use super::seating::{Chair, Person};
use super::store::Store;
use crate::conversation::{Engines as _, error, job};
use crate::invitation::links;
use crate::key::{equal, new_key};
use crate::message::{EngineMessage, Job};
use crate::processes::Processes;

/// The greatest number of spectators of a table.
const MAX_SPECTATORS: usize = 16;

/// A running table.
pub(super) struct Table {
    pub(super) number: u64,
    pub(super) game: TableGame,
    pub(super) engines: Processes,
    pub(super) store: Arc<Store>,
    /// The addresses of the server, for the links.
    pub(super) addresses: Arc<[SocketAddr]>,
    members: BTreeMap<MemberId, Member>,
    next_member: MemberId,
    /// When the time of the game began to be counted.
    began: Instant,
    /// What an engine was asked last, and the revision for which it was asked.
    asked: Option<(u64, EngineTurn)>,
    /// Why the engine that was asked does not answer.
    problem: Option<String>,
    /// The revision that is stored and that the members have.
    shown: u64,
}

struct Member {
    /// The index of the person; `None` for a spectator.
    person: Option<usize>,
    /// The board of this member.
    view: Session,
    outbox: mpsc::Sender<Outgoing>,
    /// The `table` message that the member has.
    sent: String,
}

impl Table {
    /// A table without members, which is stored.
    pub(super) fn new(
        number: u64,
        game: TableGame,
        engines: Processes,
        store: Arc<Store>,
        addresses: Arc<[SocketAddr]>,
    ) -> Table {
        let revision = game.session.revision();
        Table {
            number,
            game,
            engines,
            store,
            addresses,
            members: BTreeMap::new(),
            next_member: 0,
            began: Instant::now(),
            asked: None,
            problem: None,
            shown: revision,
        }
    }

    /// Runs the table until it is removed or the server ends.
    pub(super) async fn run(mut self, mut inbox: mpsc::Receiver<Input>) {
        loop {
            self.settle().await;
            let to_flag = self.game.session.time_to_flag(self.began.elapsed());
            tokio::select! {
                input = inbox.recv() => match input {
                    None | Some(Input::Remove) => return,
                    Some(input) => self.input(input).await,
                },
                message = self.engines.next() => self.engine_message(message),
                () = sleep(to_flag.unwrap_or_default()), if to_flag.is_some() => {}
            }
        }
    }

    /// Does what follows from a change, whatever made it.
    async fn settle(&mut self) {
        let now = self.began.elapsed();
        self.game.settle(now);
        self.ask_engine(now);
        self.show(None, now).await;
    }

    /// Stores the table. If that fails, the game goes on, and its owner learns it from the terminal.
    async fn keep(&mut self, now: Duration) {
        let (store, number, is_over, saved) =
            (Arc::clone(&self.store), self.number, self.game.is_over(), self.game.save(now));
        let kept = spawn_blocking(move || store.keep(number, &saved, is_over)).await;
        if let Err(problem) = kept.unwrap_or_else(|problem| Err(problem.to_string())) {
            eprintln!("agora: table {number} is not saved: {}", printable::lines(&problem));
        }
    }

    async fn input(&mut self, input: Input) {
        let now = self.began.elapsed();
        // The time of a player may be up.
        self.game.settle(now);
        self.show(None, now).await;
        match input {
            Input::Join { claim, outbox, reply } => {
                let joined = self.join(claim, outbox, now).await;
                let _ = reply.send(joined);
            }
            Input::Message { member, text } => self.message(member, &text, now).await,
            Input::Leave { member } => {
                self.members.remove(&member);
            }
            Input::Describe { reply } => {
                let _ = reply.send(self.describe());
            }
            Input::Free { person, reply } => {
                let freed = self.free(&person);
                if freed.is_ok() {
                    self.keep(now).await;
                }
                let _ = reply.send(freed);
            }
            Input::Remove => {}
        }
    }

    /// A device connects: it watches, claims a seat, or takes the seat that it has.
    async fn join(
        &mut self,
        claim: Claim,
        outbox: mpsc::Sender<Outgoing>,
        now: Duration,
    ) -> Result<MemberId, Closing> {
        let mut secret = None;
        let person = match claim {
            Claim::Watch if self.watching() >= MAX_SPECTATORS => return Err(Closing::Full),
            Claim::Watch => None,
            Claim::Person { person, device } => {
                let known = &mut self.game.seating.people.get_mut(person).ok_or(Closing::NoTable)?.device;
                match (known, device) {
                    (Some(known), Some(device)) if equal(&device, known) => {}
                    (Some(_), _) => return Err(Closing::Taken),
                    (known, _) => {
                        secret = Some(new_key().map_err(|_| Closing::NoTable)?);
                        known.clone_from(&secret);
                    }
                }
                self.disconnect(person, Closing::Replaced);
                Some(person)
            }
        };
        self.next_member += 1;
        let mut member = Member { person, view: self.game.session.follower(), outbox, sent: String::new() };
        if let Some(person) = person {
            self.game.arrive(person, now);
            self.show(None, now).await;
            member.view = self.game.session.follower();
        }
        self.members.insert(self.next_member, member);
        if self.problem.take().is_some() {
            self.asked = None;
        }
        if secret.is_some() {
            self.keep(now).await;
        }
        self.tell(self.next_member, secret);
        Ok(self.next_member)
    }

    /// Ends the connection of a person's device.
    fn disconnect(&mut self, person: usize, reason: Closing) {
        self.members.retain(|_, member| {
            let stays = member.person != Some(person);
            // A connection that is dead never reads it.
            if !stays {
                let _ = member.outbox.try_send(Outgoing::Close(reason));
            }
            stays
        });
    }

    fn free(&mut self, person: &str) -> Result<(), String> {
        let people = &mut self.game.seating.people;
        let index = people.iter().position(|known| known.name == person);
        let index = index.ok_or_else(|| format!("nobody at this table is `{person}`"))?;
        people[index].device = None;
        self.disconnect(index, Closing::Taken);
        Ok(())
    }

    /// Answers a message of a member.
    async fn message(&mut self, id: MemberId, text: &str, now: Duration) {
        let Some(Member { person, view, .. }) = self.members.get_mut(&id) else { return };
        let before = self.game.session.revision();
        let text = match answer(&mut self.game, view, *person, text, now) {
            Ok(Answer::Text(text)) => text,
            // Without a change the view keeps the turn that it is making.
            Ok(Answer::State) if self.game.session.revision() == before => {
                to_json(&view.handle(Request::State, now))
            }
            Ok(Answer::State) => to_json(&Reply::State(Box::new(view.follow(&self.game.session, now)))),
            Err(message) => error(message),
        };
        self.show(Some(id), now).await;
        self.send(id, Outgoing::Reply(text));
    }

    /// Asks the engine that is to act, and stops one that no longer is.
    fn ask_engine(&mut self, now: Duration) {
        let session = &self.game.session;
        let wanted = self.game.engine_to_act().map(|turn| (session.revision(), turn));
        if self.asked != wanted {
            if let Some((_, EngineTurn { engine, .. })) = self.asked.take() {
                self.engines.stop(&engine);
            }
            self.problem = None;
            if let Some((_, EngineTurn { engine, limit, draw })) = &wanted
                && let Some(input) = session.search_input()
            {
                let mut job = Job { play: true, ..job(session, input, *limit, now) };
                job.go.announced = draw.then_some(Announcement::Draw);
                if let Err(problem) = self.engines.think(engine, job) {
                    self.fail(engine.clone(), problem);
                }
            }
            self.asked = wanted;
        }
        // Processes that have nothing to do would take the places of others.
        let is_idle = self.asked.is_none() && (self.members.is_empty() || self.game.is_over());
        if is_idle || self.problem.is_some() {
            self.engines.end();
        }
    }

    /// Plays the turn that was found. What engines think is not shown: it would help the players.
    fn engine_message(&mut self, message: EngineMessage) {
        let now = self.began.elapsed();
        self.game.settle(now);
        let Some((revision, asked)) = self.asked.clone() else { return };
        let present = revision == self.game.session.revision();
        match message {
            EngineMessage::Best { engine, revision: of, turn, draw, .. }
                if present && of == revision && engine == asked.engine =>
            {
                let played = if draw && asked.draw {
                    self.game.agree(now)
                } else {
                    let illegal = |problem| format!("the turn `{}` is illegal: {problem}", excerpt(&turn));
                    self.game.play(turn.clone(), now).map_err(illegal)
                };
                if let Err(problem) = played {
                    self.fail(engine, problem);
                }
            }
            EngineMessage::EngineError { engine, message } if engine == asked.engine => self.fail(engine, message),
            _ => {}
        }
    }

    fn fail(&mut self, engine: String, message: String) {
        self.problem = Some(message.clone());
        let text = to_json(&EngineMessage::EngineError { engine, message });
        for id in self.members.keys().copied().collect::<Vec<_>>() {
            self.send(id, Outgoing::Unasked(text.clone()));
        }
    }

    /// Stores the game and shows it to all members but one, if it has changed, and the table to all. What a member has seen
    /// outlasts the server.
    async fn show(&mut self, except: Option<MemberId>, now: Duration) {
        let ids: Vec<_> = self.members.keys().copied().collect();
        let revision = self.game.session.revision();
        if std::mem::replace(&mut self.shown, revision) != revision {
            self.keep(now).await;
            for &id in ids.iter().filter(|&&id| Some(id) != except) {
                let Some(member) = self.members.get_mut(&id) else { continue };
                let state = Box::new(member.view.follow(&self.game.session, now));
                self.send(id, Outgoing::Unasked(to_json(&EngineMessage::Played { state })));
            }
        }
        // A reply that is to come is sent before.
        if except.is_none() {
            ids.into_iter().for_each(|id| self.tell(id, None));
        }
    }

    /// Tells a member about the table, if something has changed: who is there, and the offers.
    fn tell(&mut self, id: MemberId, device: Option<String>) {
        let Some(person) = self.members.get(&id).map(|member| member.person) else { return };
        let mut view = self.view(person);
        let sent = to_json(&view);
        if let Some(member) = self.members.get_mut(&id).filter(|member| member.sent != sent) {
            member.sent = sent;
            view.device = device;
            self.send(id, Outgoing::Unasked(to_json(&TableMessage::Table(view))));
        }
    }

    /// Sends a message to a member, or ends its connection if too many wait already.
    fn send(&mut self, id: MemberId, message: Outgoing) {
        let Some(member) = self.members.get(&id) else { return };
        let is_slow = member.outbox.capacity() <= 1;
        let sent = member.outbox.try_send(if is_slow { Outgoing::Close(Closing::Slow) } else { message });
        if is_slow || sent.is_err() {
            self.members.remove(&id);
        }
    }

    /// The table as a person, or a spectator, sees it.
    fn view(&self, person: Option<usize>) -> TableView {
        let TableGame { seating, seats, .. } = &self.game;
        TableView {
            round: seating.round,
            seats: self.seats(),
            you: person.map(|person| seating.seats_of(person, seats)).unwrap_or_default(),
            player: person.and_then(|person| seating.player_of(person, seats)),
            waits: self.game.waits(),
            offers: self.game.offers(),
            watching: self.watching(),
            device: None,
        }
    }

    fn seats(&self) -> Vec<SeatView> {
        let TableGame { seating, seats, session, .. } = &self.game;
        let view = |seat| {
            Some(match seating.at(seat, seats)? {
                Chair::Person(index) => {
                    let person = &seating.people[*index];
                    SeatView::Person {
                        person: person.name.clone(),
                        claimed: person.device.is_some(),
                        connected: self.members.values().any(|member| member.person == Some(*index)),
                    }
                }
                Chair::Engine(engine, limit) => SeatView::Engine {
                    engine: engine.clone(),
                    limit: *limit,
                    problem: self.problem.clone().filter(|_| seat == session.seat()),
                },
            })
        };
        (0..seats.len()).filter_map(view).collect()
    }

    fn watching(&self) -> usize {
        self.members.values().filter(|member| member.person.is_none()).count()
    }

    /// The table as its owner sees it.
    fn describe(&self) -> Result<TableInfo, String> {
        let TableGame { seating, watch, game, session, .. } = &self.game;
        let person = |person: &Person| {
            let links = links(&self.addresses, &format!("seat={}", person.key))?;
            Ok(PersonInfo { name: person.name.clone(), links })
        };
        Ok(TableInfo {
            table: self.number,
            game,
            round: seating.round,
            end: session.ended(),
            seats: self.seats(),
            people: seating.people.iter().map(person).collect::<Result<_, String>>()?,
            watch: links(&self.addresses, &format!("watch={watch}"))?,
            watching: self.watching(),
        })
    }
}
