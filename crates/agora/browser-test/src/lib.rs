//! The server, the driver of the browser, and what a person does.

mod browser;
mod process;

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource, KeyAction, KeyActions, MouseActions, PointerAction, TouchActions};
use fantoccini::elements::Element;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use session::State;
use session::view::{ActionView, Choice};

use browser::{Browser, ChromeCommand, NARROW};
use process::start;

pub use browser::has_browser;
pub use process::Process;

/// The turns on the page, as an expression.
const TURNS: &str = "[...document.querySelectorAll('#tree .turn')].map((turn) => turn.dataset.turn)";

/// A test with an empty board of Snorkels in a window of this size, if there is a browser.
#[macro_export]
macro_rules! with_page {
    ($page:ident, $width:expr, $height:expr, $body:block) => {{
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let Some($page) = $crate::Page::open($width, $height).await else { return };
            $body
            $page.close().await;
        });
    }};
}

/// A page in the browser, with its server.
pub struct Page {
    pub client: Client,
    address: String,
    server: RefCell<Option<Process>>,
    /// The flags of the server.
    flags: Vec<String>,
    _driver: Process,
}

/// The folder of the built programs.
fn programs() -> PathBuf {
    let target = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../target");
    let built = ["debug", "release"].map(|profile| target.join(profile));
    let complete =
        |folder: &&PathBuf| ["agora", "agon", "arena"].iter().all(|name| folder.join(name).is_file());
    built.iter().find(complete).cloned().expect("first: cargo build -p agon-agora -p agon -p agon-arena")
}

/// A file of the page.
pub fn page_file(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../page");
    std::fs::read_to_string(folder.join(name)).unwrap()
}

/// The command that exports the static site into a folder.
pub fn export(folder: &Path) -> Command {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let mut command = Command::new(program("agora"));
    command.arg("export").arg(folder).arg("--sources").arg(sources);
    command
}

/// The path of a built program.
pub fn program(name: &str) -> PathBuf {
    programs().join(name)
}

/// Starts the server at a port, 0 for a free one, with the engines beside its program, and returns its address.
fn serve(port: &str, flags: &[&str]) -> (Process, String) {
    let mut server = Command::new(program("agora"));
    server.args(["--no-open", "--port", port]).args(flags);
    if !flags.contains(&"--tables") {
        server.args(["--tables", ":memory:"]);
    }
    start(&mut server, |line| line.split(' ').next_back().map(Into::into))
        .expect("agora ended before it listened")
}

/// Starts a plain web server for the files of a folder, without special headers, and returns its address without a path.
pub fn serve_files(folder: &Path) -> (Process, String) {
    let mut server = Command::new("python3");
    server.args(["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory"]).arg(folder);
    // `Serving HTTP on 127.0.0.1 port 8000 (http://127.0.0.1:8000/) ...`
    let address = |line: &str| Some(line.split_once('(')?.1.split_once("/)")?.0.to_owned());
    start(server.stderr(Stdio::null()), address).expect("the server ended before it listened")
}

/// What a bench of the engine says at its end.
pub struct Bench {
    pub nodes: u64,
    pub milliseconds: u64,
}

impl Bench {
    /// Reads a line `nodes 5 time 1 ...`.
    fn read(line: &str) -> Bench {
        let words: Vec<&str> = line.split(' ').collect();
        let ["nodes", nodes, "time", time, ..] = words[..] else { panic!("not the end of a bench: {line}") };
        Bench { nodes: nodes.parse().unwrap(), milliseconds: time.parse().unwrap() }
    }
}

/// A bench of a build of `agon`.
pub fn native_bench(agon: &Path, game: &str, search: &str, depth: &str) -> Bench {
    let mut agon = Command::new(agon);
    agon.args(["bench", depth, "--game", game, "--option", &format!("Search={search}")]);
    let output = String::from_utf8(agon.output().unwrap().stdout).unwrap();
    Bench::read(output.lines().last().unwrap())
}

