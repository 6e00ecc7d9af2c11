//! Counts kept as data: `tests/*.perft`.
//!
//! A line is `position; depth; nodes`; the rules are part of a position. `#` at the beginning of a line begins a
//! comment.

use abstract_game::conformance::{Count, read_counts};
use abstract_game::perft;
use abstract_game::random::SplitMix64;

use crate::agreement::read;
use crate::naive::{Naive, Options};
use crate::{on_all_cores, sampling};

const FILES: [(&str, &str); 3] = [
    ("starts.perft", include_str!("../starts.perft")),
    ("options.perft", include_str!("../options.perft")),
    ("midgame.perft", include_str!("../midgame.perft")),
];

fn lines() -> Vec<Count> {
    FILES.into_iter().flat_map(|(file, content)| read_counts(file, content)).collect()
}

#[test]
fn counts() {
    let lines = lines();
    on_all_cores(lines.len().try_into().expect("few"), |line| {
        let Count { place, fields, depth, nodes } = &lines[line as usize];
        assert_eq!(perft::count(&read(&fields[0]), *depth), *nodes, "{place}");
    });
}

/// The second implementation counts every position as deep as a budget goes, and two to depth 5.
#[test]
fn counts_of_the_second_implementation() {
    count_naively(150_000);
}

#[test]
#[ignore = "slow: run it after changing a file of counts"]
fn more_counts_of_the_second_implementation() {
    count_naively(100_000_000);
}

/// The lines of a position begin with depth 1 and follow each other. The nodes above the last depth are what costs.
fn count_naively(budget: u64) {
    let lines = lines();
    let positions: Vec<&[Count]> = lines.chunk_by(|line, next| next.depth == line.depth + 1).collect();
    on_all_cores(positions.len().try_into().expect("few"), |number| {
        let lines = positions[number as usize];
        let mut above = 0;
        let affordable = lines.iter().take_while(|line| {
            let affordable = above <= budget;
            above += line.nodes;
            affordable
        });
        let expected: Vec<u64> = affordable.map(|line| line.nodes).collect();
        let naive = Naive::parse(&lines[0].fields[0]).expect("a position");
        assert_eq!(naive.perft(expected.len()), expected, "{}", lines[0].place);
    });
}

/// The files touch every option and both kinds of turn states.
#[test]
fn the_files_touch_all_there_is() {
    let lines = lines();
    let some = |test: &dyn Fn(&Naive) -> bool| {
        assert!(lines.iter().any(|line| test(&Naive::parse(&line.fields[0]).expect("a position"))));
    };
    for word in [
        "game=simple",
        "fire=all",
        "deploy=spanish",
        "pushed-king=stays",
        "blast-centre=spared",
        "left-behind=removed",
        "regions=3-1-3",
        "variant=unlimited",
        "variant=enlisting",
        "tiebreak=regions",
    ] {
        some(&|naive| naive.options.text().contains(word));
    }
    some(&|naive| naive.reserve[0] == [1, 15, 0, 0, 0, 0]);
    some(&|naive| naive.turn.is_some_and(|state| state.fresh != [0; 6]));
    some(&|naive| naive.turn.is_some_and(|state| state.moved != crate::naive::Moved::NotYet));
    some(&|naive| naive.actions() == ["-"]);
}

/// Prints the lines of a file of counts: `cargo test -p symbol-core --test suite print_ -- --ignored --nocapture`.
#[test]
#[ignore = "prints counts, checks nothing"]
fn print_counts() {
    let print = |naive: &Naive, deepest: usize| {
        for (nodes, depth) in naive.perft(deepest).into_iter().zip(1..) {
            println!("{}; {depth}; {nodes}", naive.text());
        }
    };
    println!("== starts");
    for rules in ["-", "game=simple"] {
        print(&Naive::start(Options::parse(rules).expect("rules")), 5);
    }
    let more = [
        "army1=L15;army2=A7D8",
        "army=D15",
        "army=W15",
        "army=F15",
        "game=simple;army1=A15;army2=W5F5D5",
        "fire=all",
        "deploy=spanish",
        "pushed-king=stays",
        "blast-centre=spared",
        "left-behind=removed",
        "regions=3-1-3",
        "variant=unlimited",
        "variant=enlisting",
        "tiebreak=regions",
        "army=F8;variant=unlimited",
        "fire=all;deploy=spanish;pushed-king=stays",
    ];
    for rules in more {
        print(&Naive::start(Options::parse(rules).expect("rules")), 4);
    }
    println!("== options");
    // The same busy positions under each option.
    let busy = [
        "x,k,x5/x2,l,a,x3/x2,lw,x,d,x2/x2,W,F,x,w,x/LW,x,AD,f,x3/x2,KA,L,x3/x4,F,x2 1 LWAFD/lwafd - @",
        "x3,kfd,x3/x,a,x5/x4,w2,D,x/x3,LWF,x,w,x/x,d,x2,f,x2/x2,KLAD,lf,x3/x7 1 A2D/a2d - @",
    ];
    for position in busy {
        for rules in [
            "-",
            "fire=all",
            "deploy=spanish",
            "pushed-king=stays",
            "blast-centre=spared",
            "left-behind=removed",
            "regions=3-1-3",
            "variant=unlimited",
            "variant=enlisting",
            "tiebreak=regions",
            "fire=all;deploy=spanish;pushed-king=stays",
            "fire=all;blast-centre=spared;left-behind=removed;variant=enlisting",
        ] {
            match Naive::parse(&position.replace('@', rules)) {
                Ok(naive) => print(&naive, 3),
                Err(error) => panic!("{position}: {error}"),
            }
        }
    }
    println!("== midgame");
    let mut random = SplitMix64::new(2);
    let mut printed = 0;
    while printed < 40 {
        let naive = sampling::sample(&mut random);
        let wanted = naive.turn.is_some() || printed % 3 > 0 || naive.actions() == ["-"];
        let nodes = naive.perft(2)[1];
        if wanted && nodes > 20 && nodes < 20_000 {
            printed += 1;
            print(&naive, if nodes < 200 { 4 } else { 3 });
        }
    }
}
