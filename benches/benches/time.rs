//! Times the kernels.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn all(criterion: &mut Criterion) {
    for mut kernel in benches::kernels() {
        let units = kernel.units.unwrap_or_else(|| kernel.run());
        let (game, name) = kernel.name.split_once('/').expect("the game is named");
        let (mut group, name) = (criterion.benchmark_group(game), name.to_owned());
        group.throughput(Throughput::Elements(units)).sample_size(20);
        group.bench_function(name, |bencher| bencher.iter(|| kernel.run()));
        group.finish();
    }
}

criterion_group!(kernels, all);
criterion_main!(kernels);
