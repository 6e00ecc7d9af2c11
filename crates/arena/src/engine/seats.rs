//! Seats: the teams of engines that decide for those of a side, and the players of one game.

use std::str::FromStr;

use abstract_game::facade::AnyRules;
use abstract_game::{Player, Seat};
use serde::{Deserialize, Serialize};

use super::error::SpecError;
use super::spec::EngineSpec;

/// Whether a side has more than one seat, so that partners can be different engines.
///
/// ```
/// assert!(!arena::engine::has_partners(abstract_game::Seat::ONE_A_SIDE));
/// ```
pub fn has_partners(seats: &[Seat]) -> bool {
    Player::BOTH.into_iter().any(|side| seats_of(seats, side).count() > 1)
}

/// The seats of a side, as indices, in order.
pub fn seats_of(seats: &[Seat], side: Player) -> impl Iterator<Item = usize> + '_ {
    (0..seats.len()).filter(move |&seat| seats[seat].player == side)
}

/// The player of a game that decides for each seat. Each player has at least one seat, and all its seats are of one
/// side.
///
/// ```
/// use abstract_game::{Player, Seat};
/// use arena::engine::Seating;
/// let seat = |name, player| Seat::new(name, player);
/// let table = [("n", Player::P1), ("e", Player::P2), ("s", Player::P1), ("w", Player::P2)];
/// let table = table.map(|(name, player)| seat(name, player));
/// // Three players: one for both seats of P1, two for P2.
/// let seating = Seating::new(&table, &["Ann", "Ben", "Ann", "Cleo"]);
/// assert_eq!((seating.players(), seating.player(2), seating.player(3)), (3, 0, 2));
/// assert_eq!(seating.side(2), Player::P2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seating(Vec<(Player, Vec<usize>)>);

impl Seating {
    /// The seating with `deciders` for `seats`. Equal deciders are one player within a side, and two players on
    /// different sides. Players are numbered in the order of their first seats.
    ///
    /// # Panics
    /// If the number of deciders is not that of the seats.
    pub fn new<T: PartialEq>(seats: &[Seat], deciders: &[T]) -> Seating {
        assert_eq!(seats.len(), deciders.len(), "each seat has a decider");
        let mut players: Vec<(Player, Vec<usize>)> = Vec::new();
        for (i, seat) in seats.iter().enumerate() {
            let mut earlier = players.iter_mut();
            match earlier.find(|(side, own)| *side == seat.player && deciders[own[0]] == deciders[i]) {
                Some((_, own)) => own.push(i),
                None => players.push((seat.player, vec![i])),
            }
        }
        Seating(players)
    }

    /// Number of players.
    pub fn players(&self) -> usize {
        self.0.len()
    }

    /// The player that decides for a seat.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn player(&self, seat: usize) -> usize {
        self.0.iter().position(|(_, seats)| seats.contains(&seat)).expect("each seat has a player")
    }

    /// The seats of a player, in order.
    ///
    /// # Panics
    /// If there is no such player.
    pub fn seats(&self, player: usize) -> &[usize] {
        &self.0[player].1
    }

    /// The side of a player.
    ///
    /// # Panics
    /// If there is no such player.
    pub fn side(&self, player: usize) -> Player {
        self.0[player].0
    }

    /// The index of a player among those of its side, from 0.
    pub fn rank(&self, player: usize) -> usize {
        (0..player).filter(|&other| self.side(other) == self.side(player)).count()
    }

    /// Number of seats of a player, and of its side.
    pub fn share(&self, player: usize) -> (usize, usize) {
        let of_side = self.0.iter().filter(|(side, _)| *side == self.side(player));
        (self.seats(player).len(), of_side.map(|(_, seats)| seats.len()).sum())
    }
}

/// The engines that play on one side together. A single engine is a team of its own.
///
/// ```
/// use arena::engine::{EngineSpec, Team};
/// let partners = Team::partners(["Ann", "Ben"].map(EngineSpec::random).into(), vec![0, 1]);
/// assert_eq!(partners.name(), "Ann+Ben");
/// assert_eq!(Team::from(EngineSpec::random("Cleo")).name(), "Cleo");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Team {
    /// The engines.
    pub engines: Vec<EngineSpec>,
    /// For the first, second, ... seat of the team's side, the index of the engine that decides for it. `None`: the
    /// only engine decides for all seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<Vec<usize>>,
}

impl Team {
    /// A team in which `seats[k]` is the index of the engine that decides for the side's `k`-th seat, whichever side
    /// the team has.
    pub fn partners(engines: Vec<EngineSpec>, seats: Vec<usize>) -> Team {
        Team { engines, seats: Some(seats) }
    }

    /// The names of the engines, joined by `+`.
    pub fn name(&self) -> String {
        self.engines.iter().map(ToString::to_string).collect::<Vec<_>>().join("+")
    }

    /// Index of the engine that decides for the side's `seat`-th seat.
    pub(crate) fn engine_of(&self, seat: usize) -> usize {
        self.seats.as_ref().map_or(0, |seats| seats[seat])
    }

    /// Whether each engine has a seat, and each seat an engine.
    pub(crate) fn is_consistent(&self) -> bool {
        let (count, seats) = (self.engines.len(), self.seats.as_deref().unwrap_or(&[0]));
        seats.iter().all(|&engine| engine < count) && (0..count).all(|engine| seats.contains(&engine))
    }
}

