"""Calls of Python, each in a process forked from one that has all of Skyseam's modules imported.

An interpreter with NumPy, Arrow and Matplotlib takes most of a second to start, a fork of it
milliseconds. In all other respects the process is as after a start: it has its own directory,
environment, streams and `__main__`. Tests of the start itself start Python directly.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import importlib
import json
import os
import pkgutil
import runpy
import select
import subprocess
import sys
import tempfile
import traceback
import types
from functools import cache
from pathlib import Path
from typing import Any, TextIO

import skyseam
import skyseam.cli

MOST_S = 300


def call(
    arguments: list[str], cwd: Path, columns: int, given: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run `python -m skyseam` or `python -c` with arguments, on a terminal of so many columns.

    `given` is its standard input.
    """
    with tempfile.TemporaryDirectory() as scratch:
        streams = [Path(scratch) / name for name in ("in", "out", "err")]
        streams[0].write_text(given, encoding="utf-8")
        task = {
            "arguments": arguments, "cwd": str(cwd), "streams": list(map(str, streams)),
            "env": {**os.environ, "COLUMNS": str(columns)},
        }  # fmt: skip
        code = _code_of(json.dumps(task))
        out, err = (path.read_text(encoding="utf-8") for path in streams[1:])
    return subprocess.CompletedProcess(arguments, code, out, err)


@cache
def _server() -> subprocess.Popen[str]:
    """Start the process from which others are forked; it ends with this one."""
    process = subprocess.Popen(
        [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    atexit.register(_end, process)
    return process


def _end(server: subprocess.Popen[str]) -> None:
    server.kill()
    server.wait()


def _code_of(task: str) -> int:
    """Send a task to the server and return the exit code of the forked process."""
    server = _server()
    assert server.stdin is not None and server.stdout is not None
    server.stdin.write(task + "\n")
    server.stdin.flush()
    if not select.select([server.stdout], [], [], MOST_S)[0]:
        _end(server)
        _server.cache_clear()
        raise TimeoutError(f"no end within {MOST_S} s: {task}")
    return int(server.stdout.readline())


def _load_all() -> None:
    """Import the modules that commands import on demand."""
    for module in pkgutil.walk_packages(skyseam.__path__, "skyseam."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    for name in ("backend_agg", "backend_svg"):
        importlib.import_module(f"matplotlib.backends.{name}")


def _serve(answers: TextIO) -> None:
    """Fork a process for each line of standard input, and reply with its exit code."""
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            code = 1
            with contextlib.suppress(BaseException):
                code = _run(**json.loads(line))
            os._exit(code)
        answers.write(f"{os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])}\n")
        answers.flush()


def _run(arguments: list[str], cwd: str, streams: list[str], env: dict[str, str]) -> int:
    """Become the process that a task describes; return its exit code."""
    os.chdir(cwd)
    sys.path[0] = cwd
    os.environ.clear()
    os.environ.update(env)
    os.dup2(os.open(streams[0], os.O_RDONLY), 0)
    for number, name in enumerate(streams[1:], 1):
        os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT), number)
    code: Any = 0
    try:
        match arguments:
            case ["-m", module, *others]:
                sys.argv = [module, *others]
                runpy.run_module(module, run_name="__main__", alter_sys=True)
            case ["-c", text, *others]:
                sys.argv = ["-c", *others]
                sys.modules["__main__"] = main = types.ModuleType("__main__")
                exec(compile(text, "<string>", "exec", dont_inherit=True), main.__dict__)
    except SystemExit as end:
        code = end.code
    except BaseException:
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    return code if isinstance(code, int) else int(code is not None)


if __name__ == "__main__":
    _load_all()
    gc.freeze()  # no process looks through what it has not made
    channel = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    _serve(channel)
