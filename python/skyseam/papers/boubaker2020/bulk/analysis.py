"""Boubaker 2020, Fig. 10 and 11: bulk data from a boat to London, and what each handover costs.

The whole run from starts within the published minute, at low and at high rates; around handovers
again with other queues and other fates of what waits. Figures are in `figures`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from skyseam import survey
from skyseam.reproduce import Estimate, Floats, Study
from skyseam.reproduce.intervals import over_seeds
from skyseam.reproduce.report import digits, said
from skyseam.results import Results

from .. import shared

BOAT, LONDON = "BOAT", "LON"
CWND_STEP_S = 0.01
"""Of the recorded windows one in each such step is kept, the last."""

KEPT = {
    "goodput_bps": pa.float64(), "retransmissions": pa.int64(),
    "spurious_retransmissions": pa.int64(), "timeouts": pa.int64(), "drops": pa.int64(),
}  # fmt: skip
"""What is kept of a flow."""

Job = tuple[dict[str, Any], float, float]
"""A scenario with its flow, when it starts, and how long it lasts, s."""


@dataclass(frozen=True)
class Handover:
    """A handover on the way: when, of which kind, and the delay before and after in ms."""

    t_s: float
    kind: str
    before_ms: float
    after_ms: float


@dataclass(frozen=True)
class Bulk:
    """A finished bulk transfer.

    Attributes
    ----------
    start_s
        When it began.
    bits
        Received in each recorded bin.
    flow
        Its row of the table `flows`.
    cwnd
        Congestion window over time: `t_s`, `cwnd_bytes`; empty when not recorded.
    """

    start_s: float
    bits: Floats
    flow: dict[str, Any]
    cwnd: pa.Table

    def rates(self, bin_s: float, width_s: float) -> tuple[Floats, Floats]:
        """Return the starts of bins of `width_s`, s, and the throughput in each, Mbit/s."""
        each = round(width_s / bin_s)
        count = len(self.bits) // each
        summed = self.bits[: count * each].reshape(count, each).sum(axis=1)
        starts_s = np.asarray(self.start_s + np.arange(count) * width_s, dtype=np.float64)
        return starts_s, np.asarray(summed / width_s / 1e6, dtype=np.float64)


@dataclass(frozen=True)
class Transfers:
    """What the study gave: whole runs by rate, runs around handovers by rate, fate and queue."""

    study: Study
    handovers: list[Handover]
    delay: pa.Table
    whole: dict[str, list[Bulk]]
    zooms: dict[tuple[str, str, int], dict[str, Bulk]]

    def seen(self, rate: str, kind: str, width_s: float) -> tuple[Estimate, Estimate] | None:
        """Return throughput before a kind of handover and its dip, Mbit/s, over runs.

        Bins are so wide; None where there is no such handover.
        """
        means = []
        for bulk in self.whole[rate]:
            found = [
                around(self.study.plan, bulk, one.t_s, width_s)
                for one in self.handovers
                if one.kind == kind
            ]
            known = [pair for pair in found if np.isfinite(pair).all()]
            if known:
                means.append(np.mean(known, axis=0))
        if not means:
            return None
        before, dip = (over_seeds(each) for each in np.transpose(means))
        return before, dip

    def dip(self, rate: str, kind: str, width_s: float) -> float | None:
        """Return the mean dip of a kind of handover over runs, Mbit/s; None where there is none."""
        found = self.seen(rate, kind, width_s)
        return None if found is None else found[1].value

    def zoom_dip(self, runs: dict[str, Bulk], kind: str) -> float | None:
        """Return the dip of the first handover of a kind, of runs around handovers."""
        if kind not in runs:
            return None
        first, plan = firsts(self.handovers)[kind], self.study.plan
        return around(plan, runs[kind], first.t_s, plan["width_s"])[1]

    def published(self, rate: str, kind: str, word: str = "dip") -> float | None:
        """Return the published throughput of a kind of handover, Mbit/s, where there is one."""
        number = self.study.paper.published.get(f"{rate}_{kind}_{word}")
        return None if number is None else number.value


def make(study: Study) -> Transfers:
    """Run bulk transfers."""
    plan = study.plan
    delay, handovers = find_handovers(study, plan, plan["duration_s"])
    whole: dict[str, list[Bulk]] = {}
    zooms: dict[tuple[str, str, int], dict[str, Bulk]] = {}
    # High rates have eighty times the packets of low ones.
    for part, rate in zip(study.shares([1.0, 9.0]), plan["rates"], strict=True):
        sky, label = base_of(study, plan, rate), rate["label"]
        jobs = [(sky, *when) for when in _times(plan, rate["starts"], handovers)]
        runs = part.within(0.0, 0.7, f"bulk, {label}")
        whole[rate["id"]] = transfers(runs, f"bulk-{rate['id']}", plan, jobs, rate["id"] == "lo")
        near = list(_zooms(study, rate, handovers))
        runs = part.within(0.7, 1.0, f"handovers, {label}")
        ran = transfers(runs, f"zoom-{rate['id']}", plan, [job for *_, job in near], True)
        for (what, kind, _), one in zip(near, ran, strict=True):
            zooms.setdefault(what, {})[kind] = one
    return Transfers(study, handovers, delay, whole, zooms)


def base_of(
    study: Study,
    plan: Mapping[str, Any],
    rate: Mapping[str, Any],
    *,
    queue: int | None = None,
    queued: str | None = None,
) -> dict[str, Any]:
    """Return the scenario of a bulk transfer, without its time."""
    base = study.document("seam.toml")
    limit = {"queue": f"{rate['queue'] if queue is None else queue} packets"}
    rates = {"uplink": rate["terminal"], "downlink": rate["terminal"], "isl": rate["isl"]}
    transport = {**base["flows"][0]["transport"], **plan["transport"]}
    flow = {"name": "bulk", "from": BOAT, "to": LONDON, "application": {"kind": "bulk"}}
    ends = [shared.terminal(BOAT, *plan["boat"]), shared.terminal(LONDON, *plan["london"])]
    handover = base["handover"] if queued is None else {**base["handover"], "queued": queued}
    links = {name: {**base["links"][name], "rate": rates[name], **limit} for name in rates}
    return {
        **shared.sky_of(base, ends),
        "handover": handover,
        "links": links,
        "flows": [{**flow, "transport": transport}],
    }


def find_handovers(
    study: Study, plan: Mapping[str, Any], duration_s: float
) -> tuple[pa.Table, list[Handover]]:
    """Return the delay over the run, and the handovers in it by kind."""
    sky = base_of(study, plan, plan["rates"][0])
    del sky["flows"]
    table = survey.delay(
        sky, pairs=[(BOAT, LONDON)], start_s=plan["start_s"], duration_s=duration_s, step_s=10.0
    ).table("delay")
    kinds = {(kind["cause"], kind["longer"]): kind["id"] for kind in plan["kinds"]}
    found = []
    for before, after in itertools.pairwise(table.to_pylist()):
        ends_ms = (before["delay_ms"], after["delay_ms"])
        kind = kinds.get((after["cause"], ends_ms[1] > ends_ms[0]))
        if kind is not None:
            found.append(Handover(after["t_s"], kind, *ends_ms))
    return table, found


def firsts(handovers: Sequence[Handover]) -> dict[str, Handover]:
    """Return the first handover of each kind."""
    return {one.kind: one for one in reversed(handovers)}


def in_order(handovers: Sequence[Handover]) -> list[Handover]:
    """Return the first handover of each kind in the order of time."""
    return sorted(firsts(handovers).values(), key=lambda one: one.t_s)


def spread_starts(plan: Mapping[str, Any], count: int) -> list[float]:
    """Return so many starts within the published minute, s."""
    return [float(plan["start_s"] + np.floor(n / count * 60)) for n in range(count)]


def _times(
    plan: Mapping[str, Any], count: int, handovers: Sequence[Handover]
) -> list[tuple[float, float]]:
    """Return start and duration of each run: whole ones, or quickly those around handovers."""
    if "around_s" in plan:
        before_s, after_s = plan["around_s"]
        return [(one.t_s - before_s, before_s + after_s) for one in in_order(handovers)]
    return [(start_s, plan["duration_s"]) for start_s in spread_starts(plan, count)]


def _zooms(
    study: Study, rate: dict[str, Any], handovers: Sequence[Handover]
) -> Iterator[tuple[tuple[str, str, int], str, Job]]:
    """Give the runs around the first handover of each kind: what is changed, the kind, the run."""
    plan = study.plan
    changes = [("lost", queue) for queue in rate["queues"]]
    if plan["forwarded"]:
        changes.append(("forwarded", rate["queue"]))
    length_s = plan["zoom_before_s"] + plan["zoom_after_s"]
    for queued, queue in changes:
        for one in in_order(handovers):
            sky = base_of(study, plan, rate, queue=queue, queued=queued)
            job = (sky, one.t_s - plan["zoom_before_s"], length_s)
            yield (rate["id"], queued, queue), one.kind, job


def transfers(
    study: Study, name: str, plan: Mapping[str, Any], jobs: Sequence[Job], with_cwnd: bool
) -> list[Bulk]:
    """Run bulk transfers; a few at a time are kept: little is lost at an interruption."""
    if not jobs:
        return []
    kept = study.reduced(name, [_timed(plan, job, with_cwnd) for job in jobs], _reduced, at_once=4)
    flows = kept["flows"].drop_columns("run").to_pylist()
    bins, windows = (_by_run(kept[table], len(jobs)) for table in ("bins", "cwnd"))
    return [
        Bulk(start_s, bins[n]["bits"].to_numpy(), flows[n], windows[n])
        for n, (_, start_s, _) in enumerate(jobs)
    ]


def _by_run(table: pa.Table, runs: int) -> list[pa.Table]:
    """Return the rows of each run."""
    ends = np.searchsorted(table["run"].to_numpy(), np.arange(runs + 1))
    return [table.slice(a, b - a) for a, b in itertools.pairwise(ends.tolist())]


def _timed(plan: Mapping[str, Any], job: Job, with_cwnd: bool) -> dict[str, Any]:
    scenario, start_s, duration_s = job
    flow = scenario["flows"][0]
    application = {**flow["application"], "duration": f"{duration_s:g} s"}
    return {
        **scenario,
        "flows": [{**flow, "application": application}],
        "run": {
            "start": f"{start_s:.3f} s",
            "duration": f"{duration_s:g} s",
            "seed": plan["seed"],
            "record": ["cwnd", "retransmissions"] if with_cwnd else ["retransmissions"],
            "throughput_bin": f"{plan['bin_s'] * 1e3:g} ms",
        },
    }


def _reduced(one: Results) -> dict[str, pa.Table]:
    """Keep the flow of a run, its bins, and its window thinned out."""
    (row,) = one.flows.slice(0, 1).to_pylist()
    through = one.table("throughput")
    # Of a split connection what counts is the last part, which reaches the receiver.
    through = through.filter(pc.equal(through["flow"], pc.max(through["flow"])))
    width_s = float(through["t_s"][1].as_py() - through["t_s"][0].as_py())
    t_s, cwnd_bytes = np.empty(0), np.empty(0)
    if "cwnd" in one.tables:
        cwnd = one.table("cwnd")
        cwnd = cwnd.filter(pc.equal(cwnd["flow"], 0))
        t_s, cwnd_bytes = cwnd["t_s"].to_numpy(), cwnd["cwnd_bytes"].to_numpy().astype(float)
    last = np.append(np.diff(np.floor(t_s / CWND_STEP_S)) != 0, True)[: len(t_s)]
    return {
        "flows": pa.table({name: pa.array([row.get(name)], of) for name, of in KEPT.items()}),
        "bins": pa.table({"bits": np.round(through["bits_per_s"].to_numpy() * width_s)}),
        "cwnd": pa.table({"t_s": t_s[last], "cwnd_bytes": cwnd_bytes[last]}),
    }


def around(
    plan: Mapping[str, Any], bulk: Bulk, handover_s: float, width_s: float
) -> tuple[float, float]:
    """Return the throughput before a handover and the lowest after it, Mbit/s; NaN outside."""
    t_s, rates = bulk.rates(plan["bin_s"], width_s)
    before = (t_s >= handover_s - plan["before_s"]) & (t_s + width_s <= handover_s)
    after = (t_s + width_s > handover_s) & (t_s < handover_s + plan["window_s"])
    whole = len(t_s) and t_s[-1] + width_s >= handover_s + plan["window_s"]
    if not (whole and before.any() and after.any() and t_s[0] < handover_s - 10):
        return float("nan"), float("nan")
    return float(np.median(rates[before])), float(rates[after].min())


def estimates(bulk: Transfers) -> dict[str, tuple[Estimate, str]]:
    """Return throughput before handovers and their dips."""
    plan, found = bulk.study.plan, {}
    for rate, kind in itertools.product(plan["rates"], plan["kinds"]):
        events = sum(one.kind == kind["id"] for one in bulk.handovers)
        note = (
            f"bins of {plan['width_s']:g} s, {events} such handovers in a run, runs from "
            f"{len(bulk.whole[rate['id']])} starts within the minute"
        )
        seen = bulk.seen(rate["id"], kind["id"], plan["width_s"])
        for word, ours in zip(("before", "dip"), seen or (), strict=False):
            name = f"{rate['id']}_{kind['id']}_{word}"
            if name in bulk.study.paper.published:
                found[name] = (ours, note)
    return found


def tables(bulk: Transfers) -> dict[str, pa.Table]:
    """Return the delay over the run."""
    return {"delay": bulk.delay}


def page(bulk: Transfers) -> dict[str, Any]:
    """Return what the page is told."""
    plan = bulk.study.plan
    rates, kinds = plan["rates"], plan["kinds"]
    return {
        "plan": plan,
        "runs": [_run_row(bulk, rate) for rate in rates],
        "handovers": [_handover_row(bulk, one) for one in bulk.handovers],
        "widths": [f"{width:g} s" for width in plan["widths_s"]],
        "by_width": {
            rate["id"]: [
                [
                    kind["label"], _said(bulk.published(rate["id"], kind["id"])),
                    *(_said(bulk.dip(rate["id"], kind["id"], w)) for w in plan["widths_s"]),
                ]
                for kind in kinds
            ]
            for rate in rates
        },
        "by_queue": {
            rate["id"]: [
                [f"{queue} packets", queued, *(_said(bulk.zoom_dip(r, k["id"])) for k in kinds)]
                for (name, queued, queue), r in bulk.zooms.items()
                if name == rate["id"]
            ]
            for rate in rates
        },
        "kinds": [kind["label"] for kind in kinds],
        "storm": {rate["id"]: _storm(bulk, rate) for rate in rates},
        "fits": _fits(bulk),
    }  # fmt: skip


def facts(bulk: Transfers) -> dict[str, Any]:
    """Return what was found, for pages about the paper."""
    told = {key: value for key, value in page(bulk).items() if key not in ("plan", "handovers")}
    compared = []
    for name, (ours, _) in estimates(bulk).items():
        known = bulk.study.published(name)
        compared.append(
            {
                "id": name,
                "published": f"{known:g}",
                "simulated": said(ours),
                "deviation": f"{100 * (ours.value / known - 1):+.1f}",
            }
        )
    return {**told, "compared": compared}


def _said(value: float | None) -> str:
    return "\N{EN DASH}" if value is None or np.isnan(value) else digits(value)


def _run_row(bulk: Transfers, rate: dict[str, Any]) -> list[str]:
    runs = bulk.whole[rate["id"]]
    shown = (("goodput_bps", 1e-6, ".3f"), ("retransmissions", 1, ".0f"), ("drops", 1, ".0f"))
    means = [
        f"{np.mean([one.flow[key] for one in runs]) * factor:{form}}"
        for key, factor, form in (*shown, ("timeouts", 1, ".1f"))
    ]
    return [rate["label"], rate["terminal"], f"{rate['queue']}", *means, str(len(runs))]


def _handover_row(bulk: Transfers, one: Handover) -> list[str]:
    plan = bulk.study.plan
    labels = {kind["id"]: kind["label"] for kind in plan["kinds"]}
    seen = [
        value
        for rate in plan["rates"]
        for value in around(plan, bulk.whole[rate["id"]][0], one.t_s, plan["width_s"])
    ]
    delays = [f"{one.before_ms:.1f}", f"{one.after_ms:.1f}"]
    return [shared.clock(one.t_s), labels[one.kind], *delays, *map(_said, seen)]


def _storm(bulk: Transfers, rate: dict[str, Any]) -> dict[str, str]:
    """Say what the end of slow start does: the throughput of the first half minute."""
    one = bulk.whole[rate["id"]][0]
    t_s, rates = one.rates(bulk.study.plan["bin_s"], 1.0)
    early, later = (rates[which] for which in (t_s < one.start_s + 30, t_s >= one.start_s + 30))
    return {
        "early": digits(float(early.mean())),
        "lowest": digits(float(early[3:].min())),
        "later": digits(float(np.median(later))) if len(later) else "\N{EN DASH}",
        "retransmissions": f"{one.flow['retransmissions']:,}",
    }


def _fits(bulk: Transfers) -> list[dict[str, str]]:
    """Say at which width of bins each published dip would be met, from those looked at.

    With the handover as it is read here, and with that which changes the delay the other way.
    """
    plan, rows = bulk.study.plan, []
    by_change = {(kind["cause"], kind["longer"]): kind["id"] for kind in plan["kinds"]}
    for rate, kind in itertools.product(plan["rates"], plan["kinds"]):
        published = bulk.published(rate["id"], kind["id"])
        if published is not None:
            opposite = by_change[kind["cause"], not kind["longer"]]
            rows.append(
                {
                    "what": f"{rate['label']}, {kind['label']}",
                    "published": digits(published),
                    "read": _nearest(bulk, rate["id"], kind["id"], published),
                    "other": _nearest(bulk, rate["id"], opposite, published),
                }
            )
    return rows


def _nearest(bulk: Transfers, rate: str, kind: str, published: float) -> str:
    found = [(width, bulk.dip(rate, kind, width)) for width in bulk.study.plan["widths_s"]]
    known = [(width, dip) for width, dip in found if dip is not None]
    if not known:
        return "\N{EN DASH}"
    width, value = min(known, key=lambda pair: abs(pair[1] - published))
    return f"{digits(value)} in {width:g} s"


from .figures import FIGURES  # noqa: E402 - they draw what is above

__all__ = ["FIGURES", "estimates", "facts", "make", "page", "tables"]
