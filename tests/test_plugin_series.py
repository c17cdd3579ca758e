"""Goal: series and applications over UDP in Python, and what a controller learns of an ACK.

Method: a series that repeats `rtt` beside the built-in one; every kind of event arrives with the
attributes that are listed; an application that repeats `ping` by datagrams; rates and pacing beside
the built-in series `rate`.
"""

from __future__ import annotations

import math
import textwrap
from pathlib import Path
from typing import Annotated, Any, ClassVar

import numpy as np
import pytest

import skyseam
from reno_and_cubic import PyReno
from skyseam.plugins import (
    EVENTS,
    Ack,
    Column,
    Datagram,
    DatagramApplication,
    Duration,
    Event,
    Series,
    Size,
    Socket,
)
from test_plugin_runs import drawn, run


class RoundTrips(Series):
    """A row for each round-trip sample that is longer than a limit."""

    events = ("round_trip",)
    columns: ClassVar = {
        "t_s": Column("s", "Time of the sample."),
        "flow": Column("", "Number of the flow.", whole=True),
        "rtt_ms": Column("ms", "Sample."),
    }
    limit: Annotated[Duration, "Shortest sample that makes a row."] = "0 s"

    def record(self, event: Event) -> tuple[float, ...] | None:
        if event.rtt < self.limit:
            return None
        return event.now, event.flow, 1000 * event.rtt


def test_a_series_that_repeats_rtt_gives_its_rows() -> None:
    text = drawn(3, '"cubic"').replace('"rtt"]', '"rtt", "round-trips"]')
    results = skyseam.run(skyseam.toml(text), models=[RoundTrips])
    mine, built_in = results.table("round_trips"), results.table("rtt")
    assert mine.num_rows > 100
    assert mine["t_s"].to_pylist() == built_in["t_s"].to_pylist()
    assert mine["flow"].to_pylist() == built_in["flow"].to_pylist()
    assert np.allclose(mine["rtt_ms"], built_in["rtt_ms"], rtol=0, atol=1e-6)
    assert mine.schema.field("rtt_ms").metadata[b"unit"] == b"ms"


def test_a_scenario_names_a_series_by_its_file_with_keys(tmp_path: Path) -> None:
    """Method: the file beside the scenario; the same rows as those above the limit."""
    (tmp_path / "late.py").write_text(
        textwrap.dedent(
            '''
            from typing import Annotated
            from skyseam.plugins import Column, Duration, Series

            class Late(Series):
                """A row for each long round trip."""

                events = ("round_trip",)
                columns = {"t_s": Column("s"), "rtt_ms": Column("ms")}
                limit: Annotated[Duration, "Shortest."] = "0 s"

                def record(self, event):
                    return (event.now, 1e3 * event.rtt) if event.rtt >= self.limit else None
            '''
        )
    )
    entry = '{ kind = "python", file = "late.py", limit = "30 ms" }'
    text = drawn(3, '"cubic"').replace('"rtt"]', f'"rtt", {entry}]')
    (tmp_path / "own.toml").write_text(text)
    results = skyseam.save_run(tmp_path / "own.toml", tmp_path / "run")
    long_ones = [rtt for rtt in results.table("rtt")["rtt_ms"].to_pylist() if rtt >= 30]
    assert 0 < len(long_ones) < results.table("rtt").num_rows
    assert results.table("late").num_rows == len(long_ones)
    assert {"kind": "python", "file": "late.py", "limit": "30 ms"} in results.manifest["scenario"][
        "run"
    ]["record"]
    (tmp_path / "own.toml").write_text(text.replace("limit", "limt"))
    with pytest.raises(skyseam.ScenarioError, match="did you mean `limit`"):
        skyseam.check(tmp_path / "own.toml")


class Everything(Series):
    """Kinds of events."""

    events = tuple(EVENTS)
    columns: ClassVar = {"kind": Column(whole=True)}
    seen: ClassVar[dict[str, set[str]]] = {}

    def record(self, event: Event) -> tuple[int]:
        attributes = set(vars(event)) - {"kind", "now"}
        assert event.now >= 0
        self.seen.setdefault(event.kind, attributes)
        assert self.seen[event.kind] == attributes
        return (list(EVENTS).index(event.kind),)


