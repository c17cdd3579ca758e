"""Goal: the command works end to end, and refuses bad input in words, with its exit code.

Method: `skyseam` in a process of its own, as a user calls it.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from rich.console import Console

import skyseam
from conftest import ROOT, SKY, Command
from skyseam import _terminal

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
        "delay.parquet", "handovers.parquet", "path_changes.parquet", "delay.png", "delay.svg",
        "manifest.json",
    }  # fmt: skip
    assert "handovers a day" not in done.stdout, "of two hours"
    table = pq.read_table(tmp_path / "out" / "delay.parquet")
    assert table.num_rows == 240
    assert table["t_s"][0].as_py() == 21_600.0
    assert str(table.schema.field("path").type).startswith("list<")


def test_handovers_are_counted_per_day(skyseam_command: Command, tmp_path: Path) -> None:
    done = skyseam_command(
        "delay", ROOT / "scenarios/delay-day.toml", "--from", "HNL", "--to", "LAX",
        "--duration", "48 h", "--step", "600 s", "-o", tmp_path / "out",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "handovers a day" in done.stdout
    changes = pq.read_table(tmp_path / "out" / "path_changes.parquet").to_pylist()
    total = next(row for row in changes if row["cause"] == "any")
    assert total["count"] == sum(row["count"] for row in changes if row["cause"] != "any")
    assert total["per_day_min"] <= total["per_day_mean"] <= total["per_day_max"]
    assert 2 * total["per_day_mean"] == total["count"]


def test_a_delay_study_of_many_pairs_shows_some_and_writes_all(
    skyseam_command: Command, tmp_path: Path
) -> None:
    """Six terminals, one of which no satellite reaches: 15 pairs, 12 of them shown."""
    places = "".join(
        f"""
        [[terminals]]
        name = "T{number}"
        latitude = "{10 * number} deg"
        longitude = "0 deg"
        elevation_mask = "{89 if number == 1 else 8} deg"
        """
        for number in range(6)
    )
    scenario = tmp_path / "many.toml"
    scenario.write_text(f'constellation.preset = "iridium"\n{places}', encoding="utf-8")
    done = skyseam_command(
        "delay", scenario, "--duration", "1 min", "--step", "30 s", "-o", tmp_path / "out"
    )
    assert done.returncode == 0, done.stderr
    assert "the first 12 of 15 pairs" in done.stdout
    assert re.search(r"T0 to T1 +no path at any sample +2\n", done.stdout)
    table = skyseam.load(tmp_path / "out").table("delay")
    assert len(skyseam.plot.pairs_of(table)) == 15


def test_schema_and_models_print(skyseam_command: Command, tmp_path: Path) -> None:
    assert "$schema" in json.loads(skyseam_command("schema").stdout)
    done = skyseam_command("schema", "-o", tmp_path / "schema.json")
    assert done.returncode == 0
    assert json.loads((tmp_path / "schema.json").read_text())["type"] == "object"
    assert "cubic" in skyseam_command("models").stdout


def test_version_and_help_teach(skyseam_command: Command) -> None:
    assert skyseam_command("--version").stdout == f"skyseam {skyseam.__version__}\n"
    for command in ("check", "schema", "run", "delay", "routes", "reproduce", "models"):
        done = skyseam_command(command, "--help")
        assert done.returncode == 0
        assert "Example" in done.stdout
        assert f"    skyseam {command}" in done.stdout, "the example stands on a line of its own"
        assert r"\b" not in done.stdout
        for scenario in re.findall(r"scenarios/[\w-]+\.toml", done.stdout):
            assert (ROOT / scenario).is_file(), "help names files that are there"


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
        (["delay", "sky.toml", "--step", "\u00b2 s", "-o", "out"], "expected a time"),
        (["delay", "sky.toml", "--step", "01:00:00", "-o", "out"], "expected a time"),
        (["delay", "sky.toml", "--start", "12:99:00", "-o", "out"], "or hh:mm:ss"),
        (["run", "sky.toml", "--seed", "9223372036854775808", "-o", "out"], "not in the range"),
        (["run", "sky.toml", "-o", "x" * 300], "cannot be written: File name too long"),
        (["run", "sky.toml", "-o", "/"], "is where the command runs"),
        (["run", "sky.toml", "-o", "nowhere-link"], "is a link to nothing"),
        (["delay", "sky.toml", "--from", "HNL", "--to", "X", "-o", "out"], '"X"'),
        (["reproduce", "nobody1999"], "there is: boubaker2020, henderson1999"),
        (["reproduce", "henderson1999", "--only", "tcp"], "--only takes: delay"),
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
    (here / "nowhere-link").symlink_to("nowhere")
    before = sorted(here.rglob("*"))
    done = skyseam_command(*arguments, cwd=here)
    assert done.returncode == 2, done.stderr
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert sorted(here.rglob("*")) == before, "nothing written, nothing left behind"


def test_another_seed_for_whatever_the_core_reads(
    skyseam_command: Command, wires: Path, tmp_path: Path
) -> None:
    """A byte order mark, and line breaks in inline tables (TOML 1.1)."""
    odd = tmp_path / "odd.toml"
    for text in (
        "\ufeff" + wires.read_text(),
        wires.read_text().replace("wires = [{", "wires = [{\n ").replace('s" }]', 's",\n}]'),
    ):
        odd.write_text(text, encoding="utf-8")
        done = skyseam_command("run", odd, "-o", tmp_path / "out", "--seed", "3")
        assert done.returncode == 0, done.stderr
        assert skyseam.load(tmp_path / "out").manifest["seed"] == 3


def test_a_link_to_results_leads_to_the_new_ones(
    skyseam_command: Command, wires: Path, tmp_path: Path
) -> None:
    (tmp_path / "latest").symlink_to("out")
    for seed in ("1", "2"):
        place = "out" if seed == "1" else "latest"
        done = skyseam_command("run", wires, "-o", tmp_path / place, "--seed", seed)
        assert done.returncode == 0, done.stderr
    assert skyseam.load(tmp_path / "out").manifest["seed"] == 2
    assert (tmp_path / "latest").is_symlink()
    assert {p.name for p in tmp_path.iterdir()} == {"latest", "out", "wires.toml"}


def test_output_that_nobody_takes_gives_a_message_or_silence(wires: Path) -> None:
    command = [sys.executable, "-m", "skyseam"]
    for arguments in (["schema"], ["models"], ["--help"], ["check", str(wires)]):
        with Path("/dev/full").open("w") as full:
            done = subprocess.run(
                [*command, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False
            )
        assert done.returncode == 2
        assert done.stderr == "error: the output cannot be written: No space left on device\n"
    latin = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [*command, "models"], capture_output=True, text=True, env=latin, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_tables_never_cut_a_number(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    narrow = Console(width=20, force_terminal=True, no_color=True)
    for console in (narrow, Console(width=20)):
        monkeypatch.setattr(_terminal, "out", console)
        _terminal.table("t", ["what", "number"], [("word " * 9, "1,234,567,890,123,456")], 1)
        assert "1,234,567,890,123,456" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["run", "long.toml", "-o", "out"],
        ["reproduce", "henderson1999", "--only", "delay", "-o", "out"],
        ["routes", str(ROOT / "scenarios/hundred-cities.toml"), "-o", "out"],
    ],
    ids=["run", "reproduce", "routes"],
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


def test_interruption_of_a_study_says_where_finished_runs_are(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "skyseam", "reproduce", "boubaker2020", "-o", "out"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ},
    )
    until = time.monotonic() + 60
    while not (tmp_path / "out.store").is_dir() and time.monotonic() < until:
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "finished runs are in out.store: call again to go on" in stderr
    assert [p.name for p in tmp_path.iterdir()] == ["out.store"]


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


def test_constellations_are_listed_shown_and_printed(
    skyseam_command: Command, tmp_path: Path
) -> None:
    listed = skyseam_command("constellations")
    assert listed.returncode == 0, listed.stderr
    assert "starlink-shell1" in listed.stdout
    assert "72 x 22" in listed.stdout
    shown = skyseam_command("constellations", "leosat")
    assert "from memory" in shown.stdout
    assert "1432 km" in shown.stdout
    printed = skyseam_command("constellations", "iridium-ns2", "--toml")
    scenario = tmp_path / "mine.toml"
    scenario.write_text(printed.stdout, encoding="utf-8")
    checked = skyseam_command("check", scenario)
    assert (checked.returncode, checked.stderr) == (0, "")
    unknown = skyseam_command("constellations", "iridum")
    assert unknown.returncode == 2
    assert "did you mean iridium" in unknown.stderr


def test_a_warning_is_shown_and_changes_no_exit_code(
    skyseam_command: Command, tmp_path: Path
) -> None:
    printed = skyseam_command("constellations", "iridium-ns2", "--toml").stdout
    exchanged = printed.replace("planes = 6", "planes = 11").replace(
        "satellites_per_plane = 11", "satellites_per_plane = 6"
    )
    places = SKY[SKY.index("[[terminals]]") :].replace("count = 20", "count = 1")
    scenario = tmp_path / "exchanged.toml"
    scenario.write_text(exchanged + places.replace('every = "97 s"\n', ""), encoding="utf-8")
    for command in (("check",), ("run", "-o", "out"), ("delay", "-o", "out")):
        done = skyseam_command(*command, scenario, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert done.stderr.startswith("warning: planes and satellites per plane"), done.stderr
        assert done.stderr.count("warning:") == 1
        assert "exchanged.toml:" in done.stderr
