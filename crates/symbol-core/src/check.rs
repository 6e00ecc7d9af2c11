//! Whether an action is legal, and which rule forbids it if it is not.
//!
//! Legality is stated once: as a list of conditions, each with its error, on the sets from which the generator makes the
//! actions. `is_legal` asks only whether a condition fails; `check` also makes the error, from the parts of the set.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use abstract_game::{GameError, Player, game_error};
use grid_topology::{Cell, Direction};

use crate::board::Ground;
use crate::moves::Moves;
use crate::turn::Status;
use crate::{Action, BOARD, Kind, Pass, Position, Stack, Terrain, land_of};

/// What a failed condition leads to.
pub(crate) trait Refusal {
    /// The refusal for this reason, which is written only if somebody asks for it.
    fn because(reason: impl FnOnce() -> GameError) -> Self;
}

/// That an action is illegal, without the reason.
pub(crate) struct Illegal;

impl Refusal for Illegal {
    #[inline]
    fn because(_: impl FnOnce() -> GameError) -> Illegal {
        Illegal
    }
}

impl Refusal for GameError {
    #[cold]
    fn because(reason: impl FnOnce() -> GameError) -> GameError {
        reason()
    }
}

#[inline]
fn require<R: Refusal>(condition: bool, reason: impl FnOnce() -> GameError) -> Result<(), R> {
    if condition { Ok(()) } else { Err(R::because(reason)) }
}

/// Requires that cells are on the board.
#[inline]
fn on_board<R: Refusal>(cells: &[Cell]) -> Result<(), R> {
    cells.iter().try_for_each(|&cell| {
        require(BOARD.cells().contains(cell), || game_error!("{} is not on the board", BOARD.name(cell)))
    })
}

impl Position {
    /// The rules about an action.
    #[inline]
    pub(crate) fn judge<R: Refusal>(&self, action: Action) -> Result<(), R> {
        let (player, turn) = (self.player, &self.turn);
        if let Some(end) = self.end() {
            return Err(R::because(|| game_error!("the game is over: {end}")));
        }
        if self.status == Status::MustPass {
            return require(action == Action::Pass, || {
                game_error!("{player} can do nothing here: only the forced pass `-` is legal")
            });
        }
        match action {
            Action::Pass => self.judge_pass(),
            Action::EndTurn => require(turn.active.is_some(), || {
                GameError::new("the turn cannot end before an action is done")
            }),
            Action::PlaceKing { cell } => {
                on_board(&[cell])?;
                require(self.must_place_king(player), || {
                    game_error!("{player}'s king is on the board already")
                })?;
                require(self.king_cells(player).contains(cell), || self.king_refusal(cell))
            }
            _ if self.must_place_king(player) => Err(R::because(|| king_first(player))),
            Action::Reinforce { kind, cell } => self.judge_reinforcement(kind, cell),
            Action::Move { from, to, pieces } => {
                on_board(&[from, to])?;
                let moves = self.judge_departure(from, pieces)?;
                let reaches = moves.reach.destinations(pieces).contains(to);
                require(reaches, || self.move_refusal(from, to, pieces))
            }
            Action::MoveAndTake { from, to, target, pieces } => {
                on_board(&[from, to, target])?;
                let moves = self.judge_departure(from, pieces)?;
                let attacks = moves.reach.attacks(pieces).any(|attack| attack == (to, target));
                require(attacks, || self.attack_refusal(from, to, target, pieces))
            }
            Action::Take { from, target } => {
                on_board(&[from, target])?;
                self.judge_mover(from)?;
                let attacks = self.moves(player, from, turn.fresh).reach.standstill.contains(target);
                require(attacks, || self.standstill_refusal(from, target))
            }
            Action::Detonate { cell } => {
                on_board(&[cell])?;
                require(self.detonation_cells(player, turn).contains(cell), || self.detonation_refusal(cell))
            }
        }
    }

    fn judge_pass<R: Refusal>(&self) -> Result<(), R> {
        let player = self.player;
        require(self.options.pass == Pass::King, || {
            game_error!("there is no voluntary pass: {player} can act")
        })?;
        require(!self.must_place_king(player), || king_first(player))?;
        require(self.turn.active.is_none(), || {
            GameError::new("a pass is a whole turn, and this one has begun: `end` ends it")
        })
    }

