//! Who may use the server: checks of the headers `Host` and `Origin` and of the token.

use std::net::SocketAddr;

use axum::http::{HeaderMap, Uri, header};
use printable::cut;

use crate::key::equal;

/// The characters of a header that a message shows.
const SHOWN: usize = 100;

/// Who may use the server.
///
/// A page of another site cannot read answers of this server, but it can make the browser send requests. Without a token,
/// `Host` must therefore be a name of this machine, so that a site cannot use a name of its own that leads here, and
/// `Origin` must be this server. With a token, whoever knows it may use the server under any of its names.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    /// The address of the server.
    pub(crate) address: SocketAddr,
    /// The token; `None` on loopback.
    pub(crate) token: Option<String>,
}

impl Access {
    /// Checks `Host`, and `Origin` if there is one. For everything.
    pub(crate) fn check(&self, headers: &HeaderMap) -> Result<(), String> {
        let host = text(headers, header::HOST).ok_or("the header Host is missing")?;
        if self.token.is_none() && !self.is_own_name(host) {
            return Err(format!("the host `{}` is not this server", cut(host, SHOWN)));
        }
        match text(headers, header::ORIGIN) {
            Some(origin) if origin.strip_prefix("http://") != Some(host) => {
                Err(format!("the origin `{}` is not this server", cut(origin, SHOWN)))
            }
            _ => Ok(()),
        }
    }

    /// Checks that there is an `Origin`, so that a connection comes from a page of this server. For the WebSocket.
    pub(crate) fn check_origin(headers: &HeaderMap) -> Result<(), String> {
        if headers.contains_key(header::ORIGIN) { Ok(()) } else { Err("the header Origin is missing".to_owned()) }
    }

    /// Checks the token of an address. For the pages of the owner.
    pub(crate) fn check_token(&self, uri: &Uri) -> Result<(), String> {
        let Some(token) = &self.token else { return Ok(()) };
        let query = uri.query().unwrap_or_default();
        let given = query.split('&').find_map(|pair| pair.strip_prefix("token="));
        if given.is_some_and(|given| equal(given, token)) {
            Ok(())
        } else {
            Err("the token is missing or wrong".to_owned())
        }
    }

    fn is_own_name(&self, host: &str) -> bool {
        let port = format!(":{}", self.address.port());
        host == self.address.to_string()
            || ["127.0.0.1", "localhost", "[::1]"].iter().any(|name| host.strip_prefix(name) == Some(&port))
    }
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    // Two headers of the same name are as bad as none.
    let mut values = headers.get_all(name).iter();
    values.next().filter(|_| values.next().is_none()).map(|value| value.to_str().unwrap_or("?"))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn headers(host: &'static str, origin: Option<&'static str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_static(host));
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
        }
        headers
    }

    fn access(address: &str, token: Option<&str>) -> Access {
        Access { address: address.parse().unwrap(), token: token.map(Into::into) }
    }

    #[test]
    fn only_names_of_this_machine_are_accepted_without_a_token() {
        let access = access("127.0.0.2:8000", None);
        for host in ["127.0.0.1:8000", "127.0.0.2:8000", "localhost:8000", "[::1]:8000"] {
            assert_eq!(access.check(&headers(host, None)), Ok(()));
        }
        for host in
            ["127.0.0.1", "127.0.0.1:80", "127.0.0.3:8000", "evil.example:8000", "localhost:80001", "localhost.evil:8000", ""]
        {
            assert!(access.check(&headers(host, None)).is_err(), "{host}");
        }
        assert!(access.check(&HeaderMap::new()).is_err());
    }

    #[test]
    fn only_the_own_origin_is_accepted() {
        for access in [access("127.0.0.1:8000", None), access("127.0.0.1:8000", Some("t"))] {
            assert_eq!(access.check(&headers("localhost:8000", Some("http://localhost:8000"))), Ok(()));
            for origin in ["null", "http://localhost", "https://localhost:8000", "http://evil.example", ""] {
                assert!(access.check(&headers("localhost:8000", Some(origin))).is_err(), "{origin}");
            }
        }
        assert!(Access::check_origin(&headers("localhost:8000", None)).is_err());
    }

    #[test]
    fn a_connection_needs_the_token() {
        let access = access("0.0.0.0:8000", Some("secret"));
        let headers = headers("192.168.1.2:8000", Some("http://192.168.1.2:8000"));
        assert_eq!(access.check(&headers), Ok(()));
        let check = |uri| access.check_token(&Uri::from_static(uri));
        assert_eq!(check("/ws?token=secret"), Ok(()));
        for uri in ["/ws", "/ws?token=", "/ws?token=secre", "/ws?token=secret1", "/ws?token=Secret"] {
            assert!(check(uri).is_err(), "{uri}");
        }
    }
}
