"""Tauran 2019, its tables: goodput, HARQ and the behaviour of TCP, by controller and SNR.

Tables 1 to 3 of the conference version (Table 3 is Table 1 of the journal version), and the goodput
with and without DelAck and reordering; the causes of retransmissions, which ns-2 could not
distinguish; the effect of single assumptions. `deviation` explains the deviation of the goodput.
"""

import itertools
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from skyseam import plot
from skyseam.reproduce import Estimate, Floats, Published, Runs, Study, counted, drawing, over_seeds
from skyseam.reproduce.cases import listed
from skyseam.reproduce.report import digits, interval, quantity
from skyseam.reproduce.study import runs_table, together, where

from .. import shared
from ..shared import COLOURS, QUANTITIES, Cell
from . import deviation

COLUMNS = ("cause", "spurious")
"""Of the table of retransmissions: what each followed from, and whether it was needless."""

RESENT = "retransmissions"

SLOW = ("newreno", "cubic")
DELACK = {False: "no DelAck", True: "DelAck"}
BARS = (
    (-0.2, "by_recovery", plot.NO_SEAM, "after duplicate ACKs"),
    (0.2, "by_timeout", plot.SEAM, "after a timeout"),
)

Bound = Mapping[str, float]
"""How far from published a number may lie, as study.toml has it."""

BOUNDS = {"points": "{:g} points", "percent": "{:g} %", "factor": "a factor of {:g}"}


def in_words(bound: Bound) -> str:
    ((how, amount),) = bound.items()
    return BOUNDS[how].format(amount)


def holds(bound: Bound, published: float, simulated: float) -> bool:
    """Whether a number is within points, percent or a factor of the published one."""
    ((how, amount),) = bound.items()
    if how == "factor":
        # A published zero is a count of none: only none is within a factor of it.
        return published / amount <= simulated <= published * amount
    return abs(simulated - published) <= amount * (abs(published) / 100 if how == "percent" else 1)


@dataclass(frozen=True)
class Row:
    """A cell of a table: published, ours, ns-2's where it was run, and whether ours is in bounds.

    Without a bound, agreement cannot be expected.
    """

    published: Published
    cell: Cell
    quantity: str
    runs: Runs
    ns2: Estimate | None
    bound: Bound | None

    @property
    def simulated(self) -> Estimate:
        return self.runs.mean(self.quantity)

    @property
    def single_run(self) -> tuple[float, float] | None:
        """Interval that contains a further run with 95 % probability."""
        return self.runs.single_run(self.quantity)

    @property
    def holds(self) -> bool | None:
        """Whether our number is within the bound; None if there is no bound."""
        if self.bound is None:
            return None
        return holds(self.bound, self.published.value, self.simulated.value)

    @property
    def plausible(self) -> bool | None:
        """Whether the paper's single run could be a sample of ours."""
        if self.single_run is None:
            return None
        return self.single_run[0] <= self.published.value <= self.single_run[1]

    @property
    def off(self) -> str:
        """Deviation of our number, in the units of the bound."""
        published, ours = self.published.value, self.simulated.value
        how = self.bound or {}
        if "points" in how:
            return f"{ours - published:+.2f}"
        if "factor" in how:
            return f"\N{MULTIPLICATION SIGN}{ours / published:.2f}" if published else "\N{EN DASH}"
        return f"{100 * (ours / published - 1):+.0f} %"


