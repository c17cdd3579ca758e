"""Henderson 1999, chapter 6, delay: pings over Teledesic and Iridium, New York to San Francisco.

What is run stands in papers/henderson1999 as data (scenarios, study, claims, assumptions, and bands
that another program gave); here stands how: places drawn on the sphere, the same pings by least
delay and by fewest hops, steps of a day's delay, the planes beside the seam. Nothing is fitted.
The pages and figures made of it are in `henderson1999_delay_report` and `_figures`.
"""

from __future__ import annotations

import copy
import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import pyarrow as pa

from skyseam import simulate, survey
from skyseam._errors import SkyseamError
from skyseam._work import Progress, thread_count
from skyseam.reproduce import study
from skyseam.reproduce.study import Compared, Estimate, Floats
from skyseam.results import Results

PAPER = "henderson1999"
DAY_S = 86_400.0
METRICS = ("delay", "hops")
KM_PER_MM = 1000.0


@dataclass(frozen=True)
class Pings:
    """The same pings over one sky, by each metric.

    Attributes
    ----------
    label : str
        Of the sky.
    km : numpy.ndarray
        Great-circle distance.
    delay_ms : dict of str to numpy.ndarray
        By metric; NaN without a path.
    tables : dict of str to pyarrow.Table
        By metric, places included.
    """

    label: str
    km: Floats
    delay_ms: dict[str, Floats]
    tables: dict[str, pa.Table]

    def covered(self, metric: str) -> Floats:
        """Return the delays of pings that got through."""
        delay_ms = self.delay_ms[metric]
        return np.asarray(delay_ms[~np.isnan(delay_ms)])


@dataclass(frozen=True)
class Reading:
    """One way of counting steps, and what it gives."""

    label: str
    step_ms: Floats
    at_most: Estimate
    is_primary: bool = False


@dataclass(frozen=True)
class Excess:
    """Min-hop minus min-delay between places some distance apart."""

    from_mm: float
    to_mm: float
    mean: Estimate
    max_ms: float


@dataclass(frozen=True)
class Beside:
    """A number of ours beside a band; `standard_error` is that of the difference, if sampled."""

    ours: Estimate
    band: float
    standard_error: float | None

    @property
    def z(self) -> float | None:
        """How many standard errors ours is above the band."""
        if self.standard_error is None:
            return None
        return (self.ours.value - self.band) / self.standard_error


@dataclass(frozen=True)
class Band:
    """A number of the other program beside ours.

    Attributes
    ----------
    held : Beside
        Of ends that hold the satellite the handover policy led them to.
    attached : Beside
        Of ends that have just taken the highest satellite.
    """

    quantity: str
    unit: str
    band: float
    held: Beside
    attached: Beside


@dataclass(frozen=True)
class Seam:
    """Where the planes beside the seam cross."""

    label: str
    inclination_deg: float
    separation_deg: float
    computed_deg: float
    observed_deg: float
    observed_longitude_deg: float
    t_s: float


@dataclass(frozen=True)
class Outcome:
    """Everything the study gave; the report shows it."""

    study: dict[str, Any]
    scenarios: dict[str, dict[str, Any]]
    pings: dict[str, Pings]
    attached: dict[str, Pings]
    contrast: Floats
    day: pa.Table
    handovers: pa.Table
    readings: list[Reading]
    days: list[Reading]
    excess: dict[str, list[Excess]]
    example: dict[str, Any]
    seams: list[Seam]
    compared: list[Compared]
    bands: list[Band]
    quick: bool
    threads: int
    wall_s: float


