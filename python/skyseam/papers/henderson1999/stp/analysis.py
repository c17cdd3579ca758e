"""Henderson 1999, chapter 5: STP beside TCP, its return traffic, and modern hosts.

Rates are payload from the first packet sent to the arrival of the last byte. Return traffic is what
the receiver's side sends to the sender, whole packets over the same time; it is counted on the
satellite, and beside background traffic on the sender's own access link, which nothing else uses.
"""

import copy
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from matplotlib.figure import Figure

from skyseam import plot
from skyseam.plot.style import log_values
from skyseam.reproduce import Estimate, Floats, Runs, Study, counted, drawing, numbers, over_seeds
from skyseam.reproduce.acceptance import Acceptance
from skyseam.reproduce.cases import Declared, applied, changes, listed
from skyseam.reproduce.study import by_case
from skyseam.results import Results

from .. import shared
from ..shared import Files, arrived

SKIES = ("teledesic-ns2", "starlink-shell1")
KBPS = 1e-3
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
"""Digits of exponents: texts of figures are no formulas."""

STAT_BYTES, GAP_BYTES, USTAT_BYTES = 44, 8, 44


class Case(Declared, file=__file__):
    """Parameters of a run except its seed."""


@dataclass(frozen=True)
class Found(Files):
    """Results of every run.

    `runs`: for every case "goodput" and "back" (bit/s), "took" (s), "again" (retransmitted packets)
    and "timeouts". `exchanges`: duration of each exchange, s, by protocol. `replies`: sizes of
    their replies, bytes.
    """

    exchanges: dict[str, Floats]
    replies: Floats


def cases(plan: Mapping[str, Any]) -> dict[str, list[Case]]:
    found = listed(plan, Case)
    found["leo"].sort(key=lambda case: (case.size, case.load, case.middle))
    return found


def make(study: Study) -> Found:
    plan = study.plan
    every, seeds = cases(plan), plan["seeds"]
    draws_of: dict[str, Sequence[Any]] = {
        **dict.fromkeys(("geo", "leo", "delay", "thin"), seeds), "sky": plan["sky_hours"],
        "channel": seeds, "loss": seeds[: plan["today_seeds"]], "today": plan["today_sky_hours"],
        "split": seeds[: plan["split_seeds"]],
    }  # fmt: skip
    bulk_s = {
        "channel": plan["channel_s"], "loss": plan["today_s"], "today": plan["today_sky_s"],
    }  # fmt: skip
    files: dict[Case, Runs] = {}
    *shares, last = study.shares([4.0, 6.0, 1.0, 2.0, 1.0, 2.0, 2.0, 3.0, 1.0, 1.0])
    for (name, draws), share in zip(draws_of.items(), shares, strict=True):
        drawn = {case: draws[: plan["loaded_seeds"] if case.load else None] for case in every[name]}
        scenarios = [scenario(share, case, draw) for case in drawn for draw in drawn[case]]
        tables = share.reduced(f"stp-{name}", scenarios, reduced, 16)
        values = _measured(plan, tables, bulk_s.get(name))
        files |= by_case(values, drawn, [len(of_case) for of_case in drawn.values()])
    quantiles, random = study.beside("fairness").plan, np.random.default_rng(1999)
    replies = shared.reply_bytes(quantiles, plan["exchanges"], random)
    return Found(study, files, _exchanged(last, replies), replies)


def reduced(results: Results) -> dict[str, pa.Table]:
    """Keep the results of the first flow, and the bytes returned over its access link."""
    flow = results.table("flows").slice(0, 1).to_pylist()[0]
    series = (np.zeros(0), np.zeros(0))
    if results.manifest["scenario"].get("run", {}).get("throughput_bin"):
        bins = results.table("throughput")
        bins = bins.filter(pc.equal(bins["flow"], flow["flow"]))
        series = (numbers(bins, "t_s"), numbers(bins, "goodput_bps"))
    links = {row["link"]: row["bytes"] for row in results.table("links").to_pylist()}
    # Of the satellite half of a split connection, of a wire, and of a terminal.
    ways = ["host -> gateway", "left -> sender", f"{flow['destination']} uplink"]
    if results.table("flows").num_rows == 1:
        ways.insert(0, "right -> left")  # also what is lost there
    back = next(links[way] for way in ways if way in links)
    file = {
        "goodput_bps": float(flow["goodput_bps"] or 0),
        "took_s": float(flow["transfer_time_s"] or 0),
        "bytes": int(flow["bytes"] or 0),
        "again": int(flow["retransmissions"]),
        "timeouts": int(flow["timeouts"]),
        "back_bytes": int(back),
    }
    bins = pa.table({"t_s": series[0], "bps": series[1]})
    return {"files": pa.Table.from_pylist([file]), "bins": bins}


