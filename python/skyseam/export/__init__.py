"""What other programs read: Hypatia's file set, CZML for Cesium, delay traces for replays.

Each module gives text or files by name and knows no command line. docs/formats.md says what each
format holds and what it cannot say.
"""

from skyseam.export.czml import czml
from skyseam.export.hypatia_set import hypatia_set
from skyseam.export.traces import FORMS, trace

__all__ = ["FORMS", "czml", "hypatia_set", "trace"]
