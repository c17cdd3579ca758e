"""Tauran 2019, delayed ACKs: the timer from 10 to 500 ms, the waits of packets, a clean link.

The sweep of Sec. 3.2 of the conference version, the waits of Sec. IV of the journal version, and
the window with and without DelAck on a link without losses.
"""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from matplotlib.figure import Figure

from skyseam import plot
from skyseam.export._scenario import number
from skyseam.reproduce import Estimate, Floats, Runs, Study, digits, drawing, over_seeds, said
from skyseam.reproduce.cases import listed
from skyseam.reproduce.quantities import by_run
from skyseam.reproduce.study import where
from skyseam.studies.acks.analysis import timers_by_run

from .. import shared
from ..shared import COLOURS, Cell

BUFFERS = ((False, plot.NO_SEAM, "no reordering"), (True, plot.SEAM, "with reordering"))
TIMERS = ("variation", "rto")
SWITCH = ((False, plot.NO_SEAM, "no DelAck"), (True, plot.SEAM, "DelAck"))


@dataclass(frozen=True)
class Waits:
    """Waiting times of first packets by the event that ended them, per seed, ms."""

    waited_ms: Mapping[str, Sequence[Floats]]

    @property
    def pairs_ms(self) -> Floats:
        """Waiting times that a second packet ended, of all seeds."""
        return np.concatenate(self.waited_ms["second_segment"])

    def pairs_over(self, ms: float) -> Estimate:
        """Return the share of pairs more than `ms` apart, %.

        Pairs of a run depend on each other, runs of different seeds do not: the interval is that of
        a mean over seeds.
        """
        each = [100 * np.mean(pairs > ms) for pairs in self.waited_ms["second_segment"]]
        return over_seeds(np.asarray(each))

    def percent(self, ending: str) -> float:
        """Return the share of waiting times that an event ended, %."""
        counts = {one: sum(map(len, each)) for one, each in self.waited_ms.items()}
        return 100 * counts[ending] / max(sum(counts.values()), 1)


@dataclass(frozen=True)
class Clean:
    """A run without losses on the last hop: the window over time, and the packets received."""

    t_s: Floats
    cwnd_packets: Floats
    goodput_mbps: float

    def reached_s(self, packets: float) -> float | None:
        """Return when the window first reaches a number of packets, s; None if it never does."""
        there = np.flatnonzero(self.cwnd_packets >= packets)
        return float(self.t_s[there[0]]) if len(there) else None


@dataclass(frozen=True)
class Acks:
    """Results of the study."""

    study: Study
    timer: dict[Cell, Runs]
    waits: dict[Cell, Waits]
    timers: dict[Cell, Runs]
    clean: dict[tuple[str, bool], Clean]
    lossless: dict[tuple[str, bool], Clean]

    @property
    def switched(self) -> list[tuple[Cell, Runs, Runs]]:
        """The cells of `timers` with DelAck, and their runs with and without it."""
        cells = (cell for cell in self.timers if cell.delayed)
        return [(one, self.timers[one], self.timers[one.without_delack()]) for one in cells]

    def best_timeout_ms(self) -> dict[tuple[str, int], float]:
        """Return, by controller and SNR, the time-out with the most packets received."""
        best: dict[tuple[str, int], tuple[float, float]] = {}
        for cell, runs in self.timer.items():
            if cell.delayed:
                found = (float(runs.values["delivered"].mean()), cell.delack_ms)
                key = (cell.controller, cell.snr_db)
                best[key] = max(best.get(key, found), found)
        return {key: timeout_ms for key, (_, timeout_ms) in best.items()}


def make(study: Study) -> Acks:
    plan, told = study.plan, study.plan["timer"]
    cells, seeds = listed(plan, Cell)["timer"], told["seeds"]
    # Where the tables were made before, they have some of the cells, with more seeds.
    known = study.outcomes["tables"].cells if "tables" in study.outcomes else {}
    some = [cell for cell in cells if cell not in known]
    part, length_s = study.within(0.0, 0.8, "timer"), plan["run"]["duration_s"]
    ran = shared.run_cells(part, "timer", some, seeds, length_s) if some else {}
    timer = {cell: ran.get(cell) or known[cell].first(len(seeds)) for cell in cells}
    last, alone = study.within(0.95, 1.0, "clean link"), plan["clean"]
    clean = _clean(last, "clean", alone["duration_s"])
    lossless = _clean(last, "lossless", alone["lossless_s"], alone["lossless_queue"])
    waits, timers = _waits(study.within(0.8, 0.9, "waits")), _timers(study.within(0.9, 0.95))
    return Acks(study, timer, waits, timers, clean, lossless)


def _timers(study: Study) -> dict[Cell, Runs]:
    """Run cells behind the buffer and follow the retransmission timer of their senders."""
    plan = study.plan
    least_ms = 1e3 * number(study.document("wires.toml")["flows"][0]["transport"]["min_rto"])

    def followed(tables: Mapping[str, pa.Table], runs: int) -> dict[str, Floats]:
        return dict(zip(TIMERS, timers_by_run(tables["rtt"], runs, least_ms), strict=True))

    run = (listed(plan, Cell)["timers"], plan["timers"]["seeds"], plan["run"]["duration_s"])
    return shared.run_cells(study, "timers", *run, of=followed, keep=("rtt",))


