//! The sample game with one deliberate defect: mutants for the conformance suite to find.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use abstract_game::encode::{Encode, Planes};
use abstract_game::sample::{Heaps, Take, TakeTwo};
use abstract_game::view::{ActionView, CellView, Change, Choice, EventView, PieceView, Scene, View};
use abstract_game::{End, GameError, OptionError, OptionSpec, Player, Position, Rules, Symmetry};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Defect {
    #[default]
    None,
    ActionTwice,
    AppendsInAnotherOrder,
    CanCheat,
    ClearsTheList,
    ChoosesTheNext,
    CountsOneMore,
    DrawsNothing,
    DrawsNewlineAtEnd,
    DrawsOneLine,
    EncodesBeyondTheLast,
    EncodesTooFewPlanes,
    EncodesTooLargeNumbers,
    EncodesTooManyParts,
    EndTurnAtOnce,
    ExchangesNobody,
    ExchangesOnlyOnce,
    ForgetsAnAction,
    GeneratesTooMuch,
    HashesItsRoute,
    IsLegalSaysNo,
    KeyForgottenAtEndOfTurn,
    KeyHoldsItsRoute,
    KeyOfTheSumOnly,
    MapsActionsOnly,
    MapsNoActions,
    MapsToOtherHeaps,
    MirrorsAndExchanges,
    MirrorsInsteadOfExchanging,
    PassesThePlayerOn,
    PlaysFirstActionOnError,
    PlaysOutOneMore,
    PlaysOutTheFirst,
    ReadsAnyPosition,
    ReadsFirstAction,
    ReadsIllegal,
    ReadsUnfinishedAsWhole,
    RestConstant,
    RestWithdrawn,
    SameChoicesForAll,
    SameTextForAll,
    ShowsAPieceBesideTheBoard,
    ShowsAnEventBesideTheBoard,
    SkipsNoTurn,
    SkipsTheTurnAndACounter,
    SkipsWithinTheTurn,
    StuckOnLastCounter,
    TakesWhenOver,
    TextOfTwoWords,
    TriesFirstAction,
    TurnOpenWhenOver,
    TwoSpaces,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BrokenRules(pub(crate) Defect);

#[derive(Clone, Debug)]
pub(crate) struct Broken {
    inner: Heaps,
    defect: Defect,
    /// How it came about: the number of actions played. Equality rightly does not look at it.
    route: u64,
    /// The key as kept up to date.
    key: u64,
    /// Read from a text that is no position.
    unsound: bool,
}

impl Broken {
    fn new(inner: Heaps, defect: Defect) -> Broken {
        let key = inner.key();
        Broken { inner, defect, route: 0, key, unsound: false }
    }

    fn has(&self, defect: Defect) -> bool {
        self.defect == defect
    }

    fn is_over(&self) -> bool {
        self.inner.end().is_some()
    }

    /// The heaps in reverse order.
    fn reversed(&self) -> Heaps {
        let text = self.inner.to_string();
        let (heaps, rest) = text.split_once(' ').unwrap();
        let heaps: Vec<&str> = heaps.rsplit(',').collect();
        crate::heaps(&format!("{} {rest}", heaps.join(",")))
    }

    fn is_stuck(&self) -> bool {
        self.has(Defect::StuckOnLastCounter) && self.inner.max_remaining_turns() == Some(1)
    }
}

impl PartialEq for Broken {
    fn eq(&self, other: &Self) -> bool {
        self.inner == other.inner
    }
}

impl Eq for Broken {}

impl Hash for Broken {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.inner.hash(state);
        if self.has(Defect::HashesItsRoute) {
            self.route.hash(state);
        }
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return match self.defect {
                Defect::DrawsNothing => Ok(()),
                Defect::DrawsOneLine => write!(f, "{}", self.inner),
                Defect::DrawsNewlineAtEnd => writeln!(f, "{:#}", self.inner),
                _ => write!(f, "{:#}", self.inner),
            };
        }
        let text = self.inner.to_string();
        f.write_str(&if self.has(Defect::TwoSpaces) { text.replace(' ', "  ") } else { text })
    }
}

