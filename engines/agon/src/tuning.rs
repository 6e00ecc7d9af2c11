//! The settings of the searches and games as options, with the feature `tune`.

use protocol::OptionDecl;
use protocol::server::EngineError;
use search::Setting;

use crate::options::DocumentedOption;

/// A setting with the name of its option: `AlphaBeta.lmr-divisor`, `Nika.standing`.
pub(crate) struct TuningOption {
    name: String,
    setting: &'static Setting,
}

/// The options of the searches and of the games with these titles and settings.
pub(crate) fn options<'a>(
    games: impl IntoIterator<Item = (&'a str, &'static [&'static Setting])>,
) -> Vec<TuningOption> {
    let option = |(title, settings): (&str, &'static [&'static Setting])| {
        let named = |&setting: &&'static Setting| TuningOption {
            name: format!("{title}.{}", setting.name()),
            setting,
        };
        settings.iter().map(named).collect::<Vec<_>>()
    };
    search::search_settings().into_iter().chain(games).flat_map(option).collect()
}

impl TuningOption {
    pub(crate) fn is_named(&self, name: &str) -> bool {
        self.name == name
    }

    pub(crate) fn declaration(&self) -> DocumentedOption {
        let &TuningOption { ref name, setting } = self;
        let [default, min, max] = [setting.default(), setting.min(), setting.max()].map(i64::from);
        DocumentedOption::new(
            OptionDecl::spin(name.clone(), default, min, max),
            "A number of the engine, for tuning.",
        )
    }

    /// Sets the value for the whole process. The searches must be created again.
    pub(crate) fn set(&self, value: &str) -> Result<(), EngineError> {
        let number = value.parse().map_err(|_| {
            EngineError::new(format!(
                "option `{}` does not take `{value}`: expected a whole number",
                self.name
            ))
        })?;
        self.setting.set(number);
        Ok(())
    }
}
