//! The static results of the games compared with exhaustive search.

use abstract_game::{Player, Position, Rules, Verdict};
use agon_engine::GameEngine;
use agon_engine::games::nika::{NikaEngine, NikaKnowledge};
use agon_engine::games::snorkels::SnorkelsKnowledge;
use agon_engine::games::symbol::{SymbolEngine, SymbolKnowledge};
use games::nika_core::{self, BOARD, City, Facing, Nika};
use games::snorkels_core::Snorkels;
use search::{Knowledge, NoKnowledge, Random, StaticResult};

/// Whether `attacker` can force a win within `turns` turns, an unfinished turn included.
fn wins<P: Position>(position: &P, attacker: Player, turns: u32) -> bool {
    if let Some(end) = position.end() {
        return end.winner == Some(attacker);
    }
    if turns == 0 {
        return false;
    }
    let attacks = position.player_to_act() == attacker;
    let outcome = |action| {
        let after = position.after(action);
        wins(&after, attacker, turns - u32::from(after.at_turn_start()))
    };
    if attacks {
        position.actions().into_iter().any(outcome)
    } else {
        position.actions().into_iter().all(outcome)
    }
}

/// The result for the player to act if it is decided within two turns.
fn exhaustive<P: Position>(position: &P) -> Option<(Verdict, u16)> {
    let own = position.player_to_act();
    (1..=2).find_map(|turns| {
        if wins(position, own, turns.into()) {
            Some((Verdict::Win, turns))
        } else if wins(position, own.opponent(), turns.into()) {
            Some((Verdict::Loss, turns))
        } else {
            None
        }
    })
}

fn static_result<P: Position>(knowledge: &impl Knowledge<P>, position: &P) -> (StaticResult, Vec<P::Action>) {
    let mut actions = Vec::new();
    let result = knowledge.static_result(position, &knowledge.analyse(position), &mut actions);
    (result, actions)
}

/// The unfinished positions of playouts, at most `length` actions each.
fn positions<P: Position>(
    knowledge: &impl Knowledge<P>,
    starts: &[P],
    playouts: u64,
    length: usize,
) -> Vec<P> {
    let mut all = Vec::new();
    let mut buffer = Vec::new();
    for (seed, start) in (0..playouts).zip(starts.iter().cycle()) {
        let mut random = Random::new(seed);
        let mut position = start.clone();
        for _ in 0..length {
            if position.end().is_some() {
                break;
            }
            all.push(position.clone());
            let action = knowledge.playout_action(&position, &mut random, &mut buffer);
            position.play_unchecked(action);
        }
    }
    all
}

/// Checks that a win found statically is one, and that its action begins it.
fn check_win<P: Position>(position: &P, action: P::Action) {
    let own = position.player_to_act();
    let after = position.after(action);
    assert!(wins(&after, own, u32::from(!after.at_turn_start())), "{position}: {action:?} does not win");
}

