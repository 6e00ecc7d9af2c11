#![doc = include_str!("../README.md")]

/// Implements serde's traits by `Display` and `FromStr`.
macro_rules! serde_as_text {
    ($($type:ty),*) => {$(
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <String as serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    )*};
}
use serde_as_text;

use sha2::Digest as _;

/// The first 63 bits of the SHA-256 of a text: the same number on every machine, which a column of a database can hold.
pub(crate) fn text_hash(text: &str) -> u64 {
    let hash: [u8; 32] = sha2::Sha256::digest(text).into();
    hash[..8].iter().fold(0, |number, &byte| number << 8 | u64::from(byte)) >> 1
}

/// A number of things in words.
///
/// ```
/// assert_eq!([1, 7].map(|number| arena::counted(number, "pair")), ["1 pair", "7 pairs"]);
/// ```
pub fn counted(number: impl ToString, singular: &str) -> String {
    let number = number.to_string();
    format!("{number} {singular}{}", if number == "1" { "" } else { "s" })
}

pub mod cli;
pub mod engine;
pub mod game;
pub mod interrupts;
pub mod openings;
pub mod report;
pub mod schedule;
pub mod stop;
pub mod store;
pub mod table;
pub mod tournament;
pub mod worker;
