//! A tiny game that only ends by repetition, for the tests of matches.
//!
//! A token stands on a ring of 7 cells. In a turn a player moves it twice, each time to the left
//! (`l`) or to the right (`r`). The position counts the steps made, which repetition does not look
//! at. Position: `<cell> <player> <steps left> <steps made>`. Tie-break: on cell 0 a repetition is a
//! draw, elsewhere who is to act has lost.

use std::fmt;
use std::str::FromStr;

use abstract_game::encode::Encode;
use abstract_game::view::View;
use abstract_game::{
    Action, End, GameError, OptionError, OptionSpec, Player, Position, Reason, Rules, Symmetry,
    random::SplitMix64,
};
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RingRules;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Ring {
    pub(crate) cell: u8,
    pub(crate) player: Player,
    pub(crate) steps_left: u8,
    pub(crate) steps_made: u32,
    /// A deliberate defect, for the suite to find.
    pub(crate) defect: Option<RingDefect>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum RingDefect {
    /// Equal positions do not repeat each other.
    NothingRepeats,
    /// A later position repeats an earlier one, but not the other way round.
    OneWay,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Step {
    Left,
    Right,
}

fn unknown(text: &str) -> GameError {
    GameError::new(format_args!("`{text}` is not what the ring knows"))
}

impl Action for Step {
    fn tag(self) -> u32 {
        self as u32
    }
}

impl Position for Ring {
    type Action = Step;
    type ActionError = GameError;
    type Event = std::convert::Infallible;

    const REPETITIONS: Option<u32> = Some(3);

    fn player_to_act(&self) -> Player {
        self.player
    }

    fn end(&self) -> Option<End> {
        None
    }

    fn at_turn_start(&self) -> bool {
        self.steps_left == 2
    }

    fn actions_into(&self, actions: &mut Vec<Step>) {
        actions.extend([Step::Left, Step::Right]);
    }

    fn check(&self, _: Step) -> Result<(), GameError> {
        Ok(())
    }

    fn play_unchecked(&mut self, action: Step) {
        let by = if action == Step::Left { 6 } else { 1 };
        self.cell = (self.cell + by) % 7;
        self.steps_made += 1;
        self.steps_left -= 1;
        if self.steps_left == 0 {
            self.steps_left = 2;
            self.player = self.player.opponent();
        }
    }

    fn key(&self) -> u64 {
        let state = (u64::from(self.cell) << 8) + (u64::from(self.steps_left) << 1);
        SplitMix64::new((u64::from(self.steps_made) << 32) + state + self.player.index() as u64).next_u64()
    }

    fn key_from_scratch(&self) -> u64 {
        self.key()
    }

    fn repetition_key(&self) -> u64 {
        u64::from(self.cell) << 1 | self.player.index() as u64
    }

    fn repeats(&self, other: &Self) -> bool {
        let same = (self.cell, self.player) == (other.cell, other.player);
        match self.defect {
            None => same,
            Some(RingDefect::NothingRepeats) => false,
            Some(RingDefect::OneWay) => same && self.steps_made >= other.steps_made,
        }
    }

    fn settle_draw(&self, reason: Reason) -> End {
        if self.cell == 0 { End::draw(reason) } else { End::win(self.player.opponent(), reason) }
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        &[Symmetry::Identity, Symmetry::MirrorFiles]
    }

    fn mapped(&self, symmetry: Symmetry) -> Ring {
        let mirrored = symmetry == Symmetry::MirrorFiles;
        Ring { cell: if mirrored { (7 - self.cell) % 7 } else { self.cell }, ..self.clone() }
    }

    fn map_action(&self, symmetry: Symmetry, step: Step) -> Step {
        match (symmetry, step) {
            (Symmetry::MirrorFiles, Step::Left) => Step::Right,
            (Symmetry::MirrorFiles, Step::Right) => Step::Left,
            _ => step,
        }
    }

    fn read_action(&self, text: &str) -> Result<Step, GameError> {
        match text {
            "l" => Ok(Step::Left),
            "r" => Ok(Step::Right),
            _ => Err(unknown(text)),
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Step::Left { "l" } else { "r" })
    }
}

impl fmt::Display for Ring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ring { cell, steps_left, steps_made, .. } = self;
        if f.alternate() {
            let state = self.end().map_or_else(|| format!("{} to step", self.player), |end| end.to_string());
            return write!(f, "on {cell} of 7\n{state}");
        }
        write!(f, "{cell} {} {steps_left} {steps_made}", self.player.index() + 1)
    }
}

impl View for Ring {}

impl Encode for Ring {}

impl Rules for RingRules {
    type Position = Ring;

    const NAME: &'static str = "ring";
    const TITLE: &'static str = "Ring";

    fn options() -> &'static [OptionSpec] {
        &[]
    }

    fn option(&self, _: &str) -> Option<String> {
        None
    }

    fn set_option(&mut self, name: &str, _: &str) -> Result<(), OptionError> {
        OptionSpec::find(Self::options(), name).map(drop)
    }

    fn start(&self) -> Ring {
        Ring { cell: 0, player: Player::P1, steps_left: 2, steps_made: 0, defect: None }
    }

    fn read_position(&self, text: &str) -> Result<Ring, GameError> {
        let error = || unknown(text);
        let numbers: Result<Vec<u32>, _> = text.split(' ').map(str::parse).collect();
        match numbers.map_err(|_| error())?.as_slice() {
            &[cell @ 0..7, player @ 1..=2, steps_left @ 1..=2, steps_made] => Ok(Ring {
                cell: cell as u8,
                player: Player::BOTH[player as usize - 1],
                steps_left: steps_left as u8,
                steps_made,
                defect: None,
            }),
            _ => Err(error()),
        }
    }
}

impl FromStr for Ring {
    type Err = GameError;

    fn from_str(text: &str) -> Result<Ring, GameError> {
        RingRules.read_position(text)
    }
}

/// Reads every text as the same action: a defect, for the suite to find.
impl FromStr for Step {
    type Err = GameError;

    fn from_str(_: &str) -> Result<Step, GameError> {
        Ok(Step::Left)
    }
}
