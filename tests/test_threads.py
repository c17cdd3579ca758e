"""Goal: a run divided among threads writes the bytes of one thread; an undivided run is reported.

Method: the command and the function, on examples; `crates/sim/tests/regions.rs` has many more runs.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import forked
import skyseam
from conftest import ROOT
from skyseam._work import available_cores

MANY = """
title = "transfers"
terminals = [
  { name = "Berlin", latitude = "52.5 deg", longitude = "13.4 deg" },
  { name = "New York", latitude = "40.7 deg", longitude = "-74.0 deg" },
  { name = "Tokyo", latitude = "35.7 deg", longitude = "139.7 deg" },
]
[constellation]
preset = "starlink-shell1"
[links]
uplink = { rate = "50 Mbit/s", queue = "100 packets" }
downlink = { rate = "50 Mbit/s", queue = "100 packets" }
isl = { rate = "1 Gbit/s", queue = "1000 packets" }
[[flows]]
name = "there"
from = "Berlin"
to = "New York"
count = 20
every = "50 ms"
application = { kind = "file", size = "1 MB" }
[[flows]]
name = "further"
from = "New York"
to = "Tokyo"
count = 20
every = "50 ms"
application = { kind = "file", size = "1 MB" }
[[flows]]
name = "pages"
from = "Berlin"
to = "Tokyo"
application = { kind = "web", page = "median-2024" }
[[flows]]
name = "call"
from = "Tokyo"
to = "Berlin"
application = { kind = "voice", duration = "5 s" }
[run]
duration = "10 s"
record = ["cwnd", "rtt", "queue", "handovers"]
throughput_bin = "1 s"
"""

needs_cores = pytest.mark.skipif(available_cores() < 2, reason="one core: nothing is divided")


def skyseam_run(*arguments: object) -> subprocess.CompletedProcess[str]:
    return forked.call(["-m", "skyseam", "run", *map(str, arguments)], ROOT, 80)


@needs_cores
def test_the_command_writes_the_same_bytes(tmp_path: Path) -> None:
    file = tmp_path / "many.toml"
    file.write_text(MANY, encoding="utf-8")
    for threads in ("1", "2"):
        done = skyseam_run(file, "-o", tmp_path / threads, "--threads", threads)
        assert done.returncode == 0, done.stderr
        assert "on one thread" not in done.stdout
    names = sorted(path.name for path in (tmp_path / "1").glob("*.parquet"))
    assert "queue.parquet" in names
    for name in names:
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes(), name
    one, two = (skyseam.load(tmp_path / threads).manifest for threads in ("1", "2"))
    assert "threads" not in one
    assert two["threads"] == 2
    measured = {"cpu_s", "wall_s", "peak_memory_bytes", "threads"}
    assert {k: one[k] for k in one if k not in measured} == {
        k: two[k] for k in two if k not in measured
    }


@needs_cores
@pytest.mark.parametrize(
    ("scenario", "why"),
    [
        ("chain.toml", "it has no satellites"),
        ("ping.toml", "packets are captured"),
        ("vehicle.toml", "links have HARQ"),
        ("hawaii-los-angeles-9kB.toml", "too few events happen at once"),
    ],
)
def test_what_cannot_be_divided_says_why(scenario: str, why: str, tmp_path: Path) -> None:
    done = skyseam_run(ROOT / "scenarios" / scenario, "-o", tmp_path / "out", "--threads", 2)
    assert done.returncode == 0, done.stderr
    assert f"on one thread: {why}" in done.stdout
    manifest = skyseam.load(tmp_path / "out").manifest
    assert (manifest["undivided"], manifest["threads"]) == (why, 1)


def test_a_number_of_threads_is_asked_for() -> None:
    with pytest.raises(skyseam.InputError, match="threads"):
        skyseam.run(skyseam.toml(MANY), threads=0)
    with pytest.raises(TypeError, match="threads"):
        skyseam.run(skyseam.toml(MANY), threads=1.5)  # type: ignore[arg-type]
    done = skyseam_run("x.toml", "-o", "out", "--threads", 0)
    assert done.returncode == 2
    assert "--threads" in done.stderr


@needs_cores
def test_a_divided_run_is_interrupted_like_any_other() -> None:
    """Progress is reported between windows, and the callback may stop the run."""
    told = []

    def stop(fraction: float, _: str) -> None:
        told.append(fraction)
        raise KeyboardInterrupt

    with pytest.raises(skyseam.Interrupted) as caught:
        skyseam.run(
            skyseam.toml(MANY.replace('"10 s"', '"1 h"').replace('"1 MB"', '"1 GB"')),
            threads=2,
            progress=stop,
        )
    assert told
    manifest = caught.value.results.manifest
    assert not manifest["complete"]
    assert 0 < manifest["ended_at_s"] < 3600
