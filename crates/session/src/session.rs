//! The session: requests change a tree and a match.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use abstract_game::facade::{AnyMatch, AnyRules, GameError};
use abstract_game::view::EventView;
use abstract_game::{End, Player, Reason};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::Clock;
use crate::message::{ClockRequest, ClockView, GameInfo, KeptClock, Preview, Reply, Request, State};
use crate::tree::{Header, MAX_TURNS, Node, NodeId, TIME, Tree};

/// The greatest length of a message in bytes.
pub const MAX_MESSAGE: usize = 256 * 1024;
/// The greatest number of turns of a [preview](crate::Request::Preview).
pub const MAX_PREVIEW: usize = 100;

/// The greatest number of characters of what a message says about a text that is no request: it repeats words of the text.
const MAX_PROBLEM: usize = 400;

/// Reads a request in JSON.
///
/// # Errors
/// The text is no such request, or is longer than [`MAX_MESSAGE`].
pub fn read_request<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    if text.len() > MAX_MESSAGE {
        return Err(format!("a message has at most {MAX_MESSAGE} bytes, not {}", text.len()));
    }
    serde_json::from_str(text)
        .map_err(|problem| format!("not a request: {}", printable::cut(&problem.to_string(), MAX_PROBLEM)))
}

/// The state behind one board.
pub struct Session {
    /// Shared with the [followers](Session::follower).
    rules: Arc<dyn AnyRules>,
    /// The start position, if it is not that of the rules.
    start: Option<String>,
    players: [String; 2],
    game: Box<dyn AnyMatch>,
    tree: Tree,
    node: NodeId,
    live: NodeId,
    clock: Option<Clock>,
    revision: u64,
    /// Whether the tree changed since the last state.
    tree_changed: bool,
    /// What the last text that was read had and this session has not.
    problem: Option<String>,
}

/// What an engine needs to search the present position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchInput {
    /// The name of the game.
    pub game: &'static str,
    /// The options of the rules as an engine names them, after the title of the game and a dot, and their values.
    pub rules: Vec<(String, String)>,
    /// The text of the start position.
    pub start: String,
    /// The turns since.
    pub turns: Vec<String>,
    /// The player to act.
    pub player: Player,
}

impl Default for Session {
    fn default() -> Self {
        Session::new()
    }
}

impl Session {
    /// The first game of the registry with the default options.
    ///
    /// # Panics
    /// Never: the registry has a game.
    pub fn new() -> Session {
        let new =
            Session::open(Header { game: games::DEFAULT.into(), ..Header::default() }, Tree::new(), None);
        new.unwrap_or_else(|error| panic!("the default game does not open: {error}"))
    }

    /// A session at the end of the main line of a tree, without its illegal turns. `problem`: what the tree lacks already.
    fn open(header: Header, mut tree: Tree, problem: Option<String>) -> Result<Session, String> {
        let mut rules = games::by_name(&header.game).map_err(|error| error.to_string())?;
        rules.set_options(&header.rules).map_err(|error| error.to_string())?;
        let game = begin(&*rules, header.start.as_deref()).map_err(text)?;
        let illegal = illegal_turns(game.boxed_clone(), &tree);
        for &(node, _) in &illegal {
            tree.remove(node)?;
        }
        let problem = illegal.into_iter().next().map(|(_, problem)| problem).or(problem);
        let live = std::iter::successors(Some(0), |&id| tree.node(id)?.children.first().copied()).last();
        let (rules, start, live) = (Arc::from(rules), header.start, live.unwrap_or(0));
        let mut session = Session {
            rules,
            start,
            players: header.players,
            game,
            tree,
            node: 0,
            live,
            clock: None,
            revision: 0,
            tree_changed: true,
            problem,
        };
        session.go(live)?;
        Ok(session)
    }

    /// Answers a request given as JSON with JSON. `now` is the present time, counted from any fixed moment.
    pub fn handle_text(&mut self, request: &str, now: Duration) -> String {
        to_json(&read_request(request).map_or_else(error, |request| self.handle(request, now)))
    }

