"""Bulk transfers: their throughput in bins, their window, and the dip at a handover.

Knows no paper.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from skyseam._arrays import Floats
from skyseam.reproduce.quantities import by_run
from skyseam.reproduce.study import Study
from skyseam.results import Results

CWND_STEP_S = 0.01
"""Of the recorded windows one in each such step is kept, the last."""

KEPT = {
    "goodput_bps": pa.float64(), "retransmissions": pa.int64(),
    "spurious_retransmissions": pa.int64(), "timeouts": pa.int64(), "drops": pa.int64(),
}  # fmt: skip
"""What is kept of a flow."""

Job = tuple[dict[str, Any], float, float]
"""A scenario with its flows, when it starts, and how long it lasts, s."""


@dataclass(frozen=True)
class Bulk:
    """A finished bulk transfer.

    `start_s`: start of the transfer. `bits`: bits received in each recorded bin, over all flows.
    `flow`: row of the table `flows`; sums if there are several flows. `goodputs_bps`: goodput of
    each flow. `cwnd`: congestion window of the first flow over time: `t_s`, `cwnd_bytes`; empty
    when not recorded.
    """

    start_s: float
    bits: Floats
    flow: dict[str, Any]
    goodputs_bps: Floats
    cwnd: pa.Table

    def rates(self, bin_s: float, width_s: float) -> tuple[Floats, Floats]:
        """Return the starts of bins of `width_s`, s, and the throughput in each, Mbit/s."""
        each = round(width_s / bin_s)
        count = len(self.bits) // each
        summed = self.bits[: count * each].reshape(count, each).sum(axis=1)
        starts_s = np.asarray(self.start_s + np.arange(count) * width_s, dtype=np.float64)
        return starts_s, np.asarray(summed / width_s / 1e6, dtype=np.float64)


def run_bulk(
    study: Study, name: str, plan: Mapping[str, Any], jobs: Sequence[Job], with_cwnd: bool
) -> list[Bulk]:
    """Run bulk transfers. A few at a time are stored, so that an interruption loses little."""
    if not jobs:
        return []
    kept = study.reduced(name, [_timed(plan, job, with_cwnd) for job in jobs], _reduced, at_once=4)
    tables = ("flows", "bins", "cwnd")
    flows, bins, windows = (by_run(kept[table], range(len(jobs))) for table in tables)
    found = []
    for n, (_, start_s, _) in enumerate(jobs):
        sums = {key: pc.sum(flows[n][key]).as_py() for key in KEPT}
        each = flows[n]["goodput_bps"].to_numpy()
        found.append(Bulk(start_s, bins[n]["bits"].to_numpy(), sums, each, windows[n]))
    return found


def _timed(plan: Mapping[str, Any], job: Job, with_cwnd: bool) -> dict[str, Any]:
    scenario, start_s, duration_s = job
    length = {"duration": f"{duration_s:g} s"}
    of = [{**flow, "application": flow["application"] | length} for flow in scenario["flows"]]
    run = {
        **length,
        "start": f"{start_s:.3f} s",
        "seed": plan["seed"],
        "record": ["cwnd", "retransmissions"] if with_cwnd else ["retransmissions"],
        "throughput_bin": f"{plan['bin_s'] * 1e3:g} ms",
    }
    return {**scenario, "flows": of, "run": run}


def _reduced(one: Results) -> dict[str, pa.Table]:
    """Keep flows, the sum of their bins, and a thinned-out window of the first flow."""
    # Of a split connection what counts is the last part, which reaches the receiver.
    parts = one.flows["part_of"].to_numpy()
    last = np.append(np.diff(parts) != 0, True)
    through = one.table("throughput")
    through = through.filter(pc.is_in(through["flow"], one.flows["flow"].filter(pa.array(last))))
    summed = through.group_by("t_s").aggregate([("throughput_bps", "sum")]).sort_by("t_s")
    width_s = float(summed["t_s"][1].as_py() - summed["t_s"][0].as_py())
    t_s, cwnd_bytes = np.empty(0), np.empty(0)
    if "cwnd" in one.tables:
        cwnd = one.table("cwnd")
        cwnd = cwnd.filter(pc.equal(cwnd["flow"], 0))
        t_s, cwnd_bytes = cwnd["t_s"].to_numpy(), cwnd["cwnd_bytes"].to_numpy().astype(float)
    kept = np.append(np.diff(np.floor(t_s / CWND_STEP_S)) != 0, True)[: len(t_s)]
    rows = one.flows.filter(pa.array(parts == one.flows["flow"].to_numpy())).to_pylist()
    return {
        "flows": pa.table({n: pa.array([r.get(n) for r in rows], of) for n, of in KEPT.items()}),
        "bins": pa.table({"bits": np.round(summed["throughput_bps_sum"].to_numpy() * width_s)}),
        "cwnd": pa.table({"t_s": t_s[kept], "cwnd_bytes": cwnd_bytes[kept]}),
    }


def dips(plan: Mapping[str, Any], pairs: Iterable[tuple[Bulk, float]]) -> Floats:
    """Return `around` of runs and their handovers, those outside of a run left out, in rows."""
    found = np.array([around(plan, *pair) for pair in pairs]).reshape(-1, 2)
    return np.asarray(found[np.isfinite(found).all(axis=1)])


def around(plan: Mapping[str, Any], bulk: Bulk, handover_s: float) -> tuple[float, float]:
    """Return throughput before a handover and minimum after it, Mbit/s; NaN outside the run."""
    width_s = plan["width_s"]
    t_s, rates = bulk.rates(plan["bin_s"], width_s)
    before = (t_s >= handover_s - plan["before_s"]) & (t_s + width_s <= handover_s)
    after = (t_s + width_s > handover_s) & (t_s < handover_s + plan["window_s"])
    whole = len(t_s) and t_s[-1] + width_s >= handover_s + plan["window_s"]
    if not (whole and before.any() and after.any() and t_s[0] < handover_s - 10):
        return float("nan"), float("nan")
    return float(np.median(rates[before])), float(rates[after].min())
