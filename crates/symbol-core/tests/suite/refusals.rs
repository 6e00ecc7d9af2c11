//! Each refusal names a rule that the action really breaks: the rule alone, asked of the board, forbids it.

use std::collections::BTreeMap;

use abstract_game::conformance::sized;
use abstract_game::random::SplitMix64;
use grid_topology::{Cell, Direction};
use symbol_core::{
    Action, ActionError, BOARD, Deploy, Game, Kind, NoDetonation, NoPlacement, Obstacle, Pass, Position,
    Stack, Terrain, land_of,
};

use crate::agreement::read;
use crate::conformance::universe;
use crate::sampling;

fn is_enemy(position: &Position, cell: Cell) -> bool {
    position.owner(cell) == Some(position.player_to_act().opponent())
}

fn is_own(position: &Position, cell: Cell) -> bool {
    position.owner(cell) == Some(position.player_to_act())
}

/// The distance in steps of a chess king.
fn distance(a: Cell, b: Cell) -> u8 {
    let (files, ranks) = (BOARD.file(a).abs_diff(BOARD.file(b)), BOARD.rank(a).abs_diff(BOARD.rank(b)));
    files.max(ranks)
}

/// The cells from `from` to the edge in the direction of `to`, if that is one of the eight directions.
fn line(from: Cell, to: Cell) -> Option<Vec<Cell>> {
    let ray = |direction| {
        let steps = std::iter::successors(BOARD.step(from, direction), |&cell| BOARD.step(cell, direction));
        steps.collect::<Vec<_>>()
    };
    Direction::ALL.into_iter().map(ray).find(|ray| ray.contains(&to))
}

/// Whether a cell is on the way of `kind` from `from` to `to`; an `L` may take any cell between them.
fn is_between(kind: Kind, from: Cell, to: Cell, cell: Cell) -> bool {
    match kind {
        Kind::Land => distance(from, cell) == 1 && distance(cell, to) == 1,
        _ => {
            line(from, to).is_some_and(|line| line.iter().take_while(|&&next| next != to).any(|&c| c == cell))
        }
    }
}

/// Whether `kind` may not step on a cell.
fn is_impassable(position: &Position, kind: Kind, cell: Cell) -> bool {
    is_enemy(position, cell) || kind.terrain().is_some_and(|terrain| terrain != Terrain::of(cell))
}

/// Whether `kind` has support on a cell.
fn is_supported(position: &Position, kind: Kind, cell: Cell) -> bool {
    let helps = |&(other, _): &(Kind, u8)| {
        other.is_mobile() && other.terrain().is_none_or(|terrain| terrain == Terrain::of(cell))
    };
    kind.terrain().is_none_or(|terrain| terrain == Terrain::of(cell))
        || is_own(position, cell) && position.stack(cell).kinds().any(|part| helps(&part))
}

/// Whether the rule about placing forbids it.
fn forbids_placement(position: &Position, kind: Kind, cell: Cell, why: NoPlacement) -> bool {
    let player = position.player_to_act();
    let options = position.options();
    let near = |helps: &dyn Fn(Stack) -> bool| {
        BOARD.cells().into_iter().any(|other| {
            distance(cell, other) <= 1 && is_own(position, other) && helps(position.stack(other))
        })
    };
    match why {
        NoPlacement::King => kind == Kind::King,
        NoPlacement::NoneLeft => position.active_cell().is_some() && position.reinforcements_left() == 0,
        NoPlacement::NotInReserve(owner) => owner == player && position.reserve(player).count(kind) == 0,
        NoPlacement::Enemies(named) => named == cell && is_enemy(position, cell),
        NoPlacement::NotEmpty(named) => {
            let simple = options.game == Game::Simple;
            let king_joins = !simple && position.king(player) == Some(cell);
            let must_be_empty = simple || options.deploy == Deploy::Spanish && kind != Kind::Destruction;
            named == cell && must_be_empty && !king_joins && position.owner(cell).is_some()
        }
        NoPlacement::FarFromKing { king, cell: named } => {
            named == cell && position.king(player) == Some(king) && distance(king, cell) > 1
        }
        NoPlacement::FarFromPieces { cell: named, helpers } => {
            let is_helper = |stack: Stack| match helpers {
                "piece" => true,
                _ => stack.kinds().any(|(kind, _)| kind != Kind::Destruction),
            };
            named == cell && !near(&is_helper)
        }
        NoPlacement::Unsupported(named) => named == cell && !is_supported(position, kind, cell),
        _ => panic!("{why:?}: the test does not know this rule"),
    }
}