    /// Answers a request.
    pub fn handle(&mut self, request: Request, now: Duration) -> Reply {
        self.settle_clock(now);
        let result = match request {
            Request::Games => return Reply::Games { games: game_list() },
            Request::Save => return Reply::Text { text: self.save() },
            Request::Why(attempt) => return Reply::Why { message: self.game.why_not(&attempt) },
            Request::Preview { node, turns } => {
                return self.preview(node, &turns).unwrap_or_else(error);
            }
            Request::State => Ok(self.with_tree()),
            Request::New { game, options, position, clock } => {
                let start = position.filter(|text| !text.trim().is_empty());
                let header =
                    Header { game, rules: options.into_iter().collect(), start, ..Header::default() };
                Session::open(header, Tree::new(), None)
                    .and_then(|new| self.replace(new, clock.map(new_clock)))
            }
            Request::Load { text } => self.load(&text),
            Request::Recover { text, line, clock } => self.recover(&text, line, clock, now),
            Request::Act { action } => self.play(now, |game| game.play_action(&action)),
            Request::Turn { turn } => self.play(now, |game| game.play_turn(&turn)),
            Request::UndoAction => {
                let undone = self.check_running().is_ok() && self.game.undo_action();
                undone.then(Vec::new).ok_or_else(|| "no action of this turn was played".to_owned())
            }
            Request::TakeBack => self.take_back(now),
            Request::Go { node } => self.go(node),
            Request::Remove { node } => self.remove(node),
            Request::Promote { node } => self.tree.promote(node).map(|()| self.with_tree()),
            Request::Comment { node, text } => self.tree.comment(node, &text).map(|()| self.with_tree()),
            Request::Resign { player } => match Player::BOTH.get(player) {
                Some(player) => self.end_game(End::win(player.opponent(), Reason::RESIGNATION), now),
                None => Err(format!("there is no player {player}: expected 0 or 1")),
            },
            Request::Draw => self.end_game(End::draw(Reason::AGREEMENT), now),
        };
        result.map_or_else(error, |events| {
            self.revision += 1;
            let with_tree = std::mem::take(&mut self.tree_changed);
            let problem = self.problem.take();
            Reply::State(Box::new(State { problem, ..self.view(events, with_tree, now) }))
        })
    }

    /// The state, with the tree.
    pub fn state(&self) -> State {
        self.view(Vec::new(), true, Duration::ZERO)
    }

    /// A number that differs after every change.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The seat to act at the present node.
    pub fn seat(&self) -> usize {
        self.game.seat_to_act()
    }

    /// The present node.
    pub fn node(&self) -> NodeId {
        self.node
    }

    /// Whether the present node is the one at which the game is played.
    pub fn is_live(&self) -> bool {
        self.node == self.live
    }

    /// What an engine needs to search the present position; `None` when the game is over.
    pub fn search_input(&self) -> Option<SearchInput> {
        if self.ended().is_some() {
            return None;
        }
        let game = &self.game;
        let within_turn = !game.pending().is_empty();
        let title = self.rules.title();
        let option = |(name, value)| (format!("{title}.{name}"), value);
        Some(SearchInput {
            game: self.rules.name(),
            rules: self.rules.option_values().into_iter().map(option).collect(),
            // The text of a position includes the state within a turn, but not the history.
            start: if within_turn { game.position_text() } else { game.start_text() },
            turns: if within_turn { Vec::new() } else { game.turns() },
            player: game.player_to_act(),
        })
    }

    /// What an engine needs to search what the opponent threatens: the present position as if the player to act had skipped
    /// this turn. `None` within a turn, when the game is over, and where the opponent cannot act.
    pub fn threat_input(&self) -> Option<SearchInput> {
        let input = self.search_input()?;
        let start = self.game.skip_turn()?;
        Some(SearchInput { start, turns: Vec::new(), player: input.player.opponent(), ..input })
    }

    /// The time left to both players and the increment.
    pub fn clocks(&self, now: Duration) -> Option<([Duration; 2], Duration)> {
        let clock = self.clock.as_ref().filter(|_| self.node == self.live)?;
        Some((Player::BOTH.map(|player| clock.left(player, now)), clock.increment()))
    }

