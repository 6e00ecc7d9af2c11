//! A second implementation of the rules, sentence by sentence and without regard to speed. It shares no code with the
//! real one; the two exchange texts.
//!
//! The words quoted in its comments are those of `shared/rules/symbol.md`.

mod actions;
mod board;
mod effects;
mod options;
mod text;

use std::collections::BTreeMap;

pub(crate) use board::{Cell, Kind, Pieces, Stack, everywhere, name, subsets};
pub(crate) use options::{Options, PushedKing, Variant};
pub(crate) use text::write_pieces;

use board::{A, D, F, K, L, W};

/// "A king removed: its owner loses at once."
pub(crate) const KING: &str = "king";
/// "Both in one event: draw."
pub(crate) const BOTH_KINGS: &str = "both-kings";
/// "when neither side has any `L W A F D` on the board or in reserve".
pub(crate) const RESOURCES: &str = "resources";
/// "if neither player could act on this board".
pub(crate) const PASS: &str = "pass";

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Naive {
    pub(crate) options: Options,
    pub(crate) board: BTreeMap<Cell, Stack>,
    /// 0 is P1, 1 is P2.
    pub(crate) player: usize,
    pub(crate) reserve: [Pieces; 2],
    pub(crate) turn: Option<TurnState>,
    /// The player to act has the forced `Pass` and nothing else.
    passes: bool,
    /// The winner, or `None` for a draw, and the reason.
    pub(crate) end: Option<(Option<usize>, &'static str)>,
    /// What actions did, in words; `None` unless a test wants it.
    pub(crate) log: Option<Vec<String>>,
}

/// Within a turn: `<cell>:<left>:<fresh>:<moved>`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TurnState {
    /// "the active cell (where the movers rest, or died, after a move)".
    pub(crate) active: Cell,
    /// "reinforcements left (0 if the king's cell is not active; not capped by the reserve)".
    pub(crate) left: u8,
    /// "the pieces placed this turn on the king's cell (... always `-` once a move was made)".
    pub(crate) fresh: Pieces,
    pub(crate) moved: Moved,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Moved {
    /// `-` before a move.
    NotYet,
    /// The moved subset.
    Subset(Pieces),
    /// `*`: "standstill attack, or the movers are gone".
    Nothing,
}

/// What a turn is made of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Act {
    PlaceKing(Cell),
    Reinforce(Kind, Cell),
    /// A subset goes to its resting cell; `takes` is the cell taken from there by a shore attack.
    Move {
        from: Cell,
        subset: Pieces,
        rest: Cell,
        takes: Option<Cell>,
    },
    Standstill {
        from: Cell,
        takes: Cell,
    },
    Detonate(Cell),
    End,
    Pass,
}

impl Naive {
    /// "They start in the reserve".
    pub(crate) fn start(options: Options) -> Naive {
        let reserve = [0, 1].map(|player| {
            let mut pieces = options.army_of(player);
            pieces[K] = 1;
            pieces
        });
        let mut start = Naive {
            options,
            board: BTreeMap::new(),
            player: 0, // "P1 first."
            reserve,
            turn: None,
            passes: false,
            end: None,
            log: None,
        };
        start.begin_turn();
        start
    }

    /// Plays a legal action.
    pub(crate) fn act(&mut self, act: Act) {
        assert!(self.end.is_none());
        match act {
            // "that is the whole turn".
            Act::PlaceKing(cell) => {
                self.place(K, cell);
                self.end_turn();
            }
            Act::Reinforce(kind, cell) => {
                let king = self.king(self.player).expect("the king is on the board");
                let mut state = self.turn.unwrap_or_else(|| TurnState {
                    active: king, // "the active cell is the king's"
                    left: self.allowance(),
                    fresh: [0; 6],
                    moved: Moved::NotYet,
                });
                state.left -= 1;
                if cell == king && state.moved == Moved::NotYet {
                    state.fresh[kind] += 1;
                }
                self.place(kind, cell);
                self.continue_turn(state);
            }
            Act::Move { from, subset, rest, takes } => self.make_move(from, subset, rest, takes),
            Act::Standstill { from, takes } => self.attack_from_standstill(from, takes),
            // "the `D` is removed and explodes. It ends the turn."
            Act::Detonate(cell) => {
                self.detonate(cell);
                self.end_turn();
            }
            Act::End | Act::Pass => self.end_turn(),
        }
    }

