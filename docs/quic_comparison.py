"""Writes the tables of docs/explanation/tcp-and-quic.md: files by TCP and by QUIC over two paths.

Run from the root of the repository: `python docs/quic_comparison.py`. Every number is of a run of
its own; nothing is drawn, so that they come out alike anywhere.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import marks

import skyseam

PAGE = Path(__file__).resolve().parent / "explanation" / "tcp-and-quic.md"

GEO = """
nodes = [{ name = "A" }, { name = "B" }]
[[wires]]
between = ["A", "B"]
delay = "300 ms"
rate = "20 Mbit/s"
queue = "500 packets"
"""

# Honolulu and Los Angeles with the preset's rates and queues.
IRIDIUM = """
[constellation]
preset = "iridium-ns2"
[routing]
metric = "hops"
[[terminals]]
name = "A"
latitude = "21.5 deg"
longitude = "-158.0 deg"
[[terminals]]
name = "B"
latitude = "34.05 deg"
longitude = "-118.24 deg"
"""

FLOW = """
[[flows]]
name = "file"
from = "A"
to = "B"
application = { kind = "file", size = "SIZE" }
transport = { TRANSPORT }
[run]
duration = "1 h"
"""

TRANSPORTS = {
    "TCP linux cubic": 'kind = "tcp", stack = "linux", congestion = "cubic"',
    "QUIC cubic": 'kind = "quic", congestion = "cubic"',
    "QUIC newreno": 'kind = "quic", congestion = "newreno"',
    "QUIC bbr": 'kind = "quic", congestion = "bbr"',
    "QUIC cubic, window 8 MB": 'kind = "quic", congestion = "cubic", receive_window = "8 MB"',
}
SIZES = ["9 kB", "100 kB", "1 MB", "15 MB"]
PATHS = {"Iridium": IRIDIUM, "a wire of 300 ms": GEO}
"""Paths by the names of their blocks on the page."""


def cell(flow: dict[str, Any]) -> str:
    """Return the time of a transfer, and the retransmissions and drops, if any."""
    again, drops = flow["retransmissions"], flow["drops"]
    losses = f" ({again}/{drops})" if again or drops else ""
    return f"{flow['transfer_time_s']:.3f}{losses}"


def main() -> None:
    """Write a table for each path."""
    blocks = {}
    for title, path in PATHS.items():
        texts = [
            skyseam.toml(path + FLOW.replace("SIZE", size).replace("TRANSPORT", transport))
            for transport in TRANSPORTS.values()
            for size in SIZES
        ]
        flows = [result.flows.to_pylist()[0] for result in skyseam.run_batch(texts)]
        shown = []
        rows = [flows[i : i + len(SIZES)] for i in range(0, len(flows), len(SIZES))]
        for name, row in zip(TRANSPORTS, rows, strict=True):
            shown.append([name, *map(cell, row)])
            if name.startswith("TCP"):
                # A second round trip before the data, its bytes not counted.
                with_tls = [flow["transfer_time_s"] + flow["rtt_min_ms"] / 1e3 for flow in row]
                head = f"{name}, + a round trip for TLS 1.3"
                shown.append([head, *(f"{time:.3f}" for time in with_tls)])
        blocks[title] = marks.table(["transfer time, s", *SIZES], shown)
    marks.write(PAGE, blocks)


if __name__ == "__main__":
    main()
