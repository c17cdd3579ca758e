"""Goal: all of Boubaker 2020 is compared, its parts measure what they state, and no work is lost.

Method: the quick study of each part, made once with stored runs; reports and tables are read back.
An interruption is a KeyboardInterrupt from the progress callback, as Ctrl-C raises it.
"""

from __future__ import annotations

import itertools
import json
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from conftest import WIRES
from skyseam._errors import InputError
from skyseam.papers.boubaker2020 import shared
from skyseam.papers.boubaker2020.boat import analysis as boat
from skyseam.papers.boubaker2020.bulk import analysis as bulk
from skyseam.papers.boubaker2020.gateways import analysis as gateways
from skyseam.papers.boubaker2020.seam import analysis as seam
from skyseam.papers.boubaker2020.whole import as_times, shares, worst_dip
from skyseam.reproduce import Estimate, Report, Store, Study, Whole, papers, part, parts
from skyseam.reproduce.bulk import Bulk
from skyseam.reproduce.bulk import around as dip_around
from skyseam.reproduce.capture import segments
from skyseam.reproduce.cases import applied
from skyseam.results import Results
from whole_paper import check_pages

PAPER = papers()["boubaker2020"]
PARTS = parts(PAPER)
NAMES = [one.name for one in PARTS]


@pytest.fixture(scope="session")
def reports(reproduction: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Report]:
    """Return the quick report of each part; the seam's runs are those of the command."""
    kept = Store(reproduction.with_name(f"{reproduction.name}.store"))
    assert kept.directory is not None and any(kept.directory.iterdir())
    other = Store(tmp_path_factory.mktemp("store"))
    return {
        name: part("boubaker2020", name).run(quick=True, store=kept if name == "seam" else other)
        for name in NAMES
    }


@pytest.fixture(scope="session")
def whole(reports: dict[str, Report]) -> Report:
    """Return the report of all parts."""
    return Whole(PAPER, tuple(PARTS)).report(reports, True)


def test_every_published_number_is_compared_once(whole: Report) -> None:
    for reading in ("defaults", "fits"):
        of_it = [row for row in whole.compared if row.reading == reading]
        assert [row.published.id for row in of_it] == list(PAPER.published)


def test_each_part_stands_in_the_page_and_its_figures_in_the_findings(whole: Report) -> None:
    check_pages(PARTS, whole.html, whole.texts["findings.md"], whole.figures, 10)
    assert "Not compared" not in whole.html


def test_findings_have_the_numbers_of_the_comparison(whole: Report) -> None:
    for row in whole.compared:
        assert (
            f"| {row.published.value:g} {row.published.unit}".rstrip() in whole.texts["findings.md"]
            or row.published.unit == "count"
        )


def test_the_manifest_is_json(whole: Report) -> None:
    told = json.loads(json.dumps(whole.manifest))
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
        outcome = gateways.make(Study(PAPER, "gateways", True, 2, None, store))
        sink = pa.BufferOutputStream()
        for _, table in sorted(outcome.runs.items()):
            with pa.ipc.new_stream(sink, table.schema) as writer:
                writer.write_table(table.combine_chunks())
        return bytes(sink.getvalue())

    store = Store(tmp_path / "store")
    with pytest.raises(KeyboardInterrupt):
        gateways.make(Study(PAPER, "gateways", True, 2, stop, store))
    kept = sorted((tmp_path / "store").iterdir())
    assert kept  # what was finished is there
    assert result(store) == result(Store(None))
    assert set(kept) <= set((tmp_path / "store").iterdir())


def test_a_kept_entry_is_not_made_again(tmp_path: Path) -> None:
    store = Store(tmp_path)
    made: list[int] = []

    def reduce(one: Results) -> dict[str, pa.Table]:
        made.append(one.flows["bytes"][0].as_py())
        return {"one": pa.table({"value": made[-1:]})}

    def kept(*sizes: str) -> list[int]:
        scenarios = [tomllib.loads(WIRES.replace("200 kB", size)) for size in sizes]
        table = store.reduced("name", scenarios, reduce)["one"]
        assert table["run"].to_pylist() == list(range(len(sizes)))
        found: list[int] = table["value"].to_pylist()
        return found

    assert kept("1 kB", "2 kB") == [1000, 2000]
    assert kept("1 kB", "2 kB") == [1000, 2000]
    assert kept("3 kB") == [3000]
    assert made == [1000, 2000, 3000]


def test_runs_need_a_scenario() -> None:
    with pytest.raises(InputError, match="no runs"):
        Study(PAPER, "").runs("nothing", [])


