"""Goal: no scenario, valid or hostile, causes a panic, a traceback or an endless run.

Method: a sample of what `make torture` runs in full, with its limits.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from typing import TYPE_CHECKING

import pytest

from conftest import ROOT
from torture import designs, hostile, runner, text, valid

if TYPE_CHECKING:
    from pathlib import Path


def test_a_sample_runs_or_is_refused_and_every_flow_says_why_it_ended(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "torture", "--valid", "20", "--hostile", "20",
         "--sweeps", "5", "--hostile-sweeps", "6", "--signals", "0", "--no-surroundings",
         "--effects", "10", "--keep", str(tmp_path)],
        cwd=ROOT / "tests", capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "\nvalid             20    20        0     0       0" in done.stdout
    assert "\nhostile           20" in done.stdout
    assert "\nsweep              5     5        0     0       0" in done.stdout
    assert "\nhostile-sweep      6" in done.stdout


def test_other_bytes_in_any_file_are_a_fault(tmp_path: Path) -> None:
    whole, again = tmp_path / "whole", tmp_path / "again"
    for place in (whole, again):
        (place / "captures").mkdir(parents=True)
        for name in ("flows.parquet", "captures/a.pcapng", "manifest.json"):
            (place / name).write_bytes(b"same")
    assert runner.differing(whole, again) == []
    (again / "manifest.json").write_bytes(b"took longer")
    assert runner.differing(whole, again, but={"manifest.json"}) == []
    (again / "captures" / "a.pcapng").write_bytes(b"other")
    (again / "flows.parquet").unlink()
    assert runner.differing(whole, again, but={"manifest.json"}) == [
        "captures/a.pcapng",
        "flows.parquet",
    ]


WORDS = (
    "circle", "line", "cities", "area", "polygon", "points", "gravity", "nearest", "anybody",
    "poisson", "uniform", "even", "trace", "busy_hour", "demand-assigned", "rate-based",
    "scheduling-request", "web", "video", "voice", "split_at", "stp", "quic", "bsd", "list",
    "gilbert-elliott-time", "forward", "backward", "jitter", "trace_repeat", "trace_stagger",
    "geographic", "centralized", "hysteresis", "elements", "track", "gateway", "overlap",
    "interruption_time",
    "scheduler", "0-rtt", "fast_open", "channels", "users", "places", "nodes",
)  # fmt: skip
"""Keys and kinds that a scenario of each family has."""


@pytest.fixture(scope="module")
def drawn() -> list[str]:
    return [json.dumps(valid.scenario(number)) for number in range(500)]


@pytest.mark.parametrize("word", WORDS)
def test_a_family_is_drawn(word: str, drawn: list[str]) -> None:
    assert sum(f'"{word}"' in scenario for scenario in drawn) >= 3


def test_users_call_each_other(drawn: list[str]) -> None:
    groups = [one for scenario in drawn for one in json.loads(scenario).get("users", [])]
    assert sum(one["to"] in (one["name"], [one["name"]]) for one in groups) >= 3


def test_a_number_is_always_the_same_scenario() -> None:
    for draw in (valid.scenario, hostile.scenario, designs.sweep, designs.hostile):
        assert draw(7) == draw(7)
        assert draw(7) != draw(8)


def test_what_is_drawn_valid_is_read_back() -> None:
    for number in range(100):
        drawn = valid.scenario(number)
        assert tomllib.loads(text.document(drawn)) == drawn


def test_what_is_started_hears_signals_that_its_caller_ignores() -> None:
    code = """import signal, subprocess, sys
from torture import signals
for one in signals.SIGNALS:
    signal.signal(one, signal.SIG_IGN)
signals.hear()
asked = "import signal; print([signal.getsignal(n) == signal.SIG_IGN for n in (1, 2, 15)])"
print(subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True).stdout)
"""
    told = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT / "tests", capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == "[False, False, False]"
