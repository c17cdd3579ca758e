"""Boubaker 2020, the 17 cities: Fig. 6 and 9, Table 5, and the increases of its Sec. 6.

From Hawaii to each of 34 cities, with and without the seam in between, and with and without a
bounded send window. The paper does not name the 17 cities or the window, on which Table 5 depends.
A reading of the paper is a list of 17 cities and a window.
"""

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from skyseam import plot
from skyseam.export._scenario import number
from skyseam.measures.intervals import Z_975, standard_error
from skyseam.reproduce import Estimate, Study, digits, drawing, transfers
from skyseam.reproduce.cases import Declared, applied
from skyseam.reproduce.transfers import SIDES, Files

from .. import shared
from ..shared import SIDE_NAMES

SMALL, LARGE = "9 kB", "15 MiB"
ENDS = {SMALL: ("ms", "9 kB"), LARGE: ("s", "15 MB")}
"""Sizes of Fig. 6 and 9: unit of their times, and what the paper calls them."""

MOST, LEAST = "Los Angeles", "New Delhi"
"""The cities that the paper calls most and least affected."""

MARKS = {(MOST, SMALL): "t9k_la", (LEAST, SMALL): "t9k_delhi", (MOST, LARGE): "t15M_la"}
"""Published transfer times of single cities: id stem by city and size."""

LOOKS = {"defaults": ("#0072B2", 9), "fits": ("#009E73", 5), "neither": (plot.GREY, 4)}
"""Colour and size of the marks of a city, by the list that it is in."""

COLOURS = {False: plot.NO_SEAM, True: plot.SEAM}


class Job(Declared, file=__file__):
    """Transfers that differ only in their start."""


@dataclass(frozen=True)
class Cities:
    """Results of the study.

    `lists`: cities of each reading. `shares`: share of the day in which the seam lies in between,
    by city, %.
    """

    study: Study
    lists: dict[str, list[str]]
    shares: dict[str, float]
    files: dict[Job, Files]

    @property
    def every(self) -> list[str]:
        return list(self.shares)

    def sides(self, city: str, size: str, window: str) -> list[Files]:
        """Return the transfers to a city, not separated and separated."""
        # 9 kB leave in the first flight, whatever the window.
        there = "defaults" if size == SMALL else window
        return [self.files[Job(city, size, there, side)] for side in SIDES]

    def ratio(self, city: str, size: str, window: str) -> Estimate:
        """Return MTT not separated over MTT separated of a city, %."""
        return transfers.ratio(*self.sides(city, size, window))

    def mean_ratio(self, size: str, cities: list[str], window: str) -> Estimate:
        """Return the mean over cities of the ratio of mean transfer times, %, as in Table 5."""
        return mean_of([self.ratio(city, size, window) for city in cities])

    def increases(self, cities: list[str]) -> list[Estimate]:
        """Return the increase of the transfer time of 9 kB to each city while separated, %."""
        return [increase(self.ratio(city, SMALL, "defaults")) for city in cities]

    def between(self) -> list[str]:
        """Return the cities whose increase lies between those of New Delhi and Los Angeles."""
        least, most = (self.increases([city])[0].value for city in (LEAST, MOST))
        told = zip(self.every, self.increases(self.every), strict=True)
        return [city for city, one in told if least <= one.value <= most]


def mean_of(values: list[Estimate]) -> Estimate:
    """Return the mean of independent estimates; its `n` is their number."""
    mean = sum(one.value for one in values) / len(values)
    half = Z_975 * math.sqrt(sum(standard_error(one) ** 2 for one in values)) / len(values)
    return Estimate(mean, mean - half, mean + half, len(values))


def increase(ratio: Estimate) -> Estimate:
    """Return the increase equivalent to a ratio of means in percent, %."""
    value, half = 1e4 / ratio.value - 100, 1e4 * Z_975 * standard_error(ratio) / ratio.value**2
    return Estimate(value, value - half, value + half, ratio.n)