#[test]
fn snorkels_results_are_exact_and_complete() {
    let rules = |size, stones, pie| {
        let rules = Snorkels::new().with("size", size).expect("a size").with_pie(pie);
        rules.with("stones", stones).expect("a number of stones").start()
    };
    let mut starts = Vec::new();
    for size in 2..=5 {
        for stones in 0..=u8::from(size > 2) * 3 {
            starts.extend([rules(size, stones, false), rules(size, stones, true)]);
        }
    }
    let knowledge = SnorkelsKnowledge::default();
    let mut seen = [0; 4];
    let mut all = positions(&NoKnowledge, &starts, 2_000, 25);
    all.extend(positions(&knowledge, &starts, 2_000, 25));
    for position in all {
        let (result, actions) = static_result(&knowledge, &position);
        let expected = exhaustive(&position);
        let own = position.player_to_act();
        match result {
            StaticResult::Open => {
                // A win in two turns is a zugzwang, which no static result states.
                assert!(
                    position.can_swap() || matches!(expected, None | Some((Verdict::Win, 2))),
                    "{position}"
                );
                seen[0] += 1;
            }
            StaticResult::Win(turns) => {
                assert_eq!(expected, Some((Verdict::Win, turns)), "{position}");
                check_win(&position, actions[0]);
                seen[1] += 1;
            }
            StaticResult::Loss(turns) => {
                assert_eq!(expected, Some((Verdict::Loss, turns)), "{position}");
                seen[2] += 1;
            }
            StaticResult::Only => {
                for action in position.actions() {
                    let loses = wins(&position.after(action), own.opponent(), 1);
                    assert_eq!(loses, !actions.contains(&action), "{position}: {action}");
                }
                seen[3] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 500), "{seen:?}");
}

/// Checks the wins within the turn and counts those found and those that exist.
fn check_wins<P: Position>(
    knowledge: &impl Knowledge<P>,
    positions: &[P],
    exists: impl Fn(&P) -> bool,
) -> [u32; 2] {
    let mut counts = [0; 2];
    for position in positions {
        let (result, actions) = static_result(knowledge, position);
        assert!(matches!(result, StaticResult::Open | StaticResult::Win(1)), "{position}: {result:?}");
        if result == StaticResult::Win(1) {
            check_win(position, actions[0]);
            counts[0] += 1;
        }
        counts[1] += u32::from(exists(position));
    }
    counts
}

fn bench_positions<G: GameEngine>() -> Vec<agon_engine::PositionOf<G>> {
    let rules = G::Rules::default();
    let read = |text: &&str| rules.read_position(text).expect("the bench positions are valid");
    G::BENCH.positions.iter().map(read).collect()
}

/// A position with pieces on random cells, those of the city to act near its victory area. In half of the positions, for
/// pushes, they face one way and are at least two steps from it; the others are near, too, and face the opposite way.
fn random_nika_position(random: &mut Random) -> nika_core::Position {
    let to_act = City::ALL[random.below(4)];
    let direction = (random.below(2) == 0).then(|| Facing::ALL[random.below(4)]);
    let mut near = to_act.victory_area();
    (0..3).for_each(|_| near = BOARD.expand(near) & to_act.open_cells());
    let mut free = BOARD.cells();
    let mut cities = Vec::new();
    for city in City::ALL {
        let acts = city == to_act;
        let area = match direction {
            Some(_) if acts => near - BOARD.expand(city.victory_area()),
            Some(_) => near & city.open_cells(),
            None if acts => near,
            None => city.open_cells(),
        };
        let mut pieces = Vec::new();
        for _ in 0..=random.below(if acts { 4 } else { 6 }) {
            let cells: Vec<_> = (area & (free - city.victory_area())).into_iter().collect();
            let Some(&cell) = random.choose(&cells) else { break };
            free.remove(cell);
            let facing = match direction {
                None => Facing::ALL[random.below(4)],
                Some(facing) if acts => facing,
                Some(facing) => facing.opposite(),
            };
            pieces.push((BOARD.file(cell), BOARD.rank(cell), format!("{}{facing}", BOARD.name(cell))));
        }
        pieces.sort();
        let texts: String = pieces.into_iter().map(|(_, _, text)| text).collect();
        cities.push(if texts.is_empty() { "-".to_owned() } else { texts });
    }
    let left = 1 + random.below(2);
    let text = format!("{} {} {left} 0", cities.join("/"), to_act.letter());
    Nika.read_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn nika_wins_within_the_turn_are_exact_and_complete() {
    let mut random = Random::new(1);
    let mut positions: Vec<_> = (0..10_000).map(|_| random_nika_position(&mut random)).collect();
    positions.extend(self::positions(&NikaKnowledge::default(), &bench_positions::<NikaEngine>(), 10, 300));
    let [found, exist] = check_wins(&NikaKnowledge::default(), &positions, |position| {
        wins(position, position.player_to_act(), 1)
    });
    assert!(found > 2_000 && found == exist, "{found} of {exist} wins");
    let pushes = |position: &&nika_core::Position| {
        let (_, actions) = static_result(&NikaKnowledge::default(), *position);
        actions.iter().any(|action| action.pieces().is_some_and(|pieces| pieces.len() > 1))
    };
    let pushes = positions.iter().filter(pushes).count();
    assert!(pushes > 10, "{pushes} wins by a push");
}

#[test]
fn symbol_wins_within_the_turn_are_exact() {
    let starts = bench_positions::<SymbolEngine>();
    let positions = positions(&SymbolKnowledge::default(), &starts, 1_000, 120);
    let wins_with_one_action = |position: &games::symbol_core::Position| {
        let own = position.player_to_act();
        let wins = |action| position.after(action).end().is_some_and(|end| end.winner == Some(own));
        position.actions().into_iter().any(wins)
    };
    let [found, exist] = check_wins(&SymbolKnowledge::default(), &positions, wins_with_one_action);
    // The check for threats sees no pushes of bombs by carried `F`, and no mixed chains.
    assert!(found > 1_000 && found * 100 >= exist * 99, "{found} of {exist} wins");
}

/// Wins that need more than the capture of the king, from games.
#[test]
fn symbol_wins_by_pushes_and_explosions_are_found() {
    for (position, wins) in [
        // A lone king is pushed off, by an `F` that walks or is carried.
        ("x7/x6,k/x5,f,x/x4,AF,x2/x,W,D,x4/x2,K,x4/x7 1 L3W2A2F2D2/l3w2a3f2d3 - -", true),
        ("x3,f,k,la,x/x7/x7/x7/w,x,D,x4/x3,A,x,L,x/x,lf,x2,K,A,x 2 L2W3/- - -", true),
        // A `D` is carried to the king and detonated.
        ("x7/x5,f,k/x4,D,f,w/x4,d,AD,x/x3,W,x3/x3,K,x3/x3,F,x3 1 L3W2A2D/l3wa2fd - -", true),
        // The capture of a `D` beside the king explodes it.
        ("x7/x4,k,fd,x/x3,a,x,f,x/x2,D,x4/x7/a,x,F,F,x3/x,D,K,x4 1 L3W2A2FD/l3w3ad - -", false),
        ("x7/x4,k,fd,x/x3,a,x,f,x/x2,D,x4/x7/a,x,F,F,x3/x,D,K,x4 2 L3W2A2FD/l3w3ad - -", true),
        // An attack from three cells away.
        ("x2,l,x4/x3,ka,x3/x7/x7/KWF,x6/x7/x7 1 L3W2A2F3D3/l2w3a2f3d3 - -", true),
        // A `D` is carried near the king, another one placed between them; also where an attack or a push opens the cell.
        ("x7/x3,kafd,x3/x7/x7/x7/x3,KAD,x3/x7 1 L3W3A2F3D2/l3w2a2f3d - -", true),
        ("x7/x3,kafd,x3/x7/x7/x7/x3,KAD,x3/x7 1 L3W3A2F3/l3w2a2f3d - -", false),
        ("kld,x,l,x4/wa,la,x4,f/x3,d,x3/x,F,F,x4/x3,KWA2D,x3/x7/x7 1 L3W2AFD/w2af2d - -", true),
        ("x7/x,kwfd,l,x4/x7/x4,AD,x2/x5,A,x/x5,F,KA/x7 2 L3W2FD/l2wa2f2d - -", true),
        // A chain of two.
        ("x7/x2,k,x4/x2,d,x4/x2,d,x4/x2,A,x4/x7/x6,K 1 L3/l3 - -", true),
    ] {
        let position = games::symbol_core::Symbol::default().read_position(position).expect("a position");
        let (result, actions) = static_result(&SymbolKnowledge::default(), &position);
        let expected = if wins { StaticResult::Win(1) } else { StaticResult::Open };
        assert_eq!(result, expected, "{position}");
        if let Some(&action) = actions.first() {
            check_win(&position, action);
        }
    }
}
