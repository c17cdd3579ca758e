"""Answers questions that the reproduced papers leave open; writes docs/questions/*.md.

Run from the root of the repository:

    python docs/questions.py                # every question
    python docs/questions.py split-in-leo   # one
    python docs/questions.py --draw         # tables and figures again, of the runs that are kept

docs/questions/NAME.csv keeps a row for each run: its case, its draw, and what was measured. Pages
have the settings, tables, answers and figures made from it. Draws are paired: all cases of a draw
have the same start or seed, so that differences between cases are means of differences.
"""

from __future__ import annotations

import argparse
import csv
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import marks
import numpy as np
from matplotlib.figure import Figure

import skyseam
from skyseam import survey
from skyseam.measures.intervals import Estimate, over_seeds
from skyseam.plot.style import save, styled

PAGES = Path(__file__).resolve().parent / "questions"
IMAGES = PAGES.parent / "images"

Case = dict[str, str]
"""Labels of a case: one of each of the question's columns."""
Row = dict[str, Any]
"""A run: its labels, its draw, and what was measured."""


def text(estimate: Estimate) -> str:
    """Return an estimate with its interval, to three digits; a dash where there is none."""
    if np.isnan(estimate.value):
        return "-"
    value, *ends = (
        "" if one is None else f"{one:.0f}" if abs(one) >= 1000 else f"{one:.3g}"
        for one in (estimate.value, estimate.low95, estimate.high95)
    )
    return f"{value} [{ends[0]}, {ends[1]}]" if all(ends) else value


@dataclass(frozen=True)
class Found:
    """All runs of a question."""

    rows: list[Row]
    labels: tuple[str, ...]

    def of(self, measure: str, **case: str) -> np.ndarray:
        """Return the values of a quantity in one case, by draw."""
        chosen = [row for row in self.rows if all(row[key] == of for key, of in case.items())]
        ordered = sorted(chosen, key=lambda row: float(row["draw"]))
        return np.array([float(row[measure] or "nan") for row in ordered])

    def mean(self, measure: str, **case: str) -> Estimate:
        """Return the mean of a case over the draws that have one, with its 95 % interval."""
        values = self.of(measure, **case)
        found = values[np.isfinite(values)]
        return over_seeds(found) if len(found) else Estimate(float("nan"))

    def change(self, measure: str, case: Case, to: Case) -> Estimate:
        """Return the mean change from one case to another, percent of the first's mean."""
        before, after = self.of(measure, **case), self.of(measure, **to)
        both = np.isfinite(before) & np.isfinite(after)
        return over_seeds((after - before)[both] / before[both].mean() * 100)

    def cases(self) -> list[Case]:
        """Return the cases in the order in which they were run."""
        every = (tuple(row[label] for label in self.labels) for row in self.rows)
        return [dict(zip(self.labels, case, strict=True)) for case in dict.fromkeys(every)]


@dataclass(frozen=True)
class Panel:
    """A panel of a figure: a measure of the cases with fixed labels.

    With `against` it shows the change from the case that has those labels, called `change`.
    """

    title: str
    measure: str
    fixed: Case
    against: Case = field(default_factory=dict)
    change: str = ""


@dataclass(frozen=True)
class Question:
    """A question: its runs, its measured quantities, and its answer.

    Attributes
    ----------
    labels
        Columns that name a case.
    heads
        Measured quantities, with their heads in the table.
    run
        Returns every run.
    answer
        Puts what came out into sentences, each with its interval.
    over
        The label on horizontal axes, and the one that has colours.
    panels
        Panels of the figure.
    """

    labels: tuple[str, ...]
    heads: dict[str, str]
    run: Callable[[], list[Row]]
    answer: Callable[[Found], list[str]]
    over: tuple[str, str]
    panels: tuple[Panel, ...]


def batch(
    cases: Iterator[tuple[Case, str, dict[str, Any]]],
    measure: Callable[[skyseam.Results], dict[str, float]],
) -> list[Row]:
    """Run scenarios on all cores and measure each."""
    rows: list[Row] = []
    # In parts, so that the tables of all runs are not in memory at once.
    while some := list(itertools.islice(cases, 64)):
        found = skyseam.run_batch([scenario for _, _, scenario in some])
        for (case, draw, _), results in zip(some, found, strict=True):
            rows.append({**case, "draw": draw, **measure(results)})
    return rows


