"""The page on the path: figures and tables of what `tauran2019_path` computed.

Draws and words only; every number comes from the outcome.
"""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from skyseam import plot
from skyseam.reproduce import tauran2019 as tauran
from skyseam.reproduce.report import Picture, Report, compose, digits, interval
from skyseam.reproduce.tauran2019_path import VARIANTS, Outcome, windows_table

SHOWN = ("goodput", "harq_success", "dupack_ratio", "spurious_ratio")
_COLOURS = {"constellation": "#0072B2", "traces": "#009E73", "papers": "#D55E00"}


def report(outcome: Outcome) -> Report:
    """Make the report of a finished study."""
    pictures = [
        Picture(
            "trace",
            lambda dark: trace(outcome, dark=dark),
            "One-way delay over the 600 s of the study, and over the windows of the day.",
            "Above, the delay of the study: the whole way and the last hop, in whole milliseconds. "
            "Below, the mean of every window of the day; the band is the papers' 70 to 90 ms, the "
            "mark the window that was taken.",
        ),
        Picture(
            "paths",
            lambda dark: paths(outcome, dark=dark),
            "Four quantities over the constellation and over its traces.",
            "The same flow over the constellation, over nodes that follow its traces, and over the "
            "papers' three nodes, where ACKs do not fade: means over seeds with 95 % intervals.",
        ),
    ]
    taken = outcome.taken
    stated_ms = outcome.plan["path"]["stated_ms"]
    context = {
        "taken": {
            "clock": _clock(taken.start_s),
            "rows": [
                ["least, ms", f"{stated_ms['least']:g}", f"{taken.least_ms:g}"],
                ["most, ms", f"{stated_ms['most']:g}", f"{taken.most_ms:g}"],
                ["mean, ms", f"{stated_ms['mean']:g}", f"{taken.mean_ms:.1f}"],
                ["mean of the last hop, ms", f"{stated_ms['last_hop']:g}",
                 f"{taken.last_hop_ms:.1f}"],
            ],
        },
        "windows": len(outcome.windows),
        "within": sum(one.least_ms >= 70 and one.most_ms <= 90 for one in outcome.windows),
        "rows": _rows(outcome),
        "equal": _equal(outcome),
        "found": {
            "least": f"{taken.least_ms:g}",
            "most": f"{taken.most_ms:g}",
            "hop": digits(float(outcome.last_ms.mean())),
            "hops": digits(7 * float(outcome.last_ms.mean())),
        },
    }  # fmt: skip
    return compose(
        "tauran2019_path.html", context, pictures, compared=outcome.compared,
        tables={"windows": windows_table(outcome)}, facts=context,
    )  # fmt: skip


def _clock(t_s: float) -> str:
    minutes = int(t_s) // 60
    return f"{minutes // 60:02}:{minutes % 60:02}:00"


def _rows(outcome: Outcome) -> list[list[str]]:
    labels = {one["id"]: one["label"] for one in outcome.plan["controllers"]}
    found = []
    for cell in sorted({cell for _, cell in outcome.runs}):
        for quantity in SHOWN:
            words, unit = tauran.QUANTITIES[quantity]
            sky = outcome.runs["constellation", cell].mean(quantity)
            cells = [f"{digits(sky.value)} ({interval(sky)})"]
            for variant in ("traces", "papers"):
                cells.append(digits(outcome.runs[variant, cell].mean(quantity).value))
                off = outcome.difference(variant, cell, quantity)
                cells.append(f"{digits(off.value)} ({interval(off)})")
            found.append([labels[cell.controller], f"{cell.snr_db} dB", f"{words}, {unit}", *cells])
    return found


def _equal(outcome: Outcome) -> dict[str, list[int]]:
    """Return by variant how many differences from the constellation have zero inside, of how many.

    With 95 % intervals one of twenty has not, where nothing differs.
    """
    found = {}
    for variant in ("traces", "papers"):
        inside = [
            off.low95 <= 0 <= off.high95
            for _, cell in outcome.runs
            if _ == variant
            for quantity in SHOWN
            for off in [outcome.difference(variant, cell, quantity)]
            if off.low95 is not None and off.high95 is not None
        ]
        found[variant] = [sum(inside), len(inside)]
    return found


@plot.styled
def trace(outcome: Outcome, *, dark: bool = False) -> Figure:
    """Draw the delays of the study, and where its window lies in the day."""
    figure = Figure(figsize=(9.6, 5.0), layout="constrained")
    above, below = figure.subplots(2, 1)
    receiver_ms = outcome.plan["path"]["receiver"]["delay_ms"]
    t_s = np.arange(len(outcome.first_ms))
    above.step(
        t_s, outcome.first_ms + outcome.last_ms + receiver_ms, where="post", color=plot.NO_SEAM,
        label="whole way",
    )  # fmt: skip
    above.step(t_s, outcome.last_ms, where="post", color=plot.SEAM, label="last hop")
    above.set_ylim(bottom=0)
    above.set_xlabel("s of the run")
    above.set_ylabel("one-way delay, ms")
    above.legend(loc="center right")
    starts_h = [one.start_s / 3600 for one in outcome.windows]
    means_ms = [one.mean_ms for one in outcome.windows]
    below.plot(starts_h, means_ms, color=plot.GREY, linewidth=1)
    below.axhspan(70, 90, color=plot.NO_SEAM, alpha=0.14, lw=0)
    below.plot(outcome.taken.start_s / 3600, outcome.taken.mean_ms, "o", color=plot.SEAM)
    below.set_xlim(0, 24)
    below.set_xticks(range(0, 25, 4))
    below.set_xlabel("start of the window, h")
    below.set_ylabel("mean of 600 s, ms")
    return figure


@plot.styled
def paths(outcome: Outcome, *, dark: bool = False) -> Figure:
    """Draw each quantity over SNR for the three variants of the path."""
    controllers = outcome.plan["path"]["controllers"]
    figure = Figure(figsize=(9.6, 2.2 * len(SHOWN) + 0.5), layout="constrained")
    grid = figure.subplots(len(SHOWN), len(controllers), squeeze=False, sharey="row", sharex=True)
    labels = {one["id"]: one["label"] for one in outcome.plan["controllers"]}
    snrs = sorted({cell.snr_db for _, cell in outcome.runs})
    for axes_row, quantity in zip(grid, SHOWN, strict=True):
        for axes, controller in zip(axes_row, controllers, strict=True):
            for number, (variant, words) in enumerate(VARIANTS.items()):
                cells = [tauran.Cell(controller, None, False, snr) for snr in snrs]
                means = [outcome.runs[variant, cell].mean(quantity) for cell in cells]
                x = np.array(snrs) + 0.18 * (number - 1)
                colour = _COLOURS[variant]
                axes.plot(x, [one.value for one in means], "o", color=colour, label=words)
                for at, one in zip(x, means, strict=True):
                    if one.low95 is not None and one.high95 is not None:
                        axes.plot([at, at], [one.low95, one.high95], color=colour, lw=2)
            axes.set_xticks(snrs)
        words, unit = tauran.QUANTITIES[quantity]
        axes_row[0].set_ylabel(f"{words},\n{unit}", fontsize=8.5)
    for axes, controller in zip(grid[0], controllers, strict=True):
        axes.set_title(labels[controller])
    for axes in grid[-1]:
        axes.set_xlabel("reference SNR, dB")
    figure.legend(*grid[0][0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
    return figure
