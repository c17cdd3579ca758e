"""Boubaker 2020, the 17 cities: Fig. 6 and 9, Table 5, and the increases of its Sec. 6.

From Hawaii to each city while the seam lies between and while it does not; the same with other
queues and other lists of cities, since the paper states neither. What is run stands in
papers/boubaker2020/cities.toml. The page is made in `boubaker2020_cities_report`.
"""

from __future__ import annotations

import copy
import math
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from skyseam import plot, survey
from skyseam._errors import SkyseamError
from skyseam._work import Progress
from skyseam.reproduce import study
from skyseam.reproduce.store import Store, within
from skyseam.reproduce.study import Compared, Estimate, Floats

PAPER = "boubaker2020"
DAY_S = 86_400.0
SIDES = (False, True)


@dataclass(frozen=True)
class Job:
    """Transfers that differ only in their start: a city, a size, a queue, a side of the seam."""

    city: str
    size: str
    queue: int | None
    separated: bool


@dataclass(frozen=True)
class Outcome:
    """What the study gave: transfer times in s of each job, in the order of their start times."""

    plan: dict[str, Any]
    places: dict[str, tuple[float, float]]
    primary: list[str]
    shares: dict[str, float]
    times: dict[Job, Floats]
    runs: pa.Table
    compared: list[Compared]
    quick: bool

    def mean(self, city: str, size: str, separated: bool, queue: int | None = None) -> Estimate:
        """Return the mean transfer time of a city, s."""
        return study.stratified_mean(self.times[Job(city, size, queue, separated)])

    def ratio(self, city: str, size: str, queue: int | None = None) -> Estimate:
        """Return MTT not separated over MTT separated of a city."""
        near, far = (self.times[Job(city, size, queue, separated)] for separated in SIDES)
        return study.ratio_of_means(near, far)

    def mean_ratio(
        self, size: str, cities: list[str] | None = None, queue: int | None = None
    ) -> Estimate:
        """Return the mean over cities of that ratio, %, as Table 5 has it."""
        ratios = [self.ratio(city, size, queue) for city in cities or self.primary]
        return mean_of(ratios).scaled(100)

    def increase(self, size: str) -> Estimate:
        """Return the mean over cities of the increase of transfer time while separated, %."""
        inverse = [_inverse(self.ratio(city, size)) for city in self.primary]
        mean = mean_of(inverse).scaled(100)
        low, high = (None if end is None else end - 100 for end in (mean.low95, mean.high95))
        return Estimate(mean.value - 100, low, high, mean.n)


def cities(
    *,
    quick: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
    store: Store | None = None,
) -> Outcome:
    """Run the study of the cities.

    Parameters
    ----------
    quick
        Fewer cities and start times.
    threads
        Number of threads; all cores when None. The result is the same on any number.
    progress
        Called with the fraction done and a text.
    store
        Where finished runs are kept.
    """
    store = store or Store()
    plan = study.document(PAPER, "cities.toml")
    base = study.document(PAPER, plan["scenario"])
    lists = {name: list(listed) for name, listed in plan["cities"].items()}
    if quick:
        lists = {name: listed[: plan["quick_cities"]] for name, listed in lists.items()}
    every = [city for listed in lists.values() for city in listed]
    places = {city: at for listed in plan["cities"].values() for city, at in listed.items()}
    windows, shares = _windows(base, plan, {city: places[city] for city in every}, progress)
    jobs = {
        job: study.stratified_starts(
            windows[job.city, job.separated], count, _random(plan["seed"], job)
        )
        for job, count in _jobs(plan, lists, quick)
    }
    ran = store.runs(
        "cities", _scenarios(base, plan, places, jobs),
        threads=threads, progress=within(progress, 0.03, 1.0, "17 cities"),
    )  # fmt: skip
    times, first = {}, 0
    transfer_time_s = ran["transfer_time_s"].to_numpy()
    for job, starts in jobs.items():
        times[job] = transfer_time_s[first : first + len(starts)]
        first += len(starts)
        if np.isnan(times[job]).any():
            raise SkyseamError(
                f"a transfer of {job} did not finish in the time the scenario gives it: no mean "
                "can be stated; lengthen [run] duration"
            )
    outcome = Outcome(
        plan, places, lists["primary"], shares, times, _runs(jobs, ran), [], quick
    )  # fmt: skip
    outcome.compared.extend(_compared(outcome))
    return outcome


def mean_of(values: list[Estimate]) -> Estimate:
    """Return the mean of independent estimates; `n` counts them."""
    errors = [study.standard_error(one) for one in values]
    mean = sum(one.value for one in values) / len(values)
    half = study.Z_975 * math.sqrt(sum(error**2 for error in errors)) / len(values)
    return Estimate(mean, mean - half, mean + half, len(values))


def _inverse(ratio: Estimate) -> Estimate:
    half = study.Z_975 * study.standard_error(ratio) / ratio.value**2
    return Estimate(1 / ratio.value, 1 / ratio.value - half, 1 / ratio.value + half, ratio.n)


