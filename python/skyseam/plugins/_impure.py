"""Calls of a plug-in that make runs differ: a clock, or random numbers that are not its run's."""

from __future__ import annotations

import ast
import datetime
import os
import random
import sys
import time
import types
import warnings
from typing import TYPE_CHECKING, NamedTuple

from skyseam._errors import PluginWarning
from skyseam.plugins._faults import shown_path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skyseam.plugins._declare import Declaration

_CLOCKS = [
    getattr(time, name)
    for name in ("time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns")
]
_CLOCKS += [time.process_time, time.process_time_ns]


class ImpureCall(NamedTuple):
    """A call on which results must not depend."""

    file: str
    line: int
    what: str
    """The function, as in ``time.time``."""
    instead: str
    """What to use in its place."""

    def __str__(self) -> str:
        """Describe it in a sentence, with its place."""
        return f"{shown_path(self.file)}:{self.line} calls `{self.what}`; {self.instead}"


def instead_of(function: object) -> str | None:
    """Return what a plug-in uses in place of a function on which results must not depend."""
    owner = getattr(function, "__self__", None)
    if any(function is clock for clock in _CLOCKS) or (
        isinstance(owner, type)
        and issubclass(owner, datetime.date)
        and getattr(function, "__name__", "") in ("now", "utcnow", "today")
    ):
        return "simulated time is in what its methods receive, such as `ack.now`"
    numpy = sys.modules.get("numpy")
    if (
        owner is getattr(random.random, "__self__", random)
        or function is os.urandom
        or (numpy is not None and owner is getattr(numpy.random.mtrand, "_rand", numpy))
    ):
        return "draw from `self.random`, which the scenario's seed determines"
    return None


def impure_calls(declaration: Declaration) -> Iterator[ImpureCall]:
    """Find such calls in a plug-in's class, and in the bases and functions of its file."""
    module = sys.modules.get(declaration.plugin.__module__)
    names = vars(module) if module else {}
    try:
        with open(declaration.file, encoding="utf-8") as file:  # noqa: PTH123 - "" is no path
            tree = ast.parse(file.read())
    except (OSError, SyntaxError, ValueError):
        return
    own = {one.__name__ for one in declaration.plugin.__mro__}
    for top in tree.body:
        if isinstance(top, ast.FunctionDef) or (isinstance(top, ast.ClassDef) and top.name in own):
            for node in ast.walk(top):
                if not isinstance(node, ast.Call):
                    continue
                function = _resolved(node.func, names)
                instead = None if function is None else instead_of(function)
                if instead is not None:
                    yield ImpureCall(declaration.file, node.lineno, ast.unparse(node.func), instead)


def _resolved(node: ast.expr, names: dict[str, object]) -> object | None:
    """Return what a dotted name of modules and classes stands for."""
    if isinstance(node, ast.Name):
        return names.get(node.id)
    if isinstance(node, ast.Attribute):
        owner = _resolved(node.value, names)
        if isinstance(owner, types.ModuleType | type):
            found: object | None = getattr(owner, node.attr, None)
            return found
    return None


_warned: set[ImpureCall] = set()


def warn_of(declaration: Declaration) -> None:
    """Warn of each such call, once in a process."""
    for call in impure_calls(declaration):
        if call not in _warned:
            _warned.add(call)
            warnings.warn(f"warning: {call}: runs are not repeatable", PluginWarning, stacklevel=2)
