"""Runs scenarios, each in a process of its own with limits, and says what must not happen.

Processes are forked from one that has everything imported, so that a run costs milliseconds.
"""

from __future__ import annotations

import os
import resource
import shutil
import sys
import traceback
from dataclasses import dataclass
from pathlib import Path

import pyarrow.parquet as pq

import skyseam.cli

CPU_S = 20
MEMORY = 2 * 1024**3
ENDINGS = {
    "finished", "end_of_run", "idle_timeout", "refused", "too_many_retransmissions", "not_started",
}  # fmt: skip
BAD_INPUT = 2
DIFFERS = 98
"""A valid scenario gave other bytes on two or three threads."""


@dataclass(frozen=True)
class Outcome:
    """What became of a run: exit code, what it said and cost, and what is wrong with it."""

    code: int
    said: str
    cpu_s: float
    memory: int
    fault: str


@dataclass(frozen=True)
class Started:
    """A run under way."""

    path: Path
    pid: int


def start(path: Path) -> Started:
    """Begin to run the scenario file at `path`; what it says goes to a file beside it."""
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
    """Wait for a run and judge it."""
    _, status, used = os.wait4(started.pid, 0)
    code = os.waitstatus_to_exitcode(status)
    said = started.path.with_suffix(".err").read_text(encoding="utf-8", errors="replace")
    cpu_s, memory = used.ru_utime + used.ru_stime, used.ru_maxrss * 1024
    fault = ""
    if "Traceback" in said or "panicked" in said:
        fault = "a panic or traceback: " + said.strip().splitlines()[-1]
    elif code == DIFFERS:
        fault = said.strip().splitlines()[-1]
    elif code not in (0, BAD_INPUT):
        fault = f"ended with {code}"
    elif code == BAD_INPUT and "error: " not in said:
        fault = "refused without a message"
    elif code == 0:
        fault = _flows_in_doubt(started.path.with_suffix(""))
    if cpu_s > CPU_S:
        fault = f"{cpu_s:.1f} CPU s; {fault}"
    if memory > MEMORY:
        fault = f"{memory / 2**20:.0f} MiB; {fault}"
    return Outcome(code, said, cpu_s, memory, fault)


def _run(path: Path) -> int:
    """Run the command within this process; its exit code."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S + 1))
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    said = os.open(path.with_suffix(".err"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(said, 1)
    os.dup2(said, 2)
    whole = path.with_suffix("")
    code = _call(path, whole)
    if code or not path.name.startswith("valid"):
        return code
    for threads in ("2", "3"):
        divided = whole.with_name(f"{whole.name}-divided")
        if code := _call(path, divided, "--threads", threads):
            return code
        differing = [
            name.name
            for name in sorted(whole.glob("*.parquet"))
            if name.read_bytes() != (divided / name.name).read_bytes()
        ]
        shutil.rmtree(divided)
        if differing:
            print(f"other bytes on {threads} threads: {differing}", file=sys.stderr)
            return DIFFERS
    return 0


def _call(path: Path, output: Path, *options: str) -> int:
    sys.argv = ["skyseam", "run", str(path), "-o", str(output), *options]
    try:
        skyseam.cli.main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0


def _flows_in_doubt(results: Path) -> str:
    """Say what is wrong with the flows of a run that ended well: each says why it ended."""
    table = pq.read_table(results / "flows.parquet")
    if "ended_because" not in table.column_names:
        return "the flows do not say why they ended"
    reasons = set(table["ended_because"].to_pylist())
    return "" if reasons <= ENDINGS else f"unknown ends: {sorted(map(str, reasons - ENDINGS))}"
