//! Each refusal names a rule that the action really breaks: the rule alone, asked of the board, forbids it.

use std::collections::BTreeSet;

use abstract_game::conformance::sized;
use abstract_game::random::SplitMix64;
use grid_topology::{Cell, Direction};
use symbol_core::{Action, BOARD, Deploy, Game, Kind, Pass, Player, Position, Stack, Terrain, land_of};

use crate::agreement::read;
use crate::conformance::universe;
use crate::sampling;

/// A refusal: what was refused, and what the message says in the places of `{}`.
struct Refusal<'a> {
    position: &'a Position,
    action: Action,
    said: Vec<&'a str>,
}

/// A message with `{}` for what it says, and whether the rule forbids the action on its own.
type Rule = (&'static str, fn(&Refusal<'_>) -> bool);

/// What a message says in the places of `{}`; `None` if it is another message.
fn said<'a>(pattern: &str, message: &'a str) -> Option<Vec<&'a str>> {
    let Some((start, pattern)) = pattern.split_once("{}") else {
        return (message == pattern).then(Vec::new);
    };
    let mut rest = message.strip_prefix(start)?;
    let mut said = Vec::new();
    let mut words = pattern.split("{}").peekable();
    while let Some(word) = words.next() {
        let part;
        (part, rest) = match words.peek() {
            Some(_) => rest.split_once(word)?,
            None => (rest.strip_suffix(word)?, ""),
        };
        said.push(part);
    }
    Some(said)
}

impl Refusal<'_> {
    /// The refusal says this in the place with that number.
    fn says(&self, place: usize, what: impl ToString) -> bool {
        self.said[place] == what.to_string()
    }

    fn says_cell(&self, place: usize, cell: Cell) -> bool {
        self.cell(place) == Some(cell)
    }

    /// It says that the player to act is meant.
    fn says_player(&self, place: usize) -> bool {
        self.says(place, self.player())
    }

    /// It says which terrain a cell has.
    fn says_ground(&self, place: usize, cell: Cell) -> bool {
        self.says(place, Terrain::of(cell)) && self.says_cell(place + 1, cell)
    }

    fn cell(&self, place: usize) -> Option<Cell> {
        BOARD.parse_cell(self.said[place]).ok()
    }

    fn number(&self, place: usize) -> u8 {
        self.said[place].parse().unwrap_or_else(|error| panic!("{:?}: {error}", self.said))
    }

    /// The kind that the message begins with.
    fn kind(&self) -> Kind {
        let kind = self.said[0].chars().next().and_then(Kind::from_letter);
        kind.unwrap_or_else(|| panic!("{:?} begins with no kind", self.said))
    }

    fn player(&self) -> Player {
        self.position.player_to_act()
    }

    fn king_waits(&self) -> bool {
        self.position.reserve(self.player()).has(Kind::King)
    }

    fn is_enemy(&self, cell: Cell) -> bool {
        self.position.owner(cell) == Some(self.player().opponent())
    }

    fn is_own(&self, cell: Cell) -> bool {
        self.position.owner(cell) == Some(self.player())
    }

    /// The cell that acts, and the pieces that move.
    fn actor(&self) -> Option<(Cell, Stack)> {
        match self.action {
            Action::Move { from, pieces, .. } | Action::MoveAndTake { from, pieces, .. } => {
                Some((from, pieces))
            }
            Action::Take { from: cell, .. } | Action::Detonate { cell } => Some((cell, Stack::EMPTY)),
            _ => None,
        }
    }

    /// The cell that acts, if the message says it.
    fn acts(&self, place: usize) -> Option<Cell> {
        let (cell, _) = self.actor()?;
        self.says_cell(place, cell).then_some(cell)
    }

    /// The pieces that move, if the message says them.
    fn moves(&self, place: usize) -> Option<Stack> {
        let (_, pieces) = self.actor()?;
        self.says(place, pieces).then_some(pieces)
    }

    /// Where a move begins and ends, and the cell that it attacks from there.
    fn way(&self) -> Option<(Cell, Cell, Option<Cell>)> {
        match self.action {
            Action::Move { from, to, .. } => Some((from, to, None)),
            Action::MoveAndTake { from, to, target, .. } => Some((from, to, Some(target))),
            _ => None,
        }
    }

    /// The cell of the enemies, if the message says it.
    fn takes(&self, place: usize) -> Option<Cell> {
        match self.action {
            Action::Take { target, .. } | Action::MoveAndTake { target, .. } => Some(target),
            _ => None,
        }
        .filter(|&target| self.says_cell(place, target))
    }

    /// The kind and the cell of a placement, if the message says the kind.
    fn placed(&self) -> Option<(Kind, Cell)> {
        match self.action {
            Action::PlaceKing { cell } => Some((Kind::King, cell)),
            Action::Reinforce { kind, cell } => Some((kind, cell)),
            _ => None,
        }
        .filter(|&(kind, _)| self.says(0, kind))
    }

    /// The cell of a placement if the message says it after the kind.
    fn placed_on(&self, place: usize) -> Option<(Kind, Cell)> {
        self.placed().filter(|&(_, cell)| self.says_cell(place, cell))
    }

    /// Whether a stack of the player on the cell or next to it has the property.
    fn near(&self, cell: Cell, helps: impl Fn(Stack) -> bool) -> bool {
        BOARD.cells().into_iter().any(|other| {
            distance(cell, other) <= 1 && self.is_own(other) && helps(self.position.stack(other))
        })
    }

    /// Whether `kind` has support on a cell.
    fn is_supported(&self, kind: Kind, cell: Cell) -> bool {
        let helps = |&(other, _): &(Kind, u8)| {
            other.is_mobile() && other.terrain().is_none_or(|terrain| terrain == Terrain::of(cell))
        };
        is_native(kind, cell)
            || self.is_own(cell) && self.position.stack(cell).kinds().any(|part| helps(&part))
    }

    /// A cell stops the kind that the message begins with, for this reason.
    fn stopped_on(&self, cell: Option<Cell>, is_reason: impl Fn(Cell) -> bool) -> bool {
        let (Some((from, to, target)), Some(cell), kind) = (self.way(), cell, self.kind()) else {
            return false;
        };
        // Where an `L` is stopped, it cannot go around.
        let mut others = BOARD.cells().into_iter().filter(|&other| is_between(kind, from, to, other));
        let no_way =
            kind != Kind::Land || others.all(|other| self.is_enemy(other) || !is_native(kind, other));
        let rests_among_enemies = target.is_some() && cell == to;
        is_reason(cell) && (rests_among_enemies || is_between(kind, from, to, cell) && no_way)
    }

    /// The pieces that moved to the cell of a detonation, if the message says it.
    fn movers(&self, place: usize) -> Option<Stack> {
        let Action::Detonate { cell } = self.action else { return None };
        let here = self.says_cell(place, cell) && self.position.active_cell() == Some(cell);
        self.position.moved().filter(|_| here)
    }
}

