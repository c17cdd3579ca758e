"""Readers of the output of ping and of irtt.

Owns their conventions for time stamps, numbers of probes and lost ones.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from skyseam._errors import InputError
from skyseam.measured.series import (
    LEAST_CLOCK_S,
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
_OTHER = re.compile(
    r"^(PING |---|\d+ packets transmitted|rtt min|round-trip min|ping: |\[[\d.]+\] ping: |\s*$|\^C)"
)


def ping(path: Path, text: str) -> list[Pings]:
    """Read `ping -D`: a stamp is the time of the answer; a number that is missing was lost."""
    at_s: list[float] = []
    rtt_ms: list[float] = []
    seqs: list[int] = []
    seen: set[int] = set()
    last, turn, doubles = 0, 0, 0
    for number, line in enumerate(text.splitlines(), 1):
        found = _REPLY.match(line)
        if found is None:
            if _UNSTAMPED.match(line):
                raise bad_line(
                    path,
                    number,
                    line,
                    "a time stamp before it, as `ping -D` writes: [1700000000.5]",
                )
            if _LOST.match(line) or _OTHER.match(line):
                continue
            raise bad_line(path, number, line, "a line of `ping -D`")
        seq = int(found["seq"])
        # Numbers are those of 16 bits.
        turn += (seq < last - 32768) - (seq > last + 32768 and turn > 0)
        last = seq
        if found["dup"] or seq + 65536 * turn in seen:
            doubles += 1
            continue
        seen.add(seq + 65536 * turn)
        seqs.append(seq + 65536 * turn)
        at_s.append(float(found["at"]))
        rtt_ms.append(float(found["rtt"]))
    if len(seqs) < 2:
        raise InputError(f"{path}: fewer than two probes were answered; there is nothing to fit")
    order = np.argsort(seqs)
    numbers = np.array(seqs)[order]
    rtt = np.array(rtt_ms)[order]
    sent_s = np.array(at_s)[order] - rtt / 1e3
    every = np.arange(numbers[0], numbers[-1] + 1)
    all_ms = np.full(len(every), np.nan)
    all_ms[numbers - numbers[0]] = rtt
    # Probes that were lost were sent evenly between their neighbours.
    all_s = np.interp(every, numbers, sent_s)
    notes = (f"{doubles} duplicate answers are left out",) if doubles else ()
    return [in_order(Pings(all_s, all_ms, True, "ping -D", notes=notes))]


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
