"""Goal: a run that is viewed in progress is shown up to its current time, and is not affected.

Method: a transfer of some seconds of computing; the server gets the requests of the page, and a
browser follows the run if there is one (viewer/check.mjs).
"""

from __future__ import annotations

import json
import shutil
import subprocess
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import skyseam
from conftest import ROOT, SKY
from skyseam.view import Live, Server, scene
from test_view import answer

BULK = SKY.replace(
    'size = "50 kB" }\ntransport = { kind = "tcp", stack = "ns2" }',
    'size = "1000 MB" }\ntransport = { kind = "tcp", stack = "ns2" }',
).replace("count = 20\nevery = \"97 s\"", "").replace(
    "[routing]", "[links]\nuplink = { rate = \"100 Mbit/s\", queue = \"500 packets\" }\n"
    "downlink = { rate = \"100 Mbit/s\", queue = \"500 packets\" }\n"
    "isl = { rate = \"100 Mbit/s\", queue = \"500 packets\" }\n\n[routing]",
)  # fmt: skip


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "bulk.toml"
    path.write_text(BULK, encoding="utf-8")
    return path


def test_what_is_shown_grows_and_the_results_are_those_of_an_unwatched_run(file: Path) -> None:
    live = Live(file)
    assert live.scene.is_live, "the run has to last, to be watched"
    first = live.scene
    reached: list[float] = []
    with Server(live) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()

        def asked(name: str) -> Any:
            status, body, _ = answer(server, f"/{server.token}/{name}")
            assert status == 200
            return json.loads(body)

        told = asked("scene.json")
        assert told["live"] is True
        assert told["series"] == []
        seen: list[tuple[float, int]] = []
        assert [flow["name"] for flow in told["flows"]] == ["page"]
        while not (state := asked("progress.json"))["done"]:
            reached.append(state["reached_s"])
            for name in (one["name"] for one in state["series"]):
                if name == "throughput":
                    rows = live.scene._so_far._results.table(name)
                    seen.append((max(rows["t_s"].to_pylist()), rows.num_rows))
            time.sleep(0.1)
        told = asked("scene.json")
        server.shutdown()
    assert reached == sorted(reached)
    assert len(set(reached)) > 3
    assert len(set(seen)) > 2, "charts grow while the run goes on"
    assert seen == sorted(seen)
    assert seen[-1][0] < live.scene.end_s
    assert told["live"] is False
    assert {one["name"] for one in told["series"]} >= {"throughput", "cwnd"}
    alone = skyseam.run(scene.recording(file))
    watched = live.scene._results
    assert watched.tables == alone.tables
    for name in alone.tables:
        assert watched.table(name).equals(alone.table(name)), name
    # What was shown before is what packets took, but for the time that they wait in queues.
    ways = [row for row in first._results.table("routes").to_pylist() if row["source"] == "HNL"]
    for row in alone.table("routes").to_pylist():
        if row["source"] == "HNL" and row["path"]:
            shown = [way["path"] for way in ways if way["t_s"] <= row["t_s"] + 1]
            assert row["path"] in shown[-2:]


def test_a_run_that_is_not_wanted_ends(file: Path) -> None:
    live = Live(file)
    live.stop()
    assert not live._thread.is_alive()
    assert live.state()["done"] is False


def test_a_short_run_is_shown_whole_at_once(tmp_path: Path) -> None:
    file = tmp_path / "sky.toml"
    file.write_text(SKY, encoding="utf-8")
    live = Live(file)
    assert live.state()["done"]
    assert live.scene.description["live"] is False


def test_the_page_follows_a_run_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    node, chromium = shutil.which("node"), shutil.which("chromium")
    if node is None or chromium is None or not (ROOT / "viewer/node_modules").is_dir():
        pytest.skip("the page is not tested: Node.js, Chromium or viewer/node_modules is missing")
    recorded = SKY.replace("[run]", '[run]\nrecord = ["rtt", "cwnd"]')
    results = skyseam.run(skyseam.toml(recorded))
    looked = threading.Event()

    def paced(scenario: Any, progress: Any, look: Any) -> skyseam.Results:
        # As long as a browser takes to open, however busy the machine.
        progress(0.05, "")
        looked.wait(60)
        for twentieths in range(2, 20):
            progress(twentieths / 20, "")
            some = {name: results.table(name) for name in ("rtt", "cwnd")}
            look(
                {
                    name: rows.slice(0, rows.num_rows * twentieths // 20)
                    for name, rows in some.items()
                }
            )
            time.sleep(0.5)
        return results

    state = Live.state

    def asked(self: Live) -> dict[str, Any]:
        looked.set()
        return state(self)

    monkeypatch.setattr("skyseam.view.live.simulate.run", paced)
    monkeypatch.setattr(Live, "state", asked)
    file = tmp_path / "sky.toml"
    file.write_text(SKY, encoding="utf-8")
    with Server(Live(file)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        done = subprocess.run(
            [node, "check.mjs"],
            cwd=ROOT / "viewer",
            input=json.dumps({"url": server.url, "chromium": chromium, "follow": True}),
            capture_output=True, text=True, timeout=300, check=False,
        )  # fmt: skip
        server.shutdown()
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert seen["errors"] == []
    ends = seen["followed"]["ends"]
    assert len(ends) > 2
    assert ends == sorted(ends)
    # The slider grows, then the picture follows.
    times = seen["followed"]["times"]
    assert all(
        t in (end, *ends[:i], 0.0) for i, (t, end) in enumerate(zip(times, ends, strict=True))
    )
    assert times[-1] > times[0]
    assert seen["followed"]["charts_before"] == 2, "while the run goes on"
    assert len(seen["followed"]["rows_before"]) > 2
    assert seen["followed"]["rows_before"] == sorted(seen["followed"]["rows_before"])
    assert seen["followed"]["charts"] > 1, "of the run that has ended"
    assert seen["followed"]["t"] > times[0]
