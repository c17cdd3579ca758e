"""Goal: `skyseam init` writes a scenario that runs as it is, and refuses what would not.

Method: the command with answers on its input and by options; runs of what it wrote.
"""

from __future__ import annotations

import subprocess
import tomllib
from pathlib import Path

import pytest

import forked
import skyseam
from skyseam.cli.init import TRAFFIC


def init(*arguments: str | Path, answers: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command with these lines on its standard input."""
    command = ["-m", "skyseam", "init", *map(str, arguments)]
    return forked.call(command, Path.cwd(), 80, answers)


def test_empty_answers_take_the_defaults(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    done = init(file, answers="\n\n\n\n")
    assert done.returncode == 0, done.stderr
    assert "Network [starlink-shell1]" in done.stderr
    assert f"skyseam run {file}" in done.stdout.replace("\n", " ")
    read = tomllib.loads(file.read_text(encoding="utf-8"))
    assert [one["name"] for one in read["terminals"]] == ["Berlin"]
    assert read["constellation"] == {"preset": "starlink-shell1"}
    assert read["ground"] == {"preset": "starlink-2024"}
    flow = skyseam.run(file).flows.to_pylist()[0]
    assert (flow["destination"], flow["end_reason"]) == ("pop-Frankfurt", "finished")


@pytest.mark.parametrize("kind", TRAFFIC)
def test_every_kind_of_traffic_runs(tmp_path: Path, kind: str) -> None:
    file = tmp_path / "mine.toml"
    done = init(
        file, "--network", "iridium", "--from", "Paris", "--to", "41.9,12.5", "--traffic", kind
    )
    assert done.returncode == 0, done.stderr
    flow = skyseam.run(file).flows.to_pylist()[0]
    assert flow["end_reason"] == "finished"
    assert flow["bytes"] or kind in ("ping", "voice")


@pytest.mark.parametrize(("network", "to"), [("geo", "Rome"), ("viasat", "Madrid")])
def test_a_network_without_isls_needs_no_rate_of_theirs(
    tmp_path: Path, network: str, to: str
) -> None:
    file = tmp_path / "mine.toml"
    done = init(file, "--network", network, "--from", "Paris", "--to", to, "--traffic", "ping")
    assert done.returncode == 0, done.stderr
    assert "isl" not in tomllib.loads(file.read_text(encoding="utf-8"))["links"]
    assert skyseam.run(file).flows.to_pylist()[0]["rtt_samples"] > 0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--network", "starlnk"], "which is no constellation"),
        (["--network", "iridium", "--from", "Parsi"], "did you mean Paris?"),
        (["--network", "iridium", "--from", "95,0"], "latitude from -90 to 90"),
        (
            ["--network", "iridium", "--from", "Rome", "--to", "Rome", "--traffic", "web"],
            "two places",
        ),
        (["--network", "iridium", "--from", "Rome", "--to", "Paris"], "give it with --traffic"),
        (
            ["--network", "geo", "--from", "Rome", "--to", "internet"],
            "gateways of starlink",
        ),
        ([], "give it with --network"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_written(
    tmp_path: Path, arguments: list[str], told: str
) -> None:
    done = init(tmp_path / "mine.toml", *arguments, answers="")
    assert done.returncode == 2
    assert told in done.stderr
    assert not list(tmp_path.iterdir())


def test_no_file_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("mine", encoding="utf-8")
    done = init(tmp_path / "mine.toml", answers="\n\n\n\n")
    assert done.returncode == 2
    assert "exists already" in done.stderr
    assert (tmp_path / "mine.toml").read_text(encoding="utf-8") == "mine"
