"""A report: one HTML page that needs nothing else, and the tables it was made of.

Owns how figures get into the page and files into the directory. Knows no paper.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jinja2
import markupsafe
import pyarrow as pa
from matplotlib.figure import Figure

from skyseam import plot
from skyseam._core import __version__
from skyseam.reproduce.study import Compared, Estimate, comparison_csv
from skyseam.results import FORMAT, Results


@dataclass(frozen=True)
class Picture:
    """A figure for the page: drawn once for light and once for dark ground."""

    name: str
    draw: Callable[[bool], Figure]
    alternative: str
    caption: str


@dataclass(frozen=True)
class Report:
    """What a reproduction gives.

    Attributes
    ----------
    html : str
        The page, with all images inside.
    compared : list of Compared
        Published numbers beside ours.
    tables : dict of str to pyarrow.Table
        What the page was made of.
    manifest : dict
        Scenario, study, seed, versions, wall time.
    figures : dict of str to Figure
        The page's figures on light ground, by file name.
    texts : dict of str to str
        Other files to put beside the page, by name.
    facts : dict
        What was found, for pages about the paper: numbers as they are said.
    """

    html: str
    compared: list[Compared]
    tables: dict[str, pa.Table]
    manifest: dict[str, Any]
    figures: dict[str, Figure] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)

    @property
    def body(self) -> str:
        """The page without its head, to go into another page."""
        return self.html.partition("<main>")[2].rpartition("</main>")[0]

    def save(self, directory: str | Path) -> Path:
        """Write report.html, comparison.csv, the tables, the figures and manifest.json, at once.

        Raises
        ------
        OutputError
            When the place is taken by something else or cannot be written.
        """
        manifest = {"format": FORMAT, "kind": "reproduction", "skyseam": __version__}
        texts = {
            "report.html": self.html,
            "comparison.csv": comparison_csv(self.compared),
            **self.texts,
        }
        results = Results(self.tables, manifest | self.manifest)
        return results.save(directory, figures=self.figures, texts=texts)

    def summary(self) -> list[tuple[str, ...]]:
        """Return rows for the terminal: quantity, published, simulated, deviation, interval, n."""
        return [
            (
                f"{row.published.id}, {row.published.unit}",
                f"{_SIGNS.get(row.published.kind, '')}{row.published.value:g}",
                digits(row.simulated.value),
                deviation(row),
                interval(row.simulated),
                str(row.simulated.n),
            )
            for row in self.compared
        ]


def render(template: str, context: Mapping[str, Any], pictures: Sequence[Picture]) -> str:
    """Fill a template of this package; `pictures` are available in it by name as HTML figures."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("skyseam.reproduce"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        digits=digits,
        interval=interval,
        spaced=spaced,
        signed=lambda x: f"{x:+.2f}",
        deviation=deviation,
    )
    figures = {picture.name: _embedded(picture) for picture in pictures}
    return environment.get_template(template).render(**context, figures=figures)


def render_text(template: str, context: Mapping[str, Any]) -> str:
    """Fill a template of this package that is text, such as Markdown."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("skyseam.reproduce"),
        autoescape=False,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template(template).render(**context)


def compose(
    template: str,
    context: Mapping[str, Any],
    pictures: Sequence[Picture],
    *,
    compared: Sequence[Compared] = (),
    tables: Mapping[str, pa.Table] | None = None,
    manifest: Mapping[str, Any] | None = None,
    facts: Mapping[str, Any] | None = None,
) -> Report:
    """Make a report of a template, with what every page is told: version and comparisons."""
    told = {"version": __version__, "compared": compared, **context}
    return Report(
        html=render(template, told, pictures),
        compared=list(compared),
        tables=dict(tables or {}),
        manifest=dict(manifest or {}),
        figures={f"{picture.name}.png": picture.draw(False) for picture in pictures},
        facts=dict(facts or {}),
    )


_SIGNS = {"at_most": "<= ", "at_least": ">= "}


def deviation(row: Compared) -> str:
    """Show how far off a number is; of a bound, whether it holds."""
    if row.holds is None:
        off = row.deviation_percent
        return "\N{EN DASH}" if math.isnan(off) else f"{off:+.2f} %"
    low95, high95 = row.simulated.low95, row.simulated.high95
    is_outside = low95 is None or high95 is None or not low95 <= row.published.value <= high95
    if row.holds or is_outside:
        return "holds" if row.holds else "does not hold"
    # Of a published zero there is no share to be off by.
    share = "" if math.isnan(row.deviation_percent) else f"{row.deviation_percent:+.2f} %, "
    return f"{share}inside the interval"


def digits(value: float) -> str:
    """Show a number with about four significant digits."""
    if abs(value) >= 1000:
        return f"{value:.0f}"
    return f"{value:.2f}" if abs(value) >= 10 else f"{value:.3g}"


def spaced(unit: str) -> str:
    """Show a unit behind its number; a count has none."""
    return "" if unit == "count" else f" {unit}"


def interval(estimate: Estimate) -> str:
    """Show the ends of a confidence interval; a dash when the quantity has none."""
    if estimate.low95 is None or estimate.high95 is None:
        return "\N{EN DASH}"
    return f"{digits(estimate.low95)} \N{EN DASH} {digits(estimate.high95)}"


def _embedded(picture: Picture) -> markupsafe.Markup:
    light, dark = (_data_uri(picture.draw(ground)) for ground in (False, True))
    return markupsafe.Markup(
        '<figure><picture><source media="(prefers-color-scheme: dark)" srcset="{dark}">'
        '<img src="{light}" alt="{alternative}"></picture>'
        "<figcaption>{caption}</figcaption></figure>"
    ).format(light=light, dark=dark, alternative=picture.alternative, caption=picture.caption)


def _data_uri(figure: Figure) -> str:
    return f"data:image/png;base64,{base64.b64encode(plot.png(figure)).decode()}"
