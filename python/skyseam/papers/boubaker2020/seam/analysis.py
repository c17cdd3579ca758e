"""Boubaker 2020, the part on the orbital seam: 9 kB and 15 MB from Hawaii, separated or not.

Finds windows in the delay over a day, draws start times in them, runs one transfer per start time,
and computes means and ratios; then repeats this under other assumptions and at high rates. The page
and figures are in `look`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa

from skyseam import plot
from skyseam.reproduce import Estimate, Floats, Study, transfers
from skyseam.reproduce.cases import Declared, applied
from skyseam.reproduce.quantities import SPEED_OF_LIGHT_KM_S
from skyseam.reproduce.transfers import SIDES, Files, Pair

from .. import shared
from ..shared import DAY_S, SIDE_NAMES

RADIUS_KM, ALTITUDE_KM, PER_PLANE = 6378.0, 780.0, 11
"""Of ns-2's Earth, and of Iridium (Table 2)."""


class Variant(Declared, file=__file__):
    """Transfers that differ only in their start: a row of a table."""


@dataclass(frozen=True)
class Seam:
    """All results of the study.

    Attributes
    ----------
    scenario : dict
        Common scenario of all variants.
    delay, handovers : pyarrow.Table
        Path and delay of this scenario over a day, and its counted handovers.
    transfers : dict
        Transfers of each row.
    """

    study: Study
    scenario: dict[str, Any]
    delay: pa.Table
    handovers: pa.Table
    transfers: dict[Variant, Files]

    def sides(self, label: str, cell: str) -> list[Files]:
        """Return the transfers of a row, not separated and separated."""
        return [self.transfers[Variant(label, cell, side)] for side in SIDES]

    def read(self, reading: str, cell: str) -> list[Files]:
        """Return the transfers of a reading of the paper, not separated and separated."""
        there = Variant(reading, cell, True) in self.transfers
        return self.sides(reading if there else "defaults", cell)


@dataclass(frozen=True)
class Skies:
    """Delay over a day and its windows for each constellation in use, computed once."""

    base: dict[str, Any]
    hops_at_least: int
    done: dict[str, tuple[pa.Table, pa.Table]] = field(default_factory=dict)

    def of(self, scenario: dict[str, Any]) -> tuple[pa.Table, pa.Table]:
        """Return path and delay of the study's pairs over a day, and counted handovers."""
        kept = ("constellation", "handover", "routing", "terminals")
        key = repr({name: scenario[name] for name in kept})
        if key not in self.done:
            pairs = [tuple(pair) for pair in self.base["delay"]["pairs"]]
            results = shared.day(scenario, pairs)
            self.done[key] = (results.table("delay"), results.table("handovers"))
        return self.done[key]

    def windows(
        self, scenario: dict[str, Any], ends: Pair, rule: str, separated: bool
    ) -> list[tuple[float, float]]:
        """Return the spans of the day in which a pair is separated, or is not."""
        table = self.of(scenario)[0]
        t_s, inside = transfers.separated(table, ends)
        if rule != "directions":
            inside = plot.of_pair(table, ends)["hops"].to_numpy() >= self.hops_at_least
        return plot.windows(t_s, inside == separated)


def make(study: Study) -> Seam:
    plan, base = study.plan, study.document("seam.toml")
    skies = Skies(base, plan["hops_at_least"])
    jobs: dict[Variant, tuple[Floats, dict[str, Any]]] = {}
    for label, cell, changes, rule, count in _rows(plan):
        ends = (cell["from"], cell["to"])
        scenario = {**base, "flows": [shared.file_flow(base, ends, cell["size"])]}
        scenario = applied(scenario, changes)
        for side in SIDES:
            spans = skies.windows(scenario, ends, rule, side)
            drawn = transfers.starts(spans, count, plan["seed"], f"{cell['id']} {SIDE_NAMES[side]}")
            jobs[Variant(label, cell["id"], side)] = (drawn, scenario)
    return Seam(study, base, *skies.of(base), transfers.run_files(study, "seam", jobs))


def _rows(plan: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], dict[str, Any], str, int]]:
    """Give (label, cell, changes, separation rule, start times) of every row."""
    cells = {cell["id"]: cell for cell in plan["cells"]}
    for cell in cells.values():
        yield "defaults", cell, {}, plan["rule"], cell["starts"]
        # 9 kB leave in the first flight, whatever the window.
        if cell["unit"] == "s":
            yield "fits", cell, plan["reading"]["fits"]["changes"], plan["rule"], cell["starts"]
    for row in plan["variants"]:
        for cell in (cells[name] for name in row["cells"]):
            rule = row.get("rule", plan["rule"])
            yield row["label"], cell, row["changes"], rule, cell["few"]
    for queue in plan["high"]["queues"]:
        for cell in (cells[name] for name in plan["high"]["cells"]):
            changes = plan["high_rates"] | {"links.*.queue": f"{queue} packets"}
            yield high(queue), cell, changes, plan["rule"], cell["few"]


def estimates(seam: Seam) -> dict[str, Any]:
    plan, known = seam.study.plan, seam.study.paper.published
    found: dict[str, Any] = {}
    for cell in plan["cells"]:
        for side, name in SIDE_NAMES.items():
            number = known.get(f"{cell['id']}_{name}")
            if number is not None:
                note = "mean over start times, one in each equal part of the windows"
                found[number.id] = {
                    reading: (seam.read(reading, cell["id"])[side].mean(number.unit), note)
                    for reading in plan["readings"]
                }
    for row in plan["ratios"]:
        found[row["id"]] = {
            reading: (
                transfers.ratio(*seam.read(reading, row["of"])),
                "ratio of the two means above",
            )
            for reading in plan["readings"]
        }
    return found | _geometry(seam)


