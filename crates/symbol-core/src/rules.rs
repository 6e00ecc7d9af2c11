//! The rules: options, armies and the first position.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::str::FromStr;

use abstract_game::{GameError, OptionError, OptionKind, OptionSpec, Player, Rules, excerpt, game_error};

use crate::{Kind, Position, Stack};

mod options;

pub use options::{
    BlastCentre, Deploy, Edition, Fire, Game, LeftBehind, Options, Pass, PushedKing, Regions, Tiebreak,
    Variant,
};

const fn army(name: &'static str, about: &'static str) -> OptionSpec {
    OptionSpec::new(name, OptionKind::Text { default: "L3W3A3F3D3" }, about)
}

/// The rules of Symbol with their options. Every value of this type is playable.
///
/// | option | values | meaning |
/// | --- | --- | --- |
/// | `game` | `full`, `simple` | [`Game`] |
/// | `edition` | `english`, `german`, `spanish` | [`Edition`]: shorthand for `fire`, `deploy`, `pushed-king` |
/// | `variant` | `standard`, `unlimited`, `enlisting` | [`Variant`] |
/// | `army` | such as `L3W3A3F3D3` | both armies: 15 pieces; 8 in `unlimited`, 8 or 15 in `enlisting` |
/// | `army1`, `army2` | the same | the army of one player |
/// | `fire` | `enemies`, `all` | [`Fire`] |
/// | `deploy` | `english`, `spanish` | [`Deploy`] |
/// | `pushed-king` | `removed`, `pushed`, `stays` | [`PushedKing`] |
/// | `blast-centre` | `included`, `spared` | [`BlastCentre`] |
/// | `left-behind` | `illegal`, `removed` | [`LeftBehind`] |
/// | `regions` | `2-3-2`, `3-1-3` | [`Regions`] |
/// | `tiebreak` | `none`, `regions` | [`Tiebreak`] |
/// | `pass` | `forced`, `king` | [`Pass`] |
///
/// ```
/// use symbol_core::{Fire, Player, Symbol, prelude::*};
///
/// // In any order: an explicit option wins over the edition, and one player's army over both.
/// let rules: Symbol = "army1=L15;army=A7D8;fire=enemies;edition=spanish".parse()?;
/// assert_eq!(rules.army(Player::P2).to_string(), "A7D8");
/// assert_eq!(rules.position_options().fire, Fire::Enemies);
/// assert_eq!(rules.position_options().to_string(), "deploy=spanish;pushed-king=pushed");
///
/// // The default army follows the variant.
/// let mut rules = Symbol::new();
/// rules.set_option("variant", "unlimited")?;
/// assert_eq!(rules.option("army").unwrap(), "L2W2A2FD");
/// assert!(rules.set_option("army2", "L15").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Two values are equal if every option has the same value. A value also remembers which options were set explicitly:
/// they win over an edition or a variant set later. Setting an army to the value that it already has is not explicit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Symbol {
    edition: Edition,
    /// `fire`, `deploy` and `pushed_king` are not used: the fields below and the edition decide them.
    options: Options,
    fire: Option<Fire>,
    deploy: Option<Deploy>,
    pushed_king: Option<PushedKing>,
    army: Option<Stack>,
    /// By [`Player::index`].
    armies: [Option<Stack>; 2],
}

const STANDARD_ARMY: Stack = Stack::repeat(Kind::Land, 3)
    .plus(Stack::repeat(Kind::Water, 3))
    .plus(Stack::repeat(Kind::Air, 3))
    .plus(Stack::repeat(Kind::Fire, 3))
    .plus(Stack::repeat(Kind::Destruction, 3));
const SMALL_ARMY: Stack = Stack::repeat(Kind::Land, 2)
    .plus(Stack::repeat(Kind::Water, 2))
    .plus(Stack::repeat(Kind::Air, 2))
    .plus(Stack::repeat(Kind::Fire, 1))
    .plus(Stack::repeat(Kind::Destruction, 1));

const ARMY: &str = "army";
const ARMIES: [&str; 2] = ["army1", "army2"];

impl Symbol {
    /// The rules of the newest printed edition, the full game.
    #[must_use]
    pub fn new() -> Self {
        Symbol::default()
    }

    /// The options that positions carry, with the edition expanded.
    #[must_use]
    pub fn position_options(&self) -> Options {
        let (fire, deploy, pushed_king) = match self.edition {
            Edition::English => (Fire::Enemies, Deploy::English, PushedKing::Removed),
            Edition::German => (Fire::Enemies, Deploy::English, PushedKing::Pushed),
            Edition::Spanish => (Fire::All, Deploy::Spanish, PushedKing::Pushed),
        };
        Options {
            fire: self.fire.unwrap_or(fire),
            deploy: self.deploy.unwrap_or(deploy),
            pushed_king: self.pushed_king.unwrap_or(pushed_king),
            ..self.options
        }
    }

