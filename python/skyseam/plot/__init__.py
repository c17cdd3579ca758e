"""Figures of results, in Skyseam's own style.

Each function takes results or their Arrow tables and returns a matplotlib Figure made without
pyplot, so nothing global changes and no display is needed. Draws the tables; computes no physics.
One file per kind of figure; `style` has the colours, `panels` the common parts of figures of
transfers and speech.
"""

from __future__ import annotations

from skyseam._arrays import Bools, Floats
from skyseam.plot.comparison import compare, study
from skyseam.plot.contacts import contacts
from skyseam.plot.delays import delay, of_pair, pairs_of, windows
from skyseam.plot.distributions import transfer_times
from skyseam.plot.fading import channel
from skyseam.plot.link_budgets import link_budget, link_weather
from skyseam.plot.maps import SkyView, sky
from skyseam.plot.measured import measured
from skyseam.plot.panels import RETRANSMISSIONS
from skyseam.plot.speech import call, calls
from skyseam.plot.style import (
    CAUSES,
    DARK_STYLE,
    GREY,
    NO_SEAM,
    SEAM,
    SHADE,
    STYLE,
    png,
    save,
    styled,
)
from skyseam.plot.transfers import (
    congestion,
    queue,
    round_trips,
    sequence,
    throughput,
    transfer,
)
from skyseam.plot.users import completions, goodputs, group_throughput, users
from skyseam.plot.video import video
from skyseam.plot.web import waterfall

__all__ = [
    "CAUSES",
    "DARK_STYLE",
    "GREY",
    "NO_SEAM",
    "RETRANSMISSIONS",
    "SEAM",
    "SHADE",
    "STYLE",
    "Bools",
    "Floats",
    "SkyView",
    "call",
    "calls",
    "channel",
    "compare",
    "completions",
    "congestion",
    "contacts",
    "delay",
    "goodputs",
    "group_throughput",
    "link_budget",
    "link_weather",
    "measured",
    "of_pair",
    "pairs_of",
    "png",
    "queue",
    "round_trips",
    "save",
    "sequence",
    "sky",
    "study",
    "styled",
    "throughput",
    "transfer",
    "transfer_times",
    "users",
    "video",
    "waterfall",
    "windows",
]
