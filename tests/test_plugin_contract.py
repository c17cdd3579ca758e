# ruff: noqa: D101 - a class is named after its fault
"""Goal: `skyseam.testing` passes controllers that keep the contract, and refuses all others.

Method: Reno and CUBIC in Python pass; small changes of Reno, one for each test of the contract, are
refused with their line; the same by pytest's option.
"""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

import skyseam
from reno_and_cubic import PyCubic, PyReno
from skyseam import testing
from skyseam.plugins import _load, declarations

if TYPE_CHECKING:
    from typing import Any

    from skyseam.plugins import (
        Ack,
        Controller,
        Loss,
        Setup,
        Timeout,
    )


@pytest.mark.parametrize("controller", [PyReno, PyCubic])
def test_reno_and_cubic_keep_the_contract(controller: type[Controller]) -> None:
    testing.check_controller(controller)


class FirstWindow(PyReno):
    def begin(self, setup: Setup) -> None:
        super().begin(setup)
        self.cwnd *= 2


class GrowsAtLoss(PyReno):
    def on_loss(self, loss: Loss) -> None:
        self.cwnd += self.mss


class KeepsWindow(PyReno):
    def on_timeout(self, timeout: Timeout) -> None:
        self.threshold = self.cwnd


class MovesThreshold(PyReno):
    def on_timeout(self, timeout: Timeout) -> None:
        self.threshold = max(timeout.flight_size / 2, 2 * self.mss)
        self.cwnd = self.mss


class KeepsWindowOfSyn(PyReno):
    def on_syn_lost(self) -> None:
        pass


class GrowsUnused(PyReno):
    def on_ack(self, ack: Ack) -> None:
        self.cwnd += self.mss


class SharesWindow(PyReno):
    def copied(self) -> SharesWindow:
        return self


class SharesState(PyReno):
    _calls = [0]  # noqa: RUF012 - shared on purpose

    def on_ack(self, ack: Ack) -> None:
        super().on_ack(ack)
        self._calls[0] += 1
        self.cwnd += self._calls[0] % 7


class Explodes(PyReno):
    def on_ack(self, ack: Ack) -> None:
        if ack.cwnd_limited:
            self.cwnd *= 2


class DrawsLots(PyReno):
    def on_ack(self, ack: Ack) -> None:
        if random.random() < 2:
            super().on_ack(ack)


class DrawsNumPysLots(PyReno):
    def on_ack(self, ack: Ack) -> None:
        if np.random.random() < 2:
            super().on_ack(ack)


class LooksAtTheClock(PyReno):
    def on_ack(self, ack: Ack) -> None:
        if time.monotonic() > 0:
            super().on_ack(ack)


class LooksSecretly(PyReno):
    def on_ack(self, ack: Ack) -> None:
        look = getattr(time, "mono" + "tonic")
        if look() > 0:
            super().on_ack(ack)


class NoNumber(PyReno):
    def window(self) -> float:
        return float("nan")


class Fails(PyReno):
    def on_loss(self, loss: Loss) -> None:
        raise RuntimeError("not yet")


WRONG = [
    (FirstWindow, "begins_with_the_initial_window", "29200 bytes at the start"),
    (GrowsAtLoss, "does_not_grow_at_a_loss", "a loss raised the window"),
    (KeepsWindow, "falls_to_one_segment_at_a_timeout", "bytes after a timeout"),
    (MovesThreshold, "falls_to_one_segment_at_a_timeout", "a repeated timeout moved the threshold"),
    (KeepsWindowOfSyn, "begins_with_one_segment_after_a_lost_syn", "after a lost SYN"),
    (GrowsUnused, "leaves_an_unused_window", "an unused window grew"),
    (SharesWindow, "copies_are_apart", "a copy's window moved"),
    (SharesState, "repeats_itself", "two equal sequences of calls"),
    (Explodes, "repeats_itself", "expected: less than 2^40"),
    (DrawsLots, "reads_no_clock_and_no_global_randomness", "`random.random`"),
    (DrawsNumPysLots, "reads_no_clock_and_no_global_randomness", "`np.random.random`"),
    (LooksAtTheClock, "reads_no_clock_and_no_global_randomness", "`time.monotonic`"),
    (LooksSecretly, "begins_with_the_initial_window", None),
    (LooksSecretly, "does_not_grow_at_a_loss", "calls `monotonic`"),
    (NoNumber, "begins_with_the_initial_window", "returned nan (float)"),
    (Fails, "does_not_grow_at_a_loss", "raised RuntimeError: not yet"),
]


@pytest.mark.parametrize(("controller", "test", "message"), WRONG, ids=lambda one: str(one))
def test_each_test_finds_what_breaks_it(
    controller: type[Controller], test: str, message: str | None
) -> None:
    contract = testing.contract(controller)
    if message is None:
        contract[test]()
        return
    with pytest.raises(skyseam.PluginError) as caught:
        contract[test]()
    assert message in str(caught.value)
    assert caught.value.file.endswith("test_plugin_contract.py")
    lines = Path(__file__).read_text().splitlines()[: caught.value.line]
    above = next(line for line in reversed(lines) if line.startswith("class "))
    assert above == f"class {controller.__name__}(PyReno):"


