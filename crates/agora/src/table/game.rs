//! The game of a table: its session, who may change it, and offers between the players. It knows neither connections nor
//! engines.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use session::{Clock, ClockRequest, Player, Reply, Request, Seat, Session};

use super::message::{NewTable, Offer, OfferView};
use super::seating::{Chair, Seating};
use crate::key::new_key;
use crate::message::Limit;

/// A game, its people and its engines. `now` is the present time, counted from any fixed moment.
pub(super) struct TableGame {
    /// The game, always at its live node and between two turns: members build their turns in their own views.
    pub(super) session: Session,
    pub(super) seating: Seating,
    /// The secret of the link for spectators.
    pub(super) watch: String,
    /// The name of the game and its seats.
    pub(super) game: &'static str,
    pub(super) seats: &'static [Seat],
    /// The clocks of each game: seconds, and what each turn adds.
    clock: Option<[u32; 2]>,
    offers: Vec<Pending>,
    /// The people who have connected since the server started.
    arrived: Vec<bool>,
}

/// An offer that nobody has answered.
#[derive(Clone, Copy)]
struct Pending {
    offer: Offer,
    person: usize,
    player: Player,
}

/// What outlasts the server.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Saved {
    seating: Seating,
    watch: String,
    clock: Option<[u32; 2]>,
    /// Milliseconds left to both players.
    left: Option<[u64; 2]>,
    /// The text of the game.
    text: String,
}

/// An engine that is to act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EngineTurn {
    pub(super) engine: String,
    pub(super) limit: Limit,
    /// Whether its opponent offers a draw.
    pub(super) draw: bool,
}

impl TableGame {
    /// A new table.
    pub(super) fn new(new: NewTable, engines: &[String]) -> Result<TableGame, String> {
        let NewTable { game, options, position, clock, seats } = new;
        let request = Request::New { game, options, position, clock: None };
        let clock = clock.map(|ClockRequest { seconds, increment }| [seconds, increment]);
        let mut game = TableGame::open(request, clock, new_key()?, |known| Seating::new(seats, known, engines))?;
        game.session.set_clock(game.full_clock());
        Ok(game)
    }

    /// The table that was saved.
    pub(super) fn restore(saved: Saved) -> Result<TableGame, String> {
        let Saved { seating, watch, clock, left, text } = saved;
        let mut game = TableGame::open(Request::Load { text }, clock, watch, |_| Ok(seating))?;
        let increment = clock.map_or(0, |[_, increment]| increment);
        let left = left.map(|left| left.map(Duration::from_millis));
        game.session.set_clock(left.map(|left| Clock::with_left(left, Duration::from_secs(increment.into()))));
        Ok(game)
    }

    fn open(
        request: Request,
        clock: Option<[u32; 2]>,
        watch: String,
        seating: impl FnOnce(&[Seat]) -> Result<Seating, String>,
    ) -> Result<TableGame, String> {
        let mut session = Session::new();
        let state = match session.handle(request, Duration::ZERO) {
            Reply::State(state) => state,
            other => return Err(refusal(other)),
        };
        let (game, seats) = (state.game, state.seats);
        let seating = seating(seats)?;
        let arrived = vec![false; seating.people.len()];
        Ok(TableGame { session, seating, watch, game, seats, clock, offers: Vec::new(), arrived })
    }

    /// What outlasts the server.
    pub(super) fn save(&mut self, now: Duration) -> Saved {
        let milliseconds = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        Saved {
            seating: self.seating.clone(),
            watch: self.watch.clone(),
            clock: self.clock,
            left: self.session.clocks(now).map(|(left, _)| left.map(milliseconds)),
            text: self.text(now),
        }
    }

    fn text(&mut self, now: Duration) -> String {
        match self.session.handle(Request::Save, now) {
            Reply::Text { text } => text,
            _ => String::new(),
        }
    }

