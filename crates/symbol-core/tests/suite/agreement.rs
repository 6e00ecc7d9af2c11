//! The two implementations compared: in random games, in counts, in what they report of actions, and over every text of
//! an action.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

use abstract_game::conformance::{
    Comparison, GameTally, RandomGames, SecondEnd, SecondImplementation, check_damaged_positions,
    in_parallel, perft_of_second, sized,
};
use abstract_game::random::SplitMix64;
use abstract_game::{Player, Rules};
use grid_topology::Cell;
use symbol_core::{Event, Symbol};

use crate::naive::{Act, Naive, Options, everywhere, name, subsets, write_pieces};
use crate::sampling;

pub(crate) type Real = <Symbol as Rules>::Position;

/// The rules of the real implementation with the options of the second one.
pub(crate) fn rules(options: &Options) -> Symbol {
    let mut rules = Symbol::default();
    let mut words = options.pairs();
    // The variant decides the size of an army.
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

impl SecondImplementation for Naive {
    type Rules = Symbol;
    type Action = Act;

    /// The text carries the rules.
    fn read_position(_: &Symbol, text: &str) -> Result<Naive, String> {
        Naive::parse(text).map_err(str::to_owned)
    }

    fn text(&self) -> String {
        self.text()
    }

    fn player_to_act(&self) -> Player {
        Player::BOTH[self.player]
    }

    fn at_turn_start(&self) -> bool {
        self.turn.is_none()
    }

    fn end(&self) -> Option<SecondEnd> {
        self.end.map(|(winner, reason)| (winner.map(|player| Player::BOTH[player]), reason))
    }

    fn actions(&self) -> Vec<Act> {
        self.acts()
    }

    fn action_text(act: &Act) -> String {
        act.text()
    }

    fn read_action(text: &str) -> Option<Act> {
        Act::parse(text)
    }

    fn play(&mut self, act: &Act) {
        self.act(*act);
    }

    fn end_turn(&self) -> Option<Act> {
        self.acts().into_iter().find(|act| *act == Act::End)
    }

    /// "Same position (board, player to move, reserves)".
    fn repetition_state(&self) -> Option<String> {
        let text = self.text();
        Some(text.split(' ').take(3).collect::<Vec<_>>().join(" "))
    }

    fn winner_of_draw(&self) -> Option<Player> {
        self.winner_of_draw().map(|player| Player::BOTH[player])
    }

    fn compare_more(&self, real: &Real) {
        for player in Player::BOTH {
            let regions = self.regions_of(player.index());
            assert_eq!(real.regions_controlled(player), regions, "{player} on {}", self.text());
        }
    }
}

/// Games over random options from the start or, three of four, from a position that is made up.
fn random_games() -> RandomGames<Naive> {
    let games = RandomGames::new(|number, random| {
        let options = sampling::options(random);
        let rules = rules(&options);
        match number % 4 {
            0 => Comparison::new(rules, rules.start(), Naive::start(options)),
            _ => Comparison::of(rules, sampling::position(random, options)),
        }
    });
    games
        .choose(|number, random, naive: &Naive, acts| {
            sampling::choose(random, naive, acts, number as usize / 4 % 5)
        })
        .observe(|_, act, tally| {
            tally.add("passes", u64::from(*act == Act::Pass));
            tally.add("explosions", u64::from(matches!(act, Act::Detonate(_))));
        })
}

fn check_tally(tally: &GameTally) {
    println!("{tally:#?}");
    for reason in ["king", "both-kings", "resources", "pass"] {
        assert!(tally.results_with(&format!("by {reason}")) > 0, "{reason} in {tally:?}");
    }
    assert!(tally.count("passes") > sized(100, 1_000) && tally.most_actions > 1_000, "{tally:?}");
}

#[test]
fn short_random_games() {
    check_tally(&random_games().max_actions(150).play(0, sized(1_500, 10_000)));
}

#[test]
fn long_random_games() {
    let tally = random_games().max_actions(400).play(1_000_000, sized(200, 4_000));
    println!("{tally:#?}");
}

#[test]
fn counts_of_sampled_positions() {
    let mut random = SplitMix64::new(1);
    let mut samples = Vec::new();
    while samples.len() < 100 {
        let naive = sampling::sample(&mut random);
        // Cheap enough for the third action.
        if naive.acts().len() < 400 && perft_of_second(&naive, 2)[1] < 4_000 {
            samples.push(naive);
        }
    }
    let total = AtomicU64::new(0);
    in_parallel(100, |number| {
        let game = Comparison::of(Symbol::default(), samples[number as usize].clone());
        total.fetch_add(game.check_perft(3), Ordering::Relaxed);
    });
    println!("{} sequences of three actions", total.into_inner());
}

/// Every well-formed text of an action is read exactly where the action is legal.
#[test]
fn every_text_of_an_action() {
    let texts = AtomicU64::new(0);
    in_parallel(sized(50, 200), |number| {
        let mut random = SplitMix64::new(0x7e47 + u64::from(number));
        let naive = loop {
            let naive = sampling::sample(&mut random);
            if naive.acts().len() < 2_000 {
                break naive;
            }
        };
        let game = Comparison::of(Symbol::default(), naive);
        texts.fetch_add(game.check_action_texts(well_formed), Ordering::Relaxed);
    });
    println!("{} texts", texts.into_inner());
}

/// Texts of every kind: every cell and every piece, every subset of every stack and subsets that no stack has, every
/// cell to rest on, and every cell to take from there. Cells that are not next to the resting cell occur only with single
/// pieces, which keeps the number of texts small.
fn well_formed(naive: &Naive, check: &mut dyn FnMut(&str)) {
    let cells: Vec<String> = everywhere().map(name).collect();
    check("end");
    check("-");
    for cell in &cells {
        check(&format!("K@{cell}"));
        check(&format!("!{cell}"));
        for kind in ["K", "L", "W", "A", "F", "D"] {
            check(&format!("+{kind}{cell}"));
        }
        for takes in &cells {
            check(&format!("{cell}*{takes}"));
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
                check(&start);
                for takes in everywhere() {
                    let near = (takes.0 - rest.0).abs() <= 1 && (takes.1 - rest.1).abs() <= 1;
                    if near || (there.is_some() && subset.iter().sum::<u8>() == 1) {
                        check(&format!("{start}*{}", name(takes)));
                    }
                }
            }
        }
    }
}

