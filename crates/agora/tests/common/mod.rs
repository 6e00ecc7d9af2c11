//! A server in this process, and its clients.

#![allow(clippy::unwrap_used)] // in helpers of tests
#![allow(dead_code, unreachable_pub)] // each test program uses a part

use std::collections::VecDeque;
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use agora::ServerOptions;
use serde_json::Value;
use tokio::sync::oneshot;
use tungstenite::client::IntoClientRequest as _;
use tungstenite::http::HeaderValue;
use tungstenite::{Message, WebSocket};

/// The words of messages that answer no request.
const UNASKED: [&str; 6] = ["table", "played", "info", "visits", "best", "engine-error"];

/// A server on a thread of its own. It ends with this value, with all that it started.
pub struct Server {
    pub address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// On a free port.
    pub fn start(options: ServerOptions) -> Server {
        Server::on("127.0.0.1:0", options)
    }

    pub fn on(listen: &'static str, options: ServerOptions) -> Server {
        let (sender, receiver) = std::sync::mpsc::channel();
        let (stop, stopped) = oneshot::channel();
        let thread = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                let listener = tokio::net::TcpListener::bind(listen).await.unwrap();
                sender.send(listener.local_addr().unwrap()).unwrap();
                tokio::select! {
                    served = agora::serve(listener, options) => served.unwrap(),
                    _ = stopped => {}
                }
            });
        });
        Server { address: receiver.recv().unwrap(), stop: Some(stop), thread: Some(thread) }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.stop.take().unwrap().send(());
        let _ = self.thread.take().unwrap().join();
    }
}

/// A server on a free port that ends with the test program.
pub fn server(options: ServerOptions) -> SocketAddr {
    let server = std::mem::ManuallyDrop::new(Server::start(options));
    server.address
}

/// A new folder under the target folder.
pub fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// A connection to a server, as a page has it.
#[derive(Debug)]
pub struct Client {
    pub socket: WebSocket<TcpStream>,
    /// Messages that answered no request and that nobody has looked at.
    unasked: VecDeque<Value>,
}

/// Connects; on refusal, the status and the reason.
pub fn connect(
    address: SocketAddr,
    path: &str,
    host: &str,
    origin: Option<&str>,
) -> Result<Client, (u16, String)> {
    let mut request = format!("ws://{address}{path}").into_client_request().unwrap();
    request.headers_mut().insert("Host", HeaderValue::from_str(host).unwrap());
    if let Some(origin) = origin {
        request.headers_mut().insert("Origin", HeaderValue::from_str(origin).unwrap());
    }
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    match tungstenite::client(request, stream) {
        Ok((socket, _)) => Ok(Client { socket, unasked: VecDeque::new() }),
        Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(response))) => {
            let body = response.body().clone().unwrap_or_default();
            Err((response.status().as_u16(), String::from_utf8(body).unwrap()))
        }
        Err(error) => panic!("{error}"),
    }
}

/// A connection of a page with this path and query.
pub fn open(address: SocketAddr, path: &str) -> Client {
    connect(address, path, &address.to_string(), Some(&format!("http://{address}"))).unwrap()
}

/// A connection as the page of the owner opens it.
pub fn page(address: SocketAddr) -> Client {
    open(address, "/ws")
}

impl Client {
    /// The next message of the server; a code if it closes the connection.
    fn read(&mut self) -> Result<Value, u16> {
        loop {
            match self.socket.read().unwrap() {
                Message::Text(text) => return Ok(serde_json::from_str(text.as_str()).unwrap()),
                Message::Ping(_) | Message::Pong(_) => {}
                Message::Close(frame) => return Err(frame.map_or(0, |frame| frame.code.into())),
                other => panic!("{other:?}"),
            }
        }
    }

    /// The next message that nobody has looked at.
    pub fn receive(&mut self) -> Value {
        self.unasked.pop_front().unwrap_or_else(|| self.read().unwrap())
    }

    /// The next message for which this holds; those before it are passed over.
    pub fn wait_for(&mut self, holds: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.receive();
            if holds(&message) {
                return message;
            }
        }
    }

    /// The reply to a request.
    pub fn request(&mut self, message: &Value) -> Value {
        self.socket.send(Message::text(message.to_string())).unwrap();
        loop {
            let message = self.read().unwrap();
            if !UNASKED.contains(&message["is"].as_str().unwrap()) {
                return message;
            }
            self.unasked.push_back(message);
        }
    }

    /// The code by which the server closes the connection.
    pub fn closed(&mut self) -> u16 {
        loop {
            if let Err(code) = self.read() {
                return code;
            }
        }
    }
}

/// Waits until something holds.
pub fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_secs(60);
    while !holds() {
        assert!(Instant::now() < end, "not yet: {what}");
        thread::sleep(Duration::from_millis(20));
    }
}
