"""Goal: figures depend only on their data, and names in them are text, not markup.

Method: the same figure is drawn with and without other settings of Matplotlib, and with names that
Matplotlib would read as formulas or has no glyphs for.
"""

from __future__ import annotations

import re
import tomllib
import warnings
from pathlib import Path
from typing import Any

import matplotlib as mpl
import pytest

import skyseam
from conftest import ROOT, WIRES
from skyseam import plot

FOREIGN: Any = {
    "text.usetex": True, "font.size": 30, "savefig.dpi": 20, "figure.facecolor": "red",
    "axes.formatter.use_mathtext": True, "lines.linewidth": 9, "font.family": "cursive",
}  # fmt: skip


def results(name: str = "file") -> skyseam.Results:
    scenario = tomllib.loads(WIRES)
    scenario["flows"][0]["name"] = name
    return skyseam.run(scenario)


def test_foreign_settings_change_no_figure(tmp_path: Path) -> None:
    run = results()
    plot.save(plot.transfer(run), tmp_path / "plain.png")
    with mpl.rc_context(FOREIGN):
        plot.save(plot.transfer(run), tmp_path / "foreign.png")
        assert mpl.rcParams["font.size"] == 30
    assert (tmp_path / "plain.png").read_bytes() == (tmp_path / "foreign.png").read_bytes()


@pytest.mark.parametrize("name", ["$^{&'$", "$a$ and $", "$x_1$ {$", "a_b^c", "50 % $5"])
def test_names_stand_in_figures_as_they_are(name: str, tmp_path: Path) -> None:
    run = results(name)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for figure in (plot.transfer(run), plot.throughput(run, 0)):
            plot.save(figure, tmp_path / "one.svg")
            plot.save(figure, tmp_path / "one.png")


def test_characters_without_a_glyph_are_told_in_words(tmp_path: Path) -> None:
    figure = plot.transfer(results("測"))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        plot.save(figure, tmp_path / "one.png")
    assert [one.category for one in caught] == [skyseam.SkyseamWarning]
    assert str(caught[0].message).startswith("warning: the font of figures lacks characters")
    assert "測" in str(caught[0].message)


def test_no_source_writes_formulas_into_figures() -> None:
    """Figures are drawn with formulas disabled, so a formula would show its dollar signs."""
    sources = (ROOT / "python" / "skyseam").rglob("*.py")
    assert [path.name for path in sources if re.search(r"\$[^$\n]*\^\{", path.read_text())] == []
