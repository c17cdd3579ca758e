"""Tables of which the small scenarios of `effects.bases` are made."""

from __future__ import annotations

from pathlib import Path
from typing import Any

Table = dict[str, Any]

OWN = Path(__file__).parent
"""Where the files of names with "@" are; "@scenarios/" are those of the examples."""


def wires(*flows: Table, nodes: tuple[Any, ...] = (), **last: Any) -> Table:
    """Return two wires, of which the second is slower, and flows over both."""
    named = [{"name": "a"}, {"name": "r"}, {"name": "b"}, *nodes]
    fast = {"between": ["a", "r"], "delay": "10 ms", "rate": "20 Mbit/s", "queue": "100 packets"}
    slow = {"between": ["r", "b"], "delay": "20 ms", "rate": "4 Mbit/s", "queue": "15 packets"}
    return {
        "nodes": named, "wires": [fast, {**slow, **last}], "flows": list(flows),
        "run": {"duration": "6 s", "seed": 5, "record": ["rtt", "cwnd"]},
    }  # fmt: skip


def flow(application: Any = None, name: str = "f", **more: Any) -> Table:
    """Return a flow from a to b."""
    sent = application or {"kind": "file", "size": "600 kB"}
    return {"name": name, "from": "a", "to": "b", "application": sent} | more


def tcp(stack: str, congestion: Any = "newreno", **more: Any) -> Table:
    return {"kind": "tcp", "stack": stack, "congestion": congestion, **more}


LOSSY = {"kind": "bernoulli", "probability": 0.02}
BULK = {"kind": "bulk", "duration": "4 s"}
MARKED = (flow(BULK, transport="quic"), flow(BULK, "g"))
"""A flow whose packets are ECN-capable, and one whose packets are not."""
DOWNLOAD = {"kind": "download", "size": "100 kB"}


def beam(*flows: Table, users: int = 3, **more: Any) -> Table:
    """Return a beam of a satellite behind a wire, with HARQ under fading."""
    own = {
        "name": "beam", "from": "sat", "to": "user", "delay": "8 ms", "rate": "5 Mbit/s",
        "channel": {"kind": "fontan", "environment": "intermediate-tree-shadow",
                    "speed": "60 km/h"},
        "harq": {"kind": "incremental-redundancy", "symbols": "k8920", "reference_snr": "10 dB"},
        "fading": "own", "back": {"rate": "1 Mbit/s", "queue": "20 packets"},
    } | more  # fmt: skip
    if "scheduler" not in own and "queue" not in own:
        own["scheduler"] = {"kind": "proportional-fair", "limit": "30 packets"}
    sent = {"name": "f", "from": "gate", "to": "user", "application": BULK,
            "transport": tcp("linux", "cubic", mss="1000 B")}  # fmt: skip
    return {
        "nodes": [{"name": "gate"}, {"name": "sat"}, {"name": "user", "count": users}],
        "wires": [{"between": ["gate", "sat"], "delay": "12 ms", "rate": "20 Mbit/s",
                   "queue": "1000 packets"}],
        "beams": [own], "flows": list(flows) or [sent],
        "run": {"duration": "5 s", "record": ["rtt"]},
    }  # fmt: skip


def scheduled(policy: str, **more: Any) -> Table:
    return beam(scheduler={"kind": policy, "limit": "30 packets"} | more)


HNL = {"name": "HNL", "latitude": "21.5 deg", "longitude": "-158 deg"}
LAX = {"name": "LAX", "latitude": "34.1 deg", "longitude": "-118.2 deg"}
PING = {"kind": "ping", "count": 100, "interval": "3 s"}


