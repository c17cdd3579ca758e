"""Henderson 1999, Sec. 4.1: five connections of different round-trip times share a bottleneck.

The standard increase, the constant-rate rule (CR) and increase by K (IBK), on topology 1; the other
runs are in `topologies.py`. Rates are means over the counted time, of payload; utilization counts
whole packets.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
from matplotlib.figure import Figure

from skyseam import plot
from skyseam.reproduce import Estimate, Floats, Study, drawing, over_seeds
from skyseam.reproduce.acceptance import Acceptance
from skyseam.reproduce.cases import Declared, changes, every, filled, listed
from skyseam.studies.fairness.analysis import rates_bps

from ..shared import jain
from . import topologies
from .topologies import others as others
from .topologies import sequences as sequences

over_seeds_99 = partial(over_seeds, level=0.99)
"""The thesis gives 99 % intervals."""

STANDARD = "newreno"


class Case(Declared, file=__file__):
    """Parameters of a run except its seed."""


@dataclass(frozen=True)
class Shares:
    """Rates of every case on topology 1 (seeds by flows, bit/s of payload), and the other runs."""

    study: Study
    rates: dict[Case, Floats]
    beside: topologies.Found

    def jain(self, case: Case) -> Estimate:
        return over_seeds_99(jain(self.rates[case]))

    def used(self, case: Case) -> Floats:
        """Return the share of the bottleneck's rate that delivered segments take as packets."""
        packets = self.study.plan["packet_bytes"] / self.study.plan["segment_bytes"]
        return np.asarray(self.rates[case].sum(axis=1) * packets / (1e6 * float(case.rate)))

    def utilization(self, case: Case) -> Estimate:
        return over_seeds_99(self.used(case))

    def of_flow(self, case: Case, rtt_ms: int) -> Floats:
        """Return the rate of a flow with every seed, bit/s."""
        return np.asarray(self.rates[case][:, self.study.plan["rtts_ms"].index(rtt_ms)])


def changed(plan: Mapping[str, Any], case: Case, seed: int) -> dict[str, Any]:
    end_s = plan["warm_up_s"] + plan["counted_s"]
    least, most, longest = plan["red"][case.rate]
    told = changes(plan, case, end_s=end_s, least=least, most=most, longest=longest)
    starts = np.random.default_rng(seed).uniform(0, plan["starts_within_s"], len(plan["rtts_ms"]))
    for flow, (rtt_ms, start_s) in enumerate(zip(plan["rtts_ms"], starts, strict=True)):
        told[f"flows[{flow}].start"] = f"{start_s:.6f} s"
        told[f"flows[{flow}].application.duration"] = f"{end_s:g} s"
        is_cr = case.rule.startswith("cr") and rtt_ms != case.standard
        is_ibk = case.rule == "ibk" and rtt_ms == max(plan["rtts_ms"])
        rule = plan["rule"][case.rule if is_cr or is_ibk else STANDARD]
        told[f"flows[{flow}].transport.congestion"] = filled(plan, rule, vars(case))
    return told


def make(study: Study) -> Shares:
    plan = study.plan
    study, others = study.shares([2.0, 1.0])
    cases = sorted(set(every(plan, Case)))
    runs = study.cases(
        "fairness", "scenario.toml", cases, plan["seeds"], partial(changed, plan),
        partial(measured, study), keep=("throughput",),
    )  # fmt: skip
    rates = {case: of.values["rates"] for case, of in runs.items()}
    return Shares(study, rates, topologies.make(others))


def measured(study: Study, tables: Mapping[str, pa.Table], runs: int) -> dict[str, Floats]:
    """Return the rate of each flow of every run, bit/s."""
    plan = study.plan
    bin_s = float(study.document("scenario.toml")["run"]["throughput_bin"].removesuffix(" s"))
    span_s = (plan["warm_up_s"], plan["warm_up_s"] + plan["counted_s"])
    return {"rates": rates_bps(tables["throughput"], runs, len(plan["rtts_ms"]), span_s, bin_s)}


