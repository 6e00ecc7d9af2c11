//! Alpha-beta, Monte-Carlo tree search and proof search for any game of the contract.
