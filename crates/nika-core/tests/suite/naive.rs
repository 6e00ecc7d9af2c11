//! A second implementation of the rules, sentence by sentence and without regard to speed. It shares no code with the
//! real one; the two exchange texts.
//!
//! The words quoted in its comments are those of `shared/rules/nika.md`.

mod board;
mod text;

use std::collections::BTreeMap;

pub(crate) use board::{Cell, City, Dir, Zone, everywhere, is_open, name, next, opposite, team, zone};

use board::is_enemy;

/// "Start: ..."
pub(crate) const START: &str =
    "j4wj5wj6wk4nk5nl4e/d7sd8ed9ne8ee9nf9n/j12wk11sk12sl10el11el12e/p7sq7sq8wr7sr8wr9n A 2 0";

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Naive {
    pub(crate) board: BTreeMap<Cell, (City, Dir)>,
    pub(crate) city: City,
    /// "actions left 2 or 1".
    pub(crate) left: u8,
    /// "`p` appended (`1p`) when the first action was a pass".
    pub(crate) first_passed: bool,
    /// "the number of whole turns in a row that both actions passed".
    pub(crate) passed: usize,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Act {
    Pass,
    Rotate(Vec<Cell>, Dir),
    Move(Vec<Cell>, Dir),
    Rally(Cell, Dir),
}

/// What a move does to the enemies, found on the position before it.
#[derive(Default, Debug, PartialEq, Eq)]
pub(crate) struct Effects {
    pub(crate) routed: Vec<Cell>,
    /// They go one cell on in the direction of the move.
    pub(crate) pushed: Vec<Cell>,
}

impl Naive {
    pub(crate) fn start() -> Naive {
        Naive::parse(START).expect("a position")
    }

    fn empty() -> Naive {
        Naive { board: BTreeMap::new(), city: 0, left: 2, first_passed: false, passed: 0 }
    }

    pub(crate) fn pieces(&self, city: City) -> Vec<Cell> {
        self.board.iter().filter(|(_, piece)| piece.0 == city).map(|(&cell, _)| cell).collect()
    }

    /// "the routed pool is 6 less the count".
    pub(crate) fn routed(&self, city: City) -> usize {
        6 - self.pieces(city).len()
    }

    pub(crate) fn at_turn_start(&self) -> bool {
        self.left == 2
    }

    /// The winning team (0 or 1), or nothing for a draw, and the reason.
    pub(crate) fn end(&self) -> Option<(Option<usize>, &'static str)> {
        // "A piece of a city stands in that city's own victory area: its team wins at once."
        for (&cell, &(city, _)) in &self.board {
            if zone(cell) == Some(Zone::Victory(city)) {
                return Some((Some(team(city)), "victory-area"));
            }
        }
        // "all four cities in a row pass both actions"
        (self.passed == 4).then_some((None, "passes"))
    }

    /// "orthogonally connected".
    fn is_connected(set: &[Cell]) -> bool {
        let mut reached = vec![set[0]];
        let mut looked = 0;
        while looked < reached.len() {
            for dir in 0..4 {
                let beside = next(reached[looked], dir);
                if set.contains(&beside) && !reached.contains(&beside) {
                    reached.push(beside);
                }
            }
            looked += 1;
        }
        reached.len() == set.len()
    }

    /// "A phalanx is a set of 2 to 6 pieces of one city, all with the same facing, orthogonally connected. Any
    /// connected subset of a larger phalanx, and any single piece of it, may act alone."
    fn is_selectable(&self, set: &[Cell]) -> bool {
        let Some((_, facing)) = set.first().and_then(|first| self.board.get(first)) else { return false };
        set.len() <= 6
            && set.iter().all(|cell| self.board.get(cell) == Some(&(self.city, *facing)))
            && set.windows(2).all(|pair| pair[0] < pair[1])
            && Naive::is_connected(set)
    }

    /// The sets of pieces that may rotate or try to move, each in ascending order.
    pub(crate) fn selectable(&self) -> Vec<Vec<Cell>> {
        let own = self.pieces(self.city);
        let subset = |mask: u32| (0..own.len()).filter(|i| mask >> i & 1 == 1).map(|i| own[i]).collect();
        let subsets = (1..1_u32 << own.len()).map(subset);
        subsets.filter(|set: &Vec<Cell>| self.is_selectable(set)).collect()
    }

    /// What the move of one piece does, or nothing if it is illegal.
    fn single_effects(&self, from: Cell, dir: Dir) -> Option<Effects> {
        // "Move one piece one step in any of the four directions; it ends facing that direction. The target cell must
        // be open to the mover's city"
        let target = next(from, dir);
        if !is_open(target, self.city) {
            return None;
        }
        match self.board.get(&target) {
            // "empty, or"
            None => Some(Effects::default()),
            // "held by an enemy piece that does not face the mover (that is, whose facing is not opposite to the
            // direction of the move): that piece is routed"; "It cannot enter a cell held by its own or its ally's
            // piece."
            Some(&(city, facing)) if is_enemy(city, self.city) && facing != opposite(dir) => {
                Some(Effects { routed: vec![target], pushed: Vec::new() })
            }
            // "A single piece never pushes."
            Some(_) => None,
        }
    }

    /// What the move of a phalanx does, or nothing if it is illegal; "line by line", and "each contiguous run is a line
    /// of its own, judged on the position before the move".
    fn phalanx_effects(&self, set: &[Cell], dir: Dir) -> Option<Effects> {
        let back = opposite(dir);
        let mut effects = Effects::default();
        for &piece in set {
            let ahead = next(piece, dir);
            // "For each chosen piece whose cell ahead is not vacated by another chosen piece, look at that cell ahead"
            if set.contains(&ahead) {
                continue;
            }
            // "not open to the city, or off the board ...: the whole move is illegal"
            if !is_open(ahead, self.city) {
                return None;
            }
            // "empty and open: fine"
            let Some(&(city, facing)) = self.board.get(&ahead) else { continue };
            // "or held by an own or allied piece that is not chosen: the whole move is illegal"
            if !is_enemy(city, self.city) {
                return None;
            }
            // "enemy piece not facing the phalanx ...: it is routed, never pushed"
            if facing != back {
                effects.routed.push(ahead);
                continue;
            }
            // "Weight of the pushers = the number of chosen pieces contiguous in that line behind and including the
            // front piece."
            let mut pushers = 0;
            let mut at = piece;
            while set.contains(&at) {
                pushers += 1;
                at = next(at, back);
            }
            // "Weight of the pushed = the number of contiguous enemy pieces (either city of the enemy team, any
            // facing) in that line from the front one on."
            let mut pushed = Vec::new();
            let mut at = ahead;
            while self.board.get(&at).is_some_and(|&(city, _)| is_enemy(city, self.city)) {
                pushed.push(at);
                at = next(at, dir);
            }
            // "The pushers must be strictly heavier; otherwise the whole move is illegal."
            if pushers <= pushed.len() {
                return None;
            }
            // "The last of them is routed if the cell behind it is off the board or the mural, or holds a piece of its
            // enemies (the pusher's team, any facing), or is a victory area of its enemies. If that cell is a cell open
            // to it, it simply moves there."
            let last = pushed[pushed.len() - 1];
            let its_city = self.board[&last].0;
            let of_its_enemies = match zone(at) {
                Some(Zone::Victory(owner)) => is_enemy(owner, its_city),
                _ => false,
            };
            if zone(at).is_none() || self.board.contains_key(&at) || of_its_enemies {
                effects.routed.push(last);
                pushed.pop();
            } else {
                assert!(is_open(at, its_city), "a rally area behind {} on {}", name(last), self.text());
            }
            effects.pushed.extend(pushed);
        }
        Some(effects)
    }

    /// What the move of a set does, or nothing if it is illegal.
    pub(crate) fn effects(&self, set: &[Cell], dir: Dir) -> Option<Effects> {
        if !self.is_selectable(set) {
            return None;
        }
        match set {
            [piece] => self.single_effects(*piece, dir),
            // "Move a phalanx one step in the direction it faces (no free rotation)."
            _ if self.board[&set[0]].1 == dir => self.phalanx_effects(set, dir),
            _ => None,
        }
    }

    pub(crate) fn is_legal(&self, act: &Act) -> bool {
        self.end().is_none()
            && match act {
                Act::Pass => true,
                // "rotating to the facing already held is not an action"
                Act::Rotate(set, dir) => self.is_selectable(set) && self.board[&set[0]].1 != *dir,
                Act::Move(set, dir) => self.effects(set, *dir).is_some(),
                // "put one of your routed pieces on any empty cell of your own rally area, facing any of the four
                // directions"
                Act::Rally(cell, _) => {
                    self.routed(self.city) > 0
                        && zone(*cell) == Some(Zone::Rally(self.city))
                        && !self.board.contains_key(cell)
                }
            }
    }

    /// The legal actions.
    pub(crate) fn acts(&self) -> Vec<Act> {
        let mut acts = Vec::new();
        if self.end().is_some() {
            return acts;
        }
        acts.push(Act::Pass);
        for set in self.selectable() {
            let facing = self.board[&set[0]].1;
            for dir in 0..4 {
                if dir != facing {
                    acts.push(Act::Rotate(set.clone(), dir));
                }
                if (set.len() == 1 || dir == facing) && self.effects(&set, dir).is_some() {
                    acts.push(Act::Move(set.clone(), dir));
                }
            }
        }
        if self.routed(self.city) > 0 {
            let rally = everywhere().filter(|&cell| zone(cell) == Some(Zone::Rally(self.city)));
            let empty = rally.filter(|cell| !self.board.contains_key(cell));
            acts.extend(empty.flat_map(|cell| (0..4).map(move |dir| Act::Rally(cell, dir))));
        }
        acts
    }

    /// Plays an action.
    ///
    /// # Panics
    /// If it is not legal.
    #[track_caller]
    pub(crate) fn act(&mut self, act: &Act) {
        assert!(self.is_legal(act), "{} on {}", act.text(), self.text());
        match act {
            Act::Pass => {}
            Act::Rotate(set, dir) => {
                for &cell in set {
                    self.board.insert(cell, (self.city, *dir));
                }
            }
            Act::Move(set, dir) => self.carry_out(set, *dir),
            Act::Rally(cell, dir) => {
                self.board.insert(*cell, (self.city, *dir));
            }
        }
        self.count(*act == Act::Pass);
    }

    /// "All of the chosen pieces move", "All of these enemy pieces go back one cell and keep their facing", "A routed
    /// piece leaves the board".
    fn carry_out(&mut self, set: &[Cell], dir: Dir) {
        let effects = self.effects(set, dir).expect("a legal move");
        for cell in &effects.routed {
            self.board.remove(cell);
        }
        let pushed: Vec<_> =
            effects.pushed.iter().map(|cell| (*cell, self.board.remove(cell).expect("a piece"))).collect();
        for cell in set {
            self.board.remove(cell);
        }
        let moved = set.iter().map(|&cell| (cell, (self.city, dir)));
        for (cell, piece) in moved.chain(pushed) {
            assert_eq!(self.board.insert(next(cell, dir), piece), None, "two pieces on one cell");
        }
    }

    /// The actions and turns after an action, and whose turn it is.
    fn count(&mut self, pass: bool) {
        // "Any other action sets it to 0 at once"
        if !pass {
            self.passed = 0;
        }
        // "The turn ends after the second action, or at once when the game is over."
        if self.left == 2 && self.end().is_none() {
            self.left = 1;
            self.first_passed = pass;
            return;
        }
        if pass && self.left == 1 && self.first_passed {
            self.passed += 1;
        }
        self.left = 2;
        self.first_passed = false;
        self.city = (self.city + 1) % 4;
    }

    pub(crate) fn after(&self, act: &Act) -> Naive {
        let mut after = self.clone();
        after.act(act);
        after
    }
}
