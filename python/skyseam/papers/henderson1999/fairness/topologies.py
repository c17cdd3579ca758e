"""Topologies 2 and 3, transfers over time, and runs that explain deviations.

Topology 2 has Web replies beside the five transfers of topology 1; topology 3 has two bottlenecks
in a row, one transfer over both of them and five over each. Utilization counts the payload of all
flows, in packets of a full segment. Every reply is a connection of its own, as in HTTP/1.0. Replies
begin at random (Poisson) and their sizes are drawn from measured quantiles; requests are left out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from matplotlib.figure import Figure

from skyseam import plot
from skyseam.reproduce import Floats, Paper, Study, drawing, numbers
from skyseam.reproduce.cases import Declared, filled, listed
from skyseam.results import Results

from .. import shared

HOP_MS = 5.0
"""One-way delay of a bottleneck."""

SEGMENT = {"kind": "tcp", "stack": "ns2", "recovery": "sack", "mss": "1000 B"}


class Case(Declared, file=__file__, table="topology"):
    """Parameters of runs except their seeds."""

    @property
    def flows(self) -> list[dict[str, Any]]:
        """Round trips and bottlenecks of the transfers, each with its rule of increase."""
        both = self.topology == 3
        listed = [(rtt_ms, (hop, hop)) for hop in range(1 + both) for rtt_ms in self.rtts_ms]
        listed += [(LONG_MS, (0, 1))] * both
        longest = max(rtt_ms for rtt_ms, _ in listed)
        rule, plain = (filled({}, RULES[name], vars(self)) for name in (self.rule, "newreno"))
        return [
            {
                "rtt_ms": rtt_ms, "hops": hops,
                "congestion": plain if self.rule == "ibk" and rtt_ms < longest else rule,
            }
            for rtt_ms, hops in listed
        ]  # fmt: skip


LONG_MS = 600
RULES = Paper(Path(__file__).parent).document("study.toml")["rule"]


@dataclass(frozen=True)
class Found:
    """Bits per second of every case: transfers, then all replies; by seed, flow and bin."""

    bin_s: float
    bits: dict[Case, Floats]

    def rates(self, case: Case) -> Floats:
        """Return mean rates after the warm-up, bit/s: an array of seeds by flows."""
        first = round(case.warm_up_s / self.bin_s)
        return np.asarray(self.bits[case][:, :, first:].mean(axis=2))

    def jain(self, case: Case) -> Floats:
        """Return Jain's index of the transfers, with every seed."""
        return shared.jain(self.rates(case)[:, :-1])

    def utilization(self, case: Case, plan: Mapping[str, Any]) -> Floats:
        """Return the share of the bottlenecks' rate in use, with every seed."""
        weights = [one["hops"][1] - one["hops"][0] + 1 for one in case.flows]
        # Replies are over one bottleneck each.
        used = (self.rates(case) * np.array([*weights, 1])).sum(axis=1)
        hops = 2 if case.topology == 3 else 1
        packets = plan["packet_bytes"] / plan["segment_bytes"]
        return np.asarray(used * packets / (hops * 1e6 * plan["rate_mbps"]))


def scenario(
    plan: Mapping[str, Any], long: list[dict[str, Any]], queue: Any, load: float, seed: int
) -> dict[str, Any]:
    """Return a scenario of long transfers over a row of bottlenecks, each with its background.

    Of each transfer `long` has `rtt_ms`, its bottlenecks as `hops` (first, last), and `congestion`;
    they are the first flows. `load` is that of the background traffic, as a share of each
    bottleneck's rate, in bytes of replies.
    """
    random = np.random.default_rng(seed)
    end_s = plan["warm_up_s"] + plan["counted_s"]
    routers = max(one["hops"][1] for one in long) + 2
    nodes = [{"name": f"r{n}"} for n in range(routers)]
    hop: Any = {"delay": f"{HOP_MS} ms", "rate": f"{plan['rate_mbps']} Mbit/s", "queue": queue}
    wires = [{"between": [f"r{n}", f"r{n + 1}"], **hop} for n in range(routers - 1)]

    def ends(name: str, rtt_ms: float, first: int, last: int) -> dict[str, Any]:
        """Add two hosts on either side of the bottlenecks; return the endpoints of a flow."""
        each_ms = (rtt_ms / 2 - HOP_MS * (last - first + 1)) / 2
        wire = {"delay": f"{each_ms} ms", "rate": "100 Mbit/s", "queue": "1000 packets"}
        for host, router in ((f"s{name}", first), (f"d{name}", last + 1)):
            nodes.append({"name": host})
            wires.append({"between": [host, f"r{router}"], **wire})
        return {"from": f"s{name}", "to": f"d{name}"}

    starts = random.uniform(0, plan["starts_within_s"], len(long))
    flows: list[dict[str, Any]] = [
        {
            "name": f"long {number}", **ends(str(number), one["rtt_ms"], *one["hops"]),
            "start": f"{start_s:.6f} s",
            "application": {"kind": "bulk", "duration": f"{end_s:g} s"},
            "transport": SEGMENT | {"congestion": one["congestion"]},
        }
        for number, (one, start_s) in enumerate(zip(long, starts, strict=True))
    ]  # fmt: skip
    for hop in range(routers - 1) if load else ():
        between = ends(f"w{hop}", plan["web_rtt_ms"], hop, hop)
        drawn = shared.replies(plan, load * plan["rate_mbps"] * 1e6, end_s, random)
        transport = SEGMENT | {"congestion": "newreno"}
        flows.append({"name": f"w{hop}", **between, "transfers": drawn, "transport": transport})
    run = {"duration": f"{end_s:g} s", "seed": seed, "throughput_bin": f"{plan['bin_s']:g} s"}
    return {"nodes": nodes, "wires": wires, "flows": flows, "run": run}