TCP = {"kind": "tcp", "stack": "linux"}
TRANSPORTS: dict[str, dict[str, Any]] = {
    "ns-2 CUBIC": {"kind": "tcp", "stack": "ns2", "congestion": "cubic"},
    "Linux Reno": {**TCP, "congestion": "newreno"},
    "Linux CUBIC": {**TCP, "congestion": "cubic"},
    "Linux BBR": {**TCP, "congestion": "bbr"},
    "Linux BBRv3": {**TCP, "congestion": "bbr3"},
    "QUIC CUBIC": {"kind": "quic", "congestion": "cubic"},
    "QUIC BBR": {"kind": "quic", "congestion": "bbr"},
}
BERLIN: dict[str, Any] = {"name": "Berlin", "latitude": "52.52 deg", "longitude": "13.41 deg"}
NEW_YORK: dict[str, Any] = {"name": "New York", "latitude": "40.71 deg", "longitude": "-74.01 deg"}
MADRID: dict[str, Any] = {"name": "Madrid", "latitude": "40.4 deg", "longitude": "-3.7 deg"}


def starlink(handover: dict[str, Any], terminals: list[dict[str, Any]]) -> dict[str, Any]:
    """Return Starlink's first shell with satellites assigned anew every 15 s."""
    return {
        "constellation": {"preset": "starlink-shell1"},
        "handover": {"kind": "global-reallocation", "direction": "ascending", **handover},
        "terminals": terminals,
        "links": {
            "uplink": {"rate": "25 Mbit/s", "queue": "100 packets"},
            "downlink": {"rate": "100 Mbit/s", "queue": "300 packets"},
            "isl": {"rate": "10 Gbit/s", "queue": "1000 packets"},
        },
    }


def starts(count: int) -> list[float]:
    """Return start times over a day: one drawn in each of `count` equal parts."""
    drawn = np.random.default_rng(1).random(count)
    return [round(float(s), 3) for s in (np.arange(count) + drawn) / count * 85_000]


def resent_percent(results: skyseam.Results) -> float:
    """Return the retransmissions of all flows, percent of the packets sent."""
    sums = [
        sum(flow[column] for flow in results.flows.to_pylist())
        for column in ("retransmissions", "packets_sent")
    ]
    return float(100 * sums[0] / sums[1])


# --- Newer stacks over the same handovers

INTERRUPTIONS: dict[str, dict[str, Any]] = {
    "none": {"queued": "forwarded"},
    "none, queue lost": {"queued": "lost"},
    "50 ms": {"interruption_time": "50 ms", "queued": "forwarded"},
    "50 ms, queue lost": {"interruption_time": "50 ms", "queued": "lost"},
    "200 ms, queue lost": {"interruption_time": "200 ms", "queued": "lost"},
}
BULK_S = 90


def run_stacks() -> list[Row]:
    """Run bulk data from Berlin to New York with every transport and interruption."""

    def cases() -> Iterator[tuple[Case, str, dict[str, Any]]]:
        for transport, interruption in itertools.product(TRANSPORTS, INTERRUPTIONS):
            for start in starts(12):
                sky = starlink(INTERRUPTIONS[interruption], [BERLIN, NEW_YORK])
                flow = {
                    "name": "bulk", "from": "Berlin", "to": "New York", "start": f"{start} s",
                    "application": {"kind": "bulk", "duration": f"{BULK_S} s"},
                    "transport": TRANSPORTS[transport],
                }  # fmt: skip
                run = {"duration": f"{start + BULK_S} s", "record": ["handovers"]}
                case = {"transport": transport, "interruption": interruption}
                yield case, str(start), {**sky, "flows": [flow], "run": run}

    def measure(results: skyseam.Results) -> dict[str, float]:
        (flow,) = results.flows.to_pylist()
        return {
            "goodput_mbps": flow["bytes"] * 8 / BULK_S / 1e6,
            "resent_percent": resent_percent(results),
            "timeouts": flow["timeouts"],
            "rtt_ms": flow["rtt_mean_ms"],
            "changes": sum(
                row["t_s"] > flow["start_s"] for row in results.table("handovers").to_pylist()
            ),
        }

    return batch(cases(), measure)


