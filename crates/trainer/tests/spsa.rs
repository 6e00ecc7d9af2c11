//! SPSA: on a made objective, with engines in this process, and with processes that are killed.

#![allow(clippy::unwrap_used, reason = "a failed helper fails its test")]

mod kills;

use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use abstract_game::random::SplitMix64;
use arena::stop::Stop;
use arena::store::{Address, Store};
use arena::tournament::Tournament;
use arena::worker::WorkSettings;
use kills::Folder;
use trainer::spsa::{Course, Event, Spsa, SpsaSettings, plot};

fn unit(random: &mut SplitMix64) -> f64 {
    random.next_u64() as f64 / 2_f64.powi(64)
}

fn settings(iterations: usize, parameters: &[(&str, f64, f64)]) -> SpsaSettings {
    let (game, rules) = kills::small_game();
    let head = format!(
        "game = '{game}'\nengine = 'random'\nlimits = {{ nodes = 40 }}\nrules = {{ {rules} }}\n\
         openings = {{ kind = 'random', turns = 1, nodes = 0, effort = 0 }}\niterations = {iterations}\n"
    );
    let parameter = |(name, start, c_end): &(&str, f64, f64)| {
        format!(
            "[[parameter]]\nname = '{name}'\nstart = {start}\nmin = 0\nmax = 200\nc-end = {c_end}\nr-end = 0.01\n"
        )
    };
    (head + &parameters.iter().map(parameter).collect::<String>()).parse().unwrap()
}

/// Plays the pairs of a course whose engines are the stronger the nearer they are to `best`: 100 Elo lost at a distance
/// of 40.
fn played(settings: &SpsaSettings, best: &[f64]) -> Course {
    let mut course = Course::new(settings);
    let mut random = SplitMix64::new(settings.seed + 1000);
    let elo = |values: &[i64]| {
        let losses = values.iter().zip(best).map(|(&value, best)| ((value as f64 - best) / 40.0).powi(2));
        -100.0 * losses.sum::<f64>()
    };
    for iteration in 1..=settings.iterations {
        let [plus, minus] = course.values(iteration);
        let wins = 1.0 / (1.0 + 10_f64.powf((elo(&minus) - elo(&plus)) / 400.0));
        let game = |random: &mut SplitMix64| if unit(random) < wins { 1.0 } else { -1.0 };
        let result = game(&mut random) + game(&mut random);
        course.add(result);
    }
    course
}

#[test]
fn parameters_climb_to_the_best_values_of_a_made_objective() {
    let mut settings = settings(4_000, &[("a", 20.0, 10.0), ("b", 180.0, 10.0), ("c", 100.0, 10.0)]);
    let best = [120.0, 60.0, 100.0];
    for seed in 1..=5 {
        settings.seed = seed;
        let course = played(&settings, &best);
        assert!(course.is_complete());
        for (found, best) in course.current().iter().zip(best) {
            assert!((found - best).abs() < 25.0, "seed {seed}: {:?}", course.current());
        }
    }
    assert_eq!(played(&settings, &best), played(&settings, &best));
}

#[test]
fn values_stay_in_their_range_and_their_mean_is_not_rounded() {
    let mut settings = settings(2_000, &[("edge", 0.0, 3.0), ("fine", 100.25, 0.25)]);
    settings.ahead = settings.iterations;
    let course = Course::new(&settings);
    let mut sum = [0.0; 2];
    for iteration in 1..=settings.iterations {
        let values = course.values(iteration);
        assert!(values.iter().all(|side| (0..=200).contains(&side[0])));
        sum[0] += (values[0][1] - values[1][1]).abs() as f64;
        sum[1] += (values[0][1] + values[1][1]) as f64 / 2.0;
    }
    let [difference, middle] = sum.map(|sum| sum / settings.iterations as f64);
    // Twice a step of 0.25, larger in early iterations.
    assert!((0.5..0.65).contains(&difference), "{difference}");
    assert!((middle - 100.25).abs() < 0.05, "{middle}");
}

