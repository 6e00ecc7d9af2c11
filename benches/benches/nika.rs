//! How fast the rules of Nika are.

use std::hint::black_box;

use abstract_game::random::SplitMix64;
use abstract_game::{Position as _, perft};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use nika_core::{Nika, Position};

/// The start, two fronts that touch with routed pieces behind them, and a phalanx of six in contact.
fn positions() -> [(&'static str, Position); 3] {
    let read = |text| Nika.read_position(text).expect("a position");
    [
        ("start", Nika.start()),
        ("contact", read("d5ee5ef4ef5e/g4ng5wh5e/i5wk11sk12s/p7sq7sq8wr7s A 2 0")),
        ("six", read("d4ed5ee4ee5ef4ef5e/g4wg5wh4n/i5wk11sk12s/h5ep7sq7s A 2 0")),
    ]
}

fn generation(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("nika/generate");
    let mut actions = Vec::with_capacity(256);
    for (name, position) in positions() {
        group.throughput(Throughput::Elements(position.count_actions() as u64));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                actions.clear();
                black_box(&position).generate(&mut actions);
                actions.len()
            });
        });
        group.bench_function(format!("{name}, counted"), |bencher| {
            bencher.iter(|| black_box(&position).count_actions());
        });
    }
    group.finish();
}

/// Every action of a position, one copy of it each.
fn play(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("nika/play");
    for (name, position) in positions() {
        let actions = position.actions();
        group.throughput(Throughput::Elements(actions.len() as u64));
        group.bench_function(name, |bencher| {
            let position = black_box(&position);
            bencher.iter(|| actions.iter().fold(0, |keys, &action| keys ^ position.after(action).key()));
        });
    }
    group.finish();
}

fn random_games(criterion: &mut Criterion) {
    let mut random = SplitMix64::new(1);
    let mut actions = Vec::with_capacity(256);
    criterion.bench_function("nika/200 random actions", |bencher| {
        bencher.iter_batched(
            || Nika.start(),
            |mut position| {
                for _ in 0..200 {
                    if position.end().is_some() {
                        break;
                    }
                    actions.clear();
                    position.generate(&mut actions);
                    position.play_unchecked(actions[random.below(actions.len())]);
                }
                position
            },
            BatchSize::SmallInput,
        );
    });
}

fn count(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("nika/perft 3");
    for (name, position) in positions() {
        group.throughput(Throughput::Elements(perft::count(&position, 3))).sample_size(10);
        group.bench_function(name, |bencher| bencher.iter(|| perft::count(black_box(&position), 3)));
    }
    group.finish();
}

criterion_group!(benches, generation, play, random_games, count);
criterion_main!(benches);
