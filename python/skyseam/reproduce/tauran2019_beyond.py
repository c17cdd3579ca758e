"""Tauran 2019, beyond the papers: TCP and QUIC of today over the same link, and other HARQ.

Every transport of papers/tauran2019/beyond.toml with and without delayed ACKs, with and without a
buffer behind HARQ, over the same fading. The page is made in `tauran2019_beyond_report`.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from skyseam._work import Progress
from skyseam.reproduce import study
from skyseam.reproduce import tauran2019 as tauran
from skyseam.reproduce.store import Store, within
from skyseam.reproduce.study import Estimate, Floats
from skyseam.reproduce.tauran2019 import PAPER, Runs


@dataclass(frozen=True, order=True)
class Case:
    """What a run is of, but for its seed: ids as in beyond.toml."""

    transport: str
    delayed: bool
    buffered: bool
    snr_db: int
    harq: str = "static"


@dataclass(frozen=True)
class Outcome:
    """What the study gave."""

    plan: dict[str, Any]
    runs: dict[Case, Runs]
    harq: dict[Case, Runs]
    snr_db: list[int]
    seeds: list[int]
    duration_s: float
    quick: bool

    @property
    def labels(self) -> dict[str, str]:
        """Words of each transport by its id."""
        return {one["id"]: one["label"] for one in self.plan["transports"]}

    def gain(self, transport: str, buffered: bool, snr_db: int) -> Estimate:
        """Return what switching DelAck off changes in goodput, in percent of that with it."""
        off, on = (
            self.runs[Case(transport, delayed, buffered, snr_db)].values["goodput"]
            for delayed in (False, True)
        )
        return Runs({"gain": 100 * (off / on - 1)}).mean("gain")


def beyond(
    *,
    quick: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
    store: Store | None = None,
) -> Outcome:
    """Run every transport.

    Parameters
    ----------
    quick
        One SNR, fewer and shorter runs.
    threads
        Number of threads; all cores when None. The result is the same on any number.
    progress
        Called with the fraction done and a text.
    store
        Where finished runs are kept.
    """
    store = store or Store()
    plan = study.document(PAPER, "beyond.toml")
    duration_s = tauran.chosen(plan, "duration_s", quick)
    seeds, snr_db = (tauran.chosen(plan, key, quick) for key in ("seeds", "snr_db"))
    transports = [one["id"] for one in plan["transports"]]
    cases = [
        Case(transport, delayed, buffered, snr)
        for transport in transports
        for delayed in (False, True)
        for buffered in (False, True)
        for snr in snr_db
    ]
    others = [
        Case(transport, True, False, snr, kind["id"])
        for transport in plan["harq"]["transports"]
        for kind in plan["harq"]["kinds"]
        for snr in snr_db
    ]
    share = len(cases) / (len(cases) + len(others))
    runs = _run(
        store, "beyond", plan, cases, seeds, duration_s, threads, within(progress, 0.0, share)
    )
    harq = _run(
        store, "beyond-harq", plan, others, seeds, duration_s, threads,
        within(progress, share, 1.0),
    )  # fmt: skip
    return Outcome(plan, runs, harq, list(snr_db), list(seeds), duration_s, quick)


def _run(
    store: Store,
    name: str,
    plan: Mapping[str, Any],
    cases: Sequence[Case],
    seeds: Sequence[int],
    duration_s: float,
    threads: int | None,
    progress: Progress | None,
) -> dict[Case, Runs]:
    base = study.document(PAPER, "wires.toml")
    flow = base["flows"][0]
    flow["application"]["duration"] = f"{duration_s - 1:g} s"
    base["run"]["duration"] = f"{duration_s:g} s"
    for wire in base["wires"]:
        if "trace" in wire:
            wire |= tauran.as_changes(wire.pop("trace"))
    jobs = [
        {
            "run.seed": seed,
            "flows": [{**flow, "transport": transport_of(plan, case)}],
            "wires": wires_of(plan, base["wires"], case),
        }
        for case in cases
        for seed in seeds
    ]
    tables = store.sweep(
        name, base, jobs, keep=("flows", "harq"), threads=threads, progress=progress
    )
    values = measured(tables, len(jobs), duration_s)
    count = len(seeds)
    return {
        case: Runs({key: each[n * count : (n + 1) * count] for key, each in values.items()})
        for n, case in enumerate(cases)
    }


def transport_of(plan: Mapping[str, Any], case: Case) -> dict[str, Any]:
    """Return the transport of a case as a scenario has it."""
    (entry,) = (one for one in plan["transports"] if one["id"] == case.transport)
    return {**entry["transport"], **entry["with" if case.delayed else "without"]}


def wires_of(
    plan: Mapping[str, Any], wires: Sequence[Mapping[str, Any]], case: Case
) -> list[dict[str, Any]]:
    """Return the wires of a case: HARQ at its SNR, and the buffer if there is one."""
    found = copy.deepcopy([dict(wire) for wire in wires])
    (kind,) = (one for one in plan["harq"]["kinds"] if one["id"] == case.harq)
    (entry,) = (one for one in plan["transports"] if one["id"] == case.transport)
    harq = {**kind["table"], "reference_snr": f"{case.snr_db} dB"}
    if "symbols" in kind:
        harq["symbols"] = kind["symbols"][str(case.snr_db)]
    if "information_bits" in entry:
        table = plan["symbols"]
        scale = entry["information_bits"] / table["information_bits"]
        harq["information_bits"] = entry["information_bits"]
        harq["symbols"] = [math.ceil(scale * one) for one in table[str(case.snr_db)]]
    found[1]["harq"] = harq
    if case.buffered:
        found[1]["reordering"] = dict(plan["buffer"])
    return found


def measured(tables: Mapping[str, pa.Table], runs: int, duration_s: float) -> dict[str, Floats]:
    """Return goodput, kbit/s, HARQ success, %, and retransmissions per packet, %, of every run.

    A receiver of QUIC does not count what came twice, so that is left out.
    """
    flows = tables["flows"]
    flows = flows.filter(pc.equal(flows["flow"], 0)).sort_by("run")
    if flows.num_rows != runs:
        raise ValueError(f"{flows.num_rows} flows of {runs} runs of one each")
    column = {
        name: np.asarray(flows[name].to_numpy(), dtype=np.float64)
        for name in ("bytes", "packets_sent", "retransmissions", "timeouts")
    }
    harq = tables["harq"].sort_by("run")
    return {
        "goodput": column["bytes"] * 8 / duration_s / 1e3,
        "resent": 100 * column["retransmissions"] / np.maximum(column["packets_sent"], 1),
        "timeouts": column["timeouts"],
        "harq_success": tauran.harq_success(harq, runs),
    }