def latencies(results: Results) -> dict[str, pa.Table]:
    """Keep the duration of every exchange, from its start until its client has the reply."""
    replies, flows = results.table("responses"), results.table("flows").to_pylist()
    starts_s = {flow["flow"]: flow["start_s"] for flow in flows}
    took_s = [row["t_s"] - starts_s[row["flow"]] for row in replies.to_pylist()]
    return {"exchanges": pa.table({"flow": replies["flow"], "took_s": took_s})}


def begin_s(plan: Mapping[str, Any], seed: int) -> float:
    return float(np.random.default_rng(seed).uniform(0, plan["starts_within_s"]))


def with_background(
    study: Study, scenario: dict[str, Any], case: Case, seed: int, between: tuple[str, str]
) -> None:
    """Add replies of Web servers from one router to another."""
    plan, end_s = study.plan, study.plan["background_s"][str(case.size)]
    load_bps, random = case.load * plan["rate_mbps"] * 1e6, np.random.default_rng([seed, 5])
    drawn = shared.replies(study.beside("fairness").plan, load_bps, end_s, random)
    for host, router in (("web", between[0]), ("browser", between[1])):
        scenario["nodes"].append({"name": host})
        wire = {"delay": "10 ms", "rate": "10 Mbit/s", "queue": "1000 packets"}
        scenario["wires"].append({"between": [host, router], **wire})
    reply = {"name": "reply", "from": "web", "to": "browser", "transfers": drawn}
    scenario["flows"].append({**reply, "transport": plan["protocols"]["SACK"]})
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


def _measured(
    plan: Mapping[str, Any], tables: Mapping[str, pa.Table], bulk_s: float | None
) -> dict[str, Floats]:
    """Return rates of every run; for bulk data over `bulk_s`, or its counted part."""
    files, bins = tables["files"], tables["bins"]
    goodput, took_s = numbers(files, "goodput_bps"), numbers(files, "took_s")
    if bulk_s is not None:
        took_s = np.full(files.num_rows, bulk_s)
        goodput = 8 * numbers(files, "bytes") / took_s
    else:
        arrived(np.where(took_s, took_s, np.nan), files.num_rows)
    if bins.num_rows:
        span_s, t_s = (plan["channel_skip_s"], plan["channel_s"]), numbers(bins, "t_s")
        late = (t_s >= span_s[0]) & (t_s < span_s[1])
        run = numbers(bins, "run").astype(int)[late]
        bits = counted(run, 10 * numbers(bins, "bps")[late], files.num_rows)
        goodput = bits / (span_s[1] - span_s[0])
    return {
        "goodput": goodput,
        "took": took_s,
        "back": 8 * numbers(files, "back_bytes") / took_s,
        "again": numbers(files, "again"),
        "timeouts": numbers(files, "timeouts"),
    }


def _exchanged(study: Study, replies: Floats) -> dict[str, Floats]:
    """Return the durations of exchanges, by protocol, s."""
    protocols = study.plan["exchange_protocols"]
    scenarios = [exchange_scenario(study, one, replies) for one in protocols]
    took_s = numbers(study.reduced("stp-exchanges", scenarios, latencies)["exchanges"], "took_s")
    arrived(took_s, len(protocols) * len(replies), "a reply")
    return dict(zip(protocols, took_s.reshape(len(protocols), -1), strict=True))


def arrives(plan: Mapping[str, Any], ber: float) -> float:
    """Return the probability that a full packet of STP arrives over the channel."""
    return float((1 - ber) ** (8 * (plan["channel_segment_bytes"] + 32)))


