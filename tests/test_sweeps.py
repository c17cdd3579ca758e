"""Goal: a sweep given as a list gives the results of each run alone, and survives interruptions.

Method: small transfers over a wire, compared with runs of the same scenarios; sweeps that are
stopped are compared byte by byte with sweeps that are not. The command is tested in `test_sweep`.
"""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import skyseam
from conftest import BASE
from skyseam import executors, sweeps
from skyseam._store import Store


def delays(count: int) -> list[dict[str, Any]]:
    return [
        {"wires[0].delay": f"{1 + number % 900} ms", "run.seed": number} for number in range(count)
    ]


def test_a_run_of_a_sweep_is_the_run_alone() -> None:
    results = sweeps.listed(BASE, delays(5), keep=["links"]).run()
    alone = [
        skyseam.run(
            {
                **BASE,
                "wires": [{**BASE["wires"][0], "delay": f"{1 + number} ms"}],
                "run": {"duration": "30 s", "seed": number},
            }
        )
        for number in range(5)
    ]
    flows = results.flows
    assert flows["run"].to_pylist() == list(range(5))
    assert flows["wires[0].delay"].to_pylist() == [1.0, 2.0, 3.0, 4.0, 5.0]
    assert flows.schema.field("wires[0].delay").metadata == {b"unit": b"ms"}
    assert flows["run.seed"].type == pa.int64()
    given = ["run", "wires[0].delay", "run.seed"]
    assert flows.drop_columns(given).to_pylist() == [r.flows.to_pylist()[0] for r in alone]
    links = pa.concat_tables([r.table("links") for r in alone])
    assert results.table("links").drop_columns(["run"]).to_pylist() == links.to_pylist()


def test_values_of_several_kinds_become_plain_columns() -> None:
    runs = [
        {"flows.file.application.size": "9 kB", "run.start": "1 s"},
        {"flows.file.application.size": "1 MB"},
    ]
    design = sweeps.listed(BASE, runs).design
    assert design["flows.file.application.size"].to_pylist() == ["9 kB", "1 MB"]
    assert design["run.start"].to_pylist() == ["1 s", None]


def test_an_interrupted_sweep_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    sweep = sweeps.listed(BASE, delays(40), keep=["drops"])
    whole, halves = tmp_path / "whole", tmp_path / "halves"
    assert sweep.run_into(whole) == sweeps.State(40, 40, 40)
    assert sweep.run_into(halves, limit=15, threads=1) == sweeps.State(15, 40, 15)
    assert not (halves / "flows.parquet").exists()
    assert sweep.run_into(halves, limit=0) == sweeps.State(15, 40, 0)
    assert sweep.run_into(halves) == sweeps.State(40, 40, 25)
    assert sweep.run_into(halves) == sweeps.State(40, 40, 0)
    for name in ("flows.parquet", "drops.parquet", "manifest.json"):
        assert (whole / name).read_bytes() == (halves / name).read_bytes(), name
    loaded = skyseam.load(halves)
    assert loaded.manifest["kind"] == "sweep"
    assert loaded.flows.equals(sweep.run().flows)


def test_ctrl_c_keeps_what_is_finished(tmp_path: Path) -> None:
    sweep = sweeps.listed(BASE, delays(60_000))
    calls = itertools.count()

    def interrupt(_: float, __: str) -> None:
        if next(calls) == 0:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sweep.run_into(tmp_path / "out", progress=interrupt)
    finished = sweep.run_into(tmp_path / "out", limit=0).finished
    assert 0 < finished < 60_000


def test_runs_of_another_sweep_are_not_mixed(tmp_path: Path) -> None:
    sweeps.listed(BASE, delays(3)).run_into(tmp_path / "out", limit=1)
    changed = {**BASE, "run": {"duration": "31 s"}}
    for other, differing in [
        (sweeps.listed(BASE, delays(4)), "design"),
        (sweeps.listed(changed, delays(3)), "scenario"),
        (sweeps.listed(BASE, delays(3), keep=["drops"]), "keep"),
    ]:
        with pytest.raises(skyseam.InputError, match=rf"not mixed \({differing}: "):
            other.run_into(tmp_path / "out")


def test_another_build_does_not_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sweep = sweeps.listed(BASE, delays(3))
    sweep.run_into(tmp_path / "out", limit=1)
    monkeypatch.setattr(executors, "this_build", lambda: "0" * 64)
    with pytest.raises(skyseam.InputError, match=r"build: [0-9a-f]{12}\.\.\. there, 000000000000"):
        sweep.run_into(tmp_path / "out")


def test_a_store_in_use_and_foreign_places_are_refused(tmp_path: Path) -> None:
    sweep = sweeps.listed(BASE, delays(3))
    out = tmp_path / "out"
    sweep.run_into(out, limit=1)
    store = Store(out / sweeps.STORE, sweep.made_by())
    with pytest.raises(skyseam.OutputError, match="another sweep writes to this directory"):
        sweep.run_into(out)
    store.close()
    foreign = tmp_path / "foreign"
    foreign.mkdir()
    (foreign / "thesis.tex").write_text("x", encoding="utf-8")
    with pytest.raises(skyseam.OutputError, match="holds no runs of a sweep"):
        sweep.run_into(foreign)
    (foreign / sweeps.STORE).write_bytes(b"not a database at all, but long enough to be one" * 30)
    with pytest.raises(skyseam.InputError, match="not a store of runs"):
        sweep.run_into(foreign)
    # A sweep's directory is not replaced by results of something else.
    with pytest.raises(skyseam.OutputError):
        skyseam.run(BASE).save(out)


def test_bad_runs_are_told_before_any_is_made(tmp_path: Path) -> None:
    out = tmp_path / "out"
    runs = [*delays(3), {"wires[0].delay": "5 sec"}]
    with pytest.raises(skyseam.ScenarioError) as caught:
        sweeps.listed(BASE, runs).run_into(out)
    text = str(caught.value)
    assert 'write "5 s"' in text
    assert 'run 3 of the list has wires[0].delay = "5 sec"' in text
    assert not out.exists()
    for key, said in [
        ("wires[1].delay", "counted from 0"),
        ("nodes.c.name", "no element of the list has this name"),
        ("wires[0", "no key"),
        ("run.sed", "did you mean `seed`?"),
    ]:
        with pytest.raises(skyseam.ScenarioError) as caught:
            sweeps.listed(BASE, [{key: "1 s"}]).run()
        assert said in str(caught.value), key
    with pytest.raises(skyseam.InputError, match="a sweep needs runs"):
        sweeps.listed(BASE, [])
    with pytest.raises(skyseam.ScenarioError, match="address the same value"):
        sweeps.listed(BASE, [{"wires": [], "wires[0].delay": "1 s"}])