def test_every_test_of_the_contract_refuses_something() -> None:
    assert {test for _, test, message in WRONG if message} == testing.contract(PyReno).keys()


def test_a_family_without_a_contract_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(testing._CONTRACTS, "congestion")
    with pytest.raises(skyseam.PluginError, match="there is no contract of controller `py-reno`"):
        testing.check(PyReno)


def test_pytest_runs_the_contract_of_a_class(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from reno_and_cubic import PyReno\n\n\nclass Mine(PyReno):\n"
        "    def on_syn_lost(self):\n        pass\n"
    )

    def call(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments],
            cwd=tmp_path, env={"PYTHONPATH": str(Path(__file__).parent), "PATH": ""},
            capture_output=True, text=True, check=False,
        )  # fmt: skip

    done = call("--skyseam", "mine.py")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 failed, 7 passed" in done.stdout
    assert "controller `mine`: the window is 14600 bytes after a lost SYN" in done.stdout
    assert "mine.py:5" in done.stdout
    assert call("--skyseam", "reno_and_cubic:PyReno").returncode == 0
    wrong = call("--skyseam", "not_there:Mine")
    assert wrong.returncode == 4
    assert "there is no module `not_there`" in wrong.stderr


def test_clocks_and_global_randomness_are_warned_of_where_a_plugin_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lots.py").write_text(
        "import random, time\nfrom reno_and_cubic import PyReno\n\nSTART = time.time()\n\n\n"
        "class Lots(PyReno):\n    def window(self):\n"
        "        return self.cwnd + random.randrange(3) + self.random.randrange(3)\n"
    )
    scenario: dict[str, Any] = {
        "nodes": [{"name": "a"}, {"name": "b"}],
        "routing": {"kind": "python", "file": "lots.py"},
    }
    with pytest.warns(skyseam.PluginWarning) as caught, pytest.raises(skyseam.ScenarioError):
        skyseam.check(scenario)
    told = [str(one.message) for one in caught if one.category is skyseam.PluginWarning]
    assert told == [
        "warning: lots.py:9 calls `random.randrange`; draw from `self.random`, which the "
        "scenario's seed determines: runs are not repeatable"
    ]


def test_other_processes_load_a_plugin_by_its_names(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("from reno_and_cubic import PyReno\n\n\nclass Mine(PyReno):\n    pass\n")
    one = _load.chosen(None, "mine.py", tmp_path)
    sent = pickle.dumps(one)
    assert pickle.loads(sent) == one
    file.write_text(file.read_text() + "\n")
    with pytest.raises(skyseam.PluginError, match=r"mine.py:4 has changed since the sweep began"):
        pickle.loads(sent)

    class Local(PyReno):
        pass

    with pytest.raises(skyseam.PluginError, match="`local` cannot be sent to other processes"):
        pickle.dumps(declarations([Local])[0])
    [handed] = declarations([PyReno])
    assert pickle.loads(pickle.dumps(handed)) == handed


def test_sweeps_name_their_plugins_and_make_runs_on_processes(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from reno_and_cubic import PyReno\n\n\nclass Mine(PyReno):\n    pass\n"
    )
    text = """
        [scenario]
        nodes = [{ name = "a" }, { name = "b" }]
        wires = [{ between = ["a", "b"], delay = "9 ms", rate = "9 Mbit/s", queue = "9 packets" }]
        flows = [{ name = "f", from = "a", to = "b",
                   application = { kind = "file", size = "99 kB" },
                   transport.kind = "tcp", transport.congestion = "cubic" }]
        run.duration = "20 s"
        [[vary]]
        key = "flows[0].transport.congestion"
        values = ["cubic", { kind = "python", file = "mine.py" },
                  { kind = "python", file = "mine.py", least = 9 }]
    """
    (tmp_path / "sweep.toml").write_text(text)
    sweep = skyseam.sweeps.read(tmp_path / "sweep.toml")
    assert "plug-in mine.py:Mine" in sweep.made_by()
    here = sweep.run().flows
    assert here.num_rows == 3
    assert sweep.run(executor="processes:2").flows == here


def test_names_are_those_of_classes_and_are_given_once(tmp_path: Path) -> None:
    [one] = declarations([PyReno])
    assert (one.name, one.family, one.reference) == (
        "py-reno",
        "congestion",
        "reno_and_cubic:PyReno",
    )
    assert [two.name for two in declarations(["reno_and_cubic"])] == ["py-reno", "py-cubic"]
    (tmp_path / "other.py").write_text(
        "from reno_and_cubic import PyReno as R\n\n\nclass PyReno(R):\n    pass\n"
    )
    with pytest.raises(skyseam.PluginError, match="two plug-ins have the name `py-reno`"):
        declarations([PyReno, str(tmp_path / "other.py")])