/// Runs a bench of the engine in a worker and passes on its last line.
const BENCH: &str = r#"
    const [lines, done] = arguments;
    (async () => {
        const module = await WebAssembly.compile(await (await fetch("engine.wasm")).arrayBuffer());
        const worker = new Worker("engine-worker.js", { type: "module" });
        worker.onmessage = ({ data }) => /^nodes /.test(data) && done(data);
        worker.onerror = ({ message }) => done(message);
        worker.postMessage(module);
        worker.postMessage(lines);
    })().catch((problem) => done(String(problem)));"#;

impl Page {
    /// The bench of [`native_bench`] on a page of a static site.
    pub async fn bench(&self, game: &str, search: &str, depth: &str) -> Bench {
        let settings = format!("setoption name Game value {game}\nsetoption name Search value {search}\n");
        let lines = vec![format!("{settings}bench {depth}\n").into()];
        Bench::read(self.client.execute_async(BENCH, lines).await.unwrap().as_str().unwrap().trim())
    }

    /// Opens an empty board of Snorkels in a window of this size. `None` if there is no browser; with `CI=true` that is an error.
    pub async fn open(width: u32, height: u32) -> Option<Page> {
        let page = Page::open_with(width, height, &[], false).await?;
        page.set("motion", "0").await;
        page.click("[data-start='analyse-snorkels']").await;
        page.until("document.querySelector('#board .cell')").await;
        page.tab("moves").await;
        Some(page)
    }

    /// As [`open`](Page::open), with more flags of the server, and the settings of a new visitor, who may want no motion.
    pub async fn open_with(width: u32, height: u32, server: &[&str], still: bool) -> Option<Page> {
        if !has_browser() {
            return None;
        }
        if width < NARROW && Browser::chosen() == Browser::Firefox {
            eprintln!("skipped: Firefox has no window as narrow as a phone");
            return None;
        }
        let (process, address) = serve("0", server);
        let page = Page::open_browser(width, height, &address, still).await;
        let flags = server.iter().map(|flag| (*flag).to_owned()).collect();
        Some(Page { server: Some(process).into(), flags, ..page })
    }

    /// Ends the server.
    pub fn stop_server(&self) {
        self.server.take();
    }

    /// Starts a server at the address of the one that was ended, with the same flags.
    pub fn start_server(&self) {
        let (_, port) = self.address.trim_end_matches('/').rsplit_once(':').expect("an address with a port");
        let flags: Vec<_> = self.flags.iter().map(String::as_str).collect();
        self.server.replace(Some(serve(port, &flags).0));
    }

    /// Opens the page at an address, and ends all motion.
    pub async fn open_address(width: u32, height: u32, address: &str) -> Page {
        let page = Page::open_browser(width, height, address, false).await;
        page.set("motion", "0").await;
        page
    }

    /// Another browser at a link of the same server, with its own storage.
    pub async fn beside(&self, width: u32, height: u32, link: &str) -> Page {
        let page = Page::open_browser(width, height, link, false).await;
        page.set("motion", "0").await;
        page
    }

    async fn open_browser(width: u32, height: u32, address: &str, still: bool) -> Page {
        let browser = Browser::chosen();
        let (driver, port) = browser.start_driver();
        let mut builder = ClientBuilder::new(HttpConnector::new());
        let client = builder
            .capabilities(browser.capabilities(width, height, still))
            .connect(&format!("http://127.0.0.1:{port}"))
            .await
            .unwrap();
        client.goto(address).await.unwrap();
        let page = Page {
            client,
            address: address.to_owned(),
            server: None.into(),
            flags: Vec::new(),
            _driver: driver,
        };
        page.until(
            "document.querySelectorAll('.cell').length > 0 || document.body.classList.contains('lost')",
        )
        .await;
        page
    }

    /// Loads the page again.
    pub async fn reload(&self) {
        self.go("").await;
    }

