"""What is run for chapter 5, and what is kept of each run.

Rates are payload from the first packet sent to the arrival of the last byte. Reverse traffic is
what the receiver's side sends to the sender, whole packets over the same time; it is counted on the
satellite, and beside background on the sender's own access link, over which nothing else goes.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from skyseam.reproduce import Floats, Study, numbers
from skyseam.results import Results

from ..fairness import background

BSD: dict[str, Any] = {
    "kind": "tcp", "stack": "bsd", "congestion": "newreno", "mss": "1460 B",
    "receive_window": "256 KiB", "initial_window": "1 segments",
}  # fmt: skip
RFC: dict[str, Any] = {
    "kind": "tcp", "stack": "rfc", "congestion": "newreno", "initial_window": "1 segments",
}  # fmt: skip
LIKE_TCP = {
    "initial_window": 1, "delayed_growth": True, "fast_open": False, "receive_window": 179,
}  # fmt: skip
"""STP with TCP's policies: one packet first, growth as with delayed ACKs, asks first, 256 KiB."""

PROTOCOLS: dict[str, dict[str, Any]] = {
    "STP": {"kind": "stp", **LIKE_TCP},
    "STP, defaults": {"kind": "stp"},
    "STP at a fixed rate": {"kind": "stp"},
    "SACK": {**BSD, "recovery": "sack-newreno"},
    "Reno": {**BSD, "recovery": "reno"},
    "TCP CUBIC": {"kind": "tcp", "stack": "linux", "congestion": "cubic"},
    "QUIC CUBIC": {"kind": "quic", "congestion": "cubic"},
}
EXCHANGES: dict[str, dict[str, Any]] = {
    "TCP": RFC,
    "T/TCP": {**RFC, "ttcp": "known"},
    "T/TCP, larger window": {**RFC, "ttcp": "known", "initial_window": "rfc2414"},
    "STP": {"kind": "stp"},
    "STP, two packets": {"kind": "stp", "initial_window": 2},
    "TCP Fast Open": {"kind": "tcp", "stack": "linux", "fast_open": "known"},
    "QUIC 0-RTT": {"kind": "quic", "handshake": "0-rtt"},
}


@dataclass(frozen=True, order=True)
class Case:
    """What a run is of, but for its seed.

    Attributes
    ----------
    path : str
        "geo", "leo", "delay", "channel", "split", "loss", or a constellation.
    protocol : str
        Of `PROTOCOLS`; of the satellite half where the connection is split, where "none" means that
        it is not.
    size : int
        Of the file, bytes; 0 for bulk data.
    load : float
        Of the background, a share of the rate.
    middle : bool
        Whether the background enters at a satellite in the middle.
    at : float
        Bit error rate, loss probability, or one-way delay in ms, by `path`.
    """

    path: str
    protocol: str
    size: int = 0
    load: float = 0.0
    middle: bool = False
    at: float = 0.0


def reduced(results: Results) -> dict[str, pa.Table]:
    """Keep what came of the first flow, and what its access link carried back."""
    flow = results.table("flows").slice(0, 1).to_pylist()[0]
    if results.manifest["scenario"].get("run", {}).get("throughput_bin"):
        bins = results.table("throughput")
        bins = bins.filter(pc.equal(bins["flow"], flow["flow"]))
        series = (numbers(bins, "t_s"), numbers(bins, "goodput_bits_per_s"))
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
    """Keep how long every exchange took, from its beginning until its client has the reply."""
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
    """Draw when a file begins."""
    return float(np.random.default_rng(seed).uniform(0, plan["starts_within_s"]))


def with_background(
    study: Study, scenario: dict[str, Any], case: Case, seed: int, between: tuple[str, str]
) -> None:
    """Add replies of Web servers from one router to another."""
    plan, replies = study.plan, study.beside("fairness").plan
    random = np.random.default_rng([seed, 5])
    end_s = plan["background_s"][str(case.size)]
    per_s = case.load * plan["rate_mbps"] * 1e6 / 8 / background.mean_reply_bytes(replies)
    count = random.poisson(per_s * end_s)
    begun_s = np.sort(random.uniform(0, end_s, count))
    sizes = background.reply_bytes(replies, count, random)
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
            "transport": PROTOCOLS["SACK"],
        }
        for number, (at, size) in enumerate(zip(begun_s, sizes, strict=True))
    ]  # fmt: skip
    scenario["flows"][0]["start"] = f"{plan['warm_up_s'] + begin_s(plan, seed):.6f} s"
    scenario["run"]["duration"] = f"{end_s:g} s"


def file_scenario(study: Study, case: Case, seed: int) -> dict[str, Any]:
    """Return the scenario of a file over the paths of Tables 5.1 and 5.2."""
    plan = study.plan
    scenario = copy.deepcopy(study.document("leo.toml" if case.path == "leo" else "scenario.toml"))
    if case.path == "delay":
        scenario["wires"][0]["delay"] = f"{case.at:g} ms"
    flow = scenario["flows"][0]
    flow["application"]["size"] = f"{case.size} B"
    flow["transport"] = PROTOCOLS[case.protocol]
    flow["start"] = f"{begin_s(plan, seed):.6f} s"
    scenario["run"]["seed"] = seed
    if case.load:
        enters = "s3" if case.middle else "left"
        with_background(study, scenario, case, seed, (enters, "right"))
    return scenario