def _waits(study: Study) -> dict[Cell, Waits]:
    plan, seeds = study.plan, study.plan["waits"]["seeds"]
    cells = listed(plan, Cell)["waits"]
    changed = {cell: shared.overrides(plan, cell, plan["run"]["duration_s"]) for cell in cells}
    jobs = [{**changed[cell], "run.seed": seed} for cell in cells for seed in seeds]
    table = study.sweep("waits", "wires.toml", jobs, keep=("delayed_acks",))["delayed_acks"]
    by_run: dict[str, list[Floats]] = {}
    for ending in (*plan["endings"], "other"):
        mine = table.filter(pc.equal(table["released_by"], ending)).sort_by("run")
        ends = np.searchsorted(mine["run"].to_numpy(), np.arange(1, len(jobs)))
        by_run[ending] = np.split(mine["wait_ms"].to_numpy(), ends)
    n = len(seeds)
    return {
        cell: Waits({ending: each[i * n : (i + 1) * n] for ending, each in by_run.items()})
        for i, cell in enumerate(cells)
    }


def _clean(
    study: Study, name: str, duration_s: float, queue: str = ""
) -> dict[tuple[str, bool], Clean]:
    """Run with an unchanged last hop, but without channel and HARQ, and with another queue."""
    plan, told = study.plan, study.plan["clean"]
    scenario = shared.without_traces(study, duration_s)
    for wire in scenario["wires"]:
        for table in ("channel", "harq"):
            wire.pop(table, None)
        wire |= {"queue": queue} if queue else {}
    scenario["run"] = {"duration": f"{duration_s:g} s", "seed": told["seed"], "record": ["cwnd"]}
    delays = {False: "off", True: f"{plan['run']['delack_ms']:g} ms"}
    keys = list(itertools.product(told["controllers"], delays))
    names = [f"flows[0].transport.{key}" for key in ("congestion", "delayed_ack")]
    jobs = [dict(zip(names, (one, delays[on]), strict=True)) for one, on in keys]
    kept = study.sweep(name, scenario, jobs, keep=("flows", "cwnd"))
    flows, windows = (by_run(table, keys) for table in kept.values())
    return {
        key: Clean(
            cwnd["t_s"].to_numpy(), cwnd["cwnd_bytes"].to_numpy() / 1000,
            flows[key]["bytes"][0].as_py() * 8 / duration_s / 1e6,
        )
        for key, cwnd in windows.items()
    }  # fmt: skip


def estimates(acks: Acks) -> dict[str, tuple[Estimate, str]]:
    reordered = where(acks.waits, reordering=True).values()
    pairs = zip(*(one.waited_ms["second_segment"] for one in reordered), strict=True)
    pooled = Waits({"second_segment": [np.concatenate(each) for each in pairs]})
    best = sorted(acks.best_timeout_ms().values())
    note = f"of {len(best)} optima, by controller and SNR, among the time-outs run"
    clean = max(one.goodput_mbps for one in acks.clean.values())
    return {
        "errorfree_goodput": (
            Estimate(clean), "the highest of CUBIC and NewReno without channel and HARQ",
        ),
        "delack_wait_over_10ms": (
            pooled.pairs_over(acks.study.plan["waits"]["over_ms"]),
            "of pairs, all controllers and SNR; mean over seeds, each with all its pairs",
        ),
        "delack_timer_best_low": (Estimate(best[0]), f"least {note}"),
        "delack_timer_best_high": (Estimate(best[-1]), f"greatest {note}"),
    }  # fmt: skip