@dataclass(frozen=True)
class Tables:
    """Results of the study.

    `cells`: runs of each cell. `resent`: for some of them retransmissions by cause, and how many of
    these had reached the receiver, or did so by the end of the run. `ns2`: runs of ns-2 over
    synthetic fading, from ns2.csv. `rows`: published numbers beside ours. `changed`: a change of
    study.toml, a cell, and its runs with it.
    """

    study: Study
    cells: dict[Cell, Runs]
    resent: dict[Cell, Runs]
    ns2: dict[Cell, Runs]
    rows: list[Row]
    changed: list[tuple[dict[str, Any], Cell, Runs]]

    @property
    def snr_db(self) -> list[int]:
        return list(self.study.plan["snr_db"])

    @property
    def labels(self) -> dict[str, str]:
        return dict(self.study.plan["controllers"])

    def rows_of(self, quantity: str, controller: str, delayed: bool) -> list[Row]:
        rows = (one for one in self.rows if one.quantity == quantity)
        return [r for r in rows if (r.cell.controller, r.cell.delayed) == (controller, delayed)]

    def said(self, cell: Cell, name: str) -> str:
        """Return the mean of a quantity in words, marked if some of its runs are odd."""
        runs = self.cells[cell]
        mark = "\N{DAGGER}" if shared.odd(runs).any() else ""
        return digits(runs.mean(name).value) + mark

    def effect(self, controller: str, reordering: bool = False) -> dict[int, Estimate]:
        """Return by SNR the effect of DelAck on the goodput, in percent of that without."""
        mine = where(self.cells, controller=controller, reordering=reordering, delayed=True)
        return {
            cell.snr_db: over_seeds(runs.gain(self.cells[cell.without_delack()], "goodput"))
            for cell, runs in mine.items()
        }


def make(study: Study) -> Tables:
    plan, causes = study.plan, study.plan["causes"]
    every, length_s = listed(plan, Cell)["tables"], plan["run"]["duration_s"]
    halves = study.within(0.0, 0.9, "tables").shares([1, 1])
    told: dict[Cell, Runs] = {}
    rest: dict[Cell, Runs] = {}
    for half, name, much in zip(halves, ("tables", "tables-few"), (False, True), strict=True):
        mine = list(where(dict.fromkeys(every), sends_much=much))
        seeds = plan["run"]["seeds"][: plan["run"]["few"] if much else None]
        first, others = seeds[: causes["seeds"]], seeds[causes["seeds"] :]
        parts = half.shares([len(first), len(others)])
        told |= _traced(parts[0], f"{name}-causes", mine, first)
        rest |= shared.run_cells(parts[1], name, mine, others, length_s)
    cells = {cell: together([told[cell], rest[cell]]) for cell in every}
    resent = {
        cell: Runs({k: of for k, of in told[cell].values.items() if k not in rest[cell].values})
        for cell in every
        if cell.controller in causes["controllers"]
    }
    theirs: dict[Cell, list[dict[str, str]]] = {}
    for row in study.paper.rows("ns2.csv"):
        theirs.setdefault(Cell.of(row, reordering=False), []).append(row)
    ns2 = {
        cell: Runs({name: np.array([float(row[name]) for row in rows]) for name in QUANTITIES})
        for cell, rows in theirs.items()
    }
    changed = _changed(study.within(0.9, 1.0, "assumptions"), every)
    return Tables(study, cells, resent, ns2, _rows(study, cells, ns2), changed)


def _traced(
    study: Study, name: str, cells: Sequence[Cell], seeds: Sequence[int]
) -> dict[Cell, Runs]:
    """Run cells; return the papers' quantities, and retransmissions classified by cause."""
    plan, length_s = study.plan, study.plan["run"]["duration_s"]

    def measured(tables: Mapping[str, pa.Table], runs: int) -> dict[str, Floats]:
        told, found = tables[RESENT], shared.measured(tables, runs, length_s)
        run, each = told["run"].to_numpy(), shared.PAPERS_S / length_s
        cause, needless = (told[column].to_numpy(zero_copy_only=False) for column in COLUMNS)
        for followed, causes in plan["causes"]["followed"].items():
            those = np.isin(cause, causes)
            found[f"by_{followed}"] = each * counted(run[those], np.ones(int(those.sum())), runs)
            found[f"needless_by_{followed}"] = each * counted(run[those], needless[those], runs)
        return found

    keep = (*shared.KEPT, RESENT)
    return shared.run_cells(study, name, cells, seeds, length_s, of=measured, keep=keep)


def _changed(study: Study, every: Sequence[Cell]) -> list[tuple[dict[str, Any], Cell, Runs]]:
    """Run the cells of study.toml with one assumption changed."""
    plan, found = study.plan, []
    for one, part in zip(plan["varied"], study.shares([1.0] * len(plan["varied"])), strict=True):
        cells = list(where(dict.fromkeys(every), **one["of"]))
        seeds = plan["run"]["seeds"]
        if all(cell.sends_much for cell in cells):
            seeds = seeds[: plan["run"]["few"]]
        length_s = plan["run"]["duration_s"]
        runs = shared.run_cells(part, one["id"], cells, seeds, length_s, more=one["set"])
        found += [(one, cell, of_it) for cell, of_it in runs.items()]
    return found


