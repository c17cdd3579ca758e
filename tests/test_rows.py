"""Goal: each claim of the reproduced papers has a row with its outcome and its place.

Method: docs/rows.csv is read with docs/rows.py; every published number must have a row, every row a
place in the documentation, and every deviation a reason.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parent.parent / "docs"

spec = importlib.util.spec_from_file_location("rows", DOCS / "rows.py")
assert spec is not None and spec.loader is not None
rows = importlib.util.module_from_spec(spec)
spec.loader.exec_module(rows)


def test_every_row_has_a_place_and_every_published_number_a_row() -> None:
    assert rows.faults(rows.rows()) == []


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"stands": "partly"}, "expected of: agrees"),
        ({"stands": "disagrees"}, "has a reason unless"),
        ({"where": "reproduce/boubaker2020.md#nowhere"}, "leads nowhere"),
        ({"numbers": "no_such_*"}, "has no no_such_*"),
        ({"numbers": ""}, "boubaker2020: no row has ratio_9k_la"),
    ],
)
def test_a_fault_of_a_row_is_found(changed: dict[str, str], told: str) -> None:
    listed = rows.rows()
    (at,) = (n for n, row in enumerate(listed) if row["numbers"] == "ratio_9k_la")
    listed[at] = listed[at] | changed
    assert any(told in fault for fault in rows.faults(listed))


def test_rows_are_printed_with_what_they_stand_for() -> None:
    command = [
        sys.executable,
        str(DOCS / "rows.py"),
        "--work",
        "tauran2019",
        "--stands",
        "disagrees",
    ]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert "hybla_delack_loss_max: 40 %" in told
    assert told.splitlines()[-1].endswith("0 not to be had")
