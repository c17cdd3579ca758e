"""What every call of the core has in common: progress, threads, errors, what it took.

Knows no table and no scenario key.
"""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias

from skyseam._errors import InputError, ScenarioError

if TYPE_CHECKING:
    from skyseam._scenario import Source

Progress: TypeAlias = Callable[[float, str], None]
"""Called a few times a second with the fraction done (0 to 1) and a short text."""


def available_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def thread_count(asked: int | None) -> int:
    """Return how many threads to use."""
    threads = available_cores() if asked is None else asked
    if threads < 1:
        raise ValueError(f"threads is {threads}; expected 1 or more")
    return threads


def files_of(read: Source) -> dict[str, Any]:
    """Return what a manifest says of files beside the scenario; nothing where there are none."""
    listed = read.listed()
    return {"scenario_files": listed} if listed else {}


@contextmanager
def asked() -> Iterator[None]:
    """Turn the core's word that a scenario is fine but what was asked of it is not."""
    try:
        yield
    except ScenarioError:
        raise
    except ValueError as error:
        raise InputError(str(error)) from error


class Meter:
    """What work takes, from the making of this value on."""

    def __init__(self) -> None:
        self._wall = time.perf_counter()
        self._cpu = time.process_time()

    def read(self) -> dict[str, float]:
        """Return what a manifest says of it: all that differs between equal runs."""
        peak_kib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return {
            "wall_s": round(time.perf_counter() - self._wall, 6),
            "cpu_s": round(time.process_time() - self._cpu, 6),
            "peak_memory_bytes": peak_kib * 1024,
        }