def _rows(study: Study, cells: Mapping[Cell, Runs], ns2: Mapping[Cell, Runs]) -> list[Row]:
    known, allowed = study.paper.published, study.plan["bounds"]
    rows = []
    for name in QUANTITIES:
        for cell, runs in where(cells, reordering=False).items():
            number = f"{name}_{cell.published_id}"
            if number in known:
                # A storm more or less decides a run of Hybla: a single run is within no bound.
                bound = None if cell.controller == "hybla" else allowed[name]
                theirs = ns2[cell].mean(name) if cell in ns2 else None
                rows.append(Row(known[number], cell, name, runs, theirs, bound))
    return rows


def estimates(tables: Tables) -> dict[str, tuple[Estimate, str]]:
    found = {}
    for row in tables.rows:
        note = "no bound: single runs differ by a factor of four"
        if row.bound is not None:
            note = f"{'within' if row.holds else 'not within'} {in_words(row.bound)}"
        found[row.published.id] = (row.simulated, f"seeds: {row.simulated.n}; {note}")
    return found | _claims(tables)


def _claims(tables: Tables) -> dict[str, tuple[Estimate, str]]:
    cells, plain = tables.cells, where(tables.cells, reordering=False)
    low, high = min(tables.snr_db), max(tables.snr_db)
    key = operator.attrgetter("value")

    def goodput(is_hybla: bool, **wanted: bool) -> list[Estimate]:
        mine = where(plain, **wanted).items()
        return [runs.mean("goodput") for c, runs in mine if (c.controller == "hybla") == is_hybla]

    def undecoded(snr_db: int) -> Estimate:
        """Return the share of packets that HARQ gave up, over NewReno and CUBIC, %."""
        # Runs of one seed share their channel: they are averaged before they count as draws.
        mine = where(plain, snr_db=snr_db).items()
        each = [100 - of.values["harq_success"] for c, of in mine if c.controller != "hybla"]
        return over_seeds(np.mean(each, axis=0))

    lost = [effect.scaled(-1) for effect in tables.effect("hybla").values()]
    of_hybla = [cells[Cell("hybla", None, False, snr)].mean("goodput") for snr in (low, high)]
    example = Cell("cubic", None, False, low)
    resent = tables.resent[example]
    lowest, highest = "the lowest of all SNR", "the highest of all SNR"
    return {
        "hybla_goodput_noack_7": (of_hybla[0], "mean over seeds"),
        "hybla_goodput_noack_13": (of_hybla[1], "mean over seeds"),
        "hybla_goodput_delack_min": (min(goodput(True, delayed=True), key=key), lowest),
        "nr_cubic_goodput_delack_max": (max(goodput(False, delayed=True), key=key), highest),
        "hybla_delack_loss_max": (max(lost, key=key), "the largest of all SNR"),
        "max_goodput_slides": (max(goodput(False), key=key), highest),
        "undecoded_7": (undecoded(low), "NewReno and CUBIC, no reordering"),
        "undecoded_13": (undecoded(high), "NewReno and CUBIC, no reordering"),
        "worked_example_received": (cells[example].mean("received"), "packets received"),
        "worked_example_rto": (resent.mean("by_timeout"), "packets sent again after timeouts"),
        "worked_example_dupack": (
            resent.mean("by_recovery"), "packets sent again after duplicate ACKs",
        ),
        "worked_example_spurious": (
            cells[example].mean("received_twice"), "packets received twice",
        ),
    }  # fmt: skip


def tables(tables: Tables) -> dict[str, pa.Table]:
    seeds = tables.study.plan["run"]["seeds"]
    kept = [
        runs_table({cell: of}, seeds[: len(of.values["sent"])]) for cell, of in tables.cells.items()
    ]
    return {"cells": pa.concat_tables(kept, promote_options="permissive")}


