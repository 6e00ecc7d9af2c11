#![doc = include_str!("../README.md")]

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::{fs, str};

use clap::{Command, CommandFactory, ValueEnum as _};
use clap_complete::Shell;
use clap_mangen::Man;

/// The subcommands of a program that document its command line.
#[derive(Debug, clap::Subcommand)]
pub enum CommandDocs {
    /// Print a script with which a shell completes subcommands and flags
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write the manual pages of the program and of its subcommands
    Man {
        /// The folder, which is made if it does not exist
        folder: PathBuf,
    },
}

impl CommandDocs {
    /// Prints or writes what the subcommand asks of a program. A closed pipe is no error.
    ///
    /// # Errors
    /// Standard output or the folder, which the error names, cannot be written.
    pub fn run<C: CommandFactory>(&self) -> io::Result<()> {
        match self {
            CommandDocs::Completions { shell } => print(&script(*shell, C::command())),
            CommandDocs::Man { folder } => write_pages(folder, C::command())
                .map_err(|error| io::Error::new(error.kind(), format!("`{}`: {error}", folder.display()))),
        }
    }
}

/// What the scripts and the manual pages of a program lack: its subcommands and flags that are not hidden must be in the
/// script of each shell, and each subcommand must have a page with its flags. A test of each program expects nothing.
#[must_use]
pub fn missing<C: CommandFactory>() -> Vec<String> {
    let command = built(C::command());
    let mut missing = Vec::new();
    for &shell in Shell::value_variants() {
        let script = script(shell, C::command());
        let lacking = words(&command, shell).into_iter().filter(|word| !script.contains(word));
        missing.extend(lacking.map(|word| format!("{shell}: {word}")));
    }
    missing.extend(missing_in(&pages(C::command()), &command, ""));
    missing
}

/// As they are: shells read them.
fn print(script: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let written = out.write_all(script.as_bytes()).and_then(|()| out.flush());
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(io::Error::new(error.kind(), format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}

fn script(shell: Shell, mut command: Command) -> String {
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, name, &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

fn write_pages(folder: &Path, command: Command) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    pages(command).iter().try_for_each(|(name, page)| fs::write(folder.join(name), page))
}

/// A command with its global flags in all subcommands. `help` is left out: it is in every page.
fn built(command: Command) -> Command {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    command
}

/// The manual pages, by the names of their files.
fn pages(command: Command) -> Vec<(String, Vec<u8>)> {
    let command = built(command);
    let mut pages = Vec::new();
    let mut open = vec![&command];
    while let Some(command) = open.pop() {
        let man = Man::new(command.clone());
        let mut page = Vec::new();
        man.render(&mut page).expect("memory can be written");
        pages.push((man.get_filename(), page));
        open.extend(subcommands(command));
    }
    pages
}

fn subcommands(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set())
}

fn flags(command: &Command) -> impl Iterator<Item = &str> {
    command.get_arguments().filter(|flag| !flag.is_hide_set()).filter_map(|flag| flag.get_long())
}

/// The subcommands and flags of a command, as they are written for a shell.
fn words(command: &Command, shell: Shell) -> Vec<String> {
    let flag = |flag| if shell == Shell::Fish { format!("-l {flag}") } else { format!("--{flag}") };
    let mut all: Vec<String> = flags(command).map(flag).collect();
    for subcommand in subcommands(command) {
        all.push(subcommand.get_name().to_owned());
        all.extend(words(subcommand, shell));
    }
    all
}

/// What the page of a command and those of its subcommands lack. `above` is the name of the page above.
fn missing_in(pages: &[(String, Vec<u8>)], command: &Command, above: &str) -> Vec<String> {
    let name = [above, command.get_name()].join(if above.is_empty() { "" } else { "-" });
    let file = format!("{name}.1");
    let Some((_, page)) = pages.iter().find(|(page, _)| *page == file) else { return vec![file] };
    let page = str::from_utf8(page).unwrap_or_default();
    let flags = flags(command).filter(|flag| !page.contains(&format!("--{flag}").replace('-', "\\-")));
    let mut missing: Vec<_> = flags.map(|flag| format!("{file}: --{flag}")).collect();
    missing.extend(subcommands(command).flat_map(|subcommand| missing_in(pages, subcommand, &name)));
    missing
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    #[command(name = "sample")]
    struct Sample {
        #[command(subcommand)]
        command: Option<Sub>,
        #[arg(long, global = true)]
        alpha: bool,
    }

    #[derive(Debug, clap::Subcommand)]
    enum Sub {
        Deep {
            #[arg(long, value_name = "N")]
            beta: u32,
        },
        #[command(hide = true)]
        Hidden,
        #[command(flatten)]
        Docs(CommandDocs),
    }

    fn docs(arguments: &[&str]) -> CommandDocs {
        let sample = Sample::try_parse_from([&["sample"], arguments].concat());
        let Some(Sub::Docs(docs)) = sample.unwrap().command else { panic!("the subcommand was given") };
        docs
    }

    #[test]
    fn scripts_and_pages_have_all_subcommands_and_flags() {
        assert_eq!(missing::<Sample>(), [""; 0]);
        let lacks = Command::new("sample").arg(clap::Arg::new("gamma").long("gamma"));
        for &shell in Shell::value_variants() {
            let script = script(shell, Sample::command());
            let words = words(&lacks, shell);
            assert!(
                !words.is_empty() && words.iter().all(|word| !script.contains(word)),
                "{shell}: {words:?}"
            );
        }
        let lacks = lacks.subcommand(Command::new("other"));
        let missing = missing_in(&pages(Sample::command()), &lacks, "");
        assert_eq!(missing, ["sample.1: --gamma", "sample-other.1"]);
    }

    #[test]
    fn the_script_is_for_the_shell_that_is_named() {
        let CommandDocs::Completions { shell } = docs(&["completions", "zsh"]) else { panic!("completions") };
        assert!(script(shell, Sample::command()).starts_with("#compdef sample"));
        assert!(Sample::try_parse_from(["sample", "completions", "tcsh"]).is_err());
    }

    #[test]
    fn the_pages_are_written_into_the_folder_that_is_named() {
        let root = std::env::temp_dir().join(format!("command-docs-{}", std::process::id()));
        let folder = root.join("new");
        docs(&["man", folder.to_str().unwrap()]).run::<Sample>().unwrap();
        let files =
            fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
        let mut files: Vec<_> = files.collect();
        files.sort();
        assert_eq!(files, ["sample-completions.1", "sample-deep.1", "sample-man.1", "sample.1"]);
        let page = fs::read_to_string(folder.join("sample-deep.1")).unwrap();
        assert!(page.contains("\\-\\-alpha") && page.contains("\\-\\-beta"), "{page}");
        let file = folder.join("sample.1");
        let error = CommandDocs::Man { folder: file.clone() }.run::<Sample>().unwrap_err().to_string();
        fs::remove_dir_all(root).unwrap();
        assert!(error.starts_with(&format!("`{}`: ", file.display())), "{error}");
    }
}
