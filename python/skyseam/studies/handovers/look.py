"""The page and tables of the study of handovers, and its verdicts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa

from skyseam import plot
from skyseam.reproduce import Estimate, digits, interval, said, transfers

from .. import frame
from ..frame import Table, changed
from .analysis import CAUSES, ELEVATION, QUEUED, Handovers, Sky


def page(found: Handovers) -> dict[str, Any]:
    """Return the content of the page."""
    return frame.page(found) | {
        "pair": _pair(found),
        "fibre": {label: sky.fibre_ms for label, sky in found.skies.items() if sky.fibre_ms},
        "has_bulk": bool(found.bulk),
    }


def kept(found: Handovers) -> dict[str, pa.Table]:
    """Return the delay over time and every transfer."""
    labels = [label for label, sky in found.skies.items() for _ in range(len(sky.delay))]
    delay = pa.concat_tables([sky.delay for sky in found.skies.values()])
    return {
        "delay": delay.add_column(0, "constellation", pa.array(labels)),
        "transfers": transfers.table_of(found.files),
    }


def listed(found: Handovers) -> dict[str, Table]:
    """Return the tables of the page, by name."""
    made = (_summary, _sources, _costs, _seam, _dips)
    return {one.__name__.removeprefix("_"): one(found) for one in made}


def _summary(found: Handovers) -> Table:
    sizes = found.study.plan["sizes"]
    head = ["constellation", "delay, median, ms", "5 % to 95 %, ms", "without path, %"]
    head += ["changes a day", *(f"handovers of {end} a day" for end in _pair(found))]
    head += ["separated by the seam, %", *(f"{size}, s" for size in sizes), "unfinished"]
    rows = []
    for label, sky in found.skies.items():
        delay_ms = sky.delay_ms[sky.has_path]
        low, middle, high = np.percentile(delay_ms, [5, 50, 95]) if len(delay_ms) else [np.nan] * 3
        changes = sum(int((sky.causes == cause).sum()) for cause in CAUSES)
        row = [label, digits(middle), f"{digits(low)} to {digits(high)}"]
        row += [f"{100 * (1 - sky.has_path.mean()):.1f}", f"{sky.per_day(changes):.0f}"]
        row += [f"{_handovers(sky, end):.0f}" for end in _pair(found)]
        row += [f"{100 * sky.separated.mean():.1f}"]
        for size in sizes:
            told = found.at_any_time(label, size)
            row += [digits(None) if told is None else said(told[0])]
        rows.append([*row, str(found.unfinished(label))])
    return ("delay and transfers at any time", head, rows, 1)


def _pair(found: Handovers) -> list[str]:
    return list(found.study.plan["skies"][0]["pair"])


def _handovers(sky: Sky, end: str) -> float:
    counts = (
        sky.per_day(row["count"])
        for row in sky.handovers.to_pylist()
        if row["terminal"] == end and str(row["cause"]).endswith("handover")
    )
    return float(sum(counts))


def _sources(found: Handovers) -> Table:
    head = ["constellation", "source", "a day", "size, median, ms", "95 %, ms", "largest, ms"]
    rows = []
    for label, sky in found.skies.items():
        varied = sky.variation()
        whole = sum(float(one.sum()) for one in varied.values())
        for cause in (ELEVATION, *CAUSES):
            count = len(varied.get(cause, ()))
            if cause != ELEVATION:
                count = int((sky.causes == cause).sum())
            if not count:
                continue
            sizes = varied.get(cause, np.array([np.nan]))
            spread = [digits(float(np.quantile(sizes, q))) for q in (0.5, 0.95, 1.0)]
            share = 100 * float(np.nansum(sizes)) / whole
            row = [label, plot.CAUSES[cause][1], f"{sky.per_day(count):.0f}", *spread]
            rows.append([*row, f"{share:.1f}"])
    return ("sources of the variation of the delay", [*head, "share, %"], rows, 2)


def _costs(found: Handovers) -> Table:
    head = ["constellation", "change", "size", "longer, what waits lost, %", "95 %"]
    head += ["longer, forwarded, %", "95 %", "after to before, %", "drops", "resent", "changes"]
    rows = []
    for label, cause in found.rows():
        for size in found.study.plan["sizes"]:
            one, what = found.cost(label, size, cause), plot.CAUSES[cause][1]
            if one is None:
                rows.append([label, what, size, *[digits(None)] * 7, "0"])
                continue
            row = [label, what, size, digits(one.lost.value), interval(one.lost)]
            row += [digits(one.forwarded.value), interval(one.forwarded), digits(one.step.value)]
            rows.append([*row, digits(one.drops), digits(one.retransmissions), str(one.n)])
    return ("what a change that stands alone costs a transfer", head, rows, 3)


def _seam(found: Handovers) -> Table:
    head = ["constellation", "size", "not separated, s", "separated, s", "longer, %", "95 %"]
    rows = []
    for label in found.skies:
        for size in found.study.plan["sizes"]:
            told = found.seam(label, size)
            if told is not None:
                near, far, ratio = told
                row = [label, size, said(near.mean("s")), said(far.mean("s"))]
                rows.append([*row, digits(ratio.value), interval(ratio)])
    return ("transfers on either side of the seam", head, rows, 2)


def _dips(found: Handovers) -> Table:
    head = ["constellation", "change", "before, Mbit/s"]
    head += [f"lowest, what waits {queued}" for queued in QUEUED]
    rows = []
    for label, cause in found.rows():
        dips = [found.dip(label, cause, queued) for queued in QUEUED]
        if dips[0] is not None and dips[1] is not None:
            row = [label, plot.CAUSES[cause][1], said(dips[0][0])]
            rows.append([*row, said(dips[0][1]), said(dips[1][1])])
    return ("bulk data around a change", head, rows, 2)


def verdicts(found: Handovers) -> Iterator[str]:
    """Yield the verdict on each constellation, with intervals."""
    pair = " to ".join(_pair(found))
    for label, sky in found.skies.items():
        if not sky.has_path.any():
            yield f"{label}, {pair}: no path in the whole time."
            continue
        varied = {cause: float(one.sum()) for cause, one in sky.variation().items()}
        most = max(varied, key=lambda cause: varied[cause])
        share = 100 * varied[most] / sum(varied.values())
        source = f"{share:.0f} % of the variation of the delay comes from {_several(most)}."
        words = [source, *_costliest(found, label), *_seam_words(found, label)]
        yield " ".join([f"{label}, {pair}:", *words, *_losses(found, label)])


def _several(cause: str) -> str:
    name = plot.CAUSES[cause][1]
    return f"{name}s" if name.endswith(("handover", "change")) else name


def _costliest(found: Handovers, label: str) -> Iterator[str]:
    """Yield the cost of the most frequent isolated change to each size."""
    sky = found.skies[label]
    there = sorted(CAUSES, key=lambda cause: -int((sky.causes == cause).sum()))
    for size in found.study.plan["sizes"]:
        known = ((cause, found.cost(label, size, cause)) for cause in there)
        told = next(((cause, one) for cause, one in known if one is not None), None)
        if told is None:
            yield f"No change stands alone long enough for {size}."
            continue
        cause, cost = told
        name, lost, kept = plot.CAUSES[cause][1], _longer(cost.lost), _longer(cost.forwarded)
        article = "an" if name[0] in "aeiouI" else "a"
        fate = f" if what waits is lost, {kept} if it is forwarded"
        yield f"A transfer of {size} across {article} {name}: {lost}{'' if lost == kept else fate}."


def _longer(change: Estimate) -> str:
    return changed(change, "longer", "shorter")


def _seam_words(found: Handovers, label: str) -> Iterator[str]:
    size = found.study.plan["sizes"][0]
    told = found.seam(label, size)
    if told is not None:
        yield f"{size} across the seam: {_longer(told[2])}."
    elif not found.skies[label].separated.any():
        yield "No seam separates the two."


def _losses(found: Handovers, label: str) -> Iterator[str]:
    size = found.study.plan["sizes"][-1]
    told = found.at_any_time(label, size)
    if told is not None:
        if told[1].low95 == told[1].high95 == 0:
            yield f"Of {told[1].n} transfers of {size} at any time none met a loss at a handover."
        else:
            yield f"{size} at any time, by losses at handovers: {_longer(told[1])}."
