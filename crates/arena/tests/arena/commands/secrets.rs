//! Passwords: only the masked form of an address reaches a message, and nothing an engine.

use protocol::driver::SECRET_VARIABLES;

use super::{Folder, plan};

const ADDRESSES: [&str; 14] = [
    "postgres://ann:s3cr3t@h/games?turnament=friday",
    "postgres://ann:s3@cr3t@h/games",
    "postgres://ann:s3/s3cr3t@h/games",
    "postgres://ann:s3cr3t@h/games?sslmode=always",
    "postgres://ann:s3cr3t@h/games?tournament=Friday",
    "postgres://ann:s3cr3t@h:port/games",
    "postgres://ann@h/games?pwd=s3cr3t&x",
    "mysql://ann:s3cr3t@h/games",
    "POSTGRES://ann:s3cr3t@h/games",
    "postgres:/ann:s3cr3t@h/games",
    "postgres:ann:s3cr3t@h/games",
    "host=h user=ann password=s3cr3t",
    "ann:s3cr3t@h/games",
    "ann:s3cr3t@h/games?x=://",
];

fn is_secret(text: &str) -> bool {
    text.contains("cr3t")
}

#[test]
fn no_message_has_a_password() {
    let folder = Folder::new("secrets");
    let engines = ["random", "random"].map(str::to_owned);
    for address in ADDRESSES {
        // What only the feature `postgres` reads is refused without it, too.
        let flag = format!("--store={address}");
        let with_flag =
            [plan(&["run", "-n", "2", &flag], &engines), plan(&["new", "--store", address], &engines)];
        let with_name = [
            vec!["table", address],
            vec!["resume", address],
            vec!["export", address, "--json", "-"],
            vec!["report", address],
            // Mistakes that the parser reports.
            vec!["table", "t.arena", address],
            vec!["table", &flag],
            vec!["run", address],
            vec!["resume", address, "--concurrency", "0"],
            vec![address],
        ];
        for command in with_flag.into_iter().chain(with_name) {
            let done = folder.arena(&command);
            assert!(done.code == Some(1) || done.code == Some(2), "{command:?}: {done:?}");
            assert!(!is_secret(&done.err) && !is_secret(&done.out), "{command:?}: {}", done.err);
        }
        for toml in
            [format!("store = '{address}'"), format!("store = '{address}"), format!("stroe = '{address}'")]
        {
            folder.write("file.toml", &toml);
            let done = folder.arena(&plan(&["run", "--config", "file.toml", "-n", "2"], &engines));
            assert!(done.code == Some(1) || done.code == Some(2), "{toml}: {done:?}");
            assert!(!is_secret(&done.err), "{toml}: {}", done.err);
        }
        for command in [&["resume"][..], &["resume", "--nonsense"]] {
            let output = folder.command(command).env("ARENA_STORE", address).output().unwrap();
            let told = String::from_utf8(output.stderr).unwrap();
            assert!(!output.status.success() && !is_secret(&told), "{address}: {told}");
        }
    }
    std::fs::remove_file(folder.0.join("file.toml")).unwrap();
    assert!(folder.names().is_empty(), "an address was taken for a file: {:?}", folder.names());
}

#[test]
fn mistaken_addresses_are_explained() {
    let folder = Folder::new("mistaken");
    for address in ["postgres:/ann:s3cr3t@h/games", "host=h user=ann password=s3cr3t"] {
        folder
            .arena(&["table", address])
            .with(2)
            .tells("expected the path of a file or `postgres://USER@HOST/DATABASE`");
    }
    folder.arena(&["table", "mysql://ann:s3cr3t@h/games"]).with(2).tells("`mysql://` is not a store");
}

/// Writes the environment and the open files of every process that `arena` has started, then speaks UGI.
const CURIOUS: &str = r#"
    for process in $(ps -o pid= --ppid $PPID); do
        tr '\0' '\n' <"/proc/$process/environ"; ls -l "/proc/$process/fd"
    done >>told 2>/dev/null
    while read -r line; do case "$line" in
        ugi) echo ugiok;;
        isready) echo readyok;;
        go*) exit 0;;
        quit) exit 0;;
    esac; done"#;

#[test]
fn no_child_inherits_a_secret_or_an_open_file() {
    let folder = Folder::new("inherited");
    folder.write("engine.sh", CURIOUS);
    let engine = "name=curious cmd='sh engine.sh'".to_owned();
    let engines = [engine.clone(), "random".to_owned()];
    let log = plan(&["run", "-n", "2", "--log", "s3cr3t.log"], &engines);
    let check = ["check", "sh engine.sh", "--game", "take-two", "--only", "handshake"];
    for (command, code) in [(&log[..], 3), (&check, 1)] {
        let mut command = folder.command(command);
        command.envs(SECRET_VARIABLES.map(|name| (name, "s3cr3t.arena"))).env("OTHER", "plain");
        super::Done::from(command.output().unwrap()).with(code);
        let told = folder.read("told");
        // The supervisor and the engine.
        assert!(told.matches("OTHER=plain\n").count() >= 2, "{told}");
        assert!(!is_secret(&told), "{told}");
        std::fs::remove_file(folder.0.join("told")).unwrap();
    }
    assert!(folder.names().contains(&"s3cr3t.arena".to_owned()), "{:?}", folder.names());
}