def answer_stacks(found: Found) -> list[str]:
    """Return the cost of interruptions to each transport, and its rate beside CUBIC of Linux."""
    said = []
    for transport in TRANSPORTS:
        none = {"transport": transport, "interruption": "none"}
        costs = [
            f"{cut} {text(found.change('goodput_mbps', none, {**none, 'interruption': cut}))} %"
            for cut in INTERRUPTIONS
            if cut != "none"
        ]
        said.append(f"{transport}, change of goodput: {'; '.join(costs)}.")
    return said


# --- Splitting connections in LEO

SERVERS = {"5 ms": "near server", "60 ms": "far server"}
SIZES = ["100 kB", "1 MB", "10 MB"]
SKIES = ("LEO", "LEO, interrupted", "GEO")
BEFORE_S = 0.05
"""How long before a change of satellite a transfer begins that meets it."""


def changes_after(begins: list[float]) -> list[float]:
    """Return the first instant after each of these at which Berlin changes its satellite, s."""
    sky = starlink(INTERRUPTIONS["none"], [BERLIN])
    del sky["links"]
    served = skyseam.contacts(sky, start_s=0.0, duration_s=86_400.0).table("serving").to_pylist()
    instants = np.array(sorted(row["from_s"] for row in served))
    return [float(instants[instants > begin][0]) for begin in begins]


def run_split() -> list[Row]:
    """Run downloads from a server behind a gateway: split there, end to end, and by QUIC."""

    def cases() -> Iterator[tuple[Case, str, dict[str, Any]]]:
        ways: dict[str, tuple[dict[str, Any], bool]] = {
            "TCP end to end": (TCP, False),
            "TCP split at the gateway": (TCP, True),
            "QUIC": ({"kind": "quic"}, False),
        }
        begins = starts(16)
        for sky, behind, size, way in itertools.product(SKIES, SERVERS, SIZES, ways):
            for begin, change in zip(begins, changes_after(begins), strict=True):
                start, handover = begin, INTERRUPTIONS["none"]
                if sky == "LEO, interrupted":
                    handover = {"queued": "lost", "interruption_time": "100 ms"}
                    start = round(change - BEFORE_S, 6)
                gateway: dict[str, Any] = {**MADRID, "name": "gateway", "antennas": "all"}
                document = starlink(handover, [BERLIN, gateway])
                if sky == "GEO":
                    document["constellation"] = {"preset": "geo"}
                    del document["handover"], document["links"]["isl"]
                    gateway.pop("antennas")
                document["links"]["uplink"] = {"rate": "100 Mbit/s", "queue": "500 packets"}
                transport, split = ways[way]
                flow: dict[str, Any] = {
                    "name": "file", "from": "server", "to": "Berlin", "start": f"{start} s",
                    "application": {"kind": "file", "size": size}, "transport": transport,
                }  # fmt: skip
                if split:
                    flow["split_at"] = [{"node": "gateway"}]
                wire = {
                    "between": ["server", "gateway"], "delay": behind,
                    "rate": "1 Gbit/s", "queue": "1000 packets",
                }  # fmt: skip
                case = {"sky": sky, "server": behind, "size": size, "connection": way}
                yield case, str(begin), {
                    **document, "nodes": [{"name": "server"}], "wires": [wire],
                    "flows": [flow], "run": {"duration": f"{start + 120} s"},
                }  # fmt: skip

    def measure(results: skyseam.Results) -> dict[str, float]:
        flow = results.flows.to_pylist()[0]
        return {"time_s": flow["transfer_time_s"]}

    return batch(cases(), measure)


def answer_split(found: Found) -> list[str]:
    """Return the effect of a split by sky, server and size, and QUIC in comparison."""
    said = []
    for sky, behind in itertools.product(SKIES, SERVERS):
        parts = []
        for size in SIZES:
            whole = {"sky": sky, "server": behind, "size": size, "connection": "TCP end to end"}
            split = {**whole, "connection": "TCP split at the gateway"}
            quic = found.change("time_s", whole, {**whole, "connection": "QUIC"})
            change = found.change("time_s", whole, split)
            parts.append(f"of {size} by {text(change)} % (QUIC {text(quic)} %)")
        said.append(f"{sky}, {SERVERS[behind]}: a split changes the time {', '.join(parts)}.")
    return said


