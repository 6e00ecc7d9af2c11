//! The numbers of a search, an evaluation or a playout policy: each is declared once, with its default and its range.

use std::slice;

/// A number that a [`Parameter`] can hold.
pub trait Number: Copy + Send + Sync {
    /// The number as a whole one; a number with a fraction in hundredths.
    fn to_whole(self) -> i64;

    /// The number with this whole one.
    #[must_use]
    fn from_whole(whole: i64) -> Self;
}

macro_rules! whole_numbers {
    ($($type:ty)*) => {
        $(impl Number for $type {
            fn to_whole(self) -> i64 {
                self as i64
            }

            fn from_whole(whole: i64) -> Self {
                whole as $type
            }
        })*
    };
}
whole_numbers!(i32 u32 u64 usize);

impl Number for f32 {
    fn to_whole(self) -> i64 {
        (self * 100.0).round() as i64
    }

    fn from_whole(whole: i64) -> Self {
        whole as f32 / 100.0
    }
}

/// A field of parameters: a number or an array of numbers.
pub trait Field {
    /// The type of the numbers.
    type Number: Number;

    /// The numbers.
    fn numbers(&mut self) -> &mut [Self::Number];
}

impl<N: Number> Field for N {
    type Number = N;

    fn numbers(&mut self) -> &mut [N] {
        slice::from_mut(self)
    }
}

impl<N: Number, const COUNT: usize> Field for [N; COUNT] {
    type Number = N;

    fn numbers(&mut self) -> &mut [N] {
        self
    }
}

/// Parameters: a struct of numbers, which [`parameters!`](crate::parameters) declares.
pub trait Parameters {
    /// Each number.
    fn list(&mut self) -> Vec<Parameter<'_>>;
}

/// No parameters.
impl Parameters for crate::NoKnowledge {
    fn list(&mut self) -> Vec<Parameter<'_>> {
        Vec::new()
    }
}

/// One number of parameters, with its range.
pub struct Parameter<'p> {
    /// The name: that of the field with hyphens; in an array with the number of the place, from 1.
    pub name: String,
    /// The least value. A number with a fraction is a whole number of hundredths here.
    pub min: i64,
    /// The greatest value.
    pub max: i64,
    value: i64,
    set: Box<dyn FnMut(i64) + 'p>,
}

impl<'p> Parameter<'p> {
    /// The numbers of a field.
    pub fn of_field<F: Field<Number: 'p>>(
        name: &str,
        [min, max]: [F::Number; 2],
        field: &'p mut F,
    ) -> impl Iterator<Item = Parameter<'p>> {
        let name = name.replace('_', "-");
        let numbers = field.numbers();
        let is_array = numbers.len() > 1;
        numbers.iter_mut().enumerate().map(move |(index, number)| Parameter {
            name: if is_array { format!("{name}-{}", index + 1) } else { name.clone() },
            min: min.to_whole(),
            max: max.to_whole(),
            value: number.to_whole(),
            set: Box::new(move |value| *number = F::Number::from_whole(value)),
        })
    }

    /// The value.
    #[must_use]
    pub fn get(&self) -> i64 {
        self.value
    }

    /// Sets the value, clamped to the range.
    pub fn set(&mut self, value: i64) {
        self.value = value.clamp(self.min, self.max);
        (self.set)(self.value);
    }
}

