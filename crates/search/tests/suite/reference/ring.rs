//! A test game on a ring of cells with what the sample game of `abstract-game` lacks: draws, cycles and
//! repetition.
//!
//! Each player has a token. A turn is two actions: a step to either side, then another step to the same side,
//! which player 1 may replace by `Stay`. A step onto the opponent's token wins, a step into the well loses, and
//! a step onto the peace cell (on rings of odd size) draws. With a number of turns left, the game is drawn when
//! they are used up; without, the third repetition draws it.

use std::fmt;

use abstract_game::{Action, End, Match, Player, Position, Reason};

const CAPTURE: Reason = Reason::new("capture");
const WELL: Reason = Reason::new("well");
const PEACE: Reason = Reason::new("peace");
const TIME: Reason = Reason::new("time");

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Ring {
    pub(crate) size: u8,
    pub(crate) well: u8,
    pub(crate) peace: Option<u8>,
    pub(crate) tokens: [u8; 2],
    pub(crate) player: Player,
    /// The first step of an unfinished turn.
    pub(crate) first: Option<Step>,
    pub(crate) turns_left: Option<u8>,
    /// The player who wins draws by repetition.
    pub(crate) favoured: Option<Player>,
    pub(crate) end: Option<End>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Step {
    Forward,
    Back,
    Stay,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Step::Forward => "+",
            Step::Back => "-",
            Step::Stay => ".",
        })
    }
}

impl Action for Step {
    fn tag(self) -> u32 {
        self as u32
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Illegal;

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("illegal")
    }
}

impl std::error::Error for Illegal {}

impl Ring {
    pub(crate) fn new(size: u8, tokens: [u8; 2], turns_left: Option<u8>) -> Ring {
        let (well, peace) = (size - 1, (size % 2 == 1).then_some(size / 2));
        let (player, first, favoured, end) = (Player::P1, None, None, None);
        Ring { size, well, peace, tokens, player, first, turns_left, favoured, end }
    }

    /// Two tokens far apart, that never need to meet.
    pub(crate) fn wide() -> Ring {
        Ring { well: 50, peace: None, ..Ring::new(12, [0, 6], None) }
    }

    /// A match from [`wide`](Self::wide) in which player 2 can return to the start: its second occurrence after no rounds, its
    /// third after one.
    pub(crate) fn before_return(rounds: usize) -> Match<Ring> {
        use Step::{Back, Forward, Stay};
        let mut game = Match::new(Ring::wide());
        let round = [Forward, Stay, Forward, Forward, Back, Stay, Back, Back];
        let actions = (0..rounds).flat_map(|_| round).chain(round[..6].iter().copied());
        actions.for_each(|step| game.try_play(step).unwrap());
        game
    }

    /// Every unfinished position on the board, at the start of a turn or within one.
    pub(crate) fn all(size: u8, turns_left: Option<u8>) -> Vec<Ring> {
        let mut all = Vec::new();
        for first in 0..size {
            for second in 0..size {
                for first_step in [None, Some(Step::Forward), Some(Step::Back)] {
                    for player in Player::BOTH {
                        let ring = Ring::new(size, [first, second], turns_left);
                        let free = |cell| cell != ring.well && Some(cell) != ring.peace;
                        if first != second && free(first) && free(second) {
                            all.push(Ring { player, first: first_step, ..ring });
                        }
                    }
                }
            }
        }
        all
    }
}

impl Position for Ring {
    type Action = Step;
    type ActionError = Illegal;
    type Event = std::convert::Infallible;
    const REPETITIONS: Option<u32> = Some(3);

    fn player_to_act(&self) -> Player {
        self.player
    }

    fn end(&self) -> Option<End> {
        self.end
    }

    fn at_turn_start(&self) -> bool {
        self.first.is_none()
    }

    fn actions_into(&self, actions: &mut Vec<Step>) {
        let all = [Step::Forward, Step::Back, Step::Stay];
        actions.extend(all.into_iter().filter(|&step| self.is_legal(step)));
    }

    fn check(&self, action: Step) -> Result<(), Illegal> {
        let legal = self.end.is_none()
            && match self.first {
                None => action != Step::Stay,
                Some(first) => action == first || (action == Step::Stay && self.player == Player::P1),
            };
        if legal { Ok(()) } else { Err(Illegal) }
    }

    fn play_unchecked(&mut self, action: Step) {
        let own = self.player.index();
        let by = match action {
            Step::Forward => 1,
            Step::Back => self.size - 1,
            Step::Stay => 0,
        };
        self.tokens[own] = (self.tokens[own] + by) % self.size;
        let cell = self.tokens[own];
        if cell == self.tokens[1 - own] {
            self.end = Some(End::win(self.player, CAPTURE));
        } else if cell == self.well {
            self.end = Some(End::win(self.player.opponent(), WELL));
        } else if Some(cell) == self.peace {
            self.end = Some(End::draw(PEACE));
        }
        if self.first.is_none() && self.end.is_none() {
            self.first = Some(action);
        } else {
            self.first = None;
            self.player = self.player.opponent();
            if let Some(left) = &mut self.turns_left {
                *left -= 1;
                if *left == 0 && self.end.is_none() {
                    self.end = Some(End::draw(TIME));
                }
            }
        }
    }

    fn key(&self) -> u64 {
        self.key_from_scratch()
    }

    fn key_from_scratch(&self) -> u64 {
        let mut key = self.first.map_or(3, |first| first as u64) | (self.player.index() as u64) << 4;
        key |= u64::from(self.tokens[0]) << 8 | u64::from(self.tokens[1]) << 16;
        key |= u64::from(self.turns_left.map_or(255, |left| left)) << 24;
        key |= u64::from(self.size) << 32 | u64::from(self.end.is_some()) << 40;
        abstract_game::random::SplitMix64::new(key).next_u64()
    }

    fn settle_draw(&self, reason: Reason) -> End {
        self.favoured.map_or(End::draw(reason), |winner| End::win(winner, reason))
    }

    fn max_remaining_turns(&self) -> Option<u32> {
        // Includes an unfinished turn.
        self.turns_left.map(u32::from)
    }

    fn read_action(&self, text: &str) -> Result<Step, Illegal> {
        match text {
            "+" => Ok(Step::Forward),
            "-" => Ok(Step::Back),
            "." => Ok(Step::Stay),
            _ => Err(Illegal),
        }
    }
}

impl fmt::Display for Ring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}
