"""Goal: the bytes of groups are the sum of the bytes of their flows, in both directions.

Method: users with a mix of applications that send and fetch, named flows, a split connection; the
bytes of all bins against the bytes of flows, and bins against those of `throughput`; two threads.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow.compute as pc
import pytest

import skyseam
from conftest import Command
from skyseam import plot

USERS = """
title = "users of a gateway"
terminals = [{ name = "gateway", latitude = "48 deg", longitude = "2 deg" }]
[constellation]
preset = "starlink-shell1"
[links]
uplink = { rate = "50 Mbit/s", queue = "100 packets" }
downlink = { rate = "200 Mbit/s", queue = "1000 packets" }
isl = { rate = "1 Gbit/s", queue = "1000 packets" }
[[users]]
name = "homes"
count = 30
places = { kind = "circle", latitude = "47 deg", longitude = "5 deg", radius = "300 km" }
to = ["gateway"]
sessions = { per_hour = 600 }
[[users.mix]]
name = "pages"
share = 0.5
application = { kind = "web", page = "median-2024", visits = 1 }
[[users.mix]]
name = "downloads"
share = 0.5
application = { kind = "file", size = "300 kB" }
[[flows]]
name = "feed"
from = "gateway"
to = "homes-1"
count = 3
every = "1 s"
application = { kind = "download", size = "200 kB" }
[run]
duration = "15 s"
throughput_bin = "1 s"
group_throughput_bin = "1 s"
"""

SPLIT = """
title = "a connection that is split, and calls"
nodes = [{ name = "a" }, { name = "p" }, { name = "b" }]
[[wires]]
between = ["a", "p"]
delay = "5 ms"
rate = "8 Mbit/s"
queue = "50 packets"
[[wires]]
between = ["p", "b"]
delay = "50 ms"
rate = "8 Mbit/s"
queue = "50 packets"
[[flows]]
name = "split"
from = "a"
to = "b"
application = { kind = "download", size = "500 kB" }
split_at = [{ node = "p" }]
[[flows]]
name = "call"
from = "a"
to = "b"
application = { kind = "voice", duration = "3 s" }
[run]
duration = "10 s"
group_throughput_bin = "500 ms"
"""


def bytes_of(results: skyseam.Results, width_s: float) -> dict[tuple[str, str | None], float]:
    found: dict[tuple[str, str | None], float] = {}
    for row in results.table("group_throughput").to_pylist():
        key = (row["group"], row["part"])
        both = row["forward_bps"] + row["reverse_bps"]
        found[key] = found.get(key, 0) + both * width_s / 8
    return found


@pytest.fixture(scope="module")
def users() -> skyseam.Results:
    return skyseam.run(skyseam.toml(USERS))


def test_groups_have_the_bytes_of_their_flows(users: skyseam.Results) -> None:
    sessions = {row["flow"]: row for row in users.table("sessions").to_pylist()}
    expected: dict[tuple[str, str | None], float] = {}
    for flow in users.flows.to_pylist():
        session = sessions.get(flow["flow"])
        key = (session["users"], session["part"]) if session else (flow["name"], None)
        expected[key] = expected.get(key, 0) + flow["bytes"]
    assert set(expected) == {("homes", "pages"), ("homes", "downloads"), ("feed", None)}
    assert bytes_of(users, 1.0) == pytest.approx(expected)
    back = pc.sum(users.table("group_throughput")["reverse_bps"]).as_py()
    assert back > 0, "pages and downloads of feeds come from the server"


def test_bins_are_those_of_flows(users: skyseam.Results) -> None:
    sessions = users.table("sessions")
    part = dict(zip(sessions["flow"].to_pylist(), sessions["part"].to_pylist(), strict=True))
    expected: dict[float, float] = {}
    for row in users.table("throughput").to_pylist():
        if part.get(row["flow"]) == "downloads":
            expected[row["t_s"]] = expected.get(row["t_s"], 0) + row["goodput_bps"]
    grouped = users.table("group_throughput")
    own = grouped.filter(pc.equal(grouped["part"], "downloads"))
    found = dict(zip(own["t_s"].to_pylist(), own["forward_bps"].to_pylist(), strict=True))
    first, last = min(found), max(found)
    assert list(found) == [first + k for k in range(int(last - first) + 1)], "empty bins are rows"
    for t_s, rate in found.items():
        assert rate == pytest.approx(expected.get(t_s, 0.0))
    assert max(own["forward_flows"].to_pylist()) > 1


def test_parts_of_a_split_connection_count_once() -> None:
    results = skyseam.run(skyseam.toml(SPLIT))
    flows = results.flows.to_pylist()
    whole = {row["name"]: row["bytes"] for row in flows if row["flow"] == row["part_of"]}
    found = bytes_of(results, 0.5)
    assert found[("split", None)] == whole["split"] == 500_300, "the file and its request"
    assert found[("call", None)] == whole["call"]


def test_two_threads_have_the_same_groups(users: skyseam.Results) -> None:
    text = USERS.replace("count = 30", "count = 300").replace('"15 s"', '"5 s"')
    one, two = (skyseam.run(skyseam.toml(text), threads=threads) for threads in (1, 2))
    assert one.table("group_throughput").equals(two.table("group_throughput"))


def test_too_short_bins_and_nothing_to_draw_are_told(
    users: skyseam.Results, tmp_path: Path, skyseam_command: Command
) -> None:
    with pytest.raises(skyseam.ScenarioError, match="`group_throughput_bin` is too short"):
        skyseam.check(
            skyseam.toml(
                USERS.replace('group_throughput_bin = "1 s"', 'group_throughput_bin = "1 ns"')
            )
        )
    figure = plot.group_throughput(users)
    lines = figure.axes[0].lines
    assert sorted(str(line.get_label()) for line in lines) == sorted(
        ["feed", "homes, downloads", "homes, pages"]
    )
    assert all(np.max(line.get_ydata()) > 0 for line in lines)
    with pytest.raises(skyseam.InputError, match="received anything"):
        plot.group_throughput(users, start_s=1000.0)
    users.save(tmp_path / "out")
    done = skyseam_command("plot", tmp_path / "out", "--what", "groups", "-o", tmp_path / "g.png")
    assert done.returncode == 0, done.stderr
    plain = skyseam.run(skyseam.toml(SPLIT.replace("group_throughput_bin", "# ")))
    with pytest.raises(skyseam.InputError, match="groups were not recorded"):
        plot.group_throughput(plain)
