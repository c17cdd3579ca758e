"""The page on the 17 cities: figures and tables of what `boubaker2020_cities` computed.

Draws and words only; every number comes from the outcome.
"""

from __future__ import annotations

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from skyseam import plot
from skyseam.reproduce import study
from skyseam.reproduce.boubaker2020_cities import PAPER, Outcome, drawn_lists
from skyseam.reproduce.report import Picture, Report, compose, digits, interval

# Published transfer times of single cities: id stem by city and size.
_MARKS = {
    ("Los Angeles", "9 kB"): "t9k_la",
    ("New Delhi", "9 kB"): "t9k_delhi",
    ("Los Angeles", "15 MiB"): "t15M_la",
}


def report(outcome: Outcome) -> Report:
    """Make the report of a finished study."""
    cities = len(outcome.primary)
    pictures = [
        Picture(
            "fig6",
            lambda dark: per_city(outcome, "9 kB", "ms", dark=dark),
            "Mean time of 9 kB from Hawaii to each city, separated by the seam and not.",
            f"Fig. 6 of the paper: mean time of 9 kB from Hawaii to each of {cities} cities (our "
            "list), with 95 % intervals. Rings are published means.",
        ),
        Picture(
            "fig9",
            lambda dark: per_city(outcome, "15 MiB", "s", dark=dark),
            "Mean time of 15 MB from Hawaii to each city, separated by the seam and not.",
            "Fig. 9 of the paper: the same for 15 MB. Where intervals are wide, some transfers met "
            "a handover of Hawaii and lost what waited there.",
        ),
        Picture(
            "table5",
            lambda dark: table5(outcome, dark=dark),
            "Table 5: ratio of mean times over file size, published, ours, other lists and queues.",
            "Table 5: ratio of mean transfer times, not separated over separated, by file size. "
            "Left: published, ours, and what other lists of cities would give. Right: the same "
            "cities with other queues.",
        ),
    ]
    rows = [_table5_row(outcome, row) for row in outcome.plan["sizes"]]
    queues = _queues(outcome)
    context = {
        "cities": [_city(outcome, city) for city in outcome.primary],
        "rows": rows,
        "queues": [f"{queue} packets" for queue in queues],
        "by_queue": [
            [row["size"], *(digits(_by_queue(outcome, row["size"], q)) for q in queues)]
            for row in outcome.plan["sizes"]
        ],
        "standing_queue": _standing(outcome),
        "others": list(outcome.plan["cities"]["others"]),
        "draws": outcome.plan["sensitivity"]["draws"],
    }
    facts = {
        "cities": cities,
        "rows": rows,
        "queues": context["queues"],
        "by_queue": context["by_queue"],
        "increases": [
            {
                "id": row.published.id,
                "published": f"{row.published.value:g}",
                "simulated": f"{digits(row.simulated.value)} ({interval(row.simulated)})",
            }
            for row in outcome.compared
            if row.published.id.endswith("_increase")
        ],
    }
    return compose(
        "boubaker2020_cities.html", context, pictures, compared=outcome.compared,
        tables={"transfers": outcome.runs}, facts=facts,
    )  # fmt: skip


def _city(outcome: Outcome, city: str) -> list[str]:
    cells = [city, f"{outcome.shares[city]:.1f}"]
    for size, factor in (("9 kB", 1e3), ("15 MiB", 1.0)):
        for separated in (False, True):
            mean = outcome.mean(city, size, separated).scaled(factor)
            cells.append(f"{digits(mean.value)} ({interval(mean)})")
        cells.append(f"{100 * outcome.ratio(city, size).value:.1f}")
    return cells


def _table5_row(outcome: Outcome, row: dict[str, str]) -> dict[str, str]:
    known = study.published(PAPER)[row["id"]]
    ours = outcome.mean_ratio(row["size"])
    others = [job.city for job in outcome.times if job.queue is None and job.size == row["size"]]
    second = [city for city in dict.fromkeys(others) if city not in outcome.primary]
    drawn = drawn_lists(outcome, row["size"])
    low, high = np.quantile(drawn, [0.025, 0.975])
    return {
        "size": row["size"],
        "published": f"{known.value:g}",
        "simulated": digits(ours.value),
        "interval": interval(ours),
        "deviation": f"{100 * (ours.value / known.value - 1):+.1f}",
        "others": digits(outcome.mean_ratio(row["size"], second).value),
        "lists": f"{digits(low)} \N{EN DASH} {digits(high)}",
        "alone": digits(100 * outcome.ratio("Los Angeles", row["size"]).value),
    }


def _queues(outcome: Outcome) -> list[int]:
    return sorted({job.queue for job in outcome.times if job.queue is not None})


def _by_queue(outcome: Outcome, size: str, queue: int) -> float:
    return outcome.mean_ratio(size, queue=queue).value


def _standing(outcome: Outcome) -> int:
    """Return the queue in the list whose numbers are those of the main rows, in packets."""
    return 49 if 49 in _queues(outcome) else _queues(outcome)[0]


