"""Boubaker 2020, the part on the orbital seam: 9 kB and 15 MB from Hawaii, separated or not.

Windows from the delay over a day, start times drawn in them, one run per transfer, means and
ratios, and the same under other assumptions. Nothing here is fitted to the paper. The page and
figures are made in `look`.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa

from skyseam import plot, survey
from skyseam.reproduce import Estimate, Floats, Study
from skyseam.reproduce.intervals import ratio_of_means, stratified_mean

from .. import shared
from ..shared import DAY_S, FACTOR, SIDES, Pair

SPEED_OF_LIGHT_KM_S = 299_793.0
"""As ns-2 has it, and with it the delays of this study (reference ns-2.35, satgeometry)."""

SIDE_NAMES = {False: "noseam", True: "seam"}
"""In ids of published numbers."""


@dataclass(frozen=True)
class Variant:
    """A set of transfers that differ only in their start: a row of a table."""

    label: str
    cell: str
    separated: bool


@dataclass(frozen=True)
class Transfers:
    """What the transfers of a variant gave, in the order of their start times."""

    start_s: Floats
    transfer_time_s: Floats
    retransmissions: Floats
    drops: Floats

    def mean(self, unit: str) -> Estimate:
        """Return the mean transfer time in `ms` or `s`."""
        return stratified_mean(self.transfer_time_s).scaled(FACTOR[unit])


@dataclass(frozen=True)
class Seam:
    """Everything the study gave."""

    study: Study
    skies: Skies
    transfers: dict[Variant, Transfers]

    @property
    def scenario(self) -> dict[str, Any]:
        """The scenario that all variants start from."""
        return self.skies.base

    @property
    def delay(self) -> pa.Table:
        """Path and delay over a day."""
        return self.skies.of(self.scenario)[0]

    @property
    def handovers(self) -> pa.Table:
        """The counted handovers of the same day."""
        return self.skies.of(self.scenario)[1]

    def primary(self, cell: str, separated: bool) -> Transfers:
        """Return the transfers of a cell under the assumptions taken."""
        return self.transfers[Variant("primary", cell, separated)]


@dataclass(frozen=True)
class Skies:
    """Delay over a day for each sky in use, computed once, and the windows in it."""

    base: dict[str, Any]
    hops_at_least: int
    done: dict[str, tuple[pa.Table, pa.Table]] = field(default_factory=dict)

    def of(self, scenario: dict[str, Any]) -> tuple[pa.Table, pa.Table]:
        """Return path and delay of the study's pairs over a day, and counted handovers."""
        kept = ("constellation", "handover", "routing", "terminals")
        key = repr({name: scenario[name] for name in kept})
        if key not in self.done:
            pairs = [tuple(pair) for pair in self.base["delay"]["pairs"]]
            results = survey.delay(
                scenario, pairs=pairs, start_s=0.0, duration_s=DAY_S, step_s=shared.STEP_S
            )
            self.done[key] = (results.table("delay"), results.table("handovers"))
        return self.done[key]

    def separated(
        self, scenario: dict[str, Any], ends: Pair, rule: str
    ) -> tuple[Floats, plot.Bools]:
        """Return the sample times of a pair, and whether it is separated at each."""
        table = self.of(scenario)[0]
        t_s, inside = shared.separated(table, ends)
        if rule != "directions":
            inside = plot.of_pair(table, ends)["hops"].to_numpy() >= self.hops_at_least
        return t_s, inside

    def windows(
        self, scenario: dict[str, Any], ends: Pair, rule: str, separated: bool
    ) -> list[tuple[float, float]]:
        """Return the spans of the day in which a pair is separated, or is not."""
        t_s, inside = self.separated(scenario, ends, rule)
        return plot.windows(t_s, inside == separated)


