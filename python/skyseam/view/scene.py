"""Content of the page: nodes of a run, their positions over time, links, routes and events.

Owns the scene and its windows: time intervals whose positions, links and routes are delivered
together, so that a day of a large constellation is loaded in parts. Positions and links come from
the core, all else from the tables of the run. Lengths are in km, fixed to the Earth; times in s.
"""

from __future__ import annotations

import html
import json
import math
import threading
import warnings
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import tomli_w
from numpy.typing import NDArray

from skyseam import describe, simulate, survey
from skyseam._arrays import Floats
from skyseam._core import __version__
from skyseam._errors import ImplausiblePathWarning, InputError, ScenarioError
from skyseam._files import write_files
from skyseam._scenario import Scenario, Toml, document
from skyseam._work import Progress
from skyseam.export import _seam as seam
from skyseam.export._scenario import HYPATIA_EPOCH, number
from skyseam.results import Results
from skyseam.view import record
from skyseam.view.pack import packed

STEP_S = 60.0
"""Between two key frames, at most: the page puts a cubic through four of them, whose error is
below 10 m at 550 km."""

INTERVALS = 20
"""Intervals between key frames in a window."""

EARTH_KM = 6371.0
"""Mean radius, for footprints."""

WINDOWS_KEPT = 6

FRAME_PX = 640
"""Height of the page in a notebook."""

ELLIPSOIDS = {
    "exact": (6378.137, 1 / 298.257223563),
    "ns2": (6378.0, 0.0),
    "hypatia": (6378.135, 1 / 298.26),
}
"""Radius of the equator, km, and flattening of the Earth that heights are over, by geometry."""

_KINDS = {"isl": 0, "gsl": 1, "wire": 2}