def acceptance(found: Shares) -> Acceptance:
    plan, told = found.study.plan, Acceptance(found.study.plan)
    bands, standard = plan["bands"], Case()
    means = found.rates[standard].mean(axis=0)
    first = Estimate(float(means[0] / means[-1]), n=len(plan["seeds"]))
    told.add("order", first, (np.diff(means) < 0).all())
    for queue in ("red", "drop-tail"):
        told.add(f"standard, {queue}", found.jain(Case(queue=queue)))
    for c in plan["constants"]:
        index, used = found.jain(Case("cr", c)), found.utilization(Case("cr", c))
        for claim, ours in (("cr", index), ("used", used), ("unused", used)):
            least, most = bands["constants"][claim]
            if least <= c <= most:
                told.add(claim, ours, c=c)
    for c in plan["tail_constants"]:
        tail, red = (found.jain(Case("cr", c, queue)) for queue in ("drop-tail", "red"))
        told.add("tail", tail, below=red.value, c=c)
    for queue, rate in (("red", "10"), ("red", "1.5"), ("drop-tail", "10")):
        told.add("gain", gain(found, queue, rate, 4.0), queue=queue, rate=rate)
        with_k, plain = (jain(found.rates[Case("ibk", k, queue, rate)]) for k in (4.0, 1.0))
        told.add("rises", over_seeds_99(with_k - plain), queue=queue, rate=rate)
    rtt_ms = plan["standard_rtt_ms"]
    beside = [Case("cr", c, standard=rtt_ms) for c in plan["beside_constants"]]
    shares = [
        float((found.of_flow(one, rtt_ms) / found.rates[one].sum(axis=1)).mean()) for one in beside
    ]
    ends = Estimate(shares[0] / shares[-1], n=len(plan["seeds"]))
    told.add("starved", ends, shares == sorted(shares, reverse=True))
    _accept_beside(found, told)
    return told


def _accept_beside(found: Shares, told: Acceptance) -> None:
    """Add the same rows for topologies 2 and 3, and for transfers over time."""
    plan, beside = found.study.plan, found.beside
    queues = topologies.of(beside, "queue")
    used = over_seeds_99(beside.utilization(queues[-1], plan))
    told.add("queue used", used, limit=queues[-1].limit)
    each = (over_seeds_99(beside.jain(case)) for case in queues)
    told.add("queue", max(each, key=lambda one: one.value))
    for topology in (2, 3):
        (standard,) = topologies.of(beside, "constant", topology=topology, rule="newreno")
        (ours,) = topologies.of(beside, "constant", topology=topology, constant=4.0)
        more = over_seeds_99(beside.jain(ours) - beside.jain(standard))
        told.add("fairer", more, topology=topology)
    for queue in ("red", "drop-tail"):
        cases = topologies.of(beside, "table", queue=queue)
        off, on = (beside.rates(case)[:, :-1] for case in cases)
        told.add("table gain", over_seeds_99(on[:, -1] / off[:, -1]), queue=queue)
        moved = [over_seeds_99(each) for each in ((on - off).T / off.sum(axis=1))[:-1]]
        worst = max(moved, key=lambda one: abs(one.value))
        told.add("moved", worst, abs(worst.value) < 0.1, queue=queue)
        without, with_k = (beside.utilization(case, plan) for case in cases)
        less = over_seeds_99(with_k - without)
        told.add("table used", less, abs(less.value) <= 0.01, queue=queue)
    (pair,) = topologies.of(beside, "time", rule="cr")
    both = beside.rates(pair)[0, :2]
    told.add("apart", Estimate(float(both.max() / both.min() - 1)))


def row(case: Declared, rates: Floats, index: Floats, utilization: Floats) -> dict[str, Any]:
    """Return a row of a case: rates of flows in kbit/s, Jain's index and utilization."""
    return {
        "case": case,
        "rates": [over_seeds_99(each / 1e3) for each in rates.T],
        "jain": over_seeds_99(index),
        "utilization": over_seeds_99(utilization),
    }


def rows_beside(found: Shares, *names: str) -> list[dict[str, Any]]:
    """Return a row for each case with one of the names."""
    beside, plan = found.beside, found.study.plan
    return [
        row(case, beside.rates(case), beside.jain(case), beside.utilization(case, plan))
        for name in names
        for case in topologies.of(beside, name)
    ]


def gain(found: Shares, queue: str, rate: str, k: float) -> Estimate:
    """Return the rate of the longest flow with IBK over that with K = 1, per seed."""
    longest = max(found.study.plan["rtts_ms"])
    rates = [found.of_flow(Case("ibk", one, queue, rate), longest) for one in (k, 1.0)]
    return over_seeds_99(rates[0] / rates[1])


