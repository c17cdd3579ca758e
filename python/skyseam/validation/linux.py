"""Validation of stacks: the same transfers, simulated and measured.

Owns the reference's table (reference/linux_tcp.csv, with a README) and the bounds. Every
configuration of the table is run, as a scenario.
"""

from __future__ import annotations

import csv
import io
import math
import statistics
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import TYPE_CHECKING, Any, TypeAlias

import pyarrow.compute as pc

from skyseam import simulate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from skyseam._work import Progress
    from skyseam.results import Results

__all__ = ["Comparison", "linux_tcp", "write"]

Case: TypeAlias = dict[str, str]
"""A configuration: a row of a reference's table."""

MSS = 1448
"""Payload of a full segment with timestamps, bytes."""

CONTROLLERS = {"cubic": "cubic", "reno": "newreno", "bbr": "bbr"}
"""The measured controllers: names of the kernel, and those of scenarios."""

STEP_AT = "20 s"
"""When the delay changes, in configurations with a step."""

CLOCK_SEEDS = 9
"""Runs of other controllers: clocks of hosts are at another phase in each, as a kernel's are."""
BBR_SEEDS = 5
"""Runs over which the median is taken if the controller draws: as many as were measured."""

LOSS_SEEDS = 20
"""Runs over which the mean is taken if losses are random."""


@dataclass(frozen=True)
class Comparison:
    """One quantity of one configuration.

    Attributes
    ----------
    configuration, quantity : str
    measured : float
        Median of the repetitions.
    simulated : float
        Median of the seeds, which draw the phase of each host's clock; mean if losses are random.
    bound : float
        Largest deviation allowed, as a fraction of the measured value.
    why : str
        The known reason of a deviation beyond the bound; empty if there is none.
    """

    configuration: str
    quantity: str
    measured: float
    simulated: float
    bound: float
    why: str = ""

    @property
    def deviation(self) -> float:
        """Simulated minus measured value, as a fraction of the measured one."""
        if self.measured == 0:
            return 0.0 if self.simulated == 0 else math.inf
        return self.simulated / self.measured - 1

    @property
    def verdict(self) -> str:
        """`within` or `outside`."""
        return "within" if abs(self.deviation) <= self.bound else "outside"


def linux_tcp(*, progress: Progress | None = None) -> list[Comparison]:
    """Compare the stack `linux` with the kernel in every measured configuration.

    Parameters
    ----------
    progress
        Called with the fraction done and a short text.

    Returns
    -------
    list of Comparison
        In the order of the reference's table.
    """
    return [
        _explained(Comparison(_name(case), what, measured, values[what], bound), case)
        for case, runs in repeated("linux_tcp.csv", _seeds, _scenario, progress)
        for values in [_typical([_values(run, case) for run in runs], case)]
        for what, measured, bound in _expected(case)
    ]


def repeated(
    name: str,
    seeds: Callable[[Case], Sequence[int]],
    scenario: Callable[[Case, int], dict[str, Any]],
    progress: Progress | None,
) -> Iterator[tuple[Case, list[Results]]]:
    """Run every configuration of a reference's table; yield each with its runs."""
    table = files("skyseam") / "reference" / name
    cases = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    jobs = [scenario(case, seed) for case in cases for seed in seeds(case)]
    runs = iter(simulate.run_batch(jobs, progress=progress))
    for case in cases:
        yield case, [next(runs) for _ in seeds(case)]


def _explained(one: Comparison, case: Case) -> Comparison:
    """Return the known reason of a deviation (docs/explanation/linux-compared.md)."""
    if one.verdict == "within" or one.quantity != "retransmissions":
        return one
    if is_lossy(case):
        why = "two kinds of run, in both: the first loss ends slow start, or the queue overruns"
    elif case["cc"] == "bbr" and "/" in case["delay_ms"]:
        why = "several kinds of run, in both: by the phase of the probe that the step meets"
    else:
        return one
    return replace(one, why=why)


