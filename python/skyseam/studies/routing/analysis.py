"""Routing over constellations: excess delay, undelivered packets, and state of routers.

Pings between random places on the sphere: by least delay, by fewest links, by geographic routing
hop by hop with each scope, and by tables of a centre; compared with light along the great circle,
in fibre and in vacuum. Sizes of tables, and numbers of messages for flooding.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
from matplotlib.figure import Figure

from skyseam import survey
from skyseam._arrays import Bools, Floats
from skyseam._errors import InputError
from skyseam.measures.intervals import quantile, share
from skyseam.reproduce import Estimate, Study, drawing, known, numbers, over_seeds, quantities, said
from skyseam.reproduce.quantities import KM_PER_MM, SPEED_OF_LIGHT_KM_S, Places, labelled, probed
from skyseam.reproduce.report import digits
from skyseam.reproduce.transfers import random

from .. import FIBRE_KM_S
from ..frame import Findings, Table, changed

LEAST, FEWEST = "least delay", "fewest links"
BIN_MM = 2.5
CELLS = ("cell_tables", "consistency", "flooding")
"""Tables of the state of routers."""

AT_ONCE = 1000
"""Pings that are sent before their results are stored."""


@dataclass(frozen=True)
class Pinged:
    """Pings over a constellation by each rule of routing, and tables of its routers."""

    probes: dict[str, pa.Table]
    cells: dict[str, pa.Table]

    @property
    def covered(self) -> Bools:
        """Pings that any rule could deliver: those with a path by fewest links."""
        return np.asarray(~np.isnan(self.delay_ms(FEWEST)))

    @property
    def km(self) -> Floats:
        """Great-circle distance."""
        return numbers(self.probes[LEAST], "great_circle_km")

    def delay_ms(self, rule: str) -> Floats:
        """Return all delays, one way; NaN of pings that are not delivered."""
        return numbers(self.probes[rule], "delay_ms")

    def links(self, rule: str) -> Floats:
        """Return the numbers of links of delivered pings."""
        return numbers(self.probes[rule], "hops")[~np.isnan(self.delay_ms(rule))]

    def over_ms(self, rule: str, km_s: float) -> Floats:
        """Return how much later than at a speed along the great circle each ping arrives."""
        return np.asarray(self.delay_ms(rule) - 1e3 * self.km / km_s)

    def over_least_ms(self, rule: str) -> Floats:
        """Return how much later than by least delay each delivered ping arrives."""
        return known(np.asarray(self.delay_ms(rule) - self.delay_ms(LEAST)))

    def undelivered(self, rule: str) -> Estimate:
        """Return the share of covered pings that do not arrive, %."""
        lost = int((np.isnan(self.delay_ms(rule)) & self.covered).sum())
        return share(lost, int(self.covered.sum())).scaled(100)


@dataclass(frozen=True)
class Routed(Findings):
    """Results of the study, by constellation."""

    skies: dict[str, Pinged]

    @property
    def subject(self) -> str:
        """Heading of the page."""
        return f"Routing over {', '.join(self.skies)}"

    def listed(self) -> dict[str, Table]:
        """Return delays, undelivered pings, and the state of routers."""
        rules: list[list[str]] = []
        every = [(label, sky, rule) for label, sky in self.skies.items() for rule in sky.probes]
        for label, sky, rule in every:
            excess = known(sky.over_ms(rule, SPEED_OF_LIGHT_KM_S))
            row = [label, rule, said(sky.undelivered(rule)), said(over_seeds(excess))]
            row += [said(quantile(known(sky.over_ms(rule, FIBRE_KM_S)), 0.5))]
            row += [digits(float(np.percentile(excess, 95)) if len(excess) else None)]
            row += [said(over_seeds(sky.over_least_ms(rule))) if rule != LEAST else digits(None)]
            rules.append([*row, said(over_seeds(sky.links(rule)))])
        tables = [row for label, sky in self.skies.items() for row in self._of_routers(label, sky)]
        plan = self.study.plan
        head = ["constellation", "routing", "undelivered, %", "over light, mean, ms"]
        head += ["over fibre, median, ms", "over light, 95 %, ms", "over least delay, mean, ms"]
        state = ["constellation", "routing", "entries of a satellite", "as runs"]
        state += [f"changed after {plan['recompute_s']:g} s, %", "messages a satellite and second"]
        where = f"places up to {plan['latitude_deg']:g} deg from the equator"
        return {
            "delays": (f"{plan['pings']} pings between {where}", [*head, "links"], rules, 2),
            "routers": ("what each satellite has to know", state, tables, 2),
        }

    def _of_routers(self, label: str, sky: Pinged) -> Iterator[list[str]]:
        sizes, later, flooded = (sky.cells[name] for name in CELLS)
        cells = float(numbers(sizes, "cells").mean())
        stale = over_seeds(100 * numbers(later, "changed") / cells)
        runs = said(over_seeds(numbers(sizes, "runs")))
        yield [label, "centralized", f"{cells:.0f}", runs, said(stale), digits(None)]
        for row in flooded.to_pylist():
            each = row["messages"] / self.study.plan["flooding_s"] / len(sizes)
            name = f"geographic, scope {row['scope']}" if row["scope"] else "shortest-path"
            yield [label, name, *[digits(None)] * 3, digits(each)]

    def verdicts(self) -> Iterator[str]:
        """Yield the cost of paths, fewest links and geographic routing over each constellation."""
        for label, sky in self.skies.items():
            if not sky.covered.any():
                yield f"{label}: no ping has a path."
                continue
            over_ms = known(sky.over_ms(LEAST, FIBRE_KM_S))
            over = quantile(over_ms, 0.5)
            faster = share(int((over_ms < 0).sum()), len(over_ms)).scaled(100)
            most, later = self.study.plan["pings"], changed(over, "later", "earlier", "ms")
            words = [
                f"by least delay {said(faster)} % of {over.n} pings arrive before fibre along the "
                f"great circle would deliver them (median: {later})",
                f"fewest links: {_longer(sky.over_least_ms(FEWEST))}",
            ]
            for rule in list(sky.probes)[2:]:
                lost, late = sky.undelivered(rule), _longer(sky.over_least_ms(rule))
                words.append(f"{rule}: {said(lost)} % lost, the others {late}")
            path = int(sky.covered.sum())
            none = "" if path == most else f" {most - path} of {most} pings have no path."
            yield f"{label}: {'; '.join(words)}.{none}"

    def kept(self) -> dict[str, pa.Table]:
        """Return every ping, and tables of routers."""
        found = [
            labelled(table, constellation=label, routing=rule)
            for label, sky in self.skies.items()
            for rule, table in sky.probes.items()
        ]
        cells = {
            name: [labelled(sky.cells[name], constellation=k) for k, sky in self.skies.items()]
            for name in CELLS
        }
        return {name: pa.concat_tables(of) for name, of in {"probes": found, **cells}.items()}


def _longer(values: Floats) -> str:
    return changed(over_seeds(values), "longer than least delay", "shorter", "ms")


def make(study: Study) -> Routed:
    """Ping over every constellation by every rule, and compute tables of routers."""
    skies = study.plan["skies"]
    parts = zip(skies, study.shares([1.0] * len(skies)), strict=True)
    return Routed(study, {one["label"]: _pinged(part, **one) for one, part in parts})


def _pinged(study: Study, label: str, scenario: dict[str, Any]) -> Pinged:
    plan, scopes = study.plan, study.plan["scopes"]
    rules: dict[str, dict[str, Any]] = {LEAST: {"metric": "delay"}, FEWEST: {"metric": "hops"}}
    rules |= {f"geographic, scope {k}": {"kind": "geographic", "scope": k} for k in scopes}
    every = f"{plan['recompute_s']:g} s"
    rules[f"centralized, {every}"] = {"kind": "centralized", "recompute_interval": every}
    *pinging, tabling = study.shares([1.0] * (len(rules) + 1))
    drawn, found = places(study), {}
    for (rule, routing), part in zip(rules.items(), pinging, strict=True):
        found[rule] = stored_pings(part, label, {**scenario, "routing": routing}, drawn)
    if all(np.isnan(numbers(found[rule], "delay_ms")).all() for rule in rules):
        raise InputError(
            "no ping has a path by any routing; expected a constellation with links between its "
            "satellites, and places that it serves: a smaller --latitude"
        )
    asked: dict[str, Any] = {
        "lengths_km": [plan["cell_km"]], "t_s": [plan["start_s"]], "after_s": [plan["recompute_s"]],
        "scopes": [*scopes, 0], "flooding_s": plan["flooding_s"],
    }  # fmt: skip

    def tables(_: int) -> dict[str, pa.Table]:
        made = survey.cell_tables(scenario, **asked, progress=tabling.progress)
        return {name: made.table(name) for name in made.tables}

    cells = study.computed(f"tables of {label}", scenario, asked, 1, tables)
    return Pinged(found, {name: table.drop_columns("run") for name, table in cells.items()})


def stored_pings(study: Study, label: str, scenario: dict[str, Any], drawn: Places) -> pa.Table:
    """Send pings, some at a time, and store the results of each part."""
    parts = -(-len(drawn["t_s"]) // AT_ONCE)
    asked = {name: values.tolist() for name, values in drawn.items()}

    def some(part: int) -> dict[str, pa.Table]:
        mine = {k: values[part * AT_ONCE : (part + 1) * AT_ONCE] for k, values in drawn.items()}
        told = study.within(part / parts, (part + 1) / parts)
        return {"probes": probed(scenario, mine, **told.options)}

    found = study.computed(f"pings over {label}", scenario, asked, parts, some)
    return found["probes"].drop_columns("run")


def places(study: Study) -> Places:
    """Draw both ends of pings, uniform between two latitudes of the sphere, and their times."""
    plan = study.plan
    draws, count = random(plan["seed"], "routing"), plan["pings"]
    limited = partial(quantities.latitudes_deg, most_deg=plan["latitude_deg"])
    times = plan["start_s"] + draws.uniform(0.0, plan["duration_s"], count)
    return quantities.drawn_places(draws, count, limited) | {"t_s": times}


def excess(found: Routed) -> Figure:
    """Draw the delay over light along the great circle by distance, a panel per constellation."""
    labels = list(found.skies)
    look: Any = {"xlabel": "great-circle distance, Mm", "ylabel": "later than light, ms"}
    _, panels = drawing.panels(len(labels), (3.4 + 2.8 * len(labels), 3.8), sharey=True, **look)
    edges = np.arange(0.0, 20.0 + BIN_MM, BIN_MM)
    for axes, (label, sky) in zip(panels, found.skies.items(), strict=True):
        for (rule, _), colour in zip(sky.probes.items(), drawing.SERIES, strict=False):
            later_ms = sky.over_ms(rule, SPEED_OF_LIGHT_KM_S)
            bins = list(quantities.by_distance(later_ms, sky.km, edges, 5))
            at = [(left + right) / 2 for left, right, _ in bins]
            drawing.line(axes, at, [over_seeds(each) for *_, each in bins], colour, rule)
        middle = edges[1:] - BIN_MM / 2
        fibre = 1e3 * middle * KM_PER_MM * (1 / FIBRE_KM_S - 1 / SPEED_OF_LIGHT_KM_S)
        axes.plot(middle, fibre, color="#888888", ls="--", lw=1, label="fibre")
        axes.set_title(label)
    panels[0].set_ylim(bottom=0)
    return drawing.legend(panels[0], 4)
