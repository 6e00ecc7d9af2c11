//! The two implementations side by side: along random games, over every text of an action, and in what they count.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use abstract_game::random::SplitMix64;
use abstract_game::{End, Match, Player, Position as _, Rules, perft};
use nika_core::Nika;

use crate::naive::{Act, Cell, City, Dir, Naive, everywhere, name, next, team};
use crate::on_all_cores;
use crate::sampling::{self, Taste};

type Board = BTreeMap<Cell, (City, Dir)>;

pub(crate) type Real = <Nika as Rules>::Position;

#[track_caller]
pub(crate) fn read(text: &str) -> Real {
    Nika.read_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Compares all there is, and returns the legal actions.
#[track_caller]
pub(crate) fn compare(real: &Real, naive: &Naive) -> Vec<Act> {
    let text = naive.text();
    assert_eq!(real.to_string(), text);
    assert_eq!(real.at_turn_start(), naive.at_turn_start(), "{text}");
    assert_eq!(in_words(real.end()), naive.end(), "{text}");
    if naive.end().is_none() {
        assert_eq!(real.seat_to_act(), naive.city, "{text}");
        assert_eq!(real.player_to_act().index(), team(naive.city), "{text}");
    }
    let acts = naive.acts();
    let mut expected: Vec<String> = acts.iter().map(Act::text).collect();
    expected.sort_unstable();
    let actions = real.actions();
    let mut found: Vec<String> = actions.iter().map(|&action| written(real, action)).collect();
    found.sort_unstable();
    if found != expected {
        let (found, expected): (BTreeSet<_>, BTreeSet<_>) =
            (found.iter().collect(), expected.iter().collect());
        let missing: Vec<_> = expected.difference(&found).collect();
        let surplus: Vec<_> = found.difference(&expected).collect();
        panic!("on {text}\n  missing: {missing:?}\n  too many (or twice): {surplus:?}");
    }
    assert_eq!(real.count_actions(), actions.len(), "{text}");
    assert_eq!(real.end_turn(), None, "{text}");
    acts
}

pub(crate) fn in_words(end: Option<End>) -> Option<(Option<usize>, &'static str)> {
    end.map(|end| (end.winner.map(Player::index), end.reason.as_str()))
}

fn written(real: &Real, action: <Real as abstract_game::Position>::Action) -> String {
    let mut text = String::new();
    real.write_action(action, &mut text).expect("writing to a String cannot fail");
    text
}

/// Reads an action, which is written as it was read.
#[track_caller]
fn action(real: &Real, text: &str) -> <Real as abstract_game::Position>::Action {
    let action = real.read_action(text).unwrap_or_else(|error| panic!("{text} on {real}: {error}"));
    assert_eq!(written(real, action), text, "{real}");
    action
}

/// Plays an action in both.
#[track_caller]
pub(crate) fn play_both(real: &mut Real, naive: &mut Naive, text: &str) {
    let action = action(real, text);
    real.play(action);
    naive.play(text);
}

/// "(2) the same state at the start of a turn for the third time, where the state is all positions and facings, the
/// routed counts and the city to act (the first position counts if it is the start of a turn; when both happen at once
/// the passes are reported)". The positions tell the routed counts.
#[derive(Default)]
struct Repetition(BTreeMap<(Board, City), u32>);

impl Repetition {
    /// How the game has ended, the new position included.
    fn end(&mut self, naive: &Naive) -> Option<(Option<usize>, &'static str)> {
        let mut third = false;
        if naive.at_turn_start() {
            let count = self.0.entry((naive.board.clone(), naive.city)).or_default();
            *count += 1;
            third = *count == 3;
        }
        naive.end().or(third.then_some((None, "repetition")))
    }
}

/// What the random games came to, so that a test can say whether they came to enough.
#[derive(Default, Debug)]
struct Seen {
    actions: u64,
    turns: u64,
    rallies: u64,
    pushes: u64,
    routs_by_one: u64,
    routs_by_many: u64,
    /// Moves of phalanxes that push, by size.
    pushers: BTreeMap<usize, u64>,
    victories_by_a_push: u64,
    most_actions: usize,
    ends: BTreeMap<String, u64>,
}

impl Seen {
    fn add(&mut self, other: Seen) {
        self.actions += other.actions;
        self.turns += other.turns;
        self.rallies += other.rallies;
        self.pushes += other.pushes;
        self.routs_by_one += other.routs_by_one;
        self.routs_by_many += other.routs_by_many;
        self.victories_by_a_push += other.victories_by_a_push;
        self.most_actions = self.most_actions.max(other.most_actions);
        for (size, count) in other.pushers {
            *self.pushers.entry(size).or_default() += count;
        }
        for (end, count) in other.ends {
            *self.ends.entry(end).or_default() += count;
        }
    }

    fn note(&mut self, naive: &Naive, act: &Act) {
        self.actions += 1;
        self.turns += u64::from(naive.left == 1);
        self.rallies += u64::from(matches!(act, Act::Rally(..)));
        let Act::Move(set, dir) = act else { return };
        let effects = naive.effects(set, *dir).expect("a legal move");
        let routs = effects.routed.len() as u64;
        *(if set.len() == 1 { &mut self.routs_by_one } else { &mut self.routs_by_many }) += routs;
        if !effects.pushed.is_empty() {
            self.pushes += 1;
            *self.pushers.entry(set.len()).or_default() += 1;
            let won = naive.after(act).end().and_then(|end| end.0);
            self.victories_by_a_push += u64::from(won == Some(1 - team(naive.city)));
        }
    }
}

/// Up to this action of a game the lists of legal actions are compared at every action, from there on at every fourth.
/// In between, three are drawn from those of the first implementation, one of which is played and must be legal in the
/// second; all else is
/// compared at every action.
const ALL_COMPARED: u32 = 60;

#[test]
fn ten_thousand_random_games() {
    let seen = Mutex::new(Seen::default());
    on_all_cores(10_000, |game| {
        let played = random_game(game, 200);
        seen.lock().expect("no thread has failed").add(played);
    });
    let seen = seen.into_inner().expect("no thread has failed");
    println!("{seen:#?}");
    for end in ["Some(0) victory-area", "Some(1) victory-area", "None passes", "None repetition", "none"] {
        assert!(seen.ends.get(end).is_some_and(|&count| count >= 50), "{end} in {seen:?}");
    }
    assert!((2..=6).all(|size| seen.pushers.get(&size).is_some_and(|&count| count >= 10)), "{seen:?}");
    assert!(seen.victories_by_a_push > 0 && seen.rallies > 1_000, "{seen:?}");
}

/// A game from the start or, every third, from a position of contact. Its number decides everything.
fn random_game(game: u32, longest: usize) -> Seen {
    let mut random = SplitMix64::new(game.into());
    let mut naive = if game.is_multiple_of(3) { sampling::contact(&mut random) } else { Naive::start() };
    let mut real = Match::new(if game.is_multiple_of(3) { read(&naive.text()) } else { Nika.start() });
    let taste = Taste::of(game / 3);
    let mut repetition = Repetition::default();
    let mut end = repetition.end(&naive);
    let mut seen = Seen::default();
    for number in 0.. {
        let position = real.position();
        let acts = if number < ALL_COMPARED || number.is_multiple_of(4) || end.is_some() {
            compare(position, &naive)
        } else {
            assert_eq!(position.to_string(), naive.text());
            let actions = position.actions();
            let mut draw = || *random.choose(&actions).expect("a game that goes on");
            let drawn = [draw(), draw(), draw()].map(|action| written(position, action));
            drawn.iter().map(|text| Act::parse(text).expect("an action")).collect()
        };
        assert_eq!(position.key(), position.key_from_scratch(), "{position}");
        assert_eq!(in_words(real.result()), end, "{position}");
        seen.most_actions = seen.most_actions.max(acts.len());
        if end.is_some() || real.turns().len() >= longest {
            break;
        }
        if random.below(8) == 0 {
            assert_eq!(&read(&naive.text()), position);
        }
        let act = sampling::choose(&mut random, &naive, &acts, taste);
        assert!(naive.is_legal(&act), "{} on {position}", act.text());
        seen.note(&naive, &act);
        real.try_play(action(position, &act.text())).expect("a legal action");
        naive.act(&act);
        end = repetition.end(&naive);
    }
    let end = end.map_or("none".to_owned(), |(winner, reason)| format!("{winner:?} {reason}"));
    seen.ends.insert(end, 1);
    seen
}

/// The explanation tells of the same enemies routed and pushed, and no others.
fn explained(real: &Real, naive: &Naive, act: &Act) {
    let explanation = real.explain(action(real, &act.text())).expect("a legal action");
    let story = explanation.to_string();
    let mut found: Vec<&str> =
        story.lines().filter(|line| line.contains(" is routed") || line.contains(" is pushed")).collect();
    for line in &mut found {
        *line = line.split(':').next().unwrap_or_default();
    }
    let mut expected = Vec::new();
    if let Act::Move(set, dir) = act {
        let effects = naive.effects(set, *dir).expect("a legal move");
        let whose = |cell| ["Athens'", "Sparta's", "Messene's", "Thebes'"][naive.board[&cell].0];
        expected
            .extend(effects.routed.iter().map(|&cell| format!("{} {} is routed", whose(cell), name(cell))));
        expected.extend(
            effects.pushed.iter().map(|&cell| {
                format!("{} {} is pushed to {}", whose(cell), name(cell), name(next(cell, *dir)))
            }),
        );
    }
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected, "{} on {real}: {story}", act.text());
    assert_eq!(explanation.after.to_string(), naive.after(act).text());
}

