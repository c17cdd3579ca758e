"""Goal: components of Skyseam are known, allowed and stated: licences, notices, versions.

Method: the crates that cargo links are compared with deny.toml and THIRD-PARTY-NOTICES.txt, the
requirements of pyproject.toml with their lock. `make deny` checks more, with a separate tool.
"""

from __future__ import annotations

import json
import re
import runpy
import subprocess
import tomllib
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from conftest import ROOT


@cache
def script() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "docs" / "third_party_notices.py"))


def is_allowed(expression: str, allowed: set[str]) -> bool:
    """Whether an SPDX expression can be satisfied by allowed licences."""
    names = iter(re.findall(r"\(|\)|[\w.+-]+(?: WITH [\w.+-]+)?", expression))
    python = " ".join(
        {"OR": "or", "AND": "and", "(": "(", ")": ")"}.get(name, str(name in allowed))
        for name in names
    )
    return bool(eval(python, {"__builtins__": {}}))


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("MIT", True),
        ("GPL-3.0-only", False),
        ("MIT OR GPL-3.0-only", True),
        ("MIT AND GPL-3.0-only", False),
        ("(MIT OR X) AND Apache-2.0 WITH LLVM-exception", True),
        ("Apache-2.0 WITH other-exception", False),
    ],
)
def test_expressions_are_read_as_they_are_meant(expression: str, expected: bool) -> None:
    assert is_allowed(expression, {"MIT", "Apache-2.0 WITH LLVM-exception"}) == expected


def test_every_linked_crate_has_a_licence_that_is_allowed() -> None:
    deny = tomllib.loads((ROOT / "deny.toml").read_text(encoding="utf-8"))
    allowed = set(deny["licenses"]["allow"])
    linked = script()["linked"]()
    assert len(linked) > 40
    assert [crate for crate in linked if not is_allowed(crate.licence, allowed)] == []


def test_every_crate_comes_from_the_registry() -> None:
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text(encoding="utf-8"))
    foreign = [p["name"] for p in lock["package"] if not p.get("source", "registry+").startswith(
        "registry+"
    )]  # fmt: skip
    assert foreign == []
    own = {p["name"] for p in lock["package"] if "source" not in p}
    assert all(name.split("-")[0] == "skyseam" for name in own)


def test_the_notices_are_of_what_is_linked() -> None:
    text = (ROOT / "THIRD-PARTY-NOTICES.txt").read_text(encoding="utf-8")
    listed = re.findall(r"^\* .*$", text.split("=" * 80)[0], re.MULTILINE)
    expected = [script()["listing"](crate) for crate in script()["linked"]()]
    assert listed == expected, "run make notices"


def test_the_notices_have_what_is_in_the_page() -> None:
    """`make viewer` lists the content of its bundle; the lock of viewer/ has its version."""
    page = (script()["OF_PAGE"]).read_text(encoding="utf-8")
    assert page.strip() in (ROOT / "THIRD-PARTY-NOTICES.txt").read_text(encoding="utf-8")
    lock = json.loads((ROOT / "viewer" / "package-lock.json").read_text(encoding="utf-8"))
    locked = {
        name.removeprefix("node_modules/"): package for name, package in lock["packages"].items()
    }
    listed = re.findall(r"^\* (\S+) (\S+): (\S+)$", page, re.MULTILINE)
    assert {"three", "uplot", "topojson-client", "world-atlas"} <= {name for name, _, _ in listed}
    for name, version, licence in listed:
        assert locked[name]["version"] == version, f"{name}: run make viewer"
        assert licence in ("MIT", "ISC"), name
    assert "resolved" not in json.dumps(lock)


def test_the_notices_are_in_the_wheel() -> None:
    files = {file.name: file for file in metadata.files("skyseam") or []}
    for name in ("LICENSE-APACHE", "LICENSE-MIT", "THIRD-PARTY-NOTICES.txt"):
        assert files[name].read_text() == (ROOT / name).read_text(encoding="utf-8"), name


PIN = re.compile(r"^([\w.-]+)==([\w.]+)( ;[^\\]*)? \\$", re.MULTILINE)


LOCKS = ["package", "dev", "docs", "wheel"]


