"""The look of Skyseam's figures: style files, colours with a meaning, and writing figures.

Figures are made without pyplot, so nothing global changes and no display is needed.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec

import matplotlib as mpl
import matplotlib.style
import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.colors import is_color_like, to_rgba
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.text import Text
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from skyseam._errors import InputError, OutputError, SkyseamWarning
from skyseam._files import PICTURES, check_name, write_files
from skyseam._work import expect

STYLE = Path(__file__).with_name("light.mplstyle")
DARK_STYLE = Path(__file__).with_name("dark.mplstyle")

# Colours with a meaning are the same on light and dark backgrounds.
NO_SEAM = "#2b8cc9"
SEAM = "#e0702a"
GREY = "#8795a1"
SHADE = (0.88, 0.44, 0.16, 0.16)

CAUSES: dict[str, tuple[str, str, str]] = {
    "elevation": ("1", "elevation", GREY),
    "intra_orbital_handover": ("2", "intra-orbital handover", NO_SEAM),
    "inter_orbital_handover": ("3", "inter-orbital handover", "#009E73"),
    "seam_handover": ("4", "seam handover", SEAM),
    "isl_change": ("5", "ISL change", "#CC79A7"),
    "outage": ("6", "no path", "#5c6b77"),
    "recovery": ("7", "path again", "#E69F00"),
    "ground_change": ("8", "other gateway or wires", "#8C510A"),
}
"""For each cause of a delay change: its number in figures, its description, its colour."""

_P = ParamSpec("_P")


class NotebookFigure(Figure):
    """A figure that a notebook shows as a picture.

    IPython knows how to show Matplotlib's own figures only after pyplot has been imported.
    """

    def _repr_png_(self) -> bytes:
        return png(self)


def styled(draw: Callable[_P, Figure]) -> Callable[_P, Figure]:
    """Draw in Skyseam's style, or in its dark variant when called with `dark=True`."""

    @wraps(draw)
    def styled(*args: _P.args, **kwargs: _P.kwargs) -> Figure:
        with mpl.rc_context():
            # The default style first: a user's settings of Matplotlib are not for these figures.
            mpl.style.use(["default", STYLE, *([DARK_STYLE] if kwargs.get("dark") else [])])
            return _literal(draw(*args, **kwargs))

    return styled


def _literal(figure: Figure) -> Figure:
    """Make the texts of a figure literal; names may have a `$`, which begins formulas.

    Formulas are only in the numbers of logarithmic axes.
    """
    for text in figure.findobj(Text):
        if "$" in text.get_text() and not text.get_text().startswith("$\\mathdefault"):
            text.set_parse_math(False)
    return figure


_MISSING = re.compile(r"Glyph (\d+) .*missing from")


@contextmanager
def _rendered(figure: Figure) -> Iterator[None]:
    """Make a figure render in Skyseam's style; warn of characters that its font lacks."""
    missing: dict[str, None] = {}
    with mpl.rc_context(), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        mpl.style.use(["default", STYLE])
        _literal(figure)
        yield
    for one in caught:
        if found := _MISSING.match(str(one.message)):
            missing[chr(int(found[1]))] = None
        else:
            warnings.warn_explicit(one.message, one.category, one.filename, one.lineno)
    if missing:
        named = ", ".join(
            one if one.isprintable() else f"U+{ord(one):04X}" for one in list(missing)[:20]
        )
        warnings.warn(
            f"warning: the font of figures lacks characters; a box stands for each of {named}",
            SkyseamWarning,
            stacklevel=4,
        )


def stacked(
    size: tuple[float, float],
    rows: int = 1,
    **options: Any,  # noqa: ANN401 - matplotlib has its own
) -> tuple[Figure, list[Axes]]:
    """Make a figure of panels above each other; return it with them.

    `size` is in inches, `options` are those of matplotlib's `subplots`.
    """
    figure = NotebookFigure(figsize=size, layout="constrained")
    return figure, list(figure.subplots(rows, 1, squeeze=False, **options)[:, 0])


