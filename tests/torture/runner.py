"""Runs scenarios, each in a separate process with limits, and reports forbidden outcomes.

Processes are forked from one that has all modules imported, so that a run costs milliseconds.
"""

from __future__ import annotations

import os
import resource
import shutil
import signal
import sys
import traceback
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

import pyarrow.parquet as pq

import skyseam.cli
from skyseam import sweeps
from skyseam.cli import process

CPU_S = 20
MEMORY = 4 * 1024**3
"""What 100,000 flows that are open at once take, at 9 to 26 kB each, with room to spare."""
ENDINGS = {
    "finished", "end_of_run", "idle_timeout", "refused", "too_many_retransmissions", "not_started",
}  # fmt: skip
BAD_INPUT, INTERRUPTED = 2, 130
ANSWER_S = 3
"""CPU time within which a run that is interrupted at its limit ends."""

DIFFERS = 98
"""A valid scenario or sweep gave other bytes in another way of running it."""

MEASURED = "manifest.json"
"""File that says how long a run took, on how many threads."""

IN_PROCESSES = 8
"""One sweep in so many is made by other processes too, which take seconds to begin."""


@dataclass(frozen=True)
class Outcome:
    """Outcome of a run: exit code, output, resources used, and faults."""

    code: int
    said: str
    cpu_s: float
    memory: int
    fault: str


@dataclass(frozen=True)
class Started:
    """A run in progress."""

    path: Path
    pid: int


def start(path: Path) -> Started:
    """Begin to run the scenario file at `path`; its output goes to a file beside it."""
    pid = os.fork()
    if pid == 0:
        code = 99
        try:
            code = _run(path)
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(code)
    return Started(path, pid)


def finish(started: Started) -> Outcome:
    """Wait for a run and check it."""
    _, status, used = os.wait4(started.pid, 0)
    code = os.waitstatus_to_exitcode(status)
    said = started.path.with_suffix(".err").read_text(encoding="utf-8", errors="replace")
    cpu_s, memory = used.ru_utime + used.ru_stime, used.ru_maxrss * 1024
    fault = ""
    if "Traceback" in said or "panicked" in said:
        fault = "a panic or traceback: " + said.strip().splitlines()[-1]
    elif code == DIFFERS:
        fault = said.strip().splitlines()[-1]
    elif code not in (0, BAD_INPUT, INTERRUPTED):
        fault = f"ended with {code}"
    elif code == BAD_INPUT and "error: " not in said:
        fault = "refused without a message"
    elif code == 0:
        fault = _flows_in_doubt(started.path.with_suffix(""))
    if cpu_s > CPU_S and code != INTERRUPTED:
        fault = f"{cpu_s:.1f} CPU s; {fault}"
    if memory > MEMORY:
        fault = f"{memory / 2**20:.0f} MiB; {fault}"
    return Outcome(code, said, cpu_s, memory, fault)


def _interrupted(*_: object) -> None:
    """Interrupt the command as its own handler does: a library may then raise any exception."""
    process._is_interrupted = True
    signal.raise_signal(signal.SIGINT)


def _run(path: Path) -> int:
    """Run the command within this process; return its exit code."""
    # What takes long must hear an interrupt; a run that does not is killed.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGXCPU, _interrupted)
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S + ANSWER_S))
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    said = os.open(path.with_suffix(".err"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(said, 1)
    os.dup2(said, 2)
    kind = path.stem.rpartition("-")[0]
    command = "sweep" if kind.endswith("sweep") else "run"
    whole, again = path.with_suffix(""), path.with_name(f"{path.stem}-again")
    if code := _call(command, path, whole, "--threads", "1"):
        return code
    for calls in _other_ways(kind, int(path.stem.rpartition("-")[2])):
        for options in calls:
            if code := _call(command, path, again, *options):
                return code
        others = differing(whole, again, set() if command == "sweep" else {MEASURED})
        shutil.rmtree(again)
        if others:
            print(f"other bytes with {calls[-1]}: {others}", file=sys.stderr)
            return DIFFERS
    return 0


def _other_ways(kind: str, number: int) -> list[list[list[str]]]:
    """Return calls, one after the other, that must give the results of one thread."""
    if kind == "valid":
        return [[["--threads", "2"]], [["--threads", "3"]]]
    if kind == "sweep":
        ways = [[["--threads", "1", "--limit", "1"], ["--threads", "3"]]]
        return ways if number % IN_PROCESSES else [*ways, [["--executor", "processes:2"]]]
    return []


def differing(whole: Path, again: Path, but: Collection[str] = ()) -> list[str]:
    """Return names of files that one of two directories lacks, or whose bytes differ."""
    # Finished runs stand in the store in the order in which they finished.
    ours, theirs = (
        {
            str(path.relative_to(place)): path.read_bytes()
            for path in place.rglob("*")
            if path.is_file() and path.name not in (sweeps.STORE, *but)
        }
        for place in (whole, again)
    )
    names = ours.keys() | theirs.keys()
    return sorted(name for name in names if ours.get(name) != theirs.get(name))


def _call(command: str, path: Path, output: Path, *options: str) -> int:
    sys.argv = ["skyseam", command, str(path), "-o", str(output), *options]
    try:
        skyseam.cli.main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0


def _flows_in_doubt(results: Path) -> str:
    """Return the faults of the flows of a successful run: each must have an end reason."""
    table = pq.read_table(results / "flows.parquet")
    if "end_reason" not in table.column_names:
        return "the flows do not say why they ended"
    reasons = set(table["end_reason"].to_pylist())
    return "" if reasons <= ENDINGS else f"unknown ends: {sorted(map(str, reasons - ENDINGS))}"
