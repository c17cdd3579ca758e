"""Valid scenarios drawn at random: skies and wires, beams and HARQ, every transport, every policy.

A scenario is named by its number alone. All of them are small: seconds simulated, few packets.
"""

from __future__ import annotations

import itertools
import random
from typing import Any

Table = dict[str, Any]

PRESETS = (
    "iridium-ns2", "iridium", "teledesic-ns2", "globalstar", "oneweb", "starlink-shell2",
    "kuiper-630", "telesat-polar", "leosat", "o3b", "geo",
)  # fmt: skip
PLACES = (
    ("Honolulu", 21.5, -158.0), ("Los Angeles", 34.1, -118.2), ("Berlin", 52.5, 13.4),
    ("Quito", -0.2, -78.5), ("Sydney", -33.9, 151.2), ("Singapore", 1.3, 103.8),
)  # fmt: skip


class Draw:
    """Draws of one scenario."""

    def __init__(self, name: str) -> None:
        self.random = random.Random(name)

    def one(self, *choices: Any) -> Any:
        return self.random.choice(choices)

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def between(self, low: float, high: float) -> float:
        """Draw a number whose logarithm is uniform."""
        return float(f"{low * (high / low) ** self.random.random():.3g}")

    def some(self, table: Table, probability: float = 0.3) -> Table:
        """Draw which keys of a table are there."""
        return {key: value for key, value in table.items() if self.chance(probability)}

    def span(self, low_ms: float, high_ms: float) -> str:
        return f"{self.between(low_ms, high_ms):g} ms"

    def rate(self, low: float = 2e5, high: float = 2e7) -> str:
        return f"{self.between(low, high) / 1e3:g} kbit/s"

    def share(self, high: float = 0.05) -> float:
        return self.between(1e-4, high)


def queue(draw: Draw, bounded: bool = True) -> Any:
    limit = draw.one("5 packets", "50 packets", "20 kB", "400 packets")
    kind = draw.one("plain", "drop-tail", "red", "codel", "fq-codel")
    if kind == "plain":
        return limit
    codel = draw.some({
        "limit": "100 packets", "target": draw.span(2, 50), "interval": draw.span(60, 300),
        "max_packet": "1514 B",
    })  # fmt: skip
    if kind == "red":
        more = draw.some({
            "weight": draw.share(), "max_probability": draw.share(0.5), "gentle": draw.chance(0.5),
            "wait": draw.chance(0.5), "mean_packet": "1000 B",
        })  # fmt: skip
        return {
            "kind": kind, "limit": "60 packets", "min_threshold": "5 packets",
            "max_threshold": "20 packets", **more,
        }  # fmt: skip
    if kind == "codel":
        return {"kind": kind, **codel}
    if kind == "fq-codel":
        return {"kind": kind, **codel, **draw.some({"flows": 16, "quantum": "1514 B"})}
    return {"kind": kind, "limit": limit}


def loss(draw: Draw) -> Table:
    kind = draw.one("bernoulli", "bit-error", "gilbert-elliott", "bursts")
    if kind == "bernoulli":
        own: Table = {"kind": kind, "probability": draw.share()}
    elif kind == "bit-error":
        own = {"kind": kind, "rate": draw.between(1e-9, 1e-5)}
    elif kind == "bursts":
        own = {"kind": "gilbert-elliott", "mean_good": "200 packets", "mean_bad": "3 packets"}
    else:
        own = {"kind": kind, "good_to_bad": draw.share(), "bad_to_good": 0.3, "loss_bad": 0.7}
    return {**own, **draw.some({"data_only": True})}


def channel(draw: Draw) -> Table:
    model = draw.one("constant", "fontan", "p681")
    if model == "constant":
        return {"model": model, "level": f"{-draw.between(0.1, 4):g} dB"}
    if model == "fontan":
        return {
            "model": model, "speed": "60 km/h",
            "environment": draw.one("open", "suburban", "intermediate-tree-shadow"),
            **draw.some({"offset": draw.span(1, 9e4)}),
        }  # fmt: skip
    return {
        "model": model, "environment": "rural-wooded", "speed": "50 km/h", "elevation": "60 deg",
    }  # fmt: skip


