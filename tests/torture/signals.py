"""Signals at random instants of every command, one or two of them, and forbidden outcomes.

The number of a draw determines it. Instants count from the time when the process has a handler for
SIGTERM: before that, Python has not begun to run the command, and the system ends it.
"""

from __future__ import annotations

import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import every_command
import skyseam
from skyseam import sweeps

INTERRUPTED = 130
WITHIN_S = 2.0
"""Time within which a signal ends a command."""

LATEST_S = 5.0
"""The last instant of a signal."""

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

LOADING = threading.Lock()
"""Filters of warnings are those of the whole process, and cases are checked in several threads."""


@dataclass(frozen=True)
class Case:
    """A call, and the signals sent to it: each with the time since the previous one."""

    command: str
    signals: tuple[tuple[signal.Signals, float], ...]


@dataclass
class Ending:
    """End of a call: exit code, time since the first signal, output, faults."""

    case: Case
    code: int
    took_s: float
    said: str
    faults: list[str] = field(default_factory=list)


def case(number: int, command: str | None = None) -> Case:
    """Draw the case of this number."""
    draw = random.Random(f"signals {number}")
    names = list(every_command.LONG_CALLS)
    chosen = names[number % len(names)] if command is None else command
    first = draw.choice(SIGNALS), LATEST_S ** draw.random() * 0.01 ** draw.random()
    pause = draw.choice((0.0, 0.001, 10 ** draw.uniform(-3, 0)))
    again = ((draw.choice(SIGNALS), pause),) if draw.random() < 0.6 else ()
    return Case(chosen, (first, *again))


def run(
    cases: Iterable[Case], prepared: Path, jobs: int, within_s: float = WITHIN_S
) -> list[Ending]:
    """Run cases, `jobs` at a time, each in a copy of the directory `prepared`."""
    hear()
    with ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(lambda one: _run(one, prepared, within_s), cases))


def hear() -> None:
    """Let started processes receive the signals that `nohup` or `&` made this one ignore."""
    for number in SIGNALS:
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)


def _run(one: Case, prepared: Path, within_s: float) -> Ending:
    with tempfile.TemporaryDirectory() as scratch:
        place = Path(shutil.copytree(prepared, Path(scratch) / "place"))
        before = {path.name for path in place.iterdir()}
        call = every_command.written(every_command.LONG_CALLS[one.command], "out")
        # Files, since a pipe would also be held by processes that the command has started.
        with (Path(scratch) / "said").open("w+b") as said:
            process = subprocess.Popen(
                [sys.executable, "-m", "skyseam", *call], cwd=place, stdout=said, stderr=said
            )
            _wait_until_heard(process)
            began = 0.0
            for number, after_s in one.signals:
                time.sleep(after_s)
                began = began or time.monotonic()
                process.send_signal(number)
            try:
                process.wait(max(10 * within_s, 30))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            took_s = time.monotonic() - began
            said.seek(0)
            ending = Ending(one, process.returncode, took_s, said.read().decode())
        ending.faults = list(_faults(ending, within_s))
        ending.faults += _left(place, {path.name for path in place.iterdir()} - before)
        return ending


def _wait_until_heard(process: subprocess.Popen[bytes]) -> None:
    """Wait until the process has a handler for SIGTERM, or has ended."""
    while process.poll() is None:
        try:
            status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
        except OSError:
            return
        caught = int(status.partition("SigCgt:")[2].split()[0], 16)
        if caught >> (max(SIGNALS) - 1) & 1:
            return
        time.sleep(0.001)


def _faults(ending: Ending, within_s: float) -> Iterable[str]:
    if ending.code not in (0, INTERRUPTED):
        yield f"ended with {ending.code}"
    if ending.code == INTERRUPTED and "interrupted" not in ending.said:
        yield "ended without words"
    if ending.took_s > within_s and ending.code != 0:
        yield f"took {ending.took_s:.2f} s"
    for word in ("Traceback", "Exception ignored", "panicked", "at fault"):
        if word in ending.said:
            yield f"said {word!r}"


def _left(place: Path, names: set[str]) -> Iterable[str]:
    """Return the faults of what the call has left behind."""
    for name in names:
        if name.endswith((".partial", ".old")):
            yield f"left {name}"
    out = place / "out"
    if (out / sweeps.STORE).exists():
        sweeps.finished(out)
    elif out.is_dir() and not [*out.glob("report.html"), *out.glob("*.toml")]:
        # Neither a study nor copied examples: results.
        with LOADING, warnings.catch_warnings():
            warnings.simplefilter("ignore", skyseam.SkyseamWarning)
            skyseam.load(out)
