"""Goal: pages fit desktops and phones: none is wider than its window, light or dark.

Method: a headless Chromium, which `viewer/layout.mjs` drives, opens a report, the page of `skyseam
view` and the documentation at 1300 and 390 pixels. Without Chromium or the packages of `viewer/`
these tests are skipped with a message; those of the documentation also where it is not built.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT
from skyseam.view import saved_page, scene_of

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
NODE = shutil.which("node")
HTML = ROOT / "docs" / "_build" / "html"
WIDTHS = (1300, 390)

if CHROMIUM is None or NODE is None or not (ROOT / "viewer" / "node_modules").is_dir():
    pytest.skip(
        "the layout is not tested: Chromium, Node.js or viewer/node_modules is missing "
        "(CONTRIBUTING.md)",
        allow_module_level=True,
    )


def looked_at(pages: dict[str, Path]) -> list[dict[str, Any]]:
    """Open pages at each width, light and dark; return the overflow of each."""
    task = {
        "chromium": CHROMIUM, "widths": WIDTHS,
        "urls": {name: page.resolve().as_uri() for name, page in pages.items()},
    }  # fmt: skip
    done = subprocess.run(
        [str(NODE), "layout.mjs"], cwd=ROOT / "viewer", input=json.dumps(task),
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    seen: list[dict[str, Any]] = json.loads(done.stdout)
    assert len(seen) == 2 * len(WIDTHS) * len(pages)
    return seen


def fits(seen: list[dict[str, Any]]) -> None:
    assert [one for one in seen if one["extra"] > 0 or one["wide"]] == []


def test_a_page_that_is_too_wide_is_found(tmp_path: Path) -> None:
    page = tmp_path / "wide.html"
    page.write_text("<!doctype html><p class='far' style='width: 800px'>wide", encoding="utf-8")
    seen = {one["width"]: one for one in looked_at({"wide": page})}
    assert (seen[1300]["extra"], seen[1300]["wide"]) == (0, [])
    assert seen[390]["extra"] > 400
    assert seen[390]["wide"] == ["p.far"]


def test_a_report_fits_and_has_a_dark_side(reproduction: Path) -> None:
    seen = looked_at({"report": reproduction / "report.html"})
    fits(seen)
    assert len({one["background"] for one in seen}) == 2


def test_the_page_of_a_run_fits(tmp_path: Path) -> None:
    scene = scene_of(ROOT / "scenarios" / "look-at-a-transfer.toml")
    page = tmp_path / "view.html"
    page.write_text(saved_page(scene), encoding="utf-8")
    fits(looked_at({"view": page}))


@pytest.mark.skipif(not HTML.is_dir(), reason="the documentation is not built: make docs")
def test_the_documentation_fits() -> None:
    names = (
        "index", "tutorials/first-transfer", "gallery", "view", "scenario", "scenario/queue",
        "scenario/keys", "results", "results/run/flows", "models/tcp", "models/tcp/linux",
        "explanation/linux-compared", "not-modelled", "glossary", "extend", "changes",
    )  # fmt: skip
    fits(looked_at({name: HTML / f"{name}.html" for name in names}))
