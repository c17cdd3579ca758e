"""A report: one self-contained HTML page, and the tables from which it was made.

Owns how figures get into the page and files into the directory. Knows no paper.
"""

import base64
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jinja2
import markupsafe
import pyarrow as pa
import tomli_w
from matplotlib.figure import Figure

from skyseam import plot
from skyseam._core import __version__
from skyseam._directory import FORMAT
from skyseam.measures.intervals import Estimate
from skyseam.plot.style import lightened
from skyseam.reproduce.study import Compared, comparison_csv, once
from skyseam.results import Results


@dataclass(frozen=True)
class Report:
    """Output of a reproduction.

    `html`: the page, with all images inside. `compared`: published numbers beside ours. `tables`:
    tables that the page was made of. `manifest`: scenario, study, seed, versions, wall time.
    `figures`: the page's figures on light ground, as PNG files, by file name. `texts`: other files
    to put beside the page, by name. `accepted`: claims and bands beside ours, as in
    :func:`skyseam.reproduce.study.comparison_csv`. `facts`: results for pages about the paper;
    numbers are formatted.
    """

    html: str
    compared: list[Compared]
    tables: dict[str, pa.Table]
    manifest: dict[str, Any]
    figures: dict[str, bytes] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)
    accepted: list[dict[str, Any]] = field(default_factory=list)

    @property
    def body(self) -> str:
        """The page without its head, to go into another page."""
        return self.html.partition("<main>")[2].rpartition("</main>")[0]

    def save(self, directory: str | Path) -> Path:
        """Write report.html, comparison.csv, the tables, the figures and manifest.json, at once.

        Raises
        ------
        OutputError
            When the place holds something else or cannot be written.
        """
        manifest = {"format": FORMAT, "kind": "reproduction", "skyseam": __version__}
        texts = {"report.html": self.html, **self.texts}
        if self.manifest.get("kind") != "study":
            texts["comparison.csv"] = comparison_csv(self.compared, self.accepted)
        results = Results(self.tables, manifest | self.manifest)
        return results.save(directory, figures=self.figures, texts=texts)

    def summary(self) -> list[tuple[str, ...]]:
        """Return rows for the terminal: quantity, published, simulated, deviation, interval, n.

        Readings that are alike are one row.
        """
        return [
            (
                f"{row.published.id}, {row.published.unit}{row.reading and f' ({row.reading})'}",
                f"{_SIGNS.get(row.published.kind, '')}{row.published.value:g}",
                digits(row.simulated.value),
                deviation(row),
                interval(row.simulated),
                str(row.simulated.n),
            )
            for row in once(self.compared)
        ]