def sky(constellation: Any = "iridium", *flows: Table, **more: Any) -> Table:
    """Return two terminals under satellites for ten minutes of pings."""
    if isinstance(constellation, str):
        constellation = {"preset": constellation}
    usual = {"name": "ping", "from": "HNL", "to": "LAX", "application": PING}
    link = {"rate": "2 Mbit/s", "queue": "20 packets"}
    return {
        "constellation": constellation, "terminals": [HNL, LAX],
        "links": {"uplink": link, "downlink": link, "isl": link},
        "flows": list(flows) or [usual],
        "run": {"start": "2 h", "duration": "300 s", "record": ["rtt", "handovers", "routes"]},
    } | more  # fmt: skip


def budgeted(transmitter: Table, receiver: Table, **weather: Any) -> Table:
    """Return pings over uplinks whose rates a link budget sets, through wet air at 50 GHz."""
    budget = {
        "frequency": "50 GHz", "bandwidth": "2 MHz", "transmitter": transmitter,
        "receiver": receiver, "modcods": ["dvb-s2", "dvb-s2x"],
        "climate": {"latitude": "21.5 deg", "temperature": "283 K", "rain_rate": "5 mm/h",
                    "rain_height": "4 km", "vapour": "10 g/m3", "liquid": "0.8 kg/m2",
                    "wet_refractivity": 80},
    } | (weather or {"exceeded": "0.5 %"})  # fmt: skip
    made = sky()
    return made | {"links": made["links"] | {"uplink": {
        "queue": "20 packets", "link_budget": budget}}}  # fmt: skip


def preset_budget(link: str, preset: str) -> Table:
    """Return pings over an uplink or downlink with a built-in link budget."""
    made = sky()
    made["links"] |= {link: {"queue": "20 packets", "link_budget": {"preset": preset}}}
    return made


def shared_carrier() -> Table:
    """Return datagrams to two homes, one in rain, that share the carrier of a satellite."""
    budget = {"frequency": "12 GHz", "bandwidth": "1 MHz", "transmitter": {"eirp": "36 dBW"},
              "receiver": {"g_over_t": "16.8 dB/K"}, "modcods": ["dvb-s2"]}  # fmt: skip
    at = {"latitude": "48 deg", "longitude": "2 deg"}
    sent = {"kind": "udp", "duration": "4 s", "source": {"kind": "constant", "rate": "4 Mbit/s"}}
    made = sky("geo", *({"name": name, "from": "hub", "to": name, "application": sent}
                        for name in ("dry", "wet")))  # fmt: skip
    fast = {"rate": "1 Gbit/s", "queue": "100 packets"}
    made["terminals"] = [
        {"name": "hub", "kind": "gateway", **at}, {"name": "dry", **at},
        {"name": "wet", **at, "downlink": {"link_budget": budget | {"losses": {"rain": "9 dB"}}}},
    ]  # fmt: skip
    policy = {"kind": "deficit-round-robin", "limit": "30 packets", "share": "time"}
    made["links"] = {"uplink": fast, "downlink": {"scheduler": policy, "link_budget": budget},
                     "gateway": {"uplink": fast, "downlink": fast}}  # fmt: skip
    return made | {"run": {"duration": "5 s"}}


def budgeted_beam(**keys: Any) -> Table:
    """Return datagrams to two users of a beam, each with an own budget."""
    budget = {"frequency": "12 GHz", "bandwidth": "1 MHz", "transmitter": {"eirp": "36 dBW"},
              "receiver": {"g_over_t": "16.8 dB/K"}, "modcods": ["dvb-s2"]}  # fmt: skip
    sent = {"kind": "udp", "duration": "4 s", "source": {"kind": "constant", "rate": "4 Mbit/s"}}
    wet = {"antenna": {"pattern": "array", "gain": "40 dBi"}, "noise_temperature": "200 K"}
    beam = {"name": "beam", "from": "hub", "to": ["dry", "wet"], "delay": "255 ms",
            "range": "38000 km", "link_budget": budget, "elevation": "40 deg",
            "scheduler": {"kind": "deficit-round-robin", "limit": "30 packets"},
            "budgets": [{"user": "wet", "range": "39000 km", "elevation": "30 deg",
                         "link_budget": budget | {"receiver": wet}}],
            "back": {"rate": "1 Mbit/s", "queue": "20 packets"}}  # fmt: skip
    return {
        "nodes": [{"name": name} for name in ("hub", "dry", "wet")], "beams": [beam | keys],
        "flows": [{"name": name, "from": "hub", "to": name, "application": sent}
                  for name in ("dry", "wet")],
        "run": {"duration": "5 s"},
    }  # fmt: skip


