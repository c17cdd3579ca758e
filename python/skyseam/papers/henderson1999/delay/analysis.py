"""Henderson 1999, chapter 6, delay: pings over Teledesic and Iridium, New York to San Francisco.

Places drawn on the sphere, the same pings by least delay and by fewest hops, steps of a day's
delay, the planes on both sides of the seam. Nothing is fitted.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from skyseam import describe, plot, survey
from skyseam._errors import SkyseamError
from skyseam.measures.intervals import quantile, sample_mean, share, standard_error
from skyseam.plot.style import NotebookFigure
from skyseam.reproduce import Estimate, Floats, Study, drawing, known, numbers, quantities, said
from skyseam.reproduce.cases import applied
from skyseam.reproduce.quantities import KM_PER_MM, SPEED_OF_LIGHT_KM_S, latitudes_deg, probed
from skyseam.reproduce.transfers import random as stream
from skyseam.results import Results

from .. import shared

DAY_S = 86_400.0
WORDS = {"delay": "min-delay", "hops": "min-hop"}
DISTANCE = "great-circle distance, Mm"
DELAY, HOPS = plot.NO_SEAM, plot.SEAM
COLOURS = {"delay": DELAY, "hops": HOPS}
FARTHEST_MM, ZOOM_S = 20.0, 1800.0
PLACE = ("latitude", "longitude")
ODDS = 2.58
"""Standard errors that a difference by chance exceeds once in a hundred times."""

SEAMS = ("teledesic", "iridium")
"""Skies whose seam is looked at."""

SPHERE, EVEN = "sphere", "latitude and longitude"
"""How places are drawn, as streams of draws are called."""


@dataclass(frozen=True)
class Pings:
    """The same pings over one sky: tables by metric, which include the places."""

    label: str
    tables: dict[str, pa.Table]

    @property
    def km(self) -> Floats:
        return numbers(self.tables["delay"], "great_circle_km")

    def delay_ms(self, metric: str) -> Floats:
        """Return all delays; NaN without a path."""
        return numbers(self.tables[metric], "delay_ms")

    def excess_ms(self) -> Floats:
        return np.asarray(self.delay_ms("hops") - self.delay_ms("delay"))

    def covered(self, metric: str) -> Floats:
        """Return the delays of pings that got through."""
        return known(self.delay_ms(metric))


@dataclass(frozen=True)
class Reading:
    """A method of counting steps, and its result."""

    label: str
    step_ms: Floats
    at_most: Estimate


@dataclass(frozen=True)
class Beside:
    """Our number beside a band; `z`: standard errors by which ours is above it, if sampled."""

    ours: Estimate
    z: float | None = None

    @property
    def is_outside(self) -> bool:
        """Whether the difference is larger than chance produces once in a hundred times."""
        return self.z is not None and abs(self.z) > ODDS


@dataclass(frozen=True)
class Delays:
    """All results of the study.

    `pings`, `attached`: by sky: pings of endpoints that hold their satellite, and that have just
    attached. `contrast`: delays between places that are not uniform on the sphere, ms. `day`,
    `handovers`: delay and handovers from New York to San Francisco. `readings`, `days`: steps of
    the first day counted in several ways, that of ns-2 first; steps of each day. `uncrossed`: delay
    of the same pair over Iridium, whose seam no link crosses.
    """

    study: Study
    pings: dict[str, Pings]
    attached: dict[str, Pings]
    contrast: Floats
    day: pa.Table
    handovers: pa.Table
    readings: list[Reading]
    days: list[Reading]
    uncrossed: pa.Table

    @property
    def scenarios(self) -> dict[str, dict[str, Any]]:
        return scenarios(self.study)

    @property
    def bands(self) -> dict[str, Any]:
        return self.study.document("bands.toml")

    @property
    def excess(self) -> dict[str, list[dict[str, Any]]]:
        """Cost of fewest hops over each sky, per 1 Mm of distance."""
        edges_mm = np.arange(0.0, FARTHEST_MM + 1)
        return {sky: by_bin(pings, edges_mm) for sky, pings in self.pings.items()}


def make(study: Study) -> Delays:
    plan, contrast_of = study.plan, study.document("bands.toml")["contrast"]
    days, intervals = plan["day"]["days"], plan["day"]["check_intervals_s"]
    # In equal parts, roughly: a run of pings, or some days of delay.
    weights = [3.0] * len(plan["skies"]) + [1.0, (days + len(intervals)) / 4]
    *of_skies, of_contrast, of_days = study.shares(weights)
    places, skies, other = _places(study, SPHERE), scenarios(study), plan["uncrossed"]
    pings, attached = {}, {}
    for part, sky in zip(of_skies, plan["skies"], strict=True):
        of_held, of_new = part.shares([2.0, 1.0])
        scenario, label = skies[sky["id"]], sky["label"]
        each = {name: probed(scenario, places, name, **of_held.options) for name in WORDS}
        pings[sky["id"]] = Pings(label, each)
        each = {name: _attached(of_new, scenario, places, name) for name in WORDS}
        attached[sky["id"]] = Pings(label, each)
    sky, metric = skies[contrast_of["sky"]], contrast_of["metric"]
    table = probed(sky, _places(study, EVEN), metric, **of_contrast.options)
    pair = (plan["day"]["from"], plan["day"]["to"])
    span = {"start_s": 0.0, "duration_s": DAY_S, "step_s": other["step_s"]}
    uncrossed = survey.delay(skies[other["sky"]], pairs=[pair], **span).table("delay")
    contrast = numbers(table, "delay_ms")
    return Delays(study, pings, attached, contrast, *_days(of_days), uncrossed)


def scenarios(study: Study) -> dict[str, dict[str, Any]]:
    found = {sky["id"]: study.document(sky["scenario"]) for sky in study.plan["skies"]}
    for sky in study.plan["skies"]:
        if "isl_pattern" in sky:
            found[sky["id"]]["constellation"]["isl"] = {"pattern": sky["isl_pattern"]}
    return found


def _places(study: Study, how: str) -> dict[str, Floats]:
    """Draw both endpoints and the time of each ping. Each name has a separate random stream."""
    count = study.plan["pings"]
    random = stream(study.plan["seed"], how)
    latitudes = latitudes_deg if how == SPHERE else lambda of, n: of.uniform(-90.0, 90.0, n)
    drawn = quantities.drawn_places(random, count, latitudes)
    return drawn | {"t_s": random.uniform(0.0, DAY_S, count)}


def _attached(
    study: Study, scenario: dict[str, Any], places: dict[str, Floats], metric: str
) -> pa.Table:
    """Send pings between the same places with every endpoint just attached."""
    phases = study.plan["attached"]["phases"]
    skies = shared.along_orbits(scenario, places, phases)
    return pa.concat_tables(
        probed(moved, some, metric, **part.options)
        for part, (moved, some) in zip(study.shares([1.0] * phases), skies, strict=True)
    )


def _days(study: Study) -> tuple[pa.Table, pa.Table, list[Reading], list[Reading]]:
    """Return the day's delay, its handovers, its steps by several counts, and each day's."""
    plan = study.plan["day"]
    base = scenarios(study)[plan["sky"]]
    intervals = [interval for interval in plan["check_intervals_s"] if interval != 10]
    parts = iter(study.shares([1.0] * (plan["days"] + len(intervals))))
    span = {"duration_s": DAY_S, "step_s": plan["step_s"]}

    def sample(scenario: dict[str, Any], day: int) -> Results:
        # A later day is reached through all days before it.
        pairs, progress = [(plan["from"], plan["to"])], next(parts).progress
        return survey.delay(scenario, pairs=pairs, start_s=day * DAY_S, progress=progress, **span)

    def reading(label: str, results: Results, every: int = 1) -> Reading:
        limit = plan["drift_ms_per_s"] * plan["step_s"] * every
        step_ms = steps(numbers(results.table("delay"), "delay_ms")[::every], limit)
        return Reading(label, step_ms, _at_most(step_ms, plan["at_most_ms"]))

    first = sample(base, 0)
    every = round(plan["coarse_step_s"] / plan["step_s"])
    primary = reading("checks every 10 s, as in ns-2", first)
    rounded = _at_most(np.round(primary.step_ms), plan["at_most_ms"])
    readings = [
        primary,
        Reading("the same, read to a whole millisecond", primary.step_ms, rounded),
        reading(f"the same, a sample every {plan['coarse_step_s']:g} s", first, every),
    ]
    for interval in intervals:
        scenario = applied(base, {"handover.check_interval": f"{interval} s"})
        readings.append(reading(f"checks every {interval} s", sample(scenario, 0)))
    later = [reading(f"day {day + 1}", sample(base, day)) for day in range(1, plan["days"])]
    days = [Reading("day 1", primary.step_ms, primary.at_most), *later]
    return first.table("delay"), first.table("handovers"), readings, days


def steps(delay_ms: Floats, drift_ms: float) -> Floats:
    """Return the sizes of changes between neighbouring samples that are larger than `drift_ms`.

    A change into or out of a gap without a path (NaN) is not counted.
    """
    change = np.abs(np.diff(delay_ms))
    return np.asarray(change[change > drift_ms])  # false for NaN


def _at_most(step_ms: Floats, limit_ms: float) -> Estimate:
    return share(int((step_ms <= limit_ms).sum()), len(step_ms))


def by_bin(pings: Pings, edges_mm: Floats) -> list[dict[str, Any]]:
    """Give min-hop minus min-delay per bin of distance; bins of fewer than ten are left out."""
    bins = quantities.by_distance(pings.excess_ms(), pings.km, edges_mm)
    return [
        {"from_mm": a, "to_mm": b, "mean": sample_mean(each), "max_ms": each.max()}
        for a, b, each in bins
    ]


def costliest(delays: Delays) -> dict[str, Any]:
    """Return the ping with the highest cost of fewest hops among those with equally long paths.

    Only pings that a map from above the North Pole shows are considered.
    """
    plan = delays.study.plan["example"]
    pings = delays.pings[plan["sky"]]
    tables = list(pings.tables.values())
    shown = np.logical_and.reduce(
        [
            *(numbers(table, "hops") == plan["satellites"] + 1 for table in tables),
            *(numbers(tables[0], f"{end}_latitude_deg") > 0 for end in ("from", "to")),
        ]
    )
    excess_ms = np.where(shown, pings.excess_ms(), -1.0)
    if excess_ms.max() < 0:
        raise SkyseamError(f"no ping has {plan['satellites']} satellites on both paths")
    row = int(np.argmax(excess_ms))
    found: dict[str, Any] = tables[0].slice(row, 1).to_pylist()[0]
    return {
        **{name: found[name] for name in (*survey.PROBE_COLUMNS, "great_circle_km")},
        "satellites": plan["satellites"],
        "pairs": int(shown.sum()),
        "excess_ms": float(excess_ms[row]),
        **{
            metric: table.slice(row, 1).select(["delay_ms", "hops", "path"]).to_pylist()[0]
            for metric, table in pings.tables.items()
        },
    }


def seams(delays: Delays) -> list[dict[str, Any]]:
    """Return where the planes beside the seam cross, over each sky that is looked at."""
    return [_seam(delays.pings[sky].label, delays.scenarios[sky]) for sky in SEAMS]


def _seam(label: str, scenario: dict[str, Any]) -> dict[str, Any]:
    """Compute where the planes beside the seam cross, and where they do in the simulation."""
    shell = describe.resolved(scenario)["constellation"]["shell"]
    planes = int(shell["planes"])
    inclination_deg, spacing_deg = (
        float(shell[key].removesuffix(" deg")) for key in ("inclination", "raan_spacing")
    )
    # The ascending nodes span less than half the Earth; what is left lies between the outer two.
    separation_deg = 180.0 - (planes - 1) * spacing_deg
    computed = np.radians(crossing_deg(inclination_deg, separation_deg))
    nodes = survey.snapshot(scenario, 0.0).table("nodes").to_pylist()
    first, last = (_normal(nodes, plane) for plane in (0, planes - 1))
    crossing = np.cross(first, last)
    crossing *= np.sign(crossing[2]) / np.linalg.norm(crossing)
    return {
        "label": label,
        "inclination_deg": inclination_deg,
        "separation_deg": separation_deg,
        "computed_deg": float(np.degrees(computed)),
        "observed_deg": float(np.degrees(np.arcsin(crossing[2]))),
        "observed_longitude_deg": float(np.degrees(np.arctan2(crossing[1], crossing[0]))),
    }


def crossing_deg(inclination_deg: float | Floats, separation_deg: float) -> Any:
    """Return the latitude where two planes cross, by inclination and separation of their nodes."""
    return np.degrees(
        np.arctan(np.tan(np.radians(inclination_deg)) * np.sin(np.radians(separation_deg / 2)))
    )


def _normal(nodes: list[dict[str, Any]], plane: int) -> Floats:
    """Return the normal of the plane that best fits the positions of the plane's satellites."""
    mine = [one for one in nodes if one["kind"] == "satellite" and one["plane"] == plane]
    latitudes, longitudes = (np.array([one[f"{key}_deg"] for one in mine]) for key in PLACE)
    return np.asarray(np.linalg.svd(shared.on_sphere(latitudes, longitudes))[2][-1])


