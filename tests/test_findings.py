"""Goal: pages about papers contain no result that was not written by a run.

Method: of each findings.md the text that is not filled in by a run is read; numbers that look like
results must occur in the data of the paper, which has settings and published numbers. Results of
runs made once are in once.toml, under a heading that says so.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from skyseam.reproduce import Paper, Report, Whole, papers, parts

PAGES = [paper for paper in papers().values() if (paper.folder / "findings.md").is_file()]


def page_of(paper: Paper) -> str:
    """Return the template of a paper's page, and of its appendix."""
    there = (paper.folder / name for name in ("findings.md", "appendix.md"))
    return "".join(one.read_text(encoding="utf-8") for one in there if one.is_file())


WRITTEN_BY_RUNS = {
    "once.toml", "ns2.csv", "ns2_reordering.csv", "delays.csv", "first.csv", "last.csv",
}  # fmt: skip
"""Data that are results themselves."""

LEVELS = {95.0, 99.0}
"""Of confidence intervals, percent."""

FORMULAS = {
    "henderson1999": {
        484.0: "bytes of the first data of T/TCP: a segment of 512 less its options",
        504.0: "bytes of a segment of 512 with options",
        602.0: "ms: twice the 301 of the study",
        64.0: "kbit/s of a return path that is not built",
        700.0: "ms: twice the longest delay of the study",
    },
}
"""Numbers that follow from settings, by paper, and how."""

NUMBER = re.compile(r"(?<![\w.#/-])[-+±]?(?:\d[\d,]*(?:\.\d+)?|\.\d+)")
UNIT = re.compile(
    r"\s*(?:%|(?:[kMG]bit/s|ms|s|MOS|points|dB|deg|[kMG]?B|km|packets|users|times|transfers)\b)"
)
REFERENCE = re.compile(
    r"(?:Fig\.|Figs|Tables?|Sec\.|sections?|RFC|ns-|Linux|BSD|version|G\.)"
    r"\s*\d[\d.]*(?:(?:,| to| and)\s+\d[\d.]*)*"
)


def data_of(paper: Paper) -> set[float]:
    """Return all numbers of the paper's data: settings and published results."""
    found = set()
    for file in paper.folder.rglob("*"):
        if file.suffix in (".toml", ".csv") and file.name not in WRITTEN_BY_RUNS:
            for told in re.findall(r"\d[\d,_]*(?:\.\d+)?", file.read_text(encoding="utf-8")):
                found.add(float(told.replace(",", "").replace("_", "")))
    return found


def typed(page: str) -> str:
    """Return the hand-written text of a page: without output of runs, code, links, references."""
    for pattern in (r"```.*?```", r"{#.*?#}|{%.*?%}|{{.*?}}"):
        page = re.sub(pattern, "", page, flags=re.DOTALL)
    # Formulas, headings, and chapters in bold or brackets.
    for pattern in (r"`[^`]*`", r"\$[^$]*\$", r"(?m)^#+ .*$", r"\*\*[^*]*\*\*"):
        page = re.sub(pattern, "", page)
    return REFERENCE.sub("", re.sub(r"\]\([^)]*\)", "]", page))


def results(page: str, known: set[float]) -> list[str]:
    """Return numbers with a decimal point or a unit that occur in no data."""
    text, found = typed(page), []
    for match in NUMBER.finditer(text):
        value = float(match.group().lstrip("+-±").rstrip(",").replace(",", ""))
        is_result = "." in match.group() or UNIT.match(text, match.end())
        if is_result and value not in known | LEVELS:
            found.append(text[match.start() : match.end() + 30].replace("\n", " "))
    return found


@pytest.mark.parametrize("paper", PAGES, ids=lambda paper: paper.name)
def test_a_page_types_no_result(paper: Paper) -> None:
    page = page_of(paper)
    assert results(page, data_of(paper) | set(FORMULAS.get(paper.name, {}))) == []


def test_a_typed_result_is_found() -> None:
    page = "At 10 dB it is {{ x }} %, `1.5`, as Fig. 5.11 has it: 0.923, 11.7 % and 84 kbit/s.\n"
    assert [one[:5].strip() for one in results(page, {10.0})] == ["0.923", "11.7", "84 kb"]


@pytest.mark.parametrize("paper", PAGES, ids=lambda paper: paper.name)
def test_what_was_run_once_says_when(paper: Paper) -> None:
    file = paper.folder / "once.toml"
    told = tomllib.loads(file.read_text(encoding="utf-8"))["once"] if file.is_file() else []
    assert paper.once == told
    page = page_of(paper)
    assert ("{{ page.once(once) }}" in page) == bool(told)
    for one in told:
        assert set(one) == {"what", "found", "made"}
        assert re.fullmatch(r"20\d\d-\d\d-\d\d", one["made"])


def test_figures_of_two_parts_with_one_name_are_both_kept(tmp_path: Path) -> None:
    """Figures of only one part keep their name."""
    paper = papers()["tauran2018"]
    listed = tuple(parts(paper))[:2]
    made = {
        one.name: Report(
            "<main></main>", [], {}, {}, figures={name: one.name.encode() for name in names}
        )
        for one, names in zip(listed, (("a.png", "b.png"), ("a.png",)), strict=True)
    }
    first, second = (one.name for one in listed)
    figures = Whole(paper, listed).report(made, quick=True).figures
    assert set(figures) == {f"{first}_a.png", "b.png", f"{second}_a.png"}
    assert figures[f"{second}_a.png"] is made[second].figures["a.png"]
