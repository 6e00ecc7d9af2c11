//! Passes on what compiles the program.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let version = Command::new(rustc).arg("--version").output();
    let version = version.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    println!("cargo:rustc-env=AGON_RUSTC={}", version.unwrap_or_else(|_| "rustc".to_owned()));
    println!("cargo:rustc-env=AGON_TARGET={}", env::var("TARGET").unwrap_or_default());
}