def estimates(delays: Delays) -> dict[str, tuple[Estimate, str]]:
    plan, delay_ms = delays.study.plan, delays.pings["teledesic"].covered("delay")
    above, usual = int((delay_ms > plan["above_ms"]).sum()), plan["day"]["share_percent"]
    return {
        "teledesic_tail": (
            share(above, len(delay_ms)).scaled(100),
            f"{above} of the pings that got through; Wilson interval",
        ),
        "nysf_steps": (
            quantile(delays.readings[0].step_ms, usual / 100),
            f"{usual:g} % of the steps of the first day are not larger; interval as if steps "
            "were independent",
        ),
    }


STATISTICS: dict[str, tuple[str, Callable[[Floats], Estimate]]] = {
    "mean_ms": ("mean", sample_mean),
    "median_ms": ("median", lambda values: quantile(values, 0.5)),
    "p99_ms": ("99th percentile", lambda values: quantile(values, 0.99)),
}


def bands(delays: Delays) -> list[dict[str, Any]]:
    """Return the other program's numbers beside ours, in standard errors of the difference.

    `held`: with endpoints that hold the satellite to which the handover policy led them.
    `attached`: with endpoints that have just attached, nearly all to the highest satellite.
    """
    told, limit_ms = delays.bands, delays.study.plan["above_ms"]
    n, sides = told["n"], (delays.pings, delays.attached)
    rows: list[dict[str, Any]] = []

    def add(quantity: str, unit: str, band: float, both: Iterable[Beside]) -> None:
        held, attached = both
        beside = {"held": held, "attached": attached}
        rows.append({"quantity": quantity, "unit": unit, "band": band, **beside})

    for band in told["pings"]:
        sky, metric = band["sky"], band["metric"]
        name = f"{delays.pings[sky].label}, min-{metric.removesuffix('s')}"
        covered = [side[sky].covered(metric) for side in sides]
        for key, (words, statistic) in STATISTICS.items():
            if key in band:
                both = (_sampled(statistic(each), band[key], len(each) / n) for each in covered)
                add(f"{name}: {words}", "ms", band[key], both)
        most = (Beside(Estimate(float(each.max()), n=len(each))) for each in covered)
        add(f"{name}: maximum", "ms", band["max_ms"], most)
        percent = band["above_percent"]
        both = (_above(delay_ms, limit_ms, percent, n) for delay_ms in covered)
        add(f"{name}: above {limit_ms:g} ms", "%", percent, both)
    for sky in SEAMS:
        ends = zip(told["excess"]["from_mm"], told["excess"]["to_mm"], strict=True)
        for pair, mean_ms in zip(ends, told["excess"][f"{sky}_mean_ms"], strict=True):
            where = f"{pair[0]} to {pair[1]} Mm"
            name = f"{delays.pings[sky].label}, min-hop minus min-delay, {where}: mean"
            add(name, "ms", mean_ms, (_mean_excess(side[sky], pair, mean_ms, n) for side in sides))
    return rows


