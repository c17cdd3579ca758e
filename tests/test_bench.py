"""Goal: bench/README.md has the stored figures. Method: the command that writes them."""

from __future__ import annotations

import json
import subprocess
import sys

from conftest import ROOT

BENCH = ROOT / "bench"


def test_the_page_says_what_is_kept() -> None:
    done = subprocess.run([sys.executable, BENCH / "figures", "--check"], check=False)
    assert done.returncode == 0, "bench/README.md says something else: run bench/figures"


def test_every_row_of_the_page_is_kept() -> None:
    kept = json.loads((BENCH / "results" / "0.1.0.json").read_text(encoding="utf-8"))
    assert kept["full"]
    found = {row["id"] for row in kept["rows"]}
    chains = {f"c-{hops}-{flows}" for hops in (1, 4, 10) for flows in (1, 10)}
    chains |= {"c-10-100", *(f"c-10-{flows}-600" for flows in (1, 10, 100))}
    assert found == {"a", "b", *chains, "g-1-10", "g-4-10", "g-10-10"}
    for part in ("forwarding_steps", "forwarding_day", "positions", "schedulers", "calls"):
        assert kept[part], part
    for part in ("terminals", "cities", "divided", "scale"):
        assert kept[part], part
