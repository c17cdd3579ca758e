"""Henderson 1999, Sec. 6.5: geographic routing hop by hop, its failures, and the cost of flooding.

The same pings over Teledesic by several rules, by least delay and by fewest hops. Nothing is
fitted; results outside the other program's band are listed. The polar region is bounded as in
Fig. 6.18: in each half plane by the satellite closest to the pole whose links to other planes are
all on. Links across the seam do not count: a satellite beside the seam has at most one.
"""

import math
from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from matplotlib.figure import Figure

from skyseam import describe, plot, survey
from skyseam.measures.intervals import share
from skyseam.reproduce import Estimate, Floats, Study, drawing, known, numbers
from skyseam.reproduce.acceptance import Acceptance
from skyseam.reproduce.quantities import by_distance, drawn_places

from .. import shared

EARTH_KM = 6378.0
SKIES = {"teledesic": "delay/teledesic.toml", "iridium": "delay/iridium.toml"}
PLACES = ("near the destination", "polar", "at the seam", "elsewhere")


@dataclass(frozen=True)
class Walked:
    """Pings by one rule: all of them, and those that a satellite gave up."""

    variant: dict[str, Any]
    probes: pa.Table
    undelivered: pa.Table

    @property
    def share(self) -> Estimate:
        """Share of pings that were not delivered, percent; those without coverage do not count."""
        return share(len(self.lost), self.covered).scaled(100)

    @property
    def lost(self) -> pa.Table:
        """Pings that reached a satellite and were given up there."""
        return self.undelivered.filter(pa.array(numbers(self.undelivered, "links") > 0))

    @property
    def covered(self) -> int:
        """Number of pings whose endpoints both have a satellite."""
        return int(numbers(self.probes, "covered").sum())


@dataclass(frozen=True)
class Geographic:
    """All results of the study."""

    study: Study
    walked: dict[str, Walked]
    best: dict[str, pa.Table]
    flooding: pa.Table

    def difference_ms(self, variant: str, metric: str) -> Floats:
        """Return the additional time of delivered pings compared with a metric."""
        ours = numbers(self.walked[variant].probes, "delay_ms")
        return np.asarray(ours - numbers(self.best[metric], "delay_ms"))

    def bins(self, variant: str, metric: str) -> list[dict[str, float]]:
        """Return the differences by great-circle distance; bins of fewer than ten are left out."""
        width, values = self.study.plan["bin_mm"], self.difference_ms(variant, metric)
        edges = np.arange(0.0, 20.0 + 2 * width, width)
        bins = by_distance(values, numbers(self.best[metric], "great_circle_km"), edges)
        return [
            {
                "from_mm": start, "n": len(each), "mean": each.mean(), "deviation": each.std(),
                "most": each.max(),
            }
            for start, _, each in bins
        ]  # fmt: skip


def make(study: Study) -> Geographic:
    plan = study.plan
    places = drawn_places(np.random.default_rng(plan["seed"]), plan["pings"])
    skies = {name: _sky(study, name, "delay") for name in SKIES}
    told = {"delay": ("teledesic", "delay"), "hops": ("teledesic", "hops")}
    told["iridium"] = ("iridium", "hops")
    best = {k: _pings(study, skies[sky], places, by)[0] for k, (sky, by) in told.items()}
    walked = {}
    for variant in plan["variants"]:
        name = variant.get("sky", "teledesic")
        scenario = _sky(study, name, {"kind": "geographic", **variant["rule"]})
        probes, undelivered = _pings(study, scenario, places, None)
        # With fewest hops over all links a ping has a way whenever both ends have a satellite and
        # the satellites are linked at all.
        reference = best["iridium" if name == "iridium" else "hops"]
        covered = ~np.isnan(numbers(reference, "delay_ms"))
        probes = probes.append_column("covered", pa.array(covered))
        is_covered = covered[numbers(undelivered, "probe").astype(int)]
        walked[variant["id"]] = Walked(variant, probes, undelivered.filter(pa.array(is_covered)))
    asked: Any = {"scopes": [*plan["scopes"], 0], "flooding_s": plan["flooding_s"]}
    flooding = survey.cell_tables(skies["teledesic"], lengths_km=[], **asked)
    return Geographic(study, walked, best, flooding.table("flooding"))


def _sky(study: Study, name: str, routing: str | dict[str, Any]) -> dict[str, Any]:
    scenario = study.document(SKIES[name])
    scenario["routing"] = {"metric": routing} if isinstance(routing, str) else routing
    return scenario


def _pings(
    study: Study, scenario: dict[str, Any], places: dict[str, Floats], metric: str | None
) -> tuple[pa.Table, pa.Table]:
    """Ping in parts, with the satellites further along in each; return the failures besides."""
    probes, undelivered, before = [], [], 0
    for moved, some in shared.along_orbits(scenario, places, study.plan["phases"]):
        results = survey.probe(moved, some, metric=metric, threads=study.threads)
        probes.append(results.table("probes"))
        if metric is None:
            lost = results.table("undelivered")
            row = numbers(lost, "probe").astype(int) + before
            undelivered.append(lost.set_column(0, "probe", pa.array(row)))
        before += len(some["t_s"])
    return pa.concat_tables(probes), pa.concat_tables(undelivered or [pa.table({})])


