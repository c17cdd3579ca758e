"""Delayed ACKs and reordering buffers: goodput, retransmissions, timeouts, duplicate ACKs.

A scenario, or a pair over a preset whose downlinks fade: with each time-out of the receivers' ACKs,
with and without a buffer behind HARQ, under each congestion control.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from skyseam import describe
from skyseam._arrays import Floats
from skyseam._errors import InputError
from skyseam.export._scenario import number
from skyseam.reproduce import Study
from skyseam.reproduce.quantities import counted, mean_by, numbers

from .. import transports, with_transports
from ..frame import Varied, run

NONE, OWN = "none", "own"
"""No reordering buffer; congestion control of the scenario."""


def asked(
    scenario: dict[str, Any],
    label: str,
    delacks: Sequence[str],
    reorderings: Sequence[str],
    controllers: Sequence[str],
) -> dict[str, Any]:
    """Return a study's plan: the scenario, and the values of each axis by label.

    Raises
    ------
    InputError
        When nothing goes over TCP, or no link has HARQ for a reordering buffer.
    """
    keys = transports(scenario, label)
    scenario = with_transports(scenario, keys)
    hops = harq_links(scenario)
    if not hops and set(reorderings) - {NONE}:
        raise InputError(
            f"{label} has no link with HARQ, behind which a buffer restores the order; expected "
            "one, or --reordering none alone"
        )
    for link in hops.values():
        link.pop("reordering", None)
    buffers = {
        one: {} if one == NONE else {f"{hop}.reordering": {"kind": one} for hop in hops}
        for one in reorderings
    }
    controls = {
        one: {f"{key}.congestion": one for key in keys if one != OWN}
        for one in controllers or [OWN]
    }
    delays = {one: {f"{key}.delayed_ack": one for key in keys} for one in delacks}
    axes = {"delayed ACK": delays, "reordering": buffers, "congestion control": controls}
    return {"scenario": scenario, "label": label, "axes": axes}


def harq_links(scenario: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the links of a scenario that have HARQ, by their keys."""
    each = {f"links.{name}": link for name, link in scenario.get("links", {}).items()}
    for table in ("wires", "beams"):
        each |= {f"{table}[{n}]": link for n, link in enumerate(scenario.get(table, []))}
    return {key: link for key, link in each.items() if "harq" in link}


def make(study: Study) -> Varied:
    """Run every combination."""
    told = describe.resolved(study.plan["scenario"])
    (flow, *_) = [one for one in told.get("flows", []) if one.get("transport")] or [
        told["users"][0]["mix"][0]
    ]
    least_ms = 1e3 * number(flow["transport"].get("min_rto", "200 ms"))
    of_it = partial(measured, duration_s=number(told["run"]["duration"]), least_ms=least_ms)
    return Varied(study, run(study, of_it, ("flows", "rtt", "delayed_acks")))


def measured(
    tables: Mapping[str, pa.Table], runs: int, duration_s: float, least_ms: float
) -> dict[str, Floats]:
    """Return the quantities of every run, over all its flows over TCP.

    Ratios are per packet sent, retransmissions included.
    """
    flows = tables["flows"]
    # Other transports have no such count; further parts of a split connection have rows.
    is_tcp = pc.is_valid(flows["duplicates_received"])
    flows = flows.filter(pc.and_(is_tcp, pc.equal(flows["flow"], flows["part_of"])))
    of_run = flows["run"].to_numpy()
    held, rtt = (of_flows(tables[name], flows) for name in ("delayed_acks", "rtt"))

    def total(name: str) -> Floats:
        return counted(of_run, np.nan_to_num(numbers(flows, name)), runs)

    each = np.maximum(total("packets_sent"), 1)
    variation, timer = timers_by_run(rtt, runs, least_ms)
    return {
        "goodput": total("bytes") * 8e-6 / duration_s,
        "time": mean_by(of_run, numbers(flows, "transfer_time_s"), runs),
        "resent": 100 * total("retransmissions") / each,
        "recoveries": 100 * total("recoveries") / each,
        "timeouts": 100 * total("timeouts") / each,
        "twice": 100 * total("duplicates_received") / each,
        "variation": variation,
        "timer": timer,
        "held": mean_by(held["run"].to_numpy(), numbers(held, "wait_ms"), runs),
    }


def of_flows(table: pa.Table, flows: pa.Table) -> pa.Table:
    """Return the rows of a table that belong to these flows, by run and number."""
    each = [one["run"].to_numpy() * 2**32 + one["flow"].to_numpy() for one in (table, flows)]
    return table.filter(pa.array(np.isin(*each)))


def timers_by_run(rtt: pa.Table, runs: int, least_ms: float) -> tuple[Floats, Floats]:
    """Return the means of `timers_ms` over the flows of every run; NaN without samples."""
    told = rtt.sort_by([("run", "ascending"), ("flow", "ascending"), ("t_s", "ascending")])
    run_of, flow = (told[name].to_numpy() for name in ("run", "flow"))
    ends = np.flatnonzero(np.diff(run_of) | np.diff(flow)) + 1
    parts = [part for part in np.split(told["rtt_ms"].to_numpy(), ends) if len(part)]
    found = np.array([timers_ms(part, least_ms) for part in parts]).reshape(-1, 2)
    of_each = run_of[[0, *ends.tolist()]] if len(run_of) else run_of
    variation, timer = (mean_by(of_each, values, runs) for values in found.T)
    return variation, timer


def timers_ms(samples_ms: Floats, least_ms: float) -> tuple[float, float]:
    """Return variation of the round trip and retransmission timer of RFC 6298, means over samples.

    Sec. 2, without clock granularity and backoff, with this least timer.
    """
    smoothed, variation = samples_ms[0], samples_ms[0] / 2
    total, timers = 0.0, 0.0
    for sample in samples_ms[1:].tolist():
        variation += (abs(smoothed - sample) - variation) / 4
        smoothed += (sample - smoothed) / 8
        total += variation
        timers += max(smoothed + 4 * variation, least_ms)
    return total / max(len(samples_ms) - 1, 1), timers / max(len(samples_ms) - 1, 1)
