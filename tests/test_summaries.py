"""Goal: the summary of a run agrees with its tables.

Method: transfers over a wire whose figures can be computed by hand, a split connection, results
that are not of a run, and the display in notebooks.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import skyseam
from conftest import SKY, WIRES

TWO = (
    WIRES.replace('queue = "50 packets"', 'queue = "3 packets"')
    + """
[[flows]]
name = "bulk"
from = "b"
to = "a"
application = { kind = "bulk", duration = "5 s" }
"""
)


@pytest.fixture(scope="module")
def run() -> skyseam.Results:
    text = TWO.replace('name = "file"', 'name = "file"\ncount = 3\nevery = "2 s"')
    return skyseam.run(skyseam.toml(text))


def rows(results: skyseam.Results) -> dict[tuple[str | None, str], dict[str, Any]]:
    return {(row["name"], row["measure"]): row for row in results.summary().to_pylist()}


def test_every_measure_is_that_of_the_flows(run: skyseam.Results) -> None:
    found = rows(run)
    flows = run.flows.to_pylist()
    files = [flow for flow in flows if flow["name"] == "file"]
    goodput = [flow["goodput_bps"] for flow in files]
    assert found["file", "goodput"]["flows"] == found["file", "goodput"]["finished"] == 3
    assert found["file", "goodput"]["mean"] == pytest.approx(np.mean(goodput))
    assert found["file", "goodput"]["p95"] == pytest.approx(np.percentile(goodput, 95))
    expected = sum(goodput) ** 2 / (3 * sum(one**2 for one in goodput))
    assert found["file", "goodput"]["jain"] == pytest.approx(expected)
    took = [flow["last_received_s"] - flow["start_s"] for flow in files]
    assert found["file", "completion"]["p50"] == pytest.approx(np.median(took))
    assert found["file", "completion"]["unit"] == "s"
    assert ("bulk", "completion") not in found, "bulk data lasts as long as it is told"
    assert found[None, "goodput"]["flows"] == 4
    resent = sum(flow["retransmissions"] for flow in flows)
    assert found[None, "retransmissions"]["sum"] == resent > 0


def test_drops_are_counted_by_reason(run: skyseam.Results) -> None:
    dropped = run.drops.to_pylist()
    found = rows(run)
    assert {row["reason"] for row in dropped} == {"queue_overflow"}
    assert found[None, "drops, queue_overflow"]["sum"] == len(dropped) > 0
    of_bulk = sum(row["flow"] == run.flows.num_rows - 1 for row in dropped)
    assert found["bulk", "drops, queue_overflow"]["sum"] == of_bulk


def test_of_a_split_connection_the_receivers_part_counts() -> None:
    text = skyseam.run("scenarios/split-at-gateway.toml")
    flows = text.flows.to_pylist()
    wholes = {flow["part_of"] for flow in flows}
    assert len(wholes) < len(flows), "a scenario with splits"
    counted = rows(text)
    total = next(row for (name, _), row in counted.items() if name is None)
    assert total["flows"] == len(wholes)


def test_results_of_no_run_have_no_summary() -> None:
    study = skyseam.snapshot(skyseam.toml(SKY), 0.0)
    with pytest.raises(skyseam.InputError, match=r"expected those of skyseam\.run"):
        study.summary()
    assert "Tables, with their numbers of rows" in study._repr_html_()


def test_a_notebook_shows_what_there_is(run: skyseam.Results) -> None:
    shown = run._repr_html_()
    assert "<table>" in shown and "goodput" in shown and "queue_overflow" in shown
    assert "packets sent" in shown
    assert "<th>p95</th>" in shown, "the flows named bulk differ"


def test_a_notebook_shows_a_single_flow_as_one_column_with_units(run: skyseam.Results) -> None:
    """A single flow is shown without columns of percentiles, which would repeat one number."""
    alone = skyseam.Results(
        {name: run.table(name) for name in run.tables if name not in ("flows", "drops")}
        | {"flows": run.flows.slice(0, 1), "drops": run.drops.slice(0, 0)},
        run.manifest,
    )
    shown = alone._repr_html_()
    goodput = alone.flows["goodput_bps"][0].as_py()
    assert f"<td>goodput</td><td>{goodput / 1e6:.4g} Mbit/s</td>" in shown
    assert "p95" not in shown and "Jain" not in shown


def test_tables_open_elsewhere_with_numbers_as_numbers(run: skyseam.Results) -> None:
    frame = run.to_pandas("flows")
    assert frame["goodput_bps"].dtype == np.float64 and frame["bytes"].dtype == np.uint64
    assert run.to_polars("flows")["goodput_bps"].to_list() == frame["goodput_bps"].tolist()
    with pytest.raises(KeyError, match="no table 'nothing'"):
        run.to_pandas("nothing")