def _sampled(ours: Estimate, band: float, times: float) -> Beside:
    """Compare with the same quantity of the other program, of whose pings ours are `times`."""
    return Beside(ours, (ours.value - band) / (standard_error(ours) * float(np.sqrt(1 + times))))


def _above(delay_ms: Floats, limit_ms: float, band: float, n: int) -> Beside:
    above = int((delay_ms > limit_ms).sum())
    # One share behind both, as when it is asked whether they differ.
    both = (above + band / 100 * n) / (len(delay_ms) + n)
    error = 100 * np.sqrt(both * (1 - both) * (1 / len(delay_ms) + 1 / n))
    ours = share(above, len(delay_ms)).scaled(100)
    return Beside(ours, (ours.value - band) / float(error))


def _mean_excess(pings: Pings, ends_mm: Sequence[float], band: float, n: int) -> Beside:
    (row,) = by_bin(pings, np.array(ends_mm, dtype=float))
    # Of the other program's pings as large a part is that far apart as of ours.
    return _sampled(row["mean"], band, len(pings.km) / n)


def tables(delays: Delays) -> dict[str, pa.Table]:
    pings = [
        quantities.labelled(table, sky=sky, metric=metric)
        for sky, of_sky in delays.pings.items()
        for metric, table in of_sky.tables.items()
    ]
    counted = [
        quantities.labelled(pa.table({"step_ms": one.step_ms}), reading=one.label)
        for one in (*delays.readings, *delays.days[1:])
    ]
    costs = [
        {
            "sky": sky, "from_mm": row["from_mm"], "to_mm": row["to_mm"], "n": mean.n,
            "mean_ms": mean.value, "low95_ms": mean.low95, "high95_ms": mean.high95,
            "max_ms": row["max_ms"],
        }
        for sky, found in delays.excess.items()
        for row in found
        for mean in [row["mean"]]
    ]  # fmt: skip
    theirs: list[dict[str, Any]] = bands(delays)
    for row in theirs:
        for side in ("held", "attached"):
            beside = row.pop(side)
            row |= {side: beside.ours.value, f"{side}_z": beside.z}
    return {
        "pings": pa.concat_tables(pings),
        "delay": delays.day,
        "handovers": delays.handovers,
        "uncrossed": delays.uncrossed,
        "steps": pa.concat_tables(counted),
        "excess": pa.Table.from_pylist(costs),
        "bands": pa.Table.from_pylist(theirs),
    }


