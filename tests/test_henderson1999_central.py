"""Goal: tables towards cells have the sizes and lifetimes of Henderson 1999.

Method: the quick reproduction, run once by the command; regions with known covers.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

import skyseam
from conftest import Quick
from skyseam.papers.henderson1999.central import analysis, figures
from skyseam.reproduce import papers

PATCH = papers()["henderson1999"].document("central/study.toml")["patch"]


@pytest.fixture(scope="module")
def reproduced(quick: Quick) -> Path:
    """Return the directory of a quick reproduction of the part."""
    return quick("henderson1999", "central")


def test_35_cells_of_7_ports_are_7_rectangles() -> None:
    """As in Fig. 6.25; a further corner costs a further entry."""
    assert analysis.rectangles(PATCH) == 7
    assert analysis.runs(PATCH) > 7
    assert analysis.rectangles(((1, 1), (1, 2))) == 3


def test_drawn_cells_are_those_of_tables_and_hexagons_close() -> None:
    """Trapezoids as the core counts them; by Euler's formula vertices - edges + cells = 2."""
    results = skyseam.survey.cell_tables(
        {"constellation": {"preset": "iridium-ns2"}}, lengths_km=[figures.LENGTH_KM]
    )
    (cells,) = set(results.table("cell_tables")["cells"].to_pylist())
    assert figures.trapezoids(equal=True)[1] == cells
    borders, hexagons = figures.hexagons(3)
    corners = {tuple(line[end].round(6)) for line in borders for end in (0, -1)}
    assert (hexagons, len(corners) - len(borders) + hexagons) == (92, 2)


def test_cells_are_so_many_and_runs_are_few(reproduced: Path) -> None:
    sizes = pl.read_parquet(reproduced / "cell_tables.parquet")
    cells = dict(sizes.group_by("length_km").agg(pl.col("cells").first()).iter_rows())
    assert cells == {640.0: 1237, 320.0: 5027, 160.0: 19924}
    small = sizes.filter(pl.col("length_km") == 160.0)
    assert float(np.mean(small["runs"].to_numpy() / small["cells"].to_numpy())) < 0.1
    assert (sizes["runs_across_bands"] <= sizes["blocks"]).all()


def test_the_successor_knows_more_than_the_same_satellite(reproduced: Path) -> None:
    kept = pl.read_parquet(reproduced / "consistency.parquet").filter(pl.col("after_s") == 283.0)
    assert (kept["satellite"] != kept["successor"]).all()
    temporal, geographic = (
        kept.filter(pl.col("length_km") == 160.0)[column].mean()
        for column in ("changed", "changed_of_successor")
    )
    assert temporal > 5 * geographic  # type: ignore[operator]


def test_tables_that_are_handed_on_deliver_more(reproduced: Path) -> None:
    rows = pl.read_parquet(reproduced / "handed_on.parquet")
    kept, handed_on = (
        rows.filter(pl.col("inherit_tables") == on).sort("period_s") for on in (False, True)
    )
    assert kept["undelivered_percent"].is_sorted()
    assert handed_on["undelivered_percent"][-1] < kept["undelivered_percent"][-1] / 1.5


def test_what_cannot_be_is_refused() -> None:
    sky = {"constellation": {"preset": "iridium"}}
    with pytest.raises(skyseam.InputError, match="expected 50 to 10000"):
        skyseam.survey.cell_tables(sky, lengths_km=[1.0])
