//! The two programs.

use std::process::{Command, Output};

use snorkels_solver::check::{TITLE, checksum};

use crate::kills;

fn solve(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_snorkels-solve")).args(arguments).output().unwrap()
}

fn check(file: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_snorkels-check")).arg(file).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn a_board_is_solved_certified_and_checked() {
    let folder = std::env::temp_dir().join(format!("snorkels-programs-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("4x4.certificate");
    let file = file.to_str().unwrap();
    let output = solve(&["4x4", "--certificate", file]);
    assert!(output.status.success());
    let last = text(&output.stdout).lines().last().unwrap().to_owned();
    let words: Vec<&str> = last.split(' ').collect();
    let ["value", "second", "nodes", nodes, "seconds", seconds] = words[..] else { panic!("{last}") };
    assert!(nodes.parse::<u64>().unwrap() < 3_000 && seconds.parse::<f64>().is_ok());

    let output = check(file);
    assert!(output.status.success());
    assert!(text(&output.stdout).contains("proved: the second player wins 4/4/4/4 p 1 -"));

    let good = std::fs::read(file).unwrap();
    let mut bytes = good.clone();
    let last = bytes.len() - 20;
    bytes[last] ^= 1;
    std::fs::write(file, bytes).unwrap();
    let output = check(file);
    assert!(!output.status.success());
    assert!(text(&output.stdout).contains("refused: the checksum does not fit"));

    // A certificate of someone else: the third word of the position means nothing to the checker.
    for position in ["4/4/4/4 p \u{1b}[2J\u{202e} -", "\u{1b}[2J\u{202e}"] {
        let rest = good[..good.len() - 8].splitn(3, |&byte| byte == b'\n').nth(2).unwrap();
        let mut bytes = format!("{TITLE}\nposition {position}\n").into_bytes();
        bytes.extend_from_slice(rest);
        bytes.extend(checksum(&bytes).to_le_bytes());
        std::fs::write(file, &bytes).unwrap();
        let said = text(&check(file).stdout);
        assert!(said.contains("\\u{1b}[2J\\u{202e}") && !said.contains(['\u{1b}', '\u{202e}']), "{said:?}");
    }

    let map = folder.join("4x4.svg");
    let output = solve(&["4x4", "--openings", "--map", map.to_str().unwrap()]);
    let lines = text(&output.stdout);
    assert_eq!(lines.lines().filter(|line| line.starts_with("opening ")).count(), 3, "{lines}");
    assert_eq!(std::fs::read_to_string(map).unwrap().matches(">loss</text>").count(), 16);
    std::fs::remove_dir_all(folder).unwrap();
}

/// But for the seconds.
#[test]
fn the_readme_shows_what_the_programs_print() {
    let folder = std::env::temp_dir().join(format!("snorkels-readme-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = "5x5.certificate";
    let run = |program, arguments: &[&str]| {
        text(&Command::new(program).args(arguments).current_dir(&folder).output().unwrap().stdout)
    };
    let solved = run(env!("CARGO_BIN_EXE_snorkels-solve"), &["5x5", "--certificate", file]);
    let checked = run(env!("CARGO_BIN_EXE_snorkels-check"), &[file]);
    let (solved, _) = solved.split_once("seconds").unwrap();
    let readme = include_str!("../../README.md");
    for text in [solved, &checked] {
        assert!(readme.contains(text), "{text}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// Threads find the same value, and their certificate is accepted.
#[test]
fn threads_share_a_search() {
    let file = std::env::temp_dir().join(format!("snorkels-threads-{}.certificate", std::process::id()));
    let file = file.to_str().unwrap();
    let output = solve(&["5x5", "--threads", "3", "--certificate", file]);
    assert!(text(&output.stdout).contains("\nvalue first nodes "), "{output:?}");
    assert!(text(&check(file).stdout).contains("proved: the first player wins"));
    std::fs::remove_file(file).unwrap();
}

#[test]
fn a_limit_leaves_the_value_open() {
    let output = solve(&["5x5", "--nodes", "100"]);
    assert!(text(&output.stdout).lines().last().unwrap().starts_with("value open nodes 100 "));
    let output = solve(&["4x3", "--position", "1P2/2G1/4 p 1 -"]);
    assert!(text(&output.stdout).lines().last().unwrap().starts_with("value "));
}

#[test]
fn killed_processes_change_nothing() {
    let folder = std::env::temp_dir().join(format!("snorkels-jobs-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    kills::killed_processes_change_nothing(|store| folder.join(store).to_str().unwrap().to_owned());
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn other_stores_are_refused() {
    let folder = std::env::temp_dir().join(format!("snorkels-stores-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let store = folder.join("4x4");
    let store = store.to_str().unwrap();
    let output = solve(&["4x4", "--jobs", store]);
    assert!(text(&output.stdout).lines().last().unwrap().starts_with("value second "));
    let output = solve(&["5x5", "--jobs", store]);
    assert!(text(&output.stderr).contains("holds jobs of the position `4/4/4/4 p 1 -`"));

    let other = folder.join("other");
    std::fs::write(&other, "no database, but longer than the header of one: ".repeat(4)).unwrap();
    let output = solve(&["4x4", "--jobs", other.to_str().unwrap()]);
    assert!(text(&output.stderr).contains("not an SQLite database"), "{}", text(&output.stderr));
    std::fs::remove_dir_all(folder).unwrap();

    let output = solve(&["4x4", "--jobs", "postgres:/ann:secret@h/d"]);
    let refused = text(&output.stderr);
    assert!(!output.status.success() && refused.contains("not the address") && !refused.contains("secret"));
}

#[cfg(not(feature = "postgres"))]
#[test]
fn a_server_needs_the_feature() {
    let output = solve(&["4x4", "--jobs", "postgres://ann:secret@h/d"]);
    let refused = text(&output.stderr);
    assert!(
        refused.contains("-p agon-snorkels-solver --features postgres`") && !refused.contains("secret"),
        "{refused}"
    );
}

/// The words before the numbers of a line, and its numbers.
fn progress_line(line: &str) -> (Vec<&str>, [f64; 4]) {
    let words: Vec<&str> = line.split(' ').collect();
    let begin = words.iter().position(|&word| word == "nodes").unwrap();
    let (part, numbers) = words.split_at(begin);
    let ["nodes", nodes, "proof", proof, "disproof", disproof, "decided", decided, "estimate", ..] =
        numbers[..]
    else {
        panic!("{line}")
    };
    let numbers = [nodes, proof, disproof, decided.strip_suffix('%').unwrap()];
    (part.to_vec(), numbers.map(|number| number.parse().unwrap()))
}

#[test]
fn lines_of_progress_have_an_estimate_and_can_be_drawn() {
    let output = solve(&["4x6", "--interval", "0", "--slice", "1000"]);
    let lines = text(&output.stdout);
    let found: Vec<_> =
        lines.lines().filter(|line| line.starts_with("progress ")).map(progress_line).collect();
    assert!(found.len() >= 5, "{lines}");
    assert!(
        found.iter().all(|(part, [.., decided])| *part == ["progress"] && (0.0..=100.0).contains(decided))
    );
    assert!(found.is_sorted_by(|(_, left), (_, right)| left[0] < right[0]), "{lines}");

    let log = std::env::temp_dir().join(format!("snorkels-log-{}.log", std::process::id()));
    std::fs::write(&log, &lines).unwrap();
    let drawn = solve(&["--chart", log.to_str().unwrap()]);
    std::fs::remove_file(&log).unwrap();
    let svg = text(&drawn.stdout);
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
    let points = |line: &str| line.matches('L').count() + 1;
    let curves: Vec<usize> = svg.lines().filter(|line| line.contains("fill=\"none\"")).map(points).collect();
    assert_eq!(curves, [found.len(), found.len()]);
    assert!(
        ["proof number", "disproof number", ">1 k<", ">10 k<"].iter().all(|label| svg.contains(label)),
        "{svg}"
    );
}

#[test]
fn openings_have_lines_of_progress_of_their_own() {
    let output = solve(&["5x5", "--openings", "--interval", "0", "--slice", "400"]);
    let lines = text(&output.stdout);
    let mut nodes = 0.0;
    let mut count = 0;
    for line in lines.lines() {
        if let Some(rest) = line.strip_prefix("opening c1,") {
            // The nodes of the opening are those since the last one.
            let words: Vec<&str> = rest.split(' ').collect();
            assert!(words[3].parse::<f64>().unwrap() >= nodes, "{lines}");
        } else if line.starts_with("progress opening c1 ") {
            let (part, numbers) = progress_line(line);
            assert_eq!(part, ["progress", "opening", "c1"]);
            assert!(numbers[0] > nodes, "{lines}");
            nodes = numbers[0];
            count += 1;
        }
    }
    assert!(count >= 10, "{lines}");
}

#[test]
fn wrong_arguments_are_refused() {
    for (arguments, message) in [
        (&["5"][..], "expected width x height"),
        (&["9x5"], "`9`: expected one of square, 2, 3, 4, 5, 6, 7, 8"),
        (&["5x5", "--position", "4/4/4/4 p 1 -"], "not on a board of 5x5"),
        (&["3x3", "--position", "3/1P1/3 g 1 s"], "without the pie rule"),
        (&["4x4", "--memory", "0"], "0 is not in 1..=65536"),
        (&["4x4", "--memory", "99999999"], "99999999 is not in 1..=65536"),
        (&["4x4", "--memory=-1"], "invalid value '-1'"),
        (&["4x4", "--slice", "0"], "0 is not in 1.."),
        (&["4x4", "--jobs", "never-made", "--job-nodes", "0"], "0 is not in 1.."),
        (&["4x4", "--jobs", "never-made", "--round", "0"], "0 is not in 1.."),
        (&["4x4", "--jobs", "never-made", "--lease", "0"], "expected seconds from 0.01 to 86400"),
        (&["4x4", "--jobs", "never-made", "--lease", "NaN"], "expected seconds from 0.01 to 86400"),
        (&["4x4", "--jobs", "never-made", "--lease", "1e300"], "expected seconds from 0.01 to 86400"),
        (&["4x4", "--read", "never-made"], "`never-made`: No such file"),
        (&["4x4", "--map", "/nowhere/map", "--openings"], "`/nowhere/map`: No such file"),
    ] {
        let output = solve(arguments);
        assert!(!output.status.success());
        assert!(text(&output.stderr).contains(message), "{}", text(&output.stderr));
    }
}

/// Runs a program with an address space of some MiB.
#[cfg(target_os = "linux")]
fn solve_within(mebibytes: u32, arguments: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_snorkels-solve");
    let script = format!("ulimit -v {} && exec {program} {arguments}", mebibytes << 10);
    Command::new("sh").args(["-c", &script]).output().unwrap()
}

/// The process does not abort, and no search begins.
#[cfg(target_os = "linux")]
#[test]
fn a_table_beyond_the_memory_is_refused() {
    let store = std::env::temp_dir().join(format!("snorkels-memory-{}", std::process::id()));
    let jobs = |mebibytes| format!("3x3 --memory {mebibytes} --jobs {}", store.display());
    for arguments in ["3x3 --memory 1024", &jobs(1024)] {
        let output = solve_within(400, arguments);
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
        let refused = text(&output.stderr);
        assert!(refused.starts_with("snorkels-solve: 1024 MiB are not available"), "{refused}");
        assert!(output.stdout.is_empty());
    }
    // The memory that was refused is not that of the store.
    let output = solve_within(400, &jobs(1));
    assert!(text(&output.stdout).starts_with("value first "), "{}", text(&output.stderr));
    std::fs::remove_file(store).unwrap();
    // The second table of --distance is refused, what was found before is kept.
    let state = std::env::temp_dir().join(format!("snorkels-distance-{}", std::process::id()));
    let output = solve_within(400, &format!("3x3 --memory 256 --distance --state {}", state.display()));
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("256 MiB are not available"), "{}", text(&output.stderr));
    let output = solve(&["3x3", "--state", state.to_str().unwrap()]);
    assert!(text(&output.stdout).contains("value first nodes 3 "), "{}", text(&output.stdout));
    std::fs::remove_file(state).unwrap();
}

/// No file is read without end, and none that waits for a writer.
#[cfg(unix)]
#[test]
fn only_regular_files_are_read() {
    let folder = std::env::temp_dir().join(format!("snorkels-files-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let pipe = folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for file in ["/dev/zero", pipe.to_str().unwrap(), folder.to_str().unwrap()] {
        let output = check(file);
        assert!(!output.status.success());
        assert_eq!(text(&output.stdout), format!("{file}: refused: not a regular file\n"));
        for arguments in [["4x4", "--state", file], ["4x4", "--read", file]] {
            let output = solve(&arguments);
            assert!(!output.status.success());
            assert_eq!(text(&output.stderr), format!("snorkels-solve: `{file}`: not a regular file\n"));
        }
        let output = solve(&["--chart", file]);
        assert_eq!(text(&output.stderr), format!("snorkels-solve: `{file}`: not a regular file\n"));
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_checker_says_what_it_is() {
    let help = check("--help");
    assert!(help.status.success() && check("-h").stdout == help.stdout);
    let help = text(&help.stdout);
    let page = include_str!("../../snorkels-check.1");
    for line in ["usage: snorkels-check FILE...", "Replays each certificate against all defences"] {
        assert!(help.contains(line), "{help}");
        let line = line.trim_start_matches("usage: ").replace('-', "\\-").replace("FILE", "\\fIFILE\\fR");
        assert!(page.contains(&line), "the manual page lacks `{line}`");
    }
    let version = check("--version");
    assert!(version.status.success());
    assert_eq!(text(&version.stdout), concat!("snorkels-check ", env!("CARGO_PKG_VERSION"), "\n"));
    let refused = check("--quick");
    assert!(!refused.status.success() && text(&refused.stderr).starts_with("usage: "));
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_is_full_is_an_error() {
    let full = || std::fs::File::create("/dev/full").unwrap();
    for (program, argument) in [
        (env!("CARGO_BIN_EXE_snorkels-solve"), "4x4"),
        (env!("CARGO_BIN_EXE_snorkels-check"), "certificates/4x4.certificate"),
    ] {
        let output = Command::new(program).arg(argument).stdout(full()).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output.stderr).contains("standard output: No space left"), "{}", text(&output.stderr));
    }
}
