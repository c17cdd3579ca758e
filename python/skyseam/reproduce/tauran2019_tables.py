"""Tauran 2019, its tables: goodput, HARQ and what TCP makes of them, by controller and SNR.

Tables 1 to 3 of the conference version (Table 3 is Table 1 of the journal version), and the goodput
with and without DelAck and reordering; why packets were sent again, which ns-2 could not tell. The
page is made in `tauran2019_tables_report`.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from skyseam._work import Progress
from skyseam.plot import Bools
from skyseam.reproduce import study
from skyseam.reproduce import tauran2019 as tauran
from skyseam.reproduce.store import Store, within
from skyseam.reproduce.study import Compared, Estimate, Published
from skyseam.reproduce.tauran2019 import PAPER, Bound, Cell, Runs

STORM = 2.0
"""Packets sent per packet delivered beyond which a run is a storm of retransmissions."""

CAUSES = {
    "recovery": ("fast_retransmit", "partial_ack", "rack", "tail_loss_probe"),
    "timeout": ("timeout",),
}
"""What a retransmission followed from, by the causes that the core tells."""


@dataclass(frozen=True)
class Row:
    """A cell of a table: published, ours, ns-2's where it was run, and whether ours is in bounds.

    Attributes
    ----------
    published : Published
        The paper's number.
    cell : Cell
        What it is of.
    quantity : str
        One of `tauran2019.QUANTITIES`.
    simulated : Estimate
        Mean over seeds.
    single_run : tuple of float or None
        Where a further run lies with 95 % probability.
    ns2 : Estimate or None
        Mean of ns-2 runs with synthetic fading, from ns2.csv.
    bound : Bound or None
        None where no number can be expected to agree.
    """

    published: Published
    cell: Cell
    quantity: str
    simulated: Estimate
    single_run: tuple[float, float] | None
    ns2: Estimate | None
    bound: Bound | None

    @property
    def holds(self) -> bool | None:
        """Whether ours is within the bound; None where there is none."""
        if self.bound is None:
            return None
        return self.bound.holds(self.published.value, self.simulated.value)

    @property
    def plausible(self) -> bool | None:
        """Whether the paper's single run could be one of ours."""
        if self.single_run is None:
            return None
        return self.single_run[0] <= self.published.value <= self.single_run[1]


@dataclass(frozen=True)
class Resent:
    """Why packets were sent again in a run, on average over seeds.

    Attributes
    ----------
    by_recovery, by_timeout : float
        Retransmissions after duplicate ACKs, and after timeouts.
    needless_by_recovery, needless_by_timeout : float
        Of these, what had reached the receiver, or did so by the end of the run.
    """

    by_recovery: float
    by_timeout: float
    needless_by_recovery: float
    needless_by_timeout: float


@dataclass(frozen=True)
class Outcome:
    """What the study gave."""

    plan: dict[str, Any]
    cells: dict[Cell, Runs]
    rows: list[Row]
    resent: dict[Cell, Resent]
    compared: list[Compared]
    snr_db: list[int]
    seeds: list[int]
    duration_s: float
    quick: bool

    def storms(self) -> list[tuple[Cell, int, int, int]]:
        """Return runs that sent over `STORM` times what was delivered: seed and both counts."""
        return [
            (cell, seed, int(sent), int(delivered))
            for cell, runs in self.cells.items()
            for seed, sent, delivered in zip(
                self.seeds, runs.values["sent"], runs.values["delivered"], strict=True
            )
            if sent > STORM * delivered
        ]

    def effect(self, controller: str, reorders: bool = False) -> dict[int, Estimate]:
        """Return by SNR what DelAck does to the goodput, in percent of that without."""
        found = {}
        for cell, runs in self.cells.items():
            if (cell.controller, cell.reorders) == (controller, reorders) and cell.delack_ms:
                with_delack = runs.values["goodput"]
                without = self.cells[cell.without_delack()].values["goodput"]
                # The same seed is the same channel.
                change = 100 * (with_delack / without - 1)
                found[cell.snr_db] = Runs({"change": change}).mean("change")
        return found