def page(acks: Acks) -> dict[str, Any]:
    plan, best = acks.study.plan, acks.best_timeout_ms()
    labels, over_ms = plan["controllers"], plan["waits"]["over_ms"]
    many = plan["clean"]["reached_packets"]
    less = [(n, [over_seeds(on.less(off, n)) for _, on, off in acks.switched]) for n in TIMERS]
    by_timeout: dict[tuple[str, str], list[str]] = {}
    for cell, runs in acks.timer.items():
        key = (labels[cell.controller], f"{cell.delack_ms:g} ms" if cell.delayed else "none")
        by_timeout.setdefault(key, []).append(said(runs.mean("delivered")))
    return {
        "best": [
            [labels[controller], f"{snr} dB", f"{ms:g} ms", _gain(acks, controller, snr, ms)]
            for (controller, snr), ms in best.items()
        ],
        "timer": [[*key, *cells] for key, cells in by_timeout.items()],
        "snr": [f"{snr} dB" for snr in plan["timer"]["snr_db"]],
        "waits": [
            [
                labels[cell.controller], "reordering" if cell.reordering else "no reordering",
                f"{cell.snr_db} dB", said(one.pairs_over(over_ms)),
                digits(float(np.median(one.pairs_ms)) if len(one.pairs_ms) else None),
                *(f"{one.percent(ending):.1f}" for ending in plan["endings"]),
            ]
            for cell, one in acks.waits.items()
        ],
        "timers": [
            [
                labels[cell.controller], f"{cell.snr_db} dB",
                *(
                    said(one)
                    for name in TIMERS
                    for one in (off.mean(name), on.mean(name), over_seeds(on.less(off, name)))
                ),
            ]
            for cell, on, off in acks.switched
        ],
        "lossless": [
            [label, *(digits(acks.lossless[name, on].reached_s(many)) for on, *_ in SWITCH)]
            for name, label in labels.items()
            if name in plan["clean"]["controllers"]
        ],
        "odd": shared.odd_rows(acks.timer, plan["timer"]["seeds"]),
        "labels": labels,
        "found": {"best_low": f"{min(best.values()):g}", "best_high": f"{max(best.values()):g}"}
        # Cells with a lower mean with DelAck, and those told apart.
        | {f"{n}_lower": f"{sum(one.value < 0 for one in of)} of {len(of)}" for n, of in less}
        | {f"{n}_apart": str(sum(one.side < 0 for one in of)) for n, of in less},
    }  # fmt: skip


def _gain(acks: Acks, controller: str, snr_db: int, best_ms: float) -> str:
    """Return in words the gain in received packets of the best time-out over the papers'."""
    best, papers = (
        acks.timer[Cell(controller, ms, False, snr_db)].values["delivered"].mean()
        for ms in (best_ms, acks.study.plan["run"]["delack_ms"])
    )
    return f"{100 * (best / papers - 1):+.1f} %"


def timer(acks: Acks) -> Figure:
    plan = acks.study.plan
    snrs, timeouts = plan["timer"]["snr_db"], [ms for ms in plan["timer"]["delacks_ms"] if ms]
    look: Any = {"sharey": True, "xlabel": "time-out of DelAck, ms"}
    _, panels = drawing.panels(len(snrs), (9.6, 3.6), **look)
    panels[0].set_ylabel("packets received,\nrelative to no DelAck")
    for axes, snr_db in zip(panels, snrs, strict=True):
        for controller, label in plan["controllers"].items():
            mine = where(acks.timer, controller=controller, snr_db=snr_db)
            received = {cell.delack_ms: one.values["delivered"] for cell, one in mine.items()}
            means = [over_seeds(received[ms] / received[None]) for ms in timeouts]
            drawing.line(axes, timeouts, means, COLOURS[controller], label)
        axes.axvline(plan["run"]["delack_ms"], color=plot.GREY, linestyle=":", linewidth=1)
        axes.axvline(100, color=plot.GREY, linestyle="--", linewidth=0.8)
        axes.axhline(1, color=plot.GREY, linewidth=0.8)
        drawing.ticks(axes, [10, 20, 40, 100, 200, 500])
        axes.set_title(f"{snr_db} dB")
    return drawing.legend(panels[0], 3)


def waits(acks: Acks) -> Figure:
    plan, controllers = acks.study.plan, acks.study.plan["waits"]["controllers"]
    look: Any = {"xlabel": "apart by more than, ms", "ylabel": "share of pairs, %"}
    _, panels = drawing.panels(len(controllers), (9.6, 3.4), sharey=True, **look)
    for axes, controller in zip(panels, controllers, strict=True):
        for reordering, colour, label in BUFFERS:
            mine = where(acks.waits, controller=controller, reordering=reordering)
            pairs_ms = np.sort(np.concatenate([one.pairs_ms for one in mine.values()]))
            over = 100 * (1 - np.arange(1, len(pairs_ms) + 1) / max(len(pairs_ms), 1))
            if len(pairs_ms):
                axes.step(pairs_ms, over, where="post", color=colour, label=label)
        axes.axvline(plan["waits"]["over_ms"], color=plot.GREY, linestyle=":", linewidth=1)
        axes.axhline(10, color=plot.GREY, linestyle=":", linewidth=1)
        axes.set(ylim=(0, 100), xlim=(0, plan["run"]["delack_ms"]))
        axes.set_title(plan["controllers"][controller])
    return drawing.legend(panels[0], 2)


def clean(acks: Acks) -> Figure:
    controllers = acks.study.plan["clean"]["controllers"]
    look: Any = {"xlabel": "s", "ylabel": "cwnd, packets"}
    _, panels = drawing.panels(len(controllers), (9.6, 3.4), sharey=True, **look)
    for axes, controller in zip(panels, controllers, strict=True):
        for on, colour, label in SWITCH:
            one = acks.lossless[controller, on]
            axes.step(one.t_s, one.cwnd_packets, where="post", color=colour, lw=1, label=label)
        axes.set_title(acks.study.plan["controllers"][controller])
    panels[0].set_ylim(bottom=0)
    return drawing.legend(panels[0], 2)