def manifest(delays: Delays) -> dict[str, Any]:
    return {"scenario": delays.scenarios}


def page(delays: Delays) -> dict[str, Any]:
    return {
        "skies": _skies(delays),
        "bands": bands(delays),
        "odds": ODDS,
        "of_day": _of_day(delays),
        "causes": _causes(delays),
        "days": _pooled(delays),
        "readings": [
            [one.label, len(one.step_ms), said(one.at_most.scaled(100))] for one in delays.readings
        ],
        "uncrossed": _uncrossed(delays),
        "seams": seams(delays),
        "example": costliest(delays),
    }


def _skies(delays: Delays) -> list[dict[str, Any]]:
    """Return the results of the pings over each sky, by metric, and the contrast of places."""
    shown = {
        f"{pings.label}, {words}": pings.delay_ms(metric)
        for pings in delays.pings.values()
        for metric, words in WORDS.items()
    }
    shown["Teledesic, min-delay, places uniform in latitude and longitude"] = delays.contrast
    rows = []
    for label, delay_ms in shown.items():
        covered = known(delay_ms)
        above = int((covered > delays.study.plan["above_ms"]).sum())
        row = {name: of(covered) for name, (_, of) in STATISTICS.items()}
        rows.append(row | {
            "label": label,
            "most": float(covered.max()),
            "above": share(above, len(covered)).scaled(100),
            "without_path": len(delay_ms) - len(covered),
        })  # fmt: skip
    return rows


