"""The panels of figures of a transfer: one axes each, drawn from recorded tables.

Owns the content and the colours of panels; `transfers` decides which panels a figure has, and for
which flow. Times are in s of simulated time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

import matplotlib as mpl
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.lines import Line2D
from numpy.typing import NDArray

from skyseam._arrays import Bools, Floats
from skyseam._errors import InputError
from skyseam.plot.style import CAUSES, GREY, from_zero

if TYPE_CHECKING:
    from skyseam.results import Results


RETRANSMISSIONS: dict[str, tuple[str, str]] = {
    "fast_retransmit": ("after duplicate ACKs", "#E69F00"),
    "rack": ("RACK", "#e0702a"),
    "partial_ack": ("after a partial ACK", "#a978c9"),
    "timeout": ("after a timeout", "#d1384b"),
    "tail_loss_probe": ("tail loss probe", "#009E73"),
}
"""For each cause of a retransmission: description and colour, for light and dark backgrounds."""

SENT = "#2b8cc9"
ACKED = "#009E73"
SACKED = "#CC79A7"
DROPPED = "#d1384b"
TWICE = "#8f7a2e"

_NAME_PT = 8
_CHARACTER = 0.62
"""Mean width of a character of a handover's name, in font sizes."""
_FEW = 0.005
_FAR = 2.0
"""An axis ends above the 99.5th percentile if the largest value is this many times as large."""
_MOST_QUEUES = 4
_UNNAMED = ""
"""Data that a sender repeats without considering them lost."""


@dataclass(frozen=True)
class View:
    """The part of the results that is drawn."""

    results: Results
    flow: int
    link: str | None
    span: tuple[float, float]

    def rows(self, name: str, columns: Sequence[str] | None = None) -> pa.Table:
        """Return the rows of the flow within the span."""
        table = table_of(self.results, name)
        table = table.filter(pc.equal(table["flow"], self.flow))
        return self.within(table if columns is None else table.select(columns))

    def row(self, name: str, kind: str) -> dict[str, Any]:
        """Return the row of a table for the flow.

        Raises
        ------
        InputError
            When there is none: the flow is not of this `kind`.
        """
        if name in self.results.tables:
            table = self.results.table(name)
            for row in table.filter(pc.equal(table["flow"], self.flow)).to_pylist():
                return dict(row)
        raise InputError(f"flow {self.flow} is not {kind}")

    def time_axis(self, axes: Axes) -> None:
        """Set the horizontal axis to the time shown."""
        axes.set_xlim(*self.span)
        axes.set_xlabel("simulated time, s")

    def within(self, table: pa.Table) -> pa.Table:
        """Return the rows of a table with `t_s` that lie in the time shown."""
        t_s = table["t_s"]
        return table.filter(
            pc.and_(pc.greater_equal(t_s, self.span[0]), pc.less_equal(t_s, self.span[1]))
        )


# The keys that record each table.
_RECORD = {
    "throughput": 'throughput_bin = "100 ms"',
    **{
        name: f'record = ["{name}"]'
        for name in (
            "sequence",
            "cwnd",
            "rtt",
            "queue",
            "retransmissions",
            "rate",
            "handovers",
            "voice_packets",
            "segments",
            "web_objects",
        )
    },
}


def table_of(results: Results, name: str) -> pa.Table:
    """Return a table of the results; an InputError says how to record one that is missing."""
    if name not in results.tables:
        raise InputError(
            f"these results hold no table {name!r}: write {_RECORD[name]} under [run] of the "
            "scenario and run it again"
        )
    return results.table(name)


Panel: TypeAlias = Callable[[Axes, View], None]
"""Draws a view into an axes."""


