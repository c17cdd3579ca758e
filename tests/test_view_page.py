"""Goal: the page of `skyseam view` shows what happened, reproducibly, and needs no network.

Method: the page is opened in a headless Chromium, which `viewer/check.mjs` drives; its observations
are compared with the core. Without Chromium or the packages of `viewer/` these tests are skipped
with a message; CONTRIBUTING.md says how to get them.
"""

from __future__ import annotations

import json
import math
import random
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import tomli_w

import skyseam
from conftest import ROOT
from skyseam.view import Server, saved_page, scene_of
from test_view import PROBES

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
NODE = shutil.which("node")
PACKAGES = ROOT / "viewer" / "node_modules"

if NODE is None or not PACKAGES.is_dir():
    pytest.skip(
        "the page is not tested: Node.js or viewer/node_modules is missing (CONTRIBUTING.md)",
        allow_module_level=True,
    )

needs_chromium = pytest.mark.skipif(
    CHROMIUM is None, reason="the page is not tested: Chromium is missing (CONTRIBUTING.md)"
)

MANY: dict[str, Any] = {
    **PROBES,
    "constellation": {
        "elevation_mask": "25 deg",
        "isl": {"pattern": "plus-grid"},
        "shell": {
            "name": "many", "planes": 72, "satellites_per_plane": 139, "altitude": "540 km",
            "inclination": "53 deg", "raan_spacing": "5 deg", "phasing": {"factor": 1},
        },
    },
    "run": {"duration": "600 s", "record": ["routes", "handovers"]},
}  # fmt: skip
"""Ten thousand satellites and eight."""

DAY: dict[str, Any] = {
    **PROBES,
    "constellation": {"preset": "starlink-gen1"},
    "flows": [{
        "name": "probes", "from": "HNL", "to": "LAX",
        "application": {"kind": "ping", "count": 1440, "interval": "60 s"},
    }],
    "run": {"duration": "24 h", "record": ["routes", "rtt", "handovers"]},
}  # fmt: skip
"""A day of Starlink's first generation, 4,408 satellites."""


def saved_run(scenario: dict[str, Any], directory: Path) -> Path:
    return skyseam.run(scenario).save(directory)


