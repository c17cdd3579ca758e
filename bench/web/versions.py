#!/usr/bin/env python3
"""Page load times by version of HTTP beside published ones, as ratios.

    python bench/web/versions.py [--seeds 100] [--csv OUT.csv]

Published are Tables 2 and 3 of "SPDY: An experimental protocol for a faster web" (The Chromium
Projects, 2009), `published.csv`: 25 of the top 100 sites over a simulated cable link, 4 Mbit/s down
and 1 Mbit/s up, HTTP beside SPDY without TLS. SPDY is what HTTP/2 was made from. The paper names
no round trip for Table 2 and no loss for Table 3; 40 ms and none are taken.

The page stands for an average of 2010: images, scripts, style sheets and their bytes from Google's
"Web metrics: Size and number of resources" (Ramachandran 2010), the rest of its 320 kB as the
document. Which site had what, on how many hosts, is not published: all objects are on one host
here. TCP is of 2009: CUBIC of the stack "linux", an initial window of RFC 3390 and a first timeout
of 3 s, and RFC 6928's 10 segments and 1 s as "now". HTTP has six connections, and, for pages whose
objects are on many hosts, one for each object.
"""

from __future__ import annotations

import argparse
import csv
import random
import tempfile
from pathlib import Path
from statistics import fmean

import skyseam

HERE = Path(__file__).parent
DOCUMENT, IMAGES, SCRIPTS, STYLES = 37_300, (29, 205_990), (7, 57_980), (3, 18_720)
"""Bytes of the document; number of objects and bytes of all of them."""
OLD = {"initial_window": "rfc3390", "initial_rto": "3 s"}
NOW: dict[str, str] = {}
WAYS = [
    ("six", 6, OLD, False),
    ("each", 40, OLD, False),
    ("six, deep", 6, OLD, True),
    ("each, deep", 40, OLD, True),
    ("six, now", 6, NOW, False),
]
"""Name, connections of HTTP/1.1, keys of TCP, and whether the page is deep."""

COLUMNS = ["published", "ratio", "low", "high", "http_ms", "http2_ms"]


def page(is_deep: bool) -> str:
    """Return the page as TOML: style sheets and scripts at its head, images all along it.

    If it is deep, only a third of the images are in the document; a third are asked for by scripts,
    and a third once one of those is there.
    """
    lines = [f'{{ name = "document", size = "{DOCUMENT} B" }}']
    for kind, (count, size) in {"style": STYLES, "script": SCRIPTS, "image": IMAGES}.items():
        for number in range(count):
            after, at = "document", 0.1
            if kind == "image":
                at = 0.1 + 0.9 * number / count
                third = count // 3
                if is_deep and number >= third:
                    by_script = number < 2 * third
                    after = (
                        f"script-{number % SCRIPTS[0]}" if by_script else f"image-{number - third}"
                    )
                    at = 1
            lines.append(
                f'{{ name = "{kind}-{number}", size = "{size // count} B", '
                f'after = ["{after}"], at = {at:.3f} }}'
            )
    return "objects = [\n" + ",\n".join(lines) + "\n]\n"


def scenario(
    file: Path,
    http: str,
    connections: int,
    rtt_ms: float,
    loss: float,
    seed: int,
    tcp: dict[str, str],
) -> Path:
    """Write a visit over links of 4 Mbit/s down and 1 Mbit/s up; `file` is beside the page."""
    keys = "".join(f'{key} = "{value}"\n' for key, value in tcp.items())
    several = f"connections = {connections}\n" if http == "1.1" else ""
    file.write_text(
        f"""
nodes = [{{ name = "browser" }}, {{ name = "up" }}, {{ name = "down" }}, {{ name = "server" }}]
run = {{ duration = "5 min", seed = {seed} }}
routing = {{ paths = [["browser", "up", "server"], ["server", "down", "browser"]] }}
[[wires]]
between = ["browser", "up"]
delay = "{rtt_ms / 2} ms"
rate = "1 Mbit/s"
queue = "100 packets"
loss = {{ kind = "bernoulli", probability = {loss} }}
[[wires]]
between = ["up", "server"]
delay = "0 ms"
rate = "1 Gbit/s"
queue = "1000 packets"
[[wires]]
between = ["server", "down"]
delay = "0 ms"
rate = "1 Gbit/s"
queue = "1000 packets"
[[wires]]
between = ["down", "browser"]
delay = "{rtt_ms / 2} ms"
rate = "4 Mbit/s"
queue = "100 packets"
loss = {{ kind = "bernoulli", probability = {loss} }}
[[flows]]
name = "page"
from = "browser"
to = "server"
[flows.application]
kind = "web"
page = "page.toml"
http = "{http}"
{several}[flows.transport]
kind = "tcp"
stack = "linux"
{keys}"""
    )
    return file


