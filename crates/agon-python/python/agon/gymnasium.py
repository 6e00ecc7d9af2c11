"""A game against an opponent as an environment of Gymnasium, for agents that know nothing of other players.

>>> from agon.gymnasium import OpponentEnv
>>> environment = OpponentEnv("snorkels", opponent="random", size=5)
>>> observation, info = environment.reset(seed=1)
>>> observation["observation"].shape, environment.action_space
((9, 8, 8), Discrete(65))
>>> action = int(observation["action_mask"].argmax())
>>> observation, reward, terminated, truncated, info = environment.step(action)
>>> reward, terminated
(0.0, False)

A step is one action of the agent and what the opponent plays until the agent acts again. The reward is 1, -1 or 0 when the game ends. An
illegal action ends the game: the agent loses.
"""

from __future__ import annotations

from typing import Any, Callable, Optional, Union

import gymnasium
import numpy as np
from gymnasium import spaces

import agon

__all__ = ["OpponentEnv"]

Observation = dict[str, Any]
# "random", a level of the engine, or a function that returns an action: its index or its text.
Opponent = Union[str, int, Callable[[agon.Match], Union[int, str]]]

# More than a level needs; at full strength it limits the search.
NODES = 100_000


class OpponentEnv(gymnasium.Env[Observation, np.int64]):
    """A game of one agent against an opponent.

    The opponent is `"random"`, a level of the engine from 1 to 8 (9 is full strength with 100,000 nodes for a turn), or a function that
    gets the match and returns the index or the text of an action. `side` is the player of the agent, 0 or 1; without it each game draws
    it. `max_steps` cuts a game off after that number of the agent's actions. With `turned` the observations, masks and actions are those
    on the board turned to the seat to act; the indices that an opponent returns are those of the board as it is.
    """

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 2}

    def __init__(
        self,
        game: str = agon.games()[0],
        opponent: Opponent = "random",
        side: Optional[int] = None,
        max_steps: Optional[int] = None,
        turned: bool = False,
        render_mode: Optional[str] = None,
        **options: Union[str, int, bool],
    ) -> None:
        if isinstance(opponent, str) and opponent != "random":
            raise ValueError(f'opponent: expected "random", a level or a function, not {opponent!r}')
        if side not in (None, 0, 1):
            raise ValueError(f"side: expected 0, 1 or None, not {side!r}")
        self.rules = agon.Rules(game, **options)
        self.opponent = opponent
        self.engine = agon.Engine(Skill_Level=opponent) if isinstance(opponent, int) else None
        self.side = side
        self.max_steps = max_steps
        self.turned = turned
        self.render_mode = render_mode
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-1.0, 10.0, self.rules.observation_shape, np.float32),
                "action_mask": spaces.Box(0, 1, (self.rules.num_actions,), np.int8),
            }
        )
        self.action_space = spaces.Discrete(self.rules.num_actions)
        self.match = self.rules.start()
        self.agent = side or 0
        self.steps = 0

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins a new game. The seed decides the side, unless it is fixed, and what a random opponent or a level plays."""
        super().reset(seed=seed)
        self.match = self.rules.start()
        self.agent = int(self.np_random.integers(2)) if self.side is None else self.side
        self.steps = 0
        if self.engine is not None:
            self.engine.new_game()
            self.engine.set_option("Seed", int(self.np_random.integers(2**31)))
        self._let_opponent_play()
        return self._observe(), {"player": self.agent}

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays the action with this index, and the opponent's answer."""
        info = {"player": self.agent}
        try:
            self.match.play_action(int(action), self.turned)
        except agon.IllegalTurn:
            self.match.resign(self.agent)
            return self._observe(), -1.0, True, False, info | {"illegal": True}
        self.steps += 1
        self._let_opponent_play()
        is_over = self.match.is_over
        truncated = not is_over and self.max_steps is not None and self.steps >= self.max_steps
        if self.render_mode == "human":
            self.render()
        return self._observe(), self.match.returns[self.agent], is_over, truncated, info

    def render(self) -> Any:
        """The drawn board: printed, or returned with `ansi`."""
        if self.render_mode == "ansi":
            return str(self.match)
        print(self.match)
        return None

    def _let_opponent_play(self) -> None:
        while not self.match.is_over and self.match.player != self.agent:
            if self.engine is not None:
                self.match.play(self.engine.search(self.match, nodes=NODES).turn)
            elif callable(self.opponent):
                self.match.play_action(self.opponent(self.match.copy()))
            else:
                self.match.play_random(int(self.np_random.integers(2**63)), limit=1)

    def _observe(self) -> Observation:
        return {
            "observation": agon.observation(self.match, self.agent, self.turned),
            "action_mask": agon.action_mask(self.match, self.turned),
        }
