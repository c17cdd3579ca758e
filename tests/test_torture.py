"""Goal: no scenario, valid or hostile, ends in a panic, a traceback, or without an end.

Method: a sample of what `make torture` runs in full, with its limits.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from typing import TYPE_CHECKING

from conftest import ROOT
from torture import hostile, text, valid

if TYPE_CHECKING:
    from pathlib import Path


def test_a_sample_runs_or_is_refused_and_every_flow_says_why_it_ended(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "torture", "--valid", "60", "--hostile", "60",
         "--signals", "0", "--no-surroundings",
         "--keep", str(tmp_path)],
        cwd=ROOT / "tests", capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "\nvalid         60    60        0       0" in done.stdout
    assert "\nhostile       60" in done.stdout


def test_a_number_is_always_the_same_scenario() -> None:
    for draw in (valid.scenario, hostile.scenario):
        assert draw(7) == draw(7)
        assert draw(7) != draw(8)


def test_what_is_drawn_valid_is_read_back() -> None:
    for number in range(100):
        drawn = valid.scenario(number)
        assert tomllib.loads(text.document(drawn)) == drawn
