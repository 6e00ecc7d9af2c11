//! A small complete game: the worked example of the contract, and a test game for code that is
//! generic over it.
//!
//! **Take Two.** Heaps of counters. In a turn a player takes 1 to 3 counters from one heap and may
//! then take once more, from any heap. The player who takes the last counter wins. So turns have one or two
//! actions, the player to act does not change after each action, and a turn can end early with `end`.
//!
//! Action: the heap's letter and the number taken, `a3`; or `end`. Position: `<heaps> <player>
//! <takes left>`, as `3,4,5 1 2`.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;
use core::str::FromStr;

use derive_more::Display;

use crate::encode::Encode;
use crate::view::View;
use crate::{
    Action, End, GameError, OptionError, OptionKind, OptionSpec, Player, Position, Reason, Rules, game_error,
    zobrist,
};

const MOST_HEAPS: usize = 8;
const MOST_COUNTERS: usize = 9;

/// The reason of every end: a player took the last counter.
pub const LAST_COUNTER: Reason = Reason::new("last-counter");

/// The rules: `heaps` heaps of 3, 4, 5, ... counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TakeTwo {
    heaps: usize,
}

impl Default for TakeTwo {
    fn default() -> Self {
        TakeTwo { heaps: 3 }
    }
}

/// A position of Take Two.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Heaps {
    heaps: Vec<u8>,
    player: Player,
    takes_left: u8,
    key: u64,
}

/// Takes counters from a heap, or ends the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Display)]
pub enum Take {
    /// Take `count` counters from `heap`.
    #[display("{}{count}", char::from(b'a' + heap))]
    From {
        /// The heap, from 0.
        heap: u8,
        /// 1 to 3.
        count: u8,
    },
    /// End the turn without a second take.
    #[display("end")]
    EndTurn,
}

impl Action for Take {
    fn tag(self) -> u32 {
        match self {
            Take::From { heap, count } => u32::from(heap) * 4 + u32::from(count),
            Take::EndTurn => u32::MAX,
        }
    }
}

static COUNTERS: [u64; MOST_HEAPS * (MOST_COUNTERS + 1)] = zobrist::keys(1);
static PLAYERS: [u64; 2] = zobrist::keys(2);
static TAKES_LEFT: [u64; 3] = zobrist::keys(3);

impl Heaps {
    fn new(heaps: Vec<u8>, player: Player, takes_left: u8) -> Heaps {
        let mut position = Heaps { heaps, player, takes_left, key: 0 };
        position.key = position.key_from_scratch();
        position
    }

    fn counters(heap: usize, count: u8) -> u64 {
        COUNTERS[heap * (MOST_COUNTERS + 1) + usize::from(count)]
    }

    fn is_over(&self) -> bool {
        self.heaps.iter().all(|&count| count == 0)
    }

    fn draw(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (letter, &count) in ('a'..).zip(&self.heaps) {
            writeln!(f, "{letter} {}", "o".repeat(usize::from(count)))?;
        }
        match self.end() {
            Some(end) => write!(f, "{end}"),
            None => write!(f, "{} to take, {} left", self.player, self.takes_left),
        }
    }

    fn start_turn(&mut self) {
        self.key ^= PLAYERS[self.player.index()] ^ PLAYERS[self.player.opponent().index()];
        self.player = self.player.opponent();
        self.takes_left = 2;
    }
}

impl Position for Heaps {
    type Action = Take;
    type ActionError = GameError;
    type Event = Infallible;

    fn player_to_act(&self) -> Player {
        self.player
    }

    fn end(&self) -> Option<End> {
        // The last take ended the turn, so its player is the opponent of the player to act.
        self.is_over().then(|| End::win(self.player.opponent(), LAST_COUNTER))
    }

    fn at_turn_start(&self) -> bool {
        self.takes_left == 2
    }

    fn actions_into(&self, actions: &mut Vec<Take>) {
        for (heap, &has) in (0..).zip(&self.heaps) {
            actions.extend((1..=has.min(3)).map(|count| Take::From { heap, count }));
        }
        actions.extend(self.end_turn());
    }

    fn check(&self, action: Take) -> Result<(), GameError> {
        if self.is_over() {
            return Err(GameError::new("the game is over"));
        }
        match action {
            Take::EndTurn if self.takes_left == 2 => {
                Err(GameError::new("cannot end the turn before taking anything"))
            }
            Take::EndTurn => Ok(()),
            Take::From { heap, count } => {
                let has = self.heaps.get(usize::from(heap)).copied().unwrap_or(0);
                let letter = char::from(b'a'.wrapping_add(heap));
                if (1..=has.min(3)).contains(&count) {
                    Ok(())
                } else {
                    Err(game_error!("cannot take {count} from heap {letter}: it has {has}"))
                }
            }
        }
    }

