//! The settings file: the engines.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use database::Address;
use protocol::driver::EngineCommand;
use serde::Deserialize;

use crate::AGON;
use crate::tournament::WatchedTournament;

/// The settings of the server.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The engines that the page may use, by name.
    #[serde(default, rename = "engine")]
    pub engines: Vec<EngineSettings>,
}

/// An engine: any program that speaks UGI.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineSettings {
    /// Its name on the page.
    pub name: String,
    /// The program: a path, or a name to be found in `PATH`.
    pub program: PathBuf,
    /// Its arguments.
    #[serde(default)]
    pub args: Vec<String>,
    /// Names and values of options.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
}

/// How to serve.
#[derive(Debug)]
pub struct ServerOptions {
    /// The engines.
    pub settings: Settings,
    /// The token that a connection needs; `None` on loopback.
    pub token: Option<String>,
    /// The greatest number of pages of the owner at the same time; each has a session.
    pub max_sessions: usize,
    /// The greatest number of engine processes at the same time, of all pages together.
    pub max_engines: usize,
    /// The tournament that pages may watch.
    pub tournament: Option<WatchedTournament>,
    /// Where the tables are kept that the owner makes for several devices. A file is created with the first table.
    pub tables: Address,
    /// How long a client may take to send the headers of a request. A connection that is no WebSocket ends after six times as
    /// long.
    pub request_time: Duration,
}

impl ServerOptions {
    /// With these engines: no token, no tournament, 64 sessions, 16 engine processes, 10 s for a request, and tables in the
    /// memory of this process.
    pub fn new(settings: Settings) -> ServerOptions {
        ServerOptions {
            settings,
            token: None,
            max_sessions: 64,
            max_engines: 16,
            tournament: None,
            tables: Address::Memory,
            request_time: Duration::from_secs(10),
        }
    }
}

impl Settings {
    /// Reads a file.
    ///
    /// # Errors
    /// It cannot be read, or its content is wrong.
    pub fn read(path: &Path) -> Result<Settings, String> {
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string());
        let settings = text.and_then(|text| Settings::parse(&text));
        settings.map_err(|problem| format!("{}: {problem}", path.display()))
    }

    /// Reads the text of a file.
    ///
    /// ```
    /// use agora::Settings;
    /// let text = r#"
    ///     [[engine]]
    ///     name = "agon, two threads"
    ///     program = "target/release/agon"
    ///     options = { Threads = "2" }
    /// "#;
    /// let settings = Settings::parse(text)?;
    /// assert_eq!(settings.engines[0].options["Threads"], "2");
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    /// The text is not TOML with a list of engines of different names.
    pub fn parse(text: &str) -> Result<Settings, String> {
        let settings: Settings = toml::from_str(text).map_err(|error| error.to_string())?;
        for (i, engine) in settings.engines.iter().enumerate() {
            if engine.name.is_empty() || settings.engines[..i].iter().any(|other| other.name == engine.name) {
                return Err(format!("every engine needs a name of its own, not `{}`", engine.name));
            }
        }
        Ok(settings)
    }

    /// The [engines](AGON) by the searches of `agon`, if it is in the folder of this program.
    pub fn beside_this_program() -> Settings {
        let agon = |program: PathBuf| {
            let path = program.parent()?.join(format!("agon{}", std::env::consts::EXE_SUFFIX));
            path.is_file().then_some(path)
        };
        let found = std::env::current_exe().ok().and_then(agon);
        let engine = |(name, search): (&str, &str)| {
            let options = BTreeMap::from([("Search".to_owned(), search.to_owned())]);
            Some(EngineSettings { name: name.into(), program: found.clone()?, args: Vec::new(), options })
        };
        Settings { engines: AGON.into_iter().filter_map(engine).collect() }
    }
}

impl EngineSettings {
    pub(crate) fn command(&self) -> EngineCommand {
        EngineCommand {
            program: self.program.clone(),
            args: self.args.clone(),
            options: self.options.iter().map(|(name, value)| (name.clone(), value.clone())).collect(),
            ..EngineCommand::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_file_is_refused_with_the_reason() {
        for (text, expected) in [
            ("[[engine]]\nname = 'a'\n", "program"),
            ("[[engine]]\nname = 'a'\nprogram = 'x'\nshell = 'y'\n", "shell"),
            ("[[engine]]\nname = ''\nprogram = 'x'\n", "name of its own"),
            (
                "[[engine]]\nname = 'a'\nprogram = 'x'\n[[engine]]\nname = 'a'\nprogram = 'y'\n",
                "name of its own",
            ),
        ] {
            let error = Settings::parse(text).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
        let file = std::env::temp_dir().join(format!("agora-settings-{}.toml", std::process::id()));
        std::fs::write(&file, "[[engine]]\nname = 'a'\nprogram = 'x'\nshell = 'y'\n").unwrap();
        let error = Settings::read(&file).unwrap_err();
        std::fs::remove_file(&file).unwrap();
        assert!(error.starts_with(&format!("{}: TOML parse error at line 4, ", file.display())), "{error}");
        assert!(
            Settings::read(Path::new("no/such/file")).unwrap_err().starts_with("no/such/file: ")
        );
    }
}