def acks(*numbers: tuple[int, int]) -> list[boat.Ack]:
    return [boat.Ack(float(t), number, isls) for t, (number, isls) in enumerate(numbers)]


def test_acks_out_of_order_are_counted_and_patterns_are_in_the_order_sent() -> None:
    came = acks((0, 1), (3, 9), (1, 11), (4, 9), (2, 11))
    assert [ack.number for ack in boat.late(came)] == [1, 2]
    assert boat.pattern(came) == (1, 11, 9)
    assert boat.late(acks((0, 1), (1, 1), (1, 1), (2, 1))) == []


def test_the_example_has_acks_whose_way_is_as_long_as_their_time_to_live_says(
    reports: dict[str, Report],
) -> None:
    outcome = Study(PAPER, "boat", quick=True).of("boat")
    came = outcome.example.acks
    assert len(boat.late(came)) == reports["boat"].facts["out_of_order"]
    assert len(came) == 10
    for ack in came:
        path = outcome.paths[ack.number]
        assert (path[0], path[-1]) == (shared.LONDON, shared.BOAT)
        assert len(path) - 2 == ack.isls + 1


def test_a_capture_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="no block of Skyseam's pcapng"):
        segments(b"not a capture at all")


def bulk_of(rates: list[float], bin_s: float) -> Bulk:
    bits = np.array(rates) * 1e6 * bin_s
    return Bulk(1000.0, bits, {}, np.zeros(1), pa.table({"t_s": [], "cwnd_bytes": []}))


def test_a_dip_is_the_lowest_bin_after_the_handover() -> None:
    told: dict[str, Any] = {"bin_s": 0.5, "before_s": 20.0, "window_s": 5.0}

    def around(at_s: float, width_s: float) -> tuple[float, float]:
        return dip_around(told | {"width_s": width_s}, run, at_s)

    rates = [2.0] * 200
    rates[101] = 0.5  # the half second from 1050.5 on
    run = bulk_of(rates, 0.5)
    assert around(1050.0, 0.5) == (2.0, 0.5)
    assert around(1050.0, 1.0) == (2.0, 1.25)
    assert around(1050.0, 2.0) == (2.0, 1.625)
    assert np.isnan(around(1099.0, 1.0)).all()
    assert np.isnan(around(1005.0, 1.0)).all()


def test_dips_and_acks_of_the_fitting_reading_are_the_published_ones(whole: Report) -> None:
    """Each dip is within 5 %, the ACKs are exact."""
    fits = {row.published.id: row for row in whole.compared if row.reading == "fits"}
    dips = [row for name, row in fits.items() if name.endswith("_dip")]
    assert len(dips) == 7
    assert max(abs(row.deviation_percent) for row in dips) < 5
    assert all(row.deviation_percent == 0 for name, row in fits.items() if "hops" in name)


def test_an_increase_is_off_by_the_ratio_of_times_that_it_states() -> None:
    assert as_times("seam_large_increase", 50.0, 100.0) == pytest.approx(100 * (2.0 / 1.5 - 1))
    assert as_times("ratio_25k", 50.0, 7.0) == 7.0


def test_values_are_changed_by_keys_with_dots() -> None:
    scenario: dict[str, Any] = {
        "links": {"up": {"queue": 1}, "down": {}},
        "flows": [{"transport": {"kind": "x"}}],
    }
    made = applied(scenario, {"links.*.queue": 2, "flows.*.transport.window": 3, "a.b": 4})
    assert made["links"] == {"up": {"queue": 2}, "down": {"queue": 2}}
    assert made["flows"] == [{"transport": {"kind": "x", "window": 3}}]
    assert made["a"] == {"b": 4}
    assert scenario["links"]["up"] == {"queue": 1}


def test_to_and_fro_between_two_planes_is_no_new_plane() -> None:
    """Satellites 0 to 10 are plane 0, 11 to 21 plane 1, 22 to 32 plane 2."""
    path = [["A", str(n), "B"] for n in (0, 1, 2, 11, 2, 12, 13, 22, 33)]
    columns = {"source": ["A"] * 9, "destination": ["B"] * 9, "t_s": np.arange(9.0)}
    intra_s, planes_s = seam.counted(pa.table(columns | {"path": path}))
    assert intra_s.tolist() == [1.0]
    assert planes_s.tolist() == [4.0, 1.0]


def test_the_slant_range_is_that_of_the_law_of_cosines() -> None:
    assert seam.formula_km(6378.0, 780.0, np.pi / 2) == pytest.approx(780.0)
    assert seam.formula_km(6378.0, 780.0, 0.0) == pytest.approx(np.sqrt(7158.0**2 - 6378.0**2))