@plot.styled
def per_city(outcome: Outcome, size: str, unit: str, *, dark: bool = False) -> Figure:
    """Mean transfer time to each city, on either side of the seam."""
    factor = {"ms": 1e3, "s": 1.0}[unit]
    order = sorted(outcome.primary, key=lambda c: outcome.mean(c, size, False).value)
    figure = Figure(figsize=(8.6, 0.29 * len(order) + 1.5), layout="constrained")
    axes = figure.add_subplot()
    known = study.published(PAPER)
    for height, city in enumerate(order):
        ends = []
        for separated, colour, side in (
            (False, plot.NO_SEAM, "noseam"),
            (True, plot.SEAM, "seam"),
        ):
            mean = outcome.mean(city, size, separated).scaled(factor)
            ends.append(mean.value)
            low, high = (mean.value if end is None else end for end in (mean.low95, mean.high95))
            axes.plot([low, high], [height] * 2, color=colour, linewidth=3, alpha=0.4)
            axes.plot(mean.value, height, "o", color=colour, markersize=5)
            number = known.get(f"{_MARKS.get((city, size))}_{side}")
            if number is not None:
                axes.plot(
                    number.value, height, "o", markersize=11, markerfacecolor="none",
                    markeredgecolor=plot.GREY, markeredgewidth=1.3,
                )  # fmt: skip
        axes.plot(ends, [height] * 2, color=plot.GREY, linewidth=0.7, zorder=0)
    axes.set_yticks(range(len(order)), order)
    axes.grid(axis="y", visible=False)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel(f"mean transfer time of {'9 kB' if unit == 'ms' else '15 MB'}, {unit}")
    axes.legend(
        handles=[
            _dot(plot.NO_SEAM, "not separated"),
            _dot(plot.SEAM, "separated by the seam"),
            mpl.lines.Line2D(
                [], [], linestyle="none", marker="o", markersize=9, markerfacecolor="none",
                color=plot.GREY, label="published",
            ),
        ],
        loc="lower right",
    )  # fmt: skip
    return figure


def _dot(colour: str, label: str) -> mpl.lines.Line2D:
    return mpl.lines.Line2D([], [], linestyle="none", marker="o", color=colour, label=label)


@plot.styled
def table5(outcome: Outcome, *, dark: bool = False) -> Figure:
    """Table 5 as a figure, with what lists of cities and queues do to it."""
    figure = Figure(figsize=(9.6, 3.9), layout="constrained")
    left, right = figure.subplots(1, 2, sharey=True)
    sizes = [row["size"] for row in outcome.plan["sizes"]]
    kilobytes = [float(size.split()[0]) for size in sizes]
    known = study.published(PAPER)
    published = [known[row["id"]].value for row in outcome.plan["sizes"]]
    drawn = [np.quantile(drawn_lists(outcome, size), [0.025, 0.975]) for size in sizes]
    left.fill_between(
        kilobytes, [low for low, _ in drawn], [high for _, high in drawn], color=plot.NO_SEAM,
        alpha=0.18, linewidth=0, label="95 % of other lists of cities",
    )  # fmt: skip
    ours = [outcome.mean_ratio(size) for size in sizes]
    left.errorbar(
        kilobytes, [one.value for one in ours],
        yerr=[
            [one.value - (one.low95 or one.value) for one in ours],
            [(one.high95 or one.value) - one.value for one in ours],
        ],
        color=plot.NO_SEAM, marker="o", markersize=4, capsize=2, label="simulated, our 17 cities",
    )  # fmt: skip
    alone = [100 * outcome.ratio("Los Angeles", size).value for size in sizes]
    left.plot(kilobytes, alone, color=plot.GREY, linewidth=0.9, label="Los Angeles alone")
    queues = _queues(outcome)
    shades = mpl.colormaps["viridis"](np.linspace(0.05, 0.85, max(len(queues), 1)))
    for queue, colour in zip(queues, shades, strict=True):
        ratios = [_by_queue(outcome, size, queue) for size in sizes]
        right.plot(
            kilobytes, ratios, color=colour, marker=".", linewidth=1.1, label=f"{queue} packets"
        )
    for axes, title in ((left, "other cities"), (right, "other queues")):
        axes.plot(
            kilobytes, published, color=plot.SEAM, marker="D", markersize=4, linewidth=1.1,
            linestyle="--", label="published",
        )  # fmt: skip
        _size_axis(axes, kilobytes)
        axes.set_title(title)
        axes.legend(fontsize=8, loc="lower right")
    left.set_ylabel("MTT not separated / MTT separated, %")
    return figure


def _size_axis(axes: Axes, kilobytes: list[float]) -> None:
    axes.set_xscale("log")
    axes.set_xticks(kilobytes, [f"{value:g}" for value in kilobytes])
    axes.minorticks_off()
    axes.tick_params(axis="x", labelsize=8)
    axes.set_xlabel("size of the file, kB")
    axes.axhline(100, color=plot.GREY, linewidth=0.7)