/// Whether a kind may stand and move on the terrain of a cell.
fn is_native(kind: Kind, cell: Cell) -> bool {
    kind.terrain().is_none_or(|terrain| terrain == Terrain::of(cell))
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

fn bombs(stack: Stack) -> u8 {
    stack.count(Kind::Destruction)
}

/// The ranks of a player's land.
fn home(player: Player) -> &'static str {
    ["1 and 2", "6 and 7"][player.index()]
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

/// The rules about the turn and the king.
const TURN: &[Rule] = &[
    ("the game is over: {}", |r| r.position.end().is_some_and(|end| r.says(0, end))),
    ("{} can do nothing here: only the forced pass `-` is legal", |r| {
        r.says_player(0) && r.position.actions() == [Action::Pass] && r.action != Action::Pass
    }),
    ("there is no voluntary pass: {} can act", |r| {
        let may_pass = r.position.options().pass == Pass::King || r.position.actions() == [Action::Pass];
        r.says_player(0) && r.action == Action::Pass && !may_pass
    }),
    ("a pass is a whole turn, and this one has begun: `end` ends it", |r| {
        r.action == Action::Pass && !r.position.at_turn_start()
    }),
    ("the turn cannot end before an action is done", |r| {
        r.action == Action::EndTurn && r.position.at_turn_start()
    }),
    ("{} is not on the board", |r| {
        let is_beyond = |cell: Cell| cell.index() >= 49 && r.says(0, format!("cell number {}", cell.index()));
        cells(r.action).into_iter().any(is_beyond)
    }),
    ("{} must place the king first: `K@` and a cell of ranks {}", |r| {
        let named = r.says_player(0) && r.says(1, home(r.player()));
        named && r.king_waits() && !matches!(r.action, Action::PlaceKing { .. })
    }),
    ("{}'s king is on the board already", |r| {
        r.says_player(0) && !r.king_waits() && matches!(r.action, Action::PlaceKing { .. })
    }),
    ("{} places the king on ranks {}, not on {}", |r| {
        let Action::PlaceKing { cell } = r.action else { return false };
        let named = r.says_player(0) && r.says(1, home(r.player())) && r.says_cell(2, cell);
        named && !land_of(r.player()).contains(cell)
    }),
];

/// The rules about placing from the reserve.
const PLACEMENT: &[Rule] = &[
    ("{} is no reinforcement: it is placed once, as `K@d2`", |r| {
        r.placed().is_some_and(|(kind, _)| kind == Kind::King)
    }),
    ("{} cannot be placed: no reinforcement is left in this turn", |r| {
        let begun = r.position.active_cell().is_some();
        r.placed().is_some() && begun && r.position.reinforcements_left() == 0
    }),
    ("{} is not in {}'s reserve", |r| {
        let none = |kind| r.position.reserve(r.player()).count(kind) == 0;
        r.says_player(1) && r.placed().is_some_and(|(kind, _)| none(kind))
    }),
    ("{} may not be placed on {}: enemies stand there", |r| {
        r.placed_on(1).is_some_and(|(_, cell)| r.is_enemy(cell))
    }),
    ("{} may not be placed on {}: the cell is not empty", |r| {
        let Some((kind, cell)) = r.placed_on(1) else { return false };
        let options = r.position.options();
        let simple = options.game == Game::Simple;
        let king_joins = !simple && r.position.king(r.player()) == Some(cell);
        let must_be_empty = simple || options.deploy == Deploy::Spanish && kind != Kind::Destruction;
        must_be_empty && !king_joins && r.position.owner(cell).is_some()
    }),
    ("{} is placed on the king's cell {} or next to it, not on {}", |r| {
        let king = r.position.king(r.player()).filter(|&king| r.says_cell(1, king));
        r.placed_on(2).zip(king).is_some_and(|((_, cell), king)| distance(king, cell) > 1)
    }),
    ("{} may not be placed on {}: no own {} is there or next to it", |r| {
        let is_helper = |stack: Stack| match r.said[2] {
            "piece" => true,
            "K, L, W, A or F" => stack.kinds().any(|(kind, _)| kind != Kind::Destruction),
            other => panic!("{other}: the test does not know these helpers"),
        };
        r.placed_on(1).is_some_and(|(_, cell)| !r.near(cell, is_helper))
    }),
    ("{} may not be placed on {} {}: no friendly supporter is there", |r| {
        r.placed().is_some_and(|(kind, cell)| r.says_ground(1, cell) && !r.is_supported(kind, cell))
    }),
];

/// The rules about the pieces that act.
const ACTORS: &[Rule] = &[
    ("nothing stands on {}", |r| r.acts(0).is_some_and(|cell| r.position.owner(cell).is_none())),
    ("{} is not {}'s: {}'s pieces stand there", |r| {
        let named = r.says_player(1) && r.says(2, r.player().opponent());
        named && r.acts(0).is_some_and(|cell| r.is_enemy(cell))
    }),
    ("{} cannot act: this turn belongs to {}", |r| {
        let active = r.position.active_cell();
        r.acts(0).is_some_and(|cell| active != Some(cell)) && active.is_some() && r.cell(1) == active
    }),
    ("the move of this turn is made already", |r| r.actor().is_some() && r.position.moved().is_some()),
    ("{} is not on {}: {} stands there", |r| {
        let Some((pieces, cell)) = r.moves(0).zip(r.acts(1)) else { return false };
        let stack = r.position.stack(cell);
        r.says(2, stack) && pieces.kinds().any(|(kind, count)| stack.count(kind) < count)
    }),
    ("{} may not move from {}: {} was placed there in this turn", |r| {
        let Some((pieces, cell)) = r.moves(0).zip(r.acts(1)) else { return false };
        let fresh = r.position.fresh();
        let old = |kind| r.position.stack(cell).count(kind) - fresh.count(kind);
        r.says(2, fresh) && pieces.kinds().any(|(kind, count)| old(kind) < count)
    }),
    ("{} cannot move: only L, W, A and F move and carry others", |r| {
        r.moves(0).is_some_and(|pieces| !pieces.kinds().any(|(kind, _)| kind.is_mobile()))
    }),
    ("the rest {} may not stay on {} {}: nothing in it supports it there", |r| {
        let Some((cell, pieces)) = r.actor().filter(|&(cell, _)| r.says_ground(1, cell)) else {
            return false;
        };
        let rest: Stack = r.said[0].parse().expect("a stack");
        let stranger = Kind::native_to(match Terrain::of(cell) {
            Terrain::Land => Terrain::Water,
            Terrain::Water => Terrain::Land,
        });
        rest.plus(pieces) == r.position.stack(cell)
            && rest.has(stranger)
            && rest.kinds().all(|(kind, _)| kind == stranger || !kind.is_mobile())
    }),
    ("a move ends on another cell than {}, where it began", |r| {
        r.way().is_some_and(|(from, to, _)| r.says_cell(0, from) && from == to)
    }),
    ("there is no enemy on {} to take", |r| r.takes(0).is_some_and(|target| !r.is_enemy(target))),
    ("{} takes nothing across the shore: only L and W do", |r| {
        let attacks = matches!(r.action, Action::MoveAndTake { .. });
        attacks && r.moves(0).is_some_and(|pieces| !pieces.kinds().any(|(kind, _)| kind.terrain().is_some()))
    }),
    (
        "nothing on {} can attack from where it stands: on land that takes an L, on water a W, placed before this turn",
        |r| {
            let Some(cell) = r.acts(0) else { return false };
            let native = Kind::native_to(Terrain::of(cell));
            let old = r.position.stack(cell).count(native) - r.position.fresh().count(native);
            matches!(r.action, Action::Take { .. }) && old == 0
        },
    ),
    ("{} is not next to {}", |r| {
        r.takes(0).zip(r.acts(1)).is_some_and(|(target, cell)| distance(cell, target) != 1)
    }),
    ("{} and {} are both {}: an attack from where one stands crosses the shore", |r| {
        let Some((cell, target)) = r.acts(0).zip(r.takes(1)) else { return false };
        r.says(2, Terrain::of(cell)) && Terrain::of(cell) == Terrain::of(target)
    }),
    ("there is no D on {} to detonate", |r| {
        let Action::Detonate { cell } = r.action else { return false };
        r.says_cell(0, cell) && bombs(r.position.stack(cell)) == 0
    }),
    ("the D on {} was placed in this turn and may not be detonated", |r| {
        let Action::Detonate { cell } = r.action else { return false };
        let all = bombs(r.position.stack(cell));
        let here = r.says_cell(0, cell) && r.position.active_cell() == Some(cell);
        here && all > 0 && all == bombs(r.position.fresh())
    }),
    ("no D moved to {}: after a move only what moved is detonated", |r| {
        r.movers(0).is_some_and(|movers| !movers.is_empty() && bombs(movers) == 0)
    }),
    ("nothing on {} may be detonated: no movers came to rest there in this turn", |r| {
        r.movers(0).is_some_and(Stack::is_empty)
    }),
];

/// What keeps a kind from a move, or from an attack after it. The first that matches counts.
const OBSTACLES: &[Rule] = &[
    ("{} moves at most {} step{} before an attack, and {} is {} away", |r| {
        let Some((from, to, Some(_))) = r.way() else { return false };
        let (most, far) = (r.number(1), r.number(4));
        r.says_cell(3, to) && (most, far) == (r.kind().range() - 1, distance(from, to)) && far > most
    }),
    ("{} moves at most {} step{}, and {} is {} away", |r| {
        let Some((from, to, _)) = r.way() else { return false };
        let (most, far) = (r.number(1), r.number(4));
        r.says_cell(3, to) && (most, far) == (r.kind().range(), distance(from, to)) && far > most
    }),
    ("{} moves in a straight line, and {} lies on none from {}", |r| {
        let Some((from, to, _)) = r.way() else { return false };
        let named = r.says_cell(1, to) && r.says_cell(2, from);
        named && r.kind() != Kind::Land && line(from, to).is_none()
    }),
    ("{} attacks straight on, and {} does not follow on {} and {}", |r| {
        let Some((from, rest, Some(target))) = r.way() else { return false };
        let follows = |line: Vec<Cell>| {
            let place = line.iter().position(|&cell| cell == rest);
            place.and_then(|place| line.get(place + 1)) == Some(&target)
        };
        let named = r.says_cell(1, target) && r.says_cell(2, from) && r.says_cell(3, rest);
        named && r.kind() == Kind::Water && !line(from, rest).is_some_and(follows)
    }),
    ("{} may not move through {}: enemies stand there", |r| r.stopped_on(r.cell(1), |cell| r.is_enemy(cell))),
    ("{} may not move over {} {}", |r| {
        r.stopped_on(r.cell(2), |cell| r.says_ground(1, cell) && !is_native(r.kind(), cell))
    }),
    ("{} may not end on {} {}: no friendly supporter waits there", |r| {
        r.way().is_some_and(|(_, to, _)| r.says_ground(1, to) && !r.is_supported(r.kind(), to))
    }),
    ("{} may not end on {} {} to capture: it attacks across the shore, written with `*{}`", |r| {
        let Some((_, to, _)) = r.way() else { return false };
        r.says_ground(1, to) && r.says_cell(3, to) && r.is_enemy(to) && !is_native(r.kind(), to)
    }),
    ("{} may not end on {}: nothing joins in the simple game", |r| {
        let simple = r.position.options().game == Game::Simple;
        r.way().is_some_and(|(_, to, _)| r.says_cell(1, to) && r.is_own(to) && simple)
    }),
    ("{} attacks across the shore only from its own terrain, and {} is {}", |r| {
        let Some((_, rest, _)) = r.way() else { return false };
        r.says_cell(1, rest) && r.says(2, Terrain::of(rest)) && r.kind().terrain() != Some(Terrain::of(rest))
    }),
    ("{} takes enemies on {} {} only by moving there", |r| {
        let Some((_, _, Some(target))) = r.way() else { return false };
        r.says_ground(1, target) && r.kind().terrain() == Some(Terrain::of(target))
    }),
    ("{} attacks from a cell next to {}, and {} is not", |r| {
        let Some((_, rest, Some(target))) = r.way() else { return false };
        r.says_cell(1, target) && r.says_cell(2, rest) && distance(rest, target) != 1
    }),
];

/// The first rule whose message it is, and what it says there.
fn rule(rules: impl Iterator<Item = &'static Rule>, message: &str) -> Option<(&'static Rule, Vec<&str>)> {
    rules.into_iter().find_map(|rule| Some((rule, said(rule.0, message)?)))
}

/// Checks that the rules which a message names forbid the action, and notes them.
fn check(position: &Position, action: Action, message: &str, seen: &mut BTreeSet<&'static str>) {
    let mut forbids = |(&(pattern, forbids), said): (&'static Rule, _)| {
        seen.insert(pattern);
        assert!(forbids(&Refusal { position, action, said }), "{action} on {position}: {message}");
    };
    if let Some(found) = rule(TURN.iter().chain(PLACEMENT).chain(ACTORS), message) {
        return forbids(found);
    }
    let mut kinds = Vec::new();
    for part in message.split("; ") {
        let Some(found) = rule(OBSTACLES.iter(), part) else {
            panic!("{message}: the test does not know this rule")
        };
        kinds.push(found.1[0].chars().next().and_then(Kind::from_letter));
        forbids(found);
    }
    // Each kind that could carry the others has its obstacle.
    let (Action::Move { pieces, .. } | Action::MoveAndTake { pieces, .. }) = action else {
        panic!("{action} is no move: {message}")
    };
    let attack = matches!(action, Action::MoveAndTake { .. });
    let carries = |kind: &Kind| pieces.has(*kind) && (!attack || kind.terrain().is_some());
    let carriers = Kind::MOBILE.into_iter().filter(carries);
    assert!(carriers.map(Some).eq(kinds), "{action} on {position}: {message}");
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
    let mut seen = BTreeSet::new();
    for number in 0..sized(30, 75) {
        let options = sampling::options(&mut random);
        let mut position = match WITHIN_TURNS.get(number as usize) {
            Some(text) => read(text),
            None if number % 4 == 0 => crate::agreement::rules(&options).start(),
            None => read(&sampling::position(&mut random, options).text()),
        };
        for _ in 0..40 {
            for action in tried(&position) {
                if let Err(error) = position.check(action) {
                    check(&position, action, &error.to_string(), &mut seen);
                }
            }
            let Some(&action) = random.choose(&position.actions()) else { break };
            position.play(action);
        }
    }
    // Every rule came up. The text of an action, the only other refusal, is not part of this test.
    let rules = [TURN, PLACEMENT, ACTORS, OBSTACLES].concat();
    let missing: Vec<_> =
        rules.iter().filter(|(pattern, _)| !seen.contains(pattern)).map(|rule| rule.0).collect();
    assert!(missing.is_empty(), "{missing:#?}");
}
