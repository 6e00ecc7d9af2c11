//! Workers whose engine is another version.

use std::fs;
use std::process::Stdio;

use arena::store::{Address, Store};

use super::{Folder, GAMES, arena, complete, engine, make, undisturbed};

/// `arena work` and `arena resume` refuse a tournament that began with another version of the engine, and leave it
/// as it is.
pub(crate) fn refuses_another_version(folder: &Folder, address: &str) {
    let expected = undisturbed(folder, GAMES);
    make(folder, address);
    let script = folder.0.join(engine::SCRIPT);
    let text = fs::read(&script).unwrap();
    fs::write(&script, [&text[..], b"# a newer version\n"].concat()).unwrap();
    for args in [["work", "--store", address].as_slice(), &["resume", address]] {
        let refused = arena(folder, args).stderr(Stdio::piped()).output().unwrap();
        let told = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(1), "{told}");
        assert!(told.contains("the engine `one` here is another version"), "{told}");
    }
    let store = Store::open(&address.parse::<Address>().unwrap()).unwrap();
    assert_eq!(store.workers().unwrap(), []);
    assert_eq!(store.counts().unwrap().scheduled(), 0);

    fs::write(&script, text).unwrap();
    assert!(arena(folder, &["work", "--store", address, "-c", "8"]).status().unwrap().success());
    assert_eq!(complete(address, GAMES), expected);
}
