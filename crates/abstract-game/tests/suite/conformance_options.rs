//! Options that are not what they are declared to be, each with one deliberate defect.

use abstract_game::conformance::{Check, Suite};
use abstract_game::sample::{Heaps, TakeTwo};
use abstract_game::{GameError, OptionError, OptionKind, OptionSpec, Rules};

use crate::conformance::{fails, failure, part};
use crate::ring::RingRules;

const SOUND: u8 = 0;
const OTHER_DEFAULT: u8 = 1;
const DEFAULT_OUT_OF_RANGE: u8 = 2;
const TAKES_TOO_MUCH: u8 = 3;
const CHANGES_BEFORE_REFUSING: u8 = 4;
const TWO_OF_A_NAME: u8 = 5;
const UNPLAYABLE: u8 = 6;
const VALUE_OF_NO_OPTION: u8 = 7;
const NOTHING_ABOUT_IT: u8 = 8;
const NAME_OF_TWO_WORDS: u8 = 9;
const REFUSES_ITS_OWN: u8 = 10;
const REFUSES_A_WORD: u8 = 11;
const TAKES_ANY_NAME: u8 = 12;
const NO_VALUE: u8 = 13;
const COUNTS_SETTINGS: u8 = 14;
const LAST: u8 = 14;

/// Take Two with options of every kind; only the first has an effect.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Odd<const DEFECT: u8> {
    heaps: i64,
    open: bool,
    colour: usize,
    name: String,
    settings: u32,
}

impl<const DEFECT: u8> Default for Odd<DEFECT> {
    fn default() -> Self {
        Odd { heaps: 3, open: true, colour: 0, name: String::new(), settings: 0 }
    }
}

const fn spec(name: &'static str, kind: OptionKind) -> OptionSpec {
    OptionSpec::new(name, kind, "what it is for")
}

const HEAPS: OptionSpec = spec("heaps", OptionKind::Spin { default: 3, min: 1, max: 7 });
const OPEN: OptionSpec = spec("open", OptionKind::Check { default: true });
const COLOUR: OptionSpec = spec("colour", OptionKind::Combo { default: "red", values: &["red", "blue"] });
const NAME: OptionSpec = spec("name", OptionKind::Text { default: "" });

impl<const DEFECT: u8> Rules for Odd<DEFECT> {
    type Position = Heaps;

    const NAME: &'static str = "odd";
    const TITLE: &'static str = "Odd";

    fn options() -> &'static [OptionSpec] {
        const UNPLAYABLE_HEAPS: OptionSpec = spec("heaps", OptionKind::Spin { default: 3, min: 0, max: 7 });
        const OUT_OF_RANGE: OptionSpec = spec("heaps", OptionKind::Spin { default: 3, min: 4, max: 7 });
        const NOTHING: OptionSpec = OptionSpec::new("open", OPEN.kind, " ");
        const TWO_WORDS: OptionSpec = OptionSpec::new("is open", OPEN.kind, OPEN.about);
        match DEFECT {
            DEFAULT_OUT_OF_RANGE => &[OUT_OF_RANGE],
            TWO_OF_A_NAME => &[HEAPS, OPEN, HEAPS],
            UNPLAYABLE => &[UNPLAYABLE_HEAPS],
            NOTHING_ABOUT_IT => &[NOTHING],
            NAME_OF_TWO_WORDS => &[TWO_WORDS],
            _ => &[HEAPS, OPEN, COLOUR, NAME],
        }
    }

    fn option(&self, name: &str) -> Option<String> {
        match (DEFECT, name) {
            (OTHER_DEFAULT, "open") => Some("false".into()),
            (NO_VALUE, "open") => None,
            (_, "heaps") => Some(self.heaps.to_string()),
            (_, "open") => Some(self.open.to_string()),
            (_, "colour") => Some(["red", "blue"][self.colour].into()),
            (_, "name") => Some(self.name.clone()),
            (VALUE_OF_NO_OPTION, _) => Some("0".into()),
            _ => None,
        }
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let spec = match OptionSpec::find(Self::options(), name) {
            Err(_) if DEFECT == TAKES_ANY_NAME => return Ok(()),
            found => found?,
        };
        match (DEFECT, name, value) {
            (CHANGES_BEFORE_REFUSING, "heaps", _) => self.heaps = value.parse().unwrap_or(7),
            (REFUSES_ITS_OWN, "name", "") | (REFUSES_A_WORD, "colour", "blue") => {
                return Err(spec.refuse(value, "something else".into()));
            }
            (COUNTS_SETTINGS, ..) => self.settings += 1,
            _ => {}
        }
        match spec.name {
            "heaps" if DEFECT == TAKES_TOO_MUCH => self.heaps = value.parse().unwrap_or(1),
            "heaps" => self.heaps = spec.read_spin(value)?,
            "open" => self.open = spec.read_check(value)?,
            "colour" => self.colour = spec.read_combo(value)?,
            _ => self.name = value.into(),
        }
        Ok(())
    }

    fn start(&self) -> Heaps {
        let heaps = vec!["3"; self.heaps.unsigned_abs() as usize].join(",");
        let text = if self.heaps == 0 { "0 1 2".into() } else { format!("{heaps} 1 2") };
        TakeTwo::default().read_position(&text).unwrap()
    }

    fn read_position(&self, text: &str) -> Result<Heaps, GameError> {
        TakeTwo::default().read_position(text)
    }
}

