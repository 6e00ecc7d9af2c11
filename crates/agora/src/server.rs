//! The HTTP server.

use std::sync::Arc;

use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::access::Access;
use crate::connection::Member;
use crate::invitation::reachable_addresses;
use crate::page_member::PageMember;
use crate::processes::EnginePool;
use crate::settings::ServerOptions;
use crate::shared::Shared;
use crate::table::{Invitation, Tables};
use crate::{connection, http, page};

/// A status and the reason.
type Refusal = (StatusCode, String);

/// Only files of this server, no inline script or style, no frames.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The headers that protect the page.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-cache"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// Serves pages until the future is dropped.
///
/// # Errors
/// Those of the listener.
pub async fn serve(listener: TcpListener, options: ServerOptions) -> std::io::Result<()> {
    page::prepare();
    let address = listener.local_addr()?;
    let request_time = options.request_time;
    let pool = EnginePool::new(options.settings.engines, options.max_engines);
    let tables = Tables::open(options.tables, Arc::clone(&pool), reachable_addresses(address)?).await;
    let shared = Arc::new(Shared {
        access: Access { address, token: options.token },
        tournament: options.tournament,
        max_sessions: options.max_sessions,
        sessions: Arc::new(Semaphore::new(options.max_sessions)),
        pool,
        tables,
    });
    let router = Router::new()
        .route("/ws", any(connect))
        .fallback(get(file))
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), guard))
        .with_state(shared);
    http::serve(listener, router, request_time).await;
    Ok(())
}

/// Refuses foreign requests and adds the headers that protect the page.
async fn guard(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> impl IntoResponse {
    let response = match shared.access.check(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(reason) => refusal(StatusCode::FORBIDDEN, reason).into_response(),
    };
    (HEADERS, response)
}

/// A file of the page, unless the browser has it.
async fn file(uri: Uri, headers: HeaderMap) -> Result<Response, Refusal> {
    let file = page::file(uri.path());
    let file = file.ok_or_else(|| refusal(StatusCode::NOT_FOUND, "there is no such file".to_owned()))?;
    let has = |name: HeaderName, wanted: &str| {
        let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
        values.flat_map(|value| value.split(',')).any(|value| value.trim() == wanted)
    };
    let about = [(header::ETAG, &*file.tag), (header::VARY, "accept-encoding")];
    if has(header::IF_NONE_MATCH, &file.tag) {
        return Ok((StatusCode::NOT_MODIFIED, about).into_response());
    }
    let kind = [(header::CONTENT_TYPE, file.kind)];
    Ok(if has(header::ACCEPT_ENCODING, "gzip") {
        (about, kind, [(header::CONTENT_ENCODING, "gzip")], file.gzip.clone()).into_response()
    } else {
        (about, kind, file.content.clone()).into_response()
    })
}

/// The WebSocket of a page of the owner, or of a member of a table.
async fn connect(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    uri: Uri,
    upgraded: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Refusal> {
    let forbidden = |reason| refusal(StatusCode::FORBIDDEN, reason);
    Access::check_origin(&headers).map_err(forbidden)?;
    let limited = |upgrade: WebSocketUpgrade| {
        upgrade.max_message_size(connection::MAX_FRAME).max_frame_size(connection::MAX_FRAME)
    };
    if let Some(invitation) = Invitation::read(uri.query().unwrap_or_default()) {
        return Ok(upgraded.map(limited).map(|upgrade| upgrade.on_upgrade(async move |mut socket| {
            match shared.tables.join(invitation).await {
                Ok(member) => connection::run(socket, Member::Table(member)).await,
                Err(reason) => connection::refuse(&mut socket, reason).await,
            }
        })).into_response());
    }
    shared.access.check_token(&uri).map_err(forbidden)?;
    let permit = Arc::clone(&shared.sessions).try_acquire_owned().map_err(|_| {
        let reason = format!("{} pages are open, and no more are allowed", shared.max_sessions);
        refusal(StatusCode::SERVICE_UNAVAILABLE, reason)
    })?;
    Ok(upgraded.map(limited).map(|upgrade| upgrade.on_upgrade(move |socket| {
        let page = PageMember::new(shared, permit);
        connection::run(socket, Member::Page(Box::new(page)))
    })).into_response())
}

fn refusal(status: StatusCode, reason: String) -> Refusal {
    (status, reason + "\n")
}