/// Reads every text as the same position.
impl FromStr for Broken {
    type Err = GameError;

    fn from_str(_: &str) -> Result<Broken, GameError> {
        BrokenRules(Defect::None).read_position("0,0,1 1 1")
    }
}

impl Position for Broken {
    type Action = Take;
    type ActionError = GameError;
    type Event = std::convert::Infallible;

    fn player_to_act(&self) -> Player {
        let player = self.inner.player_to_act();
        let wrong = self.has(Defect::PassesThePlayerOn) && !self.inner.at_turn_start();
        if wrong { player.opponent() } else { player }
    }

    fn end(&self) -> Option<End> {
        self.inner.end()
    }

    fn at_turn_start(&self) -> bool {
        self.inner.at_turn_start() && !(self.has(Defect::TurnOpenWhenOver) && self.is_over())
    }

    fn actions_into(&self, actions: &mut Vec<Take>) {
        if self.is_stuck() {
            return;
        }
        let mut own = self.inner.actions();
        match self.defect {
            Defect::ActionTwice => own.extend(own.first().copied()),
            Defect::AppendsInAnotherOrder if !actions.is_empty() => own.reverse(),
            Defect::ClearsTheList => actions.clear(),
            Defect::ForgetsAnAction if own.len() > 1 => drop(own.pop()),
            Defect::GeneratesTooMuch => own.push(Take::From { heap: 7, count: 3 }),
            _ => {}
        }
        actions.extend(own);
    }

    fn count_actions(&self) -> usize {
        self.actions().len() + usize::from(self.has(Defect::CountsOneMore))
    }

    fn choose_action(&self, buffer: &mut Vec<Take>, choose: impl FnOnce(usize) -> usize) -> Take {
        buffer.clear();
        self.actions_into(buffer);
        let number = choose(buffer.len()) + usize::from(self.has(Defect::ChoosesTheNext));
        buffer[number % buffer.len()]
    }

    fn play_out(&mut self, limit: u32, buffer: &mut Vec<Take>, mut choose: impl FnMut(usize) -> usize) {
        let more = u32::from(self.has(Defect::PlaysOutOneMore));
        for _ in 0..limit + more {
            if self.is_over() {
                return;
            }
            let first = self.has(Defect::PlaysOutTheFirst);
            let action = self.choose_action(buffer, |count| {
                let number = choose(count);
                if first { 0 } else { number }
            });
            self.play_unchecked(action);
        }
    }

    fn check(&self, action: Take) -> Result<(), GameError> {
        if self.is_stuck() || self.has(Defect::TakesWhenOver) && self.is_over() {
            return if self.is_stuck() { Err(GameError::new("the game is over")) } else { Ok(()) };
        }
        self.inner.check(action)
    }

    fn is_legal(&self, action: Take) -> bool {
        self.check(action).is_ok() && !self.has(Defect::IsLegalSaysNo)
    }

    fn play_unchecked(&mut self, action: Take) {
        self.inner.play_unchecked(action);
        self.route += 1;
        if !(self.has(Defect::KeyForgottenAtEndOfTurn) && action == Take::EndTurn) {
            self.key = self.inner.key();
        }
    }

    fn try_play(&mut self, action: Take) -> Result<(), GameError> {
        let first = self.actions().first().copied();
        match (self.check(action), first) {
            (Ok(()), Some(first)) if self.has(Defect::TriesFirstAction) => self.play_unchecked(first),
            (Ok(()), _) => self.play_unchecked(action),
            (Err(error), Some(first)) => {
                if self.has(Defect::PlaysFirstActionOnError) {
                    self.play_unchecked(first);
                }
                if !self.has(Defect::CanCheat) {
                    return Err(error);
                }
            }
            (Err(error), None) => return Err(error),
        }
        Ok(())
    }

    fn end_turn(&self) -> Option<Take> {
        if self.has(Defect::EndTurnAtOnce) { Some(Take::EndTurn) } else { self.inner.end_turn() }
    }