def page(tables: Tables) -> dict[str, Any]:
    plan = tables.study.plan
    return {
        "tables": {
            one["title"]: _grid(tables, one["delayed"], one["quantities"]) for one in plan["tables"]
        },
        "head": ["", *(f"{snr} dB" for snr in tables.snr_db)],
        "counts": _counts(tables),
        "misses": _misses(tables),
        "effect": _effect(tables),
        "published_effect": _published_effect(tables),
        "reordering": [
            [label, words, *(tables.said(cell, "goodput") for cell in where(mine, delayed=on))]
            for one, label in tables.labels.items()
            for mine in [where(tables.cells, controller=one, reordering=True)]
            for on, words in DELACK.items()
        ],
        "buffer": _buffer(tables),
        "of_three": deviation.of_three(tables),
        "deviation": deviation.rows(tables),
        "against": _against(tables),
        "changed": [
            [
                *(one["words"], _words(tables, cell), tables.said(cell, "goodput")),
                digits(runs.mean("goodput").value),
                *(digits(each.mean(RESENT).value) for each in (tables.cells[cell], runs)),
                f"{shared.odd(tables.cells[cell]).sum()} and {shared.odd(runs).sum()}",
            ]
            for one, cell, runs in tables.changed
        ],
        "resent": [
            [_words(tables, cell), *(f"{count.mean():.0f}" for count in one.values.values())]
            for cell, one in tables.resent.items()
            if cell.snr_db in (tables.snr_db[0], tables.snr_db[-1])
        ],
        "odd": shared.odd_rows(tables.cells, plan["run"]["seeds"]),
        "bounds": {QUANTITIES[name][0]: in_words(one) for name, one in plan["bounds"].items()},
        "found": _found(tables),
    }


def _words(tables: Tables, cell: Cell) -> str:
    label = tables.labels[cell.controller]
    delack = f"DelAck {cell.delack_ms:g} ms" if cell.delayed else "no DelAck"
    buffer = "reordering" if cell.reordering else "no reordering"
    return f"{label}, {delack}, {buffer}, {cell.snr_db} dB"


def _grid(tables: Tables, delayed: bool, names: Sequence[str]) -> list[dict[str, Any]]:
    """Return the rows of a table: for each quantity and controller published, ours, ns-2's."""
    return [
        {
            "quantity": quantity(*QUANTITIES[name]),
            "controller": label,
            "published": [digits(row.published.value) for row in rows],
            "ours": [tables.said(row.cell, name) for row in rows],
            "interval": [interval(row.simulated) for row in rows],
            "deviation": [row.off for row in rows],
            "verdict": [row.holds for row in rows],
            "marked": [f"**{row.off} !**" if row.holds is False else row.off for row in rows],
            "ns2": [digits(row.ns2.value if row.ns2 else None) for row in rows],
        }
        for name in names
        for controller, label in tables.labels.items()
        if (rows := tables.rows_of(name, controller, delayed))
    ]


def _counts(tables: Tables) -> list[list[str]]:
    """Return for each quantity the number of cells within their bound, and of plausible ones.

    The last column counts only the first seeds, which were fixed before any run.
    """
    few = tables.study.plan["run"]["few"]

    def median(pairs: Iterable[tuple[Estimate, float]]) -> str:
        off = [100 * (ours.value / other - 1) if other else np.nan for ours, other in pairs]
        return f"{np.nanmedian(off):+.1f} %"

    def share(hold: Iterable[bool | None]) -> str:
        known = [one for one in hold if one is not None]
        return f"{sum(known)} of {len(known)}"

    found = []
    for name in QUANTITIES:
        bound = tables.study.plan["bounds"].get(name)
        mine = [row for row in tables.rows if row.quantity == name and row.bound is not None]
        if mine:
            first = [(row, float(row.runs.values[name][:few].mean())) for row in mine]
            theirs = [(row, row.ns2.value) for row in mine if row.ns2 is not None]
            row = [QUANTITIES[name][0], in_words(bound), share(one.holds for one in mine)]
            row += [share(holds(bound, one.published.value, value) for one, value in theirs)]
            row += [share(one.plausible for one in mine)]
            row += [median((one.simulated, one.published.value) for one in mine)]
            row += [median((one.simulated, value) for one, value in theirs)]
            found.append([*row, share(holds(bound, r.published.value, v) for r, v in first)])
    return found