    fn record(&mut self, what: impl FnOnce() -> String) {
        if let Some(log) = &mut self.log {
            log.push(what());
        }
    }

    fn place(&mut self, kind: Kind, cell: Cell) {
        let player = self.player;
        self.record(|| format!("placed P{} {} {}", player + 1, board::LETTERS[kind], name(cell)));
        self.reserve[player][kind] -= 1;
        let stack = self.board.entry(cell).or_insert(Stack { owner: player, pieces: [0; 6] });
        assert_eq!(stack.owner, player, "the two players never share a cell");
        stack.pieces[kind] += 1;
    }

    /// The turn continues, unless it "ends by itself when no other action is left" or, in the simple game, because
    /// "every turn is exactly one action".
    fn continue_turn(&mut self, state: TurnState) {
        self.turn = Some(state);
        if self.options.simple || !self.can_act() {
            self.end_turn();
        }
    }

    /// "A finished position is written as if the turn had ended."
    fn end_turn(&mut self) {
        let player = self.player;
        self.record(|| format!("turn over P{}", player + 1));
        self.turn = None;
        self.player = 1 - self.player;
        self.begin_turn();
    }

    /// What is "tested at the start of each turn".
    fn begin_turn(&mut self) {
        self.passes = false;
        if self.end_by_kings() {
            return;
        }
        let nothing = |player: usize| {
            let pieces = |pieces: &Pieces| [L, W, A, F, D].iter().any(|&kind| pieces[kind] > 0);
            !pieces(&self.reserve[player])
                && !self.board.values().any(|stack| stack.owner == player && pieces(&stack.pieces))
        };
        if nothing(0) && nothing(1) {
            self.draw(RESOURCES);
        } else if !self.can_act() {
            let mut opponent = self.clone();
            opponent.player = 1 - self.player;
            if opponent.can_act() {
                self.passes = true; // "exactly one action, the forced `Pass`"
            } else {
                self.draw(PASS);
            }
        }
    }

    /// "A king removed: its owner loses at once. Both in one event: draw." Asked after each event.
    fn end_by_kings(&mut self) -> bool {
        let gone = |player: usize| self.reserve[player][K] == 0 && self.king(player).is_none();
        match (gone(0), gone(1)) {
            (true, true) => self.draw(BOTH_KINGS),
            (true, false) => self.end = Some((Some(1), KING)),
            (false, true) => self.end = Some((Some(0), KING)),
            (false, false) => return false,
        }
        true
    }

    /// "`tiebreak=regions`: any draw is won by the player who controls more regions on the final board; equal stays
    /// a draw."
    fn draw(&mut self, reason: &'static str) {
        self.end = Some((self.winner_of_draw(), reason));
    }

    pub(crate) fn winner_of_draw(&self) -> Option<usize> {
        let [first, second] = [self.regions_of(0), self.regions_of(1)];
        match self.options.tiebreak {
            true if first > second => Some(0),
            true if second > first => Some(1),
            _ => None,
        }
    }

    pub(crate) fn king(&self, player: usize) -> Option<Cell> {
        let king = self.board.iter().find(|(_, stack)| stack.owner == player && stack.pieces[K] > 0);
        king.map(|(&cell, _)| cell)
    }

    /// "a region is controlled by the player who has a piece in it while the opponent has none there".
    pub(crate) fn regions_of(&self, player: usize) -> u8 {
        let mut owners: BTreeMap<(i8, i8), [bool; 2]> = BTreeMap::new();
        for (&cell, stack) in &self.board {
            owners.entry(self.options.region(cell)).or_default()[stack.owner] = true;
        }
        let controlled = owners.values().filter(|owners| owners[player] && !owners[1 - player]);
        controlled.count().try_into().expect("there are nine")
    }

    /// "At most `1 + ⌊regions controlled / 3⌋` in the turn, counted **at the start of the turn**".
    pub(crate) fn allowance(&self) -> u8 {
        assert!(self.turn.is_none());
        1 + self.regions_of(self.player) / 3
    }
}
