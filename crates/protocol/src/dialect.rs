//! The dialects of the protocol.

use core::fmt;

/// The dialect that both sides use; the first command to the engine selects it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Dialect {
    /// The universal game interface, the native one.
    #[default]
    Ugi,
    /// The same with the words of the universal chess interface; there a distance to the end
    /// (`score mate`, `go mate`) counts the mover's own turns.
    Uci,
}

/// Displays what a closure writes.
pub(crate) struct Shown<F>(pub(crate) F);

impl<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result> fmt::Display for Shown<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0(f)
    }
}

/// Writes a key and its value, if there is one.
pub(crate) fn field(f: &mut fmt::Formatter<'_>, key: &str, value: Option<impl fmt::Display>) -> fmt::Result {
    value.map_or(Ok(()), |value| write!(f, " {key} {value}"))
}

/// Writes a key and a list of words.
pub(crate) fn words(to: &mut impl fmt::Write, key: &str, words: &[String]) -> fmt::Result {
    to.write_str(key)?;
    words.iter().try_for_each(|word| write!(to, " {word}"))
}

/// Whether a first word belongs to GTP, the Go text protocol, which [`serve`](crate::server::serve) does not speak.
pub fn is_gtp(word: &str) -> bool {
    let known = "protocol_version name version known_command list_commands boardsize clear_board komi play genmove \
                 reg_genmove undo showboard time_settings time_left final_score";
    known.split(' ').any(|known| known == word)
        || word.starts_with("gogui-")
        || word.bytes().all(|b| b.is_ascii_digit())
}