def _geometry(seam: Seam) -> dict[str, Any]:
    """Return the numbers of Sec. 2.3, from the run and by the paper's own rules."""
    base = seam.scenario
    found: dict[str, Any] = {}
    up_ms = _up_delays_ms(base)
    mask_rad = np.radians(float(base["constellation"]["elevation_mask"].split()[0]))
    to_mask_km = formula_km(RADIUS_KM, ALTITUDE_KM, mask_rad)
    note = (
        "half the one-way delay between two terminals at the Hawaii gateway (one satellite between "
        "them), a day at 1 s steps"
    )
    formula = f"law of cosines at the mask, Earth of {RADIUS_KM:g} km"
    per_ms = SPEED_OF_LIGHT_KM_S / 1e3
    for name, factor, highest in (
        ("updown_delay", 1.0, to_mask_km / per_ms),
        ("slant_range", per_ms, to_mask_km),
    ):
        found[f"{name}_min"] = (Estimate(float(up_ms.min() * factor), n=len(up_ms)), note)
        found[f"{name}_max"] = {
            "defaults": (Estimate(float(up_ms.max() * factor), n=len(up_ms)), note),
            "fits": (Estimate(float(highest)), formula),
        }
    every, gateway = seam.handovers.to_pylist(), base["flows"][0]["from"]
    intra_s, planes_s = counted(seam.delay)
    for kind, unit_s, ours, words in (
        ("intra", 60.0, intra_s, "mean time between consecutive intra-orbital handovers"),
        ("inter", 3600.0, planes_s, "mean time between first attachments to each new plane"),
    ):
        wanted = (gateway, f"{kind}_orbital_handover")
        count = sum(row["count"] for row in every if (row["terminal"], row["cause"]) == wanted)
        note = f"24 h over all {count} such handovers of the Hawaii gateway in a day"
        found[f"{kind}_orbital_period"] = {
            "defaults": (Estimate(float(DAY_S / count / unit_s), n=count), note),
            "fits": (Estimate(float(ours.mean() / unit_s), n=len(ours)), words),
        }
    pairs = [(source, destination) for source, destination in base["delay"]["pairs"]]
    touched = _windows_per_day(base, pairs)
    note = (
        "windows that a span of 24 h touches, the span moved over 48 h in 10 s steps, "
        f"{len(pairs)} pairs of terminals"
    )
    found["seam_per_day_min"] = (Estimate(float(min(touched)), n=len(pairs)), note)
    found["seam_per_day_max"] = (Estimate(float(max(touched)), n=len(pairs)), note)
    return found


def formula_km(radius_km: float, altitude_km: float, elevation_rad: float) -> float:
    """Return the slant range to a satellite at an elevation, km."""
    sine = radius_km * float(np.sin(elevation_rad))
    return float(np.sqrt(sine**2 + altitude_km**2 + 2 * radius_km * altitude_km)) - sine


def counted(delay: pa.Table) -> tuple[Floats, Floats]:
    """Return times between consecutive intra-orbital handovers of the source, and new planes, s.

    A plane is new if it is neither the attached one nor the previous one. Alternation between two
    planes in reach counts once.
    """
    rows = plot.of_pair(delay, plot.pairs_of(delay)[0])
    t_s = rows["t_s"].to_numpy()
    satellites = np.array([int(path[1]) for path in rows["path"].to_pylist()])
    at = np.flatnonzero(np.diff(satellites)) + 1
    before, after = satellites[at - 1] // PER_PLANE, satellites[at] // PER_PLANE
    intra = before == after
    last, new_s = [before[0]], []
    for when, plane in zip(t_s[at], after, strict=True):
        if plane not in last[-2:]:
            last.append(plane)
            new_s.append(when)
    return np.diff(t_s[at])[intra[1:] & intra[:-1]], np.diff(new_s)


def _up_delays_ms(base: dict[str, Any]) -> Floats:
    gateway = next(t for t in base["terminals"] if t["name"] == base["flows"][0]["from"])
    twin = f"{gateway['name']} twin"
    scenario = {**base, "terminals": [gateway, {**gateway, "name": twin}], "flows": []}
    del scenario["delay"]
    rows = shared.day(scenario, [(gateway["name"], twin)], step_s=1.0).table("delay")
    return np.asarray(rows["delay_ms"].to_numpy()[rows["hops"].to_numpy() == 2] / 2)


def _windows_per_day(base: dict[str, Any], pairs: list[Pair]) -> list[int]:
    """Return the number of windows that intervals of 24 h within two days intersect."""
    table = shared.day(base, pairs, duration_s=2 * DAY_S).table("delay")
    touched = []
    for pair in pairs:
        spans = plot.windows(*transfers.separated(table, pair))
        for start in np.arange(0.0, DAY_S + 1, 10.0):
            touched.append(sum(a < start + DAY_S and b > start for a, b in spans))
    return touched


def tables(seam: Seam) -> dict[str, pa.Table]:
    rows = transfers.table_of(seam.transfers).rename_columns({"label": "variant"})
    return {"transfers": rows, "delay": seam.delay, "handovers": seam.handovers}


def manifest(seam: Seam) -> dict[str, Any]:
    return {"scenario": seam.scenario}


def high(queue: int) -> str:
    """Return the label of rows at high rates."""
    return f"high rates, {queue} packets"