@pytest.mark.parametrize("name", LOCKS)
def test_the_lock_has_what_the_package_asks_for_and_names_no_host(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    assert "://" not in text
    assert "index" not in text
    pins = {(found, version) for found, version, _ in PIN.findall(text)}
    assert all(line.startswith(("#", "    --hash=sha256:")) or PIN.match(line)
               for line in text.splitlines())  # fmt: skip
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    if name != "package":
        wanted += project["project"]["optional-dependencies"][name]
    for asked in map(Requirement, wanted):
        versions = [version for found, version in pins if found == asked.name]
        assert versions, f"{asked.name} is not locked: run make lock"
        assert all(asked.specifier.contains(version) for version in versions), asked


def test_all_locks_say_the_same() -> None:
    """A package has the same version in all locks."""
    locks = {
        name: set(PIN.findall((ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")))
        for name in LOCKS
    }
    assert all(locks["package"] <= pins for pins in locks.values())
    versions: dict[tuple[str, str], set[str]] = {}
    for name, version, where in set().union(*locks.values()):
        versions.setdefault((name, where), set()).add(version)
    assert {name: found for name, found in versions.items() if len(found) > 1} == {}


def test_every_extra_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pinned = {
        found
        for name in LOCKS
        for found, _, _ in PIN.findall(
            (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
        )
    }
    for extra, wanted in project["optional-dependencies"].items():
        missing = [asked for asked in wanted if Requirement(asked).name not in pinned]
        assert missing == [], f"{extra}: run make lock"


def test_nothing_is_installed_without_a_lock() -> None:
    """Only the target that renews the locks installs unpinned packages."""
    lines = (ROOT / "Makefile").read_text(encoding="utf-8").splitlines()
    installs = [line.strip() for line in lines if "$(PIP)" in line]
    free = [line for line in installs if "--require-hashes" not in line]
    assert len(installs) > 4
    assert [line for line in free if "--no-deps" not in line] == ["$(PIP) uv"]


def numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def test_no_crate_needs_a_newer_rust_than_we_promise() -> None:
    done = subprocess.run(
        ["cargo", "metadata", "--locked", "--format-version", "1"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    packages = json.loads(done.stdout)["packages"]
    workspace = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["workspace"]
    least = numbers(workspace["package"]["rust-version"])
    assert len(packages) > 40
    needed = {p["name"]: numbers(p["rust_version"]) for p in packages if p["rust_version"]}
    assert {name: wants for name, wants in needed.items() if wants[:2] > least[:2]} == {}


def test_all_files_name_one_version() -> None:
    workspace = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["workspace"]
    version = workspace["package"]["version"]
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (.*)$", citation, re.MULTILINE) == [version]
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (\S+)", changes, re.MULTILINE)[0] == version


def test_the_changelog_has_its_headings_and_a_line_for_each_entry() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    for part in text.split("\n## ")[1:]:
        headings = re.findall(r"^### (.*)$", part, re.MULTILINE)
        assert headings == ["Breaking", "New", "Fixed", "Faster", "Results that changed"]
        lines = [line for line in part.splitlines() if line.startswith(" ")]
        assert lines == [], "an entry takes more than a line"
    assert len(text.split()) < 900


def in_ci(tmp_path: Path, without: str) -> tuple[int, str, list[str]]:
    """Run .ci/run with a `make` that cannot check the minimum version of Rust.

    Returns the exit code, the output, and the targets made.
    """
    made, make = tmp_path / "made", tmp_path / "make"
    made.write_text("")
    make.write_text(f'#!/bin/sh\necho "$1" >> "{made}"\n[ "$1" != least-rust ]\n')
    make.chmod(0o755)
    done = subprocess.run(
        [ROOT / ".ci" / "run"], capture_output=True, text=True, check=False,
        env={"PATH": f"{tmp_path}:/usr/bin:/bin", "CI_WITHOUT": without},
    )  # fmt: skip
    return done.returncode, done.stderr, made.read_text().split()


def test_ci_leaves_out_a_check_by_name_alone(tmp_path: Path) -> None:
    code, _, made = in_ci(tmp_path, "")
    assert code != 0
    assert made[-1] == "least-rust"
    code, said, made = in_ci(tmp_path, "least-rust deny")
    assert code == 0
    assert "least-rust NOT checked" in said
    assert "deny NOT checked" in said
    assert made[-1] == "fuzz-smoke"
    assert not {"least-rust", "deny"} & set(made)
    code, said, made = in_ci(tmp_path, "least-rst")
    assert (code, made) == (2, [])
    assert "least-rst is no check that can be left out" in said


def test_every_check_of_ci_is_a_target_that_a_contributor_is_told_of() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    checks = re.findall(r"^(?:make|check) ([a-z-]+)$", script, re.MULTILINE)
    assert checks[:3] == ["lint", "test", "docs"]
    targets = re.findall(
        r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE
    )
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for check in checks:
        assert check in targets
        assert f"`make {check}`" in guide