def channel_scenario(study: Study, case: Case, seed: int) -> dict[str, Any]:
    """Return the scenario of bulk data over a channel with bit errors, Figs 5.7 and 5.8."""
    plan = study.plan
    scenario = copy.deepcopy(study.document("scenario.toml"))
    scenario["wires"][0] |= {
        "delay": f"{plan['channel_one_way_ms']:g} ms", "rate": f"{plan['channel_mbps']:g} Mbit/s",
        "queue": "100 packets",
    }  # fmt: skip
    if case.at:
        scenario["wires"][0]["loss"] = {"kind": "bit-error", "rate": case.at}
    transport = dict(PROTOCOLS[case.protocol])
    size = f"{plan['channel_segment_bytes']} B"
    transport["mss" if case.protocol == "SACK" else "segment"] = size
    if case.protocol == "STP at a fixed rate":
        transport["rate"] = f"{plan['fixed_share'] * plan['channel_mbps']:g} Mbit/s"
    run_s = plan["channel_s"]
    scenario["flows"][0] |= {
        "application": {"kind": "bulk", "duration": f"{run_s:g} s"}, "transport": transport,
        "start": f"{begin_s(plan, seed):.6f} s",
    }  # fmt: skip
    scenario["run"] = {"duration": f"{run_s:g} s", "throughput_bin": "10 s", "seed": seed}
    return scenario


def sky_scenario(study: Study, case: Case, hour: float) -> dict[str, Any]:
    """Return the scenario of a transfer through the sky that begins at an hour of the day."""
    plan = study.plan
    scenario = copy.deepcopy(study.document("sky.toml"))
    transport = dict(PROTOCOLS[case.protocol])
    if not case.size:
        scenario["constellation"] = {"preset": case.path}
        link = {
            "rate": f"{plan['today_mbps']:g} Mbit/s",
            "queue": f"{plan['today_sky_queue_packets']} packets",
        }
        scenario["links"] |= {"uplink": link, "downlink": link}
        run_s = plan["today_sky_s"]
        application = {"kind": "bulk", "duration": f"{run_s:g} s"}
        scenario["run"]["duration"] = f"{run_s:g} s"
        if case.protocol == "STP at a fixed rate":
            transport["rate"] = f"{plan['fixed_share'] * plan['today_mbps']:g} Mbit/s"
    else:
        application = {"kind": "file", "size": f"{case.size} B"}
    scenario["flows"][0] |= {"application": application, "transport": transport}
    scenario["run"]["start"] = f"{3600 * hour:g} s"
    return scenario


def loss_scenario(study: Study, case: Case, seed: int) -> dict[str, Any]:
    """Return the scenario of bulk data over a geostationary link of today that loses packets."""
    plan = study.plan
    scenario = copy.deepcopy(study.document("scenario.toml"))
    rate = f"{plan['today_mbps']:g} Mbit/s"
    scenario["wires"][0] |= {
        "delay": f"{plan['today_one_way_ms']:g} ms", "rate": rate,
        "queue": f"{plan['today_queue_packets']} packets",
    }  # fmt: skip
    for wire in scenario["wires"][1:]:
        wire["rate"] = "1 Gbit/s"
    if case.at:
        scenario["wires"][0]["loss"] = {"kind": "bernoulli", "probability": case.at}
    transport = dict(PROTOCOLS[case.protocol])
    if case.protocol == "STP at a fixed rate":
        transport["rate"] = f"{plan['fixed_share'] * plan['today_mbps']:g} Mbit/s"
    run_s = plan["today_s"]
    scenario["flows"][0] |= {
        "application": {"kind": "bulk", "duration": f"{run_s:g} s"}, "transport": transport,
    }  # fmt: skip
    scenario["run"] = {"duration": f"{run_s:g} s", "seed": seed}
    return scenario


def split_scenario(study: Study, case: Case, seed: int) -> dict[str, Any]:
    """Return the scenario of a file over a connection that is split before the satellite."""
    plan = study.plan
    scenario = copy.deepcopy(study.document("split.toml"))
    flow = scenario["flows"][0]
    flow["application"]["size"] = f"{case.size} B"
    flow["start"] = f"{10 + begin_s(plan, seed):.6f} s"
    if case.protocol == "none":
        del flow["split_at"]
    else:
        flow["split_at"] = [{"node": "gateway", "transport": PROTOCOLS[case.protocol]}]
    scenario["run"]["seed"] = seed
    return scenario


def exchange_scenario(study: Study, protocol: str, sizes: Floats) -> dict[str, Any]:
    """Return the scenario of short exchanges one after the other, each a connection, Table 5.3."""
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
            "transport": EXCHANGES[protocol],
        }
        for number, (at, size) in enumerate(zip(starts, sizes, strict=True))
    ]  # fmt: skip
    scenario["run"] = {"duration": f"{(len(sizes) + 1) * plan['exchange_every_s']:g} s"}
    return scenario