def _queue(plan: Mapping[str, Any], case: Case) -> Any:
    times = 4 if case.queue == "red, fourfold" else 1
    least, most, longest = (times * packets for packets in plan["red"]["10"])
    names = {**plan, **vars(case), "least": least, "most": most, "longest": longest}
    return filled(plan, plan["queue"][case.queue], names)


def reduced(results: Results) -> dict[str, pa.Table]:
    """Keep the bits per second of the transfers, and of all replies as one flow, -1."""
    names = results.table("flows")
    long = names.filter(pc.starts_with(names["name"], "long"))["flow"]
    table = results.table("throughput")
    flow = pc.if_else(pc.is_in(table["flow"], long), table["flow"].cast(pa.int64()), -1)
    rows = pa.table({"flow": flow, "t_s": table["t_s"], "bps": table["goodput_bps"]})
    sums = rows.group_by(["flow", "t_s"]).aggregate([("bps", "sum")])
    return {"rates": sums.sort_by([("flow", "ascending"), ("t_s", "ascending")])}


def make(study: Study) -> Found:
    plan = study.plan
    told = listed(plan, Case, "topologies")
    told["cause"].sort(key=lambda case: float(case.constant))
    every = [case for some in told.values() for case in some]
    bits = {}
    for case, part in zip(every, study.shares([1.0] * len(every)), strict=True):
        told = {**plan, "warm_up_s": case.warm_up_s, "counted_s": case.counted_s}
        scenarios = [
            scenario(told, case.flows, _queue(plan, case), case.load, seed)
            for seed in plan["seeds"][: case.seeds]
        ]
        table = part.reduced(f"topology-{case.topology}", scenarios, reduced)["rates"]
        flows = len(case.flows) + 1
        bins = round((case.warm_up_s + case.counted_s) / plan["bin_s"])
        of_seed = np.zeros((len(scenarios), flows, bins))
        at_bin = np.round(numbers(table, "t_s") / plan["bin_s"]).astype(int)
        # What begins at the very end of a run has a bin of its own.
        inside = at_bin < bins
        place = tuple(numbers(table, key).astype(int)[inside] for key in ("run", "flow"))
        of_seed[(*place, at_bin[inside])] = numbers(table, "bps_sum")[inside]
        bits[case] = of_seed
    return Found(plan["bin_s"], bits)


def of(found: Found, name: str, **wanted: Any) -> list[Case]:
    """Return the cases of a name with the given attributes, in the order of their runs."""
    asked = wanted | {"name": name}
    return [case for case in found.bits if asked.items() <= vars(case).items()]


def others(shares: Any) -> Figure:
    """Draw fairness and utilization on topologies 2 and 3 over c, and on 2 over the queue."""
    found, plan = shares.beside, shares.study.plan
    figure, (jain, used, queues) = drawing.panels(3, (11.5, 3.6))
    for topology, colour in ((2, plot.NO_SEAM), (3, plot.SEAM)):
        ours = of(found, "constant", topology=topology, rule="cr")
        (standard,) = of(found, "constant", topology=topology, rule="newreno")
        cs = [case.constant for case in ours]
        label = f"topology {topology}"
        for axes, measure in ((jain, found.jain), (used, partial(found.utilization, plan=plan))):
            means = [measure(case).mean() for case in ours]
            axes.plot(cs, means, "o-", ms=3.5, color=colour, label=label)
            look: Any = {"color": colour, "lw": 1, "ls": "--", "label": f"standard, {label}"}
            axes.axhline(measure(standard).mean(), **look)
    for axes, name in ((jain, "Jain's fairness index"), (used, "utilization")):
        axes.set(xscale="log", xlabel="c, segments/s²", ylabel=name, ylim=(0, 1.03))
    jain.legend(loc="lower right", fontsize="small")
    ours = of(found, "queue")
    limits, look = [case.limit for case in ours], {"marker": "o", "ms": 3.5}
    use = [found.utilization(case, plan).mean() for case in ours]
    queues.plot(limits, use, color=plot.NO_SEAM, label="utilization", **look)
    fair = [found.jain(case).mean() for case in ours]
    queues.plot(limits, fair, color=plot.SEAM, label="Jain's index", **look)
    queues.set(xscale="log", xlabel="drop-tail queue, packets", ylim=(0, 1.03))
    queues.set_title("topology 2, standard")
    queues.legend(loc="center left", fontsize="small")
    return figure


def sequences(shares: Any) -> Figure:
    """Draw bytes over time: five transfers, then two by the standard rule and by CR."""
    found = shares.beside
    figure, panels = drawing.panels(3, (11.5, 3.6))
    for axes, case in zip(panels, of(found, "time"), strict=True):
        for number, one in enumerate(case.flows):
            received = np.cumsum(found.bits[case][0, number]) * found.bin_s / 8e6
            times = found.bin_s * (1 + np.arange(len(received)))
            axes.plot(times, received, label=f"{one['rtt_ms']} ms")
        rule = "standard" if case.rule == "newreno" else f"CR, c = {case.constant:g}"
        axes.set(title=rule, xlabel="time, s", ylim=(0, None))
        axes.legend(title="round trip", loc="upper left", fontsize="small")
    panels[0].set_ylabel("received, MB")
    return figure
