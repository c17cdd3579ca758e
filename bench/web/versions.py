#!/usr/bin/env python3
"""Ratios of page load times by version of HTTP, compared with published ones.

    python bench/web/versions.py [--seeds 100] [--csv OUT.csv]

Published are the tables of "SPDY: An experimental protocol for a faster web" (The Chromium
Projects, 2009), `published.csv`: 25 of the top 100 sites over simulated links, HTTP beside SPDY
without TLS. SPDY is what HTTP/2 was made from. Table 1 has SPDY in two ways, with a connection for
each domain of a site ("multi-domain") and with one for all ("single-domain"). Tables 2 and 3 do not
say which; by their ratio at 1 % of loss, 0.58 beside 0.56 and 0.40 in Table 1, they are
"multi-domain", and are compared as that. No table names what it does not vary. Lines
through the first and last rows of Table 3 are 878 ms and 18.1 round trips for HTTP, 842 ms and 12.3
for SPDY; without losses Table 2 has 1152 and 1016 ms, which are 15 and 14 ms on these: 15 ms are
taken for it, no loss for Table 3, and 40 ms for Table 1.

The page represents an average one of 2010: images, scripts, style sheets and their bytes from
Google's "Web metrics: Size and number of resources" (Ramachandran 2010), the rest of its 320 kB as
the document; 8 hosts, as for the top sites there (8.39). A third of its objects are on the host of
the document (as there: "in 80 % of pages, 10 or more resources are loaded from a single host"), the
others on the other seven in rotation. The dependencies of objects were not published: in a page of
several levels the scripts and images of each level depend on the first script of the previous one.
TCP is that of 2009: CUBIC of the stack "linux", an initial window of RFC 3390 and a first timeout
of 3 s. Queues hold 1000 packets, so that only the losses of the tables occur.

Each variant below differs from another in one respect, so that its effect is visible. None was
fitted.
"""

from __future__ import annotations

import argparse
import csv
import random
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean

import skyseam

HERE = Path(__file__).parent
DOCUMENT, IMAGES, SCRIPTS, STYLES = 37_300, (29, 205_990), (7, 57_980), (3, 18_720)
"""Bytes of the document; number of objects and bytes of all of them."""
OLD = {"initial_window": "rfc3390", "initial_rto": "3 s"}
LINKS = {"cable": (4, 1), "dsl": (2, 0.375)}
"""Mbit/s down and up."""


@dataclass(frozen=True)
class Way:
    """A model of the sites."""

    name: str
    hosts: int = 1
    """Hosts that the page's objects are on."""
    collapsed: bool = False
    """Whether HTTP/2 has one connection for all hosts."""
    lookup: float = 0
    """Time to look up the name of a host, round trips."""
    levels: int = 1
    """Levels of objects that ask for the next."""
    queue: int = 1000
    """Packets that wait at most on each link of the user."""
    tcp: dict[str, str] = field(default_factory=lambda: OLD)


WAYS = [
    Way("one host"),
    Way("hosts", hosts=8),
    Way("hosts, short queue", hosts=8, queue=100),
    Way("hosts, names", hosts=8, lookup=1),
    Way("hosts, names, three levels", hosts=8, lookup=1, levels=3),
    Way("hosts, names, five levels", hosts=8, lookup=1, levels=5),
    Way("hosts, 1 s", hosts=8, tcp={"initial_window": "rfc3390"}),
    Way("hosts, 10 segments", hosts=8, tcp={"initial_rto": "3 s"}),
]
COLLAPSED = Way("collapsed", hosts=8, collapsed=True)
"""Beside "single-domain" of Table 1."""
TAKEN_RTT_MS = {"1": 40, "2": 15}
COLUMNS = ["published", "ratio", "low", "high", "http_ms", "http2_ms"]


