"""Goal: `skyseam view` shows what happened in the run, and only to its user.

Method: recorded routes against `skyseam delay`, windows against the underlying tables, and the
server against requests of strangers. test_view_page.py tests the page.
"""

from __future__ import annotations

import html
import http.client
import json
import random
import threading
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import skyseam
from conftest import ROOT, Command
from skyseam.view import Server, saved_page, scene_of
from skyseam.view.pack import packed, unpacked
from skyseam.view.record import MOST_POINTS, thinned

PROBES: dict[str, Any] = {
    "constellation": {"preset": "iridium"},
    "terminals": [
        {"name": "HNL", "latitude": "21.5 deg", "longitude": "-158.0 deg"},
        {"name": "LAX", "latitude": "34.05 deg", "longitude": "-118.24 deg"},
    ],
    "links": {
        where: {"rate": "1000 Mbit/s", "queue": "50 packets"}
        for where in ("uplink", "downlink", "isl")
    },
    "flows": [{
        "name": "probes", "from": "HNL", "to": "LAX",
        "application": {"kind": "ping", "count": 36_000, "interval": "100 ms"},
    }],
    "run": {"duration": "3600 s", "record": ["routes", "rtt", "handovers"]},
}  # fmt: skip
"""A ping ten times a second for an hour, whose packets never wait."""


@pytest.fixture(scope="module")
def probed() -> skyseam.Results:
    return skyseam.run(PROBES)