def write(comparisons: list[Comparison]) -> str:
    """Write the comparisons as CSV text, one line each."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    head = "configuration,quantity,measured,simulated,deviation_pct,bound_pct,verdict,why"
    table.writerow(head.split(","))
    for one in comparisons:
        measured, simulated = f"{one.measured:.6g}", f"{one.simulated:.6g}"
        deviation, bound = f"{100 * one.deviation:.2f}", f"{100 * one.bound:g}"
        row = [one.configuration, one.quantity, measured, simulated, deviation, bound]
        table.writerow([*row, one.verdict, one.why])
    return text.getvalue()


def _name(case: Case) -> str:
    parts = [case["group"], case["variant"], case["cc"]]
    parts.append(f"{int(case['size']):d} B" if case["size"] != "0" else f"{case['secs']} s")
    parts.append(f"{case['delay_ms']} ms {case['order']}")
    parts.append("quick ACKs" if case["quickack"] == "1" else "")
    return " ".join(part for part in parts if part)


def is_lossy(case: Case) -> bool:
    """Whether packets are lost at random."""
    return float(case["loss"]) > 0


def _seeds(case: Case) -> Sequence[int]:
    if is_lossy(case):
        return range(LOSS_SEEDS)
    return range(BBR_SEEDS if case["cc"] == "bbr" else CLOCK_SEEDS)


def _typical(repeated: list[dict[str, float]], case: Case) -> dict[str, float]:
    """Return the median of each quantity over the repetitions, the mean under random loss."""
    average = statistics.fmean if is_lossy(case) else statistics.median
    return {name: average(values[name] for values in repeated) for name in repeated[0]}


def _is_file(case: Case) -> bool:
    return case["size"] != "0"


def _scenario(case: Case, seed: int) -> dict[str, Any]:
    rate = "1.5 Mbit/s" if case["queue_pkts"] == "11" else "10 Mbit/s"
    transport: dict[str, Any] = {
        "kind": "tcp",
        "stack": "linux",
        "send_buffer": "4 MiB",  # the last of the hosts' tcp_wmem
        "congestion": CONTROLLERS[case["cc"]],
    }
    if case["group"].startswith("h_"):
        transport["hystart"] = False
    if case["variant"].startswith("paced"):
        transport["pacing"] = True
    if case["variant"].startswith("gso64k"):
        transport["offload"] = True
    if case["variant"].startswith("compsack0"):
        transport["sack_compression"] = False
    if case["quickack"] == "1":
        transport["delayed_ack"] = "off"
    seconds = "200 s" if _is_file(case) else f"{case['secs']} s"
    application = (
        {"kind": "file", "size": f"{case['size']} B"}
        if _is_file(case)
        else {"kind": "bulk", "duration": seconds}
    )
    delay, *later = (f"{ms} ms" for ms in case["delay_ms"].split("/"))
    wire: dict[str, Any] = {
        "between": ["sender", "receiver"],
        "delay": delay,
        "rate": rate,
        "queue": f"{case['queue_pkts']} packets",
    }
    if later:
        wire |= {"order": case["order"], "changes": [{"at": STEP_AT, "delay": later[0]}]}
    if is_lossy(case):
        wire["loss"] = {
            "kind": "bernoulli",
            "probability": float(case["loss"]),
            "data_only": True,
            "direction": "forward",
        }
    flow = {
        "name": "transfer",
        "from": "sender",
        "to": "receiver",
        "application": application,
        "transport": transport,
    }
    return {
        "nodes": [{"name": "sender"}, {"name": "receiver"}],
        "wires": [wire],
        "flows": [flow],
        "run": {"duration": seconds, "seed": seed, "record": [] if is_lossy(case) else ["cwnd"]},
    }


def _expected(case: Case) -> Iterator[tuple[str, float, float]]:
    """Yield each compared quantity: name, measured value, bound."""
    bulk, stepped = not _is_file(case), "/" in case["delay_ms"]
    bbr, lossy = case["cc"] == "bbr", is_lossy(case)
    if bulk:
        plain = 0.03 if bbr else 0.01
        bound = (0.10 if bbr else 0.05) if stepped else 0.10 if lossy else plain
        yield "goodput_bps", float(case["goodput_bps_med"]), bound
    else:
        bound = 0.015 if int(case["size"]) > 100_000 else 0.01
        yield "completion_s", float(case["fct_rx_s_med"]), bound
    yield "retransmissions", float(case["retrans_med"]), 0.25
    if lossy:
        # The window depends on where the first loss falls; five runs are too few to tell.
        return
    if bulk:
        yield "cwnd_peak", float(case["max_cwnd_med"]), 0.05
    if float(case["first_ssthresh_med"]) > 0:
        yield "first_ssthresh", float(case["first_ssthresh_med"]), 0.05


def _values(run: Results, case: Case) -> dict[str, float]:
    flow = run.flows.to_pylist()[0]
    values = {"retransmissions": float(flow["retransmissions"])}
    if _is_file(case):
        values["completion_s"] = float(flow["transfer_time_s"])
    else:
        values["goodput_bps"] = 8 * flow["bytes"] / float(case["secs"])
    if is_lossy(case):
        return values
    step = 0.005 if _is_file(case) and int(case["size"]) <= 100_000 else 0.05
    peak, threshold = _sampled(run, step)
    return {**values, "cwnd_peak": peak, "first_ssthresh": threshold}


def _sampled(run: Results, step_s: float) -> tuple[float, float]:
    """Return the largest window and the first threshold, in segments, as sampled."""
    series = run.table("cwnd")
    times = series["t_s"].to_pylist()
    windows = pc.divide(series["cwnd_bytes"], MSS).to_pylist()
    thresholds = series["ssthresh_bytes"].to_pylist()
    peak, first = 0.0, 0.0
    for index, (at, window, threshold) in enumerate(zip(times, windows, thresholds, strict=True)):
        until = times[index + 1] if index + 1 < len(times) else math.inf
        if math.ceil(at / step_s) * step_s >= until:
            continue
        peak = max(peak, float(window))
        if not first and threshold is not None and threshold < 2**40:
            first = threshold // MSS
    return peak, first
