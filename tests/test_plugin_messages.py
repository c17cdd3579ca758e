"""Goal: a wrong plug-in gives one message with its file, its line and what was expected.

Method: the classes of data/wrong_plugins.txt, each chosen by a scenario and run; their messages
stand there below them. ``SKYSEAM_BLESS=1`` writes them anew.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

import skyseam

if TYPE_CHECKING:
    from conftest import Command

GOLDEN = Path(__file__).parent / "data" / "wrong_plugins.txt"

HEAD = """\
import math
from typing import Annotated
from skyseam.plugins import *
from whole import Whole

"""

WHOLE = '''\
from skyseam.plugins import Controller


class Whole(Controller):
    """A constant window."""

    def begin(self, setup):
        self.cwnd = setup.initial_window

    def on_ack(self, ack):
        pass

    def on_loss(self, loss):
        pass

    def on_timeout(self, timeout):
        pass

    def on_syn_lost(self):
        pass

    def window(self):
        return self.cwnd
'''

SCENARIO = """
nodes = [{{ name = "a" }}, {{ name = "b" }}]
wires = [{{ between = ["a", "b"], delay = "20 ms", rate = "1 Mbit/s", queue = "9 packets" }}]
[[flows]]
name = "copy"
from = "a"
to = "b"
application = {{ kind = "file", size = "1 MB" }}
[flows.transport]
kind = "tcp"
stack = "rfc"
congestion = {{ kind = "python"{chosen} }}
[run]
duration = "20 s"
"""


SKY = """
constellation.preset = "iridium"
terminals = [
  {{ name = "Bonn", latitude = "50.7 deg", longitude = "7.1 deg" }},
  {{ name = "Rome", latitude = "41.9 deg", longitude = "12.5 deg" }},
]
handover = {{ kind = "{handover}"{handover_chosen} }}
routing = {{ kind = "{routing}"{routing_chosen} }}
[links]
uplink = {{ rate = "1 Mbit/s", queue = {{ kind = "{queue}"{queue_chosen} }} }}
downlink = {{ rate = "1 Mbit/s", scheduler = {{ kind = "{scheduler}"{scheduler_chosen} }} }}
isl = {{ rate = "10 Mbit/s", queue = "99 packets" }}
[[flows]]
name = "ping"
from = "Bonn"
to = "Rome"
application = {{ kind = "ping", count = 10, interval = "1 s" }}
[run]
duration = "20 s"
"""
"""For families that are not controllers: "#! handover" in the first line of a case chooses it."""

BUILT_IN = {
    "handover": "sticky",
    "routing": "shortest-path",
    "queue": 'drop-tail", limit = "9 packets',
    "scheduler": 'round-robin", limit = "9 packets',
}


class Case(NamedTuple):
    """A wrong plug-in and the message about it."""

    name: str
    code: str
    message: str


def cases() -> list[Case]:
    found = []
    for part in GOLDEN.read_text().split("== ")[1:]:
        name, _, rest = part.partition("\n")
        code, _, message = rest.partition("--\n")
        found.append(Case(name, code, message))
    return found


def message_of(case: Case, directory: Path) -> str:
    """Run the case and return its message."""
    first, _, rest = case.code.partition("\n")
    if first.startswith("#! "):
        family = first.removeprefix("#! ")
        names = BUILT_IN | {family: "python"}
        files = {f"{name}_chosen": "" for name in names}
        files[f"{family}_chosen"] = ', file = "mine.py"'
        return told_of(SKY.format(**names, **files), rest, directory)
    chosen, code = (
        (first[1:].strip(), rest) if first[:1] == "#" else ('file = "mine.py"', case.code)
    )
    text = SCENARIO.format(chosen=f", {chosen}" if chosen else "")
    return told_of(text, code, directory)


def told_of(text: str, code: str, directory: Path) -> str:
    """Run a scenario beside a plug-in and return the message."""
    sys.modules.pop("whole", None)
    (directory / "whole.py").write_text(WHOLE)
    (directory / "mine.py").write_text(HEAD + code)
    (directory / "scenario.toml").write_text(text)
    with pytest.raises((skyseam.PluginError, skyseam.ScenarioError)) as caught:
        skyseam.run("scenario.toml")
    told = str(caught.value).rstrip().replace(str(directory), "DIRECTORY")
    return told + "\n"


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_wrong_plugins_are_told_what_is_wrong(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = message_of(case, tmp_path)
    if os.environ.get("SKYSEAM_BLESS"):
        text = GOLDEN.read_text()
        old = f"== {case.name}\n{case.code}" + (f"--\n{case.message}" if case.message else "")
        GOLDEN.write_text(text.replace(old, f"== {case.name}\n{case.code}--\n{found}", 1))
        return
    assert found == case.message
    words = ("expected", "cannot be loaded", "raised", "missing", "there is no", "needs")
    assert any(word in found for word in words)


def test_the_command_line_ends_with_2_and_keeps_the_results_so_far(
    skyseam_command: Command, tmp_path: Path
) -> None:
    code = """
class Mine(Whole):
    gain: Annotated[float, Range(0, 10), "Gain of the loop."] = 2.0

    def on_ack(self, ack):
        if ack.now > 1:
            self.cwnd /= 0
"""
    (tmp_path / "whole.py").write_text(WHOLE)
    (tmp_path / "mine.py").write_text(HEAD + code)
    (tmp_path / "scenario.toml").write_text(SCENARIO.format(chosen=', file = "mine.py"'))
    assert skyseam_command("check", tmp_path / "scenario.toml").returncode == 0
    done = skyseam_command("run", tmp_path / "scenario.toml", "-o", tmp_path / "out")
    assert done.returncode == 2
    assert f"the results so far are in {tmp_path / 'out'}\n" in done.stderr
    assert "\nerror: `on_ack` of controller `mine` raised ZeroDivisionError" in done.stderr
    with pytest.warns(skyseam.SkyseamWarning, match="holds a part of a run"):
        part = skyseam.load(tmp_path / "out")
    assert part.manifest["complete"] is False
    assert part.flows["packets_sent"].to_pylist()[0] > 0
    [plugin] = part.manifest["plugins"]
    assert plugin["reference"] == "mine.py:Mine"
    listed = skyseam_command("models", "--models", tmp_path / "mine.py")
    assert "mine" in listed.stdout
    schema = skyseam_command("schema", "--models", tmp_path / "mine.py")
    assert "Gain of the loop." in schema.stdout


def test_there_are_forty() -> None:
    assert len(cases()) >= 40
