"""What the tests share: calls of the command, small scenarios, one quick reproduction."""

from __future__ import annotations

import fcntl
import gc
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

import forked

# The same cases every time, so that a change alone makes a test fail.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")

ROOT = Path(__file__).resolve().parent.parent

WIRES = """
nodes = [{ name = "a" }, { name = "b" }]
wires = [{ between = ["a", "b"], delay = "10 ms", rate = "10 Mbit/s", queue = "50 packets" }]

[[flows]]
name = "file"
from = "a"
to = "b"
application = { kind = "file", size = "200 kB" }

[run]
duration = "30 s"
record = ["cwnd", "rtt"]
throughput_bin = "100 ms"
captures = ["a"]
"""

SKY = """
[constellation]
preset = "iridium-ns2"

[routing]
metric = "hops"

[[terminals]]
name = "HNL"
latitude = "21.5 deg"
longitude = "-158.0 deg"

[[terminals]]
name = "LAX"
latitude = "34.05 deg"
longitude = "-118.24 deg"

[[flows]]
name = "page"
from = "HNL"
to = "LAX"
count = 20
every = "97 s"
application = { kind = "file", size = "50 kB" }
transport = { kind = "tcp", stack = "ns2" }

[run]
duration = "2000 s"
seed = 7
"""

BASE: dict[str, Any] = {
    "nodes": [{"name": "a"}, {"name": "b"}],
    "wires": [
        {"between": ["a", "b"], "delay": "10 ms", "rate": "10 Mbit/s", "queue": "50 packets"}
    ],
    "flows": [
        {"name": "file", "from": "a", "to": "b", "application": {"kind": "file", "size": "9 kB"}}
    ],
    "run": {"duration": "30 s"},
}
"""A file of 9 kB over one wire."""

LONGEST = (
    "test_docs", "test_boubaker2020", "test_tutorial", "test_process", "test_executors",
    "test_studies", "test_cli", "test_henderson1999", "test_fit", "test_effects",
    "test_tauran2018", "test_torture", "test_henderson1999_fairness", "test_tauran2019",
    "test_growing", "test_henderson1999_stp",
)  # fmt: skip
"""Files that take 20 s of a processor or more; one that begins last keeps one busy alone."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return one worker more than there are cores: some tests wait for signals or for real time."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest files first."""
    places = {name: place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: places.get(item.path.stem, len(LONGEST)))


def pytest_collection_finish() -> None:
    """Leave thousands of tests, which stay to the end, out of each search for garbage."""
    gc.freeze()


Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def skyseam_command() -> Command:
    """Return the command `skyseam` as users call it; the caller checks the exit code."""

    def call(*arguments: str | Path, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
        return forked.call(["-m", "skyseam", *map(str, arguments)], cwd, columns=160)

    return call


@pytest.fixture
def wires(tmp_path: Path) -> Path:
    """Write a scenario of a file of 200 kB over one wire that records everything."""
    path = tmp_path / "wires.toml"
    path.write_text(WIRES, encoding="utf-8")
    return path


@pytest.fixture
def sky(tmp_path: Path) -> Path:
    """Write a scenario of twenty transfers from Hawaii to Los Angeles."""
    path = tmp_path / "sky.toml"
    path.write_text(SKY, encoding="utf-8")
    return path


Quick = Callable[[str, str], Path]


@pytest.fixture(scope="session")
def quick(tmp_path_factory: pytest.TempPathFactory, skyseam_command: Command) -> Quick:
    """Return the directory of a quick reproduction of a part of a paper, which is made once.

    Processes that share the tests share the directory too.
    """
    base = tmp_path_factory.getbasetemp()
    shared = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "reports"
    shared.mkdir(exist_ok=True)

    def place_of(paper: str, part: str) -> Path:
        place = shared / f"{paper}-{part}"
        with place.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not place.is_dir():
                done = skyseam_command("reproduce", paper, "--only", part, "--quick", "-o", place)
                assert done.returncode == 0, done.stderr
        return place

    return place_of


@pytest.fixture(scope="session")
def reproduction(quick: Quick) -> Path:
    """Return the directory of a quick reproduction of Boubaker 2020's seam."""
    return quick("boubaker2020", "seam")
