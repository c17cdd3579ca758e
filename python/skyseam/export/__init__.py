"""Files for other programs: Hypatia's file set, CZML for Cesium, delay traces for replays.

Each module returns text or files by name and knows no command line. docs/formats.md describes each
format and its limits.
"""

from skyseam.export.czml import czml
from skyseam.export.hypatia_set import hypatia_set
from skyseam.export.path_traces import ROUNDINGS, Rounding, path_traces
from skyseam.export.traces import FORMS, trace

__all__ = ["FORMS", "ROUNDINGS", "Rounding", "czml", "hypatia_set", "path_traces", "trace"]
