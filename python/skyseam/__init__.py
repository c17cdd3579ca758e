"""Skyseam: TCP/IP over satellite constellations, packet by packet.

A scenario goes in, Arrow tables come out::

    results = skyseam.run("scenario.toml")
    results.flows            # a pyarrow.Table; polars, pandas and DuckDB open it as it is
    results.save("out")
    skyseam.load("out")

Read first: docs/index.md. The work is done by the Rust core behind `skyseam._core`.
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import TYPE_CHECKING

from skyseam._core import __version__
from skyseam._errors import (
    CoreFault,
    ImplausiblePathWarning,
    InputError,
    Interrupted,
    OutputError,
    ScenarioError,
    SkyseamError,
    SkyseamWarning,
    WorkerError,
)
from skyseam._scenario import Scenario, Toml, toml
from skyseam.fading import channel
from skyseam.results import Results, load
from skyseam.simulate import (
    check,
    constellations,
    models,
    resolved,
    run,
    run_batch,
    save_run,
    schema,
    tables,
)
from skyseam.survey import contacts, delay, positions, probe, routes, save_routes, snapshot
from skyseam.sweeps import Sweep, sweep

if TYPE_CHECKING:
    from skyseam import plot

__all__ = [
    "CoreFault",
    "ImplausiblePathWarning",
    "InputError",
    "Interrupted",
    "OutputError",
    "Results",
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
    "load",
    "models",
    "plot",
    "positions",
    "probe",
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
    "toml",
]


def __getattr__(name: str) -> ModuleType:
    # Drawing takes half a second to load, which `skyseam check` has no use for.
    if name == "plot":
        return importlib.import_module("skyseam.plot")
    raise AttributeError(f"module 'skyseam' has no attribute {name!r}")