def make(study: Study) -> Cities:
    plan, base = study.plan, study.document("seam.toml")
    lists = {name: listed[: plan["most_cities"]] for name, listed in plan["lists"].items()}
    wanted = set(lists["defaults"]) | set(lists["fits"]) if study.quick else set(plan["places"])
    places = {city: at for city, at in plan["places"].items() if city in wanted}
    pairs = [(plan["gateway"], city) for city in places]
    part = study.within(0.0, 0.03, "17 cities")
    table = shared.day(_sky(base, places), pairs, part).table("delay")
    sides = {city: transfers.separated(table, (gateway, city)) for gateway, city in pairs}
    jobs = {}
    for job, changes, count in _jobs(plan, lists, list(places)):
        t_s, inside = sides[job.city]
        spans = plot.windows(t_s, inside == job.separated)
        # All sizes and windows of a city begin in the same instants' strata.
        name = f"cities {job.city} {job.separated}"
        flow = shared.file_flow(base, (plan["gateway"], job.city), job.size)
        sky = {**_sky(base, {job.city: places[job.city]}), "flows": [flow]}
        drawn = transfers.starts(spans, count, plan["seed"], name)
        jobs[job] = (drawn, applied(sky, changes))
    files = transfers.run_files(study.within(0.03, 1.0, "17 cities"), "cities", jobs)
    shares = {city: 100 * float(np.mean(inside)) for city, (_, inside) in sides.items()}
    return Cities(study, lists, shares, files)


def _jobs(
    plan: dict[str, Any], lists: dict[str, list[str]], every: list[str]
) -> Iterator[tuple[Job, dict[str, Any], int]]:
    """Yield every set of transfers with its changes and its number of start times."""
    changes = {name: plan["reading"][name]["changes"] for name in lists}
    (key,) = changes["fits"]
    for side in SIDES:
        for city in every:
            yield Job(city, SMALL, "defaults", side), {}, plan["starts_9k"]
        for reading, listed in lists.items():
            for city in listed:
                yield Job(city, LARGE, reading, side), changes[reading], plan["starts_15M"]
        for row in plan["sizes"]:
            for city, name in itertools.product(every, lists):
                yield Job(city, row["size"], name, side), changes[name], row["starts"]
            for city, window in itertools.product(lists["fits"], plan["windows"]):
                job = Job(city, row["size"], window, side)
                yield job, {key: window}, plan["starts_window"]


def _sky(base: dict[str, Any], places: dict[str, tuple[float, float]]) -> dict[str, Any]:
    """Return the scenario with Hawaii and these cities, without flows."""
    ends = [transfers.terminal(city, *at) for city, at in places.items()]
    return transfers.sky_of(base, [base["terminals"][0], *ends])


def estimates(cities: Cities) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for reading, listed in cities.lists.items():
        note, sizes = f"mean over {len(listed)} cities of ", cities.study.plan["sizes"]
        ratios = {row["id"]: cities.mean_ratio(row["size"], listed, reading) for row in sizes}
        each = {name: (ratio, f"{note}the ratios") for name, ratio in ratios.items()}
        small, large = mean_of(cities.increases(listed)), increase(ratios["ratio_10000k"])
        each["seam_small_increase"] = (small, f"{note}the increases")
        each["seam_large_increase"] = (large, "1 / ratio - 1 of Table 5 at 10,000 kB")
        for name, one in each.items():
            found.setdefault(name, {})[reading] = one
    return found


def tables(cities: Cities) -> dict[str, pa.Table]:
    return {"transfers": transfers.table_of(cities.files)}


def page(cities: Cities) -> dict[str, Any]:
    plan, between = cities.study.plan, cities.between()
    rows = []
    told = [(cities.lists[way["cities"]], way["window"]) for way in plan["ways"]]
    told += [(between, "fits"), *((cities.lists["fits"], window) for window in plan["windows"])]
    for row in plan["sizes"]:
        means = (cities.mean_ratio(row["size"], *one).value for one in told)
        published = f"{cities.study.published(row['id']):g}"
        rows.append([row["size"], published, *map(digits, means)])
    # By how much the share of the day in which the seam separates is off the difference of
    # longitude, in percent of 180 deg.
    west = number(cities.study.document("seam.toml")["terminals"][0]["longitude"])
    apart = {city: (at[1] - west + 180) % 360 - 180 for city, at in plan["places"].items()}
    off_longitude = max(abs(of - abs(apart[city]) / 1.8) for city, of in cities.shares.items())
    return {
        "head": [
            *("size", "published, %", "defaults", "cities of all continents, window bounded"),
            *("nearest cities, window not bounded", "fits", f"all {len(between)} between"),
            *(f"fits, {window}" for window in plan["windows"]),
        ],
        "rows": rows,
        "between": between,
        "outside": {name: [c for c in of if c not in between] for name, of in cities.lists.items()},
        "off_longitude": digits(off_longitude),
        "increases": {
            name: [digits(end(one.value for one in cities.increases(of))) for end in (min, max)]
            for name, of in cities.lists.items()
        },
    }


