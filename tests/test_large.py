"""Goal: errors of a large scenario are reported within seconds and with little memory.

Method: files that would take minutes or gigabytes, in a process with 20 CPU seconds and 2 GB.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from skyseam import ScenarioError, check

if TYPE_CHECKING:
    from pathlib import Path

WIRE = 'between = ["a", "b"], delay = "1 ms", rate = "1 Mbit/s", queue = "9 packets"'


def limit() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
    resource.setrlimit(resource.RLIMIT_DATA, (2 * 1024**3, 2 * 1024**3))


def tables(content: str, count: int) -> str:
    return "[" + ", ".join([f"{{ {content} }}"] * count) + "]"


LARGE = {
    "nodes that say nothing, on one line": (
        f"nodes = {tables('', 16_000)}\n", "and at least 900 more problems"),
    "unknown keys": (
        "".join(f"key{i} = 1\n" for i in range(200_000)), "and at least 900 more problems"),
    "parallel wires": (
        f'nodes = [{{ name = "a" }}, {{ name = "b" }}]\nwires = {tables(WIRE, 100_000)}\n',
        "and 99,899 more problems"),
    "flows that say nothing": ("[[flows]]\n" * 100_000, "and at least 9"),
    "millions of keys": ("a = 1\n" * 8_000_000, "the file holds too much for a scenario"),
}  # fmt: skip


@pytest.mark.parametrize("name", LARGE)
def test_a_large_file_is_refused_soon(name: str, tmp_path: Path) -> None:
    text, said = LARGE[name]
    path = tmp_path / "large.toml"
    path.write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "skyseam", "check", str(path)],
        capture_output=True, text=True, check=False, preexec_fn=limit,
    )  # fmt: skip
    assert done.returncode == 2, done.stderr[-500:]
    assert said in done.stderr
    assert len(done.stderr) < 100_000


def test_the_list_of_problems_ends_where_the_text_does(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    path.write_text(LARGE["unknown keys"][0], encoding="utf-8")
    with pytest.raises(ScenarioError) as raised:
        check(path)
    assert (len(raised.value.problems), raised.value.more_problems) == (100, 900)
