//! The files of weights of the networks. They are part of the program, but not of a WebAssembly module: there each would be
//! downloaded for the other games too, so the embedder passes in what reads the one of a game when its first position is evaluated.

use std::borrow::Cow;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use passed_in::set_network_reader;

/// The weights of a game's network, of which the program has this file.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
#[inline]
pub(super) fn weights(_game: &str, file: &'static [u8]) -> Cow<'static, [u8]> {
    Cow::Borrowed(file)
}

/// The weights of a game's network. Without a use of the file the linker leaves it out.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
#[inline]
pub(super) fn weights(game: &str, _file: &'static [u8]) -> Cow<'static, [u8]> {
    Cow::Owned(passed_in::read(game))
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod passed_in {
    use std::sync::OnceLock;

    static READER: OnceLock<fn(&str) -> Vec<u8>> = OnceLock::new();

    /// Sets what reads the file of the network of the game with a name. Only the first call counts.
    pub fn set_network_reader(reader: fn(&str) -> Vec<u8>) {
        READER.get_or_init(|| reader);
    }

    pub(super) fn read(game: &str) -> Vec<u8> {
        READER.get().expect("set_network_reader is called before the first search")(game)
    }
}
