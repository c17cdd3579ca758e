"""Goal: arguments of the package's functions, however wrong, cause only Skyseam's exceptions.

Method: every public function is called with each of a list of hostile values for each argument:
wrong types, numbers that are NaN, huge or negative, empty and endless iterables, text that UTF-8
cannot encode. It works, or raises an error of Skyseam, or a TypeError that names the type.
"""

from __future__ import annotations

import datetime
import math
import pickle
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import skyseam
from conftest import BASE, SKY, WIRES
from skyseam import export, fading, hypatia, plot, sweeps
from skyseam.measures import sharing, voice

ENDLESS: dict[str, Any] = {}
ENDLESS["a"] = ENDLESS
DEEP: dict[str, Any] = {}
_inner = DEEP
for _ in range(3000):
    _inner = _inner.setdefault("a", {})

VALUES: list[Any] = [
    None, True, -1, 0, 1, 1.5, math.nan, math.inf, -math.inf, 1e308, 10**400, 2**64,
    "", "x", "a\0b", "\udcff", "x\ny", b"x", "9" * 400, [], [1], ["x"], [None], {}, {"a": 1},
    {1: 2}, {"\udcff": 1}, {"a": "\udcff"}, {"a": b"x"}, {"a": None}, {"a": {1, 2}}, ENDLESS, DEEP,
    object(), int, Path("nowhere"), Path("\0"), Path("\udcff"), np.float64("nan"), np.int64(3),
    np.array([1, 2]), np.array([[1.0]]), datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC),
    ("a", "b"), {1, 2}, lambda: None, skyseam.toml("x=1"), skyseam.toml("["), pa.table({"a": [1]}),
]  # fmt: skip

CONSTANT = {"kind": "constant", "level": "-3 dB"}
SHORT: dict[str, Any] = {"duration_s": 9.0, "step_s": 1.0}
PROBES = {
    "from_latitude_deg": [1.0],
    "from_longitude_deg": [1.0],
    "to_latitude_deg": [2.0],
    "to_longitude_deg": [50.0],
    "t_s": [1.0],
}
ENDS: dict[str, Any] = {"source": "HNL", "destination": "LAX", "duration_s": 9.0}

WIRED, SEEN = skyseam.toml(WIRES), skyseam.toml(SKY)
Call = Callable[[Any], object]


@cache
def ran() -> skyseam.Results:
    return skyseam.run(WIRED)


@cache
def swept() -> skyseam.Sweep:
    return sweeps.listed(BASE, [{"run.seed": 1}])


@cache
def faded() -> skyseam.Results:
    return skyseam.channel(model=CONSTANT, duration_s=1)