def bare_skies(study: Study) -> dict[str, dict[str, Any]]:
    """Return both constellations without terminals, by title."""
    found = {name.capitalize(): _sky(study, name, "delay") for name in SKIES}
    for sky in found.values():
        sky.pop("terminals", None)
    return found


def edge(scenario: dict[str, Any], t_s: float) -> tuple[list[dict[str, Any]], int]:
    """Return the northern edge of the polar region of a sky at an instant, s.

    That is satellites by longitude, for each plane the northbound and the southbound one, and the
    number of satellites closer to the pole than the one of their half plane.
    """
    moment = survey.snapshot(scenario, t_s)
    nodes = moment.table("nodes").to_pylist()
    rows = {row["node"]: row for row in nodes if row["kind"] == "satellite"}
    last = max(row["plane"] for row in rows.values())
    links: Counter[str] = Counter()
    for link in moment.table("links").to_pylist():
        if link["kind"] == "isl":
            ends = (link["a"], link["b"])
            planes = sorted(rows[end]["plane"] for end in ends)
            if planes[0] != planes[1] and planes != [0, last]:
                links.update(ends)
    most: Counter[int] = Counter()
    for name, row in rows.items():
        most[row["plane"]] = max(most[row["plane"]], links[name])
    halves: dict[tuple[int, bool], list[dict[str, Any]]] = {}
    for row in rows.values():
        if row["latitude_deg"] > 0:
            halves.setdefault((row["plane"], row["northbound"]), []).append(row)
    satellites, inside = [], 0
    for (plane, _), half in halves.items():
        linked = [row for row in half if links[row["node"]] == most[plane]]
        if linked:
            bound = max(linked, key=lambda row: float(row["latitude_deg"]))
            satellites.append(bound)
            inside += sum(row["latitude_deg"] > bound["latitude_deg"] for row in half)
    return sorted(satellites, key=lambda row: float(row["longitude_deg"])), inside


def latitudes(scenario: dict[str, Any], instants_s: list[float]) -> dict[str, float]:
    """Return the latitude of the edge over some instants: minimum, mean and maximum, degrees."""
    bounds, inside = zip(*(edge(scenario, float(t_s)) for t_s in instants_s), strict=True)
    of_all = np.array([row["latitude_deg"] for bound in bounds for row in bound])
    return {
        "least_deg": float(of_all.min()),
        "mean_deg": float(of_all.mean()),
        "largest_deg": float(of_all.max()),
        "inside": float(np.mean(inside)),
    }


