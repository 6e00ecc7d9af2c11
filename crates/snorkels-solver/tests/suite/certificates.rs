//! Certificates: the right ones are accepted, all others refused.

use snorkels_core::Position;
use snorkels_solver::check::{check, checksum};
use snorkels_solver::{Side, Solver, certificate};

use crate::empty;

fn certified(position: &Position) -> Vec<u8> {
    let mut solver = Solver::new(position, 1 << 20).unwrap();
    assert!(certificate(&mut solver, position).unwrap().is_none(), "nothing is proved yet");
    solver.solve(position, u64::MAX).unwrap();
    certificate(&mut solver, position).unwrap().unwrap()
}

/// The same text with a sum that fits.
fn sealed(mut body: Vec<u8>) -> Vec<u8> {
    body.extend(checksum(&body).to_le_bytes());
    body
}

/// Why a certificate is refused.
fn refusal(certificate: &[u8]) -> String {
    check(certificate).unwrap_err().to_string()
}

/// The index of the first byte of the strategy.
fn strategy(certificate: &[u8]) -> usize {
    let ends = certificate.iter().enumerate().filter(|&(_, &byte)| byte == b'\n');
    ends.map(|(index, _)| index + 1).nth(2).unwrap()
}

#[test]
fn certificates_are_accepted() {
    for (position, winner) in [
        (empty(2, 2), Side::Second),
        (empty(3, 3), Side::First),
        (empty(4, 4), Side::Second),
        (empty(5, 4), Side::First),
        (empty(5, 5), Side::First),
        ("5/1P3/2G2/1#1P1/5 g 2 -".parse().unwrap(), Side::First),
        ("8/2G5/2PP4/8 g 1 -".parse().unwrap(), Side::Second),
    ] {
        let proved = check(&certified(&position)).unwrap();
        assert_eq!((proved.winner, proved.position), (winner, position.to_string()));
    }
}

/// A table that has lost everything else makes another certificate at most.
#[test]
fn what_the_table_lost_is_searched_again() {
    let start = empty(4, 4);
    let mut solver = Solver::new(&start, 1 << 12).unwrap();
    solver.solve(&start, u64::MAX).unwrap();
    assert_eq!(check(&certificate(&mut solver, &start).unwrap().unwrap()).unwrap().winner, Side::Second);
}

#[test]
fn every_changed_byte_is_refused() {
    let certificate = certified(&empty(4, 4));
    for index in 0..certificate.len() {
        for change in [1, 128, 255] {
            let mut changed = certificate.clone();
            changed[index] ^= change;
            assert!(check(&changed).is_err(), "byte {index}");
        }
    }
}

/// Even with a sum that fits: without the byte of a position, its defence is not answered.
#[test]
fn every_left_out_defence_is_refused() {
    let certificate = certified(&empty(4, 4));
    let body = &certificate[..certificate.len() - 8];
    for index in strategy(body)..body.len() {
        let mut shorter = body.to_vec();
        shorter.remove(index);
        assert!(refusal(&sealed(shorter)).starts_with("the strategy after "), "byte {index}");
    }
    assert!(check(&sealed(body.to_vec())).is_ok());
}

/// A changed placement with a sum that fits is refused, unless it happens to win as well.
#[test]
fn a_strategy_that_is_accepted_wins() {
    let certificate = certified(&empty(4, 4));
    let body = &certificate[..certificate.len() - 8];
    let mut refused = 0;
    for index in strategy(body)..body.len() {
        let mut changed = body.to_vec();
        changed[index] = if changed[index] == 255 { 0 } else { (changed[index] + 1) % 16 };
        match check(&sealed(changed)) {
            Ok(proved) => assert_eq!(proved.winner, Side::Second),
            Err(_) => refused += 1,
        }
    }
    assert!(refused * 10 > (body.len() - strategy(body)) * 9, "{refused}");
}

/// The certificate with another text in place of one, and a sum that fits.
fn text(certificate: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let body = &certificate[..certificate.len() - 8];
    let at = body.windows(from.len()).position(|window| window == from).unwrap();
    sealed([&body[..at], to, &body[at + from.len()..]].concat())
}