#[test]
fn the_values_of_an_iteration_wait_for_the_results_that_they_depend_on() {
    let mut settings = settings(20, &[("a", 100.0, 5.0)]);
    settings.ahead = 3;
    let mut course = Course::new(&settings);
    assert_eq!(course.playable(), 3);
    let third = course.values(3);
    course.add(2.0);
    assert_eq!((course.playable(), course.values(3)), (4, third));
    settings.ahead = usize::MAX;
    let mut course = Course::new(&settings);
    course.add(2.0);
    assert_eq!(course.playable(), 20);
}

#[test]
fn the_plot_has_a_line_for_each_parameter() {
    let settings = settings(500, &[("a<b", 20.0, 10.0), ("c", 180.0, 10.0)]);
    let svg = plot(&played(&settings, &[100.0, 100.0]));
    assert_eq!(svg.matches("<polyline").count(), 2);
    assert!(svg.contains("a&lt;b: 20 to ") && svg.ends_with("</svg>\n"), "{svg}");
    assert!(!svg.contains("NaN"));
    assert!(!plot(&Course::new(&settings)).contains("NaN"));
}

/// A run of the engine whose turns depend on its seed.
fn seeded(mut settings: SpsaSettings) -> Spsa {
    settings.engine = kills::engine();
    Spsa::new(settings).unwrap()
}

fn workers(concurrency: usize) -> WorkSettings {
    WorkSettings { concurrency, lease: Duration::from_secs(1) }
}

#[test]
fn the_course_does_not_depend_on_the_number_of_workers() {
    let settings = settings(20, &[("Seed", 100.0, 20.0)]);
    let run = |concurrency| {
        let spsa = seeded(settings.clone());
        let store = spsa.create(&Address::Memory).unwrap();
        let course = spsa.work(&store, &workers(concurrency), &Stop::new(), &|_| ()).unwrap();
        assert!(course.is_complete());
        let counts = store.counts().unwrap();
        assert_eq!((counts.finished, counts.scheduled()), (40, 40));
        course
    };
    let one = run(1);
    assert!(one.states().iter().any(|state| state[0] != 100.0));
    assert_eq!(one, run(2));
    assert_eq!(one, run(5));
}

#[test]
fn an_interrupted_run_continues_on_the_same_course() {
    let settings = settings(20, &[("Seed", 100.0, 20.0)]);
    let run = |interrupts: &[usize]| {
        let spsa = seeded(settings.clone());
        let store = spsa.create(&Address::Memory).unwrap();
        for &after in interrupts {
            let (stop, finished) = (Stop::new(), AtomicUsize::new(0));
            let observer = |event: Event<'_>| {
                if let Event::GameFinished(_) = event
                    && finished.fetch_add(1, Ordering::SeqCst) + 1 == after
                {
                    stop.abandon();
                }
            };
            let course = spsa.work(&store, &workers(1), &stop, &observer).unwrap();
            assert!(!course.is_complete());
        }
        let spsa = Spsa::of_store(&store).unwrap();
        spsa.work(&store, &workers(1), &Stop::new(), &|_| ()).unwrap()
    };
    let undisturbed = run(&[]);
    assert!(undisturbed.states().iter().any(|state| state[0] != 100.0));
    assert_eq!(undisturbed, run(&[1, 7, 20]));
}

#[test]
fn another_run_in_the_store_is_refused() {
    let spsa = seeded(settings(10, &[("a", 100.0, 20.0)]));
    let store = spsa.create(&Address::Memory).unwrap();
    let other = seeded(settings(11, &[("a", 100.0, 20.0)]));
    let refused = other.work(&store, &workers(1), &Stop::new(), &|_| ());
    assert_eq!(refused.unwrap_err().to_string(), "`:memory:` holds another run or a tournament");
    let tournament = Tournament::of_store(&store).unwrap_err();
    assert_eq!(tournament.to_string(), "`:memory:` holds a run of `trainer spsa`, no tournament");
}

#[test]
fn an_engine_that_does_not_start_ends_the_run() {
    let settings = settings(10, &[("a", 100.0, 20.0)]);
    let spsa = seeded(settings);
    let store = spsa.create(&Address::Memory).unwrap();
    let error = spsa.work(&store, &workers(2), &Stop::new(), &|_| ()).unwrap_err().to_string();
    assert!(
        error.starts_with("the engine does not start with a=")
            && error.ends_with("the engine does not have it"),
        "{error}"
    );
    assert_eq!(store.counts().unwrap().finished, 0);
}

