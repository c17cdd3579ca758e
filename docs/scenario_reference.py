"""Writes the reference of scenario files from the JSON Schema of the core.

Makes docs/scenario.md, which is the index, and a page for each table in docs/scenario. Run by `make
reference`; tests/test_docs.py fails if a page differs from its output.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import skyseam

DOCS = Path(__file__).resolve().parent
INDEX = DOCS / "scenario.md"
FOLDER = DOCS / "scenario"


@dataclass(frozen=True)
class Page:
    """A page of the reference.

    Attributes
    ----------
    title
        Heading, in the words of a scenario file where it is a table.
    summary
        Its line in the index.
    words
        Words that a reader may search for and that no key or description has.
    heads
        Definitions that the page begins with; those that only they refer to follow.
    """

    title: str
    summary: str
    words: str
    heads: tuple[str, ...]


PAGES = {
    "constellation": Page(
        "`[constellation]`", "Satellites: presets, shells, element files",
        "orbit, Walker, star, delta, TLE, OMM, SGP4, J2, Starlink, Iridium, altitude, inclination",
        ("Constellation",),
    ),
    "isl": Page(
        "`constellation.isl`", "Inter-satellite links: patterns, range, acquisition",
        "laser, crosslink, grid, +Grid, seam, topology", ("Isl", "IslPattern"),
    ),
    "failures": Page(
        "`[[failures]]`", "Satellites, terminals, nodes and links out of order",
        "outage, broken, fault", ("Failure",),
    ),
    "handover": Page(
        "`[handover]`", "When terminals change satellites, and to which",
        "hand-off, reassignment, satellite selection, outage, overlap, sticky",
        ("Handover",),
    ),
    "routing": Page(
        "`[routing]`", "How packets find their path",
        "route, shortest path, Dijkstra, convergence, reaction, hysteresis, geographic, forwarding",
        ("Routing",),
    ),
    "terminals": Page(
        "`[[terminals]]`", "Places and vehicles with links to satellites",
        "ground station, gateway, dish, ship, aircraft, antenna, skyline", ("Terminal",),
    ),
    "ground": Page(
        "`[ground]`", "Gateways and points of presence of an operator",
        "ground segment, gateway, PoP, point of presence, SNP, teleport, Internet, fibre, "
        "Starlink, OneWeb", ("Ground",),
    ),
    "links": Page(
        "`[links]`", "Rates, queues and losses of links to, from and between satellites",
        "uplink, downlink, feeder link, GSL, ISL, bandwidth, capacity, framing, jitter, trace",
        ("Links", "Link", "Gateway"),
    ),
    "queue": Page(
        "`queue`", "Queue disciplines: drop-tail, RED, CoDel, PIE, fair queueing, marks",
        "buffer, AQM, active queue management, bufferbloat, tail drop, FIFO", ("Queue",),
    ),
    "scheduler": Page(
        "`scheduler`", "Which user a shared downlink serves next",
        "round robin, proportional fair, M-LWDF, EXP/PF, CoDeS, DRR, fairness", ("Scheduler",),
    ),
    "loss": Page(
        "`loss`", "Random and listed packet losses",
        "error, BER, PER, burst, Gilbert-Elliott, Bernoulli", ("Loss",),
    ),
    "link_budget": Page(
        "`link_budget`", "Power, losses, noise and modes that set the rate of a link",
        "EIRP, G/T, antenna, rain, ITU-R P.618, ModCod, ACM, DVB-S2X, DVB-RCS2, C/N, Es/N0",
        ("LinkBudget", "Transmitter", "Receiver", "Antenna", "Climate"),
    ),
    "channel": Page(
        "`channel`", "Signal levels of a fading channel",
        "LMS, land mobile satellite, Perez-Fontan, ITU-R P.681, shadowing, SNR, fade",
        ("Channel",),
    ),
    "harq": Page(
        "`harq`", "Hybrid ARQ over a fading channel",
        "retransmission, incremental redundancy, chase combining, coding, codeword",
        ("Harq",),
    ),
    "reordering": Page(
        "`reordering`", "Buffers that restore the order of packets behind HARQ",
        "resequencing, in-order delivery", ("Reordering",),
    ),
    "access": Page(
        "`access`", "How terminals that share a carrier get capacity",
        "DAMA, RBDC, DVB-RCS2, grant, scheduling request, MAC, TDMA, slot", ("Access",),
    ),
    "wires": Page(
        "`[[nodes]]` and `[[wires]]`", "Routers and servers, and fixed links between them",
        "router, server, host, cable, fibre, point-to-point, dumbbell, bottleneck, trace",
        ("Node", "Wire"),
    ),
    "beams": Page(
        "`[[beams]]`", "Transmitters that several users share",
        "spot beam, multicast, cell, shared downlink", ("Beam",),
    ),
    "users": Page(
        "`[[users]]`", "Users by the hundred: places, sessions, mix",
        "population, traffic model, arrivals, Poisson, gravity, busy hour, city", ("Users",),
    ),
    "flows": Page(
        "`[[flows]]`", "Who sends to whom, when; split connections",
        "traffic, connection, PEP, performance enhancing proxy, split TCP", ("Flow", "Proxy"),
    ),
    "application": Page(
        "`application`", "What a flow carries: file, voice, video, web, UDP",
        "traffic, download, HTTP, DASH, VoIP, RTP, ping, CBR", ("Application",),
    ),
    "laws": Page(
        "Distributions of sizes and times", "Laws that sizes and pauses are drawn from",
        "random, exponential, Pareto, log-normal, quantile", ("SizeLaw", "SpanLaw"),
    ),
    "transport": Page(
        "`transport`", "TCP stacks, congestion control, QUIC, STP",
        "CUBIC, BBR, Reno, Hybla, Vegas, Westwood, SACK, cwnd, RTO, TLS", ("Transport",),
    ),
    "run": Page(
        "`[run]` and `[delay]`", "Duration, seed, what is recorded; times of a delay study",
        "time, start, stop, random seed, pcap, capture, series", ("Run", "Delay"),
    ),
}  # fmt: skip
"""Pages by file name, in the order of the index."""

MADE = "*Made from the schema by `make reference`; edit the sources in `crates` instead.*\n"

HEAD = """\
# Scenario files

