"""Boubaker 2020, the 17 cities: Fig. 6 and 9, Table 5, and the increases of its Sec. 6.

From Hawaii to each city while the seam lies between and while it does not; the same with other
queues and other lists of cities, since the paper states neither.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import matplotlib as mpl
import numpy as np
import pyarrow as pa
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from skyseam import plot
from skyseam.reproduce import Estimate, Floats, Study, drawing
from skyseam.reproduce.intervals import Z_975, ratio_of_means, standard_error, stratified_mean
from skyseam.reproduce.report import digits, interval, said

from .. import shared
from ..shared import FACTOR, SIDES

ENDS = {"9 kB": ("ms", "9 kB"), "15 MiB": ("s", "15 MB")}
"""Sizes of Fig. 6 and 9: unit of their times, and what the paper calls them."""

MARKS = {
    ("Los Angeles", "9 kB"): "t9k_la",
    ("New Delhi", "9 kB"): "t9k_delhi",
    ("Los Angeles", "15 MiB"): "t15M_la",
}
"""Published transfer times of single cities: id stem by city and size."""

LOOKS = ((False, plot.NO_SEAM, "noseam"), (True, plot.SEAM, "seam"))


@dataclass(frozen=True)
class Job:
    """Transfers that differ only in their start: a city, a size, a queue, a side of the seam."""

    city: str
    size: str
    queue_packets: int | None
    separated: bool


@dataclass(frozen=True)
class Cities:
    """What the study gave: transfer times in s of each job, in the order of their start times.

    Attributes
    ----------
    lists : dict
        Cities of each list.
    shares : dict
        How much of the day the seam lies between, by city, %.
    runs : pyarrow.Table
        Every transfer.
    """

    study: Study
    lists: dict[str, list[str]]
    shares: dict[str, float]
    times: dict[Job, Floats]
    runs: pa.Table

    @property
    def primary(self) -> list[str]:
        """The cities of the list that is taken."""
        return self.lists["primary"]

    @property
    def sizes(self) -> list[str]:
        """The sizes of Table 5."""
        return [row["size"] for row in self.study.plan["sizes"]]

    @property
    def queues(self) -> list[int]:
        """The queues of the sensitivity table."""
        return sorted({job.queue_packets for job in self.times if job.queue_packets is not None})

    def every(self, size: str) -> list[str]:
        """Return all cities that a size was sent to with the scenario's queue, of both lists."""
        mine = [job.city for job in self.times if (job.size, job.queue_packets) == (size, None)]
        return list(dict.fromkeys(mine))

    def mean(self, city: str, size: str, separated: bool) -> Estimate:
        """Return the mean transfer time of a city, s."""
        return stratified_mean(self.times[Job(city, size, None, separated)])

    def ratio(self, city: str, size: str, queue: int | None = None) -> Estimate:
        """Return MTT not separated over MTT separated of a city."""
        return ratio_of_means(*(self.times[Job(city, size, queue, side)] for side in SIDES))

    def mean_ratio(
        self, size: str, cities: list[str] | None = None, queue: int | None = None
    ) -> Estimate:
        """Return the mean over cities of that ratio, %, as Table 5 has it."""
        return mean_of([self.ratio(c, size, queue) for c in cities or self.primary]).scaled(100)

    def increase(self, size: str) -> Estimate:
        """Return the mean over cities of the increase of transfer time while separated, %."""
        mean = mean_of([_inverse(self.ratio(city, size)) for city in self.primary]).scaled(100)
        low, high = (None if end is None else end - 100 for end in (mean.low95, mean.high95))
        return Estimate(mean.value - 100, low, high, mean.n)

    def by_distance(self, size: str) -> list[str]:
        """Return all cities of a size, those nearest to Hawaii first."""
        gateway = self.study.document("seam.toml")["terminals"][0]
        home = [float(gateway[key].split()[0]) for key in ("latitude", "longitude")]
        places = places_of(self.study)

        def angle(city: str) -> float:
            (a, b), (c, d) = np.radians([home, places[city]])
            along = math.cos(a) * math.cos(c) * math.cos(b - d)
            return math.acos(math.sin(a) * math.sin(c) + along)

        # Equal distances would be in the order of names.
        return sorted(sorted(self.every(size)), key=angle)

    def drawn_lists(self, size: str) -> Floats:
        """Return the 95 % of Table 5's number for lists of as many cities drawn from both, %."""
        every = sorted(self.every(size))
        ratios = np.array([self.ratio(city, size).value for city in every]) * 100
        random = shared.random(self.study.plan["seed"], "lists")
        draws = range(self.study.plan["sensitivity"]["draws"])
        wanted = len(self.primary)
        means = [ratios[random.permutation(len(every))[:wanted]].mean() for _ in draws]
        return np.asarray(np.quantile(np.sort(np.array(means)), [0.025, 0.975]))