/// All that can follow from positions of contact: the text, the end and whose turn it is after every legal action.
#[test]
fn every_action_of_three_thousand_positions_of_contact() {
    let seen = Mutex::new(Seen::default());
    on_all_cores(3_000, |number| {
        let mut random = SplitMix64::new(0xc0_47ac_7000 + u64::from(number));
        let naive = sampling::contact(&mut random);
        let real = read(&naive.text());
        let mut noted = Seen::default();
        for act in compare(&real, &naive) {
            noted.note(&naive, &act);
            explained(&real, &naive, &act);
            let (real, naive) = (real.after(action(&real, &act.text())), naive.after(&act));
            assert_eq!(real.to_string(), naive.text(), "after {}", act.text());
            assert_eq!(in_words(real.end()), naive.end(), "{real}");
            assert_eq!(real.key(), real.key_from_scratch(), "{real}");
            assert_eq!(real, read(&naive.text()));
        }
        seen.lock().expect("no thread has failed").add(noted);
    });
    let seen = seen.into_inner().expect("no thread has failed");
    println!("{seen:#?}");
    assert!((2..=6).all(|size| seen.pushers.get(&size).is_some_and(|&count| count >= 50)), "{seen:?}");
    assert!(seen.victories_by_a_push >= 10 && seen.routs_by_many >= 1_000, "{seen:?}");
}

