"""Figures of a transfer: sequence over time, window, round trips, queue, throughput.

Each function takes the results of a run and returns one figure; `transfer` draws all recorded
panels over one time axis. They draw recorded tables; if one is missing, the error says how to
record it. Users reach them as `skyseam.plot.sequence` and so on; `panels` has the content of each
panel.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import pyarrow.compute as pc
from matplotlib.figure import Figure

from skyseam._errors import InputError
from skyseam._work import expect, whole
from skyseam._work import number as number_of
from skyseam.plot import panels as panels_of
from skyseam.plot.panels import Panel, View
from skyseam.plot.style import stacked, styled
from skyseam.results import Results


def view_of(
    results: Results,
    flow: int | str | None,
    link: str | None,
    start_s: float | None,
    end_s: float | None,
) -> View:
    """Return the part of the results to draw: the requested flow, link and time span."""
    expect("results", results, Results)
    flows = results.flows
    number = flow if isinstance(flow, str) else whole("flow", 0 if flow is None else flow, 0)
    if isinstance(number, str):
        found = flows.filter(pc.equal(flows["name"], number))["flow"].to_pylist()
        if not found:
            known = ", ".join(sorted(set(flows["name"].to_pylist())))
            raise InputError(f"no flow is called {number!r}; there are: {known}")
        number = found[0]
    if not 0 <= number < flows.num_rows:
        raise InputError(f"flow is {number}; these results have flows 0 to {flows.num_rows - 1}")
    row = flows.slice(number, 1).to_pylist()[0]
    if row["first_sent_s"] is None:
        raise InputError(f"flow {number} had not begun when the run ended: nothing to draw")
    first = row["start_s"]
    last = row["finished_s"] or results.manifest.get("ended_at_s") or row["last_received_s"]
    # If a proxy splits the connection, its sender finishes before the data have arrived.
    last = max(last, row["last_received_s"] or last)
    begin = first if start_s is None else number_of("start_s", start_s)
    end = last if end_s is None else number_of("end_s", end_s)
    if not begin < end:
        raise InputError(f"nothing happens between {begin:g} s and {end:g} s; the flow begins at "
                         f"{first:g} s and ends at {last:g} s")  # fmt: skip
    return View(results, number, link, (begin, end))


class FlowFigure(Protocol):
    """Draws a figure of one flow."""

    def __call__(
        self,
        results: Results,
        flow: int | str | None = None,
        *,
        start_s: float | None = None,
        end_s: float | None = None,
        dark: bool = False,
    ) -> Figure:
        """Return the figure."""


_PARAMETERS = """

    Parameters
    ----------
    results
        Results of {}.
    flow
        Number or name; the first flow when None.
    start_s, end_s
        Time span, s of simulated time; the whole flow when None.
    dark
        Use the dark style.

    Raises
    ------
    InputError
        When a required table was not recorded, or there is no such flow of this kind.
    """


def of_flow(recorded: str) -> Callable[[Callable[[View], Figure]], FlowFigure]:
    """Create the figure function of a panel; `recorded` describes the results it requires."""

    def decorate(draw: Callable[[View], Figure]) -> FlowFigure:
        @styled
        def figure(
            results: Results,
            flow: int | str | None = None,
            *,
            start_s: float | None = None,
            end_s: float | None = None,
            dark: bool = False,
        ) -> Figure:
            return draw(view_of(results, flow, None, start_s, end_s))

        figure.__module__, figure.__name__ = draw.__module__, draw.__name__
        figure.__qualname__ = draw.__qualname__
        figure.__doc__ = (draw.__doc__ or "").rstrip() + _PARAMETERS.format(recorded)
        return figure

    return decorate


def _figure(view: View, panels: Sequence[Panel], heights: Sequence[float], title: str) -> Figure:
    look = {"sharex": True, "height_ratios": list(heights)}
    figure, grid = stacked((8.6, sum(heights) + 0.7), len(panels), **look)
    for axes in grid:
        axes.set_xlim(*view.span)
    for number, (axes, panel) in enumerate(zip(grid, panels, strict=True)):
        panel(axes, view)
        panels_of.mark_handovers(axes, view, named=number == 0)
    view.time_axis(grid[-1])
    grid[0].set_title(title, pad=22 if "handovers" in view.results.tables else 10)
    return figure


def _title(view: View, words: str) -> str:
    row = view.results.flows.slice(view.flow, 1).to_pylist()[0]
    return f"{words} of {row['name']!r} (flow {view.flow}), {row['source']} to {row['destination']}"


@of_flow(
    'a run with `record = ["sequence"]`; with `retransmissions` spurious ones are ringed, with '
    "`handovers` these are marked"
)
def sequence(view: View) -> Figure:
    """Sequence over time: data sent, retransmitted (why, and whether spurious), dropped, arrived.

    Cumulative ACKs form the lower line; SACK blocks and the receive window's edge are shown too.
    """
    return _figure(view, [panels_of.sequence], [4.6], _title(view, "Sequence"))


@of_flow('a run with `record = ["cwnd"]`, preferably with `retransmissions` and `handovers`')
def congestion(view: View) -> Figure:
    """Congestion window, slow-start threshold and bytes in flight over time.

    Retransmissions are marked at the top by their cause if they were recorded.
    """
    return _figure(view, [panels_of.congestion], [3.4], _title(view, "Congestion window"))


@of_flow('a run with `record = ["rtt"]`')
def round_trips(view: View) -> Figure:
    """Round-trip samples and their smoothed value over time."""
    return _figure(view, [panels_of.round_trips], [3.0], _title(view, "Round trips"))


@styled
def queue(
    results: Results,
    link: str | None = None,
    *,
    start_s: float | None = None,
    end_s: float | None = None,
    dark: bool = False,
) -> Figure:
    """Packets waiting before links over time.

    Parameters
    ----------
    results
        Results of a run with `record = ["queue"]`.
    link
        Name of the link; the four with the longest queues when None.
    start_s, end_s, dark
        As in :func:`sequence`.
    """
    expect("results", results, Results)
    table = panels_of.table_of(results, "queue")
    first = table["t_s"][0].as_py() if table.num_rows else 0.0
    ended = results.manifest.get("ended_at_s") or max(table["t_s"].to_pylist(), default=1.0)
    span = (
        first if start_s is None else number_of("start_s", start_s),
        ended if end_s is None else number_of("end_s", end_s),
    )
    if not span[0] < span[1]:
        raise InputError(f"nothing happens between {span[0]:g} s and {span[1]:g} s")
    view = View(results, -1, link, span)
    return _figure(view, [panels_of.queue], [3.0], "Queues" if link is None else f"Queue of {link}")


@of_flow(
    "a run with `throughput_bin`; if `rate` was recorded, delivery and pacing rates are drawn too"
)
def throughput(view: View) -> Figure:
    """Throughput and goodput over time, and the sender's own estimate."""
    return _figure(view, [panels_of.throughput], [3.0], _title(view, "Throughput"))


@styled
def transfer(
    results: Results,
    flow: int | str | None = None,
    *,
    link: str | None = None,
    start_s: float | None = None,
    end_s: float | None = None,
    dark: bool = False,
) -> Figure:
    """All recorded series of a transfer, one panel each, on one time axis.

    Parameters
    ----------
    results
        Results of a run that recorded at least one of `sequence`, `cwnd`, `rtt`, `queue`, or has
        `throughput_bin`.
    link
        Link whose queue is drawn; those with the longest queues when None.
    flow, start_s, end_s, dark
        As in :func:`sequence`.
    """
    view = view_of(results, flow, link, start_s, end_s)
    there = [
        (panel, height)
        for name, panel, height in panels_of.PANELS
        if name in results.tables and (name != "sequence" or panels_of.has_sequence(view))
    ]
    if not there:
        return sequence(results, flow, start_s=start_s, end_s=end_s, dark=dark)  # which says why
    return _figure(view, [p for p, _ in there], [h for _, h in there], _title(view, "Transfer"))