/// Checks the options, and plays no game.
fn check_options<R: Rules>() -> Option<String> {
    failure(&Suite::new(R::default()).games(0))
}

/// What is found when the options with that defect are checked.
fn found<const DEFECT: u8>() -> Option<(String, String)> {
    check_options::<Odd<DEFECT>>()?;
    let report = fails(&Suite::new(Odd::<DEFECT>::default()).games(0), Check::OPTIONS);
    assert_eq!((part(&report, "position"), part(&report, "in game")), (None, None));
    Some((part(&report, "action").unwrap_or_default(), part(&report, "expected").unwrap_or_default()))
}

#[test]
fn sound_options_pass() {
    assert_eq!(check_options::<TakeTwo>(), None);
    assert_eq!(check_options::<RingRules>(), None);
    assert_eq!(check_options::<Odd<SOUND>>(), None);
    let changed = Odd::<SOUND> { heaps: 5, open: false, colour: 1, name: "x".into(), settings: 0 };
    Suite::new(changed).games(2).check();
}

#[test]
fn every_defect_is_named() {
    let table = [
        (found::<OTHER_DEFAULT>(), "option open", "by default"),
        (found::<DEFAULT_OUT_OF_RANGE>(), "option heaps", "a default among the values"),
        (found::<TAKES_TOO_MUCH>(), "option heaps", "`no such value` to be refused"),
        (found::<CHANGES_BEFORE_REFUSING>(), "option heaps", "after refusing `no such value`"),
        (found::<TWO_OF_A_NAME>(), "", "one option of a name"),
        (found::<UNPLAYABLE>(), "option heaps", "a playable game with `0`"),
        (found::<VALUE_OF_NO_OPTION>(), "", "no value where there is no option"),
        (found::<NOTHING_ABOUT_IT>(), "option open", "a sentence about it"),
        (found::<NAME_OF_TWO_WORDS>(), "", "a name that is one word"),
        (found::<REFUSES_ITS_OWN>(), "option name", "its own value `` to be taken"),
        (found::<REFUSES_A_WORD>(), "option colour", "`blue` to be taken"),
        (found::<TAKES_ANY_NAME>(), "", "OptionError::Unknown"),
        (found::<NO_VALUE>(), "option open", "by default"),
        (found::<COUNTS_SETTINGS>(), "option heaps", "set to its own value `3`"),
    ];
    assert_eq!(table.len(), usize::from(LAST));
    for (i, (found, option, expected)) in table.into_iter().enumerate() {
        let (about, wanted) = found.unwrap_or_else(|| panic!("defect {} goes unnoticed", i + 1));
        assert_eq!(about, option, "{wanted}");
        assert!(wanted.starts_with(expected), "{wanted}");
    }
}

#[test]
fn the_suite_checks_options_too() {
    let report = fails(&Suite::new(Odd::<COUNTS_SETTINGS>::default()), Check::OPTIONS);
    assert_eq!(Some(report), check_options::<Odd<COUNTS_SETTINGS>>());
}
