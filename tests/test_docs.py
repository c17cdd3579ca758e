"""Goal: what README and docs show is true: every sample runs, generated pages are current.

Method: fenced blocks are taken out of every page in order. `sh` blocks that call skyseam and
`python` blocks run in one directory per page, where `toml` blocks with a file name lie; `toml`
blocks must be accepted as scenarios, or as sweeps where they say so; of a scheduler's page as part
of the scenario of them all.
"""

from __future__ import annotations

import importlib
import re
import runpy
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

import skyseam
from conftest import ROOT, Command
from test_tutorial import steps

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
PAGES = [page for page in PAGES if "_build" not in page.parts]
FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# Commands that `make` runs, or that need what a test machine does not have.
NOT_RUN = ("make", "git", "cargo", "pip", "source", "cd", "xdg-open", "#", ".")


@dataclass
class Sample:
    """A fenced block of a page."""

    language: str
    name: str | None
    text: str
    info: list[str]


def samples(page: Path) -> list[Sample]:
    found = []
    for language, info, text in FENCE.findall(page.read_text(encoding="utf-8")):
        name = re.search(r"name=(\S+)", info)
        found.append(Sample(language, name.group(1) if name else None, text, info.split()))
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_samples_run(page: Path, tmp_path: Path, skyseam_command: Command) -> None:
    (tmp_path / "scenarios").symlink_to(ROOT / "scenarios")
    (tmp_path / "papers").symlink_to(ROOT / "papers")
    (tmp_path / "sweeps").symlink_to(ROOT / "sweeps")
    for sample in samples(page):
        match sample.language:
            case "toml":
                if "scheduler" in sample.info:
                    continue  # test_the_pages_of_schedulers_are_current runs it
                if "beside" in sample.info:
                    pass  # files that lie beside each other: the command below reads them
                elif "sweep" in sample.info:
                    skyseam.sweeps.read(skyseam.toml(sample.text)).check()
                else:
                    skyseam.check(skyseam.toml(sample.text))
                if sample.name:
                    (tmp_path / sample.name).write_text(sample.text, encoding="utf-8")
            case "python":
                if "later" in sample.info:
                    continue  # test_tutorial.py runs it where the tutorial's steps have been taken
                done = subprocess.run(
                    [sys.executable, "-c", sample.text],
                    cwd=tmp_path, capture_output=True, text=True, check=False,
                )  # fmt: skip
                assert done.returncode == 0, f"{sample.text}\n{done.stderr}"
            case "sh":
                for line in sample.text.replace("\\\n", " ").splitlines():
                    run_line(line.strip(), tmp_path, skyseam_command)
            case "rust":
                # `cargo test` runs it there; or test_tutorial.py takes it as a step.
                tests = (ROOT / "crates").glob("*/tests/*.rs")
                is_step = sample.text in [step.code for step in steps(page.read_text())]
                assert is_step or any(sample.text in test.read_text() for test in tests)
            case "text":
                pass
            case other:
                pytest.fail(f"a sample in {other}, which no test knows how to run")


def run_line(line: str, place: Path, skyseam_command: Command) -> None:
    command = line.split("#")[0].split()
    if not command or command[0] in NOT_RUN:
        return
    assert command[0] == "skyseam", f"{line}: no test knows how to run this"
    if command[1] in ("reproduce", "demo"):
        return  # test_reproduce.py runs it, in its quick form; .ci/wheel runs the demo
    done = skyseam_command(*[word.strip("\"'") for word in split(line)][1:], cwd=place)
    assert done.returncode == 0, f"{line}\n{done.stderr}"


def split(line: str) -> list[str]:
    return re.findall(r"\"[^\"]*\"|'[^']*'|[^\s\"']+", line.split(" #")[0])


@pytest.mark.parametrize("name", ["scenario", "constellations", "results"])
def test_a_generated_page_is_current(name: str) -> None:
    made = runpy.run_path(str(ROOT / "docs" / f"{name}_reference.py"))["page"]()
    standing = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    assert standing == made, f"docs/{name}.md is not what the core says: run make reference"


def test_the_pages_of_schedulers_are_current(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page for every policy of the registry; keys, and what its example measures, as they are."""
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    scheduler_pages = importlib.import_module("scheduler_pages")
    found = scheduler_pages.outcomes()
    assert found.keys() == {policy["name"] for policy in scheduler_pages.policies()}
    for policy, outcome in found.items():
        text = scheduler_pages.place(policy).read_text(encoding="utf-8")
        assert outcome.results.manifest["scenario"]["beams"][0]["scheduler"]["policy"] == policy
        assert f"](../images/scheduler-{policy}.png)" in text, f"{policy} has no figure"
    for path, made in scheduler_pages.pages(found).items():
        standing = path.read_text(encoding="utf-8")
        assert standing == made, f"{path} is not what runs say: run make reference"
    pages = {path.stem for path in (ROOT / "docs" / "schedulers").glob("*.md")}
    assert pages == {"index", *found}, "a page of no policy"


def test_the_figure_of_a_scheduler_shows_every_packet(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stroke for each first transmission of the two seconds shown; levels are left out."""
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    figures = importlib.import_module("scheduler_figures")
    found = importlib.import_module("scheduler_pages").outcomes(["drop-tail", "codes"])
    monkeypatch.setattr(figures, "levels_db", lambda *_: [0.0] * 200)
    service = figures.page(found, "codes").axes[0]
    strokes = sum(len(lines.get_segments()) for lines in service.collections)
    sent_s = found["codes"].results.table("harq_packets")["sent_s"].to_numpy()
    begin, end = figures.SHOWN_S
    assert strokes == int(((sent_s >= begin) & (sent_s < end)).sum()) > 1000
    names = [text.get_text() for text in figures.overview(found).axes[0].texts]
    assert names == ["drop-tail", "codes"]


def test_every_example_scenario_is_listed() -> None:
    text = (ROOT / "docs" / "examples.md").read_text(encoding="utf-8")
    for path in sorted((ROOT / "scenarios").glob("*.toml")):
        assert f"`{path.name}`" in text, f"docs/examples.md does not name {path.name}"
    for name in re.findall(r"`([\w-]+\.toml)`", text):
        assert (ROOT / "scenarios" / name).is_file(), f"there is no scenarios/{name}"


@pytest.mark.parametrize("name", ["README.md", "docs/index.md"])
def test_the_first_page_names_every_command(name: str, skyseam_command: Command) -> None:
    commands = skyseam_command("--help").stdout.split("Commands:\n")[1]
    text = (ROOT / name).read_text(encoding="utf-8")
    for command in re.findall(r"^  (\w+)", commands, re.MULTILINE):
        assert f"skyseam {command}" in text, f"{name} does not name skyseam {command}"


@pytest.mark.parametrize(
    "page", sorted((ROOT / "docs" / "models").glob("*.md")), ids=lambda p: p.stem
)
def test_a_model_page_states_scope_limits_and_validation(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert headings[0] == "Scope and limits"
    assert "Validation" in headings


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        if not target.startswith(("http:", "https:", "mailto:")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
