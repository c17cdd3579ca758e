"""Readers of tables: round trips, LENS, status of a dish, rates.

Owns names of columns, units of time stamps, and what marks a lost probe.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from skyseam._arrays import Bools, Floats
from skyseam._errors import InputError
from skyseam.measured.series import (
    LEAST_CLOCK_S,
    LEAST_RESTART,
    Pings,
    Rates,
    bad_line,
    in_order,
    with_one_way,
)

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
_DISH_NAMES = ("poppinglatencyms", "pop_ping_latency_ms", "poppingdroprate", "pop_ping_drop_rate")
RATE_COLUMNS = {
    "bits_per_second": ("", 1e-6), "bps": ("", 1e-6), "mbps": ("", 1.0), "rate_mbps": ("", 1.0),
    "down_mbps": ("down", 1.0), "up_mbps": ("up", 1.0),
    "download_mbps": ("down", 1.0), "upload_mbps": ("up", 1.0),
    "download": ("down", 1.0), "upload": ("up", 1.0),
}  # fmt: skip


_KNOWN = {
    *_TIME_NAMES, *RTT_NAMES, *_SEQ_NAMES, *_DISH_NAMES, *RATE_COLUMNS, "lost", "uplink", "downlink"
}  # fmt: skip

_EMPTY = frozenset({""})
_LOST = _EMPTY | {
    "-", "*", "na", "n/a", "none", "null", "lost", "loss", "timeout", "timed out",
    "request timed out", "request timeout",
}  # fmt: skip
_TRUE = {"true", "1", "1.0", "yes", "y", "lost"}

LEAST_TIMEOUT_MS = 1000.0
"""Shortest timeout that may stand for the round trip of a lost probe, ms."""

MOST_MISSING = 32768
"""Numbers of probes that are farther apart are those of different sessions."""

LEAST_MS = 1.5
"""Least median of round trips without a unit that is taken as ms; less would be seconds."""

_MICROSECONDS = re.compile(r"(\.\d{6})\d+")


def numbers(line: str) -> list[float] | None:
    """Return the numbers of a line, None if it has other words."""
    try:
        return [float(word) for word in re.split(r"[,;\s]+", line.strip())]
    except ValueError:
        return None


def header(text: str) -> list[str]:
    """Return the names of columns, none if the first line is of numbers."""
    lines = (line.strip() for line in text.splitlines())
    first = next((line for line in lines if line and line[0] != "#"), "")
    if numbers(first) is not None:
        return []
    return [name.strip().strip('"') for name in re.split(r"[,;\t]", first)]


@dataclass(frozen=True)
class _Table:
    """Cells of a table with a header.

    Attributes
    ----------
    columns : dict of str to list of str
        Cells by name of the column in lower case; of columns that no reader knows, none.
    lines : list of int
        Line of each row.
    decimal : str
        Decimal mark.
    notes : tuple of str
        What was left out.
    """

    columns: dict[str, list[str]]
    lines: list[int]
    decimal: str
    notes: tuple[str, ...]


def _columns(path: Path, text: str) -> _Table:
    """Return the cells of a table with a header; lines that begin with # are comments."""
    lines = text.splitlines()
    kept = [at for at, line in enumerate(lines) if line.strip() and line.lstrip()[0] != "#"]
    first = lines[kept[0]]
    separator = next((one for one in ",;\t" if one in first), ",")
    names = [name.strip().lower() for name in next(csv.reader([first], delimiter=separator))]
    known = [(at, name) for at, name in enumerate(names) if name in _KNOWN]
    columns: dict[str, list[str]] = {name: [] for name in names}
    numbers_of: list[int] = []
    notes: tuple[str, ...] = ()
    for at in kept[1:]:
        row = next(csv.reader([lines[at]], delimiter=separator))
        if len(row) != len(names):
            if at == kept[-1] and not text.endswith(("\n", "\r")) and numbers_of:
                notes = ("the last line is cut off and left out",)
                break
            raise bad_line(path, at + 1, lines[at], f"{len(names)} columns")
        numbers_of.append(at + 1)
        for column, name in known:
            columns[name].append(row[column])
    if not numbers_of:
        raise InputError(f"{path} has a header, but no rows")
    return _Table(columns, numbers_of, "." if separator == "," else ",", notes)