#[test]
fn hostile_names_are_shown_safely() {
    let folder = Folder::new("hostile");
    let mut settings = settings(1, &[("a", 100.0, 20.0)]);
    settings.parameters[0].name = "\u{1b}[31mred\u{202e}\nforged".to_owned();
    let (store, picture) = (folder.file("run.spsa"), folder.file("plot.svg"));
    Spsa::new(settings).unwrap().create(&store.parse().unwrap()).unwrap();
    let mut shown = Command::new(env!("CARGO_BIN_EXE_trainer"));
    shown.args(["spsa", "--store", &store, "--show", "--plot", &picture]);
    let hostile_file = folder.file("wrong.toml");
    std::fs::write(&hostile_file, "game = \"\\u001b[31m\\u202e\"\nname\u{1b}[31m\u{202e} = 1").unwrap();
    let mut refused = Command::new(env!("CARGO_BIN_EXE_trainer"));
    refused.args(["spsa", &hostile_file, "--store", &folder.file("none.spsa")]);
    let mut texts = vec![];
    for command in [&mut shown, &mut refused] {
        let output = command.output().unwrap();
        texts.push(String::from_utf8([output.stdout, output.stderr].concat()).unwrap());
    }
    texts.push(std::fs::read_to_string(&picture).unwrap());
    for text in texts {
        assert!(text.contains("\\u{1b}[31m") && !text.contains(['\u{1b}', '\u{202e}']), "{text:?}");
        assert!(!text.lines().any(|line| line.starts_with("forged")), "{text}");
    }
}

#[test]
fn killed_processes_leave_the_course_as_it_is() {
    let folder = Folder::new("kill");
    kills::kill_and_resume(&folder, |run| folder.file(&format!("killed-{run}.spsa")));
}

#[test]
fn the_command_of_a_store_from_elsewhere_needs_trust() {
    let folder = Folder::new("trust");
    let store = folder.file("run.spsa");
    let settings = std::fs::read_to_string(folder.file("run.toml")).unwrap();
    Spsa::new(settings.parse().unwrap()).unwrap().create(&store.parse().unwrap()).unwrap();
    let trainer = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_trainer"));
        command.args(["spsa", "--quiet", "--store", &store]).args(more);
        command.env("XDG_STATE_HOME", folder.file("state")).output().unwrap()
    };
    let refused = trainer(&[]);
    let error = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(1), "{error}");
    assert!(error.contains("was not made by you on this machine") && error.contains("--trust"), "{error}");
    assert_eq!(kills::finished(&store), 0);
    assert!(trainer(&["--show"]).status.success());
    assert!(trainer(&["--trust"]).status.success());
    assert_eq!(kills::finished(&store), kills::GAMES);
    assert!(trainer(&[]).status.success());
}

#[cfg(unix)]
#[test]
fn an_interrupt_lets_games_finish_and_the_run_continues() {
    use rustix::process::{Pid, Signal, kill_process};

    let folder = Folder::new("interrupt");
    let store = folder.file("run.spsa");
    let interrupted = kills::start(&folder, &store);
    assert!(kills::wait_until(|| kills::finished(&store) >= 3));
    // As Ctrl-C, but no shell lets its programs in the background ignore it.
    kill_process(Pid::from_child(&interrupted), Signal::TERM).unwrap();
    let output = interrupted.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let counts = Store::open(&store.parse().unwrap()).unwrap().counts().unwrap();
    assert!(counts.running == 0 && (3..kills::GAMES).contains(&counts.finished), "{counts:?}");
    let values = String::from_utf8(output.stdout).unwrap();
    assert!(values.contains(" iterations\n") && values.contains("option.Seed="), "{values}");
    assert!(kills::plot(&folder).contains("<polyline"));

    assert!(kills::start(&folder, &store).wait().unwrap().success());
    assert_eq!(kills::complete(&store), kills::undisturbed(&folder));
}
