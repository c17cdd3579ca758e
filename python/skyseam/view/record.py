"""Recorded data of a run in the form of the page: flows, links, events, routes, series.

Owns the choice and the thinning of rows; columns are those of docs/results.md.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from skyseam._arrays import Floats
from skyseam.export._scenario import number
from skyseam.results import Results
from skyseam.view.pack import packed

MOST_POINTS = 3000
"""The most points of a line in a chart: two for each of its pixels."""

MOST_FLOWS = 20_000
MOST_EVENTS = 20_000
MOST_KEYS = 200
"""The most flows or links that a chart offers by itself; any other is shown when it is clicked."""

SERIES = {
    # name of the table: key, column, title, unit, whether a value holds until the next
    "throughput": ("flow", "throughput_bps", "throughput", "bit/s", True),
    "rtt": ("flow", "rtt_ms", "round-trip time", "ms", False),
    "cwnd": ("flow", "cwnd_bytes", "congestion window", "B", True),
    "queue": ("link", "queue_packets", "queue", "packets", True),
    # of emulations in progress
    "path_throughput": ("path", "throughput_bps", "throughput of programs", "bit/s", True),
    "path_delay": ("path", "delay_ms", "delay of programs' packets, mean", "ms", False),
}

_LARGER = {"bit/s": ("kbit/s", "Mbit/s", "Gbit/s"), "B": ("kB", "MB", "GB")}


class Record:
    """The tables of a run between two instants."""

    def __init__(self, results: Results, start_s: float, end_s: float) -> None:
        self._results = results
        self._start_s, self._end_s = start_s, end_s

    def _columns(self, table: str, *columns: str) -> list[list[Any]]:
        if table not in self._results.tables:
            return [[] for _ in columns]
        found = self._results.table(table)
        return [found[column].to_pylist() for column in columns]

    def flows(self) -> list[dict[str, Any]]:
        """Return the flows, the largest first if there are too many."""
        wanted = (
            "flow", "name", "source", "destination", "start_s", "last_received_s", "finished_s",
            "end_reason", "bytes", "goodput_bps", "packets_sent", "retransmissions", "drops",
            "rtt_min_ms", "rtt_mean_ms", "rtt_max_ms",
        )  # fmt: skip
        if "flows" not in self._results.tables:
            return []
        table = self._results.flows
        if table.num_rows > MOST_FLOWS:
            order = pc.sort_indices(table, [("bytes", "descending")])[:MOST_FLOWS]
            table = table.take(order)
        rows = table.select([name for name in wanted if name in table.column_names]).to_pylist()
        return [
            {key: _finite(value) for key, value in row.items() if _finite(value) is not None}
            for row in rows
        ]

    def links(self) -> dict[str, list[float]]:
        """Return the load of each link: packets, bytes, queue drops, losses, mean load (0 to 1).

        The load is that of the whole run: bytes by the rate of the scenario, -1 if unknown.
        """
        if "links" not in self._results.tables:
            return {}
        rates = self._results.manifest["scenario"].get("links", {})
        run_s = max(1e-9, float(self._results.manifest["ended_at_s"]) - self._run_start_s)
        found = {}
        for row in self._results.table("links").to_pylist():
            name = row["link"]
            kind = name.rsplit(" ", 1)[-1]
            kind = kind if kind in ("uplink", "downlink") else "isl"
            rate = _rate(rates.get(kind, {}).get("rate"))
            load = -1.0 if rate is None else round(row["bytes"] * 8 / run_s / rate, 5)
            found[name] = [
                row["packets"], row["bytes"],
                row["queue_overflows"] + row["early_drops"], row["losses"], load,
            ]  # fmt: skip
        return found

    @property
    def _run_start_s(self) -> float:
        return number(self._results.manifest["scenario"]["run"]["start"])

    def events(self, numbers: Mapping[str, int]) -> dict[str, Any]:
        """Return handovers and drops in order of time; drops of one node and time together."""
        handovers: list[list[Any]] = []
        if "handovers" in self._results.tables:
            columns = self._columns("handovers", "t_s", "terminal", "cause", "from", "to")
            handovers = [
                [t, numbers[at], cause, numbers.get(left, -1), numbers.get(taken, -1)]
                for t, at, cause, left, taken in zip(*columns, strict=True)
                if self._start_s <= t <= self._end_s
            ]
        bin_s = 0.1
        while True:
            drops = self._drops(numbers, bin_s)
            if len(drops) <= MOST_EVENTS:
                break
            bin_s *= 4
        return {"handovers": handovers[:MOST_EVENTS], "drops": drops, "drop_bin_s": bin_s}

    def _drops(self, numbers: Mapping[str, int], bin_s: float) -> list[list[Any]]:
        """Return time, node, reason, flow and number of drops in bins of time."""
        counted: dict[tuple[int, int, str, int], list[Any]] = {}
        columns = self._columns("drops", "t_s", "node", "reason", "flow")
        for t, node, reason, flow in zip(*columns, strict=True):
            if self._start_s <= t <= self._end_s:
                key = (math.floor(t / bin_s), numbers[node], reason, flow)
                row = counted.setdefault(key, [t, numbers[node], reason, flow, 0])
                row[4] += 1
        return sorted(counted.values(), key=lambda row: row[0])

    @cached_property
    def _ends(self) -> dict[int, float]:
        """End of each flow, s."""
        found = {}
        columns = self._columns("flows", "flow", "finished_s", "last_received_s")
        for flow, finished, received in zip(*columns, strict=True):
            ends = [one for one in (finished, received) if one is not None and math.isfinite(one)]
            found[flow] = max(ends) if ends else self._end_s
        return found

    @cached_property
    def _ways(self) -> list[tuple[int, bool, float, float, list[str]]]:
        """Paths as (flow, whether forward, start, end, nodes), in order."""
        if "routes" not in self._results.tables:
            return []
        flows = self._columns("flows", "flow", "source")
        source_of = dict(zip(*flows, strict=True))
        rows = defaultdict(list)
        for t, flow, source, path in zip(
            *self._columns("routes", "t_s", "flow", "source", "path"), strict=True
        ):
            rows[flow, source].append((t, path))
        ways = []
        for (flow, source), changes in rows.items():
            ends = [t for t, _ in changes[1:]] + [max(self._ends[flow], changes[-1][0])]
            for (t, path), until in zip(changes, ends, strict=True):
                ways.append((flow, source == source_of[flow], t, until, path or []))
        return sorted(ways, key=lambda way: way[2])

    def routes(
        self, numbers: Mapping[str, int], placed: int, first_s: float, until_s: float
    ) -> dict[str, NDArray[Any]]:
        """Return each link of each path between two instants, without unplaced nodes."""
        ends: list[tuple[int, int]] = []
        flows: list[int] = []
        forward: list[bool] = []
        spells: list[tuple[float, float]] = []
        for flow, is_forward, begin, end, path in self._ways:
            if begin >= until_s or end <= first_s:
                continue
            nodes = [numbers[name] for name in path]
            nodes = [node for node in nodes if node < placed]
            for pair in pairwise(nodes):
                ends.append(pair)
                flows.append(flow)
                forward.append(is_forward)
                spells.append((begin - first_s, end - first_s))
        pairs = np.array(ends, dtype="<i4").reshape(-1, 2)
        times = np.array(spells, dtype="<f4").reshape(-1, 2)
        return {
            "route_a": pairs[:, 0],
            "route_b": pairs[:, 1],
            "route_flow": np.array(flows, dtype="<i4"),
            "route_forward": np.array(forward, dtype=np.uint8),
            "route_from": times[:, 0],
            "route_until": times[:, 1],
        }

    def series(self) -> list[dict[str, Any]]:
        """Return the available charts, each with the flows or links that have most rows."""
        found = []
        for name, (key, _, title, _, steps) in SERIES.items():
            if name not in self._results.tables or not self._results.table(name).num_rows:
                continue
            counted = self._results.table(name).group_by(key).aggregate([([], "count_all")])
            order = pc.sort_indices(counted, [("count_all", "descending")])[:MOST_KEYS]
            keys = [str(value) for value in counted[key].take(order).to_pylist()]
            unit, _ = self._unit(name)
            found.append(
                {"name": name, "key": key, "title": title, "unit": unit, "steps": steps,
                 "keys": keys}
            )  # fmt: skip
        return found

    def _unit(self, name: str) -> tuple[str, float]:
        """Return the unit that suits the maximum of a series, and the conversion factor."""
        _, column, _, unit, _ = SERIES[name]
        greatest = pc.max(self._results.table(name)[column]).as_py() or 0
        factor = 1.0
        for larger in _LARGER.get(unit, ()):
            if greatest * factor < 1000:
                break
            unit, factor = larger, factor / 1000
        return unit, factor

    def points(self, name: str, key: str) -> bytes:
        """Return `t_s` and `values` of a series; empty if it has no rows of this flow or link.

        Raises
        ------
        KeyError
            When the run has no such series.
        """
        of, column, *_ = SERIES[name]
        table = self._results.table(name)
        _, factor = self._unit(name)
        values = table[of].cast(pa.string())
        rows = table.filter(pc.equal(values, key))
        t = rows["t_s"].to_numpy().astype("<f8")
        y = rows[column].to_numpy().astype("<f8") * factor
        kept = (t >= self._start_s) & (t <= self._end_s)
        t, y = thinned(t[kept], y[kept])
        return packed({"name": name, "key": key}, {"t_s": t, "values": y.astype("<f4")})


def thinned(t: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Keep the minimum and maximum of each of `MOST_POINTS` / 2 groups of rows."""
    if len(t) <= MOST_POINTS:
        return t, y
    edges = np.linspace(0, len(t), MOST_POINTS // 2 + 1).astype(int)
    kept = set()
    for begin, end in pairwise(edges):
        part = y[begin:end]
        kept |= {begin + int(np.argmin(part)), begin + int(np.argmax(part))}
    order = np.array(sorted(kept))
    return t[order], y[order]


def _finite(value: object) -> object:
    if isinstance(value, float):
        return round(value, 6) if math.isfinite(value) else None
    return value


_RATES = {"bit/s": 1.0, "kbit/s": 1e3, "Mbit/s": 1e6, "Gbit/s": 1e9}


def _rate(text: object) -> float | None:
    value, _, unit = text.partition(" ") if isinstance(text, str) else ("", "", "")
    return float(value) * _RATES[unit] if unit in _RATES else None
