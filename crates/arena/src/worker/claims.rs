//! The games that this process has claimed.

use crate::store::Token;

/// The claims of this process whose results are not stored yet: their leases are renewed.
#[derive(Debug, Default)]
pub(super) struct Claims {
    held: Vec<Token>,
}

impl Claims {
    /// Adds a claim, which is held until it is [settled](Self::settled).
    pub(super) fn add(&mut self, token: Token) {
        self.held.push(token);
    }

    /// The claims that are held.
    pub(super) fn held(&self) -> &[Token] {
        &self.held
    }

    /// Removes a claim: the store has the game's result, or the game was released.
    pub(super) fn settled(&mut self, settled: Token) {
        self.held.retain(|&token| token != settled);
    }
}