/// Each is refused with a message of bounded length, although play from most of these texts would be the same.
#[test]
fn a_position_is_written_in_one_way() {
    let certificate = certified(&empty(4, 4));
    let long = "x".repeat(10_000_000);
    for (position, message) in [
        ("4/4/4/4 p 3 -", "the owner of purple is `3`: expected `1` or `2`"),
        ("4/4/4/4 p rubbish -", "the owner of purple is `rubbish`: expected `1` or `2`"),
        (&format!("4/4/4/4 p {long} -"), "the owner of purple is `xxx"),
        ("4/4/4/4 p 1 s", "the pie rule is `s`: expected `-`"),
        ("4/4/4/4 purple 1 -", "the turn is `purple`: expected `p` or `g`"),
        ("4/4/4/4 p 1", "four words"),
        (&format!("4/4/4/4{}p 1 -", " ".repeat(10_000_000)), "four words with one space"),
        ("4/4/4/4 p 1 - -", "four words"),
        ("4/4/4/13 p 1 -", "one digit for each run"),
        ("4/4/4/4/ p 1 -", "2 to 8 rows of one length"),
        (&format!("{} p 1 -", "8".repeat(10_000_000)), "one digit for each run"),
        (&format!("{} p 1 -", "#".repeat(10_000_000)), "2 to 8 rows of one length"),
        (&format!("{} p 1 -", "4/".repeat(10_000_000)), "2 to 8 rows of one length"),
        ("4/4/4/0P3 p 1 -", "digits from 1 to 8"),
        ("4/4/4/\u{1b}[2J4 p 1 -", "`4/4/4/\\u{1b}[2J4 p 1 -`"),
    ] {
        let error = refusal(&text(&certificate, b"4/4/4/4 p 1 -", position.as_bytes()));
        assert!(error.starts_with("the position `"), "{error}");
        assert!(error.contains(message) && error.len() < 250, "{error}");
    }
    let proved = check(&text(&certificate, b"p 1 -", b"p 2 -")).unwrap();
    assert_eq!((proved.winner, &*proved.position), (Side::Second, "4/4/4/4 p 2 -"));
}

/// The page of the book that states the format shows a certificate.
#[test]
fn the_example_of_the_book_is_a_certificate() {
    let page = include_str!("../../../../docs/src/snorkels/certificates.md");
    let at = page.find("\nsnorkels-certificate 1").unwrap();
    let mut lines = page[at + 1..].lines();
    let mut bytes: Vec<u8> =
        lines.by_ref().take(3).flat_map(|line| format!("{line}\n").into_bytes()).collect();
    let words = lines.take_while(|&line| line != "```").flat_map(str::split_whitespace);
    bytes.extend(words.map(|word| u8::from_str_radix(word, 16).unwrap()));
    assert_eq!(bytes, certified(&empty(3, 3)));
    assert!(page.contains(&check(&bytes).unwrap().to_string()));
}

#[test]
fn a_false_claim_is_refused() {
    let certificate = certified(&empty(4, 4));
    assert!(check(&text(&certificate, b"second", b"first")).is_err());
    assert!(check(&text(&certificate, b"4/4/4/4 p", b"4/4/4/3P p")).is_err());
    assert!(refusal(&text(&certificate, b"4/4/4/4 p", b"4/4/4/5 p")).starts_with("the position `4/4/4/5 p"));
    for other in [&*text(&certificate, b"certificate 1", b"certificate 2"), b""] {
        assert_eq!(refusal(other), "not a certificate: expected snorkels-certificate 1");
    }
    let mut longer = certificate[..certificate.len() - 8].to_vec();
    longer.push(255);
    assert_eq!(refusal(&sealed(longer)), "bytes of the strategy are left after all defences: 1");
}

/// The certificates that the book refers to.
#[test]
fn stored_certificates_are_accepted() {
    for (bytes, board, winner) in [
        (&include_bytes!("../../certificates/4x4.certificate")[..], empty(4, 4), Side::Second),
        (include_bytes!("../../certificates/5x5.certificate"), empty(5, 5), Side::First),
        (include_bytes!("../../certificates/5x6.certificate"), empty(5, 6), Side::First),
    ] {
        let proved = check(bytes).unwrap();
        assert_eq!((proved.winner, proved.position), (winner, board.to_string()));
    }
}