def sequence(axes: Axes, view: View) -> None:
    """Draw segments and acknowledgements by their offset in the stream."""
    rows = view.rows("sequence")
    divisor, unit = _bytes_unit(rows, "end_bytes", rows["kind"])
    kinds = np.array(rows["kind"].to_pylist(), dtype=object)
    t_s, start, end = (_floats(rows, name) for name in ("t_s", "start_bytes", "end_bytes"))
    start, end = start / divisor, end / divisor

    def strokes(at: Bools, colour: str, width: float, over: float) -> None:
        ends = np.stack([np.stack([t_s[at], start[at]], 1), np.stack([t_s[at], end[at]], 1)], 1)
        lines = LineCollection(list(ends), colors=colour, linewidths=width, zorder=over)
        lines.set_rasterized(len(ends) > 2000)
        axes.add_collection(lines)

    data = np.isin(kinds, ["sent", "resent", "arrived", "dropped"])
    if not data.any():
        why = "" if has_sequence(view) else "; only of TCP is the sequence recorded"
        raise InputError(f"flow {view.flow} sent no data between {view.span[0]:g} s and "
                         f"{view.span[1]:g} s{why}")  # fmt: skip
    low, high = float(start[data].min()), float(end[data].max())
    axes.set_ylim(low - 0.03 * (high - low), high + 0.06 * (high - low))
    arrived = kinds == "arrived"
    axes.plot(t_s[arrived], end[arrived], ".", ms=2.2, mew=0, color=GREY, alpha=0.55,
              zorder=2, rasterized=int(arrived.sum()) > 2000)  # fmt: skip
    strokes(kinds == "sacked", SACKED, 1.4, 3)
    strokes(kinds == "dsacked", TWICE, 2.0, 4)
    strokes(kinds == "sent", SENT, 1.6, 4)
    acked = kinds == "acked"
    # An ACK that was overtaken acknowledges less than is known.
    told = np.maximum.accumulate(end[acked])
    axes.step(t_s[acked], told, where="post", color=ACKED, lw=1.1, zorder=3)
    edge = kinds == "window"
    axes.step(t_s[edge], end[edge], where="post", color=GREY, lw=0.9, ls=":", zorder=2)
    shown = {
        "sent": (SENT, "|"), "arrived": (GREY, "."), "acknowledged": (ACKED, "_"),
    }  # fmt: skip
    if (kinds == "sacked").any():
        shown["selectively acknowledged"] = (SACKED, "|")
    if (kinds == "dsacked").any():
        shown["reported as received twice"] = (TWICE, "|")
    if edge.any() and end[edge].min() < high:
        shown["receive window"] = (GREY, "dotted")
    for words, (colour, marker) in shown.items():
        dotted = marker == "dotted"
        axes.plot([], [], ls=":" if dotted else "none", marker="" if dotted else marker, ms=8,
                  mew=1.6, color=colour, label=words)  # fmt: skip
    causes = np.array(rows["cause"].fill_null(_UNNAMED).to_pylist(), dtype=object)
    again = kinds == "resent"
    for cause, words, colour in _causes_in(causes[again]):
        at = again & (causes == cause)
        strokes(at, colour, 2.0, 5)
        axes.plot(t_s[at], start[at], "^", ms=4.5, mew=0, color=colour, zorder=6,
                  label=f"retransmitted: {words} ({int(at.sum())})")  # fmt: skip
    _ring_spurious(axes, view, divisor)
    lost = kinds == "dropped"
    if lost.any():
        axes.plot(t_s[lost], start[lost], "x", ms=5, mew=1.3, color=DROPPED, zorder=7,
                  label=f"dropped ({int(lost.sum())})")  # fmt: skip
    axes.set_ylabel(f"offset in the stream, {unit}")
    axes.legend(loc="upper left", handletextpad=0.5, labelspacing=0.35, frameon=True,
                facecolor=mpl.rcParams["axes.facecolor"], edgecolor="none", framealpha=0.85,
                ).set_zorder(9)  # fmt: skip


def has_sequence(view: View) -> bool:
    """Whether segments of the flow were recorded; those of QUIC and pings are not."""
    flows = table_of(view.results, "sequence")["flow"]
    return view.flow in pc.unique(flows).to_pylist()


def _ring_spurious(axes: Axes, view: View, divisor: float) -> None:
    if "retransmissions" not in view.results.tables:
        return
    rows = view.rows("retransmissions")
    rows = rows.filter(rows["spurious"].fill_null(False))
    if rows.num_rows:
        axes.plot(_floats(rows, "t_s"), _floats(rows, "offset_bytes") / divisor, "o", ms=8,
                  mfc="none", mew=1.0, color=GREY, zorder=8,
                  label=f"spurious ({rows.num_rows})")  # fmt: skip