def look(url: str, **task: Any) -> dict[str, Any]:
    """Let a browser do a task; return its observations."""
    done = subprocess.run(
        [str(NODE), "check.mjs"],
        cwd=ROOT / "viewer",
        input=json.dumps({"url": url, "chromium": CHROMIUM, **task}),
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    seen: dict[str, Any] = json.loads(done.stdout)
    return seen


@pytest.fixture(scope="module")
def probed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return saved_run(PROBES, tmp_path_factory.mktemp("runs") / "probed")


@pytest.fixture(scope="module")
def served(probed: Path) -> Iterator[Server]:
    with Server(scene_of(probed)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def test_the_bundle_is_what_the_sources_give(tmp_path: Path) -> None:
    subprocess.run(
        [str(NODE), "build.mjs", str(tmp_path)], cwd=ROOT / "viewer", check=True, timeout=120
    )
    kept = ROOT / "python" / "skyseam" / "view" / "page"
    for made in sorted(tmp_path.iterdir()):
        assert made.read_bytes() == (kept / made.name).read_bytes(), f"{made.name}: make viewer"
    assert {p.name for p in tmp_path.iterdir()} == {p.name for p in kept.iterdir()}


def test_the_sources_have_no_type_errors() -> None:
    done = subprocess.run(
        [str(NODE), "node_modules/typescript/bin/tsc", "--noEmit"],
        cwd=ROOT / "viewer", capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


@needs_chromium
def test_a_browser_without_webgl_says_so(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    scene_of(ROOT / "scenarios" / "look-at-a-transfer.toml", duration_s=1.0).save(page)
    done = subprocess.run(
        [str(CHROMIUM), "--headless=new", "--no-sandbox", "--disable-3d-apis",
         "--virtual-time-budget=4000", "--dump-dom", page.as_uri()],
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    told = done.stdout.partition('id="fault">')[2].partition("<")[0]
    assert "needs WebGL 2" in told and "skyseam view" not in told and ".." not in told


@needs_chromium
def test_the_page_asks_nobody_else_and_reports_no_error(served: Server) -> None:
    seen = look(served.url, instants=[0.0, 1800.0, 3599.0])
    assert seen["errors"] == []
    assert len(seen["requests"]) > 4
    assert {urlsplit(url).netloc for url in seen["requests"]} == {f"127.0.0.1:{served.port}"}
    assert seen["links"] > 90


@needs_chromium
def test_the_drawn_route_is_that_of_delay(served: Server) -> None:
    draw = random.Random(29)
    instants = [draw.randrange(1, 36_000) / 10 for _ in range(100)]
    seen = look(served.url, instants=instants, flow=0)
    differ = 0
    for t_s, drawn in zip(instants, seen["routes"], strict=True):
        study = skyseam.delay(PROBES, pairs=[("HNL", "LAX")], start_s=t_s, duration_s=1, step_s=1)
        path = study.table("delay")["path"].to_pylist()[0] or []
        assert drawn == path, t_s
        differ += drawn != seen["routes"][0]
    assert differ > 20


@needs_chromium
@pytest.mark.parametrize("preset", ["iridium", "iridium-ns2"])
def test_the_satellite_under_the_cursor_is_where_it_says(preset: str, tmp_path: Path) -> None:
    t_s = 1234.5
    scenario = {**PROBES, "constellation": {"preset": preset}}
    rows = skyseam.positions(scenario, t_s, 1, 1).table("positions").to_pylist()
    there = {row["node"]: row for row in rows if row["kind"] == "satellite"}
    run = saved_run(scenario, tmp_path / "run")
    with Server(scene_of(run)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        seen = look(server.url, at=t_s, satellites=sorted(there))
        server.shutdown()
    assert len(seen["clicks"]) > 8
    for click in seen["clicks"]:
        assert click["taken"] == click["name"]
        assert click["story"] == f"Satellite {click['name']}"
        row = there[click["taken"]]
        off = math.dist(click["km"], [row["x_km"], row["y_km"], row["z_km"]])
        assert off < 0.1, f"{click['name']} is {1000 * off:.0f} m off"
        assert click["height"] == f"{row['altitude_km']:.1f} km"


@needs_chromium
def test_an_instant_is_drawn_with_the_same_bytes_again(served: Server) -> None:
    first, other, again, elsewhere = look(served.url, at=100.0, same=2345.0)["shots"]
    assert first != other
    assert first == again
    assert first == elsewhere


@needs_chromium
def test_slider_charts_and_keys_have_one_time(served: Server) -> None:
    seen = look(served.url, keyboard=True)
    keys = seen["keyboard"]
    assert keys["start"]["t"] == 0
    assert not keys["start"]["map"]
    end = keys["End"]["t"]
    assert end == pytest.approx(3600, abs=1)
    assert keys["Home"]["t"] == 0
    assert keys["ArrowRight"]["t"] == pytest.approx(end / 100)
    assert keys["ArrowLeft"]["t"] == 0
    handovers = skyseam.run(PROBES).table("handovers")["t_s"].to_pylist()
    assert keys["n"]["t"] == handovers[0]
    assert keys["p"]["t"] == handovers[0]  # there is none before
    assert keys["m"]["map"]
    assert keys["l"]["layers"]["links"] is False
    assert keys["+"]["speed"] > keys["start"]["speed"]
    assert keys["-"]["speed"] == keys["start"]["speed"]
    assert keys["play"]["plays"]
    assert keys["play"]["t"] > handovers[0]
    assert not keys["pause"]["plays"]
    assert keys["help"]
    assert keys["closed"]
    assert len(seen["pointing"]) == 3
    for where in seen["pointing"]:
        assert where["slider"] == pytest.approx(where["t"], abs=1e-6)
        assert where["charts"]
        # A pixel of a chart is some ten seconds.
        assert where["charts"] == pytest.approx([where["t"]] * len(where["charts"]), abs=0.5)
    assert [round(where["t"] / end, 1) for where in seen["pointing"][:2]] == [0.2, 0.7]


@needs_chromium
def test_ten_thousand_satellites_cost_the_page_little(tmp_path: Path) -> None:
    run = saved_run(MANY, tmp_path / "many")
    with Server(scene_of(run)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        seen = look(server.url, frames=20)
        server.shutdown()
    print(f"\nopened in {seen['opened_s']:.2f} s; a frame: {seen['effort']}")
    assert seen["errors"] == []
    assert seen["effort"]["renderer_ms"] <= 10


@needs_chromium
def test_a_day_of_starlink_opens_at_once(tmp_path: Path) -> None:
    """Within 3 s of CPU on a quiet machine; twice that is allowed: others slow the CPU down."""
    run = saved_run(DAY, tmp_path / "day")
    begun_s = time.process_time()
    with Server(scene_of(run)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        seen = look(server.url)
        served_s = time.process_time() - begun_s
        server.shutdown()
    opening = seen["opening"]
    print(f"\nopened in {seen['opened_s']:.2f} s; server {served_s:.2f} s, page {opening}")
    assert seen["errors"] == []
    assert served_s + opening["cpu_s"] < 6
    assert opening["peak_mb"] < 500


@needs_chromium
def test_a_saved_page_needs_nothing_else(probed: Path, tmp_path: Path) -> None:
    scene = scene_of(probed, start_s=1000, duration_s=1500)
    file = tmp_path / "saved.html"
    file.write_text(saved_page(scene), encoding="utf-8")
    seen = look(file.as_uri(), instants=[1200.0, 2499.0])
    assert seen["errors"] == []
    assert {urlsplit(url).scheme for url in seen["requests"]} <= {"file", "blob", "data"}
    assert [len(route) > 2 for route in seen["routes"]] == [True, True]


@needs_chromium
def test_a_scenario_without_packets_can_be_seen(tmp_path: Path) -> None:
    sky = {key: PROBES[key] for key in ("constellation", "terminals")}
    file = tmp_path / "sky.toml"
    file.write_text(tomli_w.dumps({**sky, "run": {"duration": "2 h"}}), encoding="utf-8")
    with Server(scene_of(file)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        seen = look(server.url, instants=[7000.0])
        server.shutdown()
    assert seen["errors"] == []
    assert seen["links"] > 90
