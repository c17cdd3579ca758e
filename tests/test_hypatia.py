"""Goal: Hypatia's file set is read with every line checked, and written with the same meaning.

Method: sets written by `skyseam export hypatia`, read back, with damage to each line; positions by
the published SGP4 compared with ours; a hand-written set with known forwarding.
"""

from __future__ import annotations

import math
import shutil
import tomllib
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pyarrow.compute as pc
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sgp4.api import Satrec
from sgp4.propagation import gstime

import skyseam
from conftest import SKY, Command
from skyseam import _tle, export, hypatia
from skyseam._hypatia_scenario import scenario_of
from skyseam.export._scenario import sky_of
from skyseam.export.hypatia_set import element_sets

KUIPER = """
[constellation]
geometry = "hypatia"
elevation_mask = "30 deg"
isl = { pattern = "plus-grid" }

[handover]
kind = "shortest-path"
check_interval = "1 s"

[constellation.shell]
name = "Kuiper-630"
planes = 34
satellites_per_plane = 34
altitude = "630 km"
inclination = "51.9 deg"
kind = "delta"
phasing = { odd_planes = "5.294117647 deg" }

[[terminals]]
name = "Tokyo"
latitude = "35.6895 deg"
longitude = "139.69171 deg"

[[terminals]]
name = "Delhi"
latitude = "28.66667 deg"
longitude = "77.21667 deg"

[[terminals]]
name = "Rio"
latitude = "-22.9 deg"
longitude = "-43.2 deg"
altitude = "20 m"
"""


@pytest.fixture(scope="module")
def kuiper(tmp_path_factory: pytest.TempPathFactory, skyseam_command: Command) -> Path:
    """Return the directory of a set of Kuiper's shell over 20 s."""
    place = tmp_path_factory.mktemp("hypatia")
    (place / "kuiper.toml").write_text(KUIPER, encoding="utf-8")
    done = skyseam_command(
        "export", "hypatia", "kuiper.toml", "--duration", "20 s", "--step", "1 s", "-o", "set",
        cwd=place,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return place / "set"


def test_a_set_has_the_files_and_numbers_that_hypatia_has(kuiper: Path) -> None:
    found = hypatia.read_set(kuiper)
    assert (found.orbits, found.satellites_per_orbit) == (34, 34)
    assert found.epoch == datetime(2000, 1, 1, tzinfo=UTC)
    assert [station.name for station in found.ground_stations] == ["Tokyo", "Delhi", "Rio"]
    assert found.ground_stations[2].elevation_m == 20
    assert len(found.isls) == 2 * 34 * 34
    assert found.gsl_interfaces == ((1, 1.0),) * (34 * 34 + 3)
    # Its paper's scripts: 630 km / sin 30 deg, and links that stay above 80 km.
    assert found.max_gsl_length_m == pytest.approx(1_260_000, abs=1e-6)
    assert found.max_isl_length_m == pytest.approx(5_442_958.2, abs=1)
    line = (kuiper / "ground_stations.txt").read_text().splitlines()[0].split(",")
    # What its geodetic2cartesian gives for Tokyo, on WGS 72.
    assert [float(c) for c in line[5:]] == pytest.approx(
        [-3954843.592378, 3354935.154958, 3700263.820217], abs=2e-6
    )


def teme_to_earth_fixed(position: np.ndarray, t: datetime) -> np.ndarray:
    days = 2451545.0 + (t - datetime(2000, 1, 1, 12, tzinfo=UTC)).total_seconds() / 86_400
    angle = gstime(days)
    cos, sin = math.cos(angle), math.sin(angle)
    x, y, z = position
    return np.array([x * cos + y * sin, y * cos - x * sin, z])


@pytest.mark.parametrize(
    ("geometry", "propagation", "after_s", "within_km"),
    [
        # What remains at once is the short-periodic part of J2, which shells do not have.
        ("hypatia", "kepler", 0, 15),
        ("hypatia", "kepler", 600, 17),
        ("hypatia", "j2", 6000, 14),
        ("exact", "j2", 6000, 14),
        # A node that precesses in SGP4 and not in the scenario: 4.4 deg a day, 30 km in an orbit.
        ("hypatia", "kepler", 6000, 50),
    ],
)
def test_element_sets_put_satellites_where_the_scenario_has_them(
    geometry: str, propagation: str, after_s: float, within_km: float
) -> None:
    scenario = tomllib.loads(KUIPER)
    scenario["constellation"] |= {"geometry": geometry, "propagation": propagation}
    sky = sky_of(scenario)
    table = skyseam.positions(scenario, after_s, 1.0, 1.0).table("positions")
    _, lines = element_sets(sky, table["node"].to_pylist()[:-3])
    assert table.num_rows == len(lines) + 3
    apart = []
    t = datetime.fromtimestamp(sky.epoch.timestamp() + after_s, tz=UTC)
    for number in range(0, len(lines), 37):
        satellite = Satrec.twoline2rv(*lines[number])
        code, position, _ = satellite.sgp4(
            satellite.jdsatepoch, satellite.jdsatepochF + after_s / 86_400
        )
        assert code == 0
        row = table.slice(number, 1).to_pylist()[0]
        ours = np.array([row["x_km"], row["y_km"], row["z_km"]])
        apart.append(float(np.linalg.norm(teme_to_earth_fixed(np.array(position), t) - ours)))
    assert max(apart) < within_km, f"{max(apart):.1f} km apart"
    assert max(apart) > 0.01, "two models that agree to metres would be one"


def test_an_element_file_is_written_in_the_order_of_the_scenarios_satellites(
    kuiper: Path,
) -> None:
    sky = replace(sky_of(skyseam.toml(KUIPER)), shells=(), elements=kuiper / "tles.txt")
    listed = hypatia.read_set(kuiper).satellites
    # A scenario groups satellites into planes; by name they are found again.
    names, lines = element_sets(sky, ["Kuiper-630 40", "Kuiper-630 7"])
    assert names == ["Kuiper-630"] * 2
    assert lines == [(listed[n].line1, listed[n].line2) for n in (40, 7)]
    _, lines = element_sets(sky, [str(number) for number in range(34 * 34)])
    assert lines[5] == (listed[5].line1, listed[5].line2)
    with pytest.raises(skyseam.InputError, match='"Starlink-1" is not in'):
        element_sets(sky, ["Starlink-1"])
    with pytest.raises(skyseam.InputError, match="not all satellites"):
        element_sets(replace(sky, elements=None), ["Starlink-1"])


def test_lines_have_their_columns_checksums_and_alpha5_numbers() -> None:
    for number, text in [
        (7, "00007"),
        (99_999, "99999"),
        (100_000, "A0000"),
        (182_931, "J2931"),
        (339_999, "Z9999"),
    ]:
        first, second = _tle.lines(
            number, datetime(2026, 11, 21, 15, 30, tzinfo=UTC), inclination_deg=98.98,
            node_deg=-0.00001, argument_of_latitude_deg=719.99999, mean_motion=1.04e-3,
        )  # fmt: skip
        assert (first[2:7], second[2:7]) == (text, text)
        assert len(first) == len(second) == 69
        satellite = Satrec.twoline2rv(first, second)
        assert math.degrees(satellite.inclo) == pytest.approx(98.98)
        assert (satellite.nodeo, satellite.mo) == (0, 0), "360 deg is 0 deg"
        assert (satellite.epochyr, satellite.epochdays) == (26, pytest.approx(325.64583333))
        assert _tle.epoch_of(first[18:32]) == datetime(
            2026, 11, 21, 15, 29, 59, 999_712, tzinfo=UTC
        )
    # The checksum of a published line (Spacetrack Report 3, its test case for SGP4).
    line = "1 88888U          80275.98708465  .00073094  13844-3  66816-4 0    8"
    assert _tle.checksum(line) == 7


def test_forwarding_state_is_whole_at_first_then_changes_only(kuiper: Path) -> None:
    table = hypatia.read_fstate(kuiper)
    satellites, stations = 34 * 34, 3
    first = table.filter(pc.equal(table["t_ns"], 0))
    assert first.num_rows == satellites * stations + stations * (stations - 1)
    assert table.num_rows > first.num_rows
    now: dict[tuple[int, int], int | None] = {}
    for row in table.to_pylist():
        key = (row["node"], row["destination"])
        assert now.get(key, -1) != row["next_hop"], "no change, and written"
        now[key] = row["next_hop"]
    files = {path.name for path in (kuiper / "dynamic_state_1000ms_for_20s").iterdir()}
    assert len(files) == 40
    assert {"fstate_0.txt", "fstate_19000000000.txt", "gsl_if_bandwidth_0.txt"} <= files


def test_following_forwarding_state_is_the_path_of_the_delay_study(kuiper: Path) -> None:
    scenario = kuiper.parent / "kuiper.toml"
    names = skyseam.snapshot(scenario, 0.0).table("nodes")["node"].to_pylist()
    table = hypatia.read_fstate(kuiper)
    isls = hypatia.read_set(kuiper).isls
    # Interfaces count up in the order of isls.txt; the ground interface comes last.
    ports: dict[int, list[int]] = {}
    for a, b in isls:
        ports.setdefault(a, []).append(b)
        ports.setdefault(b, []).append(a)
    paths = skyseam.delay(
        scenario, pairs=[("Tokyo", "Rio"), ("Rio", "Delhi")], start_s=0.0, duration_s=20.0,
        step_s=1.0,
    ).table("delay")  # fmt: skip
    checked = 0
    hops: dict[tuple[int, int], tuple[int | None, int | None, int | None]] = {}
    rows = iter(table.to_pylist())
    row = next(rows, None)
    for sample in paths.to_pylist():
        while row is not None and row["t_ns"] <= sample["t_s"] * 1e9:
            decision = (row["next_hop"], row["my_interface"], row["next_interface"])
            hops[row["node"], row["destination"]] = decision
            row = next(rows, None)
        end = names.index(sample["destination"])
        walked = [names.index(sample["source"])]
        while walked[-1] != end:
            here = walked[-1]
            there, out, back = hops[here, end]
            if there is None:
                break
            assert out == (
                ports[here].index(there) if max(here, there) < 1156 else len(ports.get(here, []))
            )
            assert back == (
                ports[there].index(here) if max(here, there) < 1156 else len(ports.get(there, []))
            )
            walked.append(there)
            assert len(walked) < 100
        if sample["path"]:
            assert [names[node] for node in walked] == sample["path"]
            checked += 1
    assert checked > 20


def test_without_a_route_three_numbers_are_minus_one(tmp_path: Path) -> None:
    scenario = tomllib.loads(KUIPER)
    scenario["terminals"][0]["latitude"] = "89 deg"
    files, _ = export.hypatia_set(scenario, duration_s=1.0)
    lines = files["dynamic_state_1000ms_for_1s/fstate_0.txt"].splitlines()
    assert "1157,1156,-1,-1,-1" in lines
    assert "0,1156,-1,-1,-1" in lines
    (tmp_path / "fstate_0.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    table = hypatia.read_fstate(tmp_path)
    assert table.num_rows == len(lines)
    assert table["next_hop"].null_count == sum("-1,-1,-1" in line for line in lines)


def test_import_writes_a_scenario_and_what_it_refers_to(
    kuiper: Path, tmp_path: Path, skyseam_command: Command
) -> None:
    done = skyseam_command("import", "hypatia", kuiper, "-o", tmp_path / "k.toml")
    assert done.returncode == 0, done.stderr
    assert "rates are not in the set" in done.stderr
    text = (tmp_path / "k.toml").read_text(encoding="utf-8")
    made = tomllib.loads(text)
    constellation = made["constellation"]
    assert constellation["geometry"] == "hypatia"
    elements = {"file": "k-tles.txt", "epoch": "2000-01-01T00:00:00Z"}
    assert constellation["elements"] == elements
    assert "pattern" not in constellation["isl"]
    assert constellation["isl"]["file"] == "k-isls.txt"
    assert constellation["isl"]["latitude_threshold"] == "90 deg"
    assert (tmp_path / "k-tles.txt").read_bytes() == (kuiper / "tles.txt").read_bytes()
    assert (tmp_path / "k-isls.txt").read_bytes() == (kuiper / "isls.txt").read_bytes()
    assert [t["name"] for t in made["terminals"]] == ["Tokyo", "Delhi", "Rio"]
    assert made["terminals"][0]["latitude"] == "35.6895 deg"
    # The rule with this mask and the altitude of the mean motion gives the length back.
    mask = math.radians(float(constellation["elevation_mask"].removesuffix(" deg")))
    found = hypatia.read_set(kuiper)
    assert found.altitude_km / math.sin(mask) == pytest.approx(1260, abs=1e-5)
    assert str(tmp_path) not in text
    assert made["delay"]["pairs"] == [["Tokyo", "Delhi"]]


def test_an_import_looks_as_often_as_the_forwarding_state_changes(
    kuiper: Path, tmp_path: Path
) -> None:
    """Goal: an imported scenario has the steps of the set.

    Return a small set, to be damaged.
    """
    spoiled = shutil.copytree(kuiper, tmp_path / "set")

    def times() -> tuple[str, str, str]:
        made = scenario_of(hypatia.read_set(spoiled), "set", "set")
        keys = tomllib.loads(made.text)
        assert any("forwarding state" in note for note in made.notes) == (not found)
        return keys["handover"]["check_interval"], keys["delay"]["step"], keys["run"]["duration"]

    found = sorted(spoiled.glob("dynamic_state_*/fstate_*.txt"))
    assert times() == ("1 s", "1 s", "20 s")
    for file in found:
        ns = int(file.stem.removeprefix("fstate_"))
        file.rename(file.with_name(f"tenth_{ns // 10}.txt"))
    for file in spoiled.glob("dynamic_state_*/tenth_*.txt"):
        file.rename(file.with_name(file.name.replace("tenth", "fstate")))
    assert times() == ("100 ms", "100 ms", "2 s")
    found = []
    shutil.rmtree(next(spoiled.glob("dynamic_state_*")))
    assert times() == ("1 s", "1 s", "200 s")


def test_an_imported_set_gives_the_delays_of_the_scenario_it_was_exported_from(
    kuiper: Path, tmp_path: Path, skyseam_command: Command
) -> None:
    assert skyseam_command("import", "hypatia", kuiper, "-o", tmp_path / "k.toml").returncode == 0
    pair = [("Tokyo", "Delhi")]
    times = {"pairs": pair, "start_s": 0.0, "duration_s": 20.0, "step_s": 5.0}
    ours, theirs = (
        skyseam.delay(file, **times).table("delay")["delay_ms"].to_numpy()  # type: ignore[arg-type]
        for file in (kuiper.parent / "kuiper.toml", tmp_path / "k.toml")
    )
    # Positions are up to 14 km apart; the path may be another of nearly the same length.
    assert np.abs(ours - theirs).max() < 0.2


def test_names_a_scenario_does_not_take_are_changed_and_said(kuiper: Path, tmp_path: Path) -> None:
    spoiled = shutil.copytree(kuiper, tmp_path / "set")
    (spoiled / "ground_stations.txt").write_text(
        "0,Rio/RJ,0,0,0\n1,Lima,0,1,0\n2,Lima,0,2,0\n", encoding="utf-8"
    )
    made = scenario_of(hypatia.read_set(spoiled), "set", "set")
    names = [t["name"] for t in tomllib.loads(made.text)["terminals"]]
    assert names == ["Rio-RJ", "Lima-1", "Lima-2"]
    assert any('"Rio/RJ" is "Rio-RJ"' in note for note in made.notes)


Spoil = tuple[str, str, str, str]

SPOILS: dict[str, Spoil] = {
    # File, what is replaced (a whole line, or "" for the file), by what, and what the message says.
    "no header": ("tles.txt", "34 34", "Kuiper", "line 1: the first line does not give the"),
    "header too large": ("tles.txt", "34 34", "34 35", "expected: 3571: the header and three"),
    "name": ("tles.txt", "Kuiper-630 1", "Kuiper-630 2", "line 5: not the name of the next"),
    "isl number": ("isls.txt", "0 1", "0 1156", "line 1: there is no such satellite"),
    "isl order": ("isls.txt", "0 1", "1 0", "line 1: the smaller number must come first"),
    "isl words": ("isls.txt", "0 1", "0 one", 'a satellite number is malformed\n  found: "one"'),
    "isl columns": ("isls.txt", "0 1", "0 1 2", "line 1: not two satellite numbers"),
    "isl twice": ("isls.txt", "0 33", "0 1", "line 2: a link a second time"),
    "station id": ("ground_stations.txt", "1,Delhi", "2,Delhi", "line 2: ids must count up"),
    "station latitude": ("ground_stations.txt", "28.66667", "98.66667", "latitude is out of range"),
    "interfaces": ("gsl_interfaces_info.txt", "5,1,1.000000", "5,0,1.000000", "line 6: a node wit"),
    "bandwidth": ("gsl_interfaces_info.txt", "5,1,1.000000", "5,1,none", "line 6: the bandwidth"),
    "nodes": ("gsl_interfaces_info.txt", "1158,1,1.000000\n", "", "line 1158: the file does not"),
    "key": ("description.txt", "max_isl", "most_isl", "line 2: an unknown key"),
    "short": ("description.txt", "=1260000", "=126000", "no ground station could reach"),
}


@pytest.mark.parametrize("name", SPOILS)
def test_a_spoiled_set_is_refused_with_file_and_line(
    name: str, kuiper: Path, tmp_path: Path, skyseam_command: Command
) -> None:
    file, old, new, message = SPOILS[name]
    spoiled = shutil.copytree(kuiper, tmp_path / "set")
    text = (spoiled / file).read_text(encoding="utf-8")
    assert old in text
    (spoiled / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    done = skyseam_command("import", "hypatia", spoiled, "-o", tmp_path / "out" / "k.toml")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert file in done.stderr
    assert message in done.stderr
    assert "found:" in done.stderr
    assert "expected:" in done.stderr
    assert not (tmp_path / "out").exists(), "nothing is half written"


@pytest.mark.parametrize(
    ("line", "change", "message"),
    [
        (2, lambda t: t[:-1] + str((int(t[-1]) + 1) % 10), "line 3: the checksum is wrong"),
        (2, lambda t: t[:40], "line 3: line 1 of an element set is cut"),
        (3, lambda t: t.replace("2 00001", "2 00003", 1), "line 4: the checksum is wrong"),
        (5, lambda t: sealed(t.replace("00001.0", "00002.0")), "line 6: an epoch of its own"),
        (3, lambda t: sealed(t.replace("51.9000", "251.9000")[:69]), "is out of range"),
    ],
)
def test_a_spoiled_element_set_is_refused(
    line: int, change: object, message: str, kuiper: Path, tmp_path: Path
) -> None:
    spoiled = shutil.copytree(kuiper, tmp_path / "set")
    lines = (spoiled / "tles.txt").read_text(encoding="utf-8").splitlines()
    assert callable(change)
    lines[line] = change(lines[line])
    (spoiled / "tles.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(skyseam.InputError, match=message):
        hypatia.read_set(spoiled)


def sealed(line: str) -> str:
    return f"{line[:68]}{_tle.checksum(line)}"


def test_a_truncated_set_names_what_is_missing(
    kuiper: Path, tmp_path: Path, skyseam_command: Command
) -> None:
    spoiled = shutil.copytree(kuiper, tmp_path / "set")
    text = (spoiled / "tles.txt").read_text(encoding="utf-8")
    (spoiled / "tles.txt").write_text(text[: len(text) // 2], encoding="utf-8")
    with pytest.raises(skyseam.InputError, match=r"tles\.txt.*has 579 whole satellites"):
        hypatia.read_set(spoiled)
    (spoiled / "isls.txt").unlink()
    done = skyseam_command("import", "hypatia", spoiled, "-o", tmp_path / "k.toml")
    assert done.returncode == 2
    assert "isls.txt missing" in done.stderr
    assert not (tmp_path / "k.toml").exists()
    done = skyseam_command("import", "hypatia", tmp_path / "none", "-o", tmp_path / "k.toml")
    assert done.returncode == 2
    assert "there is no directory" in done.stderr


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("0,1156,1,0", "not current"),
        ("0,1156,1,0,-1", "an incomplete decision"),
        ("0,x,1,0,0", "number"),
    ],
)
def test_spoiled_forwarding_state_is_refused(row: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "fstate_0.txt").write_text(f"0,1157,1,0,0\n{row}\n", encoding="utf-8")
    with pytest.raises(skyseam.InputError, match=rf"fstate_0\.txt, line 2: .*{message}"):
        hypatia.read_fstate(tmp_path)


def test_what_the_set_cannot_say_is_refused(wires: Path, tmp_path: Path) -> None:
    with pytest.raises(skyseam.InputError, match="has no satellites"):
        export.hypatia_set(wires)
    comma = SKY.replace('"HNL"', '"Honolulu, HI"')
    with pytest.raises(skyseam.InputError, match="comma"):
        export.hypatia_set(skyseam.toml(comma))
    with pytest.raises(skyseam.InputError, match=r"at most 20,000 steps"):
        export.hypatia_set(skyseam.toml(SKY), duration_s=86_400.0, step_s=0.1)
    with pytest.raises(skyseam.InputError, match="links of any length"):
        flat = tomllib.loads(KUIPER)
        flat["constellation"]["elevation_mask"] = "0 deg"
        export.hypatia_set(flat, duration_s=1.0)


SMALL = """
[constellation]
preset = "iridium"

[[terminals]]
name = "a"
latitude = "0 deg"
longitude = "0 deg"

[[terminals]]
name = "b"
latitude = "40 deg"
longitude = "10 deg"
"""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a small set to spoil."""
    place = tmp_path_factory.mktemp("small")
    files, _ = export.hypatia_set(skyseam.toml(SMALL), duration_s=1.0)
    for name in hypatia.FILES:
        (place / name).write_text(files[name], encoding="utf-8")
    return place


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_no_spoiled_byte_gets_past_the_reader_or_ends_in_another_error(
    small: Path, data: st.DataObject
) -> None:
    name = data.draw(st.sampled_from(hypatia.FILES))
    whole = (small / name).read_bytes()
    at = data.draw(st.integers(0, len(whole) - 1))
    cut = data.draw(st.integers(0, 9))
    put = data.draw(
        st.sampled_from([b"", b"\n", b"-1", b"1e9", b"nan", b"\xff", "²".encode(), b","])
    )
    try:
        (small / name).write_bytes(whole[:at] + put + whole[at + cut :])
        found = hypatia.read_set(small)
        scenario_of(found, "set", "set")
    except skyseam.InputError as error:
        assert name in str(error) or "set" in str(error)
    else:
        assert len(found.satellites) == 66
    finally:
        (small / name).write_bytes(whole)