impl From<EngineSpec> for Team {
    /// The engine decides for all seats of its side.
    fn from(engine: EngineSpec) -> Team {
        Team { engines: vec![engine], seats: None }
    }
}

/// A seat and the engine that decides for it, as written on a command line: `athens=agon:mcts`.
///
/// ```
/// use arena::engine::SeatSpec;
/// let spec: SeatSpec = "athens=agon:mcts option.Hash=64".parse()?;
/// assert_eq!((&*spec.seat, spec.engine.to_string()), ("athens", "agon:mcts".to_string()));
/// # Ok::<(), arena::engine::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatSpec {
    /// The name of the seat.
    pub seat: String,
    /// The engine.
    pub engine: EngineSpec,
}

impl FromStr for SeatSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<SeatSpec, SpecError> {
        let parts = text.split_once('=').filter(|(seat, engine)| {
            !seat.is_empty() && !seat.contains(char::is_whitespace) && !engine.trim().is_empty()
        });
        let expected = "expected SEAT=ENGINE, as in `athens=random`";
        let wrong = || SpecError(format!("`{text}` is no engine for a seat: {expected}"));
        let (seat, engine) = parts.ok_or_else(wrong)?;
        Ok(SeatSpec { seat: seat.to_owned(), engine: engine.parse()? })
    }
}

/// The two teams of a game, P1's first, from the engines of its seats. Seats of one side with equal specs share one
/// engine; different names make them two.
///
/// ```
/// use abstract_game::sample::TakeTwo;
/// let specs = ["p1=random", "p2=name=dice cmd=random"].map(|spec| spec.parse().unwrap());
/// let teams = arena::engine::teams_of_seats(&TakeTwo::default(), &specs)?;
/// assert_eq!(teams.map(|team| team.engines.len()), [1, 1]);
/// # Ok::<(), arena::engine::SpecError>(())
/// ```
///
/// # Errors
/// A seat has no engine or more than one, or there is no seat of that name.
pub fn teams_of_seats(rules: &dyn AnyRules, specs: &[SeatSpec]) -> Result<[Team; 2], SpecError> {
    let seats = rules.seats();
    let (mut engines, mut problems) = (Vec::with_capacity(seats.len()), Vec::new());
    for seat in seats {
        let mut of_seat = specs.iter().filter(|spec| spec.seat == seat.name).map(|spec| &spec.engine);
        match (of_seat.next(), of_seat.count()) {
            (None, _) => problems.push(format!("no engine for `{}`", seat.name)),
            (Some(engine), 0) => engines.push(engine),
            (Some(_), more) => problems.push(format!("{} engines for `{}`", more + 1, seat.name)),
        }
    }
    let unknown = specs.iter().filter(|spec| !seats.iter().any(|seat| seat.name == spec.seat));
    problems.extend(unknown.map(|spec| format!("no seat `{}`", spec.seat)));
    if !problems.is_empty() {
        let seats = seats.iter().map(|seat| seat.name).collect::<Vec<_>>().join(", ");
        let (problems, game) = (problems.join(", "), rules.name());
        return Err(SpecError(format!(
            "{problems}: the seats of {game} are {seats}, and each takes one engine"
        )));
    }
    let seating = Seating::new(seats, &engines);
    Ok(Player::BOTH.map(|side| {
        let own = (0..seating.players()).filter(|&player| seating.side(player) == side);
        let own = own.map(|player| engines[seating.seats(player)[0]].clone()).collect();
        Team::partners(own, seats_of(seats, side).map(|seat| seating.rank(seating.player(seat))).collect())
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOUR: [Seat; 4] = [
        Seat::new("a", Player::P1),
        Seat::new("b", Player::P2),
        Seat::new("c", Player::P1),
        Seat::new("d", Player::P2),
    ];

    #[test]
    fn four_seats_have_two_three_or_four_players() {
        for (deciders, players, shares) in [
            ("xxxx", [0, 1, 0, 1], vec![(2, 2), (2, 2)]),
            ("xyxz", [0, 1, 0, 2], vec![(2, 2), (1, 2), (1, 2)]),
            ("xyzy", [0, 1, 2, 1], vec![(1, 2), (2, 2), (1, 2)]),
            ("wxyz", [0, 1, 2, 3], vec![(1, 2); 4]),
            // Equal deciders on both sides are two players.
            ("xyyx", [0, 1, 2, 3], vec![(1, 2); 4]),
        ] {
            let seating = Seating::new(&FOUR, &deciders.chars().collect::<Vec<_>>());
            assert_eq!([0, 1, 2, 3].map(|seat| seating.player(seat)), players, "{deciders}");
            let all = 0..seating.players();
            assert_eq!(all.clone().map(|player| seating.share(player)).collect::<Vec<_>>(), shares);
            for player in all {
                assert!(seating.seats(player).iter().all(|&seat| FOUR[seat].player == seating.side(player)));
            }
        }
        assert_eq!(Seating::new(&FOUR, &[(); 4]), Seating::new(&FOUR, &["x", "x", "x", "x"]));
        assert_eq!(Seating::new(&FOUR, &[1, 2, 3, 4]).rank(3), 1);
    }

    #[test]
    fn a_game_with_one_seat_a_side_has_no_partners() {
        assert!(has_partners(&FOUR) && !has_partners(Seat::ONE_A_SIDE));
        assert_eq!(seats_of(&FOUR, Player::P2).collect::<Vec<_>>(), [1, 3]);
        assert_eq!(Seating::new(Seat::ONE_A_SIDE, &[0, 1]).players(), 2);
    }
}