# --- Several flows through handovers

QUEUES: dict[str, Any] = {
    "tail drop": "300 packets",
    "CoDel": {"kind": "codel", "limit": "1000 packets"},
    "FQ-CoDel": {"kind": "fq-codel", "limit": "1000 packets"},
}
CROWDS = {
    "CUBIC": ["Linux CUBIC"],
    "BBR": ["Linux BBR"],
    "BBRv3": ["Linux BBRv3"],
    "CUBIC and BBRv3": ["Linux CUBIC", "Linux BBRv3"],
}
COUNTS = ["2", "8"]
STAGGER_S = 0.02
"""Time between the starts of flows, short beside the time over which rates are taken."""
PAUSES = {"none": "without interruptions", "50 ms, queue lost": "50 ms interruptions"}


def run_crowds() -> list[Row]:
    """Run flows that share an uplink through handovers."""

    def cases() -> Iterator[tuple[Case, str, dict[str, Any]]]:
        for crowd, queue, count, pause in itertools.product(CROWDS, QUEUES, COUNTS, PAUSES):
            for start in starts(8):
                document = starlink(INTERRUPTIONS[pause], [BERLIN, NEW_YORK])
                document["links"]["uplink"]["queue"] = QUEUES[queue]
                kinds = CROWDS[crowd]
                document["flows"] = [
                    {
                        "name": f"{number}", "from": "Berlin", "to": "New York",
                        "start": f"{start + STAGGER_S * number} s",
                        "application": {"kind": "bulk", "duration": f"{BULK_S} s"},
                        "transport": TRANSPORTS[kinds[number % len(kinds)]],
                    }
                    for number in range(int(count))
                ]  # fmt: skip
                document["run"] = {"duration": f"{start + BULK_S} s"}
                case = {
                    "transports": crowd,
                    "queue": queue,
                    "flows": count,
                    "handovers": PAUSES[pause],
                }
                yield case, str(start), document

    def measure(results: skyseam.Results) -> dict[str, float]:
        flows = results.flows.to_pylist()
        rates = np.array([flow["bytes"] * 8 / BULK_S / 1e6 for flow in flows])
        return {
            "total_mbps": float(rates.sum()),
            "jain": float(rates.sum() ** 2 / (len(rates) * (rates**2).sum())),
            "odd_share_percent": float(100 * rates[1::2].sum() / rates.sum()),
            "rtt_ms": float(np.mean([flow["rtt_mean_ms"] for flow in flows])),
            "resent_percent": resent_percent(results),
        }

    return batch(cases(), measure)


def answer_crowds(found: Found) -> list[str]:
    """Return fairness by queue, and the share that BBRv3 takes from CUBIC."""
    said = []
    without, cut = PAUSES.values()
    for queue in QUEUES:
        parts = []
        for crowd in CROWDS:
            case = {"transports": crowd, "queue": queue, "flows": "8", "handovers": cut}
            calm = over_seeds(
                found.of("jain", **case) - found.of("jain", **{**case, "handovers": without})
            )
            part = (
                f"{crowd} {text(found.mean('jain', **case))} (interruptions change it by "
                f"{text(calm)}), round trip {text(found.mean('rtt_ms', **case))} ms"
            )
            if len(CROWDS[crowd]) > 1:
                part += f", BBRv3's half {text(found.mean('odd_share_percent', **case))} % of bytes"
            parts.append(part)
        said.append(f"{queue}, eight flows, Jain's index: {'; '.join(parts)}.")
    return said


# --- Delayed ACKs over NTN with a stack of today

PATHS = {"LEO": "10 ms", "GEO": "270 ms"}
SNRS = ["7 dB", "10 dB", "13 dB"]
ACKS = {"off": "off", "Linux": "linux"}
SENDERS = {"CUBIC": "cubic", "Hybla": "hybla", "BBR": "bbr", "BBRv3": "bbr3"}
BUFFERS = ["none", "in sequence"]


