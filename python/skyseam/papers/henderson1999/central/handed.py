"""Effect of handed-over tables on packets: pings by outdated tables, kept or handed over."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from matplotlib.figure import Figure

from skyseam import plot, survey
from skyseam.measures.intervals import share
from skyseam.reproduce import Estimate, Study, drawing, known, numbers
from skyseam.reproduce.pings import places


@dataclass(frozen=True)
class Handed:
    """Results of pings over tables of one recomputation interval.

    Attributes
    ----------
    period_s : float
        Interval between two uploads of tables.
    inherit_tables : bool
        Whether satellites take over the table of the satellite ahead.
    undelivered : Estimate
        Percentage of pings whose endpoints both have a satellite.
    above : Estimate
        Mean delay of delivered pings above that of the least-delay path, ms.
    """

    period_s: float
    inherit_tables: bool
    undelivered: Estimate
    above: Estimate


def make(study: Study) -> list[Handed]:
    """Send the pings by tables of every period, kept by satellites and handed over."""
    plan = study.plan
    random = np.random.default_rng(plan["handed_seed"])
    drawn = places(random, plan["handed_pings"])
    drawn["t_s"] = np.sort(random.uniform(0.0, plan["handed_span_s"], plan["handed_pings"]))
    scenario = study.document("delay/teledesic.toml")
    best = survey.probe(scenario, drawn, metric="delay", threads=study.threads)
    least_ms = numbers(best.table("probes"), "delay_ms")
    covered = ~np.isnan(least_ms)
    found = []
    for period_s in plan["handed_periods_s"]:
        for inherit_tables in (False, True):
            scenario["routing"] = {
                "kind": "centralized", "recompute_interval": f"{period_s:g} s",
                "inherit_tables": inherit_tables, "scope": plan["handed_scope"],
            }  # fmt: skip
            results = survey.probe(scenario, drawn, threads=study.threads)
            delay_ms = numbers(results.table("probes"), "delay_ms")
            above_ms = known((delay_ms - least_ms)[covered])
            lost = int(np.isnan(delay_ms[covered]).sum())
            mean = float(above_ms.mean())
            half = 1.96 * float(above_ms.std(ddof=1)) / np.sqrt(len(above_ms))
            above = Estimate(mean, mean - float(half), mean + float(half), len(above_ms))
            undelivered = share(lost, int(covered.sum())).scaled(100)
            found.append(Handed(period_s, inherit_tables, undelivered, above))
    return found


def drawn(found: list[Handed]) -> Figure:
    """Draw undelivered pings and added delay over the period of uploads."""
    figure, (lost, above) = drawing.panels(2, (9.6, 3.6))
    for inherit_tables, label, colour in (
        (False, "satellites keep their tables", plot.SEAM),
        (True, "tables are handed on", plot.NO_SEAM),
    ):
        of = [one for one in found if one.inherit_tables == inherit_tables]
        periods = [one.period_s for one in of]
        drawing.line(lost, periods, [one.undelivered for one in of], colour, label)
        drawing.line(above, periods, [one.above for one in of], colour, label)
    for axes, name in ((lost, "undelivered, % of pings"), (above, "mean above min-delay, ms")):
        drawing.ticks(axes, sorted({one.period_s for one in found}))
        axes.set(xlabel="an upload each, s", ylabel=name, ylim=(0, None))
    lost.legend(loc="upper left")
    return figure