def _misses(tables: Tables) -> list[list[str]]:
    """Return by quantity and controller the number of cells outside their bound, and the side."""
    found = []
    for name, one, delayed in itertools.product(QUANTITIES, tables.labels, DELACK):
        mine = [r for r in tables.rows_of(name, one, delayed) if r.bound is not None]
        missing = [row for row in mine if not row.holds]
        below = sum(row.simulated.value < row.published.value for row in missing)
        counts = (len(mine) - len(missing), len(mine), below, len(missing) - below)
        if missing:
            of = f"{QUANTITIES[name][0]}, {tables.labels[one]}, {DELACK[delayed]}"
            found.append([of, *map(str, counts)])
    return found


def _against(tables: Tables) -> dict[str, str]:
    """Return the mean deviation of the goodput from ns-2's and the paper's, over ns-2's cells."""
    rows = [row for row in tables.rows if row.quantity == "goodput" and row.ns2 is not None]
    few = slice(tables.study.plan["run"]["few"])

    def mean(of: Callable[[Row], float], seeds: slice = slice(None)) -> str:
        ratios = [row.runs.values["goodput"][seeds].mean() / of(row) for row in rows]
        return f"{100 * (float(np.mean(ratios)) - 1):+.1f} %"

    theirs = operator.attrgetter("ns2.value")
    paper = mean(operator.attrgetter("published.value"))
    ns2 = {"ns2": mean(theirs), "few": mean(theirs, few)}
    return {"cells": str(len(rows)), **ns2, "paper": paper}


def _effect(tables: Tables) -> list[list[str]]:
    """Return by controller the effect of DelAck on the goodput, by SNR, and the expected one."""
    found = []
    for controller, label in tables.labels.items():
        effect = [tables.effect(controller)[snr].value for snr in tables.snr_db]
        low, high = tables.study.plan["delack_effect"][controller]
        mean = float(np.mean(effect))
        verdict = [f"{mean:+.1f} %", "in" if low <= mean <= high else "out"]
        each = (f"{one:+.1f}" for one in effect)
        found.append([label, f"{low:+g} to {high:+g} %", *verdict, *each])
    return found


def _published_effect(tables: Tables) -> dict[str, str]:
    """Return by controller the range over SNR of the effect of DelAck in the papers' tables."""
    found = {}
    for controller, label in tables.labels.items():
        both = (tables.rows_of("goodput", controller, delayed) for delayed in (True, False))
        on, off = ({row.cell.snr_db: row.published.value for row in rows} for rows in both)
        effect = sorted(100 * (on[snr] / off[snr] - 1) for snr in on)
        found[label] = f"{effect[0]:+.0f} to {effect[-1]:+.0f} %" if effect else ""
    return found


def _buffer(tables: Tables) -> list[list[str]]:
    """Return the journal's claims about the buffer, and the cells in which each holds or fails.

    A claim states that a quantity is larger, or smaller, in a cell than with the buffer switched
    the other way.
    """
    found = []
    for claim in tables.study.plan["buffer_claims"]:
        sign, missed, cells = claim["sign"], [], 0
        for controller in claim["controllers"]:
            for cell, runs in where(tables.cells, controller=controller, **claim["of"]).items():
                other = cell.but(**{"delack_ms": None, **claim["beside"]})
                if "reordering" in claim["beside"]:
                    other = other.but(delack_ms=cell.delack_ms)
                values = [one.mean(claim["quantity"]).value for one in (runs, tables.cells[other])]
                cells += 1
                if sign * (values[0] - values[1]) <= 0:
                    beside = " beside ".join(map(digits, values))
                    missed.append(f"{tables.labels[controller]}, {cell.snr_db} dB: {beside}")
        held = f"{cells - len(missed)} of {cells}"
        found.append([claim["words"], held, "; ".join(missed) or "none"])
    return found