def run_acks() -> list[Row]:
    """Run bulk data over a fading channel with HARQ, with and without delayed ACKs."""

    def cases() -> Iterator[tuple[Case, str, dict[str, Any]]]:
        every = itertools.product(PATHS, SENDERS, BUFFERS, SNRS, ACKS)
        for path, sender, buffer, snr, acks in every:
            for seed in range(1, 11):
                wire: dict[str, Any] = {
                    "between": ["sender", "user"], "delay": PATHS[path], "rate": "50 Mbit/s",
                    "queue": "500 packets",
                    "channel": {
                        "kind": "fontan", "environment": "intermediate-tree-shadow",
                        "speed": "60 km/h",
                    },
                    "harq": {
                        "kind": "incremental-redundancy", "symbols": "k8920",
                        "reference_snr": snr,
                    },
                }  # fmt: skip
                if buffer != "none":
                    wire["reordering"] = {"kind": "in-sequence"}
                flow = {
                    "name": "bulk", "from": "sender", "to": "user",
                    "application": {"kind": "bulk", "duration": "60 s"},
                    "transport": {
                        **TCP, "congestion": SENDERS[sender], "mss": "1000 B",
                        "delayed_ack": ACKS[acks],
                    },
                }  # fmt: skip
                case = {
                    "path": path, "transport": sender, "buffer": buffer, "SNR": snr,
                    "delayed ACKs": acks,
                }  # fmt: skip
                yield case, str(seed), {
                    "nodes": [{"name": "sender"}, {"name": "user"}], "wires": [wire],
                    "flows": [flow], "run": {"duration": "60 s", "seed": seed},
                }  # fmt: skip

    def measure(results: skyseam.Results) -> dict[str, float]:
        (flow,) = results.flows.to_pylist()
        return {
            "goodput_mbps": flow["bytes"] * 8 / 60e6,
            "resent_percent": resent_percent(results),
            "acks_per_packet": flow["rtt_samples"] / flow["packets_sent"],
        }

    return batch(cases(), measure)


def answer_acks(found: Found) -> list[str]:
    """Return the effect of switching delayed ACKs off, by path, transport and buffer."""
    said = []
    for path, sender, buffer in itertools.product(PATHS, SENDERS, BUFFERS):
        parts = []
        for snr in SNRS:
            held = {
                "path": path, "transport": sender, "buffer": buffer, "SNR": snr,
                "delayed ACKs": "Linux",
            }  # fmt: skip
            change = found.change("goodput_mbps", held, {**held, "delayed ACKs": "off"})
            parts.append(f"{text(change)} % at {snr}")
        behind = "no reordering buffer" if buffer == "none" else "a reordering buffer"
        said.append(
            f"{path}, {sender}, {behind}: switching delayed ACKs off changes goodput by "
            f"{', '.join(parts)}."
        )
    return said


# --- Schedulers with users of today

SCHEDULERS = ["drop-tail", "round-robin", "fq-codel", "proportional-fair", "codes"]
LOADS = {"20 sessions": 1, "40 sessions": 2, "60 sessions": 3}
"""Sessions in two minutes, and how many of them each of 20 users has."""