def page(found: Shares) -> dict[str, Any]:
    plan = found.study.plan
    best = max(plan["constants"], key=lambda c: found.jain(Case("cr", c)).value)
    return {
        "acceptance": acceptance(found),
        "standard": found.jain(Case()),
        "cr": found.jain(Case("cr", 4.0)),
        "best": {"c": best, "jain": found.jain(Case("cr", best))},
        "gain": gain(found, "red", "10", 4.0),
        "rows": [
            row(case, found.rates[case], jain(found.rates[case]), found.used(case))
            for name, cases in listed(plan, Case).items()
            for case in cases
            if name != "queue"
        ],
        "beside": rows_beside(found, "table", "load", "constant", "queue"),
        "causes": rows_beside(found, "cause"),
        "seeds": len(plan["seeds"]),
    }


def tables(found: Shares) -> dict[str, pa.Table]:
    plan = found.study.plan
    rows = [
        {**vars(case), "seed": seed, "rtt_ms": rtt_ms, "payload_bps": float(rates[n, flow])}
        for case, rates in found.rates.items()
        for n, seed in enumerate(plan["seeds"])
        for flow, rtt_ms in enumerate(plan["rtts_ms"])
    ]
    others = [
        {
            **{key: value for key, value in vars(case).items() if key not in ("rtts_ms", "seeds")},
            "seed": plan["seeds"][n], "flow": flow,
            "rtt_ms": case.flows[flow]["rtt_ms"] if flow < len(case.flows) else None,
            "payload_bps": float(rate),
        }
        for case in found.beside.bits
        for n, rates in enumerate(found.beside.rates(case))
        for flow, rate in enumerate(rates)
    ]  # fmt: skip
    return {"rates": pa.Table.from_pylist(rows), "topologies": pa.Table.from_pylist(others)}


def constants(found: Shares) -> Figure:
    plan = found.study.plan
    figure, (jain, used) = drawing.panels(2, (9.6, 3.6))
    for queue, cs, label, colour in (
        ("red", plan["constants"], "RED", plot.NO_SEAM),
        ("drop-tail", plan["tail_constants"], "drop-tail", plot.SEAM),
    ):
        for axes, measure in ((jain, found.jain), (used, found.utilization)):
            drawing.line(axes, cs, [measure(Case("cr", c, queue)) for c in cs], colour, label)
            standard = measure(Case(queue=queue)).value
            axes.axhline(standard, color=colour, lw=1, ls="--", label=f"standard, {label}")
    for axes, name in ((jain, "Jain's fairness index"), (used, "utilization")):
        axes.set(xscale="log", xlabel="window constant c, segments/s²", ylabel=name, ylim=(0, 1.03))
    jain.legend(loc="lower center", fontsize="small")
    return figure


def increase(found: Shares) -> Figure:
    plan = found.study.plan
    figure, (gains, queues) = drawing.panels(2, (9.6, 3.6))
    looks = (("red", "10", plot.NO_SEAM), ("red", "1.5", plot.GREY), ("drop-tail", "10", plot.SEAM))
    for queue, rate, colour in looks:
        values = [gain(found, queue, rate, k).value for k in plan["ks"]]
        gains.plot(plan["ks"], values, "o-", ms=3.5, color=colour, label=f"{queue}, {rate} Mbit/s")
    ks = np.linspace(1, max(plan["ks"]), 50)
    gains.plot(ks, np.sqrt(ks), color=plot.GREY, lw=1, ls="--", label="√K")
    gains.set(xlabel="K", ylabel="long flow's rate over that of K = 1", ylim=(0, None))
    gains.legend(loc="upper left", fontsize="small")
    limits = plan["limits_packets"]
    for measure, label, colour in (
        (found.utilization, "utilization", plot.NO_SEAM),
        (found.jain, "Jain's index", plot.SEAM),
    ):
        ours = [measure(Case(queue="drop-tail", limit=limit)) for limit in limits]
        drawing.line(queues, limits, ours, colour, label)
    queues.set(xscale="log", xlabel="drop-tail queue, packets", ylim=(0, 1.03))
    queues.legend(loc="center right")
    return figure
