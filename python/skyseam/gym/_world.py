"""What the environments share: episodes of a scenario, and several agents in one."""

from __future__ import annotations

import copy
from abc import abstractmethod
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import gymnasium
import numpy as np
import pettingzoo
import tomli_w

from skyseam._errors import InputError
from skyseam._scenario import Toml, document, text_of
from skyseam.live import Live

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skyseam._scenario import Scenario
    from skyseam.plugins import Model
    from skyseam.results import Results

Action = TypeVar("Action")


def interval(value: float) -> float:
    """Return an interval between actions, s, or raise :class:`InputError`."""
    if not value > 0:
        raise InputError(f"interval_s is {value:g}; expected a time above 0")
    return value


def listed(names: Sequence[str]) -> str:
    """Return names as a message has them."""
    return ", ".join(names) or "none"


class Episodes:
    """A scenario whose runs are episodes."""

    def __init__(self, scenario: Scenario) -> None:
        *_, self._directory = text_of(scenario, "scenario")
        self.document: dict[str, Any] = copy.deepcopy(document(scenario))
        self.models: list[Model] = []
        self._world: Live | None = None

    def made(self, seed: int) -> Live:
        """Return a world of the scenario."""
        given = Toml(tomli_w.dumps(self.document), self._directory)
        return Live(given, seed=seed, models=self.models)

    def begin(self, seed: int) -> None:
        """Begin an episode in a world in steps."""
        self._world = self.made(seed)

    @property
    def world(self) -> Live:
        """World of the episode."""
        if self._world is None:
            raise InputError("there is no episode; call reset first")
        return self._world

    def advance(self, interval_s: float) -> tuple[bool, float]:
        """Let an interval pass; return whether the run is over, and its time in s."""
        self.world.advance(self.world.now + interval_s)
        return self.world.now >= self.world.end, self.world.now

    def finish(self) -> Results:
        """End the episode and return the results of its run so far."""
        world, self._world = self.world, None
        return world.finish()


class Parallel(pettingzoo.ParallelEnv[str, np.ndarray, Action], Generic[Action]):
    """Several agents that act at the same instants, with equal spaces."""

    def __init__(
        self,
        agents: Sequence[str],
        observations: gymnasium.spaces.Space[np.ndarray],
        actions: gymnasium.spaces.Space[Action],
    ) -> None:
        self.possible_agents = list(agents)
        self.agents: list[str] = []
        self.observation_spaces = {name: copy.deepcopy(observations) for name in agents}
        self.action_spaces = {name: copy.deepcopy(actions) for name in agents}
        self._draw = np.random.default_rng()

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[np.ndarray]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Action]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, np.ndarray], dict[str, dict[str, Any]]]:
        """Begin an episode; `seed` is that of the run, drawn if there is none."""
        del options
        drawn = int(self._draw.integers(1 << 31)) if seed is None else seed
        self._begin(drawn)
        self.agents = list(self.possible_agents)
        told = {name: {"seed": drawn} | self._told(name) for name in self.agents}
        return {name: self._observed(name) for name in self.agents}, told

    def step(
        self, actions: dict[str, Action]
    ) -> tuple[
        dict[str, np.ndarray],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Let all agents act, and time pass until they act again.

        Returns
        -------
        tuple
            For each agent: observation, reward, False (an episode does not end by what agents do),
            whether the run is over, and `now`, the simulated time in s.
        """
        over, now = self._act(actions)
        agents = self.agents
        observed = {name: self._observed(name) for name in agents}
        rewards = {name: self._reward(name, observed[name]) for name in agents}
        self.agents = [] if over else agents
        told = {name: {"now": now} | self._told(name) for name in agents}
        over_for_all = dict.fromkeys(agents, over)
        return observed, rewards, dict.fromkeys(agents, False), over_for_all, told

    @abstractmethod
    def _begin(self, seed: int) -> None:
        """Begin an episode."""

    @abstractmethod
    def _act(self, actions: dict[str, Action]) -> tuple[bool, float]:
        """Act, and return whether the run is over, and its time in s."""

    @abstractmethod
    def _observed(self, agent: str) -> np.ndarray: ...

    @abstractmethod
    def _reward(self, agent: str, observation: np.ndarray) -> float: ...

    def _told(self, agent: str) -> dict[str, Any]:
        """Return further information for an agent."""
        del agent
        return {}