A scenario is a TOML file. Each of its tables has a page:

TABLE

Further pages: [every key from A to Z](scenario/keys.md), [every model that can be named, with its
source](scenario/names.md). `skyseam schema -o scenario.schema.json` writes the same for editors
that complete and check while you type.

## A small scenario

```toml name=page.toml
title = "A 9 kB page from Hawaii to Los Angeles"

[constellation]
preset = "iridium-ns2"

[routing]
metric = "hops"

[[terminals]]
name = "HNL"
latitude = "21.5 deg"
longitude = "-158.0 deg"

[[terminals]]
name = "LAX"
latitude = "34.05 deg"
longitude = "-118.24 deg"

[[flows]]
name = "page"
from = "HNL"
to = "LAX"
application = { kind = "file", size = "9 kB" }

[run]
start = "06:00:00"
duration = "60 s"
```

```sh
skyseam check page.toml
skyseam run page.toml -o out
```

`skyseam check FILE` names each problem of a file with its line; with `--effects` it runs the
scenario without each of its keys and lists those that change nothing in this run. From Python,
`skyseam.run` and all functions that take a scenario take its path, nested dicts, or its text:
`skyseam.toml(text)`.

## Values

Quantities are strings with their unit, such as `"50 ms"`, `"25 Mbit/s"`, `"780 km"`; a bare
number where a unit belongs is refused. A time is rounded to the nanosecond and a rate to the
bit/s, so that `"23.759999999999998 s"`, as programs print it, is 23.76 s; a value that this would
change by more than a thousandth is refused. Sizes and numbers of packets are whole.

A choice is named by its `kind`: `queue = { kind = "codel", target = "10 ms" }`, or by its name
alone where every key has a default: `queue = "codel"`. In the tables of keys, *required* keys
must be there; others have the default shown, or one that their description states.

## Limits

A file has at most 64 MB, one that it names 200 MB; both must be regular files with names in UTF-8.
What would take gigabytes of memory is refused: more than 200,000 flows that start within a second,
1,000,000 within a minute or open at once (a QUIC connection counts as 8), 10,000,000 pings or
8,000,000 voice packets within a run, 200,000 users at places, 30,000 users of a beam with drawn
fading of their own. So is what would take hours in one step: the course of a channel with more than
10,000,000,000 levels or 100,000 km.

