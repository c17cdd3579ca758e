"""Congestion windows under the control of agents: of one flow, or of several."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, ClassVar, Self, SupportsFloat

import gymnasium
import numpy as np

from skyseam._errors import InputError
from skyseam.gym._world import Episodes, Parallel, interval, listed
from skyseam.plugins import Ack, Controller, Loss, Setup, Timeout

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skyseam._scenario import Scenario
    from skyseam.results import Results

OBSERVED = (
    ("smoothed_rtt", "s", 1e3),
    ("minimum_rtt", "s", 1e3),
    ("goodput", "Mbit/s", 1e6),
    ("window", "MB", 1e5),
    ("in_flight", "MB", 1e5),
    ("losses", "", 1e6),
    ("timeouts", "", 1e6),
)
"""Name, unit and largest value of each element of an observation.

Round-trip times are the transport's smoothed one and the smallest sample of the episode; goodput is
what was acknowledged during the step, in bits; losses are recoveries that began during it.
"""

LARGEST_WINDOW = 1 << 30
"""Largest window, bytes; a receive window (`receive_window`) may allow less."""


class _Steered(Controller):
    """A window that the environment sets; between its steps it stays, but for timeouts."""

    made: ClassVar[list[_Steered]]
    """Controllers of the episode, one for each connection."""

    def begin(self, setup: Setup) -> None:
        self.mss = setup.mss
        self.bytes = float(setup.initial_window)
        self.acked = self.in_flight = self.losses = self.timeouts = 0
        self.smoothed_rtt, self.minimum_rtt = 0.0, math.inf
        self.made.append(self)

    def copied(self) -> Self:
        """Return itself: the environment's window stays where a transport undoes a reduction."""
        return self

    def on_ack(self, ack: Ack) -> None:
        self.acked += ack.bytes
        self.smoothed_rtt = ack.smoothed_rtt
        if ack.rtt is not None and ack.rtt < self.minimum_rtt:
            self.minimum_rtt = ack.rtt
        if ack.in_flight is not None:
            self.in_flight = ack.in_flight

    def on_loss(self, loss: Loss) -> None:
        self.losses += 1
        self.in_flight = loss.flight_size

    def on_timeout(self, timeout: Timeout) -> None:
        self.timeouts += 1
        self.bytes = float(self.mss)

    def on_syn_lost(self) -> None:
        self.bytes = float(self.mss)

    def window(self) -> float:
        return self.bytes


def _steered(number: int, holder: list[_Steered]) -> type[_Steered]:
    """Return the controller of one flow, whose instances go into `holder`."""

    class Steered(_Steered):
        """A window that the environment sets."""

        name = f"steered-{number}" if number else "steered"
        made = holder

    return Steered


class _Flows:
    """Flows of a scenario whose windows an environment sets."""

    def __init__(
        self, scenario: Scenario, names: Sequence[str] | None, interval_s: float, most: int | None
    ) -> None:
        self.interval_s = interval(interval_s)
        self._made: dict[str, list[_Steered]] = {}
        self._before: dict[str, tuple[int, int, int]] = {}
        self.episodes = Episodes(scenario)
        flows = self.episodes.document.get("flows", [])
        there = [str(flow.get("name")) for flow in flows]
        if names is None:
            names = there
            if not names or (most is not None and len(names) > most):
                asked = "one flow, or the name of one" if most else "one flow or more"
                raise InputError(f"the scenario's flows are {listed(there)}; expected {asked}")
        for name in names:
            if name not in there:
                raise InputError(f"the scenario's flows are {listed(there)}; expected {name!r}")
            flow = flows[there.index(name)]
            if flow.get("count", 1) != 1:
                raise InputError(f"{name} has several flows; expected count = 1")
            model = _steered(len(self._made), self._made.setdefault(name, []))
            self.episodes.models.append(model)
            flow.setdefault("transport", {"kind": "tcp"})["congestion"] = model.name
        self.names = list(self._made)

    def begin(self, seed: int) -> None:
        for name, made in self._made.items():
            made.clear()
            self._before[name] = (0, 0, 0)
        self.episodes.begin(seed)

    def steer(self, name: str, action: np.ndarray) -> None:
        if made := self._made[name]:
            window = made[-1].bytes * 2.0 ** min(max(float(action[0]), -1.0), 1.0)
            made[-1].bytes = min(max(window, float(made[-1].mss)), float(LARGEST_WINDOW))

    def observed(self, name: str) -> np.ndarray:
        if not self._made[name]:
            return np.zeros(len(OBSERVED), np.float32)
        one = self._made[name][-1]
        acked, losses, timeouts = self._before[name]
        self._before[name] = (one.acked, one.losses, one.timeouts)
        values = (
            one.smoothed_rtt,
            one.minimum_rtt if one.minimum_rtt < math.inf else 0.0,
            8e-6 * (one.acked - acked) / self.interval_s,
            1e-6 * one.bytes,
            1e-6 * one.in_flight,
            one.losses - losses,
            one.timeouts - timeouts,
        )
        return np.array(values, np.float32)


def _spaces() -> tuple[gymnasium.spaces.Box, gymnasium.spaces.Box]:
    """Return the spaces of observations and of actions of a flow."""
    largest = np.array([most for *_, most in OBSERVED], np.float32)
    return gymnasium.spaces.Box(np.zeros_like(largest), largest), gymnasium.spaces.Box(
        -1.0, 1.0, (1,)
    )


