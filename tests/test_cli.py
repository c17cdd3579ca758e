"""Goal: the command works end to end, and refuses bad input in words, with its exit code.

Method: `skyseam` in a process of its own, as a user calls it.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import skyseam
from conftest import SKY, Command

LONG = (
    SKY.replace("count = 20", "count = 400000")
    .replace('"97 s"', '"1 s"')
    .replace('"2000 s"', '"400000 s"')
)


def test_check_accepts_and_refuses(skyseam_command: Command, wires: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(wires.read_text().replace('"10 ms"', "10"), encoding="utf-8")
    done = skyseam_command("check", wires, bad)
    assert done.returncode == 2
    assert "wires.toml: ok" in done.stdout
    assert "bad.toml" in done.stderr
    assert "no unit" in done.stderr
    assert "Traceback" not in done.stderr


def test_run_writes_a_directory_that_loads(
    skyseam_command: Command, wires: Path, tmp_path: Path
) -> None:
    done = skyseam_command("run", wires, "-o", tmp_path / "out", "--seed", "3")
    assert done.returncode == 0, done.stderr
    assert done.stderr == "", "quiet when not on a terminal"
    assert "a to b" in done.stdout
    results = skyseam.load(tmp_path / "out")
    assert results.manifest["seed"] == 3
    assert results.flows["bytes"].to_pylist() == [200_000]
    assert "a" in results.captures


def test_same_scenario_and_seed_give_the_same_bytes_of_parquet(
    skyseam_command: Command, sky: Path, tmp_path: Path
) -> None:
    digests = []
    for name in ("one", "two"):
        done = skyseam_command("run", sky, "-o", tmp_path / name)
        assert done.returncode == 0, done.stderr
        files = sorted((tmp_path / name).glob("*.parquet"))
        assert [f.stem for f in files][:2] == ["drops", "flows"]
        digests.append([hashlib.sha256(f.read_bytes()).hexdigest() for f in files])
    assert digests[0] == digests[1]


def test_delay_writes_tables_and_figures_and_counts_causes(
    skyseam_command: Command, sky: Path, tmp_path: Path
) -> None:
    done = skyseam_command(
        "delay", sky, "--from", "LAX", "--to", "HNL", "--start", "06:00:00", "--duration", "2 h",
        "--step", "30 s", "-o", tmp_path / "out",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "seam handover" in done.stdout
    written = {p.name for p in (tmp_path / "out").iterdir()}
    assert written == {
        "delay.parquet", "handovers.parquet", "delay.png", "delay.svg", "manifest.json",
    }  # fmt: skip
    table = pq.read_table(tmp_path / "out" / "delay.parquet")
    assert table.num_rows == 240
    assert table["t_s"][0].as_py() == 21_600.0
    assert str(table.schema.field("path").type).startswith("list<")


def test_schema_and_models_print(skyseam_command: Command, tmp_path: Path) -> None:
    assert "$schema" in json.loads(skyseam_command("schema").stdout)
    done = skyseam_command("schema", "-o", tmp_path / "schema.json")
    assert done.returncode == 0
    assert json.loads((tmp_path / "schema.json").read_text())["type"] == "object"
    assert "cubic" in skyseam_command("models").stdout


def test_version_and_help_teach(skyseam_command: Command) -> None:
    assert skyseam_command("--version").stdout == f"skyseam {skyseam.__version__}\n"
    for command in ("check", "schema", "run", "delay", "reproduce", "models"):
        done = skyseam_command(command, "--help")
        assert done.returncode == 0
        assert "Example" in done.stdout
        assert f"skyseam {command}" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run", "nowhere.toml", "-o", "out"], "there is no file nowhere.toml"),
        (["run", ".", "-o", "out"], "is a directory"),
        (["check", "latin1.toml"], "is not UTF-8 text"),
        (["check", "nul.toml"], "holds a NUL byte in line 2"),
        (["run", "sky.toml", "-o", "sky.toml"], "is a file"),
        (["run", "sky.toml", "-o", "mine"], "holds no results of Skyseam"),
        (["run", "sky.toml", "-o", "sky.toml/out"], "is a file"),
        (["run", "sky.toml", "-o", "/proc/skyseam/out"], "cannot be written"),
        (["schema", "-o", "mine"], "cannot be written"),
        (["delay", "sky.toml", "--from", "HNL", "-o", "out"], "--from and --to go together"),
        (["delay", "sky.toml", "--step", "10", "-o", "out"], '--step is "10"; expected a time'),
        (["delay", "sky.toml", "--step", "0 s", "-o", "out"], "step"),
        (["delay", "sky.toml", "--from", "HNL", "--to", "X", "-o", "out"], '"X"'),
        (["reproduce", "nobody1999"], "there is: boubaker2020"),
        (["reproduce", "boubaker2020", "--only", "sea"], "--only takes: seam"),
        (["run", "sky.toml"], "Missing option"),
        (["fly"], "No such command"),
    ],
)  # fmt: skip
def test_bad_input_is_refused_in_words(
    skyseam_command: Command, sky: Path, arguments: list[str], message: str
) -> None:
    here = sky.parent
    (here / "latin1.toml").write_bytes("title = 'S\xe3o'".encode("latin-1"))
    (here / "nul.toml").write_bytes(b"# one\ntitle = '\0'\n")
    (here / "mine").mkdir()
    (here / "mine" / "thesis.tex").write_text("mine")
    before = sorted(here.rglob("*"))
    done = skyseam_command(*arguments, cwd=here)
    assert done.returncode == 2, done.stderr
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert sorted(here.rglob("*")) == before, "nothing written, nothing left behind"


@pytest.mark.parametrize(
    "arguments",
    [
        ["run", "long.toml", "-o", "out"],
        ["reproduce", "boubaker2020", "--only", "seam", "-o", "out"],
    ],
    ids=["run", "reproduce"],
)
def test_interruption_leaves_nothing_and_says_so(tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "long.toml").write_text(LONG, encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, "-m", "skyseam", *arguments],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ},
    )
    time.sleep(3)
    assert process.poll() is None, "it ended before it could be interrupted"
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "interrupted; nothing was written" in stderr
    assert "Traceback" not in stderr
    assert [p.name for p in tmp_path.iterdir()] == ["long.toml"]


def test_progress_is_shown_when_asked_for(tmp_path: Path, skyseam_command: Command) -> None:
    scenario = LONG.replace("count = 400000", "count = 40000").replace('"1 s"', '"10 s"')
    (tmp_path / "long.toml").write_text(scenario, encoding="utf-8")
    done = skyseam_command("run", tmp_path / "long.toml", "-o", tmp_path / "out", "--progress")
    assert done.returncode == 0, done.stderr
    wall_s = skyseam.load(tmp_path / "out").manifest["wall_s"]
    assert ("running long.toml" in done.stderr) == (wall_s > 2.5) or 1.9 < wall_s < 2.6


@pytest.mark.skipif(shutil.which("tshark") is None, reason="tshark is not installed")
def test_tshark_reads_a_capture_without_complaint(
    skyseam_command: Command, wires: Path, tmp_path: Path
) -> None:
    done = skyseam_command("run", wires, "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    listed = subprocess.run(
        [
            "tshark", "-r", str(tmp_path / "out" / "captures" / "a.pcapng"),
            "-o", "ip.check_checksum:TRUE", "-o", "tcp.check_checksum:TRUE",
            "-T", "fields", "-e", "frame.protocols", "-e", "_ws.malformed", "-e", "tcp.flags.syn",
            "-e", "frame.len", "-e", "frame.cap_len",
            "-e", "ip.checksum.status", "-e", "tcp.checksum.status",
        ],
        capture_output=True, text=True, check=True,
    ).stdout.splitlines()  # fmt: skip
    packets = [line.split("\t") for line in listed]
    assert len(packets) > 150
    assert all("tcp" in protocols for protocols, *_ in packets)
    assert all(malformed == "" for _, malformed, *_ in packets)
    assert packets[0][2] in ("1", "True")
    good, unverified = "1", "2"
    for *_, length, captured, ip, tcp in packets:
        assert ip == good
        # A capture holds headers only; without the payload tshark cannot verify TCP's checksum.
        assert tcp == (good if length == captured else unverified)
    assert any(length == captured for *_, length, captured, _, _ in packets)
