"""Runs of chapter 5, and the tables kept of each run.

Rates are payload from the first packet sent to the arrival of the last byte. Return traffic is what
the receiver's side sends to the sender, whole packets over the same time; it is counted on the
satellite, and beside background traffic on the sender's own access link, which nothing else uses.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from skyseam.reproduce import Floats, Study, numbers
from skyseam.reproduce.cases import Declared, applied, changes
from skyseam.results import Results

from ..fairness import background

SKIES = ("teledesic-ns2", "starlink-shell1")


class Case(Declared, file=__file__):
    """Parameters of a run except its seed."""


def reduced(results: Results) -> dict[str, pa.Table]:
    """Keep the results of the first flow, and the bytes returned over its access link."""
    flow = results.table("flows").slice(0, 1).to_pylist()[0]
    if results.manifest["scenario"].get("run", {}).get("throughput_bin"):
        bins = results.table("throughput")
        bins = bins.filter(pc.equal(bins["flow"], flow["flow"]))
        series = (numbers(bins, "t_s"), numbers(bins, "goodput_bps"))
    else:
        series = (np.zeros(0), np.zeros(0))
    links = {row["link"]: row["bytes"] for row in results.table("links").to_pylist()}
    # Of the satellite half of a split connection, of a wire, and of a terminal.
    ways = ["host -> gateway", "left -> sender", f"{flow['destination']} uplink"]
    if results.table("flows").num_rows == 1:
        ways.insert(0, "right -> left")  # also what is lost there
    back = next(links[way] for way in ways if way in links)
    return {
        "files": pa.Table.from_pylist(
            [
                {
                    "goodput_bps": float(flow["goodput_bps"] or 0),
                    "took_s": float(flow["transfer_time_s"] or 0),
                    "bytes": int(flow["bytes"] or 0),
                    "again": int(flow["retransmissions"]),
                    "timeouts": int(flow["timeouts"]),
                    "back_bytes": int(back),
                }
            ]
        ),
        "bins": pa.table({"t_s": series[0], "bps": series[1]}),
    }


def latencies(results: Results) -> dict[str, pa.Table]:
    """Keep the duration of every exchange, from its start until its client has the reply."""
    replies = results.table("responses")
    starts = dict(
        zip(*(results.table("flows")[key].to_pylist() for key in ("flow", "start_s")), strict=True)
    )
    took_s = [
        at - starts[flow]
        for flow, at in zip(replies["flow"].to_pylist(), replies["t_s"].to_pylist(), strict=True)
    ]
    return {"exchanges": pa.table({"flow": replies["flow"], "took_s": took_s})}


def begin_s(plan: Mapping[str, Any], seed: int) -> float:
    """Draw the start of a file."""
    return float(np.random.default_rng(seed).uniform(0, plan["starts_within_s"]))


def with_background(
    study: Study, scenario: dict[str, Any], case: Case, seed: int, between: tuple[str, str]
) -> None:
    """Add replies of Web servers from one router to another."""
    plan, end_s = study.plan, study.plan["background_s"][str(case.size)]
    load_bps, random = case.load * plan["rate_mbps"] * 1e6, np.random.default_rng([seed, 5])
    drawn = background.replies(study.beside("fairness").plan, load_bps, end_s, random)
    for host, router in (("web", between[0]), ("browser", between[1])):
        scenario["nodes"].append({"name": host})
        scenario["wires"].append(
            {"between": [host, router], "delay": "10 ms", "rate": "10 Mbit/s",
             "queue": "1000 packets"}
        )  # fmt: skip
    scenario["flows"] += [
        {
            "name": f"reply {number}", "from": "web", "to": "browser", "start": f"{at:.6f} s",
            "application": {"kind": "file", "size": f"{size:.0f} B"},
            "transport": plan["protocols"]["SACK"],
        }
        for number, (at, size) in enumerate(drawn)
    ]  # fmt: skip
    scenario["flows"][0]["start"] = f"{plan['warm_up_s'] + begin_s(plan, seed):.6f} s"
    scenario["run"]["duration"] = f"{end_s:g} s"


def scenario(study: Study, case: Case, draw: float) -> dict[str, Any]:
    """Return the scenario of a run. A draw is a seed, or the hour of a constellation's day."""
    plan = study.plan
    starts_s = 0.0 if case.path in SKIES else begin_s(plan, int(draw))
    told = changes(plan, case, draw=draw, start_s=starts_s, late_s=10 + starts_s, at_s=3600 * draw)
    made = applied(study.document(plan["scenarios"].get(case.path, "sky.toml")), told)
    if case.load:
        enters = "s3" if case.middle else "left"
        with_background(study, made, case, int(draw), (enters, "right"))
    return made


def exchange_scenario(study: Study, protocol: str, sizes: Floats) -> dict[str, Any]:
    """Return the scenario of consecutive short exchanges, each on its own connection, Table 5.3."""
    plan = study.plan
    scenario = copy.deepcopy(study.document("scenario.toml"))
    scenario["wires"][0] |= {
        "delay": f"{plan['exchange_one_way_ms']:g} ms",
        "rate": f"{plan['exchange_rate_mbps']:g} Mbit/s", "queue": "100 packets",
    }  # fmt: skip
    random = np.random.default_rng(53)
    starts = np.arange(len(sizes)) * plan["exchange_every_s"]
    starts = starts + random.uniform(0, plan["starts_within_s"], len(sizes))
    request = f"{plan['request_bytes']} B"
    scenario["flows"] = [
        {
            "name": f"exchange {number}", "from": "sender", "to": "receiver",
            "start": f"{at:.6f} s",
            "application": {"kind": "download", "request": request, "size": f"{size:.0f} B"},
            "transport": plan["exchanged"][protocol],
        }
        for number, (at, size) in enumerate(zip(starts, sizes, strict=True))
    ]  # fmt: skip
    scenario["run"] = {"duration": f"{(len(sizes) + 1) * plan['exchange_every_s']:g} s"}
    return scenario
