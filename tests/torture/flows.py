"""Flows drawn at random: applications, transports, proxies."""

from __future__ import annotations

from torture import files
from torture.draw import Draw, Table

ASKING = ("download", "request-response", "video")
"""Applications whose client asks, over TCP of two stacks or QUIC."""


def size(draw: Draw) -> Table | str:
    """Draw a length, or a distribution of lengths."""
    laws: list[Table | str] = [
        f"{draw.between(100, 1e5):.0f} B",
        {"kind": "exponential", "mean": "9 kB"},
        {"kind": "log-normal", "median": "5 kB", "sigma": 1.2},
        {"kind": "pareto", "shape": 1.2, "smallest": "1 kB", "largest": "90 kB"},
        {"kind": "quantiles", "shares": [0, 0.5, 1], "values": ["10 B", "2 kB", "60 kB"]},
    ]
    return draw.random.choice(laws)


def application(draw: Draw, seconds: float) -> Table:
    kind = draw.one(
        "file", "file", "bulk", "ping", "voice", "request-response", "download", "udp", "web",
        "web", "video",
    )  # fmt: skip
    if kind == "file":
        return {"kind": kind, "size": f"{draw.between(1, 3e5):.0f} B"}
    if kind == "download":
        own: Table = {"kind": kind, "size": f"{draw.between(1, 3e5):.0f} B"}
        return own | draw.some({"request": f"{draw.between(1, 3e4):.0f} B"})
    if kind == "bulk":
        return {"kind": kind, "duration": f"{seconds / 2:g} s"}
    if kind == "ping":
        return {
            "kind": kind, "count": draw.whole(1, 40), "interval": draw.span(10, 900),
            "size": f"{draw.between(40, 1400):.0f} B",
        }  # fmt: skip
    if kind == "request-response":
        think = {"kind": "exponential", "mean": "200 ms"}
        return {
            "kind": kind, "request": "500 B", "response": size(draw),
            "think": draw.one(draw.span(1, 900), think), "count": draw.whole(1, 20),
        }  # fmt: skip
    if kind == "udp":
        rate = draw.rate(1e5, 1e6)
        sources = (
            {"kind": "constant", "rate": rate, "size": "250 B"},
            {"kind": "poisson", "rate": rate, "size": "250 B"},
            {"kind": "exponential-on-off", "rate": rate, "size": "250 B"},
            {"kind": "pareto-on-off", "rate": rate, "size": "250 B", "on": "300 ms", "off": "1 s"},
            {"kind": "replay", "file": files.DATAGRAMS},
        )
        own = {"kind": kind, "source": draw.one(*sources), "duration": f"{seconds / 2:g} s"}
        return own | draw.some({"direction": draw.one("back", "both")})
    if kind == "web":
        page = draw.one("ieee-802.16m", "plain", {"kind": "ieee-802.16m", "seed": draw.whole(1, 9)})
        own = {"kind": kind, "page": page}
        own |= draw.some({"http": draw.one("1.0", "1.1", "2", "3")}, 0.7)
        if draw.chance(0.5):
            own |= {"visits": draw.whole(2, 3), "pause": draw.span(1, 900)}
            if own.get("http") != "1.0":
                own |= draw.some({"keep_alive": draw.span(1, 900)})
        of_version: dict[str, Table] = {
            "1.0": {"connections": draw.whole(1, 9)}, "1.1": {"connections": draw.whole(1, 9)},
            "2": {"interleave": draw.chance(0.5)}, "3": {},
        }  # fmt: skip
        return own | draw.some({
            "dns_lookup": draw.span(1, 90), "server_think": draw.span(1, 90),
            **of_version[own.get("http", "2")],
        }, 0.2)  # fmt: skip
    if kind == "video":
        return video(draw, seconds)
    own = {"kind": kind, "duration": f"{seconds / 2:g} s"}
    own["codec"] = draw.one("g711", "g711-plc", "g729")
    playouts: tuple[Table, ...] = ({"kind": "fixed", "delay": draw.span(20, 400)},)
    if draw.chance(0.5):
        own["talk"] = draw.one({"kind": "exponential"}, {"kind": "pareto", "talk": "300 ms"})
        playouts += ({"kind": "adaptive"}, {"kind": "twice-jitter"})
    playout = draw.one(*playouts) | draw.some({"expires_after": draw.span(50, 900)})
    return own | draw.some({"playout": playout, "frame": draw.one("10 ms", "40 ms")}, 0.5)


def video(draw: Draw, seconds: float) -> Table:
    own: Table = {"kind": "video", "duration": f"{seconds:g} s"}
    own["abr"] = draw.one(
        "throughput", "bola", "mpc", {"kind": "bola", "target": "9 s"},
        {"kind": "mpc", "horizon": 3}, {"kind": "throughput", "safety": 0.5},
    )  # fmt: skip
    own |= draw.some({"segment": draw.span(400, 2000), "buffer": "5 s"}, 0.4)
    if draw.chance(0.3):
        own["ladder"] = ["100 kbit/s", "300 kbit/s", "1 Mbit/s"]
        own |= draw.some({"sizes": files.SIZES}, 0.5)
    return own | draw.some({"startup": draw.span(1, 900), "resume": draw.span(1, 900)}, 0.2)


