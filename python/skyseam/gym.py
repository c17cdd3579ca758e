"""Reinforcement learning: an environment of Gymnasium on a world in steps.

:class:`CongestionEnv` puts the congestion window of one flow under the control of an agent. The
world goes on beside it as in any run, and the same seed and actions give the same episode. Needs
Gymnasium: ``pip install skyseam[gym]``.
"""

from __future__ import annotations

import copy
import math
from typing import Any, ClassVar, Self, SupportsFloat

import numpy as np
import tomli_w

from skyseam._errors import InputError
from skyseam._scenario import Scenario, Toml, document, text_of
from skyseam.live import Live
from skyseam.plugins import Ack, Controller, Loss, Setup, Timeout
from skyseam.results import Results

try:
    import gymnasium
except ImportError as error:
    raise InputError("gymnasium is not installed: pip install skyseam[gym]") from error

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


def _steered(holder: list[_Steered]) -> type[_Steered]:
    """Return a controller of one environment, whose instances go into `holder`."""

    class Steered(_Steered):
        """A window that the environment sets."""

        name = "steered"
        made = holder

    return Steered


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
        if not interval_s > 0:
            raise InputError(f"interval_s is {interval_s:g}; expected a time above 0")
        self.interval_s = interval_s
        *_, self._directory = text_of(scenario, "scenario")
        self._scenario = copy.deepcopy(document(scenario))
        self._flow = self._steer(flow)
        largest = np.array([most for *_, most in OBSERVED], np.float32)
        self.observation_space = gymnasium.spaces.Box(np.zeros_like(largest), largest)
        self.action_space = gymnasium.spaces.Box(-1.0, 1.0, (1,))
        self._made: list[_Steered] = []
        self._model = _steered(self._made)
        self._world: Live | None = None

    def _steer(self, name: str | None) -> str:
        """Give the flow the controller that the environment sets; return its name."""
        flows = self._scenario.get("flows", [])
        found = [flow for flow in flows if name is None or flow.get("name") == name]
        there = ", ".join(str(flow.get("name")) for flow in flows) or "none"
        if len(found) != 1:
            asked = "one flow, or the name of one" if name is None else f"{name!r}"
            raise InputError(f"the scenario's flows are {there}; expected {asked}")
        if found[0].get("count", 1) != 1:
            raise InputError(f"{found[0].get('name')} has several flows; expected count = 1")
        transport = found[0].setdefault("transport", {"kind": "tcp"})
        transport["congestion"] = "steered"
        return str(found[0].get("name"))

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
        self._made.clear()
        given = Toml(tomli_w.dumps(self._scenario), self._directory)
        self._world = Live(given, seed=drawn, models=[self._model])
        self._acked = self._losses = self._timeouts = 0
        return self._observed(), {"seed": drawn}

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
        world = self._world
        if world is None:
            raise InputError("there is no episode; call reset first")
        if self._made:
            one = self._made[-1]
            window = one.bytes * 2.0 ** min(max(float(action[0]), -1.0), 1.0)
            one.bytes = min(max(window, float(one.mss)), float(LARGEST_WINDOW))
        world.advance(world.now + self.interval_s)
        observed = self._observed()
        over = world.now >= world.end
        return observed, self.reward(observed), False, over, {"now": world.now}

    def reward(self, observation: np.ndarray) -> float:
        """Return the reward of a step; to be overridden.

        It is log(goodput) - log(smoothed RTT / smallest RTT), the objective of Winstein and
        Balakrishnan (TCP ex Machina, ACM SIGCOMM, 2013, Sec. 3.3, delta = 1), goodput in Mbit/s and
        no less than 0.01 Mbit/s; 0 while there is no round-trip time.
        """
        smoothed, smallest, goodput = (float(one) for one in observation[:3])
        if smallest == 0:
            return 0.0
        return math.log(max(goodput, 0.01)) - math.log(max(smoothed / smallest, 1.0))

    def finish(self) -> Results:
        """End the episode and return the results of its run so far.

        Raises
        ------
        InputError
            When there is no episode.
        """
        if self._world is None:
            raise InputError("there is no episode; call reset first")
        world, self._world = self._world, None
        return world.finish()

    def _observed(self) -> np.ndarray:
        if not self._made:
            return np.zeros(len(OBSERVED), np.float32)
        one = self._made[-1]
        values = (
            one.smoothed_rtt,
            one.minimum_rtt if one.minimum_rtt < math.inf else 0.0,
            8e-6 * (one.acked - self._acked) / self.interval_s,
            1e-6 * one.bytes,
            1e-6 * one.in_flight,
            one.losses - self._losses,
            one.timeouts - self._timeouts,
        )
        self._acked, self._losses, self._timeouts = one.acked, one.losses, one.timeouts
        return np.array(values, np.float32)