    /// The army of a player, without the king.
    #[must_use]
    pub fn army(&self, player: Player) -> Stack {
        self.armies[player.index()].unwrap_or_else(|| self.common_army())
    }

    /// The army of a player without an army of their own.
    fn common_army(&self) -> Stack {
        self.army.unwrap_or(match self.options.variant {
            Variant::Standard => STANDARD_ARMY,
            Variant::Unlimited | Variant::Enlisting => SMALL_ARMY,
        })
    }

    /// Returns these rules if they are playable.
    fn checked(self) -> Result<Self, GameError> {
        let edition = self.edition;
        if self.options.is_simple() && edition != Edition::English {
            return Err(game_error!(
                "the simple game is played by the english edition only, not by the {edition} one"
            ));
        }
        let armies = [(ARMY, self.army), (ARMIES[0], self.armies[0]), (ARMIES[1], self.armies[1])];
        for (name, army) in armies {
            let Some(army) = army else { continue };
            if army.has(Kind::King) {
                return Err(game_error!("`{name}` has a king: every army has one without saying so"));
            }
            let (found, variant) = (army.len(), self.options.variant);
            let sizes = variant.army_sizes();
            if !sizes.contains(&found) {
                let sizes = sizes.iter().map(u32::to_string).collect::<Vec<_>>().join(" or ");
                return Err(game_error!(
                    "`{name}` is {army}, {found} pieces: the variant `{variant}` takes exactly {sizes}"
                ));
            }
        }
        Ok(self)
    }

    /// Sets an option from text. Does not check whether the rules are playable.
    fn set(&mut self, spec: &OptionSpec, value: &str) -> Result<(), OptionError> {
        let read_army = || match value {
            "" => Ok(None),
            _ => value.parse().map(Some).map_err(|error| {
                let example = STANDARD_ARMY;
                spec.refuse(value, format!("an army such as `{example}`, but {error}"))
            }),
        };
        macro_rules! choose {
            ($type:ident) => {
                $type::ALL[spec.read_combo(value)?]
            };
        }
        match spec.name {
            Game::OPTION => self.options.game = choose!(Game),
            Edition::OPTION => self.edition = choose!(Edition),
            Fire::OPTION => self.fire = Some(choose!(Fire)),
            Deploy::OPTION => self.deploy = Some(choose!(Deploy)),
            PushedKing::OPTION => self.pushed_king = Some(choose!(PushedKing)),
            BlastCentre::OPTION => self.options.blast_centre = choose!(BlastCentre),
            LeftBehind::OPTION => self.options.left_behind = choose!(LeftBehind),
            Regions::OPTION => self.options.regions = choose!(Regions),
            Variant::OPTION => self.options.variant = choose!(Variant),
            Tiebreak::OPTION => self.options.tiebreak = choose!(Tiebreak),
            Pass::OPTION => self.options.pass = choose!(Pass),
            ARMY => self.army = read_army()?,
            name => self.armies[usize::from(name == ARMIES[1])] = read_army()?,
        }
        Ok(())
    }
}

const OPTIONS: &[OptionSpec] = &[
    Game::SPEC,
    Edition::SPEC,
    Variant::SPEC,
    army(ARMY, "the pieces of both players without the king: 15; 8 in unlimited, 8 or 15 in enlisting"),
    army(ARMIES[0], "the pieces of the first player, if different from `army`"),
    army(ARMIES[1], "the pieces of the second player, if different from `army`"),
    Fire::SPEC,
    Deploy::SPEC,
    PushedKing::SPEC,
    BlastCentre::SPEC,
    LeftBehind::SPEC,
    Regions::SPEC,
    Tiebreak::SPEC,
    Pass::SPEC,
];

impl Rules for Symbol {
    type Position = Position;

    const NAME: &'static str = "symbol";
    const TITLE: &'static str = "Symbol";

    /// Setting the values of any rules in this order makes equal rules: `variant`, which decides the size of the armies,
    /// comes before them.
    fn options() -> &'static [OptionSpec] {
        OPTIONS
    }

    /// An empty board, all pieces in reserve.
    fn start(&self) -> Position {
        let reserves = Player::BOTH.map(|player| self.army(player).with(Kind::King));
        Position::new(self.position_options(), reserves, Player::P1)
    }

    fn option(&self, name: &str) -> Option<String> {
        Some(match name {
            Edition::OPTION => self.edition.to_string(),
            ARMY => self.common_army().to_string(),
            _ if name == ARMIES[0] => self.army(Player::P1).to_string(),
            _ if name == ARMIES[1] => self.army(Player::P2).to_string(),
            _ => self.position_options().value(name)?.to_string(),
        })
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let spec = OptionSpec::find(OPTIONS, name)?;
        let is_army = name == ARMY || ARMIES.contains(&name);
        if is_army && self.option(name).as_deref() == Some(value) {
            // Front-ends set every option to its default. An army that is in effect anyway does not become an explicit
            // choice, so that a variant chosen later can change it.
            return Ok(());
        }
        let mut rules = *self;
        rules.set(spec, value)?;
        *self = rules.checked().map_err(|error| {
            spec.refuse(value, format!("a value that fits the other options, but {error}"))
        })?;
        Ok(())
    }

    /// The text contains the options, so those of these rules have no effect.
    fn read_position(&self, text: &str) -> Result<Position, GameError> {
        text.parse()
    }
}

