"""Boubaker 2020, its future work: the same transfers with other transports.

9 kB and 15 MB from Hawaii to Los Angeles, and the bulk transfer from the boat, with every transport
that study.toml lists, on the same start times. For bulk data also the spurious retransmissions.
"""

import copy
import itertools
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from skyseam import plot
from skyseam.reproduce import Study, digits, drawing, said, transfers
from skyseam.reproduce.bulk import Bulk, Job, dips, run_bulk
from skyseam.reproduce.transfers import SIDES, Files

from .. import shared
from ..bulk import analysis as bulk
from ..shared import PAIR

FILES = {"9 kB": ("9k", "9 kB", "ms"), "15 MiB": ("15M", "15 MB", "s")}
"""Sizes: how study.toml has their numbers of starts, what the paper calls them, their unit."""

BEFORE_S, AFTER_S = 4.0, 10.0
LOOKS = ((plot.NO_SEAM, "not separated"), (plot.SEAM, "separated by the seam"))


@dataclass(frozen=True)
class Future:
    """Results of the study, by label of transport."""

    study: Study
    bulk_plan: dict[str, Any]
    handovers: list[bulk.Handover]
    files: dict[tuple[str, str, bool], Files]
    low: dict[tuple[str, str], list[Bulk]]
    high: dict[str, Bulk]

    @property
    def labels(self) -> list[str]:
        return [one["label"] for one in self.study.plan["transports"]]

    def dip(self, label: str, fate: str, kind: str) -> float | None:
        """Return the mean dip of a kind of handover in bins of the paper's width, Mbit/s."""
        there = [one.t_s for one in self.handovers if one.kind == kind]
        found = dips(self.bulk_plan, itertools.product(self.low[label, fate], there))
        return float(np.mean(found[:, 1])) if len(found) else None


def make(study: Study) -> Future:
    plan = study.plan
    bulk_plan = study.beside("bulk").plan | {"seed": plan["seed"]}
    rates = {rate["id"]: rate for rate in bulk_plan["rates"]}
    files = _files(study.within(0.0, 0.3, "files"))
    starts = bulk.spread_starts(bulk_plan, plan["bulk_starts"])
    jobs: dict[tuple[str, str], list[Job]] = {}
    for fate, one in itertools.product(plan["fates"], plan["transports"]):
        made = changed(bulk.base_of(study, rates["lo"], "fits", "fits", fate), one, "bulk")
        jobs[one["label"], fate] = [(made, start, plan["duration_s"]) for start in starts]
    every, part = [job for some in jobs.values() for job in some], study.within(0.3, 0.6, "bulk")
    ran = iter(run_bulk(part, "future-lo", bulk_plan, every, True))
    low = {key: list(itertools.islice(ran, len(some))) for key, some in jobs.items()}
    fast = bulk.base_of(study, rates["hi"], "fits", "fits")
    when, part = (plan["high_start_s"], plan["high_duration_s"]), study.within(0.6, 1.0, "high")
    fast_jobs = [(changed(fast, one, "bulk"), *when) for one in plan["transports"]]
    ran = iter(run_bulk(part, "future-hi", bulk_plan, fast_jobs, False))
    high = {one["label"]: next(ran) for one in plan["transports"]}
    handovers = bulk.find_handovers(study, "fits")[1]
    return Future(study, bulk_plan, handovers, files, low, high)


def changed(scenario: dict[str, Any], one: dict[str, Any], what: str) -> dict[str, Any]:
    """Return a scenario of a single flow with the transport of an entry.

    Further changes of the entry for `what` ("files" or "bulk") are applied too.
    """
    others = one.get(what, {})
    made: dict[str, Any] = copy.deepcopy(scenario) | others.get("scenario", {})
    made["flows"][0] |= others.get("flow", {}) | {"transport": one["transport"]}
    return made


def _files(study: Study) -> dict[tuple[str, str, bool], Files]:
    """Run the files with every transport at the same start times."""
    plan, base = study.plan, study.document("seam.toml")
    sky = transfers.sky_of(base, [one for one in base["terminals"] if one["name"] in PAIR])
    t_s, inside = transfers.separated(shared.day(sky, [PAIR]).table("delay"), PAIR)
    jobs = {}
    for (size, (key, *_)), side in itertools.product(FILES.items(), SIDES):
        count, name = plan[f"starts_{key}"], f"future {size} {side}"
        drawn = transfers.starts(plot.windows(t_s, inside == side), count, plan["seed"], name)
        flow = {**shared.file_flow(base, PAIR, size), "application": {"kind": "file", "size": size}}
        whole = {"nodes": [], "wires": [], **sky, "flows": [flow]}
        for one in plan["transports"]:
            jobs[one["label"], size, side] = (drawn, changed(whole, one, "files"))
    return transfers.run_files(study, "future-files", jobs)