def make(study: Study) -> Seam:
    """Run one transfer per start time, all variants one after the other."""
    plan, base = study.plan, study.document("seam.toml")
    cells = {cell["id"]: cell for cell in plan["cells"]}
    skies = Skies(base, plan["separation"]["hops_at_least"])
    jobs: dict[Variant, tuple[Floats, dict[str, Any]]] = {}
    for label, name, changed, rule, count in _variants(base, plan):
        ends = (cells[name]["from"], cells[name]["to"])
        for side in SIDES:
            spans = skies.windows(changed, ends, rule, side)
            starts = shared.starts(spans, count, plan["seed"], f"{name} {SIDE_NAMES[side]}")
            jobs[Variant(label, name, side)] = (starts, changed)
    scenarios = [
        shared.starting(scenario, scenario["run"], start)
        for starts, scenario in jobs.values()
        for start in starts
    ]
    ran, first, transfers = study.runs("seam", scenarios), 0, {}
    for variant, (starts, _) in jobs.items():
        rows = ran.slice(first, len(starts))
        first += len(starts)
        transfers[variant] = Transfers(
            starts,
            shared.all_finished(rows["transfer_time_s"].to_numpy(), variant),
            rows["retransmissions"].to_numpy().astype(float),
            rows["drops"].to_numpy().astype(float),
        )
    return Seam(study, skies, transfers)


def _variants(
    base: dict[str, Any], plan: dict[str, Any]
) -> Iterator[tuple[str, str, dict[str, Any], str, int]]:
    """Give (label, cell, scenario, separation rule, start times) of every row."""
    primary, other = plan["separation"]["primary"], plan["sensitivity"]
    cells = {cell["id"]: cell for cell in plan["cells"]}

    def of(name: str, size: str | None = None) -> dict[str, Any]:
        scenario, cell = copy.deepcopy(base), cells[name]
        pair = (cell["from"], cell["to"])
        return {**scenario, "flows": [shared.file_flow(scenario, pair, size or cell["size"])]}

    for name, cell in cells.items():
        yield "primary", name, of(name), primary, cell["starts"]

    few = {"t9k_la": other["starts_9k"], "t9k_delhi": other["starts_9k"]}
    few["t15M_la"] = other["starts_15M"]
    for limit in other["ns2_queue_limits"]:
        scenario = of("t15M_la")
        for link in scenario["links"].values():
            link["queue"] = f"{limit - 1} packets"
        yield f"ns-2's queue limit {limit}", "t15M_la", scenario, primary, few["t15M_la"]
    for size in other["sizes"]:
        yield f"file of {size}", "t15M_la", of("t15M_la", size), primary, few["t15M_la"]
    for rule in plan["separation"]["rules"]:
        for name in ("t9k_la", "t9k_delhi"):
            yield f"separation after {rule}", name, of(name), rule, few[name]
    for name, starts in few.items():
        scenario = of(name)
        scenario["constellation"]["geometry"] = "exact"
        yield "geometry exact", name, scenario, primary, starts
        scenario = of(name)
        scenario["handover"]["randomized"] = True
        yield "handover checks randomized", name, scenario, primary, starts


def estimates(seam: Seam) -> dict[str, tuple[Estimate, str]]:
    """Return mean times, their ratios, and what the paper says of geometry."""
    found = {}
    for cell in seam.study.plan["cells"]:
        for separated, side in SIDE_NAMES.items():
            number = seam.study.paper.published.get(f"{cell['id']}_{side}")
            if number is not None:
                mean = seam.primary(cell["id"], separated).mean(number.unit)
                note = "mean over start times, one in each equal part of the windows"
                found[number.id] = (mean, note)
    for ratio in seam.study.plan["ratios"]:
        near, far = (seam.primary(ratio["of"], side).transfer_time_s for side in SIDES)
        estimate = ratio_of_means(near, far).scaled(100)
        found[ratio["id"]] = (estimate, "ratio of the two means above")
    return found | _geometry(seam)