def harq(draw: Draw) -> Table:
    kind = draw.one("incremental-redundancy", "adaptive", "chase-combining")
    more = draw.some({"decoding_delay": draw.span(0.1, 9)}, 0.4)
    more |= {"reference_snr": f"{draw.between(6, 14):g} dB", "information_bits": 8920}
    if kind == "incremental-redundancy":
        more = {
            "symbols": "k8920",
            "reference_snr": "10 dB",
            **draw.some({"decoding_delay": draw.span(0.1, 9)}),
        }
    elif kind == "chase-combining":
        more |= {"symbols": 9000, "retransmissions": draw.random.randint(0, 5)}
    return {"kind": kind, **more}


def scheduler(draw: Draw, radio: bool) -> Table:
    policies = ["drop-tail", "round-robin", "deficit-round-robin", "fq-codel"]
    if radio:
        policies += ["proportional-fair", "m-lwdf", "exp-pf", "utility", "codes"]
    policy = draw.one(*policies)
    own: Table = {"policy": policy, "limit": draw.one("30 packets", "200 packets")}
    if policy == "deficit-round-robin":
        own |= draw.some({"quantum": "1514 B"})
    if policy in ("m-lwdf", "exp-pf"):
        own |= draw.some({"tolerated": 0.05, "deadline": draw.span(50, 900)})
    if policy == "utility":
        own |= draw.one({"alpha": draw.between(0.5, 4)}, {"deadline": "200 ms", "spread": "50 ms"})
    return own


def application(draw: Draw, seconds: float) -> Table:
    kind = draw.one(
        "file", "file", "bulk", "ping", "voice", "request-response", "udp", "web", "video"
    )
    if kind == "file":
        return {"kind": kind, "size": f"{draw.between(1, 3e5):.0f} B"}
    if kind == "bulk":
        return {"kind": kind, "duration": f"{seconds / 2:g} s"}
    if kind == "ping":
        return {
            "kind": kind, "count": draw.random.randint(1, 40), "interval": draw.span(10, 900),
            "size": f"{draw.between(40, 1400):.0f} B",
        }  # fmt: skip
    if kind == "request-response":
        return {
            "kind": kind, "request": "500 B", "response": f"{draw.between(100, 1e5):.0f} B",
            "think": draw.span(1, 900), "count": draw.random.randint(1, 20),
        }  # fmt: skip
    if kind == "udp":
        sources = (
            {"kind": "constant", "rate": draw.rate(1e4, 1e6), "size": "250 B"},
            {"kind": "pareto-on-off", "rate": draw.rate(1e5, 1e6), "on": "300 ms", "off": "1 s"},
        )
        own = {"kind": kind, "source": draw.one(*sources), "duration": f"{seconds / 2:g} s"}
        return own | draw.some({"direction": "both"})
    if kind == "web":
        return {"kind": kind, "page": "ieee-802.16m", "visits": 2, "pause": "500 ms"}
    if kind == "video":
        abr = draw.one("throughput", "bola", "mpc")
        return {"kind": kind, "duration": f"{seconds:g} s", "abr": abr}
    own = {"kind": kind, "duration": f"{seconds / 2:g} s", "codec": draw.one("g711", "g729")}
    if draw.chance(0.5):
        playouts = ({"kind": "adaptive"}, {"kind": "twice-jitter"})
        return own | {"talk": {"kind": "exponential"}, "playout": draw.one(*playouts)}
    return own | draw.some({"playout": {"kind": "fixed", "delay": draw.span(20, 400)}})


def tcp(draw: Draw) -> Table:
    stack = draw.one("rfc", "ns2", "linux")
    controllers = {
        "linux": ("newreno", "cubic", "bbr", "bbr3", "vegas", "westwood"),
        "rfc": ("newreno", "cubic", "cr", "ibk"),
        "ns2": ("newreno", "cubic", "hybla", "cr", "ibk"),
    }[stack]
    own = draw.some({"mss": draw.one("536 B", "1000 B", "1460 B")}, 0.5)
    if draw.chance(0.7):
        own["congestion"] = draw.one(*controllers)
    if own.get("congestion") == "hybla" and draw.chance(0.5):
        own["congestion"] = {"kind": "hybla", "rtt": draw.span(10, 100)}
    own |= draw.some({"receive_window": draw.one("64 kB", "4 MiB"), "initial_window": "4 segments"})
    if stack == "ns2" and own.get("congestion") in ("newreno", "cr", "ibk"):
        own |= draw.some({"recovery": draw.one("newreno", "sack")})
    return {"kind": "tcp", "stack": stack, **own}


