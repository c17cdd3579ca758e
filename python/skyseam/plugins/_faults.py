"""The message about a plug-in: what is wrong, file and line, what was expected."""

from __future__ import annotations

import difflib
import inspect
import linecache
import reprlib
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from skyseam._errors import PluginError

if TYPE_CHECKING:
    from collections.abc import Callable

    from skyseam.plugins._declare import Declaration


def shown_path(path: str) -> str:
    """Return a path relative to the working directory if it is below it."""
    try:
        return str(Path(path).resolve().relative_to(Path.cwd()))
    except (OSError, ValueError):
        return path


def refused(
    what: str,
    file: str,
    line: int | None,
    expected: str = "",
    notes: tuple[str, ...] = (),
) -> PluginError:
    """Return the error about a line of a plug-in, in the form of the messages of scenarios.

    Parameters
    ----------
    what
        What is wrong.
    file, line
        Place of the fault; the line is shown if the file can be read.
    expected
        What is expected, as half a sentence.
    notes
        Further lines, such as ``"help: did you mean `on_ack`?"``.
    """
    name = shown_path(file)
    text = linecache.getline(file, line).rstrip() if line else ""
    wide = " " * len(str(line)) if text else " "
    lines = [what, f"{wide}--> {name}" + (f":{line}" if line else "")]
    if text:
        lines += [f"{wide} |", f"{line} | {text}", f"{wide} |"]
    lines += [f"{wide} = {one}" for one in ((f"expected: {expected}",) if expected else ()) + notes]
    return PluginError("\n".join(lines), name, line)


def fault(
    declaration: Declaration,
    method: str,
    exception: BaseException | None,
    returned: object,
    expected: str,
    time_s: float | None,
    owner: str,
) -> PluginError:
    """Return the error about a call of a plug-in's method; the core calls this.

    Parameters
    ----------
    declaration
        Declaration of the plug-in.
    method
        Name of the method that was called.
    exception
        What it raised; None if it returned something else than it must.
    returned
        What it returned, if it raised nothing.
    expected
        What the method must return, as half a sentence.
    time_s
        Simulated time, s; None before a run.
    owner
        What the plug-in was called for, as in ``'flow "copy"'``.
    """
    noun, name = declaration.noun, declaration.name
    notes: tuple[str, ...] = ()
    if exception is None:
        file, line = definition(declaration, method)
        kind = type(returned).__name__
        what = f"`{method}` of {noun} `{name}` returned {reprlib.repr(returned)}"
        what += "" if returned is None else f" ({kind})"
    else:
        file, line = raised_at(declaration.file, exception)
        if not file:
            file, line = definition(declaration, method)
        text = " ".join(str(exception).split())
        raised = type(exception).__name__ + (f": {text}" if text else "")
        what = f"`{method}` of {noun} `{name}` raised {raised}"
        expected = "" if expected == NOTHING else expected
        notes += _meant(exception)
    when = [] if time_s is None else [f"at {time_s:.6f} s of simulated time"]
    notes += tuple(", ".join(when + ([owner] if owner else [])).splitlines())
    error = refused(what, file, line, expected, notes)
    error.method, error.time_s, error.owner = method, time_s, owner
    error.__cause__ = exception
    return error


def not_paced(declaration: Declaration) -> PluginError:
    """Return the error about a pacing rate over a stack that does not follow it."""
    file, line = definition(declaration, "pacing_rate")
    return refused(
        f"`pacing_rate` of {declaration.noun} `{declaration.name}` would have no effect",
        file,
        line,
        'transport = { kind = "tcp", stack = "linux" }, which paces at the rate of a controller',
        ("the stack `rfc` does not pace, QUIC paces by window and round-trip time",),
    )


NOTHING = "nothing"
"""What a method returns whose return value is not used."""


def _meant(exception: BaseException) -> tuple[str, ...]:
    """Return a note on the attribute that was probably meant."""
    if not isinstance(exception, AttributeError) or exception.obj is None:
        return ()
    known = [name for name in dir(exception.obj) if not name.startswith("_")]
    close = difflib.get_close_matches(exception.name or "", known, 1)
    return (f"help: did you mean `{close[0]}`?",) if close else ()


def definition(declaration: Declaration, method: str) -> tuple[str, int | None]:
    """Return file and line of a method's definition; those of the class if it has none."""
    function: Callable[..., object] | None = getattr(declaration.plugin, method, None)
    code = getattr(inspect.unwrap(function), "__code__", None) if function else None
    if code is None or _is_ours(code.co_filename):
        return declaration.file, declaration.line
    return code.co_filename, code.co_firstlineno


def raised_at(own: str, exception: BaseException) -> tuple[str, int | None]:
    """Return file and line where an exception left the file `own`, else any file of a user's."""
    if isinstance(exception, SyntaxError) and exception.filename:
        return exception.filename, exception.lineno
    frames = traceback.extract_tb(exception.__traceback__)
    theirs = [one for one in frames if Path(one.filename).exists() and not _is_ours(one.filename)]
    for frame in reversed([one for one in frames if one.filename == own] or theirs):
        return frame.filename, frame.lineno
    return "", None


def _is_ours(filename: str) -> bool:
    return Path(filename).parent == Path(__file__).parent
