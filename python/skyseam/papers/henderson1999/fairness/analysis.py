"""Henderson 1999, Sec. 4.1: five connections of different round-trip times share a bottleneck.

The standard increase, the constant-rate rule (CR) and increase by K (IBK), on topology 1; the other
runs are in `topologies.py`. Rates are means over the counted time, of payload; utilization counts
whole packets.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
from matplotlib.figure import Figure

from skyseam import plot
from skyseam.measures.intervals import student_t
from skyseam.reproduce import Estimate, Floats, Study, drawing
from skyseam.reproduce.acceptance import Acceptance
from skyseam.reproduce.cases import Declared, changes, every, filled, listed
from skyseam.studies.fairness.analysis import rates_bps

from . import topologies
from .background import jain

SHARE = 0.99
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
        """Return Jain's fairness index over the flows."""
        return over_seeds_99(jain(self.rates[case]))

    def used(self, case: Case) -> Floats:
        """Return the share of the bottleneck's rate that delivered segments take as packets."""
        packets = self.study.plan["packet_bytes"] / self.study.plan["segment_bytes"]
        return np.asarray(self.rates[case].sum(axis=1) * packets / (1e6 * float(case.rate)))

    def utilization(self, case: Case) -> Estimate:
        """Return the mean of that share."""
        return over_seeds_99(self.used(case))

    def of_flow(self, case: Case, rtt_ms: int) -> Floats:
        """Return the rate of a flow with every seed, bit/s."""
        return np.asarray(self.rates[case][:, self.study.plan["rtts_ms"].index(rtt_ms)])

    def share_of(self, case: Case, rtt_ms: int) -> Estimate:
        """Return a flow's share of all rates."""
        return over_seeds_99(self.of_flow(case, rtt_ms) / self.rates[case].sum(axis=1))


def over_seeds_99(values: Floats) -> Estimate:
    """Return the mean over seeds with its 99 % interval by Student's t; a single one has none."""
    mean, n = float(values.mean()), len(values)
    if n == 1:
        return Estimate(mean)
    half = student_t(n - 1, SHARE) * float(values.std(ddof=1)) / math.sqrt(n)
    return Estimate(mean, mean - half, mean + half, n)


def changed(plan: Mapping[str, Any], case: Case, seed: int) -> dict[str, Any]:
    """Return the values of a run that replace the scenario's."""
    end_s = plan["warm_up_s"] + plan["counted_s"]
    least, most, longest = plan["red"][case.rate]
    red = {"least": least, "most": most, "longest": longest}
    told = changes(plan, case, end_s=end_s, **red)
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
    """Run every case with every seed."""
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
    """Return the claims and the other program's results beside ours, and whether they hold."""
    plan, told = found.study.plan, Acceptance()
    bands, standard = plan["bands"], Case()
    means = found.rates[standard].mean(axis=0)
    first = Estimate(float(means[0] / means[-1]), n=len(plan["seeds"]))
    what = "standard, RED: shortest over longest RTT's rate"
    told.add(what, "strict order by RTT", first, (np.diff(means) < 0).all())
    for case, key in ((standard, "jain_standard"), (Case(queue="drop-tail"), "jain_standard_tail")):
        told.between(f"standard, {case.queue}: Jain", found.jain(case), bands[key], "band")
    for c in plan["constants"]:
        case, name = Case("cr", c), f"CR, RED, c = {c:g}"
        index, used = found.jain(case), found.utilization(case)

        def is_in(key: str, c: float = c) -> bool:
            return bool(bands[key][0] <= c <= bands[key][1])

        if is_in("cr_constants"):
            told.at_least(f"{name}: Jain", index, bands["jain_cr_at_least"], "band")
        if is_in("utilization_constants"):
            least = bands["utilization_at_least"]
            told.at_least(f"{name}: utilization", used, least, "band and claim")
        if is_in("utilization_at_most_constants"):
            told.at_most(f"{name}: utilization", used, bands["utilization_at_most"], "band")
    for c in plan["tail_constants"]:
        tail, red = (found.jain(Case("cr", c, queue)) for queue in ("drop-tail", "red"))
        said, holds = f"below RED's {red.value:.2f}, band", tail.value < red.value
        told.add(f"CR, drop-tail, c = {c:g}: Jain", said, tail, holds)
    for queue, rate in (("red", "10"), ("red", "1.5"), ("drop-tail", "10")):
        name, gained = f"IBK, {queue}, {rate} Mbit/s, K = 4", gain(found, queue, rate, 4.0)
        what = f"{name}: the long flow's rate over that of K = 1"
        told.between(what, gained, bands["gain_of_4"], "band")
        with_k, plain = (jain(found.rates[Case("ibk", k, queue, rate)]) for k in (4.0, 1.0))
        more = over_seeds_99(with_k - plain)
        told.add(f"{name}: Jain less that of K = 1", "rises, claim", more, more.value > 0)
    rtt_ms = plan["standard_rtt_ms"]
    shares = [
        found.share_of(Case("cr", c, standard=rtt_ms), rtt_ms).value
        for c in plan["beside_constants"]
    ]
    ends = Estimate(shares[0] / shares[-1], n=len(plan["seeds"]))
    what = "one standard flow among CR: its share at the least over that at the largest c"
    holds = shares == sorted(shares, reverse=True)
    told.add(what, "starved at large c, falls with c, claim", ends, holds)
    _accept_beside(found, told)
    return told