def _one_of(path: Path, found: Mapping[str, Any], names: tuple[str, ...], what: str) -> str:
    for name in names:
        if name in found:
            return name
    raise InputError(
        f"{path} has no column of {what}: it has {', '.join(found)}; "
        f"expected one of: {', '.join(names)}"
    )


def _values(path: Path, table: _Table, name: str, missing: frozenset[str] = _EMPTY) -> Floats:
    """Return numbers of a column; cells that say that there is none are NaN."""
    cells = table.columns[name]
    values = np.empty(len(cells))
    for at, cell in enumerate(cells):
        try:
            values[at] = float(cell)
        except ValueError:
            if cell.strip().lower() in missing:
                values[at] = np.nan
                continue
            try:
                values[at] = float(cell.replace(table.decimal, "."))
            except ValueError:
                raise bad_line(path, table.lines[at], cell, f"a number in column {name}") from None
    return values


def _times(path: Path, table: _Table, name: str) -> tuple[Floats, tuple[str, ...]]:
    """Return times, s, and notes; nanoseconds, milliseconds and ISO 8601 are converted."""
    cells = table.columns[name]
    if re.match(r"\s*\d{4}-\d\d-\d\d[ T]", cells[0]):
        values = np.empty(len(cells))
        has_zone = True
        for at, cell in enumerate(cells):
            try:
                # Python reads at most microseconds.
                moment = datetime.fromisoformat(_MICROSECONDS.sub(r"\1", cell.strip()))
            except ValueError:
                raise bad_line(path, table.lines[at], cell, f"a time in column {name}") from None
            if moment.tzinfo is None:
                has_zone = False
                moment = moment.replace(tzinfo=UTC)
            values[at] = moment.timestamp()
        if has_zone:
            return values, ()
        return values, ("times without a zone are taken as UTC",)
    try:
        values = _values(path, table, name)
    except InputError:
        at = next(at for at, cell in enumerate(cells) if numbers(cell) is None)
        expected = f"a time in column {name}: seconds, or such as 2026-11-27T12:00:00.5Z"
        raise bad_line(path, table.lines[at], cells[at], expected) from None
    if np.isnan(values).any():
        at = int(np.flatnonzero(np.isnan(values))[0])
        raise bad_line(path, table.lines[at], cells[at], f"a time in column {name}")
    return values * _unit(values[0]), ()


def _unit(time: float) -> float:
    """Return the unit of a time since 1970, s, by its size."""
    limits = ((1e17, 1e-9), (1e14, 1e-6), (1e11, 1e-3))
    return next((unit for limit, unit in limits if time > limit), 1.0)