def delay(
    *,
    quick: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Outcome:
    """Run the delay studies; `henderson1999_delay_report` makes a page of what they gave.

    Parameters
    ----------
    quick
        Fewer pings, days and variants.
    threads
        Number of threads; all cores when None. The result is the same on any number.
    progress
        Called with the fraction done and a text.
    """
    begun = time.perf_counter()
    threads = thread_count(threads)
    plan = study.document(PAPER, "study.toml")["delay"]
    bands = study.document(PAPER, "bands.toml")
    scenarios = {sky["id"]: _scenario(sky) for sky in plan["skies"]}
    days = plan["day"]["quick_days" if quick else "days"]
    intervals = plan["day"]["quick_check_intervals_s" if quick else "check_intervals_s"]
    phases = plan["attached"]["quick_phases" if quick else "phases"]
    # In equal parts, roughly: a run of pings, or some days of delay.
    meter = _Meter(progress, 3 * len(scenarios) + 1 + (days + len(intervals)) / 4)

    count = plan["quick_pings" if quick else "pings"]
    places = _places(count, _random(plan["seed"], "sphere"), on_sphere=True)
    pings, attached = {}, {}
    for sky in plan["skies"]:
        scenario = scenarios[sky["id"]]
        tables = {
            metric: _probe(scenario, places, metric, threads, meter.within(1.0))
            for metric in METRICS
        }
        pings[sky["id"]] = _pings(sky["label"], tables)
        tables = {
            metric: _just_attached(scenario, places, metric, phases, threads, meter)
            for metric in METRICS
        }
        attached[sky["id"]] = _pings(sky["label"], tables)
    contrast_of = bands["contrast"]
    even = _places(count, _random(plan["seed"], "latitude and longitude"), on_sphere=False)
    scenario, metric = scenarios[contrast_of["sky"]], contrast_of["metric"]
    contrast = _numbers(_probe(scenario, even, metric, threads, meter.within(1.0)), "delay_ms")

    results, readings, by_day = _days(plan["day"], scenarios, intervals, days, meter)
    excess = {sky: _excess(p, np.arange(0.0, 21.0)) for sky, p in pings.items()}
    return Outcome(
        study=plan,
        scenarios=scenarios,
        pings=pings,
        attached=attached,
        contrast=contrast,
        day=results.table("delay"),
        handovers=results.table("handovers"),
        readings=readings,
        days=by_day,
        excess=excess,
        example=_example(pings[plan["example"]["sky"]], plan["example"]),
        seams=[_seam(s["label"], scenarios[s["id"]]) for s in plan["skies"] if s["id"] in _SEAMS],
        compared=_compared(plan, pings["teledesic"], readings),
        bands=_bands(bands, plan["above_ms"], pings, attached),
        quick=quick,
        threads=threads,
        wall_s=time.perf_counter() - begun,
    )


_SEAMS = ("teledesic", "iridium")


class _Meter:
    """Tells progress over works that follow each other."""

    def __init__(self, progress: Progress | None, parts: float) -> None:
        self._progress, self._parts, self._done = progress, parts, 0.0

    def within(self, part: float) -> Progress | None:
        """Return the progress of the next work, which is `part` of all parts."""
        begun, self._done = self._done, self._done + part
        tell = self._progress
        if tell is None:
            return None

        def inner(fraction: float, text: str) -> None:
            tell(min((begun + part * fraction) / self._parts, 1.0), text)

        return inner


def _scenario(sky: dict[str, Any]) -> dict[str, Any]:
    scenario = study.document(PAPER, sky["scenario"])
    if "isl_pattern" in sky:
        scenario["constellation"]["isl"] = {"pattern": sky["isl_pattern"]}
    return scenario


def _random(seed: int, name: str) -> np.random.Generator:
    # A stream per name: another study does not move the places of this one.
    return np.random.default_rng([seed, zlib.crc32(name.encode())])


def _places(count: int, random: np.random.Generator, *, on_sphere: bool) -> dict[str, Floats]:
    """Draw both ends and the instant of each ping."""

    def latitude_deg() -> Floats:
        if on_sphere:
            # Zones of equal height have equal area (Archimedes).
            return np.asarray(np.degrees(np.arcsin(random.uniform(-1.0, 1.0, count))))
        return random.uniform(-90.0, 90.0, count)

    return {
        "from_latitude_deg": latitude_deg(),
        "from_longitude_deg": random.uniform(-180.0, 180.0, count),
        "to_latitude_deg": latitude_deg(),
        "to_longitude_deg": random.uniform(-180.0, 180.0, count),
        "t_s": random.uniform(0.0, DAY_S, count),
    }


def _probe(
    scenario: dict[str, Any],
    places: dict[str, Floats],
    metric: str,
    threads: int,
    progress: Progress | None,
) -> pa.Table:
    """Ping, and put the places beside the answers."""
    results = survey.probe(scenario, places, metric=metric, threads=threads, progress=progress)
    table = results.table("probes")
    for name in reversed(survey.PROBE_COLUMNS[:-1]):
        table = table.add_column(0, name, pa.array(places[name]))
    return table


def _just_attached(
    scenario: dict[str, Any],
    places: dict[str, Floats],
    metric: str,
    phases: int,
    threads: int,
    meter: _Meter,
) -> pa.Table:
    """Ping between the same places at time zero, when every end has taken the highest satellite.

    In parts, each with the satellites a little further along their orbits. Where the planes stand
    over the Earth does not matter to places that are uniform on the sphere.
    """
    moved = simulate.resolved(scenario)
    shell = moved["constellation"]["shell"]
    slot_deg = 360.0 / int(shell["satellites_per_plane"])
    parts = []
    for phase in range(phases):
        shell["argument_of_latitude"] = f"{slot_deg * phase / phases} deg"
        some = {name: values[phase::phases] for name, values in places.items()}
        some["t_s"] = np.zeros_like(some["t_s"])
        parts.append(_probe(moved, some, metric, threads, meter.within(0.5 / phases)))
    return pa.concat_tables(parts)


def _numbers(table: pa.Table, name: str) -> Floats:
    return np.asarray(table[name].to_numpy(), dtype=float)


def _pings(label: str, tables: dict[str, pa.Table]) -> Pings:
    return Pings(
        label=label,
        km=_numbers(tables["delay"], "great_circle_km"),
        delay_ms={metric: _numbers(table, "delay_ms") for metric, table in tables.items()},
        tables=tables,
    )


def _days(
    plan: dict[str, Any],
    scenarios: dict[str, dict[str, Any]],
    intervals: Sequence[int],
    days: int,
    meter: _Meter,
) -> tuple[Results, list[Reading], list[Reading]]:
    """Give the day's delay, its steps counted in several ways, and the steps of further days."""
    base = scenarios[plan["sky"]]
    pair = (plan["from"], plan["to"])

    def sample(scenario: dict[str, Any], day: int) -> Results:
        return survey.delay(
            scenario,
            pairs=[pair],
            start_s=day * DAY_S,
            duration_s=DAY_S,
            step_s=plan["step_s"],
            # A later day is reached through all days before it.
            progress=meter.within(0.25),
        )

    def reading(label: str, table: pa.Table, every: int = 1, **words: bool) -> Reading:
        limit = plan["drift_ms_per_s"] * plan["step_s"] * every
        step_ms = steps(_numbers(table, "delay_ms")[::every], limit)
        return Reading(label, step_ms, _share_at_most(step_ms, plan["at_most_ms"]), **words)

    first = sample(base, 0)
    table = first.table("delay")
    every = round(plan["coarse_step_s"] / plan["step_s"])
    primary = reading("checks every 10 s, as in ns-2", table, is_primary=True)
    rounded = np.round(primary.step_ms)
    readings = [
        primary,
        Reading(
            "the same, read to a whole millisecond",
            primary.step_ms,
            study.share(int((rounded <= plan["at_most_ms"]).sum()), len(rounded)),
        ),
        reading(f"the same, a sample every {plan['coarse_step_s']:g} s", table, every),
    ]
    for interval in intervals:
        if interval == 10:
            continue
        scenario = copy.deepcopy(base)
        scenario["handover"]["check_interval"] = f"{interval} s"
        readings.append(reading(f"checks every {interval} s", sample(scenario, 0).table("delay")))
    later = [reading(f"day {day + 1}", sample(base, day).table("delay")) for day in range(1, days)]
    by_day = [Reading("day 1", primary.step_ms, primary.at_most), *later]
    return first, readings, by_day


def steps(delay_ms: Floats, drift_ms: float) -> Floats:
    """Return the sizes of changes between neighbouring samples that are larger than `drift_ms`.

    Changes into and out of a gap without a path (NaN) are none.
    """
    change = np.abs(np.diff(delay_ms))
    return np.asarray(change[change > drift_ms])  # false for NaN


def _share_at_most(step_ms: Floats, limit_ms: float) -> Estimate:
    return study.share(int((step_ms <= limit_ms).sum()), len(step_ms))


def _excess(pings: Pings, edges_mm: Floats) -> list[Excess]:
    """Give min-hop minus min-delay per bin of distance; bins of fewer than ten are left out."""
    excess_ms = pings.delay_ms["hops"] - pings.delay_ms["delay"]
    rows = []
    for from_mm, to_mm in pairwise(edges_mm):
        inside = (pings.km >= from_mm * KM_PER_MM) & (pings.km < to_mm * KM_PER_MM)
        values = excess_ms[inside & ~np.isnan(excess_ms)]
        if len(values) >= 10:
            rows.append(
                Excess(float(from_mm), float(to_mm), study.sample_mean(values), values.max())
            )
    return rows


def _example(pings: Pings, plan: dict[str, Any]) -> dict[str, Any]:
    """Return the ping that fewest hops costs most, with as many satellites on both paths.

    Among those that a map from above the North Pole shows.
    """
    links = plan["satellites"] + 1
    rows = [pings.tables[metric] for metric in METRICS]
    same = np.logical_and.reduce([_numbers(table, "hops") == links for table in rows])
    north = np.logical_and(
        *(_numbers(rows[0], f"{end}_latitude_deg") > 0 for end in ("from", "to"))
    )
    excess_ms = np.where(same & north, pings.delay_ms["hops"] - pings.delay_ms["delay"], -1.0)
    if excess_ms.max() < 0:
        raise SkyseamError(f"no ping has {plan['satellites']} satellites on both paths")
    row = int(np.argmax(excess_ms))
    found: dict[str, Any] = rows[0].slice(row, 1).to_pylist()[0]
    return {
        **{name: found[name] for name in (*survey.PROBE_COLUMNS, "great_circle_km")},
        "satellites": plan["satellites"],
        "pairs": int((same & north).sum()),
        "excess_ms": float(excess_ms[row]),
        **{
            metric: table.slice(row, 1).select(["delay_ms", "hops", "path"]).to_pylist()[0]
            for metric, table in zip(METRICS, rows, strict=True)
        },
    }


def _seam(label: str, scenario: dict[str, Any]) -> Seam:
    """Compute where the planes beside the seam cross, and look where they do in the simulation."""
    shell = simulate.resolved(scenario)["constellation"]["shell"]
    planes = int(shell["planes"])
    inclination_deg = _degrees(shell["inclination"])
    # The ascending nodes span less than half the Earth; what is left lies between the outer two.
    separation_deg = 180.0 - (planes - 1) * _degrees(shell["raan_spacing"])
    computed = np.arctan(
        np.tan(np.radians(inclination_deg)) * np.sin(np.radians(separation_deg / 2))
    )
    t_s = 0.0
    nodes = survey.snapshot(scenario, t_s).table("nodes").to_pylist()
    first, last = (_normal(nodes, plane) for plane in (0, planes - 1))
    crossing = np.cross(first, last)
    crossing *= np.sign(crossing[2]) / np.linalg.norm(crossing)
    return Seam(
        label=label,
        inclination_deg=inclination_deg,
        separation_deg=separation_deg,
        computed_deg=float(np.degrees(computed)),
        observed_deg=float(np.degrees(np.arcsin(crossing[2]))),
        observed_longitude_deg=float(np.degrees(np.arctan2(crossing[1], crossing[0]))),
        t_s=t_s,
    )


def _degrees(text: str) -> float:
    return float(text.removesuffix(" deg"))


def _normal(nodes: list[dict[str, Any]], plane: int) -> Floats:
    """Return the direction in which the positions of a plane's satellites spread least."""
    points = []
    for node in nodes:
        if node["kind"] == "satellite" and node["plane"] == plane:
            phi, lam = np.radians([node["latitude_deg"], node["longitude_deg"]])
            points.append([np.cos(phi) * np.cos(lam), np.cos(phi) * np.sin(lam), np.sin(phi)])
    return np.asarray(np.linalg.svd(np.array(points))[2][-1])


def _compared(plan: dict[str, Any], teledesic: Pings, readings: list[Reading]) -> list[Compared]:
    known = study.published(PAPER)
    delay_ms = teledesic.covered("delay")
    above = int((delay_ms > plan["above_ms"]).sum())
    primary = next(reading for reading in readings if reading.is_primary)
    share = plan["day"]["share_percent"] / 100
    return [
        Compared(
            known["teledesic_tail"],
            study.share(above, len(delay_ms)).scaled(100),
            f"{above} of the pings that got through; Wilson interval",
        ),
        Compared(
            known["nysf_steps"],
            study.quantile(primary.step_ms, share),
            f"{100 * share:g} % of the steps of the first day are not larger; interval as if steps "
            "were independent",
        ),
    ]


_STATISTICS: dict[str, tuple[str, Callable[[Floats], Estimate]]] = {
    "mean_ms": ("mean", study.sample_mean),
    "median_ms": ("median", lambda v: study.quantile(v, 0.5)),
    "p99_ms": ("99th percentile", lambda v: study.quantile(v, 0.99)),
}


def _bands(
    bands: dict[str, Any],
    limit_ms: float,
    held: dict[str, Pings],
    attached: dict[str, Pings],
) -> list[Band]:
    """Put the other program's numbers beside ours, with the sampling error of the difference."""
    n = bands["n"]
    sides = (held, attached)
    rows = []
    for band in bands["pings"]:
        sky, metric = band["sky"], band["metric"]
        name = f"{held[sky].label}, min-{metric.removesuffix('s')}"
        delays = [side[sky].covered(metric) for side in sides]
        for key, (words, statistic) in _STATISTICS.items():
            if key in band:
                both = [_sampled(statistic(delay_ms), band[key], n) for delay_ms in delays]
                rows.append(Band(f"{name}: {words}", "ms", band[key], *both))
        both = [_most(delay_ms, band["max_ms"]) for delay_ms in delays]
        rows.append(Band(f"{name}: maximum", "ms", band["max_ms"], *both))
        percent = band["above_percent"]
        both = [_above(delay_ms, limit_ms, percent, n) for delay_ms in delays]
        rows.append(Band(f"{name}: above {limit_ms:g} ms", "%", percent, *both))
    excess = bands["excess"]
    for sky in ("teledesic", "iridium"):
        for number, ends in enumerate(zip(excess["from_mm"], excess["to_mm"], strict=True)):
            mean_ms = excess[f"{sky}_mean_ms"][number]
            name = f"{held[sky].label}, min-hop minus min-delay, {ends[0]} to {ends[1]} Mm: mean"
            both = [_mean_excess(side[sky], ends, mean_ms, n) for side in sides]
            rows.append(Band(name, "ms", mean_ms, *both))
    return rows


def _sampled(ours: Estimate, band: float, n: int) -> Beside:
    """Compare with the same of `n` pings of the other program."""
    return Beside(ours, band, study.standard_error(ours) * float(np.sqrt(1 + ours.n / n)))


def _most(delay_ms: Floats, band: float) -> Beside:
    return Beside(Estimate(float(delay_ms.max()), None, None, len(delay_ms)), band, None)


def _above(delay_ms: Floats, limit_ms: float, band: float, n: int) -> Beside:
    above = int((delay_ms > limit_ms).sum())
    ours = study.share(above, len(delay_ms)).scaled(100)
    # One share behind both, as when it is asked whether they differ.
    share = (above + band / 100 * n) / (len(delay_ms) + n)
    se = 100 * np.sqrt(share * (1 - share) * (1 / len(delay_ms) + 1 / n))
    return Beside(ours, band, float(se))


def _mean_excess(pings: Pings, ends_mm: tuple[float, float], band: float, n: int) -> Beside:
    (row,) = _excess(pings, np.array(ends_mm, dtype=float))
    # Of the other program's pings as large a part is that far apart as of ours.
    se = study.standard_error(row.mean) * float(np.sqrt(1 + len(pings.km) / n))
    return Beside(row.mean, band, se)
