"""Writes the tables of docs/explanation/web-compared.md, and bench/web/results.csv.

Run from the root of the repository: `python docs/web_tables.py`. Runs are those of
`bench/web/versions.py` and `bench/web/small_objects.py`; some minutes.
"""

from __future__ import annotations

import csv
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

import marks

import skyseam

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "explanation" / "web-compared.md"
STUDY = ROOT / "bench" / "web"
KEPT = STUDY / "results.csv"
sys.path.insert(0, str(STUDY))

import small_objects  # noqa: E402 - beside the table of results
import versions  # noqa: E402

SEEDS = 100
LOSSY_SEEDS = 20
HTTP = ("1.0", "1.1", "2", "3")

CHANGED = {
    "": "nothing: 5 kB, 1 %, TLS, 10 segments, CUBIC, 100 packets, 10 Mbit/s, 40 ms",
    "tls": "no TLS",
    "initial_window": "an initial window of RFC 3390",
    "congestion": "NewReno",
    "queue": "a queue of 20 packets",
}
"""Words of what `small_objects` changes, by the key; others are numbers with a unit."""


def of_versions() -> str:
    """Return page load times over 40 ms and 10 Mbit/s by the version of HTTP."""
    rows = []
    many = ",\n".join(
        f'{{ name = "{number}", size = "5 kB", after = ["index"], at = 0.1 }}'
        for number in range(100)
    )
    with tempfile.TemporaryDirectory() as made:
        page = Path(made) / "many.toml"
        page.write_text(f'objects = [{{ name = "index", size = "20 kB" }},\n{many}\n]\n')
        for words, name in (("`median-2024`", "median-2024"), ("100 objects of 5 kB", page.name)):
            for loss in (0.0, 0.01):
                cells = [f"{_load_s(Path(made), name, http, loss):.3f}" for http in HTTP]
                rows.append([words, "1 %" if loss else "0", *cells])
    return marks.table(["page", "loss", *HTTP], rows)


def _load_s(folder: Path, page: str, http: str, loss: float) -> float:
    """Return the median page load time over seeds, s."""
    files = []
    for seed in range(1, (LOSSY_SEEDS if loss else 1) + 1):
        files.append(folder / f"visit-{seed}.toml")
        files[-1].write_text(
            f"""
nodes = [{{ name = "browser" }}, {{ name = "server" }}]
run = {{ duration = "5 min", seed = {seed} }}
[[wires]]
between = ["browser", "server"]
delay = "20 ms"
rate = "10 Mbit/s"
queue = "100 packets"
loss = {{ kind = "bernoulli", probability = {loss} }}
[[flows]]
name = "page"
from = "browser"
to = "server"
application = {{ kind = "web", page = "{page}", http = "{http}" }}
"""
        )
    runs = skyseam.run_batch(files)
    return float(median(run.table("pages")["load_s"][0].as_py() for run in runs))


def of_small_objects() -> str:
    """Return page load times of a hundred small objects, with one factor changed at a time."""
    rows = []
    with tempfile.TemporaryDirectory() as made:
        for change in small_objects.CHANGES:
            if change.keys() == {"rate", "loss"}:
                continue  # between its neighbours
            case = small_objects.BASE | change
            one, six = (small_objects.loads(Path(made), http, case, SEEDS) for http in ("2", "1.1"))
            share, low, high = versions.ratio(one, six)
            shown = f"**{share:.2f}**" if share > 1 else f"{share:.2f}"
            seconds = [f"{sum(times) / len(times) / 1e3:.2f}" for times in (six, one)]
            rows.append([_words(change), f"{shown} ({low:.2f} \u2013 {high:.2f})", *seconds])
    return marks.table(["changed", "share", "1.1, s", "2, s"], rows)


def _words(change: dict[str, Any]) -> str:
    """Return the description of a change."""
    said = []
    for key, value in change.items() or [("", "")]:
        if key == "loss":
            said.append(f"{100 * value:.0f} %")
        elif key == "size_kb":
            said.append(f"{value} kB" if len(change) > 1 else f"objects of {value} kB")
        elif key == "rtt_ms":
            said.append(f"{value} ms")
        else:
            said.append(CHANGED.get(key, str(value)))
    return " and ".join(said)


