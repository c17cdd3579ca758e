"""Writes the tables of docs/explanation/connection-setup-cost.md: downloads over two paths.

Run from the root of the repository: `python docs/connection_setup.py`. Each download has a run of
its own, and nothing in it is random.
"""

from __future__ import annotations

from pathlib import Path

import marks

import skyseam

PAGE = Path(__file__).resolve().parent / "explanation" / "connection-setup-cost.md"

PATH = """
nodes = [{ name = "browser" }, { name = "server" }]
[[wires]]
between = ["browser", "server"]
delay = "DELAY"
rate = "20 Mbit/s"
queue = "500 packets"
[[flows]]
name = "page"
from = "browser"
to = "server"
application = { kind = "download", size = "SIZE" }
transport = { TRANSPORT }
[run]
duration = "10 min"
"""

LINUX = 'kind = "tcp", stack = "linux"'
RENO = 'kind = "tcp", stack = "rfc", congestion = "newreno"'
OPENINGS = {
    "TCP": LINUX,
    "TCP Fast Open": f'{LINUX}, fast_open = "known"',
    "TCP, TLS full": f'{LINUX}, tls = "full"',
    "TCP, TLS resumed": f'{LINUX}, tls = "resumed"',
    "TCP, TLS 0-RTT": f'{LINUX}, tls = "0-rtt"',
    "TCP Fast Open, TLS full": f'{LINUX}, fast_open = "known", tls = "full"',
    "TCP Fast Open, TLS 0-RTT": f'{LINUX}, fast_open = "known", tls = "0-rtt"',
    "QUIC 1-RTT": 'kind = "quic"',
    "QUIC 0-RTT": 'kind = "quic", handshake = "0-rtt"',
    "RFC TCP, window of one segment": f'{RENO}, initial_window = "1 segment"',
    "RFC TCP, window of RFC 2414": f'{RENO}, initial_window = "rfc2414"',
    "T/TCP, window of one segment": f'{RENO}, initial_window = "1 segment", ttcp = "known"',
    "T/TCP, window of RFC 2414": f'{RENO}, initial_window = "rfc2414", ttcp = "known"',
}
SIZES = ["1 B", "4 kB", "100 kB"]
DELAYS = {"40 ms": "20 ms", "550 ms": "275 ms"}


def main() -> None:
    """Write a table for each path."""
    blocks = {}
    for round_trip, delay in DELAYS.items():
        texts = [
            skyseam.toml(
                PATH.replace("DELAY", delay).replace("SIZE", size).replace("TRANSPORT", transport)
            )
            for transport in OPENINGS.values()
            for size in SIZES
        ]
        times = [
            result.table("responses").to_pylist()[0]["t_s"] for result in skyseam.run_batch(texts)
        ]
        heads = ["first byte", *SIZES[1:]]
        trip = float(round_trip.split()[0]) / 1e3
        rows = []
        for number, name in enumerate(OPENINGS):
            row = times[number * len(SIZES) : (number + 1) * len(SIZES)]
            rows.append([name, *(f"{t:.3f} ({t / trip:.2f})" for t in row)])
        blocks[round_trip] = marks.table(["seconds (round trips)", *heads], rows)
    marks.write(PAGE, blocks)


if __name__ == "__main__":
    main()
