"""The profile of a slotted access: laws of delay, loss, outages and rates, and their file.

Owns names and units of the file, which the access `kind = "slotted"` of a scenario reads. `laws`
makes profiles of measurements, `generate` draws from them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from skyseam._arrays import Floats
from skyseam._errors import InputError
from skyseam._files import read_text


@dataclass(frozen=True)
class Window:
    """A window about a slot's beginning, in place of the laws of a slot's interior.

    Attributes
    ----------
    from_s, to_s : float
        Bounds, s; negative ones are before the beginning of the next slot.
    value : Floats or float
        Of delays the quantiles of the excess over the slot's base, ms; of losses their share.
    """

    from_s: float
    to_s: float
    value: Any

    def holds(self, into_s: Floats, slot_s: float) -> Any:  # noqa: ANN401 - an array of bool
        """Return which times since the beginning of a slot, s, are in the window."""
        at = into_s - slot_s if self.from_s < 0 else into_s
        return (self.from_s <= at) & (at < self.to_s)


@dataclass(frozen=True)
class DelayLaw:
    """Law of the round-trip delay beyond propagation; docs/models/measured-access.md defines it."""

    base_ms: Floats
    base_correlation: float
    spread_ms: Floats
    spread_correlation: float
    base_spread_correlation: float
    probabilities: Floats
    residual: Floats
    memory_s: float
    memory_share: float
    base_redraw: float = 0.0
    spread_limit: float | None = None
    step_s: float = 0.01
    uplink_share: float = 1.0
    least_ms: float = 0.0
    edges: tuple[Window, ...] = ()
    hourly: Floats | None = None


@dataclass(frozen=True)
class LossLaw:
    """Law of lost intervals of one direction, in time."""

    share: float
    burst_s: float
    uplink_share: float = 0.5
    edges: tuple[Window, ...] = ()


@dataclass(frozen=True)
class OutageLaw:
    """Law of intervals in which both directions are lost."""

    every_s: float
    edge_share: float
    duration_s: Floats


@dataclass(frozen=True)
class RateLaw:
    """Law of the rate of one direction."""

    slot_mbps: Floats
    correlation: float
    within: Floats
    within_correlation: float
    step_s: float
    hourly: Floats | None = None


@dataclass(frozen=True)
class Profile:
    """A measured access as laws, each a table of quantiles with correlations in time."""

    summary: str
    source: str
    slot_s: float
    phase_s: float
    propagation_ms: float
    delay: DelayLaw
    loss: LossLaw | None = None
    outage: OutageLaw | None = None
    rates: Mapping[str, RateLaw] = field(default_factory=dict)

    def toml(self) -> str:
        """Return the text of the profile's file."""
        lines = [
            f"summary = {_text(self.summary)}",
            f"source = {_text(self.source)}",
            f'slot = "{self.slot_s:g} s"',
            f'phase = "{self.phase_s:g} s"',
            f'propagation = "{self.propagation_ms:g} ms"',
        ]
        law = self.delay
        lines += [
            "",
            "[delay]",
            f"uplink_share = {law.uplink_share:.3f}",
            f"least_ms = {law.least_ms:.2f}",
            f"base_ms = {_table(law.base_ms, 2)}",
            f"base_correlation = {law.base_correlation:.3f}",
            f"base_redraw = {law.base_redraw:.3f}",
            f"spread_ms = {_table(law.spread_ms, 2)}",
            f"spread_correlation = {law.spread_correlation:.3f}",
            f"base_spread_correlation = {law.base_spread_correlation:.3f}",
            *([] if law.spread_limit is None else [f"spread_limit = {law.spread_limit:.3f}"]),
            f"probabilities = {_table(law.probabilities, 4)}",
            f"residual = {_table(law.residual, 3)}",
            f"step = {_time(law.step_s)}",
            f"memory = {_time(law.memory_s)}",
            f"memory_share = {law.memory_share:.3f}",
            *([] if law.hourly is None else [f"hourly = {_table(law.hourly, 3)}"]),
        ]
        for window in law.edges:
            lines += _window("delay", window, f"excess_ms = {_table(window.value, 2)}")
        if self.loss is not None:
            lines += [
                "",
                "[loss]",
                f"uplink_share = {self.loss.uplink_share:.3f}",
                f"share = {self.loss.share:.5f}",
                f"burst = {_time(self.loss.burst_s)}",
            ]
            for window in self.loss.edges:
                lines += _window("loss", window, f"share = {window.value:.5f}")
        if self.outage is not None:
            lines += [
                "",
                "[outage]",
                f'every = "{self.outage.every_s:.1f} s"',
                f"edge_share = {self.outage.edge_share:.3f}",
                f"duration_s = {_table(self.outage.duration_s, 2)}",
            ]
        for direction, rate in self.rates.items():
            lines += [
                "",
                f"[rate.{direction}]",
                f"slot_mbps = {_table(rate.slot_mbps, 3)}",
                f"correlation = {rate.correlation:.3f}",
                f"within = {_table(rate.within, 4)}",
                f"within_correlation = {rate.within_correlation:.3f}",
                f"step = {_time(rate.step_s)}",
                *([] if rate.hourly is None else [f"hourly = {_table(rate.hourly, 3)}"]),
            ]
        return "\n".join(lines) + "\n"


