//! Makes rows of positions: proves what can be claimed of each position in the file that `AGON_POSITIONS` names. Positions of
//! games and composed ones come to the suites this way.
//!
//! ```text
//! AGON_POSITIONS=positions.txt cargo test -p agon-engine --test suite mine_symbol -- --ignored --nocapture
//! ```

use std::env;
use std::fs;

use abstract_game::{Position, Rules};
use agon_engine::PositionOf;
use agon_engine::games::nika::NikaEngine;
use agon_engine::games::snorkels::SnorkelsEngine;
use agon_engine::games::symbol::SymbolEngine;

use super::examiner::{Examiner, SuiteGame, texts};
use super::row::{Claim, Kind, Row};

/// The row of a position, if it has one: a win in at most `longest` turns, or a defence that lasts as long.
fn row<G: SuiteGame>(examiner: &mut Examiner<G>, position: &PositionOf<G>, longest: u32) -> Option<Row> {
    let own = position.player_to_act();
    let rival = own.opponent();
    let mut found = None;
    for turns in 1..=longest {
        match examiner.wins(position, own, turns) {
            Some(false) => {}
            Some(true) => {
                let claim = Claim::Win(turns);
                found = Some((claim, examiner.accepted(position, claim)?));
                break;
            }
            None => break,
        }
        match examiner.wins(position, rival, turns) {
            Some(false) => {}
            Some(true) => return None,
            None => break,
        }
    }
    if found.is_none() {
        for turns in (2..=longest + 1).step_by(2) {
            let claim = Claim::Hold(turns);
            if !examiner.threatens(position, rival, turns - 1) {
                continue;
            }
            match examiner.accepted(position, claim) {
                Some(accepted) if !accepted.is_empty() => found = Some((claim, accepted)),
                Some(_) => return None,
                None => break,
            }
        }
    }
    let (claim, accepted) = found?;
    let kind = [Kind::Ladder, Kind::Race, Kind::Explosion, Kind::Push, Kind::Only, Kind::Defence, Kind::Win]
        .into_iter()
        .filter(|kind| G::KINDS.contains(kind))
        .find(|&kind| examiner.is_of_kind(position, kind, &accepted, claim))?;
    Some(Row { position: position.to_string(), kind, turns: texts(position, &accepted), claim })
}

fn mine<G: SuiteGame>(longest: u32, nodes: u64) {
    let mut examiner = Examiner::<G>::new(nodes);
    let file = env::var("AGON_POSITIONS").expect("AGON_POSITIONS names a file");
    for text in fs::read_to_string(file).expect("a file").lines() {
        match G::Rules::default().read_position(text) {
            Err(error) => println!("# {text}: {error}"),
            Ok(position) => match row(&mut examiner, &position, longest) {
                Some(row) => println!("{row}"),
                None => println!("# {text}"),
            },
        }
    }
}

#[test]
#[ignore = "prints rows"]
fn mine_snorkels() {
    mine::<SnorkelsEngine>(7, 300_000);
}

#[test]
#[ignore = "prints rows"]
fn mine_symbol() {
    mine::<SymbolEngine>(3, 500_000);
}

#[test]
#[ignore = "prints rows"]
fn mine_nika() {
    mine::<NikaEngine>(3, 30_000_000);
}
