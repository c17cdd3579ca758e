"""Handovers under the control of agents: of one terminal, or of all.

A run plans its handovers before packets are sent: an episode is the planning, slot by slot, and the
packets follow in :meth:`HandoverEnv.finish`.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, SupportsFloat

import gymnasium
import numpy as np

from skyseam._errors import InputError
from skyseam.gym._world import Episodes, Parallel, listed
from skyseam.live import Live
from skyseam.plugins import HandoverPolicy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from skyseam._scenario import Scenario
    from skyseam.plugins import Slot
    from skyseam.results import Results

OBSERVED = (
    ("elevation", "deg", 90.0),
    ("range", "km", 1e6),
    ("remaining", "s", 86_400.0),
    ("load", "", 1e6),
    ("held", "", 1.0),
)
"""Name, unit and largest value of each property of a candidate.

`remaining` is the time for which it stays above the mask, `load` the number of terminals that hold
it, `held` whether this one does.
"""


OF_POLICIES = (
    "margin", "time_to_trigger", "minimum_dwell", "satellite_capacity", "load_penalty",
    "gso_avoidance", "recent_bonus", "sunlit_bonus",
)  # fmt: skip
"""Keys of `[handover]` that belong to a policy, which the environment replaces."""


class _Left(Exception):  # noqa: N818 - no fault
    """An episode was left before its end."""


@dataclass
class _Seen:
    """Candidates of a terminal in a slot, by rows of the slot, the highest satellite first."""

    rows: NDArray[np.int64]
    observation: NDArray[np.float32]
    satellites: NDArray[np.int64]
    held: int | None


class _Planning:
    """A world that is made on a thread of its own and asks for its handovers slot by slot."""

    def __init__(self, episodes: Episodes, seed: int) -> None:
        self._questions: SimpleQueue[Slot | Live | BaseException] = SimpleQueue()
        self._answers: SimpleQueue[NDArray[np.int64] | None] = SimpleQueue()
        questions, answers = self._questions, self._answers

        class Asking(HandoverPolicy):
            """Satellites that an environment chooses."""

            name = "agent"
            slots = (15.0, 12.0)
            needs_remaining = True

            def assign(self, slot: Slot) -> NDArray[np.int64]:
                questions.put(slot)
                rows = answers.get()
                if rows is None:
                    raise _Left
                return rows

        def plan() -> None:
            try:
                questions.put(episodes.made(seed))
            except BaseException as fault:
                # Raised again where it is read.
                questions.put(fault)

        episodes.models = [Asking]
        self._thread = threading.Thread(target=plan, daemon=True)
        self._thread.start()

    def next(self) -> Slot | Live:
        """Return the next slot, or the world once there is none."""
        found = self._questions.get()
        if isinstance(found, BaseException):
            raise found
        return found

    def answer(self, rows: NDArray[np.int64]) -> None:
        """Answer the slot that was asked for."""
        self._answers.put(rows)

    def leave(self) -> None:
        """End the planning, if it has not ended."""
        self._answers.put(None)
        self._thread.join()


class _Terminals:
    """Terminals of a scenario whose satellites an environment chooses."""

    def __init__(self, scenario: Scenario, names: Sequence[str] | None, candidates: int) -> None:
        if candidates < 1:
            raise InputError(f"candidates is {candidates}; expected a whole number above 0")
        self.candidates = candidates
        self._episodes = Episodes(scenario)
        document = self._episodes.document
        own = document.get("handover", {})
        kept = {key: value for key, value in own.items() if key not in OF_POLICIES}
        document["handover"] = kept | {"kind": "agent"}
        terminals = document.get("terminals", [])
        # Those of users and of the ground segment come after them.
        there = [str(terminal.get("name")) for terminal in terminals]
        if any(terminal.get("count", 1) != 1 for terminal in terminals):
            raise InputError("a group of terminals has no agents; expected each by its own name")
        choosing = [
            str(terminal["name"]) for terminal in terminals if terminal.get("antennas") != "all"
        ]
        self.names = choosing if names is None else list(names)
        unknown = [name for name in self.names if name not in choosing]
        if unknown or not self.names:
            asked = repr(unknown[0]) if unknown else "one at least"
            raise InputError(
                f"the terminals that choose satellites are {listed(choosing)}; expected {asked}"
            )
        self._numbers = {name: there.index(name) for name in self.names}
        self._planning: _Planning | None = None
        self._live: Live | None = None
        self._slot: Slot | None = None
        self.seen: dict[str, _Seen] = {}
        self.taken: dict[str, tuple[np.ndarray | None, bool]] = {}
        self.now = 0.0

    def begin(self, seed: int) -> None:
        self.leave()
        self._live = None
        self._planning = _Planning(self._episodes, seed)
        self._look()

    def leave(self) -> None:
        if self._planning is not None:
            self._planning.leave()
            self._planning = None

    def _look(self) -> None:
        """Wait for the next slot, or for the end of the planning."""
        assert self._planning is not None
        try:
            found = self._planning.next()
        except BaseException:
            self._planning = None
            raise
        if isinstance(found, Live):
            self._live, self._slot, self._planning = found, None, None
            self.seen = {name: self._nothing() for name in self.names}
            return
        self._slot, self.now = found, found.now
        assert found.remaining_s is not None
        columns = (
            found.elevation_deg,
            found.range_m / 1e3,
            found.remaining_s,
            found.load,
            found.held,
        )
        self._columns = np.stack([column.astype(np.float32) for column in columns], axis=1)
        # Rows are in the order of terminals.
        self._firsts = np.searchsorted(found.terminal, np.arange(found.terminals + 1))
        self.seen = {name: self._of(found, number) for name, number in self._numbers.items()}

    def _nothing(self) -> _Seen:
        empty = np.zeros((self.candidates, len(OBSERVED)), np.float32)
        return _Seen(np.empty(0, np.int64), empty, np.empty(0, np.int64), None)

    def _of(self, slot: Slot, terminal: int) -> _Seen:
        first, after = self._firsts[terminal : terminal + 2]
        order = first + np.argsort(-slot.elevation_deg[first:after], kind="stable")
        seen, rows = self._nothing(), order[: self.candidates]
        seen.observation[: len(rows)] = self._columns[rows]
        seen.rows, seen.satellites = rows, slot.satellite[rows]
        held = order[slot.held[order]]
        seen.held = int(slot.satellite[held[0]]) if len(held) else None
        return seen

    def act(self, actions: dict[str, int]) -> tuple[bool, float]:
        """Take the chosen satellites; return whether the planning is over, and its time."""
        slot = self._slot
        if self._planning is None or slot is None:
            raise InputError("there is no episode; call reset first")
        chosen: dict[int, int] = {}
        for name, seen in self.seen.items():
            # Those without an agent, and choices of what is not there: the highest.
            number = int(actions.get(name, 0))
            row = None
            if len(seen.rows):
                row = number if 0 <= number < len(seen.rows) else 0
                chosen[self._numbers[name]] = int(seen.rows[row])
            changes = (
                row is not None and seen.held is not None and seen.satellites[row] != seen.held
            )
            self.taken[name] = (None if row is None else seen.observation[row], bool(changes))
        self._planning.answer(self._rows(slot, chosen))
        self._look()
        return self._live is not None, self.now

    def _rows(self, slot: Slot, chosen: dict[int, int]) -> NDArray[np.int64]:
        """Return the rows taken: chosen ones first, then the highest."""
        rows = []
        for terminal in range(slot.terminals):
            first, after = self._firsts[terminal : terminal + 2]
            order = first + np.argsort(-slot.elevation_deg[first:after], kind="stable")
            if terminal in chosen:
                own = chosen[terminal]
                order = np.concatenate([[own], order[order != own]])
            rows.append(order[: min(int(slot.antennas[terminal]), len(order))])
        return np.concatenate(rows) if rows else np.empty(0, np.int64)

    def told(self, name: str) -> dict[str, Any]:
        mask = np.zeros(self.candidates, np.int8)
        mask[: len(self.seen[name].rows)] = 1
        return {"action_mask": mask}

    def finish(self) -> Results:
        if self._live is None:
            raise InputError("the episode has not ended; packets are sent when all is planned")
        world, self._live = self._live, None
        world.advance(world.end)
        return world.finish()


def _spaces(
    candidates: int,
) -> tuple[gymnasium.spaces.Space[np.ndarray], gymnasium.spaces.Space[np.int64]]:
    largest = np.tile(np.array([most for *_, most in OBSERVED], np.float32), (candidates, 1))
    box = gymnasium.spaces.Box(np.zeros_like(largest), largest)
    return box, gymnasium.spaces.Discrete(candidates)


def height_less_handovers(taken: np.ndarray | None, is_handover: bool) -> float:
    """Return the reward of a slot of a terminal.

    It is the elevation of the satellite taken, as a share of 90 deg, less 0.2 for a handover; 0
    without a satellite. `taken` has the elements of :data:`OBSERVED`.
    """
    return 0.0 if taken is None else float(taken[0]) / 90 - 0.2 * is_handover


class HandoverEnv(gymnasium.Env[np.ndarray, np.int64]):
    """The satellite of one terminal, chosen in every slot.

    An observation has a row for each candidate, the highest satellite above the mask first, with
    the elements of :data:`skyseam.gym.handover.OBSERVED`; rows of zeros where there are fewer. An
    action is the number of a row; where there is none, the first is taken. `action_mask` among the
    information says which there are. The other terminals, and further antennas, take the highest
    satellites.

    Handovers are planned before packets are sent: an episode, truncated at its end, is the
    planning of a run, and :meth:`finish` sends the packets. When slots begin is the scenario's to
    say, by `[handover]`; by default at 12, 27, 42 and 57 s past the minute.

    Parameters
    ----------
    scenario
        As in :func:`skyseam.run`; its handover policy is replaced.
    terminal
        Name of the terminal; None for the only one with a number of antennas.
    candidates
        Number of satellites to choose from.

    Raises
    ------
    InputError
        For a terminal that the scenario does not have or that takes every satellite.
    ScenarioError
        As :func:`skyseam.run`, at the first `reset`.

    Examples
    --------
    >>> env = skyseam.gym.HandoverEnv("starlink.toml", "Berlin")  # doctest: +SKIP
    >>> observation, told = env.reset(seed=1)  # doctest: +SKIP
    >>> observation, reward, _, over, told = env.step(0)  # doctest: +SKIP
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 - as the base class has it

    def __init__(
        self, scenario: Scenario, terminal: str | None = None, candidates: int = 8
    ) -> None:
        self._terminals = _Terminals(scenario, None if terminal is None else [terminal], candidates)
        if len(self._terminals.names) > 1:
            there = listed(self._terminals.names)
            raise InputError(
                f"the terminals that choose satellites are {there}; expected the name of one"
            )
        [self._name] = self._terminals.names
        self.observation_space, self.action_space = _spaces(candidates)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin an episode; `seed` is that of the run, drawn if there is none."""
        super().reset(seed=seed, options=options)
        drawn = int(self.np_random.integers(1 << 31)) if seed is None else seed
        self._terminals.begin(drawn)
        observation = self._terminals.seen[self._name].observation
        return observation, {"seed": drawn} | self._terminals.told(self._name)

    def step(
        self, action: np.int64
    ) -> tuple[np.ndarray, SupportsFloat, bool, bool, dict[str, Any]]:
        """Take a satellite until the next slot.

        Returns
        -------
        tuple
            Observation of the next slot, reward, False (an episode does not end by what an agent
            does), whether all is planned, and `now`, the simulated time in s, with `action_mask`.
        """
        over, now = self._terminals.act({self._name: int(action)})
        told = {"now": now} | self._terminals.told(self._name)
        reward = self.reward(*self._terminals.taken[self._name])
        return self._terminals.seen[self._name].observation, reward, False, over, told

    def reward(self, taken: np.ndarray | None, is_handover: bool) -> float:
        """Return the reward of a slot, :func:`height_less_handovers`; to be overridden."""
        return height_less_handovers(taken, is_handover)

    def finish(self) -> Results:
        """Send the packets of the run that was planned, and return its results.

        Raises
        ------
        InputError
            When the episode has not ended.
        """
        return self._terminals.finish()

    def close(self) -> None:
        """End an episode that was not planned to its end."""
        self._terminals.leave()


class HandoverParallelEnv(Parallel[np.int64]):
    """The satellites of several terminals, each with an agent that has the terminal's name.

    Spaces, observations and rewards are those of :class:`HandoverEnv` for each terminal.

    Parameters
    ----------
    scenario
        As in :func:`skyseam.run`; its handover policy is replaced.
    terminals
        Names of the terminals; None for all of `terminals` with a number of antennas.
    candidates
        Number of satellites to choose from.

    Raises
    ------
    InputError
        For a terminal that the scenario does not have or that takes every satellite.
    ScenarioError
        As :func:`skyseam.run`, at the first `reset`.
    """

    metadata: dict[str, Any] = {"name": "skyseam_handover", "render_modes": []}  # noqa: RUF012

    def __init__(
        self, scenario: Scenario, terminals: Sequence[str] | None = None, candidates: int = 8
    ) -> None:
        self._terminals = _Terminals(scenario, terminals, candidates)
        super().__init__(self._terminals.names, *_spaces(candidates))

    def reward(self, agent: str, taken: np.ndarray | None, is_handover: bool) -> float:
        """Return the reward of a slot, :func:`height_less_handovers`; to be overridden."""
        del agent
        return height_less_handovers(taken, is_handover)

    def finish(self) -> Results:
        """Send the packets of the run that was planned, and return its results."""
        return self._terminals.finish()

    def close(self) -> None:
        """End an episode that was not planned to its end."""
        self._terminals.leave()

    def _begin(self, seed: int) -> None:
        self._terminals.begin(seed)

    def _act(self, actions: dict[str, np.int64]) -> tuple[bool, float]:
        return self._terminals.act({name: int(action) for name, action in actions.items()})

    def _observed(self, agent: str) -> np.ndarray:
        return self._terminals.seen[agent].observation

    def _reward(self, agent: str, observation: np.ndarray) -> float:
        del observation
        return self.reward(agent, *self._terminals.taken[agent])

    def _told(self, agent: str) -> dict[str, Any]:
        return self._terminals.told(agent)
