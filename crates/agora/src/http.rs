//! HTTP connections with limits of their number and time.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::serve::Listener;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

/// The greatest number of connections that wait for a request, or for the end of an answer. WebSockets are none of them.
const MAX_CONNECTIONS: usize = 512;
/// How many times the time for a request a connection may last.
const LIFE: u32 = 6;

/// Serves all connections of a listener until the future is dropped. The headers of a request, also of the next one, may take
/// `request_time`.
pub(crate) async fn serve(mut listener: TcpListener, router: Router, request_time: Duration) {
    let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let place = Arc::clone(&places).acquire_owned().await;
        // Waits when the system has no more sockets, for instance.
        let (stream, _) = Listener::accept(&mut listener).await;
        let router = router.clone();
        tokio::spawn(async move {
            connection(stream, router, request_time).await;
            drop(place);
        });
    }
}

/// Serves a connection until it ends, becomes a WebSocket, or its time is up. Errors are those of the other side.
async fn connection(stream: TcpStream, router: Router, request_time: Duration) {
    // Messages are small, and each is written at once.
    let _ = stream.set_nodelay(true);
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(request_time);
    let serving = builder.serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    let mut serving = pin!(serving.with_upgrades());
    // The limit of bodies that arrive slowly and of answers that are read slowly.
    tokio::select! {
        _ = &mut serving => {}
        () = sleep(LIFE * request_time) => {
            // The answer to a request that has just come is still sent.
            serving.as_mut().graceful_shutdown();
            let _ = timeout(request_time, serving).await;
        }
    }
}