def _of_day(delays: Delays) -> list[tuple[str, str, float, float]]:
    """Return quantity, unit, and the day of the other program and ours, without sampling error."""
    band, plan = delays.bands["day"], delays.study.plan["day"]
    delay_ms, step_ms = delays.day["delay_ms"].to_numpy(), delays.readings[0].step_ms
    at_most = 100 * (step_ms <= plan["at_most_ms"]).mean()
    values = {
        "mean_ms": ("mean", "ms", np.nanmean(delay_ms)),
        "min_ms": ("smallest", "ms", np.nanmin(delay_ms)),
        "max_ms": ("largest", "ms", np.nanmax(delay_ms)),
        "without_path_s": ("without a path", "s", np.isnan(delay_ms).sum() * plan["step_s"]),
        "steps": ("steps", "count", len(step_ms)),
        "median_ms": ("median step", "ms", np.quantile(step_ms, 0.5)),
        **{
            f"p{n}_ms": (f"{n}th percentile of steps", "ms", np.quantile(step_ms, n / 100))
            for n in (90, 95, 99)
        },
        "at_most_percent": (f"steps of at most {plan['at_most_ms']:g} ms", "%", at_most),
    }
    return [(words, unit, band[key], float(ours)) for key, (words, unit, ours) in values.items()]


