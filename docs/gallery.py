"""Draws the gallery: a small picture of the results of each scenario, by running it.

Writes docs/gallery.md, whose text is that of docs/examples.md, and docs/images/gallery/*.png.
`python docs/gallery.py` draws missing and outdated pictures, `--all` all of them, and names draw
those. The page has a digest of each scenario, by which a test recognizes old pictures.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import re
import sys
import textwrap
import tomllib
import warnings
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

import skyseam
from skyseam.plot.style import log_abscissa, png, styled

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
SCENARIOS = ROOT / "scenarios"
PICTURES = DOCS / "images" / "gallery"
PAGE = DOCS / "gallery.md"
sys.path.insert(0, str(DOCS))

from samples import small  # noqa: E402 - beside this file

ROW = re.compile(r"^\| `(?P<file>[\w-]+)\.toml` \| (?P<shows>.+?) \| (?P<result>.+?) \|$")
MOST_LINES = 8
MOST_BARS = 12
LONGEST_NAME = 26

WIDE, HIGH, DPI = 3.3, 2.1, 160
"""Size of a picture, inches: on a page 17 to 20 rem wide its letters are legible."""

INTRODUCTION = """# Gallery

Every scenario that comes with Skyseam: what it shows, a picture of what comes out, its source.
The pictures are drawn from runs by `python docs/gallery.py`; [examples](examples.md) has all in
tables.
"""


def digest(name: str) -> str:
    """Return a short digest of the values of a scenario, without comments and layout."""
    read = tomllib.loads((SCENARIOS / f"{name}.toml").read_text(encoding="utf-8"))
    told = json.dumps(read, sort_keys=True, default=str).encode()
    return hashlib.sha256(told).hexdigest()[:12]


def entries() -> dict[str, list[dict[str, str]]]:
    """Return the rows of docs/examples.md under their headings."""
    found: dict[str, list[dict[str, str]]] = {}
    for line in (DOCS / "examples.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            heading = line.removeprefix("## ")
        elif row := ROW.match(line):
            found.setdefault(heading, []).append(row.groupdict())
    return found


FOLLOWED = {
    "own-models-python": "a controller that knows of slots, beside CUBIC and BBR",
    "own-models-load": "a handover policy by load and remaining time, beside `global-reallocation`",
}
"""Pictures that the page on models in Python makes, and what each shows."""


def page() -> str:
    """Return the page."""
    parts = [INTRODUCTION]
    for heading, rows in entries().items():
        parts += [f"## {heading}\n", '<div class="gallery">\n']
        for row in rows:
            name = row["file"]
            parts += [
                "<div>\n",
                f"<!-- {name} {digest(name)} -->\n",
                f"![{words(row['shows'])}](images/gallery/{name}.png)\n",
                f"**[{name}.toml](../scenarios/{name}.toml)**: {row['shows']}\n",
                f"{row['result']}\n",
                "</div>\n",
            ]
        parts.append("</div>\n")
    parts += ["## Models in Python\n", '<div class="gallery">\n']
    for name, shows in FOLLOWED.items():
        parts += ["<div>\n", f"![{words(shows)}](images/{name}.png)\n"]
        parts += [f"**[how-to](howto/own-models-python.md)**: {shows}\n", "</div>\n"]
    parts.append("</div>\n")
    return "\n".join(parts)


def words(text: str) -> str:
    """Return the text of Markdown without links and markup."""
    return re.sub(r"\[([^\]]*)\]\([^)]*\)|`", r"\1", text)


def drawn() -> dict[str, str]:
    """Return the digests of the scenarios at the time when their pictures were drawn."""
    text = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    return dict(re.findall(r"^<!-- ([\w-]+) (\w+) -->$", text, re.MULTILINE))


# What is drawn.


def delay(axes: Axes, name: str) -> None:
    """Draw one-way delay over time, a line for each pair."""
    table = skyseam.delay(SCENARIOS / f"{name}.toml").table("delay").to_pandas()
    for pair, rows in list(table.groupby(["source", "destination"], sort=False))[:MOST_LINES]:
        unit, length_s = ("h", 3600.0) if table.t_s.max() > 3 * 3600 else ("min", 60.0)
        axes.plot(rows.t_s / length_s, rows.delay_ms, lw=0.9, label=" - ".join(map(short, pair)))
    axes.set_xlabel(f"simulated time, {unit}")
    axes.set_ylabel("delay, ms")


def series(
    table: str, column: str, label: str, scale: float = 1.0, **recorded: object
) -> Callable[[Axes, str], None]:
    """Return a function that draws a recorded column over time, a line for each flow or link."""

    def draw(axes: Axes, name: str) -> None:
        results = run(name, **recorded)
        rows = results.table(table).to_pandas()
        key = "flow" if "flow" in rows else "link" if "link" in rows else "terminal"
        names = dict(
            zip(*(results.flows[one].to_pylist() for one in ("flow", "name")), strict=True)
        )
        for one, of_it in list(rows.dropna(subset=[column]).groupby(key, sort=False))[:MOST_LINES]:
            axes.plot(of_it.t_s, of_it[column] * scale, lw=0.9, label=short(names.get(one, one)))
        axes.set_xlabel("simulated time, s")
        axes.set_ylabel(label)
        axes.set_ylim(bottom=0)

    return draw


def bars(
    table: str, column: str, label: str, scale: float = 1.0, upto: str = ""
) -> Callable[[Axes, str], None]:
    """Return a function that draws a column of flows, a bar for each flow or mean of a name.

    With `upto` flows whose names are equal up to this are one.
    """

    def draw(axes: Axes, name: str) -> None:
        results = run(name)
        flows = results.flows.to_pandas()
        rows = flows if table == "flows" else results.table(table).to_pandas()
        if "name" not in rows:
            rows = rows.merge(flows[["flow", "name"]], on="flow")
        names = rows["name"].str.partition(upto)[0] if upto else rows["name"]
        means = rows.groupby(names, sort=False)[column].mean() * scale
        draw_bars(axes, means[means > 0])  # a ping has no goodput, nor a transfer that never ended
        axes.set_xlabel(label)

    return draw


def draw_bars(axes: Axes, means: pd.Series[float]) -> None:
    """Draw a bar for each mean: names on two lines if bars are few, otherwise truncated."""
    means = means.head(MOST_BARS)
    names = [str(one) for one in means.index]
    if len(names) > 5:
        names = [
            one if len(one) <= LONGEST_NAME else f"{one[: LONGEST_NAME - 2]}.." for one in names
        ]
    else:
        names = list(map(short, names))
    axes.barh(names, means, color="#2b8cc9", height=0.6)
    axes.set_ylim(max(len(names), 3) - 0.4, -0.6)  # one bar alone is no wall
    if len(names) > 8:
        axes.tick_params(axis="y", labelsize=5.5)


def distribution(axes: Axes, name: str, column: str = "transfer_time_s") -> None:
    """Draw the distribution of transfer times, a line for each name of a flow."""
    flows = run(name).flows.to_pandas().dropna(subset=[column])
    flows["kind"] = flows.name.str.replace(r"[\s-]*[\d.,-]+$", "", regex=True)
    for kind, rows in list(flows.groupby("kind", sort=False))[:MOST_LINES]:
        values = np.sort(rows[column].to_numpy())
        axes.step(values, np.arange(1, len(values) + 1) / len(values), label=short(kind))
    log_abscissa(axes)
    axes.set_xlabel("transfer time, s")
    axes.set_ylabel("share of transfers")


def responses(axes: Axes, name: str) -> None:
    """Draw the response times, from request to last byte: the mean of each flow."""
    results = run(name)
    rows = results.table("responses").to_pandas()
    rows["took_s"] = rows.t_s - rows.requested_s
    rows = rows.merge(results.flows.to_pandas()[["flow", "name"]], on="flow")
    draw_bars(axes, rows.groupby("name", sort=False).took_s.mean())
    axes.set_xlabel("mean time of a response, s")


def first_responses(axes: Axes, name: str) -> None:
    """Draw the time from the start of each flow to the last byte of its first response."""
    results = run(name)
    rows = results.table("responses").to_pandas().groupby("flow", as_index=False).first()
    rows = rows.merge(results.flows.to_pandas()[["flow", "name", "start_s"]], on="flow")
    rows["took_s"] = rows.t_s - rows.start_s
    draw_bars(axes, rows.groupby("name", sort=False).took_s.mean())
    axes.set_xlabel("start of the flow to end of the response, s")


def visits(axes: Axes, name: str) -> None:
    """Draw the times of first byte, above the fold and load of web pages."""
    pages = run(name).table("pages").to_pandas()
    for number, one in pages.iterrows():
        times = [one.first_byte_s, one.above_fold_s, one.load_s]
        axes.plot(
            times, ["first byte", "above the fold", "loaded"], "o-", label=f"visit {number + 1}"
        )
    axes.set_xlim(left=0)
    axes.set_xlabel("time from the start of the visit, s")


def over_bytes(axes: Axes, name: str) -> None:
    """Draw page load times over the bytes of pages."""
    pages = run(name).table("pages").to_pandas()
    axes.semilogx(pages.bytes / 1e3, pages.load_s, ".", ms=4)
    axes.set_xlabel("bytes of a page, kB")
    axes.set_ylabel("page load time, s")
    axes.set_ylim(bottom=0)


def over_starts(axes: Axes, name: str) -> None:
    """Draw transfer times over their start times."""
    flows = run(name).flows.to_pandas()
    unit, length_s = ("h", 3600.0) if flows.start_s.max() > 3600.0 else ("s", 1.0)
    axes.plot(flows.start_s / length_s, flows.transfer_time_s, ".", ms=4)
    axes.set_xlabel(f"start, {unit}")
    axes.set_ylabel("transfer time, s")
    axes.set_ylim(bottom=0)


def sky(axes: Axes, name: str) -> None:
    """Draw all satellites and terminals at time zero on a map."""
    nodes = skyseam.snapshot(SCENARIOS / f"{name}.toml", 0.0).table("nodes").to_pandas()
    for kind, marker, size, colour in (
        ("satellite", ".", 6, "#8795a1"),
        ("terminal", "o", 12, "#e0702a"),
    ):
        of_kind = nodes[nodes.kind == kind]
        axes.scatter(
            of_kind.longitude_deg, of_kind.latitude_deg,
            s=size, marker=marker, color=colour, linewidths=0, label=f"{kind}s",
        )  # fmt: skip
    axes.set_xlim(-180, 180)
    axes.set_xlabel("longitude, deg")
    axes.set_ylabel("latitude, deg")


def run(name: str, **recorded: object) -> skyseam.Results:
    """Run a scenario, with the additional recordings given."""
    path = SCENARIOS / f"{name}.toml"
    if not recorded:
        return skyseam.run(path)
    read = tomllib.loads(path.read_text(encoding="utf-8"))
    read["run"].update(recorded)
    with chdir(SCENARIOS):  # files are named relative to the scenario
        return skyseam.run(read)


def short(name: object) -> str:
    """Return a name that fits into a small picture: a long one on two lines."""
    text = str(name)
    if len(text) > LONGEST_NAME // 2:
        return "\n".join(textwrap.wrap(text, LONGEST_NAME // 2 + 3, max_lines=2, placeholder=" .."))
    return text


RTT = series("rtt", "rtt_ms", "round trip, ms")
GOODPUT = bars("flows", "goodput_bps", "goodput, Mbit/s", 1e-6)
CWND = series("cwnd", "cwnd_bytes", "congestion window, kB", 1e-3)
PINGS = series("rtt", "rtt_ms", "round trip, ms", record=["rtt"])
RATE = series("throughput", "goodput_bps", "goodput, Mbit/s", 1e-6, throughput_bin="500 ms")
TIME = bars("flows", "transfer_time_s", "transfer time, s")
TRIP = bars("flows", "rtt_mean_ms", "mean round trip, ms")
MOS = bars("voice", "mos", "MOS")

KINDS: dict[str, Callable[[Axes, str], None]] = {
    "access": RTT,
    "access-kinds": RTT,
    "asymmetric": RTT,
    "asymmetric-wire": RTT,
    "beam": MOS,
    "cake-return-link": RTT,
    "chain": RATE,
    "full-satellites": RTT,
    "connection-setup": first_responses,
    "geographic": RTT,
    "harq": RATE,
    "hawaii-los-angeles-15MB": CWND,
    "hawaii-los-angeles-9kB": over_starts,
    "hundred-cities": sky,
    "iridium-exact": CWND,
    "look-at-a-transfer": RTT,
    "lossy-wire": RATE,
    "make-before-break": PINGS,
    "ku-beam": bars("udp", "received", "packets received in 20 s", upto="-"),
    "ntn-cell": RATE,
    "rain-over-a-gateway": series(
        "throughput", "goodput_bps", "goodput, Mbit/s", 1e-6, throughput_bin="10 s"
    ),
    "outage": PINGS,
    "satellite-download": PINGS,
    "ping": PINGS,
    "queue-disciplines": TRIP,
    "quic-and-tcp": TIME,
    "reallocated-starlink": RTT,
    "request-response": responses,
    "split-at-gateway": CWND,
    "split-packets": RATE,
    "stp": TIME,
    "surroundings": RATE,
    "traced-wire": RTT,
    "udp": bars("udp", "delay_p95_ms", "one-way delay, 95 %, ms"),
    "users": distribution,
    "users-geo": over_starts,
    "users-geo-web": distribution,
    "users-sharing": distribution,
    "users-starlink": distribution,
    "vehicle": RATE,
    "video": series("segments", "bitrate_bps", "bitrate, Mbit/s", 1e-6),
    "voice": MOS,
    "web": visits,
    "web-reader": over_bytes,
}
"""What is drawn of a scenario; otherwise delay if it says what of, or the goodput of flows."""


@styled
def picture(name: str) -> Figure:
    """Run a scenario and draw it."""
    read = tomllib.loads((SCENARIOS / f"{name}.toml").read_text(encoding="utf-8"))
    kind = KINDS.get(name) or (delay if "delay" in read else GOODPUT)
    figure = Figure(figsize=(WIDE, HIGH), dpi=DPI, layout="constrained")
    axes = figure.subplots()
    axes.tick_params(labelsize=7)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", skyseam.ImplausiblePathWarning)
        kind(axes, name)
    for label in (axes.xaxis.label, axes.yaxis.label):
        label.set_fontsize(8)
    handles, labels = axes.get_legend_handles_labels()
    shown = dict(zip(labels, handles, strict=True))
    if 1 < len(shown) <= MOST_LINES:
        figure.legend(
            shown.values(), shown.keys(), loc="outside upper center", ncols=3, fontsize=6.5
        )
    return figure


def main(names: list[str], is_all: bool) -> None:
    """Draw the requested or the outdated pictures, and write the page."""
    before = drawn()
    PICTURES.mkdir(parents=True, exist_ok=True)
    known = [path.stem for path in sorted(SCENARIOS.glob("*.toml"))]
    for name in names or known:
        place = PICTURES / f"{name}.png"
        is_old = not place.exists() or before.get(name) not in (None, digest(name))
        if names or is_all or is_old:
            small(io.BytesIO(png(picture(name))), place)
            print(f"{place.relative_to(ROOT)}: {place.stat().st_size / 1e3:.0f} kB")
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="scenarios to draw anew")
    parser.add_argument("--all", action="store_true", help="draw all anew")
    asked: Any = parser.parse_args()
    main(asked.names, asked.all)
