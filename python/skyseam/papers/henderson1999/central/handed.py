"""What tables that are handed on are worth to packets: pings by old tables, kept or handed on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from matplotlib.figure import Figure

from skyseam import plot, survey
from skyseam.reproduce import Estimate, Floats, Study, drawing, known, numbers
from skyseam.reproduce.intervals import share


@dataclass(frozen=True)
class Handed:
    """Results of pings over tables of one recomputation interval.

    Attributes
    ----------
    period_s : float
        From one upload of tables to the next.
    inherit_tables : bool
        Whether satellites take over the table of the one ahead.
    undelivered : Estimate
        Percent of pings whose ends both have a satellite.
    above : Estimate
        Mean delay above that of the least-delay way, ms, of those delivered.
    """

    period_s: float
    inherit_tables: bool
    undelivered: Estimate
    above: Estimate


def places(study: Study) -> dict[str, Floats]:
    """Draw ends of pings uniformly on the sphere, and when they are sent, in order."""
    plan = study.plan
    random = np.random.default_rng(plan["handed_seed"])
    count = plan["handed_pings"]

    def latitude_deg() -> Floats:
        return np.asarray(np.degrees(np.arcsin(random.uniform(-1.0, 1.0, count))))

    return {
        "from_latitude_deg": latitude_deg(),
        "from_longitude_deg": random.uniform(-180.0, 180.0, count),
        "to_latitude_deg": latitude_deg(),
        "to_longitude_deg": random.uniform(-180.0, 180.0, count),
        "t_s": np.sort(random.uniform(0.0, plan["handed_span_s"], count)),
    }


def make(study: Study) -> list[Handed]:
    """Send the pings by tables of every period, kept by satellites and handed on."""
    plan, drawn = study.plan, places(study)
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
