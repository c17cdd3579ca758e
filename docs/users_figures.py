"""Renews the results of runs in docs/users.md: ten thousand users, pages over a GEO satellite.

Run from the root of the repository: `python docs/users_figures.py`; two minutes. Draws
docs/images/groups.png. Times and memory of runs are measured by `bench/run`.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import marks
from samples import small

import skyseam
from skyseam import plot
from skyseam.plot.style import png

DOCS = Path(__file__).resolve().parent
SCENARIOS = DOCS.parent / "scenarios"
PAGE = DOCS / "users.md"
HEAD = [
    "users", "part", "sessions", "finished, %", "goodput 5 %, Mbit/s", "median", "95 %",
    "page load time median, s", "95 %",
]  # fmt: skip


def count(value: int, unit: str = "") -> str:
    """Return a number of items in the form of prose."""
    return f"{value / 1e6:.1f} million{unit}" if value >= 1e6 else f"{value:,}{unit}"


def of_starlink(results: skyseam.Results) -> str:
    """Return the numbers of sessions and packets, and the results of each component."""
    manifest = results.manifest
    ended = manifest["flows_ended"]
    parts: dict[tuple[str, str], dict[str, dict[str, Any]]] = {}
    for row in results.groups().to_pylist():
        if row["part"] is not None:
            parts.setdefault((row["users"], row["part"]), {})[row["measure"]] = row
    rows = []
    for (users, part), of in parts.items():
        goodput, loads = of["goodput"], of.get("page load time")
        rows.append(
            [users, part, f"{goodput['sessions']:,}"]
            + [f"{100 * goodput['finished'] / goodput['sessions']:.1f}"]
            + [f"{goodput[at] / 1e6:.2f}" for at in ("p5", "p50", "p95")]
            + ([f"{loads[at]:.2f}" for at in ("p50", "p95")] if loads else ["", ""])
        )
    load = manifest["satellite_load"]
    lead = (
        f"{results.table('users').num_rows:,} users held {sum(ended.values()):,} sessions, "
        f"{ended['finished']:,} of which finished within the minute:\n"
        f"{count(manifest['packet_hops'], ' packet-hops')}, {count(manifest['events'], ' events')}."
        f" {load['satellites']} satellites sent {load['bytes'] / 1e9:.1f} GB down."
    )
    return f"{lead}\n\n{marks.table(HEAD, rows)}"


def of_geo(results: skyseam.Results) -> str:
    """Return the load times of pages through the proxy and from end to end."""
    loads = {
        row["users"]: row["mean"]
        for row in results.groups().to_pylist()
        if row["measure"] == "page load time" and row["part"] is None
    }
    words = " and ".join(f"{value:.2f} s over `{name}`" for name, value in loads.items())
    return f"The mean page load time is {words}."


def main() -> None:
    """Run both scenarios, write the blocks and draw the figure."""
    starlink = skyseam.run(SCENARIOS / "users-starlink.toml")
    geo = skyseam.run(SCENARIOS / "users-geo-web.toml")
    marks.write(PAGE, {"ten thousand": of_starlink(starlink), "pages": of_geo(geo)})
    figure = plot.group_throughput(starlink)
    small(io.BytesIO(png(figure)), DOCS / "images" / "groups.png")


if __name__ == "__main__":
    main()
