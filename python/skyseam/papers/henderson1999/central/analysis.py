"""Henderson 1999, Sec. 6.6: aggregated tables of satellites towards cells, and their lifetime.

The core computes the tables; here they are averaged and compared with the other program's. Pings
by outdated tables, kept or handed over, show their effect on packets.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from matplotlib.figure import Figure

from skyseam import describe, plot, survey
from skyseam.measures.intervals import share
from skyseam.reproduce import Estimate, Floats, Study, drawing, known, numbers
from skyseam.reproduce.acceptance import Acceptance
from skyseam.reproduce.quantities import drawn_places

DAY_S = 86_400.0


@dataclass(frozen=True)
class Central:
    """All results of the study: a row for each cell length, instant and satellite.

    `handed`: pings by the interval `period_s` between two uploads of tables, and by whether
    satellites take over the table of the satellite ahead: `undelivered`, percentage of pings whose
    endpoints both have a satellite, and `above`, mean delay above that of the least-delay path, ms.
    """

    study: Study
    sizes: pa.Table
    consistency: pa.Table
    causes: list[dict[str, Any]]
    handed: list[dict[str, Any]]

    def of(self, length_km: float) -> pa.Table:
        """Return the sizes of tables towards cells of a length."""
        return self.sizes.filter(pa.array(numbers(self.sizes, "length_km") == length_km))

    def entries(self, length_km: float, form: str) -> Estimate:
        """Return the mean share of entries left in a form, with the spread over satellites."""
        of_length = self.of(length_km)
        return _spread(numbers(of_length, form) / numbers(of_length, "cells"))

    def changes(self, length_km: float, after_s: float, column: str) -> Floats:
        """Return the changes of the tables of all satellites after some time."""
        table = self.consistency
        row = (numbers(table, "length_km") == length_km) & (numbers(table, "after_s") == after_s)
        return numbers(table.filter(pa.array(row)), column)

    def changed(self, length_km: float, after_s: float, column: str = "changed") -> float:
        """Return the mean number of changes of a table after some time."""
        return float(self.changes(length_km, after_s, column).mean())

    def megabytes_per_day(self, entries: float, period_s: float) -> float:
        """Return the daily amount of a number of entries for each satellite in each period."""
        satellites = len(set(self.sizes["satellite"].to_pylist()))
        entry_bytes = float(self.study.plan["entry_bytes"])
        return entries * entry_bytes * satellites * (DAY_S / period_s) / 1e6

    def same(self, length_km: float, after_s: float, column: str = "changed") -> Estimate:
        """Return the mean share of cells whose port is the same after some time."""
        cells = numbers(self.of(length_km), "cells")[0]
        return _spread(1 - self.changes(length_km, after_s, column) / cells)


def _spread(values: Floats) -> Estimate:
    """Return a mean without an interval: the population is all satellites at given instants."""
    return Estimate(float(values.mean()), n=len(values))


def make(study: Study) -> Central:
    plan = study.plan
    sky = study.document("delay/teledesic.toml")
    spans = {name: plan[name] for name in ("lengths_km", "t_s", "after_s")}
    results = survey.cell_tables(sky, **spans, progress=study.progress)
    sizes, consistency = results.table("cell_tables"), results.table("consistency")
    return Central(study, sizes, consistency, _causes(study), _handed(study))


def _causes(study: Study) -> list[dict[str, Any]]:
    """Return the lifetime of a satellite's table for several latitudes of polar shutdown.

    Instants are spread evenly over the time after which each satellite takes the place of the next.
    There is a row for each latitude from which links between planes are off: shares of cells with
    an unchanged port, by time.
    """
    plan, rows = study.plan, []
    count, length_km = plan["cause_instants"], plan["cause_length_km"]
    for threshold_deg in plan["cause_thresholds_deg"]:
        sky = describe.resolved(study.document("delay/teledesic.toml"))
        sky["constellation"]["isl"]["latitude_threshold"] = f"{threshold_deg} deg"
        t_s = [5.0 + plan["slot_s"] * number / count for number in range(count)]
        spans = {"lengths_km": [length_km], "t_s": t_s, "after_s": plan["after_s"]}
        results = survey.cell_tables(sky, **spans)
        of_sky = Central(study, results.table("cell_tables"), results.table("consistency"), [], [])
        same = [of_sky.same(length_km, after_s) for after_s in plan["after_s"]]
        rows.append({"threshold_deg": threshold_deg, "same": same})
    return rows


def _handed(study: Study) -> list[dict[str, Any]]:
    """Send pings by tables of every period, kept by satellites and handed over."""
    plan = study.plan
    random = np.random.default_rng(plan["handed_seed"])
    drawn = drawn_places(random, plan["handed_pings"])
    drawn["t_s"] = np.sort(random.uniform(0.0, plan["handed_span_s"], plan["handed_pings"]))
    scenario = study.document("delay/teledesic.toml")
    best = survey.probe(scenario, drawn, metric="delay", threads=study.threads)
    least_ms = numbers(best.table("probes"), "delay_ms")
    covered = ~np.isnan(least_ms)
    found = []
    for period_s, inherit_tables in itertools.product(plan["handed_periods_s"], (False, True)):
        named = {"period_s": period_s, "inherit_tables": inherit_tables}
        scenario["routing"] = {
            "kind": "centralized", "recompute_interval": f"{period_s:g} s",
            "inherit_tables": inherit_tables, "scope": plan["handed_scope"],
        }  # fmt: skip
        results = survey.probe(scenario, drawn, threads=study.threads)
        delay_ms = numbers(results.table("probes"), "delay_ms")
        above_ms = known((delay_ms - least_ms)[covered])
        lost = share(int(np.isnan(delay_ms[covered]).sum()), int(covered.sum()))
        mean = float(above_ms.mean())
        half = 1.96 * float(above_ms.std(ddof=1) / np.sqrt(len(above_ms)))
        above = Estimate(mean, mean - half, mean + half, len(above_ms))
        found.append({**named, "undelivered": lost.scaled(100), "above": above})
    return found


def rectangles(patch: Sequence[Sequence[int]]) -> int:
    """Count rectangles of one port that cover a patch, each begun at its first free cell."""
    ports = np.array(patch)
    free, count = np.ones(ports.shape, dtype=bool), 0
    for row, column in np.ndindex(*ports.shape):
        if not free[row, column]:
            continue
        fits = (ports == ports[row, column]) & free
        width = 1
        while column + width < ports.shape[1] and fits[row, column + width]:
            width += 1
        height = 1
        while row + height < len(ports) and fits[row + height, column : column + width].all():
            height += 1
        free[row : row + height, column : column + width] = False
        count += 1
    return count


def runs(patch: Sequence[Sequence[int]]) -> int:
    """Count runs of one port in the rows of a patch; a run does not continue in the next row."""
    return sum(len(list(itertools.groupby(row))) for row in patch)


def uploads(found: Central, length_km: float) -> list[dict[str, Any]]:
    """Return the amount uploaded per satellite and slot by several methods, and to all a day."""
    slot_s, entry_bytes = found.study.plan["slot_s"], found.study.plan["entry_bytes"]
    ways = {
        "full tables": float(numbers(found.of(length_km), "cells")[0]),
        "full tables, as runs": float(numbers(found.of(length_km), "runs").mean()),
        "changed cells of the same satellite": found.changed(length_km, slot_s),
        "changed cells of the successor": found.changed(length_km, slot_s, "changed_of_successor"),
        "changed runs of the successor": found.changed(length_km, slot_s, "new_runs_of_successor"),
    }
    return [
        {
            "way": way, "entries": entries, "bytes_per_slot": entries * entry_bytes,
            "megabytes_per_day": found.megabytes_per_day(entries, slot_s),
        }
        for way, entries in ways.items()
    ]  # fmt: skip


def periods(found: Central, length_km: float) -> list[dict[str, float]]:
    """Return the amount uploaded to all satellites in a day, for each interval between tables.

    Only cells whose port has changed in the table of the same satellite are uploaded, as for
    `routing.kind = "centralized"`.
    """
    return [
        {
            "period_s": after_s, "entries": entries,
            "megabytes_per_day": found.megabytes_per_day(entries, after_s),
        }
        for after_s in found.study.plan["after_s"]
        for entries in [found.changed(length_km, after_s)]
    ]  # fmt: skip


def acceptance(found: Central) -> Acceptance:
    plan, told = found.study.plan, Acceptance(found.study.plan)
    bands, slot_s = plan["bands"], plan["slot_s"]
    for length, count in bands["cells"].items():
        ours = Estimate(int(numbers(found.of(float(length)), "cells")[0]))
        told.add("cells", ours, ours.value == count, km=length, count=count)
    for length, band in bands["runs"].items():
        told.add("runs", found.entries(float(length), "runs"), near=band, km=length)
    told.add("tenth", found.entries(160.0, "runs"))
    for length, band in bands["blocks"].items():
        told.add("blocks", found.entries(float(length), "blocks"), near=(band, 0.03), km=length)
    within = bands["same_tolerance"]
    for after, band in bands["same"].items():
        told.add("same", found.same(160.0, float(after)), near=(band, within), after=after)
    successor = found.same(160.0, slot_s, "changed_of_successor")
    told.add("successor", successor, near=(bands["successor"], within), after=slot_s)
    told.add("ratio", ratio_of(found))
    return told


def ratio_of(found: Central) -> Estimate:
    """Return the ratio of changed cells for the same satellite to those for the successor."""
    slot_s = found.study.plan["slot_s"]
    geographic = found.changed(160.0, slot_s, "changed_of_successor")
    return Estimate(found.changed(160.0, slot_s) / geographic)


def page(found: Central) -> dict[str, Any]:
    plan, forms = found.study.plan, ("runs", "runs_across_bands", "blocks")
    shortest, patch = min(plan["lengths_km"]), plan["patch"]
    sizes = [
        {
            "length_km": km, "cells": int(numbers(found.of(km), "cells")[0]),
            "bytes": float(numbers(found.of(km), "runs").mean()) * plan["entry_bytes"],
            **{form: found.entries(km, form).value for form in forms},
        }
        for km in plan["lengths_km"]
    ]  # fmt: skip
    flat = np.array(patch).ravel()
    return {
        "acceptance": acceptance(found),
        "sizes": sizes,
        "uploads": uploads(found, shortest),
        "causes": found.causes,
        "handed": found.handed,
        "periods": periods(found, shortest),
        "ratio": ratio_of(found),
        "runs": found.entries(shortest, "runs"),
        "patch": {
            "cells": int(flat.size), "ports": len(set(flat.tolist())),
            "rectangles": rectangles(patch), "runs": runs(patch),
        },
    }  # fmt: skip


def tables(found: Central) -> dict[str, pa.Table]:
    lengths_km = found.study.plan["lengths_km"]
    rows = [{"length_km": km, **row} for km in lengths_km for row in uploads(found, km)]
    handed_on = [
        {
            "period_s": one["period_s"], "inherit_tables": one["inherit_tables"],
            "undelivered_percent": one["undelivered"].value, "above_ms": one["above"].value,
            "pings": one["undelivered"].n,
        }
        for one in found.handed
    ]  # fmt: skip
    return {
        "cell_tables": found.sizes,
        "consistency": found.consistency,
        "handed_on": pa.Table.from_pylist(handed_on),
        "uploads": pa.Table.from_pylist(rows),
        "uploads_by_period": pa.Table.from_pylist(periods(found, min(lengths_km))),
    }


def consistency(found: Central) -> Figure:
    plan = found.study.plan
    figure, (same, sizes) = drawing.panels(2, (9.6, 3.6))
    look: dict[str, Any] = {"marker": "o", "ms": 3.5}
    after_s = plan["after_s"]
    for column, label, colour in (
        ("changed", "same satellite", plot.SEAM),
        ("changed_of_successor", "satellite now nearest to where it was", plot.NO_SEAM),
    ):
        shares = [100 * found.same(160.0, each, column).value for each in after_s]
        same.plot(after_s, shares, color=colour, label=label, **look)
    bands = plan["bands"]["same"]
    values = [100 * band for band in bands.values()]
    same.plot([float(a) for a in bands], values, "x", color=plot.GREY, label="another program")
    same.set(xlabel="time between two tables, s", ylabel="cells with the same port, %")
    same.set_ylim(0, 100)
    same.legend(loc="lower left")
    lengths_km = plan["lengths_km"]
    for form, label, colour in (
        ("blocks", "aligned blocks", plot.SEAM),
        ("runs", "runs within a band", plot.NO_SEAM),
    ):
        shares = [100 * found.entries(length_km, form).value for length_km in lengths_km]
        sizes.plot(lengths_km, shares, color=colour, label=label, **look)
    drawing.ticks(sizes, sorted(lengths_km))
    sizes.set(xlabel="length of a cell, km", ylabel="entries, % of cells", ylim=(0, None))
    sizes.legend(loc="upper left")
    return figure


def handing_on(found: Central) -> Figure:
    figure, (lost, above) = drawing.panels(2, (9.6, 3.6))
    for inherit_tables, label, colour in (
        (False, "satellites keep their tables", plot.SEAM),
        (True, "tables are handed on", plot.NO_SEAM),
    ):
        of = [one for one in found.handed if one["inherit_tables"] == inherit_tables]
        periods = [one["period_s"] for one in of]
        drawing.line(lost, periods, [one["undelivered"] for one in of], colour, label)
        drawing.line(above, periods, [one["above"] for one in of], colour, label)
    for axes, name in ((lost, "undelivered, % of pings"), (above, "mean above min-delay, ms")):
        drawing.ticks(axes, sorted({one["period_s"] for one in found.handed}))
        axes.set(xlabel="an upload each, s", ylabel=name, ylim=(0, None))
    lost.legend(loc="upper left")
    return figure
