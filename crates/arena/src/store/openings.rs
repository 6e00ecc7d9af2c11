//! The openings of a tournament: pieces of their candidates, which workers claim and make, and their numbering.

use std::ops::Range;
use std::time::Duration;

use abstract_game::random::SplitMix64;
use database::{Attempt, Connection, Json, Result, Value, corrupt, from_row, refused, values};

use super::claims::lease_value;
use super::handle::Store;
use super::rows::PAGE;
use crate::openings::{Candidate, Opening, TRIES};

impl Store {
    /// Claims candidates for openings to make, by their numbers from 0, for the time of `lease`: a piece whose lease has
    /// ended, or else the next `size` ones. None if all candidates for `wanted` openings are claimed or made.
    ///
    /// A lease has also ended if it ends later than one that begins now: the clock of the database may have jumped back.
    /// To make a piece twice costs time, but changes nothing: both makers make the same.
    pub fn claim_openings(
        &self,
        wanted: usize,
        size: usize,
        lease: Duration,
    ) -> Result<Option<Range<usize>>> {
        let lease = lease_value(lease);
        self.0.write(|connection, _| {
            let numbering = numbering(connection)?;
            let ended: Option<(usize, usize)> = connection.first(
                "SELECT first, size FROM piece WHERE content IS NULL AND \
                 (lease_until <= {now} OR lease_until > {now} + $1) ORDER BY first LIMIT 1",
                std::slice::from_ref(&lease),
            )?;
            if let Some((first, size)) = ended {
                renew(connection, first, lease.clone())?;
                return piece(first, size).map(Some);
            }
            let (first, claimed): (Option<usize>, usize) = connection
                .one("SELECT max(first + size), CAST(COALESCE(sum(size), 0) AS {integer}) FROM piece", &[])?;
            let (first, left) = (
                first.unwrap_or(numbering.candidates),
                wanted.saturating_sub(numbering.openings.saturating_add(claimed)),
            );
            let size = size.max(1).min(left);
            if size > 0 {
                connection.execute(
                    "INSERT INTO piece (first, size, lease_until) VALUES ($1, $2, {now} + $3)",
                    values![first, size, lease.clone()],
                )?;
            }
            (size > 0).then(|| piece(first, size)).transpose()
        })
    }

    /// Renews the lease of the piece from `first` on: it begins again now.
    pub fn renew_openings(&self, first: usize, lease: Duration) -> Result<()> {
        self.0.write(|connection, _| renew(connection, first, lease_value(lease)))
    }

    /// Returns a piece that was not made: others can claim it at once.
    pub fn release_openings(&self, first: usize) -> Result<()> {
        self.renew_openings(first, Duration::ZERO)
    }

    /// Stores the candidates of a piece from `first` on, and numbers the openings up to the first piece that is not made;
    /// `differ` is whether [openings differ](crate::openings::Candidates::differ). Returns the number of new openings
    /// that repeat the position of an earlier one. Does nothing if the candidates are there already.
    ///
    /// # Errors
    /// The piece has another size ([`StoreProblem::Refused`](super::StoreProblem::Refused)).
    pub fn add_openings(&self, first: usize, made: &[Option<Candidate>], differ: bool) -> Result<usize> {
        self.0.write(|connection, _| {
            let mut numbering = numbering(connection)?;
            let repeated = numbering.repeated;
            let size: Option<usize> = connection
                .first("SELECT size FROM piece WHERE first = $1 AND content IS NULL", values![first])?;
            match size {
                None => return Ok(0),
                Some(size) if size == made.len() => {}
                Some(size) => return Err(refused(format!("{} openings for {size}", made.len()))),
            }
            let content = serde_json::to_string(made).map_err(refused)?;
            connection.execute("UPDATE piece SET content = $1 WHERE first = $2", values![content, first])?;
            let next = "DELETE FROM piece WHERE first = $1 AND content IS NOT NULL RETURNING content";
            while let Some(content) = connection.first(next, values![numbering.candidates])? {
                let Json(made): Json<Vec<Option<Candidate>>> = content;
                for candidate in made {
                    number(connection, &mut numbering, candidate, differ)?;
                }
            }
            let Numbering { openings, candidates, repeated: now, in_vain } = numbering;
            connection.execute(
                "UPDATE state SET openings = $1, candidates = $2, repeated = $3, in_vain = $4",
                &[openings, candidates, now, in_vain].map(Value::from),
            )?;
            Ok(now - repeated)
        })
    }

