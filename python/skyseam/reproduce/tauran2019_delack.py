"""Tauran 2019, delayed ACKs: the timer from 10 to 500 ms, who waits how long, a clean link.

The sweep of Sec. 3.2 of the conference version, the waits of Sec. IV of the journal version, and
the window with and without DelAck where nothing is lost. The page is made in
`tauran2019_delack_report`.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from skyseam import simulate
from skyseam._work import Progress
from skyseam.reproduce import study
from skyseam.reproduce import tauran2019 as tauran
from skyseam.reproduce.store import Store, within
from skyseam.reproduce.study import Compared, Estimate, Floats
from skyseam.reproduce.tauran2019 import PAPER, Cell, Runs

RELEASES = ("second_segment", "timer", "gap", "other")
"""What lets a delayed ACK go, as the core names it."""


@dataclass(frozen=True)
class Waits:
    """How long first packets waited: by what ended the wait, ms."""

    waited_ms: Mapping[str, Floats]

    @property
    def pairs_ms(self) -> Floats:
        """Waits that a second packet ended."""
        return self.waited_ms["second_segment"]

    def pairs_over(self, ms: float) -> Estimate:
        """Return the share of pairs further apart than that, %."""
        return study.share(int((self.pairs_ms > ms).sum()), len(self.pairs_ms)).scaled(100)

    def shares(self) -> dict[str, float]:
        """Return the share of each ending, %."""
        total = sum(len(each) for each in self.waited_ms.values())
        return {name: 100 * len(each) / max(total, 1) for name, each in self.waited_ms.items()}


@dataclass(frozen=True)
class Clean:
    """A run without losses on the last hop: the window over time, and what arrived."""

    t_s: Floats
    cwnd_packets: Floats
    goodput_mbps: float


@dataclass(frozen=True)
class Outcome:
    """What the study gave."""

    plan: dict[str, Any]
    timer: dict[Cell, Runs]
    waits: dict[tuple[str, bool, int], Waits]
    clean: dict[tuple[str, bool], Clean]
    compared: list[Compared]
    quick: bool

    def best_timeout_ms(self) -> dict[tuple[str, int], float]:
        """Return by controller and SNR the time-out with which most packets were received."""
        best: dict[tuple[str, int], tuple[float, float]] = {}
        for cell, runs in self.timer.items():
            if cell.delack_ms is not None:
                found = (float(runs.values["delivered"].mean()), cell.delack_ms)
                key = (cell.controller, cell.snr_db)
                best[key] = max(best.get(key, found), found)
        return {key: timeout_ms for key, (_, timeout_ms) in best.items()}


def delack(
    *,
    quick: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
    store: Store | None = None,
) -> Outcome:
    """Run the studies of delayed ACKs.

    Parameters
    ----------
    quick
        Three time-outs, one SNR, shorter runs.
    threads
        Number of threads; all cores when None. The result is the same on any number.
    progress
        Called with the fraction done and a text.
    store
        Where finished runs are kept.
    """
    store = store or Store()
    plan = tauran.plan()
    duration_s = tauran.chosen(plan["run"], "duration_s", quick)
    timer = plan["timer"]
    ids = [one["id"] for one in plan["controllers"]]
    timeouts = [None, *(float(ms) for ms in tauran.chosen(timer, "timeouts_ms", quick))]
    cells = tauran.grid(ids, timeouts, (False,), tauran.chosen(timer, "snr_db", quick))
    swept = tauran.run_cells(
        store, "timer", cells, tauran.chosen(timer, "seeds", quick), duration_s, threads,
        within(progress, 0.0, 0.8, "timer"),
    )  # fmt: skip
    waits = _waits(store, plan, duration_s, quick, threads, within(progress, 0.8, 0.95, "waits"))
    clean = _clean(store, plan["clean"], quick, threads)
    if progress is not None:
        progress(1.0, "clean link")
    outcome = Outcome(plan, swept, waits, clean, [], quick)
    outcome.compared.extend(_compared(outcome))
    return outcome


def _waits(
    store: Store,
    plan: dict[str, Any],
    duration_s: float,
    quick: bool,
    threads: int | None,
    progress: Progress | None,
) -> dict[tuple[str, bool, int], Waits]:
    told = plan["waits"]
    seeds: Sequence[int] = tauran.chosen(told, "seeds", quick)
    cells = tauran.grid(
        told["controllers"], (tauran.delack_ms(plan),), (False, True),
        tauran.chosen(told, "snr_db", quick),
    )  # fmt: skip
    jobs = [tauran.overrides(plan, cell, seed, duration_s) for cell in cells for seed in seeds]
    table = store.sweep(
        "waits", tauran.scenario(), jobs, keep=("delayed_acks",), threads=threads, progress=progress
    )["delayed_acks"]
    run = table["run"].to_numpy() // len(seeds)
    released = np.asarray(table["released_by"].to_pylist(), dtype=object)
    waited_ms = table["wait_ms"].to_numpy()
    return {
        (cell.controller, cell.reorders, cell.snr_db): Waits(
            {name: waited_ms[(run == number) & (released == name)] for name in RELEASES}
        )
        for number, cell in enumerate(cells)
    }


def _clean(
    store: Store, told: Mapping[str, Any], quick: bool, threads: int | None
) -> dict[tuple[str, bool], Clean]:
    """Run with the last hop as it is, but without channel and HARQ."""
    duration_s = tauran.chosen(told, "duration_s", quick)
    keys = [(controller, on) for controller in told["controllers"] for on in (False, True)]
    plan = tauran.plan()
    scenarios = [_clean_scenario(plan, *key, duration_s, told["seed"]) for key in keys]

    def make() -> dict[str, pa.Table]:
        windows, flows = [], []
        for number, one in enumerate(simulate.run_batch(scenarios, threads=threads)):
            mark = pa.array([number] * one.flows.num_rows, pa.int32())
            flows.append(one.flows.select(["bytes"]).append_column("run", mark))
            cwnd = one.table("cwnd").select(["t_s", "cwnd_bytes"])
            mark = pa.array([number] * cwnd.num_rows, pa.int32())
            windows.append(cwnd.append_column("run", mark))
        return {"flows": pa.concat_tables(flows), "cwnd": pa.concat_tables(windows)}

    kept = store.tables("clean", scenarios, make)
    found = {}
    for number, key in enumerate(keys):
        cwnd = kept["cwnd"].filter(pc.equal(kept["cwnd"]["run"], number))
        flows = kept["flows"].filter(pc.equal(kept["flows"]["run"], number))
        found[key] = Clean(
            cwnd["t_s"].to_numpy(),
            cwnd["cwnd_bytes"].to_numpy() / 1000,
            flows["bytes"][0].as_py() * 8 / duration_s / 1e6,
        )
    return found


def _clean_scenario(
    plan: Mapping[str, Any], controller: str, on: bool, duration_s: float, seed: int
) -> dict[str, Any]:
    scenario = copy.deepcopy(study.document(PAPER, plan["run"]["scenario"]))
    for wire in scenario["wires"]:
        for table in ("channel", "harq"):
            wire.pop(table, None)
        if "trace" in wire:
            wire |= tauran.as_changes(wire.pop("trace"))
    flow = scenario["flows"][0]
    flow["application"]["duration"] = f"{duration_s - 1:g} s"
    congestion = {one["id"]: one["congestion"] for one in plan["controllers"]}
    flow["transport"] |= {
        "congestion": congestion[controller],
        "delayed_ack": plan["run"]["delayed_ack"] if on else "off",
    }
    scenario["run"] = {"duration": f"{duration_s:g} s", "seed": seed, "record": ["cwnd"]}
    return scenario


def _compared(outcome: Outcome) -> list[Compared]:
    known = study.published(PAPER)
    over_ms = outcome.plan["waits"]["over_ms"]
    reordered = [waits for (_, reorders, _), waits in outcome.waits.items() if reorders]
    pooled = Waits({"second_segment": np.concatenate([one.pairs_ms for one in reordered])})
    best = sorted(outcome.best_timeout_ms().values())
    clean = [one.goodput_mbps for one in outcome.clean.values()]
    note = f"of {len(best)} optima, by controller and SNR, among the time-outs run"
    ends = {"low": (best[0], f"least {note}"), "high": (best[-1], f"greatest {note}")}
    return [
        Compared(
            known["errorfree_goodput"], Estimate(max(clean), None, None, 1),
            "the highest of CUBIC and NewReno without channel and HARQ",
        ),
        Compared(
            known["delack_wait_over_10ms"], pooled.pairs_over(over_ms),
            "of pairs, all controllers and SNR; pairs of a run are not independent",
        ),
        *(
            Compared(known[f"delack_timer_best_{end}"], Estimate(ms, None, None, 1), how)
            for end, (ms, how) in ends.items()
        ),
    ]  # fmt: skip