def run_users() -> list[Row]:
    """Run pages, videos, calls and downloads of users who share a fading beam."""

    def cases() -> Iterator[tuple[Case, str, dict[str, Any]]]:
        mix = [
            {"name": "pages", "share": 0.4, "application": {"kind": "web", "page": "median-2024"}},
            {"name": "videos", "share": 0.2, "application": {"kind": "video", "duration": "30 s"},
             "transport": TCP},
            {"name": "calls", "share": 0.2, "application": {"kind": "voice", "duration": "30 s"},
             "direction": "down"},
            {"name": "downloads", "share": 0.2, "application": {"kind": "file", "size": "3 MB"},
             "transport": TCP},
        ]  # fmt: skip
        for load, scheduler in itertools.product(LOADS, SCHEDULERS):
            for seed in range(1, 9):
                beam = {
                    "name": "beam", "from": "satellite", "to": "user", "delay": "8 ms",
                    "rate": "50 Mbit/s",
                    "scheduler": {"kind": scheduler, "limit": "200 packets"},
                    "reordering": {"kind": "in-sequence"},
                    "back": {"rate": "20 Mbit/s", "queue": "500 packets"},
                    "channel": {
                        "kind": "fontan", "environment": "intermediate-tree-shadow",
                        "speed": "60 km/h",
                    },
                    "harq": {
                        "kind": "incremental-redundancy", "symbols": "k8920",
                        "reference_snr": "10 dB", "packets": "split",
                    },
                }  # fmt: skip
                users = {
                    "name": "users", "nodes": "user", "to": "server", "mix": mix,
                    "sessions": {"kind": "even", "each": LOADS[load], "within": "120 s"},
                }  # fmt: skip
                wire = {
                    "between": ["server", "satellite"], "delay": "20 ms", "rate": "1 Gbit/s",
                    "queue": "5000 packets",
                }  # fmt: skip
                nodes = [{"name": "server"}, {"name": "satellite"}, {"name": "user", "count": 20}]
                yield {"load": load, "scheduler": scheduler}, str(seed), {
                    "nodes": nodes, "wires": [wire], "beams": [beam], "users": [users],
                    "run": {"duration": "240 s", "seed": seed},
                }  # fmt: skip

    def measure(results: skyseam.Results) -> dict[str, float]:
        pages = results.table("pages").to_pylist()
        videos = results.table("videos").to_pylist()
        calls = results.table("voice").to_pylist()
        others = {row["flow"] for row in (*pages, *videos, *calls)}
        files = [
            row["transfer_time_s"] for row in results.flows.to_pylist() if row["flow"] not in others
        ]
        # A page that had not loaded by the end of the run counts with the time of the run.
        loads = [240.0 if page["load_s"] is None else page["load_s"] for page in pages]
        return {
            "page_median_s": float(np.median(loads)),
            "page_p95_s": float(np.quantile(loads, 0.95)),
            "stalled_percent": float(np.mean([v["stalled_ms"] / 300 for v in videos])),
            "bitrate_mbps": float(np.mean([v["bitrate_mean_bps"] for v in videos])) / 1e6,
            "mos": float(np.mean([call["mos"] or 1.0 for call in calls])),
            "file_s": float(np.mean([240.0 if t is None else t for t in files] or [np.nan])),
        }

    return batch(cases(), measure)


def answer_users(found: Found) -> list[str]:
    """Return CoDeS compared with proportional fair, round robin and one queue, by load."""
    said = []
    for load in LOADS:
        parts = []
        for other in ("drop-tail", "fq-codel", "proportional-fair"):
            case = {"load": load, "scheduler": other}
            codes = {**case, "scheduler": "codes"}
            page = text(found.change("page_p95_s", case, codes))
            mos = over_seeds(found.of("mos", **codes) - found.of("mos", **case))
            parts.append(f"beside {other} {page} % of the 95 % page time, {text(mos)} of MOS")
        said.append(f"CoDeS, {load}: {'; '.join(parts)}.")
    return said


# --- Geographic addresses for inclined shells

CONSTELLATIONS = {
    "teledesic-ns2": 90.0,
    "iridium": 90.0,
    "starlink-shell1": 53.0,
    "kuiper-630": 50.0,
    "telesat-inclined": 50.0,
}
SCOPES = [1, 2, 4, 8]
PINGS = 2000
DRAWS = 10


def run_geographic() -> list[Row]:
    """Send pings by geographic routing between places that the constellation covers."""
    rows: list[Row] = []
    for name, edge in CONSTELLATIONS.items():
        random = np.random.default_rng(6)
        top = np.sin(np.radians(edge))
        places = {"t_s": random.uniform(0.0, 5700.0, PINGS)}
        for end in ("from", "to"):
            places[f"{end}_latitude_deg"] = np.degrees(np.arcsin(random.uniform(-top, top, PINGS)))
            places[f"{end}_longitude_deg"] = random.uniform(-180.0, 180.0, PINGS)
        for direction in ("any", "ascending"):
            sky = {
                "constellation": {"preset": name},
                "handover": {"kind": "highest-elevation", "direction": direction},
            }
            best = _delays(survey.probe(sky, places))
            for scope in SCOPES:
                routing = {"kind": "geographic", "scope": scope}
                results = survey.probe({**sky, "routing": routing}, places)
                ours, lost = _delays(results), results.table("undelivered").to_pylist()
                for draw in range(DRAWS):
                    km = [
                        row["remaining_km"]
                        for row in lost
                        if row["probe"] % DRAWS == draw and row["links"] > 0
                    ]
                    # A part of the pings; those without coverage do not count.
                    both = np.isfinite(best) & (np.arange(PINGS) % DRAWS == draw)
                    excess = (ours - best)[both]
                    arrived = excess[np.isfinite(excess)]
                    rows.append(
                        {
                            "constellation": name,
                            "satellites": direction,
                            "scope": str(scope),
                            "draw": str(draw),
                            "undelivered_percent": 100 * (1 - len(arrived) / len(excess)),
                            "excess_ms": float(arrived.mean()),
                            "excess_p95_ms": float(np.quantile(arrived, 0.95)),
                            "stopped_km": float(np.median(km)) if km else None,
                        }
                    )
    return rows


