"""The page on the seam: figures, tables and words around what `boubaker2020` computed.

Draws and words only; every number comes from the outcome.
"""

from __future__ import annotations

import platform
from collections import Counter
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import numpy as np
import pyarrow as pa
import tomli_w
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from skyseam import plot, survey
from skyseam._core import __version__
from skyseam.reproduce import study
from skyseam.reproduce.boubaker2020 import Outcome, Variant
from skyseam.reproduce.report import Picture, Report, render

if TYPE_CHECKING:
    from skyseam.reproduce.study import Estimate

PLACES = {"HNL": "Hawaii", "LAX": "Los Angeles", "DEL": "New Delhi"}
SIDES = ("not separated", "separated")


def report(outcome: Outcome) -> Report:
    """Make the report of a finished study."""
    examples = [_example(outcome, separated) for separated in (False, True)]
    pictures = [
        Picture(
            "paths",
            lambda dark: plot.sky([_view(outcome, e) for e in examples], dark=dark),
            "Two maps from above the North Pole with satellites, links, seam and the path from "
            "Hawaii to Los Angeles: short while not separated, around the pole while separated.",
            "Iridium from above the North Pole at the two instants. No link crosses the dashed "
            "seam, and links between planes are off beyond 60 deg of latitude.",
        ),
        Picture(
            "why",
            lambda dark: why(outcome, dark=dark),
            "Above, one-way delay from Hawaii to Los Angeles over 24 hours, high inside two shaded "
            "windows; below, the mean 9 kB transfer time split into sending and propagation.",
            "Above: one-way delay from Hawaii to Los Angeles over a day of simulated time; shaded "
            "where the seam lies between. Below: the mean time of a 9 kB transfer. Sending costs "
            "almost the same; the way around the seam is what is long.",
        ),
        *(_delay_picture(outcome, destination) for destination in ("LAX", "DEL")),
        *(_distribution_picture(outcome, cell) for cell in outcome.study["cells"]),
    ]
    context = {
        "headline": _headline(outcome),
        "compared": outcome.compared,
        "lossy": _lossy_pages(outcome),
        "unpublished": outcome.unpublished,
        "tolerance": outcome.study["tolerance_percent"],
        "examples": examples,
        "causes": _causes(outcome.delay),
        "handovers": _handovers(outcome.handovers),
        "sensitivity": _sensitivity(outcome),
        "rules": outcome.rules,
        "places": PLACES,
        "assumptions": study.document("boubaker2020", "assumptions.toml")["assumption"],
        "paper": study.document("boubaker2020", "study.toml")["paper"],
        "scenario": tomli_w.dumps(outcome.scenario),
        "outcome": outcome,
        "cells": outcome.study["cells"],
        "version": __version__,
        "python": platform.python_version(),
        "transfers": sum(len(t.start_s) for t in outcome.transfers.values()),
    }
    return Report(
        html=render("boubaker2020_seam.html", context, pictures),
        compared=outcome.compared,
        tables={
            "transfers": _transfers_table(outcome),
            "delay": outcome.delay,
            "handovers": outcome.handovers,
        },
        manifest={
            "paper": "boubaker2020",
            "part": "seam",
            "quick": outcome.quick,
            "seed": outcome.study["seed"],
            "threads": outcome.threads,
            "wall_s": round(outcome.wall_s, 3),
            "study": outcome.study,
            "scenario": outcome.scenario,
        },
        figures={f"{picture.name}.png": picture.draw(False) for picture in pictures},
    )


def _delay_picture(outcome: Outcome, destination: str) -> Picture:
    place = PLACES[destination]
    return Picture(
        f"delay_{destination}",
        lambda dark: plot.delay(outcome.delay, source="HNL", destination=destination, dark=dark),
        f"One-way delay from Hawaii to {place} over 24 hours, coloured by cause of change.",
        f"Propagation delay of the path from Hawaii to {place}, a sample every 10 s, each change "
        "marked by its cause as in Fig. 4 of the paper. The number stands at the largest jump of "
        "its cause.",
    )


def _distribution_picture(outcome: Outcome, cell: dict[str, Any]) -> Picture:
    known = study.published("boubaker2020")
    factor = {"ms": 1e3, "s": 1.0}[cell["unit"]]
    groups, marks = {}, {}
    for separated, side in ((False, "noseam"), (True, "seam")):
        label = SIDES[separated]
        groups[label] = _times(outcome, cell["id"], separated) * factor
        if f"{cell['id']}_{side}" in known:
            marks[label] = known[f"{cell['id']}_{side}"].value
    return Picture(
        f"distribution_{cell['id']}",
        lambda dark: plot.transfer_times(groups, unit=cell["unit"], marks=marks, dark=dark),
        f"Distribution of transfer times: {cell['label']}, separated and not.",
        f"{cell['label']}.",
    )