def back_by_formula(plan: Mapping[str, Any], goodput_bps: float, ber: float) -> float:
    """Return STP's return traffic by the formula, bit/s, at a rate of payload.

    Three STATs per round trip, each listing the gaps of a round trip (one for each run of losses),
    and a USTAT for each run of losses. A gap lasts a round trip.
    """
    rtt_s = 2e-3 * plan["channel_one_way_ms"]
    p = arrives(plan, ber)
    sent_per_s = goodput_bps / (8 * plan["channel_segment_bytes"]) / p
    runs_per_s = sent_per_s * (1 - p) * p
    stats = 3 / rtt_s * 8 * (STAT_BYTES + GAP_BYTES * runs_per_s * rtt_s)
    return float(stats + 8 * USTAT_BYTES * runs_per_s)


EACH, DELAYED = math.sqrt(3 / 2), math.sqrt(3 / 4)
"""Constants of Mathis et al. 1997 with an ACK for each packet, and with delayed ACKs."""


def ceiling_bps(plan: Mapping[str, Any], ber: float, constant: float = EACH) -> float:
    """Return constant/sqrt(p) packets per round trip as payload, at most the capacity."""
    segment = plan["channel_segment_bytes"]
    full = 1e6 * plan["channel_mbps"] * segment / (segment + 32)
    lost = 1 - arrives(plan, ber)
    if not lost:
        return float(full)
    in_flight = constant / math.sqrt(lost)
    return float(min(full, in_flight * 8 * segment / (2e-3 * plan["channel_one_way_ms"])))


def acceptance(found: Found) -> Acceptance:
    plan, told = found.study.plan, Acceptance(found.study.plan)
    bands = plan["bands"]
    within, largest = bands["forward_within"], max(plan["sizes_bytes"])
    short = found.exchanges["STP"][found.replies <= plan["segment_bytes"]]
    told.add("opening", over_seeds(short / (2e-3 * plan["exchange_one_way_ms"])))
    _by_path(found, told)
    stp, sack = (Case("teledesic-ns2", one, largest) for one in ("STP", "SACK"))
    told.add("sky", found.ratio(stp, sack), equal=within)
    told.add("sky_reverse", found.ratio(sack, stp, "back"), between=bands["reverse_gain_leo"])
    near, far = min(plan["delays_ms"]), max(plan["delays_ms"])
    kept = {}
    for one in ("STP", "STP, defaults", "SACK"):
        case = Case("delay", one, largest)
        kept[one] = found.ratio(case.but(at=far), case.but(at=near))
    theirs = kept.pop("SACK").value
    for one, ours in kept.items():
        holds, named = abs(ours.value - 1) < abs(theirs - 1), {"protocol": one, "sack": theirs}
        told.add("delay", ours, holds, far=2 * far, close=2 * near, **named)
    for path, ends in (("thin", plan["returns_kbps"]), ("direcpc", plan["modems_kbps"])):
        for at in sorted({min(ends), max(ends)}):
            stp, sack = (Case(path, one, largest, at=at) for one in ("STP", "SACK"))
            of = {"path": "GEO" if path == "thin" else "as DirecPC", "at": at}
            bound = {"above": 1} if at == min(ends) else {"at_least": 1 - within}
            told.add("asymmetry" if "above" in bound else "thin", found.ratio(stp, sack),
                     **of, **bound)  # fmt: skip
    _on_the_channel(found, told)
    ttcp, plain = (found.exchanges[one] for one in ("T/TCP, larger window", "TCP"))
    stp_s = found.exchanges["STP"]
    told.add("ttcp", ratio_of_sums(stp_s, ttcp))
    for name, took_s in (("STP", stp_s), ("T/TCP with a larger window", ttcp)):
        told.add("exchange", ratio_of_sums(plain, took_s), name=name)
    for size in plan["split_sizes_bytes"]:
        stp, sack = (Case("split", one, size) for one in ("STP", "SACK"))
        told.add("split", found.ratio(stp, sack), equal=within, mb=size / 1048576)
        told.add("split_reverse", found.ratio(sack, stp, "back"), mb=size / 1048576)
    return told


