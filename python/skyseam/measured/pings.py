"""Readers of the output of ping and of irtt.

Owns their conventions for time stamps, numbers of probes and lost ones.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from skyseam._arrays import Floats
from skyseam._errors import InputError
from skyseam.measured.series import (
    LEAST_CLOCK_S,
    LEAST_RESTART,
    Pings,
    bad_line,
    in_order,
    json_of,
    with_one_way,
)

_REPLY = re.compile(
    r"^\[(?P<at>\d+\.\d+)\] \d+ bytes from .*?(?:icmp_)?seq=(?P<seq>\d+).*?time=(?P<rtt>[\d.]+) ms"
    r"(?P<dup>.*DUP!)?"
)
_LOST = re.compile(
    r"^(?:\[(?P<at>[\d.]+)\] )?(?:no answer yet for icmp_seq=|From .*?icmp_seq=)(?P<seq>\d+)"
)
_UNSTAMPED = re.compile(r"^\d+ bytes from .*seq=\d+")
_BEGIN = re.compile(r"^PING ")
_OTHER = re.compile(
    r"^(---|\d+ packets transmitted|rtt min|round-trip min|ping: |\[[\d.]+\] ping: |\s*$|\^C"
    r"|(\[[\d.]+\] )?Request timeout for)"
)


def ping(path: Path, text: str) -> list[Pings]:
    """Read `ping -D`: a stamp is the time of the answer; a number that is missing was lost.

    A file may have several sessions, one after another.
    """
    sessions: list[dict[int, tuple[float, float]]] = [{}]
    last, turn, doubles = 0, 0, 0
    lines = text.splitlines()
    notes: list[str] = []
    for number, line in enumerate(lines, 1):
        found = _REPLY.match(line)
        if found is None:
            if _BEGIN.match(line):
                sessions.append({})
                last, turn = 0, 0
            elif number == len(lines) > 1 and not text.endswith("\n"):
                notes.append("the last line is cut off and left out")
            elif _UNSTAMPED.match(line):
                raise bad_line(
                    path,
                    number,
                    line,
                    "a time stamp before it, as `ping -D` writes: [1700000000.5]",
                )
            elif not _LOST.match(line) and not _OTHER.match(line):
                raise bad_line(path, number, line, "a line of `ping -D`")
            continue
        seq = int(found["seq"])
        # Numbers are those of 16 bits.
        turn += (seq < last - 32768) - (seq > last + 32768 and turn > 0)
        if last - 32768 <= seq < last - LEAST_RESTART:
            sessions.append({})
            turn = 0
        last = seq
        if found["dup"] or seq + 65536 * turn in sessions[-1]:
            doubles += 1
            continue
        sessions[-1][seq + 65536 * turn] = (float(found["at"]), float(found["rtt"]))
    if doubles:
        notes.append(f"{doubles:,} duplicate answers are left out")
    parts = [_evenly(one) for one in sessions if len(one) > 1]
    if not parts:
        raise InputError(f"{path}: fewer than two probes were answered; there is nothing to fit")
    if len(parts) > 1:
        notes.append(f"{len(parts)} sessions of ping are joined")
    sent_s, rtt_ms = (np.concatenate(one) for one in zip(*parts, strict=True))
    return [in_order(Pings(sent_s, rtt_ms, True, "ping -D", notes=tuple(notes)))]


def _evenly(answers: dict[int, tuple[float, float]]) -> tuple[Floats, Floats]:
    """Return times of sending and round trips of a session; lost ones were sent evenly between."""
    numbers = np.array(sorted(answers))
    at_s, rtt_ms = np.array([answers[number] for number in numbers]).T
    every = np.arange(numbers[0], numbers[-1] + 1)
    all_ms = np.full(len(every), np.nan)
    all_ms[numbers - numbers[0]] = rtt_ms
    return np.interp(every, numbers, at_s - rtt_ms / 1e3), all_ms


def irtt(path: Path, text: str) -> list[Pings]:
    """Read irtt's JSON: times of sending, one-way delays, directions of losses where known."""
    trips = json_of(path, text).get("round_trips")
    if not isinstance(trips, list) or not trips:
        raise InputError(f"{path} has no round trips; expected the output of `irtt client -o`")
    sent, rtt, up, down, lost_up, lost_down = [], [], [], [], 0, 0
    for number, trip in enumerate(trips):
        try:
            sent.append(trip["timestamps"]["client"]["send"]["wall"] * 1e-9)
            lost = trip["lost"]
            delay = trip.get("delay", {})
            rtt.append(delay["rtt"] * 1e-6 if lost == "false" else np.nan)
        except (KeyError, TypeError) as error:
            raise InputError(f"{path}: round trip {number} lacks {error}") from error
        up.append(delay.get("send", np.nan) * 1e-6 if lost == "false" else np.nan)
        down.append(delay.get("receive", np.nan) * 1e-6 if lost == "false" else np.nan)
        lost_up += lost == "true_up"
        lost_down += lost == "true_down"
    pings = Pings(np.array(sent), np.array(rtt), sent[0] > LEAST_CLOCK_S, "irtt JSON")
    return [in_order(with_one_way(pings, np.array(up), np.array(down), (lost_up, lost_down)))]
