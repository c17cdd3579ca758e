"""The figure of a video: bitrates, throughput, buffer and stalls over time.

Draws the tables `segments` and `videos`, which docs/models/video.md explains. Users reach it as
`skyseam.plot.video`.
"""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from skyseam._arrays import Floats
from skyseam.plot import panels as panels_of
from skyseam.plot.panels import View
from skyseam.plot.style import GREY, NO_SEAM, from_zero, log_values, stacked
from skyseam.plot.transfers import of_flow

STALL = "#d1384b"


@of_flow('a run with `record = ["segments"]`')
def video(view: View) -> Figure:
    """Bitrate and throughput of each segment of a video, and its buffer with the stalls."""
    table = panels_of.table_of(view.results, "segments")
    told = view.row("videos", "video")
    rows = table.filter(pc.equal(table["flow"], view.flow))
    figure, (rates, buffer) = stacked((8.6, 5.0), 2, sharex=True)
    _rates(rates, rows)
    _buffer(buffer, rows, view, told["complete"])
    startup = "never began" if told["startup_ms"] is None else f"{told['startup_ms'] / 1e3:.1f} s"
    stalled = f"{told['stalls']} stalls of {told['stalled_ms'] / 1e3:.1f} s"
    rates.set_title(f"{told['name']}: start {startup}, {stalled}, {told['switches']} switches")
    view.time_axis(buffer)
    return figure


def _column(rows: pa.Table, name: str) -> Floats:
    found: Floats = rows[name].to_numpy(zero_copy_only=False).astype(float)
    return found


def _rates(axes: Axes, rows: pa.Table) -> None:
    requested_s, t_s = _column(rows, "requested_s"), _column(rows, "t_s")
    axes.plot(t_s, _column(rows, "throughput_bps") / 1e6, ".", ms=4, mew=0, color=GREY,
              label="throughput")  # fmt: skip
    axes.hlines(_column(rows, "bitrate_bps") / 1e6, requested_s, t_s, colors=NO_SEAM, lw=2.2,
                label="bitrate, from request to arrival")  # fmt: skip
    log_values(axes)
    axes.set_ylabel("Mbit/s")
    _legend(axes)


def _buffer(axes: Axes, rows: pa.Table, view: View, complete: bool) -> None:
    t_s, buffer_s = _column(rows, "t_s"), _column(rows, "buffer_s")
    until_s = _column(rows, "plays_until_s")
    at, level = course(t_s, buffer_s, until_s, view.span[1])
    axes.plot(at, level, color=NO_SEAM, lw=1.2, label="video buffered")
    for number, (begin, end) in enumerate(stalls(t_s, until_s, view.span[1], complete)):
        axes.axvspan(begin, end, color=STALL, alpha=0.35, lw=0,
                     label="stall" if number == 0 else None)  # fmt: skip
    from_zero(axes)
    axes.set_ylabel("buffer, s")
    _legend(axes)


def course(t_s: Floats, buffer_s: Floats, until_s: Floats, end_s: float) -> tuple[Floats, Floats]:
    """Return the buffer over time, s: it falls during playback and rises with each segment.

    Parameters
    ----------
    t_s, buffer_s, until_s
        Time of arrival of each segment, playback time buffered then, and time until which that
        plays (NaN while playback waits).
    end_s
        End of the curve.
    """
    at: list[float] = []
    level: list[float] = []
    nexts = np.append(t_s[1:], end_s)
    for arrived, buffered, until, following in zip(t_s, buffer_s, until_s, nexts, strict=True):
        at.append(arrived)
        level.append(buffered)
        if np.isnan(until):
            at.append(following)
            level.append(buffered)
            continue
        if until < following:
            at.append(until)
            level.append(0.0)
        at.append(following)
        level.append(max(0.0, until - following))
    return np.array(at), np.array(level)


def stalls(t_s: Floats, until_s: Floats, end_s: float, complete: bool) -> list[tuple[float, float]]:
    """Return the stalls of playback, s: from an empty buffer to the segment that ends the stall.

    Parameters
    ----------
    t_s, until_s
        Time of arrival of each segment, and time until which the buffer then plays (NaN while
        playback waits).
    end_s
        Latest end of a stall.
    complete
        Whether the last segment is the last of the video, after which there is no stall.
    """
    found: list[tuple[float, float]] = []
    empty: float | None = None
    plays = float("nan")
    for arrived, until in zip(t_s, until_s, strict=True):
        if empty is None and plays < arrived:
            empty = plays
        plays = until
        if empty is not None and not np.isnan(until):
            found.append((empty, float(arrived)))
            empty = None
    if empty is None and not complete and plays < end_s:
        empty = plays
    if empty is not None:
        found.append((empty, end_s))
    return found


def _legend(axes: Axes) -> None:
    """Put the legend above the axes, where there are no data."""
    axes.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), fontsize=8, frameon=False, ncols=3)
