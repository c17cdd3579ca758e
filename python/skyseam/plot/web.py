"""Figures of web pages: the waterfall of their objects.

Draws the tables `web_objects` and `pages`, which docs/models/web.md explains. Users reach it as
`skyseam.plot.waterfall`.
"""

from __future__ import annotations

import numpy as np
import pyarrow.compute as pc
from matplotlib.figure import Figure

from skyseam._errors import InputError
from skyseam.plot.panels import View
from skyseam.plot.style import GREY, stacked
from skyseam.plot.transfers import of_flow

RESPONSE = "#3a76d6"
WAITING = "#a8cdea"
FOLD = "#E69F00"
"""Colours of what arrives, what is waited for, and when all above the fold was there."""
MOST_NAMED = 60
"""The most objects that are named at the side of a figure."""


@of_flow('a run with `record = ["web_objects"]`')
def waterfall(view: View) -> Figure:
    """Objects of the pages of a flow: discovered, requested, waiting, arriving."""
    rows = view.rows("web_objects").sort_by("requested_s")
    count = rows.num_rows
    if not count:
        raise InputError(f"no object of a web page arrived for flow {view.flow} in this time")
    found, asked, first, last = (
        rows[name].to_numpy() for name in ("discovered_s", "requested_s", "first_byte_s", "t_s")
    )
    figure, (axes,) = stacked((8.6, 1.2 + 0.16 * min(count, 2 * MOST_NAMED)))
    at = np.arange(count)
    axes.barh(at, asked - found, left=found, height=0.25, color=GREY, label="no connection free")
    axes.barh(at, first - asked, left=asked, height=0.5, color=WAITING, label="requested, waiting")
    axes.barh(at, last - first, left=first, height=0.8, color=RESPONSE, label="arriving")
    pages = view.results.table("pages") if "pages" in view.results.tables else None
    if pages is not None:
        pages = pages.filter(pc.equal(pages["flow"], view.flow))
        for began, fold, load in zip(
            *(pages[name].to_pylist() for name in ("t_s", "above_fold_s", "load_s")), strict=True
        ):
            if fold is not None:
                axes.axvline(began + fold, color=FOLD, lw=1, ls="--")
            if load is not None:
                axes.axvline(began + load, color=GREY, lw=1)
    if count <= MOST_NAMED:
        names = zip(rows["object"].to_pylist(), rows["connection"].to_pylist(), strict=True)
        axes.set_yticks(at, [f"{name} ({connection})" for name, connection in names], fontsize=6)
    axes.set_ylim(count - 0.5, -0.5)
    axes.set(xlabel="simulated time, s", ylabel="object (connection)")
    axes.legend(loc="lower left", fontsize=7)
    title = f"{view.results.flows['name'][view.flow].as_py()}: objects of its pages"
    axes.set_title(f"{title} (dashed: above the fold complete; solid: loaded)")
    return figure
