//! The program `agora`.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

use agora::{ServerOptions, Settings};
use clap::Parser;
use tokio::net::TcpListener;

/// Serves a board for Snorkels, Symbol and Nika to the browser.
#[derive(Debug, Parser)]
#[command(version)]
struct Flags {
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

    /// A secret of at least 16 letters, digits, `-` or `_`. Only pages whose address contains it are served.
    #[arg(long, env = "AGORA_TOKEN", hide_env_values = true)]
    token: Option<String>,
}

fn main() -> ExitCode {
    let flags = Flags::parse();
    let result = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| error.to_string())
        .and_then(|runtime| runtime.block_on(run(flags)));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("agora: error: {error}");
            ExitCode::FAILURE
        }
    }
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
        Some(path) => Settings::read(path).map_err(|error| error.to_string())?,
        None => Settings::beside_this_program(),
    };
    let listener = TcpListener::bind((flags.listen, flags.port)).await;
    let listener =
        listener.map_err(|error| format!("port {}: {error}; choose another --port", flags.port))?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    let query = flags.token.as_ref().map(|token| format!("?token={token}")).unwrap_or_default();
    let address = format!("http://{address}/{query}");
    println!("agora serves {address}");
    if settings.engines.is_empty() {
        eprintln!("agora: no engine: agon is not beside this program, and no --settings file names one");
    }
    if !flags.no_open {
        open(&address);
    }
    let options = ServerOptions { token: flags.token, ..ServerOptions::new(settings) };
    tokio::select! {
        served = agora::serve(listener, options) => served.map_err(|error| error.to_string()),
        stopped = tokio::signal::ctrl_c() => stopped.map_err(|error| error.to_string()),
    }
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
    let _ = Command::new(program).arg(address).stdin(null()).stdout(null()).stderr(null()).spawn();
}