def page(way: Way, hosts: int) -> str:
    """Return the page as TOML: style sheets and scripts at its head, images throughout."""
    lines = [f'{{ name = "document", size = "{DOCUMENT} B" }}']
    for kind, (count, size) in {"style": STYLES, "script": SCRIPTS, "image": IMAGES}.items():
        for number in range(count):
            level = 0 if kind == "style" else number * way.levels // count
            after, at = "document", 0.1 + (0.9 * number / count if kind == "image" else 0)
            if level > 0:
                # The first script of the level before: numbers are rounded up.
                after, at = f"script-{-(-(level - 1) * SCRIPTS[0] // way.levels)}", 1
            turn = len(lines)
            elsewhere = hosts > 1 and turn % 3 != 0
            host = f', host = "host-{turn % (hosts - 1)}"' if elsewhere else ""
            lines.append(
                f'{{ name = "{kind}-{number}", size = "{size // count} B", '
                f'after = ["{after}"], at = {at:.3f}{host} }}'
            )
    return "objects = [\n" + ",\n".join(lines) + "\n]\n"


def scenario(
    file: Path, way: Way, http: str, rtt_ms: float, loss: float, seed: int, link: str
) -> Path:
    """Write a scenario of a visit over a link; `file` is the page beside it."""
    keys = "".join(f'{key} = "{value}"\n' for key, value in way.tcp.items())
    down, up = LINKS[link]
    file.write_text(
        f"""
nodes = [{{ name = "browser" }}, {{ name = "up" }}, {{ name = "down" }}, {{ name = "server" }}]
run = {{ duration = "5 min", seed = {seed} }}
routing = {{ paths = [["browser", "up", "server"], ["server", "down", "browser"]] }}
[[wires]]
between = ["browser", "up"]
delay = "{rtt_ms / 2} ms"
rate = "{up} Mbit/s"
queue = "{way.queue} packets"
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
rate = "{down} Mbit/s"
queue = "{way.queue} packets"
loss = {{ kind = "bernoulli", probability = {loss} }}
[[flows]]
name = "page"
from = "browser"
to = "server"
[flows.application]
kind = "web"
page = "page.toml"
http = "{http}"
dns_lookup = "{way.lookup * rtt_ms} ms"
[flows.transport]
kind = "tcp"
stack = "linux"
tls = "none"
{keys}"""
    )
    return file


def loads(
    folder: Path, way: Way, http: str, rtt_ms: float, loss: float, seeds: int, link: str = "cable"
) -> list[float]:
    """Page load times in ms, one for each seed."""
    hosts = 1 if way.collapsed and http == "2" else way.hosts
    (folder / "page.toml").write_text(page(way, hosts))
    files = [
        scenario(folder / f"{seed}.toml", way, http, rtt_ms, loss, seed, link)
        for seed in range(1, (seeds if loss else 1) + 1)
    ]
    results = skyseam.run_batch(files)
    return [run.table("pages")["load_s"][0].as_py() * 1e3 for run in results]


def gain(folder: Path, size_mb: int, rtt_ms: float, loss: float, seeds: int) -> list[float]:
    """Means in ms of a file over HTTP/2 with TLS and over HTTP/3, and the share saved by HTTP/3."""
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
            rtt = float(row["rtt_ms"] or TAKEN_RTT_MS[row["table"]])
            loss = float(row["loss"] or 0)
            said = float(row["spdy_ms"]) / float(row["http_ms"])
            ways = [COLLAPSED] if row["domains"] == "single" else WAYS
            for way in ways:
                one, many = (
                    loads(Path(name), way, http, rtt, loss, arguments.seeds, row["link"])
                    for http in ("2", "1.1")
                )
                mid, low, high = ratio(one, many)
                print(
                    f"table {row['table']}, {row['link']}, {rtt:.0f} ms, loss {loss:.1%}: "
                    f"published {said:.3f}; {way.name} {mid:.3f} ({low:.3f} - {high:.3f}), "
                    f"{fmean(many):.0f} and {fmean(one):.0f} ms",
                    flush=True,
                )
                rows.append(
                    [row["table"], row["link"], row["domains"], rtt, loss, way.name]
                    + [f"{share:.4f}" for share in (said, mid, low, high)]
                    + [f"{fmean(times):.1f}" for times in (many, one)]
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
            writer.writerow(["table", "link", "domains", "rtt_ms", "loss", "way", *COLUMNS])
            writer.writerows(rows)


if __name__ == "__main__":
    main()
