"""Common parts of Tauran 2019: cells and their runs, the papers' quantities.

A cell is a controller with or without DelAck and reordering at one SNR; it is run once per seed.
The values are in paper.toml and each part's study.toml. Nothing is fitted, and seeds are not chosen
by their results.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from skyseam._arrays import Bools
from skyseam.reproduce import Floats, Paper, Runs, Study
from skyseam.reproduce.cases import Declared, changes
from skyseam.reproduce.quantities import harq_success, numbers

HARQ_WIRE = "wires[1]"
"""The last hop of wires.toml, which has the channel."""

MOBILE = "mobile"
"""Who receives over it."""

KEPT = ("flows", "harq")
"""Tables that quantities are made of."""

PAPERS_S = 600.0
"""How long the papers' runs are: counts are told for as long, whatever a run's duration."""

STORM, STILL = 2.0, 0.1
"""A run is odd that sends more packets per packet delivered, as in a storm of retransmissions, or
delivers less than this share of the median of its case, as one that stands still."""

COLOURS = {"newreno": "#0072B2", "cubic": "#D55E00", "hybla": "#009E73"}

QUANTITIES: dict[str, list[str]] = Paper(Path(__file__).parent).document("paper.toml")["quantities"]
"""What the tables have, each with its words and unit."""


class Cell(Declared, file=__file__):
    """Parameters of a run except its seed."""

    @classmethod
    def of(cls, row: Mapping[str, str], reordering: bool) -> Self:
        """Read a row of ns-2's runs."""
        delack = float(row["delack_ms"]) if row["delack_ms"] else None
        return cls(row["controller"], delack, reordering, int(row["snr_db"]))

    @property
    def delayed(self) -> bool:
        return self.delack_ms is not None

    @property
    def sends_much(self) -> bool:
        """Whether its runs take long, so that fewer are made."""
        return bool(self.controller == "hybla" or (self.controller == "cubic" and self.reordering))

    @property
    def published_id(self) -> str:
        """Suffix of the quantity in the ids of published numbers."""
        return f"{self.controller}_delack-{'on' if self.delayed else 'off'}_{self.snr_db}dB"

    def without_delack(self) -> Self:
        return self.but(delack_ms=None)


def overrides(
    plan: Mapping[str, Any], cell: Cell, duration_s: float, hops: Sequence[str] = (HARQ_WIRE,)
) -> dict[str, Any]:
    """Return the values of a run that replace the scenario's; `hops` are the links with HARQ."""
    # A flow starts a second late and goes on to the end.
    told = changes(plan, cell, duration_s=duration_s, flow_s=duration_s - 1)
    for hop in hops:
        told[f"{hop}.harq.reference_snr"] = f"{cell.snr_db} dB"
        if cell.reordering:
            told[f"{hop}.reordering"] = plan["run"]["reordering"]
    return told


def trace_rows(rows: Iterable[Mapping[str, str]]) -> list[tuple[float, float]]:
    """Return the rows of a trace without losses: start time, s, and delay, ms."""
    return [(float(row["t_s"]), float(row["delay_ms"])) for row in rows]


def changing(rows: Sequence[tuple[float, float]], duration_s: float) -> dict[str, Any]:
    """Return delays, ms, with their start times, s, as keys of a wire."""
    each = [{"at": f"{t_s:g} s", "delay": f"{ms:.6f} ms"} for t_s, ms in rows if t_s < duration_s]
    return {"delay": f"{rows[0][1]:.6f} ms"} | ({"changes": each[1:]} if each[1:] else {})


def without_traces(study: Study, duration_s: float) -> dict[str, Any]:
    """Return the papers' three nodes for this duration, with delays in place of trace files."""
    scenario = study.document("wires.toml")
    scenario["flows"][0]["application"]["duration"] = f"{duration_s - 1:g} s"
    scenario["run"]["duration"] = f"{duration_s:g} s"
    for wire in scenario["wires"]:
        if "trace" in wire:
            wire |= changing(trace_rows(study.paper.rows(wire.pop("trace"))), duration_s)
    return scenario


def run_cells(
    study: Study,
    name: str,
    cells: Sequence[Cell],
    seeds: Sequence[int],
    duration_s: float,
    scenario: Path | str | dict[str, Any] = "wires.toml",
    hops: Sequence[str] = (HARQ_WIRE,),
    more: Mapping[str, Any] = MappingProxyType({}),
    of: Callable[[Mapping[str, pa.Table], int], dict[str, Floats]] | None = None,
    keep: Sequence[str] = KEPT,
) -> dict[Cell, Runs]:
    """Run every cell with every seed; `hops` are the scenario's links with HARQ, `more` changes.

    `of` measures other quantities than the papers', from the tables `keep`.
    """
    return study.cases(
        name, scenario, cells, seeds,
        lambda cell, _: overrides(study.plan, cell, duration_s, hops) | dict(more),
        of or partial(measured, duration_s=duration_s), keep=keep,
    )  # fmt: skip


def measured(tables: Mapping[str, pa.Table], runs: int, duration_s: float) -> dict[str, Floats]:
    """Return the papers' quantities of every run, from the tables of its flow and its HARQ.

    Ratios are per packet sent, retransmissions included; recoveries are counted when entered,
    duplicates at the receiver. Beside `QUANTITIES` there are packets sent, received and delivered,
    and events; all counts are over `PAPERS_S`. A receiver of QUIC does not count duplicates.
    """
    flows = tables["flows"]
    flows = flows.filter(pc.equal(flows["flow"], 0)).sort_by("run")
    if flows.num_rows != runs:
        raise ValueError(f"{flows.num_rows} flows of {runs} runs of one each")

    names = ("packets_sent", "timeouts", "recoveries", "duplicates_received", "retransmissions")
    counts = (numbers(flows, name) * PAPERS_S / duration_s for name in names)
    sent, timeouts, recoveries, twice, again = counts
    goodput = numbers(flows, "bytes") * 8 / duration_s / 1e3
    delivered = goodput * PAPERS_S / 8
    each = np.maximum(sent, 1)
    return {
        "goodput": goodput,
        "harq_success": harq_success(tables["harq"], runs, MOBILE),
        "rto_ratio": 100 * timeouts / each,
        "dupack_ratio": 100 * recoveries / each,
        "spurious_ratio": 100 * twice / each,
        "retransmissions": again,
        "sent": sent,
        "received": delivered + twice,
        "delivered": delivered,
        "timeouts": timeouts,
        "recoveries": recoveries,
        "received_twice": twice,
    }


def odd(runs: Runs) -> Bools:
    """Return which runs of a case stall or have a storm of retransmissions."""
    sent, delivered = runs.values["sent"], runs.values["delivered"]
    return np.asarray((sent > STORM * delivered) | (delivered < STILL * np.median(delivered)))


def odd_rows(cases: Mapping[Any, Runs], seeds: Sequence[int]) -> list[list[str]]:
    """Return odd runs as rows: case, seed, packets sent and delivered."""
    rows = []
    for case, runs in cases.items():
        words = ", ".join(f"{k} {'none' if of is None else of}" for k, of in vars(case).items())
        for n in map(int, np.flatnonzero(odd(runs))):
            counts = (f"{runs.values[name][n]:,.0f}" for name in ("sent", "delivered"))
            rows.append([words, str(seeds[n]), *counts])
    return rows
