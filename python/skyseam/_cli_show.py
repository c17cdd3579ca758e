"""Tables that commands print, beside what they write.

Owns which columns and rows a terminal is shown; how a table looks there is `_terminal`'s.
"""

from __future__ import annotations

import statistics
from collections import Counter
from typing import TYPE_CHECKING, Any

from skyseam import _terminal as terminal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pyarrow as pa

    from skyseam.results import Results


#: Rows of a table that a terminal is shown.
SHOWN = 20


def outcome(outcome: Results) -> None:
    """Print how flows and calls went."""
    calls = outcome.table("voice") if "voice" in outcome.tables else None
    of_calls = set() if calls is None else set(calls["flow"].to_pylist())
    flows_ = outcome.flows
    is_other = [flow not in of_calls for flow in flows_["flow"].to_pylist()]
    if any(is_other):
        flows(flows_.filter(is_other))
    if calls is not None:
        _calls(calls)


def _calls(calls: pa.Table) -> None:
    figures = [("mos", 2), ("mouth_to_ear_ms", 1), ("loss_percent", 2), ("jitter_ms", 2)]
    rows = [
        (
            row["name"],
            *("-" if row[key] is None else f"{row[key]:.{places}f}" for key, places in figures),
        )
        for row in calls.slice(0, SHOWN).to_pylist()
    ]
    columns = ["call", "MOS", "mouth to ear, ms", "lost or late, %", "jitter, ms"]
    terminal.table("calls", columns, rows, 1)
    if calls.num_rows > SHOWN:
        more = f"... and {calls.num_rows - SHOWN} more in voice.parquet"
        rated = calls["mos"].drop_null().to_pylist()
        if rated:
            more += f"; mean MOS of {len(rated)} {statistics.fmean(rated):.2f}"
        terminal.out.print(more)


def flows(flows: pa.Table) -> None:
    rows = [
        (
            row["name"],
            f"{row['source']} to {row['destination']}",
            "unfinished" if row["transfer_time_s"] is None else f"{row['transfer_time_s']:.6f}",
            f"{row['bytes']:,}",
            f"{row['retransmissions']:,}",
        )
        for row in flows.slice(0, SHOWN).to_pylist()
    ]
    columns = ["flow", "way", "transfer time, s", "bytes", "retransmissions"]
    terminal.table("flows", columns, rows, 2)
    if flows.num_rows > SHOWN:
        terminal.out.print(f"... and {flows.num_rows - SHOWN} more in flows.parquet")


def constellations(known: list[dict[str, Any]]) -> None:
    columns = [
        "name", "shell", "ISL pattern", "geometry", "planes x satellites", "altitude, km",
        "inclination, deg", "RAAN spread, deg", "mask, deg",
    ]  # fmt: skip
    rows = [
        (
            one["name"],
            shell["name"],
            one["isl_pattern"],
            one["geometry"],
            f"{shell['planes']} x {shell['satellites_per_plane']}",
            f"{shell['altitude_km']:g}",
            f"{shell['inclination_deg']:g}",
            f"{shell['raan_spread_deg']:g}",
            f"{one['elevation_mask_deg']:g}",
        )
        for one in known
        for shell in one["shells"]
    ]
    terminal.table("constellations", columns, rows, 4)
    terminal.out.print("skyseam constellations NAME says where the values come from")


def constellation(one: dict[str, Any]) -> None:
    rows = [(key, str(one[key])) for key in ("summary", "source", "satellites")]
    rows += [(path, str(value)) for path, value in _leaves(one["scenario"])]
    terminal.table(one["name"], ["key", "value"], rows, 2)


def _leaves(value: object, path: str = "") -> Iterator[tuple[str, object]]:
    """Give every value within tables and lists with the path of its key."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _leaves(inner, f"{path}[{index}]")
    else:
        yield path, value


def causes(table: pa.Table) -> None:
    from skyseam import plot

    rows = []
    for source, destination in plot.pairs_of(table):
        samples = plot.of_pair(table, (source, destination))
        way = f"{source} to {destination}"
        counted = Counter(samples["cause"].drop_null().to_pylist())
        if samples["delay_ms"].null_count == samples.num_rows:
            rows.append((way, "no path at any sample", f"{samples.num_rows:,}"))
        elif not counted:
            rows.append((way, "no change", f"{samples.num_rows:,}"))
        for name, (_, words, _) in plot.CAUSES.items():
            if name in counted:
                rows.append((way, words, f"{counted[name]:,}"))
    terminal.table("changes of delay by cause", ["pair", "cause", "samples"], rows, 2)


def days(handovers: pa.Table, pairs: Sequence[tuple[str, str]]) -> None:
    """Print how often each thing happened to the ends of `pairs` a day, where there are days."""
    from skyseam import plot

    ends = {end for pair in pairs for end in pair}
    rows = [
        (
            row["terminal"],
            plot.CAUSES[row["cause"]][1],
            f"{row['per_day_min']:,}",
            f"{row['per_day_mean']:,.1f}",
            f"{row['per_day_max']:,}",
            f"{row['without_link_s']:,.1f}",
        )
        for row in handovers.to_pylist()
        if row["terminal"] in ends and row["per_day_min"] is not None and row["count"] > 0
    ]
    if rows:
        columns = ["terminal", "cause", "least a day", "mean", "most", "s without link"]
        terminal.table("handovers a day", columns, rows, 2)