def _accept_beside(found: Shares, told: Acceptance) -> None:
    """Add the same rows for topologies 2 and 3, and for transfers over time."""
    plan, beside = found.study.plan, found.beside
    queues = topologies.of(beside, "queue")
    used = over_seeds_99(beside.utilization(queues[-1], plan))
    what = f"topology 2, standard, drop-tail of {queues[-1].limit}: utilization"
    told.add(what, "rises to above 0.97, band", used, used.value > 0.97)
    most = max((over_seeds_99(beside.jain(case)) for case in queues), key=lambda one: one.value)
    what = "topology 2, standard, drop-tail: largest Jain over the queue"
    told.add(what, "below 0.55, band", most, most.value < 0.55)
    for topology in (2, 3):
        (standard,) = topologies.of(beside, "constant", topology=topology, rule="newreno")
        (ours,) = topologies.of(beside, "constant", topology=topology, constant=4.0)
        more = over_seeds_99(beside.jain(ours) - beside.jain(standard))
        what = f"topology {topology}, CR, c = 4: Jain less that of the standard rule"
        told.add(what, "fairer, claim", more, more.value > 0)
    for queue in ("red", "drop-tail"):
        cases, name = topologies.of(beside, "table", queue=queue), f"Table 4.1, topology 2, {queue}"
        off, on = (beside.rates(case)[:, :-1] for case in cases)
        more, what = (
            over_seeds_99(on[:, -1] / off[:, -1]),
            "the long flow's rate over that of K = 1",
        )
        told.between(f"{name}: {what}", more, plan["bands"]["gain_of_4"], "band")
        moved = [over_seeds_99(each) for each in ((on - off).T / off.sum(axis=1))[:-1]]
        worst = max(moved, key=lambda one: abs(one.value))
        what, said = "largest change of another flow", "below 0.1, band; not significant, claim"
        told.add(f"{name}: {what} over all rates", said, worst, abs(worst.value) < 0.1)
        without, with_k = (beside.utilization(case, plan) for case in cases)
        less, what = over_seeds_99(with_k - without), f"{name}: change of utilization"
        told.add(what, "within 0.01, band", less, abs(less.value) <= 0.01)
    (pair,) = topologies.of(beside, "time", rule="cr")
    both = beside.rates(pair)[0, :2]
    apart = Estimate(float(both.max() / both.min() - 1))
    what = "Fig. 4.3, CR, c = 4: rates of 100 and 600 ms after 100 s, apart by"
    told.at_most(what, apart, 0.25, "band")


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
    """Return the rate of every flow in every run."""
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
    """Draw fairness and utilization over the window constant, as Figs 4.7 and 4.8."""
    plan = found.study.plan
    figure, (jain, used) = drawing.panels(2, (9.6, 3.6))
    looks = (
        ("red", plan["constants"], "RED", plot.NO_SEAM),
        ("drop-tail", plan["tail_constants"], "drop-tail", plot.SEAM),
    )
    for queue, cs, label, colour in looks:
        for axes, measure in ((jain, found.jain), (used, found.utilization)):
            ours = [measure(Case("cr", c, queue)) for c in cs]
            axes.plot(cs, [one.value for one in ours], "o-", ms=3.5, color=colour, label=label)
            for c, one in zip(cs, ours, strict=True):
                drawing.bar(axes, [c, c], one, color=colour, lw=1.5)
            standard = measure(Case(queue=queue)).value
            axes.axhline(standard, color=colour, lw=1, ls="--", label=f"standard, {label}")
    for axes, name in ((jain, "Jain's fairness index"), (used, "utilization")):
        axes.set(xscale="log", xlabel="window constant c, segments/s²", ylabel=name, ylim=(0, 1.03))
    jain.legend(loc="lower center", fontsize="small")
    return figure


def increase(found: Shares) -> Figure:
    """Draw IBK's gain over K, and the standard rule over the queue, as Figs 4.10, 4.5 and 4.6."""
    plan = found.study.plan
    figure, (gains, queues) = drawing.panels(2, (9.6, 3.6))
    looks = (("red", "10", plot.NO_SEAM), ("red", "1.5", plot.GREY), ("drop-tail", "10", plot.SEAM))
    for queue, rate, colour in looks:
        ours = [gain(found, queue, rate, k) for k in plan["ks"]]
        label = f"{queue}, {rate} Mbit/s"
        values = [one.value for one in ours]
        gains.plot(plan["ks"], values, "o-", ms=3.5, color=colour, label=label)
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
        queues.plot(limits, [one.value for one in ours], "o-", ms=3.5, color=colour, label=label)
        for limit, one in zip(limits, ours, strict=True):
            drawing.bar(queues, [limit, limit], one, color=colour, lw=1.5)
    queues.set(xscale="log", xlabel="drop-tail queue, packets", ylim=(0, 1.03))
    queues.legend(loc="center right")
    return figure


def sequences(found: Shares) -> Figure:
    """Draw bytes over time, as Figs 4.2 and 4.3."""
    return topologies.sequences(found.beside)


def others(found: Shares) -> Figure:
    """Draw topologies 2 and 3 over the constant and the queue, as Figs 4.5 to 4.8."""
    return topologies.constants(found.beside, found.study.plan)
