"""Goal: a process killed at any instant leaves complete results, new or old.

Method: a process saves results over older ones and kills itself at one of its system calls, with
and without the atomic exchange of directories. The next call must find one of the two results, and
leave nothing else behind.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pyarrow as pa
import pytest

import forked
import skyseam
from skyseam import _directory, _files, results

SAVE = """
import os, signal, sys
import pyarrow as pa
from pathlib import Path
from skyseam import _directory, results

at = int(sys.argv[1])
calls = 0

def killed(call):
    def counted(*arguments, **keywords):
        global calls
        if calls == at:
            os.kill(os.getpid(), signal.SIGKILL)
        calls += 1
        return call(*arguments, **keywords)
    return counted

if sys.argv[2] == "apart":
    _directory._exchange = lambda *_: False
else:
    _directory._exchange = killed(_directory._exchange)
os.rename, os.rmdir, os.unlink = map(killed, (os.rename, os.rmdir, os.unlink))
os.mkdir = killed(os.mkdir)
results.Results({"flows": pa.table({"value": [2]})}, {"format": _directory.FORMAT}).save("out")
"""


def save(place: Path, value: int) -> None:
    table = pa.table({"value": [value]})
    results.Results({"flows": table}, {"format": _directory.FORMAT}).save(place)


def value_of(place: Path) -> int:
    found: int = skyseam.load(place).flows["value"][0].as_py()
    return found


@pytest.mark.parametrize("how", ["exchanged", "apart"])
def test_a_kill_at_any_step_leaves_whole_results(tmp_path: Path, how: str) -> None:
    seen = set()
    for at in range(20):
        place = tmp_path / str(at)
        save(place / "out", 1)
        done = forked.call(["-c", SAVE, str(at), how], place, 80)
        if done.returncode == 0:
            break
        assert done.returncode == -signal.SIGKILL, done.stderr
        seen.add((value_of(place / "out"), (place / "out").exists()))
        save(place / "out", 3)
        assert value_of(place / "out") == 3
        assert [one.name for one in place.iterdir()] == ["out"]
    assert at > 4, "there are not so few steps"
    assert {value for value, _ in seen} == {1, 2}


def test_results_moved_aside_by_a_killed_process_are_found(tmp_path: Path) -> None:
    save(tmp_path / "out", 1)
    (tmp_path / "out").rename(tmp_path / ".out.abcd_123.old")
    assert value_of(tmp_path / "out") == 1
    assert [one.name for one in tmp_path.iterdir()] == ["out"]


def test_what_a_living_process_writes_is_left_alone(tmp_path: Path) -> None:
    with _directory.whole_directory(tmp_path / "out") as partial:
        save(tmp_path / "out", 1)
        assert partial.is_dir()
    with _files.partial_of(tmp_path / "file", is_directory=False) as partial:
        _files.write_files({tmp_path / "file": "text"})
        assert partial.is_file()
    assert {one.name for one in tmp_path.iterdir()} == {"out", "file"}


def test_only_what_skyseam_may_have_left_is_removed(tmp_path: Path) -> None:
    kept = (".out.abcd_12.partial", ".out.partial", ".other.abcd_123.partial", ".out.abcd_123.bak")
    for name in (".out.abcd_123.partial", *kept):
        (tmp_path / name).mkdir()
    save(tmp_path / "out", 1)
    assert {one.name for one in tmp_path.iterdir()} == {"out", *kept}


def test_several_files_are_written_or_none(tmp_path: Path) -> None:
    (tmp_path / "second").mkdir()
    with pytest.raises(skyseam.OutputError):
        _files.write_files({tmp_path / "first": "1", tmp_path / "second": "2"})
    assert [one.name for one in tmp_path.iterdir()] == ["second"]


def test_results_are_read_when_they_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(tmp_path / "out", 1)
    monkeypatch.setattr(results, "_read_table", None)
    found = skyseam.load(tmp_path / "out")
    assert repr(found) == "<skyseam.Results flows: 1>"
    monkeypatch.undo()
    monkeypatch.chdir(os.sep)
    assert found.flows["value"].to_pylist() == [1]
