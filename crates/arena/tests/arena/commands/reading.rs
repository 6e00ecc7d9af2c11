//! Stores that can only be read.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::Command;

use super::{Done, Folder, plan};

/// A folder that others can reach, which that of the tests need not be; it is removed at the end.
struct Public(PathBuf);

impl Public {
    fn new() -> Public {
        let path = std::env::temp_dir().join(format!("arena-public-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Public(path)
    }

    fn allow(&self, file: &str, mode: u32) {
        fs::set_permissions(self.0.join(file), Permissions::from_mode(mode)).unwrap();
    }

    /// Runs the arena as a user without write access: a superuser may write everywhere.
    fn arena(&self, args: &[&str]) -> Done {
        let mut command = Command::new(self.0.join("arena"));
        if rustix::process::geteuid().is_root() {
            command.gid(65534).uid(65534);
        }
        Done::from(command.args(args).current_dir(&self.0).output().unwrap())
    }
}

impl Drop for Public {
    fn drop(&mut self) {
        self.allow("", 0o755);
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_finished_store_is_read_without_write_access() {
    let folder = Folder::new("reading");
    let engines = ["random", "random"].map(str::to_owned);
    folder.arena(&plan(&["run", "-n", "4", "--store", "t.arena"], &engines)).with(0);
    let public = Public::new();
    fs::copy(env!("CARGO_BIN_EXE_arena"), public.0.join("arena")).unwrap();
    let name = "a 100%? #1.arena";
    fs::copy(folder.0.join("t.arena"), public.0.join(name)).unwrap();
    // Without the files beside it, and with those that a reader left.
    for (mode, of_folder, beside) in [(0o444, 0o555, false), (0o644, 0o555, false), (0o444, 0o555, true)] {
        if beside {
            public.allow("", 0o755);
            fs::write(public.0.join(format!("{name}-wal")), "").unwrap();
        }
        public.allow(name, mode);
        public.allow("", of_folder);
        public.arena(&["table", name]).with(0).says("4 of 4 games");
        let lines = public.arena(&["export", name, "--json", "-"]).with(0).out;
        assert_eq!(lines.lines().count(), 4);
    }
    // Results that are only in the log are not left out.
    public.allow("", 0o755);
    fs::write(public.0.join(format!("{name}-wal")), "results").unwrap();
    public.allow("", 0o555);
    public.arena(&["table", name]).with(1).tells("can only be read with write access to the folder");
}