class Scene:
    """A run, its constellation, and the time interval shown.

    Attributes
    ----------
    start_s, end_s : float
        Time interval shown, s after the scenario's time zero.
    windows : int
        Number of windows.
    is_live : bool
        Whether the run is still in progress, so that another scene follows.
    """

    is_live = False

    def __init__(
        self, results: Results, scenario: Scenario, title: str, start_s: float, end_s: float
    ) -> None:
        self._results = results
        self._scenario = scenario
        self._title = title
        self.start_s, self.end_s = start_s, end_s
        length = end_s - start_s
        # Short runs have closer key frames; a cubic needs four.
        self._step_s = min(STEP_S, max(1.0, length / 3))
        self._span_s = INTERVALS * self._step_s
        self.windows = max(1, math.ceil(length / self._span_s - 1e-9))
        self._lock = threading.Lock()
        self._made = lru_cache(WINDOWS_KEPT)(self._make)
        resolved = results.manifest["scenario"]
        self._constellation: dict[str, Any] = resolved.get("constellation", {})
        self._run = self._so_far = record.Record(results, start_s, end_s)
        try:
            snapshot = survey.snapshot(scenario, start_s).table("nodes")
        except ScenarioError as error:
            raise InputError(
                "the scenario of this run cannot be read again; where it names files, call this "
                f"in the directory of the scenario:\n{error}"
            ) from error
        self._nodes = snapshot
        kinds = snapshot["kind"].to_pylist()
        self._satellites = kinds.count("satellite")
        self._placed = self._satellites + kinds.count("terminal")
        if self._placed == 0:
            raise InputError(
                "the scenario has neither satellites nor terminals, so there is no place to draw: "
                "`skyseam plot` shows runs over wires"
            )
        self._seams = seam.seams_of(self._constellation, snapshot)
        self._numbers = {name: i for i, name in enumerate(snapshot["node"].to_pylist())}

    @cached_property
    def description(self) -> dict[str, Any]:
        """Initial data of the page: nodes, flows, events, and the available requests."""
        table = self._nodes
        names = table["node"].to_pylist()
        placed = slice(0, self._placed)
        shells = [shell["name"] for shell in shells_of(self._constellation)]
        rows = self._placed
        seams = []
        for _ in range(2 * len(self._seams)):
            seams.append([rows, seam.POINTS])
            rows += seam.POINTS
        manifest = self._results.manifest
        return {
            "title": self._title,
            "skyseam": manifest["skyseam"],
            "start_s": self.start_s,
            "end_s": self.end_s,
            "windows": self.windows,
            "window_s": self._span_s,
            "satellites": self._satellites,
            "placed": self._placed,
            "names": names,
            "shells": shells,
            "shell": table["shell"].to_pylist()[: self._satellites],
            "plane": table["plane"].to_pylist()[: self._satellites],
            "index": table["index"].to_pylist()[: self._satellites],
            "earth": ELLIPSOIDS[self._constellation.get("geometry", "exact")],
            "footprint_deg": [round(x, 4) for x in self._footprints(placed)],
            "seams": seams,
            "sun": rows,
            "rows": rows + 1,
            "sun_is_assumed": "elements" not in self._constellation,
            "links": self._run.links(),
            "flows": self._run.flows(),
            "events": self._run.events(self._numbers),
            "series": self._run.series(),
            "tables": self._results.tables,
            "packets": manifest.get("packets", {}),
            "live": self.is_live,
        }

    @cached_property
    def described(self) -> bytes:
        """The description in JSON."""
        return json.dumps(self.description, separators=(",", ":")).encode()

    def window(self, number: int) -> bytes:
        """Return positions, links and routes of a window, as :func:`packed` makes them.

        Raises
        ------
        KeyError
            When there is no such window.
        """
        if not 0 <= number < self.windows:
            raise KeyError(number)
        with self._lock:
            return self._made(number)

    def save(self, path: str | Path) -> None:
        """Write the page with its data into one HTML file, which needs no server.

        Raises
        ------
        InputError
            When the file would be too large.
        OutputError
            When it cannot be written.
        """
        write_files({Path(path): self._page()})

    def _repr_html_(self) -> str:
        """Show the page in a notebook."""
        return (
            f'<iframe srcdoc="{html.escape(self._page())}" width="100%" height="{FRAME_PX}" '
            'style="border: 0" allow="fullscreen" title="Skyseam"></iframe>'
        )

    def _page(self) -> str:
        from skyseam.view.saved import saved_page  # which needs this module

        return saved_page(self)

    def take(self, tables: Mapping[str, pa.Table]) -> None:
        """Take the series recorded so far by a run in progress, for :meth:`series` and `points`."""
        self._so_far = record.Record(
            Results(dict(tables), self._results.manifest), self.start_s, self.end_s
        )

    def series(self) -> list[dict[str, Any]]:
        """Return the available charts, for a run in progress those so far."""
        return self._so_far.series()

    def points(self, name: str, key: str) -> bytes:
        """Return a series over time, thinned, as :func:`packed` makes it.

        Raises
        ------
        KeyError
            When the run has no such series.
        """
        return self._so_far.points(name, key)

    def _make(self, number: int) -> bytes:
        first = max(0, number * INTERVALS - 1)
        # The end is excluded; a cubic needs one key frame beyond, and at the start two.
        count = number * INTERVALS + INTERVALS + 3 - first
        first_s = self.start_s + first * self._step_s
        # Half a step less: a product rounded up would have one frame more.
        duration_s = (count - 0.5) * self._step_s
        sky = survey.positions(self._scenario, first_s, duration_s, self._step_s)
        table = sky.table("positions")
        km = np.stack([table[axis].to_numpy() for axis in ("x_km", "y_km", "z_km")], axis=1)
        km = km.reshape(count, self._placed, 3)
        times = first_s + np.arange(count) * self._step_s
        extra = [seam.line(one, km) for one in self._seams]
        rows = np.concatenate([km, *extra, self._sun(times)[:, None, :]], axis=1)
        head = {"first_s": first_s, "step_s": self._step_s, "frames": count}
        return packed(
            head,
            {
                "km": rows.astype("<f4").ravel(),
                **self._links(sky.table("links"), first_s),
                **self._run.routes(self._numbers, self._placed, first_s, times[-1]),
            },
        )

    def _links(self, links: pa.Table, first_s: float) -> dict[str, NDArray[Any]]:
        links = links.filter(pc.not_equal(links["kind"].cast(pa.string()), "wire"))
        a, b = (self._numbered(links[end]) for end in ("a", "b"))
        return {
            "link_a": a,
            "link_b": b,
            "link_kind": np.array(
                [_KINDS[kind] for kind in links["kind"].to_pylist()], dtype=np.uint8
            ),
            "link_from": (links["from_s"].to_numpy() - first_s).astype("<f4"),
            "link_until": (links["until_s"].to_numpy() - first_s).astype("<f4"),
        }

    def _numbered(self, column: pa.ChunkedArray) -> NDArray[np.int32]:
        found = [self._numbers[name] for name in column.to_pylist()]
        return np.array(found, dtype="<i4")

    def _footprints(self, placed: slice) -> list[float]:
        """Return the half-angle of each satellite's footprint above the mask, deg."""
        mask = math.radians(number(self._constellation.get("elevation_mask", "10 deg")))
        radii = self._nodes["radius_km"].to_numpy()[placed][: self._satellites]
        share = np.clip(EARTH_KM * math.cos(mask) / radii, -1, 1)
        return list(np.degrees(np.arccos(share)) - math.degrees(mask))

    def _sun(self, times: NDArray[Any]) -> Floats:
        """Return the direction of the sun, a unit vector per instant.

        From the low-precision formulas of the Astronomical Almanac (C24): some 0.01 deg. Without
        an epoch, time zero is midnight in Greenwich at an equinox.
        """
        told = self._constellation.get("elements", {}).get("epoch")
        zero = datetime.fromisoformat(told or HYPATIA_EPOCH).astimezone(UTC)
        if told is None:
            zero = datetime(2026, 3, 20, tzinfo=UTC)
        return np.array([_sun_at(zero + timedelta(seconds=float(t))) for t in times])


