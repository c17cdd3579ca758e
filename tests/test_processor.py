"""Goal: the processor of a machine does not affect results.

Method: scenarios and commands run normally, and with the C library's routines for FMA and AVX2
switched off (GLIBC_TUNABLES), whose last digits differ; every table must have the same bytes.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

# The second pair are the names that the C library had for them before its version 2.33.
WITHOUT = "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX2_Usable,-FMA_Usable"
DIGITS = "import math; print([math.exp(k / 977) for k in range(9999)])"


def python(*arguments: str, masked: bool) -> str:
    """Run the interpreter with `arguments`, the C library masked or not; return the output."""
    environment = {key: value for key, value in os.environ.items() if key != "GLIBC_TUNABLES"}
    if masked:
        environment["GLIBC_TUNABLES"] = WITHOUT
    done = subprocess.run(
        [sys.executable, *arguments], env=environment, capture_output=True, text=True, check=False,
        cwd=ROOT / "scenarios",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def tables(directory: Path) -> dict[str, bytes]:
    """Return the contents of all tables below a directory."""
    found = {str(path.relative_to(directory)): path for path in directory.rglob("*")}
    return {
        n: path.read_bytes() for n, path in found.items() if path.suffix in (".parquet", ".csv")
    }


@pytest.mark.parametrize(
    "command",
    [
        ("run", "harq.toml"),
        ("run", "voice.toml"),
        ("run", "beam.toml"),
        ("run", "scheduler.toml"),
        ("run", "reallocated-starlink.toml"),
        ("run", "quic-and-tcp.toml"),
        ("run", "queue-disciplines.toml"),
        ("delay", "element-file.toml", "--duration", "20 min"),
        ("delay", "iridium-exact.toml", "--duration", "1 h"),
        ("delay", "delay-day.toml", "--duration", "2 h"),
        (
            "channel",
            "--environment",
            "intermediate-tree-shadow",
            "--speed",
            "60 km/h",
            "--duration",
            "2 min",
        ),
    ],
    ids=" ".join,
)
def test_results_do_not_depend_on_the_processor(command: tuple[str, ...], tmp_path: Path) -> None:
    if python("-c", DIGITS, masked=True) == python("-c", DIGITS, masked=False):
        pytest.skip("the C library here rounds the same with FMA and without")
    for name, masked in (("here", False), ("anywhere", True)):
        (tmp_path / name).mkdir()
        output = tmp_path / name / ("out.csv" if command[0] == "channel" else "out")
        python("-m", "skyseam", *command, "-o", str(output), masked=masked)
    here, anywhere = tables(tmp_path / "here"), tables(tmp_path / "anywhere")
    assert here
    assert {name for name in here | anywhere if here.get(name) != anywhere.get(name)} == set()
