"""A scenario that is displayed while it runs.

Owns the run in the background and the data available before its end: satellites, links, handovers
of the ground's links, and the path between the endpoints of each flow, all of which the core
computes without packets; and the series recorded so far of throughput, round trips, windows,
queues. The other tables come at its end, all at once. Showing a run does not change its results.
"""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pyarrow as pa

from skyseam import describe, simulate, survey
from skyseam._core import __version__
from skyseam._errors import SkyseamError
from skyseam._scenario import Toml
from skyseam.export._scenario import number
from skyseam.results import Results
from skyseam.view.scene import Scene, recording

MOST_PAIRS = 16
"""The most pairs of places whose way is shown before the end of the run."""

LOOKS = 20_000
"""Looks at the way of a pair at most; a path that lasts less than a look may be missed."""

QUICK_S = 1.0
"""A run that is over within this is shown when it is."""


class Live:
    """A run in the background, and its scene: a provisional one, then that of the results.

    Attributes
    ----------
    scene : Scene
        Scene to show now.
    failure : SkyseamError or None
        Reason for which the run has ended without results.
    """

    def __init__(self, path: Path) -> None:
        self._scenario = recording(path)
        resolved = describe.resolved(self._scenario)
        run = resolved["run"]
        self._title = resolved.get("title", path.stem)
        self._start_s = number(run["start"])
        self._length_s = number(run["duration"])
        self._fraction = 0.0
        self._is_stopped = False
        self.failure: SkyseamError | None = None
        self._over = threading.Event()
        self._showing = threading.Lock()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        if not self._over.wait(QUICK_S):
            self.scene = self._scene(before(self._scenario, resolved), is_live=True)
        self._show()

    def _scene(self, results: Results, *, is_live: bool = False) -> Scene:
        end_s = max(self._start_s + 1e-3, float(results.manifest["ended_at_s"]))
        scene = Scene(results, self._scenario, self._title, self._start_s, end_s)
        scene.is_live = is_live
        return scene

    def _run(self) -> None:
        try:
            self._results = simulate.run(self._scenario, progress=self._note, look=self._look)
        except SkyseamError as error:
            self.failure = error
        except _StoppedError:
            pass
        finally:
            self._over.set()

    def _note(self, fraction: float, _: str) -> None:
        self._fraction = fraction
        if self._is_stopped:
            raise _StoppedError

    def _look(self, tables: dict[str, pa.Table]) -> None:
        """Pass the series recorded so far to the scene."""
        with self._showing:
            scene = getattr(self, "scene", None)
            if scene is not None and scene.is_live:
                scene.take(tables)

    def _show(self) -> None:
        """Take the scene of the results, if they are available."""
        if self._over.is_set():
            if self.failure is not None:
                raise self.failure
            self.scene = self._scene(self._results)

    def state(self) -> dict[str, Any]:
        """Return the progress of the run: `reached_s`, `done`, and `failed` with the reason.

        During the run also `series`: the charts available so far.
        """
        if self.failure is not None:
            return {"failed": str(self.failure)}
        with self._showing:
            if self._over.is_set() and self.scene.is_live and not self._is_stopped:
                self._show()
            series = self.scene.series() if self.scene.is_live else []
        reached_s = self._start_s + self._fraction * self._length_s
        return {"reached_s": reached_s, "done": not self.scene.is_live, "series": series}

    def stop(self) -> None:
        """End the run without results."""
        self._is_stopped = True
        self._thread.join(timeout=5)


class _StoppedError(Exception):
    """The run is no longer wanted."""


def before(scenario: Toml, resolved: dict[str, Any]) -> Results:
    """Return what is known before a run: its flows, and the paths between their endpoints."""
    run = resolved["run"]
    start_s, length_s = number(run["start"]), number(run["duration"])
    flows = resolved.get("flows", [])
    ends = list(dict.fromkeys((flow["from"], flow["to"]) for flow in flows))[:MOST_PAIRS]
    ways = {}
    for pair in ends:
        for a, b in (pair, pair[::-1]):
            ways[a, b] = survey.path_changes(
                scenario, (a, b), start_s=start_s, duration_s=length_s,
                step_s=max(0.1, length_s / LOOKS),
            ).table("paths")  # fmt: skip
    rows = []
    for flow, told in enumerate(flows):
        pair = told["from"], told["to"]
        for ab in (pair, pair[::-1]):
            rows += [
                {"t_s": row["t_s"], "flow": flow, "source": ab[0], "path": row["path"]}
                for row in (ways[ab].to_pylist() if ab in ways else [])
            ]
    nothing: list[float | None] = [None] * len(flows)
    tables = {
        "flows": pa.table(
            {
                "flow": list(range(len(flows))),
                "name": [flow["name"] for flow in flows],
                "source": [flow["from"] for flow in flows],
                "destination": [flow["to"] for flow in flows],
                "last_received_s": pa.array(nothing, pa.float64()),
                "finished_s": pa.array(nothing, pa.float64()),
            }
        ),
        "routes": pa.Table.from_pylist(rows, _ROUTES),
    }
    manifest = {"skyseam": __version__, "scenario": resolved, "ended_at_s": start_s + length_s}
    return Results(tables, manifest)


_ROUTES = pa.schema(
    [
        ("t_s", pa.float64()), ("flow", pa.int64()), ("source", pa.string()),
        ("path", pa.list_(pa.string())),
    ]
)  # fmt: skip