def quic(draw: Draw) -> Table:
    return {
        "kind": "quic", "congestion": draw.one("cubic", "newreno", "bbr"),
        **draw.some({
            "initial_window": "20 kB", "datagram": "1250 B", "mtu_discovery": draw.chance(0.5),
            "receive_window": draw.one("100 kB", "2 MiB"), "ack_every": draw.random.randint(1, 9),
            "ack_delay": draw.span(1, 50), "idle_timeout": draw.one("off", "3 s", "20 s"),
            "initial_rtt": draw.span(10, 600), "server_flight": "3000 B",
        }, 0.2),
    }  # fmt: skip


def flow(draw: Draw, name: str, ends: tuple[str, str], seconds: float) -> Table:
    own: Table = {
        "name": name,
        "from": ends[0],
        "to": ends[1],
        "application": application(draw, seconds),
    }
    own |= draw.some({"start": draw.span(0.001, 800)})
    if own["application"]["kind"] in ("file", "bulk") and draw.chance(0.8):
        own["transport"] = draw.one(tcp, tcp, quic)(draw)
    if own["application"]["kind"] == "file" and draw.chance(0.1):
        own["transport"] = {"kind": "stp"}
    if own["application"]["kind"] == "file" and draw.chance(0.2):
        own |= {"count": draw.random.randint(2, 5), "every": draw.span(5, 200)}
    return own


def wire(draw: Draw, between: tuple[str, str]) -> Table:
    own: Table = {
        "between": list(between), "delay": draw.span(0.001, 300), "rate": draw.rate(),
        "queue": queue(draw),
    }  # fmt: skip
    own |= draw.some({
        "framing": "18 B", "loss": loss(draw), "order": draw.one("overtake", "fifo"),
        "changes": [
            {"at": "300 ms", "delay": draw.span(1, 100)}, {"at": "900 ms", "rate": draw.rate()},
        ],
    }, 0.15)  # fmt: skip
    if draw.chance(0.15):
        own |= {"channel": channel(draw), "harq": harq(draw)}
        own |= draw.some({"reordering": {"rule": draw.one("papers", "in-sequence")}}, 0.5)
    return own


def over_wires(draw: Draw, seconds: float) -> Table:
    names = [f"n{i}" for i in range(draw.random.randint(2, 5))]
    nodes: list[Table] = [{"name": name} for name in names]
    wires = [wire(draw, pair) for pair in itertools.pairwise(names)]
    users = []
    if draw.chance(0.3):
        nodes.append({"name": "user", "count": draw.random.randint(1, 6)})
        users.append("user")
        wires.append(wire(draw, (names[-1], "user")))
    flows = []
    for i in range(draw.random.randint(1, 4)):
        ends = draw.random.sample(names, 2)
        if users and draw.chance(0.4):
            ends[1] = "user"
        own = flow(draw, f"flow {i}", (ends[0], ends[1]), seconds)
        first, last = names.index(ends[0]), names.index(ends[1]) if ends[1] in names else 0
        inner = names[first + 1 : last]
        of_tcp = own.get("transport", {"kind": "tcp"})["kind"] == "tcp"
        if own["application"]["kind"] == "file" and of_tcp and inner:
            own |= draw.some({"split_at": [{"node": inner[0]}]}, 0.4)
        flows.append(own)
    return {"nodes": nodes, "wires": wires, "flows": flows}


def over_a_beam(draw: Draw, seconds: float) -> Table:
    radio = draw.chance(0.7)
    beam: Table = {
        "name": "beam", "from": "sat", "to": "user", "delay": draw.span(1, 280),
        "rate": draw.rate(1e6, 2e7), "back": {"rate": draw.rate(), "queue": "60 packets"},
    }  # fmt: skip
    if draw.chance(0.7):
        beam["scheduler"] = scheduler(draw, radio)
    else:
        beam["queue"] = queue(draw)
    if radio:
        beam |= {"channel": channel(draw), "harq": harq(draw)}
        beam |= draw.some({
            "reordering": {"rule": "in-sequence"}, "fading": draw.one("own", "shared"),
            "gains": [{"user": "user-1", "gain": "-3 dB"}],
        }, 0.4)  # fmt: skip
    hub = wire(draw, ("gate", "sat"))
    nodes = [
        {"name": "gate"}, {"name": "sat"}, {"name": "user", "count": draw.random.randint(1, 8)},
    ]  # fmt: skip
    flows = [
        flow(draw, f"flow {i}", ("gate", draw.one("user", "user-1")), seconds)
        for i in range(draw.random.randint(1, 2))
    ]
    return {"nodes": nodes, "wires": [hub], "beams": [beam], "flows": flows}