def kept() -> list[dict[str, str]]:
    """Return the rows of the comparison with published results of SPDY."""
    with KEPT.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def of_losses() -> str:
    """Return ratios of SPDY's tables with losses."""
    rows = []
    for link, table, loss in (
        ("cable", "1", 0.01), ("dsl", "1", 0.01),
        *(("cable", "2", loss) for loss in (0.005, 0.01, 0.015, 0.02, 0.025)),
    ):  # fmt: skip
        for domains in ("multi", "single") if table == "1" else ("multi",):
            of = {
                row["way"]: row
                for row in kept()
                if (row["table"], row["link"], row["domains"]) == (table, link, domains)
                and float(row["loss"]) == loss
            }
            is_single = domains == "single"
            way = "collapsed" if is_single else "hosts"
            name = f"{table}, {'DSL' if link == 'dsl' else link}{', single' if is_single else ''}"
            others = ["\u2013"] if is_single else [_share(of["one host"])]
            last = ["\u2013"] * 2 if is_single else [_share(of[f"hosts, {w}"]) for w in LAST]
            said = f"{float(of[way]['published']):.2f}"
            shown = [said, *others, _share(of[way]), *last]
            rows.append(
                [name, f"{100 * loss:g} %", *shown, *_times(of[way], table, link, loss, domains)]
            )
    return marks.table(LOSS_HEAD, rows)


LAST = ("1 s", "10 segments")
LOSS_HEAD = [
    "table", "loss", "published", "all on one host", "8 hosts", "those, first timeout 1 s",
    "those, 10 segments", "1.1, s: published, here", "SPDY, s: published, here",
]  # fmt: skip


def _share(row: dict[str, str]) -> str:
    return f"{float(row['ratio']):.2f} ({float(row['low']):.2f} \u2013 {float(row['high']):.2f})"


def _times(row: dict[str, str], table: str, link: str, loss: float, domains: str) -> list[str]:
    """Return published and simulated times over HTTP/1.1 and SPDY, s."""
    with (STUDY / "published.csv").open(newline="", encoding="utf-8") as file:
        [said] = [
            one
            for one in csv.DictReader(file)
            if (one["table"], one["link"], one["domains"]) == (table, link, domains)
            and float(one["loss"] or 0) == loss
        ]
    pairs = (("http_ms", "http_ms"), ("spdy_ms", "http2_ms"))
    return [f"{float(said[a]) / 1e3:.2f}, {float(row[b]) / 1e3:.2f}" for a, b in pairs]


def of_round_trips() -> str:
    """Return ratios of SPDY's tables without losses."""
    ways = ("one host", "hosts", *(f"hosts, names{n}" for n in ("", ", three levels",
                                                               ", five levels")))  # fmt: skip
    found: dict[tuple[str, float], dict[str, dict[str, str]]] = {}
    for row in kept():
        if float(row["loss"]) == 0.0:
            found.setdefault((row["table"], float(row["rtt_ms"])), {})[row["way"]] = row
    rows = [
        [table, f"{rtt_ms:.0f} ms", f"{float(of['hosts']['published']):.3f}"]
        + [f"{float(of[way]['ratio']):.3f}" for way in ways]
        for (table, rtt_ms), of in found.items()
    ]
    head = ["table", "RTT", "published", "all on one host", "8 hosts", "and names"]
    return marks.table([*head, "three levels", "five levels"], rows)


def of_http3() -> str:
    """Return the share of a file's time saved by HTTP/3, relative to HTTP/2."""
    rows = []
    with tempfile.TemporaryDirectory() as made:
        for rtt_ms in (1, 50):
            for size in (1, 10):
                shares = [
                    versions.gain(Path(made), size, rtt_ms, loss, 10)[2]
                    for loss in (0.0, 0.01, 0.12)
                ]
                rows.append(
                    [f"{size} MB", f"{rtt_ms} ms", *(f"{100 * share:.1f} %" for share in shares)]
                )
    return marks.table(["file", "RTT", "no loss", "1 %", "12 %"], rows)


def main() -> None:
    """Run the comparisons and write the tables."""
    study = [sys.executable, str(STUDY / "versions.py"), "--seeds", str(SEEDS), "--csv", str(KEPT)]
    subprocess.run(study, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    marks.write(
        PAGE,
        {
            "versions": of_versions(),
            "small objects": of_small_objects(),
            "losses": of_losses(),
            "round trips": of_round_trips(),
            "HTTP/3": of_http3(),
        },
    )


if __name__ == "__main__":
    main()