def test_results_show_the_run_in_a_notebook_and_save_it(
    probed: skyseam.Results, tmp_path: Path
) -> None:
    part = probed.view(start_s=60.0, duration_s=60.0)
    part.save(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert page == saved_page(part)
    before, found, after = part._repr_html_().partition(html.escape(page))
    assert found and before == '<iframe srcdoc="' and after.endswith("</iframe>")
    with pytest.raises(skyseam.InputError, match="expected those of `skyseam run`"):
        skyseam.snapshot(PROBES, 0.0).view()


def test_recorded_routes_are_those_of_delay(probed: skyseam.Results) -> None:
    rows = [row for row in probed.table("routes").to_pylist() if row["source"] == "HNL"]
    assert len({tuple(row["path"]) for row in rows}) > 10
    assert all(before["path"] != after["path"] for before, after in pairwise(rows))
    draw = random.Random(17)
    compared = 0
    for _ in range(100):
        # An instant at which a packet leaves.
        t_s = draw.randrange(1, 36_000) / 10
        last = [row for row in rows if row["t_s"] <= t_s][-1]
        study = skyseam.delay(PROBES, pairs=[("HNL", "LAX")], start_s=t_s, duration_s=1, step_s=1)
        path = study.table("delay")["path"].to_pylist()[0]
        assert last["path"] == (path or []), t_s
        compared += bool(path)
    assert compared > 80


def test_routes_of_both_directions_and_of_gaps_are_there(probed: skyseam.Results) -> None:
    rows = probed.table("routes").to_pylist()
    assert {row["source"] for row in rows} == {"HNL", "LAX"}
    for row in rows:
        ends = [row["source"], row["destination"]]
        assert not row["path"] or [row["path"][0], row["path"][-1]] == ends
    assert sorted(row["t_s"] for row in rows) == [row["t_s"] for row in rows]


@pytest.fixture(scope="module")
def run(probed: skyseam.Results, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return probed.save(tmp_path_factory.mktemp("runs") / "probed")


@pytest.fixture
def server(run: Path) -> Iterator[Server]:
    with Server(scene_of(run)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def answer(
    server: Server, path: str, host: str | None = None, method: str = "GET"
) -> tuple[int, bytes, dict[str, str]]:
    """Send a request to the server under the host name `host`."""
    there = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    there.putrequest(method, path, skip_host=True)
    there.putheader("Host", host or f"127.0.0.1:{server.port}")
    there.endheaders()
    got = there.getresponse()
    found = got.status, got.read(), dict(got.getheaders())
    there.close()
    return found


def test_packed_arrays_come_back() -> None:
    arrays = {
        "a": np.array([1.5, -2], dtype="<f4"),
        "b": np.array([], dtype="<f8"),
        "c": np.array([7, 8, 9], dtype=np.uint8),
        "d": np.array([-5], dtype="<i4"),
    }
    data = packed({"first_s": 3.25}, arrays)
    assert len(data) % 8 == 0
    head, back = unpacked(data)
    assert head == {"first_s": 3.25}
    assert {name: array.tolist() for name, array in back.items()} == {
        name: array.tolist() for name, array in arrays.items()
    }


def test_thinned_lines_keep_their_peaks() -> None:
    t = np.arange(100_000, dtype="<f8")
    y = np.zeros(100_000)
    y[[12_345, 77_777]] = 5, -3
    few_t, few_y = thinned(t, y)
    assert len(few_t) <= MOST_POINTS
    assert dict(zip(few_t, few_y, strict=True)) | {12_345.0: 5, 77_777.0: -3} == dict(
        zip(few_t, few_y, strict=True)
    )


def test_a_cubic_through_key_frames_is_within_100_m(run: Path) -> None:
    """The page has the same weights; test_view_page.py compares the page itself with the core."""
    scene = scene_of(run)
    head, arrays = unpacked(scene.window(1))
    km = arrays["km"].reshape(head["frames"], -1, 3)
    place = (1234.5 - head["first_s"]) / head["step_s"]
    base = int(place) - 1
    x = place - base
    weights = [np.prod([(x - j) / (k - j) for j in range(4) if j != k]) for k in range(4)]
    there = skyseam.positions(PROBES, 1234.5, 1, 1).table("positions")
    expected = np.stack([there[axis].to_numpy() for axis in ("x_km", "y_km", "z_km")], axis=1)
    found = np.tensordot(weights, km[base : base + 4], 1)[: len(expected)]
    assert np.linalg.norm(found - expected, axis=1).max() < 0.1


def test_windows_have_the_links_that_are_on(run: Path) -> None:
    scene = scene_of(run)
    assert scene.windows == 3
    names = scene.description["names"]
    t_s = 2500.0
    head, arrays = unpacked(scene.window(2))
    now = t_s - head["first_s"]
    on = (arrays["link_from"] <= now) & (now < arrays["link_until"])
    drawn = {
        frozenset((names[a], names[b]))
        for a, b in zip(arrays["link_a"][on], arrays["link_b"][on], strict=True)
    }
    links = skyseam.snapshot(PROBES, t_s).table("links").to_pylist()
    assert drawn == {frozenset((link["a"], link["b"])) for link in links}


def test_the_seam_lies_between_satellites_that_no_link_joins(run: Path) -> None:
    scene = scene_of(run)
    head, arrays = unpacked(scene.window(0))
    km = arrays["km"].reshape(head["frames"], -1, 3)[0]
    nodes = skyseam.snapshot(PROBES, 0).table("nodes").to_pylist()
    assert len(scene.description["seams"]) == 2
    for first, count in scene.description["seams"]:
        middle = km[first + count // 2]
        distance = np.linalg.norm(km[: scene.description["satellites"]] - middle, axis=1)
        near = [nodes[i] for i in np.argsort(distance)[:4]]
        assert {row["plane"] for row in near} == {0, 5}
        assert {row["northbound"] for row in near} == {True, False}


def test_who_does_not_know_the_token_is_refused(server: Server) -> None:
    for path in ("/", "/scene.json", f"/{server.token[:-1]}/", "/x/scene.json", "//", "/%00/"):
        assert answer(server, path)[0] == 403, path
    status, body, headers = answer(server, f"/{server.token}/scene.json")
    assert status == 200
    assert json.loads(body)["satellites"] == 66
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "Access-Control-Allow-Origin" not in headers


def test_other_hosts_are_refused(server: Server) -> None:
    path = f"/{server.token}/scene.json"
    assert answer(server, path, f"localhost:{server.port}")[0] == 200
    for host in ("example.org", f"example.org:{server.port}", "127.0.0.1", "localhost:1", " "):
        assert answer(server, path, host)[0] == 403, host
    assert server.server_address[0] == "127.0.0.1"


def test_what_is_not_there_is_not_found(server: Server) -> None:
    for path in (
        "windows/3", "windows/-1", "windows/x", "series/other?key=0", "series/rtt", "page.html",
        "../pack.py", "..%2Fpack.py", "NOTICES.txt",
    ):  # fmt: skip
        assert answer(server, f"/{server.token}/{path}")[0] == 404, path
    assert answer(server, f"/{server.token}/", method="POST")[0] == 501
    status, body, _ = answer(server, f"/{server.token}/series/rtt?key=0")
    assert status == 200
    assert unpacked(body)[1]["values"].min() > 20


def test_two_servers_have_two_tokens(run: Path) -> None:
    scene = scene_of(run)
    with Server(scene) as one, Server(scene) as other:
        assert one.token != other.token
        assert len(one.token) >= 24
        with pytest.raises(skyseam.InputError, match=f"port {one.port} cannot be used"):
            Server(scene, one.port)


def test_the_saved_page_holds_all_and_asks_for_nothing(run: Path) -> None:
    page = saved_page(scene_of(run))
    for reference in ("src=", 'href="viewer', "http://", "@import", "url("):
        outside = [line for line in page.splitlines() if reference in line and "w3.org" not in line]
        assert not [line for line in outside if len(line) < 2000], reference
    assert "default-src 'none'" in page
    assert page.count('data-answer="windows/') == 3


def test_the_command_says_what_it_cannot_show(
    skyseam_command: Command, tmp_path: Path, run: Path, wires: Path
) -> None:
    skyseam.delay(PROBES, duration_s=60, step_s=10).save(tmp_path / "delay")
    for arguments, expected in (
        ((tmp_path / "none",), "there is no file"),
        ((tmp_path,), "holds no results of Skyseam"),
        ((tmp_path / "delay",), "expected those of `skyseam run`"),
        ((wires,), "no place to draw"),
        ((run, "--start", "2 h"), "there is nothing from 7200 s"),
        ((run, "--start", "soon"), '--start is "soon"'),
        ((run, "--save", tmp_path), f"{tmp_path} ends otherwise; expected .html"),
    ):
        silent = () if "--save" in arguments else ("--no-browser",)
        done = skyseam_command("view", *arguments, *silent)
        assert done.returncode == 2, (arguments, done)
        assert expected in done.stderr, done.stderr


def test_the_command_saves_a_scenario_it_has_run(skyseam_command: Command, tmp_path: Path) -> None:
    scenario = ROOT / "scenarios" / "look-at-a-transfer.toml"
    file = tmp_path / "transfer.html"
    done = skyseam_command("view", scenario, "--save", file)
    assert done.returncode == 0, done.stderr
    text = file.read_text(encoding="utf-8")
    assert "<title>A transfer to look at, Hawaii to Los Angeles</title>" in text
    for series in ("throughput", "rtt", "cwnd", "queue"):
        assert f'data-answer="series/{series}?key=' in text


def test_spans_whose_key_frames_do_not_divide_evenly_are_shown() -> None:
    """A product of steps that is rounded up must not give a frame too many."""
    scenario = ROOT / "scenarios" / "look-at-a-transfer.toml"
    scene = scene_of(scenario, start_s=3775.0, duration_s=28.0)
    for number in range(scene.windows):
        head, arrays = unpacked(scene.window(number))
        assert len(arrays["km"]) % (3 * head["frames"]) == 0