def congestion(axes: Axes, view: View) -> None:
    """Draw the window, its threshold and the bytes in flight."""
    rows = _held(view, "cwnd", ["cwnd_bytes", "ssthresh_bytes", "in_flight_bytes"])
    t_s = rows["t_s"]
    window, threshold, flying = (
        rows[name] for name in ("cwnd_bytes", "ssthresh_bytes", "in_flight_bytes")
    )
    peak = float(np.nanmax(window, initial=1.0))
    divisor, unit = (1e6, "MB") if peak >= 2e6 else (1e3, "kB")
    axes.fill_between(t_s, flying / divisor, step="post", color=SENT, alpha=0.22, lw=0, zorder=2)
    axes.step(t_s, window / divisor, where="post", color=SENT, zorder=4)
    axes.step(t_s, threshold / divisor, where="post", color=GREY, lw=1.0, ls="--", zorder=3)
    axes.set_ylim(0, 1.14 * peak / divisor)
    axes.set_ylabel(f"window, {unit}")
    labels = [(_late(rows, "cwnd_bytes") / divisor, "cwnd", SENT)]
    if np.isfinite(threshold[-1]):
        labels.append((threshold[-1] / divisor, "ssthresh", GREY))
    labels.append((_late(rows, "in_flight_bytes") / divisor / 2, "in flight", _lighter(SENT)))
    _label_ends(axes, labels)
    if "retransmissions" in view.results.tables:
        _retransmission_ticks(axes, view)


def _retransmission_ticks(axes: Axes, view: View) -> None:
    """Mark retransmissions along the top by their cause."""
    rows = view.rows("retransmissions")
    causes = np.array(rows["cause"].fill_null(_UNNAMED).to_pylist(), dtype=object)
    t_s = _floats(rows, "t_s")
    for cause, words, colour in _causes_in(causes):
        at = causes == cause
        axes.plot(t_s[at], np.full(int(at.sum()), 0.965), "|", ms=8, mew=1.2, color=colour,
                  transform=axes.get_xaxis_transform(), zorder=5,
                  label=f"retransmitted: {words} ({int(at.sum())})")  # fmt: skip
    if len(causes):
        axes.legend(loc="lower right", ncols=4, handletextpad=0.1, columnspacing=1.2, fontsize=8,
                    frameon=True, facecolor=mpl.rcParams["axes.facecolor"], edgecolor="none",
                    framealpha=0.85)  # fmt: skip


def round_trips(axes: Axes, view: View) -> None:
    """Draw samples of the round trip and the smoothed value."""
    rows = view.rows("rtt")
    t_s, sample, smoothed = (_floats(rows, name) for name in ("t_s", "rtt_ms", "srtt_ms"))
    axes.plot(t_s, sample, ".", ms=2.4, mew=0, color=SENT, alpha=0.6, zorder=2,
              rasterized=len(t_s) > 2000)  # fmt: skip
    axes.plot(t_s, smoothed, color=DROPPED, lw=1.1, zorder=3)
    axes.set_ylabel("round-trip time, ms")
    if len(t_s):
        cut_off(axes, sample, "ms")
        _label_ends(axes, [(smoothed[-1], "smoothed", DROPPED), (sample[-1], "samples", SENT)])


def queue(axes: Axes, view: View) -> None:
    """Draw the number of packets that wait at a link."""
    table = table_of(view.results, "queue")
    names = pc.unique(table["link"]).to_pylist()
    if view.link is not None and view.link not in names:
        known = ", ".join(sorted(names)[:8])
        raise InputError(f"no packet waited before a link {view.link!r}; there are: {known}")
    tops = table.group_by("link").aggregate([("queue_packets", "max")]).to_pylist()
    tops = sorted(tops, key=lambda row: (-row["queue_packets_max"], row["link"]))
    longest = tops[0]["queue_packets_max"] if tops else 0
    worth = [row["link"] for row in tops if 10 * row["queue_packets_max"] > longest]
    links = [view.link] if view.link else worth[:_MOST_QUEUES]
    colours = mpl.rcParams["axes.prop_cycle"].by_key()["color"]
    labels = []
    for link, colour in zip(links, colours, strict=False):
        rows = _hold(table.filter(pc.equal(table["link"], link)), ["queue_packets"], view.span)
        axes.step(rows["t_s"], rows["queue_packets"], where="post", color=colour, lw=1.0)
        labels.append((_late(rows, "queue_packets"), link, colour))
    from_zero(axes)
    axes.set_ylabel("waiting, packets")
    _label_ends(axes, labels)


