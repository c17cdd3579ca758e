"""Measures and draws the cost of handovers for a transfer, for docs/explanation/handover-cost.md.

Run from the root of the repository:

    python docs/handover_cost.py measure docs/handover-cost/after     # six transfers of 10 min
    python docs/handover_cost.py draw                             # table and figure

The second writes the table into the page and draws docs/images/handover-cost.png.
`docs/handover-cost/before` holds the same transfers by the state of 2026-11-22 (commit 685dee8),
whose routes at the instant of forwarding took too long for such a run, so that it has
`recompute_interval = "1 s"`; it was measured by this file with that state installed, and

    python docs/handover_cost.py measure docs/handover-cost/before "1 s"

`docs/handover-cost/old-routes` holds the counts of the present state with that
`recompute_interval`, measured in the same way:

    python docs/handover_cost.py measure docs/handover-cost/old-routes "1 s"
"""

from __future__ import annotations

import csv
import sys
import tempfile
from pathlib import Path
from typing import Any

import marks
import numpy as np
from matplotlib.figure import Figure

import skyseam
from skyseam.plot.style import save, styled

DOCS = Path(__file__).resolve().parent
KEPT = DOCS / "handover-cost"
BIN_S = 0.1
SHOWN_S = (120.0, 180.0)
"""The minute that is kept and drawn."""

TRANSPORTS = {
    "BBR": 'kind = "tcp", stack = "linux", congestion = "bbr"',
    "CUBIC": 'kind = "tcp", stack = "linux", congestion = "cubic"',
    "QUIC CUBIC": 'kind = "quic", congestion = "cubic"',
}

DIRECTIONS = {"any": "", "ascending": 'direction = "ascending"'}
"""Which satellites are taken first. The state of 2026-11-22 knows no `direction`."""

VERSIONS = {
    "before": "before: routes up to 1 s old",
    "after": "after: routes at the instant of forwarding",
}

TABLED = ("before", "old-routes", "after")
"""Folders whose counts the table shows: it calls a row by its folder."""

COUNTS = (
    "direction", "transfer", "goodput_mbps", "timeouts", "retransmissions", "silent_s",
    "rtt_median_ms", "handovers", "drops_no_route", "drops_other",
)  # fmt: skip

SCENARIO = """
title = "A transfer from Berlin to New York through reallocations every 15 s"

[constellation]
preset = "starlink-shell1"

[handover]
kind = "global-reallocation"
interruption_time = "50 ms"
DIRECTION

ROUTING

[[terminals]]
name = "Berlin"
latitude = "52.52 deg"
longitude = "13.41 deg"

[[terminals]]
name = "New York"
latitude = "40.71 deg"
longitude = "-74.01 deg"

[links]
uplink = { rate = "25 Mbit/s", queue = "300 packets" }
downlink = { rate = "200 Mbit/s", queue = "300 packets" }
isl = { rate = "10 Gbit/s", queue = "1000 packets" }

[[flows]]
name = "transfer"
from = "Berlin"
to = "New York"
application = { kind = "bulk", duration = "10 min" }
transport = { TRANSPORT }

[run]
duration = "10 min"
record = ["rtt", "handovers", "retransmissions"]
throughput_bin = "100 ms"
"""


def run(transport: str, direction: str, recompute_interval: str | None) -> skyseam.Results:
    """Run a transfer and return its results."""
    interval = f'recompute_interval = "{recompute_interval}"'
    routing = f"[routing]\n{interval}" if recompute_interval else ""
    text = SCENARIO.replace("TRANSPORT", transport).replace("ROUTING", routing)
    with tempfile.TemporaryDirectory() as directory:
        # A file, as version 0.1.0 takes text in another way.
        path = Path(directory) / "transfer.toml"
        path.write_text(text.replace("DIRECTION", direction), encoding="utf-8")
        return skyseam.run(path)


def bins(results: skyseam.Results) -> tuple[np.ndarray, np.ndarray]:
    """Goodput in Mbit/s and longest round trip in ms, per bin."""
    count = round(600.0 / BIN_S)
    goodput, rtt = np.zeros(count), np.full(count, np.nan)
    for row in results.table("throughput").to_pylist():
        goodput[min(round(row["t_s"] / BIN_S), count - 1)] = row["goodput_bps"] / 1e6
    for row in results.table("rtt").to_pylist():
        place = min(int(row["t_s"] / BIN_S), count - 1)
        rtt[place] = np.fmax(rtt[place], row["rtt_ms"])
    return goodput, rtt