def _hybla(tables: Tables) -> dict[str, str]:
    """Return Hybla's retransmissions: ranges of means and of single runs, and agreement."""
    rows, bound = tables.rows_of(RESENT, "hybla", True), tables.study.plan["bounds"][RESENT]
    ends = [(each.min(), each.max()) for each in (row.runs.values[RESENT] for row in rows)]
    among = sum(low <= r.published.value <= high for r, (low, high) in zip(rows, ends, strict=True))
    means = sorted(row.simulated.value for row in rows)
    within = sum(holds(bound, row.published.value, row.simulated.value) for row in rows)
    return {
        "hybla_within": f"{within} of {len(rows)}",
        "hybla_means": f"{means[0]:,.0f} to {means[-1]:,.0f}",
        "hybla_runs": f"{np.min(ends):,.0f} to {np.max(ends):,.0f}",
        "hybla_among": f"{among} of {len(rows)}",
    }


def _found(tables: Tables) -> dict[str, str]:
    """Return the results beside the papers' inconsistencies."""
    timeout_ms = tables.study.plan["run"]["delack_ms"]
    low, high = min(tables.snr_db), max(tables.snr_db)

    def mean(name: str, controller: str, delack_ms: float | None, snr_db: int) -> float:
        return tables.cells[Cell(controller, delack_ms, False, snr_db)].mean(name).value

    newreno = tables.resent[Cell("newreno", None, False, low)].mean("by_recovery").value
    effect = [one.value for one in tables.effect("cubic").values()]
    goodput = [row for row in tables.rows if row.quantity == "goodput"]
    above = sum(row.simulated.value > row.published.value for row in goodput)
    return {
        "example_sent": digits(mean("sent", "cubic", None, low)),
        "example_twice_ratio": digits(mean("spurious_ratio", "cubic", None, low)),
        "example_timeouts": digits(mean("timeouts", "cubic", None, low)),
        "example_recoveries": digits(mean("recoveries", "cubic", None, low)),
        "per_recovery": digits(newreno / mean("recoveries", "newreno", None, low)),
        "few_timeouts": digits(mean("timeouts", "newreno", timeout_ms, high)),
        "goodput_above": f"{above} of {len(goodput)}",
        "cubic_effect": f"{np.mean(effect):+.1f}",
        **_hybla(tables),
    }


def _tables(tables: Tables) -> Figure:
    names = [name for name in QUANTITIES if name != "retransmissions"]
    size = (9.6, 2.15 * len(names) + 0.6)
    look: Any = {"sharex": True, "sharey": "row", "xlabel": "reference SNR, dB"}
    figure, grid = drawing.panels(2, size, len(names), **look)
    for axes_row, name in zip(grid, names, strict=True):
        for axes, delayed in zip(axes_row, (False, True), strict=True):
            for controller in SLOW:
                _panel(axes, tables, name, controller, delayed)
            axes.set_xticks(tables.snr_db)
        # When all is drawn: a limit that is set stays.
        if name != "harq_success":
            axes_row[0].set_ylim(bottom=0)
        axes_row[0].set_ylabel(",\n".join(QUANTITIES[name]), fontsize=8.5)
    grid[0][0].set_title("Table 1: no DelAck")
    grid[0][1].set_title("Table 2: DelAck of 40 ms")
    labels = tables.study.plan["controllers"]
    handles = [
        drawing.mark(labels[one], color=COLOURS[one], marker="", linestyle="-") for one in SLOW
    ]
    handles += [
        drawing.mark("simulated", markersize=4, linestyle="-"),
        drawing.mark("published", marker="x"),
        drawing.mark("ns-2", marker="s", mfc="none"),
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=5)
    return figure


def _panel(axes: Axes, tables: Tables, name: str, controller: str, delayed: bool) -> None:
    colour, rows = COLOURS[controller], tables.rows_of(name, controller, delayed)
    # Side by side, so that intervals do not hide each other.
    shift = -0.09 if controller == "newreno" else 0.09
    snr = np.array([row.cell.snr_db for row in rows]) + shift
    means = [row.simulated.value for row in rows]
    axes.plot(snr, means, color=colour, marker="o", markersize=3.5, lw=1)
    for x, row in zip(snr, rows, strict=True):
        drawing.bar(axes, [x, x], row.simulated, color=colour, lw=2.2)
        if row.ns2 is not None:
            axes.plot(x, row.ns2.value, "s", mfc="none", color=colour, markersize=5, mew=0.8)
        axes.plot(x, row.published.value, "x", color=colour, markersize=6, mew=1.4)
    if all(row.single_run is not None for row in rows):
        low, high = zip(*[row.single_run or (0.0, 0.0) for row in rows], strict=True)
        axes.fill_between(snr, low, high, color=colour, alpha=0.13, lw=0)


