"""Results of a scenario as one digest with its warnings, or the reason why it is refused."""

from __future__ import annotations

import hashlib
import json
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

import skyseam

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1]


@dataclass(frozen=True)
class Outcome:
    """Digest of all tables and captures, and text of the warnings or of the refusal.

    `manifest` is the resolved scenario.
    """

    digest: str
    warned: tuple[str, ...]
    refused: str = ""
    manifest: str = ""


def located(value: Any) -> Any:
    """Return a value in which file names that begin with "@" are replaced by paths."""
    if isinstance(value, dict):
        return {key: located(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [located(inner) for inner in value]
    if isinstance(value, str) and value.startswith("@"):
        return str((EXAMPLES if value.startswith("@scenarios/") else HERE) / value[1:])
    return value


def outcome(scenario: dict[str, Any]) -> Outcome:
    """Run a scenario, or its delay study if it has no flows."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            if "flows" in scenario or "users" in scenario:
                results = skyseam.run(located(scenario))
            else:
                results = skyseam.delay(located(scenario))
        except skyseam.SkyseamError as error:
            return Outcome("", (), str(error))
    digest = hashlib.sha256()
    for name in results.tables:
        table = results.table(name)
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, table.schema) as writer:
            writer.write_table(table.combine_chunks())
        digest.update(name.encode() + sink.getvalue())
    for name, capture in results.captures.items():
        digest.update(name.encode() + capture)
    said = tuple(str(one.message) for one in caught)
    return Outcome(digest.hexdigest(), said, manifest=json.dumps(results.manifest["scenario"]))
