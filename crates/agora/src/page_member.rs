//! A page of the owner: a session of its own with engines, the tournament, and the tables of the server.

use std::sync::Arc;
use std::time::Duration;

use session::{Request, to_json};
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep};

use crate::conversation::{Conversation, error, has_word};
use crate::processes::Processes;
use crate::table::OWNER_WORDS;
use crate::tournament::{TOURNAMENT_WORDS, TournamentReply};
use crate::shared::Shared;

/// A page of the owner. Its engines end with it.
pub(crate) struct PageMember {
    conversation: Conversation<Processes>,
    shared: Arc<Shared>,
    began: Instant,
    _permit: OwnedSemaphorePermit,
}

impl PageMember {
    /// A page with a new session. `permit` is held until it closes.
    pub(crate) fn new(shared: Arc<Shared>, permit: OwnedSemaphorePermit) -> PageMember {
        let conversation = Conversation::new(Processes::new(Arc::clone(&shared.pool)));
        PageMember { conversation, shared, began: Instant::now(), _permit: permit }
    }

    fn now(&self) -> Duration {
        self.began.elapsed()
    }

    /// Answers a message.
    pub(crate) async fn answer(&mut self, text: String) -> String {
        if has_word(&text, &OWNER_WORDS) {
            return self.shared.tables.answer(&text).await;
        }
        if !has_word(&text, &TOURNAMENT_WORDS) {
            return self.conversation.answer(&text, self.now());
        }
        let shared = Arc::clone(&self.shared);
        // On a thread that may wait for the store.
        let answered = spawn_blocking(move || match &shared.tournament {
            Some(tournament) => tournament.answer(&text),
            None => Err("no tournament is watched".to_owned()),
        });
        match answered.await {
            Ok(Ok(TournamentReply::Record { text })) => {
                let now = self.now();
                to_json(&self.conversation.session.handle(Request::Load { text }, now))
            }
            Ok(Ok(reply)) => to_json(&reply),
            Ok(Err(message)) => error(message),
            Err(problem) => error(problem.to_string()),
        }
    }

    /// The next message that answers no request, if what happens has one. A call that is given up loses none.
    pub(crate) async fn next(&mut self) -> Option<String> {
        let to_flag = self.conversation.session.time_to_flag(self.now());
        tokio::select! {
            message = self.conversation.engines.next() => {
                let now = self.now();
                self.conversation.engine_message(message, now)
            }
            () = sleep(to_flag.unwrap_or_default()), if to_flag.is_some() => {
                let now = self.now();
                Some(self.conversation.time_is_up(now))
            }
        }
    }
}