def throughput(axes: Axes, view: View) -> None:
    """Draw throughput and goodput."""
    rows = _held(view, "throughput", ["throughput_bps", "goodput_bps"])
    labels = []
    if "rate" in view.results.tables:
        rate = view.rows("rate")
        t_s, delivery, pacing = (
            _floats(rate, name) for name in ("t_s", "delivery_rate_bps", "pacing_rate_bps")
        )
        axes.plot(t_s, delivery / 1e6, ".", ms=2.4, mew=0, color=GREY, alpha=0.6, zorder=2,
                  rasterized=len(t_s) > 2000)  # fmt: skip
        known = delivery[np.isfinite(delivery)]
        if len(known):
            labels.append((float(known[-1]) / 1e6, "delivery rate", GREY))
        if np.isfinite(pacing).any():
            axes.step(t_s, pacing / 1e6, where="post", color="#a978c9", lw=0.9, zorder=3)
            labels.append((float(pacing[np.isfinite(pacing)][-1]) / 1e6, "pacing", "#a978c9"))
    for name, words, colour in (
        ("throughput_bps", "arrived", SENT),
        ("goodput_bps", "goodput", ACKED),
    ):
        axes.step(rows["t_s"], rows[name] / 1e6, where="post", color=colour, lw=1.2, zorder=4)
        labels.append((_late(rows, name) / 1e6, words, colour))
    from_zero(axes)
    axes.set_ylabel("rate, Mbit/s")
    _label_ends(axes, labels)


PANELS: list[tuple[str, Panel, float]] = [
    ("sequence", sequence, 3.8),
    ("cwnd", congestion, 2.2),
    ("rtt", round_trips, 1.9),
    ("throughput", throughput, 1.9),
    ("queue", queue, 1.7),
]


# ---- what panels share ----


def mark_handovers(axes: Axes, view: View, *, named: bool) -> None:
    """Draw a line at each handover of a terminal of the flow, with its cause if there is room.

    Handovers of terminals at the same instant with the same cause share a label. If labels would
    overlap, a legend lists the causes instead.
    """
    if "handovers" not in view.results.tables:
        return
    rows = view.within(table_of(view.results, "handovers")).to_pylist()
    if view.flow >= 0:
        flow = view.results.flows.slice(view.flow, 1).to_pylist()[0]
        wired = {flow["source"], flow["destination"]}
        # For a flow between nodes behind gateways, any terminal may be on the path.
        ends = [row for row in rows if row["terminal"] in wired]
        rows = ends or rows
    style: dict[str, Any] = {"lw": 1.0, "ls": (0, (5, 2)), "alpha": 0.9}
    terminals: dict[tuple[float, str], list[str]] = {}
    for row in rows:
        terminals.setdefault((row["t_s"], row["cause"]), []).append(row["terminal"])
    names = []
    for (t_s, cause), there in sorted(terminals.items()):
        _, words, colour = CAUSES.get(cause, ("?", cause, GREY))
        axes.axvline(t_s, color=colour, zorder=1, **style)
        names.append((t_s, f"{', '.join(there)}: {words}", colour))
    if not named:
        return
    if _have_room(axes, view, names):
        for t_s, text, colour in names:
            axes.annotate(
                text, (t_s, 1), (0, 3), fontsize=_NAME_PT, color=colour, va="bottom", ha="center",
                xycoords=axes.get_xaxis_transform(), textcoords="offset points",
                annotation_clip=True,
            )  # fmt: skip
        return
    counts = Counter(row["cause"] for row in rows)
    handles = [
        Line2D([], [], color=colour, label=f"{words} ({counts[cause]})", **style)
        for cause, (_, words, colour) in CAUSES.items()
        if cause in counts
    ]
    axes.figure.legend(handles=handles, loc="outside lower center", ncols=4, fontsize=8)


def _have_room(axes: Axes, view: View, names: Sequence[tuple[float, str, str]]) -> bool:
    """Return whether names centred at instants fit beside each other above the axes."""
    inches = axes.get_window_extent().width / mpl.rcParams["figure.dpi"]
    per_s = inches * 72 / (view.span[1] - view.span[0])
    halves = [0.5 * _CHARACTER * _NAME_PT * len(text) for _, text, _ in names]
    return all(
        (later - earlier) * per_s > half + other
        for (earlier, later), (half, other) in zip(
            pairwise(t_s for t_s, _, _ in names), pairwise(halves), strict=True
        )
    )


