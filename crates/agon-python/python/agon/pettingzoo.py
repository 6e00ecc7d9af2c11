"""The games as environments of PettingZoo: agents act one after the other (AEC).

>>> from agon.pettingzoo import env
>>> environment = env("snorkels", size=5)
>>> environment.reset(seed=1)
>>> observation, reward, termination, truncation, info = environment.last()
>>> observation["observation"].shape, int(observation["action_mask"].sum())
((9, 8, 8), 25)
>>> environment.step(18)
>>> environment.agent_selection
'player_1'

A step is one action, not a whole turn: in Symbol and Nika an agent acts several times in a row. Agents are the two players. The
rewards are 1, -1 or 0 when the game ends. An illegal action ends the game: the agent loses, if the environment is wrapped as `env`
does it; `raw_env` raises `agon.IllegalTurn`.
"""

from __future__ import annotations

from typing import Any, Optional, Union

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

import agon

__all__ = ["env", "raw_env"]


def env(
    game: str = agon.games()[0],
    render_mode: Optional[str] = None,
    max_steps: Optional[int] = None,
    turned: bool = False,
    **options: Union[str, int, bool],
) -> AECEnv:
    """The environment of a game with the usual wrappers. Options are those of `agon.Rules`."""
    environment: AECEnv = raw_env(game, render_mode, max_steps, turned, **options)
    environment = wrappers.TerminateIllegalWrapper(environment, illegal_reward=-1)
    environment = wrappers.AssertOutOfBoundsWrapper(environment)
    return wrappers.OrderEnforcingWrapper(environment)


class raw_env(AECEnv):
    """The environment of a game without wrappers.

    `max_steps` ends a game by truncation after that number of actions; without it only the rules end it. With `turned` the
    observations, masks and actions are those on the board turned to the seat to act, as the README says.
    """

    metadata = {"name": "agon_v0", "is_parallelizable": False, "render_modes": ["human", "ansi"], "render_fps": 2}

    def __init__(
        self,
        game: str = agon.games()[0],
        render_mode: Optional[str] = None,
        max_steps: Optional[int] = None,
        turned: bool = False,
        **options: Union[str, int, bool],
    ) -> None:
        super().__init__()
        self.rules = agon.Rules(game, **options)
        self.render_mode = render_mode
        self.max_steps = max_steps
        self.turned = turned
        self.possible_agents = ["player_0", "player_1"]
        self.agents: list[str] = []
        self.match = self.rules.start()
        self._observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-1.0, 10.0, self.rules.observation_shape, np.float32),
                "action_mask": spaces.Box(0, 1, (self.rules.num_actions,), np.int8),
            }
        )
        self._action_space = spaces.Discrete(self.rules.num_actions)

    def observation_space(self, agent: str) -> spaces.Dict:
        """The planes and the mask of legal actions."""
        return self._observation_space

    def action_space(self, agent: str) -> spaces.Discrete:
        """The indices of the actions."""
        return self._action_space

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        """Begins a new game. There is no chance in the games, so the seed has no effect."""
        self.match = self.rules.start()
        self.steps = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.match.player]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What an agent sees. The mask is empty for the agent that does not act."""
        player = self.possible_agents.index(agent)
        if agent == self.agent_selection and not self.match.is_over:
            mask = agon.action_mask(self.match, self.turned)
        else:
            mask = np.zeros(self.rules.num_actions, np.int8)
        return {"observation": agon.observation(self.match, player, self.turned), "action_mask": mask}

    def step(self, action: Optional[int]) -> None:
        """Plays the action with this index."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("expected an action: the game goes on")
        self._cumulative_rewards[agent] = 0.0
        self.match.play_action(int(action), self.turned)
        self.steps += 1
        self._clear_rewards()
        if self.match.is_over:
            self.rewards = dict(zip(self.possible_agents, self.match.returns))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.possible_agents[1 - self.possible_agents.index(agent)]
        else:
            if self.max_steps is not None and self.steps >= self.max_steps:
                self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.possible_agents[self.match.player]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Optional[str]:
        """The drawn board: printed, or returned with `ansi`."""
        if self.render_mode == "ansi":
            return str(self.match)
        print(self.match)
        return None

    def close(self) -> None:
        """Nothing is held."""