def _by_path(found: Found, told: Acceptance) -> None:
    """Add the rows of Tables 5.1 and 5.2."""
    plan, bands = found.study.plan, found.study.plan["bands"]
    tables = (("geo", "Table 5.1"), ("leo", "Table 5.2"))
    for (path, table), size, load in product(tables, plan["sizes_bytes"], plan["loads"]):
        stp, sack, reno = (Case(path, one, size, load) for one in ("STP", "SACK", "Reno"))
        name = f"{path.upper()}, {size >> 20} MB" + (f", background {load:.0%}" if load else "")
        of: Any = {"figure": table, "name": name}
        for one in ("STP", "STP, defaults"):
            ratio = found.ratio(stp.but(protocol=one), sack)
            told.add("forward", ratio, equal=bands["forward_within"], protocol=one, **of)
        slower = np.minimum(*(found.runs[one].values["goodput"] for one in (stp, sack)))
        holds = min(found.rate(one).value for one in (stp, sack)) >= found.rate(reno).value
        told.add("slower", over_seeds(slower / found.runs[reno].values["goodput"]), holds, **of)
        less = found.ratio(sack, stp, "back")
        told.add("reverse", less, between=bands[f"reverse_gain_{path}"], **of)


def _on_the_channel(found: Found, told: Acceptance) -> None:
    """Add the rows of Figs 5.7 and 5.8."""
    plan, bands = found.study.plan, found.study.plan["bands"]

    def near(claim: str, ours: Estimate, formula: float, key: str, **of: Any) -> None:
        within = bands[key]
        holds = abs(ours.value / formula - 1) <= within
        told.add(claim, ours, holds, formula=formula, within=within, **of)

    for ber in plan["bers"]:
        fixed = Case("channel", "STP at a fixed rate", at=ber)
        ours, formula = found.rate(fixed), bands["goodput_kbps"][f"{ber:g}"]
        near("payload", ours, formula, "rate_within", ber=ber)
        formula = KBPS * back_by_formula(plan, 1e3 * ours.value, ber)
        near("payload_back", found.back(fixed), formula, "reverse_within", ber=ber)
    for ber in (one for one in plan["bers"] if one in bands["ceiling_bers"]):
        for claim, protocol, constant, key in (
            ("ceiling", "STP, defaults", EACH, "ceiling_within"),
            ("delayed", "SACK", DELAYED, "delayed_within"),
        ):
            ours = found.rate(Case("channel", protocol, at=ber))
            near(claim, ours, KBPS * ceiling_bps(plan, ber, constant), key, ber=ber)


def ratio_of_sums(top: Floats, bottom: Floats) -> Estimate:
    """Return the ratio of means of the same exchanges, its interval by the delta method."""
    ratio, n = float(top.mean() / bottom.mean()), len(top)
    half = 1.96 * float((top - ratio * bottom).std(ddof=1)) / (float(bottom.mean()) * np.sqrt(n))
    return Estimate(ratio, ratio - half, ratio + half, n)


def estimates(found: Found) -> dict[str, tuple[Estimate, str]]:
    stp, sack = (Case("geo", one, max(found.study.plan["sizes_bytes"])) for one in ("STP", "SACK"))
    return {"stp_reverse": (found.ratio(sack, stp, "back"), "up to an order of magnitude")}


def page(found: Found) -> dict[str, Any]:
    plan = found.study.plan
    every, largest = cases(plan), max(plan["sizes_bytes"])
    stp, sack = (Case("geo", one, largest) for one in ("STP", "SACK"))
    return {
        "acceptance": acceptance(found),
        "stp": {"rate": found.rate(stp), "back": found.back(stp)},
        "sack": {"rate": found.rate(sack), "back": found.back(sack)},
        "less": found.ratio(sack, stp, "back"),
        "ceilings": [
            {
                "ber": f"{ber:g}",
                "each": f"{KBPS * ceiling_bps(plan, ber):.0f}",
                "delayed": f"{KBPS * ceiling_bps(plan, ber, DELAYED):.0f}",
                "sack": f"{found.rate(Case('channel', 'SACK', at=ber)).value:.0f}",
                "stp": f"{found.rate(Case('channel', 'STP, defaults', at=ber)).value:.0f}",
            }
            for ber in plan["bers"]
            if ber in plan["bands"]["ceiling_bers"]
        ],
        "back_ratio": found.back(stp).value / found.back(sack).value,
        "rows": [
            {
                "name": name, "case": case, "rate": found.rate(case), "back": found.back(case),
                **{one: found.runs[case].mean(one) for one in ("again", "timeouts")},
            }
            for name, cases_of in every.items()
            for case in cases_of
        ],
        "exchanges": [
            {
                "protocol": one, "mean_s": over_seeds(took_s),
                "median_s": float(np.median(took_s)), "p95_s": float(np.quantile(took_s, 0.95)),
            }
            for one, took_s in found.exchanges.items()
        ],
        "mean_reply": over_seeds(found.replies),
    }  # fmt: skip