    /// The clocks at the start of a game.
    fn full_clock(&self) -> Option<Clock> {
        let [time, increment] = self.clock?.map(|seconds| Duration::from_secs(seconds.into()));
        Some(Clock::new(time, increment))
    }

    /// Ends the game if the time of a player is up.
    pub(super) fn settle(&mut self, now: Duration) {
        self.session.settle_clock(now);
        if self.is_over() {
            self.offers.retain(|pending| pending.offer == Offer::Rematch);
        }
    }

    /// A person's device has connected.
    pub(super) fn arrive(&mut self, person: usize, now: Duration) {
        self.arrived[person] = true;
        if self.waits().is_empty() {
            self.session.start_clock(now);
        }
    }

    /// The people for whom the game waits: those whose seat no device has claimed and, if there are clocks, those who have not
    /// come back since the server was started.
    pub(super) fn waits(&self) -> Vec<String> {
        let waits = |&(person, arrived): &(&super::seating::Person, &bool)| {
            person.device.is_none() || self.clock.is_some() && !arrived
        };
        let people = self.seating.people.iter().zip(&self.arrived).filter(waits);
        people.filter(|_| !self.is_over()).map(|(person, _)| person.name.clone()).collect()
    }

    /// Whether the game is over.
    pub(super) fn is_over(&self) -> bool {
        self.session.ended().is_some()
    }

    /// The offers that nobody has answered.
    pub(super) fn offers(&self) -> Vec<OfferView> {
        self.offers.iter().map(|&Pending { offer, player, .. }| OfferView { offer, player }).collect()
    }

    /// Checks that a person may make a turn now.
    pub(super) fn check_turn(&self, person: usize) -> Result<(), String> {
        self.check_runs()?;
        let is_own = self.seating.at(self.session.seat(), self.seats) == Some(&Chair::Person(person));
        if is_own { Ok(()) } else { Err("it is not your turn".to_owned()) }
    }

    fn check_runs(&self) -> Result<(), String> {
        if let Some(end) = self.session.ended() {
            return Err(format!("the game is over: {end}"));
        }
        let waits = self.waits();
        if waits.is_empty() { Ok(()) } else { Err(format!("the game waits for {}", waits.join(", "))) }
    }

    /// The engine that is to act now.
    pub(super) fn engine_to_act(&self) -> Option<EngineTurn> {
        let seat = self.session.seat();
        let chair = self.seating.at(seat, self.seats).filter(|_| self.check_runs().is_ok())?;
        let Chair::Engine(engine, limit) = chair else { return None };
        let player = self.seats[seat].player;
        let is_offered = |pending: &Pending| pending.offer == Offer::Draw && pending.player != player;
        let draw = self.offers.iter().any(is_offered) && !self.seating.has_people(player, self.seats);
        Some(EngineTurn { engine: engine.clone(), limit: *limit, draw })
    }

    /// Plays a turn of the person or engine to act.
    pub(super) fn play(&mut self, turn: String, now: Duration) -> Result<(), String> {
        let seat = self.session.seat();
        let (player, by_engine) = (self.seats[seat].player, !matches!(self.seating.at(seat, self.seats), Some(Chair::Person(_))));
        // An engine does not answer for the person who is its partner.
        let answers = !(by_engine && self.seating.has_people(player, self.seats));
        done(self.session.handle(Request::Turn { turn }, now))?;
        self.offers.retain(|pending| pending.offer != Offer::TakeBack && (pending.player == player || !answers));
        self.settle(now);
        Ok(())
    }

    /// A person resigns for their player.
    pub(super) fn resign(&mut self, person: usize, player: usize, now: Duration) -> Result<(), String> {
        if self.player(person)?.index() != player {
            return Err("you can only resign for yourself".to_owned());
        }
        done(self.session.handle(Request::Resign { player }, now))?;
        self.settle(now);
        Ok(())
    }

