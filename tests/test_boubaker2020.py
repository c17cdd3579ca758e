"""Goal: all of Boubaker 2020 is compared, its parts measure what they say, and work is never lost.

Method: the quick study of each part, made once with kept runs; reports and tables are read back. An
interruption is a KeyboardInterrupt out of the progress callback, as Ctrl-C gives it.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from skyseam._errors import InputError
from skyseam.reproduce import PARTS, boubaker2020_bulk, boubaker2020_gateways, part, study
from skyseam.reproduce import boubaker2020_boat as boat
from skyseam.reproduce.boubaker2020_whole import TITLES, report
from skyseam.reproduce.capture import segments
from skyseam.reproduce.report import Report
from skyseam.reproduce.store import Store

NAMES = [known.name for known in PARTS if known.paper == "boubaker2020"]


@pytest.fixture(scope="session")
def reports(reproduction: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Report]:
    """Make the quick report of each part; the seam's runs are those of the command."""
    kept = Store(reproduction.with_name("seam.store"))
    assert kept.directory is not None and any(kept.directory.iterdir())
    other = Store(tmp_path_factory.mktemp("store"))
    return {
        name: part("boubaker2020", name).run(quick=True, store=kept if name == "seam" else other)
        for name in NAMES
    }


@pytest.fixture(scope="session")
def whole(reports: dict[str, Report]) -> Report:
    """Make the report of all parts."""
    return report(reports, True)


def test_every_published_number_is_compared_once(whole: Report) -> None:
    assert [row.published.id for row in whole.compared] == list(study.published("boubaker2020"))


def test_each_part_has_a_title_and_stands_in_the_page(whole: Report) -> None:
    assert list(TITLES) == NAMES
    for name in NAMES:
        assert f'<section id="part-{name}"><' in whole.html.replace("\n", "")
    assert "Not compared" not in whole.html


def test_the_findings_show_figures_that_there_are(whole: Report) -> None:
    findings = whole.texts["findings.md"]
    shown = re.findall(r"\]\((\w+\.png)\)", findings)
    assert len(shown) >= 10
    assert set(shown) <= set(whole.figures)
    assert "{{" not in findings and "None" not in findings


def test_findings_have_the_numbers_of_the_comparison(whole: Report) -> None:
    for row in whole.compared:
        assert (
            f"| {row.published.value:g} {row.published.unit}".rstrip() in whole.texts["findings.md"]
            or row.published.unit == "count"
        )


def test_the_manifest_is_json(whole: Report, tmp_path: Path) -> None:
    whole.save(tmp_path / "whole")
    told = json.loads((tmp_path / "whole" / "manifest.json").read_text(encoding="utf-8"))
    assert set(told["parts"]) == set(NAMES)
    assert told["facts"]["boat"]["out_of_order"] > 0


@pytest.mark.parametrize("name", ["fig5", "table5", "fig7", "fig10", "seam"])
def test_a_part_is_found_by_its_figures(name: str) -> None:
    found = part("boubaker2020", name)
    assert found.place.removeprefix("boubaker2020-") in NAMES


def test_an_interrupted_study_goes_on_and_ends_with_the_same_bytes(tmp_path: Path) -> None:
    def stop(done: float, text: str) -> None:
        if done >= 0.4:
            raise KeyboardInterrupt

    def result(store: Store) -> bytes:
        made = boubaker2020_gateways.report(
            boubaker2020_gateways.gateways(quick=True, threads=2, store=store)
        )
        sink = pa.BufferOutputStream()
        for name in sorted(made.tables):
            with pa.ipc.new_stream(sink, made.tables[name].schema) as writer:
                writer.write_table(made.tables[name].combine_chunks())
        return bytes(sink.getvalue()) + made.html.encode()

    store = Store(tmp_path / "store")
    with pytest.raises(KeyboardInterrupt):
        boubaker2020_gateways.gateways(quick=True, threads=2, store=store, progress=stop)
    kept = sorted((tmp_path / "store").iterdir())
    assert kept  # what was finished is there
    assert result(store) == result(Store(None))
    assert set(kept) <= set((tmp_path / "store").iterdir())


