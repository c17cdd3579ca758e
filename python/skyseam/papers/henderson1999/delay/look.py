"""The page on the delay studies of Henderson 1999: tables and text around the results."""

from __future__ import annotations

from typing import Any

import numpy as np

from skyseam import plot
from skyseam.measures.intervals import quantile, share
from skyseam.reproduce import Floats, known, numbers, said

from . import analysis
from .analysis import Delays

WORDS = {"delay": "min-delay", "hops": "min-hop"}


def page(delays: Delays) -> dict[str, Any]:
    return {
        "headline": _headline(delays),
        "skies": _skies(delays),
        "bands": analysis.bands(delays),
        "odds": analysis.ODDS,
        "of_day": _of_day(delays),
        "causes": _causes(delays),
        "days": _pooled(delays),
        "readings": [
            [one.label, len(one.step_ms), said(one.at_most.scaled(100))] for one in delays.readings
        ],
        "uncrossed": _uncrossed(delays),
        "seams": analysis.seams(delays),
        "example": analysis.example(delays),
    }


def _percent_above(delays: Delays, delay_ms: Floats) -> float:
    return 100 * float((delay_ms > delays.study.plan["above_ms"]).mean())


def _headline(delays: Delays) -> dict[str, Any]:
    covered = delays.pings["teledesic"].covered("delay")
    return {
        "above_percent": _percent_above(delays, covered),
        "mean_ms": float(covered.mean()),
        "at_most_percent": 100 * delays.readings[0].at_most.value,
        "contrast_percent": _percent_above(delays, known(delays.contrast)),
    }


def _skies(delays: Delays) -> list[dict[str, Any]]:
    """Return the results of the pings over each sky, by metric, and the contrast of places."""
    shown = {
        f"{pings.label}, {words}": pings.delay_ms(metric)
        for pings in delays.pings.values()
        for metric, words in WORDS.items()
    }
    shown["Teledesic, min-delay, places uniform in latitude and longitude"] = delays.contrast
    rows = []
    for label, delay_ms in shown.items():
        covered = known(delay_ms)
        above = int((covered > delays.study.plan["above_ms"]).sum())
        row = {name: of(covered) for name, (_, of) in analysis.STATISTICS.items()}
        rows.append(row | {
            "label": label,
            "most": float(covered.max()),
            "above": share(above, len(covered)).scaled(100),
            "without_path": len(delay_ms) - len(covered),
        })  # fmt: skip
    return rows


def _of_day(delays: Delays) -> list[tuple[str, str, float, float]]:
    """Return quantity, unit, and the day of the other program and ours, without sampling error."""
    band, plan = delays.bands["day"], delays.study.plan["day"]
    delay_ms, step_ms = delays.day["delay_ms"].to_numpy(), delays.readings[0].step_ms
    at_most = 100 * (step_ms <= plan["at_most_ms"]).mean()
    values = {
        "mean_ms": ("mean", "ms", np.nanmean(delay_ms)),
        "min_ms": ("smallest", "ms", np.nanmin(delay_ms)),
        "max_ms": ("largest", "ms", np.nanmax(delay_ms)),
        "without_path_s": ("without a path", "s", np.isnan(delay_ms).sum() * plan["step_s"]),
        "steps": ("steps", "count", len(step_ms)),
        "median_ms": ("median step", "ms", np.quantile(step_ms, 0.5)),
        **{
            f"p{n}_ms": (f"{n}th percentile of steps", "ms", np.quantile(step_ms, n / 100))
            for n in (90, 95, 99)
        },
        "at_most_percent": (f"steps of at most {plan['at_most_ms']:g} ms", "%", at_most),
    }
    return [(words, unit, band[key], float(ours)) for key, (words, unit, ours) in values.items()]


def _uncrossed(delays: Delays) -> list[tuple[object, ...]]:
    """Return median, 95th percentile and largest delay of a day, and % without a path, by sky."""
    rows = []
    for label, table in (("Teledesic", delays.day), ("Iridium, no links across", delays.uncrossed)):
        delay_ms = numbers(table, "delay_ms")
        there = known(delay_ms)
        quantiles = (float(np.quantile(there, share)) for share in (0.5, 0.95, 1.0))
        rows.append((label, *quantiles, 100 * (1 - len(there) / len(delay_ms))))
    return rows


def _causes(delays: Delays) -> list[tuple[str, str, int, float, float, float]]:
    """Return cause of a step, colour, number, median, maximum, and % in bounds."""
    plan = delays.study.plan["day"]
    change = np.abs(np.diff(delays.day["delay_ms"].to_numpy()))
    is_step = change > plan["drift_ms_per_s"] * plan["step_s"]
    causes = np.array(delays.day["cause"].to_pylist()[1:], dtype=object)
    rows = []
    for cause, (_, words, colour) in plot.CAUSES.items():
        step_ms = change[(causes == cause) & is_step]
        if len(step_ms):
            at_most = 100 * float((step_ms <= plan["at_most_ms"]).mean())
            sizes_ms = (float(np.median(step_ms)), float(step_ms.max()))
            rows.append((words, colour, len(step_ms), *sizes_ms, at_most))
    return rows


def _pooled(delays: Delays) -> dict[str, Any]:
    """Return the steps of all days taken together, and the differences between days."""
    plan = delays.study.plan["day"]
    step_ms = np.concatenate([reading.step_ms for reading in delays.days])
    at_most = int((step_ms <= plan["at_most_ms"]).sum())
    return {
        "steps": len(step_ms),
        "at_most": share(at_most, len(step_ms)).scaled(100),
        "quantile": quantile(step_ms, plan["share_percent"] / 100),
    }