def _delays(results: skyseam.Results) -> np.ndarray:
    return np.asarray(results.table("probes")["delay_ms"].to_numpy(), dtype=float)


def answer_geographic(found: Found) -> list[str]:
    """Return the share undelivered with a scope of two links, by constellation."""
    said = []
    for name in CONSTELLATIONS:
        parts = []
        for direction in ("any", "ascending"):
            case = {"constellation": name, "satellites": direction, "scope": "2"}
            lost = found.mean("undelivered_percent", **case)
            parts.append(f"{text(lost)} % with {direction} satellites")
        said.append(f"{name}, scope 2: not delivered {', '.join(parts)}.")
    return said


QUESTIONS = {
    "stacks-over-handovers": Question(
        ("transport", "interruption"),
        {
            "goodput_mbps": "goodput, Mbit/s",
            "resent_percent": "retransmitted, %",
            "timeouts": "timeouts",
            "rtt_ms": "RTT, ms",
            "changes": "changes",
        },
        run_stacks,
        answer_stacks,
        ("transport", "interruption"),
        (
            Panel("", "goodput_mbps", {}, {"interruption": "none"}, "change of goodput"),
            Panel("", "resent_percent", {}),
            Panel("", "rtt_ms", {}),
        ),
    ),
    "split-in-leo": Question(
        ("sky", "server", "size", "connection"),
        {"time_s": "transfer time, s"},
        run_split,
        answer_split,
        ("size", "connection"),
        tuple(
            Panel(
                f"{sky}, {said}",
                "time_s",
                {"sky": sky, "server": delay},
                {"connection": "TCP end to end"},
                "time against TCP end to end",
            )
            for delay, said in SERVERS.items()
            for sky in SKIES
        ),
    ),
    "flows-through-handovers": Question(
        ("transports", "queue", "flows", "handovers"),
        {
            "total_mbps": "total, Mbit/s",
            "jain": "Jain's index",
            "rtt_ms": "RTT, ms",
            "resent_percent": "retransmitted, %",
        },
        run_crowds,
        answer_crowds,
        ("flows", "transports"),
        tuple(
            Panel(queue, measure, {"queue": queue, "handovers": "50 ms interruptions"})
            for measure in ("jain", "rtt_ms")
            for queue in QUEUES
        ),
    ),
    "delayed-acks-over-ntn": Question(
        ("path", "transport", "buffer", "SNR", "delayed ACKs"),
        {
            "goodput_mbps": "goodput, Mbit/s",
            "resent_percent": "retransmitted, %",
            "acks_per_packet": "RTT samples per packet",
        },
        run_acks,
        answer_acks,
        ("SNR", "transport"),
        tuple(
            Panel(
                f"{path}, {'no buffer' if buffer == 'none' else 'reordering buffer'}",
                "goodput_mbps",
                {"path": path, "buffer": buffer, "delayed ACKs": "off"},
                {"delayed ACKs": "Linux"},
                "goodput without delayed ACKs",
            )
            for path in PATHS
            for buffer in BUFFERS
        ),
    ),
    "schedulers-for-todays-users": Question(
        ("load", "scheduler"),
        {
            "page_median_s": "page, median s",
            "page_p95_s": "page, 95 % s",
            "stalled_percent": "video stalled, %",
            "bitrate_mbps": "video, Mbit/s",
            "mos": "MOS of calls",
            "file_s": "3 MB, s",
        },
        run_users,
        answer_users,
        ("load", "scheduler"),
        tuple(Panel("", measure, {}) for measure in ("page_p95_s", "mos", "stalled_percent")),
    ),
    "geographic-for-inclined": Question(
        ("constellation", "satellites", "scope"),
        {
            "undelivered_percent": "not delivered, %",
            "excess_ms": "mean excess, ms",
            "excess_p95_ms": "95 % excess, ms",
            "stopped_km": "lost pings stop, median km away",
        },
        run_geographic,
        answer_geographic,
        ("scope", "constellation"),
        tuple(
            Panel(f"{direction} satellites", measure, {"satellites": direction})
            for measure in ("undelivered_percent", "excess_ms")
            for direction in ("any", "ascending")
        ),
    ),
}