    /// The time until the clock of a player runs out; `None` if no clock runs.
    pub fn time_to_flag(&self, now: Duration) -> Option<Duration> {
        let clock = self.clock.as_ref()?;
        Some(clock.left(clock.running()?, now))
    }

    /// The clocks from now on, which do not run yet.
    pub fn set_clock(&mut self, clock: Option<Clock>) {
        self.clock = clock;
    }

    /// Starts the clock of the player to act, if there are clocks, none runs, and the game is not over.
    pub fn start_clock(&mut self, now: Duration) {
        let (player, runs) = (self.game.player_to_act(), self.check_running().is_ok());
        if let Some(clock) = self.clock.as_mut().filter(|clock| runs && clock.running().is_none()) {
            clock.start(player, now);
            self.revision += 1;
        }
    }

    /// Another board of the same game, which can step through it on its own. It is where this one is.
    #[must_use]
    pub fn follower(&self) -> Session {
        Session {
            rules: Arc::clone(&self.rules),
            start: self.start.clone(),
            players: self.players.clone(),
            game: self.game.boxed_clone(),
            tree: self.tree.clone(),
            node: self.node,
            live: self.live,
            clock: self.clock.clone(),
            revision: self.revision,
            tree_changed: true,
            problem: None,
        }
    }

    /// Takes over what changed in the session whose [follower](Self::follower) this is, which is at its live node. A
    /// follower that was at the live node goes on with the game; another one stays, if its node is still there.
    pub fn follow(&mut self, leader: &Session, now: Duration) -> State {
        let same = Arc::ptr_eq(&self.rules, &leader.rules);
        let stays = same && self.node != self.live && leader.tree.node(self.node).is_some();
        let is_next =
            leader.tree.node(leader.node).is_some_and(|node| node.id != 0 && node.parent == self.node);
        let (events, revision) =
            (if stays || !is_next { Vec::new() } else { leader.game.event_views(0) }, self.revision + 1);
        let new = Session { revision, tree_changed: false, ..leader.follower() };
        let old = std::mem::replace(self, new);
        if stays {
            (self.node, self.game) = (old.node, old.game);
        }
        self.view(events, true, now)
    }

    /// No events; the next state has the tree.
    fn with_tree(&mut self) -> Vec<EventView> {
        self.tree_changed = true;
        Vec::new()
    }

    /// Puts a new session in the place of this one.
    fn replace(&mut self, new: Session, clock: Option<Clock>) -> Result<Vec<EventView>, String> {
        *self = Session { clock, revision: self.revision, ..new };
        Ok(self.game.event_views(0))
    }

    fn load(&mut self, text: &str) -> Result<Vec<EventView>, String> {
        let (header, tree, problem) = Tree::read(text)?;
        let mut new = Session::open(header, tree, problem)?;
        new.problem.take().map_or_else(|| self.replace(new, None), Err)
    }

    fn recover(
        &mut self,
        text: &str,
        line: Option<Vec<String>>,
        clock: Option<KeptClock>,
        now: Duration,
    ) -> Result<Vec<EventView>, String> {
        let (header, tree, problem) = Tree::read(text)?;
        let mut new = Session::open(header, tree, problem)?;
        if let Some(line) = line {
            let after = |node: NodeId, turn: &String| {
                new.tree
                    .children(node)
                    .find(|child| child.turn == *turn)
                    .map_or(Err(node), |child| Ok(child.id))
            };
            let (Ok(live) | Err(live)) = line.iter().try_fold(0, after);
            new.live = live;
            new.go(live)?;
        }
        let clock = clock.map(|kept| {
            let left = kept.left.map(Duration::from_millis);
            let mut clock = Clock::with_left(left, Duration::from_millis(kept.increment));
            if kept.running && new.ended().is_none() {
                clock.start(new.game.player_to_act(), now);
            }
            clock
        });
        self.replace(new, clock)
    }

    fn save(&self) -> String {
        let options = self.rules.changed_options().into_iter();
        let rules = options.map(|(name, value)| (name.to_owned(), value)).collect();
        let (game, start, players) = (self.rules.name().to_owned(), self.start.clone(), self.players.clone());
        self.tree.write(&Header { game, rules, start, players })
    }

