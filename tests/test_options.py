"""Goal: an option of a command line that has no effect on the request is refused with a message.

Method: a table with every option of every command: the objects on which it always acts, or calls in
which it would have no effect; the table is compared with the commands, and each call is made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
import pytest

import skyseam
from conftest import ROOT
from skyseam.cli.commands import OF_A_RUN, OF_SEVERAL, cli
from skyseam.cli.options import hand_over

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ALWAYS: dict[str, str] = {
    "check": "--effects",
    "schema": "--output --sweep",
    "models": "--models",
    "run": "--output --seed --threads --effects --progress",
    "delay": "--from --to --start --duration --step --traces --output --progress",
    "routes": "--to --from --ground --changes --start --duration --step --threads --output "
    "--progress",
    "plot": "--what --cdf --dark --output",
    "view": "--start --duration --save --progress",
    "groups": "--output",
    "examples": "--output",
    "contacts": "--terminal --start --duration --step --frequency --output --progress",
    "export czml": "--from --to --start --duration --step --output --progress",
    "export delay": "--from --to --format --start --duration --step --output --progress",
    "export hypatia": "--start --duration --step --output --progress",
    "import hypatia": "--output",
    "channel": "--duration --output --figure --progress",
    "link": "--output",
    "compare": "--slot --format --figure",
    "emulate": "--attach --output --late --lead --seed --awake --view",
    "fit": "--output --half --down --up --propagation --slot --format --figure",
    "init": "--network --from --to --traffic",
    "sweep": "--threads --dry-run --progress",
    "replay": "--output --with --speed --progress",
    "reproduce": "--only --output --quick --store --executor --progress",
    "study handovers": "--preset --from --to --size --stack --congestion --start --duration --step "
    "--output --quick --seed --store --executor --progress",
    "study acks": "--delayed-ack --reordering --congestion --duration --seeds --output --quick "
    "--seed --store --executor --progress --preset",
    "study schedulers": "--scheduler --limit --duration --seeds --output --quick --seed --store "
    "--executor --progress --preset",
    "study fairness": "--congestion --duration --seeds --output --quick --seed --store --executor "
    "--progress --preset",
    "study latency": "--from --to --queue --congestion --flows --duration --seeds --output --quick "
    "--seed --store --threads --executor --progress --preset",
    "study routing": "--preset --pings --latitude --scope --start --duration --output --quick "
    "--seed --store --threads --progress",
    "demo": "--output --threads --progress",
    "validate": "--output --progress",
    "page import": "--output",
    "page generate": "--seed --output",
}
"""Options that act on whatever the command is given."""

CHAIN = ROOT / "scenarios" / "chain.toml"
TRACE = ["export", "delay", str(CHAIN), "--from", "a", "--to", "b", "-o", "x"]
DELAY = ["delay", str(CHAIN), "-o", "x"]
QUEUES = ["sweep", str(ROOT / "sweeps" / "queues.toml"), "--dry-run"]

WITH_PRESET = {"--from": "Paris", "--to": "Rome", "--rate": "1 Mbit/s"}
"""Options of studies that act on a preset, each with a value."""

WITHOUT_EFFECT: list[tuple[list[str], str, str | None]] = [
    (["check", "x.toml"], "--progress", None),
    (["schema", "--sweep"], "--models", "mine.py"),
    (["emulate", str(CHAIN), "--attach", "a", "--attach", "b"], "--record", None),
    (["validate", "ns2-tcp"], "--live", None),
    (["validate", "linux-tcp"], "--seed", "1"),
    (DELAY, "--resolution", "1 ms"),
    (DELAY, "--rounding", "up"),
    (DELAY, "--extra-delay", "1 ms"),
    ([*DELAY, "--traces"], "--rounding", "up"),
    ([*TRACE, "--format", "csv"], "--rate", "1 Mbit/s"),
    ([*TRACE, "--format", "netem"], "--queue", "100 packets"),
    (QUEUES, "--output", "x"),
    (QUEUES, "--executor", "processes"),
    (QUEUES, "--limit", "1"),
    (["reproduce", "boubaker2020", "--executor", "processes"], "--threads", "2"),
    (["study", "handovers", str(CHAIN), "--from", "Paris", "--to", "Rome"], "--rate", "1 Mbit/s"),
    (
        [
            "study",
            "handovers",
            "--preset",
            "iridium",
            "--from",
            "Paris",
            "--to",
            "Rome",
            "--executor",
            "processes",
        ],
        "--threads",
        "2",
    ),
    *((["study", "acks"], option, value) for option, value in WITH_PRESET.items()),
    (["study", "acks"], "--environment", "suburban"),
    *((["study", "schedulers"], option, value) for option, value in WITH_PRESET.items()),
    (["study", "schedulers"], "--environment", "suburban"),
    (["study", "schedulers"], "--downloads", "3"),
    (["study", "schedulers"], "--calls", "3"),
    (["study", "fairness"], "--from", "Paris"),
    (["study", "fairness"], "--to", "Rome"),
    (["study", "fairness", str(CHAIN)], "--rate", "1 Mbit/s"),
    (["study", "fairness", str(CHAIN)], "--rtt", "20 ms"),
    (["study", "fairness", str(CHAIN)], "--queue", "codel"),
    (["study", "latency"], "--from", "Paris"),
    (["study", "latency"], "--to", "Rome"),
    (["study", "latency", str(CHAIN), "--from", "a", "--to", "b"], "--rate", "1 Mbit/s"),
    (["study", "latency", str(CHAIN), "--from", "a", "--to", "b"], "--up", "1 Mbit/s"),
    (["study", "latency", str(CHAIN), "--from", "a", "--to", "b"], "--rtt", "9 ms"),
    *(
        (["study", name, "--executor", "processes"], "--threads", "2")
        for name in ("acks", "schedulers", "fairness")
    ),
    (["study", "routing"], "--executor", "processes"),
    (["view", "x", "--save", "x.html"], "--port", "80"),
    (["view", "x", "--save", "x.html"], "--no-browser", None),
    (["channel", "x.csv"], "--link", "wires[0]"),
    (["channel", "x.csv"], "--terminal", "a"),
    (["channel", "x.csv"], "--seed", "2"),
    (["channel", "x.csv"], "--receiver", "a"),
    (["channel", "x.csv"], "--dark", None),
    (["link", "x.toml"], "--dark", None),
    (["compare", "x.csv", "y.csv"], "--dark", None),
    (["compare", "x.csv", "y.csv"], "--flow", "ping"),
    (["fit", "x.csv"], "--alternate", None),
    (["fit", "x.csv"], "--dark", None),
    (["fit", "x.csv"], "--source", "me"),
    (["fit", "x.csv"], "--summary", "a roof"),
]
"""Calls, and an option that would do nothing in each."""

ELSEWHERE = {
    "channel": "--kind --environment --profile --bandwidth --delay-spread --speed --frequency "
    "--elevation --sample",
    "constellations": "--toml",
}
"""Options that other words refuse."""

PARTS = {"--flow": "0", "--link": "a", "--start": "1 s", "--end": "2 s", "--x": "run.seed"}
"""Options of `plot` that choose a part of what there is."""


def _commands(group: click.Group, before: str = "") -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from _commands(command, f"{before}{name} ")
        else:
            yield before + name, command


def test_every_option_of_every_command_is_in_a_table() -> None:
    for name, command in _commands(cli):
        options = {
            next(one for one in parameter.opts if one.startswith("--"))
            for parameter in command.params
            if isinstance(parameter, click.Option)
        }
        known = {*ALWAYS.get(name, "").split(), *ELSEWHERE.get(name, "").split()}
        words = name.split()
        known |= {option for call, option, _ in WITHOUT_EFFECT if call[: len(words)] == words}
        if name == "plot":
            known |= set(PARTS)
        # Of every command that reads a scenario; tests/test_plugin_runs.py has its effect.
        if any(parameter.callback is hand_over for parameter in command.params):
            known |= {"--models"}
        assert options == known, name


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with a run and a sweep, each in a directory of its name."""
    place = tmp_path_factory.mktemp("options")
    skyseam.save_run(CHAIN, place / "run")
    skyseam.sweep({"scenario": str(CHAIN), "vary": [{"key": "run.seed", "values": [1, 2]}]}).save(
        place / "sweep"
    )
    return place


