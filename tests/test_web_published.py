"""Goal: versions of HTTP compare as published. Method: a smaller form of bench/web/versions.py.

The page about web pages lists the cells that differ from the published ones, and why.
"""

from __future__ import annotations

import csv
import importlib.util
import sys
from pathlib import Path
from statistics import fmean
from types import ModuleType

import pytest

from conftest import ROOT

STUDY = ROOT / "bench" / "web"
GAIN = 0.815
"""Liu et al., arXiv 2409.16267: what HTTP/3 saves at most under extreme loss."""


def study(name: str = "versions") -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, STUDY / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # where dataclasses look for it
    spec.loader.exec_module(module)
    return module


def published(table: str, key: str, value: float, domains: str = "multi") -> float:
    with (STUDY / "published.csv").open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["table"] == table and row[key]]
    (row,) = [
        row
        for row in rows
        if float(row[key]) == value and (row["link"], row["domains"]) == ("cable", domains)
    ]
    return float(row["spdy_ms"]) / float(row["http_ms"])


@pytest.mark.parametrize("loss", [0.005, 0.01, 0.02])
def test_losses_cost_many_connections_what_was_published(loss: float, tmp_path: Path) -> None:
    """Goal: sites of several hosts lose as published. Method: 40 seeds, 95 % by bootstrap."""
    versions = study()
    way = next(way for way in versions.WAYS if way.name == "hosts")
    one, many = (
        versions.loads(tmp_path, way, http, versions.TAKEN_RTT_MS["2"], loss, 40)
        for http in ("2", "1.1")
    )
    _, low, high = versions.ratio(one, many)
    assert low < published("2", "loss", loss) < high < 1


def test_one_connection_for_all_hosts_saves_what_was_published(tmp_path: Path) -> None:
    versions = study()
    one, many = (
        versions.loads(tmp_path, versions.COLLAPSED, http, versions.TAKEN_RTT_MS["1"], 0.01, 40)
        for http in ("2", "1.1")
    )
    _, low, high = versions.ratio(one, many)
    assert low < published("1", "loss", 0.01, "single") < high


def test_losses_turn_the_order_where_they_are_many(tmp_path: Path) -> None:
    """Goal: high loss harms one window more than six. Method: small_objects.py, 1 and 4 %."""
    small = study("small_objects")
    ratios = []
    for loss in (0.01, 0.04):
        case = small.BASE | {"loss": loss}
        one, six = (fmean(small.loads(tmp_path, http, case, 20)) for http in ("2", "1.1"))
        ratios.append(one / six)
    # 0.74 and 1.35 with a hundred seeds.
    assert ratios[0] < 0.95 and ratios[1] > 1.1


def test_http_3_saves_under_extreme_loss_what_was_published(tmp_path: Path) -> None:
    second, third, saved = study().gain(tmp_path, 1, 1, 0.12, 20)
    assert third < second and saved == pytest.approx(GAIN, abs=0.05)
