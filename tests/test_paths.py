"""Goal: whatever a path leads to, a command replies at once with a message, and writes nothing.

Method: every command that takes a path gets devices, FIFOs, directories, huge files, and names that
are invalid or not UTF-8, as its input and as its output.
"""

from __future__ import annotations

import contextlib
import io
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

import skyseam
from conftest import SKY, WIRES
from skyseam import _core, sweeps
from skyseam.cli import commands

NOT_UTF8 = os.fsdecode(b"bad\xff")

SWEEP = 'scenario = "wires.toml"\nvary = [{ key = "run.seed", values = [1, 2] }]\n'


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Return a directory with scenarios and with special files."""
    for name, text in (("wires", WIRES), ("sky", SKY), ("sweep", SWEEP)):
        (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
        (tmp_path / f"{NOT_UTF8}-{name}.toml").write_text(text, encoding="utf-8")
    os.mkfifo(tmp_path / "fifo")
    with (tmp_path / "huge.toml").open("wb") as file:
        file.truncate(70_000_000_000)  # without a byte on the disk
    # The path of a socket may not be long.
    with socket.socket(socket.AF_UNIX) as end, contextlib.chdir(tmp_path):
        end.bind("socket")
    (tmp_path / "loop").symlink_to("loop")
    return tmp_path


def call(place: Path, *arguments: str) -> str:
    """Call the command, which refuses; return its message."""
    before = sorted(place.rglob("*"))
    shown = io.StringIO()
    with contextlib.chdir(place), contextlib.redirect_stderr(shown):
        try:
            commands.cli.main(list(arguments), standalone_mode=False)
        except skyseam.SkyseamError as error:
            shown.write(str(error))
        except SystemExit as end:
            assert end.code == 2
        else:
            pytest.fail(f"{arguments} is not refused")
    assert sorted(place.rglob("*")) == before, "nothing is written"
    return shown.getvalue()


INPUTS = [
    ("/dev/zero", "/dev/zero is a device"),
    ("fifo", "fifo is a FIFO"),
    ("socket", "cannot be read: No such device or address"),
    ("loop", "cannot be read: Too many levels"),
    ("huge.toml", "is longer than 64 MB"),
    (".", "is a directory"),
    ("x" * 300, "longer than the 255"),
    (f"{NOT_UTF8}-wires.toml", "is not UTF-8; rename it"),
    ("wires.toml/below", "Not a directory"),
]


@pytest.mark.parametrize(("name", "said"), INPUTS, ids=[ascii(name)[:20] for name, _ in INPUTS])
def test_what_is_no_scenario_file_is_refused_at_once(place: Path, name: str, said: str) -> None:
    assert said in call(place, "check", name)
    # The others read scenarios by the same function; one call shows that each does.
    with pytest.raises(skyseam.InputError):
        skyseam.run(place / name)
    with pytest.raises(skyseam.InputError):
        sweeps.read(place / name)


@pytest.mark.parametrize(
    "arguments",
    [
        ("run", "fifo", "-o", "out"),
        ("delay", "fifo", "-o", "out"),
        ("routes", "fifo", "-o", "out"),
        ("sweep", "fifo", "-o", "out"),
        ("channel", "fifo"),
        ("plot", "fifo"),
        ("export", "czml", "fifo", "-o", "out"),
        ("export", "delay", "fifo", "--from", "a", "--to", "b", "--format", "csv", "-o", "out"),
        ("export", "hypatia", "fifo", "-o", "out"),
        ("import", "hypatia", "fifo", "-o", "out.toml"),
    ],
    ids=lambda words: "-".join(words[:2]),
)
def test_every_command_refuses_a_fifo_and_a_name_that_is_not_utf8(
    place: Path, arguments: tuple[str, ...]
) -> None:
    call(place, *arguments)
    said = call(place, *(NOT_UTF8 if word == "fifo" else word for word in arguments))
    assert "is not UTF-8; rename it" in said


OUTPUTS = [
    (NOT_UTF8, "is not UTF-8; rename it"),
    ("sky.toml/below", "sky.toml is a file"),
    ("fifo", "fifo is a"),
    ("x" * 300, "longer than the 255"),
]


@pytest.mark.parametrize(("output", "said"), OUTPUTS, ids=[ascii(o)[:20] for o, _ in OUTPUTS])
@pytest.mark.parametrize(
    "arguments",
    [
        ("run", "sky.toml", "-o"),
        ("delay", "sky.toml", "-o"),
        ("routes", "sky.toml", "-o"),
        ("sweep", "sweep.toml", "-o"),
        ("schema", "-o"),
        ("reproduce", "boubaker2020", "--only", "seam", "-o"),
        ("validate", "linux-tcp", "-o"),
        ("export", "czml", "sky.toml", "-o"),
        ("export", "hypatia", "sky.toml", "-o"),
    ],
    ids=lambda words: "-".join(words[:2]),
)
def test_a_place_that_cannot_be_written_is_refused_before_the_work(
    place: Path,
    arguments: tuple[str, ...],
    output: str,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def never(*_: object, **__: object) -> None:
        pytest.fail("the work was begun")

    for name in ("run", "delay", "routes", "channel", "motion", "decisions"):
        monkeypatch.setattr(_core, name, never)
    assert said in call(place, *arguments, output)


@pytest.mark.parametrize("store", [NOT_UTF8, "sky.toml", "sky.toml/below", "x" * 300], ids=ascii)
def test_a_store_of_a_study_is_refused_before_the_work(place: Path, store: str) -> None:
    call(place, "reproduce", "boubaker2020", "--only", "boat", "-o", "report", "--store", store)


def test_a_picture_and_a_trace_are_refused_before_the_work(place: Path) -> None:
    for ending, option in ((".csv", "-o"), (".png", "--figure")):
        name = f"{NOT_UTF8}{ending}"
        said = call(place, "channel", "--environment", "open", "--speed", "60 km/h", option, name)
        assert "is not UTF-8" in said
    assert "is not UTF-8" in call(place, "plot", "nowhere", "-o", f"{NOT_UTF8}.png")


def test_a_directory_whose_name_is_not_utf8_holds_no_results(place: Path) -> None:
    """Names are checked from the root: Parquet files cannot be written there."""
    (place / NOT_UTF8).mkdir()
    os.link(place / "wires.toml", place / NOT_UTF8 / "wires.toml")
    assert "is not UTF-8" in call(place / NOT_UTF8, "run", "wires.toml", "-o", "out")


def test_a_link_to_itself_is_no_directory(place: Path) -> None:
    said = call(place, "run", "wires.toml", "-o", "loop")
    assert said.startswith(("loop is a link to nothing", "loop cannot be written: Symlink loop"))


def test_the_exit_code_is_that_of_bad_input(place: Path) -> None:
    """By a real call, with bytes that are not UTF-8."""
    for arguments in (("check", b"bad\xff-wires.toml"), ("run", "wires.toml", "-o", b"bad\xff")):
        done = subprocess.run(
            [sys.executable, "-m", "skyseam", *arguments],
            cwd=place, capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        assert done.returncode == 2
        assert done.stderr.startswith("error: the file name 'bad\\udcff")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("/dev/zero", "/dev/zero is a device"),
        ("fifo", "fifo is a FIFO"),
        (".", "is a directory"),
        ("loop", "Too many levels"),
        ("huge.toml", "is longer than 200 MB"),
    ],
)
def test_files_named_in_a_scenario_are_regular_ones(place: Path, name: str, why: str) -> None:
    track = (
        'constellation.preset = "iridium"\n'
        f'terminals = [{{ name = "ship", track = "{name}" }}]\n'
        'delay.duration = "9 s"\n'
    )
    (place / "track.toml").write_text(track, encoding="utf-8")
    wire = WIRES.replace('rate = "10 Mbit/s"', f'rate = {{ trace = "{name}" }}')
    assert wire != WIRES
    (place / "trace.toml").write_text(wire, encoding="utf-8")
    (place / "base.toml").write_text(SWEEP.replace("wires.toml", name), encoding="utf-8")
    with pytest.raises(skyseam.ScenarioError, match=why):
        skyseam.check(place / "track.toml")
    with pytest.raises(skyseam.SkyseamError, match=why.replace("200", "64")):
        sweeps.read(place / "base.toml")
    with pytest.raises(skyseam.SkyseamError):
        skyseam.channel(trace=place / name, duration_s=1.0)
