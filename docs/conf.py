"""Sphinx configuration: Markdown by MyST, the theme furo, notebooks run during the build."""

import sys
from pathlib import Path

import skyseam

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import moving_view  # noqa: E402 - beside this file

moving_view.make(HERE / "_build" / "made" / "transfer.html")

project = "Skyseam"
author = "The Skyseam developers"
copyright = "2026, The Skyseam developers"
version = release = skyseam.__version__
# MathJax comes with the pages, so that formulas show where there is no network.
extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.mathjax",
    "sphinx.ext.napoleon",
    "sphinx-mathjax-offline",
    "command_pages",
]
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
napoleon_google_docstring = False
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3
# Notebooks have no outputs in the repository: what a page shows is what it gives today.
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 120
# "2.2 GHz" is to be copied as it stands.
smartquotes = False
exclude_patterns = ["_build"]
html_theme = "furo"
html_static_path = ["static", "_build/made"]
html_css_files = ["wide.css"]
html_title = f"Skyseam {version}"
