"""Goal: following the tutorial "write your own scheduler" to the letter succeeds.

Method: its steps are read from the page: a sentence that names a file and a line of it, and the
code that belongs below. They are applied to a copy of the sources, and the tests that the page
names are run.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from conftest import ROOT

PAGE = ROOT / "docs" / "howto" / "own-scheduler.md"
STEP = re.compile(
    r"(?:Make `(?P<new>[^`]+)`|[Aa]t the end of `(?P<end>[^`]+)`"
    r"|[Ii]n\s`(?P<file>[^`]+)`,\sbelow\s`(?P<line>[^`]+)`):\n\n```\w+[^\n]*\n(?P<code>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
COMMAND = re.compile(r"^cargo test .*$", re.MULTILINE)
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
SLOW = "-p skyseam-sim"
"""Whole runs take a minute to build: only where SKYSEAM_SLOW is set."""


@dataclass(frozen=True)
class Step:
    """Code, the file to which it is added, and the line below which it goes; None: at the end."""

    file: str
    line: str | None
    code: str


def steps(page: str) -> list[Step]:
    return [
        Step(found["new"] or found["end"] or found["file"], found["line"], found["code"])
        for found in STEP.finditer(page)
    ]


def take(step: Step, root: Path) -> None:
    """Apply a step to the sources under `root`."""
    path = root / step.file
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    if step.line is None:
        after = f"{before}\n{step.code}" if before else step.code
    else:
        lines = before.splitlines(keepends=True)
        at = [number for number, line in enumerate(lines) if line.strip() == step.line]
        assert len(at) == 1, f"{step.file} has the line {step.line!r} {len(at)} times"
        after = "".join([*lines[: at[0] + 1], step.code, *lines[at[0] + 1 :]])
    path.write_text(after, encoding="utf-8")


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the sources to which every step has been applied.

    It reuses the previous copy, so that unchanged files need not be compiled again.
    """
    root = tmp_path_factory.mktemp("tutorial")
    for name in ("Cargo.toml", "Cargo.lock", "rustfmt.toml", "clippy.toml"):
        shutil.copyfile(ROOT / name, root / name)
    data = ("constellations", "ground", "profiles", "python/skyseam/link_budgets", "scenarios")
    for name in ("crates", "examples", *data):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("target"))
    for step in steps(PAGE.read_text(encoding="utf-8")):
        take(step, root)
    place = TARGET / "tutorial"
    mirror(root, place)
    return place


def mirror(source: Path, place: Path) -> None:
    """Make the files under `place` those under `source`; equal ones keep their time of change."""
    for path in [path for path in place.rglob("*") if not path.is_dir()]:
        if not (source / path.relative_to(place)).is_file():
            path.unlink()
    for path in [path for path in source.rglob("*") if path.is_file()]:
        copy = place / path.relative_to(source)
        if not copy.is_file() or copy.read_bytes() != path.read_bytes():
            copy.parent.mkdir(parents=True, exist_ok=True)
            # With the time of now: cargo compares it with that of the last compilation.
            shutil.copyfile(path, copy)


def test_a_mirror_keeps_what_has_not_changed(tmp_path: Path) -> None:
    source, place = tmp_path / "source", tmp_path / "place"
    (source / "src").mkdir(parents=True)
    for name in ("same.rs", "src/other.rs", "src/gone.rs"):
        (source / name).write_text(name, encoding="utf-8")
    mirror(source, place)
    for path in place.rglob("*.rs"):
        os.utime(path, (0, 0))
    (source / "src/other.rs").write_text("new", encoding="utf-8")
    (source / "src/gone.rs").unlink()
    mirror(source, place)
    assert {path.name for path in place.rglob("*.rs")} == {"same.rs", "other.rs"}
    assert (place / "same.rs").stat().st_mtime == 0
    assert (place / "src/other.rs").stat().st_mtime > 0
    assert (place / "src/other.rs").read_text(encoding="utf-8") == "new"


def test_the_code_is_formatted(changed: Path) -> None:
    if shutil.which("cargo") is None:
        pytest.skip("needs cargo")
    done = cargo("cargo fmt --all --check", changed)
    assert done.returncode == 0, done.stdout


def test_the_commands_of_the_page_pass(changed: Path) -> None:
    """The new policy is in the registry, so the contract test includes it.

    One command replaces those of the page, each of which would compile the dependencies anew.
    """
    if "SKYSEAM_OUTSIDE" not in os.environ:
        pytest.skip("compiles our crates anew: `make outside-crate` does")
    commands = COMMAND.findall(PAGE.read_text(encoding="utf-8"))
    if "SKYSEAM_SLOW" not in os.environ:
        commands = [command for command in commands if SLOW not in command]
    packages = sorted(set(re.findall(r"-p \S+", " ".join(commands))))
    done = cargo(f"cargo test {' '.join(packages)} --lib --test all scheduler", changed)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    for command in commands:
        assert re.fullmatch(r"cargo test -p \S+ (--lib|--test all) \w*scheduler\w*", command)
        name = command.rpartition(" ")[2]
        assert re.search(rf"^test {name}::.* ok$", done.stdout, re.MULTILINE), command


def cargo(command: str, root: Path) -> subprocess.CompletedProcess[str]:
    # Crates of others are those that `make test` has compiled. Our own are compiled anew, since the
    # copy lies elsewhere: without optimization in half the time and disk.
    settings = {
        "CARGO_PROFILE_DEV_OPT_LEVEL": "0",
        "CARGO_INCREMENTAL": "0",
        "CARGO_TARGET_DIR": str(TARGET),
        "CARGO_NET_OFFLINE": "true",
    }
    return subprocess.run(
        command.split(), cwd=root, capture_output=True, text=True, check=False,
        env={**os.environ, **settings},
    )  # fmt: skip


def test_the_run_of_the_page(changed: Path) -> None:
    """With the extension built by cargo, instead of pip as on the page."""
    if "SKYSEAM_SLOW" not in os.environ:
        pytest.skip("builds the package anew, which takes minutes: set SKYSEAM_SLOW")
    text = PAGE.read_text(encoding="utf-8")
    [script] = re.findall(r"^```python later\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    [printed] = re.findall(r"^```text\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    done = cargo("cargo build --release -p skyseam-py", changed)
    assert done.returncode == 0, done.stderr
    shutil.copytree(
        ROOT / "python", changed / "python", ignore=shutil.ignore_patterns("*.so"),
        dirs_exist_ok=True,
    )  # fmt: skip
    shutil.copyfile(
        TARGET / "release" / "lib_core.so", changed / "python" / "skyseam" / "_core.abi3.so"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script], cwd=changed, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(changed / "python")},
    )  # fmt: skip
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout == printed
