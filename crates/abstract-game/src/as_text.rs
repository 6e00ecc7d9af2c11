//! Values as their texts, with `serde`.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::{Match, Player, Position, Reason};

/// Reads a value from its text.
///
/// # Errors
/// There is no text, or it is not a value.
pub fn deserialize<'de, T: FromStr<Err: fmt::Display>, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    String::deserialize(from)?.parse().map_err(D::Error::custom)
}

/// Implements `Serialize` and `Deserialize` of `serde` for types by their `Display` and `FromStr`:
/// `serde_as_text!(Position, Action);`.
#[macro_export]
macro_rules! serde_as_text {
    ($($type:ty),+) => {
        $(
            /// Writes the text.
            impl $crate::__serde::Serialize for $type {
                fn serialize<S: $crate::__serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                    to.collect_str(self)
                }
            }

            /// Reads the text.
            impl<'de> $crate::__serde::Deserialize<'de> for $type {
                fn deserialize<D: $crate::__serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                    $crate::as_text::deserialize(from)
                }
            }
        )+
    };
}

/// How a match ended if its turns do not show it.
const RESIGNED: [&str; 2] = ["P1 resigned", "P2 resigned"];
const AGREED: &str = "draw agreed";

/// Writes the start position, the texts of the turns, that of the turn in progress, and a resignation or an agreement.
impl<P: Position + Serialize> Serialize for Match<P> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let end = self.result().and_then(|end| match (end.reason, end.winner) {
            (Reason::RESIGNATION, Some(winner)) => Some(RESIGNED[winner.opponent().index()]),
            (Reason::AGREEMENT, _) => Some(AGREED),
            _ => None,
        });
        (self.start(), self.turn_texts(), self.pending_text(), end).serialize(to)
    }
}

/// Reads the start position and plays the turns.
impl<'de, P: Position + Deserialize<'de>> Deserialize<'de> for Match<P> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let (start, turns, pending, end): (P, Vec<String>, String, Option<String>) =
            Deserialize::deserialize(from)?;
        let mut game = Match::new(start);
        turns.iter().try_for_each(|turn| game.play_turn(turn)).map_err(D::Error::custom)?;
        if !pending.is_empty() {
            game.begin_turn(&pending).map_err(D::Error::custom)?;
        }
        match end.as_deref() {
            None => {}
            Some(AGREED) => game.agree_draw(),
            Some(text) => {
                let resigned = Player::BOTH.into_iter().find(|player| RESIGNED[player.index()] == text);
                let error =
                    || D::Error::custom(format_args!("`{}` is no end of a match", printable::excerpt(text)));
                game.resign(resigned.ok_or_else(error)?);
            }
        }
        Ok(game)
    }
}