@plot.styled
def why(outcome: Outcome, *, dark: bool = False) -> Figure:
    """Why a small page takes twice as long across the seam, in one figure."""
    figure = Figure(figsize=(9.2, 5.4), layout="constrained")
    top, bottom = figure.subplots(2, 1, height_ratios=[1.9, 1])
    rows = plot.of_pair(outcome.delay, ("HNL", "LAX"))
    _coloured_delay(top, rows)
    top.set_title("Hawaii to Los Angeles: one-way delay over a day")

    split = _split(outcome)
    for height, separated in ((1, False), (0, True)):
        propagation, total = split[separated]
        colour = plot.SEAM if separated else plot.NO_SEAM
        bottom.barh(height, total - propagation, color=plot.GREY, height=0.55)
        bottom.barh(height, propagation, left=total - propagation, color=colour, height=0.55)
        _in_bar(bottom, (total - propagation) / 2, height, f"sending {total - propagation:.0f} ms")
        _in_bar(bottom, total - propagation / 2, height, f"propagation {propagation:.0f} ms")
        bottom.text(total + 2, height, f"{total:.1f} ms", va="center", fontweight="bold")
    bottom.set_yticks([1, 0], list(SIDES))
    bottom.set_xlim(0, 1.14 * split[True][1])
    bottom.grid(axis="y", visible=False)
    bottom.tick_params(axis="y", length=0)
    bottom.spines["left"].set_visible(False)
    bottom.set_xlabel("mean transfer time of a 9 kB page, ms")
    bottom.set_title("A 9 kB page")
    return figure


def _in_bar(axes: Axes, x: float, y: float, text: str) -> None:
    axes.text(x, y, text, ha="center", va="center", color="white", fontsize=8.5)


def _coloured_delay(axes: Axes, rows: pa.Table) -> None:
    t_h = rows["t_s"].to_numpy() / 3600
    delay_ms, separated = rows["delay_ms"].to_numpy(), rows["separated"].to_numpy()
    spans = plot.windows(t_h, separated)
    for start, end in spans:
        axes.axvspan(start, end, color=plot.SHADE, linewidth=0)
    for inside, colour in ((False, plot.NO_SEAM), (True, plot.SEAM)):
        axes.plot(t_h, np.where(separated == inside, delay_ms, np.nan), color=colour, linewidth=1)
    top = float(np.nanmax(delay_ms))
    for start, end in spans:
        axes.text(
            (start + end) / 2,
            top * 1.06,
            "separated by the seam",
            ha="center",
            color=plot.SEAM,
            fontsize=8.5,
        )
    axes.set_ylim(0, top * 1.16)
    axes.set_xlim(0, 24)
    axes.xaxis.set_major_locator(mpl.ticker.MultipleLocator(3))
    axes.xaxis.set_major_formatter(lambda hours, _: f"{hours:02.0f}:00")
    axes.set_ylabel("one-way delay, ms")


def _split(outcome: Outcome) -> dict[bool, tuple[float, float]]:
    """Return mean propagation delay in the windows, and mean transfer time, both ms."""
    rows = plot.of_pair(outcome.delay, ("HNL", "LAX"))
    delay_ms, inside = rows["delay_ms"].to_numpy(), rows["separated"].to_numpy()
    return {
        separated: (
            float(delay_ms[inside == separated].mean()),
            float(_times(outcome, "t9k_la", separated).mean() * 1e3),
        )
        for separated in (False, True)
    }


def _times(outcome: Outcome, cell: str, separated: bool) -> study.Floats:
    return outcome.transfers[_variant("primary", cell, separated)].transfer_time_s


def _variant(label: str, cell: str, separated: bool) -> Variant:
    return Variant(label, cell, separated)


def _headline(outcome: Outcome) -> dict[str, float]:
    split = _split(outcome)
    rows = plot.of_pair(outcome.delay, ("HNL", "LAX"))
    hops, inside = rows["hops"].to_numpy(), rows["separated"].to_numpy()
    return {
        "near_ms": split[False][1],
        "far_ms": split[True][1],
        "near_delay_ms": split[False][0],
        "far_delay_ms": split[True][0],
        "near_hops": float(hops[~inside].mean()),
        "far_hops": float(hops[inside].mean()),
        "share_percent": 100 * float(inside.mean()),
        "windows": len(plot.windows(rows["t_s"].to_numpy(), inside)),
    }