def slotted(profile: str) -> Table:
    """Return pings over a wire that is a terminal's access by a profile."""
    made = wires({"name": "p", "from": "a", "to": "b", "application": PING | {"interval": "50 ms"}})
    made["wires"][0]["access"] = {"kind": "slotted", "profile": profile}
    return made


def grounded(**keys: Any) -> Table:
    """Return pings to the Internet through Starlink's gateways."""
    made = sky("starlink-shell1", {"name": "ping", "from": "HNL", "to": "internet",
               "application": PING | {"count": 20}})  # fmt: skip
    made["terminals"] = [{"name": "HNL", "latitude": "48.1 deg", "longitude": "11.6 deg"}]
    return made | {"ground": {"preset": "starlink-2024", **keys}, "run": {
        "duration": "60 s", "record": ["rtt", "routes"]}}  # fmt: skip


def ground_users() -> Table:
    """Return users under satellites, each of whom has the nearest of two nodes behind a gateway."""
    made = crowd("cities", to=["far", "near"], demand={"kind": "nearest"})
    wire = {"delay": "5 ms", "rate": "9 Mbit/s", "queue": "50 packets"}
    places = {"far": ("50 deg", "10 deg"), "near": ("34 deg", "-118 deg")}
    made["nodes"] = [
        {"name": name, "latitude": latitude, "longitude": longitude}
        for name, (latitude, longitude) in places.items()
    ]
    made["wires"] = [{"between": ["LAX", name], **wire} for name in places]
    return made


SHELL = {
    "name": "one", "planes": 6, "satellites_per_plane": 11, "altitude": "780 km",
    "inclination": "86.4 deg", "kind": "star", "phasing": {"factor": 2},
}  # fmt: skip
WALKER = {"name": "two", "walker": "53:48/8/1", "altitude": "1400 km", "kind": "delta",
          "isl_pattern": "plus-grid"}  # fmt: skip
SPACED = {key: value for key, value in SHELL.items() if key != "kind"} | {
    "raan_spacing": "31.6 deg"
}  # fmt: skip
TRANSFER = {"name": "f", "from": "HNL", "to": "LAX", "application": {"kind": "file",
            "size": "200 kB"}}  # fmt: skip


def crowd(places: Any, **more: Any) -> Table:
    """Return users under the satellites of Iridium, who send to one or more gateways."""
    users = {
        "name": "homes", "count": 6, "places": places, "to": "HNL",
        "sessions": {"kind": "uniform", "each": 2, "within": "4 s"},
        "mix": [{"share": 1.0, "application": {"kind": "file", "size": "5 kB"}}],
    } | more  # fmt: skip
    made = sky(users=[users])
    made["terminals"] = [{**HNL, "kind": "gateway"}, {**LAX, "kind": "gateway"}]
    made["links"] = made["links"] | {"gateway": {"uplink": {"rate": "9 Mbit/s"},
                                                 "downlink": {"rate": "9 Mbit/s"}}}  # fmt: skip
    made["run"] = {"duration": "20 s"}
    del made["flows"]
    return made


def moving(**more: Any) -> Table:
    """Return users who move along a track."""
    made = crowd("cities", track="@track.csv", **more)
    del made["users"][0]["places"]
    return made