def mean_of(values: list[Estimate]) -> Estimate:
    """Return the mean of independent estimates; `n` counts them."""
    mean = sum(one.value for one in values) / len(values)
    half = Z_975 * math.sqrt(sum(standard_error(one) ** 2 for one in values)) / len(values)
    return Estimate(mean, mean - half, mean + half, len(values))


def _inverse(ratio: Estimate) -> Estimate:
    half = Z_975 * standard_error(ratio) / ratio.value**2
    return Estimate(1 / ratio.value, 1 / ratio.value - half, 1 / ratio.value + half, ratio.n)


def places_of(study: Study) -> dict[str, tuple[float, float]]:
    """Return latitude and longitude of every city, deg."""
    return {city: at for listed in study.plan["cities"].values() for city, at in listed.items()}


def make(study: Study) -> Cities:
    """Run files to every city on both sides of the seam."""
    plan, base, places = study.plan, study.document("seam.toml"), places_of(study)
    most = plan["most_cities"]
    lists = {name: list(listed)[:most] for name, listed in plan["cities"].items()}
    pairs = [(plan["gateway"], city) for listed in lists.values() for city in listed]
    sky = _sky(base, {city: places[city] for _, city in pairs})
    table = shared.day(sky, pairs, study.within(0.0, 0.03, "17 cities"))
    sides = {city: shared.separated(table, (gateway, city)) for gateway, city in pairs}
    jobs = {}
    for job, count in _jobs(plan, lists):
        t_s, inside = sides[job.city]
        spans = plot.windows(t_s, inside == job.separated)
        # All sizes and queues of a city begin in the same instants' strata.
        name = f"cities {job.city} {job.separated}"
        jobs[job] = shared.starts(spans, count, plan["seed"], name)
    ran = study.within(0.03, 1.0, "17 cities").runs("cities", _scenarios(base, study, jobs))
    transfer_time_s, ends = ran["transfer_time_s"].to_numpy(), np.cumsum([*map(len, jobs.values())])
    times = {
        job: shared.all_finished(of_it, job)
        for job, of_it in zip(jobs, np.split(transfer_time_s, ends[:-1]), strict=True)
    }
    shares = {city: 100 * float(np.mean(inside)) for city, (_, inside) in sides.items()}
    return Cities(study, lists, shares, times, _runs(jobs, ran))


def _jobs(plan: dict[str, Any], lists: dict[str, list[str]]) -> Iterator[tuple[Job, int]]:
    """Give every set of transfers with its number of start times."""
    sizes = [row["size"] for row in plan["sizes"]]
    for separated in SIDES:
        for city in lists["primary"]:
            yield Job(city, "9 kB", None, separated), plan["starts_9k"]
            yield Job(city, "15 MiB", None, separated), plan["starts_15M"]
        for size in sizes:
            for city in (*lists["primary"], *lists["others"]):
                yield Job(city, size, None, separated), plan["starts_table"]
        for queue in plan["sensitivity"]["queues"]:
            for size in sizes:
                for city in lists["primary"]:
                    yield Job(city, size, queue, separated), plan["starts_queue"]


def _sky(base: dict[str, Any], places: dict[str, tuple[float, float]]) -> dict[str, Any]:
    """Return the scenario with Hawaii and these cities, without flows."""
    ends = [shared.terminal(city, *at) for city, at in places.items()]
    return shared.sky_of(base, [base["terminals"][0], *ends])


