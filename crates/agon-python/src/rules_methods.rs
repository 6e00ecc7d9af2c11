//! The methods of the class `Rules`.

use abstract_game::encode::Encoding;
use abstract_game::{OptionKind, OptionSpec};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict as _, PyDict};

use crate::error::{InvalidOption, InvalidPosition, UnknownGame};
use crate::game;
use crate::matches::Match;
use crate::rules::{Rules, option_text};

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(signature = (game, **options))]
    fn new(game: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<Rules> {
        let mut rules = ::games::by_name(game).map_err(|error| UnknownGame::new_err(error.to_string()))?;
        for (name, value) in options.into_iter().flatten() {
            let name = name.extract::<String>()?.replace('_', "-");
            rules
                .set_option(&name, &option_text(&value)?)
                .map_err(|error| InvalidOption::new_err(error.to_string()))?;
        }
        Ok(Rules { rules })
    }

    /// The game's name: one lower-case word.
    #[getter]
    fn name(&self) -> &'static str {
        self.rules.name()
    }

    /// The game's name as people write it.
    #[getter]
    fn title(&self) -> &'static str {
        self.rules.title()
    }

    /// The names of the seats, in the order in which they first act.
    ///
    /// >>> Rules("nika").seats
    /// ['athens', 'sparta', 'messene', 'thebes']
    #[getter]
    fn seats(&self) -> Vec<&'static str> {
        self.rules.seats().iter().map(|seat| seat.name).collect()
    }

    /// The values of all options.
    ///
    /// >>> Rules("snorkels", pie=False).options["pie"]
    /// 'false'
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.rules.option_values().into_py_dict(py)
    }

    /// What each option means and which values it takes.
    ///
    /// >>> Rules("snorkels").option_help["size"]
    /// 'the number of ranks, and of files of a square board: 2 to 8, default 7'
    #[getter]
    fn option_help<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let help = |spec: &OptionSpec| {
            let values = match spec.kind {
                OptionKind::Check { default } => format!("true or false, default {default}"),
                OptionKind::Spin { default, min, max } => format!("{min} to {max}, default {default}"),
                OptionKind::Combo { default, values } => {
                    format!("{}, default {default}", values.join(" or "))
                }
                OptionKind::Text { default } => format!("text, default {default:?}"),
            };
            (spec.name, format!("{}: {values}", spec.about))
        };
        self.rules.options().iter().map(help).into_py_dict(py)
    }

    /// The number of indices of actions. Every index is below it; it does not depend on the options.
    ///
    /// >>> [Rules(game).num_actions for game in games()[:3]]
    /// [65, 109409, 529]
    #[getter]
    fn num_actions(&self) -> usize {
        self.rules.encoding().actions
    }

    /// The shape of an observation: planes, ranks, files. It does not depend on the options.
    ///
    /// >>> [Rules(game).observation_shape for game in games()[:3]]
    /// [(9, 8, 8), (31, 7, 7), (28, 15, 21)]
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        let Encoding { planes, size: (ranks, files), .. } = self.rules.encoding();
        (planes.len(), ranks, files)
    }

    /// The name and the meaning of each plane of an observation.
    ///
    /// >>> Rules("snorkels").planes[0]
    /// ('own', "snorkels of the player's colour")
    #[getter]
    fn planes(&self) -> Vec<(&'static str, &'static str)> {
        self.rules.encoding().planes.to_vec()
    }

    /// The parts of an action, for policies of several small outputs in place of one of `num_actions`: name and number of values.
    ///
    /// >>> Rules("symbol").action_parts[:3]
    /// [('type', 8), ('from', 49), ('to', 49)]
    /// >>> sum(values for name, values in Rules("symbol").action_parts)
    /// 312
    /// >>> Rules("snorkels").action_parts
    /// [('index', 65)]
    #[getter]
    fn action_parts(&self) -> Vec<(&'static str, usize)> {
        self.rules.encoding().parts.to_vec()
    }

    /// start(position=None)
    ///
    /// A match from the first position, or from the text of another one.
    ///
    /// >>> Rules("snorkels").start("3/1G1/PP1 g 1 -").position
    /// '3/1G1/PP1 g 1 -'
    /// >>> Rules("snorkels").start("3/G2/PG1 p 1 -")
    /// Traceback (most recent call last):
    /// ...
    /// agon.InvalidPosition: the purple group on a1 has no air
    #[pyo3(signature = (position=None))]
    fn start(&self, position: Option<&str>) -> PyResult<Match> {
        let game = game::start(&*self.rules, position);
        let game = game.map_err(|error| InvalidPosition::new_err(error.to_string()))?;
        Ok(Match { rules: self.copy(), game })
    }

    fn __repr__(&self) -> String {
        let options = self.rules.changed_options().into_iter().map(|(name, value)| {
            let name = name.replace('-', "_");
            format!(", {name}='{value}'")
        });
        format!("Rules('{}'{})", self.rules.name(), options.collect::<String>())
    }

    fn __eq__(&self, other: &Rules) -> bool {
        self.is(other)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash as _, Hasher as _};
        let mut hasher = DefaultHasher::new();
        (self.rules.name(), self.rules.changed_options()).hash(&mut hasher);
        hasher.finish()
    }

    /// Rules can be pickled.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        let py = slf.py();
        let options = slf.get().rules.changed_options().into_py_dict(py)?;
        options.set_item("game", slf.get().rules.name())?;
        Ok((py.import("agon")?.getattr("_make_rules")?, (options,)))
    }
}