def tables(
    *,
    quick: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
    store: Store | None = None,
) -> Outcome:
    """Run every cell of the tables.

    Parameters
    ----------
    quick
        Two SNR, fewer and shorter runs.
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
    seeds = tauran.chosen(plan["run"], "seeds", quick)
    snr_db = tauran.chosen(plan["tables"], "snr_db", quick)
    ids = [one["id"] for one in plan["controllers"]]
    delacks = (None, tauran.delack_ms(plan))
    listed = tauran.grid(ids, delacks, (False, True), snr_db)
    cells = tauran.run_cells(
        store, "tables", listed, seeds, duration_s, threads, within(progress, 0.0, 0.85, "tables")
    )
    some = [cell for cell in listed if cell.controller in plan["causes"]["controllers"]]
    resent = _resent(
        store, some, tauran.chosen(plan["causes"], "seeds", quick), duration_s, threads,
        within(progress, 0.85, 1.0, "retransmissions"),
    )  # fmt: skip
    rows = _rows(cells)
    outcome = Outcome(plan, cells, rows, resent, [], list(snr_db), list(seeds), duration_s, quick)
    outcome.compared.extend(_compared(outcome))
    return outcome


def _resent(
    store: Store,
    cells: Sequence[Cell],
    seeds: Sequence[int],
    duration_s: float,
    threads: int | None,
    progress: Progress | None,
) -> dict[Cell, Resent]:
    """Run some cells once more and look at every retransmission."""
    plan = tauran.plan()
    jobs = [tauran.overrides(plan, cell, seed, duration_s) for cell in cells for seed in seeds]
    told = store.sweep(
        "causes", tauran.scenario(), jobs, keep=("retransmissions",), threads=threads,
        progress=progress,
    )["retransmissions"]  # fmt: skip
    run = told["run"].to_numpy() // len(seeds)
    cause = np.asarray(told["cause"].to_pylist(), dtype=object)
    spurious = told["spurious"].to_numpy().astype(bool)
    found = {}
    for number, cell in enumerate(cells):
        mine = run == number

        def count(which: str, needless: bool, mine: Bools = mine) -> float:
            those = mine & np.isin(cause, CAUSES[which])
            return float((those & spurious if needless else those).sum()) / len(seeds)

        found[cell] = Resent(
            count("recovery", False), count("timeout", False),
            count("recovery", True), count("timeout", True),
        )  # fmt: skip
    return found


def _ns2() -> dict[str, Estimate]:
    """Read the means of ns-2 runs with synthetic fading."""
    with (study.PAPERS / PAPER / "ns2.csv").open(newline="", encoding="utf-8") as file:
        return {
            row["id"]: _of_runs(float(row["mean"]), float(row["sd"]), int(row["n"]))
            for row in csv.DictReader(file)
        }


def _of_runs(mean: float, sd: float, n: int) -> Estimate:
    half = study.student_t_975(n - 1) * sd / n**0.5
    return Estimate(mean, mean - half, mean + half, n)


def _rows(cells: Mapping[Cell, Runs]) -> list[Row]:
    """Put every number of the tables beside ours."""
    known, bounds, ns2 = study.published(PAPER), tauran.bounds(), _ns2()
    rows = []
    for quantity in tauran.QUANTITIES:
        for cell, runs in cells.items():
            identity = f"{quantity}_{cell.published_id}"
            published = known.get(identity)
            if published is None or cell.reorders:
                continue
            # Hybla's retransmissions are not expected to agree: ns-2 itself does not give them.
            bound = None if cell.controller == "hybla" else bounds[quantity]
            rows.append(
                Row(
                    published, cell, quantity, runs.mean(quantity), runs.single_run(quantity),
                    ns2.get(identity), bound,
                )
            )  # fmt: skip
    return rows


def _compared(outcome: Outcome) -> list[Compared]:
    compared = [
        Compared(row.published, row.simulated, _note(row, len(outcome.seeds)))
        for row in outcome.rows
    ]
    known = study.published(PAPER)
    for identity, (simulated, note) in _claims(outcome).items():
        compared.append(Compared(known[identity], simulated, note))
    return compared


def _note(row: Row, seeds: int) -> str:
    runs = f"{seeds} seeds" if seeds > 1 else "one seed"
    if row.bound is None:
        return f"{runs}; no bound: ns-2 does not give it either"
    return f"{runs}; {'within' if row.holds else 'not within'} {row.bound.words}"


def _claims(outcome: Outcome) -> dict[str, tuple[Estimate, str]]:
    """Return what the papers say in words about these runs, with how it was taken."""
    plan, cells = outcome.plan, outcome.cells
    timeout_ms = tauran.delack_ms(plan)
    low, high = min(outcome.snr_db), max(outcome.snr_db)

    def goodput(controllers: Sequence[str], delacks: Sequence[float | None]) -> list[Estimate]:
        return [
            runs.mean("goodput")
            for cell, runs in cells.items()
            if not cell.reorders and cell.controller in controllers and cell.delack_ms in delacks
        ]

    def key(estimate: Estimate) -> float:
        return estimate.value

    slow = ("newreno", "cubic")
    lost = [effect.scaled(-1) for effect in outcome.effect("hybla").values()]
    turned = [Estimate(e.value, e.high95, e.low95, e.n) for e in lost]
    example = cells[Cell("cubic", None, False, low)]
    return {
        "hybla_goodput_noack_7": (
            cells[Cell("hybla", None, False, low)].mean("goodput"), "mean over seeds",
        ),
        "hybla_goodput_noack_13": (
            cells[Cell("hybla", None, False, high)].mean("goodput"), "mean over seeds",
        ),
        "hybla_goodput_delack_min": (
            min(goodput(["hybla"], [timeout_ms]), key=key), "the lowest of all SNR",
        ),
        "nr_cubic_goodput_delack_max": (
            max(goodput(slow, [timeout_ms]), key=key), "the highest of all SNR",
        ),
        "hybla_delack_loss_max": (max(turned, key=key), "the largest of all SNR"),
        "max_goodput_slides": (
            max(goodput(slow, [None, timeout_ms]), key=key), "the highest of all SNR",
        ),
        "undecoded_7": (_undecoded(outcome, low), "NewReno and CUBIC, no reordering"),
        "undecoded_13": (_undecoded(outcome, high), "NewReno and CUBIC, no reordering"),
        "worked_example_sent": (example.mean("sent"), "packets sent"),
        "worked_example_rto": (
            example.mean("timeouts"), "times the timer fired; see the inconsistencies",
        ),
        "worked_example_dupack": (
            example.mean("recoveries"), "recoveries entered; see the inconsistencies",
        ),
        "worked_example_spurious": (example.mean("received_twice"), "packets received twice"),
    }  # fmt: skip


def _undecoded(outcome: Outcome, snr_db: int) -> Estimate:
    """Return the share of packets that HARQ gave up, over NewReno and CUBIC, %."""
    each = [
        100 - runs.values["harq_success"]
        for cell, runs in outcome.cells.items()
        if cell.snr_db == snr_db and not cell.reorders and cell.controller != "hybla"
    ]
    # Runs of one seed share their channel: they are averaged before they count as draws.
    return Runs({"lost": np.mean(each, axis=0)}).mean("lost")


def cells_table(outcome: Outcome) -> pa.Table:
    """Return every run of every cell as a table."""
    rows = [
        {
            "controller": cell.controller, "delack_ms": cell.delack_ms,
            "reordering": cell.reorders, "snr_db": cell.snr_db, "seed": seed,
            **{key: float(values[number]) for key, values in runs.values.items()},
        }
        for cell, runs in outcome.cells.items()
        for number, seed in enumerate(outcome.seeds)
    ]  # fmt: skip
    return pa.Table.from_pylist(rows)
