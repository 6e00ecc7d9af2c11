//! Reading options: the values accepted, and the messages for other values.

use abstract_game::sample::TakeTwo;
use abstract_game::{OptionError, OptionKind, OptionSpec, Rules};
use proptest::prelude::*;

const fn spec(name: &'static str, kind: OptionKind) -> OptionSpec {
    OptionSpec::new(name, kind, "for the tests")
}

const OPEN: OptionSpec = spec("open", OptionKind::Check { default: true });
const SIZE: OptionSpec = spec("size", OptionKind::Spin { default: 7, min: -2, max: 8 });
const FIRE: OptionSpec = spec("fire", OptionKind::Combo { default: "none", values: &["none", "all"] });

#[test]
fn options_are_found_by_name() {
    let specs = [OPEN, SIZE];
    assert_eq!(OptionSpec::find(&specs, "size"), Ok(&SIZE));
    let error = OptionSpec::find(&specs, "Size").unwrap_err();
    assert_eq!(error.to_string(), "there is no option `Size`: expected one of open, size");
    assert!(matches!(error, OptionError::Unknown { .. }));
}

#[test]
fn values_are_read_by_kind() {
    assert_eq!((OPEN.read_check("true"), OPEN.read_check("false")), (Ok(true), Ok(false)));
    assert_eq!((SIZE.read_spin("-2"), SIZE.read_spin("8")), (Ok(-2), Ok(8)));
    assert_eq!((FIRE.read_combo("none"), FIRE.read_combo("all")), (Ok(0), Ok(1)));
}

#[test]
fn refusals_say_what_is_expected() {
    let message = |result: Result<(), OptionError>| result.unwrap_err().to_string();
    assert_eq!(
        message(OPEN.read_check("True").map(drop)),
        "option `open` does not take `True`: expected `true` or `false`"
    );
    for text in ["9", "-3", "", "7 ", "x", "7.0", "99999999999999999999"] {
        assert_eq!(
            message(SIZE.read_spin::<i64>(text).map(drop)),
            format!("option `size` does not take `{text}`: expected a whole number from -2 to 8")
        );
    }
    assert_eq!(
        message(FIRE.read_combo("ALL").map(drop)),
        "option `fire` does not take `ALL`: expected one of none, all"
    );
    // To read by the wrong kind is refused too, not a panic.
    assert!(message(FIRE.read_spin::<i64>("1").map(drop)).contains("it is no number"));
    assert!(message(SIZE.read_combo("1").map(drop)).contains("it is no choice of words"));
}

proptest! {
    #[test]
    fn any_value_is_taken_or_leaves_the_rules(value in any::<String>().boxed().prop_union("-?[0-9]{1,2}".boxed())) {
        let mut rules = TakeTwo::default();
        match rules.set_option("heaps", &value) {
            Ok(()) => prop_assert_eq!(rules.option("heaps").unwrap().parse::<i64>(), value.parse()),
            Err(_) => prop_assert_eq!(rules, TakeTwo::default()),
        }
    }
}
