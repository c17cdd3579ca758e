"""Boubaker 2020 as a whole: both readings side by side, and the deviation of each."""

import math
from collections.abc import Mapping
from typing import Any

from skyseam.reproduce import Paper, Published

WORST = 6
"""So many numbers are named of those that make up the root mean square."""


def more(paper: Paper, facts: dict[str, Any]) -> dict[str, Any]:
    """Return the values that the pages get in addition to those of the parts."""
    readings, known = facts["readings"], paper.published
    there = [one for name, one in known.items() if all(name in of for of in readings.values())]
    alike, differing = [], []
    for one in there:
        row = [one.where, f"{one.quantity}, {one.condition}", f"{one.value:g} {one.unit}".strip()]
        ours = [[of[one.id]["simulated"], of[one.id]["deviation"]] for of in readings.values()]
        if ours.count(ours[0]) == len(ours):
            alike.append(row + ours[0])
        else:
            differing.append(sum(ours, row))
    results = [one for one in known if not known[one].where.startswith("Sec. 2.3")]
    free = [name for name in results if not name.endswith("_before") and "_hops_" not in name]
    rms = {}
    for reading, of in readings.items():
        off = {name: float(one["off_percent"]) for name, one in of.items()}
        times = {name: as_times(name, known[name].value, value) for name, value in off.items()}
        each = ((times, results), (times, list(known)), (off, results), (times, free))
        rms[reading] = [f"{_rms([of[one] for one in rows if one in of]):.1f}" for of, rows in each]
    fits = readings["fits"]
    off = {name: float(fits[name]["off_percent"]) for name in results if name in fits}
    worst = [
        [fits[name][key] for key in ("what", "published", "simulated", "interval", "deviation")]
        + [f"{as_times(name, known[name].value, off[name]):+.2f} %", f"{share:.1f}"]
        for name, share in list(shares(off).items())[:WORST]
    ]
    others = list(shares(off))[1:]
    found = drops(known, readings)
    return {
        "worst": worst_dip(known, fits, found["rows"]),
        "alike": alike,
        "differing": differing,
        "rms": rms,
        "raw": {"worst": worst, "rest": f"{_rms([off[name] for name in others]):.1f}"},
        "counts": [len(results), len(known), len(results) - len(free)],
        "drops": found,
        "tolerance": paper.document("seam/study.toml")["tolerance_percent"],
        "meanings": paper.document("paper.toml")["readings"],
    }


def worst_dip(
    known: Mapping[str, Published], fits: Mapping[str, Any], rows: list[list[str]]
) -> dict[str, str]:
    """Return the bound on all deviations of dips that fit, and the drop of the furthest one."""
    off = {name: abs(one["off_percent"]) for name, one in fits.items() if "_dip" in name}
    dip = known[max(off, key=lambda name: off[name])].condition.removesuffix("; dip")
    (row,) = (one for one in rows if one[0] == dip)
    within = math.ceil(10 * max(off.values())) / 10
    return {"within": f"{within:.1f}", "dip": dip, "published": row[1], "drop": row[-1]}


def drops(known: Mapping[str, Published], readings: Mapping[str, Any]) -> dict[str, Any]:
    """Return each dip in percent of the throughput before it, and the deviation of each drop.

    At low rates one throughput is published for all handovers.
    """
    rows: list[list[str]] = []
    off: dict[str, list[float]] = {name: [] for name in readings}
    for dip in (name for name in known if name.endswith("_dip")):
        before = dip.replace("_dip", "_before")
        before = before if before in known else "lo_intra_leave_before"
        published = 100 * (1 - known[dip].value / known[before].value)
        row = [known[dip].condition.removesuffix("; dip"), f"{published:.2f}"]
        for name, of in readings.items():
            drop = math.nan
            if dip in of and before in of:
                times = [1 + of[one]["off_percent"] / 100 for one in (dip, before)]
                ours = [known[dip].value * times[0], known[before].value * times[1]]
                drop = 100 * (1 - ours[0] / ours[1])
                off[name].append(100 * (drop / published - 1))
            row.append("\N{EN DASH}" if math.isnan(drop) else f"{drop:.2f}")
        rows.append(row)
    return {"rows": rows, "rms": {name: f"{_rms(each):.0f}" for name, each in off.items() if each}}


def shares(off_percent: dict[str, float]) -> dict[str, float]:
    """Return the share of each number in the sum of squared deviations, %, the largest first."""
    whole = sum(one**2 for one in off_percent.values())
    each = {name: 100 * one**2 / whole for name, one in off_percent.items()}
    return dict(sorted(each.items(), key=lambda item: -item[1]))


def as_times(name: str, published: float, off_percent: float) -> float:
    """Return the deviation of a number, %; for an increase, the deviation of the ratio of times."""
    if not name.endswith("_increase"):
        return off_percent
    return 100 * ((100 + published * (1 + off_percent / 100)) / (100 + published) - 1)


def _rms(values: list[float]) -> float:
    return math.sqrt(sum(one**2 for one in values) / len(values))
