"""Link budgets without a run: parts, ratios, mode and rate of each.

The core evaluates them; `plot.link_budget` draws the parts.
"""

from __future__ import annotations

from pathlib import Path

from skyseam import _core
from skyseam._scenario import Scenario, Source, beside, text_of
from skyseam._work import Meter, files_of
from skyseam.results import Results, from_core

BUILT_IN = Path(__file__).resolve().parent / "link_budgets"
"""Directory of the budgets that come with Skyseam."""


def link_budgets(budgets: Scenario) -> Results:
    """Evaluate link budgets at elevations and percentages of an average year.

    Parameters
    ----------
    budgets
        Path of a TOML file with tables `[[budgets]]`, or the same as text or a mapping; or
        "tr38821", the study cases of 3GPP TR 38.821, or "systems", links of Starlink, OneWeb,
        Kuiper and a GEO satellite.

    Returns
    -------
    Results
        With the tables `budgets` (a row for each budget, elevation and percentage: ratios, mode,
        margin, rate) and `parts` (a row for each contribution to C/N0, in the order of the signal;
        `budget` is the number of the row of `budgets`); where a budget has `weather`, also
        `weather` (a row for each time at which a link chooses its mode: attenuation, Es/N0, mode,
        rate).

    Raises
    ------
    ScenarioError
        When the budgets are refused.
    InputError
        When the file cannot be read.
    """
    if isinstance(budgets, str | Path):
        known = {path.stem: path for path in BUILT_IN.glob("*.toml")}
        budgets = known.get(str(budgets), budgets)
    text, name, directory = text_of(budgets, "file of link budgets")
    read = Source(text, name, beside(_core.link_budget_references(text), directory))
    meter = Meter()
    raw = _core.link_budgets(*read)
    return from_core(raw, "link_budgets", {**meter.read(), **files_of(read)})
