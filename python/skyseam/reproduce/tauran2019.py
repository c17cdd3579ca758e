"""Tauran 2019: what its parts share: cells and their runs, the papers' quantities, bounds.

A cell is a controller with or without DelAck and reordering at one SNR; it is run once per seed.
What is run stands in papers/tauran2019 as data; the parts are `tauran2019_tables`, `_delack`,
`_path` and `_beyond`. Nothing is fitted, and seeds are not chosen by what they give.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from skyseam._work import Progress
from skyseam.reproduce import study
from skyseam.reproduce.store import Store
from skyseam.reproduce.study import Estimate, Floats

PAPER = "tauran2019"

HARQ_WIRE = "wires[1]"
"""The last hop of wires.toml, which has the channel."""

MOBILE = "mobile"
"""Who receives over it."""

QUANTITIES = {
    "goodput": ("goodput", "kbit/s"),
    "harq_success": ("delivered by HARQ", "%"),
    "rto_ratio": ("timeouts per packet", "%"),
    "dupack_ratio": ("recoveries per packet", "%"),
    "spurious_ratio": ("received twice per packet", "%"),
    "retransmissions": ("retransmissions", "packets"),
}
"""What the tables have, each with its words and unit."""


@dataclass(frozen=True, order=True)
class Cell:
    """What a run is of, but for its seed.

    Attributes
    ----------
    controller : str
        Its id in study.toml.
    delack_ms : float or None
        Time-out of DelAck, ms; None acknowledges every packet at once.
    reorders : bool
        Whether a reordering buffer follows HARQ.
    snr_db : int
        Reference SNR, Es/N0 over an unobstructed line of sight.
    """

    controller: str
    delack_ms: float | None
    reorders: bool
    snr_db: int

    @property
    def published_id(self) -> str:
        """What follows the quantity in the ids of published numbers."""
        delack = "off" if self.delack_ms is None else "on"
        return f"{self.controller}_delack-{delack}_{self.snr_db}dB"

    def without_delack(self) -> Cell:
        """Return the same without DelAck."""
        return replace(self, delack_ms=None)


@dataclass(frozen=True)
class Runs:
    """The runs of a cell: of each quantity a value per seed.

    Attributes
    ----------
    values : dict of str to numpy.ndarray
        `QUANTITIES`, and `sent`, `delivered` (packets), `timeouts`, `recoveries`, `received_twice`.
    """

    values: Mapping[str, Floats]

    def mean(self, quantity: str) -> Estimate:
        """Return the mean over seeds with its 95 % interval; a single run has none."""
        values = self.values[quantity]
        if len(values) < 2:
            return Estimate(float(values[0]), None, None, 1)
        return study.sample_mean(values)

    def single_run(self, quantity: str) -> tuple[float, float] | None:
        """Return where one further run lies with 95 % probability, if runs are normal draws.

        The papers' numbers are of one run each: this is what they can be held against.
        """
        values = self.values[quantity]
        n = len(values)
        if n < 2:
            return None
        half = float(values.std(ddof=1)) * study.student_t_975(n - 1) * (1 + 1 / n) ** 0.5
        return float(values.mean()) - half, float(values.mean()) + half


def plan() -> dict[str, Any]:
    """Read study.toml."""
    return study.document(PAPER, "study.toml")


def chosen(table: Mapping[str, Any], key: str, quick: bool) -> Any:  # noqa: ANN401 - as TOML has it
    """Return a value of the study, the quick one where it is asked for and there."""
    return table.get(f"quick_{key}", table[key]) if quick else table[key]


def scenario() -> Path:
    """Return the scenario of the three nodes."""
    return Path(study.PAPERS / PAPER / plan()["run"]["scenario"])


def overrides(
    plan: Mapping[str, Any],
    cell: Cell,
    seed: int,
    duration_s: float,
    hops: Sequence[str] = (HARQ_WIRE,),
) -> dict[str, Any]:
    """Return what a run has in place of the scenario's values; `hops` are the links with HARQ."""
    controllers = {one["id"]: one for one in plan["controllers"]}
    controller = controllers[cell.controller]
    told: dict[str, Any] = {
        "run.seed": seed,
        "flows[0].transport.congestion": controller["congestion"],
        "flows[0].transport.delayed_ack": delayed_ack(cell.delack_ms),
        **lasting(duration_s),
    }
    if "receive_window" in controller:
        told["flows[0].transport.receive_window"] = controller["receive_window"]
    for hop in hops:
        told[f"{hop}.harq.reference_snr"] = f"{cell.snr_db} dB"
        if cell.reorders:
            told[f"{hop}.reordering"] = plan["run"]["reordering"]
    return told


def lasting(duration_s: float) -> dict[str, Any]:
    """Return what makes a run so long; its flow starts a second late and goes on to the end."""
    return {
        "flows[0].application.duration": f"{duration_s - 1:g} s",
        "run.duration": f"{duration_s:g} s",
    }


def delayed_ack(timeout_ms: float | None) -> str:
    """Say a time-out of DelAck as scenarios do."""
    return "off" if timeout_ms is None else f"{timeout_ms:g} ms"


def as_changes(trace: str) -> dict[str, Any]:
    """Return what a trace file of the paper says as keys of a wire: for scenarios without files."""
    with (study.PAPERS / PAPER / trace).open(newline="", encoding="utf-8") as file:
        return changing(trace_rows(file))


def trace_rows(lines: Iterable[str]) -> list[tuple[float, float]]:
    """Read a trace without losses: from when, s, and the delay, ms."""
    return [(float(row["t_s"]), float(row["delay_ms"])) for row in csv.DictReader(lines)]


