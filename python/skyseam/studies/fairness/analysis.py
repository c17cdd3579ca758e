"""Fairness of flows that share a queue: of stacks, of controllers, and of round-trip times.

Two flows from each place: over wires of given round-trip times and one bottleneck, over a
constellation to one place, or the flows of a scenario. Alone, all use one controller; in a mix, the
flows take turns.
"""

import copy
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from skyseam import describe
from skyseam._arrays import Floats
from skyseam._errors import InputError
from skyseam.export._scenario import number
from skyseam.measures import sharing
from skyseam.reproduce import Estimate, Study
from skyseam.reproduce.quantities import counted, numbers

from .. import transports, with_transports
from ..frame import Varied, run, starting

BIN_S = 1.0
APART = 1.2
"""Ratio of round-trip times from which on flows are compared by them."""

MIX = "+"


@dataclass(frozen=True)
class Shared(Varied):
    """Runs of every controller and queue."""

    def verdicts(self) -> Iterator[str]:
        """Yield each share by controller and queue, then the differences between them."""
        for at in self.runs:
            first, longest = (self.mean(at, name) for name in ("first", "ratio"))
            told = f"Jain's index {_with_ends(self.mean(at, 'jain'), '.3f')}"
            if MIX in at[0] and not np.isnan(first.value):
                times, of = _with_ends(first, ".3g"), at[0].partition(MIX)[0]
                told += f"; flows of {of} get {times} times the rate of the others"
            if not np.isnan(longest.value):
                share = _with_ends(longest, ".3g")
                told += f"; the longest round trip gets {share} of the rate of the shortest"
            yield f"{self.study.plan['label']}, {', '.join(at)}: {told}."
        yield from self.best()


def _with_ends(one: Estimate, form: str) -> str:
    ends = "" if one.low95 is None else f" ({one.low95:{form}} to {one.high95:{form}})"
    return f"{one.value:{form}}{ends}"


def dumbbell(rtts_ms: Sequence[float], rate: str, queue: str, duration_s: float) -> dict[str, Any]:
    """Return two flows for each round-trip time, over wires that meet before one bottleneck."""
    fast = {"rate": "1 Gbit/s", "queue": "10000 packets"}
    nodes, flows = [{"name": "left"}, {"name": "right"}], []
    wires = [{"between": ["left", "right"], "delay": "1 ms", "rate": rate, "queue": queue}]
    for number_of, rtt_ms in enumerate(rtts_ms, 1):
        for copy_of in ("a", "b"):
            name = f"{number_of}{copy_of}, {rtt_ms:g} ms"
            nodes += [{"name": f"from {name}"}, {"name": f"to {name}"}]
            delay = f"{(rtt_ms / 2 - 1) / 2:g} ms"
            wires.append({"between": [f"from {name}", "left"], "delay": delay, **fast})
            wires.append({"between": ["right", f"to {name}"], "delay": delay, **fast})
            flows.append({"name": name, "from": f"from {name}", "to": f"to {name}"})
    lasting = {"kind": "bulk", "duration": f"{duration_s:g} s"}
    of_each = {"application": lasting, "transport": {"kind": "tcp", "stack": "linux"}}
    return {
        "nodes": nodes, "wires": wires, "flows": [{**flow, **of_each} for flow in flows],
        "run": {"duration": f"{duration_s:g} s"},
    }  # fmt: skip


def asked(
    scenario: dict[str, Any],
    label: str,
    controllers: Sequence[str],
    queues: Sequence[str],
    bottleneck: str,
) -> dict[str, Any]:
    """Return a study's plan: values of the queue at the key `bottleneck`, and controllers.

    A controller is `CONGESTION` or `STACK:CONGESTION`, where `quic` is a stack; a mix has several
    of them with plus signs between.

    Raises
    ------
    InputError
        When fewer than two flows go over TCP.
    """
    keys = transports(scenario, label)
    if len(keys) < 2 or any(key.startswith("users") for key in keys):
        raise InputError(
            f"{label} has {len(keys)} flows over TCP; expected [[flows]] of at least two, that "
            "share a link"
        )
    axes: dict[str, dict[str, Any]] = {"congestion control": {}}
    for one in controllers:
        each = one.split(MIX)
        told = [transport(each[n % len(each)]) for n in range(len(keys))]
        axes["congestion control"][one] = {
            f"{key}.{name}" if name else key: value
            for key, of in zip(keys, told, strict=True)
            for name, value in of.items()
        }
    if bottleneck:
        axes["queue"] = {one: {bottleneck: queue_of(one)} for one in queues}
    scenario = with_transports(copy.deepcopy(scenario), keys)
    scenario["run"] = {**scenario.get("run", {}), "throughput_bin": f"{BIN_S:g} s"}
    return {"scenario": scenario, "label": label, "axes": axes, "compared": keys}


