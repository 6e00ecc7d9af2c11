//! Parsing a displayed line returns the same value.
#![allow(clippy::unwrap_used)]

use std::time::Duration;

use proptest::option;
use proptest::prelude::*;
use protocol::{
    Announcement, Command, CommandError, Dialect, Go, GoClock, GoLimits, GoTask, Info, JobRequest,
    OptionDecl, Query, ReportedScore, ScoreBound, Start,
};

fn time() -> impl Strategy<Value = Duration> {
    (0..=1_000_000_000_000_u64).prop_map(Duration::from_millis)
}

fn turn() -> impl Strategy<Value = String> {
    "[a-zA-Z+>:,0-9]{2,12}".prop_filter("a key word is no turn", |turn| {
        !matches!(
            turn.as_str(),
            "depth"
                | "seldepth"
                | "multipv"
                | "score"
                | "wdl"
                | "nodes"
                | "nps"
                | "hashfull"
                | "time"
                | "pv"
                | "string"
                | "moves"
                | "value"
        )
    })
}

fn words() -> impl Strategy<Value = String> {
    prop::collection::vec(turn(), 1..4).prop_map(|words| words.join(" "))
}

fn limits() -> impl Strategy<Value = GoLimits> {
    let clock = || (option::of(time()), time()).prop_map(|(time, increment)| GoClock { time, increment });
    (
        [clock(), clock()],
        option::of(any::<u32>()),
        [option::of(time()), option::of(time())],
        option::of(any::<u32>()),
        option::of(any::<u64>()),
        any::<bool>(),
    )
        .prop_map(|(clock, moves_to_go, [move_time, cpu_time], depth, nodes, infinite)| GoLimits {
            clock,
            moves_to_go,
            move_time,
            cpu_time,
            depth,
            nodes,
            infinite,
        })
}

fn task() -> impl Strategy<Value = GoTask> {
    prop_oneof![
        Just(GoTask::Search),
        // In UCI only odd numbers can be written.
        (0..1000_u32).prop_map(|n| GoTask::Mate(2 * n + 1)),
        Just(GoTask::Prove),
        any::<u32>().prop_map(GoTask::Perft),
    ]
}

fn announcement() -> impl Strategy<Value = Announcement> {
    prop_oneof![Just(Announcement::Resign), Just(Announcement::Draw), Just(Announcement::Claim)]
}

fn query() -> impl Strategy<Value = Query> {
    prop_oneof![
        prop::sample::select(vec![
            Query::P1Turn,
            Query::Limits,
            Query::GameOver,
            Query::Result,
            Query::Fen,
            Query::Termination,
        ]),
        turn().prop_map(Query::IsLegal),
        option::of(any::<usize>()).prop_map(Query::Turns),
        option::of(turn()).prop_map(Query::Actions),
    ]
}

fn command() -> impl Strategy<Value = Command> {
    use Command::*;
    prop_oneof![
        prop::sample::select(vec![Ugi, Uci, IsReady, NewGame, Stop, PonderHit, Register, Quit, Help]),
        prop::sample::select(vec![
            protocol::Print::Board,
            protocol::Print::Eval,
            protocol::Print::License,
            protocol::Print::Flip,
            protocol::Print::Compiler,
        ])
        .prop_map(Print),
        (words(), prop_oneof![Just(String::new()), words()])
            .prop_map(|(name, value)| SetOption { name, value }),
        (option::of(words()), prop::collection::vec(turn(), 0..5))
            .prop_map(|(fen, moves)| Position { start: fen.map_or(Start::Startpos, Start::Fen), moves }),
        (limits(), task(), option::of(prop_oneof![Just(Announcement::Draw), Just(Announcement::Claim)]))
            .prop_map(|(limits, task, announced)| Go { limits, task, announced, ..Go::default() })
            .prop_flat_map(|go| (Just(go), prop::collection::vec(turn(), 0..3), any::<bool>()))
            .prop_map(|(go, searchmoves, ponder)| Run(JobRequest::Go(Go { searchmoves, ponder, ..go }))),
        any::<bool>().prop_map(Debug),
        query().prop_map(Query),
        (option::of(0..2_usize), any::<u32>(), option::of(any::<u64>())).prop_map(
            |(claimant, turns, nodes)| {
                Run(JobRequest::Claim(protocol::WinClaim { claimant, turns, nodes }))
            }
        ),
        prop::collection::vec(turn(), 0..3).prop_map(|arguments| Run(JobRequest::Bench(arguments))),
    ]
}

fn info() -> impl Strategy<Value = Info> {
    let score = prop_oneof![
        any::<i32>().prop_map(ReportedScore::Cp),
        any::<i32>().prop_map(ReportedScore::Mate),
        Just(ReportedScore::Win),
        Just(ReportedScore::Loss),
    ];
    let numbers = (
        option::of(any::<u32>()),
        option::of(any::<u32>()),
        option::of(any::<u32>()),
        option::of(any::<u64>()),
        option::of(any::<u64>()),
        option::of(any::<u16>()),
    );
    (
        numbers,
        option::of(score),
        option::of(prop_oneof![Just(ScoreBound::Lower), Just(ScoreBound::Upper)]),
        option::of(any::<(u16, u16, u16)>()),
        option::of(time()),
        prop::collection::vec(turn(), 0..5),
        (option::of(words()), option::of(announcement())),
    )
        .prop_map(
            |(
                (depth, seldepth, multipv, nodes, nps, hashfull),
                score,
                bound,
                wdl,
                time,
                pv,
                (string, announcement),
            )| Info {
                announcement,
                depth,
                seldepth,
                multipv,
                score,
                bound,
                wdl,
                nodes,
                nps,
                hashfull,
                time,
                pv,
                string,
            },
        )
}

