"""Readers of tables: round trips, LENS, status of a dish, rates.

Owns names of columns, units of time stamps, and what marks a lost probe.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from skyseam._arrays import Floats
from skyseam._errors import InputError
from skyseam.measured.series import LEAST_CLOCK_S, Pings, Rates, bad_line, in_order, with_one_way

_TIME_NAMES = (
    "t_s",
    "time_s",
    "timestamp",
    "time",
    "t",
    "unix",
    "unix_s",
    "sent_s",
    "timestamp_start_dl",
)
RTT_NAMES = ("rtt_ms", "rtt", "latency_ms", "ping_ms", "time_ms", "delay_ms")
_SEQ_NAMES = ("seq", "icmp_seq", "sequence")
RATE_COLUMNS = {
    "bits_per_second": ("", 1e-6), "bps": ("", 1e-6), "mbps": ("", 1.0), "rate_mbps": ("", 1.0),
    "down_mbps": ("down", 1.0), "up_mbps": ("up", 1.0),
    "download_mbps": ("down", 1.0), "upload_mbps": ("up", 1.0),
    "download": ("down", 1.0), "upload": ("up", 1.0),
}  # fmt: skip


def numbers(line: str) -> list[float] | None:
    """Return the numbers of a line, None if it has other words."""
    try:
        return [float(word) for word in re.split(r"[,;\s]+", line.strip())]
    except ValueError:
        return None


def header(text: str) -> list[str]:
    """Return the names of columns, none if the first line is of numbers."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    if numbers(first) is not None:
        return []
    return [name.strip().strip('"') for name in re.split(r"[,;\t]", first)]


def _columns(path: Path, text: str) -> tuple[dict[str, list[str]], int]:
    """Return the cells of a table with a header by column in lower case, and its first line."""
    lines = text.splitlines()
    start = next(number for number, line in enumerate(lines) if line.strip())
    separator = next((one for one in ",;\t" if one in lines[start]), ",")
    rows = list(csv.reader(lines[start:], delimiter=separator))
    names = [name.strip().lower() for name in rows[0]]
    for number, row in enumerate(rows[1:], start + 2):
        if row and len(row) != len(names):
            raise bad_line(path, number, separator.join(row), f"{len(names)} columns")
    cells = [row for row in rows[1:] if row]
    if not cells:
        raise InputError(f"{path} has a header, but no rows")
    return dict(zip(names, map(list, zip(*cells, strict=True)), strict=True)), start + 2


def _one_of(path: Path, found: Mapping[str, Any], names: tuple[str, ...], what: str) -> str:
    for name in names:
        if name in found:
            return name
    raise InputError(
        f"{path} has no column of {what}: it has {', '.join(found)}; "
        f"expected one of: {', '.join(names)}"
    )


def _values(path: Path, cells: list[str], first: int, name: str) -> Floats:
    """Return numbers of a column; empty cells and "nan" are NaN."""
    values = np.empty(len(cells))
    for at, cell in enumerate(cells):
        try:
            values[at] = float(cell) if cell.strip() else np.nan
        except ValueError:
            raise bad_line(path, first + at, cell, f"a number in column {name}") from None
    return values


def _times(path: Path, cells: list[str], first: int, name: str) -> Floats:
    """Return times, s; nanoseconds, milliseconds and ISO 8601 are converted."""
    if cells and re.match(r"\d{4}-\d\d-\d\d[ T]", cells[0]):
        values = np.empty(len(cells))
        for at, cell in enumerate(cells):
            try:
                # Python reads at most microseconds.
                moment = datetime.fromisoformat(re.sub(r"(\.\d{6})\d+", r"\1", cell.strip()))
            except ValueError:
                raise bad_line(path, first + at, cell, f"a time in column {name}") from None
            values[at] = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
        return values
    values = _values(path, cells, first, name)
    if np.isnan(values).any():
        at = int(np.flatnonzero(np.isnan(values))[0])
        raise bad_line(path, first + at, cells[at], f"a time in column {name}")
    for limit, unit in ((1e17, 1e-9), (1e14, 1e-6), (1e11, 1e-3)):
        if values[0] > limit:
            return values * unit
    return values


def round_trips(path: Path, text: str) -> list[Pings]:
    """Read a table of time and round-trip time; a lost probe has an empty or negative one."""
    if header(text):
        columns, first = _columns(path, text)
        time = _one_of(path, columns, _TIME_NAMES, "times")
        rtt = _one_of(path, columns, RTT_NAMES, "round-trip times")
        at_s = _times(path, columns[time], first, time)
        rtt_ms = _values(path, columns[rtt], first, rtt)
        seq = next((one for one in _SEQ_NAMES if one in columns), None)
        told = f"table ({time}, {rtt})"
    else:
        at_s, rtt_ms, has_seq = _bare(path, text)
        seq = "seq" if has_seq else None
        told = (
            "table without a header (time, number, round trip)"
            if has_seq
            else ("table without a header (time, round trip)")
        )
    lost = ~(rtt_ms > 0)
    rtt_ms = np.where(lost, np.nan, rtt_ms)
    sent_s, stamped = _sending(at_s, rtt_ms)
    notes = [f"its times are those of {stamped}"]
    if seq is None and not lost.any():
        notes.append("no probe is marked as lost: losses are not fitted")
    has_clock = bool(at_s[0] > LEAST_CLOCK_S)
    knows = bool(seq is not None or lost.any())
    pings = Pings(sent_s, rtt_ms, has_clock, told, knows, notes=tuple(notes))
    return [in_order(pings)]


