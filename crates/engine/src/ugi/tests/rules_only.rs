//! A game of which the engine knows only the rules has all commands.

use abstract_game::sample::TakeTwo;
use protocol::server::{JobResult, Output, StopSignal};
use protocol::{Command, Dialect, Print, Query, Start};

use crate::games::RulesOnly;
use crate::ugi::handler::{GameHandler, Handler};
use crate::ugi::options::EngineOptions;

/// The output of a command that starts a job, and its result.
fn run(handler: &dyn GameHandler, command: &str, options: &EngineOptions) -> (String, JobResult) {
    let Ok(Command::Run(request)) = Command::parse(command, Dialect::Ugi) else { panic!("{command}") };
    let job = handler.job(&request, options).expect("the command is valid");
    let mut text = String::new();
    let result = job(&StopSignal::default(), &mut |output| match output {
        Output::Info(info) => text += &format!("{info}\n"),
        Output::Line(line) => text += &format!("{line}\n"),
    });
    if let JobResult::Summary(line) = &result {
        text += line;
    }
    (text, result)
}

#[test]
fn a_game_without_knowledge_has_all_commands() {
    let mut handler = Handler::<RulesOnly<TakeTwo>>::boxed();
    let start = Start::Fen("3,2 1 2".to_owned());
    handler.set_position(&start, &[]).expect("a position");
    for (name, value) in
        [("Search", "alphabeta"), ("Search", "mcts"), ("Skill Level", "1"), ("Skill Level", "8")]
    {
        let mut options = EngineOptions::default();
        options.set(name, value).expect("a value of the option");
        handler.apply(&options).expect("there is memory");
        let (info, result) = run(&*handler, "go nodes 2000", &options);
        let JobResult::Turn(turn) = result else { panic!("{result:?}") };
        assert_eq!(handler.query(&Query::IsLegal(turn)).as_deref(), Ok("true"));
        assert!(info.contains("score"), "{info}");
    }
    let options = EngineOptions::default();
    // Three counters and then two are all of them.
    let (proof, result) = run(&*handler, "go mate 1", &options);
    assert_eq!(result, JobResult::Turn("a3,b2".to_owned()));
    assert!(proof.contains("proof win in 1 turns"), "{proof}");
    assert!(run(&*handler, "go prove", &options).0.contains("proof win"));
    assert!(handler.print(Print::Eval).expect("a text").contains("only the rules"));
    let (positions, result) = run(&*handler, "bench", &options);
    assert!(positions.contains(" nodes 3,4,5 1 2"), "the first position: {positions}");
    assert!(matches!(result, JobResult::Summary(text) if text.starts_with("nodes ")));
    // The searches decide every position of so small a game.
    for (arguments, begins) in [
        ("nodes 0 prove 0", "info string genfens "),
        ("", "info string error: genfens: of 1000 random positions none"),
    ] {
        let (text, _) = run(&*handler, &format!("genfens 1 seed 1 {arguments}"), &options);
        assert!(text.starts_with(begins), "{text}");
    }
}
