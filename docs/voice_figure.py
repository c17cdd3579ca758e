"""Draws the effect of delay and losses on a call by the E-model, and the play-out of calls.

Writes docs/images/voice.png and voice-calls.png. Run from the root of the repository: `python
docs/voice_figure.py`.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

import skyseam
from skyseam.measures import voice
from skyseam.plot.speech import packets
from skyseam.plot.style import save, styled
from skyseam.plot.transfers import view_of

DOCS = Path(__file__).resolve().parent
COLOURS = {"g711": "#2b8cc9", "g711-plc": "#009E73", "g729": "#e0702a"}


@styled
def figure() -> Figure:
    """Return score over delay, and over losses at a delay of 100 ms."""
    drawn = Figure(figsize=(9.0, 3.6), layout="constrained")
    by_delay, by_loss = drawn.subplots(1, 2, sharey=True)
    delays_ms, losses_percent = np.linspace(0.0, 500.0, 251), np.linspace(0.0, 10.0, 201)
    for codec, colour in COLOURS.items():
        of_delay = [voice.e_model(delay, codec=codec) for delay in delays_ms]
        of_loss = [voice.e_model(100.0, loss, codec=codec) for loss in losses_percent]
        for axes, across, found in (
            (by_delay, delays_ms, of_delay),
            (by_loss, losses_percent, of_loss),
        ):
            axes.plot(across, [one.mos for one in found], color=colour, label=codec)
            simplified = [one.mos_simplified for one in found]
            axes.plot(across, simplified, color=colour, linestyle="--", linewidth=1.0)
    by_delay.set_xlabel("delay from mouth to ear, ms (no loss)")
    by_delay.set_ylabel("MOS")
    by_loss.set_xlabel("packets not heard, % (100 ms)")
    by_loss.legend(title="in full; dashed: simplified")
    return drawn


@styled
def calls() -> Figure:
    """Return the calls of scenarios/voice.toml through the plain queue, as a download begins."""
    results = skyseam.run(DOCS.parent / "scenarios" / "voice.toml")
    drawn = Figure(figsize=(9.0, 5.6), layout="constrained")
    panels = drawn.subplots(2, 1, sharex=True, sharey=True)
    for axes, buffer in zip(panels, ("fixed", "adaptive"), strict=True):
        packets(axes, view_of(results, f"plain queue, {buffer} buffer", None, 10.0, 60.0))
    panels[0].set_ylim(0, 600)
    panels[1].set_xlabel("simulated time, s")
    return drawn


if __name__ == "__main__":
    save(figure(), DOCS / "images" / "voice.png")
    save(calls(), DOCS / "images" / "voice-calls.png")
