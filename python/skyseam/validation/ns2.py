"""Validation of the stack `ns2`: bulk transfers over one link, compared with ns-2.35.

Owns the reference's table (reference/ns2_tcp.csv, with a README), the scenario's names for ns-2's
agents, and the bounds. The comparison of packets, with the same packets lost, is in Rust
(crates/host/tests/ns2_variants.rs).
"""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING, Any

from skyseam.validation.linux import Case, Comparison, is_lossy, repeated

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from skyseam._work import Progress
    from skyseam.results import Results

__all__ = ["ns2_tcp"]

MSS = 1460
"""`packetSize_` of the runs, bytes."""

SECONDS = 60
"""Duration of each run, s."""

SEEDS = 12
"""Runs with random loss, as many as ns-2 made."""

AGENTS = {
    "newreno": {"recovery": "newreno", "congestion": "newreno"},
    "sack1": {"recovery": "sack", "congestion": "newreno"},
    "linux-reno": {"recovery": "fack", "congestion": "newreno"},
    "cubic": {"recovery": "fack", "congestion": "cubic"},
    "hybla": {"recovery": "fack", "congestion": "hybla"},
}
"""ns-2's agents and modules, as scenarios name them."""


def ns2_tcp(*, progress: Progress | None = None) -> list[Comparison]:
    """Compare the stack `ns2` with ns-2.35, agent by agent.

    Parameters
    ----------
    progress
        Called with the fraction done and a short text.

    Returns
    -------
    list of Comparison
        In the order of the reference's table. With random loss, means over twelve seeds; the
        measurements spread over as many, and the bound is that spread.
    """
    comparisons: list[Comparison] = []
    for case, runs in repeated("ns2_tcp.csv", _seeds, _scenario, progress):
        values = [_values(run) for run in runs]
        name = f"{case['variant']} window {case['window_packets']} loss {case['loss']}"
        comparisons += [
            Comparison(name, what, measured, statistics.fmean(one[what] for one in values), bound)
            for what, measured, bound in _expected(case)
        ]
    return comparisons


def _seeds(case: Case) -> Sequence[int]:
    return range(1, 1 + (SEEDS if is_lossy(case) else 1))


def _scenario(case: Case, seed: int) -> dict[str, Any]:
    wire: dict[str, Any] = {
        "between": ["sender", "receiver"],
        "delay": "80 ms",
        "rate": "10 Mbit/s",
        # ns-2's limit of 133 drops a packet that finds 132 waiting.
        "queue": "132 packets",
    }
    if is_lossy(case):
        probability = float(case["loss"])
        wire["loss"] = {"kind": "bernoulli", "probability": probability, "data_only": True}
    flow = {
        "name": "transfer",
        "from": "sender",
        "to": "receiver",
        "application": {"kind": "bulk", "duration": f"{SECONDS} s"},
        "transport": {
            "kind": "tcp",
            "stack": "ns2",
            **AGENTS[case["variant"]],
            "mss": f"{MSS} B",
            "initial_window": "2 segments",
            "receive_window": f"{int(case['window_packets']) * MSS} B",
        },
    }
    return {
        "nodes": [{"name": "sender"}, {"name": "receiver"}],
        "wires": [wire],
        "flows": [flow],
        "run": {"duration": f"{SECONDS} s", "seed": seed},
    }


def _expected(case: Case) -> Iterator[tuple[str, float, float]]:
    """Yield each compared quantity: name, measured value, bound."""
    goodput = float(case["goodput_mbps_mean"])
    if is_lossy(case):
        # The spread of the seeds, which is due to where losses fall.
        ends = (float(case["goodput_mbps_min"]), float(case["goodput_mbps_max"]))
        yield "goodput_mbps", goodput, max(abs(end / goodput - 1) for end in ends)
        return
    yield "goodput_mbps", goodput, 0.05
    yield "retransmissions", float(case["retransmissions_mean"]), 0.05
    yield "timeouts", float(case["timeouts_mean"]), 0.0
    yield "window_cuts", float(case["cuts_mean"]), 0.05


def _values(run: Results) -> dict[str, float]:
    flow = run.flows.to_pylist()[0]
    return {
        "goodput_mbps": 8 * flow["bytes"] / SECONDS / 1e6,
        "retransmissions": float(flow["retransmissions"]),
        "timeouts": float(flow["timeouts"]),
        "window_cuts": float(flow["recoveries"] + flow["timeouts"]),
    }