def test_every_kind_of_event_arrives_with_its_attributes() -> None:
    text = """
    nodes = [{ name = "server" }]
    terminals = [
      { name = "a", latitude = "50 deg", longitude = "10 deg" },
      { name = "b", latitude = "52 deg", longitude = "12 deg" },
    ]
    constellation.preset = "starlink-shell1"
    handover.kind = "global-reallocation"
    wires = [{ between = ["server", "b"], delay = "3 ms", rate = "1 Gbit/s", queue = "9 packets" }]
    [links]
    uplink = { rate = "2 Mbit/s", queue = "9 packets" }
    downlink = { rate = "2 Mbit/s", queue = "9 packets" }
    isl = { rate = "1 Gbit/s", queue = "500 packets" }
    [[flows]]
    name = "file"
    from = "a"
    to = "b"
    application = { kind = "file", size = "9 MB" }
    transport = { kind = "tcp", stack = "linux" }
    [[flows]]
    name = "short"
    from = "a"
    to = "server"
    application = { kind = "file", size = "2 kB" }
    transport = { kind = "tcp", stack = "rfc" }
    [[flows]]
    name = "udp"
    from = "a"
    to = "b"
    application = { kind = "udp", source = SOURCE, duration = "9 s" }
    [[flows]]
    name = "asks"
    from = "a"
    to = "b"
    application = { kind = "request-response", count = 9, request = "200 B", response = "900 B" }
    [run]
    duration = "60 s"
    record = ["everything"]
    """
    source = '{ kind = "constant", rate = "200 kbit/s", size = "500 B" }'
    Everything.seen.clear()
    skyseam.run(skyseam.toml(text.replace("SOURCE", source)), models=[Everything])
    missing = {"recovery", "retransmitted", "ack_delayed", "timeout"} - set(Everything.seen)
    assert {kind: ", ".join(EVENTS[kind].split(", ")) for kind in Everything.seen} == {
        kind: ", ".join(sorted(found, key=EVENTS[kind].split(", ").index))
        for kind, found in Everything.seen.items()
    }
    assert set(EVENTS) - set(Everything.seen) - missing == set()


class Wrong(Series):
    """Answers what is no row."""

    events = ("round_trip",)
    columns: ClassVar = {"t_s": Column("s"), "count": Column(whole=True)}
    way: str = "short"

    def record(self, event: Event) -> Any:
        return {
            "short": (event.now,),
            "text": (event.now, "one"),
            "real": (event.now, 1.5),
            "number": 7,
        }[self.way]


@pytest.mark.parametrize("way", ["short", "text", "real", "number"])
def test_a_wrong_row_is_one_message(way: str) -> None:
    text = drawn(3, '"cubic"').replace('"rtt"]', f'{{ kind = "wrong", way = "{way}" }}]')
    error = run(text, Wrong)["raised"]
    assert "a row: a tuple of t_s, count" in str(error)
    assert 'flow "file ' in str(error)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"events": ("round_trp",)}, "did you mean `round_trip`"),
        ({"events": "round_trip"}, "a tuple of kinds of events"),
        ({"columns": {}}, "columns by name"),
        ({"columns": {"t_s": "s"}}, "columns by name"),
    ],
)
def test_a_wrong_declaration_is_refused(change: dict[str, Any], message: str) -> None:
    made = type("Made", (RoundTrips,), change)
    with pytest.raises(skyseam.PluginError, match=message):
        skyseam.check(skyseam.toml(drawn(3, '"cubic"')), models=[made])


def test_two_tables_of_a_name_are_refused() -> None:
    made = type("Rtt", (RoundTrips,), {})
    with pytest.raises(ValueError, match='there is a table "rtt" already'):
        skyseam.check(skyseam.toml(drawn(3, '"cubic"')), models=[made])


class Echoes(DatagramApplication):
    """Asks by a datagram and waits for the answer, at most for a second."""

    count: int = 20
    size: Annotated[Size, "Payload."] = "64 B"

    def on_open(self, socket: Socket) -> None:
        if self.is_client:
            self.left = self.count
            self._ask(socket)

    def on_datagram(self, socket: Socket, datagram: Datagram) -> None:
        if self.is_client:
            socket.respond(self.asked, datagram.size)
        else:
            socket.send(datagram.size)

    def on_timer(self, socket: Socket) -> None:
        self._ask(socket)

    def _ask(self, socket: Socket) -> None:
        if self.left:
            self.left -= 1
            self.asked = socket.now
            socket.send(self.size)
            socket.wake(socket.now + 1)


PINGS = """
nodes = [{ name = "a" }, { name = "b" }]
wires = [{ between = ["a", "b"], delay = "20 ms", rate = "1 Mbit/s", queue = "9 packets"LOSS }]
[[flows]]
name = "echo"
from = "a"
to = "b"
application = APPLICATION
[run]
duration = "60 s"
record = ["udp_packets"]
"""


