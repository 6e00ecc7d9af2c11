//! A game with partners: Take Two for four seats, a, b, c and d; a and c play against b and d.

use std::fmt;

use abstract_game::encode::Encode;
use abstract_game::sample::{Heaps, Take, TakeTwo};
use abstract_game::view::View;
use abstract_game::{End, GameError, OptionError, OptionSpec, Player, Position, Rules, Seat};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FourHands(TakeTwo);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Table {
    heaps: Heaps,
    seat: usize,
}

const fn seat(name: &'static str, player: Player) -> Seat {
    Seat::new(name, player)
}

impl Rules for FourHands {
    type Position = Table;

    const NAME: &'static str = "four-hands";
    const TITLE: &'static str = "Four-hands";
    const SEATS: &'static [Seat] =
        &[seat("a", Player::P1), seat("b", Player::P2), seat("c", Player::P1), seat("d", Player::P2)];

    fn options() -> &'static [OptionSpec] {
        TakeTwo::options()
    }

    fn option(&self, name: &str) -> Option<String> {
        Rules::option(&self.0, name)
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        Rules::set_option(&mut self.0, name, value)
    }

    fn start(&self) -> Table {
        Table { heaps: Rules::start(&self.0), seat: 0 }
    }

    fn read_position(&self, text: &str) -> Result<Table, GameError> {
        let (heaps, last) = text.rsplit_once(' ').unwrap_or((text, ""));
        let heaps = Rules::read_position(&self.0, heaps)?;
        let known = Self::SEATS.iter().position(|seat| seat.name == last);
        let seat = known.filter(|&seat| Self::SEATS[seat].player == heaps.player_to_act());
        let wrong = || GameError::new(format_args!("`{last}` is not a seat of the player to act"));
        Ok(Table { heaps, seat: seat.ok_or_else(wrong)? })
    }
}

impl Position for Table {
    type Action = Take;
    type ActionError = GameError;
    type Event = std::convert::Infallible;

    fn player_to_act(&self) -> Player {
        self.heaps.player_to_act()
    }

    fn seat_to_act(&self) -> usize {
        self.seat
    }

    fn end(&self) -> Option<End> {
        self.heaps.end()
    }

    fn at_turn_start(&self) -> bool {
        self.heaps.at_turn_start()
    }

    fn actions_into(&self, actions: &mut Vec<Take>) {
        self.heaps.actions_into(actions);
    }

    fn check(&self, action: Take) -> Result<(), GameError> {
        self.heaps.check(action)
    }

    fn play_unchecked(&mut self, action: Take) {
        self.heaps.play_unchecked(action);
        if self.heaps.at_turn_start() {
            self.seat = (self.seat + 1) % FourHands::SEATS.len();
        }
    }

    fn end_turn(&self) -> Option<Take> {
        self.heaps.end_turn()
    }

    fn key(&self) -> u64 {
        self.heaps.key() ^ (self.seat as u64) << 32
    }

    fn key_from_scratch(&self) -> u64 {
        self.heaps.key_from_scratch() ^ (self.seat as u64) << 32
    }

    fn read_action(&self, text: &str) -> Result<Take, GameError> {
        self.heaps.read_action(text)
    }
}

impl View for Table {}

impl Encode for Table {}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return write!(f, "{:#}", self.heaps);
        }
        write!(f, "{} {}", self.heaps, FourHands::SEATS[self.seat].name)
    }
}
