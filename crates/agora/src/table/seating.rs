//! Who sits where.


use serde::{Deserialize, Serialize};
use session::{Player, Seat};

use super::message::NewSeat;
use crate::key::new_key;
use crate::message::Limit;

/// The greatest number of characters of a person's name.
const MAX_NAME: usize = 40;

/// The people and engines of a table.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct Seating {
    pub(super) people: Vec<Person>,
    /// Those who sit at the seats of the first game, in the order of the seats.
    chairs: Vec<Chair>,
    /// The number of the game; the first is 1. In every second one each sits at a seat of the other player.
    pub(super) round: u32,
}

/// A person.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct Person {
    pub(super) name: String,
    /// The secret of the link.
    pub(super) key: String,
    /// The secret of the device that has claimed the seat.
    pub(super) device: Option<String>,
}

/// Who has a seat.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(super) enum Chair {
    /// The index of a person.
    Person(usize),
    /// An engine and its limit.
    Engine(String, Limit),
}

impl Seating {
    /// Checks who is to sit at the seats of a game, and makes the keys of the people.
    pub(super) fn new(new: Vec<NewSeat>, seats: &[Seat], engines: &[String]) -> Result<Seating, String> {
        if new.len() != seats.len() {
            return Err(format!("the game has {} seats, not {}", seats.len(), new.len()));
        }
        let mut seating = Seating { people: Vec::new(), chairs: Vec::new(), round: 1 };
        for new in new {
            let chair = match (new.person, new.engine, new.limit) {
                (Some(name), None, None) => Chair::Person(seating.person(name)?),
                (None, Some(engine), Some(limit)) => {
                    if !engines.contains(&engine) {
                        return Err(format!("there is no engine `{engine}`"));
                    }
                    if matches!(limit, Limit::Infinite | Limit::Prove(_)) {
                        return Err("an engine that plays needs a limit of time, nodes or depth, a level, or `clock`".to_owned());
                    }
                    Chair::Engine(engine, limit)
                }
                _ => return Err("a seat is for a `person`, or for an `engine` with its `limit`".to_owned()),
            };
            seating.chairs.push(chair);
        }
        for (index, person) in seating.people.iter().enumerate() {
            let players = seating.seats_of(index, seats).into_iter().map(|seat| seats[seat].player);
            let [first, others @ ..] = &*players.collect::<Vec<_>>() else { continue };
            if others.iter().any(|other| other != first) {
                return Err(format!("`{}` has seats of both players", person.name));
            }
        }
        Ok(seating)
    }

    /// The index of the person with this name, who is new the first time.
    fn person(&mut self, name: String) -> Result<usize, String> {
        let name = name.trim().to_owned();
        if name.is_empty() || name.chars().count() > MAX_NAME || name.contains(char::is_control) {
            return Err(format!("the name of a person has 1 to {MAX_NAME} letters"));
        }
        if let Some(index) = self.people.iter().position(|person| person.name == name) {
            return Ok(index);
        }
        self.people.push(Person { name, key: new_key()?, device: None });
        Ok(self.people.len() - 1)
    }

    /// Who sits at a seat in the present game.
    pub(super) fn at(&self, seat: usize, seats: &[Seat]) -> Option<&Chair> {
        self.chairs.get(if self.round % 2 == 1 { seat } else { opposite(seat, seats) })
    }

    /// The seats of a person in the present game.
    pub(super) fn seats_of(&self, person: usize, seats: &[Seat]) -> Vec<usize> {
        (0..seats.len()).filter(|&seat| self.at(seat, seats) == Some(&Chair::Person(person))).collect()
    }

    /// The player of a person in the present game.
    pub(super) fn player_of(&self, person: usize, seats: &[Seat]) -> Option<Player> {
        Some(seats[*self.seats_of(person, seats).first()?].player)
    }

    /// Whether a person sits at a seat of this player.
    pub(super) fn has_people(&self, player: Player, seats: &[Seat]) -> bool {
        (0..self.people.len()).any(|person| self.player_of(person, seats) == Some(player))
    }
}

/// The seat of the other player that takes the place of a seat: the first for the first, and so on.
fn opposite(seat: usize, seats: &[Seat]) -> usize {
    let player = seats[seat].player;
    let rank = seats[..seat].iter().filter(|other| other.player == player).count();
    let others = (0..seats.len()).filter(|&other| seats[other].player != player);
    // A player with more seats than the other one keeps the rest.
    others.into_iter().nth(rank).unwrap_or(seat)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NIKA: [Seat; 4] = [
        Seat::new("a", Player::P1),
        Seat::new("b", Player::P2),
        Seat::new("c", Player::P1),
        Seat::new("d", Player::P2),
    ];

    fn seats(texts: &[&str]) -> Vec<NewSeat> {
        let seat = |text: &&str| match text.strip_prefix('!') {
            None => NewSeat { person: Some((*text).into()), engine: None, limit: None },
            Some(engine) => NewSeat { person: None, engine: Some(engine.into()), limit: Some(Limit::Level(1)) },
        };
        texts.iter().map(seat).collect()
    }

    fn new(texts: &[&str]) -> Result<Seating, String> {
        Seating::new(seats(texts), &NIKA, &["agon".into()])
    }

    #[test]
    fn everyone_changes_sides_for_a_rematch() {
        let mut seating = new(&["Ann", "Ben", "Ann", "!agon"]).unwrap();
        assert_eq!((seating.seats_of(0, &NIKA), seating.player_of(0, &NIKA)), (vec![0, 2], Some(Player::P1)));
        assert!(seating.has_people(Player::P1, &NIKA) && seating.has_people(Player::P2, &NIKA));
        assert!(!new(&["!agon", "Ben", "!agon", "Ben"]).unwrap().has_people(Player::P1, &NIKA));
        seating.round = 2;
        assert_eq!((seating.seats_of(0, &NIKA), seating.player_of(0, &NIKA)), (vec![1, 3], Some(Player::P2)));
        assert_eq!(seating.at(2, &NIKA), Some(&Chair::Engine("agon".into(), Limit::Level(1))));
        seating.round = 3;
        assert_eq!(seating.seats_of(1, &NIKA), [1]);
    }

    #[test]
    fn seats_that_cannot_be_are_refused() {
        let long = "x".repeat(41);
        for (texts, expected) in [
            (&["Ann", "Ben"][..], "4 seats, not 2"),
            (&["Ann", "Ann", "Ben", "Ben"], "`Ann` has seats of both players"),
            (&["", "Ben", "!agon", "Ben"], "1 to 40 letters"),
            (&[&long, "Ben", "!agon", "Ben"], "1 to 40 letters"),
            (&["Ann", "Ben", "!sh", "Ben"], "no engine `sh`"),
        ] {
            let error = new(texts).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
        let mut without_limit = seats(&["Ann", "Ben", "Ann", "!agon"]);
        without_limit[3].limit = None;
        let mut endless = without_limit.clone();
        endless[3].limit = Some(Limit::Infinite);
        for (new, expected) in [(without_limit, "with its `limit`"), (endless, "needs a limit")] {
            let error = Seating::new(new, &NIKA, &["agon".into()]).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
    }
}
