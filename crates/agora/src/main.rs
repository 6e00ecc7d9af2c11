//! The program `agora`.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{self, ExitCode, Stdio};

use agora::{Address, ServerOptions, Settings, WatchedTournament};
use clap::{Parser, Subcommand};
use command_docs::CommandDocs;
use protocol::driver::hide_secrets;
use tokio::net::TcpListener;

/// Serves a board for all games to the browser.
#[derive(Debug, Parser)]
#[command(name = "agora", version, args_conflicts_with_subcommands = true)]
struct Flags {
    #[command(subcommand)]
    command: Option<Command>,

    /// The port; 0 chooses a free one.
    #[arg(long, default_value_t = 8700)]
    port: u16,

    /// Does not open the browser.
    #[arg(long)]
    no_open: bool,

    /// A TOML file that names engines: `[[engine]]` with `name`, `program`, `args` and `options`. Without it, there is the
    /// engine `agon` if it is in the folder of this program.
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,

    /// The address to listen on. Another one than loopback needs `--token`.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,

    /// A secret of at least 16 letters, digits, `-` or `_`. Only pages whose address contains it are served. The browser is
    /// not opened: its command line would show the secret to every user of this machine. So does this flag; the environment
    /// variable does not.
    #[arg(long, env = "AGORA_TOKEN", hide_env_values = true)]
    token: Option<String>,

    /// A tournament of `arena` that pages may watch: the file of its store, which is only read.
    #[arg(long, value_name = "STORE")]
    tournament: Option<String>,

    /// The file that keeps the tables at which several devices play, so that they go on after a restart. It is made with the
    /// first table, and holds secrets. With `:memory:` they end with this program. Without this flag, it is `agora/tables.db` in
    /// the user's folder for data.
    #[arg(long, value_name = "FILE")]
    tables: Option<String>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Writes a static site with the engine in WebAssembly: one folder for any web server. Needs this program's sources, cargo
    /// and the Rust target wasm32-unknown-unknown.
    Export {
        /// The folder; an earlier site in it is replaced.
        folder: PathBuf,

        /// The folder of the sources: the root of the repository.
        #[arg(long, value_name = "FOLDER", default_value = ".")]
        sources: PathBuf,
    },
    #[command(flatten)]
    Docs(CommandDocs),
}

fn main() -> ExitCode {
    let flags = Flags::parse();
    let result = match &flags.command {
        Some(Command::Export { folder, sources }) => agora::export(folder, sources),
        Some(Command::Docs(docs)) => docs.run::<Flags>().map_err(|error| error.to_string()),
        None => serve(flags),
    };
    result.map(|()| ExitCode::SUCCESS).unwrap_or_else(|error| {
        eprintln!("agora: error: {}", printable::lines(&error));
        ExitCode::FAILURE
    })
}

fn serve(flags: Flags) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|error| error.to_string())?.block_on(run(flags))
}

async fn run(flags: Flags) -> Result<(), String> {
    if let Some(token) = &flags.token
        && (token.len() < 16 || !token.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_'))
    {
        return Err("the token must have at least 16 letters, digits, `-` or `_`".into());
    }
    if !flags.listen.is_loopback() && flags.token.is_none() {
        return Err(format!("{} is not loopback: give a --token", flags.listen));
    }
    let settings = match &flags.settings {
        Some(path) => Settings::read(path)?,
        None => Settings::beside_this_program(),
    };
    let tournament = flags.tournament.as_ref().map(|store| {
        let address = store.parse().map_err(|error| format!("{error}"))?;
        WatchedTournament::open(&address)
    });
    let tournament = tournament.transpose()?;
    let tables = tables(flags.tables.as_deref())?;
    let listener = TcpListener::bind((flags.listen, flags.port)).await;
    let listener =
        listener.map_err(|error| format!("port {}: {error}; choose another --port", flags.port))?;
    let addresses = listener.local_addr().and_then(agora::reachable_addresses);
    let address = announce(&addresses.map_err(|error| error.to_string())?, flags.token.as_deref())?;
    if settings.engines.is_empty() {
        eprintln!("agora: no engine: agon is not beside this program, and no --settings file names one");
    }
    if !flags.no_open && flags.token.is_none() {
        open(&address);
    }
    let options = ServerOptions { token: flags.token, tournament, tables, ..ServerOptions::new(settings) };
    tokio::select! {
        served = agora::serve(listener, options) => served.map_err(|error| error.to_string()),
        stopped = tokio::signal::ctrl_c() => stopped.map_err(|error| error.to_string()),
    }
}

/// Where the tables are kept.
fn tables(given: Option<&str>) -> Result<Address, String> {
    if let Some(given) = given {
        return given.parse().map_err(|error| format!("--tables: {error}"));
    }
    let folder = dirs::data_dir().ok_or("this user has no folder for data: give a file with --tables")?;
    Ok(Address::Sqlite(folder.join("agora").join("tables.db")))
}

/// Prints the addresses of the page and, if other devices can reach it, the QR code of the first. Returns the first.
fn announce(addresses: &[SocketAddr], token: Option<&str>) -> Result<String, String> {
    let query = token.map(|token| format!("?token={token}")).unwrap_or_default();
    let mut first = None;
    for address in addresses {
        let url = format!("http://{address}/{query}");
        println!("{} {url}", if first.is_none() { "agora serves" } else { "          or" });
        first.get_or_insert((address.ip(), url));
    }
    let (ip, url) = first.ok_or("the server has no address")?;
    if !ip.is_loopback() {
        println!("{}", agora::terminal_code(&url)?);
    }
    Ok(url)
}

/// Opens the browser. The address is printed, so it does not matter if there is none.
fn open(address: &str) {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let null = Stdio::null;
    let mut command = process::Command::new(program);
    hide_secrets(&mut command);
    let _ = command.arg(address).stdin(null()).stdout(null()).stderr(null()).spawn();
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;
    use protocol::driver::SECRET_VARIABLES;

    use super::*;

    #[test]
    fn scripts_and_manual_pages_have_all_commands_and_flags() {
        assert_eq!(command_docs::missing::<Flags>(), [""; 0]);
        assert_eq!(Flags::command().get_name(), "agora");
    }

    #[test]
    fn the_variable_of_the_token_is_hidden_from_engines() {
        let flags = Flags::command();
        let secret = flags.get_arguments().filter(|arg| arg.is_hide_env_values_set());
        let read: Vec<_> = secret.filter_map(|arg| arg.get_env()?.to_str()).collect();
        assert!(read == ["AGORA_TOKEN"] && SECRET_VARIABLES.contains(&read[0]), "{read:?}");
    }
}
