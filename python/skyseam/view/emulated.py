"""An emulation that is displayed while it goes on, by a process beside it.

Owns that process: its work must not delay the emulation's packets. It displays what is known
without packets; the results come at the end of the emulation, for `skyseam view`.
"""

from __future__ import annotations

import itertools
import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Protocol

from skyseam import describe
from skyseam._errors import InputError, SkyseamError
from skyseam.executors import begin_process, deaf_children
from skyseam.export._scenario import number
from skyseam.view.live import Live, before
from skyseam.view.scene import Scene, recording


class _Clock(Protocol):
    value: float


class Emulated(Live):
    """The provisional scene of an emulation.

    Parameters
    ----------
    path
        Scenario.
    attached
        Names of the attached nodes: the paths between them are shown too.
    clock
        Simulated time, s, set by the emulation.
    """

    def __init__(self, path: Path, attached: Sequence[str], clock: _Clock) -> None:
        scenario = recording(path)
        resolved = describe.resolved(scenario)
        pairs = [
            {"name": f"{one} and {other}", "from": one, "to": other}
            for one, other in itertools.combinations(attached, 2)
        ]
        resolved["flows"] = pairs + resolved.get("flows", [])
        start_s, length_s = (number(resolved["run"][key]) for key in ("start", "duration"))
        title = resolved.get("title", path.stem)
        results = before(scenario, resolved)
        self.scene = Scene(results, scenario, title, start_s, start_s + length_s)
        self.scene.is_live = True
        self._clock = clock

    def state(self) -> dict[str, Any]:
        """Return how far the emulation has come: `reached_s`."""
        return {"reached_s": self._clock.value, "done": False, "series": []}

    def stop(self) -> None:
        """Do nothing: the emulation goes on by itself."""


@contextmanager
def beside(path: Path, attached: Sequence[str]) -> Iterator[tuple[str, Callable[[float], None]]]:
    """Serve the page of an emulation from a process beside it.

    Yields
    ------
    tuple
        Address of the page, and a function that takes the simulated time, s.

    Raises
    ------
    InputError
        When the scenario cannot be shown.
    """
    context = multiprocessing.get_context("spawn")
    clock = context.Value("d", 0.0, lock=False)
    mine, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_serve, args=(path, attached, clock, theirs), daemon=True)
    with deaf_children():
        process.start()
    theirs.close()
    try:
        try:
            url, fault = mine.recv()
        except EOFError:
            url, fault = None, "the process of the page ended"
        if url is None:
            raise InputError(fault)

        def tell(now_s: float) -> None:
            clock.value = now_s

        yield url, tell
    finally:
        process.terminate()
        process.join()


def _serve(path: Path, attached: Sequence[str], clock: _Clock, answer: Connection) -> None:
    from skyseam.view.server import Server

    begin_process()
    os.nice(10)
    try:
        server = Server(Emulated(path, attached, clock))
    except SkyseamError as error:
        answer.send((None, str(error)))
        return
    answer.send((server.url, None))
    server.serve_forever()
