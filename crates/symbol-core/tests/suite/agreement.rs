//! The two implementations side by side: along random games, over every text of an action, and in what they count.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use abstract_game::random::SplitMix64;
use abstract_game::{Player, Position as _, Reason, Rules, perft};
use grid_topology::Cell;
use symbol_core::{Effect, Symbol};

use crate::naive::{Act, Naive, Options, everywhere, name, subsets, write_pieces};
use crate::{on_all_cores, sampling};

pub(crate) type Real = <Symbol as Rules>::Position;

/// The rules of the first implementation with the options of the second.
pub(crate) fn rules(options: &Options) -> Symbol {
    let mut rules = Symbol::default();
    let mut words = options.pairs();
    // The variant says how large an army is.
    words.sort_by_key(|word| !word.starts_with("variant"));
    for word in &words {
        let (name, value) = word.split_once('=').expect("name=value");
        rules.set_option(name, value).unwrap_or_else(|error| panic!("{words:?}: {error}"));
    }
    rules
}

#[track_caller]
pub(crate) fn read(text: &str) -> Real {
    Symbol::default().read_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Compares all there is, and returns the legal actions.
#[track_caller]
pub(crate) fn compare(real: &Real, naive: &Naive) -> Vec<Act> {
    let text = naive.text();
    assert_eq!(real.to_string(), text);
    assert_eq!(real.at_turn_start(), naive.turn.is_none(), "{text}");
    let end = real.end().map(|end| (end.winner.map(Player::index), end.reason.as_str()));
    assert_eq!(end, naive.end, "{text}");
    if end.is_none() {
        assert_eq!(real.player_to_act().index(), naive.player, "{text}");
    }
    for player in Player::BOTH {
        assert_eq!(real.regions_controlled(player), naive.regions_of(player.index()), "{player} on {text}");
    }
    let drawn = real.settle_draw(Reason::AGREEMENT).winner.map(Player::index);
    assert_eq!(drawn, naive.winner_of_draw(), "a draw on {text}");
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
    assert_eq!(
        real.end_turn().map(|end| written(real, end)).as_deref(),
        expected.iter().find(|&text| text == "end").map(String::as_str)
    );
    acts
}

fn written(real: &Real, action: <Real as abstract_game::Position>::Action) -> String {
    let mut text = String::new();
    real.write_action(action, &mut text).expect("writing to a String cannot fail");
    text
}

/// Plays an action in both.
#[track_caller]
pub(crate) fn play_both(real: &mut Real, naive: &mut Naive, text: &str) {
    let action = real.read_action(text).unwrap_or_else(|error| panic!("{text} on {real}: {error}"));
    assert_eq!(written(real, action), text, "{real}");
    real.play(action);
    naive.play(text);
}

/// What the random games came to, so that a test can say whether they came to enough.
#[derive(Default, Debug)]
struct Seen {
    actions: u64,
    passes: u64,
    explosions: u64,
    most_actions: usize,
    ends: std::collections::BTreeMap<String, u32>,
}

#[test]
fn twenty_thousand_random_games() {
    let seen = Mutex::new(Seen::default());
    on_all_cores(20_000, |game| {
        let played = random_game(game, 150);
        let mut seen = seen.lock().expect("no thread has failed");
        seen.actions += played.actions;
        seen.passes += played.passes;
        seen.explosions += played.explosions;
        seen.most_actions = seen.most_actions.max(played.most_actions);
        for (end, count) in played.ends {
            *seen.ends.entry(end).or_default() += count;
        }
    });
    let seen = seen.into_inner().expect("no thread has failed");
    println!("{seen:#?}");
    for end in ["king", "both-kings", "resources", "pass"] {
        assert!(seen.ends.keys().any(|found| found.contains(end)), "{end} in {seen:?}");
    }
    assert!(seen.passes > 1000 && seen.most_actions > 1000, "{seen:?}");
}

#[test]
#[ignore = "slow: run it after changing the rules"]
fn forty_thousand_longer_games() {
    on_all_cores(40_000, |game| drop(random_game(1_000_000 + game, 400)));
}

/// A game over random options from the start, or from a position that is made up. Its number decides everything.
fn random_game(game: u32, longest: u32) -> Seen {
    let mut random = SplitMix64::new(game.into());
    let options = sampling::options(&mut random);
    let rules = rules(&options);
    let (mut real, mut naive) = if game.is_multiple_of(4) {
        (rules.start(), Naive::start(options))
    } else {
        let naive = sampling::position(&mut random, options);
        (read(&naive.text()), naive)
    };
    let taste = random.below(5);
    let mut seen = Seen::default();
    for _ in 0..longest {
        let acts = compare(&real, &naive);
        assert_eq!(real.key(), real.key_from_scratch(), "{real}");
        seen.most_actions = seen.most_actions.max(acts.len());
        if naive.end.is_some() {
            break;
        }
        if random.below(4) == 0 {
            assert_eq!(read(&naive.text()), real, "{real}");
        }
        let act = sampling::choose(&mut random, &naive, &acts, taste);
        seen.actions += 1;
        seen.passes += u64::from(act == Act::Pass);
        seen.explosions += u64::from(matches!(act, Act::Detonate(_)));
        play_both(&mut real, &mut naive, &act.text());
    }
    let end = naive.end.map_or("none".to_owned(), |(winner, reason)| format!("{winner:?} {reason}"));
    seen.ends.insert(end, 1);
    seen
}

#[test]
fn counts_of_a_hundred_sampled_positions() {
    let mut random = SplitMix64::new(1);
    let mut samples = Vec::new();
    while samples.len() < 100 {
        let naive = sampling::sample(&mut random);
        // So that the third step can be paid for.
        if naive.acts().len() < 400 && naive.perft(2)[1] < 4_000 {
            samples.push(naive);
        }
    }
    let total = AtomicU32::new(0);
    on_all_cores(100, |number| {
        let naive = &samples[number as usize];
        let real = read(&naive.text());
        let expected = naive.perft(3);
        let found: Vec<u64> = (1..=3).map(|depth| perft::count(&real, depth)).collect();
        assert_eq!(found, expected, "{real}");
        total.fetch_add(u32::try_from(expected[2]).expect("not so many"), Ordering::Relaxed);
    });
    println!("{} sequences of three actions", total.into_inner());
}

/// Every well-formed text of an action is read exactly where the action is legal.
#[test]
fn every_text_of_an_action_on_two_hundred_positions() {
    let texts = AtomicU32::new(0);
    on_all_cores(200, |number| {
        let mut random = SplitMix64::new(0x7e47 + u64::from(number));
        let naive = loop {
            let naive = sampling::sample(&mut random);
            if naive.acts().len() < 2_000 {
                break naive;
            }
        };
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

/// Texts of every kind: every cell and every piece, every subset of every stack and subsets that no stack has, every
/// cell to rest on, and every cell to take from there. Cells that are not next to the resting cell are asked only
/// about single pieces, as there are so many.
fn well_formed(naive: &Naive, ask: &mut impl FnMut(&str)) {
    let cells: Vec<String> = everywhere().map(name).collect();
    ask("end");
    ask("-");
    for cell in &cells {
        ask(&format!("K@{cell}"));
        ask(&format!("!{cell}"));
        for kind in ["K", "L", "W", "A", "F", "D"] {
            ask(&format!("+{kind}{cell}"));
        }
        for takes in &cells {
            ask(&format!("{cell}*{takes}"));
        }
    }
    for from in everywhere() {
        let there = naive.board.get(&from);
        let all = match there {
            Some(stack) => {
                // One more of some kind than there is.
                let mut pieces = stack.pieces;
                pieces[usize::from(pieces[0]) + 1] += 1;
                subsets(&pieces)
            }
            None => subsets(&[0, 1, 0, 0, 0, 0]),
        };
        for subset in all {
            let start = format!("{}:{}>", name(from), write_pieces(&subset));
            for rest in everywhere() {
                let start = format!("{start}{}", name(rest));
                ask(&start);
                for takes in everywhere() {
                    let near = (takes.0 - rest.0).abs() <= 1 && (takes.1 - rest.1).abs() <= 1;
                    if near || (there.is_some() && subset.iter().sum::<u8>() == 1) {
                        ask(&format!("{start}*{}", name(takes)));
                    }
                }
            }
        }
    }
}

/// All of an army on one cell, in every place and with every neighbour that matters.
#[test]
fn tall_stacks() {
    let armies = ["L3W3A3F3D3", "L15", "W15", "A15", "F15", "D15", "A14D", "LW14", "LD14", "F7D8", "L5W5D5"];
    let options = ["-", "fire=all", "left-behind=removed", "blast-centre=spared", "variant=unlimited"];
    let mut positions = Vec::new();
    for army in armies {
        for stack in [
            format!("d2=K{army} g7=k c3=w d1=l"),
            format!("d4=K{army} g7=k d5=a"),
            format!("d4={army} d2=K g7=k e5=d"),
        ] {
            for options in options {
                let text = crate::both::text(&format!("{stack}; 1 -/l"), options);
                positions.extend(Naive::parse(&text));
            }
        }
    }
    assert!(positions.len() > 100);
    on_all_cores(positions.len().try_into().expect("few"), |number| {
        let naive = &positions[number as usize];
        let real = read(&naive.text());
        let acts = compare(&real, naive);
        // Some of all that can be done, and all that can be done then.
        for act in acts.iter().step_by(1 + acts.len() / 10) {
            let (mut real, mut naive) = (real.clone(), naive.clone());
            play_both(&mut real, &mut naive, &act.text());
            compare(&real, &naive);
            if naive.end.is_none() {
                assert_eq!(read(&naive.text()), real);
            }
        }
    });
}

/// What one reader takes the other takes, and sees the same in it.
#[test]
fn texts_with_damage() {
    damaged_texts(1_000);
}

#[test]
#[ignore = "slow: run it after changing a reader"]
fn more_texts_with_damage() {
    damaged_texts(30_000);
}

fn damaged_texts(positions: u32) {
    let letters: Vec<char> = "KLWAFDklwafdx1234567,/:-*; =".chars().collect();
    let read = AtomicU32::new(0);
    on_all_cores(positions, |number| {
        let mut random = SplitMix64::new(0xda_3a6e + u64::from(number));
        let whole = sampling::sample(&mut random).text();
        for _ in 0..40 {
            let mut text: Vec<char> = whole.chars().collect();
            for _ in 0..1 + random.below(3) {
                let place = random.below(text.len());
                let letter = *random.choose(&letters).expect("there are some");
                match random.below(4) {
                    0 => text[place] = letter,
                    1 => text.insert(place, letter),
                    2 => drop(text.remove(place)),
                    _ => {
                        let other = random.below(text.len());
                        text.swap(place, other);
                    }
                }
            }
            let text: String = text.into_iter().collect();
            match (Symbol::default().read_position(&text), Naive::parse(&text)) {
                (Ok(real), Ok(naive)) => {
                    read.fetch_add(1, Ordering::Relaxed);
                    compare(&real, &naive);
                }
                (Err(error), Err(_)) => assert!(!error.to_string().is_empty()),
                (Ok(_), Err(error)) => panic!("{text} is read, but: {error}"),
                (Err(error), Ok(_)) => panic!("{text} is refused: {error}"),
            }
        }
    });
    assert!(read.into_inner() > 200);
}

/// What the first implementation tells of an action, in the words of the second; each thing once, as the order within
/// an event is free.
fn told(effects: &[Effect]) -> BTreeSet<String> {
    let who = |player: Player| player.to_string();
    let at = |cell: Cell| symbol_core::BOARD.name(cell).to_string();
    let tell = |effect: &Effect| match *effect {
        Effect::Placed { player, kind, cell } => {
            Some(format!("placed {} {} {}", who(player), kind.letter(), at(cell)))
        }
        Effect::Moved { from, to, pieces } => Some(format!("moved {} {pieces} {}", at(from), at(to))),
        Effect::Captured { player, cell, pieces } => {
            Some(format!("captured {} {} {pieces}", who(player), at(cell)))
        }
        Effect::LeftBehind { player, cell, pieces } => {
            Some(format!("left behind {} {} {pieces}", who(player), at(cell)))
        }
        Effect::Detonated { player, cell } => Some(format!("detonated {} {} D", who(player), at(cell))),
        Effect::Pushed { player, from, to, pieces } => {
            Some(format!("pushed {} {} {pieces} {}", who(player), at(from), at(to)))
        }
        Effect::PushedOut { player, cell, pieces, .. } => {
            Some(format!("pushed out {} {} {pieces}", who(player), at(cell)))
        }
        Effect::Stayed { player, cell } => Some(format!("stayed {} {}", who(player), at(cell))),
        Effect::Exploded { cell } => Some(format!("exploded {}", at(cell))),
        Effect::Destroyed { player, cell, pieces } => {
            Some(format!("destroyed {} {} {pieces}", who(player), at(cell)))
        }
        Effect::KingLost { player } => Some(format!("king lost {}", who(player))),
        Effect::TurnEnded { player } => Some(format!("turn over {}", who(player))),
        // The reserves and the end are compared as they are.
        _ => None,
    };
    effects.iter().filter_map(tell).collect()
}

/// What an action did is told alike, for every action of sampled positions.
#[test]
fn explanations() {
    on_all_cores(400, |number| {
        let mut random = SplitMix64::new(0xe491 + u64::from(number));
        let naive = sampling::sample(&mut random);
        let real = read(&naive.text());
        let acts = naive.acts();
        for act in acts.iter().step_by(1 + acts.len() / 200) {
            let mut next = naive.clone();
            next.log = Some(Vec::new());
            next.act(*act);
            let action = real.read_action(&act.text()).expect("a legal action");
            let explanation = real.explain(action).expect("a legal action");
            let expected: BTreeSet<String> = next.log.into_iter().flatten().collect();
            assert_eq!(told(&explanation.events), expected, "{} on {real}", act.text());
            assert_eq!(explanation.after, real.after(action));
            let ends = explanation.events.iter().any(|effect| matches!(effect, Effect::GameEnded { .. }));
            assert_eq!(ends, next.end.is_some(), "{} on {real}", act.text());
        }
    });
}
