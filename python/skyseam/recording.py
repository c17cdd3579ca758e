"""Replays of what programs handed in to a world in steps.

:class:`skyseam.Live` with `record=True` keeps the packets of programs as a capture of its results.
:func:`replay` hands them in again at the same instants: the same scenario gives the same tables, a
changed one answers "what if". Owns the reading of that capture; the core writes it.
"""

from __future__ import annotations

import itertools
import struct
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from skyseam import sweeps
from skyseam._errors import IdleKeyWarning, InputError
from skyseam._scenario import source
from skyseam._work import Progress, files_of, number
from skyseam.live import RECORDING, Live
from skyseam.results import Results, load

_SECTION_HEADER = 0x0A0D0D0A
_INTERFACE = 1
_PACKET = 6


def replay(
    recording: str | Path | Results,
    changes: Mapping[str, Any] | None = None,
    *,
    speed: float = 1.0,
    progress: Progress | None = None,
) -> Results:
    """Run a recorded world again, with the packets that its programs handed in.

    The offered packets are those of the recording, at the same instants, whatever the network does
    with them now: an open loop. Programs that react, as TCP does, would have sent others in a
    changed world.

    Parameters
    ----------
    recording
        Results of an emulation or of :class:`skyseam.Live` that recorded, or their directory. Files
        that the scenario names are looked for relative to the working directory.
    changes
        Values that replace the scenario's, by key as in :func:`skyseam.sweeps.listed`:
        `{"links.uplink.queue": "400 packets"}`.
    speed
        Factor of the offered load: times between packets are divided by it. The world keeps its
        pace: satellites, the scenario's flows and users are as they were.
    progress
        Called with the fraction that is done, and text.

    Returns
    -------
    Results
        Without `changes`, at speed 1 and with the same version of Skyseam, the tables of the
        recording. The manifest's entry `replay` has the changes, the speed, and the numbers of
        packets that were handed in and that came after the end of the run.

    Raises
    ------
    InputError
        Without a recording, with a damaged one, for files that changed since, and for a speed that
        is not above zero.
    ScenarioError
        For a change that the scenario refuses.
    """
    if number("speed", speed) <= 0:
        raise InputError(f"speed is {speed}; expected a number above zero")
    made = recording if isinstance(recording, Results) else load(recording)
    if RECORDING not in made.captures:
        raise InputError(
            f"{made if isinstance(recording, Results) else recording} has no recording: it takes "
            "`skyseam emulate --record`, or skyseam.Live(.., record=True)"
        )
    scenario = made.manifest["scenario"]
    read = source(scenario)
    if files_of(read).get("scenario_files", []) != made.manifest.get("scenario_files", []):
        names = ", ".join(one["name"] for one in made.manifest["scenario_files"])
        raise InputError(
            f"a file of the scenario is not here as it was recorded: {names}; run this where the "
            "scenario was"
        )
    if changes:
        scenario = sweeps.listed(scenario, [changes]).resolved(0)
    attached = made.manifest["attached"]
    pairs = list(itertools.permutations(attached, 2))
    world = Live(scenario, attached)
    start, handed_in, left_out = world.now, 0, 0

    def paced(at_s: float) -> float:
        return at_s if speed == 1 else start + (at_s - start) / speed

    ended = paced(made.manifest["ended_at_s"])
    for recorded_s, pair, data in packets_of(made.captures[RECORDING]):
        at_s = paced(recorded_s)
        if at_s >= world.end:
            left_out += 1
            continue
        world.advance(at_s)
        world.send(*pairs[pair], data)
        handed_in += 1
        if handed_in % 1000 == 0:
            world.take()
            world.take_dropped()
            if progress is not None:
                progress((at_s - start) / (ended - start), f"at {at_s:.1f} s")
    world.advance(ended)
    # Lines and keys of a scenario with every default tell nobody anything.
    with warnings.catch_warnings(action="ignore", category=IdleKeyWarning):
        results = world.finish()
    results.manifest["replay"] = {
        "changes": dict(changes or {}), "speed": speed, "packets_in": handed_in,
        "packets_after_end": left_out,
    }  # fmt: skip
    return results


def packets_of(file: bytes) -> Iterator[tuple[float, int, bytes]]:
    """Yield instant in s, number of the interface and bytes of each packet of a recording."""
    place, interfaces = 0, 0
    while place < len(file):
        try:
            kind, length = struct.unpack_from("<II", file, place)
            if struct.unpack_from("<I", file, place + length - 4) != (length,) or length < 12:
                raise _damaged(place)
            if place == 0 and kind != _SECTION_HEADER:
                raise _damaged(place)
            if kind == _INTERFACE:
                interfaces += 1
            if kind == _PACKET:
                number, high, low, size = struct.unpack_from("<IIII", file, place + 8)
                if number >= interfaces or size > length - 32:
                    raise _damaged(place)
                yield (high << 32 | low) / 1e9, number, file[place + 28 : place + 28 + size]
        except struct.error:
            raise _damaged(place) from None
        place += length


def _damaged(place: int) -> InputError:
    return InputError(f"the recording is damaged at byte {place}: no block of Skyseam's pcapng")