def _sun_at(instant: datetime) -> list[float]:
    days = (instant - datetime(2000, 1, 1, 12, tzinfo=UTC)).total_seconds() / 86_400
    anomaly = math.radians(357.528 + 0.9856003 * days)
    mean = 280.460 + 0.9856474 * days
    longitude = math.radians(mean + 1.915 * math.sin(anomaly) + 0.020 * math.sin(2 * anomaly))
    tilt = math.radians(23.439 - 4e-7 * days)
    declination = math.asin(math.sin(tilt) * math.sin(longitude))
    ascension = math.atan2(math.cos(tilt) * math.sin(longitude), math.cos(longitude))
    greenwich = math.radians(280.46062 + 360.98564737 * days)
    east = ascension - greenwich
    return [
        math.cos(declination) * math.cos(east),
        math.cos(declination) * math.sin(east),
        math.sin(declination),
    ]


def shells_of(constellation: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the shells of a resolved constellation; none for one from an element file."""
    one = [constellation["shell"]] if "shell" in constellation else []
    return list(constellation.get("shells", one))


def scene_of(
    given: str | Path | Results,
    *,
    start_s: float | None = None,
    duration_s: float | None = None,
    progress: Progress | None = None,
) -> Scene:
    """Open the results of a run, or run a scenario, and make a scene of it.

    Parameters
    ----------
    given
        Results of a run, their directory, or a scenario's file. A scenario is run with routes,
        handovers, windows, round trips and throughput recorded, whatever it records itself.
    start_s, duration_s
        The time to look at, s; that of the run when None.
    progress
        As in :func:`skyseam.run`.

    Raises
    ------
    ScenarioError
        When the scenario is refused.
    InputError
        When the directory holds no results of a run, or there is nothing to draw.
    """
    scenario: Scenario
    path = Path("run" if isinstance(given, Results) else given)
    if isinstance(given, Results) or path.is_dir():
        from skyseam.results import load

        results = given if isinstance(given, Results) else load(path)
        if results.manifest["kind"] != "run":
            raise InputError(
                f"{path} holds results of `skyseam {results.manifest['kind']}`; expected those of "
                "`skyseam run`, or a scenario"
            )
        scenario = results.manifest["scenario"]
        title = results.manifest["scenario"].get("title", path.name)
    else:
        with warnings.catch_warnings():
            # The run warns of its paths itself.
            warnings.simplefilter("ignore", ImplausiblePathWarning)
            describe.check(path)
        scenario = recording(path)
        resolved = describe.resolved(scenario)
        if resolved.get("flows") or resolved.get("users"):
            results = simulate.run(scenario, progress=progress)
        else:
            results = _without_packets(resolved)
        title = results.manifest["scenario"].get("title", path.stem)
    run = results.manifest["scenario"]["run"]
    begin = number(run["start"])
    end = max(begin + 1e-3, float(results.manifest["ended_at_s"]))
    start = begin if start_s is None else start_s
    until = end if duration_s is None else min(end, start + duration_s)
    if not begin <= start < until:
        raise InputError(
            f"there is nothing from {start:g} s to {max(start, until):g} s: the run is from "
            f"{begin:g} s to {end:g} s"
        )
    return Scene(results, scenario, title, start, until)


def is_to_run(path: Path) -> bool:
    """Return whether this is a scenario with flows, which must be run before it is shown.

    Raises
    ------
    ScenarioError
        When the scenario is refused.
    """
    if path.is_dir():
        return False
    with warnings.catch_warnings():
        # The run warns of its paths itself.
        warnings.simplefilter("ignore", ImplausiblePathWarning)
        describe.check(path)
    resolved = describe.resolved(path)
    has_place = "constellation" in resolved or resolved.get("terminals")
    return bool(has_place and (resolved.get("flows") or resolved.get("users")))


def _without_packets(resolved: dict[str, Any]) -> Results:
    """Return empty results for a scenario without flows, which has nothing to run."""
    run = resolved["run"]
    ended_at_s = number(run["start"]) + number(run["duration"])
    return Results({}, {"skyseam": __version__, "scenario": resolved, "ended_at_s": ended_at_s})


def recording(path: Path) -> Toml:
    """Return the scenario of a file with everything recorded that the page shows."""
    scenario = document(path)
    run = dict(scenario.get("run", {}))
    wanted = ["routes", "handovers", "cwnd", "rtt", "queue"]
    run["record"] = list(dict.fromkeys([*run.get("record", []), *wanted]))
    run.setdefault("throughput_bin", "200 ms")
    return Toml(tomli_w.dumps({**scenario, "run": run}), path.parent)
