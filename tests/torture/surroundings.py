"""Unusual environments of every command: closed and full streams, no home, foreign settings.

In each of them a command does its work, or refuses with a message; a bug of Skyseam is neither.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import every_command

DONE, BAD_INPUT = 0, 2


@dataclass(frozen=True)
class Surroundings:
    """The call of a command: its shell line and its environment."""

    line: str = '"$@"'
    environment: Mapping[str, str] = field(default_factory=dict)
    codes: tuple[int, ...] = (DONE,)
    words: str = ""
    """What standard error has in it where the code is 2."""


FULL = "error: the output cannot be written: No space left on device"
CLOSED = "error: the output cannot be written: Bad file descriptor"
LIMITED = "File too large"

ALL: dict[str, Surroundings] = {
    "plain": Surroundings(),
    "no input": Surroundings('"$@" <&-'),
    "no output": Surroundings('"$@" >&-', codes=(DONE, BAD_INPUT), words=CLOSED),
    "no errors": Surroundings('"$@" 2>&-'),
    "no streams": Surroundings('"$@" <&- >&- 2>&-', codes=(DONE, BAD_INPUT)),
    "a broken pipe": Surroundings('{ sleep .1; "$@"; echo $? >code; } | true; exit $(cat code)'),
    "a full output": Surroundings('"$@" >/dev/full', codes=(DONE, BAD_INPUT), words=FULL),
    "full errors": Surroundings('"$@" 2>/dev/full'),
    "a limit of files": Surroundings(
        'ulimit -f 1; "$@" >/dev/null', codes=(DONE, BAD_INPUT), words=LIMITED
    ),
    "no home": Surroundings(environment={"HOME": "/proc/no-home"}),
    "no directory": Surroundings('mkdir gone; cd gone; rmdir "$PWD"; "$@"'),
    "a foreign backend": Surroundings(environment={"MPLBACKEND": "no-such-backend"}),
    "foreign settings of figures": Surroundings(environment={"MATPLOTLIBRC": "MATPLOTLIBRC"}),
    "a locale without an encoding": Surroundings(
        environment={"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    ),
    "warnings as errors": Surroundings(environment={"PYTHONWARNINGS": "error"}),
    "optimised": Surroundings(environment={"PYTHONOPTIMIZE": "2"}),
    "no colours": Surroundings(environment={"NO_COLOR": "1"}),
    "no columns": Surroundings(environment={"COLUMNS": "0"}),
    "a dumb terminal": Surroundings(environment={"TERM": "dumb"}),
}

SETTINGS = "text.usetex: True\nfont.family: cursive\nsavefig.dpi: 30\nlines.linewidth: 9\n"


@dataclass
class Ending:
    """End of a command: exit code, output and files, faults."""

    command: str
    surroundings: str
    code: int
    said: str
    pictures: dict[str, bytes]
    faults: list[str] = field(default_factory=list)


LONGEST = ("demo", "reproduce")
"""Commands that take a minute; they share all but their work with `sweep` and `plot`."""


def cases() -> list[tuple[str, str]]:
    """Return every command but the longest, in all environments."""
    return [
        (command, one) for one in ALL for command in every_command.COMMANDS
        if command not in LONGEST
    ]  # fmt: skip


def run(cases: Iterable[tuple[str, str]], prepared: Path, jobs: int) -> list[Ending]:
    """Run commands in surroundings, `jobs` at a time."""
    with ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(lambda one: run_one(one[0], one[1], prepared), cases))


def run_one(command: str, name: str, prepared: Path) -> Ending:
    """Run a command whose inputs are in the directory `prepared`."""
    of = ALL[name]
    with tempfile.TemporaryDirectory() as scratch:
        place = Path(scratch)
        (place / "matplotlibrc").write_text(SETTINGS, encoding="utf-8")
        # A name that is not ASCII; there is no other directory to be relative to.
        call = every_command.written(every_command.COMMANDS[command], str(place / "mesuré"))
        call = [str(prepared / one) if (prepared / one).exists() else one for one in call]
        told = {
            key: str(place / "matplotlibrc") if value == "MATPLOTLIBRC" else value
            for key, value in of.environment.items()
        }
        line = f"set -- {shlex.join([sys.executable, '-m', 'skyseam', *call])}; {of.line}"
        done = subprocess.run(
            ["sh", "-c", line], cwd=place, capture_output=True, check=False,
            env={**os.environ, **told}, timeout=120,
        )  # fmt: skip
        said = done.stderr.decode()
        pictures = {
            path.name: path.read_bytes()
            for path in place.rglob("*")
            if path.suffix in (".png", ".svg")
        }
        ending = Ending(command, name, done.returncode, said, pictures)
        ending.faults = list(_faults(ending, of))
        ending.faults += [f"left {one.name}" for one in place.rglob("*.partial")]
        return ending


def _faults(ending: Ending, of: Surroundings) -> Iterable[str]:
    if ending.code not in of.codes:
        yield f"ended with {ending.code}"
    if ending.code == BAD_INPUT and of.words not in ending.said:
        yield "refused in other words"
    for word in ("Traceback", "Exception ignored", "panicked", "at fault", "Warning:"):
        if word in ending.said:
            yield f"said {word!r}"
