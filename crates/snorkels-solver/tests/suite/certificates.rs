//! Certificates: the right ones are accepted, all others refused.

use snorkels_core::Position;
use snorkels_solver::check::{CheckError, check, checksum};
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
        assert!(matches!(check(&sealed(shorter)), Err(CheckError::Strategy { .. })), "byte {index}");
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

#[test]
fn a_false_claim_is_refused() {
    let text = |certificate: &[u8], from: &[u8], to: &[u8]| {
        let body = &certificate[..certificate.len() - 8];
        let at = body.windows(from.len()).position(|window| window == from).unwrap();
        sealed([&body[..at], to, &body[at + from.len()..]].concat())
    };
    let certificate = certified(&empty(4, 4));
    assert!(check(&text(&certificate, b"second", b"first")).is_err());
    assert!(check(&text(&certificate, b"4/4/4/4 p", b"4/4/4/3P p")).is_err());
    assert!(matches!(
        check(&text(&certificate, b"4/4/4/4 p", b"4/4/4/5 p")),
        Err(CheckError::Position { .. })
    ));
    assert!(matches!(
        check(&text(&certificate, b"certificate 1", b"certificate 2")),
        Err(CheckError::Header { .. })
    ));
    assert!(matches!(check(b""), Err(CheckError::Header { .. })));
    let mut longer = certificate[..certificate.len() - 8].to_vec();
    longer.push(255);
    assert!(matches!(check(&sealed(longer)), Err(CheckError::Left { left: 1 })));
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