/// Whether an obstacle keeps `kind` from a move to `to`, or from an attack on `target` from there.
fn stops(position: &Position, kind: Kind, action: Action, obstacle: Obstacle) -> bool {
    let (from, to, target) = match action {
        Action::Move { from, to, .. } => (from, to, None),
        Action::MoveAndTake { from, to, target, .. } => (from, to, Some(target)),
        _ => return false,
    };
    match obstacle {
        Obstacle::TooFar { most, to: named, distance: far } => {
            (named, most, far) == (to, kind.range(), distance(from, to)) && far > most
        }
        Obstacle::TooFarToAttack { most, to: named, distance: far } => {
            (named, most, far) == (to, kind.range() - 1, distance(from, to)) && far > most && target.is_some()
        }
        Obstacle::Crooked { from: start, to: end } => {
            (start, end) == (from, to) && kind != Kind::Land && line(from, to).is_none()
        }
        Obstacle::NotInLine { from: start, rest, target: named } => {
            let follows = |line: Vec<Cell>| {
                let place = line.iter().position(|&cell| cell == rest);
                place.and_then(|place| line.get(place + 1)) == Some(&named)
            };
            (start, rest, Some(named)) == (from, to, target)
                && kind == Kind::Water
                && !line(from, rest).is_some_and(follows)
        }
        Obstacle::Blocked(cell) | Obstacle::Terrain(cell) => {
            let is_reason = match obstacle {
                Obstacle::Blocked(_) => is_enemy(position, cell),
                _ => kind.terrain().is_some_and(|terrain| terrain != Terrain::of(cell)),
            };
            // Where an `L` is stopped, it cannot go around.
            let others = BOARD.cells().into_iter().filter(|&other| is_between(kind, from, to, other));
            let no_way =
                kind != Kind::Land || others.into_iter().all(|other| is_impassable(position, kind, other));
            let rests_among_enemies = target.is_some() && cell == to;
            is_reason && (rests_among_enemies || is_between(kind, from, to, cell) && no_way)
        }
        Obstacle::NoSupporter(cell) => cell == to && !is_supported(position, kind, to),
        Obstacle::CaptureAcross(cell) => {
            cell == to && is_enemy(position, to) && kind.terrain().is_some_and(|own| own != Terrain::of(to))
        }
        Obstacle::Occupied(cell) => {
            cell == to && is_own(position, to) && position.options().game == Game::Simple
        }
        Obstacle::AwayFromHome(cell) => cell == to && kind.terrain() != Some(Terrain::of(to)),
        Obstacle::NotAcross(cell) => Some(cell) == target && kind.terrain() == Some(Terrain::of(cell)),
        Obstacle::TargetNotAdjacent { rest, target: named } => {
            (rest, Some(named)) == (to, target) && distance(rest, named) != 1
        }
        _ => panic!("{obstacle:?}: the test does not know this rule"),
    }
}

/// Whether the rule about detonations forbids it.
fn forbids_detonation(position: &Position, cell: Cell, why: NoDetonation) -> bool {
    let bombs = |stack: Stack| stack.count(Kind::Destruction);
    let all = bombs(position.stack(cell));
    let movers = position.moved().filter(|_| position.active_cell() == Some(cell));
    match why {
        NoDetonation::None => all == 0,
        NoDetonation::Fresh => {
            position.active_cell() == Some(cell) && all > 0 && all == bombs(position.fresh())
        }
        NoDetonation::NotMoved => movers.is_some_and(|movers| !movers.is_empty() && bombs(movers) == 0),
        NoDetonation::AfterAttack => movers.is_some_and(Stack::is_empty),
        _ => panic!("{why:?}: the test does not know this rule"),
    }
}

/// The cell that acts, and the pieces that move.
fn actor(action: Action) -> Option<(Cell, Stack)> {
    match action {
        Action::Move { from, pieces, .. } | Action::MoveAndTake { from, pieces, .. } => Some((from, pieces)),
        Action::Take { from: cell, .. } | Action::Detonate { cell } => Some((cell, Stack::EMPTY)),
        _ => None,
    }
}

/// The cells that an action names.
fn cells(action: Action) -> Vec<Cell> {
    match action {
        Action::PlaceKing { cell } | Action::Reinforce { cell, .. } | Action::Detonate { cell } => vec![cell],
        Action::Move { from, to, .. } => vec![from, to],
        Action::MoveAndTake { from, to, target, .. } => vec![from, to, target],
        Action::Take { from, target } => vec![from, target],
        _ => Vec::new(),
    }
}