def round_trips(path: Path, text: str) -> list[Pings]:
    """Read a table of time and round-trip time; a lost probe has an empty or negative one."""
    notes: list[str] = []
    seq: Floats | None = None
    marked = np.zeros(0, dtype=bool)
    if header(text):
        table = _columns(path, text)
        time = _one_of(path, table.columns, _TIME_NAMES, "times")
        # ping calls a round trip "time"; it is one beside a column of time stamps.
        names = tuple(name for name in (*RTT_NAMES, "time") if name != time)
        rtt = _one_of(path, table.columns, names, "round-trip times")
        at_s, of_times = _times(path, table, time)
        rtt_ms = _values(path, table, rtt, _LOST)
        notes += [*table.notes, *of_times]
        name = next((one for one in _SEQ_NAMES if one in table.columns), None)
        seq = None if name is None else _values(path, table, name, _LOST)
        if "lost" in table.columns:
            marked = np.array([one.strip().lower() in _TRUE for one in table.columns["lost"]])
            rtt_ms = np.where(marked, np.nan, rtt_ms)
        told = f"table ({time}, {rtt})"
    else:
        at_s, rtt_ms, seq = _bare(path, text)
        rtt = "round trip"
        number = "" if seq is None else "number, "
        told = f"table without a header (time, {number}round trip)"
    order = np.argsort(at_s, kind="stable")
    if (np.diff(at_s) < 0).any():
        notes.append("rows were not in order of time: sorted")
        at_s, rtt_ms, seq = at_s[order], rtt_ms[order], None if seq is None else seq[order]
    again = _repeated(at_s, rtt_ms, seq)
    if again.any():
        notes.append(f"{again.sum():,} rows that repeat the one before are left out")
        at_s, rtt_ms, seq = at_s[~again], rtt_ms[~again], None if seq is None else seq[~again]
    lost = ~(rtt_ms > 0) | np.isinf(rtt_ms)
    timeout_ms = _timeout(rtt_ms[~lost])
    if timeout_ms is not None:
        notes.append(f"round trips of exactly {timeout_ms:g} ms are those of lost probes: timeouts")
        lost |= rtt_ms == timeout_ms
    rtt_ms = np.where(lost, np.nan, rtt_ms)
    if "ms" not in rtt and not lost.all() and np.nanmedian(rtt_ms) < LEAST_MS:
        raise InputError(
            f"{path}: the median of {rtt} is {np.nanmedian(rtt_ms):.3g}, as in seconds; expected "
            "milliseconds, in a column rtt_ms"
        )
    sent_s, stamped = _sending(at_s, rtt_ms)
    notes.append(f"its times are those of {stamped}")
    knows = seq is not None or bool(lost.any()) or bool(len(marked))
    if not knows:
        notes.append("no probe is marked as lost: losses are not fitted")
    has_clock = bool(at_s[0] > LEAST_CLOCK_S)
    if seq is not None and not lost.any() and not len(marked):
        sent_s, rtt_ms = _with_missing(sent_s, rtt_ms, seq)
        if missing := len(sent_s) - len(seq):
            notes.append(f"{missing:,} probes were lost: their numbers are missing")
    pings = Pings(sent_s, rtt_ms, has_clock, told, knows, notes=tuple(notes))
    return [in_order(pings)]


def _with_missing(sent_s: Floats, rtt_ms: Floats, seq: Floats) -> tuple[Floats, Floats]:
    """Add probes whose numbers are missing: sent evenly between their neighbours, lost.

    A number that is much lower than the one before begins a new session.
    """
    session = np.cumsum(np.diff(seq, prepend=seq[0]) < -LEAST_RESTART)
    order = np.argsort(session * 2.0**32 + seq, kind="stable")
    sent, step = sent_s[order], np.diff((session * 2.0**32 + seq)[order])
    missing = np.where((step > 1) & (step < MOST_MISSING), step - 1, 0).astype(int)
    before = np.repeat(np.arange(len(missing)), missing)
    place = np.arange(len(before)) - (np.cumsum(missing) - missing)[before] + 1
    share = place / (missing[before] + 1)
    added_s = sent[before] + share * (sent[before + 1] - sent[before])
    return np.append(sent_s, added_s), np.append(rtt_ms, np.full(len(added_s), np.nan))


def _repeated(at_s: Floats, rtt_ms: Floats, seq: Floats | None) -> Bools:
    """Return which rows are the same as the one before."""
    again = np.zeros(len(at_s), dtype=bool)
    again[1:] = np.diff(at_s) == 0
    for column in (rtt_ms, seq):
        if column is not None:
            same = (column[1:] == column[:-1]) | (np.isnan(column[1:]) & np.isnan(column[:-1]))
            again[1:] &= same
    return again


def _timeout(rtt_ms: Floats) -> float | None:
    """Return the timeout that stands for lost probes: the largest value, if it occurs often."""
    if not len(rtt_ms):
        return None
    largest = float(rtt_ms.max())
    if largest < LEAST_TIMEOUT_MS or largest % 100 or (rtt_ms == largest).sum() < 3:
        return None
    return largest