def _scenarios(
    base: dict[str, Any], study: Study, jobs: dict[Job, Floats]
) -> Iterator[dict[str, Any]]:
    places = places_of(study)
    for job, starts in jobs.items():
        scenario = _sky(base, {job.city: places[job.city]})
        flow = shared.file_flow(base, (study.plan["gateway"], job.city), job.size)
        if job.queue_packets is not None:
            limit = {"queue": f"{job.queue_packets} packets"}
            scenario["links"] = {k: {**link, **limit} for k, link in base["links"].items()}
        for start in starts:
            yield shared.starting({**scenario, "flows": [flow]}, base["run"], start)


def _runs(jobs: dict[Job, Floats], ran: pa.Table) -> pa.Table:
    """Return every transfer: city, size, queue, side, when it began, and what it gave."""
    rows = [{**vars(job), "start_s": start} for job, starts in jobs.items() for start in starts]
    names = {"queue_packets": pa.int64()}
    columns = {name: pa.array([row[name] for row in rows], names.get(name)) for name in rows[0]}
    return pa.table(columns | {name: ran[name] for name in ran.column_names})


def estimates(cities: Cities) -> dict[str, tuple[Estimate, str]]:
    """Return Table 5, and the increases of Sec. 6."""
    note = f"mean over {len(cities.primary)} cities (our list) of "
    found = {
        row["id"]: (cities.mean_ratio(row["size"]), f"{note}not separated over separated")
        for row in cities.study.plan["sizes"]
    }
    for name, size in (("seam_small_increase", "9 kB"), ("seam_large_increase", "15 MiB")):
        words = f"{note}separated over not separated, less one"
        found[name] = (cities.increase(size), words)
    return found


def tables(cities: Cities) -> dict[str, pa.Table]:
    """Return every transfer."""
    return {"transfers": cities.runs}


def page(cities: Cities) -> dict[str, Any]:
    """Return what the page is told."""
    told, queues = cities.study.plan, cities.queues
    return {
        "cities": [_city(cities, city) for city in cities.primary],
        "rows": [_table5_row(cities, row) for row in told["sizes"]],
        "queues": [f"{queue} packets" for queue in queues],
        "by_queue": [
            [size, *(digits(cities.mean_ratio(size, queue=queue).value) for queue in queues)]
            for size in cities.sizes
        ],
        # The queue in the list whose numbers are those of the main rows, in packets.
        "standing_queue": 49 if 49 in queues else queues[0],
        "nearest": cities.by_distance(cities.sizes[0])[: len(cities.primary)],
        "others": list(told["cities"]["others"]),
        "draws": told["sensitivity"]["draws"],
    }


def facts(cities: Cities) -> dict[str, Any]:
    """Return what was found, for pages about the paper."""
    told, known = page(cities), cities.study.paper.published
    return {
        "cities": len(cities.primary),
        **{name: told[name] for name in ("rows", "queues", "by_queue")},
        "increases": [
            {"id": name, "published": f"{known[name].value:g}", "simulated": said(ours)}
            for name, (ours, _) in estimates(cities).items()
            if name.endswith("_increase")
        ],
    }


def _city(cities: Cities, city: str) -> list[str]:
    cells = [city, f"{cities.shares[city]:.1f}"]
    for size, (unit, _) in ENDS.items():
        means = (cities.mean(city, size, side).scaled(FACTOR[unit]) for side in SIDES)
        cells += [*map(said, means), f"{100 * cities.ratio(city, size).value:.1f}"]
    return cells


def _table5_row(cities: Cities, row: dict[str, str]) -> dict[str, str]:
    size, count = row["size"], len(cities.primary)
    published, ours = cities.study.published(row["id"]), cities.mean_ratio(size)
    nearest_first = cities.by_distance(size)
    low, high = cities.drawn_lists(size)
    others = {
        "others": [city for city in cities.every(size) if city not in cities.primary],
        "nearest": nearest_first[:count],
        "farthest": nearest_first[-count:],
    }
    return {
        "size": size,
        "published": f"{published:g}",
        "simulated": digits(ours.value),
        "interval": interval(ours),
        "deviation": f"{100 * (ours.value / published - 1):+.1f}",
        "lists": f"{digits(low)} \N{EN DASH} {digits(high)}",
        **{name: digits(cities.mean_ratio(size, listed).value) for name, listed in others.items()},
        "alone": digits(100 * cities.ratio("Los Angeles", size).value),
    }


def fig6(cities: Cities) -> Figure:
    """Mean transfer time of 9 kB to each city, on either side of the seam."""
    return _per_city(cities, "9 kB")