def _bare(path: Path, text: str) -> tuple[Floats, Floats, bool]:
    """Return times, round trips and whether there are numbers of probes, of lines of numbers."""
    rows: list[list[float]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        row = numbers(line)
        if row is None or len(row) not in (2, 3) or (rows and len(row) != len(rows[0])):
            raise bad_line(
                path, number, line, "a time, a number of the probe (or none), a round trip"
            )
        rows.append(row)
    table = np.array(rows)
    at_s = table[:, 0] * next(
        (unit for limit, unit in ((1e17, 1e-9), (1e14, 1e-6), (1e11, 1e-3)) if table[0, 0] > limit),
        1,
    )
    return at_s, table[:, -1], table.shape[1] == 3


def _sending(at_s: Floats, rtt_ms: Floats) -> tuple[Floats, str]:
    """Return times of sending of a table's rows, and what its times are.

    If a row is written when the answer comes, the interval before it grows with its own round-trip
    time. A lost probe's row is written after a timeout: it was sent one usual pause after the last.
    """
    gap_ms, here, before = 1e3 * np.diff(at_s), rtt_ms[1:], rtt_ms[:-1]
    usual = np.nanmedian(gap_ms)
    use = np.isfinite(here) & np.isfinite(before) & (gap_ms < 5 * usual)
    slope = 0.0
    if use.sum() > 10 and np.ptp(here[use]) > 0:
        ones = np.ones(int(use.sum()))
        slope = np.linalg.lstsq(np.stack([ones, here[use], before[use]], 1), gap_ms[use])[0][1]
    if slope < 0.5:
        return at_s, "sending"
    sent_s = at_s - np.nan_to_num(rtt_ms) / 1e3
    lost = np.flatnonzero(np.isnan(rtt_ms))
    pause_s = float(np.median((sent_s[1:] - at_s[:-1])[use])) if use.any() else 0.0
    for at in lost[lost > 0]:
        sent_s[at] = min(at_s[at - 1] + max(pause_s, 0.0), at_s[at])
    return sent_s, "answers (sending is one round trip before)"


def lens(path: Path, text: str) -> list[Pings]:
    """Read the irtt tables of LENS: -1 marks a lost probe in the column of its direction."""
    columns, first = _columns(path, text)
    time = _one_of(path, columns, _TIME_NAMES, "times")
    at_s = _times(path, columns[time], first, time)
    rtt, up, down = (
        _values(path, columns[one], first, one) for one in ("rtt", "uplink", "downlink")
    )
    lost = ~(rtt > 0)
    pings = Pings(at_s, np.where(lost, np.nan, rtt), bool(at_s[0] > LEAST_CLOCK_S), "LENS irtt CSV")
    lost_up, lost_down = int((lost & (up < 0)).sum()), int((lost & (down < 0)).sum())
    up, down = (np.where(lost, np.nan, one) for one in (up, down))
    return [in_order(with_one_way(pings, up, down, (lost_up, lost_down)))]


def dish(path: Path, text: str) -> list[Pings]:
    """Read a dish's status by gRPC: its own pings to the point of presence, averaged over time."""
    columns, first = _columns(path, text)
    time = _one_of(path, columns, _TIME_NAMES, "times")
    rtt = _one_of(path, columns, ("poppinglatencyms", "pop_ping_latency_ms"), "round-trip times")
    at_s = _times(path, columns[time], first, time)
    rtt_ms = _values(path, columns[rtt], first, rtt)
    drops = next((one for one in ("poppingdroprate", "pop_ping_drop_rate") if one in columns), None)
    if drops is not None:
        # A share of a second's probes: whole probes are lost as it adds up.
        share = np.nan_to_num(_values(path, columns[drops], first, drops))
        whole = np.floor(np.cumsum(share) + 1e-9)
        rtt_ms = np.where(np.diff(whole, prepend=0.0) > 0, np.nan, rtt_ms)
    rtt_ms = np.where(rtt_ms > 0, rtt_ms, np.nan)
    notes = (
        "a dish averages its pings: spread within slots and their edges are smoothed",
        *(() if drops else ("it has no drop rate: losses are not fitted",)),
    )
    clock = bool(at_s[0] > LEAST_CLOCK_S)
    return [in_order(Pings(at_s, rtt_ms, clock, "dish gRPC CSV", drops is not None, notes=notes))]


def rates(path: Path, text: str) -> list[Rates]:
    """Read a table of rates per interval."""
    columns, first = _columns(path, text)
    time = _one_of(path, columns, _TIME_NAMES, "times")
    at_s = _times(path, columns[time], first, time)
    found = [name for name in columns if name in RATE_COLUMNS]
    if not found:
        _one_of(path, columns, tuple(RATE_COLUMNS), "rates")
    made: list[Rates] = []
    for name in found:
        direction, factor = RATE_COLUMNS[name]
        mbps = factor * _values(path, columns[name], first, name)
        use = np.isfinite(mbps)
        clock = bool(at_s[0] > LEAST_CLOCK_S)
        made.append(Rates(direction, at_s[use], mbps[use], clock, f"table ({time}, {name})"))
    return made
