"""Goal: pages on open questions show the results of their stored runs, and repeated runs agree.

Method: blocks are written again from docs/questions/*.csv without runs; one run of each question is
repeated and compared with its stored row.
"""

from __future__ import annotations

import importlib.util
import itertools
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).resolve().parent.parent / "docs"


def of_docs(name: str) -> Any:
    """Return a script of the documentation as a module."""
    spec = importlib.util.spec_from_file_location(name, DOCS / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


of_docs("marks")
questions = of_docs("questions")
SIMULATED = [name for name in questions.QUESTIONS if name != "geographic-for-inclined"]


@pytest.mark.parametrize("name", questions.QUESTIONS)
def test_a_page_shows_what_its_runs_gave(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / f"{name}.md"
    page.write_text((DOCS / "questions" / page.name).read_text("utf-8"), "utf-8")
    found = questions.kept(name)
    monkeypatch.setattr(questions, "PAGES", tmp_path)
    monkeypatch.setattr(questions, "IMAGES", tmp_path)
    questions.write(name, questions.QUESTIONS[name], found)
    assert page.read_text("utf-8") == (DOCS / "questions" / page.name).read_text("utf-8")
    assert (tmp_path / f"{name}.png").stat().st_size > 10_000


@pytest.mark.parametrize("name", SIMULATED)
def test_a_run_gives_what_was_kept(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def first(
        cases: Iterator[tuple[dict[str, str], str, dict[str, Any]]], measure: Callable[..., Any]
    ) -> list[dict[str, Any]]:
        return list(whole(itertools.islice(cases, 1), measure))

    whole = questions.batch
    monkeypatch.setattr(questions, "batch", first)
    (row,) = questions.QUESTIONS[name].run()
    assert {key: questions.shown(value) for key, value in row.items()} == questions.kept(name).rows[
        0
    ]


def test_changes_are_of_pairs() -> None:
    """Differences are taken draw by draw; a draw that either lacks does not count."""
    runs = {"a": {"1": "10", "2": "20", "3": "30"}, "b": {"3": "33", "1": "11", "2": ""}}
    rows = [
        {"case": case, "draw": draw, "x": x}
        for case, draws in runs.items()
        for draw, x in draws.items()
    ]
    found = questions.Found(rows, ("case",))
    change = found.change("x", {"case": "a"}, {"case": "b"})
    # 1 of 10 and 3 of 30, beside a mean of 20.
    assert change.value == pytest.approx(10.0)
    assert change.n == 2
    assert found.mean("x", case="b").value == pytest.approx(22.0)