def loads(
    folder: Path,
    http: str,
    connections: int,
    rtt_ms: float,
    loss: float,
    seeds: int,
    tcp: dict[str, str],
    is_deep: bool,
) -> list[float]:
    """Page load times in ms, one for each seed."""
    (folder / "page.toml").write_text(page(is_deep))
    files = [
        scenario(folder / f"{seed}.toml", http, connections, rtt_ms, loss, seed, tcp)
        for seed in range(1, (seeds if loss else 1) + 1)
    ]
    results = skyseam.run_batch(files)
    return [run.table("pages")["load_s"][0].as_py() * 1e3 for run in results]


def gain(folder: Path, size_mb: int, rtt_ms: float, loss: float, seeds: int) -> list[float]:
    """Means in ms of a file over HTTP/2 with TLS and over HTTP/3, and the share that 3 saves."""
    (folder / "file.toml").write_text(f'objects = [{{ name = "file", size = "{size_mb} MB" }}]')
    means = []
    for http in ("2", "3"):
        secured = (
            'transport = { kind = "tcp", stack = "linux", tls = "full" }' if http == "2" else ""
        )
        files = []
        for seed in range(1, seeds + 1):
            files.append(folder / f"{seed}.toml")
            files[-1].write_text(
                f"""
nodes = [{{ name = "browser" }}, {{ name = "server" }}]
run = {{ duration = "30 min", seed = {seed} }}
[[wires]]
between = ["browser", "server"]
delay = "{rtt_ms / 2} ms"
rate = "10 Mbit/s"
queue = "1000 packets"
loss = {{ kind = "bernoulli", probability = {loss} }}
[[flows]]
name = "page"
from = "browser"
to = "server"
application = {{ kind = "web", http = "{http}", page = "file.toml" }}
{secured}
"""
            )
        runs = skyseam.run_batch(files)
        means.append(fmean(run.table("pages")["load_s"][0].as_py() * 1e3 for run in runs))
    return [*means, 1 - means[1] / means[0]]


def ratio(over: list[float], under: list[float]) -> tuple[float, float, float]:
    """Return the ratio of the means and a 95 % interval by bootstrap over seeds."""
    draw = random.Random(1)
    drawn = sorted(
        fmean(draw.choices(over, k=len(over))) / fmean(draw.choices(under, k=len(under)))
        for _ in range(2000)
    )
    return fmean(over) / fmean(under), drawn[49], drawn[1950]


def main() -> None:
    """Print the comparison."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--csv", type=Path)
    arguments = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as name, (HERE / "published.csv").open(newline="") as file:
        for row in csv.DictReader(file):
            rtt, loss = float(row["rtt_ms"] or 40), float(row["loss"] or 0)
            said = float(row["spdy_ms"]) / float(row["http_ms"])
            cells = {}
            for label, connections, tcp, is_deep in WAYS:
                one = loads(Path(name), "2", 1, rtt, loss, arguments.seeds, tcp, is_deep)
                many = loads(
                    Path(name), "1.1", connections, rtt, loss, arguments.seeds, tcp, is_deep
                )
                cells[label] = (fmean(many), fmean(one), *ratio(one, many))
            print(
                f"table {row['table']}, {rtt:.0f} ms, loss {loss:.1%}: published {said:.3f}; "
                + "; ".join(
                    f"{label} {mid:.3f} ({low:.3f} - {high:.3f}), {many:.0f} and {one:.0f} ms"
                    for label, (many, one, mid, low, high) in cells.items()
                ),
                flush=True,
            )
            for label, (many, one, mid, low, high) in cells.items():
                rows.append(
                    [row["table"], rtt, loss, label]
                    + [f"{share:.4f}" for share in (said, mid, low, high)]
                    + [f"{time:.1f}" for time in (many, one)]
                )
        for size in (1, 10):
            for rtt, loss in [(1, 0.0), (1, 0.01), (1, 0.12), (50, 0.0), (50, 0.01), (50, 0.12)]:
                second, third, share = gain(Path(name), size, rtt, loss, min(10, arguments.seeds))
                print(
                    f"{size} MB, {rtt} ms, loss {loss:.0%}: HTTP/2 {second:.0f} ms, "
                    f"HTTP/3 {third:.0f} ms: {share:+.1%} (published: up to 81.5 %)"
                )
    if arguments.csv:
        with arguments.csv.open("w", newline="") as out:
            writer = csv.writer(out, lineterminator="\n")
            writer.writerow(["table", "rtt_ms", "loss", "way", *COLUMNS])
            writer.writerows(rows)


if __name__ == "__main__":
    main()
