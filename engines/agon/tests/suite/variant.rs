//! The build for newer processors beside the plain one.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

#[test]
fn the_build_for_newer_processors_is_started_where_it_runs() {
    let folder = std::env::temp_dir().join(format!("agon-variant-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let (plain, newest) = (folder.join("agon"), folder.join("agon-x86-64-v3"));
    fs::copy(env!("CARGO_BIN_EXE_agon"), &plain).unwrap();
    let run = || Command::new(&plain).args(["--game", "nika", "query  fen"]).output().unwrap();
    let alone = run();

    fs::write(&newest, "#!/bin/sh\nprintf 'newest: %s|' \"$@\"\n").unwrap();
    fs::set_permissions(&newest, fs::Permissions::from_mode(0o755)).unwrap();
    let both = run();

    fs::write(&newest, "no program").unwrap();
    fs::set_permissions(&newest, fs::Permissions::from_mode(0o644)).unwrap();
    let broken = run();
    fs::remove_dir_all(folder).unwrap();

    assert!(alone.status.success() && alone.stdout.starts_with(b"response "), "{alone:?}");
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2") {
        let said = String::from_utf8(both.stdout).unwrap();
        assert_eq!(said, "newest: --game|newest: nika|newest: query  fen|");
        let error = String::from_utf8(broken.stderr).unwrap();
        assert!(!broken.status.success() && error.contains("agon-x86-64-v3`: "), "{error}");
    } else {
        assert_eq!((both.stdout, broken.stdout), (alone.stdout.clone(), alone.stdout));
    }
}
