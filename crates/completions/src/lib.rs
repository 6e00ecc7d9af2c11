#![doc = include_str!("../README.md")]

use clap::{Command, CommandFactory, ValueEnum as _};
use clap_complete::Shell;

/// The arguments of the subcommand `completions`.
#[derive(Debug, clap::Args)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    /// The script for a program.
    #[must_use]
    pub fn script<C: CommandFactory>(&self) -> String {
        script(self.shell, C::command())
    }
}

/// What the scripts of a program lack: its subcommands and flags that are not hidden must be in the script of each
/// shell. A test of each program expects nothing.
#[must_use]
pub fn missing<C: CommandFactory>() -> Vec<String> {
    let mut command = C::command();
    command.build();
    let mut missing = Vec::new();
    for &shell in Shell::value_variants() {
        let script = script(shell, C::command());
        let lacking = words(&command, shell).into_iter().filter(|word| !script.contains(word));
        missing.extend(lacking.map(|word| format!("{shell}: {word}")));
    }
    missing
}

fn script(shell: Shell, mut command: Command) -> String {
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, name, &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// The subcommands and flags of a command, as they are written for a shell.
fn words(command: &Command, shell: Shell) -> Vec<String> {
    let flags = command.get_arguments().filter(|flag| !flag.is_hide_set()).filter_map(|flag| flag.get_long());
    let flag = |flag| if shell == Shell::Fish { format!("-l {flag}") } else { format!("--{flag}") };
    let mut all: Vec<String> = flags.map(flag).collect();
    for subcommand in command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set()) {
        all.push(subcommand.get_name().to_owned());
        all.extend(words(subcommand, shell));
    }
    all
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
        #[arg(long)]
        alpha: bool,
    }

    #[derive(Debug, clap::Subcommand)]
    enum Sub {
        Deep {
            #[arg(long, value_name = "N")]
            beta: u32,
        },
        Completions(Completions),
    }

    #[test]
    fn the_scripts_have_all_subcommands_and_flags() {
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
    }

    #[test]
    fn the_script_is_for_the_shell_that_is_named() {
        let Some(Sub::Completions(completions)) =
            Sample::try_parse_from(["sample", "completions", "zsh"]).unwrap().command
        else {
            panic!("the subcommand was given")
        };
        assert!(completions.script::<Sample>().starts_with("#compdef sample"));
        assert!(Sample::try_parse_from(["sample", "completions", "tcsh"]).is_err());
    }
}
