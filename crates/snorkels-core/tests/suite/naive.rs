//! A second implementation of the rules, sentence by sentence and without regard to speed. It shares no code with the
//! real one.

use std::collections::{BTreeMap, BTreeSet};

/// File and rank, from 1.
type Square = (u8, u8);

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Naive {
    width: u8,
    height: u8,
    /// Every square of the board: `.`, `P`, `G` or `#`.
    squares: BTreeMap<Square, char>,
    /// `P` or `G`, the colour to place.
    turn: char,
    /// The player who owns purple, 1 or 2.
    purple: u8,
    /// Whether `swap` is legal now.
    swap: bool,
    /// The option.
    pie: bool,
    /// The winner, 1 or 2, and the reason.
    pub(crate) end: Option<(u8, &'static str)>,
}

impl Naive {
    pub(crate) fn start(width: u8, height: u8, pie: bool, stones: &[&str]) -> Naive {
        let mut squares = BTreeMap::new();
        for file in 1..=width {
            for rank in 1..=height {
                squares.insert((file, rank), '.');
            }
        }
        for stone in stones {
            squares.insert(square(stone), '#');
        }
        Naive { width, height, squares, turn: 'P', purple: 1, swap: false, pie, end: None }
    }

    pub(crate) fn player(&self) -> u8 {
        self.owner(self.turn)
    }

    fn owner(&self, colour: char) -> u8 {
        if colour == 'P' { self.purple } else { 3 - self.purple }
    }

    /// In no particular order.
    pub(crate) fn actions(&self) -> BTreeSet<String> {
        let mut actions = BTreeSet::new();
        if self.end.is_some() {
            return actions;
        }
        for (&at, &content) in &self.squares {
            if content == '.' {
                actions.insert(name(at));
            }
        }
        if self.swap {
            actions.insert("swap".to_owned());
        }
        actions
    }

    pub(crate) fn count_actions(&self) -> usize {
        if self.end.is_some() {
            return 0;
        }
        let empty = self.squares.values().filter(|&&content| content == '.').count();
        empty + usize::from(self.swap)
    }

    /// Plays a legal action.
    pub(crate) fn play(&mut self, action: &str) {
        assert!(self.end.is_none());
        if action == "swap" {
            assert!(self.swap);
            self.purple = 3 - self.purple;
            self.swap = false;
            return;
        }
        let first = !self.squares.values().any(|&content| content == 'P' || content == 'G');
        let before = self.squares.insert(square(action), self.turn);
        assert_eq!(before, Some('.'));
        let (own, enemy) = (self.turn, other(self.turn));
        let dead = self.dead();
        let is_dead = |colour| dead.iter().any(|group| group.iter().any(|at| self.squares[at] == colour));
        self.end = match (is_dead(enemy), is_dead(own)) {
            (true, false) => Some((self.owner(own), "capture")),
            (true, true) => Some((self.owner(own), "mutual")),
            (false, true) => Some((self.owner(enemy), "self-capture")),
            (false, false) => None,
        };
        // P2's first turn is the one after P1 has placed the first purple snorkel.
        self.swap = self.pie && first && own == 'P' && self.purple == 1 && self.end.is_none();
        self.turn = enemy;
    }

    /// The groups that have no air.
    fn dead(&self) -> Vec<BTreeSet<Square>> {
        self.groups().into_iter().filter(|group| self.air(group).is_empty()).collect()
    }

    fn groups(&self) -> Vec<BTreeSet<Square>> {
        let mut groups = Vec::new();
        let mut seen = BTreeSet::new();
        for (&at, &content) in &self.squares {
            if (content != 'P' && content != 'G') || seen.contains(&at) {
                continue;
            }
            let mut group = BTreeSet::from([at]);
            let mut to_visit = vec![at];
            while let Some(from) = to_visit.pop() {
                for next in self.orthogonal(from) {
                    if self.squares[&next] == content && group.insert(next) {
                        to_visit.push(next);
                    }
                }
            }
            seen.extend(group.iter().copied());
            groups.push(group);
        }
        groups
    }

    fn air(&self, group: &BTreeSet<Square>) -> BTreeSet<Square> {
        let beside = group.iter().flat_map(|&at| self.orthogonal(at));
        beside.filter(|at| self.squares[at] == '.').collect()
    }

    fn orthogonal(&self, (file, rank): Square) -> Vec<Square> {
        let around = [(file + 1, rank), (file - 1, rank), (file, rank + 1), (file, rank - 1)];
        around.into_iter().filter(|at| self.squares.contains_key(at)).collect()
    }

    pub(crate) fn text(&self) -> String {
        let mut rows = Vec::new();
        for rank in (1..=self.height).rev() {
            let mut row = String::new();
            for file in 1..=self.width {
                row.push(self.squares[&(file, rank)]);
            }
            // The longest runs first.
            for run in (1..=self.width).rev() {
                row = row.replace(&".".repeat(run.into()), &run.to_string());
            }
            rows.push(row);
        }
        let swap = if self.swap { "s" } else { "-" };
        format!("{} {} {} {swap}", rows.join("/"), self.turn.to_ascii_lowercase(), self.purple)
    }

    /// Reads a position; `None` for whatever is not one.
    pub(crate) fn read(text: &str, pie: bool) -> Option<Naive> {
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.len() != 4 {
            return None;
        }
        let rows: Vec<&str> = words[0].split('/').collect();
        let side = |length: usize| u8::try_from(length).ok().filter(|side| (2..=8).contains(side));
        let height = side(rows.len())?;
        // A digit is as many cells, any other letter is one.
        let length =
            |row: &str| row.chars().map(|cell| cell.to_digit(10).map_or(1, |run| run as usize)).sum();
        let width = side(length(rows[0]))?;
        let mut naive = Naive::start(width, height, pie, &[]);
        for (row, rank) in rows.into_iter().zip((1..=height).rev()) {
            let two_digits = |pair: &[u8]| pair[0].is_ascii_digit() && pair[1].is_ascii_digit();
            if row.as_bytes().windows(2).any(two_digits) {
                return None;
            }
            let mut squares = String::new();
            for letter in row.chars() {
                match letter {
                    'P' | 'G' | '#' => squares.push(letter),
                    '1'..='8' => squares.push_str(&".".repeat(letter.to_digit(10)? as usize)),
                    _ => return None,
                }
            }
            if squares.len() != usize::from(width) {
                return None;
            }
            naive.squares.extend((1..).map(|file| (file, rank)).zip(squares.chars()));
        }
        naive.turn = match words[1] {
            "p" => 'P',
            "g" => 'G',
            _ => return None,
        };
        naive.purple = match words[2] {
            "1" => 1,
            "2" => 2,
            _ => return None,
        };
        naive.swap = match words[3] {
            "s" => true,
            "-" => false,
            _ => return None,
        };
        let count = |letter| naive.squares.values().filter(|&&content| content == letter).count();
        if naive.swap && (count('P'), count('G'), naive.turn, naive.purple) != (1, 0, 'G', 1) {
            return None;
        }
        if count('.') == 0 || !naive.dead().is_empty() {
            return None;
        }
        Some(naive)
    }
}

fn other(colour: char) -> char {
    if colour == 'P' { 'G' } else { 'P' }
}

fn name((file, rank): Square) -> String {
    format!("{}{rank}", char::from(b'a' + file - 1))
}

fn square(name: &str) -> Square {
    let [file, rank] = name.as_bytes() else { panic!("{name} is no square") };
    (file - b'a' + 1, rank - b'0')
}
