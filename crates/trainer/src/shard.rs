//! Files with samples: lines of text, compressed by gzip, whose checksum covers every byte.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use abstract_game::{Position, Rules};
use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;

use crate::Sample;

/// What the names of files with samples end with.
pub const SHARD_SUFFIX: &str = ".positions.gz";

/// Writes samples to a file, which appears under its name when it is complete.
///
/// # Errors
/// The file cannot be written.
pub fn write_shard<P: Position>(path: &Path, samples: &[Sample<P>]) -> io::Result<()> {
    let unfinished = path.with_extension("unfinished");
    let mut encoder = GzEncoder::new(File::create(&unfinished)?, Compression::default());
    for sample in samples {
        writeln!(encoder, "{sample}")?;
    }
    encoder.finish()?.sync_all()?;
    fs::rename(unfinished, path)
}

/// Reads the samples of a file of a game with these rules.
///
/// # Errors
/// The file cannot be read, its checksum or length is wrong, or a line is not a sample. The message begins with the path.
pub fn read_shard<R: Rules>(rules: &R, path: &Path) -> Result<Vec<Sample<R::Position>>, String> {
    let text = || -> io::Result<String> {
        let bytes = fs::read(path)?;
        if bytes.is_empty() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let mut text = String::new();
        MultiGzDecoder::new(&bytes[..]).read_to_string(&mut text)?;
        Ok(text)
    };
    let samples = |text: String| text.lines().map(|line| Sample::read(rules, line)).collect();
    let samples = text().map_err(|error| error.to_string()).and_then(samples);
    samples.map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use abstract_game::sample::TakeTwo;

    use super::{SHARD_SUFFIX, read_shard, write_shard};
    use crate::Sample;

    #[test]
    fn a_shard_is_read_as_written_and_refused_if_a_byte_changes_or_is_missing() {
        let folder = std::env::temp_dir().join(format!("shard-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join(format!("1{SHARD_SUFFIX}"));
        let rules = TakeTwo::default();
        let samples: Vec<_> = ["won -56 b3 3,4,5 1 2", "unknown 0 a1 3,4,5 1 2"]
            .map(|text| Sample::read(&rules, text).unwrap())
            .into();
        write_shard(&path, &samples).unwrap();
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        assert_eq!(read_shard(&rules, &path).as_ref(), Ok(&samples));
        let bytes = fs::read(&path).unwrap();
        let read = |bytes: &[u8]| {
            fs::write(&path, bytes).unwrap();
            let read = read_shard(&rules, &path);
            assert!(read.as_ref().err().is_none_or(|message| message.starts_with(path.to_str().unwrap())));
            read
        };
        // Few bits mean nothing: the time in the header, and those that fill the last byte.
        let is_read = |bit: &usize| {
            let mut other = bytes.clone();
            other[bit / 8] ^= 1 << (bit % 8);
            let read = read(&other);
            assert!(read.as_ref().is_err() || read.as_ref() == Ok(&samples), "{bit}");
            read.is_ok()
        };
        assert!((0..8 * bytes.len()).filter(is_read).count() < 80);
        for length in 0..bytes.len() {
            assert!(read(&bytes[..length]).is_err(), "{length}");
        }
        // Two files one after the other are a file.
        assert_eq!(read(&[&bytes[..], &bytes].concat()).unwrap().len(), 4);
        assert!(read(b"won -56 b3 3,4,5 1 2\n").is_err());
        fs::remove_dir_all(&folder).unwrap();
        assert!(read_shard(&rules, Path::new("missing")).unwrap_err().starts_with("missing: "));
    }
}
