//! Rules and searches of others, and plain ones, on our rules: to compare speed (`speed`) and strength (`opponent`).

pub mod board_game_crate;
pub mod mcts_crate;
pub mod minimax_crate;
pub mod nika;
pub mod ours;
pub mod plain;
pub mod uct;
