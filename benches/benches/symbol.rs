//! How fast the rules of Symbol are.

use std::hint::black_box;

use abstract_game::random::SplitMix64;
use abstract_game::{Position as _, perft};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use symbol_core::{Action, Position, Symbol};

/// Positions of random games, those within a turn among them: every fifth action of eight games.
fn sampled() -> Vec<Position> {
    let mut positions = Vec::new();
    for seed in 1..=8 {
        let mut random = SplitMix64::new(seed);
        let mut position = Symbol::new().start();
        let mut played = 0;
        while position.end().is_none() && played < 100 {
            let actions = position.actions();
            position.play_unchecked(actions[random.below(actions.len())]);
            played += 1;
            if played % 5 == 0 && position.end().is_none() {
                positions.push(position.clone());
            }
        }
    }
    positions
}

/// All pieces of a player on one cell: 2048 parts, most of which may leave.
fn tall() -> Position {
    let text = "x7/x3,kl3w3a3f3d3,x3/x7/x7/x7/x3,KL3W3A3F3D3,x3/x7 1 -/- - -";
    Symbol::new().read_position(text).expect("a position")
}

/// The first hundred actions of a random game: without a rule of repetition some last for ever.
fn random_game(mut position: Position, random: &mut SplitMix64) -> Position {
    let mut actions = Vec::new();
    for _ in 0..100 {
        if position.end().is_some() {
            break;
        }
        actions.clear();
        position.generate(&mut actions);
        position.play_unchecked(actions[random.below(actions.len())]);
    }
    position
}

fn generation(criterion: &mut Criterion) {
    let sampled = sampled();
    let mut actions = Vec::new();
    let mut group = criterion.benchmark_group("symbol/generate");
    for (name, positions) in [("sampled", sampled), ("tall stacks", vec![tall()])] {
        let all = |position: &Position| position.count_actions() as u64;
        group.throughput(Throughput::Elements(positions.iter().map(all).sum()));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                actions.clear();
                black_box(&positions).iter().for_each(|position| position.generate(&mut actions));
                actions.len()
            });
        });
        group.bench_function(format!("{name}, counted only"), |bencher| {
            bencher.iter(|| black_box(&positions).iter().map(Position::count_actions).sum::<usize>());
        });
    }
    group.finish();
}

fn play(criterion: &mut Criterion) {
    let sampled = sampled();
    let actions: Vec<(usize, Action)> = sampled
        .iter()
        .enumerate()
        .flat_map(|(i, position)| position.actions().into_iter().map(move |action| (i, action)))
        .collect();
    let mut group = criterion.benchmark_group("symbol/play");
    group.throughput(Throughput::Elements(actions.len() as u64));
    group.bench_function("every action of the sampled", |bencher| {
        bencher.iter(|| {
            let keys = actions.iter().map(|&(i, action)| black_box(&sampled)[i].after(action).key());
            keys.fold(0, |all, key| all ^ key)
        });
    });
    group.finish();
    let mut random = SplitMix64::new(1);
    criterion.bench_function("symbol/random game", |bencher| {
        let start = || Symbol::new().start();
        bencher.iter_batched(start, |start| random_game(start, &mut random), BatchSize::SmallInput);
    });
}

fn count(criterion: &mut Criterion) {
    let start = Symbol::new().start();
    let sampled = sampled();
    let mut group = criterion.benchmark_group("symbol/perft");
    group.sample_size(10);
    group.throughput(Throughput::Elements(perft::count(&start, 4)));
    group.bench_function("start depth 4", |bencher| bencher.iter(|| perft::count(black_box(&start), 4)));
    let two =
        |positions: &[Position]| positions.iter().map(|position| perft::count(position, 2)).sum::<u64>();
    group.throughput(Throughput::Elements(two(&sampled)));
    group.bench_function("sampled depth 2", |bencher| bencher.iter(|| two(black_box(&sampled))));
    group.finish();
}

criterion_group!(benches, generation, play, count);
criterion_main!(benches);