def cut_off(axes: Axes, values: Floats, unit: str, *, is_vertical: bool = True) -> None:
    """Limit an axis so that a few very large values do not flatten the rest; state their number.

    Values are those of the vertical axis, or of the horizontal one of a distribution.
    """
    values = values[np.isfinite(values)]
    if not len(values):
        return
    usual = float(np.quantile(values, 1 - _FEW))
    largest = float(values.max())
    if usual <= 0 or largest <= _FAR * usual:
        return
    top = 1.15 * usual
    beyond = int((values > top).sum())
    if is_vertical:
        axes.set_ylim(top=top)
    else:
        axes.set_xlim(right=top)
    corner, side = (1, "top") if is_vertical else (0, "bottom")
    axes.annotate(
        f"{beyond} of {len(values)} beyond, up to {largest:.4g} {unit}", (1, corner),
        (-4, -4 if is_vertical else 4),
        xycoords="axes fraction", textcoords="offset points", ha="right", va=side, fontsize=8,
        color=GREY, bbox={"fc": mpl.rcParams["axes.facecolor"], "ec": "none", "pad": 1.0},
    )  # fmt: skip


def _label_ends(axes: Axes, labels: Sequence[tuple[float, str, str]]) -> None:
    """Write each line's name at its right end, spread apart so that names do not overlap."""
    low, high = axes.get_ylim()
    inches = axes.get_window_extent().height / mpl.rcParams["figure.dpi"]
    least = 0.17 / max(inches, 0.5)
    wanted = sorted(
        (min(max((y - low) / (high - low), 0.0), 1.0), text, c) for y, text, c in labels
    )
    placed: list[float] = []
    for y, _, _ in wanted:
        placed.append(max(y, placed[-1] + least) if placed else y)
    beyond = max(0.0, placed[-1] - 1.0) if placed else 0.0
    for y, (_, text, colour) in zip(placed, wanted, strict=True):
        axes.annotate(
            text, (1, y - beyond), (5, 0), xycoords="axes fraction", textcoords="offset points",
            color=colour, fontsize=8.5, va="center", annotation_clip=False,
        )  # fmt: skip


def _causes_in(causes: NDArray[np.object_]) -> list[tuple[str, str, str]]:
    """Return cause, description and colour of the causes present, in the order of the legend."""
    there = set(causes.tolist())
    known = [(name, *look) for name, look in RETRANSMISSIONS.items() if name in there]
    return [*known, *([(_UNNAMED, "window probe", GREY)] if _UNNAMED in there else [])]


def _bytes_unit(rows: pa.Table, column: str, kinds: pa.ChunkedArray) -> tuple[float, str]:
    """Return the divisor of bytes and its unit, by the data without the receive window."""
    data = rows.filter(pc.not_equal(kinds, "window"))
    peak = max(_floats(data, column), default=0.0)
    return (1e6, "MB") if peak >= 2e6 else (1e3, "kB")


def _floats(rows: pa.Table, name: str) -> Floats:
    """Return a column as floats, nulls as NaN."""
    column = pc.cast(rows[name], pa.float64())
    return np.asarray(pc.fill_null(column, float("nan")).to_numpy(), dtype=float)


def _held(view: View, name: str, columns: Sequence[str]) -> dict[str, Floats]:
    table = table_of(view.results, name)
    return _hold(table.filter(pc.equal(table["flow"], view.flow)), columns, view.span)


def _hold(table: pa.Table, columns: Sequence[str], span: tuple[float, float]) -> dict[str, Floats]:
    """Return values that hold until the next one, from the start of the span to its end."""
    t_s = _floats(table, "t_s")
    first = max(int(np.searchsorted(t_s, span[0], side="right")) - 1, 0)
    last = int(np.searchsorted(t_s, span[1], side="right"))
    if not len(t_s) or last <= first:
        return {"t_s": np.array(span), **{name: np.zeros(2) for name in columns}}
    held = {name: _floats(table, name)[first:last] for name in columns}
    held = {name: np.append(values, values[-1]) for name, values in held.items()}
    return {"t_s": np.append(np.maximum(t_s[first:last], span[0]), span[1]), **held}


def _late(rows: dict[str, Floats], name: str) -> float:
    """Return the most frequent value in the last tenth of the span, where the label is placed."""
    t_s, values = rows["t_s"], rows[name]
    times = np.linspace(t_s[-1] - 0.1 * (t_s[-1] - t_s[0]), t_s[-1], 101)
    return float(np.median(values[np.searchsorted(t_s, times, side="right") - 1]))


def _lighter(colour: str) -> str:
    """Return the colour blended half with white."""
    ground = mpl.colors.to_rgb(mpl.rcParams["axes.facecolor"])
    mixed = 0.55 * np.array(mpl.colors.to_rgb(colour)) + 0.45 * np.array(ground)
    return mpl.colors.to_hex((float(mixed[0]), float(mixed[1]), float(mixed[2])))