def _bare(path: Path, text: str) -> tuple[Floats, Floats, Floats | None]:
    """Return times, round trips and numbers of probes, if any, of lines of numbers."""
    rows: list[list[float]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip()[0] == "#":
            continue
        row = numbers(line)
        if row is None or len(row) not in (2, 3) or (rows and len(row) != len(rows[0])):
            raise bad_line(
                path, number, line, "a time, a number of the probe (or none), a round trip"
            )
        rows.append(row)
    table = np.array(rows)
    at_s = table[:, 0] * _unit(table[0, 0])
    return at_s, table[:, -1], table[:, 1] if table.shape[1] == 3 else None


def _sending(at_s: Floats, rtt_ms: Floats) -> tuple[Floats, str]:
    """Return times of sending of a table's rows, and what its times are.

    If a row is written when the answer comes, the interval before it grows with its own round-trip
    time. A lost probe's row is written after a timeout: it was sent one usual pause after the last.
    """
    gap_ms, here, before = 1e3 * np.diff(at_s), rtt_ms[1:], rtt_ms[:-1]
    usual = np.nanmedian(gap_ms) if gap_ms.size else 0.0
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
    table = _columns(path, text)
    time = _one_of(path, table.columns, _TIME_NAMES, "times")
    at_s, of_times = _times(path, table, time)
    rtt, up, down = (_values(path, table, one) for one in ("rtt", "uplink", "downlink"))
    lost = ~(rtt > 0)
    clock = bool(at_s[0] > LEAST_CLOCK_S)
    notes = table.notes + of_times
    pings = Pings(at_s, np.where(lost, np.nan, rtt), clock, "LENS irtt CSV", notes=notes)
    lost_up, lost_down = int((lost & (up < 0)).sum()), int((lost & (down < 0)).sum())
    up, down = (np.where(lost, np.nan, one) for one in (up, down))
    return [in_order(with_one_way(pings, up, down, (lost_up, lost_down)))]


def dish(path: Path, text: str) -> list[Pings]:
    """Read a dish's status by gRPC: its own pings to the point of presence, averaged over time."""
    table = _columns(path, text)
    time = _one_of(path, table.columns, _TIME_NAMES, "times")
    columns = table.columns
    rtt = _one_of(path, columns, ("poppinglatencyms", "pop_ping_latency_ms"), "round-trip times")
    at_s, of_times = _times(path, table, time)
    rtt_ms = _values(path, table, rtt, _LOST)
    drops = next((one for one in ("poppingdroprate", "pop_ping_drop_rate") if one in columns), None)
    if drops is not None:
        # A share of a second's probes: whole probes are lost as it adds up.
        share = np.nan_to_num(_values(path, table, drops))
        whole = np.floor(np.cumsum(share) + 1e-9)
        rtt_ms = np.where(np.diff(whole, prepend=0.0) > 0, np.nan, rtt_ms)
    rtt_ms = np.where(rtt_ms > 0, rtt_ms, np.nan)
    notes = (
        *table.notes,
        *of_times,
        "a dish averages its pings: spread within slots and their edges are smoothed",
        *(() if drops else ("it has no drop rate: losses are not fitted",)),
    )
    clock = bool(at_s[0] > LEAST_CLOCK_S)
    return [in_order(Pings(at_s, rtt_ms, clock, "dish gRPC CSV", drops is not None, notes=notes))]


def rates(path: Path, text: str) -> list[Rates]:
    """Read a table of rates per interval."""
    table = _columns(path, text)
    time = _one_of(path, table.columns, _TIME_NAMES, "times")
    at_s, of_times = _times(path, table, time)
    found = [name for name in table.columns if name in RATE_COLUMNS]
    if not found:
        _one_of(path, table.columns, tuple(RATE_COLUMNS), "rates")
    made: list[Rates] = []
    for name in found:
        direction, factor = RATE_COLUMNS[name]
        mbps = factor * _values(path, table, name)
        use = np.isfinite(mbps)
        clock = bool(at_s[0] > LEAST_CLOCK_S)
        order = np.flatnonzero(use)[np.argsort(at_s[use], kind="stable")]
        told = f"table ({time}, {name})"
        made.append(Rates(direction, at_s[order], mbps[order], clock, told, of_times))
    return made
