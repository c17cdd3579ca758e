"""A run in steps: a program advances the simulated time and exchanges IP packets with the world.

:class:`Live` is :func:`skyseam.run` in steps. Without attached nodes it gives the same results, in
however many steps; with them, packets of programs cross the simulated links beside the scenario's
flows and users. Nothing here reads a clock: `skyseam.emulate` ties a world to real time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from skyseam import _core
from skyseam._directory import is_whole
from skyseam._errors import InputError
from skyseam._scenario import Scenario, source
from skyseam._work import Meter, asked, names, number, seed_of, warn_of, warn_of_paths
from skyseam.results import Results
from skyseam.simulate import implausible, made_of

if TYPE_CHECKING:
    from skyseam.plugins import Model

RECORDING = "handed in"
"""Name of the capture with the packets that were handed in; the core's `RECORDING`."""


@dataclass(frozen=True)
class Arrival:
    """A packet of a program that reached an attached node."""

    at_s: float
    """Time of its last bit, s."""
    node: str
    """Name of the attached node."""
    data: bytes
    """The IP packet, with the hop limit that is left."""
    source: str
    """Name of the attached node where it was handed in."""
    sent_s: float
    """Time when it was handed in, s."""


@dataclass(frozen=True)
class Drop:
    """A packet of a program that was dropped in the world."""

    at_s: float
    """Time of the drop, s."""
    node: str
    """Name of the node that dropped it."""
    number: int
    """Number of that node; in captures it has the address 10.0.0.0 plus this number."""
    reason: str
    """Reason, as in the table `drops`."""
    sent_s: float
    """Time when it was handed in, s."""
    data: bytes
    """The IP packet, with the hop limit that was left."""


class Live:
    """A world that a program advances in steps.

    Parameters
    ----------
    scenario
        As in :func:`skyseam.run`. Needs no flows if nodes are attached.
    attach
        Names of terminals and nodes that exchange packets with the program: none, or two and more.
        The tables have a flow for each pair of them; a run with attached nodes goes on to the end
        of its duration.
    seed
        Replaces the scenario's seed.
    record
        Whether to keep every packet that is handed in, in memory until the results are saved: they
        are the capture `handed in`, from which :func:`skyseam.replay` runs the world again.
    models
        Classes of :mod:`skyseam.plugins` that the scenario can choose by their names. What they do
        cannot use the world.

    Raises
    ------
    ScenarioError, InputError
        As :func:`skyseam.run`, and for names that the scenario does not have.
    PluginError
        When a plug-in fails, from the method that called it; the world is then interrupted.

    Examples
    --------
    >>> world = skyseam.Live("two.toml", attach=["Berlin", "New York"])  # doctest: +SKIP
    >>> world.send("Berlin", "New York", packet)  # doctest: +SKIP
    >>> world.advance(world.now + 0.1)  # doctest: +SKIP
    >>> [(one.at_s, one.node) for one in world.take()]  # doctest: +SKIP
    >>> results = world.finish()  # doctest: +SKIP
    """

    def __init__(
        self,
        scenario: Scenario,
        attach: Iterable[str] = (),
        *,
        seed: int | None = None,
        record: bool = False,
        models: Sequence[Model] = (),
    ) -> None:
        self._read = source(scenario, models)
        self._attached = names("attach", attach)
        self._meter = Meter()
        with asked():
            own = None if seed is None else seed_of(seed)
            self._core = _core.Live(*self._read, own, self._attached)
        if record:
            if not self._attached:
                raise InputError("record keeps packets of programs, and no node is attached")
            self._core.record()

    @property
    def attached(self) -> Sequence[str]:
        """Names of the attached nodes."""
        return tuple(self._attached)

    @property
    def now(self) -> float:
        """Simulated time, s: everything before it has happened."""
        return self._core.now() / 1e9

    @property
    def end(self) -> float:
        """End of the run, s: start and duration of the scenario."""
        return self._core.end() / 1e9

    @property
    def next_time(self) -> float | None:
        """Time of the next event, s; None if nothing happens before the end by itself."""
        at = self._core.next_time()
        return None if at is None else at / 1e9

    @property
    def next_arrival(self) -> float | None:
        """Time of the next arrival among packets on their last link, s; None without one.

        Any other packet arrives no earlier than :attr:`lookahead` after :attr:`now`.
        """
        at = self._core.next_arrival()
        return None if at is None else at / 1e9

    @cached_property
    def lookahead(self) -> float:
        """Lower bound on the delay of the last link to an attached node, s; 0 if not known."""
        return self._core.lookahead() / 1e9

    def queues(self) -> dict[str, int]:
        """Return the links before which packets wait now, and how many."""
        return dict(self._core.queues())

    def advance(self, until: float) -> None:
        """Let everything happen that happens before `until`, s, which becomes the time.

        An instant beyond the end is the end; one in the past changes nothing. Instants are rounded
        to a nanosecond. Ctrl-C stops the run, which then has the results so far.
        """
        at = min(max(number("until", until), 0.0), self.end)
        self._core.advance(round(at * 1e9))

    def send(self, source: str, destination: str, data: bytes) -> None:
        """Hand in an IP packet now, at one attached node for another.

        Parameters
        ----------
        source, destination
            Names of attached nodes.
        data
            The packet from its IP header on, IPv4 or IPv6; its hop limit counts nodes.

        Raises
        ------
        InputError
            For a name that is not attached, bytes that are no IP packet, and after the end.
        """
        with asked():
            self._core.send(self._place(source), self._place(destination), bytes(data))

    def _place(self, name: str) -> int:
        try:
            return self._attached.index(name)
        except ValueError:
            there = ", ".join(self._attached) or "none"
            raise InputError(f"{name!r} is not attached; attached: {there}") from None

    def take(self) -> list[Arrival]:
        """Return the packets that have arrived since the last call, in order of time."""
        found = self._core.take()
        attached = self._attached
        return [
            Arrival(at / 1e9, attached[node], data, attached[source], sent / 1e9)
            for at, node, data, sent, source in found
        ]

    def take_dropped(self) -> list[Drop]:
        """Return the packets of programs that were dropped since the last call."""
        return [
            Drop(at / 1e9, node, place, reason, sent / 1e9, data)
            for at, node, place, reason, sent, data in self._core.take_dropped()
        ]

    def finish(self) -> Results:
        """End the run and return its results.

        With attached nodes the run ends now: its programs decide how long it goes on. Without, one
        that ends before its duration is interrupted, and `complete` in the manifest is false. The
        manifest lists the attached nodes under `attached`.
        """
        with asked():
            raw = self._core.finish()
        results = made_of(raw, self._read, 1, self._meter)
        if self._attached:
            results.manifest["attached"] = list(self._attached)
        if is_whole(results.manifest):
            warn_of_paths(implausible(results))
            warn_of(results.manifest["warnings"])
        return results