    fn key(&self) -> u64 {
        match self.defect {
            Defect::KeyHoldsItsRoute => self.key ^ self.route,
            Defect::KeyOfTheSumOnly => u64::from(self.inner.max_remaining_turns().unwrap_or(0)),
            _ => self.key,
        }
    }

    fn key_from_scratch(&self) -> u64 {
        match self.defect {
            Defect::KeyHoldsItsRoute | Defect::KeyOfTheSumOnly => self.key(),
            _ => self.inner.key_from_scratch() ^ u64::from(self.unsound),
        }
    }

    fn max_remaining_turns(&self) -> Option<u32> {
        match self.defect {
            Defect::RestConstant => Some(12),
            Defect::RestWithdrawn if self.route > 2 => None,
            _ => self.inner.max_remaining_turns(),
        }
    }

    fn skip_turn(&self) -> Option<Broken> {
        let with = |inner: Heaps| Broken::new(inner, self.defect);
        match self.defect {
            Defect::SkipsNoTurn => Some(self.clone()),
            Defect::SkipsWithinTheTurn => self.inner.exchange_players().map(with),
            Defect::SkipsTheTurnAndACounter => {
                let take = self.inner.actions().first().copied()?;
                let mut after = self.inner.skip_turn()?.exchange_players()?.after(take);
                if let Some(end) = after.end_turn() {
                    after.play_unchecked(end);
                }
                after.end().is_none().then(|| with(after))
            }
            _ => self.inner.skip_turn().map(with),
        }
    }

    fn exchange_players(&self) -> Option<Broken> {
        match self.defect {
            Defect::ExchangesNobody => Some(self.clone()),
            Defect::ExchangesOnlyOnce if self.player_to_act() == Player::P2 => None,
            _ => self.inner.exchange_players().map(|inner| Broken::new(inner, self.defect)),
        }
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        match self.defect {
            Defect::None
            | Defect::MapsActionsOnly
            | Defect::MapsNoActions
            | Defect::MapsToOtherHeaps
            | Defect::MirrorsAndExchanges
            | Defect::MirrorsInsteadOfExchanging => {
                &[Symmetry::Identity, Symmetry::MirrorFiles, Symmetry::MirrorRanks, Symmetry::Rotate180]
            }
            _ => &[Symmetry::Identity],
        }
    }

    fn exchanges_players(symmetry: Symmetry) -> bool {
        matches!(symmetry, Symmetry::MirrorRanks | Symmetry::Rotate180)
    }

    /// Files mirrored: the heaps in reverse order. Ranks mirrored: the players exchanged.
    fn mapped(&self, symmetry: Symmetry) -> Broken {
        let (mut mirrors, mut exchanges) = (mirrors(symmetry), Self::exchanges_players(symmetry));
        match self.defect {
            Defect::MapsActionsOnly => mirrors = false,
            Defect::MirrorsAndExchanges => exchanges = mirrors,
            Defect::MirrorsInsteadOfExchanging => exchanges = false,
            Defect::MapsToOtherHeaps if mirrors => {
                let heaps = self.inner.to_string().replace('5', "4");
                return Broken { inner: crate::heaps(&heaps), ..self.clone() };
            }
            _ => {}
        }
        let mut inner = if mirrors { self.reversed() } else { self.inner.clone() };
        if exchanges {
            inner = inner.exchange_players().unwrap();
        }
        Broken { route: self.route, ..Broken::new(inner, self.defect) }
    }

    fn map_action(&self, symmetry: Symmetry, action: Take) -> Take {
        let last = self.inner.to_string().matches(',').count() as u8;
        match action {
            Take::From { heap, count } if mirrors(symmetry) && !self.has(Defect::MapsNoActions) => {
                Take::From { heap: last - heap, count }
            }
            _ => action,
        }
    }

    fn read_action(&self, text: &str) -> Result<Take, GameError> {
        match (self.inner.read_action(text), self.actions().first()) {
            (Ok(_), Some(&first)) if self.has(Defect::ReadsFirstAction) => Ok(first),
            (Err(_), _) if self.has(Defect::ReadsIllegal) => {
                let any = TakeTwo::default().read_position("9,9,9,9,9,9,9,9 1 1")?;
                any.read_action(text)
            }
            (read, _) => read,
        }
    }

