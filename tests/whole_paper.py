"""Required properties of the reports of whole papers, and resumption of their studies."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from skyseam._work import Progress
from skyseam.reproduce import Part, Runs, Store

Run = Callable[[Store, int, Progress | None], Mapping[Any, Runs]]
"""Runs cases with a store, on some threads, with progress."""


def check_pages(
    parts: Collection[Part], html: str, findings: str, figures: Collection[str], least: int
) -> None:
    """Check that each part is on the page, and that the figures of the findings exist."""
    assert len({one.told["title"] for one in parts}) == len(parts)
    for one in parts:
        assert f'<section id="part-{one.name}"><' in html.replace("\n", "")
    shown = re.findall(r"\]\((\w+\.png)\)", findings)
    assert len(shown) >= least
    assert set(shown) <= set(figures)
    assert "{{" not in findings and "None" not in findings
    assert "nan" not in re.findall(r"\w+", findings)


def check_goes_on(run: Run, place: Path) -> None:
    """Check that a study resumes after an interruption, without a change of its numbers."""

    def interrupt(done: float, _: str) -> None:
        if 0 < done < 1:
            raise KeyboardInterrupt

    store = Store(place / "store")
    with pytest.raises(KeyboardInterrupt):
        run(store, 1, interrupt)
    after, at_once = run(store, 1, None), run(Store(), 2, None)
    for case, runs in at_once.items():
        for name, values in runs.values.items():
            np.testing.assert_array_equal(after[case].values[name], values)