    #[inline]
    fn judge_reinforcement<R: Refusal>(&self, kind: Kind, cell: Cell) -> Result<(), R> {
        let player = self.player;
        on_board(&[cell])?;
        require(kind != Kind::King, || {
            game_error!("{kind} is no reinforcement: it is placed once, as `K@d2`")
        })?;
        require(self.turn.allows_reinforcement(), || {
            game_error!("{kind} cannot be placed: no reinforcement is left in this turn")
        })?;
        require(self.reserve(player).has(kind), || game_error!("{kind} is not in {player}'s reserve"))?;
        let free = self.placement_cells(player, kind).contains(cell);
        require(free, || self.placement_refusal(kind, cell))
    }

    /// The rules about a cell that acts in this turn.
    #[inline]
    fn judge_actor<R: Refusal>(&self, cell: Cell) -> Result<(), R> {
        let (player, name) = (self.player, BOARD.name(cell));
        if let Some(active) = self.turn.active {
            require(active == cell, || {
                game_error!("{name} cannot act: this turn belongs to {}", BOARD.name(active))
            })?;
        }
        require(self.pieces(player).contains(cell), || {
            if self.is_enemy(cell) {
                game_error!("{name} is not {player}'s: {}'s pieces stand there", player.opponent())
            } else {
                game_error!("nothing stands on {name}")
            }
        })
    }

    /// The rules about a cell that moves or attacks in this turn.
    #[inline]
    fn judge_mover<R: Refusal>(&self, cell: Cell) -> Result<(), R> {
        require(!self.turn.moved, || GameError::new("the move of this turn is made already"))?;
        self.judge_actor(cell)
    }

    /// The rules about pieces that leave a cell together. Returns the moves of the cell.
    #[inline]
    fn judge_departure<R: Refusal>(&self, cell: Cell, pieces: Stack) -> Result<Moves, R> {
        self.judge_mover(cell)?;
        let (stack, fresh, name) = (self.stack(cell), self.turn.fresh, BOARD.name(cell));
        require(stack.contains(pieces), || game_error!("{pieces} is not on {name}: {stack} stands there"))?;
        require(stack.minus(fresh).contains(pieces), || {
            game_error!("{pieces} may not move from {name}: {fresh} was placed there in this turn")
        })?;
        require(pieces.is_mobile(), || {
            game_error!("{pieces} cannot move: only L, W, A and F move and carry others")
        })?;
        let moves = self.moves(self.player, cell, fresh);
        require(moves.may_leave(pieces), || {
            let (rest, ground) = (stack.minus(pieces), Ground(cell));
            game_error!("the rest {rest} may not stay on {ground}: nothing in it supports it there")
        })?;
        Ok(moves)
    }

    fn is_enemy(&self, cell: Cell) -> bool {
        self.pieces(self.player.opponent()).contains(cell)
    }

    /// Why the king may not be placed on a cell of the board.
    fn king_refusal(&self, cell: Cell) -> GameError {
        let (player, name) = (self.player, BOARD.name(cell));
        if land_of(player).contains(cell) {
            game_error!("K may not be placed on {name}: enemies stand there")
        } else {
            game_error!("{player} places the king on ranks {}, not on {name}", home_ranks(player))
        }
    }

    /// Why a piece of the reserve may not be placed on a cell of the board.
    fn placement_refusal(&self, kind: Kind, cell: Cell) -> GameError {
        let (player, name) = (self.player, BOARD.name(cell));
        if self.is_enemy(cell) {
            return game_error!("{kind} may not be placed on {name}: enemies stand there");
        }
        if self.closed_to_placement(player, kind).contains(cell) {
            return game_error!("{kind} may not be placed on {name}: the cell is not empty");
        }
        if self.placement_area(player, kind).contains(cell) {
            return game_error!(
                "{kind} may not be placed on {}: no friendly supporter is there",
                Ground(cell)
            );
        }
        match self.king(player).map(|cell| BOARD.name(cell)) {
            Some(king) if kind != Kind::Destruction && !self.options.is_simple() => {
                game_error!("{kind} is placed on the king's cell {king} or next to it, not on {name}")
            }
            _ => {
                let helpers = if self.places_as_spanish() { "piece" } else { "K, L, W, A or F" };
                game_error!("{kind} may not be placed on {name}: no own {helpers} is there or next to it")
            }
        }
    }

