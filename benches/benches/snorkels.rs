//! How fast the rules of Snorkels are.

use std::hint::black_box;

use abstract_game::random::SplitMix64;
use abstract_game::{Position as _, perft};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use snorkels_core::{Position, Snorkels};

/// In the midst of a game, with groups of all sizes.
fn middle() -> Position {
    let text = "1P5/1PGG1PG/2G3P/3P3/4P2/G2GGPP/P1G2G1 p 1 -";
    Snorkels::new().read_position(text).expect("a position")
}

fn random_game(mut position: Position, random: &mut SplitMix64) -> Position {
    let mut actions = Vec::with_capacity(65);
    while position.end().is_none() {
        actions.clear();
        position.generate(&mut actions);
        position.play_unchecked(actions[random.below(actions.len())]);
    }
    position
}

fn generation(criterion: &mut Criterion) {
    let position = middle();
    let mut actions = Vec::with_capacity(65);
    criterion.bench_function("snorkels/generate", |bencher| {
        bencher.iter(|| {
            actions.clear();
            black_box(&position).generate(&mut actions);
            actions.len()
        });
    });
}

fn play(criterion: &mut Criterion) {
    let mut random = SplitMix64::new(1);
    criterion.bench_function("snorkels/random game 7x7", |bencher| {
        bencher.iter_batched(
            || Snorkels::new().start(),
            |start| random_game(start, &mut random),
            BatchSize::SmallInput,
        );
    });
}

/// What each placement on the board would do.
fn air(criterion: &mut Criterion) {
    let position = middle();
    let mut group = criterion.benchmark_group("snorkels/air");
    group.throughput(Throughput::Elements(position.empty().len().into()));
    group.bench_function("effects", |bencher| {
        bencher.iter(|| {
            let position = black_box(&position);
            position.empty().into_iter().filter(|&cell| position.outcome_of(cell).ends()).count()
        });
    });
    group.bench_function("captures", |bencher| bencher.iter(|| black_box(&position).captures()));
    group.finish();
}

fn count(criterion: &mut Criterion) {
    let start = Snorkels::new().start();
    let mut group = criterion.benchmark_group("snorkels/perft");
    group.throughput(Throughput::Elements(perft::count(&start, 4))).sample_size(10);
    group.bench_function("7x7 depth 4", |bencher| bencher.iter(|| perft::count(black_box(&start), 4)));
    group.finish();
}

criterion_group!(benches, generation, play, air, count);
criterion_main!(benches);
