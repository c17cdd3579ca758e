"""Boubaker 2020, the part on the orbital seam: 9 kB and 15 MB from Hawaii, separated or not.

What is run stands in papers/boubaker2020 as data (scenario, study, published numbers, assumptions);
here stands how: windows from the delay over a day, start times drawn in them, one run per transfer,
means and ratios, and the same under other assumptions. Nothing here is fitted to the paper.
The pages and figures made of it are in `boubaker2020_report`.
"""

from __future__ import annotations

import copy
import time
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from skyseam import plot, survey
from skyseam._errors import SkyseamError
from skyseam._work import Progress, thread_count
from skyseam.reproduce import study
from skyseam.reproduce.store import Store
from skyseam.reproduce.study import Compared, Estimate, Floats

PAPER = "boubaker2020"
DAY_S = 86_400.0
SPEED_OF_LIGHT_KM_S = 299_793.0
"""As ns-2 has it, and with it the delays of this study (reference ns-2.35, satgeometry)."""

_SIDES = {False: "noseam", True: "seam"}


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


@dataclass(frozen=True)
class Outcome:
    """Everything the study gave; the report shows it."""

    study: dict[str, Any]
    scenario: dict[str, Any]
    delay: pa.Table
    handovers: pa.Table
    transfers: dict[Variant, Transfers]
    compared: list[Compared]
    unpublished: list[tuple[str, str, Estimate]]
    rules: list[dict[str, Any]]
    quick: bool
    threads: int
    wall_s: float


def seam(
    *,
    quick: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
    store: Store | None = None,
) -> Outcome:
    """Run the study of the seam; `boubaker2020_report` makes a page of what it gave.

    Parameters
    ----------
    quick
        Fewer start times.
    threads
        Number of threads; all cores when None. The result is the same on any number.
    progress
        Called with the fraction done and a text.
    store
        Where finished runs are kept.
    """
    begun = time.perf_counter()
    threads = thread_count(threads)
    plan = study.document(PAPER, "study.toml")["seam"]
    base = study.document(PAPER, plan["scenario"])
    cells = {cell["id"]: cell for cell in plan["cells"]}
    skies = _Skies(base, plan)
    jobs: dict[Variant, tuple[Floats, dict[str, Any]]] = {}
    for label, cell, changed, rule, starts in _variants(base, plan, quick):
        for separated in (False, True):
            variant = Variant(label, cell, separated)
            ends = (cells[cell]["from"], cells[cell]["to"])
            spans = skies.windows(changed, ends, rule, separated)
            random = _random(plan["seed"], f"{cell} {_SIDES[separated]}")
            jobs[variant] = (study.stratified_starts(spans, starts, random), changed)
    transfers = _transfer(jobs, threads, progress, store or Store())
    day = skies.table(base)
    compared = _compared_times(plan, transfers) + _compared_geometry(base, skies)
    return Outcome(
        study=plan,
        scenario=base,
        delay=day,
        handovers=skies.handovers(base),
        transfers=transfers,
        compared=compared,
        unpublished=_unpublished(plan, transfers),
        rules=_rules(plan, skies, base, transfers),
        quick=quick,
        threads=threads,
        wall_s=time.perf_counter() - begun,
    )


class _Skies:
    """Delay over a day for each sky in use, computed once, and the windows in it."""

    def __init__(self, base: dict[str, Any], plan: dict[str, Any]) -> None:
        self._pairs = [tuple(pair) for pair in base["delay"]["pairs"]]
        self._hops_at_least = plan["separation"]["hops_at_least"]
        self._done: dict[str, tuple[pa.Table, pa.Table]] = {}

    def table(self, scenario: dict[str, Any]) -> pa.Table:
        """Return path and delay of the study's pairs over a day."""
        return self._of(scenario)[0]

    def handovers(self, scenario: dict[str, Any]) -> pa.Table:
        """Return the counted handovers of the same day."""
        return self._of(scenario)[1]

    def separated(
        self, scenario: dict[str, Any], ends: tuple[str, str], rule: str
    ) -> tuple[Floats, plot.Bools]:
        """Return the sample times of a pair, and whether it is separated at each."""
        rows = plot.of_pair(self.table(scenario), ends)
        if rule == "directions":
            inside = rows["separated"].to_numpy()
        else:
            inside = rows["hops"].to_numpy() >= self._hops_at_least
        return rows["t_s"].to_numpy(), inside

    def windows(
        self, scenario: dict[str, Any], ends: tuple[str, str], rule: str, separated: bool
    ) -> list[tuple[float, float]]:
        """Return the spans of the day in which a pair is separated, or is not."""
        t_s, inside = self.separated(scenario, ends, rule)
        return plot.windows(t_s, inside == separated)

    def _of(self, scenario: dict[str, Any]) -> tuple[pa.Table, pa.Table]:
        sky = {key: scenario[key] for key in ("constellation", "handover", "routing", "terminals")}
        key = repr(sky)
        if key not in self._done:
            results = survey.delay(
                scenario, pairs=self._pairs, start_s=0.0, duration_s=DAY_S, step_s=10.0
            )
            self._done[key] = (results.table("delay"), results.table("handovers"))
        return self._done[key]