    /// Why no transport among the pieces can move to a cell of the board.
    fn move_refusal(&self, from: Cell, to: Cell, pieces: Stack) -> GameError {
        if from == to {
            return no_move(from);
        }
        let transports = Kind::MOBILE.into_iter().filter(|&kind| pieces.has(kind));
        each_obstacle(transports, |kind| self.obstacle(kind, from, to))
    }

    /// What prevents a move that `kind` cannot make.
    fn obstacle(&self, kind: Kind, from: Cell, to: Cell) -> String {
        let player = self.player;
        let (most, distance, direction) = (kind.range(), distance(from, to), direction(from, to));
        let crooked = || {
            format!("moves in a straight line, and {} lies on none from {}", BOARD.name(to), BOARD.name(from))
        };
        if distance > most {
            return format!("moves at most {}, and {} is {distance} away", steps(most), BOARD.name(to));
        }
        if kind != Kind::Land && direction.is_none() {
            return crooked();
        }
        if self.closed_to_moves(player, from).contains(to) {
            return format!("may not end on {}: nothing joins in the simple game", BOARD.name(to));
        }
        if !self.supported_cells(player, kind).contains(to) {
            let (name, ground) = (BOARD.name(to), Ground(to));
            return if self.is_enemy(to) {
                format!(
                    "may not end on {ground} to capture: it attacks across the shore, written with `*{name}`"
                )
            } else {
                format!("may not end on {ground}: no friendly supporter waits there")
            };
        }
        let passable = self.passable_cells(player, kind);
        let between: Vec<Cell> = match kind {
            Kind::Land => (BOARD.king_steps(from) & BOARD.king_steps(to)).into_iter().collect(),
            _ => cells_between(from, to).collect(),
        };
        let wrong_terrain = |cell| kind.terrain().is_some_and(|terrain| terrain != Terrain::of(cell));
        let mut obstacles = between.into_iter().filter(|&cell| !passable.contains(cell));
        // An `L` may go around one cell, so it is stopped by several: enemies are the better reason.
        let first = match kind {
            Kind::Land => obstacles.min_by_key(|&cell| wrong_terrain(cell)),
            _ => obstacles.next(),
        };
        match first {
            Some(cell) if wrong_terrain(cell) => format!("may not move over {}", Ground(cell)),
            Some(cell) => blocked(cell),
            None => crooked(),
        }
    }

    fn attack_refusal(&self, from: Cell, rest: Cell, target: Cell, pieces: Stack) -> GameError {
        if !self.is_enemy(target) {
            return no_enemy(target);
        }
        if from == rest {
            return no_move(from);
        }
        if !pieces.has(Kind::Land) && !pieces.has(Kind::Water) {
            return game_error!("{pieces} takes nothing across the shore: only L and W do");
        }
        let attackers = [Kind::Land, Kind::Water].into_iter().filter(|&kind| pieces.has(kind));
        each_obstacle(attackers, |kind| self.attack_obstacle(kind, from, rest, target))
    }

    /// What prevents an attack that `kind` cannot make.
    fn attack_obstacle(&self, kind: Kind, from: Cell, rest: Cell, target: Cell) -> String {
        let (home, terrain) = (kind.terrain(), Terrain::of(target));
        let (name, rest_name) = (BOARD.name(target), BOARD.name(rest));
        if home == Some(terrain) {
            return format!("takes enemies on {} only by moving there", Ground(target));
        }
        let ground = Terrain::of(rest);
        if home != Some(ground) {
            return format!(
                "attacks across the shore only from its own terrain, and {rest_name} is {ground}"
            );
        }
        if !BOARD.king_steps(rest).contains(target) {
            return format!("attacks from a cell next to {name}, and {rest_name} is not");
        }
        // The attack is the last step.
        let (most, distance) = (kind.range() - 1, distance(from, rest));
        if distance > most {
            let most = steps(most);
            return format!("moves at most {most} before an attack, and {rest_name} is {distance} away");
        }
        if self.is_enemy(rest) {
            return blocked(rest);
        }
        let reach = self.reach(self.player, from, kind.into());
        if reach.destinations(kind.into()).contains(rest) {
            format!("attacks straight on, and {name} does not follow on {} and {rest_name}", BOARD.name(from))
        } else {
            self.obstacle(kind, from, rest)
        }
    }