/// Whether the rule that a refusal names forbids the action on its own.
fn forbids(position: &Position, action: Action, error: &ActionError) -> bool {
    let player = position.player_to_act();
    let king_waits = position.reserve(player).has(Kind::King);
    let actor = actor(action);
    let acts = |cell: Cell| actor.is_some_and(|(from, _)| from == cell);
    let moves = |pieces: Stack, cell: Cell| actor == Some((cell, pieces));
    let takes = |target: Cell| match action {
        Action::Take { target: named, .. } | Action::MoveAndTake { target: named, .. } => named == target,
        _ => false,
    };
    match *error {
        ActionError::Over(end) => position.end() == Some(end),
        ActionError::MustPass(named) => {
            named == player && position.actions() == [Action::Pass] && action != Action::Pass
        }
        ActionError::NoPass(named) => {
            let may_pass = position.options().pass == Pass::King || position.actions() == [Action::Pass];
            named == player && action == Action::Pass && !may_pass
        }
        ActionError::PassAfterAction => action == Action::Pass && !position.at_turn_start(),
        ActionError::NothingDone => action == Action::EndTurn && position.at_turn_start(),
        ActionError::OffBoard(cell) => cells(action).contains(&cell) && cell.index() >= 49,
        ActionError::KingFirst(named) => {
            named == player && king_waits && !matches!(action, Action::PlaceKing { .. })
        }
        ActionError::KingPlaced(named) => {
            named == player && !king_waits && matches!(action, Action::PlaceKing { .. })
        }
        ActionError::KingArea { player: named, cell } => {
            (named, action) == (player, Action::PlaceKing { cell }) && !land_of(player).contains(cell)
        }
        ActionError::Placement { kind, why } => match action {
            Action::PlaceKing { cell } => kind == Kind::King && forbids_placement(position, kind, cell, why),
            Action::Reinforce { kind: placed, cell } => {
                kind == placed && forbids_placement(position, kind, cell, why)
            }
            _ => false,
        },
        ActionError::Empty(cell) => acts(cell) && position.owner(cell).is_none(),
        ActionError::NotYours { player: named, cell } => {
            named == player && acts(cell) && is_enemy(position, cell)
        }
        ActionError::WrongCell { cell, active } => {
            acts(cell) && position.active_cell() == Some(active) && active != cell
        }
        ActionError::Moved => actor.is_some() && position.moved().is_some(),
        ActionError::Missing { pieces, cell, stack } => {
            moves(pieces, cell)
                && stack == position.stack(cell)
                && pieces.kinds().any(|(kind, count)| stack.count(kind) < count)
        }
        ActionError::Fresh { pieces, cell, fresh } => {
            let old = |kind| position.stack(cell).count(kind) - fresh.count(kind);
            moves(pieces, cell)
                && fresh == position.fresh()
                && pieces.kinds().any(|(kind, count)| old(kind) < count)
        }
        ActionError::NoTransport(pieces) => {
            actor.is_some_and(|(_, named)| named == pieces)
                && !pieces.kinds().any(|(kind, _)| kind.is_mobile())
        }
        ActionError::RestUnsupported { rest, cell } => {
            let pieces = actor.map(|(_, pieces)| pieces);
            let stranger = Kind::native_to(match Terrain::of(cell) {
                Terrain::Land => Terrain::Water,
                Terrain::Water => Terrain::Land,
            });
            acts(cell)
                && pieces.map(|pieces| rest.plus(pieces)) == Some(position.stack(cell))
                && rest.has(stranger)
                && rest.kinds().all(|(kind, _)| kind == stranger || !kind.is_mobile())
        }
        ActionError::NotAMove(cell) => match action {
            Action::Move { from, to, .. } | Action::MoveAndTake { from, to, .. } => {
                (from, to) == (cell, cell)
            }
            _ => false,
        },
        ActionError::Unreachable(ref reasons) => {
            let attack = matches!(action, Action::MoveAndTake { .. });
            let candidates = Kind::MOBILE.into_iter().filter(|&kind| {
                actor.is_some_and(|(_, pieces)| pieces.has(kind)) && (!attack || kind.terrain().is_some())
            });
            !reasons.is_empty()
                && candidates.eq(reasons.iter().map(|&(kind, _)| kind))
                && reasons.iter().all(|&(kind, obstacle)| stops(position, kind, action, obstacle))
        }
        ActionError::NoEnemy(target) => takes(target) && !is_enemy(position, target),
        ActionError::NoShoreAttacker(pieces) => {
            matches!(action, Action::MoveAndTake { .. })
                && actor.is_some_and(|(_, named)| named == pieces)
                && !pieces.kinds().any(|(kind, _)| kind.terrain().is_some())
        }
        ActionError::NoStandstillAttacker(cell) => {
            let native = Kind::native_to(Terrain::of(cell));
            let old = position.stack(cell).count(native) - position.fresh().count(native);
            matches!(action, Action::Take { .. }) && acts(cell) && old == 0
        }
        ActionError::NotAdjacent { target, cell } => {
            acts(cell) && takes(target) && distance(cell, target) != 1
        }
        ActionError::SameTerrain { cell, target } => {
            acts(cell) && takes(target) && Terrain::of(cell) == Terrain::of(target)
        }
        ActionError::NoBomb { cell, why } => {
            action == Action::Detonate { cell } && forbids_detonation(position, cell, why)
        }
        _ => panic!("{error:?}: the test does not know this rule"),
    }
}