def group(**more: Any) -> Table:
    """Return users at nodes that are connected by one wire."""
    users = {
        "name": "homes", "nodes": "b", "to": "a",
        "sessions": {"kind": "poisson", "per_hour": 1800, "within": "8 s"},
        "mix": [
            {"name": "get", "share": 0.5, "application": {"kind": "file", "size": "20 kB"}},
            {"name": "ask", "share": 0.5,
             "application": {"kind": "request-response", "response": "9 kB", "count": 2},
             "target": {"completion": "200 ms"}},
        ],
    } | more  # fmt: skip
    return {
        "nodes": [{"name": "a"}, {"name": "c"}, {"name": "b", "count": 4}],
        "wires": [
            {"between": ["a", "b"], "delay": "20 ms", "rate": "2 Mbit/s", "queue": "20 packets"},
            {"between": ["a", "c"], "delay": "9 ms", "rate": "2 Mbit/s", "queue": "20 packets"},
        ],
        "users": [users], "run": {"duration": "12 s", "group_throughput_bin": "1 s"},
    }  # fmt: skip


GEO: Table = {
    "constellation": {"preset": "geo"},
    "terminals": [
        {"name": "volume", "latitude": "6.45 deg", "longitude": "3.39 deg"},
        {"name": "other", "latitude": "-1.29 deg", "longitude": "36.82 deg"},
        {"name": "hub", "kind": "gateway", "latitude": "40.42 deg", "longitude": "-3.7 deg"},
    ],
    "links": {
        "uplink": {"rate": "2 Mbit/s", "queue": "100 packets"},
        "downlink": {"rate": "20 Mbit/s", "queue": "200 packets"},
        "gateway": {"uplink": {"rate": "20 Mbit/s", "queue": "400 packets"}},
    },
    "run": {"duration": "20 s", "record": ["access", "rtt"]},
}  # fmt: skip


def accessed(**access: Any) -> Table:
    """Return two terminals that share a carrier to a geostationary satellite."""
    udp = {"kind": "udp", "duration": "8 s",
           "source": {"kind": "poisson", "rate": "200 kbit/s", "size": "300 B"}}  # fmt: skip
    calls = [
        {"name": f"{name} {kind['kind']}", "from": name, "to": "hub", "application": kind}
        for name in ("volume", "other")
        for kind in (udp, {"kind": "ping", "count": 9, "interval": "701 ms"})
    ]
    uplink = GEO["links"]["uplink"] | {"access": access}
    return GEO | {"links": GEO["links"] | {"uplink": uplink}, "flows": calls}


def faded(uplink: Table, downlink: Table, **more: Any) -> Table:
    """Return a download over links of one terminal with HARQ."""
    links = {
        name: {"rate": "2 Mbit/s", "channel": {"kind": "constant", "level": "-3 dB"},
               "harq": {"kind": "adaptive", "reference_snr": "8 dB"}, **own}
        for name, own in (("uplink", uplink), ("downlink", downlink))
    }  # fmt: skip
    made = GEO | {"flows": [{
        "name": "f", "from": "volume", "to": "hub", "application": DOWNLOAD,
        "transport": tcp("linux", "cubic", mss="1000 B"),
    }]}  # fmt: skip
    made["terminals"] = [GEO["terminals"][0] | links, *GEO["terminals"][1:]]
    return made | more


def harq(**own: Any) -> Table:
    """Return a wire with HARQ under fading."""
    sent = flow(BULK, transport=tcp("linux", "cubic", mss="1000 B"))
    return wires(
        sent, harq={"reference_snr": "10 dB", **own},
        channel={"kind": "fontan", "environment": "intermediate-tree-shadow", "speed": "60 km/h"},
        queue="100 packets",
    ) | {"run": {"duration": "4 s", "record": ["harq_packets"]}}  # fmt: skip


UDP = {"kind": "udp", "duration": "3 s"}
STEP = {"kind": "threshold", "min_threshold": "5 packets"}
JITTERY: Table = {"jitter": "30 ms", "order": "fifo"}