def page(
    folders: Sequence[Path],
    templates: Sequence[str],
    context: Mapping[str, Any],
    draw: Callable[..., Figure] | None = None,
) -> tuple[str, dict[str, bytes]]:
    """Fill a template; return the text and the figures in it by file name, PNG on light ground.

    Of `templates` the first is used that is in one of the `folders`, or in those of this package;
    HTML escapes the values. `draw` draws a figure by its name, in the dark or light style; a
    template shows it by `figure(name, alternative, caption)`.
    """
    environment = jinja2.Environment(
        loader=jinja2.ChoiceLoader(
            [jinja2.FileSystemLoader(folders), jinja2.PackageLoader("skyseam.reproduce")]
        ),
        autoescape=jinja2.select_autoescape(["html"]),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    shown = (digits, interval, said, spaced, clock, deviation, grade, shade)
    environment.filters |= {one.__name__: one for one in shown} | {"toml": tomli_w.dumps}
    environment.tests["deviates"] = lambda name: str(name).startswith("deviation")
    environment.globals["shades"] = SHADES
    figures: dict[str, bytes] = {}

    def figure(name: str, alternative: str, caption: str) -> markupsafe.Markup:
        if draw is None:
            raise ValueError(f"the page shows the figure {name}, but nothing draws figures")
        light = figures[f"{name}.png"] = plot.png(draw(name, dark=False))
        dark = plot.png(lightened(draw(name, dark=True)))
        return markupsafe.Markup(
            '<figure><picture><source media="(prefers-color-scheme: dark)" srcset="{dark}">'
            '<img src="{light}" alt="{alternative}"></picture>'
            "<figcaption>{caption}</figcaption></figure>"
        ).format(
            light=_data_uri(light), dark=_data_uri(dark), alternative=alternative, caption=caption
        )

    template = environment.select_template(list(templates))
    return template.render(version=__version__, figure=figure, **context), figures


_SIGNS = {"at_most": "<= ", "at_least": ">= ", "up_to": "up to "}


def deviation(row: Compared) -> str:
    """Format the deviation of a number; for a bound, whether it holds and the distance of ours."""
    off, ours, bound = row.deviation_percent, row.simulated, row.published
    if row.holds is None:
        return "\N{EN DASH}" if math.isnan(off) else f"{off:+.2f} %"
    if bound.kind == "up_to":
        verdict = "holds" if row.holds else "does not hold"
        return f"{verdict}, {100 + off:.0f} % of it"
    # Of a published zero there is no share to be off by.
    size = f"{off:+.2f} %"
    if math.isnan(off):
        size = f"{'+' if ours.value > 0 else ''}{digits(ours.value)}{spaced(bound.unit)}"
    low, high = (math.nan if end is None else end for end in (ours.low95, ours.high95))
    if not row.holds and low <= bound.value <= high:
        return f"missed, {size}, not told apart"
    return f"{'holds' if row.holds else 'does not hold'}, {size}"


SHADES = (5, 20)
"""Deviations, percent, up to which a number is shown as near and as fair."""


def grade(row: Compared, tolerance_percent: float | None = None) -> str:
    """Return the class that colours a row's deviation: `in`, `fair`, `out`, or none."""
    if row.holds is not None:
        missed = "fair" if deviation(row).startswith("missed") else "out"
        return "in" if row.holds else missed
    off = abs(row.deviation_percent)
    if math.isnan(off) or tolerance_percent is None:
        return _graded(off)
    return "in" if off <= tolerance_percent else "out"


def shade(cell: object) -> str:
    """Return the class that colours a deviation such as `+1.23 %`; none for words."""
    number, _, rest = str(cell).replace(",", "").partition(" ")
    try:
        off = abs(float(number))
    except ValueError:
        return {"holds": "in", "missed": "fair", "does": "out"}.get(number, "")
    return _graded(off) if rest in ("", "%") else ""


def _graded(off_percent: float) -> str:
    if math.isnan(off_percent):
        return ""
    return "in" if off_percent <= SHADES[0] else "fair" if off_percent <= SHADES[1] else "out"


def digits(value: float | None) -> str:
    """Format a number with about four significant digits; a dash if there is none."""
    if value is None or math.isnan(value):
        return "\N{EN DASH}"
    if abs(value) >= 1000:
        return f"{value:.0f}"
    return f"{value:.2f}" if abs(value) >= 10 else f"{value:.3g}"


def spaced(unit: str) -> str:
    """Format a unit that follows its number; a count has none."""
    return "" if unit == "count" else f" {unit}"


def interval(estimate: Estimate) -> str:
    """Format the ends of a confidence interval; a dash if the quantity has none."""
    if estimate.low95 is None or estimate.high95 is None:
        return "\N{EN DASH}"
    return f"{digits(estimate.low95)} \N{EN DASH} {digits(estimate.high95)}"


def said(estimate: Estimate) -> str:
    """Format a mean with its interval, if it has one."""
    if estimate.low95 is None:
        return digits(estimate.value)
    return f"{digits(estimate.value)} ({interval(estimate)})"


def quantity(words: str, unit: str) -> str:
    """Format the measured quantity with its unit, if it has one."""
    return f"{words}, {unit}" if unit else words


def clock(t_s: float) -> str:
    """Format an instant of the day, in s from midnight."""
    seconds = int(t_s)
    return f"{seconds // 3600:02}:{seconds % 3600 // 60:02}:{seconds % 60:02}"


def _data_uri(png: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(png).decode()}"
