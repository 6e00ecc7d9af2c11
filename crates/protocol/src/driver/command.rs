//! How to start an engine, and how long to wait for it.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

/// The environment variables from which the programs of this workspace read secrets, and those that name a file with them.
/// Engines do not inherit them.
pub const SECRET_VARIABLES: [&str; 4] = ["AGORA_TOKEN", "ARENA_STORE", "PGPASSFILE", "PGPASSWORD"];

/// Starts a program without the [`SECRET_VARIABLES`].
pub fn hide_secrets(command: &mut Command) {
    for variable in SECRET_VARIABLES {
        command.env_remove(variable);
    }
}

/// How to start an engine.
///
/// The process inherits
///
/// - the environment of the calling process, without the [`SECRET_VARIABLES`], and with one more variable
///   `ENGINE_<numbers>`, by which its processes are found when it ends;
/// - three pipes as standard input, output and error, and no file or connection that Rust's standard library has opened, but on
///   Unix the descriptors above 2 that the calling process has itself inherited;
/// - the rights of the user and the limits of resources. It can read what the user can read, also
///   `/proc/<id>/environ` and `/proc/<id>/cmdline` of the calling process.
///
/// On Unix it is the leader of a new process group.
///
/// ```
/// use protocol::driver::EngineCommand;
/// let command = EngineCommand {
///     program: "./my-engine".into(),
///     options: vec![("Hash".into(), "64".into())],
///     ..EngineCommand::default()
/// };
/// assert_eq!(command.display_name(), "./my-engine");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct EngineCommand {
    /// The program: a path, or a name to be found in `PATH`.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// The working directory of the process; `None` for the current one.
    pub dir: Option<PathBuf>,
    /// Names and values of options, set in this order after the handshake.
    pub options: Vec<(String, String)>,
    /// The name to use for the engine; `None` for the name that the engine reports.
    pub name: Option<String>,
}

impl EngineCommand {
    /// The name of the engine before it has reported one: [`name`](EngineCommand::name), or else the program.
    #[must_use]
    pub fn display_name(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.program.display().to_string())
    }
}

/// How long to wait for an engine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Timeouts {
    /// From `ugi` to `ugiok`.
    pub launch: Duration,
    /// For `readyok` and for the response to a query.
    pub ready: Duration,
    /// From `quit` to the end of the process; then it is killed.
    pub quit: Duration,
}

impl Default for Timeouts {
    /// 10 s for the launch, 10 s for `readyok`, 2 s for the end.
    fn default() -> Self {
        Timeouts {
            launch: Duration::from_secs(10),
            ready: Duration::from_secs(10),
            quit: Duration::from_secs(2),
        }
    }
}