def into_slots(at_s: Floats, slot_s: float, phase_s: float) -> tuple[Floats, Floats]:
    """Return the number of each time's slot, and the time since that slot's beginning, s."""
    number = np.floor((at_s - phase_s) / slot_s)
    return number, at_s - phase_s - number * slot_s


def read(path: Path | str) -> Profile:
    """Read a profile's file.

    Parameters
    ----------
    path
        File that `skyseam fit` wrote, or one in its form.

    Raises
    ------
    InputError
        When there is no such file, or it lacks something. The core checks the values when a
        scenario names the file.
    """
    path = Path(path)
    try:
        found = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path} is not TOML: {error}") from error
    try:
        return _profile(found)
    except KeyError as error:
        raise InputError(f"{path}: a profile needs {error.args[0]!r}") from error
    except (TypeError, ValueError, AttributeError) as error:
        raise InputError(f"{path}: {error}") from error


def _profile(found: Mapping[str, Any]) -> Profile:
    """Return the profile of a file's tables; defaults are those of the core's reader."""
    delay = found["delay"]
    loss, outage = found.get("loss"), found.get("outage")
    return Profile(
        summary=found.get("summary", ""),
        source=found.get("source", ""),
        slot_s=seconds_of(found.get("slot", "15 s")),
        phase_s=seconds_of(found.get("phase", "0 s")),
        propagation_ms=1e3 * seconds_of(found.get("propagation", "0 s")),
        delay=DelayLaw(
            base_ms=np.array(delay["base_ms"], dtype=float),
            base_correlation=delay.get("base_correlation", 0.0),
            spread_ms=np.array(delay["spread_ms"], dtype=float),
            spread_correlation=delay.get("spread_correlation", 0.0),
            base_spread_correlation=delay.get("base_spread_correlation", 0.0),
            probabilities=np.array(delay["probabilities"], dtype=float),
            residual=np.array(delay["residual"], dtype=float),
            memory_s=seconds_of(delay.get("memory", "100 ms")),
            memory_share=delay.get("memory_share", 0.0),
            base_redraw=delay.get("base_redraw", 0.0),
            spread_limit=delay.get("spread_limit"),
            step_s=seconds_of(delay.get("step", "10 ms")),
            uplink_share=delay.get("uplink_share", 1.0),
            least_ms=delay.get("least_ms", 0.0),
            edges=tuple(
                Window(
                    seconds_of(w["from"]),
                    seconds_of(w["to"]),
                    np.array(w["excess_ms"], dtype=float),
                )
                for w in delay.get("edge", ())
            ),
            hourly=_maybe(delay, "hourly"),
        ),
        loss=loss
        and LossLaw(
            share=loss.get("share", 0.0),
            burst_s=seconds_of(loss.get("burst", "20 ms")),
            uplink_share=loss.get("uplink_share", 0.5),
            edges=tuple(
                Window(seconds_of(w["from"]), seconds_of(w["to"]), w["share"])
                for w in loss.get("edge", ())
            ),
        ),
        outage=outage
        and OutageLaw(
            every_s=seconds_of(outage["every"]),
            edge_share=outage.get("edge_share", 0.0),
            duration_s=np.array(outage["duration_s"], dtype=float),
        ),
        rates={
            direction: RateLaw(
                slot_mbps=np.array(rate["slot_mbps"], dtype=float),
                correlation=rate.get("correlation", 0.0),
                within=np.array(rate.get("within", [1.0, 1.0]), dtype=float),
                within_correlation=rate.get("within_correlation", 0.0),
                step_s=seconds_of(rate.get("step", "100 ms")),
                hourly=_maybe(rate, "hourly"),
            )
            for direction, rate in found.get("rate", {}).items()
        },
    )


def _maybe(found: Mapping[str, Any], key: str) -> Floats | None:
    return np.array(found[key], dtype=float) if key in found else None


_UNITS_S = {"us": 1e-6, "ms": 1e-3, "s": 1.0, "min": 60.0, "h": 3600.0}


def seconds_of(text: str) -> float:
    """Return a time with its unit, as in a scenario, s."""
    number, _, unit = str(text).partition(" ")
    if unit not in _UNITS_S:
        raise ValueError(f'found "{text}", expected a time with its unit, such as "15 s"')
    return float(number) * _UNITS_S[unit]


def _time(value_s: float) -> str:
    return f'"{1e3 * value_s:g} ms"' if abs(value_s) < 1 else f'"{value_s:g} s"'


def _text(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'


def _table(values: Floats, digits: int) -> str:
    """Return an array of numbers, in lines that a person can read."""
    shown = [str(round(float(value), digits)) for value in values]
    if len(shown) <= 12:
        return f"[{', '.join(shown)}]"
    rows = [", ".join(shown[at : at + 12]) for at in range(0, len(shown), 12)]
    return "[\n" + "".join(f"  {row},\n" for row in rows) + "]"


def _window(of: str, window: Window, told: str) -> list[str]:
    ends = [f"from = {_time(window.from_s)}", f"to = {_time(window.to_s)}"]
    return ["", f"[[{of}.edge]]", *ends, told]
