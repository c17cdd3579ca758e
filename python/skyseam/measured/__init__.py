"""Measurements of real networks as laws that a scenario flies, and comparisons with them.

`formats` reads files of ping, irtt, LENS, dishes and speed tests; `slots` finds scheduling slots
and computes their statistics; `laws` fits a `profile`, of which `generate` draws; `goodness`
judges; `runs` has simulated pings. The commands are `skyseam fit` and `skyseam compare`.
"""

from __future__ import annotations

from skyseam.measured.formats import read as read_measured
from skyseam.measured.goodness import Row, compare, judge
from skyseam.measured.laws import Fit, fit
from skyseam.measured.profile import Profile
from skyseam.measured.profile import read as read_profile
from skyseam.measured.series import Pings, Rates
from skyseam.measured.slots import Phase, find_phase

__all__ = [
    "Fit",
    "Phase",
    "Pings",
    "Profile",
    "Rates",
    "Row",
    "compare",
    "find_phase",
    "fit",
    "judge",
    "read_measured",
    "read_profile",
]