def resent_in_vain(run: Bulk) -> float:
    """Return the number of spurious retransmissions.

    If the core does not count spurious retransmissions, the excess of retransmissions over dropped
    packets; it is too low by the number of dropped ACKs and of packets lost twice.
    """
    spurious, excess = (run.flow.get("spurious_retransmissions"), run.flow["retransmissions"])
    return float(max(excess - run.flow["drops"], 0) if spurious is None else spurious)


def page(future: Future) -> dict[str, Any]:
    plan = future.study.plan
    return {
        "files": [_file_row(future, label) for label in future.labels],
        "low": {
            fate: [_low_row(future, label, fate) for label in future.labels]
            for fate in plan["fates"]
        },
        "high": [_high_row(label, run) for label, run in future.high.items()],
    }


def _file_row(future: Future, label: str) -> list[str]:
    cells = [label]
    for size, (_, _, unit) in FILES.items():
        near, far = (future.files[label, size, side].mean(unit) for side in SIDES)
        cells += [said(near), said(far), f"{100 * near.value / far.value:.1f}"]
    large = [future.files[label, "15 MiB", side].retransmissions for side in SIDES]
    return [*cells, *(digits(float(one.mean())) for one in large)]


def _low_row(future: Future, label: str, fate: str) -> list[str]:
    runs = future.low[label, fate]
    dips = [future.dip(label, fate, kind["id"]) for kind in future.bulk_plan["kinds"]]

    def mean(key: str) -> float:
        return float(np.mean([run.flow[key] for run in runs]))

    vain = np.mean([resent_in_vain(run) for run in runs])
    counts = (f"{one:.0f}" for one in (mean("retransmissions"), mean("drops"), vain))
    rate = f"{mean('goodput_bps') / 1e6:.4f}"
    return [label, rate, *counts, f"{mean('timeouts'):.1f}", *map(digits, dips)]


def _high_row(label: str, run: Bulk) -> list[str]:
    flow = run.flow
    counts = (f"{flow['retransmissions']:,}", f"{flow['drops']:,}", f"{resent_in_vain(run):,.0f}")
    return [label, f"{flow['goodput_bps'] / 1e6:.2f}", *counts, f"{flow['timeouts']}"]


def future(future: Future) -> Figure:
    labels = future.labels
    _, panels = drawing.panels(2, (9.6, 0.42 * len(labels) + 1.6), sharey=True)
    for axes, (size, (_, title, unit)) in zip(panels, FILES.items(), strict=True):
        for height, label in enumerate(reversed(labels)):
            for side, (colour, told) in zip(SIDES, LOOKS, strict=True):
                mean = future.files[label, size, side].mean(unit)
                # Means of both sides may be close together.
                look: Any = {"number": "below" if side else "above", "lw": 4, "label": told}
                drawing.dot(axes, height, mean, colour, across=True, **look)
        drawing.names_axis(axes, labels)
        axes.margins(x=0.12)
        axes.set(ylim=(-0.5, len(labels) - 0.3), xlabel=f"mean transfer time, {unit}", title=title)
    return drawing.legend(panels[0], 2)


def future_handovers(future: Future) -> Figure:
    plan, firsts = future.bulk_plan, bulk.firsts(future.handovers)
    kinds = [kind for kind in plan["kinds"] if kind["id"] in firsts]
    columns, rows = min(len(kinds), 2), -(-len(kinds) // 2)
    figure, grid = drawing.panels(columns, (9.6, 2.5 * rows + 0.8), rows, sharey=True)
    grid = grid.ravel()
    for axes, kind in zip(grid, kinds, strict=False):
        handover_s = firsts[kind["id"]].t_s
        for one in future.study.plan["transports"]:
            run = future.low[one["label"], future.study.plan["fates"][0]][0]
            t_s, rates = run.rates(plan["bin_s"], plan["width_s"])
            near = (t_s >= handover_s - BEFORE_S) & (t_s <= handover_s + AFTER_S)
            look = {"where": "post", "color": one["colour"], "label": one["label"]}
            axes.step(t_s[near] - handover_s, rates[near], **look)
        axes.axvline(0, color=plot.GREY, linewidth=0.8, linestyle="--")
        axes.set_title(kind["label"], fontsize=9.5)
        axes.set(xlabel="s after the handover", ylabel="Mbit/s")
    grid[0].set_ylim(bottom=0)
    for axes in grid[len(kinds) :]:
        axes.axis("off")
    if kinds:
        drawing.legend(grid[0], 4)
    return figure
