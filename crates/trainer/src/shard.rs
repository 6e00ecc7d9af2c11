//! Files of positions with scores and results.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// The first bytes of a file; the last one is the version of the format.
const MAGIC: &[u8; 8] = b"AGONPOS\x01";

/// A position with what the search and the game say about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The position's text.
    pub position: String,
    /// The score of the search in centipawns, for the player to act.
    pub score: i16,
    /// The result of the game in half points for the player to act: 0, 1 or 2; [`NO_RESULT`](Self::NO_RESULT) if the game
    /// did not go on from this position.
    pub half_points: u8,
}

impl Sample {
    /// In place of a result.
    pub const NO_RESULT: u8 = 3;
}

/// The samples of one file.
///
/// A file has eight fixed bytes, the name of the game, the number of samples, the samples, and the checksum of all bytes before it.
/// Texts begin with their length in one byte; numbers are little-endian.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The name of the game.
    pub game: String,
    /// The samples, game after game.
    pub samples: Vec<Sample>,
}

/// Why a file cannot be read or written.
#[derive(Debug, Error)]
pub enum ShardError {
    /// The file system refused.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The file is not a shard, or it is damaged.
    #[error("{}: not a file of positions, or a damaged one", path.display())]
    Format {
        /// The file.
        path: PathBuf,
    },
}

impl Shard {
    /// Writes the file. It appears under its name when it is complete.
    ///
    /// # Errors
    /// The file system refuses.
    ///
    /// # Panics
    /// If a text is longer than 255 bytes.
    pub fn write(&self, path: &Path) -> Result<(), ShardError> {
        let failed = |error| ShardError::File { path: path.to_owned(), error };
        let unfinished = path.with_extension(format!("unfinished-{}", std::process::id()));
        fs::write(&unfinished, self.to_bytes()).map_err(failed)?;
        fs::rename(&unfinished, path).map_err(failed)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// The file system refuses, or the file is not a complete shard.
    pub fn read(path: &Path) -> Result<Shard, ShardError> {
        let bytes = fs::read(path).map_err(|error| ShardError::File { path: path.to_owned(), error })?;
        Shard::from_bytes(&bytes).ok_or_else(|| ShardError::Format { path: path.to_owned() })
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let push_text = |bytes: &mut Vec<u8>, text: &str| {
            bytes.push(u8::try_from(text.len()).expect("a text has at most 255 bytes"));
            bytes.extend(text.as_bytes());
        };
        push_text(&mut bytes, &self.game);
        bytes.extend((self.samples.len() as u32).to_le_bytes());
        for sample in &self.samples {
            push_text(&mut bytes, &sample.position);
            bytes.extend(sample.score.to_le_bytes());
            bytes.push(sample.half_points);
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Option<Shard> {
        let (content, end) = bytes.split_last_chunk()?;
        if checksum(content) != u64::from_le_bytes(*end) {
            return None;
        }
        let mut rest = content.strip_prefix(MAGIC)?;
        let game = take_text(&mut rest)?;
        let count = u32::from_le_bytes(take(&mut rest)?);
        let sample = |_| {
            let position = take_text(&mut rest)?;
            let score = i16::from_le_bytes(take(&mut rest)?);
            let [half_points] = take(&mut rest)?;
            Some(Sample { position, score, half_points })
        };
        let samples = (0..count).map(sample).collect::<Option<_>>()?;
        Some(Shard { game, samples })
    }
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*first)
}

fn take_text(bytes: &mut &[u8]) -> Option<String> {
    let [length] = take(bytes)?;
    let (text, rest) = bytes.split_at_checked(usize::from(length))?;
    *bytes = rest;
    String::from_utf8(text.to_vec()).ok()
}

/// FNV-1a.
fn checksum(bytes: &[u8]) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

#[cfg(test)]
mod tests {
    use super::{Sample, Shard};

    #[test]
    fn a_shard_survives_writing_and_a_damaged_one_is_refused() {
        let sample = |position: &str, score| Sample { position: position.to_owned(), score, half_points: 2 };
        let samples = vec![sample("3/3/3 p 1 -", -7), sample("", 300)];
        let shard = Shard { game: "snorkels".to_owned(), samples };
        let bytes = shard.to_bytes();
        assert_eq!(Shard::from_bytes(&bytes), Some(shard));
        for index in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[index] ^= 1;
            assert_eq!(Shard::from_bytes(&damaged), None);
            assert_eq!(Shard::from_bytes(&bytes[..index]), None);
        }
    }
}