def tcp(draw: Draw, *stacks: str) -> Table:
    stack = draw.one(*(stacks or ("rfc", "ns2", "linux", "bsd")))
    controllers = {
        "linux": ("newreno", "cubic", "bbr", "bbr3", "hybla", "vegas", "westwood"),
        "rfc": ("newreno", "cubic", "cr", "ibk"),
        "ns2": ("newreno", "cubic", "hybla", "cr", "ibk"),
        "bsd": ("newreno", "cr", "ibk"),
    }[stack]
    own = draw.some({"mss": draw.one("536 B", "1000 B", "1460 B")}, 0.5)
    if draw.chance(0.7):
        own["congestion"] = draw.one(*controllers)
    if own.get("congestion") == "hybla" and draw.chance(0.5):
        own["congestion"] = {"kind": "hybla", "rtt": draw.span(10, 100)}
    own |= draw.some({"receive_window": draw.one("64 kB", "4 MiB"), "initial_window": "4 segments"})
    if stack == "ns2" and own.get("congestion") in ("newreno", "cr", "ibk"):
        own |= draw.some({"recovery": draw.one("newreno", "sack")})
    if stack == "bsd" and own.get("congestion", "newreno") == "newreno":
        own |= draw.some({"recovery": draw.one("reno", "newreno", "sack-reno", "sack-newreno")})
    if stack == "linux":
        own |= draw.some({
            "offload": draw.chance(0.5), "sack_compression": draw.chance(0.5),
        }, 0.1)  # fmt: skip
    if stack in ("linux", "rfc"):
        own |= draw.some({
            "min_rto": draw.span(10, 900), "delayed_ack": draw.one("off", "linux", "40 ms"),
        }, 0.1)  # fmt: skip
    return {"kind": "tcp", "stack": stack, **own}


def bidirectional(draw: Draw) -> Table:
    """Draw TCP whose endpoints both send, with optional TLS and TCP Fast Open."""
    return tcp(draw, "rfc", "linux") | draw.some({
        "tls": draw.one("full", "resumed", "0-rtt", "learned"),
        "fast_open": draw.one("learned", "known"),
    }, 0.2)  # fmt: skip


def quic(draw: Draw) -> Table:
    return {
        "kind": "quic", "congestion": draw.one("cubic", "newreno", "bbr"),
        **draw.some({
            "initial_window": "20 kB", "initial_mtu": "1250 B", "mtu_discovery": draw.chance(0.5),
            "receive_window": draw.one("100 kB", "2 MiB"),
            "ack_eliciting_threshold": draw.whole(1, 9),
            "max_ack_delay": draw.span(1, 50), "max_idle_timeout": draw.one("off", "3 s", "20 s"),
            "initial_rtt": draw.span(10, 600), "server_flight": "3000 B",
            "handshake": draw.one("1-rtt", "0-rtt"),
        }, 0.2),
    }  # fmt: skip


def stp(draw: Draw) -> Table:
    own: Table = {"kind": "stp"} | draw.some({
        "segment": draw.one("500 B", "1400 B"), "fast_open": draw.chance(0.5),
        "receive_window": draw.whole(2, 500), "polls": draw.whole(1, 9),
        "reorder_packets": draw.whole(0, 9), "reorder_delay": draw.span(1, 90),
        "keepalive": draw.one("off", "500 ms"), "retries": draw.whole(1, 9),
    }, 0.2)  # fmt: skip
    if draw.chance(0.3):
        return own | {"rate": draw.rate(1e5, 5e6)}
    return own | draw.some({
        "initial_window": draw.whole(1, 20), "pacing": draw.chance(0.5),
        "delayed_growth": draw.chance(0.5),
    })  # fmt: skip


def transport(draw: Draw, carried: Table) -> Table | None:
    """Draw the transport of an application: a table, or nothing for the default transport."""
    kind = carried["kind"]
    if kind in ("ping", "voice", "udp"):
        return None
    if kind == "web":
        http = carried.get("http", "2")
        if draw.chance(0.4):
            return None
        if http == "3":
            return quic(draw)
        return bidirectional(draw)
    if draw.chance(0.2):
        return None
    if kind in ASKING:
        return draw.one(bidirectional, bidirectional, quic)(draw)  # type: ignore[no-any-return]
    if kind == "file" and draw.chance(0.15):
        return stp(draw)
    own: Table = draw.one(tcp, tcp, quic)(draw)
    if own.get("stack") == "linux":
        own |= draw.some({"send_buffer": draw.one("unlimited", "64 kB")}, 0.2)
    return own


def proxies(draw: Draw, carried: Table, over: Table | None, inner: list[str]) -> list[Table]:
    """Draw proxies at some of the nodes between the endpoints, in their order; usually none."""
    kind = carried["kind"]
    if kind not in ("file", "bulk", *ASKING, "web") or not inner or draw.chance(0.5):
        return []
    if (over or {"kind": "tcp"})["kind"] == "quic" or carried.get("http") == "3":
        return []
    at = sorted(draw.random.sample(range(len(inner)), draw.whole(1, min(2, len(inner)))))
    made = []
    for node in (inner[number] for number in at):
        own: Table = {"node": node} | draw.some({
            "buffer": draw.one("4 kB", "1 MiB"), "explicit": draw.chance(0.5),
        })  # fmt: skip
        if draw.chance(0.5):
            over_stp = kind != "web" and draw.chance(0.3)
            own["transport"] = stp(draw) if over_stp else tcp(draw, "rfc", "linux")
        made.append(own)
    return made


def flow(
    draw: Draw, name: str, ends: tuple[str, str], seconds: float, inner: list[str] | None = None
) -> Table:
    """Draw a flow between two endpoints, with the nodes between them where it may be split."""
    carried = application(draw, seconds)
    own: Table = {"name": name, "from": ends[0], "to": ends[1], "application": carried}
    own |= draw.some({"start": draw.span(0.001, 800)})
    over = transport(draw, carried)
    if over is not None:
        own["transport"] = over
    if split := proxies(draw, carried, over, inner or []):
        own["split_at"] = split
    elif carried["kind"] == "file" and draw.chance(0.2):
        own |= {"count": draw.whole(2, 5), "every": draw.span(5, 200)}
    return own
