"""Boubaker 2020, its future work: the same transfers with other transports.

9 kB and 15 MB from Hawaii to Los Angeles, and the bulk transfer from the boat, with every transport
that papers/boubaker2020/future.toml lists, on the same start times. Of bulk data also: how much was
sent again that had not been lost. The page is made in `boubaker2020_future_report`.
"""

from __future__ import annotations

import copy
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from skyseam import plot, survey
from skyseam._work import Progress
from skyseam.reproduce import boubaker2020_bulk as bulk
from skyseam.reproduce import study
from skyseam.reproduce.store import Store, within
from skyseam.reproduce.study import Estimate, Floats

PAPER = "boubaker2020"
DAY_S = 86_400.0
PAIR = ("HNL", "LAX")
FILES = ("9 kB", "15 MiB")
SIDES = (False, True)


@dataclass(frozen=True)
class Files:
    """Transfers of a file with one transport on one side of the seam."""

    times_s: Floats
    retransmissions: Floats
    unfinished: int

    @property
    def mean(self) -> Estimate:
        """Mean transfer time, s."""
        return study.stratified_mean(self.times_s)


@dataclass(frozen=True)
class Outcome:
    """What the study gave, by label of transport."""

    plan: dict[str, Any]
    bulk_plan: dict[str, Any]
    labels: list[str]
    handovers: list[bulk.Handover]
    files: dict[tuple[str, str, bool], Files]
    low: dict[tuple[str, str], list[bulk.Bulk]]
    high: dict[str, bulk.Bulk]
    quick: bool


def future(
    *,
    quick: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
    store: Store | None = None,
) -> Outcome:
    """Run the study with every transport.

    Parameters
    ----------
    quick
        Fewer start times, the first minutes of bulk data only.
    threads
        Number of threads; all cores when None. The result is the same on any number.
    progress
        Called with the fraction done and a text.
    store
        Where finished runs are kept.
    """
    store = store or Store()
    plan = study.document(PAPER, "future.toml")
    bulk_plan = study.document(PAPER, "bulk.toml") | {"seed": plan["seed"]}
    base = study.document(PAPER, plan["scenario"])
    few = "quick_" if quick else ""
    files = _files(store, base, plan, few, threads, within(progress, 0.0, 0.3, "files"))
    duration_s = bulk_plan[f"{few}duration_s"]
    rates = {rate["id"]: rate for rate in bulk_plan["rates"]}
    low = {}
    kinds = [(fate, one) for fate in plan["fates"] for one in plan["transports"]]
    for done, (fate, one) in enumerate(kinds):
        count = plan[f"{few}bulk_starts"]
        starts = bulk_plan["start_s"] + np.floor(np.arange(count) / count * 60)
        sky = changed(bulk.base_of(base, bulk_plan, rates["lo"], queued=fate), one, "bulk")
        share = within(
            progress, 0.3 + 0.3 * done / len(kinds), 0.3 + 0.3 * (done + 1) / len(kinds), "bulk"
        )
        low[one["label"], fate] = bulk.transfers(
            store, "future-lo", bulk_plan, [(sky, float(start), duration_s) for start in starts],
            True, threads, share,
        )  # fmt: skip
    fast = bulk.base_of(base, bulk_plan, rates["hi"])
    skies = [changed(fast, one, "bulk") for one in plan["transports"]]
    length_s = plan[f"{few}high_duration_s"]
    high = bulk.transfers(
        store, "future-hi", bulk_plan, [(sky, bulk_plan["start_s"], length_s) for sky in skies],
        False, threads, within(progress, 0.6, 1.0, "bulk, high throughput"),
    )  # fmt: skip
    labels = [one["label"] for one in plan["transports"]]
    handovers = bulk.find_handovers(base, bulk_plan, duration_s)[1]
    return Outcome(
        plan, bulk_plan, labels, handovers, files, low,
        dict(zip(labels, high, strict=True)), quick,
    )  # fmt: skip


def changed(scenario: dict[str, Any], one: dict[str, Any], what: str) -> dict[str, Any]:
    """Return a scenario of a single flow with the transport of an entry.

    What else the entry changes for `what`, files or bulk, is changed too.
    """
    others = one.get(what, {})
    made: dict[str, Any] = copy.deepcopy(scenario) | others.get("scenario", {})
    made["flows"][0] |= others.get("flow", {}) | {"transport": one["transport"]}
    return made


def _files(
    store: Store,
    base: dict[str, Any],
    plan: dict[str, Any],
    few: str,
    threads: int | None,
    progress: Progress | None,
) -> dict[tuple[str, str, bool], Files]:
    """Run the files with every transport at the same start times."""
    sky = {**{key: base[key] for key in ("constellation", "handover", "routing", "links")}}
    sky["terminals"] = [one for one in base["terminals"] if one["name"] in PAIR]
    table = survey.delay(sky, pairs=[PAIR], start_s=0.0, duration_s=DAY_S, step_s=10.0)
    rows = plot.of_pair(table.table("delay"), PAIR)
    t_s, inside = rows["t_s"].to_numpy(), rows["separated"].to_numpy()
    counts = dict(zip(FILES, (plan[f"{few}starts_9k"], plan[f"{few}starts_15M"]), strict=True))
    starts = {}
    for size in FILES:
        for separated in SIDES:
            name = f"future {size} {separated}".encode()
            random = np.random.default_rng([plan["seed"], zlib.crc32(name)])
            windows = plot.windows(t_s, inside == separated)
            starts[size, separated] = study.stratified_starts(windows, counts[size], random)
    keys = [(one, size, side) for one in plan["transports"] for size in FILES for side in SIDES]

    def scenarios() -> Iterator[dict[str, Any]]:
        for one, size, side in keys:
            flow = {**base["flows"][0], "from": PAIR[0], "to": PAIR[1]}
            flow["application"] = {"kind": "file", "size": size}
            made = changed({"nodes": [], "wires": [], **sky, "flows": [flow]}, one, "files")
            for start in starts[size, side]:
                yield {**made, "run": {**base["run"], "start": f"{start:.6f} s"}}

    ran = store.runs("future-files", scenarios(), threads=threads, progress=progress)
    found, first = {}, 0
    for one, size, side in keys:
        mine = ran.slice(first, len(starts[size, side]))
        first += mine.num_rows
        times_s = mine["transfer_time_s"].to_numpy()
        finished = np.isfinite(times_s)
        found[one["label"], size, side] = Files(
            times_s[finished],
            mine["retransmissions"].to_numpy()[finished].astype(float),
            int((~finished).sum()),
        )
    return found


def resent_in_vain(run: bulk.Bulk) -> tuple[float, bool]:
    """Return how many retransmissions were of what had not been lost, and whether that is exact.

    Exact where the core tells spurious ones apart. Else it is the excess of retransmissions over
    dropped packets, which is too low by the ACKs among the dropped and by what was lost twice.
    """
    spurious = run.flow.get("spurious_retransmissions")
    if spurious is not None:
        return float(spurious), True
    return float(max(run.flow["retransmissions"] - run.flow["drops"], 0)), False


def dip(outcome: Outcome, label: str, fate: str, kind: str) -> float | None:
    """Return the mean dip of a kind of handover in bins of the paper's width, Mbit/s."""
    found = [
        bulk.around(outcome.bulk_plan, run, one.t_s, outcome.bulk_plan["width_s"])[1]
        for run in outcome.low[label, fate]
        for one in outcome.handovers
        if one.kind == kind
    ]
    known = [value for value in found if np.isfinite(value)]
    return float(np.mean(known)) if known else None