/// A whole army on one cell, in every place and with every neighbour that matters.
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
    in_parallel(positions.len().try_into().expect("few"), |number| {
        let game = Comparison::of(Symbol::default(), positions[number as usize].clone());
        let acts = game.check();
        // Some of all actions, and all actions after them.
        for act in acts.iter().step_by(1 + acts.len() / 10) {
            let mut next = game.clone();
            next.play(act);
            next.check();
            if next.end().is_none() {
                next.check_reading();
            }
        }
    });
}

/// One reader accepts what the other accepts, and reads the same.
#[test]
fn damaged_texts() {
    let sample = |random: &mut SplitMix64| (Symbol::default(), sampling::sample(random).text());
    let letters = "KLWAFDklwafdx1234567,/:-*; =";
    let accepted = check_damaged_positions::<Naive>(sized(500, 4_000), letters, sample);
    assert!(accepted > sized(100, 800), "{accepted}");
}

/// The effects that the real implementation reports, in the words of the second one's log. A set, because the order
/// within an event is free.
fn in_words(effects: &[Event]) -> BTreeSet<String> {
    let who = |player: Player| player.to_string();
    let at = |cell: Cell| symbol_core::BOARD.name(cell).to_string();
    let words = |effect: &Event| match *effect {
        Event::Placed { player, kind, cell } => {
            Some(format!("placed {} {} {}", who(player), kind.letter(), at(cell)))
        }
        Event::Moved { from, to, pieces } => Some(format!("moved {} {pieces} {}", at(from), at(to))),
        Event::Captured { player, cell, pieces } => {
            Some(format!("captured {} {} {pieces}", who(player), at(cell)))
        }
        Event::LeftBehind { player, cell, pieces } => {
            Some(format!("left behind {} {} {pieces}", who(player), at(cell)))
        }
        Event::Detonated { player, cell } => Some(format!("detonated {} {} D", who(player), at(cell))),
        Event::Pushed { player, from, to, pieces } => {
            Some(format!("pushed {} {} {pieces} {}", who(player), at(from), at(to)))
        }
        Event::PushedOut { player, cell, pieces, .. } => {
            Some(format!("pushed out {} {} {pieces}", who(player), at(cell)))
        }
        Event::Stayed { player, cell } => Some(format!("stayed {} {}", who(player), at(cell))),
        Event::Exploded { cell } => Some(format!("exploded {}", at(cell))),
        Event::Destroyed { player, cell, pieces } => {
            Some(format!("destroyed {} {} {pieces}", who(player), at(cell)))
        }
        Event::KingLost { player } => Some(format!("king lost {}", who(player))),
        Event::TurnEnded { player } => Some(format!("turn over {}", who(player))),
        // The reserves and the end are compared as they are.
        _ => None,
    };
    effects.iter().filter_map(words).collect()
}

/// Both implementations report the same effects of every action of sampled positions.
#[test]
fn explanations() {
    in_parallel(sized(100, 200), |number| {
        let mut random = SplitMix64::new(0xe491 + u64::from(number));
        let game = Comparison::of(Symbol::default(), sampling::sample(&mut random));
        game.check_successors(200, |act, action| {
            let mut next = game.second().clone();
            next.log = Some(Vec::new());
            next.act(*act);
            let explanation = game.real().explain(action).expect("a legal action");
            let place = format!("{} on {}", act.text(), game.real());
            let expected: BTreeSet<String> = next.log.into_iter().flatten().collect();
            assert_eq!(in_words(&explanation.events), expected, "{place}");
            assert_eq!(explanation.after, game.real().after(action), "{place}");
            let ends = explanation.events.iter().any(|effect| matches!(effect, Event::GameEnded { .. }));
            assert_eq!(ends, next.end.is_some(), "{place}");
        });
    });
}