def test_a_kept_entry_is_not_made_again(tmp_path: Path) -> None:
    store = Store(tmp_path)
    made: list[int] = []

    def make(value: int) -> dict[str, pa.Table]:
        made.append(value)
        return {"one": pa.table({"value": [value]})}

    assert store.tables("name", {"a": 1}, lambda: make(1))["one"]["value"].to_pylist() == [1]
    assert store.tables("name", {"a": 1}, lambda: make(2))["one"]["value"].to_pylist() == [1]
    assert store.tables("name", {"a": 2}, lambda: make(3))["one"]["value"].to_pylist() == [3]
    assert made == [1, 3]


def test_runs_need_a_scenario() -> None:
    with pytest.raises(InputError, match="no runs"):
        Store().runs("nothing", [])


def acks(*numbers: tuple[int, int]) -> list[boat.Ack]:
    return [boat.Ack(float(t), number, isls) for t, (number, isls) in enumerate(numbers)]


def test_acks_out_of_order_are_counted_and_patterns_are_in_the_order_sent() -> None:
    came = acks((0, 1), (3, 9), (1, 11), (4, 9), (2, 11))
    assert boat.out_of_order(came) == 2
    assert boat.pattern(came) == (1, 11, 9)
    assert boat.out_of_order(acks((0, 1), (1, 1), (1, 1), (2, 1))) == 0


def test_the_example_has_acks_whose_way_is_as_long_as_their_time_to_live_says(
    reports: dict[str, Report],
) -> None:
    outcome = boat.boat(quick=True)
    came = outcome.acks[outcome.example]
    assert boat.out_of_order(came) == reports["boat"].facts["out_of_order"]
    assert len(came) == 10
    for ack in came:
        path = outcome.paths[ack.number]
        assert (path[0], path[-1]) == (boat.LONDON, boat.BOAT)
        assert len(path) - 2 == ack.isls + 1


def test_a_capture_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="no pcapng"):
        segments(b"not a capture at all")


def bulk_of(rates: list[float], bin_s: float) -> boubaker2020_bulk.Bulk:
    bits = np.array(rates) * 1e6 * bin_s
    return boubaker2020_bulk.Bulk(1000.0, bits, {}, pa.table({"t_s": [], "cwnd_bytes": []}))


def test_a_dip_is_the_lowest_bin_after_the_handover() -> None:
    plan: dict[str, Any] = {"bin_s": 0.5, "before_s": 20.0, "window_s": 5.0}
    rates = [2.0] * 200
    rates[101] = 0.5  # the half second from 1050.5 on
    run = bulk_of(rates, 0.5)
    assert boubaker2020_bulk.around(plan, run, 1050.0, 0.5) == (2.0, 0.5)
    assert boubaker2020_bulk.around(plan, run, 1050.0, 1.0) == (2.0, 1.25)
    assert boubaker2020_bulk.around(plan, run, 1050.0, 2.0) == (2.0, 1.625)
    assert np.isnan(boubaker2020_bulk.around(plan, run, 1099.0, 1.0)).all()
    assert np.isnan(boubaker2020_bulk.around(plan, run, 1005.0, 1.0)).all()


def test_gateways_draw_terminals_uniformly_on_the_sphere() -> None:
    plan = study.document("boubaker2020", "gateways.toml")
    drawn = boubaker2020_gateways._drawn(plan, plan["files"][0], 20_000)
    assert set(drawn["gateway"]) == set(range(7))
    # Half of the sphere's area lies within 30 deg of the equator; three standard errors.
    within_30 = np.mean(np.abs(drawn["latitude_deg"]) < 30)
    assert abs(within_30 - 0.5) < 3 * 0.5 / np.sqrt(20_000)
    assert drawn["start_s"].min() >= 0 and drawn["start_s"].max() < 86_400


def test_the_issue_names_50_000_runs() -> None:
    plan = study.document("boubaker2020", "gateways.toml")
    assert sum(file["runs"] for file in plan["files"]) == 50_000
    assert len(plan["gateway"]) == 7
    lists = study.document("boubaker2020", "cities.toml")["cities"]
    assert {len(listed) for listed in lists.values()} == {17}