def _jobs(
    plan: dict[str, Any], lists: dict[str, list[str]], quick: bool
) -> Iterator[tuple[Job, int]]:
    """Give every set of transfers with its number of start times."""
    few = "quick_" if quick else ""
    sizes = [row["size"] for row in plan["sizes"]]
    for separated in SIDES:
        for city in lists["primary"]:
            yield Job(city, "9 kB", None, separated), plan[f"{few}starts_9k"]
            yield Job(city, "15 MiB", None, separated), plan[f"{few}starts_15M"]
        for size in sizes:
            for city in (*lists["primary"], *lists["others"]):
                yield Job(city, size, None, separated), plan[f"{few}starts_table"]
        for queue in plan["sensitivity"]["queues"][: 2 if quick else None]:
            for size in sizes:
                for city in lists["primary"]:
                    yield Job(city, size, queue, separated), plan[f"{few}starts_queue"]


def _random(seed: int, job: Job) -> np.random.Generator:
    # A stream per city and side: all sizes and queues of a city begin in the same instants' strata.
    name = f"cities {job.city} {job.separated}"
    return np.random.default_rng([seed, zlib.crc32(name.encode())])


def _sky(base: dict[str, Any], places: dict[str, tuple[float, float]]) -> dict[str, Any]:
    """Return the scenario with Hawaii and these cities, without flows."""
    gateway = base["terminals"][0]
    return {
        **{key: base[key] for key in ("constellation", "handover", "routing", "links")},
        "terminals": [gateway, *(_terminal(city, *at) for city, at in places.items())],
    }


def _terminal(name: str, latitude: float, longitude: float) -> dict[str, str]:
    return {"name": name, "latitude": f"{latitude} deg", "longitude": f"{longitude} deg"}


def _windows(
    base: dict[str, Any],
    plan: dict[str, Any],
    places: dict[str, tuple[float, float]],
    progress: Progress | None,
) -> tuple[dict[tuple[str, bool], list[tuple[float, float]]], dict[str, float]]:
    """Return the windows of the day of each city and side, and the share separated in percent."""
    pairs = [(plan["gateway"], city) for city in places]
    table = survey.delay(
        _sky(base, places), pairs=pairs, start_s=0.0, duration_s=DAY_S, step_s=10.0,
        progress=within(progress, 0.0, 0.03, "17 cities"),
    ).table("delay")  # fmt: skip
    windows, shares = {}, {}
    for pair in pairs:
        rows = plot.of_pair(table, pair)
        inside = rows["separated"].to_numpy()
        shares[pair[1]] = 100 * float(np.mean(inside))
        for separated in SIDES:
            windows[pair[1], separated] = plot.windows(rows["t_s"].to_numpy(), inside == separated)
    return windows, shares


def _scenarios(
    base: dict[str, Any],
    plan: dict[str, Any],
    places: dict[str, tuple[float, float]],
    jobs: dict[Job, Floats],
) -> Iterator[dict[str, Any]]:
    for job, starts in jobs.items():
        scenario = _sky(base, {job.city: places[job.city]})
        flow = copy.deepcopy(base["flows"][0])
        flow |= {"from": plan["gateway"], "to": job.city}
        flow["application"]["size"] = job.size
        if job.queue is not None:
            limit = {"queue": f"{job.queue} packets"}
            scenario["links"] = {k: {**link, **limit} for k, link in base["links"].items()}
        for start in starts:
            run = {**base["run"], "start": f"{start:.6f} s"}
            yield {**scenario, "flows": [flow], "run": run}


def _runs(jobs: dict[Job, Floats], ran: pa.Table) -> pa.Table:
    """Return every transfer: city, size, queue, side, when it began, and what it gave."""
    counts = [len(starts) for starts in jobs.values()]

    def spread(values: list[Any]) -> list[Any]:
        pairs = zip(values, counts, strict=True)
        return [value for value, count in pairs for _ in range(count)]

    table = pa.table(
        {
            "city": spread([job.city for job in jobs]),
            "size": spread([job.size for job in jobs]),
            "queue_packets": pa.array(spread([job.queue for job in jobs]), pa.int64()),
            "separated": spread([job.separated for job in jobs]),
            "start_s": np.concatenate(list(jobs.values())),
        }
    )
    for name in ran.column_names:
        table = table.append_column(name, ran[name])
    return table


def _compared(outcome: Outcome) -> list[Compared]:
    known = study.published(PAPER)
    cities = len(outcome.primary)
    note = f"mean over {cities} cities (our list) of not separated over separated"
    rows = [
        Compared(known[row["id"]], outcome.mean_ratio(row["size"]), note)
        for row in outcome.plan["sizes"]
    ]
    note = f"mean over {cities} cities (our list) of separated over not separated, less one"
    for identity, size in (("seam_small_increase", "9 kB"), ("seam_large_increase", "15 MiB")):
        rows.append(Compared(known[identity], outcome.increase(size), note))
    return rows


def drawn_lists(outcome: Outcome, size: str) -> Floats:
    """Return Table 5's number for lists of as many cities drawn from both lists, %, sorted."""
    every = sorted({job.city for job in outcome.times if job.queue is None and job.size == size})
    ratios = np.array([outcome.ratio(city, size).value for city in every]) * 100
    random = np.random.default_rng([outcome.plan["seed"], zlib.crc32(b"lists")])
    wanted = len(outcome.primary)
    draws = outcome.plan["sensitivity"]["draws"]
    means = [ratios[random.permutation(len(every))[:wanted]].mean() for _ in range(draws)]
    return np.sort(np.array(means))
