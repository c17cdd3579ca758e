"""Boubaker 2020, its future work: the cost of the seam and of handovers in other constellations.

The delay over a day, handovers of Hawaii, and files on either side of a seam, where there is one.
The cost of handovers to a large file is the difference from a network that forwards queued packets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from matplotlib.figure import Figure

from skyseam import plot
from skyseam.reproduce import Floats, Study, digits, drawing, said, transfers
from skyseam.reproduce.cases import Declared, applied
from skyseam.reproduce.transfers import LOOKS, SIDES, Files

from .. import shared

FATES = ("lost", "forwarded")
"""What becomes of packets that wait for a link that ends."""


class Job(Declared, file=__file__):
    """Transfers that differ only in their start."""


@dataclass(frozen=True)
class Sky:
    """A day of a constellation: delay in ms and side of the seam at each sample."""

    delay_ms: Floats
    separated: plot.Bools
    handovers: int

    def mean_ms(self, side: bool) -> float:
        """Return the mean delay on a side, ms; NaN if there is none."""
        of_it = self.delay_ms[self.separated == side]
        return float(np.nanmean(of_it)) if len(of_it) else float("nan")


@dataclass(frozen=True)
class Skies:
    """Results of the study, by label of constellation."""

    study: Study
    skies: dict[str, Sky]
    files: dict[Job, Files]


def make(study: Study) -> Skies:
    plan, base = study.plan, study.document("seam.toml")
    skies, jobs = {}, {}
    for one in plan["skies"]:
        scenario, label = _scenario(base, plan, one), one["label"]
        pair = tuple(one.get("pair", plan["pair"]))
        told = shared.day({**scenario, "flows": []}, [pair], step_s=plan["step_s"])
        t_s, inside = transfers.separated(told.table("delay"), pair)
        count_of = transfers.handovers(told.table("handovers"), pair[0])
        delay_ms = told.table("delay")["delay_ms"].to_numpy(zero_copy_only=False).astype(float)
        extra_ms = float(one["wire"]["delay"].split()[0]) if "wire" in one else 0.0
        skies[label] = Sky(delay_ms + extra_ms, inside, count_of)
        for job, count in _jobs(plan, label):
            spans = plot.windows(t_s, inside == job.separated)
            if spans:
                drawn = transfers.starts(spans, count, plan["seed"], f"{label} {job.size}")
                flow = shared.file_flow(base, tuple(plan["pair"]), job.size)
                made = {**scenario, "flows": [flow]}
                jobs[job] = (drawn, applied(made, {"handover.queued": job.queued}))
    files: dict[Job, Files] = {}
    for label, part in zip(skies, study.shares([1.0] * len(skies)), strict=True):
        mine_jobs = {job: told for job, told in jobs.items() if job.sky == label}
        files |= transfers.run_files(part, "skies", mine_jobs)
    return Skies(study, skies, files)


def _jobs(plan: dict[str, Any], label: str) -> Iterator[tuple[Job, int]]:
    for side in SIDES:
        yield Job(label, "9 kB", "lost", side), plan["starts_9k"]
        for queued in FATES:
            yield Job(label, "15 MiB", queued, side), plan["starts_15M"]


def _scenario(base: dict[str, Any], plan: dict[str, Any], one: dict[str, Any]) -> dict[str, Any]:
    """Return the sky of an entry with both ends and the links of the paper, without flows."""
    ends = [end for end in base["terminals"] if end["name"] in plan["pair"]]
    scenario = {**transfers.sky_of(base, ends), "constellation": {"preset": one["preset"]}}
    if one["preset"] != "iridium-ns2":
        scenario = {key: of for key, of in scenario.items() if key not in ("handover", "routing")}
    if "wire" in one:
        gateway = transfers.terminal(one["wire"]["between"][0], *one["gateway"])
        links = {name: link for name, link in base["links"].items() if name != "isl"}
        nodes = {"nodes": [{"name": plan["pair"][1]}], "wires": [one["wire"]]}
        return {**scenario, **nodes, "terminals": [ends[0], gateway], "links": links}
    return scenario


def tables(found: Skies) -> dict[str, pa.Table]:
    return {"transfers": transfers.table_of(found.files)}


def page(found: Skies) -> dict[str, Any]:
    rows = []
    for label, sky in found.skies.items():
        delays = [digits(sky.mean_ms(side)) for side in SIDES]
        share = f"{100 * float(np.mean(sky.separated)):.1f}"
        small = [_mean(found, label, "9 kB", "lost", side, "ms") for side in SIDES]
        large = [_mean(found, label, "15 MiB", "lost", side, "s") for side in SIDES]
        forwarded = _mean(found, label, "15 MiB", "forwarded", False, "s")
        drops = found.files[Job(label, "15 MiB", "lost", False)].drops
        row = [label, share, str(sky.handovers), *delays, *small, *large, forwarded]
        rows.append([*row, digits(float(drops.mean()))])
    # 15 MB, not separated, beyond the intervals with and without lost queues.
    fates = ([Job(label, "15 MiB", fate, False) for fate in FATES] for label in found.skies)
    means = ([found.files[job].mean("s") for job in jobs] for jobs in fates)
    told = zip(found.skies, means, strict=True)
    return {"rows": rows, "apart": [label for label, (a, b) in told if a.is_apart(b)]}


def _mean(found: Skies, label: str, size: str, queued: str, side: bool, unit: str) -> str:
    files = found.files.get(Job(label, size, queued, side))
    return digits(None) if files is None else said(files.mean(unit))


def skies(found: Skies) -> Figure:
    labels = list(found.skies)
    _, (left, right) = drawing.panels(2, (10.0, 0.45 * len(labels) + 1.5), sharey=True)
    for height, sky in enumerate(reversed(labels)):
        for side, (colour, number) in zip(SIDES, LOOKS, strict=True):
            files = found.files.get(Job(sky, "9 kB", "lost", side))
            if files is None:
                continue
            label = "separated by the seam" if side else "not separated"
            drawing.dot(left, height, files.mean("ms"), colour, across=True, number=number,
                        markersize=7, label=label)  # fmt: skip
    bars = right.barh(labels[::-1], [found.skies[label].handovers for label in labels[::-1]],
                      color=plot.GREY, height=0.55)  # fmt: skip
    right.bar_label(bars, padding=4, fontsize=8)
    for axes in (left, right):
        drawing.names_axis(axes, labels)
    left.set_ylim(-0.5, len(labels) - 0.3)
    left.set_xlabel("mean time of 9 kB, Hawaii to Los Angeles, ms")
    right.set_xlabel("handovers of Hawaii in a day")
    right.margins(x=0.12)
    return drawing.legend(left, 2)
