"""Hostile scenarios: valid ones with extreme, wrong, missing and meaningless values.

The number of a scenario determines it. Not all are refused: a wire of 1000 Tbit/s is strange, not
wrong.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator
from typing import Any

from torture import files, text, valid
from torture.draw import Draw, Table

# Extreme but of the right kind, by the unit that stands there.
EXTREMES = {
    "rate": ("1 bit/s", "0 bit/s", "1000 Tbit/s", "-1 Mbit/s", "1e30 bit/s", "0.001 bit/s"),
    "time": (
        "1 ns",
        "0 s",
        "0.1 ns",
        "10 years",
        "1e9 s",
        "-1 ms",
        "292 years",
        "1e300 s",
        "600 s",
    ),
    "size": ("0 B", "1 B", "65535 B", "1 TB", "-1 kB", "1e25 B", "9223372036854775807 B", "0.5 B"),
    "packets": ("0 packets", "1 packets", "1000000000 packets", "-5 packets", "1e30 packets"),
    "deg": ("90 deg", "-90 deg", "90.0001 deg", "1e9 deg", "-180 deg", "360 deg", "nan deg"),
    "km": ("0 km", "1 km", "-700 km", "1e12 km", "400000 km", "100 m"),
    "dB": ("0 dB", "1000 dB", "-1000 dB", "inf dB", "1e-300 dB"),
}
UNITS = {
    r"bit/s$": "rate", r" (ns|us|ms|s|min|h)$": "time", r" (B|kB|MB|MiB)$": "size",
    r" (packets|segments)$": "packets", r" deg$": "deg", r" km$": "km", r" dB$": "dB",
}  # fmt: skip
NUMBERS = (
    0, -1, 1, 2**31, 2**63 - 1, -(2**63), 1e300, -1e-300, text.Raw("nan"), text.Raw("inf"),
    text.Raw("9" * 400), text.Raw("1e99999"), text.Raw("0x" + "f" * 40), 1000, 100_000,
)  # fmt: skip
WRONG: tuple[Any, ...] = (
    True, 7, -1.5, "", "x", " ", [], {}, [[]], [1, "a", {}], {"kind": "no"}, {"": 1}, "1 furlong",
    "50ms", "ms 50", "5 ms 5 ms", "١٢ ms", "∞ s", "1,5 ms", "0x10 B", "\u202e50 ms", "\u0000",
    "\U0001f6f0" * 40, "x" * 70_000, "a.b", "../../etc", "/dev/null", "no-such.csv", "\ud7ff\n\t",
    text.Raw("1979-05-27T07:32:00Z"), text.Raw("'''a\nb'''"), text.Raw("[" * 60 + "]" * 60),
)  # fmt: skip
KEYS = (
    "rate", "queue", "kind", "name", "count", "harq", "channel", "walker", "elements", "track",
    "trace", "isl", "paths", "preset", "start", "every", "stagger", "between", "split_at",
    "mss", "",
    "flows", "run", "ключ", "a b", "constellation", "transport", "scheduler", "gains", "weights",
    "users", "places", "demand", "sessions", "mix", "share", "to", "nodes", "access", "slots",
    "frame", "forward", "backward", "jitter", "loss", "lose", "trace_repeat", "trace_offset",
    "trace_stagger", "page", "http", "ladder", "sizes", "talk", "playout", "antennas", "skyline",
    "direction", "hysteresis", "failures", "fading", "tls", "file",
)  # fmt: skip

Holder = Table | list[Any]


def leaves(item: Any, holder: Holder | None = None, at: Any = None) -> Iterator[tuple[Any, Any]]:
    """Yield the container and key of every value within, inner ones first."""
    parts = item.items() if isinstance(item, dict) else enumerate(item)
    if isinstance(item, dict | list):
        for key, inner in list(parts):
            yield from leaves(inner, item, key)
    if holder is not None:
        yield holder, at


def extreme(draw: Draw, table: Table) -> None:
    """Replace a value by an extreme value of the same unit, or by an extreme number."""
    of_unit = [
        (holder, at, EXTREMES[unit])
        for holder, at in leaves(table)
        for pattern, unit in UNITS.items()
        if isinstance(holder[at], str) and re.search(pattern, holder[at])
    ]
    numbers = [
        (holder, at, NUMBERS)
        for holder, at in leaves(table)
        if isinstance(holder[at], int | float) and not isinstance(holder[at], bool)
    ]
    holder, at, choices = draw.one(*of_unit, *numbers)
    holder[at] = draw.one(*choices)


def wrong(draw: Draw, table: Table) -> None:
    """Replace a value by one of any type."""
    holder, at = draw.one(*leaves(table))
    holder[at] = draw.one(*WRONG)


def another_file(draw: Draw, table: Table) -> None:
    """Replace a file name by that of another file, a damaged one or one of another kind."""
    names = files.all_files()
    holder, at = draw.one(*((holder, at) for holder, at in leaves(table) if is_file(holder[at])))
    holder[at] = draw.one(*names)


def is_file(value: Any) -> bool:
    return isinstance(value, str) and value in files.all_files()


def missing(draw: Draw, table: Table) -> None:
    """Take a key or an element away."""
    holder, at = draw.one(*leaves(table))
    del holder[at]


def another(draw: Draw, table: Table) -> None:
    """Add a key where it may not belong, with the value of another key, or with any value."""
    tables = [holder[at] for holder, at in leaves(table) if isinstance(holder[at], dict)]
    values = [holder[at] for holder, at in leaves(table)]
    put = copy.deepcopy(draw.one(draw.one(*values), draw.one(*WRONG)))
    draw.one(table, *tables)[draw.one(*KEYS)] = put


def double(draw: Draw, table: Table) -> None:
    """Repeat an element of a list, so that names are not unique and wires parallel."""
    lists = [holder[at] for holder, at in leaves(table) if isinstance(holder[at], list)]
    chosen = draw.one(*lists)
    if chosen:
        chosen.extend([copy.deepcopy(draw.one(*chosen))] * draw.one(1, 2, 300))


def circle(draw: Draw, table: Table) -> None:
    """Make a flow, a split, a path or a wire lead back to its beginning."""
    flow = draw.one(*table["flows"])
    choice = draw.one("flow", "split", "paths", "wires")
    if choice == "flow":
        flow["to"] = flow["from"]
    elif choice == "split":
        flow["split_at"] = [{"node": flow[end]} for end in ("to", "from", "to")]
    elif choice == "paths":
        table["routing"] = {"paths": [[flow["from"], flow["to"], flow["from"]]]}
    elif table.get("wires"):
        one = copy.deepcopy(table["wires"][0])
        one["between"].reverse()
        table["wires"].append(one)


def crowd(draw: Draw, table: Table) -> None:
    """Make very many of something."""
    choice = draw.one("members", "repeats", "satellites", "pings", "users", "sessions", "visits")
    many = draw.one(1000, 100_000, 1_000_000, 4_000_000_000)
    if choice in ("users", "sessions"):
        group = draw.one(*table["users"])
        if choice == "users":
            group["count"] = many
        else:
            sessions = group["sessions"]
            sessions["each" if "each" in sessions else "per_hour"] = many
        return
    flow = draw.one(*table["flows"])
    if choice == "members":
        for node in table.get("nodes", []):
            if "count" in node:
                node["count"] = many
    elif choice == "visits":
        carried = flow["application"]
        carried["visits" if carried["kind"] == "web" else "count"] = many
    elif choice == "repeats":
        flow |= {"count": many, "every": draw.one("1 ns", "1 ms")}
    elif choice == "satellites":
        table["constellation"] = {"shell": {
            "planes": draw.one(1, 300, many), "satellites_per_plane": draw.one(1, 300, many),
            "altitude": "700 km", "inclination": "80 deg", "kind": "star",
        }}  # fmt: skip
    else:
        flow["application"] = {"kind": "ping", "count": many, "interval": "1 ns", "size": "65535 B"}


STEPS: tuple[Callable[[Draw, Table], None], ...] = (
    extreme, extreme, extreme, extreme, wrong, wrong, missing, another, double, circle, crowd,
    another_file,
)  # fmt: skip


def spoil(draw: Draw, document: str) -> str:
    """Spoil the text itself: cut, noise, nesting, size."""
    at, choice = draw.random.randrange(len(document)), draw.random.randrange(8)
    if choice == 0:
        return document[:at]
    if choice == 1:
        noise = draw.one("\x00", "\ufeff", "\r", '"', "[[", "=", "\u2028")
        return f"{document[:at]}{noise}{document[at:]}"
    if choice == 2:
        return document + document
    if choice == 3:
        return document[:at] + document[at // 2 :]
    if choice == 4:
        depth: int = draw.one(100, 100_000)
        return document + "deep = " + "[" * depth + "]" * (depth if draw.chance(0.5) else 0)
    if choice == 5:
        return document + "".join(f"k{i} = {i}\n" for i in range(draw.one(10, 30_000)))
    if choice == 6:
        many: int = draw.one(10, 10_000)
        return document + "[[flows]]\n" * many
    length: int = draw.one(10_000, 5_000_000)
    return document + 'long = "' + "x" * length + ('"' if draw.chance(0.5) else "")


def scenario(number: int) -> str:
    """Return the text of the hostile scenario of this number."""
    draw = Draw(f"hostile {number}")
    table = valid.scenario(number)
    for _ in range(draw.one(1, 1, 2, 3)):
        before = copy.deepcopy(table)
        try:
            draw.one(*STEPS)(draw, table)
        except (AttributeError, IndexError, KeyError, TypeError):
            # An earlier step left nothing here that this one could spoil.
            table = before
    document = text.document(table)
    return spoil(draw, document) if draw.chance(0.15) else document