def _variants(
    base: dict[str, Any], plan: dict[str, Any], quick: bool
) -> Iterable[tuple[str, str, dict[str, Any], str, int]]:
    """Give (label, cell, scenario, separation rule, start times) of every row."""
    primary = plan["separation"]["primary"]
    cells = {cell["id"]: cell for cell in plan["cells"]}
    for cell in cells.values():
        starts = cell["quick_starts" if quick else "starts"]
        yield "primary", cell["id"], _with_flow(base, cell), primary, starts

    other = plan["sensitivity"]
    few = {size: other[f"{'quick_' if quick else ''}starts_{size}"] for size in ("9k", "15M")}
    for limit in other["ns2_queue_limits"]:
        scenario = _with_flow(base, cells["t15M_la"])
        for link in scenario["links"].values():
            link["queue"] = f"{limit - 1} packets"
        yield f"ns-2's queue limit {limit}", "t15M_la", scenario, primary, few["15M"]
    for size in other["sizes"]:
        scenario = _with_flow(base, {**cells["t15M_la"], "size": size})
        yield f"file of {size}", "t15M_la", scenario, primary, few["15M"]
    for rule in plan["separation"]["rules"]:
        for cell in ("t9k_la", "t9k_delhi"):
            scenario = _with_flow(base, cells[cell])
            yield f"separation after {rule}", cell, scenario, rule, few["9k"]
    for cell, starts in (("t9k_la", few["9k"]), ("t9k_delhi", few["9k"]), ("t15M_la", few["15M"])):
        scenario = _with_flow(base, cells[cell])
        scenario["constellation"]["geometry"] = "exact"
        yield "geometry exact", cell, scenario, primary, starts
        scenario = _with_flow(base, cells[cell])
        scenario["handover"]["randomized"] = True
        yield "handover checks randomized", cell, scenario, primary, starts


def _with_flow(base: dict[str, Any], cell: dict[str, Any]) -> dict[str, Any]:
    scenario = copy.deepcopy(base)
    flow = scenario["flows"][0]
    flow["from"], flow["to"] = cell["from"], cell["to"]
    flow["application"]["size"] = cell["size"]
    return scenario


def _random(seed: int, name: str) -> np.random.Generator:
    # A stream per name: another row in the study does not move the start times of this one.
    return np.random.default_rng([seed, zlib.crc32(name.encode())])


def _transfer(
    jobs: dict[Variant, tuple[Floats, dict[str, Any]]],
    threads: int,
    progress: Progress | None,
    store: Store,
) -> dict[Variant, Transfers]:
    """Run one transfer per start time, all variants one after the other."""
    scenarios = [
        {**scenario, "run": {**scenario["run"], "start": f"{start:.6f} s"}}
        for starts, scenario in jobs.values()
        for start in starts
    ]
    ran = store.runs("seam", scenarios, threads=threads, progress=progress)
    transfers = {}
    first = 0
    for variant, (starts, _) in jobs.items():
        rows = ran.slice(first, len(starts))
        first += len(starts)
        unfinished = rows["transfer_time_s"].null_count
        if unfinished:
            raise SkyseamError(
                f"{unfinished} of {len(starts)} transfers of {variant} did not finish in the time "
                "the scenario gives them: no mean can be stated; lengthen [run] duration"
            )
        transfers[variant] = Transfers(
            start_s=starts,
            transfer_time_s=rows["transfer_time_s"].to_numpy(),
            retransmissions=rows["retransmissions"].to_numpy().astype(float),
            drops=rows["drops"].to_numpy().astype(float),
        )
    return transfers


def _compared_times(plan: dict[str, Any], transfers: dict[Variant, Transfers]) -> list[Compared]:
    known = study.published(PAPER)
    rows = []
    for cell in plan["cells"]:
        for separated, side in _SIDES.items():
            number = known.get(f"{cell['id']}_{side}")
            if number is None:
                continue
            mean = mean_time(transfers[Variant("primary", cell["id"], separated)], number.unit)
            note = "mean over start times, one in each equal part of the windows"
            rows.append(Compared(number, mean, note))
    for ratio in plan["ratios"]:
        without = transfers[Variant("primary", ratio["of"], False)].transfer_time_s
        across = transfers[Variant("primary", ratio["of"], True)].transfer_time_s
        estimate = study.ratio_of_means(without, across).scaled(100)
        rows.append(Compared(known[ratio["id"]], estimate, "ratio of the two means above"))
    return rows