def tables(found: Found) -> dict[str, pa.Table]:
    rows = [
        {
            **vars(case), "run": n,
            **{f"{key}_{unit}" if unit else key: float(of.values[key][n]) for key, unit in UNITS},
        }
        for case, of in found.runs.items()
        for n in range(len(of.values["goodput"]))
    ]  # fmt: skip
    exchanges = [
        {"protocol": protocol, "exchange": n, "reply_bytes": float(found.replies[n]), "took_s": one}
        for protocol, took_s in found.exchanges.items()
        for n, one in enumerate(took_s.tolist())
    ]
    return {"transfers": pa.Table.from_pylist(rows), "exchanges": pa.Table.from_pylist(exchanges)}


UNITS = (("goodput", "bps"), ("back", "bps"), ("took", "s"), ("again", ""), ("timeouts", ""))


def paths(found: Found) -> Figure:
    plan, colours = found.study.plan, found.study.plan["colours"]
    figure, grid = drawing.panels(3, (12.6, 6.0), 2)
    largest = max(plan["sizes_bytes"])
    loads = [100 * load for load in plan["loads"]]
    round_trips = [2 * delay for delay in plan["delays_ms"]]
    for protocol in plan["path_protocols"]:
        geo, leo = (
            [Case(path, protocol, largest, load) for load in plan["loads"]]
            for path in ("geo", "leo")
        )
        delays = [Case("delay", protocol, largest, at=at) for at in plan["delays_ms"]]
        columns = ((loads, geo), (loads, leo), (round_trips, delays))
        for (above, below), (at, of) in zip(grid.T, columns, strict=True):
            drawing.line(above, at, map(found.rate, of), colours[protocol], protocol)
            drawing.line(below, at, map(found.back, of), colours[protocol], protocol)
    titles = ("GEO, 500 ms", "LEO, 78 ms", "by round trip")
    for (above, below), title in zip(grid.T, titles, strict=True):
        label = "round trip, ms" if title == "by round trip" else "background, % of the rate"
        above.set(title=title, ylim=(0, 1000 * plan["rate_mbps"]))
        below.set(xlabel=label)
        log_values(below)
    grid[0][0].set_ylabel("10 MB, kbit/s")
    grid[1][0].set_ylabel("sent back, kbit/s")
    grid[0][0].legend(fontsize=7, loc="lower left")
    return figure


def channel(found: Found) -> Figure:
    plan, colours = found.study.plan, found.study.plan["colours"]
    figure, (forward, back) = drawing.panels(2, (9.6, 3.8))
    bers = [ber or 1e-9 for ber in plan["bers"]]
    for protocol in plan["channel_protocols"]:
        listed = [Case("channel", protocol, at=ber) for ber in plan["bers"]]
        label = "STP with a window" if protocol == "STP, defaults" else protocol
        drawing.line(forward, bers, map(found.rate, listed), colours[protocol], label)
        drawing.line(back, bers, map(found.back, listed), colours[protocol], label)
    ceiling = [1e-3 * ceiling_bps(plan, ber) for ber in plan["bers"]]
    forward.plot(bers, ceiling, color=plot.GREY, lw=1, ls="--", label="1.22/√p per round trip")
    delayed = [1e-3 * ceiling_bps(plan, ber, DELAYED) for ber in plan["bers"]]
    forward.plot(bers, delayed, color=plot.GREY, lw=1, ls=":", label="0.87/√p, delayed ACKs")
    formula = [
        1e-3 * back_by_formula(plan, 1e3 * found.rate(fixed).value, fixed.at)
        for fixed in (Case("channel", "STP at a fixed rate", at=ber) for ber in plan["bers"])
    ]
    back.plot(bers, formula, color=plot.GREY, lw=1, ls="--", label="formula, fixed rate")
    for axes, name in ((forward, "payload, kbit/s"), (back, "sent back, kbit/s")):
        powers = [f"{np.log10(ber):.0f}".translate(SUPERSCRIPTS) for ber in bers]
        words = [
            f"10{power}" if ber else "0" for power, ber in zip(powers, plan["bers"], strict=True)
        ]
        drawing.ticks(axes, bers, words)
        axes.set(xlabel="bit error rate", ylabel=name)
        axes.legend(fontsize=7, loc="lower left")
    forward.set_ylim(0, None)
    log_values(back)
    back.set_ylim(0.1, 40)
    return figure


