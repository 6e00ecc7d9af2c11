//! This very binary as an engine: started again, it runs nothing but one of its tests, which plays the engine.

/// What the name of the skipped test begins with; the rest is the engine's part. A test binary takes no arguments of
/// other kinds.
const PART: &str = "in the part of: ";

/// The arguments with which this binary runs nothing but that test, in that part.
pub(crate) fn arguments(test: &str, part: &str) -> Vec<String> {
    let skip = format!("{PART}{part}");
    ["--exact", test, "--nocapture", "--quiet", "--skip", &skip].map(str::to_owned).to_vec()
}

/// The part that this process was started in, if it was.
pub(crate) fn part() -> Option<String> {
    let skipped = std::env::args().skip_while(|argument| argument != "--skip").nth(1)?;
    skipped.strip_prefix(PART).map(str::to_owned)
}
