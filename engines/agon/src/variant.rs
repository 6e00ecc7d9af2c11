//! The build for newer processors, which a release has beside the plain one.

use std::io;

/// Becomes the build for newer processors if it lies in the folder of this program and this processor runs it.
///
/// # Errors
/// That build cannot be started.
#[cfg(all(unix, target_arch = "x86_64"))]
pub fn become_newest() -> io::Result<()> {
    use std::os::unix::process::CommandExt as _;
    use std::{env, process};
    // Without /proc this program does not know its folder.
    let Ok(program) = env::current_exe() else { return Ok(()) };
    let newest = program.with_file_name("agon-x86-64-v3");
    if program == newest || !runs_v3() || !newest.exists() {
        return Ok(());
    }
    let mut arguments = env::args_os();
    let mut command = process::Command::new(&newest);
    if let Some(name) = arguments.next() {
        command.arg0(name);
    }
    let error = command.args(arguments).exec();
    Err(io::Error::new(error.kind(), format!("`{}`: {error}", newest.display())))
}

/// There is only the plain build.
///
/// # Errors
/// None.
#[cfg(not(all(unix, target_arch = "x86_64")))]
pub fn become_newest() -> io::Result<()> {
    Ok(())
}

/// Whether this processor has what the level x86-64-v3 of the System V ABI demands.
#[cfg(all(unix, target_arch = "x86_64"))]
fn runs_v3() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("f16c")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("movbe")
        && is_x86_feature_detected!("xsave")
}
