//! A plain web server: files of a folder under a path, and no special headers.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A web server on a free port. It ends with the program.
pub struct WebServer {
    address: String,
    stopped: Arc<AtomicBool>,
}

impl WebServer {
    /// Serves a folder under a path like `/a/b/`.
    pub fn start(folder: &Path, path: &'static str) -> WebServer {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}{path}", listener.local_addr().unwrap());
        let stopped = Arc::new(AtomicBool::new(false));
        let (folder, stop) = (folder.to_owned(), Arc::clone(&stopped));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if !stop.load(Ordering::SeqCst) {
                    let folder = folder.clone();
                    // A browser that goes away is no error.
                    std::thread::spawn(move || answer(stream, &folder, path));
                }
            }
        });
        WebServer { address, stopped }
    }

    /// The address of the folder.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// From now on no connection is answered.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::SeqCst);
    }
}

/// Answers one request.
fn answer(mut stream: TcpStream, folder: &Path, path: &str) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    while lines.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    let wanted = request.split(' ').nth(1).and_then(|url| url.split('?').next()?.strip_prefix(path));
    let name = wanted.map(|name| if name.is_empty() { "index.html" } else { name });
    let file: Option<PathBuf> = name.map(|name| folder.join(name)).filter(|file| file.is_file());
    let Some(file) = file else {
        return stream.write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    };
    let kind = match file.extension().and_then(|end| end.to_str()) {
        Some("html") => "text/html",
        Some("css") => "text/css",
        Some("js") => "text/javascript",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    let content = std::fs::read(&file)?;
    let length = content.len();
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(&[head.as_bytes(), &content].concat())
}
