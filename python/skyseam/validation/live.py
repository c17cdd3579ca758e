"""Validation of the stack "linux" against the kernel of this machine, over the same simulated sky.

Each case is a transfer between two terminals: once by the kernel's TCP in an emulation, once
simulated, begun at the same instant of the constellation. Owns the cases and their bounds.
"""

from __future__ import annotations

import json
import platform
import random
import statistics
import sys
import tempfile
import warnings
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from skyseam import emulate as emulation
from skyseam import simulate
from skyseam._errors import SkyseamWarning
from skyseam.live import RECORDING
from skyseam.recording import packets_of
from skyseam.validation.linux import CONTROLLERS, Comparison

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skyseam._work import Progress

LATE_BOUND_S = 1e-3
"""Lateness of 1 % of the packets above which an emulation is made again."""

ATTEMPTS = 3

REPETITIONS = 3
"""Transfers by the kernel in each case; their median is compared."""

_TRANSFER = Path(__file__).with_name("_transfer.py")


@dataclass(frozen=True)
class Sky:
    """A constellation, two places, and the links between."""

    name: str
    constellation: str
    ends: tuple[tuple[str, float, float], tuple[str, float, float]]
    """Name, latitude and longitude of the sender and of the receiver, deg."""
    rate_mbps: float
    queue: int
    """Limit of every queue, packets."""
    start_s: float = 0.0
    interruption_ms: int = 0
    """Time without a link at each handover, ms."""


BERLIN = ("Berlin", 52.5, 13.4)
SKIES = (
    Sky("starlink", "starlink-shell1", (BERLIN, ("New York", 40.7, -74.0)), 20, 120, 5, 60),
    Sky("kuiper", "kuiper-630", (("Tokyo", 35.7, 139.7), ("Sydney", -33.9, 151.2)), 10, 60, 3, 30),
    Sky("telesat", "telesat-inclined", (("Madrid", 40.4, -3.7), ("Lagos", 6.5, 3.4)), 15, 300, 3),
    Sky("iridium", "iridium", (("Hawaii", 21.5, -158.0), ("Los Angeles", 34.1, -118.2)), 2, 40, 60),
    Sky("geo", "geo", (("Accra", 5.6, -0.2), ("Luanda", -8.8, 13.2)), 10, 400),
)
LONG_S = 8
"""Time that a long transfer would take at the rate of its links, s."""
SHORT = 60_000
"""Size of a short transfer, bytes."""


@dataclass(frozen=True)
class Case:
    """One transfer."""

    sky: Sky
    congestion: str
    """The kernel's name of the controller."""
    size: int
    """Bytes."""

    @property
    def name(self) -> str:
        """Name in tables."""
        return f"{self.sky.name} {self.congestion} {self.size / 1e6:g} MB"

    @property
    def is_short(self) -> bool:
        """Whether the transfer ends in slow start."""
        return self.size == SHORT

    @property
    def scenario(self) -> dict[str, Any]:
        """The world without the transfer."""
        link = {"rate": f"{self.sky.rate_mbps:g} Mbit/s", "queue": f"{self.sky.queue} packets"}
        handover: dict[str, Any] = {"kind": "highest-elevation", "check_interval": "15 s"}
        has_isls = self.sky.constellation != "geo"
        if has_isls and self.sky.constellation != "iridium":
            handover["direction"] = "ascending"
        if self.sky.interruption_ms:
            handover["interruption_time"] = f"{self.sky.interruption_ms} ms"
        return {
            "constellation": {"preset": self.sky.constellation},
            "handover": handover,
            "links": {"uplink": link, "downlink": link} | ({"isl": link} if has_isls else {}),
            "terminals": [
                {"name": name, "latitude": f"{latitude} deg", "longitude": f"{longitude} deg"}
                for name, latitude, longitude in self.sky.ends
            ],
            "run": {"start": f"{self.sky.start_s:g} s", "duration": "60 s"},
        }


CASES = tuple(
    Case(sky, congestion, size)
    for sky in SKIES
    for congestion, size in (
        ("cubic", SHORT),
        *((one, int(LONG_S * sky.rate_mbps * 1e6 / 8)) for one in CONTROLLERS),
    )
)


PLACES = (
    BERLIN, ("New York", 40.7, -74.0), ("Tokyo", 35.7, 139.7), ("Sydney", -33.9, 151.2),
    ("Madrid", 40.4, -3.7), ("Lagos", 6.5, 3.4), ("Lima", -12.0, -77.0), ("Mumbai", 19.1, 72.9),
    ("Nairobi", -1.3, 36.8), ("Hawaii", 21.5, -158.0),
)  # fmt: skip
"""Places of drawn cases."""
DRAWN_S = 5
"""Time that a long drawn transfer would take at the rate of its links, s."""


