"""Random links: queues, losses, channels, HARQ, schedulers, access, wires."""

from __future__ import annotations

from torture import files
from torture.draw import Draw, Table


def queue(draw: Draw) -> Table | str:
    limit = draw.one("5 packets", "50 packets", "20 kB", "400 packets", "30 ms")
    kind = draw.one("plain", "named", "drop-tail", "red", "codel", "fq-codel", "dualpi2", "cake")
    if kind == "plain":
        return str(limit)
    if kind == "named":
        return str(draw.one("codel", "fq-codel"))
    codel = draw.some({
        "limit": "100 packets", "target": draw.span(2, 50), "interval": draw.span(60, 300),
        "max_packet": "1514 B", "implementation": draw.one("linux", "rfc"),
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
    if kind == "dualpi2":
        return {"kind": kind, **draw.some({
            "limit": limit, "target": draw.span(2, 50), "step": draw.span(0.5, 5), "coupling": 4,
            "low_latency": "any-ect", "drop_early": draw.chance(0.5), "classic_share": draw.share(),
            "drop_on_overload": draw.chance(0.5),
        })}  # fmt: skip
    if kind == "cake":
        return {"kind": kind, **draw.some({
            "bandwidth": draw.one("90 kbit/s", "2 Mbit/s", "80 Mbit/s"), "rtt": draw.span(10, 900),
            "diffserv": draw.one("besteffort", "diffserv4", "diffserv8", "precedence"),
            "isolation": draw.one("flowblind", "hosts", "flows", "dual-srchost"),
            "ack_filter": draw.one("conservative", "aggressive"), "overhead": "44 B",
            "cells": draw.one("atm", "ptm"), "mpu": "84 B", "memory_limit": "90 kB",
        })}  # fmt: skip
    return {"kind": kind, "limit": limit, **draw.some({"drop_from": draw.one("tail", "front")})}


def loss(draw: Draw, is_wire: bool = False) -> Table:
    kind = draw.one(
        "bernoulli", "bit-error", "gilbert-elliott", "bursts", "gilbert-elliott-time", "list"
    )
    if kind == "bernoulli":
        own: Table = {"kind": kind, "probability": draw.share()}
    elif kind == "bit-error":
        own = {"kind": kind, "rate": draw.between(1e-9, 1e-5)}
    elif kind == "bursts":
        own = {"kind": "gilbert-elliott", "mean_good": "200 packets", "mean_bad": "3 packets"}
    elif kind == "gilbert-elliott-time":
        own = {"kind": kind, "mean_good": draw.span(50, 4000), "mean_bad": draw.span(0.1, 200)}
        own |= draw.some({"loss_bad": draw.share(1), "loss_good": draw.share()})
    elif kind == "list":
        first = draw.whole(1, 30)
        own = {"kind": kind, "lose": [first, f"{first + 2}-{first + draw.whole(2, 9)}", 900]}
    else:
        own = {"kind": kind, "good_to_bad": draw.share(), "bad_to_good": 0.3, "loss_bad": 0.7}
    if is_wire:
        own |= draw.some({"direction": draw.one("both", "forward", "backward")})
    return {**own, **draw.some({"data_only": True})}


def channel(draw: Draw) -> Table:
    model = draw.one("constant", "fontan", "p681", "ntn-tdl", "trace")
    if model == "constant":
        return {"kind": model, "level": f"{-draw.between(0.1, 4):g} dB"}
    if model == "fontan":
        return {
            "kind": model, "speed": "60 km/h",
            "environment": draw.one("open", "suburban", "intermediate-tree-shadow"),
            **draw.some({"offset": draw.span(1, 9e4)}),
        }  # fmt: skip
    if model == "ntn-tdl":
        return {
            "kind": model, "profile": draw.one("A", "B", "C", "D"), "bandwidth": "5 MHz",
            "speed": "50 km/h", **draw.some({"delay_spread": f"{draw.whole(1, 900)} ns"}),
        }  # fmt: skip
    if model == "trace":
        return {"kind": model, "file": files.LEVELS, **draw.some({
            "when_over": draw.one("repeat", "hold"), "offset": draw.span(1, 900),
        })}  # fmt: skip
    return {
        "kind": model, "environment": "rural-wooded", "speed": "50 km/h", "elevation": "60 deg",
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
        more |= {"symbols": 9000, "retransmissions": draw.whole(0, 5)}
    more |= draw.some({
        "accounting": draw.one("papers", "coded-bits"), "packets": draw.one("whole", "split"),
    })  # fmt: skip
    return {"kind": kind, **more}


def reordering(draw: Draw) -> Table:
    return {"kind": draw.one("papers", "in-sequence"), **draw.some({
        "size": draw.one("5 packets", "300 packets"), "timeout": draw.span(10, 2000),
    })}  # fmt: skip


def scheduler(draw: Draw, radio: bool) -> Table:
    policies = ["drop-tail", "round-robin", "deficit-round-robin", "fq-codel"]
    if radio:
        policies += ["proportional-fair", "m-lwdf", "exp-pf", "utility", "codes"]
    policy = draw.one(*policies)
    own: Table = {"kind": policy, "limit": draw.one("30 packets", "200 packets")}
    if policy == "deficit-round-robin":
        own |= draw.some({"quantum": "1514 B", "weights": [0.5]})
    if policy in ("m-lwdf", "exp-pf"):
        own |= draw.some({"tolerated": 0.05, "deadline": draw.span(50, 900)})
    if policy == "utility":
        own |= draw.one({"alpha": draw.between(0.5, 4)}, {"deadline": "200 ms", "spread": "50 ms"})
    if policy == "codes":
        own |= draw.some({"timeout": draw.span(1, 500)})
    return own


def access(draw: Draw) -> Table:
    """Draw medium access to a carrier, with slots that carry some hundred bytes or more."""
    kind = draw.one("demand-assigned", "rate-based", "scheduling-request")
    own: Table = {"kind": kind} | draw.some({"grant_delay": draw.span(1, 600)}, 0.6)
    if kind == "scheduling-request":
        own |= {"slot": draw.span(2, 20), "period": draw.whole(1, 40)}
        return own | draw.some({"first_grant": draw.whole(1, 5)})
    own |= {"frame": draw.span(20, 200), "slots": draw.whole(1, 20)}
    own |= {"contention_slots": draw.whole(1, 4)} | draw.some({"backoff": draw.whole(0, 8)})
    if kind == "rate-based":
        return own | draw.some({"window": draw.whole(1, 20), "lifetime": draw.whole(1, 100)})
    constant = draw.whole(0, min(3, own["slots"]))
    return own | draw.some({"constant_slots": constant, "free_slots": draw.chance(0.5)})


def one_way(draw: Draw) -> Table:
    """Draw the keys of one direction of a wire."""
    own = draw.some({
        "delay": draw.span(0.1, 300), "rate": draw.rate(), "queue": queue(draw),
        "loss": loss(draw), "jitter": draw.span(0.01, 30),
    }, 0.5)  # fmt: skip
    if draw.chance(0.3):
        own |= {"trace": files.WIRE} | draw.some({
            "trace_offset": draw.span(1, 2500), "trace_repeat": draw.one("1.6 s", "2 s"),
        })  # fmt: skip
        leave_to_trace(own, own["trace"])
    return own


def leave_to_trace(own: Table, trace: str) -> None:
    """Remove keys whose values come from a column of the trace."""
    columns = files.WRITTEN[trace].partition("\n")[0].split(",")
    for key, column in (("delay", "delay_ms"), ("rate", "rate_bps"), ("loss", "loss")):
        if column in columns:
            own.pop(key, None)


def wire(draw: Draw, between: tuple[str, str]) -> Table:
    own: Table = {
        "between": list(between), "delay": draw.span(0.001, 300), "rate": draw.rate(),
        "queue": queue(draw),
    }  # fmt: skip
    own |= draw.some({
        "framing": "18 B", "loss": loss(draw, is_wire=True), "order": draw.one("overtake", "fifo"),
        "jitter": draw.span(0.01, 30), "forward": one_way(draw), "backward": one_way(draw),
    }, 0.15)  # fmt: skip
    course = draw.random.random()
    if course < 0.15:
        own["changes"] = [
            {"at": "300 ms", "delay": draw.span(1, 100)}, {"at": "900 ms", "rate": draw.rate()},
        ]  # fmt: skip
    elif course < 0.3:
        own["trace"] = draw.one(files.WIRE, files.LINK, files.DELAYS)
        own |= draw.some({
            "trace_offset": draw.span(1, 2500), "trace_repeat": draw.one("1.8 s", "4 s"),
        }, 0.5)  # fmt: skip
        if "user" in between:
            own |= draw.some({"trace_stagger": draw.span(1, 900)})
        leave_to_trace(own, own["trace"])
        for way in ("forward", "backward"):
            if way in own and "trace" not in own[way]:
                leave_to_trace(own[way], own["trace"])
    if draw.chance(0.15):
        own |= {"channel": channel(draw), "harq": harq(draw)}
        own |= draw.some({"reordering": reordering(draw)}, 0.5)
    return own