def test_datagrams_go_there_and_back() -> None:
    """Method: answers come after two delays and two transmissions of 92 bytes, as of a ping."""
    text = PINGS.replace("APPLICATION", '"echoes"').replace("LOSS", "")
    results = skyseam.run(skyseam.toml(text), models=[Echoes])
    responses = results.table("responses").to_pylist()
    assert len(responses) == 20
    rtt_ms = 2 * (20 + 92 * 8 / 1e3)
    took_ms = [1e3 * (one["t_s"] - one["requested_s"]) for one in responses]
    assert all(math.isclose(one, rtt_ms, abs_tol=1e-3) for one in took_ms)
    [forward, back] = results.table("udp").to_pylist()
    assert (forward["sent"], forward["received"], back["sent"], back["received"]) == (20,) * 4
    assert results.manifest["complete"]


def test_lost_datagrams_are_gone() -> None:
    loss = ', loss = { kind = "bernoulli", probability = 0.3 }'
    text = PINGS.replace("APPLICATION", '{ kind = "echoes", count = 50 }').replace("LOSS", loss)
    results = skyseam.run(skyseam.toml(text), models=[Echoes])
    [forward, back] = results.table("udp").to_pylist()
    assert forward["sent"] == 50
    assert 20 < forward["received"] < 50
    assert back["sent"] == forward["received"]
    assert results.table("responses").num_rows == back["received"] < back["sent"]


def test_a_datagram_that_is_too_long_is_one_message() -> None:
    text = PINGS.replace("APPLICATION", '{ kind = "echoes", size = "70 kB" }').replace("LOSS", "")
    error = run(text, Echoes)["raised"]
    assert "`size` is 70000; expected at most 65507 bytes" in str(error)
    assert 'flow "echo"' in str(error)


class Watching(PyReno):
    """Reno that keeps what it is told."""

    told: ClassVar[list[Ack]] = []

    def on_ack(self, ack: Ack) -> None:
        self.told.append(ack)
        super().on_ack(ack)


def test_a_controller_is_told_rates_deliveries_and_flight_as_the_stack_has_them() -> None:
    """Method: samples beside those of the series `rate`; deliveries beside the file's size."""
    text = drawn(6, '"watching"', "linux").replace('"rtt"]', '"rtt", "rate"]')
    Watching.told.clear()
    results = skyseam.run(skyseam.toml(text), models=[Watching])
    rates = results.table("rate")["delivery_rate_bps"].to_pylist()
    shown = {round(rate / 1e4) for rate in rates}
    samples = [ack for ack in Watching.told if ack.delivery_rate is not None]
    assert len(samples) > 100
    assert all(round((ack.delivery_rate or 0) / 1e4) in shown for ack in samples)
    assert {ack.app_limited for ack in samples} <= {True, False}
    assert all(ack.delivered is not None and ack.delivered > 0 for ack in Watching.told)
    assert all(ack.in_flight is not None and ack.in_flight % 1448 == 0 for ack in Watching.told)


class Paced(PyReno):
    """Reno that leaves at a fixed rate."""

    pace: float = 2e6

    def window(self) -> float:
        return 1e6

    def pacing_rate(self) -> float:
        return self.pace


def test_a_controller_paces() -> None:
    """Method: a window far larger than the path, at 2 and 4 Mbit/s over a wire of 50 Mbit/s."""
    text = """
    nodes = [{ name = "a" }, { name = "b" }]
    wires = [{ between = ["a", "b"], delay = "20 ms", rate = "50 Mbit/s", queue = "999 packets" }]
    [[flows]]
    name = "file"
    from = "a"
    to = "b"
    application = { kind = "file", size = "3 MB" }
    transport = { kind = "tcp", stack = "linux", congestion = { kind = "paced", pace = PACE } }
    [run]
    duration = "60 s"
    """
    took = []
    for pace in ("2e6", "4e6"):
        results = skyseam.run(skyseam.toml(text.replace("PACE", pace)), models=[Paced])
        took += results.flows["transfer_time_s"].to_pylist()
        assert results.manifest["scenario"]["flows"][0]["transport"]["pacing"] is True
    assert took[0] == pytest.approx(3e6 * 8 / 2e6, rel=0.05)
    assert took[1] == pytest.approx(3e6 * 8 / 4e6, rel=0.05)


@pytest.mark.parametrize("transport", ['kind = "tcp", stack = "rfc"', 'kind = "quic"'])
def test_a_pacing_rate_that_no_stack_follows_is_refused(transport: str) -> None:
    text = drawn(6, '"paced"').replace('kind = "tcp", stack = "rfc"', transport)
    error = run(text.replace('record = ["cwnd", "rtt"]', ""), Paced)["raised"]
    assert "`pacing_rate` of controller `paced` would have no effect" in str(error)