    /// Loads the page with a fragment: `#...`.
    pub async fn go(&self, fragment: &str) {
        self.client.goto("about:blank").await.unwrap();
        self.client.goto(&format!("{}{fragment}", self.address)).await.unwrap();
        self.until("document.querySelectorAll('.cell').length > 0").await;
    }

    /// Ends the browser.
    ///
    /// # Panics
    /// If a script of the page had an error; only Chromium tells.
    pub async fn close(self) {
        if Browser::chosen() == Browser::Chromium {
            let log = ChromeCommand("se/log", json!({"type": "browser"}));
            let log = self.client.issue_cmd(log).await.unwrap();
            let errors = log.as_array().unwrap().iter().filter_map(|entry| entry["message"].as_str());
            assert_eq!(errors.filter(|error| error.contains("Uncaught")).collect::<Vec<_>>(), [""; 0]);
        }
        self.client.close().await.unwrap();
    }

    /// Why Chromium does not offer to install the page; empty if it does, and in other browsers.
    pub async fn installability_errors(&self) -> Value {
        if Browser::chosen() != Browser::Chromium {
            return json!([]);
        }
        let command = json!({"cmd": "Page.getInstallabilityErrors", "params": {}});
        let found = self.client.issue_cmd(ChromeCommand("goog/cdp/execute", command)).await.unwrap();
        found["installabilityErrors"].clone()
    }

    /// The value of a JavaScript expression.
    pub async fn value(&self, expression: &str) -> Value {
        self.client.execute(&format!("return {expression};"), Vec::new()).await.unwrap()
    }

    /// The value of a promise.
    pub async fn promise(&self, expression: &str) -> Value {
        let code = format!(
            "const done = arguments[arguments.length - 1]; ({expression}).then(done, (problem) => done(String(problem)));"
        );
        self.client.execute_async(&code, Vec::new()).await.unwrap()
    }

