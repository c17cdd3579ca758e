"""Common parts of all calls of the core: progress, threads, errors, resources used.

Knows no table and no scenario key.
"""

from __future__ import annotations

import math
import operator
import os
import reprlib
import resource
import time
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias

from skyseam._errors import (
    IdleKeyWarning,
    ImplausiblePathWarning,
    InputError,
    RunWarning,
    SkyseamError,
)

if TYPE_CHECKING:
    from skyseam._scenario import Source

Progress: TypeAlias = Callable[[float, str], None]
"""Called a few times a second with the fraction done (0 to 1) and a short text."""


def available_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


MOST_THREADS = 1024


def thread_count(asked: int | None) -> int:
    """Return the number of threads to use."""
    return available_cores() if asked is None else whole("threads", asked, 1, MOST_THREADS)


def whole(name: str, value: int, least: int, most: int | None = None) -> int:
    """Return an argument as a whole number.

    Raises
    ------
    TypeError
        When the value is not a whole number.
    InputError
        When the value is below `least` or above `most`.
    """
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {type(value).__name__}") from None
    if number < least or (most is not None and number > most):
        span = (
            f"{least} or more" if most is None else f"a whole number from {least} to {_shown(most)}"
        )
        raise InputError(f"{name} is {_shown(number)}; expected {span}")
    return number


def _shown(number: int) -> str:
    if number == MOST_SEED:
        return "2^63 - 1"
    return str(number) if number.bit_length() < 128 else f"a number of {number.bit_length()} bits"


MOST_SEED = 2**63 - 1
"""The largest whole number of TOML."""


def seed_of(value: int) -> int:
    """Return an argument as a seed; errors are those of :func:`whole`."""
    return whole("seed", value, 0, MOST_SEED)


def number(argument: str, value: float) -> float:
    """Return an argument as a finite number.

    Raises
    ------
    TypeError
        When the value is not a number.
    InputError
        When the value is not finite.
    """
    if isinstance(value, str | bytes):
        raise TypeError(f"{argument} must be a number, not {type(value).__name__}")
    try:
        found = float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{argument} must be a number, not {type(value).__name__}") from None
    except OverflowError:
        found = math.inf
    if not math.isfinite(found):
        raise InputError(f"{argument} is {reprlib.repr(value)}; expected a finite number")
    return found


def expect(argument: str, value: object, kind: type) -> None:
    """Raise TypeError if an argument is not of a type."""
    if not isinstance(value, kind):
        raise TypeError(f"{argument} is a {kind.__name__}, not {type(value).__name__}")


def names(argument: str, value: Iterable[str]) -> list[str]:
    """Return an argument as a list of names.

    Raises
    ------
    InputError
        When the value is a single str, whose letters would be taken for names.
    TypeError
        When an element is not a str.
    """
    if isinstance(value, str):
        raise InputError(f"{argument} is a list of names; put a single one in a list")
    listed = list(value)
    for one in listed:
        if not isinstance(one, str):
            raise TypeError(f"{argument} must be a list of names; found {type(one).__name__}")
    return listed


def files_of(read: Source) -> dict[str, Any]:
    """Return the manifest's entries for files beside the scenario; empty if there are none."""
    listed = read.listed()
    return {"scenario_files": listed} if listed else {}


def check_callable(argument: str, value: object) -> None:
    """Refuse what is neither None nor a function."""
    if value is not None and not callable(value):
        raise TypeError(f"{argument} must be a function or None, not {type(value).__name__}")


@contextmanager
def asked(progress: Progress | None = None) -> Iterator[None]:
    """Translate the core's errors about a request for a valid scenario, and about arguments.

    Errors of the caller's functions, such as that for progress, pass unchanged.
    """
    check_callable("progress", progress)
    try:
        yield
    except SkyseamError:
        raise
    except UnicodeEncodeError as error:
        if not _is_ours(error):
            raise
        raise InputError(
            f"{error.object!a} holds half of a surrogate pair, which UTF-8 cannot encode"
        ) from error
    except OverflowError as error:
        if not _is_ours(error):
            raise
        raise InputError(f"a number is too large for its argument: {error}") from error
    except ValueError as error:
        if not _is_ours(error):
            raise
        raise InputError(str(error)) from error


def _is_ours(error: Exception) -> bool:
    """Whether the package or its core has raised an error."""
    *_, (frame, _) = traceback.walk_tb(error.__traceback__)
    return str(frame.f_globals.get("__name__")).startswith("skyseam.")


def warn_of_paths(messages: Iterable[str]) -> None:
    """Warn of implausible paths, at the line that called the caller."""
    for message in messages:
        warnings.warn(f"warning: {message}", ImplausiblePathWarning, stacklevel=3)


def warn_of(messages: Iterable[str]) -> None:
    """Warn of doubtful results of a run, at the line that called the caller."""
    for message in messages:
        if message.startswith(IDLE_KEYS):
            warnings.warn(f"note: {message}", IdleKeyWarning, stacklevel=3)
        else:
            warnings.warn(f"warning: {message}", RunWarning, stacklevel=3)


IDLE_KEYS = "these keys did not come into play"
"""First words of a run's warning of keys that did not come into play."""


class Meter:
    """Resources used by work, from the creation of this value on."""

    def __init__(self) -> None:
        self._wall = time.perf_counter()
        self._cpu = time.process_time()

    def read(self) -> dict[str, float]:
        """Return the manifest's entries: all that differs between equal runs."""
        peak_kib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return {
            "wall_s": round(time.perf_counter() - self._wall, 6),
            "cpu_s": round(time.process_time() - self._cpu, 6),
            "peak_memory_bytes": peak_kib * 1024,
        }
