//! What a member may ask of a table.

use std::time::Duration;

use session::{Reply, Request, Session, read_request, to_json};

use super::game::TableGame;
use super::message::{MEMBER_WORDS, MemberRequest, Offer};
use crate::conversation::has_word;
use crate::message::EngineMessage;

/// An answer to a request that was not refused.
pub(super) enum Answer {
    /// This text. If a turn was played, the member's view has it already.
    Text(String),
    /// The state of the view, which is to follow the game if that has changed.
    State,
}

/// Answers a request of a person, or of a spectator (`None`), whose board is `view`.
pub(super) fn answer(
    game: &mut TableGame,
    view: &mut Session,
    person: Option<usize>,
    text: &str,
    now: Duration,
) -> Result<Answer, String> {
    let player = person.ok_or_else(|| "you watch this game: only its players change it".to_owned());
    if has_word(text, &MEMBER_WORDS) {
        match read_request(text)? {
            MemberRequest::Engines => {
                return Ok(Answer::Text(to_json(&EngineMessage::Engines { engines: Vec::new() })));
            }
            MemberRequest::Rematch => game.offer(player?, Offer::Rematch, now)?,
            MemberRequest::Accept { offer } => game.accept(player?, offer, now)?,
            MemberRequest::Decline { offer } => player.and_then(|_| game.decline(offer))?,
        }
        return Ok(Answer::State);
    }
    match read_request(text)? {
        request @ (Request::Games
        | Request::State
        | Request::Save
        | Request::Why(_)
        | Request::Preview { .. }
        | Request::Go { .. }) => return Ok(Answer::Text(to_json(&view.handle(request, now)))),
        request @ (Request::Act { .. } | Request::Turn { .. } | Request::UndoAction) => {
            game.check_turn(player?)?;
            if !view.is_live() {
                return Err("this is an earlier position: go to the last one to play".to_owned());
            }
            return act(game, view, request, now).map(Answer::Text);
        }
        Request::Resign { player: resigning } => game.resign(player?, resigning, now)?,
        Request::TakeBack => game.offer(player?, Offer::TakeBack, now)?,
        Request::Draw => game.offer(player?, Offer::Draw, now)?,
        Request::New { .. }
        | Request::Load { .. }
        | Request::Recover { .. }
        | Request::Remove { .. }
        | Request::Promote { .. }
        | Request::Comment { .. } => {
            return Err("the game of a table is only changed by its turns".to_owned());
        }
    }
    Ok(Answer::State)
}

/// Plays in the view of the player to act and, when the turn is complete, in the game.
fn act(game: &mut TableGame, view: &mut Session, request: Request, now: Duration) -> Result<String, String> {
    let reply = view.handle(request, now);
    if let Reply::State(state) = &reply
        && let Some(tree) = &state.tree
        && let Some(node) = tree.iter().find(|node| node.id == state.node && node.id != 0)
        && node.id != game.session.node()
        && let Err(problem) = game.play(node.turn.clone(), now)
    {
        // The view has a turn that the game refuses.
        view.follow(&game.session, now);
        return Err(problem);
    }
    Ok(to_json(&reply))
}
