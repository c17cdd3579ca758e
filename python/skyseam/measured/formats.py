"""Files of measurements: ping, irtt, LENS, plain tables, dishes, iperf3 and ndt7.

Owns the recognition of formats; their readers are `pings`, `tables` and `speed_tests`. What comes
out is times of sending and round-trip times, or rates of a direction.
"""

from __future__ import annotations

import gzip
import itertools
import re
import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from skyseam._errors import InputError
from skyseam._files import LARGEST, read_bytes
from skyseam.measured import pings, speed_tests, tables
from skyseam.measured.series import Pings, Rates

Measured = Pings | Rates


def read(path: Path | str, format: str | None = None) -> list[Measured]:  # noqa: A002 - the option
    """Read a file of measurements.

    Parameters
    ----------
    path
        The file; gzip is unpacked.
    format
        One of :data:`FORMATS`; None: recognised by the file's content.

    Returns
    -------
    list
        Its round trips (:class:`Pings`) or rates (:class:`Rates`; of a file with both directions,
        one of each).

    Raises
    ------
    InputError
        When the format is not known, or a line is not of it; the message names the line.
    """
    path = Path(path)
    text = _text(path)
    chosen = format or _recognised(path, text)
    if chosen not in FORMATS:
        raise InputError(f"no format is called {chosen!r}; there are: {', '.join(FORMATS)}")
    found = list(FORMATS[chosen](path, text))
    for one in found:
        if isinstance(one, Pings) and not one.answered.any():
            raise InputError(f"{path}: no probe was answered, so there is no delay to fit")
    return found


def joined(parts: list[Pings], names: list[Path]) -> Pings:
    """Join measurements of round trips, in order of time.

    Raises
    ------
    InputError
        When two overlap in time, or only some have a clock.
    """
    order = sorted(range(len(parts)), key=lambda at: float(parts[at].sent_s[0]))
    for one, other in itertools.pairwise(order):
        if parts[one].has_clock != parts[other].has_clock or not parts[one].has_clock:
            raise InputError(
                f"{names[one]} and {names[other]} cannot be joined: their times are not UTC"
            )
        if parts[other].sent_s[0] <= parts[one].sent_s[-1]:
            raise InputError(
                f"{names[one]} and {names[other]} overlap in time; fit each on its own"
            )
    chosen = [parts[at] for at in order]
    return replace(
        chosen[0],
        sent_s=np.concatenate([one.sent_s for one in chosen]),
        rtt_ms=np.concatenate([one.rtt_ms for one in chosen]),
        knows_losses=all(one.knows_losses for one in chosen),
        notes=tuple(dict.fromkeys(note for one in chosen for note in one.notes)),
    )


def _text(path: Path) -> str:
    raw = read_bytes(path)
    if raw[:2] == b"\x1f\x8b":
        try:
            raw = zlib.decompressobj(wbits=31).decompress(raw, LARGEST + 1)
        except (zlib.error, gzip.BadGzipFile) as error:
            raise InputError(f"{path} is a damaged gzip file: {error}") from error
        if len(raw) > LARGEST:
            raise InputError(f"{path} is longer than {LARGEST // 1_000_000} MB when unpacked")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 text; expected a measurement: {_KNOWN}") from error


_KNOWN = (
    "the output of `ping -D`, irtt's JSON, a CSV with the columns t_s and rtt_ms, LENS, a dish's "
    "CSV, iperf3's or ndt7's JSON"
)


def _recognised(path: Path, text: str) -> str:
    head = text[:20_000]
    if not head.strip():
        raise InputError(f"{path} is empty; expected a measurement: {_KNOWN}")
    if re.search(r"^(\[[\d.]+\] )?\d+ bytes from |^PING ", head, re.MULTILINE):
        return "ping"
    if head.lstrip()[0] in "{[":
        for name, words in _JSON_WORDS.items():
            if any(f'"{word}"' in text for word in words):
                return name
    else:
        names = {name.lower() for name in tables.header(head)}
        if names & {"poppinglatencyms", "pop_ping_latency_ms"}:
            return "dish"
        if {"uplink", "downlink", "rtt"} <= names:
            return "lens"
        if names & tables.RATE_COLUMNS.keys():
            return "rates"
        if names & set(tables.RTT_NAMES) or not names or {"timestamp", "time"} <= names:
            return "csv"
    first = head.strip().splitlines()[0][:60]
    raise InputError(
        f"{path} has no format that is known: its first line is {first!r}; expected {_KNOWN}"
    )


_JSON_WORDS = {
    "irtt": ("round_trips",),
    "iperf3": ("intervals",),
    "ndt7": ("ServerMeasurements", "AppInfo", "TCPInfo"),
}


FORMATS: dict[str, Callable[[Path, str], Sequence[Measured]]] = {
    "ping": pings.ping,
    "csv": tables.round_trips,
    "irtt": pings.irtt,
    "lens": tables.lens,
    "dish": tables.dish,
    "rates": tables.rates,
    "iperf3": speed_tests.iperf3,
    "ndt7": speed_tests.ndt7,
}
"""Formats by name, with their readers."""
