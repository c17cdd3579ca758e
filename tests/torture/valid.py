"""Random valid scenarios: skies and wires, beams and HARQ, every transport, every policy.

The number of a scenario determines it. All are small: seconds of simulated time, few packets.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from torture import files, users
from torture.draw import Draw, Table
from torture.flows import flow
from torture.links import access, channel, harq, loss, queue, reordering, scheduler, wire

PRESETS = (
    "iridium-ns2", "iridium", "teledesic-ns2", "globalstar", "oneweb", "starlink-shell2",
    "kuiper-630", "telesat-polar", "leosat", "o3b", "geo",
)  # fmt: skip
WITHOUT_ISL = ("globalstar", "oneweb", "o3b", "geo")
PLACES = (
    ("Honolulu", 21.5, -158.0), ("Los Angeles", 34.1, -118.2), ("Berlin", 52.5, 13.4),
    ("Quito", -0.2, -78.5), ("Sydney", -33.9, 151.2), ("Singapore", 1.3, 103.8),
)  # fmt: skip


def over_wires(draw: Draw, seconds: float) -> Table:
    names = [f"n{i}" for i in range(draw.whole(2, 5))]
    nodes: list[Table] = [{"name": name} for name in names]
    wires = [wire(draw, pair) for pair in itertools.pairwise(names)]
    members = []
    if draw.chance(0.4):
        nodes.append({"name": "user", "count": draw.whole(1, 6)})
        members.append("user")
        wires.append(wire(draw, (names[-1], "user")))
    table: Table = {"nodes": nodes, "wires": wires}
    if members and draw.chance(0.6):
        where = {"nodes": "user"}
        # Proxies stand where every session passes.
        inner = names[1:-1][::-1]
        to = [names[0]] if inner else names[:-1]
        table["users"] = [users.group(draw, "people", where, to, seconds, inner)]
    if "users" in table and draw.chance(0.5):
        return table
    flows = []
    for i in range(draw.whole(1, 4)):
        ends = draw.random.sample(names, 2)
        if members and draw.chance(0.4):
            ends[1] = "user"
        first = names.index(ends[0])
        last = names.index(ends[1]) if ends[1] in names else len(names)
        inner = names[first + 1 : last] if first < last else names[last + 1 : first][::-1]
        flows.append(flow(draw, f"flow {i}", (ends[0], ends[1]), seconds, inner))
    return {**table, "flows": flows}


def over_a_beam(draw: Draw, seconds: float) -> Table:
    radio = draw.chance(0.6)
    beam: Table = {
        "name": "beam", "from": "sat", "to": "user",
        "rate": draw.rate(1e6, 2e7), "back": {"rate": draw.rate(), "queue": "60 packets"},
    }  # fmt: skip
    if draw.chance(0.2):
        beam |= {"trace": files.DELAYS} | draw.some({
            "trace_offset": draw.span(1, 2500), "trace_repeat": "2 s",
            "trace_stagger": draw.span(1, 900),
        }, 0.5)  # fmt: skip
    else:
        beam["delay"] = draw.span(1, 280)
    beam |= draw.some({"jitter": draw.span(0.01, 30), "loss": loss(draw)}, 0.2)
    if draw.chance(0.4):
        beam["back"] |= {"rate": draw.rate(5e5), "access": access(draw)}
    beam["back"] |= draw.some({"loss": loss(draw), "framing": "8 B"}, 0.15)
    if draw.chance(0.7):
        beam["scheduler"] = scheduler(draw, radio)
    else:
        beam["queue"] = queue(draw)
    if radio:
        beam |= {"channel": channel(draw), "harq": harq(draw)}
        beam |= draw.some({
            "reordering": reordering(draw), "gains": [{"user": "user-1", "gain": "-3 dB"}],
            "channels": [{"user": "user-1", "channel": channel(draw)}],
        }, 0.4)  # fmt: skip
        if draw.chance(0.4):
            beam["fading"] = draw.one("own", "shared", "staggered")
            if beam["fading"] == "staggered":
                beam["fading_stagger"] = draw.span(1, 900)
    hub = wire(draw, ("gate", "sat"))
    nodes = [
        {"name": "gate"}, {"name": "sat"}, {"name": "user", "count": draw.whole(1, 8)},
    ]  # fmt: skip
    table: Table = {"nodes": nodes, "wires": [hub], "beams": [beam]}
    if draw.chance(0.4):
        where = {"nodes": "user"}
        table["users"] = [users.group(draw, "people", where, ["gate"], seconds, ["sat"])]
        if draw.chance(0.5):
            return table
    flows = []
    for i in range(draw.whole(1, 2)):
        ends = ("gate", draw.one("user", "user-1"))
        ends = ends[::-1] if draw.chance(0.3) else ends
        flows.append(flow(draw, f"flow {i}", ends, seconds, ["sat"]))
    return {**table, "flows": flows}


def constellation(draw: Draw) -> Table:
    choice = draw.random.random()
    if choice < 0.55:
        return {"preset": draw.one(*PRESETS)}
    if choice < 0.65:
        return {
            "elements": {"file": files.ELEMENTS, "epoch": "2026-11-20T12:00:00Z"},
            "elevation_mask": "8.2 deg", "isl": {"pattern": "grid-seam-open"},
        }  # fmt: skip
    planes, each = draw.whole(3, 12), draw.whole(5, 16)
    kind = draw.one("star", "delta")
    isl: Table = {"pattern": draw.one("plus-grid", "intra-plane", "none")}
    isl |= draw.some({
        "max_range": "6000 km", "max_tracking_rate": "0.5 deg/s", "acquisition": draw.span(1, 2000),
    }, 0.15)  # fmt: skip
    return {
        "shell": {
            "planes": planes, "satellites_per_plane": each, "kind": kind,
            "altitude": f"{draw.between(700, 2000):.0f} km",
            "inclination": "86 deg" if kind == "star" else "53 deg",
            "phasing": {"factor": draw.one(0, 1, 2)},
        },
        "elevation_mask": "5 deg",
        "isl": isl,
        **draw.some({"propagation": "j2"}, 0.2),
    }  # fmt: skip


def sky_links(draw: Draw) -> Table:
    link = {"rate": draw.rate(1e6), "queue": queue(draw)}
    links: Table = {
        "uplink": dict(link),
        "downlink": dict(link),
        "isl": {**link, "rate": "20 Mbit/s"},
    }
    for one in links.values():
        one |= draw.some({
            "loss": loss(draw), "jitter": draw.span(0.01, 20), "framing": "16 B",
            "order": draw.one("overtake", "fifo"),
        }, 0.1)  # fmt: skip
        if draw.chance(0.1):
            del one["rate"]
            one |= {"trace": files.LINK} | draw.some({
                "trace_offset": draw.span(1, 2500), "trace_repeat": "1.5 s",
            }, 0.5)  # fmt: skip
    if draw.chance(0.3) and "rate" in links["uplink"]:
        links["uplink"]["access"] = access(draw)
    if draw.chance(0.15):
        links["downlink"] |= {"channel": channel(draw), "harq": harq(draw)}
    if draw.chance(0.2):
        del links["downlink"]["queue"]
        links["downlink"]["scheduler"] = scheduler(draw, "harq" in links["downlink"])
    return links


def routing(draw: Draw) -> Table:
    kind = draw.one("shortest-path", "shortest-path", "geographic", "centralized")
    if kind == "geographic":
        return {"kind": kind, **draw.some({
            "scope": draw.whole(0, 4), "escape": draw.chance(0.5), "backtrack": draw.chance(0.5),
            "hop_limit": draw.whole(1, 40), "recompute_interval": draw.span(100, 2000),
        })}  # fmt: skip
    if kind == "centralized":
        return {"kind": kind, **draw.some({
            "recompute_interval": draw.span(200, 9000), "convergence_delay": draw.span(1, 300),
            "inherit_tables": draw.chance(0.5), "scope": draw.whole(0, 4),
        })}  # fmt: skip
    own: Table = {"metric": draw.one("hops", "delay")}
    if draw.chance(0.5):
        own |= {"recompute_interval": draw.one("200 ms", "1 s")} | draw.some(
            {"convergence_delay": draw.span(1, 300)}
        )
        if own["metric"] == "delay":
            own |= draw.some({"hysteresis": draw.span(0.1, 9)})
    return own


def handover(draw: Draw) -> Table:
    kinds: list[Table] = [
        {"kind": "sticky"}, {"kind": "highest-elevation"}, {"kind": "longest-visibility"},
        {"kind": "global-reallocation"}, {"kind": "shortest-path"},
        {"kind": "global-reallocation", "satellite_capacity": 2, "load_penalty": "5 deg"},
        {"kind": "starlink", "gso_avoidance": draw.one("0 deg", "18 deg")},
        {"kind": "conditional", "condition": draw.one("elevation", "location", "time")},
    ]  # fmt: skip
    own: Table = {
        **draw.one(*kinds),
        **draw.some({
            "queued": draw.one("lost", "forwarded"), "check_interval": draw.span(300, 9000),
            "randomized": draw.chance(0.5),
        }),
    }  # fmt: skip
    if own["kind"] != "shortest-path":
        own |= draw.one(
            {}, {"interruption_time": draw.span(1, 300)}, {"overlap": draw.span(1, 300)}
        )
        own |= draw.some({"direction": draw.one("any", "ascending", "descending")})
    return own


def over_the_sky(draw: Draw, seconds: float) -> Table:
    places = draw.random.sample(PLACES, draw.whole(2, 4))
    terminals: list[Table] = [
        {"name": name, "latitude": f"{lat} deg", "longitude": f"{lon} deg"}
        | draw.some({"altitude": "300 m", "skyline": [["90 deg", "20 deg"]]}, 0.15)
        for name, lat, lon in places
    ]
    if draw.chance(0.1):
        terminals.append({"name": "ship", "track": files.TRACK})
    if draw.chance(0.2):
        terminals[0]["kind"] = "gateway"
    table: Table = {"constellation": constellation(draw), "terminals": terminals}
    table["links"] = links = sky_links(draw)
    of = table["constellation"]
    if of.get("isl", {}).get("pattern") == "none" or of.get("preset") in WITHOUT_ISL:
        del links["isl"]
    if draw.chance(0.5):
        table["routing"] = routing(draw)
    if "access" in links["uplink"]:
        # It needs one satellite at a time, which some presets' own policies do not give.
        table["handover"] = {"kind": draw.one("sticky", "highest-elevation")}
    elif draw.chance(0.6):
        table["handover"] = handover(draw)
    policy = table.get("handover", {}).get("kind", "sticky")
    if policy == "sticky" and "access" not in links["uplink"]:
        terminals[-1] |= draw.some({"antennas": draw.one(1, 2, "all")}, 0.3)
        if terminals[-1].get("antennas") == "all":
            # Where all terminals have every satellite, as gateways do, none is preferred.
            table.get("handover", {}).pop("direction", None)
    if draw.chance(0.2) and of.get("preset") == "iridium":
        table["failures"] = [{"satellite": "iridium-0-0", "start": "1 s", "end": "2 s"}]
    names = [terminal["name"] for terminal in terminals]
    still = [terminal["name"] for terminal in terminals if "track" not in terminal]
    if draw.chance(0.35):
        table["users"] = []
        for name in draw.one(["homes"], ["homes", "ships"]):
            where: Table = {"count": draw.whole(1, 6), "places": users.places(draw)}
            to = draw.one(still, still, [name] if where["count"] > 1 else still)
            table["users"].append(users.group(draw, name, where, to, seconds, []))
        if draw.chance(0.5):
            return table
    ends = [(a, b) for a in names for b in names if a is not b]
    table["flows"] = [
        flow(draw, f"flow {i}", draw.one(*ends), seconds) for i in range(draw.whole(1, 3))
    ]
    return table


def carrying(table: Table) -> Iterator[Table]:
    """Yield all flows of a scenario, and all components of its users' mixes."""
    yield from table.get("flows", [])
    for group in table.get("users", []):
        yield from group["mix"]


