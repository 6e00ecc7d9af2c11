//! The browser that the tests drive: Chromium, or Firefox if `AGORA_BROWSER` is `firefox`.

use std::process::{Command, Stdio};

use fantoccini::wd::{Capabilities, WebDriverCompatibleCommand};
use http::Method;
use serde_json::{Value, json};
use url::{ParseError, Url};

use crate::process::{Process, start};

/// A narrower window is a phone, with a finger.
pub(crate) const NARROW: u32 = 500;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Browser {
    Chromium,
    Firefox,
}

impl Browser {
    pub(crate) fn chosen() -> Browser {
        match std::env::var("AGORA_BROWSER").as_deref() {
            Ok("firefox") => Browser::Firefox,
            Ok(other) if other != "chromium" => {
                panic!("AGORA_BROWSER is {other}: expected chromium or firefox")
            }
            _ => Browser::Chromium,
        }
    }

    /// The names of the program and its driver.
    fn programs(self) -> [&'static str; 2] {
        match self {
            Browser::Chromium => ["chromium", "chromedriver"],
            Browser::Firefox => ["firefox", "geckodriver"],
        }
    }

    /// Starts the driver and returns its port. chromedriver asks the system for a free port of IPv4 and then wants the
    /// same port of IPv6: it ends if another process took that one, and is started again.
    pub(crate) fn start_driver(self) -> (Process, String) {
        let [_, driver] = self.programs();
        let port = |line: &str| {
            let (_, port) =
                line.split_once("successfully on port ").or(line.split_once("Listening on 127.0.0.1:"))?;
            port.trim_end_matches('.').parse::<u16>().ok().map(|port| port.to_string())
        };
        (0..5)
            .find_map(|_| start(Command::new(driver).arg("--port=0"), port))
            .unwrap_or_else(|| panic!("{driver} ended five times before it listened"))
    }

    /// What the driver needs to open a window of this size, without motion if it is to be `still`.
    pub(crate) fn capabilities(self, width: u32, height: u32, still: bool) -> Capabilities {
        let capabilities = match self {
            Browser::Chromium => {
                let size = format!("--window-size={width},{height}");
                // The sandbox of the browser does not work for the user root of a container.
                let mut flags = vec![
                    "--headless=new",
                    "--no-sandbox",
                    "--disable-dev-shm-usage",
                    "--disable-gpu",
                    "--lang=en",
                    &size,
                ];
                if still {
                    flags.push("--force-prefers-reduced-motion");
                }
                let mut options = json!({"args": flags});
                if width < NARROW {
                    // No window is that narrow.
                    let screen = json!({"width": width, "height": height, "pixelRatio": 2, "touch": true});
                    options["mobileEmulation"] = json!({"deviceMetrics": screen});
                }
                json!({"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "SEVERE"}})
            }
            Browser::Firefox => {
                // The window has bars of its own.
                let (width, height) = (width.to_string(), (height + 86).to_string());
                let size = ["--width", &width, "--height", &height];
                let flags = ["--headless"].into_iter().chain(size).collect::<Vec<_>>();
                let settings =
                    json!({"intl.accept_languages": "en", "ui.prefersReducedMotion": i32::from(still)});
                json!({"moz:firefoxOptions": {"args": flags, "prefs": settings}})
            }
        };
        let Value::Object(capabilities) = capabilities else { unreachable!() };
        capabilities
    }
}

fn is_installed(program: &str) -> bool {
    Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

/// Whether there is a browser. With `CI=true` it is an error if there is none.
pub fn has_browser() -> bool {
    let programs = Browser::chosen().programs();
    let found = programs.into_iter().all(is_installed);
    if !found {
        let [browser, driver] = programs;
        let ci = std::env::var("CI").as_deref() == Ok("true");
        assert!(!ci, "{browser} and {driver} are not installed");
        eprintln!("skipped: {browser} and {driver} are not installed");
    }
    found
}

/// A command of chromedriver beyond WebDriver: its path and its body.
#[derive(Debug)]
pub(crate) struct ChromeCommand(pub(crate) &'static str, pub(crate) Value);

impl WebDriverCompatibleCommand for ChromeCommand {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/{}", session.expect("a session"), self.0))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.1.to_string()))
    }
}