def drawn(seed: int, count: int = 20) -> tuple[Case, ...]:
    """Draw cases: constellation, places, instant, rate, queue, time without a link, controller.

    Every fourth is short.
    """
    draw = random.Random(seed)
    cases = []
    for number in range(count):
        preset = draw.choice([sky.constellation for sky in SKIES if sky.name != "geo"])
        source, destination = draw.sample(PLACES, 2)
        rate_mbps = round(2 * 10 ** draw.random(), 1)
        queue, pause_ms = draw.randrange(20, 301, 10), draw.choice([0, 30, 60, 100])
        name = (
            f"{preset} {source[0]}-{destination[0]} {rate_mbps:g} Mbit/s {queue} packets "
            f"{pause_ms} ms"
        )
        start_s = float(draw.randrange(600))
        sky = Sky(name, preset, (source, destination), rate_mbps, queue, start_s, pause_ms)
        size = SHORT if number % 4 == 0 else int(DRAWN_S * rate_mbps * 1e6 / 8)
        cases.append(Case(sky, draw.choice(list(CONTROLLERS)), size))
    return tuple(cases)


def kernel() -> str:
    """Return the kernel's name and release."""
    return f"{platform.system()} {platform.release()}"


def live(progress: Progress | None = None, cases: tuple[Case, ...] = CASES) -> list[Comparison]:
    """Transfer by this machine's kernel and by the stack "linux" over the same skies.

    Takes real time: some ten minutes for all cases. A case whose emulation was late in every
    attempt is reported so.

    Raises
    ------
    EmulationError
        When the machine cannot emulate.
    """
    return [one for case in cases for one in _compared(case, progress, cases)]


def _compared(
    case: Case, progress: Progress | None, cases: tuple[Case, ...]
) -> Iterator[Comparison]:
    if progress is not None:
        progress(cases.index(case) / len(cases), case.name)
    made = [_emulated(case) for _ in range(REPETITIONS)]
    late = max(one["late_p99_s"] for one in made)
    seeds = range(5 if case.congestion == "bbr" else 9)
    with warnings.catch_warnings(action="ignore", category=SkyseamWarning):
        runs = simulate.run_batch([_scenario(case, made[0]["start_s"], seed) for seed in seeds])
    flows = [run.flows.to_pylist()[0] for run in runs]
    bounds = {"completion_s": 0.01 if case.is_short else 0.03, "retransmissions": 0.25}
    names = {"completion_s": "transfer_time_s", "retransmissions": "retransmissions"}
    for quantity, bound in bounds.items():
        measured = [one[quantity] for one in made]
        simulated = statistics.median(flow[names[quantity]] for flow in flows)
        one = Comparison(case.name, quantity, statistics.median(measured), simulated, bound)
        why = ""
        if late > LATE_BOUND_S:
            why = f"the emulation is invalid: 1 % over {1e3 * late:.1f} ms late"
        elif one.verdict != "within" and any(
            replace(one, measured=each).verdict == "within" for each in measured
        ):
            why = f"the kernel had {min(measured):.5g} to {max(measured):.5g}"
        yield replace(one, why=why)


def _scenario(case: Case, start_s: float, seed: int) -> dict[str, Any]:
    world = case.scenario
    (source, *_), (destination, *_) = case.sky.ends
    flow = {
        "name": "transfer",
        "from": source,
        "to": destination,
        "start": f"{start_s - case.sky.start_s:.9f} s",
        "application": {"kind": "file", "size": f"{case.size} B"},
        "transport": {
            "kind": "tcp", "stack": "linux", "congestion": CONTROLLERS[case.congestion],
        },
    }  # fmt: skip
    return {**world, "run": {**world["run"], "seed": seed}, "flows": [flow]}


def _emulated(case: Case) -> dict[str, Any]:
    """Return what the kernel's transfer took, and how late its packets were."""
    ends = [emulation.Attachment(name) for name, *_ in case.sky.ends]
    namespaces = [emulation.namespace_of(one.node) for one in ends]
    with tempfile.TemporaryDirectory() as directory:
        told = Path(directory) / "told.json"
        command = [sys.executable, str(_TRANSFER), *namespaces, str(emulation.V4[2])]
        command += [case.congestion, str(case.size), str(told)]
        for attempt in range(ATTEMPTS):
            with warnings.catch_warnings(action="ignore", category=SkyseamWarning):
                results, code = emulation.emulate(
                    case.scenario, ends, command=command, late_bound_s=LATE_BOUND_S, record=True
                )
            if code != 0:
                raise emulation.EmulationError(
                    f"the transfer {case.name} ended with exit code {code}"
                )
            timing = results.manifest["emulation"]
            if timing["valid"] or attempt == ATTEMPTS - 1:
                break
        start_s, *_ = next(packets_of(results.captures[RECORDING]))
        return {**json.loads(told.read_text(encoding="utf-8")), **timing, "start_s": start_s}