def fit(table: Table) -> None:
    """Make packets fit into codewords of 8920 bits."""
    for own in carrying(table):
        carried = own["application"]
        kind = carried["kind"]
        if kind == "ping":
            carried["size"] = "900 B"
        elif kind == "voice":
            carried.pop("frame", None)
        elif kind != "udp":
            if kind == "web" and carried.get("http") == "3":
                carried["http"] = "2"
            for one in (own, *own.get("split_at", [])):
                if one is own or "transport" in one:
                    over = one.setdefault("transport", {"kind": "tcp", "stack": "linux"})
                    if over["kind"] in ("quic", "stp"):
                        one["transport"] = over = {"kind": "tcp", "stack": "linux"}
                    over["mss"] = "1000 B"


def has_harq(table: Table) -> bool:
    """Return whether any link of a scenario uses HARQ."""
    links = [*table.get("wires", []), *table.get("beams", []), *table.get("links", {}).values()]
    return any("harq" in link for link in links)


def scenario(number: int) -> Table:
    """Return the valid scenario of this number."""
    draw = Draw(f"valid {number}")
    seconds = draw.one(2.0, 4.0, 8.0)
    network = draw.one(over_wires, over_wires, over_a_beam, over_the_sky, over_the_sky)(
        draw, seconds
    )
    if has_harq(network):
        fit(network)
    names = [node["name"] for node in network.get("nodes", []) if "count" not in node]
    names += [terminal["name"] for terminal in network.get("terminals", [])]
    run: Table = {"duration": f"{seconds:g} s", "seed": draw.whole(0, 2**62)}
    record = [
        "cwnd", "rtt", "retransmissions", "delayed_acks", "queue", "sequence", "rate", "handovers",
        "routes", "harq_packets", "voice_packets", "udp_packets", "segments", "access",
        "class_packets", "web_objects",
    ]  # fmt: skip
    run |= draw.some({
        "record": draw.random.sample(record, draw.whole(1, 5)),
        "throughput_bin": draw.span(10, 900), "captures": [draw.one(*names)],
        "group_throughput_bin": draw.span(10, 900),
    })  # fmt: skip
    return {"title": f"valid {number}", **network, "run": run}