    /// Plays with `play`; if a turn ends, its node becomes the present one.
    fn play(
        &mut self,
        now: Duration,
        play: impl FnOnce(&mut dyn AnyMatch) -> Result<(), GameError>,
    ) -> Result<Vec<EventView>, String> {
        self.check_running()?;
        // A copy: the tree may be full.
        let mut game = self.game.boxed_clone();
        let before = game.turn_count();
        if before >= MAX_TURNS {
            return Err(format!("a game has at most {MAX_TURNS} turns"));
        }
        let (mover, pending) = (game.player_to_act(), game.pending().len());
        play(&mut *game).map_err(text)?;
        if game.turn_count() > before {
            let node = self.tree.add(self.node, &game.turns().pop().unwrap_or_default())?;
            if self.node != self.live && self.clock.as_ref().is_none_or(|clock| clock.running().is_none()) {
                // The game continues in a branch, where the clocks of the other one mean nothing.
                self.clock = None;
                self.live = self.node;
            }
            if self.node == self.live {
                self.live = node;
                if let Some(clock) = &mut self.clock {
                    clock.turn_ended(mover, game.player_to_act(), now);
                    if game.result().is_some() {
                        clock.stop(now);
                    }
                }
            }
            self.node = node;
            self.tree_changed = true;
        }
        self.game = game;
        Ok(self.game.event_views(pending))
    }

    fn take_back(&mut self, now: Duration) -> Result<Vec<EventView>, String> {
        if self.node == 0 {
            return Err("no turn was played".to_owned());
        }
        let live = self.node == self.live;
        let removed = self.remove(self.node);
        if let Some(clock) = self.clock.as_mut().filter(|_| live) {
            clock.start(self.game.player_to_act(), now);
        }
        removed
    }

    /// Goes to a node. The events are those of the turn that leads there.
    fn go(&mut self, node: NodeId) -> Result<Vec<EventView>, String> {
        self.game = self.game_at(node)?;
        self.node = node;
        Ok(self.game.event_views(0))
    }

    /// The match at a node of the tree, whose turns are legal: they were checked when they were added.
    fn game_at(&self, node: NodeId) -> Result<Box<dyn AnyMatch>, String> {
        let mut game = begin(&*self.rules, self.start.as_deref()).map_err(text)?;
        let mut nodes = self.tree.path(node)?.into_iter().filter_map(|id| self.tree.node(id));
        nodes.try_for_each(|node| game.play_turn(&node.turn)).map_err(text)?;
        Ok(game)
    }

    /// The position after some turns, which are not played.
    fn preview(&self, node: Option<NodeId>, turns: &[String]) -> Result<Reply, String> {
        if turns.len() > MAX_PREVIEW {
            return Err(format!("a preview has at most {MAX_PREVIEW} turns, not {}", turns.len()));
        }
        // Without a node and turns nothing has happened.
        let (mut game, mut skipped) = match node {
            Some(node) => (self.game_at(node)?, 0),
            None => (self.game.boxed_clone(), usize::MAX),
        };
        for turn in turns {
            skipped = game.pending().len();
            game.play_turn(turn).map_err(text)?;
        }
        Ok(Reply::Preview(Box::new(Preview {
            position: game.position_text(),
            seat: game.seat_to_act(),
            scene: game.scene(),
            events: game.event_views(skipped),
            end: game.result(),
        })))
    }

    fn remove(&mut self, node: NodeId) -> Result<Vec<EventView>, String> {
        let parent = self.tree.remove(node)?;
        if self.tree.node(self.live).is_none() {
            self.live = parent;
        }
        if self.tree.node(self.node).is_none() {
            self.go(parent)?;
        }
        Ok(self.with_tree())
    }

    fn end_game(&mut self, end: End, now: Duration) -> Result<Vec<EventView>, String> {
        self.check_running()?;
        // The end belongs to the position between two turns.
        while self.game.undo_action() {}
        self.tree.node_mut(self.node)?.ending = Some(end);
        if let Some(clock) = self.clock.as_mut().filter(|_| self.node == self.live) {
            clock.stop(now);
        }
        Ok(Vec::new())
    }