    fn action_text(&self, action: Take) -> String {
        match self.defect {
            Defect::SameTextForAll => "take".to_string(),
            Defect::TextOfTwoWords => format!("take {action}"),
            _ => action.to_string(),
        }
    }
}

/// Whether a symmetry reverses the order of the heaps.
fn mirrors(symmetry: Symmetry) -> bool {
    matches!(symmetry, Symmetry::MirrorFiles | Symmetry::Rotate180)
}

/// A heap is a cell with its counters.
impl View for Broken {
    fn scene(&self) -> Scene {
        let text = self.inner.to_string();
        let counts = text.split([',', ' ']).take(text.matches(',').count() + 1);
        let mut scene = Scene { height: 1, ..Scene::default() };
        for (letter, count) in ('a'..).zip(counts) {
            let name = letter.to_string();
            let count = count.parse().unwrap();
            if count > 0 {
                let cell =
                    if self.has(Defect::ShowsAPieceBesideTheBoard) { "x".into() } else { name.clone() };
                scene.pieces.push(PieceView { cell, seat: 0, kind: "counter".into(), count, facing: None });
            }
            scene.cells.push(CellView { name, file: scene.width, rank: 0, ground: "plain", region: None });
            scene.width += 1;
        }
        scene
    }

    fn action_view(&self, action: Take) -> ActionView {
        let text = self.action_text(action);
        let same = self.has(Defect::SameChoicesForAll);
        let name = if same { "take".into() } else { text.clone() };
        ActionView { text, set: vec![], path: vec![Choice::Button(name.into())], refine: vec![] }
    }

    fn event_views(&self, _: Take) -> Vec<EventView> {
        let cell = if self.has(Defect::ShowsAnEventBesideTheBoard) { "x" } else { "a" };
        vec![EventView {
            change: Some(Change::Remove { cells: vec![cell.into()], pieces: String::new() }),
            text: "it is taken".into(),
        }]
    }
}

impl Encode for Broken {
    const ACTIONS: usize = 1;
    const PLANES: &'static [(&'static str, &'static str)] = &[("one", ""), ("two", "")];
    const SIZE: (usize, usize) = (1, 8);

    fn index(&self, _: Take) -> Option<usize> {
        Some(usize::from(self.has(Defect::EncodesBeyondTheLast)))
    }

    fn parts_into(&self, _: Take, index: usize, parts: &mut Vec<usize>) {
        parts.push(index);
        if self.has(Defect::EncodesTooManyParts) {
            parts.push(index);
        }
    }

    fn observe(&self, _: Player, planes: &mut Planes<'_>) {
        planes.constant(if self.has(Defect::EncodesTooLargeNumbers) { 11.0 } else { 1.0 });
        if !self.has(Defect::EncodesTooFewPlanes) {
            planes.flag(true);
        }
    }
}

impl Rules for BrokenRules {
    type Position = Broken;

    const NAME: &'static str = "broken";
    const TITLE: &'static str = "Broken";

    fn options() -> &'static [OptionSpec] {
        &[]
    }

    fn option(&self, _: &str) -> Option<String> {
        None
    }

    fn set_option(&mut self, name: &str, _: &str) -> Result<(), OptionError> {
        OptionSpec::find(Self::options(), name).map(drop)
    }

    fn start(&self) -> Broken {
        Broken::new(TakeTwo::default().start(), self.0)
    }

    fn read_position(&self, text: &str) -> Result<Broken, GameError> {
        let read = |text: &str| Ok(Broken::new(TakeTwo::default().read_position(text)?, self.0));
        match (self.0, read(text)) {
            (Defect::ReadsUnfinishedAsWhole, Ok(_)) if text.ends_with('1') => {
                read(&(text[..text.len() - 1].to_string() + "2"))
            }
            (Defect::ReadsAnyPosition, Err(_)) => Ok(Broken { unsound: true, ..self.start() }),
            (_, read) => read,
        }
    }
}
