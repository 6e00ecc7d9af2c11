//! What a typed line means: turns and actions in any case, and what a mistyped one may have meant.

use abstract_game::GameError;
use abstract_game::facade::AnyMatch;

/// What a person types to end a turn in progress.
pub(super) const END: &str = "end";
/// How a game writes that a turn may end.
const MAY_END: &str = ".";
/// The similarity from which a word may have been meant.
const SIMILAR: f64 = 0.8;
/// The greatest number of words that are proposed.
const PROPOSED: usize = 3;

/// The match at the start of the turn in progress, and the texts of the actions of this turn.
fn at_turn_start(game: &dyn AnyMatch) -> (Box<dyn AnyMatch>, Vec<String>) {
    let mut start = game.boxed_clone();
    let pending = start.pending();
    while start.undo_action() {}
    (start, pending)
}

/// The actions of the turn in progress together with more of them, as a text.
fn joined(pending: &[String], more: &str) -> String {
    let more = more.trim_matches(',');
    let words = pending.iter().map(String::as_str).chain((!more.is_empty()).then_some(more));
    words.collect::<Vec<_>>().join(",")
}

/// The legal actions after those of the turn in progress and `typed`, which may end with a comma. `end` is one of them if the turn
/// may end there.
///
/// # Errors
/// `typed` is not the beginning of what can follow.
pub(super) fn next_actions(game: &dyn AnyMatch, typed: &str) -> Result<Vec<String>, GameError> {
    let (start, pending) = at_turn_start(game);
    let mut actions = start.legal_actions(&joined(&pending, typed))?;
    actions.iter_mut().filter(|action| *action == MAY_END).for_each(|action| END.clone_into(action));
    Ok(actions)
}

/// Plays a whole turn, or the next action of one. A text with a comma is a whole turn if it can be one; one action goes on with a turn
/// that does not end by it.
///
/// # Errors
/// The text is neither; the match does not change.
pub(super) fn play(game: &mut Box<dyn AnyMatch>, text: &str) -> Result<(), GameError> {
    let (mut start, pending) = at_turn_start(&**game);
    if text.eq_ignore_ascii_case(END) && !pending.is_empty() {
        start.play_turn(&joined(&pending, ""))?;
        *game = start;
        return Ok(());
    }
    let text = in_case(&**game, text);
    if text.contains(',') && !text.ends_with(',') && start.play_turn(&joined(&pending, &text)).is_ok() {
        *game = start;
        return Ok(());
    }
    let mut after = game.boxed_clone();
    for action in text.trim_end_matches(',').split(',') {
        after.play_action(action)?;
    }
    *game = after;
    Ok(())
}

/// The text with its actions as the game writes them, as far as they differ by white space or case only.
fn in_case(game: &dyn AnyMatch, text: &str) -> String {
    let mut written: Vec<String> = Vec::new();
    for word in text.split(',').map(str::trim) {
        let legal = next_actions(game, &written.join(",")).unwrap_or_default();
        let mut alike = legal.iter().filter(|action| action.eq_ignore_ascii_case(word));
        written.push(match (alike.next(), alike.next()) {
            _ if legal.iter().any(|action| action == word) => word.to_owned(),
            (Some(only), None) => only.clone(),
            _ => word.to_owned(),
        });
    }
    written.join(",")
}

