"""Goal: `skyseam sweep` does what its file says, explains errors in it, and survives interruptions.

Method: the command as users call it; sweeps that are killed or interrupted are compared byte by
byte with sweeps that are not.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import skyseam
from conftest import ROOT, Command
from skyseam import sweeps

LINK = (ROOT / "sweeps" / "link.toml").read_text(encoding="utf-8")

MANY = """
scenario = "link.toml"
draws = 1500
seed = 5
keep = ["drops"]

[[vary]]
key = "wires[0].delay"
log_uniform = { from = "1 ms", to = "200 ms", step = "1 us" }

[[vary]]
key = "wires[0].queue"
values = ["5 packets", "50 packets"]
"""

RESULTS = ("flows.parquet", "drops.parquet", "manifest.json")


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """Write a sweep of 3,000 runs of some milliseconds."""
    (tmp_path / "link.toml").write_text(LINK.replace("2 MB", "1 MB"), encoding="utf-8")
    path = tmp_path / "many.toml"
    path.write_text(MANY, encoding="utf-8")
    return path


@pytest.mark.parametrize("file", sorted((ROOT / "sweeps").glob("*.toml")), ids=lambda p: p.name)
def test_every_example_runs_and_is_described(
    file: Path, tmp_path: Path, skyseam_command: Command
) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert f"`{file.name}`" in (ROOT / "docs" / "sweep.md").read_text(encoding="utf-8")
    if "vary" not in text:
        return  # a scenario that another file varies
    done = skyseam_command("sweep", file, "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    results = skyseam.load(tmp_path / "out")
    found = sweeps.read(file)
    assert f"{len(found)} runs; " in done.stdout
    flows = results.flows
    assert list(dict.fromkeys(flows["run"].to_pylist())) == list(range(len(found)))
    if "voice" in results.tables:
        assert min(results.table("voice")["sent"].to_pylist()) > 0
    elif "pages" in results.tables:
        assert min(results.table("pages")["load_s"].to_pylist()) > 0
    else:
        assert flows["transfer_time_s"].null_count == 0
    assert [v["key"] for v in results.manifest["variables"]] == list(found.units)
    assert set(found.units) <= set(flows.column_names)


def test_a_dry_run_lists_the_design_and_writes_nothing(
    tmp_path: Path, skyseam_command: Command
) -> None:
    done = skyseam_command("sweep", ROOT / "sweeps" / "queues.toml", "--dry-run", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    head = "run wires[0].queue, packets wires[0].delay, ms flows[0].transport.congestion"
    assert lines[1].split() == head.split()
    assert lines[2].split() == ["0", "10", "5", "cubic"]
    assert lines[3].split() == ["1", "10", "5", "newreno"]
    assert lines[-1] == "18 runs, all can be run"
    assert list(tmp_path.iterdir()) == []


def start(many: Path, out: Path) -> subprocess.Popen[str]:
    """Begin a sweep on one thread and return once it has stored runs."""
    process = subprocess.Popen(
        [sys.executable, "-m", "skyseam", "sweep", many, "-o", out, "--threads", "1"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ},
    )  # fmt: skip
    store = out / sweeps.STORE
    size, grown = 0, 0
    # The store begins with what makes its runs: it must have grown again.
    while process.poll() is None and grown < 2:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(0.3)
        now = store.stat().st_size if store.exists() else 0
        grown += now > size
        size = now
    return process


def test_a_killed_sweep_ends_with_the_same_bytes(
    many: Path, tmp_path: Path, skyseam_command: Command
) -> None:
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    assert skyseam_command("sweep", many, "-o", whole).returncode == 0
    process = start(many, killed)
    process.kill()
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    before = sweeps.finished(killed)
    assert 0 < before < 3000
    assert not (killed / "flows.parquet").exists()
    done = skyseam_command("sweep", many, "-o", killed)
    assert done.returncode == 0, done.stderr
    assert f"3,000 runs, {before:,} of them before; " in done.stdout
    for name in RESULTS:
        assert (whole / name).read_bytes() == (killed / name).read_bytes(), name
    # Each run is stored once, and none is missing.
    assert sweeps.finished(killed) == 3000


def test_ctrl_c_stops_and_says_how_to_go_on(many: Path, tmp_path: Path) -> None:
    process = start(many, tmp_path / "out")
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    finished = sweeps.finished(tmp_path / "out")
    assert said == (
        f"interrupted; {finished:,} of 3,000 runs are finished in {tmp_path / 'out'}, "
        "the same command resumes from there\n"
    )


def test_a_limit_stops_and_says_so(many: Path, tmp_path: Path, skyseam_command: Command) -> None:
    done = skyseam_command("sweep", many, "-o", "out", "--limit", "7", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout == (
        "7 of 3,000 runs are finished in out, the same command resumes from there\n"
    )
    many.write_text(MANY.replace("seed = 5", "seed = 6"), encoding="utf-8")
    done = skyseam_command("sweep", many, "-o", "out", cwd=tmp_path)
    assert done.returncode == 2
    assert "runs of different origin are not mixed (design: " in done.stderr


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("log_uniform", "log-uniform"), ["many.toml:9:1", "did you mean `log_uniform`?"]),
        (("wires[0].queue", "wires[1].queue"), ["many.toml:12:7", "counted from 0"]),
        (
            ("5 packets", "5 pkts"),
            ["link.toml", "(wires[0].queue)", 'write "5 packets"', "run 0 of", 'queue = "5 pkts"'],
        ),
        (("link.toml", "lnk.toml"), ["many.toml:2:12", "there is no file"]),
        (("draws = 1500", "draws = 0"), ["many.toml:3:9", "from 1 to"]),
    ],
)
def test_a_bad_sweep_says_where_and_what_and_writes_nothing(
    many: Path, skyseam_command: Command, change: tuple[str, str], said: list[str]
) -> None:
    many.write_text(MANY.replace(*change), encoding="utf-8")
    done = skyseam_command("sweep", many, "-o", "out", cwd=many.parent)
    assert done.returncode == 2
    for words in said:
        assert words in done.stderr, done.stderr
    assert not (many.parent / "out").exists()


def test_foreign_places_and_missing_files_are_refused(
    many: Path, tmp_path: Path, skyseam_command: Command
) -> None:
    (tmp_path / "out").write_text("x", encoding="utf-8")
    done = skyseam_command("sweep", many, "-o", "out", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error: out is a file; a sweep writes a directory, name another\n"
    done = skyseam_command("sweep", "nothing.toml", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, "error: there is no file nothing.toml\n")


def test_a_sweep_from_python_is_that_of_the_command(
    tmp_path: Path, skyseam_command: Command
) -> None:
    file = ROOT / "sweeps" / "queues.toml"
    assert skyseam_command("sweep", file, "-o", tmp_path / "out").returncode == 0
    results = skyseam.sweep(file, threads=1)
    assert results.flows.equals(skyseam.load(tmp_path / "out").flows)
    assert results.table("drops").equals(skyseam.load(tmp_path / "out").table("drops"))
    again = skyseam.sweep(file, tmp_path / "out")
    assert again.flows.equals(results.flows)


def test_the_schema_of_sweeps_is_printed(skyseam_command: Command) -> None:
    done = skyseam_command("schema", "--sweep")
    assert done.returncode == 0
    assert "log_uniform" in done.stdout
