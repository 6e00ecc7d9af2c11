//! A second implementation of a game's rules, compared with the real one.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::random::SplitMix64;
use crate::{End, Match, Player, Position, Reason, Rules, perft};

/// The positions of the rules that `S` implements a second time.
pub type RealPosition<S> = <<S as SecondImplementation>::Rules as Rules>::Position;

/// The actions of the rules that `S` implements a second time.
pub type RealAction<S> = <RealPosition<S> as Position>::Action;

/// The winner, or `None` for a draw, and the reason's text.
pub type SecondEnd = (Option<Player>, &'static str);

/// A position of a game whose rules are implemented a second time, for tests: sentence by sentence, easy to
/// check by reading, without regard to speed. It shares no code with the real implementation; the two
/// exchange texts.
pub trait SecondImplementation: Clone + fmt::Debug + Send + Sync {
    /// The real implementation.
    type Rules: Rules;
    /// An action, as this implementation represents it.
    type Action: Clone + PartialEq + fmt::Debug + Send + Sync;

    /// How many times a state must occur at the start of a turn to end the game. See
    /// [`repetition_state`](Self::repetition_state).
    const REPETITIONS: u32 = 3;

    /// Reads a position. `rules` gives the options that the text does not carry.
    ///
    /// # Errors
    /// What is wrong with the text.
    fn read_position(rules: &Self::Rules, text: &str) -> Result<Self, String>;

    /// The text of the position.
    fn text(&self) -> String;

    /// The player whose action is next. Without meaning when the game is over.
    fn player_to_act(&self) -> Player;

    /// The seat whose action is next, as an index into [`Rules::SEATS`]. Without meaning when the game is
    /// over.
    fn seat_to_act(&self) -> usize {
        self.player_to_act().index()
    }

    /// Whether a turn begins here.
    fn at_turn_start(&self) -> bool {
        true
    }

    /// How the game ended on this position, without regard to earlier positions.
    fn end(&self) -> Option<SecondEnd>;

    /// The legal actions, each once, in any order.
    fn actions(&self) -> Vec<Self::Action>;

    /// The number of legal actions.
    fn count_actions(&self) -> usize {
        self.actions().len()
    }

    /// Whether `action` is legal.
    fn is_legal(&self, action: &Self::Action) -> bool {
        self.actions().contains(action)
    }

    /// The text of an action.
    fn action_text(action: &Self::Action) -> String;

    /// Reads a well-formed action, legal or not.
    fn read_action(text: &str) -> Option<Self::Action>;

    /// Plays a legal action.
    ///
    /// # Panics
    /// If the action is not legal; the implementation may also leave that unnoticed.
    fn play(&mut self, action: &Self::Action);

    /// The action that does nothing but end the turn, if it is legal.
    fn end_turn(&self) -> Option<Self::Action> {
        None
    }

    /// What must be equal for two positions at the start of a turn to count as a repetition. `None` where
    /// repetition cannot happen.
    fn repetition_state(&self) -> Option<String> {
        None
    }

    /// The winner if the game ended here in what is normally a draw.
    fn winner_of_draw(&self) -> Option<Player> {
        None
    }

    /// Compares with the real position whatever else both know.
    fn compare_more(&self, real: &RealPosition<Self>) {
        let _ = real;
    }

    /// The position after a legal action.
    #[must_use]
    fn after(&self, action: &Self::Action) -> Self {
        let mut next = self.clone();
        next.play(action);
        next
    }
}

/// A game in both implementations. Every method panics when they differ, with a message that names the
/// position.
#[derive(Clone, Debug)]
pub struct Comparison<S: SecondImplementation> {
    rules: S::Rules,
    real: Match<RealPosition<S>>,
    second: S,
    /// The states at the starts of turns, with the number of their occurrences.
    states: BTreeMap<String, u32>,
    /// With regard to repetition.
    end: Option<SecondEnd>,
}

impl<S: SecondImplementation> Comparison<S> {
    /// A game from a position that both implementations hold already.
    #[must_use]
    pub fn new(rules: S::Rules, real: RealPosition<S>, second: S) -> Self {
        let mut game =
            Comparison { rules, real: Match::new(real), second, states: BTreeMap::new(), end: None };
        game.update_end();
        game
    }

    /// A game from a position of the second implementation, which the real one reads.
    #[track_caller]
    #[must_use]
    pub fn of(rules: S::Rules, second: S) -> Self {
        let text = second.text();
        let real = rules.read_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        Comparison::new(rules, real, second)
    }

    /// A game from a text, which both read.
    #[track_caller]
    #[must_use]
    pub fn read(rules: S::Rules, text: &str) -> Self {
        let second = S::read_position(&rules, text);
        let second = second.unwrap_or_else(|error| panic!("the second implementation: {text}: {error}"));
        let real = rules.read_position(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        Comparison::new(rules, real, second)
    }

    /// The position of the real implementation.
    #[must_use]
    pub fn real(&self) -> &RealPosition<S> {
        self.real.position()
    }

    /// The position of the second implementation.
    #[must_use]
    pub fn second(&self) -> &S {
        &self.second
    }

    /// How the game ended according to the second implementation, repetition included.
    #[must_use]
    pub fn end(&self) -> Option<SecondEnd> {
        self.end
    }

    /// The same as text: `P1 wins by capture`, `draw by passes` or `not over`.
    #[must_use]
    pub fn result(&self) -> String {
        let text = |(winner, reason)| End { winner, reason: Reason::new(reason) }.to_string();
        self.end.map_or("not over".into(), text)
    }

    /// Compares everything, and returns the legal actions.
    #[track_caller]
    pub fn check(&self) -> Vec<S::Action> {
        let text = self.check_state();
        let actions = self.second.actions();
        let mut expected: Vec<String> = actions.iter().map(S::action_text).collect();
        expected.sort_unstable();
        let real = self.real();
        let mut found: Vec<String> = real.actions().iter().map(|&a| real.action_text(a)).collect();
        found.sort_unstable();
        if found != expected {
            let sets: [BTreeSet<&String>; 2] = [found.iter().collect(), expected.iter().collect()];
            let missing: Vec<_> = sets[1].difference(&sets[0]).collect();
            let surplus: Vec<_> = sets[0].difference(&sets[1]).collect();
            panic!("on {text}\n  missing: {missing:?}\n  too many, or twice: {surplus:?}");
        }
        assert_eq!(real.count_actions(), found.len(), "{text}");
        assert_eq!(real.end().is_some(), found.is_empty(), "{text}");
        let end_turn = real.end_turn().map(|action| real.action_text(action));
        assert_eq!(end_turn, self.second.end_turn().as_ref().map(S::action_text), "{text}");
        actions
    }

    /// Compares everything but the lists of legal actions, and returns the text of the position.
    #[track_caller]
    pub fn check_state(&self) -> String {
        let (real, second) = (self.real(), &self.second);
        let text = second.text();
        assert_eq!(real.to_string(), text);
        assert_eq!(real.key(), real.key_from_scratch(), "{text}");
        assert_eq!(real.at_turn_start(), second.at_turn_start(), "{text}");
        assert_eq!(in_words(real.end()), second.end(), "{text}");
        assert_eq!(in_words(self.real.result()), self.end, "{text}");
        if second.end().is_none() {
            assert_eq!(real.player_to_act(), second.player_to_act(), "{text}");
            assert_eq!(real.seat_to_act(), second.seat_to_act(), "{text}");
        }
        if second.at_turn_start() {
            let rule = second.repetition_state().map(|_| S::REPETITIONS);
            assert_eq!(RealPosition::<S>::REPETITIONS, rule, "the rule of repetition on {text}");
        }
        let draw = real.settle_draw(Reason::AGREEMENT).winner;
        assert_eq!(draw, second.winner_of_draw(), "a draw on {text}");
        second.compare_more(real);
        text
    }

    /// Reads the text of the position with the real implementation, and compares the result.
    #[track_caller]
    pub fn check_reading(&self) {
        let text = self.second.text();
        let read = self.rules.read_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(&read, self.real(), "{text}");
    }

    /// Plays an action in both. The real implementation reads its text, and writes it back unchanged.
    #[track_caller]
    pub fn play(&mut self, action: &S::Action) {
        let text = S::action_text(action);
        let read = self.read_action(&text);
        let mut played = self.real().clone();
        played.play(read);
        self.real.try_play(read).unwrap_or_else(|error| panic!("{text} on {}: {error}", self.real()));
        assert_eq!(&played, self.real(), "after {text}");
        self.second.play(action);
        self.update_end();
    }

    /// Plays actions given by their texts, joined by commas, and compares everything before, between and
    /// after them.
    #[track_caller]
    pub fn play_all(&mut self, actions: &str) {
        let mut legal = self.check();
        for text in actions.split(',') {
            let action = legal.iter().find(|&action| S::action_text(action) == text);
            let action = action.unwrap_or_else(|| {
                panic!("{text} is not legal on {}: {}", self.second.text(), self.action_texts().join(" "))
            });
            self.play(action);
            legal = self.check();
        }
    }

    /// Compares the lists of legal actions, and returns their texts, sorted.
    #[track_caller]
    pub fn action_texts(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.check().iter().map(S::action_text).collect();
        texts.sort_unstable();
        texts
    }

    /// Neither implementation knows `action` as legal, and the real one's message contains `words`.
    #[track_caller]
    pub fn check_refusal(&self, action: &str, words: &str) {
        let text = self.second.text();
        assert!(!self.action_texts().contains(&action.to_string()), "{action} is legal on {text}");
        let Err(error) = self.real().read_action(action) else { panic!("{action} is read on {text}") };
        check_message(&format!("{action} on {text}"), &error, words);
    }

    /// Plays legal actions, each on a copy, and compares the positions that they lead to. At most `limit` of
    /// them are played, spread over all. `also` is called with each.
    #[track_caller]
    pub fn check_successors(&self, limit: usize, mut also: impl FnMut(&S::Action, RealAction<S>)) {
        let actions = self.check();
        for action in actions.iter().step_by(1 + actions.len() / limit.max(1)) {
            let mut next = Comparison::new(self.rules.clone(), self.real().clone(), self.second.clone());
            next.play(action);
            next.check_state();
            if next.second.end().is_none() {
                next.check_reading();
            }
            also(action, self.read_action(&S::action_text(action)));
        }
    }

    /// Compares everything on every position that at most `depth` actions lead to. Returns the number of positions
    /// after 0, 1, ... `depth` actions.
    #[track_caller]
    pub fn check_tree(&self, depth: usize) -> Vec<u64> {
        let mut counts = Vec::from([1]);
        counts.resize(depth + 1, 0);
        for action in self.check() {
            if depth == 0 {
                break;
            }
            let mut next = self.clone();
            next.play(&action);
            for (count, more) in counts[1..].iter_mut().zip(next.check_tree(depth - 1)) {
                *count += more;
            }
        }
        counts
    }

    /// Both count the same numbers of sequences of 1, 2, ... `depth` actions. Returns the last number.
    #[track_caller]
    pub fn check_perft(&self, depth: u32) -> u64 {
        let expected = perft_of_second(&self.second, depth);
        let found: Vec<u64> = (1..=depth).map(|depth| perft::count(self.real(), depth)).collect();
        assert_eq!(found, expected, "{}", self.second.text());
        expected.last().copied().unwrap_or(1)
    }

    /// The real implementation reads a text as an action exactly when the second one lists it as legal. `texts`
    /// passes each well-formed text of an action once, legal or not, to its argument. Returns their number.
    #[track_caller]
    pub fn check_action_texts(&self, texts: impl FnOnce(&S, &mut dyn FnMut(&str))) -> u64 {
        let real = self.real();
        let mut legal: BTreeSet<String> = self.second.actions().iter().map(S::action_text).collect();
        let mut count = 0;
        texts(&self.second, &mut |text| {
            count += 1;
            match real.read_action(text) {
                Ok(action) => {
                    assert!(legal.remove(text), "{text} is read, or comes twice, on {real}");
                    assert!(real.is_legal(action), "{text} on {real}");
                }
                Err(error) => {
                    assert!(!legal.contains(text), "{text} is refused on {real}: {error}");
                    assert!(!error.to_string().is_empty());
                }
            }
        });
        assert!(legal.is_empty(), "not among the well-formed texts: {legal:?} on {real}");
        count
    }

    /// Draws `count` of the real implementation's actions.
    pub(super) fn draw_actions(&self, random: &mut SplitMix64, count: usize) -> Vec<S::Action> {
        let (real, actions) = (self.real(), self.real().actions());
        let draw = |_| {
            let action = *random.choose(&actions).expect("a game that is not over has actions");
            let text = real.action_text(action);
            S::read_action(&text).unwrap_or_else(|| panic!("{text} on {real} is not read"))
        };
        (0..count).map(draw).collect()
    }

    /// Reads an action with the real implementation, which writes it back unchanged.
    #[track_caller]
    fn read_action(&self, text: &str) -> RealAction<S> {
        let real = self.real();
        let action = real.read_action(text).unwrap_or_else(|error| panic!("{text} on {real}: {error}"));
        assert_eq!(real.action_text(action), text, "{real}");
        action
    }

    fn update_end(&mut self) {
        let mut repeated = false;
        if self.second.at_turn_start()
            && let Some(state) = self.second.repetition_state()
        {
            let count = self.states.entry(state).or_default();
            *count += 1;
            repeated = *count >= S::REPETITIONS;
        }
        let repetition = || (self.second.winner_of_draw(), Reason::REPETITION.as_str());
        self.end = self.second.end().or_else(|| repeated.then(repetition));
    }
}

/// The numbers of sequences of exactly 1, 2, ... `depth` actions, counted by the second implementation.
#[must_use]
pub fn perft_of_second<S: SecondImplementation>(position: &S, depth: u32) -> Vec<u64> {
    fn add<S: SecondImplementation>(position: &S, counts: &mut [u64]) {
        match counts {
            [] => {}
            [count] => *count += position.count_actions() as u64,
            [count, deeper @ ..] => {
                let actions = position.actions();
                *count += actions.len() as u64;
                for action in actions {
                    add(&position.after(&action), deeper);
                }
            }
        }
    }
    let mut counts = alloc::vec![0; depth as usize];
    add(position, &mut counts);
    counts
}

fn in_words(end: Option<End>) -> Option<SecondEnd> {
    end.map(|end| (end.winner, end.reason.as_str()))
}

/// The message of an error contains `words`.
#[track_caller]
pub(super) fn check_message(what: &str, error: &impl fmt::Display, words: &str) {
    let message = error.to_string();
    assert!(message.contains(words), "{what}\n  is refused with: {message}\n  not with: {words}");
}