def _uncrossed(delays: Delays) -> list[tuple[object, ...]]:
    """Return median, 95th percentile and largest delay of a day, and % without a path, by sky."""
    rows = []
    for label, table in (("Teledesic", delays.day), ("Iridium, no links across", delays.uncrossed)):
        delay_ms = numbers(table, "delay_ms")
        there = known(delay_ms)
        quantiles = (float(np.quantile(there, share)) for share in (0.5, 0.95, 1.0))
        rows.append((label, *quantiles, 100 * (1 - len(there) / len(delay_ms))))
    return rows


def _causes(delays: Delays) -> list[tuple[str, str, int, float, float, float]]:
    """Return cause of a step, colour, number, median, maximum, and % in bounds."""
    plan = delays.study.plan["day"]
    change = np.abs(np.diff(delays.day["delay_ms"].to_numpy()))
    is_step = change > plan["drift_ms_per_s"] * plan["step_s"]
    causes = np.array(delays.day["cause"].to_pylist()[1:], dtype=object)
    rows = []
    for cause, (_, words, colour) in plot.CAUSES.items():
        step_ms = change[(causes == cause) & is_step]
        if len(step_ms):
            at_most = 100 * float((step_ms <= plan["at_most_ms"]).mean())
            sizes_ms = (float(np.median(step_ms)), float(step_ms.max()))
            rows.append((words, colour, len(step_ms), *sizes_ms, at_most))
    return rows


def _pooled(delays: Delays) -> dict[str, Any]:
    """Return the steps of all days taken together, and the differences between days."""
    plan = delays.study.plan["day"]
    step_ms = np.concatenate([reading.step_ms for reading in delays.days])
    at_most = int((step_ms <= plan["at_most_ms"]).sum())
    return {
        "steps": len(step_ms),
        "at_most": share(at_most, len(step_ms)).scaled(100),
        "quantile": quantile(step_ms, plan["share_percent"] / 100),
    }


def pings(delays: Delays) -> Figure:
    size = (9.6, 6.4)
    look: Any = {"sharex": True, "sharey": True, "xlabel": DISTANCE}
    _, panels = drawing.panels(len(delays.pings), size, 2, **look)
    for column, shown in zip(panels.T, delays.pings.values(), strict=True):
        for axes, metric in zip(column, WORDS, strict=True):
            _scatter(axes, shown, metric, delays.study.plan["above_ms"])
        column[0].set_title(shown.label)
    top = max(float(np.nanmax(p.delay_ms(m))) for p in delays.pings.values() for m in WORDS)
    panels[0, 0].set_ylim(0, 1.04 * top)
    for row, metric in zip(panels, WORDS, strict=True):
        row[0].set_ylabel(f"{WORDS[metric]}: one-way delay, ms")
    return drawing.legend(panels[0, 0], 2)


def _scatter(axes: Axes, shown: Pings, metric: str, limit_ms: float) -> None:
    delay_ms = shown.delay_ms(metric)
    look: Any = {"ms": 2.2, "mew": 0, "alpha": 0.45, "rasterized": True}
    axes.plot(shown.km / KM_PER_MM, delay_ms, ".", color=COLOURS[metric], **look)
    ends_mm = np.array([0.0, FARTHEST_MM])
    light_ms = ends_mm * KM_PER_MM / SPEED_OF_LIGHT_KM_S * 1e3
    axes.plot(ends_mm, light_ms, color=plot.GREY, lw=1.2, label="light along the great circle")
    axes.axhline(limit_ms, color=plot.GREY, lw=1, ls="--", label=f"{limit_ms:g} ms")
    above = 100 * float((shown.covered(metric) > limit_ms).mean())
    words = f"{above:.2f} % above {limit_ms:g} ms"
    axes.text(0.97, 0.05, words, transform=axes.transAxes, ha="right", fontsize=8.5)
    axes.set_xlim(0, FARTHEST_MM)