/// Commands and turns that a person may have meant by a line that is neither: `Did you mean ...?`; `None` if nothing is like it.
pub(super) fn meant(game: &dyn AnyMatch, commands: &[&str], line: &str) -> Option<String> {
    let together = in_case(game, &line.replace(' ', ""));
    // The first actions that are legal stay, the first that is not is replaced.
    let words: Vec<&str> = together.split(',').collect();
    let Some(wrong) = (0..words.len()).find(|&last| next_actions(game, &words[..=last].join(",")).is_err())
    else {
        return (together != line).then(|| format!("Did you mean `{together}`?"));
    };
    let before = words[..wrong].join(",");
    let actions = next_actions(game, &before).unwrap_or_default();
    let commands = commands.iter().filter(|_| wrong == 0).map(|&command| command.to_owned());
    let similarity =
        |word: &String| strsim::jaro(&word.to_ascii_lowercase(), &words[wrong].to_ascii_lowercase());
    let mut similar: Vec<(f64, String)> = commands
        .chain(actions)
        .map(|word| (similarity(&word), word))
        .filter(|(like, _)| *like >= SIMILAR)
        .collect();
    similar.sort_by(|a, b| b.0.total_cmp(&a.0));
    similar.truncate(PROPOSED);
    let begin = if wrong == 0 { String::new() } else { before + "," };
    let proposals: Vec<String> = similar.into_iter().map(|(_, word)| format!("`{begin}{word}`")).collect();
    (!proposals.is_empty()).then(|| format!("Did you mean {}?", proposals.join(" or ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMANDS: [&str; 3] = ["help", "hint", "undo"];

    fn start(game: &str) -> Box<dyn AnyMatch> {
        games::by_name(game).unwrap().start()
    }

    #[test]
    fn the_case_of_actions_does_not_matter() {
        let mut game = start("snorkels");
        play(&mut game, "D4").unwrap();
        play(&mut game, "SWAP").unwrap();
        assert_eq!(game.turns(), ["d4", "swap"]);
        let mut game = start("nika");
        play(&mut game, "J4@N, K4K5>N").unwrap();
        assert_eq!(game.turns(), ["j4@n,k4k5>n"]);
        let mut game = start("symbol");
        play(&mut game, "k@D2").unwrap();
        assert_eq!(game.turns(), ["K@d2"]);
    }

    #[test]
    fn a_turn_is_played_action_by_action() {
        let mut game = start("nika");
        play(&mut game, "j4@n").unwrap();
        assert_eq!((game.turn_count(), game.pending()), (0, vec!["j4@n".to_owned()]));
        play(&mut game, "k4k5>n").unwrap();
        assert_eq!(game.turns(), ["j4@n,k4k5>n"]);
        // A comma may say that more follows.
        play(&mut game, "e8>e,").unwrap();
        assert!(play(&mut game, "e8>q").is_err() && game.pending() == ["e8>e"]);
        // This turn must go on.
        assert!(play(&mut game, "end").is_err() && game.pending() == ["e8>e"]);
        play(&mut game, "-").unwrap();
        assert_eq!(game.turns()[1], "e8>e,-");
    }

    #[test]
    fn end_ends_a_turn_that_may_end() {
        let mut game = start("symbol");
        ["K@d2", "K@d6", "+Ad2", "+Ad6"].iter().for_each(|turn| play(&mut game, turn).unwrap());
        // The other piece may still move.
        play(&mut game, "+Fd2").unwrap();
        assert_eq!((game.turn_count(), game.pending()), (4, vec!["+Fd2".to_owned()]));
        assert!(next_actions(&*game, "").unwrap().contains(&END.to_owned()));
        play(&mut game, "END").unwrap();
        assert_eq!((game.turn_count(), game.turns()[4].as_str()), (5, "+Fd2"));
    }

    #[test]
    fn mistyped_words_are_recognised() {
        let meant = |game: &str, line| meant(&*start(game), &COMMANDS, line);
        assert_eq!(meant("snorkels", "hlep").as_deref(), Some("Did you mean `help`?"));
        assert_eq!(meant("snorkels", "d44").as_deref(), Some("Did you mean `d4`?"));
        assert_eq!(meant("snorkels", "d 4").as_deref(), Some("Did you mean `d4`?"));
        assert_eq!(meant("snorkels", "zzz"), None);
        let turn = meant("nika", "j4@n,k4k5>m").unwrap();
        assert!(turn.contains("`j4@n,k4k5>n`"), "{turn}");
    }
}