    /// Waits until a JavaScript expression is true.
    pub async fn until(&self, expression: &str) {
        let end = Instant::now() + Duration::from_secs(60);
        while self.value(&format!("Boolean({expression})")).await != true {
            if Instant::now() > end {
                let page = self.value("document.body.innerText").await;
                panic!("not yet: {expression}\n{}", page.as_str().unwrap());
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    async fn element(&self, css: &str) -> Element {
        self.client.find(Locator::Css(css)).await.unwrap_or_else(|error| panic!("{css}: {error}"))
    }

    pub async fn click(&self, css: &str) {
        self.element(css).await.click().await.unwrap_or_else(|error| panic!("{css}: {error}"));
    }

    /// Clicks an element if it is there and stays there.
    pub async fn try_click(&self, css: &str) -> bool {
        match self.client.find(Locator::Css(css)).await {
            Ok(element) => element.click().await.is_ok(),
            Err(_) => false,
        }
    }

    pub async fn cell(&self, name: &str) {
        assert!(self.try_cell(name).await, "{name} cannot be clicked");
    }

    /// Clicks a cell if it is there and stays there, by the mouse: the driver of Firefox clicks no group of SVG.
    pub async fn try_cell(&self, name: &str) -> bool {
        let Ok(cell) = self.client.find(Locator::Css(&format!("[data-cell='{name}']"))).await else {
            return false;
        };
        let click = MouseActions::new("mouse".into())
            .then(over(cell))
            .then(PointerAction::Down { button: 0 })
            .then(PointerAction::Up { button: 0 });
        self.client.perform_actions(click).await.is_ok()
    }

    /// Presses keys at an element.
    pub async fn keys(&self, css: &str, keys: &str) {
        self.element(css).await.send_keys(keys).await.unwrap();
    }

    /// Presses keys where the focus is, all of them with the key Control if that is the first one.
    pub async fn press(&self, keys: &str) {
        let control = keys.chars().next().filter(|key| *key == '\u{E009}');
        let mut actions = KeyActions::new("keys".into());
        for value in keys.chars() {
            actions = actions.then(KeyAction::Down { value });
            if Some(value) != control {
                actions = actions.then(KeyAction::Up { value });
            }
        }
        if let Some(value) = control {
            actions = actions.then(KeyAction::Up { value });
        }
        self.client.perform_actions(actions).await.unwrap();
    }

    /// Drags one element to another one.
    pub async fn drag(&self, from: &str, to: &str) {
        let mouse = MouseActions::new("mouse".into())
            .then(over(self.element(from).await))
            .then(PointerAction::Down { button: 0 })
            .then(over(self.element(to).await))
            .then(PointerAction::Up { button: 0 });
        self.client.perform_actions(mouse).await.unwrap();
    }

    /// Moves a finger from one element to another one; a tap if they are the same.
    pub async fn touch(&self, from: &str, to: &str) {
        let mut finger = TouchActions::new("finger".into())
            .then(over(self.element(from).await))
            .then(PointerAction::Down { button: 0 });
        if from != to {
            finger = finger.then(over(self.element(to).await));
        }
        self.client.perform_actions(finger.then(PointerAction::Up { button: 0 })).await.unwrap();
    }

    /// Moves the mouse over an element.
    pub async fn hover(&self, css: &str) {
        let over = over(self.element(css).await);
        self.client.perform_actions(MouseActions::new("mouse".into()).then(over)).await.unwrap();
    }

    /// Whether there is such an element.
    pub async fn has(&self, css: &str) -> bool {
        self.value(&format!("Boolean(document.querySelector({}))", json!(css))).await == true
    }

    /// Makes the choices of an action of the present state, as far as the page does not make them itself.
    pub async fn play(&self, state: &State, action: &str) {
        let view = state.actions.iter().find(|view| view.text == action).expect("a legal action");
        for cell in &view.set {
            self.cell(cell).await;
        }
        let mut left: Vec<_> = state.actions.iter().filter(|other| other.set == view.set).collect();
        for (place, choice) in view.path.iter().chain(&view.refine).enumerate() {
            let of = |other: &ActionView| other.path.iter().chain(&other.refine).nth(place) == Some(choice);
            let needed = place < view.path.len() || !left.iter().all(|other| of(other));
            left.retain(|other| of(other));
            match choice {
                _ if !needed => {}
                Choice::Cells(cells) => self.cell(&cells[0]).await,
                Choice::Reserve(kind) => self.click(&format!("[data-reserve='{}-{kind}']", state.seat)).await,
                Choice::Pieces(pieces) => self.click(&format!("[data-choice='pieces-{pieces}']")).await,
                Choice::Button(name) => self.click(&format!("[data-choice='{name}']")).await,
            }
        }
    }

    /// The faults that axe-core finds on the page as it is; empty without axe-core (see `.ci/browser`).
    pub async fn faults(&self) -> Vec<String> {
        let Some(file) = std::env::var_os("AGORA_AXE") else {
            assert!(std::env::var("CI").as_deref() != Ok("true"), "AGORA_AXE names no axe.min.js");
            eprintln!("skipped: AGORA_AXE names no axe.min.js");
            return Vec::new();
        };
        let code = std::fs::read_to_string(file).unwrap();
        self.client.execute(&format!("{code}; window.axe = axe;"), Vec::new()).await.unwrap();
        let found = self.client.execute_async(
            "axe.run(document).then((found) => arguments[arguments.length - 1](found.violations))",
            Vec::new(),
        );
        let found = found.await.unwrap();
        let text = |fault: &Value| {
            let nodes: Vec<_> = fault["nodes"]
                .as_array()
                .unwrap()
                .iter()
                .map(|node| format!("{} {}", node["html"], node["any"][0]["message"]))
                .take(4)
                .collect();
            format!("{}: {}", fault["id"].as_str().unwrap(), nodes.join("\n  "))
        };
        found.as_array().unwrap().iter().map(text).collect()
    }

    /// Chooses a setting, which need not be shown, by its value.
    pub async fn set(&self, setting: &str, value: &str) {
        let select = format!("document.querySelector({})", json!(format!("#{setting}")));
        self.value(&format!("({select}.value = {}, {select}.onchange(), 1)", json!(value))).await;
    }

    /// Shows a panel beside the board: `moves`, `analysis` or `explain`.
    pub async fn tab(&self, name: &str) {
        self.click(&format!("#tab-{name}")).await;
    }

    /// Chooses an entry of the menu.
    pub async fn menu(&self, css: &str) {
        self.click("#open-menu").await;
        self.click(css).await;
    }

    /// Chooses an entry of a list by its value.
    pub async fn choose(&self, css: &str, value: &str) {
        self.element(css).await.select_by_value(value).await.unwrap();
    }

    /// Replaces the text of a field.
    pub async fn fill(&self, css: &str, text: &str) {
        let element = self.element(css).await;
        element.clear().await.unwrap();
        element.send_keys(text).await.unwrap();
    }

    pub async fn text(&self, css: &str) -> String {
        self.element(css).await.text().await.unwrap()
    }

    /// The turns of the tree without their numbers, in the order of the page.
    pub async fn turns(&self) -> Vec<String> {
        serde_json::from_value(self.value(TURNS).await).unwrap()
    }

    /// Waits until the tree has these turns.
    pub async fn until_turns(&self, turns: &[&str]) {
        self.until(&format!("{TURNS}.join(' ') === {}", json!(turns.join(" ")))).await;
    }

    /// Opens the dialog for a new game with its rules unfolded, and chooses a game.
    pub async fn new_game(&self, game: &str) {
        // On a phone the header has no room for the button.
        if !self.try_click("#new-game").await {
            self.menu("[data-press='new-game']").await;
        }
        self.click(&format!("[data-game='{game}']")).await;
        self.click("#new-rules summary").await;
    }

    /// A new game from a position.
    pub async fn position(&self, game: &str, position: &str) {
        self.new_game(game).await;
        self.fill("#new-position", position).await;
        self.click("#new-start").await;
        self.until("!document.querySelector('#new-dialog').open").await;
        self.until(&format!("document.querySelector('svg.board.{game}')")).await;
    }

    /// Plays a game of Snorkels from the first seat to its end: whenever the seat is to act, it clicks the first target.
    /// Returns the number of clicks.
    ///
    /// # Panics
    /// If there are more clicks than cells.
    pub async fn play_first_targets(&self) -> usize {
        let cells = self.value("document.querySelectorAll('.cell').length").await;
        let cells = cells.as_u64().expect("a number") as usize;
        let over = "/wins/.test(document.querySelector('#status').innerText)";
        let own = "document.querySelector('.seat.acts')?.dataset.seat === '0' && document.querySelectorAll('.cell.open').length";
        for clicks in 0..=cells {
            self.until(&format!("{over} || ({own})")).await;
            if self.value(over).await == true {
                return clicks;
            }
            let turns = self.turns().await.len();
            self.cell(&self.targets().await[0]).await;
            self.until(&format!("document.querySelectorAll('#tree .turn').length > {turns}")).await;
        }
        panic!("the board is full");
    }

    /// The cells that are lit as targets, by their labels for screen readers.
    pub async fn targets(&self) -> Vec<String> {
        let cells = "[...document.querySelectorAll('.cell')].filter((cell) => cell.getAttribute('aria-label').includes('legal target'))";
        serde_json::from_value(self.value(&format!("{cells}.map((cell) => cell.dataset.cell)")).await)
            .unwrap()
    }

    /// Writes a picture into the folder of `AGORA_SCREENSHOTS`, if there is one.
    pub async fn picture(&self, name: &str) {
        if let Some(folder) = std::env::var_os("AGORA_SCREENSHOTS") {
            let png = self.client.screenshot().await.unwrap();
            std::fs::write(PathBuf::from(folder).join(format!("{name}.png")), png).unwrap();
        }
    }
}

/// Moves the pointer to the middle of an element.
fn over(element: Element) -> PointerAction {
    PointerAction::MoveToElement { element, duration: Some(Duration::from_millis(50)), x: 0.0, y: 0.0 }
}