## Keys of the file

"""


def pages() -> dict[Path, str]:
    """Return the expected content of every page."""
    schema = skyseam.schema()
    definitions = schema["$defs"]
    homes = _homes(schema)
    made = {INDEX: _index(schema, homes)}
    for slug, page in PAGES.items():
        parts = [f"# {page.title}\n", f"{page.summary}. Related words: {page.words}.\n"]
        for name in (name for name, home in homes.items() if home == slug):
            parts += [f"## {name}\n", f"{definitions[name].get('description', '')}\n"]
            parts += [f"Where it stands: {', '.join(_uses(schema, name))}.\n"]
            parts += _definition(definitions[name])
        made[FOLDER / f"{slug}.md"] = _linked(_joined([*parts, MADE]), homes, slug)
    every = ["# Every key\n", "| key | tables |", "|---|---|", *_keys(schema), MADE]
    made[FOLDER / "keys.md"] = _linked(_joined(every), homes, "keys")
    made[FOLDER / "names.md"] = _joined(["# What can be named\n", _models(), MADE])
    return made


def linked(text: str, folder: str) -> str:
    """Return a text with the links to definitions of a page in another folder.

    Parameters
    ----------
    text
        Markdown with links such as `[Queue](#queue)`.
    folder
        Relative path from that page to the folder of this reference.
    """
    return _linked(text, _homes(skyseam.schema()), "", folder)


def _joined(parts: list[str]) -> str:
    return "\n".join(part.rstrip("\n") + ("\n" if part.endswith("\n") else "") for part in parts)


def _index(schema: dict[str, Any], homes: dict[str, str]) -> str:
    rows = ["| page | what it says |", "|---|---|"]
    rows += [f"| [{page.title}](scenario/{slug}.md) | {page.summary} |"
             for slug, page in PAGES.items()]  # fmt: skip
    listed = [f"scenario/{slug}" for slug in [*PAGES, "keys", "names"]]
    tree = "\n".join(["```{toctree}", ":hidden:", "", *listed, "```"])
    text = HEAD.replace("TABLE", "\n".join(rows))
    return _linked(f"{text}{keys(schema)}\n{MADE}\n{tree}\n", homes, "", "scenario/")


def _homes(schema: dict[str, Any]) -> dict[str, str]:
    """Return the page of each definition, in the order of the pages.

    A definition that begins no page is on the page of the first definition that refers to it.
    """
    definitions = schema["$defs"]
    heads = {name: slug for slug, page in PAGES.items() for name in page.heads}
    homes: dict[str, str] = {}

    def place(name: str, slug: str) -> None:
        homes[name] = slug
        for _, below in _references(definitions[name]):
            if below not in homes and below not in heads:
                place(below, slug)

    for name, slug in heads.items():
        if name in definitions:
            place(name, slug)
    missing = (heads.keys() - definitions.keys()) | (definitions.keys() - homes.keys())
    if missing:
        raise SystemExit(f"PAGES and the schema differ in {', '.join(sorted(missing))}")
    return homes


def _references(node: object, key: str = "") -> Iterator[tuple[str, str]]:
    """Yield the key and the definition of each reference below a node."""
    if isinstance(node, list):
        for item in node:
            yield from _references(item, key)
    elif isinstance(node, dict):
        if "$ref" in node:
            yield key, str(node["$ref"]).removeprefix("#/$defs/")
        for name, value in node.items():
            if name == "properties":
                for below, held in value.items():
                    yield from _references(held, below)
            elif name != "$defs":
                yield from _references(value, key)


def _uses(schema: dict[str, Any], name: str) -> list[str]:
    """Return the tables and keys whose value is this definition."""
    found = []
    for key, value in schema["properties"].items():
        if name in (below for _, below in _references(value)):
            found.append(f"`[[{key}]]`" if value.get("type") == "array" else f"`[{key}]`")
    for owner, definition in schema["$defs"].items():
        named = dict.fromkeys(key for key, below in _references(definition) if below == name)
        found += [f"`{key}` of [{owner}](#{owner.lower()})" for key in named]
    return found


def _definition(definition: dict[str, Any]) -> Iterator[str]:
    if "properties" in definition:
        yield keys(definition)
        choices = [f"`{one['required'][0]}`" for one in definition.get("oneOf", [])]
        if choices:
            yield f"Exactly one of {', '.join(choices)} must be there.\n"
        return
    for variant in definition["oneOf"]:
        for tag in ("kind", "model"):
            kind = variant["properties"].get(tag, {}).get("const")
            if kind is not None:
                yield f'### `{tag} = "{kind}"`\n\n{variant.get("description", "")}\n'
        yield keys(variant)


def _keys(schema: dict[str, Any]) -> Iterator[str]:
    """Yield a row for each key of the tables that have it."""
    found: dict[str, list[str]] = {}
    for key in schema["properties"]:
        found.setdefault(key, []).append("[the file](../scenario.md#keys-of-the-file)")
    for name, definition in schema["$defs"].items():
        variants = [definition] if "properties" in definition else definition["oneOf"]
        for key in dict.fromkeys(key for one in variants for key in one["properties"]):
            found.setdefault(key, []).append(f"[{name}](#{name.lower()})")
    for key in sorted(found):
        yield f"| `{key}` | {', '.join(found[key])} |"
    yield ""


def _linked(text: str, homes: dict[str, str], slug: str, folder: str = "") -> str:
    """Return a text with links to the pages of definitions."""
    files = {name.lower(): f"{folder}{home}.md" for name, home in homes.items()}

    def target(found: re.Match[str]) -> str:
        file = files[found[1]]
        return f"](#{found[1]})" if file == f"{slug}.md" else f"]({file}#{found[1]})"

    return re.sub(r"\]\(#(\w+)\)", target, text)


def keys(schema: dict[str, Any]) -> str:
    """Return the table of a definition's keys."""
    required = schema.get("required", [])
    lines = ["| key | value | default | |", "|---|---|---|---|"]
    for key, value in schema["properties"].items():
        default = "*required*" if key in required else _default(value)
        description = value.get("description", "")
        kind = _type(value)
        if key == "preset":  # the whole catalogue, which has a page
            page = "../constellations.md" if "elements" in schema["properties"] else "names.md"
            kind = f"a name of [the catalogue]({page})"
            description = description.split(' "')[0]
        lines.append(f"| `{key}` | {_cell(kind)} | {default} | {_cell(description)} |")
    return "\n".join(lines) + "\n"