/// To depth 2, and a fifth of them to depth 3.
#[test]
fn counts_of_two_hundred_sampled_positions() {
    let mut random = SplitMix64::new(4);
    let samples: Vec<Naive> = (0..200)
        .map(|number| match number % 2 {
            0 => sampling::contact(&mut random),
            _ => sampling::sample(&mut random),
        })
        .collect();
    let largest = |size| samples.iter().filter(|naive| sampling::largest_phalanx(naive) == size).count();
    assert!(largest(5) >= 20 && largest(6) >= 20, "{} and {}", largest(5), largest(6));
    let total = AtomicU64::new(0);
    on_all_cores(200, |number| {
        let naive = &samples[number as usize];
        let real = read(&naive.text());
        for depth in 1..=if number.is_multiple_of(5) { 3 } else { 2 } {
            let nodes = naive.perft(depth);
            assert_eq!(perft::count(&real, depth), nodes, "{real} to depth {depth}");
            total.fetch_add(nodes, Ordering::Relaxed);
        }
    });
    println!("{} sequences; {} with 5, {} with 6", total.into_inner(), largest(5), largest(6));
}

/// Every well-formed text of an action is read exactly where the action is legal.
#[test]
fn every_text_of_an_action_on_three_hundred_positions() {
    let texts = AtomicU64::new(0);
    on_all_cores(300, |number| {
        let mut random = SplitMix64::new(0x7e47 + u64::from(number));
        let naive = sampling::sample(&mut random);
        let real = read(&naive.text());
        let mut legal: BTreeSet<String> = naive.actions().into_iter().collect();
        well_formed(&naive, &mut |text| {
            texts.fetch_add(1, Ordering::Relaxed);
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
        assert!(legal.is_empty(), "not well-formed: {legal:?} on {real}");
    });
    println!("{} texts", texts.into_inner());
}

/// Texts of every kind: every cell, every subset of each city's pieces, pairs of cells next to each other, and pieces
/// of a city together with one of its ally.
fn well_formed(naive: &Naive, ask: &mut impl FnMut(&str)) {
    let mut sets: BTreeSet<Vec<Cell>> = everywhere().map(|cell| vec![cell]).collect();
    sets.extend(everywhere().map(|(file, rank)| vec![(file, rank), (file, rank + 1)]));
    for city in 0..4 {
        let own = naive.pieces(city);
        for mask in 1..1_u32 << own.len() {
            let subset: Vec<Cell> = (0..own.len()).filter(|i| mask >> i & 1 == 1).map(|i| own[i]).collect();
            if let Some(&ally) = naive.pieces((city + 2) % 4).first() {
                let mut mixed = subset.clone();
                mixed.push(ally);
                mixed.sort_unstable();
                sets.insert(mixed);
            }
            sets.insert(subset);
        }
    }
    ask("-");
    for dir in ["n", "e", "s", "w"] {
        for set in &sets {
            if set.iter().any(|&cell| everywhere().all(|there| there != cell)) {
                continue;
            }
            let cells: String = set.iter().map(|&cell| name(cell)).collect();
            ask(&format!("{cells}@{dir}"));
            ask(&format!("{cells}>{dir}"));
        }
        for cell in everywhere() {
            ask(&format!("+{}{dir}", name(cell)));
        }
    }
}