def exchanges(found: Found) -> Figure:
    colours = found.study.plan["exchange_colours"]
    figure, (curves, means) = drawing.panels(2, (10.6, 3.6))
    for protocol, took_s in found.exchanges.items():
        times = np.sort(took_s)
        shares = 100 * np.arange(1, len(times) + 1) / len(times)
        curves.step(times, shares, where="post", color=colours[protocol], label=protocol)
    curves.set(xlim=(0, 4), ylim=(0, 100), xlabel="time of an exchange, s", ylabel="exchanges, %")
    names = list(found.exchanges)
    for place, protocol in enumerate(reversed(names)):
        one = over_seeds(found.exchanges[protocol])
        drawing.dot(means, place, one, colours[protocol], across=True, number="above")
    drawing.names_axis(means, names)
    means.set(xlabel="mean time, s", xlim=(0, None), ylim=(-0.5, len(names) - 0.3))
    return figure


def today(found: Found) -> Figure:
    plan, colours = found.study.plan, found.study.plan["colours"]
    figure, (loss, back, skies) = drawing.panels(3, (12.6, 3.8))
    losses = [one or 1e-6 for one in plan["today_losses"]]
    for protocol in plan["today_protocols"]:
        listed = [Case("loss", protocol, at=one) for one in plan["today_losses"]]
        label = "STP with a window" if protocol == "STP, defaults" else protocol
        look = colours[protocol]
        drawing.line(loss, losses, [found.rate(one).scaled(1e-3) for one in listed], look, label)
        drawing.line(back, losses, map(found.back, listed), look, label)
    words = ["0" if one == 0 else f"{100 * one:g} %" for one in plan["today_losses"]]
    for axes, name in ((loss, "payload, Mbit/s"), (back, "sent back, kbit/s")):
        drawing.ticks(axes, losses, words)
        axes.set(xlabel="packets lost", ylabel=name, title="geostationary, 20 Mbit/s")
    log_values(back)
    loss.set_ylim(0, None)
    loss.legend(fontsize=7)
    rows = list(product(plan["today_skies"], plan["today_protocols"]))
    for place, (sky, protocol) in enumerate(reversed(rows)):
        one = found.rate(Case(sky, protocol)).scaled(1e-3)
        drawing.dot(skies, place, one, colours[protocol], across=True, number="above")
    names = [f"{s.split('-')[0].capitalize()}, {p.removesuffix(', defaults')}" for s, p in rows]
    drawing.names_axis(skies, names, fontsize=8)
    ends = {"xlim": (0, 1.15 * plan["today_mbps"]), "ylim": (-0.5, len(names) - 0.3)}
    skies.set(xlabel="payload, Mbit/s", title="with handovers", **ends)
    return figure


def split(found: Found) -> Figure:
    plan = found.study.plan
    figure, (forward, back) = drawing.panels(2, (9.6, 3.6))
    sizes = [size / 1048576 for size in plan["split_sizes_bytes"]]
    for protocol, label, colour in (
        ("STP", "STP on the satellite", plot.SEAM),
        ("SACK", "TCP on the satellite", plot.NO_SEAM),
        ("none", "one TCP end to end", plot.GREY),
    ):
        listed = [Case("split", protocol, size) for size in plan["split_sizes_bytes"]]
        drawing.line(forward, sizes, map(found.rate, listed), colour, label)
        drawing.line(back, sizes, map(found.back, listed), colour, label)
    for axes, name in ((forward, "file, kbit/s"), (back, "back over the satellite, kbit/s")):
        drawing.ticks(axes, sizes, [f"{size:.1f}" for size in sizes])
        axes.set(xlabel="size, MB", ylabel=name, ylim=(0, None))
    forward.legend(fontsize=7)
    return figure
