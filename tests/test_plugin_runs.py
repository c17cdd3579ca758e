"""Goal: classes of Python run as controllers, and give the bytes of the Rust ones that they repeat.

Method: Reno and CUBIC in Python (`reno_and_cubic.py`) beside those of the stack `rfc`, over
scenarios drawn by a fixed seed; runs whose plug-in fails, is interrupted or never ends.
"""

from __future__ import annotations

import gc
import json
import os
import random
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import skyseam
from conftest import ROOT
from reno_and_cubic import PyCubic, PyReno
from skyseam import _core
from skyseam.plugins import Controller, declaration_of
from skyseam.results import from_core


class Files(dict[str, Any]):
    """Files beside a scenario, with plug-ins."""

    plugins: tuple[Any, ...] = ()


def run(text: str, *models: type[Controller], threads: int = 1) -> dict[str, Any]:
    files = Files()
    files.plugins = tuple(declaration_of(model) for model in models)
    return dict(_core.run(text, "x.toml", files, None, threads, (None, None, None)))


def drawn(number: int, controller: str, stack: str = "rfc") -> str:
    """Return a scenario whose path, losses and sizes are drawn under a number."""
    draw = random.Random(number)
    loss = draw.choice(["", f', loss = {{ kind = "bernoulli", probability = {draw.uniform(0, 0.02):.4f} }}'])
    flows = "".join(
        f"""
        [[flows]]
        name = "file {flow}"
        from = "a"
        to = "b"
        start = "{draw.randrange(0, 3000)} ms"
        application = {{ kind = "file", size = "{draw.randrange(20, 3000)} kB" }}
        transport = {{ kind = "tcp", stack = "{stack}", congestion = {controller} }}
        """
        for flow in range(draw.randrange(1, 5))
    )
    return textwrap.dedent(
        f"""
        nodes = [{{ name = "a" }}, {{ name = "b" }}]
        wires = [{{ between = ["a", "b"], delay = "{draw.randrange(1, 300)} ms",
                    rate = "{draw.randrange(1, 40)} Mbit/s",
                    queue = "{draw.randrange(5, 200)} packets"{loss} }}]
        [run]
        duration = "60 s"
        seed = {number}
        record = ["cwnd", "rtt"]
        """
    ) + textwrap.dedent(flows)


@pytest.mark.parametrize(("mine", "theirs"), [(PyReno, "newreno"), (PyCubic, "cubic")])
def test_controllers_in_python_give_the_bytes_of_those_in_rust(
    mine: type[Controller], theirs: str
) -> None:
    windows = set()
    for number in range(50):
        own = run(drawn(number, f'"{declaration_of(mine).name}"'), mine)
        builtin = run(drawn(number, f'"{theirs}"'))
        assert own["tables"] == builtin["tables"], number
        windows.add(len(str(own["tables"]["cwnd"])))
    assert len(windows) > 40, "the scenarios differ"