def utility(observation: np.ndarray) -> float:
    """Return the reward of a step of a flow.

    It is log(goodput) - log(smoothed RTT / smallest RTT), the objective of Winstein and
    Balakrishnan (TCP ex Machina, ACM SIGCOMM, 2013, Sec. 3.3, delta = 1), goodput in Mbit/s and
    no less than 0.01 Mbit/s; 0 while there is no round-trip time.
    """
    smoothed, smallest, goodput = (float(one) for one in observation[:3])
    if smallest == 0:
        return 0.0
    return math.log(max(goodput, 0.01)) - math.log(max(smoothed / smallest, 1.0))


class CongestionEnv(gymnasium.Env[np.ndarray, np.ndarray]):
    """The congestion window of one flow, set at every interval.

    An action in [-1, 1] multiplies the window by two to its power. An episode is the run: it is
    truncated at the end of its duration. The observation has the elements of :data:`OBSERVED`.

    Parameters
    ----------
    scenario
        As in :func:`skyseam.run`; its other flows and users go on beside.
    flow
        Name of the flow whose window is set; None for the only one. Over TCP, stack `rfc` or
        `linux`, or over QUIC.
    interval_s
        Simulated time between actions, s.

    Raises
    ------
    InputError
        For a flow that the scenario does not have or that has no congestion controller.
    ScenarioError
        As :func:`skyseam.run`, at the first `reset`.

    Examples
    --------
    >>> env = skyseam.gym.CongestionEnv("starlink.toml", interval_s=0.05)  # doctest: +SKIP
    >>> observation, _ = env.reset(seed=1)  # doctest: +SKIP
    >>> observation, reward, _, over, _ = env.step(np.array([0.1]))  # doctest: +SKIP
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 - as the base class has it

    def __init__(
        self, scenario: Scenario, flow: str | None = None, interval_s: float = 0.1
    ) -> None:
        self._flows = _Flows(scenario, None if flow is None else [flow], interval_s, most=1)
        [self._flow] = self._flows.names
        self.observation_space, self.action_space = _spaces()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin an episode; `seed` is that of the run, drawn if there is none.

        Returns
        -------
        tuple
            The observation before the flow begins, and its run's `seed`.
        """
        super().reset(seed=seed, options=options)
        drawn = int(self.np_random.integers(1 << 31)) if seed is None else seed
        self._flows.begin(drawn)
        return self._flows.observed(self._flow), {"seed": drawn}

    def step(
        self, action: np.ndarray
    ) -> tuple[np.ndarray, SupportsFloat, bool, bool, dict[str, Any]]:
        """Set the window and let one interval pass.

        Returns
        -------
        tuple
            Observation, reward, False (an episode does not end by what an agent does), whether the
            run's duration is over, and `now`, the simulated time in s.
        """
        self._flows.steer(self._flow, action)
        over, now = self._flows.episodes.advance(self._flows.interval_s)
        observed = self._flows.observed(self._flow)
        return observed, self.reward(observed), False, over, {"now": now}

    def reward(self, observation: np.ndarray) -> float:
        """Return the reward of a step, :func:`utility`; to be overridden."""
        return utility(observation)

    def finish(self) -> Results:
        """End the episode and return the results of its run so far.

        Raises
        ------
        InputError
            When there is no episode.
        """
        return self._flows.episodes.finish()


class CongestionParallelEnv(Parallel[np.ndarray]):
    """The congestion windows of several flows, each with an agent that has the flow's name.

    Spaces, observations and rewards are those of :class:`CongestionEnv` for each flow.

    Parameters
    ----------
    scenario
        As in :func:`skyseam.run`; its other flows and users go on beside.
    flows
        Names of the flows whose windows are set; None for all.
    interval_s
        Simulated time between actions, s.

    Raises
    ------
    InputError
        For a flow that the scenario does not have or that has no congestion controller.
    ScenarioError
        As :func:`skyseam.run`, at the first `reset`.
    """

    metadata: dict[str, Any] = {"name": "skyseam_congestion", "render_modes": []}  # noqa: RUF012

    def __init__(
        self, scenario: Scenario, flows: Sequence[str] | None = None, interval_s: float = 0.1
    ) -> None:
        self._flows = _Flows(scenario, flows, interval_s, most=None)
        super().__init__(self._flows.names, *_spaces())

    def reward(self, agent: str, observation: np.ndarray) -> float:
        """Return the reward of a step of an agent, :func:`utility`; to be overridden."""
        del agent
        return utility(observation)

    def finish(self) -> Results:
        """End the episode and return the results of its run so far."""
        return self._flows.episodes.finish()

    def _begin(self, seed: int) -> None:
        self._flows.begin(seed)

    def _act(self, actions: dict[str, np.ndarray]) -> tuple[bool, float]:
        for name, action in actions.items():
            self._flows.steer(name, action)
        return self._flows.episodes.advance(self._flows.interval_s)

    def _observed(self, agent: str) -> np.ndarray:
        return self._flows.observed(agent)

    def _reward(self, agent: str, observation: np.ndarray) -> float:
        return self.reward(agent, observation)