    fn standstill_refusal(&self, cell: Cell, target: Cell) -> GameError {
        let (from, to, terrain) = (BOARD.name(cell), BOARD.name(target), Terrain::of(cell));
        if !self.is_enemy(target) {
            no_enemy(target)
        } else if !BOARD.king_steps(cell).contains(target) {
            game_error!("{to} is not next to {from}")
        } else if Terrain::of(target) == terrain {
            game_error!(
                "{from} and {to} are both {terrain}: an attack from where one stands crosses the shore"
            )
        } else {
            game_error!(
                "nothing on {from} can attack from where it stands: on land that takes an L, on water a W, \
                 placed before this turn"
            )
        }
    }

    fn detonation_refusal(&self, cell: Cell) -> GameError {
        let (turn, name) = (&self.turn, BOARD.name(cell));
        if turn.moved && turn.active == Some(cell) {
            return if turn.movers.is_empty() {
                game_error!("nothing on {name} may be detonated: no movers came to rest there in this turn")
            } else {
                game_error!("no D moved to {name}: after a move only what moved is detonated")
            };
        }
        self.judge_actor(cell).err().unwrap_or_else(|| {
            if self.stack(cell).has(Kind::Destruction) {
                game_error!("the D on {name} was placed in this turn and may not be detonated")
            } else {
                game_error!("there is no D on {name} to detonate")
            }
        })
    }
}

fn king_first(player: Player) -> GameError {
    game_error!("{player} must place the king first: `K@` and a cell of ranks {}", home_ranks(player))
}

fn home_ranks(player: Player) -> &'static str {
    match player {
        Player::P1 => "1 and 2",
        Player::P2 => "6 and 7",
    }
}

fn no_move(from: Cell) -> GameError {
    game_error!("a move ends on another cell than {}, where it began", BOARD.name(from))
}

fn no_enemy(target: Cell) -> GameError {
    game_error!("there is no enemy on {} to take", BOARD.name(target))
}

fn blocked(cell: Cell) -> String {
    format!("may not move through {}: enemies stand there", BOARD.name(cell))
}

fn steps(count: u8) -> String {
    format!("{count} step{}", if count == 1 { "" } else { "s" })
}

/// Each transport with its obstacle.
fn each_obstacle(kinds: impl Iterator<Item = Kind>, obstacle: impl Fn(Kind) -> String) -> GameError {
    let reasons: Vec<_> = kinds.map(|kind| format!("{kind} {}", obstacle(kind))).collect();
    GameError::new(reasons.join("; "))
}

/// The distance in steps of a chess king.
fn distance(from: Cell, to: Cell) -> u8 {
    let along = |of: fn(Cell) -> u8| of(from).abs_diff(of(to));
    along(|cell| BOARD.file(cell)).max(along(|cell| BOARD.rank(cell)))
}

/// The direction of a straight line between two cells.
fn direction(from: Cell, to: Cell) -> Option<Direction> {
    Direction::ALL.into_iter().find(|&direction| BOARD.ray(from, direction).contains(to))
}

/// The cells between the ends of a straight line, in the order of a move.
fn cells_between(from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
    let next = move |cell| BOARD.step(cell, direction(from, to)?).filter(|&next| next != to);
    core::iter::successors(next(from), move |&cell| next(cell))
}

#[cfg(test)]
mod tests {
    use super::cells_between;
    use crate::BOARD;
    use std::string::ToString;
    use std::vec::Vec;

    #[test]
    fn cells_between_follow_the_move() {
        let cell = |name| BOARD.parse_cell(name).unwrap();
        let names: Vec<_> =
            cells_between(cell("f6"), cell("c3")).map(|cell| BOARD.name(cell).to_string()).collect();
        assert_eq!(names, ["e5", "d4"]);
        assert_eq!(cells_between(cell("a1"), cell("a2")).count(), 0);
    }
}