    /// A person makes an offer; if the other player has made it, it is accepted.
    pub(super) fn offer(&mut self, person: usize, offer: Offer, now: Duration) -> Result<(), String> {
        let player = self.player(person)?;
        let new = Pending { offer, person, player };
        match offer {
            Offer::Rematch if !self.is_over() => return Err("the game is not over".to_owned()),
            Offer::Rematch => {}
            Offer::Draw => self.check_runs()?,
            Offer::TakeBack => {
                self.check_runs()?;
                self.turns_back(person, now)?;
            }
        }
        let is_same = |pending: &&Pending| pending.offer == offer;
        if let Some(&other) = self.offers.iter().find(is_same) {
            if other.player == player {
                return Err("this is offered already".to_owned());
            }
            return self.perform(other, now);
        }
        // Engines agree, but for a draw, of which they think in their turn.
        if offer != Offer::Draw && !self.seating.has_people(player.opponent(), self.seats) {
            return self.perform(new, now);
        }
        self.offers.push(new);
        Ok(())
    }

    /// A person accepts an offer of the other player.
    pub(super) fn accept(&mut self, person: usize, offer: Offer, now: Duration) -> Result<(), String> {
        let player = self.player(person)?;
        let is_meant = |pending: &&Pending| pending.offer == offer && pending.player != player;
        let pending = *self.offers.iter().find(is_meant).ok_or("nobody offers this to you")?;
        self.perform(pending, now)
    }

    /// A person declines an offer of the other player, or withdraws one of their own player.
    pub(super) fn decline(&mut self, offer: Offer) -> Result<(), String> {
        let index = self.offers.iter().position(|pending| pending.offer == offer).ok_or("nobody offers this")?;
        self.offers.remove(index);
        Ok(())
    }

    /// The engine to act accepts a draw.
    pub(super) fn agree(&mut self, now: Duration) -> Result<(), String> {
        let pending = self.offers.iter().find(|pending| pending.offer == Offer::Draw);
        self.perform(*pending.ok_or("nobody offers a draw")?, now)
    }

    fn perform(&mut self, pending: Pending, now: Duration) -> Result<(), String> {
        match pending.offer {
            Offer::TakeBack => {
                for _ in 0..self.turns_back(pending.person, now)? {
                    done(self.session.handle(Request::TakeBack, now))?;
                }
            }
            Offer::Draw => done(self.session.handle(Request::Draw, now))?,
            Offer::Rematch => {
                // What precedes the turns: the game, its options and its start.
                let text = self.text(now);
                let header = text.split_once("\n\n").map_or(&*text, |(header, _)| header).to_owned();
                done(self.session.handle(Request::Load { text: header }, now))?;
                self.seating.round += 1;
                self.session.set_clock(self.full_clock());
                if self.waits().is_empty() {
                    self.session.start_clock(now);
                }
            }
        }
        self.offers.clear();
        Ok(())
    }

    /// The number of turns after which the last turn of a person is taken back.
    fn turns_back(&self, person: usize, now: Duration) -> Result<usize, String> {
        let seats = self.seating.seats_of(person, self.seats);
        let mut session = self.session.follower();
        for turns in 1.. {
            done(session.handle(Request::TakeBack, now)).map_err(|_| "you have played no turn")?;
            if seats.contains(&session.seat()) {
                return Ok(turns);
            }
        }
        Ok(0)
    }

    fn player(&self, person: usize) -> Result<Player, String> {
        self.seating.player_of(person, self.seats).ok_or_else(|| "you have no seat".to_owned())
    }
}

/// Whether the session did what it was asked.
fn done(reply: Reply) -> Result<(), String> {
    if matches!(reply, Reply::State(_)) { Ok(()) } else { Err(refusal(reply)) }
}

fn refusal(reply: Reply) -> String {
    match reply {
        Reply::Error { message } => message,
        other => format!("an unexpected reply: {other:?}"),
    }
}
