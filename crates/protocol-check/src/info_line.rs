//! Whether an `info` line is well-formed.

/// What is wrong with a line that begins with `info`, if anything is. Unknown words are passed over.
pub(super) fn mistake(line: &str) -> Option<String> {
    let mut words = line.split_whitespace().skip(1).peekable();
    let number = |key: &str, word: Option<&str>| match word {
        Some(word) if word.parse::<u64>().is_ok() => None,
        Some(word) => Some(format!("`{word}` after `{key}`, a whole number was expected")),
        None => Some(format!("nothing follows `{key}`")),
    };
    while let Some(word) = words.next() {
        let wrong = match word {
            "depth" | "seldepth" | "multipv" | "nodes" | "nps" | "time" => number(word, words.next()),
            "hashfull" => {
                let value = words.next();
                let much = value.and_then(|value| value.parse::<u64>().ok()).filter(|&full| full > 1000);
                much.map(|full| format!("hashfull {full} is more than 1000 per mille"))
                    .or_else(|| number(word, value))
            }
            "score" => match (words.next(), words.peek().copied()) {
                (Some("cp" | "mate"), Some(value)) if value.parse::<i64>().is_ok() => {
                    words.next();
                    None
                }
                (Some(kind @ ("cp" | "mate")), _) => Some(format!("no whole number follows `score {kind}`")),
                _ => Some("neither `cp` nor `mate` follows `score`".into()),
            },
            "wdl" => (0..3).find_map(|_| number("wdl", words.next())),
            "string" => return None,
            _ => None,
        };
        if wrong.is_some() {
            return wrong;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::mistake;

    #[test]
    fn what_is_right_has_no_mistake() {
        for line in [
            "info",
            "info depth 3 seldepth 4 multipv 1 score cp -12 lowerbound wdl 1 2 3 nodes 4 nps 5 hashfull 1000 \
             time 6 pv a b",
            "info score mate -3",
            "info currmove d4 currmovenumber 3",
            "info string score depth nodes many",
        ] {
            assert_eq!(mistake(line), None, "{line}");
        }
    }

    #[test]
    fn what_is_wrong_is_told() {
        for (line, wrong) in [
            ("info depth", "nothing follows `depth`"),
            ("info depth x", "`x` after `depth`"),
            ("info nodes -1", "`-1` after `nodes`"),
            ("info time 1.5", "`1.5` after `time`"),
            ("info score 12", "neither `cp` nor `mate`"),
            ("info score cp", "no whole number follows `score cp`"),
            ("info score mate soon", "no whole number follows `score mate`"),
            ("info hashfull 1001", "hashfull 1001 is more"),
            ("info hashfull full", "`full` after `hashfull`"),
            ("info wdl 1 2", "nothing follows `wdl`"),
        ] {
            let mistake = mistake(line).unwrap();
            assert!(mistake.contains(wrong), "{line}: {mistake}");
        }
    }
}
