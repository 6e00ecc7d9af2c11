//! The HTTP server.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::access::Access;
use crate::connection::Shared;
use crate::settings::ServerOptions;
use crate::{connection, page};

/// Only files of this server, no inline script or style, no frames.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Serves pages until the future is dropped.
///
/// # Errors
/// Those of the listener.
pub async fn serve(listener: TcpListener, options: ServerOptions) -> std::io::Result<()> {
    let port = listener.local_addr()?.port();
    let shared = Arc::new(Shared {
        access: Access { port, token: options.token.clone() },
        sessions: Arc::new(Semaphore::new(options.max_sessions)),
        engines: Arc::new(Semaphore::new(options.max_engines)),
        options,
    });
    let router = Router::new()
        .fallback(answer)
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), guard))
        .with_state(shared);
    axum::serve(listener, router).await
}

/// Refuses foreign requests and adds the headers that protect the page.
async fn guard(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let mut response = match shared.access.check(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(reason) => refuse(StatusCode::FORBIDDEN, reason),
    };
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-cache"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Answers every path: the WebSocket, or a file of the page.
async fn answer(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    if request.uri().path() == "/ws" {
        return connect(shared, request).await;
    }
    if request.method() != axum::http::Method::GET && request.method() != axum::http::Method::HEAD {
        return refuse(StatusCode::METHOD_NOT_ALLOWED, "only GET is known here".to_owned());
    }
    match page::file(request.uri().path()) {
        Some((kind, content)) => {
            ([(header::CONTENT_TYPE, HeaderValue::from_static(kind))], Body::from(content)).into_response()
        }
        None => refuse(StatusCode::NOT_FOUND, "there is no such file".to_owned()),
    }
}

async fn connect(shared: Arc<Shared>, request: Request) -> Response {
    let (mut parts, _) = request.into_parts();
    if let Err(reason) = shared.access.check_connection(&parts.headers, &parts.uri) {
        return refuse(StatusCode::FORBIDDEN, reason);
    }
    let Ok(permit) = Arc::clone(&shared.sessions).try_acquire_owned() else {
        let reason = format!("{} pages are open, and no more are allowed", shared.options.max_sessions);
        return refuse(StatusCode::SERVICE_UNAVAILABLE, reason);
    };
    match WebSocketUpgrade::from_request_parts(&mut parts, &()).await {
        Err(refused) => refused.into_response(),
        Ok(upgrade) => upgrade
            .max_message_size(connection::MAX_FRAME)
            .max_frame_size(connection::MAX_FRAME)
            .on_upgrade(move |socket| connection::run(socket, shared, permit)),
    }
}

fn refuse(status: StatusCode, reason: String) -> Response {
    (status, reason + "\n").into_response()
}