CALLS: dict[str, Call] = {
    "run": skyseam.run,
    "run, seed": lambda x: skyseam.run(WIRED, seed=x),
    "run, progress": lambda x: skyseam.run(WIRED, progress=x),
    "run_batch": skyseam.run_batch,
    "run_batch, of one": lambda x: skyseam.run_batch([x]),
    "run_batch, threads": lambda x: skyseam.run_batch([WIRED], threads=x),
    "check": skyseam.check,
    "resolved": skyseam.resolved,
    "toml": lambda x: skyseam.check(skyseam.toml(x)),
    "delay, pairs": lambda x: skyseam.delay(SEEN, pairs=x, **SHORT),
    "delay, a pair": lambda x: skyseam.delay(SEEN, pairs=[x], **SHORT),
    "delay, a name": lambda x: skyseam.delay(SEEN, pairs=[(x, "LAX")], **SHORT),
    "delay, start_s": lambda x: skyseam.delay(SEEN, start_s=x, **SHORT),
    "delay, duration_s": lambda x: skyseam.delay(SEEN, duration_s=x, step_s=1e5),
    "delay, step_s": lambda x: skyseam.delay(SEEN, duration_s=9.0, step_s=x),
    "routes, to": lambda x: skyseam.routes(SEEN, to=x, **SHORT),
    "routes, sources": lambda x: skyseam.routes(SEEN, sources=x, **SHORT),
    "routes, ground": lambda x: skyseam.routes(SEEN, ground=x, **SHORT),
    "routes, full": lambda x: skyseam.routes(SEEN, full=x, **SHORT),
    "routes, threads": lambda x: skyseam.routes(SEEN, threads=x, **SHORT),
    "save_routes": lambda x: skyseam.save_routes(SEEN, x, **SHORT),
    "probe": lambda x: skyseam.probe(SEEN, x),
    "probe, t_s": lambda x: skyseam.probe(SEEN, {**PROBES, "t_s": x}),
    "probe, a t_s": lambda x: skyseam.probe(SEEN, {**PROBES, "t_s": [x]}),
    "probe, metric": lambda x: skyseam.probe(SEEN, PROBES, metric=x),
    "probe, mask": lambda x: skyseam.probe(SEEN, PROBES, elevation_mask_deg=x),
    "probe, threads": lambda x: skyseam.probe(SEEN, PROBES, threads=x),
    "positions, start_s": lambda x: skyseam.positions(SEEN, x, 9.0, 1.0),
    "positions, duration_s": lambda x: skyseam.positions(SEEN, 0.0, x, 1e6),
    "positions, step_s": lambda x: skyseam.positions(SEEN, 0.0, 9.0, x),
    "snapshot": lambda x: skyseam.snapshot(SEEN, x),
    "channel": lambda x: skyseam.channel(x, duration_s=1),
    "channel, model": lambda x: skyseam.channel(model=x, duration_s=1),
    "channel, trace": lambda x: skyseam.channel(trace=x, duration_s=1),
    "channel, link": lambda x: skyseam.channel(WIRED, link=x),
    "channel, terminal": lambda x: skyseam.channel(WIRED, terminal=x),
    "channel, receiver": lambda x: skyseam.channel(model=CONSTANT, receiver=x, duration_s=1),
    "channel, seed": lambda x: skyseam.channel(model=CONSTANT, seed=x, duration_s=1),
    "channel, duration_s": lambda x: skyseam.channel(model=CONSTANT, duration_s=x),
    "statistics": lambda x: fading.statistics(faded(), x),
    "by_elevation": fading.by_elevation,
    "save_trace": lambda x: fading.save_trace(faded().table("levels"), x),
    "sweep": skyseam.sweep,
    "sweeps.read": sweeps.read,
    "listed": lambda x: sweeps.listed(x, [{"run.seed": 1}]),
    "listed, runs": lambda x: sweeps.listed(BASE, x),
    "listed, a run": lambda x: sweeps.listed(BASE, [x]),
    "listed, a value": lambda x: sweeps.listed(BASE, [{"run.seed": x}]).run(),
    "listed, keep": lambda x: sweeps.listed(BASE, [{"run.seed": 1}], keep=x),
    "listed, keep one": lambda x: sweeps.listed(BASE, [{"run.seed": 1}], keep=[x]),
    "Sweep.values": lambda x: swept().values(x),
    "Sweep.resolved": lambda x: swept().resolved(x),
    "Sweep.check": lambda x: swept().check(threads=x),
    "Sweep.run_into": lambda x: swept().run_into(x),
    "Sweep.run_into, limit": lambda x: swept().run_into("limited", limit=x),
    "load": skyseam.load,
    "save": lambda x: ran().save(x),
    "save, texts": lambda x: ran().save("saved", texts=x),
    "save, a text": lambda x: ran().save("saved", texts={"a.txt": x}),
    "save, figures": lambda x: ran().save("saved", figures=x),
    "save, a figure": lambda x: ran().save("saved", figures={"a.png": x}),
    "jain_index": sharing.jain_index,
    "goodput": sharing.goodput,
    "goodput, duration_s": lambda x: sharing.goodput(ran().flows, x),
    "goodput, users": lambda x: sharing.goodput(ran().flows, users=x),
    "fairness": sharing.fairness,
    "fairness, column": lambda x: sharing.fairness(sharing.goodput(ran().flows), x),
    "spectral_efficiency": lambda x: sharing.spectral_efficiency(ran().flows, x),
    "e_model": voice.e_model,
    "e_model, loss": lambda x: voice.e_model(1, x),
    "e_model, codec": lambda x: voice.e_model(1, codec=x),
    "e_model, jitter": lambda x: voice.e_model(1, jitter_ms=x),
    "e_model, bursts": lambda x: voice.e_model(1, burst_ratio=x),
    "e_model, round trip": lambda x: voice.e_model(1, round_trip_ms=x),
    "plot.delay": plot.delay,
    "plot.sequence, flow": lambda x: plot.sequence(ran(), x),
    "plot.congestion, flow": lambda x: plot.congestion(ran(), x),
    "plot.congestion, start_s": lambda x: plot.congestion(ran(), start_s=x),
    "plot.congestion, end_s": lambda x: plot.congestion(ran(), end_s=x),
    "plot.queue": plot.queue,
    "plot.transfer": plot.transfer,
    "plot.calls": plot.calls,
    "plot.channel": plot.channel,
    "plot.sky": plot.sky,
    "plot.save": lambda x: plot.save(plot.congestion(ran()), x),
    "export.czml": lambda x: export.czml(x, duration_s=60.0),
    "export.czml, route": lambda x: export.czml(SEEN, route=x, duration_s=60.0),
    "export.trace, form": lambda x: export.trace(SEEN, x, **ENDS),
    "export.trace, rate": lambda x: export.trace(SEEN, "mahimahi", rate_bps=x, **ENDS),
    "export.hypatia_set": lambda x: export.hypatia_set(x, duration_s=1.0),
    "read_set": hypatia.read_set,
    "read_fstate": hypatia.read_fstate,
}
"""Every public function with one of its arguments left open."""


