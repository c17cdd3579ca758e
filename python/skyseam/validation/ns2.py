"""Validation of the stack `ns2`: bulk transfers over one link, compared with ns-2.35.

Owns the reference's table (reference/ns2_tcp.csv, with a README), the scenario's names for ns-2's
agents, and the bounds. The comparison of packets, with the same packets lost, is in Rust
(crates/host/tests/ns2_variants.rs).
"""

from __future__ import annotations

import csv
import statistics
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from skyseam import simulate
from skyseam.validation.linux import Comparison

if TYPE_CHECKING:
    from collections.abc import Iterator

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
    table = files("skyseam") / "reference" / "ns2_tcp.csv"
    cases = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    scenarios = [_scenario(case, seed) for case in cases for seed in range(1, _seeds(case) + 1)]
    runs = iter(simulate.run_batch(scenarios, progress=progress))
    comparisons: list[Comparison] = []
    for case in cases:
        repeated = [_values(next(runs)) for _ in range(_seeds(case))]
        name = f"{case['variant']} window {case['window_packets']} loss {case['loss']}"
        comparisons += [
            Comparison(name, what, measured, statistics.fmean(run[what] for run in repeated), bound)
            for what, measured, bound in _expected(case)
        ]
    return comparisons


def _is_lossy(case: dict[str, str]) -> bool:
    return float(case["loss"]) > 0


def _seeds(case: dict[str, str]) -> int:
    return SEEDS if _is_lossy(case) else 1


def _scenario(case: dict[str, str], seed: int) -> dict[str, Any]:
    wire: dict[str, Any] = {
        "between": ["sender", "receiver"],
        "delay": "80 ms",
        "rate": "10 Mbit/s",
        # ns-2's limit of 133 drops a packet that finds 132 waiting.
        "queue": "132 packets",
    }
    if _is_lossy(case):
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


def _expected(case: dict[str, str]) -> Iterator[tuple[str, float, float]]:
    """Yield each compared quantity: name, measured value, bound."""
    goodput = float(case["goodput_mbps_mean"])
    if _is_lossy(case):
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