def over_the_sky(draw: Draw, seconds: float) -> Table:
    places = draw.random.sample(PLACES, draw.random.randint(2, 4))
    terminals = [
        {"name": name, "latitude": f"{lat} deg", "longitude": f"{lon} deg"}
        | draw.some({"altitude": "300 m", "antennas": draw.one(1, 2, "all")}, 0.15)
        for name, lat, lon in places
    ]
    if draw.chance(0.6):
        constellation: Table = {"preset": draw.one(*PRESETS)}
    else:
        planes, each = draw.random.randint(3, 12), draw.random.randint(5, 16)
        kind = draw.one("star", "delta")
        constellation = {
            "shell": {
                "planes": planes, "satellites_per_plane": each, "kind": kind,
                "altitude": f"{draw.between(700, 2000):.0f} km",
                "inclination": "86 deg" if kind == "star" else "53 deg",
                "phasing": {"factor": draw.one(0, 1, 2)},
            },
            "elevation_mask": "5 deg",
            "isl": {"pattern": draw.one("plus-grid", "intra-plane", "none")},
        }  # fmt: skip
    link = {"rate": draw.rate(1e6), "queue": queue(draw)}
    links = {"uplink": dict(link), "downlink": dict(link), "isl": {**link, "rate": "20 Mbit/s"}}
    for one in links.values():
        one |= draw.some({"loss": loss(draw)}, 0.1)
    ends = [(a[0], b[0]) for a in places for b in places if a is not b]
    if constellation.get("isl", {}).get("pattern") == "none" or constellation.get("preset") in (
        "globalstar", "oneweb", "o3b", "geo",
    ):  # fmt: skip
        del links["isl"]
    table: Table = {
        "constellation": constellation, "terminals": terminals, "links": links,
        "flows": [
            flow(draw, f"flow {i}", draw.one(*ends), seconds)
            for i in range(draw.random.randint(1, 3))
        ],
    }  # fmt: skip
    if draw.chance(0.5):
        table["routing"] = {
            "metric": draw.one("hops", "delay"),
            **draw.some({"recompute": draw.one("200 ms", "1 s"), "reaction": draw.span(1, 300)}),
        }
    if draw.chance(0.5):
        table["handover"] = {
            "policy": draw.one("sticky", "highest-elevation", "longest-visibility"),
            **draw.some({"outage": draw.span(1, 300), "queued": draw.one("lost", "forwarded")}),
        }
    if draw.chance(0.2) and "preset" in constellation and constellation["preset"] == "iridium":
        table["failures"] = [{"satellite": "iridium-0-0", "start": "1 s", "end": "2 s"}]
    return table


def fit(flows: list[Table]) -> None:
    """Make packets fit into codewords of 8920 bits."""
    for own in flows:
        kind = own["application"]["kind"]
        if kind == "ping":
            own["application"]["size"] = "900 B"
        elif kind == "udp":
            own["application"]["source"]["size"] = "250 B"
        elif kind != "voice":
            transport = own.setdefault("transport", {"kind": "tcp", "stack": "linux"})
            if transport["kind"] in ("quic", "stp"):
                own["transport"] = transport = {"kind": "tcp", "stack": "linux"}
            transport["mss"] = "1000 B"


def scenario(number: int) -> Table:
    """Return the valid scenario of this number."""
    draw = Draw(f"valid {number}")
    seconds = draw.one(2.0, 4.0, 8.0)
    network = draw.one(over_wires, over_wires, over_a_beam, over_the_sky)(draw, seconds)
    if any("harq" in link for key in ("wires", "beams") for link in network.get(key, [])):
        fit(network["flows"])
    names = [node["name"] for node in network.get("nodes", []) if "count" not in node]
    names += [terminal["name"] for terminal in network.get("terminals", [])]
    run: Table = {"duration": f"{seconds:g} s", "seed": draw.random.randint(0, 2**62)}
    record = ["cwnd", "rtt", "retransmissions", "delayed_acks", "queue", "sequence", "rate"]
    run |= draw.some({
        "record": draw.random.sample(record, draw.random.randint(1, 4)),
        "throughput_bin": draw.span(10, 900), "captures": [draw.one(*names)],
    })  # fmt: skip
    return {"title": f"valid {number}", **network, "run": run}
