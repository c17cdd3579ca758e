"""Goal: the sources are tidy: imports between crates, file heads, banned calls, lengths, no paths.

Method: the sources are read as text. The import table is read from docs/architecture.md.
"""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from conftest import ROOT


def imports_of() -> dict[str, set[str]]:
    """Return the table of docs/architecture.md: crate, what it owns, what it imports."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \|[^|]*\|([^|]*)\|$", page, re.MULTILINE)
    return {crate: set(re.findall(r"`(\w+)`", imports)) for crate, imports in rows}


IMPORTS = imports_of()

# Below `py` nothing reads a clock, the environment, a file or the system's randomness, keeps state
# outside a value, or iterates in the order of a hash.
BANNED = {
    r"\bstd::time::(Instant|SystemTime)\b|\bInstant::now\b|\bSystemTime\b": "a clock",
    r"\bstd::env\b|\benv::var\b": "the environment",
    r"\bstd::fs\b|\bFile::(open|create)\b": "files",
    r"\bthread_rng\b|\bOsRng\b|\bfrom_os_rng\b|\bgetrandom\b": "the system's randomness",
    r"\bstatic\s+mut\b|\bthread_local!|\bLazyLock\b|\bOnceLock\b": "state outside a value",
    r"\bHash(Map|Set)\b": "the order of a hash",
    r"\btodo!|\bunimplemented!|\bdbg!": "something unfinished",
}

# The one file that may ask a clock, once: docs/decisions/006-quic.md says why and what shows that
# its answer has no influence.
CLOCK = "crates/quic/src/clock.rs"

# Constants that are computed at their first use: the tail of the normal distribution, the built-in
# link budgets and the built-in constellations.
COMPUTED_ONCE = {
    "crates/net/src/channel/distribution.rs": "LazyLock",
    "crates/radio/src/keys/preset.rs": "LazyLock",
    "crates/scenario/src/presets/mod.rs": "OnceLock",
}

# An item that only tests have: to its semicolon, or to the brace at its own margin.
ONLY_IN_TESTS = re.compile(
    r"^([ \t]*)#\[cfg\(test\)\]\n(?:[^{;]*;|.*?\n\1\})", re.DOTALL | re.MULTILINE
)

# A module that only tests have, in a file of its own.
TEST_MODULE = re.compile(r"^#\[cfg\(test\)\]\nmod (\w+);", re.MULTILINE)

CRATES = sorted(p.name for p in (ROOT / "crates").iterdir() if (p / "Cargo.toml").is_file())
RUST = sorted((ROOT / "crates").glob("*/**/*.rs"))
PYTHON = sorted(p for folder in ("python", "tests", "docs") for p in (ROOT / folder).rglob("*.py"))
# Width is a rule for code; tables in prose and data have their own.
NARROW = RUST + PYTHON


def relative(path: Path) -> str:
    return str(path.relative_to(ROOT))


def modules_of_tests() -> set[Path]:
    """Return the files of modules that are compiled only for tests."""
    found = set()
    for path in RUST:
        folder = path.parent if path.stem in ("mod", "lib") else path.with_suffix("")
        names = TEST_MODULE.findall(path.read_text(encoding="utf-8"))
        found |= {folder / f"{name}.rs" for name in names}
    return found


def simulated(path: Path) -> str:
    """Return the code of a file without its comments and without its tests."""
    return re.sub(r"//[^\n]*", "", ONLY_IN_TESTS.sub("", path.read_text(encoding="utf-8")))


def tracked() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if listed.returncode:
        pytest.skip("not a git checkout")
    return [ROOT / name for name in listed.stdout.split("\0") if (ROOT / name).is_file()]


def test_every_crate_is_in_the_table() -> None:
    assert set(CRATES) == set(IMPORTS)


@pytest.mark.parametrize("crate", CRATES)
def test_a_crate_depends_on_what_the_table_says(crate: str) -> None:
    manifest = tomllib.loads((ROOT / "crates" / crate / "Cargo.toml").read_text(encoding="utf-8"))
    tables = [manifest, *manifest.get("target", {}).values()]
    named = {
        name.removeprefix("skyseam-")
        for table in tables
        for kind in ("dependencies", "build-dependencies")
        for name in table.get(kind, {})
        if name.startswith("skyseam-")
    }
    assert named == IMPORTS[crate]


@pytest.mark.parametrize("crate", CRATES)
def test_a_crate_uses_what_it_depends_on(crate: str) -> None:
    folder = ROOT / "crates" / crate
    manifest = tomllib.loads((folder / "Cargo.toml").read_text(encoding="utf-8"))
    text = "\n".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.rs"))
    named = {**manifest.get("dependencies", {}), **manifest.get("dev-dependencies", {})}
    unused = [name for name in named if not re.search(rf"\b{name.replace('-', '_')}\b", text)]
    assert unused == []


@pytest.mark.parametrize("path", RUST, ids=relative)
def test_a_rust_file_opens_with_what_it_owns(path: Path) -> None:
    assert path.read_text(encoding="utf-8").startswith("//! ")


@pytest.mark.parametrize("path", PYTHON, ids=relative)
def test_a_python_file_opens_with_a_docstring(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "program", sorted(ROOT.glob("crates/*/tests/all.rs")), ids=lambda path: path.parts[-3]
)
def test_every_file_of_a_crates_tests_is_part_of_its_one_program(program: Path) -> None:
    """A file that `all.rs` does not name is never compiled, and its tests never run."""
    named = re.findall(r"^mod (\w+);$", program.read_text(encoding="utf-8"), re.MULTILINE)
    there = {path.stem for path in program.parent.glob("*.rs")} - {"all"}
    assert there <= set(named)
    assert named == sorted(named)


def test_every_crate_with_tests_has_one_program_for_them() -> None:
    folders = {path.parent for path in ROOT.glob("crates/*/tests/*.rs")}
    assert folders
    assert not [folder for folder in folders if not (folder / "all.rs").is_file()]


def test_simulation_crates_call_nothing_banned() -> None:
    only_in_tests = modules_of_tests()
    simulation = [path for path in RUST if path not in only_in_tests]
    assert only_in_tests
    found = [
        f"{relative(path)} uses {what}: {match.group()}"
        for path in simulation
        if path.relative_to(ROOT).parts[1] != "py" and path.relative_to(ROOT).parts[2] == "src"
        for pattern, what in BANNED.items()
        for match in re.finditer(pattern, simulated(path))
        if not (what == "a clock" and relative(path) == CLOCK)
        and match.group() != COMPUTED_ONCE.get(relative(path))
    ]
    assert found == []


def test_the_one_clock_is_asked_once() -> None:
    assert len(re.findall(r"\bnow\(\)", simulated(ROOT / CLOCK))) == 1


def test_the_patterns_of_banned_calls_find_them() -> None:
    samples = [
        "let t = std::time::Instant::now();", "std::env::args()", "std::fs::read(p)",
        "rand::thread_rng()", "static mut COUNT: u32 = 0;", "use std::collections::HashMap;",
        "todo!()",
    ]  # fmt: skip
    assert len(samples) == len(BANNED)
    for sample, pattern in zip(samples, BANNED, strict=True):
        assert re.search(pattern, sample)


def test_no_line_is_longer_than_100_columns() -> None:
    found = [
        f"{relative(path)}:{number}"
        for path in NARROW
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 100
    ]
    assert found == []


def test_nothing_names_a_place_on_a_developers_machine() -> None:
    machine = re.compile(rb"(?<![\w.~])/(work|home|root|Users|farm)/[\w.]")
    found = []
    for path in tracked():
        data = path.read_bytes()
        if b"\0" in data[:8000] or path.name.endswith(".lock"):
            continue
        found += [f"{relative(path)}: {m.group().decode()}" for m in machine.finditer(data)]
    assert found == []


def test_contributing_names_files_that_are_there() -> None:
    """Names to be chosen are written NAME; a path may begin anywhere below the root."""
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = set(re.findall(r"[\w./-]*\w\.(?:rs|py|md|toml|yaml)\b", guide))
    paths = [f"/{relative(path)}" for path in tracked()]
    assert len(named) > 30
    gone = {name for name in named if not any(path.endswith(f"/{name}") for path in paths)}
    assert {name for name in gone if "NAME" not in name} == set()


def test_nothing_is_left_open() -> None:
    left_open = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|XX" + r"X)\b")
    found = [relative(p) for p in NARROW if left_open.search(p.read_text(encoding="utf-8"))]
    assert found == []


def test_no_source_file_is_more_than_one_room() -> None:
    assert [relative(p) for p in NARROW if len(p.read_text().splitlines()) > 900] == []
