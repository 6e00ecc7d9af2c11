//! Files of bounded length.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read as _};
use std::path::Path;

/// The greatest length of a text that a person may have written, in bytes: 16 MiB.
pub const MAX_TEXT: u64 = 1 << 24;

/// Opens a regular file to read it. Others are refused: a device may never end, and a named pipe may wait for ever for its
/// writer.
///
/// # Errors
/// The file cannot be opened, or is not a regular one. The message does not name it.
pub fn open(path: &Path) -> io::Result<File> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "not a regular file"));
    }
    File::open(path)
}

/// Reads a regular file of at most `longest` bytes.
///
/// # Errors
/// As [`open`]; the file is longer, cannot be read, or does not fit into the memory.
pub fn read(path: &Path, longest: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.take(longest.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > longest {
        let message = format!("longer than {longest} bytes");
        return Err(io::Error::new(ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

/// Reads a regular file of at most [`MAX_TEXT`] bytes of UTF-8.
///
/// # Errors
/// As [`read`]; the file is not UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path, MAX_TEXT)?).map_err(|error| {
        let message = format!("not UTF-8 from byte {} on", error.utf8_error().valid_up_to() + 1);
        io::Error::new(ErrorKind::InvalidData, message)
    })
}

#[cfg(test)]
mod tests {
    use std::env::temp_dir;
    use std::fs;
    use std::path::Path;

    use super::{read, read_text};

    #[test]
    fn files_up_to_the_limit_are_read() {
        let path = temp_dir().join(format!("resources-{}", std::process::id()));
        fs::write(&path, "twelve bytes").expect("a file");
        assert_eq!(read(&path, 12).expect("short enough"), b"twelve bytes");
        let message = read(&path, 11).expect_err("too long").to_string();
        assert_eq!(message, "longer than 11 bytes");
        fs::write(&path, b"text \xff").expect("a file");
        assert_eq!(read_text(&path).expect_err("no text").to_string(), "not UTF-8 from byte 6 on");
        fs::remove_file(&path).expect("removed");
        assert!(read_text(&path).is_err());
    }

    #[test]
    fn folders_devices_and_pipes_are_refused() {
        let refused = |path: &Path| {
            assert_eq!(read_text(path).expect_err("refused").to_string(), "not a regular file");
        };
        refused(&temp_dir());
        #[cfg(unix)]
        {
            refused(Path::new("/dev/zero"));
            let pipe = temp_dir().join(format!("resources-pipe-{}", std::process::id()));
            let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo is there");
            assert!(made.success());
            refused(&pipe);
            fs::remove_file(&pipe).expect("removed");
        }
    }
}