    /// The openings from that number on, which counts from 0.
    pub fn openings(&self, from: usize) -> impl Iterator<Item = Result<Opening>> {
        self.0
            .pages(from as u64, |connection, from| {
                // The key is the number of the next one.
                let page =
                    "SELECT number + 1, content FROM opening WHERE number >= $1 ORDER BY number LIMIT $2";
                connection.all(page, values![from, PAGE])
            })
            .map(|row| row.map(|Json(opening)| opening))
    }
}

/// How far the candidates are numbered.
///
/// Candidates that reach the position of an earlier one are left out. When a thousand of them in a row were, or a
/// candidate could not be found, there are no other positions for all that is known: from then on openings repeat.
struct Numbering {
    openings: usize,
    candidates: usize,
    /// The number of openings that reach the position of an earlier one.
    repeated: usize,
    /// The number of candidates in a row without a new position.
    in_vain: usize,
}

from_row!(Numbering: openings, candidates, repeated, in_vain);

/// The numbering so far. It is locked until the end of the transaction.
fn numbering(connection: &mut dyn Connection) -> Attempt<Numbering> {
    connection.one("SELECT openings, candidates, repeated, in_vain FROM state {for update}", &[])
}

fn piece(first: usize, size: usize) -> Attempt<Range<usize>> {
    let end = first.checked_add(size).ok_or_else(|| corrupt("a piece of openings has no end"))?;
    Ok(first..end)
}

fn renew(connection: &mut dyn Connection, first: usize, lease: Value) -> Attempt<()> {
    let renew = "UPDATE piece SET lease_until = {now} + $1 WHERE first = $2 AND content IS NULL";
    connection.execute(renew, values![lease, first]).map(drop)
}

/// Numbers the next candidate: it is the next opening, is left out, or there is none and an earlier opening comes again.
fn number(
    connection: &mut dyn Connection,
    numbering: &mut Numbering,
    candidate: Option<Candidate>,
    differ: bool,
) -> Attempt<()> {
    const INSERT: &str = "INSERT INTO opening (number, content, position, original)";
    let original: Option<usize> = match &candidate {
        Some(Candidate { position, .. }) => connection
            .first("SELECT original FROM opening WHERE position = $1 LIMIT 1", values![*position])?,
        None => None,
    };
    let (opening, seed) = (numbering.openings, numbering.candidates as u64);
    numbering.candidates += 1;
    numbering.in_vain = match (&candidate, original) {
        (Some(_), None) => 0,
        (Some(_), Some(_)) => numbering.in_vain + 1,
        (None, _) => numbering.in_vain + TRIES,
    };
    let repeats = numbering.in_vain > 0;
    let left_out = repeats && differ && numbering.repeated == 0 && numbering.in_vain < TRIES;
    if left_out || candidate.is_none() && opening == 0 {
        return Ok(());
    }
    numbering.openings += 1;
    numbering.repeated += usize::from(repeats);
    if let Some(Candidate { opening: content, position }) = candidate {
        let content = serde_json::to_string(&content).map_err(refused)?;
        connection.execute(
            &format!("{INSERT} VALUES ($1, $2, $3, $4)"),
            values![opening, content, position, original.unwrap_or(opening)],
        )?;
    } else {
        let earlier = SplitMix64::new(seed).below(opening);
        connection.execute(
            &format!(
                "{INSERT} SELECT CAST($1 AS {{integer}}), content, position, original FROM opening WHERE number = $2"
            ),
            values![opening, earlier],
        )?;
    }
    Ok(())
}
