"""Boubaker 2020, Fig. 10 and 11: bulk data from a boat to London, and what each handover costs.

The whole run from starts within the published minute, at low and at high rates; around handovers
again with other queues and other fates of what waits. What is run stands in
papers/boubaker2020/bulk.toml. The page is made in `boubaker2020_bulk_report`.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from skyseam import plot, simulate, survey
from skyseam._work import Progress
from skyseam.reproduce import study
from skyseam.reproduce.store import RUN_COLUMNS, Store, within
from skyseam.reproduce.study import Compared, Estimate, Floats

PAPER = "boubaker2020"
BOAT, LONDON = "BOAT", "LON"
CWND_STEP_S = 0.01
"""Of the recorded windows one in each such step is kept, the last."""


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
class Outcome:
    """What the study gave: whole runs by rate, runs around handovers by rate, fate and queue."""

    plan: dict[str, Any]
    handovers: list[Handover]
    delay: pa.Table
    whole: dict[str, list[Bulk]]
    zooms: dict[tuple[str, str, int], dict[str, Bulk]]
    compared: list[Compared]
    quick: bool

    def dip(self, rate: str, kind: str, width_s: float) -> Estimate | None:
        """Return the mean dip of a kind of handover over runs, Mbit/s; None where there is none."""
        return self._over_runs(rate, kind, width_s, 1)

    def before(self, rate: str, kind: str) -> Estimate | None:
        """Return the throughput before a kind of handover, Mbit/s."""
        return self._over_runs(rate, kind, self.plan["width_s"], 0)

    def _over_runs(self, rate: str, kind: str, width_s: float, which: int) -> Estimate | None:
        means = []
        for bulk in self.whole[rate]:
            found = [
                around(self.plan, bulk, one.t_s, width_s)[which]
                for one in self.handovers
                if one.kind == kind
            ]
            known = [value for value in found if np.isfinite(value)]
            if known:
                means.append(float(np.mean(known)))
        if len(means) < 2:
            return Estimate(means[0], None, None, 1) if means else None
        return study.sample_mean(np.array(means))

    def first(self, kind: str) -> Handover | None:
        """Return the first handover of a kind."""
        return next((one for one in self.handovers if one.kind == kind), None)


def bulk(
    *,
    quick: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
    store: Store | None = None,
) -> Outcome:
    """Run the study of bulk transfers.

    Parameters
    ----------
    quick
        Around the first handover of each kind only, fewer queues.
    threads
        Number of threads; all cores when None. The result is the same on any number.
    progress
        Called with the fraction done and a text.
    store
        Where finished runs are kept.
    """
    store = store or Store()
    plan = study.document(PAPER, "bulk.toml")
    base = study.document(PAPER, plan["scenario"])
    delay, handovers = find_handovers(base, plan, plan["duration_s"])
    whole: dict[str, list[Bulk]] = {}
    zooms: dict[tuple[str, str, int], dict[str, Bulk]] = {}
    # High rates have eighty times the packets of low ones.
    spans = {"lo": (0.0, 0.1), "hi": (0.1, 1.0)}
    for rate in plan["rates"]:
        first, last = spans[rate["id"]]
        middle = first + 0.7 * (last - first)
        sky = base_of(base, plan, rate)
        jobs = [(sky, *when) for when in _times(plan, rate["starts"], handovers, quick)]
        whole[rate["id"]] = transfers(
            store, f"bulk-{rate['id']}", plan, jobs, rate["id"] == "lo", threads,
            within(progress, first, middle, f"bulk, {rate['label']}"),
        )  # fmt: skip
        around_them = _zooms(base, plan, rate, handovers, quick)
        ran = transfers(
            store, f"zoom-{rate['id']}", plan, [job for _, _, job in around_them], True, threads,
            within(progress, middle, last, f"handovers, {rate['label']}"),
        )  # fmt: skip
        for (what, kind, _), one in zip(around_them, ran, strict=True):
            zooms.setdefault(what, {})[kind] = one
    outcome = Outcome(plan, handovers, delay, whole, zooms, [], quick)
    outcome.compared.extend(_compared(outcome))
    return outcome


Job = tuple[dict[str, Any], float, float]
"""A scenario with its flow, when it starts, and how long it lasts, s."""


def base_of(
    base: dict[str, Any],
    plan: dict[str, Any],
    rate: dict[str, Any],
    *,
    queue: int | None = None,
    queued: str | None = None,
) -> dict[str, Any]:
    """Return the scenario of a bulk transfer, without its time."""
    limit = {"queue": f"{rate['queue'] if queue is None else queue} packets"}
    links = base["links"]
    scenario = {
        **{key: base[key] for key in ("constellation", "handover", "routing")},
        "links": {
            "uplink": {**links["uplink"], "rate": rate["terminal"], **limit},
            "downlink": {**links["downlink"], "rate": rate["terminal"], **limit},
            "isl": {**links["isl"], "rate": rate["isl"], **limit},
        },
        "terminals": [_terminal(BOAT, *plan["boat"]), _terminal(LONDON, *plan["london"])],
        "flows": [
            {
                "name": "bulk",
                "from": BOAT,
                "to": LONDON,
                "application": {"kind": "bulk"},
                "transport": {**base["flows"][0]["transport"], **plan["transport"]},
            }
        ],
    }
    if queued is not None:
        scenario["handover"] = {**base["handover"], "queued": queued}
    return scenario


def _terminal(name: str, latitude: float, longitude: float) -> dict[str, str]:
    return {"name": name, "latitude": f"{latitude} deg", "longitude": f"{longitude} deg"}


def find_handovers(
    base: dict[str, Any], plan: dict[str, Any], duration_s: float
) -> tuple[pa.Table, list[Handover]]:
    """Return the delay over the run, and the handovers in it by kind."""
    sky = base_of(base, plan, plan["rates"][0])
    del sky["flows"]
    table = survey.delay(
        sky, pairs=[(BOAT, LONDON)], start_s=plan["start_s"], duration_s=duration_s, step_s=10.0
    ).table("delay")
    kinds = {(kind["cause"], kind["longer"]): kind["id"] for kind in plan["kinds"]}
    rows = table.to_pylist()
    found = []
    for before, after in itertools.pairwise(rows):
        longer = after["delay_ms"] > before["delay_ms"]
        kind = kinds.get((after["cause"], longer))
        if kind is not None:
            found.append(Handover(after["t_s"], kind, before["delay_ms"], after["delay_ms"]))
    return table, found


def _times(
    plan: dict[str, Any], count: int, handovers: list[Handover], quick: bool
) -> list[tuple[float, float]]:
    """Return start and duration of each run: whole ones, or quickly those around handovers."""
    if quick:
        before_s, after_s = plan["quick_around_s"]
        firsts = _firsts(handovers).values()
        return [(one.t_s - before_s, before_s + after_s) for one in firsts]
    starts = plan["start_s"] + np.floor(np.arange(count) / count * 60)
    return [(float(start), plan["duration_s"]) for start in starts]


def _firsts(handovers: list[Handover]) -> dict[str, Handover]:
    """Return the first handover of each kind."""
    firsts: dict[str, Handover] = {}
    for one in handovers:
        firsts.setdefault(one.kind, one)
    return firsts


def _zooms(
    base: dict[str, Any],
    plan: dict[str, Any],
    rate: dict[str, Any],
    handovers: list[Handover],
    quick: bool,
) -> list[tuple[tuple[str, str, int], str, Job]]:
    """Give the runs around the first handover of each kind: what is changed, the kind, the run."""
    changes = [("lost", queue) for queue in rate["quick_queues" if quick else "queues"]]
    if not quick:
        changes.append(("forwarded", rate["queue"]))
    length_s = plan["zoom_before_s"] + plan["zoom_after_s"]
    return [
        (
            (rate["id"], queued, queue),
            kind,
            (
                base_of(base, plan, rate, queue=queue, queued=queued),
                one.t_s - plan["zoom_before_s"],
                length_s,
            ),
        )
        for queued, queue in changes
        for kind, one in _firsts(handovers).items()
    ]


def transfers(
    store: Store,
    name: str,
    plan: dict[str, Any],
    jobs: list[Job],
    with_cwnd: bool,
    threads: int | None,
    progress: Progress | None,
) -> list[Bulk]:
    """Run bulk transfers, each kept on its own."""
    done: list[Bulk] = []
    # A few at a time are an entry: little is lost at an interruption.
    for first in range(0, len(jobs), 4):
        some = jobs[first : first + 4]
        scenarios = [_timed(plan, job, with_cwnd) for job in some]

        def make(scenarios: list[dict[str, Any]] = scenarios) -> dict[str, pa.Table]:
            return _kept(simulate.run_batch(scenarios, threads=threads), with_cwnd)

        kept = store.tables(name, scenarios, make)
        for index, (_, start_s, _) in enumerate(some):
            mine = {t: table.filter(_is(table, index)) for t, table in kept.items()}
            flow = mine["flows"].drop_columns("run").to_pylist()[0]
            bits = mine["bins"]["bits"].to_numpy()
            done.append(Bulk(start_s, bits, flow, mine["cwnd"].drop_columns("run")))
        if progress is not None:
            progress(len(done) / len(jobs), name)
    return done


def _is(table: pa.Table, index: int) -> pa.Array:
    return pa.array(table["run"].to_numpy() == index)


def _timed(plan: dict[str, Any], job: Job, with_cwnd: bool) -> dict[str, Any]:
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


def _kept(batch: list[Any], with_cwnd: bool) -> dict[str, pa.Table]:
    """Return what is kept of runs: their flows, their bins, their windows thinned out."""
    flows, bins, windows = [], [], []
    for index, one in enumerate(batch):
        kept = [c for c in RUN_COLUMNS if c in one.flows.column_names]
        flows.append(_numbered(one.flows.slice(0, 1).select(kept), index))
        through = one.table("throughput")
        # Of a split connection what counts is the last part, which reaches the receiver.
        through = through.filter(pc.equal(through["flow"], pc.max(through["flow"])))
        width_s = float(through["t_s"][1].as_py() - through["t_s"][0].as_py())
        bits = np.round(through["bits_per_s"].to_numpy() * width_s)
        bins.append(_numbered(pa.table({"bits": bits}), index))
        windows.append(_numbered(_thinned(one.table("cwnd") if with_cwnd else None), index))
    return {
        "flows": pa.concat_tables(flows),
        "bins": pa.concat_tables(bins),
        "cwnd": pa.concat_tables(windows),
    }


def _numbered(table: pa.Table, index: int) -> pa.Table:
    return table.append_column("run", pa.array([index] * table.num_rows, pa.int32()))


def _thinned(cwnd: pa.Table | None) -> pa.Table:
    if cwnd is None or not cwnd.num_rows:
        return pa.table({"t_s": np.empty(0), "cwnd_bytes": np.empty(0)})
    cwnd = cwnd.filter(pc.equal(cwnd["flow"], 0))
    t_s = cwnd["t_s"].to_numpy()
    last = np.append(np.diff(np.floor(t_s / CWND_STEP_S)) != 0, True)
    return pa.table(
        {"t_s": t_s[last], "cwnd_bytes": cwnd["cwnd_bytes"].to_numpy()[last].astype(float)}
    )


def around(
    plan: dict[str, Any], bulk: Bulk, handover_s: float, width_s: float
) -> tuple[float, float]:
    """Return the throughput before a handover and the lowest after it, Mbit/s; NaN outside."""
    t_s, rates = bulk.rates(plan["bin_s"], width_s)
    before = (t_s >= handover_s - plan["before_s"]) & (t_s + width_s <= handover_s)
    after = (t_s + width_s > handover_s) & (t_s < handover_s + plan["window_s"])
    whole = len(t_s) and t_s[-1] + width_s >= handover_s + plan["window_s"]
    if not (whole and before.any() and after.any() and t_s[0] < handover_s - 10):
        return float("nan"), float("nan")
    return float(np.median(rates[before])), float(rates[after].min())


def _compared(outcome: Outcome) -> list[Compared]:
    known = study.published(PAPER)
    plan = outcome.plan
    rows = []
    for rate in plan["rates"]:
        for kind in plan["kinds"]:
            events = sum(one.kind == kind["id"] for one in outcome.handovers)
            note = (
                f"bins of {plan['width_s']:g} s, {events} such handovers in a run, runs from "
                f"{len(outcome.whole[rate['id']])} starts within the minute"
            )
            for word, found in (
                ("before", outcome.before(rate["id"], kind["id"])),
                ("dip", outcome.dip(rate["id"], kind["id"], plan["width_s"])),
            ):
                number = known.get(f"{rate['id']}_{kind['id']}_{word}")
                if number is not None and found is not None:
                    rows.append(Compared(number, found, note))
    return rows


def largest_jump(delay: pa.Table) -> float:
    """Return the largest one-way delay of the run, ms."""
    return float(np.nanmax(plot.of_pair(delay, (BOAT, LONDON))["delay_ms"].to_numpy()))
