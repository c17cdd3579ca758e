"""Boubaker 2020, its future work: several flows at once that share the boat's uplink.

Link utilization, fairness, losses, and the dip of the total when the boat changes satellite and all
queued packets are lost.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from matplotlib.figure import Figure

from skyseam.measures.sharing import jain_index
from skyseam.reproduce import Study, digits, drawing
from skyseam.reproduce.bulk import Bulk, around, run_bulk
from skyseam.reproduce.cases import Declared

from ..bulk.analysis import base_of


class Case(Declared, file=__file__):
    """Flows of a transport."""


@dataclass(frozen=True)
class Congestion:
    """Results of the study."""

    study: Study
    bulk_plan: dict[str, Any]
    runs: dict[Case, Bulk]

    def dip(self, case: Case) -> float:
        """Return the dip of the total at the handover, % of the throughput before it."""
        before, dip = around(self.bulk_plan, self.runs[case], self.study.plan["handover_s"])
        return 100 * (1 - dip / before)


def make(study: Study) -> Congestion:
    plan, bulk_plan = study.plan, study.beside("bulk").plan
    cases, jobs = [], []
    base = base_of(study, bulk_plan["rates"][0], "fits", "fits")
    for one in plan["transports"]:
        flow = base["flows"][0] | {"transport": one["transport"]}
        for count in plan["counts"]:
            flows = [
                flow | {"name": f"bulk {n + 1}", "start": f"{n * plan['apart_s']:g} s"}
                for n in range(count)
            ]
            cases.append(Case(one["label"], count))
            jobs.append((base | {"flows": flows}, plan["start_s"], plan["duration_s"]))
    ran = run_bulk(study, "flows", bulk_plan | {"seed": plan["seed"]}, jobs, False)
    return Congestion(study, bulk_plan, dict(zip(cases, ran, strict=True)))


def page(found: Congestion) -> dict[str, Any]:
    rows = []
    for case, run in found.runs.items():
        each = run.goodputs_bps / 1e6
        shares = (digits(float(one)) for one in (each.sum(), each.min(), each.max()))
        counts = (f"{run.flow[key]:,}" for key in ("retransmissions", "drops", "timeouts"))
        fair = f"{jain_index(each):.3f}"
        rows.append(
            [case.transport, str(case.flows), *shares, fair, *counts, f"{found.dip(case):.1f}"]
        )
    return {"rows": rows}


def congestion(found: Congestion) -> Figure:
    _, (left, right) = drawing.panels(2, (9.6, 3.6), xlabel="flows at once")
    plan = found.study.plan
    for one, colour in zip(plan["transports"], drawing.SERIES, strict=False):
        cases = [Case(one["label"], count) for count in plan["counts"]]
        look: Any = {"color": colour, "marker": "o", "markersize": 4, "label": one["label"]}
        left.plot(plan["counts"], [jain_index(found.runs[c].goodputs_bps) for c in cases], **look)
        right.plot(plan["counts"], [found.dip(case) for case in cases], **look)
    left.set(title="fairness", ylabel="Jain's index", ylim=(None, 1.02))
    right.set(title="dip of the total at the boat's handover", ylabel="%, bins of 1 s")
    for axes in (left, right):
        drawing.ticks(axes, plan["counts"])
    return drawing.legend(left, 3)
