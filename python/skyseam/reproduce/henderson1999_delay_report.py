"""The page on the delay studies of Henderson 1999: tables and words around what was computed.

Words only; every number comes from the outcome.
"""

from __future__ import annotations

import platform
from typing import Any

import numpy as np
import pyarrow as pa
import tomli_w

from skyseam import plot
from skyseam._core import __version__
from skyseam.reproduce import henderson1999_delay_figures as figures
from skyseam.reproduce import study
from skyseam.reproduce.henderson1999_delay import PAPER, Beside, Outcome
from skyseam.reproduce.report import Picture, Report, render

ODDS = 2.58
"""Standard errors that a difference by chance exceeds once in a hundred times."""


def report(outcome: Outcome) -> Report:
    """Make the report of a finished study."""
    pictures = _pictures(outcome)
    context = {
        "outcome": outcome,
        "compared": outcome.compared,
        "headline": _headline(outcome),
        "skies": _skies(outcome),
        "bands": outcome.bands,
        "odds": ODDS,
        "outside": {
            side: [row for row in outcome.bands if _is_outside(getattr(row, side))]
            for side in ("held", "attached")
        },
        "judged": sum(row.held.z is not None for row in outcome.bands),
        "of_day": _of_day(outcome),
        "causes": _causes(outcome),
        "days": _pooled(outcome),
        "excess": {outcome.pings[sky].label: rows for sky, rows in outcome.excess.items()},
        "example": outcome.example,
        "assumptions": study.document(PAPER, "assumptions.toml")["assumption"],
        "paper": study.document(PAPER, "study.toml")["paper"],
        "scenarios": {sky: tomli_w.dumps(text) for sky, text in outcome.scenarios.items()},
        "version": __version__,
        "python": platform.python_version(),
    }
    return Report(
        html=render("henderson1999_delay.html", context, pictures),
        compared=outcome.compared,
        tables={
            "pings": _pings_table(outcome),
            "delay": outcome.day,
            "handovers": outcome.handovers,
            "steps": _steps_table(outcome),
            "excess": _excess_table(outcome),
            "bands": _bands_table(outcome),
        },
        manifest={
            "paper": PAPER,
            "part": "delay",
            "quick": outcome.quick,
            "seed": outcome.study["seed"],
            "threads": outcome.threads,
            "wall_s": round(outcome.wall_s, 3),
            "study": outcome.study,
            "scenario": outcome.scenarios,
        },
        figures={f"{picture.name}.png": picture.draw(False) for picture in pictures},
    )