def histogram(delays: Delays) -> Figure:
    (band,) = (b for b in delays.bands["pings"] if "histogram" in b)
    width = delays.study.plan["bin_ms"]
    theirs = np.array(band["histogram"], dtype=float)
    edges = np.arange(len(theirs) + 1) * width
    figure, (axes,) = drawing.panels(1, (9.2, 3.4))
    pings = delays.pings[band["sky"]]
    covered_ms = pings.covered(band["metric"])
    share = np.histogram(covered_ms, edges)[0] / len(covered_ms)
    error = np.sqrt(share * (1 - share) / len(covered_ms))
    left, look = edges[:-1] + 0.04 * width, {"width": 0.45 * width, "align": "edge"}
    axes.bar(left, 100 * share, color=DELAY, label="here", **look)
    middle = left + 0.225 * width
    axes.errorbar(middle, 100 * share, 196 * error, fmt="none", ecolor=plot.GREY, lw=1, capsize=2)
    other = 100 * theirs / theirs.sum()
    axes.bar(left + 0.47 * width, other, color=plot.GREY, label="another program", **look)
    axes.axvline(delays.study.plan["above_ms"], color=plot.GREY, lw=1, ls="--")
    axes.set(xticks=edges, xlabel="one-way delay, ms", ylabel="share of pings, %")
    axes.grid(axis="x", visible=False)
    axes.legend(loc="upper left")
    axes.set_title(f"{pings.label}, {WORDS[band['metric']]}")
    return figure


def day(delays: Delays) -> Figure:
    figure = NotebookFigure(figsize=(9.6, 6.6), layout="constrained")
    rows = figure.subfigures(2, 1, squeeze=False, height_ratios=[1, 1.15])[:, 0]
    t_s = delays.day["t_s"].to_numpy()
    delay_ms = delays.day["delay_ms"].to_numpy()
    axes = rows[0].subplots()
    axes.plot(t_s / 3600, delay_ms, color=DELAY, lw=0.6)
    drawing.clock_axis(axes)
    title = "New York to San Francisco over Teledesic, min-delay"
    axes.set(ylabel="one-way delay, ms", title=title)

    near, sizes = rows[1].subplots(1, 2)
    inside = t_s < ZOOM_S
    near.plot(t_s[inside] / 60, delay_ms[inside], color=DELAY, lw=1.2)
    near.set(xlim=(0, ZOOM_S / 60), xlabel="simulated time, min", ylabel="one-way delay, ms")
    near.set_title("The first half hour")
    _sizes(sizes, delays)
    return figure


def _sizes(axes: Axes, delays: Delays) -> None:
    """Draw the distribution of step sizes under each check interval."""
    plan = delays.study.plan["day"]
    shown = [reading for reading in delays.readings if reading.label.startswith("checks every")]
    others = iter(("#009E73", "#CC79A7", "#E69F00", plot.GREY))
    for reading in (*shown[1:], shown[0]):
        ordered = np.sort(reading.step_ms)
        rank = 100 * np.arange(1, len(ordered) + 1) / len(ordered)
        colour, width = (DELAY, 2.0) if reading is shown[0] else (next(others), 1.0)
        axes.step(ordered, rank, where="post", label=reading.label, color=colour, lw=width)
    axes.axvline(plan["at_most_ms"], color=plot.GREY, lw=1, ls="--")
    axes.axhline(plan["share_percent"], color=plot.GREY, lw=1, ls="--")
    axes.set(xlim=(0, 12), ylim=(0, 100), xlabel="step, ms", ylabel="steps not larger, %")
    axes.set_title("Sizes of the day's steps")
    axes.legend(loc="lower right", fontsize=8)