@pytest.mark.parametrize("name", CALLS)
def test_no_argument_ends_in_another_exception(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for value in VALUES:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                CALLS[name](value)
        except skyseam.SkyseamError as error:
            str(error).encode("utf-8")
        except TypeError as error:
            assert str(error)


def test_a_str_is_a_path_and_text_has_a_way_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "seed=7.toml"
    path.write_text(WIRES, encoding="utf-8")
    assert skyseam.run(str(path)).flows == skyseam.run(WIRED).flows
    assert skyseam.resolved(WIRED) == skyseam.resolved(path)
    for verb in (skyseam.check, skyseam.delay, skyseam.channel, sweeps.read, export.czml):
        with pytest.raises(skyseam.InputError, match=r"is given as skyseam\.toml\(text\)"):
            verb(WIRES)
    with pytest.raises(skyseam.InputError, match="there is no file out/seed=8"):
        skyseam.run("out/seed=8.toml")
    with pytest.raises(TypeError, match=r"is a path, skyseam\.toml\(text\) or a mapping, not int"):
        skyseam.run(7)  # type: ignore[arg-type]


def test_every_error_of_ours_is_caught_by_one_name() -> None:
    with pytest.raises(skyseam.SkyseamError) as caught:
        skyseam.check(skyseam.toml("x = 1"))
    assert isinstance(caught.value, skyseam.ScenarioError)
    assert isinstance(caught.value, ValueError)
    # Errors come back from other processes too.
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.problems) == (str(caught.value), caught.value.problems)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"title": "a\0b"}, "title holds a NUL byte in line 1"),
        ({"title": "\udcff"}, r"title holds '\\udcff' in line 1, half of a surrogate pair"),
        ({"a\udcff": 1}, r"a key of the scenario holds '\\udcff'"),
        ({"run": {"seed": None}}, "run.seed is None; leave the key out"),
        ({"nodes": [{"name": {1}}]}, r"nodes\[0\]\.name is a set, \{1\}; expected text"),
        ({7: 1}, "the scenario has the key 7; expected text"),
        (ENDLESS, "nested more than 64 deep"),
    ],
)  # fmt: skip
def test_what_toml_cannot_say_is_named_by_its_key(change: dict[Any, Any], message: str) -> None:
    with pytest.raises(skyseam.InputError, match=message):
        skyseam.check({**BASE, **change})


def test_numbers_of_numpy_are_numbers() -> None:
    scenario = {**BASE, "run": {"duration": "30 s", "seed": np.int64(7)}}
    assert skyseam.resolved(scenario)["run"]["seed"] == 7


def test_a_value_that_no_run_can_have_is_named_by_run_and_key() -> None:
    runs: list[dict[str, Any]] = [{"run.seed": 1}, {"run.seed": None}]
    with pytest.raises(skyseam.InputError, match=r"run 1 of the list: run\.seed is None"):
        sweeps.listed(BASE, runs)
    with pytest.raises(skyseam.InputError, match="cannot be in a scenario"):
        sweeps.listed(BASE, [{"run.seed": math.nan}])


@pytest.mark.parametrize("keep", ["drops", "links"])
def test_tables_to_keep_are_a_list(keep: str) -> None:
    with pytest.raises(skyseam.InputError, match="keep is a list of names"):
        sweeps.listed(BASE, [{"run.seed": 1}], keep=keep)
