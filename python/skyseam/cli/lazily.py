"""Commands with files of their own, loaded on demand.

A command loads what it needs, including NumPy and pyarrow, which takes tenths of a second; `skyseam
--help` and `skyseam check` need none of it. Knows the file of each command and its line in the
list.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, MutableMapping
from typing import Any

import click

FILES = {
    "channel": ("channel", "channel", "Evaluate a fading channel: series, distribution, fades."),
    "compare": ("compare", "compare", "Compare a run's pings with a measurement."),
    "contacts": (
        "contacts",
        "contacts",
        "List satellite passes over terminals, and who serves.",
    ),
    "demo": ("reproduce", "demo", "Show the cost of the orbital seam, in a minute or two."),
    "emulate": ("emulate", "emulate", "Let real programs talk over a scenario, in real time."),
    "examples": ("examples", "examples", "List example scenarios, or copy some to start from."),
    "export": ("export", "export_group", "Write for Hypatia, Cesium, tc-netem, mahimahi."),
    "fit": ("fit", "fit", "Fit a profile of an access to a measurement of round trips."),
    "groups": ("groups", "groups", "Show the results of users of a run or sweep, by group."),
    "import": (
        "export",
        "import_group",
        "Convert files of other programs to a scenario.",
    ),
    "init": ("init", "init", "Write a first scenario after four questions."),
    "link": ("link", "link", "Evaluate link budgets: parts, C/N, mode and rate."),
    "page": ("page", "page", "Make pages for web flows: from a HAR file, or by a model."),
    "replay": ("replay", "replay", "Run a recorded emulation again, as it was or changed."),
    "reproduce": ("reproduce", "reproduce", "Run a paper's study; write its results beside ours."),
    "study": ("study", "study", "Ask what the papers ask, of any constellation."),
    "sweep": ("sweep", "sweep", "Make many runs with values varied, on all cores."),
    "validate": ("reproduce", "validate", "Compare with measurements of real systems."),
    "view": ("view", "view", "Show a run on a globe, in the browser."),
}
"""Of each command the file, its name there, and what the list of commands says of it."""


class Commands(MutableMapping[str, click.Command]):
    """Commands by name, those of :data:`FILES` loaded when they are looked up."""

    def __init__(self) -> None:
        self._here: dict[str, click.Command] = {}

    def __getitem__(self, name: str) -> click.Command:
        if name not in self._here:
            file, command, _ = FILES[name]
            module = importlib.import_module(f"skyseam.cli.{file}")
            leave_pandas_alone()
            self._here[name] = getattr(module, command)
        return self._here[name]

    def __setitem__(self, name: str, command: click.Command) -> None:
        self._here[name] = command

    def __delitem__(self, name: str) -> None:
        del self._here[name]

    def __iter__(self) -> Iterator[str]:
        return iter({**self._here, **FILES})

    def __len__(self) -> int:
        return len({**self._here, **FILES})

    def __contains__(self, name: object) -> bool:
        return name in self._here or name in FILES

    def line(self, name: str, limit: int) -> str:
        """Return a command's line in the list of commands, without loading it."""
        if name in FILES:
            return FILES[name][2]
        return self._here[name].get_short_help_str(limit)


class Group(click.Group):
    """A group with the commands of :data:`FILES` in addition to its own."""

    def __init__(self, **attributes: Any) -> None:  # noqa: ANN401 - click's
        super().__init__(commands=Commands(), **attributes)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands."""
        names = self.list_commands(ctx)
        limit = formatter.width - 6 - max(map(len, names))
        assert isinstance(self.commands, Commands)
        with formatter.section("Commands"):
            formatter.write_dl([(name, self.commands.line(name, limit)) for name in names])


def leave_pandas_alone() -> None:
    """Prevent pyarrow from importing pandas, which no command needs and which takes 0.2 s.

    pyarrow looks for pandas once, at its first conversion; `to_pandas` still works.
    """
    import pyarrow as pa

    class NoPandas:
        @staticmethod
        def find_spec(name: str, *_: object) -> None:
            if name == "pandas":
                raise ImportError(name)

    finder: Any = NoPandas
    sys.meta_path.insert(0, finder)
    try:
        pa.array([0])
    finally:
        sys.meta_path.remove(finder)