def changing(rows: Sequence[tuple[float, float]]) -> dict[str, Any]:
    """Return delays, ms, and from when each holds, s, as keys of a wire."""
    changes = [{"at": f"{t_s:g} s", "delay": f"{delay_ms:.6f} ms"} for t_s, delay_ms in rows[1:]]
    return {"delay": f"{rows[0][1]:.6f} ms", **({"changes": changes} if changes else {})}


def delack_ms(plan: Mapping[str, Any]) -> float:
    """Return the papers' time-out of DelAck, ms."""
    return float(plan["run"]["delayed_ack"].removesuffix(" ms"))


def run_cells(
    store: Store,
    name: str,
    cells: Sequence[Cell],
    seeds: Sequence[int],
    duration_s: float,
    threads: int | None,
    progress: Progress | None,
) -> dict[Cell, Runs]:
    """Run every cell with every seed; finished runs are kept."""
    told = plan()
    jobs = [overrides(told, cell, seed, duration_s) for cell in cells for seed in seeds]
    tables = store.sweep(
        name, scenario(), jobs, keep=("flows", "harq"), threads=threads, progress=progress
    )
    return by_cell(tables, cells, len(seeds), duration_s)


def by_cell(
    tables: Mapping[str, pa.Table], cells: Sequence[Cell], seeds: int, duration_s: float
) -> dict[Cell, Runs]:
    """Return the quantities of runs that were made cell by cell, each with all seeds."""
    values = measured(tables, len(cells) * seeds, duration_s)
    return {
        cell: Runs({key: each[n * seeds : (n + 1) * seeds] for key, each in values.items()})
        for n, cell in enumerate(cells)
    }


def measured(tables: Mapping[str, pa.Table], runs: int, duration_s: float) -> dict[str, Floats]:
    """Return the papers' quantities of every run, from the tables of its flow and its HARQ.

    Ratios are per packet that the sender sent, retransmissions included; recoveries are counted as
    they are entered, packets received twice by the receiver.
    """
    flows = tables["flows"]
    flows = flows.filter(pc.equal(flows["flow"], 0)).sort_by("run")
    if flows.num_rows != runs:
        raise ValueError(f"{flows.num_rows} flows of {runs} runs of one each")

    def column(name: str) -> Floats:
        return np.asarray(flows[name].to_numpy(), dtype=np.float64)

    sent = column("packets_sent")
    counted = {
        "timeouts": column("timeouts"),
        "recoveries": column("recoveries"),
        "received_twice": column("duplicates_received"),
    }
    each = np.maximum(sent, 1)
    return {
        "goodput": column("bytes") * 8 / duration_s / 1e3,
        "harq_success": harq_success(tables["harq"], runs),
        "rto_ratio": 100 * counted["timeouts"] / each,
        "dupack_ratio": 100 * counted["recoveries"] / each,
        "spurious_ratio": 100 * counted["received_twice"] / each,
        "retransmissions": column("retransmissions"),
        "sent": sent,
        "delivered": column("bytes") / 1000,
        **counted,
    }


def harq_success(harq: pa.Table, runs: int) -> Floats:
    """Return the share of packets to the mobile that HARQ delivered of those it ended for, %."""
    mine = harq.filter(pc.equal(harq["receiver"], MOBILE))
    run = mine["run"].to_numpy()
    ways = [name for name in mine.column_names if name.startswith("decoded_")]
    decoded, gave_up = np.zeros(runs), np.zeros(runs)
    # Over the constellation each satellite that served it has a row.
    for way in ways:
        np.add.at(decoded, run, mine[way].to_numpy().astype(np.float64))
    np.add.at(gave_up, run, mine["gave_up"].to_numpy().astype(np.float64))
    return np.asarray(100 * decoded / np.maximum(decoded + gave_up, 1))


@dataclass(frozen=True)
class Bound:
    """How far from published a number may lie: points, percent of it, or a factor either way."""

    how: str
    amount: float

    @classmethod
    def of(cls, told: Mapping[str, float]) -> Bound:
        """Read a table of study.toml."""
        ((how, amount),) = told.items()
        if how not in ("points", "percent", "factor"):
            raise ValueError(f"{how} is no bound")
        return cls(how, amount)

    def holds(self, published: float, simulated: float) -> bool:
        """Whether a number is within."""
        if self.how == "points":
            return abs(simulated - published) <= self.amount
        if self.how == "percent":
            return abs(simulated - published) <= self.amount / 100 * abs(published)
        # A published zero is a count of none: only none is within a factor of it.
        return published / self.amount <= simulated <= published * self.amount

    @property
    def words(self) -> str:
        """Say it."""
        return {
            "points": f"{self.amount:g} points",
            "percent": f"{self.amount:g} %",
            "factor": f"a factor of {self.amount:g}",
        }[self.how]


def bounds() -> dict[str, Bound]:
    """Return the bound of each quantity."""
    return {quantity: Bound.of(told) for quantity, told in plan()["bounds"].items()}


def grid(
    controllers: Iterable[str],
    delacks_ms: Iterable[float | None],
    reorderings: Iterable[bool],
    snrs_db: Iterable[int],
) -> list[Cell]:
    """Return the cells of a grid."""
    delacks, buffers, snrs = list(delacks_ms), list(reorderings), list(snrs_db)
    return [
        Cell(controller, delack, reorders, snr_db)
        for controller in controllers
        for delack in delacks
        for reorders in buffers
        for snr_db in snrs
    ]
