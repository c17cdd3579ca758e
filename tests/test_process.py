"""Goal: every command ends in time with its exit code, under any signals and environment.

Method: a sample of what `make torture` runs in full.
"""

from __future__ import annotations

import signal
from pathlib import Path

import click
import pytest

import every_command
from skyseam.cli.commands import cli
from torture import signals, surroundings


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with the files that commands read."""
    place = tmp_path_factory.mktemp("prepared")
    every_command.prepare(place)
    return place


def leaves(command: click.Command, name: str = "") -> list[str]:
    """Return the names of the commands of a group, including those of its subgroups."""
    if not isinstance(command, click.Group):
        return [name]
    context = click.Context(command)
    found: list[str] = []
    for one in command.list_commands(context):
        inner = command.get_command(context, one)
        assert inner is not None
        found += leaves(inner, f"{name} {one}".strip())
    return found


def test_the_table_has_every_command() -> None:
    assert every_command.COMMANDS.keys() | every_command.APART == set(leaves(cli))


def test_a_sample_of_signals_ends_commands_in_time_and_by_their_code(prepared: Path) -> None:
    cases = [signals.case(number) for number in range(16)]
    # Time on a machine that is busy with other tests; `make torture` demands two seconds.
    endings = signals.run(cases, prepared, jobs=2, within_s=10)
    assert [one for one in endings if one.faults] == []
    assert sum(one.code == signals.INTERRUPTED for one in endings) > 8


@pytest.mark.parametrize("command", ["reproduce", "run", "sweep on processes"])
def test_two_signals_within_a_third_of_a_second(prepared: Path, command: str) -> None:
    pauses = (0.0, 0.1)
    cases = [
        signals.Case(command, ((signal.SIGINT, 1.5), (number, pause)))
        for pause in pauses
        for number in (signal.SIGINT, signal.SIGTERM)
    ]
    endings = signals.run(cases, prepared, jobs=2, within_s=10)
    assert [one for one in endings if one.faults] == []
    assert {one.code for one in endings} == {signals.INTERRUPTED}


def test_a_sample_of_commands_holds_in_foreign_surroundings(prepared: Path) -> None:
    # One command in each: the next one of the table every time.
    cases = surroundings.cases()[:: len(every_command.COMMANDS) - 3]
    assert {one for _, one in cases} == set(surroundings.ALL)
    endings = surroundings.run(cases, prepared, jobs=2)
    assert [(one.command, one.surroundings, one.faults) for one in endings if one.faults] == []