def _per_city(cities: Cities, *, size: str) -> Figure:
    unit, words = ENDS[size]
    figure, panels = drawing.panels(2, (10.4, 0.29 * len(cities.lists["fits"]) + 1.7))
    for axes, reading in zip(panels, ("fits", "defaults"), strict=True):
        axes.set_title(f"reading that {reading}" if reading == "fits" else f"{reading} reading")
        sides = {city: cities.sides(city, size, reading) for city in cities.lists[reading]}
        means = {city: [one.mean(unit) for one in both] for city, both in sides.items()}
        order = sorted(means, key=lambda city: means[city][0].value)
        for height, city in enumerate(order):
            for side, mean in zip(SIDES, means[city], strict=True):
                drawing.dot(axes, height, mean, COLOURS[side], across=True, lw=3)
                name = f"{MARKS.get((city, size))}_{SIDE_NAMES[side]}"
                if name in cities.study.paper.published:
                    look: Any = {"markersize": 11, "mfc": "none", "mec": plot.GREY, "mew": 1.3}
                    axes.plot(cities.study.published(name), height, "o", **look)
            ends = [one.value for one in means[city]]
            axes.plot(ends, [height] * 2, color=plot.GREY, lw=0.7, zorder=0)
        drawing.names_axis(axes, order[::-1])
        axes.set_xlabel(f"mean transfer time of {words}, {unit}")
    handles = [
        drawing.mark("not separated", color=plot.NO_SEAM),
        drawing.mark("separated by the seam", color=plot.SEAM),
        drawing.mark("published", color=plot.GREY, markersize=9, markerfacecolor="none"),
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=3)
    return figure


def table5(cities: Cities) -> Figure:
    figure, (left, right) = drawing.panels(2, (10.4, 5.2), width_ratios=[1.25, 1])
    sizes = [row["size"] for row in cities.study.plan["sizes"]]
    kilobytes = [float(size.split()[0]) for size in sizes]
    for way in cities.study.plan["ways"]:
        listed = cities.lists[way["cities"]]
        means = [cities.mean_ratio(size, listed, way["window"]) for size in sizes]
        drawing.line(left, kilobytes, means, way["colour"], way["label"], ls=way["style"])
    published = [cities.study.published(row["id"]) for row in cities.study.plan["sizes"]]
    left.plot(kilobytes, published, color=plot.SEAM, marker="D", ms=5, ls="--", label="published")
    drawing.ticks(left, kilobytes)
    left.tick_params(axis="x", labelsize=8)
    left.axhline(100, color=plot.GREY, linewidth=0.7)
    left.set(xlabel="size of the file, kB", ylabel="MTT not separated / MTT separated, %")
    left.set_title("mean over 17 cities")
    left.legend(fontsize=8, loc="lower right")
    _by_city(right, cities)
    return figure


def _by_city(axes: Axes, cities: Cities) -> None:
    """Draw the ratio of 9 kB to each city, in the colours of the lists it is in."""
    ratios = {city: cities.ratio(city, SMALL, "defaults").value for city in cities.every}
    order = sorted(cities.every, key=lambda city: -ratios[city])
    for height, city in enumerate(order):
        there = [name for name, listed in cities.lists.items() if city in listed]
        for name in there or ["neither"]:
            colour, size = LOOKS[name]
            axes.plot(ratios[city], height, "o", color=colour, markersize=size)
    for city in (MOST, LEAST):
        axes.axvline(ratios[city], color=plot.SEAM, linestyle="--", linewidth=0.9)
    drawing.names_axis(axes, order[::-1], fontsize=6.5)
    axes.set_title("9 kB, by city; between the lines as the paper says", fontsize=9.5)
    axes.set_xlabel("MTT not separated / MTT separated, %")
    shown = {name: LOOKS[name] for name in cities.lists}
    handles = [drawing.mark(name, color=c, markersize=size) for name, (c, size) in shown.items()]
    axes.legend(handles=handles, fontsize=8, loc="upper right")


FIGURES = {
    "fig6": partial(_per_city, size=SMALL), "fig9": partial(_per_city, size=LARGE),
    "table5": table5,
}  # fmt: skip
