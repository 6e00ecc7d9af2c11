//! Links to this server that other devices can open, also as QR codes.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use qrcode::render::unicode::Dense1x2;
use qrcode::types::QrError;
use qrcode::{Color, EcLevel, QrCode};
use serde::Serialize;

/// The greatest number of addresses of this machine in an invitation.
const MAX_ADDRESSES: usize = 8;

/// A link, and what a camera reads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Link {
    pub(crate) url: String,
    /// The rows of the QR code, without a margin: `1` is dark.
    pub(crate) qr: Vec<String>,
}

impl Link {
    fn new(url: String) -> Result<Link, QrError> {
        let code = code(&url)?;
        let digit = |color: &Color| if *color == Color::Dark { '1' } else { '0' };
        let rows = code.to_colors().chunks(code.width()).map(|row| row.iter().map(digit).collect()).collect();
        Ok(Link { url, qr: rows })
    }
}

/// The links to a query, by each address of this machine.
pub(crate) fn links(addresses: &[SocketAddr], query: &str) -> Result<Vec<Link>, String> {
    let link = |address: &SocketAddr| Link::new(format!("http://{address}/?{query}"));
    addresses.iter().map(link).collect::<Result<_, _>>().map_err(|error| format!("no QR code: {error}"))
}

/// The addresses by which a server that listens on `listen` can be reached. If it listens on all addresses, those of this
/// machine, without loopback unless there is nothing else.
///
/// # Errors
/// The system does not tell the addresses of this machine.
pub fn reachable_addresses(listen: SocketAddr) -> io::Result<Vec<SocketAddr>> {
    if !listen.ip().is_unspecified() {
        return Ok(vec![listen]);
    }
    let interfaces = if_addrs::get_if_addrs()?;
    let known = interfaces.iter().filter(|interface| !interface.is_loopback() && !interface.is_link_local());
    let mut found: Vec<IpAddr> =
        known.map(|interface| interface.ip()).filter(|ip| ip.is_ipv4() || listen.is_ipv6()).collect();
    // People can read those of version 4 to each other.
    found.sort_by_key(|ip| !ip.is_ipv4());
    found.dedup();
    found.truncate(MAX_ADDRESSES);
    if found.is_empty() {
        found.push(Ipv4Addr::LOCALHOST.into());
    }
    Ok(found.into_iter().map(|ip| SocketAddr::new(ip, listen.port())).collect())
}

/// The QR code of a link for a terminal with light letters on a dark ground.
///
/// # Errors
/// The link is too long.
pub fn terminal_code(url: &str) -> Result<String, String> {
    let code = code(url).map_err(|error| error.to_string())?;
    Ok(code.render::<Dense1x2>().dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build())
}

/// Screens are clean: the lowest level of correction makes the largest modules.
fn code(url: &str) -> Result<QrCode, QrError> {
    QrCode::with_error_correction_level(url, EcLevel::L)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_on_all_addresses_is_reached_by_real_ones() {
        for listen in ["0.0.0.0:80", "[::]:80"] {
            let addresses = reachable_addresses(listen.parse().unwrap()).unwrap();
            assert!(!addresses.is_empty());
            for address in addresses {
                assert!(!address.ip().is_unspecified() && address.port() == 80, "{address}");
            }
        }
        let one: SocketAddr = "192.168.1.5:80".parse().unwrap();
        assert_eq!(reachable_addresses(one).unwrap(), [one]);
    }

    #[test]
    fn a_link_is_a_square_with_the_marks_of_a_code() {
        let address = "192.168.178.23:8700".parse().unwrap();
        let links = links(&[address], "seat=0123456789abcdef0123456789abcdef").unwrap();
        let Link { url, qr } = &links[0];
        assert_eq!(url, "http://192.168.178.23:8700/?seat=0123456789abcdef0123456789abcdef");
        assert!(qr.len() == 33 && qr.iter().all(|row| row.len() == 33), "{qr:?}");
        for row in [&qr[0][..7], &qr[0][26..], &qr[6][..7], &qr[26][..7]] {
            assert_eq!(row, "1111111");
        }
        // Two rows in each line, and a margin of four modules on both sides.
        let text = terminal_code(url).unwrap();
        assert!(text.lines().count() == 21 && text.lines().all(|line| line.chars().count() == 41), "{text}");
    }
}
