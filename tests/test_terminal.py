"""Goal: the command line works well in a terminal: completion, colours, nothing cut off.

Method: the installed command gets the requests of shells; bash completes a line with the script of
the command, and zsh and fish, if installed, check theirs.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from conftest import ROOT
from skyseam.cli.commands import cli

COMMAND = Path(sys.executable).with_name("skyseam")
ESCAPE = "\x1b["


def ask(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    if not COMMAND.exists():
        pytest.skip("the command skyseam is not installed beside this Python")
    inherited = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")}
    return subprocess.run(
        [COMMAND, *arguments],
        capture_output=True, text=True, check=False, env={**inherited, **environment},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("skyseam re", ["replay", "reproduce"]),
        ("skyseam plot --wh", ["--what"]),
        ("skyseam plot --what c", ["congestion", "call", "calls", "completion"]),
        ("skyseam export ", ["czml", "delay", "hypatia"]),
    ],
)
def test_bash_completes_a_line(line: str, expected: list[str]) -> None:
    """By the function that the script defines, called as bash calls it when Tab is pressed."""
    script = ask(_SKYSEAM_COMPLETE="bash_source").stdout
    asked = "\n".join([
        script,
        f"COMP_WORDS=({line}{' ' + chr(39) * 2 if line.endswith(' ') else ''})",
        "COMP_CWORD=$((${#COMP_WORDS[@]} - 1))",
        "_skyseam_completion skyseam",
        'printf "%s\\n" "${COMPREPLY[@]}"',
    ])  # fmt: skip
    done = subprocess.run(
        ["bash", "-c", asked], capture_output=True, text=True, check=False,
        env={**os.environ, "PATH": f"{COMMAND.parent}{os.pathsep}{os.environ['PATH']}"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == expected


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_reads_its_script(shell: str) -> None:
    script = ask(_SKYSEAM_COMPLETE=f"{shell}_source").stdout
    assert f"{shell}_complete" in script
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed: its script was made, and not read by it")
    done = subprocess.run([shell, "-n"], input=script, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_page_says_what_the_shell_needs(shell: str) -> None:
    page = (ROOT / "docs" / "howto" / "shell-completion.md").read_text(encoding="utf-8")
    assert f"_SKYSEAM_COMPLETE={shell}_source skyseam" in page


def test_no_line_of_a_command_list_is_cut_off() -> None:
    """On a terminal of 80 columns; click ends a truncated line with dots."""

    def groups(group: click.Group) -> list[click.Group]:
        below = [one for one in group.commands.values() if isinstance(one, click.Group)]
        return [group, *(found for one in below for found in groups(one))]

    found = groups(cli)
    assert len(found) >= 4
    for group in found:
        context = click.Context(group, info_name="skyseam", terminal_width=80)
        listed = group.get_help(context).split("Commands:\n")[1]
        assert len(listed.splitlines()) == len(group.commands)
        assert "..." not in listed


def test_colours_are_for_terminals_and_not_for_who_wants_none() -> None:
    for asked in (("check", "missing.toml"), ("constellations",)):
        coloured, none = ask(*asked, FORCE_COLOR="1"), ask(*asked, FORCE_COLOR="1", NO_COLOR="1")
        assert re.search(r"\x1b\[3\dm", coloured.stdout + coloured.stderr), asked
        # Bold titles are not colours.
        assert not re.search(r"\x1b\[[0-9;]*3\dm", none.stdout + none.stderr), asked
        plain = ask(*asked)
        assert ESCAPE not in plain.stdout + plain.stderr
