//! The program: which secrets reach the processes that it starts, and how it quotes what it refuses.

#![cfg(target_os = "linux")] // the browser is opened by `xdg-open`
#![allow(clippy::unwrap_used)] // in helpers of tests

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use protocol::driver::SECRET_VARIABLES;
use tungstenite::client::IntoClientRequest as _;
use tungstenite::http::HeaderValue;
use tungstenite::{Message, WebSocket};

const SECRET: &str = "s3cr3t-of-16-letters";

/// A running program with a browser and an engine that write what they inherit into files. It is killed in the end.
struct Agora {
    folder: PathBuf,
    child: Child,
    /// What the program prints: the address of its page.
    address: String,
}

impl Agora {
    fn start(name: &str, token: bool) -> Agora {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let script = |name: &str, text: &str| {
            let path = folder.join(name);
            fs::write(&path, format!("#!/bin/sh\ncd '{}'\n{text}", folder.display())).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
            path
        };
        // Renamed, so that a file is there only when it is complete.
        script("xdg-open", "env >browser.new; echo \"$@\" >>browser.new; mv browser.new browser\n");
        let engine =
            script("engine", "env >engine.new; ls -l /proc/$$/fd >>engine.new; mv engine.new told\n");
        let settings = folder.join("settings.toml");
        fs::write(&settings, format!("[[engine]]\nname = 'mock'\nprogram = '{}'\n", engine.display()))
            .unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_agora"));
        command.args(["--port", "0", "--settings"]).arg(&settings);
        command.envs(SECRET_VARIABLES.map(|name| (name, SECRET))).env("OTHER", "plain");
        if !token {
            command.env_remove("AGORA_TOKEN");
        }
        let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
        let mut child = command.env("PATH", path).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("agora serves http://").unwrap().to_owned();
        Agora { folder, child, address }
    }

    /// The text of a file, once it is there.
    fn read(&self, name: &str) -> String {
        let (end, path) = (Instant::now() + Duration::from_secs(60), self.folder.join(name));
        while !path.exists() {
            assert!(Instant::now() < end, "no file `{name}`");
            std::thread::sleep(Duration::from_millis(10));
        }
        fs::read_to_string(path).unwrap()
    }

    /// A connection as the page opens it.
    fn page(&self) -> WebSocket<TcpStream> {
        let (host, query) = self.address.split_once('/').unwrap();
        let mut request = format!("ws://{host}/ws{query}").into_client_request().unwrap();
        request.headers_mut().insert("Origin", HeaderValue::from_str(&format!("http://{host}")).unwrap());
        tungstenite::client(request, TcpStream::connect(host).unwrap()).unwrap().0
    }
}

impl Drop for Agora {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn hostile_settings_are_quoted_safely() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let settings = folder.join(format!("hostile-{}.toml", std::process::id()));
    for text in [
        "[[engine]]\nname = '\u{202e}'\nred\u{1b}[31m = 1",
        "\"\\u001b[31m\\u202e\" = 1",
        "\u{1b}[31m\u{202e}",
    ] {
        fs::write(&settings, text).unwrap();
        let output =
            Command::new(env!("CARGO_BIN_EXE_agora")).arg("--settings").arg(&settings).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && error.contains("\\u{1b}[31m"), "{error:?}");
        assert!(!error.contains(['\u{1b}', '\u{202e}']), "{error:?}");
    }
    fs::remove_file(settings).unwrap();
}

#[test]
fn engines_and_the_browser_inherit_no_secret() {
    let agora = Agora::start("open", false);
    let browser = agora.read("browser");
    assert!(browser.contains("OTHER=plain\n") && browser.contains(&agora.address), "{browser}");
    assert!(!browser.contains(SECRET), "{browser}");

    let agora = Agora::start("token", true);
    assert!(agora.address.ends_with(&format!("/?token={SECRET}")), "{}", agora.address);
    let mut page = agora.page();
    let think = r#"{"do": "think", "engine": "mock", "limit": {"nodes": 5}}"#;
    page.send(Message::text(think)).unwrap();
    let told = agora.read("told");
    assert!(told.contains("OTHER=plain\n") && !told.contains(SECRET) && !told.contains("socket:"), "{told}");
    // The engine has ended, which the page learns from the running server: a browser would have been opened before.
    while !page.read().unwrap().to_text().unwrap().contains("engine-error") {}
    assert!(!agora.folder.join("browser").exists(), "the token is in the command line of a browser");
}

#[test]
fn addresses_that_other_devices_open_are_printed_with_a_code() {
    let settings =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("no-engines-{}.toml", std::process::id()));
    fs::write(&settings, "").unwrap();
    for listen in ["0.0.0.0", "127.0.0.1"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_agora"));
        command.args([
            "--port",
            "0",
            "--no-open",
            "--tables",
            ":memory:",
            "--token",
            SECRET,
            "--listen",
            listen,
        ]);
        command.arg("--settings").arg(&settings);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // It says that there is no engine after all addresses and codes.
        let mut line = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
        child.kill().unwrap();
        let text = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
        let first = text.lines().next().unwrap();
        assert!(first.starts_with("agora serves http://") && first.ends_with(SECRET), "{text}");
        assert!(!text.contains("0.0.0.0:"), "{text}");
        // A machine without a network has loopback only.
        let is_loopback = first.contains("//127.");
        assert_eq!(text.contains('█'), !is_loopback, "{text}");
        assert!(is_loopback || listen == "0.0.0.0", "{text}");
    }
    fs::remove_file(settings).unwrap();
}