def transport(named: str) -> dict[str, Any]:
    """Return values of a transport by name; all of it for the empty name."""
    stack, _, congestion = named.rpartition(":")
    if stack == "quic":
        return {"": {"kind": "quic", "congestion": congestion}}
    return {"congestion": congestion} | ({"stack": stack} if stack else {})


def queue_of(named: str) -> Any:
    """Return a queue: a number of packets, or a kind with its defaults."""
    return named if named.endswith(("packets", "B")) else {"kind": named}


def make(study: Study) -> Shared:
    """Run every combination; each seed draws the start times of flows."""
    plan = study.plan
    told = describe.resolved(plan["scenario"])
    duration_s = number(told["run"]["duration"])
    warm_up_s = plan["warm_up_share"] * duration_s
    places = {str(flow["name"]): n for n, flow in enumerate(told["flows"])}
    told_by = [int(key.removeprefix("flows[").partition("]")[0]) for key in plan["compared"]]
    turn = {name: told_by.index(n) for name, n in places.items() if n in told_by}
    of_it = partial(measured, turn=turn, span_s=(warm_up_s, duration_s))
    started = starting(plan, len(places))
    return Shared(study, run(study, of_it, ("flows", "throughput"), started))


def measured(
    tables: Mapping[str, pa.Table], runs: int, turn: Mapping[str, int], span_s: tuple[float, float]
) -> dict[str, Floats]:
    """Return shares of the rates of every run after the warm-up.

    `turn` has the place of each flow in the order in which controllers take turns; other flows are
    left out.
    """
    table = tables["flows"].filter(pc.equal(tables["flows"]["flow"], tables["flows"]["part_of"]))
    # Of a flow between groups each pair of nodes has a row, with a number behind the name.
    names = [str(name) for name in table["name"].to_pylist()]
    base = [name if name in turn else re.sub(r"-\d+$", "", name) for name in names]
    table = table.filter(pa.array([name in turn for name in base]))
    at = np.array([turn[name] for name in base if name in turn]).reshape(runs, -1)
    mine = numbers(table, "flow").astype(int).reshape(runs, -1)
    whole = rates_bps(tables["throughput"], runs, int(mine.max()) + 1, span_s, BIN_S)
    rates = np.take_along_axis(whole, mine, axis=1)
    rtt_ms = numbers(table, "rtt_min_ms").reshape(runs, -1)
    is_long = rtt_ms > np.nanmax(rtt_ms, axis=1, keepdims=True) / APART
    is_short = rtt_ms < np.nanmin(rtt_ms, axis=1, keepdims=True) * APART
    long, short = (np.where(which, rates, 0).sum(axis=1) / which.sum(axis=1)
                   for which in (is_long, is_short))  # fmt: skip
    differ = np.nanmax(rtt_ms, axis=1) > APART * np.nanmin(rtt_ms, axis=1)
    of_run = table["run"].to_numpy()
    sent = np.maximum(counted(of_run, numbers(table, "packets_sent"), runs), 1)
    again = counted(of_run, numbers(table, "retransmissions"), runs)
    return {
        "jain": np.array([sharing.jain_index(each) for each in rates]),
        "ratio": np.where(differ, long / np.maximum(short, 1e-9), np.nan),
        "first": np.nanmean(np.where(at % 2, np.nan, rates), axis=1)
        / np.maximum(np.nanmean(np.where(at % 2, rates, np.nan), axis=1), 1e-9),
        "goodput": rates.sum(axis=1) / 1e6,
        "least": rates.min(axis=1) / 1e6,
        "resent": 100 * again / sent,
    }


def rates_bps(
    throughput: pa.Table, runs: int, flows: int, span_s: tuple[float, float], bin_s: float
) -> Floats:
    """Return the rate of each flow of every run in a span of time, bit/s, from bins of a length."""
    t_s = throughput["t_s"]
    late = throughput.filter(pc.and_(pc.greater_equal(t_s, span_s[0]), pc.less(t_s, span_s[1])))
    # Bins in which nothing arrives have no row.
    rates = np.zeros((runs, flows))
    at = tuple(numbers(late, name).astype(int) for name in ("run", "flow"))
    np.add.at(rates, at, numbers(late, "goodput_bps") * bin_s)
    return np.asarray(rates / (span_s[1] - span_s[0]))
