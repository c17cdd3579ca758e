"""A beam's scheduler under the control of an agent."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, ClassVar, SupportsFloat

import gymnasium
import numpy as np

from skyseam._errors import InputError
from skyseam.gym._world import Episodes, interval, listed
from skyseam.plugins import Scheduler

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skyseam._scenario import Scenario
    from skyseam.plugins import Backlog
    from skyseam.results import Results

OBSERVED = (
    ("waiting", "packets", 0.0, 1e6),
    ("age", "s", 0.0, 1e6),
    ("level", "dB", -200.0, 100.0),
    ("served", "packets", 0.0, 1e6),
)
"""Name, unit, smallest and largest value of each property of a user.

Packets that wait for the user, the age of the first of them and the user's level against a clear
sky are those at the last packet that was served; `level` is 0 for a user for whom none waits, and
without a channel. `served` are the packets that were served during the step.
"""

LEAST_SHARE = 1e-3
"""Least share of a user: none is left out for ever."""


class _Board:
    """Values that environment and scheduler exchange; a link that never sent has no scheduler."""

    def __init__(self, users: int) -> None:
        self.shares = np.ones(users)
        self.served = np.zeros(users, np.int64)
        self.backlog: Backlog | None = None


class _Shared(Scheduler):
    """Serves users in proportion to shares that the environment sets.

    Each packet advances its user's clock by the inverse of the share, and the user whose clock is
    behind is next. A clock does not fall behind that of the packet served last, so that a user who
    had nothing to send has no claim to the past.
    """

    board: ClassVar[_Board]

    def begin(self, users: int) -> None:
        self.clocks = [0.0] * users

    def pick(self, backlog: Backlog) -> int:
        board, clocks = self.board, self.clocks
        user = min(backlog.users, key=lambda user: (clocks[user], user))
        now = clocks[user]
        for other in backlog.users:
            clocks[other] = max(clocks[other], now)
        clocks[user] += 1.0 / float(board.shares[user])
        board.served[user] += 1
        board.backlog = backlog
        return user


class SchedulerEnv(gymnasium.Env[np.ndarray, np.ndarray]):
    """The shares of a beam's users, set at every interval.

    An action has a number from 0 to 1 for each user: users for whom packets wait are served in
    proportion to them, packet by packet. An observation has a row for each user with the elements
    of :data:`skyseam.gym.beam.OBSERVED`. An episode is the run: it is truncated at the end of its
    duration.

    Parameters
    ----------
    scenario
        As in :func:`skyseam.run`; the beam's scheduler is replaced, with the `limit` it has.
    beam
        Name of the beam; None for the only one.
    interval_s
        Simulated time between actions, s.

    Raises
    ------
    InputError
        For a beam that the scenario does not have.
    ScenarioError
        As :func:`skyseam.run`.

    Examples
    --------
    >>> env = skyseam.gym.SchedulerEnv("beam.toml")  # doctest: +SKIP
    >>> observation, _ = env.reset(seed=1)  # doctest: +SKIP
    >>> shares = np.ones(len(observation), np.float32)  # doctest: +SKIP
    >>> observation, reward, _, over, _ = env.step(shares)  # doctest: +SKIP
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 - as the base class has it

    def __init__(
        self, scenario: Scenario, beam: str | None = None, interval_s: float = 0.1
    ) -> None:
        self._interval_s = interval(interval_s)
        self._episodes = Episodes(scenario)
        beams = self._episodes.document.get("beams", [])
        found = [one for one in beams if beam is None or one.get("name") == beam]
        if len(found) != 1:
            there = listed([str(one.get("name")) for one in beams])
            asked = "one beam, or the name of one" if beam is None else repr(beam)
            raise InputError(f"the scenario's beams are {there}; expected {asked}")
        [described] = found
        kept = described.pop("scheduler", {})
        described.pop("queue", None)
        limit, has_channel = _packets(kept), "channel" in described

        class Shares(_Shared):
            """Shares of users, set by the environment."""

            name = "shares"
            needs_levels = has_channel

        if limit is not None:
            Shares.limit = limit
        described["scheduler"] = "shares"
        self._model = Shares
        self._episodes.models = [Shares]
        self._users = users = _users(self._episodes.document, described.get("to", ()))
        least, most = (
            np.tile(np.array([one[place] for one in OBSERVED], np.float32), (users, 1))
            for place in (2, 3)
        )
        self.observation_space = gymnasium.spaces.Box(least, most)
        self.action_space = gymnasium.spaces.Box(0.0, 1.0, (users,))

    def _begin(self, seed: int) -> None:
        self._model.board = _Board(self._users)
        self._episodes.begin(seed)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin an episode; `seed` is that of the run, drawn if there is none."""
        super().reset(seed=seed, options=options)
        drawn = int(self.np_random.integers(1 << 31)) if seed is None else seed
        self._begin(drawn)
        return self._observed(), {"seed": drawn}

    def step(
        self, action: np.ndarray
    ) -> tuple[np.ndarray, SupportsFloat, bool, bool, dict[str, Any]]:
        """Set the shares and let one interval pass.

        Returns
        -------
        tuple
            Observation, reward, False (an episode does not end by what an agent does), whether the
            run's duration is over, and `now`, the simulated time in s.
        """
        self._model.board.shares = np.clip(action.astype(float), LEAST_SHARE, 1.0)
        over, now = self._episodes.advance(self._interval_s)
        observed = self._observed()
        return observed, self.reward(observed), False, over, {"now": now}

    def reward(self, observation: np.ndarray) -> float:
        """Return the reward of a step; to be overridden.

        It is the mean of log(1 + packets served) over the users: the sum of logarithms is the
        objective of proportional fairness (Kelly, Charging and rate control for elastic traffic,
        European Transactions on Telecommunications, 1997).
        """
        return math.fsum(np.log1p(observation[:, 3]).tolist()) / len(observation)

    def finish(self) -> Results:
        """End the episode and return the results of its run so far.

        Raises
        ------
        InputError
            When there is no episode.
        """
        return self._episodes.finish()

    def _observed(self) -> np.ndarray:
        board = self._model.board
        observed = np.zeros((len(board.served), len(OBSERVED)), np.float32)
        if (backlog := board.backlog) is not None:
            users = backlog.users
            observed[users, 0] = backlog.packets
            observed[users, 1] = backlog.now - np.array(backlog.since)
            if backlog.level_db is not None:
                observed[users, 2] = np.clip(backlog.level_db, *OBSERVED[2][2:])
        observed[:, 3] = board.served
        board.served[:] = 0
        return observed


def _users(document: dict[str, Any], to: str | Sequence[str]) -> int:
    """Return the number of a beam's users: `to` names nodes, terminals and groups of them."""
    ends = [*document.get("nodes", []), *document.get("terminals", [])]
    counts = {str(end.get("name")): int(end.get("count", 1)) for end in ends}
    return sum(counts.get(name, 1) for name in ([to] if isinstance(to, str) else to))


def _packets(scheduler: object) -> int | None:
    """Return a scheduler's limit, if it is in packets."""
    limit = scheduler.get("limit") if isinstance(scheduler, dict) else None
    if isinstance(limit, int):
        return limit
    if isinstance(limit, str):
        number, _, unit = limit.partition(" ")
        if unit.startswith("packet") and number.isdigit():
            return int(number)
        raise InputError(f'the beam\'s limit is "{limit}"; expected packets, such as "50 packets"')
    return None
