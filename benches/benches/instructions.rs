//! Counts the instructions of the kernels with callgrind. `.ci/instructions` compares them with those in the repository.

#![allow(missing_docs, reason = "the macros make functions without documentation")]

use benches::Kernel;
use gungraun::Callgrind;
use gungraun::prelude::*;

/// A kernel that has run once, so that its buffers have their size. Prints its name.
fn warm(number: usize) -> Kernel {
    let mut kernel = benches::kernels().swap_remove(number);
    println!("kernel: {}", kernel.name);
    kernel.run();
    kernel
}

#[library_benchmark]
#[benches::number(iter = 0..benches::kernels().len(), setup = warm)]
fn kernel(mut kernel: Kernel) -> u64 {
    kernel.run()
}

library_benchmark_group!(name = all, benchmarks = kernel);
main!(
    config = LibraryBenchmarkConfig::default().tool(Callgrind::with_args(["--cache-sim=no"]));
    library_benchmark_groups = all
);
