"""Tables that commands print, in addition to the files they write; `summary` has others.

Owns the columns and rows that a terminal shows; `terminal` lays them out.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from skyseam.cli import terminal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pyarrow as pa


def constellations(known: list[dict[str, Any]]) -> None:
    """Print the presets, one row each."""
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
    """Print the values of a preset."""
    rows = [(key, str(one[key])) for key in ("summary", "source", "satellites")]
    rows.append(("source of handover", one["handover"]["source"]))
    rows += [(path, str(value)) for path, value in _leaves(one["scenario"])]
    terminal.table(one["name"], ["key", "value"], rows, 2)


def _leaves(value: object, path: str = "") -> Iterator[tuple[str, object]]:
    """Yield every value within tables and lists, with the path of its key."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _leaves(inner, f"{path}[{index}]")
    else:
        yield path, value


def pairs(pairs: pa.Table) -> None:
    """Print the delays of each pair, and its time without a path."""
    rows = [
        (
            f"{row['source']} to {row['destination']}",
            *("-" if row[key] is None else f"{row[key]:.2f}" for key in ("median_ms", "p95_ms")),
            "-" if row["great_circle_km"] is None else f"{row['great_circle_km']:,.0f}",
            f"{row['without_path_s']:,.3f}",
            f"{row['gaps']:,}",
        )
        for row in pairs.to_pylist()
    ]
    columns = ["pair", "median, ms", "95 %, ms", "great circle, km", "s without a path", "gaps"]
    terminal.table("one-way delay", columns, rows, 1)


def causes(table: pa.Table) -> None:
    """Print the number of delay changes of each pair by cause."""
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
    """Print the number of events per whole day, by kind, at the endpoints of `pairs`."""
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
