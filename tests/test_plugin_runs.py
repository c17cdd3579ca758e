"""Goal: classes of Python run as controllers, and give the bytes of the Rust ones that they repeat.

Method: Reno and CUBIC in Python (`reno_and_cubic.py`) beside those of the stack `rfc`, over
scenarios drawn by a fixed seed; runs whose plug-in fails, is interrupted or never ends.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

import skyseam
from conftest import ROOT
from controllers_that_fail import Broken, Lots
from reno_and_cubic import PyCubic, PyReno
from skyseam import _core
from skyseam._scenario import source
from skyseam.plugins import Controller, Plugin, declaration_of


def run(text: str, *models: type[Plugin], threads: int = 1) -> dict[str, Any]:
    """Return what the core hands over."""
    read = source(skyseam.toml(text), models)
    return dict(_core.run(*read, None, threads, (None, None, None)))


def drawn(number: int, controller: str, stack: str = "rfc") -> str:
    """Return a scenario whose path, losses and sizes are drawn under a number."""
    draw = random.Random(number)
    losses = f', loss = {{ kind = "bernoulli", probability = {draw.uniform(0, 0.02):.4f} }}'
    loss = draw.choice(["", losses])
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


@pytest.mark.parametrize("stack", ['"tcp", stack = "linux"', '"quic"'])
def test_a_controller_runs_over_each_transport(stack: str) -> None:
    text = drawn(3, '"py-reno"').replace('"tcp", stack = "rfc"', stack)
    own = run(text, PyReno)["manifest"]
    again = run(text, PyReno)["manifest"]
    theirs = run(text.replace("py-reno", "newreno"))["manifest"]
    assert own == again
    ended = [json.loads(one)["ended_at_s"] for one in (own, theirs)]
    assert ended[0] == pytest.approx(ended[1], rel=0.1)


def test_the_manifest_names_the_plug_ins_and_their_keys() -> None:
    manifest = json.loads(
        run(drawn(1, '{ kind = "py-reno", least = 3 }'), PyReno, PyCubic)["manifest"]
    )
    (plugin,) = manifest["plugins"]
    assert plugin["name"] == "py-reno"
    assert plugin["reference"] == "reno_and_cubic:PyReno"
    assert len(plugin["digest"]) == 64
    chosen = manifest["scenario"]["flows"][0]["transport"]["congestion"]
    assert chosen == {"kind": "py-reno", "least": 3}
    assert "plugins" not in json.loads(run(drawn(1, '"cubic"'), PyReno)["manifest"])


def test_a_run_with_plug_ins_is_on_one_thread_and_says_so() -> None:
    ran = run(drawn(1, '"py-reno"'), PyReno, threads=2)
    assert ran["undivided"] == "it has plug-ins in Python, which run on one thread"
    assert "no satellites" in run(drawn(1, '"cubic"'), PyReno, threads=2)["undivided"]


REFUSED = [
    ('{ kind = "py-reno", laest = 3 }', "did you mean `least`?"),
    ('{ kind = "py-reno", least = 11 }', "a whole number from 1 to 10"),
    ('"py-rneo"', 'did you mean "py-reno"?'),
    ('"py-reno", stack = "ns2"', 'the TCP stack "ns2" has no "py-reno"'),
]


@pytest.mark.parametrize(("given", "expected"), REFUSED)
def test_keys_of_plug_ins_are_checked_like_others(given: str, expected: str) -> None:
    text = drawn(1, given)
    if "ns2" in given:
        text = text.replace('stack = "rfc", ', "")
    with pytest.raises(skyseam.ScenarioError, match=expected.replace("?", r"\?")):
        run(text, PyReno)


def test_schema_and_models_have_the_keys() -> None:
    declared = [declaration_of(PyReno)]
    assert "Segments of the least threshold." in _core.schema(declared)
    assert "py-reno" not in _core.schema()
    rows = [row for row in json.loads(_core.registry(declared)) if row["name"] == "py-reno"]
    assert rows[0]["summary"] == "Additive increase, multiplicative decrease by half"
    assert len(rows) == 2, "of TCP and of QUIC"


def test_random_numbers_come_from_the_seed_and_the_flow() -> None:
    drawn_numbers = Lots.drawn
    for seed in (1, 1, 2):
        run(drawn(7, '"lots"').replace("seed = 7", f"seed = {seed}"), Lots)
    third = len(drawn_numbers) // 3
    assert third >= 2
    first, second, other = (drawn_numbers[at : at + third] for at in (0, third, 2 * third))
    assert first == second
    assert len({*first, *other}) == 2 * third


WAYS = {
    "raise": ("raised ZeroDivisionError: nothing to divide by", "on_ack"),
    "negative": ("returned -1", "window"),
    "nan": ("returned nan", "window"),
    "text": ("returned 'wide'", "window"),
    "none": ("returned None", "window"),
    "inf": ("returned inf", "window"),
    "ssthresh": ("returned nan", "ssthresh"),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_fault_is_one_message_with_place_time_and_flow(way: str) -> None:
    text = drawn(6, f'{{ kind = "broken", way = "{way}" }}')
    ran = run(text, Broken)
    error = ran["raised"]
    assert isinstance(error, skyseam.PluginError)
    words, method = WAYS[way]
    assert words in str(error)
    assert "controllers_that_fail.py:" in str(error)
    assert "of simulated time" in str(error)
    assert re.search(r'flow "file \d"', str(error)), "by its name"
    assert error.method == method
    manifest = json.loads(ran["manifest"])
    assert manifest["complete"] is False
    assert manifest["end_reason"] == "a plug-in failed"
    if way == "raise":
        assert error.time_s is not None and 5.0 < error.time_s < 6.5
        assert manifest["ended_at_s"] < 20.0, "the whole run takes 25 s"
    if error.time_s:
        waits = manifest["ended_at_s"] - error.time_s
        assert 0 <= waits < 0.5, "the run ends before its next event"


def test_the_results_so_far_are_kept(tmp_path: Path) -> None:
    text = skyseam.toml(drawn(6, '{ kind = "broken", way = "raise" }'))
    with pytest.raises(skyseam.PluginError) as caught:
        skyseam.save_run(text, tmp_path / "run", models=[Broken])
    assert caught.value.results is not None
    with pytest.warns(skyseam.SkyseamWarning, match="a part of a run"):
        kept = skyseam.load(tmp_path / "run")
    assert kept.manifest["complete"] is False
    assert kept.table("cwnd").num_rows > 10
    assert caught.value.results.manifest["complete"] is False


INTERRUPT = f"""
import os, signal, sys, threading, time
sys.path[:0] = [{str(ROOT / "tests")!r}]
import skyseam
from controllers_that_fail import Endless
from test_plugin_runs import drawn