def _lossy_pages(outcome: Outcome) -> dict[str, float]:
    """Count the pages of the primary rows that lost packets, and say how long the slowest took."""
    pages = [
        outcome.transfers[_variant("primary", cell["id"], separated)]
        for cell in outcome.study["cells"]
        if cell["unit"] == "ms"
        for separated in (False, True)
    ]
    return {
        "lossy": sum(int((page.drops > 0).sum()) for page in pages),
        "pages": sum(len(page.drops) for page in pages),
        "slowest_ms": max(float(page.transfer_time_s.max()) * 1e3 for page in pages),
    }


def _example(outcome: Outcome, separated: bool) -> dict[str, Any]:
    """Return the sample whose delay is nearest the median of its side."""
    rows = plot.of_pair(outcome.delay, ("HNL", "LAX"))
    inside = np.flatnonzero(rows["separated"].to_numpy() == separated)
    delay_ms = rows["delay_ms"].to_numpy()[inside]
    middle = int(inside[np.argmin(np.abs(delay_ms - np.median(delay_ms)))])
    row: dict[str, Any] = rows.slice(middle, 1).to_pylist()[0]
    seconds = int(row["t_s"])
    row["clock"] = f"{seconds // 3600:02}:{seconds % 3600 // 60:02}:{seconds % 60:02}"
    row["side"] = SIDES[separated]
    return row


def _view(outcome: Outcome, example: dict[str, Any]) -> plot.SkyView:
    moment = survey.snapshot(outcome.scenario, example["t_s"])
    words = f"{example['side']}, {example['clock']}: {example['hops']} links"
    return plot.SkyView(
        nodes=moment.table("nodes"),
        links=moment.table("links"),
        path=example["path"],
        title=words,
        colour=plot.SEAM if example["separated"] else plot.NO_SEAM,
    )


def _causes(delay: pa.Table) -> list[dict[str, Any]]:
    rows = []
    for name, (number, words, colour) in plot.CAUSES.items():
        counted = []
        for pair in plot.pairs_of(delay):
            counted.append(Counter(plot.of_pair(delay, pair)["cause"].to_pylist())[name])
        rows.append({"number": number, "words": words, "colour": colour, "counted": counted})
    return rows


def _handovers(handovers: pa.Table) -> list[dict[str, Any]]:
    rows = handovers.to_pylist()
    return [
        {
            "words": plot.CAUSES[cause][1],
            "counted": [
                sum(r["count"] for r in rows if (r["terminal"], r["cause"]) == (place, cause))
                for place in PLACES
            ],
        }
        for cause in dict.fromkeys(row["cause"] for row in rows)
    ]


def _sensitivity(outcome: Outcome) -> list[dict[str, Any]]:
    known = study.published("boubaker2020")
    cells = {cell["id"]: cell for cell in outcome.study["cells"]}
    rows = []
    for variant in outcome.transfers:
        if variant.separated or (
            variant.label == "primary" and f"{variant.cell}_seam" not in known
        ):
            continue
        cell = cells[variant.cell]
        sides = []
        for separated, side in ((False, "noseam"), (True, "seam")):
            transfers = outcome.transfers[_variant(variant.label, variant.cell, separated)]
            estimate: Estimate = study.stratified_mean(transfers.transfer_time_s).scaled(
                {"ms": 1e3, "s": 1.0}[cell["unit"]]
            )
            value = known[f"{variant.cell}_{side}"].value
            sides.append(
                {
                    "estimate": estimate,
                    "deviation": 100 * (estimate.value / value - 1),
                    "retransmissions": float(transfers.retransmissions.mean()),
                }
            )
        rows.append({"label": variant.label, "cell": cell, "sides": sides})
    return rows


def _transfers_table(outcome: Outcome) -> pa.Table:
    """Return every transfer: its row of the study, when it began, how long it took."""
    parts = []
    for variant, transfers in outcome.transfers.items():
        n = len(transfers.start_s)
        parts.append(
            pa.table(
                {
                    "variant": [variant.label] * n,
                    "cell": [variant.cell] * n,
                    "separated": [variant.separated] * n,
                    "start_s": transfers.start_s,
                    "transfer_time_s": transfers.transfer_time_s,
                    "retransmissions": transfers.retransmissions.astype(np.uint64),
                    "drops": transfers.drops.astype(np.uint64),
                }
            )
        )
    return pa.concat_tables(parts)
