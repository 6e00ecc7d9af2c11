//! Positions as texts, with `serde`.

use abstract_game::__serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use alloc::format;
use alloc::string::{String, ToString};

use crate::{Position, Snorkels};

/// Follows the text of a position before the first placement, which does not contain the pie rule, if it is off.
const NO_PIE: &str = " pie=false";

/// Writes the text.
impl Serialize for Position {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let text = self.to_string();
        let complete = text.parse().map_or(true, |read: Position| read == *self);
        to.serialize_str(&if complete { text } else { format!("{text}{NO_PIE}") })
    }
}

/// Reads the text of an unfinished position.
impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let (text, pie) = text.strip_suffix(NO_PIE).map_or((&*text, true), |text| (text, false));
        Snorkels::new().with_pie(pie).read_position(text).map_err(D::Error::custom)
    }
}