def _default(value: dict[str, Any]) -> str:
    if "default" not in value or value["default"] == {}:
        return ""
    return f"`{_toml(value['default'])}`"


def _type(value: dict[str, Any]) -> str:
    if "$ref" in value:
        name = value["$ref"].removeprefix("#/$defs/")
        return f"[{name}](#{name.lower()})"
    if "const" in value:
        return f"`{_toml(value['const'])}`"
    if "enum" in value:
        return " or ".join(f"`{_toml(v)}`" for v in value["enum"])
    if "oneOf" in value:
        if all("const" in one for one in value["oneOf"]):
            return " or ".join(f"`{_toml(one['const'])}`" for one in value["oneOf"])
        return ", or ".join(_type(one) for one in value["oneOf"])
    if value.get("type") == "array":
        if "prefixItems" in value:
            members = [_type(one).removeprefix("such as ") for one in value["prefixItems"]]
            return f"[{', '.join(members)}]"
        return f"list of {_type(value['items'])}" if "items" in value else "list"
    if value.get("type") == "integer":
        return "whole number"
    if value.get("type") == "boolean":
        return "`true` or `false`"
    if value.get("examples"):
        return f"such as `{_toml(value['examples'][0])}`"
    return "text" if value.get("type") == "string" else str(value.get("type", "table"))


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {_toml(held)}' for key, held in value.items())} }}"
    return f'"{value}"' if isinstance(value, str) else str(value)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _models() -> str:
    lines = ["| key | name | what it is | source |", "|---|---|---|---|"]
    for model in skyseam.models():
        cells = (_cell(model[column] or "") for column in ("key", "name", "summary", "source"))
        key, name, summary, origin = cells
        lines.append(f"| `{key}` | `{name}` | {summary} | {origin} |")
    return "\n".join(lines) + "\n"


def write() -> None:
    """Write the pages, and remove those of tables that no longer exist."""
    made = pages()
    for path in set(FOLDER.glob("*.md")) - made.keys():
        path.unlink()
    FOLDER.mkdir(exist_ok=True)
    for path, text in made.items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
