"""Topologies 2 and 3: long transfers beside replies of Web servers, over one bottleneck or two.

Every reply is a connection of its own, as in HTTP/1.0. Replies begin at random (Poisson) and their
sizes are drawn from measured quantiles; requests are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from skyseam.reproduce import Floats

HOP_MS = 5.0
"""One-way delay of a bottleneck."""

SEGMENT = {"kind": "tcp", "stack": "ns2", "recovery": "sack", "mss": "1000 B"}


def quantiles(plan: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Return the quantiles of sizes as scenarios have them: their shares, and the sizes."""
    shares, sizes = zip(*plan["reply_quantiles"], strict=True)
    return {"shares": [float(one) for one in shares], "sizes": [f"{one} B" for one in sizes]}


def jain(rates: Floats) -> Floats:
    """Return Jain's fairness index over flows, with every seed: an array of seeds by flows."""
    return np.asarray(rates.sum(axis=1) ** 2 / (rates.shape[1] * (rates**2).sum(axis=1)))


def reply_bytes(plan: Mapping[str, Any], count: int, random: np.random.Generator) -> Floats:
    """Draw sizes of replies, log-linear between the quantiles of the plan."""
    quantiles = np.array(plan["reply_quantiles"])
    drawn = np.interp(random.uniform(0, 1, count), quantiles[:, 0], np.log(quantiles[:, 1]))
    return np.asarray(np.ceil(np.exp(drawn)))


def mean_reply_bytes(plan: Mapping[str, Any]) -> float:
    """Return the mean of these sizes: between two quantiles that of a log-uniform size."""
    quantiles = np.array(plan["reply_quantiles"])
    p, low = quantiles[:-1].T
    q, high = quantiles[1:].T
    return float(((q - p) * (high - low) / np.log(high / low)).sum())


def replies(
    plan: Mapping[str, Any], load_bps: float, end_s: float, random: np.random.Generator
) -> Iterator[tuple[float, float]]:
    """Draw the start of each reply until an instant, s, and its size, bytes, for a load."""
    count = random.poisson(load_bps / 8 / mean_reply_bytes(plan) * end_s)
    begun_s = np.sort(random.uniform(0, end_s, count))
    return zip(begun_s, reply_bytes(plan, count, random), strict=True)


def scenario(
    plan: Mapping[str, Any], long: list[dict[str, Any]], queue: Any, load: float, seed: int
) -> dict[str, Any]:
    """Return a scenario of long transfers over a row of bottlenecks, each with its background.

    Parameters
    ----------
    plan
        Plan of the study.
    long
        For each transfer `rtt_ms`, its bottlenecks as `hops` (first, last), and `congestion`. They
        are the first flows.
    queue
        Queue of every bottleneck.
    load
        Load of the background traffic, as a share of each bottleneck's rate, in bytes of replies.
    seed
        Seed of everything drawn.
    """
    random = np.random.default_rng(seed)
    end_s = plan["warm_up_s"] + plan["counted_s"]
    routers = max(one["hops"][1] for one in long) + 2
    nodes = [{"name": f"r{n}"} for n in range(routers)]
    wires: list[dict[str, Any]] = [
        {
            "between": [f"r{n}", f"r{n + 1}"], "delay": f"{HOP_MS} ms",
            "rate": f"{plan['rate_mbps']} Mbit/s", "queue": queue,
        }
        for n in range(routers - 1)
    ]  # fmt: skip
    flows: list[dict[str, Any]] = []

    def ends(name: str, rtt_ms: float, first: int, last: int) -> dict[str, Any]:
        """Add two hosts on either side of the bottlenecks; return the endpoints of a flow."""
        each_ms = (rtt_ms / 2 - HOP_MS * (last - first + 1)) / 2
        for host, router in ((f"s{name}", first), (f"d{name}", last + 1)):
            nodes.append({"name": host})
            wires.append(
                {
                    "between": [host, f"r{router}"], "delay": f"{each_ms} ms",
                    "rate": "100 Mbit/s", "queue": "1000 packets",
                }
            )  # fmt: skip
        return {"from": f"s{name}", "to": f"d{name}"}

    starts = random.uniform(0, plan["starts_within_s"], len(long))
    for number, (one, start_s) in enumerate(zip(long, starts, strict=True)):
        between = ends(str(number), one["rtt_ms"], *one["hops"])
        flows.append(
            {
                "name": f"long {number}", **between, "start": f"{start_s:.6f} s",
                "application": {"kind": "bulk", "duration": f"{end_s:g} s"},
                "transport": SEGMENT | {"congestion": one["congestion"]},
            }
        )  # fmt: skip
    for hop in range(routers - 1) if load else ():
        between = ends(f"w{hop}", plan["web_rtt_ms"], hop, hop)
        drawn = replies(plan, load * plan["rate_mbps"] * 1e6, end_s, random)
        for number, (start_s, size) in enumerate(drawn):
            flows.append(
                {
                    "name": f"reply {hop}.{number}", **between, "start": f"{start_s:.6f} s",
                    "application": {"kind": "file", "size": f"{size:.0f} B"},
                    "transport": SEGMENT | {"congestion": "newreno"},
                }
            )  # fmt: skip
    return {
        "nodes": nodes,
        "wires": wires,
        "flows": flows,
        "run": {"duration": f"{end_s:g} s", "seed": seed, "throughput_bin": f"{plan['bin_s']:g} s"},
    }