def test_gateways_draw_terminals_uniformly_on_the_sphere() -> None:
    plan = Study(PAPER, "gateways").plan
    drawn = gateways.draw(plan, {**plan["files"][0], "runs": 20_000})
    assert set(drawn["gateway"]) == set(range(7))
    # Half of the sphere's area lies within 30 deg of the equator; three standard errors.
    within_30 = np.mean(np.abs(drawn["latitude_deg"]) < 30)
    assert abs(within_30 - 0.5) < 3 * 0.5 / np.sqrt(20_000)
    assert drawn["start_s"].min() >= 0 and drawn["start_s"].max() < 86_400


def test_the_issue_names_50_000_runs() -> None:
    plan = Study(PAPER, "gateways").plan
    assert sum(file["runs"] for file in plan["files"]) == 50_000
    assert len(plan["gateway"]) == 7
    cities = Study(PAPER, "cities").plan
    for listed in cities["lists"].values():
        assert len(set(listed)) == 17
        assert set(listed) <= set(cities["places"])


def test_the_share_of_a_number_is_that_of_its_square() -> None:
    told = shares({"small": 3.0, "large": -4.0, "none": 0.0})
    assert list(told) == ["large", "small", "none"]
    assert told == pytest.approx({"large": 64.0, "small": 36.0, "none": 0.0})


def test_the_dip_that_is_furthest_off_is_told_as_a_drop_too() -> None:
    fits = {name: {"off_percent": 0.5} for name in PAPER.published if name.endswith("_dip")}
    fits["hi_inter_enter_dip"] = {"off_percent": -3.71}
    dip = PAPER.published["hi_inter_enter_dip"].condition.removesuffix("; dip")
    rows = [["another", "1.27", "19.07", "1.21"], [dip, "3.70", "27.78", "7.27"]]
    told = worst_dip(PAPER.published, fits, rows)
    assert told == {"within": "3.8", "dip": dip, "published": "3.70", "drop": "7.27"}


def test_means_whose_intervals_do_not_overlap_are_counted_in_pairs() -> None:
    ends = [(1.0, 2.0), (1.5, 2.5), (2.2, 3.0), (4.0, 5.0)]
    means = [Estimate((low + high) / 2, low, high, 9) for low, high in ends]
    apart = [one.is_apart(other) for one, other in itertools.combinations(means, 2)]
    assert sum(apart) == 4
    assert not any(one.is_apart(Estimate(9.0)) or Estimate(9.0).is_apart(one) for one in means)


def test_the_findings_name_what_makes_up_the_raw_deviation(whole: Report) -> None:
    findings = whole.texts["findings.md"]
    (head,) = (
        at for at, line in enumerate(findings.splitlines()) if "share of the squares" in line
    )
    listed = findings.splitlines()[head + 2 : head + 8]
    parts = [float(line.strip("| ").split(" | ")[-1]) for line in listed]
    assert parts == sorted(parts, reverse=True)
    assert 50 < sum(parts) <= 100.3


def test_a_fall_counts_once_the_window_has_picked_up() -> None:
    t_s = np.arange(9.0)
    window = np.array([10.0, 9.5, 7.0, 6.0, 8.0, 9.0, 5.0, 5.2, 9.0])
    assert bulk.falls(t_s, window, (0.0, 8.0), 0.1) == 2
    assert bulk.falls(t_s, window, (0.0, 7.0), 0.1) == 1  # the second has not picked up by then
    assert bulk.falls(t_s, window, (0.0, 8.0), 0.6) == 0


def test_a_span_has_one_path() -> None:
    path = [["A", "1", "B"]] * 3 + [["A", "2", "B"]] * 2 + [["A", "1", "B"]]
    table = pa.table({"t_s": [0.0, 10.0, 20.0, 30.0, 40.0, 50.0], "path": path})
    assert bulk.unchanged(table) == [(0.0, 20.0), (30.0, 40.0), (50.0, 50.0)]


def test_elevation_alone_moves_the_throughput_by_less_than_a_handover(whole: Report) -> None:
    """Fig. 10a and 11a: within 2 % while the path does not change."""
    for row in whole.facts["bulk"]["steady"]:
        low, high = map(float, row[-1].split(" to "))
        assert 0.98 * high < low <= high
        ways_ms = [float(one) for one in row[2].split(" to ")]
        assert ways_ms[0] < ways_ms[1]


def test_the_seam_separates_for_as_long_as_the_longitudes_say(whole: Report) -> None:
    assert float(whole.facts["cities"]["off_longitude"]) < 8