    /// Ends the game if the time of a player is up.
    pub fn settle_clock(&mut self, now: Duration) {
        if let Some(clock) = &mut self.clock
            && let Some(player) = clock.running()
            && clock.left(player, now).is_zero()
            && let Ok(node) = self.tree.node_mut(self.live)
        {
            clock.stop(now);
            node.ending = Some(End::win(player.opponent(), TIME));
            self.revision += 1;
        }
    }

    fn check_running(&self) -> Result<(), String> {
        self.ended().map_or(Ok(()), |end| Err(format!("the game is over: {end}")))
    }

    /// The end of the game at the present node.
    pub fn ended(&self) -> Option<End> {
        self.game.result().or(self.tree.node(self.node)?.ending)
    }

    fn view(&self, events: Vec<EventView>, with_tree: bool, now: Duration) -> State {
        let game = &self.game;
        let end = self.ended();
        let milliseconds = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        State {
            revision: self.revision,
            game: self.rules.name(),
            options: self.rules.changed_options().into_iter().collect(),
            position: game.position_text(),
            players: self.players.clone(),
            seats: self.rules.seats(),
            seat: game.seat_to_act(),
            scene: game.scene(),
            actions: if end.is_some() { Vec::new() } else { game.action_views() },
            pending: game.pending(),
            node: self.node,
            live: self.live,
            end,
            events,
            tree: with_tree.then(|| self.tree_view()),
            clock: self.clock.as_ref().map(|clock| ClockView {
                left: Player::BOTH.map(|player| milliseconds(clock.left(player, now))),
                increment: milliseconds(clock.increment()),
                running: clock.running(),
            }),
            problem: None,
        }
    }

    fn tree_view(&self) -> Vec<Node> {
        let root = self.tree.node(0).filter(|root| !root.comment.is_empty());
        root.into_iter().chain(self.tree.nodes()).cloned().collect()
    }
}

/// A match at the start of the rules or at another position.
fn begin(rules: &dyn AnyRules, start: Option<&str>) -> Result<Box<dyn AnyMatch>, GameError> {
    start.map_or_else(|| Ok(rules.start()), |text| rules.read_position(text))
}

/// The clocks of a new game.
fn new_clock(clock: ClockRequest) -> Clock {
    let seconds = |seconds: u32| Duration::from_secs(seconds.into());
    Clock::new(seconds(clock.seconds), seconds(clock.increment))
}

/// The illegal turns of a tree, and those beyond the greatest number of turns, but not what follows them.
fn illegal_turns(mut game: Box<dyn AnyMatch>, tree: &Tree) -> Vec<(NodeId, String)> {
    // The nodes come each after its parent, so the match only goes back to a common ancestor.
    let mut line: Vec<NodeId> = vec![0];
    let mut illegal = Vec::new();
    let mut left_out = BTreeSet::new();
    for node in tree.nodes() {
        if left_out.contains(&node.parent) {
            left_out.insert(node.id);
            continue;
        }
        while line.last() != Some(&node.parent) {
            line.pop();
            game.undo();
        }
        let played = if line.len() > MAX_TURNS {
            Err(format!("a game has at most {MAX_TURNS} turns"))
        } else {
            let played = game.play_turn(&node.turn);
            played.map_err(|error| format!("turn {}, `{}`: {error}", line.len(), node.turn))
        };
        match played {
            Ok(()) => line.push(node.id),
            Err(problem) => {
                left_out.insert(node.id);
                illegal.push((node.id, problem));
            }
        }
    }
    illegal
}

fn text(error: GameError) -> String {
    error.to_string()
}

fn error(message: String) -> Reply {
    Reply::Error { message }
}

/// Writes a reply, or any message of a transport, as JSON.
pub fn to_json(message: &impl Serialize) -> String {
    serde_json::to_string(message).unwrap_or_else(|error| format!(r#"{{"is":"error","message":"{error}"}}"#))
}

/// The games of the registry.
fn game_list() -> Vec<GameInfo> {
    let info = |rules: Box<dyn AnyRules>| GameInfo {
        name: rules.name(),
        title: rules.title(),
        seats: rules.seats(),
        options: rules.options(),
    };
    games::names().filter_map(|name| games::by_name(name).ok()).map(info).collect()
}
