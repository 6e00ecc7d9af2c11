//! Each engine has its own parameters.

use protocol::server::{self, JobResult, StopSignal};
use protocol::{Dialect, JobRequest, Start};

use crate::game_engine::GameEngine as _;
use crate::games::nika::NikaEngine;
use crate::ugi::options::EngineOptions;
use crate::ugi::session::{GameSession, Session};

/// The last line of the bench without its time, and the evaluation.
fn behaviour(session: &mut Session<NikaEngine>) -> (String, String) {
    let job =
        session.job(&JobRequest::Bench(vec!["3".to_owned()]), &EngineOptions::default()).expect("a bench");
    let result =
        server::run(job, &StopSignal::new(), &mut Vec::new(), Dialect::Ugi).expect("writing to memory");
    let JobResult::Summary(summary) = result else { panic!("no summary: {result:?}") };
    let nodes = summary.split(' ').nth(1).expect("`nodes N time T nps R`").to_owned();
    (nodes, session.print(protocol::Print::Eval).expect("an evaluation"))
}

#[test]
fn two_engines_have_their_own_parameters() {
    let [mut one, mut other] = [(); 2].map(|()| Session::<NikaEngine>::new());
    for session in [&mut one, &mut other] {
        session
            .set_position(&Start::Fen(NikaEngine::BENCH.positions[2].to_owned()), &[])
            .expect("a position");
    }
    let default = behaviour(&mut one);
    assert_eq!(behaviour(&mut other), default);
    one.set_parameter("Nika.standing", "300").expect("a parameter").expect("a number");
    one.set_parameter("Nika.AlphaBeta.lmr-divisor", "1").expect("a parameter").expect("a number");
    let (nodes, evaluation) = behaviour(&mut one);
    assert!(nodes != default.0 && evaluation != default.1, "{nodes}\n{evaluation}");
    assert_eq!(behaviour(&mut other), default);
    assert!(one.set_parameter("Nika.standing", "many").expect("a parameter").is_err());
    assert!(one.set_parameter("Symbol.tempo", "3").is_none(), "another game");
    assert!(one.set_parameter("Nika.Solved.proof", "3").is_none(), "without effect");
}
