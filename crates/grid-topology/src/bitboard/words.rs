//! A macro for functions that work on each word.

/// Builds a bitboard from an expression for each word, in a `const fn`.
macro_rules! each_word {
    ($i:ident => $word:expr) => {{
        let mut words = [0; WORDS];
        let mut $i = 0;
        while $i < WORDS {
            words[$i] = $word;
            $i += 1;
        }
        Self(words)
    }};
}