    fn play_unchecked(&mut self, action: Take) {
        self.key ^= TAKES_LEFT[usize::from(self.takes_left)];
        match action {
            Take::EndTurn => self.start_turn(),
            Take::From { heap, count } => {
                let heap = usize::from(heap);
                self.key ^= Heaps::counters(heap, self.heaps[heap]);
                self.heaps[heap] -= count;
                self.key ^= Heaps::counters(heap, self.heaps[heap]);
                self.takes_left -= 1;
                if self.takes_left == 0 || self.is_over() {
                    self.start_turn();
                }
            }
        }
        self.key ^= TAKES_LEFT[usize::from(self.takes_left)];
    }

    fn end_turn(&self) -> Option<Take> {
        (self.takes_left == 1).then_some(Take::EndTurn)
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn key_from_scratch(&self) -> u64 {
        let heaps =
            self.heaps.iter().enumerate().fold(0, |key, (heap, &count)| key ^ Heaps::counters(heap, count));
        heaps ^ PLAYERS[self.player.index()] ^ TAKES_LEFT[usize::from(self.takes_left)]
    }

    fn skip_turn(&self) -> Option<Heaps> {
        let may_skip = self.at_turn_start() && !self.is_over();
        may_skip.then(|| Heaps::new(self.heaps.clone(), self.player.opponent(), 2))
    }

    fn exchange_players(&self) -> Option<Heaps> {
        Some(Heaps::new(self.heaps.clone(), self.player.opponent(), self.takes_left))
    }

    fn max_remaining_turns(&self) -> Option<u32> {
        Some(self.heaps.iter().map(|&count| u32::from(count)).sum())
    }

    fn read_action(&self, text: &str) -> Result<Take, GameError> {
        let action = text.parse()?;
        self.check(action)?;
        Ok(action)
    }
}

impl View for Heaps {}

impl Encode for Heaps {}

/// The text does not have the right form.
fn wrong(text: &str, expected: &str) -> GameError {
    game_error!("`{}` is not {expected}", printable::excerpt(text))
}

/// Reads the text of an action. Whether the action is legal depends on the position.
impl FromStr for Take {
    type Err = GameError;

    fn from_str(text: &str) -> Result<Take, GameError> {
        match text.as_bytes() {
            b"end" => Ok(Take::EndTurn),
            &[heap @ b'a'..=b'h', count @ b'1'..=b'3'] => {
                Ok(Take::From { heap: heap - b'a', count: count - b'0' })
            }
            _ => Err(wrong(text, "a heap's letter and 1 to 3 counters (`a3`), or `end`")),
        }
    }
}

/// `{}` is the text, `<heaps> <player> <takes left>`; `{:#}` draws the heaps.
impl fmt::Display for Heaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return self.draw(f);
        }
        for (i, count) in self.heaps.iter().enumerate() {
            write!(f, "{}{count}", if i == 0 { "" } else { "," })?;
        }
        write!(f, " {} {}", self.player.index() + 1, self.takes_left)
    }
}

const HEAPS_OPTION: OptionSpec =
    OptionSpec::new("heaps", OptionKind::Spin { default: 3, min: 1, max: 7 }, "how many heaps there are");

impl Rules for TakeTwo {
    type Position = Heaps;

    const NAME: &'static str = "take-two";
    const TITLE: &'static str = "Take-two";

    fn options() -> &'static [OptionSpec] {
        &[HEAPS_OPTION]
    }

    fn option(&self, name: &str) -> Option<String> {
        (name == HEAPS_OPTION.name).then(|| self.heaps.to_string())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.heaps = OptionSpec::find(Self::options(), name)?.read_spin(value)?;
        Ok(())
    }

    fn start(&self) -> Heaps {
        Heaps::new((3..).take(self.heaps).collect(), Player::P1, 2)
    }

    fn read_position(&self, text: &str) -> Result<Heaps, GameError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let &[heaps, player, takes] = words.as_slice() else {
            return Err(wrong(text, "`<heaps> <player> <takes left>`"));
        };
        let mut counts = Vec::new();
        for heap in heaps.split(',') {
            match heap.as_bytes() {
                &[digit @ b'0'..=b'9'] if counts.len() < MOST_HEAPS => counts.push(digit - b'0'),
                _ => return Err(wrong(heaps, "up to 8 numbers from 0 to 9 joined by commas")),
            }
        }
        let player = Player::from_number(player).ok_or_else(|| wrong(player, "player `1` or `2`"))?;
        let takes_left = match takes {
            "1" if counts.iter().any(|&count| count > 0) => 1,
            "2" => 2,
            _ => return Err(wrong(takes, "`2` takes left, or `1` while counters are left")),
        };
        Ok(Heaps::new(counts, player, takes_left))
    }
}