fn decl() -> impl Strategy<Value = OptionDecl> {
    let text = || prop_oneof![Just(String::new()), words()];
    prop_oneof![
        (words(), any::<bool>()).prop_map(|(name, default)| OptionDecl::check(name, default)),
        (words(), any::<i64>(), any::<i64>(), any::<i64>())
            .prop_map(|(name, default, min, max)| OptionDecl::spin(name, default, min, max)),
        (words(), words(), prop::collection::vec(words(), 0..4)).prop_map(|(name, default, choices)| {
            OptionDecl::combo(name, default, choices.iter().map(String::as_str))
        }),
        (words(), text()).prop_map(|(name, default)| OptionDecl::string(name, default)),
        words().prop_map(OptionDecl::button),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn commands(command in command(), uci in any::<bool>()) {
        let dialect = if uci { Dialect::Uci } else { Dialect::Ugi };
        let line = command.in_dialect(dialect).to_string();
        prop_assert_eq!(Command::parse(&line, dialect), Ok(command), "{}", line);
    }

    #[test]
    fn infos(info in info()) {
        let line = info.to_string();
        prop_assert_eq!(Info::parse(&line, Dialect::Ugi), Some(info), "{}", line);
    }

    #[test]
    fn options(decl in decl()) {
        let line = decl.to_string();
        prop_assert_eq!(OptionDecl::parse(&line), Some(decl), "{}", line);
    }

    #[test]
    fn any_text_is_parsed_without_panic(text in any::<String>(), words in words()) {
        for line in [text.clone(), format!("go {text}"), format!("query {text}"), format!("{words} {text}")] {
            if let Err(error) = Command::parse(&line, Dialect::Ugi) {
                let message = error.to_string();
                prop_assert!(!message.contains(char::is_control), "{}", message);
                prop_assert!(message.chars().count() < 700, "{}", message);
            }
        }
        Info::parse(&format!("info {text}"), Dialect::Uci);
        OptionDecl::parse(&format!("option name {text} type {text}"));
    }
}

#[test]
fn infos_of_other_engines_are_parsed() {
    let line = "info depth 12 currmove e2e4 score mate 2 lowerbound tbhits 0 nodes x time -1 pv e2e4 e7e5 cpuload 3 \
                string free  text ";
    let info = Info::parse(line, Dialect::Uci).unwrap();
    assert_eq!(
        (info.depth, info.score, info.bound),
        (Some(12), Some(ReportedScore::Mate(3)), Some(ScoreBound::Lower))
    );
    assert_eq!((info.nodes, info.time), (None, None));
    assert_eq!(info.pv[..2], ["e2e4", "e7e5"]);
    assert_eq!(info.string.as_deref(), Some("free  text"));
    assert_eq!(Info::parse("information depth 1", Dialect::Ugi), None);
    assert_eq!(Info::parse("bestmove 1", Dialect::Ugi), None);
    assert_eq!(Info::parse("info", Dialect::Ugi), Some(Info::default()));
}

#[test]
fn clocks_in_both_dialects() {
    let second = Duration::from_secs(1);
    let go = Go::from(GoLimits::clocks([second, 2 * second], [Duration::ZERO, second]));
    let command = Command::from(go);
    assert_eq!(command.to_string(), "go p1time 1000 p2time 2000 p1inc 0 p2inc 1000");
    assert_eq!(command.in_dialect(Dialect::Uci).to_string(), "go wtime 1000 btime 2000 winc 0 binc 1000");
    let Command::Run(JobRequest::Go(mate)) = Command::parse("go mate 2", Dialect::Uci).unwrap() else {
        panic!()
    };
    assert_eq!(mate.task, GoTask::Mate(3));
    assert_eq!(Command::parse(" ", Dialect::Ugi), Err(CommandError::Empty));
}

#[test]
fn values_are_accepted_as_declared() {
    let spin = OptionDecl::spin("Hash", 16, 1, 1024);
    assert_eq!(spin.accept("+0064").as_deref(), Ok("64"));
    assert_eq!(spin.accept("0"), Err("a whole number from 1 to 1024".into()));
    assert!(spin.is_named("hash"));
    assert_eq!(OptionDecl::button("Clear").accept("now"), Err("no value".into()));
    assert_eq!(
        OptionDecl::parse("option name X type spin default 3").unwrap().accept("-5").as_deref(),
        Ok("-5")
    );
    assert_eq!(OptionDecl::parse("option name type check"), None);
    assert_eq!(OptionDecl::parse("option name X type wheel"), None);
    assert_eq!(OptionDecl::parse("option name X"), None);
}

/// The word is the first of the line; elsewhere it may be a turn or belong to an unknown part.
#[test]
fn announcements_in_info() {
    let announced = |line: &str| Info::parse(line, Dialect::Ugi).unwrap().announcement;
    assert_eq!(announced("info resign"), Some(Announcement::Resign));
    assert_eq!(announced("info claim depth 3"), Some(Announcement::Claim));
    for line in ["info", "info depth 3 draw", "info pv a draw", "info opinion resign", "info string resign"] {
        assert_eq!(announced(line), None, "{line}");
    }
    assert_eq!(Info::announce(Announcement::Draw).to_string(), "info draw");
    let go = "go depth 3 draw".parse::<Command>().unwrap();
    let Command::Run(JobRequest::Go(go)) = go else { panic!("{go}") };
    assert_eq!((go.announced, go.limits), (Some(Announcement::Draw), GoLimits::depth(3)));
    // The opponent's resignation ends the game, so it is never sent.
    assert_eq!("go depth 3 resign".parse::<Command>().unwrap().to_string(), "go depth 3");
}