def _refused(call: list[str], option: str, value: str | None) -> None:
    given = [option] if value is None else [option, value]
    with pytest.raises(skyseam.InputError, match=f"^{option} has no effect "):
        cli.main([*call, *given], standalone_mode=False)


@pytest.mark.parametrize(
    ("call", "option", "value"), WITHOUT_EFFECT,
    ids=[f"{' '.join(call[:2])} {option} {number}"
         for number, (call, option, _) in enumerate(WITHOUT_EFFECT)],
)  # fmt: skip
def test_an_option_without_effect_is_refused(
    call: list[str], option: str, value: str | None, tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    _refused(call, option, value)
    assert not list(tmp_path.iterdir()), "nothing half-written"


def test_plot_refuses_parts_of_what_it_does_not_draw(
    made: Path, tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    run, sweep = str(made / "run"), str(made / "sweep")
    calls = [(["plot", run, "--what", what], takes) for what, takes in OF_A_RUN.items()]
    calls += [(["plot", run, "--cdf", "--what", what], takes) for what, takes in OF_SEVERAL.items()]
    calls += [(["plot", run], OF_A_RUN["transfer"]), (["plot", sweep], ("--x",))]
    for call, takes in calls:
        for option, value in PARTS.items():
            if option not in takes:
                _refused(call, option, value)
    assert not list(tmp_path.iterdir())


def test_the_rate_of_netem_is_that_of_every_command() -> None:
    from skyseam import export

    found = {
        rate_bps: export.trace(
            ROOT / "scenarios" / "delay-day.toml", "netem", source="HNL", destination="LAX",
            duration_s=30.0, step_s=10.0, rate_bps=rate_bps,
        )[""]
        for rate_bps in (None, 25e6)
    }  # fmt: skip
    commands = [line for line in found[25e6].splitlines() if '"delay ' in line]
    assert commands
    assert all(line.count(" rate 25000000bit") == line.count('"delay ') for line in commands)
    assert " rate " not in "".join(line for line in found[None].splitlines() if '"delay ' in line)
    with pytest.raises(skyseam.InputError, match="no effect on csv"):
        export.trace(CHAIN, "csv", source="a", destination="b", rate_bps=25e6)