def _geometry(seam: Seam) -> dict[str, tuple[Estimate, str]]:
    base = seam.scenario

    def exact(value: float, n: int, note: str) -> tuple[Estimate, str]:
        return Estimate(float(value), None, None, n), note

    up_ms = _up_delays_ms(base)
    note = (
        "half the one-way delay between two terminals at the Hawaii gateway (one satellite between "
        "them), a day at 1 s steps"
    )
    found = {}
    for name, factor, words in (
        ("updown_delay", 1.0, note),
        ("slant_range", SPEED_OF_LIGHT_KM_S / 1e3, f"{note}, times the speed of light"),
    ):
        found[f"{name}_min"] = exact(float(up_ms.min()) * factor, len(up_ms), words)
        found[f"{name}_max"] = exact(float(up_ms.max()) * factor, len(up_ms), words)

    gateway, counts = base["flows"][0]["from"], seam.handovers.to_pylist()
    to_and_fro = ", to and fro while two planes are in reach; a plane passes every 2.1 h"
    for kind, unit_s, more in (("intra", 60.0, ""), ("inter", 3600.0, to_and_fro)):
        wanted = (gateway, f"{kind}_orbital_handover")
        count = sum(row["count"] for row in counts if (row["terminal"], row["cause"]) == wanted)
        note = f"24 h over the {count} such handovers of the Hawaii gateway in a day{more}"
        found[f"{kind}_orbital_period"] = exact(DAY_S / count / unit_s, count, note)

    pairs = [(source, destination) for source, destination in base["delay"]["pairs"]]
    touched = _windows_per_day(base, pairs)
    note = (
        "windows that a span of 24 h touches, the span moved over 48 h in 10 s steps, "
        f"{len(pairs)} pairs of terminals"
    )
    found["seam_per_day_min"] = exact(min(touched), len(pairs), note)
    found["seam_per_day_max"] = exact(max(touched), len(pairs), note)
    return found


def _up_delays_ms(base: dict[str, Any]) -> Floats:
    gateway = next(t for t in base["terminals"] if t["name"] == base["flows"][0]["from"])
    twin = f"{gateway['name']} twin"
    scenario = {**base, "terminals": [gateway, {**gateway, "name": twin}], "flows": []}
    del scenario["delay"]
    results = survey.delay(
        scenario, pairs=[(gateway["name"], twin)], start_s=0.0, duration_s=DAY_S, step_s=1.0
    )
    rows = results.table("delay")
    return np.asarray(rows["delay_ms"].to_numpy()[rows["hops"].to_numpy() == 2] / 2)


def _windows_per_day(base: dict[str, Any], pairs: list[Pair]) -> list[int]:
    """Return how many windows spans of 24 h within two days touch."""
    table = shared.day(base, pairs, days=2)
    touched = []
    for pair in pairs:
        spans = plot.windows(*shared.separated(table, pair))
        for start in np.arange(0.0, DAY_S + 1, 10.0):
            touched.append(sum(a < start + DAY_S and b > start for a, b in spans))
    return touched


def tables(seam: Seam) -> dict[str, pa.Table]:
    """Return every transfer: its row of the study, when it began, how long it took."""
    parts = [
        pa.table(
            {
                **{key: [value] * len(one.start_s) for key, value in vars(variant).items()},
                "start_s": one.start_s,
                "transfer_time_s": one.transfer_time_s,
                "retransmissions": one.retransmissions.astype(np.uint64),
                "drops": one.drops.astype(np.uint64),
            }
        )
        for variant, one in seam.transfers.items()
    ]
    transfers = pa.concat_tables(parts).rename_columns({"label": "variant"})
    return {"transfers": transfers, "delay": seam.delay, "handovers": seam.handovers}


def manifest(seam: Seam) -> dict[str, Any]:
    """Return what was run."""
    plan = seam.study.plan
    return {"seed": plan["seed"], "study": plan, "scenario": seam.scenario}


from .look import FIGURES, facts, page  # noqa: E402 - they show what is above

__all__ = ["FIGURES", "estimates", "facts", "make", "manifest", "page", "tables"]
