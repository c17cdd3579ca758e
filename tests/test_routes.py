"""Goal: forwarding tables are complete, as changes or in full, in memory and as a directory.

Method: Iridium with three terminals; the sum of changes at an instant is compared with the full
table and with the path of the delay study. The routes themselves are tested in
`crates/sim/tests/routes.rs`.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import skyseam
from conftest import ROOT, Command
from skyseam import InputError

THREE = """
constellation.preset = "iridium"
routing.metric = "delay"

[[terminals]]
name = "HNL"
latitude = "21.5 deg"
longitude = "-158 deg"

[[terminals]]
name = "LAX"
latitude = "34.05 deg"
longitude = "-118.24 deg"

[[terminals]]
name = "MOW"
latitude = "55.76 deg"
longitude = "37.62 deg"
"""

Key = tuple[str, str]


def rows(table: pa.Table) -> list[tuple[float, str, str, str | None]]:
    columns = ("t_s", "node", "destination", "next_hop")
    return [tuple(row[name] for name in columns) for row in table.to_pylist()]


def test_changes_add_up_to_the_full_tables() -> None:
    asked: dict[str, Any] = {"to": ["LAX", "MOW"], "sources": ["HNL"]}
    asked |= {"duration_s": 120.0, "step_s": 10.0}
    changes = skyseam.routes(skyseam.toml(THREE), **asked)
    full = skyseam.routes(skyseam.toml(THREE), **asked, full=True)
    assert changes.manifest["kind"] == "routes"
    assert changes.manifest["routes"]["count"] == changes.table("routes").num_rows
    assert full.table("routes").num_rows == 12 * 2 * 67
    known: dict[Key, str | None] = {}
    told = {(t, node, to): hop for t, node, to, hop in rows(changes.table("routes"))}
    for t, node, to, hop in rows(full.table("routes")):
        known[node, to] = told.pop((t, node, to), known.get((node, to)))
        assert known[node, to] == hop
    assert told == {}


def test_following_the_hops_is_the_path_of_the_delay_study() -> None:
    """Attached to the same satellites, at one instant: both take the path of least delay."""
    when: dict[str, Any] = {"start_s": 3_000.0, "duration_s": 1.0, "step_s": 1.0}
    table = skyseam.routes(
        skyseam.toml(THREE), to=["LAX"], sources=["HNL"], ground="attached", **when
    )
    hops = {node: hop for _, node, _, hop in rows(table.table("routes"))}
    path = ["HNL"]
    while path[-1] != "LAX":
        path.append(hops[path[-1]] or "no way")
    study = skyseam.delay(skyseam.toml(THREE), pairs=[("HNL", "LAX")], **when)
    assert study.table("delay")["path"].to_pylist() == [path]


def test_the_command_writes_the_same_bytes_on_any_number_of_threads(
    skyseam_command: Command, tmp_path: Path
) -> None:
    (tmp_path / "three.toml").write_text(THREE, encoding="utf-8")
    digests = set()
    for threads in ("1", "2", "3"):
        done = skyseam_command(
            "routes", "three.toml", "--to", "LAX", "--to", "HNL", "--duration", "1 h",
            "--threads", threads, "-o", "out", cwd=tmp_path,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert "66 satellites to 2 terminals" in done.stdout
        assert {p.name for p in (tmp_path / "out").iterdir()} == {"manifest.json", "routes.parquet"}
        digests.add(hashlib.sha256((tmp_path / "out/routes.parquet").read_bytes()).hexdigest())
    assert len(digests) == 1
    loaded = skyseam.load(tmp_path / "out")
    direct = skyseam.routes(skyseam.toml(THREE), to=["LAX", "HNL"], duration_s=3_600.0)
    assert rows(loaded.table("routes")) == rows(direct.table("routes"))
    assert loaded.manifest["routes"]["step_s"] == 1.0


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"to": ["Oslo"]}, 'no terminal is called "Oslo"; expected one of HNL, LAX, MOW'),
        ({"to": "LAX"}, "put a single one in a list"),
        ({"to": []}, "no destination"),
        ({"sources": ["LAX", "LAX"]}, "named twice as a source"),
        ({"ground": "any"}, 'expected "visible" or "attached"'),
        ({"step_s": 0.0}, "step is 0 s"),
        ({"duration_s": 1e6, "step_s": 0.001, "full": True}, "or changes only"),
    ],
)
def test_what_cannot_be_tabled_is_refused_in_words(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message.replace("(", r"\(")):
        skyseam.routes(skyseam.toml(THREE), **asked)


def test_a_table_without_rows_has_its_columns() -> None:
    high = skyseam.toml(
        THREE.replace('"iridium"', '"iridium"\nconstellation.elevation_mask = "89.9 deg"')
    )
    table = skyseam.routes(high, to=["LAX"], duration_s=1.0).table("routes")
    assert table.column_names == ["t_s", "node", "destination", "next_hop"]
    assert table.num_rows == 0


def test_nothing_is_left_behind_when_taking_a_piece_fails(tmp_path: Path) -> None:
    """An error of the callback passes through the core unchanged."""

    def refuse(fraction: float, text: str) -> None:
        raise KeyError("enough")

    scenario = skyseam.toml(THREE.replace("iridium", "starlink-shell1"))
    with pytest.raises(KeyError, match="enough"):
        skyseam.save_routes(scenario, tmp_path / "out", duration_s=86_400.0, progress=refuse)
    assert list(tmp_path.iterdir()) == []


def test_bad_arguments_are_refused_by_the_command(skyseam_command: Command, tmp_path: Path) -> None:
    for arguments, message in [
        (["--to", "Oslo"], 'no terminal is called "Oslo"'),
        (["--ground", "any"], "Invalid value for '--ground'"),
        (["--step", "10"], '--step is "10"; expected a time'),
    ]:
        scenario = ROOT / "scenarios/delay-day.toml"
        done = skyseam_command("routes", scenario, *arguments, "-o", "out", cwd=tmp_path)
        assert done.returncode == 2
        assert message in done.stderr
        assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []
