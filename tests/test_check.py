"""Goal: `check` reports in advance: the content of an element file, and what is missing.

Method: element files with a satellite that decays, faulty ones and ones with satellites to leave
out; link lists and cities with quotes; scenarios without flows and with one terminal.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import skyseam
from conftest import ROOT, Command
from skyseam import describe

DECAYS = """LOW
1 90010U 26001A   26323.75000000  .01000000  00000-0  10000-2 0    12
2 90010  53.0000  30.0000 0005000  80.0000 280.0000 16.30000000    19
HIGH
1 90011U 26001A   26323.75000000  .00000000  00000-0  10000-4 0    17
2 90011  86.4000  30.0000 0002000  80.0000 280.0000 14.34217000    17
"""

TERMINALS = """
[[terminals]]
name = "A"
latitude = "21 deg"
longitude = "-158 deg"
[[terminals]]
name = "B"
latitude = "34 deg"
longitude = "-118 deg"
"""

USERS = """
[constellation]
preset = "iridium"
[[terminals]]
name = "G"
latitude = "10 deg"
longitude = "10 deg"
[links]
uplink = { rate = "10 Mbit/s", queue = "100 packets" }
downlink = { rate = "10 Mbit/s", queue = "100 packets" }
isl = { rate = "10 Mbit/s", queue = "100 packets" }
[[users]]
name = "u"
count = 10
places = { kind = "cities", file = "cities.csv", spread = "1 km" }
to = "G"
sessions = { kind = "even", each = 1, within = "1 s" }
mix = [{ share = 1.0, application = { kind = "ping", count = 1 } }]
[run]
duration = "1 s"
"""


def summed(text: str) -> str:
    """Write correct checksums at the ends of lines of elements."""

    def line(of: str) -> str:
        if not of.startswith(("1 ", "2 ")):
            return of
        digits = sum(int(c) if c.isdigit() else c == "-" for c in of[:68])
        return of[:68] + str(digits % 10)

    return "".join(line(of) + "\n" for of in text.splitlines())


def sky(tmp_path: Path, elements: str, rest: str) -> Path:
    (tmp_path / "sky.tle").write_text(summed(DECAYS), encoding="utf-8")
    file = tmp_path / "sky.toml"
    file.write_text(
        f'[constellation]\nelements = {elements}\nelevation_mask = "5 deg"\n{rest}',
        encoding="utf-8",
    )
    return file


def test_shells_of_an_element_file_are_stated(skyseam_command: Command) -> None:
    done = skyseam_command("check", ROOT / "scenarios/element-file.toml")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert "element-file.toml: ok" in lines[0]
    assert lines[1:] == [
        "  66 satellites in 1 shell and 6 planes, 0 of them unassigned; "
        "121 links between satellites",
        "  shell1: 86.4 deg, 66 satellites, 6 planes, 11 in each",
    ]


def test_what_is_missing_is_stated() -> None:
    terminal = TERMINALS.split("[[terminals]]")[1]
    one = f'constellation.preset = "iridium"\n[[terminals]]{terminal}'
    assert describe.checked(skyseam.toml(one))[1] == [
        "no pair of terminals: `skyseam delay` needs two",
    ]


def test_a_satellite_that_decays_before_the_end_is_refused(tmp_path: Path) -> None:
    """Goal: `check` refuses what `delay` would refuse.

    Method: a satellite at 200 km, for an hour and for twenty days; left out.
    """
    keys = 'file = "sky.tle", max_age = "60 days"'
    table = f"{{ {keys} }}"
    delay = '\n[delay]\nduration = "{}"\nstep = "1 h"\n'
    assert describe.checked(sky(tmp_path, table, TERMINALS + delay.format("1 h")))[1][0].startswith(
        "2 satellites in 0 shells and 0 planes, 2 of them unassigned"
    )
    with pytest.raises(skyseam.SkyseamError, match=r"LOW \(90010\) has no position at 2026-1"):
        describe.check(sky(tmp_path, table, TERMINALS + delay.format("480 h")))
    with pytest.raises(skyseam.SkyseamError, match=r"LOW \(90010\) has no position at 2026-1"):
        skyseam.delay(sky(tmp_path, table, TERMINALS + delay.format("480 h")))
    skipping = f'{{ {keys}, skip = ["L*"] }}'
    lines = describe.checked(sky(tmp_path, skipping, TERMINALS + delay.format("480 h")))[1]
    assert lines[-1] == ("1 of 2 objects of the element file are left out: 1 that `skip` names")


def test_objects_of_a_catalogue_that_cannot_be_flown_are_counted(
    tmp_path: Path, skyseam_command: Command
) -> None:
    """Goal: one stale or decayed object does not refuse a catalogue; each is counted by reason.

    Method: three such objects beside the two satellites; then a time zero a year later, for which
    all elements are too old.
    """
    high = summed(DECAYS).split("HIGH\n")[1]
    names = ["HIGH", "STALE", "SUNK"]
    older = high.replace("26323.75", "26313.75"), high.replace("26323.75", "26263.75")
    texts = [*older, high.replace("0002000", "2000000")]
    texts = [texts[0], texts[1].replace("90011", "90012"), texts[2].replace("90011", "90013")]
    file = sky(tmp_path, '{ file = "sky.tle", epoch = "2026-11-19T18:00:00Z" }', TERMINALS)
    more = "".join(f"{name}\n{text}" for name, text in zip(names, texts, strict=True))
    (tmp_path / "sky.tle").write_text(summed(DECAYS + more), encoding="utf-8")
    told = skyseam_command("check", str(file))
    assert told.returncode == 0, told.stderr
    assert "2 satellites in 0 shells" in told.stdout
    words = " ".join(told.stdout.split())
    assert (
        "3 of 5 objects of the element file are left out: 1 of a satellite that has elements "
        "nearer to time zero, 1 with elements more than 30 days from time zero, 1 that have decayed"
    ) in words
    file.write_text(
        file.read_text(encoding="utf-8").replace("2026-11", "2027-11"), encoding="utf-8"
    )
    told = skyseam_command("check", str(file))
    assert told.returncode == 2
    assert "4 of 4 satellites are too far away" in told.stderr


def test_names_with_blanks_are_linked_in_quotes(tmp_path: Path) -> None:
    elements = summed(DECAYS).replace("LOW\n", "SAT A [+]\n").replace("HIGH\n", "SAT B\n")
    file = sky(tmp_path, '"sky.tle"', f'isl.file = "sky.isl"\n{TERMINALS}')
    (tmp_path / "sky.tle").write_text(elements, encoding="utf-8")
    (tmp_path / "sky.isl").write_text('"SAT A [+]" "SAT B" # a link\r\n', encoding="utf-8")
    assert "1 link between satellites" in describe.checked(file)[1][0]
    (tmp_path / "sky.isl").write_text("\r\n\r\nSAT A SAT B\r\n", encoding="utf-8")
    with pytest.raises(skyseam.ScenarioError, match=r"sky\.isl:3:1"):
        describe.check(file)


def test_satellites_without_names_are_called_by_number(tmp_path: Path) -> None:
    failed = '[[failures]]\nsatellite = "{}"\nstart = "1 s"\n'
    for name in ("satellite-90010", "satellite-90011"):
        file = sky(tmp_path, '"sky.tle"', failed.format(name) + TERMINALS)
        bare = "".join(f"{line}\n" for line in summed(DECAYS).splitlines() if len(line) == 69)
        (tmp_path / "sky.tle").write_text(bare, encoding="utf-8")
        describe.check(file)
    with pytest.raises(skyseam.ScenarioError, match="-90010"):
        describe.check(sky(tmp_path, '"sky.tle"', failed.format("-90010") + TERMINALS))


def test_cities_may_be_quoted(tmp_path: Path) -> None:
    """Goal: a table of cities as other programs write it is read. Method: a comma in a name."""
    table = (
        "name,country,latitude_deg,longitude_deg,population\r\n"
        '"Kabul","AF",34.5289,69.1725,4011770\r\n'
        '"Washington, D.C.",US,38.8951,-77.0364,5206593 # seat\r\n'
    )
    (tmp_path / "cities.csv").write_text(table, encoding="utf-8", newline="")
    file = tmp_path / "users.toml"
    file.write_text(USERS, encoding="utf-8")
    describe.check(file)
    (tmp_path / "cities.csv").write_text(table.replace("34.5", "134.5"), "utf-8", newline="")
    with pytest.raises(skyseam.ScenarioError, match=r"cities\.csv:2:1"):
        describe.check(file)


RARE_TIMEOUT = """
title = "A file over a clean wire"
nodes = [{ name = "a" }, { name = "b" }]
wires = [{ between = ["a", "b"], delay = "10 ms", rate = "4 Mbit/s", queue = "9 packets" }]
[[flows]]
name = "f"
from = "a"
to = "b"
application = { kind = "file", size = "2 kB" }
transport = { kind = "tcp", stack = "linux", mss = "900 B", max_rto = "9 s", timestamps = true }
[run]
duration = "5 s"
"""


def test_effects_say_what_each_key_changes(skyseam_command: Command, tmp_path: Path) -> None:
    found = {one.key: one.effect for one in skyseam.effects(skyseam.toml(RARE_TIMEOUT))}
    assert found["flows[0].transport.mss"] == "results"
    assert found["flows[0].transport.max_rto"] == "nothing"
    assert found["flows[0].transport.timestamps"] == "default"
    assert found["wires[0].delay"] == "needed"
    assert "title" not in found
    assert list(found) == [
        one.key for one in skyseam.effects(skyseam.toml(RARE_TIMEOUT), threads=1)
    ]

    file = tmp_path / "rare.toml"
    file.write_text(RARE_TIMEOUT)
    told = skyseam_command("check", file, "--effects")
    assert told.returncode == 0, told.stderr
    assert "keys: " in told.stdout and "set their defaults" in told.stdout
    assert "    flows[0].transport.max_rto changes nothing in this run\n" in told.stdout
    assert "transport.mss" not in told.stdout


def test_effects_of_a_study_of_delays(tmp_path: Path) -> None:
    sky = """
    [constellation]
    preset = "iridium"
    [handover]
    kind = "highest-elevation"
    queued = "lost"
    [run]
    duration = "20 min"
    """
    found = {one.key: one.effect for one in skyseam.effects(skyseam.toml(sky + TERMINALS))}
    assert found["handover.kind"] == "results"
    assert found["handover.queued"] == "nothing"
