#!/usr/bin/env python3
"""Conditions under which losses make six connections of HTTP/1.1 faster than one of HTTP/2, varied
one at a time.

    python bench/web/small_objects.py [--seeds 100] [--csv OUT.csv]

J. Garza, "Will HTTP/2 make my site faster?" (O'Reilly, 2017), states without numbers that high loss
harms HTTP/2, whose single window shrinks where HTTP/1.1 has six. Here: a document of 20 kB and a
hundred objects over 40 ms, at 1 % loss, and each factor that could matter varied alone: TLS, the
initial window, the controller, the queue, the loss rate, the size of objects, the rate of the link,
the round trip. A row is the ratio of the mean page load times, HTTP/2 over HTTP/1.1, with a 95 %
interval over seeds: above 1 the order is Garza's.
"""

from __future__ import annotations

import argparse
import csv
import sys
import tempfile
from pathlib import Path
from statistics import fmean
from typing import Any

import skyseam

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from versions import ratio  # noqa: E402 - a script beside this one

BASE: dict[str, Any] = {
    "tls": "learned",
    "initial_window": "rfc6928",
    "congestion": "cubic",
    "queue": "100 packets",
    "loss": 0.01,
    "size_kb": 5,
    "rate": "10 Mbit/s",
    "rtt_ms": 40,
}
CHANGES: list[dict[str, Any]] = [
    {},
    {"tls": "none"},
    {"initial_window": "rfc3390"},
    {"congestion": "newreno"},
    {"queue": "20 packets"},
    {"loss": 0.02},
    {"loss": 0.04},
    {"loss": 0.08},
    {"size_kb": 20},
    {"size_kb": 50},
    {"rate": "50 Mbit/s"},
    {"rtt_ms": 160},
    {"rate": "50 Mbit/s", "loss": 0.02},
    {"rate": "50 Mbit/s", "size_kb": 20},
]


def loads(folder: Path, http: str, case: dict[str, Any], seeds: int) -> list[float]:
    """Page load times in ms, one for each seed."""
    objects = "".join(
        f'{{ name = "{number}", size = "{case["size_kb"]} kB", after = ["index"], at = 0.1 }},\n'
        for number in range(100)
    )
    (folder / "page.toml").write_text(
        f'objects = [{{ name = "index", size = "20 kB" }},\n{objects}]\n'
    )
    files = []
    for seed in range(1, seeds + 1):
        files.append(folder / f"{seed}.toml")
        files[-1].write_text(
            f"""
nodes = [{{ name = "browser" }}, {{ name = "server" }}]
run = {{ duration = "10 min", seed = {seed} }}
[[wires]]
between = ["browser", "server"]
delay = "{case["rtt_ms"] / 2} ms"
rate = "{case["rate"]}"
queue = "{case["queue"]}"
loss = {{ kind = "bernoulli", probability = {case["loss"]} }}
[[flows]]
name = "page"
from = "browser"
to = "server"
application = {{ kind = "web", page = "page.toml", http = "{http}" }}
[flows.transport]
kind = "tcp"
stack = "linux"
congestion = "{case["congestion"]}"
initial_window = "{case["initial_window"]}"
tls = "{case["tls"]}"
"""
        )
    runs = skyseam.run_batch(files)
    return [run.table("pages")["load_s"][0].as_py() * 1e3 for run in runs]


def main() -> None:
    """Print the comparison."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--csv", type=Path)
    arguments = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as name:
        for change in CHANGES:
            case = BASE | change
            one, six = (loads(Path(name), http, case, arguments.seeds) for http in ("2", "1.1"))
            mid, low, high = ratio(one, six)
            what = "; ".join(f"{key} {value}" for key, value in change.items()) or "base"
            print(
                f"{what}: {mid:.3f} ({low:.3f} - {high:.3f}), HTTP/1.1 {fmean(six):.0f} ms, "
                f"HTTP/2 {fmean(one):.0f} ms",
                flush=True,
            )
            times = (fmean(six), fmean(one))
            rows.append([what, *(f"{share:.4f}" for share in (mid, low, high))])
            rows[-1] += [f"{time:.1f}" for time in times]
    if arguments.csv:
        with arguments.csv.open("w", newline="") as out:
            writer = csv.writer(out, lineterminator="\n")
            writer.writerow(["changed", "ratio", "low", "high", "http_ms", "http2_ms"])
            writer.writerows(rows)


if __name__ == "__main__":
    main()