def goodput(tables: Tables) -> Figure:
    words: Any = {"xlabel": "reference SNR, dB", "ylabel": "goodput, kbit/s"}
    figure, panels = drawing.panels(3, (9.6, 4.0), **words)
    panels[2].set_yscale("log")
    parts = (SLOW, ("hybla",), (*SLOW, "hybla"))
    for axes, controllers, reordering in zip(panels, parts, (False, False, True), strict=True):
        for controller, delayed in itertools.product(controllers, DELACK):
            wanted = {"controller": controller, "reordering": reordering, "delayed": delayed}
            cells = where(tables.cells, **wanted)
            snrs, means = [c.snr_db for c in cells], [of.mean("goodput") for of in cells.values()]
            label = tables.labels[controller] + (", DelAck" if delayed else "")
            look: Any = {"ls": "--", "mfc": "none"} if delayed else {}
            look |= {"marker": "o", "markersize": 4.5}
            drawing.line(axes, snrs, means, COLOURS[controller], label, **look)
            if not reordering:
                _crosses(axes, tables, cells)
        axes.set(xticks=tables.snr_db, title="with reordering" if reordering else "no reordering")
        if not reordering:
            axes.set_ylim(bottom=0)
    handles, _ = panels[2].get_legend_handles_labels()
    crosses = {"published, no DelAck": "x", "published, DelAck": "+"}
    handles += [drawing.mark(words, marker=marker) for words, marker in crosses.items()]
    figure.legend(handles=handles, loc="outside lower center", ncols=4)
    return figure


def _crosses(axes: Axes, tables: Tables, cells: Mapping[Cell, Runs]) -> None:
    known = tables.study.paper.published
    for cell in cells:
        number = f"goodput_{cell.published_id}"
        if cell.controller == "hybla" and not cell.delayed:
            number = f"hybla_goodput_noack_{cell.snr_db}"
        if number in known:
            look: Any = {"color": COLOURS[cell.controller], "mew": 1.4, "markersize": 7}
            axes.plot(cell.snr_db, known[number].value, "+" if cell.delayed else "x", **look)


def resent(tables: Tables) -> Figure:
    controllers = tables.study.plan["causes"]["controllers"]
    labels = tables.study.plan["controllers"]
    size = (9.6, 2.6 * len(controllers) + 0.6)
    words: Any = {"xlabel": "reference SNR, dB", "ylabel": "retransmissions in a run"}
    _, grid = drawing.panels(2, size, len(controllers), sharex=True, **words)
    for axes_row, controller in zip(np.atleast_2d(grid), controllers, strict=True):
        for axes, reordering in zip(axes_row, (False, True), strict=True):
            wanted = {"controller": controller, "reordering": reordering, "delayed": False}
            mine = where(tables.resent, **wanted)
            snr = np.array([cell.snr_db for cell in mine])
            for shift, name, colour, label in BARS:
                values = [one.values[name].mean() for one in mine.values()]
                vain = [one.values[f"needless_{name}"].mean() for one in mine.values()]
                axes.bar(snr + shift, values, 0.36, color=colour, alpha=0.55, label=label)
                look: Any = {"facecolor": "none", "edgecolor": colour, "hatch": "////", "lw": 0}
                axes.bar(snr + shift, vain, 0.36, **look, label=f"{label}, needless")
            title = f"{labels[controller]}, {'with' if reordering else 'no'} reordering"
            axes.set_title(title, fontsize=9.5)
            axes.set_xticks(tables.snr_db)
    return drawing.legend(grid[0][0], 4)


FIGURES = {"tables": _tables, "goodput": goodput, "resent": resent}