def interrupt():
    time.sleep(1.5)
    begun.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)

begun = []
signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Thread(target=interrupt).start()
try:
    skyseam.run(skyseam.toml(drawn(2, '"endless"')), models=[Endless])
except skyseam.Interrupted as interrupted:
    assert time.monotonic() - begun[0] < 1.0
    assert interrupted.results.manifest["complete"] is False
    print("interrupted")
"""


def test_an_interrupt_ends_an_endless_loop_within_a_second() -> None:
    """Method: a process of its own, which a signal at a bad moment may end."""
    call = [sys.executable, "-c", INTERRUPT]
    done = subprocess.run(call, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == "interrupted\n", done.stderr


def test_batches_and_sweeps_run_plug_ins_one_after_the_other() -> None:
    texts = [skyseam.toml(drawn(number, '"py-reno"')) for number in range(3)]
    batch = skyseam.run_batch(texts, threads=2, models=[PyReno])
    alone = [skyseam.run(text, models=[PyReno]) for text in texts]
    assert [one.flows for one in batch] == [one.flows for one in alone]
    failing = skyseam.toml(drawn(6, '{ kind = "broken", way = "raise" }'))
    with pytest.raises(skyseam.PluginError, match="scenario 1 of the batch") as caught:
        skyseam.run_batch([texts[0], failing, texts[2]], models=[PyReno, Broken])
    first, cut, last = caught.value.batch
    assert [first.flows, last.flows] == [alone[0].flows, alone[2].flows]
    assert first.manifest["complete"] and not cut.manifest["complete"]


def test_thousands_of_runs_do_not_leak() -> None:
    """Method: resident memory after 200 small runs and after 1,000 more, in a fresh process."""
    script = f"""
import gc, resource, sys
sys.path[:0] = [{str(ROOT / "tests")!r}]
import skyseam
from reno_and_cubic import PyReno
text = skyseam.toml({TINY!r})
def resident():
    gc.collect()
    return int(open("/proc/self/statm").read().split()[1]) * resource.getpagesize()
for count in (200, 1000):
    for number in range(count):
        skyseam.run(text, models=[PyReno])
    if count == 200:
        before = resident()
print(resident() - before)
"""
    told = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert int(told.stdout) < 2_000_000, "2 kB for each run"


TINY = """
nodes = [{ name = "a" }, { name = "b" }]
wires = [{ between = ["a", "b"], delay = "10 ms", rate = "10 Mbit/s", queue = "50 packets" }]
[[flows]]
name = "file"
from = "a"
to = "b"
application = { kind = "file", size = "9 kB" }
transport = { kind = "tcp", congestion = { kind = "py-reno", least = 3 } }
[run]
duration = "5 s"
"""


def test_models_of_the_command_line_are_chosen_by_name(tmp_path: Path) -> None:
    """Method: run, check and a sweep of a scenario that chooses a class by its name."""
    (tmp_path / "own.toml").write_text(TINY)
    (tmp_path / "own.sweep.toml").write_text('scenario = "own.toml"\nreplications = 2\n')

    def call(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "skyseam", *arguments],
            cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT / "tests")},
            capture_output=True, text=True, check=False,
        )  # fmt: skip

    models = ("--models", "reno_and_cubic:PyReno")
    without = call("run", "own.toml", "-o", "a")
    assert without.returncode == 2
    assert "py-reno" in without.stderr
    for arguments in (("run", "own.toml", "-o", "a"), ("check", "own.toml")):
        done = call(*arguments, *models)
        assert done.returncode == 0, done.stderr
        assert "no effect" not in done.stderr
    assert skyseam.load(tmp_path / "a").manifest["plugins"][0]["name"] == "py-reno"
    done = call("sweep", "own.sweep.toml", "-o", "b", *models)
    assert done.returncode == 0, done.stderr
    (tmp_path / "own.toml").write_text(TINY.replace("py-reno", "cubic").replace(", least = 3", ""))
    done = call("run", "own.toml", "-o", "a", *models)
    assert done.returncode == 0
    assert "--models had no effect" in done.stderr