def _pictures(outcome: Outcome) -> list[Picture]:
    plan, example = outcome.study, outcome.example
    clock = f"{example['t_s'] / 3600:.2f} h"
    return [
        Picture(
            "pings",
            lambda dark: figures.pings(outcome, dark=dark),
            "Six clouds of points: one-way delay over great-circle distance, for Teledesic and "
            "Iridium with and without links across the seam, by least delay and by fewest hops.",
            "As Fig. 6.5 and its neighbours: one-way propagation delay of pings between random "
            "places. No signal is faster than light along the great circle. Stripes at short "
            "distances are numbers of links.",
        ),
        Picture(
            "histogram",
            lambda dark: figures.histogram(outcome, dark=dark),
            "Histogram of delays in bins of 10 ms: ours beside another program's.",
            f"The cloud of Teledesic with min-delay in bins of {plan['bin_ms']:g} ms, with 95 % "
            "intervals, beside the bins of the other program.",
        ),
        Picture(
            "day",
            lambda dark: figures.day(outcome, dark=dark),
            "Above, a day of delay from New York to San Francisco, a sawtooth with a high plateau "
            "of three hours; below, half an hour of it and the distribution of step sizes.",
            "As Fig. 6.9: propagation delay from New York to San Francisco, a sample every second. "
            "It drifts for minutes and then steps. On the plateau the seam lies between the two. "
            "The dashed lines are the 8 ms of the caption and the share that 'generally' is "
            "taken for.",
        ),
        Picture(
            "excess",
            lambda dark: figures.excess(outcome, dark=dark),
            "Mean and maximum of min-hop minus min-delay over great-circle distance, three panels.",
            "As Fig. 6.11 to 6.13: what fewest hops costs against least delay, for the same pings, "
            "per 1 Mm of distance. Diamonds are the other program's; a maximum grows with the "
            "number of pings and of those who look.",
        ),
        Picture(
            "example",
            lambda dark: figures.example(outcome, dark=dark),
            "Two maps from above the North Pole: the min-delay path crosses the seam at middle "
            "latitudes; the min-hop path takes another way with as many satellites.",
            f"As Fig. 6.13: the ping, at {clock}, that fewest hops costs most among those with "
            f"{example['satellites']} satellites on both paths and both ends in the north.",
        ),
        Picture(
            "pole",
            lambda dark: figures.pole(outcome, dark=dark),
            "Teledesic and Iridium from above the North Pole, with links, seam, and a star where "
            "the planes beside the seam cross.",
            "As Fig. 6.18 and 6.20: both constellations from above the pole. Inside the ring of "
            "missing cross links lies the polar region. The star marks where the planes on both "
            "sides of the seam cross: poleward of it left and right are exchanged.",
        ),
    ]


def _headline(outcome: Outcome) -> dict[str, Any]:
    teledesic = outcome.pings["teledesic"]
    covered = teledesic.covered("delay")
    primary = next(reading for reading in outcome.readings if reading.is_primary)
    return {
        "above_percent": outcome.compared[0].simulated.value,
        "mean_ms": float(covered.mean()),
        "at_most_percent": 100 * primary.at_most.value,
        "pings": len(teledesic.km),
        "contrast_percent": 100 * float(_above(outcome, _covered(outcome.contrast)).mean()),
    }


def _is_outside(beside: Beside) -> bool:
    return beside.z is not None and abs(beside.z) > ODDS


def _covered(delay_ms: study.Floats) -> study.Floats:
    return np.asarray(delay_ms[~np.isnan(delay_ms)])


def _above(outcome: Outcome, delay_ms: study.Floats) -> plot.Bools:
    return np.asarray(delay_ms > outcome.study["above_ms"])


def _skies(outcome: Outcome) -> list[dict[str, Any]]:
    """Return what the pings over each sky gave, by metric, and the contrast of places."""
    rows = []
    for pings in outcome.pings.values():
        for metric, words in figures.WORDS.items():
            rows.append(_sky(outcome, f"{pings.label}, {words}", pings.delay_ms[metric]))
    label = "Teledesic, min-delay, places uniform in latitude and longitude"
    rows.append(_sky(outcome, label, outcome.contrast))
    return rows


def _sky(outcome: Outcome, label: str, delay_ms: study.Floats) -> dict[str, Any]:
    covered = _covered(delay_ms)
    above = int(_above(outcome, covered).sum())
    return {
        "label": label,
        "mean": study.sample_mean(covered),
        "median": study.quantile(covered, 0.5),
        "p99": study.quantile(covered, 0.99),
        "most": float(covered.max()),
        "above": study.share(above, len(covered)).scaled(100),
        "without_path": len(delay_ms) - len(covered),
    }


