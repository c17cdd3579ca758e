"""Goal: CesiumJS plays the output of `skyseam export czml`, and shows what the core computes.

Method: `viewer/czml.mjs` loads a document in CesiumJS in a headless Chromium without a network; the
scene at an instant is compared with the core. Skipped, with a message, without Chromium or the
packages of `viewer/`; CONTRIBUTING.md says how to get them.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import skyseam
from conftest import ROOT, SKY
from skyseam import export

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
NODE = shutil.which("node")

if NODE is None or CHROMIUM is None or not (ROOT / "viewer/node_modules/cesium").is_dir():
    pytest.skip(
        "CZML is not tried in CesiumJS: Node.js, Chromium or viewer/node_modules/cesium is missing "
        "(CONTRIBUTING.md)",
        allow_module_level=True,
    )

PAIR = ("HNL", "LAX")
START_S = 21_600.0


def stamp(t_s: float) -> str:
    whole = datetime.fromisoformat("2000-01-01T00:00:00") + timedelta(seconds=t_s // 1)
    return f"{whole.isoformat()}.{round(t_s % 1 * 1e9):09}Z"


def test_cesium_draws_what_the_core_computes(tmp_path: Path) -> None:
    sky = skyseam.toml(SKY)
    file = tmp_path / "sky.czml"
    file.write_text(export.czml(sky, route=PAIR, start_s=START_S, duration_s=1800.0), "utf-8")
    paths = skyseam.survey.path_changes(
        sky, PAIR, start_s=START_S, duration_s=1800.0, step_s=1.0
    ).table("paths")
    # Before each change of path, at it, and between.
    instants, expected = [], []
    for row, following in pairwise([*paths.to_pylist(), {"t_s": START_S + 1800}]):
        ends = row["t_s"], following["t_s"]
        for t_s in (ends[0], sum(ends) / 2, ends[1] - 1e-6):
            instants.append(round(t_s, 9))
            expected.append(row["path"] or [])
    done = subprocess.run(
        [str(NODE), "czml.mjs"],
        cwd=ROOT / "viewer",
        input=json.dumps(
            {"czml": str(file), "chromium": CHROMIUM, "instants": [stamp(t) for t in instants]}
        ),
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    seen: dict[str, Any] = json.loads(done.stdout)
    assert seen["errors"] == []
    names = {one: name.removeprefix("satellite ") for one, name, _ in seen["names"] if name}
    nodes = [one for one in names if one[0] == "n"]
    assert len(nodes) == 68
    links = 0
    for t_s, path, shown in zip(instants, expected, seen["instants"], strict=True):
        hops = {
            tuple(names[f"n{end}"] for end in line.removeprefix("route").split("-"))
            for line in shown["lines"] if line.startswith("route")
        }  # fmt: skip
        assert hops == set(pairwise(path)), t_s
        on = skyseam.snapshot(sky, t_s).table("links").num_rows
        assert sum(line.startswith("l") for line in shown["lines"]) == on, t_s
        links += on
        now = skyseam.positions(sky, t_s, 1.0, 1.0).table("positions").to_pylist()
        for node, row in zip(nodes[:66], now, strict=False):
            km = np.array([row["x_km"], row["y_km"], row["z_km"]])
            assert np.linalg.norm(np.array(shown["places"][node]) / 1000 - km) < 0.003
        for line, ends in shown["lines"].items():
            if line.startswith("l"):
                for end, place in zip(line[1:].split("-"), ends, strict=True):
                    assert place == shown["places"][f"n{end}"]
    assert links > 1000
