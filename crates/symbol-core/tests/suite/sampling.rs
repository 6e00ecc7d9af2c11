//! Random rules, armies, positions and choices, so that the late phases of games come up as often as the early ones.

use abstract_game::random::SplitMix64;

use crate::naive::{Act, Naive, Options, Pieces, PushedKing, Stack, Variant, everywhere};

const KINDS: std::ops::Range<usize> = 1..6;
const D: usize = 5;

/// A set of options; the defaults come up more often than the others.
pub(crate) fn options(random: &mut SplitMix64) -> Options {
    let mut often_false = || random.below(3) == 0;
    let mut options = Options {
        simple: often_false(),
        fire_all: often_false(),
        spanish_deploy: often_false(),
        centre_spared: often_false(),
        left_behind_removed: often_false(),
        regions_3_1_3: often_false(),
        tiebreak: often_false(),
        pass_king: often_false(),
        ..Options::default()
    };
    options.variant = match random.below(6) {
        0 => Variant::Unlimited,
        1 => Variant::Enlisting,
        _ => Variant::Standard,
    };
    options.pushed_king = match random.below(5) {
        0 => PushedKing::Pushed,
        1 => PushedKing::Stays,
        _ => PushedKing::Removed,
    };
    let mut army = || Some(army(random, &options)).filter(|army| *army != options.default_army());
    let armies = [army(), army()];
    match random.below(4) {
        // The same for both.
        0 => options.army = armies[0],
        // One for each. Both are named, so that neither text is a matter of how the other is written.
        1 | 2 if armies[0].is_some() && armies[1].is_some() => [options.army1, options.army2] = armies,
        _ => {}
    }
    options
}

/// An army: any mixture, one of few kinds, or all of one kind.
fn army(random: &mut SplitMix64, options: &Options) -> Pieces {
    let kinds: Vec<usize> = match random.below(3) {
        0 => vec![1 + random.below(5)],
        1 => (0..2).map(|_| 1 + random.below(5)).collect(),
        _ => KINDS.collect(),
    };
    let mut army = [0; 6];
    let size = match options.variant {
        Variant::Standard => 15,
        Variant::Unlimited => 8,
        Variant::Enlisting => *random.choose(&[8, 15]).expect("two sizes"),
    };
    for _ in 0..size {
        army[*random.choose(&kinds).expect("a kind")] += 1;
    }
    army
}

/// A position that a person might have made up, at the start of a turn: some stacks anywhere, the rest in reserve.
pub(crate) fn position(random: &mut SplitMix64, options: Options) -> Naive {
    loop {
        let mut naive = Naive::start(options);
        let crowd = random.below(4);
        for player in 0..2 {
            let mut reserve = army(random, &options);
            let stacks = 1 + random.below([3, 6, 10, 14][crowd]);
            let tall = if options.simple { 1 } else { [1, 2, 3, 6, 15][random.below(5)] };
            for stack in 0..stacks {
                let mut pieces = [0; 6];
                if stack == 0 {
                    pieces[0] = 1;
                }
                let cell = everywhere().nth(random.below(49)).expect("49 cells");
                let height = random.below(tall) + 1 - usize::from(options.simple && stack == 0);
                for _ in 0..height {
                    let kind = 1 + random.below(5);
                    if reserve[kind] > 0 {
                        reserve[kind] -= 1;
                        pieces[kind] += 1;
                    }
                }
                let taken = naive.board.contains_key(&cell);
                if !taken && pieces != [0; 6] && is_supported(&pieces, cell.1) {
                    naive.board.insert(cell, Stack { owner: player, pieces });
                } else if stack == 0 {
                    naive.board.clear();
                    break;
                }
            }
            // None, some or all of the rest are lost.
            let lost = [0, 1, 1, 3][random.below(4)];
            for kind in KINDS {
                for _ in 0..reserve[kind] {
                    reserve[kind] -= u8::from(random.below(3) < lost);
                }
            }
            naive.reserve[player] = reserve;
        }
        naive.player = random.below(2);
        if [0, 1].iter().all(|&player| naive.king(player).is_some()) {
            return Naive::parse(&naive.text()).expect("a position");
        }
    }
}

fn is_supported(pieces: &Pieces, rank: i8) -> bool {
    let [_, land, water, air, fire, _] = *pieces;
    let own = if (3..=5).contains(&rank) { water } else { land };
    (land == 0 && water == 0) || own + air + fire > 0
}

/// One of the legal actions. Some players prefer to take and to detonate, and one kind shuns to end the game.
pub(crate) fn choose(random: &mut SplitMix64, naive: &Naive, acts: &[Act], taste: usize) -> Act {
    let act = choose_by_taste(random, naive, acts, taste);
    if taste < 4 {
        return act;
    }
    let ends = |act: Act| {
        let mut next = naive.clone();
        next.act(act);
        next.end.is_some()
    };
    (0..4).fold(act, |act, _| if ends(act) { choose_by_taste(random, naive, acts, taste) } else { act })
}

fn choose_by_taste(random: &mut SplitMix64, naive: &Naive, acts: &[Act], taste: usize) -> Act {
    let enemy = |cell| naive.board.get(&cell).is_some_and(|stack| stack.owner != naive.player);
    let violent = |act: &&Act| match **act {
        Act::Move { rest, takes, subset, .. } => {
            takes.is_some() || enemy(rest) || (subset[4] > 0 && taste == 2) || subset[D] > 1
        }
        Act::Standstill { .. } | Act::Detonate(_) => true,
        _ => false,
    };
    let building = |act: &&Act| matches!(act, Act::Reinforce(..)) && taste != 3;
    let liked: Vec<&Act> = match random.below(8) {
        0..2 if taste > 0 => acts.iter().filter(violent).collect(),
        2 | 3 => acts.iter().filter(building).collect(),
        4 | 5 => acts.iter().filter(|act| matches!(act, Act::Move { .. })).collect(),
        _ => Vec::new(),
    };
    match random.choose(&liked) {
        Some(act) => **act,
        None => *random.choose(acts).expect("a game that goes on"),
    }
}

/// Positions out of the middle of games, the seed deciding which.
pub(crate) fn sample(random: &mut SplitMix64) -> Naive {
    loop {
        let rules = options(random);
        let mut naive = if random.below(3) == 0 { Naive::start(rules) } else { position(random, rules) };
        let taste = random.below(5);
        for _ in 0..random.below(60) {
            let acts = naive.acts();
            if acts.is_empty() {
                break;
            }
            naive.act(choose(random, &naive, &acts, taste));
        }
        if naive.end.is_none() {
            return naive;
        }
    }
}
