"""Goal: a user's own paper is a directory with data and one analysis.

Method: such a directory is written, reproduced by its path as its author would, and its report is
read back; errors are reported.
"""

from __future__ import annotations

import csv
import json
import re
import shutil
from pathlib import Path

import pytest

import skyseam
from conftest import WIRES, Command
from skyseam._errors import InputError
from skyseam.reproduce import PAPERS, Paper, Whole, part, parts

PAPER = """
[paper]
authors = "A. Author, B. Author"
short = "Author 2026"
year = 2026
"""

PUBLISHED = """id,where,quantity,condition,value,unit,kind
near,Fig. 1,transfer time,10 ms,0.25,s,table
far,Fig. 1,transfer time,40 ms,0.5,s,at_most
"""

ASSUMPTIONS = """
[[assumption]]
what = "Queue"
taken = "50 packets"
why = "The paper does not say."
"""

STUDY = """
[part]
title = "A file over one wire"
covers = ["fig1"]

[runs.files]
seeds = [1, 2, 3]
quick_seeds = [1, 2]
keep = ["links"]
[runs.files.grid]
"wires[0].delay" = ["10 ms", "20 ms", "40 ms"]
"""

ANALYSIS = '''
"""A file over one wire."""

from skyseam.reproduce import drawing, mean


def time_s(outcome, delay):
    return mean(outcome["files"]["flows"], "transfer_time_s", **{"wires[0].delay": delay})


def estimates(outcome):
    return {"near": time_s(outcome, "10 ms"), "far": (time_s(outcome, "40 ms"), "over seeds")}


def tables(outcome):
    return {"links": outcome["files"]["links"]}


def times(outcome):
    """Draw transfer times over delays."""
    figure, (axes,) = drawing.panels(1, (4, 3))
    means = [time_s(outcome, f"{delay} ms") for delay in (10, 20, 40)]
    drawing.line(axes, [10, 20, 40], means, drawing.SERIES[0], "a file")
    return figure


FIGURES = (times,)
'''


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    """Return the path of the written paper."""
    folder = tmp_path / "author2026"
    files = {
        "paper.toml": PAPER,
        "published.csv": PUBLISHED,
        "assumptions.toml": ASSUMPTIONS,
        "wire/scenario.toml": WIRES,
        "wire/study.toml": STUDY,
        "wire/analysis.py": ANALYSIS,
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def test_a_fault_in_the_analysis_of_a_paper_elsewhere_is_told_as_its_own(
    skyseam_command: Command, tmp_path: Path, paper: Path
) -> None:
    """Another constellation in a copy of a paper, and an error in one, give a message."""
    mine = tmp_path / "mine"
    shutil.copytree(PAPERS / "boubaker2020", mine)
    text = (mine / "seam.toml").read_text()
    text = text.replace('preset = "iridium-ns2"', 'preset = "starlink-shell1"')
    (mine / "seam.toml").write_text(text)
    analysis = paper / "wire" / "analysis.py"
    analysis.write_text(ANALYSIS.replace('"near": ', '"near": int("one") + '))
    for place, only, words in (
        ("mine", "seam", "there is no time for these transfers"),
        (paper, "fig1", "its analysis ends in ValueError: invalid literal for int()"),
    ):
        done = skyseam_command("reproduce", place, "--only", only, "--quick", cwd=tmp_path)
        assert done.returncode == 2, done.stderr
        assert words in done.stderr
        assert "Skyseam 0" not in done.stderr


def test_a_directory_is_reproduced_by_its_path(paper: Path, skyseam_command: Command) -> None:
    place = paper.parent / "out"
    arguments = ("reproduce", paper, "--only", "fig1", "--quick", "-o", place)
    done = skyseam_command(*arguments)
    assert done.returncode == 0, done.stderr
    assert "author2026-wire: published and simulated" in done.stdout
    page = (place / "report.html").read_text(encoding="utf-8")
    assert "<h1>A file over one wire</h1>" in page
    assert "A. Author, B. Author (2026)" in page
    assert "<b>Queue</b>: 50 packets." in page
    assert len(re.findall(r"<img ", page)) == 1
    assert "Draw transfer times over delays." in page

    text = (place / "comparison.csv").read_text(encoding="utf-8")
    rows = {row["id"]: row for row in csv.DictReader(text.splitlines())}
    scenario = (paper / "wire" / "scenario.toml").read_text(encoding="utf-8")
    (paper / "far.toml").write_text(scenario.replace('"10 ms", rate', '"40 ms", rate'))
    far_s = skyseam.run(paper / "far.toml").flows["transfer_time_s"][0].as_py()
    # Nothing is drawn at random here: every seed gives the same.
    assert float(rows["far"]["simulated"]) == pytest.approx(far_s, rel=1e-5)
    assert rows["far"]["n"] == "2"
    assert rows["far"]["note"] == "over seeds"
    assert float(rows["near"]["simulated"]) < far_s

    links = skyseam.load(place).table("links")
    assert set(links["seed"].to_pylist()) == {1, 2}
    assert set(links["wires[0].delay"].to_pylist()) == {"10 ms", "20 ms", "40 ms"}
    manifest = json.loads((place / "manifest.json").read_text(encoding="utf-8"))
    assert (manifest["paper"], manifest["part"], manifest["quick"]) == ("author2026", "wire", True)
    assert skyseam_command(*arguments).returncode == 0, "kept runs are used again"
    assert (place.parent / "out.store").is_dir()


def test_two_parts_make_one_report(paper: Path) -> None:
    other = paper / "again"
    other.mkdir()
    (other / "study.toml").write_text(
        STUDY.replace("A file over one wire", "The same again").replace(
            "covers", "order = 2\ncovers"
        )
    )
    (other / "analysis.py").write_text("from ..wire.analysis import tables\n")
    (other / "scenario.toml").write_text(WIRES)
    report = part(str(paper), None).run(quick=True)
    assert [row.published.id for row in report.compared] == ["near", "far"]
    assert report.html.index("A file over one wire") < report.html.index("The same again")
    assert set(report.tables) == {"wire_links", "again_links"}
    assert set(report.manifest["parts"]) == {"wire", "again"}


def test_figures_and_words_may_stand_beside_the_analysis(paper: Path) -> None:
    """Goal: an analysis may be split into files that import it, without a change of the report."""
    whole = part(str(paper), None).run(quick=True)
    folder = paper / "wire"
    analysis, mark, drawn = ANALYSIS.partition("def times(outcome)")
    (folder / "analysis.py").write_text(analysis)
    head = "from skyseam.reproduce import drawing\nfrom .analysis import time_s\n\n\n"
    (folder / "figures.py").write_text(head + mark + drawn)
    (folder / "look.py").write_text('def manifest(outcome):\n    return {"of": "look"}\n')
    # Another path: modules of the first one are loaded.
    moved = paper.rename(paper.with_name("moved2026"))
    cut = part(str(moved), None).run(quick=True)
    assert cut.manifest["of"] == "look"
    assert list(cut.figures) == list(whole.figures) == ["times.png"]
    assert cut.compared == whole.compared
    assert set(cut.tables) == {"links"}


def test_facts_of_numpy_are_values_in_the_manifest(paper: Path) -> None:
    facts = "\n\ndef facts(outcome):\n    return {'holds': np.bool_(True), 'runs': [np.int64(3)]}\n"
    analysis = ANALYSIS.replace("from skyseam", "import numpy as np\n\nfrom skyseam", 1) + facts
    (paper / "wire" / "analysis.py").write_text(analysis)
    (wire,) = parts(Paper(paper))
    report = Whole(Paper(paper), (wire,)).run(quick=True)
    told = json.loads(json.dumps(report.manifest["facts"]["wire"]))
    assert told == {"holds": True, "runs": [3]}


def test_a_page_names_the_functions_that_draw(paper: Path) -> None:
    (paper / "wire" / "analysis.py").write_text(ANALYSIS.replace("FIGURES = (times,)", ""))
    page = paper / "wire" / "page.html"
    page.write_text("{{ figure('times', 'a line', 'Times.') }}")
    report = part(str(paper), None).run(quick=True)
    assert list(report.figures) == ["times.png"]
    assert "<figcaption>Times.</figcaption>" in report.html
    page.write_text("{{ figure('speeds', 'a line', 'Speeds.') }}")
    words = r"wire: the page shows the figure 'speeds'; expected a function .* in analysis.py or"
    with pytest.raises(InputError, match=words):
        part(str(paper), None).run(quick=True)


def test_what_is_wrong_is_told(paper: Path) -> None:
    with pytest.raises(InputError, match=r"there is: boubaker2020, .*or name a directory"):
        part(str(paper.parent), None)
    with pytest.raises(InputError, match="has no part 'fig2'; --only takes: wire, or fig1"):
        part(str(paper), "fig2")
    (paper / "published.csv").write_text(PUBLISHED.replace("near", "closer"))
    with pytest.raises(InputError, match=r"published.csv has no number 'near'"):
        part(str(paper), None).run(quick=True)
    (paper / "assumptions.toml").unlink()
    (paper / "wire" / "study.toml").write_text("[part")
    with pytest.raises(InputError, match=r"study.toml cannot be read"):
        part(str(paper), None).run(quick=True)
