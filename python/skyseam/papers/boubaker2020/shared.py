"""What the parts of Boubaker 2020 share: places, and the delay over a day."""

from collections.abc import Mapping, Sequence
from typing import Any

from skyseam import survey
from skyseam.reproduce import Study
from skyseam.reproduce.transfers import Pair
from skyseam.results import Results

DAY_S = 86_400.0
STEP_S = 10.0
PAIR = ("HNL", "LAX")
"""Hawaii and Los Angeles."""

BOAT, LONDON = "BOAT", "LON"

SIDE_NAMES = {False: "noseam", True: "seam"}
"""In ids of published numbers."""


def file_flow(base: Mapping[str, Any], pair: Pair, size: str) -> dict[str, Any]:
    """Return the scenario's flow as a file of a size between other endpoints."""
    flow = base["flows"][0]
    application = {**flow["application"], "size": size}
    return {**flow, "from": pair[0], "to": pair[1], "application": application}


def day(
    sky: dict[str, Any], pairs: Sequence[Pair], study: Study | None = None, **times: float
) -> Results:
    """Return delay and path of pairs over a day, a sample every 10 s unless `times` differ."""
    span = {"start_s": 0.0, "duration_s": DAY_S, "step_s": STEP_S, **times}
    progress = None if study is None else study.progress
    return survey.delay(sky, pairs=pairs, progress=progress, **span)