def _unpublished(
    plan: dict[str, Any], transfers: dict[Variant, Transfers]
) -> list[tuple[str, str, Estimate]]:
    known = study.published(PAPER)
    return [
        (
            f"{cell['label']}, {'separated' if separated else 'not separated'}",
            cell["unit"],
            mean_time(transfers[Variant("primary", cell["id"], separated)], cell["unit"]),
        )
        for cell in plan["cells"]
        for separated, side in _SIDES.items()
        if f"{cell['id']}_{side}" not in known
    ]


def mean_time(transfers: Transfers, unit: str) -> Estimate:
    """Return the mean transfer time in `ms` or `s`."""
    return study.stratified_mean(transfers.transfer_time_s).scaled({"ms": 1e3, "s": 1.0}[unit])


def _compared_geometry(base: dict[str, Any], skies: _Skies) -> list[Compared]:
    known = study.published(PAPER)

    def exact(identity: str, value: float, n: int, note: str) -> Compared:
        return Compared(known[identity], Estimate(value, None, None, n), note)

    up_ms = _up_delays_ms(base)
    note = (
        "half the one-way delay between two terminals at the Hawaii gateway (one satellite between "
        "them), a day at 1 s steps"
    )
    range_note = f"{note}, times the speed of light"
    km_per_ms = SPEED_OF_LIGHT_KM_S / 1e3
    rows = [
        exact("updown_delay_min", float(up_ms.min()), len(up_ms), note),
        exact("updown_delay_max", float(up_ms.max()), len(up_ms), note),
        exact("slant_range_min", float(up_ms.min()) * km_per_ms, len(up_ms), range_note),
        exact("slant_range_max", float(up_ms.max()) * km_per_ms, len(up_ms), range_note),
    ]

    counts = skies.handovers(base).to_pylist()
    gateway = base["flows"][0]["from"]
    for identity, cause, unit_s in (
        ("intra_orbital_period", "intra_orbital_handover", 60.0),
        ("inter_orbital_period", "inter_orbital_handover", 3600.0),
    ):
        count = sum(
            row["count"] for row in counts if (row["terminal"], row["cause"]) == (gateway, cause)
        )
        note = f"24 h over the {count} such handovers of the Hawaii gateway in a day"
        if cause == "inter_orbital_handover":
            note += ", to and fro while two planes are in reach; a plane passes every 2.1 h"
        rows.append(exact(identity, DAY_S / count / unit_s, count, note))

    fewest, most, pairs = _windows_per_day(base)
    note = (
        "windows that a span of 24 h touches, the span moved over 48 h in 10 s steps, "
        f"{pairs} pairs of terminals"
    )
    rows.append(exact("seam_per_day_min", fewest, pairs, note))
    rows.append(exact("seam_per_day_max", most, pairs, note))
    return rows


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


def _windows_per_day(base: dict[str, Any]) -> tuple[int, int, int]:
    pairs = [(source, destination) for source, destination in base["delay"]["pairs"]]
    results = survey.delay(base, pairs=pairs, start_s=0.0, duration_s=2 * DAY_S, step_s=10.0)
    touched = []
    for pair in pairs:
        rows = plot.of_pair(results.table("delay"), pair)
        spans = plot.windows(rows["t_s"].to_numpy(), rows["separated"].to_numpy())
        for start in np.arange(0.0, DAY_S + 1, 10.0):
            touched.append(sum(a < start + DAY_S and b > start for a, b in spans))
    return min(touched), max(touched), len(pairs)


def _rules(
    plan: dict[str, Any],
    skies: _Skies,
    base: dict[str, Any],
    transfers: dict[Variant, Transfers],
) -> list[dict[str, Any]]:
    """Say what each separation rule gives for each pair: windows, share of the day, times."""
    rows = []
    for rule in plan["separation"]["rules"]:
        for cell in plan["cells"]:
            if cell["unit"] != "ms":
                continue
            ends = (cell["from"], cell["to"])
            _, inside = skies.separated(base, ends, rule)
            _, primary = skies.separated(base, ends, plan["separation"]["primary"])
            label = f"separation after {rule}"
            rows.append(
                {
                    "rule": rule,
                    "pair": ends,
                    "windows": len(skies.windows(base, ends, rule, True)),
                    "share_percent": 100 * float(np.mean(inside)),
                    "agrees_percent": 100 * float(np.mean(inside == primary)),
                    "noseam": mean_time(transfers[Variant(label, cell["id"], False)], "ms"),
                    "seam": mean_time(transfers[Variant(label, cell["id"], True)], "ms"),
                }
            )
    return rows
