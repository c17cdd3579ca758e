"""The visible content of a figure: texts that overlap, and lines that are cut off.

Used by tests of figures; draws them, computes no results.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox

SLACK_PX = 2.0
"""Texts whose boxes share less than this in one direction do not disturb each other."""


def _texts(figure: Figure) -> list[tuple[str, Bbox]]:
    """Return each visible text with its box in pixels, except ticks outside of their axis."""
    canvas = FigureCanvasAgg(figure)
    canvas.draw()  # type: ignore[no-untyped-call]
    renderer = canvas.get_renderer()  # type: ignore[no-untyped-call]
    hidden = set()
    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis):
            # Matplotlib has no public name for the ticks that it draws.
            drawn = axis._update_ticks() if axis.get_visible() else []  # type: ignore[union-attr]
            shown = {id(label) for tick in drawn for label in (tick.label1, tick.label2)}
            every = [*axis.get_major_ticks(), *axis.get_minor_ticks()]
            hidden |= {id(t) for tick in every for t in (tick.label1, tick.label2)} - shown
    return [
        (text.get_text(), _box(text, text.get_window_extent(renderer)))
        for text in figure.findobj(Text)
        if text.get_visible() and text.get_text().strip() and id(text) not in hidden
    ]


def _box(text: Text, extent: Bbox) -> Bbox:
    """Return the box of a text; for a slanted one a box of the line's height at its end."""
    angle = np.radians(text.get_rotation())
    if abs(np.sin(2 * angle)) < 0.1:
        return extent
    figure = text.get_figure(root=True)
    assert figure is not None
    high = float(text.get_fontsize()) / 72 * figure.dpi
    return Bbox.from_extents(extent.x1 - high / abs(np.sin(angle)), extent.y1 - 1, *extent.max)


def overlaps(figure: Figure) -> list[tuple[str, str]]:
    """Return the pairs of overlapping texts."""
    found = []
    for (one, a), (other, b) in combinations(_texts(figure), 2):
        wide = min(a.x1, b.x1) - max(a.x0, b.x0)
        high = min(a.y1, b.y1) - max(a.y0, b.y0)
        if wide > SLACK_PX and high > SLACK_PX:
            found.append((one, other))
    return found


def clipped(figure: Figure) -> list[str]:
    """Return the labels of lines that run along the upper or lower edge and are half cut off."""
    found = []
    for axes in figure.axes:
        low, high = axes.get_ylim()
        for line in axes.lines:
            if line.get_transform() != axes.transData or not line.get_clip_on():
                continue
            values = np.asarray(line.get_ydata(orig=False), dtype=float)
            values = values[np.isfinite(values)]
            if len(values) and (values == high).mean() > 0.05 and low < high:
                found.append(str(line.get_label()))
    return found
