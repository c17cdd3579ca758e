"""Goal: the score of ITU-T P.1203 mode 0, from numbers and from a run.

Method: the values that the public implementation by the model's authors (github.com/itu-p1203) has
in its tests and its README, and its scores of random sessions (`data/p1203_sessions.csv`);
arithmetic for the rest. Its random forest is not included: trees made for the test show that trees
are read, and how they affect the score.
"""

from __future__ import annotations

import csv
import math
from pathlib import Path

import numpy as np
import pytest

import skyseam
from skyseam._errors import InputError
from skyseam.measures import video

KEPT = [
    (2801.27587623, 1920, 1080, 4.311),
    (629.203792838, 852, 480, 2.664),
    (224.771246112, 426, 240, 1.085),
]
"""`test/test.py` there: kbit/s, pixels at 30 frames/s on 1920 x 1080, O.22."""


@pytest.mark.parametrize(("kbps", "width", "height", "mos"), KEPT)
def test_pictures_are_rated_as_there(kbps: float, width: int, height: int, mos: float) -> None:
    assert video.picture(kbps * 1e3, width, height, 30) == pytest.approx(mos, abs=1e-3)


LADDER = [
    (250e3, 426, 240),
    (700e3, 854, 480),
    (1500e3, 1280, 720),
    (3500e3, 1920, 1080),
    (200e3, 320, 180),
]


def test_drawn_sessions_are_rated_as_there() -> None:
    with (Path(__file__).parent / "data" / "p1203_sessions.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    assert len(rows) == 80
    for row in rows:
        fps = float(row["fps"])
        rated = [video.picture(*LADDER[int(level)], fps) for level in row["levels"]]
        seconds = video.by_second(rated, float(row["segment_s"]), fps)
        pauses = [tuple(map(float, one.split(":"))) for one in row["stalls"].split("+")]
        found = video.score(seconds, [video.Stall(*one) for one in pauses])
        assert len(seconds) == int(row["seconds"])
        assert sum(seconds) == pytest.approx(float(row["sum_of_o22"]), abs=1e-5)
        values = (found.audiovisual, found.stalling, found.mos)
        assert values == pytest.approx([float(row[key]) for key in ("o35", "o23", "o46")], abs=1e-6)


def forest(folder: Path, feature: int, threshold: float, below: float, above: float) -> Path:
    for number in range(20):
        rows = [f"0,{feature},{threshold},1,2", f"1,-1,{below},-1,-1", f"2,-1,{above},-1,-1"]
        (folder / f"tree{number}.csv").write_text("\n".join(rows) + "\n")
    return folder


def test_the_best_video_is_rated_as_in_the_readme(tmp_path: Path) -> None:
    best = video.score([5.0] * 20)
    assert (best.audiovisual, best.stalling) == pytest.approx((5, 5))
    # The README's O.46 of examples/mode0.json: 4.9209299083625, a quarter of it the forest's.
    leaves = (4.9209299083625 - 0.02833052) / 0.98117059 * 4 - 3 * 5
    assert 4.9 < leaves < 5
    full = video.score([5.0] * 20, forest=forest(tmp_path, 0, 0.5, leaves, 1.0))
    assert full.is_full and full.mos == pytest.approx(4.9209299083625, abs=1e-12)
    # Feature 0 counts the stalls behind the beginning.
    waited = video.score([5.0] * 20, [(0.0, 1.0)], forest=tmp_path)
    stalled = video.score([5.0] * 20, [(10.0, 1.0)], forest=tmp_path)
    assert waited.mos - stalled.mos > 0.25 * (leaves - 1) * 0.98 - 0.1


def test_a_stall_costs_what_the_equation_says() -> None:
    # Ten seconds before the end: half of what a stall keeps for ever is forgotten.
    weight = 0.48412879 + (1 - 0.48412879) / 2
    left = math.exp(-1 / 9.35158684) * math.exp(-4 * weight / 60 / 0.91890815)
    found = video.score([4.0] * 60, [(50.0, 4.0)])
    assert found.stalling == pytest.approx(1 + 4 * left, abs=1e-12)
    assert found.audiovisual == pytest.approx(video.score([4.0] * 60).audiovisual)


def test_changes_and_ends_count() -> None:
    steady = video.score([3.5] * 60).mos
    swinging = video.score(([4.5] * 5 + [2.5] * 5) * 6).mos
    assert swinging < steady - 0.5
    # What was seen last counts most.
    assert video.score([2.0] * 30 + [4.5] * 30).mos > video.score([4.5] * 30 + [2.0] * 30).mos


def test_a_run_is_rated() -> None:
    levels = [(426, 240), (1280, 720)]
    scenario = {
        "nodes": [{"name": "home"}, {"name": "server"}],
        "wires": [
            {
                "between": ["home", "server"],
                "delay": "20 ms",
                "rate": "1 Mbit/s",
                "queue": "100 packets",
            }
        ],
        "flows": [
            {
                "name": name,
                "from": "home",
                "to": "server",
                "start": start,
                "application": {
                    "kind": "video",
                    "duration": "30 s",
                    "ladder": ladder,
                    "abr": "throughput",
                },
            }
            for name, start, ladder in (
                ("smooth", "0 s", ["200 kbit/s", "600 kbit/s"]),
                ("stalls", "60 s", ["1.2 Mbit/s", "2 Mbit/s"]),
            )
        ],
        "run": {"duration": "3 min", "record": ["segments"]},
    }
    results = skyseam.run(scenario)
    smooth, stalls = (
        video.of_flow(results, name, segment_s=3, resolutions=levels)
        for name in ("smooth", "stalls")
    )
    rows = {row["name"]: row for row in results.table("videos").to_pylist()}
    assert rows["stalls"]["stalls"] > 0 == rows["smooth"]["stalls"]
    assert stalls.stalling < smooth.stalling < 5
    # By hand: one wait at the beginning.
    wait = rows["smooth"]["startup_ms"] / 1e3
    memory = 0.48412879 + (1 - 0.48412879) * 0.5**3
    left = math.exp(-1 / 9.35158684) * math.exp(-wait * memory / 30 / 0.91890815)
    assert smooth.stalling == pytest.approx(1 + 4 * left, abs=1e-9)


def test_what_cannot_be_rated_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="empty video"):
        video.score([])
    with pytest.raises(InputError, match="expected 20"):
        video.score([4.0], forest=tmp_path)
    for segment_s, fps in ((0.0, 24.0), (math.nan, 24.0), (0.01, 24.0), (2.0, -1.0)):
        with pytest.raises(InputError, match="at least one frame in each"):
            video.by_second([4.0], segment_s, fps)
    with pytest.raises(InputError, match="above zero"):
        video.picture(0, 1920, 1080)
    assert 1 <= video.picture(1e6, 1280, 720, 12, is_handheld=True) <= 5
    assert np.isfinite(video.score([1.0, 5.0]).mos)