def _of_day(outcome: Outcome) -> list[dict[str, Any]]:
    """Put the other program's day beside ours; a day has no sampling error."""
    band = study.document(PAPER, "bands.toml")["day"]
    plan = outcome.study["day"]
    delay_ms = outcome.day["delay_ms"].to_numpy()
    step_ms = next(reading for reading in outcome.readings if reading.is_primary).step_ms
    values = {
        "mean_ms": ("mean", "ms", np.nanmean(delay_ms)),
        "min_ms": ("smallest", "ms", np.nanmin(delay_ms)),
        "max_ms": ("largest", "ms", np.nanmax(delay_ms)),
        "without_path_s": ("without a path", "s", np.isnan(delay_ms).sum() * plan["step_s"]),
        "steps": ("steps", "count", len(step_ms)),
        "median_ms": ("median step", "ms", np.quantile(step_ms, 0.5)),
        "p90_ms": ("90th percentile of steps", "ms", np.quantile(step_ms, 0.9)),
        "p95_ms": ("95th percentile of steps", "ms", np.quantile(step_ms, 0.95)),
        "p99_ms": ("99th percentile of steps", "ms", np.quantile(step_ms, 0.99)),
        "at_most_percent": (
            f"steps of at most {plan['at_most_ms']:g} ms", "%",
            100 * (step_ms <= plan["at_most_ms"]).mean(),
        ),
    }  # fmt: skip
    return [
        {"quantity": words, "unit": unit, "band": band[key], "ours": float(ours)}
        for key, (words, unit, ours) in values.items()
    ]


def _causes(outcome: Outcome) -> list[dict[str, Any]]:
    at_most_ms = outcome.study["day"]["at_most_ms"]
    return [
        {
            "words": plot.CAUSES[cause][1],
            "colour": plot.CAUSES[cause][2],
            "count": len(step_ms),
            "median": float(np.median(step_ms)),
            "most": float(step_ms.max()),
            "at_most_percent": 100 * float((step_ms <= at_most_ms).mean()),
        }
        for cause, step_ms in figures.steps_by_cause(outcome).items()
    ]


def _pooled(outcome: Outcome) -> dict[str, Any]:
    """Return the steps of all days together, and how much days differ."""
    plan = outcome.study["day"]
    step_ms = np.concatenate([reading.step_ms for reading in outcome.days])
    shares = [100 * reading.at_most.value for reading in outcome.days]
    at_most = int((step_ms <= plan["at_most_ms"]).sum())
    return {
        "days": len(outcome.days),
        "steps": len(step_ms),
        "at_most": study.share(at_most, len(step_ms)).scaled(100),
        "quantile": study.quantile(step_ms, plan["share_percent"] / 100),
        "low": min(shares),
        "high": max(shares),
    }


def _pings_table(outcome: Outcome) -> pa.Table:
    """Return every ping: places, instant, and what it met over each sky by each metric."""
    parts = []
    for sky, pings in outcome.pings.items():
        for metric, table in pings.tables.items():
            names = pa.table({"sky": [sky] * len(table), "metric": [metric] * len(table)})
            for name in table.column_names:
                names = names.append_column(name, table[name])
            parts.append(names)
    return pa.concat_tables(parts)


def _steps_table(outcome: Outcome) -> pa.Table:
    parts = [
        pa.table({"reading": [reading.label] * len(reading.step_ms), "step_ms": reading.step_ms})
        for reading in (*outcome.readings, *outcome.days[1:])
    ]
    return pa.concat_tables(parts)


def _excess_table(outcome: Outcome) -> pa.Table:
    rows = [
        {
            "sky": sky, "from_mm": row.from_mm, "to_mm": row.to_mm, "n": row.mean.n,
            "mean_ms": row.mean.value, "low95_ms": row.mean.low95, "high95_ms": row.mean.high95,
            "max_ms": row.max_ms,
        }
        for sky, found in outcome.excess.items()
        for row in found
    ]  # fmt: skip
    return pa.Table.from_pylist(rows)


def _bands_table(outcome: Outcome) -> pa.Table:
    rows = [
        {
            "quantity": row.quantity, "unit": row.unit, "band": row.band,
            "held": row.held.ours.value, "held_z": row.held.z,
            "attached": row.attached.ours.value, "attached_z": row.attached.z,
        }
        for row in outcome.bands
    ]  # fmt: skip
    return pa.Table.from_pylist(rows)