def by_place(found: Geographic, walked: Walked) -> dict[str, int]:
    """Count failures by place, in the order of `PLACES`."""
    plan, lost = found.study.plan, walked.lost
    planes, size = _shape(found.study, walked.variant.get("sky", "teledesic"))
    near_km = plan["near_isls"] * 2 * np.pi * EARTH_KM / size
    near = numbers(lost, "remaining_km") < near_km
    polar = np.abs(numbers(lost, "latitude_deg")) > plan["polar_deg"]
    # The name of a satellite is its number from 0, or ends with its plane and its place in it.
    names = [node.split("-") for node in lost["node"].to_pylist()]
    plane = np.array([int(one[-2]) if one[1:] else int(one[0]) // size for one in names])
    seam = (plane == 0) | (plane == planes - 1)
    first = np.select([near, polar, seam], [0, 1, 2], 3)
    return {place: int((first == number).sum()) for number, place in enumerate(PLACES)}


def _shape(study: Study, sky: str) -> tuple[int, int]:
    """Return the number of planes, and of satellites in each."""
    shell = describe.resolved(_sky(study, sky, "delay"))["constellation"]["shell"]
    return int(shell["planes"]), int(shell["satellites_per_plane"])


def acceptance(found: Geographic) -> Acceptance:
    told = Acceptance(found.study.plan)
    for walked in found.walked.values():
        rule, label = walked.variant, walked.variant["label"]
        if band := rule.get("undelivered_percent"):
            ends = (0.7 * band, 1.3 * band)
            told.add("percent", walked.share, between=ends, band=band, label=label)
        elif "undelivered_range" in rule:
            told.add("range", walked.share, between=rule["undelivered_range"], label=label)
    for variant in ("k1", "k2", "k3"):
        largest = max(row["mean"] for row in found.bins(variant, "delay"))
        ours = Estimate(largest, n=found.study.plan["pings"])
        told.add("largest", ours, label=found.walked[variant].variant["label"])
    excess = known(found.difference_ms("k2", "delay"))
    told.add("excess", Estimate(float(excess.mean()), n=len(excess)))
    places = by_place(found, found.walked["k2"])
    lost = sum(places.values())
    told.add("places", share(lost - places[PLACES[3]], lost).scaled(100))
    return told


def page(found: Geographic) -> dict[str, Any]:
    satellite_s = found.study.plan["flooding_s"] * math.prod(_shape(found.study, "teledesic"))
    rows = []
    for name, walked in found.walked.items():
        told: dict[str, Any] = {"mean_ms": None, "max_ms": None}
        if "sky" not in walked.variant:
            excess = known(found.difference_ms(name, "delay"))
            told = {"mean_ms": float(excess.mean()), "max_ms": float(excess.max())}
        reasons = sorted(Counter(walked.lost["reason"].to_pylist()).items())
        label, places = walked.variant["label"], by_place(found, walked)
        row = {"label": label, "share": walked.share, "reasons": dict(reasons), "places": places}
        rows.append(row | told)
    return {
        "rows": rows,
        "places": PLACES,
        "acceptance": acceptance(found),
        "messages": [
            {
                "scope": f"K = {row['scope']}" if row["scope"] else "all satellites (link state)",
                "changes": row["changes"],
                "messages_per_s": row["messages"] / satellite_s,
            }
            for row in found.flooding.to_pylist()
        ],
        "edges": [
            {"title": title, **latitudes(sky, found.study.plan["edge_instants_s"])}
            for title, sky in bare_skies(found.study).items()
        ],
        "headline": found.walked["k2"].share,
        "largest": found.walked["k5"].share,
    }


def tables(found: Geographic) -> dict[str, pa.Table]:
    by_rule = {
        name: pa.concat_tables(
            table.append_column("variant", pa.array([key] * len(table)))
            for key, walked in found.walked.items()
            for table in [getattr(walked, name)]
        )
        for name in ("probes", "undelivered")
    }
    bins = [
        {"variant": key, "metric": metric, **row}
        for key, walked in found.walked.items()
        if "sky" not in walked.variant
        for metric in ("delay", "hops")
        for row in found.bins(key, metric)
    ]
    return {**by_rule, "bins": pa.Table.from_pylist(bins), "flooding": found.flooding}


def excess(found: Geographic) -> Figure:
    figure, panels = drawing.panels(2, (9.6, 3.6), sharey=True)
    words_of = {"hops": "min-hop", "delay": "min-delay"}
    for axes, (metric, words) in zip(panels, words_of.items(), strict=True):
        rows = found.bins("k2", metric)
        start, _, mean, deviation, most = np.array([list(row.values()) for row in rows]).T
        middle = start + found.study.plan["bin_mm"] / 2
        axes.fill_between(middle, mean - deviation, mean + deviation, color=plot.NO_SEAM, alpha=0.2)
        axes.plot(middle, mean, color=plot.NO_SEAM, label="mean, with one standard deviation")
        axes.plot(middle, most, ".", color=plot.SEAM, label="maximum")
        axes.axhline(10.0, color=plot.GREY, lw=1, ls="--")
        axes.set(xlabel="great-circle distance, Mm", title=f"above {words}")
    panels[0].set_ylabel("difference in one-way delay, ms")
    panels[0].legend(loc="upper left")
    return figure


def failures(found: Geographic) -> Figure:
    figure, (places, scopes) = drawing.panels(2, (9.6, 3.8), width_ratios=[1.7, 1])
    lost = found.walked["k2"].lost
    look: Any = {"ms": 3, "mew": 0, "alpha": 0.5, "color": plot.SEAM}
    places.plot(numbers(lost, "longitude_deg"), numbers(lost, "latitude_deg"), ".", **look)
    for sign in (-1, 1):
        places.axhline(sign * found.study.plan["polar_deg"], color=plot.GREY, lw=1, ls="--")
    places.set(xlim=(-180, 180), ylim=(-90, 90), xlabel="longitude, deg", ylabel="latitude, deg")
    places.set_title("Where K = 2 gives up")
    known_bands = [w for w in found.walked.values() if "undelivered_percent" in w.variant]
    at = np.arange(1, len(known_bands) + 1)
    ours = [walked.share for walked in known_bands]
    drawing.line(scopes, at.tolist(), ours, plot.NO_SEAM, "here", ls="none", marker="o")
    bands = [walked.variant["undelivered_percent"] for walked in known_bands]
    scopes.plot(at, bands, "x", color=plot.GREY, label="another program")
    scopes.set_yscale("symlog", linthresh=0.1)
    scopes.set(xlabel="scope K, links", ylabel="undelivered, %", ylim=(0, None), xticks=at)
    scopes.legend()
    return figure


def region(found: Geographic, *, dark: bool = False) -> Figure:
    """Draw the polar region of both constellations at time zero, as Fig. 6.18."""
    skies = bare_skies(found.study)
    views = [drawing.sky_view(sky, 0.0, title=title) for title, sky in skies.items()]
    figure = plot.sky(views, towards_deg=0.0, dark=dark)
    for axes, sky in zip(figure.axes, skies.values(), strict=True):
        bound, _ = edge(sky, 0.0)
        angles = np.radians([row["longitude_deg"] for row in bound])
        distances = 90.0 - np.array([row["latitude_deg"] for row in bound])
        x, y = distances * np.sin(angles), -distances * np.cos(angles)
        axes.fill(x, y, color=plot.NO_SEAM, alpha=0.18, lw=0, zorder=1)
        axes.plot(x, y, "o", ms=8, mfc="none", mec=plot.NO_SEAM, mew=1.8, zorder=6)
    return figure