def fig9(cities: Cities) -> Figure:
    """Mean transfer time of 15 MB to each city, on either side of the seam."""
    return _per_city(cities, "15 MiB")


def _per_city(cities: Cities, size: str) -> Figure:
    unit, words = ENDS[size]
    order = sorted(cities.primary, key=lambda city: cities.mean(city, size, False).value)
    figure = Figure(figsize=(8.6, 0.29 * len(order) + 1.5), layout="constrained")
    axes = figure.add_subplot()
    known = cities.study.paper.published
    for height, city in enumerate(order):
        ends = []
        for separated, colour, side in LOOKS:
            mean = cities.mean(city, size, separated).scaled(FACTOR[unit])
            ends.append(mean.value)
            look = {"color": colour, "linewidth": 3, "alpha": 0.4}
            drawing.bar(axes, [height] * 2, mean, across=True, **look)
            axes.plot(mean.value, height, "o", color=colour, markersize=5)
            number = known.get(f"{MARKS.get((city, size))}_{side}")
            if number is not None:
                axes.plot(
                    number.value, height, "o", markersize=11, markerfacecolor="none",
                    markeredgecolor=plot.GREY, markeredgewidth=1.3,
                )  # fmt: skip
        axes.plot(ends, [height] * 2, color=plot.GREY, linewidth=0.7, zorder=0)
    axes.set_yticks(range(len(order)), order)
    axes.grid(axis="y", visible=False)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel(f"mean transfer time of {words}, {unit}")
    handles = [
        _dot(plot.NO_SEAM, "not separated"),
        _dot(plot.SEAM, "separated by the seam"),
        _dot(plot.GREY, "published", markersize=9, markerfacecolor="none"),
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=3)
    return figure


def _dot(colour: str, label: str, **look: Any) -> Line2D:  # noqa: ANN401 - matplotlib has its own
    return Line2D([], [], linestyle="none", marker="o", color=colour, label=label, **look)


def table5(cities: Cities) -> Figure:
    """Table 5 as a figure, with what lists of cities and queues do to it."""
    figure, (left, right) = drawing.panels(2, (9.6, 3.9), sharey=True)
    sizes, count = cities.sizes, len(cities.primary)
    kilobytes = [float(size.split()[0]) for size in sizes]
    low, high = np.transpose([cities.drawn_lists(size) for size in sizes])
    left.fill_between(
        kilobytes, low, high, color=plot.NO_SEAM, alpha=0.18, linewidth=0,
        label="95 % of lists drawn from 34 cities",
    )  # fmt: skip
    ours = [cities.mean_ratio(size) for size in sizes]
    left.errorbar(
        kilobytes, [one.value for one in ours],
        yerr=[
            [one.value - (one.low95 or one.value) for one in ours],
            [(one.high95 or one.value) - one.value for one in ours],
        ],
        color=plot.NO_SEAM, marker="o", markersize=4, capsize=2, label="simulated, our 17 cities",
    )  # fmt: skip
    nearest = [cities.mean_ratio(size, cities.by_distance(size)[:count]).value for size in sizes]
    label = f"the {count} of them nearest to Hawaii"
    left.plot(kilobytes, nearest, color="#009E73", marker=".", linewidth=1.1, label=label)
    alone = [100 * cities.ratio("Los Angeles", size).value for size in sizes]
    left.plot(kilobytes, alone, color=plot.GREY, linewidth=0.9, label="Los Angeles alone")
    shades = mpl.colormaps["viridis"](np.linspace(0.05, 0.85, max(len(cities.queues), 1)))
    for queue, colour in zip(cities.queues, shades, strict=True):
        ratios = [cities.mean_ratio(size, queue=queue).value for size in sizes]
        look = {"color": colour, "marker": ".", "linewidth": 1.1}
        right.plot(kilobytes, ratios, **look, label=f"{queue} packets")
    published = [cities.study.published(row["id"]) for row in cities.study.plan["sizes"]]
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
    drawing.ticks(axes, kilobytes)
    axes.tick_params(axis="x", labelsize=8)
    axes.set_xlabel("size of the file, kB")
    axes.axhline(100, color=plot.GREY, linewidth=0.7)


FIGURES = (fig6, fig9, table5)