def png(figure: Figure) -> bytes:
    """Return a figure as the bytes of a PNG file."""
    buffer = io.BytesIO()
    with _rendered(figure):
        figure.savefig(buffer, format="png", facecolor=figure.get_facecolor())
    return buffer.getvalue()


def save(figure: Figure, path: Path | str) -> None:
    """Write a figure; the extension selects the format. Equal figures give equal bytes.

    Raises
    ------
    InputError
        When the extension is not .png, .svg or .pdf.
    OutputError
        When the file cannot be written.
    """
    expect("figure", figure, Figure)
    path = Path(path)
    check_name(path, OutputError)
    if path.suffix not in PICTURES:
        raise InputError(f"{path} has no extension of a picture; expected .png, .svg or .pdf")
    # Both formats would contain the time of writing.
    metadata = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(path.suffix)
    buffer = io.BytesIO()
    with _rendered(figure):
        figure.savefig(
            buffer, format=path.suffix[1:], metadata=metadata, facecolor=figure.get_facecolor()
        )
    write_files({path: buffer.getvalue()})


LEAST_CONTRAST = 4.5
"""Of text and lines against the ground (WCAG 2.2, Sec. 1.4.3)."""

GROUND_CONTRAST = 1.25
"""Below it a filled area is meant to be the ground, such as that of an open marker."""


def lightened(figure: Figure) -> Figure:
    """Lighten colours that are too dark for the figure's dark ground; return the figure."""
    ground = to_rgba(figure.get_facecolor())

    def seen(colour: Any, least: float = GROUND_CONTRAST) -> Any:  # noqa: ANN401 - a colour
        if not is_color_like(colour):
            return colour
        red, green, blue, alpha = to_rgba(colour)
        made = (red, green, blue)
        if alpha == 0 or _contrast(made, ground) < least:
            return colour
        for share in np.linspace(0, 1, 21):
            made = tuple(x + (1 - x) * share for x in (red, green, blue))
            if _contrast(made, ground) >= LEAST_CONTRAST:
                break
        return (*made, alpha)

    for text in figure.findobj(Text):
        text.set_color(seen(text.get_color(), least=0))
    for line in figure.findobj(Line2D):
        # Grids, ticks and axes are quiet by the style.
        if line.axes is None or line not in line.axes.lines:
            continue
        edge, face = line.get_markeredgecolor(), line.get_markerfacecolor()
        line.set_color(seen(line.get_color()))
        line.set_markeredgecolor(seen(edge))
        line.set_markerfacecolor(seen(face))
    for legend in figure.findobj(Legend):
        for handle in legend.get_lines():
            edge, face = handle.get_markeredgecolor(), handle.get_markerfacecolor()
            handle.set_color(seen(handle.get_color()))
            handle.set_markeredgecolor(seen(edge))
            handle.set_markerfacecolor(seen(face))
    return figure


def _contrast(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the contrast of two colours (WCAG 2.2, contrast ratio): 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Sequence[float]) -> float:
    """Return the relative luminance of a colour of sRGB (WCAG 2.2)."""
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in colour[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def log_values(axes: Axes) -> None:
    """Make the vertical axis logarithmic, with plain numbers on it."""
    axes.set_yscale("log")
    _plain_log_ticks(axes.yaxis, *axes.get_ylim())


def log_abscissa(axes: Axes) -> None:
    """Make the horizontal axis logarithmic, with plain numbers on it."""
    axes.set_xscale("log")
    _plain_log_ticks(axes.xaxis, *axes.get_xlim())


MOST_DECADES = 2.5
"""Up to here there is room for three ticks a decade."""


def _plain_log_ticks(axis: Axis, low: float, high: float) -> None:
    decades = abs(np.log10(high / low))
    axis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0) if decades < MOST_DECADES else (1.0,)))
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axis.set_minor_locator(NullLocator())


def from_zero(axes: Axes) -> None:
    """Start the vertical axis at zero, with room above the highest line."""
    highest = max(float(one.dataLim.y1) for one in axes.get_shared_y_axes().get_siblings(axes))
    axes.set_ylim(0, 1.06 * highest if highest > 0 else None)
