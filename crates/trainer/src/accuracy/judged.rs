//! A judged turn, as a line of text.

use std::fmt;

use search::{Score, ScoreKind};

/// What a proof says about a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// The claim is proved.
    Right,
    /// The contrary is proved.
    Wrong,
    /// Neither is proved with the nodes of the judge.
    Open,
}

/// The words for the judgements.
const WORDS: [(Option<Judgement>, &str); 4] = [
    (Some(Judgement::Right), "right"),
    (Some(Judgement::Wrong), "wrong"),
    (Some(Judgement::Open), "open"),
    (None, "-"),
];

/// What a turn loses by long searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The turn of the long search.
    pub turn: String,
    /// The score of the position by a long search.
    pub before: Score,
    /// The score after the judged turn, for the same player. The same as before if both turns lead to the same position.
    pub after: Score,
}

impl Loss {
    /// The loss in centipawns, at least 0. Wins, losses and greater estimates count as `cap`.
    #[must_use]
    pub fn centipawns(&self, cap: u16) -> i32 {
        let cap = i32::from(cap);
        let [before, after] = [self.before, self.after].map(|score| match score.kind() {
            ScoreKind::Win(_) => cap,
            ScoreKind::Loss(_) => -cap,
            ScoreKind::Centipawns(score) => i32::from(score).clamp(-cap, cap),
        });
        (before - after).max(0)
    }

    /// The loss of [expectation](Score::expectation), at least 0.
    #[must_use]
    pub fn expectation(&self) -> f64 {
        (self.before.expectation() - self.after.expectation()).max(0.0)
    }
}

/// A turn of the engine with what the judge says about it. As text: the fields in this order, separated by tabs; `-` for none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The number of the position.
    pub number: u64,
    /// The position.
    pub position: String,
    /// The engine's turn.
    pub turn: String,
    /// The score that the engine reports.
    pub score: Score,
    /// Whether the turn keeps a proved win.
    pub kept: Option<Judgement>,
    /// Whether the reported score is true, if it is a win or a loss. The turn must keep a win.
    pub claim: Option<Judgement>,
    /// What the turn loses.
    pub loss: Option<Loss>,
}

impl fmt::Display for Judged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word =
            |judgement| WORDS.iter().find(|(other, _)| *other == judgement).map_or("", |(_, word)| word);
        let [kept, claim] = [self.kept, self.claim].map(word);
        let Judged { number, position, turn, score, .. } = self;
        write!(f, "{number}\t{position}\t{turn}\t{score}\t{kept}\t{claim}\t")?;
        match &self.loss {
            Some(Loss { turn, before, after }) => write!(f, "{turn}\t{before}\t{after}"),
            None => f.write_str("-\t-\t-"),
        }
    }
}

impl Judged {
    /// Reads the text of a judged turn.
    ///
    /// # Errors
    /// It is not one.
    pub fn read(text: &str) -> Result<Judged, String> {
        let judgement = |text| WORDS.iter().find(|(_, word)| *word == text).map(|(judgement, _)| *judgement);
        let judged = || {
            let fields: Vec<&str> = text.split('\t').collect();
            let [number, position, turn, score, kept, claim, best, before, after] = fields[..] else {
                return None;
            };
            let read_loss = || {
                Some(Loss { turn: best.to_owned(), before: read_score(before)?, after: read_score(after)? })
            };
            Some(Judged {
                number: number.parse().ok()?,
                position: position.to_owned(),
                turn: turn.to_owned(),
                score: read_score(score)?,
                kept: judgement(kept)?,
                claim: judgement(claim)?,
                loss: if [best, before, after] == ["-"; 3] { None } else { Some(read_loss()?) },
            })
        };
        judged().ok_or_else(|| format!("`{text}` is not the nine fields of a judged turn"))
    }
}

/// The inverse of a score's text.
fn read_score(text: &str) -> Option<Score> {
    let distance = |text: &str| text.strip_suffix('s').unwrap_or(text).strip_suffix(" turn")?.parse().ok();
    match (text, text.split_once(" in ")) {
        ("win", _) => Some(Score::WIN),
        ("loss", _) => Some(Score::LOSS),
        (_, Some(("win", turns))) => distance(turns).map(Score::win_in),
        (_, Some(("loss", turns))) => distance(turns).map(Score::loss_in),
        _ => text.parse::<f64>().ok().map(|pawns| Score::centipawns((100.0 * pawns).round() as i32)),
    }
}

#[cfg(test)]
mod tests {
    use super::{Judged, Loss, Score};

    #[test]
    fn a_judged_turn_survives_writing_and_others_are_refused() {
        for text in [
            "7\t3,4 1 2\ta3\t-0.29\t-\t-\tb2\t+0.30\t-1.15",
            "0\t3,4 1 2\ta3\twin in 1 turn\tright\twrong\t-\t-\t-",
            "1\t3,4 1 2\ta3\tloss in 12 turns\topen\tright\tb2\twin\tloss",
        ] {
            assert_eq!(Judged::read(text).unwrap().to_string(), text);
        }
        for text in [
            "",
            "7\t3,4\ta3",
            "7\t3,4\ta3\tgood\t-\t-\t-\t-\t-",
            "7\t3,4\ta3\t+0.00\t-\tfalse\t-\t-\t-",
            "7\t3,4\ta3\t+0.00\t-\t-\tb2\t-\t-",
        ] {
            assert!(Judged::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn proved_scores_are_limited_and_no_loss_is_negative() {
        let loss = |before, after| {
            let loss = Loss { turn: String::new(), before, after };
            (loss.centipawns(2_000), (100.0 * loss.expectation()).round())
        };
        let score = Score::centipawns;
        assert_eq!(loss(score(40), score(-60)), (100, 14.0));
        assert_eq!(loss(score(-60), score(40)), (0, 0.0));
        assert_eq!(loss(Score::WIN, Score::win_in(9)), (0, 0.0));
        assert_eq!(loss(Score::WIN, score(3_000)), (0, 0.0));
        assert_eq!(loss(Score::win_in(3), score(0)), (2_000, 50.0));
        assert_eq!(loss(score(0), Score::loss_in(4)), (2_000, 50.0));
    }
}
