//! Numbers that tuning may change.

#[cfg(feature = "tune")]
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

/// A number of a search, an evaluation or a playout policy. Without the feature `tune` it is a constant; with it,
/// an engine offers it as an option. [`settings!`](crate::settings) declares settings.
pub struct Setting {
    name: &'static str,
    default: i32,
    min: i32,
    max: i32,
    #[cfg(feature = "tune")]
    value: AtomicI32,
}

impl Setting {
    /// A setting with its default and its range.
    ///
    /// # Panics
    /// If the default is outside the range; in a `static` this is a compile error.
    #[must_use]
    pub const fn new(name: &'static str, default: i32, min: i32, max: i32) -> Setting {
        assert!(min <= default && default <= max, "the default is within the range");
        Setting {
            name,
            default,
            min,
            max,
            #[cfg(feature = "tune")]
            value: AtomicI32::new(default),
        }
    }

    /// The name, in lower case with hyphens.
    #[must_use]
    pub fn name(&self) -> String {
        self.name.to_lowercase().replace('_', "-")
    }

    /// The default value.
    #[must_use]
    pub const fn default(&self) -> i32 {
        self.default
    }

    /// The least value.
    #[must_use]
    pub const fn min(&self) -> i32 {
        self.min
    }

    /// The greatest value.
    #[must_use]
    pub const fn max(&self) -> i32 {
        self.max
    }

    /// The value.
    #[inline]
    #[must_use]
    pub fn get(&self) -> i32 {
        #[cfg(feature = "tune")]
        return self.value.load(Relaxed);
        #[cfg(not(feature = "tune"))]
        self.default
    }

    /// The value of a setting in hundredths: 0.7 for 70.
    #[inline]
    #[must_use]
    pub fn hundredths(&self) -> f32 {
        self.get() as f32 / 100.0
    }

    /// Sets the value, clamped to the range, for the whole process. Searches that run meanwhile may use both values.
    #[cfg(feature = "tune")]
    pub fn set(&self, value: i32) {
        self.value.store(value.clamp(self.min, self.max), Relaxed);
    }
}

/// Declares settings as statics, and `SETTINGS`, the list of all of them.
///
/// ```
/// search::settings! {
///     /// Per empty cell that a colour reaches first, in centipawns.
///     REACH = 9, 0 to 60;
///     LAST_AIR = 450, 0 to 2_000;
/// }
/// assert_eq!(REACH.get(), 9);
/// assert_eq!(SETTINGS[1].name(), "last-air");
/// ```
#[macro_export]
macro_rules! settings {
    ($($(#[$about:meta])* $name:ident = $default:literal, $min:literal to $max:literal;)*) => {
        $($(#[$about])* pub(crate) static $name: $crate::Setting =
            $crate::Setting::new(stringify!($name), $default, $min, $max);)*
        /// Every setting of this module.
        pub(crate) static SETTINGS: &[&$crate::Setting] = &[$(&$name),*];
    };
}

/// The settings of the searches and of time management, with their names.
#[must_use]
pub fn search_settings() -> [(&'static str, &'static [&'static Setting]); 6] {
    [
        ("AlphaBeta", crate::alpha_beta::SETTINGS),
        ("Mcts", crate::mcts::SETTINGS),
        ("Proof", crate::proof::SETTINGS),
        ("Solved", crate::solved::SETTINGS),
        ("Table", crate::transposition_table::SETTINGS),
        ("Time", crate::time::SETTINGS),
    ]
}

#[cfg(test)]
mod tests {
    use super::{Setting, search_settings};

    #[test]
    fn a_setting_has_a_name_a_value_and_a_range() {
        let setting = Setting::new("LAST_AIR", 45, -7, 120);
        assert_eq!((setting.name().as_str(), setting.default(), setting.get()), ("last-air", 45, 45));
        assert_eq!((setting.min(), setting.max()), (-7, 120));
        assert!((setting.hundredths() - 0.45).abs() < 1e-6);
    }

    #[cfg(feature = "tune")]
    #[test]
    fn a_value_is_clamped() {
        let setting = Setting::new("LAST_AIR", 45, -7, 120);
        for (value, expected) in [(60, 60), (-8, -7), (121, 120)] {
            setting.set(value);
            assert_eq!(setting.get(), expected);
        }
    }

    /// An engine offers each as the option `GROUP.name`.
    #[test]
    fn every_search_setting_has_a_name_of_its_own() {
        let settings = search_settings();
        let names = settings
            .iter()
            .flat_map(|(group, list)| list.iter().map(move |setting| format!("{group}.{}", setting.name())));
        let mut names: Vec<_> = names.collect();
        assert!(settings.iter().all(|(_, list)| !list.is_empty()));
        assert!(names.contains(&"AlphaBeta.lmr-divisor".to_owned()), "{names:?}");
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
    }
}