def excess(delays: Delays) -> Figure:
    band = delays.bands["excess"]
    middle = (np.array(band["from_mm"]) + np.array(band["to_mm"])) / 2
    look: Any = {"sharey": True, "xlabel": DISTANCE, "ylabel": "min-hop minus min-delay, ms"}
    figure, panels = drawing.panels(len(delays.excess), (9.6, 3.9), **look)
    for axes, (sky, rows) in zip(panels, delays.excess.items(), strict=True):
        at = np.array([(row["from_mm"] + row["to_mm"]) / 2 for row in rows])
        mean = np.array([row["mean"].value for row in rows])
        half = mean - np.array([row["mean"].low95 for row in rows], dtype=float)
        axes.plot(at, [row["max_ms"] for row in rows], "-o", ms=3, lw=1, color=HOPS)
        axes.errorbar(at, mean, half, fmt="-o", ms=3, lw=1, capsize=2, color=DELAY)
        for key, colour in (("max", HOPS), ("mean", DELAY)):
            if theirs := band.get(f"{sky}_{key}_ms"):
                axes.plot(middle, theirs, "D", ms=5, mfc="none", color=colour, zorder=4)
        axes.set(title=delays.pings[sky].label, xlim=(0, FARTHEST_MM), ylim=(0, None))
    look = {"linestyle": "-", "lw": 1, "ms": 3}
    handles = [
        drawing.mark("maximum in 1 Mm", color=HOPS, **look),
        drawing.mark("mean, with 95 % interval", color=DELAY, **look),
        drawing.mark("another program", marker="D", ms=5, mfc="none"),
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=3)
    return figure


def example(delays: Delays, *, dark: bool = False) -> Figure:
    found = costliest(delays)
    sky = delays.scenarios[delays.study.plan["example"]["sky"]]
    ends = [
        {"name": end, **{key: f"{found[f'{end}_{key}_deg']} deg" for key in PLACE}}
        for end in ("from", "to")
    ]
    views = []
    for metric, colour in COLOURS.items():
        title = f"{WORDS[metric]}: {found[metric]['delay_ms']:.1f} ms"
        look = {"path": found[metric]["path"], "title": title, "colour": colour}
        views.append(drawing.sky_view({**sky, "terminals": ends}, found["t_s"], **look))
    return plot.sky(views, dark=dark)


def uncrossed(delays: Delays) -> Figure:
    figure, (axes,) = drawing.panels(1, (9.2, 3.2))
    hours = delays.uncrossed["t_s"].to_numpy() / 3600
    axes.plot(hours, numbers(delays.uncrossed, "delay_ms"), color=DELAY, lw=0.7)
    drawing.clock_axis(axes)
    axes.set(ylabel="one-way delay, ms", ylim=(0, None))
    return figure


def crossings(delays: Delays) -> Figure:
    plan = delays.study.plan["crossing"]
    figure, (axes,) = drawing.panels(1, (6.4, 3.4))
    inclined_deg = np.linspace(plan["from_deg"], plan["to_deg"] - 0.01, 200)
    for seam, colour in zip(seams(delays), (DELAY, HOPS), strict=True):
        curve = crossing_deg(inclined_deg, seam["separation_deg"])
        label = f"{seam['label']}, planes {seam['separation_deg']:.1f} deg apart"
        axes.plot(inclined_deg, curve, color=colour, label=label)
        place = (seam["inclination_deg"], seam["observed_deg"])
        axes.plot(*place, "*", ms=13, color=colour, mec="white")
    axes.set(xlabel="inclination, deg", ylabel="latitude of the crossing, deg", ylim=(None, 90))
    axes.legend(loc="upper left")
    return figure


def pole(delays: Delays, *, dark: bool = False) -> Figure:
    views, found = [], seams(delays)
    for seam, sky in zip(found, SEAMS, strict=True):
        bare = {k: v for k, v in delays.scenarios[sky].items() if k != "terminals"}
        title = f"{seam['label']}: {seam['observed_deg']:.1f}\N{DEGREE SIGN} N"
        views.append(drawing.sky_view(bare, 0.0, title=title))
    towards_deg = found[0]["observed_longitude_deg"]
    figure = plot.sky(views, towards_deg=towards_deg, dark=dark)
    for axes, seam in zip(figure.axes, found, strict=True):
        angle = np.radians(seam["observed_longitude_deg"] - towards_deg)
        x, y = (90.0 - seam["observed_deg"]) * np.array([np.sin(angle), -np.cos(angle)])
        axes.plot(x, y, "*", ms=16, color=plot.SEAM, mec="white", zorder=7)
    return figure