/// Declares a struct of [`Parameters`] with its defaults, `DEFAULT`. Fields after `with` are no parameters; without any the struct
/// is `Copy`.
///
/// ```
/// use search::Parameters as _;
///
/// search::parameters! {
///     /// The numbers of an evaluation.
///     pub struct Values {
///         /// Per empty cell that a colour reaches first, in centipawns.
///         pub reach: i32 = 9, 0 to 60;
///         /// By the number of turns until a capture.
///         pub capture: [i32; 2] = [450, 70], 0 to 2_000;
///     }
/// }
/// let mut values = Values { reach: 11, ..Values::DEFAULT };
/// values.list()[2].set(80);
/// assert_eq!(values, Values { reach: 11, capture: [450, 80] });
/// assert_eq!(values.list()[1].name, "capture-1");
/// ```
#[macro_export]
macro_rules! parameters {
    (
        $(#[$about:meta])*
        $vis:vis struct $name:ident {
            $($(#[$about_field:meta])* pub $field:ident: $type:ty = $default:expr, $min:literal to $max:literal;)*
        }
        $(with {
            $($(#[$about_other:meta])* $vis_other:vis $other:ident: $type_other:ty = $default_other:expr;)*
        })?
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq)]
        $vis struct $name {
            $($(#[$about_field])* pub $field: $type,)*
            $($($(#[$about_other])* $vis_other $other: $type_other,)*)?
        }

        $crate::parameters!(copy $name $($($other)*)?);

        impl $name {
            /// The default values.
            $vis const DEFAULT: $name = $name { $($field: $default,)* $($($other: $default_other,)*)? };
        }

        impl Default for $name {
            fn default() -> Self {
                Self::DEFAULT
            }
        }

        impl $crate::Parameters for $name {
            fn list(&mut self) -> Vec<$crate::Parameter<'_>> {
                let mut list = Vec::new();
                $(list.extend($crate::Parameter::of_field(stringify!($field), [$min, $max], &mut self.$field));)*
                list
            }
        }
    };
    (copy $name:ident) => {
        impl Copy for $name {}
    };
    (copy $name:ident $($other:ident)+) => {};
}

#[cfg(test)]
mod tests {
    use super::Parameters;
    use crate::alpha_beta::AlphaBetaParameters;
    use crate::mcts::MctsParameters;
    use crate::proof::ProofParameters;
    use crate::{SolvedParameters, TableParameters, TimeParameters};

    crate::parameters! {
        /// One number of each kind.
        struct Sample {
            pub last_air: i32 = 45, -7 to 120;
            pub depth: u32 = 3, 1 to 20;
            pub weight: f32 = 0.7, -0.5 to 2.0;
            pub turns: [i32; 2] = [5, 6], 0 to 9;
        }
    }

    #[test]
    fn a_parameter_has_a_name_a_value_and_a_range() {
        let mut sample = Sample::default();
        let list: Vec<_> =
            sample.list().into_iter().map(|one| (one.name.clone(), one.get(), one.min, one.max)).collect();
        let expected = [
            ("last-air", 45, -7, 120),
            ("depth", 3, 1, 20),
            ("weight", 70, -50, 200),
            ("turns-1", 5, 0, 9),
            ("turns-2", 6, 0, 9),
        ];
        assert_eq!(list, expected.map(|(name, value, min, max)| (name.to_owned(), value, min, max)));
    }

    #[test]
    fn a_value_is_clamped() {
        for (index, value, expected) in [
            (0, 60, Sample { last_air: 60, ..Sample::DEFAULT }),
            (0, -8, Sample { last_air: -7, ..Sample::DEFAULT }),
            (1, i64::MAX, Sample { depth: 20, ..Sample::DEFAULT }),
            (2, 35, Sample { weight: 0.35, ..Sample::DEFAULT }),
            (4, 7, Sample { turns: [5, 7], ..Sample::DEFAULT }),
        ] {
            let mut sample = Sample::DEFAULT;
            sample.list()[index].set(value);
            assert_eq!(sample, expected);
        }
    }

    #[test]
    fn the_defaults_of_the_searches_are_within_their_ranges() {
        fn check(mut parameters: impl Parameters) {
            let list = parameters.list();
            assert!(!list.is_empty());
            for one in list {
                assert!((one.min..=one.max).contains(&one.get()) && one.min < one.max, "{}", one.name);
            }
        }
        check(AlphaBetaParameters::DEFAULT);
        check(MctsParameters::DEFAULT);
        check(ProofParameters::DEFAULT);
        check(SolvedParameters::DEFAULT);
        check(TableParameters::DEFAULT);
        check(TimeParameters::DEFAULT);
    }
}
