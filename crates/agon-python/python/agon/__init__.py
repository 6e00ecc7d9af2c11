"""Snorkels, Symbol and Nika: rules, searches and learning environments.

>>> game = Rules("snorkels", size=5).start()
>>> engine = Engine()
>>> while not game.is_over:
...     game.play(engine.search(game, nodes=200).turn)
>>> game.result.reason in ("capture", "mutual", "self-capture")
True

`Rules` are a game with its options, a `Match` is a game in progress, an `Engine` searches. `agon.pettingzoo` has the environments for
learning.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, Optional

from ._agon import (
    AgonError,
    BatchEnv,
    Engine,
    IllegalTurn,
    InvalidOption,
    InvalidPosition,
    Leaves,
    Line,
    Match,
    MctsResult,
    Result,
    Rules,
    SearchResult,
    SelfPlay,
    UnknownGame,
    __version__,
    games,
    mcts,
    play_games,
)

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

__all__ = [
    "AgonError",
    "BatchEnv",
    "Engine",
    "IllegalTurn",
    "InvalidOption",
    "InvalidPosition",
    "Leaves",
    "Line",
    "Match",
    "MctsResult",
    "Result",
    "Rules",
    "SearchResult",
    "SelfPlay",
    "UnknownGame",
    "__version__",
    "action_mask",
    "games",
    "mcts",
    "observation",
    "play_games",
    "self_play",
]


def observation(
    game: Match, player: Optional[int] = None, turned: bool = False
) -> NDArray[numpy.float32]:
    """The position as planes of numbers, as a player sees it: the one to act, unless it is given.

    The shape is `game.rules.observation_shape`, the planes are explained by `game.rules.planes`. Row 0 is rank 1; cells beyond a
    smaller board are 0. With `turned` the board is turned to the seat to act, as the README says. Needs numpy.

    >>> game = Rules("snorkels").start()
    >>> game.play("d4")
    >>> planes = observation(game)
    >>> planes.shape, planes.dtype.name, float(planes[1, 3, 3])
    ((9, 8, 8), 'float32', 1.0)
    """
    import numpy

    planes = numpy.frombuffer(game._observation(player, turned), dtype="<f4")
    return planes.reshape(game.rules.observation_shape).astype(numpy.float32)


def action_mask(game: Match, turned: bool = False) -> NDArray[numpy.int8]:
    """1 for the index of each legal action, otherwise 0: an array of `game.rules.num_actions` numbers. With `turned` the indices
    are those on the board turned to the seat to act. Needs numpy.

    >>> mask = action_mask(Rules("snorkels", size=2).start())
    >>> mask.nonzero()[0].tolist()
    [0, 1, 8, 9]
    """
    import numpy

    return numpy.frombuffer(game._mask(turned), dtype=numpy.int8).copy()


def self_play(
    rules: Rules, engine: Engine, games: int, *, opening: int = 2, seed: int = 0, **limits: Any
) -> Iterator[Match]:
    """Games of an engine against itself, one after the other, each after `opening` random turns.

    The limits are those of `Engine.search`. The same arguments give the same games, unless time is a limit.

    >>> played = list(self_play(Rules("snorkels", size=4), Engine(), 2, nodes=50, seed=7))
    >>> [game.is_over for game in played]
    [True, True]
    """
    for number in range(games):
        engine.new_game()
        game = rules.start()
        for turn in range(opening):
            if not game.is_over:
                game.play(game.random_turn(hash((seed, number, turn)) % 2**64) or "")
        while not game.is_over:
            game.play(engine.search(game, **limits).turn)
        yield game


def _make_rules(options: dict[str, str]) -> Rules:
    """Makes rules that were pickled."""
    options = {name.replace("-", "_"): value for name, value in options.items()}
    return Rules(options.pop("game"), **options)


def _make_match(rules: Rules, state: tuple[str, list[str], list[str], Optional[int]]) -> Match:
    """Makes a match that was pickled."""
    start, turns, pending, end = state
    game = rules.start(start)
    game.play_all(turns)
    for action in pending:
        game.play_action(action)
    if end == -1:
        game.agree_draw()
    elif end is not None:
        game.resign(end)
    return game


def _make_engine(options: dict[str, str]) -> Engine:
    """Makes an engine that was pickled."""
    engine = Engine()
    for name, value in options.items():
        engine.set_option(name, value)
    return engine