def counts(results: skyseam.Results, goodput: np.ndarray, handovers: list[float]) -> list[str]:
    """Count as :data:`COUNTS` says, from `goodput_mbps` on."""
    flow = results.flows.to_pylist()[0]
    reasons = results.table("drops")["reason"].to_pylist()
    # Whole seconds without a byte delivered, once the transfer has started.
    silent = int((goodput.reshape(-1, 10).max(axis=1)[2:] == 0.0).sum())
    return [
        f"{flow['goodput_bps'] / 1e6:.2f}",
        str(flow["timeouts"]),
        str(flow["retransmissions"]),
        str(silent),
        f"{np.median(results.table('rtt')['rtt_ms'].to_numpy()):.0f}",
        str(len(handovers)),
        str(reasons.count("no_route")),
        str(len(reasons) - reasons.count("no_route")),
    ]


def measure(kept: Path, recompute_interval: str | None) -> None:
    """Run each transfer; write its counts and its minute into `kept`."""
    kept.mkdir(parents=True, exist_ok=True)
    rows = []
    for title, direction in DIRECTIONS.items():
        if direction and recompute_interval:
            continue
        for name, transport in TRANSPORTS.items():
            results = run(transport, direction, recompute_interval)
            is_drawn = kept.name in VERSIONS and not direction
            rows.append([title, name, *keep(results, kept if is_drawn else None, name)])
    write(kept / "counts.csv", [COUNTS, *rows])


def keep(results: skyseam.Results, kept: Path | None, name: str) -> list[str]:
    """Return the counts of a transfer, and write its minute into `kept`."""
    times = {row["t_s"] for row in results.table("handovers").to_pylist() if row["from"]}
    handovers = sorted(times)
    goodput, rtt = bins(results)
    if kept:
        shown = range(round(SHOWN_S[0] / BIN_S), round(SHOWN_S[1] / BIN_S))
        lines = [(f"{k * BIN_S:.1f}", f"{goodput[k]:.2f}", f"{rtt[k]:.1f}") for k in shown]
        write(kept / f"{name}.csv", [("t_s", "goodput_mbps", "longest_rtt_ms"), *lines])
        inside = [at for at in handovers if SHOWN_S[0] <= at < SHOWN_S[1]]
        write(kept / "handovers.csv", [("t_s",), *((f"{at:.3f}",) for at in inside)])
    return counts(results, goodput, handovers)


def write(path: Path, rows: list[Any]) -> None:
    """Write rows of a CSV file."""
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


def read(path: Path) -> list[dict[str, str]]:
    """Read rows of a CSV file."""
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def table() -> str:
    """Return the counts of every transfer, a row each."""
    head = [
        "", "satellites taken", "transfer", "goodput, Mbit/s", "timeouts", "retransmitted",
        "silent s", "RTT, ms", "lost, no route", "lost in queues",
    ]  # fmt: skip
    shown = [key for key in COUNTS if key != "handovers"]
    rows = [
        [version.replace("-", " "), *(row[key] for key in shown)]
        for version in TABLED
        for row in read(KEPT / version / "counts.csv")
    ]
    return marks.table(head, rows)


@styled
def figure() -> Figure:
    """Draw goodput and round trip over a minute: before in one column, after in the other."""
    drawn = Figure(figsize=(4.8 * len(VERSIONS), 6.4), layout="constrained")
    panels = drawn.subplots(2 * len(TRANSPORTS), len(VERSIONS), sharex=True, squeeze=False)
    for column, (version, title) in enumerate(VERSIONS.items()):
        panels[0, column].set_title(title)
        handovers = [float(row["t_s"]) for row in read(KEPT / version / "handovers.csv")]
        for row, name in enumerate(TRANSPORTS):
            lines = read(KEPT / version / f"{name}.csv")
            times = [float(line["t_s"]) for line in lines]
            above, below = panels[2 * row, column], panels[2 * row + 1, column]
            goodput = [float(line["goodput_mbps"]) for line in lines]
            above.plot(times, goodput, linewidth=0.9, color="#2b8cc9")
            rtt = [float(line["longest_rtt_ms"]) for line in lines]
            below.plot(times, rtt, linewidth=0.9, color="#e0702a")
            above.set_ylim(0, 60)
            below.set_ylim(0, 450)
            for axes in (above, below):
                for at in handovers:
                    axes.axvline(at, color="0.6", linestyle=":", linewidth=0.9)
            if column == 0:
                above.set_ylabel(f"{name}\nMbit/s")
                below.set_ylabel("RTT, ms")
        panels[-1, column].set_xlabel("simulated time, s")
    return drawn


def main(arguments: list[str]) -> None:
    """Run the command line."""
    match arguments:
        case ["measure", directory]:
            measure(Path(directory), None)
        case ["measure", directory, recompute_interval]:
            measure(Path(directory), recompute_interval)
        case ["draw"]:
            marks.write(DOCS / "explanation" / "handover-cost.md", {"cost": table()})
            save(figure(), DOCS / "images" / "handover-cost.png")
        case _:
            print(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