abstract_game::inherent_rules!(Symbol, Position);

/// Compares the value of every option.
impl PartialEq for Symbol {
    fn eq(&self, other: &Symbol) -> bool {
        let values = |rules: &Symbol| {
            (
                rules.edition,
                rules.position_options(),
                rules.common_army(),
                Player::BOTH.map(|p| rules.army(p)),
            )
        };
        values(self) == values(other)
    }
}

impl Eq for Symbol {}

/// Reads options like the last word of a position: `name=value` joined by `;` in any order, or `-` for none. Editions
/// and armies are allowed.
impl FromStr for Symbol {
    type Err = GameError;

    fn from_str(text: &str) -> Result<Symbol, GameError> {
        let mut rules = Symbol::new();
        if text == "-" {
            return Ok(rules);
        }
        let mut seen = Vec::new();
        for word in text.split(';') {
            let (name, value) = word.split_once('=').ok_or_else(|| {
                let word = excerpt(word);
                game_error!("`{word}` is no option: expected `name=value`, several joined by `;`, or `-`")
            })?;
            let spec = OptionSpec::find(OPTIONS, name).map_err(GameError::new)?;
            if seen.contains(&spec.name) {
                return Err(game_error!("option `{name}` is given twice"));
            }
            seen.push(spec.name);
            rules.set(spec, value).map_err(GameError::new)?;
        }
        rules.checked()
    }
}

#[cfg(test)]
mod tests {
    use super::Symbol;
    use std::format;
    use std::string::ToString;

    fn rules(text: &str) -> Symbol {
        text.parse().unwrap()
    }

    /// Records and engines take rules option by option.
    #[test]
    fn the_values_set_in_order_make_the_same_rules() {
        for text in [
            "-",
            "variant=unlimited",
            "variant=enlisting;army1=L8;army=D8",
            "variant=enlisting;army1=L15;army=L3W3A3F3D3",
            "pass=king;pushed-king=pushed",
            "edition=spanish;fire=enemies",
            "edition=german;army2=D15;tiebreak=regions",
            "game=simple;fire=all;variant=unlimited;army=A8",
        ] {
            let rules = rules(text);
            let mut copy = Symbol::new();
            for spec in Symbol::options() {
                copy.set_option(spec.name, &rules.option(spec.name).unwrap()).unwrap();
            }
            assert_eq!(copy, rules, "{text}");
            assert_eq!(copy.start(), rules.start(), "{text}");
        }
    }

    #[test]
    fn what_is_named_wins_over_the_edition_wherever_it_stands() {
        let mut first = Symbol::new();
        first.set_option("fire", "enemies").unwrap();
        first.set_option("edition", "spanish").unwrap();
        let mut last = Symbol::new();
        last.set_option("edition", "spanish").unwrap();
        last.set_option("fire", "enemies").unwrap();
        assert_eq!(first, last);
        assert_eq!(first, rules("fire=enemies;edition=spanish"));
        assert_eq!(first.position_options().to_string(), "deploy=spanish;pushed-king=pushed");
        first.set_option("edition", "english").unwrap();
        assert_eq!(first, Symbol::new());
    }

    #[test]
    fn a_player_s_army_wins_over_the_common_one() {
        let mut rules = rules("army1=L15");
        rules.set_option("army", "D15").unwrap();
        let reserves = format!("{}", rules.start());
        assert!(reserves.contains(" KL15/kd15 "), "{reserves}");
        rules.set_option("army1", "").unwrap();
        assert_eq!(rules.option("army1").as_deref(), Some("D15"));
    }

    #[test]
    fn refusals_say_what_does_not_go_together() {
        let message = |text: &str| text.parse::<Symbol>().unwrap_err().to_string();
        assert_eq!(
            message("army=L3W3A3F3D2"),
            "`army` is L3W3A3F3D2, 14 pieces: the variant `standard` takes exactly 15"
        );
        assert_eq!(
            message("variant=enlisting;army1=L9"),
            "`army1` is L9, 9 pieces: the variant `enlisting` takes exactly 8 or 15"
        );
        assert_eq!(
            message("edition=german;game=simple"),
            "the simple game is played by the english edition only, not by the german one"
        );
        assert_eq!(message("fire=all;fire=all"), "option `fire` is given twice");
        assert_eq!(
            message("fire"),
            "`fire` is no option: expected `name=value`, several joined by `;`, or `-`"
        );
        let mut rules = rules("army2=D15");
        let error = rules.set_option("variant", "unlimited").unwrap_err().to_string();
        assert!(error.contains("`army2` is D15, 15 pieces"), "{error}");
        assert_eq!(rules, "army2=D15".parse().unwrap());
    }
}