/// The name of the rule, and of the part of it, without the values.
fn rule(error: &ActionError) -> Vec<String> {
    let name = |text: String| text.split([' ', '(', '{']).next().unwrap_or_default().to_owned();
    match error {
        ActionError::Unreachable(reasons) => {
            reasons.iter().map(|(_, obstacle)| name(format!("{obstacle:?}"))).collect()
        }
        ActionError::Placement { why, .. } => vec![format!("placement {}", name(format!("{why:?}")))],
        ActionError::NoBomb { why, .. } => vec![format!("detonation {why:?}")],
        _ => vec![name(format!("{error:?}"))],
    }
}

/// The actions that the conformance suite tries, and attacks on all neighbours and from all of them.
fn tried(position: &Position) -> Vec<Action> {
    let mut actions = universe(position);
    for from in position.occupied() {
        let pieces = position.stack(from);
        for to in BOARD.king_steps(from) {
            actions.push(Action::Take { from, target: to });
            let targets = position.pieces(position.player_to_act().opponent());
            actions.extend(targets.into_iter().map(|target| Action::MoveAndTake {
                from,
                to,
                target,
                pieces,
            }));
        }
    }
    actions
}

/// Within turns that random play hardly reaches: nothing came to rest, and a `D` just placed.
const WITHIN_TURNS: [&str; 2] = [
    "k,x6/x7/x7/x3,KAD,x3/x7/x7/A,x5,A 1 L5/- d4:1:-:* -",
    "k,x6/x7/x7/x7/x7/x3,KAD,x3/A,x5,A 1 L5/- d2:1:D:- -",
];

#[test]
fn each_refusal_names_a_rule_that_is_broken() {
    let mut random = SplitMix64::new(0x5e_f05a1);
    let mut seen = BTreeMap::<String, u64>::new();
    for number in 0..sized(60, 400) {
        let options = sampling::options(&mut random);
        let mut position = match WITHIN_TURNS.get(number as usize) {
            Some(text) => read(text),
            None if number % 4 == 0 => crate::agreement::rules(&options).start(),
            None => read(&sampling::position(&mut random, options).text()),
        };
        for _ in 0..40 {
            for action in tried(&position) {
                let Err(error) = position.check(action) else { continue };
                assert!(forbids(&position, action, &error), "{action} on {position}: {error} ({error:?})");
                rule(&error).into_iter().for_each(|rule| *seen.entry(rule).or_default() += 1);
            }
            let Some(&action) = random.choose(&position.actions()) else { break };
            position.play(action);
        }
    }
    // Every rule came up. The text of an action, the only other refusal, is not part of this test.
    let rules = [
        "AwayFromHome",
        "Blocked",
        "CaptureAcross",
        "Crooked",
        "Empty",
        "Fresh",
        "KingArea",
        "KingFirst",
        "KingPlaced",
        "Missing",
        "Moved",
        "MustPass",
        "NoEnemy",
        "NoPass",
        "NoShoreAttacker",
        "NoStandstillAttacker",
        "NoSupporter",
        "NoTransport",
        "NotAMove",
        "NotAcross",
        "NotAdjacent",
        "NotInLine",
        "NotYours",
        "NothingDone",
        "Occupied",
        "OffBoard",
        "Over",
        "PassAfterAction",
        "RestUnsupported",
        "SameTerrain",
        "TargetNotAdjacent",
        "Terrain",
        "TooFar",
        "TooFarToAttack",
        "WrongCell",
        "detonation AfterAttack",
        "detonation Fresh",
        "detonation None",
        "detonation NotMoved",
        "placement Enemies",
        "placement FarFromKing",
        "placement FarFromPieces",
        "placement King",
        "placement NoneLeft",
        "placement NotEmpty",
        "placement NotInReserve",
        "placement Unsupported",
    ];
    assert!(seen.keys().eq(rules), "{seen:?}");
}
