"""An emulation that is displayed while it goes on, by a process beside it.

Owns that process: its work must not delay the emulation's packets. It displays what is known
without packets, and samples of rates, delays and queues that the emulation sends it; the results
come at the end of the emulation, for `skyseam view`.
"""

from __future__ import annotations

import bisect
import itertools
import json
import multiprocessing
import os
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pyarrow as pa

from skyseam import describe, emulate, live, survey
from skyseam._errors import InputError, SkyseamError
from skyseam.executors import begin_process, deaf_children
from skyseam.export._scenario import number
from skyseam.view.live import Live, before
from skyseam.view.scene import Scene, recording

SAMPLE_S = 0.2
"""Time between two samples, s of simulated time."""

MOST_QUEUES = 1000
"""The most queues in a sample, the longest first: it has to fit into a datagram."""


class Emulated(Live):
    """The provisional scene of an emulation.

    Parameters
    ----------
    path
        Scenario.
    attached
        Names of the attached nodes: the paths between them are shown too.
    samples
        Socket that receives the samples of :class:`Meter`.
    """

    def __init__(self, path: Path, attached: Sequence[str], samples: socket.socket) -> None:
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
        nodes = survey.snapshot(scenario, start_s).table("nodes").to_pylist()
        satellites = {node["node"] for node in nodes if node["kind"] == "satellite"}
        self._paths = _Paths(results.table("routes"), len(pairs), satellites)
        self._last: dict[str, Any] = {"now_s": start_s, "paths": {}}
        self._waiting: dict[str, int] = {}
        self._throughput: list[tuple[float, str, float]] = []
        self._delay: list[tuple[float, str, float]] = []
        self._queue: list[tuple[float, str, float]] = []
        self._adding = threading.Lock()
        threading.Thread(target=self._receive, args=(samples,), daemon=True).start()

    def _receive(self, samples: socket.socket) -> None:
        while data := samples.recv(1 << 18):
            with self._adding:
                self._add(json.loads(data))

    def _add(self, sample: dict[str, Any]) -> None:
        """Add rows for what changed: idle paths and queues add none."""
        now_s, last = sample["now_s"], self._last
        for path, counts in sample["paths"].items():
            before = last["paths"].get(path, [0, 0, 0.0])
            octets, packets, sum_s = (new - old for new, old in zip(counts, before, strict=True))
            self._throughput.append((now_s, path, 8 * octets / (now_s - last["now_s"])))
            if packets:
                self._delay.append((now_s, path, 1e3 * sum_s / packets))
        waiting = dict(sample["queues"])
        for link in self._waiting | dict.fromkeys(self._paths.links(now_s)):
            packets = waiting.get(link, 0)
            if self._waiting.get(link) != packets:
                self._queue.append((now_s, link, packets))
                self._waiting[link] = packets
        self._last = sample

    def state(self) -> dict[str, Any]:
        """Return how far the emulation has come: `reached_s`, and its charts so far: `series`."""
        with self._adding:
            tables = {
                "path_throughput": _table(self._throughput, "path", "throughput_bps"),
                "path_delay": _table(self._delay, "path", "delay_ms"),
                "queue": _table(self._queue, "link", "queue_packets"),
            }
            self.scene.take(tables)
            reached_s = self._last["now_s"]
            return {"reached_s": reached_s, "done": False, "series": self.scene.series()}

    def stop(self) -> None:
        """Do nothing: the emulation goes on by itself."""


def _table(rows: list[tuple[float, str, float]], of: str, column: str) -> pa.Table:
    columns = zip(*rows, strict=True) if rows else ([], [], [])
    return pa.table(dict(zip(("t_s", of, column), map(list, columns), strict=True)))


class _Paths:
    """Links on the paths between the attached nodes, over time."""

    def __init__(self, routes: pa.Table, pairs: int, satellites: set[str]) -> None:
        self._satellites = satellites
        self._changes: dict[tuple[int, str], list[tuple[float, list[str]]]] = {}
        for row in routes.to_pylist():
            if row["flow"] < pairs:
                changes = self._changes.setdefault((row["flow"], row["source"]), [])
                changes.append((row["t_s"], row["path"] or []))

    def links(self, at_s: float) -> list[str]:
        """Return the names of the links in results."""
        found = []
        for changes in self._changes.values():
            place = bisect.bisect_right(changes, at_s, key=lambda change: change[0])
            for a, b in itertools.pairwise(changes[place - 1][1] if place else []):
                match a in self._satellites, b in self._satellites:
                    case False, True:
                        found.append(f"{a} uplink")
                    case True, False:
                        found += [f"{a} downlink", f"{a} downlink to {b}"]
                    case _:
                        found.append(f"{a} -> {b}")
        return found


class Meter:
    """Rates, delays and queues of an emulation, sent to its page every 0.2 s; see `emulate.Watch`.

    Parameters
    ----------
    attached
        Names of the attached nodes.
    page
        Socket that does not block; a sample for which it has no room is lost.
    """

    def __init__(self, attached: Sequence[str], page: socket.socket) -> None:
        self._page = page
        self._due_s = 0.0
        # Bytes, packets and the sum of their delays, s, so far.
        self._paths = {pair: [0, 0, 0.0] for pair in itertools.permutations(attached, 2)}

    def __call__(self, world: live.Live, arrivals: Sequence[live.Arrival]) -> None:
        """Count what arrived in a step, and send a sample if one is due."""
        for one in arrivals:
            counts = self._paths[one.source, one.node]
            counts[0] += len(one.data)
            counts[1] += 1
            counts[2] += one.at_s - one.sent_s
        if world.now < self._due_s:
            return
        if self._due_s:
            queues = sorted(world.queues().items(), key=lambda own: -own[1])[:MOST_QUEUES]
            paths = {f"{a} to {b}": counts for (a, b), counts in self._paths.items()}
            sample = {"now_s": world.now, "paths": paths, "queues": queues}
            with suppress(OSError):
                self._page.send(json.dumps(sample).encode())
        self._due_s = world.now + SAMPLE_S


@contextmanager
def beside(path: Path, attached: Sequence[str]) -> Iterator[tuple[str, emulate.Watch]]:
    """Serve the page of an emulation from a process beside it.

    Yields
    ------
    tuple
        Address of the page, and the function that the emulation calls after every step.

    Raises
    ------
    InputError
        When the scenario cannot be shown.
    """
    context = multiprocessing.get_context("spawn")
    mine, theirs = context.Pipe(duplex=False)
    near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    near.setblocking(False)
    process = context.Process(target=_serve, args=(path, attached, far, theirs), daemon=True)
    with deaf_children():
        process.start()
    theirs.close()
    far.close()
    try:
        try:
            url, fault = mine.recv()
        except EOFError:
            url, fault = None, "the process of the page ended"
        if url is None:
            raise InputError(fault)
        yield url, Meter(attached, near)
    finally:
        process.terminate()
        process.join()
        near.close()


def _serve(path: Path, attached: Sequence[str], samples: socket.socket, answer: Connection) -> None:
    from skyseam.view.server import Server

    begin_process()
    os.nice(10)
    try:
        server = Server(Emulated(path, attached, samples))
    except SkyseamError as error:
        answer.send((None, str(error)))
        return
    answer.send((server.url, None))
    server.serve_forever()
