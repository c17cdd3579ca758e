"""Skyseam: TCP/IP over satellite constellations, packet by packet.

A scenario goes in, Arrow tables come out::

    results = skyseam.run("scenario.toml")
    results.flows            # a pyarrow.Table; polars, pandas and DuckDB open it as it is
    results.save("out")
    skyseam.load("out")

Read first: docs/index.md. The Rust core behind `skyseam._core` does the work.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from skyseam._core import __version__
from skyseam._errors import (
    CoreFault,
    IdleKeyWarning,
    ImplausiblePathWarning,
    InputError,
    Interrupted,
    OutputError,
    PluginError,
    PluginWarning,
    RunWarning,
    ScenarioError,
    SkyseamError,
    SkyseamWarning,
    WorkerError,
)
from skyseam._scenario import Scenario, Toml, toml

if TYPE_CHECKING:
    from skyseam import plot, plugins, testing
    from skyseam.budgets import link_budgets
    from skyseam.describe import check, constellations, models, resolved, schema, tables
    from skyseam.fading import channel
    from skyseam.live import Live
    from skyseam.recording import replay
    from skyseam.results import Results, load
    from skyseam.simulate import run, run_batch, save_run
    from skyseam.survey import contacts, delay, positions, probe, routes, save_routes, snapshot
    from skyseam.sweeps import Sweep, sweep

__all__ = [
    "CoreFault",
    "IdleKeyWarning",
    "ImplausiblePathWarning",
    "InputError",
    "Interrupted",
    "Live",
    "OutputError",
    "PluginError",
    "PluginWarning",
    "Results",
    "RunWarning",
    "Scenario",
    "ScenarioError",
    "SkyseamError",
    "SkyseamWarning",
    "Sweep",
    "Toml",
    "WorkerError",
    "__version__",
    "channel",
    "check",
    "constellations",
    "contacts",
    "delay",
    "effects",
    "link_budgets",
    "load",
    "models",
    "plot",
    "plugins",
    "positions",
    "probe",
    "replay",
    "resolved",
    "routes",
    "run",
    "run_batch",
    "save_routes",
    "save_run",
    "schema",
    "snapshot",
    "sweep",
    "tables",
    "testing",
    "toml",
]


_PLACES = {
    **dict.fromkeys(
        ("check", "constellations", "models", "resolved", "schema", "tables"), "describe"
    ),
    "channel": "fading",
    "Live": "live",
    "effects": "key_effects",
    "link_budgets": "budgets",
    "replay": "recording",
    **dict.fromkeys(("Results", "load"), "results"),
    **dict.fromkeys(("run", "run_batch", "save_run"), "simulate"),
    **dict.fromkeys(
        ("contacts", "delay", "positions", "probe", "routes", "save_routes", "snapshot"), "survey"
    ),
    **dict.fromkeys(("Sweep", "sweep"), "sweeps"),
}
"""The modules of what is loaded when it is first asked for."""

_MODULES = {"gym", "plot", "plugins", "testing", *_PLACES.values()}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - a function, a class or a module
    # NumPy, pyarrow and matplotlib take tenths of a second to load, for which not every command
    # has a use.
    if name in _MODULES:
        return importlib.import_module(f"skyseam.{name}")
    if name not in _PLACES:
        raise AttributeError(f"module 'skyseam' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"skyseam.{_PLACES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