@styled
def draw(question: Question, found: Found) -> Figure:
    """Draw the panels of a question: means and intervals over one label, a colour per other."""
    rows = -(-len(question.panels) // 3)
    columns = -(-len(question.panels) // rows)
    figure = Figure(figsize=(3.4 * columns + 0.4, 2.9 * rows + 0.5), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False).ravel()
    x, series = question.over
    values = {key: list(dict.fromkeys(case[key] for case in found.cases())) for key in (x, series)}
    for panel, axis in zip(question.panels, axes, strict=True):
        ticks, lines = (
            values[x],
            [one for one in values[series] if one != panel.against.get(series)],
        )
        for number, line in enumerate(lines):
            cases = [{**panel.fixed, x: tick, series: line} for tick in ticks]
            means = [
                found.change(panel.measure, {**case, **panel.against}, case)
                if panel.against
                else found.mean(panel.measure, **case)
                for case in cases
            ]
            at = np.arange(len(ticks)) + (number - (len(lines) - 1) / 2) * 0.6 / len(lines)
            middle = np.array([mean.value for mean in means])
            half = middle - [mean.value if mean.low95 is None else mean.low95 for mean in means]
            color = f"C{values[series].index(line)}"
            axis.errorbar(at, middle, yerr=half, fmt="o", markersize=3.5, color=color, label=line)
        axis.set_xticks(range(len(ticks)), ticks, rotation=0 if len(ticks) < 5 else 40)
        axis.set_xlabel(x)
        axis.set_title(panel.title)
        axis.set_ylabel(f"{panel.change}, %" if panel.against else question.heads[panel.measure])
        if panel.against:
            axis.axhline(0.0, color="0.6", linewidth=0.8)
        else:
            axis.set_ylim(bottom=0)
    # Of the panel with most of them: one that shows changes lacks what they are changes from.
    shown = max((axis.get_legend_handles_labels() for axis in axes), key=lambda one: len(one[1]))
    figure.legend(*shown, loc="outside lower center", ncols=len(shown[1]), title=series)
    return figure


def write(name: str, question: Question, found: Found) -> None:
    """Write table, answer and figure of a question."""
    rows = [
        [*case.values(), *(text(found.mean(measure, **case)) for measure in question.heads)]
        for case in found.cases()
    ]
    head = [*question.labels, *question.heads.values()]
    answer = "\n".join(f"* {sentence}" for sentence in question.answer(found))
    marks.write(PAGES / f"{name}.md", {"answer": answer, "table": marks.table(head, rows)})
    save(draw(question, found), IMAGES / f"{name}.png")


def shown(value: str | float | None) -> str:
    """Return a value as printed in the table of runs."""
    if value is None:
        return ""
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def kept(name: str) -> Found:
    """Return the stored runs of a question."""
    with (PAGES / f"{name}.csv").open(newline="", encoding="utf-8") as table:
        return Found(list(csv.DictReader(table)), QUESTIONS[name].labels)


def main() -> None:
    """Run questions, or draw from the stored runs, and write their pages."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(QUESTIONS))
    parser.add_argument("--draw", action="store_true", help="without runs")
    asked = parser.parse_args()
    for name in asked.names or QUESTIONS:
        question = QUESTIONS[name]
        if not asked.draw:
            rows = question.run()
            with (PAGES / f"{name}.csv").open("w", newline="", encoding="utf-8") as out:
                table = csv.DictWriter(out, rows[0], lineterminator="\n")
                table.writeheader()
                table.writerows({key: shown(value) for key, value in row.items()} for row in rows)
        write(name, question, kept(name))


if __name__ == "__main__":
    main()
