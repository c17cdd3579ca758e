"""Boubaker 2020, its future work: seam and handovers in other constellations.

This is `skyseam study handovers` with the paper's links and sender.
"""

from dataclasses import replace
from typing import Any

from skyseam import studies
from skyseam.reproduce import Study
from skyseam.reproduce.study import chosen
from skyseam.studies.handovers import analysis
from skyseam.studies.handovers.analysis import Handovers, costs, variation

FIGURES = (costs, variation)


def make(study: Study) -> Handovers:
    plan, base = study.plan, study.document("seam.toml")
    defaults = studies.study("handovers").paper.document("handovers/study.toml")
    ends = [end for end in base["terminals"] if end["name"] in plan["pair"]]
    skies = studies.skies(plan["presets"], [], ends, base["links"])
    told = {"skies": skies, "transport": base["flows"][0]["transport"]}
    return analysis.make(replace(study, asked={**chosen(defaults, study.quick), **plan, **told}))


def tables(found: Handovers) -> dict[str, Any]:
    return found.kept()


def page(found: Handovers) -> dict[str, Any]:
    return {"verdicts": list(found.verdicts()), "listed": found.listed()}
